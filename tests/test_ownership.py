"""Ownership of hexes (rule 3D): occupation, uncontested ZOCs, and units too small to hold a hex for good."""

from __future__ import annotations

from fractions import Fraction

import pytest

from europa_rules import load
from europa_rules.campaign.regions import find_place, owning_nation
from europa_rules.game import Game
from europa_rules.ground.moves import Move
from europa_rules.ground.ownership import (
    HexOwnership,
    Presence,
    change_by_leaving,
    gain_by_entry,
    gather_ownership,
    hex_owner,
    reckon_owner,
)
from europa_rules.ground.zones import zoc_sources
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL
from europa_rules.state import GameState

FOF, SF = load("fof"), load("sf")
ADVANCED = load("sf", options={"43C1"})
HALF = Fraction(1, 2)
FROM, TO = Hex("16A:1506"), Hex("16A:1507")


def owner(rules: Ruleset, **facts: object) -> str:
    return reckon_owner(HexOwnership(ALLIED, **facts), rules).owner  # type: ignore[arg-type]  # facts by name


def test_fof_3D_02_an_uncontested_zoc_takes_a_hex() -> None:
    assert owner(FOF, zoc_of=frozenset({AXIS})) == AXIS
    assert owner(FOF, zoc_of=frozenset({AXIS, ALLIED})) == ALLIED
    assert owner(FOF, zoc_of=frozenset({AXIS}), occupied=(Presence(ALLIED, HALF),)) == ALLIED


@pytest.mark.parametrize(("rules", "expected"), [(FOF, ALLIED), (ADVANCED, ALLIED), (SF, AXIS)])
def test_fof_3D_05_a_zoc_alone_takes_no_city_where_the_rule_is_in_use(rules: Ruleset, expected: str) -> None:
    assert owner(rules, zoc_of=frozenset({AXIS}), is_city=True) == expected
    assert owner(rules, zoc_of=frozenset({AXIS}), is_airbase=True) == expected
    assert owner(rules, occupied=(Presence(AXIS, Fraction(1)),), is_city=True) == AXIS


@pytest.mark.parametrize(("rules", "expected"), [(FOF, ALLIED), (ADVANCED, ALLIED), (SF, AXIS)])
def test_fof_3D_08_a_lone_half_re_holds_a_hex_only_while_it_is_there(rules: Ruleset, expected: str) -> None:
    found = reckon_owner(HexOwnership(ALLIED, occupied=(Presence(AXIS, HALF),)), rules)
    assert (found.owner, found.lasting) == (AXIS, expected)
    assert owner(rules, left=Presence(AXIS, HALF)) == expected


def test_fof_3D_09_one_re_or_an_uncontested_zoc_makes_it_last() -> None:
    assert owner(FOF, left=Presence(AXIS, Fraction(1))) == AXIS
    there = HexOwnership(ALLIED, occupied=(Presence(AXIS, HALF),), zoc_of=frozenset({AXIS}))
    assert reckon_owner(there, FOF).lasting == AXIS


def test_fof_3D_a_hex_with_both_sides_keeps_its_owner() -> None:
    assert owner(FOF, occupied=(Presence(AXIS, Fraction(3)), Presence(ALLIED, Fraction(3)))) == ALLIED


def test_fof_3D_a_refused_claim_names_the_rule_and_what_would_do() -> None:
    ruling = reckon_owner(HexOwnership(ALLIED, zoc_of=frozenset({AXIS}), is_city=True), FOF).ruling
    assert [str(c) for c in ruling.citations] == ["FoF 3D"]
    assert ruling.possible == ("occupy the hex",)


# --- on the board ----------------------------------------------------------------------------------------------------


def enter(state: GameState, rules: Ruleset, *ids: str) -> GameState:
    return gain_by_entry(state, [state.piece(i) for i in ids], TO, rules)


def leave(state: GameState, rules: Ruleset, piece: str) -> GameState:
    return change_by_leaving(state.moved(piece, FROM), TO, rules)


def battalions(rules: Ruleset, count: int) -> GameState:
    units = ", ".join(f"ge 1-6 Inf II <b{i}>" for i in range(count))
    return parse_position(f"owner Axis {FROM} | {FROM} {units} | owner Allied {TO}", rules)


def test_fof_3D_08_on_the_board_a_hex_reverts_when_the_battalion_leaves() -> None:
    state = enter(battalions(FOF, 1), FOF, "b0")
    assert hex_owner(TO, state, FOF) == AXIS
    assert hex_owner(TO, leave(state, FOF, "b0"), FOF) == ALLIED


def test_fof_3D_09_on_the_board_two_battalions_hold_it_though_they_leave_one_by_one() -> None:
    state = enter(enter(battalions(FOF, 2), FOF, "b0"), FOF, "b1")
    state = leave(leave(state, FOF, "b0"), FOF, "b1")
    assert hex_owner(TO, state, FOF) == AXIS


