"""Questions about support (FoF 11, with 24E and 31H)."""

from __future__ import annotations

from europa_rules.air.airborne import LANDED
from europa_rules.ground.facts import Combatant
from europa_rules.ground.support import is_supported, reckon_supported_strength
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS

HERE, ELSEWHERE = "here", "elsewhere"


def others(given: Given, key: str, place: str) -> tuple[Combatant, ...]:
    """The other units that stand under a key."""
    return tuple(
        Combatant(entry.as_unit(), stands_in=place, participates=entry.flag("participates", True))
        for entry in given.parts(key, ())
    )


@HANDLERS.answers(
    "reckon support",
    "unit role same_hex adjacent same_attack_other_hex air_dropped_this_player_turn options",
    within="participates",
    by="11",
)
def support(given: Given, rules: Ruleset) -> Answer:
    """Is the unit supported, and its strength from support alone?"""
    landed = {LANDED: "yes"} if given.flag("air_dropped_this_player_turn") else {}
    who = Combatant(given.unit("unit"), id="the unit", stands_in=HERE, situation=landed)
    group = (
        who,
        *others(given, "same_hex", HERE),
        *others(given, "adjacent", ELSEWHERE),
        *others(given, "same_attack_other_hex", ELSEWHERE),
    )
    role = given.text("role")
    return Answer.of(
        supported=is_supported(who, group, role, rules), strength=reckon_supported_strength(who, group, role, rules)
    )
