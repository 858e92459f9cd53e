"""Pictures of boards, positions and games as SVG: terrain, counters, overlays, legend; `draw` makes one."""

from europa_rules.render.overlays import AirRange, Assault, Destinations, Drawable, Owners, SupplyLines, Zones
from europa_rules.render.picture import Picture, draw
from europa_rules.render.regions import region_of
from europa_rules.render.style import THEMES

__all__ = [
    "THEMES",
    "AirRange",
    "Assault",
    "Destinations",
    "Drawable",
    "Owners",
    "Picture",
    "SupplyLines",
    "Zones",
    "draw",
    "region_of",
]
