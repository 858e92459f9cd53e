"""Where nations exert no ZOCs (FoF 28A, 31E1): outside an operational area, and into Belgium on the invasion turn."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.campaign.nations import happened
from europa_rules.campaign.postings import scenario_of
from europa_rules.contributions import Prohibition, Source
from europa_rules.ground.circumstances import GAME_CIRCUMSTANCES
from europa_rules.ground.zones import ZocReach
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules_fof.duty_checks import ITALY_ENTERS
from europa_rules_fof.surprise import is_invasion_turn

ITALY_AT_WAR = "Italy at war"
INVASION_TURN = "invasion turn"
NO, YES = "no", "yes"


def told_of(facts: ZocReach, name: str) -> str | None:
    """What is told by this name, of the hex or of the unit."""
    return facts.situation.get(name) or facts.exertion.situation.get(name)


def outside_italy(facts: ZocReach) -> bool:
    """Whether an Italian unit stands by while Italy is not at war, and the hex is outside Italy."""
    is_neutral = told_of(facts, ITALY_AT_WAR) == NO
    return facts.exertion.unit.nation == "it" and is_neutral and facts.country not in ("", "Italy")


def into_belgium(facts: ZocReach) -> bool:
    """Whether a French ZOC would reach into Belgium or Luxembourg on the turn of the German invasion."""
    is_french = facts.exertion.unit.nation == "fr"
    return is_french and told_of(facts, INVASION_TURN) == YES and facts.country in ("Belgium", "Luxembourg")


def nations_at_war(state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """Whether Italy is at war, and whether Germany invades; in a position without a scenario, all may fight."""
    if scenario_of(state, rules) is None:
        return {}
    invades = is_invasion_turn(state.moment.turn, state.phasing, rules)
    return {
        ITALY_AT_WAR: YES if ITALY_ENTERS in happened(state) else NO,
        INVASION_TURN: YES if invades else NO,
    }


PROHIBITIONS = (
    Prohibition(
        "outside the Italian operational area",
        "zoc reaches",
        by="FoF 28A",
        why="Italian units exert no ZOCs outside Italy until it enters the war",
        when=outside_italy,
    ),
    Prohibition(
        "French ZOCs on the invasion turn",
        "zoc reaches",
        by="FoF 31E1",
        why="French ZOCs do not extend into Belgium and Luxembourg on the turn of the German invasion",
        when=into_belgium,
    ),
)

SOURCES = (Source("nations at war", GAME_CIRCUMSTANCES, by="FoF 28A, FoF 31E1", value=nations_at_war),)
