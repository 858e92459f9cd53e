"""Supply (rule 12): who is in supply, judged for both sides in the initial phase of every player turn.

Needs a position; gives how every unit stands, shares out sources of limited capacity by the choice of their owner, and
counts the turns out of supply. Lines are found in `supply_map` and drawn in `supply_drawing`; what lack of supply does
to a unit stands in `supply_effects` and `supply_elimination`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.ground.supply_map import Supply, SupplyMap, supply_map, units_of
from europa_rules.ground.supply_sources import (
    FULL,
    LIMITED,
    RESTRICTED,
    SUPPLY_SOURCES,
    Demand,
    as_many_as_fit,
    is_regular,
    share_out,
    traces_no_line,
)
from europa_rules.ground.supply_state import (
    CHECKS_OUT,
    DRAWS_ON,
    turns_of_effect,
)
from europa_rules.hexes import Hex
from europa_rules.numbers import show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules.units import re_size

if TYPE_CHECKING:
    pass

SUPPLY_CHECK = "supply check"
"""What the names of the steps begin with in which supply is judged."""


# --- how units stand -------------------------------------------------------------------------------------------------


@frozen
class Stand:
    """How a unit stands.

    Attributes:
        kind: the kind of source that it draws on: full, restricted, limited, special; "" for none.
        isolated: whether it is isolated.
        source: the hex of the source, where that is of limited capacity or special.
    """

    kind: str
    isolated: bool
    source: str = ""

    @property
    def in_supply(self) -> bool:
        """Whether it is in supply."""
        return bool(self.kind)


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
        return f"{self.kind} {self.hex}"


def draws_of(found: SupplyMap) -> tuple[Draw, ...]:
    """The sources of limited capacity and the special ones of a side, with the hexes that can draw on them."""
    listed = [s for s in found.sources if s.source.kind not in (FULL, RESTRICTED)]
    return tuple(
        Draw(s.source.kind, ref, s.source.load(ref, found.view), found.drawing_on(s, ref), s.source.nations)
        for s in listed
        for ref in s.hexes
    )


@frozen
class Wanting:
    """Units that have no line to a source without limit, and what else they can draw on.

    Attributes:
        options: for each unit, by id, the draws that it can reach.
    """

    options: Mapping[str, tuple[Draw, ...]] = field(hash=False)

    def demand(self, kind: str, served: Iterable[str], state: GameState, rules: Ruleset) -> Demand:
        """The demand of those not served yet on sources of one kind that serve a limited number of units."""
        done, options, capacities = set(served), dict[str, tuple[Fraction, tuple[str, ...]]](), dict[str, Fraction]()
        for unit, draws in self.options.items():
            wanted = [draw for draw in draws if draw.kind == kind and draw.capacity is not None]
            if wanted and unit not in done:
                options[unit] = (re_size(state.piece(unit).unit, rules.types), tuple(draw.name for draw in wanted))
                capacities.update({draw.name: Fraction(draw.capacity or 0) for draw in wanted})
        return Demand(options, capacities)

    def without_limit(self) -> dict[str, str]:
        """The units that reach a special source that serves any number, each with it."""
        found: dict[str, str] = {}
        for unit, draws in self.options.items():
            free = next((draw.name for draw in draws if draw.capacity is None), None)
            if free is not None:
                found[unit] = free
        return found


def _wanting(side: Side, found: SupplyMap, stands: Mapping[str, Supply]) -> Wanting:
    """Who of a side wants for supply and can draw on something of limited capacity."""
    state, index, bits = found.view.state, found.view.rules.board.index, found.view.layout.bits
    without = [state.piece(i) for i, stand in stands.items() if not stand.kind]
    wanting = [p.id for p in without if p.place in index and not traces_no_line(p, found.view)]
    draws = draws_of(found) if wanting and _may_draw(found) else ()
    options: dict[str, tuple[Draw, ...]] = {}
    for unit in wanting:
        piece = state.piece(unit)
        bit = bits[index[piece.place]]
        near = [d for d in draws if d.reach >> bit & 1 and (not d.nations or piece.unit.nation in d.nations)]
        if near:
            options[unit] = tuple(near)
    return Wanting(options)


def _may_draw(found: SupplyMap) -> bool:
    return any(s.source.kind not in (FULL, RESTRICTED) for s in found.sources)


@rule("FoF 12B", "SF 12B", "SF 12C2")
def stands_of(side: Side, state: GameState, rules: Ruleset) -> dict[str, Stand]:
    """How every unit of a side stands as the position is, whatever has been judged.

    Where sources are overburdened, units are served one after another, those with the fewest sources first; when supply
    is judged, the owner chooses.
    """
    found = supply_map(side, state, rules)
    lines = {piece.id: found.stand(piece) for piece in units_of(side, state, rules)}
    wanting = _wanting(side, found, lines)
    served = wanting.without_limit()
    for kind in _kinds(rules):
        demand = wanting.demand(kind, served, state, rules)
        served.update(as_many_as_fit(_burdened(demand, rules)))
    return {i: _stand(line, served.get(i, "")) for i, line in lines.items()}


def _stand(line: Supply, draw: str) -> Stand:
    kind, _, source = draw.partition(" ")
    return Stand(kind or line.kind, line.isolated, source)


def _kinds(rules: Ruleset) -> tuple[str, ...]:
    """The kinds of sources of limited capacity, those of regular supply first."""
    kinds = dict.fromkeys(getattr(source.value, "kind", "") for source in rules.sources(SUPPLY_SOURCES))
    limited = [kind for kind in kinds if kind not in (FULL, RESTRICTED)]
    return tuple(sorted(limited, key=lambda kind: (not is_regular(kind, rules), kind)))


def _burdened(demand: Demand, rules: Ruleset) -> Demand:
    """The demand on the sources that serve anybody: one with too many units in reach serves none, in one reading."""
    if not rules.reads("12C2-port-load", "nobody"):
        return demand
    load = dict.fromkeys(demand.capacities, Fraction(0))
    for size, names in demand.options.values():
        for name in names:
            load[name] += size
    kept = {name: n for name, n in demand.capacities.items() if load[name] <= n or not name.startswith(LIMITED)}
    options = {u: (size, tuple(n for n in names if n in kept)) for u, (size, names) in demand.options.items()}
    return Demand({u: need for u, need in options.items() if need[1]}, kept)


# --- judging (12B) ---------------------------------------------------------------------------------------------------


@frozen
class SupplyMoment:
    """When a unit's supply is asked for.

    Attributes:
        at_initial_phase: whether it was in supply when that was judged.
        now: whether a line could be traced now.
    """

    at_initial_phase: bool
    now: bool = True


@rule("FoF 12B", "SF 12B")
def supply_in_force(facts: SupplyMoment) -> bool:
    """Whether a unit counts as in supply: as judged in the initial phase, for the whole player turn.

    >>> supply_in_force(SupplyMoment(at_initial_phase=False, now=True))
    False
    """
    return facts.at_initial_phase


@rule("FoF 12B", "SF 12B", "FoF 12D2", "SF 12D", "SF 12C2", "SF 12C3")
def judge_supply(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Judge every unit of both sides, share out what serves a limited number, and count the turns out of supply."""
    if not rules.sources(SUPPLY_SOURCES):
        return state
    out: list[str] = []
    before = state
    for side in rules.variant.sides:
        found = supply_map(side, before, rules)
        lines = {piece.id: found.stand(piece) for piece in units_of(side, before, rules)}
        served = yield from _serve(side, _wanting(side, found, lines), state, rules)
        for unit, line in lines.items():
            stand = _stand(line, served.get(unit, ""))
            state = _counted(unit, stand, state, rules)
            turns = turns_of_effect(unit, state)
            out += [f"{unit} (turn {turns})"] if turns else []
    text = f"out of supply: {', '.join(out)}" if out else "every unit is in supply"
    return (yield from record(Event(text, (rules.cite("12B"),), state, "supply judged")))


def _counted(unit: str, stand: Stand, state: GameState, rules: Ruleset) -> GameState:
    """The state after one judgement of a unit: the count goes on, or is over."""
    if stand.source:
        state = state.noting(DRAWS_ON, unit, f"{stand.kind} {stand.source}")
    counts_on = not is_regular(stand.kind, rules) and not (stand.kind and rules.reads("12C3-delivered-supply", "stops"))
    before = state.recall(CHECKS_OUT, unit)
    if counts_on:
        return state.noting(CHECKS_OUT, unit, (before or 0) + 1)
    return state if before is None else state.forgetting(CHECKS_OUT, unit)


def _serve(side: Side, wanting: Wanting, state: GameState, rules: Ruleset) -> Procedure[dict[str, str]]:
    """The sources on which wanting units draw; the owner chooses whom an overburdened source serves."""
    served = wanting.without_limit()
    for kind in _kinds(rules):
        demand = _burdened(wanting.demand(kind, served, state, rules), rules)
        found = share_out(demand)
        if found is None:
            found = yield from _choose_served(side, kind, demand, state, rules)
        served.update(found)
    return served


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
