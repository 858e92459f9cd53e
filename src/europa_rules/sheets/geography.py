"""What the tables of a sheet say together: hexes and their neighbours, and everything that lies in or between hexes.

Needs the tables of a complete sheet, and the hexes of the sheets around it; gives every row that contradicts another,
with file, line and column. What a cell may hold at all is looked at before, in `checks`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from functools import cache, cached_property
from types import MappingProxyType

from attrs import frozen

from europa_rules.errors import Fault, nearest
from europa_rules.hexes import Grid, Hex
from europa_rules.nations import Nations
from europa_rules.provenance import CONFIDENCES, KINDS
from europa_rules.sheets.heads import Folder, bundled_sheet, bundled_sheets
from europa_rules.sheets.layers import NOTHING, Record
from europa_rules.sheets.outcomes import WATER, contradictions_of_hex, contradictions_of_row
from europa_rules.sheets.tables import FORMATS, OVERLAYS, Table, read_table, steps_of

Found = tuple[str, str, str, str]
"""A contradiction: the column, what was found, what would be right, the nearest right word or ""."""

_SEVERAL = 2
"""A country that no nation is of is known if so many hexes of the map name it."""
_FEW = 3
"""Neighbours of a hex at the edge of the map, which tell little about it."""
_FAR = 150
"""Hundredths of a degree, of latitude and longitude together, beyond which hexes cannot adjoin."""
_OFF = 80
"""The same, beyond which a city does not lie in its hex, nor in the next."""
_WITHOUT_SOURCE = frozenset({"estimate"})
"""Kinds of provenance that need no source."""


@cache
def series_hexes() -> Mapping[Hex, Record]:
    """The rows of all hexes of the sheets that come with the library."""
    tables = (read_table(bundled_sheet(sheet), "hexes") for sheet in bundled_sheets())
    return MappingProxyType({Hex(row["hex"]): row for table in tables for row in table.records()})


@frozen(slots=False, eq=False)
class Country:
    """The hexes of a sheet and those around it.

    Attributes:
        grid: which hexes adjoin.
        hexes: the row of each hex.
        tables: the tables of the sheet, by layer.
    """

    grid: Grid
    hexes: Mapping[Hex, Record]
    tables: Mapping[str, Table]

    def surface(self, ref: str) -> str:
        """The surface of a hex; "" for one that is not on the map."""
        return self.hexes.get(Hex(ref), NOTHING).get("surface", "")

    def around(self, ref: Hex) -> list[Record]:
        """The rows of the hexes that adjoin one."""
        near = self.grid.neighbors(ref) if ref in self.grid else ()
        return [self.hexes[n] for n in near if n is not None and n in self.hexes]

    @cached_property
    def countries(self) -> Counter[str]:
        """How many hexes name each country."""
        return Counter(row.get("country_1939", "") for row in self.hexes.values())

    @cached_property
    def districts(self) -> Mapping[str, Counter[str]]:
        """How many hexes of each country name each district."""
        found: dict[str, Counter[str]] = {}
        for row in self.hexes.values():
            found.setdefault(row.get("district", ""), Counter())[row.get("country_1939", "")] += 1
        return found

    @cached_property
    def annexed(self) -> Counter[str]:
        """How many hexes were added to each district."""
        return Counter(row.get("annexed_wk", "") for row in self.hexes.values())

    @cached_property
    def sides(self) -> Mapping[Set[str], Set[str]]:
        """The features of each hexside of the sheet."""
        found: dict[Set[str], set[str]] = {}
        for row in self.tables["hexsides"].records():
            found.setdefault(frozenset((row.get("hex_a", ""), row.get("hex_b", ""))), set()).add(row.get("feature", ""))
        return MappingProxyType(found)

    @cached_property
    def cities(self) -> Mapping[str, tuple[str, ...]]:
        """The names of the cities in each hex."""
        found: dict[str, tuple[str, ...]] = {}
        for row in self.tables["cities"].records():
            found[row.get("hex", "")] = (*found.get(row.get("hex", ""), ()), row.get("name", ""))
        return found

    @cached_property
    def groups(self) -> Mapping[str, tuple[Hex, ...]]:
        """The hexes of each group of city hexes."""
        found: dict[str, tuple[Hex, ...]] = {}
        for row in self.tables["cities"].records():
            group = row.get("multi_hex_group", "")
            found[group] = (*found.get(group, ()), Hex(row.get("hex", "")))
        return found

    def is_country(self, name: str) -> bool:
        """Whether there is a country of a name: a nation's, or one that several hexes of the map name."""
        return name in _nations() or self.countries[name] >= _SEVERAL


