"""Questions about ZOCs (SF 5 and the rules that take a ZOC away)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import zones
from europa_rules.ground.terrain import described_entry
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit
from europa_rules_sf.questions import HANDLERS

DOING = {
    "moving-admin": "administrative movement",
    "moving-by-rail": "rail movement",
    "being-air-transported": "air transport",
    "air-transported": "air transport",
    "being-overrun": "being overrun",
}
DONE = {"moved-admin": "administrative movement", "moved-by-rail": "rail movement"}


@HANDLERS.answers("zoc_of_sizes", "sizes", by="5")
def zoc_of_sizes(given: Given, rules: Ruleset) -> Answer:
    """Which of the sizes give a ZOC?"""
    return Answer.of(with_zoc=zones.sizes_with_zoc(given.texts("sizes"), rules))


@HANDLERS.answers("zoc_hexes", "adjacent unit", within="hex hexside prohibited_to_unit terrain zoc_hexes", by="5")
def zoc_hexes(given: Given, rules: Ruleset) -> Answer:
    """Which of the adjacent hexes does the unit's ZOC reach?"""
    unit = given.unit("unit")
    around = tuple((part.text("hex"), reach(unit, part, rules)) for part in given.parts("adjacent"))
    return Answer.of(hexes=zones.hexes_in_zoc(around, rules))


def reach(unit: Unit, part: Given, rules: Ruleset) -> zones.ZocReach:
    """An adjacent hex of a question; what is prohibited there is said, or found in the chart."""
    said = described_entry(unit, part.text("terrain", "clear"), (part.text("hexside", ""),), rules)
    return zones.ZocReach(zones.ZocExertion(unit), evolve(said, closed=said.closed or part.flag("prohibited_to_unit")))


@HANDLERS.answers("has_zoc", "phase state unit", within="has_zoc", by="5")
def has_zoc(given: Given, rules: Ruleset) -> Answer:
    """Does the unit have a ZOC in this state?"""
    states = given.texts("state", ())
    facts = zones.ZocExertion(
        given.unit("unit"),
        doing=tuple(DOING.get(state, "") for state in states),
        done=tuple(DONE.get(state, "") for state in states),
        phase=given.text("phase", "movement"),
    )
    ruling = zones.has_zoc(facts, rules)
    return Answer.of(ruling, zoc=ruling.allowed)
