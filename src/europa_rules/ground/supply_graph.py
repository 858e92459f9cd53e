"""The ways of supply lines as a networkx graph, for one's own algorithms (rule 12B).

Needs a position and a side; gives every way that an element of its lines can take, with what it counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.supply_lines import NAVAL_SIZES, TRUCK, elements, longest
from europa_rules.ground.supply_map import SupplyMap, ports_on, supply_map
from europa_rules.ground.supply_sources import BY_SEA, SourcesNow
from europa_rules.ground.supply_tracer import row_of
from europa_rules.ground.supply_view import View
from europa_rules.ground.supply_ways import hexes_by_weather, ways_for
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

if TYPE_CHECKING:
    import networkx as nx


@frozen
class GraphSource:
    """Sources of one kind as the graph has them.

    Attributes:
        name: what the game calls them.
        kind: full, restricted, limited or special.
        reach: "line" where a whole supply line leads to them, "sea" where one leads off the map by sea, "overland" or
            "hex" where they are drawn on from near by.
        nations: codes of the nations that they serve; empty for all.
        hexes: where they are.
        ports: from which ships lead to them, if they are off the map.
    """

    name: str
    kind: str
    reach: str
    nations: frozenset[str]
    hexes: tuple[Hex, ...]
    ports: tuple[Hex, ...]


@rule("FoF 12B", "SF 12B")
def supply_graph(state: GameState, side: Side, rules: Ruleset) -> nx.DiGraph[tuple[Hex, str]]:
    """The ways of a side's supply lines as a networkx graph.

    A node is a hex and an element: a line that is in the hex by this element. An edge leads to the hex that the line
    enters next, with `element`, `length` (counted hexes; low-volume hexes for rails) and `net`; an edge of length 0 and
    element "" leads from one element to another in the same hex, where that may begin. Naval lines lead from port to
    port. Attributes of the graph: `limits`, how far each element leads in each weather there is, and `weather`, the
    hexes in each; `orders`, in which elements may come; `begins`, the hexes in which an element may begin, if not in
    any; `weak`, the hexes of rail nets in which no rail element may end; `ports`, those from which naval lines lead;
    `sources`, each a `GraphSource`.

    >>> from europa_rules import load, parse_position
    >>> from europa_rules.sides import ALLIED
    >>> fof = load("fof")
    >>> graph = supply_graph(parse_position("17A:1507 fr 2-6 Inf XX 2 | May I 40, Allied initial", fof), ALLIED, fof)
    >>> graph.graph["limits"]["overland"]["clear"], sorted(source.kind for source in graph.graph["sources"])[0]
    (7, 'full')
    """
    import networkx as nx

    found = supply_map(side, state, rules)
    view = found.view
    graph: nx.DiGraph[tuple[Hex, str]] = nx.DiGraph(orders=found.tracer.orders)
    used = {name for order in found.tracer.orders for stage in order for name in stage}
    for name in used:
        graph.add_edges_from(_edges(name, found))
    graph.add_edges_from(_changes(used, found))
    areas = hexes_by_weather(state, rules)
    graph.graph["weather"] = {weather: frozenset(view.hexes_of(hexes)) for weather, hexes in areas.items()}
    graph.graph["limits"] = {name: _limits(name, areas, view) for name in used}
    graph.graph["weak"] = frozenset(view.hexes_of(found.tracer.weak))
    graph.graph["ports"] = frozenset(view.hexes_of(view.ports.usable(NAVAL_SIZES)))
    at_trucks = {name for name in used if elements(rules)[name].begins_at == TRUCK}
    graph.graph["begins"] = dict.fromkeys(at_trucks, frozenset(view.hexes_of(found.tracer.trucks)))
    graph.graph["sources"] = tuple(_described(s, found) for s in found.sources)
    return graph


def _limits(name: str, areas: Iterable[str], view: View) -> dict[str, int | None]:
    element, rules = elements(view.rules)[name], view.rules
    row = element.low_row or row_of(name, view.side, view.state, rules)
    if row not in rules.charts["supply_lines"].rows("rows"):
        return dict.fromkeys(areas)
    return {weather: longest(row, "clear" if element.low_row else weather, rules).value for weather in areas}


def _described(s: SourcesNow, found: SupplyMap) -> GraphSource:
    by_sea = s.source.reach == BY_SEA
    ports = found.view.hexes_of(ports_on(s.hexes, found.view)) if by_sea else ()
    return GraphSource(s.name, s.source.kind, s.source.reach, s.source.nations, () if by_sea else s.hexes, ports)


def _edges(name: str, found: SupplyMap) -> Iterable[tuple[tuple[Hex, str], tuple[Hex, str], dict[str, object]]]:
    view = found.view
    board, layout, element = view.rules.board, view.layout, elements(view.rules)[name]
    within = view.owned if element.is_owned else layout.everything
    for way in ways_for(element, view.state, view.rules):
        for direction, side in enumerate(way.sets):
            for entered in layout.members(side & view.enter & within):
                before = board.neighbors[entered][direction]
                if layout.holds(within, before):
                    a, b = board.hexes[before], board.hexes[entered]
                    yield (a, name), (b, name), {"element": name, "length": way.length, "net": _net(entered, found)}
    for leap in found.tracer.leaps:
        of_element = name == ("naval" if not leap.length else "rail" if element.takes_ferries else "")
        if of_element:
            for begin in layout.members(leap.begins):
                for end in layout.members(leap.hexes & view.enter):
                    if begin != end:
                        a, b = board.hexes[begin], board.hexes[end]
                        yield (a, name), (b, name), {"element": name, "length": leap.length, "net": ""}


def _net(place: int, found: SupplyMap) -> str:
    return next((net.name for net in found.tracer.nets if found.view.layout.holds(net.hexes, place)), "")


def _changes(
    used: Iterable[str], found: SupplyMap
) -> Iterable[tuple[tuple[Hex, str], tuple[Hex, str], dict[str, object]]]:
    """Where one element may give way to another."""
    view, known = found.view, elements(found.view.rules)
    follows = {
        (a, b)
        for order in found.tracer.orders
        for i, stage in enumerate(order)
        for a in stage
        for later in order[i:]
        for b in later
        if a != b
    }
    for a, b in sorted(follows):
        element = known[b]
        hexes = view.owned if element.is_owned else view.layout.everything
        hexes &= found.tracer.trucks if element.begins_at else view.layout.everything
        if known[a].least_capacity:
            hexes &= ~found.tracer.weak
        for ref in view.hexes_of(hexes):
            yield (ref, a), (ref, b), {"element": "", "length": 0, "net": ""}
