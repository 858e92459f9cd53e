"""Commandos, political police and amphibious tanks of Second Front (SF 14G, 14H, 14K), on the real sheets."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

import europa_rules as er
from europa_rules.errors import IllegalAnswer, IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.facts import MPS_SPENT
from europa_rules.ground.moves import Move
from europa_rules.ground.retreats import RetreatHex
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.testing import play
from europa_rules.units import Unit
from europa_rules_sf.amphibious_tanks import land
from europa_rules_sf.commando_abilities import Commando, rule_on_infiltration, rule_on_raiding, rule_on_surprise
from europa_rules_sf.commando_retreats import CommandoRetreat, Helped, rating_after, retreat_with_commando
from europa_rules_sf.commandos import CoastalRaid, Infiltrate, raid, reckon_infiltration, rule_on_coastal_raid
from europa_rules_sf.political_police import PoliceFacts, result_with_police

HERE = Hex("17A:2018")
RING = tuple(map(Hex, ("17A:1918", "17A:2017", "17A:2118", "17A:2119", "17A:2019")))
OPEN = Hex("17A:1919")
"""A clear hex in the middle of France; five of its neighbours; and the sixth."""

DATE = "Jul I 44"


@cache
def rules_of(*rulings: tuple[str, str]) -> Ruleset:
    return er.load("sf", rulings=dict(rulings))


def unit(text: str) -> Unit:
    return PieceNotation.of_series().parse_unit(text)


def start(text: str, *rulings: tuple[str, str]) -> Game:
    return Game.start(rules_of(*rulings), text, dice="manual")


def go_on(game: Game, rolls: Iterable[int], answers: Iterable[tuple[str, ...]]) -> Game:
    """Pass openings inside the combat, give these rolls and answers, and stop at the end of the attack."""
    dice, replies = list(rolls), list(answers)
    while True:
        pending = game.pending
        if isinstance(pending, Opening) and pending.name == "attack declared":
            game.done()
        elif isinstance(pending, Roll):
            game.roll(dice.pop(0))
        elif isinstance(pending, Decision):
            game.decide(*(replies.pop(0) if replies else pending.suggestions[0]))
        else:
            assert not dice and not replies, (dice, replies)
            return game


def result_of(game: Game) -> str:
    return next(dict(e.facts)["result"] for e in reversed(game.log) if e.kind == "attack over")


def roll_for(result: str, column: str) -> int:
    """A die that gives this result in a column."""
    return next(n for n in range(1, 7) if rules_of().charts.combat_results[column, n].value == result)


# --- retreats through ZOCs (SF 14H1) ---------------------------------------------------------------------------------

RINGED = (
    f"{HERE} ge 1-8 ParaCdo II 1 <cdo>, ge 5-7-6(2-3-6) Inf XX <d1>, ge 5-7-6(2-3-6) Inf XX <d2>,"
    f" ge 5-7-6(2-3-6) Inf XX <d3> | {OPEN} ge 1-6 Inf III <friend> | "
    + " | ".join(f"{h} us 9-8 Inf XX <us{n}>" for n, h in enumerate(RING))
)
ATTACKERS = tuple(f"us{n}" for n in range(len(RING)))


def ringed(rolls: Iterable[int], answers: Iterable[tuple[str, ...]]) -> Game:
    game = start(f"{RINGED} | {DATE}, Allied combat")
    game.submit(Attack(ATTACKERS, HERE))
    return go_on(game, rolls, answers)


def test_sf_14H1_01_worked_example_one_division_of_three_follows_the_commando_unharmed() -> None:
    die = roll_for("DR", "2:1")
    stay = ()
    game = ringed([die, 6, 6, 1, 1], [stay, (OPEN,), ("d1", "d2", "d3"), stay])
    assert result_of(game) == "DR"
    state = game.state
    pieces = [state.piece(i) for i in ("cdo", "d1", "d2", "d3")]
    assert {p.place for p in pieces} == {OPEN}
    assert [str(p.unit.rating) for p in pieces] == ["1-8", "5-7-6", "2-3-6", "2-3-6"]


def test_sf_14H1_02_nobody_is_helped_by_a_commando_that_fails() -> None:
    die = roll_for("DR", "2:1")
    game = ringed([die, 1], [(), (OPEN,)])
    assert "cdo" not in game.state.pieces
    assert {str(game.state.piece(i).unit.rating) for i in ("d1", "d2", "d3")} == {"2-3-6"}


def test_sf_14H1_03_a_commando_need_not_try() -> None:
    die = roll_for("DR", "2:1")
    game = ringed([die], [(), ()])
    assert "cdo" not in game.state.pieces


def test_sf_14H1_04_off_the_board_zocs_stop_those_who_fail() -> None:
    to = RetreatHex("the hex", enemy_zoc=True, friendly_occupied=True)
    division = unit("ge 5-7-6(2-3-6) Inf XX")
    helped = (Helped(division, "a", True), Helped(division, "b", False))
    found = retreat_with_commando(CommandoRetreat(unit("ge 1-8 Cdo II"), to, True, helped), rules_of())
    assert found.commando.words == "unharmed"
    assert {name: rating_after(fate) for name, fate in found.helped.items()} == {"a": "5-7-6", "b": "2-3-6"}


def test_sf_14H1_05_a_zoc_is_passed_only_to_a_hex_with_friends() -> None:
    to = RetreatHex("the hex", enemy_zoc=True)
    found = retreat_with_commando(CommandoRetreat(unit("ge 1-8 Cdo II"), to, True), rules_of())
    assert found.commando.words == "eliminated"


# --- leaving ZOCs (SF 14H1), on the board ----------------------------------------------------------------------------

ZOC = f"{HERE} br 1-8 Cdo II <cdo> | {RING[1]} ge 7-6 Inf XX <enemy> | {DATE}, Allied movement"


def test_sf_14H1_06_a_commando_that_slips_out_pays_for_the_ground_alone() -> None:
    game = start(ZOC)
    game.submit(Infiltrate("cdo", (RING[4],)))
    game.roll(6)
    assert game.state.piece("cdo").place == RING[4]
    assert game.state.recall(MPS_SPENT, "cdo") == 1


def test_sf_14H1_07_one_that_is_noticed_pays_the_zoc() -> None:
    game = start(ZOC)
    game.submit(Infiltrate("cdo", (RING[4],)))
    game.roll(1)
    assert game.state.piece("cdo").place == RING[4]
    assert game.state.recall(MPS_SPENT, "cdo") == 1 + 2


def test_sf_14H1_08_one_that_cannot_pay_stays_and_moves_no_more_in_the_phase() -> None:
    game = start(ZOC.replace("1-8 Cdo", "1-2 Cdo"))
    game.submit(Infiltrate("cdo", (RING[4],)))
    game.roll(1)
    assert game.state.piece("cdo").place == HERE
    with pytest.raises(IllegalOrder, match="14H1"):
        game.submit(Move(("cdo",), (RING[4],), "one-hex"))


def test_sf_14H1_09_each_hex_in_a_zoc_that_is_left_takes_a_check_of_its_own() -> None:
    text = f"{RING[1]} br 1-8 Cdo II <cdo> | 17A:1917 ge 7-6 Inf XX <enemy> | {DATE}, Allied movement"
    game = start(text)
    game.submit(Infiltrate("cdo", (RING[0], OPEN)))
    game.roll(6)
    assert game.state.piece("cdo").place == RING[0]
    game.roll(1)
    assert game.state.piece("cdo").place == OPEN
    assert game.state.recall(MPS_SPENT, "cdo") == 1 + 1 + 2


def test_sf_14H1_10_others_and_allied_marine_commandos_do_not_infiltrate() -> None:
    for piece in ("br 1-8 Inf II", "br 1-8 marine Cdo II"):
        game = start(ZOC.replace("br 1-8 Cdo II", piece))
        with pytest.raises(IllegalOrder, match="14H1"):
            game.submit(Infiltrate("cdo", (RING[4],)))


# --- abilities -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("piece", "able"),
    [
        ("br 1-8 Cdo II", {"zoc"}),
        ("br 1-8 marine Cdo II", {"raid"}),
        ("ge 1-8 Cdo II", {"zoc", "surprise"}),
        ("ge 0-1-8 Cdo II", {"zoc"}),
        ("ge 1-8 ParaCdo II", {"zoc", "surprise"}),
        ("it 1-8 Cdo II", {"zoc"}),
        ("it 1-8 marine Cdo II", {"zoc", "raid"}),
        ("ge 1-8 Inf II", set()),
    ],
)
def test_sf_14H_what_each_kind_of_commando_can_do(piece: str, able: set[str]) -> None:
    who, rules = Commando(unit(piece)), rules_of()
    found = {
        "zoc": rule_on_infiltration(who, rules),
        "surprise": rule_on_surprise(who, rules),
        "raid": rule_on_raiding(who, rules),
    }
    assert {name for name, ruling in found.items() if ruling.allowed} == able


def test_sf_14H1_a_failed_check_costs_the_zoc_or_the_movement() -> None:
    paid, stopped = reckon_infiltration(False, 3, 3), reckon_infiltration(False, 3, 2)
    assert paid.leaves and paid.cost.value == 3
    assert (stopped.leaves, stopped.movement_ends) == (False, True)


# --- surprise attacks (SF 14H3), on the board ------------------------------------------------------------------------

SURPRISE = f"{HERE} ge 1-8 Cdo II <cdo>, ge 10-6 Inf XX <div>, ge 8 Inf HQ <hq> | {OPEN} us 3-8 Inf III <us>"


def surprise(rolls: Iterable[int], chosen: tuple[str, ...]) -> Game:
    game = start(f"{SURPRISE} | {DATE}, Axis combat")
    game.submit(Attack(("cdo", "div"), OPEN))
    return go_on(game, rolls, [chosen])


def modifiers(game: Game) -> str:
    return next(e.text for e in game.log if e.kind == "combat rolled")


def test_sf_14H3_01_a_surprise_attack_that_succeeds_adds_1_to_the_die() -> None:
    assert "special +1" in modifiers(surprise([6, 3], ("cdo",)))


def test_sf_14H3_02_one_that_fails_may_cost_the_commando_and_then_the_odds_are_reckoned_without_it() -> None:
    game = surprise([1, 3], ("cdo",))
    assert "cdo" not in game.state.pieces
    assert "attack 10 : 3" in modifiers(game)


def test_sf_14H3_03_one_that_fails_otherwise_changes_nothing_and_nobody_must_try() -> None:
    for game in (surprise([3, 3], ("cdo",)), surprise([3], ())):
        assert "cdo" in game.state.pieces
        assert "attack 11 : 3" in modifiers(game)
        assert "special" not in modifiers(game)


def test_sf_14H3_04_one_commando_tries_in_an_attack() -> None:
    game = start(f"{SURPRISE}".replace("<cdo>,", "<cdo>, ge 1-8 Cdo II <two>,") + f" | {DATE}, Axis combat")
    game.submit(Attack(("cdo", "two", "div"), OPEN))
    while not isinstance(game.pending, Decision):
        game.done()
    with pytest.raises(IllegalAnswer, match="14H3"):
        game.decide("cdo", "two")


# --- raids and landings ----------------------------------------------------------------------------------------------


def test_sf_14H4_01_worked_example_three_marine_commandos_may_raid_level_3() -> None:
    marines = unit("br 1-8 marine Cdo II")
    assert rule_on_coastal_raid(CoastalRaid((marines,) * 3, 3), rules_of()).allowed
    found = rule_on_coastal_raid(CoastalRaid((marines,) * 4, 3), rules_of())
    assert [str(c) for c in found.citations] == ["SF 14H4"]


@pytest.mark.parametrize(("die", "hits", "left"), [(6, 2, True), (3, 0, True), (1, 0, False)])
def test_sf_14H4_02_a_raid_does_two_hits_or_may_cost_the_raider(die: int, hits: int, left: bool) -> None:
    state = parse_position(f"{HERE} br 1-8 marine Cdo II <cdo> | {DATE}, Allied movement", rules_of())
    (after, found), _ = play(raid(state.piece("cdo"), state, rules_of()), rolls=[die])
    assert found == hits
    assert ("cdo" in after.pieces) == left


@pytest.mark.parametrize(
    ("sea", "reading", "die", "left"),
    [
        ("calm", "table", 3, True),
        ("rough", "table", 3, False),
        ("rough", "none", 3, True),
        ("calm", "table", 1, False),
    ],
)
def test_sf_14K_an_amphibious_tank_gets_ashore_or_is_eliminated(sea: str, reading: str, die: int, left: bool) -> None:
    rules = rules_of(("sf-14K-modifiers", reading))
    state = parse_position(f"{HERE} br 2-1-10 DD II <dd> | {DATE}, Allied movement", rules)
    after, played = play(land(state.piece("dd"), sea, state, rules), rolls=[die])
    assert ("dd" in after.pieces) == left
    assert "sf-14K-modifiers" in str(played.events[-1].ledgers[0][1].rests_on)


# --- political police (SF 14G), on the board -------------------------------------------------------------------------


def defend(die: int, police: str, *rulings: tuple[str, str], answers: Iterable[tuple[str, ...]] = ()) -> Game:
    text = (
        f"{HERE} ge 7-6(3-6) Inf XX <div>, {police} | {RING[0]} us 9-8 Inf XX <a>, us 9-8 Inf XX <b>"
        f" | {RING[1]} us 9-8 Inf XX <c> | {DATE}, Allied combat"
    )
    game = start(text, *rulings)
    game.submit(Attack(("a", "b", "c"), HERE))
    return go_on(game, [die], answers)


POLICE, OTHER = "ge 1-8 PPol II <pol>", "ge 1-8 Pol II <pol>"


def test_sf_14G_01_dr_becomes_ex_and_nobody_of_the_axis_retreats() -> None:
    game = defend(roll_for("DR", "3:1"), POLICE)
    assert result_of(game) == "EX"
    assert str(game.state.piece("div").unit.rating) == "3-6"
    assert game.state.piece("div").place == HERE


def test_sf_14G_02_by_another_reading_the_cadres_of_that_exchange_retreat() -> None:
    game = defend(roll_for("DR", "3:1"), POLICE, ("sf-14G-police-and-exchange", "yes"))
    assert game.state.piece("div").place != HERE


def test_sf_14G_03_other_police_has_not_the_ability() -> None:
    game = defend(roll_for("DR", "3:1"), OTHER)
    assert result_of(game) == "DR"
    assert game.state.piece("div").place != HERE


@pytest.mark.parametrize(
    ("result", "role", "changed", "retreats"),
    [
        ("DH", "defender", "DH", False),
        ("DE", "defender", "DE", True),
        ("AR", "attacker", "AS", False),
        ("AH", "attacker", "AH", False),
        ("AE", "attacker", "AE", False),
        ("HX", "defender", "HX", False),
    ],
)
def test_sf_14G_04_only_de_makes_them_retreat(result: str, role: str, changed: str, retreats: bool) -> None:
    found = result_with_police(PoliceFacts(result, role), rules_of())
    assert (found.result, found.axis_retreats) == (changed, retreats)


def test_sf_14G_05_worked_example_attackers_with_police_stay_and_those_from_another_hex_retreat() -> None:
    text = (
        f"{RING[0]} ge 6-6 Inf XX <with>, {POLICE} | {RING[1]} ge 1-6 Inf III <without>"
        f" | {HERE} us 9-8 Inf XX <a>, us 3-8* Inf III <b> | {DATE}, Axis combat"
    )
    game = start(text)
    game.submit(Attack(("with", "without"), HERE))
    game = go_on(game, [roll_for("AR", "1:2")], [])
    assert result_of(game) == "AR"
    assert game.state.piece("with").place == RING[0]
    assert game.state.piece("without").place != RING[1]
