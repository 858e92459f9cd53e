"""Overlays: what the rules make of a position, drawn over the map.

ZOCs (rule 5), ownership (3D), supply lines with their elements (12), where a piece may go (6), an attack with its odds
(9), the range of air units (18). Every figure and every hex comes from the function of the rule; nothing is reckoned
here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Protocol, runtime_checkable
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.errors import NotationError, nearest, unknown
from europa_rules.ground.attacks import Attack, attackable
from europa_rules.ground.destinations import destinations
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.zones import zoc_map
from europa_rules.hexes import Hex
from europa_rules.inspection import describe_attack
from europa_rules.numbers import show, signed
from europa_rules.render.ground import land_of, toward
from europa_rules.render.labels import around
from europa_rules.render.layout import outline
from europa_rules.render.regions import around_hex
from europa_rules.render.scene import (
    Overlay,
    Scene,
    Sign,
    add_pill,
    edge_of,
    edge_within,
    hatched,
    inner_hex,
    pill_box,
    side_class,
)
from europa_rules.render.supply import SupplyLines
from europa_rules.render.svg import Point, add, group, polyline, told
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side

AREA = "M2 1h26v14h-26z"
LINE = "M1 8H29"


@runtime_checkable
class Drawable(Protocol):
    """Anything that can be laid over a picture."""

    def draw(self, scene: Scene) -> Overlay:
        """What it brings to a picture."""


# --- ownership, ZOCs -------------------------------------------------------------------------------------------------


@frozen
class Owners:
    """Who owns the hexes with land (rule 3D)."""

    def draw(self, scene: Scene) -> Overlay:
        """A tint and a hatch for each side."""
        state, rules = scene.played("owner")
        by_side: dict[Side, list[Hex]] = {}
        for ref in scene.frame.hexes:
            owner = hex_owner(ref, state, rules)
            if owner in rules.variant.sides and scene.frame.board.has_land(ref):
                by_side.setdefault(owner, []).append(ref)
        layer = group("owners")
        for owner, hexes in sorted(by_side.items()):
            kind, spots = side_class(owner), [scene.frame.spots[ref] for ref in hexes]
            add(layer, "path", f"tint {kind}", d="".join(land_of(ref, scene.frame) for ref in hexes))
            lean = -1 if kind == "axis" else 1
            hatches = (f"M{x - 7 * lean} {y + 14}l{14 * lean} 14" for x, y in spots)
            add(layer, "path", f"hatch {kind}", d="".join(hatches))
        signs = tuple(_owner_sign(owner) for owner in sorted(by_side))
        return Overlay(under=(layer,), signs=signs)


def _owner_sign(owner: Side) -> Sign:
    kind = side_class(owner)
    stroke = "M21 4L11 12" if kind == "axis" else "M9 4L19 12"
    return Sign(f"owned by the {owner} player", ((f"tint {kind}", AREA), (f"hatch {kind}", stroke)))


@frozen
class Zones:
    """The ZOCs of a side (rule 5)."""

    side: Side

    def draw(self, scene: Scene) -> Overlay:
        """The area that they reach: hatched, with a line within its edge."""
        state, rules = scene.played("zoc")
        flags = zoc_map(state, rules).exerted.get(self.side, b"")
        kind, layer = side_class(self.side), group("zones")
        shown = zip(scene.frame.hexes, scene.frame.places, strict=True)
        reached = [ref for ref, i in shown if i < len(flags) and flags[i]]
        if reached:
            spots = [scene.frame.spots[ref] for ref in reached]
            add(layer, "path", f"tint {kind}", d="".join(map(outline, spots)))
            add(layer, "path", f"zone-hatch {kind}", d="".join(hatched(spot, kind) for spot in spots))
            add(layer, "path", f"zone {kind}", d=edge_within(reached, scene.frame))
        shapes = ((f"tint {kind}", AREA), (f"zone-hatch {kind}", HATCHED[kind == "axis"]), (f"zone {kind}", AREA))
        return Overlay(under=(layer,), signs=(Sign(f"ZOC of the {self.side} player", shapes),))


HATCHED = "M2 4L28 12", "M2 12L28 4"


# --- movement --------------------------------------------------------------------------------------------------------


@frozen
class Destinations:
    """Where a piece may go in this phase, and the MPs it takes (rule 6)."""

    piece: str

    def draw(self, scene: Scene) -> Overlay:
        """A tint over the hexes, a line around them, and the cost in each."""
        state, rules = scene.played("moves")
        found = {ref: cost for ref, cost in destinations(self.piece, state, rules).items() if ref in scene.frame.spots}
        under, over = group("reach"), group("costs")
        spots = [scene.frame.spots[ref] for ref in found]
        if spots:
            add(under, "path", "reach", d="".join(map(outline, spots)))
            add(under, "path", "reach_edge", d=edge_of(found, scene.frame))
        taken = []
        for ref, cost in found.items():
            x, y = scene.frame.spots[ref]
            told(add_pill(over, show(cost), (x, y + 22)), f"{self.piece} to {ref}: {show(cost)} MPs")
            taken.append(pill_box(show(cost), (x, y + 22)))
        sign = Sign(f"{self.piece} may move here; MPs it takes", (("reach", AREA), ("reach_edge", AREA)))
        return Overlay((under,), (over,), (sign,), tuple(taken))


# --- combat ----------------------------------------------------------------------------------------------------------


@frozen
class Assault:
    """An attack of the phasing player with its odds (rule 9); without units, by all that stand around the hex."""

    target: Hex
    units: tuple[str, ...] = ()

    def draw(self, scene: Scene) -> Overlay:
        """An arrow from every hex that attacks, and a plate with the odds and the die roll modifier."""
        state, rules = scene.played("attack")
        units = self.units or _around(self.target, scene, rules)
        order = Attack(units, self.target)
        report = describe_attack(order, state.phasing, state, rules)
        layer, here = group("attack-signs"), scene.frame.spot(scene.frame.board.at(self.target))
        add(layer, "path", "target", d=inner_hex(here, 0.94))
        places = dict.fromkeys(state.piece(unit).place for unit in units)
        attackers = [scene.frame.spots[ref] for ref in places if ref in scene.frame.spots]
        for spot in attackers:
            _draw_arrow(layer, spot, here)
        modifier = report.modifiers.total.value
        odds = f"{report.odds.column_or_result} {signed(modifier) if modifier else ''}".strip()
        above = here[0], here[1] - 26
        pill = add_pill(layer, odds, above, 12)
        told(pill, f"attack on {self.target}: {report.odds}", str(report))
        sign = Sign("attack, with odds and modifier", (("attack", "M3 8H20"), ("attack_head", "M28 8l-9-6v12z")))
        arrows = (around(toward(spot, here, share), 7) for spot in attackers for share in (0.42, 0.56, 0.7))
        return Overlay(over=(layer,), signs=(sign,), taken=(pill_box(odds, above, 12), *arrows))


def _around(target: Hex, scene: Scene, rules: Ruleset) -> tuple[str, ...]:
    """The phasing player's units beside a hex that can attack it."""
    state, _ = scene.played("attack")
    if not attackable(target, state.phasing, state, rules):
        raise NotationError(f"attack on {target}: the {state.phasing} player has nothing to attack there")
    near = (piece for ref in rules.board.neighbors_of(target) for piece in state.friends_at(ref, state.phasing))
    units = tuple(piece.id for piece in near if piece.unit.attack)
    if not units:
        raise NotationError(f"attack on {target}: no unit of the {state.phasing} player stands beside it")
    return units


