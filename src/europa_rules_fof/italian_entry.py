"""The Italian entry on the board (FoF 28A1, 33A): when Italy enters the war, and its forces with it.

Needs a game that was set up from a scenario, and the turn and the events that bring Italy into the war (the chart of
national events); lets it enter as an Axis player turn begins, and sets its forces up where the order of battle has
them. Until then Italy is closed to the Allies.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.campaign.listed_places import country_hexes
from europa_rules.campaign.nations import happened, let_happen
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.closed_ground import CLOSED
from europa_rules.hexes import Hex
from europa_rules.orders_of_battle.lines import Entry, Heading
from europa_rules.permissions import Ruling
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import AirPiece, GameState, Piece
from europa_rules.units import Unit
from europa_rules_fof.blitzkrieg import ENTERED
from europa_rules_fof.duty_checks import ITALY_ENTERS
from europa_rules_fof.fighter_command import free_air_id

BY, SET_UP = Citation("FoF", "28A1"), Citation("FoF", "33A")
CHART, ENTRY = "national_events", "28A1-italian-entry"
HISTORICAL = Turn(1940, 6, 2)
"""The turn of the Italian entry by one reading."""

IF, WHEN = "Italy intervenes", "when Italy intervenes"
"""How lines and headings of the orders of battle say that they wait for the Italian entry."""


@frozen
class EntryFacts:
    """What may bring Italy into the war.

    Attributes:
        turn: the game turn. events: what has happened in the game.
    """

    turn: Turn
    events: frozenset[str] = frozenset()


def _terms(rules: Ruleset) -> tuple[Turn, tuple[str, ...]]:
    """The turn on which Italy enters, and the events after which it enters sooner."""
    if rules.reads(ENTRY, "jun-ii"):
        return HISTORICAL, ()
    chart = rules.charts[CHART]
    return Turn.parse(chart.text("italian_entry", "turn").value), chart.texts("italian_entry", "after")


@rule("FoF 28A1")
def rule_on_entry(facts: EntryFacts, rules: Ruleset) -> Ruling:
    """Whether Italy enters the war now: on its turn, or sooner after an event that brings it in.

    >>> from europa_rules import load
    >>> print(rule_on_entry(EntryFacts(Turn.parse("Jun I 40")), load("fof")))
    refused: Italy stays out of the war (FoF 28A1). Possible: it enters on Jun II 40.
    """
    turn, after = _terms(rules)
    stays_out = facts.turn < turn and facts.events.isdisjoint(after)
    ruling = Ruling.refuse_if(stays_out, "Italy stays out of the war", BY, possible=f"it enters on {turn}")
    return ruling & Ruling(rests_on=rules.resting(ENTRY))


# --- its forces ------------------------------------------------------------------------------------------------------


def _waiting(rules: Ruleset) -> Iterator[tuple[Heading, Entry]]:
    """The entries of the orders of battle that wait for the Italian entry."""
    for name in ("initial", "reinforcements"):
        for heading, entry in rules.orders_of_battle[name].entries():
            if IF in entry.condition or heading.when == WHEN:
                yield heading, entry


def _flyer(unit: AirUnit, heading: Heading, to: Hex, state: GameState) -> AirPiece:
    return AirPiece(free_air_id(unit, state), unit, AXIS, to, organization=unit.force or heading.force)


def set_up_italy(state: GameState, rules: Ruleset) -> GameState:
    """The state with the Italian forces where the order of battle has them."""
    for heading, entry in _waiting(rules):
        for unit, at in entry.each():
            to = rules.board.place((at or heading.at)[0].hex)
            if isinstance(unit, AirUnit):
                state = state.with_air(_flyer(unit, heading, to, state))
            elif isinstance(unit, Unit):
                state = state.with_piece(Piece(state.free_id(piece_name(unit)), unit, AXIS, to))
    return state


@rule("FoF 28A1", "FoF 33A")
def enter_italy(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Axis player turn begins: Italy enters the war, and its forces are set up."""
    events = happened(state)
    if scenario_of(state, rules) is None or state.phasing != AXIS or ITALY_ENTERS in events:
        return state
    ruling = rule_on_entry(EntryFacts(state.moment.turn, events), rules)
    if not ruling.allowed:
        return state
    state = let_happen(ITALY_ENTERS, state).noting(ENTERED, "it", str(state.moment.turn))
    state = yield from record(Event(ITALY_ENTERS, (BY,), state, "country at war"))
    before = len(state.pieces) + len(state.air)
    state = set_up_italy(state, rules)
    number = len(state.pieces) + len(state.air) - before
    text = f"the Italian forces are set up: {number} units and air units"
    return (yield from record(Event(text, (SET_UP,), state, "forces set up")))


# --- Italy at peace --------------------------------------------------------------------------------------------------


@remembered()
def _italy(rules: Ruleset) -> frozenset[Hex]:
    return frozenset(country_hexes("Italy", rules))


def closed_at_peace(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """Italy, which the Allies do not enter before it is at war, in a game set up from a scenario."""
    at_peace = scenario_of(state, rules) is not None and ITALY_ENTERS not in happened(state)
    return _italy(rules) if at_peace and side == ALLIED else frozenset()


SOURCES: tuple[Source, ...] = (Source("Italy is not at war", CLOSED, by="FoF 28A1", value=closed_at_peace),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("Italian entry", "player turn", enter_italy, by="FoF 28A1", before="initial phase"),
)
