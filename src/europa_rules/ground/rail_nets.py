"""Rail nets and their capacity (rules 7A1, 7A4; SF 7A3, 7A4): what units count, how much a side can move, and yards.

Needs a unit and the lines it uses, or a net and what a side owns there; gives REs with their ledger, and the rulings on
loading, raising, building and losing capacity. Which hexes make a net, and what each side can move there at start, is
the game's data (`charts/rail_net_capacities`), read by sources of the slot "rail nets".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil, floor

from attrs import field, frozen

from europa_rules.charts import Cell
from europa_rules.citations import rule
from europa_rules.ground.rail_lines import FERRY, LOW
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, is_combat_motorized, label, re_for, re_size

CAPACITIES = "rail_net_capacities"
YARDS = "marshaling_yards"
INCREASE, BUILDING = "increase", "building"

# --- marshaling yards (FoF 7A1, SF 7A) -------------------------------------------------------------------------------

_CITIES = dict.fromkeys(("partial", "full", "partial_hex", "full_hex", "multi_hex", "major"), "major")


@frozen
class Yard:
    """A hex that may be a rail marshaling yard.

    Attributes:
        features: its cities and ports, as the chart names them: "dot_city", "major_city", "standard_port", ...
        on_rail: whether a rail line leads through it.
        district: the district that it lies in, or "".
    """

    features: tuple[str, ...] = ()
    on_rail: bool = True
    district: str = ""


def described_yard(cities: Iterable[str], ports: Iterable[str], on_rail: bool, district: str = "") -> Yard:
    """A hex from the sizes of its cities and ports; "" stands for none.

    >>> described_yard(["full"], ["great", ""], True).features
    ('major_city', 'great_port')
    """
    of_cities = (f"{_CITIES.get(normal(size), normal(size))}_city" for size in cities if size)
    return Yard((*of_cities, *(f"{normal(size)}_port" for size in ports if size)), on_rail, district)


def _makes_yard(feature: str, district: str, rules: Ruleset) -> bool:
    chart = rules.charts[YARDS]
    districts = chart.texts("rows", feature, "districts")
    return feature in chart.rows("rows") and (not districts or district in districts)


@rule("FoF 7A1", "SF 7A")
def rule_on_yard(facts: Yard, rules: Ruleset) -> Ruling:
    """Whether a hex is a rail marshaling yard: a city or a port of the right size on a rail line.

    >>> from europa_rules import load
    >>> rule_on_yard(Yard(("minor_port",), district="Corse"), load("sf")).allowed
    True
    >>> print(rule_on_yard(Yard(("dot_city",), on_rail=False), load("fof")))
    refused: no rail line leads through the hex (FoF 7A1).
    """
    by = rules.cite("marshaling-yards")
    listed = [name for name in facts.features if _makes_yard(name, facts.district, rules)]
    return Ruling.refuse_if(not facts.on_rail, "no rail line leads through the hex", by) & Ruling.refuse_if(
        not listed, "the hex has no city or port that makes a rail marshaling yard", by
    )


@rule("FoF 7A1")
def reckon_yard_capacity(facts: Yard, rules: Ruleset) -> Reckoning:
    """The rail capacity that a yard starts with (REs): that of its city or its port, whichever is greater.

    >>> from europa_rules import load
    >>> print(reckon_yard_capacity(Yard(("dot_city", "great_port")), load("fof")))
    1 dot city (FoF 7A1) | at least 2 great port (FoF 7A1) | = 2
    """
    by = rules.cite("marshaling-yards")
    if not rule_on_yard(facts, rules).allowed:
        return Reckoning.of(ZERO, "no rail marshaling yard", by)
    found: Reckoning | None = None
    for name in facts.features:
        cell = rules.charts[YARDS].find_number("rows", name, "re") if _makes_yard(name, facts.district, rules) else None
        if cell is not None:
            words = name.replace("_", " ")
            found = found.at_least(cell.value, words, by) if found else Reckoning.of(cell.value, words, by)
            found = found.noting(caveat=cell.caveat)
    return found or Reckoning.of(ZERO, "the game counts no capacity by yards", by)


# --- what a unit counts (FoF 7A4, SF 7A3) ----------------------------------------------------------------------------


@frozen
class RailUse:
    """A unit that uses rail lines.

    Attributes:
        unit: its printed facts.
        lines: the kinds of the lines it uses: "high", "low", "ferry".
        counter_with_load: whether it is the load of a movement counter that counts double with its counter.
        count: how many of them there are.
    """

    unit: Unit
    lines: tuple[str, ...] = ()
    counter_with_load: bool = False
    count: int = 1

    @property
    def is_low(self) -> bool:
        """Whether it uses a low-volume line; a rail ferry is one."""
        return LOW in self.lines or FERRY in self.lines


@rule("FoF 7A4", "SF 7A3", "FoF 14I1", "FoF 14K1", "SF 3A3", "SF 37A2")
def reckon_capacity_use(facts: RailUse, rules: Ruleset) -> Reckoning:
    """REs that a unit counts against rail capacity, whatever it has counted already.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> panzer = Unit("ge", "armor", "division", Rating.parse("10-10"))
    >>> print(reckon_capacity_use(RailUse(panzer, ("low",)), load("fof")))
    3 division (FoF 3A3, FoF 7A4) | x2 c/m units count double (FoF 7A4) | x2 low-volume line (FoF 7A4) | = 12
    """
    size = _transport_size(facts.unit, rules)
    if facts.count != 1:
        size = size.times(facts.count, "as many as there are", rules.cite("rail-capacity"))
    if facts.counter_with_load:
        size = size.times(2, "doubled with the counter that carries it", rules.cite("movement-counters"))
    return rules.modify(_on_lines(size, facts.is_low, rules), "rail capacity use", facts)


def _transport_size(unit: Unit, rules: Ruleset) -> Reckoning:
    """The REs of a unit as it is transported: c/m units and others that the chart of sizes names count double."""
    by, size, counts = rules.cite("rail-capacity"), re_size(unit, rules.types), re_for("transport", unit, rules.types)
    reckoning = Reckoning.of(size, unit.size.replace("_", " "), rules.cite("3A3"), by)
    if counts == size:
        return reckoning
    kind = "c/m" if is_combat_motorized(unit, rules.types) else unit.type.replace("_", " ")
    factor = Fraction(counts) / size
    why = f"{kind} units count {'double' if factor == 2 else show(factor) + ' times'}"
    return reckoning.times(factor, why, by)


def _on_lines(size: Reckoning, is_low: bool, rules: Ruleset) -> Reckoning:
    return size.times(2, "low-volume line", rules.cite("rail-capacity")) if is_low else size


@rule("SF 7A3", "SF 37A2")
def reckon_ferry_use(re: Number, rules: Ruleset) -> Reckoning:
    """REs that items of a size count on each net that a rail ferry joins: it is a low-volume line.

    >>> from europa_rules import load
    >>> reckon_ferry_use(3, load("sf")).value
    Fraction(6, 1)
    """
    return _on_lines(Reckoning.of(re, "REs", rules.cite("rail-ferries")), True, rules)


@frozen
class Rider:
    """A unit that has moved by rail in a turn, on one net or several.

    Attributes:
        name: tells it from others; the same name is the same unit.
        unit: its printed facts.
        nets: each net that it used, and whether by a low-volume line.
        count: how many of them there are.
    """

    name: str
    unit: Unit
    nets: tuple[tuple[str, bool], ...]
    count: int = 1


@rule("SF 7A3", "SF 7A4", "FoF 7A4")
def reckon_capacity_used(riders: Iterable[Rider], rules: Ruleset) -> dict[str, Reckoning]:
    """REs used of each net: every unit once, however often it moves, and on each net that it uses.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> twice = [Rider("d", division, (("Sicily", False),))] * 2
    >>> reckon_capacity_used(twice, load("sf"))["Sicily"].value
    Fraction(3, 1)
    """
    units: dict[str, Unit] = {}
    counts: dict[str, int] = {}
    nets: dict[str, dict[str, bool]] = {}
    for rider in riders:
        units.setdefault(rider.name, rider.unit)
        counts.setdefault(rider.name, rider.count)
        used = nets.setdefault(rider.name, {})
        for net, is_low in rider.nets:
            used[net] = used.get(net, False) or is_low
    found: dict[str, list[tuple[str, Reckoning]]] = {}
    for name, used in nets.items():
        for net, charge in _charges(units[name], used, rules).items():
            found.setdefault(net, []).extend([(label(units[name]), charge)] * counts[name])
    by = rules.cite("rail-capacity")
    return {net: Reckoning.total("REs", parts, by) for net, parts in found.items()}


def _charges(unit: Unit, nets: Mapping[str, bool], rules: Ruleset) -> dict[str, Reckoning]:
    """What a unit counts on each net; a low-volume line doubles it on all nets, or on its own, as the book is read."""
    anywhere = any(nets.values()) and not rules.reads("7A3-low-volume-nets", "that-net")
    found: dict[str, Reckoning] = {}
    for net, is_low in nets.items():
        charge = reckon_capacity_use(RailUse(unit, (LOW,) if is_low or anywhere else ()), rules)
        if len(nets) > 1 and any(nets.values()):
            for point in rules.resting("7A3-low-volume-nets"):
                charge = charge.noting(rests_on=point)
        found[net] = charge
    return found


# --- whether it fits (FoF 7A4, SF 7A3) -------------------------------------------------------------------------------


@frozen
class NetLoad:
    """What would be moved on a net.

    Attributes:
        needs: REs that it counts in addition to those counted already.
        capacity: REs that the side can move there in the turn.
        used: REs of that used already.
        net: its name.
    """

    needs: Number
    capacity: Number
    used: Number = ZERO
    net: str = ""


@rule("FoF 7A4", "SF 7A3")
def rule_on_load(facts: NetLoad, rules: Ruleset) -> Ruling:
    """Whether so many REs fit the capacity of a net.

    >>> from europa_rules import load
    >>> print(rule_on_load(NetLoad(6, 10, 6, "Sicily"), load("sf")))
    refused: 6 REs do not fit the 4 left of the rail capacity of 10 (Sicily) (SF 7A3). Possible: move at most 4 REs.
    """
    left = Fraction(facts.capacity) - facts.used
    where = f" ({facts.net})" if facts.net else ""
    why = f"{counted(Fraction(facts.needs), 'RE')} do not fit the {show(left)} left of the rail capacity of"
    why += f" {show(Fraction(facts.capacity))}{where}"
    too_much = facts.needs > 0 and facts.needs > left
    return Ruling.refuse_if(too_much, why, rules.cite("rail-capacity"), possible=f"move at most {counted(left, 'RE')}")


@rule("FoF 7A4", "SF 7A3")
def reckon_load(units: Iterable[Unit], lines: tuple[str, ...], rules: Ruleset) -> Reckoning:
    """REs that some units count together on lines of these kinds."""
    parts = [(label(unit), reckon_capacity_use(RailUse(unit, lines), rules)) for unit in units]
    return Reckoning.total("REs", parts, rules.cite("rail-capacity"))


# --- capacity raised, built and lost (SF 7A4a, 7A4b, 7A4c) -----------------------------------------------------------

YARDS_NEEDED = 2


@frozen
class Increase:
    """A raise of a net's capacity for this player turn.

    Attributes:
        capacity: REs of the capacity that can be used, without raises.
        by: REs of the raise.
        yards: yards on the net that the side owns, that are connected and not isolated.
        points_at_yards: whether the resource points to be spent are at these yards.
        points: resource points to be spent; 0 where that is not told.
        raised: REs by which it has been raised in this player turn already.
    """

    capacity: Number
    by: Number = ZERO
    yards: int = YARDS_NEEDED
    points_at_yards: bool = True
    points: int = 0
    raised: Number = ZERO


def _rate(section: str, name: str, rules: Ruleset) -> Cell[Number] | None:
    return rules.charts[CAPACITIES].find_number(section, name) if CAPACITIES in rules.charts else None


@rule("SF 7A4a", "SF 26A3")
def reckon_most_increase(facts: Increase, rules: Ruleset) -> Reckoning:
    """The most REs by which a net's capacity may be raised further in this player turn.

    >>> from europa_rules import load
    >>> reckon_most_increase(Increase(15), load("sf")).value
    Fraction(15, 2)
    """
    by = rules.cite("capacity-increase")
    share = _rate(INCREASE, "most_share", rules)
    if share is None:
        return Reckoning.of(ZERO, "capacity is not raised in this game", by)
    after = rules.reads("7A4a-capacity-measured", "after")
    most = Reckoning.of(facts.capacity, "capacity", by)
    if after:
        most = most.plus(facts.raised, "raised in this turn", by)
    most = most.times(share.value, "share that it may be raised by", by).noting(caveat=share.caveat)
    if facts.raised:
        most = most if after else most.minus(facts.raised, "raised in this turn", by).at_least(0, "none left")
        for point in rules.resting("7A4a-capacity-measured"):
            most = most.noting(rests_on=point)
    if most.value.denominator == 1:
        return most
    if rules.reads("7A4-fractional-capacity", "dropped"):
        most = most.become(floor(most.value), "fractions of capacity are dropped", by)
    for point in rules.resting("7A4-fractional-capacity"):
        most = most.noting(rests_on=point)
    return most


@rule("SF 7A4a")
def reckon_increase_cost(res: Number, rules: Ruleset) -> Reckoning:
    """Resource points that a raise by so many REs costs.

    >>> from europa_rules import load
    >>> print(reckon_increase_cost(25, load("sf")))
    25 REs (SF 7A4a) | x1/10 a resource point for 10 REs (SF 7A4a) | become 3 or a part of them (SF 7A4a) | = 3
    """
    by = rules.cite("capacity-increase")
    cell = _rate(INCREASE, "re_per_point", rules)
    cost = Reckoning.of(res, "REs", by)
    if cell is None:
        return cost.become(ZERO, "capacity is not raised in this game", by)
    each = Fraction(cell.value)
    cost = cost.times(1 / each, f"a resource point for {show(each)} REs", by).noting(caveat=cell.caveat)
    return cost if cost.value.denominator == 1 else cost.become(ceil(cost.value), "or a part of them", by)


def _too_few(points: int) -> str:
    """That there are not so many resource points, in words; 0 where their number is not told."""
    if not points:
        return "the resource points are not"
    return "no resource point is" if points == 1 else f"fewer than {points} resource points are"


def _rule_on_yards(facts: Increase | Building, subject: str, rules: Ruleset) -> Ruling:
    by, yards = rules.cite(subject), facts.yards
    few = f"on the net the side owns {counted(yards, 'connected yard')} not isolated; it takes {YARDS_NEEDED}"
    return Ruling.refuse_if(
        yards < YARDS_NEEDED, few, by, possible="own two yards that a rail line connects"
    ) & Ruling.refuse_if(
        not facts.points_at_yards,
        f"{_too_few(facts.points)} at yards of the net that are connected, not isolated and the side's own",
        by,
        possible="bring them to such a yard",
    )


@rule("SF 7A4a")
def rule_on_increase(facts: Increase, rules: Ruleset) -> Ruling:
    """Whether a net's capacity may be raised so for this player turn.

    >>> from europa_rules import load
    >>> print(rule_on_increase(Increase(50, by=26), load("sf")))
    refused: a capacity of 50 cannot be raised by 26 REs (SF 7A4a). Possible: raise it by at most 25 REs.
    """
    most = reckon_most_increase(facts, rules)
    why = f"a capacity of {show(Fraction(facts.capacity))} cannot be raised by {counted(Fraction(facts.by), 'RE')}"
    why += f" beside the {counted(Fraction(facts.raised), 'RE')} of this turn" if facts.raised else ""
    possible = f"raise it by at most {counted(most.value, 'RE')}"
    ruling = _rule_on_yards(facts, "capacity-increase", rules) & Ruling(rests_on=most.rests_on, caveats=most.caveats)
    return ruling & Ruling.refuse_if(facts.by > most.value, why, rules.cite("capacity-increase"), possible=possible)


@frozen
class Building:
    """Resource points spent to build up a net's capacity for good.

    Attributes:
        points: resource points.
        yards, points_at_yards: as for `Increase`.
        phase: the phase.
        spent: points spent on the net in the phase already.
        capacity: REs of the capacity so far.
        is_phasing: whether it is the side's own player turn.
    """

    points: int
    yards: int = YARDS_NEEDED
    points_at_yards: bool = True
    phase: str = "initial"
    spent: int = 0
    capacity: Number = ZERO
    is_phasing: bool = True


@rule("SF 7A4b")
def reckon_gain(facts: Building, rules: Ruleset) -> Reckoning:
    """REs that resource points add to a net's capacity for good.

    >>> from europa_rules import load
    >>> reckon_gain(Building(9), load("sf")).value
    Fraction(3, 1)
    """
    by = rules.cite("capacity-building")
    cell = _rate(BUILDING, "points_per_re", rules)
    gain = Reckoning.of(facts.points, "resource points", by)
    if cell is None:
        return gain.become(ZERO, "capacity is not built in this game", by)
    each = Fraction(cell.value)
    gain = gain.times(1 / each, f"an RE for {show(each)} points", by).noting(caveat=cell.caveat)
    return gain if gain.value.denominator == 1 else gain.become(floor(gain.value), "whole REs", by)


@rule("SF 7A4b")
def rule_on_building(facts: Building, rules: Ruleset) -> Ruling:
    """Whether resource points may be spent so to build up a net's capacity.

    >>> from europa_rules import load
    >>> print(rule_on_building(Building(13), load("sf")))
    refused: 13 resource points are more than the 12 that a net takes in an initial phase (SF 7A4b). Possible: spend 12.
    """
    by, cell = rules.cite("capacity-building"), _rate(BUILDING, "most_points", rules)
    if cell is None:
        return Ruling.refuse("capacity is not built in this game", by)
    left = cell.value - facts.spent
    taken = f"{show(Fraction(cell.value))} that a net takes in an initial phase"
    spent = f"{show(Fraction(left))} left of the {taken} ({facts.spent} are spent)"
    why = f"{facts.points} resource points are more than the {spent if facts.spent else taken}"
    most = Ruling.refuse_if(facts.points > left, why, by, possible=f"spend {show(Fraction(left))}")
    phase = Ruling.refuse_if(
        facts.phase != "initial", "capacity is built in the initial phase", by, possible="wait for the initial phase"
    )
    foreign = Ruling.refuse_if(not facts.is_phasing, "only the phasing player builds capacity", by)
    yards = _rule_on_yards(facts, "capacity-building", rules)
    return most & phase & foreign & yards


@rule("SF 7A4c")
def reckon_capacity_after_loss(capacity: Number, yards_owned: int, rules: Ruleset) -> Reckoning:
    """A side's capacity on a net after yards have been lost: none once it owns no yard there.

    >>> from europa_rules import load
    >>> print(reckon_capacity_after_loss(40, 0, load("sf")))
    40 capacity (SF 7A4) | become 0 the last yard is lost (SF 7A4c) | = 0
    """
    left = Reckoning.of(capacity, "capacity", rules.cite("rail-nets"))
    return left if yards_owned else left.become(ZERO, "the last yard is lost", rules.cite("capacity-loss"))


@frozen
class NetShare:
    """A side's share of a net, as slot "rail capacity" is given it.

    Attributes:
        side, net: whose, and where.
        situation: further facts for contributed rules, by name.
    """

    side: str
    net: str
    situation: Mapping[str, str] = field(factory=dict, hash=False)
