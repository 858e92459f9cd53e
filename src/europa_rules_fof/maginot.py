"""The fortified lines of 1940 (FoF 31A4, 31A5): whom they serve, and hexsides that are borders.

What they do to an attack stands in the fortifications chart: the Maginot Line quarters attackers across a border
hexside and halves others, siege artillery excepted; occupants of both lines ignore retreats. Here is what no chart
says: the Westwall serves the Axis only.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.contributions import ChartFolder, Gate, Prohibition
from europa_rules.ground.battleground import FortificationUse
from europa_rules.ground.fortifications import GONE, after_capture
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side

WESTWALL = "westwall"
BORDER, NON_BORDER = "border", "non_border"
IS_BORDER = {BORDER: True, NON_BORDER: False}
"""Whether a hexside is a border, by the words for hexsides of the Maginot Line."""


def westwall_serves_allies(facts: FortificationUse) -> bool:
    """Whether Allied units would profit by the Westwall."""
    return facts.name == WESTWALL and facts.side == ALLIED


@frozen
class WestwallHex:
    """A Westwall hex: whether it is destroyed, and the side that it serves now, if any."""

    is_destroyed: bool
    serves: Side | None


@rule("FoF 31A4")
def westwall_after(owners: Sequence[Side], rules: Ruleset) -> WestwallHex:
    """A Westwall hex after sides have taken it one after another: it is never destroyed, and serves the Axis only.

    >>> from europa_rules import load
    >>> westwall_after((ALLIED, AXIS), load("fof")).serves
    'Axis'
    """
    holder = owners[-1] if owners else AXIS
    served = rules.forbid("fortification", FortificationUse(WESTWALL, holder)).allowed
    return WestwallHex(after_capture(WESTWALL, rules, alone=True) in GONE, holder if served else None)


PROHIBITIONS = (
    Prohibition(
        "the Westwall serves the Axis",
        "fortification",
        by="FoF 31A4",
        why="Allied units have no benefit from the Westwall",
        when=westwall_serves_allies,
    ),
)
READINGS = resources.files("europa_rules_fof") / "readings"
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "de_not_ignored", Gate(point="fof-31A5-ignored-retreats", reading="all-but-de")),
    ChartFolder(READINGS / "only_dr_ignored", Gate(point="fof-31A5-ignored-retreats", reading="dr-only")),
)
