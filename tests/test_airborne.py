"""Airborne operations (FoF 24, 31A3; SF 24): plans, drops, landings and the fight for the hex, in games."""

from __future__ import annotations

import functools
from fractions import Fraction

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.air import airborne, drop_combat, drop_plans
from europa_rules.air.airbases import airbase_owner, reckon_capacity_at
from europa_rules.air.drop_plans import PLANNING, CancelDrop, PlanDrop, gather_plan
from europa_rules.air.facts import AIR_TRANSPORTED, DISRUPTION, DROP_PLAN, HOLDS_NO_HEX, LANDED_BY_AIR, DropPlan
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.landing_troops import gather_touchdown
from europa_rules.campaign.sequence import PhaseEnd
from europa_rules.errors import IllegalOrder, UnknownName
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack, rule_on_attack_order
from europa_rules.ground.delivered_supply import deliver
from europa_rules.ground.facts import ATTACKED, ATTEMPT, WAS_ATTACKED, Attempt, Ground
from europa_rules.ground.lines import spared_hexes
from europa_rules.ground.moves import Move
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_state import supplies_at
from europa_rules.ground.supply_view import view_of
from europa_rules.hexes import Hex
from europa_rules.position import parse_position, write_position
from europa_rules.procedure import Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import ABORTED, ELIMINATED, GameState, Piece
from europa_rules.testing import play
from europa_rules.units import Rating, Unit
from europa_rules_fof.eben_emael import DROPPED
from europa_rules_sf.parachute_headquarters import ConvertHeadquarters

EBEN_EMAEL, MAASTRICHT, BASE = Hex("16A:1423"), Hex("16A:1422"), Hex("16A:1420")
FIELD = Hex("16A:1425")
AIRFIELD = f"airfield: {FIELD} = 3"
BRITAIN, NORMANDY, CAEN = Hex("17A:0405"), Hex("17A:0910"), Hex("17A:1010")
REGIMENT = Unit("ge", "parachute", "regiment", Rating.parse("3-6"))


@functools.cache
def rules_of(variant: str, rulings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return er.load(variant, rulings=dict(rulings))


FOF, SF = rules_of("fof"), rules_of("sf")


def settle(game: Game, *faces: int, answers: tuple[tuple[str, ...], ...] = ()) -> None:
    """Roll these faces, then sixes; answer these, then the first suggestions."""
    dice, given_ = list(faces), list(answers)
    while isinstance(game.pending, Decision | Roll):
        if isinstance(game.pending, Roll):
            game.roll(*((dice.pop(0) if dice else 6,) * game.pending.dice))
        else:
            asked = "land elsewhere" not in game.pending.question
            game.decide(*(given_.pop(0) if given_ and asked else game.pending.suggestions[0]))


def go_to(game: Game, opening: str, *faces: int) -> None:
    """Pass until this opening."""
    settle(game, *faces)
    while not (isinstance(game.pending, Opening) and game.pending.name == opening):
        game.done()
        settle(game)


def has_rail(ref: Hex, rules: Ruleset) -> bool:
    board = rules.board
    return any("rail" in kind for near in board.neighbors_of(ref) for kind in board.line_kinds(ref, near))


def texts(game: Game, kind: str) -> list[str]:
    return [entry.text for entry in game.log if entry.kind == kind]


@frozen
class Drop:
    """A game in which a unit is to drop, with its plan.

    Attributes:
        game: the game.
        unit: the id of the unit.
        target: where it drops.
        flights: the air units' parts of the order.
        side: whose it is.
    """

    game: Game
    unit: str
    target: Hex
    flights: tuple[str, ...]
    side: Side

    @property
    def order(self) -> FlyOperation:
        return FlyOperation(self.target, self.flights)

    def fly(self, *faces: int, answers: tuple[tuple[str, ...], ...] = ()) -> Game:
        self.game.submit(self.order, self.side)
        settle(self.game, *faces, answers=answers)
        return self.game

    @property
    def refusals(self) -> set[str]:
        ruling = self.game.rule_on(self.order, self.side)
        assert not ruling.allowed and ruling.possible
        return {citation.number for citation in ruling.citations}


def german(
    *lines: str,
    target: Hex = EBEN_EMAEL,
    planned: str = "Apr II 40",
    moment: str = "May I 40, Axis movement",
    glider: bool = False,
    rules: Ruleset = FOF,
    unit: str = "3-6 Para III 1",
    mission: str = "air drop",
) -> Drop:
    """A German regiment and two transports at 16A:1420."""
    name = f"ge {unit.split()[-1]} {' '.join(unit.split()[1:-1])}"
    plan = f'drop planned: "{name}" = {{"target": "{target}", "turn": "{planned}"}}' if planned else ""
    text = f"{BASE} ge {unit}, ge 1T2 13 Ju 52 a, ge 1T2 13 Ju 52 b, ge 0GT-1 T DFS 230\n{plan}\n"
    tow = ", tow ge DFS 230" if glider else ""
    flights = (f"ge Ju 52 a: {mission}, carry {name}{tow}", f"ge Ju 52 b: {mission}, carry {name}")
    game = Game.start(rules, text + "\n".join(lines) + f"\n{moment}", dice="manual")
    return Drop(game, name, target, flights, AXIS)


def american(
    *lines: str,
    target: Hex = NORMANDY,
    planned: str = "May II 44",
    unit: str = "3-6 Para III 505",
    rules: Ruleset = SF,
    moment: str = "Jun I 44, Allied movement",
) -> Drop:
    """An American regiment and two transports in southern England."""
    name = f"us {unit.split()[-1]} {' '.join(unit.split()[1:-1])}"
    plan = f'drop planned: "{name}" = {{"target": "{target}", "turn": "{planned}"}}' if planned else ""
    text = f"{BRITAIN} us {unit}, us 1T2 19 C-47 a, us 1T2 19 C-47 b\n{plan}\n"
    flights = (f"us C-47 a: air drop, carry {name}", f"us C-47 b: air drop, carry {name}")
    game = Game.start(rules, text + "\n".join(lines) + f"\n{moment}", dice="manual")
    return Drop(game, name, target, flights, ALLIED)


# --- the disruption table --------------------------------------------------------------------------------------------


def test_fof_24A_01_every_modifier_of_the_book_stands_in_the_ledger() -> None:
    worst = airborne.Touchdown(ground=Ground("woods", city="full"), enemy_units=True, enemy_zoc=True)
    assert airborne.reckon_disruption_modifier(worst, FOF).value == -3
    surprised = evolve(worst, glider=True, turn=Turn.parse("May I 40"), country="Netherlands")
    assert airborne.reckon_disruption_modifier(surprised, FOF).value == 0
    assert airborne.reckon_disruption_modifier(evolve(surprised, country="France"), FOF).value == -2


def test_sf_24A_01_hard_weather_counts_and_rests_on_an_estimate() -> None:
    muddy = airborne.Touchdown(ground=Ground(weather="mud"))
    found = airborne.reckon_disruption(muddy, 2, SF)
    assert found.result == "disrupted" and found.modified.caveats


@given(st.integers(1, 6), st.booleans(), st.booleans())
def test_24A_02_a_higher_die_never_does_more_harm(die: int, enemy: bool, rough: bool) -> None:
    order = ["eliminated", "badly_disrupted", "disrupted", "none"]
    facts = airborne.Touchdown(ground=Ground("woods" if rough else "clear"), enemy_zoc=enemy)
    for rules in (FOF, SF):
        results = [order.index(airborne.reckon_disruption(facts, d, rules).result) for d in range(1, 7)]
        assert results == sorted(results)
        assert results[die - 1] == order.index(airborne.reckon_disruption(facts, die, rules).result)


def test_fof_24D_01_a_roll_above_six_brings_the_transport_home_unless_it_is_read_otherwise() -> None:
    facts = airborne.Touchdown("air_landing_transport", airfield=True, airborne_in_hex=True)
    assert airborne.reckon_disruption(facts, 6, FOF).result == "returns"
    other = rules_of("fof", (("fof-24D-high-roll", "no-result"),))
    assert airborne.reckon_disruption(facts, 6, other).result == "none"
    assert airborne.reckon_disruption(facts, 6, FOF).modified.rests_on


def test_24A_03_a_result_that_there_is_not_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="disrupted"):
        airborne.result_named("disruptd")


