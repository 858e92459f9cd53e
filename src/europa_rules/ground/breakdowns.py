"""Breakdowns (rule 15): divisions and some other units break down into components and are assembled from them.

Needs a unit, the moment, and what the breakdown chart says of it; gives whether it may break down, into what, and what
components make when they are assembled. On the board a unit that has broken down waits on the chart: what is remembered
of it holds for its components, and the worst of what is remembered of them holds for it again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from europa_rules.agreement import subject
from europa_rules.charts.breakdowns import ANY, LETTERED, SPECIFIC, Breakdown
from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ground.facts import BROKEN_DOWN, CARRIED_ON, MOVED_BY, MPS_SPENT, BrokenDown
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import STAYS, FactKind, GameState, Obligation, Piece
from europa_rules.unit_words import name_of_unit
from europa_rules.units import Unit, is_combat_motorized, is_divisional, is_headquarters, label, reckon_re_size

START, DURING, END = "start", "during", "end"
SUPPORTED, WITH_HEADQUARTERS = "supported", "headquarters"
WAYS = (SUPPORTED, WITH_HEADQUARTERS)
"""The two ways to break a unit down: into supported components, or into a headquarters and unsupported ones."""

PHASES = ("movement", "exploitation")


# --- the chart (rule 15B) --------------------------------------------------------------------------------------------


@rule("FoF 15B", "SF 15B", "SF 15D")
def breakdown_of(unit: Unit, rules: Ruleset) -> Breakdown | None:
    """The row of the breakdown chart for a unit, or None if it is not listed; a row of its own force goes first.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> breakdown_of(division, load("fof")).name
    'german_infantry_7_6'
    """
    alike = [row for row in rules.charts.breakdowns.rows.values() if _kind(row.unit, rules) == _kind(unit, rules)]
    own = [row for row in alike if row.unit.force and row.unit.force == unit.force]
    return next(iter(own or [row for row in alike if _serves(row, unit)]), None)


def _serves(row: Breakdown, unit: Unit) -> bool:
    return not row.unit.force or row.unit.force == unit.force


def _kind(unit: Unit, rules: Ruleset) -> tuple[object, ...]:
    """What tells units of a chart apart: nation, type, size, ratings, and whether they are c/m."""
    rating = unit.rating and (unit.attack, unit.defense, unit.movement)
    return unit.nation, unit.type, unit.size, rating, is_combat_motorized(unit, rules.types)


@rule("FoF 15B", "SF 15B")
def components_of(row: Breakdown, into: str) -> tuple[Unit, ...]:
    """The components of a unit for a way to break it down, a headquarters among them; empty if it cannot go that way.

    Raises UnknownName for a way that there is not.
    """
    if into not in WAYS:
        raise unknown("way to break a unit down", into, WAYS)
    return row.supported if into == SUPPORTED else row.unsupported


@frozen
class Components:
    """What a unit breaks down into.

    Attributes:
        components: the units, the headquarters left out.
        headquarters: its headquarters, or None.
        ruling: why it cannot go that way, if so, and what the answer rests on.
    """

    components: tuple[Unit, ...]
    headquarters: Unit | None
    ruling: Ruling

    @property
    def has_headquarters(self) -> bool:
        """Whether a headquarters is among them."""
        return self.headquarters is not None


@rule("FoF 15B", "SF 15B", "SF 15D")
def components_in(unit: Unit, into: str, rules: Ruleset) -> Components:
    """The components of a unit for a way to break it down, as the chart lists them; none if it is not listed.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> [str(u.rating) for u in components_in(division, "supported", load("fof")).components]
    ['2-6*', '2-6*', '2-6*']
    """
    row, by = breakdown_of(unit, rules), rules.cite("15B")
    listed = components_of(row, into) if row else ()
    ruling = Ruling.refuse_if(row is None, f"{label(unit)} is not on the breakdown chart", by) & Ruling.refuse_if(
        row is not None and not listed, f"the chart has no such components for {label(unit)}", by
    )
    return Components(
        tuple(u for u in listed if not is_headquarters(u)),
        next((u for u in listed if is_headquarters(u)), None),
        evolve(ruling, caveats=row.caveats if row else ()),
    )


# --- whether a unit may break down (rules 15A, 15B, 15C) -------------------------------------------------------------


@frozen
class BreakdownFacts:
    """A unit that would break down; slot "break down" is given them.

    Attributes:
        unit: the unit.
        is_phasing: whether it is a phasing unit.
        phase: the phase; moment: "start", "during" or "end" of it.
        is_listed: whether the breakdown chart lists it.
        is_way_open: whether the chart lists the components into which it would break down.
        counters_free: how many sets of breakdown counters are free; None if nobody knows.
        is_set_in_use: whether the lettered set that it would take serves another unit.
        has_specific: whether the chart gives it counters of its own.
        use: the counters that it would take, "lettered" or "specific"; "" for the right ones.
        are_anothers: whether the counters are specific to another unit.
        overstacked_at_end: whether its hex will violate the stacking limit as the phase ends.
    """

    unit: Unit
    is_phasing: bool = True
    phase: str = "movement"
    moment: str = START
    is_listed: bool = True
    is_way_open: bool = True
    counters_free: int | None = None
    is_set_in_use: bool = False
    has_specific: bool = False
    use: str = ""
    are_anothers: bool = False
    overstacked_at_end: bool = False


@rule("FoF 15A", "FoF 15B", "FoF 15C1", "FoF 15C2", "SF 15A", "SF 15B", "SF 15C1", "SF 15C2", "SF 15D")
def rule_on_break_down(facts: BreakdownFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may break down: it costs no MPs, and it may overstack its hex until the phase ends.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> rule_on_break_down(BreakdownFacts(division, phase="exploitation"), load("sf")).allowed
    True
    >>> print(rule_on_break_down(BreakdownFacts(division, phase="exploitation"), load("fof")))
    refused: only c/m units break down or assemble in exploitation (FoF 15A). Possible: in the movement phase.
    """
    return Ruling.all(
        (
            _rule_on_moment(facts.unit, facts.is_phasing, facts.phase, facts.moment, START, rules),
            Ruling.refuse_if(
                not is_divisional(facts.unit) and breakdown_of(facts.unit, rules) is None,
                f"{label(facts.unit)} is no divisional unit",
                rules.cite("15A"),
                rules.cite("15B"),
                possible="break down a divisional unit",
            ),
            _rule_on_counters(facts, rules),
            Ruling.refuse_if(
                facts.overstacked_at_end,
                "the hex would be overstacked as the phase ends",
                rules.cite("15A"),
                rules.cite("8B"),
                possible="break down where there is room",
            ),
            rules.forbid("break down", facts),
        )
    )


