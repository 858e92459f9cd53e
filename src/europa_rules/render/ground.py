"""The ground of a picture, layer on layer: terrain, rivers, lakes, borders, sea and shore, roads, rails, the hexes.

Needs the part of the board that is shown. Land is drawn whole first and the sea laid over it; rivers and borders are
drawn as far as their hexsides are dry.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element

from europa_rules.hexes import Hex
from europa_rules.render.descriptions import description_of, title_of
from europa_rules.render.hexplan import NUMBER_AT
from europa_rules.render.layout import HALF, MARGIN, Frame, Spot, chains, outline, side
from europa_rules.render.shores import Shore, dry_part, shores
from europa_rules.render.style import COLOURS
from europa_rules.render.svg import Point, add, at, group, polyline, smooth, told, with_halo

WATER = ("sea", "lake")

Step = tuple[Point, Point]

Glyph = tuple[str, str]
"""The class of a mark and its path data, from the mark's own place on."""

TREE: Glyph = ("tree", "m-4 3q-1-3 2-4q-1-4 2-4q3 0 2 4q3 1 2 4z")
FULL_TREE: Glyph = ("tree-full", "m-4 4l4-9l4 9z")
HILL: Glyph = ("mark", "m-5 2l4-5l2 2.5m0 0l1.5-1.5l3.5 4")
PEAK: Glyph = ("peak", "m-7 5l7-11l7 11m-9-2l2 3")
HIGH_PEAK: Glyph = ("peak-full", "m-8 6l8-13l8 13z")
REED: Glyph = ("reed", "m-5 3h10m-7 0v-4m4 4v-6m3 6v-4")
GRAIN: Glyph = ("dot", "m-1 0a1 1 0 1 0 2 0a1 1 0 1 0-2 0")
SALT: Glyph = ("mark", "m-3-3l6 6m0-6l-6 6")
HEDGE: Glyph = ("tree", "m-5-3h10v6h-10z")
DITCH: Glyph = ("reed", "m-6 0h12")
GULLY: Glyph = ("mark", "m-4-4l2 4l-2 4m6-8l2 4l-2 4")

MARKS: Mapping[str, tuple[tuple[Glyph, tuple[Spot, ...]], ...]] = {
    "woods": ((TREE, ((-15, -4), (15, 2), (-4, 19), (6, -17))),),
    "forest": ((FULL_TREE, ((-17, -4), (-6, 17), (8, 18), (17, 0), (-8, -16), (6, -19))),),
    "rough": ((HILL, ((-15, -6), (14, 4), (-5, 19), (7, -18))),),
    "wooded_rough": ((HILL, ((-14, -6), (9, 18))), (TREE, ((15, -2), (-8, 17)))),
    "mountain": ((PEAK, ((-14, -3), (14, 2), (0, 20))),),
    "high_mountain": ((HIGH_PEAK, ((-14, -3), (14, 2), (0, 20))),),
    "swamp": ((REED, ((-14, -5), (14, 3), (-3, 19))),),
    "wooded_swamp": ((REED, ((-14, -5), (14, 3))), (TREE, ((-3, 19),))),
    "desert": ((GRAIN, ((-16, -5), (-6, 8), (6, -9), (15, 3), (-3, 21), (18, -8))),),
    "sand": ((GRAIN, tuple((x, y) for y in (-16, -4, 8, 20) for x in (-18, -6, 6, 18))),),
    "salt_desert": ((SALT, ((-14, -4), (14, 3), (0, 19))),),
    "bocage": ((HEDGE, ((-12, 12), (13, -9))),),
    "canal_intensive": ((DITCH, ((-12, -10), (12, -10), (0, 12), (-14, 18), (14, 18))),),
    "ravines": ((GULLY, ((-12, 10), (12, 10))),),
}
"""The marks of each terrain and overlay, and where they stand around the middle of a hex."""

OTHER_MARKS: tuple[tuple[Glyph, tuple[Spot, ...]], ...] = ((SALT, ((-10, 10), (10, 10))),)
"""Those of what only a variant has."""


def terrain_class(terrain: str) -> str:
    """The class of a terrain: its own colour, or that of any other."""
    return terrain if terrain in COLOURS else "other_terrain"


# --- patterns --------------------------------------------------------------------------------------------------------

