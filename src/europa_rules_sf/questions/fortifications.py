"""Questions about terrain, flooding and fortifications (SF 37A, 37B)."""

from __future__ import annotations

from europa_rules.ground.armor_proportions import Involved, ProportionFacts, Share, capability_named, reckon_proportion
from europa_rules.ground.causeways import hexside_counts_as
from europa_rules.ground.fortifications import Fortification, after_capture, of_row, rule_applies
from europa_rules.ground.rail_lines import FerryPort
from europa_rules.hexes import Hex
from europa_rules.numbers import ONE
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf import flooding, port_fortifications, rail_ferries, westwall
from europa_rules_sf.flooded_hexes import canal_hex
from europa_rules_sf.questions import HANDLERS

OWN = {"own": True}
POOR = {True: "mud", False: "clear"}
BUILT = {"Axis": AXIS, "Allied": ALLIED}
ELSEWHERE = {"attack_other_hex": True}
OWNER = {"owner": True}
SIZES = {
    "dot_city": "dot",
    "point_city": "point",
    "reference_city": "reference",
    "partial_hex": "partial",
    "full_hex": "full",
    **dict.fromkeys(("major_city", "multi_hex"), "major"),
}
"""Longer names for the sizes of cities."""

FALLEN = {"removed": "removed", "destroyed": "destroyed"}


# --- terrain (SF 37A) ------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon causeway.ground", "hexside line", by="37A1")
def causeway(given: Given, rules: Ruleset) -> Answer:
    """How do ground units treat the hexside?"""
    return Answer.of(treated_as=hexside_counts_as(given.text("hexside"), given.word("line"), rules))


@HANDLERS.answers("ruling rail_ferry.use", "ports joins_nets re", by="37A2")
def rail_ferry(given: Given, rules: Ruleset) -> Answer:
    """May the ferry be used, and what counts against which net?"""
    ports = tuple(FerryPort(OWN.get(owner, False), works) for owner, works in given.raw("ports"))
    facts = rail_ferries.RailFerry(ports, given.texts("joins_nets", ()), given.number("re", 1))
    counted = {net: re.value for net, re in rail_ferries.reckon_ferry_re(facts, rules).items()}
    return Answer.legal(rail_ferries.rule_on_rail_ferry(facts, rules), counts_against=counted)


@HANDLERS.answers("ruling rail_ferry.road_move", "", by="37A2")
def ferry_as_road(given: Given, rules: Ruleset) -> Answer:
    """May the ferry be used as a road?"""
    return Answer.legal(rail_ferries.rule_on_ferry_as_road(rules))


def described_hex(given: Given) -> flooding.CanalHex:
    """A canal hex and its cities, as a question describes them."""
    here, beside = given.word("city_in_hex"), given.word("adjacent_city")
    return flooding.CanalHex(
        given.flag("canal_intensive", True),
        given.word("country"),
        given.flag("coastal"),
        given.flag("river_or_canal_hexside"),
        SIZES.get(here, here),
        ((SIZES.get(beside, beside), given.word("adjacent_city_country")),) if beside else (),
    )


@HANDLERS.answers(
    "ruling flood.partial",
    "canal_intensive under_attack flooder chart_results country city_in_hex adjacent_city adjacent_city_country",
    needs="adjacent_city|adjacent_city_country|canal_intensive|chart_results|city_in_hex|country|flooder|under_attack",
    by="37A3",
)
def partial_flood(given: Given, rules: Ruleset) -> Answer:
    """May the hex be flooded, and what becomes of it?"""
    there = described_hex(given)
    facts = flooding.Flooding(
        there,
        is_owner=OWNER.get(given.text("flooder", "owner"), False),
        under_attack=given.flag("under_attack", True),
    )
    ruling = flooding.rule_on_flooding(facts)
    if not ruling.allowed:
        return Answer.legal(ruling)
    flood = flooding.partial_flood(there, any(map(flooding.succeeds, given.texts("chart_results", ()))), rules)
    return Answer.legal(
        ruling,
        flooded=flood.is_flooded,
        terrain_this_player_turn=flood.now,
        terrain_next_player_turn=flood.next_turn,
        allied_resource_points=flood.relief,
    )


