"""Rail lines on the board (rules 7A, 7A5): which hexes they join, of which volume, and which of them a side may use.

Needs the board, and what the state remembers of owners, breaks and bridges; gives links between hexes, and the facts
and the ruling of one rail hex. Who moves along them, how far and within which capacity, is told in `rail`, `rail_nets`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from attrs import frozen

from europa_rules.board import Board
from europa_rules.citations import rule
from europa_rules.ground.bridges import bridge_serves
from europa_rules.ground.closed_ground import rule_on_ground, rule_on_own_entry
from europa_rules.ground.facts import OWNER_BEFORE
from europa_rules.ground.lines import LineHex, rule_on_line_into
from europa_rules.ground.movement_counters import has_stayed
from europa_rules.ground.occupants import enemy_units_at, friendly_units_at
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.works import is_port_destroyed, is_rail_broken, most_port_hits, port_hits
from europa_rules.ground.zones import enemy_zoc, notes_of
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

HIGH, LOW, FERRY = "high", "low", "ferry"
_KINDS = {"rail_high": HIGH, "rail_low": LOW, "rail_ferry": FERRY}
"""Lines of the board's tables, the one that counts first where two join a pair of hexes."""

ALONG = "follow a rail line"
"""What is possible instead of a ride where no line leads."""

Link = tuple[int, str]


# --- the lines -------------------------------------------------------------------------------------------------------


@frozen(eq=False)
class RailMap:
    """The rail lines of a board, compiled.

    Attributes:
        links: for each hex, by its place on the board, the hexes that a line joins to it, and the line: "high", "low",
            "ferry".
        ferries: a pair of hexes that a rail ferry joins, in either order -> the ends of its whole way.
    """

    links: tuple[tuple[Link, ...], ...]
    ferries: Mapping[tuple[int, int], tuple[Hex, ...]]

    def kind(self, i: int, j: int) -> str:
        """The line that joins two hexes, or ""."""
        return next((kind for to, kind in self.links[i] if to == j), "")


def rail_map(rules: Ruleset) -> RailMap:
    """The rail lines of the board in use, compiled once."""
    return _compile(rules.board)


@rule("FoF 7A", "SF 7A", "SF 37A2")
@remembered()
def _compile(board: Board) -> RailMap:
    links: list[tuple[Link, ...]] = []
    for i, around in enumerate(board.neighbors):
        found = [(j, _line(board, i, j, direction)) for direction, j in enumerate(around) if j >= 0]
        links.append(tuple((j, kind) for j, kind in found if kind))
    ferries: dict[tuple[int, int], tuple[Hex, ...]] = {}
    for (a, b), rows in board.line_rows.items():
        if "rail_ferry" in rows:
            way = [Hex(ref) for ref in rows["rail_ferry"]["path"].split(";")]
            ends = tuple(end for end in (way[0], way[-1]) if end in board.index)
            ferries[board.index[a], board.index[b]] = ferries[board.index[b], board.index[a]] = ends
    return RailMap(tuple(links), ferries)


def _line(board: Board, i: int, j: int, direction: int) -> str:
    """The line from a hex to the next; adjacent hexes of one multi-hex city are joined by high-volume lines."""
    city = board.major_city(board.hexes[i])
    if city is not None and board.hexes[j] in city.hexes:
        return HIGH
    return next((kind for name, kind in _KINDS.items() if name in board.lines[i][direction]), "")


def is_rail_hex(ref: Hex, rules: Ruleset) -> bool:
    """Whether a rail line leads to or through a hex.

    >>> from europa_rules import load
    >>> is_rail_hex(Hex("17A:1604"), load("fof"))
    True
    """
    return ref in rules.board.index and bool(rail_map(rules).links[rules.board.index[ref]])


def line_between(a: Hex, b: Hex, rules: Ruleset) -> str:
    """The rail line that joins two hexes: "high", "low", "ferry", or "" for none."""
    index = rules.board.index
    return rail_map(rules).kind(index[a], index[b]) if a in index and b in index else ""


# --- one rail hex ----------------------------------------------------------------------------------------------------


@frozen
class Rearguard:
    """A friendly unit in a hex of an enemy ZOC that units want to enter or leave by rail.

    Attributes:
        defense: its defense strength (strength points).
        started_here: whether it was in the hex as the phase began.
        leaves: whether it leaves the hex in the phase.
    """

    defense: Number = ZERO
    started_here: bool = True
    leaves: bool = False


@frozen
class RailHex:
    """A hex that a unit enters or leaves by rail.

    Attributes:
        name: the hex.
        line: the line that leads into it: "high", "low", "ferry", or "" where none does or nobody asks.
        joined: whether a line joins it to the hex before.
        is_owned: whether the unit's side owns it.
        owned_at_start: whether the side owned it as the player turn began.
        is_rail: whether a rail line leads through it.
        is_broken: whether the line is broken there.
        enemy_zoc: whether an enemy ZOC reaches it.
        is_enemy_occupied: whether an enemy unit is in it.
        rearguards: friendly units in it beside those that move.
        bridge: whether the side may go over the bridge that the line crosses, if it crosses one.
        ferry: whether the side may use the ferry that leads there, if one does.
        ground: whether the hex is open to the side at all.
    """

    name: str = "the hex"
    line: str = ""
    joined: bool = True
    is_owned: bool = True
    owned_at_start: bool = True
    is_rail: bool = True
    is_broken: bool = False
    enemy_zoc: bool = False
    is_enemy_occupied: bool = False
    rearguards: tuple[Rearguard, ...] = ()
    bridge: Ruling = Ruling.allow()
    ferry: Ruling = Ruling.allow()
    ground: Ruling = Ruling.allow()


