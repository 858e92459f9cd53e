"""Isolation (SF 3G, FoF 12B6): whether an overland line leads from a unit or a hex to a regular source of supply.

Needs the hexes of a line, or the board and the hexes that end one; gives whether the item is isolated. What has been
judged stands until it is judged again. Which sources count, in which phases it is judged and how long a line may be is
the game's data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import cast

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.terrain import (
    BLOCKED,
    ROAD_LINES,
    described_entry,
    rule_on_terrain,
    ways_of,
    weather_at,
)
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import PHASES
from europa_rules.state import FactKind, GameState
from europa_rules.units import Unit

ISOLATED = FactKind("isolated", "game", bool)
"""Whether an item was isolated when it was last judged (subject: a piece or a hex)."""

CHECK = "isolation check"
"""What the names of the steps begin with in which isolation is judged."""

SOURCES = "isolation sources"
"""Slot of sources: (side, state, rules) -> the hexes at which a side's line may end."""

_NON_MOTORIZED = ("other",)
_ANYONE = Unit("", "infantry", "division")


@frozen
class LineHex:
    """One hex of a line.

    Attributes:
        enemy_unit, enemy_zoc, friendly_unit: what is there.
        prohibited: whether its terrain, or the hexside from the hex before, is prohibited.
        source: the kind of supply source there ("full", "limited", "special"), or "".
        counts: hexes it counts for.
    """

    enemy_unit: bool = False
    enemy_zoc: bool = False
    friendly_unit: bool = False
    prohibited: bool = False
    source: str = ""
    counts: Fraction = Fraction(1)


def described_hex(
    terrain: str,
    hexside: str,
    rules: Ruleset,
    *,
    enemy_unit: bool = False,
    enemy_zoc: bool = False,
    friendly_unit: bool = False,
    source: str = "",
) -> LineHex:
    """A hex of a line, from words for its terrain and for the hexside from the hex before."""
    entry = described_entry(_ANYONE, terrain, (hexside,), rules)
    prohibited = not rule_on_terrain(entry, rules).allowed
    return LineHex(enemy_unit, enemy_zoc, friendly_unit, prohibited, source)


@frozen
class Isolation:
    """Whether an item is isolated, and why."""

    isolated: bool
    ruling: Ruling = Ruling.allow()


@rule("SF 3G", "FoF 12B6", "FoF 12A", "SF 12A")
def rule_on_line_into(facts: LineHex, rules: Ruleset) -> Ruling:
    """Whether a line may enter a hex; who owns it does not matter.

    >>> from europa_rules import load
    >>> rule_on_line_into(LineHex(enemy_zoc=True, friendly_unit=True), load("sf")).allowed
    True
    """
    by = rules.cite("12A")
    in_zoc = facts.enemy_zoc and not facts.friendly_unit
    return Ruling.all(
        (
            Ruling.refuse_if(facts.enemy_unit, "an enemy unit is in the hex", by),
            Ruling.refuse_if(in_zoc, "the hex is in an enemy ZOC and no friendly unit is there", by),
            Ruling.refuse_if(facts.prohibited, "the terrain is prohibited", by),
        )
    )


