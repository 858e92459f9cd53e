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
from europa_rules.air.cargo_orders import (
    gather_drop_hex,
    gather_load,
    groups_of,
    loads_of,
    nations_of_transports,
    rule_on_cargo_ordered,
)
from europa_rules.air.facts import (
    AIR_TRANSPORTED,
    CARGO_BACK,
    DISRUPTION,
    DROP_PLAN,
    FLOWN,
    FLYING,
    HOLDS_NO_HEX,
    MINES_LAID,
    OPERATION,
    UNDER_WAY_NOW,
    AirOperation,
    DropPlan,
    Flying,
)
from europa_rules.air.flight_orders import FlightPlan, FlyOperation, OperationFacts
from europa_rules.air.landing_troops import (
    LAYING,
    MinesLaid,
    airbase_taken,
    deliver_cargo,
    drop_cargo,
    gains_nothing,
    gather_touchdown,
    has_lasting_airfield,
    lay_mines,
    load_cargo,
    lose_cargo,
    recover,
    return_with_cargo,
)
from europa_rules.air.mission_results import Strike
from europa_rules.air.returning import Landing, Loss, apply_results, return_to_base
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
from europa_rules.ground.closed_ground import closed_hexes
from europa_rules.ground.facts import AIRFIELD, LOST_ZOC, TEMPORARY_AIRFIELD
from europa_rules.ground.moves import Move, mps_for_work
from europa_rules.ground.supply_state import supplies_at
from europa_rules.ground.zones import gather_exertion, has_zoc
from europa_rules.hexes import Hex
from europa_rules.numbers import Number
from europa_rules.procedure import Decision, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, STAYS, WEATHER, GameState, Obligation, Piece
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


def test_fof_20F_18_a_carried_unit_has_no_zoc() -> None:
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


# --- over the target hex ---------------------------------------------------------------------------------------------

POSITION = "NN 2-6 Inf III 5, NN 1-6 Inf II 6, NN 3-6 Para III 7, NN 1T2 13 One, NN 1T2 13 Two, NN 0GT-1 T Glider"


def over(
    field: Field, mission: str, one: tuple[str, ...], two: tuple[str, ...], target: Hex | None = None, towing: str = ""
) -> tuple[GameState, Strike]:
    """Two transports over a hex with their cargo, the second perhaps with a glider."""
    hex_, nation = target or field.target, field.nation
    state = field.game(POSITION).state
    state = state.noting(OPERATION, "op", AirOperation(field.side, hex_)).noting(UNDER_WAY_NOW, "", "op")
    for name, cargo, tow in (("One", one, ""), ("Two", two, towing)):
        carried = tuple(word.replace("NN", nation) for word in cargo)
        flying = Flying(mission, field.base, "op", cargo=carried, towing=tow and f"{nation} {tow}")
        state = state.noting(FLYING, f"{nation} {name}", flying)
    return state, Strike(mission, hex_, field.side, (f"{nation} One", f"{nation} Two"))


@FIELDS
def test_20F_the_log_names_the_cargo_of_each_who_carries_it_too_and_the_glider(field: Field) -> None:
    state, _ = over(
        field, "regular_transport", ("NN 5 Inf III", "4 supply"), ("NN 5 Inf III", "1 supply"), None, "Glider"
    )
    after, played = play(load_cargo(state, field.rules))
    nation, gliders = field.nation, field.rules.cite("gliders").number
    assert [(event.text, [c.number for c in event.by]) for event in played.events] == [
        (f"{nation} One takes {nation} 5 Inf III, 4 supply together with {nation} Two", ["20F"]),
        (
            f"{nation} Two takes {nation} 5 Inf III, 1 supply together with {nation} One, {nation} Glider in tow",
            ["20F", gliders],
        ),
    ]
    assert after.recall(FLOWN, f"{nation} Glider") == "regular_transport"
    assert after.recall(AIR_TRANSPORTED, f"{nation} 6 Inf II") is None
    alone, _ = over(field, "transfer", (), (), None, "Glider")
    _, played = play(load_cargo(alone, field.rules))
    assert [event.text for event in played.events] == [f"{nation} Two takes {nation} Glider in tow"]


