"""Bombing, harassment and air support (FoF 20G, 23E1; SF 20G, 23E1, 23H2): positions on the sheets, in games."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import networkx as nx
import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.air_driving import BOOKS, FOF, SF, Book, rules_of
from tests.test_plugins import HouseRule

import europa_rules as er
from europa_rules.air import bombing, harassment
from europa_rules.air.abatement import AbateHarassment
from europa_rules.air.air_support import SupportFacts, reckon_effective_support
from europa_rules.air.bomb_runs import NAVAL_TARGETS, NavalTarget
from europa_rules.air.facts import (
    ASSIGNED,
    BOMBED_CAPACITY,
    COAST_DEFENSE_HITS,
    FLYING,
    HARASSMENT,
    HARASSMENT_IGNORED,
    OPERATION,
    TERROR_HITS,
    YARD_HITS,
    harassed_by,
)
from europa_rules.air.flight_orders import CIRCUMSTANCES, FlyOperation
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.mission_results import Strike
from europa_rules.air_units import AirRating
from europa_rules.contributions import Source
from europa_rules.errors import IllegalOrder
from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.construction_sites import Demolish
from europa_rules.ground.destinations import cheapest_path, movement_graph
from europa_rules.ground.facts import AIRBASE_HITS, BRIDGE_HITS, MPS_SPENT, PORT_HITS, RAIL_BROKEN, between, on_net
from europa_rules.ground.moves import Move, mps_for_work, mps_spent, rule_on_move
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.rail import RailMove
from europa_rules.ground.rail_capacity import reckon_net_capacity
from europa_rules.ground.terrain import is_bridge_down
from europa_rules.ground.travel import cheapest_journey
from europa_rules.ground.works import airbase_hits
from europa_rules.hexes import Hex
from europa_rules.procedure import Answer, Decision, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, GameState
from europa_rules_sf.naval_patrols import AssignNavalPatrol

BASE, NEAR, TARGET, BEHIND, REIMS = (Hex(f"16A:{n}") for n in ("1728", "1729", "1730", "1731", "1831"))
LILLE, DUNKERQUE, BRUXELLES = Hex("16A:1030"), Hex("16A:0731"), Hex("16A:1127")
MISS, HIT = 1, 6


def begin(book: Book, position: str, phase: str, rules: Ruleset | None = None) -> Game:
    text = f"{position.replace('EN', book.enemy)}\n{book.day}, {phase}"
    return Game.start(rules or rules_of(book.name), text, dice="manual")


@frozen
class Table:
    """A game, and those who sit at its table.

    Attributes:
        game: the game.
        rolls: faces of the bombing rolls to come; other rolls show sixes, which harm no air unit.
        answers: what is answered to the decisions whose question has such a word; else the last suggestion.
        unlucky: a word; rolls for such a purpose show ones.
    """

    game: Game
    rolls: list[int]
    answers: Mapping[str, list[Answer]]
    unlucky: str = ""

    def settle(self) -> None:
        """Roll and decide until somebody may give an order."""
        while isinstance(self.game.pending, Decision | Roll):
            if isinstance(self.game.pending, Roll):
                self.game.roll(*self._faces(self.game.pending))
            else:
                self.game.decide(*self._answer(self.game.pending))

    def _faces(self, due: Roll) -> tuple[int, ...]:
        if self.unlucky and self.unlucky in due.purpose:
            return (1,) * due.dice
        bombing = " bomb" in due.purpose
        return (self.rolls.pop(0),) if bombing and self.rolls else (due.sides,) * due.dice

    def _answer(self, due: Decision) -> Answer:
        given = next((listed for word, listed in self.answers.items() if word in due.question), None)
        if given:
            return given.pop(0)
        stays = any(word in due.question for word in ("land elsewhere", "intercept", "patrol", "scramble"))
        return () if stays else due.suggestions[-1]

    def fly(self, target: Hex, *flights: str, player: Side = AXIS, night: str = "") -> None:
        """Fly an air operation to its end, or to where it is suspended."""
        self.game.submit(FlyOperation(target, flights, night), player=player)
        self.settle()

    def go_to(self, opening: str) -> None:
        """Pass until this opening."""
        while getattr(self.game.pending, "name", "") != opening:
            if isinstance(self.game.pending, Decision | Roll):
                self.settle()
            else:
                self.game.done()

    def texts(self, kind: str) -> list[str]:
        """The log entries of a kind."""
        return [entry.text for entry in self.game.log if entry.kind == kind]

    @property
    def state(self) -> GameState:
        return self.game.state


def sit(game: Game, *rolls: int, **answers: list[Answer]) -> Table:
    return Table(game, list(rolls), answers)


def pass_while(table: Table, side: Side) -> None:
    """Pass until the player turn of a side is over."""
    while table.state.phasing == side:
        if isinstance(table.game.pending, Decision | Roll):
            table.settle()
        else:
            table.game.done()


BOMBERS = f"{BASE} ge 7-6 Inf XX 1, ge 4B5 6-6/26 Ju 88, ge 4B5 2-2/26 He 111, ge 2D2 2-1/26 Ju 87"
ENEMIES = f"{TARGET} EN 6-6 Inf XX 10\n{REIMS} EN 6-6 Inf XX 11, EN 5F4 1/8 Fighter, EN 5F4 1/8 Second"
OWNERS = f"owner Axis {BASE} {NEAR}\nowner Allied {TARGET} {BEHIND} {REIMS} {LILLE} {DUNKERQUE} {BRUXELLES}"
FRONT = f"{BOMBERS}\n{ENEMIES}\n{OWNERS}"


# --- attacks on the table --------------------------------------------------------------------------------------------


@BOOKS
def test_20G_air_units_bomb_alone_or_together(book: Book) -> None:
    """2 and 6 points make 8 together, column 5; alone the 2 points use column 2."""
    together = sit(begin(book, FRONT, "Axis movement"), 4)
    together.fly(LILLE, "ge Ju 88: rail lines", "ge He 111: rail lines")
    assert together.texts("bombed")[0].endswith("with 8: column 5, roll 4, a hit")
    alone = sit(
        begin(book, FRONT, "Axis movement"), 4, 4, bombing=[("ge He 111: rail lines",), ("ge Ju 88: rail lines",)]
    )
    alone.fly(LILLE, "ge Ju 88: rail lines", "ge He 111: rail lines")
    assert [text.partition("column ")[2] for text in alone.texts("bombed")] == ["2, roll 4, a miss", "5, roll 4, a hit"]


@BOOKS
def test_23E1_dive_bombers_add_1_only_among_themselves(book: Book) -> None:
    alone = sit(begin(book, FRONT, "Axis movement"), 4)
    alone.fly(LILLE, "ge Ju 87: rail lines")
    assert alone.texts("bombed")[0].endswith("with 2: column 2, roll 4 modified to 5, a hit")
    mixed = sit(begin(book, FRONT, "Axis movement"), 4)
    mixed.fly(LILLE, "ge Ju 87: rail lines", "ge He 111: rail lines")
    assert mixed.texts("bombed")[0].endswith("with 4: column 2, roll 4, a miss")


def test_fof_16D_missions_are_declared_before_antiaircraft_fire_and_in_sf_after_it() -> None:
    """The same operation in both games; the yard of Lille is defended by its city's antiaircraft."""
    found = {}
    for book in (FOF, SF):
        table = sit(begin(book, FRONT, "Axis movement"), HIT)
        table.fly(LILLE, "ge Ju 88: bombing")
        kinds = [entry.kind for entry in table.game.log]
        found[book.name] = [kind for kind in kinds if kind in ("bombing declared", "antiaircraft fire", "bombed")]
    assert found["fof"][0] == "bombing declared" and found["fof"][-1] == "bombed"
    assert found["sf"][-2:] == ["bombing declared", "bombed"]
    assert found["fof"].index("antiaircraft fire") == 1 and "antiaircraft fire" in found["sf"]


