"""Air units, airbases and missions (rules 16 to 18, 20A to 20E, 23): positions on the sheets, played through games."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import BOOKS, FOF, SF, Book, rules_of

import europa_rules as er
from europa_rules.air.airbases import reckon_capacity_at
from europa_rules.air.airfield_orders import AbandonAirfield
from europa_rules.air.facts import ASSIGNED, FLOWN, FLYING, HARASSED, IN_GARRISON, OPERATION
from europa_rules.air.flight_orders import FlyOperation
from europa_rules.air.flights import Flight, mission_named, reckon_range
from europa_rules.air.interception import PATROL, interceptors
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air.operations import suspended
from europa_rules.air.overflight import rule_on_flight_path
from europa_rules.air.scrambling import who_may_scramble
from europa_rules.air_units import AirRating
from europa_rules.errors import IllegalOrder, UndoRefused
from europa_rules.game import Game, replay
from europa_rules.ground.construction_sites import Demolish
from europa_rules.ground.facts import AIRBASE_HITS, AIRFIELD, MPS_SPENT, TEMPORARY_AIRFIELD
from europa_rules.ground.moves import Move
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.procedure import Answer, Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState
from europa_rules_sf.air_garrisons import GarrisonAirUnits
from europa_rules_sf.naval_patrols import AssignNavalPatrol

LILLE, CAEN = Hex("16A:1030"), Hex("17A:1010")
BASE, NEXT, REIMS = Hex("16A:1430"), Hex("16A:1531"), Hex("16A:1831")
"""An airfield of the Axis, the hex beside it (both clear, without a city), and a city with an airbase."""
BRUXELLES = Hex("16A:1127")


def situation(book: Book, position: str, moment: str, rules: Ruleset) -> GameState:
    return er.parse_position(f"{position.replace('EN', book.enemy)}\n{book.day}, {moment}", rules)


def begin(
    book: Book,
    position: str,
    moment: str = "Axis movement",
    rules: Ruleset | None = None,
    fields: Mapping[Hex, int] | None = None,
) -> Game:
    """A game in a position; `fields`: airfields built there, with their capacities."""
    rules = rules or rules_of(book.name)
    state = situation(book, position, moment, rules)
    for ref, capacity in {BASE: 6, **(fields or {})}.items():
        state = state.noting(AIRFIELD, ref, capacity)
    return Game.start(rules, state, dice="manual")


@frozen
class Table:
    """A game and its players: faces for the rolls to come (sixes after them), answers by a word of the question."""

    game: Game
    rolls: list[int]
    answers: Mapping[str, Answer]

    def settle(self) -> None:
        """Roll and decide until somebody may give an order."""
        while isinstance(self.game.pending, Decision | Roll):
            due = self.game.pending
            if isinstance(due, Roll):
                self.game.roll(*([self.rolls.pop(0)] * due.dice if self.rolls else [due.sides] * due.dice))
            else:
                given = (answer for word, answer in self.answers.items() if word in due.question)
                self.game.decide(*next(given, due.suggestions[0]))

    def fly(self, target: Hex, *flights: str, player: Side = AXIS, night: str = "") -> None:
        """Fly an air operation to its end, or to where it is suspended."""
        self.game.submit(FlyOperation(target, flights, night), player=player)
        self.settle()

    def give(self, order: object, player: Side = AXIS) -> None:
        """Give an order and go on until the next."""
        self.game.submit(order, player=player)
        self.settle()

    def go_to(self, opening: str, moment: str = "") -> None:
        """Pass until this opening, of this player's turn where one is named."""
        self.settle()
        while getattr(self.game.pending, "name", "") != opening or (moment and moment != self.state.phasing):
            self.game.done()
            self.settle()

    def texts(self, kind: str) -> list[str]:
        """The log entries of a kind."""
        return [entry.text for entry in self.game.log if entry.kind == kind]

    def air(self, unit: str) -> tuple[Hex, str]:
        """Where an air unit is, and its status."""
        piece = self.state.air_piece(unit)
        return piece.place, piece.status

    @property
    def state(self) -> GameState:
        return self.game.state


def sit(game: Game, *rolls: int, **answers: Answer) -> Table:
    return Table(game, list(rolls), answers)


def refused(game: Game, order: object, player: Side = AXIS) -> list[str]:
    """The numbers of the rules that refuse an order."""
    ruling = game.rule_on(order, player)
    assert not ruling.allowed
    return [c.number for c in ruling.citations]


GROUND = f"{BASE} ge 7-6 Inf XX 1\n{REIMS} EN 6-6 Inf XX 11"
OWNERS = f"owner Axis {BASE} {NEXT} {BRUXELLES}\nowner Allied {REIMS} {LILLE}"


def axis(*units: str) -> str:
    """A position with air units of the Axis at the airfield, and an enemy division at Reims."""
    return f"{BASE} ge 7-6 Inf XX 1, {', '.join(units)}\n{REIMS} EN 6-6 Inf XX 11\n{OWNERS}"


# --- statuses and readiness (16) -------------------------------------------------------------------------------------


@BOOKS
def test_16B1_an_inoperative_air_unit_flies_no_mission(book: Book) -> None:
    game = begin(book, axis("ge 7F5 1/7 Me 109 is inoperative"))
    assert "16B1" in refused(game, FlyOperation(BASE, ("ge Me 109: cap",)))


@BOOKS
def test_16C1_air_units_become_operative_but_no_more_than_the_airbase_holds(book: Book) -> None:
    units = [f"ge 7F5 1/7 Me {n} is inoperative" for n in range(1, 5)]
    game = begin(book, axis(*units), "Allied exploitation", fields={BASE: 3})
    table = sit(game, inoperative=("ge Me 2",))
    table.go_to("movement phase", AXIS)
    statuses = {unit: table.air(unit)[1] for unit in ("ge Me 1", "ge Me 2", "ge Me 3", "ge Me 4")}
    assert sorted(statuses.values()) == [INOPERATIVE] + [OPERATIVE] * 3
    assert statuses["ge Me 2"] == INOPERATIVE


