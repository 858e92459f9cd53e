"""A sheet of ninety hexes of its own, for tests that look at every hex: ground, lines, ports, ferries, weather zones.

The two columns in the east are sea, with a coast beside them; everything else is drawn by a random number.
"""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path

from attrs import evolve, frozen

from europa_rules.board import Board, load_board
from europa_rules.contributions import Source
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import PORT_HITS, WATER
from europa_rules.ground.supply_lines import ELEMENTS, ORDERS
from europa_rules.ground.supply_map import ISOLATION_ENDS
from europa_rules.ground.supply_sources import (
    BY_SEA,
    FULL,
    IN_HEX,
    LIMITED,
    OVERLAND,
    RESTRICTED,
    SPECIAL,
    SUPPLY_SOURCES,
    SupplySource,
)
from europa_rules.ground.supply_tracer import NETS
from europa_rules.ground.supply_tracer import ROWS as ROWS_OF_LENGTHS
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.patches import Facts
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import WEATHER, GameState, Moment, Piece
from europa_rules.units import Rating, Size, Unit

ROWS, COLUMNS, COAST = 10, 9, 3
TERRAIN = ("clear", "clear", "clear", "woods", "wooded_rough", "mountain", "forest", "swamp")
LINES: tuple[tuple[str, ...], ...] = ((), (), (), ("road",), ("rail_low",), ("rail_high",), ("rail_high",))
SIDES: tuple[tuple[str, ...], ...] = ((), (), (), ("river",), ("major_river",))
SIZES: tuple[Size, ...] = ("division", "regiment", "battalion")
_HEAD = f"""id = "Z"
version = "1.0.0"
[grid]
order = 90
row_offset = 200
column_offset = 200
rows = {ROWS}
columns = {COLUMNS}
"""


def at(row: int, column: int) -> Hex:
    """A hex by its row, from the north, and its column, from the east."""
    return Hex(f"Z:{row:02}{column:02}")


@cache
def plain_board() -> Board:
    """All clear; columns 1 and 2, in the east, are sea, and column 3 is a coast."""
    lines = ["hex,terrain,surface,weather_zone,sea_zone,kind,source,confidence"]
    for row in range(1, ROWS + 1):
        for column in range(1, COLUMNS + 1):
            terrain, surface = ("sea", "sea") if column < COAST else ("clear", "coastal" if column == COAST else "land")
            sea = "atlantic" if column <= COAST else ""
            lines.append(f"{at(row, column)},{terrain},{surface},C,{sea},estimate,,low")
    with tempfile.TemporaryDirectory() as folder:
        sheet = Path(folder)
        (sheet / "hexes.csv").write_text("\n".join([*lines, ""]), encoding="utf-8")
        (sheet / "sheet.toml").write_text(_HEAD, encoding="utf-8")
        board = load_board([sheet])
        return board.patched(
            hexes={at(1, 1): {"notes": "north"}},
            cities={at(1, 9): None},
            ports={at(1, 9): None},
            airfields={at(1, 9): None},
            fortifications={at(1, 9): None},
            hexsides={(at(1, 8), at(1, 9)): ()},
            lines={(at(1, 8), at(1, 9)): ()},
        )


def land(board: Board) -> list[Hex]:
    return [ref for ref in board.hexes if board.has_land(ref)]


def pairs_of(hexes: Iterable[Hex], board: Board) -> list[tuple[Hex, Hex]]:
    """The pairs of adjacent hexes among some."""
    known = set(hexes)
    return sorted((a, b) for a in known for b in board.neighbors_of(a) if b in known and a < b)


