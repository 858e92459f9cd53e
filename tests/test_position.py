"""The position notation: whole situations round-trip, and a wrong part is named."""

from __future__ import annotations

from typing import get_args

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import EuropaError, NotationError, UnknownHex
from europa_rules.frozenmap import FrozenMap
from europa_rules.position import hexes_of
from europa_rules.position_notation import piece_name
from europa_rules.sides import MONTHS
from europa_rules.state import WEATHER
from europa_rules.units import Size, as_cadre

GAMES = {"fof": er.load("fof"), "sf": er.load("sf")}
WEATHERS = ("clear", "frost", "mud", "snow", "winter")
HERE = "16A:1506"


def places(rules: er.Ruleset) -> st.SearchStrategy[er.Hex]:
    """Any hex or holding box of the board."""
    return st.sampled_from([*rules.board.index, *rules.board.boxes])


RATINGS = st.builds(er.Rating, st.integers(0, 20), st.integers(0, 20), st.integers(0, 12))
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=10)


@st.composite
def units(draw: st.DrawFn, rules: er.Ruleset) -> er.Unit:
    """A unit of any type, with or without a cadre side."""
    cadre = draw(st.none() | RATINGS)
    return er.Unit(
        nation=draw(st.sampled_from(sorted(rules.nations.by_code))),
        type=draw(st.sampled_from(sorted(rules.types.types))),
        size="division" if cadre else draw(st.sampled_from(get_args(Size))),
        rating=draw(RATINGS),
        cadre=cadre,
        name=draw(TEXTS),
    )


@st.composite
def states(draw: st.DrawFn, rules: er.Ruleset) -> er.GameState:
    """Any state that the notation can tell: pieces, owners, weather, turn and phase."""
    turn = er.Turn(draw(st.integers(1939, 1945)), draw(st.integers(1, len(MONTHS))), draw(st.integers(1, 2)))
    sides = st.sampled_from([*rules.variant.sides, er.NEUTRAL])
    moment = er.Moment(turn, draw(st.sampled_from(rules.variant.sides)), draw(st.sampled_from(rules.phases)))
    pieces: dict[str, er.Piece] = {}
    for unit in draw(st.lists(units(rules), max_size=5)):
        name = draw(st.just(piece_name(unit)) | TEXTS.filter(str.strip))
        while name in pieces:
            name += " #2"
        reduced = unit.cadre is not None and draw(st.booleans())
        side = draw(st.just(rules.side_of(unit.nation)) | sides)
        shown, full = (as_cadre(unit), unit) if reduced else (unit, None)
        pieces[name] = er.Piece(name, shown, side, draw(places(rules)), full)
    owners = draw(st.dictionaries(st.sampled_from(list(rules.board.index)), sides, max_size=4))
    state = er.GameState(moment, FrozenMap(pieces), FrozenMap(owners))
    zones = st.sampled_from(["", *sorted(set(rules.board.column("weather_zone")) - {""})])
    for zone, weather in draw(st.dictionaries(zones, st.sampled_from(WEATHERS), max_size=2)).items():
        state = state.noting(WEATHER, zone, weather)
    return state


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_whole_position_round_trips(game: str) -> None:
    rules = GAMES[game]

    @settings(max_examples=60)
    @given(states(rules))
    def round_trips(state: er.GameState) -> None:
        text = er.write_position(state, rules)
        again = er.parse_position(text, rules)
        assert again == state, text
        assert er.write_position(again, rules) == text

    round_trips()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_any_text_gives_a_position_or_an_error_of_the_library(game: str) -> None:
    rules = GAMES[game]
    words = [
        "16A:1506",
        "box:Norway:",
        "ge",
        "fr",
        "7-6",
        "Inf",
        "XX",
        "cadre",
        "owner",
        "weather",
        "Axis",
        "May II 40",
    ]
    marks = ["|", ",", "<", ">", '"', "[", "]", "#", "\n", ":", "2x", "at", "mud", "0", "\\"]

    @settings(max_examples=150)
    @given(st.lists(st.sampled_from([*words, *marks]), max_size=9), st.sampled_from([" ", ""]))
    def reads_or_refuses(parts: list[str], glue: str) -> None:
        try:
            er.parse_position(glue.join(parts), rules)
        except EuropaError as error:
            complaints.append(str(error))

    complaints: list[str] = []
    reads_or_refuses()
    assert complaints
    assert all(text.startswith("position, line ") for text in complaints)


