"""The position notation: a whole situation in a few readable lines, and back.

Parts are separated by `|` or by line ends: `HEX piece, piece`, a moment (`May II 40, Axis combat`), `owner Axis HEX
HEX`, `weather mud` or `weather C mud`, `options 43A`, and what else the rules remember (see `fact_notation`). Pieces
are written as on their counters (see `position_notation`); the side follows from the nation unless it is named.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from attrs import Factory, define, frozen

from europa_rules.air_units import AirUnit
from europa_rules.citations import cited
from europa_rules.errors import (
    EuropaError,
    NotationError,
    UnknownHex,
    UnknownName,
    need_kind,
    need_text,
    shortened,
    unknown,
)
from europa_rules.fact_notation import FactNotation, has_fact_head, names_fact
from europa_rules.frozenmap import FrozenMap
from europa_rules.hexes import Hex
from europa_rules.naval_units import NavalUnit
from europa_rules.position_notation import MOST_COPIES, AnyUnit, PieceNotation, piece_name
from europa_rules.quoting import cuts_outside_quotes, quoted, quoted_tail, split_outside_quotes, unquoted
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn, are_enemies
from europa_rules.state import AIR_STATUSES, OPERATIVE, WEATHER, AirPiece, FactKind, GameState, Moment, Piece
from europa_rules.unit_words import series_words
from europa_rules.units import Unit, as_cadre, is_marker

_PLACE = re.compile(r"(box:[^,]+?(?=\s{2,}|:\s)|\d+[A-Za-z]?:\s?\w+)[\s:]*")
_MOMENT = re.compile(r"([A-Za-z]+ \w+ \d+)(?:, *(\w+) +(\w+)(?:, *step +(\S.*))?)?\Z", re.DOTALL)
_TIMES = re.compile(r"(\d{1,20})\s*[x×]\s+")
_LINE_END = re.compile(r"\r\n?|\n")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\ud800-\udfff]")
_ODD_ID = re.compile(r'[<>"\\\x00-\x1f]|\A\s|\s\Z')
_ODD_STEP = re.compile(r'["|#<>\[\]\x00-\x1f]|\A\s|\s\Z|[^\S ]|\A\Z')
_BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"

CONTESTED = "contested"
"""The word before the pieces of a hex in which both sides have units."""

MOST_REPEATED = 20_000
"""The most pieces of a position that may be told by a number before a piece (`2x`)."""

_FORMS = (
    "a hex with pieces such as '16A:1506 ge 7-6 Inf XX', a moment such as 'May II 40, Axis combat', 'owner' or"
    " 'weather' with what follows, or facts such as 'port hits: 16A:0731 = 2'"
)


def parse_position(text: str, rules: Ruleset) -> GameState:
    """Read a position.

    text: parts separated by `|` or line ends; `#` begins a comment.
    Without a moment it is the variant's first turn, the first side's movement phase. Raises NotationError or
    UnknownHex, each naming line, column and the part that is wrong.

    >>> from europa_rules import load
    >>> text = "16A:1506 ge 3-8 Mot III 5 | 16A:1507 fr 6-6 Inf XX 10 | May II 40, Axis combat"
    >>> state = parse_position(text, load("fof"))
    >>> print(state.moment, list(state.pieces))
    May II 40, Axis combat ['ge 5 Mot III', 'fr 10 Inf XX']
    """
    need_kind(rules, Ruleset, "a ruleset, such as load(...) gives")
    draft = _Draft(rules)
    for part, error in _read(text, draft):
        raise part.wrong(error)
    return draft.state()


def position_errors(text: str, rules: Ruleset) -> tuple[EuropaError, ...]:
    """Every mistake of a position, in the order of its parts; none for one that can be read.

    >>> from europa_rules import load
    >>> for error in position_errors("16A:1506 ge 7-6 Inff XX | owner Axes 16A:1506", load("fof")):
    ...     print(error)
    position, line 1, column 1, part '16A:1506 ge 7-6 Inff XX': 'ge 7-6 Inff XX': no unit type 'Inff'. ...
    position, line 1, column 27, part 'owner Axes 16A:1506': no side 'Axes'; the sides are Axis, Allied
    """
    found = sorted(_read(text, _Draft(rules)), key=lambda pair: (pair[0].line, pair[0].column))
    return tuple(part.wrong(error) for part, error in found)


@frozen
class _Part:
    """A part of a position, and where it begins: line and column, from 1."""

    text: str
    line: int
    column: int

    def wrong(self, error: EuropaError) -> EuropaError:
        """The error, saying in which part it is."""
        kind = UnknownHex if isinstance(error, UnknownHex) else NotationError
        where = f"position, line {self.line}, column {self.column}, part {shortened(self.text)}"
        found = kind(f"{where}: {_limited(str(error))}")
        found.__cause__ = error
        return found


def _limited(message: str) -> str:
    return message if len(message) <= 2000 else f"{message[:1000]}...{message[-900:]}"


def _read(text: str, draft: _Draft) -> Iterator[tuple[_Part, EuropaError]]:
    """Put the parts of a text into a draft; gives what is wrong with them: facts and enemies in one hex at the end."""
    text = need_text(text, "a position such as '16A:1506 ge 7-6 Inf XX | May I 40, Axis movement'")
    facts: list[_Part] = []
    for part in _parts(text.removeprefix(_BOM)):
        try:
            if draft.take(part):
                facts.append(part)
        except (NotationError, UnknownHex, UnknownName) as error:
            yield part, error
    for part in facts:
        try:
            draft.take_facts(part)
        except (NotationError, UnknownHex, UnknownName) as error:
            yield part, error
    yield from draft.refuse_enemies()


def _parts(text: str) -> Iterator[_Part]:
    for number, line in enumerate(_LINE_END.split(text), 1):
        for start, part in cuts_outside_quotes(split_outside_quotes(line, "#")[0], "|"):
            if part.strip():
                yield _Part(part.strip(), number, start + len(part) - len(part.lstrip()) + 1)


@define
class _Names:
    """The names of pieces that are taken, and the next number to try for each."""

    taken: set[str] = Factory(set)
    numbers: dict[str, int] = Factory(dict)

    def free(self, unit: AnyUnit) -> str:
        """The name that a piece gets where none is written."""
        plain = piece_name(unit)
        if plain not in self.taken:
            return plain
        number = self.numbers.get(plain, 2)
        while f"{plain} #{number}" in self.taken:
            number += 1
        self.numbers[plain] = number
        return f"{plain} #{number}"


@define
class _Draft:
    """A position while it is read."""

    rules: Ruleset
    moment: Moment = Factory(lambda draft: _at_start(draft.rules), takes_self=True)
    pieces: dict[str, Piece] = Factory(dict)
    air: dict[str, AirPiece] = Factory(dict)
    owners: dict[Hex, Side] = Factory(dict)
    record: dict[tuple[FactKind[object], str], object] = Factory(dict)
    names: _Names = Factory(_Names)
    air_names: _Names = Factory(_Names)
    contested: set[Hex] = Factory(set)
    places: dict[Hex, _Part] = Factory(dict)
    repeated: int = 0

    def state(self) -> GameState:
        """The state that has been read."""
        return GameState(
            self.moment, FrozenMap(self.pieces), FrozenMap(self.owners), FrozenMap(self.record), FrozenMap(self.air)
        )

    def take(self, part: _Part) -> bool:
        """Read a part; whether it has facts, which wait until all pieces are known."""
        if control := _CONTROL.search(part.text):
            raise NotationError(f"the character {control[0]!r} cannot stand in a position")
        text = part.text
        word, _, rest = text.partition(" ")
        if names_fact(text, self.rules):
            return True
        if word in _LINES:
            _LINES[word](self, _words(rest))
        elif match := _MOMENT.match(text):
            self.moment = _moment(match, self.moment, self.rules)
        elif not (place := _PLACE.match(text)):
            if has_fact_head(text):
                return True
            raise NotationError(f"expected {_FORMS}")
        else:
            self.place(part, self.rules.board.place(place[1]), text[place.end() :])
        return False

    def owner(self, words: Sequence[str]) -> None:
        """Read who owns hexes."""
        if len(words) < 2:
            raise NotationError("expected a side and its hexes, such as 'owner Axis 16A:1506 16A:1507'")
        owner = _side(words[0], self.rules)
        for ref in map(self.rules.board.place, words[1:]):
            if self.owners.setdefault(ref, owner) != owner:
                raise NotationError(f"{ref} is said to be owned by {self.owners[ref]} already")

    def weather(self, words: Sequence[str]) -> None:
        """Read the weather, everywhere or in a zone."""
        if len(words) not in (1, 2):
            raise NotationError("expected the weather, or a weather zone and its weather, such as 'weather C mud'")
        weather, zone = words[-1], "" if len(words) == 1 else words[0]
        if weather not in _weathers(self.rules):
            raise unknown("weather", weather, sorted(_weathers(self.rules)))
        if zone not in _zones(self.rules):
            raise unknown("weather zone", zone, sorted(_zones(self.rules) - {""}))
        self.note((cast(FactKind[object], WEATHER), zone), weather)

    def options(self, words: Sequence[str]) -> None:
        """Read which optional rules are in use: they must be those of the ruleset."""
        if sorted(words) != sorted(self.rules.options):
            has = " ".join(sorted(self.rules.options)) or "none"
            raise NotationError(
                f"the position is played with options {' '.join(words) or 'none'}, the ruleset has {has}"
            )

    def rulings(self, words: Sequence[str]) -> None:
        """Read which readings are in use: they must be those of the ruleset."""
        for word in words:
            point, _, reading = word.partition("=")
            if self.rules.reading(point) != reading:
                has = self.rules.reading(point)
                raise NotationError(f"the position is played with {word}, the ruleset with {point}={has}")

    def take_facts(self, part: _Part) -> None:
        """Read a part with facts."""
        notation = FactNotation(self.rules, {*self.pieces, *self.air}, (*self.pieces, *self.air))
        for key, value in notation.read(part.text):
            self.note(key, value)

    def note(self, key: tuple[FactKind[object], str], value: object) -> None:
        """Take a fact; none may be told twice."""
        if self.record.setdefault(key, value) != value:
            raise NotationError(f"{key[0].name} of {key[1] or 'everywhere'!r} is told twice, and not alike")

    def place(self, part: _Part, where: Hex, text: str) -> None:
        """Read the pieces in a place."""
        first, _, rest = text.partition(" ")
        if first == CONTESTED:
            self.contested.add(where)
            text = rest
        if not text.strip():
            raise NotationError("no piece stands after the hex; expected one such as 'ge 7-6 Inf XX'")
        self.places.setdefault(where, part)
        for one in split_outside_quotes(text, ","):
            times = _TIMES.match(one.strip())
            rest = one.strip()[times.end() :] if times else one.strip()
            self.add(_Counter.read(rest, self.rules), where, int(times[1]) if times else 1)

    def add(self, counter: _Counter, where: Hex, copies: int) -> None:
        """Add a piece, or several alike."""
        if not 1 <= copies <= MOST_COPIES:
            raise NotationError(f"{copies}x: expected a number of pieces from 1 to {MOST_COPIES}")
        self.repeated += copies - 1
        if self.repeated > MOST_REPEATED:
            raise NotationError(f"more than {MOST_REPEATED} pieces are told by numbers before a piece")
        for _ in range(copies):
            names = self.air_names if isinstance(counter.unit, AirUnit) else self.names
            name = counter.name or names.free(counter.named_after)
            if name in names.taken:
                raise NotationError(f"two pieces are named {shortened(name)}")
            names.taken.add(name)
            if isinstance(counter.unit, AirUnit):
                self.air[name] = AirPiece(name, counter.unit, counter.side, where, counter.status, counter.organization)
            else:
                self.pieces[name] = Piece(name, counter.unit, counter.side, where, counter.full)

    def refuse_enemies(self) -> Iterator[tuple[_Part, EuropaError]]:
        """The hexes in which enemies stand together, unless the position says that they are contested."""
        types, units = self.rules.types, dict[Hex, list[Piece]]()
        for piece in self.pieces.values():
            if not is_marker(piece.unit, types):
                units.setdefault(piece.place, []).append(piece)
        for where, part in self.places.items():
            here = units.get(where, [])
            enemy = next((p for p in here if are_enemies(p.side, here[0].side)), None)
            if enemy and where not in self.contested and where not in self.rules.board.boxes:
                both = f"{here[0].id} and {enemy.id} are enemies in one hex{cited((self.rules.cite('6'),))}"
                instead = f"where they do share it, as after a parachute drop, write '{where} {CONTESTED} ...'"
                yield part, NotationError(f"{both}; {instead}")


_LINES = {"owner": _Draft.owner, "weather": _Draft.weather, "options": _Draft.options, "rulings": _Draft.rulings}
"""The words that begin a part, and what reads the rest of it."""


def _words(text: str) -> list[str]:
    """The words of a text; what stands in quotation marks is one."""
    words = [word for word in split_outside_quotes(" ".join(text.split()), " ") if word]
    return [unquoted(word) if word.startswith('"') else word for word in words]


@remembered()
def _weathers(rules: Ruleset) -> frozenset[str]:
    return frozenset(weather for _, weather, _ in rules.charts.terrain_effects.mps)


@remembered()
def _zones(rules: Ruleset) -> frozenset[str]:
    return frozenset({"", *rules.board.column("weather_zone")})


def _at_start(rules: Ruleset) -> Moment:
    return Moment(rules.variant.first_turn, rules.variant.sides[0], "movement")


def _moment(match: re.Match[str], now: Moment, rules: Ruleset) -> Moment:
    turn = Turn.parse(match[1])
    if not match[2]:
        return Moment(turn, now.player, now.phase, now.step)
    phases = rules.moments
    if match[3] not in phases:
        raise unknown("phase", match[3], phases)
    step = match[4] or ""
    return Moment(turn, _side(match[2], rules), match[3], unquoted(step) if step.startswith('"') else step)


def _side(word: str, rules: Ruleset) -> Side:
    for side in (*rules.variant.sides, NEUTRAL):
        if side.lower() == word.lower():
            return side
    raise NotationError(f"no side {shortened(word)}; the sides are {', '.join(rules.variant.sides)}")


# --- pieces ----------------------------------------------------------------------------------------------------------


@remembered()
def notation_of(rules: Ruleset) -> PieceNotation:
    """The notation of pieces with the unit types of a ruleset."""
    return PieceNotation(series_words().knowing(rules.types), rules.nations)


@frozen
class _Counter:
    """A piece as it is written, without its place: facts, side, name ("" for none), and what it has become."""

    unit: Unit | AirUnit
    side: Side
    name: str = ""
    full: Unit | None = None
    status: str = OPERATIVE
    organization: str = ""

    @property
    def named_after(self) -> Unit | AirUnit:
        """The side of the counter that its name comes from: the full one of a cadre."""
        full = self.full
        return full if full is not None and full.cadre is not None and as_cadre(full) == self.unit else self.unit

    @classmethod
    def read(cls, text: str, rules: Ruleset) -> _Counter:
        """Read a piece. Raises NotationError."""
        notation = notation_of(rules)
        written, name = _named(text)
        side, written = _sided(written, rules)
        is_reduced = written.endswith("at cadre") and written[:-8] != written[:-8].rstrip()
        plain, full = quoted_tail(written[:-8].rstrip() if is_reduced else written, "for")
        plain, status = _with_status(plain)
        plain, organization = quoted_tail(plain, "of")
        unit = notation.parse(plain)
        if isinstance(unit, NavalUnit):
            raise NotationError(f"{shortened(text)} is a naval unit; naval units are not placed in positions yet")
        if isinstance(unit, AirUnit):
            if is_reduced or full:
                raise NotationError(f"{shortened(text)} is an air unit; it has no cadre side")
            return cls(unit, side or rules.side_of(unit.nation), name, None, status or OPERATIVE, organization)
        if status or organization:
            raise NotationError(f"{shortened(text)}: only an air unit has a status or an organization")
        if unit.type not in rules.types.types:
            raise unknown("unit type", unit.type, rules.types.types)
        other = unit if is_reduced else notation.parse_unit(full) if full else None
        return cls(as_cadre(unit) if is_reduced else unit, side or rules.side_of(unit.nation), name, other)


def _named(text: str) -> tuple[str, str]:
    """A piece, and the name of its own behind it in <>, or ""."""
    start = text.rfind("<")
    if not text.endswith(">") or start < 0 or ">" in text[start:-1]:
        return text, ""
    name = text[start + 1 : -1]
    if not name.strip():
        raise NotationError(f"{shortened(text)}: the name in <> is empty; write one such as <ge 1 Pz XX>, or nothing")
    return text[:start].rstrip(), unquoted(name) if name.startswith('"') else name


def _sided(text: str, rules: Ruleset) -> tuple[Side | None, str]:
    first, _, rest = text.partition(" ")
    sides = {side.lower(): side for side in (*rules.variant.sides, NEUTRAL)}
    return (sides[first.lower()], rest) if first.lower() in sides else (None, text)


def _with_status(text: str) -> tuple[str, str]:
    for status in AIR_STATUSES:
        if text.endswith(f" is {status}"):
            return text[: -len(f" is {status}")].rstrip(), status
    return text, ""


# --- writing ---------------------------------------------------------------------------------------------------------


def write_position(state: GameState, rules: Ruleset) -> str:
    """A position as text that `parse_position` reads back to the same state, whatever is in it.

    Hexes stand in the order of their numbers, so that equal positions give equal texts.

    >>> from europa_rules import load
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1, ge 3-8 Mot III | May I 40, Axis movement", rules)
    >>> print(write_position(state, rules))
    16A:1506 ge 7-6 Inf XX 1, ge 3-8 Mot III
    May I 40, Axis movement
    """
    need_kind(state, GameState, "a state, such as parse_position(...) gives")
    need_kind(rules, Ruleset, "a ruleset, such as load(...) gives")
    weather = {key: value for key, value in state.record.items() if _is_plain_weather(key, value, rules)}
    facts = FactNotation(rules, {*state.pieces, *state.air}, (*state.pieces, *state.air))
    rows = [*_written_places(state, rules), _written_moment(state.moment)]
    for side in sorted(set(state.owners.values())):
        places = sorted(place for place, owner in state.owners.items() if owner == side)
        rows.append(" ".join(["owner", side, *(quoted(place) if " " in place else place for place in places)]))
    rows += sorted(" ".join(w for w in ("weather", zone, str(value)) if w) for (_, zone), value in weather.items())
    rows += facts.write({key: value for key, value in state.record.items() if key not in weather})
    return "\n".join([*rows, *_written_choices(rules)])


def _is_plain_weather(key: tuple[FactKind[object], str], value: object, rules: Ruleset) -> bool:
    return key[0] == WEATHER and key[1] in _zones(rules) and value in _weathers(rules)


def _written_places(state: GameState, rules: Ruleset) -> Iterator[str]:
    names, air_names = _Names(), _Names()
    ground, air = state.occupied(), dict[Hex, list[AirPiece]]()
    for flyer in sorted(state.air.values(), key=lambda piece: piece.id):
        air.setdefault(flyer.place, []).append(flyer)
    for place in sorted({*ground, *air}):
        end = ":" if place in rules.board.boxes else ""
        units = [p for p in ground.get(place, ()) if not is_marker(p.unit, rules.types)]
        shared = not end and any(are_enemies(p.side, units[0].side) for p in units)
        here = [_written(p, names, rules) for p in ground.get(place, ())]
        here += [_written(p, air_names, rules) for p in air.get(place, ())]
        yield f"{place}{end} {f'{CONTESTED} ' if shared else ''}{', '.join(here)}"


def _written_moment(moment: Moment) -> str:
    step = quoted(moment.step) if _ODD_STEP.search(moment.step) else moment.step
    return f"{moment}, step {step}" if moment.step else str(moment)


def _written_choices(rules: Ruleset) -> Iterator[str]:
    if rules.options:
        yield " ".join(["options", *sorted(rules.options)])
    picked = sorted(f"{i}={reading}" for i, reading in rules.readings.items() if reading != rules.points[i].default)
    if picked:
        yield " ".join(["rulings", *picked])


def _written(piece: Piece | AirPiece, names: _Names, rules: Ruleset) -> str:
    shown, marks = (piece.unit, _air_marks(piece)) if isinstance(piece, AirPiece) else _ground_marks(piece, rules)
    text = notation_of(rules).write(shown) + marks
    if piece.side != rules.side_of(shown.nation):
        text = f"{piece.side} {text}"
    if piece.id != names.free(shown):
        text += f" <{quoted(piece.id) if _ODD_ID.search(piece.id) else piece.id}>"
    names.taken.add(piece.id)
    return text


def _ground_marks(piece: Piece, rules: Ruleset) -> tuple[Unit, str]:
    """What is written of a piece that has another side: the full side of a cadre, else both."""
    full = piece.full
    if full is None:
        return piece.unit, ""
    if full.cadre is not None and as_cadre(full) == piece.unit:
        return full, " at cadre"
    return piece.unit, f" for {quoted(notation_of(rules).write(full))}"


def _air_marks(piece: AirPiece) -> str:
    organization = f" of {quoted(piece.organization)}" if piece.organization else ""
    return organization + ("" if piece.status == OPERATIVE else f" is {piece.status}")


def hexes_of(state: GameState) -> Iterable[Hex]:
    """The occupied hexes and boxes, in the order in which pieces came into play."""
    return dict.fromkeys(piece.place for piece in state.pieces.values())
