"""What stands in a hex beside what the map prints: forts and airfields built there, and damage (rules 14A, 17, 30A).

Needs a hex and what the state remembers of it; gives its fortification, airfields, hits and the words by which the
construction chart names them. Effects: what becomes of it all when units leave or the hex changes hands.
"""

from __future__ import annotations

from collections.abc import Iterable

from europa_rules.citations import rule
from europa_rules.ground.facts import (
    AIRBASE_HITS,
    AIRFIELD,
    PORT_DESTROYED,
    PORT_HITS,
    RAIL_BROKEN,
    TEMPORARY_AIRFIELD,
    UNDER_WAY,
    UnderWay,
)
from europa_rules.ground.fortifications import fortification_of, fortified_sides
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece
from europa_rules.units import is_construction

FORT, FORTIFIED = "fort", "fortification"
PERMANENT, TEMPORARY = "permanent_airfield", "temporary_airfield"
AIRBASE, AIRBASE_HIT = "airbase", "airbase_hit"
PORT, PORT_HIT, DESTROYED_PORT = "port", "port_hit", "destroyed_port"
RAIL_LINE, RAIL_HIT = "rail_line", "rail_hit"
RAILS = frozenset({"rail_high", "rail_low"})

# --- what is there ---------------------------------------------------------------------------------------------------


def airfield_capacity(ref: Hex, state: GameState, rules: Ruleset) -> int:
    """The capacity of the permanent airfield of a hex without its damage (air units); 0 for none."""
    kept = state.recall(AIRFIELD, ref)
    if kept is not None:
        return kept
    printed = rules.board.airfield(ref) if ref in rules.board.index else None
    return printed.capacity if printed else 0


def has_temporary_airfield(ref: Hex, state: GameState) -> bool:
    """Whether a temporary airfield is in a hex."""
    return state.recall(TEMPORARY_AIRFIELD, ref) is not None


