"""Resource points (FoF 12E, SF 12E): their counters, who may carry them, and what becomes of them.

Needs a unit and how many points it is to carry, or some counters; gives the rulings, the MPs that carrying costs, and
on the board the orders to carry, rearrange and destroy them. How much a unit may carry is the game's chart.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.agreement import subject
from europa_rules.citations import rule
from europa_rules.contributions import Modifier, Source, StepContribution
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.facts import CARRIED_ON
from europa_rules.ground.movement import Mover
from europa_rules.ground.movement_counters import carrier_of, has_stayed, kind_of_counter, load_of
from europa_rules.ground.moves import rule_on_group
from europa_rules.ground.ownership import HexGained
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number, counted, exact, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, label, re_size

RESOURCE_POINT = "resource_point"
CHART = "resource_points"
CARRIED_MPS = "MPs for resource points"
"""Situation of a unit: the MPs that the resource points it carries take off its movement rating."""


def is_resource_point(piece: Piece) -> bool:
    """Whether a piece is a counter of resource points."""
    return piece.unit.type == RESOURCE_POINT


def points_of(piece: Piece) -> int:
    """The resource points that a counter stands for."""
    return piece.unit.points or 1


# --- carrying (FoF 12E2, SF 12E) -------------------------------------------------------------------------------------


@frozen
class Carrying:
    """A unit that is to carry resource points.

    Attributes:
        unit: its printed facts.
        points: how many.
        retreating: whether it retreats.
        advancing: whether it advances after combat.
    """

    unit: Unit
    points: int
    retreating: bool = False
    advancing: bool = False


@rule("FoF 12E2", "SF 12E")
def reckon_most_carried(unit: Unit, rules: Ruleset) -> Reckoning:
    """The most resource points that a unit may carry.

    >>> from europa_rules import load
    >>> reckon_most_carried(Unit("us", "infantry", "division"), load("sf")).value
    Fraction(6, 1)
    """
    by = rules.cite("carrying-resource-points")
    cell = rules.charts[CHART].number("rows", "carrying", "points_per_re")
    size = Reckoning.of(re_size(unit, rules.types), "REs of the unit", by)
    return size if cell.value == 1 else size.times(cell.value, "resource points for each RE", by)


def _rule_on_option(rules: Ruleset) -> Ruling:
    """Whether units carry resource points at all: the rule is optional in some games."""
    option, by = rules.charts[CHART].text_or("", "rows", "carrying", "option"), rules.cite("carrying-resource-points")
    what = "units carry resource points by an optional rule, which is not in use"
    return rules.rule_on_option(option, what, by, besides="move them by rail")


@rule("FoF 12E2", "FoF 14I1", "SF 12E")
def rule_on_carrying_points(facts: Carrying, rules: Ruleset) -> Ruling:
    """Whether a unit may carry so many resource points.

    >>> from europa_rules import load
    >>> regiment = Unit("us", "infantry", "regiment")
    >>> rule_on_carrying_points(Carrying(regiment, 2), load("sf")).allowed
    True
    >>> print(rule_on_carrying_points(Carrying(regiment, 3), load("sf")))
    refused: infantry regiment may carry 2 resource points, not 3 (SF 12E). Possible: carry 2, others the rest.
    """
    by, chart, in_use = rules.cite("carrying-resource-points"), rules.charts[CHART], _rule_on_option(rules)
    if not in_use.allowed:
        return in_use
    most = reckon_most_carried(facts.unit, rules).value
    why = f"{label(facts.unit)} may carry {counted(most, 'resource point')}, not {facts.points}"
    resting = rules.resting("12E-half-re-carriers") if re_size(facts.unit, rules.types) < 1 else ()
    half = bool(resting) and rules.reads("12E-half-re-carriers", "cannot")
    is_counter = kind_of_counter(facts.unit, rules) is not None
    return Ruling.all(
        (
            Ruling.refuse_if(facts.points > most, why, by, possible=f"carry {show(most)}, others the rest"),
            Ruling.refuse_if(half and facts.points > 0, f"{label(facts.unit)} is too small to carry any", by),
            Ruling.refuse_if(
                facts.advancing and not chart.flag("rows", "carrying", "in_advance"),
                "none are carried in an advance",
                by,
            ),
            Ruling.refuse_if(
                bool(facts.points) and is_counter and not chart.flag("rows", "carrying", "by_counters"),
                f"{label(facts.unit)} carries units only",
                rules.cite("counter-loads"),
                possible="let a unit carry them",
            ),
            Ruling(rests_on=resting if facts.points else ()),
        )
    )


@rule("FoF 12E2", "SF 12E")
def reckon_carried_mps(facts: Carrying, rules: Ruleset) -> Reckoning:
    """MPs that carrying takes off a unit's movement rating.

    >>> from europa_rules import load
    >>> division = Unit("us", "infantry", "division")
    >>> [int(reckon_carried_mps(Carrying(division, n), load("sf")).value) for n in (0, 3, 4)]
    [0, 1, 2]
    """
    by, chart = rules.cite("carrying-resource-points"), rules.charts[CHART]
    if not facts.points:
        return Reckoning.of(0, "carries no resource points", by)
    within = facts.points <= re_size(facts.unit, rules.types)
    cell = chart.number("rows", "carrying", "mps" if within else "mps_above")
    why = "carries resource points" if within else "carries more resource points than its REs"
    return Reckoning.of(cell.value, why, by).noting(caveat=cell.caveat)


@rule("FoF 12E2", "SF 12E", "FoF 3C2", "SF 3C2")
def reckon_carrier_rating(rating: Number, mps: Reckoning, halvings: int, rules: Ruleset) -> Reckoning:
    """A movement rating after carrying and halvings; the MPs for carrying come off first.

    >>> from europa_rules import load
    >>> fof = load("fof")
    >>> reckon_carrier_rating(10, Reckoning.of(1, "carries resource points"), 1, fof).value
    Fraction(9, 2)
    """
    left = Reckoning.of(rating, "printed", rules.cite("6"))
    if mps.value:
        left = left.minus(mps.value, "carries resource points", rules.cite("carrying-resource-points"))
    for _ in range(halvings):
        left = left.times(HALF, "halved", rules.cite("3C2"))
    return left


# --- counters (rule 12E) ---------------------------------------------------------------------------------------------


@frozen
class Rearrangement:
    """Counters of resource points that are built up or broken down.

    Attributes:
        before, after: the points of each counter.
        same_hex: whether all of them are in one hex.
    """

    before: tuple[int, ...]
    after: tuple[int, ...]
    same_hex: bool = True


@rule("FoF 12E", "SF 12E")
def rule_on_rearrangement(facts: Rearrangement, rules: Ruleset) -> Ruling:
    """Whether counters may be rearranged so: freely, as long as the points of the hex stay the same.

    >>> from europa_rules import load
    >>> rule_on_rearrangement(Rearrangement((3,), (1, 1, 1)), load("fof")).allowed
    True
    """
    by, before, after = rules.cite("12E"), sum(facts.before), sum(facts.after)
    return Ruling.refuse_if(
        before != after,
        f"the hex has {counted(before, 'resource point')}, not {after}",
        by,
        possible=f"counters of {before} together",
    ) & Ruling.refuse_if(not facts.same_hex, "the counters are in different hexes", by)


@rule("FoF 12E", "SF 44B2")
def rule_on_scrapping(is_phasing: bool, rules: Ruleset) -> Ruling:
    """Whether a player may eliminate his own resource points: in his own player turn, where the rules let him.

    >>> from europa_rules import load
    >>> print(rule_on_scrapping(False, load("fof")))
    refused: a player eliminates his resource points in his own player turn only (FoF 12E).
    """
    by, option = rules.cite("12E"), rules.charts[CHART].text_or("", "rows", "scrapping", "option")
    why = "a player eliminates his resource points in his own player turn only"
    return Ruling.refuse_if(
        bool(option) and not rules.has_option(option), "resource points are not eliminated at will", by
    ) & Ruling.refuse_if(not is_phasing, why, by)


@rule("FoF 12E")
def rolls_for_capture(points: int) -> int:
    """How many dice the captor of a hex rolls for the resource points there: one for each."""
    return points


# --- orders ----------------------------------------------------------------------------------------------------------


@frozen
class Carry:
    """The order that a unit takes counters of resource points along for the rest of the phase.

    Attributes:
        carrier: the id of the unit.
        units: ids of the counters.
    """

    carrier: str
    units: tuple[str, ...]


def carried_points(piece_id: str, state: GameState) -> int:
    """The resource points that a piece carries now."""
    pieces = (state.piece(i) for i in load_of(piece_id, state))
    return sum(points_of(p) for p in pieces if is_resource_point(p))


def carrying_situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """The MPs that a piece's resource points take off its rating, as situations have it."""
    points = carried_points(piece.id, state)
    if not points:
        return {}
    return {CARRIED_MPS: show(reckon_carried_mps(Carrying(piece.unit, points), rules).value)}


