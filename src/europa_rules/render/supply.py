"""The overlay of supply lines (rule 12): where they run, in which direction, where they end and where they leave.

Needs the lines that the rule traces; gives strokes that show the side by their kind and colour and the element by their
dashes, an arrow in every hex on the way to the source, and signs over the counters where a line ends or goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.ground.occupants import units_of
from europa_rules.ground.supply_drawing import SupplyLine, supply_line
from europa_rules.ground.supply_lines import elements
from europa_rules.hexes import Hex
from europa_rules.render.ground import straight_spots
from europa_rules.render.hexplan import SOURCE_AT
from europa_rules.render.labels import around
from europa_rules.render.layout import Frame, chains
from europa_rules.render.scene import Overlay, Scene, Sign, inner_hex, side_class
from europa_rules.render.svg import Point, add, at, group, polyline, told
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side

_ALONG = {"road": "by_road", "rail": "by_rail", "sea": "by_sea", "": "overland"}
"""The class of a line by what its element goes along."""

LINE, WAY = "M1 8H29", "M12 4.5l5 3.5-5 3.5"
SOURCE_SIGN, ON_SIGN = "M15 1l7 7-7 7-7-7z", "M10 2l11 6-11 6z"

_WAYS = "way", "way-mark"

Step = tuple[Point, Point]


@frozen(eq=False)
class _Strokes:
    """The lines of a side as drawn.

    Attributes:
        steps: the steps of each class, each once, from the unit to the source.
        leaving: where lines go on beyond the picture, with the way they go.
    """

    steps: Mapping[str, Sequence[Step]]
    leaving: Sequence[Step]


@frozen
class SupplyLines:
    """The supply lines of a side's units that are shown (rule 12), each element in its own kind of line."""

    side: Side

    def draw(self, scene: Scene) -> Overlay:
        """The lines, the sources where they end, and a ring around every hex with a unit that has none."""
        state, rules = scene.played("supply")
        pieces = [piece for piece in units_of(self.side, state, rules) if piece.place in scene.frame.spots]
        lines = [supply_line(piece.id, state, rules) for piece in pieces]
        strokes, kind = _strokes(lines, scene, rules), side_class(self.side)
        under, over = _draw_lines(strokes, kind, scene.frame), group("supply-ends")
        sources = _sources(lines, scene)
        for ref in sources:
            _draw_source(over, ref, kind, scene.frame)
        for step in strokes.leaving:
            add(over, "path", f"goes-on {kind}", d=_head(step))
        for line in lines:
            if not line.in_supply:
                ring = add(over, "path", "unsupplied", d=inner_hex(scene.frame.spots[line.start], 0.92))
                told(ring, f"{line.piece} is out of supply", str(line.ruling))
        signs_at = [*(_beside(scene.frame.spots[ref]) for ref in sources), *map(_middle_of_head, strokes.leaving)]
        taken = tuple(around(point, 6) for point in signs_at)
        signs = (*self._line_signs(strokes, rules), *self._end_signs(lines, strokes, bool(sources)))
        return Overlay(under=(under,), over=(over,), signs=signs, taken=taken)

    def _line_signs(self, strokes: _Strokes, rules: Ruleset) -> Iterable[Sign]:
        names, side = _names(rules), side_class(self.side)
        for kind in strokes.steps:
            shapes = tuple((look, LINE) for look in _layers_of(kind, side))
            yield Sign(f"{self.side} supply, {names[kind]}", (*shapes, *((f"{look} {side}", WAY) for look in _WAYS)))

    def _end_signs(self, lines: Iterable[SupplyLine], strokes: _Strokes, has_sources: bool) -> Iterable[Sign]:
        kind = side_class(self.side)
        if has_sources:
            yield Sign(f"{self.side} supply source", ((f"source {kind}", SOURCE_SIGN),))
        if strokes.leaving:
            yield Sign(f"{self.side} line goes on", ((f"goes-on {kind}", ON_SIGN),))
        if any(not line.in_supply for line in lines):
            yield Sign("unit out of supply", (("unsupplied", "M15 1l10 4v7l-10 4-10-4v-7z"),))


def _names(rules: Ruleset) -> Mapping[str, str]:
    """What each class of lines stands for: the names of its elements."""
    found: dict[str, list[str]] = {}
    for name, element in elements(rules).items():
        found.setdefault(_ALONG[element.along], []).append(name)
    return {kind: ", ".join(names) for kind, names in found.items()}


# --- what is drawn ---------------------------------------------------------------------------------------------------


