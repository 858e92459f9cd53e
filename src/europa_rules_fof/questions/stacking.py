"""Questions about stacking (FoF 8)."""

from __future__ import annotations

from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import StackFacts, rule_on_stack
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS


@HANDLERS.answers(
    "ruling stack",
    "moment terrain stack carried fortification place will_comply_at cause corps_marker",
    within="",
    by="8A",
)
def stack(given: Given, rules: Ruleset) -> Answer:
    """May these units be in the hex at the moment? A corps marker stands for them and changes nothing."""
    facts = StackFacts(
        units=(*given.units("stack"), *given.units("carried", ())),
        ground=Ground(terrain=given.text("terrain", "clear")),
        fortifications=frozenset((given.text("fortification", "") or "",)),
        moment=given.text("moment", "end of movement phase"),
        complies_at=given.text("will_comply_at", ""),
        cause=given.text("cause", "") or "",
        place=given.text("place", "") or "",
    )
    return Answer.legal(rule_on_stack(facts, rules))
