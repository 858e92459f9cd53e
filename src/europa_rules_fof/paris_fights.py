"""Fights in Paris, and its surrender, on the board (FoF 28B1b).

Needs a game that was set up from a scenario; remembers each combat and overrun in Paris for victory points, and takes
Allied units out of play in an open city that German units stand in or next to.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve

from europa_rules.campaign.nations import HAPPENED, happened
from europa_rules.campaign.points_record import score
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.facts import ATTEMPT
from europa_rules.hexes import Hex
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Turn
from europa_rules.state import GameState
from europa_rules_fof.paris import BY, OPEN_CITY, OpenParis, is_surrendered, reckon_fights

FIGHTS = "paris combats"
"""The event of the victory chart."""


@remembered()
def hexes_of_paris(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of Paris."""
    return next((city.hexes for city in rules.board.major_cities if city.name == "Paris"), ())


@rule("FoF 28B1b", "FoF VP")
def count_fight(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an attack is declared: a unit that attacks from Paris or defends in it costs the Allies victory points."""
    attempt = state.recall(ATTEMPT, "")
    if attempt is None:
        return state
    places = (attempt.target, *(state.piece(unit).place for unit in attempt.attackers if unit in state.pieces))
    return (yield from note_fight("a combat", places, state, rules))


@rule("FoF 28B1b", "FoF VP")
def note_fight(what: str, places: Iterable[Hex], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The state that remembers a fight in one of these hexes, if that is in Paris and Paris no open city."""
    fought = scenario_of(state, rules) is not None and OPEN_CITY not in happened(state)
    if not fought or set(places).isdisjoint(hexes_of_paris(rules)):
        return state
    state = score(FIGHTS, 1, state)
    points = reckon_fights(False, (1,), rules)
    text = f"{what} in Paris: {points.value} victory points for the Allies"
    return (yield from record(Event(text, (BY,), state, "fight in Paris", (("points", points),))))


def _has_germans(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a German unit stands in a hex or next to it."""
    around = (ref, *rules.board.neighbors_of(ref))
    return any(piece.unit.nation == "ge" for here in around for piece in state.at(here))


@rule("FoF 28B1b")
def surrender_paris(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After an order: Allied units and air units in an open Paris surrender to German units that come near."""
    declared = state.recall(HAPPENED, OPEN_CITY)
    if declared is None or scenario_of(state, rules) is None:
        return state
    since = Turn.parse(declared)
    for ref in hexes_of_paris(rules):
        near = _has_germans(ref, state, rules)
        if not is_surrendered(OpenParis(since, state.moment.turn, near)):
            continue
        units = [piece.id for piece in state.friends_at(ref, ALLIED)]
        air = [piece.id for piece in state.air_at(ref) if piece.side == ALLIED]
        if units or air:
            state = evolve(state.without(*units), air=state.air.drop(*air))
            text = f"{', '.join((*units, *air))} surrender in the open city of Paris"
            state = yield from record(Event(text, (BY,), state, "surrendered"))
    return state


STEPS: tuple[StepContribution, ...] = (
    StepContribution("fights in Paris", "attack", count_fight, by="FoF 28B1b", after="declare"),
    StepContribution("Paris surrenders", "order", surrender_paris, by="FoF 28B1b", after="carried out"),
)
