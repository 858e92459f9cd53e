"""The supply line of a piece as it is drawn (12A to 12C): hex by hex from the piece to a source."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

import pytest
from tests.air_driving import rules_of

from europa_rules.ground.hexsets import layout_of
from europa_rules.ground.rail_capacity import connected_yards, net_names, yards_of
from europa_rules.ground.supply_drawing import SupplyLine, supply_line
from europa_rules.ground.supply_map import supply_map
from europa_rules.ground.supply_routes import trace
from europa_rules.ground.supply_ways import ferries
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState

NATIONS = {"fof": (("ge", "it"), ("fr", "br")), "sf": (("ge", "it"), ("us", "br"))}
MOMENTS = {"fof": "May II 40, Axis movement", "sf": "Jul I 43, Axis movement"}
CENTERS = {"fof": Hex("16A:2030"), "sf": Hex("26:3823")}


def scattered(rules: Ruleset, seed: int, radius: int = 12) -> GameState:
    """Units of both sides around the middle of the war, with half of what lies around them owned by each."""
    board, game, rng = rules.board, rules.variant.id, random.Random(seed)
    near = [ref for ref in board.hexes if board.has_land(ref) and board.distance(ref, CENTERS[game]) <= radius]
    parts = [f"{ref} {rng.choice(NATIONS[game][n % 2])} 7-6 Inf XX {n}" for n, ref in enumerate(rng.sample(near, 24))]
    owned = {ref: AXIS if rng.random() < 0.8 else ALLIED for ref in near}
    return parse_position(" | ".join([*parts, MOMENTS[game]]), rules).owned(owned)


def steps(line: SupplyLine) -> Iterator[tuple[str, Hex, Hex]]:
    """Each step of a line: by which element, from where and to where."""
    named = [(part.element, ref) for part in line.parts for ref in part.hexes]
    for (_, here), (element, to) in pairwise([("", line.start), *named]):
        yield element, here, to


@pytest.mark.parametrize(("game", "seed"), [("fof", 1), ("sf", 2), ("sf", 5)])
def test_12A_a_line_leads_step_by_step_from_the_piece_to_a_source_of_the_kind_it_has(game: str, seed: int) -> None:
    rules = rules_of(game)
    state, elements = scattered(rules, seed), set()
    joined = {frozenset((a, b)) for way in ferries(rules) for a, b in pairwise(way)}
    for piece in state.pieces.values():
        line, found = supply_line(piece.id, state, rules), supply_map(piece.side, state, rules)
        served = found.stand(piece).kind
        assert served == line.kind or (served == "" and line.kind == "limited"), piece
        assert line.ruling.allowed == line.in_supply
        for element, here, to in steps(line):
            beside = to in rules.board.neighbors_of(here) or frozenset((here, to)) in joined
            assert beside or element == "naval", (piece, line)
            elements.add(element)
        if line.in_supply and line.route.hexes:
            assert trace(line.route, rules).ruling.allowed
            assert [there.name for there in line.route.hexes[: len(line.hexes)]] == list(line.hexes)
        if line.in_supply:
            assert any(line.hexes[-1] in s.hexes for s in found.sources if s.name == line.source) or any(
                s.name == line.source and s.source.reach == "sea" for s in found.sources
            )
        else:
            assert line.parts == () and line.ruling.refusals
    assert len(elements) >= 2, elements


@pytest.mark.parametrize(("game", "seed"), [("fof", 1), ("sf", 2)])
def test_7A4_yards_are_connected_two_or_more_at_a_time_and_each_with_one_group(game: str, seed: int) -> None:
    rules = rules_of(game)
    state, alone = scattered(rules, seed).owned({}), 0
    for side in rules.variant.sides:
        for net in net_names(rules):
            groups = connected_yards(net, side, state, rules)
            together = [ref for group in groups for ref in group]
            assert all(len(group) > 1 for group in groups) and len(set(together)) == len(together)
            assert set(together) <= set(yards_of(side, state, rules, net))
            alone += len(yards_of(side, state, rules, net)) - len(together)
    assert alone


def test_fof_12B_without_a_line_the_shortest_way_to_a_source_is_told_with_what_stops_it() -> None:
    rules = rules_of("fof")
    around = " | ".join(f"{ref} fr 7-6 Inf XX {n}" for n, ref in enumerate(rules.board.neighbors_of(Hex("16A:2030"))))
    state = parse_position(f"16A:2030 ge 7-6 Inf XX 9 | {around} | May II 40, Axis movement", rules)
    line = supply_line("ge 9 Inf XX", state, rules)
    assert not line.in_supply and line.parts == ()
    assert line.route.hexes[0].name == "16A:2030"
    assert all(b.name in rules.board.neighbors_of(Hex(a.name)) for a, b in pairwise(line.route.hexes))
    (told,) = (words for words in line.ruling.possible if "the shortest way to a source" in words)
    assert told.endswith(f"{line.route.hexes[-1].name}, is {len(line.route.hexes) - 1} hexes long")
    assert line.route.hexes[-1].entry.source == "full"


@pytest.mark.parametrize(("game", "seed"), [("fof", 1), ("sf", 2)])
def test_12A_lines_lead_from_a_hex_to_those_from_which_it_can_be_reached_along_them(game: str, seed: int) -> None:
    rules = rules_of(game)
    state = scattered(rules, seed, 9)
    found = supply_map(AXIS, state, rules)
    view, land = found.view, [ref for ref in state.owners if state.owners[ref] == AXIS]
    pairs = random.Random(seed).sample(land, 14)
    from_each = {ref: found.tracer.onward_from(view.bit_of(ref)) for ref in pairs}
    to_each = {ref: found.tracer.reach(f"to {ref}", view.bit_of(ref)).supplied for ref in pairs}
    seen = set()
    for here in pairs:
        for end in pairs:
            leads = bool(from_each[here] & view.bit_of(end))
            assert leads == bool(to_each[end] & view.bit_of(here)), (here, end)
            seen.add(leads)
    assert seen == {True, False}


def test_fof_12B_a_unit_on_the_coast_is_told_the_way_over_land_and_one_on_an_island_that_there_is_none() -> None:
    rules = rules_of("fof")
    board, layout = rules.board, layout_of(rules.board)

    def is_land(bit: int) -> bool:
        return layout.places[bit] >= 0 and board.has_land(board.hexes[layout.places[bit]])

    land = [ref for ref in board.hexes if board.has_land(ref)]
    paris = Hex("17A:1604")
    near = [ref for ref in land if board.country(ref) == board.country(paris) and board.distance(ref, paris) < 12]
    coast = next(ref for ref in near if not is_land(layout.bits[board.index[ref]] + 1))
    island = next(
        ref for ref in board.hexes if board.has_land(ref) and not any(map(board.has_land, board.neighbors_of(ref)))
    )
    for ref, is_told in ((coast, True), (island, False)):
        around = [n for n in board.neighbors_of(ref) if board.has_land(n)]
        ring = "".join(f"{n} fr 7-6 Inf XX {i} | " for i, n in enumerate(around))
        state = parse_position(f"{ring}{ref} ge 7-6 Inf XX 9 | May II 40, Axis movement", rules)
        line = supply_line("ge 9 Inf XX", state.owned(dict.fromkeys(around, ALLIED)), rules)
        assert not line.in_supply
        assert bool(line.route.hexes) == is_told, line.ruling
        assert any("no way over land" in refusal.why for refusal in line.ruling.refusals) != is_told
