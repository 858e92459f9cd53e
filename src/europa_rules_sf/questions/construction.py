"""Questions about construction, repair and demolition (SF 14A1, 14A4, 14A5, with 7A5 and 17D)."""

from __future__ import annotations

from itertools import repeat

from europa_rules.ground.construction import (
    Augmentation,
    Builder,
    WorkFacts,
    described_work,
    reckon_augmented,
    reckon_hits,
    reckon_mps,
    reckon_time,
    rule_on_augmentation,
    rule_on_quick_construction,
    rule_on_work,
)
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.civilian_labor import CivilianLabor, rule_on_civilian_labor
from europa_rules_sf.questions import HANDLERS

IS_PHASING = {"non-phasing": False}
PAIR = (Builder(), Builder())
REPAIRS = {
    "rail": "repair_rail_hit",
    "rail-line": "repair_rail_hit",
    "port": "repair_port_hit",
    "airbase": "repair_airbase_hit",
    "temporary-airfield": "repair_airbase_hit",
    "permanent-airfield": "repair_airbase_hit",
}
STANDING = {"temporary-airfield": ("temporary_airfield",)}
DEMOLITIONS = {
    "port": "demolish_port",
    "airbase": "damage_airbase",
    "rail": "break_rail_line",
    "rail-line": "break_rail_line",
}
OTHER_NAMES = {
    "augment": "augmentation",
    "augment-airfield": "augmentation",
    "airfield-augmentation": "augmentation",
    "demolish-port-hit": "demolish_port",
    "break-rail": "break_rail_line",
    "rebuild-port": "port_rebuild",
}


def named(word: str) -> str:
    """The name of a piece of work in the chart, or the word itself."""
    return OTHER_NAMES.get(word, word)


@HANDLERS.answers("build_time", "item quick terrain weather", by="14A1")
def build_time(given: Given, rules: Ruleset) -> Answer:
    """Game turns that something takes to build."""
    facts = WorkFacts(
        named(given.text("item")),
        PAIR if given.flag("quick") else (Builder(),),
        terrain=given.text("terrain", "clear"),
        weather=given.text("weather", "clear"),
    )
    return Answer.of(turns=reckon_time(described_work(facts, rules), rules))


@HANDLERS.answers("construction_mp", "movement_rating task terrain units weather", by="14A1")
def construction_mp(given: Given, rules: Ruleset) -> Answer:
    """MPs that each unit pays for a task."""
    facts = WorkFacts(
        named(given.text("task")),
        tuple(repeat(Builder(), given.whole("units", 1))),
        terrain=given.text("terrain", "clear"),
        weather=given.text("weather", "clear"),
        movement_rating=given.number("movement_rating", None),
    )
    return Answer.of(mp_each=reckon_mps(described_work(facts, rules), rules))


@HANDLERS.answers("demolition", "mp_spent target weather", by="14A1")
def demolition(given: Given, rules: Ruleset) -> Answer:
    """Hits done by the MPs that a unit spends."""
    work = given.choice("target", DEMOLITIONS)
    facts = WorkFacts(work, weather=given.text("weather", "clear"))
    return Answer.of(hits=reckon_hits(facts, given.number("mp_spent"), rules))


@HANDLERS.answers("quick_construction", "units", within="quick_construction", by="14A1b")
def quick_construction(given: Given, rules: Ruleset) -> Answer:
    """May these stacked units use quick construction?"""
    ruling = rule_on_quick_construction(given.units("units"), rules)
    return Answer.of(ruling, available=ruling.allowed)


@HANDLERS.answers("civilian_labor", "city_hex_used city_owner city_region distance nationality", by="14A1c")
def civilian_labor(given: Given, rules: Ruleset) -> Answer:
    """May the unit use civilian labor?"""
    facts = CivilianLabor(
        given.text("nationality"),
        given.amount("distance"),
        given.text("city_owner", "German"),
        given.text("city_region", "Greater Germany"),
        given.flag("city_hex_used"),
    )
    ruling = rule_on_civilian_labor(facts, rules)
    return Answer.of(ruling, available=ruling.allowed)


@HANDLERS.answers("augment_airfield", "airfield_capacity other_capacity", by="14A1")
def augment_airfield(given: Given, rules: Ruleset) -> Answer:
    """May an airfield be raised, and what are the capacities then?"""
    facts = Augmentation(given.number("airfield_capacity"), given.amount("other_capacity"))
    ruling = rule_on_augmentation(facts, rules)
    if not ruling.allowed:
        return Answer.legal(ruling)
    airfield, together = reckon_augmented(facts, rules)
    return Answer.legal(ruling, airfield_capacity=airfield, hex_capacity=together)


def builders_of(action: Given) -> tuple[Builder, ...]:
    """The units at work: the one that is described, or any construction unit, as many as the action says."""
    unit = action.part("unit").as_unit(size="regiment") if action.has("unit") else None
    return tuple(repeat(Builder(unit, mps=action.number("mp_available", None)), action.whole("units", 1)))


@HANDLERS.answers(
    "legal build",
    "hex in_supply item mp_available resource_point_reachable unit units use_quick weather",
    within="has terrain",
    by="14A1",
)
def build(given: Given, rules: Ruleset) -> Answer:
    """May this be built?"""
    action = given.part("action")
    place = action.part("hex", {})
    facts = WorkFacts(
        named(action.text("item")),
        builders_of(action),
        terrain=place.text("terrain", "clear"),
        has=frozenset(place.texts("has", ())),
        weather=action.text("weather", "clear"),
        phase=given.text("phase", ""),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
        in_supply=action.flag("in_supply", True),
        resource_point_in_reach=action.flag("resource_point_reachable", True),
        quick=action.flag("use_quick") if action.has("use_quick") else None,
    )
    return Answer.legal(rule_on_work(described_work(facts, rules), rules))


@HANDLERS.answers(
    "legal repair", "item mp_available port unit weather", within="airbase destroyed rail rebuilt units", by="14A1"
)
def repair(given: Given, rules: Ruleset) -> Answer:
    """May this be repaired?"""
    action = given.part("action")
    port = action.part("port", {})
    destroyed = ("destroyed_port",) if port.flag("destroyed") and not port.flag("rebuilt") else ()
    facts = WorkFacts(
        action.choice("item", REPAIRS),
        builders_of(action),
        has=frozenset((*destroyed, *STANDING.get(action.text("item"), ()))),
        weather=action.text("weather", "clear"),
        phase=given.text("phase", ""),
        is_phasing=IS_PHASING.get(given.text("actor", "phasing"), True),
    )
    return Answer.legal(rule_on_work(facts, rules))