@BOOKS
def test_16C1_aborted_air_units_stay_so_and_gliders_do_not_count(book: Book) -> None:
    units = ("ge 7F5 1/7 One is inoperative", "ge 7F5 1/7 Two is aborted", "ge 0GT-1 T Glider is inoperative")
    table = sit(begin(book, axis(*units), "Allied exploitation", fields={BASE: 1}))
    table.go_to("movement phase", AXIS)
    assert [table.air(f"ge {name}")[1] for name in ("One", "Two", "Glider")] == [OPERATIVE, ABORTED, OPERATIVE]


@BOOKS
def test_16C1_a_harasser_misses_the_next_chance_to_become_operative(book: Book) -> None:
    """It flies in the enemy's initial phase, stays inoperative through its own player turn, and is ready after it."""
    own = "ge 4B5 6-6/26 Ju 88"
    game = begin(book, axis(own), "Axis exploitation")
    table = sit(game)
    table.go_to("initial air operations", ALLIED)
    table.fly(REIMS, "ge Ju 88: harassment")
    assert table.state.recall(HARASSED, "ge Ju 88")
    table.go_to("movement phase", AXIS)
    assert table.air("ge Ju 88") == (BASE, INOPERATIVE)
    table.go_to("movement phase", ALLIED)
    assert table.air("ge Ju 88") == (BASE, OPERATIVE)


def test_sf_16C1_a_reading_lets_harassers_recover_in_their_own_player_turn() -> None:
    rules = rules_of("sf", rulings=(("sf-16C1-harassers-return", "own-turn"),))
    table = sit(begin(SF, axis("ge 4B5 6-6/26 Ju 88"), "Axis exploitation", rules))
    table.go_to("initial air operations", ALLIED)
    table.fly(REIMS, "ge Ju 88: harassment")
    table.go_to("movement phase", AXIS)
    assert table.air("ge Ju 88") == (BASE, OPERATIVE)


@BOOKS
def test_16D_an_air_operation_has_its_own_missions_only(book: Book) -> None:
    units = ("ge 4B5 6-6/26 Ju 88", "ge 4B5 6-6/26 He 111", "ge 7F5 1/9 Me 109")
    front = f"{axis(*units)}\n{NEXT} EN 6-6 Inf XX 12"
    table = sit(begin(book, front, "Axis movement"))
    table.go_to("ground support")
    order = FlyOperation(NEXT, ("ge Ju 88: ground support", "ge He 111: rail lines"))
    assert "16D" in refused(table.game, order)
    table.fly(NEXT, "ge Ju 88: ground support", "ge Me 109: escort")
    assert suspended("ground_support", table.state, AXIS)


# --- airbases (17) ---------------------------------------------------------------------------------------------------


@BOOKS
def test_17A_nobody_takes_off_from_or_lands_at_an_airbase_of_capacity_0(book: Book) -> None:
    game = begin(book, axis("ge 7F5 1/7 Me 109"), fields={BASE: 3})
    bombed = game.state.noting(AIRBASE_HITS, BASE, 3)
    closed = Game.start(game.rules, bombed, dice="manual")
    assert "17A" in refused(closed, FlyOperation(NEXT, ("ge Me 109: cap",)))
    away = f"{BRUXELLES} ge 1T2 1/13 Ju 52\n{OWNERS}"
    start = begin(book, away, fields={BASE: 3}).state.noting(AIRBASE_HITS, BASE, 3)
    landing = Game.start(game.rules, start, dice="manual")
    assert "17A" in refused(landing, FlyOperation(BASE, ("ge Ju 52: transfer",)))


@BOOKS
def test_17A_any_number_of_air_units_may_land(book: Book) -> None:
    units = ", ".join(f"ge 7F5 1/7 Me {n}" for n in range(1, 9))
    table = sit(begin(book, f"{BRUXELLES} {units}\n{OWNERS}", fields={BASE: 1}))
    table.fly(BASE, *(f"ge Me {n}: transfer" for n in range(1, 9)))
    assert {table.air(f"ge Me {n}") for n in range(1, 9)} == {(BASE, INOPERATIVE)}


@BOOKS
def test_17B_operative_air_units_that_escape_are_inoperative_others_aborted(book: Book) -> None:
    """A division enters the airfield: rolls of 1 to 3 escape, higher ones do not (17B)."""
    units = "EN 5F4 1/8 A, EN 5F4 1/8 B is inoperative, EN 4B5 6-6/26 C"
    field = f"{BASE} ge 7-6 Inf XX 1\n{NEXT} {units}\nowner Allied {NEXT} {REIMS} {LILLE}\nowner Axis {BASE}"
    table = sit(begin(book, field, fields={NEXT: 3, BASE: 0}), 3, 1, 4)
    table.give(Move(("ge 1 Inf XX",), (NEXT,)))
    names = [f"{book.enemy} {letter}" for letter in "ABC"]
    assert [table.air(name)[1] for name in names] == [INOPERATIVE, ABORTED, ELIMINATED]
    assert table.air(names[0])[0] in (REIMS, LILLE) or table.air(names[0])[0] != NEXT
    assert not table.state.all_facts(FLYING) and not table.state.all_facts(OPERATION)


