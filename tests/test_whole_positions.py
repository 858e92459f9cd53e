"""Whole situations in position notation: any state that the library can hold is written and read back equal."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import attrs
import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.air_units import AirRating, AirUnit
from europa_rules.errors import NotationError, UnknownHex
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import (
    BRIDGE_DOWN,
    CARRIED_ON,
    FORTIFICATION,
    MPS_SPENT,
    PORT_HITS,
)
from europa_rules.ground.supply_state import CHECKS_OUT, ISOLATED
from europa_rules.position import position_errors
from europa_rules.position_notation import piece_name
from europa_rules.saves import fact_kinds
from europa_rules.sides import MONTHS
from europa_rules.state import AIR_STATUSES, AirPiece
from europa_rules.unit_types import CAPABILITIES, UNIT_CLASSES
from europa_rules.units import Size, as_cadre

GAMES = {
    "fof": er.load("fof"),
    "sf": er.load("sf"),
    "sf with options": er.load("sf", options=["43A"], rulings={"sf-10I-german-date": "jul-43"}),
}
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
NAMES = TEXTS.filter(str.strip)
WORDS = st.sampled_from(
    ["", "fort", "ge 1 Pz XX", "16A:1506", "7/2", "true", "= 2", "a | b", "# c", "<x>", '"', "[", "{"]
)
STRENGTHS = st.integers(0, 20) | st.fractions(0, 9, max_denominator=4)
CHOICES = st.none() | st.booleans()


@st.composite
def ratings(draw: st.DrawFn) -> er.Rating:
    """Any rating."""
    if draw(st.booleans()):
        return er.Rating(draw(STRENGTHS), draw(STRENGTHS), rail_only=True)
    return er.Rating(draw(STRENGTHS), draw(STRENGTHS), draw(st.integers(0, 12)), self_supported=draw(st.booleans()))


@cache
@st.composite
def units(draw: st.DrawFn, rules: er.Ruleset) -> er.Unit:
    """A unit with anything that a unit can have."""
    nation = draw(st.sampled_from(sorted(rules.nations.by_code)))
    forces = [*rules.nations.by_code[nation].forces, ""]
    return er.Unit(
        nation=nation,
        type=draw(st.sampled_from(sorted(rules.types.types))),
        size=draw(st.sampled_from(get_args(Size))),
        rating=draw(st.none() | ratings()),
        symbols=draw(st.lists(st.sampled_from(["motorized", "mountain", "ski"]), max_size=2)),
        cadre=draw(st.none() | ratings()),
        force=draw(st.sampled_from(forces)),
        name=draw(TEXTS | WORDS),
        aa=draw(st.integers(0, 9)),
        capacity=draw(st.integers(0, 9)),
        points=draw(st.integers(0, 9)),
        unit_class=draw(st.none() | st.sampled_from(UNIT_CLASSES)),
        aeca=draw(st.none() | st.sampled_from(CAPABILITIES)),
        type_heavy_equipment=draw(CHOICES),
        heavy_equipment=draw(CHOICES),
    )


@cache
def sides(rules: er.Ruleset) -> st.SearchStrategy[er.Side]:
    """Any side."""
    return st.sampled_from([*rules.variant.sides, er.NEUTRAL])


@cache
def places(rules: er.Ruleset) -> st.SearchStrategy[er.Hex]:
    """A few hexes and boxes, so that pieces meet."""
    return st.sampled_from([*list(rules.board.index)[:3], *rules.board.boxes])


@cache
@st.composite
def pieces(draw: st.DrawFn, rules: er.Ruleset) -> er.Piece:
    """A piece: whole, reduced to cadre, or with another side of any kind."""
    unit = draw(units(rules))
    name = draw(st.just(piece_name(unit)) | NAMES)
    side = draw(st.just(rules.side_of(unit.nation)) | sides(rules))
    piece = er.Piece(name, unit, side, draw(places(rules)))
    if unit.cadre is not None and draw(st.booleans()):
        return evolve(piece, unit=as_cadre(unit), full=unit)
    return evolve(piece, full=draw(st.none() | units(rules)))


@cache
@st.composite
def air_pieces(draw: st.DrawFn, rules: er.Ruleset) -> AirPiece:
    """An air unit of any status."""
    rating = draw(st.sampled_from(["7F5 1/7", "3HB5 2-18/B/40*", "0GT-1 T", "4B5 3-7/S/26", "5F4"]))
    nation = draw(st.sampled_from(sorted(rules.nations.by_code)))
    unit = AirUnit(nation, draw(TEXTS), AirRating.parse(rating), name=draw(TEXTS))
    return AirPiece(
        draw(NAMES), unit, draw(sides(rules)), draw(places(rules)), draw(st.sampled_from(AIR_STATUSES)), draw(TEXTS)
    )


@cache
def values(of: Any, rules: er.Ruleset) -> st.SearchStrategy[Any]:
    """Values of a type that facts may have."""
    known: dict[Any, st.SearchStrategy[Any]] = {
        er.Hex: places(rules),
        er.Side: sides(rules),
        er.Unit: units(rules),
        er.Piece: pieces(rules),
        AirPiece: air_pieces(rules),
        er.Citation: st.just(er.Citation("FoF", "9F")),
        er.Turn: st.builds(er.Turn, st.integers(1939, 1945), st.integers(1, 12), st.integers(1, 2)),
        str: TEXTS | WORDS,
        bool: st.booleans(),
        int: st.integers(0, 99),
        Fraction: st.fractions(0, 20, max_denominator=12),
        type(None): st.none(),
    }
    if of in known:
        return known[of]
    if get_origin(of) in (Union, UnionType):
        return st.one_of([values(part, rules) for part in get_args(of)])
    if get_origin(of) is tuple and get_args(of)[-1] is Ellipsis:
        return st.lists(values(get_args(of)[0], rules), max_size=2).map(tuple)
    if get_origin(of) is tuple:
        return st.tuples(*(values(part, rules) for part in get_args(of)))
    hints = get_type_hints(of)
    return st.builds(of, **{a.name: values(hints[a.name], rules) for a in attrs.fields(of)})


@st.composite
def states(draw: st.DrawFn, rules: er.Ruleset) -> er.GameState:
    """Any state: pieces of every kind, owners, every kind of fact, any moment."""
    turn = er.Turn(draw(st.integers(1939, 1945)), draw(st.integers(1, len(MONTHS))), draw(st.integers(1, 2)))
    step = draw(TEXTS | st.sampled_from(["", "combat phase", "movement phase"]))
    moment = er.Moment(turn, draw(st.sampled_from(rules.variant.sides)), draw(st.sampled_from(rules.phases)), step)
    ground = {piece.id: piece for piece in draw(st.lists(pieces(rules), max_size=4))}
    air = {piece.id: piece for piece in draw(st.lists(air_pieces(rules), max_size=2))}
    owners = draw(st.dictionaries(places(rules), sides(rules), max_size=3))
    state = er.GameState(moment, FrozenMap(ground), FrozenMap(owners), air=FrozenMap(air))
    subjects = st.sampled_from([*ground, *air, "", "16A:1506", "16A:1506/16A:1507", "C"]) | TEXTS | WORDS
    for kind in draw(st.lists(st.sampled_from(sorted(fact_kinds(rules).values(), key=lambda k: k.name)), max_size=4)):
        for subject in draw(st.lists(subjects, max_size=2)):
            state = state.noting(kind, subject, draw(values(kind.type, rules)))
    return state


@pytest.mark.parametrize("game", sorted(GAMES))
def test_any_position_that_the_library_can_hold_is_written_and_read_back_equal(game: str) -> None:
    rules = GAMES[game]

    @settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
    @given(states(rules))
    def round_trips(state: er.GameState) -> None:
        text = er.write_position(state, rules)
        again = er.parse_position(text, rules)
        assert again == state, text
        assert er.write_position(again, rules) == text

    round_trips()


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_every_kind_of_fact_round_trips(game: str) -> None:
    rules = GAMES[game]

    @settings(max_examples=2, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def round_trips(data: st.DataObject) -> None:
        state = er.parse_position("16A:1506 ge 7-6 Inf XX 1 | May I 44, Axis movement", rules)
        for kind in fact_kinds(rules).values():
            of: Any = kind.type
            state = state.noting(kind, data.draw(TEXTS | st.just("ge 1 Inf XX")), data.draw(values(of, rules)))
        assert er.parse_position(er.write_position(state, rules), rules) == state

    round_trips()


# --- readable words --------------------------------------------------------------------------------------------------

FOF, SF = GAMES["fof"], GAMES["sf"]
LINES = """\
16A:1506 ge 7-6 Inf XX 1, ge TC 1-10
16A:1508 fr 5-6-6(2-3-6) Inf XX 10 at cadre, fr 4F5 1/6 M.S.406 of "North" is inoperative
May II 40, Axis combat
owner Axis 16A:1407 16A:1507
weather C mud
MPs spent: ge 1 Inf XX = 7/2
bridge demolished: 16A:1506/16A:1507
carried on: ge 1 Inf XX = ge TC
checks out of supply: fr 10 Inf XX = 2
fortification: 16A:1507 = ""
isolated: fr 10 Inf XX
port hits: 16A:0731 = 2, 17A:0702 = 1"""


def test_common_facts_are_readable_lines() -> None:
    state = er.parse_position(LINES, FOF)
    assert state.recall(PORT_HITS, "16A:0731") == 2
    assert state.recall(ISOLATED, "fr 10 Inf XX") is True
    assert state.recall(CHECKS_OUT, "fr 10 Inf XX") == 2
    assert state.recall(MPS_SPENT, "ge 1 Inf XX") == Fraction(7, 2)
    assert state.recall(BRIDGE_DOWN, "16A:1506/16A:1507") is True
    assert state.recall(CARRIED_ON, "ge 1 Inf XX") == "ge TC"
    assert state.recall(FORTIFICATION, "16A:1507") == ""
    assert state.air_piece("fr M.S.406").status == "inoperative"
    assert state.air_piece("fr M.S.406").organization == "North"
    assert er.write_position(state, FOF) == LINES


def test_a_hexside_may_be_named_from_either_side() -> None:
    state = er.parse_position("bridge demolished: 16A:1507/16A:1506", FOF)
    assert state.recall(BRIDGE_DOWN, "16A:1506/16A:1507") is True


def test_facts_may_stand_before_the_pieces_that_they_are_about() -> None:
    state = er.parse_position("isolated: ge 1 Inf XX | 16A:1506 ge 7-6 Inf XX 1", FOF)
    assert state.recall(ISOLATED, "ge 1 Inf XX") is True


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("port hts: 16A:0731 = 2", "no kind of fact 'port hts'. Did you mean 'port hits'?"),
        ("port hits: 16A:0731 = two", "port hits: value: 'two' is no whole number"),
        ("port hits: 16A:0731", "'port hits' needs a value, such as '= 2'"),
        ("port hits:", "nothing stands after 'port hits:'"),
        ("isolated: ge 1 Inf X", "no piece 'ge 1 Inf X'. Did you mean 'ge 1 Inf XX'?"),
        ("isolated: ge 1 Inf XX = perhaps", "'perhaps' is not true or false"),
        ("port hits: 16A:0731 = 1 | port hits: 16A:0731 = 2", "is told twice, and not alike"),
        ("owner Axis 16A:1507 | owner Allied 16A:1507", "16A:1507 is said to be owned by Axis already"),
        ("stays: ge 1 Inf XX = {}", "duty"),
        ("stays: ge 1 Inf XX = {", "line 1, column 2"),
        ("options 43A", "the position is played with options 43A, the ruleset has none"),
        ("rulings fof-9=x", "no ruling 'fof-9'"),
        ("16A:1508 ge 7-6 Inf XX is aborted", "only an air unit has a status or an organization"),
        ("16A:1508 fr 4F5 1/6 M.S.406 at cadre", "it has no cadre side"),
        ("16A:1508 us TF 12", "naval units are not placed in positions yet"),
    ],
)
def test_a_fact_that_is_written_wrong_is_named(text: str, words: str) -> None:
    with pytest.raises(NotationError) as caught:
        er.parse_position(f"16A:1506 ge 7-6 Inf XX 1 | {text}", FOF)
    assert str(caught.value).startswith("position, line 1, column ")
    assert words in str(caught.value)


def test_a_fact_of_a_hex_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownHex, match="no row 99"):
        er.parse_position("port hits: 16A:9999 = 1", FOF)


def test_every_mistake_is_found_in_one_go_with_line_and_column() -> None:
    text = "16A:1506 ge 7-6 Inff XX\n\nweather mudd | owner Axes 16A:1506\nport hts: 16A:0731 = 2"
    found = [str(error) for error in position_errors(text, FOF)]
    starts = [(1, 1), (3, 1), (3, 16), (4, 1)]
    assert [text.split(", part")[0] for text in found] == [f"position, line {n}, column {c}" for n, c in starts]
    assert position_errors(LINES, FOF) == ()


# --- enemies in one hex ----------------------------------------------------------------------------------------------


def test_fof_6_enemies_in_one_hex_are_refused() -> None:
    with pytest.raises(NotationError) as caught:
        er.parse_position("16A:1506 ge 7-6 Inf XX 1\n16A:1506 fr 5-6 Inf XX 2", FOF)
    assert "ge 1 Inf XX and fr 2 Inf XX are enemies in one hex (FoF 6)" in str(caught.value)
    assert "write '16A:1506 contested ...'" in str(caught.value)


def test_a_contested_hex_is_told_so() -> None:
    text = "16A:1506 contested fr 5-6 Inf XX 2, ge 1-6 Para III 1\nMay II 40, Axis combat"
    assert er.write_position(er.parse_position(text, FOF), FOF) == text


def test_points_of_the_enemy_may_lie_in_a_hex() -> None:
    state = er.parse_position("16A:1506 ge 7-6 Inf XX 1, Allied us RP 2", SF)
    assert len(state.at(er.hexref("16A:1506"))) == 2


def test_options_and_rulings_stand_in_the_position_and_are_checked() -> None:
    rules = GAMES["sf with options"]
    text = er.write_position(er.parse_position("16A:1506 ge 7-6 Inf XX 1", rules), rules)
    assert text.splitlines()[-2:] == ["options 43A", "rulings sf-10I-german-date=jul-43"]
    with pytest.raises(NotationError, match="played with options 43A, the ruleset has none"):
        er.parse_position(text, SF)
