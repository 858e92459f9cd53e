"""Whom sources of limited capacity serve (FoF 12C3, SF 12C2, 12C3): units that have no line to one without limit.

Needs the lines of a side; gives a source for each unit that can be served. One source after the other is looked at
until all are served; only where that fails is every way to share them out tried, and only where there is none does the
owner choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import field, frozen

from europa_rules.ground.supply_floods import union
from europa_rules.ground.supply_map import SupplyMap, lines_of, older_maps, supply_map
from europa_rules.ground.supply_sources import (
    BY_LINE,
    FULL,
    IN_HEX,
    LIMITED,
    RESTRICTED,
    SUPPLY_SOURCES,
    Demand,
    SourcesNow,
    as_many_as_fit,
    is_regular,
    pieces_without_lines,
    share_out,
)
from europa_rules.hexes import Hex
from europa_rules.numbers import show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Procedure, choose
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import re_size

PORT_LOAD = "12C2-port-load"
"""Open point: whom a port serves that cannot serve all units in reach."""


@frozen
class Draw:
    """A source of limited capacity, or a special one, that some units can reach.

    Attributes:
        kind: limited or special.
        hex: where it is.
        capacity: REs that it serves; None for any number.
        reach: the hexes from which units can draw on it.
        nations: codes of the nations that it serves; empty for all.
    """

    kind: str
    hex: Hex
    capacity: int | None
    reach: int
    nations: frozenset[str] = frozenset()

    @property
    def name(self) -> str:
        """Its name in the record: kind and hex."""
        return _name(self.kind, self.hex)


def _name(kind: str, ref: Hex) -> str:
    return f"{kind} {ref}"


@frozen
class Share:
    """A share of the sources of one kind.

    Attributes:
        served: for each unit that is served in any case, by id, its source.
        demand: the other units that are in reach of sources that serve some only.
    """

    served: Mapping[str, str] = field(factory=dict, hash=False)
    demand: Demand = Demand({}, {})


def kinds_of_service(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of sources that do not serve all, those of regular supply first."""
    kinds = dict.fromkeys(getattr(source.value, "kind", "") for source in rules.sources(SUPPLY_SOURCES))
    limited = [kind for kind in kinds if kind not in (FULL, RESTRICTED)]
    return tuple(sorted(limited, key=lambda kind: (not is_regular(kind, rules), kind)))