def test_sf_17B_handed_B37_an_overrun_that_air_units_fled_is_undone_whole_or_not_at_all() -> None:
    """A battalion is overrun at an airfield; one air unit escapes by its roll, the other does not."""
    position = f"{BASE} ge 14-10 Pz XX 1\n{NEXT} EN 1-6 Inf II 5, EN 5F4 1/8 A, EN 5F4 1/8 B\n{OWNERS}"
    position = position.replace(f"owner Axis {BASE} {NEXT}", f"owner Axis {BASE}\nowner Allied {NEXT}")
    table = sit(begin(SF, position, fields={NEXT: 3}), 1, 6)
    fresh = table.game.save()
    table.give(Overrun(("ge 1 Pz XX",), NEXT))
    assert [table.air(f"us {letter}")[1] for letter in "AB"] == [INOPERATIVE, ELIMINATED]
    assert hex_owner(NEXT, table.state, table.game.rules) == AXIS and "us 5 Inf II" not in table.state.pieces
    with pytest.raises(UndoRefused, match="a die was seen since"):
        table.game.undo(to=1)
    free = Game.load(table.game.save(), table.game.rules)
    free.undo_policy = "replay"
    taken = free.undo(to=1)
    assert taken[0].startswith("Axis: overrun ge 1 Pz XX") and free.state == Game.load(fresh, free.rules).state
    assert [free.state.air_piece(f"us {letter}").place for letter in "AB"] == [NEXT, NEXT]


@BOOKS
def test_17B_without_an_airbase_in_transfer_range_an_escaping_air_unit_is_eliminated(book: Book) -> None:
    field = f"{BASE} ge 7-6 Inf XX 1\n{NEXT} EN 5F4 0 A\nowner Allied {NEXT}\nowner Axis {BASE}"
    table = sit(begin(book, field, fields={NEXT: 3}), 1)
    table.give(Move(("ge 1 Inf XX",), (NEXT,)))
    assert table.air(f"{book.enemy} A")[1] == ELIMINATED


@BOOKS
def test_17B_escaping_air_units_may_be_intercepted(book: Book) -> None:
    """The fighter over the field on patrol meets them where they land, if they come over it; here nobody is near."""
    field = (
        f"{BASE} ge 7-6 Inf XX 1, ge 9F9 1/30 Me 109\n{NEXT} EN 4B5 6-6/26 C\n"
        f"owner Allied {NEXT} {REIMS}\nowner Axis {BASE}"
    )
    table = sit(begin(book, field, fields={NEXT: 3}), 1, fly=(f"{book.enemy} C > {REIMS}",), intercept=("ge Me 109",))
    table.give(Move(("ge 1 Inf XX",), (NEXT,)))
    assert table.texts("interceptor flown") == [f"ge Me 109 intercepts over {REIMS} (from {BASE}, 4 hexes)"]
    assert table.air("ge Me 109")[1] in (INOPERATIVE, ABORTED, ELIMINATED)


def test_sf_17B_in_another_reading_nobody_escapes_in_the_combat_phase() -> None:
    rules = rules_of("sf", rulings=(("sf-17B-escape-in-combat-phase", "no"),))
    field = f"{BASE} EN 5F4 1/8 A\nowner Axis {BASE}\nowner Allied {REIMS}"
    state = situation(SF, field, "Axis combat", rules).noting(AIRFIELD, BASE, 3)
    from europa_rules.air.escapes import escape
    from europa_rules.testing import play

    after, _ = play(escape(state, rules))
    assert after.air_piece("us A").status == ELIMINATED
    default, _ = play(escape(state, rules_of("sf")), rolls=[1])
    assert default.air_piece("us A").status == INOPERATIVE


def test_fof_17B_in_another_reading_air_units_escape_at_the_end_of_the_combat_phase() -> None:
    from europa_rules.air.escapes import escape
    from europa_rules.testing import play

    rules = rules_of("fof", rulings=(("fof-17B-escape-timing", "end-of-phase"),))
    state = situation(FOF, f"{BASE} EN 5F4 1/8 A\nowner Axis {BASE}", "Axis combat", rules).noting(AIRFIELD, BASE, 3)
    waiting, _ = play(escape(state, rules))
    assert waiting == state


@BOOKS
def test_17C_a_captured_airbase_serves_at_once_but_a_temporary_airfield_is_destroyed(book: Book) -> None:
    ground = f"{BASE} ge 7-6 Inf XX 1, ge 7F5 1/7 Me 109\nowner Allied {NEXT} {REIMS}\nowner Axis {BASE}"
    game = begin(book, ground, fields={NEXT: 3})
    table = sit(game)
    table.give(Move(("ge 1 Inf XX",), (NEXT,)))
    table.fly(NEXT, "ge Me 109: transfer")
    assert table.air("ge Me 109") == (NEXT, INOPERATIVE)
    rules = game.rules
    state = situation(book, ground, "Axis movement", rules).noting(TEMPORARY_AIRFIELD, NEXT, ALLIED)
    other = sit(Game.start(rules, state, dice="manual"))
    other.give(Move(("ge 1 Inf XX",), (NEXT,)))
    assert other.state.recall(TEMPORARY_AIRFIELD, NEXT) is None


@BOOKS
def test_17D_ground_units_damage_an_airbase_by_2_mps_for_each_hit(book: Book) -> None:
    table = sit(begin(book, axis("ge 7F5 1/7 Me 109"), fields={BASE: 3}))
    for _ in range(2):
        table.give(Demolish(("ge 1 Inf XX",), "airbase"))
    assert table.state.recall(MPS_SPENT, "ge 1 Inf XX") == 4
    assert table.state.recall(AIRBASE_HITS, BASE) == 2
    assert reckon_capacity_at(BASE, table.state, table.game.rules).value == 1


@BOOKS
def test_17D_only_an_airfield_at_capacity_0_is_abandoned_by_the_phasing_player(book: Book) -> None:
    game = begin(book, axis("ge 7F5 1/7 Me 109"), fields={BASE: 3})
    assert refused(game, AbandonAirfield(BASE, "permanent")) == ["17D"]
    bombed = game.state.noting(AIRBASE_HITS, BASE, 3)
    table = sit(Game.start(game.rules, bombed, dice="manual"), 6)
    table.give(AbandonAirfield(BASE, "permanent"))
    assert table.state.recall(AIRFIELD, BASE) == 0
    assert table.state.recall(AIRBASE_HITS, BASE) is None
    assert table.texts("airfield abandoned") == [f"Axis abandons the permanent airfield in {BASE}"]
    assert table.air("ge Me 109")[1] == ELIMINATED


