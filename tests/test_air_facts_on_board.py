"""What the board says in the air war (rules 16 to 25): AA over a target hex, and the supply of bases."""

from __future__ import annotations

from fractions import Fraction

import pytest
from attrs import evolve
from tests.air_driving import BOOKS, FOF, Book, drive, rules_of, told

from europa_rules.air.aa_strength import AaCounter, kind_of_aa
from europa_rules.air.air_combat import EngagementEnd, rule_on_duel, unengaged
from europa_rules.air.air_replacement import AirArrivals, AirPlacements, air_cycle, is_start_of_cycle, place_arrivals
from europa_rules.air.air_support import SupportFacts, choose_effective
from europa_rules.air.airbases import rule_on_users
from europa_rules.air.airborne import result_for
from europa_rules.air.antiaircraft import (
    Shot,
    fire_antiaircraft,
    firing_side,
    gather_aa_facts,
    look_up_aa,
    reckon_aa_at,
    reckon_aa_modifier,
    reckon_attacks,
    resolve_shot,
    targets_of,
)
from europa_rules.air.bomb_runs import (
    gather_yard_bombing,
    hit_coast_defenses,
    hit_rail_line,
    hit_yard,
    restore_capacity,
)
from europa_rules.air.bombing import most_yard_hits
from europa_rules.air.cargo_orders import is_base_supplied, is_hex_supplied
from europa_rules.air.facts import BOMBED_CAPACITY, FLYING, OPERATION, YARD_HITS, AirOperation, Flying
from europa_rules.air.flights import Flight, mission_named, reckon_air_attack
from europa_rules.air.mission_results import Strike
from europa_rules.air.missions import rule_on_distance, rule_on_torpedoes
from europa_rules.air.precedence import order_of_operations
from europa_rules.air.replacement_orders import (
    WITHDRAWALS,
    WithdrawAirUnit,
    account_name,
    may_go_on,
    rule_on_withdraw_order,
)
from europa_rules.air.returning import bases_in_range
from europa_rules.air.transport import is_glider_lost
from europa_rules.air_units import AirRating
from europa_rules.errors import UnknownName
from europa_rules.ground.construction import airfields_after
from europa_rules.ground.facts import AIRFIELD, ATTEMPT, Attempt, on_net
from europa_rules.ground.rail_capacity import net_at, reckon_usable_capacity
from europa_rules.ground.success_checks import Outcome
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.zones import gather_exertion
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.position import parse_position
from europa_rules.procedure import Decision
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules.state import GameState

HERE, BASE = Hex("17A:2018"), Hex("17A:1910")


def over_target(book: Book, rules: Ruleset, aa: int = 4, units: str = "", mission: str = "rail_lines") -> GameState:
    """Two bombers and a fighter over a hex with light AA of the enemy; units: more of it."""
    air = f"{BASE} ge 4B5 3-7/26 Ju 88A4, ge 4B5 3-7/26 Do 17, ge 8F6 1/9 Me 109"
    state = parse_position(
        f"{air} | {HERE} {book.enemy} 0-8 AA II 1 [aa {aa}]{units} | {book.day}, Axis movement", rules
    )
    state = state.noting(OPERATION, "1", AirOperation(AXIS, HERE))
    for piece in tuple(state.air.values()):
        flown = "escort" if piece.unit.rating.type == "F" else mission
        state = state.noting(FLYING, piece.id, Flying(flown, BASE, "1")).with_air(evolve(piece, place=HERE))
    return state


def shots(state: GameState, rules: Ruleset, **answer: str) -> list[str]:
    _, log = drive(fire_antiaircraft("1", state, rules), choose=lambda decision: (answer["at"],) if answer else None)
    return told(log)


@BOOKS
def test_22B1_antiaircraft_fires_at_each_bomber_and_at_no_escort(book: Book) -> None:
    rules = rules_of(book.name)
    state = over_target(book, rules)
    aimed = targets_of("1", state, rules)
    assert [state.air_piece(unit).unit.rating.type for unit in aimed] == ["B", "B"]
    assert len([line for line in shots(state, rules) if "AA" in line or "antiaircraft" in line]) >= 2


