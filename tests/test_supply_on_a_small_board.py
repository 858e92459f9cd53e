"""Supply on a sheet of ninety hexes (rules 3G, 12A to 12C): every hex against tracing by the rule, hex by hex."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

import pytest
from attrs import evolve
from tests.small_board import Ends, land, random_board, random_ends, random_position, rules_with
from tests.test_supply_search import ByTheRule, fresh

import europa_rules as er
from europa_rules.contributions import Source
from europa_rules.ground.communications import communications_of
from europa_rules.ground.facts import PORT_HITS
from europa_rules.ground.isolation import hexes_with_a_line, isolated_hexes, judge_isolation
from europa_rules.ground.occupants import units_of
from europa_rules.ground.supply import judge_supply, stands_of
from europa_rules.ground.supply_drawing import gather_route_hex, supply_line
from europa_rules.ground.supply_graph import supply_graph
from europa_rules.ground.supply_lines import ELEMENTS, NAVAL_SIZES, ORDERS, PORT_SIZES, SEA, elements, orders
from europa_rules.ground.supply_map import ISOLATION_ENDS, limited_ports, supply_map
from europa_rules.ground.supply_routes import trace
from europa_rules.ground.supply_sources import SourcesNow, SupplySource
from europa_rules.ground.supply_state import CHECKS_OUT, DRAWS_ON, ISOLATED, ISOLATED_FIRST, turns_of_effect
from europa_rules.ground.supply_ways import ferries
from europa_rules.ground.terrain import gather_entry, rule_on_terrain, terrain_at, weather_at
from europa_rules.ground.waters import FROZEN, water_at
from europa_rules.ground.works import most_port_hits
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import WEATHER, GameState, Piece
from europa_rules.testing import play
from europa_rules.units import Rating, Unit, re_size

RULES = {
    "fof": er.load("fof"),
    "sf": er.load("sf"),
    "sf 44B1": er.load("sf", options=("43C3", "44B1")),
    "sf by rail": er.load("sf", rulings={"sf-3G-other-elements": "all"}),
}
OTHER_ORDERS = {
    "fof rails first": ("fof", ((("rail",), ("overland",)), (("road",), ("truck",), ("overland",)))),
    "sf without ships": ("sf", ((("overland",), ("road",), ("rail",)),)),
}
RULES_IN_OTHER_ORDERS = {
    name: evolve(
        RULES[game],
        sources={
            ELEMENTS: RULES[game].sources(ELEMENTS),
            ISOLATION_ENDS: RULES[game].sources(ISOLATION_ENDS),
            ORDERS: (Source(name, ORDERS, by="FoF 12B", value=given),),
        },
    )
    for name, (game, given) in OTHER_ORDERS.items()
}
GAMES = pytest.mark.parametrize("game", RULES)
INFANTRY = Unit("", "infantry", "division", Rating.parse("5-6"))


def scene(game: str, seed: object) -> tuple[random.Random, Ruleset, GameState, Ends]:
    """A small board with sources, units, owners and weather by chance."""
    rng = random.Random(f"{game} {seed}")
    board = random_board(rng)
    ends = random_ends(rng, board)
    rules = rules_with({**RULES, **RULES_IN_OTHER_ORDERS}[game], board, ends)
    return rng, rules, random_position(rng, rules), ends


def works(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a port functions: it has fewer hits than destroy it."""
    return (state.recall(PORT_HITS, ref) or 0) < most_port_hits(ref, rules)


@pytest.mark.parametrize("game", [*RULES, *RULES_IN_OTHER_ORDERS])
@pytest.mark.parametrize("seed", range(3))
def test_12B_every_hex_stands_as_lines_traced_by_the_rule_say(game: str, seed: int) -> None:
    rng, rules, state, _ = scene(game, seed)
    found, tracer = supply_map(AXIS, state, rules), ByTheRule(AXIS, state, rules)
    for ref in rng.sample(land(rules.board), 6):
        for nation in ("ge", "it"):
            piece = Piece("new", evolve(INFANTRY, nation=nation), AXIS, ref)
            assert tracer.supply(piece) == found.supply_of(ref, nation), (ref, nation)
    assert found.full_lines.joined == found.full_lines.ends


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_12B_lines_lead_onward_and_to_a_hex_as_the_elements_in_their_order_do(game: str, seed: int) -> None:
    rng, rules, state, _ = scene(game, f"onward {seed}")
    found, tracer = supply_map(AXIS, state, rules), ByTheRule(AXIS, state, rules)
    view = found.view
    starts = rng.sample(land(rules.board), 5)
    to_each = {ref: found.tracer.reach(f"to {ref}", view.bit_of(ref)) for ref in starts}
    for here in starts:
        reached: set[Hex] = set()
        for order in orders(rules):
            reached |= tracer.through(order, [here])[0]
        assert set(view.hexes_of(found.tracer.onward_from(view.bit_of(here)))) == reached, here
        for end, lines in to_each.items():
            assert bool(lines.supplied & view.bit_of(here)) == (end in reached), (here, end)
            joined = lines.joined & view.bit_of(here)
            assert not joined or bool(to_each[here].supplied == lines.supplied), (here, end)