@cache
def _nations() -> Nations:
    return Nations.read()


def geography_faults(
    folder: Folder, tables: Mapping[str, Table], grid: Grid, unsound: Collection[str] = ()
) -> Iterator[Fault]:
    """Where the tables of a complete sheet contradict one another.

    unsound: layers whose heading is wrong, which are passed over.

    >>> from europa_rules.hexes import series_grid
    >>> tables = {layer: read_table(bundled_sheet("27"), layer) for layer in FORMATS}
    >>> list(geography_faults(bundled_sheet("27"), tables, series_grid()))
    []
    """
    own = {Hex(row.get("hex", "")): row for row in tables["hexes"].records()}
    country = Country(grid, {**series_hexes(), **own}, tables)
    for layer, look in _LOOKS.items():
        if layer in unsound:
            continue
        blank = dict.fromkeys(FORMATS[layer].by_name, "")
        file = f"{folder}/{FORMATS[layer].file}"
        table = tables[layer]
        columns = frozenset(table.header)
        sources = frozenset(record.get("source", "") for record in table.records()) - {""}
        for line, record in zip(table.lines, table.records(), strict=True):
            row = {**blank, **record}
            if not _is_readable(row, layer, columns, country):
                continue
            for column, found, expected, near in (*look(row, country), *_about_source(row, sources, country)):
                yield Fault(file, f"line {line}, {column}", found, expected, near)


def _is_readable(row: Record, layer: str, columns: Set[str], country: Country) -> bool:
    """Whether a row has what a look at it needs; what it lacks is told elsewhere."""
    needed = {column.name for column in FORMATS[layer].columns if column.required}
    named = (row.get(name, "") for name in ("hex", "hex_a", "hex_b") if name in columns)
    return needed <= columns and all(row.get(n) for n in needed) and all(Hex(ref) in country.hexes for ref in named)


def _about_source(row: Record, sources: Set[str], country: Country) -> Iterator[Found]:
    if row.get("name") in sources:
        yield "name", f"'{row['name']}'", "a name; this is the source of other rows", ""
    if not row.get("source") and row["kind"] not in _WITHOUT_SOURCE:
        yield "source", "nothing", f"where a fact of kind '{row['kind']}' comes from", ""
    if row.get("source") in country.countries and row.get("source"):
        yield "source", f"'{row['source']}'", "where the fact comes from; this is a country", ""


# --- hexes -----------------------------------------------------------------------------------------------------------


def _about_hex(row: Record, country: Country) -> Iterator[Found]:
    yield from _about_water(row)
    yield from _about_owner(row, country)
    yield from _about_neighbors(row, country)
    yield from _about_alias(row, country)


def _about_water(row: Record) -> Iterator[Found]:
    for column, found, expected in contradictions_of_hex(row):
        yield column, found, expected, ""
    surface = row["surface"]
    for name in ("restricted_water", "adriatic"):
        if row.get(name) == "1" and surface not in {"sea", "coastal"}:
            yield name, f"1 with surface {surface!r}", "0: the hex has no sea", ""
    for name in OVERLAYS:
        if row.get(name) == "1" and surface in WATER:
            yield name, f"1 with surface {surface!r}", "0: the hex has no land", ""
    if (row.get("lake") == "full") != (surface == "lake") or (row.get("lake") == "part" and surface in WATER):
        yield "lake", f"{row.get('lake')!r} with surface {surface!r}", "'full' for a lake hex and no other", ""


