"""Naval units, groups, movement, reaction and combat zones of Second Front (SF 27, 28): boundaries and readings."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.ground.success_checks import reckon_outcome
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.naval_units import NavalCategory, NavalUnit, is_naval_category
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules_sf.naval import combat_zones, groups, movement, reaction, sea_routes, ships


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


def whole(*values: Reckoning) -> tuple[int, ...]:
    return tuple(int(value.value) for value in values)


def ship(category: NavalCategory, strength: int, hits: int = 0, name: str = "") -> ships.Ship:
    return ships.Ship(NavalUnit("us", category, strength), hits, name)


# --- naval units (SF 27A) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("category", "expected"), [("TF", (3, 3, 0, 5)), ("CG", (3, 0, 0, 5)), ("NT", (0, 0, 3, 5)), ("LC", (0, 0, 3, 5))]
)
def test_sf_27A1_what_damaged_naval_units_are_good_for(
    category: NavalCategory, expected: tuple[int, int, int, int]
) -> None:
    found = ships.reckon_ship(ship(category, 5, 2))
    assert whole(found.gunnery, found.gunfire, found.cargo, found.damage) == expected


def test_sf_27A3_a_sunk_unit_has_no_strength_and_enters_the_pool_of_its_theater() -> None:
    gone = ship("TF", 5, 7)
    assert ships.reckon_ship(gone).gunnery.value == 0
    assert ships.pool_of(gone, "MTO") == "MTO"
    assert ships.pool_of(ship("TF", 5, 4), "MTO") == ""


def test_sf_27A3_hits_go_round_the_categories_until_all_are_sunk() -> None:
    fleet = [ship("CG", 1, name="CG"), ship("TF", 2, name="TF"), ship("NT", 1, name="NT")]
    after, sunk = ships.allocate_hits(9, fleet, ())
    assert ships.hits_taken(fleet, after) == {"CG": 1, "TF": 2, "NT": 1}
    assert sunk == ("NT", "CG", "TF")


def test_sf_27A3_no_draw_is_made_where_there_is_no_choice() -> None:
    fleet = [ship("LC", 1, 1, "sunk"), ship("LC", 2, name="afloat")]
    assert ships.allocate_hits(1, fleet, ())[0][1].hits == 1
    with pytest.raises(UnknownName, match="naval unit drawn"):
        ships.allocate_hits(1, [ship("LC", 1, name="a"), ship("LC", 1, name="b")], ("c",))


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.integers(0, 20), st.lists(st.sampled_from(["TF", "NT", "LC", "CG"]), unique=True, min_size=1))
def test_sf_27A3_every_hit_is_taken_as_long_as_there_are_points(hits: int, categories: list[NavalCategory]) -> None:
    fleet = [ship(category, 3, name=category) for category in categories]
    after, sunk = ships.allocate_hits(hits, fleet, ())
    taken = [unit.hits for unit in after]
    assert sum(taken) == min(hits, 3 * len(fleet))
    assert max(taken) - min(taken) <= 1
    assert set(sunk) == {unit.name for unit in after if ships.is_sunk(unit)}


def test_sf_27A4_transports_keep_their_points() -> None:
    assert ships.rule_on_regrouping((2, 4), (1, 5)).allowed
    assert len(ships.rule_on_regrouping((2,), (3, -1)).refusals) == 1


@pytest.mark.parametrize(("hits", "aboard", "room", "lost"), [(0, 4, 3, 1), (3, 2, 0, 2), (4, 1, 0, 1), (2, 0, 1, 0)])
def test_sf_27A5_the_deck_of_a_damaged_carrier(hits: int, aboard: int, room: int, lost: int) -> None:
    deck = ships.reckon_deck(hits, aboard)
    assert whole(deck.capacity, deck.eliminated) == (room, lost)
    assert ships.rule_on_carrier_base(["C"]).allowed and not ships.rule_on_carrier_base([]).allowed


# --- groups (SF 27B to 27D) ------------------------------------------------------------------------------------------


def test_sf_27B1_waters_belong_to_sea_zones() -> None:
    assert [groups.sea_zone_of_water(w) for w in ("Ionian Sea", "baltic")] == ["Mediterranean", "Baltic"]
    with pytest.raises(UnknownName, match="Adriatic Sea"):
        groups.sea_zone_of_water("Adriatic See")


def test_sf_27B2_types_of_groups() -> None:
    found = [groups.type_of_group(cats) for cats in (["CG"], ["NT", "LC"], ["TF", "NT"], ["CG", "LC", "TF"])]
    assert found == ["combat", "cargo", "mixed", "mixed"]


def test_sf_27B3_who_carries_what() -> None:
    assert [groups.rule_on_freight(cat, "mine_point").allowed for cat in ("TF", "CG", "NT", "LC")] == [
        *(False, False),
        *(True, True),
    ]
    assert not groups.rule_on_freight("NT", "air_unit").allowed


def test_sf_27B4_a_group_is_in_port_in_a_friendly_port_only() -> None:
    found = {(p, o): groups.rule_on_being_in_port(p, o).allowed for p in (True, False) for o in (True, False)}
    assert [key for key, allowed in found.items() if allowed] == [(True, True)]


def test_sf_27A2_ground_units_stay_off_the_open_sea() -> None:
    assert not groups.rule_on_sharing(groups.SharedWaters("ground_unit", "all_sea")).allowed
    assert not groups.rule_on_sharing(groups.SharedWaters("cargo_group", "restricted_waters")).allowed


@pytest.mark.parametrize(
    ("reading", "infantry", "guns", "tanks"),
    [("no", True, False, False), ("note", True, True, False), ("errata", True, True, True)],
)
def test_sf_27B6_who_is_amphibious_in_landing_craft(reading: str, infantry: bool, guns: bool, tanks: bool) -> None:
    rules = sf("27B6-landing-craft-equipment", reading)
    units = [
        groups.Lander(using="LC"),
        groups.Lander(has_heavy_equipment=True, using="LC"),
        groups.Lander("cm", True, using="LC"),
    ]
    rulings = [groups.rule_on_amphibious(unit, rules) for unit in units]
    assert [ruling.allowed for ruling in rulings] == [infantry, guns, tanks]
    assert [bool(ruling.rests_on) for ruling in rulings] == [False, True, True]
    assert not groups.rule_on_amphibious(groups.Lander("cm", using="LVT"), rules).allowed


def test_sf_27C_naval_steps_of_each_phase() -> None:
    assert groups.naval_sub_phase("exploitation").followed_by == "ground_exploitation"
    assert groups.naval_sub_phase("combat") == groups.NavalSubPhase(0, "")


def test_sf_27A_the_categories_of_naval_units_have_short_names() -> None:
    assert [name for name in ("TF", "CG", "NT", "LC", "BB", "tf") if is_naval_category(name)] == [
        "TF",
        "CG",
        "NT",
        "LC",
    ]


@pytest.mark.parametrize(
    ("rule", "activity", "phase"),
    [
        ("27C1", "repair", "initial"),
        ("27C2", "land", "movement"),
        ("27C3", "support", "combat"),
        ("27C4", "embark", "exploitation"),
        ("27C5", "check_supply", "end"),
    ],
)
def test_sf_27C2_what_naval_units_do_in_each_phase(rule: str, activity: str, phase: str) -> None:
    assert groups.rule_on_activity(activity, phase).allowed
    other = "combat" if phase != "combat" else "end"
    assert not groups.rule_on_activity(activity, other).allowed
    refused = groups.rule_on_activity("repair" if phase != "initial" else "support", phase)
    assert [c.number for c in refused.citations] == [rule]


def test_sf_27C2_only_the_other_player_reacts_and_both_support() -> None:
    found = {
        (activity, phasing): groups.rule_on_activity(activity, phase, phasing).allowed
        for activity, phase in (("react", "movement"), ("move", "movement"), ("support", "combat"))
        for phasing in (True, False)
    }
    assert [key for key, allowed in found.items() if not allowed] == [("react", True), ("move", False)]
    with pytest.raises(UnknownName, match="replenish"):
        groups.rule_on_activity("replenishh", "movement")
    with pytest.raises(UnknownName, match="combat"):
        groups.rule_on_activity("support", "combatt")


def test_sf_27D_raids_come_before_combat_with_coast_defenses() -> None:
    events = ["lc_damage_check", "disembark", "combat_with_coast_defenses", "coastal_raid"]
    assert groups.in_order("disembark", events) == tuple(reversed(events))
    with pytest.raises(UnknownName, match="naval_combat"):
        groups.in_order("naval_step", ["naval_combats"])


# --- movement (SF 28) ------------------------------------------------------------------------------------------------


def test_sf_28_spent_MPs_count() -> None:
    facts = movement.NavalMove((("coastal", 2),), spent=27)
    assert not movement.rule_on_move(facts).allowed
    assert movement.rule_on_move(movement.NavalMove((("coastal", 1),), spent=28)).allowed
    assert movement.reckon_left(facts).value == -1


def test_sf_28A_a_reaction_beyond_15_MPs_breaks_28_and_28A() -> None:
    ruling = movement.rule_on_move(movement.NavalMove((("all_sea", 16),), 0, 15, phasing=False, reacting=True))
    assert [c.number for c in ruling.citations] == ["28", "28A"]


def test_sf_34B_low_fuel_halves_reaction_too() -> None:
    assert str(movement.reckon_allowance(False, low_fuel=True).value) == "15/2"


@pytest.mark.parametrize(("reading", "mps"), [("by-hex", 28), ("all-in", 26)])
def test_sf_30A5_a_passage_costs_its_hexes(reading: str, mps: int) -> None:
    found = movement.reckon_passage(26, "coastal", sf("30A5-offmap-cost", reading))
    assert found.value == mps
    assert found.rests_on == (f"sf-30A5-offmap-cost: {reading}",)


def test_sf_28_combining_splitting_and_merging() -> None:
    assert not movement.rule_on_splitting(1).allowed and movement.rule_on_splitting(2).allowed
    assert movement.reckon_combined((0, 30, 7)).left.value == 0
    assert movement.reckon_merged([]).value == 0


def test_sf_28_a_group_stops_beside_the_inland_port() -> None:
    there = movement.RiverMove(("coastal", "hexside", "hexside"), arrives=2)
    beyond = movement.RiverMove(("coastal", "hexside", "hexside"), arrives=1)
    assert movement.rule_on_river_move(there).allowed and not movement.rule_on_river_move(beyond).allowed
    assert movement.rule_on_narrow_straits(AXIS, (AXIS, AXIS)).allowed
    assert not movement.rule_on_narrow_straits(ALLIED, (AXIS, AXIS)).allowed


@pytest.mark.parametrize(("reading", "fights"), [("either-zone", True), ("letter", False)])
def test_sf_28C_warships_that_meet_a_convoy(reading: str, fights: bool) -> None:
    rules = sf("28C-forcing-combat", reading)
    meeting = movement.rule_on_meeting(movement.Encounter("combat", "cargo"), rules)
    beside = combat_zones.rule_on_initiating(combat_zones.NavalContact(enters=("cargo_group",)), rules)
    assert (meeting.allowed, beside.allowed) == (fights, fights)
    assert meeting.rests_on == beside.rests_on == (f"sf-28C-forcing-combat: {reading}",)
    convoys = combat_zones.NavalContact("cargo", enters=("cargo_group",))
    assert not combat_zones.rule_on_initiating(convoys, rules).allowed
    assert not movement.rule_on_meeting(movement.Encounter("combat", "cargo", "in_port"), rules).allowed


# --- routes (SF 27B5, 37A1) ------------------------------------------------------------------------------------------


def test_sf_37A1_a_causeway_blocks_the_way_in_both_directions() -> None:
    sea = sea_routes.sea_map_of(
        causeways=["16A:0826/0727"], blocked=[["16A:0827", "16A:0826", "16A:0825"]], closed=[["a", "b"]]
    )
    path = [Hex(ref) for ref in ("16A:0827", "16A:0826", "16A:0825")]
    for way in (path, path[::-1], [Hex("16A:0727"), Hex("16A:0826")]):
        assert [c.number for c in sea_routes.rule_on_route(way, sea).citations] == ["37A1", "27B5"]
    assert sea_routes.rule_on_route(path[:2], sea).allowed
    assert not sea_routes.is_adjacent_by_sea(Hex("b"), Hex("a"), sea)


def test_sf_27B5_a_divided_hex_is_passed_on_one_side() -> None:
    sea = sea_routes.sea_map_of(divided={"m": [["a", "b"], ["c"]]})
    ways = {way: sea_routes.rule_on_route(map(Hex, way), sea).allowed for way in ("amb", "amc", "cma", "am")}
    assert ways == {"amb": True, "amc": False, "cma": False, "am": True}
    assert not sea_routes.rule_on_route(map(Hex, "amb"), sea_routes.sea_map_of(divided=["m"])).allowed


# --- reaction and combat zones (SF 28A, 28B, 34A3) -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "rule"),
    [
        (reaction.ReactionAttempt(15, is_moving=False), "28A"),
        (reaction.ReactionAttempt(15, another_pending=True), "28A"),
        (reaction.ReactionAttempt(15, mover="cargo", inshore=True), "34A3"),
    ],
)
def test_sf_28A_each_condition_of_a_reaction_counts(facts: reaction.ReactionAttempt, rule: str) -> None:
    assert [c.number for c in reaction.rule_on_reaction(facts, sf()).citations] == [rule]
    assert reaction.rule_on_reaction(reaction.ReactionAttempt(15, mover="mixed", inshore=True), sf()).allowed


@pytest.mark.parametrize(("reading", "may"), [("counts", True), ("not", False)])
def test_sf_28A_MPs_spent_in_place_count_unless_read_otherwise(reading: str, may: bool) -> None:
    facts = reaction.ReactionAttempt(3, is_moving=False, in_place=True)
    ruling = reaction.rule_on_reaction(facts, sf("28A-moves-in-place", reading))
    assert (ruling.allowed, ruling.rests_on) == (may, (f"sf-28A-moves-in-place: {reading}",))


def test_sf_28A_the_check_has_the_modifiers_of_the_chart() -> None:
    check = reaction.reaction_check(11, "stormy", at_night=True)
    assert reckon_outcome(6, check, sf()).roll.value == 1
    assert reaction.reaction_check(10).applying == ()


@pytest.mark.parametrize(
    ("source", "zone"),
    [
        (combat_zones.ZoneSource("mixed"), "own_and_adjacent"),
        (combat_zones.ZoneSource("combat", "in_port"), "none"),
        (combat_zones.ZoneSource(level=0), "none"),
        (combat_zones.ZoneSource(level=3, at_night=True), "own_hex"),
        (combat_zones.ZoneSource("cargo", at_night=True), "none"),
    ],
)
def test_sf_28B_extents_of_combat_zones(source: combat_zones.ZoneSource, zone: str) -> None:
    assert combat_zones.combat_zone_of(source) == zone


def test_sf_28C_a_non_phasing_group_that_stays_starts_nothing() -> None:
    stays = combat_zones.NavalContact(phasing=False, starts_in_zone=True, spends_there=True)
    leaves = combat_zones.NavalContact(starts_in_zone=True, spends_there=True, leaves=True)
    assert not combat_zones.rule_on_initiating(stays, sf()).allowed
    assert not combat_zones.rule_on_initiating(leaves, sf()).allowed


def test_sf_34A3_protected_waters_screen_from_neighbors_only() -> None:
    assert combat_zones.is_combat_inshore(combat_zones.Inshore(at="own_hex"))
    assert combat_zones.is_combat_inshore(combat_zones.Inshore(is_coastal=False))
    assert not combat_zones.is_combat_inshore(combat_zones.Inshore())
