"""Counters of a picture: face, symbol, size, ratings and name of every unit, what is known of its state, and stacks.

Needs the pieces in the hexes that are shown; gives a layer with one group for each counter, whose title says in words
what it is. A stack is drawn with its strongest unit on top, and with the number of its counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from xml.etree.ElementTree import Element

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.supply_state import counts_as_isolated, turns_of_effect, was_judged_isolated
from europa_rules.hexes import Hex
from europa_rules.naval_units import NavalUnit
from europa_rules.position_notation import AnyUnit, PieceNotation
from europa_rules.render.descriptions import AnyPiece, piece_words
from europa_rules.render.hexplan import COUNT_AT, HALF_FACE, MOST_SHIFT, STACK_AT
from europa_rules.render.layout import Frame, Spot
from europa_rules.render.scene import side_class
from europa_rules.render.short_names import two_lines
from europa_rules.render.style import force_word, nation_word
from europa_rules.render.svg import add, clean, group, number, told
from europa_rules.render.symbols import symbol_of
from europa_rules.ruleset import Ruleset
from europa_rules.state import INOPERATIVE, AirPiece, GameState, Piece
from europa_rules.units import Unit

FACE = 18.0
"""Half the width of a counter in its own drawing, which is scaled to the map."""

LEAST_LETTER = 4.2
NATION_LEFT = 8.4
"""Where the code of the nation begins at the upper right; the size, usually in the middle, ends before it."""


@frozen
class NameSide:
    """A side of a counter with a name: the middle of its line, how the line is turned, and how long it may be."""

    at: str
    turn: int
    length: float


NAME_SIDES = NameSide("-14.4-4", -90, 26), NameSide("14.4 0", 90, 18)
"""The left side, where names begin, and the right one, below the code of the nation."""


@frozen
class Badge:
    """What is known of a piece beyond its face: a short word on the counter, what it means, and of which kind it is."""

    short: str
    meaning: str
    kind: str


def draw_counters(frame: Frame, state: GameState, rules: Ruleset | None) -> Element:
    """Every piece in the hexes shown, stack by stack."""
    layer = group("counters")
    for ref, pieces in stacks(frame, state).items():
        _draw_stack(layer, pieces, frame.spots[ref], lambda piece: badges_of(piece, state, rules))
    return layer


def stacks(frame: Frame, state: GameState) -> dict[Hex, list[AnyPiece]]:
    """The pieces in each occupied hex that is shown, the strongest last."""
    found: dict[Hex, list[AnyPiece]] = {}
    in_play: list[AnyPiece] = [*state.pieces.values(), *(piece for piece in state.air.values() if piece.is_in_play)]
    for piece in in_play:
        if piece.place in frame.spots:
            found.setdefault(piece.place, []).append(piece)
    return {ref: strongest_last(found[ref]) for ref in frame.hexes if ref in found}


def strongest_last(pieces: Iterable[AnyPiece]) -> list[AnyPiece]:
    """Pieces from the weakest to the strongest, aircraft before the others; equals in the order of their ids."""
    return sorted(sorted(pieces, key=lambda piece: piece.id), key=_weight)


def _weight(piece: AnyPiece) -> tuple[bool, float]:
    unit = piece.unit
    return (True, float(unit.attack + unit.defense)) if isinstance(unit, Unit) else (False, 0.0)


def badges_of(piece: AnyPiece, state: GameState, rules: Ruleset | None) -> tuple[Badge, ...]:
    """What is known of a piece: turns out of supply, isolation, cadre side, whether it has moved or cannot fly."""
    if isinstance(piece, AirPiece):
        return (Badge("IN", "inoperative", "inoperative"),) if piece.status == INOPERATIVE else ()
    return tuple(_ground_badges(piece, state, rules))


def _ground_badges(piece: Piece, state: GameState, rules: Ruleset | None) -> Iterable[Badge]:
    turns = turns_of_effect(piece.id, state)
    if turns:
        yield Badge(f"U-{turns}", f"turn {turns} out of supply", "turns out of supply")
    if counts_as_isolated(piece.id, state, rules) if rules else was_judged_isolated(piece.id, state):
        yield Badge("ISO", "isolated", "isolated")
    if piece.full is not None:
        yield Badge("CDR", "cadre side", "cadre side")
    moved = state.recall(MOVED_BY, piece.id)
    if moved:
        yield Badge("MVD", f"has moved ({moved})", "has moved in this phase")


# --- stacks ----------------------------------------------------------------------------------------------------------


def stack_box(many: int) -> tuple[float, float, float, float]:
    """The box of a stack of so many counters around the middle of its hex."""
    shift = _step(many) * (many - 1) / 2
    x, y = STACK_AT
    reach = HALF_FACE + shift
    return x - reach, y - reach, x + reach, y + reach


def _step(many: int) -> float:
    return min(3.0, MOST_SHIFT / max(many - 1, 1))


def _draw_stack(
    layer: Element, pieces: Sequence[AnyPiece], spot: Spot, badges: Callable[[AnyPiece], tuple[Badge, ...]]
) -> None:
    stack = add(layer, "g", "stack")
    step = _step(len(pieces))
    lowest = -step * (len(pieces) - 1) / 2
    for n, piece in enumerate(pieces):
        shift = lowest + n * step
        center = spot[0] + STACK_AT[0] + shift, spot[1] + STACK_AT[1] - shift
        drawn = draw_counter(stack, piece, center, badges(piece), HALF_FACE / FACE)
        if n < len(pieces) - 1:
            drawn.set("class", f"{drawn.get('class')} covered")
    if len(pieces) > 1:
        _draw_count(stack, len(pieces), spot)


def _draw_count(stack: Element, many: int, spot: Spot) -> None:
    x, y = spot[0] + COUNT_AT[0], spot[1] + COUNT_AT[1]
    sign = told(add(stack, "g", "stack-count"), f"{many} counters")
    add(sign, "circle", "count", cx=x, cy=y, r=5.6)
    add(sign, "text", "count_text", str(many), x=x, y=y + 2.7)


# --- one counter -----------------------------------------------------------------------------------------------------


def draw_counter(
    layer: Element,
    piece: AnyPiece,
    center: tuple[float, float],
    badges: Iterable[Badge] = (),
    scale: float = 1.0,
) -> Element:
    """One counter around a point."""
    unit, known = piece.unit, tuple(badges)
    size = f"scale({scale:.3g})" if scale != 1 else ""
    moved = f"translate({number(center[0])} {number(center[1])})"
    counter = add(layer, "g", f"counter {look_of(piece)}", transform=f"{moved}{size}")
    told(counter, piece.id, "; ".join([piece_words(piece), *(badge.meaning for badge in known)]))
    add(counter, "rect", "shade", x=-FACE + 1.2, y=-FACE + 1.2, width=36, height=36, rx=2.5)
    add(counter, "rect", "face", x=-FACE, y=-FACE, width=36, height=36, rx=2.5)
    _draw_symbol(counter, unit)
    _draw_words(counter, unit)
    for n, badge in enumerate(known):
        _draw_badge(counter, badge, n)
    return counter


def look_of(piece: AnyPiece) -> str:
    """The classes of a counter: its side, its nation, and a force that has counters of its own."""
    words = (side_class(piece.side), nation_word(piece.unit.nation), force_word(piece.unit.force))
    return " ".join(word for word in words if word)


def _draw_symbol(counter: Element, unit: AnyUnit) -> None:
    symbol = symbol_of(unit)
    place = add(counter, "g", transform="translate(0-3)")
    for kind, d in (("frame stroke", symbol.frame), ("symbol stroke", symbol.strokes), ("solid ink", symbol.solids)):
        if d:
            add(place, "path", kind, d=d)
    if symbol.letters:
        x, y, largest = symbol.letters_at
        size = min(largest, 20 / (len(symbol.letters) * 0.72))
        add(place, "text", "in_frame ink", symbol.letters, x=x, y=y + size * 0.36, font_size=size)


def _draw_words(counter: Element, unit: AnyUnit) -> None:
    size, strength = size_of(unit), strength_of(unit)
    if size:
        add(counter, "text", "size ink", size, x=min(0.0, NATION_LEFT - len(size) * 2.1), y=-11.4)
    if strength:
        add(counter, "text", "rating ink", strength, y=15.4, font_size=min(10.5, 34 / (len(strength) * 0.7)))
    add(counter, "text", "nation ink", clean(unit.nation, 3), x=16.6, y=-11.4)
    for line, side in zip(two_lines(name_of(unit)), NAME_SIDES, strict=True):
        if line:
            height = max(LEAST_LETTER, min(6.6, side.length / (len(line) * 0.6)))
            turned = f"translate({side.at})rotate({side.turn})"
            add(counter, "text", "name ink", line, transform=turned, y=height * 0.3, font_size=height)


def size_of(unit: AnyUnit) -> str:
    """What stands above the frame: the size of a ground unit, the air combat ratings of an air unit."""
    if isinstance(unit, AirUnit):
        return str(unit.rating).replace("/", " ").split(" ")[0]
    if isinstance(unit, NavalUnit):
        return unit.category
    return "" if unit.size == "counter" else PieceNotation.of_series().words.sizes.write(unit.size)


def strength_of(unit: AnyUnit) -> str:
    """What stands below the frame."""
    if isinstance(unit, AirUnit):
        return " ".join(str(unit.rating).split(" ")[1:])
    if isinstance(unit, NavalUnit):
        return unit.printed_strength
    return str(unit.rating) if unit.rating else str(unit.points or unit.capacity or "")


def name_of(unit: AnyUnit) -> str:
    """What stands beside the frame."""
    return unit.model if isinstance(unit, AirUnit) else unit.name


def _draw_badge(counter: Element, badge: Badge, n: int) -> None:
    """A badge below the code of the nation, one above the other; a third one and others to the left."""
    width, y = 4.6 * len(badge.short) + 4, -FACE + 11.5 + 9.2 * (n % 2)
    x = FACE + 4 - width if n < 2 else -FACE - 4
    sign = add(counter, "g", "status")
    add(sign, "rect", "badge", x=x, y=y - 4, width=width, height=8.6, rx=2)
    add(sign, "text", "badge_text", badge.short, x=x + width / 2, y=y + 2.7)
