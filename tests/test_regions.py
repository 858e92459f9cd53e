"""Regions, cities, islands, theaters and holding boxes (rules 3D to 3F)."""

import pytest
from attrs import evolve

from europa_rules import Hex, UnknownName, load, parse_position
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.regions import (
    CONTROLLED_THEATERS,
    BoxTransfer,
    CityCount,
    CityHexes,
    Island,
    TheaterEntry,
    Theaters,
    controlled_theaters,
    count_cities,
    eliminated_by_theater,
    find_place,
    gather_theater_entry,
    hexes_outside_theaters,
    is_in_region,
    is_major_city,
    owning_nation,
    place_at,
    place_of_island,
    regions_of,
    rule_on_box_transfer,
    rule_on_ignoring_transfer,
    rule_on_theater,
    theater_of,
    theater_rests_on,
)
from europa_rules.ground.attacks import Attack, rule_on_attack_order
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.ground.destinations import destinations
from europa_rules.ground.moves import Move, rule_on_move
from europa_rules.ground.retreats import gather_retreat_hex
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState

FOF, SF = load("fof"), load("sf")
SURRENDER = "Italy surrenders"
START = parse_position("Jul I 43, Axis movement", SF)
HUNGARY, BESIDE_HUNGARY = Hex("16A:4501"), Hex("16A:4401")


def regions(place: str, *events: str) -> set[str]:
    return set(regions_of(find_place(place, SF), events, SF))


# --- regions (3E) ----------------------------------------------------------------------------------------------------


def test_sf_3E1_luxembourg_is_of_the_benelux_and_of_greater_germany() -> None:
    assert {"Benelux", "Greater Germany"} <= regions("Luxembourg")
    assert "Germany" not in regions("Luxembourg")


@pytest.mark.parametrize("place", ["Alsace-Lorraine", "South-eastern Belgium", "NW Yugoslavia", "Luxembourg"])
def test_sf_3E1_annexed_ground_is_of_greater_germany_but_not_of_1939_germany(place: str) -> None:
    assert "Greater Germany" in regions(place)
    assert "Germany" not in regions(place)


def test_sf_3E1_occupied_france_leaves_out_what_was_annexed() -> None:
    assert {"France", "Mainland France"} <= regions("Alsace-Lorraine")
    assert "Occupied France" not in regions("Alsace-Lorraine")
    assert "Occupied France" in regions("Paris")


@pytest.mark.parametrize(
    "island", ["Sicily", "Sardinia", "Elba", "Pantelleria", "Lampedusa", "the Liparis", "Lagosta", "Zara"]
)
def test_sf_3E1_islands_and_the_enclave_are_of_italy_but_not_of_the_mainland(island: str) -> None:
    assert "Italy" in regions(island)
    assert "Mainland Italy" not in regions(island)


def test_sf_3E1_the_hexes_of_islands_are_told_apart_from_the_mainland_district() -> None:
    for ref in ("26:0829", "26:0830"):
        elba = place_at(Hex(ref), SF)
        assert (elba.district, elba.island) == ("Toscana", "Elba")
        assert not is_in_region(elba, "Mainland Italy", (), SF)


def test_sf_3E1_every_hex_named_for_an_island_lies_in_its_country_and_district() -> None:
    for row in SF.charts.regions.places:
        for ref in row.hexes:
            assert (SF.board.country(Hex(ref)), SF.board.district(Hex(ref))) == (row.country, row.district), row.name


def test_sf_3E1_north_east_italy_joins_greater_germany_with_the_surrender() -> None:
    assert "Greater Germany" not in regions("NE Italy")
    assert "Greater Germany" in regions("NE Italy", SURRENDER)
    on_board = [ref for ref in SF.board.hexes if SF.board.annexed(ref).endswith(SURRENDER)]
    assert on_board
    assert all("Greater Germany" in regions(ref, SURRENDER) for ref in on_board)


def test_sf_3E1_the_channel_islands_are_of_britain_and_tunisia_of_north_africa() -> None:
    assert {"Britain", "Channel Islands"} <= regions("Guernsey")
    assert "Great Britain" not in regions("Jersey")
    assert "Great Britain" in regions("Isle of Wight")
    assert regions("Tunisia") == {"North Africa"}


def test_sf_3E1_unknown_names_are_refused() -> None:
    with pytest.raises(UnknownName, match="Corsica"):
        find_place("Corsika", SF)
    with pytest.raises(UnknownName, match="Benelux"):
        is_in_region(find_place("Paris", SF), "Benelax", (), SF)


def test_fof_3E_the_maginot_line_ends_before_the_rhine() -> None:
    def in_line(ref: str) -> bool:
        return is_in_region(place_at(Hex(ref), FOF), "Maginot Line", (), FOF)

    assert [in_line(ref) for ref in ("16A:2026", "16A:2622", "16A:2623", "16A:3227")] == [True, True, False, False]