@BOOKS
def test_20G_a_strength_below_1_misses_without_a_roll(book: Book) -> None:
    table = sit(begin(book, FRONT, "Axis movement"))
    table.fly(LILLE, "ge He 111: rail lines, extended")
    assert table.texts("bombed")[0].endswith("with 2/3: a miss without a roll")


@BOOKS
def test_20G_a_bomber_that_announced_bombing_is_asked_what_it_bombs(book: Book) -> None:
    """The player may name any mission that the target hex allows, or none."""
    table = sit(begin(book, FRONT, "Axis movement"), bombing=[()])
    table.fly(LILLE, "ge Ju 88: bombing")
    assert not table.texts("bombed") and table.state.air_piece("ge Ju 88").status == INOPERATIVE
    asked = begin(book, FRONT, "Axis movement")
    asked.submit(FlyOperation(LILLE, ("ge Ju 88: bombing",)), player=AXIS)
    while isinstance(asked.pending, Decision | Roll) and "bombing attack" not in getattr(asked.pending, "question", ""):
        asked.roll(6, 6) if isinstance(asked.pending, Roll) else asked.decide()
    assert isinstance(asked.pending, Decision)
    missions = {candidate.partition(": ")[2] for candidate in asked.pending.candidates}
    functioning = {"rail yards"} if book is FOF else set()
    assert missions == {"airbases", "rail lines"} | functioning


# --- yards, lines, ports, airbases -----------------------------------------------------------------------------------


YARD = {
    "fof": (AXIS, ALLIED, FRONT),
    "sf": (
        ALLIED,
        AXIS,
        (
            f"{BASE} us 7-6 Inf XX 1, us 4B5 6-6/26 Ju 88, us 4B5 2-2/26 He 111, us 2D2 2-1/26 Ju 87\n"
            f"{TARGET} ge 6-6 Inf XX 10\nowner Allied {BASE} {NEAR}"
        ),
    ),
}
"""Who bombs the yard of Lille, whose it is, and the position: in 1944 it is the Axis's, with lines to Germany."""


def bomb_lille(book: Book, *rolls: int, **answers: list[Answer]) -> Table:
    """The yard of Lille after air units have bombed it, each by itself."""
    player, _, position = YARD[book.name]
    nation = "ge" if player == AXIS else "us"
    units = [f"{nation} {name}" for name in ("Ju 88", "He 111", "Ju 87")][: len(rolls)]
    attacks: list[Answer] = [(f"{unit}: rail yards",) for unit in units]
    table = sit(begin(book, position, f"{player} movement"), *rolls, bombing=attacks, **answers)
    table.fly(LILLE, *(f"{unit}: rail yards" for unit in units), player=player)
    return table


@BOOKS
def test_20G1a_a_bombed_yard_cuts_rail_capacity_for_the_enemys_next_player_turn(book: Book) -> None:
    bomber, owner, _ = YARD[book.name]
    table = bomb_lille(book, HIT)
    rules = table.game.rules
    (subject,) = table.state.all_facts(BOMBED_CAPACITY)
    net = subject.removesuffix(on_net("", owner))
    full = reckon_net_capacity(net, owner, table.state, rules).value
    assert table.state.recall(RAIL_BROKEN, LILLE) and table.state.recall(YARD_HITS, LILLE) == 1
    pass_while(table, bomber)
    assert reckon_net_capacity(net, owner, table.state, rules).value == full - 2
    pass_while(table, owner)
    assert reckon_net_capacity(net, owner, table.state, rules).value == full
    assert table.state.recall(RAIL_BROKEN, LILLE), "the break stays until it is repaired"


@BOOKS
def test_20G1a_only_so_many_hits_on_a_yard_count(book: Book) -> None:
    """Lille is a major city: two hits count in a player turn, the third is void."""
    table = bomb_lille(book, HIT, HIT, HIT)
    assert len(table.texts("yard hit")) == 3
    assert table.state.recall(YARD_HITS, LILLE) == 2
    assert list(table.state.all_facts(BOMBED_CAPACITY).values()) == [4]


def test_sf_20G1a_a_yard_without_a_line_to_a_supply_source_does_not_function() -> None:
    """The Axis bombs Lille, which the Allies hold with nothing around it."""
    game = begin(SF, FRONT, "Axis movement")
    ruling = game.rule_on(FlyOperation(LILLE, ("ge Ju 88: rail yards",)), player=AXIS)
    assert not ruling.allowed and "20G1a" in str(ruling)


def test_fof_20G1a_a_reading_keeps_the_loss_within_the_yards_own_capacity() -> None:
    facts = bombing.YardBombing(2, capacity=2)
    read = rules_of("fof", rulings=(("fof-20G1a-yard-hits", "yard-capacity"),))
    assert bombing.damage_yard(facts, rules_of("fof")).loss.value == 4
    assert bombing.damage_yard(facts, read).loss.value == 2


def test_sf_20G1a_a_yard_in_a_port_without_a_city_takes_hits_by_its_size() -> None:
    port = bombing.described_yard_bombing("great port", 3)
    read = rules_of("sf", rulings=(("sf-20G1a-yards-without-city", "one"),))
    assert bombing.damage_yard(port, rules_of("sf")).counted.value == 2
    assert bombing.damage_yard(port, read).counted.value == 1
    assert "sf-20G1a-yards-without-city: two-or-one" in bombing.damage_yard(port, rules_of("sf")).counted.rests_on


@BOOKS
def test_20G2a_a_hit_on_an_airbase_aborts_an_air_unit_that_the_bombing_player_picks(book: Book) -> None:
    second = f"{book.enemy} Second"
    table = sit(begin(book, FRONT, "Axis movement"), HIT, aborted=[(second,)])
    table.fly(REIMS, "ge Ju 88: airbases")
    assert table.state.air_piece(second).status == ABORTED
    assert table.state.air_piece(f"{book.enemy} Fighter").status == OPERATIVE
    assert table.state.recall(AIRBASE_HITS, REIMS) == 1


@BOOKS
def test_20G2a_hits_beyond_capacity_0_still_abort_air_units(book: Book) -> None:
    position = f"{FRONT}\nairbase hits: {REIMS} = 9"
    table = sit(begin(book, position, "Axis movement"), HIT)
    before = airbase_hits(REIMS, table.state)
    table.fly(REIMS, "ge Ju 88: airbases")
    aborted = [piece.id for piece in table.state.air.values() if piece.status == ABORTED]
    assert len(aborted) == 1 and airbase_hits(REIMS, table.state) <= before


