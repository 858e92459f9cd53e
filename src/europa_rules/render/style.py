"""The one style sheet of all pictures: what things look like, and the colours of the light, dark and print themes.

`COLOURS` names every colour three times, `SHEET` uses the names, `PAIRS` lists which text stands on which ground: a
test holds every pair to the contrast of WCAG AA. The print theme does without colour: what hatches, marks and the kinds
of lines tell apart must do there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Template

from europa_rules.errors import unknown
from europa_rules.render.detail import DEGREES
from europa_rules.render.labels import AREA_STYLES, CITY_STYLES
from europa_rules.render.weaves import WEAVES, weave_id

LIGHT, DARK, PRINT, AUTO = "light", "dark", "print", "auto"
THEMES = (LIGHT, DARK, PRINT, AUTO)
"""The themes; `auto` is light, or dark where the reader's system is."""

COLOURS: Mapping[str, tuple[str, str, str]] = {
    # name: light, dark, print
    "paper": ("#fbf7ec", "#15191e", "#ffffff"),
    "ink": ("#1d1a16", "#f1ece0", "#000000"),
    "faint": ("#4c4438", "#d2cabb", "#000000"),
    "sea": ("#cfe3f1", "#172a3d", "#e6e6e6"),
    "shallows": ("#7fb0d0", "#2f5674", "#9a9a9a"),
    "coast": ("#2b5f86", "#7ab6dd", "#000000"),
    "lake": ("#bcd9ec", "#1d3a54", "#e6e6e6"),
    "water": ("#2b7ab5", "#66aee0", "#6a6a6a"),
    "water_core": ("#9fcbea", "#1f4f78", "#ffffff"),
    "grid": ("#b9ac92", "#4a4d4e", "#c4c4c4"),
    "clear": ("#f6f1dd", "#2a2d27", "#ffffff"),
    "woods": ("#d3e4bb", "#263a22", "#ffffff"),
    "forest": ("#b4d19c", "#1c331a", "#ffffff"),
    "rough": ("#ead9b3", "#43392a", "#ffffff"),
    "wooded_rough": ("#d2d8a4", "#363c22", "#ffffff"),
    "mountain": ("#d8bd97", "#554130", "#ffffff"),
    "high_mountain": ("#c9ad92", "#60504a", "#ffffff"),
    "swamp": ("#d2e6dc", "#1f3937", "#ffffff"),
    "wooded_swamp": ("#bfdcc0", "#1d3b2d", "#ffffff"),
    "desert": ("#f4e5b9", "#48402a", "#ffffff"),
    "sand": ("#f8ebb0", "#4c4525", "#ffffff"),
    "salt_desert": ("#efe8e0", "#454342", "#ffffff"),
    "mark": ("#8f8058", "#8b8570", "#8a8a8a"),
    "tree": ("#5d8a4a", "#6f9c62", "#7a7a7a"),
    "peak": ("#8a6440", "#b89470", "#6a6a6a"),
    "reed": ("#3f8a7e", "#62ada0", "#7a7a7a"),
    "area": ("#5b4a63", "#d9c6e2", "#000000"),
    "water_name": ("#1d4f78", "#9fcdf0", "#000000"),
    "border": ("#8a2f6b", "#d77fb8", "#000000"),
    "road_edge": ("#8a5a2b", "#c99a66", "#000000"),
    "road": ("#f3c27a", "#7a5526", "#ffffff"),
    "rail": ("#33302b", "#ddd5c5", "#000000"),
    "town": ("#b9473a", "#b4554a", "#d0d0d0"),
    "town_edge": ("#4a1712", "#f3cfc8", "#000000"),
    "city": ("#e3a89c", "#6a332c", "#c8c8c8"),
    "harbor": ("#114a7a", "#8fc6ee", "#000000"),
    "fort": ("#6b1f1f", "#f0a8a0", "#000000"),
    "halo": ("#fbf7ec", "#15191e", "#ffffff"),
    "axis": ("#7d3c98", "#c39bd8", "#000000"),
    "allied": ("#1f6f43", "#7fcf9f", "#000000"),
    "other_side": ("#7a6a2c", "#d8c77a", "#000000"),
    "good": ("#0f6a3c", "#72d29b", "#000000"),
    "bad": ("#b3261e", "#ff9d94", "#000000"),
    "overlay": ("#a3340a", "#ffb27d", "#000000"),
    "pill": ("#fff7d6", "#3a2f12", "#ffffff"),
    "pill_ink": ("#4a2500", "#ffe3b0", "#000000"),
    "badge": ("#b3261e", "#b3261e", "#000000"),
    "badge_ink": ("#ffffff", "#ffffff", "#ffffff"),
    "counter_edge": ("#1d1a16", "#000000", "#000000"),
    "shadow": ("#5c5445", "#000000", "#7d7d7d"),
    "weave": ("#bcbcbc", "#454545", "#9c9c9c"),
    "weave_grey": ("#d9d9d9", "#333333", "#d6d6d6"),
}