@rule("FoF 7A", "SF 7A")
def negates_zoc(facts: Rearguard, rules: Ruleset) -> bool:
    """Whether a unit negates enemy ZOCs in its hex for rail movement: it defends, and stays for the whole phase.

    >>> from europa_rules import load
    >>> negates_zoc(Rearguard(2), load("fof")), negates_zoc(Rearguard(0), load("fof"))
    (True, False)
    """
    defends = facts.defense > 0 or rules.reads("7A-rail-rearguard", "any-unit")
    return defends and facts.started_here and not facts.leaves


@rule("FoF 7A", "SF 7A", "SF 7A5", "FoF 14K1", "SF 37A2")
def rule_on_rail_hex(facts: RailHex, rules: Ruleset) -> Ruling:
    """Whether rail movement may enter and leave a hex, with every rule against it.

    >>> from europa_rules import load
    >>> print(rule_on_rail_hex(RailHex("Chartres", is_broken=True), load("sf")))
    refused: the rail line in Chartres is broken (SF 7A5). Possible: repair it first.
    """
    by, where = rules.cite("7A"), facts.name
    ruling = facts.bridge & facts.ferry & facts.ground
    ruling &= Ruling.refuse_if(not facts.is_rail, f"no rail line leads through {where}", by, possible=ALONG)
    ruling &= Ruling.refuse_if(
        facts.is_rail and not facts.joined, f"no rail line leads into {where}", by, possible=ALONG
    )
    ruling &= Ruling.refuse_if(not facts.is_owned, f"{where} is not friendly-owned", by, possible="take the hex first")
    occupied = f"{where} is occupied by an enemy unit"
    ruling &= Ruling.refuse_if(facts.is_enemy_occupied, occupied, rules.cite("6"))
    broken = f"the rail line in {where} is broken"
    ruling &= Ruling.refuse_if(facts.is_broken, broken, rules.cite("rail-breaks"), possible="repair it first")
    return ruling & _rule_on_zoc(facts, rules)


def _rule_on_zoc(facts: RailHex, rules: Ruleset) -> Ruling:
    if not facts.enemy_zoc:
        return Ruling.allow()
    resting = rules.resting("7A-rail-rearguard") if facts.rearguards else ()
    if any(negates_zoc(unit, rules) for unit in facts.rearguards):
        return Ruling(rests_on=resting)
    return Ruling.refuse(
        f"{facts.name} is in an enemy ZOC, and no unit that defends stays there all phase",
        rules.cite("7A"),
        possible="leave there a unit with a defense above 0 that began the phase in the hex and stays",
        rests_on=resting,
    )


# --- rail ferries (SF 37A2) ------------------------------------------------------------------------------------------


@frozen
class FerryPort:
    """A port at an end of a rail ferry: whether the side owns it, and whether it functions."""

    is_owned: bool = True
    is_functioning: bool = True


@rule("SF 37A2")
def rule_on_ferry(ports: Iterable[FerryPort], rules: Ruleset) -> Ruling:
    """Whether a player may use a rail ferry: he owns both its ports, and both function.

    >>> from europa_rules import load
    >>> rule_on_ferry((FerryPort(), FerryPort(is_functioning=False)), load("sf")).allowed
    False
    """
    by, ends = rules.cite("rail-ferries"), tuple(ports)
    foreign = any(not port.is_owned for port in ends)
    idle = any(not port.is_functioning for port in ends)
    return Ruling.refuse_if(
        foreign, "a rail ferry serves only the owner of both its ports", by, possible="take both ports"
    ) & Ruling.refuse_if(idle, "a port of the rail ferry does not function", by, possible="repair the port")


# --- on the board ----------------------------------------------------------------------------------------------------


