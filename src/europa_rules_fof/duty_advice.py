"""How sensible players keep to duties that cost points (FoF 28B1a, 31D, 31G): the border, cities, and the front.

Needs a game that was set up from a scenario; tells of a move whether it would leave less than is owed: French units on
the Italian border, Axis ones in captured cities, British and Belgian hexes of the front. Gives moves that bring units
of either nation into front hexes next to those that it holds alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from attrs import evolve

from europa_rules.campaign.postings import scenario_of
from europa_rules.contributions import Source
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.moves import Move
from europa_rules.ground.rail import RailMove
from europa_rules.ground.stacking import gather_stack, rule_on_stack
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState, Piece
from europa_rules_fof import frontage, italian_border, occupation
from europa_rules_fof.duty_checks import (
    border_hexes,
    captured_cities,
    gather_front,
    gather_garrison,
    hexes_held_alone,
)

Missing = Callable[[GameState, Ruleset], Fraction]
NATIONS = {"british": "br", "belgian": "be"}
"""Who owes a section of the front: its name on the chart, and its code."""


def hexes_owed(state: GameState, rules: Ruleset) -> dict[str, Fraction]:
    """The front hexes that each nation's section lacks, as if it were checked now (hexes, by the nation's code)."""
    duty = frontage.reckon_frontage(evolve(gather_front(state, rules), turn=None), rules)
    return {NATIONS["british"]: duty.british.value, NATIONS["belgian"]: duty.belgian.value}


def _is_front(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex is next to units of the Axis."""
    return any(state.friends_at(to, AXIS) for to in rules.board.neighbors_of(ref))


# --- what not to do --------------------------------------------------------------------------------------------------


def leaves_a_duty(order: object, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a move of a side's units would leave less than it owes."""
    if not isinstance(order, Move | RailMove) or scenario_of(state, rules) is None:
        return False
    origin, to = state.piece(order.units[0]).place, order.path[-1]
    after = state
    for unit in order.units:
        after = after.moved(unit, to)
    if side == AXIS:
        return rules.board.city(origin) is not None and _lacks_more(_occupation, state, after, rules)
    on_border = origin in dict(border_hexes(rules))
    at_front = _is_front(origin, state, rules) or _is_front(to, state, rules)
    return (on_border and _lacks_more(_garrison, state, after, rules)) or (at_front and _owes_more(state, after, rules))


def _owes_more(before: GameState, after: GameState, rules: Ruleset) -> bool:
    """Whether a nation owes more hexes of the front after a move."""
    owed, now = hexes_owed(before, rules), hexes_owed(after, rules)
    return any(now[nation] > owed[nation] for nation in owed)


def _lacks_more(missing: Missing, before: GameState, after: GameState, rules: Ruleset) -> bool:
    """Whether more is missing after a move."""
    return missing(after, rules) > missing(before, rules)


def _occupation(state: GameState, rules: Ruleset) -> Fraction:
    """REs missing from the occupation forces."""
    return occupation.reckon_occupation(captured_cities(state, rules), rules).missing.value


def _garrison(state: GameState, rules: Ruleset) -> Fraction:
    """REs missing from the garrison of the Italian border."""
    return italian_border.reckon_garrison(gather_garrison(state, rules), rules).missing.value


# --- what to do ------------------------------------------------------------------------------------------------------


def hold_the_front(side: Side, state: GameState, rules: Ruleset) -> Iterator[Move]:
    """A move for each nation that owes front hexes: of its unit that comes soonest to the best hex of its own."""
    if side != ALLIED or state.phasing != ALLIED or scenario_of(state, rules) is None:
        return
    for nation, owed in hexes_owed(state, rules).items() if state.moment.phase == "movement" else ():
        if owed:
            yield from _moves_to_the_front(nation, owed, state, rules)


def _moves_to_the_front(nation: str, owed: Fraction, state: GameState, rules: Ruleset) -> Iterator[Move]:
    """The moves of a nation's free units into front hexes that lessen what it owes, the cheapest first."""
    held = hexes_held_alone(nation, state, rules)
    found = [
        (mps, unit.id, to)
        for unit in _free_units(nation, held, state, rules)
        for to, mps in destinations(unit.id, state, rules).items()
        if _is_front(to, state, rules)
    ]
    for _, unit_id, to in sorted(found):
        there = state.moved(unit_id, to)
        if hexes_owed(there, rules)[nation] < owed and _has_room(to, there, rules):
            yield cheapest_path(unit_id, to, state, rules).order(unit_id)


def _free_units(nation: str, held: frozenset[Hex], state: GameState, rules: Ruleset) -> Iterator[Piece]:
    """A nation's units that can move and fight, but for those that hold a front hex by themselves."""
    for piece in state.pieces.values():
        here = piece.place
        if piece.unit.nation != nation or here not in rules.board.index:
            continue
        is_free = here not in held or len(state.friends_at(here, ALLIED)) > 1
        if is_free and piece.unit.rating is not None and piece.unit.rating.defense:
            yield piece


def _has_room(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    return rule_on_stack(gather_stack(ref, ALLIED, state, rules), rules).allowed


SOURCES: tuple[Source, ...] = (
    Source("the front", "sensible orders", by="FoF 31G", value=hold_the_front),
    Source("duties", "sensible restraint", by="FoF 28B1a, FoF 31D, FoF 31G", value=leaves_a_duty),
)
