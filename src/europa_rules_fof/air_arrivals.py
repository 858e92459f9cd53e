"""Air reinforcements, withdrawals and ARPs of the order of battle (FoF 25B to 25D), as its turns come.

Needs a game that was set up from a scenario. Before air replacement begins, what the order of battle lists for the
turn is handed to it: air units that wait to be placed, withdrawals that are due, and the ARPs of each air cycle. An air
unit is placed at an airbase of the kind that its line names; arrivals that wait for an event are not among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from europa_rules.air.airbases import airbases_of
from europa_rules.air.replacement_orders import (
    ARP_ALLOWANCE,
    ARRIVING,
    POINTS,
    WITHDRAWALS,
    AirReinforcement,
    account_name,
)
from europa_rules.air_units import AirUnit
from europa_rules.campaign.listed_places import hexes_of_place
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, StepContribution
from europa_rules.hexes import Hex
from europa_rules.orders_of_battle.lines import Entry, Heading, Place
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import ELIMINATED, AirPiece, FactKind, GameState
from europa_rules_fof.arriving import ORDER_OF_BATTLE
from europa_rules_fof.fighter_command import free_air_id

REINFORCEMENTS, WITHDRAWN = Citation("FoF", "25C"), Citation("FoF", "25B")

LISTED = FactKind("air order of battle done", "game", str)
"""The turn in which a line about air units was carried out (subject: its entry in the order of battle)."""

LINE = FactKind("air reinforcement's line", "game", str)
"""The entry of the order of battle that an air reinforcement stands in (subject: the air unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (LISTED, LINE)

_CYCLES = re.compile(r"each I turn from (.+)\Z")
_AIRBASE_IN = re.compile(r"airbase in (.+)\Z")
_AIRBASE_NEAR = re.compile(r"airbase within (\d+) hexes of (.+)\Z")


def _due(state: GameState, rules: Ruleset) -> Iterator[tuple[Heading, Entry]]:
    """The lines of the phasing player that are due and have not been carried out."""
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        first = _first_turn(heading)
        own = heading.side == state.phasing and not entry.condition and entry.id
        if own and first is not None and first <= state.moment.turn and state.recall(LISTED, entry.id) is None:
            yield heading, entry


def _first_turn(heading: Heading) -> Turn | None:
    """The first turn that lines under a heading are about; None where they wait for an event."""
    cycles = _CYCLES.match(heading.when)
    return Turn.parse(cycles[1]) if cycles else heading.turn


def _air_units(entry: Entry) -> list[AirUnit]:
    return [unit for unit, _ in entry.each() if isinstance(unit, AirUnit)]


def _where_to_wait(entry: Entry, state: GameState, rules: Ruleset) -> Hex:
    """A hex for air units that are not in play yet: an airbase where their line places them, if there is one."""
    bases, at = airbases_of(state.phasing, state, rules), _listed_at(entry)
    listed = (base for base in bases if not at or any(_is_at(place, base, rules) for place in at))
    return next(listed, bases[0] if bases else rules.board.hexes[0])


@rule("FoF 25C")
def _wait(heading: Heading, entry: Entry, state: GameState, rules: Ruleset) -> tuple[GameState, list[str]]:
    """The state with the air units of a line waiting to be placed, and their ids."""
    names, near = [], _where_to_wait(entry, state, rules)
    for unit in _air_units(entry):
        own = free_air_id(unit, state)
        force = heading.army or unit.force or heading.force
        state = state.with_air(AirPiece(own, unit, state.phasing, near, ELIMINATED, force))
        state = state.noting(ARRIVING, own, True).noting(LINE, own, entry.id)
        names.append(own)
    return state, names


@rule("FoF 25B")
def _withdrawing(heading: Heading, entry: Entry, state: GameState, rules: Ruleset) -> tuple[GameState, list[str]]:
    """The state with the withdrawals of a line due, and what is to be withdrawn."""
    account = account_name(state.phasing, heading.army or heading.force)
    models = [unit.model for unit in _air_units(entry)]
    for model in models:
        subject = f"{account}: {model}"
        state = state.noting(WITHDRAWALS, subject, (state.recall(WITHDRAWALS, subject) or 0) + 1)
    return state, models


@rule("FoF 25B", "FoF 25C", "FoF 25D")
def read_air_lines(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """What the order of battle lists for the phasing player's air units is handed to air replacement."""
    if scenario_of(state, rules) is None:
        return state
    for heading, entry in tuple(_due(state, rules)):
        arps = [points.amount for points in entry.points if points.kind == "ARP"]
        if arps and arps[0] is not None:
            subject = account_name(state.phasing, heading.army or heading.force)
            state = state.noting(ARP_ALLOWANCE, subject, arps[0]).noting(LISTED, entry.id, str(state.moment.turn))
        elif entry.action in ("arrive", "withdraw") and _air_units(entry):
            does, by, what = {
                "arrive": (_wait, REINFORCEMENTS, "air reinforcement"),
                "withdraw": (_withdrawing, WITHDRAWN, "withdrawal due"),
            }[entry.action]
            state, names = does(heading, entry, state, rules)
            state = state.noting(LISTED, entry.id, str(state.moment.turn))
            text = f"{what}: {', '.join(names)}"
            state = yield from record(Event(text, (by,), state, "air order of battle"))
    return state


# --- where they are placed -------------------------------------------------------------------------------------------


def _listed_at(entry: Entry) -> tuple[Place, ...]:
    """The places that a line names for its air units."""
    return next((at for unit, at in entry.each() if isinstance(unit, AirUnit)), ())


def _is_at(place: Place, ref: Hex, rules: Ruleset) -> bool:
    """Whether a hex is one of those that a line means; an airbase stands there by another rule."""
    board = rules.board
    if place.kind == "any" and (country := _AIRBASE_IN.match(place.name)):
        return board.country(ref) == rules.nations.find(country[1]).country
    if place.kind == "any" and (near := _AIRBASE_NEAR.match(place.name)):
        return board.distance(board.city_named(near[2]).hex, ref) <= int(near[1])
    return ref in hexes_of_place(place, rules)


@rule("FoF 25C")
def is_elsewhere(facts: AirReinforcement) -> bool:
    """Whether an air reinforcement would be placed elsewhere than where its line in the order of battle says."""
    state, rules = facts.state, facts.rules
    line = state.recall(LINE, facts.unit)
    if line is None:
        return False
    at = _listed_at(rules.orders_of_battle[ORDER_OF_BATTLE].entry(line))
    return bool(at) and not any(_is_at(place, facts.to, rules) for place in at)


STEPS: tuple[StepContribution, ...] = (
    StepContribution("air order of battle", "player turn", read_air_lines, by="FoF 25", before=POINTS),
)
PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "air reinforcements are placed as listed",
        "air reinforcement",
        "FoF 25C",
        "the order of battle places it elsewhere",
        is_elsewhere,
        possible="an airbase where its line in the order of battle says",
    ),
)
