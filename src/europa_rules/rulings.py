"""Open points: where a rulebook is silent, damaged or contradicts itself, which readings there are, and which is used.

Needs the `rulings.toml` of a variant or plugin; gives its points, the reading chosen for each of them, and every fault
of a file in one go. An answer that rests on such a point names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from europa_rules.citations import Citation
from europa_rules.errors import DataError, Fault, NotationError, UnknownName, nearest, unknown
from europa_rules.ledger import PointInUse
from europa_rules.matrix import load_matrix
from europa_rules.plain_data import toml_of

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

AUTHORITIES = ("text", "ruling", "opinion", "estimate")
"""What a default may rest on; a published erratum that contradicts the text is a reading, never the default."""

STATUSES = ("used", "planned")
"""Whether any code reads the point."""

_EXPECTED = "a TOML file of [[point]] tables"
_TEXTS = ("id", "rule", "question", "default", "why", "authority", "source", "status")
_KEYS = (*_TEXTS, "errata", "not_offered", "readings")
_SLUG = re.compile(r"[a-z0-9]+(-[A-Za-z0-9]+)*\Z")


@frozen
class Reading:
    """One way to read an open point.

    Attributes:
        name: its slug, such as "jul-44".
        meaning: what is played under it, in a sentence.
        is_erratum: whether published errata or replies put it against the text.
        not_offered: why it cannot be picked, or "".
    """

    name: str
    meaning: str
    is_erratum: bool = False
    not_offered: str = ""


@frozen
class OpenPoint:
    """A point that the rulebook leaves open.

    Attributes:
        id: book, rule and word, such as "sf-10I-german-date".
        rule: the rule it belongs to.
        question: what is open.
        readings: the ways to read it, the default first.
        default: the reading used unless another is picked.
        why: what speaks for the default.
        authority: what the default rests on, one of `AUTHORITIES`.
        source: its number in the list it was first collected in.
        status: "used", or "planned" while no code reads it.
    """

    id: str
    rule: Citation
    question: str
    readings: tuple[Reading, ...]
    default: str
    why: str
    authority: str
    source: str
    status: str

    def in_use(self, name: str) -> PointInUse:
        """The point with a reading of its, as ledgers name them, with what is asked and played."""
        return PointInUse.of(f"{self.id}: {name}", self.question, self.reading(name).meaning)

    def reading(self, name: str) -> Reading:
        """The reading of a name. Raises UnknownName, with the nearest one, if there is none."""
        for reading in self.readings:
            if reading.name == name:
                return reading
        raise unknown(f"reading of '{self.id}'", name, (r.name for r in self.readings))


def load_open_points(path: Path | Traversable) -> tuple[OpenPoint, ...]:
    """The open points of a file, in its order.

    Raises DataError listing every fault of the file.
    """
    points, found = _read(path)
    if found:
        raise DataError(found)
    return tuple(points)


def faults(path: Path | Traversable) -> list[Fault]:
    """Every fault of a file of open points, those of cited rules that no book has included; [] if it is sound."""
    points, found = _read(path)
    return found + [fault for point in points for fault in _rule_faults(str(path), point)]


def choose(points: Iterable[OpenPoint], picks: Mapping[str, str]) -> Mapping[str, str]:
    """The reading in use for every point: the one picked, else the default.

    points: the open points of the variant. picks: point id -> name of a reading. Raises UnknownName for a point or a
    reading that does not exist, with the nearest one, and for a reading that is not offered, with the reason.

    >>> dates = (Reading("jul-44", "From Jul I 44."), Reading("jul-43", "From Jul I 43."))
    >>> date = OpenPoint("sf-10I-german-date", Citation("SF", "10I"), "", dates, "jul-44", "", "opinion", "", "used")
    >>> choose([date], {"sf-10I-german-date": "jul-43"})
    {'sf-10I-german-date': 'jul-43'}
    >>> choose([date], {"sf-10I-german-dates": "jul-43"})
    Traceback (most recent call last):
    europa_rules.errors.UnknownName: no ruling 'sf-10I-german-dates'. Did you mean 'sf-10I-german-date'? Known: ...
    """
    by_id = {point.id: point for point in points}
    if not isinstance(picks, Mapping):
        raise unknown("mapping of rulings to readings", picks, by_id)
    for name in picks:
        if name not in by_id:
            raise unknown("ruling", name, by_id)
    return {i: _picked(point, picks.get(i, point.default)) for i, point in by_id.items()}


def _picked(point: OpenPoint, name: str) -> str:
    reading = point.reading(name)
    if reading.not_offered:
        raise UnknownName(f"the reading '{name}' of '{point.id}' is not offered: {reading.not_offered}")
    return reading.name


def _read(path: Path | Traversable) -> tuple[Sequence[OpenPoint], list[Fault]]:
    """The sound points of a file, and the faults of the others."""
    try:
        points, found = _points_in(path.read_bytes(), str(path))
    except OSError as error:
        return (), [Fault(str(path), "the whole file", error.strerror or str(error), _EXPECTED)]
    return points, list(found)


@lru_cache(maxsize=8)
def _points_in(data: bytes, file: str) -> tuple[tuple[OpenPoint, ...], tuple[Fault, ...]]:
    """What stands in a file: its sound points, and the faults of the others."""
    try:
        tables = toml_of(data, file, _EXPECTED).get("point", [])
    except DataError as error:
        return (), tuple(error.faults)
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        return (), (Fault(file, "point", "something else", "a list of [[point]] tables"),)
    points: list[OpenPoint] = []
    found: list[Fault] = []
    for number, table in enumerate(tables, 1):
        wrong = list(_table_faults(file, f"point {number} ({table.get('id', 'no id')})", table))
        found += wrong
        if not wrong:
            points.append(_point(table))
    return tuple(points), (*found, *_doubles(file, points))


def _point(table: Mapping[str, object]) -> OpenPoint:
    texts = {key: str(table[key]) for key in _TEXTS}
    readings = _readings_of(table)
    rest = [name for name in readings if name != texts["default"]]
    return OpenPoint(
        id=texts["id"],
        rule=Citation.parse(texts["rule"]),
        question=texts["question"],
        readings=tuple(_reading(n, readings[n], table) for n in (texts["default"], *rest)),
        default=texts["default"],
        why=texts["why"],
        authority=texts["authority"],
        source=texts["source"],
        status=texts["status"],
    )


def _reading(name: str, meaning: str, table: Mapping[str, object]) -> Reading:
    return Reading(name, meaning, name in _errata_of(table), _not_offered_of(table).get(name, ""))


def _not_offered_of(table: Mapping[str, object]) -> dict[str, str]:
    given = table.get("not_offered", {})
    return {str(name): str(why) for name, why in given.items()} if isinstance(given, dict) else {}


def _readings_of(table: Mapping[str, object]) -> dict[str, str]:
    given = table.get("readings")
    return {str(name): text for name, text in given.items() if isinstance(text, str)} if isinstance(given, dict) else {}


def _errata_of(table: Mapping[str, object]) -> list[str]:
    given = table.get("errata", [])
    return [str(name) for name in given] if isinstance(given, list) else []


def _table_faults(file: str, where: str, table: Mapping[str, object]) -> Iterator[Fault]:
    for key in table:
        if key not in _KEYS:
            yield Fault(file, f"{where}: {key}", "an unknown key", f"one of {', '.join(_KEYS)}", nearest(key, _KEYS))
    missing = [key for key in _TEXTS if not isinstance(table.get(key), str)]
    for key in missing:
        yield Fault(file, f"{where}: {key}", _shown(table.get(key)), "a text")
    if not missing:
        yield from _text_faults(file, where, {key: str(table[key]) for key in _TEXTS})
        yield from _reading_faults(file, where, table, str(table["default"]))


def _text_faults(file: str, where: str, texts: Mapping[str, str]) -> Iterator[Fault]:
    for key, known in (("authority", AUTHORITIES), ("status", STATUSES)):
        if texts[key] not in known:
            expected = f"one of {', '.join(known)}"
            yield Fault(file, f"{where}: {key}", _shown(texts[key]), expected, nearest(texts[key], known))
    try:
        rule = Citation.parse(texts["rule"])
    except NotationError:
        yield Fault(file, f"{where}: rule", _shown(texts["rule"]), "book and rule, such as 'SF 10C1'")
        return
    head = f"{rule.book.lower()}-{rule.number}-"
    if not (texts["id"].startswith(head) and _SLUG.match(texts["id"])):
        yield Fault(file, f"{where}: id", _shown(texts["id"]), f"'{head}' and a word in small letters")


def _reading_faults(file: str, where: str, table: Mapping[str, object], default: str) -> Iterator[Fault]:
    given = table.get("readings")
    readings = _readings_of(table)
    if len(readings) < 2 or len(readings) != len(given if isinstance(given, dict) else ()):
        yield Fault(file, f"{where}: readings", _shown(given), "two or more readings, each a name and a sentence")
    for name in readings:
        if not _SLUG.match(name):
            yield Fault(file, f"{where}: readings", _shown(name), "a word in small letters, such as 'jul-44'")
    named = [*(("errata", name) for name in _errata_of(table)), *(("not_offered", n) for n in _not_offered_of(table))]
    for key, name in (("default", default), *named):
        if name not in readings:
            expected = f"a reading: {', '.join(readings) or 'none given'}"
            yield Fault(file, f"{where}: {key}", _shown(name), expected, nearest(name, readings))
    if default in _not_offered_of(table):
        yield Fault(file, f"{where}: not_offered", f"the default '{default}'", "a reading that is not the default")
    if default in _errata_of(table):
        yield Fault(file, f"{where}: default", f"the erratum '{default}'", "a reading that is no erratum")


def _doubles(file: str, points: Iterable[OpenPoint]) -> Iterator[Fault]:
    seen: set[str] = set()
    for point in points:
        if point.id in seen:
            yield Fault(file, f"point {point.id}: id", "the same id twice", "an id of its own")
        seen.add(point.id)


def _rule_faults(file: str, point: OpenPoint) -> Iterator[Fault]:
    matrix = load_matrix()
    if point.rule.book in matrix.books and not matrix.exists(point.rule):
        expected = f"a rule of {point.rule.book}"
        yield Fault(file, f"point {point.id}: rule", _shown(str(point.rule)), expected, matrix.nearest(str(point.rule)))


def _shown(value: object) -> str:
    return "nothing" if value is None else repr(value)
