"""Where air units of The Fall of France may base and fly (FoF 28C4, 29C3): British Fighter Command, Switzerland."""

from __future__ import annotations

from importlib import resources

from attrs import frozen

from europa_rules.air.airbases import BaseUse
from europa_rules.citations import Citation, rule
from europa_rules.contributions import ChartFolder, Gate, Prohibition, Source
from europa_rules.permissions import Ruling

FIGHTER_COMMAND = "Fighter Command"
BRITAIN = "Britain"
_BRITISH = frozenset({BRITAIN, "Great Britain", "United Kingdom", "England", ""})
BY = Citation("FoF", "29C3")


@frozen
class HomeBase:
    """An air unit of a force ("RAF (Fighter Command)"), and the country of an airbase that it would use, "" for any."""

    force: str
    country: str


@rule("FoF 29C3")
def rule_on_home(facts: HomeBase) -> Ruling:
    """Whether air units of a force use an airbase in a country: Fighter Command stays in Britain.

    >>> print(rule_on_home(HomeBase("Fighter Command", "France")))
    refused: Fighter Command uses no airbase outside Britain (FoF 29C3). Possible: an airbase in Britain.
    """
    return Ruling.refuse_if(
        FIGHTER_COMMAND in facts.force and facts.country not in _BRITISH,
        "Fighter Command uses no airbase outside Britain",
        BY,
        possible="an airbase in Britain",
    )


def away_from_home(facts: BaseUse) -> bool:
    """Whether an air unit of Fighter Command would use an airbase outside Britain."""
    return not rule_on_home(HomeBase(facts.organization, facts.country)).allowed


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "Fighter Command stays in Britain",
        "use airbase",
        "FoF 29C3",
        "Fighter Command uses no airbase outside Britain",
        away_from_home,
        possible="an airbase in Britain",
    ),
)
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(
        resources.files("europa_rules_fof").joinpath("readings", "rolls_not_given_fail"),
        Gate(point="fof-17B-success-rows", reading="always-fail"),
    ),
)
SOURCES: tuple[Source, ...] = (Source("Swiss neutrality", "closed skies", "FoF 28C4", "Switzerland"),)