def owned_at_start(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side owned a hex as the player turn began, as far as the record tells."""
    before = state.recall(OWNER_BEFORE, ref)
    return (hex_owner(ref, state, rules) if before is None else before) == side


def is_functioning_port(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex has a port that its damage leaves working."""
    most = most_port_hits(ref, rules) if ref in rules.board.index else 0
    return bool(most) and port_hits(ref, state) < most and not is_port_destroyed(ref, state)


def _gather_ferry(a: Hex, b: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    board = rules.board
    ends = rail_map(rules).ferries.get((board.index[a], board.index[b]), ())
    return rule_on_ferry((_ferry_port(ref, side, state, rules) for ref in ends), rules)


def _ferry_port(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> FerryPort:
    return FerryPort(hex_owner(ref, state, rules) == side, is_functioning_port(ref, state, rules))


def rearguards_in(ref: Hex, side: Side, movers: Iterable[str], state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The pieces that negate enemy ZOCs in a hex for a side's rail movement; those that move are none.

    A piece that has the duty to stay stands first, then the weakest.
    """
    there = _friends_in(ref, side, tuple(movers), state, rules)
    able = [p for p in there if negates_zoc(_rearguard(p, state), rules)]
    return tuple(sorted(able, key=lambda p: (state.stays(p.id) is None, p.unit.defense, p.id)))


def _friends_in(ref: Hex, side: Side, going: Collection[str], state: GameState, rules: Ruleset) -> list[Piece]:
    """The units of a side in a hex beside those that move; points that are no units do not count."""
    return [p for p in friendly_units_at(ref, side, state, rules) if p.id not in going]


def _rearguard(piece: Piece, state: GameState) -> Rearguard:
    return Rearguard(piece.unit.defense, has_stayed(piece, state))


@rule("FoF 7A", "SF 7A")
def gather_rail_hex(
    ref: Hex, before: Hex | None, side: Side, movers: Iterable[str], state: GameState, rules: Ruleset
) -> RailHex:
    """What the board says about a hex that pieces enter, or leave, by rail.

    before: the hex that they come from; None for the one they start in. movers: ids of the pieces.
    """
    line = line_between(before, ref, rules) if before is not None else ""
    going = tuple(movers)
    zoc = enemy_zoc(ref, side, state, rules)
    friends = _friends_in(ref, side, going, state, rules) if zoc else []
    ferry = _gather_ferry(before, ref, side, state, rules) if before is not None and line == FERRY else Ruling.allow()
    bridge = bridge_serves(before, ref, side, state, rules) if before is not None and line else Ruling.allow()
    afloat = line == FERRY and not rules.board.has_land(ref)
    return RailHex(
        ref,
        line,
        joined=before is None or bool(line),
        is_owned=afloat or hex_owner(ref, state, rules) == side,
        owned_at_start=afloat or owned_at_start(ref, side, state, rules),
        is_rail=is_rail_hex(ref, rules),
        is_broken=is_rail_broken(ref, state),
        enemy_zoc=zoc,
        is_enemy_occupied=bool(enemy_units_at(ref, side, state, rules)),
        rearguards=tuple(_rearguard(p, state) for p in friends),
        bridge=bridge,
        ferry=ferry,
        ground=rule_on_ground(ref, side, state, rules)
        & Ruling.all(rule_on_own_entry(ref, state.piece(piece_id), state, rules) for piece_id in going),
    )


def rail_hexes_of(side: Side, state: GameState, rules: Ruleset) -> dict[Hex, RailHex]:
    """Where what the board says about hexes to pieces of a side elsewhere is kept; it is forgotten with the state."""
    return cast("dict[Hex, RailHex]", notes_of(state, rules).setdefault(("rail hexes", side), {}))


def usable_links(i: int, side: Side, state: GameState, rules: Ruleset) -> tuple[Link, ...]:
    """The links from a hex over which a side may go: bridges that stand and are its own, ferries with both ports."""
    known = cast("dict[int, tuple[Link, ...]]", notes_of(state, rules).setdefault(("rail links", side), {}))
    if i not in known:
        known[i] = _usable_links(i, side, state, rules)
    return known[i]


def _usable_links(i: int, side: Side, state: GameState, rules: Ruleset) -> tuple[Link, ...]:
    here, hexes = rules.board.hexes[i], rules.board.hexes
    return tuple(
        (j, kind)
        for j, kind in rail_map(rules).links[i]
        if bridge_serves(here, hexes[j], side, state, rules).allowed
        and (kind != FERRY or _gather_ferry(here, hexes[j], side, state, rules).allowed)
    )


# --- what is connected by rail ---------------------------------------------------------------------------------------


def lets_line_through(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side's rail-element supply line may lead through a hex: an owned one that no enemy bars."""
    if hex_owner(ref, state, rules) != side:
        return False
    friendly = bool(friendly_units_at(ref, side, state, rules))
    enemies = bool(enemy_units_at(ref, side, state, rules))
    facts = LineHex(enemies, not friendly and enemy_zoc(ref, side, state, rules), friendly)
    return rule_on_line_into(facts, rules).allowed


def connected_hexes(
    start: Hex, passable: frozenset[Hex], side: Side, state: GameState, rules: Ruleset
) -> frozenset[Hex]:
    """The rail hexes among some to which lines of any length lead from a hex, that hex with them if it is one.

    Ferries count where the side may use them; bridges need not stand.
    """
    board, links = rules.board, rail_map(rules).links
    found: set[Hex] = set()
    waiting = [start] if start in passable and is_rail_hex(start, rules) else []
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found.add(here)
        for j, kind in links[board.index[here]]:
            ref = board.hexes[j]
            if ref in passable and ref not in found:
                closed = kind == FERRY and not _gather_ferry(here, ref, side, state, rules).allowed
                waiting += [] if closed else [ref]
    return frozenset(found)


def rail_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    """Every rail hex of the board, in its order."""
    board = rules.board
    return tuple(ref for ref, links in zip(board.hexes, rail_map(rules).links, strict=True) if links)
