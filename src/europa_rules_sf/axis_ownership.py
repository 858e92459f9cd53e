"""German-owned and Italian-owned hexes (SF 3D): which of the two an Axis-owned hex is, until Italy surrenders."""

from __future__ import annotations

from europa_rules.campaign.nations import happened
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.nations import normal
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

ITALY_SURRENDERS = "Italy surrenders"
ITALIAN_LANDS = frozenset({"italy", "sicily", "sardinia", "corsica", "corse"})
GERMAN, ITALIAN = "German", "Italian"


@rule("SF 3D")
def nation_of_axis_hex(place: str, *, italy_has_surrendered: bool) -> str:
    """Whether an Axis-owned hex in a place (a country, an island, a part of one) is German-owned or Italian-owned.

    >>> nation_of_axis_hex("Corsica", italy_has_surrendered=False)
    'Italian'
    """
    lies_there = not ITALIAN_LANDS.isdisjoint(normal(place).split("_"))
    return ITALIAN if lies_there and not italy_has_surrendered else GERMAN


@rule("SF 3D")
def axis_nation_at(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """Whether an Axis-owned hex is German-owned or Italian-owned now."""
    place = f"{rules.board.country(ref)} {rules.board.district(ref)}"
    return nation_of_axis_hex(place, italy_has_surrendered=ITALY_SURRENDERS in happened(state))