def test_sf_12B3_a_net_of_nine_res_is_weak_and_one_of_ten_is_not() -> None:
    for seed in range(4):
        _, rules, state, ends = scene("sf", f"nets {seed}")
        found = supply_map(AXIS, state, rules)
        nets = {net.name: (frozenset(found.view.hexes_of(net.hexes)), net.capacity) for net in found.tracer.nets}
        assert nets == {name: (hexes, capacity) for name, hexes, capacity in ends.nets}
        weak = {ref for _, hexes, capacity in ends.nets for ref in hexes if capacity == 9}
        assert set(found.view.hexes_of(found.tracer.weak)) == weak
        again = supply_map(AXIS, state.moved("0", state.piece("2").place), rules)
        assert again.tracer.nets == found.tracer.nets
    _, rules, state, _ = scene("fof", "nets")
    assert supply_map(AXIS, state, rules).tracer.weak == 0


@GAMES
def test_12A_delivered_supply_is_reached_overland_and_a_port_fortification_in_its_hex(game: str) -> None:
    _, rules, state, ends = scene(game, "special")
    found, tracer = supply_map(AXIS, state, rules), ByTheRule(AXIS, state, rules)
    overland = elements(rules)["overland"]
    for s in found.sources:
        for ref in s.hexes if s.source.kind == "special" else ():
            near = set(found.view.hexes_of(found.drawing_on(s, ref))) & set(land(rules.board))
            if ref in ends.fortified and s.name == "fortified":
                assert near == {ref}
            else:
                weathers = tracer.weathers
                lead = {a for a in land(rules.board) for w in weathers if ref in tracer.by_element([a], overland, w)}
                assert near == lead


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["sf", "sf by rail"])
def test_sf_12C2_a_port_serves_that_is_joined_by_sea_to_one_as_large_from_which_rails_and_ships_lead_on(
    game: str, seed: int
) -> None:
    _, rules, state, _ = scene(game, f"ports {seed}")
    found, tracer = supply_map(AXIS, state, rules), ByTheRule(AXIS, state, rules)
    full = [s for s in found.common if s.source.kind == "full"]
    ports = {ref: port.size for ref in land(rules.board) if (port := tracer.port(ref))}
    leads = {ref for ref in ports if tracer.may_enter(ref) and tracer.leads([ref], full, only_last=True)}
    expected = {
        ref
        for ref, size in ports.items()
        if size in ("minor", "standard")
        and any(
            other in leads
            for other in ports
            if other != ref and PORT_SIZES.index(ports[other]) >= PORT_SIZES.index(size)
        )
    }
    assert set(limited_ports(found)) == expected
    limited = [s for s in found.sources if s.source.kind == "limited"]
    assert len(limited) == bool(expected)
    for ref in sorted(expected):
        alone = SourcesNow("port", (), SupplySource("limited"), (ref,))
        near = {a for a in land(rules.board) if tracer.leads([a], [alone])}
        assert set(found.view.hexes_of(found.drawing_on(limited[0], ref))) & set(land(rules.board)) == near