# --- movement and ranges (18, 20A) -----------------------------------------------------------------------------------


def away_from(start: Hex, hexes: int, rules: Ruleset) -> Hex:
    """A land hex at a distance from another."""
    board = rules.board
    found = (Hex(ref) for ref in board.index if board.distance(start, Hex(ref)) == hexes and board.has_land(Hex(ref)))
    return sorted(found)[0]


@BOOKS
@pytest.mark.parametrize("mission", ["cap", "escort"])
def test_18_a_target_at_the_end_of_the_range_is_reached_and_one_hex_more_is_not(book: Book, mission: str) -> None:
    rules = rules_of(book.name)
    within, beyond = away_from(BASE, 7, rules), away_from(BASE, 8, rules)
    game = begin(book, axis("ge 7F5 1/7 Me 109"))
    assert game.rule_on(FlyOperation(within, (f"ge Me 109: {mission}",)), AXIS).allowed
    assert f"20{'E' if mission == 'cap' else 'B'}" in refused(game, FlyOperation(beyond, (f"ge Me 109: {mission}",)))


@BOOKS
def test_18_a_way_round_costs_every_hex_that_is_entered(book: Book) -> None:
    """Two hexes out and two back to a neighbor are more than the three straight ones that it has."""
    rules = rules_of(book.name)
    far = away_from(BASE, 4, rules)
    game = begin(book, axis("ge 7F5 1/7 Me 109"))
    assert game.rule_on(FlyOperation(NEXT, (f"ge Me 109: cap, via {far}",)), AXIS).allowed is (
        4 + rules.board.distance(far, NEXT) <= 7
    )
    assert not game.rule_on(FlyOperation(far, (f"ge Me 109: cap, via {NEXT} {BASE} {NEXT} {BASE}",)), AXIS).allowed


@pytest.mark.parametrize(("book", "times"), [(FOF, 4), (SF, 3)])
def test_20A_transfer_range_is_a_multiple_of_the_printed_rating(book: Book, times: int) -> None:
    rules = rules_of(book.name)
    flight = Flight(AirRating.parse("7F5 1/7"), *mission_named("transfer", rules))
    assert reckon_range(flight, rules).value == 7 * times


@BOOKS
def test_20A_a_transfer_goes_by_legs_from_airbase_to_airbase(book: Book) -> None:
    table = sit(begin(book, axis("ge 7F5 1/7 Me 109", "ge 7F5 1/7 Other"), fields={NEXT: 3}))
    table.fly(NEXT, f"ge Me 109: transfer, onward {BRUXELLES}", "ge Other: transfer")
    assert table.air("ge Me 109") == (BRUXELLES, INOPERATIVE)
    assert table.air("ge Other") == (NEXT, INOPERATIVE)
    assert table.texts("next leg of a transfer") == [f"ge Me 109 fly on to {BRUXELLES}"]


@BOOKS
def test_20A_a_leg_ends_at_a_friendly_airbase_only(book: Book) -> None:
    game = begin(book, axis("ge 7F5 1/7 Me 109"))
    assert "20A" in refused(game, FlyOperation(REIMS, ("ge Me 109: transfer",)))
    onward = FlyOperation(BRUXELLES, (f"ge Me 109: transfer, onward {LILLE}",))
    assert "20A" in refused(game, onward)


@BOOKS
def test_20_an_air_unit_flies_one_mission_in_a_player_turn(book: Book) -> None:
    table = sit(begin(book, axis("ge 4B5 6-6/26 Ju 88")))
    table.fly(REIMS, "ge Ju 88: airbases")
    assert table.air("ge Ju 88") == (BASE, INOPERATIVE)
    assert table.state.recall(FLOWN, "ge Ju 88") == "airbases"
    assert "20" in refused(table.game, FlyOperation(BASE, ("ge Ju 88: transfer",)))


@BOOKS
def test_18_an_air_unit_without_an_airbase_in_range_is_eliminated(book: Book) -> None:
    """The only airfield is taken while the fighter patrols; nothing else is within its range."""
    ground = (
        f"{BASE} ge 7F5 1/1 Me 109\n{NEXT} EN 6-6 Inf XX 12\nowner Axis {BASE}\nowner Allied {NEXT} {REIMS} {LILLE}"
    )
    table = sit(begin(book, ground, "Allied movement"))
    table.fly(BASE, "ge Me 109: cap")
    table.give(Move((f"{book.enemy} 12 Inf XX",), (BASE,)), player=ALLIED)
    table.go_to("movement phase", AXIS)
    assert table.air("ge Me 109")[1] == ELIMINATED


# --- combat air patrol over Lille and Caen (20E) ---------------------------------------------------------------------


def test_fof_20E_a_patrol_over_lille_switches_to_escort_in_the_same_player_turn() -> None:
    """The book's own example: CAP over Lille in the initial phase, a bombing operation there later."""
    front = f"{axis('ge 7F5 1/20 Me 109', 'ge 4B5 6-6/26 Ju 88')}\n{LILLE} EN 6-6 Inf XX 12"
    table = sit(begin(FOF, front, "Allied exploitation"), switch=("ge Me 109",))
    table.go_to("initial air operations", AXIS)
    table.fly(LILLE, "ge Me 109: cap")
    assert suspended(PATROL, table.state, AXIS)
    table.go_to("movement phase", AXIS)
    table.fly(LILLE, "ge Ju 88: airbases")
    assert table.texts("patrol switched") == ["ge Me 109 switches from patrol to escort"]
    assert not suspended(PATROL, table.state, AXIS)
    assert table.air("ge Me 109") == (BASE, INOPERATIVE)