def _rule_on_moment(unit: Unit | None, is_phasing: bool, phase: str, moment: str, right: str, rules: Ruleset) -> Ruling:
    by = rules.cite("15A")
    capital = rules.charts.breakdowns.only_motorized_in_exploitation and phase == "exploitation"
    is_slow = unit is not None and capital and not is_combat_motorized(unit, rules.types)
    in_set_up = rules.charts.breakdowns.in_set_up and phase == DEPLOYMENT and right == START
    what = "units break down as a phase starts" if right == START else "units are assembled as a phase ends"
    return Ruling.all(
        (
            Ruling.refuse_if(not is_phasing, "only phasing units break down and assemble", by),
            Ruling.refuse_if(
                phase not in PHASES and not in_set_up,
                f"{what}, not in the {phase} phase",
                by,
                possible="in the movement or exploitation phase",
            ),
            Ruling.refuse_if(moment != right, what, by, possible=f"at the {right} of the phase"),
            Ruling.refuse_if(
                is_slow,
                "only c/m units break down or assemble in exploitation",
                by,
                possible="in the movement phase",
            ),
        )
    )


def _rule_on_counters(facts: BreakdownFacts, rules: Ruleset) -> Ruling:
    unit, listed = label(facts.unit), rules.cite("15B")
    lettered = facts.has_specific and facts.use == LETTERED
    stolen = facts.are_anothers or (facts.use == SPECIFIC and not facts.has_specific)
    return Ruling.all(
        (
            Ruling.refuse_if(not facts.is_listed, f"{unit} is not on the breakdown chart", listed),
            Ruling.refuse_if(not facts.is_way_open, f"the chart has no such components for {unit}", listed),
            Ruling.refuse_if(
                facts.counters_free == 0,
                "all its breakdown counters are in use",
                listed,
                possible="assemble another unit first",
            ),
            Ruling.refuse_if(
                facts.is_set_in_use,
                "the lettered set of counters serves another unit",
                rules.cite("15C1"),
                possible="assemble the other unit first",
            ),
            Ruling.refuse_if(
                lettered, f"{unit} has breakdown counters of its own", rules.cite("15C2"), possible="use those"
            ),
            Ruling.refuse_if(stolen, "the counters are those of another unit", rules.cite("15C2")),
        )
    )


