"""What hangs together on a board: its railways, and the whole as a graph for one's own algorithms."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from itertools import combinations
from typing import TYPE_CHECKING

from europa_rules.hexes import Hex
from europa_rules.sheets.tables import RAILWAYS

if TYPE_CHECKING:
    import networkx as nx

    from europa_rules.board.boards import Board


def hanging_together(start: Hex, near: Callable[[Hex], Iterable[Hex]]) -> set[Hex]:
    """A hex and all that hang together with it."""
    found, waiting = {start}, deque([start])
    while waiting:
        new = [ref for ref in near(waiting.popleft()) if ref not in found]
        found.update(new)
        waiting.extend(new)
    return found


def rail_nets_of(board: Board) -> tuple[tuple[Hex, ...], ...]:
    """The railways of a board that hang together, the longest first."""
    links: dict[Hex, set[Hex]] = {}
    pairs = [pair for pair, rows in board.line_rows.items() if not RAILWAYS.isdisjoint(rows)]
    for city in board.major_cities:
        pairs += [(a, b) for a, b in combinations(city.hexes, 2) if board.is_adjacent(a, b)]
    for a, b in pairs:
        links.setdefault(a, set()).add(b)
        links.setdefault(b, set()).add(a)
    nets: dict[Hex, tuple[Hex, ...]] = {}
    for ref in links:
        if ref not in nets:
            net = tuple(sorted(hanging_together(ref, links.__getitem__), key=board.at))
            nets.update(dict.fromkeys(net, net))
    return tuple(sorted(dict.fromkeys(nets.values()), key=lambda net: (-len(net), board.at(net[0]))))


def graph_of(board: Board) -> nx.Graph[Hex]:
    """A board as a frozen graph; see `Board.graph`."""
    import networkx as nx

    graph: nx.Graph[Hex] = nx.Graph()
    for i, ref in enumerate(board.hexes):
        city, port = board.city(ref), board.port(ref)
        graph.add_node(
            ref,
            index=i,
            terrain=board.terrain(ref),
            overlays=board.overlays(ref),
            surface=board.surface(ref),
            country=board.country(ref),
            district=board.district(ref),
            weather_zone=board.weather_zone(ref),
            sea_zone=board.sea_zone(ref),
            city=city.size if city else "",
            port=port.size if port else "",
        )
    for i, around in enumerate(board.neighbors):
        for direction, j in enumerate(around):
            if i < j:
                graph.add_edge(
                    board.hexes[i],
                    board.hexes[j],
                    features=board.sides[i][direction],
                    lines=board.lines[i][direction],
                )
    nx.freeze(graph)
    return graph
