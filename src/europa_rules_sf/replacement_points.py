"""Production and replacement points (SF 40B1, 40B2, 40B3): what districts give, what units cost, and who pays.

Needs the production of districts, the facts of a unit, or points that would be spent; gives points and rulings. What
holds in the whole series stands in `campaign.replacements`; this adds naval repair points, theaters and nationalities.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from attrs import field, frozen

from europa_rules.campaign.reinforcements import Rebuilding
from europa_rules.campaign.replacements import (
    ARM,
    CHART,
    INF,
    LOSS,
    RESOURCE,
    District,
    ReplacementPlace,
    is_production_due,
    reckon_production,
    reckon_rebuilding_cost,
    reckon_replacement_cost,
    rule_on_rebuilding,
    rule_on_replacement_place,
)
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import HALF, ZERO, Number, counted, exact, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.units import Rating

NAVAL = "naval"
KINDS = (INF, ARM, RESOURCE, NAVAL)
"""The kinds of points that districts produce: replacement points, resource points and naval repair points."""

COSTS = "special_rp_costs"
WITHDRAWN = "german_withdrawal_per_month"
BY, BY_POINTS, BY_RESOURCE = (Citation("SF", number) for number in ("40B1", "40B1a", "40B1b"))
BY_AXIS, BY_ALLIED = Citation("SF", "40B2"), Citation("SF", "40B3")


# --- production (40B1, 40B2) -----------------------------------------------------------------------------------------


@frozen
class ProducingDistrict:
    """A district in an own initial phase.

    Attributes:
        turn: the game turn.
        listed: kind of points -> what the replacements chart lists.
        cities: its cities. cities_lost: those that are isolated or enemy-owned. bases_lost: such naval bases.
    """

    turn: Turn
    listed: Mapping[str, Fraction] = field(factory=dict, hash=False)
    cities: int | None = None
    cities_lost: int = 0
    bases_lost: int = 0


@rule("SF 40B1")
def reckon_district(kind: str, facts: ProducingDistrict, rules: Ruleset) -> Reckoning:
    """What a district produces of a kind of points on a turn.

    >>> from europa_rules import load
    >>> turn, listed = Turn.parse("Aug I 44"), {"inf": Fraction(3), "naval": Fraction(2)}
    >>> district = ProducingDistrict(turn, listed, cities=4, cities_lost=1)
    >>> [reckon_district(kind, district, load("sf")).value for kind in ("inf", "naval")]
    [Fraction(5, 2), Fraction(2, 1)]
    >>> print(reckon_district("inf", ProducingDistrict(turn, listed, cities=4), load("sf")).value)
    3
    """
    listed = Reckoning.of(facts.listed.get(kind, ZERO), "listed")
    if not is_production_due(facts.turn, rules):
        return listed.become(0, f"nothing is produced on {facts.turn}", BY)
    district = District(facts.listed, facts.cities_lost, facts.cities)
    if kind != NAVAL:
        return reckon_production(kind, district, rules)
    if facts.cities and facts.cities_lost >= facts.cities:
        return listed.become(0, "all its cities are isolated or enemy-owned", BY)
    if not facts.bases_lost:
        return listed
    each = exact(str(rules.charts[CHART].number(LOSS, "naval_per_base").value))
    why = f"{counted(facts.bases_lost, 'naval base')} lost"
    return listed.minus(each * facts.bases_lost, why, BY).at_least(0, "never less", BY)


@rule("SF 40B2", "SF 38A3")
def reckon_german_received(kind: str, produced: Number, in_emergency: bool, rules: Ruleset) -> Reckoning:
    """The points of a kind that the Germans receive in a month, after what is withdrawn to other theaters.

    in_emergency: whether the month is one of an emergency, in which nothing is withdrawn.

    >>> from europa_rules import load
    >>> [reckon_german_received("inf", 10, emergency, load("sf")).value for emergency in (False, True)]
    [Fraction(0, 1), Fraction(10, 1)]
    >>> withdrawn = load("sf").charts[CHART].number("rows", WITHDRAWN, "inf").value
    >>> print(reckon_german_received("inf", withdrawn, False, load("sf")))
    13 produced (SF 40B2) | -13 withdrawn to other theaters (SF 40B2) | = 0
    >>> reckon_german_received("inf", withdrawn + 1, False, load("sf")).value
    Fraction(1, 1)
    >>> print(reckon_german_received("inf", withdrawn - 1, False, load("sf")).value)
    0
    """
    found = Reckoning.of(produced, "produced", BY_AXIS)
    cell = rules.charts[CHART].find_number("rows", WITHDRAWN, kind)
    if in_emergency or cell is None or not cell.value:
        return found
    found = found.minus(cell.value, "withdrawn to other theaters", BY_AXIS).noting(caveat=cell.caveat)
    return found.at_least(0, "never less", BY_AXIS) if found.value < 0 else found


# --- costs (40B1a) ---------------------------------------------------------------------------------------------------

CM = "cm"
POSITION_AA, HEADQUARTERS, COUNTER = "position_aa", "divisional_hq", "movement_counter"
FULL, CADRE, REBUILD = "full", "cadre", "rebuild"


@frozen
class CostFacts:
    """A unit that is to be replaced or rebuilt.

    Attributes:
        unit_class: "cm", "artillery" or "non_motorized".
        kind: "position_aa", "divisional_hq", "movement_counter", or "" for any other.
        full: its strengths at full strength. cadre: those of its cadre; None if it has none.
        aa: AA strength points of position AA. capacity: REs that a movement counter carries.
        special: its cost in the chart of special costs, by kind of points; empty for a unit that is not listed.
    """

    unit_class: str = "non_motorized"
    kind: str = ""
    full: Rating = Rating(0, 0)
    cadre: Rating | None = None
    aa: Number = 0
    capacity: Number = 0
    special: Mapping[str, Number] = field(factory=dict, hash=False)


@rule("SF 40B1a")
def reckon_cost(facts: CostFacts, to: str, rules: Ruleset) -> dict[str, Reckoning]:
    """The replacement points that a unit costs, by kind of points.

    to: "full" strength, "cadre" strength, or "rebuild" for the step from one to the other. Raises UnknownName for
    anything else, and for the cadre of a unit that has none.

    >>> from europa_rules import load
    >>> brigade = CostFacts("cm", full=Rating.parse("6-10"), special={"arm": 5, "inf": 1})
    >>> {kind: cost.value for kind, cost in reckon_cost(brigade, "full", load("sf")).items()}
    {'arm': Fraction(5, 1), 'inf': Fraction(1, 1)}
    >>> division = CostFacts(full=Rating.parse("7-6"), cadre=Rating.parse("3-6"))
    >>> [reckon_cost(division, to, load("sf"))["inf"].value for to in ("full", "cadre", "rebuild")]
    [Fraction(7, 1), Fraction(3, 1), Fraction(4, 1)]
    """
    if facts.special:
        return {kind: Reckoning.of(n, "chart of special costs", BY_POINTS) for kind, n in facts.special.items() if n}
    if facts.kind in _COUNTED:
        return _cost_by_chart(facts, rules)
    return {ARM if facts.unit_class == CM else INF: _cost_by_strength(facts, to, rules)}


_COUNTED = {POSITION_AA: "position_aa", HEADQUARTERS: "other_headquarters", COUNTER: "movement_counter"}
_CM_HEADQUARTERS = "cm_headquarters"


def _cost_by_chart(facts: CostFacts, rules: Ruleset) -> dict[str, Reckoning]:
    chart, motorized = rules.charts[COSTS], facts.kind == HEADQUARTERS and facts.unit_class == CM
    row = _CM_HEADQUARTERS if motorized else _COUNTED[facts.kind]
    times = {POSITION_AA: facts.aa, COUNTER: facts.capacity}.get(facts.kind, 1)
    each = chart.text("rows", row, "per").value
    found = {}
    for kind in (ARM, INF):
        cell = chart.number("rows", row, kind)
        if cell.value:
            cost = Reckoning.of(cell.value, each, BY_POINTS).noting(caveat=cell.caveat)
            found[kind] = cost if times == 1 else cost.times(times, f"{show(times)} of them", BY_POINTS)
    return found


def _cost_by_strength(facts: CostFacts, to: str, rules: Ruleset) -> Reckoning:
    if to == FULL:
        return reckon_replacement_cost(facts.full, rules)
    if to not in (CADRE, REBUILD):
        raise unknown("strength at which a unit is replaced", to, (FULL, CADRE, REBUILD))
    if facts.cadre is None:
        raise unknown("cadre of the unit", to, (FULL,))
    if to == CADRE:
        return reckon_replacement_cost(facts.cadre, rules)
    return reckon_rebuilding_cost(facts.full, facts.cadre, rules)


# --- spending (40B1, 40B1a, 40B1b) -----------------------------------------------------------------------------------


@frozen
class Spending:
    """Replacement points that would be spent.

    Attributes:
        points_of: the nation whose points they are. unit_of: that of the unit.
        action: "replace" or "rebuild".
        pool_theater: the theater in whose replacement pool the unit is. appears_theater: where it would appear.
        place: the hex, for a unit that is replaced. there: the unit, for a cadre that is rebuilt.
    """

    points_of: str
    unit_of: str
    action: str = "replace"
    pool_theater: str = ""
    appears_theater: str = ""
    place: ReplacementPlace = ReplacementPlace()
    there: Rebuilding = Rebuilding()


def _code(nation: str, rules: Ruleset) -> str:
    """The code of a nation, or its plain name where there is no such nation."""
    return rules.nations.find(nation).code if nation in rules.nations else normal(nation)


@rule("SF 40B1", "SF 40B1a")
def rule_on_spending(facts: Spending, rules: Ruleset) -> Ruling:
    """Whether replacement points may be spent so: for their own nation, and where the unit may appear or be rebuilt.

    >>> from europa_rules import load
    >>> print(rule_on_spending(Spending("German", "Italian"), load("sf")))
    refused: points of German nationality do not serve Italian units (SF 40B1a). Possible: spend Italian points.
    """
    if facts.action not in ("replace", REBUILD):
        raise unknown("use of replacement points", facts.action, ("replace", REBUILD))
    own = Ruling.refuse_if(
        _code(facts.points_of, rules) != _code(facts.unit_of, rules),
        f"points of {facts.points_of} nationality do not serve {facts.unit_of} units",
        BY_POINTS,
        possible=f"spend {facts.unit_of} points",
    )
    if facts.action == REBUILD:
        return own & rule_on_rebuilding(facts.there, rules)
    elsewhere = Ruling.refuse_if(
        facts.appears_theater != facts.pool_theater,
        f"it is in the replacement pool of the theater {facts.pool_theater}",
        BY_POINTS,
        BY,
        possible=f"let it appear in the theater {facts.pool_theater}",
    )
    return own & elsewhere & rule_on_replacement_place(facts.place, rules)


@frozen
class PoolTransfer:
    """A unit that would pass from one replacement pool to another.

    Attributes:
        origin, to: the theaters. controlled: those that the player controls.
        has_line: whether an overland supply line joins unisolated friendly cities of both.
        supply: the kind of supply of the city at its end.
        is_last: whether all other replacement activities of the phase have been done.
    """

    origin: str
    to: str
    controlled: tuple[str, ...]
    has_line: bool = True
    supply: str = "regular"
    is_last: bool = True


REGULAR = frozenset({"regular", "full", "limited"})


@rule("SF 40B1a")
def rule_on_pool_transfer(facts: PoolTransfer) -> Ruling:
    """Whether a unit may pass from one replacement pool to another.

    >>> rule_on_pool_transfer(PoolTransfer("ETO", "MTO", ("ETO", "MTO"))).allowed
    True
    """
    outside = [theater for theater in (facts.origin, facts.to) if theater not in facts.controlled]
    reasons = (
        (bool(outside), f"the player does not control {' and '.join(outside)}"),
        (not facts.has_line, "no overland supply line joins unisolated cities of both theaters"),
        (facts.supply not in REGULAR, "the city at its end is not in regular supply"),
        (not facts.is_last, "it comes after all other replacement activities of the phase"),
    )
    return Ruling.all(Ruling.refuse_if(holds, why, BY_POINTS) for holds, why in reasons)


@rule("SF 40B1b")
def rule_on_using_resource_point(on_map: bool) -> Ruling:
    """Whether a resource point may be spent: once it is on the map, also in the phase in which it was placed.

    >>> print(rule_on_using_resource_point(False))
    refused: it is in a pool (SF 40B1b). Possible: place it on the map, and use it at once.
    """
    return Ruling.refuse_if(
        not on_map, "it is in a pool", BY_RESOURCE, possible="place it on the map, and use it at once"
    )


# --- infantry points of the British Empire and France (40B3) ---------------------------------------------------------

BRITISH, INDIAN = "british_national", "indian"
INDIAN_ARMY, INDIAN_STATES = "indian_army", "indian_state_forces"
OWN_POINTS = {"canadian": "canadian", "new_zealander": "new_zealander", "south_african": "south_african"}
METROPOLITAN, AFRICAN, COLONIAL, LEGION = "metropolitan", "african", "colonial", "foreign_legion"
_SAME = {"british": BRITISH, "new_zealand": "new_zealander", "indian_state": INDIAN_STATES}


@frozen
class Payment:
    """Infantry points of several pools that would be paid for a unit.

    Attributes:
        unit: what the unit is: "Canadian", "Indian Army", "Metropolitan", "Foreign Legion", ...
        cost: its cost in infantry points. paid: pool -> points.
    """

    unit: str
    cost: Number
    paid: Mapping[str, Number] = field(factory=dict, hash=False)

    def of(self, pool: str) -> Number:
        """The points that are paid from a pool."""
        return sum((n for name, n in self.paid.items() if _plain(name) == pool), ZERO)

    def besides(self, pools: Collection[str]) -> tuple[str, ...]:
        """The pools paid from that are none of these."""
        return tuple(name for name, n in self.paid.items() if n and _plain(name) not in pools)


def _plain(name: str) -> str:
    return _SAME.get(normal(name), normal(name))


def _rule_on_pools(facts: Payment, pools: tuple[str, ...]) -> Ruling:
    """Whether a payment is made from these pools alone, and covers the cost."""
    strange, whole = facts.besides(pools), sum(facts.paid.values(), ZERO)
    named = " or ".join(pool.replace("_", " ") for pool in pools)
    return Ruling.refuse_if(
        bool(strange),
        f"{facts.unit} units are not paid for with {', '.join(strange)} points",
        BY_ALLIED,
        possible=f"pay {named} points",
    ) & Ruling.refuse_if(
        whole < facts.cost, f"{show(whole)} points are paid of {show(facts.cost)}", BY_POINTS, possible="pay the rest"
    )


@rule("SF 40B3")
def rule_on_british_payment(facts: Payment) -> Ruling:
    """Whether infantry points may be paid so for a unit of the British Empire.

    >>> rule_on_british_payment(Payment("Indian Army", 3, {"Indian": 2, "British national": 1})).allowed
    True
    >>> print(rule_on_british_payment(Payment("Canadian", 4, {"British national": 4})))
    refused: Canadian units are not paid for with British national points (SF 40B3). Possible: pay canadian points.
    """
    unit = _plain(facts.unit)
    if unit == INDIAN_ARMY:
        over = facts.of(BRITISH) > HALF * facts.of(INDIAN)
        return _rule_on_pools(facts, (INDIAN, BRITISH)) & Ruling.refuse_if(
            over,
            "more than half a British national point would be paid for each Indian point",
            BY_ALLIED,
            possible="pay more Indian points",
        )
    if unit == INDIAN_STATES:
        return _rule_on_pools(facts, (INDIAN,))
    return _rule_on_pools(facts, (OWN_POINTS.get(unit, BRITISH),))


@rule("SF 40B3")
def rule_on_french_payment(facts: Payment, in_exile: bool) -> Ruling:
    """Whether infantry points may be paid so for a French unit. Raises UnknownName for no kind of French unit.

    in_exile: whether the French government is in exile.

    >>> metropolitan = Payment("Metropolitan", 4, {"colonial": 4})
    >>> rule_on_french_payment(metropolitan, True).allowed, rule_on_french_payment(metropolitan, False).allowed
    (True, False)
    """
    unit = _plain(facts.unit)
    if unit not in (METROPOLITAN, AFRICAN, COLONIAL, LEGION):
        raise unknown("kind of French unit", facts.unit, (METROPOLITAN, AFRICAN, COLONIAL, LEGION))
    if unit == AFRICAN:
        return _rule_on_pools(facts, (AFRICAN,))
    if unit == METROPOLITAN:
        return _rule_on_pools(facts, (METROPOLITAN, COLONIAL) if in_exile else (METROPOLITAN,))
    few = facts.of(COLONIAL) < HALF * sum(facts.paid.values(), ZERO)
    return _rule_on_pools(facts, (METROPOLITAN, COLONIAL)) & Ruling.refuse_if(
        few, "less than half of the points would be colonial", BY_ALLIED, possible="pay more colonial points"
    )
