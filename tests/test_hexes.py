"""Hex references and geometry: what the books and the published errata state, and what must hold of any grid."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.errors import UnknownHex
from europa_rules.hexes import Direction, Grid, Hex, SheetOrigin, hexref, series_grid

GRID = series_grid()

# Pairs that a rule or an erratum treats as adjoining.
ADJOINING = [
    # FoF 31E2a: the Dyle line
    ("16A:1026", "16A:1126"),
    ("16A:1126", "16A:1225"),
    ("16A:1225", "16A:1326"),
    ("16A:1326", "16A:1426"),
    ("16A:1426", "16A:1527"),
    # SF 27B5
    ("26:2115", "26:2214"),
    ("17A:0522", "17A:0421"),
    ("26:3807", "26:3806"),
    ("26:3806", "26:3805"),
    # SF 28
    ("17A:2323", "17A:2422"),
    ("17A:2422", "17A:2522"),
    ("17A:2421", "17A:2422"),
    ("17A:1521", "17A:1520"),
    ("17A:1520", "17A:1519"),
    ("17A:1519", "17A:1619"),
    ("17A:1618", "17A:1619"),
    # SF 34J
    ("26:3823", "26:3822"),
    ("26:3823", "26:3923"),
    # SF 37A1
    ("16A:0827", "16A:0826"),
    ("16A:0826", "16A:0825"),
    ("16A:0826", "16A:0727"),
    # published errata of 1998
    ("16A:0928", "16A:0927"),
    ("16A:0827", "16A:0927"),
    ("16A:4004", "16A:4105"),
    ("16A:4005", "16A:4105"),
    ("16A:4302", "16A:4303"),
    ("26:0128", "26:0228"),
    ("26:0228", "26:0227"),
    ("26:0228", "26:0328"),
    ("27:3912", "27:3913"),
    ("27:3913", "27:4012"),
]

# Pairs that a rule or a report treats as lying apart.
APART = [
    ("16A:0827", "16A:0825"),
    ("26:3807", "26:3805"),
    ("17A:2323", "17A:2522"),
    ("17A:1521", "17A:1619"),
]

# Hexsides that follow one another along the Loire (SF 28) must meet in a corner: their three hexes adjoin one another.
JOINTS = [("17A:1520", "17A:1519", "17A:1619"), ("17A:1519", "17A:1619", "17A:1618")]


def test_there_are_37_facts() -> None:
    assert len(ADJOINING) + len(APART) + len(JOINTS) == 37


@pytest.mark.parametrize(("a", "b"), ADJOINING)
def test_sf_27B5_hexes_that_the_books_call_adjoining_adjoin(a: str, b: str) -> None:
    assert GRID.is_adjacent(hexref(a), hexref(b))
    assert hexref(b) in GRID.neighbors(hexref(a))


@pytest.mark.parametrize(("a", "b"), APART)
def test_sf_28_hexes_that_the_books_hold_apart_do_not_adjoin(a: str, b: str) -> None:
    assert not GRID.is_adjacent(hexref(a), hexref(b))


@pytest.mark.parametrize("three", JOINTS)
def test_sf_28_hexsides_of_the_loire_follow_one_another(three: tuple[str, str, str]) -> None:
    a, b, c = map(hexref, three)
    assert GRID.is_adjacent(a, b)
    assert GRID.is_adjacent(b, c)
    assert GRID.is_adjacent(a, c)


# --- handed cases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("center", "around"),
    [
        ("16A:1133", "16A:1032 16A:1033 16A:1132 17A:1102 16A:1232 16A:1233"),
        ("16A:1032", "16A:0932 16A:0933 16A:1031 16A:1033 16A:1132 16A:1133"),
    ],
)
def test_B01_even_and_odd_rows_are_not_swapped(center: str, around: str) -> None:
    """1134 of the case is 17A:1102: sheet 16A ends with column 33."""
    assert set(GRID.neighbors(hexref(center))) == set(around.split())


def test_B01_a_wide_sheet_gives_the_numbers_of_the_case() -> None:
    wide = Grid((SheetOrigin("X", 0, 0, 51, 40),))
    assert set(wide.neighbors(Hex("X:1133"))) == {f"X:{n}" for n in (1032, 1033, 1132, 1134, 1232, 1233)}


@pytest.mark.parametrize("text", ["16A:1026", "16A: 1026", "16a:1026", " 16A:1026 "])
def test_B03_three_spellings_of_one_hex(text: str) -> None:
    assert hexref(text) == "16A:1026"
    assert hexref(hexref(text)) == "16A:1026"


def test_B03_a_number_without_a_map_needs_a_default() -> None:
    assert hexref("1026", default_sheet="16A") == "16A:1026"
    with pytest.raises(UnknownHex, match=r"'1026' names no map; .*default map"):
        hexref("1026")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("16A:043", r"'16A:043': '043' has 3 digits; a hex number is four digits"),
        ("16A:0034", r"'16A:0034': no row 00; map 16A has rows 01 to 51"),
        ("16A:5233", r"'16A:5233': no row 52; map 16A has rows 01 to 51"),
        ("16A:0134", r"'16A:0134': no column 34; map 16A has columns 01 to 33"),
        ("3OA5", r"'3OA5': '3OA5' is no number \(it has 'A', 'O'\)"),
        ("19B:0101", r"'19B:0101': there is no map '19B'; the maps are 16A, 17A, 26, 27"),
        ("", r"'': '' has 0 digits"),
        ("16A:", r"'16A:': '' has 0 digits"),
        ("16A:१२३४", r"is no number"),
    ],
)
def test_B03_each_bad_input_has_its_own_reason(text: str, reason: str) -> None:
    with pytest.raises(UnknownHex, match=reason):
        hexref(text)


def test_A43_on_or_north_of_a_hexrow() -> None:
    assert GRID.is_on_or_north_of(hexref("16A:1530"), 1500)
    assert not GRID.is_on_or_north_of(hexref("16A:1601"), 1500)
    assert GRID.is_on_or_north_of(hexref("17A:1504"), 1500)
    assert not GRID.is_on_or_north_of(hexref("17A:1604"), 1500)
    assert GRID.is_on_or_north_of(hexref("26:2015"), 2000)
    assert not GRID.is_on_or_north_of(hexref("26:2115"), 2000)
    assert not GRID.is_north_of(hexref("16A:1530"), 1500)
    assert GRID.is_north_of(hexref("16A:1430"), 1500)


def test_a_hexrow_can_be_that_of_another_sheet() -> None:
    assert GRID.is_on_or_north_of(hexref("16A:5133"), 2000, sheet="26")
    assert not GRID.is_on_or_north_of(hexref("26:0201"), 1500, sheet="16A")


@pytest.mark.parametrize("hexrow", [0, 1530, 5200, -100])
def test_a_hexrow_that_no_sheet_has_is_refused(hexrow: int) -> None:
    with pytest.raises(UnknownHex, match="hexrows 100 to 5100"):
        GRID.is_on_or_north_of(hexref("16A:1530"), hexrow)


# --- joins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(1, 52))
def test_fof_30_column_1_of_the_western_sheets_is_column_33_of_the_eastern(number: int) -> None:
    assert hexref(f"17A:{number:02}01") == f"16A:{number:02}33"
    if number > 1:
        assert hexref(f"27:{number:02}01") == f"26:{number:02}33"


@pytest.mark.parametrize("number", range(1, 34))
def test_sf_41_row_1_of_the_southern_sheets_is_row_51_of_the_northern(number: int) -> None:
    assert hexref(f"26:01{number:02}") == f"16A:51{number:02}"
    assert hexref(f"27:01{number:02}") == (f"17A:51{number:02}" if number > 1 else "16A:5133")


def test_fof_30_one_hex_lies_on_four_sheets() -> None:
    assert {hexref(text) for text in ("16A:5133", "17A:5101", "26:0133", "27:0101")} == {"16A:5133"}
    assert GRID.aliases(Hex("16A:5133")) == ("17A:5101", "26:0133", "27:0101")
    assert set(GRID.neighbors(Hex("16A:5133"))) == {
        "16A:5032",
        "16A:5033",
        "16A:5132",
        "17A:5102",
        "26:0232",
        "26:0233",
    }


def test_the_series_has_6565_hexes() -> None:
    assert len(GRID.hexes) == len(set(GRID.hexes)) == 101 * 65


def test_an_alias_is_no_name() -> None:
    with pytest.raises(UnknownHex, match=r"'17A:0101' is named '16A:0133'"):
        GRID.cell(Hex("17A:0101"))


def test_a_sheet_added_to_the_east_renames_no_hex() -> None:
    more = Grid((*GRID.sheets, SheetOrigin("2A", 0, -32)))
    assert more.hexref("2A:1033") == "16A:1001"
    assert more.neighbor(Hex("16A:1001"), Direction.E) == "2A:1032"


def test_an_odd_row_offset_is_refused() -> None:
    with pytest.raises(ValueError, match="odd rows would then stand west"):
        SheetOrigin("X", 49, 0)


# --- properties ----------------------------------------------------------------------------------------------------

any_hex = st.sampled_from(GRID.hexes)


@given(any_hex)
def test_a_hex_is_a_neighbor_of_its_neighbors(ref: Hex) -> None:
    for direction in Direction:
        there = GRID.neighbor(ref, direction)
        if there is not None:
            assert GRID.neighbor(there, direction.opposite) == ref
            assert GRID.direction(ref, there) == direction


@given(any_hex)
def test_what_is_printed_is_read_back(ref: Hex) -> None:
    assert hexref(ref) == ref
    assert hexref(ref.lower()) == ref
    assert all(hexref(alias) == ref for alias in GRID.aliases(ref))


def _steps_by_search(a: Hex, b: Hex) -> int:
    reached, waiting = {a: 0}, deque([a])
    while b not in reached:
        here = waiting.popleft()
        for near in GRID.neighbors(here):
            if near is not None and near not in reached:
                reached[near] = reached[here] + 1
                waiting.append(near)
    return reached[b]


@given(any_hex, any_hex)
def test_distance_is_the_length_of_the_shortest_way(a: Hex, b: Hex) -> None:
    assert GRID.distance(a, b) == GRID.distance(b, a) == _steps_by_search(a, b)


@given(any_hex, any_hex)
def test_a_line_is_a_shortest_way(a: Hex, b: Hex) -> None:
    line = GRID.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert all(GRID.distance(here, there) <= 2 for here, there in pairwise(line))
    assert len(line) <= GRID.distance(a, b) + 1
    assert GRID.line(b, a) == line[::-1]


def test_a_line_inland_has_no_gaps() -> None:
    line = GRID.line(Hex("16A:1030"), Hex("26:3030"))
    assert len(line) == GRID.distance(Hex("16A:1030"), Hex("26:3030")) + 1
    assert all(GRID.is_adjacent(a, b) for a, b in pairwise(line))


@given(any_hex, st.integers(0, 6))
def test_the_hexes_within_a_radius_are_those_at_that_distance(center: Hex, radius: int) -> None:
    near = GRID.within(center, radius)
    assert len(near) == len(set(near)) <= 1 + 3 * radius * (radius + 1)
    assert all(GRID.distance(center, ref) <= radius for ref in near)


def test_the_hexes_within_two_hexes_inland_are_nineteen() -> None:
    center = Hex("16A:2520")
    expected = {ref for ref in GRID.hexes if GRID.distance(center, ref) <= 2}
    assert set(GRID.within(center, 2)) == expected
    assert len(expected) == 19


def test_a_straight_row_has_a_direction_and_others_have_none() -> None:
    assert GRID.direction(Hex("16A:2010"), Hex("16A:2015")) is Direction.W
    assert GRID.direction(Hex("16A:2010"), Hex("16A:2010")) is None
    assert GRID.direction(Hex("16A:2010"), Hex("16A:2214")) is None
    assert GRID.direction(Hex("16A:2010"), Hex("16A:1809")) is Direction.NE
