"""Ports and beaches (FoF 26A3, 26A4; SF 30A, 30B): what a port can pass, what units count there, where beaches are.

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


@rule("FoF 26A3", "SF 30A1", "SF 30A2")
def reckon_port_capacity(kind: str, hits: int, rules: Ruleset) -> Reckoning:
    """The REs that may embark and disembark at a port in a player turn, after its hits.

    >>> from europa_rules import load
    >>> print(reckon_port_capacity("standard", 2, load("fof")).value)
    4
    """
    chart, by = rules.charts[CHART], rules.cite("ports")
    cell = chart.whole("rows", port_row(kind, rules), "capacity_re")
    each = chart.whole("hit", "normal").value
    capacity = Reckoning.of(cell.value, f"{kind} port", by).noting(caveat=cell.caveat)
    if not hits:
        return capacity
    capacity = capacity.plus(each * hits, f"{hits} hits", by).at_least(0, "never less", by)
    for point in rules.resting("26A3-port-bombing-reference"):
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


@rule("FoF 26A3", "SF 30A", "SF 30A1")
def rule_on_port(facts: PortUse, rules: Ruleset) -> Ruling:
    """Whether the cargo may pass the port in this player turn."""
    by = rules.cite("ports")
    capacity, load = reckon_port_capacity(facts.kind, facts.hits, rules), reckon_port_cargo(facts, rules)
    left = capacity.value - facts.passed
    before = f", of which {show(facts.passed)} have been used" if facts.passed else ""
    ruling = Ruling.all(
        (
            Ruling.refuse_if(
                load.value > left,
                f"{show(load.value)} REs pass a port of {show(capacity.value)}{before}",
                by,
                possible=f"let {show(max(left, ZERO))} REs pass",
            ),
            Ruling.refuse_if(not facts.is_owned, "the port is not friendly-owned", by),
            Ruling.refuse_if(
                not facts.is_owned_at_start, "the port was not owned at the start of the initial phase", by
            ),
        )
    )
    return ruling & Ruling(caveats=capacity.caveats)


@rule("FoF 26A4")
def is_beach(is_coastal: bool, terrain: str) -> bool:
    """Whether a hex has a beach: a coastal one of any terrain but mountain.

    >>> is_beach(True, "woods"), is_beach(True, "mountain"), is_beach(False, "clear")
    (True, False, False)
    """
    return is_coastal and normal(terrain) != "mountain"
