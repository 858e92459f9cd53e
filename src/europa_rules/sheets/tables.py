"""The files of a map folder and their columns: what each may hold, and how its rows are read.

Needs nothing but the text of a file, and the words that a variant adds to those of the series (a terrain of its own).
Gives rows of text; what a row means is the board's affair.
"""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from io import StringIO
from itertools import pairwise
from types import MappingProxyType

from attrs import evolve, field, frozen

from europa_rules.errors import UnknownHex, nearest, unknown
from europa_rules.hexes import Grid, Hex
from europa_rules.provenance import CONFIDENCES, KINDS
from europa_rules.sheets.heads import Folder

TERRAINS = (
    "clear", "woods", "forest", "rough", "wooded_rough", "mountain", "high_mountain", "swamp", "wooded_swamp",
    "desert", "sand", "salt_desert", "sea", "lake",
)  # fmt: skip
SURFACES = ("land", "coastal", "sea", "lake")
OVERLAYS = ("bocage", "canal_intensive", "ravines")
"""Terrain that lies over the terrain of a hex, each a column of 0 or 1."""

SIDE_FEATURES = (
    "river", "major_river", "canal", "lake", "sea", "narrow_strait", "mountain", "high_mountain", "karst", "fortified",
    "causeway", "escarpment", "wadi", "salt_desert", "land_bar",
)  # fmt: skip
CITY_SIZES = ("point", "reference", "dot", "partial", "full")
PORT_SIZES = ("minor", "standard", "major", "great")
FORTIFICATIONS = ("maginot", "ouvrage", "westwall", "fortress", "fort")
LINES = ("rail_high", "rail_low", "road", "rail_ferry")
RAILWAYS = frozenset({"rail_high", "rail_low"})
"""The lines among them on which trains run."""

NO_LINE = "none"
"""In an overlay: what lies below has no line of any kind along the path."""

EMPTY = "-"
"""In an overlay: the cell is empty, whatever stands in it below."""

SEA_ZONES = ("atlantic", "mediterranean", "baltic")
PLACES = ("box", "garrison box", "port")
CHANGES = ("set", "remove")

Words = Mapping[str, Collection[str]]
"""Words of map tables by what they name, a key of `SERIES_WORDS`."""

SERIES_WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "terrain": TERRAINS,
        "overlay": OVERLAYS,
        "hexside": SIDE_FEATURES,
        "city_size": CITY_SIZES,
        "fortification": FORTIFICATIONS,
    }
)
"""What a variant may add to: the words that every map knows. City sizes stand in order, the smallest first."""


@frozen
class Column:
    """One column of a file.

    Attributes:
        form: "text", "word" (one of `words`), "words" (some of them, joined by semicolons), "flag" (0 or 1), "number",
            "decimal", "hex", "hexes" (joined by semicolons), "path" (adjacent hexes joined by semicolons) or "sides"
            (hexsides as a/b, joined by semicolons).
        required: whether a complete row needs a value.
    """

    name: str
    form: str = "text"
    words: tuple[str, ...] = ()
    required: bool = False


@frozen
class Format:
    """A file of a map folder: its columns, and which of them tell one row from another."""

    layer: str
    key: tuple[str, ...]
    columns: tuple[Column, ...]
    by_name: Mapping[str, Column] = field(init=False, repr=False)

    @by_name.default
    def _index_columns(self) -> dict[str, Column]:
        return {column.name: column for column in self.columns}

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.layer}.csv"


def _word(name: str, *words: str, required: bool = False) -> Column:
    return Column(name, "word", words, required)


def _needed(name: str, form: str = "text") -> Column:
    return Column(name, form, required=True)


PROVENANCE = (_word("kind", *KINDS, required=True), Column("source"), _word("confidence", *CONFIDENCES, required=True))
CHANGE = _word("change", *CHANGES)

