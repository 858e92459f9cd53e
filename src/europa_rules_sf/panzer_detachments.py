"""Panzer detachments (SF 15E): Panther battalions leave panzer divisions, act alone, and join others.

Needs a division, whether it has detached its battalion, and which battalion is attached to it; gives its ratings and
type, and whether a battalion may leave or join. On the board detaching and attaching are orders, given when divisions
may break down and be assembled.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from europa_rules.charts.chart import Chart
from europa_rules.citations import Citation, rule
from europa_rules.ground.breakdowns import END, PHASES, START, end_movement, inherit, moment_now
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.position_notation import PieceNotation
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Rating, Unit, as_cadre, is_divisional, label, re_size

BY = Citation("SF", "15E")
PANZER, PANZERGRENADIER = "armor", "panzergrenadier"
NATION, FORCES = "ge", ("", "Army")
PANTHER = "panther"


# --- the ratings of a division (SF 15E) ------------------------------------------------------------------------------


@frozen
class Battalions:
    """Which battalions a division lacks and has.

    Attributes:
        has_detached: whether its own Panther battalion has left it.
        attached: the battalions attached to it.
    """

    has_detached: bool = False
    attached: tuple[Unit, ...] = ()

    @property
    def is_panzer(self) -> bool:
        """Whether it is a panzer division: it has its own battalion, or another in its place."""
        return not self.has_detached or bool(self.attached)


@frozen
class PanzerDivision:
    """A panzer division as it counts for all purposes.

    Attributes:
        unit: its facts, those of its cadre among them.
        attack, defense: its strengths (strength points).
        size: REs; a battalion attached to it adds nothing.
        stacking_units: units that it counts for in stacking.
    """

    unit: Unit
    attack: Reckoning
    defense: Reckoning
    size: Reckoning
    stacking_units: int = 1


def _chart(rules: Ruleset) -> Chart:
    return rules.charts["panzer_battalions"]


def _battalion(name: str, rules: Ruleset) -> Unit:
    return PieceNotation.of_series().parse_unit(_chart(rules).text("rows", name, "unit").value)


def panther(rules: Ruleset) -> Unit:
    """The unit that stands for a detached Panther battalion."""
    return _battalion(PANTHER, rules)


def _loss(rules: Ruleset) -> Number:
    return _chart(rules).number("rows", PANTHER, "takes").value


@rule("SF 15E")
def reckon_division(unit: Unit, battalions: Battalions, rules: Ruleset) -> PanzerDivision:
    """A division without its battalion, or with one attached: strengths, type and size.

    unit: the division as printed, or its cadre.

    >>> from europa_rules import load
    >>> found = reckon_division(Unit("ge", "armor", "division", Rating.parse("16-10")), Battalions(True), load("sf"))
    >>> str(found.unit.rating), found.unit.type
    ('12-10', 'panzergrenadier')
    >>> weak = Unit("ge", "armor", "division", Rating.parse("4-10"))
    >>> print(reckon_division(weak, Battalions(True), load("sf")).attack)
    4 printed | -4 its battalion is detached (SF 15E) | = 0
    >>> weaker = Unit("ge", "armor", "division", Rating.parse("3-10"))
    >>> print(reckon_division(weaker, Battalions(True), load("sf")).attack.value)
    0
    """
    attack = _reckon_strength(unit.attack, "attack", battalions, rules)
    defense = _reckon_strength(unit.defense, "defense", battalions, rules)
    changed = evolve(
        unit,
        rating=unit.rating and _changed(unit.rating, battalions, rules),
        cadre=unit.cadre and _changed(unit.cadre, battalions, rules),
        type=PANZER if battalions.is_panzer else PANZERGRENADIER,
    )
    size = Reckoning.of(re_size(unit, rules.types), "its own size; an attached battalion adds nothing", BY)
    return PanzerDivision(changed, attack, defense, size)


def _changed(printed: Rating, battalions: Battalions, rules: Ruleset) -> Rating:
    attack = _reckon_strength(printed.attack, "attack", battalions, rules).value
    defense = _reckon_strength(printed.defense, "defense", battalions, rules).value
    return Rating(attack, defense, printed.movement, self_supported=printed.self_supported)


def _reckon_strength(printed: Number, which: str, battalions: Battalions, rules: Ruleset) -> Reckoning:
    strength = Reckoning.of(printed, "printed")
    if battalions.has_detached:
        strength = strength.minus(_loss(rules), "its battalion is detached", BY)
        strength = strength.at_least(ZERO, "never below 0", BY) if strength.value < 0 else strength
    for battalion in battalions.attached:
        as_rated = rules.reads("15E-attach-battalion", "as-rated")
        added = battalion.defense if as_rated and which == "defense" else battalion.attack
        strength = strength.plus(added, f"{label(battalion)} attached", BY)
        for point in rules.resting("15E-attach-battalion"):
            strength = strength.noting(rests_on=point)
    return strength


# --- whether a battalion may leave or join (SF 15E) ------------------------------------------------------------------


@frozen
class DetachFacts:
    """A division that would detach its battalion.

    Attributes:
        division: its printed facts.
        battalions: what it has detached or received already.
        is_phasing: whether it is phasing.
        phase: the phase; moment: "start", "during" or "end" of it.
    """

    division: Unit
    battalions: Battalions = Battalions()
    is_phasing: bool = True
    phase: str = "movement"
    moment: str = START


@frozen
class AttachFacts:
    """A battalion that would join a division; as `DetachFacts`, with the battalion and whether both are in one hex."""

    division: Unit
    battalion: Unit
    battalions: Battalions = Battalions()
    are_together: bool = True
    is_phasing: bool = True
    phase: str = "movement"
    moment: str = END


def _rule_on_moment(is_phasing: bool, phase: str, moment: str, right: str, rules: Ruleset) -> Ruling:
    times = (START, END) if rules.reads("15E-detach-and-attach", "same-moment") else (right,)
    what = "battalions are detached as a phase starts" if right == START else "battalions are attached as a phase ends"
    ruling = Ruling.all(
        (
            Ruling.refuse_if(not is_phasing, "only phasing units detach and attach battalions", BY),
            Ruling.refuse_if(phase not in PHASES, f"{what}, not in the {phase} phase", BY),
            Ruling.refuse_if(moment not in times, what, BY, possible=f"at the {' or '.join(times)} of the phase"),
        )
    )
    return evolve(ruling, rests_on=rules.resting("15E-detach-and-attach"))


def _rule_on_division(unit: Unit, rules: Ruleset) -> Ruling:
    other = unit.type not in (PANZER, PANZERGRENADIER)
    return Ruling.all(
        (
            Ruling.refuse_if(other, f"{label(unit)} is no panzer division", BY),
            Ruling.refuse_if(
                unit.nation not in ("", NATION) or unit.force not in FORCES,
                f"{label(unit)} is not of the German Army",
                BY,
            ),
        )
    )


@rule("SF 15E")
def rule_on_detaching(facts: DetachFacts, rules: Ruleset) -> Ruling:
    """Whether a division may detach a Panther battalion: one of the German Army, of 15-10 or more, and only one.

    >>> from europa_rules import load
    >>> weak = Unit("ge", "armor", "division", Rating.parse("14-10"))
    >>> print(rule_on_detaching(DetachFacts(weak), load("sf")))
    refused: 14-10 armor division is weaker than 15-10 (SF 15E).
    """
    rating = facts.division.rating
    least = _chart(rules).number("rows", PANTHER, "from_attack").value
    weak = rating is None or min(rating.attack, rating.defense) < least or rating.movement < panther(rules).movement
    return Ruling.all(
        (
            _rule_on_moment(facts.is_phasing, facts.phase, facts.moment, START, rules),
            _rule_on_division(facts.division, rules),
            Ruling.refuse_if(
                facts.division.type == PANZERGRENADIER, f"{label(facts.division)} is no panzer division", BY
            ),
            Ruling.refuse_if(weak, f"{label(facts.division)} is weaker than {least}-{panther(rules).movement}", BY),
            Ruling.refuse_if(facts.battalions.has_detached, "it has detached its battalion already", BY),
        )
    )


@rule("SF 15E")
def rule_on_attaching(facts: AttachFacts, rules: Ruleset) -> Ruling:
    """Whether a battalion may join a division: a panzer division of the German Army, of any strength.

    One that has detached its own counts as one of panzergrenadiers, and may; one that has a battalion attached may not.
    """
    battalion = facts.battalion
    known = [_battalion(name, rules).rating for name in _chart(rules).rows("rows")]
    strange = battalion.rating not in known or battalion.type != PANZER
    has = facts.battalions
    other = facts.division.type == PANZERGRENADIER and not has.has_detached
    return Ruling.all(
        (
            _rule_on_moment(facts.is_phasing, facts.phase, facts.moment, END, rules),
            _rule_on_division(facts.division, rules),
            Ruling.refuse_if(other, f"{label(facts.division)} is no panzer division", BY),
            Ruling.refuse_if(strange, f"{label(battalion)} is no battalion that joins divisions", BY),
            Ruling.refuse_if(
                not facts.are_together, "battalion and division are not in one hex", BY, possible="stack them first"
            ),
            Ruling.refuse_if(bool(has.attached), "a battalion is attached to the division already", BY),
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class Composition:
    """What is remembered of a division that has detached or received a battalion.

    Attributes:
        printed: the division as printed, at full strength.
        has_detached: whether its own battalion has left it.
        attached: the battalions attached to it, as they stood.
    """

    printed: Unit
    has_detached: bool = False
    attached: tuple[Piece, ...] = ()

    @property
    def battalions(self) -> Battalions:
        """Which battalions it lacks and has."""
        return Battalions(self.has_detached, tuple(p.unit for p in self.attached))


COMPOSITION = FactKind("battalions of a panzer division", "game", Composition)
"""What a panzer division has detached and what is attached to it (subject: the division)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (COMPOSITION,)