def regular_sources(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of source that end isolation."""
    return rules.charts["isolation"].texts("lists", "sources")


@rule("SF 3G", "FoF 12B6")
def longest_line(weather: str, rules: Ruleset) -> int | None:
    """The longest that a line of communications may be, in counted hexes; None where any length will do.

    >>> from europa_rules import load
    >>> longest_line("clear", load("fof")), longest_line("clear", load("sf"))
    (14, None)
    """
    chart = rules.charts["supply_lines"]
    option = chart.text_or("", "rows", "loc", "option")
    if option and not rules.has_option(option):
        return None
    cell = chart.cell("rows", "loc", weather)
    return cell.value if isinstance(cell.value, int) else None


@rule("SF 3G", "FoF 12B6")
def is_isolated(route: Iterable[LineHex], rules: Ruleset, weather: str = "clear") -> Isolation:
    """Whether the item in the first hex of a route is isolated, there being no other way.

    >>> from europa_rules import load
    >>> is_isolated([LineHex(), LineHex(source="special")], load("sf")).isolated
    True
    """
    limit, length = longest_line(weather, rules), Fraction(0)
    by = rules.cite("isolation")
    regular = regular_sources(rules)
    for i, here in enumerate(route):
        if i:
            length += here.counts
            ruling = rule_on_line_into(here, rules)
            if not ruling.allowed:
                return Isolation(True, ruling & Ruling.refuse("no line passes there", by))
        if limit is not None and length > limit:
            return Isolation(True, Ruling.refuse(f"a line may be {limit} hexes long", by))
        if here.source in regular:
            return Isolation(False, Ruling(rests_on=_point_of(here.source, rules)))
    return Isolation(True, Ruling.refuse("the line reaches no regular source of supply", by))


def _point_of(source: str, rules: Ruleset) -> tuple[str, ...]:
    point = rules.charts["isolation"].text_or("", "points", source)
    return (rules.rests_on(point),) if point else ()


# --- when it is judged -----------------------------------------------------------------------------------------------


@rule("SF 3G", "FoF 12B")
def judged_in(rules: Ruleset) -> tuple[str, ...]:
    """The phases in which isolation is judged, for both sides."""
    return rules.charts["isolation"].texts("lists", "judged_in")


@frozen
class Judgement:
    """A judgement of isolation, and the moment at which it is asked for.

    Attributes:
        phase: in which it was judged.
        isolated: what was judged.
        now: the phase it is, of the same player turn or, if it comes before `phase`, of the next.
        line_exists: whether there is a line now.
    """

    phase: str
    isolated: bool
    now: str
    line_exists: bool


@rule("SF 3G", "FoF 12B")
def isolation_in_force(facts: Judgement, rules: Ruleset) -> bool:
    """Whether an item counts as isolated: as last judged, however things stand now.

    >>> from europa_rules import load
    >>> isolation_in_force(Judgement("combat", True, "exploitation", True), load("sf"))
    True
    """
    since = PHASES.index(facts.phase)
    passed = (PHASES.index(facts.now) - since) % len(PHASES)
    phases = [PHASES[(since + i) % len(PHASES)] for i in range(1, passed + 1)]
    judged_anew = any(phase in judged_in(rules) for phase in phases)
    return not facts.line_exists if judged_anew else facts.isolated


# --- on the board ----------------------------------------------------------------------------------------------------


def _can_be_entered(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    friendly = bool(state.friends_at(ref, side))
    facts = LineHex(bool(state.enemies_at(ref, side)), not friendly and enemy_zoc(ref, side, state, rules), friendly)
    return rule_on_line_into(facts, rules).allowed


def _counted(ref: Hex, hexsides: Iterable[str], along_road: bool, rules: Ruleset) -> Fraction:
    """Hexes that a hex and the hexside before it count for (FoF 12B5)."""
    terrain = rules.charts.terrain_effects.supply.get("overland")
    if terrain is None or (along_road and terrain.waived_along_road):
        return Fraction(1)
    extra = sum((Fraction(terrain.extra_hexes.get(side, 0)) for side in hexsides), Fraction(0))
    return extra + (2 if rules.board.terrain(ref) in terrain.double else 1)


@rule("SF 3G", "FoF 12B6")
def hexes_with_a_line(sources: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> Mapping[Hex, Fraction]:
    """Every hex from which a side can trace a line to one of these hexes, and its length in counted hexes.

    sources: hexes at which a line may end, by the board or by what the caller knows of supply. The search goes outward
    from them; a line is judged by the hexes that it enters, so that the hex it starts from may be in an enemy ZOC.
    """
    board, ways = rules.board, ways_of(_NON_MOTORIZED, state, rules).overland
    reached: dict[Hex, Fraction] = {}
    open_ends: dict[int, bool] = {}
    waiting: list[tuple[Fraction, int]] = []
    for ref in sources:
        if ref in board.index:
            heappush(waiting, (Fraction(0), board.index[ref]))
    while waiting:
        length, i = heappop(waiting)
        here = board.hexes[i]
        if here in reached:
            continue
        reached[here] = length
        if i not in open_ends:
            open_ends[i] = _can_be_entered(here, side, state, rules)
        if not open_ends[i]:
            continue
        for direction, j in enumerate(board.neighbors[i]):
            back = (direction + 3) % 6
            if j < 0 or board.hexes[j] in reached or ways[6 * j + back] == BLOCKED:
                continue
            limit = longest_line(weather_at(board.hexes[j], state, rules), rules)
            road = not board.lines[i][direction].isdisjoint(ROAD_LINES)
            onward = length + (Fraction(1) if limit is None else _counted(here, board.sides[i][direction], road, rules))
            if limit is None or onward <= limit:
                heappush(waiting, (onward, j))
    return reached


@rule("SF 3G", "FoF 12B6")
def is_isolated_at(ref: Hex, sources: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex, or a unit in it, is isolated, given the hexes at which the side's lines may end."""
    return ref not in hexes_with_a_line(sources, side, state, rules)


Ends = Callable[[Side, GameState, Ruleset], Iterable[Hex]]


def line_ends(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes at which a side's lines may end, as the game's plugins name them (slot "isolation sources")."""
    givers = [cast(Ends, source.value) for source in rules.sources(SOURCES)]
    return frozenset(ref for giver in givers for ref in giver(side, state, rules))


@rule("SF 3G", "FoF 12B")
def judge_isolation(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Judge every unit of both sides; what was judged before is forgotten. A game that names no sources judges none."""
    if not rules.sources(SOURCES):
        return state
    judged = state.forgetting(ISOLATED, *state.all_facts(ISOLATED))
    alone: list[str] = []
    for side in rules.variant.sides:
        reached = hexes_with_a_line(line_ends(side, state, rules), side, state, rules)
        for piece in state.pieces.values():
            if piece.side == side and piece.place in rules.board.index:
                judged = judged.noting(ISOLATED, piece.id, piece.place not in reached)
                alone += [piece.id] if piece.place not in reached else []
    text = f"isolated: {', '.join(alone)}" if alone else "no unit is isolated"
    return (yield from record(Event(text, (rules.cite("isolation"),), judged, "isolation judged")))


def was_judged_isolated(piece_id: str, state: GameState) -> bool:
    """Whether a piece counts as isolated, as last judged."""
    return state.recall(ISOLATED, piece_id) is True
