"""The air replacement system (rule 25): cycles, regrouping, withdrawals, reinforcements, replacement points.

Needs a game turn, air units as they are printed, or numbers of them and of points; gives rulings, numbers and
reckonings. What a player orders in his initial phase, and what is remembered of it, is for `replacement_orders`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from europa_rules.air.airbases import FRIENDLY, has_room
from europa_rules.air_units import AirRating
from europa_rules.citations import rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import ABORTED, ELIMINATED, OPERATIVE

CHART = "air_replacement"
REPLACE, REPAIR = "replace", "repair"
IN_PLAY = "in play"
ARPS_AT_HAND = "25B-arps-at-hand"
BASE_CAPACITY = "25A-base-capacity"
ARPS_CARRIED = "25D-arps-carried"


def _term(name: str, rules: Ruleset) -> Number | None:
    cell = rules.charts[CHART].find_number("rows", name, "value")
    return None if cell is None else cell.value


def _stated(name: str, rules: Ruleset) -> Number:
    return rules.charts[CHART].number("rows", name, "value").value


# --- the cycle -------------------------------------------------------------------------------------------------------


@frozen
class AirCycle:
    """An air replacement cycle: its first and last game turn, and how many there are."""

    first: Turn
    last: Turn
    turns: int


@rule("FoF 25", "SF 25")
def air_cycle(turn: Turn, rules: Ruleset) -> AirCycle:
    """The air replacement cycle that a game turn belongs to.

    >>> from europa_rules import load
    >>> cycle = air_cycle(Turn.parse("Feb II 44"), load("sf"))
    >>> str(cycle.first), str(cycle.last)
    ('Jan I 44', 'Feb II 44')
    """
    turns, apart = (int(_stated(name, rules)) for name in ("cycle_turns", "cycle_months"))
    month = range(1, turn.month + 1, apart)[-1]
    first = last = Turn(turn.year, month, 1)
    for _ in range(turns - 1):
        last = last.next()
    return AirCycle(first, last, turns)


@rule("FoF 25", "SF 25")
def is_start_of_cycle(turn: Turn, rules: Ruleset) -> bool:
    """Whether an air replacement cycle begins with this game turn."""
    return air_cycle(turn, rules).first == turn


# --- regrouping ------------------------------------------------------------------------------------------------------


@frozen
class Regroupable:
    """An air unit that would regroup with another: its model, what its counter prints, its status."""

    model: str
    rating: AirRating
    status: str = ABORTED


@rule("FoF 25A", "SF 25A")
def rule_on_regrouping(one: Regroupable, other: Regroupable, rules: Ruleset) -> Ruling:
    """Whether two air units may regroup: both aborted, alike in model, type and codes.

    >>> from europa_rules import load
    >>> unit = Regroupable("Ju 88A4", AirRating.parse("4B5 3-7 S 26"))
    >>> other = Regroupable("Ju 88A4", AirRating.parse("4B5 3-7 26"))
    >>> print(rule_on_regrouping(unit, other, load("sf")))
    refused: their codes differ (SF 25A). Possible: a pair alike in model, type and codes.
    """
    by, alike = rules.cite("25A"), "a pair alike in model, type and codes"
    ruling = Ruling.all(
        Ruling.refuse(f"{unit.model or 'an air unit'} is {unit.status}", by, possible="a pair of aborted air units")
        for unit in (one, other)
        if unit.status != ABORTED
    )
    codes = sorted(one.rating.codes) != sorted(other.rating.codes)
    return (
        ruling
        & Ruling.refuse_if(one.model != other.model, "their models differ", by, possible=alike)
        & Ruling.refuse_if(one.rating.full_type != other.rating.full_type, "their types differ", by, possible=alike)
        & Ruling.refuse_if(codes, "their codes differ", by, possible=alike)
    )


@frozen
class Regrouped:
    """Air units after regrouping: still aborted, eliminated, received as reinforcements; and the ARPs it has cost."""

    aborted: int
    eliminated: int
    reinforcements: int
    arps: int = 0


@rule("FoF 25A", "SF 25A")
def regroup(pairs: int, aborted: int | None = None) -> Regrouped:
    """What regrouping so many pairs comes to: of each, one is eliminated and one is a reinforcement.

    aborted: how many air units are aborted; those of the pairs where not named.

    >>> regroup(1, aborted=3)
    Regrouped(aborted=1, eliminated=1, reinforcements=1, arps=0)
    """
    before = 2 * pairs if aborted is None else aborted
    return Regrouped(max(0, before - 2 * pairs), pairs, pairs)


# --- withdrawals -----------------------------------------------------------------------------------------------------


@frozen
class Withdrawal:
    """Where an air unit is withdrawn from ("in play", "aborted", "eliminated", or ""), and the ARPs that it costs."""

    source: str
    arps: Reckoning

    @property
    def word(self) -> str:
        """The source in one word."""
        return self.source.replace(" ", "_")


@rule("FoF 25B", "SF 25B")
def reckon_withdrawal(in_play: int, aborted: int, eliminated: int, rules: Ruleset) -> Withdrawal:
    """From where an air unit must be withdrawn, by how many meet the specification, and the price of it.

    >>> from europa_rules import load
    >>> found = reckon_withdrawal(0, 0, 1, load("sf"))
    >>> found.source, found.arps.value
    ('eliminated', Fraction(2, 1))
    """
    by = rules.cite("25B")
    if in_play or not (aborted or eliminated):
        return Withdrawal(IN_PLAY if in_play else "", Reckoning.of(0, "an air unit in play", by))
    source, action = (ABORTED, REPAIR) if aborted else (ELIMINATED, REPLACE)
    price = _stated(action, rules)
    return Withdrawal(source, Reckoning.of(price, f"as much as to {action} it", by))


@frozen
class Payment:
    """ARPs paid for an obligation, those left, and what is still owed."""

    paid: Number
    left: Number
    debt: Number


@rule("FoF 25B", "SF 25B")
def pay_debt(debt: Number, at_hand: Number) -> Payment:
    """What an obligation takes of the ARPs at hand, before they are spent on anything else.

    >>> pay_debt(3, 2)
    Payment(paid=2, left=0, debt=1)
    """
    paid = min(debt, at_hand)
    return Payment(paid, at_hand - paid, debt - paid)


@rule("FoF 25B", "SF 25B")
def charge_withdrawal(at_hand: Number, price: Number, rules: Ruleset) -> Payment:
    """What a withdrawal costs at once, and what is owed for it.

    >>> from europa_rules import load
    >>> charge_withdrawal(1, 2, load("fof")).debt
    1
    """
    if rules.reads(ARPS_AT_HAND, "all-owed") and price > at_hand:
        return Payment(ZERO, at_hand, price)
    return pay_debt(price, at_hand)


# --- reinforcements --------------------------------------------------------------------------------------------------


@frozen
class AirArrivals:
    """Air units that arrive in a turn in which others are withdrawn.

    Attributes:
        arriving: how many of each type arrive.
        withdrawn: how many of each type are withdrawn from play.
        has_airbase: whether there is an airbase where they could be placed.
    """

    arriving: Mapping[str, int] = field(factory=dict, hash=False)
    withdrawn: Mapping[str, int] = field(factory=dict, hash=False)
    has_airbase: bool = True


@frozen
class AirPlacements:
    """How many arrive where one was withdrawn, how many where their owner wishes, and how many are eliminated."""

    forced: int
    free: int
    eliminated: int


@rule("FoF 25C", "SF 25C")
def place_arrivals(facts: AirArrivals) -> AirPlacements:
    """How arriving air units are placed: one for each withdrawn from play of its type, at its airbase; others at will.

    >>> place_arrivals(AirArrivals({"F": 5}, {"F": 3}))
    AirPlacements(forced=3, free=2, eliminated=0)
    """
    forced = sum(min(number, facts.withdrawn.get(kind, 0)) for kind, number in facts.arriving.items())
    rest = sum(facts.arriving.values()) - forced
    return AirPlacements(forced, rest if facts.has_airbase else 0, 0 if facts.has_airbase else rest)


@frozen
class AirbaseForArrivals:
    """An airbase at which an air unit would arrive.

    Attributes:
        owner: its owner as the player sees it: "friendly" or "own", or "enemy".
        isolated: whether it is isolated.
        capacity: in air units; None without limit.
        present: air units there that count against it.
    """

    owner: str = FRIENDLY
    isolated: bool = False
    capacity: Number | None = 1
    present: int = 0


@rule("FoF 25C", "FoF 25D", "SF 25C", "SF 25D")
def rule_on_arrival(facts: AirbaseForArrivals, rules: Ruleset) -> Ruling:
    """Whether an air unit may arrive at an airbase: a friendly, unisolated one with a capacity of 1 or more.

    >>> from europa_rules import load
    >>> print(rule_on_arrival(AirbaseForArrivals(isolated=True), load("sf")))
    refused: the airbase is isolated (SF 25C). Possible: a friendly, unisolated airbase with a capacity of 1 or more.
    """
    by, instead = rules.cite("25C"), "a friendly, unisolated airbase with a capacity of 1 or more"
    is_full = facts.capacity is not None and facts.present >= facts.capacity
    return (
        Ruling.refuse_if(
            facts.owner not in (FRIENDLY, "own"), "the airbase is not friendly-owned", by, possible=instead
        )
        & Ruling.refuse_if(facts.isolated, "the airbase is isolated", by, possible=instead)
        & Ruling.refuse_if(not has_room(facts.capacity), "the airbase has no capacity", by, possible=instead)
        & Ruling.refuse_if(
            is_full and rules.reads(BASE_CAPACITY, "no"), "the airbase is full", by, possible="an airbase with room"
        )
    )


@rule("FoF 25C", "SF 25C")
def status_of_arrival(can_be_placed: bool) -> str:
    """The status of an air reinforcement: operative, or eliminated where it cannot enter play."""
    return OPERATIVE if can_be_placed else ELIMINATED


# --- air replacement points ------------------------------------------------------------------------------------------


@rule("FoF 25D", "SF 25D1", "SF 25D2")
def reckon_arp_cost(replaced: int, repaired: int, rules: Ruleset) -> Reckoning:
    """The ARPs that so many replacements and repairs cost.

    >>> from europa_rules import load
    >>> reckon_arp_cost(1, 1, load("fof")).value
    Fraction(3, 1)
    """
    by = rules.cite("25D")
    prices = ((REPLACE, replaced), (REPAIR, repaired))
    each = {name: _stated(name, rules) * number for name, number in prices}
    parts = [(name, Reckoning.of(price, f"to {name}", by)) for name, price in each.items() if price]
    return Reckoning.total("ARPs", parts, by)


@frozen
class ArpsAtHand:
    """What an organization has of ARPs.

    Attributes:
        allowance: what it received for the current air cycle.
        remaining: what it has left.
        carried: what it kept of the cycle before; part of what remains.
        paid: what it has paid of its obligation in this initial phase.
        spent: what it has spent otherwise in this initial phase.
    """

    allowance: Number
    remaining: Number
    carried: Number = ZERO
    paid: Number = ZERO
    spent: Number = ZERO


@rule("FoF 25D", "SF 25D")
def reckon_arp_limit(facts: ArpsAtHand, rules: Ruleset) -> Reckoning:
    """The most ARPs that may be spent in an initial phase.

    >>> from europa_rules import load
    >>> print(reckon_arp_limit(ArpsAtHand(7, 7), load("sf")))
    7 allowance of the cycle | x1/2 in an initial phase (SF 25D) | = 7/2
    """
    by = rules.cite("25D")
    least = _term("spend_part_from", rules)
    if least is None:
        return Reckoning.of(facts.remaining, "ARPs at hand", by)
    both = rules.reads(ARPS_CARRIED, "both")
    limit = Reckoning.of(facts.allowance, "allowance of the cycle")
    if both and facts.carried:
        limit = limit.plus(facts.carried, "carried over", by)
    if limit.value >= least:
        limit = limit.times(_stated("spend_part", rules), "in an initial phase", by)
    taken = facts.spent + (facts.paid if both else ZERO)
    if taken:
        limit = limit.minus(taken, "spent already", by).at_least(0, "never less than 0", by)
    if facts.carried or facts.paid:
        for point in rules.resting(ARPS_CARRIED):
            limit = limit.noting(rests_on=point)
    return limit.at_most(facts.remaining, "ARPs at hand", by) if limit.value > facts.remaining else limit


@frozen
class ArpsSpent:
    """Replacements and repairs that a player would pay for."""

    at_hand: ArpsAtHand
    replaced: int = 0
    repaired: int = 0
    phase: str = "initial"
    is_phasing: bool = True
    cost: Number | None = None


@rule("FoF 25", "FoF 25D", "SF 25", "SF 25D")
def rule_on_spending(facts: ArpsSpent, rules: Ruleset) -> Ruling:
    """Whether so many ARPs may be spent now: in the player's own initial phase, within its limit.

    >>> from europa_rules import load
    >>> print(rule_on_spending(ArpsSpent(ArpsAtHand(2, 2), replaced=1), load("sf")))
    refused: it costs 2 ARPs; at most 1 may be spent in this initial phase (SF 25D). Possible: spend at most 1 ARPs.
    """
    limit = reckon_arp_limit(facts.at_hand, rules)
    cost = reckon_arp_cost(facts.replaced, facts.repaired, rules).value if facts.cost is None else facts.cost
    return Ruling.refuse_if(
        facts.phase != "initial" or not facts.is_phasing,
        "air replacement is done in the player's own initial phase",
        rules.cite("25"),
        possible="in your initial phase",
    ) & Ruling.refuse_if(
        cost > limit.value,
        f"it costs {cost} ARPs; at most {limit.value} may be spent in this initial phase",
        rules.cite("25D"),
        possible=f"spend at most {limit.value} ARPs",
    )


@frozen
class ArpsKept:
    """Unspent ARPs at the end of a cycle: those carried over, and those lost."""

    carried: Number
    lost: Number


@rule("FoF 25D", "SF 25D")
def carry_arps(unspent: Number, rules: Ruleset) -> ArpsKept:
    """What becomes of unspent ARPs at the end of an air cycle.

    >>> from europa_rules import load
    >>> carry_arps(3, load("sf"))
    ArpsKept(carried=2, lost=1)
    """
    most = _term("carried_most", rules)
    carried = unspent if most is None else min(unspent, most)
    return ArpsKept(carried, unspent - carried)


@rule("FoF 25D", "SF 25D")
def reckon_next_cycle(unspent: Number, allowance: Number, rules: Ruleset) -> Reckoning:
    """The ARPs at hand in the next air cycle (rule 25D)."""
    kept = Reckoning.of(carry_arps(unspent, rules).carried, "carried over", rules.cite("25D"))
    return kept.plus(allowance, "received", rules.cite("25D"))


def restored_status(action: str) -> str:
    """The status of an air unit that has been replaced or repaired: operative."""
    return {REPLACE: OPERATIVE, REPAIR: OPERATIVE}[action]
