"""The Allied advance to the Dyle on the board (FoF 31E2a, 31I2, 33A): whom it binds, and what it still asks for.

Needs the state of the reaction phase; gives the rulings on a unit's move and on the end of the phase, and a move that
brings the end nearer. The advance is owed as far as units can still make it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.campaign.nations import happened, invasion_of
from europa_rules.citations import rule
from europa_rules.errors import listed
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.moves import Move
from europa_rules.ground.stacking import gather_stack, rule_on_stack
from europa_rules.ground.travel import cheapest_journey, travel
from europa_rules.ground.zones import notes_of
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, counted, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState, Piece
from europa_rules.units import is_movement_counter, re_size, re_sum, reckon_re_size
from europa_rules_fof.reaction_facts import ARMY, PHASE
from europa_rules_fof.surprise import CHART, DYLE, REACTION_RULES, Advance, DyleLine, rule_on_advance, rule_on_dyle

FRENCH_AND_BRITISH = ("fr", "po", "cz", "br")
SOUTH_OF_MEUSE = "south_of_meuse"
SHEET = "16A"
BELGIUM = "Belgium"
POINT = "31E2a-as-far-as-possible"
"""The open point: what becomes of the duty where units cannot fulfil it."""


# --- the line --------------------------------------------------------------------------------------------------------


@remembered()
def line_of(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the Dyle line."""
    return tuple(map(Hex, rules.charts[CHART].texts("lists", "dyle_line")))


@remembered()
def _ends(rules: Ruleset) -> tuple[frozenset[Hex], frozenset[Hex]]:
    """Where the advance ends rightly: in Belgium in the line or near it, and elsewhere."""
    board, chart = rules.board, rules.charts[CHART]
    near = chart.whole("rows", "hexes_from_line", "figure").value
    around = {ref for ref in board.hexes if min(board.distance(ref, of) for of in line_of(rules)) <= near}
    at_line = frozenset(ref for ref in around if board.country(ref) == BELGIUM)
    elsewhere = {land for land in chart.texts("lists", "countries") if land != BELGIUM}
    allowed = {land for land in elsewhere if rule_on_advance(Advance(into=land), rules).allowed}
    return at_line, frozenset(ref for ref in board.hexes if board.country(ref) in allowed)


@rule("FoF 31E2a")
def gather_dyle(state: GameState, rules: Ruleset) -> DyleLine:
    """The Dyle line as the board stands; how far units stand from it is asked of each unit."""
    held: dict[str, Fraction] = {ref: _held(ref, state, rules) for ref in line_of(rules)}
    return DyleLine(_are_germans_there(state, rules), held)


