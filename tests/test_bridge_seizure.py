"""German commandos seize bridges (FoF 14L), with the optional rule on bridges (FoF 7C), on the Dutch rivers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.bridge_seizure import SeizeBridge, Seizure, is_automatic, reckon_crossers, rule_on_seizure
from europa_rules.ground.bridges import owner_of_bridge
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.units import Unit

NEAR, FAR, BEFORE = map(Hex, ("16A:0922", "16A:0821", "16A:1022"))
"""Two Dutch hexes that a railway bridge over a major river joins, and the hex from which the first is entered."""

MAY_I, MAY_II = Turn.parse("May I 40"), Turn.parse("May II 40")


@cache
def rules_of(*rulings: tuple[str, str], options: tuple[str, ...] = ("7C",)) -> Ruleset:
    return er.load("fof", options=options, rulings=dict(rulings))


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


COMMANDO = unit("ge 1-6 Cdo II")


def seize(garrison: str = "", *, turn: str = "May I 40", commando: str = "ge 1-8 Cdo II", more: str = "") -> Game:
    """A game in which the commando has come beside the bridge."""
    there = f" | {FAR} {garrison}" if garrison else ""
    text = f"{BEFORE} {commando} <cdo>{more}{there} | owner Allied {FAR} {NEAR} | {turn}, Axis movement"
    game = Game.start(rules_of(), text, dice="manual")
    game.submit(Move(("cdo",), (NEAR,)))
    return game


# --- on the board ----------------------------------------------------------------------------------------------------


def test_fof_14L_01_an_unguarded_bridge_is_taken_without_a_roll() -> None:
    game = seize()
    assert owner_of_bridge(NEAR, FAR, game.state, game.rules) != AXIS
    game.submit(SeizeBridge("cdo", FAR))
    assert owner_of_bridge(NEAR, FAR, game.state, game.rules) == AXIS
    assert isinstance(game.pending, Opening)


@pytest.mark.parametrize(("die", "owner"), [(6, AXIS), (1, ALLIED)])
def test_fof_14L_02_a_guarded_bridge_is_taken_by_a_success_on_the_table(die: int, owner: er.Side) -> None:
    game = seize("ne 1-5 Inf III 1")
    game.submit(SeizeBridge("cdo", FAR))
    game.roll(die)
    assert (owner_of_bridge(NEAR, FAR, game.state, game.rules) == AXIS) == (owner == AXIS)
    assert "14L" in str(game.log[-1])


def test_fof_14L_03_not_after_the_surprise_turn() -> None:
    game = seize(turn="May II 40")
    with pytest.raises(IllegalOrder, match="FoF 14L"):
        game.submit(SeizeBridge("cdo", FAR))


def test_fof_14L_04_only_a_commando_and_only_where_there_is_a_bridge() -> None:
    game = seize(commando="ge 1-8 Inf II")
    with pytest.raises(IllegalOrder, match="no commando"):
        game.submit(SeizeBridge("cdo", FAR))
    elsewhere = seize()
    with pytest.raises(IllegalOrder, match="no bridge"):
        elsewhere.submit(SeizeBridge("cdo", Hex("16A:0923")))


def test_fof_14L_05_one_attempt_and_the_unit_stops() -> None:
    game = seize("ne 1-5 Inf III 1")
    game.submit(SeizeBridge("cdo", FAR))
    game.roll(1)
    with pytest.raises(IllegalOrder, match="has tried"):
        game.submit(SeizeBridge("cdo", FAR))
    with pytest.raises(IllegalOrder, match="FoF 14L"):
        game.submit(Move(("cdo",), (BEFORE,)))


def attack_of(game: Game, *units: str) -> Fraction:
    game.done()
    game.submit(Attack(units, FAR))
    while isinstance(game.pending, Opening) and game.pending.name == "attack declared":
        game.done()
    game.roll(3)
    entry = next(e for e in game.log if e.kind.startswith("combat"))
    return dict(entry.ledgers)["attack"].value


def test_fof_14L_06_one_division_attacks_across_a_seized_bridge_as_over_open_ground() -> None:
    divisions = f" | {NEAR} ge 8-6 Inf XX <a>, ge 4-6 Inf XX <b>"
    taken = seize("ne 1-5 Inf III 1", more=divisions)
    taken.submit(SeizeBridge("cdo", FAR))
    taken.roll(6)
    lost = seize("ne 1-5 Inf III 1", more=divisions)
    lost.submit(SeizeBridge("cdo", FAR))
    lost.roll(1)
    assert attack_of(lost, "a", "b") == Fraction(8, 4) + Fraction(4, 4)
    assert attack_of(taken, "a", "b") == 8 + Fraction(4, 4)
    attack = next(dict(entry.ledgers)["attack"] for entry in taken.log if entry.kind.startswith("combat"))
    assert "a: 8 printed | +0 no major river hexside, over the seized bridge (FoF 14L) | = 8" in attack.tree()


def test_fof_14L_07_a_game_with_a_seized_bridge_is_saved_and_goes_on() -> None:
    game = seize()
    game.submit(SeizeBridge("cdo", FAR))
    again = Game.load(game.save(), game.rules)
    assert again.state == game.state


# --- off the board ---------------------------------------------------------------------------------------------------


def test_fof_14L_08_without_the_option_there_are_no_bridges_to_seize() -> None:
    facts = Seizure(COMMANDO, AXIS, ALLIED, turn=MAY_I)
    assert rule_on_seizure(facts, rules_of()).allowed
    assert not rule_on_seizure(facts, rules_of(options=())).allowed


def test_fof_14L_09_by_another_reading_a_unit_tries_as_often_as_it_pays_for() -> None:
    again = Seizure(COMMANDO, AXIS, ALLIED, attempts=1, turn=MAY_I)
    assert not rule_on_seizure(again, rules_of()).allowed
    found = rule_on_seizure(again, rules_of(("fof-14L-bridge-seizure", "repeated")))
    assert found.allowed and found.rests_on == ("fof-14L-bridge-seizure: repeated",)


@pytest.mark.parametrize(("enemies", "automatic"), [(0, True), (1, False), (3, False)])
def test_fof_14L_10_a_roll_is_needed_where_enemy_units_are_beside_the_bridge(enemies: int, automatic: bool) -> None:
    assert is_automatic(Seizure(COMMANDO, AXIS, ALLIED, enemies)) == automatic


@pytest.mark.parametrize(("attackers", "ignoring", "affected"), [(0, 0, 0), (1, 1, 0), (2, 1, 1), (5, 1, 4)])
def test_fof_14L_11_one_unit_has_the_use_of_the_bridge(attackers: int, ignoring: int, affected: int) -> None:
    found = reckon_crossers(attackers, rules_of())
    assert found.ignoring.value == ignoring and found.affected.value == affected


def test_fof_14L_12_a_bridge_of_ones_own_or_a_foreign_commando() -> None:
    assert not rule_on_seizure(Seizure(COMMANDO, AXIS, AXIS, turn=MAY_I), rules_of()).allowed
    assert not rule_on_seizure(Seizure(unit("br 1-6 Cdo II"), ALLIED, AXIS, turn=MAY_I), rules_of()).allowed
    late = rule_on_seizure(Seizure(COMMANDO, AXIS, ALLIED, turn=MAY_II), rules_of())
    assert [str(c) for c in late.citations] == ["FoF 14L"]


def test_fof_14L_points_of_the_enemy_guard_no_bridge() -> None:
    """Resource points are no units; a bridge beside which only they stand is taken without a roll."""
    game = seize("fr RP 2")
    game.submit(SeizeBridge("cdo", FAR))
    assert owner_of_bridge(NEAR, FAR, game.state, game.rules) == AXIS
    assert isinstance(game.pending, Opening)
