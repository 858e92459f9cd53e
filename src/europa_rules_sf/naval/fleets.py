"""What the fleets cost (SF 34H, 34I2, 34I3): fuel oil of the Axis, carriers that withdraw, and losses that stay.

Needs the naval units that put to sea, that withdraw or that are hit; gives rulings, costs and states.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side

BY_FUEL, BY_CARRIER, BY_LOSS = Citation("SF", "34H"), Citation("SF", "34I2"), Citation("SF", "34I3")
TASK_FORCE = "TF"
POINTS_EACH = 1
"""Resource points for an Axis task force that leaves port."""

HIT_NRPS, ABORTED_ARPS, ELIMINATED_ARPS = 3, 3, 6
SORTIE, REACTION, ESCAPE = DEPARTURES = ("sortie", "reaction", "escape")
LEAVING_PORT = "34H-leaving-port"


# --- fuel oil (SF 34H) -----------------------------------------------------------------------------------------------


@frozen
class PuttingToSea:
    """Naval units that leave a port.

    Attributes:
        side: whose they are. categories: of the units.
        points: resource points at the port.
        departure: "sortie", "reaction" or, under SF 34D, "escape".
    """

    side: Side
    categories: Sequence[str]
    points: Number = ZERO
    departure: str = SORTIE


@rule("SF 34H")
def reckon_fuel_oil(facts: PuttingToSea, rules: Ruleset) -> Reckoning:
    """The resource points that leaving a port costs: one for each Axis task force.

    >>> from europa_rules import load
    >>> reckon_fuel_oil(PuttingToSea(AXIS, ("TF", "TF", "NT")), load("sf")).value
    Fraction(2, 1)
    >>> found = reckon_fuel_oil(PuttingToSea(AXIS, ("TF",), departure=ESCAPE), load("sf"))
    >>> found.value, len(found.rests_on)
    (Fraction(0, 1), 1)
    >>> each = load("sf", rulings={"sf-34H-leaving-port": "all"})
    >>> reckon_fuel_oil(PuttingToSea(AXIS, ("TF",), departure=ESCAPE), each).value
    Fraction(1, 1)
    >>> reckon_fuel_oil(PuttingToSea(Side("Allied"), ("TF",)), load("sf")).value
    Fraction(0, 1)
    """
    is_free = facts.departure == ESCAPE and not rules.reads(LEAVING_PORT, "all")
    sail = sum(category == TASK_FORCE for category in facts.categories)
    number = sail if facts.side == AXIS and not is_free else 0
    points = Reckoning.of(POINTS_EACH, "an Axis TF", BY_FUEL).times(number, "of them", BY_FUEL)
    for point in rules.resting(LEAVING_PORT) if facts.departure != SORTIE else ():
        points = points.noting(rests_on=point)
    return points


@rule("SF 34H")
def rule_on_putting_to_sea(facts: PuttingToSea, rules: Ruleset) -> Ruling:
    """Whether the naval units may leave the port: the points must be at the port itself.

    >>> from europa_rules import load
    >>> rule_on_putting_to_sea(PuttingToSea(AXIS, ("TF", "TF"), 1), load("sf")).allowed
    False
    """
    cost = reckon_fuel_oil(facts, rules).value
    return Ruling.refuse_if(
        cost > facts.points,
        f"it costs {counted(cost, 'resource point')}, and {counted(facts.points, 'resource point')} are at the port",
        BY_FUEL,
        possible="bring resource points to the port, or leave with fewer TFs",
    )


# --- carriers (SF 34I2) ----------------------------------------------------------------------------------------------


@frozen
class CarrierLosses:
    """What a carrier group and its air units have lost as they withdraw, and the points at hand to pay for it."""

    hits: int = 0
    aborted: int = 0
    eliminated: int = 0
    nrps: Number = ZERO
    arps: Number = ZERO


@frozen
class CarrierPenalty:
    """What withdrawing costs in naval repair points and air replacement points, and what of that remains a deficit."""

    nrps: Reckoning
    arps: Reckoning
    nrp_deficit: Reckoning
    arp_deficit: Reckoning


@rule("SF 34I2")
def reckon_carrier_withdrawal(losses: CarrierLosses) -> CarrierPenalty:
    """What the withdrawal of a carrier group and its air units costs.

    >>> found = reckon_carrier_withdrawal(CarrierLosses(hits=4, nrps=10))
    >>> found.nrps.value, found.nrp_deficit.value
    (Fraction(12, 1), Fraction(2, 1))
    >>> nothing = reckon_carrier_withdrawal(CarrierLosses(nrps=4, arps=4))
    >>> nothing.nrps.value, nothing.nrp_deficit.value, nothing.arps.value
    (Fraction(0, 1), Fraction(0, 1), Fraction(0, 1))
    """
    nrps = _priced("hits", losses.hits, HIT_NRPS)
    units = (
        ("aborted air units", _priced("aborted", losses.aborted, ABORTED_ARPS)),
        ("eliminated air units", _priced("eliminated", losses.eliminated, ELIMINATED_ARPS)),
    )
    arps = Reckoning.total("ARPs", units, BY_CARRIER)
    return CarrierPenalty(nrps, arps, _owed(nrps, losses.nrps), _owed(arps, losses.arps))


def _priced(what: str, number: int, price: int) -> Reckoning:
    return Reckoning.of(price, "each", BY_CARRIER).times(number, what, BY_CARRIER)


def _owed(cost: Reckoning, at_hand: Number) -> Reckoning:
    owed = Reckoning.of(cost.value, "cost", BY_CARRIER).minus(at_hand, "at hand", BY_CARRIER)
    return owed.at_least(0, "nothing is owed", BY_CARRIER)


CARRIER_REPAIRS = ("cg_hit", "replace_cg", "repair_code_c", "replace_code_c")
"""What might be made good: a hit on a carrier group, a sunken one, an aborted air unit of it, and an eliminated one."""


@rule("SF 34I2")
def rule_on_carrier_repair(in_play: bool) -> Ruling:
    """Whether damage to a carrier group, or losses of its air units, may be made good: not while they are in play.

    >>> rule_on_carrier_repair(True).allowed
    False
    """
    why = "a carrier group and its air units are neither repaired nor replaced while they are in play"
    return Ruling.refuse_if(in_play, why, BY_CARRIER, possible="pay for it as they withdraw")


# --- permanent losses (SF 34I3) --------------------------------------------------------------------------------------


@frozen
class TaskForceState:
    """What a task force is after hits.

    Attributes:
        is_permanent: whether it has permanent losses, its half strength side up.
        side: strength of the side that is up. hits: on that side. current: its current strength (strength points).
    """

    is_permanent: bool
    side: Reckoning
    hits: Reckoning
    current: Reckoning


@rule("SF 34I3")
def reckon_hits(before: int, new: int) -> int:
    """The hits of damage on a task force in all."""
    return before + new


@rule("SF 34I3")
def reckon_permanent_loss(printed: int, hits: int, half_side: int | None = None) -> TaskForceState:
    """What a task force is with so many hits of damage in all: at half its printed strength its losses are permanent.

    half_side: the strength that its half strength side prints; None for half of the front, rounded down.

    >>> found = reckon_permanent_loss(12, 7)
    >>> found.is_permanent, found.hits.value, found.current.value
    (True, Fraction(1, 1), Fraction(5, 1))
    """
    is_permanent = 2 * hits >= printed
    current = Reckoning.of(printed, "printed", BY_LOSS).minus(hits, "hits", BY_LOSS).at_least(0, "sunk", BY_LOSS)
    side = Reckoning.of(printed, "printed", BY_LOSS)
    if is_permanent:
        side = side.become(printed // 2 if half_side is None else half_side, "half strength side", BY_LOSS)
    on_side = Reckoning.of(side.value, "side", BY_LOSS).minus(current.value, "current strength", BY_LOSS)
    return TaskForceState(is_permanent, side, on_side.at_least(0, "never less", BY_LOSS), current)