@FIELDS
def test_20F1_the_points_of_all_transports_are_landed_together(field: Field) -> None:
    state, strike = over(field, "regular_transport", ("3 supply", "NN 5 Inf III"), ("1 supply", "2 mines"))
    after, played = play(deliver_cargo(strike, state, field.rules))
    assert supplies_at(field.target, after) == {field.side: 4}
    assert [event.text for event in played.events] == [
        f"{field.nation} 5 Inf III is landed at {field.target}",
        f"4 supply landed at {field.target}",
    ]
    assert strike.flying(f"{field.nation} One", after).cargo == ()
    back = state.noting(CARGO_BACK, f"{field.nation} 5 Inf III", "op")
    after, _ = play(deliver_cargo(strike, back, field.rules))
    assert after.piece(f"{field.nation} 5 Inf III").place == field.base
    assert strike.flying(f"{field.nation} One", after).cargo == (f"{field.nation} 5 Inf III",)
    empty, strike = over(field, "regular_transport", (), ())
    after, played = play(deliver_cargo(strike, empty, field.rules))
    assert not supplies_at(field.target, after) and played.events == ()


def test_sf_20F3_mines_of_all_bombers_and_those_laid_before_add_up() -> None:
    field = ALLIED_44
    state, strike = over(field, "aerial_minelaying", ("1 mine",), ("2 mines",))
    after, played = play(lay_mines(strike, state, SF))
    assert after.recall(MINES_LAID, f"{field.side}: {field.target}") == 3
    assert played.events[-1].text == f"3 mine points laid in {field.target}"
    state, strike = over(field, "aerial_minelaying", ("1 mine",), ())
    state = state.noting(MINES_LAID, f"{field.side}: {field.target}", 3)
    after, played = play(lay_mines(strike, state, SF))
    assert after.recall(MINES_LAID, f"{field.side}: {field.target}") == 4
    assert played.events[-1].text == f"1 mine point laid in {field.target}"
    state, strike = over(field, "aerial_minelaying", (), ("4 supply",))
    assert play(lay_mines(strike, state, SF))[1].events == ()


@FIELDS
@pytest.mark.parametrize(("dice", "safe"), [((2, 1), 1), ((1, 1), 0), ((6, 2), 2)])
def test_24A_each_supply_point_drops_with_a_roll_of_its_own(field: Field, dice: tuple[int, ...], safe: int) -> None:
    """2 and more is safe, whatever is in the hex."""
    state, strike = over(field, "air_drop", ("1 supply",), ("1 supply",))
    after, played = play(drop_cargo(strike, state, field.rules), rolls=dice)
    assert supplies_at(field.target, after) == ({field.side: safe} if safe else {})
    told = [event for event in played.events if event.kind == "supply dropped"]
    assert [event.text for event in told] == [
        f"2 supply dropped in {field.target}: {safe} safely, {2 - safe} scattered"
    ]
    assert [name for name, _ in told[0].ledgers] == ["supply 1", "supply 2"]
    assert [roll.purpose for roll in played.rolls] == [f"supply {n} drops in {field.target}" for n in (1, 2)]


@FIELDS
def test_23_gliders_that_towed_in_a_drop_are_used_up(field: Field) -> None:
    state, strike = over(field, "air_drop", ("NN 7 Para III",), ("NN 7 Para III",), None, "Glider")
    after, played = play(drop_cargo(strike, state, field.rules), rolls=[6])
    glider = after.air_piece(f"{field.nation} Glider")
    assert (glider.status, glider.place) == (ELIMINATED, field.target)
    assert strike.flying(f"{field.nation} Two", after).towing == ""
    landed = next(event for event in played.events if event.kind == "landed from the air")
    assert "a glider is part or all of its transport" in [line.why for line in landed.ledgers[0][1].lines]
    state, strike = over(field, "air_drop", ("NN 7 Para III",), (), None, "Glider")
    _, played = play(drop_cargo(strike, state, field.rules), rolls=[6])
    landed = next(event for event in played.events if event.kind == "landed from the air")
    assert "a glider is part or all of its transport" not in [line.why for line in landed.ledgers[0][1].lines]


