"""The state of a game: where every piece is, who owns what, whose phase it is, and what must be remembered.

A `GameState` is frozen and copied on write; it knows where pieces are, not what they may do. What rules must remember
(movement points left, attacks made, duties taken on) stands in `record` as facts, each of a `FactKind` whose scope
tells when it is forgotten.
"""

from __future__ import annotations

from collections.abc import Container, Hashable, Iterable, Mapping
from itertools import chain, count
from operator import attrgetter
from typing import Any, Generic, TypeVar, cast

from attrs import evolve, field, frozen

from europa_rules.air_units import AirUnit
from europa_rules.citations import Citations, cited
from europa_rules.errors import unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.hexes import Hex
from europa_rules.sides import Side, Turn, are_enemies
from europa_rules.units import Unit, named

T = TypeVar("T")

SCOPES = ("step", "phase", "player turn", "game turn", "month", "air cycle", "year", "game")
"""How long a fact is remembered, shortest first."""


@frozen(cache_hash=True)
class FactKind(Generic[T]):
    """A kind of fact that the rules must remember; known by its name and scope.

    Attributes:
        name: its name in saves.
        scope: when it is forgotten: at the end of the step, phase, player turn, ... (one of SCOPES).
        type: the type of its values.
        is_secret: whether only the side of its subject may know it.
        is_tally: whether it only counts what has been used up of a limit, so that no ZOC and no supply rests on it.
    """

    name: str
    scope: str
    type: type[T] = field(eq=False)
    is_tally: bool = field(default=False, eq=False)
    is_secret: bool = field(default=False, eq=False)

    def __attrs_post_init__(self) -> None:
        if self.scope not in SCOPES:
            raise unknown("scope", self.scope, SCOPES)


Record = FrozenMap[tuple[FactKind[object], str], object]


@frozen
class Obligation:
    """A duty that an earlier order relied on; a later order that would break it is refused and names it."""

    duty: str
    because: str
    by: Citations

    def __str__(self) -> str:
        return f"{self.duty}, because {self.because}{cited(self.by)}"


STAYS = FactKind("stays", "phase", Obligation)
"""A piece must stay in its hex to the end of the phase (subject: the piece)."""

WEATHER = FactKind("weather", "game turn", str)
"""The weather of a weather zone (subject: the zone; "" for everywhere)."""


@frozen
class Moment:
    """Where the game stands in the sequence of play.

    >>> print(Moment(Turn.parse("May I 40"), Side("Axis"), "combat"))
    May I 40, Axis combat
    """

    turn: Turn
    player: Side
    phase: str
    step: str = ""

    def __str__(self) -> str:
        return f"{self.turn}, {self.player} {self.phase}"


@frozen
class Piece:
    """A counter in play.

    Attributes:
        id: its name in orders and logs, unique in the game.
        unit: its printed facts as it stands now (those of the cadre once it has been reduced).
        side: the side that controls it.
        place: its hex or holding box.
        full: the facts of the full-strength side, for a piece reduced to cadre.
    """

    id: str
    unit: Unit
    side: Side
    place: Hex
    full: Unit | None = None

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "unit", named(self.unit, self.id))

    def __str__(self) -> str:
        return self.id


OPERATIVE = "operative"
INOPERATIVE = "inoperative"
ABORTED = "aborted"
ELIMINATED = "eliminated"
AIR_STATUSES = (OPERATIVE, INOPERATIVE, ABORTED, ELIMINATED)
"""The operational statuses of an air unit (rule 16B1)."""


