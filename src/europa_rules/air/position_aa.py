"""Position AA units broken down and built up (rule 22A2), freely in the owner's player turn, the total kept.

Needs the counters of a hex before and after; gives a ruling, and carries the order out.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import is_position_aa


@frozen
class PositionAaChange:
    """Position AA of a hex that is to be arranged anew.

    Attributes:
        before, after: the AA strength of each counter.
        is_phasing: whether its player is the phasing player.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    is_phasing: bool = True


@rule("FoF 22A2", "SF 22A2")
def rule_on_change(facts: PositionAaChange, rules: Ruleset) -> Ruling:
    """Whether position AA may be broken down or built up so.

    >>> from europa_rules import load
    >>> print(rule_on_change(PositionAaChange((2,), (2, 1)), load("sf")))
    refused: 2 AA points would become 3 (SF 22A2). Possible: keep the total AA strength in the hex.
    """
    by = rules.cite("position-aa")
    before, after = sum(facts.before), sum(facts.after)
    return (
        Ruling.refuse_if(
            not facts.is_phasing, "only the phasing player arranges his position AA", by, possible="your player turn"
        )
        & Ruling.refuse_if(
            before != after,
            f"{before} AA points would become {after}",
            by,
            possible="keep the total AA strength in the hex",
        )
        & Ruling.refuse_if(
            any(points < 1 for points in facts.after),
            "a position AA unit has 1 AA point or more",
            by,
            possible="1 AA point at least for each",
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class ArrangePositionAa:
    """The order to break down or build up position AA.

    Attributes:
        units: ids of the counters that are taken.
        points: the AA points of each counter that takes their place.
    """

    units: tuple[str, ...]
    points: tuple[str, ...]


def _points(order: ArrangePositionAa) -> tuple[int, ...]:
    return tuple(int(text) if text.strip().isdigit() else 0 for text in order.points)


@rule("FoF 22A2", "SF 22A2")
def rule_on_arranging(order: ArrangePositionAa, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may arrange his position AA so: counters of one hex, nation and kind. Raises UnknownName."""
    by = rules.cite("position-aa")
    pieces = [state.piece(unit) for unit in order.units]
    change = PositionAaChange(tuple(piece.unit.points for piece in pieces), _points(order), player == state.phasing)
    return (
        Ruling.refuse_if(not pieces, "no position AA unit is named", by, possible="name position AA units")
        & Ruling.refuse_if(
            len(set(order.units)) != len(order.units), "a unit is named twice", by, possible="name each once"
        )
        & Ruling.all(
            Ruling.refuse(f"{p.id} is not the player's", by, possible="name your own units")
            for p in pieces
            if p.side != player
        )
        & Ruling.all(
            Ruling.refuse(f"{p.id} is no position AA unit", by, possible="name position AA units")
            for p in pieces
            if not is_position_aa(p.unit, rules.types)
        )
        & Ruling.refuse_if(
            len({p.place for p in pieces}) > 1, "they are not in one hex", by, possible="units in one hex"
        )
        & Ruling.refuse_if(
            len({(p.unit.nation, p.unit.force, p.unit.type) for p in pieces}) > 1,
            "they are not of one nation, and all heavy or all light",
            by,
            possible="units of one nation, all heavy or all light",
        )
        & rule_on_change(change, rules)
    )


def _new_ids(first: Piece, number: int, state: GameState) -> Iterator[str]:
    free = (f"{first.id}{f' ({n})' if n > 1 else ''}" for n in count(1))
    names = (name for name in free if name == first.id or name not in state.pieces)
    for _ in range(number):
        yield next(names)


def carry_out_arranging(
    order: ArrangePositionAa, player: Side, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Put the new counters in place of the old ones."""
    first = state.piece(order.units[0])
    points = _points(order)
    new = [
        evolve(first, id=name, unit=evolve(first.unit, points=each))
        for name, each in zip(_new_ids(first, len(points), state), points, strict=True)
    ]
    gone = tuple(unit for unit in order.units if unit not in {piece.id for piece in new})
    state = state.without(*gone).with_pieces(new)
    text = f"position AA in {first.place}: {', '.join(order.units)} become {', '.join(map(str, points))} points"
    return (yield from record(Event(text, (rules.cite("position-aa"),), state, "position AA arranged")))