TILE = (2 * HALF, 104)


def pattern_id(name: str, theme: str) -> str:
    """The id of the pattern of marks of a terrain; pictures on one page share it."""
    return f"europa-{theme}-{name}"


def add_pattern(defs: Element, name: str, theme: str) -> None:
    """The marks of a terrain as a pattern whose tiles keep step with the hexes."""
    width, height = TILE
    pattern = add(
        defs, "pattern", id=pattern_id(name, theme), patternUnits="userSpaceOnUse", width=width, height=height
    )
    for (kind, path), spots in MARKS.get(name, OTHER_MARKS):
        starts = [start for spot in spots for start in _in_tile(spot)]
        add(pattern, "path", kind, d="".join(f"M{x} {y}{path}" for x, y in starts))


def _in_tile(spot: Spot) -> Iterable[Spot]:
    """Where a mark falls in the tile, and where it reaches into it from the next one."""
    width, height = TILE
    for x, y in ((0, 0), (HALF, 52)):
        for left in (-width, 0, width):
            for top in (-height, 0, height):
                found = spot[0] + x + left, spot[1] + y + top
                if -10 <= found[0] <= width + 10 and -10 <= found[1] <= height + 10:
                    yield found


def marked(frame: Frame) -> tuple[str, ...]:
    """The terrains and overlays shown that have marks."""
    shown = {frame.board.terrain(ref) for ref in frame.hexes} - {"clear", *WATER}
    shown.update(name for ref in frame.hexes for name in frame.board.overlays(ref))
    return tuple(sorted(shown))


# --- land ------------------------------------------------------------------------------------------------------------


def draw_terrain(frame: Frame, theme: str) -> Element:
    """The terrain of every hex with land, as one shape for each terrain."""
    layer = group("terrain")
    for terrain, spots in sorted(_by_terrain(frame).items()):
        shape = "".join(map(outline, spots))
        add(layer, "path", terrain_class(terrain), d=shape)
        if terrain != "clear":
            add(layer, "path", d=shape, fill=f"url(#{pattern_id(terrain, theme)})")
    for name in frame.board.words["overlay"]:
        column = frame.board.column(name)
        over = [frame.spot(i) for i in frame.places if column[i] == "1"]
        if over:
            add(layer, "path", d="".join(map(outline, over)), fill=f"url(#{pattern_id(name, theme)})")
    return layer


def _by_terrain(frame: Frame) -> dict[str, list[Spot]]:
    found: dict[str, list[Spot]] = {}
    terrains = frame.board.column("terrain")
    for i in frame.places:
        if terrains[i] not in WATER:
            found.setdefault(terrains[i], []).append(frame.spot(i))
    return found


# --- hexsides --------------------------------------------------------------------------------------------------------

SIDE_CLASSES: Mapping[str, tuple[str, ...]] = {
    # those that lie under others first
    "lake": ("lake_edge", "lake_side"),
    "high_mountain": ("high_side",),
    "mountain": ("mountain_side",),
    "karst": ("slope_side",),
    "escarpment": ("slope_side",),
    "salt_desert": ("slope_side",),
    "wadi": ("wadi",),
    "canal": ("canal",),
    "river": ("river",),
    "major_river": ("major_river", "major_core"),
    "fortified": ("fort_side",),
}
SHAPES_OF_SHORES = ("sea", "land_bar", "narrow_strait", "causeway")
"""Features that are drawn as shores, or across the water."""


def draw_hexsides(frame: Frame) -> Element:
    """Rivers, canals, mountain sides and whatever else hexsides bear, each kind in long lines."""
    layer = group("hexsides")
    by_feature = _by_feature(frame)
    known = [name for name in SIDE_CLASSES if name in by_feature]
    others = [name for name in by_feature if name not in SIDE_CLASSES and name not in SHAPES_OF_SHORES]
    rivers = {end for name in ("river", "major_river") for step in by_feature.get(name, ()) for end in step}
    for name in (*known, *sorted(others)):
        stops = rivers if name in ("canal", "wadi") else ()
        d = "".join(smooth(chain) for chain in chains(by_feature[name], stops))
        for kind in SIDE_CLASSES.get(name, ("other_side_line",)):
            add(layer, "path", kind, d=d)
    return layer