@pytest.mark.parametrize("seed", range(3))
def test_sf_12B4_ports_that_function_and_are_owned_are_the_ends_of_naval_lines(seed: int) -> None:
    _, rules, state, _ = scene("sf", f"own ports {seed}")
    ports = supply_map(AXIS, state, rules).view.ports
    printed = {ref: port for ref in land(rules.board) for port in rules.board.ports(ref)}
    usable = {ref: port.size for ref, port in printed.items() if state.owners[ref] == AXIS}
    usable = {ref: size for ref, size in usable.items() if works(ref, state, rules)}
    view = supply_map(AXIS, state, rules).view
    for size in PORT_SIZES:
        assert set(view.hexes_of(ports.of_size.get(size, 0))) == {ref for ref in usable if usable[ref] == size}
    assert set(view.hexes_of(ports.usable(NAVAL_SIZES))) == {r for r in usable if usable[r] in NAVAL_SIZES}
    assert [set(view.hexes_of(hexes)) for hexes in ports.on_sea.values()] == [set(usable)]


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_3G_lines_of_communications_are_overland_and_counted(game: str, seed: int) -> None:
    rng, rules, state, _ = scene(game, f"loc {seed}")
    tracer, ends = ByTheRule(AXIS, state, rules), tuple(rng.sample(land(rules.board), 2))
    found = hexes_with_a_line(ends, AXIS, state, rules)
    for ref in rng.sample(land(rules.board), 12):
        lengths = [length for end, length in tracer.communications(ref).items() if end in ends]
        assert found.get(ref) == (min(lengths) if lengths else None), ref
    isolated = isolated_hexes(AXIS, state, rules)
    for ref in land(rules.board):
        assert (ref in isolated) == supply_map(AXIS, state, rules).supply_of(ref).isolated
    for piece in state.pieces.values():
        told = communications_of(piece, state, rules)
        assert told is not None
        assert told.found.isolated == supply_map(piece.side, state, rules).stand(piece).isolated, piece
        assert all(b in rules.board.neighbors_of(a) for a, b in pairwise(told.hexes))
        assert told.hexes[0] == piece.place


@GAMES
@pytest.mark.parametrize("phase", ["initial", "combat"])
def test_3G_what_is_judged_of_each_unit_is_remembered_and_that_of_the_initial_phase_apart(
    game: str, phase: str
) -> None:
    _, rules, state, _ = scene(game, "judged")
    state = evolve(state, moment=evolve(state.moment, phase=phase))
    judged, played = play(judge_isolation(state.noting(ISOLATED, "gone", True), rules))
    alone = {p.id for p in units_of(AXIS, state, rules) if supply_map(AXIS, state, rules).stand(p).isolated}
    alone |= {p.id for p in units_of(ALLIED, state, rules) if supply_map(ALLIED, state, rules).stand(p).isolated}
    assert alone and set(judged.all_facts(ISOLATED)) == alone
    assert set(judged.all_facts(ISOLATED_FIRST)) == (alone if phase == "initial" else set())
    assert all(judged.all_facts(ISOLATED).values()) and all(judged.all_facts(ISOLATED_FIRST).values())
    assert set(played.events[0].text.removeprefix("isolated: ").split(", ")) == alone


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_12B_what_is_judged_counts_the_turns_of_units_without_a_regular_source(game: str, seed: int) -> None:
    _, rules, state, _ = scene(game, f"counted {seed}")
    before = state.noting(CHECKS_OUT, "0", 3).noting(CHECKS_OUT, "1", 3)
    judged, played = play(judge_supply(before, rules))
    out = []
    for side in rules.variant.sides:
        stands = stands_of(side, before, rules)
        for piece in units_of(side, before, rules):
            kind = stands[piece.id].kind
            drawn = judged.recall(DRAWS_ON, piece.id)
            if not played.decisions:
                assert drawn == (f"{kind} {stands[piece.id].source}" if stands[piece.id].source else None)
                counts = (before.recall(CHECKS_OUT, piece.id) or 0) + 1
                regular = kind in ("full", "restricted", "limited")
                assert judged.recall(CHECKS_OUT, piece.id) == (None if regular else counts)
            out += [piece.id] if turns_of_effect(piece.id, judged) else []
    told = played.events[-1].text.removeprefix("out of supply: ").split(", ") if out else []
    assert [words.partition(" (U-")[0] for words in told] == out