def random_board(rng: random.Random) -> Board:
    """Ground, lines, rivers, weather zones, ports, a city of two hexes and a ferry, all by chance."""
    board = plain_board()
    on_land = land(board)
    between = pairs_of(on_land, board)
    coast = [at(row, COAST) for row in range(1, ROWS + 1)]
    zones = [rng.choice("CDE") for _ in range(ROWS)]
    ports: dict[str, Facts] = {
        ref: {"name": ref, "size": rng.choice(("minor", "standard", "major", "great"))} for ref in coast[::2]
    }
    row = rng.choice((3, 5, 7))
    ferry = (at(row, COAST), at(row, COAST - 1), at(row + 1, COAST - 1), at(row + 2, COAST - 1), at(row + 2, COAST))
    lines: dict[tuple[str, str], tuple[str, ...]] = {pair: rng.choice(LINES) for pair in between}
    lines |= {(min(a, b), max(a, b)): ("rail_ferry",) for a, b in pairwise(ferry)}
    first = rng.choice([ref for ref in on_land if ref not in coast])
    second = rng.choice([ref for ref in board.neighbors_of(first) if ref in on_land])
    return board.patched(
        hexes={
            ref: {"weather_zone": zones[i // COLUMNS]} | ({"terrain": rng.choice(TERRAIN)} if ref in on_land else {})
            for i, ref in enumerate(board.hexes)
        },
        hexsides={pair: rng.choice(SIDES) for pair in between},
        lines=lines,
        ports=ports,
        cities={ref: {"name": "City", "size": "full", "multi_hex_group": "City"} for ref in (first, second)},
    )


@frozen
class Ends:
    """Where the sources of supply of a small game are."""

    full: tuple[Hex, ...] = ()
    italian: tuple[Hex, ...] = ()
    by_sea: tuple[Hex, ...] = ()
    delivered: Mapping[Hex, int] = FrozenMap()
    fortified: tuple[Hex, ...] = ()
    nets: tuple[tuple[str, frozenset[Hex], int], ...] = ()


def rules_with(rules: Ruleset, board: Board, ends: Ends) -> Ruleset:
    """The rules of a game on a board, with these sources for both sides, and ports of limited supply."""
    is_fof = rules.variant.id == "fof"
    given = {
        "full": SupplySource(FULL, lambda _: ends.full),
        "italian": SupplySource(RESTRICTED if is_fof else FULL, lambda _: ends.italian, frozenset({"it"})),
        "delivered": SupplySource(
            SPECIAL,
            lambda _: ends.delivered,
            reach=OVERLAND,
            load=lambda ref, _: ends.delivered[ref],
            needs_owner=False,
        ),
        "fortified": SupplySource(SPECIAL, lambda _: ends.fortified, reach=IN_HEX, needs_owner=False),
    }
    if not is_fof:
        given["by sea"] = SupplySource(FULL, lambda _: ends.by_sea, reach=BY_SEA, needs_owner=False)
        given["ports"] = SupplySource(LIMITED, load=lambda _, __: 3, at_ports=True)
    sources = tuple(Source(name, SUPPLY_SOURCES, by=rules.cite("12C"), value=value) for name, value in given.items())
    nets = (Source("nets", NETS, by=rules.cite("12C"), value=lambda *_: ends.nets),)
    kept = {slot: rules.sources(slot) for slot in (ELEMENTS, ORDERS, ROWS_OF_LENGTHS, ISOLATION_ENDS)}
    return evolve(rules, board=board, sources={**kept, SUPPLY_SOURCES: sources, NETS: nets})


def random_ends(rng: random.Random, board: Board) -> Ends:
    """Sources of every kind, and two rail nets, of which one is weak in Second Front."""
    on_land = land(board)
    north = frozenset(ref for ref in on_land if ref < at(ROWS // 2 + 1, 1))
    return Ends(
        full=tuple(rng.sample(on_land, 1)),
        italian=tuple(rng.sample(on_land, 1)),
        by_sea=(at(rng.randrange(1, ROWS + 1), 1),) if rng.random() < 0.4 else (),
        delivered={rng.choice(on_land): 2},
        fortified=tuple(rng.sample(on_land, 1)),
        nets=(("north", north, rng.choice((9, 10))), ("south", frozenset(on_land) - north, rng.choice((9, 10)))),
    )


NATIONS: Mapping[Side, tuple[str, ...]] = {AXIS: ("ge", "it"), ALLIED: ("br", "fr")}


def random_position(rng: random.Random, rules: Ruleset, each: int = 6) -> GameState:
    """Some units of each side, trucks, owners, weather, ice and damaged ports."""
    board = rules.board
    on_land = land(board)
    pieces: list[Piece] = []
    for number, ref in enumerate(rng.sample(on_land, 2 * each)):
        side = (AXIS, ALLIED)[number % 2]
        unit = Unit(rng.choice(NATIONS[side]), "infantry", rng.choice(SIZES), Rating.parse("5-6"), name=str(number))
        pieces.append(Piece(str(number), unit, side, ref))
    if rules.variant.id == "fof":
        truck = Unit("ge", "truck", "counter", Rating.parse("0-10"))
        places = enumerate(rng.sample(on_land, 3))
        pieces += [Piece(f"t{number}", evolve(truck, name=f"t{number}"), AXIS, ref) for number, ref in places]
    owners = {ref: AXIS if rng.random() < 0.85 else ALLIED for ref in on_land}
    moment = Moment(rules.variant.first_turn, AXIS, "initial")
    state = GameState(moment, FrozenMap({p.id: p for p in pieces}), FrozenMap(owners))
    for zone in "CDE":
        state = state.noting(WEATHER, zone, rng.choice(("clear", "mud", "winter", "snow")))
        if rng.random() < 0.4:
            state = state.noting(WATER, zone, "frozen")
    ports = [ref for ref in on_land if board.ports(ref)]
    return state.noting(PORT_HITS, rng.choice(ports), 5) if ports else state
