"""Bridges (FoF 7C, optional): over rivers and canals, for their owner only, and brought down by any units together."""

from __future__ import annotations

from europa_rules.contributions import Gate, Option, Source
from europa_rules.ground.bridges import BRIDGES, BridgeTerms, keep_bridge_owners
from europa_rules.ground.ownership import GAINED

IN_USE = Gate(option="7C")
TERMS = BridgeTerms(frozenset({"river", "major_river", "canal"}), owner_only=True, mps=4, together=True)

OPTIONS = (Option("7C", "Bridges", by="FoF 7C"),)
SOURCES = (
    Source("bridges", BRIDGES, by="FoF 7C", value=TERMS, gate=IN_USE),
    Source("owners of bridges", GAINED, by="FoF 7C1", value=keep_bridge_owners, gate=IN_USE),
)