# --- drawn lines, hex by hex -----------------------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_12B_a_line_is_drawn_for_each_piece_that_has_one_and_the_rule_traces_it(game: str, seed: int) -> None:
    _, rules, state, _ = scene(game, f"drawn {seed}")
    joined = {frozenset((a, b)) for way in ferries(rules) for a, b in pairwise(way)}
    for ref in land(rules.board)[seed::4]:
        at = state.with_piece(Piece("new", evolve(INFANTRY, nation="it"), AXIS, ref))
        found, line = supply_map(AXIS, at, rules), supply_line("new", at, rules)
        assert line.in_supply == line.ruling.allowed, line
        kind = found.supply_of(ref, "it").kind
        assert line.kind == kind or (not kind and line.kind in ("limited", "special", "")), line
        places = [(part.element, place) for part in line.parts for place in part.hexes]
        for (_, a), (element, b) in pairwise([("", ref), *places]):
            assert element == "naval" or b in rules.board.neighbors_of(a) or frozenset((a, b)) in joined
        if line.in_supply and line.route.hexes:
            traced = trace(line.route, rules)
            assert traced.ruling.allowed and traced.source == line.kind
            assert [there.name for there in line.route.hexes[: len(places) + 1]] == [ref, *(b for _, b in places)]
        if not line.in_supply:
            assert line.ruling.refusals and not line.parts


@GAMES
def test_12A_what_a_line_finds_in_a_hex_is_what_the_board_says(game: str) -> None:
    rng, rules, state, ends = scene(game, "hexes")
    view, board = supply_map(AXIS, state, rules).view, rules.board
    for ref in rng.sample(land(board), 25):
        for before in (None, *board.neighbors_of(ref)):
            here = gather_route_hex(ref, before, view)
            lines = board.line_kinds(before, ref) if before else frozenset()
            city = before is not None and any({before, ref} <= set(c.hexes) for c in board.major_cities)
            rail = "high" if "rail_high" in lines or city else "low" if "rail_low" in lines else ""
            assert here.by_rail == (rail or ("ferry" if "rail_ferry" in lines else ""))
            assert here.by_road == (bool(lines & {"road", "rail_high", "rail_low"}) or city)
            assert here.owned == (state.owners[ref] == AXIS) and not here.by_sea and here.name == ref
            assert here.net == next((name for name, hexes, _ in ends.nets if ref in hexes), "")
            assert (here.terrain, here.weather) == (terrain_at(ref, state, rules), weather_at(ref, state, rules))
            assert here.hexsides == (board.hexside(before, ref) if before else ())
            around = [ref, before] if before else [ref]
            assert here.frozen == all(water_at(at, state, rules) == FROZEN for at in around)
            friends, foes = state.friends_at(ref, AXIS), state.friends_at(ref, ALLIED)
            assert here.truck == any(p.unit.type == "truck" for p in friends)
            assert (here.entry.enemy_unit, here.entry.friendly_unit) == (bool(foes), bool(friends))
            assert here.entry.enemy_zoc == enemy_zoc(ref, AXIS, state, rules)
            entry = gather_entry(INFANTRY, before, ref, state, rules, side=AXIS) if before else None
            barred = entry is not None and not rule_on_terrain(entry, rules).allowed
            assert here.entry.prohibited == (barred and not (here.by_road or here.by_rail))
            port = board.port(ref)
            assert (here.port is None) == (port is None)
            if port and here.port and "sf" in game:
                assert (here.port.size, here.port.owned) == (port.size, here.owned)
                assert here.port.functioning == (works(ref, state, rules) or not here.owned)


def test_sf_12B4_a_naval_step_joins_ports_without_hexes_between_them() -> None:
    _, rules, state, _ = scene("sf", "hexes")
    ports = [ref for ref in land(rules.board) if rules.board.ports(ref)]
    there = gather_route_hex(ports[-1], ports[0], supply_map(AXIS, state, rules).view, by_sea=True)
    assert (there.by_sea, there.by_rail, there.by_road, there.hexsides) == (True, "", False, ())
    assert not there.entry.prohibited


# --- whom sources of limited capacity serve --------------------------------------------------------------------------


@GAMES
@pytest.mark.parametrize("seed", range(3))
def test_12C2_12C3_units_are_served_by_sources_they_reach_and_never_beyond_their_capacity(game: str, seed: int) -> None:
    _, rules, state, ends = scene(game, f"served {seed}")
    for side in (AXIS, ALLIED):
        found, loads = supply_map(side, state, rules), dict[tuple[str, str], Fraction]()
        stands = stands_of(side, state, rules)
        for i, stand in stands.items():
            piece = state.piece(i)
            line = found.stand(piece)
            assert stand.isolated == line.isolated
            assert stand.kind == line.kind if line.kind else stand.kind in ("", "limited", "special")
            if stand.source:
                serving = [s for s in found.sources if s.source.kind == stand.kind and stand.source in s.hexes]
                assert any(found.drawing_on(s, Hex(stand.source)) & found.view.bit_of(piece.place) for s in serving)
                key = (stand.kind, stand.source)
                loads[key] = loads.get(key, Fraction(0)) + re_size(piece.unit, rules.types)
        for (kind, source), load in loads.items():
            if kind == "limited":
                assert load <= 3
            elif source not in ends.fortified:
                assert load <= ends.delivered[Hex(source)]