@pytest.mark.parametrize(("permanent", "temporary", "lasting"), [(0, 0, 0), (0, 1, 0), (1, 0, 1), (1, 1, 1)])
def test_fof_24A_a_temporary_airfield_is_no_lasting_one(permanent: int, temporary: int, lasting: int) -> None:
    ref = next(ref for ref in FOF.board.neighbors_of(FOF_BASE) if not FOF.board.cities(ref))
    state = AXIS_40.game(POSITION).state.noting(AIRFIELD, ref, permanent)
    state = state.noting(TEMPORARY_AIRFIELD, ref, AXIS) if temporary else state
    assert has_lasting_airfield(ref, state, FOF) == bool(lasting)


@FIELDS
def test_24A_who_counts_as_an_airborne_unit_in_the_hex(field: Field) -> None:
    """A unit of parachutists, by its type or its symbol; others and points do not."""
    for what, counts in (
        (PARACHUTE, True),
        (Unit("ge", "infantry", "regiment", Rating.parse("3-6"), symbols=("parachute",)), True),
        (REGIMENT, False),
    ):
        state = field.game("NN 1T2 13 One").state
        state = state.with_piece(Piece("there", what, field.side, field.target))
        found = gather_touchdown("airborne", field.target, field.side, state, field.rules)
        assert found.airborne_in_hex == counts


@pytest.mark.parametrize(
    ("die", "result", "status"),
    [(6, "returns", OPERATIVE), (5, "returns", OPERATIVE), (4, "aborted", ABORTED), (2, "eliminated", ELIMINATED)],
)
def test_fof_24D_what_becomes_of_a_transport_that_lands_troops(die: int, result: str, status: str) -> None:
    """At an airfield that lasts: 5 and more bring it home, 2 and less destroy it."""
    state, strike = over(AXIS_40, "air_landing", (), (), FOF_NEAR)
    state = state.noting(AIRFIELD, FOF_NEAR, 3)
    after, played = play(drop_cargo(strike, state, FOF), rolls=[die, 6])
    assert played.events[0].text == f"ge One lands in {FOF_NEAR}: {result}"
    assert after.air_piece("ge One").status == status
    assert after.air_piece("ge Two").status == OPERATIVE


@FIELDS
def test_20F_only_the_cargo_of_the_side_that_flies_the_operation_is_loaded(field: Field) -> None:
    state, _ = over(field, "regular_transport", ("NN 5 Inf III",), ())
    other = ALLIED if field.side == AXIS else AXIS
    against = state.noting(OPERATION, "op", AirOperation(other, field.target))
    assert play(load_cargo(against, field.rules))[1].events == ()
    assert len(play(load_cargo(state, field.rules))[1].events) == 1


@FIELDS
def test_24A_the_units_of_the_phasing_side_recover_from_disruption(field: Field) -> None:
    nation, other = field.nation, ALLIED if field.side == AXIS else AXIS
    state, five, seven = field.game(POSITION).state, f"{nation} 5 Inf III", f"{nation} 7 Para III"
    state = state.with_piece(Piece("theirs", PARACHUTE, other, field.target)).noting(DISRUPTION, "theirs", "disrupted")
    assert play(recover(state, field.rules))[1].events == ()
    one = state.noting(DISRUPTION, five, "disrupted").noting(DISRUPTION, "gone", "disrupted")
    after, played = play(recover(one, field.rules))
    assert [event.text for event in played.events] == [f"{five} recovers from disruption"]
    assert (after.recall(DISRUPTION, five), after.recall(DISRUPTION, "theirs")) == (None, "disrupted")
    _, played = play(recover(one.noting(DISRUPTION, seven, "badly_disrupted"), field.rules))
    assert [event.text for event in played.events] == [f"{five}, {seven} recover from disruption"]


@FIELDS
def test_24B_a_unit_that_holds_no_hex_holds_it_from_the_next_initial_phase_on(field: Field) -> None:
    piece = f"{field.nation} 7 Para III"
    state = field.game(POSITION).state
    held = state.noting(HOLDS_NO_HEX, piece, field.base)
    assert gains_nothing(held.piece(piece), held, field.rules)
    assert gains_nothing(held.piece(piece), state.noting(DISRUPTION, piece, "disrupted"), field.rules)
    assert not gains_nothing(held.piece(piece), state.noting(HOLDS_NO_HEX, piece, field.target), field.rules)
    after, played = play(recover(held, field.rules))
    assert after.recall(HOLDS_NO_HEX, piece) is None and played.events == ()


