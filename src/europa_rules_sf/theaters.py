"""Theaters (SF 3F): forces neither enter nor attack hexes outside the theaters that their player controls.

Where they are forced to, they are eliminated: the hexes are as closed to retreats as prohibited terrain.
"""

from __future__ import annotations

from importlib import resources

from europa_rules.campaign.regions import gather_theater_entry, hexes_outside_theaters, rule_on_theater
from europa_rules.contributions import ChartFolder, Gate, Source
from europa_rules.ground.closed_ground import CLOSED, ClosedGround
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

READINGS = resources.files("europa_rules_sf") / "readings"


def rule_on_entry(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a side's forces may enter or attack a hex of their own will, as far as theaters go."""
    return rule_on_theater(gather_theater_entry(ref, side, state, rules), rules)


SOURCES: tuple[Source, ...] = (
    Source(
        "it lies outside the theaters that the player controls",
        CLOSED,
        by="SF 3F",
        value=ClosedGround(hexes_outside_theaters, rule_on_entry),
    ),
)
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "north_east_italy_stays", Gate(point="sf-3E1-north-east-italy", reading="no")),
    ChartFolder(READINGS / "slovakia_and_andorra_open", Gate(point="sf-3F-slovakia-and-andorra", reading="open")),
    ChartFolder(READINGS / "no_isolation_by_port", Gate(point="sf-3G-supplied-port", reading="literal")),
)
