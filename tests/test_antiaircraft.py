"""Antiaircraft (rule 22), its advanced and optional rules (SF 43B, 44F; FoF 22C), and position AA units."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from attrs import evolve
from tests.air_driving import drive, told

import europa_rules as er
from europa_rules.air.aa_strength import (
    AaFacts,
    AaInHex,
    Ships,
    gather_aa,
    reckon_aa_strength,
    reckon_intrinsic_aa,
    reckon_naval_aa,
)
from europa_rules.air.abatement import AbateHarassment, carry_out_abatement, reckon_abatement
from europa_rules.air.air_fire import Fire, reckon_fire_modifier, typed
from europa_rules.air.antiaircraft import (
    AaTarget,
    Shot,
    fire_antiaircraft,
    reckon_aa_modifier,
    reckon_attacks,
    reckon_column,
    resolve_shot,
    rule_on_aa_fire,
)
from europa_rules.air.facts import FLYING, HARASSMENT, HARASSMENT_IGNORED, OPERATION, AirOperation, Flying, harassed_by
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.off_board import Aloft, aloft, results
from europa_rules.air.operations import carry_out_operation
from europa_rules.air.position_aa import ArrangePositionAa
from europa_rules.air_units import AirRating
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack, begin_attempt
from europa_rules.ground.facts import ATTEMPT
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.procedure import Decision, Event
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import ABORTED, ELIMINATED, STAYS, GameState
from europa_rules.units import Rating, Unit


@cache
def rules(game: str, *options: str) -> Ruleset:
    return er.load(game, options=set(options))


SF, FOF = rules("sf"), rules("fof")


def flying(kind: str, mission: str, rules: Ruleset, *, night: bool = False, jettisoned: bool = False) -> Flight:
    found, family = mission_named(mission, rules)
    return evolve(typed(kind, rules), mission=found, family=family, night=night, jettisoned=jettisoned)


def strength(kind: str, mission: str, here: AaInHex, rules: Ruleset = SF) -> Reckoning:
    return reckon_aa_strength(AaFacts(flying(kind, mission, rules), here), rules)


# --- who may fire at whom --------------------------------------------------------------------------------------------

SHIPS = Ships(in_port=(5, 2), at_sea=(4, 6))


@pytest.mark.parametrize(
    ("kind", "mission", "points"),
    [
        ("B", "rail_lines", 5),
        ("HB", "rail_lines", 2),
        ("HB", "aerial_minelaying", 5),
        ("HB", "naval_units_in_port", 10),
        ("B", "tactical_ports", 10),
        ("HB", "tactical_ports", 2),
        ("B", "naval_patrol", 6),
        ("NB", "rail_yards", 5),
    ],
)
def test_sf_22B1_01_what_may_fire(kind: str, mission: str, points: int) -> None:
    assert strength(kind, mission, AaInHex.of(2, 3, ships=SHIPS)).value == points


def test_sf_22B1_02_in_the_other_reading_all_that_the_port_clause_names_fires_at_heavy_bombers() -> None:
    other = er.load("sf", rulings={"sf-22B1-aa-on-heavy-bombers": "all"})
    assert strength("HB", "tactical_ports", AaInHex.of(2, 3, ships=SHIPS), other).value == 10


def test_fof_22B1_01_all_aa_of_the_hex_fires() -> None:
    assert strength("HB", "rail_yards", AaInHex.of(2, 3, ships=Ships((1, 1))), FOF).value == 7


@pytest.mark.parametrize("game", ["fof", "sf"])
@pytest.mark.parametrize(("mission", "allowed"), [("escort", False), ("interception", False), ("air_drop", True)])
def test_22B1_01_only_transports_and_bombers_are_fired_at(game: str, mission: str, allowed: bool) -> None:
    target = AaTarget.of(flying("F", mission, rules(game)))
    ruling = rule_on_aa_fire(target, rules(game))
    assert ruling.allowed == allowed
    assert allowed or ruling.possible


def test_fof_23D1_01_a_fighter_without_its_bombs_is_not_fired_at() -> None:
    for ruleset, allowed in ((FOF, False), (SF, True)):
        target = AaTarget.of(flying("F", "airbases", ruleset, jettisoned=True))
        assert rule_on_aa_fire(target, ruleset).allowed == allowed


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_22B2_01_columns(game: str) -> None:
    found = [reckon_column(n, rules(game)) for n in (9, 7, 1)]
    assert found == ["7", "7", "1"]
    assert reckon_column(Fraction(1, 2), rules(game)) is None


def test_fof_22B1_02_in_the_other_reading_a_point_fires_at_one_air_unit() -> None:
    other = er.load("fof", rulings={"fof-22B1-aa-targets": "one"})
    assert (reckon_attacks(2, 4, FOF).attacks, reckon_attacks(2, 4, other).attacks) == (4, 1)


@pytest.mark.parametrize(
    ("kind", "mission", "how", "turn", "drm"),
    [
        ("B", "ground_support", {}, "Jul I 43", -1),
        ("B", "rail_yards", {}, "Jul I 43", 1),
        ("B", "rail_yards", {"night": True}, "Jul I 43", 2),
        ("HB", "rail_yards", {}, "Apr I 44", 0),
        ("F", "airbases", {}, "Mar II 44", 0),
        ("JF", "airbases", {}, "Apr I 44", 0),
    ],
)
def test_sf_22B2_02_modifiers(kind: str, mission: str, how: dict[str, bool], turn: str, drm: int) -> None:
    shot = Shot(flying(kind, mission, SF, **how), 7, Turn.parse(turn))
    assert reckon_aa_modifier(shot, SF).value == drm


def test_sf_22B2_03_below_strength_1_there_is_no_roll() -> None:
    state = aloft([Aloft("B", AirRating.parse("4B5"), "rail_lines")], [], SF)
    half = Reckoning.of(1, "AA").times(Fraction(1, 2), "hexes")
    end, log = drive(resolve_shot("B", Shot(flying("B", "rail_lines", SF), half.value), half, state, SF))
    assert log == [] and end == state


def test_sf_22B2_04_a_shot_is_told_with_its_rule() -> None:
    state = aloft([Aloft("B-25D", AirRating.parse("4B5"), "ground_support")], [], SF, initiator=ALLIED)
    points = Reckoning.of(9, "AA")
    shot = Shot(flying("B", "ground_support", SF), 9, Turn.parse("Jul I 43"))
    end, log = drive(resolve_shot("B-25D", shot, points, state, SF), [5])
    assert told(log)[0] == (
        "antiaircraft of strength 9 fires at B-25D: column 7, roll 5 modified to 4: aborted (SF 22B2)"
    )
    assert dict(results(end)) == {"B-25D": "A"}


def test_sf_44E1_01_a_bomber_used_as_a_transport_counts_as_type_t() -> None:
    heavy = evolve(flying("HB", "regular_transport", SF), as_transport=True)
    assert heavy.acts_as == "T"
    assert reckon_aa_modifier(Shot(heavy, 7, Turn.parse("Jul I 43")), SF).value == 0
    fire = Fire(flying("F", "interception", SF), heavy)
    assert reckon_fire_modifier(fire, SF).value == -1


# --- intrinsic AA ----------------------------------------------------------------------------------------------------


def unit(nation: str, kind: str, size: str, rating: str) -> Unit:
    return Unit(nation, kind, size, Rating.parse(rating))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "nation", "kind", "size", "points"),
    [
        ("fof", "br", "infantry", "cadre", 1),
        ("fof", "br", "infantry", "regiment", 0),
        ("fof", "ge", "armor", "division", 1),
        ("fof", "ge", "infantry", "division", 0),
        ("fof", "fr", "infantry", "division", 0),
        ("sf", "br", "infantry", "division", 1),
        ("sf", "us", "armor", "division", 1),
        ("sf", "ge", "infantry", "division", 0),
        ("sf", "ge", "armor", "cadre", 1),
    ],
)
def test_22A3_01_intrinsic_aa_of_units(game: str, nation: str, kind: str, size: str, points: int) -> None:
    assert reckon_intrinsic_aa(unit(nation, kind, size, "5-6"), rules(game)).value == points


def test_fof_22A4_01_naval_transport_points() -> None:
    assert reckon_naval_aa(3, FOF).value == 3


# --- on the board ----------------------------------------------------------------------------------------------------

FLAK = """17A:1010 ge 0-8 AA II 1 [aa 3], ge 7-6 Inf XX 1, ge PosAA 2
16A:1030 us 6F6 1/12 P-40N 1, us 4B5 3-7/26 B-25D 1, us 4B5 3-7/26 B-25D 2, us 5-7-6 Inf XX 2
Jul I 44, Allied movement
owner Axis 17A:1010
owner Allied 16A:1030
"""


def on_the_board(text: str, ruleset: Ruleset = SF) -> GameState:
    return er.parse_position(text, ruleset)


def test_sf_22A_01_the_aa_of_a_hex_is_that_of_units_and_features() -> None:
    state = on_the_board(FLAK)
    found = gather_aa(er.hexref("17A:1010"), ALLIED, state, SF)
    named = {
        label: value.value
        for ledger in (found.heavy, found.light)
        for line in ledger.lines
        for label, value in line.parts
    }
    assert named["ge 1 AA II"] == 3
    assert sum(named.values()) == found.heavy.value + found.light.value >= 5


def test_sf_22B1_03_every_bomber_is_fired_at_once_and_escorts_are_not() -> None:
    order = FlyOperation(Hex("17A:1010"), ("us P-40N 1: escort", "us B-25D 1: airbases", "us B-25D 2: airbases"))
    _, log = drive(carry_out_operation(order, ALLIED, on_the_board(FLAK), SF))
    shots = [dict(event.facts)["target"] for event in log if event.kind == "antiaircraft fire"]
    assert shots == ["us B-25D 1", "us B-25D 2"]


def das(state: GameState, attackers: tuple[str, ...], target: str, ruleset: Ruleset) -> GameState:
    """A German fighter that supports the defense of a hex which these units attack."""
    operation = AirOperation(AXIS, er.hexref(target), "defensive_air_support", suspended=True)
    piece = evolve(state.air_piece("ge Fw 190A2 1"), place=er.hexref(target))
    state = state.with_air(piece).noting(OPERATION, "one", operation)
    state = state.noting(FLYING, piece.id, Flying("defensive_air_support", er.hexref("17A:1307"), "one"))
    return state.noting(ATTEMPT, "", begin_attempt(Attack(attackers, er.hexref(target)), ALLIED, state, ruleset))


def fired_at_das(text: str, ruleset: Ruleset, roll: int) -> tuple[GameState, list[Event]]:
    """What becomes of a fighter over the defense of 16A:1131 when all the Allied units of a position attack it."""
    state = on_the_board(text, ruleset)
    units = tuple(piece.id for piece in state.pieces.values() if piece.side == ALLIED)
    return drive(fire_antiaircraft("one", das(state, units, "16A:1131", ruleset), ruleset), [roll])


@pytest.mark.parametrize(
    ("book", "nation", "turn", "rolled"),
    [("FoF", "fr", "May II 40", "3"), ("SF", "us", "Jul I 44", "3 modified to 2")],
    ids=["fof", "sf"],
)
def test_22B1_the_example_of_the_book_is_played_line_by_line(book: str, nation: str, turn: str, rolled: str) -> None:
    """Against air support of the defense: 4 AA points in one hex, none in another, 2 in the third make 2."""
    text = f"""16A:1031 {nation} 0-8 AA II 4 [aa 4]
