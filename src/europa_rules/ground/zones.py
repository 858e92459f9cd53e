"""Zones of control (rule 5).

Needs a unit, what it is doing or has done in the phase, and the ground beside it; gives whether it has a ZOC, of which
kind, and which hexes the ZOC reaches. On the board all ZOCs are compiled to arrays that searches read.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.armor_proportions import TURNS_OUT
from europa_rules.ground.circumstances import circumstances_of, game_circumstances
from europa_rules.ground.facts import LOST_ZOC
from europa_rules.ground.movement_phases import is_movement_phase
from europa_rules.ground.terrain import (
    BLOCKED,
    Conditions,
    HexEntry,
    columns_of,
    conditions_of,
    gather_entry,
    rule_on_terrain,
    ways_of,
)
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.remembered import Latest, remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece
from europa_rules.unit_words import series_words
from europa_rules.units import Rating, Size, Unit, is_divisional, is_marker, label

NONE, REDUCED, FULL = "none", "reduced", "full"
KINDS = (NONE, REDUCED, FULL)
"""Kinds of ZOC, weakest first. Nothing in the series' rules makes one reduced; a game may."""


@frozen
class ZocLoss:
    """An activity by which a unit loses its ZOC.

    Attributes:
        activity: its name.
        subject: the rule, as the variant's book numbers it.
        lasts: whether the ZOC stays lost to the end of the movement phase; else it comes back when the activity ends.
    """

    activity: str
    subject: str
    lasts: bool = False


LOSSES = (
    ZocLoss("administrative movement", "6B", lasts=True),
    ZocLoss("rail movement", "7A"),
    ZocLoss("air transport", "20F"),
    ZocLoss("being overrun", "13"),
)


@frozen
class ZocExertion:
    """A unit that may have a ZOC.

    Attributes:
        unit: its printed facts.
        doing: activities under way (names of `LOSSES`; any other makes no difference).
        done: activities of this turn that are over.
        phase: the phase it is.
        turns_out_of_supply: 0 in supply, 1 in the first turn out of it, ...
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    doing: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    phase: str = "movement"
    turns_out_of_supply: int = 0
    situation: Mapping[str, str] = field(factory=dict, hash=False)


_TURNS_OUT = re.compile(r"U-(\d+)\Z")


def turns_out(supply_state: str) -> int:
    """The turns out of supply that a supply state stands for.

    >>> turns_out("in"), turns_out("U-2")
    (0, 2)
    """
    match = _TURNS_OUT.match(supply_state.strip())
    return int(match[1]) if match else 0


@rule("FoF 5", "SF 5")
def has_zoc(facts: ZocExertion, rules: Ruleset) -> Ruling:
    """Whether a unit has a ZOC: every divisional unit has, until something takes it away.

    >>> from europa_rules import load
    >>> regiment = Unit("ge", "infantry", "regiment", Rating.parse("2-6"))
    >>> str(has_zoc(ZocExertion(regiment), load("fof")))
    'refused: 2-6 infantry regiment is no divisional unit and has no ZOC (FoF 5).'
    """
    ruling = Ruling.allow()
    if not is_divisional(facts.unit):
        ruling = Ruling.refuse(f"{label(facts.unit)} is no divisional unit and has no ZOC", rules.cite("5"))
    for loss in LOSSES:
        if _is_lost(loss, facts, rules):
            why = f"{label(facts.unit)} has lost its ZOC by {loss.activity}"
            ruling &= Ruling.refuse(why, rules.cite(loss.subject))
    return ruling & rules.forbid("exert zoc", facts)


def _is_lost(loss: ZocLoss, facts: ZocExertion, rules: Ruleset) -> bool:
    if loss.activity in facts.doing:
        return not loss.lasts or is_movement_phase(facts.phase, rules)
    return loss.lasts and loss.activity in facts.done and is_movement_phase(facts.phase, rules)


@rule("FoF 5", "SF 5")
def zoc_kind(facts: ZocExertion, rules: Ruleset) -> str:
    """The kind of ZOC that a unit has: "full", "reduced" in games that have it, or "none".

    A game contributes a weaker kind as a source of the slot "zoc kind", its value the name of the kind.

    >>> from europa_rules import load
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> zoc_kind(ZocExertion(division, turns_out_of_supply=2), load("sf"))
    'reduced'
    """
    if not has_zoc(facts, rules).allowed:
        return NONE
    kinds = [str(source.value) for source in rules.sources("zoc kind", facts)]
    return min(kinds, key=KINDS.index, default=FULL)


def sizes_with_zoc(sizes: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    """Those unit sizes that give a ZOC. Raises UnknownName for one that there is not.

    >>> from europa_rules import load
    >>> sizes_with_zoc(["brigade", "division"], load("sf"))
    ('division',)
    """
    return tuple(size for size in sizes if has_zoc(ZocExertion(_of_size(series_words().size(size))), rules).allowed)


def _of_size(size: Size) -> Unit:
    return Unit("", "infantry", size, Rating.parse("1-6"))


@frozen
class ZocReach:
    """A hex beside a unit that may have a ZOC there.

    Attributes:
        exertion: the unit, as far as having a ZOC goes.
        entry: the hex and the hexside, as if the unit entered it.
        country: where the hex lies.
        situation: further facts for contributed rules, by name.
    """

    exertion: ZocExertion
    entry: HexEntry
    country: str = ""
    situation: Mapping[str, str] = field(factory=dict, hash=False)


@rule("FoF 5", "SF 5")
def zoc_reaches(facts: ZocReach, rules: Ruleset) -> Ruling:
    """Whether a unit's ZOC reaches an adjacent hex: it has one, and neither hex nor hexside is prohibited to it.

    >>> from europa_rules import load
    >>> panzer = Unit("ge", "armor", "division", Rating.parse("14-10"))
    >>> entry = HexEntry(("cm_art",), hexsides=("karst",))
    >>> zoc_reaches(ZocReach(ZocExertion(panzer), entry), load("fof")).allowed
    False
    """
    ruling = has_zoc(facts.exertion, rules)
    if not rule_on_terrain(facts.entry, rules).allowed:
        why = "no ZOC reaches terrain, or crosses a hexside, that is prohibited to its unit"
        ruling &= Ruling.refuse(why, rules.cite("5"))
    return ruling & rules.forbid("zoc reaches", facts)


@rule("FoF 5", "SF 5")
def hexes_in_zoc(around: Sequence[tuple[str, ZocReach]], rules: Ruleset) -> tuple[str, ...]:
    """Those of the adjacent hexes, by name, that a unit's ZOC reaches."""
    return tuple(name for name, facts in around if zoc_reaches(facts, rules).allowed)