_HEXES = (
    _needed("hex", "hex"),
    Column("alias", "text"),
    _word("terrain", *TERRAINS, required=True),
    _word("surface", *SURFACES, required=True),
    Column("country_1939"),
    Column("district"),
    Column("annexed_wk"),
    _word("weather_zone", *"ABCDEFG", required=True),
    _word("sea_zone", *SEA_ZONES),
    *(Column(name, "flag") for name in ("canal_intensive", "bocage", "ravines", "beach")),
    _word("lake", "part", "full"),
    *(Column(name, "flag") for name in ("restricted_water", "adriatic")),
    Column("lat", "decimal"),
    Column("lon", "decimal"),
    Column("notes"),
    _word("terrain_kind", *KINDS),
    _word("terrain_confidence", *CONFIDENCES),
    _word("weather_kind", *KINDS),
    _word("weather_confidence", *CONFIDENCES),
)
_HEXSIDES = (
    _needed("hex_a", "hex"),
    _needed("hex_b", "hex"),
    _word("feature", *SIDE_FEATURES, required=True),
    Column("name"),
)
_CITIES = (
    _needed("hex", "hex"),
    _needed("name"),
    _word("size", *CITY_SIZES, required=True),
    Column("multi_hex_group"),
    Column("capital_of"),
    Column("lat", "decimal"),
    Column("lon", "decimal"),
)
_PORTS = (
    _needed("hex", "hex"),
    _needed("name"),
    _word("size", *PORT_SIZES, required=True),
    Column("artificial_harbor", "flag"),
    Column("inland"),
    Column("river_path", "sides"),
    _word("sea_zone", *SEA_ZONES),
)
_AIRFIELDS = (_needed("hex", "hex"), Column("names"), Column("owner_1939"), Column("capacity", "number"))
_FORTIFICATIONS = (
    _needed("hex", "hex"),
    _word("type", *FORTIFICATIONS, required=True),
    Column("strength", "number"),
    _word("condition", "improved", "unimproved"),
    Column("name"),
    Column("note"),
)
_LINES = (_word("line", *LINES, NO_LINE, required=True), Column("name"), _needed("path", "path"))
_ZONES = (
    _needed("box"),
    _word("owner", "Axis", "Allied", "neutral", required=True),
    _word("place", *PLACES, required=True),
    Column("name"),
    _word("port_size", *PORT_SIZES),
    Column("distance_hexes", "number"),
    Column("entry_hexes", "hexes"),
    Column("sea_zone", "words", SEA_ZONES),
    Column("note"),
)

FORMATS = {
    form.layer: form
    for form in (
        Format("hexes", ("hex",), (*_HEXES, *PROVENANCE, CHANGE)),
        Format("hexsides", ("hex_a", "hex_b", "feature"), (*_HEXSIDES, *PROVENANCE, CHANGE)),
        Format("cities", ("hex", "name"), (*_CITIES, *PROVENANCE, CHANGE)),
        Format("ports", ("hex", "name"), (*_PORTS, *PROVENANCE, CHANGE)),
        Format("airfields", ("hex",), (*_AIRFIELDS, *PROVENANCE, CHANGE)),
        Format("fortifications", ("hex",), (*_FORTIFICATIONS, *PROVENANCE, CHANGE)),
        Format("lines", ("line", "name", "path"), (*_LINES, *PROVENANCE, CHANGE)),
        Format("zones", ("box", "place", "name", "sea_zone"), (*_ZONES, *PROVENANCE, CHANGE)),
    )
}
"""Every file of a map folder by its name without ".csv", with the words of the series."""

_COLUMNS_OF_WORDS = {
    ("hexes", "terrain"): "terrain",
    ("hexsides", "feature"): "hexside",
    ("cities", "size"): "city_size",
    ("fortifications", "type"): "fortification",
}


def words_with(more: Words) -> Mapping[str, tuple[str, ...]]:
    """The words of the series, then those that are added. Raises UnknownName for words of something else.

    >>> words_with({"terrain": ["polder"]})["terrain"][-1]
    'polder'
    """
    for name in more:
        if name not in SERIES_WORDS:
            raise unknown("kind of map words", name, SERIES_WORDS)
    return MappingProxyType(
        {name: tuple(dict.fromkeys((*own, *_in_order(more.get(name, ()))))) for name, own in SERIES_WORDS.items()}
    )


def _in_order(names: Collection[str]) -> Collection[str]:
    return sorted(names) if isinstance(names, Set) else names


def formats_with(more: Words) -> Mapping[str, Format]:
    """Every file of a map folder, with the words of the series and those that are added.

    An added overlay terrain is a column of its own in hexes.csv.

    >>> "polder" in formats_with({"terrain": ["polder"]})["hexes"].by_name["terrain"].words
    True
    """
    words = words_with(more)
    known = FORMATS["hexes"].by_name
    overlays = tuple(Column(name, "flag") for name in words["overlay"] if name not in known)
    found = {layer: evolve(form, columns=_columns_with(form, words)) for layer, form in FORMATS.items()}
    found["hexes"] = evolve(found["hexes"], columns=(*found["hexes"].columns, *overlays))
    return MappingProxyType(found)