def test_sf_20E_a_patrol_over_caen_switches_to_escort_in_the_exploitation_phase() -> None:
    """The book's own example: CAP over Caen in the initial phase, a bombing operation there in exploitation."""
    home = Hex("17A:1110")
    position = f"{home} us 8F8 1/18 P-51, us 4B5 4-3/24 B-25\nowner Allied {home}\nowner Axis {CAEN}"
    table = sit(begin(SF, position, "Axis exploitation", fields={home: 6}), switch=("us P-51",))
    table.go_to("initial air operations", ALLIED)
    table.fly(CAEN, "us P-51: cap", player=ALLIED)
    assert table.air("us P-51")[0] == CAEN
    table.go_to("exploitation phase", ALLIED)
    table.fly(CAEN, "us B-25: airbases", player=ALLIED)
    assert table.texts("patrol switched") == ["us P-51 switches from patrol to escort"]
    assert table.air("us P-51") == (home, INOPERATIVE)


@BOOKS
def test_20E_a_patrol_that_does_not_switch_is_ignored_and_returns_at_the_end_of_the_player_turn(book: Book) -> None:
    table = sit(begin(book, axis("ge 7F5 1/20 Me 109", "ge 4B5 6-6/26 Ju 88"), "Axis movement"))
    table.fly(REIMS, "ge Me 109: cap")
    table.fly(REIMS, "ge Ju 88: airbases")
    assert table.air("ge Me 109") == (REIMS, OPERATIVE)
    table.go_to("movement phase", ALLIED)
    assert "ge Me 109 lands at 16A:1430, inoperative" in table.texts("air unit landed")
    assert table.air("ge Me 109")[0] == BASE


@BOOKS
def test_20E_a_patrol_intercepts_an_enemy_operation_over_its_hex(book: Book) -> None:
    front = f"{axis('ge 9F9 1/20 Me 109')}\n{REIMS} EN 4B5 6-6/26 Bomber"
    table = sit(begin(book, front, "Allied movement"), intercept=("ge Me 109",))
    table.fly(BASE, "ge Me 109: cap")
    table.fly(BASE, f"{book.enemy} Bomber: airbases", player=ALLIED)
    assert f"ge Me 109 intercepts over {BASE}, from its patrol" in table.texts("interceptor flown")
    assert not suspended(PATROL, table.state)


@BOOKS
def test_20E_nobody_patrols_in_the_combat_phase(book: Book) -> None:
    table = sit(begin(book, f"{axis('ge 7F5 1/20 Me 109')}\n{NEXT} EN 6-6 Inf XX 12"))
    table.go_to("ground support")
    assert "20E" in refused(table.game, FlyOperation(NEXT, ("ge Me 109: cap",)))


@BOOKS
def test_23_a_patrol_by_night_has_nothing_to_do_with_operations_by_day(book: Book) -> None:
    front = f"{axis('ge 5NF5 1/20 Night')}\n{REIMS} EN 4B5 6-6/26 Bomber"
    table = sit(begin(book, front, "Allied movement"), intercept=("ge Night",))
    table.fly(BASE, "ge Night: cap", night="night")
    table.fly(BASE, f"{book.enemy} Bomber: airbases", player=ALLIED)
    assert table.texts("interceptor flown") == []
    assert suspended(PATROL, table.state)


# --- staging, extended range, night (23) -----------------------------------------------------------------------------


def fighters_at_bruxelles(*units: str) -> str:
    return f"{BRUXELLES} {', '.join(units)}\n{BASE} ge 7-6 Inf XX 1\n{OWNERS}"


@BOOKS
def test_23_an_air_unit_stages_at_an_airbase_on_its_way_and_returns_from_there(book: Book) -> None:
    rules = rules_of(book.name)
    assert rules.board.distance(BRUXELLES, REIMS) > 7 >= rules.board.distance(BASE, REIMS)
    game = begin(book, fighters_at_bruxelles("ge 7F5 1/7 Me 109"))
    assert not game.rule_on(FlyOperation(REIMS, ("ge Me 109: cap",)), AXIS).allowed
    table = sit(game)
    table.fly(REIMS, f"ge Me 109: cap, stage {BASE}")
    assert table.air("ge Me 109") == (REIMS, OPERATIVE)
    table.go_to("movement phase", ALLIED)
    assert table.air("ge Me 109")[0] == BASE


def test_fof_23A_nobody_stages_before_defensive_air_support() -> None:
    front = f"{fighters_at_bruxelles('ge 2D2 2-1/20 Ju 87')}\n{NEXT} ge 7-6 Inf XX 3"
    table = sit(begin(FOF, front, "Allied movement"))
    table.go_to("defensive air support")
    assert "23A" in refused(table.game, FlyOperation(NEXT, (f"ge Ju 87: defensive air support, stage {BASE}",)))


def test_sf_23E2_a_heavy_bomber_does_not_stage_or_use_temporary_airfields() -> None:
    game = begin(SF, axis("ge 4HB5 6-6/26 He 177"), fields={NEXT: 3})
    assert "23E2" in refused(game, FlyOperation(REIMS, (f"ge He 177: airbases, stage {NEXT}",)))
    state = situation(SF, axis("ge 4HB5 6-6/26 He 177"), "Axis movement", game.rules)
    rough = Game.start(game.rules, state.noting(TEMPORARY_AIRFIELD, BASE, AXIS), dice="manual")
    assert "23E2" in refused(rough, FlyOperation(REIMS, ("ge He 177: airbases",)))


