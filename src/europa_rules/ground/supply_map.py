"""Who can be supplied where, and who is isolated (rules 3G, 12B, 12C): found for all hexes of a side at once.

Needs a side's situation and its sources; gives the hexes from which a line leads to them, by a few floods outward from
the sources. A unit is then looked up by its hex. After a small change of the position only what it disturbs is found
anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import cast

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.ground.lines import regular_sources
from europa_rules.ground.occupants import units_among, units_of
from europa_rules.ground.supply_floods import union
from europa_rules.ground.supply_lines import (
    NAVAL_SIZES,
    LimitedPort,
    LinePort,
    limited_sizes,
    rule_on_limited_port,
    sizes_from,
)
from europa_rules.ground.supply_sources import (
    BY_LINE,
    BY_SEA,
    FULL,
    IN_HEX,
    LIMITED,
    OVERLAND,
    RESTRICTED,
    SPECIAL,
    SourcesNow,
    limited_sources,
    pieces_without_lines,
    sources_now,
    supplied_places,
)
from europa_rules.ground.supply_tracer import LineSet, Tracer, tracer_of
from europa_rules.ground.supply_view import Hexes, Ports, View, parts_of_seas, view_of
from europa_rules.ground.supply_ways import hexes_on_lines
from europa_rules.ground.zones import pieces_told_of
from europa_rules.hexes import Hex
from europa_rules.remembered import Latest, remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

ISOLATION_ENDS = "isolation ends"
"""Slot of sources: the word for where lines of communications may end, one of `ENDS`."""

AT_SOURCES, ON_SUPPLIED_LINES, IN_SUPPLIED_HEXES, BY_RAIL = "sources", "supplied lines", "supplied hexes", "by rail"
ENDS = (AT_SOURCES, ON_SUPPLIED_LINES, IN_SUPPLIED_HEXES, BY_RAIL)
"""At a source itself; at a road or rail hex that traces a supply line; at any hex that does; or at a rail or port hex
from which rails and ships lead on to a source."""

FURTHER_ENDS = "isolation sources"
"""Slot of sources: (side, state, rules) -> further hexes at which lines of communications may end."""

SUPPLIED_PORT = "supplied port"

Group = tuple[str, ...]
"""The names of sources that serve some nations and not every unit of the side."""


@frozen
class Supply:
    """How a piece stands as far as lines go.

    Attributes:
        kind: "full" or "restricted" for the best source without limit that it can draw on; "" for none.
        isolated: whether it is isolated.
    """

    kind: str
    isolated: bool


_SUPPLIES = {
    (kind, isolated): Supply(kind, isolated)
    for kind in (FULL, RESTRICTED, LIMITED, SPECIAL, "")
    for isolated in (False, True)
}


@frozen(eq=False)
class Standing:
    """The hexes of a group of nations.

    Attributes:
        full: those from which a line leads to a full source.
        supplied: those from which one leads to any source without limit.
        connected: those that are not isolated.
    """

    full: int
    supplied: int
    connected: int

    def supply_at(self, bit: int) -> Supply:
        """How a unit in the hex of a bit stands."""
        kind = FULL if self.full >> bit & 1 else RESTRICTED if self.supplied >> bit & 1 else ""
        return _SUPPLIES[kind, not self.connected >> bit & 1]

    def well_supplied(self) -> bytes:
        """The hexes with full supply that are not isolated, bit by bit."""
        hexes = self.full & self.connected
        return hexes.to_bytes(hexes.bit_length() // 8 + 1, "little")


@frozen(eq=False)
class SupplyMap:
    """The supply of a side in a position.

    Attributes:
        tracer: finds its lines.
        sources: every source there is.
        lines: the lines to the sources of each name, and to those of several together.
        notes: what other rooms have worked out of it, by keys of their own.
    """

    tracer: Tracer
    sources: tuple[SourcesNow, ...]
    lines: dict[str, LineSet] = field(factory=dict)
    notes: dict[str, object] = field(factory=dict)
    _groups: dict[str, Group] = field(factory=dict)
    _standings: dict[Group, Standing] = field(factory=dict)
    _single: list[LineSet] = field(factory=list)
    _stands: dict[str, Supply] = field(factory=dict)

    @property
    def view(self) -> View:
        """The side's situation."""
        return self.tracer.view

    @property
    def has_stands(self) -> bool:
        """Whether it is known already how every unit stands."""
        return bool(self._stands)

    @property
    def common(self) -> tuple[SourcesNow, ...]:
        """The sources that serve every unit of the side."""
        return tuple(s for s in self.sources if not s.source.nations)

    def of_group(self, group: Group) -> tuple[SourcesNow, ...]:
        """The sources of a group of nations that serve no others."""
        return tuple(s for s in self.sources if s.name in group)

    def group_of(self, nation: str) -> Group:
        """The names of the sources that serve a nation and not every unit of the side."""
        if nation not in self._groups:
            self._groups[nation] = tuple(s.name for s in self.sources if nation in s.source.nations)
        return self._groups[nation]

    def lines_to(self, name: str, sources: Iterable[SourcesNow], kinds: tuple[str, ...]) -> LineSet:
        """The supply lines to those of some sources that are of these kinds, by land and by sea."""
        if name not in self.lines:
            wanted = [s for s in sources if s.source.kind in kinds]
            on_map = union(self.view.set_of(s.hexes) for s in wanted if s.source.reach == BY_LINE)
            waters = [ref for s in wanted if s.source.reach == BY_SEA for ref in s.hexes]
            self.lines[name] = self.tracer.lines(name, on_map, ports_on(waters, self.view) if waters else 0)
        return self.lines[name]

    @property
    def full_lines(self) -> LineSet:
        """The lines to the full sources of every unit."""
        return self.lines_to(FULL, self.common, (FULL,))

    @property
    def limited_lines(self) -> LineSet:
        """The lines to all limited sources together."""
        return self.lines_to(LIMITED, self.sources, (LIMITED,))

    def standing_of(self, group: Group) -> Standing:
        """The hexes of a group of nations; () for units that have no sources of their own."""
        if group not in self._standings:
            self._standings[group] = _standing(group, self)
        return self._standings[group]

    def supply_of(self, ref: Hex, nation: str = "") -> Supply:
        """How a unit of a nation would stand in a hex; one that has no sources of its own, where none is named."""
        group = self.group_of(nation) if nation else ()
        view = self.view
        return self.standing_of(group).supply_at(view.layout.bits[view.rules.board.index[ref]])

    def stand(self, piece: Piece) -> Supply:
        """How a piece stands, by its hex and its nation."""
        return next(supply for _, supply in self._each((piece,)))

    def stands(self, older: SupplyMap | None = None) -> Mapping[str, Supply]:
        """How every unit of the side stands; as in an older position where nothing has changed for it."""
        if not self._stands:
            view = self.view
            self._stands.update(
                self._after(older) if older else self._each(units_of(view.side, view.state, view.rules))
            )
        return self._stands

    def _each(self, pieces: Iterable[Piece]) -> Iterator[tuple[str, Supply]]:
        view, of_nation = self.view, dict[str, Standing]()
        index, bits = view.rules.board.index, view.layout.bits
        kind_at, has_no_line = supplied_places(view), pieces_without_lines(view)
        well = self.standing_of(()).well_supplied()
        far, well_supplied = 8 * len(well), _SUPPLIES[FULL, False]
        for piece in pieces:
            place, nation = index.get(piece.place), piece.unit.nation
            kind = kind_at(piece)
            if kind or place is None or has_no_line(piece):
                yield piece.id, _SUPPLIES[kind, not kind]
                continue
            bit = bits[place]
            if bit < far and well[bit >> 3] >> (bit & 7) & 1:
                yield piece.id, well_supplied
                continue
            if nation not in of_nation:
                of_nation[nation] = self.standing_of(self.group_of(nation))
            yield piece.id, of_nation[nation].supply_at(bit)

    def _after(self, older: SupplyMap) -> dict[str, Supply]:
        view, found = self.view, dict(older.stands())
        pieces, index, bits = view.state.pieces, view.rules.board.index, view.layout.bits
        touched = pieces_told_of(older.view.state, view.state, view.rules)
        told = [pieces[i] for i in touched if i in pieces]
        own = [p for p in units_among(told, view.rules) if p.side == view.side]
        for gone in touched.difference(piece.id for piece in own):
            found.pop(gone, None)
        changed = _differing(self.standing_of(()), older.standing_of(()))
        by_nation = {nation: changed | self._differs(nation, older) for nation in older._groups}
        if changed or any(by_nation.values()):
            others = (pieces[i] for i in found if i not in touched and pieces[i].place in index)
            own += [p for p in others if by_nation.get(p.unit.nation, changed) >> bits[index[p.place]] & 1]
        found.update(self._each(own))
        return found

    def _differs(self, nation: str, older: SupplyMap) -> int:
        """The hexes in which units of a nation stand otherwise than in an older position."""
        return _differing(self.standing_of(self.group_of(nation)), older.standing_of(older.group_of(nation)))

    def drawing_on(self, s: SourcesNow, ref: Hex) -> int:
        """The hexes from which units can draw on one source of limited capacity."""
        here = self.view.bit_of(ref)
        if s.source.reach == IN_HEX:
            return here
        if s.source.reach == OVERLAND:
            return union(f.reached for f in self.tracer.overland(("overland to", ref), here))
        lines = next((lines for lines in self._single if lines.joined & here), None)
        if lines is None:
            lines = self.tracer.reach(f"to {ref}", here)
            self._single.append(lines)
        return lines.supplied


