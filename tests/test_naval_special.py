"""Special naval rules and naval repair of Second Front (SF 34, 35): boundaries, readings and properties."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.ground.success_checks import reckon_outcome
from europa_rules.naval_units import NavalUnit
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules_sf.naval import (
    danger_zones,
    fleets,
    landing_craft,
    mines,
    naval_repair,
    nights,
    replenishment,
    scuttling,
    sea_passages,
)
from europa_rules_sf.naval.danger_zones import DangerousHex, LineHex
from europa_rules_sf.naval.naval_repair import Spending
from europa_rules_sf.naval.ships import Ship


@cache
def sf(point: str = "", reading: str = "") -> Ruleset:
    return er.load("sf", rulings={f"sf-{point}": reading} if point else {})


def transport(strength: int, hits: int = 0) -> Ship:
    return Ship(NavalUnit("ge", "NT", strength), hits)


# --- passages and night (SF 34A) -------------------------------------------------------------------------------------


def test_sf_34A1_gibraltar_joins_two_seas_for_the_allies() -> None:
    def numbers(player: er.Side, origin: str, to: str, via: str) -> list[str]:
        return [c.number for c in sea_passages.rule_on_passage(sea_passages.Passage(player, origin, to, via)).citations]

    assert numbers(ALLIED, "Mediterranean", "Atlantic", "Gibraltar") == []
    assert numbers(AXIS, "Mediterranean", "Atlantic", "Gibraltar") == ["34A1"]
    assert numbers(ALLIED, "Baltic", "Atlantic", "Gibraltar") == ["34A1"]
    assert numbers(AXIS, "Atlantic", "Baltic", "Kaiser Wilhelm canal") == []
    assert numbers(AXIS, "Atlantic", "Baltic", "the Sound") == ["34A1", "34A2"]


@pytest.mark.parametrize(
    ("port", "banks"),
    [
        (sea_passages.CanalPort(ALLIED), True),
        (sea_passages.CanalPort(AXIS, False), True),
        (sea_passages.CanalPort(AXIS), False),
    ],
)
def test_sf_34A2_each_condition_of_the_canal_counts(port: sea_passages.CanalPort, banks: bool) -> None:
    facts = sea_passages.Passage(AXIS, "Baltic", "Atlantic", "Kaiser Wilhelm canal", {"Kiel": port}, banks)
    assert len(sea_passages.rule_on_passage(facts).refusals) == 1


def test_sf_34A2_other_canals_are_for_cargo_groups() -> None:
    assert sea_passages.rule_on_canal_move(sea_passages.CanalMove(False)).allowed
    refused = sea_passages.rule_on_canal_move(sea_passages.CanalMove(False, "mixed"))
    assert [c.number for c in refused.citations] == ["28"]
    assert sea_passages.reckon_canal_move(sea_passages.CanalMove(hexsides=4)).value == 4


@pytest.mark.parametrize(
    ("facts", "may"),
    [
        (nights.NightMove(10), True),
        (nights.NightMove(11), False),
        (nights.NightMove(4, in_a_row=False), False),
        (nights.NightMove(4, phasing=False), False),
        (nights.NightMove(4, used_before=True, since=20), True),
        (nights.NightMove(4, used_before=True), False),
    ],
)
def test_sf_34A4_MPs_at_night(facts: nights.NightMove, may: bool) -> None:
    assert nights.rule_on_night(facts).allowed is may


def test_sf_34A4_other_missions_are_not_touched() -> None:
    assert nights.rule_on_night_mission("naval_bombing").allowed


# --- replenishment and scuttling (SF 34B, 34D) -----------------------------------------------------------------------


def test_sf_34B_a_base_serves_its_sea_zone_while_it_functions() -> None:
    def may(location: str, *bases: replenishment.NavalBase) -> bool:
        return replenishment.rule_on_replenishing(location, bases, AXIS).allowed

    assert may("Baltic", replenishment.NavalBase("Baltic", AXIS))
    assert not may("Baltic", replenishment.NavalBase("Baltic", AXIS, False))
    assert not may("Baltic", replenishment.NavalBase("Baltic", ALLIED))
    assert may("Norway holding box") and not may("off-map passage")


def test_sf_34B_nothing_else_is_done_in_the_step_and_fuel_runs_out() -> None:
    acts = ("move", "react", "lay_mines", "embark", "stay", "replenish")
    assert [replenishment.rule_on_activity(act).allowed for act in acts] == [False, False, False, False, True, True]
    fates = [replenishment.is_scuttled_for_fuel(low, again) for low in (True, False) for again in (True, False)]
    assert fates == [False, True, False, False]


@settings(max_examples=30, derandomize=True, deadline=None)
@given(st.integers(0, 4), st.lists(st.integers(1, 6), min_size=5, max_size=5))
def test_sf_34D_every_point_escapes_or_is_scuttled(hits: int, rolls: list[int]) -> None:
    unit = transport(5, hits)
    found = scuttling.escape_from_port(unit, rolls[: unit.left])
    assert found.escaped.value + found.scuttled.value == unit.left
    assert found.is_sunk is (found.escaped.value == 0)


def test_sf_34D_a_roll_is_made_for_each_point() -> None:
    with pytest.raises(ValueError, match="2 rolls for a naval unit of 3 strength points"):
        scuttling.escape_from_port(transport(4, 1), (1, 2))
    assert scuttling.escape_from_port(transport(4, 1), (), is_inland=True).scuttled.value == 3
    stays = scuttling.lose_bank(transport(3), False)
    assert (stays.is_sunk, stays.state) == (False, "at_sea")
    assert scuttling.scuttle_whole(transport(2), "here").state == ""


# --- mines (SF 34E) --------------------------------------------------------------------------------------------------


def test_sf_34E1_checks_once_a_step_and_after_each_point_swept() -> None:
    due = {trigger: mines.is_mine_check_due(mines.MineContact(trigger, was_checked=True)) for trigger in mines.TRIGGERS}
    assert due == {"enters": False, "puts_to_sea": False, "starts_step": False, "sweeps": True}
    assert not mines.is_mine_check_due(mines.MineContact(at_sea=False))
    assert not mines.is_mine_check_due(mines.MineContact("sweeps", is_enemy=False))


def test_sf_34E2_mines_lie_at_sea_and_on_coasts() -> None:
    assert mines.rule_on_laying(mines.MineLaying(1, 1, 5, "coastal")).allowed
    refused = mines.rule_on_laying(mines.MineLaying(1, 1, 5, "restricted_waters"))
    assert [c.number for c in refused.citations] == ["34E2", "34E"]
    assert mines.reckon_laying_mps(3).value == 15


@pytest.mark.parametrize(
    ("points", "mps", "swept", "rolls"), [(3, 0, 0, 12), (3, 59, 1, 20), (1, 150, 1, 4), (2, 60, 2, 12), (0, 30, 0, 0)]
)
def test_sf_34E3_a_point_for_every_30_MPs(points: int, mps: int, swept: int, rolls: int) -> None:
    found = mines.reckon_sweeping(mines.MineSweeping(points, mps, 4), sf())
    assert [int(ledger.value) for ledger in (found.swept, found.left, found.rolls)] == [swept, points - swept, rolls]


def test_sf_34E3_hits_on_entering_leave_fewer_points_to_be_checked() -> None:
    found = mines.reckon_sweeping(mines.MineSweeping(2, 30, 4, hits=1), sf())
    assert found.rolls.value == 2 * 4 + 1 * 3
    assert mines.are_mines_swept("all_sea", False, None)
    assert not mines.are_mines_swept("coastal", False, 7)


# --- danger zones (SF 34F, 34K) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "side"),
    [
        (DangerousHex("Mediterranean", axis_port=5, is_north=False), "Axis"),
        (DangerousHex("Mediterranean", in_adriatic=True, allied_port=5), "Axis"),
        (DangerousHex("Mediterranean", False, in_adriatic=True), ""),
        (DangerousHex("Mediterranean", False, 4, None, True), ""),
        (DangerousHex("Mediterranean", False, 3, None, True), "Allied"),
        (DangerousHex("Mediterranean", False, None, 9), "Axis"),
        (DangerousHex("Mediterranean", False, None, 10), ""),
        (DangerousHex("Atlantic", False, 5, None, port_in="Greater Germany"), "Allied"),
        (DangerousHex("Atlantic", False, 5, 6, port_in="Greater Germany"), "Allied"),
        (DangerousHex("Atlantic", False, 5, 5, port_in="Greater Germany"), "Axis"),
        (DangerousHex("Atlantic", True, 5, None, port_in="France"), "Axis"),
    ],
)
def test_sf_34F_whose_danger_zone_a_hex_is(facts: DangerousHex, side: str) -> None:
    assert danger_zones.danger_zone_of(facts, sf()).side == side


@pytest.mark.parametrize(
    ("reading", "free", "home"), [("free", "", "Allied"), ("axis", "Axis", "Allied"), ("nine-everywhere", "", "Axis")]
)
def test_sf_34F_readings_after_the_surrender(reading: str, free: str, home: str) -> None:
    rules = sf("34F-danger-zones", reading)
    far = danger_zones.danger_zone_of(DangerousHex("Mediterranean", False), rules)
    assert (far.side, far.rests_on) == (free, (f"sf-34F-danger-zones: {reading}",))
    near = DangerousHex("Baltic", False, 2, 8, port_in="Denmark")
    assert danger_zones.danger_zone_of(near, rules).side == home
    assert danger_zones.danger_zone_of(DangerousHex("Baltic"), rules).rests_on == ()


@pytest.mark.parametrize(("reading", "cleared"), [("parts", True), ("anew", False)])
def test_sf_34F_merged_groups(reading: str, cleared: bool) -> None:
    assert danger_zones.is_cleared_together((True, True), sf("34F-merged-groups", reading)) is cleared
    assert not danger_zones.is_contact_check_due(False, False)


def test_sf_34F_contact_is_harder_at_night() -> None:
    rolls = [reckon_outcome(5, danger_zones.contact_check(night), sf()).succeeds for night in (False, True)]
    assert rolls == [True, False]


def test_sf_34K_ten_hexes_of_a_line_are_traced_at_night() -> None:
    near = [LineHex(enemy="adjacent")] * 10
    assert danger_zones.rule_on_naval_line(near, night=10).allowed
    assert not danger_zones.rule_on_naval_line(near, night=10, in_a_row=False).allowed
    assert not danger_zones.rule_on_naval_line(near, night=9).allowed
    assert not danger_zones.rule_on_naval_line([LineHex(enemy="own_hex")], night=1).allowed
    refused = danger_zones.rule_on_naval_line([LineHex(True)], night=1)
    assert [c.number for c in refused.citations] == ["34F", "34K"]


# --- landing craft (SF 34G, 34J) -------------------------------------------------------------------------------------


def test_sf_34G_surf_and_repair() -> None:
    check = landing_craft.disembarking_check("rough", True)
    assert reckon_outcome(4, check, sf()).roll.value == 2
    assert landing_craft.disembarking_check("calm", False).applying == ()
    assert [landing_craft.is_repaired_by(roll) for roll in range(1, 7)] == [True, True, False, False, False, False]


def test_sf_34J_damaged_craft_are_no_ferries() -> None:
    assert [c.number for c in landing_craft.rule_on_use(True, "ferry").citations] == ["34J"]
    assert landing_craft.rule_on_use(False, "landing").allowed
    assert not landing_craft.rule_on_ferry(landing_craft.Ferry(("c",), ("a", "b"))).allowed
    assert not landing_craft.rule_on_ferry(landing_craft.Ferry(())).allowed
    assert not landing_craft.rule_on_ferry(landing_craft.Ferry(("a",), began_there=False)).allowed


# --- fleets (SF 34H, 34I) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("reading", "escape"), [("sortie-and-reaction", 0), ("all", 2)])
def test_sf_34H_departures_that_cost_fuel_oil(reading: str, escape: int) -> None:
    rules = sf("34H-leaving-port", reading)
    costs = [
        int(fleets.reckon_fuel_oil(fleets.PuttingToSea(AXIS, ("TF", "TF", "LC"), 0, how), rules).value)
        for how in fleets.DEPARTURES
    ]
    assert costs == [2, 2, escape]
    assert fleets.rule_on_putting_to_sea(fleets.PuttingToSea(AXIS, ("NT",)), rules).allowed


def test_sf_34I2_what_a_carrier_costs_as_it_withdraws() -> None:
    found = fleets.reckon_carrier_withdrawal(fleets.CarrierLosses(2, 1, 1, nrps=4, arps=20))
    parts = (found.nrps, found.arps, found.nrp_deficit, found.arp_deficit)
    assert [int(part.value) for part in parts] == [6, 9, 2, 0]
    assert fleets.rule_on_carrier_repair(False).allowed


@pytest.mark.parametrize(
    ("printed", "hits", "permanent", "side", "left"),
    [(12, 5, False, 12, 7), (12, 12, True, 6, 0), (5, 2, False, 5, 3), (5, 3, True, 2, 2), (12, 20, True, 6, 0)],
)
def test_sf_34I3_half_the_printed_strength(printed: int, hits: int, permanent: bool, side: int, left: int) -> None:
    found = fleets.reckon_permanent_loss(printed, hits)
    assert (found.is_permanent, int(found.side.value), int(found.current.value)) == (permanent, side, left)
    assert found.hits.value == side - left
    assert fleets.reckon_permanent_loss(5, 3, half_side=3).hits.value == 1
    assert fleets.reckon_hits(5, 2) == 7


# --- naval repair points (SF 35) -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "facts",
    [
        Spending("repair_hits", in_port=False),
        Spending("repair_hits", is_functioning=False),
        Spending("replace_unit", sunk_in="MTO", base_in="ETO"),
        Spending("replace_unit", 7, printed=6),
        Spending("replace_unit", port="minor"),
        Spending("replace_coast_defense", has_line=False),
        Spending("mines", 2),
        Spending("mines_to_nrp", 5),
    ],
)
def test_sf_35_each_condition_of_spending_counts(facts: Spending) -> None:
    assert [c.number for c in naval_repair.rule_on_spending(facts, sf()).citations] == ["35"]
    assert naval_repair.rule_on_spending(Spending(facts.use), sf()).allowed is (facts.use != "mines_to_nrp")


def test_sf_35_a_budget_is_the_sum_of_its_uses() -> None:
    uses = [Spending("repair_lcs", 5), Spending("mines"), Spending("replace_unit", 2)]
    found = naval_repair.reckon_budget(6, uses)
    assert [int(part.value) for part in (found.spent, found.left, found.mines)] == [6, 0, 5]
    assert naval_repair.rule_on_budget(6, uses, sf()).allowed
    assert not naval_repair.rule_on_budget(9, [*uses, Spending("mines")], sf()).allowed


def test_sf_35_repaired_units_rest_and_replaced_ones_do_not() -> None:
    assert [naval_repair.rule_on_repaired(act).allowed for act in ("move", "ngs", "stay")] == [False, False, True]
    assert naval_repair.rule_on_replaced("fire").allowed
    assert naval_repair.rule_on_nationality("British", "American").allowed
    assert naval_repair.reckon_replaced(Spending("replace_unit", 3)).hits.value == 0
