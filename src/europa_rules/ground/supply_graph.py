"""The ways of supply lines as a networkx graph, for one's own algorithms (rule 12B).

Needs a position and a side; gives every way that an element of its lines can take, with what it counts.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from europa_rules.citations import rule
from europa_rules.ground.supply_lines import elements, longest
from europa_rules.ground.supply_map import SupplyMap, supply_map
from europa_rules.ground.supply_tracer import row_of
from europa_rules.ground.supply_ways import ways_for
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

if TYPE_CHECKING:
    import networkx as nx


@rule("FoF 12B", "SF 12B")
def supply_graph(state: GameState, side: Side, rules: Ruleset) -> nx.DiGraph[tuple[Hex, str]]:
    """The ways of a side's supply lines as a networkx graph.

    A node is a hex and an element: a line that is in the hex by this element. An edge leads to the hex that the line
    enters next, with `element`, `length` (counted hexes; low-volume hexes for rails) and `net`; an edge of length 0 and
    element "" leads from one element to another in the same hex, where that may begin. How far each element leads is in
    the graph's attribute `limits`, the orders in which they may come in `orders`, and the hexes of the sources, by
    kind, in `sources`. Naval lines lead from port to port.
    """
    import networkx as nx

    found = supply_map(side, state, rules)
    graph: nx.DiGraph[tuple[Hex, str]] = nx.DiGraph(orders=found.tracer.orders)
    used = {name for order in found.tracer.orders for stage in order for name in stage}
    for name in used:
        graph.add_edges_from(_edges(name, found))
    graph.add_edges_from(_changes(used, found))
    graph.graph["limits"] = {name: _limits(name, state, side, rules) for name in used}
    graph.graph["sources"] = _source_hexes(found)
    return graph


def _limits(name: str, state: GameState, side: Side, rules: Ruleset) -> int | None:
    element = elements(rules)[name]
    row = element.low_row or row_of(name, side, state, rules)
    return longest(row, "clear", rules).value if row in rules.charts["supply_lines"].rows("rows") else None


def _source_hexes(found: SupplyMap) -> dict[str, frozenset[Hex]]:
    hexes: dict[str, set[Hex]] = {}
    for s in found.sources:
        hexes.setdefault(s.source.kind, set()).update(s.hexes)
    return {kind: frozenset(refs) for kind, refs in hexes.items()}


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
        for ref in view.hexes_of(hexes):
            yield (ref, a), (ref, b), {"element": "", "length": 0, "net": ""}