# --- on the board ----------------------------------------------------------------------------------------------------

_NOTHING: Mapping[str, str] = {}


def gather_exertion(piece: Piece, state: GameState, rules: Ruleset) -> ZocExertion:
    """What the board says about a piece's ZOC."""
    lost = state.recall(LOST_ZOC, piece.id)
    situation = circumstances_of(piece, state, rules) if _asks_of_pieces(rules) else _NOTHING
    turns = int(situation.get(TURNS_OUT, 0))
    return ZocExertion(piece.unit, (lost,) if lost else (), (), state.moment.phase, turns, situation)


def _asks_of_pieces(rules: Ruleset) -> bool:
    """Whether any contributed rule looks at what is to be known of a piece to tell whether it has a ZOC, or which."""
    return any(rules.contributed(slot) for slot in ("exert zoc", "zoc kind"))


def gather_reach(piece: Piece, ref: Hex, state: GameState, rules: Ruleset) -> ZocReach:
    """What the board says about a piece's ZOC and a hex beside it."""
    entry = gather_entry(piece.unit, piece.place, ref, state, rules, side=piece.side)
    situation = game_circumstances(state, rules)
    return ZocReach(gather_exertion(piece, state, rules), entry, entry.country, situation)


@frozen(eq=False)
class ZocMap:
    """All ZOCs of a position, and who is in which hex.

    Attributes:
        exerted: for each side its ZOCs: for each hex of the board the strongest kind there (its place in `KINDS`).
        sources: for each hex that ZOCs reach, by its place on the board, the pieces they come from, by id.
        occupied: for each side the hexes, by their places, where it has units.
        notes: what other rooms have worked out of the same pieces and ZOCs, by their own keys.
    """

    exerted: Mapping[Side, bytearray]
    sources: Mapping[int, tuple[Piece, ...]]
    occupied: Mapping[Side, frozenset[int]]
    notes: dict[tuple[str, str], object] = field(factory=dict, repr=False)

    def against(self, side: Side) -> bytearray:
        """The ZOCs of all enemies of a side, as in `exerted`."""
        enemies = [flags for other, flags in self.exerted.items() if are_enemies(side, other)]
        if len(enemies) == 1:
            return enemies[0]
        size = len(next(iter(self.exerted.values()), b""))
        return bytearray(map(max, *enemies)) if enemies else bytearray(size)

    def closed_to(self, side: Side) -> frozenset[int]:
        """The hexes, by their places on the board, that a side's enemies occupy."""
        enemies = (there for other, there in self.occupied.items() if are_enemies(side, other))
        return frozenset().union(*enemies)


