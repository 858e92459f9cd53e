"""Questions about the ownership of hexes (SF 3D, 43C1)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.campaign.regions import find_place, owning_nation
from europa_rules.errors import BadQuestion
from europa_rules.ground.ownership import HexOwnership, Presence, reckon_owner
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side
from europa_rules_sf.questions import HANDLERS

SURRENDER: dict[bool, tuple[str, ...]] = {True: ("Italy surrenders",), False: ()}
SIDES = {str(side).lower(): side for side in (AXIS, ALLIED, NEUTRAL)}


def side(word: str) -> Side:
    """A side in this book's spelling."""
    return SIDES.get(word.lower(), Side(word))


@HANDLERS.answers("hex_owner", "hex", within="airbase city hex_owner last_owner occupied_by re zoc_of", by="3D")
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


@HANDLERS.answers("axis_hex_nation", "location italy_surrendered", by="3D")
def axis_hex_nation(given: Given, rules: Ruleset) -> Answer:
    """Is an Axis-owned hex German-owned or Italian-owned?"""
    events = SURRENDER[given.flag("italy_surrendered")]
    return Answer.of(nation=owning_nation(find_place(given.text("location"), rules), AXIS, events, rules))


def claimed(given: Given) -> HexOwnership:
    """A hex of the Axis that the Allied side claims in some way."""
    units = Presence(ALLIED, given.number("re", 1))
    claims = {
        "occupying": HexOwnership(AXIS, occupied=(units,)),
        "passed_through": HexOwnership(AXIS, left=units),
        "uncontested_zoc": HexOwnership(AXIS, zoc_of=frozenset((ALLIED,))),
        "contested_zoc": HexOwnership(AXIS, zoc_of=frozenset((ALLIED, AXIS))),
    }
    by = given.text("by")
    if not claims.get(by):
        raise BadQuestion(f"{given.path}.by: {by!r}; expected one of {', '.join(claims)}")
    features = {given.text("feature", ""): True}
    return evolve(claims[by], is_city=features.get("city", False), is_airbase=features.get("airbase", False))


@HANDLERS.answers("effect ownership.gain", "by feature re", by="43C1")
def ownership_gain(given: Given, rules: Ruleset) -> Answer:
    """Does the side own the enemy's hex?"""
    found = reckon_owner(claimed(given), rules)
    return Answer.of(found.ruling, owns=found.is_of(ALLIED))
