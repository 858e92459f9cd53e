"""Special reinforcements as orders of the Allied player (FoF 29C1, 29C2): training regiments, and British brigades.

Needs a game that was set up from a scenario. The ten French training regiments are called up together, once in a game,
each into a city of its military region; the two British brigades land in Atlantic ports of France when he likes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import frozen

from europa_rules.campaign.listed_places import hexes_of_place
from europa_rules.campaign.nations import HAPPENED, happened, let_happen
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.reinforcements import Arrival, rule_on_arrival
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ground.facts import IN_POOL
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import rule_on_entering_play
from europa_rules.hexes import Hex
from europa_rules.orders import OrderKind
from europa_rules.orders_of_battle.lines import Place
from europa_rules.permissions import Ruling
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit
from europa_rules_fof.arrivals import ATLANTIC_PORT, SPECIAL
from europa_rules_fof.arriving import ARRIVED, ORDER_OF_BATTLE, Due, arrive
from europa_rules_fof.national_events import DECLARATIONS
from europa_rules_fof.special_reinforcements import CALLED_UP, CITY, TRAINING, place_of_regiment, rule_on_calling_up

BRIGADES = Citation("FoF", "29C2")
ONCE, ANY_TIME = "once, in any Allied turn", "in any Allied initial phase"
"""Headings of the order of battle under which special reinforcements stand."""

_REGION = re.compile(r"MR (\d+|Paris)\b")


@frozen
class CallUp:
    """The order to call up the French training regiments."""


@frozen
class LandBrigade:
    """The order to let a British special brigade appear in a port.

    Attributes:
        unit: its name, "br 20 Guards Inf X". to: the port.
    """

    unit: str
    to: Hex


def _listed(when: str, rules: Ruleset) -> Iterator[tuple[str, Unit, tuple[Place, ...]]]:
    """The units under a heading: each with a key of its own, and the places that its line names."""
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        if heading.when == when:
            for number, (unit, at) in enumerate(entry.each(), 1):
                if isinstance(unit, Unit):
                    yield f"{entry.id} {number}", unit, at


def _in_time(player: Side, state: GameState, rules: Ruleset, by: Citation) -> Ruling:
    return Ruling.refuse_if(player != ALLIED, "only the Allied player receives them", by) & Ruling.refuse_if(
        scenario_of(state, rules) is None, "only a game from a scenario has special reinforcements", by
    )


# --- training regiments (29C1) ---------------------------------------------------------------------------------------


@rule("FoF 29C1")
def rule_on_call_up_order(order: CallUp, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether the Allied player may call up the training regiments now."""
    uses = int(state.recall(HAPPENED, CALLED_UP) is not None)
    return _in_time(player, state, rules, TRAINING) & rule_on_calling_up(uses, rules)


def cities_of_region(unit: Unit, rules: Ruleset) -> frozenset[Hex]:
    """The cities of the military region that a training regiment is named after."""
    match = _REGION.match(unit.name)
    return hexes_of_place(Place("district", match[0]), rules) if match else frozenset()


@rule("FoF 29C1")
def call_up(order: CallUp, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Every training regiment appears in a city of its region, or in the replacement pool where that has none left."""
    state = let_happen(CALLED_UP, state)
    state = yield from record(Event(CALLED_UP, (TRAINING,), state, "called up"))
    for key, unit, _ in tuple(_listed(ONCE, rules)):
        cities = cities_of_region(unit, rules)
        own = tuple(sorted(ref for ref in cities if hex_owner(ref, state, rules) == ALLIED))
        room = tuple(ref for ref in own if rule_on_entering_play(unit, ref, ALLIED, state, rules).allowed)
        if place_of_regiment(len(own)) == CITY:
            state = yield from arrive(Due(key, unit, unit.nation, ()), room or own, state, rules)
            continue
        name = state.free_id(piece_name(unit), state.all_facts(IN_POOL))
        state = state.noting(IN_POOL, name, Piece(name, unit, ALLIED, min(cities)))
        text = f"{name} goes into the replacement pool: its region has no city left"
        state = yield from record(Event(text, (TRAINING,), state, "in the replacement pool"))
    return state


def call_ups_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterator[CallUp]:
    """The call-up, if it has not been made."""
    if CALLED_UP not in happened(state):
        yield CallUp()


# --- British brigades (29C2) -----------------------------------------------------------------------------------------


def brigades_waiting(state: GameState, rules: Ruleset) -> dict[str, tuple[str, Unit, tuple[Place, ...]]]:
    """The British special brigades that have not appeared, by name: the key, the unit, and where it may appear."""
    return {
        piece_name(unit): (key, unit, at)
        for key, unit, at in _listed(ANY_TIME, rules)
        if state.recall(ARRIVED, key) is None
    }


@rule("FoF 29A", "FoF 29C2")
def rule_on_brigade_order(order: LandBrigade, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a British special brigade may appear in a port now."""
    waiting = brigades_waiting(state, rules)
    if order.unit not in waiting:
        known = [piece_name(unit) for _, unit, _ in _listed(ANY_TIME, rules)]
        if order.unit not in known:
            raise unknown("special brigade", order.unit, known)
        return Ruling.refuse(f"{order.unit} has appeared", BRIGADES)
    _, unit, at = waiting[order.unit]
    to = rules.board.place(order.to)
    is_port = any(to in hexes_of_place(place, rules) for place in at)
    owned = to in rules.board.index and hex_owner(to, state, rules) == player and not state.enemies_at(to, player)
    facts = Arrival("br", SPECIAL, is_owned=owned, place=ATLANTIC_PORT if is_port else order.to)
    return (
        _in_time(player, state, rules, BRIGADES)
        & rule_on_arrival(facts, rules)
        & rule_on_entering_play(unit, to, player, state, rules)
    )


def land_brigade(order: LandBrigade, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A British special brigade appears."""
    key, unit, _ = brigades_waiting(state, rules)[order.unit]
    return (yield from arrive(Due(key, unit, "br", ()), (rules.board.place(order.to),), state, rules))


def brigades_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterator[LandBrigade]:
    """Each brigade that waits, in each port in which it may appear."""
    for name, (_, _, at) in brigades_waiting(state, rules).items():
        for to in sorted({ref for place in at for ref in hexes_of_place(place, rules)}):
            yield LandBrigade(name, to)


ORDER_KINDS: tuple[Any, ...] = (
    OrderKind(
        "call up",
        CallUp,
        rule_on_call_up_order,
        call_up,
        by=(TRAINING,),
        openings=(DECLARATIONS,),
        candidates=call_ups_worth_asking,
    ),
    OrderKind(
        "land brigade",
        LandBrigade,
        rule_on_brigade_order,
        land_brigade,
        by=(BRIGADES,),
        openings=(DECLARATIONS,),
        candidates=brigades_worth_asking,
    ),
)