Notes = dict[tuple[str, str], object]
"""What rooms have worked out, by keys of their own: a word of the room, and a piece or the like."""


@frozen(eq=False)
class _Zone:
    """A piece that may have a ZOC: all that is known of it, the kind of its ZOC, and the hexes that this reaches."""

    piece: Piece
    exertion: ZocExertion
    kind: int
    hexes: tuple[int, ...]


@frozen
class _Ground:
    """What decides beside the pieces where ZOCs reach.

    Attributes:
        conditions: weather, rivers and ground as they are now.
        situation: what holds in the whole game, where contributed rules look at the hexes that ZOCs reach.
    """

    conditions: Conditions
    situation: Mapping[str, str]


@frozen(eq=False)
class _Seen:
    """A state that was asked about, its ZOCs, and what they were made of.

    Attributes:
        state, ground: the state, and its conditions.
        zone_of: by id every piece that may have a ZOC.
        units: for each side the number of units in each hex, by its place.
        zones: the ZOCs.
        notes: what other rooms have worked out for the state.
    """

    state: GameState
    ground: _Ground
    zone_of: Mapping[str, _Zone]
    units: Mapping[Side, Mapping[int, int]]
    zones: ZocMap
    notes: Notes = field(factory=dict)


_REMEMBERED = 8


@remembered()
def states_seen(rules: Ruleset) -> Latest[_Seen]:
    """The states asked about last, the latest first."""
    return Latest(_REMEMBERED)


def zoc_map(state: GameState, rules: Ruleset) -> ZocMap:
    """All ZOCs of a position; only what has changed since the position before is compiled anew."""
    return _look_at(state, rules).zones


def notes_of(state: GameState, rules: Ruleset) -> Notes:
    """A place to keep what has been worked out for exactly this state; it is forgotten with the state."""
    return _look_at(state, rules).notes


def _look_at(state: GameState, rules: Ruleset) -> _Seen:
    known = states_seen(rules)
    for seen in known:
        if seen.state is state:
            return seen
    ground = _ground_of(state, rules)
    alike = [seen for seen in known if seen.ground == ground]
    older = next((seen for seen in alike if seen.state.pieces is state.pieces), alike[0] if alike else None)
    new = _follow(older or _bare(ground, state, rules), state, rules)
    known.add(new)
    return new


def _ground_of(state: GameState, rules: Ruleset) -> _Ground:
    situation = game_circumstances(state, rules) if rules.has_prohibitions("zoc reaches") else _NOTHING
    return _Ground(conditions_of(state), situation)


def _bare(ground: _Ground, state: GameState, rules: Ruleset) -> _Seen:
    """The board without a piece."""
    exerted = {side: bytearray(len(rules.board.hexes)) for side in rules.variant.sides}
    return _Seen(evolve(state, pieces=FrozenMap()), ground, {}, {}, ZocMap(exerted, {}, {}))


def _follow(older: _Seen, state: GameState, rules: Ruleset) -> _Seen:
    """A state after one that is known."""
    moved = state.pieces.changed_since(older.state.pieces)
    survey = _Survey(state, older.ground.situation, rules)
    zones = ((i, survey.zone(i, older.zone_of.get(i))) for i in pieces_told_of(older.state, state, rules))
    changed = {i: zone for i, zone in zones if zone is not older.zone_of.get(i)}
    units = _counted(moved, older, state, rules)
    if not changed and not moved:
        return _Seen(state, older.ground, older.zone_of, units, older.zones)
    zone_of = {i: zone for i, zone in {**older.zone_of, **changed}.items() if zone is not None}
    exerted, sources = (
        _changed_zones(older, changed, zone_of) if changed else (older.zones.exerted, older.zones.sources)
    )
    occupied = dict(older.zones.occupied)
    occupied |= {side: frozenset(there) for side, there in units.items() if there is not older.units.get(side)}
    return _Seen(state, older.ground, zone_of, units, ZocMap(exerted, sources, occupied))


