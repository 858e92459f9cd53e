"""What an order of battle says: headings, and under them entries of counters with their names and places.

Needs pieces (printed facts); gives plain frozen values that `reading` reads from text and `writing` writes back.
An entry tells what happens to some counters: they are there at the start, arrive, convert, leave, guard, break down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, get_args

from attrs import evolve, field, frozen

from europa_rules.errors import NotationError, unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.hexes import Hex
from europa_rules.position_notation import AnyUnit
from europa_rules.provenance import Provenance
from europa_rules.sides import Side, Turn

Part = Literal["initial forces", "reinforcements", "garrisons", "replacements", "breakdowns"]
PARTS: tuple[Part, ...] = get_args(Part)
"""The parts of an order of battle, each with a heading in capitals."""

Action = Literal[
    "deploy",
    "arrive",
    "withdraw",
    "transfer",
    "convert",
    "form",
    "complete",
    "rebuild",
    "release",
    "disband",
    "garrison",
    "points",
    "break down",
]
ACTIONS: tuple[Action, ...] = get_args(Action)
"""What an entry does with its counters."""

USUAL_ACTION: Mapping[Part, Action] = {
    "initial forces": "deploy",
    "reinforcements": "arrive",
    "garrisons": "garrison",
    "replacements": "points",
    "breakdowns": "break down",
}
"""The action of an entry that names none, by the part that it stands in."""

POINTS = ("inf", "arm", "resource", "ARP", "NTP", "RE", "supply")
"""Kinds of points: replacement points, resource points, air replacement points, naval transport, REs, supply."""

PlaceKind = Literal["hex", "box", "town", "in", "district", "area", "edge", "any"]
PLACE_KINDS: tuple[PlaceKind, ...] = get_args(PlaceKind)

_CONTROL = re.compile(r"[\x00-\x1f]")

MOST_COUNTERS = 999
"""The largest number that may stand before a piece."""


def one_line(text: str) -> str:
    """A remark without line ends, control characters and needless spaces."""
    return " ".join(_CONTROL.sub(" ", text).split())


def _lines(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(one_line, texts))


@frozen
class Place:
    """Where a counter is set up or arrives.

    Attributes:
        kind: "hex", "box" (holding box), "town" (a city or other named place), "in" (country or region), "district",
            "area" (where an army deploys), "edge" (map edge), or "any" (every place that the words describe).
        name: the name or the words; "" for a hex.
        hex: the hex, or the hex that is proposed for the place; "" if none is.

    >>> Place.at_hex(Hex("16A:1506"))
    Place(kind='hex', name='', hex='16A:1506')
    """

    kind: PlaceKind
    name: str = ""
    hex: Hex = Hex("")

    @classmethod
    def at_hex(cls, where: Hex) -> Place:
        """A hex as a place."""
        return cls("hex", hex=where)

    def __attrs_post_init__(self) -> None:
        if (self.kind == "hex") != (self.name == "") or (self.kind == "hex" and not self.hex):
            raise NotationError(f"{self.kind} {self.name!r} {self.hex!r} is no place; a hex has no name, all others do")


@frozen
class Named:
    """One counter of an entry: its name, and where it is; several places are alternatives.

    Attributes:
        name: the unit's identification.
        at: the places among which its owner chooses, or () where the entry says nothing.
    """

    name: str
    at: tuple[Place, ...] = ()


@frozen
class Counters:
    """Counters of one kind: `2x 7-6(3-6) Inf XX: 4, 6 @ 16A:1506`.

    Attributes:
        count: how many.
        piece: what each prints, without its name.
        named: their names with their places; one for each, one for all, or none.
        at: the places of unnamed counters.
    """

    count: int
    piece: AnyUnit
    named: tuple[Named, ...] = ()
    at: tuple[Place, ...] = ()

    def __attrs_post_init__(self) -> None:
        if not 1 <= self.count <= MOST_COUNTERS:
            raise NotationError(f"{self.count}x: expected a number of counters from 1 to {MOST_COUNTERS}")
        if len(self.named) not in (0, 1, self.count):
            raise NotationError(
                f"{len(self.named)} names for {self.count} counters; expected {self.count} names, one for all, or none"
            )
        if self.named and self.at:
            raise NotationError("places stand with the names where there are names")
        if self.piece.name:
            raise NotationError(f"the name {self.piece.name!r} stands behind the piece, after a colon")

    def each(self) -> Iterator[tuple[AnyUnit, tuple[Place, ...]]]:
        """Every counter with its name, and the places it may stand in."""
        shared = self.named * self.count if len(self.named) == 1 else self.named
        if not shared:
            yield from [(self.piece, self.at)] * self.count
        for unit in shared:
            yield evolve(self.piece, name=unit.name), unit.at


@frozen
class Points:
    """Points instead of counters: `1/2 inf`, `8 ARP`, `30 NTP`.

    Attributes:
        kind: what they are ("inf", "arm", "resource", "ARP", "NTP", "RE").
        amount: how many; None is without limit.
    """

    kind: str
    amount: Fraction | None

    def __attrs_post_init__(self) -> None:
        if self.kind not in POINTS:
            raise unknown("kind of points", self.kind, POINTS)
        if self.amount is not None and self.amount < 0:
            raise NotationError(f"{self.amount} {self.kind}: expected 0 or more points")


@frozen
class Entry:
    """One line of an order of battle.

    Attributes:
        action: what happens.
        counters: to which counters.
        becomes: what they turn into: the result of a conversion, or the components of a breakdown.
        or_becomes: the other set of components of a breakdown (with a headquarters, unsupported).
        points: points that the entry gives, or the REs of a garrison.
        at: where points or a garrison belong.
        origin, destination: the theater, box or command that they come from or go to, or "".
        condition: when it happens apart from its turn, for people ("Italy is at war"), or "".
        full: the turn in which what is forming is complete, or None.
        sources: codes of the sources: of the unit's being there, then of its rating.
        id: what tells the line from others, or "".
        note: the remark behind it, or "".
        comments: the comment lines before it.
        line: where it stood in its file; 0 if it was not read. It makes no difference to equality.
    """

    action: Action
    counters: tuple[Counters, ...] = ()
    becomes: tuple[Counters, ...] = ()
    or_becomes: tuple[Counters, ...] = ()
    points: tuple[Points, ...] = ()
    at: tuple[Place, ...] = ()
    origin: str = field(default="", converter=one_line)
    destination: str = field(default="", converter=one_line)
    condition: str = field(default="", converter=one_line)
    full: Turn | None = None
    sources: tuple[str, ...] = ()
    id: str = field(default="", converter=one_line)
    note: str = field(default="", converter=one_line)
    comments: tuple[str, ...] = field(default=(), converter=_lines)
    line: int = field(default=0, eq=False)

    def __attrs_post_init__(self) -> None:
        if not (self.counters or self.points):
            raise NotationError(f"{self.action}: no counter and no points; expected one such as '2x 7-6 Inf XX'")
        if set("<>") & set(self.id):
            raise NotationError(f"the id {self.id!r} has < or > in it")
        if self.counters and self.points:
            raise NotationError("an entry has counters or points, not both")
        if self.at and not self.points:
            raise NotationError("the places of counters stand with the counters")
        if self.or_becomes and not self.becomes:
            raise NotationError("a second set of components needs a first one")
        if (self.action in ("convert", "break down")) != bool(self.becomes):
            raise NotationError(f"{self.action}: expected -> and what they become for convert and break down alone")

    @property
    def count(self) -> int:
        """How many counters the entry names."""
        return sum(counters.count for counters in self.counters)

    @property
    def pieces(self) -> tuple[AnyUnit, ...]:
        """What is printed on its counters: those that it begins with, then those that these become."""
        return tuple(c.piece for c in (*self.counters, *self.becomes, *self.or_becomes))

    def each(self) -> Iterator[tuple[AnyUnit, tuple[Place, ...]]]:
        """Every counter of the entry with its name, and the places it may stand in; of a conversion what it becomes."""
        for counters in self.becomes if self.action == "convert" else self.counters:
            yield from counters.each()


@frozen
class Heading:
    """What the entries below it have in common.

    Attributes:
        part: one of `PARTS`.
        turn: the game turn, or None: at the start, or when `when` says.
        when: the words of a turn line that names no single turn ("each I turn from Jun I 40"), or "".
        side: whose they are, or "" where the nation says it.
        theater: the theater of operations, or "".
        nation: code of the nation that pieces have which name none, or "".
        force: the force that pieces have which name none ("Waffen-SS"), or "".
        army: the army, command or group, or "".
        free: an asterisk behind the army: it may be set up freely where the scenario allows that.
        at: where the army deploys, for entries that name no place.
    """

    part: Part = "initial forces"
    turn: Turn | None = None
    when: str = field(default="", converter=one_line)
    side: Side = Side("")
    theater: str = field(default="", converter=one_line)
    nation: str = ""
    force: str = ""
    army: str = field(default="", converter=one_line)
    free: bool = False
    at: tuple[Place, ...] = ()

    def __attrs_post_init__(self) -> None:
        if (self.at or self.free) and not (self.nation or self.army):
            raise NotationError("a place or an asterisk needs the nation or the army whose it is")
        if self.turn and self.when:
            raise NotationError("a turn line names a turn, or says when, not both")
        if self.force and not self.nation:
            raise NotationError(f"the force {self.force!r} needs its nation before it")


@frozen
class Section:
    """A heading and its entries; there is at least one.

    Attributes:
        heading: what they have in common.
        entries: the lines.
        comments: the comment lines before the heading.
    """

    heading: Heading
    entries: tuple[Entry, ...]
    comments: tuple[str, ...] = field(default=(), converter=_lines)

    def __attrs_post_init__(self) -> None:
        if not self.entries:
            raise NotationError("a section has no entry")
        if self.heading.force and any(
            self._is_without_force(piece) for entry in self.entries for piece in entry.pieces
        ):
            raise NotationError(f"a piece without a force under the force {self.heading.force!r}")

    def _is_without_force(self, piece: AnyUnit) -> bool:
        return piece.nation == self.heading.nation and not piece.force


@frozen(repr=False)
class OrderOfBattle:
    """An order of battle: who is there, who comes, changes and leaves, and when.

    Attributes:
        title: what it is.
        status: how far it can be trusted ("reconstructed"), or "".
        start: the turn of its initial forces, or None.
        sources: the sources that entries name, by code.
        sections: headings with their entries, in order.
        comments, closing: comment lines before everything, and after it.
    """

    title: str = field(default="", converter=one_line)
    status: str = field(default="", converter=one_line)
    start: Turn | None = None
    sources: FrozenMap[str, Provenance] = field(factory=FrozenMap)
    sections: tuple[Section, ...] = ()
    comments: tuple[str, ...] = field(default=(), converter=_lines)
    closing: tuple[str, ...] = field(default=(), converter=_lines)

    def __attrs_post_init__(self) -> None:
        named = {code for _, entry in self.entries() for code in entry.sources}
        if strangers := named - set(self.sources):
            raise unknown("source", min(strangers), self.sources)

    def __repr__(self) -> str:
        return f"<OrderOfBattle {self.title!r}, {sum(1 for _ in self.entries())} entries>"

    def entries(self) -> Iterator[tuple[Heading, Entry]]:
        """Every entry with the heading it stands under."""
        for section in self.sections:
            for entry in section.entries:
                yield section.heading, entry

    def entry(self, name: str) -> Entry:
        """The entry with this id. Raises UnknownName."""
        by_id = {entry.id: entry for _, entry in self.entries() if entry.id}
        if name not in by_id:
            raise unknown("entry", name, by_id)
        return by_id[name]

    def provenance(self, entry: Entry) -> tuple[Provenance, ...]:
        """Where an entry comes from: the unit's being there, then its rating."""
        return tuple(self.sources[code] for code in entry.sources)
