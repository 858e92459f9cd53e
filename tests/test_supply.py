"""Supply through the game (rule 12): judged in initial phases, shared out, counted, felt; resource points carried."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules import Game, GameState, Hex, Move, Ruleset, parse_position
from europa_rules.errors import IllegalAnswer, IllegalOrder
from europa_rules.ground.delivered_supply import deliver, remove_old_supplies
from europa_rules.ground.isolation import judge_isolation
from europa_rules.ground.resources import Carry, Rearrange, Scrap
from europa_rules.ground.supply import judge_supply, stands_of
from europa_rules.ground.supply_elimination import ELIMINATION
from europa_rules.ground.supply_state import DRAWS_ON, supplies_at, turns_of_effect, turns_out_of, was_judged_isolated
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.testing import play

MIDDLE = Hex("16A:2130")
SUCCESSES = ("success", "S")


@cache
def rules_of(game: str, *options: str, **readings: str) -> Ruleset:
    return er.load(game, options=options, rulings={key.replace("_", "-"): value for key, value in readings.items()})


def ring(rules: Ruleset, center: Hex, counter: str) -> str:
    """Enemies all around a hex, in position notation."""
    return " | ".join(f"{ref} {counter}" for ref in rules.board.neighbors_of(center) if rules.board.has_land(ref))


def to(game: Game, name: str) -> None:
    """Go on to an opening of this name."""
    while not (isinstance(game.pending, er.Opening) and game.pending.name == name):
        go_on(game)


def go_on(game: Game) -> None:
    """Pass, or take the first suggestion."""
    if isinstance(game.pending, er.Decision):
        game.decide(*game.pending.suggestions[0])
    else:
        game.done()


def judged(state: GameState, rules: Ruleset, *answers: tuple[str, ...]) -> GameState:
    state, _ = play(judge_isolation(state, rules))
    state, _ = play(judge_supply(state, rules), answers=list(answers))
    return state


def told(game: Game, kind: str) -> list[str]:
    return [str(entry) for entry in game.log if entry.kind == kind]


# --- when it is judged, and how long it lasts (12B, 12D) -------------------------------------------------------------


@pytest.mark.parametrize(("book", "enemy", "turn"), [("fof", "fr", "May II 40"), ("sf", "us", "Jul I 44")])
def test_12D_a_turn_out_of_supply_is_two_player_turns(book: str, enemy: str, turn: str) -> None:
    rules = rules_of(book)
    text = f"{MIDDLE} ge 7-6 Inf XX 9 | {ring(rules, MIDDLE, f'{enemy} 5-6 Inf XX')} | {turn}, Axis initial"
    game = Game.start(rules, text, dice="manual")
    for _ in range(3):
        to(game, "exploitation phase")
        to(game, "movement phase")
    counts = [entry.partition("(U-")[2][:1] for entry in told(game, "supply judged")]
    assert counts == ["1", "1", "2", "2"]


def test_fof_12B_what_was_judged_in_the_initial_phase_holds_for_the_player_turn() -> None:
    rules = rules_of("fof")
    state = judged(parse_position(f"{MIDDLE} ge 7-6 Inf XX 9 | May II 40, Axis initial", rules), rules)
    assert stands_of(AXIS, state, rules)["ge 9 Inf XX"].kind == "full"
    text = f"{MIDDLE} ge 7-6 Inf XX 9 | {ring(rules, MIDDLE, 'fr 5-6 Inf XX')} | May II 40, Axis initial"
    cut_off = evolve(parse_position(text, rules), record=state.record)
    assert not stands_of(AXIS, cut_off, rules)["ge 9 Inf XX"].in_supply
    assert turns_of_effect("ge 9 Inf XX", cut_off) == 0
    assert turns_of_effect("ge 9 Inf XX", judged(cut_off, rules)) == 1


def test_fof_12B_both_sides_are_judged_in_either_player_turn() -> None:
    rules = rules_of("fof")
    text = f"{MIDDLE} ge 7-6 Inf XX 9 | {ring(rules, MIDDLE, 'fr 5-6 Inf XX')} | 17A:2105 fr 5-6 Inf XX 8"
    state = judged(parse_position(f"{text} | May II 40, Allied initial", rules), rules)
    assert turns_out_of("ge 9 Inf XX", state) == 1
    assert was_judged_isolated("ge 9 Inf XX", state)
    assert turns_out_of("fr 8 Inf XX", state) == 0


# --- limited sources (SF 12C2) ---------------------------------------------------------------------------------------

PORT = Hex("26:4030")
"""A minor port of Sicily: it serves 15 REs."""

LANDED = f"{PORT} 6x us 5-6 Inf XX | owner Allied {PORT} | Jul I 43, Axis initial"
DIVISIONS = ("us Inf XX", *(f"us Inf XX #{n}" for n in range(2, 7)))


def test_sf_12C2_01_the_owner_chooses_whom_an_overburdened_port_serves() -> None:
    game = Game.start(rules_of("sf"), LANDED, dice="manual")
    pending = game.pending
    assert isinstance(pending, er.Decision)
    assert pending.who == ALLIED
    assert set(pending.candidates) == set(DIVISIONS)
    with pytest.raises(IllegalAnswer, match="do not serve so many units together"):
        game.decide(*DIVISIONS)
    game.decide(*DIVISIONS[1:])
    assert [turns_out_of(unit, game.state) for unit in DIVISIONS] == [1, 0, 0, 0, 0, 0]
    assert game.state.recall(DRAWS_ON, DIVISIONS[5]) == f"limited {PORT}"


def test_sf_12C2_02_units_that_draw_on_a_limited_source_are_not_isolated_and_in_full_vigor() -> None:
    game = Game.start(rules_of("sf"), LANDED.replace("6x", "5x"), dice="manual")
    assert {stand.kind for stand in game.supply(ALLIED).values()} == {"limited"}
    assert not any(stand.isolated for stand in game.supply(ALLIED).values())
    assert str(game.supply_line("us Inf XX")) == f"to {PORT}, minor and standard ports (SF 12C2)"


def test_sf_12C2_03_in_the_other_reading_an_overburdened_port_serves_nobody() -> None:
    game = Game.start(rules_of("sf", sf_12C2_port_load="nobody"), LANDED, dice="manual")
    assert [turns_out_of(unit, game.state) for unit in DIVISIONS] == [1] * 6


def test_sf_12C2_04_units_are_spread_over_ports_so_that_all_are_served() -> None:
    rules = rules_of("sf")
    two = "26:4326 12x us 5-6 Inf XX | owner Allied 26:4326 26:4226 | Jul I 43, Axis initial"
    stands = stands_of(ALLIED, parse_position(two, rules), rules)
    drawing = [stand.source for stand in stands.values()]
    assert set(drawing) == {"26:4326", "26:4226"}
    assert max(drawing.count("26:4326"), drawing.count("26:4226")) <= 10, "30 REs are ten divisions"


def test_sf_12C2_05_a_port_serves_only_with_another_as_large_that_leads_on() -> None:
    rules = rules_of("sf")
    state = parse_position(LANDED.replace("6x", "1x"), rules)
    assert stands_of(ALLIED, state, rules)["us Inf XX"].kind == "limited"
    land = [ref for ref in rules.board.hexes if rules.owner_at_start(ref) == ALLIED]
    alone = state.owned({ref: AXIS for ref in land if ref[:2] in ("26", "27")})
    assert not stands_of(ALLIED, alone, rules)["us Inf XX"].in_supply


# --- special sources (FoF 12C3, SF 12C3) -----------------------------------------------------------------------------


def ringed(units: str) -> GameState:
    """German units in a hex with American divisions all around."""
    rules = rules_of("sf")
    return parse_position(f"{MIDDLE} {units} | {ring(rules, MIDDLE, 'us 5-6 Inf XX')} | Jul I 44, Axis initial", rules)


def test_sf_12C3b_a_port_fortification_supplies_its_hex_but_turns_count_on() -> None:
    rules = rules_of("sf")
    state = ringed("ge 7-6 Inf XX 1, ge 2-0 PortFort III 2")
    for checks in (1, 2, 3):
        state = judged(state, rules)
        assert turns_of_effect("ge 1 Inf XX", state) == 0
        assert turns_out_of("ge 1 Inf XX", state) == (checks + 1) // 2
        assert was_judged_isolated("ge 1 Inf XX", state)


def test_sf_12C3_a_regular_source_goes_before_a_special_one() -> None:
    rules = rules_of("sf")
    text = f"{PORT} ge 7-6 Inf XX 1, ge 2-0 PortFort III 2 | Jul I 43, Axis initial"
    for enemies, kind in (("", "full"), (ring(rules, PORT, "us 5-6 Inf XX"), "limited")):
        state = parse_position(f"{text} | {enemies}" if enemies else text, rules)
        assert stands_of(AXIS, state, rules)["ge 1 Inf XX"].kind == kind


def test_sf_12C3a_delivered_supply_serves_an_re_a_point() -> None:
    rules = rules_of("sf")
    state = deliver(MIDDLE, AXIS, 3, ringed("ge 7-6 Inf XX 1, ge 2-6 Inf III 2"))
    served = judged(state, rules, ("ge 1 Inf XX",))
    assert (turns_of_effect("ge 1 Inf XX", served), turns_of_effect("ge 2 Inf III", served)) == (0, 1)
    assert turns_out_of("ge 1 Inf XX", served) == 1


@pytest.mark.parametrize(("reading", "turns"), [("counts-on", 1), ("stops", 0)])
def test_fof_12C3_delivered_supply_stops_the_count_in_one_reading(reading: str, turns: int) -> None:
    rules = rules_of("fof", fof_12C3_delivered_supply=reading)
    text = f"{MIDDLE} ge 7-6 Inf XX 1 | {ring(rules, MIDDLE, 'fr 5-6 Inf XX')} | May II 40, Axis initial"
    state = judged(deliver(MIDDLE, AXIS, 3, parse_position(text, rules)), rules)
    assert turns_of_effect("ge 1 Inf XX", state) == 0
    assert turns_out_of("ge 1 Inf XX", state) == turns


@pytest.mark.parametrize(
    ("side", "landed", "gone"),
    [(ALLIED, "Aug II 44", ("Sep I 44", ALLIED)), (AXIS, "Aug I 44", ("Aug II 44", AXIS))],
)
def test_sf_12C3a_supplies_landed_lie_over_two_initial_phases(side: Side, landed: str, gone: tuple[str, Side]) -> None:
    """The worked example of the book, and the same for the other side."""
    rules = rules_of("sf")
    turn = Turn.parse(landed)
    state = parse_position(f"{MIDDLE} us 5-6 Inf XX 1 | {landed}, {side} movement", rules)
    state = deliver(MIDDLE, side, 2, state)
    phases = [(at, player) for at in (turn, turn.next(), turn.next().next()) for player in (AXIS, ALLIED)]
    for at, player in phases[phases.index((turn, side)) + 1 :]:
        state = state.at_moment(evolve(state.moment, turn=at, player=player, phase="initial"))
        assert supplies_at(MIDDLE, state) == {side: 2}
        state, _ = play(remove_old_supplies(state, rules))
        if not supplies_at(MIDDLE, state):
            break
    assert (str(at), player) == gone


# --- elimination (FoF 12D3, SF 12D) ----------------------------------------------------------------------------------


@pytest.mark.parametrize("survives", [True, False])
@pytest.mark.parametrize(("book", "enemy", "turn"), [("fof", "fr", "May II 40"), ("sf", "us", "Jul I 44")])
def test_12D3_from_the_fourth_turn_on_isolated_units_roll(book: str, enemy: str, turn: str, survives: bool) -> None:
    rules = rules_of(book, *(("12D3",) if book == "fof" else ()))
    text = f"{MIDDLE} ge 7-6 Inf XX 9 | {ring(rules, MIDDLE, f'{enemy} 5-6 Inf XX')} | {turn}, Axis initial"
    game = Game.start(rules, text, dice="manual")
    table = rules.charts.success[ELIMINATION]
    face = next(n for n in range(1, 7) if (table.result(n).value in SUCCESSES) == survives)
    while not isinstance(game.pending, er.Roll):
        go_on(game)
    assert turns_out_of("ge 9 Inf XX", game.state) == 4
    game.roll(face)
    assert ("ge 9 Inf XX" in game.state.pieces) == survives
    assert len(told(game, "checked for elimination")) == 1


def test_fof_12D3_without_the_option_nobody_rolls() -> None:
    rules = rules_of("fof")
    text = f"{MIDDLE} ge 7-6 Inf XX 9 | {ring(rules, MIDDLE, 'fr 5-6 Inf XX')} | May II 40, Axis initial"
    game = Game.start(rules, text, dice="manual")
    for _ in range(9):
        to(game, "exploitation phase")
        to(game, "movement phase")
    assert turns_out_of("ge 9 Inf XX", game.state) > 4
    assert not told(game, "checked for elimination")


# --- resource points (12E) -------------------------------------------------------------------------------------------


def test_fof_12E2_points_carried_take_a_mp_off_and_come_along() -> None:
    rules = rules_of("fof", "12E2")
    game = Game.start(rules, "16A:1506 ge 7-6 Inf XX 1, ge RP 3 <rp> | May I 40, Axis movement", dice="manual")
    before = max(game.destinations("ge 1 Inf XX").values())
    game.submit(Carry("ge 1 Inf XX", ("rp",)))
    assert max(game.destinations("ge 1 Inf XX").values()) == before - 1
    game.submit(Move(("ge 1 Inf XX",), (Hex("16A:1507"),)))
    assert game.state.piece("rp").place == "16A:1507"
    game.submit(Rearrange(("rp",), ("1", "2")))
    assert sorted(p.unit.points for p in game.state.at(Hex("16A:1507")) if p.unit.points) == [1, 2]


def test_fof_12E2_nothing_is_carried_without_the_option() -> None:
    game = Game.start(rules_of("fof"), "16A:1506 ge 7-6 Inf XX 1, ge RP 3 <rp> | May I 40, Axis movement")
    with pytest.raises(IllegalOrder, match="12E2"):
        game.submit(Carry("ge 1 Inf XX", ("rp",)))


def test_sf_12E_a_heavy_load_takes_two_mps_off() -> None:
    rules = rules_of("sf")
    game = Game.start(rules, "16A:1506 ge 7-6 Inf XX 1, ge RP 6 <rp> | Jul I 43, Axis movement", dice="manual")
    before = max(game.destinations("ge 1 Inf XX").values())
    game.submit(Carry("ge 1 Inf XX", ("rp",)))
    assert max(game.destinations("ge 1 Inf XX").values()) == before - 2


def test_sf_12E_nobody_carries_more_than_twice_his_size() -> None:
    text = "16A:1506 ge 7-6 Inf XX 1, ge RP 7 <rp> | Jul I 43, Axis movement"
    with pytest.raises(IllegalOrder, match="SF 12E"):
        Game.start(rules_of("sf"), text).submit(Carry("ge 1 Inf XX", ("rp",)))


def test_fof_12E_a_die_is_rolled_for_each_point_in_a_captured_hex() -> None:
    rules = rules_of("fof")
    text = "16A:2130 ge 7-6 Inf XX 1 | 16A:2129 fr RP 2 <rp> | May II 40, Axis movement"
    game = Game.start(rules, text, dice="manual")
    table = rules.charts.success["resource_capture"]
    faces = [next(n for n in range(1, 7) if (table.result(n).value in SUCCESSES) == taken) for taken in (True, False)]
    game.submit(Move(("ge 1 Inf XX",), (Hex("16A:2129"),)))
    for face in faces:
        assert isinstance(game.pending, er.Roll)
        game.roll(face)
    points = [p for p in game.state.pieces.values() if p.unit.points]
    assert [(p.side, p.unit.points, p.place) for p in points] == [(AXIS, 1, "16A:2129")]


def test_sf_12E_points_in_a_captured_hex_are_destroyed() -> None:
    text = "16A:2130 us 7-6 Inf XX 1 | 16A:2129 ge RP 2 <rp> | Jul I 44, Allied movement"
    game = Game.start(rules_of("sf"), text, dice="manual")
    game.submit(Move(("us 1 Inf XX",), (Hex("16A:2129"),)))
    assert "rp" not in game.state.pieces


def test_fof_12E_the_owner_eliminates_points_in_his_own_player_turn() -> None:
    text = "16A:1506 ge RP 3 <rp> | 16A:2129 fr RP 2 <frp> | May I 40, Axis movement"
    game = Game.start(rules_of("fof"), text, dice="manual")
    with pytest.raises(IllegalOrder):
        game.submit(Scrap(("frp",)))
    game.submit(Scrap(("rp",)))
    assert "rp" not in game.state.pieces


def test_fof_12C3_supply_shipped_to_a_holding_box_is_not_kept_there() -> None:
    state = ringed("ge 7-6 Inf XX 1, ge 2-6 Inf III 2")
    assert deliver(Hex("box:French North Africa"), AXIS, 3, state) == state
