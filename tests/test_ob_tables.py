"""Tables beside the orders of battle: complete, of one mind with them, and every fault told."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.air_units import AirUnit
from europa_rules.checks import check_paths
from europa_rules.orders_of_battle.tables import (
    AirModel,
    Cargo,
    Landing,
    PanzerDetachment,
    RatingClass,
    ReplacementCost,
    columns_of,
    read_rows,
)
from europa_rules.units import Unit

FOF, SF = er.load("fof"), er.load("sf")
GAMES = {"fof": FOF, "sf": SF}
MADE_BY_BREAKING_DOWN = ("breakdowns",)


@pytest.mark.parametrize(
    ("rules", "kind", "rows"),
    [
        (FOF, RatingClass, 144),
        (FOF, AirModel, 0),
        (SF, RatingClass, 202),
        (SF, AirModel, 127),
        (SF, ReplacementCost, 61),
        (SF, PanzerDetachment, 18),
        (SF, Landing, 27),
        (SF, Cargo, 32),
    ],
)
def test_tables_are_complete(rules: er.Ruleset, kind: type, rows: int) -> None:
    assert len(rules.table_of(kind)) == rows


@pytest.mark.parametrize("game", GAMES)
def test_every_ground_counter_that_comes_into_play_is_of_a_rating_class(game: str) -> None:
    rules = GAMES[game]
    plain = {_printed(row.piece) for row in rules.table_of(RatingClass)}
    strangers = [
        f"{name} line {entry.line}: {piece}"
        for name, ob in rules.orders_of_battle.items()
        if name not in MADE_BY_BREAKING_DOWN
        for _, entry in ob.entries()
        for unit, _ in entry.each()
        if isinstance(unit, Unit) and unit.type not in ("mine_point",)
        for piece in [_printed(unit)]
        if piece not in plain
    ]
    assert strangers == []


def _printed(unit: Unit) -> Unit:
    """The counter without what no class has: whose it is, where the same counter is many nations', and its name."""
    shared = ("transport_counter", "truck", "position_heavy_aa")
    return evolve(unit, nation="" if unit.type in shared else unit.nation, force="", name="")


def test_air_units_have_the_ratings_of_their_models() -> None:
    """Some models have a second counter, with another code."""
    ratings = {(row.piece.model, row.piece.rating) for row in SF.table_of(AirModel)}
    assert len(ratings) == len(SF.table_of(AirModel))
    for ob in SF.orders_of_battle.values():
        for _, entry in ob.entries():
            for unit in entry.pieces:
                if isinstance(unit, AirUnit):
                    assert (unit.model, unit.rating) in ratings, f"line {entry.line}"


def test_sf_40B1a_rebuilding_a_14_10_costs_five_and_three() -> None:
    """The book's own example: 8 RPs from cadre to full strength, 5 of them armor."""
    (row,) = [r for r in SF.table_of(ReplacementCost) if r.unit.endswith("14-10") and r.before == "cadre"]
    assert (row.arm, row.inf, row.provenance.kind) == (Fraction(5), Fraction(3), "rulebook")


def test_sf_15E_a_16_10_without_its_panthers_is_a_12_10() -> None:
    second = next(row for row in SF.table_of(PanzerDetachment) if row.division == "2")
    assert second.host_after is not None
    assert (str(second.piece.rating), str(second.host_after.rating), second.may_detach) == ("16-10", "12-10", True)


def test_the_landings_of_a_group_fill_five_landing_craft() -> None:
    """SF 32C: the plan for Jul I 43 lifts 20 REs, 5 for each group."""
    carried: dict[str, Fraction] = {}
    for row in SF.table_of(Landing):
        if row.means == "amphibious" and str(row.turn) == "Jul I 43":
            carried[row.group] = carried.get(row.group, Fraction(0)) + row.res
    assert carried == dict.fromkeys(("US group 1", "US group 2", "British group 1", "British group 2"), 5)


HEAD = ",".join(columns_of(Cargo))


@pytest.mark.parametrize(
    ("text", "where", "words"),
    [
        ("", "line 1", "the columns group, cargo"),
        ("grup,cargo,res,kind,source,confidence\n", "line 1", "Did you mean 'group'"),
        (f"{HEAD}\na,b,1,printed,x\n", "line 2", "6 cells"),
        (f"{HEAD}\na,b,one,printed,x,high\n", "line 2, res", "'one'"),
        (f"{HEAD}\na,b,1,print,x,high\n", "line 2, kind", "Did you mean 'printed'"),
        (f"{HEAD}\na,b,1,printed,x,hihg\n", "line 2, confidence", "Did you mean 'high'"),
        (f'{HEAD}\n"a,b,1,printed,x,high\n', "line 2", "comma-separated values"),
    ],
)
def test_a_fault_of_a_table_is_told_with_its_place(text: str, where: str, words: str) -> None:
    with pytest.raises(er.DataError) as caught:
        read_rows(Cargo, text, "cargo.csv")
    (fault,) = caught.value.faults
    assert fault.where == where
    assert words in str(fault)


def test_all_faults_of_a_table_are_told_in_one_run() -> None:
    text = f"{HEAD}\na,b,one,print,x,high\na,b,1,printed,x,high\na,b,1,printed,x,hihg\n"
    with pytest.raises(er.DataError) as caught:
        read_rows(Cargo, text, "cargo.csv")
    assert [fault.where for fault in caught.value.faults] == ["line 2, kind", "line 2, res", "line 4, confidence"]


def test_a_wrong_piece_or_answer_in_a_table_is_told() -> None:
    head = ",".join(columns_of(PanzerDetachment))
    text = f"{head}\n2,ge 16-10 Pzz XX,,perhaps,,,,,printed,x,high\n"
    with pytest.raises(er.DataError) as caught:
        read_rows(PanzerDetachment, text, "panzer_detachments.csv")
    assert [fault.where for fault in caught.value.faults] == ["line 2, piece", "line 2, may_detach"]
    air = f"{','.join(columns_of(AirModel))}\nge 7-6 Inf XX,,printed,x,high\n"
    with pytest.raises(er.DataError, match="is no air unit"):
        read_rows(AirModel, air, "air_models.csv")


def test_tables_are_checked_where_they_lie(tmp_path: Path) -> None:
    folder = tmp_path / "orders_of_battle" / "tables"
    folder.mkdir(parents=True)
    (folder / "cargo.csv").write_text(f"{HEAD}\na,b,one,printed,x,high\n", encoding="utf-8")
    (folder / "carga.csv").write_text(f"{HEAD}\n", encoding="utf-8")
    (folder / "landings.csv").write_bytes(b"\xff\xfe")
    checked = {Path(c.place).name: c for c in check_paths([tmp_path]) if Path(c.place).suffix == ".csv"}
    assert {c.kind for c in checked.values()} == {"order of battle table"}
    assert [fault.where for fault in checked["cargo.csv"].faults] == ["line 2, res"]
    assert [fault.suggestion for fault in checked["carga.csv"].faults] == ["cargo.csv"]
    assert [fault.expected for fault in checked["landings.csv"].faults] == ["a text file in UTF-8"]