@HANDLERS.answers("ruling flood.call_off", "flooded then", needs="flooded|then", by="37A3")
def call_off(given: Given, rules: Ruleset) -> Answer:
    """May the attackers of the hex do this?"""
    elsewhere = ELSEWHERE.get(given.text("then", "no_other_attack"), False)
    return Answer.legal(flooding.rule_on_calling_off(given.flag("flooded"), elsewhere))


@HANDLERS.answers(
    "reckon flood.massive_eligible",
    "hexes needs features player attackers",
    within="adjacent_city adjacent_city_country canal_intensive city_in_hex coastal features.* river_or_canal_hexside",
    by="37A4",
)
def massive_eligible(given: Given, rules: Ruleset) -> Answer:
    """Which of the hexes may be massively flooded?"""
    described = given.part("features", {})
    hexes = [
        (name, described_hex(described.part(name)) if described.has(name) else canal_hex(Hex(name), rules))
        for name in given.texts("hexes")
    ]
    sides = Side(given.text("player", AXIS)), Side(given.text("attackers", ALLIED))
    return Answer.of(eligible=list(flooding.eligible_hexes(hexes, *sides)))


@HANDLERS.answers("ruling flood.massive", "player", by="37A4")
def massive_flooder(given: Given, rules: Ruleset) -> Answer:
    """May this player flood hexes massively?"""
    return Answer.legal(flooding.rule_on_flooder(Side(given.text("player"))))


@HANDLERS.answers("effect flood.massive_terrain", "player_turns_since", by="37A4")
def massive_terrain(given: Given, rules: Ruleset) -> Answer:
    """What is the hex, so many player turns afterwards?"""
    return Answer.of(terrain=flooding.massive_terrain(given.whole("player_turns_since")))


@HANDLERS.answers("effect flood.massive_effects", "contents", by="37A4")
def massive_effects(given: Given, rules: Ruleset) -> Answer:
    """What happens to what is in the hex?"""
    return Answer.of(**{thing: flooding.EFFECTS[thing] for thing in given.texts("contents")})


@HANDLERS.answers("ruling flood.massive_attack", "action", by="37A4")
def massive_attack(given: Given, rules: Ruleset) -> Answer:
    """May the attack go on?"""
    return Answer.legal(flooding.rule_on_going_on(given.text("action")))


@HANDLERS.answers(
    "reckon flood.massive_relief",
    "city_condition_met allied_initial_phases_since",
    needs="allied_initial_phases_since|city_condition_met",
    by="37A4",
)
def massive_relief(given: Given, rules: Ruleset) -> Answer:
    """Resource points spent in all so far."""
    phases = given.count("allied_initial_phases_since")
    return Answer.of(resource_points=flooding.reckon_massive_relief(given.flag("city_condition_met"), phases, rules))


# --- fortifications (SF 37B) -----------------------------------------------------------------------------------------


def fortification(given: Given) -> Fortification:
    """A fortification by its kind and condition."""
    return Fortification(given.text("kind"), given.word("condition"))


@HANDLERS.answers("effect fort.captured", "kind condition", by="37B")
def captured(given: Given, rules: Ruleset) -> Answer:
    """What is it after the enemy has gained the hex?"""
    after = after_capture(fortification(given).row(rules), rules)
    return Answer.of(after=FALLEN.get(after, of_row(after).condition))


@HANDLERS.answers("reckon fort.rule_applies", "rule_names kind condition", by="37B")
def applies(given: Given, rules: Ruleset) -> Answer:
    """Is a rule with that wording meant for the fortification?"""
    return Answer.of(applies=rule_applies(given.text("rule_names"), fortification(given)))


