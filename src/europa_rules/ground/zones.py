"""Zones of control (rule 5).

Needs a unit, what it is doing or has done in the phase, and the ground beside it; gives whether it has a ZOC, of which
kind, and which hexes the ZOC reaches. On the board all ZOCs are compiled to arrays that searches read.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from weakref import WeakKeyDictionary

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.ground.armor import TURNS_OUT
from europa_rules.ground.circumstances import CIRCUMSTANCES, circumstances, circumstances_of
from europa_rules.ground.facts import LOST_ZOC
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
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece, Record
from europa_rules.units import SIZES, Rating, Size, Unit, is_divisional, is_marker, label

NONE, REDUCED, FULL = "none", "reduced", "full"
KINDS = (NONE, REDUCED, FULL)
"""Kinds of ZOC, weakest first. Nothing in the series' rules makes one reduced; a game may."""


@frozen
class ZocLoss:
    """An activity by which a unit loses its ZOC.

    Attributes:
        activity: its name.
        subject: the rule, as the variant's book numbers it.
        until_end_of: the phase to whose end the ZOC stays lost, or "" if it comes back when the activity ends.
    """

    activity: str
    subject: str
    until_end_of: str = ""


LOSSES = (
    ZocLoss("administrative movement", "6B", until_end_of="movement"),
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
    ruling = Ruling.refuse_if(
        not is_divisional(facts.unit), f"{label(facts.unit)} is no divisional unit and has no ZOC", rules.cite("5")
    )
    for loss in LOSSES:
        if _is_lost(loss, facts):
            why = f"{label(facts.unit)} has lost its ZOC by {loss.activity}"
            ruling &= Ruling.refuse(why, rules.cite(loss.subject))
    return ruling & rules.forbid("exert zoc", facts)


def _is_lost(loss: ZocLoss, facts: ZocExertion) -> bool:
    if loss.until_end_of and facts.phase != loss.until_end_of:
        return False
    return loss.activity in facts.doing or (bool(loss.until_end_of) and loss.activity in facts.done)


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
    """Those unit sizes that give a ZOC.

    >>> from europa_rules import load
    >>> sizes_with_zoc(["brigade", "division"], load("sf"))
    ('division',)
    """
    return tuple(size for size in sizes if size in SIZES and has_zoc(ZocExertion(_of_size(size)), rules).allowed)


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


def gather_exertion(piece: Piece, state: GameState, rules: Ruleset) -> ZocExertion:
    """What the board says about a piece's ZOC."""
    lost = state.recall(LOST_ZOC, piece.id)
    situation = circumstances_of(piece, state, rules)
    turns = int(situation.get(TURNS_OUT, 0))
    return ZocExertion(piece.unit, (lost,) if lost else (), (), state.moment.phase, turns, situation)


def gather_reach(piece: Piece, ref: Hex, state: GameState, rules: Ruleset) -> ZocReach:
    """What the board says about a piece's ZOC and a hex beside it."""
    entry = gather_entry(piece.unit, piece.place, ref, state, rules, side=piece.side)
    situation = circumstances(ref, piece.side, state, rules)
    return ZocReach(gather_exertion(piece, state, rules), entry, entry.country, situation)


@frozen(eq=False)
class ZocMap:
    """All ZOCs of a position, and who is in which hex.

    Attributes:
        exerted: for each side its ZOCs: for each hex of the board the strongest kind there (its place in `KINDS`).
        sources: for each hex that ZOCs reach, by its place on the board, the pieces they come from.
        occupied: for each side the hexes, by their places, where it has units.
        notes: what other rooms have worked out of the same position, by their own keys.
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


@frozen
class _Basis:
    """What the ZOCs of a position depend on, beside who is where.

    Attributes:
        exertions: every piece that may have a ZOC, with all that is known of it.
        conditions: weather, rivers and ground as they are now.
        record: all that is remembered, where contributed rules look at the hexes that ZOCs reach; else nothing.
    """

    exertions: tuple[ZocExertion, ...]
    conditions: Conditions
    record: Record | None


@frozen(eq=False)
class _Seen:
    """A state that was asked about, its ZOCs, and what they depend on beside the pieces."""

    state: GameState
    basis: _Basis
    zones: ZocMap
    notes: Notes = field(factory=dict)


_SEEN: WeakKeyDictionary[Ruleset, deque[_Seen]] = WeakKeyDictionary()
_REMEMBERED = 8


def zoc_map(state: GameState, rules: Ruleset) -> ZocMap:
    """All ZOCs of a position, compiled once for states that differ in nothing that ZOCs depend on."""
    return _look_at(state, rules).zones


def notes_of(state: GameState, rules: Ruleset) -> Notes:
    """A place to keep what has been worked out for exactly this state; it is forgotten with the state."""
    return _look_at(state, rules).notes


def _look_at(state: GameState, rules: Ruleset) -> _Seen:
    known = _SEEN.setdefault(rules, deque(maxlen=_REMEMBERED))
    for seen in known:
        if seen.state is state:
            return seen
    basis = _basis_of(state, rules)
    alike = (seen.zones for seen in known if seen.state.pieces is state.pieces and seen.basis == basis)
    new = _Seen(state, basis, next(alike, None) or _compile(basis.exertions, state, rules))
    known.appendleft(new)
    return new


def _divisions(state: GameState, rules: Ruleset) -> list[Piece]:
    """The pieces on the board that have a ZOC until something takes it away."""
    return [p for p in state.pieces.values() if is_divisional(p.unit) and p.place in rules.board.index]


def _basis_of(state: GameState, rules: Ruleset) -> _Basis:
    looks_at_hexes = rules.has_prohibitions("zoc reaches") and rules.sources(CIRCUMSTANCES)
    return _Basis(
        tuple(gather_exertion(piece, state, rules) for piece in _divisions(state, rules)),
        conditions_of(state),
        state.record if looks_at_hexes else None,
    )


def _compile(exertions: Iterable[ZocExertion], state: GameState, rules: Ruleset) -> ZocMap:
    """All ZOCs, given what is known of each of the divisions."""
    board, special = rules.board, rules.has_prohibitions("zoc reaches")
    exerted = {side: bytearray(len(board.hexes)) for side in (*rules.variant.sides, *_sides_of(state))}
    sources: dict[int, list[Piece]] = {}
    for piece, exertion in zip(_divisions(state, rules), exertions, strict=True):
        kind = KINDS.index(zoc_kind(exertion, rules))
        if not kind:
            continue
        columns, i = columns_of(piece.unit, rules), board.index[piece.place]
        flags, open_to = exerted[piece.side], ways_of(columns, state, rules).overland
        for direction, j in enumerate(board.neighbors[i]):
            if open_to[6 * i + direction] == BLOCKED:
                continue
            if special and not _reaches_by_contribution(exertion, columns, piece, board.hexes[j], state, rules):
                continue
            flags[j] = max(flags[j], kind)
            sources.setdefault(j, []).append(piece)
    return ZocMap(exerted, {j: tuple(pieces) for j, pieces in sources.items()}, _occupied(state, rules))


def _reaches_by_contribution(
    exertion: ZocExertion, columns: tuple[str, ...], piece: Piece, ref: Hex, state: GameState, rules: Ruleset
) -> bool:
    """What `zoc_reaches` says beside what the compiled board has settled already."""
    country = rules.board.country(ref)
    entry = HexEntry(columns, rules.board.terrain(ref), unit=piece.unit, side=piece.side, hex=ref, country=country)
    situation = circumstances(ref, piece.side, state, rules)
    return rules.forbid("zoc reaches", ZocReach(exertion, entry, country, situation)).allowed


def _occupied(state: GameState, rules: Ruleset) -> dict[Side, frozenset[int]]:
    """Where each side has units; points that are no units do not count."""
    index, types = rules.board.index, rules.types
    found: dict[Side, set[int]] = {side: set() for side in _sides_of(state)}
    for piece in state.pieces.values():
        if piece.place in index and not is_marker(piece.unit, types):
            found[piece.side].add(index[piece.place])
    return {side: frozenset(places) for side, places in found.items()}


def _sides_of(state: GameState) -> set[Side]:
    return {piece.side for piece in state.pieces.values()}


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