@BOOKS
@pytest.mark.parametrize("mission", ["strategic ports", "tactical ports"])
def test_20G1b_20G2f_bombed_ports_are_damaged(book: Book, mission: str) -> None:
    table = sit(begin(book, FRONT, "Axis movement"), HIT)
    table.fly(DUNKERQUE, f"ge Ju 88: {mission}")
    assert table.state.recall(PORT_HITS, DUNKERQUE) == 1


@BOOKS
def test_20G2e_a_bombed_rail_line_stops_trains(book: Book) -> None:
    """The line out of Reims is cut behind the front; the division there rides no farther."""
    position = f"{FRONT}\nowner Allied 16A:1832 16A:1833"
    table = sit(begin(book, position, "Axis movement"), HIT)
    table.fly(REIMS, "ge Ju 88: rail lines")
    table.go_to("initial air operations")
    table.go_to("movement phase")
    ride = RailMove((f"{book.enemy} 11 Inf XX",), (Hex("16A:1832"),))
    assert table.state.phasing == ALLIED
    assert any("broken" in refusal.why for refusal in table.game.rule_on(ride, player=ALLIED).refusals)


@BOOKS
def test_20G_targets_are_the_enemys_and_missions_have_their_phases(book: Book) -> None:
    game = begin(book, FRONT, "Axis movement")
    refused = {
        "ge Ju 88: airbases": NEAR,
        "ge Ju 88: ground support": TARGET,
        "ge Ju 88: harassment": TARGET,
        "ge Ju 88: rail yards": TARGET,
    }
    for flight, target in refused.items():
        ruling = game.rule_on(FlyOperation(target, (flight,)), player=AXIS)
        assert not ruling.allowed and ruling.possible, flight
    by_night = FlyOperation(REIMS, ("ge Ju 88: airbases",), "night")
    assert "23C" in str(game.rule_on(by_night, player=AXIS)) or "23G" in str(game.rule_on(by_night, player=AXIS))


# --- terror bombing, bridges, ships ----------------------------------------------------------------------------------


def test_fof_20G1d_terror_bombing_of_a_capital_scores_for_the_axis_up_to_six_hits() -> None:
    rolls = [HIT, HIT]
    attacks: list[Answer] = [(f"{unit}: terror bombing Bruxelles",) for unit in ("ge Ju 88", "ge He 111")]
    position = f"{FRONT}\nterror bombing hits: Bruxelles = 5"
    table = sit(begin(FOF, position, "Axis movement"), *rolls, bombing=attacks)
    table.fly(BRUXELLES, "ge Ju 88: bombing", "ge He 111: bombing")
    first, second = table.texts("terror bombing")
    assert first.endswith("hit 6, 1 victory point for the Axis") and "ignored" in second
    assert table.state.recall(TERROR_HITS, "Bruxelles") == 6


def test_fof_20G1d_a_reading_keeps_the_allies_from_terror_bombing() -> None:
    """By the default any enemy capital is a target, and only the Axis scores."""
    owners = OWNERS.replace(f" {BRUXELLES}", "")
    position = f"{REIMS} fr 6-6 Inf XX 11, fr 4B5 6-6/26 LeO\n{owners}\nowner Axis {BRUXELLES}"
    order = FlyOperation(BRUXELLES, ("fr LeO: terror bombing",))
    table = sit(begin(FOF, position, "Allied movement"), HIT)
    table.fly(BRUXELLES, "fr LeO: terror bombing", player=ALLIED)
    assert table.texts("terror bombing") and "victory" not in table.texts("terror bombing")[0]
    read = rules_of("fof", rulings=(("fof-20G1d-terror-bombing-sides", "axis-only"),))
    barred = sit(begin(FOF, position, "Allied movement", read), HIT)
    barred.game.submit(order, player=ALLIED)
    barred.settle()
    assert not barred.texts("terror bombing")


def _bridge(rules: Ruleset) -> tuple[Hex, Hex]:
    """Two hexes of France that a bridge joins, not far from the front."""
    board = rules.board
    near = sorted(board.hexes, key=lambda ref: board.distance(TARGET, ref) if ref.startswith("16A") else 99)
    from europa_rules.ground.bridges import is_bridge

    return next((a, b) for a in near for b in board.neighbors_of(a) if is_bridge(a, b, rules))


def test_fof_7C2_three_bombing_hits_bring_a_bridge_down() -> None:
    rules = rules_of("fof", options=("7C",))
    a, b = _bridge(rules)
    name = between(a, b)
    attacks: list[Answer] = [(f"{unit}: bridges {name}",) for unit in ("ge Ju 88", "ge He 111", "ge Ju 87")]
    position = f"{FRONT}\nowner Allied {a} {b}"
    table = sit(begin(FOF, position, "Axis movement", rules), HIT, HIT, HIT, bombing=attacks)
    table.fly(a, "ge Ju 88: bridges", "ge He 111: bridges", "ge Ju 87: bridges")
    assert is_bridge_down(a, b, table.state) and table.state.recall(BRIDGE_HITS, name) is None
    read = rules_of("fof", ("7C",), (("fof-20G1d-missing-bombing-missions", "none"),))
    game = begin(FOF, position, "Axis movement", read)
    assert not game.rule_on(FlyOperation(a, ("ge Ju 88: bridges",)), player=AXIS).allowed


@pytest.mark.parametrize(("reading", "falls"), [("until-repaired", True), ("each-operation", False)])
def test_sf_44A1_hits_on_bridges_add_up_over_operations_unless_read_otherwise(reading: str, falls: bool) -> None:
    """Two hits by one operation, a third by another."""
    rules = rules_of("sf", ("44A1",), (("sf-44A1-bridge-hits", reading),))
    a, b = _bridge(rules)
    name = between(a, b)
    attacks: list[Answer] = [(f"{unit}: bridges {name}",) for unit in ("ge Ju 88", "ge He 111", "ge Ju 87")]
    position = f"{FRONT}\nowner Allied {a} {b}"
    table = sit(begin(SF, position, "Axis movement", rules), HIT, HIT, HIT, bombing=attacks)
    table.fly(a, "ge Ju 88: bridges", "ge He 111: bridges")
    assert not is_bridge_down(a, b, table.state)
    table.fly(a, "ge Ju 87: bridges")
    assert is_bridge_down(a, b, table.state) is falls
    without = begin(SF, position, "Axis movement")
    assert "44A1" in str(without.rule_on(FlyOperation(a, ("ge Ju 88: bridges",)), player=AXIS))


TAKEN: list[tuple[str, int]] = []


