"""Orders of battle: what is read is written back equal, every mistake is named, and the bundled ones are complete."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.air_units import AirUnit
from europa_rules.frozenmap import FrozenMap
from europa_rules.naval_units import NavalUnit
from europa_rules.orders_of_battle.bundled import joined
from europa_rules.orders_of_battle.lines import (
    ACTIONS,
    PARTS,
    PLACE_KINDS,
    POINTS,
    Action,
    Counters,
    Entry,
    Heading,
    Named,
    Place,
    Points,
    Section,
)
from europa_rules.orders_of_battle.reading import LONGEST_LINE, MOST_CHARACTERS
from europa_rules.position_notation import AnyUnit
from europa_rules.provenance import CONFIDENCES, KINDS, Provenance
from europa_rules.units import Unit

ROOT = Path(__file__).parent.parent
GAMES = {"fof": er.load("fof"), "sf": er.load("sf")}
COUNTS = tomllib.loads((ROOT / "tests" / "data" / "orders_of_battle_counts.txt").read_text(encoding="utf-8"))
BUNDLED = [(game, name) for game, rules in GAMES.items() for name in rules.orders_of_battle]
DOCS = ROOT / "docs"


def bundled(game: str, name: str) -> er.OrderOfBattle:
    return GAMES[game].orders_of_battle[name]


def faults_of(text: str) -> list[er.Fault]:
    with pytest.raises(er.DataError) as caught:
        er.parse_ob(text, "my.ob")
    return list(caught.value.faults)


def the_fault(text: str) -> er.Fault:
    (fault,) = faults_of(text)
    return fault


# --- what can be written ---------------------------------------------------------------------------------------------

BOOKLET = """\
# typed from a booklet
ORDER OF BATTLE The German West
status printed
start May I 40
source a = printed, high: the booklet

INITIAL FORCES

SIDE Axis
THEATER West
GERMAN [Army] 12th Army* @ area Eifel (16A:1722):
2x 7-6(3-6) Inf XX: 4, 6 @ 16A:1522 {a} <G1>  # on foot
# the tanks
1x 14-10(6-8) Pz XX: 1 @ Bitburg or any city in Germany
2x 7-6(3-6) Inf XX [Waffen-SS]: 3 @ -, 5 @ in Germany