# --- plans -----------------------------------------------------------------------------------------------------------


def test_fof_24C_01_a_drop_needs_a_plan_for_its_hex_made_a_turn_ahead() -> None:
    assert german().game.rule_on(german().order, AXIS).allowed
    assert "24C" in german(planned="").refusals
    assert "24C" in german(planned="May I 40").refusals
    drop = german()
    elsewhere = evolve(drop, target=MAASTRICHT)
    assert "24C" in elsewhere.refusals


def test_fof_24C_02_an_older_plan_stands_unless_it_is_read_otherwise() -> None:
    assert german(planned="Apr I 40").game.rule_on(german(planned="Apr I 40").order, AXIS).allowed
    exact = rules_of("fof", (("fof-24C-planning-ahead", "exactly-one"),))
    assert "24C" in german(planned="Apr I 40", rules=exact).refusals
    assert german(rules=exact).game.rule_on(german(rules=exact).order, AXIS).allowed


def test_sf_24C_01_two_turns_ahead_in_one_reading() -> None:
    assert american().game.rule_on(american().order, ALLIED).allowed
    two = rules_of("sf", (("sf-24C-planning-ahead", "two-turns"),))
    assert "24C" in american(rules=two).refusals
    assert american(planned="May I 44", rules=two).game.rule_on(american(rules=two).order, ALLIED).allowed


def test_sf_24C_02_plans_are_made_and_called_off_in_the_initial_phase_and_flown_a_turn_later() -> None:
    drop = american(planned="", moment="May II 44, Allied initial")
    game = drop.game
    go_to(game, PLANNING)
    game.submit(PlanDrop(drop.unit, CAEN))
    with pytest.raises(IllegalOrder, match="planned for the unit already"):
        game.submit(PlanDrop(drop.unit, NORMANDY))
    game.submit(CancelDrop(drop.unit))
    game.submit(PlanDrop(drop.unit, NORMANDY))
    go_to(game, "movement phase")
    assert "24C" in evolve(drop, game=game).refusals
    while game.state.moment.turn == Turn.parse("May II 44"):
        game.done()
        settle(game)
    go_to(game, "movement phase")
    while game.state.phasing != ALLIED:
        game.done()
        settle(game)
    go_to(game, "movement phase")
    evolve(drop, game=game).fly()
    assert game.state.piece(drop.unit).place == NORMANDY and game.state.recall(DROP_PLAN, drop.unit) is None


def test_fof_24C_03_an_enemy_that_comes_near_voids_the_plan() -> None:
    near = Hex("16A:1520")
    drop = german("16A:1720 fr 6-6 Inf XX 3", moment="May I 40, Allied movement", planned="Apr II 40")
    game = drop.game
    path = er.Game.start(FOF, "16A:1720 fr 6-6 Inf XX 3\nMay I 40, Allied movement")
    steps = next(move.path for move in path.legal_moves("fr 3 Inf XX") if move.path[-1] == near)
    game.submit(Move(("fr 3 Inf XX",), steps), ALLIED)
    assert game.state.recall(DROP_PLAN, drop.unit) is None
    assert texts(game, "drop canceled") == [f"the operation of {drop.unit} is canceled"]


def test_fof_24C_04_a_unit_that_attacks_or_is_in_a_zoc_flies_no_more() -> None:
    drop = german(f"{Hex('16A:1320')} fr 6-6 Inf XX 3", moment="May II 40, Axis combat")
    drop.game.submit(Attack((drop.unit,), Hex("16A:1320")))
    drop.game.done()
    settle(drop.game)
    assert drop.game.state.recall(DROP_PLAN, drop.unit) is None
    near = german(f"{Hex('16A:1320')} fr 6-6 Inf XX 3", moment="May II 40, Axis combat")
    in_zoc = gather_plan(near.game.state.piece(near.unit), near.game.state, FOF)
    assert in_zoc.in_enemy_zoc and not airborne.rule_on_plan(in_zoc, FOF).allowed


def test_fof_24C_05_a_plan_for_a_unit_that_has_not_arrived() -> None:
    plan = airborne.Plan(Turn.parse("May II 40"), executed=Turn.parse("Jun I 40"), arrives=Turn.parse("Jun I 40"))
    assert airborne.rule_on_plan(plan, FOF).allowed and airborne.rule_on_plan(plan, FOF).rests_on
    later = rules_of("fof", (("fof-24C-planning-before-arrival", "on-arrival"),))
    assert not airborne.rule_on_plan(plan, later).allowed


# --- Eben Emael (FoF 24, 31A3) ---------------------------------------------------------------------------------------

GARRISON = (f"{EBEN_EMAEL} be 3-6 Inf XX 7", f"{MAASTRICHT} ge 7-6 Inf XX 4")


def test_fof_31A3_a_drop_on_eben_emael_with_surprise_silences_the_fortress() -> None:
    drop = german(*GARRISON, glider=True)
    together = Attack((drop.unit, "ge 4 Inf XX"), EBEN_EMAEL)
    game = drop.fly(2)
    assert texts(game, "landed from the air") == [f"{drop.unit} drops in {EBEN_EMAEL}: safely"]
    ledger = next(entry for entry in game.log if entry.kind == "landed from the air").ledgers[0][1]
    assert ledger.value == 2 - 1 + 1 + 2
    assert game.state.recall(DROPPED, EBEN_EMAEL) is True
    assert [text.partition(" in this")[0] for text in texts(game, "fortress struck")] == [
        f"the fortress in {EBEN_EMAEL} has no effect on combat"
    ]
    assert game.state.air_piece("ge DFS 230").status == ELIMINATED
    go_to(game, "combat phase")
    report = game.odds(together)
    assert not any("fort" in str(line) for line in report.modifiers.total.lines)
    without = german(*GARRISON, moment="May I 40, Axis combat").game.odds(Attack(("ge 4 Inf XX",), EBEN_EMAEL))
    assert report.odds.attack.value > without.odds.attack.value


def test_fof_24E_01_units_fight_supported_in_the_turn_they_land() -> None:
    drop = german(*GARRISON)
    game = drop.fly(6)
    go_to(game, "combat phase")
    assert game.odds(Attack((drop.unit,), EBEN_EMAEL)).odds.attack.value == 3


def test_fof_24A_04_a_disrupted_regiment_attacks_at_half_and_the_fortress_counts() -> None:
    drop = german(*GARRISON, moment="May II 40, Axis movement")
    game = drop.fly(2)
    assert game.state.recall(DISRUPTION, drop.unit) == "disrupted"
    assert game.state.recall(DROPPED, EBEN_EMAEL) is None and not texts(game, "fortress struck")
    go_to(game, "combat phase")
    attack = game.odds(Attack((drop.unit,), EBEN_EMAEL)).odds.attack
    assert "disrupted (FoF 24A)" in attack.tree()