@remembered()
def _told_before(rules: Ruleset) -> Latest[tuple[GameState, GameState, frozenset[str]]]:
    """The two states that were last compared, and the pieces told of."""
    return Latest(1)


def pieces_told_of(old: GameState, new: GameState, rules: Ruleset) -> set[str]:
    """The pieces of which something may be known that was not: those moved, and those of which facts tell.

    A fact that is neither of a piece nor of a hex may tell of any, unless it is a tally; so may another moment.
    """
    latest = _told_before(rules)
    for before, after, told_of in latest:
        if before is old and after is new:
            return set(told_of)
    found = set(new.pieces.changed_since(old.pieces))
    facts = new.record.changed_since(old.record) if new.moment == old.moment else None
    for fact in facts or ():
        if fact[0].is_tally:
            continue
        values = (new.record.get(fact), old.record.get(fact))
        named = (fact[1], *(value for value in values if isinstance(value, str)))
        told = [name for name in named if name in new.pieces or name in old.pieces]
        if not told and fact[1] not in rules.board.index:
            facts = None
            break
        found.update(told)
    found = found if facts is not None else {*old.pieces, *new.pieces}
    latest.add((old, new, frozenset(found)))
    return found


class _Survey:
    """Finds the zones of single pieces in a state."""

    __slots__ = ("rules", "situation", "special", "state", "ways")

    def __init__(self, state: GameState, situation: Mapping[str, str], rules: Ruleset) -> None:
        self.state, self.situation, self.rules = state, situation, rules
        self.special = rules.has_prohibitions("zoc reaches")
        self.ways: dict[tuple[str, ...], Sequence[int]] = {}

    def zone(self, piece_id: str, old: _Zone | None) -> _Zone | None:
        """What is known of a piece now; None for one that never has a ZOC. The old one itself, if nothing is new."""
        state, rules = self.state, self.rules
        piece = state.pieces.get(piece_id)
        if piece is None or not is_divisional(piece.unit) or piece.place not in rules.board.index:
            return None
        exertion = gather_exertion(piece, state, rules)
        stays = old is not None and old.piece == piece
        if old and stays and old.exertion == exertion:
            return old
        kind = KINDS.index(zoc_kind(exertion, rules))
        if not kind:
            return _Zone(piece, exertion, 0, ())
        if old and stays and old.kind and not self.special:
            return _Zone(piece, exertion, kind, old.hexes)
        return _Zone(piece, exertion, kind, self._reached(piece, exertion))

    def _reached(self, piece: Piece, exertion: ZocExertion) -> tuple[int, ...]:
        """The hexes that the ZOC of a piece reaches."""
        columns, i = _columns(piece.unit, self.rules), self.rules.board.index[piece.place]
        if columns not in self.ways:
            self.ways[columns] = ways_of(columns, self.state, self.rules).overland
        open_to = self.ways[columns]
        around = (j for d, j in enumerate(self.rules.board.neighbors[i]) if open_to[6 * i + d] != BLOCKED)
        return tuple(self._left_open(around, piece, exertion, columns) if self.special else around)

    def _left_open(
        self, around: Iterable[int], piece: Piece, exertion: ZocExertion, columns: tuple[str, ...]
    ) -> Iterator[int]:
        """Those of some adjacent hexes that contributed rules leave open, the compiled board having settled the rest.

        They know a hex by its country and its terrain.
        """
        lands, open_ = _lands(self.rules), dict[tuple[str, str], bool]()
        for j in around:
            land = lands[j]
            if land not in open_:
                country, terrain = land
                entry = HexEntry(columns, terrain, unit=piece.unit, side=piece.side, country=country)
                reach = ZocReach(exertion, entry, country, self.situation)
                open_[land] = not self.rules.forbids("zoc reaches", reach)
            if open_[land]:
                yield j


def sides_with_zoc(hexes: Collection[Hex], state: GameState, rules: Ruleset) -> dict[Hex, frozenset[Side]]:
    """The sides whose ZOCs reach each of these hexes, from the pieces around; no map of all ZOCs is made for a few."""
    board, found = rules.board, {ref: set[Side]() for ref in hexes}
    survey = _Survey(state, _ground_of(state, rules).situation, rules)
    near = dict.fromkeys(place for ref in hexes for place in board.neighbors_of(ref))
    for place in (place for place in near if state.at(place)):
        around = [found[ref] for ref in board.neighbors_of(place) if ref in found]
        for piece in state.at(place):
            if all(piece.side in sides for sides in around):
                continue
            zone = survey.zone(piece.id, None)
            for j in zone.hexes if zone else ():
                if board.hexes[j] in found:
                    found[board.hexes[j]].add(piece.side)
    return {ref: frozenset(sides) for ref, sides in found.items()}


