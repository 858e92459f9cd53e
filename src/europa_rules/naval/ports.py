"""Ports and beaches (FoF 26A3, 26A4; SF 30A, 30B): what a port can pass, whether it functions, where beaches are.

Needs the kind of a port and its hits, the units, or a coastal hex; gives capacities, REs and rulings. The figures are
the chart of ports (`charts/port_summary.toml`). What the board says of a port stands in `port_use`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, label, re_for

CHART = "port_summary"


def port_row(kind: str, rules: Ruleset) -> str:
    """The row of the chart that a kind of port has: "great", "great port". Raises UnknownName for no kind."""
    row = normal(kind).removesuffix("_port")
    rows = rules.charts[CHART].rows("rows")
    if row not in rows:
        raise unknown("kind of port", kind, rows)
    return row


@frozen
class PortCondition:
    """A port and its damage.

    Attributes:
        capacity: REs that it passes in a player turn while it is undamaged.
        hits: on it. most_hits: the most that it can take; None where that is not known.
        has_artificial_harbor: whether it is marked with an artificial harbor.
        is_destroyed: whether it has been destroyed.
    """

    capacity: Number
    hits: int = 0
    most_hits: int | None = None
    has_artificial_harbor: bool = False
    is_destroyed: bool = False

    @property
    def is_at_most(self) -> bool:
        """Whether it has the most damage that it can take."""
        return self.is_destroyed or (self.most_hits is not None and self.hits >= self.most_hits)


@rule("SF 30A2", "SF 30A3", "SF 30A6", "FoF 26A3")
def reckon_capacity_left(facts: PortCondition, rules: Ruleset) -> Reckoning:
    """The REs that a port passes in a player turn with its damage; a hit costs an artificial harbor more.

    >>> from europa_rules import load
    >>> reckon_capacity_left(PortCondition(12, 5, 14, has_artificial_harbor=True), load("sf")).value
    Fraction(2, 1)
    """
    by, harbor = rules.cite("ports"), "artificial_harbor" if facts.has_artificial_harbor else "normal"
    return _less_hits(Reckoning.of(facts.capacity, "undamaged", by), facts, harbor, rules)


def _less_hits(capacity: Reckoning, facts: PortCondition, harbor: str, rules: Ruleset) -> Reckoning:
    """A capacity less what the hits cost; nothing is left of a port that is destroyed."""
    by, each = rules.cite("ports"), rules.charts[CHART].whole("hit", harbor)
    hits = facts.hits if facts.most_hits is None else min(facts.hits, facts.most_hits)
    if facts.is_destroyed:
        return capacity.become(0, "destroyed", by)
    if not hits:
        return capacity
    less = capacity.plus(each.value * hits, f"{hits} hits", by).noting(caveat=each.caveat)
    return less.at_least(0, "never less", by)


@rule("SF 30A4")
def rule_on_functioning(facts: PortCondition, rules: Ruleset) -> Ruling:
    """Whether a port functions: it is not destroyed, and can take further damage.

    >>> from europa_rules import load
    >>> rule_on_functioning(PortCondition(12, 14, 14), load("sf")).allowed
    False
    """
    by, left = rules.cite("functioning-ports"), reckon_capacity_left(facts, rules)
    is_worn_out = not facts.is_at_most and left.value <= 0
    resting = Ruling(rests_on=rules.resting("30A6-capacity-zero") if is_worn_out else ())
    stops = is_worn_out and rules.reads("30A6-capacity-zero", "not")
    return resting & Ruling.all(
        (
            Ruling.refuse_if(facts.is_destroyed, "the port is destroyed", by, possible="rebuild it"),
            Ruling.refuse_if(
                facts.is_at_most and not facts.is_destroyed,
                "the port has the most damage that it can take",
                by,
                possible="repair a hit of it",
            ),
            Ruling.refuse_if(stops, "nothing is left of its capacity", by, possible="repair a hit of it"),
        )
    )


@rule("SF 30A9")
def is_naval_base(kind: str, rules: Ruleset) -> bool:
    """Whether ports of a kind are naval bases.

    >>> from europa_rules import load
    >>> is_naval_base("standard", load("sf")), is_naval_base("major", load("sf"))
    (False, True)
    """
    return rules.charts[CHART].flag("rows", port_row(kind, rules), "naval_base")


@rule("FoF 26A3", "SF 30A1", "SF 30A2")
def reckon_port_capacity(kind: str, hits: int, rules: Ruleset) -> Reckoning:
    """The REs that may embark and disembark at a port in a player turn, after its hits.

    >>> from europa_rules import load
    >>> print(reckon_port_capacity("standard", 2, load("fof")).value)
    4
    """
    cell = rules.charts[CHART].whole("rows", port_row(kind, rules), "capacity_re")
    capacity = Reckoning.of(cell.value, f"{kind} port", rules.cite("ports")).noting(caveat=cell.caveat)
    capacity = _less_hits(capacity, PortCondition(cell.value, hits), "normal", rules)
    for point in rules.resting("26A3-port-bombing-reference") if hits else ():
        capacity = capacity.noting(rests_on=point)
    return capacity


@rule("FoF 26A3", "SF 30A2")
def reckon_most_hits(kind: str, rules: Ruleset) -> Reckoning:
    """The most hits that a port can take."""
    cell = rules.charts[CHART].whole("rows", port_row(kind, rules), "max_damage")
    return Reckoning.of(cell.value, f"{kind} port", rules.cite("ports")).noting(caveat=cell.caveat)


@rule("FoF 26A3")
def reckon_port_load(units: Iterable[Unit], rules: Ruleset) -> Reckoning:
    """The REs that units count against port capacity: c/m units and cavalry double.

    >>> from europa_rules import load
    >>> print(reckon_port_load([Unit("br", "armor", "division")], load("fof")).value)
    6
    """
    by = rules.cite("ports")
    sizes = ((label(unit), Reckoning.of(re_for("transport", unit, rules.types), unit.size, by)) for unit in units)
    return Reckoning.total("REs of port capacity", sizes, by)


@frozen
class PortUse:
    """Cargo that passes a port in a player turn.

    Attributes:
        kind: the kind of port. hits: on it.
        units: that embark or disembark there.
        is_owned_at_start: whether their side owned the port as its initial phase began.
        supply: REs of supply that embark or disembark there.
        passed: REs that have passed it in the player turn before.
        is_owned: whether their side owns it now.
    """

    kind: str
    hits: int = 0
    units: tuple[Unit, ...] = ()
    is_owned_at_start: bool = True
    supply: Number = ZERO
    passed: Number = ZERO
    is_owned: bool = True


@rule("FoF 26A3")
def reckon_port_cargo(facts: PortUse, rules: Ruleset) -> Reckoning:
    """The REs that cargo counts against port capacity: its units, and its supply."""
    load = reckon_port_load(facts.units, rules)
    return load.plus(facts.supply, "REs of supply", rules.cite("ports")) if facts.supply else load


@frozen
class Passing:
    """Cargo that would pass a port or a beach in a player turn.

    Attributes:
        cargo: its REs. passed: REs that have passed there in the player turn before.
        capacity: REs that may pass there in a player turn; None for a beach, which has no limit.
    """

    cargo: Number
    passed: Number = ZERO
    capacity: Number | None = None


@rule("FoF 26A3", "SF 30A1", "SF 30B")
def rule_on_passing(facts: Passing, rules: Ruleset) -> Ruling:
    """Whether cargo finds room at a port; beaches have no limit.

    >>> from europa_rules import load
    >>> rule_on_passing(Passing(2, 5, 6), load("sf")).allowed, rule_on_passing(Passing(2, 5), load("sf")).allowed
    (False, True)
    """
    if facts.capacity is None:
        return Ruling.allow()
    left = facts.capacity - facts.passed
    before = f", of which {show(facts.passed)} have been used" if facts.passed else ""
    return Ruling.refuse_if(
        facts.cargo > left,
        f"{show(facts.cargo)} REs pass a port of {show(facts.capacity)}{before}",
        rules.cite("port-capacity"),
        possible=f"let {show(max(left, ZERO))} REs pass",
    )


@rule("FoF 26A3", "SF 30A1", "SF 30B")
def reckon_passed(facts: Passing, rules: Ruleset) -> Reckoning:
    """The REs that have passed a port or beach in the player turn once the cargo has."""
    by = rules.cite("ports" if facts.capacity is not None else "beaches")
    return Reckoning.of(facts.passed, "passed before", by).plus(facts.cargo, "REs of cargo", by)


@rule("FoF 26A3", "SF 30A")
def rule_on_port_owner(is_owned: bool, is_owned_at_start: bool, rules: Ruleset) -> Ruling:
    """Whether a player may use a port by who owns it: he must own it, and have owned it as his initial phase began.

    >>> from europa_rules import load
    >>> rule_on_port_owner(True, False, load("sf")).allowed
    False
    """
    by = rules.cite("ports")
    another = "a port that was friendly-owned as the initial phase began"
    return Ruling.refuse_if(not is_owned, "the port is not friendly-owned", by, possible=another) & Ruling.refuse_if(
        not is_owned_at_start, "the port was not owned at the start of the initial phase", by, possible=another
    )


@rule("FoF 26A3", "SF 30A", "SF 30A1")
def rule_on_port(facts: PortUse, rules: Ruleset) -> Ruling:
    """Whether the cargo may pass the port in this player turn."""
    capacity, load = reckon_port_capacity(facts.kind, facts.hits, rules), reckon_port_cargo(facts, rules)
    ruling = rule_on_passing(Passing(load.value, facts.passed, capacity.value), rules)
    ruling &= rule_on_port_owner(facts.is_owned, facts.is_owned_at_start, rules)
    return ruling & Ruling(caveats=capacity.caveats)


@rule("FoF 26A4", "SF 30B")
def is_beach(is_coastal: bool, terrain: str) -> bool:
    """Whether a hex has a beach: a coastal one of any terrain but mountain.

    >>> is_beach(True, "woods"), is_beach(True, "mountain"), is_beach(False, "clear")
    (True, False, False)
    """
    return is_coastal and normal(terrain) != "mountain"
