"""One piece as text, and back: `ge 14-10(6-8) Pz XX 1`, `ge TC 1-10`, `ge 7F5 1/7 Me 109E`, `us TF 12 WNTF-1`.

A unit is written nation, rating (its cadre's in brackets), symbols, type, size, name; a counter without a unit size
nation, type, its number, name, and so are naval units; what else is known stands in square brackets at the end.
Positions are made of these.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from typing import Any, cast

from attrs import define, evolve, frozen

from europa_rules.air_units import AirRating, AirUnit
from europa_rules.errors import NotationError, UnknownName, nearest, shortened
from europa_rules.nations import Nations
from europa_rules.naval_units import UNLIMITED, NavalCategory, NavalUnit, is_naval_category, naval_strength
from europa_rules.quoting import split_outside_quotes, unquoted
from europa_rules.unit_types import CAPABILITIES, UNIT_CLASSES, Capability, UnitClass
from europa_rules.unit_words import UnitWords, name_of_unit, series_words
from europa_rules.units import Rating, Size, Unit

AnyUnit = Unit | AirUnit | NavalUnit

_TIMES = re.compile(r"(\d{1,20})\s*[x×]\s+")
_AIR_HEAD = re.compile(r"\d+[NJR]*(?:GHT|HF|HB|HT|GT|F|A|B|D|T)-?\d+(?=\s|\[|$)")
_AIR_REST = re.compile(r"(?:\d+(?:-\d+)?/)?(?:[A-Z]+/)?(?:\d+\*?|T)(?=\s|\[|$)")
_AIR_REST_SPACED = re.compile(r"\d+-\d+ (?:[A-Z]+ )?\d+\*?(?=\s|\[|$)")
_NUMBERS = re.compile(r"(?P<rating>-|[\d/]+(?:-[\dR/]+)*\*?)(?:\((?P<cadre>[^()\s]+)\))?\Z")
_HUGE = re.compile(r"\d{10}")
_CAPACITY = re.compile(r"(\d+)-(\d+)\Z")
_DASHES = dict.fromkeys(map(ord, "\u2010\u2011\u2012\u2013\u2212"), "-")
"""Hyphens, dashes and minus signs, as texts copied from elsewhere have them in ratings."""
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_ODD_NAME = re.compile(
    r'["\[\],|;#<>\x00-\x1f]|\bat cadre\Z|\bis (?:inoperative|aborted|eliminated|operative)\Z'
    r"|\b(?:in|vs)\b|\A\s|\s\Z|\s{2}|[^\S ]"
)
_LIKE_NUMBERS = (*"0123456789", "T")
_MOST_WORDS = 20
"""More symbols and words of a type than any counter has."""
MOST_COPIES = 999
"""The largest number that may stand before a piece."""
_HEAVY = {"heavy": True, "not heavy": False}


@frozen
class PieceNotation:
    """Reads and writes single pieces.

    Attributes:
        words: the words of types, symbols and sizes.
        nations: the nations and their codes.

    >>> notation = PieceNotation.of_series()
    >>> unit = notation.parse("fr 5-6-6(2-3-6) Inf XX 10")
    >>> unit.name, str(unit.cadre), notation.write(unit)
    ('10', '2-3-6', 'fr 5-6-6(2-3-6) Inf XX 10')
    >>> [notation.write(u) for u in notation.parse_list("14-10 Pz XX, 2x 7-6 Inf XX", nation="ge")]
    ['ge 14-10 Pz XX', 'ge 7-6 Inf XX', 'ge 7-6 Inf XX']
    """

    words: UnitWords
    nations: Nations

    @classmethod
    def of_series(cls) -> PieceNotation:
        """The notation with the words of the series."""
        return _of_series()

    def parse(self, text: str, nation: str = "") -> AnyUnit:
        """Read one piece; `nation` (a code) is taken where the text names none.

        Raises NotationError saying which word is wrong, with the nearest right one.
        """
        reader = _Reader(self, text, text.strip())
        code, force = reader.nation(nation)
        piece = reader.piece(code)
        return _with_force(piece, piece.force or force)

    def parse_unit(self, text: str, nation: str = "") -> Unit:
        """Read one ground piece. Raises NotationError for anything else, an air unit included."""
        piece = self.parse(text, nation)
        if not isinstance(piece, Unit):
            kind = "an air unit" if isinstance(piece, AirUnit) else "a naval unit"
            raise NotationError(f"{text!r} is {kind}; expected a ground unit such as 'ge 7-6 Inf XX'")
        return piece

    def parse_list(self, text: str, nation: str = "") -> tuple[AnyUnit, ...]:
        """Read pieces separated by commas, each with a number of copies before it if there are several (`2x`)."""
        found: list[AnyUnit] = []
        for part in split_outside_quotes(text, ","):
            times = _TIMES.match(part.strip())
            copies = int(times[1]) if times else 1
            if not 1 <= copies <= MOST_COPIES:
                raise NotationError(f"{part.strip()!r}: expected a number of pieces from 1 to {MOST_COPIES}")
            found += [self.parse(part.strip()[times.end() :] if times else part, nation)] * copies
        return tuple(found)

    def write(self, piece: AnyUnit) -> str:
        """A piece as text that `parse` reads back unchanged."""
        parts = (
            self._air(piece)
            if isinstance(piece, AirUnit)
            else self._naval(piece)
            if isinstance(piece, NavalUnit)
            else self._ground(piece)
        )
        return " ".join(part for part in (piece.nation, *parts) if part)

    def write_list(self, pieces: Iterable[AnyUnit]) -> str:
        """Pieces as text, equal neighbours together.

        >>> notation = PieceNotation.of_series()
        >>> notation.write_list(notation.parse_list("2x ge 7-6 Inf XX, ge 3-8 Mot III 5"))
        '2x ge 7-6 Inf XX, ge 3-8 Mot III 5'
        """
        runs = [(piece, len(list(run))) for piece, run in groupby(pieces)]
        return ", ".join(f"{n}x {self.write(piece)}" if n > 1 else self.write(piece) for piece, n in runs)

    def _air(self, unit: AirUnit) -> Iterator[str]:
        yield str(unit.rating).replace(" ", "\0", 1).replace(" ", "/").replace("\0", " ")
        open_ended = unit.rating.movement is None and not unit.rating.towed
        yield _name(unit.model, quote=open_ended and unit.model.startswith(_LIKE_NUMBERS))
        yield _bracket([unit.force] if unit.force else [], [("name", unit.name)] if unit.name else [])

    def _naval(self, unit: NavalUnit) -> Iterator[str]:
        yield from (unit.category, unit.printed_strength, _name(unit.name))
        yield _bracket([unit.force] if unit.force else [], [("aa", str(unit.aa))] if unit.aa else [])

    def _ground(self, unit: Unit) -> Iterator[str]:
        symbols = [self.words.symbols.write(s) for s in unit.symbols]
        kind = self.words.types.write(unit.type, unit.nation)
        if unit.size == "counter":
            number, more = self._number(unit)
            yield from (*symbols, kind, number)
        else:
            more = _extras(unit, ("capacity", "points"))
            size = self.words.sizes.write(unit.size)
            plain_headquarters = unit.type == unit.size == "headquarters" and not symbols
            yield from (_rating(unit), *symbols, "" if plain_headquarters else kind, size)
        yield _name(unit.name)
        yield _bracket([unit.force] if unit.force else [], [*more, *_extras(unit, ("aa",)), *_stated(unit)])

    def _number(self, unit: Unit) -> tuple[str, list[tuple[str, str]]]:
        by_points, by_capacity = unit.type in self.words.by_points, unit.type in self.words.by_capacity
        if by_points and unit.points and unit.rating is None and unit.cadre is None:
            return str(unit.points), _extras(unit, ("capacity",))
        if by_capacity and unit.rating == Rating(0, 0, unit.movement) and unit.cadre is None:
            return f"{unit.capacity}-{unit.movement}", _extras(unit, ("points",))
        if by_points or by_capacity:
            return "-", _extras(unit, ("rating", "cadre", "capacity", "points"))
        return _rating(unit) or "-", _extras(unit, ("capacity", "points"))


@cache
def _of_series() -> PieceNotation:
    return PieceNotation(series_words(), Nations.read())


@define
class _Reader:
    """What is left of one piece's text while it is read."""

    notation: PieceNotation
    text: str
    rest: str

    def wrong(self, why: str) -> NotationError:
        return NotationError(f"{shortened(self.text.strip())}: {why}")

    def peek(self) -> str:
        return self.rest.split(None, 1)[0] if self.rest else ""

    def take(self) -> str:
        word, _, self.rest = self.rest.partition(" ")
        self.rest = self.rest.lstrip()
        return self.sized(word)

    def sized(self, word: str) -> str:
        if _HUGE.search(word):
            raise self.wrong(f"{shortened(word)} has a number with more digits than any counter has")
        return word

    def nation(self, default: str) -> tuple[str, str]:
        """Code of the nation and force, where the first word names them."""
        word, nations, words = self.peek(), self.notation.nations, self.notation.words
        is_word = word.lower() not in nations.by_code and (words.types.get(word) or words.symbols.get(word))
        if not is_word and word in nations:
            self.take()
            return nations.origin(word)
        if not default:
            first = "nothing" if not word else repr(word)
            raise self.wrong(
                f"{first} stands where the nation should; expected a code such as ge, fr, br{self._near(word)}"
            )
        return nations.find(default).code, ""

    def _near(self, word: str) -> str:
        hint = nearest(word, self.notation.nations.by_name)
        return f". Did you mean {hint!r}?" if hint and not word[:1].isdigit() else ""

    def piece(self, nation: str) -> AnyUnit:
        if _AIR_HEAD.match(self.rest):
            return self.air_unit(nation)
        return self.naval_unit(nation) if is_naval_category(self.peek()) else self.unit(nation)

    def naval_unit(self, nation: str) -> NavalUnit:
        category = cast(NavalCategory, self.take())
        try:
            strength = self.naval_strength(category)
            name = self.name()
            force, extras = self.bracket(nation, {"aa": _whole})
            return NavalUnit(nation, category, strength, force, name, cast(int, extras.get("aa", 0)))
        except NotationError as error:
            raise self.wrong(str(error)) from None

    def naval_strength(self, category: NavalCategory) -> int | None:
        if category == "Mulberry":
            return None
        word = self.take()
        return None if category == "NTP" and word == UNLIMITED else naval_strength(category, word)

    def air_unit(self, nation: str) -> AirUnit:
        head = self.take()
        match = _AIR_REST_SPACED.match(self.rest) or _AIR_REST.match(self.rest)
        self.sized(match[0] if match else "")
        rating = AirRating.parse(f"{head} {match[0]}" if match else head)
        self.rest = self.rest[match.end() :].lstrip() if match else self.rest
        model = self.name()
        force, extras = self.bracket(nation, {"name": str})
        return AirUnit(nation, model, rating, force, cast(str, extras.get("name", "")))

    def unit(self, nation: str) -> Unit:
        words = self.notation.words
        head = self.peek().translate(_DASHES)
        has_rating = _NUMBERS.match(head) is not None
        if has_rating:
            self.rest = head + self.rest[len(head) :]
        elif head[:1].isdecimal():
            raise self.wrong(f"{head!r} is no rating; expected one such as 7-6, 1-2-4* or, with its cadre, 14-10(6-8)")
        rating, cadre = self.numbers() if has_rating else (None, None)
        is_counter = False
        size: Size = "counter"
        kinds: list[str] = []
        while True:
            word = self.peek()
            if _NUMBERS.match(word) and kinds and not has_rating:
                is_counter = True
                break
            found = words.sizes.get(word)
            if found is not None and found != "counter" and word:
                size = words.size(self.take())
                break
            if not word or word[0] in '["' or (has_rating and kinds and _NUMBERS.match(word)):
                raise self.wrong("the unit size is missing; expected XX, X, III, II, cadre or HQ after the type")
            kinds.append(self.take())
            if len(kinds) > _MOST_WORDS:
                raise self.wrong(f"more than {_MOST_WORDS} words stand before the unit size")
        if is_counter and words.types.get(kinds[0]) is None and words.symbols.get(kinds[0]) is None:
            raise self.wrong(self._no_counter(kinds[0]))
        symbols, kind = self.type_of(kinds, size)
        if is_counter:
            return self.counter(nation, symbols, kind)
        return self.finish(Unit(nation, kind, size, rating, symbols, cadre))

    def _no_counter(self, word: str) -> str:
        """What is wrong with a word that stands where the type of a counter should."""
        nations = self.notation.nations
        if word not in nations:
            return f"{word!r} is neither a nation nor a type of counter{self._near(word)}"
        force = nations.origin(word)[1]
        behind = f", or [{force}] behind the name" if force else ""
        return f"{word!r} stands after another nation; write it in its place{behind}"

    def type_of(self, kinds: list[str], size: Size) -> tuple[tuple[str, ...], str]:
        words = self.notation.words
        if not kinds:
            if size == "headquarters":
                return (), "headquarters"
            raise self.wrong("the unit type is missing; expected one such as Inf, Pz or Art before the size")
        try:
            return tuple(words.symbols.find(k) for k in kinds[:-1]), words.types.find(kinds[-1])
        except UnknownName as error:
            joined = words.types.get("_".join(kinds))
            if joined is not None:
                return (), joined
            raise self.wrong(str(error)) from None

    def numbers(self) -> tuple[Rating | None, Rating | None]:
        word = self.take()
        match = _NUMBERS.match(word)
        try:
            if match is None:
                raise NotationError(f"{word!r} is no rating")
            printed = None if match["rating"] == "-" else Rating.parse(match["rating"])
            return printed, None if match["cadre"] is None else Rating.parse(match["cadre"])
        except NotationError as error:
            raise self.wrong(str(error)) from None

    def counter(self, nation: str, symbols: tuple[str, ...], kind: str) -> Unit:
        words, number = self.notation.words, self.peek()
        unit = Unit(nation, kind, "counter", symbols=symbols)
        capacity = _CAPACITY.match(number)
        if kind in words.by_points and number.isdigit():
            self.take()
            return self.finish(unit, points=int(number))
        if kind in words.by_capacity and capacity:
            self.take()
            return self.finish(unit, capacity=int(capacity[1]), rating=Rating(0, 0, int(capacity[2])))
        rating, cadre = self.numbers()
        return self.finish(unit, rating=rating, cadre=cadre)

    def finish(self, unit: Unit, **facts: object) -> Unit:
        name = self.name()
        force, extras = self.bracket(unit.nation, _EXTRAS)
        values: dict[str, Any] = {**_printed(unit), **facts, **extras, "name": name, "force": force}
        return Unit(**values)

    def name(self) -> str:
        if self.rest.startswith('"'):
            match = _QUOTED.match(self.rest)
            text = match[0] if match else self.rest
            self.rest = self.rest[len(text) :].lstrip()
            return self.unquoted(text)
        name, bracket, rest = self.rest.partition("[")
        self.rest = bracket + rest
        return " ".join(name.split())

    def unquoted(self, text: str) -> str:
        try:
            return unquoted(text)
        except NotationError as error:
            raise self.wrong(str(error)) from None

    def bracket(self, nation: str, known: Mapping[str, Callable[[str], object]]) -> tuple[str, dict[str, object]]:
        """The force and the further facts in square brackets at the end."""
        if not self.rest:
            return "", {}
        if not (self.rest.startswith("[") and self.rest.endswith("]")):
            raise self.wrong(f"{self.rest!r} stands after the piece; expected nothing, or facts in square brackets")
        force, extras = "", dict[str, object]()
        for part in split_outside_quotes(self.rest[1:-1], ";"):
            key, _, value = part.strip().partition(" ")
            try:
                if key == "name" and "name" in known:
                    extras["name"] = self.unquoted(value) if value.startswith('"') else value
                elif part.strip() in _HEAVY and "heavy_equipment" in known:
                    extras["heavy_equipment"] = _HEAVY[part.strip()]
                elif key in known and value:
                    self.sized(value)
                    extras[_FIELDS.get(key, key)] = known[key](value)
                else:
                    force = self.notation.nations.force(nation, part.strip())
            except (ValueError, UnknownName) as error:
                raise self.wrong(str(error)) from None
        return force, extras


