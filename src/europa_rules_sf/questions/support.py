"""Questions about support (SF 11, with 24E)."""

from __future__ import annotations

from itertools import repeat

from europa_rules.ground.facts import Combatant
from europa_rules.ground.support import ATTACK, DEFENSE, FURTHER_HALVINGS, reckon_supported_total
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.parachute_headquarters import DISRUPTED
from europa_rules_sf.questions import HANDLERS

ROLES = {"attacker": ATTACK, "defender": DEFENSE, "attack": ATTACK, "defense": DEFENSE}


def member(entry: Given) -> tuple[Combatant, ...]:
    """A unit of the group, as many times as it says."""
    disrupted = {DISRUPTED: "yes"} if entry.flag("disrupted") else {}
    who = Combatant(
        entry.as_unit(),
        stands_in=entry.text("hex", "here"),
        retreated_here=entry.flag("retreated_into_hex_this_phase"),
        participates=entry.flag("attacking", True),
        situation={**disrupted, FURTHER_HALVINGS: str(entry.count("other_halvings"))},
    )
    return tuple(repeat(who, entry.whole("count", 1)))


@HANDLERS.answers(
    "supported_strength",
    "role units",
    within="attacker attacking defender disrupted hex other_halvings retreated_into_hex_this_phase supported_strength",
    by="11",
)
def supported_strength(given: Given, rules: Ruleset) -> Answer:
    """Total strength of the units after support."""
    group = tuple(who for entry in given.parts("units") for who in member(entry))
    return Answer.of(strength=reckon_supported_total(group, ROLES.get(given.text("role"), DEFENSE), rules))