def _draw_arrow(layer: Element, a: Point, b: Point) -> None:
    dx, dy = b[0] - a[0], b[1] - a[1]
    start, end, tip = (toward(a, b, share) for share in (0.34, 0.6, 0.76))
    px, py = -dy * 0.13, dx * 0.13
    add(layer, "path", "attack", d=polyline([start, end]))
    head = [(end[0] + px, end[1] + py), tip, (end[0] - px, end[1] - py)]
    add(layer, "path", "attack_head", d=f"{polyline(head)}z")


# --- air -------------------------------------------------------------------------------------------------------------


@frozen
class AirRange:
    """The hexes within a range in hexes of a hex (rule 18)."""

    center: Hex
    hexes: int

    def draw(self, scene: Scene) -> Overlay:
        """A line around them."""
        within, layer = around_hex(self.center, self.hexes, scene.frame.board), group("air-range")
        ring = add(layer, "path", "ring", d=edge_of(within, scene.frame))
        words = f"{self.hexes} hexes around {self.center}"
        told(ring, words)
        return Overlay(over=(layer,), signs=(Sign(words, (("ring", LINE),)),))


def _range_of(text: str, scene: Scene) -> AirRange:
    """The range of an air unit by its id, or of a hex and a number."""
    match = re.fullmatch(r"(?P<hex>\d+[A-Za-z]?:\d{4})[: ](?P<hexes>\d{1,3})", text.strip())
    if match:
        return AirRange(scene.frame.board.place(match["hex"]), int(match["hexes"]))
    state, _ = scene.played("air")
    piece = state.air_piece(text.strip())
    if piece.unit.rating.movement is None:
        raise NotationError(f"overlay 'air:{text}': {piece.id} has no movement rating")
    return AirRange(piece.place, piece.unit.rating.movement)


# --- overlays by name ------------------------------------------------------------------------------------------------

FORMS: Mapping[str, str] = {
    "owner": "owner",
    "zoc": "zoc:SIDE",
    "supply": "supply:SIDE",
    "moves": "moves:PIECE",
    "attack": "attack:HEX, or attack:HEX:PIECE,PIECE",
    "air": "air:HEX:HEXES, or air:AIR UNIT",
}
"""How each overlay is written."""

_Reader = Callable[[str, Scene], Drawable]


def overlay_named(text: str, scene: Scene) -> Drawable:
    """The overlay that a text names, as `FORMS` says. Raises NotationError or UnknownName with the nearest one."""
    kind, _, rest = text.partition(":")
    reader = _READERS.get(kind.strip().lower())
    if reader is None:
        hint = nearest(kind, _READERS)
        ask = f" Did you mean {hint!r}?" if hint else ""
        raise NotationError(f"no overlay {text!r}; there are {'; '.join(FORMS.values())}.{ask}")
    return reader(rest.strip(), scene)


def _side(text: str, scene: Scene) -> Side:
    _, rules = scene.played("of a side")
    sides = {side.lower(): side for side in rules.variant.sides}
    if text.lower() not in sides:
        raise unknown("side", text, rules.variant.sides)
    return sides[text.lower()]


def _attack(text: str, scene: Scene) -> Assault:
    match = re.fullmatch(r"(?P<hex>\d+[A-Za-z]?:\d{4})(?::(?P<units>.+))?", text)
    if not match:
        raise NotationError(f"overlay 'attack:{text}': expected {FORMS['attack']}")
    units = tuple(unit.strip() for unit in (match["units"] or "").split(",") if unit.strip())
    return Assault(scene.frame.board.place(match["hex"]), units)


_READERS: Mapping[str, _Reader] = {
    "owner": lambda _, __: Owners(),
    "zoc": lambda text, scene: Zones(_side(text, scene)),
    "supply": lambda text, scene: SupplyLines(_side(text, scene)),
    "moves": lambda text, _: Destinations(text),
    "attack": _attack,
    "air": _range_of,
}