def wanting_of(side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side that have no line to a source without limit, and could have one."""
    index, has_no_line = rules.board.index, pieces_without_lines(supply_map(side, state, rules).view)
    without = (state.pieces[i] for i, line in lines_of(side, state, rules).items() if not line.kind)
    return tuple(piece for piece in without if piece.place in index and not has_no_line(piece))


def serve_as_they_come(side: Side, state: GameState, rules: Ruleset) -> dict[str, str]:
    """A source for each unit that one serves, those with the fewest sources first."""
    served: dict[str, str] = {}
    wanting = wanting_of(side, state, rules)
    for kind in kinds_of_service(rules) if wanting else ():
        share = _share(kind, [p for p in wanting if p.id not in served], supply_map(side, state, rules))
        served.update(share.served)
        served.update(share_out(share.demand) or as_many_as_fit(share.demand))
    return served


def serve(side: Side, state: GameState, rules: Ruleset) -> Procedure[dict[str, str]]:
    """A source for each unit that one serves; the owner chooses whom an overburdened source serves."""
    served: dict[str, str] = {}
    wanting = wanting_of(side, state, rules)
    for kind in kinds_of_service(rules) if wanting else ():
        share = _share(kind, [p for p in wanting if p.id not in served], supply_map(side, state, rules))
        served.update(share.served)
        found = share_out(share.demand)
        if found is None:
            found = yield from _choose_served(side, kind, share.demand, state, rules)
        served.update(found)
    return served


# --- one kind of source ----------------------------------------------------------------------------------------------


def _share(kind: str, pieces: Sequence[Piece], found: SupplyMap) -> Share:
    """Whom the sources of a kind serve in any case, and the demand of the others."""
    rules = found.view.rules
    sources = [s for s in found.sources if s.source.kind == kind]
    serve_anyone = kind == LIMITED and all(s.source.reach == BY_LINE and not s.source.nations for s in sources)
    if serve_anyone and not rules.reads(PORT_LOAD, "nobody"):
        served = _one_after_another(pieces, sources, found)
        if served is not None:
            return Share(served)
    here = found.view.set_of(piece.place for piece in pieces)
    draws = [draw for draw in draws_of(here, sources, found) if draw.reach & here]
    free = {p.id: d.name for p in pieces for d in reversed(draws) if d.capacity is None and _can(p, d, found)}
    capacities = {draw.name: Fraction(draw.capacity) for draw in draws if draw.capacity is not None}
    options: dict[str, tuple[Fraction, tuple[str, ...]]] = {}
    for piece in pieces:
        near = tuple(d.name for d in draws if d.capacity is not None and piece.id not in free and _can(piece, d, found))
        if near:
            options[piece.id] = (re_size(piece.unit, rules.types), near)
    return Share(free, _burdened(Demand(options, capacities), rules))


def draws_of(here: int, sources: Iterable[SourcesNow], found: SupplyMap) -> tuple[Draw, ...]:
    """Those of some sources on which units in some hexes might draw, each with the hexes that can draw on it."""
    view = found.view
    return tuple(
        Draw(s.source.kind, ref, s.source.load(ref, view), found.drawing_on(s, ref), s.source.nations)
        for s in sources
        for ref in s.hexes
        if _within_call(here, s, found) & view.bit_of(ref)
    )


def _within_call(here: int, s: SourcesNow, found: SupplyMap) -> int:
    """The hexes in which a source can be of use to units in some hexes."""
    if s.source.reach == BY_LINE:
        return found.tracer.onward_from(here)
    return here if s.source.reach == IN_HEX else found.view.layout.everything


def _can(piece: Piece, draw: Draw, found: SupplyMap) -> bool:
    place = found.view.rules.board.index[piece.place]
    return found.view.layout.holds(draw.reach, place) and (not draw.nations or piece.unit.nation in draw.nations)


@frozen
class _Basis:
    """What a service of one port after another rests on, but for the ports themselves."""

    pieces: tuple[Piece, ...]
    ports: int


@frozen(eq=False)
class _Service:
    """A service of one port after another: those looked at, each with its reach and load, and who was served."""

    basis: _Basis
    ports: tuple[tuple[SourcesNow, Hex, int, int | None], ...]
    served: Mapping[str, str] | None

    def holds(self, found: SupplyMap) -> bool:
        """Whether the ports looked at are as they were."""
        return all(
            load == s.source.load(ref, found.view) and reach == found.drawing_on(s, ref)
            for s, ref, reach, load in self.ports
        )


_SERVICE = "limited sources, one after another"


def _one_after_another(
    pieces: Iterable[Piece], sources: Sequence[SourcesNow], found: SupplyMap
) -> Mapping[str, str] | None:
    """A source for every piece that can reach one, each time the nearest; None if some piece is left over."""
    view = found.view
    lines = found.limited_lines.supplied if sources else 0
    able = tuple(piece for piece in pieces if lines & view.bit_of(piece.place))
    near = found.tracer.onward_from(view.set_of(piece.place for piece in able)) if able else 0
    basis = _Basis(able, near & union(view.set_of(s.hexes) for s in sources))
    if _SERVICE not in found.notes:
        known = (m.notes[_SERVICE] for m in older_maps(view.side, view.state, view.rules) if _SERVICE in m.notes)
        older = cast("_Service | None", next(known, None))
        stays = older is not None and older.basis == basis and older.holds(found)
        found.notes[_SERVICE] = older if stays else _service(basis, sources, found)
    return cast(_Service, found.notes[_SERVICE]).served


def _service(basis: _Basis, sources: Sequence[SourcesNow], found: SupplyMap) -> _Service:
    view, board, types = found.view, found.view.rules.board, found.view.rules.types
    largest_first = sorted(basis.pieces, key=lambda piece: -re_size(piece.unit, types))
    left = {piece.id: (view.bit_of(piece.place), re_size(piece.unit, types)) for piece in largest_first}
    open_ = {ref: s for s in sources for ref in s.hexes if basis.ports & view.bit_of(ref)}
    served: dict[str, str] = {}
    ports: list[tuple[SourcesNow, Hex, int, int | None]] = []
    while left and open_:
        place = view.state.pieces[next(iter(left))].place
        ref = min(open_, key=lambda port: board.distance(port, place))
        s = open_.pop(ref)
        reach, load = found.drawing_on(s, ref), s.source.load(ref, view)
        ports.append((s, ref, reach, load))
        room = None if load is None else Fraction(load)
        for unit, (bit, size) in tuple(left.items()):
            if reach & bit and (room is None or size <= room):
                served[unit] = _name(s.source.kind, ref)
                room = None if room is None else room - size
                del left[unit]
    return _Service(basis, tuple(ports), None if left else served)


def _burdened(demand: Demand, rules: Ruleset) -> Demand:
    """The demand on the sources that serve anybody: one with too many units in reach serves none, in one reading."""
    if not rules.reads(PORT_LOAD, "nobody"):
        return demand
    load = dict.fromkeys(demand.capacities, Fraction(0))
    for size, names in demand.options.values():
        for name in names:
            load[name] += size
    kept = {name: n for name, n in demand.capacities.items() if load[name] <= n or not name.startswith(LIMITED)}
    options = {u: (size, tuple(n for n in names if n in kept)) for u, (size, names) in demand.options.items()}
    return Demand({u: need for u, need in options.items() if need[1]}, kept)


# --- the owner's choice ----------------------------------------------------------------------------------------------


def _choose_served(
    side: Side, kind: str, demand: Demand, state: GameState, rules: Ruleset
) -> Procedure[dict[str, str]]:
    def shared(answer: Answer) -> dict[str, str] | None:
        return share_out(Demand({unit: demand.options[unit] for unit in answer}, demand.capacities))

    by = rules.cite("limited-sources" if kind == LIMITED else "delivered-supply")

    def check(answer: Answer) -> Ruling:
        why = "the sources do not serve so many units together"
        return Ruling.refuse_if(shared(answer) is None, why, by, possible="choose fewer units")

    units = tuple(demand.options)
    likely = tuple(unit for unit in units if unit in as_many_as_fit(demand))
    loads = ", ".join(f"{name.partition(' ')[2]} {show(n)} REs" for name, n in demand.capacities.items())
    question = f"which units draw on {kind} sources ({loads})?"
    decision = Decision(side, question, units, (by,), state, ((), likely) if likely else ((),), check)
    answer = yield from choose(decision)
    return shared(answer) or {}
