"""What does not gain a hex for good (FoF 3D): a ZOC alone over a city or an airbase, and less than one RE of units."""

from __future__ import annotations

from europa_rules.ground.ownership import limits_on_gaining

PROHIBITIONS = limits_on_gaining("FoF 3D")
