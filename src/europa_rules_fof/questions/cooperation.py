"""Questions about cooperation limits (FoF 31H)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.cooperation import reckon_cooperation
from europa_rules_fof.questions import HANDLERS


@HANDLERS.answers("reckon cooperation_drm", "attacker_nations", by="31H")
def cooperation_drm(given: Given, rules: Ruleset) -> Answer:
    """Die roll modifier of an attack by units of these nations."""
    nations = tuple(rules.nations.find(name).code for name in given.texts("attacker_nations"))
    return Answer.of(drm=reckon_cooperation(nations, rules))