def test_lines_and_bars_part_alike_and_comments_are_passed_over() -> None:
    rules = GAMES["fof"]
    lines = er.parse_position(
        f"# the Meuse\n{HERE} ge 7-6 Inf XX 1  # the left wing\r\n\nMay II 40, Allied combat", rules
    )
    assert lines == er.parse_position(f"{HERE} ge 7-6 Inf XX 1 | May II 40, Allied combat", rules)
    assert str(lines.moment) == "May II 40, Allied combat"


def test_without_a_moment_it_is_the_first_turn() -> None:
    state = er.parse_position(f"{HERE} ge 7-6 Inf XX", GAMES["sf"])
    assert state.moment.turn == GAMES["sf"].variant.first_turn
    assert (state.moment.player, state.moment.phase) == (GAMES["sf"].variant.sides[0], "movement")


def test_a_turn_alone_leaves_player_and_phase() -> None:
    state = er.parse_position("May I 40, Allied combat | Jun II 40", GAMES["fof"])
    assert str(state.moment) == "Jun II 40, Allied combat"


def test_like_units_are_numbered_and_a_named_one_keeps_its_name() -> None:
    state = er.parse_position(
        f"{HERE} 2x ge 7-6 Inf XX, ge 7-6 Inf XX <the third> | 16A:1507 ge 7-6 Inf XX", GAMES["fof"]
    )
    assert list(state.pieces) == ["ge Inf XX", "ge Inf XX #2", "the third", "ge Inf XX #3"]
    assert list(hexes_of(state)) == [HERE, "16A:1507"]


def test_a_survivor_keeps_its_number() -> None:
    """`#` in the name of a piece begins no comment."""
    rules = GAMES["fof"]
    state = er.parse_position(f"{HERE} 2x ge 7-6 Inf XX", rules).without("ge Inf XX")
    assert er.write_position(state, rules).splitlines()[0] == f"{HERE} ge 7-6 Inf XX <ge Inf XX #2>"
    assert er.parse_position(er.write_position(state, rules), rules) == state


def test_the_side_follows_from_the_nation_unless_it_is_named() -> None:
    state = er.parse_position(
        f"{HERE} contested ge 7-6 Inf XX, allied ge 7-6 Inf XX 2, neutral fr 5-6 Inf XX", GAMES["fof"]
    )
    assert [p.side for p in state.pieces.values()] == [er.AXIS, er.ALLIED, er.NEUTRAL]