def _take_hits(strike: Strike, hits: int, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    yield from ()
    TAKEN.append((strike.mission, hits))
    return state


def _is_dunkerque(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    return ref == DUNKERQUE and side == AXIS


def _stormy(*_: object) -> Mapping[str, str]:
    return {"sea": "stormy"}


def _with_ships(sea: str = "calm") -> Ruleset:
    """Second Front with ships in the port of Dunkerque, and coast defenses, that a house rule knows of."""
    weather = [Source("sea state", CIRCUMSTANCES, "SF 36", _stormy)] if sea == "stormy" else []
    targets = [*weather] + [
        Source(mission, NAVAL_TARGETS, "SF 20G2g", NavalTarget(mission, _is_dunkerque, _take_hits))
        for mission in ("naval_units_in_port", "naval_patrol", "coast_defenses")
    ]
    return er.load("sf", plugins=["sf", HouseRule("house", sources=targets)])


def test_sf_20G2g_ships_in_port_take_the_hits_of_1_point_attacks_together() -> None:
    TAKEN.clear()
    table = sit(begin(SF, FRONT, "Axis movement", _with_ships()), HIT, MISS, HIT, MISS, MISS, MISS, HIT, MISS)
    table.fly(DUNKERQUE, "ge Ju 88: naval units in port", "ge He 111: naval units in port")
    assert all("with 1: column 1" in text for text in table.texts("bombed"))
    assert len(table.texts("bombed")) == 8 and TAKEN == [("naval_units_in_port", 3)]


def test_sf_20G_a_stormy_sea_that_a_rule_tells_of_halves_bombs_on_ships_and_not_those_on_land() -> None:
    table = sit(begin(SF, FRONT, "Axis movement", _with_ships("stormy")))
    table.fly(DUNKERQUE, "ge Ju 88: naval units in port")
    assert len(table.texts("bombed")) == 3, "half of 6 points"
    table.fly(REIMS, "ge He 111: airbases")
    assert "with 2: column 2" in table.texts("bombed")[-1]


def test_sf_20G2i_two_bombing_hits_mark_one_on_coast_defenses() -> None:
    TAKEN.clear()
    attacks: list[Answer] = [(f"{unit}: coast defenses",) for unit in ("ge Ju 88", "ge He 111", "ge Ju 87")]
    table = sit(begin(SF, FRONT, "Axis movement", _with_ships()), HIT, HIT, HIT, bombing=attacks)
    table.fly(DUNKERQUE, *(f"{unit}: coast defenses" for unit in ("ge Ju 88", "ge He 111", "ge Ju 87")))
    assert TAKEN == [("coast_defenses", 1)] and table.state.recall(COAST_DEFENSE_HITS, DUNKERQUE) == 3


def test_sf_20G2g_without_ships_there_is_nothing_to_bomb() -> None:
    table = sit(begin(SF, FRONT, "Axis movement"))
    table.fly(DUNKERQUE, "ge Ju 88: naval units in port")
    assert not table.texts("bombed")


PATROL = f"16A:1523 ge 7-6 Inf XX 1, ge 4B5 3-6/26 Ju 88, ge 4B5 3-2/26 He 111\n{OWNERS}"


def assigned_to_patrol() -> Table:
    """The Allied movement phase, after the Axis has assigned a bomber to naval patrol in the initial phase."""
    table = sit(begin(SF, PATROL, "Allied initial", _with_ships()), HIT, MISS, HIT)
    table.go_to("initial air operations")
    table.game.submit(AssignNavalPatrol(("ge Ju 88",)), player=AXIS)
    table.go_to("movement phase")
    return table


def test_sf_20G2h_air_units_are_assigned_to_naval_patrol_and_fly_nothing_else() -> None:
    table = assigned_to_patrol()
    assert table.state.recall(ASSIGNED, "ge Ju 88") == "naval_patrol"
    other = table.game.rule_on(FlyOperation(REIMS, ("ge Ju 88: transfer",)), player=AXIS)
    unassigned = table.game.rule_on(FlyOperation(DUNKERQUE, ("ge He 111: naval patrol",)), player=AXIS)
    elsewhere = table.game.rule_on(FlyOperation(Hex("16A:0830"), ("ge Ju 88: naval patrol",)), player=AXIS)
    for ruling in (other, unassigned, elsewhere):
        assert not ruling.allowed and "20G2h" in str(ruling)


def test_sf_20G2h_a_naval_patrol_makes_contact_and_bombs_the_naval_group() -> None:
    TAKEN.clear()
    table = assigned_to_patrol()
    table.fly(DUNKERQUE, "ge Ju 88: naval patrol")
    assert table.texts("naval contact")[0].endswith("contact") and TAKEN == [("naval_patrol", 2)]
    assert len(table.texts("bombed")) == 3 and table.state.air_piece("ge Ju 88").status == INOPERATIVE


def test_sf_20G2h_without_contact_the_air_units_return_at_once() -> None:
    TAKEN.clear()
    found = assigned_to_patrol()
    table = Table(found.game, [], {}, unlucky="look for the naval group")
    table.fly(DUNKERQUE, "ge Ju 88: naval patrol")
    assert table.texts("naval contact")[0].endswith("no contact")
    assert not table.texts("bombed") and not TAKEN
    assert table.state.air_piece("ge Ju 88").place == "16A:1523" and not table.state.all_facts(OPERATION)


# --- harassment ------------------------------------------------------------------------------------------------------

HARASSERS = f"{BASE} ge 7-6 Inf XX 1, ge 4B5 10-7/26 Harasser\n{TARGET} EN 6-6 Inf XX 10, EN 10-10 Arm XX 7\n{OWNERS}"


def harassed(book: Book, position: str = HARASSERS, rules: Ruleset | None = None) -> Table:
    """The movement phase of the Allied player, after a hex of his has been harassed with 10 points."""
    table = sit(begin(book, position, "Allied initial", rules))
    table.go_to("initial air operations")
    table.fly(TARGET, "ge Harasser: harassment")
    table.go_to("movement phase")
    return table


@BOOKS
def test_20G2d_10_points_make_two_hits_in_the_hex_and_one_around(book: Book) -> None:
    state = harassed(book).state
    hits = {ref: state.recall(HARASSMENT, harassed_by(AXIS, ref)) for ref in (TARGET, BEHIND, Hex("16A:1732"))}
    assert hits == {TARGET: 2, BEHIND: 1, Hex("16A:1732"): None}


@BOOKS
def test_20G2d_harassment_slows_a_march_and_destinations_agree(book: Book) -> None:
    """By road to the next hex costs 1 MP, and 2 more to leave the harassed hex."""
    plain = sit(begin(book, HARASSERS, "Allied movement"))
    table, unit = harassed(book), f"{book.enemy} 10 Inf XX"
    free, slowed = plain.game.destinations(unit), table.game.destinations(unit)
    assert slowed[BEHIND] == free[BEHIND] + 2 and len(slowed) < len(free)
    table.game.submit(Move((unit,), (BEHIND,)), player=ALLIED)
    assert table.game.log[-1].text.endswith(f"for {slowed[BEHIND]} MPs")
    assert any("leaving" in str(ledger.tree()) for _, ledger in table.game.log[-1].ledgers)


@BOOKS
def test_20G2d_destinations_paths_and_graph_agree_with_the_orders(book: Book) -> None:
    """Each of the hexes in reach of the harassed division costs what the rule on the order says, and no less."""
    table, unit = harassed(book), f"{book.enemy} 10 Inf XX"
    state, rules = table.state, table.game.rules
    reached = table.game.destinations(unit)
    for to, mps in reached.items():
        route = cheapest_path(unit, to, state, rules)
        assert route.mps == mps and table.game.rule_on(route.order(unit), player=ALLIED).allowed
        tighter = state.noting(MPS_SPENT, unit, Fraction(6) - mps + Fraction(1, 2))
        assert route.mode != "regular" or not rule_on_move(route.order(unit), ALLIED, tighter, rules).allowed
    graph = movement_graph(unit, state, rules)
    found = nx.single_source_dijkstra_path_length(graph, TARGET, cutoff=6, weight="mps")
    regular = {to: mps for to, mps in reached.items() if to in found}
    assert regular == {to: mps for to, mps in found.items() if to != TARGET}


@BOOKS
def test_20G2d_journeys_by_road_and_rail_cost_what_travel_says(book: Book) -> None:
    """A division behind the front, in a hex that is harassed, and all ways out of it: on foot, in columns, by rail."""
    position = f"{BASE} ge 7-6 Inf XX 1, ge 4B5 10-7/26 Harasser\n{REIMS} EN 6-6 Inf XX 10\n{OWNERS}"
    table = sit(begin(book, position, "Allied initial"))
    table.go_to("initial air operations")
    table.fly(REIMS, "ge Harasser: harassment")
    table.go_to("movement phase")
    unit = f"{book.enemy} 10 Inf XX"
    reach = table.game.travel(unit)
    saved = table.game.save()
    for to in sorted(reach)[:: max(1, len(reach) // 12)]:
        journey = cheapest_journey(unit, to, table.state, table.game.rules)
        game = Game.load(saved, table.game.rules)
        for order in journey.orders(unit):
            game.submit(order, player=ALLIED)
        assert game.state.piece(unit).place == to
        assert game.state.recall(MPS_SPENT, unit) == reach[to] == journey.mps


@BOOKS
def test_20G2d_each_harassed_hex_on_the_way_is_paid_for(book: Book) -> None:
    table, unit = harassed(book), f"{book.enemy} 10 Inf XX"
    onward = Hex("16A:1732")
    free = sit(begin(book, HARASSERS, "Allied movement")).game.destinations(unit)
    assert table.game.destinations(unit).get(onward, Fraction(6)) >= free[onward] + 2
    refused = table.game.rule_on(Move((unit,), (BEHIND, onward, Hex("16A:1733"), Hex("16A:1633"))), player=ALLIED)
    assert not refused.allowed and any(c.number == "20G2d" for c in refused.citations)


@BOOKS
def test_20G2d_harassment_binds_the_enemy_in_his_own_player_turn_only(book: Book) -> None:
    table = harassed(book)
    german = sit(begin(book, HARASSERS, "Axis movement")).game.destinations("ge 1 Inf XX")
    table.go_to("exploitation phase")
    table.game.done(ALLIED)
    table.settle()
    table.go_to("movement phase")
    pass_while(table, ALLIED)
    table.go_to("movement phase")
    assert table.state.phasing == AXIS and not table.state.all_facts(HARASSMENT)
    assert table.game.destinations("ge 1 Inf XX") == german


@BOOKS
def test_16C1_a_harasser_does_not_become_operative_in_the_next_player_turn(book: Book) -> None:
    table = harassed(book)
    assert table.state.air_piece("ge Harasser").status == INOPERATIVE
    pass_while(table, ALLIED)
    table.go_to("movement phase")
    assert table.state.air_piece("ge Harasser").status == INOPERATIVE
    pass_while(table, AXIS)
    assert table.state.air_piece("ge Harasser").status == OPERATIVE


def test_sf_16C1_a_reading_has_harassers_operative_in_their_own_next_player_turn() -> None:
    table = harassed(SF, rules=rules_of("sf", rulings=(("sf-16C1-harassers-return", "own-turn"),)))
    pass_while(table, ALLIED)
    table.go_to("movement phase")
    assert table.state.air_piece("ge Harasser").status == OPERATIVE


@BOOKS
def test_20G2d_a_unit_that_stays_has_fewer_mps_for_work(book: Book) -> None:
    """It owes 2 MPs whether it leaves or stays: of 6 MPs there are 4 for breaking things."""
    table, unit = harassed(book), f"{book.enemy} 10 Inf XX"
    assert mps_for_work(unit, table.state, table.game.rules) == 4
    ruling = table.game.rule_on(Demolish((unit,), "damage_airbase"), player=ALLIED)
    assert "20G2d" not in str(ruling)


@BOOKS
def test_20G2d_an_overrun_out_of_a_harassed_hex_costs_more(book: Book) -> None:
    """Eighteen REs of armor overrun a battalion beside them; leaving the harassed hex adds 2 MPs."""
    prey = Hex("16A:1829")
    armor = ", ".join(f"EN 20-14 Arm XX {n}" for n in range(1, 4))
    position = f"{BASE} ge 7-6 Inf XX 1, ge 4B5 10-7/26 Harasser\n{TARGET} {armor}\n{prey} ge 0-1-4 Inf II 9\n{OWNERS}"
    units = tuple(f"{book.enemy} {n} Arm XX" for n in range(1, 4))
    spent = []
    for table in (sit(begin(book, position, "Allied movement")), harassed(book, position)):
        table.game.submit(Overrun(units, prey), player=ALLIED)
        table.settle()
        spent.append(mps_spent(units[0], table.state))
    assert spent[1] == spent[0] + 2


@BOOKS
def test_20G2d_trains_pay_for_leaving_harassed_hexes(book: Book) -> None:
    """The division rides from a harassed hex; `travel` counts what the order costs."""
    table, unit = harassed(book), f"{book.enemy} 10 Inf XX"
    reach = table.game.rail_destinations(unit)
    plain = sit(begin(book, HARASSERS, "Allied movement")).game.rail_destinations(unit)
    assert set(reach) <= set(plain)
    cost = harassment.reckon_harassment_cost(harassment.HarassedLeaving(2, "operational-rail"), table.game.rules)
    assert cost.mps.value == 2


def test_sf_20G2d_strategic_rail_loses_20_hexes_and_rail_guns_7_for_each_hit() -> None:
    leaving, flat = (
        harassment.reckon_leaving(2, rules)
        for rules in (rules_of("sf"), rules_of("sf", rulings=(("sf-20G2d-rail-hexes-lost", "flat"),)))
    )
    assert leaving.strategic_hexes.value == 40
    assert leaving.rail_only.value == 2 and flat.rail_only.value == 1, "7 rail hexes are 1 MP"


def test_fof_20G_a_reading_has_no_harassment_and_another_no_defensive_air_support() -> None:
    read = rules_of("fof", rulings=(("fof-20G-harassment", "none"), ("fof-20G2b-defensive-air-support", "none")))
    table = sit(begin(FOF, HARASSERS, "Allied initial", read))
    table.go_to("initial air operations")
    ruling = table.game.rule_on(FlyOperation(TARGET, ("ge Harasser: harassment",)), player=AXIS)
    assert not ruling.allowed and "fof-20G-harassment: none" in ruling.rests_on


# --- abatement of harassment (FoF 22C, SF 43B2) ---------------------------------------------------------------------

ABATING = {"fof": ("22C", 4, "14"), "sf": ("43B2", 7, "17")}
"""The option, and the AA strength and the total of the example of each book, in which a 10 is rolled."""


def abated(book: Book, aa: int, *faces: int) -> Table:
    """The harassed hex, in which an AA battalion has fired with this strength and these faces."""
    option, enemy = ABATING[book.name][0], book.enemy
    position = HARASSERS.replace("EN 6-6 Inf XX 10", f"EN 6-6 Inf XX 10, EN 0-8 AA II 9 [aa {aa}]")
    table = harassed(book, position, rules_of(book.name, options=(option,)))
    table.game.submit(AbateHarassment((f"{enemy} 9 AA II",), TARGET), player=ALLIED)
    table.game.roll(*faces)
    return table


@BOOKS
def test_22C_43B2_the_example_of_the_book_is_played_line_by_line(book: Book) -> None:
    """Two hits; a 10 with the AA strength lets one be ignored, for those who march and for the rest of the phase."""
    option, aa, total = ABATING[book.name]
    table, unit = abated(book, aa, 5, 5), f"{book.enemy} 10 Inf XX"
    entry = next(entry for entry in table.game.log if entry.kind == "harassment abated")
    assert entry.text == f"{book.enemy} 9 AA II fires against harassment in {TARGET}: {total}, 1 hit ignored"
    assert [str(citation) for citation in entry.by] == [
        f"{book.name.replace('fof', 'FoF').replace('sf', 'SF')} {option}"
    ]
    assert f"10 two dice | +{aa} AA strength" in str(dict(entry.ledgers)["total"])
    assert table.state.recall(HARASSMENT_IGNORED, TARGET) == 1
    assert table.state.recall(HARASSMENT, harassed_by(AXIS, TARGET)) == 2, "the marker stays as it is"
    free = sit(begin(book, HARASSERS, "Allied movement")).game.destinations(unit)[BEHIND]
    assert table.game.destinations(unit)[BEHIND] == free + 1
    table.game.submit(Move((unit,), (BEHIND,)), player=ALLIED)
    assert mps_spent(unit, table.state) == free + 1


@BOOKS
@pytest.mark.parametrize(("faces", "ignored"), [((4, 4), 0), ((5, 4), 1), ((6, 6), 2)])
def test_22C_43B2_as_many_hits_as_the_total_says_are_ignored(book: Book, faces: tuple[int, int], ignored: int) -> None:
    table, unit = abated(book, {0: 4, 1: 4, 2: 7}[ignored], *faces), f"{book.enemy} 10 Inf XX"
    free = sit(begin(book, HARASSERS, "Allied movement")).game.destinations(unit)[BEHIND]
    assert table.game.destinations(unit)[BEHIND] == free + 2 - ignored
    assert mps_for_work(unit, table.state, table.game.rules) == 4 + ignored


@BOOKS
def test_22C_43B2_in_the_next_phase_all_hits_count_again(book: Book) -> None:
    table, tanks = abated(book, 7, 6, 6), f"{book.enemy} 7 Arm XX"
    assert TARGET not in harassment.costs_of_harassment(ALLIED, table.state, table.game.rules)
    table.go_to("exploitation phase")
    assert table.state.phasing == ALLIED and table.state.recall(HARASSMENT_IGNORED, TARGET) is None
    cost = harassment.costs_of_harassment(ALLIED, table.state, table.game.rules)[TARGET]
    assert cost.mps.value == 2 and tanks in table.state.pieces
    again = table.game.rule_on(AbateHarassment((f"{book.enemy} 9 AA II",), TARGET), player=ALLIED)
    assert "only c/m units fire in the exploitation phase" in str(again)


@BOOKS
def test_22C_43B2_those_who_fired_have_ended_their_movement(book: Book) -> None:
    table = abated(book, 4, 5, 5)
    ruling = table.game.rule_on(Move((f"{book.enemy} 9 AA II",), (BEHIND,)), player=ALLIED)
    assert "stays in its hex to the end of the phase" in str(ruling)


# --- air support -----------------------------------------------------------------------------------------------------

SUPPORT = (
    f"{BASE} ge 4A5 5-1/26 Hs 1, ge 4A5 5-1/26 Hs 2, ge 4A5 5-1/26 Hs 3, ge 4A5 1-1/26 Hs 4, ge 4HB5 9-9/26 Fw 200\n"
    f"{NEAR} ge 7-6 Inf XX 2\n{TARGET} EN 6-6 Inf XX 10\n{REIMS} EN 6-6 Inf XX 11, EN 4A5 6-1/26 Helper\n{OWNERS}"
)
GS = tuple(f"ge Hs {n}: ground support" for n in range(1, 5))


def supported(book: Book, *, gs: tuple[str, ...] = GS, das: bool = True, **answers: list[Answer]) -> Table:
    """The combat phase of the Axis player, with air support over the hex that he means to attack."""
    table = sit(begin(book, SUPPORT, "Axis movement"), **answers)
    table.go_to("defensive air support")
    if das:
        table.fly(TARGET, f"{book.enemy} Helper: defensive air support", player=ALLIED)
    table.go_to("ground support")
    if gs:
        table.fly(TARGET, *gs)
    table.go_to("combat phase")
    return table


def attack(table: Table, unit: str = "ge 2 Inf XX", player: Side = AXIS) -> None:
    """Attack the hex and pass at what opens, until it is over."""
    table.game.submit(Attack((unit,), TARGET), player=player)
    while not table.texts("attack over"):
        if isinstance(table.game.pending, Decision | Roll):
            table.settle()
        else:
            table.game.done()


@BOOKS
def test_20G2b_ground_support_adds_to_the_attack_one_air_unit_for_each_re(book: Book) -> None:
    """3 REs attack: of 5, 5, 5 and 1 points the owner picks three; 7 + 15 against 6 is 3:1."""
    table = supported(book, das=False)
    attack(table)
    (text,) = table.texts("combat rolled")
    assert text.startswith("attack 22 : 6 = 3:1")
    assert table.texts("air support") == [f"ground support over {TARGET}: 15 points from ge Hs 1, ge Hs 2, ge Hs 3"]


@BOOKS
def test_20G2b_the_owner_chooses_which_air_units_count(book: Book) -> None:
    table = supported(book, das=False, count=[("ge Hs 1", "ge Hs 4")])
    attack(table)
    assert table.texts("combat rolled")[0].startswith("attack 13 : 6 = 2:1")


def test_fof_20G2b_a_reading_counts_every_air_unit() -> None:
    rules = rules_of("fof", rulings=(("fof-20G2b-ground-support-limit", "unlimited"),))
    facts = SupportFacts(1, strengths=(2, 2, 2))
    assert reckon_effective_support(facts, rules).strength.value == 6
    assert reckon_effective_support(facts, rules_of("fof")).strength.value == 2


def test_sf_20G2b_a_reading_counts_part_of_an_re_as_one() -> None:
    rules = rules_of("sf", rulings=(("sf-20G2b-fractional-res", "up"),))
    facts = SupportFacts(Fraction(3, 2), strengths=(2, 2))
    assert reckon_effective_support(facts, rules).strength.value == 4
    assert reckon_effective_support(facts, rules_of("sf")).strength.value == 2


def test_fof_31H_air_units_support_their_own_contingent_only() -> None:
    """Option 31H: the British air unit has no British unit to support, the French one has."""
    position = (
        f"{BASE} fr 7-6 Inf XX 1, fr 4A5 5-1/26 Breguet, br 4A5 5-1/26 Battle\n{NEAR} fr 7-6 Inf XX 2\n"
        f"{TARGET} ge 6-6 Inf XX 10\nowner Allied {BASE} {NEAR}\nowner Axis {TARGET}"
    )
    found = []
    for options in ((), ("31H",)):
        table = sit(begin(FOF, position, "Allied movement", rules_of("fof", options)))
        table.go_to("ground support")
        table.fly(TARGET, "fr Breguet: ground support", "br Battle: ground support", player=ALLIED)
        table.go_to("combat phase")
        attack(table, "fr 2 Inf XX", ALLIED)
        found.append(table.texts("air support")[0].partition(": ")[2])
    assert found == ["10 points from br Battle, fr Breguet", "5 points from fr Breguet"]
    entry = next(entry for entry in table.game.log if entry.kind == "air support")
    limits = {label: int(ledger.value) for label, ledger in entry.ledgers}
    assert limits == {
        "strength": 5,
        "French air units that may count": 3,
        "British air units that may count": 0,
    }
    assert "FoF 31H" in map(str, entry.by)


def test_sf_43E_a_reading_counts_the_nations_of_air_units_among_the_contingents() -> None:
    position = (
        f"{BASE} us 7-6 Inf XX 1, br 4A5 5-1/26 Typhoon\n{NEAR} us 7-6 Inf XX 2\n"
        f"{TARGET} ge 6-6 Inf XX 10\nowner Allied {BASE} {NEAR}\nowner Axis {TARGET}"
    )
    drms = []
    for reading in ("ground", "all"):
        rules = rules_of("sf", ("43E",), (("sf-43E-contingents", reading),))
        table = sit(begin(SF, position, "Allied movement", rules))
        table.go_to("ground support")
        table.fly(TARGET, "br Typhoon: ground support", player=ALLIED)
        table.go_to("combat phase")
        attack(table, "us 2 Inf XX", ALLIED)
        entry = next(entry for entry in table.game.log if entry.kind == "combat rolled")
        drms.append(dict(entry.ledgers)["modifier"].value)
    assert drms[1] == drms[0] - 1


@BOOKS
def test_20G2c_defensive_air_support_is_halved_and_adds_to_the_defense(book: Book) -> None:
    table = supported(book, gs=())
    attack(table)
    assert table.texts("combat rolled")[0].startswith("attack 7 : 9 = ")


@BOOKS
@pytest.mark.parametrize("unlucky", [False, True])
def test_20G2c_the_attackers_fire_on_defensive_air_support_before_it_counts(book: Book, unlucky: bool) -> None:
    """A panzer division has intrinsic antiaircraft; it drives the air unit off, or not, before the odds."""
    position = SUPPORT.replace("7-6 Inf XX 2", "14-10 Pz XX 2")
    table = Table(begin(book, position, "Axis movement"), [], {}, "antiaircraft" if unlucky else "")
    table.go_to("defensive air support")
    table.fly(TARGET, f"{book.enemy} Helper: defensive air support", player=ALLIED)
    table.go_to("combat phase")
    attack(table, "ge 2 Pz XX")
    kinds = [entry.kind for entry in table.game.log]
    assert kinds.index("attack declared") < kinds.index("antiaircraft fire") < kinds.index("combat rolled")
    defense = "6" if unlucky else "9"
    assert table.texts("combat rolled")[0].startswith(f"attack 14 : {defense} = ")


@BOOKS
def test_20G2c_defensive_air_support_returns_before_ground_support(book: Book) -> None:
    table = supported(book)
    attack(table)
    landed = table.texts("air unit landed")
    assert landed[0].startswith(f"{book.enemy} Helper") and len(landed) == 5
    assert not table.state.all_facts(OPERATION)
    assert table.texts("combat rolled")[0].startswith("attack 22 : 9 = 2:1")


@BOOKS
def test_20G2b_air_support_over_a_hex_that_is_not_attacked_returns_at_the_end_of_the_phase(book: Book) -> None:
    table = supported(book)
    assert len(table.state.all_facts(OPERATION)) == 2
    table.game.done(AXIS)
    table.settle()
    assert not table.state.all_facts(OPERATION) and not table.texts("air support")
    assert {piece.status for piece in table.state.air.values()} == {INOPERATIVE, OPERATIVE}
    assert len(table.texts("air unit landed")) == 5


@BOOKS
def test_20G2b_suspended_operations_survive_saving_and_loading(book: Book) -> None:
    table = supported(book)
    again = Game.load(table.game.save(), table.game.rules)
    assert again.state == table.state
    for at in (table, Table(again, [], {})):
        attack(at)
    assert again.state_hash == table.game.state_hash
    assert [entry.text for entry in again.log] == [entry.text for entry in table.game.log]


@BOOKS
def test_20G2b_heavy_bombers_fly_no_air_support(book: Book) -> None:
    table = supported(book, gs=(), das=False)
    early = sit(begin(book, SUPPORT, "Axis movement"))
    early.go_to("ground support")
    order = FlyOperation(TARGET, ("ge Fw 200: ground support",))
    ruling = early.game.rule_on(order, player=AXIS)
    assert not ruling.allowed and "20G2b" in str(ruling)
    with pytest.raises(IllegalOrder):
        table.game.submit(order, player=AXIS)


def test_sf_23H2_air_units_of_code_t_are_3_res_of_antitank() -> None:
    """A panzer division attacks a division without antitank capability that a code T air unit supports."""
    position = (
        f"{BASE} ge 7-6 Inf XX 1\n{NEAR} ge 14-10 Pz XX 2\n{TARGET} us 6-6 Inf XX 10\n"
        f"{REIMS} us 6-6 Inf XX 11, us 4A5 6-1/T/26 Tank buster\n{OWNERS}"
    )
    modifiers = {}
    for flies in (False, True):
        game = Game.start(rules_of("sf"), f"{position}\nJul II 43, Axis movement", dice="manual")
        table = sit(game)
        table.go_to("defensive air support")
        if flies:
            table.fly(TARGET, "us Tank buster: defensive air support", player=ALLIED)
        table.go_to("combat phase")
        table.game.submit(Attack(("ge 2 Pz XX",), TARGET), player=AXIS)
        while not table.texts("combat rolled"):
            if isinstance(table.game.pending, Decision | Roll):
                table.settle()
            else:
                table.game.done()
        entry = next(entry for entry in table.game.log if entry.kind == "combat rolled")
        modifiers[flies] = dict(entry.ledgers)["modifier"].value
    assert modifiers[True] == modifiers[False] - 4


# --- readings of strengths and ranges --------------------------------------------------------------------------------


def _flight(counter: str, mission: str, rules: Ruleset) -> Flight:
    return Flight(AirRating.parse(counter), *mission_named(mission, rules))


@pytest.mark.parametrize(
    ("weather", "sea", "rail", "ship"), [("mud", "calm", 2, 4), ("clear", "rough", 4, 2), ("snow", "stormy", 2, 2)]
)
def test_handed_A37_mud_does_not_blunt_bombs_at_sea(weather: str, sea: str, rail: int, ship: int) -> None:
    """Weather halves what falls on land, the state of the sea what falls on ships."""
    rules = rules_of("sf")
    for mission, strength in (("rail_lines", rail), ("naval_units_in_port", ship)):
        flight = evolve(_flight("4B5 4-7/26", mission, rules), weather=weather, sea=sea)
        assert bombing.reckon_strength_of_attack(bombing.BombingAttack((flight,)), rules).value == strength


def test_sf_20G2i_the_lanc_bombs_coast_defenses_with_9_or_by_a_reading_with_18() -> None:
    plain, full = rules_of("sf"), rules_of("sf", rulings=(("sf-20G2i-coast-defense-bombing", "full"),))
    for rules, strength in ((plain, 9), (full, 18)):
        attack_ = bombing.BombingAttack((_flight("3HB5 2-18/B/40*", "coast_defenses", rules),))
        assert bombing.reckon_strength_of_attack(attack_, rules).value == strength


def test_sf_20G2c_a_reading_halves_the_range_of_code_s_in_place_of_type_b() -> None:
    from europa_rules.air.flights import reckon_range

    plain, by_code = rules_of("sf"), rules_of("sf", rulings=(("sf-20G2c-half-das-range", "code-s"),))
    for counter, ranges in {"4B5 3-7/26": (13, 26), "4B5 3-7/S/26": (13, 13), "4A5 3-7/S/26": (26, 13)}.items():
        found = tuple(
            int(reckon_range(_flight(counter, "defensive_air_support", rules), rules).value)
            for rules in (plain, by_code)
        )
        assert found == ranges, counter


def test_fof_20G_naval_interdiction_is_left_to_the_players() -> None:
    game = begin(FOF, FRONT, "Allied movement")
    ruling = game.rule_on(FlyOperation(DUNKERQUE, ("ge Ju 88: naval interdiction",)), player=AXIS)
    assert not ruling.allowed and "fof-20G-naval-interdiction: by-hand" in ruling.rests_on


# --- what holds of every operation -----------------------------------------------------------------------------------


@BOOKS
def test_16D_a_game_saved_while_attacks_are_declared_goes_on_as_it_was(book: Book) -> None:
    game = Game.start(rules_of(book.name), begin(book, FRONT, "Axis movement").state, seed=5)
    game.submit(FlyOperation(REIMS, ("ge Ju 88: bombing", "ge He 111: bombing")), player=AXIS)
    while isinstance(game.pending, Decision) and "bombing attack" not in game.pending.question:
        game.decide()
    again = Game.load(game.save(), game.rules)
    for at in (game, again):
        Table(at, [], {}).settle()
    assert again.state_hash == game.state_hash and game.log[-1].text == again.log[-1].text


@settings(max_examples=12)
@given(
    book=st.sampled_from([FOF, SF]),
    missions=st.lists(st.sampled_from(["bombing", "airbases", "rail lines"]), min_size=3, max_size=3),
    target=st.sampled_from([LILLE, REIMS]),
    seed=st.integers(0, 99),
)
def test_16D_every_operation_ends_with_each_air_unit_based_aborted_or_eliminated(
    book: Book, missions: list[str], target: Hex, seed: int
) -> None:
    """Whoever intercepts and whatever is rolled: nobody stays in the air, and who has flown flies no more."""
    units = ("ge Ju 88", "ge He 111", "ge Ju 87")
    game = Game.start(rules_of(book.name), begin(book, FRONT, "Axis movement").state, seed=seed)
    order = FlyOperation(target, tuple(f"{unit}: {what}" for unit, what in zip(units, missions, strict=True)))
    game.submit(order, player=AXIS)
    while isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[-1 if "land elsewhere" not in game.pending.question else 0])
    assert not game.state.all_facts(FLYING) and not game.state.all_facts(OPERATION)
    assert {game.state.air_piece(unit).status for unit in units} <= {INOPERATIVE, ABORTED, ELIMINATED}
    assert not any(game.rule_on(FlyOperation(target, (f"{unit}: rail lines",)), player=AXIS).allowed for unit in units)


# --- properties ------------------------------------------------------------------------------------------------------

HITS = st.integers(0, 12)


@given(points=st.fractions(0, 60, max_denominator=6), existing=st.integers(0, 2))
def test_sf_20G2d_no_hex_ever_has_more_than_two_hits(points: Fraction, existing: int) -> None:
    damage = harassment.harass(harassment.HarassmentBombing(points, existing), rules_of("sf"))
    assert existing <= damage.total.value <= 2
    assert damage.around <= damage.in_hex <= 2


@given(hits=HITS, capacity=st.integers(0, 9), air_units=st.integers(0, 9))
def test_fof_20G2a_airbases_lose_no_more_than_they_have(hits: int, capacity: int, air_units: int) -> None:
    damage = bombing.damage_airbase(bombing.AirbaseBombing(hits, capacity, air_units), rules_of("fof"))
    assert 0 <= damage.capacity.value <= capacity and damage.aborted <= min(hits, air_units)
    assert damage.capacity.reevaluate() == damage.capacity.value


@given(res=st.fractions(0, 12, max_denominator=2), strengths=st.lists(st.integers(0, 9), max_size=8))
def test_sf_20G2b_more_air_units_never_weaken_a_support(res: Fraction, strengths: list[int]) -> None:
    all_of_them = reckon_effective_support(SupportFacts(res, strengths=tuple(strengths)), rules_of("sf"))
    fewer = reckon_effective_support(SupportFacts(res, strengths=tuple(strengths[1:])), rules_of("sf"))
    assert fewer.strength.value <= all_of_them.strength.value <= sum(strengths)


@given(hits=HITS, earlier=HITS, capacity=st.fractions(0, 4, max_denominator=2))
def test_fof_20G1a_a_yard_never_loses_more_than_4_res(hits: int, earlier: int, capacity: Fraction) -> None:
    facts = bombing.YardBombing(hits, capacity=capacity, earlier=earlier)
    assert 0 <= bombing.damage_yard(facts, rules_of("fof")).loss.value <= 4


@given(strength=st.fractions(0, 40, max_denominator=3))
def test_sf_20G_the_column_is_the_largest_not_above_the_strength(strength: Fraction) -> None:
    rules = rules_of("sf")
    column = bombing.bombing_column(strength, rules).name
    numbers = [int(name) for name in rules.charts.matrix("bombing").columns]
    assert (column is None) == (strength < 1)
    assert column is None or int(column) == bombing.column_among(strength, numbers)


def test_sf_20G2d_harassment_ends_with_the_harassers_next_initial_phase() -> None:
    turn = Turn.parse("Jul I 44")
    by_allies = harassment.harassment_ends(harassment.HarassmentFlown(turn, AXIS, ALLIED), rules_of("sf"))
    assert (str(by_allies.turn), by_allies.player) == ("Jul I 44", ALLIED)