def test_fof_22B1_by_another_reading_antiaircraft_fires_at_one_of_two() -> None:
    one, every = rules_of("fof", rulings=(("fof-22B1-aa-targets", "one"),)), rules_of("fof")
    state = over_target(FOF, one)
    first, second = targets_of("1", state, one)
    for at, other in ((first, second), (second, first)):
        lines = shots(state, one, at=at)
        assert any(at in line for line in lines) and not any(other in line for line in lines)
    alone = state.forgetting(FLYING, second)
    assert any(first in line for line in shots(alone, one))
    assert all(any(unit in line for line in shots(state, every)) for unit in (first, second))
    assert [reckon_attacks(3, n, one).attacks for n in (0, 1, 2)] == [0, 1, 1]


@pytest.mark.parametrize(("aa", "fires"), [(0, False), (1, True)])
@BOOKS
def test_22B2_aa_fires_from_a_strength_of_1_on(book: Book, aa: int, fires: bool) -> None:
    rules = rules_of(book.name)
    state = over_target(book, rules, aa, mission="airbases")
    strengths = {reckon_aa_at(unit, "1", state, rules).value for unit in targets_of("1", state, rules)}
    assert strengths == {aa}
    assert bool(shots(state, rules)) == fires


@BOOKS
def test_22_the_enemy_of_who_flies_fires(book: Book) -> None:
    rules = rules_of(book.name)
    assert (firing_side(AXIS, rules), firing_side(ALLIED, rules)) == (ALLIED, AXIS)


def test_fof_20F_a_holding_box_is_in_supply_and_a_hex_without_a_source_in_reach_is_not() -> None:
    rules = rules_of("fof")
    state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May II 40, Axis movement", rules)
    found = supply_map(AXIS, state, rules)
    box = next(iter(rules.board.boxes))
    assert is_hex_supplied(box, ("ge",), found) and is_base_supplied(box, AXIS, state, rules)
    assert is_hex_supplied(Hex("16A:1506"), ("ge",), found)
    assert not is_hex_supplied(Hex("17A:1604"), ("ge",), found)


@BOOKS
def test_23G_23H7_torpedoes_are_carried_by_code_v_against_ships_at_sea(book: Book) -> None:
    rules = rules_of(book.name)
    mission = "naval_interdiction" if book is FOF else "naval_patrol"
    fit = AirRating.parse("4B5 3-7/V/26")
    assert rule_on_torpedoes(Flight(fit, *mission_named(mission, rules)), rules).allowed
    for wrong, words in (
        (Flight(AirRating.parse("4B5 3-7/26"), *mission_named(mission, rules)), "has no code V"),
        (Flight(fit, *mission_named("rail_lines", rules)), "no torpedoes are carried"),
        (Flight(fit, family="bombing"), "no torpedoes are carried on bombing"),
        (Flight(fit), "no torpedoes are carried on this mission"),
    ):
        (refusal,) = rule_on_torpedoes(wrong, rules).refusals
        assert words in refusal.why


def test_sf_23C_a_fighter_at_extended_range_loses_2_of_its_attack_and_keeps_1() -> None:
    rules = rules_of("sf")
    escorts = [
        Flight(AirRating.parse(f"{n}F6 1/9"), *mission_named("escort", rules), extended=True) for n in (1, 2, 3, 4)
    ]
    assert [reckon_air_attack(flight, rules).value for flight in escorts] == [1, 1, 1, 2]
    night = Flight(AirRating.parse("8F6 1/9"), *mission_named("escort", rules), night=True)
    assert reckon_air_attack(night, rules).value == 0