def _differing(a: Standing, b: Standing) -> int:
    return a.full ^ b.full | a.supplied ^ b.supplied | a.connected ^ b.connected


def ports_on(waters: Iterable[Hex], view: View) -> int:
    """The major and great ports from which a naval line leads to some hexes of the sea."""
    parts = parts_of_seas(view)
    reached = {parts[ref] for ref in waters if ref in parts}
    return view.ports.usable(NAVAL_SIZES) & union(view.ports.on_sea.get(part, 0) for part in reached)


def _standing(group: Group, supply: SupplyMap) -> Standing:
    name = "/".join(group)
    if not group:
        lines = supply.full_lines
        return Standing(lines.supplied, lines.supplied, _connected("", lines, supply.common, supply))
    base, own = supply.standing_of(()), supply.of_group(group)
    lines, kinds = supply.lines_to(name, own, (FULL, RESTRICTED)), {s.source.kind for s in own}
    full = base.full
    if FULL in kinds:
        full |= (lines if RESTRICTED not in kinds else supply.lines_to(f"{name} {FULL}", own, (FULL,))).supplied
    near = base.connected | _connected(name, lines, own, supply)
    return Standing(full, base.supplied | lines.supplied, near)


# --- isolation (FoF 12B6, SF 3G, 44B1a) ------------------------------------------------------------------------------