def mps_for_points(situation: Mapping[str, str]) -> Fraction:
    """MPs that the resource points of a unit in this situation take off its rating, as a change to it."""
    return -exact(situation.get(CARRIED_MPS, "0"))


@rule("FoF 12E2", "SF 12E")
def rule_on_carry_order(order: Carry, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may have a unit carry these counters: his own, in its hex, and no more than it may carry."""
    by, in_use = rules.cite("carrying-resource-points"), _rule_on_option(rules)
    if not in_use.allowed:
        return in_use
    carrier, pieces = state.piece(order.carrier), [state.piece(i) for i in order.units]
    strange = [p.id for p in pieces if not is_resource_point(p)]
    taken = [p.id for p in pieces if carrier_of(p, state) is not p]
    points = carried_points(order.carrier, state) + sum(points_of(p) for p in pieces)
    return Ruling.all(
        (
            rule_on_group((order.carrier, *order.units), player, state, rules),
            Ruling.refuse_if(not order.units, "no resource point is named", by),
            Ruling.refuse_if(bool(strange), f"{', '.join(strange)}: no resource point", by),
            Ruling.refuse_if(bool(taken), f"{subject(taken, 'is', 'are')} carried already", by),
            Ruling.refuse_if(not has_stayed(carrier, state), f"{carrier.id} has moved in this phase", by),
            rule_on_carrying_points(Carrying(carrier.unit, points), rules),
        )
    )


def carry(order: Carry, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The unit takes the counters along to the end of the phase. Raises IllegalOrder."""
    rule_on_carry_order(order, player, state, rules).require(f"carrying by {order.carrier}")
    for piece_id in order.units:
        state = state.noting(CARRIED_ON, piece_id, order.carrier)
    text = f"{order.carrier} carries {', '.join(order.units)}"
    return (yield from record(Event(text, (rules.cite("carrying-resource-points"),), state, "resource points carried")))


@frozen
class Rearrange:
    """The order to build up or break down counters of resource points in a hex.

    Attributes:
        units: ids of the counters.
        points: the points of each counter afterwards.
    """

    units: tuple[str, ...]
    points: tuple[str, ...]


@rule("FoF 12E", "SF 12E")
def rule_on_rearrange_order(order: Rearrange, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may rearrange these counters so."""
    by, pieces = rules.cite("12E"), [state.piece(i) for i in order.units]
    strange = [p.id for p in pieces if not is_resource_point(p) or p.side != player]
    twice = len(set(order.units)) != len(order.units)
    wrong = [n for n in order.points if not n.isdigit() or not int(n)]
    after = tuple(int(n) for n in order.points if n.isdigit())
    facts = Rearrangement(tuple(map(points_of, pieces)), after, len({p.place for p in pieces}) == 1)
    return (
        Ruling.refuse_if(bool(strange), f"{', '.join(strange)}: no resource point of the player's", by)
        & Ruling.refuse_if(twice, "a counter is named twice", by, possible="name each once")
        & Ruling.refuse_if(bool(wrong), f"{', '.join(wrong)}: no number of points", by, possible="1, 2, 3, ...")
        & rule_on_rearrangement(facts, rules)
    )


def rearrange(order: Rearrange, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Put new counters in place of the old ones; those carried are put down. Raises IllegalOrder."""
    rule_on_rearrange_order(order, player, state, rules).require("rearranging resource points")
    first = state.piece(order.units[0])
    state = state.without(*order.units)
    for n in order.points:
        new = evolve(first, id=state.free_id(first.id), unit=evolve(first.unit, points=int(n)))
        state = state.with_piece(new)
    text = f"resource points in {first.place}: {', '.join(order.points)}"
    return (yield from record(Event(text, (rules.cite("12E"),), state, "resource points rearranged")))


@frozen
class Scrap:
    """The order to eliminate resource points of one's own.

    Attributes:
        units: ids of the counters.
    """

    units: tuple[str, ...]


@rule("FoF 12E", "SF 44B2")
def rule_on_scrap_order(order: Scrap, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may eliminate these resource points."""
    by, pieces = rules.cite("12E"), [state.piece(i) for i in order.units]
    strange = [p.id for p in pieces if not is_resource_point(p) or p.side != player]
    return (
        Ruling.refuse_if(not pieces, "no resource point is named", by)
        & Ruling.refuse_if(bool(strange), f"{', '.join(strange)}: no resource point of the player's", by)
        & rule_on_scrapping(player == state.phasing, rules)
    )


def scrap(order: Scrap, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Eliminate the resource points. Raises IllegalOrder."""
    rule_on_scrap_order(order, player, state, rules).require("eliminating resource points")
    text = f"{', '.join(order.units)} eliminated by the {player} player"
    after = state.without(*order.units)
    return (yield from record(Event(text, (rules.cite("12E"),), after, "resource points eliminated")))


# --- captured hexes, retreats and advances --------------------------------------------------------------------------


def left_behind(ref: Hex, owner: Side, state: GameState) -> tuple[Piece, ...]:
    """The resource points that enemies of a hex's new owner have left there; those being carried off are not."""
    there = (p for p in state.enemies_at(ref, owner) if is_resource_point(p))
    return tuple(p for p in there if carrier_of(p, state).place == ref)


@rule("SF 12E")
def lose_points(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after a hex has been gained in which captured resource points are destroyed (slot "hex gained")."""
    return state.without(*(p.id for p in left_behind(facts.hex, facts.owner, state)))


@rule("FoF 12E", "SF 12E")
def follow_carriers(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After retreats and advances: resource points are where the units are that carry them."""
    yield from ()
    for piece in tuple(state.pieces.values()):
        carrier = carrier_of(piece, state)
        if is_resource_point(piece) and carrier.place != piece.place:
            state = state.moved(piece.id, carrier.place)
    return state


CARRYING_STEPS = ("retreats", "advance")
"""The steps of an attack after which resource points are where their carriers are."""


def carrying_steps(by: str) -> tuple[StepContribution, ...]:
    """What a game contributes in which units carry resource points in retreats and advances."""
    return tuple(
        StepContribution(f"resource points carried, {step}", "attack", follow_carriers, by=by, after=step)
        for step in CARRYING_STEPS
    )


def carrying_modifier(by: str) -> Modifier:
    """What carrying resource points takes off a unit's MPs, before any halving."""

    def carries(facts: Mover) -> bool:
        return CARRIED_MPS in facts.situation

    def amount(facts: Mover) -> Fraction:
        return mps_for_points(facts.situation)

    return Modifier("carries resource points", "movement allowance", by=by, amount=amount, when=carries, at="early")


def carrying_source(by: str) -> Source:
    """What tells contributed rules of the resource points that a unit carries."""
    return Source("resource points carried", PIECE_CIRCUMSTANCES, by=by, value=carrying_situation)