# --- whether units may be assembled, and what they make (rules 15A, 15D) ---------------------------------------------


@frozen
class AssemblyFacts:
    """Components that would be assembled; slot "assemble" is given them.

    Attributes:
        unit: the unit that they would make; None where that is not known.
        is_phasing: whether they are phasing units.
        phase: the phase; moment: "start", "during" or "end" of it.
        are_together: whether all components are in one hex.
        is_listed: whether the components make a unit of the breakdown chart.
        could_be: what the player could assemble instead, in words; "" for nothing that is known.
    """

    unit: Unit | None = None
    is_phasing: bool = True
    phase: str = "movement"
    moment: str = END
    are_together: bool = True
    is_listed: bool = True
    could_be: str = ""


@rule("FoF 15A", "SF 15A", "SF 15D")
def rule_on_assembly(facts: AssemblyFacts, rules: Ruleset) -> Ruling:
    """Whether components may be assembled.

    >>> from europa_rules import load
    >>> print(rule_on_assembly(AssemblyFacts(are_together=False), load("fof")))
    refused: the components are not all in one hex (FoF 15A). Possible: stack them first.
    """
    by = rules.cite("15A")
    return Ruling.all(
        (
            _rule_on_moment(facts.unit, facts.is_phasing, facts.phase, facts.moment, END, rules),
            Ruling.refuse_if(
                not facts.are_together, "the components are not all in one hex", by, possible="stack them first"
            ),
            Ruling.refuse_if(
                not facts.is_listed,
                "these units are not all the components of a unit that was broken down, and make no other by the chart",
                by,
                rules.cite("15B"),
                possible=facts.could_be or "break a unit down first",
            ),
            rules.forbid("assemble", facts),
        )
    )


@frozen
class Component:
    """A component that is to be assembled.

    Attributes:
        unit: its printed facts; None where they are not known.
        turns_out: which turn out of supply it is in, 0 for in supply.
        disrupted: whether it is disrupted after an air drop.
    """

    unit: Unit | None = None
    turns_out: int = 0
    disrupted: bool = False


@frozen
class Assembled:
    """What components make.

    Attributes:
        unit: the unit, or None if the chart has none made of these.
        row: its row of the chart, or None.
        turns_out: which turn out of supply it is in: as the component that is longest out of it.
        disrupted: whether it is disrupted: as any component is.
    """

    unit: Unit | None
    row: Breakdown | None
    turns_out: Reckoning
    disrupted: bool


@rule("SF 15A", "SF 15D", "FoF 15A")
def assembled(components: Sequence[Component], rules: Ruleset) -> Assembled:
    """The unit that components make, with the worst of their supply states.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> tanks = Component(Unit("us", "armor", "battalion", Rating.parse("2-1-10")))
    >>> str(assembled([tanks, tanks, tanks], load("sf")).unit.rating)
    '5-3-10'
    """
    units = [c.unit for c in components if c.unit is not None]
    row = row_made_of(units, rules) if len(units) == len(components) else None
    worst = Reckoning.of(max((c.turns_out for c in components), default=0), "longest out of supply", rules.cite("15A"))
    return Assembled(row.unit if row else None, row, worst, any(c.disrupted for c in components))


