"""Movement counters: transport, LVT and APC counters that carry units (FoF 14I, SF 14J).

Needs a counter, the units to be carried and what both have done in the phase; gives whether it may carry them, and what
counter and load are together. On the board units are loaded by an order and stay with the counter to the end of the
phase: they go where it goes, at its movement rating.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.charts.movement_counters import CounterKind
from europa_rules.citations import rule
from europa_rules.ground.facts import ATTACKED, CARRIED_ON, MOVED_BY, MPS_SPENT, RETREATED_INTO
from europa_rules.ground.movement_phases import MOVEMENT, is_movement_phase
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import (
    Unit,
    has_heavy_equipment,
    has_supporting_arms,
    is_air_droppable,
    label,
    re_for,
    re_size,
    re_sum,
    reckon_re_size,
    unit_class,
)

TRUCK = "truck"
POINTS = frozenset({"resource_point", "supply_point", "mine_point"})
"""Types of counters that are no units, but points of supply and the like."""


@frozen
class CarryFacts:
    """A counter and the units that it is to carry; slot "carry" is given them.

    Attributes:
        counter: the counter.
        load: the units, those that it carries already among them.
        phase: the phase.
        started_stacked: whether all of them began the phase stacked with the counter.
        spent: MPs that they have spent in the phase, each of them.
        capacity: REs of its capacity, in place of that printed.
    """

    counter: Unit
    load: tuple[Unit, ...]
    phase: str = "movement"
    started_stacked: bool = True
    spent: tuple[Number, ...] = ()
    capacity: Number | None = None

    @property
    def room(self) -> Fraction:
        """Its capacity (REs)."""
        return Fraction(self.counter.capacity if self.capacity is None else self.capacity)


def kind_of_counter(counter: Unit, rules: Ruleset) -> CounterKind | None:
    """The row of the chart for a counter, or None for a unit that carries no others."""
    return rules.charts.movement_counters.kinds.get(counter.type)


@rule("FoF 14I1", "FoF 14I2", "FoF 14J", "SF 14J", "SF 14J1", "SF 14J2", "SF 14J3")
def rule_on_carrying(facts: CarryFacts, rules: Ruleset) -> Ruling:
    """Whether a counter may carry these units in this phase.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> counter = Unit("br", "transport_counter", "counter", Rating.parse("12"), capacity=1)
    >>> brigade = Unit("br", "infantry", "brigade", Rating.parse("2-8"))
    >>> rule_on_carrying(CarryFacts(counter, (brigade,)), load("fof")).allowed
    True
    >>> print(rule_on_carrying(CarryFacts(counter, (brigade, brigade)), load("fof")))
    refused: a load of 2 REs is more than the capacity of 1 (FoF 14I2). Possible: carry units of at most 1 RE.
    """
    kind = kind_of_counter(facts.counter, rules)
    if kind is None:
        return _refuse_carrier(facts.counter, rules)
    items = [unit for unit in facts.load if unit.type in POINTS]
    units = [unit for unit in facts.load if unit.type not in POINTS]
    why = f"{', '.join(map(label, items))} is no unit; movement counters carry units only"
    return Ruling.all(
        (
            Ruling.refuse_if(bool(items), why, rules.cite("counter-loads")),
            _rule_on_capacity(units, facts, rules),
            *(_rule_on_load(unit, kind, rules) for unit in units),
            _rule_on_phase(kind, facts, rules),
            _rule_on_the_past(facts, rules),
            rules.forbid("carry", facts),
        )
    )


def _refuse_carrier(counter: Unit, rules: Ruleset) -> Ruling:
    if counter.type != TRUCK:
        by = rules.cite("movement-counters")
        return Ruling.refuse(f"{label(counter)} is no counter that carries units", by)
    why = "a truck carries no units; it serves to extend supply lines"
    return evolve(Ruling.refuse(why, rules.cite("truck")), rests_on=rules.resting("14J-trucks"))


def _rule_on_capacity(units: Sequence[Unit], facts: CarryFacts, rules: Ruleset) -> Ruling:
    size = re_sum(units, rules.types)
    why = f"a load of {counted(size, 'RE')} is more than the capacity of {show(facts.room)}"
    possible = f"carry units of at most {counted(facts.room, 'RE')}"
    return Ruling.refuse_if(size > facts.room, why, rules.cite("movement-counters"), possible=possible)


_CLASS_WORDS = {"non_motorized": "non-motorized", "combat_motorized": "c/m"}


def _rule_on_load(unit: Unit, kind: CounterKind, rules: Ruleset) -> Ruling:
    by, found = rules.cite(kind.subject), unit_class(unit, rules.types)
    ways = " and ".join(_CLASS_WORDS.get(name, name) for name in sorted(kind.carries, reverse=True))
    heavy = not kind.takes_heavy_equipment and has_heavy_equipment(unit, rules.types)
    ruling = Ruling.refuse_if(
        found not in kind.carries,
        f"{label(unit)} is {_CLASS_WORDS.get(found, found)}; the counter carries {ways} units",
        by,
        possible=f"{ways} units",
    ) & Ruling.refuse_if(heavy, f"{label(unit)} has heavy equipment", by, possible="units without heavy equipment")
    return ruling if kind.takes_heavy_equipment else evolve(ruling, rests_on=_points_of_equipment(unit, rules))


def _points_of_equipment(unit: Unit, rules: Ruleset) -> tuple[str, ...]:
    """The open points that decide whether a unit has heavy equipment."""
    points = rules.resting("3A-heavy-equipment") if has_supporting_arms(unit, rules.types) else ()
    drops = unit.is_self_supported and is_air_droppable(unit, rules.types)
    return points + (rules.resting("3A4-self-supported-equipment") if drops else ())


def _rule_on_phase(kind: CounterKind, facts: CarryFacts, rules: Ruleset) -> Ruling:
    why = f"the counter carries no units in the {facts.phase} phase"
    possible = f"carry them in the {' or '.join(kind.phases)} phase"
    carries = facts.phase in kind.phases or (MOVEMENT in kind.phases and is_movement_phase(facts.phase, rules))
    return Ruling.refuse_if(not carries, why, rules.cite(kind.subject), possible=possible)


def _rule_on_the_past(facts: CarryFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("movement-counters")
    apart = "units to be carried must have begun the phase stacked with the counter"
    most = max(facts.spent, default=ZERO)
    spent = f"units to be carried must not have spent MPs in the phase, and one has spent {show(most)}"
    return Ruling.refuse_if(not facts.started_stacked, apart, by, possible="carry them in the next phase") & (
        Ruling.refuse_if(most > 0, spent, by, possible="carry them in the next phase")
    )


# --- what counter and load are together ------------------------------------------------------------------------------


@rule("FoF 14I2", "SF 14J", "FoF 7A4", "SF 3A3")
def reckon_loaded_re(counter: Unit, load: Iterable[Unit], rules: Ruleset) -> Reckoning:
    """REs that a counter and its load count by rail and by sea: the counter as a c/m unit, and the load besides.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> counter = Unit("br", "transport_counter", "counter", Rating.parse("12"), capacity=1)
    >>> print(reckon_loaded_re(counter, [Unit("br", "infantry", "brigade", Rating.parse("2-8"))], load("fof")))
    2 counter and load (FoF 14I2) | = 2
    """
    by = rules.cite("movement-counters")
    parts = [(label(counter), Reckoning.of(re_for("transport", counter, rules.types), "as a c/m unit", by))]
    both = rules.reads("14I2-loaded-counter", "both")
    for unit in load:
        size = Reckoning.of(re_for("transport", unit, rules.types), "carried")
        is_doubled = size.value > re_size(unit, rules.types)
        parts.append((label(unit), size.times(2, "doubled with the counter", by) if both and not is_doubled else size))
    total = Reckoning.total("counter and load", parts, by)
    for point in (*rules.resting("14I2-loaded-counter"), *rules.resting("14J-movement-counter-doubled")):
        total = total.noting(rests_on=point)
    return total


@frozen
class Carried:
    """What a counter and its load are together.

    Attributes:
        movement: MPs that they may spend.
        re: REs of the load.
        counts_as: what the load counts as for armor and antitank effects in the combat phase, or None for itself.
    """

    movement: Reckoning
    re: Reckoning
    counts_as: str | None


@rule("FoF 14I2", "SF 14J", "SF 14J2", "SF 14J3")
def reckon_carried(facts: CarryFacts, rules: Ruleset, *, movement: Number | None = None) -> Carried:
    """What a counter and its load are together in a phase.

    movement: the counter's movement rating, in place of that printed (MPs).

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> counter = Unit("br", "apc_counter", "counter", Rating.parse("12"), capacity=1)
    >>> brigade = Unit("br", "infantry", "brigade", Rating.parse("3-8"))
    >>> reckon_carried(CarryFacts(counter, (brigade,), "combat"), load("sf")).counts_as
    'mechanized'
    """
    kind = kind_of_counter(facts.counter, rules)
    by = rules.cite("movement-counters")
    size = Reckoning.total("load", reckon_re_size(facts.load, rules.types).lines[0].parts, by)
    rating = facts.counter.movement if movement is None else movement
    fights_as = kind.fights_as if kind and facts.load and facts.phase == "combat" else ""
    return Carried(Reckoning.of(rating, "rating of the counter", by), size, fights_as or None)


@rule("SF 14J3")
def reckon_attack_bonus(counter: Unit, rules: Ruleset) -> Reckoning:
    """What a counter adds to an attack of the units that it carries (strength points)."""
    kind = kind_of_counter(counter, rules)
    cell = kind.attack_bonus if kind else None
    if kind is None or cell is None:
        return Reckoning.of(ZERO, "adds nothing", rules.cite("movement-counters"))
    bonus = Reckoning.of(cell.value, "carries attackers", rules.cite(kind.subject)).noting(caveat=cell.caveat)
    if rules.reads("14J3-apc-bonus", "per-re"):
        bonus = bonus.times(counter.capacity, "for each RE of capacity")
    for point in rules.resting("14J3-apc-bonus"):
        bonus = bonus.noting(rests_on=point)
    return bonus


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class LoadUnits:
    """The order to load units on a movement counter; they stay with it to the end of the phase.

    Attributes:
        counter: the id of the counter.
        units: ids of the pieces that it takes.
    """

    counter: str
    units: tuple[str, ...]


def load_of(counter_id: str, state: GameState) -> tuple[str, ...]:
    """The ids of the pieces that a counter carries now."""
    return tuple(i for i, on in state.all_facts(CARRIED_ON).items() if on == counter_id and i in state.pieces)


def carrier_of(piece: Piece, state: GameState) -> Piece:
    """The counter that carries a piece, or the piece itself: whose movement rating and costs count."""
    on = state.recall(CARRIED_ON, piece.id)
    return state.pieces.get(on, piece) if on else piece


def has_stayed(piece: Piece, state: GameState) -> bool:
    """Whether a piece stands where it stood as the phase began, as far as the record tells."""
    entered = (state.recall(RETREATED_INTO, piece.id), state.recall(ATTACKED, piece.id))
    return state.recall(MOVED_BY, piece.id) is None and piece.place not in entered


def gather_carrying(order: LoadUnits, state: GameState) -> CarryFacts:
    """What the board says about units that are to be loaded. Raises UnknownName for an id that no piece has."""
    counter = state.piece(order.counter)
    new = [state.piece(i) for i in order.units]
    old = [state.piece(i) for i in load_of(order.counter, state) if i not in order.units]
    together = all(p.place == counter.place and has_stayed(p, state) for p in new) and has_stayed(counter, state)
    spent = tuple(state.recall(MPS_SPENT, p.id) or ZERO for p in new)
    return CarryFacts(counter.unit, tuple(p.unit for p in (*old, *new)), state.moment.phase, together, spent)


@rule("FoF 14I2", "SF 14J")
def rule_on_load_order(order: LoadUnits, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may load these pieces on the counter: his own, free to go, and as `rule_on_carrying` says."""
    by = rules.cite("movement-counters")
    pieces = [state.piece(i) for i in (order.counter, *order.units)]
    duties = [(p.id, duty) for p in pieces[1:] if (duty := state.stays(p.id)) is not None]
    carried = [p.id for p in pieces[1:] if carrier_of(p, state) is not p]
    return Ruling.all(
        (
            Ruling.refuse_if(not order.units, "no unit is named", by),
            *(Ruling.refuse(f"{p.id} is not the {player} player's", by) for p in pieces if p.side != player),
            *(Ruling.refuse(f"{i} is carried already", by) for i in carried),
            *(Ruling.refuse(f"{i} {duty.duty}, because {duty.because}", *duty.by) for i, duty in duties),
            rule_on_carrying(gather_carrying(order, state), rules),
        )
    )


