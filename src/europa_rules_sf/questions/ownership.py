"""Questions about the ownership of hexes (SF 3D, 43C1)."""

from __future__ import annotations

from europa_rules.ground.ownership import HexOwnership, Presence, reckon_owner
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side
from europa_rules_sf.questions import HANDLERS

SIDES = {str(side).lower(): side for side in (AXIS, ALLIED, NEUTRAL)}


def side(word: str) -> Side:
    """A side in this book's spelling."""
    return SIDES.get(word.lower(), Side(word))


@HANDLERS.answers("hex_owner", "hex")
def hex_owner(given: Given, rules: Ruleset) -> Answer:
    """Owner of a hex after occupation and ZOCs."""
    there = given.part("hex")
    found = reckon_owner(
        HexOwnership(
            owner=side(there.text("last_owner")),
            occupied=tuple(Presence(side(word), there.number("re", 1)) for word in there.texts("occupied_by", ())),
            zoc_of=frozenset(side(word) for word in there.texts("zoc_of", ())),
            is_city=bool(there.raw("city", None)),
            is_airbase=bool(there.raw("airbase", None)),
        ),
        rules,
    )
    return Answer.of(found.ruling, owner=found.owner.lower())
