"""When supply is judged in 1940 (FoF 12B, 12C3, 12D3), and the readings of what lack of it does.

Supply and isolation are judged in every initial phase, after all arrivals; then, by option, units long cut off are
checked for elimination, and delivered supply that has lasted two initial phases is removed.
"""

from __future__ import annotations

from importlib import resources

from europa_rules.contributions import ChartFolder, Gate, Option, StepContribution
from europa_rules.ground.delivered_supply import remove_old_supplies
from europa_rules.ground.isolation import CHECK
from europa_rules.ground.supply import SUPPLY_CHECK, judge_supply
from europa_rules.ground.supply_elimination import check_for_elimination

ELIMINATION = "12D3"
_STEP = f"{SUPPLY_CHECK}, end of initial phase"
OPTIONS = (Option(ELIMINATION, "Elimination from lack of supply", by="FoF 12D3"),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution(_STEP, "player turn", judge_supply, by="FoF 12B", after=f"{CHECK}, end of initial phase"),
    StepContribution("delivered supply removed", "player turn", remove_old_supplies, by="FoF 12C3", after=_STEP),
    StepContribution(
        "elimination checks",
        "player turn",
        check_for_elimination,
        by="FoF 12D3",
        after=_STEP,
        gate=Gate(option=ELIMINATION),
    ),
)
READINGS = resources.files("europa_rules_fof") / "readings"
_FIRST_TURN, _FOREST, _REGULAR = "fof-12D2a-first-turn-attack", "fof-12B2-forest-doubles", "fof-26B3-regular-supply"
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "only_isolated_quartered", Gate(point=_FIRST_TURN, reading="isolated-quartered")),
    ChartFolder(READINGS / "only_isolated_halved", Gate(point=_FIRST_TURN, reading="isolated-halved")),
    ChartFolder(READINGS / "forest_doubles_everywhere", Gate(point=_FOREST, reading="both")),
    ChartFolder(READINGS / "forest_doubles_nowhere", Gate(point=_FOREST, reading="neither")),
    ChartFolder(READINGS / "full_supply_alone_regular", Gate(point=_REGULAR, reading="full-only")),
)
