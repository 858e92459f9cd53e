"""Regions, theaters, named places and holding boxes as data (rules 3D, 3E and 3F).

Gives the rows that tell which ground belongs to a region; who decides whether a place does is `campaign/regions.py`.
A part of a region is a few words: "country Italy", "district Corse", "island Elba", "hex 16A:0414", "sea atlantic",
"fortification maginot", "region France", "annexed", "annexed outright" or "anywhere".
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.shape import ANY, Field, Group, Rows

SHAPE = Group(
    {
        "regions": Rows(
            Group(
                {
                    "name": Field("text"),
                    "parts": Field("texts"),
                    "except": Field("texts", required=False),
                }
            )
        ),
        "theaters": Rows(
            Group(
                {
                    "name": Field("text"),
                    "side": Field("text"),
                    "parts": Field("texts"),
                    "also": Field("texts", required=False),
                    "off_map": Field("flag", required=False),
                    "controlled": Field("flag", required=False),
                }
            ),
            required=False,
        ),
        "owning_nations": Rows(
            Group(
                {
                    "name": Field("text"),
                    "side": Field("text"),
                    "parts": Field("texts"),
                    "until": Field("text", required=False),
                }
            ),
            required=False,
        ),
        "boxes": Rows(Group({"name": Field("text"), "side": Field("text"), "region": Field("text")}), required=False),
        "places": Rows(
            Group(
                {
                    "name": Field("text"),
                    "aliases": Field("texts", required=False),
                    "country": Field("text", required=False),
                    "district": Field("text", required=False),
                    "sea_zone": Field("text", required=False),
                    "island": Field("text", required=False),
                    "annexed": Field("text", required=False),
                    "hexes": Field("texts", required=False),
                }
            ),
            required=False,
        ),
        "points": Rows(Field("text"), ANY, required=False),
    }
)


@frozen
class Region:
    """A region: the ground of any of its parts, without that of its exceptions.

    Attributes:
        name: as the rules have it.
        parts, exceptions: terms, as the module describes them.
    """

    name: str
    parts: tuple[str, ...]
    exceptions: tuple[str, ...] = ()


@frozen
class Theater:
    """A theater of a side; of two that hold one place, the first in the chart counts.

    Attributes:
        name: as the rules have it.
        side: whose theater it is.
        parts: terms.
        off_map: whether all of it lies off the map.
        controlled: whether the side can control it at all.
    """

    name: str
    side: str
    parts: tuple[str, ...]
    off_map: bool = False
    controlled: bool = False


@frozen
class OwningNation:
    """The nation that owns a side's hexes somewhere.

    Attributes:
        name: the nation.
        side: the side whose hexes are meant.
        parts: terms.
        until: the event that ends it, or "".
    """

    name: str
    side: str
    parts: tuple[str, ...]
    until: str = ""


@frozen
class BoxArea:
    """A holding box, who may use it, and the region of the map that it belongs to."""

    name: str
    side: str
    region: str


@frozen
class NamedPlace:
    """A place that the rules know by name.

    Attributes:
        name, aliases: what it is called.
        country, district: where it belongs.
        island: the name of the island that it is, or "".
        annexed: the district to which it was added, with " if " and an event where that depends on one; or "".
        hexes: its hexes, where the sheets do not tell them apart.
        sea_zone: the sea zone that it is, or "".
    """

    name: str
    aliases: tuple[str, ...]
    country: str
    district: str = ""
    island: str = ""
    annexed: str = ""
    hexes: tuple[str, ...] = ()
    sea_zone: str = ""


@frozen(eq=False)
class Regions:
    """All of these of a game.

    Attributes:
        points: the open point that the theater of a place rests on: "conditional annexation", or "country X" -> its id.
    """

    regions: tuple[Region, ...]
    theaters: tuple[Theater, ...]
    owning_nations: tuple[OwningNation, ...]
    boxes: tuple[BoxArea, ...]
    places: tuple[NamedPlace, ...]
    points: Mapping[str, str]


def read(chart: Chart) -> Regions:
    """The regions, from a chart of the right shape."""
    return Regions(
        tuple(_region(chart, "regions", row) for row in chart.rows("regions")),
        tuple(_theater(chart, "theaters", row) for row in chart.rows("theaters")),
        tuple(_owning_nation(chart, "owning_nations", row) for row in chart.rows("owning_nations")),
        tuple(_box(chart, "boxes", row) for row in chart.rows("boxes")),
        tuple(_place(chart, "places", row) for row in chart.rows("places")),
        {subject: str(chart.cell("points", subject).value) for subject in chart.rows("points")},
    )


def _said(chart: Chart, key: str, *row: str) -> str:
    return chart.text_or("", *row, key)


def _region(chart: Chart, *row: str) -> Region:
    return Region(_said(chart, "name", *row), chart.texts(*row, "parts"), chart.texts(*row, "except"))


def _theater(chart: Chart, *row: str) -> Theater:
    return Theater(
        _said(chart, "name", *row),
        _said(chart, "side", *row),
        (*chart.texts(*row, "parts"), *chart.texts(*row, "also")),
        chart.flag(*row, "off_map"),
        chart.flag(*row, "controlled"),
    )


def _owning_nation(chart: Chart, *row: str) -> OwningNation:
    name, side, until = (_said(chart, key, *row) for key in ("name", "side", "until"))
    return OwningNation(name, side, chart.texts(*row, "parts"), until)


def _box(chart: Chart, *row: str) -> BoxArea:
    return BoxArea(*(_said(chart, key, *row) for key in ("name", "side", "region")))


def _place(chart: Chart, *row: str) -> NamedPlace:
    country, district, island, annexed, sea = (
        _said(chart, key, *row) for key in ("country", "district", "island", "annexed", "sea_zone")
    )
    aliases, hexes = (chart.texts(*row, key) for key in ("aliases", "hexes"))
    return NamedPlace(_said(chart, "name", *row), aliases, country, district, island, annexed, hexes, sea)
