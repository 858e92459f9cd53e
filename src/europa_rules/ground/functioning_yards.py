"""Rail marshaling yards that function (SF 20G1a): those from which a line of rail hexes leads to a supply source.

Needs a yard and whose it is; gives whether it functions now. Breaks in the line of its own hex do not matter to those
who bomb it.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.rail_lines import connected_hexes, is_rail_hex, lets_line_through, rail_hexes
from europa_rules.ground.supply_sources import sources_now
from europa_rules.ground.supply_view import view_of
from europa_rules.ground.zones import notes_of
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState


@frozen(eq=False)
class _Reached:
    """The rail hexes that lines join to supply sources of a side."""

    hexes: frozenset[Hex]


def _reached(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of rail lines to supply sources, worked out once for a state."""
    notes, key = notes_of(state, rules), ("rail lines to supply sources", side)
    known = notes.get(key)
    if isinstance(known, _Reached):
        return known.hexes
    passable = frozenset(ref for ref in rail_hexes(rules) if lets_line_through(ref, side, state, rules))
    found: set[Hex] = set()
    for sources in sources_now(view_of(side, state, rules)):
        for ref in sources.hexes:
            if ref in rules.board.index and is_rail_hex(ref, rules) and ref not in found:
                found |= connected_hexes(ref, passable, side, state, rules)
    notes[key] = _Reached(frozenset(found))
    return frozenset(found)


@rule("SF 20G1a")
def is_functioning_yard(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a rail-element supply line leads from a yard to a supply source of its owner."""
    return ref in _reached(hex_owner(ref, state, rules), state, rules)
