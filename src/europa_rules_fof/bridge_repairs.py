"""What the repair of a bridge over a major river costs (FoF 14A1): the words that say so are lost."""

from __future__ import annotations

from importlib import resources

from europa_rules.contributions import ChartFolder, Gate

READINGS = resources.files("europa_rules_fof") / "readings"
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(
        READINGS / "major_bridges_without_resource_point",
        Gate(point="fof-14A1-bridge-repair-cost", reading="eight-only"),
    ),
)
