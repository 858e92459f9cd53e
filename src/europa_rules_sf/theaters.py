"""Theaters (SF 3F): forces neither enter nor attack hexes outside the theaters that their player controls."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from typing import Protocol

from europa_rules.campaign.regions import TheaterEntry, hexes_outside_theaters, is_outside_theaters
from europa_rules.contributions import ChartFolder, Gate, Prohibition, Source
from europa_rules.ground.circumstances import CIRCUMSTANCES
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

OUTSIDE = "outside the controlled theaters"
YES, NO = "yes", "no"
READINGS = resources.files("europa_rules_sf") / "readings"


class Situated(Protocol):
    """Facts with a situation that contributed rules read."""

    @property
    def situation(self) -> Mapping[str, str]:
        """Further facts by name."""


def tell(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """Whether a hex is outside the theaters that a side controls."""
    return {OUTSIDE: YES if ref in hexes_outside_theaters(side, state, rules) else NO}


def told(facts: TheaterEntry, rules: Ruleset) -> Mapping[str, str]:
    """The same of a place off the board."""
    return {OUTSIDE: YES if is_outside_theaters(facts, rules) else NO}


def is_outside(facts: Situated) -> bool:
    """Whether the hex is outside the theaters that the acting side controls."""
    return facts.situation.get(OUTSIDE) == YES


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "entering hexes outside the controlled theaters",
        "enter hex",
        by="SF 3F",
        why="the hex is outside the theaters that the player controls",
        when=is_outside,
        possible="stay within the controlled theaters",
    ),
    Prohibition(
        "attacking hexes outside the controlled theaters",
        "attack",
        by="SF 3F",
        why="the attacked hex is outside the theaters that the player controls",
        when=is_outside,
        possible="attack within the controlled theaters",
    ),
    Prohibition(
        "retreating out of the controlled theaters",
        "retreat into hex",
        by="SF 3F",
        why="a unit that leaves the theaters its player controls is eliminated",
        when=is_outside,
    ),
)
SOURCES: tuple[Source, ...] = (Source("controlled theaters", CIRCUMSTANCES, by="SF 3F", value=tell),)
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "north_east_italy_stays", Gate(point="sf-3E1-north-east-italy", reading="no")),
    ChartFolder(READINGS / "slovakia_and_andorra_open", Gate(point="sf-3F-slovakia-and-andorra", reading="open")),
    ChartFolder(READINGS / "no_isolation_by_port", Gate(point="sf-3G-supplied-port", reading="literal")),
)
