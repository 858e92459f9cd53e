"""The part of the legend that explains counters: nations, sizes, symbols, ratings, stacks, and marks of their state.

Needs the pieces that the picture shows; gives an entry for each sign that is on their counters, and none besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from europa_rules.air_units import AirUnit
from europa_rules.nations import Nations
from europa_rules.naval_units import NavalUnit
from europa_rules.position_notation import AnyUnit
from europa_rules.render.counters import Badge, look_of, name_of, size_of, strength_of
from europa_rules.render.descriptions import AnyPiece, spoken
from europa_rules.render.scene import Sign
from europa_rules.render.short_names import two_lines
from europa_rules.render.symbols import Symbol, symbol_of
from europa_rules.units import Unit

FACE = "M4 0h22v16h-22z"
COUNT = "M9.4 8a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0-11.2 0z"
BADGE = "M3 3.5h24v9h-24z"


def counter_signs(pieces: Sequence[AnyPiece], badges: Iterable[Badge], nations: Nations) -> list[Sign]:
    """The entries for some pieces and what is known of them."""
    return [
        *_nation_signs(pieces, nations),
        *_letter_signs(pieces),
        *_size_signs(pieces),
        *_symbol_signs(pieces),
        *_badge_signs(badges),
    ]


def stack_sign() -> Sign:
    """The entry for stacks."""
    return Sign("stack of 3, strongest on top", (("count", COUNT),), ("count_text", "3"))


def _nation_signs(pieces: Iterable[AnyPiece], nations: Nations) -> Iterable[Sign]:
    """Each look of counters with the nation, or the force, and the side that it stands for."""
    looks = {look_of(piece): piece for piece in sorted(pieces, key=lambda piece: (piece.side, piece.unit.nation))}
    for look, piece in looks.items():
        code = piece.unit.nation
        country = nations.by_code[code].country if code in nations.by_code else "another nation"
        has_own = len(look.split()) > 2
        who = f"{country}: {piece.unit.force}" if has_own else country
        yield Sign(f"{who} ({piece.side})", (("face", FACE),), ("nation-sample ink", code[:3]), look=f"sample {look}")


def _numbers(many: int) -> Callable[[AnyUnit], bool]:
    return lambda unit: isinstance(unit, Unit) and bool(strength_of(unit)) and strength_of(unit).count("-") == many - 1


def _is_self_supported(unit: AnyUnit) -> bool:
    return isinstance(unit, Unit) and unit.rating is not None and unit.rating.self_supported


def _is_air(unit: AnyUnit) -> bool:
    return isinstance(unit, AirUnit)


WRITTEN: Sequence[tuple[Callable[[AnyUnit], bool], str, str, str]] = (
    # of which units, what it means, how it is written, an example
    (lambda unit: bool(name_of(unit)), "at the sides: its name", "name-sample", "1 DLC"),
    (lambda unit: bool(two_lines(name_of(unit))[1]), "long name: left, right", "name-sample", "Art|12A"),
    (_numbers(1), "strength, no movement", "rating-sample", "2"),
    (_numbers(2), "strength-movement", "rating-sample", "7-6"),
    (_numbers(3), "attack-defense-movement", "rating-sample", "3-4-5"),
    (_is_self_supported, "self-supported", "rating-sample", "2-6*"),
    (_is_air, "air: attack, type, defense", "rating-sample", "6F6"),
    (_is_air, "air: bombing/range", "rating-sample", "2/13"),
    (lambda unit: _is_air(unit) and "*" in strength_of(unit), "air: longer extended range", "rating-sample", "2/40*"),
    (lambda unit: isinstance(unit, NavalUnit), "class of the ship", "rating-sample", "CA"),
)
"""What stands where on a counter."""


def _letter_signs(pieces: Sequence[AnyPiece]) -> Iterable[Sign]:
    for is_shown, meaning, kind, sample in WRITTEN:
        if any(is_shown(piece.unit) for piece in pieces):
            yield Sign(meaning, letters=(kind, sample))


def _size_signs(pieces: Iterable[AnyPiece]) -> Iterable[Sign]:
    sizes = {size_of(p.unit): p.unit.size for p in pieces if isinstance(p.unit, Unit) and size_of(p.unit)}
    for letters, size in sorted(sizes.items()):
        if letters != size:
            yield Sign(spoken(size), letters=("size-sample", letters))


def _symbol_signs(pieces: Iterable[AnyPiece]) -> Iterable[Sign]:
    """Each symbol that is shown, with every type that it stands for here."""
    shown: dict[Symbol, dict[str, None]] = {}
    for piece in sorted(pieces, key=_type_of):
        word, symbol = _type_of(piece), symbol_of(piece.unit)
        shown.setdefault(symbol, {})[word] = None
    for symbol, words in sorted(shown.items(), key=lambda found: list(found[1])):
        strokes = (("frame stroke", symbol.frame), ("symbol stroke", symbol.strokes), ("solid ink", symbol.solids))
        shapes = tuple((kind, d) for kind, d in strokes if d)
        letters = "in_frame ink", symbol.letters
        yield Sign(" or ".join(words), shapes, letters, symbol.letters_at, look="symbol-key", middle=True)


def _type_of(piece: AnyPiece) -> str:
    unit = piece.unit
    if isinstance(unit, AirUnit):
        return "air unit"
    if isinstance(unit, NavalUnit):
        return "ship"
    beside = "".join(f", {spoken(word)}" for word in unit.symbols)
    headquarters = ", headquarters" if unit.size == "headquarters" else ""
    return f"{spoken(unit.type)}{beside}{headquarters}"


def _badge_signs(badges: Iterable[Badge]) -> Iterable[Sign]:
    kinds = {badge.kind: badge for badge in badges}
    for kind, badge in sorted(kinds.items()):
        yield Sign(kind, (("badge", BADGE),), ("badge_text", badge.short))
