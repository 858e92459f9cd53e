"""Rail nets as supply lines see them (SF 12B3): which hexes they have, and what their player can move there."""

from __future__ import annotations

from collections.abc import Mapping

from europa_rules.campaign.nations import happened
from europa_rules.contributions import Source
from europa_rules.ground.rail_capacity import nets_of, permanent_capacity, reckon_usable_capacity
from europa_rules.ground.supply_tracer import NETS, NetsOf
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

TEST = "12B3-ten-re-test"


@remembered(16)
def _kept(side: Side, events: frozenset[str], rules: Ruleset) -> dict[str, Mapping[str, frozenset[Hex]]]:
    return {}


def _hexes_of_nets(side: Side, state: GameState, rules: Ruleset) -> Mapping[str, frozenset[Hex]]:
    """The hexes of each net of a side, found once for the events that have happened."""
    kept = _kept(side, happened(state), rules)
    if "nets" not in kept:
        grouped: dict[str, list[Hex]] = {}
        for ref, net in nets_of(side, state, rules).items():
            grouped.setdefault(net, []).append(ref)
        kept["nets"] = {net: frozenset(hexes) for net, hexes in grouped.items()}
    return kept["nets"]


def supply_nets(side: Side, state: GameState, rules: Ruleset) -> NetsOf:
    """The nets with their hexes, and the REs of capacity that the test for lines counts: bombing, but no raises."""
    reckon = permanent_capacity if rules.reads(TEST, "printed") else reckon_usable_capacity
    nets = _hexes_of_nets(side, state, rules)
    return tuple((net, hexes, int(reckon(net, side, state, rules).value)) for net, hexes in nets.items())


SOURCES: tuple[Source, ...] = (Source("nets of supply lines", NETS, by="SF 12B3", value=supply_nets),)