def _by_feature(frame: Frame) -> dict[str, list[Step]]:
    found: dict[str, list[Step]] = {}
    sides = frame.board.sides
    for i, _, direction in frame.sides_shown():
        features = sides[i][direction]
        part = dry_part(i, direction, frame.board) if features else None
        if part:
            for feature in features:
                found.setdefault(feature, []).append(part)
    return found


def draw_borders(frame: Frame) -> Element:
    """The borders of 1939."""
    countries = frame.board.column("country_1939")
    parts = [
        dry_part(i, direction, frame.board)
        for i, j, direction in frame.inner_sides()
        if countries[i] and countries[j] and countries[i] != countries[j]
    ]
    steps = [part for part in parts if part]
    layer = group("borders")
    if steps:
        add(layer, "path", "border", d="".join(smooth(chain) for chain in chains(steps)))
    return layer


# --- water -----------------------------------------------------------------------------------------------------------


def draw_sea(frame: Frame) -> Element:
    """Sea and lakes, over whatever of the land they cover."""
    board, layer = frame.board, group("water")
    surfaces, shore_at = board.column("surface"), shores(board)
    seas = [outline(frame.spot(i)) for i in frame.places if surfaces[i] == "sea"]
    coasts = [(frame.spot(i), shore_at[i]) for i in frame.places if surfaces[i] == "coastal"]
    seas += [outline(spot) + shore.land for spot, shore in coasts if shore.coast]
    lakes = [outline(frame.spot(i)) for i in frame.places if surfaces[i] == "lake"]
    lakes += [_part_of_lake(i, frame) for i in frame.places if board.column("lake")[i] == "part"]
    for kind, shapes in (("sea", seas), ("lake", lakes)):
        if shapes:
            add(layer, "path", kind, d="".join(shapes))
    return layer


def draw_coast(frame: Frame) -> Element:
    """The line between land and sea."""
    layer, shore_at = group("coasts"), shores(frame.board)
    d = _shore_line(frame, (shore_at[i] for i in frame.places if i in shore_at))
    if d:
        add(layer, "path", "coast", d=d)
    return layer


def land_of(ref: Hex, frame: Frame) -> str:
    """Path data of the land of a hex."""
    shore = shores(frame.board).get(frame.board.at(ref))
    return shore.land if shore else outline(frame.spots[ref])


def _shore_line(frame: Frame, coasts: Iterable[Shore]) -> str:
    surfaces = frame.board.column("surface")
    straight = (
        polyline(side(frame.spot(i), direction))
        for i, j, direction in frame.inner_sides()
        if {surfaces[i], surfaces[j]} == {"land", "sea"}
    )
    return "".join([*(shore.coast for shore in coasts), *straight])


def _part_of_lake(i: int, frame: Frame) -> str:
    """The water of a hex that a lake is part of: along the hexsides where the lake goes on, else a pond of its own."""
    board, spot = frame.board, frame.spot(i)
    surfaces = board.column("surface")
    beside = [
        direction
        for direction, j in enumerate(board.neighbors[i])
        if "lake" in board.sides[i][direction] or (j >= 0 and surfaces[j] == "lake")
    ]
    return "".join(_bay(spot, direction) for direction in beside) or _pond(spot)


def _bay(spot: Spot, direction: int) -> str:
    """Water along a hexside, a third of the way into the hex."""
    a, b = side(spot, direction)
    first, second = (at(toward(end, spot, 0.4)) for end in (a, b))
    return f"M{at(a)}C{first} {second} {at(b)}z"


def _pond(spot: Spot) -> str:
    """A small lake in the south of a hex."""
    return f"M{spot[0] - 13} {spot[1] + 19}q6-7 13-5t13 4q-2 8-11 8t-15-7z"


def draw_straits(frame: Frame) -> Element:
    """Arrows across narrow straits, and causeways."""
    layer = group("straits")
    for i, j, direction in frame.sides_shown():
        features = frame.board.sides[i][direction]
        a, b = frame.spot(i), frame.spot(j)
        if "causeway" in features:
            add(layer, "path", "causeway", d=polyline([toward(a, b, 0.3), toward(a, b, 0.7)]))
        elif "narrow_strait" in features:
            add(layer, "path", "strait", d=_double_arrow(toward(a, b, 0.32), toward(a, b, 0.68)))
    return layer