def test_sf_24B1_a_recovered_unit_gains_nothing_as_the_point_is_read() -> None:
    read = rules_of("sf", rulings=(("sf-24B1-recovered-unit", "no"),))
    piece = "us 7 Para III"
    state = ALLIED_44.game(POSITION).state.noting(HOLDS_NO_HEX, piece, SF_BASE)
    disrupted = state.noting(DISRUPTION, piece, "disrupted")
    for rules, before, kept in (
        (SF, disrupted, None),
        (read, disrupted, SF_BASE),
        (read, state, None),
    ):
        after, _ = play(recover(before, rules))
        assert after.recall(HOLDS_NO_HEX, piece) == kept
        assert after.recall(DISRUPTION, piece) is None


def test_fof_24B_whose_the_airbase_is_that_was_taken_from_the_air() -> None:
    """Undisrupted airborne units take it from an enemy who is not there, others do not."""
    state = AXIS_40.game(POSITION).state
    para, hex_ = Piece("p", PARACHUTE, AXIS, FOF_NEAR), FOF_NEAR
    dropped = state.with_piece(para).noting(HOLDS_NO_HEX, "p", hex_)
    enemy = Piece("e", Unit("be", "infantry", "division", Rating.parse("3-6")), ALLIED, hex_)
    landing = evolve(para, unit=evolve(PARACHUTE, type="air_landing"))
    for there, taken in (
        (state.with_piece(para), None),
        (dropped, AXIS),
        (dropped.noting(DISRUPTION, "p", "disrupted"), None),
        (dropped.with_piece(enemy), None),
        (dropped.with_piece(landing), None),
        (state.with_piece(para).noting(HOLDS_NO_HEX, "p", FOF_BASE), None),
        (state.with_piece(evolve(para, id="a")).with_piece(para).noting(HOLDS_NO_HEX, "p", hex_), AXIS),
    ):
        assert airbase_taken(hex_, there, FOF) == taken


@FIELDS
def test_24B_units_on_their_own_ground_lose_nothing_by_landing_there(field: Field) -> None:
    """A drop on a hex that is owned notes nothing, one on the enemy's does in FoF, and in SF for disrupted units."""
    other = ALLIED if field.side == AXIS else AXIS
    for owner, die, noted in (
        (field.side, 6, False),
        (field.side, 1, False),
        (other, 6, field.rules is FOF),
        (other, 1, True),
    ):
        state, strike = over(field, "air_drop", ("NN 7 Para III",), ())
        clear = next(ref for ref in field.rules.board.neighbors_of(field.target) if field.rules.board.has_land(ref))
        state, strike = state.owned({clear: owner}), evolve(strike, target=clear)
        after, _ = play(drop_cargo(strike, state, field.rules), rolls=[die])
        piece = f"{field.nation} 7 Para III"
        assert (after.recall(HOLDS_NO_HEX, piece) == clear) == noted, (owner, die)
        assert (after.recall(DISRUPTION, piece) is not None) == (die == 1)


@FIELDS
def test_20F_cargo_comes_back_to_where_its_transport_lands(field: Field) -> None:
    state, _ = over(field, "regular_transport", ("NN 5 Inf III",), ())
    state, _ = play(load_cargo(state, field.rules))
    unit, piece = f"{field.nation} One", f"{field.nation} 5 Inf III"
    flying = state.recall(FLYING, unit)
    assert flying is not None
    operation = AirOperation(field.side, field.target)
    box = next(iter(field.rules.board.boxes))
    for place in (field.base, field.target, box):
        landed = state.forgetting(FLYING, unit)
        after, played = play(return_with_cargo(Landing(unit, flying, operation, place), landed, field.rules))
        assert (after.piece(piece).place, after.recall(LOST_ZOC, piece)) == (place, None)
        assert [event.text for event in played.events] == [f"{piece} returns with {unit} to {place}"]


