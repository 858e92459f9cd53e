"""German commandos seize bridges (FoF 14L), with the optional rule on bridges (FoF 7C), on the Dutch rivers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from attrs import evolve
from tests.air_driving import drive

import europa_rules as er
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.bridge_seizure import (
    SeizeBridge,
    Seizure,
    carry_out_seizure,
    gather_seizure,
    is_automatic,
    reckon_crossers,
    rule_on_seize_order,
    rule_on_seizure,
    spare_crossers,
)
from europa_rules.ground.bridges import owner_of_bridge
from europa_rules.ground.facts import (
    BRIDGE_OWNER,
    BRIDGE_SEIZED,
    MOVED_BY,
    OVER_BRIDGE,
    SEIZURE_TRIED,
    Combatant,
    between,
)
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Turn
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
    assert is_automatic(Seizure(COMMANDO, AXIS, ALLIED, enemies)) == automatic and is_automatic(Seizure(COMMANDO))


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


# --- at their limits, from plain facts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("told", "allowed"),
    [
        ({}, True),
        ({"unit": unit("ge 2-6 Inf III")}, False),
        ({"owner": AXIS}, False),
        ({"owner": NEUTRAL}, True),
        ({"side": NEUTRAL, "owner": NEUTRAL}, True),
        ({"is_beside": False}, False),
        ({"attempts": 1}, False),
        ({"phase": "exploitation"}, False),
        ({"phase": "exploitation", "unit": evolve(COMMANDO, unit_class="combat_motorized")}, True),
        ({"is_invasion_turn": False}, False),
        ({"turn": MAY_II}, False),
    ],
)
def test_fof_14L_each_rule_against_a_seizure(told: dict[str, Any], allowed: bool) -> None:
    facts = evolve(Seizure(COMMANDO, AXIS, ALLIED, turn=MAY_I), **told)
    assert rule_on_seizure(facts, rules_of()).allowed is allowed
    repeated = rules_of(("fof-14L-bridge-seizure", "repeated"))
    assert rule_on_seizure(evolve(facts, attempts=2), repeated).allowed is (allowed or facts.attempts > 0)


def beside(*notes: str, garrison: str = "", when: str = "May I 40, Axis movement") -> er.GameState:
    there = f" | {FAR} {garrison}" if garrison else ""
    text = f"{NEAR} ge 1-8 Cdo II <cdo>{there} | {BEFORE} ge 1-8 Cdo II <far> | owner Allied {FAR} {NEAR} | {when}"
    state = parse_position(text, rules_of())
    return state.noting(MOVED_BY, "cdo", "regular") if "moved" in notes else state


def test_fof_14L_what_the_board_says_of_a_seizure() -> None:
    rules, order = rules_of(), SeizeBridge("cdo", FAR)
    facts = gather_seizure(order, beside("moved", garrison="fr 2-6 Inf III, fr 2-6 Inf III, fr RP 1"), rules)
    assert (facts.enemies_beside, facts.attempts, facts.is_beside, facts.owner) == (2, 0, True, ALLIED)
    facts = gather_seizure(order, beside().noting(SEIZURE_TRIED, "cdo", 1), rules)
    assert (facts.enemies_beside, facts.attempts, facts.is_beside) == (0, 1, False)


@pytest.mark.parametrize(
    ("across", "player", "when", "allowed"),
    [
        (FAR, AXIS, "May I 40, Axis movement", True),
        (FAR, ALLIED, "May I 40, Axis movement", False),
        (FAR, AXIS, "May I 40, Allied movement", False),
        (Hex("16A:0921"), AXIS, "May I 40, Axis movement", False),
        (Hex("17A:1604"), AXIS, "May I 40, Axis movement", False),
    ],
)
def test_fof_14L_orders_to_seize_a_bridge(across: Hex, player: er.Side, when: str, allowed: bool) -> None:
    state = beside("moved", when=when)
    assert rule_on_seize_order(SeizeBridge("cdo", across), player, state, rules_of()).allowed is allowed


def test_fof_14L_a_bridge_that_is_seized_is_the_units_and_the_unit_stays() -> None:
    name, order = between(NEAR, FAR), SeizeBridge("cdo", FAR)
    state, log = drive(carry_out_seizure(order, AXIS, beside("moved"), rules_of()))
    assert (state.recall(BRIDGE_OWNER, name), state.recall(BRIDGE_SEIZED, name)) == (AXIS, "movement")
    assert (
        state.recall(SEIZURE_TRIED, "cdo") == 1 and state.stays("cdo") is not None and log[-1].kind == "bridge seized"
    )
    repeated = rules_of(("fof-14L-bridge-seizure", "repeated"))
    state, _ = drive(carry_out_seizure(order, AXIS, beside("moved"), repeated))
    assert state.stays("cdo") is None


def test_fof_14L_the_strongest_attacker_across_a_seized_bridge_ignores_its_river() -> None:
    name = between(NEAR, FAR)
    river, other = ("major_river", "road"), ("river",)
    weak, strong, elsewhere = (
        Combatant(unit("ge 2-6 Inf III"), "weak", NEAR, hexside=river),
        Combatant(unit("ge 7-6 Inf XX"), "strong", NEAR, hexside=river),
        Combatant(unit("ge 9-6 Inf XX"), "elsewhere", BEFORE, hexside=other),
    )
    seized = beside().noting(BRIDGE_SEIZED, name, "movement")
    found = spare_crossers((weak, strong, elsewhere), FAR, seized, rules_of())
    assert [who.hexside for who in found] == [river, ("road",), other]
    assert [who.situation.get(OVER_BRIDGE) for who in found] == [None, "major river", None]
    for state in (beside(), beside().noting(BRIDGE_SEIZED, name, "exploitation")):
        assert spare_crossers((weak, strong), FAR, state, rules_of()) == (weak, strong)
    dry = evolve(strong, hexside=("road",))
    assert spare_crossers((dry, weak), FAR, seized, rules_of())[1].hexside == ("road",)
    afar = evolve(strong, distance=2)
    assert spare_crossers((afar,), FAR, seized, rules_of()) == (afar,)