def toward(a: Point, b: Point, share: float) -> Point:
    """The point that lies so much of the way from one point to another."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def _double_arrow(a: Point, b: Point) -> str:
    dx, dy = (b[0] - a[0]) / 5, (b[1] - a[1]) / 5
    heads = [
        polyline(
            [(x + s * dx - dy * 0.8, y + s * dy + dx * 0.8), (x, y), (x + s * dx + dy * 0.8, y + s * dy - dx * 0.8)]
        )
        for (x, y), s in ((a, 1), (b, -1))
    ]
    return polyline([a, b]) + "".join(heads)


# --- roads and rails -------------------------------------------------------------------------------------------------

LINE_CLASSES: Mapping[str, tuple[str, ...]] = {
    "road": ("road_edge", "road"),
    "rail_ferry": ("rail_ferry",),
    "rail_low": ("rail_low", "rail_low_ties"),
    "rail_high": ("rail_high", "rail_high_ties"),
}


def draw_lines(frame: Frame) -> Element:
    """Roads, rail lines and rail ferries, from middle to middle; those that leave the picture end at its edge."""
    layer, steps, stops = group("lines"), _steps_of_lines(frame), towns(frame)
    for kind, classes in LINE_CLASSES.items():
        d = "".join(smooth(chain) for chain in chains(steps.get(kind, ()), stops))
        for name in classes if d else ():
            add(layer, "path", name, d=d)
    return layer


def _steps_of_lines(frame: Frame) -> dict[str, list[Step]]:
    steps: dict[str, list[Step]] = {}
    shown, lines = set(frame.places), frame.board.lines
    for i, j, direction in frame.sides_shown():
        for kind in lines[i][direction]:
            steps.setdefault(kind, []).append(step_shown(frame.spot(i), frame.spot(j), inside=j in shown))
    return steps


def towns(frame: Frame) -> set[Point]:
    """The middles of hexes with cities: lines lead straight to them, and bend elsewhere."""
    return {frame.spots[ref] for ref in frame.hexes if frame.board.cities(ref)}


def straight_spots(frame: Frame) -> set[Point]:
    """The middles of hexes in which no line bends: towns, and where lines meet or end."""
    ways: dict[Point, list[str]] = {}
    for kind, steps in _steps_of_lines(frame).items():
        for end in (end for step in steps for end in step):
            ways.setdefault(end, []).append(kind)
    return towns(frame).union(spot for spot, kinds in ways.items() if len(kinds) != 2 or len(set(kinds)) != 1)


def step_shown(a: Spot, b: Spot, *, inside: bool) -> Step:
    """A step between two hexes, or its first half where the second hex lies outside the picture."""
    return (a, b) if inside else (a, toward(a, b, 0.5))


# --- hexes -----------------------------------------------------------------------------------------------------------

HEX_ID = "europa-hex"


def add_hex_shape(defs: Element) -> None:
    """The shape that every hex uses."""
    add(defs, "path", id=HEX_ID, d=outline((0, 0)))


def draw_hexes(frame: Frame) -> Element:
    """Every hex with its outline, its name as title and what is in it as description."""
    layer = group("hexes")
    for ref in frame.hexes:
        x, y = frame.spots[ref]
        shape = add(layer, "use", href=f"#{HEX_ID}", x=x, y=y)
        told(shape, title_of(ref, frame.board), description_of(ref, frame.board))
    return layer


def draw_numbers(frame: Frame) -> tuple[Element, Element]:
    """The number of every hex; with its map where another map's hex stands beside it, and in the first row shown."""
    texts = Element("g")
    for ref in frame.hexes:
        x, y = frame.spots[ref]
        add(texts, "text", "number", number_of(ref, frame), x=x + NUMBER_AT[0], y=y + NUMBER_AT[1])
    return with_halo("numbers", texts)


def number_of(ref: Hex, frame: Frame) -> str:
    """What stands in a hex as its number."""
    sheet, _, number = ref.partition(":")
    if frame.spots[ref][1] == frame.top + FIRST_ROW:
        return ref
    near = (other for other in frame.board.neighbors_of(ref) if other in frame.spots)
    return number if all(other.startswith(f"{sheet}:") for other in near) else ref


FIRST_ROW = 35 + MARGIN
"""How far the middles of the first row lie below the top of the map."""