NATIONS: Mapping[str, tuple[str, str]] = {
    # code: ground, ink, in every theme but print
    "ge": ("#a9b5a0", "#000000"),
    "it": ("#d9cfa0", "#000000"),
    "rs": ("#c5b183", "#000000"),
    "fr": ("#a5c8ec", "#000000"),
    "br": ("#d8b98c", "#000000"),
    "us": ("#a9c487", "#000000"),
    "be": ("#e5c06c", "#000000"),
    "ne": ("#f0a862", "#000000"),
    "lu": ("#c9d8e6", "#000000"),
    "po": ("#f2c4c9", "#000000"),
    "cz": ("#c4b9dd", "#000000"),
    "no": ("#b9d8d8", "#000000"),
    "gr": ("#b5d0ff", "#000000"),
    "yu": ("#d5b5c8", "#000000"),
    "bz": ("#c9dc8f", "#000000"),
    "su": ("#c98f74", "#000000"),
    "sw": ("#f0b5ad", "#000000"),
    "sp": ("#efd98f", "#000000"),
}
OTHER_NATION = ("#dcdcdc", "#000000")
FORCES: Mapping[str, tuple[str, str]] = {
    "waffen-ss": ("#262626", "#ffffff"),
    "luftwaffe": ("#b5d3e6", "#000000"),
    "free-french": ("#8fb0e0", "#000000"),
    "canadian": ("#cfa37c", "#000000"),
}
"""Forces that have counters of their own colour."""

PRINT_COUNTER = ("#ffffff", "#000000")

PAIRS: tuple[tuple[str, str], ...] = (
    *(
        ("ink", ground)
        for ground in (
            "paper", "sea", "lake", "clear", "woods", "forest", "rough", "wooded_rough", "mountain", "high_mountain",
            "swamp", "wooded_swamp", "desert", "sand", "salt_desert", "city", "halo",
        )
    ),
    *(
        ("faint", ground)
        for ground in (
            "paper", "sea", "lake", "clear", "woods", "forest", "rough", "wooded_rough", "mountain", "high_mountain",
            "swamp", "wooded_swamp", "desert", "sand", "salt_desert", "city",
        )
    ),
    ("harbor", "halo"),
    ("fort", "halo"),
    ("pill_ink", "pill"),
    ("badge_ink", "badge"),
    ("ink", "weave"),
    ("ink", "weave_grey"),
    ("area", "halo"),
    ("water_name", "sea"),
    ("water_name", "lake"),
    ("water_name", "halo"),
)  # fmt: skip
"""Which text stands on which ground, by names of colours."""

