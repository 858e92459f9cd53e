"""Isolation (SF 3G, FoF 12B6)."""

from collections.abc import Iterable
from fractions import Fraction

import networkx as nx
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

import europa_rules_sf.plugin as second_front
from europa_rules import GameState, Hex, Ruleset, Side, Source, hookimpl, load, parse_position
from europa_rules.campaign.sequence import checks_of
from europa_rules.ground.isolation import (
    CHECK,
    Judgement,
    hexes_with_a_line,
    is_isolated,
    isolation_in_force,
    judge_isolation,
)
from europa_rules.ground.lines import LineHex, described_hex, longest_line, rule_on_line_into
from europa_rules.ground.supply_map import FURTHER_ENDS
from europa_rules.ground.supply_state import ISOLATED, was_judged_isolated
from europa_rules.ground.terrain import BLOCKED, ways_of
from europa_rules.ground.zones import enemy_zoc
from europa_rules.sides import ALLIED, AXIS
from europa_rules.testing import play

FOF, SF = load("fof"), load("sf")
HOME, FAR = Hex("16A:1506"), Hex("16A:1516")
FREE = LineHex()
FULL, LIMITED, SPECIAL = (LineHex(source=kind) for kind in ("full", "limited", "special"))


# --- a line hex by hex -----------------------------------------------------------------------------------------------


def test_sf_3G_any_length_will_do_and_owners_do_not_matter() -> None:
    assert not is_isolated([FREE] * 40 + [FULL], SF).isolated
    assert not is_isolated([LIMITED], SF).isolated


def test_sf_3G_special_sources_do_not_end_isolation() -> None:
    found = is_isolated([FREE, SPECIAL], SF)
    assert found.isolated
    assert [str(c) for c in found.ruling.citations] == ["SF 3G"]
    assert not is_isolated([FREE, SPECIAL, LIMITED], SF).isolated


def test_sf_3G_what_stops_a_line() -> None:
    for stop in (LineHex(enemy_unit=True), LineHex(enemy_zoc=True), LineHex(prohibited=True)):
        assert is_isolated([FREE, stop, FULL], SF).isolated
        assert [str(c) for c in rule_on_line_into(stop, SF).citations] == ["SF 12A"]
    held = LineHex(enemy_zoc=True, friendly_unit=True)
    assert not is_isolated([FREE, held, FULL], SF).isolated


def test_sf_3G_the_hex_of_the_item_stops_nothing() -> None:
    assert not is_isolated([LineHex(enemy_zoc=True), FULL], SF).isolated


def test_sf_3G_a_source_in_an_enemy_zoc_is_not_reached() -> None:
    assert is_isolated([FREE, evolve(FULL, enemy_zoc=True)], SF).isolated


def test_sf_3G_a_port_in_supply_ends_isolation_by_the_default_reading() -> None:
    route = [FREE, LineHex(source="supplied port")]
    found = is_isolated(route, SF)
    assert not found.isolated
    assert found.ruling.rests_on == ("sf-3G-supplied-port: reached",)
    assert is_isolated(route, load("sf", rulings={"sf-3G-supplied-port": "literal"})).isolated


def test_sf_3G_prohibited_ground_by_its_words() -> None:
    assert described_hex("sea", "", SF).prohibited
    assert described_hex("clear", "all-sea", SF).prohibited
    assert not described_hex("clear", "river", SF).prohibited


def test_fof_12B6_a_line_of_communications_has_fourteen_counted_hexes() -> None:
    assert longest_line("clear", FOF) == 14
    assert not is_isolated([FREE] * 14 + [FULL], FOF).isolated
    assert is_isolated([FREE] * 15 + [FULL], FOF).isolated
    double = LineHex(counts=Fraction(2))
    assert is_isolated([FREE] * 13 + [double, FULL], FOF).isolated


def test_fof_12B6_restricted_sources_count() -> None:
    assert not is_isolated([FREE, LineHex(source="restricted")], FOF).isolated


# --- when it is judged -----------------------------------------------------------------------------------------------


def test_sf_3G_it_is_judged_twice_and_stands_until_then() -> None:
    assert checks_of(CHECK, SF) == ("start of initial phase", "start of combat phase")
    initial = Judgement("initial", True, "movement", line_exists=True)
    assert isolation_in_force(initial, SF)
    assert not isolation_in_force(evolve(initial, now="combat"), SF)
    assert isolation_in_force(Judgement("combat", True, "exploitation", line_exists=True), SF)
    assert not isolation_in_force(Judgement("combat", True, "initial", line_exists=True), SF)
    assert isolation_in_force(Judgement("combat", False, "initial", line_exists=False), SF)


