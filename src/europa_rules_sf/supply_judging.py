"""When supply is judged in 1943 to 1945 (SF 12B, 12C3a, 12D): in every initial phase, once arrivals have been placed.

Isolation has been judged as the phase began. Then units long cut off are checked for elimination, and supply points
that have lasted two initial phases are removed.
"""

from __future__ import annotations

from europa_rules.contributions import Gate, StepContribution
from europa_rules.ground.delivered_supply import remove_old_supplies
from europa_rules.ground.isolation import CHECK
from europa_rules.ground.supply import SUPPLY_CHECK, judge_supply
from europa_rules.ground.supply_elimination import check_for_elimination

ORDER = "sf-12B-initial-phase-order"
_LATE, _EARLY = f"{SUPPLY_CHECK}, end of initial phase", f"{SUPPLY_CHECK}, start of initial phase"
_ANCHORS = ((_LATE, "initial phase", "arrivals-first"), (_EARLY, f"{CHECK}, start of initial phase", "supply-first"))


def _steps(name: str, anchor: str, reading: str) -> tuple[StepContribution, ...]:
    gate = Gate(point=ORDER, reading=reading)
    return (
        StepContribution(name, "player turn", judge_supply, by="SF 12B", after=anchor, gate=gate),
        StepContribution(
            f"supply points removed, {reading}",
            "player turn",
            remove_old_supplies,
            by="SF 12C3a",
            after=name,
            gate=gate,
        ),
        StepContribution(
            f"elimination checks, {reading}", "player turn", check_for_elimination, by="SF 12D", after=name, gate=gate
        ),
    )


STEPS: tuple[StepContribution, ...] = tuple(step for anchor in _ANCHORS for step in _steps(*anchor))
