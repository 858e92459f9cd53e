"""A side's situation, as far as supply lines go (rule 12): what it owns, where lines may enter, which ports it can use.

Needs the state of the game; gives sets of hexes and the side's ports. Sources of supply are told where they are by it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import compress
from typing import cast

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import PORT_DESTROYED, PORT_HITS
from europa_rules.ground.hexsets import HexSets
from europa_rules.ground.lines import LineHex, rule_on_line_into, spared_hexes
from europa_rules.ground.supply_floods import Flood, SetWays, Terms, flood, reach
from europa_rules.ground.supply_lines import SEA, LinePort, elements, rule_on_port
from europa_rules.ground.supply_ways import hexes_on_the_sea, layout, seas, uncounted_ways
from europa_rules.ground.works import most_port_hits
from europa_rules.ground.zones import ZocMap, zoc_map
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sheets.features import MajorCity
from europa_rules.sides import Side
from europa_rules.state import GameState

BLOCKERS = "naval line blockers"
"""Slot of sources: (side, state, rules) -> the hexes that the side's naval lines cannot be traced into."""

IDLE_PORTS = "ports that cannot be used"
"""Slot of sources: (side, state, rules) -> hexes of ports that the side cannot use, beside damaged ones."""

FURTHER_PORTS = "further ports"
"""Slot of sources: (state, rules) -> (hex, size) of each port that is not printed on the map."""

Key = tuple[object, ...]
"""What a flood is for."""

Hexes = Callable[[Side, GameState, Ruleset], Iterable[Hex]]


@frozen(eq=False)
class Ports:
    """The ports that a side can use.

    Attributes:
        of_size: for each size the hexes of those that its naval lines may begin or end at.
        on_sea: for each part of the sea the hexes of all ports on it.
    """

    of_size: Mapping[str, int]
    on_sea: Mapping[int, int]

    def usable(self, sizes: Iterable[str]) -> int:
        """The hexes of the ports of these sizes."""
        found = 0
        for size in sizes:
            found |= self.of_size.get(size, 0)
        return found


@frozen(eq=False)
class View:
    """A side in a position.

    Attributes:
        side, state, rules: whose and of what.
        enter: the hexes that a line may enter.
        owned: the hexes that the side owns.
        ports: the ports that it can use.
        layout: the layout of the sets.
        found: what has been found in this position, by what it is for.
        before: what was found in the position before.
    """

    side: Side
    state: GameState
    rules: Ruleset
    enter: int
    owned: int
    ports: Ports
    layout: HexSets
    found: dict[Key, Flood] = field(factory=dict)
    before: Mapping[Key, Flood] = field(factory=dict)

    def flood(self, key: Key, terms: Terms, ways: tuple[SetWays, ...], enter: int | None = None) -> Flood:
        """Every hex from which lines lead as the terms say; found once, and with what held in the position before.

        enter: the hexes that lines may enter, if not those that the side's may.
        """
        known = self.found.get(key)
        if known is None or known.terms != terms:
            open_ = self.enter if enter is None else enter
            known = self.found[key] = flood(terms, open_, ways, self.layout, self.before.get(key))
        return known

    def reach(self, key: Key, terms: Terms, ways: tuple[SetWays, ...], enter: int | None = None) -> Flood:
        """The same without waves, where nobody asks how lines run."""
        known = self.found.get(key)
        if known is None or known.terms != terms:
            open_ = self.enter if enter is None else enter
            known = self.found[key] = reach(terms, open_, ways, self.layout, self.before.get(key))
        return known

    def set_of(self, hexes: Iterable[Hex]) -> int:
        """The set of some hexes; what is not on the board is left out."""
        return _set_of_tuple(hexes, self.rules) if isinstance(hexes, tuple) else _set_of(hexes, self.rules)

    def bit_of(self, ref: Hex) -> int:
        """The set of one hex; empty for what is not on the board."""
        place = self.rules.board.index.get(ref)
        return 0 if place is None else 1 << self.layout.bits[place]

    def owns(self, ref: Hex) -> bool:
        """Whether the side owns a hex."""
        return self.layout.holds(self.owned, self.rules.board.index[ref])

    def hexes_of(self, hexes: int) -> tuple[Hex, ...]:
        """The hexes of a set, in the order of the board."""
        return tuple(self.rules.board.hexes[i] for i in sorted(self.layout.members(hexes)))


def _set_of(hexes: Iterable[Hex], rules: Ruleset) -> int:
    index = rules.board.index
    return layout(rules).of(index[ref] for ref in hexes if ref in index)


@remembered(512)
def _set_of_tuple(hexes: tuple[Hex, ...], rules: Ruleset) -> int:
    return _set_of(hexes, rules)


def view_of(side: Side, state: GameState, rules: Ruleset, before: Mapping[Key, Flood] | None = None) -> View:
    """The situation of a side; before: what was found in the position before."""
    owned = owned_by(side, state, rules)
    ports = ports_of(side, owned, state, rules) if has_naval_lines(rules) else Ports({}, {})
    enter = enterable(side, zoc_map(state, rules), rules, spared_hexes(side, state, rules))
    return View(side, state, rules, enter, owned, ports, layout(rules), before=before or {})