def ends_of_isolation(rules: Ruleset) -> str:
    """The word for where lines of communications may end."""
    given = [str(source.value) for source in rules.sources(ISOLATION_ENDS)]
    return given[0] if given else AT_SOURCES


@rule("FoF 12B6", "SF 3G", "SF 44B1a")
def _connected(name: str, lines: LineSet, sources: Iterable[SourcesNow], supply: SupplyMap) -> int:
    """The hexes from which a line of communications leads to one of its ends."""
    view, rules = supply.view, supply.view.rules
    kinds, word = regular_sources(rules), ends_of_isolation(rules)
    near = (ref for s in sources if s.source.kind in kinds and s.source.reach == BY_LINE for ref in s.hexes)
    ends = view.set_of(near)
    if word == ON_SUPPLIED_LINES:
        ends |= lines.supplied & hexes_on_lines(rules)
    elif word == IN_SUPPLIED_HEXES:
        ends |= lines.supplied | (supply.limited_lines.supplied if LIMITED in kinds and not name else 0)
    elif word == BY_RAIL:
        ends |= lines.onward
    if not name:
        ends |= _further_ends(view) | (supplied_ports(supply) if SUPPLIED_PORT in kinds else 0)
    return union(f.reached for f in supply.tracer.communications(("communications", name), ends))


