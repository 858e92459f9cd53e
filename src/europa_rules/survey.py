"""What a game says of itself when it is asked about everything, in figures and without wording that may be polished.

Needs a game; gives lines: which orders of each kind either side may give and which rules refuse the others, what the
game's own rules advise, how units would be judged to stand, what they reach and are worth, and who would win. Records
of games hold them, so that no rule changes unseen that the game's course does not come by.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import islice
from typing import Any, TypeVar, cast

import attrs

from europa_rules.campaign.deployment import Deploy
from europa_rules.campaign.victory import outcome_now
from europa_rules.errors import EuropaError, PluginError
from europa_rules.ground.destinations import destinations
from europa_rules.ground.supply import stands_of
from europa_rules.hexes import Hex
from europa_rules.inspection import describe_unit
from europa_rules.ledger import Line, Reckoning
from europa_rules.legal_orders import orders_about
from europa_rules.numbers import show
from europa_rules.order_notation import write_order
from europa_rules.orders import OrderKind, order_kinds
from europa_rules.permissions import Ruling
from europa_rules.players.drawing import DRAWERS, Table, draw_order
from europa_rules.players.sensible_player import ADVISED, RESTRAINT
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import AirPiece, GameState, Piece

ASKED, THOUGHT_OF, DRAWN = 6, 200, 3
"""Of each kind so many orders are asked about, of so many at most that it names; so many are drawn by chance."""

LOOKED_AT = 6
"""How many pieces are asked about."""

_FIGURES = re.compile(r"\d\w*(?:[/:]\d+)?")


def survey(state: GameState, rules: Ruleset) -> Iterator[str]:
    """What a state says of itself under rules: a line for each kind of order, for advice, supply, pieces and victory.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", rules)
    >>> next(line for line in survey(state, rules) if line.startswith("Axis move:"))[:30]
    'Axis move: 9 asked, 9 may be g'
    """
    for side in rules.variant.sides:
        thought_of = {name: _orders(kind, side, state, rules) for name, kind in order_kinds(rules).items()}
        for name, orders in thought_of.items():
            if orders:
                yield f"{side} {name}: {_asked(orders, order_kinds(rules)[name], side, state, rules)}"
        yield from _advice([*thought_of["move"], *thought_of["rail move"]], side, state, rules)
        stands = {piece: _plain(stand) for piece, stand in stands_of(side, state, rules).items()}
        if stands:
            counts = "; ".join(f"{number} {stand}" for stand, number in sorted(Counter(stands.values()).items()))
            yield f"{side} supply: {counts} {digest(map(str, sorted(stands.items())))}"
    yield from _pieces(state, rules)
    yield from _victory(state, rules)


def digest(lines: Iterable[str]) -> str:
    """A short hash of lines."""
    return sha256("\n".join(lines).encode()).hexdigest()[:12]


def figures(ledger: Reckoning) -> str:
    """A reckoning without its words."""
    return f"{', '.join(map(_step, ledger.lines))} = {show(ledger.value)}"


def _step(line: Line) -> str:
    parts = f" of ({'; '.join(figures(part) for _, part in line.parts)})" if line.parts else ""
    return f"{line.operation} {show(line.operand)}{parts}"


def figures_in(text: str) -> str:
    """The numbers, hexes and rules that a text names.

    >>> figures_in("3 NTPs are needed in 16A:0731, 1 there (FoF 26B)")
    '3 16A:0731 1 26B'
    """
    return " ".join(_FIGURES.findall(text))


# --- orders ----------------------------------------------------------------------------------------------------------

T = TypeVar("T")


def evenly(found: Sequence[T], most: int) -> list[T]:
    """At most so many of these, evenly drawn.

    >>> evenly("abcdefgh", 3)
    ['a', 'c', 'f']
    """
    return [found[len(found) * n // most] for n in range(most)] if len(found) > most else list(found)


def _orders(kind: OrderKind, side: Side, state: GameState, rules: Ruleset) -> list[Any]:
    """Orders of a kind to ask about, each with others that differ from it in one field."""
    if kind.type is Deploy and state.moment.phase != DEPLOYMENT:
        return []
    if kind.name in DRAWERS:
        tables = (Table(random.Random(f"survey {n}"), side, state, rules) for n in range(DRAWN))
        found = [order for order in (draw_order(kind, table) for table in tables) if order is not None]
    else:
        found = evenly(sorted(set(islice(_named(kind, side, state, rules), THOUGHT_OF)), key=repr), ASKED)
    return list(dict.fromkeys(other for order in found for other in (order, *_unlike(order, side, state, rules))))


def _named(kind: OrderKind, side: Side, state: GameState, rules: Ruleset) -> Iterator[Any]:
    if kind.candidates is not None:
        yield from kind.candidates(side, state, rules)
    known: tuple[Piece | AirPiece, ...] = (*state.pieces.values(), *state.air.values())
    for actor in evenly([piece for piece in known if piece.side == side], LOOKED_AT):
        yield from islice(orders_about(kind, actor, state, rules), THOUGHT_OF // LOOKED_AT)


def _unlike(order: Any, side: Side, state: GameState, rules: Ruleset) -> Iterator[Any]:
    """Orders that differ from another one in a field: with an enemy's unit or one less, a hex on or to a hex beside."""
    strangers = [piece.id for piece in state.pieces.values() if piece.side != side]
    for field in attrs.fields(type(order)):
        value = getattr(order, field.name)
        others: list[Any] = []
        if field.name == "units":
            others = [(*value, *strangers[:1]), value[1:]]
        elif field.name == "path" and value:
            others = [value[:-1], (*value, *_beside(value[-1], rules))]
        elif isinstance(value, str):
            others = _beside(value, rules)
        yield from (attrs.evolve(order, **{field.name: other}) for other in others if other and other != value)