def _about_owner(row: Record, country: Country) -> Iterator[Found]:
    owner, district = row.get("country_1939", ""), row.get("district", "")
    if row["surface"] in {"land", "coastal"}:
        for name in ("country_1939", "district"):
            if not row.get(name):
                yield name, "nothing", "a name: the hex has land", ""
    elif row["surface"] == "sea" and (owner or district):
        yield "country_1939" if owner else "district", f"'{owner or district}' at sea", "nothing", ""
    if owner and not country.is_country(owner):
        yield "country_1939", f"'{owner}'", "a country of the map", nearest(owner, _others(owner, country.countries))
    elif district:
        yield from _about_district(district, owner, country)
    annexed = row.get("annexed_wk", "")
    if annexed and country.annexed[annexed] < _SEVERAL:
        near = nearest(annexed, _others(annexed, country.annexed))
        yield "annexed_wk", f"'{annexed}', which no other hex names", "a district of several hexes", near


def _about_district(district: str, owner: str, country: Country) -> Iterator[Found]:
    owners = country.districts[district]
    usual = owners.most_common(1)[0][0]
    if usual != owner:
        yield "district", f"'{district}' in {owner or 'no country'}", f"a district of {owner or 'it'}, or {usual}", ""
    elif sum(owners.values()) == 1 and district != owner:
        near = nearest(district, _others(district, country.districts))
        yield "district", f"'{district}', which no other hex names", "a district of several hexes", near


def _others(name: str, known: Iterable[str]) -> list[str]:
    return [other for other in known if other and other != name]


def _about_neighbors(row: Record, country: Country) -> Iterator[Found]:
    around = country.around(Hex(row["hex"]))
    surfaces = {near["surface"] for near in around}
    if row["surface"] == "coastal" and surfaces and not surfaces & {"sea", "coastal"}:
        yield "surface", "'coastal' without a hex of sea or coast beside it", "land", "land"
    if row["surface"] == "land" and "sea" in surfaces:
        yield "surface", "'land' beside a hex that is all sea", "coastal", "coastal"
    zones = {near.get("sea_zone") for near in around} - {""}
    if row.get("sea_zone") and len(around) > _FEW and zones and row["sea_zone"] not in zones:
        yield "sea_zone", f"'{row['sea_zone']}'", f"a sea zone beside it: {', '.join(sorted(map(str, zones)))}", ""
    if any(_distance(row, near) > _FAR for near in around):
        yield "lat", f"{row.get('lat')}, {row.get('lon')}", "latitude and longitude near those of the hexes around", ""


def _distance(a: Record, b: Record) -> int:
    """Hundredths of a degree between two places, along both axes together; 0 where one has none on the globe."""
    try:
        return sum(abs(_hundredths(a[axis]) - _hundredths(b[axis])) for axis in ("lat", "lon"))
    except (KeyError, ValueError):
        return 0


def _hundredths(degrees: str) -> int:
    whole, _, rest = degrees.partition(".")
    return int(whole) * 100 + int(f"{'-' if whole.startswith('-') else ''}{rest:0<2.2}")


def _about_alias(row: Record, country: Country) -> Iterator[Found]:
    for alias in filter(None, row.get("alias", "").split(";")):
        sheet, _, number = alias.strip().partition(":")
        if not number or sheet == row["hex"].partition(":")[0]:
            yield "alias", f"'{alias}'", "the name of the hex on another sheet, such as 17A:0101", ""


# --- what lies between hexes -----------------------------------------------------------------------------------------


def _about_row(layer: str) -> Callable[[Record, Country], Iterator[Found]]:
    def look(row: Record, country: Country) -> Iterator[Found]:
        for column, found, expected in contradictions_of_row(layer, row, country.surface):
            yield column, found, expected, ""

    return look


def _about_side(row: Record, country: Country) -> Iterator[Found]:
    yield from _about_row("hexsides")(row, country)
    feature, refs = row["feature"], (row["hex_a"], row["hex_b"])
    surfaces = {country.surface(ref) for ref in refs}
    features = country.sides[frozenset(refs)]
    if feature == "sea" and not surfaces <= {"sea", "coastal"}:
        yield "feature", f"a sea hexside between {' and '.join(sorted(surfaces))}", "two hexes that have sea", ""
    if feature == "land_bar" and "coastal" not in surfaces:
        yield "feature", f"a land bar between {' and '.join(sorted(surfaces))}", "a coastal hex on one side", ""
    if feature == "lake" and not all(country.hexes[Hex(ref)].get("lake") for ref in refs):
        yield "feature", "a lake hexside between hexes without lake", "two hexes that have lake", ""
    if feature in {"river", "major_river"} and features >= {"river", "major_river"}:
        yield "feature", "river and major_river on one hexside", "one of them", ""
    if feature != "sea" and "sea" in features and feature in {"river", "major_river", "canal", "land_bar"}:
        yield "feature", f"{feature} on a sea hexside", "one of them", ""