@FIELDS
@pytest.mark.parametrize(
    ("mission", "status", "rolls", "fate"),
    [
        ("regular_transport", INOPERATIVE, 1, INOPERATIVE),
        ("regular_transport", ABORTED, 1, ABORTED),
        ("regular_transport", ELIMINATED, 0, ELIMINATED),
        ("transfer", INOPERATIVE, 0, INOPERATIVE),
    ],
)
def test_23_gliders_share_the_status_of_their_tug_and_risk_a_landing_with_it(
    field: Field, mission: str, status: str, rolls: int, fate: str
) -> None:
    state, _ = over(field, mission, (), (), None, "Glider")
    tug, glider = f"{field.nation} Two", f"{field.nation} Glider"
    state = state.with_air(evolve(state.air_piece(tug), status=status))
    flying = state.recall(FLYING, tug)
    assert flying is not None
    landing = Landing(tug, flying, AirOperation(field.side, field.target), field.target)
    after, played = play(return_with_cargo(landing, state, field.rules), rolls=[4] * rolls)
    assert (after.air_piece(glider).status, after.air_piece(glider).place) == (fate, field.target)
    assert len(played.events) == rolls
    gone = state.with_air(evolve(state.air_piece(glider), status=ELIMINATED))
    after, _ = play(return_with_cargo(landing, gone, field.rules))
    assert after.air_piece(glider).place == field.base


@FIELDS
def test_20F_with_a_transport_its_cargo_and_its_glider_are_lost(field: Field) -> None:
    state, _ = over(field, "regular_transport", (), ("NN 5 Inf III", "4 supply"), None, "Glider")
    tug, glider, piece = (f"{field.nation} {name}" for name in ("Two", "Glider", "5 Inf III"))
    flying = state.recall(FLYING, tug)
    assert flying is not None
    after, played = play(lose_cargo(Loss(tug, flying), state, field.rules))
    assert piece not in after.pieces and after.air_piece(glider).status == ELIMINATED
    assert [event.text for event in played.events] == [
        f"{glider} is eliminated with {tug}",
        f"{piece} is eliminated with {tug}",
    ]
    again, played = play(lose_cargo(Loss(tug, flying), after, field.rules))
    assert played.events == () and again.air_piece(glider).status == ELIMINATED


@FIELDS
def test_23_gliders_risk_the_landing_at_the_target_unless_they_stay_there(field: Field) -> None:
    """On a one-way mission tug and glider land once."""
    for one_way, checks in ((False, ["landing"]), (True, ["landing"])):
        state, strike = over(field, "regular_transport", (), ("NN 5 Inf III",), None, "Glider")
        two = f"{field.nation} Two"
        flying = state.recall(FLYING, two)
        assert flying is not None
        state = state.noting(FLYING, two, evolve(flying, one_way=one_way))
        after, played = play(deliver_cargo(strike, state, field.rules), rolls=[4])
        assert [roll.purpose.split()[0] for roll in played.rolls] == checks
        assert (after.recall(FLYING, two) is None) == one_way
        assert after.air_piece(f"{field.nation} Glider").place == (field.target if one_way else field.base)


def test_23F_23D_a_glider_that_is_lost_at_the_target_is_in_tow_no_more() -> None:
    for field, harsh in ((AXIS_40, 1), (ALLIED_44, 6)):
        state, strike = over(field, "regular_transport", (), ("NN 5 Inf III",), None, "Glider")
        for die, towing in ((4, f"{field.nation} Glider"), (harsh, "")):
            after, _ = play(deliver_cargo(strike, state, field.rules), rolls=[die])
            assert strike.flying(f"{field.nation} Two", after).towing == towing
            assert (after.air_piece(f"{field.nation} Glider").status == ELIMINATED) == (not towing)


@pytest.mark.parametrize(("rating", "is_offered"), [("10-6", True), ("9-6", False)])
def test_sf_24B2_an_overrun_from_the_air_is_offered_at_ten_to_one(rating: str, is_offered: bool) -> None:
    state, strike = over(ALLIED_44, "air_drop", ("NN 7 Para III",), ())
    division = Unit("us", "parachute", "division", Rating.parse(rating))
    enemy = Unit("ge", "infantry", "regiment", Rating.parse("1-6*"))
    state = state.with_piece(evolve(state.piece("us 7 Para III"), unit=division))
    state = state.with_piece(Piece("enemy", enemy, AXIS, SF_TARGET))
    after, played = play(drop_cargo(strike, state, SF), rolls=[6])
    assert ("enemy" not in after.pieces) == is_offered
    assert [decision.suggestions for decision in played.decisions] == ([(("overrun",), ())] if is_offered else [])
    declined, _ = play(drop_cargo(strike, state, SF), rolls=[6], answers=[()] if is_offered else [])
    assert "enemy" in declined.pieces