def _beside(ref: str, rules: Ruleset) -> list[Hex]:
    """A hex beside another one; none for what is no hex."""
    return [*rules.board.neighbors_of(Hex(ref))[:1]] if ref in rules.board.index else []


def _asked(orders: Sequence[Any], kind: OrderKind, side: Side, state: GameState, rules: Ruleset) -> str:
    """How many orders may be given, how often each rule refuses, and a hash of all rulings with their figures."""
    told, allowed = [], 0
    refused: Counter[str] = Counter()
    for order in orders:
        ruling = _ruling(order, kind, side, state, rules)
        if isinstance(ruling, Ruling):
            allowed += ruling.allowed
            refused.update(str(citation) for refusal in ruling.refusals for citation in refusal.by)
        told.append(f"{write_order(order, rules)}: {_plain(ruling)}")
    counts = "".join(f", {number} by {citation}" for citation, number in sorted(refused.items()))
    return f"{len(orders)} asked, {allowed} may be given{counts} {digest(told)}"


def _ruling(order: Any, kind: OrderKind, side: Side, state: GameState, rules: Ruleset) -> Ruling | str:
    """The ruling on an order, or the name of the fault of one that names what there is not."""
    try:
        return kind.rule_on(order, side, state, rules)
    except PluginError:
        raise
    except EuropaError as error:
        return type(error).__name__


def _plain(value: object) -> str:
    """A value in a line, of texts with blanks in them and of rulings the figures alone."""
    match value:
        case Reckoning():
            return figures(value)
        case Ruling():
            why = "; ".join(f"{', '.join(map(str, r.by))} {figures_in(r.why)}" for r in value.refusals)
            return f"{'allowed' if value.allowed else why} | {figures_in(' '.join(value.possible))} | {value.rests_on}"
        case dict():
            return "; ".join(f"{key} {_plain(inner)}" for key, inner in value.items())
        case list() | tuple():
            return ", ".join(map(_plain, value))
        case set() | frozenset():
            return ", ".join(sorted(map(_plain, value)))
    kind = type(value)
    if attrs.has(kind) and not isinstance(value, str):
        return "; ".join(f"{field.name} {_plain(getattr(value, field.name))}" for field in attrs.fields(kind))
    return str(value)


# --- the rest --------------------------------------------------------------------------------------------------------


def _advice(moves: Sequence[Any], side: Side, state: GameState, rules: Ruleset) -> Iterator[str]:
    """The orders that the game's own rules advise, and whether they advise against moves."""
    orders = [
        order
        for source in rules.sources(ADVISED)
        for order in islice(cast("Any", source.value)(side, state, rules), ASKED)
    ]
    if orders:
        yield f"{side} is advised: {len(orders)} orders {digest(write_order(order, rules) for order in orders)}"
    restraints = [cast("Any", source.value) for source in rules.sources(RESTRAINT)]
    against = [write_order(o, rules) for o in moves if any(restrain(o, side, state, rules) for restrain in restraints)]
    if against:
        yield f"{side} is advised against: {len(against)} of {len(moves)} moves {digest(against)}"


def _pieces(state: GameState, rules: Ruleset) -> Iterator[str]:
    for piece in evenly(list(state.pieces), LOOKED_AT):
        reached = destinations(piece, state, rules)
        whereto, report = (
            digest(map(str, sorted(reached.items()))),
            digest([_plain(describe_unit(piece, state, rules))]),
        )
        yield f"{piece}: reaches {len(reached)} hexes {whereto}, is {report}"


def _victory(state: GameState, rules: Ruleset) -> Iterator[str]:
    outcome = outcome_now(state, rules)
    if outcome is not None:
        totals = "; ".join(f"{side} {figures(total)}" for side, total in outcome.totals.items())
        yield f"victory: {figures_in(outcome.level)} | {totals}"