def _about_line(row: Record, country: Country) -> Iterator[Found]:
    path = row["path"].split(";")
    if any(Hex(ref) not in country.hexes for ref in path):
        return
    yield from _about_row("lines")(row, country)
    for a, b in steps_of([Hex(ref) for ref in path]):
        features = country.sides.get(frozenset((a, b)), frozenset())
        wet = features & {"sea", "lake", "narrow_strait"} or {country.surface(a), country.surface(b)} & WATER
        if row["line"] == "rail_ferry" and not wet:
            yield "path", f"a ferry from {a} to {b}, without water between", "a hexside of water", ""
        elif row["line"] != "rail_ferry" and features & {"sea", "lake"} and "causeway" not in features:
            yield "path", f"a {row['line']} from {a} to {b}, over water", "a hexside that land crosses", ""


# --- what lies in hexes ----------------------------------------------------------------------------------------------


def _about_name(row: Record) -> Iterator[Found]:
    name = row["name"]
    if set(";:") & set(name) or name in KINDS or name in CONFIDENCES:
        yield "name", f"'{name}'", "a name", ""


def _about_city(row: Record, country: Country) -> Iterator[Found]:
    yield from _about_row("cities")(row, country)
    yield from _about_name(row)
    if _distance(row, country.hexes.get(Hex(row["hex"]), NOTHING)) > _OFF:
        yield "lat", f"{row.get('lat')}, {row.get('lon')}", "latitude and longitude near those of its hex", ""
    state, group = row.get("capital_of", ""), row.get("multi_hex_group", "")
    if state and not any(country.is_country(name) for name in (state, state.rpartition(" ")[2])):
        yield "capital_of", f"'{state}'", "a country of the map", nearest(state, country.countries)
    here = Hex(row["hex"])
    if group and country.groups[group] == (here,):
        near = nearest(group, _others(group, country.groups))
        if near:
            yield "multi_hex_group", f"'{group}', in this row alone", "a group of hexes", near
    if group and row["size"] not in {"partial", "full"}:
        yield "multi_hex_group", f"'{group}' for a city of size '{row['size']}'", "a partial-hex or full-hex city", ""


def _about_port(row: Record, country: Country) -> Iterator[Found]:
    yield from _about_row("ports")(row, country)
    yield from _about_name(row)
    zone = country.hexes[Hex(row["hex"])].get("sea_zone", "")
    if zone and row.get("sea_zone") and row["sea_zone"] != zone:
        yield "sea_zone", f"'{row['sea_zone']}'", f"that of the hex: '{zone}'", zone
    cities = country.cities.get(row["hex"], ())
    near = nearest(row["name"], cities)
    if row["name"] not in cities and near:
        yield "name", f"'{row['name']}'", f"the name of the city in the hex: {', '.join(cities)}", near


def _about_airfield(row: Record, country: Country) -> Iterator[Found]:
    yield from _about_row("airfields")(row, country)
    if not row.get("names"):
        yield "names", "nothing", "the names of the airfields", ""
    owner, here = row.get("owner_1939", ""), country.hexes[Hex(row["hex"])].get("country_1939", "")
    if owner and owner != here:
        yield "owner_1939", f"'{owner}'", f"the country of the hex: '{here}'", here


_LOOKS: Mapping[str, Callable[[Record, Country], Iterator[Found]]] = MappingProxyType(
    {
        "hexes": _about_hex,
        "hexsides": _about_side,
        "lines": _about_line,
        "cities": _about_city,
        "ports": _about_port,
        "airfields": _about_airfield,
        "fortifications": _about_row("fortifications"),
    }
)