@BOOKS
def test_5_a_unit_in_supply_exerts_its_zoc_as_one_that_is_in_no_turn_out_of_it(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{HERE} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    facts = gather_exertion(state.piece("ge 1 Inf XX"), state, rules)
    assert (facts.turns_out_of_supply, facts.phase) == (0, "movement")


@BOOKS
def test_25B_a_withdrawal_of_no_air_units_is_due_of_nobody(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{BASE} ge 8F6 1/9 Me 109 | {book.day}, Axis initial", rules)
    (piece,) = state.air.values()
    subject = f"{account_name(AXIS, piece.organization)}: {piece.unit.model}"
    due, done = state.noting(WITHDRAWALS, subject, 1), state.noting(WITHDRAWALS, subject, 0)
    order = WithdrawAirUnit(piece.id)
    assert rule_on_withdraw_order(order, AXIS, due, rules).allowed
    assert not rule_on_withdraw_order(order, AXIS, done, rules).allowed
    assert not rule_on_withdraw_order(order, AXIS, state, rules).allowed
    assert [may_go_on(at, rules).allowed for at in (due, done, state)] == [False, True, True]


@pytest.mark.parametrize(("flown", "asks"), [(1, False), (2, False), (3, True)])
@BOOKS
def test_20G2b_an_owner_chooses_only_where_more_air_units_came_than_count(book: Book, flown: int, asks: bool) -> None:
    rules = rules_of(book.name)
    state = over_target(book, rules)
    there = {f"air {n}": Reckoning.of(n, "bombs") for n in range(1, flown + 1)}
    facts = SupportFacts(2, is_defensive=True)
    decision = next(choose_effective(there, facts, AXIS, "defensive_air_support", state, rules), None)
    assert (decision is not None) == asks
    if isinstance(decision, Decision):
        assert decision.suggestions == (("air 3", "air 2"),)
        assert decision.rule_on(("air 1", "air 2")).allowed
        assert not decision.rule_on(("air 1", "air 2", "air 3")).allowed


@BOOKS
def test_20A_18_airbases_within_range_are_those_not_farther_than_it(book: Book) -> None:
    rules = rules_of(book.name)
    state = over_target(book, rules)
    fighter = next(piece for piece in state.air.values() if piece.unit.rating.type == "F")
    fields = {ref: far for ref in rules.board.hexes if (far := rules.board.distance(HERE, ref)) in (9, 10)}
    near, beyond = (next(ref for ref, far in fields.items() if far == n) for n in (9, 10))
    for ref in (near, beyond):
        state = state.noting(AIRFIELD, ref, 3).owned({ref: AXIS})
    assert near in bases_in_range(fighter, state, rules)
    assert beyond not in bases_in_range(fighter, state, rules)


@BOOKS
def test_25_each_turn_lies_in_its_air_cycle_and_cycles_follow_one_another(book: Book) -> None:
    rules = rules_of(book.name)
    turn = Turn.parse("Jan I 43")
    begins = []
    for _ in range(24):
        cycle = air_cycle(turn, rules)
        assert cycle.first <= turn <= cycle.last
        assert is_start_of_cycle(turn, rules) == (turn == cycle.first)
        begins += [turn] if turn == cycle.first else []
        assert air_cycle(cycle.last, rules) == air_cycle(cycle.first, rules) == cycle
        turn = turn.next()
    assert len(begins) * air_cycle(turn, rules).turns == 24


@BOOKS
def test_21B_escorts_without_an_interceptor_are_free_and_a_duel_is_one_round(book: Book) -> None:
    rules = rules_of(book.name)
    assert [unengaged(n, 2) for n in (1, 2, 3)] == [0, 0, 1]
    ends = [EngagementEnd(n, "all engaged", {}, ()) for n in (0, 1, 2)]
    assert [rule_on_duel(end, rules).allowed for end in ends] == [False, True, False]


@BOOKS
def test_25C_arrivals_take_the_places_of_those_withdrawn_and_the_rest_are_free_or_lost(book: Book) -> None:
    facts = AirArrivals({"F": 3, "B": 1, "T": 1}, {"F": 1, "B": 2})
    assert place_arrivals(facts) == AirPlacements(2, 3, 0)
    assert place_arrivals(evolve(facts, has_airbase=False)) == AirPlacements(2, 0, 3)
    assert place_arrivals(AirArrivals({"F": 1})) == AirPlacements(0, 1, 0)


def test_16D_the_phasing_player_begins_and_each_begins_once() -> None:
    assert order_of_operations(["b", "a"], phasing="a") == ("a", "b")
    assert order_of_operations(["b"], phasing="a") == ("b",)
    assert order_of_operations([]) == ()


def test_sf_20G2i_every_second_bombing_hit_on_coast_defenses_is_marked() -> None:
    rules = rules_of("sf")
    state = parse_position(f"{HERE} ge 7-6 Inf XX 1 | Jul II 44, Axis movement", rules)
    lines = []
    for _ in range(4):
        state, log = drive(hit_coast_defenses(Strike("coast_defenses", HERE, ALLIED, ()), state, rules))
        lines.append(log[0].text)
    assert ["marks one hit" in line for line in lines] == [False, True, False, True]
    assert [f"bombing hit {n}" in line for n, line in enumerate(lines, 1)] == [True] * 4


@BOOKS
def test_17_an_airbase_serves_its_owner_while_it_has_capacity(book: Book) -> None:
    rules = rules_of(book.name)
    cases = ((AXIS, AXIS, 1), (AXIS, AXIS, 0), (AXIS, ALLIED, 1))
    assert [rule_on_users(*case, rules).allowed for case in cases] == [True, False, False]


PARIS = Hex("17A:1604")


@BOOKS
def test_20G1a_each_hit_on_a_yard_counts_until_its_most_and_takes_capacity_of_the_next_turn(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{HERE} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules).owned({PARIS: ALLIED})
    net = net_at(PARIS, ALLIED, state, rules)
    assert net
    most = int(most_yard_hits(gather_yard_bombing(PARIS, 1, state, rules), rules).value)
    full = reckon_usable_capacity(net, ALLIED, evolve(state, moment=evolve(state.moment, player=ALLIED)), rules).value
    for hits in range(1, most + 2):
        state, log = drive(hit_yard(Strike("rail_yards", PARIS, AXIS, ()), state, rules))
        counted = min(hits, most)
        assert state.recall(YARD_HITS, PARIS) == counted and "line broken" in log[0].text
        lost = state.recall(BOMBED_CAPACITY, on_net(net, ALLIED))
        assert lost is not None and lost > 0
        theirs = evolve(state, moment=evolve(state.moment, player=ALLIED))
        assert reckon_usable_capacity(net, ALLIED, theirs, rules).value == max(full - lost, 0)
        assert reckon_usable_capacity(net, ALLIED, state, rules).value == full
    restored, _ = drive(restore_capacity(evolve(state, moment=evolve(state.moment, player=ALLIED)), rules))
    assert restored.recall(BOMBED_CAPACITY, on_net(net, ALLIED)) is None
    kept, _ = drive(restore_capacity(state, rules))
    assert kept.recall(BOMBED_CAPACITY, on_net(net, ALLIED)) is not None


@BOOKS
def test_20G2_a_rail_line_is_broken_once(book: Book) -> None:
    rules = rules_of(book.name)
    state = parse_position(f"{HERE} ge 7-6 Inf XX 1 | {book.day}, Axis movement", rules)
    strike, texts = Strike("rail_lines", PARIS, AXIS, ()), []
    for _ in range(2):
        state, log = drive(hit_rail_line(strike, state, rules))
        texts.append(log[0].text)
    assert [text.endswith("broken already") for text in texts] == [False, True]


@BOOKS
def test_18_a_target_out_of_range_may_be_in_reach_at_extended_range_or_from_another_airbase(book: Book) -> None:
    rules = rules_of(book.name)
    fighter = Flight(AirRating.parse("8F6 1/9"), *mission_named("escort", rules))
    ways, extended = (rule_on_distance(f, 100, rules).possible[0] for f in (fighter, evolve(fighter, extended=True)))
    assert "an airbase at which it stages" in ways and "an airbase at which it stages" in extended
    assert ("at extended range" in ways, "at extended range" in extended) == (book.name == "sf", False)


def test_24B_23F_what_becomes_of_those_who_dropped_and_of_their_gliders() -> None:
    assert [result_for(r, dropped) for r in ("AS", "DR") for dropped in (True, False)] == ["AR", "AS", "DR", "DR"]
    harsh, mild = (Outcome(code, Reckoning.of(1, "die")) for code in ("F*", "F"))
    assert [is_glider_lost("regular_transport", outcome) for outcome in (harsh, mild, None)] == [True, False, False]
    assert [is_glider_lost("transfer", outcome) for outcome in (harsh, None)] == [False, False]
    assert [is_glider_lost(mission, None) for mission in ("air_drop", "air_landing")] == [True, True]


def test_22A_aa_shows_a_size_and_a_strength_or_is_position_aa() -> None:
    kinds = [kind_of_aa(AaCounter(size, strength)).kind for size in (True, False) for strength in (True, False)]
    assert kinds == ["combat", "position", "position", "position"]


def test_14A1_a_permanent_airfield_takes_the_place_of_a_temporary_one() -> None:
    assert airfields_after(["temporary"], "permanent") == ("permanent",)
    assert airfields_after(["permanent"], "temporary") == ("permanent", "temporary")
    assert airfields_after(["permanent"], "permanent") == ("permanent",)
    assert airfields_after(["temporary"], "temporary") == ("temporary",)


@BOOKS
def test_22B1_only_those_who_attack_the_hex_fire_on_defensive_air_support_hex_by_hex(book: Book) -> None:
    rules = rules_of(book.name)
    n = book.enemy
    aa = f"17A:2118 {n} 0-8 AA II 1 [aa 4], {n} 0-8 AA II 2 [aa 3] | 17A:2017 {n} 0-8 AA II 3 [aa 2]"
    state = parse_position(f"{aa} | {HERE} ge 7-6 Inf XX 4, ge 8F6 1/9 A | {book.day}, Allied combat", rules)
    state = state.noting(OPERATION, "1", AirOperation(AXIS, HERE))
    state = state.noting(FLYING, "ge A", Flying("defensive_air_support", BASE, "1"))
    attackers = tuple(f"{n} {number} AA II" for number in (1, 2, 3))
    assert gather_aa_facts("ge A", "1", state, rules).attackers == ()
    attacked = state.noting(ATTEMPT, "", Attempt((*attackers, f"{n} 9 AA II"), ("ge 4 Inf XX",), HERE))
    found = gather_aa_facts("ge A", "1", attacked, rules)
    assert [there.name for there in found.attackers] == ["17A:2017", "17A:2118"]
    assert [there.light.value + there.heavy.value for there in found.attackers] == [2, 7]
    elsewhere = state.noting(ATTEMPT, "", Attempt(attackers, (), BASE))
    assert gather_aa_facts("ge A", "1", elsewhere, rules).attackers == ()
    with pytest.raises(UnknownName):
        gather_aa_facts("ge A", "1", state.forgetting(FLYING, "ge A"), rules)


def test_fof_22B1_the_one_air_unit_that_is_fired_at_is_chosen() -> None:
    rules = rules_of("fof", rulings=(("fof-22B1-aa-targets", "one"),))
    asked: list[Decision] = []

    def note(decision: Decision) -> tuple[str, ...]:
        asked.append(decision)
        return decision.suggestions[0]

    state = over_target(FOF, rules)
    drive(fire_antiaircraft("1", state, rules), choose=note)
    one, other = targets_of("1", state, rules)
    assert [asked[0].rule_on(answer).allowed for answer in ((), (one,), (one, other))] == [False, True, False]
    assert asked[0].who == ALLIED


@BOOKS
def test_22B2_a_shot_tells_its_column_its_roll_and_what_is_added(book: Book) -> None:
    rules = rules_of(book.name)
    state = over_target(book, rules, 3, mission="airbases")
    unit = targets_of("1", state, rules)[0]
    by_night = state.noting(OPERATION, "1", AirOperation(AXIS, HERE, night=True))
    for at in (state, by_night):
        flight = gather_aa_facts(unit, "1", at, rules).flight
        shot = Shot(flight, Fraction(3), at.moment.turn)
        added = int(reckon_aa_modifier(shot, rules).value)
        for roll in range(2, 13):
            _, log = drive(resolve_shot(unit, shot, Reckoning.of(3, "AA"), at, rules), [roll])
            facts = dict(log[0].facts)
            assert facts["modified"] == str(roll + added) and f"roll {roll}" in log[0].text
            assert (f"modified to {roll + added}" in log[0].text) == bool(added)
            assert facts["result"] == look_up_aa("3", roll + added, rules).value
    below = Shot(flight, Fraction(1, 2), state.moment.turn)
    assert drive(resolve_shot(unit, below, Reckoning.of(Fraction(1, 2), "AA"), state, rules)) == (state, [])