def _whole(value: str) -> int:
    if not value.isdecimal():
        raise NotationError(f"{value!r} is no whole number")
    return int(value)


def _among(allowed: Iterable[str]) -> Callable[[str], str]:
    names = tuple(allowed)

    def read(value: str) -> str:
        if value not in names:
            raise NotationError(f"{value!r} is none of {', '.join(names)}")
        return value

    return read


_FIELDS = {"class": "unit_class", "type-heavy": "type_heavy_equipment"}
_EXTRAS: Mapping[str, Callable[[str], object]] = {
    "rating": Rating.parse,
    "cadre": Rating.parse,
    "aa": _whole,
    "capacity": _whole,
    "points": _whole,
    "class": cast("Callable[[str], UnitClass]", _among(UNIT_CLASSES)),
    "aeca": cast("Callable[[str], Capability]", _among(CAPABILITIES)),
    "aecd": cast("Callable[[str], Capability]", _among(CAPABILITIES)),
    "atec": cast("Callable[[str], Capability]", _among(CAPABILITIES)),
    "type-heavy": lambda value: _among(("yes", "no"))(value) == "yes",
    "heavy_equipment": lambda value: _among(("yes", "no"))(value) == "yes",
}


def _printed(unit: Unit) -> dict[str, object]:
    fields = ("nation", "type", "size", "rating", "symbols", "cadre")
    return {name: getattr(unit, name) for name in fields}