def test_fof_24A_05_badly_disrupted_among_enemies_it_is_eliminated() -> None:
    major_city = next(
        ref for ref in FOF.board.index if FOF.board.country(Hex(ref)) == "Belgium" and _is_major(Hex(ref), FOF)
    )
    drop = german(f"{major_city} be 3-6 Inf XX 7", target=Hex(major_city), moment="May II 40, Axis movement")
    game = drop.fly(1)
    assert drop.unit not in game.state.pieces and texts(game, "eliminated in landing")
    safe = german(target=Hex(major_city), moment="May II 40, Axis movement").fly(1)
    assert (safe.state.recall(DISRUPTION, drop.unit) or "") in ("disrupted", "badly_disrupted")


def _is_major(ref: Hex, rules: Ruleset) -> bool:
    city = rules.board.city(ref)
    return city is not None and city.size == "full"


# --- combat where both are (FoF 24B, SF 24B3) ------------------------------------------------------------------------


def test_fof_24B_01_units_dropped_on_enemies_must_attack_there_and_nowhere_else() -> None:
    drop = german(*GARRISON, f"{Hex('16A:1424')} be 3-6 Inf XX 8")
    game = drop.fly()
    go_to(game, "combat phase")
    with pytest.raises(IllegalOrder, match="must attack them"):
        game.done()
    elsewhere = game.rule_on(Attack((drop.unit,), Hex("16A:1424")))
    alone = game.rule_on(Attack(("ge 4 Inf XX",), EBEN_EMAEL))
    assert "24B" in {c.number for c in elsewhere.citations} & {c.number for c in alone.citations}
    assert not game.rule_on_plan(()).allowed
    assert game.rule_on_plan((Attack((drop.unit, "ge 4 Inf XX"), EBEN_EMAEL),)).allowed


def test_fof_24B_02_stopped_in_the_hex_the_dropped_unit_retreats_through_the_zoc_and_the_other_stays() -> None:
    drop = german(f"{EBEN_EMAEL} be 3-6 Inf XX 7", f"{MAASTRICHT} ge 10-6 Inf XX 4")
    game = drop.fly()
    go_to(game, "combat phase")
    attack = Attack((drop.unit, "ge 4 Inf XX"), EBEN_EMAEL)
    odds = game.odds(attack).odds.column
    face = next(f for f in range(1, 7) if FOF.charts.combat_results[odds, f].value == "AS")
    game.submit(attack)
    game.done()
    settle(game, face)
    assert drop.unit not in game.state.pieces
    assert game.state.piece("ge 4 Inf XX").place == MAASTRICHT


def test_sf_24B3_01_helpless_attackers_are_eliminated() -> None:
    drop = american(f"{NORMANDY} ge 6-6 Inf XX 9")
    game = drop.game
    while game.state.recall(LANDED_BY_AIR, drop.unit) is None:
        drop.fly(1)
    state = game.state.noting(DISRUPTION, drop.unit, "badly_disrupted")
    again = Game.start(SF, state, dice="manual")
    go_to(again, "combat phase")
    again.submit(Attack((drop.unit,), NORMANDY))
    settle(again)
    while isinstance(again.pending, Opening) and again.pending.name == "attack declared":
        again.done()
        settle(again)
    assert drop.unit not in again.state.pieces
    assert texts(again, "attackers eliminated")


def test_sf_24B2_01_dropping_units_overrun_a_weak_enemy_without_any_mps() -> None:
    names, crew = ("us 505 Para III", "us 508 Para III"), "abcd"
    flights = tuple(f"us C-47 {x}: air drop, carry {names[x in 'cd']}" for x in crew)
    transports = ", ".join(f"us 1T2 19 C-47 {x}" for x in crew)
    plans = ", ".join(f'"{name}" = {{"target": "{NORMANDY}", "turn": "May II 44"}}' for name in names)
    text = (
        f"{BRITAIN} us 3-6* Para III 505, us 3-6* Para III 508, {transports}\n{NORMANDY} ge 0-1-6 Cons III 9\n"
        f"drop planned: {plans}\nJun I 44, Allied movement"
    )
    game = Game.start(SF, text, dice="manual")
    drop = Drop(game, names[0], NORMANDY, flights, ALLIED)
    drop.fly(6, 6)
    assert "ge 9 Cons III" not in game.state.pieces and texts(game, "overran")
    assert hex_owner(NORMANDY, game.state, SF) == ALLIED
    declined = evolve(drop, game=Game.start(SF, text, dice="manual"))
    declined.fly(6, 6, answers=((),))
    assert "ge 9 Cons III" in declined.game.state.pieces


# --- ownership -------------------------------------------------------------------------------------------------------


def test_sf_24B1_01_an_undisrupted_unit_owns_an_empty_hex_at_once() -> None:
    game = american().fly(6)
    assert hex_owner(NORMANDY, game.state, SF) == ALLIED


def test_sf_24B1_02_a_disrupted_unit_owns_it_when_it_recovers() -> None:
    drop = american()
    game = drop.fly(1)
    assert game.state.recall(DISRUPTION, drop.unit) == "disrupted"
    assert hex_owner(NORMANDY, game.state, SF) == AXIS
    while game.state.recall(DISRUPTION, drop.unit) is not None:
        assert hex_owner(NORMANDY, game.state, SF) == AXIS
        game.done() if isinstance(game.pending, Opening) else settle(game)
    assert str(game.state.moment.turn) == "Jun II 44" and game.state.phasing == ALLIED
    assert hex_owner(NORMANDY, game.state, SF) == ALLIED
    assert texts(game, "recovered")


def test_fof_24B_03_an_airborne_unit_owns_the_airbase_at_once_and_the_hex_later() -> None:
    drop = german(AIRFIELD, target=FIELD, moment="May II 40, Axis movement", planned="May I 40")
    game = drop.fly(6)
    assert hex_owner(FIELD, game.state, FOF) != AXIS
    assert airbase_owner(FIELD, game.state, FOF) == AXIS
    assert game.state.recall(HOLDS_NO_HEX, drop.unit) == FIELD
    while game.state.moment.turn == Turn.parse("May II 40"):
        game.done() if isinstance(game.pending, Opening) else settle(game)
    assert hex_owner(FIELD, game.state, FOF) == AXIS
    hex_too = rules_of("fof", (("fof-24B-ownership-after-drop", "hex-too"),))
    other = german(AIRFIELD, target=FIELD, moment="May II 40, Axis movement", planned="May I 40", rules=hex_too).fly(6)
    assert hex_owner(FIELD, other.state, hex_too) == AXIS


@pytest.mark.parametrize(("face", "owner"), [(6, ALLIED), (1, AXIS)], ids=["undisrupted", "disrupted"])
def test_sf_24B1_handed_A35_an_undisrupted_regiment_owns_the_hex_at_once(face: int, owner: Side) -> None:
    drop = american(target=Hex("17A:1110"))
    assert has_rail(drop.target, SF) and hex_owner(drop.target, drop.game.state, SF) == AXIS
    state = drop.fly(face).state
    assert (state.recall(DISRUPTION, drop.unit) is None) == (owner == ALLIED)
    assert hex_owner(drop.target, state, SF) == airbase_owner(drop.target, state, SF) == owner