def test_sf_3D_03_on_the_board_a_battalion_that_passes_through_keeps_the_hex() -> None:
    state = leave(enter(battalions(SF, 1), SF, "b0"), SF, "b0")
    assert hex_owner(TO, state, SF) == AXIS


def test_fof_3D_02_on_the_board_a_division_takes_the_hexes_around_it_that_nobody_contests() -> None:
    around = FOF.board.neighbors_of(TO)
    lines = (
        f"{FROM} ge 7-6 Inf XX <d> | owner Axis {FROM} | owner Allied {TO} {' '.join(h for h in around if h != FROM)}"
    )
    state = enter(parse_position(lines, FOF), FOF, "d")
    plain = [h for h in around if FOF.board.city(h) is None and FOF.board.airfield(h) is None]
    taken = {h for h in plain if hex_owner(h, state, FOF) == AXIS}
    assert hex_owner(TO, state, FOF) == AXIS
    assert len(taken) >= len(plain) - 1
    for h in set(around) - set(plain) - {FROM}:
        assert hex_owner(h, state, FOF) == ALLIED


def test_sf_3D_05_axis_hexes_are_italian_in_italy_and_corsica_until_the_surrender() -> None:
    def nation(place: str, *events: str) -> str:
        return owning_nation(find_place(place, SF), AXIS, events, SF)

    assert nation("Corse") == "Italian"
    assert nation("Toscana") == "Italian"
    assert nation("Toscana", "Italy surrenders") == "German"
    assert nation("Belgium") == "German"


def test_fof_3D_the_zocs_around_a_hex_are_those_of_the_compiled_map() -> None:
    around = FOF.board.neighbors_of(TO)
    nations = ("ge", "fr", "ge", "fr", "ge", "fr")
    stacks = " | ".join(f"{h} {n} 7-6 Inf XX" for h, n in zip(around, nations, strict=False))
    for text in (stacks, f"{around[0]} ge 14-10 Pz XX", f"{around[2]} fr 2-6 Inf III"):
        state = parse_position(text, FOF)
        for ref in (TO, *around):
            compiled = {p.side for side in FOF.variant.sides for p in zoc_sources(ref, side, state, FOF)}
            assert gather_ownership(ref, state, FOF).zoc_of == compiled


def test_fof_3D_the_owner_is_the_one_noted_or_the_one_at_the_start() -> None:
    state = parse_position(f"{FROM} ge 7-6 Inf XX 1", FOF)
    assert hex_owner(TO, state, FOF) == FOF.owner_at_start(TO) == AXIS
    assert hex_owner(TO, state.owned({TO: ALLIED}), FOF) == ALLIED


# --- as a game begins ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])
def test_3D_a_game_begins_with_occupied_hexes_owned_by_their_occupants(rules: Ruleset) -> None:
    """All that the situation says of the hex is that a German division is there."""
    there = Hex("17A:1304") if rules is FOF else Hex("27:2913")
    game = Game.start(rules, f"{there} ge 7-6 Inf XX 1 | {rules.variant.first_turn}, Axis movement")
    assert rules.owner_at_start(there) == ALLIED
    assert game.describe_hex(there).owner == AXIS


def test_fof_3D_a_game_begins_with_the_owners_that_its_position_gives() -> None:
    game = Game.start("fof", "16A:1506 ge 7-6 Inf XX 1 | owner Allied 16A:1506 | May II 40, Axis movement")
    assert hex_owner(FROM, game.state, FOF) == ALLIED


def test_fof_3D_a_game_begins_with_a_lone_battalion_that_owns_a_hex_only_while_it_is_there() -> None:
    game = Game.start("fof", "17A:1303 ge 1-10 Mcl II 1 <a> | 17A:1010 fr 5-6 Inf XX 2 | May II 40, Axis movement")
    assert hex_owner(Hex("17A:1303"), game.state, FOF) == AXIS
    game.submit(Move(("a",), (Hex("17A:1304"),)))
    assert hex_owner(Hex("17A:1303"), game.state, FOF) == ALLIED


def test_fof_3D_units_at_home_leave_their_country_neutral_as_a_game_begins() -> None:
    game = Game.start("fof", "16A:1024 be 5-6 Inf XX 1 | 16A:1026 ge 7-6 Inf XX 3 | May I 40, Axis movement")
    assert hex_owner(Hex("16A:1024"), game.state, FOF) == NEUTRAL


def test_sf_3D_a_game_begins_with_the_printed_owner_where_only_points_are() -> None:
    text = "16A:2130 us 7-6 Inf XX 1 | 16A:2129 ge RP 2 | Jul I 44, Allied movement"
    assert hex_owner(Hex("16A:2129"), Game.start("sf", text).state, SF) == AXIS


def test_fof_3D_a_game_begins_with_the_printed_owner_where_both_sides_are() -> None:
    both = "17A:1304 contested ge 7-6 Inf XX 1, fr 5-6 Inf XX 2 | May II 40, Axis movement"
    assert hex_owner(Hex("17A:1304"), Game.start("fof", both).state, FOF) == ALLIED
