"""Pictures of boards, positions and games as SVG: terrain, counters, overlays, legend; `draw` makes one."""

from europa_rules.render.detail import DETAILS
from europa_rules.render.overlays import AirRange, Assault, Destinations, Drawable, Owners, Zones
from europa_rules.render.picture import Picture, draw
from europa_rules.render.regions import region_of
from europa_rules.render.style import THEMES
from europa_rules.render.supply import SupplyLines

__all__ = [
    "DETAILS",
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