def _further_ends(view: View) -> int:
    given = (cast(Hexes, source.value) for source in view.rules.sources(FURTHER_ENDS))
    return view.set_of(ref for give in given for ref in give(view.side, view.state, view.rules))


def supplied_ports(supply: SupplyMap) -> int:
    """The major and great ports from which naval lines and rails lead to a full source."""
    on_sea = union(supply.view.ports.on_sea.values())
    return supply.view.ports.usable(NAVAL_SIZES) & on_sea & supply.full_lines.onward


# --- limited ports (SF 12C2) -----------------------------------------------------------------------------------------


_Limited = dict[Side, tuple[tuple[Ports, int], tuple[Hex, ...]]]


@remembered()
def _limited_before(rules: Ruleset) -> _Limited:
    """For each side what its limited ports were last found from, and these."""
    return {}


@rule("SF 12C2")
def limited_ports(supply: SupplyMap) -> tuple[Hex, ...]:
    """The ports that serve as limited sources now: joined by sea to one as large that traces on to a full source."""
    view = supply.view
    known, onward = _limited_before(view.rules), supply.full_lines.onward & view.enter
    key = (view.ports, onward & union(view.ports.on_sea.values()))
    before = known.get(view.side)
    if before is None or before[0] != key:
        before = known[view.side] = (key, view.hexes_of(_limited_ports(view, onward)))
    return before[1]


def _limited_ports(view: View, onward: int) -> int:
    found = 0
    for size in limited_sizes(view.rules):
        for on_sea in view.ports.on_sea.values():
            here = view.ports.usable((size,)) & on_sea
            partners = {larger: view.ports.usable((larger,)) & on_sea & onward for larger in sizes_from(size)}
            partner = union(ports for larger, ports in partners.items() if _serves(size, larger, view.rules))
            alone = here & partner if partner and not partner & (partner - 1) else 0
            found |= here & ~alone if partner else 0
    return found


@remembered(64)
def _serves(size: str, partner: str, rules: Ruleset) -> bool:
    return rule_on_limited_port(LimitedPort(LinePort(size), partner, True), rules).allowed


# --- of a position ---------------------------------------------------------------------------------------------------


def _map_of(side: Side, state: GameState, rules: Ruleset, older: SupplyMap | None) -> SupplyMap:
    view = view_of(side, state, rules, older.view.found if older else None)
    tracer = tracer_of(view, older.tracer.known if older else None)
    first = SupplyMap(tracer, sources_now(view))
    ports = limited_sources(view, lambda: limited_ports(first))
    return SupplyMap(tracer, (*first.sources, *ports), {FULL: first.full_lines}) if ports else first


_Known = Latest[tuple[GameState, dict[Side, SupplyMap]]]
_REMEMBERED = 4


@remembered()
def maps_found(rules: Ruleset) -> _Known:
    """The positions looked at last, the latest first, each with the supply of the sides asked about."""
    return Latest(_REMEMBERED)


def supply_map(side: Side, state: GameState, rules: Ruleset) -> SupplyMap:
    """The supply of a side in a position, found once for it."""
    known = maps_found(rules)
    maps = next((maps for seen, maps in known if seen is state), None)
    if maps is None:
        maps = {}
        known.add((state, maps))
    if side not in maps:
        maps[side] = _map_of(side, state, rules, next(older_maps(side, state, rules), None))
    return maps[side]


def lines_of(side: Side, state: GameState, rules: Ruleset) -> Mapping[str, Supply]:
    """How every unit of a side stands, as far as lines go."""
    found = supply_map(side, state, rules)
    return found.stands(next((older for older in older_maps(side, state, rules) if older.has_stands), None))


def older_maps(side: Side, state: GameState, rules: Ruleset) -> Iterator[SupplyMap]:
    """The supply of a side in other positions that are remembered, the latest first."""
    return (maps[side] for seen, maps in maps_found(rules) if seen is not state and side in maps)