16A:1130 {nation} 1-8 Art II 5
16A:1132 {nation} 0-8 AA II 6 [aa 2]
16A:1131 ge 7-6 Inf XX 1, ge 9F7 2/12 Fw 190A2 1
{turn}, Allied combat
owner Axis 16A:1131 17A:1307
"""
    end, log = fired_at_das(text, rules(book.lower()), 3)
    shot, *after = log
    strength = dict(shot.ledgers)["strength"]
    assert strength.value == 2
    assert str(strength) == (
        f"6 AA of the attacking units ({book} 22B1) | x1/3 hexes of the attacking units ({book} 22B1) | = 2"
    )
    (line,) = told([shot])
    assert line == f"antiaircraft of strength 2 fires at ge Fw 190A2 1: column 2, roll {rolled}: aborted ({book} 22B2)"
    assert told(after) == [
        f"ge Fw 190A2 1 lands at 17A:1307, aborted, and goes to the aborted box ({book} 18, {book} 16B1)"
    ]
    assert end.air_piece("ge Fw 190A2 1").status == ABORTED


@pytest.mark.parametrize(("book", "nation", "turn"), [("FoF", "fr", "May II 40"), ("SF", "us", "Jul I 44")])
def test_22B2_what_antiaircraft_eliminates_is_lost_by_this_rule(book: str, nation: str, turn: str) -> None:
    """Its results are those of air combat, implemented at once; the log cites antiaircraft for them."""
    text = f"""16A:1031 {nation} 0-8 AA II 4 [aa 15]
