"""Movement counters (FoF 14I, SF 14J): what they carry, and how counter and load move and fight on the real sheets."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import europa_rules as er
from europa_rules.errors import IllegalAnswer, IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import CARRIED_ON, MPS_SPENT
from europa_rules.ground.movement_counters import CarryFacts, LoadUnits, reckon_loaded_re, rule_on_carrying
from europa_rules.ground.moves import Move, mps_left
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS
from europa_rules.units import Unit

HERE, WEST, NORTH, SOUTH, FAR = map(Hex, ("17A:2018", "17A:2017", "17A:1918", "17A:2118", "17A:2015"))
"""Clear hexes in the middle of France, and one three hexes off."""


@cache
def rules_of(book: str, *rulings: tuple[str, str], options: tuple[str, ...] = ()) -> Ruleset:
    return er.load(book, rulings=dict(rulings), options=options)


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


DATES = {"fof": "Jun I 40", "sf": "Jul I 44"}
BOOKS = list(DATES)


def start(book: str, pieces: str, phase: str = "movement") -> Game:
    return Game.start(rules_of(book), f"{pieces} | {DATES[book]}, Allied {phase}", seed=1)


# --- on the board: loading and moving --------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_a_counter_takes_its_load_along_at_its_own_rating(book: str) -> None:
    game = start(book, f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>")
    game.submit(LoadUnits("tc", ("inf",)))
    game.submit(Move(("tc",), (WEST, Hex("17A:2016"), FAR)))
    assert game.state.piece("inf").place == game.state.piece("tc").place == FAR
    assert game.state.recall(MPS_SPENT, "tc") == game.state.recall(MPS_SPENT, "inf") == 3
    assert mps_left("inf", game.state, game.rules) == 9


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_the_destinations_of_a_load_are_those_of_its_counter(book: str) -> None:
    game = start(book, f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>")
    alone = destinations("inf", game.state, game.rules)
    counter = destinations("tc", game.state, game.rules)
    game.submit(LoadUnits("tc", ("inf",)))
    assert destinations("inf", game.state, game.rules) == counter
    assert len(counter) > len(alone)


@pytest.mark.parametrize(("book", "rule"), [("fof", "14I2"), ("sf", "14J")])
def test_14I2_a_carried_unit_does_not_move_by_itself(book: str, rule: str) -> None:
    game = start(book, f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>")
    game.submit(LoadUnits("tc", ("inf",)))
    with pytest.raises(IllegalOrder, match=f"{rule}.*move tc"):
        game.submit(Move(("inf",), (WEST,)))
    with pytest.raises(IllegalOrder, match="carried already"):
        game.submit(LoadUnits("tc", ("inf",)))


@pytest.mark.parametrize(("book", "rule"), [("fof", "14I2"), ("sf", "14J")])
def test_14I2_a_unit_that_has_moved_or_comes_later_is_not_carried(book: str, rule: str) -> None:
    game = start(book, f"{HERE} br TC 1-12 <tc> | {WEST} br 2-8 Inf X <inf>")
    game.submit(Move(("inf",), (HERE,)))
    with pytest.raises(IllegalOrder, match=rule):
        game.submit(LoadUnits("tc", ("inf",)))


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_infantry_rides_in_the_exploitation_phase_and_is_free_again_in_the_next_turn(book: str) -> None:
    game = start(book, f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>", "exploitation")
    with pytest.raises(IllegalOrder):
        game.submit(Move(("inf",), (WEST,)))
    game.submit(LoadUnits("tc", ("inf",)))
    game.submit(Move(("tc",), (WEST,)))
    assert game.state.piece("inf").place == WEST
    game.done()
    assert game.state.recall(CARRIED_ON, "inf") is None


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_a_carried_division_keeps_its_zoc(book: str) -> None:
    game = start(book, f"{HERE} br TC 3-12 <tc>, br 6-8 Inf XX <div>")
    game.submit(LoadUnits("tc", ("div",)))
    game.submit(Move(("tc",), (WEST,)))
    assert enemy_zoc(Hex("17A:2016"), AXIS, game.state, game.rules)


@pytest.mark.parametrize("book", BOOKS)
def test_14I1_an_empty_counter_moves_alone_and_never_counts_in_stacking(book: str) -> None:
    full = "3x br 6-8 Inf XX, 3x br 2-8 Inf X, 2x br TC 1-12"
    game = start(book, f"{HERE} {full}, br TC 1-12 <alone>")
    game.submit(Move(("alone",), (WEST,)))
    game.submit(Move(("alone",), (HERE,)))
    game.done()
    assert game.state.moment.phase == "combat"


def test_14I_a_game_saved_with_a_loaded_counter_goes_on() -> None:
    game = start("sf", f"{HERE} br TC 1-12 <tc>, br 2-8 Inf X <inf>")
    game.submit(LoadUnits("tc", ("inf",)))
    again = Game.load(game.save(), game.rules)
    again.submit(Move(("tc",), (WEST,)))
    game.submit(Move(("tc",), (WEST,)))
    assert again.save() == game.save()
    game.undo()
    assert game.state.piece("inf").place == HERE


# --- what counters carry ---------------------------------------------------------------------------------------------


def ruling(book: str, counter: str, load: str, phase: str = "movement") -> er.Ruling:
    pieces = PieceNotation.of_series().parse_list(load, "br")
    units = tuple(p for p in pieces if isinstance(p, Unit))
    return rule_on_carrying(CarryFacts(unit(counter), units, phase), rules_of(book))


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_no_cm_units_no_more_than_the_capacity_and_not_in_combat(book: str) -> None:
    assert ruling(book, "br TC 1-12", "2-3-8 Art III").allowed
    assert not ruling(book, "br TC 1-12", "3-10 Arm X").allowed
    assert not ruling(book, "br TC 1-12", "2-8 Inf X, 0-1-8 AT II").allowed
    assert not ruling(book, "br TC 1-12", "2-8 Inf X", "combat").allowed


@pytest.mark.parametrize(("book", "rule"), [("fof", "14I1"), ("sf", "14J")])
def test_14I1_points_are_no_units(book: str, rule: str) -> None:
    found = ruling(book, "br TC 1-12", "RP 1")
    assert [c.number for c in found.citations] == [rule]


def test_fof_14J_a_truck_carries_no_units() -> None:
    found = ruling("fof", "ge Truck 0-10", "2-8 Inf X")
    assert [str(c) for c in found.citations] == ["FoF 14J"]
    assert found.rests_on == ("fof-14J-trucks: line-only",)


def test_fof_31H_a_counter_of_one_contingent_does_not_carry_another_if_the_option_is_on() -> None:
    facts = CarryFacts(unit("br TC 1-12"), (unit("fr 2-6 Inf III"),))
    assert rule_on_carrying(facts, rules_of("fof")).allowed
    found = rule_on_carrying(facts, rules_of("fof", options=("31H",)))
    assert [str(c) for c in found.citations] == ["FoF 31H"]


def test_sf_14J2_lvts_and_apcs_take_no_heavy_equipment_and_carry_in_combat() -> None:
    for counter in ("br LVT 1-8", "br APC 1-10"):
        assert ruling("sf", counter, "3-8 Inf X", "combat").allowed
        assert not ruling("sf", counter, "3-8* Inf X").allowed
        assert not ruling("sf", counter, "2-3-8 Art III").allowed


@pytest.mark.parametrize(
    ("book", "rulings", "res"),
    [
        ("fof", (), 4),
        ("fof", (("fof-14I2-loaded-counter", "both"),), 5),
        ("fof", (("fof-3A3-transport-counter-size", "half-re"),), 2),
        ("sf", (), 3),
        ("sf", (("sf-14J-movement-counter-doubled", "final"),), 2),
    ],
)
def test_14I2_size_of_a_counter_of_3_with_a_brigade_by_rail_and_sea(
    book: str, rulings: tuple[tuple[str, str], ...], res: int
) -> None:
    found = reckon_loaded_re(unit("br TC 3-12"), [unit("br 2-8 Inf X")], rules_of(book, *rulings))
    assert found.value == res
    assert found.rests_on


# --- LVT and APC counters on the board (SF) --------------------------------------------------------------------------


def test_sf_14J2_an_lvt_and_its_load_cross_a_major_river_as_a_river() -> None:
    near, across = Hex("16A:0921"), Hex("16A:0821")
    assert "major_river" in rules_of("sf").board.hexside(near, across)
    game = start("sf", f"{near} br LVT 1-8 <lvt>, br 3-8 Inf X <inf>, br TC 1-8 <tc>")
    game.submit(LoadUnits("lvt", ("inf",)))
    game.submit(Move(("lvt",), (across,)))
    game.submit(Move(("tc",), (across,)))
    assert game.state.recall(MPS_SPENT, "inf") == 3 + 1  # canal-intensive terrain, and a river
    assert game.state.recall(MPS_SPENT, "tc") == 3 + 2  # and a major river


def test_sf_14K_amphibious_tanks_cross_lakes_and_attack_across_a_major_river_as_a_river() -> None:
    lake = (Hex("16A:0419"), Hex("16A:0519"))
    assert "lake" in rules_of("sf").board.hexside(*lake)
    game = start("sf", f"{lake[0]} br 2-1-10 DD II <dd>, br 2-1-10 Arm II <tank>")
    assert lake[1] in destinations("dd", game.state, game.rules)
    game.submit(Move(("dd",), (lake[1],)))
    with pytest.raises(IllegalOrder, match="lake"):
        game.submit(Move(("tank",), (lake[1],)))


def attack_strength(game: Game, order: Attack) -> Fraction:
    game.submit(order)
    while isinstance(game.pending, Opening) and game.pending.name == "attack declared":
        game.done()
    entry = next(e for e in game.log if e.kind.startswith("combat"))
    return dict(entry.ledgers)["attack"].value


def test_sf_14J3_worked_example_a_brigade_in_an_apc_attacks_with_4_as_a_mechanized_unit() -> None:
    text = f"{HERE} br APC 1-10 <apc>, br 3-8 Inf X <inf>, br 8 Inf HQ | {NORTH} ge 2-6 Inf III 9"
    game = start("sf", text, "combat")
    game.submit(LoadUnits("apc", ("inf",)))
    assert attack_strength(game, Attack(("inf", "br Inf HQ"), NORTH)) == 4
    assert "AEC" in next(e.text for e in game.log if e.kind.startswith("combat"))


def test_sf_14J3_the_counter_adds_once_and_only_if_it_carries_attackers() -> None:
    text = f"{HERE} br APC 3-10 <apc>, 2x br 3-8* Inf X, br 8 Inf HQ | {NORTH} ge 2-6 Inf III 9"
    light = text.replace("3-8*", "3-8")
    game = start("sf", light, "combat")
    game.submit(LoadUnits("apc", ("br Inf X", "br Inf X #2")))
    assert attack_strength(game, Attack(("br Inf X", "br Inf X #2", "br Inf HQ"), NORTH)) == 7
    assert attack_strength(start("sf", light, "combat"), Attack(("br Inf X", "br Inf HQ"), NORTH)) == 3
    per_re = Game.start(rules_of("sf", ("sf-14J3-apc-bonus", "per-re")), f"{light} | Jul I 44, Allied combat", seed=1)
    per_re.submit(LoadUnits("apc", ("br Inf X",)))
    assert attack_strength(per_re, Attack(("br Inf X", "br Inf HQ"), NORTH)) == 6


@pytest.mark.parametrize("book", BOOKS)
def test_14J1_a_counter_alone_in_an_attacked_hex_is_eliminated(book: str) -> None:
    text = f"{HERE} br TC 1-12 <tc> | {NORTH} ge 7-6 Inf XX 1 | {DATES[book]}, Axis combat"
    game = Game.start(rules_of(book), text, seed=1)
    game.submit(Attack(("ge 1 Inf XX",), HERE))
    game.done()
    assert "tc" not in game.state.pieces
    assert "9G" in str(next(e for e in game.log if e.kind == "combat decided"))


@pytest.mark.parametrize("book", BOOKS)
def test_14I2_a_counter_takes_its_load_along_when_it_overruns(book: str) -> None:
    text = f"{HERE} br TC 3-12 <tc>, br 12-8 Inf XX <div> | {NORTH} ge 1-6 Inf III <foe>"
    game = start(book, text)
    game.submit(LoadUnits("tc", ("div",)))
    game.submit(er.Overrun(("tc",), NORTH))
    assert "foe" not in game.state.pieces
    with pytest.raises(IllegalAnswer, match="carr"):
        game.decide("div")
    game.decide("tc", "div")
    assert game.state.piece("div").place == game.state.piece("tc").place == NORTH