def row_made_of(units: Sequence[Unit], rules: Ruleset) -> Breakdown | None:
    """The row of the chart whose components these are, one way or the other; None if there is none."""
    made = Counter(part(unit, rules) for unit in units)
    rows = [row for row in rules.charts.breakdowns.rows.values() if made in makings(row, rules)]
    forces = {unit.force for unit in units}
    own = [row for row in rows if row.unit.force and {row.unit.force} == forces]
    return next(iter(own or [row for row in rows if not row.unit.force]), None)


def makings(row: Breakdown, rules: Ruleset) -> Iterator[Counter[tuple[object, ...]]]:
    """What a unit of a row may be made of: how many of each kind of component, as `part` has it."""
    for units in (row.supported, row.unsupported):
        if units:
            yield Counter(part(unit, rules) for unit in units)


def part(unit: Unit, rules: Ruleset) -> tuple[object, ...]:
    """What kind of component a unit is: those of one kind serve alike."""
    if is_headquarters(unit):
        return unit.nation, "headquarters"
    return (*_kind(unit, rules), unit.is_self_supported)


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class BreakDown:
    """The order to break a unit down.

    Attributes:
        unit: the id of the piece.
        into: "supported" components, or "headquarters" with unsupported ones.
    """

    unit: str
    into: str = SUPPORTED


@frozen
class Assemble:
    """The order to assemble units; it ends the movement of the phase.

    Attributes:
        units: ids of the components.
    """

    units: tuple[str, ...]


def moment_now(side: Side, state: GameState) -> str:
    """The moment of the phase for a side: its start until a piece has moved, its end once units are assembled."""
    if state.stays(side) is not None:
        return END
    moved = {*state.all_facts(MOVED_BY), *state.all_facts(MPS_SPENT), *state.all_facts(CARRIED_ON)}
    has_moved = any(i in state.pieces and state.pieces[i].side == side for i in moved)
    return DURING if has_moved else START


def waiting(state: GameState) -> Mapping[str, BrokenDown]:
    """The units that wait on the breakdown chart, by their ids."""
    return state.all_facts(BROKEN_DOWN)


def sets_in_use(row: Breakdown, state: GameState) -> int:
    """How many units of a row are broken down now."""
    return sum(1 for broken in waiting(state).values() if broken.row == row.name)


def gather_breakdown(order: BreakDown, player: Side, state: GameState, rules: Ruleset) -> BreakdownFacts:
    """What the board and the chart say of a unit that would break down. Raises UnknownName for an id of no piece."""
    piece = state.piece(order.unit)
    row = breakdown_of(piece.unit, rules)
    is_tracked = row is not None and row.counters == LETTERED and row.sets is not None
    free = row.sets.value - sets_in_use(row, state) if is_tracked and row and row.sets else None
    return BreakdownFacts(
        piece.unit,
        is_phasing=player == state.phasing == piece.side,
        phase=state.moment.phase,
        moment=moment_now(player, state),
        is_listed=row is not None,
        is_way_open=row is None or bool(components_of(row, order.into)),
        counters_free=free,
        is_set_in_use=free == 0,
        has_specific=row is not None and row.counters == SPECIFIC,
    )


