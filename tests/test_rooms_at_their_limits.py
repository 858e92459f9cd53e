"""The rooms of the rules at their limits: the least that must be so, and what a step more or less would change."""

from __future__ import annotations

from tests.air_driving import BOOKS, Book, drive, rules_of
from tests.test_air_bombing import BASE, NEAR, OWNERS, TARGET, harassed

import europa_rules as er
from europa_rules.air.bomb_runs import roll_for_attack
from europa_rules.air.bombing import BombingAttack
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.mission_results import Strike
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air_units import AirRating
from europa_rules.ground.facts import FORTIFICATION
from europa_rules.ground.fortifications import Fortification, fortification_of
from europa_rules.ground.hexsets import HexSets
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.supply_floods import SetWays, Terms, flood
from europa_rules.ground.supply_map import supply_map
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.procedure import Procedure
from europa_rules.sides import ALLIED
from europa_rules.state import GameState

CLEAR, FORTRESS, WESTWALL = Hex("16A:1729"), Hex("16A:1424"), Hex("16A:2125")


@BOOKS
def test_37_a_fortification_keeps_its_printed_number_and_one_without_has_none(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{CLEAR} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    printed = [rules.board.fortification(ref) for ref in (CLEAR, FORTRESS, WESTWALL)]
    _, without, number = (fortification.strength if fortification else None for fortification in printed)
    assert printed[0] is None and printed[1] and not without and number
    for ref, row, found in (
        (CLEAR, "fort", Fortification("fort")),
        (FORTRESS, "fortress_unimproved", Fortification("fortress", "unimproved")),
        (FORTRESS, "fort", Fortification("fort")),
        (WESTWALL, "westwall_improved", Fortification("westwall", "improved", number)),
        (WESTWALL, "fort", Fortification("fort")),
    ):
        assert fortification_of(ref, state.noting(FORTIFICATION, ref, row), rules) == found


def test_12B_a_flood_made_anew_heals_only_after_the_last_change() -> None:
    """Two hexes of a row of six may no longer be entered: a dead end, and one through which the last is reached."""
    layout = HexSets(tuple(range(6)), (*range(6), -1, -1), (1, 6, 7, -1, -6, -7), 0b111111)
    ways, terms = (SetWays(0, (0b111111, 0, 0, 0b111111, 0, 0)),), Terms(0b10, layout.everything)
    old = flood(terms, layout.everything, ways, layout)
    assert old.reached == 0b111111
    assert flood(terms, 0b101110, ways, layout, old).reached == 0b011111


def test_sf_44B1a_a_hex_that_a_limited_port_supplies_ends_isolation() -> None:
    """The Allies own all of France but its ports, save Calais: supply goes 14 hexes, and a line 14 more."""
    rules = er.load("sf", options=("44B1",))
    board, port = rules.board, Hex("16A:0732")
    owned = {h: ALLIED for h in board.hexes if board.country(h) == "France" and (h == port or not board.ports(h))}
    state = parse_position(f"{port} us 8-8 Inf XX 1 | Aug I 44, Allied movement", rules).owned(owned)
    supply = supply_map(ALLIED, state, rules)
    connected, served = (
        max(board.distance(port, ref) for ref in supply.view.hexes_of(hexes) if ref in owned)
        for hexes in (supply.standing_of(()).connected, supply.limited_lines.supplied)
    )
    assert (served, connected) == (14, 28)


@BOOKS
def test_20G_the_die_in_the_ledger_of_a_bombing_attack_has_its_modifier_added(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{CLEAR} ge 7-6 Inf XX 1 | {book.day}, Allied movement", rules)
    mission, family = mission_named("rail_lines", rules)
    attack = BombingAttack((Flight(AirRating.parse("2D2 5-3/12"), mission, family, "diver"),))
    strike = Strike("rail_lines", CLEAR, ALLIED, ("diver",))

    def bomb() -> Procedure[GameState]:
        after, _ = yield from roll_for_attack(attack, strike, state, rules)
        return after

    _, log = drive(bomb(), [4])
    ledgers = dict(log[-1].ledgers)
    assert [ledgers[name].value for name in ("modifier", "die")] == [1, 5]
    assert "roll 4 modified to 5" in log[-1].text


@BOOKS
def test_20F_no_transport_mission_is_flown_in_a_phase_of_none(book: Book) -> None:
    """Which of the family it is to be is not known yet: all of them are of other phases."""
    transport = Flight(AirRating.parse("0T5 0-7/26"), family="transport")
    for phase, is_allowed in (("movement", True), ("combat", False)):
        ruling = rule_on_mission(MissionFacts(transport, phase=phase, is_phasing=True), rules_of(book.name))
        assert ruling.allowed == is_allowed
        assert is_allowed or "20F" in [c.number for c in ruling.citations]


@BOOKS
def test_20G2d_an_overrun_cites_harassment_for_leaving_the_hex_after_the_zoc(book: Book) -> None:
    """The hex that the armor leaves has been harassed with 10 points, and is in the ZOC of another division."""
    prey = Hex("16A:1829")
    armor = ", ".join(f"EN 20-20 Arm XX {n}" for n in range(1, 4))
    enemies = f"{BASE} ge 7-6 Inf XX 1, ge 4B5 10-7/26 Harasser\n{NEAR} ge 7-6 Inf XX 2\n{prey} ge 0-1-4 Inf II 9"
    table = harassed(book, f"{enemies}\n{TARGET} {armor}\n{OWNERS}")
    units = tuple(f"{book.enemy} {n} Arm XX" for n in range(1, 4))
    table.game.submit(Overrun(units, prey), player=ALLIED)
    ledgers = [ledger for entry in table.game.log for name, ledger in entry.ledgers if name == f"MPs of {units[0]}"]
    lines = {line.why: [c.number for c in line.by] for ledger in ledgers for line in ledger.lines}
    assert lines["leaves the hex"] == ["20G2d"]
    assert lines["leaves an enemy ZOC"] == ["6A"]
