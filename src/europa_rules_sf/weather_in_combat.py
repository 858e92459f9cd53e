"""What weather does to attacks (SF 36B) where the book leaves it open: frost, and reduced armor effects.

The effects stand in the terrain effects and the armor effects charts; here are the other readings of the open points.
"""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Gate
from europa_rules_sf.theaters import READINGS

CHARTS = (
    ChartFolder(READINGS / "frost_as_winter", Gate(point="sf-36B-frost", reading="as-winter")),
    ChartFolder(READINGS / "armor_unreduced_by_weather", Gate(point="sf-36B-reduced-aec", reading="unreduced")),
)
