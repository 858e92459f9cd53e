"""Overruns (rule 13) in both books, on the board and off it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from tests.test_movement import flat_rules, line_of, moved, state_of, unit
from tests.test_zones import BOOKS, MIDDLE, rules_of

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.facts import MOVED_BY, MPS_SPENT, Ground
from europa_rules.ground.moves import Move, mps_left, rule_on_move
from europa_rules.ground.overruns import (
    ExitedZoc,
    Overrun,
    OverrunCost,
    OverrunDefender,
    OverrunFacts,
    Overrunner,
    carry_out_overrun,
    outcome_of_overrun,
    reckon_affected_strength,
    reckon_defense_left,
    reckon_overrun_mps,
    reckon_overrun_odds,
    rule_on_overrun,
    rule_on_overrun_order,
)
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState, Piece
from europa_rules.testing import Played, play
from europa_rules.units import Rating, Size, Unit

PANZER = unit("14-10", "armor")
MOTORIZED = unit("7-10", "motorized_infantry")


def enemy(rating: str = "2-6") -> Unit:
    return Unit("fr", "infantry", "regiment", Rating.parse(rating))


def refused_by(facts: OverrunFacts, book: str) -> list[str]:
    return [c.number for c in rule_on_overrun(facts, rules_of(book)).citations]


def overrun(
    order: Overrun, state: GameState, rules: Ruleset, answers: tuple[tuple[str, ...], ...] = ()
) -> tuple[GameState, Played]:
    return play(carry_out_overrun(order, AXIS, state, rules), answers=answers)


# --- odds and rulings ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("attack", "defense", "odds", "legal"),
    [
        (30, 3, "10:1", True),
        (Fraction(99, 2), 5, "9:1", False),
        (60, 4, "15:1", True),
        (Fraction(1, 2), 0, "12:1", True),
        (0, 0, "0:1", False),
        (1, 3, "1:3", False),
    ],
)
def test_13_04_ten_to_one_is_needed(book: str, attack: Fraction, defense: int, odds: str, legal: bool) -> None:
    rules = rules_of(book)
    assert str(reckon_overrun_odds(attack, defense, rules)) == odds
    assert rule_on_overrun(OverrunFacts(attack, defense), rules).allowed is legal


@pytest.mark.parametrize("book", BOOKS)
def test_13_01_when_whence_and_by_whom(book: str) -> None:
    fine = OverrunFacts(attack=60, defense=5)
    assert refused_by(fine, book) == []
    assert refused_by(evolve(fine, phase="exploitation"), book) == []
    assert refused_by(evolve(fine, phase="combat"), book) == ["13"]
    assert refused_by(evolve(fine, is_phasing=False), book) == ["13"]
    assert refused_by(evolve(fine, from_hexes=2), book) == ["13"]
    assert refused_by(evolve(fine, is_barred=True), book) == ["13"]
    assert refused_by(evolve(fine, can_pay=False), book) == ["13"]


@pytest.mark.parametrize("book", BOOKS)
def test_13_12_exactly_the_mps_needed_are_enough(book: str) -> None:
    facts = OverrunFacts(60, 5, overrunners=(Overrunner("A", 4, 4),))
    assert refused_by(facts, book) == []
    short = rule_on_overrun(OverrunFacts(60, 5, overrunners=(Overrunner("A", 3, 4),)), rules_of(book))
    assert "A needs 4 MPs for the overrun and has 3" in str(short)


@pytest.mark.parametrize("book", BOOKS)
def test_8B_04_the_stacking_limit_of_the_hex_binds(book: str) -> None:
    assert refused_by(OverrunFacts(60, 5, units=(PANZER,) * 4), book) == ["8B"]
    assert refused_by(OverrunFacts(60, 5, units=(PANZER,) * 3), book) == []
    mountain = Ground(terrain="mountain")
    assert refused_by(OverrunFacts(60, 5, units=(PANZER,) * 3, ground=mountain), book) == ["8B"]


def test_fof_13_02_another_reading_takes_the_limit_of_their_own_hex() -> None:
    own = er.load("fof", rulings={"fof-13-overrun-stacking": "own"})
    facts = OverrunFacts(60, 5, units=(PANZER,) * 3, ground=Ground(terrain="mountain"))
    assert rule_on_overrun(facts, own).allowed
    assert rule_on_overrun(facts, rules_of("fof")).rests_on == ("fof-13-overrun-stacking: target",)


def test_sf_13_16_odds_are_refigured_after_retreats() -> None:
    rules = rules_of("sf")
    left = reckon_defense_left([OverrunDefender(1, retreats=True), OverrunDefender(4)], rules)
    assert str(reckon_overrun_odds(60, left.value, rules)) == "15:1"
    assert rule_on_overrun(OverrunFacts(1, 0, all_retreated=True), rules).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_13_08_what_each_unit_pays(book: str) -> None:
    rules = rules_of(book)
    victim, other = ExitedZoc(2, of_overrun_unit=True), ExitedZoc(2)
    costs = {
        (): 3,
        (victim,): 3,
        (victim, other): 5,
        (other, other): 5,
    }
    assert {zocs: reckon_overrun_mps(OverrunCost(1, zocs, 2), rules).value for zocs in costs} == costs
    assert reckon_overrun_mps(OverrunCost(1, (), 2, all_retreated=True), rules).value == 1


def test_fof_13_09_no_cadre_is_left() -> None:
    division = Unit("be", "infantry", "division", Rating.parse("3-6"), cadre=Rating.parse("1-6"))
    assert outcome_of_overrun(division) == "removed"


def test_fof_13_04_effects_by_name() -> None:
    assert reckon_affected_strength(40, ["halved", "unsupported"], rules_of("fof")).value == 10


# --- handed situations -----------------------------------------------------------------------------------------------


def joint(book: str, left: int) -> tuple[Ruleset, GameState, Hex]:
    """The panzer division with 4 MPs left and the motorized division with some, beside a supported 2-6 regiment."""
    rules = flat_rules(book)
    target = line_of(rules, 2)[1]
    supported = Unit("fr", "infantry", "regiment", Rating.parse("2-6*"))
    state = state_of(
        Piece("Pz", PANZER, AXIS, MIDDLE), Piece("Mot", MOTORIZED, AXIS, MIDDLE), Piece("R", supported, ALLIED, target)
    )
    state = state.noting(MPS_SPENT, "Pz", Fraction(6)).noting(MPS_SPENT, "Mot", Fraction(10 - left))
    return rules, state, target


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A15_everyone_in_a_joint_overrun_pays_in_full(book: str) -> None:
    rules, state, target = joint(book, left=3)
    together = Overrun(("Pz", "Mot"), target)
    rule_on_overrun_order(together, AXIS, state, rules).require()
    after, _ = overrun(together, state, rules)
    assert "R" not in after.pieces
    assert [mps_left(piece_id, after, rules) for piece_id in ("Pz", "Mot")] == [1, 0]
    beyond = line_of(rules, 3)[2]
    assert destinations("Pz", after, rules)[beyond] == 1


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A15_who_cannot_pay_takes_no_part(book: str) -> None:
    rules, state, target = joint(book, left=2)
    together = rule_on_overrun_order(Overrun(("Pz", "Mot"), target), AXIS, state, rules)
    assert "Mot needs 3 MPs for the overrun and has 2" in str(together)
    alone = rule_on_overrun_order(Overrun(("Pz",), target), AXIS, state, rules)
    assert "14 : 2 = 7:1 is less than 10:1" in str(alone)
    assert alone.possible == ("overrun with a total attack strength of at least 20, after all modifiers",)
    assert "overrun without Mot" in together.possible
    with pytest.raises(IllegalOrder, match="overrun of"):
        overrun(Overrun(("Pz",), target), state, rules)


@pytest.mark.parametrize("book", BOOKS)
def test_13_a_unit_alone_is_not_told_to_overrun_without_itself_and_no_rule_is_named_twice(book: str) -> None:
    rules, state, target = joint(book, left=0)
    ruling = rule_on_overrun_order(Overrun(("Mot",), target), AXIS, state, rules)
    assert not any("without" in way for way in ruling.possible)
    assert all(len(set(refusal.by)) == len(refusal.by) for refusal in ruling.refusals)


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A17_a_unit_waits_for_anothers_overrun_and_moves_on(book: str) -> None:
    rules = flat_rules(book)
    line = line_of(rules, 6)
    state = state_of(
        Piece("A", unit("14-10", "armor"), AXIS, line[0]),
        Piece("B", unit("20-10", "armor"), AXIS, line[2]),
        Piece("R", Unit("fr", "infantry", "regiment", Rating.parse("2-6*")), ALLIED, line[3]),
    )
    state = moved(Move(("A",), (line[1], line[2])), state, rules)
    assert not rule_on_move(Move(("A",), (line[3],)), AXIS, state, rules).allowed
    state, _ = overrun(Overrun(("B",), line[3]), state, rules)
    assert mps_left("A", state, rules) == 8
    assert rule_on_move(Move(("A",), (line[3], line[4])), AXIS, state, rules).allowed
    assert not rule_on_move(Move(("A",), (line[3],), "one-hex"), AXIS, state, rules).allowed


@pytest.mark.parametrize("book", BOOKS)
def test_handed_A17_after_administrative_movement_it_goes_on_so_and_not_beside_the_enemy(book: str) -> None:
    rules = flat_rules(book)
    line = line_of(rules, 7)
    regiment = Unit("fr", "infantry", "regiment", Rating.parse("2-6*"))
    state = state_of(Piece("A", unit("14-10", "armor"), AXIS, line[0]), Piece("R", regiment, ALLIED, line[6]))
    state = state.owned(dict.fromkeys(line[:5], AXIS))
    state = moved(Move(("A",), (line[1], line[2]), "admin"), state, rules)
    assert mps_left("A", state, rules) == 9
    assert not enemy_zoc(line[3], ALLIED, state, rules)
    numbers = [c.number for c in rule_on_move(Move(("A",), (line[3],)), AXIS, state, rules).citations]
    assert numbers == ["6B"]
    assert destinations("A", state, rules) == {}
    assert rule_on_move(Move(("A",), (line[3], line[4]), "admin"), AXIS, state, rules).allowed
    near = state.with_piece(Piece("S", regiment, ALLIED, line[5]))
    assert not rule_on_move(Move(("A",), (line[3], line[4]), "admin"), AXIS, near, rules).allowed
    assert not rule_on_move(Move(("A",), (line[3],), "one-hex"), AXIS, state, rules).allowed


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(("defenders", "legal"), [(["6-6*"], True), (["6-6*", "1-6"], False), (["11/2-6*"], True)])
def test_handed_A47_how_thin_may_a_line_be(book: str, defenders: list[str], legal: bool) -> None:
    rules = flat_rules(book)
    target = line_of(rules, 2)[1]
    sizes: tuple[Size, Size] = ("regiment", "battalion")
    line = [
        Piece(f"D{n}", Unit("fr", "infantry", size, Rating.parse(rating)), ALLIED, target)
        for n, (rating, size) in enumerate(zip(defenders, sizes, strict=False))
    ]
    attackers = [Piece(f"A{n}", unit("20-10", "armor"), AXIS, MIDDLE) for n in range(3)]
    state = state_of(*attackers, *line)
    order = Overrun(("A0", "A1", "A2"), target)
    assert rule_on_overrun_order(order, AXIS, state, rules).allowed is legal


# --- the board -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("book", BOOKS)
def test_13_10_entering_is_optional_and_the_mps_are_spent(book: str) -> None:
    rules, state, target = joint(book, left=3)
    after, played = overrun(Overrun(("Pz", "Mot"), target), state, rules, answers=(("Mot",),))
    assert [d.question for d in played.decisions] == [f"which units enter {target}?"]
    assert (after.piece("Pz").place, after.piece("Mot").place) == (MIDDLE, target)
    assert mps_left("Pz", after, rules) == 1
    assert hex_owner(target, after, rules) == AXIS
    nobody, _ = overrun(Overrun(("Pz", "Mot"), target), state, rules, answers=((),))
    assert {nobody.piece("Pz").place, nobody.piece("Mot").place} == {MIDDLE}
    assert mps_left("Mot", nobody, rules) == 0


@pytest.mark.parametrize("book", BOOKS)
def test_13_08_only_the_zocs_of_others_are_paid_on_the_board(book: str) -> None:
    rules = flat_rules(book)
    target = line_of(rules, 2)[1]
    beside = next(r for r in rules.board.neighbors_of(MIDDLE) if not rules.board.is_adjacent(r, target) and r != target)
    weak = Unit("fr", "infantry", "division", Rating.parse("1-6"))
    state = state_of(Piece("Pz", unit("14-10", "armor"), AXIS, MIDDLE), Piece("D", weak, ALLIED, target))
    after, _ = overrun(Overrun(("Pz",), target), state, rules)
    assert after.recall(MPS_SPENT, "Pz") == 2
    watched = state.with_piece(Piece("W", Unit("fr", "infantry", "division", Rating.parse("5-6")), ALLIED, beside))
    after, _ = overrun(Overrun(("Pz",), target), watched, rules)
    assert after.recall(MPS_SPENT, "Pz") == 3


@pytest.mark.parametrize("book", BOOKS)
def test_13_13_the_road_rate_may_be_used(book: str) -> None:
    base = flat_rules(book)
    target = line_of(base, 2)[1]
    patch = base.board.patched(hexes={target: {"terrain": "woods"}}, lines={(MIDDLE, target): ("road",)})
    rules = base.on_board(patch)
    state = state_of(Piece("Pz", unit("24-10", "armor"), AXIS, MIDDLE), Piece("R", enemy("2-6*"), ALLIED, target))
    after, _ = overrun(Overrun(("Pz",), target), state, rules)
    assert after.recall(MPS_SPENT, "Pz") == 2


@pytest.mark.parametrize("book", BOOKS)
def test_13_03_orders_that_are_no_overruns_are_refused(book: str) -> None:
    rules, state, target = joint(book, left=3)
    far = line_of(rules, 5)[4]
    empty = rules.board.neighbors_of(MIDDLE)[4]
    orders = (
        Overrun(("Pz", "Mot"), far),
        Overrun(("Pz", "Mot"), empty),
        Overrun(("R",), MIDDLE),
        Overrun((), target),
        Overrun(("Pz",), Hex("box:Norway")),
    )
    assert [rule_on_overrun_order(order, AXIS, state, rules).allowed for order in orders] == [False] * len(orders)
    late = state.at_moment(evolve(state.moment, phase="exploitation"))
    foot = late.with_piece(evolve(late.piece("Mot"), unit=unit("7-10")))
    numbers = [c.number for c in rule_on_overrun_order(Overrun(("Pz", "Mot"), target), AXIS, foot, rules).citations]
    assert "6" in numbers


@pytest.mark.parametrize("book", BOOKS)
def test_13_12_the_one_hex_move_does_not_help_an_overrun(book: str) -> None:
    base = flat_rules(book)
    target = line_of(base, 2)[1]
    rules = base.on_board(base.board.patched(hexes={target: {"terrain": "mountain"}}))
    strong = [Piece(f"G{n}", unit("40-4", "infantry"), AXIS, MIDDLE) for n in range(2)]
    state = state_of(*strong, Piece("R", enemy("1-6*"), ALLIED, target))
    ruling = rule_on_overrun_order(Overrun(("G0", "G1"), target), AXIS, state, rules)
    assert "G0 needs 5 MPs for the overrun and has 4" in str(ruling)


def commando_state(rules: Ruleset) -> tuple[GameState, Hex]:
    target = line_of(rules, 2)[1]
    commando = Unit("br", "infantry", "battalion", Rating.parse("1-8*"), symbols=("commando",))
    state = state_of(Piece("Pz", unit("14-10", "armor"), AXIS, MIDDLE), Piece("C", commando, ALLIED, target))
    return state, target


def test_sf_13_17_no_overrun_cost_where_all_have_retreated() -> None:
    rules = flat_rules("sf")
    state, target = commando_state(rules)
    away = next(r for r in rules.board.neighbors_of(target) if not rules.board.is_adjacent(r, MIDDLE) and r != MIDDLE)
    assert away
    after, played = overrun(Overrun(("Pz",), target), state, rules, answers=(("C",),))
    assert played.decisions[0].who == ALLIED
    assert "C" in after.pieces
    assert after.piece("C").place != target
    assert after.recall(MPS_SPENT, "Pz") == 1
    assert after.piece("Pz").place == target


def test_sf_13_15_who_stays_is_overrun() -> None:
    rules = flat_rules("sf")
    state, target = commando_state(rules)
    after, _ = overrun(Overrun(("Pz",), target), state, rules, answers=((),))
    assert "C" not in after.pieces
    assert after.recall(MPS_SPENT, "Pz") == 2


def test_fof_13_nobody_retreats_before_an_overrun() -> None:
    rules = flat_rules("fof")
    state, target = commando_state(rules)
    after, played = overrun(Overrun(("Pz",), target), state, rules)
    assert "C" not in after.pieces
    assert all(decision.who == AXIS for decision in played.decisions)


def test_fof_13_11_overrunners_may_go_on() -> None:
    rules = flat_rules("fof")
    line = line_of(rules, 4)
    state = state_of(Piece("Pz", unit("24-10", "armor"), AXIS, MIDDLE), Piece("R", enemy("2-6*"), ALLIED, line[1]))
    after, _ = overrun(Overrun(("Pz",), line[1]), state, rules)
    assert after.recall(MOVED_BY, "Pz") == "overrun"
    assert cheapest_path("Pz", line[3], after, rules).mps == 2


@pytest.mark.parametrize("book", BOOKS)
def test_13_01_from_two_hexes_every_rule_broken_is_named(book: str) -> None:
    """Two stacks give no order together (6), and overrunning units come from one hex (13)."""
    rules = flat_rules(book)
    line = line_of(rules, 3)
    pieces = (
        Piece("1 Pz", PANZER, AXIS, line[0]),
        Piece("2 Pz", PANZER, AXIS, line[2]),
        Piece("fr 1 Inf", enemy(), ALLIED, line[1]),
    )
    order = Overrun(("1 Pz", "2 Pz"), line[1])
    ruling = rule_on_overrun_order(order, AXIS, state_of(*pieces), rules)
    assert [c.number for c in ruling.citations] == ["6", "13"]
    later = rule_on_overrun_order(order, AXIS, state_of(*pieces, phase="combat"), rules)
    assert "no overruns are made in the combat phase" in str(later)
    assert "come from more than one hex" in str(later)


@pytest.mark.parametrize("book", BOOKS)
def test_13_01_in_the_combat_phase_the_game_names_rule_13_beside_the_sequence(book: str) -> None:
    rules = flat_rules(book)
    line = line_of(rules, 2)
    pieces = (Piece("1 Pz", PANZER, AXIS, line[0]), Piece("fr 1 Inf", enemy(), ALLIED, line[1]))
    game = er.Game.start(rules, state_of(*pieces, phase="combat"), seed=1)
    ruling = game.rule_on(Overrun(("1 Pz",), line[1]))
    assert {c.number for c in ruling.citations} >= {"4C", "13"}


@pytest.mark.parametrize("book", BOOKS)
def test_13_08_the_refusal_tells_what_the_mps_are_for(book: str) -> None:
    """The MPs missing come with their reckoning: terrain, ZOC and overrun, each with its rule."""
    rules = flat_rules(book)
    line = line_of(rules, 2)
    pieces = (Piece("1 Pz", PANZER, AXIS, line[0]), Piece("fr 1 Inf", enemy("1-6"), ALLIED, line[1]))
    state = state_of(*pieces).noting(MPS_SPENT, "1 Pz", Fraction(9))
    ruling = rule_on_overrun_order(Overrun(("1 Pz",), line[1]), AXIS, state, rules)
    name = rules.cite("13").book
    assert [str(c) for c in ruling.citations] == [f"{name} 13", f"{name} 6"]
    assert f"has 1: 1 clear hex ({name} 6) | +" in str(ruling)


# --- further exact limits --------------------------------------------------------------------------------------------


def test_sf_13_an_overrun_short_of_the_odds_may_be_announced_as_the_point_is_read() -> None:
    """Only where somebody may yet retreat, and at 10:1 without further ado."""
    read = er.load("sf", rulings={"sf-13-overrun-announced": "yes"})
    hopeful, late = OverrunFacts(9, 1, may_yet_retreat=True), OverrunFacts(9, 1)
    for rules, facts, allowed, point in (
        (rules_of("sf"), hopeful, False, ("sf-13-overrun-announced: no",)),
        (rules_of("sf"), late, False, ()),
        (read, hopeful, True, ("sf-13-overrun-announced: yes",)),
        (read, late, False, ()),
    ):
        ruling = rule_on_overrun(facts, rules)
        assert (ruling.allowed, ruling.rests_on) == (allowed, point)
    assert rule_on_overrun(OverrunFacts(10, 1, may_yet_retreat=True), read).rests_on == ()


@pytest.mark.parametrize("book", BOOKS)
def test_13_what_changes_a_strength_is_told_and_what_counts_as_printed_is_not(book: str) -> None:
    rules = rules_of(book)
    whole = Reckoning.of(6, "printed")
    halved = Reckoning.of(6, "printed").times(Fraction(1, 2), "unsupported", rules.cite("11"))
    told = Reckoning.total("attack strength", [("A", whole), ("B", halved)], rules.cite("9A"))
    ruling = rule_on_overrun(OverrunFacts(9, 1, attack_told=told, defense_told=whole), rules)
    refusal = ruling.refusals[0]
    assert refusal.why == f"9 : 1 = 9:1 is less than 10:1: B: {halved}"
    assert [c.number for c in refusal.by] == ["13", "11"]
    together = told.times(Fraction(1, 2), "in snow", rules.cite("36"))
    ruling = rule_on_overrun(OverrunFacts(9, 2, attack_told=together), rules)
    assert ruling.refusals[0].why == f"9 : 2 = 4:1 is less than 10:1: B: {halved}; attack strength: {together}"
    nested = Reckoning.total("attack strength", [("guns", Reckoning.total("guns", [("A", whole)]))])
    ruling = rule_on_overrun(OverrunFacts(6, 1, attack_told=nested), rules)
    assert ruling.refusals[0].why == f"6 : 1 = 6:1 is less than 10:1: guns: {nested.lines[0].parts[0][1]}"


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("attack", "defense", "needed"),
    [(9, 1, "a total attack strength of at least 10, after all modifiers"), (0, 0, "any attack strength above 0")],
)
def test_13_what_would_be_enough_is_told(book: str, attack: int, defense: int, needed: str) -> None:
    ruling = rule_on_overrun(OverrunFacts(attack, defense), rules_of(book))
    assert ruling.possible == (f"overrun with {needed}",)


def test_sf_13_units_from_one_hex_rest_on_how_stacking_before_is_read() -> None:
    """Two units; one alone has nobody to be stacked with."""
    rules = rules_of("sf")
    points = rules.resting("13-stacked-before")
    assert points
    assert set(points) <= set(rule_on_overrun(OverrunFacts(60, 5, units=(PANZER, PANZER)), rules).rests_on)
    assert not set(points) & set(rule_on_overrun(OverrunFacts(60, 5, units=(PANZER,)), rules).rests_on)


@pytest.mark.parametrize("book", BOOKS)
def test_13_01_the_phasing_player_alone_overruns_whatever_else_is_wrong(book: str) -> None:
    rules, state, target = joint(book, left=3)
    wrong = Overrun(("Pz", "nobody"), target)
    with pytest.raises(er.EuropaError):
        rule_on_overrun_order(wrong, AXIS, state, rules)
    far = Overrun(("Pz",), line_of(rules, 5)[4])
    assert "only phasing units overrun" not in str(rule_on_overrun_order(far, AXIS, state, rules))
    waiting = state.at_moment(evolve(state.moment, player=ALLIED))
    assert "only phasing units overrun" in str(rule_on_overrun_order(far, AXIS, waiting, rules))


@pytest.mark.parametrize("book", BOOKS)
def test_13_10_all_each_alone_and_nobody_are_suggested_to_enter(book: str) -> None:
    rules, state, target = joint(book, left=3)
    _, played = overrun(Overrun(("Pz", "Mot"), target), state, rules)
    assert played.decisions[0].suggestions == (("Pz", "Mot"), ("Pz",), ("Mot",), ())
    assert [event.text for event in played.events] == [
        f"Pz, Mot overrun R in {target} at 10:1",
        f"Pz, Mot enter {target}",
    ]


def test_sf_13_17_an_overrun_of_nobody_says_so() -> None:
    rules = flat_rules("sf")
    state, target = commando_state(rules)
    _, played = overrun(Overrun(("Pz",), target), state, rules, answers=(("C",),))
    assert any(event.text.startswith(f"Pz overruns nobody in {target}") for event in played.events)
