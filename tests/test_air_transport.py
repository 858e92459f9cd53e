"""Air transport and gliders (FoF 20F, 23B, 23E2, 23F; SF 20F, 23C, 23D, 44E): loads, and positions on the sheets."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from fractions import Fraction

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.air.bomber_transports import rule_on_bomber_as_transport
from europa_rules.air.facts import (
    AIR_TRANSPORTED,
    CARGO_BACK,
    FLYING,
    MINES_LAID,
    OPERATION,
    UNDER_WAY_NOW,
    AirOperation,
    Flying,
)
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.landing_troops import LAYING, MinesLaid, load_cargo
from europa_rules.air.returning import apply_results, return_to_base
from europa_rules.air.transport import (
    CargoUnit,
    Carrier,
    DropHex,
    Lift,
    Load,
    fate_of_cargo,
    most_severe,
    reckon_capacity,
    reckon_cargo,
    rule_on_drop_hex,
    rule_on_load,
)
from europa_rules.errors import UnknownName
from europa_rules.game import Game
from europa_rules.ground.facts import LOST_ZOC
from europa_rules.ground.moves import Move, mps_for_work
from europa_rules.ground.supply_state import supplies_at
from europa_rules.ground.zones import gather_exertion, has_zoc
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, GameState
from europa_rules.testing import play
from europa_rules.units import Rating, Unit

FOF_BASE, FOF_NEAR, FOF_TARGET = Hex("16A:1420"), Hex("16A:1523"), Hex("16A:1320")
SF_BASE, SF_TARGET = Hex("17A:0405"), Hex("17A:0206")
REGIMENT = Unit("ge", "infantry", "regiment", Rating.parse("2-6"))
PARACHUTE = Unit("ge", "parachute", "regiment", Rating.parse("3-6"))


@functools.cache
def rules_of(variant: str, options: tuple[str, ...] = (), rulings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return er.load(variant, options=options, rulings=dict(rulings))


FOF, SF = rules_of("fof"), rules_of("sf")
BOTH = pytest.mark.parametrize("rules", [FOF, SF], ids=["fof", "sf"])


@frozen
class Field:
    """A game, the side that flies, its nation, an airbase of it and another one, and a moment of good weather."""

    rules: Ruleset
    side: Side
    nation: str
    base: Hex
    target: Hex
    moment: str

    def game(self, position: str, *more: str, phase: str = "movement") -> Game:
        """A game with this at the airbase: NN stands for the nation."""
        lines = [f"{self.base} {position}", *more, f"{self.moment}, {self.side} {phase}"]
        return Game.start(self.rules, "\n".join(lines).replace("NN", self.nation), dice="manual")

    def fly(self, game: Game, target: Hex, *flights: str, face: int = 6, night: str = "") -> None:
        """Fly an operation to its end; every die shows this face."""
        orders = tuple(flight.replace("NN", self.nation) for flight in flights)
        game.submit(FlyOperation(target, orders, night), self.side)
        settle(game, face)


AXIS_40 = Field(FOF, AXIS, "ge", FOF_BASE, FOF_TARGET, "May II 40")
ALLIED_44 = Field(SF, ALLIED, "us", SF_BASE, SF_TARGET, "Jul II 44")
FIELDS = pytest.mark.parametrize("field", [AXIS_40, ALLIED_44], ids=["fof", "sf"])


def settle(game: Game, face: int = 6) -> None:
    while isinstance(game.pending, Decision | Roll):
        if isinstance(game.pending, Roll):
            game.roll(*(min(face, game.pending.sides),) * game.pending.dice)
        else:
            game.decide(*game.pending.suggestions[0])


def texts(game: Game, kind: str) -> list[str]:
    return [entry.text for entry in game.log if entry.kind == kind]


def refused(field: Field, game: Game, target: Hex, *flights: str) -> set[str]:
    orders = tuple(flight.replace("NN", field.nation) for flight in flights)
    ruling = game.rule_on(FlyOperation(target, orders), field.side)
    assert not ruling.allowed and ruling.possible
    return {citation.number for citation in ruling.citations}


def load_of(kinds: str, *units: Unit, mission: str = "regular_transport", **points: int) -> Load:
    lift = Lift(tuple(map(Carrier, kinds.split())), mission)
    return Load(lift, tuple(map(CargoUnit, units)), tuple(points.items()))


# --- capacity --------------------------------------------------------------------------------------------------------


@BOTH
def test_20F_01_a_type_t_carries_one_re_and_a_glider_as_much(rules: Ruleset) -> None:
    assert reckon_capacity(Lift((Carrier("T"),)), rules).value == 1
    assert reckon_capacity(Lift((Carrier("T"), Carrier("GT"))), rules).value == 2


def test_sf_20F_02_weather_and_extended_range_each_halve_the_load() -> None:
    lift = Lift((Carrier("HT"),))
    assert reckon_capacity(evolve(lift, weather="mud"), SF).value == 1
    assert reckon_capacity(evolve(lift, weather="snow", extended=True), SF).value == Fraction(1, 2)
    assert reckon_capacity(evolve(lift, weather="frost"), SF).value == 2
    assert reckon_capacity(evolve(Lift((Carrier("T"),)), weather="snow"), FOF).value == 1


def test_sf_20F_03_the_weather_at_the_base_counts_in_one_reading_only() -> None:
    lift = Lift((Carrier("T"),), base_weather="mud")
    assert reckon_capacity(lift, SF).value == 1
    base_too = rules_of("sf", rulings=(("sf-20F-whose-weather", "base-too"),))
    assert reckon_capacity(lift, base_too).value == Fraction(1, 2)
    assert reckon_capacity(evolve(lift, weather="mud"), base_too).value == Fraction(1, 2)


def test_sf_20F3_01_weather_halves_a_minelayer_unless_it_is_read_otherwise() -> None:
    lift = Lift((Carrier("B"), Carrier("HB")), "aerial_minelaying", weather="winter")
    assert reckon_capacity(lift, SF).value == 1
    assert reckon_capacity(lift, rules_of("sf", rulings=(("sf-20F3-minelayer-weather", "no"),))).value == 2
    assert reckon_capacity(Lift((Carrier("T"),), "aerial_minelaying"), SF).value == 0


@BOTH
def test_20F2_01_ground_units_count_double_in_a_drop_and_supplies_do_not(rules: Ruleset) -> None:
    assert reckon_cargo(load_of("T", PARACHUTE, mission="air_drop"), rules).value == 2
    assert reckon_cargo(load_of("T", supply=4, mission="air_drop"), rules).value == 1


@BOTH
def test_20F_04_heavy_equipment_is_not_carried(rules: Ruleset) -> None:
    guns = Unit("ge", "artillery", "regiment", Rating.parse("1-2-6"))
    ruling = rule_on_load(load_of("T", guns), rules)
    assert not ruling.allowed and "20F" in {c.number for c in ruling.citations} and ruling.possible


def test_fof_14K2_01_units_that_cannot_move_are_not_carried() -> None:
    fortress = Unit("fr", "fortress", "regiment", Rating.parse("1-0"))
    assert "14K2" in {c.number for c in rule_on_load(load_of("T", fortress), FOF).citations}


def test_fof_20F2_02_supply_is_dropped_unless_it_is_read_otherwise() -> None:
    dropped = load_of("T", supply=1, mission="air_drop")
    assert rule_on_load(dropped, FOF).allowed
    nothing = rules_of("fof", rulings=(("fof-20F2-dropping-supply", "nothing"),))
    assert not rule_on_load(dropped, nothing).allowed


@BOTH
def test_20F2_03_no_unit_drops_into_rough_country_and_supplies_on_any_land(rules: Ruleset) -> None:
    for terrain in ("mountain", "forest", "wooded_swamp"):
        assert not rule_on_drop_hex(DropHex(terrain), rules).allowed
        assert rule_on_drop_hex(DropHex(terrain, with_units=False), rules).allowed
    assert rule_on_drop_hex(DropHex("woods", enemy_occupied=True), rules).allowed
    assert not rule_on_drop_hex(DropHex("sea", with_units=False, is_land=False), rules).allowed


def test_sf_20F2_04_any_land_takes_a_drop_in_one_reading() -> None:
    anywhere = rules_of("sf", rulings=(("sf-20F2-drop-terrain", "any-land"),))
    assert rule_on_drop_hex(DropHex("mountain"), anywhere).allowed
    assert not rule_on_drop_hex(DropHex("mountain"), SF).allowed
    assert rule_on_drop_hex(DropHex("mountain"), SF).rests_on


@given(st.lists(st.sampled_from("-RAK"), min_size=1, max_size=5))
def test_20F_05_the_most_severe_result_is_that_of_the_cargo(results: list[str]) -> None:
    assert most_severe(results) in results
    fate = {"K": "eliminated", "-": "delivered"}.get(most_severe(results), "returns")
    assert fate_of_cargo(results) == fate == fate_of_cargo(list(reversed(results)))


def test_20F_06_a_result_that_there_is_not_is_refused() -> None:
    with pytest.raises(UnknownName):
        fate_of_cargo(["X"])


# --- optional rules --------------------------------------------------------------------------------------------------


def test_fof_23E2_01_listed_bombers_carry_and_drop_no_units() -> None:
    rules = rules_of("fof", ("23E2",))
    assert rule_on_bomber_as_transport(AXIS, "He 111H4", "B", rules).allowed
    assert rule_on_bomber_as_transport(ALLIED, "Whitley", "HB", rules).allowed
    assert not rule_on_bomber_as_transport(AXIS, "Do 17Z", "B", rules).allowed
    assert not rule_on_bomber_as_transport(AXIS, "He 111H4", "B", FOF).allowed
    lift = Lift((Carrier("B", as_transport=True),))
    assert not rule_on_load(Load(lift, (CargoUnit(REGIMENT),)), rules).allowed
    assert rule_on_load(Load(lift, (CargoUnit(evolve(REGIMENT, size="battalion")),)), rules).allowed


def test_sf_44E2_01_heavy_transports_carry_guns_that_count_double() -> None:
    guns = Unit("us", "artillery", "battalion", Rating.parse("1-2-6"))
    rules = rules_of("sf", ("44E2",))
    assert rule_on_load(load_of("HT", guns), rules).allowed
    assert reckon_cargo(load_of("HT", guns), rules).value == 1
    assert not rule_on_load(load_of("T", guns), rules).allowed
    assert not rule_on_load(load_of("HT", guns), SF).allowed
    motorized = evolve(guns, symbols=("motorized",))
    assert not rule_on_load(load_of("HT", motorized), rules).allowed


def test_fof_23E2_02_a_bomber_carries_a_battalion_in_a_game() -> None:
    field = evolve(AXIS_40, rules=rules_of("fof", ("23E2",)))
    game = field.game("NN 1-6 Inf II 7, NN 2B3 3-2/12 He 111H4")
    field.fly(game, field.target, "NN He 111H4: regular transport, carry NN 7 Inf II")
    assert game.state.piece("ge 7 Inf II").place == field.target
    plain = AXIS_40.game("NN 1-6 Inf II 7, NN 2B3 3-2/12 He 111H4")
    ruling = plain.rule_on(FlyOperation(field.target, ("ge He 111H4: regular transport, carry ge 7 Inf II",)), AXIS)
    assert not ruling.allowed


# --- on the sheets ---------------------------------------------------------------------------------------------------


@FIELDS
def test_20F1_01_a_regiment_is_landed_at_another_airbase_and_moves_no_more(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 Transport")
    field.fly(game, field.target, "NN Transport: regular transport, carry NN 5 Inf III")
    piece = f"{field.nation} 5 Inf III"
    state = game.state
    assert state.piece(piece).place == field.target
    assert state.recall(AIR_TRANSPORTED, piece) == "regular_transport" and state.recall(LOST_ZOC, piece) is None
    transport = state.air_piece(f"{field.nation} Transport")
    assert (transport.place, transport.status) == (field.base, INOPERATIVE)
    beyond = next(ref for ref in field.rules.board.neighbors_of(field.target) if field.rules.board.has_land(ref))
    ruling = game.rule_on(Move((piece,), (beyond,)), field.side)
    assert "20F" in {citation.number for citation in ruling.citations}


@FIELDS
def test_20F1_02_a_one_way_transport_stays_where_it_lands(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 Transport")
    field.fly(game, field.target, "NN Transport: regular transport, one way, carry NN 5 Inf III")
    assert game.state.air_piece(f"{field.nation} Transport").place == field.target
    assert game.state.piece(f"{field.nation} 5 Inf III").place == field.target


@FIELDS
def test_20F_07_a_transport_carries_no_more_than_its_capacity(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 2-6 Inf III 6, NN 1T2 13 Transport")
    both = "NN Transport: regular transport, carry NN 5 Inf III & NN 6 Inf III"
    assert "20F" in refused(field, game, field.target, both)
    extended = "NN Transport: regular transport, extended, carry NN 5 Inf III"
    assert {"23B", "23C"} & refused(field, game, field.target, extended)


@FIELDS
def test_20F_08_cargo_must_be_at_the_airbase_and_is_carried_once(field: Field) -> None:
    game = field.game("NN 1T2 13 Transport", f"{field.target} NN 2-6 Inf III 5")
    assert "20F" in refused(field, game, field.target, "NN Transport: regular transport, carry NN 5 Inf III")
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 Transport", f"{field.target} NN 1T2 13 Other")
    field.fly(game, field.target, "NN Transport: regular transport, carry NN 5 Inf III")
    assert "20F" in refused(field, game, field.base, "NN Other: regular transport, carry NN 5 Inf III")


@FIELDS
def test_20F_09_two_transports_carry_two_res_of_one_unit_together(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 1-6 Inf II 6, NN 1T2 13 One, NN 1T2 13 Two")
    field.fly(
        game,
        field.target,
        "NN One: regular transport, carry NN 5 Inf III & NN 6 Inf II",
        "NN Two: regular transport, carry NN 5 Inf III",
    )
    places = {game.state.piece(f"{field.nation} {name}").place for name in ("5 Inf III", "6 Inf II")}
    assert places == {field.target}


@FIELDS
def test_20F_10_only_transports_on_transport_missions_carry(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 Transport")
    assert "20F" in refused(field, game, field.target, "NN Transport: transfer, carry NN 5 Inf III")
    assert "20F" in refused(field, game, field.target, "NN Transport: transport, carry NN 5 Inf III")


def test_fof_20F_one_transport_carries_half_an_re_of_units_in_a_drop() -> None:
    paras = CargoUnit(Unit("ge", "parachute", "regiment", Rating.parse("2-5")))
    refused = rule_on_load(Load(Lift((Carrier("T"),), "air_drop"), (paras,)), er.load("fof"))
    assert not refused.allowed
    assert "the cargo is 1 RE of units; the air units carry 1/2:" in str(refused)
    assert rule_on_load(Load(Lift((Carrier("T"), Carrier("T")), "air_drop"), (paras,)), er.load("fof")).allowed


@FIELDS
def test_20F_11_supplies_are_landed_for_two_initial_phases(field: Field) -> None:
    game = field.game("NN 1T2 13 Transport")
    field.fly(game, field.target, "NN Transport: regular transport, carry 4 supply")
    assert supplies_at(field.target, game.state) == {field.side: 4}
    game = field.game("NN 1T2 13 Transport")
    assert "20F" in refused(field, game, field.target, "NN Transport: regular transport, carry 5 supply")


@FIELDS
def test_20F_12_no_supplies_are_loaded_where_no_supply_line_led(field: Field) -> None:
    game = field.game("NN 1T2 13 Transport", f"airbase in regular supply: {field.base} = false")
    assert "20F" in refused(field, game, field.target, "NN Transport: regular transport, carry 1 supply")


@FIELDS
def test_20F_13_resource_points_fly_and_do_not_drop(field: Field) -> None:
    game = field.game("NN RP 1, NN 1T2 13 Transport")
    points = next(iter(game.state.pieces))
    assert "20F2" in refused(field, game, field.target, f"NN Transport: air drop, carry {points}")
    field.fly(game, field.target, f"NN Transport: regular transport, carry {points}")
    assert game.state.piece(points).place == field.target


@FIELDS
def test_20F_14_transports_fly_by_night_and_in_the_exploitation_phase(field: Field) -> None:
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 Transport", phase="exploitation")
    field.fly(game, field.target, "NN Transport: regular transport, carry NN 5 Inf III", night="night")
    assert game.state.piece(f"{field.nation} 5 Inf III").place == field.target


@FIELDS
def test_23_gliders_01_a_glider_doubles_the_load_and_may_be_lost_in_landing(field: Field) -> None:
    position = "NN 2-6 Inf III 5, NN 2-6 Inf III 6, NN 1T2 13 Transport, NN 0GT-1 T Glider"
    order = "NN Transport: regular transport, tow NN Glider, carry NN 5 Inf III & NN 6 Inf III"
    safe, harsh = (4, 6) if field.rules is SF else (6, 1)
    game = field.game(position)
    field.fly(game, field.target, order, face=safe)
    assert game.state.air_piece(f"{field.nation} Glider").place == field.base
    assert len(texts(game, "glider landed")) == 2
    game = field.game(position)
    field.fly(game, field.target, order, face=harsh)
    assert game.state.air_piece(f"{field.nation} Glider").status == ELIMINATED
    assert {piece.place for piece in game.state.pieces.values()} == {field.target}


@FIELDS
def test_23_gliders_02_a_glider_transfers_without_risk(field: Field) -> None:
    game = field.game("NN 1T2 13 Transport, NN 0GT-1 T Glider")
    field.fly(game, field.target, "NN Transport: transfer, tow NN Glider", face=1)
    glider = game.state.air_piece(f"{field.nation} Glider")
    assert (glider.place, glider.status) == (field.target, INOPERATIVE)
    assert not texts(game, "glider landed")


@FIELDS
def test_23_gliders_03_what_may_not_be_towed(field: Field) -> None:
    game = field.game("NN 1T2 13 One, NN 1T2 13 Two, NN 0GT-1 T Glider", f"{field.target} NN 0GT-1 T Far")
    gliders = {"23F", "23D"}
    assert gliders & refused(field, game, field.target, "NN One: transfer, tow NN Far")
    assert gliders & refused(field, game, field.target, "NN One: transfer, tow NN Two")
    twice = ("NN One: transfer, tow NN Glider", "NN Two: transfer, tow NN Glider")
    assert gliders & refused(field, game, field.target, *twice)
    assert gliders & refused(field, game, field.target, "NN One: regular transport, extended, tow NN Glider")


# --- results of fire -------------------------------------------------------------------------------------------------

FLIGHTS = ("NN One: regular transport, carry NN 5 Inf III", "NN Two: regular transport, carry NN 5 Inf III")


def in_the_air(field: Field, results: Mapping[str, str]) -> GameState:
    """The state after these results of fire on two transports that carry one regiment."""
    game = field.game("NN 2-6 Inf III 5, NN 1T2 13 One, NN 1T2 13 Two, NN 0GT-1 T Glider")
    state, piece = game.state, f"{field.nation} 5 Inf III"
    state = state.noting(OPERATION, "op", AirOperation(field.side, field.target)).noting(UNDER_WAY_NOW, "", "op")
    for name in ("One", "Two"):
        towing = f"{field.nation} Glider" if name == "Two" else ""
        flying = Flying("regular_transport", field.base, "op", cargo=(piece,), towing=towing)
        state = state.noting(FLYING, f"{field.nation} {name}", flying)
    state, _ = play(load_cargo(state, field.rules))
    assert state.recall(LOST_ZOC, piece) == "air transport"
    named = [(f"{field.nation} {name}", result) for name, result in results.items()]
    after, _ = play(apply_results(named, state, field.rules), rolls=[4] * ("Two" in results and results["Two"] in "RA"))
    return after


@FIELDS
def test_20F_15_the_example_one_turned_back_the_other_eliminated(field: Field) -> None:
    state = in_the_air(field, {"One": "R", "Two": "K"})
    assert f"{field.nation} 5 Inf III" not in state.pieces
    assert state.air_piece(f"{field.nation} Glider").status == ELIMINATED


@FIELDS
def test_20F_16_cargo_comes_back_with_an_aborted_transport(field: Field) -> None:
    state = in_the_air(field, {"One": "A", "Two": "R"})
    assert state.piece(f"{field.nation} 5 Inf III").place == field.base
    assert state.recall(LOST_ZOC, f"{field.nation} 5 Inf III") is None
    assert state.air_piece(f"{field.nation} One").status == ABORTED


@FIELDS
def test_20F_cargo_is_not_back_before_the_last_of_its_transports_is(field: Field) -> None:
    state, piece = in_the_air(field, {"One": "A"}), f"{field.nation} 5 Inf III"
    assert state.recall(CARGO_BACK, piece) == "op" and state.recall(LOST_ZOC, piece) == "air transport"
    after, events = play(return_to_base((f"{field.nation} Two",), state, field.rules), rolls=[4])
    assert after.recall(LOST_ZOC, piece) is None
    told = [event.text for event in events.events if event.kind == "cargo returned"]
    assert told == [f"{piece} returns with {field.nation} Two to {field.base}"]


@FIELDS
def test_23_gliders_04_any_result_strikes_tug_and_glider_alike(field: Field) -> None:
    state = in_the_air(field, {"Two": "A"})
    assert state.air_piece(f"{field.nation} Glider").status in (ABORTED, ELIMINATED)
    assert state.air_piece(f"{field.nation} Two").status == ABORTED


@settings(max_examples=12)
@given(st.sampled_from([AXIS_40, ALLIED_44]), st.sampled_from("-RAK"), st.sampled_from("-RAK"))
def test_20F_17_cargo_is_never_doubled_and_lost_only_with_a_transport(field: Field, one: str, two: str) -> None:
    state = in_the_air(field, {"One": one, "Two": two})
    cargo = [piece for piece in state.pieces.values() if piece.id == f"{field.nation} 5 Inf III"]
    assert len(cargo) == (0 if "K" in (one, two) else 1)
    assert all(piece.place == field.base for piece in cargo)
    assert (fate_of_cargo([one, two]) == "eliminated") == (not cargo)


def test_20F_18_a_carried_unit_has_no_zoc() -> None:
    division = "ge 7-6 Inf XX 1"
    state = er.parse_position(
        f"16A:1420 {division}\nlost ZOC: ge 1 Inf XX = air transport\nMay II 40, Axis movement", FOF
    )
    assert not has_zoc(gather_exertion(state.piece("ge 1 Inf XX"), state, FOF), FOF).allowed


def test_fof_20F_19_a_carried_unit_spends_no_mps_for_work_either() -> None:
    game = AXIS_40.game("NN 2-6 Cons III 5, NN 2-6 Cons III 6, NN 1T2 13 Transport")
    AXIS_40.fly(game, AXIS_40.target, "NN Transport: regular transport, carry NN 5 Cons III")
    assert mps_for_work("ge 5 Cons III", game.state, FOF) == 0 < mps_for_work("ge 6 Cons III", game.state, FOF)


# --- mines (SF 20F3) -------------------------------------------------------------------------------------------------


def test_sf_20F3_02_bombers_lay_mines_at_sea_and_hand_them_over() -> None:
    sea = next(ref for ref in SF.board.neighbors_of(SF_TARGET) if SF.board.is_coastal(ref))
    game = ALLIED_44.game("NN 4B5 3-7/26 Mitchell")
    ALLIED_44.fly(game, sea, "NN Mitchell: aerial minelaying, carry 1 mine")
    assert game.state.recall(MINES_LAID, f"Allied: {sea}") == 1
    assert "20F3" in refused(ALLIED_44, ALLIED_44.game("NN 1T2 13 T"), sea, "NN T: aerial minelaying, carry 1 mine")


def test_sf_20F3_03_what_follows_is_contributed() -> None:
    assert LAYING == "mines laid" and MinesLaid(SF_TARGET, ALLIED, 1).points == 1
