"""Reading an order of battle: every mistake of the text in one run, each with line, column and the nearest right name.

Needs the piece notation and the grid of the series for hexes; gives an `OrderOfBattle`. Nothing in the text is
executed; what is too long to be an order of battle is refused before it is looked at.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import cast

from attrs import define, evolve, field

from europa_rules.errors import (
    DataError,
    EuropaError,
    Fault,
    NotationError,
    UnknownHex,
    UnknownName,
    nearest,
    need_kind,
    need_text,
)
from europa_rules.frozenmap import FrozenMap
from europa_rules.hexes import BOX, Hex, hexref
from europa_rules.numbers import exact
from europa_rules.orders_of_battle.lines import (
    ACTIONS,
    PARTS,
    POINTS,
    USUAL_ACTION,
    Action,
    Counters,
    Entry,
    Heading,
    Named,
    OrderOfBattle,
    Part,
    Place,
    PlaceKind,
    Points,
    Section,
)
from europa_rules.orders_of_battle.spans import OddText, Span
from europa_rules.position_notation import AnyUnit, PieceNotation
from europa_rules.provenance import CONFIDENCES, KINDS, Provenance
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.unit_types import UnitTypes

MOST_CHARACTERS = 1_000_000
LONGEST_LINE = 2_000
MOST_FAULTS = 200

TITLE = "ORDER OF BATTLE"
PLACE_WORDS: tuple[PlaceKind, ...] = ("in", "district", "area", "edge", "any")
"""The words before the names of places; a hex, a box and a town have none."""
NOWHERE = "-"

_HEAD_WORDS = (TITLE, "status", "start", "source")
_NOTE = re.compile(r'"(?:[^"\\]|\\.)*"|(?:(?<=\s)|\A)(#)')
_TAIL_ID = re.compile(r"<([^<>]*)>\Z")
_TAIL_SOURCES = re.compile(r"\{([^{}]*)\}\Z")
_UNCLOSED = re.compile(r'[{<][^{}<>"]*\Z')
_TIMES = re.compile(r"(\d+)\s*[x×]\s+")
_ENTRY = re.compile(r"\d+\s*[x×]\s|[\d/]+-\d")
_POINTS = re.compile(r"(unlimited|\d+(?:/\d+)?) ([A-Za-z]+)\Z")
_HEX = re.compile(r"\d+[A-Za-z]?:\s?\w+\Z")
_PROPOSED = re.compile(r"\((\d+[A-Za-z]?:\w+)\)\Z")
_SOURCE = re.compile(r"([A-Za-z]\w*) *= *([a-z-]+), *([a-z]+)(?:: *(.*))?\Z")
_FORCE = re.compile(r"\[([^\]]*)\]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f]")


def parse_ob(text: str, file: str = "order of battle", types: UnitTypes | None = None) -> OrderOfBattle:
    """Read an order of battle; the format is described in docs/reference/order-of-battle-format.

    text: the whole text. file: how errors name it. types: those of a variant (`rules.types`), where it has its own.
    Raises DataError with every fault of the text.

    >>> ob = parse_ob('''
    ... INITIAL FORCES
    ... GERMAN 12th Army:
    ... 2x 7-6(3-6) Inf XX: 4, 6 @ 16A:1522
    ... ''')
    >>> [(unit.name, places[0].hex) for _, entry in ob.entries() for unit, places in entry.each()]
    [('4', '16A:1522'), ('6', '16A:1522')]
    """
    need_text(text, "an order of battle")
    if len(text) > MOST_CHARACTERS:
        raise DataError([Fault(file, "size", f"{len(text)} characters", f"at most {MOST_CHARACTERS}")])
    reader = _Reader(file, _notation(types))
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n"), 1):
        reader.read(line, number)
    return reader.finish()


def read_ob(path: str | Path, types: UnitTypes | None = None) -> OrderOfBattle:
    """Read an order of battle from a file (UTF-8). Raises DataError, also where the file cannot be read.

    types: those of a variant (`rules.types`), where it has its own.
    """
    need_kind(path, (str, Path), "the path of an order of battle")
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError([Fault(str(path), "file", f"an error: {error}", "a text file in UTF-8")]) from error
    return parse_ob(text, str(path), types)


def _notation(types: UnitTypes | None) -> PieceNotation:
    series = PieceNotation.of_series()
    return series if types is None else evolve(series, words=series.words.knowing(types))


@cache
def nation_words() -> dict[str, str]:
    """How army lines name nations: people and countries in capitals -> code."""
    nations = PieceNotation.of_series().nations.by_code.values()
    return {name.upper(): nation.code for nation in nations for name in (nation.country, nation.people)}


@define
class _Reader:
    """What has been read so far."""

    file: str
    notation: PieceNotation
    head: OrderOfBattle = field(factory=OrderOfBattle)
    sources: dict[str, Provenance] = field(factory=dict)
    heading: Heading = field(factory=Heading)
    sections: list[Section] = field(factory=list)
    entries: list[Entry] = field(factory=list)
    comments: list[str] = field(factory=list)
    section_comments: tuple[str, ...] = ()
    ids: dict[str, int] = field(factory=dict)
    faults: list[Fault] = field(factory=list)
    begun: bool = False

    def read(self, line: str, number: int) -> None:
        """Take one line; a fault is noted, and the next line goes on."""
        whole = Span(line, self.file, number, 1).part(0)
        if not whole.text or len(self.faults) > MOST_FAULTS:
            return
        try:
            self.take(whole)
        except OddText as odd:
            self.faults.append(odd.fault)

    def take(self, line: Span) -> None:
        if len(line.text) > LONGEST_LINE:
            raise line.wrong(f"a line of at most {LONGEST_LINE} characters")
        if odd := _CONTROL.search(line.text):
            raise line.part(odd.start(), odd.end() + 8).wrong("a text without control characters")
        if line.text.startswith("#"):
            self.comments.append(line.part(1).text)
            return
        line, note = _without_note(line)
        if not (self.take_head(line) or self.take_heading(line)):
            self.take_entry(line, note)
        elif note:
            self.comments.append(note)

    # --- the head ----------------------------------------------------------------------------------------------------

    def take_head(self, line: Span) -> bool:
        word = next((w for w in _HEAD_WORDS if line.after(w) is not None), None)
        if word is None:
            return False
        value = cast(Span, line.after(word))
        if self.begun:
            raise line.wrong(f"'{word}' at the head of the file, before headings and entries")
        if not value.text and word != TITLE:
            raise value.wrong(f"something behind '{word}'")
        if word == "source":
            self.take_source(value)
        else:
            self.take_head_fact(word, value)
        return True

    def take_head_fact(self, word: str, value: Span) -> None:
        if word == TITLE:
            self.head = evolve(self.head, title=value.plain(), comments=(*self.head.comments, *self.comments))
            self.comments.clear()
        elif word == "status":
            self.head = evolve(self.head, status=value.plain())
        else:
            self.head = evolve(self.head, start=_turn(value))

    def take_source(self, value: Span) -> None:
        match = _SOURCE.match(value.text)
        if not match:
            raise value.wrong("a source such as 'a = historical, high: which divisions there were'")
        code, kind, confidence = match[1], match[2], match[3]
        if code in self.sources:
            raise value.wrong(f"another code; {code!r} stands for a source already")
        if kind not in KINDS:
            raise value.part(match.start(2), match.end(2)).wrong_word(KINDS, "the kind of a source")
        if confidence not in CONFIDENCES:
            raise value.part(match.start(3), match.end(3)).wrong_word(CONFIDENCES, "a confidence")
        self.sources[code] = Provenance(kind, _said(value, match), confidence)

    # --- headings ----------------------------------------------------------------------------------------------------

    def take_heading(self, line: Span) -> bool:
        heading = self.heading_of(line)
        if heading is None:
            return False
        self.close_section()
        self.heading = heading
        self.section_comments = (*self.section_comments, *self.comments)
        self.comments.clear()
        return True

    def heading_of(self, line: Span) -> Heading | None:
        now = self.heading
        if line.text.startswith("="):
            return _turn_heading(now, line.part(1))
        if (value := line.after("SIDE")) is not None:
            return Heading(now.part, now.turn, now.when, Side(_needed(value, "a side such as Axis")))
        if (value := line.after("THEATER")) is not None:
            theater = _needed(value, "a theater such as West")
            return Heading(now.part, now.turn, now.when, now.side, theater)
        if line.text in nation_words():
            return _army_heading(now, line)
        if line.text.endswith(":") and not _ENTRY.match(line.text):
            return _army_heading(now, line.part(0, -1))
        if line.text.isupper() and not any(c.isdigit() or c in "@;" for c in line.text):
            return Heading(_part(line))
        return None

    def close_section(self) -> None:
        self.begun = True
        if self.entries:
            self.sections.append(Section(self.heading, tuple(self.entries), self.section_comments))
            self.entries, self.section_comments = [], ()

    # --- entries -----------------------------------------------------------------------------------------------------

    def take_entry(self, line: Span, note: str) -> None:
        self.begun = True
        comments = tuple(self.comments)
        self.comments.clear()
        whole = line
        line, name = self.without_id(line)
        line, sources = self.without_sources(line)
        body, *facts = line.cut(";")
        said = dict(_fact(fact) for fact in facts)
        if len(said) < len(facts):
            raise facts[-1].wrong("each fact once")
        entry = evolve(
            _body(body, self.heading, self.notation),
            sources=sources,
            id=name,
            note=note,
            comments=comments,
            line=whole.line,
        )
        full = _turn(said["full"]) if "full" in said else None
        texts = {key: value.plain() for key, value in said.items() if key != "full"}
        self.entries.append(
            evolve(
                entry,
                origin=texts.get("from", ""),
                destination=texts.get("to", ""),
                condition=texts.get("if", ""),
                full=full,
            )
        )

    def without_id(self, line: Span) -> tuple[Span, str]:
        match = _TAIL_ID.search(line.text)
        if not match:
            return line, ""
        span = line.part(match.start(1), match.end(1))
        if not span.text:
            raise line.part(match.start()).wrong("an id such as <G001>, or nothing")
        if span.text in self.ids:
            raise span.wrong(f"another id; this one stands in line {self.ids[span.text]}")
        self.ids[span.text] = line.line
        return line.part(0, match.start()), span.text

    def without_sources(self, line: Span) -> tuple[Span, tuple[str, ...]]:
        match = _TAIL_SOURCES.search(line.text)
        if not match:
            unclosed = _UNCLOSED.search(line.text)
            if unclosed:
                raise line.part(unclosed.start()).wrong("the bracket that closes this one")
            return line, ()
        for word in re.finditer(r"\S+", match[1]):
            if word[0] not in self.sources:
                span = line.part(match.start(1) + word.start(), match.start(1) + word.end())
                raise span.wrong_word(list(self.sources), "the code of a source at the head of the file")
        return line.part(0, match.start()), tuple(match[1].split())

    def finish(self) -> OrderOfBattle:
        """The order of battle, or all the faults."""
        if self.faults:
            raise DataError(self.faults)
        self.close_section()
        closing = (*self.section_comments, *self.comments)
        return evolve(self.head, sources=FrozenMap(self.sources), sections=tuple(self.sections), closing=closing)


def _without_note(line: Span) -> tuple[Span, str]:
    for match in _NOTE.finditer(line.text):
        if match[1]:
            return line.part(0, match.start()), line.part(match.end()).text
    return line, ""


def _said(value: Span, source: re.Match[str]) -> str:
    return value.part(source.start(4)).plain() if source[4] else ""


def _needed(value: Span, what: str) -> str:
    if not value.text:
        raise value.wrong(what)
    return value.plain()


def _turn(value: Span) -> Turn:
    try:
        return Turn.parse(value.text)
    except NotationError as error:
        raise value.blamed(error, "a game turn such as 'May II 40'") from None


# --- headings --------------------------------------------------------------------------------------------------------


def _part(line: Span) -> Part:
    found = line.text.lower()
    if found not in PARTS:
        if side := next((side for side in (AXIS, ALLIED, NEUTRAL) if line.text == side.upper()), None):
            raise line.wrong("SIDE before the name of a side", f"SIDE {side}")
        raise line.wrong_word([*(part.upper() for part in PARTS), *nation_words()], "a heading")
    return found


def _turn_heading(now: Heading, value: Span) -> Heading:
    text = value.text.strip("= ")
    if value.text.startswith('"'):
        return Heading(now.part, when=value.plain())
    if not text:
        raise value.wrong("a game turn such as '= May II 40', or words such as '= \"when Italy intervenes\"'")
    return Heading(now.part, _turn(value.part(0, len(text))))


def _army_heading(now: Heading, line: Span) -> Heading:
    above = Heading(now.part, now.turn, now.when, now.side, now.theater)
    line, places = line.cut_once(r" @ ")
    at = () if places is None else _places(places)
    free = line.text.endswith("*")
    line = line.part(0, -1) if free else line
    nation, rest = _nation(line)
    force = ""
    if nation and (match := _FORCE.match(rest.text)):
        span = rest.part(match.start(1), match.end(1))
        try:
            force = PieceNotation.of_series().nations.force(nation, span.text)
        except UnknownName as error:
            raise span.blamed(error, "a force of this nation") from None
        rest = rest.part(match.end())
    if not (nation or rest.text):
        raise line.wrong("a nation, an army or both before the colon, such as 'GERMAN 12th Army:'")
    return evolve(above, nation=nation, force=force, army=rest.plain(), free=free, at=at)


def _nation(line: Span) -> tuple[str, Span]:
    known = nation_words()
    words = line.text.split(" ")
    for taken in range(min(len(words), 3), 0, -1):
        name = " ".join(words[:taken])
        if name in known:
            return known[name], line.part(len(name))
    first = words[0]
    if first.isupper() and len(first) > 4 and (hint := nearest(first, known)):
        raise line.part(0, len(first)).wrong("a nation in capitals, such as GERMAN", hint)
    return "", line


# --- entries ---------------------------------------------------------------------------------------------------------

_FACTS = ("if", "from", "to", "full")


def _fact(span: Span) -> tuple[str, Span]:
    for word in _FACTS:
        value = span.after(word)
        if value is not None and value.text:
            return word, value
    first = span.text.partition(" ")[0]
    raise span.wrong(f"a fact that begins with {', '.join(_FACTS)} and says something", nearest(first, _FACTS))


def _body(body: Span, heading: Heading, notation: PieceNotation) -> Entry:
    action, rest = _action(body, heading.part)
    try:
        if points := _points(rest):
            return Entry(action, points=points[0], at=points[1])
        before, after = rest.cut_once(r" -> ")
        if after is None:
            return Entry(action, _sum(before, heading, notation))
        first, second = after.cut_once(r" \| ")
        other = _sum(second, heading, notation) if second is not None else ()
        return Entry(action, _sum(before, heading, notation), _sum(first, heading, notation), other)
    except NotationError as error:
        raise body.wrong(str(error)) from None


def _action(body: Span, part: Part) -> tuple[Action, Span]:
    for action in ACTIONS:
        rest = body.after(action)
        if rest is not None:
            return action, rest
    first = body.text.partition(" ")[0]
    if first.isalpha() and first.islower() and (hint := nearest(first, ACTIONS)):
        raise body.part(0, len(first)).wrong("what happens, or a piece", hint)
    return USUAL_ACTION[part], body


def _points(body: Span) -> tuple[tuple[Points, ...], tuple[Place, ...]] | None:
    amounts, places = body.cut_once(r" @ ")
    parts = amounts.cut(",")
    matches = [_POINTS.match(part.text) for part in parts]
    if not all(matches):
        return None
    found = []
    for part, match in zip(parts, matches, strict=True):
        assert match is not None
        if match[2] not in POINTS:
            raise part.part(match.start(2)).wrong_word(list(POINTS), "a kind of points")
        found.append(Points(match[2], None if match[1] == "unlimited" else _amount(part, match[1])))
    return tuple(found), () if places is None else _places(places)


def _amount(span: Span, text: str) -> Fraction:
    try:
        return exact(text)
    except EuropaError as error:
        raise span.blamed(error, "a number such as 2 or 1/2") from None


def _sum(span: Span, heading: Heading, notation: PieceNotation) -> tuple[Counters, ...]:
    return tuple(_counters(part, heading, notation) for part in span.cut(r" \+ "))


def _counters(span: Span, heading: Heading, notation: PieceNotation) -> Counters:
    times = _TIMES.match(span.text)
    text = span.part(times.end()) if times else span
    piece_text, rest = text.cut_once(r":\s| @ ")
    named_text = rest if rest is not None and text.text[len(piece_text.text) :].lstrip().startswith(":") else None
    places_text = None if rest is None or named_text is not None else rest
    piece = _piece(piece_text, heading, notation)
    named = () if named_text is None else _named(named_text)
    if piece.name and not named:
        named = (Named(piece.name),)
    try:
        return Counters(
            int(times[1]) if times else 1,
            evolve(piece, name=""),
            named if places_text is None else tuple(Named(n.name, _places(places_text)) for n in named),
            () if places_text is None or named else _places(places_text),
        )
    except NotationError as error:
        raise span.wrong(str(error)) from None


def _piece(span: Span, heading: Heading, notation: PieceNotation) -> AnyUnit:
    if not span.text:
        raise span.wrong("a piece such as '7-6(3-6) Inf XX'")
    try:
        piece = notation.parse(span.text, heading.nation)
    except (NotationError, UnknownName) as error:
        raise span.blamed(error, "a piece such as '7-6(3-6) Inf XX'") from None
    if heading.force and not piece.force and piece.nation == heading.nation:
        return evolve(piece, force=heading.force)
    return piece


def _named(span: Span) -> tuple[Named, ...]:
    found: list[Named] = []
    waiting: list[str] = []
    for part in span.cut(","):
        name, place = part.cut_once(r" @ ")
        if not name.text:
            raise part.wrong("the name of a unit")
        waiting.append(name.plain())
        if place is not None:
            at = () if place.text == NOWHERE else _places(place)
            found += [Named(n, at) for n in waiting]
            waiting.clear()
    return (*found, *map(Named, waiting))


# --- places ----------------------------------------------------------------------------------------------------------


def _places(span: Span) -> tuple[Place, ...]:
    return tuple(_place(part) for part in span.cut(r" or "))


def _place(span: Span) -> Place:
    if _HEX.match(span.text):
        return Place.at_hex(_hex(span))
    proposed = _PROPOSED.search(span.text)
    where = _hex(span.part(proposed.start(1), proposed.end(1))) if proposed else Hex("")
    named = span.part(0, proposed.start()) if proposed else span
    kind, name = _kind_and_name(named)
    if not name.text:
        raise span.wrong("a place: a hex, box:NAME, a town, or in, district, area, edge, any with a name")
    return Place(kind, name.plain(), where)


def _kind_and_name(span: Span) -> tuple[PlaceKind, Span]:
    if span.text.startswith(BOX):
        return "box", span.part(len(BOX))
    for word in PLACE_WORDS:
        rest = span.after(word)
        if rest is not None:
            return word, rest
    return "town", span


def _hex(span: Span) -> Hex:
    try:
        return hexref(span.text)
    except UnknownHex as error:
        raise span.blamed(error, "a hex such as 16A:1506") from None