# --- where lines may enter (12A) -------------------------------------------------------------------------------------


@remembered()
def _open_cases(rules: Ruleset) -> tuple[tuple[bool, bool, bool], ...]:
    """The cases (enemy unit, enemy ZOC, friendly unit) in which a line may enter a hex."""
    either = (False, True)
    cases = ((unit, zoc, friend) for unit in either for zoc in either for friend in either)
    return tuple(
        (unit, zoc, friend)
        for unit, zoc, friend in cases
        if rule_on_line_into(LineHex(enemy_unit=unit, enemy_zoc=zoc, friendly_unit=friend), rules).allowed
    )


def enterable(side: Side, zones: ZocMap, rules: Ruleset, spared: frozenset[Hex] = frozenset()) -> int:
    """The hexes that a side's lines may enter, as far as units and ZOCs go.

    spared: hexes in which enemy units do not bar them.
    """
    enemy = _set_of_places(("enemy units", side), zones.closed_to(side), rules)
    if spared:
        enemy &= ~_set_of(spared, rules)
    friendly = _set_of_places(("units", side), zones.occupied.get(side, frozenset()), rules)
    return open_hexes(enemy, _set_of_flags(("enemy ZOCs", side), zones.against(side), rules), friendly, rules)


Purpose = tuple[str, Side]


@frozen(eq=False)
class _Before:
    """For each purpose what a set was last made of, and the set: mostly the next one differs by a few hexes."""

    places: dict[Purpose, tuple[frozenset[int], int]] = field(factory=dict)
    flags: dict[Purpose, tuple[bytearray, int]] = field(factory=dict)
    owned: dict[Side, tuple[FrozenMap[Hex, Side], int]] = field(factory=dict)
    ports: dict[Side, tuple[tuple[object, ...], Ports]] = field(factory=dict)


@remembered()
def _before(rules: Ruleset) -> _Before:
    return _Before()


_FEW = 64


def _set_of_places(purpose: Purpose, places: frozenset[int], rules: Ruleset) -> int:
    known, sets = _before(rules).places, layout(rules)
    before, found = known.get(purpose, (frozenset(), 0))
    changed = before ^ places
    found = sets.followed(found, changed) if len(changed) <= _FEW else sets.of(places)
    known[purpose] = (places, found)
    return found


def _set_of_flags(purpose: Purpose, flags: bytearray, rules: Ruleset) -> int:
    known, sets = _before(rules).flags, layout(rules)
    before, found = known.get(purpose, (bytearray(len(flags)), 0))
    changed = differing(before, flags) if before is not flags else ()
    if len(changed) > _FEW:
        found = sets.of_flags(flags)
    else:
        found = sets.followed(found, (i for i in changed if bool(before[i]) != bool(flags[i])))
    known[purpose] = (flags, found)
    return found


def differing(a: bytes | bytearray, b: bytes | bytearray) -> list[int]:
    """The places at which two rows of as many bytes differ.

    >>> differing(b"abcd", b"abxd")
    [2]
    """
    both = int.from_bytes(a, "little") ^ int.from_bytes(b, "little")
    return list(compress(range(len(a)), both.to_bytes(len(a), "little"))) if both else []


def open_hexes(enemy: int, zoc: int, friendly: int, rules: Ruleset) -> int:
    """The hexes that lines may enter, given those with enemy units, enemy ZOCs and friendly units."""
    everything, found = layout(rules).everything, 0
    for case in _open_cases(rules):
        hexes = everything
        for there, wanted in zip((enemy, zoc, friendly), case, strict=True):
            hexes &= there if wanted else ~there
        found |= hexes
    return found


# --- what a side owns ------------------------------------------------------------------------------------------------


@remembered(32)
def _owned_at_start(side: Side, rules: Ruleset) -> int:
    hexes = rules.board.hexes
    return layout(rules).of(i for i, ref in enumerate(hexes) if rules.owner_at_start(ref) == side)


def owned_by(side: Side, state: GameState, rules: Ruleset) -> int:
    """The hexes that a side owns now."""
    known, sets, index = _before(rules).owned, layout(rules), rules.board.index
    before, found = known.get(side, (FrozenMap[Hex, Side](), _owned_at_start(side, rules)))
    owners = state.owners
    for ref in owners.changed_since(before):
        if ref in index:
            bit = 1 << sets.bits[index[ref]]
            mine = (owners[ref] if ref in owners else rules.owner_at_start(ref)) == side
            found = found | bit if mine else found & ~bit
    known[side] = (owners, found)
    return found


# --- ports (SF 12B4, 30A) --------------------------------------------------------------------------------------------


