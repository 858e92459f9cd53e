"""Whose stacking limit binds overrunning units (FoF 13, an open point): that of the hex overrun, or of their own."""

from __future__ import annotations

from europa_rules.contributions import Gate, Source
from europa_rules.ground.overruns import LIMIT, OWN, TARGET

POINT = "fof-13-overrun-stacking"
SOURCES = tuple(
    Source(f"stacking limit: {reading}", LIMIT, by="FoF 13", value=reading, gate=Gate(point=POINT, reading=reading))
    for reading in (TARGET, OWN)
)