SHEET = """
.map { font-family: "DejaVu Sans", Verdana, Arial, sans-serif; }
.paper { fill: $paper; }
.heading { fill: $ink; font-weight: bold; }
.note { fill: $faint; font-size: 10px; }
.swatch { fill: none; stroke: $grid; stroke-width: 1; }
.legend-text { fill: $ink; font-size: 11px; }
.clear { fill: $clear; }
.woods { fill: $woods; }
.forest { fill: $forest; }
.rough { fill: $rough; }
.wooded_rough { fill: $wooded_rough; }
.mountain { fill: $mountain; }
.high_mountain { fill: $high_mountain; }
.swamp { fill: $swamp; }
.wooded_swamp { fill: $wooded_swamp; }
.desert { fill: $desert; }
.sand { fill: $sand; }
.salt_desert { fill: $salt_desert; }
.other_terrain { fill: $clear; }
.sea { fill: $sea; fill-rule: evenodd; }
.shallows { fill: none; stroke: $shallows; stroke-width: 5; stroke-linejoin: round; opacity: 0.6; }
.coast { fill: none; stroke: $coast; stroke-width: 1.4; stroke-linejoin: round; stroke-linecap: round; }
.lake { fill: $lake; stroke: $coast; stroke-width: 1; }
.mark { fill: none; stroke: $mark; stroke-width: 1.1; stroke-linecap: round; stroke-linejoin: round; }
.tree { fill: none; stroke: $tree; stroke-width: 1.1; stroke-linejoin: round; }
.tree-full { fill: $tree; }
.peak { fill: none; stroke: $peak; stroke-width: 1.3; stroke-linejoin: round; stroke-linecap: round; }
.peak-full { fill: $peak; }
.reed { fill: none; stroke: $reed; stroke-width: 1.1; stroke-linecap: round; }
.dot { fill: $mark; }
.river { fill: none; stroke: $water; stroke-width: 2.4; stroke-linecap: round; stroke-linejoin: round; }
.major_river { fill: none; stroke: $water; stroke-width: 5.4; stroke-linecap: round; stroke-linejoin: round; }
.major_core { fill: none; stroke: $water_core; stroke-width: 2.2; stroke-linecap: round; stroke-linejoin: round; }
.canal { fill: none; stroke: $water; stroke-width: 2.4; stroke-dasharray: 7 2.5; }
.lake_edge { fill: none; stroke: $coast; stroke-width: 9; stroke-linecap: round; stroke-linejoin: round; }
.lake_side { fill: none; stroke: $lake; stroke-width: 7; stroke-linecap: round; stroke-linejoin: round; }
.mountain_side { fill: none; stroke: $peak; stroke-width: 4; stroke-dasharray: 3 2; }
.high_side { fill: none; stroke: $peak; stroke-width: 6; stroke-dasharray: 4 1.5; }
.slope_side { fill: none; stroke: $peak; stroke-width: 3; stroke-dasharray: 1.5 2; }
.wadi { fill: none; stroke: $water; stroke-width: 2; stroke-dasharray: 2 3; }
.fort_side { fill: none; stroke: $fort; stroke-width: 4.5; stroke-dasharray: 4 3; }
.strait { fill: none; stroke: $coast; stroke-width: 1.6; stroke-linecap: round; }
.causeway { fill: none; stroke: $rail; stroke-width: 4; stroke-dasharray: 2 2; }
.other_side_line { fill: none; stroke: $mark; stroke-width: 3; stroke-dasharray: 2 2; }
.border { fill: none; stroke: $border; stroke-width: 2.2; stroke-dasharray: 9 3 2 3; stroke-linejoin: round; }
.road_edge { fill: none; stroke: $road_edge; stroke-width: 4.2; stroke-linejoin: round; stroke-linecap: round; }
.road { fill: none; stroke: $road; stroke-width: 2.6; stroke-linejoin: round; stroke-linecap: round; }
.rail_high { fill: none; stroke: $rail; stroke-width: 1.7; stroke-linejoin: round; }
.rail_high_ties { fill: none; stroke: $rail; stroke-width: 5.6; stroke-dasharray: 1.2 5.3; stroke-linejoin: round; }
.rail_low { fill: none; stroke: $rail; stroke-width: 0.9; stroke-linejoin: round; }
.rail_low_ties { fill: none; stroke: $rail; stroke-width: 4.4; stroke-dasharray: 0.9 10; stroke-linejoin: round; }
.rail_ferry { fill: none; stroke: $rail; stroke-width: 1.4; stroke-dasharray: 5 4; }
.hexes { fill: none; stroke: $grid; stroke-width: 0.7; pointer-events: all; }
.numbers { fill: $faint; }
.numbers-halo { fill: $halo; stroke: $halo; stroke-width: 1.6; opacity: 0.6; }
.number { fill: $faint; font-size: 7.5px; text-anchor: middle; }
.names { fill: $ink; }
.names-halo { fill: $halo; stroke: $halo; stroke-width: 2.4; stroke-linejoin: round; }
.place.full, .place.partial, .place.dot_size { font-weight: bold; }
.area { fill: $area; }
.area.sea { fill: $water_name; font-style: italic; }
.area.island { font-style: italic; }
.area.stream { fill: $water_name; font-style: italic; }
.start { text-anchor: start; }
.middle { text-anchor: middle; }
.end { text-anchor: end; }
.city_point { fill: $paper; stroke: $town_edge; stroke-width: 1; }
.city_reference { fill: $paper; stroke: $town_edge; stroke-width: 1.6; }
.city_dot { fill: $town; stroke: $town_edge; stroke-width: 1.6; }
.city_partial { fill: $city; stroke: $town_edge; stroke-width: 1.2; }
.city_full { fill: $city; stroke: $town_edge; stroke-width: 1.4; }
.streets { fill: none; stroke: $town_edge; stroke-width: 0.8; }
.port { fill: none; stroke: $halo; stroke-width: 3.4; stroke-linecap: round; stroke-linejoin: round; }
.anchor { fill: none; stroke: $harbor; stroke-width: 1.5; stroke-linecap: round; stroke-linejoin: round; }
.anchor.base { stroke-width: 2.1; }
.airfield { fill: $halo; stroke: $harbor; stroke-width: 1.1; }
.airfield_text { fill: $harbor; font-size: 7px; font-weight: bold; text-anchor: middle; }
.fortress { fill: none; stroke: $fort; stroke-width: 2; stroke-linejoin: miter; }
.fortress.unimproved { stroke-dasharray: 3.5 1.5; }
.fortress.small { stroke-width: 2.6; }
.fort_ground { fill: $halo; stroke: $fort; stroke-width: 0.7; }
.fort_text { fill: $fort; font-size: 8px; font-weight: bold; text-anchor: middle; }
.box_edge { fill: none; stroke: $faint; stroke-width: 1; }
.box_name { fill: $ink; font-size: 12px; font-weight: bold; }
.shade { fill: $shadow; opacity: 0.45; }
.face { stroke: $counter_edge; stroke-width: 1; }
.covered .face { stroke-width: 0.5; }
.covered .shade { display: none; }
.frame { fill: none; stroke-width: 1.1; }
.symbol { fill: none; stroke-width: 1.1; stroke-linecap: round; stroke-linejoin: round; }
.rating { font-weight: bold; text-anchor: middle; }
.size { font-size: 6.5px; font-weight: bold; text-anchor: middle; }
.name { text-anchor: middle; }
.nation { font-size: 5.8px; font-weight: bold; text-anchor: end; }
.nation-sample { font-weight: bold; }
.name-sample { fill: $ink; }
.rating-sample { fill: $ink; font-weight: bold; }
.size-sample { fill: $ink; font-weight: bold; }
.symbol-key .stroke { stroke: $ink; }
.symbol-key .ink { fill: $ink; }
.weave-white { fill: $paper; }
.weave-grey { fill: $weave_grey; }
.weave-stroke { fill: none; stroke: $weave; stroke-width: 1.2; }
.weave-solid { fill: $weave; }
.in_frame { font-weight: bold; text-anchor: middle; }
.badge { fill: $badge; stroke: $badge_ink; stroke-width: 0.8; }
.badge_text { fill: $badge_ink; font-size: 6.5px; font-weight: bold; text-anchor: middle; }
.moved { fill: $paper; stroke: $ink; stroke-width: 0.8; }
.count { fill: $paper; stroke: $ink; stroke-width: 1; }
.count_text { fill: $ink; font-size: 7.5px; font-weight: bold; text-anchor: middle; }
.tint { stroke: none; opacity: 0.18; }
.tint.axis { fill: $axis; }
.tint.allied { fill: $allied; }
.tint.other { fill: $other_side; }
.hatch { fill: none; stroke-width: 1.5; }
.hatch.axis { stroke: $axis; }
.hatch.allied { stroke: $allied; stroke-dasharray: 3 2; }
.hatch.other { stroke: $other_side; stroke-dasharray: 1 2; }
.zone { fill: none; stroke-width: 2; stroke-linejoin: round; }
.zone.axis { stroke: $axis; }
.zone.allied { stroke: $allied; stroke-dasharray: 6 2; }
.zone.other { stroke: $other_side; stroke-dasharray: 2 2; }
.zone-hatch { fill: none; stroke-width: 0.9; opacity: 0.7; }
.zone-hatch.axis { stroke: $axis; }
.zone-hatch.allied { stroke: $allied; }
.zone-hatch.other { stroke: $other_side; }
.line { fill: none; stroke-width: 4.6; }
.line.axis { stroke: $axis; }
.line.allied { stroke: $allied; }
.line.other { stroke: $other_side; }
.line.overland { stroke-dasharray: 0.1 7; stroke-linecap: round; }
.line.by_road { stroke-dasharray: 9 4; }
.line.by_rail { stroke-linejoin: round; }
.line.by_sea { stroke-dasharray: 12 4 3 4; }
.line-core { display: none; fill: none; stroke: $halo; stroke-width: 1.6; }
.line-core.allied { display: inline; }
.line-halo { fill: none; stroke: $halo; stroke-width: 7.6; opacity: 0.9; stroke-linejoin: round; }
.way { fill: none; stroke: $halo; stroke-width: 4.4; stroke-linecap: round; stroke-linejoin: round; }
.way-mark { fill: none; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.way-mark.axis { stroke: $axis; }
.way-mark.allied { stroke: $allied; }
.way-mark.other { stroke: $other_side; }
.source { stroke: $halo; stroke-width: 1.2; }
.source.axis { fill: $axis; }
.source.allied { fill: $allied; }
.source.other { fill: $other_side; }
.goes-on { stroke: $halo; stroke-width: 1.2; }
.goes-on.axis { fill: $axis; }
.goes-on.allied { fill: $allied; }
.goes-on.other { fill: $other_side; }
.unsupplied { fill: none; stroke: $bad; stroke-width: 3; }
.reach { fill: $overlay; opacity: 0.2; }
.reach_edge { fill: none; stroke: $overlay; stroke-width: 2.2; stroke-linejoin: round; }
.pill { fill: $pill; stroke: $pill_ink; stroke-width: 0.8; }
.pill_text { fill: $pill_ink; font-weight: bold; text-anchor: middle; }
.attack { fill: none; stroke: $overlay; stroke-width: 5; stroke-linecap: round; }
.attack_head { fill: $overlay; }
.target { fill: none; stroke: $overlay; stroke-width: 3; stroke-dasharray: 6 3; }
.ring { fill: none; stroke: $overlay; stroke-width: 2.6; stroke-dasharray: 12 5; }
&.overview .border { stroke-width: 5; stroke-dasharray: 20 7 4 7; }
&.overview .river { stroke-width: 4; }
&.overview .major_river { stroke-width: 9; }
&.overview .major_core { stroke-width: 4; }
&.overview .rail_high { stroke-width: 3.4; }
&.overview .rail_high_ties { stroke-width: 8; }
&.overview .coast { stroke-width: 2.4; }
&.overview .names-halo { stroke-width: 6; }
"""