@frozen
class AirPiece:
    """An air unit in play, or waiting off the map to be repaired or replaced.

    Attributes:
        id: its name in orders and logs, unique among the air units of the game.
        unit: its printed facts.
        side: the side that controls it.
        place: the hex of its airbase, the hex that it flies over, or a holding box; where it was last, for one that is
            aborted or eliminated.
        status: its operational status, one of AIR_STATUSES.
        organization: the organization of its air order of battle, or "".
    """

    id: str
    unit: AirUnit
    side: Side
    place: Hex
    status: str = OPERATIVE
    organization: str = ""

    def __attrs_post_init__(self) -> None:
        if self.status not in AIR_STATUSES:
            raise unknown("operational status", self.status, AIR_STATUSES)

    @property
    def is_in_play(self) -> bool:
        """Whether it is on the map or in a holding box: neither aborted nor eliminated."""
        return self.status in (OPERATIVE, INOPERATIVE)

    def __str__(self) -> str:
        return self.id


P = TypeVar("P", Piece, AirPiece)


_PLACE = attrgetter("place")


def _place_in_play(piece: AirPiece) -> Hex | None:
    """The place of an air unit, None for one that is out of play."""
    return piece.place if piece.is_in_play else None


def _there(pieces: Mapping[Hashable, Mapping[str, P]], place: Hex) -> tuple[P, ...]:
    there = pieces.get(place)
    return tuple(there.values()) if there else ()


def _with(known: FrozenMap[str, P], pieces: Iterable[P]) -> FrozenMap[str, P]:
    """Pieces with these added or replaced; in the order of their ids, where any is new."""
    new = {piece.id: piece for piece in pieces}
    merged = known.merge(new)
    return merged if len(merged) == len(known) else FrozenMap(sorted(merged.items()))