@pytest.mark.parametrize("airbase", [False, True], ids=["no airbase", "airbase"])
@pytest.mark.parametrize(("face", "owner"), [(6, AXIS), (1, ALLIED)], ids=["undisrupted", "disrupted"])
def test_fof_24B_handed_A35_the_hex_stays_the_enemys_and_the_airbase_only_if_the_regiment_is_disrupted(
    face: int, owner: Side, airbase: bool
) -> None:
    lines = (*((AIRFIELD,) if airbase else ()), f"owner Allied {FIELD}")
    drop = german(*lines, target=FIELD, moment="May II 40, Axis movement", planned="May I 40")
    assert has_rail(FIELD, FOF) and (reckon_capacity_at(FIELD, drop.game.state, FOF).value > 0) == airbase
    game = drop.fly(face)
    assert (game.state.recall(DISRUPTION, drop.unit) is None) == (owner == AXIS)
    assert hex_owner(FIELD, game.state, FOF) == ALLIED
    assert FIELD in spared_hexes(ALLIED, game.state, FOF)  # the enemy may trace supply through it
    assert airbase_owner(FIELD, game.state, FOF) == owner
    while game.state.moment.turn == Turn.parse("May II 40"):
        assert hex_owner(FIELD, game.state, FOF) == ALLIED
        game.done() if isinstance(game.pending, Opening) else settle(game)
    assert hex_owner(FIELD, game.state, FOF) == AXIS and FIELD not in spared_hexes(ALLIED, game.state, FOF)


def test_fof_20F1_03_reinforcements_fly_into_the_airbase_that_was_taken() -> None:
    lines = (AIRFIELD, f"{Hex('16A:1320')} ge 2-6 Inf III 16, ge 1T2 13 Ju 52 z")
    drop = german(*lines, target=FIELD, moment="May II 40, Axis movement", planned="May I 40")
    bring = FlyOperation(FIELD, ("ge Ju 52 z: regular transport, carry ge 16 Inf III",))
    assert not drop.game.rule_on(bring, AXIS).allowed
    game = drop.fly(6)
    game.submit(bring, AXIS)
    settle(game)
    assert game.state.piece("ge 16 Inf III").place == FIELD


# --- air landings (FoF 20F3, 24D) ------------------------------------------------------------------------------------


LANDING = "3-6 AL III 16"


def landing(
    mission: str = "air landing", rules: Ruleset = FOF, phase: str = "movement", *, glider: bool = False
) -> Drop:
    """An air landing regiment that is to land at an airfield in Belgium."""
    return german(
        AIRFIELD,
        target=FIELD,
        planned="May I 40",
        moment=f"May II 40, Axis {phase}",
        unit=LANDING,
        mission=mission,
        glider=glider,
        rules=rules,
    )


def test_fof_24D_02_an_air_landing_rolls_for_the_unit_and_for_each_transport() -> None:
    drop = landing()
    game = drop.fly(6, 6, 3)
    assert game.state.piece(drop.unit).place == FIELD
    assert game.state.air_piece("ge Ju 52 b").status == ABORTED
    assert game.state.air_piece("ge Ju 52 a").status not in (ABORTED, ELIMINATED)
    assert len(texts(game, "transport landed")) == 2
    assert airbase_owner(FIELD, game.state, FOF) != AXIS
    assert "24D" in landing(glider=True).refusals
    assert "20F2" in landing("air drop").refusals


def test_fof_20F3_01_air_landings_in_the_exploitation_phase_in_one_reading() -> None:
    assert landing(phase="exploitation").refusals
    both = rules_of("fof", (("fof-20F3-landing-in-exploitation", "both"),))
    late = landing(rules=both, phase="exploitation")
    assert late.game.rule_on(late.order, AXIS).allowed


# --- other loads and hexes -------------------------------------------------------------------------------------------


def test_20F2_01_no_unit_drops_into_mountains_or_without_the_symbol() -> None:
    mountain = next(Hex(ref) for ref in FOF.board.index if FOF.board.terrain(Hex(ref)) == "wooded_swamp")
    far = german(target=mountain, moment="May II 40, Axis movement", planned="May I 40")
    assert "20F2" in far.refusals
    assert "20F2" in german(unit="2-6 Inf III 5").refusals
    assert "20F2" in american(unit="2-6 Inf III 5").refusals


def test_sf_24B4_01_dropped_supplies_are_lost_in_an_enemy_hex_and_stay_in_one_that_is_gained() -> None:
    for bystander, left in (("", {}), (f"{CAEN} us 6-8 Inf XX 1\n", {ALLIED: 1})):
        text = f"{BRITAIN} us 1T2 19 C-47\n{bystander}Jun I 44, Allied movement"
        game = Game.start(SF, text, dice="manual")
        game.submit(FlyOperation(NORMANDY, ("us C-47: air drop, carry 2 supply",)), ALLIED)
        settle(game, 1, 5)
        assert supplies_at(NORMANDY, game.state) == {ALLIED: 1}
        if bystander:
            game.submit(Move(("us 1 Inf XX",), (NORMANDY,)), ALLIED)
        while game.state.phasing == ALLIED:
            game.done() if isinstance(game.pending, Opening) else settle(game)
        assert supplies_at(NORMANDY, game.state) == left


def test_sf_24D_01_an_air_landing_regiment_comes_by_glider_alone() -> None:
    plan = f'drop planned: "us 325 AL III" = {{"target": "{NORMANDY}", "turn": "May II 44"}}'
    crew = "us 1T2 19 C-47 a, us 1T2 19 C-47 b, us 0GT-1 T Waco a, us 0GT-1 T Waco b"
    text = f"{BRITAIN} us 3-6 AL III 325, {crew}\n{plan}\nJun I 44, Allied movement"
    game = Game.start(SF, text, dice="manual")
    by_parachute = FlyOperation(NORMANDY, tuple(f"us C-47 {x}: air drop, carry us 325 AL III" for x in "ab"))
    assert "24D" in {c.number for c in game.rule_on(by_parachute, ALLIED).citations}
    one = FlyOperation(NORMANDY, ("us C-47 a: air drop, tow us Waco a, carry us 325 AL III",))
    assert not game.rule_on(one, ALLIED).allowed
    both = tuple(f"us C-47 {x}: air drop, tow us Waco {x}, carry us 325 AL III" for x in "ab")
    game.submit(FlyOperation(NORMANDY, both), ALLIED)
    settle(game)
    assert game.state.piece("us 325 AL III").place == NORMANDY
    assert {game.state.air_piece(f"us Waco {x}").status for x in "ab"} == {ELIMINATED}


def test_sf_24E_01_a_headquarters_is_turned_over_in_the_initial_phase_and_then_drops() -> None:
    headquarters = next(kind for kind in ("airborne_headquarters", "parachute_headquarters") if kind in SF.types)
    assert headquarters == "airborne_headquarters"
    drop = american(planned="", moment="May II 44, Allied initial")
    state = drop.game.state
    unit = Unit("us", headquarters, "headquarters", Rating.parse("0-6"), name="82")
    state = state.with_piece(er.Piece("us 82 HQ", unit, ALLIED, BRITAIN))
    game = Game.start(SF, state, dice="manual")
    go_to(game, PLANNING)
    game.submit(ConvertHeadquarters(("us 82 HQ",)))
    assert game.state.piece("us 82 HQ").unit.type == "parachute_headquarters"
    assert game.state.piece("us 82 HQ").unit.is_self_supported
    game.submit(ConvertHeadquarters(("us 82 HQ",)))
    assert game.state.piece("us 82 HQ").unit == unit
    go_to(game, "movement phase")
    assert not game.rule_on(ConvertHeadquarters(("us 82 HQ",))).allowed


def test_sf_23G_01_drops_are_flown_by_night() -> None:
    drop = american()
    drop.game.submit(FlyOperation(NORMANDY, drop.flights, "night"), ALLIED)
    settle(drop.game)
    assert drop.game.state.piece(drop.unit).place == NORMANDY


# --- what is remembered ----------------------------------------------------------------------------------------------


