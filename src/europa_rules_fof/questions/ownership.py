"""Questions about the ownership of hexes (FoF 3D)."""

from __future__ import annotations

from europa_rules.ground.ownership import HexOwnership, Presence, reckon_owner
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules_fof.questions import HANDLERS


@HANDLERS.answers(
    "reckon hex_owner",
    "owner_before features units_in_hex_re zoc_into_hex visit",
    within="Allied Axis airbase city has_left re",
    by="3D",
)
def hex_owner(given: Given, rules: Ruleset) -> Answer:
    """Owner of a hex after occupation, ZOCs, or a visit by a unit that may have left."""
    units, zocs, visit = (given.part(key, {}) for key in ("units_in_hex_re", "zoc_into_hex", "visit"))
    there = [Presence(Side(side), units.number(side)) for side in sorted(units.keys()) if units.number(side)]
    visitors = [Presence(Side(visit.text("side")), visit.number("re", 1))] if tuple(visit.keys()) else []
    has_left = visit.flag("has_left")
    contains = dict.fromkeys(given.texts("features", ()), True)
    found = reckon_owner(
        HexOwnership(
            owner=Side(given.text("owner_before")),
            occupied=(*there, *([] if has_left else visitors)),
            zoc_of=frozenset(Side(side) for side in sorted(zocs.keys()) if zocs.flag(side)),
            is_city=contains.get("city", False),
            is_airbase=contains.get("airbase", False),
            left=next(iter(visitors), None) if has_left else None,
        ),
        rules,
    )
    return Answer.of(found.ruling, owner=found.owner)
