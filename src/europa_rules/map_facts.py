"""All that the map says of a hex, and where that comes from; for people, and as plain data.

Needs a board; every part comes from one of its questions, nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from europa_rules.board import Board
from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.differences import provenance_to_json
from europa_rules.sheets.features import Airfield, City, Fortification, Port

_PROVENANCES = ("hexes", "terrain", "weather_zone", "cities", "ports", "airfields", "fortifications")
_FLAGS: Mapping[str, Callable[[Board, Hex], bool]] = {
    "beach": Board.is_beach,
    "restricted_water": Board.is_restricted_water,
    "adriatic": Board.is_adriatic,
}


@frozen
class SideFacts:
    """A hexside and what crosses it.

    Attributes:
        direction: "NE", "E", "SE", "SW", "W" or "NW".
        hex: the hex beyond.
        features: feature -> its name ("" where it has none).
        lines: the kinds of line that join the two hexes.
        provenance: feature or kind of line -> where it comes from.
    """

    direction: str
    hex: Hex
    features: tuple[tuple[str, str], ...]
    lines: tuple[str, ...]
    provenance: tuple[tuple[str, Provenance], ...]

    def to_json(self) -> dict[str, object]:
        """The hexside as plain data."""
        return {
            "direction": self.direction,
            "hex": self.hex,
            "features": [{"feature": feature, "name": name} for feature, name in self.features],
            "lines": list(self.lines),
            "provenance": {name: provenance_to_json(source) for name, source in self.provenance},
        }

    def __str__(self) -> str:
        named = [f"{feature} ({name})" if name else feature for feature, name in self.features]
        return f"{self.direction} {self.hex}: {', '.join((*named, *self.lines)) or 'open'}"


@frozen
class HexFacts:
    """What the map says of a hex.

    Attributes:
        hex: its name. aliases: its other numbers.
        facts: terrain, surface, country, ... by the names of the map's columns; "" where there is nothing to say.
        overlays: what lies over the terrain. flags: beach, restricted_water, adriatic, as far as they hold.
        place: latitude and longitude of its middle in decimal degrees.
        cities, ports, airfield, fortification: what stands in it. major_city: the major city that it belongs to, or "".
        sides: its hexsides with hexes of the board.
        provenance: part -> where it comes from. changed_by: part -> the overlay that changed it last.
    """

    hex: Hex
    aliases: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    overlays: tuple[str, ...]
    flags: tuple[str, ...]
    place: tuple[float, float]
    cities: tuple[City, ...]
    major_city: str
    ports: tuple[Port, ...]
    airfield: Airfield | None
    fortification: Fortification | None
    sides: tuple[SideFacts, ...]
    provenance: tuple[tuple[str, Provenance], ...]
    changed_by: tuple[tuple[str, str], ...]

    def to_json(self) -> dict[str, object]:
        """The facts as plain data."""
        field, fort = self.airfield, self.fortification
        return {
            "hex": self.hex,
            "aliases": list(self.aliases),
            **dict(self.facts),
            "overlays": list(self.overlays),
            "flags": list(self.flags),
            "latitude": self.place[0],
            "longitude": self.place[1],
            "cities": [{"name": c.name, "size": c.size, "capital_of": c.capital_of} for c in self.cities],
            "major_city": self.major_city,
            "ports": [{"name": p.name, "size": p.size, "inland": p.inland} for p in self.ports],
            "airfield": {"names": field.names, "capacity": field.capacity} if field else None,
            "fortification": (
                {"type": fort.type, "condition": fort.condition, "strength": fort.strength, "name": fort.name}
                if fort
                else None
            ),
            "sides": [side.to_json() for side in self.sides],
            "provenance": {name: provenance_to_json(source) for name, source in self.provenance},
            "changed_by": dict(self.changed_by),
        }

    def __str__(self) -> str:
        other = f" (also {', '.join(self.aliases)})" if self.aliases else ""
        facts = {name: value for name, value in self.facts if value}
        terrain = ", ".join((facts.pop("terrain"), *self.overlays))
        latitude, longitude = self.place
        rows = [
            f"{self.hex}{other}: {terrain}",
            *(f"  {name.replace('_', ' ')}: {value}" for name, value in facts.items()),
            *(f"  {name.replace('_', ' ')}" for name in self.flags),
            f"  latitude {latitude}, longitude {longitude}",
            *(f"  {line}" for line in self._features()),
            *(f"  {side}" for side in self.sides),
            *(f"  {name.replace('_', ' ')} from {self._source(name, source)}" for name, source in self.provenance),
        ]
        return "\n".join(rows)

    def _features(self) -> list[str]:
        rows = [
            f"city: {c.name}, {c.size}{f', capital of {c.capital_of}' if c.capital_of else ''}" for c in self.cities
        ]
        rows += [f"major city: {self.major_city}"] if self.major_city else []
        rows += [f"port: {p.name}, {p.size}{f', by the {p.inland}' if p.inland else ''}" for p in self.ports]
        rows += [f"airfield: {self.airfield.names}, capacity {self.airfield.capacity}"] if self.airfield else []
        fort = self.fortification
        return rows + (
            [" ".join(filter(None, ("fortification:", fort.condition, fort.type, fort.name)))] if fort else []
        )

    def _source(self, name: str, source: Provenance) -> str:
        by = dict(self.changed_by).get(name)
        told = f" ({source.source})" if source.source else ""
        return f"{source}{told}{f', by {by}' if by else ''}"


def facts_of_hex(ref: Hex, board: Board) -> HexFacts:
    """All that the map says of a hex. Raises UnknownHex for one that is not on the board.

    >>> from europa_rules.board import load_board
    >>> found = facts_of_hex(Hex("16A:1030"), load_board(("16A",)))
    >>> dict(found.facts)["country"], [city.name for city in found.cities]
    ('France', ['Lille'])
    """
    major = board.major_city(ref)
    sources = ((name, board.provenance(ref, name)) for name in _PROVENANCES)
    changes = ((name, board.changed_by(ref, name)) for name in _PROVENANCES)
    return HexFacts(
        hex=ref,
        aliases=board.grid.aliases(ref),
        facts=(
            ("terrain", board.terrain(ref)),
            ("surface", board.surface(ref)),
            ("country", board.country(ref)),
            ("district", board.district(ref)),
            ("annexed", board.annexed(ref)),
            ("weather_zone", board.weather_zone(ref)),
            ("sea_zone", board.sea_zone(ref)),
            ("lake", board.lake(ref)),
            ("notes", board.notes(ref)),
        ),
        overlays=board.overlays(ref),
        flags=tuple(name for name, holds in _FLAGS.items() if holds(board, ref)),
        place=board.latlon(ref),
        cities=board.cities(ref),
        major_city=major.name if major else "",
        ports=board.ports(ref),
        airfield=board.airfield(ref),
        fortification=board.fortification(ref),
        sides=tuple(_side(ref, there, board) for there in board.neighbors_of(ref)),
        provenance=tuple((name, source) for name, source in sources if source),
        changed_by=tuple((name, by) for name, by in changes if by),
    )


def _side(ref: Hex, there: Hex, board: Board) -> SideFacts:
    direction = board.grid.direction(ref, there)
    return SideFacts(
        direction.name if direction is not None else "",
        there,
        tuple((feature, board.side_name(ref, there, feature)) for feature in board.hexside(ref, there)),
        tuple(sorted(board.line_kinds(ref, there))),
        (*board.side_provenance(ref, there).items(), *board.line_provenance(ref, there).items()),
    )
