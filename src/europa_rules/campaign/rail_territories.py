"""The ground of rail nets (FoF 7A4, SF 7A4): which net each hex lies in, by the territories of the chart.

Needs the chart of rail nets, whose territories are told in the words of the chart of regions, and the events that have
happened; gives the net of every hex for a side. Games name it as their source of the slot "rail nets".
"""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import hexes_of_terms
from europa_rules.citations import rule
from europa_rules.ground.rail_nets import CAPACITIES
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState


@rule("FoF 7A4", "SF 7A4")
def nets_by_territory(side: Side, state: GameState, rules: Ruleset) -> Mapping[Hex, str]:
    """The net of every hex that lies in one of a side's, found once for each situation.

    >>> from europa_rules import load
    >>> from europa_rules.position import parse_position
    >>> from europa_rules.sides import AXIS
    >>> rules = load("sf")
    >>> nets_by_territory(AXIS, parse_position("26:2422 ge 7-6 Inf XX", rules), rules)[Hex("16A:1030")]
    'Mainland France/Benelux'
    """
    return _nets(side, happened(state), rules)


@remembered(16)
def _nets(side: Side, events: frozenset[str], rules: Ruleset) -> Mapping[Hex, str]:
    chart, board = rules.charts[CAPACITIES], rules.board
    rows = [row for row in chart.rows("rows") if chart.find("rows", row, side.lower()) is not None]
    terms_of = {chart.text("rows", row, "name").value: chart.texts("rows", row, "territory") for row in rows}
    served = {net: hexes_of_terms(terms, (), events, rules) for net, terms in terms_of.items()}
    return {ref: net for net, hexes in reversed(served.items()) for ref in hexes if board.has_land(ref)}
