"""Refusals of the air war (rules 16 to 25): each cites its rules and says what would be possible, in both games."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest
from tests.air_driving import BOOKS, FOF, SF, Book, rules_of
from tests.test_air_basics import BASE, BRUXELLES, LILLE, NEXT, OWNERS, REIMS, begin, sit

import europa_rules.air
import europa_rules_fof
import europa_rules_sf
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.errors import NotationError
from europa_rules.ground.facts import AIRBASE_HITS
from europa_rules.hexes import Hex
from europa_rules.sides import AXIS

# --- in the code -----------------------------------------------------------------------------------------------------

OF_GAMES = ("air_", "airborne_", "antiaircraft", "optional_aa", "naval_patrols", "naval_contact", "parachute_")
NO_ORDERS = {"rule_on_owning", "rule_on_survival", "rule_on_duel"}
"""Rulings that forbid nobody anything: what has become of a unit, whose a hex is, what a duel is."""


def rooms() -> Iterator[Path]:
    yield from sorted(Path(inspect.getfile(europa_rules.air)).parent.glob("*.py"))
    for package in (europa_rules_fof, europa_rules_sf):
        names = (found.name for found in iter_modules(package.__path__) if found.name.startswith(OF_GAMES))
        yield from (Path(inspect.getfile(import_module(f"{package.__name__}.{name}"))) for name in sorted(names))


def silent_refusals(file: Path) -> Iterator[str]:
    """Refusals that do not say what would be possible."""
    for function in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(function, ast.FunctionDef) or function.name in NO_ORDERS:
            continue
        for node in ast.walk(function):
            refuses = isinstance(node, ast.Call) and ast.unparse(node.func) in ("Ruling.refuse", "Ruling.refuse_if")
            if isinstance(node, ast.Call) and refuses and "possible" not in {word.arg for word in node.keywords}:
                yield f"{file.name}:{node.lineno} {function.name}"


@pytest.mark.parametrize("file", [*rooms()], ids=lambda file: f"{file.parent.name}.{file.stem}")
def test_every_refusal_of_the_air_rooms_says_what_would_be_possible(file: Path) -> None:
    assert list(silent_refusals(file)) == []


# --- on the board ----------------------------------------------------------------------------------------------------

SEA, MOUNTAIN = Hex("16A:0730"), Hex("16A:4020")
AIR = (
    "ge 7F5 1/9 Me 109",
    "ge 4B5 0-6/26 Do 17",
    "ge 4B5 6-6/26 Ju 88",
    "ge 4HB5 9-9/26 Fw 200",
    "ge 1T2 13 Ju 52",
    "ge 0GT-1 T DFS 230",
    "ge 7F5 1/9 Down is inoperative",
    "ge 7F5 1/9 Broken is aborted",
)
POSITION = (
    f"{BASE} ge 7-6 Inf XX 1, ge 0-8* AA II 3 [aa 4], {', '.join(AIR)}\n{NEXT} EN 6-6 Inf XX 12\n"
    f"{REIMS} EN 6-6 Inf XX 11, EN 5F4 1/9 Foe\n{OWNERS}"
)


def refusal(book: Book, target: Hex, *flights: str, night: str = "", opening: str = "", bases: int = 6) -> str:
    """The refusal of an operation of the Axis; it names rules, and something that would be possible."""
    game = begin(book, POSITION, "Axis movement", fields={BASE: bases})
    table = sit(game)
    if opening:
        table.go_to(opening)
    ruling = game.rule_on(FlyOperation(target, flights, night), AXIS)
    assert not ruling.allowed and ruling.citations and ruling.possible, ruling
    assert all(refused.by for refused in ruling.refusals)
    return str(ruling)


KINDS = {
    "wrong phase": (REIMS, ("ge Ju 88: ground support",), "20G", "does not fly ground support in the movement phase"),
    "wrong type": (REIMS, ("ge Ju 88: escort",), "20B", "escort is flown by fighters"),
    "wrong type of bomber": (NEXT, ("ge Fw 200: defensive air support",), "20G2", "type HB does not fly"),
    "out of range": (Hex("16A:4629"), ("ge Me 109: cap",), "20E", "Possible: a target within 9 hexes"),
    "no such bombs": (REIMS, ("ge Do 17: airbases",), "20G2", "has no tactical bombing strength"),
    "a friendly target": (BASE, ("ge Ju 88: airbases",), "20G", "Possible"),
    "no airbase to land at": (NEXT, ("ge Me 109: transfer",), "20A", "Possible"),
    "an enemy airbase to land at": (REIMS, ("ge Ju 52: transfer",), "20A", "Possible"),
    "not operative": (REIMS, ("ge Down: cap",), "16B1", "is inoperative"),
    "aborted": (REIMS, ("ge Broken: cap",), "16B1", "is aborted"),
    "twice in an operation": (REIMS, ("ge Ju 88: airbases", "ge Ju 88: rail lines"), "16D", "named twice"),
    "the enemy's air unit": (LILLE, ("EN Foe: cap",), "20", "is not the player's"),
    "a glider alone": (BRUXELLES, ("ge DFS 230: transfer",), "23", "is a glider and flies only in tow"),
    "a reacting mission": (REIMS, ("ge Me 109: interception",), "16D", "is for the other player"),
    "heavy equipment": (BRUXELLES, ("ge Ju 52: regular transport, carry ge 3 AA II",), "20F", "heavy equipment"),
    "more than a transport carries": (BRUXELLES, ("ge Ju 52: regular transport, carry ge 1 Inf XX",), "20F", "RE"),
    "turning back": (REIMS, (f"ge Ju 88: airbases, until {NEXT}",), "20B", "only escorts turn back"),
}


@BOOKS
@pytest.mark.parametrize("kind", KINDS)
def test_20_a_refusal_cites_its_rule_and_says_what_would_be_possible(book: Book, kind: str) -> None:
    target, flights, number, words = KINDS[kind]
    told = refusal(book, target, *(flight.replace("EN", book.enemy) for flight in flights))
    name = {"fof": "FoF", "sf": "SF"}[book.name]
    assert f"{name} {number}" in told and words in told


@BOOKS
def test_23_no_tactical_bombing_and_no_escort_by_night(book: Book) -> None:
    number = {"fof": "23C", "sf": "23G"}[book.name]
    for flight, what in (("ge Ju 88: rail lines", "is not flown by night"), ("ge Me 109: escort", "is not flown by")):
        told = refusal(book, REIMS, flight, night="night")
        assert number in told and what in told and "fly it by day" in told
    assert "only night air units fly combat air patrol by night" in refusal(
        book, REIMS, "ge Me 109: cap", night="night"
    )


@BOOKS
def test_17A_nobody_takes_off_from_an_airbase_of_capacity_0(book: Book) -> None:
    game = begin(book, POSITION, "Axis movement", fields={BASE: 3})
    bombed = game.state.noting(AIRBASE_HITS, BASE, 3)
    ruling = (
        type(game)
        .start(rules_of(book.name), bombed, dice="manual")
        .rule_on(FlyOperation(REIMS, ("ge Me 109: cap",)), AXIS)
    )
    assert "17A" in str(ruling) and ruling.possible


@BOOKS
def test_16C3_air_support_has_its_own_openings(book: Book) -> None:
    told = refusal(book, REIMS, "ge Me 109: cap", opening="ground support")
    assert "20E" in told and "does not fly combat air patrol in the combat phase" in told
    table = sit(begin(book, POSITION, "Axis movement"))
    table.go_to("combat phase")
    ruling = table.game.rule_on(FlyOperation(NEXT, ("ge Ju 88: ground support",)), AXIS)
    assert "no fly order may be given at this point" in str(ruling) and ruling.possible


@BOOKS
@pytest.mark.parametrize("terrain", ["mountain", "forest", "wooded_swamp"])
def test_20F2_no_unit_drops_into_barred_terrain(book: Book, terrain: str) -> None:
    from europa_rules.air.transport import DropHex, rule_on_drop_hex

    ruling = rule_on_drop_hex(DropHex(terrain), rules_of(book.name))
    assert [citation.number for citation in ruling.citations] == ["20F2"] and ruling.possible


@BOOKS
def test_16D_an_operation_needs_air_units_and_a_light(book: Book) -> None:
    assert "no air unit flies" in refusal(book, REIMS)
    assert "neither 'night' nor nothing" in refusal(book, REIMS, "ge Ju 88: airbases", night="dusk")


def test_fof_23B_sf_23C_extended_range_is_for_those_that_the_book_names() -> None:
    assert "fighters do not fly" in refusal(FOF, REIMS, "ge Me 109: cap, extended")
    game = begin(SF, POSITION, "Axis movement")
    assert game.rule_on(FlyOperation(REIMS, ("ge Me 109: cap, extended",)), AXIS).allowed


def test_fof_16D_a_flight_without_a_mission_or_without_what_a_word_names_is_not_read() -> None:
    game = begin(FOF, POSITION, "Axis movement")
    for flight, complaint in (
        ("ge Ju 88:", "names no mission for ge Ju 88"),
        ("ge Ju 88: airbases, stage", "'stage' needs what it names after it"),
        ("ge Ju 88: airbases, via", "'via' needs what it names after it"),
    ):
        with pytest.raises(NotationError, match=complaint):
            game.rule_on(FlyOperation(REIMS, (flight,)), AXIS)