def test_sf_23F_jets_do_not_use_temporary_airfields() -> None:
    rules = rules_of("sf")
    state = situation(SF, axis("ge 12JF8 2/15 Me 262"), "Axis movement", rules).noting(TEMPORARY_AIRFIELD, BASE, AXIS)
    game = Game.start(rules, state, dice="manual")
    assert "23F" in refused(game, FlyOperation(BASE, ("ge Me 262: cap",)))


def test_sf_23C_fighters_escort_and_patrol_at_extended_range_and_in_fof_they_do_not() -> None:
    far = away_from(BASE, 12, rules_of("sf"))
    for book, allowed in ((SF, True), (FOF, False)):
        game = begin(book, axis("ge 7F5 1/7 Me 109"))
        assert game.rule_on(FlyOperation(far, ("ge Me 109: cap, extended",)), AXIS).allowed is allowed
    table = sit(begin(SF, axis("ge 7F5 1/7 Me 109")))
    table.fly(far, "ge Me 109: cap, extended")
    table.go_to("movement phase", ALLIED)
    assert table.air("ge Me 109")[0] == BASE


@BOOKS
@pytest.mark.parametrize(("face", "status"), [(1, ABORTED), (6, INOPERATIVE)])
def test_23_a_day_air_unit_may_crash_when_it_lands_by_night(book: Book, face: int, status: str) -> None:
    table = sit(begin(book, axis("ge 7F5 1/7 Me 109"), fields={NEXT: 3}), face)
    table.fly(NEXT, "ge Me 109: transfer", night="night")
    assert table.air("ge Me 109")[1] == status


@BOOKS
def test_23_a_night_air_unit_lands_by_night_without_a_roll(book: Book) -> None:
    table = sit(begin(book, axis("ge 5NF5 1/7 Night"), fields={NEXT: 3}), 1)
    table.fly(NEXT, "ge Night: transfer", night="night")
    assert table.air("ge Night") == (NEXT, INOPERATIVE)
    assert table.rolls == [1]


@BOOKS
def test_23_no_tactical_bombing_and_no_escort_by_night(book: Book) -> None:
    game = begin(book, axis("ge 4NB5 6-6/26 Ju 88", "ge 5NF5 1/7 Night"))
    night = "23C" if book is FOF else "23G"
    assert night in refused(game, FlyOperation(REIMS, ("ge Ju 88: airbases",), "night"))
    order = FlyOperation(REIMS, ("ge Ju 88: rail yards", "ge Night: escort"), "night")
    assert night in refused(game, order)


def test_sf_23H10_a_fragile_air_unit_is_aborted_when_it_returns_but_not_after_a_transfer() -> None:
    table = sit(begin(SF, axis("ge 4B5 6-6/X/26 Mistel"), fields={NEXT: 3}))
    table.fly(REIMS, "ge Mistel: airbases")
    assert table.air("ge Mistel") == (BASE, ABORTED)
    other = sit(begin(SF, axis("ge 4B5 6-6/X/26 Mistel"), fields={NEXT: 3}))
    other.fly(NEXT, "ge Mistel: transfer")
    assert other.air("ge Mistel") == (NEXT, INOPERATIVE)


@BOOKS
def test_23_a_flying_boat_bases_by_the_water_only(book: Book) -> None:
    number = "23G" if book is FOF else "23H4"
    game = begin(book, axis("ge 2B3 1-1/F/20 Do 18"), fields={NEXT: 3})
    assert number in refused(game, FlyOperation(NEXT, ("ge Do 18: transfer",)))


# --- scrambling (23A2, 23D2) -----------------------------------------------------------------------------------------

RAIDED = (
    f"{BASE} ge 7-6 Inf XX 1, ge 4B5 6-6/26 Ju 88\n"
    f"{REIMS} EN 6-6 Inf XX 11, EN 5F4 1/8 One, EN 5F4 1/8 Two, EN 5F4 1/8 Down is inoperative, EN 3B3 2-2/20 Bomber\n"
    f"{OWNERS}"
)


@BOOKS
def test_handed_A23_what_each_air_unit_on_a_bombed_airbase_may_do(book: Book) -> None:
    """Operative fighters intercept, scramble or stay; an inoperative one scrambles or stays; a bomber stays."""
    names = {letter: f"{book.enemy} {letter}" for letter in ("One", "Two", "Down", "Bomber")}
    game = begin(book, RAIDED)
    game.submit(FlyOperation(REIMS, ("ge Ju 88: airbases",)), player=AXIS)
    offers: dict[str, Decision] = {}
    table = sit(game)
    while isinstance(game.pending, Decision | Roll):
        due = game.pending
        if isinstance(due, Decision):
            offers[due.question.split(" ")[2]] = due
        if isinstance(due, Decision) and "scramble" in due.question:
            to = next(line for line in due.candidates if line.startswith(names["Down"]))
            game.decide(to)
            continue
        if isinstance(due, Roll):
            game.roll(*[due.sides] * due.dice)
        else:
            game.decide(*due.suggestions[0])
    assert set(offers["intercept"].candidates) == {names["One"], names["Two"]}
    asked = next(d for d in offers.values() if "scramble" in d.question)
    assert {line.rpartition(" > ")[0] for line in asked.candidates} == {names["One"], names["Two"], names["Down"]}
    place, status = table.air(names["Down"])
    assert place != REIMS and status == INOPERATIVE
    assert table.air(names["Bomber"])[0] == REIMS


def test_handed_A23_a_fighter_that_scrambles_is_not_patrol_attacked() -> None:
    from europa_rules.air.patrol_attacks import rule_on_patrol_attack

    assert not rule_on_patrol_attack("scrambling", rules_of("sf")).allowed


@BOOKS
def test_23_a_fighter_that_intercepts_does_not_scramble_too(book: Book) -> None:
    table = sit(begin(book, RAIDED), intercept=(f"{book.enemy} One", f"{book.enemy} Two"))
    table.fly(REIMS, "ge Ju 88: airbases")
    assert len(table.texts("interceptor flown")) == 2
    assert all("Down" in text for text in table.texts("fighter scrambled"))