# --- after a change --------------------------------------------------------------------------------------------------


def changes(state: GameState, rules: Ruleset, rng: random.Random, count: int) -> Iterator[GameState]:
    on_land = land(rules.board)
    ports = [ref for ref in on_land if rules.board.ports(ref)]
    for number in range(count):
        piece, ref = state.piece(rng.choice(list(state.pieces))), rng.choice(on_land)
        match number % 6:
            case 0 | 1:
                state = state.moved(piece.id, rng.choice(rules.board.neighbors_of(piece.place)))
            case 2:
                state = state.owned({ref: rng.choice((AXIS, ALLIED))})
            case 3:
                state = state.moved(piece.id, ref)
            case 4:
                state = state.noting(PORT_HITS, rng.choice(ports), rng.randrange(1, 6))
            case _:
                state = state.noting(WEATHER, rng.choice("CDE"), rng.choice(("clear", "mud", "winter")))
        yield state


@GAMES
@pytest.mark.parametrize("seed", range(2))
def test_12B_what_is_found_after_a_change_is_what_is_found_from_nothing(game: str, seed: int) -> None:
    rng, rules, state, ends = scene(game, f"changes {seed}")
    other = rules_with(RULES[game], rules.board, ends)
    for now in changes(state, rules, rng, 18):
        for side in (AXIS, ALLIED):
            assert stands_of(side, now, rules) == fresh(side, now, other)


@GAMES
def test_12B_lines_are_kept_where_nothing_that_they_rest_on_has_changed(game: str) -> None:
    _, rules, state, _ = scene(game, "kept")
    before = supply_map(AXIS, state, rules)
    lines, here = before.full_lines, before.view.bit_of(state.piece("0").place)
    to, onward = before.tracer.reach("to here", here), before.tracer.onward_from(here)
    now = supply_map(AXIS, state.noting(DRAWS_ON, "0", "special"), rules)
    assert now is not before and now.full_lines is lines
    assert now.tracer.reach("to here", here) is to and now.tracer.onward_from(here) == onward
    elsewhere = supply_map(AXIS, state.noting(WEATHER, "C", "frost").noting(WEATHER, "D", "frost"), rules)
    assert elsewhere.full_lines is not lines and elsewhere.tracer.older is None


# --- as a graph ------------------------------------------------------------------------------------------------------


@GAMES
def test_12B_the_graph_has_every_step_of_every_element(game: str) -> None:
    _, rules, state, ends = scene(game, "graph")
    graph, tracer = supply_graph(state, AXIS, rules), ByTheRule(AXIS, state, rules)
    for name, element in elements(rules).items():
        if not any(name in stage for order in graph.graph["orders"] for stage in order):
            continue
        for ref in land(rules.board):
            led = {
                b[0]: facts["length"]
                for _, b, facts in (graph.out_edges((ref, name), data=True) if (ref, name) in graph else ())
                if facts["element"] == name
            }
            assert led == dict(tracer.onward(ref, element)), (name, ref)
    nets = {ref: name for name, hexes, _ in ends.nets for ref in hexes}
    for (ref, name), (to, onward), facts in graph.edges(data=True):
        if facts["element"] and elements(rules)[name].along != SEA and rules.board.is_adjacent(ref, to):
            assert facts["net"] == nets.get(to, "")
        elif not facts["element"]:
            element = elements(rules)[onward]
            assert ref == to and name != onward and facts["length"] == 0
            assert not element.is_owned or tracer.owns(ref)
            assert not (elements(rules)[name].least_capacity and ref in tracer.weak)
    assert graph.graph["weak"] == tracer.weak
    assert {w: set(hexes) for w, hexes in graph.graph["weather"].items()} == {
        w: {ref for ref in rules.board.hexes if weather_at(ref, state, rules) == w} for w in tracer.weathers
    }