def _holding(ref: Hex, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The French and British units in a hex."""
    there = (piece for piece in state.friends_at(ref, ALLIED) if piece.unit.nation in FRENCH_AND_BRITISH)
    return tuple(piece for piece in there if not is_movement_counter(piece.unit, rules.types))


def _held(ref: Hex, state: GameState, rules: Ruleset) -> Fraction:
    """REs of French and British units in a hex."""
    return re_sum((piece.unit for piece in _holding(ref, state, rules)), rules.types)


def _reckon_held(ref: Hex, state: GameState, rules: Ruleset) -> Reckoning:
    """REs of French and British units in a hex, unit by unit."""
    return reckon_re_size((piece.unit for piece in _holding(ref, state, rules)), rules.types)


@rule("FoF 31E2a", "FoF 31I2")
def is_owed(state: GameState, rules: Ruleset) -> bool:
    """Whether the Allies have to advance: Belgium is invaded, no Germans stand in the line, and no option says no."""
    if state.moment.phase != PHASE:
        return False
    notes, key = notes_of(state, rules), ("advance owed", "")
    known = notes.get(key)
    if not isinstance(known, bool):
        invaded = invasion_of(BELGIUM, rules) in happened(state)
        known = invaded and not rule_on_dyle(DyleLine(german_in_line=_are_germans_there(state, rules)), rules).allowed
        notes[key] = known
    return known


def _are_germans_there(state: GameState, rules: Ruleset) -> bool:
    return any(piece.unit.nation == "ge" for ref in line_of(rules) for piece in state.friends_at(ref, AXIS))


# --- one unit --------------------------------------------------------------------------------------------------------


@rule("FoF 31E2a")
def gather_advance(piece: Piece, state: GameState, rules: Ruleset) -> Advance:
    """A unit that would advance, as the board stands; where it began no longer matters once it is on its way."""
    has_moved = state.recall(MOVED_BY, piece.id) is not None
    last = rules.charts[CHART].whole("rows", "southernmost_hexrow", "figure").value
    is_north = has_moved or rules.board.grid.is_on_or_north_of(piece.place, last, SHEET)
    hexrow = None if is_north else int(piece.place.rpartition(":")[2][:2]) * 100
    return Advance(piece.unit, piece.id, state.recall(ARMY, piece.id) or "", hexrow=hexrow)


@rule("FoF 31E2a")
def rule_on_reacting(piece: Piece, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a unit may move in the reaction phase at all."""
    if piece.unit.nation not in FRENCH_AND_BRITISH or piece.place not in rules.board.index:
        return Ruling.refuse(f"{piece.id} does not react", DYLE)
    return rule_on_advance(gather_advance(piece, state, rules), rules)


def _is_bound(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    """Whether the advance binds a unit."""
    return (
        piece.unit.nation in FRENCH_AND_BRITISH
        and not is_movement_counter(piece.unit, rules.types)
        and rule_on_reacting(piece, state, rules).allowed
    )


def _reached(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[Hex, Fraction]:
    """The hexes in a unit's reach in which the advance ends rightly, with MPs."""
    notes, key = notes_of(state, rules), ("advance", piece.id)
    known = notes.get(key)
    if not isinstance(known, dict):
        notes[key] = {}  # a move that is judged while the search goes on is judged without it
        at_line, elsewhere = _ends(rules)
        found = destinations(piece.id, state, rules)
        if at_line.isdisjoint(found):
            found = travel(piece.id, state, rules)
        known = {ref: mps for ref, mps in found.items() if ref in at_line or ref in elsewhere}
        notes[key] = known
    return known


@rule("FoF 31E2a", "FoF 33A")
def rule_on_end(piece: Piece, to: Hex, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a French or British unit may end a move of the reaction phase in a hex.

    It ends in the line, near it, or where else the scenario sends the Allies. A unit that can get to no such hex ends
    anywhere in Belgium.
    """
    at_line, elsewhere = _ends(rules)
    if not is_owed(state, rules) or to in at_line or to in elsewhere or not _is_bound(piece, state, rules):
        return Ruling.allow()
    reached = _rightful_ends(piece, state, rules)
    if not reached and rules.board.country(to) == BELGIUM:
        return Ruling(rests_on=rules.resting(POINT))
    beyond = [f"nor in {land}" for land in sorted({rules.board.country(ref) for ref in elsewhere})]
    why = f"{piece.id} would end its movement {', '.join(('neither in the Dyle line', 'nor near it', *beyond))}"
    possible = f"end in {listed(reached, 6)}" if reached else "stay where it is, or end in Belgium"
    return Ruling.refuse(why, *REACTION_RULES, possible=possible)


# --- what is still owed ----------------------------------------------------------------------------------------------


@frozen
class Owed:
    """What the advance still asks for: why, and the unit that can go to a hex for it."""

    why: str
    piece: str
    to: Hex


def _fits(piece: Piece, to: Hex, state: GameState, rules: Ruleset) -> bool:
    return rule_on_stack(gather_stack(to, ALLIED, state.moved(piece.id, to), rules), rules).allowed


def _needed(rules: Ruleset) -> int:
    """The REs that each hex of the line needs."""
    return rules.charts[CHART].whole("rows", "re_in_each_hex", "figure").value


def _short(state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """The hexes of the line that lack REs, and how many."""
    need = _needed(rules)
    held = gather_dyle(state, rules).re
    return {Hex(ref): need - number for ref, number in held.items() if number < need}


def _bound_pieces(state: GameState, rules: Ruleset) -> list[Piece]:
    """The units that the advance binds, the largest first."""
    bound = (piece for piece in state.pieces.values() if piece.side == ALLIED and _is_bound(piece, state, rules))
    return sorted(bound, key=lambda piece: (-re_size(piece.unit, rules.types), piece.id))


def _best_first(piece: Piece, ends: Mapping[Hex, Fraction], state: GameState, rules: Ruleset) -> list[Hex]:
    """Where a unit serves the advance and finds room: where most REs are lacking, near the line, elsewhere; by MPs."""
    short, (at_line, _) = _short(state, rules), _ends(rules)
    in_order = sorted(ends, key=lambda ref: (-short.get(ref, ZERO), ref not in at_line, ends[ref], ref))
    return [ref for ref in in_order if _fits(piece, ref, state, rules)]


@frozen(eq=False)
class _Ends:
    """Ends in a unit's reach, and those of them in which it finds room, the best first."""

    among: Mapping[Hex, Fraction]
    best: list[Hex]


def _rightful_ends(piece: Piece, state: GameState, rules: Ruleset) -> list[Hex]:
    """Where a unit can end its movement rightly and finds room, the best first; found once for what is in its reach."""
    notes, key, reached = notes_of(state, rules), ("ends with room", piece.id), _reached(piece, state, rules)
    known = notes.get(key)
    if not isinstance(known, _Ends) or known.among is not reached:
        known = notes[key] = _Ends(reached, _best_first(piece, reached, state, rules))
    return known.best


def _best(piece: Piece, ends: Mapping[Hex, Fraction], state: GameState, rules: Ruleset) -> Hex | None:
    """Where a unit serves the advance best, if anywhere."""
    return next(iter(_best_first(piece, ends, state, rules)), None)


def _duties(state: GameState, rules: Ruleset) -> Iterator[Owed]:
    yield from _advances_owed(state, rules)
    yield from _line_owed(state, rules)


def _is_at_end(piece: Piece, rules: Ruleset) -> bool:
    """Whether a unit stands where the advance ends rightly."""
    return any(piece.place in ends for ends in _ends(rules))


def _advances_owed(state: GameState, rules: Ruleset) -> Iterator[Owed]:
    """Units that have not advanced, and can get to where the advance ends."""
    for piece in _bound_pieces(state, rules):
        if not _is_at_end(piece, rules):
            to = next(iter(_rightful_ends(piece, state, rules)), None)
            if to is not None:
                yield Owed(f"{piece.id} has to advance, and can get to {to}", piece.id, to)


def _line_owed(state: GameState, rules: Ruleset) -> Iterator[Owed]:
    """Units that have advanced, and can get to hexes of the line that lack REs."""
    short = _short(state, rules)
    for piece in _bound_pieces(state, rules) if short else ():
        if _is_at_end(piece, rules) and (piece.place not in line_of(rules) or _is_spare(piece, state, rules)):
            ends = {ref: mps for ref, mps in _reached(piece, state, rules).items() if ref in short}
            to = _best(piece, ends, state, rules)
            if to is not None:
                lacking = f"{to} of the Dyle line lacks {show(short[to])} REs"
                yield Owed(f"{lacking}, and {piece.id} can get there", piece.id, to)


def _is_spare(piece: Piece, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex of the line has enough without one of its units."""
    return _held(piece.place, state, rules) - re_size(piece.unit, rules.types) >= _needed(rules)


def _next_duty(state: GameState, rules: Ruleset) -> Owed | None:
    """The first of what the advance still asks for; None if it asks for nothing."""
    notes, key = notes_of(state, rules), ("next duty of the advance", "")
    if key not in notes:
        notes[key] = next(_duties(state, rules), None) if is_owed(state, rules) else None
    return cast("Owed | None", notes[key])


@rule("FoF 31E2a", "FoF 33A")
def rule_on_ending(state: GameState, rules: Ruleset) -> Ruling:
    """Whether the reaction phase may end: no unit can still do what the advance asks for."""
    owed = _next_duty(state, rules)
    if owed is None:
        return Ruling(rests_on=rules.resting(POINT)) if is_owed(state, rules) else Ruling.allow()
    waiting = sum(not _is_at_end(piece, rules) for piece in _bound_pieces(state, rules)) - 1
    more = f"; {counted(waiting, 'more unit')} may have to advance too" if waiting > 0 else ""
    return Ruling.refuse(f"{owed.why}{more}", *REACTION_RULES, possible=f"move {owed.piece} to {owed.to}")


@rule("FoF 31E2a", "FoF 33A")
def tell_line(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the reaction phase ends: the REs in each hex of the Dyle line, where the Allies had to advance."""
    if not is_owed(state, rules):
        return state
    held, need, short = gather_dyle(state, rules).re, _needed(rules), _short(state, rules)
    told = ", ".join(f"{show(number)} in {ref}" for ref, number in held.items())
    text = f"French and British REs in the Dyle line: {told}; each hex asks for {need}"
    text += f". No unit that has to advance gets to {' or '.join(short)} and finds room there any more" if short else ""
    ledgers = tuple((ref, _reckon_held(Hex(ref), state, rules)) for ref in held)
    return (yield from record(Event(text, REACTION_RULES, state, "advance ended", ledgers)))


@rule("FoF 31E2a")
def suggest_advance(state: GameState, rules: Ruleset) -> Move | None:
    """A move that the advance asks for, or None if it asks for none."""
    owed = _next_duty(state, rules)
    if owed is None:
        return None
    if owed.to in destinations(owed.piece, state, rules):
        return cheapest_path(owed.piece, owed.to, state, rules).order(owed.piece)
    (leg,) = cheapest_journey(owed.piece, owed.to, state, rules).legs
    return Move((owed.piece,), leg.path, leg.mode)
