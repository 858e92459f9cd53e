"""The board itself: what each hex is, and what lies in it and beside it, read only (rules 2 and 3E)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING

from attrs import evolve, field, frozen

from europa_rules.board.borders import by_side, in_order, rows_of_lines, rows_of_sides
from europa_rules.board.changing import differences_on, laid_over, patch_of
from europa_rules.board.names import city_among, complaint, place_named
from europa_rules.board.networks import graph_of, rail_nets_of
from europa_rules.board.origins import last_change_of, manifest_of, provenance_of, unverified_words
from europa_rules.board.regions import regions_of
from europa_rules.board.towns import by_hex, major_cities_by_hex
from europa_rules.errors import UnknownHex
from europa_rules.geojson import LAYERS, FeatureCollection, to_geojson
from europa_rules.hexes import Grid, Hex, doubled
from europa_rules.provenance import Provenance
from europa_rules.remembered import Memory
from europa_rules.sheets.differences import Difference
from europa_rules.sheets.earth import Places
from europa_rules.sheets.features import (
    Airfield,
    Box,
    City,
    Fortification,
    MajorCity,
    Pair,
    Port,
    read_airfield,
    read_box,
    read_city,
    read_fortification,
    read_off_map_port,
    read_port,
    read_provenance,
)
from europa_rules.sheets.heads import Folder, SheetHead, series_projection
from europa_rules.sheets.layers import NOTHING, Layers, Record
from europa_rules.sheets.patches import MADE_UP, Facts
from europa_rules.sheets.projection import MIDDLE, Earth, Point, fault_of_place
from europa_rules.sheets.tables import PORT_SIZES

if TYPE_CHECKING:
    import networkx as nx


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

    >>> from europa_rules.board import load_board
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

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).at(Hex("16A:0102"))
        1
        """
        try:
            return self.index[ref]
        except KeyError:
            raise UnknownHex(complaint(ref, self)) from None

    def place(self, text: str, default_sheet: str | None = None) -> Hex:
        """The hex or the holding box that a text names, by its id. Raises `UnknownHex`.

        >>> from europa_rules.board import load_board
        >>> load_board(("17A",)).place("17a:1604")
        '17A:1604'
        """
        return place_named(text, default_sheet, self)

    def neighbors_of(self, place: Hex) -> tuple[Hex, ...]:
        """The hexes of the board around a hex, clockwise from the north-east; none around a holding box.

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).neighbors_of(Hex("16A:0101"))
        ('16A:0201', '16A:0102')
        """
        around = self._around.get(place)
        if around is None:
            raise UnknownHex(complaint(place, self))
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

        >>> from europa_rules.board import load_board
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

        >>> from europa_rules.board import load_board
        >>> board = load_board(("16A", "17A"))
        >>> len(board.regions("district")["MR Paris"]), sorted(board.regions("sea_zone"))
        (12, ['atlantic', 'baltic', 'mediterranean'])
        """
        return regions_of(kind, self)

    @cached_property
    def rail_nets(self) -> tuple[tuple[Hex, ...], ...]:
        """The railways that hang together, each with its hexes, the longest first (FoF 7A, SF 7A).

        Ferries do not join them; the hexes of a multi-hex city are joined. How much may move on them, and which of them
        a game counts as one net, is the game's affair.

        >>> from europa_rules.board import load_board
        >>> [len(net) for net in load_board(("27",)).rail_nets][:2]
        [124, 26]
        """
        return rail_nets_of(self)

    # --- on Earth ------------------------------------------------------------------------------------------------

    def latlon(self, ref: Hex) -> Earth:
        """Latitude and longitude of the middle of a hex, in decimal degrees: for drawing, never for a rule.

        They stand in the tables; where a sheet has none, the projection of the sheets gives them.

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).latlon(Hex("16A:1030"))
        (50.632, 3.035)
        """
        return self.places.middle(self.at(ref))

    def latlon_of_city(self, city: City) -> Earth:
        """Latitude and longitude of a city, in decimal degrees; the middle of its hex where the tables have none.

        >>> from europa_rules.board import load_board
        >>> board = load_board(("16A",))
        >>> board.latlon_of_city(board.city_named("Namur"))
        (50.47, 4.87)
        """
        return city.place or self.latlon(city.hex)

    def city_in_hex(self, city: City) -> Point:
        """Where a city lies from the middle of its hex: to the sheet's east and north, in hexes; (0, 0) is the middle.

        The bearing is true, and so is the distance as far as that keeps the city in its hex: where the map has put a
        town into the hex next door, it stands at the edge. For drawing, never for a rule.

        >>> from europa_rules.board import load_board
        >>> board = load_board(("16A",))
        >>> [f"{part:.2f}" for part in board.city_in_hex(board.city_named("Maastricht"))]
        ['-0.45', '0.05']
        """
        return self.places.from_middle(self.at(city.hex), city.place) if city.place else MIDDLE

    def hex_at(self, latitude: float, longitude: float) -> Hex:
        """The hex of the board in which a place lies: the one whose middle is nearest in the plane of the sheets.

        Raises `UnknownHex` for a place that is on no sheet of the board, or nowhere.

        >>> from europa_rules.board import load_board
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

        >>> from europa_rules.board import load_board
        >>> board = load_board(("16A",))
        >>> board.to_geojson([Hex("16A:1030")], ["cities"])["features"][0]["geometry"]
        {'type': 'Point', 'coordinates': [3.06, 50.63]}
        """
        return to_geojson(self, hexes, layers)

    # --- hexsides and lines --------------------------------------------------------------------------------------

    def hexside(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """The features of the hexside between two hexes: river, canal, sea, fortified, ...; () for an open one.

        Raises `UnknownHex` for hexes that do not adjoin.

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).hexside(Hex("16A:0826"), Hex("16A:0727"))
        ('causeway', 'sea')
        """
        return tuple(self.side_rows.get(self.pair(a, b), NOTHING))

    def side_name(self, a: Hex, b: Hex, feature: str) -> str:
        """The name of a feature of a hexside ("Rhine"), or ""."""
        return self.side_rows.get(self.pair(a, b), {}).get(feature, NOTHING).get("name", "")

    def line_kinds(self, a: Hex, b: Hex) -> frozenset[str]:
        """Which lines join two adjacent hexes: rail_high, rail_low, road, rail_ferry. Raises `UnknownHex`.

        >>> from europa_rules.board import load_board
        >>> sorted(load_board(("26",)).line_kinds(Hex("26:3823"), Hex("26:3822")))
        ['rail_ferry']
        """
        return frozenset(self.line_rows.get(self.pair(a, b), NOTHING))

    @cached_property
    def side_rows(self) -> Mapping[Pair, Mapping[str, Record]]:
        """Hexside -> feature -> its row, for hexsides that have any; the lower hex name stands first in a pair."""
        return rows_of_sides(self._layers, self.index)

    @cached_property
    def line_rows(self) -> Mapping[Pair, Mapping[str, Record]]:
        """Pair of hexes -> kind of line -> its row, for pairs that a line joins."""
        return rows_of_lines(self._layers, self.index)

    @cached_property
    def sides(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The features of all hexsides, shaped like `neighbors`; () for open ones and at the board's edge."""
        return by_side({pair: tuple(row) for pair, row in self.side_rows.items()}, (), self.index, self.neighbors)

    @cached_property
    def lines(self) -> tuple[tuple[frozenset[str], ...], ...]:
        """The lines over all hexsides, shaped like `neighbors`."""
        rows = {pair: frozenset(row) for pair, row in self.line_rows.items()}
        return by_side(rows, frozenset(), self.index, self.neighbors)

    def pair(self, a: Hex, b: Hex) -> Pair:
        """Two adjacent hexes as they name a hexside, the lower name first. Raises `UnknownHex` for others."""
        if not self.is_adjacent(a, b):
            raise UnknownHex(f"{a} and {b} have no hexside between them; they are {self.distance(a, b)} hexes apart")
        return in_order(a, b)

    # --- cities, ports, airfields, fortifications ----------------------------------------------------------------

    def cities(self, ref: Hex) -> tuple[City, ...]:
        """The cities of a hex, the largest first; point cities are among them."""
        self.at(ref)
        return self._cities.get(ref, ())

    def city(self, ref: Hex) -> City | None:
        """The largest city of a hex, or None (SF 3E2). A point city is one: rules that ignore it look at its size.

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).city(Hex("16A:1426"))
        City(hex='16A:1426', name='Namur', size='reference', group='', capital_of='')
        """
        return next(iter(self.cities(ref)), None)

    def city_named(self, name: str) -> City:
        """The city of a name, the largest if there are several. Raises `UnknownHex` with the nearest name.

        >>> from europa_rules.board import load_board
        >>> load_board(("17A",)).city_named("Paris").hex
        '17A:1604'
        """
        every = (city for cities in self._cities.values() for city in cities)
        return city_among(every, name, self.words["city_size"], self)

    def major_city(self, ref: Hex) -> MajorCity | None:
        """The major city that a hex belongs to, with all its hexes, or None (FoF 3E, SF 3E2).

        A major city is a partial-hex or full-hex city; such hexes that adjoin make one multi-hex city, unless the sheet
        lists them with multi-hex cities of two names.

        >>> from europa_rules.board import load_board
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

        >>> from europa_rules.board import load_board
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
        return by_hex((read_city(ref, row) for ref, row in self._on_board("cities")), self.words["city_size"])

    @cached_property
    def _ports(self) -> Mapping[Hex, tuple[Port, ...]]:
        return by_hex((read_port(ref, row) for ref, row in self._on_board("ports")), PORT_SIZES)

    @cached_property
    def _major_cities(self) -> Mapping[Hex, MajorCity]:
        return major_cities_by_hex(self._cities, self)

    def _on_board(self, layer: str) -> list[tuple[Hex, Record]]:
        rows = self._layers.records(layer).items()
        return [(Hex(key[0]), row) for key, row in rows if key[0] in self.index]

    # --- where the facts come from -------------------------------------------------------------------------------

    def provenance(self, ref: Hex, layer: str = "hexes") -> Provenance | None:
        """Where a fact about a hex comes from, or None if the hex has nothing of that layer.

        layer: "terrain", "weather_zone" or another column of the hexes; "hexes" for the hex as a whole; "cities",
        "ports", "airfields" or "fortifications" for the largest of these in the hex.

        >>> from europa_rules.board import load_board
        >>> str(load_board(("17A",)).provenance(Hex("17A:0109"), "terrain"))
        'printed, high'
        """
        return provenance_of(ref, layer, self, self._layers)

    def side_provenance(self, a: Hex, b: Hex) -> Mapping[str, Provenance]:
        """Where each feature of a hexside comes from."""
        return {feature: read_provenance(row) for feature, row in self.side_rows.get(self.pair(a, b), {}).items()}

    def line_provenance(self, a: Hex, b: Hex) -> Mapping[str, Provenance]:
        """Where each line that joins two hexes comes from."""
        return {kind: read_provenance(row) for kind, row in self.line_rows.get(self.pair(a, b), {}).items()}

    def changed_by(self, ref: Hex, layer: str = "hexes") -> str | None:
        """The overlay that last changed a hex, or None; layer as in `provenance`."""
        self.at(ref)
        change = last_change_of(ref, layer, self, self._layers)
        return change.by if change else None

    def unverified(self, ref: Hex, near: Iterable[Hex], overlays: Collection[str]) -> tuple[str, ...]:
        """What these overlays say of a hex, and of its hexsides to others, that nobody has verified; for ledgers.

        near: hexes that adjoin it. Only what an attack depends on counts: terrain, weather, cities, fortifications.
        """
        sides = {self.pair(ref, other) for other in near if other in self.index and self.is_adjacent(ref, other)}
        return unverified_words(ref, sides, overlays, self, self._layers)

    def manifest(self) -> list[dict[str, object]]:
        """The sheets and overlays of the board in order, each with the provenance of what it brings, as plain data."""
        return manifest_of(self, self._layers)

    @property
    def fingerprint(self) -> str:
        """A SHA-256 of the sheets, the overlays and every change: equal boards have equal ones."""
        return self._layers.digest()

    @property
    def fingerprints(self) -> Mapping[str, str]:
        """For each sheet and each overlay, by its name, a SHA-256 of what it brings."""
        return self._layers.digests()

    # --- boards from boards --------------------------------------------------------------------------------------

    def overlaid(self, folder: Folder) -> Board:
        """A new board with an overlay laid over this one; this one stays as it is.

        Rows about hexes of the series that are not on the board are passed over. Raises `DataError` with every fault of
        the overlay; then nothing of it is applied.
        """
        head, layers = laid_over(folder, self, self._layers)
        return evolve(self, laid_over=(*self.laid_over, head), layers=layers)

    def differences(self, folder: Folder) -> tuple[Difference, ...]:
        """What an overlay would change on this board, row by row. Raises `DataError` with every fault of the overlay.

        folder: the overlay's.
        """
        self.overlaid(folder)
        return differences_on(folder, self, self._layers)

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

        >>> from europa_rules.board import load_board
        >>> board = load_board(("16A",)).patched(hexes={"16A:1506": {"terrain": "woods", "bocage": True}})
        >>> board.terrain(Hex("16A:1506")), board.overlays(Hex("16A:1506")), board.changed_by(Hex("16A:1506"))
        ('woods', ('bocage',), 'patch')
        """
        in_hexes = {"cities": cities, "ports": ports, "airfields": airfields, "fortifications": fortifications}
        rows = {layer: of_layer or {} for layer, of_layer in in_hexes.items()}
        layers = patch_of(self, self._layers, hexes or {}, rows, hexsides or {}, lines or {}, name, provenance)
        return evolve(self, laid_over=(*self.laid_over, SheetHead(name, name, "", "")), layers=layers)

    @cached_property
    def graph(self) -> nx.Graph[Hex]:
        """The board as a frozen networkx graph, for one's own algorithms.

        Nodes are hexes, with the attributes `index`, `terrain`, `overlays` (a tuple), `surface` (land, coastal, sea,
        lake), `country`, `district`, `weather_zone`, `sea_zone`, `city` and `port` (the size of the largest, or "").
        Edges join adjacent hexes, with `features` (a tuple, as `hexside` gives it) and `lines` (a frozenset). Holding
        boxes are not in it.

        >>> from europa_rules.board import load_board
        >>> load_board(("16A",)).graph.edges["16A:0727", "16A:0826"]["features"]
        ('causeway', 'sea')
        """
        return graph_of(self)
