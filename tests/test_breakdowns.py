"""Breakdowns (rule 15): the charts, who may break down and assemble, and what stays the same, on the real sheets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import drive

import europa_rules as er
from europa_rules.charts import Charts
from europa_rules.errors import DataError, IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.breakdowns import (
    Assemble,
    AssemblyFacts,
    BreakDown,
    BreakdownFacts,
    Component,
    assembled,
    breakdown_of,
    carry_out_assemble,
    carry_out_break_down,
    components_in,
    end_movement,
    gather_assembly,
    gather_breakdown,
    moment_now,
    row_made_of,
    rule_on_assemble_order,
    rule_on_assembly,
    rule_on_break_down,
    waiting,
)
from europa_rules.ground.facts import MOVED_BY, MPS_SPENT
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.numbers import ONE
from europa_rules.position import parse_position
from europa_rules.position_notation import PieceNotation
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
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


def test_fof_15B_a_chart_with_units_that_cannot_be_read_names_every_cell(tmp_path: Path) -> None:
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


# --- at their limits, from plain facts -------------------------------------------------------------------------------


LANDSER = "ge 7-6(3-6) Inf XX"


@pytest.mark.parametrize("book", BOOKS)
def test_15B_the_chart_knows_a_unit_by_its_printed_strengths_whatever_cadre_it_has(book: str) -> None:
    rules = rules_of(book)
    for text in ("ge 7-6 Inf XX", LANDSER):
        found = breakdown_of(unit(text), rules)
        assert found is not None and found.name == "german_infantry_7_6"
    assert breakdown_of(unit("ge 7-6 Inf III"), rules) is None
    assert breakdown_of(unit("ge 7-6 Mtn XX"), rules) is None


@pytest.mark.parametrize("book", BOOKS)
def test_15B_what_the_chart_lists_is_allowed_and_what_it_does_not_is_refused_once(book: str) -> None:
    rules = rules_of(book)
    listed = components_in(unit(LANDSER), "supported", rules)
    assert listed.ruling.allowed and not listed.has_headquarters and len(listed.components) == 3
    split = components_in(unit(LANDSER), "headquarters", rules)
    assert split.has_headquarters and not any(map(is_headquarters, split.components))
    stranger = components_in(unit("ge 17-6 Inf XX"), "supported", rules)
    assert len(stranger.ruling.refusals) == 1 and stranger.components == ()


def test_sf_15B_a_way_without_components_is_refused_once() -> None:
    rules = rules_of("sf")
    row = next(row for row in rules.charts.breakdowns.rows.values() if not row.supported)
    found = components_in(row.unit, "supported", rules)
    assert len(found.ruling.refusals) == 1 and components_in(row.unit, "headquarters", rules).ruling.allowed
    with pytest.raises(er.UnknownName):
        components_in(row.unit, "pieces", rules)


@pytest.mark.parametrize(
    ("book", "phase", "moment", "text", "down", "up"),
    [
        ("fof", "movement", "start", LANDSER, True, False),
        ("fof", "movement", "end", LANDSER, False, True),
        ("fof", "movement", "during", LANDSER, False, False),
        ("fof", "exploitation", "start", LANDSER, False, False),
        ("fof", "exploitation", "start", "ge 13-9-10 Pz XX", True, False),
        ("fof", "exploitation", "end", "ge 13-9-10 Pz XX", False, True),
        ("sf", "exploitation", "start", LANDSER, True, False),
        ("fof", "combat", "start", LANDSER, False, False),
        ("fof", "deployment", "start", LANDSER, True, False),
        ("fof", "deployment", "end", LANDSER, False, False),
        ("sf", "deployment", "start", LANDSER, False, False),
    ],
)
def test_15A_when_units_break_down_and_are_assembled(
    book: str, phase: str, moment: str, text: str, down: bool, up: bool
) -> None:
    rules = rules_of(book)
    breaking = BreakdownFacts(unit(text), phase=phase, moment=moment)
    joining = AssemblyFacts(unit(text), phase=phase, moment=moment)
    assert (rule_on_break_down(breaking, rules).allowed, rule_on_assembly(joining, rules).allowed) == (down, up)
    assert not rule_on_break_down(evolve(breaking, is_phasing=False), rules).allowed
    assert not rule_on_assembly(evolve(joining, is_phasing=False), rules).allowed


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({}, True),
        ({"is_listed": False}, False),
        ({"is_way_open": False}, False),
        ({"counters_free": 0}, False),
        ({"counters_free": 1}, True),
        ({"is_set_in_use": True}, False),
        ({"has_specific": True, "use": "lettered"}, False),
        ({"has_specific": True, "use": "specific"}, True),
        ({"has_specific": True}, True),
        ({"use": "lettered"}, True),
        ({"use": "specific"}, False),
        ({"are_anothers": True}, False),
        ({"are_anothers": True, "use": "lettered"}, False),
        ({"overstacked_at_end": True}, False),
    ],
)
def test_15C_counters_serve_a_unit_that_they_are_meant_for(book: str, told: dict[str, Any], allowed: bool) -> None:
    facts = evolve(BreakdownFacts(unit(LANDSER)), **told)
    assert rule_on_break_down(facts, rules_of(book)).allowed is allowed


@pytest.mark.parametrize("book", BOOKS)
def test_15A_a_refused_assembly_tells_what_could_be_assembled(book: str) -> None:
    rules = rules_of(book)
    for could_be, told in (("", "break a unit down first"), ("assemble D of A, B", "assemble D of A, B")):
        assert rule_on_assembly(AssemblyFacts(is_listed=False, could_be=could_be), rules).possible == (told,)
    assert rule_on_assembly(AssemblyFacts(are_together=False), rules).possible == ("stack them first",)


def test_sf_15A_components_make_the_unit_of_their_own_force_or_of_none() -> None:
    rules = rules_of("sf")
    for row in rules.charts.breakdowns.rows.values():
        parts = row.supported or row.unsupported
        made = row_made_of([evolve(part, force=row.unit.force) for part in parts], rules)
        assert made is not None and made.unit.force == row.unit.force
        other = row_made_of([evolve(part, force="Nobody's") for part in parts], rules)
        assert other is None or not other.unit.force


@pytest.mark.parametrize("book", BOOKS)
def test_15A_the_worst_of_the_components_holds_for_the_unit(book: str) -> None:
    rules, three = rules_of(book), [unit("ge 2-6* Inf III")] * 3
    found = assembled([Component(three[0], 1), Component(three[1], 3, True), Component(three[2])], rules)
    assert found.unit is not None and found.turns_out.value == 3 and found.disrupted
    assert assembled([Component(three[0]), Component(three[1]), Component()], rules).unit is None
    for nothing in (assembled([], rules), assembled([Component()], rules)):
        assert nothing.turns_out.value == 0 and not nothing.disrupted


def board(book: str, pieces: str, phase: str = "movement", side: str = "Axis") -> GameState:
    return parse_position(f"{pieces} | {DATES[book]}, {side} {phase}", rules_of(book))


@pytest.mark.parametrize("book", BOOKS)
def test_15A_a_phase_starts_until_a_piece_of_the_side_has_moved(book: str) -> None:
    state = board(book, f"{HERE} {LANDSER} 9 <div> | {FAR} us 7-8 Inf XX <foe>")
    assert moment_now(AXIS, state) == "start"
    assert moment_now(AXIS, state.noting(MOVED_BY, "gone", "regular")) == "start"
    assert moment_now(AXIS, state.noting(MOVED_BY, "foe", "regular")) == "start"
    assert moment_now(AXIS, state.noting(MOVED_BY, "div", "regular")) == "during"
    assert moment_now(AXIS, state.noting(MPS_SPENT, "div", ONE)) == "during"
    assert moment_now(AXIS, end_movement(AXIS, "so", state, rules_of(book))) == "end"


def test_fof_15C1_counters_of_a_row_are_free_until_each_set_is_in_use() -> None:
    """One set serves the 9-7-10 panzer divisions."""
    rules = rules_of("fof")
    state = board("fof", f"{HERE} ge 9-7-10 Pz XX <one> | {WEST} ge 9-7-10 Pz XX <two>, ge 6-6 Inf XX <third>")
    first = gather_breakdown(BreakDown("one"), AXIS, state, rules)
    assert (first.counters_free, first.is_set_in_use, first.has_specific) == (1, False, False)
    state, _ = drive(carry_out_break_down(BreakDown("one"), AXIS, state, rules))
    second = gather_breakdown(BreakDown("two"), AXIS, state, rules)
    assert (second.counters_free, second.is_set_in_use) == (0, True)
    assert gather_breakdown(BreakDown("third"), AXIS, state, rules).counters_free == 4


def test_sf_15C_counters_that_belong_to_a_unit_are_not_counted() -> None:
    rules = rules_of("sf")
    row = next(row for row in rules.charts.breakdowns.rows.values() if row.counters == "specific")
    other = next(row for row in rules.charts.breakdowns.rows.values() if row.counters == "any")
    state = board("sf", f"{HERE} {LANDSER} <div>")
    for wanted, specific in ((row, True), (other, False)):
        changed = state.with_piece(evolve(state.piece("div"), unit=wanted.unit))
        facts = gather_breakdown(BreakDown("div"), AXIS, changed, rules)
        assert (facts.counters_free, facts.has_specific, facts.is_set_in_use) == (None, specific, False)


@pytest.mark.parametrize("book", BOOKS)
def test_15A_only_the_phasing_player_breaks_his_own_units_down(book: str) -> None:
    rules = rules_of(book)
    for side in (AXIS, ALLIED):
        state = board(book, f"{HERE} {LANDSER} <div>", side=side)
        for player in (AXIS, ALLIED):
            facts = gather_breakdown(BreakDown("div"), player, state, rules)
            assert facts.is_phasing is (player == side == AXIS)


@pytest.mark.parametrize("book", BOOKS)
def test_15A_an_order_to_assemble_is_judged_by_who_gives_it_and_whose_units_are_where(book: str) -> None:
    rules = rules_of(book)
    state = board(book, f"{HERE} {LANDSER} <div> | {WEST} {LANDSER} <other>")
    state, _ = drive(carry_out_break_down(BreakDown("div"), AXIS, state, rules))
    parts = tuple(f"div/{n}" for n in (1, 2, 3))
    whole = gather_assembly(Assemble(parts), AXIS, state, rules)
    assert whole.is_phasing and whole.are_together and whole.is_listed and whole.unit == unit(LANDSER)
    assert whole.could_be == f"assemble div of {', '.join(parts)}"
    assert rule_on_assemble_order(Assemble(parts), AXIS, state, rules).allowed
    assert not gather_assembly(Assemble(parts), ALLIED, state, rules).is_phasing
    foreign = state.with_piece(evolve(state.piece(parts[0]), side=ALLIED))
    assert not gather_assembly(Assemble(parts), AXIS, foreign, rules).is_phasing
    apart = state.moved(parts[0], WEST)
    assert not gather_assembly(Assemble(parts), AXIS, apart, rules).are_together
    assert not gather_assembly(Assemble(parts[:2]), AXIS, state, rules).is_listed
    assert gather_assembly(Assemble(("other",)), ALLIED, state, rules).could_be == ""
    twice = rule_on_assemble_order(Assemble((*parts, parts[0])), AXIS, state, rules)
    assert "a unit is named twice" in [refusal.why for refusal in twice.refusals]


@pytest.mark.parametrize("book", BOOKS)
def test_15B_components_are_named_after_their_unit_and_take_its_force_and_name(book: str) -> None:
    rules = rules_of(book)
    state = board(book, f"{HERE} {LANDSER} 9 <div>, ge 2-6 Inf III <div/1>, ge 2-6 Inf III <div/HQ>")
    state, _ = drive(carry_out_break_down(BreakDown("div", "headquarters"), AXIS, state, rules))
    assert set(state.pieces) == {"div/1", "div/HQ", "div/HQ'", "div/2", "div/3", "div/4"}
    assert state.piece("div/2").unit.name == "9"


@pytest.mark.parametrize("book", BOOKS)
def test_15A_the_assembled_unit_has_spent_what_the_component_that_spent_most_has(book: str) -> None:
    rules = rules_of(book)
    state = board(book, f"{HERE} {LANDSER} <div>")
    state, _ = drive(carry_out_break_down(BreakDown("div"), AXIS, state, rules))
    for piece_id, mps in (("div/1", 2), ("div/2", 5), ("div/3", 3)):
        state = state.noting(MPS_SPENT, piece_id, Fraction(mps))
    state, _ = drive(carry_out_assemble(Assemble(("div/1", "div/2", "div/3")), AXIS, state, rules))
    assert state.recall(MPS_SPENT, "div") == 5 and state.recall(MPS_SPENT, "div/2") is None
    assert not waiting(state) and state.stays(AXIS) is not None
