"""Ports, beaches, Mulberries and naval transport of Second Front (SF 30, 31): boundaries, readings and properties."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.hexes import Hex
from europa_rules.naval import ports
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules_sf.naval import beaches, mulberries, off_map_ports, port_fates, transport


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


# --- ports (SF 30A) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hits", "artificial", "capacity"), [(0, False, 12), (5, False, 7), (5, True, 2), (6, True, 0), (13, False, 0)]
)
def test_sf_30A6_hits_cost_an_artificial_harbor_twice(hits: int, artificial: bool, capacity: int) -> None:
    port = ports.PortCondition(12, hits, 14, artificial)
    assert ports.reckon_capacity_left(port, sf()).value == capacity


def test_sf_30A2_hits_above_the_most_cost_nothing_more() -> None:
    assert ports.reckon_capacity_left(ports.PortCondition(12, 9, 8), sf()).value == 4


def test_sf_30A4_a_port_functions_until_its_most_damage_or_destruction() -> None:
    states = [ports.PortCondition(12, hits, 14) for hits in (13, 14)]
    states += [ports.PortCondition(12, 0, 14, is_destroyed=True)]
    assert [ports.rule_on_functioning(port, sf()).allowed for port in states] == [True, False, False]


@pytest.mark.parametrize(("reading", "functions"), [("works", True), ("not", False)])
def test_sf_30A6_a_harbor_without_capacity_functions_unless_read_otherwise(reading: str, functions: bool) -> None:
    rules = sf("30A6-capacity-zero", reading)
    ruling = ports.rule_on_functioning(ports.PortCondition(12, 6, 14, True), rules)
    assert ruling.allowed is functions
    assert ruling.rests_on == (f"sf-30A6-capacity-zero: {reading}",)


def test_sf_30A1_the_chart_and_a_port_as_described_agree() -> None:
    for kind, capacity, most in (("minor", 3, 5), ("standard", 6, 8), ("major", 12, 14), ("great", 24, 26)):
        for hits in range(most + 1):
            described = ports.reckon_capacity_left(ports.PortCondition(capacity, hits), sf())
            assert described.value == ports.reckon_port_capacity(kind, hits, sf()).value
        assert ports.reckon_most_hits(kind, sf()).value == most


def test_sf_30A1_cargo_over_capacity_is_told_what_may_pass() -> None:
    ruling = ports.rule_on_passing(ports.Passing(2, 5, 6), sf())
    assert [c.number for c in ruling.citations] == ["30A1"]
    assert ruling.possible == ("let 1 REs pass",)


def test_sf_30A9_major_and_great_ports_are_naval_bases() -> None:
    kinds = ("minor", "standard", "major", "great")
    assert [ports.is_naval_base(kind, sf()) for kind in kinds] == [False, False, True, True]


@pytest.mark.parametrize("roll", range(1, 7))
def test_sf_30A3_a_port_survives_its_fall_on_a_6_only(roll: int) -> None:
    assert port_fates.is_destroyed_by(roll) is (roll < 6)


def test_sf_30A3_only_german_ports_that_the_Allied_player_gains_are_destroyed() -> None:
    kinds = {
        kind: port_fates.rule_on_destroying(port_fates.FallingPort(kind)).allowed for kind in ("minor", "standard")
    }
    assert kinds == {"minor": False, "standard": True}
    back = port_fates.FallingPort("great", "ge", ALLIED, AXIS)
    italian = port_fates.FallingPort("great", "it")
    assert not port_fates.rule_on_destroying(back).allowed and not port_fates.rule_on_destroying(italian).allowed


@pytest.mark.parametrize(("reading", "may"), [("with-symbol", True), ("all", False)])
def test_sf_30A7_an_inland_port_without_locks_is_rebuilt_unless_read_otherwise(reading: str, may: bool) -> None:
    rules = sf("30A7-rebuilding-inland-ports", reading)
    ruling = port_fates.rule_on_rebuilding(True, False, True, rules)
    assert (ruling.allowed, ruling.rests_on) == (may, (f"sf-30A7-rebuilding-inland-ports: {reading}",))
    assert not port_fates.rule_on_rebuilding(True, True, True, rules).allowed
    assert port_fates.rule_on_rebuilding(False, True, True, rules).allowed


def test_sf_30A7_the_port_itself_must_be_owned_too() -> None:
    assert not port_fates.rule_on_inland_port(port_fates.Waterway(ALLIED, AXIS, (ALLIED,))).allowed
    assert port_fates.rule_on_inland_port(port_fates.Waterway(AXIS, AXIS)).allowed


def test_sf_30A5_off_map_ports_stand_in_the_chart() -> None:
    port = off_map_ports.off_map_port("gibraltar_mediterranean", sf())
    assert off_map_ports.rule_on_passage(port, ALLIED, Hex("27:0633")).allowed
    both = off_map_ports.rule_on_passage(port, AXIS, Hex("17A:0116"))
    assert len(both.refusals) == 2
    with pytest.raises(UnknownName, match="liverpool"):
        off_map_ports.off_map_port("Liverpol", sf())


# --- Mulberries and beaches (SF 30A8, 30B) ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        mulberries.Tow(tower="CG"),
        mulberries.Tow(origin="Norway"),
        mulberries.Tow(sea="stormy"),
        mulberries.Tow(owner=AXIS),
        mulberries.Tow(is_beach=False),
        mulberries.Tow(has_port=True),
        mulberries.Tow(has_mulberry=True),
    ],
)
def test_sf_30A8_each_condition_of_towing_counts(facts: mulberries.Tow) -> None:
    assert len(mulberries.rule_on_towing(facts).refusals) == 1
    assert mulberries.rule_on_towing(mulberries.Tow(tower="TF")).allowed


@pytest.mark.parametrize(
    ("state", "event", "after"),
    [
        ("towed", "tower_sunk", "wrecked"),
        ("emplaced", "tower_sunk", "emplaced"),
        ("emplacing", "enemy_gains_hex", "wrecked"),
        ("emplaced", "enemy_gains_hex", "wrecked"),
        ("towed", "enemy_gains_hex", "towed"),
    ],
)
def test_sf_30A8_what_befalls_a_Mulberry(state: str, event: str, after: str) -> None:
    facts = mulberries.MulberryEvent(state, event)
    assert mulberries.rule_on_event(facts).allowed
    assert mulberries.reckon_mulberry(facts, sf()).state == after


@pytest.mark.parametrize(("reading", "works"), [("yes", "Jan I 45"), ("no", "Jan II 45")])
def test_sf_30A8_a_new_Mulberry_works_at_once_unless_read_otherwise(reading: str, works: str) -> None:
    rules = sf("30A8-new-mulberry", reading)
    found = mulberries.timetable_of(Turn.parse("Dec II 44"), "emplaced", rules)
    assert (str(found.rolls), str(found.works)) == ("Jan I 45", works)
    assert mulberries.timetable_of(Turn.parse("Dec II 44"), "wrecked", rules).works is None
    assert mulberries.resting_on(rules).rests_on == (f"sf-30A8-new-mulberry: {reading}",)


def test_sf_30B_a_captured_beach_is_friendly_from_the_next_phase_on() -> None:
    found = {now: beaches.is_beach_friendly("combat", now) for now in beaches.PHASES}
    assert found == {"initial": False, "movement": False, "combat": False, "exploitation": True}


# --- naval transport (SF 31) -----------------------------------------------------------------------------------------


def test_sf_31A_group_costs() -> None:
    costs = {
        (site, amphibious): int(
            transport.reckon_group_cost(transport.CargoMove("embark", site, True, amphibious)).value
        )
        for site in transport.SITES
        for amphibious in (False, True)
    }
    assert costs == {("port", False): 30, ("port", True): 30, ("beach", False): 90, ("beach", True): 60}


@pytest.mark.parametrize(
    ("facts", "rules"),
    [
        (transport.CargoMove("embark", "port", is_owned=False), ["31"]),
        (transport.CargoMove("disembark", "beach", is_owned=False, is_amphibious=True), ["31"]),
        (transport.CargoMove("landing", "beach", is_owned=True, is_amphibious=True), ["32"]),
        (transport.CargoMove("landing", "port", is_owned=False, is_amphibious=True), ["32"]),
        (transport.CargoMove("landing", "beach", is_owned=False), ["32"]),
    ],
)
def test_sf_31_cargo_passes_owned_sites_and_lands_at_enemy_beaches(
    facts: transport.CargoMove, rules: list[str]
) -> None:
    assert [c.number for c in transport.rule_on_cargo_move(facts).citations] == rules


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.lists(st.integers(0, 90), min_size=1, max_size=5))
def test_sf_31A_a_voyage_fits_exactly_if_its_last_step_is_one_of_the_phase(mps: list[int]) -> None:
    facts = transport.Voyage(tuple((f"part {n}", spent) for n, spent in enumerate(mps)))
    steps = transport.steps_of_completion(facts)
    assert list(steps) == sorted(steps)
    assert transport.rule_on_voyage(facts).allowed is (steps[-1] <= facts.steps)
    assert 0 <= transport.reckon_left_in_last_step(facts).value <= 30


def test_sf_31A_a_unit_short_of_MPs_pays_all_it_has() -> None:
    paid = transport.reckon_payment(Fraction(1, 2), 2)
    assert (paid.spent.value, paid.left.value) == (Fraction(1, 2), Fraction(0))


@pytest.mark.parametrize(("reading", "may"), [("yes", True), ("no", False)])
def test_sf_31A_a_unit_without_MPs_disembarks_unless_read_otherwise(reading: str, may: bool) -> None:
    ruling = transport.rule_on_payment(0, sf("31A-no-mps-left", reading))
    assert (ruling.allowed, ruling.rests_on) == (may, (f"sf-31A-no-mps-left: {reading}",))
    assert transport.rule_on_payment(1, sf()).rests_on == ()


@pytest.mark.parametrize(("reading", "may"), [("text", False), ("errata", True)])
def test_sf_31B_heavy_equipment_on_landing_craft(reading: str, may: bool) -> None:
    rules = sf("31B-beach-equipment", reading)
    gun = transport.Boarding("disembark", "movement", "artillery", False, True, "beach", on_craft=True)
    assert transport.rule_on_boarding(gun, rules).allowed is may
    by_transport = transport.Boarding("disembark", "movement", "artillery", False, True, "beach")
    assert not transport.rule_on_boarding(by_transport, rules).allowed


def test_sf_31A_who_embarks_when() -> None:
    def numbers(action: str, phase: str, unit_class: str = "artillery") -> list[str]:
        ruling = transport.rule_on_boarding(transport.Boarding(action, phase, unit_class), sf())
        return [c.number for c in ruling.citations]

    assert numbers("embark", "exploitation") == ["31A"]
    assert numbers("embark", "exploitation", "cm") == []
    assert numbers("disembark", "combat") == ["31"]


def test_sf_31_carriers_of_several_groups_take_what_one_of_them_takes() -> None:
    assert transport.rule_on_load((3, 1), 3, same_group=False).allowed
    assert not transport.rule_on_load((), 1, same_group=True).allowed


@pytest.mark.parametrize(("source", "may"), [("full", True), ("limited", True), ("special", False), ("", False)])
def test_sf_31C_supplies_come_from_regular_sources(source: str, may: bool) -> None:
    assert transport.rule_on_supplies(source).allowed is may


def test_sf_31D_each_condition_of_a_transfer_counts() -> None:
    bad = [
        transport.Transfer(giver="LC", taker="NT"),
        transport.Transfer(same_group=False),
        transport.Transfer(at_sea=False),
        transport.Transfer(sites=()),
    ]
    assert [len(transport.rule_on_transfer(facts).refusals) for facts in bad] == [1, 1, 1, 1]
    assert transport.rule_on_transfer(transport.Transfer(sites=("beach",))).allowed


def test_sf_31_the_example_of_a_damaged_transport() -> None:
    cargo = (
        transport.CargoItem("division", 3, cadre=1),
        transport.CargoItem("armor", 2),
        transport.CargoItem("brigade", 1),
    )
    found = transport.lose_cargo(2, cargo, ("division", "division", "armor"))
    assert (found.lost, found.reduced) == (("division", "armor"), ("division",))
    assert [item.name for item in found.left] == ["brigade"]
    assert transport.lose_cargo(0, cargo[2:], ()).lost == ("brigade",)
    with pytest.raises(UnknownName):
        transport.lose_cargo(2, cargo, ("tanks",))


@settings(max_examples=40, derandomize=True, deadline=None)
@given(st.lists(st.integers(1, 4), max_size=5), st.integers(0, 12))
def test_sf_31_what_is_left_fits_and_nothing_is_lost_that_need_not_be(sizes: list[int], capacity: int) -> None:
    cargo = [transport.CargoItem(str(n), re) for n, re in enumerate(sizes)]
    order = sorted(map(str, range(len(sizes))))
    found = transport.lose_cargo(capacity, cargo, order)
    left = sum(Fraction(item.re) for item in found.left)
    assert left <= capacity
    if found.lost:
        assert left + sizes[int(found.lost[-1])] > capacity


def test_sf_31_what_units_do_after_a_voyage() -> None:
    ashore = transport.activity_after
    assert ashore("non_motorized", "exploitation", 3) == transport.AfterVoyage(False, False, False)
    assert ashore("cm", "movement", 0) == transport.AfterVoyage(False, True, True)
    assert ashore("cm", "exploitation", 0) == transport.AfterVoyage(False, False, False)