@remembered(4096)
def _columns(unit: Unit, rules: Ruleset) -> tuple[str, ...]:
    return columns_of(unit, rules)


@remembered()
def _lands(rules: Ruleset) -> tuple[tuple[str, str], ...]:
    """The country and the terrain of every hex."""
    board = rules.board
    return tuple((board.country(ref), board.terrain(ref)) for ref in board.hexes)


def _changed_zones(
    older: _Seen, changed: Mapping[str, _Zone | None], zone_of: Mapping[str, _Zone]
) -> tuple[dict[Side, bytearray], dict[int, tuple[Piece, ...]]]:
    """The ZOCs of all sides, and the pieces that they come from, when the zones of some pieces are different."""
    exerted = {side: flags.copy() for side, flags in older.zones.exerted.items()}
    sources, near = dict(older.zones.sources), dict[int, list[Piece]]()
    size = len(next(iter(exerted.values()), b""))
    for i, zone in changed.items():
        before = older.zone_of.get(i)
        for j in (*(before.hexes if before else ()), *(zone.hexes if zone else ())):
            if j not in near:
                near[j] = [p for p in sources.get(j, ()) if p.id not in changed]
        if zone:
            for j in zone.hexes:
                near[j].append(zone.piece)
    for j, pieces in near.items():
        for flags in exerted.values():
            flags[j] = 0
        for piece in pieces:
            kind = zone_of[piece.id].kind
            flags = exerted.setdefault(piece.side, bytearray(size))
            if kind > flags[j]:
                flags[j] = kind
        if pieces:
            sources[j] = tuple(sorted(pieces, key=_ID)) if len(pieces) > 1 else (pieces[0],)
        else:
            sources.pop(j, None)
    return exerted, sources


_ID = attrgetter("id")


def _counted(moved: Iterable[str], older: _Seen, state: GameState, rules: Ruleset) -> Mapping[Side, Mapping[int, int]]:
    """The numbers of units in hexes after some pieces have moved; points that are no units do not count."""
    units = dict[Side, dict[int, int]]()
    for i in moved:
        before, now = (_occupies(pieces.get(i), rules) for pieces in (older.state.pieces, state.pieces))
        if before != now:
            for at, step in ((before, -1), (now, 1)):
                if at is not None:
                    side, place = at
                    if side not in units:
                        units[side] = dict(older.units.get(side, {}))
                    units[side][place] = units[side].get(place, 0) + step
    if not units:
        return older.units
    left = {side: {place: n for place, n in there.items() if n} for side, there in units.items()}
    return {**older.units, **left}


def _occupies(piece: Piece | None, rules: Ruleset) -> tuple[Side, int] | None:
    """Whose unit a piece is, and the place of its hex; None for points, and for one off the board."""
    place = None if piece is None else rules.board.index.get(piece.place)
    return None if piece is None or place is None or is_marker(piece.unit, rules.types) else (piece.side, place)


def zoc_sources(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The enemy pieces whose ZOCs reach a hex, as a side sees it; none in a holding box."""
    i = rules.board.index.get(ref)
    if i is None:
        return ()
    return tuple(piece for piece in zoc_map(state, rules).sources.get(i, ()) if are_enemies(side, piece.side))


@rule("FoF 5", "SF 5")
def enemy_zoc(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex is in a ZOC of the side's enemies, of whatever kind."""
    return bool(zoc_sources(ref, side, state, rules))


def enemy_zoc_kind(ref: Hex, side: Side, state: GameState, rules: Ruleset, besides: Iterable[str] = ()) -> str:
    """The strongest kind of enemy ZOC in a hex; `besides` names pieces that are left out (those being overrun)."""
    ignored = set(besides)
    there = [piece for piece in zoc_sources(ref, side, state, rules) if piece.id not in ignored]
    kinds = [zoc_kind(gather_exertion(piece, state, rules), rules) for piece in there]
    return max(kinds, key=KINDS.index, default=NONE)
