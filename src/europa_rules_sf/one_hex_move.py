"""The one-hex move as the whole move of a phase, and for terrain only (SF 6, open points)."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.one_hex_move import for_terrain_only, whole_move

PROHIBITIONS: tuple[Prohibition, ...] = (
    for_terrain_only("SF 6", "sf-6-one-hex-costs"),
    whole_move("SF 6", "sf-6-one-hex-move"),
)
