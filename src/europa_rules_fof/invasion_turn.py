"""The German invasion turn on the board (FoF 31E1, 33A): what is otherwise in the first player turn of the game.

Needs a game that was set up from a scenario. Where the scenario demands it, Germany invades as the turn begins; there
is no exploitation phase, no German rail movement, and French ZOCs do not reach into Belgium and Luxembourg.
"""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.campaign.nations import happened, invasion_of
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.sequence import HELD, PhaseEnd
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Prohibition, Source, StepContribution
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece
from europa_rules_fof.duty_checks import ITALY_ENTERS
from europa_rules_fof.nation_zones import INVASION_TURN, ITALY_AT_WAR, NO, YES
from europa_rules_fof.national_events import enter_war, war_event
from europa_rules_fof.surprise import CHART, PhaseFacts, is_invasion_turn, rule_on_invasions, rule_on_phase

HISTORICAL = "historical"
"""The scenario in which Germany has to invade (33A)."""

CONCERNED = ("fr", "ge")
"""Nations whose units the invasion turn concerns."""


@rule("FoF 31E1")
def is_invasion_now(state: GameState, rules: Ruleset) -> bool:
    """Whether a game stands in the German invasion turn; one that began from a position has none."""
    moment = state.moment
    return is_invasion_turn(moment.turn, moment.player, rules) and scenario_of(state, rules) is not None


def _is_left_out(facts: PhaseEnd) -> bool:
    invasion = is_invasion_now(facts.state, facts.rules)
    return not rule_on_phase(PhaseFacts(facts.phase, facts.side, invasion), facts.rules).allowed


@rule("FoF 31E1", "FoF 28A1")
def situation_of(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What a piece has to do with the invasion turn, and an Italian one with the peace of Italy."""
    if piece.unit.nation in CONCERNED and is_invasion_now(state, rules):
        return {INVASION_TURN: YES}
    if piece.unit.nation == "it" and scenario_of(state, rules) is not None:
        return {ITALY_AT_WAR: YES if ITALY_ENTERS in happened(state) else NO}
    return {}


@rule("FoF 33A")
def invade_at_once(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the invasion turn begins: Germany invades what the scenario has it invade; the player has no choice."""
    scenario = scenario_of(state, rules)
    if scenario is None or not is_invasion_now(state, rules):
        return state
    demanded = rules.charts[CHART].texts("lists", "must_invade")
    if rule_on_invasions((), scenario.id == HISTORICAL, rules).allowed:
        return state
    for country in demanded:
        if invasion_of(country, rules) not in happened(state):
            before, state = state, enter_war(invasion_of(country, rules), state, rules)
            state = yield from war_event(country, before, state, (Citation("FoF", "33A"),), rules)
    return state


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "no exploitation phase in the invasion turn",
        HELD,
        by="FoF 31E1",
        why="the German invasion turn has no exploitation phase",
        when=_is_left_out,
    ),
)
SOURCES: tuple[Source, ...] = (Source("the invasion turn", PIECE_CIRCUMSTANCES, by="FoF 31E1", value=situation_of),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("invasion", "player turn", invade_at_once, by="FoF 33A", before="initial phase"),
)
