"""Checks of positions: every part for itself, then the whole of it on the board.

Needs a file `*.position`; without a ruleset it is read by each game in turn, and the one that finds the fewest faults
is taken to be meant. A first line such as `# game: sf` names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import frozen

from europa_rules.checks.kinds import Kind, Surroundings
from europa_rules.checks.pieces import oddities, place_faults, turn_oddity
from europa_rules.errors import EuropaError, Fault
from europa_rules.position import parse_position
from europa_rules.quoting import split_outside_quotes
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

_GAME = re.compile(r"#\s*game:?\s+(\S+)\s*\Z")


@frozen
class Part:
    """A part of a position as it was read: its line, its text, and the state or the error that it gives."""

    line: int
    text: str
    read: GameState | EuropaError


def position_faults(place: Path, around: Surroundings) -> list[Fault]:
    """Every fault of a position."""
    try:
        text = place.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        return [Fault(str(place), "the file", str(error), "a position in UTF-8")]
    named = _GAME.match(text.splitlines()[0]) if text.strip() else None
    if named and named[1] in around.variants and around.given is None:
        return list(text_faults(text, str(place), around.usable(named[1])))
    return min((list(text_faults(text, str(place), r)) for r in around.rules_of(place)), key=len)


def text_faults(text: str, file: str, rules: Ruleset, first_line: int = 1) -> Iterator[Fault]:
    """Every fault of the text of a position. first_line: the line of the file on which the text begins."""
    parts = list(_parts(text, rules, first_line))
    yield from _part_faults(parts, file, rules)
    yield from _same_hexes(parts, file)
    if any(isinstance(part.read, EuropaError) for part in parts):
        return
    try:
        state = parse_position(text, rules)
    except EuropaError as error:
        yield Fault(file, f"line {_line_of(str(error), parts)}", str(error), "a position that can be read")
        return
    oddity = turn_oddity(state.moment.turn, rules)
    if oddity:
        yield oddity.at(file, f"line {_line_of(str(state.moment.turn), parts)}, turn")
    lines = {piece: f"line {part.line}" for part in reversed(parts) for piece in _pieces_of(part, state)}
    yield from place_faults(state, lines, file, rules)


def _parts(text: str, rules: Ruleset, first_line: int) -> Iterator[Part]:
    for number, line in enumerate(text.split("\n"), first_line):
        for part in split_outside_quotes(line, "|"):
            if part.strip() and not part.strip().startswith("#"):
                yield Part(number, part.strip(), _read(part, rules))


def _read(part: str, rules: Ruleset) -> GameState | EuropaError:
    try:
        return parse_position(part, rules)
    except EuropaError as error:
        return error


def _part_faults(parts: Sequence[Part], file: str, rules: Ruleset) -> Iterator[Fault]:
    """Parts that cannot be read, and pieces that no counter could be."""
    for part in parts:
        if isinstance(part.read, EuropaError):
            why = str(part.read).partition(f"{part.text!r}: ")[2] or str(part.read)
            yield Fault(file, f"line {part.line}", f"{part.text!r}: {why}", "a part of a position that can be read")
            continue
        for piece in part.read.pieces.values():
            for oddity in oddities(getattr(piece, "full", None) or piece.unit, rules):
                yield oddity.at(file, f"line {part.line}, {piece.id}")


def _same_hexes(parts: Sequence[Part], file: str) -> Iterator[Fault]:
    """Hexes that stand at the head of two parts: one of them is a duplicate, or names another hex than is meant."""
    seen: dict[str, int] = {}
    for part in parts:
        place = part.text.split(maxsplit=1)[0].rstrip(":")
        if not place[0].isdigit():
            continue
        if place in seen:
            expected = f"all pieces of a hex in one part (it stands in line {seen[place]})"
            yield Fault(file, f"line {part.line}", f"{place} again", expected)
        seen.setdefault(place, part.line)


def _pieces_of(part: Part, state: GameState) -> list[str]:
    """The ids in the whole position of the pieces of a part: those that stand in its hex."""
    if isinstance(part.read, EuropaError):
        return []
    places = {piece.place for piece in part.read.pieces.values()}
    return [piece.id for piece in state.pieces.values() if piece.place in places]


def _line_of(text: str, parts: Sequence[Part]) -> int:
    """The line of the last part that a text is of, or that names it."""
    found = [part.line for part in parts if part.text in text or text in part.text]
    return found[-1] if found else parts[-1].line


KIND = Kind("position", lambda place: place.suffix == ".position" and place.is_file(), position_faults)
