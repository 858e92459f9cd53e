"""The weather of 1940 (FoF 27): it is the same throughout the campaign."""

from __future__ import annotations

from europa_rules.citations import rule
from europa_rules.ruleset import Ruleset


@rule("FoF 27")
def weather_of_campaign(rules: Ruleset) -> str:
    """The weather of every turn.

    >>> from europa_rules import load
    >>> weather_of_campaign(load("fof"))
    'clear'
    """
    (always,) = rules.charts["weather_table"].texts("lists", "always")
    return always