# --- cities and islands ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["partial_hex", "full_hex", "multi_hex", "partial", "full-hex city"])
def test_fof_3E_major_cities(kind: str) -> None:
    assert is_major_city(kind)


@pytest.mark.parametrize("kind", ["dot", "reference", "point"])
def test_fof_3E_cities_that_are_no_major_ones(kind: str) -> None:
    assert not is_major_city(kind)


def test_sf_3E2_adjoining_parts_make_one_city_and_scattered_ones_several() -> None:
    parts = CityHexes(("full", "partial", "dot", "point", ""), adjoining=True)
    assert count_cities(parts) == CityCount(cities=2, major_city=True, major_city_hexes=2)
    assert count_cities(evolve(parts, adjoining=False)).cities == 3


def test_sf_3E4_an_island_goes_with_its_straits_before_its_printed_owner() -> None:
    joined = Island("X", straits_to=("Germany", "WK X"), printed_owner="Italy", nearest_district="Toscana")
    assert place_of_island(joined).district == "WK X"
    assert place_of_island(evolve(joined, straits_to=None)).country == "Italy"
    assert place_of_island(Island("Texel", straits_to=("Netherlands", ""))).district == "Netherlands"


# --- nations that own hexes (3D) -------------------------------------------------------------------------------------


def test_sf_3D_axis_hexes_are_italian_in_italy_and_corsica_until_the_surrender() -> None:
    def nation(place: str, *events: str) -> str:
        return owning_nation(find_place(place, SF), AXIS, events, SF)

    assert [nation(p) for p in ("Elba", "Corsica", "Zara", "Belgium", "Tunisia")] == ["Italian"] * 3 + ["German"] * 2
    assert nation("Elba", SURRENDER) == "German"
    assert owning_nation(find_place("Elba", SF), ALLIED, (), SF) == ""


# --- theaters (3F) ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "axis", "allied"),
    [
        ("Britain", "West", "ETO"),
        ("Paris", "West", "ETO"),
        ("Alsace-Lorraine", "Greater Germany", "ETO"),
        ("Denmark", "Greater Germany", "ETO"),
        ("Corsica", "South", "MTO"),
        ("Malta", "South", "MTO"),
        ("Spain", "South", "MTO"),
        ("North Africa", "South", "MTO"),
        ("NW Yugoslavia", "Greater Germany", "ETO"),
        ("Greece", "Southeast", ""),
        ("Norway", "North", ""),
        ("Slovakia", "Greater Germany", ""),
        ("Andorra", "", ""),
        ("Baltic Sea", "Greater Germany", "ETO"),
        ("Mediterranean", "South", "MTO"),
    ],
)
def test_sf_3F_theaters_of_places(place: str, axis: str, allied: str) -> None:
    there = find_place(place, SF)
    assert (theater_of(there, AXIS, (), SF), theater_of(there, ALLIED, (), SF)) == (axis, allied)


def test_sf_3F_sea_hexes_go_with_their_sea_zone() -> None:
    seas = {SF.board.sea_zone(ref): ref for ref in SF.board.hexes if not SF.board.has_land(ref)}
    found = {zone: theater_of(place_at(ref, SF), AXIS, (), SF) for zone, ref in seas.items() if zone}
    assert found == {"atlantic": "West", "baltic": "Greater Germany", "mediterranean": "South"}


def test_sf_3F_north_east_italy_changes_theaters_by_the_default_reading_only() -> None:
    stays = load("sf", rulings={"sf-3E1-north-east-italy": "no"})
    there = find_place("NE Italy", SF)
    assert theater_of(there, AXIS, (), SF) == "South"
    assert theater_of(there, AXIS, [SURRENDER], SF) == "Greater Germany"
    assert theater_of(there, AXIS, [SURRENDER], stays) == "South"
    assert theater_of(there, ALLIED, [SURRENDER], stays) == "MTO"
    assert theater_rests_on(there, [SURRENDER], SF) == ("sf-3E1-north-east-italy: yes",)
    assert theater_rests_on(there, (), SF) == ()


def test_sf_3F_slovakia_and_andorra_are_open_by_another_reading() -> None:
    open_ = load("sf", rulings={"sf-3F-slovakia-and-andorra": "open"})
    assert theater_of(find_place("Slovakia", SF), ALLIED, (), open_) == "ETO"
    assert theater_rests_on(find_place("Andorra", SF), (), SF) == ("sf-3F-slovakia-and-andorra: closed",)


