"""Pictures: everything of a region is drawn and told, nothing covers a name, nothing from outside gets through."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

import pytest
from attrs import evolve
from click.testing import CliRunner

import europa_rules as er
from europa_rules.board import Board, load_board
from europa_rules.cli.commands import europa
from europa_rules.ground.destinations import destinations
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.supply_state import CHECKS_OUT, ISOLATED
from europa_rules.ground.zones import zoc_map
from europa_rules.hexes import Direction, Hex
from europa_rules.inspection import describe_attack
from europa_rules.numbers import show
from europa_rules.render import Assault, Destinations, Owners, SupplyLines, Zones, region_of
from europa_rules.render import style as styles
from europa_rules.render.boxes import boxes_of
from europa_rules.render.counters import stack_box, stacks
from europa_rules.render.descriptions import title_of
from europa_rules.render.ground import MARKS, number_of
from europa_rules.render.hexplan import NUMBER_AT
from europa_rules.render.labels import NUMBER_STYLE, box_of
from europa_rules.render.layout import boxes_touch, corner, frame_of, middle, side
from europa_rules.render.picture import Picture, draw
from europa_rules.render.shores import SEA, dry_part, is_land_corner, shores, side_kind
from europa_rules.render.symbols import SYMBOLS, symbol_of
from europa_rules.state import AirPiece, Piece
from europa_rules.text_board import LETTERS, legend

SVG = "{http://www.w3.org/2000/svg}"

SEDAN = """
16A:1727 ge 13-9-10(5-4-8) Pz XX 1, ge 13-9-10(5-4-8) Pz XX 2
16A:1826 ge 2-6 Inf III GD, ge 3-2-8 Art III 49
16A:1728 fr 3-4-5 Inf XX 55, fr 1-2-4 Ftrs III 147
16A:1828 fr 3-4-5 Inf XX 71
17A:1604 fr 2-6 Inf XX 2
owner Axis 16A:1727 16A:1826
May I 40, Axis combat
"""
AROUND_SEDAN = "16A:1424-16A:2131"
REGIONS = (
    ("fof", AROUND_SEDAN),
    ("sf", "Sicilia"),
    ("sf", "Netherlands"),
    ("sf", "16A:4218-26:0612"),
    ("fof", "Paris+5"),
)


@cache
def rules_of(game: str) -> er.Ruleset:
    return er.load(game)


@cache
def sedan() -> er.GameState:
    return er.parse_position(SEDAN, rules_of("fof"))


@cache
def drawn_region(game: str, region: str) -> Picture:
    return draw(rules_of(game), region=region)


@cache
def whole_theatre() -> Picture:
    return draw(rules_of("sf"))


def parsed(picture: Picture) -> Element:
    return fromstring(picture.svg)


def of_class(root: Element, *names: str) -> list[Element]:
    wanted = set(names)
    return [element for element in root.iter() if wanted <= set(element.get("class", "").split())]


def layer(root: Element, name: str) -> Element:
    return next(element for element in root if element.get("class") == name)


def title_in(element: Element) -> str:
    return element.findtext(f"{SVG}title", "")


# --- the whole -------------------------------------------------------------------------------------------------------


def test_the_whole_theatre_is_smaller_than_three_megabytes_and_takes_less_than_a_second_and_a_half() -> None:
    rules, times = rules_of("sf"), []
    assert rules.board.sides and rules.board.lines
    for _ in range(3):
        began = time.process_time()
        draw(rules)
        times.append(time.process_time() - began)
    assert min(times) < 1.5
    assert len(whole_theatre().svg.encode()) < 3_000_000


def test_a_picture_is_the_same_in_every_process() -> None:
    code = (
        "import hashlib, europa_rules as er; rules = er.load('fof');"
        f"state = er.parse_position({SEDAN!r}, rules);"
        f"picture = er.draw(state, rules, region={AROUND_SEDAN!r}, overlays=['supply:allied', 'zoc:axis', 'owner']);"
        "print(hashlib.sha256(picture.svg.encode()).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


@pytest.mark.parametrize("theme", styles.THEMES)
def test_every_class_in_a_picture_has_its_rule_in_the_style_sheet(theme: str) -> None:
    layers = {
        "terrain", "hexsides", "borders", "water", "straits", "coasts", "lines", "cities", "city", "ports", "harbor",
        "airfields", "airbase", "fortifications", "works", "numbers", "names", "counters", "stack", "stack-count",
        "status", "legend", "entry", "counter", "covered", "owners", "zones", "supply", "supply-ends", "reach", "costs",
        "attack-signs", "pill-sign", "unimproved", "solid", "sample", "full", "country", "region",
    }  # fmt: skip
    sheet = styles.style_sheet(theme)
    picture = draw(
        sedan(), rules_of("fof"), overlays=["owner", "zoc:axis", "supply:allied", "attack:16A:1728"], theme=theme
    )
    used = {word for element in parsed(picture).iter() for word in element.get("class", "").split()}
    missing = {word for word in used - layers - {f"europa-{theme}"} if not re.search(rf"\.{re.escape(word)}\b", sheet)}
    assert missing <= {"allied", "other"}


@pytest.mark.parametrize("theme", styles.THEMES)
def test_style_rules_reach_pictures_of_their_theme_alone(theme: str) -> None:
    lines = [line for line in styles.style_sheet(theme).splitlines() if line.endswith("}") and len(line) > 1]
    assert lines and all(line.startswith(f".europa-{theme}") for line in lines)


def test_the_picture_names_whose_data_it_rests_on() -> None:
    text = " ".join(note.text or "" for note in of_class(parsed(drawn_region("fof", AROUND_SEDAN)), "note"))
    for words in ("not the printed maps", "GSHHG", "LGPL-3.0-or-later", "GeoNames", "CC-BY-4.0", "Natural Earth"):
        assert words in text
    plain = draw(rules_of("fof"), region="16A:1728+1", legend=False)
    assert "GSHHG" in plain.svg and "legend-text" not in parsed(plain).itertext()


# --- all that there is ---------------------------------------------------------------------------------------------


def test_every_hex_has_its_title_and_its_description() -> None:
    picture, board = whole_theatre(), rules_of("sf").board
    shapes = list(layer(parsed(picture), "hexes"))
    assert [title_in(shape) for shape in shapes] == [title_of(ref, board) for ref in board.hexes]
    assert all(shape.findtext(f"{SVG}desc") for shape in shapes)


@pytest.mark.parametrize(("game", "region"), REGIONS)
def test_every_hex_has_its_number_where_it_can_be_read(game: str, region: str) -> None:
    picture = drawn_region(game, region)
    numbers = [element.text or "" for element in of_class(layer(parsed(picture), "numbers"), "number")]
    assert [number[-4:] for number in numbers] == [ref[-4:] for ref in picture.hexes]


@pytest.mark.parametrize(("game", "region"), REGIONS)
def test_every_city_port_airfield_and_fortification_is_drawn(game: str, region: str) -> None:
    board, root = rules_of(game).board, parsed(drawn_region(game, region))
    hexes = region_of(region, board)
    cities = [city.name for ref in hexes for city in board.cities(ref)]
    assert sorted(title_in(sign).split(",")[0] for sign in of_class(root, "city")) == sorted(cities)
    assert len(of_class(root, "harbor")) == sum(bool(board.ports(ref)) for ref in hexes)
    assert len(of_class(root, "airbase")) == sum(ref in board.airfields for ref in hexes)
    assert len(of_class(root, "works")) == sum(ref in board.fortifications for ref in hexes)
    named = {label.text for label in drawn_region(game, region).labels}
    assert set(cities) <= named | {name for _, name in drawn_region(game, region).left_out}


def test_few_cities_of_the_theatre_go_without_their_names() -> None:
    picture = whole_theatre()
    assert len(picture.left_out) < 5 < len(picture.labels)
    board = rules_of("sf").board
    assert not {name for ref, name in picture.left_out if name == board.cities(ref)[0].name}


def test_few_cities_go_without_their_names_in_full_detail() -> None:
    picture = draw(rules_of("sf"), detail="full")
    assert len(picture.left_out) < 12
    board = rules_of("sf").board
    first = {board.cities(ref)[0] for ref, name in picture.left_out if name == board.cities(ref)[0].name}
    assert not {city.name for city in first if city.size in ("dot", "full")} - {"Hoek van Holland"}


Spots = list[tuple[float, float]]


def steps_in(d: str) -> set[frozenset[tuple[float, float]]]:
    """The steps that path data go along: from the first point over every bend to the last one."""
    found: set[frozenset[tuple[float, float]]] = set()
    for part in d.split("M")[1:]:
        start, *rest = re.split("[QL]", part)
        pairs = [numbers_in(text) for text in rest]
        points = [numbers_in(start)[0], *(pair[0] for pair in pairs if pair), pairs[-1][-1]] if rest else []
        found.update(frozenset(step) for step in pairwise(points) if step[0] != step[1])
    return found


def numbers_in(text: str) -> Spots:
    numbers = [float(word) for word in re.findall(r"-?\d+(?:\.\d+)?", text)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def drawn_steps(root: Element, layer_name: str, kind: str) -> set[frozenset[tuple[float, float]]]:
    paths = [path for path in layer(root, layer_name) if path.get("class") == kind]
    return {step for path in paths for step in steps_in(path.get("d", ""))}


def rounded(a: tuple[float, float], b: tuple[float, float]) -> frozenset[tuple[float, float]]:
    return frozenset((float(f"{x:.1f}"), float(f"{y:.1f}")) for x, y in (a, b))


@pytest.mark.parametrize(("game", "region"), REGIONS)
@pytest.mark.parametrize(
    ("feature", "kind"),
    [("river", "river"), ("major_river", "major_river"), ("canal", "canal"), ("fortified", "fort_side")],
)
def test_every_river_canal_and_fortified_hexside_is_drawn(game: str, region: str, feature: str, kind: str) -> None:
    board, root = rules_of(game).board, parsed(drawn_region(game, region))
    frame = frame_of(region_of(region, board), board)
    wanted = {
        rounded(*part)
        for i, _, direction in frame.sides_shown()
        if feature in board.sides[i][direction] and (part := dry_part(i, direction, board))
    }
    if wanted:
        assert drawn_steps(root, "hexsides", kind) == wanted


@pytest.mark.parametrize(("game", "region"), REGIONS)
@pytest.mark.parametrize("kind", ["rail_high", "rail_low", "road", "rail_ferry"])
def test_every_rail_line_and_road_is_drawn(game: str, region: str, kind: str) -> None:
    board, root = rules_of(game).board, parsed(drawn_region(game, region))
    hexes = set(region_of(region, board))
    wanted = set()
    for (a, b), lines in board.line_rows.items():
        spots = middle(a, board.grid), middle(b, board.grid)
        half = (spots[0][0] + spots[1][0]) / 2, (spots[0][1] + spots[1][1]) / 2
        inside = [spot for ref, spot in zip((a, b), spots, strict=True) if ref in hexes]
        if kind in lines and inside:
            wanted.add(rounded(*spots) if len(inside) == 2 else rounded(inside[0], half))
    if wanted:
        assert drawn_steps(root, "lines", kind) == wanted


def test_every_counter_of_the_region_is_drawn_and_no_other() -> None:
    state, rules = sedan(), rules_of("fof")
    root = parsed(draw(state, rules, region=AROUND_SEDAN))
    counters = [counter for counter in of_class(root, "counter") if title_in(counter)]
    assert sorted(map(title_in, counters)) == sorted(p.id for p in state.pieces.values() if p.place.startswith("16A"))
    words = {title_in(c): c.findtext(f"{SVG}desc") for c in counters}
    assert words["ge 1 Pz XX"] == "ge 13-9-10(5-4-8) Pz XX 1, Axis"


def test_scenarios_are_drawn_with_every_piece_on_the_board_and_in_holding_boxes() -> None:
    rules = rules_of("fof")
    state = er.position_of("historical", rules)
    root = parsed(draw(state, rules, region="all"))
    in_play: list[Piece | AirPiece] = [*state.pieces.values(), *(p for p in state.air.values() if p.is_in_play)]
    shown = [p.id for p in in_play if p.place in rules.board.index or p.place.startswith("box:")]
    assert sorted(title_in(c) for c in of_class(root, "counter") if title_in(c)) == sorted(shown)


# --- holding boxes ---------------------------------------------------------------------------------------------------


IN_BOXES = """
16A:1728 fr 3-4-5 Inf XX 55
box:Norway: ge 7-6 Inf XX 163, ge 1-10 Mcl II 1, ge 3HB5 2-18/20 He-111
box:French North Africa: fr 5-6 Inf XX 81
May II 40, Allied movement
"""


def test_holding_boxes_stand_below_the_map_each_with_its_name_and_every_counter() -> None:
    state = er.parse_position(IN_BOXES, rules_of("fof"))
    root = parsed(draw(state, rules_of("fof")))
    boxes = of_class(root, "holding-box")
    assert [title_in(box) for box in boxes] == ["French North Africa holding box", "Norway holding box"]
    assert [title_in(c) for c in of_class(boxes[1], "counter")] == [p.id for p in boxes_of(state)["Norway"]]
    assert sorted(title_in(c) for c in of_class(root, "counter") if title_in(c)) == sorted([*state.pieces, *state.air])
    assert "A map of 49 hexes, 5 counters." in root.findtext(f"{SVG}desc", "")


def test_holding_boxes_cover_neither_each_other_nor_the_map_nor_the_legend() -> None:
    rules = rules_of("fof")
    state = er.position_of("historical", rules)
    root = parsed(draw(state, rules, region="16A:1728+2", boxes=True))
    edges = [(float(r.get("y", "")), float(r.get("height", ""))) for r in of_class(root, "box_edge")]
    assert len(edges) == 3
    lowest_hex = frame_of(region_of("16A:1728+2", rules.board), rules.board).bottom
    first_note = min(float(text.get("y", "")) for text in [*of_class(root, "legend-text"), *of_class(root, "note")])
    tops = [lowest_hex, *(y + height for y, height in edges)]
    assert all(top < y for top, y in zip(tops, [*(y for y, _ in edges), first_note - 12], strict=True))
    for box, (y, height) in zip(of_class(root, "holding-box"), edges, strict=True):
        middles = [float(c.get("transform", "").rstrip(")").split(" ")[-1]) for c in of_class(box, "counter")]
        assert min(middles) - 18 > y and max(middles) + 19 < y + height


def test_holding_boxes_are_left_out_of_a_part_of_the_map() -> None:
    state = er.parse_position(IN_BOXES, rules_of("fof"))
    assert not of_class(parsed(draw(state, rules_of("fof"), region="16A:1728+2")), "holding-box")
    assert not of_class(parsed(draw(state, rules_of("fof"), boxes=False)), "holding-box")


def test_the_list_of_hexes_tells_the_holding_boxes_too() -> None:
    code, output = shown("--game", "fof", "--list", IN_BOXES)
    assert code == 0
    assert (
        "French North Africa holding box.\n  fr 5-6 Inf XX 81, Allied\nNorway holding box.\n  ge 7-6 Inf XX 163, Axis\n"
        in output
    )
    assert "holding box" not in shown("--game", "fof", "--list", "--region", "Sedan+1", IN_BOXES)[1]


# --- names -----------------------------------------------------------------------------------------------------------


def overlapping(boxes: Iterable[tuple[str, tuple[float, float, float, float]]]) -> list[tuple[str, str]]:
    """Pairs of boxes that touch, by a sweep from west to east."""
    found, open_ = [], list[tuple[str, tuple[float, float, float, float]]]()
    for name, box in sorted(boxes, key=lambda item: item[1][0]):
        open_ = [(other, there) for other, there in open_ if there[2] > box[0]]
        found += [(name, other) for other, there in open_ if boxes_touch(box, there)]
        open_.append((name, box))
    return found


@pytest.mark.parametrize("region", ["all", AROUND_SEDAN, "Netherlands", "16A:1416+3"])
def test_no_name_covers_another_or_a_number(region: str) -> None:
    board = rules_of("sf").board
    picture = whole_theatre() if region == "all" else drawn_region("sf", region)
    frame = frame_of(picture.hexes, board)
    names = [(label.text, label.box) for label in picture.labels]
    numbers = [
        (ref, box_of(number_of(ref, frame), NUMBER_STYLE, x + NUMBER_AT[0], y + NUMBER_AT[1], "middle"))
        for ref, (x, y) in frame.spots.items()
    ]
    assert overlapping([*names, *(numbers if region != "all" else ())]) == []


def test_no_name_stands_under_a_counter() -> None:
    rules = rules_of("fof")
    state = er.position_of("historical", rules)
    picture = draw(state, rules, region=AROUND_SEDAN)
    frame = frame_of(picture.hexes, rules.board)
    piles = []
    for ref, pieces in stacks(frame, state).items():
        x, y = frame.spots[ref]
        left, top, right, bottom = stack_box(len(pieces))
        piles.append((ref, (x + left, y + top, x + right, y + bottom)))
    names = [(label.text, label.box) for label in picture.labels]
    covered = [(a, b) for (a, one), (b, two) in ((n, p) for n in names for p in piles) if boxes_touch(one, two)]
    assert names and covered == []


# --- readable --------------------------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark", "print"])
def test_every_text_has_the_contrast_of_wcag_aa(theme: str) -> None:
    pairs = [(styles.colour(text, theme), styles.colour(ground, theme)) for text, ground in styles.PAIRS]
    words = [(nation, "") for nation in styles.NATIONS] + [("xx", ""), *(("ge", force) for force in styles.FORCES)]
    pairs += [styles.counter_colours(nation, force, theme) for nation, force in words]
    assert [(a, b, round(contrast(a, b), 2)) for a, b in pairs if contrast(a, b) < 4.5] == []


def test_every_terrain_that_carries_text_is_among_the_pairs() -> None:
    terrains = {t for game in ("fof", "sf") for t in rules_of(game).board.words["terrain"]}
    assert {t for t in terrains if ("ink", t) not in styles.PAIRS} == set()


def test_the_print_theme_has_no_colour_but_grey() -> None:
    sheet = styles.style_sheet("print")
    assert {c for c in re.findall(r"#[0-9a-f]{6}", sheet) if not c[1:3] == c[3:5] == c[5:7]} == {"#262626"} - {
        "#262626"
    }


def test_terrains_differ_without_colour_by_their_marks() -> None:
    terrains = set(load_board(("16A",)).words["terrain"]) - {"clear", "sea", "lake"}
    assert terrains <= set(MARKS)
    assert len({str(MARKS[t]) for t in terrains}) == len(terrains)


def test_every_unit_type_has_a_symbol_and_few_share_one() -> None:
    known = {t for game in ("fof", "sf") for t in rules_of(game).types.types}
    assert known <= set(SYMBOLS)
    shared = [{a, b} for a, b in combinations(sorted(known), 2) if SYMBOLS[a] == SYMBOLS[b]]
    assert len(shared) < 20


def test_a_type_that_no_table_knows_shows_its_word() -> None:
    assert symbol_of(er.Unit("ge", "balloon", "battalion", er.Rating.parse("0-1-4"))).letters == "ballo"


def test_what_only_a_variant_has_is_drawn_and_explained() -> None:
    words = {"terrain": ["dunes"], "overlay": ["hedges"], "hexside": ["dike"], "city_size": ["mega"]}
    board = load_board(("16A",), words=words).patched(
        hexes={"16A:1728": {"terrain": "dunes", "hedges": True}},
        hexsides={("16A:1728", "16A:1727"): ["dike"]},
        cities={"16A:1728": {"name": "Sedan", "size": "mega"}},
    )
    root = parsed(draw(board, region="16A:1728+1"))
    assert of_class(root, "other_terrain") and of_class(root, "other_side_line") and of_class(root, "city_dot")
    assert {"dunes", "hedges", "dike hexside", "mega city"} <= {text.text for text in of_class(root, "legend-text")}


# --- status ----------------------------------------------------------------------------------------------------------


def test_counters_show_supply_isolation_cadre_and_movement() -> None:
    rules = rules_of("fof")
    state = er.parse_position("16A:1728 fr 3-4-5(1-2-5) Inf XX 55 at cadre | 16A:1727 ge 7-6 Inf XX 3", rules)
    cadre, other = sorted(state.pieces)
    state = state.noting(CHECKS_OUT, cadre, 3).noting(ISOLATED, cadre, True).noting(MOVED_BY, other, "regular")
    texts = [text.text for text in of_class(parsed(draw(state, rules)), "badge_text")]
    assert {"CDR", "MVD"} <= set(texts) and any((text or "").startswith("U-") for text in texts)


# --- overlays --------------------------------------------------------------------------------------------------------


def test_destinations_show_the_costs_that_the_rules_reckon() -> None:
    rules = rules_of("fof")
    state = er.parse_position("16A:1727 ge 13-9-10 Pz XX 1 | May I 40, Axis movement", rules)
    found = destinations("ge 1 Pz XX", state, rules)
    root = parsed(draw(state, rules, region="16A:1727+12", overlays=[Destinations("ge 1 Pz XX")]))
    told = {title_in(sign) for sign in of_class(root, "pill-sign")}
    assert told == {f"ge 1 Pz XX to {ref}: {show(cost)} MPs" for ref, cost in found.items()} and told


def test_an_attack_shows_the_odds_that_the_rules_reckon() -> None:
    state, rules = sedan(), rules_of("fof")
    units = ("ge 1 Pz XX", "ge 2 Pz XX")
    report = describe_attack(er.Attack(units, Hex("16A:1728")), state.phasing, state, rules)
    root = parsed(draw(state, rules, region=AROUND_SEDAN, overlays=[Assault(Hex("16A:1728"), units)]))
    (pill,) = of_class(root, "pill-sign")
    assert (pill.findtext(f"{SVG}text") or "").startswith(report.odds.column_or_result)
    by_text = draw(state, rules, region=AROUND_SEDAN, overlays=["attack:16A:1728:ge 1 Pz XX,ge 2 Pz XX"])
    assert by_text.svg == draw(state, rules, region=AROUND_SEDAN, overlays=[Assault(Hex("16A:1728"), units)]).svg


def test_zones_stand_in_every_hex_that_they_reach() -> None:
    state, rules = sedan(), rules_of("fof")
    flags = zoc_map(state, rules).exerted[er.AXIS]
    shown = [i for i in frame_of(region_of(AROUND_SEDAN, rules.board), rules.board).places if flags[i]]
    root = parsed(draw(state, rules, region=AROUND_SEDAN, overlays=[Zones(er.AXIS)]))
    (tint,) = of_class(layer(root, "zones"), "tint")
    assert tint.get("d", "").count("M") == len(shown) > 0


def test_supply_lines_differ_by_element_and_units_without_one_are_ringed() -> None:
    rules = rules_of("fof")
    state = er.parse_position(SEDAN + "16A:1220 fr 2-6 Inf XX 9", rules)
    root = parsed(draw(state, rules, region="all", overlays=[SupplyLines(er.ALLIED)]))
    kinds = {path.get("class") for path in layer(root, "supply")}
    assert {"line by_rail allied", "line-core allied", "line-halo"} <= kinds
    rings = [title_in(path) for path in of_class(root, "unsupplied") if title_in(path)]
    assert rings == ["fr 9 Inf XX is out of supply"]


def test_owners_are_those_of_the_state() -> None:
    root = parsed(draw(sedan(), rules_of("fof"), region="16A:1727+1", overlays=[Owners()]))
    tints = {
        path.get("class"): path.get("d", "").count("M")
        for path in layer(root, "owners")
        if "tint" in str(path.get("class"))
    }
    assert tints["tint axis"] == 2 and 0 < tints["tint allied"] < 6


def test_a_range_rings_the_hexes_within_it() -> None:
    picture = draw(sedan(), rules_of("fof"), region="16A:1728+6", overlays=["air:16A:1728:3"])
    (ring,) = [path for path in of_class(parsed(picture), "ring") if title_in(path)]
    assert title_in(ring) == "3 hexes around 16A:1728"


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        ("suply:axis", "Did you mean 'supply'?"),
        ("zoc:axes", "Did you mean 'Axis'?"),
        ("moves:ge 9 Pz XX", "no piece 'ge 9 Pz XX'"),
        ("attack:Sedan", "expected attack:HEX"),
        ("attack:16A:1502", "nothing to attack there"),
        ("air:nobody", "no air unit 'nobody'"),
        ("air:16A:9999:3", "no row 99"),
    ],
)
def test_wrong_overlays_are_refused_with_the_nearest_right_one(overlay: str, words: str) -> None:
    with pytest.raises(er.EuropaError, match=re.escape(words)):
        draw(sedan(), rules_of("fof"), overlays=[overlay])


def test_a_board_alone_has_no_overlays_of_a_position() -> None:
    with pytest.raises(er.NotationError, match="needs a position and a ruleset"):
        draw(rules_of("fof").board, region="16A:1728+1", overlays=["owner"])


@pytest.mark.parametrize(
    ("region", "words"), [("Belgum", "Belgium"), ("16A:1728+x", "no region"), ("Sedan", "Sedan+4")]
)
def test_wrong_regions_are_refused(region: str, words: str) -> None:
    with pytest.raises(er.EuropaError, match=re.escape(words)):
        draw(rules_of("fof"), region=region)


def test_other_wrong_use_is_refused() -> None:
    with pytest.raises(er.UnknownName, match="Did you mean 'dark'"):
        draw(rules_of("fof"), region="16A:1728+1", theme="drak")
    with pytest.raises(er.NotationError, match="cannot draw"):
        draw("16A:1728")  # type: ignore[arg-type]  # what a user may try


# --- hostile ---------------------------------------------------------------------------------------------------------

TAGS = {
    "svg", "title", "desc", "style", "defs", "path", "pattern", "rect", "circle", "text", "g", "use",
}  # fmt: skip


@pytest.mark.parametrize(
    "name",
    ["<script>alert(1)</script>", '"/><image href="javascript:x"/>', "]]>&lt;&amp;", "\x00\x1b[31m\ufffe", "x" * 10**6],
)
def test_hostile_names_are_text_and_nothing_else(name: str) -> None:
    rules = rules_of("fof")
    state = sedan()
    piece = evolve(
        state.piece("ge 1 Pz XX"), id=name, unit=evolve(state.piece("ge 1 Pz XX").unit, name=name, force=name)
    )
    hostile = state.without("ge 1 Pz XX").with_piece(piece)
    picture = draw(hostile, rules, region="16A:1727+2", title=name, overlays=["zoc:axis"])
    root = parsed(picture)
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= TAGS
    attributes = {key for element in root.iter() for key in element.attrib}
    assert not [key for key in attributes if key.startswith("on")]
    references = {element.get("href") or "#europa-hex" for element in root.iter()}
    assert all(re.fullmatch(r"#europa-[a-z]+(-[0-9a-f]{8})?", reference) for reference in references)
    assert len(picture.svg) < 300_000


def test_hostile_nations_and_types_are_no_classes() -> None:
    state = sedan()
    unit = evolve(state.piece("ge 1 Pz XX").unit, nation='x" onload="y', type="</svg>")
    hostile = state.with_piece(evolve(state.piece("ge 1 Pz XX"), unit=unit))
    root = parsed(draw(hostile, rules_of("fof"), region="16A:1727+2"))
    assert len([c for c in of_class(root, "counter", "other-nation") if title_in(c)]) == 1


# --- shores ----------------------------------------------------------------------------------------------------------


def test_shores_keep_to_the_hexsides() -> None:
    board = rules_of("sf").board
    for i in shores(board):
        for direction in Direction:
            ends = is_land_corner(i, direction, board), is_land_corner(i, direction + 1, board)
            if side_kind(i, direction, board) == SEA:
                assert not any(ends)
            if side_kind(i, direction, board) == "land":
                assert dry_part(i, direction, board) is not None


def test_shores_of_neighbours_meet() -> None:
    board = rules_of("sf").board
    for i in shores(board):
        for direction, j in enumerate(board.neighbors[i]):
            if j >= 0 and side_kind(i, direction, board) != SEA:
                here, there = dry_part(i, direction, board), dry_part(j, (direction + 3) % 6, board)
                assert here and there and set(map(rounded_point, here)) == set(map(rounded_point, there))


def rounded_point(point: tuple[float, float]) -> tuple[float, float]:
    return round(point[0], 3), round(point[1], 3)


def test_corners_and_sides_of_neighbours_are_the_same_points() -> None:
    board = load_board(("26",))
    for i, ref in enumerate(board.hexes[:200]):
        spot = middle(ref, board.grid)
        assert len({corner(spot, n) for n in range(6)}) == 6
        for direction, j in enumerate(board.neighbors[i]):
            if j >= 0:
                opposite = side(middle(board.hexes[j], board.grid), (direction + 3) % 6)
                assert set(side(spot, direction)) == set(opposite)


# --- where pictures show ---------------------------------------------------------------------------------------------


def test_boards_positions_and_games_show_themselves() -> None:
    board: Board = load_board(("27",))
    game = er.Game.start(rules_of("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
    for thing in (board, game.state, game, draw(game)):
        assert thing._repr_svg_().startswith("<svg ")
    assert "The Fall of France" in game._repr_svg_()
    assert "The Fall of France" not in game.state._repr_svg_()


def test_a_position_without_rules_lies_on_the_maps_of_the_series() -> None:
    picture = draw(sedan(), region="16A:1728+2")
    assert len(picture.hexes) == 19 and picture.title == "May I 40, Axis combat"


def test_pictures_are_saved_as_they_are(tmp_path: Path) -> None:
    picture = drawn_region("fof", "Paris+5")
    assert picture.save(tmp_path / "paris.svg").read_text(encoding="utf-8") == picture.svg
    with pytest.raises(OSError, match="No such file"):
        picture.save(tmp_path / "nowhere" / "paris.svg")


@pytest.mark.parametrize(
    ("script", "files"),
    [
        ("whole_theatre", ["whole-theatre.svg"]),
        ("ardennes_may_40", ["ardennes-may-40.svg", "ardennes-may-40-print.svg"]),
        ("sicily_jul_43", ["sicily-jul-43.svg"]),
    ],
)
def test_the_examples_make_their_pictures(script: str, files: list[str], tmp_path: Path) -> None:
    path = Path(__file__).parent.parent / "examples" / f"{script}.py"
    subprocess.run([sys.executable, str(path), str(tmp_path)], check=True, capture_output=True)
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(files)
    for file in tmp_path.iterdir():
        assert fromstring(file.read_text(encoding="utf-8")).tag == f"{SVG}svg"
        assert file.stat().st_size < 3_000_000


# --- the command line, the text, the demonstration -------------------------------------------------------------------


def shown(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(europa, ["show", *arguments])
    return result.exit_code, result.output


TWO = "16A:1727 ge 13-9-10 Pz XX 1 | 16A:1728 fr 3-4-5 Inf XX 55"


def test_show_writes_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    code, output = shown("--game", "fof", TWO, "--region", "Sedan+2", "--overlay", "zoc:axis", "-o", str(file))
    assert code == 0 and output == f"{file}: The Fall of France: May I 40, Axis movement, 19 hexes\n"
    assert len(of_class(fromstring(file.read_text("utf-8")), "counter")) == 2


def test_show_draws_a_scenario(tmp_path: Path) -> None:
    file = tmp_path / "x.svg"
    code, output = shown("--scenario", "husky", "--region", "Sicilia", "--theme", "print", "-o", str(file))
    assert code == 0 and "Second Front: Jul I 43" in output
    assert "europa-print" in file.read_text("utf-8")


def test_show_says_what_is_where_in_sentences() -> None:
    code, output = shown("--game", "fof", "--region", "Sedan+1", "--list", TWO)
    assert code == 0
    assert "16A:1728 Sedan: woods, France (MR 6); Sedan, reference city;" in output
    assert "  fr 3-4-5 Inf XX 55, Allied\n" in output
    _, sea = shown("--game", "fof", "--region", "17A:0525+1", TWO)
    assert sea.endswith("7 hexes of empty sea.\n")


def test_show_draws_text_around_a_hex_or_the_first_piece() -> None:
    assert shown("--game", "fof", TWO) == shown("--game", "fof", "--center", "16A:1727", TWO)
    _, output = shown("--game", "fof", "--center", "16A:1728", "--radius", "1", TWO)
    assert (
        "1728 w'" in output and "fr 3-4-5" in output and output.splitlines()[-2] == ". clear | w woods | R wooded rough"
    )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "name either a position or --scenario"),
        ((TWO, "--scenario", "husky"), "name either a position or --scenario"),
        (("--scenario", "huskie"), "husky"),
        ((TWO,), "name the game"),
        (("--game", "fof", TWO, "--overlay", "owner"), "with -o"),
        (("--game", "fof", "May I 40, Axis combat"), "no piece stands on the board"),
        (("--game", "fof", TWO, "--region", "Sedn+2"), "Sedan"),
        (("--game", "fof", TWO, "-o", "/nowhere/x.svg"), "No such file"),
    ],
)
def test_mistakes_with_show_are_told_in_a_line(arguments: tuple[str, ...], words: str) -> None:
    code, output = shown(*arguments)
    assert code == 2 and words in output and "Traceback" not in output


def test_every_terrain_of_the_text_board_has_a_letter_of_its_own() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
    explained = [entry.split(" ")[0] for entry in legend().splitlines()[0].split(" | ")]
    assert len(explained) == len(set(explained)) == len(LETTERS)


def test_the_demonstration_draws_its_boards(tmp_path: Path) -> None:
    assert CliRunner().invoke(europa, ["demo", "--folder", str(tmp_path / "demo")]).exit_code == 0
    for name in ("board-before.svg", "board-after.svg"):
        root = fromstring((tmp_path / "demo" / name).read_text("utf-8"))
        assert len(layer(root, "hexes")) > 25 and of_class(root, "counter")
