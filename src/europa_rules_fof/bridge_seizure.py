"""German commandos (FoF 14L): bridges are seized in the surprise turn of May I 1940, by the Axis player only."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.bridge_seizure import Seizure
from europa_rules.sides import Turn

SURPRISE_TURN = Turn(1940, 5, 1)
NATION = "ge"


def _is_too_late(facts: Seizure) -> bool:
    late = facts.turn is not None and facts.turn != SURPRISE_TURN
    return late or facts.is_invasion_turn is False


def _is_no_german(facts: Seizure) -> bool:
    return facts.unit.nation not in ("", NATION)


PROHIBITIONS = (
    Prohibition(
        "bridges are seized by surprise",
        "seize bridge",
        by="FoF 14L",
        why="bridges are seized in the surprise turn of May I 1940 only",
        when=_is_too_late,
    ),
    Prohibition(
        "German commandos only",
        "seize bridge",
        by="FoF 14L",
        why="only German commandos seize bridges",
        when=_is_no_german,
    ),
)
