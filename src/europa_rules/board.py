"""The board: terrain, hexsides, cities, ports, lines and borders of some map sheets (rules 2 and 3E).

Needs the folders of the sheets and of the overlays laid over them, and a variant's own words for terrain; gives
read-only answers by hex, and arrays by the hex's place in `Board.hexes`. Who owns a hex, and what it costs to enter it,
are not the board's affair.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from attrs import evolve, field, frozen

from europa_rules.errors import DataError, Fault, UnknownHex, nearest, need_text, unknown
from europa_rules.geojson import LAYERS, FeatureCollection, to_geojson
from europa_rules.hexes import BOX, STEPS, Grid, Hex, doubled, series_grid
from europa_rules.provenance import Provenance
from europa_rules.remembered import Memory
from europa_rules.sheets.checks import NO_WORDS, faults, grid_with, read_overlay
from europa_rules.sheets.differences import Difference, differences
from europa_rules.sheets.earth import Places
from europa_rules.sheets.features import (
    Airfield,
    Box,
    City,
    Fortification,
    MajorCity,
    Pair,
    Port,
    name_of_major,
    read_airfield,
    read_box,
    read_city,
    read_fortification,
    read_off_map_port,
    read_port,
    read_provenance,
)
from europa_rules.sheets.heads import Folder, SheetHead, bundled_sheet, read_head, series_projection
from europa_rules.sheets.layers import NOTHING, Change, Key, Layers, Record
from europa_rules.sheets.outcomes import contradictions, incomplete_rows
from europa_rules.sheets.patches import MADE_UP, Facts, Patch
from europa_rules.sheets.projection import MIDDLE, Earth, Point, fault_of_place
from europa_rules.sheets.tables import (
    FORMATS,
    NO_LINE,
    PORT_SIZES,
    RAILWAYS,
    Format,
    Words,
    formats_with,
    steps_of,
    words_with,
)

if TYPE_CHECKING:
    import networkx as nx

T = TypeVar("T")
S = TypeVar("S", "City", "Port")


@frozen(eq=False, repr=False)
class Board:
    """Some map sheets as one board, read only; `load_board` makes one.

    Attributes:
        grid: names and geometry; it knows the hexes of all sheets of the series.
        sheets: the heads of the sheets on the board.
        laid_over: the heads of the overlays laid over them, in order; patches have one too.
        hexes: every hex, sheet by sheet, north to south, then east to west.
        index: hex -> its place in `hexes` and in every array.
        neighbors: for each hex the places of the six around it, clockwise from the north-east; -1 off the board.
        words: the words that its tables may use, by what they name: those of the series, then a variant's own.
        memory: what was made of it, see `europa_rules.remembered`.

    >>> board = load_board(("16A", "17A"))
    >>> board.terrain(Hex("16A:1030")), board.city(Hex("16A:1030")).size
    ('clear', 'partial')
    """

    grid: Grid
    sheets: tuple[SheetHead, ...]
    laid_over: tuple[SheetHead, ...]
    hexes: tuple[Hex, ...]
    index: Mapping[Hex, int]
    neighbors: tuple[tuple[int, ...], ...]
    words: Mapping[str, tuple[str, ...]]
    _layers: Layers
    memory: Memory = field(init=False, factory=dict)

    def __repr__(self) -> str:
        laid = f", overlays {', '.join(o.id for o in self.laid_over)}" if self.laid_over else ""
        return f"<Board {'+'.join(s.id for s in self.sheets)}, {len(self.hexes)} hexes{laid}>"

    def __contains__(self, place: object) -> bool:
        return place in self.index or place in self.boxes

    def _repr_svg_(self) -> str:
        """What a notebook shows: the whole board."""
        from europa_rules import draw

        return draw(self).svg

    # --- places --------------------------------------------------------------------------------------------------

    def at(self, ref: Hex) -> int:
        """The place of a hex in `hexes`. Raises `UnknownHex` for one that is not on the board.

        >>> load_board(("16A",)).at(Hex("16A:0102"))
        1
        """
        try:
            return self.index[ref]
        except KeyError:
            raise UnknownHex(self._complaint(ref)) from None

    def place(self, text: str, default_sheet: str | None = None) -> Hex:
        """The hex or the holding box that a text names, by its id. Raises `UnknownHex`.

        >>> load_board(("17A",)).place("17a:1604")
        '17A:1604'
        """
        if need_text(text, "a hex such as '16A:1030'", UnknownHex).lower().startswith(BOX):
            wanted = text[len(BOX) :].strip().lower()
            for box in self.boxes.values():
                if box.name.lower() == wanted:
                    return box.id
            raise UnknownHex(self._complaint(text))
        ref = self.grid.hexref(text, default_sheet)
        self.at(ref)
        return ref

    def neighbors_of(self, place: Hex) -> tuple[Hex, ...]:
        """The hexes of the board around a hex, clockwise from the north-east; none around a holding box.

        >>> load_board(("16A",)).neighbors_of(Hex("16A:0101"))
        ('16A:0201', '16A:0102')
        """
        around = self._around.get(place)
        if around is None:
            raise UnknownHex(self._complaint(place))
        return around

    @cached_property
    def _around(self) -> Mapping[Hex, tuple[Hex, ...]]:
        """The hexes around every hex; none around a holding box."""
        found: dict[Hex, tuple[Hex, ...]] = dict.fromkeys(self.boxes, ())
        for ref, around in zip(self.hexes, self.neighbors, strict=True):
            found[ref] = tuple(self.hexes[i] for i in around if i >= 0)
        return found

    def is_adjacent(self, a: Hex, b: Hex) -> bool:
        """Whether two hexes of the board share a hexside. Raises `UnknownHex`."""
        return self.at(b) in self.neighbors[self.at(a)]

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes lie between, the far one counted. Raises `UnknownHex`."""
        self.at(a), self.at(b)
        return self.grid.distance(a, b)

    # --- the hex -------------------------------------------------------------------------------------------------

    def column(self, name: str) -> tuple[str, ...]:
        """One column of the hex tables for all hexes, in the order of `hexes`.

        >>> load_board(("27",)).column("terrain").count("salt_desert")
        26
        """
        return self._layers.columns[name]

    def terrain(self, ref: Hex) -> str:
        """The terrain of a hex: clear, woods, rough, ... (without what lies over it)."""
        return self.column("terrain")[self.at(ref)]

    def overlays(self, ref: Hex) -> tuple[str, ...]:
        """What lies over the terrain of a hex: bocage, canal_intensive, ravines, or a variant's own."""
        i = self.at(ref)
        return tuple(name for name in self.words["overlay"] if self.column(name)[i] == "1")

    def surface(self, ref: Hex) -> str:
        """What a hex is made of: land (no sea), coastal (land and sea), sea or lake."""
        return self.column("surface")[self.at(ref)]

    def country(self, ref: Hex) -> str:
        """The country that owned a hex on 1 September 1939, or "" at sea (FoF 3E, SF 3E)."""
        return self.column("country_1939")[self.at(ref)]

    def district(self, ref: Hex) -> str:
        """The district: a military region, a Wehrkreis, a province, else the country (SF 3E3)."""
        return self.column("district")[self.at(ref)]

    def annexed(self, ref: Hex) -> str:
        """The Wehrkreis to which Germany added a hex during the war, or "" (SF 3E1)."""
        return self.column("annexed_wk")[self.at(ref)]

    def weather_zone(self, ref: Hex) -> str:
        """The letter of the weather zone (SF 36A1)."""
        return self.column("weather_zone")[self.at(ref)]

    def sea_zone(self, ref: Hex) -> str:
        """The sea zone: atlantic, mediterranean or baltic; "" without sea."""
        return self.column("sea_zone")[self.at(ref)]

    def lake(self, ref: Hex) -> str:
        """How much of a hex is lake: part, full or ""."""
        return self.column("lake")[self.at(ref)]

    def is_coastal(self, ref: Hex) -> bool:
        """Whether a hex has both land and sea."""
        return self.surface(ref) == "coastal"

    def has_land(self, ref: Hex) -> bool:
        """Whether a hex is neither all sea nor all lake."""
        return self.surface(ref) in {"land", "coastal"}

    def is_beach(self, ref: Hex) -> bool:
        """Whether troops can land over the beach of a hex."""
        return self._flag("beach", ref)

    def is_restricted_water(self, ref: Hex) -> bool:
        """Whether the sea of a hex is restricted water (SF 28)."""
        return self._flag("restricted_water", ref)

    def is_adriatic(self, ref: Hex) -> bool:
        """Whether a hex belongs to the danger zone of the Adriatic (SF 34F)."""
        return self._flag("adriatic", ref)

    def notes(self, ref: Hex) -> str:
        """The region or island that a hex belongs to, where the sheet names it."""
        return self.column("notes")[self.at(ref)]

    def _flag(self, column: str, ref: Hex) -> bool:
        return self.column(column)[self.at(ref)] == "1"

    # --- regions -------------------------------------------------------------------------------------------------

    def regions(self, kind: str) -> Mapping[str, tuple[Hex, ...]]:
        """The hexes of every region of a kind, by the region's name; hexes in none are left out.

        kind: "country" (of 1939), "district", "annexed" (ground added to a Wehrkreis), "weather_zone" or "sea_zone".
        Raises `UnknownName` for another kind.

        >>> board = load_board(("16A", "17A"))
        >>> len(board.regions("district")["MR Paris"]), sorted(board.regions("sea_zone"))
        (12, ['atlantic', 'baltic', 'mediterranean'])
        """
        if kind not in _REGIONS:
            raise unknown("kind of region", kind, _REGIONS)
        found: dict[str, list[Hex]] = {}
        for ref, name in zip(self.hexes, self.column(_REGIONS[kind]), strict=True):
            if name:
                found.setdefault(name, []).append(ref)
        return MappingProxyType({name: tuple(hexes) for name, hexes in found.items()})

    @cached_property
    def rail_nets(self) -> tuple[tuple[Hex, ...], ...]:
        """The railways that hang together, each with its hexes, the longest first (FoF 7A, SF 7A).

        Ferries do not join them; the hexes of a multi-hex city are joined. How much may move on them, and which of them
        a game counts as one net, is the game's affair.

        >>> [len(net) for net in load_board(("27",)).rail_nets][:2]
        [124, 26]
        """
        links: dict[Hex, set[Hex]] = {}
        pairs = [pair for pair, rows in self.line_rows.items() if not RAILWAYS.isdisjoint(rows)]
        for city in self.major_cities:
            pairs += [(a, b) for a, b in combinations(city.hexes, 2) if self.is_adjacent(a, b)]
        for a, b in pairs:
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
        nets: dict[Hex, tuple[Hex, ...]] = {}
        for ref in links:
            if ref not in nets:
                net = tuple(sorted(_reached(ref, links.__getitem__), key=self.at))
                nets.update(dict.fromkeys(net, net))
        return tuple(sorted(dict.fromkeys(nets.values()), key=lambda net: (-len(net), self.at(net[0]))))

    # --- on Earth ------------------------------------------------------------------------------------------------

    def latlon(self, ref: Hex) -> Earth:
        """Latitude and longitude of the middle of a hex, in decimal degrees: for drawing, never for a rule.

        They stand in the tables; where a sheet has none, the projection of the sheets gives them.

        >>> load_board(("16A",)).latlon(Hex("16A:1030"))
        (50.632, 3.035)
        """
        return self.places.middle(self.at(ref))

    def latlon_of_city(self, city: City) -> Earth:
        """Latitude and longitude of a city, in decimal degrees; the middle of its hex where the tables have none.

        >>> board = load_board(("16A",))
        >>> board.latlon_of_city(board.city_named("Namur"))
        (50.47, 4.87)
        """
        return city.place or self.latlon(city.hex)

    def city_in_hex(self, city: City) -> Point:
        """Where a city lies from the middle of its hex: to the sheet's east and north, in hexes; (0, 0) is the middle.

        The bearing is true, and so is the distance as far as that keeps the city in its hex: where the map has put a
        town into the hex next door, it stands at the edge. For drawing, never for a rule.

        >>> board = load_board(("16A",))
        >>> [f"{part:.2f}" for part in board.city_in_hex(board.city_named("Maastricht"))]
        ['-0.45', '0.05']
        """
        return self.places.from_middle(self.at(city.hex), city.place) if city.place else MIDDLE

    def hex_at(self, latitude: float, longitude: float) -> Hex:
        """The hex of the board in which a place lies: the one whose middle is nearest in the plane of the sheets.

        Raises `UnknownHex` for a place that is on no sheet of the board, or nowhere.

        >>> load_board(("16A", "17A")).hex_at(50.63, 3.06)
        '16A:1030'
        """
        fault = fault_of_place((latitude, longitude))
        i = None if fault else self.places.nearest((latitude, longitude))
        if i is None:
            sheets = ", ".join(sheet.id for sheet in self.sheets)
            raise UnknownHex(fault or f"latitude {latitude}, longitude {longitude} is on none of the maps {sheets}")
        return self.hexes[i]

    @cached_property
    def places(self) -> Places:
        """Where the hexes lie on Earth: middles, corners, outlines (see `europa_rules.sheets.earth`)."""
        projection = next((head.projection for head in self.sheets if head.projection), None) or series_projection()
        given = zip(self.column("lat"), self.column("lon"), strict=True)
        return Places(
            projection,
            tuple(doubled(*self.grid.cell(ref)) for ref in self.hexes),
            tuple((float(lat), float(lon)) if lat and lon else None for lat, lon in given),
        )

    @property
    def attributions(self) -> tuple[str, ...]:
        """Whose data the sheets rest on, with their licences; pictures and files made from the board carry it."""
        heads = (*self.sheets, *self.laid_over)
        return tuple(dict.fromkeys(str(layer) for head in heads for layer in head.layers))

    def to_geojson(self, hexes: Iterable[Hex] | None = None, layers: Collection[str] = LAYERS) -> FeatureCollection:
        """The board as a GeoJSON FeatureCollection, for maps on the web and for geographic tools.

        hexes: those to write; without it all. A hexside or a line is written if one of its two hexes is.
        layers: some of "hexes", "hexsides", "lines", "cities", "ports", "airfields", "fortifications", "boxes".
        Returns plain data for `json.dumps`: each feature has an id, the property `layer`, and the facts of the board;
        the member `attribution` names whose data they rest on. Raises `UnknownHex`, `UnknownName` for a layer.

        >>> board = load_board(("16A",))
        >>> board.to_geojson([Hex("16A:1030")], ["cities"])["features"][0]["geometry"]
        {'type': 'Point', 'coordinates': [3.06, 50.63]}
        """
        return to_geojson(self, hexes, layers)

    # --- hexsides and lines --------------------------------------------------------------------------------------

    def hexside(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """The features of the hexside between two hexes: river, canal, sea, fortified, ...; () for an open one.

        Raises `UnknownHex` for hexes that do not adjoin.

        >>> load_board(("16A",)).hexside(Hex("16A:0826"), Hex("16A:0727"))
        ('causeway', 'sea')
        """
        return tuple(self.side_rows.get(self._pair(a, b), NOTHING))

    def side_name(self, a: Hex, b: Hex, feature: str) -> str:
        """The name of a feature of a hexside ("Rhine"), or ""."""
        return self.side_rows.get(self._pair(a, b), {}).get(feature, NOTHING).get("name", "")

    def line_kinds(self, a: Hex, b: Hex) -> frozenset[str]:
        """Which lines join two adjacent hexes: rail_high, rail_low, road, rail_ferry. Raises `UnknownHex`.

        >>> sorted(load_board(("26",)).line_kinds(Hex("26:3823"), Hex("26:3822")))
        ['rail_ferry']
        """
        return frozenset(self.line_rows.get(self._pair(a, b), NOTHING))

    @cached_property
    def side_rows(self) -> Mapping[Pair, Mapping[str, Record]]:
        """Hexside -> feature -> its row, for hexsides that have any; the lower hex name stands first in a pair."""
        found: dict[Pair, dict[str, Record]] = {}
        for (a, b, feature), record in self._layers.records("hexsides").items():
            if a in self.index and b in self.index:
                found.setdefault(_sorted(Hex(a), Hex(b)), {})[feature] = record
        return MappingProxyType(found)

    @cached_property
    def line_rows(self) -> Mapping[Pair, Mapping[str, Record]]:
        """Pair of hexes -> kind of line -> its row, for pairs that a line joins."""
        found: dict[Pair, dict[str, Record]] = {}
        for record in self._layers.records("lines").values():
            for a, b in steps_of([Hex(ref) for ref in record["path"].split(";")]):
                if a in self.index and b in self.index:
                    _set_line(found, _sorted(a, b), record)
        return MappingProxyType(found)

    @cached_property
    def sides(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The features of all hexsides, shaped like `neighbors`; () for open ones and at the board's edge."""
        return self._by_side({pair: tuple(row) for pair, row in self.side_rows.items()}, ())

    @cached_property
    def lines(self) -> tuple[tuple[frozenset[str], ...], ...]:
        """The lines over all hexsides, shaped like `neighbors`."""
        return self._by_side({pair: frozenset(row) for pair, row in self.line_rows.items()}, frozenset())

    def _by_side(self, rows: Mapping[Pair, T], nothing: T) -> tuple[tuple[T, ...], ...]:
        """Facts about pairs of hexes, shaped like `neighbors`."""
        table = [(nothing,) * len(STEPS)] * len(self.hexes)
        for (a, b), fact in rows.items():
            for here, there in ((self.index[a], self.index[b]), (self.index[b], self.index[a])):
                direction = self.neighbors[here].index(there)
                row = table[here]
                table[here] = (*row[:direction], fact, *row[direction + 1 :])
        return tuple(table)

    def _pair(self, a: Hex, b: Hex) -> Pair:
        if not self.is_adjacent(a, b):
            raise UnknownHex(f"{a} and {b} have no hexside between them; they are {self.distance(a, b)} hexes apart")
        return _sorted(a, b)

    # --- cities, ports, airfields, fortifications ----------------------------------------------------------------

    def cities(self, ref: Hex) -> tuple[City, ...]:
        """The cities of a hex, the largest first; point cities are among them."""
        self.at(ref)
        return self._cities.get(ref, ())

    def city(self, ref: Hex) -> City | None:
        """The largest city of a hex, or None (SF 3E2). A point city is one: rules that ignore it look at its size.

        >>> load_board(("16A",)).city(Hex("16A:1426"))
        City(hex='16A:1426', name='Namur', size='reference', group='', capital_of='')
        """
        return next(iter(self.cities(ref)), None)

    def city_named(self, name: str) -> City:
        """The city of a name, the largest if there are several. Raises `UnknownHex` with the nearest name.

        >>> load_board(("17A",)).city_named("Paris").hex
        '17A:1604'
        """
        wanted = name.casefold()
        found = [city for cities in self._cities.values() for city in cities if city.name.casefold() == wanted]
        if not found:
            names = [city.name for cities in self._cities.values() for city in cities]
            hint = nearest(name, names)
            raise UnknownHex(f"no city {name!r} on {self!r}.{f' Did you mean {hint!r}?' if hint else ''}")
        return max(found, key=lambda city: self.words["city_size"].index(city.size))

    def major_city(self, ref: Hex) -> MajorCity | None:
        """The major city that a hex belongs to, with all its hexes, or None (FoF 3E, SF 3E2).

        A major city is a partial-hex or full-hex city; such hexes that adjoin make one multi-hex city, unless the sheet
        lists them with multi-hex cities of two names.

        >>> load_board(("17A",)).major_city(Hex("17A:1605"))
        MajorCity(name='Paris', hexes=('17A:1505', '17A:1604', '17A:1605', '17A:1705'))
        """
        self.at(ref)
        return self._major_cities.get(ref)

    @cached_property
    def major_cities(self) -> tuple[MajorCity, ...]:
        """Every major city of the board (FoF 3E, SF 3E2)."""
        return tuple(dict.fromkeys(self._major_cities.values()))

    def ports(self, ref: Hex) -> tuple[Port, ...]:
        """The ports of a hex, the largest first."""
        self.at(ref)
        return self._ports.get(ref, ())

    def port(self, ref: Hex) -> Port | None:
        """The largest port of a hex, or None.

        >>> load_board(("26",)).port(Hex("26:2422")).name
        'Napoli'
        """
        return next(iter(self.ports(ref)), None)

    def airfield(self, ref: Hex) -> Airfield | None:
        """The permanent airfield of a hex, or None; the capacity stands in a variant's overlay."""
        self.at(ref)
        return self.airfields.get(ref)

    @cached_property
    def airfields(self) -> Mapping[Hex, Airfield]:
        """Every permanent airfield that has a capacity, by hex."""
        rows = self._on_board("airfields")
        return MappingProxyType({ref: read_airfield(ref, row) for ref, row in rows if int(row.get("capacity") or 0)})

    def fortification(self, ref: Hex) -> Fortification | None:
        """The printed fortification of a hex, or None; fortifications stand in a variant's overlay."""
        self.at(ref)
        return self.fortifications.get(ref)

    @cached_property
    def fortifications(self) -> Mapping[Hex, Fortification]:
        """Every printed fortification, by hex."""
        return MappingProxyType({ref: read_fortification(ref, row) for ref, row in self._on_board("fortifications")})

    @cached_property
    def boxes(self) -> Mapping[Hex, Box]:
        """The holding boxes by id, such as "box:Norway" (FoF 31C, SF 3E5); they stand in a variant's overlay."""
        rows = list(self._layers.records("zones").values())
        ports = [read_off_map_port(row) for row in rows if row["place"] == "port"]
        boxes = (read_box(row, ports) for row in rows if row["place"] != "port")
        return MappingProxyType({box.id: box for box in boxes})

    @cached_property
    def _cities(self) -> Mapping[Hex, tuple[City, ...]]:
        return _grouped((read_city(ref, row) for ref, row in self._on_board("cities")), self.words["city_size"])

    @cached_property
    def _ports(self) -> Mapping[Hex, tuple[Port, ...]]:
        return _grouped((read_port(ref, row) for ref, row in self._on_board("ports")), PORT_SIZES)

    @cached_property
    def _major_cities(self) -> Mapping[Hex, MajorCity]:
        parts = {ref: cities[0] for ref, cities in self._cities.items() if cities[0].size in {"partial", "full"}}
        found: dict[Hex, MajorCity] = {}
        for ref in sorted(parts, key=self.at):
            if ref not in found:
                hexes = self._adjoining(ref, parts)
                major = MajorCity(name_of_major([parts[h] for h in hexes]), hexes)
                found.update(dict.fromkeys(hexes, major))
        return found

    def _adjoining(self, start: Hex, parts: Mapping[Hex, City]) -> tuple[Hex, ...]:
        """The hexes of `parts` that hang together with a first one as one city, in the order of the board."""

        def joined(here: Hex) -> list[Hex]:
            around = [near for near in self.neighbors_of(here) if near in parts]
            return [near for near in around if _is_one_city(parts[here], parts[near])]

        return tuple(sorted(_reached(start, joined), key=self.at))

    @cached_property
    def _formats(self) -> Mapping[str, Format]:
        return formats_with(self.words)

    def _keys_in(self, layer: str, ref: Hex) -> list[Key]:
        return [key for key in self._layers.records(layer) if key[0] == ref]

    def _on_board(self, layer: str) -> list[tuple[Hex, Record]]:
        rows = self._layers.records(layer).items()
        return [(Hex(key[0]), row) for key, row in rows if key[0] in self.index]

    # --- where the facts come from -------------------------------------------------------------------------------

    def provenance(self, ref: Hex, layer: str = "hexes") -> Provenance | None:
        """Where a fact about a hex comes from, or None if the hex has nothing of that layer.

        layer: "terrain", "weather_zone" or another column of the hexes; "hexes" for the hex as a whole; "cities",
        "ports", "airfields" or "fortifications" for the largest of these in the hex.

        >>> str(load_board(("17A",)).provenance(Hex("17A:0109"), "terrain"))
        'printed, high'
        """
        i = self.at(ref)
        if layer == "hexes" or layer in self._formats["hexes"].by_name:
            return self._provenance_of_hex(ref, i, layer)
        names = {"cities": [c.name for c in self.cities(ref)], "ports": [p.name for p in self.ports(ref)]}
        key = (ref, *names[layer][:1]) if layer in names else (ref,)
        record = self._layers.records(layer).get(key)
        return read_provenance(record) if record is not None else None

    def side_provenance(self, a: Hex, b: Hex) -> Mapping[str, Provenance]:
        """Where each feature of a hexside comes from."""
        return {feature: read_provenance(row) for feature, row in self.side_rows.get(self._pair(a, b), {}).items()}

    def line_provenance(self, a: Hex, b: Hex) -> Mapping[str, Provenance]:
        """Where each line that joins two hexes comes from."""
        return {kind: read_provenance(row) for kind, row in self.line_rows.get(self._pair(a, b), {}).items()}

    def changed_by(self, ref: Hex, layer: str = "hexes") -> str | None:
        """The overlay that last changed a hex, or None; layer as in `provenance`."""
        self.at(ref)
        is_column = layer in self._formats["hexes"].by_name
        change = self._layers.last_change("hexes" if is_column else layer, (ref,), layer if is_column else "")
        return change.by if change else None

    def unverified(self, ref: Hex, near: Iterable[Hex], overlays: Collection[str]) -> tuple[str, ...]:
        """What these overlays say of a hex, and of its hexsides to others, that nobody has verified; for ledgers.

        near: hexes that adjoin it. Only what an attack depends on counts: terrain, weather, cities, fortifications.
        """
        sides = {self._pair(ref, other) for other in near if other in self.index and self.is_adjacent(ref, other)}
        columns = {"terrain", "weather_zone", *self.words["overlay"]}
        last: dict[tuple[str, Key, str], Change] = {}
        for change in self._layers.changes:
            of_side = change.layer == "hexsides"
            if change.layer in _FOUGHT_OVER and (change.key[:2] in sides if of_side else change.key[0] == ref):
                of_hex = change.layer == "hexes"
                for name in columns.intersection(change.cells or ()) if of_hex else ("",):
                    last[change.layer, change.key, name] = change
        return tuple(
            " ".join(filter(None, ("map", *key, name))) + f": {change.provenance} ({change.by})"
            for (_, key, name), change in sorted(last.items(), key=lambda item: item[0])
            if change.by in overlays and not change.provenance.is_verified
        )

    def manifest(self) -> list[dict[str, object]]:
        """The sheets and overlays of the board in order, each with the provenance of what it brings, as plain data."""
        whole, brought = self.fingerprints, self._layers.provenances()
        return [
            {
                "id": head.id,
                "title": head.title,
                "version": head.version,
                "overlay": head in self.laid_over,
                "fingerprint": whole.get(head.id, "")[:16],
                "rows": brought.get(head.id, {}),
            }
            for head in (*self.sheets, *self.laid_over)
        ]

    @property
    def fingerprint(self) -> str:
        """A SHA-256 of the sheets, the overlays and every change: equal boards have equal ones."""
        return self._layers.digest()

    @property
    def fingerprints(self) -> Mapping[str, str]:
        """For each sheet and each overlay, by its name, a SHA-256 of what it brings."""
        return self._layers.digests()

    def _provenance_of_hex(self, ref: Hex, i: int, layer: str) -> Provenance:
        change = self._layers.last_change("hexes", (ref,), "" if layer == "hexes" else layer)
        if change:
            return change.provenance
        stem = {"terrain": "terrain_", "weather_zone": "weather_"}.get(layer, "")
        kind, confidence = self.column(f"{stem}kind")[i], self.column(f"{stem}confidence")[i]
        whole = Provenance(self.column("kind")[i], self.column("source")[i], self.column("confidence")[i])
        return Provenance(kind, "" if stem else whole.source, confidence) if kind else whole

    # --- boards from boards --------------------------------------------------------------------------------------

    def overlaid(self, folder: Folder) -> Board:
        """A new board with an overlay laid over this one; this one stays as it is.

        Rows about hexes of the series that are not on the board are passed over. Raises `DataError` with every fault of
        the overlay; then nothing of it is applied.
        """
        read = read_overlay(folder, self.grid, self.words)
        known = [change for change in read.changes if self._concerns(change)]
        layers = self._layers.overlaid(known, self.index)
        found = [*self._name_taken(folder, read.head), *read.faults, *incomplete_rows(layers, known)]
        found += contradictions(self._layers, layers, known, self.index)
        if found:
            raise DataError(found)
        return evolve(self, laid_over=(*self.laid_over, read.head), layers=layers)

    def _name_taken(self, folder: Folder, head: SheetHead) -> list[Fault]:
        if head.id not in (known.id for known in (*self.sheets, *self.laid_over)):
            return []
        return [
            Fault(str(folder), "id", f"{head.id!r} again", "a name of its own: the folder's, or id in overlay.toml")
        ]

    def differences(self, folder: Folder) -> tuple[Difference, ...]:
        """What an overlay would change on this board, row by row. Raises `DataError` with every fault of the overlay.

        folder: the overlay's.
        """
        self.overlaid(folder)
        changes = read_overlay(folder, self.grid, self.words).changes
        return tuple(differences(changes, self._layers, self._row_of_hex, self.line_rows, self._concerns))

    def _row_of_hex(self, ref: Hex) -> Record:
        """The cells of a hex, with the provenance of what changed it last."""
        i, source = self.at(ref), self.provenance(ref)
        row = {name: column[i] for name, column in self._layers.columns.items()}
        return row | ({"kind": source.kind, "source": source.source, "confidence": source.confidence} if source else {})

    def patched(
        self,
        *,
        hexes: Mapping[str, Facts] | None = None,
        hexsides: Mapping[tuple[str, str], Sequence[str]] | None = None,
        cities: Mapping[str, Facts | None] | None = None,
        ports: Mapping[str, Facts | None] | None = None,
        airfields: Mapping[str, Facts | None] | None = None,
        fortifications: Mapping[str, Facts | None] | None = None,
        lines: Mapping[tuple[str, str], Sequence[str]] | None = None,
        name: str = "patch",
        provenance: Provenance = MADE_UP,
    ) -> Board:
        """A new board with some facts changed, for a made-up position or a test; this one stays as it is.

        hexes: columns to set. hexsides, lines: all features, or kinds of line, that the pair has afterwards.
        cities, ports, airfields, fortifications: what the hex has afterwards, or None for nothing.
        Raises `DataError` with every fault, `UnknownHex` for hexes that are not on the board.

        >>> board = load_board(("16A",)).patched(hexes={"16A:1506": {"terrain": "woods", "bocage": True}})
        >>> board.terrain(Hex("16A:1506")), board.overlays(Hex("16A:1506")), board.changed_by(Hex("16A:1506"))
        ('woods', ('bocage',), 'patch')
        """
        patch = Patch(self.grid, name, provenance, self._formats)
        for ref, facts in (hexes or {}).items():
            patch.set_row("hexes", (self.place(ref),), facts)
        for pair, features in (hexsides or {}).items():
            placed = self._placed(pair)
            patch.set_sides(placed, features, self.hexside(*placed))
        in_hexes = {"cities": cities, "ports": ports, "airfields": airfields, "fortifications": fortifications}
        for layer, rows in in_hexes.items():
            for ref, row in (rows or {}).items():
                here = self.place(ref)
                patch.replace_in_hex(layer, here, row, self._keys_in(layer, here))
        for pair, kinds in (lines or {}).items():
            patch.set_lines(self._placed(pair), kinds)
        if patch.faults:
            raise DataError(patch.faults)
        return self._changed(patch.changes, SheetHead(name, name, "", ""))

    @cached_property
    def graph(self) -> nx.Graph[Hex]:
        """The board as a frozen networkx graph, for one's own algorithms.

        Nodes are hexes, with the attributes `index`, `terrain`, `overlays` (a tuple), `surface` (land, coastal, sea,
        lake), `country`, `district`, `weather_zone`, `sea_zone`, `city` and `port` (the size of the largest, or "").
        Edges join adjacent hexes, with `features` (a tuple, as `hexside` gives it) and `lines` (a frozenset). Holding
        boxes are not in it.

        >>> load_board(("16A",)).graph.edges["16A:0727", "16A:0826"]["features"]
        ('causeway', 'sea')
        """
        import networkx as nx

        graph: nx.Graph[Hex] = nx.Graph()
        for i, ref in enumerate(self.hexes):
            city, port = self.city(ref), self.port(ref)
            graph.add_node(
                ref,
                index=i,
                terrain=self.terrain(ref),
                overlays=self.overlays(ref),
                surface=self.surface(ref),
                country=self.country(ref),
                district=self.district(ref),
                weather_zone=self.weather_zone(ref),
                sea_zone=self.sea_zone(ref),
                city=city.size if city else "",
                port=port.size if port else "",
            )
        for i, around in enumerate(self.neighbors):
            for direction, j in enumerate(around):
                if i < j:
                    graph.add_edge(
                        self.hexes[i],
                        self.hexes[j],
                        features=self.sides[i][direction],
                        lines=self.lines[i][direction],
                    )
        nx.freeze(graph)
        return graph

    def _changed(self, changes: Sequence[Change], head: SheetHead) -> Board:
        known = [change for change in changes if self._concerns(change)]
        layers = self._layers.overlaid(known, self.index)
        incomplete = incomplete_rows(layers, known)
        if incomplete:
            raise DataError(incomplete)
        return evolve(self, laid_over=(*self.laid_over, head), layers=layers)

    def _placed(self, pair: tuple[str, str]) -> Pair:
        return self._pair(self.place(pair[0]), self.place(pair[1]))

    def _concerns(self, change: Change) -> bool:
        """Whether a change is about this board's hexes; a box always is, a line if one of its hexes is."""
        if change.layer == "zones":
            return True
        refs = change.key[-1].split(";") if change.layer == "lines" else change.key[: _HEXES_IN_KEY[change.layer]]
        on_board = [ref in self.index for ref in refs]
        return any(on_board) if change.layer == "lines" else all(on_board)

    def _complaint(self, ref: str) -> str:
        if ref.lower().startswith(BOX):
            names = [box.id for box in self.boxes.values()]
            hint = nearest(ref, names)
            ask = f" Did you mean {hint!r}?" if hint else ""
            return f"no holding box {ref!r}; there are {', '.join(names) or 'none'}.{ask}"
        if ref in self.grid:
            return f"hex {ref!r} is not on this board, which has the maps {', '.join(s.id for s in self.sheets)}"
        name = self.grid.hexref(ref)
        return f"hex {ref!r} is named {name!r} here; read references with hexref()"


def load_board(sheets: Iterable[str | Folder], overlays: Iterable[Folder] = (), words: Words = NO_WORDS) -> Board:
    """The board of some sheets, with overlays laid over them from left to right.

    sheets: names of sheets that come with the library ("16A"), or folders of other sheets.
    overlays: folders of the same format with only the rows and columns that they change.
    words: what a variant adds to the words of the series: "terrain", "overlay", "hexside", "city_size" (larger than
        those before it) or "fortification" -> names. `Ruleset.board` gives those of its charts.
    Raises `UnknownName` for a sheet or a kind of words that is not there, `DataError` with every fault of a folder; a
    faulty overlay is rejected as a whole.

    >>> load_board(("16A", "17A", "26", "27"))
    <Board 16A+17A+26+27, 6565 hexes>
    """
    folders = [bundled_sheet(sheet) if isinstance(sheet, str) else _checked(sheet, words) for sheet in sheets]
    pairs = sorted(((read_head(folder), folder) for folder in folders), key=lambda pair: pair[0].order)
    heads = tuple(head for head, _ in pairs)
    known = words_with(words)
    more = tuple(name for name in known["overlay"] if name not in FORMATS["hexes"].by_name)
    layers = Layers(tuple(folder for _, folder in pairs), overlays=more)
    hexes = tuple(map(Hex, layers.columns["hex"]))
    grid = grid_with(series_grid(), heads)
    index = MappingProxyType({ref: i for i, ref in enumerate(hexes)})
    board = Board(grid, heads, (), hexes, index, _adjacency(hexes, grid), known, layers)
    return _laid_over(board, overlays)


def _laid_over(board: Board, overlays: Iterable[Folder]) -> Board:
    """The board under all overlays. Raises `DataError` with the faults of every one of them.

    Once an overlay is faulty, rows of later ones are no longer held against the board, which is not what they lie on.
    """
    found: list[Fault] = []
    for folder in overlays:
        if found:
            found += faults(folder, board.grid, board.words)
            continue
        try:
            board = board.overlaid(folder)
        except DataError as error:
            found += error.faults
    if found:
        raise DataError(found)
    return board


_FOUGHT_OVER = frozenset({"hexes", "hexsides", "cities", "fortifications"})
_REGIONS = {
    "country": "country_1939",
    "district": "district",
    "annexed": "annexed_wk",
    "weather_zone": "weather_zone",
    "sea_zone": "sea_zone",
}
"""Kinds of region -> the column of the hexes that names them."""

_HEXES_IN_KEY = {"hexes": 1, "hexsides": 2, "cities": 1, "ports": 1, "airfields": 1, "fortifications": 1}


def _sorted(a: Hex, b: Hex) -> Pair:
    return (a, b) if a < b else (b, a)


def _checked(folder: Folder, words: Words) -> Folder:
    found = faults(folder, words=words)
    if not found and read_head(folder).origin is None:
        found = [Fault(str(folder), "folder", "no sheet.toml", "a sheet: a folder with sheet.toml and hexes.csv")]
    if found:
        raise DataError(found)
    return folder


def _adjacency(hexes: Sequence[Hex], grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each hex the places of the six around it, -1 off the board."""
    width = 1 << 20
    points = [x + y * width for x, y in (doubled(*grid.cell(ref)) for ref in hexes)]
    place = {point: i for i, point in enumerate(points)}.get
    steps = [dx + dy * width for dx, dy in STEPS]
    return tuple(tuple(place(point + step, -1) for step in steps) for point in points)


def _set_line(found: dict[Pair, dict[str, Record]], pair: Pair, record: Record) -> None:
    if record["line"] == NO_LINE:
        found.pop(pair, None)
    else:
        found.setdefault(pair, {})[record["line"]] = record


def _reached(start: Hex, near: Callable[[Hex], Iterable[Hex]]) -> set[Hex]:
    """A hex and all that hang together with it."""
    found, waiting = {start}, deque([start])
    while waiting:
        new = [ref for ref in near(waiting.popleft()) if ref not in found]
        found.update(new)
        waiting.extend(new)
    return found


def _is_one_city(a: City, b: City) -> bool:
    """Whether two city hexes that adjoin belong together: unless they are listed with two multi-hex cities."""
    return not a.group or not b.group or a.group == b.group


def _grouped(items: Iterable[S], sizes: Sequence[str]) -> Mapping[Hex, tuple[S, ...]]:
    """Cities or ports by hex, the largest first."""
    found: dict[Hex, list[S]] = {}
    for item in items:
        found.setdefault(item.hex, []).append(item)
    largest_first = {ref: sorted(here, key=lambda item: -sizes.index(item.size)) for ref, here in found.items()}
    return {ref: tuple(here) for ref, here in largest_first.items()}
