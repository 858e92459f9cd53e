"""The position notation: a whole situation in a few readable lines, and back.

Parts are separated by `|` or by line ends: `HEX piece, piece`, a moment (`May II 40, Axis combat`), `owner Axis HEX
HEX`, `weather mud` or `weather C mud`. Pieces are written as on their counters (see `position_notation`); the side
follows from the nation unless it is named, and `at cadre` stands behind a unit that has been reduced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence

from europa_rules.air_units import AirUnit
from europa_rules.errors import NotationError, UnknownHex, UnknownName, need_text, unknown
from europa_rules.hexes import Hex
from europa_rules.position_notation import MOST_COPIES, AnyUnit, PieceNotation, split_outside_quotes
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import WEATHER, AirPiece, GameState, Moment, Piece
from europa_rules.units import as_cadre

_PLACE = re.compile(r"(box:[^,]+?(?=\s{2,}|:\s)|\d+[A-Za-z]?:\s?\w+)[\s:]*")
_MOMENT = re.compile(r"([A-Za-z]+ \w+ \d+)(?:, *(\w+) +(\w+))?\Z")
_TIMES = re.compile(r"(\d+)\s*[x×]\s+")
_ID = re.compile(r"\s*<([^<>]*)>\Z")
_KEPT = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>]*>|#.*\Z|.')
_LINE_END = re.compile(r"\r?\n")
_ODD_ID = re.compile(r'[<>"\\\r\n]|\A\s|\s\Z')
_CADRE = re.compile(r"\s+at cadre\Z")


def parse_position(text: str, rules: Ruleset) -> GameState:
    """Read a position.

    text: parts separated by `|` or line ends; `#` begins a comment.
    Without a moment it is the variant's first turn, the first side's movement phase. Raises NotationError or
    UnknownHex, each naming the part that is wrong.

    >>> from europa_rules import load
    >>> text = "16A:1506 ge 3-8 Mot III 5 | 16A:1507 fr 6-6 Inf XX 10 | May II 40, Axis combat"
    >>> state = parse_position(text, load("fof"))
    >>> print(state.moment, list(state.pieces))
    May II 40, Axis combat ['ge 5 Mot III', 'fr 10 Inf XX']
    """
    state = GameState(Moment(rules.variant.first_turn, rules.variant.sides[0], "movement"))
    for part in _parts(need_text(text, "a position such as '16A:1506 ge 7-6 Inf XX | May I 40, Axis movement'")):
        try:
            state = _read_part(part, state, rules)
        except UnknownHex as error:
            raise UnknownHex(f"position, part {part!r}: {error}") from error
        except (NotationError, UnknownName) as error:
            raise NotationError(f"position, part {part!r}: {error}") from error
    return state


def _parts(text: str) -> Iterator[str]:
    for line in _LINE_END.split(text):
        uncommented = "".join(kept for kept in _KEPT.findall(line) if not kept.startswith("#"))
        for part in split_outside_quotes(uncommented, "|"):
            if part.strip():
                yield part.strip()


def _read_part(part: str, state: GameState, rules: Ruleset) -> GameState:
    words = part.split()
    if words[0] == "owner":
        return _read_owner(words[1:], state, rules)
    if words[0] == "weather":
        return _read_weather(words[1:], state, rules)
    if match := _MOMENT.match(part):
        return state.at_moment(_moment(match, state.moment, rules))
    place = _PLACE.match(part)
    if not place:
        raise NotationError(
            "expected a hex with pieces such as '16A:1506 ge 7-6 Inf XX', a moment such as 'May II 40, Axis combat',"
            " 'owner' or 'weather'"
        )
    where = rules.board.place(place[1])
    if not part[place.end() :]:
        raise NotationError("no piece stands after the hex; expected one such as 'ge 7-6 Inf XX'")
    for piece in _pieces(part[place.end() :], where, state, rules):
        state = state.with_air(piece) if isinstance(piece, AirPiece) else state.with_piece(piece)
    return state


def _read_owner(words: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    if len(words) < 2:
        raise NotationError("expected a side and its hexes, such as 'owner Axis 16A:1506 16A:1507'")
    owner = _side(words[0], rules)
    return state.owned({rules.board.place(h): owner for h in words[1:]})


def _read_weather(words: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    if len(words) not in (1, 2):
        raise NotationError("expected the weather, or a weather zone and its weather, such as 'weather C mud'")
    weather = words[-1]
    known = sorted({weather for _, weather, _ in rules.charts.terrain_effects.mps})
    if weather not in known:
        raise unknown("weather", weather, known)
    zones = sorted(set(rules.board.column("weather_zone")) - {""})
    if len(words) == 2 and words[0] not in zones:
        raise unknown("weather zone", words[0], zones)
    return state.noting(WEATHER, words[0] if len(words) == 2 else "", weather)


def _moment(match: re.Match[str], now: Moment, rules: Ruleset) -> Moment:
    turn = Turn.parse(match[1])
    if not match[2]:
        return Moment(turn, now.player, now.phase, now.step)
    phases = rules.phases
    if match[3] not in phases:
        raise NotationError(f"no phase {match[3]!r}; the phases are {', '.join(phases)}")
    return Moment(turn, _side(match[2], rules), match[3])


def _side(word: str, rules: Ruleset) -> Side:
    for side in (*rules.variant.sides, Side("neutral")):
        if side.lower() == word.lower():
            return side
    raise NotationError(f"no side {word!r}; the sides are {', '.join(rules.variant.sides)}")


def _pieces(text: str, where: Hex, state: GameState, rules: Ruleset) -> Iterator[Piece | AirPiece]:
    taken = {*state.pieces, *state.air}
    for part in split_outside_quotes(text, ","):
        times = _TIMES.match(part.strip())
        rest = part.strip()[times.end() :] if times else part.strip()
        copies = int(times[1]) if times else 1
        if not 1 <= copies <= MOST_COPIES:
            raise NotationError(f"{copies}x: expected a number of pieces from 1 to {MOST_COPIES}")
        for _ in range(copies):
            piece = _piece(rest, where, taken, rules)
            taken.add(piece.id)
            yield piece


def _piece(text: str, where: Hex, taken: set[str], rules: Ruleset) -> Piece | AirPiece:
    named = _ID.search(text)
    if named and not named[1].strip():
        raise NotationError(f"{text!r}: the name in <> is empty; write one such as <ge 1 Pz XX>, or nothing")
    text = text[: named.start()] if named else text
    reduced = _CADRE.search(text)
    text = text[: reduced.start()] if reduced else text
    first, _, rest = text.partition(" ")
    sides = {s.lower(): s for s in (*rules.variant.sides, Side("neutral"))}
    side = sides.get(first.lower())
    unit = PieceNotation.of_series().parse(rest if side else text)
    if not unit.nation:
        raise NotationError(f"{text!r} names no nation; write its code first, such as 'ge'")
    name = _read_id(named[1]) if named else _free_id(unit, taken)
    if name in taken:
        raise NotationError(f"two pieces are named {name!r}")
    owner = side or rules.side_of(unit.nation)
    if isinstance(unit, AirUnit):
        return AirPiece(name, unit, owner, where)
    return Piece(name, as_cadre(unit), owner, where, unit) if reduced else Piece(name, unit, owner, where)


def _read_id(text: str) -> str:
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text))
    except ValueError as error:
        raise NotationError(f"<{text}>: no name in quotation marks ({error})") from None


def _written_id(name: str) -> str:
    if not _ODD_ID.search(name):
        return name
    return json.dumps(name, ensure_ascii=False).replace("<", r"\u003c").replace(">", r"\u003e")


def _free_id(unit: AnyUnit, taken: set[str]) -> str:
    plain = piece_name(unit)
    if plain not in taken:
        return plain
    number = 2
    while f"{plain} #{number}" in taken:
        number += 1
    return f"{plain} #{number}"


def piece_name(unit: AnyUnit) -> str:
    """The name of a piece in orders and logs: nation, number, type and size; of an air unit nation, model and name.

    >>> piece_name(PieceNotation.of_series().parse_unit("ge 14-10 Pz XX 1"))
    'ge 1 Pz XX'
    >>> piece_name(PieceNotation.of_series().parse("ge 7F5 1/7 Me 109E"))
    'ge Me 109E'
    """
    if isinstance(unit, AirUnit):
        return " ".join(w for w in (unit.nation, unit.model or str(unit.rating), unit.name) if w)
    words = PieceNotation.of_series().words
    symbols = [words.symbols.write(s) for s in unit.symbols]
    kind = words.types.write(unit.type, unit.nation)
    size = "" if unit.size == "counter" else words.sizes.write(unit.size)
    return " ".join(w for w in (unit.nation, unit.name, *symbols, kind if kind != size else "", size) if w)


def write_position(state: GameState, rules: Ruleset) -> str:
    """A position as text that `parse_position` reads back to the same pieces, owners, weather, turn and phase.

    Hexes stand in the order of their numbers, so that equal positions give equal texts.

    >>> from europa_rules import load
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1, ge 3-8 Mot III | May I 40, Axis movement", rules)
    >>> print(write_position(state, rules))
    16A:1506 ge 7-6 Inf XX 1, ge 3-8 Mot III
    May I 40, Axis movement
    """
    taken: set[str] = set()
    rows = []
    for place in sorted({*(p.place for p in state.pieces.values()), *(p.place for p in state.air.values())}):
        end = ":" if place in rules.board.boxes else ""
        here: list[Piece | AirPiece] = [*state.at(place), *state.air_at(place)]
        rows.append(f"{place}{end} {', '.join(_written(p, taken, rules) for p in here)}")
    rows.append(f"{state.moment.turn}, {state.moment.player} {state.moment.phase}")
    for side in sorted(set(state.owners.values())):
        rows.append(" ".join(["owner", side, *sorted(h for h, s in state.owners.items() if s == side)]))
    rows += [" ".join(w for w in ("weather", zone, value) if w) for zone, value in state.all_facts(WEATHER).items()]
    return "\n".join(rows)


def _written(piece: Piece | AirPiece, taken: set[str], rules: Ruleset) -> str:
    full = piece.full if isinstance(piece, Piece) else None
    unit = full or piece.unit
    text = PieceNotation.of_series().write(unit)
    if piece.side != rules.side_of(unit.nation):
        text = f"{piece.side} {text}"
    if full is not None:
        text += " at cadre"
    if piece.id != _free_id(unit, taken):
        text += f" <{_written_id(piece.id)}>"
    taken.add(piece.id)
    return text


def hexes_of(state: GameState) -> Iterable[Hex]:
    """The occupied hexes and boxes, in the order in which pieces came into play."""
    return dict.fromkeys(piece.place for piece in state.pieces.values())