def test_fof_12B_it_is_judged_once() -> None:
    assert checks_of(CHECK, FOF) == ("end of initial phase",)
    assert isolation_in_force(Judgement("initial", True, "combat", line_exists=True), FOF)
    assert isolation_in_force(Judgement("initial", True, "initial", line_exists=True), FOF)


# --- on the board ----------------------------------------------------------------------------------------------------


def ring(center: Hex, rules: Ruleset) -> str:
    return " | ".join(f"{ref} fr 2-6 Inf III" for ref in rules.board.neighbors_of(center))


def test_sf_3G_a_ring_of_enemies_isolates() -> None:
    open_ = parse_position(f"{HOME} ge 7-6 Inf XX 1 | Jul I 43, Axis initial", SF)
    assert HOME in hexes_with_a_line([FAR], AXIS, open_, SF)
    closed = parse_position(f"{HOME} ge 7-6 Inf XX 1 | {ring(HOME, SF)} | Jul I 43, Axis initial", SF)
    assert HOME not in hexes_with_a_line([FAR], AXIS, closed, SF)


def test_sf_3G_enemy_zocs_isolate_but_for_hexes_that_friends_hold() -> None:
    gap, beside, *others = SF.board.neighbors_of(HOME)
    ring_of_regiments = " | ".join(f"{ref} fr 2-6 Inf III" for ref in others)
    text = f"{HOME} ge 7-6 Inf XX 1 | {beside} fr 5-6 Inf XX | {ring_of_regiments} | Jul I 43, Axis initial"
    state = parse_position(text, SF)
    assert enemy_zoc(gap, AXIS, state, SF)
    assert HOME not in hexes_with_a_line([FAR], AXIS, state, SF)
    held = parse_position(f"{gap} ge 2-6 Inf III 9 | {text}", SF)
    assert HOME in hexes_with_a_line([FAR], AXIS, held, SF)


def test_fof_12B6_the_search_counts_hexes_up_to_the_limit() -> None:
    state = parse_position("May I 40, Axis initial", FOF)
    reached = hexes_with_a_line([HOME], AXIS, state, FOF)
    assert reached[HOME] == 0
    assert max(reached.values()) == 14
    assert all(length >= FOF.board.distance(HOME, ref) for ref, length in reached.items())


@settings(max_examples=6)
@given(st.lists(st.sampled_from(FOF.board.grid.within(HOME, 5)), min_size=3, max_size=8, unique=True))
def test_sf_3G_networkx_agrees_with_the_search(enemies: list[Hex]) -> None:
    land = [h for h in enemies if SF.board.has_land(h) and h != FAR]
    text = " | ".join([*(f"{h} fr 5-6 Inf XX" for h in land), "Jul I 43, Axis initial"])
    state = parse_position(text, SF)
    board, ways = SF.board, ways_of(("other",), state, SF).overland
    graph: nx.DiGraph[Hex] = nx.DiGraph()
    for i, here in enumerate(board.hexes):
        for direction, j in enumerate(board.neighbors[i]):
            enterable = j >= 0 and ways[6 * i + direction] != BLOCKED
            if enterable and not state.at(board.hexes[j]) and not enemy_zoc(board.hexes[j], AXIS, state, SF):
                graph.add_edge(here, board.hexes[j])
    expected = {FAR, *(nx.ancestors(graph, FAR) if FAR in graph else ())}
    assert set(hexes_with_a_line([FAR], AXIS, state, SF)) == expected


class Depot:
    """A plugin that ends the lines of both sides in one hex."""

    name = "depot"

    @hookimpl
    def europa_sources(self, variant: str) -> Iterable[Source]:
        def ends(side: Side, state: GameState, rules: Ruleset) -> Iterable[Hex]:
            return (FAR,) if side == AXIS else ()

        return [Source("depot", FURTHER_ENDS, by="SF 12C", value=ends)]


def test_sf_3G_the_step_of_the_player_turn_judges_all_units_and_forgets_what_was() -> None:
    rules = load("sf", plugins=(second_front, Depot()))
    text = f"{HOME} ge 7-6 Inf XX 1 | {FAR} ge 7-6 Inf XX 2 | 16A:2530 fr 5-6 Inf XX 3 | Jul I 43, Axis initial"
    state = parse_position(text, rules)
    first, second, third = state.pieces
    judged, played = play(judge_isolation(state.noting(ISOLATED, "gone", True), rules))
    assert [was_judged_isolated(i, judged) for i in (first, second, third, "gone")] == [False, False, True, False]
    assert played.events[0].text == f"isolated: {third}"
    assert judged.piece(third).side == ALLIED


def test_fof_12B_without_sources_nothing_is_judged() -> None:
    rules = evolve(FOF, sources={})
    state = parse_position(f"{HOME} ge 7-6 Inf XX 1 | May I 40, Axis initial", rules)
    judged, played = play(judge_isolation(state, rules))
    assert (judged, played.events) == (state, ())