def colour(name: str, theme: str) -> str:
    """A colour of a theme.

    >>> colour("sea", "print")
    '#e6e6e6'
    """
    return COLOURS[name][(LIGHT, DARK, PRINT).index(theme)]


def style_sheet(theme: str) -> str:
    """The rules of a theme as CSS, each for pictures of that theme alone. Raises UnknownName.

    >>> ".europa-dark .paper { fill: #15191e; }" in style_sheet("dark")
    True
    """
    if theme not in THEMES:
        raise unknown("theme", theme, THEMES)
    if theme != AUTO:
        return _scoped(theme, theme)
    return f"{_scoped(LIGHT, AUTO)}\n@media (prefers-color-scheme: dark) {{\n{_scoped(DARK, AUTO)}\n}}"


def _scoped(theme: str, name: str) -> str:
    filled = Template(SHEET).substitute({key: colour(key, theme) for key in COLOURS})
    rules = [line for line in filled.strip().splitlines() if line]
    root, *others = rules
    return "\n".join(
        [
            f".europa-{name}{root}",
            *(_for_theme(name, rule) for rule in [*others, *_name_rules(), *_counter_rules(theme)]),
        ]
    )


def _for_theme(name: str, rule: str) -> str:
    """A rule for the pictures of a theme; one that begins with `&` asks something of the whole picture."""
    theme = f".europa-{name}"
    return f"{theme}{rule[1:]}" if rule.startswith("&") else f"{theme} {rule}"


