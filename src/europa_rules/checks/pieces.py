"""What can be wrong with pieces that are written well: their ratings, their types, where they stand.

Needs units, or a state with the lines on which its pieces stand, and the rules of a game; gives faults. Positions,
orders of battle and scenarios are checked with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.errors import EuropaError, Fault, UnknownHex, UnknownName, nearest
from europa_rules.ground.stacking import rule_on_all_stacks
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import GameState, Piece
from europa_rules.units import Rating, Unit, re_size

NEUTRAL = Side("neutral")
_LIMITS = "rating_limits"
_A_RATING = re.compile(r"\d+(?:-\d+){1,2}\*?(?:\(\d+(?:-\d+){1,2}\*?\))?(?: |\Z)")
_SIZES = frozenset({"XXX", "XX", "X", "III", "II"})
"""The symbols of sizes on counters: corps, division, brigade, regiment, battalion."""


@frozen
class Oddity:
    """Something wrong, before it is known where it stands."""

    found: str
    expected: str
    suggestion: str = ""

    def at(self, file: str, where: str) -> Fault:
        """It as a fault of a place in a file."""
        return Fault(file, where, self.found, self.expected, self.suggestion)


def oddities(unit: Unit | AirUnit, rules: Ruleset) -> Iterator[Oddity]:
    """What is wrong with the printed facts of a unit, as far as the charts of a game tell.

    >>> from europa_rules import load
    >>> from europa_rules.position_notation import PieceNotation
    >>> unit = PieceNotation.of_series().parse_unit("ge 7-60(9-6) Inf XX")
    >>> [o.expected for o in oddities(unit, load("fof"))]
    ['a movement rating of 14 or less', 'a cadre no stronger than the full unit, 7-60']
    """
    if isinstance(unit, AirUnit):
        return
    yield from _type_oddities(unit, rules)
    yield from _name_oddities(unit)
    for rating in (unit.rating, unit.cadre):
        if rating is not None:
            yield from _rating_oddities(unit, rating, rules)
    yield from _cadre_oddities(unit)


def _type_oddities(unit: Unit, rules: Ruleset) -> Iterator[Oddity]:
    if unit.type not in rules.types:
        expected = f"a type of the unit identification chart of {rules.variant.title}"
        yield Oddity(f"'{unit.type}'", expected, nearest(unit.type, rules.types.types))
    elif not has_size(unit, rules):
        sizes = ", ".join(rules.types.sizes)
        yield Oddity(f"{unit.type} of size '{unit.size}'", f"one of {sizes}", nearest(unit.size, rules.types.sizes))


def _name_oddities(unit: Unit) -> Iterator[Oddity]:
    """A rating or a size that stands behind the size, where it is read as the name of a unit that has none."""
    if unit.rating is None and _A_RATING.match(unit.name):
        yield Oddity(f"'{unit.name}' as the name of a unit", f"the rating before the type: {unit.name} and its type")
    elif unit.size == "counter" and unit.name in _SIZES:
        yield Oddity(f"'{unit.name}' as the name of a counter", "its rating, type and size in this order")


def has_size(unit: Unit, rules: Ruleset) -> bool:
    """Whether the charts of a game know a unit well enough to say its size in REs."""
    try:
        re_size(unit, rules.types)
    except EuropaError:
        return False
    return unit.type in rules.types


def _rating_oddities(unit: Unit, rating: Rating, rules: Ruleset) -> Iterator[Oddity]:
    limits = rules.charts[_LIMITS]
    row = unit.size if unit.size in limits.rows("rows") else "other"
    strength, movement = (limits.whole("rows", row, name).value for name in ("strength", "movement"))
    if max(rating.attack, rating.defense) > strength:
        yield Oddity(f"{rating}", f"strengths of {strength} or less for a {unit.size}")
    if rating.movement > movement:
        yield Oddity(f"{rating}", f"a movement rating of {movement} or less")


def _cadre_oddities(unit: Unit) -> Iterator[Oddity]:
    full, cadre = unit.rating, unit.cadre
    if full is None or cadre is None:
        return
    if cadre.attack > full.attack or cadre.defense > full.defense or _sum(cadre) >= _sum(full) > 0:
        yield Oddity(f"cadre {cadre}", f"a cadre no stronger than the full unit, {full}")
    if unit.size not in {"division", "corps"}:
        yield Oddity(f"cadre {cadre} of a {unit.size}", "a cadre of a division or corps alone")


def _sum(rating: Rating) -> Fraction:
    return rating.attack + rating.defense


def turn_oddity(turn: Turn, rules: Ruleset) -> Oddity | None:
    """What is wrong with a turn that is none of the game's; None where it is one."""
    turns = rules.charts.turn_record.turns
    if str(turn) in turns:
        return None
    return Oddity(f"'{turn}'", f"a turn of the turn record, {turns[0]} to {turns[-1]}", nearest(str(turn), turns))


def named_turn_oddity(text: str, rules: Ruleset) -> Oddity | None:
    """What is wrong with the text of a turn; None where it is a turn of the game."""
    try:
        return turn_oddity(Turn.parse(text), rules)
    except EuropaError:
        return Oddity(f"'{text}'", "a game turn such as 'May II 40'")


def place_faults(state: GameState, lines: Mapping[str, str], file: str, rules: Ruleset) -> Iterator[Fault]:
    """Pieces at sea, on enemy or neutral soil, and stacks that are too high.

    lines: where each piece stands in the file, by its id.
    """
    for place, pieces in state.occupied().items():
        where = lines.get(pieces[0].id, "")
        for oddity in _hex_oddities(place, pieces, state, rules):
            yield oddity.at(file, where)
    sized = state.without(*(p.id for p in state.pieces.values() if not has_size(p.unit, rules)))
    for side in dict.fromkeys(piece.side for piece in sized.pieces.values()):
        yield from _stack_faults(side, sized, lines, file, rules)


def _hex_oddities(place: Hex, pieces: Iterable[Piece], state: GameState, rules: Ruleset) -> Iterator[Oddity]:
    ground = [piece for piece in pieces if isinstance(piece.unit, Unit)]
    if not ground or place not in rules.board.index:
        return
    if not rules.board.has_land(place):
        yield Oddity(f"{ground[0].id} in {place}, a hex of {rules.board.surface(place)}", "a hex with land")
        return
    owner = _owner_without_units(place, state, rules)
    for piece in ground:
        if owner not in {piece.side, ""}:
            yield Oddity(
                f"{piece.id} in {place}, which is {owner}", f"a hex of {piece.side}, or 'owner {piece.side} {place}'"
            )


def _owner_without_units(place: Hex, state: GameState, rules: Ruleset) -> str:
    """Who owns a hex by what is written or by the start of the game, whoever stands there."""
    try:
        return state.owners.get(place) or rules.owner_at_start(place)
    except (UnknownHex, UnknownName):
        return ""


def _stack_faults(side: Side, state: GameState, lines: Mapping[str, str], file: str, rules: Ruleset) -> Iterator[Fault]:
    for refusal in rule_on_all_stacks(side, state, rules).refusals:
        place, _, why = refusal.why.partition(": ")
        first = next((p.id for p in state.pieces.values() if p.side == side and p.place == place), "")
        yield Fault(file, lines.get(first, ""), f"{place}: {why}", "a stack within the limit")