def test_sf_3F_a_forced_entry_is_no_refusal_but_the_end_of_the_unit() -> None:
    forced = TheaterEntry(find_place("Hungary", SF), AXIS, ("West",), voluntary=False)
    assert rule_on_theater(forced, SF).allowed
    assert eliminated_by_theater(forced, SF)
    assert not eliminated_by_theater(evolve(forced, place=find_place("Paris", SF)), SF)
    refused = rule_on_theater(evolve(forced, voluntary=True), SF)
    assert [str(c) for c in refused.citations] == ["SF 3F"]


@pytest.mark.parametrize(
    ("origin", "to", "ignored"), [("West", "South", True), ("West", "East", False), ("North", "West", False)]
)
def test_sf_3F_transfers_within_the_command_are_ignored(origin: str, to: str, ignored: bool) -> None:
    assert rule_on_ignoring_transfer(origin, to, ("West", "South"), SF).allowed is ignored


def test_fof_3E_a_game_without_theaters_closes_nothing() -> None:
    assert rule_on_theater(TheaterEntry(find_place("France", FOF), AXIS, ()), FOF).allowed
    assert hexes_outside_theaters(AXIS, parse_position("May I 40, Axis movement", FOF), FOF) == frozenset()


def in_the_west_alone() -> GameState:
    return START.noting(CONTROLLED_THEATERS, AXIS, Theaters(("West",)))


def test_sf_3F_the_scenario_says_which_theaters_are_controlled() -> None:
    assert controlled_theaters(AXIS, START, SF) == ("Greater Germany", "West", "South")
    assert controlled_theaters(AXIS, in_the_west_alone(), SF) == ("West",)
    berlin = SF.board.city_named("Berlin").hex
    assert berlin not in hexes_outside_theaters(AXIS, START, SF)
    assert berlin in hexes_outside_theaters(AXIS, in_the_west_alone(), SF)
    assert not rule_on_theater(gather_theater_entry(berlin, AXIS, in_the_west_alone(), SF), SF).allowed


def test_sf_3F_hexes_follow_the_events_of_the_game() -> None:
    trieste = find_place("NE Italy", SF)
    ref = next(h for h in SF.board.hexes if SF.board.annexed(h) == trieste.annexed)
    state = START.noting(CONTROLLED_THEATERS, ALLIED, Theaters(("MTO",)))
    assert ref not in hexes_outside_theaters(ALLIED, state, SF)
    assert ref in hexes_outside_theaters(ALLIED, let_happen(SURRENDER, state), SF)


def test_sf_3F_units_do_not_move_out_of_the_controlled_theaters() -> None:
    state = parse_position(f"{BESIDE_HUNGARY} ge 7-6 Inf XX 1 | Jul I 43, Axis movement", SF)
    (unit,) = state.pieces
    ruling = rule_on_move(Move((unit,), (HUNGARY,)), AXIS, state, SF)
    assert "SF 3F" in map(str, ruling.citations)
    assert HUNGARY not in destinations(unit, state, SF)
    assert rule_on_ground(HUNGARY, AXIS, state, SF).refusals


def test_sf_3F_units_do_not_attack_out_of_the_controlled_theaters() -> None:
    text = f"{BESIDE_HUNGARY} ge 7-6 Inf XX 1 | {HUNGARY} br 5-6 Inf XX 2 | Jul I 43, Axis combat"
    state = parse_position(text, SF)
    attacker, _ = state.pieces
    ruling = rule_on_attack_order(Attack((attacker,), HUNGARY), AXIS, state, SF)
    assert [str(c) for c in ruling.citations] == ["SF 3F"]


def test_sf_3F_ground_outside_the_theaters_is_closed_to_retreats() -> None:
    state = parse_position(f"{BESIDE_HUNGARY} ge 7-6 Inf XX 1 | Jul I 43, Allied combat", SF)
    (piece,) = state.pieces.values()
    assert gather_retreat_hex(piece, HUNGARY, state, SF).prohibited


# --- holding boxes (3E5) ---------------------------------------------------------------------------------------------


def test_sf_3E5_boxes_serve_their_area_their_side_and_the_initial_phase() -> None:
    fine = BoxTransfer("Britain", find_place("London", SF), ALLIED, "initial")
    assert rule_on_box_transfer(fine, (), SF).allowed
    assert rule_on_box_transfer(
        BoxTransfer("north africa", find_place("Tunisia", SF), ALLIED, "initial"), (), SF
    ).allowed
    wrong = (
        evolve(fine, region_place=find_place("Tunisia", SF)),
        evolve(fine, region_place=find_place("Jersey", SF)),
        evolve(fine, side=AXIS),
        evolve(fine, phase="combat"),
        evolve(fine, phasing=False),
    )
    assert [[str(c) for c in rule_on_box_transfer(f, (), SF).citations] for f in wrong] == [["SF 3E5"]] * len(wrong)
    with pytest.raises(UnknownName, match="holding box"):
        rule_on_box_transfer(evolve(fine, box="Britannia"), (), SF)
