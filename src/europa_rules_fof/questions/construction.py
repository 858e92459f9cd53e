"""Questions about construction, repair and damage (FoF 14A, with 14I2 and 17D)."""

from __future__ import annotations

from europa_rules.ground.armor_proportions import CARRIED_BY
from europa_rules.ground.construction import (
    Builder,
    WorkFacts,
    airfields_after,
    described_work,
    outcome_of_work,
    reckon_completion,
    reckon_hits,
    reckon_mps,
    reckon_resource_points,
    rule_on_work,
)
from europa_rules.ground.works import temporary_airfield_stays
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_fof.questions import HANDLERS

WORKS = {
    "airbase_hit": "repair_airbase_hit",
    "port_hit": "repair_port_hit",
    "rail_hit": "repair_rail_hit",
    "rail_break": "repair_rail_hit",
    "bridge_minor_river": "repair_bridge",
    "bridge_river": "repair_bridge",
    "bridge_canal": "repair_bridge",
    "bridge_major_river": "repair_major_bridge",
    "repair_bridge_minor_river": "repair_bridge",
    "repair_bridge_river": "repair_bridge",
    "repair_bridge_canal": "repair_bridge",
    "repair_bridge_major_river": "repair_major_bridge",
}
"""Pieces of work by other names than the chart's."""


def work_named(given: Given) -> str:
    """The piece of work that a question is about."""
    item = given.text("item")
    return WORKS.get(item, item)


def builder_of(given: Given) -> Builder:
    """The unit at work, and what carries it."""
    entry = given.part("unit")
    carrier = entry.text("carried_by", None)
    return Builder(
        entry.as_unit(size="regiment"),
        mps=given.number("mp_spent", None),
        situation={CARRIED_BY: carrier} if carrier else {},
    )


@HANDLERS.answers(
    "ruling construct",
    "unit item phase terrain in_supply fortification resource_point_in_reach features mp_spent carried_by",
    within="airbase_hit bridge_canal bridge_major_river bridge_minor_river bridge_river port_hit rail_break"
    " rail_hit repair_bridge_canal repair_bridge_major_river repair_bridge_minor_river repair_bridge_river",
    by="14A1",
)
def construct(given: Given, rules: Ruleset) -> Answer:
    """May the unit do this construction?"""
    fortification = given.text("fortification", None)
    facts = WorkFacts(
        work_named(given),
        (builder_of(given),),
        terrain=given.text("terrain", "clear"),
        has=frozenset((*given.texts("features", ()), *((fortification,) if fortification else ()))),
        phase=given.text("phase", ""),
        in_supply=given.flag("in_supply", True),
        resource_point_in_reach=given.flag("resource_point_in_reach", True),
    )
    return Answer.legal(rule_on_work(described_work(facts, rules), rules))


@HANDLERS.answers(
    "reckon completion",
    "item begun",
    within="airbase_hit bridge_canal bridge_major_river bridge_minor_river bridge_river port_hit rail_break"
    " rail_hit repair_bridge_canal repair_bridge_major_river repair_bridge_minor_river repair_bridge_river"
    " turn",
    by="14A1",
)
def completion(given: Given, rules: Ruleset) -> Answer:
    """When a construction is finished."""
    begun = given.part("begun")
    done = reckon_completion(Turn.parse(begun.text("turn")), WorkFacts(work_named(given)), rules)
    return Answer.of(turn=str(done.turn), side=begun.text("side"), phase=done.phase)


@HANDLERS.answers(
    "effect construction",
    "item builder_left_before_completion",
    needs="builder_left_before_completion|item",
    by="14A1",
)
def construction(given: Given, rules: Ruleset) -> Answer:
    """What becomes of the work? The same whatever is built."""
    outcome = outcome_of_work(given.flag("builder_left_before_completion"))
    return Answer.of(built=outcome.is_built, resource_point_recovered=outcome.resource_point_comes_back)


@HANDLERS.answers(
    "effect temporary_airfield",
    "construction_units_in_hex builder_present",
    needs="builder_present|construction_units_in_hex",
    by="14A1",
)
def temporary_airfield(given: Given, rules: Ruleset) -> Answer:
    """Is the airfield still there? Its builder is one of the construction units in the hex."""
    units = given.whole("construction_units_in_hex", int(given.flag("builder_present")))
    return Answer.of(airfield=temporary_airfield_stays(units))


@HANDLERS.answers("effect airfield_completed", "hex_airfields_before completed", by="14A1")
def airfield_completed(given: Given, rules: Ruleset) -> Answer:
    """The airfields in the hex afterwards."""
    return Answer.of(airfields=airfields_after(given.texts("hex_airfields_before", ()), given.text("completed")))


@HANDLERS.answers("reckon repair_cost", "item", by="14A1")
def repair_cost(given: Given, rules: Ruleset) -> Answer:
    """MPs and resource points to repair one item."""
    work = work_named(given)
    return Answer.of(mp=reckon_mps(WorkFacts(work), rules), resource_points=reckon_resource_points(work, rules))


@HANDLERS.answers("reckon airbase_damage", "mp_spent", needs="mp_spent", by="17D")
def airbase_damage(given: Given, rules: Ruleset) -> Answer:
    """Hits that the MPs of a ground unit do to an airbase (FoF 17D)."""
    return Answer.of(hits=reckon_hits(WorkFacts("damage_airbase"), given.number("mp_spent"), rules))