@HANDLERS.answers("ruling fort.improve", "kind builder terrain poor_weather", by="37B4")
def improve(given: Given, rules: Ruleset) -> Answer:
    """May it be improved, in how many turns and for how many resource points?"""
    facts = westwall.Improvement(
        given.text("kind"),
        Side(given.text("builder", AXIS)),
        given.text("terrain", "") or "clear",
        POOR[given.flag("poor_weather")],
    )
    return Answer.legal(
        westwall.rule_on_improvement(facts),
        game_turns=westwall.reckon_improvement_time(facts, rules),
        resource_points=westwall.reckon_improvement_points(rules),
    )


@HANDLERS.answers("effect westwall.retreat", "condition result", by="37B5")
def westwall_retreat(given: Given, rules: Ruleset) -> Answer:
    """Do its defenders retreat on this result?"""
    there = Fortification(westwall.WESTWALL, given.text("condition"))
    demand = westwall.demand_of_defenders(there, given.text("result"), rules)
    return Answer.of(demand.because, retreats=demand.anybody_retreats)


@HANDLERS.answers(
    "ruling westwall.restoration",
    "phase player allied_unit_theater distance declared_before",
    needs="allied_unit_theater|declared_before|distance|phase|player",
    by="37B5",
)
def restoration(given: Given, rules: Ruleset) -> Answer:
    """May a restoration be declared?"""
    facts = westwall.Restoration(
        Side(given.text("player", AXIS)),
        given.text("phase", "initial"),
        theater=given.word("allied_unit_theater"),
        distance=given.whole("distance", None),
        declared_before=given.flag("declared_before"),
    )
    return Answer.legal(westwall.rule_on_restoration(facts))


@HANDLERS.answers("reckon westwall.timetable", "declared hexes", within="hexes.*", by="37B5")
def timetable(given: Given, rules: Ruleset) -> Answer:
    """The turns of a restoration, and the hexes that it improves."""
    turns, hexes = westwall.timetable_of(Turn.parse(given.text("declared"))), given.part("hexes", {})
    owners = {ref: tuple(map(Side, hexes.texts(ref))) for ref in tuple(hexes.keys())}
    return Answer.of(
        forfeit_turns=[str(turn) for turn in turns.forfeits],
        improved_on=str(turns.done),
        improved_hexes=list(westwall.restored_hexes(owners)),
    )


@HANDLERS.answers("ruling port_fortification.act", "action", by="37B2")
def port_fortification(given: Given, rules: Ruleset) -> Answer:
    """May it do this?"""
    return Answer.legal(port_fortifications.rule_on_act(given.text("action")))


@HANDLERS.answers("reckon port_fortification.traits", "", by="37B2")
def port_fortification_traits(given: Given, rules: Ruleset) -> Answer:
    """Its standing values."""
    traits = port_fortifications.traits_of(port_fortifications.COUNTER, rules)
    return Answer.of(
        re=traits.re,
        move=traits.move,
        attack=traits.attack,
        counts_for_stacking=traits.counts_for_stacking,
        self_supported=traits.is_self_supported,
        acts_as=traits.acts_as,
    )


def involved(entry: Given) -> Involved:
    """A unit that attacks, perhaps across a fortified hexside."""
    value = (Share(ONE, capability_named(entry.text("aec"))),)
    return Involved(
        "a unit",
        entry.number("re", 1),
        dict.fromkeys(("aeca", "aecd", "atec"), value),
        artillery=entry.flag("artillery"),
        barred=entry.flag("across"),
    )


@HANDLERS.answers("reckon fortified_hexside.aec", "attackers", within="across artillery re", by="37B3")
def fortified_hexside(given: Given, rules: Ruleset) -> Answer:
    """AEC proportion of an attack across a fortified hexside."""
    units = tuple(map(involved, given.parts("attackers")))
    return Answer.of(proportion=reckon_proportion(ProportionFacts(units, "aeca"), rules, barring=True).share)