def _with_force(piece: AnyUnit, force: str) -> AnyUnit:
    return evolve(piece, force=force)


def _rating(unit: Unit) -> str:
    if unit.cadre is None:
        return str(unit.rating or "")
    return f"{unit.rating or '-'}({unit.cadre})"


def _name(name: str, *, quote: bool = False) -> str:
    return json.dumps(name, ensure_ascii=False) if quote or _ODD_NAME.search(name) else name


def _extras(unit: Unit, fields: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, str(getattr(unit, name))) for name in fields if getattr(unit, name) not in (None, 0)]


def _stated(unit: Unit) -> Iterator[tuple[str, str]]:
    if unit.unit_class is not None:
        yield "class", unit.unit_class
    for name in ("aeca", "aecd", "atec"):
        if (value := getattr(unit, name)) is not None:
            yield name, value
    if unit.type_heavy_equipment is not None:
        yield "type-heavy", "yes" if unit.type_heavy_equipment else "no"
    if unit.heavy_equipment is not None:
        yield ("heavy" if unit.heavy_equipment else "not heavy"), ""


def _bracket(plain: Iterable[str], keyed: Iterable[tuple[str, str]]) -> str:
    parts = [*plain, *(f"{key} {_name(value)}".strip() for key, value in keyed)]
    return f"[{'; '.join(parts)}]" if parts else ""


def piece_name(unit: AnyUnit) -> str:
    """The name of a piece in orders and logs: nation, number, type and size; of an air unit nation, model and name.

    >>> piece_name(PieceNotation.of_series().parse_unit("ge 14-10 Pz XX 1"))
    'ge 1 Pz XX'
    >>> piece_name(PieceNotation.of_series().parse_unit('ge 14-10 Pz XX "1 Pz"'))
    'ge 1 Pz XX'
    >>> piece_name(PieceNotation.of_series().parse("ge 7F5 1/7 Me 109E"))
    'ge Me 109E'
    >>> piece_name(PieceNotation.of_series().parse("us TF 12 WNTF-1"))
    'us WNTF-1 TF'
    """
    if isinstance(unit, AirUnit):
        return " ".join(w for w in (unit.nation, unit.model or str(unit.rating), unit.name) if w)
    if isinstance(unit, NavalUnit):
        return " ".join(w for w in (unit.nation, unit.name, unit.category) if w)
    return name_of_unit(unit)