# --- each thing wrong with an order alone ----------------------------------------------------------------------------


SHEET = f"{POSITION}, NN 3-6 AL III 9"
FAR_AIRBASE = "NN 2-6 Inf III 8, NN 0GT-1 T Far, NN 1T2 13 Three"


def ordered(
    field: Field, state: GameState, *plans: FlightPlan, target: Hex | None = None, player: Side | None = None
) -> list[str]:
    """Why cargo may not be carried as ordered, without the name of the nation."""

    def named(plan: FlightPlan) -> FlightPlan:
        cargo = tuple(
            word if word[0].isdigit() and "supply" in word else f"{field.nation} {word}" for word in plan.cargo
        )
        towing = plan.towing and f"{field.nation} {plan.towing}"
        return evolve(plan, unit=f"{field.nation} {plan.unit}", cargo=cargo, towing=towing)

    operation = AirOperation(player or field.side, target or field.target)
    facts = OperationFacts(operation, tuple(map(named, plans)), player or field.side, state, field.rules)
    refusals = rule_on_cargo_ordered(facts).refusals
    return [refusal.why.replace(f"{field.nation} ", "") for refusal in refusals]


def carrying(unit: str, *cargo: str, mission: str = "regular_transport", tow: str = "") -> FlightPlan:
    return FlightPlan(unit, mission, cargo=cargo, towing=tow)


@FIELDS
@pytest.mark.parametrize(
    ("plans", "why"),
    [
        ((carrying("One", "5 Inf III"),), []),
        ((carrying("One", "5 Inf III", tow="Glider"),), []),
        ((carrying("One", "8 Inf III"),), ["8 Inf III is not at the transport's airbase"]),
        ((carrying("One", "5 Inf III", mission="transfer"),), ["One carries nothing on transfer"]),
        ((carrying("One", mission="transfer"),), []),
        ((carrying("One", "5 Inf III", mission="transport"),), ["One: name the transport mission"]),
        ((carrying("One", mission="transport"),), []),
        (
            (carrying("One", "5 Inf III"), carrying("Two", "5 Inf III", mission="air_drop")),
            ["air units that carry together fly one mission"],
        ),
        ((carrying("One", mission="transfer", tow="Glider"),), []),
        ((carrying("One", mission="transfer", tow="Far"),), ["Far is not at the airbase of One"]),
        ((carrying("One", mission="transfer", tow="Two"),), ["Two is no glider"]),
        (
            (carrying("One", mission="transfer", tow="Glider"), carrying("Two", mission="transfer", tow="Glider")),
            ["Glider is towed twice"],
        ),
        ((carrying("Glider", mission="transfer", tow="Glider"),), ["Glider tows no gliders"]),
    ],
    ids=str,
)
def test_20F_what_may_be_carried_and_towed_in_an_order(
    field: Field, plans: tuple[FlightPlan, ...], why: list[str]
) -> None:
    state = field.game(SHEET, f"{field.target} {FAR_AIRBASE}").state
    assert ordered(field, state, *plans) == why


@FIELDS
def test_20F_cargo_and_gliders_are_the_players_fresh_and_free(field: Field) -> None:
    state, other = field.game(SHEET).state, ALLIED if field.side == AXIS else AXIS
    piece, glider = f"{field.nation} 5 Inf III", f"{field.nation} Glider"
    plan, tow = carrying("One", "5 Inf III"), carrying("One", mission="transfer", tow="Glider")
    flown = state.noting(AIR_TRANSPORTED, piece, "air_drop")
    assert ordered(field, flown, plan) == ["5 Inf III has been air transported in this player turn"]
    theirs = state.with_piece(evolve(state.piece(piece), side=other))
    assert ordered(field, theirs, plan) == ["5 Inf III is not the player's"]
    duty = Obligation("holds the hex", "it must", (field.rules.cite("20F"),))
    assert ordered(field, state.noting(STAYS, piece, duty), plan) == ["5 Inf III holds the hex, because it must"]
    assert ordered(field, state.noting(FLOWN, glider, "transfer"), tow) == ["Glider has been towed in this player turn"]
    for status in (INOPERATIVE, ABORTED, ELIMINATED):
        damaged = state.with_air(evolve(state.air_piece(glider), status=status))
        assert ordered(field, damaged, tow) == [f"Glider is {status}"]
    captured = state.with_air(evolve(state.air_piece(glider), side=other))
    assert ordered(field, captured, tow) == ["Glider is not the player's"]