def _all_from(slot: str, side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    sources = rules.sources(slot)
    return frozenset(ref for source in sources for ref in cast(Hexes, source.value)(side, state, rules))


@frozen(eq=False)
class _Berth:
    """A printed port: its hex as a set, its size, the part of the sea it lies on, and the banks of the way to it."""

    hex: int
    size: str
    sea: int
    banks: int


@remembered(64)
def _berths(closed: frozenset[Hex], rules: Ruleset) -> tuple[_Berth, ...]:
    board, sets, parts = rules.board, layout(rules), seas(closed, rules).parts
    ports = (port for ref in board.hexes for port in board.ports(ref)[:1])
    found = []
    for port in ports:
        along = [ref for pair in reversed(port.river_path) for ref in pair] if port.inland else [port.hex]
        ways = [ref for ref in along if ref in board.index]
        sea = next((parts[ref] for ref in hexes_on_the_sea(port, rules) if ref in parts), -1)
        banks = (board.index[ref] for ref in ways if board.has_land(ref))
        found.append(_Berth(sets.of((board.index[port.hex],)), port.size, sea, sets.of(banks)))
    return tuple(found)


def parts_of_seas(view: View) -> Mapping[Hex, int]:
    """The parts of the seas that a side's naval lines can cross: hex -> the number of its part."""
    return seas(_all_from(BLOCKERS, view.side, view.state, view.rules), view.rules).parts


@rule("SF 30A4", "SF 30A7")
def ports_of(side: Side, owned: int, state: GameState, rules: Ruleset) -> Ports:
    """The ports that a side can use: its own, undamaged enough, an inland one with all banks of the way to the sea."""
    closed, idle = _all_from(BLOCKERS, side, state, rules), _all_from(IDLE_PORTS, side, state, rules)
    index, further = rules.board.index, _further_ports(state, rules)
    broken = layout(rules).of(index[ref] for ref in (*idle, *_broken_ports(state, rules)) if ref in index)
    known, key = _before(rules).ports, (owned, closed, broken, further)
    if side not in known or known[side][0] != key:
        known[side] = (key, _ports(owned, closed, broken, further, rules))
    return known[side][1]


def _ports(
    owned: int, closed: frozenset[Hex], broken: int, further: Iterable[tuple[Hex, str]], rules: Ruleset
) -> Ports:
    sets, parts = layout(rules), seas(closed, rules).parts
    others = [_Berth(sets.of((rules.board.index[ref],)), size, parts.get(ref, -1), banks=0) for ref, size in further]
    usable: dict[tuple[str, bool, bool], bool] = {}
    of_size: dict[str, int] = {}
    on_sea: dict[int, int] = {}
    for berth in (*_berths(closed, rules), *others):
        case = (berth.size, not (berth.hex | berth.banks) & ~owned, not berth.hex & broken)
        if case not in usable:
            usable[case] = rule_on_port(LinePort(*case), rules, (berth.size,)).allowed
        if usable[case]:
            of_size[berth.size] = of_size.get(berth.size, 0) | berth.hex
            on_sea[berth.sea] = on_sea.get(berth.sea, 0) | berth.hex
    on_sea.pop(-1, None)
    return Ports(of_size, on_sea)


def _broken_ports(state: GameState, rules: Ruleset) -> Iterable[Hex]:
    yield from (Hex(ref) for ref in state.all_facts(PORT_DESTROYED))
    for ref, hits in state.all_facts(PORT_HITS).items():
        if hits >= most_port_hits(Hex(ref), rules):
            yield Hex(ref)


def _further_ports(state: GameState, rules: Ruleset) -> tuple[tuple[Hex, str], ...]:
    given = (
        cast("Callable[[GameState, Ruleset], Iterable[tuple[Hex, str]]]", s.value) for s in rules.sources(FURTHER_PORTS)
    )
    return tuple(port for give in given for port in give(state, rules))


def size_of_port(ref: Hex, state: GameState, rules: Ruleset) -> str:
    """The size of the largest port of a hex, printed or not; "" for none."""
    further = dict(_further_ports(state, rules))
    port = rules.board.port(ref)
    return port.size if port else further.get(ref, "")


@remembered()
def has_naval_lines(rules: Ruleset) -> bool:
    """Whether ports matter to the supply lines of a game."""
    return any(element.along == SEA for element in elements(rules).values())


# --- connected cities (rule 7A, FoF 12C1) ----------------------------------------------------------------------------


@rule("FoF 7A1", "SF 7A", "FoF 12C1")
def connected_cities(cities: Iterable[MajorCity], view: View, along: str) -> frozenset[MajorCity]:
    """Those of these cities that lines through friendly-owned hexes connect to another one of them.

    along: "rail", or "road" for roads and rail lines alike. A line may lead from either city to the other.
    """
    sets = {city: view.set_of(city.hexes) & view.owned for city in cities}
    waiting = [city for city, hexes in sets.items() if hexes]
    ways = uncounted_ways(along, view.rules)
    found: set[MajorCity] = set()
    while waiting:
        start = waiting.pop(0)
        joined = view.reach(("connected", along, start.name), Terms(sets[start], view.owned), ways).reached
        near = [city for city in sets if city != start and sets[city] & joined]
        if near:
            found |= {start, *near}
        waiting = [city for city in waiting if not (near and sets[city] & joined & view.enter)]
    return frozenset(found)
