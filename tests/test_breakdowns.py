"""Breakdowns (rule 15): the charts, who may break down and assemble, and what stays the same, on the real sheets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.charts import Charts
from europa_rules.errors import DataError, IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.breakdowns import (
    Assemble,
    BreakDown,
    Component,
    assembled,
    breakdown_of,
    components_in,
    row_made_of,
    waiting,
)
from europa_rules.ground.facts import MPS_SPENT
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.numbers import ONE
from europa_rules.position_notation import PieceNotation
from europa_rules.ruleset import Ruleset
from europa_rules.state import FactKind, GameState
from europa_rules.units import Unit, is_headquarters, re_size, re_sum

HERE, WEST, FAR = map(Hex, ("17A:2018", "17A:2017", "17A:2016"))
DATES = {"fof": "Jun I 40", "sf": "Jul I 44"}
BOOKS = list(DATES)


@cache
def rules_of(book: str) -> Ruleset:
    return er.load(book)


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


def start(book: str, pieces: str, side: str = "Axis", phase: str = "movement") -> Game:
    return Game.start(rules_of(book), f"{pieces} | {DATES[book]}, {side} {phase}", seed=1)


# --- worked examples, on the board -----------------------------------------------------------------------------------


def test_fof_15B_worked_example_a_7_6_division_into_three_supported_regiments() -> None:
    game = start("fof", f"{HERE} ge 7-6(3-6) Inf XX 9 <div>")
    game.submit(BreakDown("div"))
    pieces = list(game.state.pieces.values())
    assert [str(p.unit.rating) for p in pieces] == ["2-6*", "2-6*", "2-6*"]
    assert {p.unit.size for p in pieces} == {"regiment"}
    assert {p.place for p in pieces} == {HERE}
    assert "div" in waiting(game.state)


def test_fof_15B_worked_example_or_into_a_headquarters_and_three_unsupported_regiments() -> None:
    game = start("fof", f"{HERE} ge 7-6(3-6) Inf XX 9 <div>")
    game.submit(BreakDown("div", "headquarters"))
    ratings = sorted(str(p.unit.rating) for p in game.state.pieces.values())
    assert ratings == ["2-6", "2-6", "2-6", "6"]
    assert [is_headquarters(game.state.piece("div/HQ").unit)] == [True]


def test_sf_15B_worked_example_a_canadian_10_8_division_into_three_brigades() -> None:
    game = start("sf", f"{HERE} br 10-8(4-8) Inf XX 3 [Canadian] <div>", "Allied")
    game.submit(BreakDown("div"))
    assert [str(p.unit.rating) for p in game.state.pieces.values()] == ["3-8*"] * 3
    assert {(p.unit.size, p.unit.force) for p in game.state.pieces.values()} == {("brigade", "Canadian")}


def test_sf_15D_worked_example_three_tank_battalions_become_a_brigade_and_go_apart_again() -> None:
    game = start("sf", f"{HERE} us 2-1-10 Arm II 1, us 2-1-10 Arm II 2, us 2-1-10 Arm II 3", "Allied")
    game.submit(Assemble(("us 1 Arm II", "us 2 Arm II", "us 3 Arm II")))
    (brigade,) = game.state.pieces.values()
    assert (str(brigade.unit.rating), brigade.unit.size, brigade.unit.type) == ("5-3-10", "brigade", "armor")
    assert not waiting(game.state)
    game.done()
    game.done()
    game.submit(BreakDown(brigade.id))
    assert [str(p.unit.rating) for p in game.state.pieces.values()] == ["2-1-10"] * 3
    assert not waiting(game.state)


# --- when, on the board ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_15A_a_division_breaks_down_at_the_start_of_the_phase_only(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6(3-6) Inf XX 9 <div>, ge 2-6 Inf III 1 <other>")
    game.submit(Move(("other",), (WEST,)))
    with pytest.raises(IllegalOrder, match=r"15A.*at the start"):
        game.submit(BreakDown("div"))


@pytest.mark.parametrize("book", BOOKS)
def test_15A_components_that_meet_again_are_assembled_and_nobody_moves_after_that(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6(3-6) Inf XX 9 <div>, ge 2-6 Inf III 1 <other>")
    game.submit(BreakDown("div"))
    game.submit(Move(("div/1",), (WEST,)))
    parts = ("div/1", "div/2", "div/3")
    with pytest.raises(IllegalOrder, match=r"15A.*stack them first"):
        game.submit(Assemble(parts))
    game.submit(Move(("div/1",), (HERE,)))
    game.submit(Assemble(parts))
    assert game.state.piece("div").unit == unit("ge 7-6(3-6) Inf XX 9")
    assert not waiting(game.state)
    with pytest.raises(IllegalOrder, match="15A"):
        game.submit(Move(("other",), (WEST,)))
    with pytest.raises(IllegalOrder, match="15A"):
        game.submit(BreakDown("div"))
    assert game.destinations("other") == {}
    game.done()
    assert game.state.stays(er.Side("Axis")) is None


def test_fof_15A_only_cm_divisions_break_down_in_the_exploitation_phase() -> None:
    game = start("fof", f"{HERE} ge 7-6 Inf XX 9 <inf>, ge 13-9-10 Pz XX 1 <pz>", phase="exploitation")
    with pytest.raises(IllegalOrder, match=r"c/m.*FoF 15A"):
        game.submit(BreakDown("inf"))
    game.submit(BreakDown("pz"))
    game.submit(Assemble(("pz/1", "pz/2", "pz/3")))
    assert "pz" in game.state.pieces


def test_sf_15A_infantry_divisions_break_down_in_the_exploitation_phase_too() -> None:
    game = start("sf", f"{HERE} ge 7-6 Inf XX 9 <inf>", phase="exploitation")
    game.submit(BreakDown("inf"))
    game.submit(Assemble(("inf/1", "inf/2", "inf/3")))
    assert list(game.state.pieces) == ["inf"]


@pytest.mark.parametrize("book", BOOKS)
def test_15A_the_enemy_breaks_nothing_down_in_another_player_turn(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6 Inf XX 9 <div>", "Allied")
    with pytest.raises(IllegalOrder, match="15A"):
        game.submit(BreakDown("div"))


@pytest.mark.parametrize("book", BOOKS)
def test_15A_a_breakdown_may_overstack_the_hex_until_the_phase_ends(book: str) -> None:
    game = start(book, f"{HERE} 3x ge 7-6 Inf XX, 3x ge 2-6 Inf III")
    game.submit(BreakDown("ge Inf XX"))
    with pytest.raises(IllegalOrder, match="8A"):
        game.done()
    for part in ("ge Inf XX/1", "ge Inf XX/2", "ge Inf XX/3"):
        game.submit(Move((part,), (WEST,)))
    game.done()
    assert game.state.moment.phase == "combat"


# --- counters (rules 15B, 15C) ---------------------------------------------------------------------------------------


def test_fof_15C1_a_set_serves_one_division_at_a_time() -> None:
    sets = rules_of("fof").charts.breakdowns.rows["german_mountain_7_8"].sets
    assert sets is not None and sets.value == 1
    game = start("fof", f"{HERE} ge 7-8 Mtn XX 1 <one>, ge 7-8 Mtn XX 2 <two>")
    game.submit(BreakDown("one"))
    with pytest.raises(IllegalOrder) as refused:
        game.submit(BreakDown("two"))
    assert {c.number for c in refused.value.ruling.citations} == {"15B", "15C1"}


@pytest.mark.parametrize(("book", "stranger"), [("fof", "fr 9-6 Inf XX 1"), ("sf", "us 4-4 Inf XX 1")])
def test_15B_a_division_that_is_not_listed_does_not_break_down(book: str, stranger: str) -> None:
    game = start(book, f"{HERE} {stranger} <div>", "Allied")
    with pytest.raises(IllegalOrder, match="15B"):
        game.submit(BreakDown("div"))


@pytest.mark.parametrize("book", BOOKS)
def test_15B_a_cadre_does_not_break_down(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6(3-6) Inf XX 9 at cadre <div>")
    with pytest.raises(IllegalOrder, match="15B"):
        game.submit(BreakDown("div"))


def test_sf_15B_a_unit_without_supported_components_goes_with_its_headquarters_only() -> None:
    game = start("sf", f"{HERE} us 16-10 Arm XX 2 <div>", "Allied")
    with pytest.raises(IllegalOrder, match="15B"):
        game.submit(BreakDown("div"))
    game.submit(BreakDown("div", "headquarters"))
    assert "div/HQ" in game.state.pieces


def test_sf_15C2_the_force_of_a_division_decides_which_counters_it_has() -> None:
    rules = rules_of("sf")
    found = {name: breakdown_of(unit(f"br 10-8 Inf XX [{name}]"), rules) for name in ("Canadian", "New Zealander")}
    assert {name: row.counters for name, row in found.items() if row} == {
        "Canadian": "lettered",
        "New Zealander": "specific",
    }
    assert breakdown_of(unit("br 10-8 Inf XX [British Army]"), rules) is None
    british = breakdown_of(unit("br 8-8 Inf XX [British Army]"), rules)
    assert british is not None and british.name == "british_infantry_8_8"


# --- what is remembered ----------------------------------------------------------------------------------------------

OUT = FactKind("turns out of supply in this test", "game", int)


@pytest.mark.parametrize("book", BOOKS)
def test_15A_components_inherit_and_the_worst_supply_state_holds_for_the_assembled_unit(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6 Inf XX 9 <div>")
    noted = game.state.noting(OUT, "div", 1)
    game = Game.start(rules_of(book), noted, seed=1)
    game.submit(BreakDown("div"))
    assert game.state.all_facts(OUT) == {"div/1": 1, "div/2": 1, "div/3": 1}
    worse = Game.start(rules_of(book), game.state.noting(OUT, "div/2", 3).noting(MPS_SPENT, "div/3", Fraction(5, 2)))
    worse.submit(Assemble(("div/1", "div/2", "div/3")))
    assert worse.state.all_facts(OUT) == {"div": 3}
    assert worse.state.recall(MPS_SPENT, "div") == Fraction(5, 2)


def test_sf_15A_an_assembled_unit_is_disrupted_as_any_component_is() -> None:
    part = unit("us 2-1-10 Arm II")
    found = assembled([Component(part), Component(part, 2), Component(part, 1, disrupted=True)], rules_of("sf"))
    assert (found.turns_out.value, found.disrupted) == (Fraction(2), True)


@pytest.mark.parametrize("book", BOOKS)
def test_15A_a_game_with_a_division_on_the_chart_is_saved_and_goes_on(book: str) -> None:
    game = start(book, f"{HERE} ge 7-6(3-6) Inf XX 9 <div>")
    game.submit(BreakDown("div", "headquarters"))
    again = Game.load(game.save(), game.rules)
    assert again.state == game.state
    for g in (game, again):
        g.submit(Assemble(("div/HQ", "div/2", "div/3", "div/4")))
    assert again.save() == game.save()
    game.undo()
    assert "div" in waiting(game.state)


# --- conservation ----------------------------------------------------------------------------------------------------


def total_re(state: GameState, rules: Ruleset) -> Fraction:
    """REs of all units of a position, those that have broken down taken whole: what breakdowns never change."""
    broken = waiting(state).values()
    gone = {i for b in broken for i in b.components}
    units = [p.unit for p in state.pieces.values() if p.id not in gone]
    units += [b.piece.unit for b in broken if any(i in state.pieces for i in b.components)]
    return sum((re_size(unit, rules.types) for unit in units), Fraction(0))


@settings(max_examples=15)
@given(st.lists(st.tuples(st.sampled_from("abc"), st.booleans(), st.booleans()), max_size=6), st.sampled_from(BOOKS))
def test_15_breakdowns_and_assemblies_conserve_units_and_res(script: list[tuple[str, bool, bool]], book: str) -> None:
    third = {"fof": "ge 6-6 Inf XX <c>", "sf": "ge 14-10 Pz XX <c>"}[book]
    game = start(book, f"{HERE} ge 7-6 Inf XX <a>, ge 7-6 Inf XX <b> | {WEST} {third}")
    before = {p.id: p.unit for p in game.state.pieces.values()}
    size = total_re(game.state, game.rules)
    for name, down, with_headquarters in script:
        broken = waiting(game.state)
        if down and name in game.state.pieces:
            order: object = BreakDown(name, "headquarters" if with_headquarters else "supported")
        elif name in broken:
            order = Assemble(broken[name].components)
        else:
            continue
        try:
            game.submit(order)
        except IllegalOrder:
            game.done()
            game.done()
        assert total_re(game.state, game.rules) == size == 9
    for name, broken_down in waiting(game.state).items():
        assert broken_down.piece.unit == before[name]


@pytest.mark.parametrize("book", BOOKS)
def test_15B_components_are_never_larger_than_their_unit_and_assemble_to_it(book: str) -> None:
    rules = rules_of(book)
    for row in rules.charts.breakdowns.rows.values():
        for way in ("supported", "headquarters"):
            found = components_in(row.unit, way, rules)
            size = re_sum(found.components, rules.types)
            limit = re_size(row.unit, rules.types) + (ONE / 2 if row.counters == "any" else 0)
            assert size <= limit, row.name
            listed = [u for u in (*found.components, found.headquarters) if u is not None]
            parts = [evolve(u, force=row.unit.force) for u in listed]
            if parts:
                made = row_made_of(parts, rules)
                assert made is not None and (made.name == row.name or row.counters != "any"), row.name


@pytest.mark.parametrize("book", BOOKS)
def test_15B_every_battalion_component_is_unsupported(book: str) -> None:
    for row in rules_of(book).charts.breakdowns.rows.values():
        battalions = [u for u in (*row.supported, *row.unsupported) if u.size == "battalion"]
        assert not any(u.is_self_supported for u in battalions), row.name
        assert not any(u.is_self_supported for u in row.unsupported), row.name


@pytest.mark.parametrize("book", BOOKS)
def test_15B_every_unit_of_the_chart_is_one_that_the_game_has(book: str) -> None:
    rules = rules_of(book)
    for row in rules.charts.breakdowns.rows.values():
        for part in (row.unit, *row.supported, *row.unsupported):
            assert part.type in rules.types, f"{row.name}: {part.type}"


def test_15B_a_chart_with_units_that_cannot_be_read_names_every_cell(tmp_path: Path) -> None:
    file = tmp_path / "breakdowns.toml"
    file.write_text(
        'lays_over = "breakdowns"\nprovenance = { kind = "printed", source = "mine", confidence = "high" }\n'
        '[rows.german_infantry_7_6]\nsupported = ["3x 2-6* Inff III"]\nunsupported = ["6 Inf HQ", "three 2-6"]\n',
        encoding="utf-8",
    )
    with pytest.raises(DataError) as refused:
        er.load("fof", charts=tmp_path)
    assert "supported" in str(refused.value) and "unsupported" in str(refused.value)
    assert isinstance(rules_of("fof").charts, Charts)