def test_24A_06_a_disrupted_unit_and_a_plan_are_written_saved_and_read_again() -> None:
    drop = american()
    game = drop.fly(1)
    text = write_position(game.state, SF)
    assert f"disrupted: {drop.unit} = disrupted" in text
    assert er.parse_position(text, SF) == game.state
    assert Game.load(game.save(), SF).state == game.state
    planned = german().game
    assert Game.load(planned.save(), FOF).state == planned.state


@settings(max_examples=12)
@given(st.sampled_from("as"), st.integers(1, 6))
def test_24_no_unit_is_doubled_or_lost_but_by_the_table(kind: str, face: int) -> None:
    drop = german(*GARRISON) if kind == "a" else american(f"{NORMANDY} ge 6-6 Inf XX 9")
    before = set(drop.game.state.pieces)
    game = drop.fly(face)
    facts = gather_touchdown("airborne", drop.target, drop.side, game.state, game.rules)
    assert facts.enemy_units
    lost = before - set(game.state.pieces)
    assert lost <= {drop.unit} and (bool(lost) == bool(texts(game, "eliminated in landing")))
    if not lost:
        assert game.state.piece(drop.unit).place == drop.target
        strengths = airborne.reckon_landed_unit(
            game.state.piece(drop.unit).unit,
            airborne.Landed(game.state.recall(DISRUPTION, drop.unit) or "none"),
            game.rules,
        )
        assert strengths.attack.value in (0, Fraction(3, 2), 3)


# --- supply lines (FoF 24B) ------------------------------------------------------------------------------------------


def test_fof_24B_04_a_supply_line_runs_through_a_hex_on_which_a_unit_has_just_dropped() -> None:
    question = {
        "ask": "ruling",
        "what": "supply_line",
        "element": "overland",
        "to": "source",
        "hexes": [{"owned_by": "own", "enemy_occupied": True, "enemy_airborne_landed_this_player_turn": True}],
    }
    assert er.ask(question, FOF).values["legal"] is True
    barred = {**question, "hexes": [{"owned_by": "own", "enemy_occupied": True}]}
    assert er.ask(barred, FOF).values["legal"] is False


def test_fof_24B_05_on_the_board_the_line_is_barred_once_the_unit_owns_the_hex() -> None:
    drop = german(
        AIRFIELD, f"owner Allied {FIELD}", target=FIELD, moment="May II 40, Axis movement", planned="May I 40"
    )
    state = drop.fly(6).state
    assert spared_hexes(ALLIED, state, FOF) == frozenset({FIELD})
    held = state.forgetting(HOLDS_NO_HEX, drop.unit)
    open_bits = view_of(ALLIED, state, FOF).enter & ~view_of(ALLIED, held, FOF).enter
    assert open_bits == view_of(ALLIED, state, FOF).bit_of(FIELD)
    assert spared_hexes(ALLIED, state, SF) == frozenset()


# --- what meets the operation on its way -----------------------------------------------------------------------------


def test_fof_20F_antiaircraft_that_aborts_one_transport_sends_regiment_and_glider_home() -> None:
    drop = german(f"{EBEN_EMAEL} be 3-6 Inf XX 7, be 0-2-6 LtAA II 9 [aa 9]", glider=True)
    game = drop.game
    game.submit(drop.order, AXIS)
    while isinstance(game.pending, Decision | Roll):
        if isinstance(game.pending, Roll):
            aimed = "fires at ge Ju 52 a" in game.pending.purpose
            game.roll(*((1 if aimed else 6,) * game.pending.dice))
        else:
            game.decide(*game.pending.suggestions[0])
    assert game.state.air_piece("ge Ju 52 a").status == ABORTED
    assert game.state.air_piece("ge DFS 230").status == ABORTED
    assert game.state.piece(drop.unit).place == BASE and not texts(game, "landed from the air")
    assert texts(game, "cargo returned") == [f"{drop.unit} returns with ge Ju 52 b to {BASE}"]
    assert game.state.recall(DROP_PLAN, drop.unit) is not None


def test_fof_17B_air_units_escape_from_an_airbase_that_is_taken_from_the_air() -> None:
    lines = (AIRFIELD, f"owner Allied {FIELD}", f"{FIELD} be 3F4 1/6 Fox")
    drop = german(*lines, target=FIELD, moment="May II 40, Axis movement", planned="May I 40")
    game = drop.fly(6, 6)
    assert airbase_owner(FIELD, game.state, FOF) == AXIS
    assert game.state.air_piece("be Fox").status == ELIMINATED


def test_fof_24C_a_drop_for_the_first_turn_is_planned_before_the_game() -> None:
    before = airborne.Plan(executed=Turn.parse("May I 40"), before_game=True, phase="deployment")
    assert airborne.rule_on_plan(before, FOF).allowed
    assert german(planned="").game.state.recall(DROP_PLAN, "ge 1 Para III") is None
    unturned = german(planned="")
    state = unturned.game.state.noting(DROP_PLAN, unturned.unit, DropPlan(EBEN_EMAEL))
    again = evolve(unturned, game=Game.start(FOF, state, dice="manual"))
    assert again.game.rule_on(again.order, AXIS).allowed


def test_fof_24A_07_a_temporary_airfield_does_not_help_a_landing() -> None:
    for airfield, helps in ((f"temporary airfield: {FIELD} = Axis", False), (AIRFIELD, True)):
        state = er.parse_position(f"{airfield}\nMay II 40, Axis movement", FOF)
        assert gather_touchdown("air_landing", FIELD, AXIS, state, FOF).airfield is helps


def test_sf_24B2_02_what_odds_would_be_needed_is_told() -> None:
    ruling = airborne.rule_on_airborne_overrun(airborne.AirborneOverrun(9, 1), SF)
    assert [c.number for c in ruling.citations] == ["24B2", "13"]
    assert ruling.possible == ("overrun with a total attack strength of at least 10, after all modifiers",)


# --- each condition alone --------------------------------------------------------------------------------------------

BOTH = pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])
TURN = Turn.parse("May I 40")


@pytest.mark.parametrize(
    ("facts", "fof", "sf"),
    [
        (airborne.Touchdown(), 0, 0),
        (airborne.Touchdown(enemy_units=True), -1, -1),
        (airborne.Touchdown(enemy_zoc=True), -1, -1),
        (airborne.Touchdown(enemy_units=True, enemy_zoc=True), -1, -1),
        (airborne.Touchdown(ground=Ground("woods")), -1, -1),
        (airborne.Touchdown(ground=Ground("clear", city="full")), -2, -2),
        (airborne.Touchdown(ground=Ground("clear", city="partial")), 0, 0),
        (airborne.Touchdown(glider=True), 1, 1),
        (airborne.Touchdown(airfield=False, airborne_in_hex=True), 0, 0),
        (airborne.Touchdown("air_landing", airfield=False), -2, 0),
        (airborne.Touchdown("air_landing", airfield=True), 0, 0),
        (airborne.Touchdown("air_landing"), 0, 0),
        (airborne.Touchdown("air_landing", airborne_in_hex=True), 1, 0),
    ],
)
def test_24A_each_condition_counts_alone(facts: airborne.Touchdown, fof: int, sf: int) -> None:
    found = [int(airborne.reckon_disruption_modifier(facts, rules).value) for rules in (FOF, SF)]
    assert found == [fof, sf]


@pytest.mark.parametrize(("weather", "modifier"), [("clear", 0), ("mud", -1), ("winter", -1), ("snow", -1)])
def test_sf_24A_hard_weather_is_mud_winter_and_snow(weather: str, modifier: int) -> None:
    assert airborne.reckon_disruption_modifier(airborne.Touchdown(ground=Ground(weather=weather)), SF).value == modifier