def _name_rules() -> Iterable[str]:
    """How large names are in each degree of detail."""
    for detail in DEGREES.values():
        for size, written in CITY_STYLES.items():
            word = "dot_size" if size == "dot" else size
            yield f"&.{detail.name} .place.{word} {{ font-size: {written.size * detail.scale:g}px; }}"
        for kind, written in AREA_STYLES.items():
            large = written.scaled(detail.scale)
            spaced = f"font-size: {large.size:g}px; letter-spacing: {large.spacing:g}px;"
            yield f"&.{detail.name} .area.{kind} {{ {spaced} }}"


def counter_colours(nation: str, force: str, theme: str) -> tuple[str, str]:
    """The ground and the ink of a counter.

    >>> counter_colours("ge", "Waffen-SS", "light")
    ('#262626', '#ffffff')
    """
    own = FORCES.get(force_word(force))
    if theme == PRINT:
        return own if own and own[1] == "#ffffff" else PRINT_COUNTER
    return own or NATIONS.get(nation, OTHER_NATION)


def force_word(force: str) -> str:
    """A force as the class of its counters, or "" for one whose counters look like its nation's."""
    word = force.lower().replace(" ", "-")
    return word if word in FORCES else ""


def nation_word(nation: str) -> str:
    """A nation as the class of its counters."""
    return nation if nation in NATIONS else "other-nation"


def _counter_rules(theme: str) -> list[str]:
    rules: list[str] = []
    for word in (*NATIONS, "other-nation", *FORCES):
        ground, ink = counter_colours(word, word, theme)
        rules += [
            f".{word} .face {{ fill: {ground}; }}",
            f".{word} .ink {{ fill: {ink}; }}",
            f".{word} .stroke {{ stroke: {ink}; }}",
        ]
        if theme == PRINT and word in WEAVES:
            rules.append(f".{word} .face {{ fill: url(#{weave_id(word)}); }}")
    if theme == PRINT:
        rules += [".axis .face { stroke-width: 2.2; }", ".covered.axis .face { stroke-width: 0.9; }"]
    return rules