@frozen
class GameState:
    """Everything about a game at one moment. Hashable; equal states are equal in every respect.

    Attributes:
        moment: turn, player and phase.
        pieces: all pieces in play, by id.
        owners: hexes whose owner differs from the one at start.
        record: what the rules remember.
        air: all air units, by id; ground rules do not see them.
    """

    moment: Moment
    pieces: FrozenMap[str, Piece] = field(factory=FrozenMap)
    owners: FrozenMap[Hex, Side] = field(factory=FrozenMap)
    record: Record = field(factory=FrozenMap)
    air: FrozenMap[str, AirPiece] = field(factory=FrozenMap)

    def _repr_svg_(self) -> str:
        """What a notebook shows: the surroundings of the pieces, on the maps that come with the library."""
        from europa_rules import draw

        return draw(self).svg

    @property
    def phasing(self) -> Side:
        """The side whose player turn it is."""
        return self.moment.player

    def free_id(self, wanted: str, taken: Container[str] = ()) -> str:
        """A name that no piece has, and nothing of what is taken: the wanted one, or that with a number behind it."""
        stem = wanted.partition(" #")[0]
        names = chain((wanted,), (f"{stem} #{n}" for n in count(2)))
        return next(name for name in names if name not in self.pieces and name not in taken)

    def piece(self, piece_id: str) -> Piece:
        """The piece of this id. Raises UnknownName with the nearest right id."""
        if piece_id not in self.pieces:
            raise unknown("piece", piece_id, self.pieces)
        return self.pieces[piece_id]

    def at(self, place: Hex) -> tuple[Piece, ...]:
        """All pieces in a hex or box, by id."""
        return _there(self.pieces.by(_PLACE), place)

    def friends_at(self, place: Hex, side: Side) -> tuple[Piece, ...]:
        """The pieces of a side in a hex."""
        return tuple(p for p in self.at(place) if p.side == side)

    def enemies_at(self, place: Hex, side: Side) -> tuple[Piece, ...]:
        """The pieces of a side's enemies in a hex."""
        return tuple(p for p in self.at(place) if are_enemies(p.side, side))

    def occupied(self) -> dict[Hex, tuple[Piece, ...]]:
        """Every occupied place with its pieces."""
        return {cast(Hex, place): tuple(there.values()) for place, there in self.pieces.by(_PLACE).items()}

    def air_piece(self, piece_id: str) -> AirPiece:
        """The air unit of this id. Raises UnknownName with the nearest right id."""
        if piece_id not in self.air:
            raise unknown("air unit", piece_id, self.air)
        return self.air[piece_id]

    def air_at(self, place: Hex) -> tuple[AirPiece, ...]:
        """The air units in a hex or box, on the ground or over it, by id."""
        return _there(self.air.by(_place_in_play), place)

    # --- effects: each gives a new state ---

    def _with_pieces(self, pieces: FrozenMap[str, Piece]) -> GameState:
        return GameState(self.moment, pieces, self.owners, self.record, self.air)

    def _with_record(self, record: Record) -> GameState:
        return GameState(self.moment, self.pieces, self.owners, record, self.air)

    def moved(self, piece_id: str, to: Hex) -> GameState:
        """The state with the piece in another place."""
        piece = self.piece(piece_id)
        return self.with_piece(Piece(piece_id, piece.unit, piece.side, to, piece.full))

    def with_piece(self, piece: Piece) -> GameState:
        """The state with this piece added, or in place of the one with its id."""
        return self.with_pieces((piece,))

    def with_pieces(self, pieces: Iterable[Piece]) -> GameState:
        """The state with all these pieces added or replaced."""
        return self._with_pieces(_with(self.pieces, pieces))

    def with_air(self, *pieces: AirPiece) -> GameState:
        """The state with these air units added, or in place of those with their ids."""
        return evolve(self, air=_with(self.air, pieces))

    def in_order(self) -> GameState:
        """The same state with its pieces in the order of their ids, in which it is saved and loaded.

        What is done to it keeps the order, so that whatever goes through the pieces meets them as after loading.
        """
        air = FrozenMap(sorted(self.air.items()))
        return evolve(self, pieces=FrozenMap(sorted(self.pieces.items())), air=air)

    def without(self, *piece_ids: str) -> GameState:
        """The state with these pieces out of play, and what was remembered of them this phase forgotten."""
        gone = set(piece_ids)
        keys = [key for key in self.record if key[1] in gone and key[0].scope != "game"]
        return evolve(self, pieces=self.pieces.drop(*piece_ids), record=self.record.drop(*keys))

    def owned(self, owners: dict[Hex, Side]) -> GameState:
        """The state with these hexes owned so."""
        return GameState(self.moment, self.pieces, self.owners.merge(owners), self.record, self.air)

    def at_moment(self, moment: Moment) -> GameState:
        """The state at another moment."""
        return evolve(self, moment=moment)

    # --- memory ---

    def noting(self, kind: FactKind[T], subject: str, value: T) -> GameState:
        """The state remembering this fact of a subject (a piece id, a hex, a zone, ...)."""
        return self._with_record(self.record.put((cast("FactKind[object]", kind), subject), value))

    def noting_of(self, subject: str, facts: Mapping[FactKind[Any], object]) -> GameState:
        """The state remembering several facts of one subject."""
        return self._with_record(self.record.merge({(kind, subject): value for kind, value in facts.items()}))

    def forgetting(self, kind: FactKind[T], *subjects: str) -> GameState:
        """The state without these facts."""
        return self._with_record(self.record.drop(*((cast("FactKind[object]", kind), s) for s in subjects)))

    def recall(self, kind: FactKind[T], subject: str) -> T | None:
        """The fact of this kind about a subject, or None."""
        return cast("T | None", self.record.get((cast("FactKind[object]", kind), subject)))

    def all_facts(self, kind: FactKind[T]) -> dict[str, T]:
        """Every fact of this kind, by subject, in the order of the subjects."""
        found = cast("dict[str, T]", self.record.group(kind))
        return {subject: found[subject] for subject in sorted(found)} if found else {}

    def ending(self, *scopes: str) -> GameState:
        """The state with all facts of these scopes forgotten. Raises UnknownName for a scope there is not."""
        for scope in scopes:
            if scope not in SCOPES:
                raise unknown("scope", scope, SCOPES)
        gone = [key for key in self.record if key[0].scope in scopes]
        return self._with_record(self.record.drop(*gone)) if gone else self

    def stays(self, piece_id: str) -> Obligation | None:
        """The duty that holds a piece in its hex, if any."""
        return self.recall(STAYS, piece_id)
