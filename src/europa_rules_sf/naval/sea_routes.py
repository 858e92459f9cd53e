"""All-sea routes (SF 27B5, 37A1): which way a naval group can go from hex to hex, and which hexes are adjacent to it.

Needs a path, and what the map says of land between hexes, hexes that land divides, and causeways; gives rulings. On the
board, `europa_rules.naval.voyages` tells the ways that the map data have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from attrs import field, frozen

from europa_rules.citations import Citation, rule
from europa_rules.hexes import Hex, series_grid
from europa_rules.permissions import Ruling

BY, BY_CAUSEWAY = Citation("SF", "27B5"), Citation("SF", "37A1")
Link = frozenset[str]
"""Two hexes side by side."""


@frozen
class SeaMap:
    """What the map says of the ways between hexes.

    Attributes:
        closed: pairs of hexes side by side without an all-sea route between them.
        divided: hexes that land divides: the hexes that are reached from each side of them.
        causeways: pairs of hexes with a causeway between them.
        blocked: (from, through, to) of ways that a causeway blocks.
    """

    closed: frozenset[Link] = frozenset()
    divided: Mapping[str, tuple[frozenset[str], ...]] = field(factory=dict)
    causeways: frozenset[Link] = frozenset()
    blocked: frozenset[tuple[str, str, str]] = frozenset()

    def parts(self, before: str, through: str, after: str) -> bool:
        """Whether land in a hex lies between the hex from which it is entered and the one to which it is left."""
        sides = self.divided.get(through)
        if sides is None:
            return False
        return not (sides and any({before, after} <= side for side in sides))


def link_of(text: str) -> Link:
    """The two hexes of a hexside as it is written.

    >>> sorted(link_of("16A:0826/0727"))
    ['16A:0727', '16A:0826']
    """
    first, _, second = text.partition("/")
    sheet = first.partition(":")[0]
    return frozenset({first, second if ":" in second else f"{sheet}:{second}"})


Pair = str | Sequence[str]
"""Two hexes, as a pair or as the hexside is written."""


def _linked(pair: Pair) -> Link:
    return link_of(pair) if isinstance(pair, str) else frozenset(pair)


def sea_map_of(
    closed: Iterable[Pair] = (),
    divided: Mapping[str, Iterable[Iterable[str]]] | Iterable[str] = (),
    causeways: Iterable[Pair] = (),
    blocked: Iterable[Sequence[str]] = (),
) -> SeaMap:
    """What plain data say of the ways by sea.

    closed, causeways: pairs of hexes. divided: the hexes on each side of hexes that land divides; a hex named alone is
    passed on no side. blocked: (from, through, to).

    >>> sea_map_of(divided={"26:3806": [["26:3807"], ["26:3805"]]}).parts("26:3807", "26:3806", "26:3805")
    True
    """
    sides = divided if isinstance(divided, Mapping) else dict.fromkeys(divided, ())
    return SeaMap(
        frozenset(map(_linked, closed)),
        {ref: tuple(frozenset(side) for side in there) for ref, there in sides.items()},
        frozenset(map(_linked, causeways)),
        frozenset((way[0], way[1], way[2]) for way in blocked),
    )


@rule("SF 27B5", "SF 37A1")
def rule_on_route(path: Iterable[Hex], sea: SeaMap) -> Ruling:
    """Whether a naval group may follow a path: by all-sea routes alone, and past no causeway.

    >>> land = SeaMap(closed=frozenset({link_of("26:2115/2214")}))
    >>> print(rule_on_route((Hex("26:2115"), Hex("26:2214")), land))
    refused: no all-sea route leads from 26:2115 to 26:2214 (SF 27B5). Possible: a way round.
    >>> hexes = (Hex("26:2115"), Hex("26:2214"), Hex("26:2313"))
    >>> isthmus = SeaMap(divided={hexes[1]: (frozenset(hexes[:1]), frozenset(hexes[2:]))})
    >>> open_sea = SeaMap(divided={hexes[1]: (frozenset({hexes[0], hexes[2]}),)})
    >>> rule_on_route(hexes, isthmus).allowed, rule_on_route(hexes, open_sea).allowed
    (False, True)
    >>> blocked = SeaMap(blocked=frozenset({hexes[::-1]}))
    >>> causeway = SeaMap(causeways=frozenset({frozenset(hexes[:2])}))
    >>> rule_on_route(hexes, blocked).allowed, rule_on_route(hexes, causeway).allowed
    (False, False)
    """
    hexes = tuple(path)
    steps = [_rule_on_step(one, other, sea) for one, other in pairwise(hexes)]
    turns = [_rule_on_turn(*way, sea) for way in zip(hexes, hexes[1:], hexes[2:], strict=False)]
    return Ruling.all((*steps, *turns))


def _rule_on_step(one: str, other: str, sea: SeaMap) -> Ruling:
    link = frozenset({one, other})
    return Ruling.refuse_if(
        link in sea.closed, f"no all-sea route leads from {one} to {other}", BY, possible="a way round"
    ) & Ruling.refuse_if(
        link in sea.causeways,
        f"a causeway runs between {one} and {other}",
        BY_CAUSEWAY,
        BY,
        possible="a way round",
    )


def _rule_on_turn(before: str, through: str, after: str, sea: SeaMap) -> Ruling:
    ways = {(before, through, after), (after, through, before)}
    return Ruling.refuse_if(
        sea.parts(before, through, after),
        f"land in {through} lies between {before} and {after}",
        BY,
        possible="a way round",
    ) & Ruling.refuse_if(
        not ways.isdisjoint(sea.blocked),
        f"a causeway blocks the way from {before} through {through} to {after}",
        BY_CAUSEWAY,
        BY,
        possible="a way round",
    )


@rule("SF 27B5")
def is_adjacent_by_sea(one: Hex, other: Hex, sea: SeaMap) -> bool:
    """Whether two hexes are adjacent for naval purposes: side by side, with an all-sea route from one to the other.

    Of hexes that are on no sheet (`a`, `x`) it is taken that they are side by side.

    >>> is_adjacent_by_sea(Hex("17A:0522"), Hex("17A:0421"), SeaMap(closed=frozenset({link_of("17A:0522/0421")})))
    False
    >>> [is_adjacent_by_sea(Hex("17A:0522"), Hex(there), SeaMap()) for there in ("17A:0421", "17A:0419")]
    [True, False]
    """
    grid = series_grid()
    lie_apart = one == other or (one in grid and other in grid and not grid.is_adjacent(one, other))
    return not lie_apart and _rule_on_step(one, other, sea).allowed