def test_fof_24D_six_is_no_roll_above_six_and_rests_on_one_point_fewer() -> None:
    six, seven = (airborne.Touchdown("air_landing_transport", airborne_in_hex=is_one) for is_one in (False, True))
    other = rules_of("fof", (("fof-24D-high-roll", "no-result"),))
    assert airborne.reckon_disruption(six, 6, other).result == "returns"
    points = [len(airborne.reckon_disruption(facts, 6, FOF).modified.rests_on) for facts in (six, seven)]
    assert points == [1, 2]
    unit_at_seven = airborne.Touchdown("air_landing", airborne_in_hex=True)
    assert airborne.reckon_disruption(unit_at_seven, 6, FOF).modified.rests_on == ()


@BOTH
@pytest.mark.parametrize(
    ("result", "attack", "defense", "is_disrupted", "stays"),
    [
        ("none", 3, 3, False, True),
        ("disrupted", Fraction(3, 2), Fraction(3, 2), True, True),
        ("badly_disrupted", 0, Fraction(3, 2), True, True),
        ("eliminated", 3, 3, False, False),
        ("scattered", 3, 3, False, False),
    ],
)
def test_24A_what_a_result_makes_of_a_unit(
    rules: Ruleset, result: str, attack: Fraction, defense: Fraction, is_disrupted: bool, stays: bool
) -> None:
    found = airborne.reckon_landed_unit(REGIMENT, airborne.Landed(result), rules)
    assert (found.attack.value, found.defense.value) == (attack, defense)
    assert (found.is_disrupted, found.is_removed) == (is_disrupted, not stays)
    assert (airborne.attack_factor(result) * 3, airborne.defense_factor(result) * 3) == (attack, defense)


@BOTH
def test_24A_disruption_lasts_until_the_owners_next_initial_phase(rules: Ruleset) -> None:
    """The first side's unit that is disrupted in the second's player turn recovers a game turn later."""
    first, second = rules.variant.sides
    for since, owner, ends in (
        ((TURN, first), first, (TURN.next(), first)),
        ((TURN, first), second, (TURN, second)),
        ((TURN, second), second, (TURN.next(), second)),
        ((TURN, second), first, (TURN.next(), first)),
    ):
        begun, end = airborne.PlayerTurn(*since), airborne.PlayerTurn(*ends)
        assert airborne.disruption_ends(begun, owner, rules) == end
        assert airborne.is_still_disrupted(begun, begun, owner, rules)
        assert not airborne.is_still_disrupted(begun, end, owner, rules)
    begun = airborne.PlayerTurn(TURN, second)
    assert not airborne.is_still_disrupted(begun, airborne.PlayerTurn(TURN, first), second, rules)
    assert airborne.is_still_disrupted(begun, airborne.PlayerTurn(TURN.next(), first), second, rules)


@pytest.mark.parametrize(
    ("of", "what", "disrupted", "enemy", "at", "fof", "sf"),
    [
        ("hex", "airborne", False, False, "same_player_turn", False, True),
        ("airbase", "airborne", False, False, "same_player_turn", True, True),
        ("airbase", "airborne", True, False, "same_player_turn", False, False),
        ("airbase", "airborne", False, True, "same_player_turn", False, False),
        ("airbase", "air_landing", False, False, "same_player_turn", False, True),
        ("hex", "airborne", True, False, "next_friendly_initial_phase", True, True),
        ("hex", "airborne", True, True, "next_friendly_initial_phase", False, False),
        ("airbase", "air_landing", False, False, "next_friendly_initial_phase", True, True),
    ],
)
def test_24B_what_units_that_landed_own(
    of: str, what: str, disrupted: bool, enemy: bool, at: str, fof: bool, sf: bool
) -> None:
    facts = airborne.Holding(of, what, disrupted, enemy, at)
    for rules, owns in ((FOF, fof), (SF, sf)):
        owner, ruling = airborne.owner_after_drop(facts, AXIS, ALLIED, rules)
        assert (owner, ruling.allowed) == ((AXIS, True) if owns else (ALLIED, False))


def test_24B_the_points_that_ownership_rests_on() -> None:
    after_drop, landing = "fof-24B-ownership-after-drop: airbase-only", "fof-24B-air-landing-airbase: no"
    recovered = "sf-24B1-recovered-unit: yes"
    later = "next_friendly_initial_phase"
    for rules, facts, points in (
        (FOF, airborne.Holding(), (after_drop,)),
        (FOF, airborne.Holding("airbase", "air_landing"), (after_drop, landing)),
        (FOF, airborne.Holding("hex", "air_landing"), (after_drop,)),
        (FOF, airborne.Holding("airbase", "airborne"), (after_drop,)),
        (FOF, airborne.Holding("airbase", "air_landing", at=later), ()),
        (SF, airborne.Holding(at=later), ()),
        (SF, airborne.Holding(was_disrupted=True, at=later), (recovered,)),
        (SF, airborne.Holding(was_disrupted=True), ()),
    ):
        assert airborne.rule_on_owning(facts, rules).rests_on == points


@pytest.mark.parametrize(
    ("dropped", "enemy", "strengths", "must", "lost"),
    [
        (True, True, (0, 0), True, True),
        (True, True, (0, Fraction(1, 2)), True, False),
        (True, True, (), True, False),
        (True, False, (0,), False, False),
        (False, True, (0,), False, False),
    ],
)
def test_sf_24B3_who_must_attack_and_is_lost_without_strength(
    dropped: bool, enemy: bool, strengths: tuple[Fraction, ...], must: bool, lost: bool
) -> None:
    facts = airborne.SharedHex(dropped, enemy, strengths)
    assert airborne.must_attack(facts) == must
    assert airborne.are_attackers_lost(facts, SF) == lost
    assert not airborne.are_attackers_lost(facts, FOF)


def test_fof_24B_sf_24B3_an_attack_that_is_stopped_is_a_retreat_for_those_who_dropped_there() -> None:
    found = [airborne.result_for(result, dropped) for result in ("AS", "DR") for dropped in (True, False)]
    assert found == ["AR", "AS", "DR", "DR"]


def test_sf_24B2_an_airborne_overrun_needs_the_odds_and_one_operation() -> None:
    for facts, reasons in (
        (airborne.AirborneOverrun(10, 1), 0),
        (airborne.AirborneOverrun(9, 1), 1),
        (airborne.AirborneOverrun(10, 1, same_operation=False), 1),
        (airborne.AirborneOverrun(9, 1, same_operation=False), 2),
    ):
        ruling = airborne.rule_on_airborne_overrun(facts, SF)
        assert len(ruling.refusals) == reasons
        assert all(refusal.by[0] == SF.cite("airborne-overruns") for refusal in ruling.refusals)


def later(turns: int, turn: Turn = TURN) -> Turn:
    """The turn that is so many turns later."""
    for _ in range(turns):
        turn = turn.next()
    return turn


@pytest.mark.parametrize(
    ("variant", "reading", "legal"),
    [
        ("fof", "at-least-one", (False, True, True)),
        ("fof", "exactly-one", (False, True, False)),
        ("sf", "next-turn", (False, True, True)),
        ("sf", "two-turns", (False, False, True)),
    ],
)
def test_24C_how_many_turns_ahead_an_operation_is_planned(
    variant: str, reading: str, legal: tuple[bool, bool, bool]
) -> None:
    """For the turn itself, the next one, the one after; and never for one that is past."""
    rules = rules_of(variant, ((f"{variant}-24C-planning-ahead", reading),))
    plans = [airborne.Plan(TURN, executed=later(n)) for n in range(3)]
    assert tuple(airborne.rule_on_plan(plan, rules).allowed for plan in plans) == legal
    point = (f"{variant}-24C-planning-ahead: {reading}",)
    assert [airborne.rule_on_plan(plan, rules).rests_on for plan in plans] == [point, (), point]
    past = airborne.rule_on_plan(airborne.Plan(later(1), executed=TURN), rules)
    assert not past.allowed
    least = "2 game turns" if reading == "two-turns" else "1 game turn"
    assert past.possible == (f"an operation {least} later",)
    assert airborne.rule_on_plan(airborne.Plan(TURN, executed=TURN, before_game=True), rules).allowed