def test_a_cadre_keeps_the_facts_of_its_full_strength() -> None:
    state = er.parse_position(f"{HERE} fr 5-6-6(2-3-6) Inf XX 10 at cadre", GAMES["fof"])
    piece = state.piece("fr 10 Inf XX")
    assert piece.full is not None
    assert str(piece.unit.rating) == "2-3-6"
    assert str(piece.full.rating) == "5-6-6"
    assert piece == evolve(piece, unit=as_cadre(piece.full))


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (f"{HERE} ge 7-6 Inff XX", "no unit type 'Inff'. Did you mean 'Inf'?"),
        (f"{HERE} ge 7-6-8-2 Inf XX", "'7-6-8-2' has four ratings; a ground unit prints two (7-6) or three (2-3-8)"),
        (f"{HERE} gee 7-6 Inf XX", "'gee' stands where the nation should; expected a code such as ge, fr, br"),
        (f"{HERE} 7-6 Inf XX", "'7-6' stands where the nation should"),
        (f"{HERE} ge 7-6 Inf", "the unit size is missing; expected XX, X, III"),
        (f"{HERE} ge 7-6 XX", "the unit type is missing; expected one such as Inf"),
        (f"{HERE} ge 7-6 Inf XX at cadre", "has no cadre side"),
        (f"{HERE} ge 7-6 Inf XX <a>, ge 7-6 Inf XX <a>", "two pieces are named 'a'"),
        (f"{HERE} ge 7-6 Inf XX <>", "the name in <> is empty"),
        (f'{HERE} ge 7-6 Inf XX "\\q"', "is no name in quotation marks"),
        (f'{HERE} ge 7-6 Inf XX <"\\q">', "no name in quotation marks"),
        (f"{HERE} ge 7-6 Inf XX [foo]", "no force of Germany 'foo'. Known: Army, Luftwaffe"),
        (f"{HERE} ge 7-6 Inf XX [aa x]", "'x' is no whole number"),
        (f"{HERE} ge 7-6 Inf XX [foo", "expected nothing, or facts in square brackets"),
        (f"{HERE} 0x ge 7-6 Inf XX", "0x: expected a number of pieces from 1 to 999"),
        (f"{HERE} 99999x ge 7-6 Inf XX", "expected a number of pieces from 1 to 999"),
        (f"{HERE} ge 7-6 Inf XX,, ge 7-6 Inf XX", "nothing stands where the nation should"),
        (HERE, "no piece stands after the hex; expected one such as 'ge 7-6 Inf XX'"),
        ("16A1506 ge 7-6 Inf XX", "expected a hex with pieces such as '16A:1506 ge 7-6 Inf XX'"),
        ("hello", "a moment such as 'May II 40, Axis combat', 'owner' or 'weather'"),
        ("May III 40", "'May III 40' is no game turn; write month, half and year, such as 'May II 40'"),
        ("May II 40, Axis combt", "no phase 'combt'. Did you mean 'combat'?"),
        ("May II 40, Axs combat", "no side 'Axs'; the sides are Axis, Allied"),
        ("owner", "expected a side and its hexes, such as 'owner Axis 16A:1506 16A:1507'"),
        ("owner Axis", "expected a side and its hexes"),
        (f"owner Axes {HERE}", "no side 'Axes'; the sides are Axis, Allied"),
        ("weather", "expected the weather, or a weather zone and its weather"),
        ("weather mudd", "no weather 'mudd'. Did you mean 'mud'?"),
        ("weather Z mud", "no weather zone 'Z'. Known: C, D"),
    ],
)
def test_a_wrong_part_is_named_with_what_would_be_right(part: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        er.parse_position(f"16A:1007 fr 5-6 Inf XX | {part} | May I 40, Axis movement", GAMES["fof"])
    assert str(caught.value).startswith("position, line 1, column ")
    assert f", part {part!r}: " in str(caught.value)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("part", "words"),
    [
        ("16A:9999 ge 7-6 Inf XX", "no row 99; map 16A has rows 01 to 51"),
        ("99Z:1506 ge 7-6 Inf XX", "there is no map '99Z'; the maps are 16A"),
        ("owner Axis 16A:0134", "no column 34; map 16A has columns 01 to 33"),
        ("box:Norwy: ge 7-6 Inf XX", "Did you mean 'box:Norway'?"),
    ],
)
def test_B03_a_wrong_hex_is_named_with_its_part(part: str, words: str) -> None:
    with pytest.raises(UnknownHex) as caught:
        er.parse_position(part, GAMES["fof"])
    assert str(caught.value).startswith("position, line 1, column ")
    assert f", part {part!r}: " in str(caught.value)
    assert words in str(caught.value)


def test_equal_positions_give_equal_texts_in_whatever_order_they_came_about() -> None:
    rules = GAMES["fof"]
    lines = ["16A:1828 fr 6-6 Inf XX 71", "16A:1728 ge 7-6 Inf XX 24", "owner Axis 16A:1628 16A:1627"]
    texts = [er.write_position(er.parse_position(" | ".join(order), rules), rules) for order in (lines, lines[::-1])]
    assert texts[0] == texts[1]
    assert texts[0].splitlines()[0].startswith("16A:1728")


@pytest.mark.parametrize(
    ("piece", "words"),
    [
        ("ge 7-6 Inf 24", "the unit size is missing"),
        ("ge - Inf 24", "the unit size is missing"),
        ("ge 13-9-10[5-4-8] Pz XX 1", "is no rating; expected one such as"),
        ("ge 7.5-6 Inf XX", "'7.5-6' is no rating"),
        ("zz 7-6 Inf XX", "'zz' stands where the nation should"),
    ],
)
def test_a_piece_that_is_written_wrong_is_not_taken_for_another(piece: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        er.parse_position(f"{HERE} {piece}", GAMES["fof"])


def test_a_rating_copied_with_dashes_is_read() -> None:
    state = er.parse_position(f"{HERE} ge 13\N{EN DASH}9\N{NON-BREAKING HYPHEN}10 Pz XX 1", GAMES["fof"])
    assert str(state.pieces["ge 1 Pz XX"].unit.rating) == "13-9-10"


@pytest.mark.parametrize("copies", ["0x", "1000x", "99999999999x"])
def test_an_attack_has_a_number_of_pieces_that_can_be_counted(copies: str) -> None:
    with pytest.raises(NotationError, match="from 1 to 999"):
        er.odds(f"{copies} 7-6 Inf XX vs 5-6 Inf XX", GAMES["fof"])