# --- boxes, naval patrol, garrisons (SF 20G2h, 23I, 23J) -------------------------------------------------------------

BRITAIN = Hex("box:Britain")


def in_britain(*units: str) -> str:
    return f"{BRITAIN}: {', '.join(units)}\nowner Axis {CAEN}\n17A:1011 ge 7-6 Inf XX 1"


def test_sf_23I1_air_units_of_a_box_fly_from_the_nearest_hex_of_its_area_and_return_to_it() -> None:
    """Caen is 8 hexes from the nearest clear hex of Britain on the map: 8 suffice, 7 do not."""
    game = begin(SF, in_britain("us 8F8 1/8 P-51", "us 8F8 1/7 P-40"), "Allied movement")
    assert not game.rule_on(FlyOperation(CAEN, ("us P-40: cap",)), ALLIED).allowed
    table = sit(game)
    table.fly(CAEN, "us P-51: cap", player=ALLIED)
    assert table.air("us P-51") == (CAEN, OPERATIVE)
    table.go_to("movement phase", AXIS)
    assert table.air("us P-51")[0] == BRITAIN


def test_sf_23I1_a_box_has_room_for_all() -> None:
    units = [f"us 8F8 1/8 P {n} is inoperative" for n in range(1, 21)]
    table = sit(begin(SF, in_britain(*units), "Axis exploitation"))
    table.go_to("movement phase", ALLIED)
    assert {table.air(f"us P {n}")[1] for n in range(1, 21)} == {OPERATIVE}


def test_sf_23I1_a_start_outside_the_area_is_refused() -> None:
    game = begin(SF, in_britain("us 8F8 1/8 P-51"), "Allied movement")
    assert not game.rule_on(FlyOperation(CAEN, ("us P-51: cap, from 17A:1011",)), ALLIED).allowed


def test_sf_23I2_an_air_unit_in_garrison_flies_no_mission() -> None:
    table = sit(begin(SF, in_britain("us 8F8 1/8 P-51"), "Axis exploitation"))
    table.go_to("initial air operations", ALLIED)
    table.give(GarrisonAirUnits(("us P-51",), "Britain Home Defense garrison box"), player=ALLIED)
    assert table.state.recall(IN_GARRISON, "us P-51") == "Britain Home Defense"
    assert "23I2" in refused(table.game, FlyOperation(CAEN, ("us P-51: cap",)), ALLIED)
    wrong = GarrisonAirUnits(("us P-51",), "Middle East garrison box")
    assert "23I2" in refused(table.game, wrong, ALLIED)
    table.give(GarrisonAirUnits(("us P-51",)), player=ALLIED)
    assert table.game.rule_on(FlyOperation(CAEN, ("us P-51: cap",)), ALLIED).allowed


def test_sf_23J_antishipping_forces_base_in_the_boxes_and_fly_naval_patrol_only() -> None:
    unit = 'us 4B5 4-3/24 Beau of "Allied antiship"'
    game = begin(SF, in_britain(unit), "Allied movement")
    assert "23J" in refused(game, FlyOperation(CAEN, ("us Beau: airbases",)), ALLIED)


def test_sf_20G2h_an_air_unit_assigned_to_naval_patrol_flies_no_other_mission() -> None:
    table = sit(begin(SF, in_britain("us 4B5 4-3/24 B-25", "us 4B5 4-3/24 Free"), "Axis exploitation"))
    table.go_to("initial air operations", ALLIED)
    table.give(AssignNavalPatrol(("us B-25",)), player=ALLIED)
    assert table.state.recall(ASSIGNED, "us B-25") == "naval_patrol"
    table.go_to("movement phase", ALLIED)
    assert "20G2h" in refused(table.game, FlyOperation(CAEN, ("us B-25: airbases",)), ALLIED)
    assert "20G2h" in refused(table.game, FlyOperation(CAEN, ("us Free: naval patrol",)), ALLIED)
    with pytest.raises(IllegalOrder):
        table.give(AssignNavalPatrol(("us Free",)), player=ALLIED)


# --- countries closed to air units (FoF 28C4), Fighter Command (29C3) ------------------------------------------------


def test_fof_28C4_air_units_do_not_fly_over_switzerland() -> None:
    rules = rules_of("fof")
    board = rules.board
    swiss = sorted(Hex(ref) for ref in board.index if board.country(Hex(ref)) == "Switzerland")
    ruling = rule_on_flight_path((BASE, swiss[0]), rules)
    assert [str(c) for c in ruling.citations] == ["FoF 28C4"]
    assert rule_on_flight_path((BASE, REIMS), rules).allowed
    game = begin(FOF, axis("ge 4B5 6-6/40 Ju 88", "ge 7F5 1/40 Me 109"))
    assert "28C4" in refused(game, FlyOperation(swiss[0], ("ge Me 109: cap",)))


def test_sf_37C_air_units_do_not_fly_over_neutral_countries() -> None:
    rules = rules_of("sf")
    board = rules.board
    for country in ("Switzerland", "Spain"):
        there = next(Hex(ref) for ref in board.index if board.country(Hex(ref)) == country)
        assert [str(c) for c in rule_on_flight_path((BASE, there), rules).citations] == ["SF 37C"]


def test_fof_29C3_fighter_command_uses_no_airbase_outside_britain() -> None:
    unit = 'br 7F6 1/9 Spit of "Fighter Command"'
    game = begin(FOF, f"{LILLE} {unit}\nowner Allied {LILLE} {REIMS}", "Allied movement")
    assert "29C3" in refused(game, FlyOperation(REIMS, ("br Spit: transfer",)), ALLIED)


# --- airbases out of supply (SF 44D1) --------------------------------------------------------------------------------


