"""When isolation is judged (SF 3G): at the start of the initial and of the combat phase of every player turn."""

from __future__ import annotations

from europa_rules.contributions import StepContribution
from europa_rules.ground.isolation import CHECK, judge_isolation

STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        f"{CHECK}, start of initial phase",
        "player turn",
        judge_isolation,
        by="SF 3G",
        after="start of player turn",
    ),
    StepContribution(
        f"{CHECK}, start of combat phase", "player turn", judge_isolation, by="SF 3G", after="start of combat"
    ),
)