def _strokes(lines: Iterable[SupplyLine], scene: Scene, rules: Ruleset) -> _Strokes:
    known, frame = elements(rules), scene.frame
    found: dict[str, dict[Step, None]] = {}
    leaving: dict[Step, None] = {}
    for line in lines:
        here = line.start
        for part in line.parts:
            steps = found.setdefault(_ALONG[known[part.element].along], {})
            for there in part.hexes:
                step = _step(here, there, frame)
                if step:
                    steps[step] = None
                    if there not in frame.spots:
                        leaving[step] = None
                here = there
    return _Strokes({kind: list(found[kind]) for kind in _ALONG.values() if found.get(kind)}, list(leaving))


def _step(here: Hex, there: Hex, frame: Frame) -> Step | None:
    """A step of a line as far as it is shown: halves end or begin at the edge of the picture."""
    inside = [ref in frame.spots for ref in (here, there)]
    if not any(inside):
        return None
    a, b = (frame.spot(frame.board.at(ref)) for ref in (here, there))
    half = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return (a if inside[0] else half), (b if inside[1] else half)


def _sources(lines: Iterable[SupplyLine], scene: Scene) -> list[Hex]:
    ends = (line.hexes[-1] for line in lines if line.in_supply)
    return [ref for ref in dict.fromkeys(ends) if ref in scene.frame.spots]


def _layers_of(kind: str, side: str) -> tuple[str, ...]:
    """The strokes of a line, the lowest first: its halo, itself, and the core that tells the second side apart."""
    return "line-halo", f"line {kind} {side}", f"line-core {side}"


def _draw_lines(strokes: _Strokes, side: str, frame: Frame) -> Element:
    layer, stops = group("supply"), straight_spots(frame)
    paths = {
        kind: "".join(map(_bent, chains({(min(s), max(s)) for s in steps}, stops)))
        for kind, steps in strokes.steps.items()
    }
    for n in range(3):
        for kind, d in paths.items():
            add(layer, "path", _layers_of(kind, side)[n], d=d)
    ways = {step: None for steps in strokes.steps.values() for step in steps}
    d = "".join(_arrow(step) for step in ways if step[::-1] not in ways)
    for look in _WAYS if d else ():
        add(layer, "path", f"{look} {side}", d=d)
    return layer


def _bent(points: Sequence[Point]) -> str:
    """Path data of a line that is straight where it crosses hexsides and bends in the middles of hexes."""
    halves = [((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in pairwise(points)]
    bends = "".join(f"Q{at(bend)} {at(half)}" for bend, half in zip(points[1:-1], halves[1:], strict=True))
    return f"{polyline([points[0], halves[0]])}{bends}L{at(points[-1])}"


def _unit(step: Step) -> tuple[Point, Point]:
    """The middle of a step, and its way as a step of length 1."""
    (ax, ay), (bx, by) = step
    far = hypot(bx - ax, by - ay) or 1.0
    return ((ax + bx) / 2, (ay + by) / 2), ((bx - ax) / far, (by - ay) / far)


def _arrow(step: Step) -> str:
    """An open arrow in the middle of a step."""
    (x, y), (dx, dy) = _unit(step)
    tip, back = (x + 3 * dx, y + 3 * dy), (x - 2 * dx, y - 2 * dy)
    return polyline([(back[0] - 4 * dy, back[1] + 4 * dx), tip, (back[0] + 4 * dy, back[1] - 4 * dx)])


def _head(step: Step) -> str:
    """An arrow head at the end of a step, outside the hexes shown."""
    (x, y), (_, (dx, dy)) = step[1], _unit(step)
    tip, back = (x + 11 * dx, y + 11 * dy), (x + dx, y + dy)
    return f"{polyline([tip, (back[0] - 6 * dy, back[1] + 6 * dx), (back[0] + 6 * dy, back[1] - 6 * dx)])}z"


def _middle_of_head(step: Step) -> Point:
    (x, y), (_, (dx, dy)) = step[1], _unit(step)
    return x + 6 * dx, y + 6 * dy


def _beside(spot: Point) -> Point:
    return spot[0] + SOURCE_AT[0], spot[1] + SOURCE_AT[1]


def _draw_source(layer: Element, ref: Hex, kind: str, frame: Frame) -> None:
    x, y = _beside(frame.spots[ref])
    sign = add(layer, "path", f"source {kind}", d=f"M{at((x, y - 6))}l6 6-6 6-6-6z")
    told(sign, f"supply source at {ref}")
