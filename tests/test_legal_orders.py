"""What a driver of games asks: which orders may be given (complete for single units), and what a side may see."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.air.drop_plans import PlanDrop
from europa_rules.air.facts import DROP_PLAN
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.errors import UnknownName
from europa_rules.frozenmap import FrozenMap
from europa_rules.game import Game
from europa_rules.ground.admin_movement import ADMIN
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.orders import kind_of, order_from_json
from europa_rules.playthroughs import game_of
from europa_rules.procedure import Decision, Opening
from europa_rules.slots import DEPLOYMENT

FOF, SF = er.load("fof"), er.load("sf")
GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.txt"))
AT_SEDAN = "16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6 Inf XX 2 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis {}"


@pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])
def test_every_legal_move_of_a_unit_is_among_the_legal_orders(rules: er.Ruleset) -> None:
    turn = "May II 40" if rules is FOF else "Sep I 44"
    game = Game.start(rules, f"16A:1420 ge 7-6 Inf XX 2 | {turn}, Axis movement", seed=1)
    moves = list(game.legal_orders("ge 2 Inf XX", "move"))
    on_foot = {order.path[-1] for order in moves if order.mode != ADMIN}
    assert on_foot == set(game.destinations("ge 2 Inf XX"))
    assert any(order.mode == ADMIN for order in moves)
    assert all(game.rule_on(order).allowed for order in moves)
    for near in rules.board.neighbors_of(Hex("16A:1420")):
        assert game.rule_on(Move(("ge 2 Inf XX",), (near,))).allowed is (near in on_foot)


def test_only_what_may_be_given_now_is_among_them() -> None:
    combat = Game.start(FOF, AT_SEDAN.format("combat"), seed=1)
    assert {type(order).__name__ for order in combat.legal_orders("ge 2 Inf XX")} == {"Attack"}
    moving = Game.start(FOF, AT_SEDAN.format("movement"), seed=1)
    assert not list(moving.legal_orders(kind="attack"))
    assert {order.target for order in moving.legal_orders("ge 1 Pz XX", "overrun")} == {Hex("16A:2130")}
    assert not list(moving.legal_orders(kind="move", player=er.ALLIED))


def test_they_come_one_after_another() -> None:
    game = Game.start("fof", "historical", seed=1)
    while not (isinstance(game.pending, Opening) and game.pending.name == "movement phase"):
        game.done()
    first = list(islice(game.legal_orders(player=er.AXIS), 3))
    assert len(first) == 3 and all(game.rule_on(order, er.AXIS).allowed for order in first)


def test_groups_name_the_units_that_stand_ready() -> None:
    game = Game.start(FOF, AT_SEDAN.format("combat"), seed=1)
    (group,) = game.groups("attack")
    assert group.units == ("ge 1 Pz XX", "ge 2 Inf XX")
    assert game.rule_on(group.order()).allowed and game.rule_on(group.order("ge 2 Inf XX")).allowed
    (overrun,) = Game.start(FOF, AT_SEDAN.format("movement"), seed=1).groups("overrun")
    assert overrun.order() == er.Overrun(("ge 1 Pz XX", "ge 2 Inf XX"), Hex("16A:2130"))
    with pytest.raises(UnknownName):
        list(game.groups("move"))


@pytest.mark.parametrize("kind", ["attack", "overrun", "rail move", "fly", "naval transport"])
def test_kinds_that_units_give_together_name_groups_and_limits(kind: str) -> None:
    """Each unit alone is in the lists, all who stand ready are in the groups, and the ruling decides."""
    side, phase = "Allied" if kind == "naval transport" else "Axis", "combat" if kind == "attack" else "movement"
    text = (
        "16A:1620 ge 14-10(6-8) Pz XX 1, ge 7-6 Inf XX 2, ge 4B5 10-7/26 He 111, ge 7F5 1/7 Me 109"
        " | 16A:1621 fr 2-6 Inf III 5 | 17A:0522 fr 2-6 Inf III 3, fr 2-6 Inf III 4 | owner Allied 17A:0522 16A:1621"
        f' | May II 40, {side} {phase} | scenario: "" = historical'
    )
    game = Game.start(FOF, text, seed=1)
    found = [group for group in game.groups(kind) if len(group.units) > 1]
    assert found and {group.kind for group in found} == {kind}
    limits = {name: limit.value for group in found for name, limit in group.limits}
    assert limits == {
        "rail move": {"capacity of the Axis net, REs": 50},
        "naval transport": {"French Atlantic, NTPs": 10},
    }.get(kind, {})
    if kind == "rail move":
        with pytest.raises(er.StateError, match="names a way"):
            found[0].order()
        return
    rulings = [game.rule_on(group.order(), game.state.phasing) for group in found]
    assert any(ruling.allowed for ruling in rulings)
    assert all(ruling.allowed or ruling.citations for ruling in rulings)


def test_an_unknown_unit_or_kind_is_told() -> None:
    game = Game.start(FOF, AT_SEDAN.format("movement"), seed=1)
    with pytest.raises(UnknownName):
        list(game.legal_orders("ge 9 Inf XX"))
    with pytest.raises(UnknownName):
        list(game.legal_orders(kind="fly away"))


def test_air_units_fly_where_their_missions_lead() -> None:
    state = er.position_of("historical", FOF)
    state = evolve(state, moment=evolve(state.moment, phase="movement", step=""), pieces=FrozenMap())
    game = Game.start(FOF, state, seed=1)
    (order,) = islice(game.legal_orders("ge Ju 87B", "fly", er.AXIS), 1)
    assert isinstance(order, FlyOperation) and order.flights[0].startswith("ge Ju 87B: ")


def _is_listed(order: object, game: Game, side: er.Side) -> bool:
    """Whether the lists have an order of a single unit, or one that leads to the same hex by another way."""
    kind, units = kind_of(order, game.rules).name, _units_of(order)

    def serves(other: object) -> bool:
        if isinstance(order, Move | er.RailMove) and isinstance(other, Move | er.RailMove):
            return other.path[-1] == order.path[-1]
        return other == order

    return any(map(serves, game.legal_orders(units[0] if units else "", kind, side)))


def _units_of(order: object) -> tuple[str, ...]:
    """The units that an order names: those of an air operation with what they carry."""
    if isinstance(order, FlyOperation):
        return tuple(unit.partition(": ")[0] for flight in order.flights for unit in flight.split(", "))
    one = getattr(order, "unit", "")
    return getattr(order, "units", (one,) if one else ())


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_order_of_a_single_unit_that_was_given_in_a_golden_game_is_listed(path: Path) -> None:
    played = game_of(path.read_text(encoding="utf-8"))
    game, listed = Game(played.rules, played.starting_state, None, "replay"), 0
    for entry in played.inputs:
        if "order" in entry:
            order, side = order_from_json(entry["order"], game.rules), er.Side(entry["player"])
            if len(_units_of(order)) < 2:
                assert _is_listed(order, game, side), entry["order"]
                listed += 1
            game.submit(order, side)
        elif "answer" in entry:
            game.decide(*entry["answer"])
        elif "roll" in entry:
            game.roll(*entry["roll"])
        else:
            game.done(er.Side(entry["player"]))
    assert listed > 1


# --- what a side may see ---------------------------------------------------------------------------------------------


def planning() -> Game:
    """A game of the historical scenario at the German set-up, with a drop planned."""
    game = Game.start("fof", "historical", seed=1, deploying=True)
    while game.state.moment.player != er.AXIS:
        game.done()
    game.submit(PlanDrop("ge Koch Para II", Hex("16A:1423")), er.AXIS)
    return game


def test_fof_24C_a_planned_drop_is_seen_by_its_own_side_only() -> None:
    game = planning()
    assert game.state.moment.phase == DEPLOYMENT
    own, other = game.view(er.AXIS), game.view(er.ALLIED)
    assert own.state.recall(DROP_PLAN, "ge Koch Para II") is not None
    assert other.state.recall(DROP_PLAN, "ge Koch Para II") is None
    assert any(entry.kind == "drop planned" for entry in own.log)
    assert not any(entry.kind == "drop planned" for entry in other.log)
    assert own.pending is not None and other.pending is None
    assert own.waits_for == other.waits_for


def test_a_decision_is_shown_to_him_who_decides() -> None:
    game = Game.start(FOF, AT_SEDAN.format("combat"), seed="3")
    game.submit(er.Attack(("ge 1 Pz XX", "ge 2 Inf XX"), Hex("16A:2130")))
    while not isinstance(game.pending, Decision):
        game.done()
    who = game.pending.who
    other = er.ALLIED if who == er.AXIS else er.AXIS
    assert game.view(who).pending is not None and game.view(other).pending is None