def _columns_with(form: Format, words: Mapping[str, tuple[str, ...]]) -> tuple[Column, ...]:
    of_words = {name: words[kind] for (layer, name), kind in _COLUMNS_OF_WORDS.items() if layer == form.layer}
    return tuple(evolve(c, words=of_words[c.name]) if c.name in of_words else c for c in form.columns)


@frozen
class Table:
    """The text of one file: its heading, its rows, and the line on which each stands."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    lines: tuple[int, ...]

    def records(self) -> Iterable[dict[str, str]]:
        """The rows as dicts; cells without a heading are left out."""
        return (dict(zip(self.header, row, strict=False)) for row in self.rows)


NO_TABLE = Table((), (), ())


def read_table(folder: Folder, layer: str) -> Table:
    """The rows of a file, or an empty table if the folder has no such file. Blank lines and a byte
    order mark, as spreadsheets write it, are passed over.

    >>> from europa_rules.sheets.heads import bundled_sheet
    >>> read_table(bundled_sheet("27"), "airfields").header[:3]
    ('hex', 'names', 'owner_1939')
    """
    file = folder / FORMATS[layer].file
    if not file.is_file():
        return NO_TABLE
    reader = csv.reader(StringIO(file.read_text(encoding="utf-8-sig"), newline=""))
    numbered = [(reader.line_num, tuple(row)) for row in reader if row]
    if not numbered:
        return NO_TABLE
    return Table(numbered[0][1], tuple(row for _, row in numbered[1:]), tuple(line for line, _ in numbered[1:]))


def fault_of_value(value: str, column: Column, grid: Grid) -> tuple[str, str] | None:
    """What would be right, and the nearest right word ("" if none), where a cell is wrong; None where it is right.

    >>> from europa_rules.hexes import series_grid
    >>> fault_of_value("Woods", FORMATS["hexes"].by_name["terrain"], series_grid())[1]
    'woods'
    """
    match column.form:
        case "word" if value not in column.words:
            return f"one of {', '.join(column.words)}", nearest(value, column.words)
        case "words":
            strange = [word for word in value.split(";") if word not in column.words]
            return (f"some of {', '.join(column.words)}", nearest(strange[0], column.words)) if strange else None
        case "flag" if value not in {"0", "1"}:
            return "0 or 1", ""
        case "number" if not _is_whole(value):
            return "a whole number, 0 or more", ""
        case "decimal" if not _is_decimal(value):
            return "a decimal number such as 50.63", ""
        case "hex" | "hexes" | "path" | "sides":
            return _fault_of_hexes(value, column.form, grid)
        case _:
            return None


def _is_whole(value: str) -> bool:
    return value.isascii() and value.isdigit()


def _is_decimal(value: str) -> bool:
    whole, _, rest = value.removeprefix("-").partition(".")
    return _is_whole(whole) and (not rest or _is_whole(rest))


def _fault_of_hexes(value: str, form: str, grid: Grid) -> tuple[str, str] | None:
    """What is wrong with a cell of hexes: a name, how many there are, or that two of them do not adjoin."""
    refs = value.replace("/", ";").split(";") if form == "sides" else value.split(";")
    for ref in refs:
        fault = _fault_of_ref(ref, grid)
        if fault:
            return fault
    names = [Hex(ref) for ref in refs]
    if form == "hex" and len(names) > 1:
        return "one hex", ""
    if form == "path" and len(names) < 2:
        return "two adjacent hexes or more", ""
    if form == "sides" and len(names) % 2:
        return "hexsides written a/b", ""
    apart = next((f"{a} and {b}" for a, b in steps_of(names, form) if not grid.is_adjacent(a, b)), "")
    return (f"adjacent hexes ({apart} are not)", "") if apart else None


def steps_of(names: Sequence[Hex], form: str = "path") -> list[tuple[Hex, Hex]]:
    """The pairs of hexes that a path goes through, or that a list of hexsides names.

    >>> steps_of([Hex("16A:0101"), Hex("16A:0102"), Hex("16A:0103")])
    [('16A:0101', '16A:0102'), ('16A:0102', '16A:0103')]
    """
    if form == "path":
        return list(pairwise(names))
    return list(zip(names[::2], names[1::2], strict=True)) if form == "sides" else []


def _fault_of_ref(ref: str, grid: Grid) -> tuple[str, str] | None:
    try:
        name = grid.hexref(ref)
    except UnknownHex as error:
        return f"a hex ({error})", ""
    return None if name == ref else ("the canonical name of the hex", name)
