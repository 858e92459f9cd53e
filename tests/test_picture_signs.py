"""Pictures: nothing hides a name or a sign, each stands where it belongs, and the legend explains them all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from math import hypot
from xml.etree.ElementTree import Element, fromstring

import pytest

import europa_rules as er
from europa_rules.ground.supply_state import CHECKS_OUT, ISOLATED
from europa_rules.hexes import Hex
from europa_rules.render import style as styles
from europa_rules.render.atlas import direction_between, hex_of, named_places, point_of
from europa_rules.render.counters import name_of, stack_box, stacks
from europa_rules.render.detail import FULL, OVERVIEW
from europa_rules.render.layout import Frame, boxes_touch, frame_of
from europa_rules.render.legend import notes_of
from europa_rules.render.picture import Picture, draw
from europa_rules.render.short_names import LONGEST_LINE, two_lines
from europa_rules.render.symbols import symbol_of
from europa_rules.render.towns import point_of_city
from europa_rules.render.weaves import WEAVES

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]

SCENES = {
    "ardennes": ("fof", "historical", "16A:1420-16A:2132", ("supply:axis", "supply:allied")),
    "sicily": ("sf", "husky", "27:3303-26:4722", ("zoc:axis",)),
    "alsace": ("fof", "historical", "16A:2125-16A:3133", ("owner",)),
}


@cache
def rules_of(game: str) -> er.Ruleset:
    return er.load(game)


@cache
def state_of(scenario: str) -> er.GameState:
    return er.position_of(scenario, rules_of("fof" if scenario == "historical" else "sf"))


@cache
def scene(name: str, theme: str = "light") -> Picture:
    game, scenario, region, overlays = SCENES[name]
    return draw(state_of(scenario), rules_of(game), region=region, overlays=overlays, theme=theme)


@cache
def root_of(name: str, theme: str = "light") -> Element:
    return fromstring(scene(name, theme).svg)


def frame_in(name: str) -> Frame:
    return frame_of(scene(name).hexes, rules_of(SCENES[name][0]).board)


def of_class(root: Element, *names: str) -> list[Element]:
    wanted = set(names)
    return [element for element in root.iter() if wanted <= set(element.get("class", "").split())]


def layer(root: Element, name: str) -> Element:
    return next(element for element in root if element.get("class") == name)


def title_in(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


def reached_by(d: str) -> Box:
    """The box of path data that begin at a point and go on in steps from it."""
    numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", d)]
    x, y, points = numbers[0], numbers[1], [(numbers[0], numbers[1])]
    for dx, dy in zip(numbers[2::2], numbers[3::2], strict=False):
        x, y = x + dx, y + dy
        points.append((x, y))
    xs, ys = [point[0] for point in points], [point[1] for point in points]
    return min(xs), min(ys), max(xs), max(ys)


def box_of_sign(sign: Element) -> Box:
    circle = sign.find(f"{SVG}circle")
    if circle is None:
        return reached_by(sign.findall(f"{SVG}path")[0].get("d", ""))
    x, y, r = (float(circle.get(name, "")) for name in ("cx", "cy", "r"))
    return x - r, y - r, x + r, y + r


def signs_of_towns(name: str) -> list[tuple[str, str, Box]]:
    """Each town of a picture: its name, the class of its sign, and the box of that."""
    return [
        (title_in(sign).split(",")[0], str(sign[1].get("class")), box_of_sign(sign))
        for sign in of_class(root_of(name), "city")
    ]


def piles(name: str) -> Mapping[Hex, Box]:
    frame, state = frame_in(name), state_of(SCENES[name][1])
    found: dict[Hex, Box] = {}
    for ref, pieces in stacks(frame, state).items():
        (x, y), (left, top, right, bottom) = frame.spots[ref], stack_box(len(pieces))
        found[ref] = (x + left, y + top, x + right, y + bottom)
    return found


# --- nothing hides anything ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SCENES)
def test_no_name_covers_another_name(name: str) -> None:
    labels = scene(name).labels
    assert labels
    assert [(a.text, b.text) for a, b in combinations(labels, 2) if boxes_touch(a.box, b.box)] == []


@pytest.mark.parametrize("name", SCENES)
def test_no_name_covers_the_sign_of_another_town(name: str) -> None:
    covered = [
        (label.text, town)
        for label in scene(name).labels
        for town, kind, box in signs_of_towns(name)
        if town != label.text and boxes_touch(label.box, box) and "full" not in kind
    ]
    assert covered == []


@pytest.mark.parametrize("name", SCENES)
def test_every_name_is_nearest_to_its_own_town(name: str) -> None:
    towns = {town: ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2) for town, kind, box in signs_of_towns(name)}
    for label in scene(name).labels:
        if label.text in towns and label.kind.startswith("place"):
            far = {town: distance(label.box, point) for town, point in towns.items() if town != label.text}
            nearest = min(far, key=lambda town: far[town])
            assert distance(label.box, towns[label.text]) < far[nearest] + 8, (label.text, nearest)


def distance(box: Box, point: tuple[float, float]) -> float:
    dx = max(box[0] - point[0], 0, point[0] - box[2])
    return hypot(dx, max(box[1] - point[1], 0, point[1] - box[3]))


@pytest.mark.parametrize("name", SCENES)
def test_counters_hide_neither_names_nor_the_signs_of_towns(name: str) -> None:
    shown = [(label.text, label.box) for label in scene(name).labels]
    shown += [(town, box) for town, kind, box in signs_of_towns(name) if "full" not in kind]
    assert [(text, ref) for text, box in shown for ref, pile in piles(name).items() if boxes_touch(box, pile)] == []


@pytest.mark.parametrize("name", SCENES)
def test_counters_hide_neither_ports_nor_airfields_nor_fortifications(name: str) -> None:
    root, occupied = root_of(name), piles(name).values()
    signs = [sign for kind in ("harbor", "airbase", "works") for sign in of_class(root, kind)]
    circles = [sign.find(f"{SVG}circle") for sign in signs]
    middles = [(float(circle.get("cx", "")), float(circle.get("cy", ""))) for circle in circles if circle is not None]
    assert len(middles) > 5
    assert [
        m for m in middles if any(boxes_touch((m[0] - 4, m[1] - 3, m[0] + 4, m[1] + 3), pile) for pile in occupied)
    ] == []


@pytest.mark.parametrize("name", SCENES)
def test_every_fortification_beside_counters_is_drawn_small(name: str) -> None:
    board, occupied = rules_of(SCENES[name][0]).board, piles(name)
    wanted = sum(ref in board.fortifications for ref in occupied)
    assert len(of_class(root_of(name), "fort_ground")) == wanted


@pytest.mark.parametrize("name", SCENES)
def test_every_town_lies_in_its_own_hex(name: str) -> None:
    frame = frame_in(name)
    board = frame.board
    hexes = {city.name: frame.spots[ref] for ref in frame.hexes for city in board.cities(ref)}
    for town, _, box in signs_of_towns(name):
        x, y = (box[0] + box[2]) / 2 - hexes[town][0], (box[1] + box[3]) / 2 - hexes[town][1]
        assert abs(x) <= 30 and abs(y) <= 35 - abs(x) * 0.6 + 1, town


def test_towns_of_one_hex_lie_to_each_other_as_they_do_on_earth() -> None:
    board = rules_of("sf").board
    frame = frame_of(board.hexes, board)
    ways = {"Nordhorn": "west", "Krefeld": "west", "Malmédy": "south", "Auxonne": "north"}
    for town, way in ways.items():
        ref = board.city_named(town).hex
        n = [city.name for city in board.cities(ref)].index(town)
        (x, y), (own_x, own_y) = frame.spots[ref], point_of_city(ref, n, frame)
        assert {"west": own_x < x - 8, "south": own_y > y + 8, "north": own_y < y - 8}[way], town


@pytest.mark.parametrize("game", ["fof", "sf"])
def test_the_map_says_where_towns_lie_that_share_a_hex(game: str) -> None:
    board = rules_of(game).board
    shared = [board.cities(ref) for ref in board.hexes if len(board.cities(ref)) > 1]
    assert [
        city.name for first, *others in shared for city in others if not direction_between(first, city, board)
    ] == []


def test_islands_lie_in_hexes_with_a_coast() -> None:
    board = rules_of("sf").board
    for name, (place, *_) in named_places()["island"].items():
        ref = hex_of(place, board)
        assert ref is None or board.is_coastal(ref), name


def test_names_of_seas_stand_on_water_and_names_of_countries_in_their_countries() -> None:
    board = rules_of("sf").board
    labels = [label for label in draw(board).labels if label.kind.startswith("area")]
    assert {"North Sea", "Adriatic Sea", "FRANCE", "ITALY", "Sardinia"} <= {label.text for label in labels}
    spots = {frame_spot: ref for ref, frame_spot in frame_of(board.hexes, board).spots.items()}
    for label in labels:
        under = [ref for spot, ref in spots.items() if distance(label.box, spot) == 0]
        if label.kind == "area sea":
            assert all(board.surface(ref) in ("sea", "lake") for ref in under), label.text
        if label.kind == "area country":
            assert {board.country(ref).upper() for ref in under} <= {label.text}


@pytest.mark.parametrize("name", ["ardennes", "alsace"])
def test_names_of_rivers_stand_on_their_hexsides(name: str) -> None:
    board, frame = rules_of("fof").board, frame_in(name)
    labels = [label for label in scene(name).labels if label.kind == "area stream"]
    assert {"ardennes": "Meuse", "alsace": "Rhine"}[name] in {label.text for label in labels}
    for label in labels:
        x, y = label.sign
        near = [ref for ref, spot in frame.spots.items() if hypot(spot[0] - x, spot[1] - y) < 40]
        assert len(near) == 2
        assert any(board.side_name(near[0], near[1], f).startswith(label.text) for f in board.hexside(near[0], near[1]))


def test_places_off_the_map_have_no_point() -> None:
    assert point_of((10.0, 10.0), rules_of("fof").board) is None


# --- supply lines ----------------------------------------------------------------------------------------------------


def test_supply_lines_show_their_sides_and_their_ends() -> None:
    root = root_of("ardennes")
    lines = {element.get("class", "") for element in of_class(root, "line")}
    assert {"line by_rail axis", "line by_rail allied", "line overland axis", "line overland allied"} <= lines
    order = [element.get("class") for element in root]
    over = [n for n, kind in enumerate(order) if kind == "supply-ends"]
    assert len(over) == 2 and min(over) > order.index("counters")
    ends = [sign for kind in ("source", "goes-on") for sign in of_class(root, kind)]
    assert any("axis" in str(sign.get("class")) for sign in ends) and any("allied" in str(e.get("class")) for e in ends)


def test_a_line_that_leaves_the_picture_goes_on_with_an_arrow_at_its_edge() -> None:
    frame = frame_in("ardennes")
    arrows = [
        arrow
        for found in root_of("ardennes")
        if found.get("class") == "supply-ends"
        for arrow in of_class(found, "goes-on")
    ]
    assert len(arrows) > 5
    for arrow in arrows:
        x, y = (float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", arrow.get("d", ""))[:2])
        assert min(hypot(x - sx, y - sy) for sx, sy in frame.spots.values()) > 32


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_lines_of_both_sides_differ_without_colour(theme: str) -> None:
    sheet = styles.style_sheet(theme)
    assert f".europa-{theme} .line-core {{ display: none;" in sheet
    assert f".europa-{theme} .line-core.allied {{ display: inline; }}" in sheet


# --- counters --------------------------------------------------------------------------------------------------------


def test_nations_differ_in_print_by_their_grounds() -> None:
    assert set(styles.NATIONS) <= set(WEAVES) and set(styles.FORCES) - {"waffen-ss"} <= set(WEAVES)
    assert len({str(weave) for weave in WEAVES.values()}) == len(WEAVES)
    root = root_of("ardennes", "print")
    patterns = {element.get("id") for element in root.iter(f"{SVG}pattern")}
    assert {f"europa-weave-{word}" for word in ("ge", "fr", "br", "be", "luftwaffe")} <= patterns
    sheet = styles.style_sheet("print")
    assert all(f".{word} .face {{ fill: url(#europa-weave-{word}); }}" in sheet for word in WEAVES)
    assert "weave" not in scene("ardennes").svg.partition("</style>")[2]


def test_every_counter_says_its_nation_in_letters() -> None:
    for counter in of_class(root_of("sicily"), "counter"):
        (code,) = [text.text for text in of_class(counter, "nation")]
        assert code and code in counter.get("class", "").split()


def test_names_on_counters_tell_units_apart() -> None:
    names = {name_of(piece.unit) for s in ("historical", "husky") for piece in state_of(s).pieces.values()}
    lines = {name: two_lines(name) for name in names}
    assert len(set(lines.values())) == len(names) > 400
    assert max(len(line) for both in lines.values() for line in both) <= LONGEST_LINE
    for name, both in lines.items():
        assert re.findall(r"\d+", name) == re.findall(r"\d+", " ".join(both)), name


def test_endless_names_are_cut() -> None:
    assert max(map(len, two_lines("x" * 10**6))) <= LONGEST_LINE
    assert max(map(len, two_lines("xy " * 10**5))) <= LONGEST_LINE


# --- the legend ------------------------------------------------------------------------------------------------------

STRUCTURE = frozenset(
    {
        # layers and groups
        "airbase", "airfields", "area", "borders", "boxes", "cities", "city", "coasts", "counter", "counters",
        "covered", "fortifications", "harbor", "hexes", "hexsides", "holding-box", "lines", "names", "numbers",
        "owners", "place", "ports", "stack", "stack-count", "status", "straits", "supply", "supply-ends", "terrain",
        "water", "works", "zones",
        # names, which say what they are, and how they stand
        "box_name", "country", "dot_size", "end", "full", "heading", "island", "name", "nation", "partial", "point",
        "rating", "reference", "region", "size", "start", "stream",
        # grounds, halos and shadows of what is explained
        "box_edge", "fort_ground", "names-halo", "numbers-halo", "paper", "port", "shade", "small", "streets",
    }
)  # fmt: skip


def classes_in(elements: Iterable[Element]) -> set[str]:
    return {word for top in elements for element in top.iter() for word in element.get("class", "").split()}


def unexplained(picture: Picture) -> set[str]:
    root = fromstring(picture.svg)
    explained = classes_in(element for element in root if element.get("class") == "legend")
    return classes_in(element for element in root if element.get("class") != "legend") - explained - STRUCTURE


@pytest.mark.parametrize("name", SCENES)
def test_the_legend_explains_every_sign_of_a_picture(name: str) -> None:
    assert unexplained(scene(name)) == set()


@pytest.mark.parametrize("detail", ["full", "overview"])
@pytest.mark.parametrize("game", ["fof", "sf"])
def test_the_legend_explains_every_sign_of_the_map(game: str, detail: str) -> None:
    assert unexplained(draw(rules_of(game).board, detail=detail)) == set()


def test_the_legend_explains_every_overlay_and_badge() -> None:
    rules = rules_of("fof")
    state = er.parse_position(
        "16A:1727 ge 13-9-10 Pz XX 1 | 16A:1728 fr 3-4-5 Inf XX 55 | May I 40, Axis combat", rules
    )
    overlays = ["owner", "zoc:axis", "supply:allied", "attack:16A:1728", "air:16A:1728:3"]
    assert unexplained(draw(state, rules, overlays=overlays)) <= {
        "pill-sign",
        "attack-signs",
        "air-range",
        "target",
        "pill",
        "pill_text",
    }


@pytest.mark.parametrize("name", SCENES)
def test_the_legend_has_every_nation_and_every_symbol_of_the_counters(name: str) -> None:
    game, scenario, _, _ = SCENES[name]
    pieces = [piece for found in stacks(frame_in(name), state_of(scenario)).values() for piece in found]
    legend = layer(root_of(name), "legend")
    texts = " ".join(element.text or "" for element in of_class(legend, "legend-text"))
    countries = {rules_of(game).nations.by_code[piece.unit.nation].country for piece in pieces}
    assert {country for country in countries if country not in texts} == set()
    drawn = {(path.get("d"), path.get("class")) for path in legend.iter(f"{SVG}path")}
    for symbol in {symbol_of(piece.unit) for piece in pieces}:
        assert not symbol.strokes or (symbol.strokes, "symbol stroke") in drawn
        assert not symbol.solids or (symbol.solids, "solid ink") in drawn
    assert "strongest on top" in texts


def test_the_credits_name_nobody_twice() -> None:
    for game in ("fof", "sf"):
        (note,) = notes_of(rules_of(game).board)
        assert note.count("Wessel and Smith") == 1 and note.count("GSHHG") == 1


# --- degrees of detail -----------------------------------------------------------------------------------------------


def test_the_whole_theatre_is_an_overview_and_a_region_is_drawn_in_full() -> None:
    whole = fromstring(draw(rules_of("sf").board).svg)
    assert OVERVIEW.name in whole.get("class", "").split() and not of_class(whole, "number")
    assert float(whole.get("width", "0")) < 2_400
    assert FULL.name in root_of("ardennes").get("class", "").split()
    with pytest.raises(er.UnknownName, match="Did you mean 'overview'"):
        draw(rules_of("sf").board, detail="overvew")


def test_names_of_an_overview_are_large_enough_to_be_read_at_the_size_it_has() -> None:
    picture = draw(rules_of("sf").board)
    assert min(label.size for label in picture.labels if label.kind.startswith("place")) * OVERVIEW.pixels > 7.5
    named = {label.text for label in picture.labels}
    assert {"Paris", "London", "Berlin", "Roma", "Bruxelles", "Amsterdam", "Lyon", "Wien", "Tunis"} <= named
    assert {"Pantelleria", "Elba", "Danube", "Alps"} <= named
    assert not {text for text in named if "suburbs" in text}


def test_an_overview_with_counters_names_the_cities_under_them() -> None:
    picture = draw(state_of("historical"), rules_of("fof"), region="all")
    assert {"Bruxelles", "Antwerpen", "Rotterdam", "Paris", "Lille"} <= {label.text for label in picture.labels}
    root = fromstring(picture.svg)
    assert layer(root, "boxes").get("transform") == layer(root, "legend").get("transform") == "scale(2.6)"


# --- badges and arrows -----------------------------------------------------------------------------------------------


def test_badges_leave_the_ratings_and_the_nation_free() -> None:
    rules = rules_of("fof")
    state = er.parse_position("16A:1728 fr 3-4-5(1-2-5) Inf XX 55 at cadre", rules)
    (piece,) = state.pieces
    state = state.noting(CHECKS_OUT, piece, 3).noting(ISOLATED, piece, True)
    badges = of_class(fromstring(draw(state, rules).svg), "badge")[:3]
    edges = [
        (float(badge.get("y", "")), float(badge.get("y", "")) + float(badge.get("height", ""))) for badge in badges
    ]
    assert len(edges) == 3 and all(top > -11.4 and bottom < 8 for top, bottom in edges)


def test_names_stay_clear_of_the_arrows_of_an_attack() -> None:
    rules = rules_of("fof")
    state = er.parse_position(
        "16A:1727 ge 13-9-10 Pz XX 1 | 16A:1728 fr 3-4-5 Inf XX 55 | May I 40, Axis combat", rules
    )
    picture = draw(state, rules, overlays=["attack:16A:1728"])
    heads = [reached_by_points(path.get("d", "")) for path in of_class(fromstring(picture.svg), "attack_head")]
    assert [label.text for label in picture.labels for head in heads[:-1] if boxes_touch(label.box, head)] == []


def reached_by_points(d: str) -> Box:
    numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", d)]
    return min(numbers[::2]), min(numbers[1::2]), max(numbers[::2]), max(numbers[1::2])
