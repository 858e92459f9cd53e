"""The one-hex move as the whole move of a phase (FoF 6, an open point)."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.one_hex_move import whole_move

PROHIBITIONS: tuple[Prohibition, ...] = (whole_move("FoF 6", "fof-6-one-hex-move"),)
