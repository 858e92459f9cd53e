"""Supply (rule 12): who is in supply, judged for both sides in the initial phase of every player turn.

Needs a position; gives how every unit stands, shares out sources of limited capacity by the choice of their owner, and
counts the turns out of supply. Lines are found in `supply_map` and drawn in `supply_drawing`; what lack of supply does
to a unit stands in `supply_effects` and `supply_elimination`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.ground.supply_map import Supply, SupplyMap, lines_of, older_maps, supply_map, units_of
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


def draws_of(wanting: Iterable[Hex], found: SupplyMap) -> tuple[Draw, ...]:
    """The sources of limited capacity and the special ones that units in these hexes might draw on, and who can."""
    listed = [s for s in found.sources if s.source.kind not in (FULL, RESTRICTED)]
    view = found.view
    near = found.within_call(view.set_of(wanting)) if listed else 0
    return tuple(
        Draw(s.source.kind, ref, s.source.load(ref, view), found.drawing_on(s, ref), s.source.nations)
        for s in listed
        for ref in s.hexes
        if near & view.set_of((ref,))
    )


@frozen
class Wanting:
    """Units that have no line to a source without limit, and what else they can draw on.

    Attributes:
        draws: every draw that any of them can reach.
        options: for each unit, by id, those that it can reach.
    """

    draws: tuple[Draw, ...] = ()
    options: Mapping[str, tuple[Draw, ...]] = field(factory=dict, hash=False)

    def demand(self, kind: str, served: Iterable[str], state: GameState, rules: Ruleset) -> Demand:
        """The demand of those not served yet on sources of one kind that serve a limited number of units."""
        done, options, capacities = set(served), dict[str, tuple[Fraction, tuple[str, ...]]](), dict[str, Fraction]()
        names: dict[tuple[Draw, ...], tuple[str, ...]] = {}
        for unit, draws in self.options.items():
            if draws not in names:
                wanted = [draw for draw in draws if draw.kind == kind and draw.capacity is not None]
                names[draws] = tuple(draw.name for draw in wanted)
                capacities.update({draw.name: Fraction(draw.capacity or 0) for draw in wanted})
            if names[draws] and unit not in done:
                options[unit] = (re_size(state.piece(unit).unit, rules.types), names[draws])
        return Demand(options, capacities)

    def without_limit(self) -> dict[str, str]:
        """The units that reach a special source that serves any number, each with it."""
        found: dict[str, str] = {}
        if any(draw.capacity is None for draw in self.draws):
            for unit, draws in self.options.items():
                free = next((draw.name for draw in draws if draw.capacity is None), None)
                if free is not None:
                    found[unit] = free
        return found


def wanting_of(side: Side, state: GameState, rules: Ruleset, older: Wanting | None = None) -> Wanting:
    """Who of a side wants for supply and can draw on something of limited capacity.

    older: the same in a position before; the very same object comes back if all is as it was.
    """
    found, index = supply_map(side, state, rules), rules.board.index
    lines = lines_of(side, state, rules).items()
    without = (state.pieces[i] for i, line in lines if not line.kind)
    wanting = [piece for piece in without if piece.place in index and not traces_no_line(piece, found.view)]
    draws = draws_of((piece.place for piece in wanting), found) if wanting else ()
    bits, near = found.view.layout.bits, dict[tuple[Hex, str], tuple[Draw, ...]]()
    options: dict[str, tuple[Draw, ...]] = {}
    for piece in wanting:
        at = (piece.place, piece.unit.nation)
        if at not in near:
            bit = bits[index[piece.place]]
            near[at] = tuple(
                d for d in draws if d.reach >> bit & 1 and (not d.nations or piece.unit.nation in d.nations)
            )
        if near[at]:
            options[piece.id] = near[at]
    new = Wanting(draws, options)
    return older if older is not None and older == new else new


@frozen(eq=False)
class _Answer:
    """How a side's units stand in a position, and whom the sources of limited capacity serve."""

    state: GameState
    lines: Mapping[str, Supply]
    wanting: Wanting
    served: Mapping[str, str]
    stands: Mapping[str, Stand]


_ANSWER = "how units stand"


@rule("FoF 12B", "SF 12B", "SF 12C2")
def stands_of(side: Side, state: GameState, rules: Ruleset) -> dict[str, Stand]:
    """How every unit of a side stands as the position is, whatever has been judged.

    Where sources are overburdened, units are served one after another, those with the fewest sources first; when supply
    is judged, the owner chooses.
    """
    notes = supply_map(side, state, rules).notes
    if _ANSWER not in notes:
        known = (older.notes[_ANSWER] for older in older_maps(side, state, rules) if _ANSWER in older.notes)
        notes[_ANSWER] = _answer(side, state, rules, cast("_Answer | None", next(known, None)))
    return dict(cast(_Answer, notes[_ANSWER]).stands)


def _answer(side: Side, state: GameState, rules: Ruleset, older: _Answer | None) -> _Answer:
    """How a side's units stand; what has not changed since an older answer is taken from it."""
    lines = lines_of(side, state, rules)
    wanting = wanting_of(side, state, rules, older.wanting if older else None)
    if older is None or wanting is not older.wanting or any(_resized(i, older.state, state) for i in wanting.options):
        served = _as_they_come(wanting, state, rules)
        return _Answer(state, lines, wanting, served, {i: _stand(line, served.get(i, "")) for i, line in lines.items()})
    stands = (
        {i: stand for i, stand in older.stands.items() if i in lines}
        if lines.keys() != older.lines.keys()
        else dict(older.stands)
    )
    stands |= {i: _stand(line, older.served.get(i, "")) for i, line in lines.items() if older.lines.get(i) is not line}
    return _Answer(state, lines, wanting, older.served, stands)


def _resized(piece_id: str, old: GameState, new: GameState) -> bool:
    return old.pieces[piece_id].unit is not new.pieces[piece_id].unit


def _as_they_come(wanting: Wanting, state: GameState, rules: Ruleset) -> dict[str, str]:
    served = wanting.without_limit()
    for kind in _kinds(rules):
        demand = wanting.demand(kind, served, state, rules)
        served.update(as_many_as_fit(_burdened(demand, rules)))
    return served


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
        lines = lines_of(side, before, rules)
        served = yield from _serve(side, wanting_of(side, before, rules), state, rules)
        for unit in (piece.id for piece in units_of(side, before, rules)):
            stand = _stand(lines[unit], served.get(unit, ""))
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
