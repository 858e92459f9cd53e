"""Off-map ports (SF 30A5): the ports of the holding boxes, and the hexes by which naval groups come from them.

Needs a port of the chart `off_map_ports`, or its owner, distance and entry hexes; gives whether a naval group may pass,
and the length of the passage.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side

BY = Citation("SF", "30A5")
CHART = "off_map_ports"


@frozen
class OffMapPort:
    """A port of a holding box.

    Attributes:
        name: its name.
        owner: the side whose box it is.
        distance: hexes by sea to its entry hexes, as the chart has them, with the chart's caveat.
        entries: the hexes of the map by which naval groups come and go.
    """

    name: str
    owner: Side
    distance: Reckoning
    entries: tuple[Hex, ...]


@rule("SF 30A5")
def off_map_port(name: str, rules: Ruleset) -> OffMapPort:
    """The off-map port of a name, or of the name of its row in the chart. Raises UnknownName.

    >>> from europa_rules import load
    >>> off_map_port("Liverpool", load("sf")).distance.value
    Fraction(26, 1)
    """
    chart = rules.charts[CHART]
    rows = {normal(str(n)): row for row in chart.rows("rows") for n in (row, chart.text("rows", row, "name").value)}
    if normal(name) not in rows:
        raise unknown("off-map port", name, rows)
    at = ("rows", rows[normal(name)])
    distance = chart.whole(*at, "distance_hexes")
    return OffMapPort(
        chart.text(*at, "name").value,
        Side(chart.text(*at, "owner").value),
        Reckoning.of(distance.value, "hexes by sea", BY).noting(caveat=distance.caveat),
        tuple(map(Hex, chart.texts(*at, "entry_hexes"))),
    )


@rule("SF 30A5")
def rule_on_passage(port: OffMapPort, player: Side, entry: Hex) -> Ruling:
    """Whether a naval group of a player passes between an off-map port and a hex of the map.

    >>> from europa_rules import load
    >>> from europa_rules.sides import AXIS
    >>> print(rule_on_passage(off_map_port("Hull", load("sf")), AXIS, Hex("16A:0120")))
    refused: Hull is an enemy off-map port (SF 30A5). Possible: an off-map port of your own holding boxes.
    """
    return Ruling.refuse_if(
        port.owner != player,
        f"{port.name} is an enemy off-map port",
        BY,
        possible="an off-map port of your own holding boxes",
    ) & Ruling.refuse_if(
        entry not in port.entries,
        f"{entry} is no map entry hex of {port.name}",
        BY,
        possible=f"{', '.join(port.entries)}" if port.entries else "",
    )


@frozen
class OffMapDamage:
    """What hits do to an off-map port: none is marked, and it functions."""

    hits: Reckoning
    is_functioning: bool = True


@rule("SF 30A5")
def damage_off_map_port(hits: int) -> OffMapDamage:
    """What hits do to an off-map port: it cannot be damaged, and always functions.

    >>> damage_off_map_port(3).hits.value
    Fraction(0, 1)
    """
    return OffMapDamage(Reckoning.of(hits, "hits", BY).become(0, "cannot be damaged", BY))