= Jun I 40
GERMAN:
1x 5-8(2-8) Mtn XX: 6 @ edge east
withdraw 1x 7-6(3-6) Inf XX: 4; to East; if "a: b"
"""


def test_a_booklet_is_written_as_it_was_read() -> None:
    ob = er.parse_ob(BOOKLET)
    assert er.write_ob(ob) == BOOKLET
    assert ob.title == "The German West"
    assert str(ob.start) == "May I 40"


def test_headings_apply_to_what_stands_below_them() -> None:
    found = {entry.pieces[0].name or str(entry.line): heading for heading, entry in er.parse_ob(BOOKLET).entries()}
    first, *_, last = found.values()
    assert (first.side, first.theater, first.nation, first.army, first.free) == (
        er.AXIS,
        "West",
        "ge",
        "12th Army",
        True,
    )
    assert first.at == (Place("area", "Eifel", er.hexref("16A:1722")),)
    assert (str(last.turn), last.side, last.theater, last.army) == ("Jun I 40", "", "", "")


def test_a_force_in_the_heading_is_that_of_pieces_which_name_none() -> None:
    forces = [piece.force for _, entry in er.parse_ob(BOOKLET).entries() for piece in entry.pieces]
    assert forces == ["Army", "Army", "Waffen-SS", "", ""]


def test_places_stand_behind_the_names_they_belong_to() -> None:
    text = "GERMAN:\n4x 7-6 Inf XX: 1, 2 @ 16A:1522, 3 @ -, 4 @ Bonn or Koln"
    (entry,) = [entry for _, entry in er.parse_ob(text).entries()]
    assert [(unit.name, [p.hex or p.name for p in places]) for unit, places in entry.each()] == [
        ("1", ["16A:1522"]),
        ("2", ["16A:1522"]),
        ("3", []),
        ("4", ["Bonn", "Koln"]),
    ]


def test_one_name_may_stand_for_all_counters() -> None:
    (entry,) = [entry for _, entry in er.parse_ob("ITALIAN:\n3x NT 1C [aa 2]: RM NT @ Messina").entries()]
    assert [(unit.name, places[0].name) for unit, places in entry.each()] == [("RM NT", "Messina")] * 3


def test_a_name_behind_the_piece_counts_as_its_name() -> None:
    assert er.parse_ob("GERMAN:\n7-6 Inf XX 4 @ 16A:1522") == er.parse_ob("GERMAN:\n1x 7-6 Inf XX: 4 @ 16A:1522")


def test_a_nation_may_stand_without_a_colon() -> None:
    assert er.parse_ob("GERMAN\n7-6 Inf XX: 4") == er.parse_ob("GERMAN:\n7-6 Inf XX: 4")


def test_entries_name_where_they_come_from() -> None:
    ob = er.parse_ob(BOOKLET)
    assert ob.provenance(ob.entry("G1")) == (Provenance("printed", "the booklet", "high"),)
    with pytest.raises(er.UnknownName, match="Did you mean 'G1'"):
        ob.entry("G11")


def test_a_conversion_gives_what_it_becomes() -> None:
    text = "REINFORCEMENTS\n= Aug I 43\nGERMAN:\nconvert 8-6 Inf XX: 44 -> 10-6(4-6) Inf XX: 44"
    (entry,) = [entry for _, entry in er.parse_ob(text).entries()]
    assert [(str(unit.rating), unit.name) for unit, _ in entry.each() if isinstance(unit, Unit)] == [("10-6", "44")]


def test_a_breakdown_has_two_sets_of_components() -> None:
    text = "BREAKDOWNS\nGERMAN:\n8x 7-6 Inf XX -> 3x 2-6* Inf III | 0-6 Inf HQ + 3x 2-6 Inf III"
    (entry,) = [entry for _, entry in er.parse_ob(text).entries()]
    assert [c.count for c in entry.becomes] == [3]
    assert [c.count for c in entry.or_becomes] == [1, 3]


def test_points_are_read_exactly() -> None:
    (entry,) = [e for _, e in er.parse_ob("REPLACEMENTS\nFRENCH:\n1/2 inf, unlimited NTP @ district MR 1").entries()]
    assert entry.points == (Points("inf", Fraction(1, 2)), Points("NTP", None))
    assert entry.at == (Place("district", "MR 1"),)


def test_a_line_may_end_in_any_way_and_begin_with_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "my.ob"
    path.write_bytes(b"\xef\xbb\xbf" + BOOKLET.replace("\n", "\r\n").encode())
    assert er.read_ob(path) == er.parse_ob(BOOKLET)


# --- mistakes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "found", "suggestion"),
    [
        ("GERMEN 12th Army:", 1, "GERMEN", "GERMAN"),
        ("GERMAN [Armee]:", 9, "Armee", "Army"),
        ("INITAL FORCES", 1, "INITAL FORCES", "INITIAL FORCES"),
        ("AXIS", 1, "AXIS", "SIDE Axis"),
        ("GERMEN", 1, "GERMEN", "GERMAN"),
        ("= Mai II 40", 3, "Mai II 40", ""),
        ("ge 7-6 Inff XX: 4", 8, "Inff", "Inf"),
        ("witdraw ge 7-6 Inf XX", 1, "witdraw", "withdraw"),
        ("ge 7-6 Inf XX: 4 @ 16Q:1506", 20, "16Q", "16A"),
        ("ge 7-6 Inf XX; iff x", 16, "iff x", "if"),
        ("ge 7-6 Inf XX; full Jnu I 40", 21, "Jnu I 40", ""),
        ("ge 7-6 Inf XX {q}", 16, "q", ""),
        ("3 inff", 3, "inff", "inf"),
        ("1/0 inf", 1, "1/0", ""),
        ("ge 7-6-8-2 Inf XX", 4, "7-6-8-2", ""),
        ("2x ge 7-6 Inf XX: 4, 5, 6", 1, "2x ge 7-6 Inf XX: 4, 5, 6", ""),
        ("1000x ge 7-6 Inf XX", 1, "1000x ge 7-6 Inf XX", ""),
        ("ge 7-6 Inf XX: 4,, 5", 18, "", ""),
        ("convert ge 7-6 Inf XX", 1, "convert ge 7-6 Inf XX", ""),
        ("ge 7-6 Inf XX: 4 @ in", 20, "in", ""),
        ("ge 7-6 Inf XX <>", 15, "<>", ""),
        ('ge 7-6 Inf XX: "4', 16, '"4', ""),
    ],
)
def test_a_mistake_is_named_with_line_and_column(line: str, column: int, found: str, suggestion: str) -> None:
    fault = the_fault(f"INITIAL FORCES\n{line}\n")
    assert fault.file == "my.ob"
    assert fault.where == f"line 2, column {column}"
    assert fault.found == (repr(found) if found else "nothing")
    assert fault.suggestion == suggestion


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("source a = printted, high: x", "the kind of a source"),
        ("source a = printed, hihg: x", "a confidence"),
        ("source printed", "a source such as"),
        ("status", "something behind 'status'"),
        ("start May 40", "a game turn"),
    ],
)
def test_a_mistake_in_the_head_is_named(line: str, words: str) -> None:
    assert words in the_fault(line).expected


def test_all_mistakes_are_told_in_one_run() -> None:
    lines = ["GERMEN:", "ge 7-6 Inff XX", "ge 7-6 Inf XX: 4", "= Mai I 40", "ge 7-6 Inf XX; x"]
    assert [fault.where.partition(",")[0] for fault in faults_of("\n".join(lines))] == [
        "line 1",
        "line 2",
        "line 4",
        "line 5",
    ]


def test_an_id_may_stand_once() -> None:
    assert "this one stands in line 2" in the_fault("GERMAN:\n7-6 Inf XX <a>\n7-6 Inf XX <a>").expected


def test_the_head_stands_first() -> None:
    assert "at the head of the file" in the_fault("GERMAN:\n7-6 Inf XX\nstatus printed").expected


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.ob").write_bytes(b"\xff\xfe\x00\x01")
    for name in ("none.ob", "odd.ob", "."):
        with pytest.raises(er.DataError, match="a text file in UTF-8"):
            er.read_ob(tmp_path / name)


@pytest.mark.parametrize(
    "text",
    [
        "x" * (MOST_CHARACTERS + 1),
        "GERMAN:\n7-6 Inf XX: " + "x" * LONGEST_LINE,
        "GERMAN:\n7-6 Inf XX: a\x00b",
        "GERMAN:\n7-6 Inf XX: a\x1b[31mb",
        "GERMAN:\n" + "[" * 3000,
        "GERMAN:\n" + '"' * 3001,
        "GERMAN:\n99999999999999999999x 7-6 Inf XX",
        "GERMAN:\n7-6 Inf XX @ box:",
    ],
    ids=["huge", "long line", "null", "escape", "brackets", "quotes", "many", "no box"],
)
def test_hostile_texts_are_refused_with_a_short_message(text: str) -> None:
    assert all(len(str(fault)) < 1000 for fault in faults_of(text))


def test_ten_thousand_faults_do_not_flood() -> None:
    assert len(faults_of("GERMAN:\n" + "7-6 Inff XX\n" * 10_000)) < 300


def test_names_are_text_and_nothing_else() -> None:
    name = '<script>alert("x")</script> ../../etc/passwd {__import__("os")}'
    ob = er.OrderOfBattle(
        sections=(Section(Heading(nation="ge"), (Entry("deploy", (Counters(1, INFANTRY, (Named(name),)),)),)),)
    )
    (entry,) = [entry for _, entry in er.parse_ob(er.write_ob(ob)).entries()]
    assert [unit.name for unit, _ in entry.each()] == [name]


INFANTRY = Unit("ge", "infantry", "division", er.Rating.parse("7-6"))


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Counters(2, INFANTRY, (Named("1"), Named("2"), Named("3"))),
        lambda: Counters(1, evolve(INFANTRY, name="4")),
        lambda: Counters(1, INFANTRY, (Named("4"),), (Place("in", "Germany"),)),
        lambda: Entry("deploy"),
        lambda: Entry("convert", (Counters(1, INFANTRY),)),
        lambda: Entry("deploy", (Counters(1, INFANTRY),), at=(Place("in", "Germany"),)),
        lambda: Entry("deploy", (Counters(1, INFANTRY),), id="<a>"),
        lambda: Place("hex", "Bonn"),
        lambda: Place("in"),
        lambda: Points("infantry", Fraction(1)),
        lambda: Points("inf", Fraction(-1)),
        lambda: Heading(force="Army"),
        lambda: Heading(at=(Place("in", "Germany"),)),
        lambda: Section(Heading(), ()),
        lambda: Section(Heading(nation="ge", force="Army"), (Entry("deploy", (Counters(1, INFANTRY),)),)),
        lambda: er.OrderOfBattle(
            sections=(Section(Heading(), (Entry("deploy", (Counters(1, INFANTRY),), sources=("a",)),)),)
        ),
    ],
)
def test_what_could_not_be_written_cannot_be_made(wrong: object) -> None:
    assert callable(wrong)
    with pytest.raises((er.NotationError, er.UnknownName)):
        wrong()


# --- round trip ------------------------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
WORDS = TEXTS | st.sampled_from(["4", "Great Army", "in Bonn", "a or b", "-", "x # y", "12th Army:", "UNION"])
KNOWN_PIECES = sorted(
    {piece for game, name in BUNDLED for _, entry in bundled(game, name).entries() for piece in entry.pieces}, key=repr
)
HEXES = st.sampled_from(sorted(GAMES["sf"].board.index))
PLACES = st.one_of(
    st.builds(Place.at_hex, HEXES),
    st.builds(
        Place,
        st.sampled_from([kind for kind in PLACE_KINDS if kind != "hex"]),
        WORDS.filter(bool),
        st.just(er.Hex("")) | HEXES,
    ),
)
AT = st.lists(PLACES, max_size=2).map(tuple)
TURNS = st.builds(er.Turn, st.integers(1939, 1945), st.integers(1, 12), st.integers(1, 2))
POINTS_GIVEN = st.builds(Points, st.sampled_from(POINTS), st.none() | st.fractions(0, 30, max_denominator=8))
CODES = ("a", "b2")


AMONG: dict[str, list[AnyUnit]] = {
    "ground": [piece for piece in KNOWN_PIECES if isinstance(piece, Unit)],
    "air": [piece for piece in KNOWN_PIECES if isinstance(piece, AirUnit)],
    "naval": [piece for piece in KNOWN_PIECES if isinstance(piece, NavalUnit)],
    "all": KNOWN_PIECES,
}


@st.composite
def pieces(draw: st.DrawFn, among: list[AnyUnit]) -> AnyUnit:
    piece = draw(st.sampled_from(among))
    if isinstance(piece, AirUnit) and draw(st.booleans()):
        return evolve(piece, model=draw(WORDS.filter(str.strip)))
    return piece


@st.composite
def counters(draw: st.DrawFn, among: list[AnyUnit]) -> Counters:
    names = draw(st.lists(st.builds(Named, WORDS, AT), max_size=2))
    count = len(names) if len(names) > 1 else draw(st.integers(1, 12))
    return Counters(count, draw(pieces(among)), tuple(names), () if names else draw(AT))


@st.composite
def entries(draw: st.DrawFn, among: list[AnyUnit]) -> Entry:
    sums = st.lists(counters(among), min_size=1, max_size=2).map(tuple)
    action: Action = draw(st.sampled_from(ACTIONS))
    changes = action in ("convert", "break down")
    has_points = not changes and draw(st.booleans())
    return Entry(
        action,
        () if has_points else draw(sums),
        draw(sums) if changes else (),
        draw(sums | st.just(())) if changes else (),
        tuple(draw(st.lists(POINTS_GIVEN, min_size=1, max_size=2))) if has_points else (),
        draw(AT) if has_points else (),
        draw(WORDS),
        draw(WORDS),
        draw(WORDS),
        draw(st.none() | TURNS),
        tuple(draw(st.lists(st.sampled_from(CODES), max_size=2))),
        note=draw(WORDS),
        comments=tuple(draw(st.lists(WORDS, max_size=1))),
    )


@st.composite
def headings(draw: st.DrawFn) -> Heading:
    nation = draw(st.sampled_from(["", "ge", "rs", "su", "br"]))
    turn = draw(st.none() | TURNS)
    army = draw(WORDS.map(lambda t: " ".join(t.split())))
    named = bool(nation or Heading(army=army).army)
    return Heading(
        draw(st.sampled_from(PARTS)),
        turn,
        "" if turn else draw(WORDS),
        draw(st.sampled_from([er.Side(""), er.AXIS, er.ALLIED, er.NEUTRAL])),
        draw(WORDS),
        nation,
        "",
        army,
        named and draw(st.booleans()),
        draw(AT) if named else (),
    )


@st.composite
def sections(draw: st.DrawFn, among: list[AnyUnit]) -> Section:
    heading = draw(headings())
    lines = tuple(draw(st.lists(entries(among), min_size=1, max_size=2)))
    own = {piece.force for entry in lines for piece in entry.pieces if piece.nation == heading.nation}
    if own and "" not in own:
        heading = evolve(heading, force=min(own))
    return Section(heading, lines, tuple(draw(st.lists(WORDS, max_size=1))))


SOURCES = st.builds(Provenance, st.sampled_from(KINDS), WORDS, st.sampled_from(CONFIDENCES))


def orders_of_battle(among: list[AnyUnit]) -> st.SearchStrategy[er.OrderOfBattle]:
    return st.builds(
        er.OrderOfBattle,
        WORDS,
        WORDS,
        st.none() | TURNS,
        st.fixed_dictionaries(dict.fromkeys(CODES, SOURCES)).map(FrozenMap),
        st.lists(sections(among), max_size=2).map(tuple),
        st.lists(WORDS, max_size=2).map(tuple),
        st.lists(WORDS, max_size=2).map(tuple),
    )


OBS = {kind: orders_of_battle(among) for kind, among in AMONG.items()}


@pytest.mark.parametrize("kind", OBS)
@settings(max_examples=250)
@given(data=st.data())
def test_any_order_of_battle_is_read_back_equal(kind: str, data: st.DataObject) -> None:
    """A thousand orders of battle in all, of which no two need be alike."""
    ob = data.draw(OBS[kind])
    text = er.write_ob(ob)
    assert er.parse_ob(text) == ob
    assert er.write_ob(er.parse_ob(text)) == text


@settings(max_examples=300)
@given(
    st.lists(st.sampled_from([*BOOKLET.split("\n"), "[", '"', " @ ", ": ", "; if", " -> ", "{", "<", "#", "=", "*"]))
)
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    for text in ("\n".join(lines), "".join(lines)):
        with suppress(er.DataError):
            ob = er.parse_ob(text)
            assert er.parse_ob(er.write_ob(ob)) == ob


# --- the bundled ones ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), BUNDLED)
def test_bundled_orders_of_battle_are_written_as_they_stand(game: str, name: str) -> None:
    file = ROOT / "src" / f"europa_rules_{game}" / "orders_of_battle" / f"{name}.ob"
    assert er.write_ob(bundled(game, name)) == file.read_text(encoding="utf-8")


def test_every_bundled_order_of_battle_is_counted() -> None:
    assert sorted(COUNTS) == sorted(f"{game} {name}" for game, name in BUNDLED)


def part_of(heading: Heading) -> str:
    """The army, or the turn of what arrives, or the nation: as the counts name the parts of each file."""
    if heading.turn or heading.when:
        return str(heading.turn or heading.when)
    return " ".join(part for part in (heading.nation, heading.theater, heading.army) if part)


def counters_of(heading: Heading, entry: Entry) -> int:
    """How many counters arrive, or break down."""
    return entry.count if heading.part == "breakdowns" else len(list(entry.each()))


@pytest.mark.parametrize(("game", "name"), BUNDLED)
def test_lines_and_counters_are_those_of_the_tables(game: str, name: str) -> None:
    lines, number = Counter[str](), Counter[str]()
    for heading, entry in bundled(game, name).entries():
        lines[part_of(heading)] += 1
        number[part_of(heading)] += counters_of(heading, entry)
    counts = COUNTS[f"{game} {name}"]
    assert {part: [lines[part], number[part]] for part in lines} == counts["parts"]
    assert (lines.total(), number.total()) == (counts["lines"], counts["counters"])


def all_entries(game: str) -> Iterator[tuple[str, Heading, Entry]]:
    for name in GAMES[game].orders_of_battle:
        for heading, entry in bundled(game, name).entries():
            yield name, heading, entry


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_is_known_to_the_game(game: str) -> None:
    rules = GAMES[game]
    for name, _, entry in all_entries(game):
        for piece in entry.pieces:
            where = f"{name} line {entry.line}: {piece}"
            assert piece.nation in rules.nations.by_code, where
            assert not piece.force or rules.nations.force(piece.nation, piece.force) == piece.force, where
            if isinstance(piece, Unit):
                assert piece.type in rules.types, where
                assert all(rules.types.symbol(symbol) for symbol in piece.symbols), where
            else:
                assert isinstance(piece, AirUnit | NavalUnit), where


@pytest.mark.parametrize("game", GAMES)
def test_every_hex_is_on_the_board(game: str) -> None:
    board = GAMES[game].board
    for name, heading, entry in all_entries(game):
        places = [*heading.at, *entry.at, *(place for _, at in entry.each() for place in at)]
        assert [p.hex for p in places if p.hex and p.hex not in board] == [], f"{name} line {entry.line}"


@pytest.mark.parametrize("game", GAMES)
def test_every_line_says_where_it_comes_from(game: str) -> None:
    for name, _, entry in all_entries(game):
        sources = bundled(game, name).provenance(entry)
        assert 1 <= len(sources) <= 2, f"{name} line {entry.line}"
        assert all(source.source for source in sources), f"{name} line {entry.line}"


@pytest.mark.parametrize("game", GAMES)
def test_ids_are_unique_in_a_game(game: str) -> None:
    ids = Counter(entry.id for _, _, entry in all_entries(game) if entry.id)
    assert [name for name, number in ids.items() if number > 1] == []


@pytest.mark.parametrize(("game", "name"), BUNDLED)
def test_bundled_orders_of_battle_say_that_they_are_reconstructed(game: str, name: str) -> None:
    assert bundled(game, name).status == "reconstructed"
    text = er.write_ob(bundled(game, name))
    assert not re.search(r"\bl\.\d|\bseed|\.csv\b|README|research|\bscript", text)


@pytest.mark.parametrize(("game", "name"), [("fof", "initial"), ("sf", "husky")])
def test_every_unit_of_a_set_up_has_its_start_hex(game: str, name: str) -> None:
    for _, entry in bundled(game, name).entries():
        for unit, places in entry.each():
            assert len(places) == 1, unit
            assert places[0].hex or places[0].kind == "box", unit


def test_what_the_fof_rules_fix_stands_in_the_order_of_battle() -> None:
    """The units that rules of the game count or name."""
    units = [u for _, e in bundled("fof", "initial").entries() for u, _ in e.each() if isinstance(u, Unit)]
    assert sum(u.nation == "fr" and u.type == "artillery" and str(u.rating) == "1-8*" for u in units) == 19
    assert sum(u.type == "commando" for u in units) == 1
    assert sum(u.type == "air_landing" and u.size == "division" for u in units) == 1
    training = [e for _, e in bundled("fof", "reinforcements").entries() if e.pieces[:1] and e.id == "R036"]
    assert [e.count for e in training] == [10]


def test_the_joined_order_of_battle_has_all_lines() -> None:
    rules = GAMES["fof"]
    whole = rules.order_of_battle()
    assert sum(1 for _ in whole.entries()) == sum(COUNTS[f"fof {name}"]["lines"] for name in rules.orders_of_battle)
    assert rules.order_of_battle("air") == joined([bundled("fof", "air")], rules.variant.title)


def test_a_name_of_an_order_of_battle_that_is_wrong_is_named() -> None:
    with pytest.raises(er.UnknownName, match=r"no order of battle 'inital'\. Did you mean 'initial'"):
        GAMES["fof"].order_of_battle("inital")


# --- the docs --------------------------------------------------------------------------------------------------------


def blocks(page: str) -> list[str]:
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.findall(r"^```text\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    return [block for block in found if "FORCES" in block]


@pytest.mark.parametrize("page", ["how-to/type-your-own-ob.md", "reference/order-of-battle-format.md"])
def test_orders_of_battle_in_the_docs_load(page: str) -> None:
    assert blocks(page)
    for block in blocks(page):
        assert er.parse_ob(er.write_ob(er.parse_ob(block))) == er.parse_ob(block)


def test_the_order_of_battle_typed_by_hand_has_twenty_lines_and_loads() -> None:
    (typed,) = [block for block in blocks("how-to/type-your-own-ob.md") if len(block.splitlines()) >= 20]
    ob = er.parse_ob(typed)
    assert sum(entry.count for _, entry in ob.entries()) == 17
    state = er.position_of("historical", ob=ob)
    assert sorted(state.pieces)[:3] == ["fr 3 Inf XX", "fr 41 Inf XX", "fr 5 Cav XX"]
    assert len(state.pieces) == 8


@pytest.mark.parametrize("tail", ["{b", "{b} <G1"])
def test_a_bracket_that_is_left_open_is_a_fault_and_not_part_of_the_place(tail: str) -> None:
    text = f"source b = printed, high: the booklet\nGERMAN 12th Army:\n1x 14-10(6-8) Pz XX: 1 @ 16A:1723 {tail}"
    assert any("expected the bracket that closes this one" in str(fault) for fault in faults_of(text))