@FIELDS
def test_24C_a_drop_is_ordered_as_it_was_planned(field: Field) -> None:
    state, piece, rules = field.game(SHEET).state, f"{field.nation} 7 Para III", field.rules
    target = next(ref for ref in rules.board.neighbors_of(field.base) if rules.board.terrain(ref) == "clear")
    plans = (carrying("One", "7 Para III", mission="air_drop"), carrying("Two", "7 Para III", mission="air_drop"))
    before, now = ("May I 40", "May II 40") if rules is FOF else ("Jul I 44", "Jul II 44")
    lead = f"it is planned in {now} for {now}"
    for planned, why in (
        (DropPlan(target, before), []),
        (DropPlan(target), []),
        (None, ["no operation is planned for the unit"]),
        (DropPlan(target, before, is_void=True), ["no operation is planned for the unit"]),
        (DropPlan(field.base, before), ["another hex was planned"]),
        (DropPlan(target, now), [lead]),
    ):
        there = state if planned is None else state.noting(DROP_PLAN, piece, planned)
        assert ordered(field, there, *plans, target=target) == why
    supplies = carrying("One", "1 supply", mission="air_drop")
    assert not any("planned" in why for why in ordered(field, state, supplies, target=target))


@FIELDS
def test_20F2_the_hex_of_a_drop_is_land_open_to_the_unit_and_has_room(field: Field) -> None:
    rules, board = field.rules, field.rules.board
    state, piece = field.game(SHEET).state, f"{field.nation} 7 Para III"
    plans = tuple(carrying(unit, "7 Para III", mission="air_drop") for unit in ("One", "Two"))
    target = next(ref for ref in board.neighbors_of(field.base) if board.terrain(ref) == "clear")

    def why(ref: Hex, *there: Piece) -> list[str]:
        planned = state.noting(DROP_PLAN, piece, DropPlan(ref))
        for each in there:
            planned = planned.with_piece(each)
        return ordered(field, planned, *plans, target=ref)

    divisions = [
        Piece(f"d{n}", Unit("ge", "infantry", "division", Rating.parse("7-6")), field.side, target) for n in range(3)
    ]
    regiments = [Piece(f"r{n}", REGIMENT, field.side, target) for n in range(3)]
    assert why(target, *divisions) == []
    assert why(target, *divisions, *regiments[:1]) == []
    full = f"{target} would be overstacked"
    assert why(target, *divisions, *regiments) == [full]
    sea = next(ref for ref in board.hexes if not board.has_land(ref))
    assert "there is no land in the hex" in why(sea)
    swamp = rules.board.patched(hexes={target: {"terrain": "wooded_swamp"}})
    facts = gather_drop_hex("air_drop", [state.piece(piece)], target, field.side, state, rules.on_board(swamp))
    assert (facts.terrain, facts.is_prohibited, facts.enemy_occupied) == ("wooded_swamp", False, False)
    tanks = evolve(state.piece(piece), unit=Unit("ge", "armor", "regiment", Rating.parse("3-10")))
    barred = gather_drop_hex("air_drop", [tanks, state.piece(piece)], target, field.side, state, rules.on_board(swamp))
    assert barred.is_prohibited and barred.with_units
    alone = gather_drop_hex("air_drop", [], target, field.side, state, rules.on_board(swamp))
    assert not alone.is_prohibited and not alone.with_units
    other = ALLIED if field.side == AXIS else AXIS
    held = state.with_piece(Piece("enemy", REGIMENT, other, target))
    assert gather_drop_hex("air_drop", [], target, field.side, held, rules).enemy_occupied