@frozen
class DetachBattalion:
    """The order to a division to detach its Panther battalion.

    Attributes:
        division: the id of the piece.
    """

    division: str


@frozen
class AttachBattalion:
    """The order to attach a battalion to a division in its hex; it ends the movement of the phase.

    Attributes:
        battalion, division: ids of the pieces.
    """

    battalion: str
    division: str


def composition_of(piece: Piece, state: GameState) -> Composition:
    """What a division has detached and received so far."""
    return state.recall(COMPOSITION, piece.id) or Composition(piece.full or piece.unit)


def _recomposed(piece: Piece, now: Composition, state: GameState, rules: Ruleset) -> GameState:
    """The state with a division, at full strength or cadre, as it is with these battalions."""
    whole = reckon_division(now.printed, now.battalions, rules).unit
    changed = evolve(piece, unit=as_cadre(whole), full=whole) if piece.full else evolve(piece, unit=whole)
    return state.with_piece(changed).noting(COMPOSITION, piece.id, now)


@rule("SF 15E")
def rule_on_detach_order(order: DetachBattalion, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order."""
    piece = state.piece(order.division)
    facts = DetachFacts(
        composition_of(piece, state).printed,
        composition_of(piece, state).battalions,
        is_phasing=player == state.phasing == piece.side,
        phase=state.moment.phase,
        moment=moment_now(player, state),
    )
    is_whole = is_divisional(piece.unit)
    return rule_on_detaching(facts, rules) & Ruling.refuse_if(not is_whole, f"{piece.id} is at cadre strength", BY)


@rule("SF 15E")
def carry_out_detach(order: DetachBattalion, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The battalion stands in the hex of its division, which is 4 weaker. Raises IllegalOrder."""
    rule_on_detach_order(order, player, state, rules).require(f"detaching a battalion of {order.division}")
    piece = state.piece(order.division)
    now = evolve(composition_of(piece, state), has_detached=True)
    state = _recomposed(piece, now, state, rules)
    battalion = Piece(_free_id(piece, state), evolve(panther(rules), name=piece.unit.name), piece.side, piece.place)
    state = inherit(piece.id, (battalion.id,), state.with_piece(battalion), besides=(COMPOSITION,))
    text = f"{piece.id} detaches {battalion.id} and fights with {state.piece(piece.id).unit.rating}"
    return (yield from record(Event(text, (BY,), state, "battalion detached", _strengths(now, rules))))


def _strengths(now: Composition, rules: Ruleset) -> tuple[tuple[str, Reckoning], ...]:
    """The strengths of a division as it is composed now, with their ledgers."""
    found = reckon_division(now.printed, now.battalions, rules)
    return ("attack", found.attack), ("defense", found.defense)


def _free_id(division: Piece, state: GameState) -> str:
    name = f"{division.id}/Pz II"
    while name in state.pieces:
        name += "'"
    return name


@rule("SF 15E")
def rule_on_attach_order(order: AttachBattalion, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order."""
    division, battalion = state.piece(order.division), state.piece(order.battalion)
    facts = AttachFacts(
        composition_of(division, state).printed,
        battalion.unit,
        composition_of(division, state).battalions,
        are_together=division.place == battalion.place,
        is_phasing=player == state.phasing == division.side == battalion.side,
        phase=state.moment.phase,
    )
    return rule_on_attaching(facts, rules)


@rule("SF 15E")
def carry_out_attach(order: AttachBattalion, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The battalion is part of the division from now on. Raises IllegalOrder."""
    rule_on_attach_order(order, player, state, rules).require(f"attaching {order.battalion} to {order.division}")
    division, battalion = state.piece(order.division), state.piece(order.battalion)
    before = composition_of(division, state)
    state = state.without(battalion.id)
    now = evolve(before, attached=(battalion,))
    if before.has_detached and battalion.unit.rating == panther(rules).rating:
        now = evolve(before, has_detached=False)
    state = _recomposed(division, now, state, rules)
    state = end_movement(player, f"{battalion.id} has been attached", state, rules)
    text = f"{battalion.id} joins {division.id}, which fights with {state.piece(division.id).unit.rating}"
    return (yield from record(Event(text, (BY,), state, "battalion attached", _strengths(now, rules))))


def detachments(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[DetachBattalion]:
    """The battalion that a panzer division detaches."""
    if is_divisional(piece.unit) and _rule_on_division(composition_of(piece, state).printed, rules).allowed:
        yield DetachBattalion(piece.id)


def attachments(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[AttachBattalion]:
    """A unit attached to each panzer division in its hex."""
    for other in state.friends_at(piece.place, piece.side):
        if other.id != piece.id and _rule_on_division(composition_of(other, state).printed, rules).allowed:
            yield AttachBattalion(piece.id, other.id)


_MOVING = ("movement phase", "exploitation phase")
ORDER_KINDS = (
    OrderKind(
        "detach battalion",
        DetachBattalion,
        rule_on_detach_order,
        carry_out_detach,
        by=(BY,),
        openings=_MOVING,
        of_unit=detachments,
    ),
    OrderKind(
        "attach battalion",
        AttachBattalion,
        rule_on_attach_order,
        carry_out_attach,
        by=(BY,),
        openings=_MOVING,
        of_unit=attachments,
    ),
)
