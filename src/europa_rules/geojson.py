"""A board as GeoJSON (RFC 7946): hexes, hexsides, lines, cities, ports, airfields, fortifications and holding boxes.

Needs a board; gives plain data for `json.dumps`, with the attributions that the sheets' data ask for. Positions are
longitude and latitude in decimal degrees, exterior rings run counterclockwise, and a holding box has no geometry.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, TypedDict

from europa_rules.errors import unknown
from europa_rules.hexes import STEPS, Hex
from europa_rules.sheets.projection import Earth

if TYPE_CHECKING:
    from europa_rules.board import Board

DIGITS = 6
"""Decimals of a degree: a tenth of a metre."""

LAYERS = ("hexes", "hexsides", "lines", "cities", "ports", "airfields", "fortifications", "boxes")
"""What a board can be written as."""

Position = list[float]
Property = str | int | bool | None | list[str]


class PointGeometry(TypedDict):
    """Where a city stands, or the middle of the hex of a port, airfield or fortification."""

    type: Literal["Point"]
    coordinates: Position


class LineGeometry(TypedDict):
    """A hexside from corner to corner, or a step of a line from middle to middle."""

    type: Literal["LineString"]
    coordinates: list[Position]


class PolygonGeometry(TypedDict):
    """The outline of a hex: one closed ring, counterclockwise."""

    type: Literal["Polygon"]
    coordinates: list[list[Position]]


Geometry = PointGeometry | LineGeometry | PolygonGeometry


class Feature(TypedDict):
    """One thing on the board; the property `layer` says of which of `LAYERS`."""

    type: Literal["Feature"]
    id: str
    geometry: Geometry | None
    properties: dict[str, Property]


class FeatureCollection(TypedDict):
    """A board; the members beyond GeoJSON's own say what it is and whose data it rests on.

    `attribution` has one text for each body of data: name, attribution, licence.
    """

    type: Literal["FeatureCollection"]
    title: str
    statement: str
    attribution: list[str]
    fingerprint: str
    features: list[Feature]


def to_geojson(board: Board, hexes: Iterable[Hex] | None = None, layers: Collection[str] = LAYERS) -> FeatureCollection:
    """The board, or some hexes of it, as a GeoJSON FeatureCollection; see `Board.to_geojson`."""
    for layer in layers:
        if layer not in LAYERS:
            raise unknown("layer", layer, LAYERS)
    wanted = list(board.hexes if hexes is None else dict.fromkeys(hexes))
    for ref in wanted:
        board.at(ref)
    features = [feature for layer in LAYERS if layer in layers for feature in _FEATURES[layer](board, wanted)]
    return FeatureCollection(
        type="FeatureCollection",
        title=", ".join(head.title for head in (*board.sheets, *board.laid_over)),
        statement=next((head.statement for head in board.sheets), "").replace("\n", " "),
        attribution=list(board.attributions),
        fingerprint=board.fingerprint,
        features=features,
    )


def _hexes(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    for ref in wanted:
        corners = [_position(corner) for corner in board.places.outline(board.at(ref))]
        ring = [*reversed(corners), corners[-1]]
        source = board.provenance(ref)
        yield _feature(
            "hexes",
            ref,
            PolygonGeometry(type="Polygon", coordinates=[ring]),
            hex=ref,
            aliases=list(board.grid.aliases(ref)),
            terrain=board.terrain(ref),
            overlays=list(board.overlays(ref)),
            surface=board.surface(ref),
            country=board.country(ref),
            district=board.district(ref),
            weather_zone=board.weather_zone(ref),
            sea_zone=board.sea_zone(ref),
            notes=board.notes(ref),
            kind=source.kind if source else "",
            confidence=source.confidence if source else "",
        )


def _hexsides(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    known = set(wanted)
    for (a, b), rows in board.side_rows.items():
        if a in known or b in known:
            i = board.at(a)
            k = board.neighbors[i].index(board.at(b))
            corners = (board.places.corner(i, (k - 1) % len(STEPS)), board.places.corner(i, k))
            yield _feature(
                "hexsides", f"{a}/{b}", _line(corners), hexes=[a, b], features=list(rows), names=_names(rows.values())
            )


def _lines(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    known = set(wanted)
    for (a, b), rows in board.line_rows.items():
        if a in known or b in known:
            middles = (board.latlon(a), board.latlon(b))
            yield _feature(
                "lines", f"{a}-{b}", _line(middles), hexes=[a, b], lines=list(rows), names=_names(rows.values())
            )


def _cities(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    for ref in wanted:
        major = board.major_city(ref)
        for city in board.cities(ref):
            yield _feature(
                "cities",
                f"{ref} {city.name}",
                _point(board.latlon_of_city(city)),
                hex=ref,
                name=city.name,
                size=city.size,
                capital_of=city.capital_of,
                major_city=major.name if major and city is board.city(ref) else "",
            )


def _ports(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    for ref in wanted:
        for port in board.ports(ref):
            yield _feature(
                "ports",
                f"{ref} port of {port.name}",
                _point(board.latlon(ref)),
                hex=ref,
                name=port.name,
                size=port.size,
                inland=port.inland,
                artificial_harbor=port.artificial_harbor,
                sea_zone=port.sea_zone,
            )


def _airfields(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    for ref in wanted:
        if field := board.airfield(ref):
            yield _feature(
                "airfields",
                f"{ref} airfield",
                _point(board.latlon(ref)),
                hex=ref,
                names=field.names,
                capacity=field.capacity,
            )


def _fortifications(board: Board, wanted: Collection[Hex]) -> Iterator[Feature]:
    for ref in wanted:
        if fort := board.fortification(ref):
            yield _feature(
                "fortifications",
                f"{ref} {fort.type}",
                _point(board.latlon(ref)),
                hex=ref,
                name=fort.name,
                type=fort.type,
                condition=fort.condition,
                strength=fort.strength,
            )


def _boxes(board: Board, _: Collection[Hex]) -> Iterator[Feature]:
    for box in board.boxes.values():
        ports = [port.name for port in box.ports]
        yield _feature(
            "boxes", box.id, None, name=box.name, owner=box.owner, sea_zones=list(box.sea_zones), ports=ports
        )


_FEATURES = {
    "hexes": _hexes,
    "hexsides": _hexsides,
    "lines": _lines,
    "cities": _cities,
    "ports": _ports,
    "airfields": _airfields,
    "fortifications": _fortifications,
    "boxes": _boxes,
}


def _feature(layer: str, name: str, geometry: Geometry | None, /, **properties: Property) -> Feature:
    return Feature(type="Feature", id=name, geometry=geometry, properties={"layer": layer, **properties})


def _point(place: Earth) -> PointGeometry:
    return PointGeometry(type="Point", coordinates=_position(place))


def _line(ends: Iterable[Earth]) -> LineGeometry:
    return LineGeometry(type="LineString", coordinates=[_position(end) for end in ends])


def _position(place: Earth) -> Position:
    latitude, longitude = place
    return [round(longitude, DIGITS), round(latitude, DIGITS)]


def _names(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """The names that rows have, each once."""
    return list(dict.fromkeys(row["name"] for row in rows if row.get("name")))