@FIELDS
def test_24D_air_landing_units_are_in_the_gliders_where_there_are_any(field: Field) -> None:
    """Two loads where gliders take part in a drop; else one. Points stay with the transports."""
    state, nation = field.game(SHEET).state, field.nation
    para, landing = f"{nation} 7 Para III", f"{nation} 9 AL III"
    operation = AirOperation(field.side, field.target)

    def loads(mission: str, tow: str, *cargo: str) -> list[tuple[int, list[str], list[Number]]]:
        plan = FlightPlan(f"{nation} One", mission, cargo=cargo, towing=tow and f"{nation} {tow}")
        (group,) = groups_of([plan])
        facts = OperationFacts(operation, (plan,), field.side, state, field.rules)
        return [
            (len(load.lift.carriers), [cargo.unit.type for cargo in load.units], [n for _, n in load.points])
            for load in loads_of(group, facts)
        ]

    assert loads("air_drop", "Glider", para, landing, "1 supply") == [(1, ["air_landing"], []), (2, ["parachute"], [1])]
    assert loads("air_drop", "", para, landing, "1 supply") == [(1, ["parachute", "air_landing"], [1])]
    assert loads("air_drop", "Glider", para) == [(2, ["parachute"], [])]
    assert loads("air_drop", "Glider", landing) == [(1, ["air_landing"], []), (2, [], [])]
    assert loads("regular_transport", "Glider", landing) == [(2, ["air_landing"], [])]


def test_sf_20F_the_weather_of_a_load_is_that_of_the_target_and_of_the_base() -> None:
    state = ALLIED_44.game(SHEET).state
    zones = (SF.board.weather_zone(SF_BASE), SF.board.weather_zone(SF_TARGET))
    plan = FlightPlan("us One", "regular_transport", cargo=("us 5 Inf III",))
    (group,) = groups_of([plan])
    far = next(ref for ref in SF.board.hexes if SF.board.weather_zone(ref) != zones[0])
    state = state.noting(WEATHER, SF.board.weather_zone(far), "mud")
    lift = gather_load(group, OperationFacts(AirOperation(ALLIED, far), (plan,), ALLIED, state, SF)).lift
    assert (lift.weather, lift.base_weather) == ("mud", "clear")
    box = next(iter(SF.board.boxes))
    lift = gather_load(group, OperationFacts(AirOperation(ALLIED, box), (plan,), ALLIED, state, SF)).lift
    assert (lift.weather, lift.extended) == ("clear", False)


@FIELDS
def test_20F2_gliders_and_their_tugs_carry_no_more_together_than_all_of_them(field: Field) -> None:
    """Half an RE in the glider, and an RE in both: each fits by itself, together they are half an RE too much."""
    target = next(r for r in field.rules.board.neighbors_of(field.base) if field.rules.board.terrain(r) == "clear")
    state = field.game(POSITION, f"{field.base} NN 2-6 AL II 9, NN 1-6 Para II 8").state
    for number, size in (("7", "III"), ("8", "II")):
        cargo = (f"{number} Para {size}", "9 AL II")
        planned = state
        for name in cargo:
            planned = planned.noting(DROP_PLAN, f"{field.nation} {name}", DropPlan(target))
        found = ordered(field, planned, carrying("One", *cargo, mission="air_drop", tow="Glider"), target=target)
        assert sum("the cargo is" in why for why in found) == (size == "III"), found


@FIELDS
def test_23_gliders_no_bomber_tows_one(field: Field) -> None:
    state = field.game(f"{POSITION}, NN 4B5 3-7/26 Bomber").state
    assert ordered(field, state, carrying("Bomber", mission="transfer", tow="Glider")) == ["Bomber tows no gliders"]


def test_sf_3F_nothing_drops_into_ground_that_is_closed_to_the_side() -> None:
    state, board = ALLIED_44.game(SHEET).state, SF.board
    closed = min(ref for ref in closed_hexes(ALLIED, state, SF) if board.terrain(ref) == "clear")
    state = state.noting(DROP_PLAN, "us 7 Para III", DropPlan(closed))
    plans = tuple(carrying(unit, "7 Para III", mission="air_drop") for unit in ("One", "Two"))
    found = ordered(ALLIED_44, state, *plans, target=closed)
    assert len(found) == 1 and found[0].startswith(f"{closed}")


@FIELDS
def test_20F_the_nations_of_transports_are_those_that_have_them_in_play(field: Field) -> None:
    state = field.game("NN 1T2 13 One, NN 4B5 3-7/26 Bomber").state
    one, other = f"{field.nation} One", ALLIED if field.side == AXIS else AXIS
    lost = state.with_air(evolve(state.air_piece(one), status=ELIMINATED))
    assert nations_of_transports(field.side, state, field.rules) == (field.nation,)
    assert (
        nations_of_transports(field.side, lost, field.rules) == nations_of_transports(other, state, field.rules) == ()
    )