@BOTH
@pytest.mark.parametrize(
    ("plan", "is_made"),
    [
        (airborne.Plan(), True),
        (airborne.Plan(phase="movement"), False),
        (airborne.Plan(phase="movement", before_game=True), True),
        (airborne.Plan(plans=2), False),
        (airborne.Plan(earlier_plans=1), False),
        (airborne.Plan(plans=0, earlier_plans=1), True),
        (airborne.Plan(in_enemy_zoc=True), False),
        (airborne.Plan(TURN), True),
        (airborne.Plan(executed=TURN), True),
    ],
)
def test_24C_when_one_plan_is_made_for_a_unit(rules: Ruleset, plan: airborne.Plan, is_made: bool) -> None:
    assert airborne.rule_on_plan(plan, rules).allowed == is_made


def test_fof_24C_a_plan_before_arrival_is_made_as_the_point_is_read() -> None:
    read = rules_of("fof", (("fof-24C-planning-before-arrival", "on-arrival"),))
    early, on_arrival, unknown_turn = (
        airborne.Plan(TURN, arrives=later(1)),
        airborne.Plan(TURN, arrives=TURN),
        airborne.Plan(arrives=TURN),
    )
    assert airborne.rule_on_plan(early, FOF).rests_on == ("fof-24C-planning-before-arrival: before",)
    assert [airborne.rule_on_plan(plan, FOF).allowed for plan in (early, on_arrival, unknown_turn)] == [True] * 3
    assert [airborne.rule_on_plan(plan, read).allowed for plan in (early, on_arrival, unknown_turn)] == [
        False,
        True,
        True,
    ]
    assert airborne.rule_on_plan(on_arrival, FOF).rests_on == ()


@BOTH
def test_24C_what_voids_a_plan_and_what_does_not(rules: Ruleset) -> None:
    assert airborne.rule_on_execution(airborne.HARMLESS, rules).allowed
    for event in airborne.VOIDING:
        assert len(airborne.rule_on_execution(["moved", event], rules).refusals) == 1
    with pytest.raises(UnknownName, match="event"):
        airborne.rule_on_execution(["dreamt"], rules)


@BOTH
def test_24C_a_drop_is_flown_as_it_was_planned(rules: Ruleset) -> None:
    plan = airborne.Plan(TURN, executed=later(1))
    for facts, possible in (
        (airborne.Execution(plan=plan), ()),
        (airborne.Execution(needs_plan=False), ()),
        (airborne.Execution(), ("plan it a game turn ahead",)),
        (airborne.Execution(plan=plan, as_planned=False), ("the hex as planned",)),
        (airborne.Execution(plan=plan, as_planned=False, planned="16A:1420"), ("16A:1420, as planned",)),
        (
            airborne.Execution(plan=plan, since_planning=("attacked",)),
            ("plan it anew in the next initial phase",),
        ),
        (airborne.Execution(plan=airborne.Plan(TURN, executed=TURN)), ("an operation 1 game turn later",)),
    ):
        ruling = airborne.rule_on_planned_drop(facts, rules)
        assert (ruling.allowed, ruling.possible) == (not possible, possible)


@BOTH
def test_24C_a_plan_is_canceled_in_an_own_initial_phase_or_that_of_the_operation(rules: Ruleset) -> None:
    assert all(airborne.rule_on_cancelling(moment, rules).allowed for moment in airborne.CANCELLATIONS)
    assert not airborne.rule_on_cancelling("combat_phase", rules).allowed


# --- on the board, each circumstance alone ---------------------------------------------------------------------------


def dropped(variant: str, *lines: str, held_by: str = "") -> tuple[GameState, Ruleset]:
    """A regiment that has dropped at Maastricht and one at Eben Emael, held by a nation, and a division beside."""
    rules = rules_of(variant)
    day = "May II 40" if variant == "fof" else "Jul II 44"
    enemy = f", {held_by} 3-6 Inf XX 7" if held_by else ""
    there = f"{EBEN_EMAEL}{' contested' if held_by else ''} ge 3-6 Para III 1{enemy}"
    text = "\n".join((there, f"{MAASTRICHT} ge 3-6 Para III 2, ge 7-6 Inf XX 3", *lines))
    state = parse_position(f"{text}\n{day}, Axis combat", rules)
    for unit in ("ge 1 Para III", "ge 2 Para III"):
        state = state.noting(LANDED_BY_AIR, unit, "air_drop")
    return state, rules


BOOKS = pytest.mark.parametrize("variant", ["fof", "sf"])


@BOOKS
def test_24B_who_must_attack_where_it_dropped(variant: str) -> None:
    alone, rules = dropped(variant)
    assert drop_combat.bound_units(AXIS, alone, rules) == ()
    state, _ = dropped(variant, held_by="be" if variant == "fof" else "us")
    assert [piece.id for piece in drop_combat.bound_units(AXIS, state, rules)] == ["ge 1 Para III"]
    assert drop_combat.bound_units(ALLIED, state, rules) == ()
    gone = state.noting(LANDED_BY_AIR, "nobody", "air_drop")
    assert len(drop_combat.bound_units(AXIS, gone, rules)) == 1
    assert drop_combat.hex_situation(EBEN_EMAEL, AXIS, state, rules) == {drop_combat.BOUND: "ge 1 Para III"}
    assert drop_combat.hex_situation(MAASTRICHT, AXIS, state, rules) == {drop_combat.BOUND_ELSEWHERE: "ge 1 Para III"}
    assert drop_combat.hex_situation(EBEN_EMAEL, AXIS, alone, rules) == {}


@BOOKS
def test_24B_attacks_that_leave_dropped_units_out_or_take_them_elsewhere(variant: str) -> None:
    enemy = "be" if variant == "fof" else "us"
    state, rules = dropped(variant, f"{FIELD} {enemy} 3-6 Inf XX 8", held_by=enemy)
    bound, free = "ge 1 Para III", "ge 3 Inf XX"
    for units, target, why in (
        ((bound, free), EBEN_EMAEL, ""),
        ((bound,), EBEN_EMAEL, ""),
        ((free,), EBEN_EMAEL, f"{bound} dropped there and must take part"),
        ((bound,), FIELD, f"{bound} must attack the enemy units in the hex of the drop"),
    ):
        refusals = rule_on_attack_order(Attack(units, target), AXIS, state, rules).refusals
        told = [r.why for r in refusals if "drop" in r.why]
        assert told == ([why] if why else [])


@BOOKS
def test_24B_an_attack_is_owed_until_it_is_made_or_cannot_be(variant: str) -> None:
    enemy = "be" if variant == "fof" else "us"
    state, rules = dropped(variant, held_by=enemy)
    for there, phase, owed in (
        (state, "combat", True),
        (state, "movement", False),
        (state.noting(ATTACKED, "ge 1 Para III", EBEN_EMAEL), "combat", False),
        (state.noting(WAS_ATTACKED, f"{enemy} 7 Inf XX", EBEN_EMAEL), "combat", False),
        (dropped(variant)[0], "combat", False),
    ):
        end = PhaseEnd(phase, AXIS, there, rules)
        assert drop_combat.is_attack_owed(end) == owed