@rule("FoF 15A", "FoF 15B", "SF 15A", "SF 15B")
def rule_on_break_down_order(order: BreakDown, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may break this piece down now."""
    if order.into not in WAYS:
        why = f"there is no way '{order.into}' to break a unit down"
        return Ruling.refuse(why, rules.cite("15B"), possible=" or ".join(WAYS))
    ruling = rule_on_break_down(gather_breakdown(order, player, state, rules), rules)
    row = breakdown_of(state.piece(order.unit).unit, rules)
    return evolve(ruling, caveats=(*ruling.caveats, *_caveats(row))) if row else ruling


def _caveats(row: Breakdown) -> tuple[str, ...]:
    of_sets = (row.sets.caveat,) if row.sets is not None and row.sets.caveat else ()
    return (*row.caveats, *of_sets)


@rule("FoF 15", "FoF 15A", "FoF 15B", "SF 15", "SF 15A", "SF 15B")
def carry_out_break_down(order: BreakDown, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The unit waits on the chart, its components stand in its hex. Raises IllegalOrder."""
    rule_on_break_down_order(order, player, state, rules).require(f"breaking down {order.unit}")
    piece = state.piece(order.unit)
    row = breakdown_of(piece.unit, rules)
    assert row is not None, "a unit that is not listed has been refused"
    found = components_in(piece.unit, order.into, rules)
    listed = (*((found.headquarters,) if found.headquarters else ()), *found.components)
    parts = _as_pieces(piece, listed, state)
    state = inherit(piece.id, [p.id for p in parts], state)
    state = _taken_off((piece.id,), state).with_pieces(parts)
    if row.counters != ANY:
        state = state.noting(BROKEN_DOWN, piece.id, BrokenDown(piece, row.name, tuple(p.id for p in parts)))
    text = f"{piece.id} breaks down into {', '.join(p.id for p in parts)}"
    sizes = (("REs before", reckon_re_size([piece.unit], rules.types)), ("REs after", _reckon_re(parts, rules)))
    set_up = (rules.cite("deploying"),) if state.moment.phase == DEPLOYMENT else ()
    by = tuple(dict.fromkeys((*_cited(row, rules), *set_up)))
    return (yield from record(Event(text, by, state, "broken down", sizes)))


def _cited(row: Breakdown, rules: Ruleset) -> Citations:
    return (rules.cite("15A"), rules.cite("15D" if row.counters == ANY else "15B"))


def _reckon_re(pieces: Iterable[Piece], rules: Ruleset) -> Reckoning:
    return reckon_re_size([p.unit for p in pieces], rules.types)


def _as_pieces(piece: Piece, units: Sequence[Unit], state: GameState) -> tuple[Piece, ...]:
    """Components as pieces in the hex of their unit, with its force and name."""
    found: list[Piece] = []
    for number, unit in enumerate(units, 1):
        name = f"{piece.id}/{'HQ' if is_headquarters(unit) else number}"
        while name in state.pieces or any(p.id == name for p in found):
            name += "'"
        own = evolve(unit, force=unit.force or piece.unit.force, name=unit.name or piece.unit.name)
        found.append(Piece(name, own, piece.side, piece.place))
    return tuple(found)


# --- what is remembered of units that break down and assemble --------------------------------------------------------


_Facts = Sequence[tuple[FactKind[Any], object]]


def _facts_of(piece_id: str, state: GameState, besides: Sequence[FactKind[Any]] = ()) -> _Facts:
    left_out = (BROKEN_DOWN, CARRIED_ON, *besides)
    of_piece = [(kind, value) for (kind, subject), value in state.record.items() if subject == piece_id]
    return [(kind, value) for kind, value in of_piece if kind not in left_out]


def _remembering(piece_id: str, facts: _Facts, state: GameState) -> GameState:
    for kind, value in facts:
        state = state.noting(kind, piece_id, value)
    return state


def inherit(piece_id: str, heirs: Iterable[str], state: GameState, besides: Sequence[FactKind[Any]] = ()) -> GameState:
    """The state in which what is remembered of a piece (supply, MPs, ...) holds for others that come out of it too.

    besides: kinds of facts that are its own.
    """
    facts = _facts_of(piece_id, state, besides)
    for heir in heirs:
        state = _remembering(heir, facts, state)
    return state


def _taken_off(ids: Sequence[str], state: GameState) -> GameState:
    """The state without these pieces, and with nothing remembered of them."""
    for piece_id in ids:
        for kind, _ in _facts_of(piece_id, state):
            state = state.forgetting(kind, piece_id)
    return state.without(*ids)


def _worst(facts: _Facts) -> _Facts:
    """For each kind of fact the worst of its values: the greatest number, else the one that stands first."""
    worst: dict[FactKind[Any], object] = {}
    for kind, value in facts:
        known = worst.setdefault(kind, value)
        if isinstance(known, int | Fraction) and isinstance(value, int | Fraction) and value > known:
            worst[kind] = value
    return list(worst.items())


# --- assembling ------------------------------------------------------------------------------------------------------


def _assembly_of(units: Sequence[str], state: GameState, rules: Ruleset) -> tuple[Piece, Breakdown] | None:
    """The piece that these components make and its row: one that waits on the chart, or a new one of any counters."""
    for broken in waiting(state).values():
        if set(broken.components) == set(units):
            return broken.piece, rules.charts.breakdowns.rows[broken.row]
    pieces = [state.piece(i) for i in units]
    row = assembled([Component(p.unit) for p in pieces], rules).row
    if row is None or row.counters != ANY or not pieces:
        return None
    unit = evolve(row.unit, name="/".join(dict.fromkeys(p.unit.name for p in pieces if p.unit.name)))
    return Piece(state.free_id(name_of_unit(unit)), unit, pieces[0].side, pieces[0].place), row


def gather_assembly(order: Assemble, player: Side, state: GameState, rules: Ruleset) -> AssemblyFacts:
    """What the board and the chart say of units that would be assembled. Raises UnknownName for an id of no piece."""
    pieces = [state.piece(i) for i in order.units]
    made = _assembly_of(order.units, state, rules)
    return AssemblyFacts(
        made[0].unit if made else None,
        is_phasing=player == state.phasing and all(p.side == player for p in pieces),
        phase=state.moment.phase,
        are_together=len({p.place for p in pieces}) <= 1,
        is_listed=made is not None,
        could_be=_told_waiting(player, state),
    )


def _told_waiting(player: Side, state: GameState) -> str:
    """The units of a side that wait on the breakdown chart, in words, with the components that make them."""
    own = {name: broken for name, broken in waiting(state).items() if broken.piece.side == player}
    told = (f"{name} of {', '.join(broken.components)}" for name, broken in own.items())
    return f"assemble {'; '.join(told)}" if own else ""


@rule("FoF 15A", "SF 15A", "SF 15D")
def rule_on_assemble_order(order: Assemble, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may assemble these pieces; that is the end of the phase's movement for him."""
    twice = len(set(order.units)) != len(order.units)
    return Ruling.refuse_if(twice, "a unit is named twice", rules.cite("15A")) & rule_on_assembly(
        gather_assembly(order, player, state, rules), rules
    )


@rule("FoF 15A", "SF 15A", "SF 15D")
def carry_out_assemble(order: Assemble, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The components leave play, the unit stands in their hex, and nobody of the side moves any more in the phase.

    Raises IllegalOrder.
    """
    rule_on_assemble_order(order, player, state, rules).require(f"assembling {', '.join(order.units)}")
    made = _assembly_of(order.units, state, rules)
    assert made is not None, "units that make nothing have been refused"
    pieces = [state.piece(i) for i in order.units]
    piece, row = evolve(made[0], place=pieces[0].place), made[1]
    facts = _worst([fact for p in pieces for fact in _facts_of(p.id, state)])
    state = _taken_off(order.units, state).forgetting(BROKEN_DOWN, piece.id).with_piece(piece)
    state = _remembering(piece.id, facts, state)
    state = end_movement(player, f"{piece.id} has been assembled", state, rules)
    text = f"{subject(order.units, 'is', 'are')} assembled into {piece.id}"
    sizes = (("REs before", _reckon_re(pieces, rules)), ("REs after", reckon_re_size([piece.unit], rules.types)))
    return (yield from record(Event(text, _cited(row, rules), state, "assembled", sizes)))


def end_movement(side: Side, because: str, state: GameState, rules: Ruleset) -> GameState:
    """The state in which the phase is at its end for a side: its pieces stay where they are."""
    duty = Obligation("stays in its hex: the phase is at its end", because, (rules.cite("15A"),))
    return state.noting(STAYS, side, duty)