16A:1131 ge 7-6 Inf XX 1, ge 9F7 2/12 Fw 190A2 1
{turn}, Allied combat
owner Axis 16A:1131 17A:1307
"""
    end, log = fired_at_das(text, rules(book.lower()), 2)
    assert end.air_piece("ge Fw 190A2 1").status == ELIMINATED
    assert told(log)[-1] == f"ge Fw 190A2 1 is eliminated ({book} 22B2)"


# --- position AA (22A2) ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_22A2_01_position_aa_breaks_down_and_builds_up(game: str) -> None:
    turn = {"fof": "May II 40", "sf": "Jul I 44"}[game]
    state = on_the_board(f"16A:1728 ge PosAA 3\n{turn}, Axis movement\nowner Axis 16A:1728\n", rules(game))
    (whole,) = state.pieces
    game_ = Game.start(rules(game), state, seed="1")
    with pytest.raises(er.IllegalOrder, match="22A2"):
        game_.submit(ArrangePositionAa((whole,), ("2", "2")), player=AXIS)
    game_.submit(ArrangePositionAa((whole,), ("2", "1")), player=AXIS)
    assert sorted(piece.unit.points for piece in game_.state.pieces.values()) == [1, 2]
    game_.submit(ArrangePositionAa(tuple(game_.state.pieces), ("3",)), player=AXIS)
    assert [piece.unit.points for piece in game_.state.pieces.values()] == [3]


# --- advanced and optional rules -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "option", "turn"), [("fof", "22C", "May II 40"), ("sf", "43B2", "Jul I 44")])
def test_22C_43B2_01_aa_units_abate_harassment(game: str, option: str, turn: str) -> None:
    ruleset = rules(game, option)
    state = on_the_board(f"16A:1728 ge 0-8 AA II 1 [aa 4]\n{turn}, Axis movement\nowner Axis 16A:1728\n", ruleset)
    state = state.noting(HARASSMENT, harassed_by(ALLIED, er.hexref("16A:1728")), 2)
    (unit_id,) = state.pieces
    order = AbateHarassment((unit_id,), er.hexref("16A:1728"))
    end, log = drive(carry_out_abatement(order, AXIS, state, ruleset), [10])
    assert end.recall(HARASSMENT_IGNORED, "16A:1728") == 1
    assert end.recall(STAYS, unit_id) is not None
    assert "14, 1 hit ignored" in log[-1].text
    game_ = Game.start(ruleset, end, seed="1")
    with pytest.raises(er.IllegalOrder, match="AA has fired in the hex"):
        game_.submit(order, player=AXIS)


def test_fof_22C_02_without_the_option_nobody_abates() -> None:
    state = on_the_board("16A:1728 ge 0-8 AA II 1 [aa 4]\nMay II 40, Axis movement\nowner Axis 16A:1728\n", FOF)
    with pytest.raises(er.IllegalOrder, match="22C"):
        Game.start(FOF, state, seed="1").submit(
            AbateHarassment(tuple(state.pieces), er.hexref("16A:1728")), player=AXIS
        )


@pytest.mark.parametrize(("dice", "aa", "hits", "left"), [(8, 4, 2, 2), (9, 4, 2, 1), (12, 7, 2, 0), (9, 4, 1, 0)])
def test_fof_22C_sf_43B2_02_totals(dice: int, aa: int, hits: int, left: int) -> None:
    assert [reckon_abatement(dice, aa, hits, rules).left for rules in (FOF, SF)] == [left, left]


def test_sf_43B1_01_the_example_of_the_book() -> None:
    """4 AA points in the target hex, 7, 3 and 6 around it: 5 fire at each harassing air unit."""
    ruleset = rules("sf", "43B1")
    facts = AaFacts(
        flying("B", "harassment", ruleset),
        AaInHex.of(0, 4),
        around=tuple(AaInHex.of(0, n) for n in (7, 3, 6, 0, 0, 0)),
        bombing=10,
    )
    assert reckon_aa_strength(facts, ruleset).value == 5
    assert reckon_aa_strength(evolve(facts, bombing=9), ruleset).value == 4
    bare = evolve(facts, here=AaInHex.of())
    assert reckon_aa_strength(bare, ruleset).value == 4
    other = er.load("sf", options={"43B1"}, rulings={"sf-43B1-target-hex": "only-with-aa"})
    assert reckon_aa_strength(bare, other).value == Fraction(16, 3)


def test_sf_44F3_01_the_example_of_the_book() -> None:
    """Three P-47D25 and a P-51D5 over AA of 10 in June 1944: column 17, an 8 gives 13 points."""
    from europa_rules_sf.optional_aa import OptionalFire, fire_volley, reckon_ads

    ruleset = rules("sf", "44F")
    own = [Aloft(f"P-47 {n}", AirRating.parse("8F9"), "ground_support") for n in (1, 2, 3)]
    own.append(Aloft("P-51", AirRating.parse("8F8"), "ground_support"))
    state = aloft(own, [], ruleset, initiator=ALLIED)
    units = tuple(unit.id for unit in own)
    fire = OptionalFire(10, 4, german=10, turn=Turn.parse("Jun II 44"))
    ads = [reckon_ads(evolve(flying("F", "ground_support", ruleset), rating=u.rating), ruleset).value for u in own]
    assert ads == [6, 6, 6, 5]
    points = Reckoning.of(10, "AA")
    picks = ("P-47 1", "P-47 2", "P-51")
    end, log = drive(fire_volley(points, units, fire, state, ruleset), [8], draws=picks)
    fire_at_all = "antiaircraft of strength 10 fires at P-47 1, P-47 2, P-47 3, P-51: column 17, roll 8"
    assert told(log) == [
        f"{fire_at_all}: 13 air defense points (SF 44F2, SF 44F3)",
        "P-47 1 returns to base, inoperative (SF 18)",
        "P-47 2 returns to base, aborted, and goes to the aborted box (SF 18, SF 16B1)",
        "P-51 returns to base, inoperative (SF 18)",
    ]
    shift = dict(log[0].ledgers)["shift"]
    assert [line.why for line in shift.lines] and shift.value == 2
    assert dict(results(end)) == {"P-47 1": "R", "P-47 2": "A", "P-47 3": "-", "P-51": "R"}


def test_sf_44F_02_the_optional_table_takes_the_place_of_the_step() -> None:
    ruleset = rules("sf", "44F")
    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: airbases", "us B-25D 2: airbases"))
    _, log = drive(carry_out_operation(order, ALLIED, on_the_board(FLAK, ruleset), ruleset))
    shots = [event for event in log if event.kind == "antiaircraft fire"]
    assert len(shots) == 1 and "us B-25D 1, us B-25D 2" in shots[0].text


@pytest.mark.parametrize(("flak", "reading", "shift"), [(6, "units", 1), (6, "all-but-italian", 2), (7, "units", 2)])
def test_sf_44F2_german_aa_is_that_of_german_units_and_in_a_reading_that_of_the_hex_too(
    flak: int, reading: str, shift: int
) -> None:
    """Caen has a point of AA of its own: with 6 points of a battalion they are 7, if it counts as German."""
    ruleset = er.load("sf", options={"44F"}, rulings={"sf-44F2-german-aa": reading})
    text = FLAK.replace("ge 0-8 AA II 1 [aa 3], ge 7-6 Inf XX 1, ge PosAA 2", f"ge 0-8 AA II 1 [aa {flak}]")
    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: airbases", "us B-25D 2: airbases"))
    _, log = drive(carry_out_operation(order, ALLIED, on_the_board(text, ruleset), ruleset))
    (shot,) = [event for event in log if event.kind == "antiaircraft fire"]
    assert dict(shot.ledgers)["strength"].value == flak + 1 and dict(shot.ledgers)["shift"].value == shift
    rests = any("sf-44F2-german-aa" in point for point in dict(shot.ledgers)["shift"].rests_on)
    assert rests == (shift == 2)


def test_sf_44F2_italian_aa_shifts_nothing() -> None:
    ruleset = rules("sf", "44F")
    text = FLAK.replace("ge 0-8 AA II 1 [aa 3], ge 7-6 Inf XX 1, ge PosAA 2", "it 0-8 AA II 1 [aa 9]")
    order = FlyOperation(Hex("17A:1010"), ("us B-25D 1: airbases", "us B-25D 2: airbases"))
    _, log = drive(carry_out_operation(order, ALLIED, on_the_board(text, ruleset), ruleset))
    (shot,) = [event for event in log if event.kind == "antiaircraft fire"]
    assert dict(shot.ledgers)["shift"].value == 1, "from Apr I 44 alone"


# --- interception deep in friendly territory (44D2) ------------------------------------------------------------------


def test_sf_44D2_01_interceptors_reach_as_far_as_the_enemy_has_come() -> None:
    ruleset = rules("sf", "44D2")
    text = """17A:1612 ge 8F6 1/10 Me 109G6 1, ge 7-6 Inf XX 1
17A:0405 us 4B5 3-7/26 B-25D 1, us 5-7-6 Inf XX 2
Jul I 44, Allied movement
owner Allied 17A:0405
"""
    order = FlyOperation(Hex("17A:1604"), ("us B-25D 1: rail_lines",))

    def is_asked(of: Ruleset) -> bool:
        asked: list[str] = []

        def choose(decision: Decision) -> None:
            asked.append(decision.question)

        drive(carry_out_operation(order, ALLIED, on_the_board(text, of), of), choose=choose)
        return any("intercept" in question for question in asked)

    assert (is_asked(SF), is_asked(ruleset)) == (False, True)