@BOOKS
def test_24A_what_is_known_of_a_piece_that_landed(variant: str) -> None:
    state, rules = dropped(variant)
    landed, other = state.piece("ge 1 Para III"), state.piece("ge 3 Inf XX")
    assert drop_combat.situation_of(landed, state, rules) == {airborne.LANDED: "air_drop"}
    assert drop_combat.situation_of(other, state, rules) == {}
    more = state.noting(DISRUPTION, other.id, "disrupted").noting(AIR_TRANSPORTED, other.id, "regular_transport")
    assert drop_combat.situation_of(other, more, rules) == {
        drop_combat.CARRIED: "regular_transport",
        airborne.DISRUPTED_SITUATION: "disrupted",
    }


@BOOKS
@pytest.mark.parametrize(
    ("result", "attackers", "retreating"),
    [
        ("AS", ("ge 1 Para III", "ge 2 Para III", "ge 3 Inf XX"), ("ge 1 Para III",)),
        ("AS", ("ge 2 Para III",), ()),
        ("DR", ("ge 1 Para III",), ()),
        ("AS", ("gone", "ge 1 Para III"), ("ge 1 Para III",)),
    ],
)
def test_24B_who_retreats_that_was_stopped_where_it_dropped(
    variant: str, result: str, attackers: tuple[str, ...], retreating: tuple[str, ...]
) -> None:
    state, rules = dropped(variant)
    attempt = Attempt(attackers, (), EBEN_EMAEL, result=result, must_retreat=("other",))
    after, played = play(drop_combat.retreat_where_stopped(state.noting(ATTEMPT, "", attempt), rules))
    left = after.recall(ATTEMPT, "")
    assert left is not None and left.must_retreat == ("other", *retreating)
    assert len(played.events) == bool(retreating)
    stayed = state.forgetting(LANDED_BY_AIR, "ge 1 Para III").noting(ATTEMPT, "", attempt)
    assert play(drop_combat.retreat_where_stopped(stayed, rules))[1].events == ()


def planner(variant: str, phase: str = "initial") -> tuple[GameState, Ruleset, Hex]:
    """A parachute regiment, an infantry regiment and a transport at an airbase, and a clear hex beside."""
    rules = rules_of(variant)
    base, day, side, nation = (
        (BASE, "May II 40", "Axis", "ge") if variant == "fof" else (BRITAIN, "Jul II 44", "Allied", "us")
    )
    text = f"{base} {nation} 3-6 Para III 1, {nation} 2-6 Inf III 2, {nation} 1T2 19 T"
    state = parse_position(f"{text}\n{day}, {side} {phase}", rules)
    return state, rules, next(ref for ref in rules.board.neighbors_of(base) if rules.board.terrain(ref) == "clear")


@BOOKS
def test_24C_each_thing_wrong_with_a_plan(variant: str) -> None:
    state, rules, target = planner(variant)
    side, (para, infantry) = state.phasing, sorted(state.pieces, reverse=True)
    para, infantry = (para, infantry) if "Para" in para else (infantry, para)
    other = ALLIED if side == AXIS else AXIS
    order = PlanDrop(para, target)
    enemy = Piece("enemy", Unit("fr", "infantry", "division", Rating.parse("5-6")), other, target)
    movement = state.at_moment(evolve(state.moment, phase="movement"))
    before = state.at_moment(evolve(state.moment, phase="deployment"))
    for plan, player, there, why in (
        (order, side, state, []),
        (order, other, state, [f"{para} is not the player's"]),
        (PlanDrop(infantry, target), side, state, [f"{infantry} neither drops nor lands from the air"]),
        (
            order,
            side,
            state.noting(DROP_PLAN, para, DropPlan(target)),
            ["an operation is planned for the unit already"],
        ),
        (order, side, movement, ["nothing is planned in the movement phase"]),
        (order, side, state.with_piece(enemy), ["the unit is in an enemy ZOC"]),
        (order, side, before, []),
    ):
        assert [r.why for r in drop_plans.rule_on_plan_order(plan, player, there, rules).refusals] == why
    assert gather_plan(before.piece(para), before, rules).before_game
    for there, turn in ((state, str(state.moment.turn)), (before, "")):
        after, played = play(drop_plans.plan_drop(order, side, there, rules))
        assert after.recall(DROP_PLAN, para) == DropPlan(target, turn)
        assert played.events[0].text == f"{para} is to drop or land in {target}"
        assert played.events[0].facts == (("secret", side),)


@BOOKS
def test_24C_each_thing_wrong_with_calling_a_plan_off(variant: str) -> None:
    state, rules, target = planner(variant)
    side, para = state.phasing, next(i for i in state.pieces if "Para" in i)
    other = ALLIED if side == AXIS else AXIS
    planned = state.noting(DROP_PLAN, para, DropPlan(target))
    order = CancelDrop(para)
    for phase, allowed in (("initial", True), ("movement", True), ("deployment", True), ("combat", False)):
        there = planned.at_moment(evolve(planned.moment, phase=phase))
        assert drop_plans.rule_on_cancel_order(order, side, there, rules).allowed == allowed
    assert [r.why for r in drop_plans.rule_on_cancel_order(order, side, state, rules).refusals] == [
        f"nothing is planned for {para}"
    ]
    assert [r.why for r in drop_plans.rule_on_cancel_order(order, other, planned, rules).refusals] == [
        f"{para} is not the player's"
    ]
    after, _ = play(drop_plans.cancel_drop(order, side, planned, rules))
    assert after.recall(DROP_PLAN, para) is None


@BOOKS
def test_24C_what_voids_a_plan_on_the_board(variant: str) -> None:
    state, rules, target = planner(variant)
    side, para = state.phasing, next(i for i in state.pieces if "Para" in i)
    other = ALLIED if side == AXIS else AXIS
    planned = state.noting(DROP_PLAN, para, DropPlan(target))
    enemy = Piece("enemy", Unit("fr", "infantry", "division", Rating.parse("5-6")), other, target)
    box = Hex(next(iter(rules.board.boxes)))
    for there, is_void in (
        (planned, False),
        (planned.noting(ATTACKED, para, target), True),
        (planned.noting(WAS_ATTACKED, para, target), True),
        (planned.with_piece(enemy), True),
        (planned.with_piece(enemy).moved(para, box), False),
        (planned.without(para), True),
        (state.noting(DROP_PLAN, para, DropPlan(target, is_void=True)), True),
    ):
        plan = drop_plans.void_plans(there, rules).recall(DROP_PLAN, para)
        assert plan is not None and plan.is_void == is_void


@BOOKS
def test_24C_only_who_has_transports_and_airborne_units_plans(variant: str) -> None:
    state, rules, _ = planner(variant)
    para = next(i for i in state.pieces if "Para" in i)
    grounded = evolve(state, air=type(state.air)())
    for there, plans in ((state, True), (state.without(para), False), (grounded, False)):
        step = next(drop_plans.plan_operations(there, rules), None)
        assert isinstance(step, Opening) == plans


def test_sf_24B4_supply_of_the_phasing_side_is_lost_in_enemy_hexes_alone() -> None:
    state, rules, target = planner("sf")
    for owner, supplier, lost in ((AXIS, ALLIED, True), (ALLIED, ALLIED, False), (ALLIED, AXIS, False)):
        there = deliver(target, supplier, 2, state.owned({target: owner}))
        after, played = play(drop_plans.lose_dropped_supply(there, rules))
        assert supplies_at(target, after) == ({} if lost else {supplier: 2})
        assert [event.text for event in played.events] == ([f"dropped supply is lost in {target}"] if lost else [])
