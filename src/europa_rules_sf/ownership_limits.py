"""Advanced ownership (SF 43C1): a ZOC alone takes no city or airbase, and less than one RE holds no hex for good."""

from __future__ import annotations

from europa_rules.contributions import Gate, Option
from europa_rules.ground.ownership import limits_on_gaining

RULE = "43C1"
OPTIONS = (Option(RULE, "Ownership", by="SF 43C1"),)
PROHIBITIONS = limits_on_gaining("SF 43C1", Gate(option=RULE))
