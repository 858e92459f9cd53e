"""What stands in the hexes of a map: cities, ports, airfields, fortifications, and the holding boxes off it (rule 3E).

Needs rows of the map's tables; gives frozen facts. Who owns them now is not theirs to know.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import field, frozen

from europa_rules.hexes import BOX, Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.layers import Record
from europa_rules.sheets.projection import Earth
from europa_rules.sheets.tables import CITY_SIZES

Pair = tuple[Hex, Hex]
"""Two adjacent hexes, for the hexside between them."""


@frozen
class City:
    """A city, or the part of one that lies in a hex (SF 3E2).

    Attributes:
        size: point, reference, dot, partial or full.
        group: the name of the multi-hex city whose hexes are listed together on the sheet, or "".
        capital_of: the country whose capital it is, or "".
        place: its latitude and longitude, or None: for drawing, never for a rule.
    """

    hex: Hex
    name: str
    size: str
    group: str = ""
    capital_of: str = ""
    place: Earth | None = field(default=None, repr=False)


@frozen
class MajorCity:
    """A partial-hex, full-hex or multi-hex city (FoF 3E, SF 3E2) with all its hexes."""

    name: str
    hexes: tuple[Hex, ...]

    @property
    def is_multi_hex(self) -> bool:
        """Whether it has more hexes than one."""
        return len(self.hexes) > 1


@frozen
class Port:
    """A port.

    Attributes:
        size: minor, standard, major or great.
        inland: the water that joins an inland port to the sea, or "".
        river_path: the hexsides of that water.
    """

    hex: Hex
    name: str
    size: str
    artificial_harbor: bool = False
    inland: str = ""
    river_path: tuple[Pair, ...] = ()
    sea_zone: str = ""

    @property
    def is_naval_base(self) -> bool:
        """Whether it is a major or a great port."""
        return self.size in {"major", "great"}


@frozen
class Airfield:
    """A permanent airfield; capacity in air units."""

    hex: Hex
    names: str
    capacity: int
    country: str = ""


@frozen
class Fortification:
    """A printed fortification.

    Attributes:
        type: maginot, westwall, fortress or fort.
        strength: the number in the hex, for the Westwall.
        condition: improved, unimproved or "".
    """

    hex: Hex
    type: str
    condition: str = ""
    strength: int | None = None
    name: str = ""
    note: str = ""


@frozen
class OffMapPort:
    """A port in a holding box; the distance is in hexes from the map's entry hexes, None where it is not known."""

    box: Hex
    name: str
    size: str
    distance: int | None
    entry_hexes: tuple[Hex, ...]
    sea_zone: str


@frozen
class Box:
    """A holding box off the map (FoF 31C, SF 3E5): a place without neighbours."""

    id: Hex
    name: str
    owner: str
    is_garrison: bool
    sea_zones: tuple[str, ...]
    ports: tuple[OffMapPort, ...]
    note: str = ""


def read_provenance(row: Record) -> Provenance:
    """Where a row comes from."""
    return Provenance(row.get("kind", ""), row.get("source", ""), row.get("confidence", ""))


def name_of_major(parts: Sequence[City]) -> str:
    """The name of a major city: the group's name if its hexes have one, else the largest city's."""
    group = next((city.group for city in parts if city.group), "")
    return group or max(parts, key=lambda city: CITY_SIZES.index(city.size)).name


def read_city(ref: Hex, row: Record) -> City:
    """A city from its row."""
    latitude, longitude = row.get("lat"), row.get("lon")
    place = (float(latitude), float(longitude)) if latitude and longitude else None
    return City(ref, row["name"], row["size"], row.get("multi_hex_group", ""), row.get("capital_of", ""), place)


def read_port(ref: Hex, row: Record) -> Port:
    """A port from its row."""
    sides = [side.split("/") for side in row.get("river_path", "").split(";") if side]
    path = tuple((Hex(a), Hex(b)) for a, b in sides)
    artificial = row.get("artificial_harbor") == "1"
    return Port(ref, row["name"], row["size"], artificial, row.get("inland", ""), path, row.get("sea_zone", ""))


def read_airfield(ref: Hex, row: Record) -> Airfield:
    """An airfield from its row, which has a capacity."""
    return Airfield(ref, row.get("names", ""), int(row["capacity"]), row.get("owner_1939", ""))


def read_fortification(ref: Hex, row: Record) -> Fortification:
    """A fortification from its row."""
    strength = int(row["strength"]) if row.get("strength") else None
    return Fortification(ref, row["type"], row.get("condition", ""), strength, row.get("name", ""), row.get("note", ""))


def read_box(row: Record, ports: Sequence[OffMapPort]) -> Box:
    """A holding box from its row, with those of the off-map ports that are its own."""
    ref = Hex(BOX + row["box"])
    zones = tuple(zone for zone in row.get("sea_zone", "").split(";") if zone)
    own = tuple(port for port in ports if port.box == ref)
    return Box(ref, row["box"], row["owner"], row["place"] == "garrison box", zones, own, row.get("note", ""))


def read_off_map_port(row: Record) -> OffMapPort:
    """An off-map port from its row."""
    distance = int(row["distance_hexes"]) if row.get("distance_hexes") else None
    entries = tuple(Hex(ref) for ref in row.get("entry_hexes", "").split(";") if ref)
    return OffMapPort(Hex(BOX + row["box"]), row["name"], row["port_size"], distance, entries, row.get("sea_zone", ""))