def has_airfield(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex has an airfield, printed or built, permanent or temporary."""
    return bool(airfield_capacity(ref, state, rules)) or has_temporary_airfield(ref, state)


def airbase_hits(ref: Hex, state: GameState) -> int:
    """Hits of damage on the airbase of a hex."""
    return state.recall(AIRBASE_HITS, ref) or 0


def port_hits(ref: Hex, state: GameState) -> int:
    """Hits of damage on the port of a hex."""
    return state.recall(PORT_HITS, ref) or 0


def is_port_destroyed(ref: Hex, state: GameState) -> bool:
    """Whether the port of a hex is destroyed."""
    return state.recall(PORT_DESTROYED, ref) is True


def is_rail_broken(ref: Hex, state: GameState) -> bool:
    """Whether the rail line in a hex is broken (SF 7A5)."""
    return state.recall(RAIL_BROKEN, ref) is True


def has_rail_line(ref: Hex, rules: Ruleset) -> bool:
    """Whether a rail line leads through a hex."""
    board = rules.board
    around = board.neighbors_of(ref) if ref in board.index else ()
    return any(not RAILS.isdisjoint(board.line_kinds(ref, other)) for other in around)


@rule("FoF 17A", "SF 17A", "SF 14A1")
def reckon_air_basing(ref: Hex, state: GameState, rules: Ruleset) -> Reckoning:
    """The air basing capacity of a hex without its damage: its city, fortress and airfields together (air units).

    >>> from europa_rules import load
    >>> from europa_rules.hexes import Hex
    >>> from europa_rules.position import parse_position
    >>> rules = load("fof")
    >>> print(reckon_air_basing(Hex("16A:1030"), parse_position("16A:1506 ge 7-6 Inf XX", rules), rules))
    6 air basing capacity (FoF 17A) | = 6
    """
    cities = tuple((city.name, f"{city.size}_city") for city in rules.board.cities(ref))
    fortress = fortification_of(ref, state, rules).row(rules)
    temporary = (("temporary airfield", TEMPORARY),) if has_temporary_airfield(ref, state) else ()
    rows = (*cities, (fortress.replace("_", " "), fortress), *temporary)
    return _reckon_basing(rows, airfield_capacity(ref, state, rules), rules)


@remembered(4096)
def _reckon_basing(rows: tuple[tuple[str, str], ...], permanent: Number, rules: Ruleset) -> Reckoning:
    """The capacity of features together.

    rows: each with its name and its row of the airbase summary. permanent: the capacity of permanent airfields.
    """
    by = rules.cite("17A")
    parts = [(name, listed_capacity(row, rules)) for name, row in rows]
    if permanent:
        parts.append(("permanent airfield", Reckoning.of(permanent, "its capacity", by)))
    return Reckoning.total("air basing capacity", [part for part in parts if part[1].value], by)


def listed_capacity(row: str, rules: Ruleset) -> Reckoning:
    """The capacity of a feature by the airbase summary (air units); 0 for one that is no airbase (rule 17A)."""
    cell = rules.charts["airbase_summary"].find_number("rows", row, "capacity")
    if cell is None:
        return Reckoning.of(ZERO, "no airbase")
    return Reckoning.of(cell.value, "airbase summary", rules.cite("17A")).noting(caveat=cell.caveat)


@rule("FoF 26A3", "SF 30A2")
def most_port_hits(ref: Hex, rules: Ruleset) -> int:
    """The most hits of damage that the port of a hex can take; 0 where there is no port."""
    port = rules.board.port(ref)
    return rules.charts["port_summary"].whole("rows", port.size, "max_damage").value if port else 0


def things_at(ref: Hex, state: GameState, rules: Ruleset) -> frozenset[str]:
    """What stands in a hex, in the words of the construction chart."""
    there = fortification_of(ref, state, rules)
    kind, row = there.kind, there.row(rules)
    acting = {p.unit.type for p in state.at(ref) if p.unit.type in rules.charts.fortification_effects}
    hits, destroyed = port_hits(ref, state), is_port_destroyed(ref, state)
    found = {
        kind: bool(kind),
        row: bool(row),
        FORTIFIED: bool(kind or acting or fortified_sides(ref, state, rules)),
        PERMANENT: bool(airfield_capacity(ref, state, rules)),
        TEMPORARY: has_temporary_airfield(ref, state),
        AIRBASE: reckon_air_basing(ref, state, rules).value > airbase_hits(ref, state),
        AIRBASE_HIT: bool(airbase_hits(ref, state)),
        PORT: hits < most_port_hits(ref, rules),
        PORT_HIT: bool(hits),
        DESTROYED_PORT: destroyed,
        RAIL_LINE: has_rail_line(ref, rules) and not is_rail_broken(ref, state),
        RAIL_HIT: is_rail_broken(ref, state),
    }
    return frozenset(acting) | {name for name, there in found.items() if there}


# --- works that go on ------------------------------------------------------------------------------------------------


def works_under_way(state: GameState) -> tuple[UnderWay, ...]:
    """All construction work that is going on, in the order of its builders."""
    return tuple(state.all_facts(UNDER_WAY).values())


def work_of(piece_id: str, state: GameState) -> UnderWay | None:
    """The work that a piece is busy with."""
    return next((work for work in works_under_way(state) if piece_id in work.builders), None)


@rule("FoF 14A1", "SF 14A1")
def is_abandoned(work: UnderWay, state: GameState) -> bool:
    """Whether a builder has left the hex, or play, before the work was done."""
    builders = [state.pieces.get(i) for i in work.builders]
    return any(piece is None or piece.place != work.hex for piece in builders)


@rule("FoF 14A1", "SF 14A1")
def temporary_airfield_stays(construction_units: int) -> bool:
    """Whether a temporary airfield stays on the map: as long as there is any construction unit in its hex.

    >>> temporary_airfield_stays(1), temporary_airfield_stays(0)
    (True, False)
    """
    return construction_units > 0


def _attending(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> list[Piece]:
    return [piece for piece in state.friends_at(ref, side) if is_construction(piece.unit, rules.types)]


@rule("FoF 14A1", "SF 14A1")
def tend(hexes: Iterable[Hex], state: GameState, rules: Ruleset) -> GameState:
    """The state without what the builders in these hexes have left behind: work abandoned, airfields unattended."""
    for ref in hexes:
        lost = [work.builders[0] for work in works_under_way(state) if work.hex == ref and is_abandoned(work, state)]
        state = state.forgetting(UNDER_WAY, *lost) if lost else state
        side = state.recall(TEMPORARY_AIRFIELD, ref)
        if side is not None and not temporary_airfield_stays(len(_attending(ref, side, state, rules))):
            state = state.forgetting(TEMPORARY_AIRFIELD, ref)
    return state


def tended_hexes(state: GameState) -> tuple[Hex, ...]:
    """The hexes in which builders are needed for something to stay."""
    fields = (Hex(ref) for ref in state.all_facts(TEMPORARY_AIRFIELD))
    return tuple(dict.fromkeys((*fields, *(work.hex for work in works_under_way(state)))))


@rule("FoF 17C", "SF 17C")
def take_airfields(ref: Hex, owner: Side, state: GameState) -> GameState:
    """The state after a side has gained a hex: a temporary airfield of its enemy is destroyed; others are its own."""
    side = state.recall(TEMPORARY_AIRFIELD, ref)
    return state.forgetting(TEMPORARY_AIRFIELD, ref) if side is not None and are_enemies(side, owner) else state
