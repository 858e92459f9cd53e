"""Theaters (SF 3F): forces neither enter nor attack hexes outside the theaters that their player controls.

Where they are forced to, they are eliminated: the hexes are as closed to retreats as prohibited terrain.
"""

from __future__ import annotations

from importlib import resources

from europa_rules.campaign.regions import hexes_outside_theaters
from europa_rules.contributions import ChartFolder, Gate, Source
from europa_rules.ground.closed_ground import CLOSED

READINGS = resources.files("europa_rules_sf") / "readings"

SOURCES: tuple[Source, ...] = (
    Source("it lies outside the theaters that the player controls", CLOSED, by="SF 3F", value=hexes_outside_theaters),
)
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "north_east_italy_stays", Gate(point="sf-3E1-north-east-italy", reading="no")),
    ChartFolder(READINGS / "slovakia_and_andorra_open", Gate(point="sf-3F-slovakia-and-andorra", reading="open")),
    ChartFolder(READINGS / "no_isolation_by_port", Gate(point="sf-3G-supplied-port", reading="literal")),
)
