"""What is remembered for the Allied reaction phase (FoF 31E2)."""

from __future__ import annotations

from europa_rules.state import FactKind

PHASE = "reaction"
"""The phase."""

ARMY = FactKind("army", "game turn", str)
"""The army in which a French or British unit was set up (subject: the piece)."""

REACTED = FactKind("moved in the reaction phase", "game turn", bool)
"""Units of an invaded neutral have moved in the reaction phase (subject: the country)."""
