"""Ways by sea on the board (FoF 26B1, SF 28): where ships come to land, and the shortest way between two places.

Needs the board, two places, and the hexes that ships keep to; gives the hexes of a voyage, and whether a given one
stays at sea. Who may sail, and with what, is the game's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from europa_rules.citations import rule
from europa_rules.ground.supply_ways import hexes_on_the_sea, sea_ways
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset

Allowed = Callable[[Hex], bool]
"""Whether ships may pass a hex."""


def _anywhere(_: Hex) -> bool:
    return True


def berths_of(ref: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes with sea from which ships come to the coast or the port of a hex; none for a hex far from the sea.

    >>> from europa_rules import load
    >>> berths_of(Hex("17A:0611"), load("fof")), berths_of(Hex("17A:1106"), load("fof"))
    (('17A:0611',), ('17A:1008', '17A:0908'))
    """
    board = rules.board
    if ref not in board.index:
        return ()
    port = board.port(ref)
    if board.sea_zone(ref):
        return (ref,)
    return hexes_on_the_sea(port, rules) if port else ()


def sea_zone_of(ref: Hex, rules: Ruleset) -> str:
    """The sea zone on which a hex, or its port, lies; "" for none. A holding box lies on the first of its zones.

    >>> from europa_rules import load
    >>> sea_zone_of(Hex("17A:1106"), load("fof"))
    'atlantic'
    """
    board = rules.board
    if ref in board.boxes:
        return next(iter(board.boxes[ref].sea_zones), "")
    return next((board.sea_zone(berth) for berth in berths_of(ref, rules)), "")


def _route(starts: Iterable[Hex], ends: Iterable[Hex], rules: Ruleset, allowed: Allowed) -> tuple[Hex, ...]:
    """The hexes from one of the starts to one of the ends, both named; () if there is no way."""
    board, ways, goals = rules.board, sea_ways(rules), set(ends)
    first = [ref for ref in starts if allowed(ref)]
    before: dict[Hex, Hex | None] = dict.fromkeys(first)
    waiting = deque(first)
    while waiting:
        here = waiting.popleft()
        if here in goals:
            found: list[Hex] = []
            at: Hex | None = here
            while at is not None:
                found.append(at)
                at = before[at]
            return tuple(reversed(found))
        for near in (board.hexes[j] for j in ways[board.index[here]]):
            if near not in before and allowed(near):
                before[near] = here
                waiting.append(near)
    return ()


@rule("FoF 26B1")
def shortest_voyage(origin: Hex, to: Hex, rules: Ruleset, allowed: Allowed = _anywhere) -> tuple[Hex, ...]:
    """The hexes that ships enter on the shortest way from one hex to another; () if there is none in one sea zone.

    allowed: whether ships may pass a hex.

    >>> from europa_rules import load
    >>> shortest_voyage(Hex("16A:0731"), Hex("16A:0533"), load("fof"))
    ('16A:0732', '16A:0632', '16A:0533')
    """
    if allowed is _anywhere:
        return _open_voyage(origin, to, rules)
    return _voyage(origin, to, rules, allowed)


@remembered(4096)
def _open_voyage(origin: Hex, to: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    """The shortest voyage where ships may pass anywhere."""
    return _voyage(origin, to, rules, _anywhere)


def _voyage(origin: Hex, to: Hex, rules: Ruleset, allowed: Allowed) -> tuple[Hex, ...]:
    route = _route(berths_of(origin, rules), berths_of(to, rules), rules, allowed)
    if not route:
        return ()
    whole = (*route, to) if route[-1] != to else route
    return whole[1:] if whole[0] == origin else whole


@rule("FoF 26B1")
def stays_at_sea(origin: Hex, path: Sequence[Hex], rules: Ruleset) -> bool:
    """Whether a way leads from hex to hex by sea, in one sea zone, from one landing place to another.

    >>> from europa_rules import load
    >>> stays_at_sea(Hex("17A:0611"), (Hex("17A:0512"),), load("fof"))
    True
    """
    board, ways = rules.board, sea_ways(rules)
    afloat = [ref for ref in (origin, *path) if ref in board.index]
    for end in (0, -1):
        if afloat and not board.sea_zone(afloat[end]):
            ashore = afloat.pop(end)
            if not afloat or afloat[end] not in berths_of(ashore, rules):
                return False
    steps = ((board.index[a], board.index[b]) for a, b in pairwise(afloat))
    return bool(path and afloat) and all(b in ways[a] for a, b in steps)