@rule("FoF 14I2", "SF 14J")
def carry_out_load(order: LoadUnits, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Load the units; they are with the counter to the end of the phase. Raises IllegalOrder."""
    rule_on_load_order(order, player, state, rules).require(f"loading on {order.counter}")
    for piece_id in order.units:
        state = state.noting(CARRIED_ON, piece_id, order.counter)
    text = f"{order.counter} carries {', '.join(order.units)}"
    load = tuple(state.piece(i).unit for i in load_of(order.counter, state))
    counter = state.piece(order.counter).unit
    together = reckon_carried(CarryFacts(counter, load, state.moment.phase), rules)
    ledgers = (("movement", together.movement), ("REs of the load", together.re))
    return (yield from record(Event(text, (rules.cite("movement-counters"),), state, "loaded", ledgers)))


def with_load(units: Sequence[str], state: GameState) -> tuple[str, ...]:
    """The pieces that an order names, and the load of every counter among them: they go together."""
    loads = [piece_id for counter in units for piece_id in load_of(counter, state)]
    return (*units, *(piece_id for piece_id in dict.fromkeys(loads) if piece_id not in units))


@rule("FoF 14I2", "SF 14J")
def rule_on_going_together(units: Sequence[str], state: GameState, rules: Ruleset) -> Ruling:
    """Whether every carried unit that an order names goes with its counter."""
    by = rules.cite("movement-counters")
    pairs = ((piece_id, carrier_of(state.piece(piece_id), state).id) for piece_id in units)
    return Ruling.all(
        Ruling.refuse(f"{piece_id} is carried by {on}", by, possible=f"move {on}; its load goes with it")
        for piece_id, on in pairs
        if on not in units
    )


@rule("FoF 14I2", "SF 14J")
def rule_on_whole_loads(units: Sequence[str], state: GameState, rules: Ruleset) -> Ruling:
    """Whether these pieces can part from others: every counter with all of its load, no carried unit without it."""
    left = [piece_id for piece_id in with_load(units, state) if piece_id not in units]
    why = f"{', '.join(left)} cannot part from the counter that carries it"
    by = rules.cite("movement-counters")
    return rule_on_going_together(units, state, rules) & Ruling.refuse_if(bool(left), why, by)
