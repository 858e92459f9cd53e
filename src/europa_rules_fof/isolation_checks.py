"""When isolation is judged (FoF 12B): in the initial phase of every player turn, after all arrivals."""

from __future__ import annotations

from europa_rules.contributions import StepContribution
from europa_rules.ground.isolation import CHECK, judge_isolation

STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        f"{CHECK}, end of initial phase", "player turn", judge_isolation, by="FoF 12B", after="initial phase"
    ),
)