def test_sf_44D1_airbases_out_of_supply_are_counted_turn_by_turn_and_weaken_their_air_units() -> None:
    from europa_rules_sf.airbase_supply import AIRBASE_OUT

    rules = rules_of("sf", options=("44D1",))
    lone = BASE
    foes = "\n".join(f"{ref} us 6-6 Inf XX {n}" for n, ref in enumerate(rules.board.neighbors_of(lone), 1))
    around = " ".join(rules.board.neighbors_of(lone))
    position = (
        f"{lone} ge 7F5 1/7 Me 109, ge 4B5 6-6/26 Ju 88\n{foes}\nowner Axis {lone}\nowner Allied {around} {REIMS}"
    )
    table = sit(begin(SF, position, "Allied exploitation", rules))
    table.go_to("movement phase", AXIS)
    assert table.state.recall(AIRBASE_OUT, lone) == 1
    assert "44D1" in refused(table.game, FlyOperation(REIMS, ("ge Ju 88: airbases, extended",)))
    weak = table.state.noting(AIRBASE_OUT, lone, 4)
    assert "44D1" in refused(Game.start(rules, weak, dice="manual"), FlyOperation(REIMS, ("ge Me 109: cap",)))


# --- properties ------------------------------------------------------------------------------------------------------

UNITS = ("ge 7F5 1/9 Me 109", "ge 5NF5 1/14 Night", "ge 4B5 6-6/26 Ju 88", "ge 2D2 2-1/9 Ju 87", "ge 1T2 13 Ju 52")
MISSIONS = ("cap", "escort", "transfer", "airbases", "rail yards", "rail lines", "regular transport")
TARGETS = (BASE, NEXT, REIMS, LILLE, BRUXELLES)


@pytest.mark.parametrize("book", [FOF, SF], ids=lambda book: book.name)
@settings(max_examples=15, deadline=None, derandomize=True)
@given(data=st.data())
def test_20_whatever_is_ordered_no_air_unit_flies_twice_or_beyond_its_range_and_all_end_somewhere(
    book: Book, data: st.DataObject
) -> None:
    rules = rules_of(book.name)
    state = situation(book, axis(*UNITS), "Axis movement", rules).noting(AIRFIELD, BASE, 6)
    state = state.with_air(*situation(book, f"{REIMS} EN 5F4 1/20 Foe\n{OWNERS}", "Axis movement", rules).air.values())
    game = Game.start(rules, state, seed=data.draw(st.integers(1, 99)))
    flown: list[str] = []
    for _ in range(6):
        unit = data.draw(st.sampled_from(sorted(state.air)[1:] if book is FOF else sorted(state.air)))
        side = state.air_piece(unit).side
        mission, target = data.draw(st.sampled_from(MISSIONS)), data.draw(st.sampled_from(TARGETS))
        order = FlyOperation(target, (f"{unit}: {mission}",))
        before = game.state
        if not isinstance(game.pending, Opening) or side not in game.pending.players:
            break
        if not game.rule_on(order, side).allowed:
            continue
        game.submit(order, player=side)
        while isinstance(game.pending, Decision):
            game.decide(*data.draw(st.sampled_from(game.pending.suggestions)))
        assert unit not in flown
        assert reckon_capacity_at(before.air_piece(unit).place, before, rules).value > 0
        flown.append(unit)
        _all_is_well(game.state, rules)
    saved = Game.load(game.save(), rules)
    assert saved.state_hash == game.state_hash
    assert replay(game.save(), rules).state_hash == game.state_hash


def _all_is_well(state: GameState, rules: Ruleset) -> None:
    """Every air unit is based, aborted, eliminated, or in a suspended operation within its range."""
    patrols = set(suspended(PATROL, state))
    for unit, flying in state.all_facts(FLYING).items():
        assert flying.operation in patrols
        flight = Flight(state.air_piece(unit).unit.rating, *mission_named(flying.mission, rules), unit)
        assert flying.mps <= reckon_range(evolve(flight, extended=flying.extended), rules).value
    for unit, piece in state.air.items():
        grounded = piece.is_in_play and state.recall(FLYING, unit) is None
        assert not grounded or reckon_capacity_at(piece.place, state, rules).value > 0 or piece.place in TARGETS


@BOOKS
def test_20E_a_suspended_patrol_survives_a_save(book: Book) -> None:
    table = sit(begin(book, axis("ge 7F5 1/20 Me 109", "ge 4B5 6-6/26 Ju 88"), "Axis movement"))
    table.fly(REIMS, "ge Me 109: cap")
    again = Game.load(table.game.save(), table.game.rules)
    assert again.state == table.state
    other = sit(again, switch=("ge Me 109",))
    other.fly(REIMS, "ge Ju 88: airbases")
    assert other.texts("patrol switched") == ["ge Me 109 switches from patrol to escort"]


@BOOKS
def test_23_interceptors_and_scramblers_are_those_of_the_facts(book: Book) -> None:
    from europa_rules.air.facts import AirOperation

    rules = rules_of(book.name)
    state = situation(book, RAIDED, "Axis movement", rules)
    operation = AirOperation(AXIS, REIMS)
    assert {p.id for p in interceptors(operation, ALLIED, state, rules)} == {f"{book.enemy} One", f"{book.enemy} Two"}
    able = {p.id for p in who_may_scramble(ALLIED, operation, state, rules)}
    assert able == {f"{book.enemy} {name}" for name in ("One", "Two", "Down")}


def test_sf_20_the_facts_of_a_mission_give_the_same_ruling_off_the_board() -> None:
    rules = rules_of("sf")
    flight = Flight(AirRating.parse("8F6 1/9"), *mission_named("escort", rules))
    assert rule_on_mission(MissionFacts(flight, status=INOPERATIVE), rules).citations[0].number == "16B1"
