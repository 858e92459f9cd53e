"""Writing an order of battle so that it reads back equal, in one canonical form close to the printed booklets."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from attrs import evolve

from europa_rules.air_units import AirUnit
from europa_rules.errors import need_kind
from europa_rules.hexes import BOX
from europa_rules.numbers import show
from europa_rules.orders_of_battle.lines import (
    USUAL_ACTION,
    Counters,
    Entry,
    Heading,
    Named,
    OrderOfBattle,
    Place,
    Points,
    Section,
)
from europa_rules.orders_of_battle.reading import NOWHERE, PLACE_WORDS, TITLE, nation_words
from europa_rules.position_notation import PieceNotation

_ODD = re.compile(r'["\[\],;:#<>{}@|+*\\=]|->|\bor\b|\A-\Z|\A\Z|\A\s|\s\Z|\s{2}|[^\S ]|[\x00-\x1f\x7f]')
_ODD_FACT = re.compile(r'["\\\[\]{};:#<>@*]|->|\A\s|\s\Z|\s{2}|[^\S ]|[\x00-\x1f\x7f]')
"""What a fact or the name of an army is put in quotation marks for: they stand alone between their separators."""
_ODD_REST = re.compile(r'["#\\]|\A\s|\s\Z|[^\S ]|[\x00-\x1f]')
"""What the rest of a line is put in quotation marks for."""
_ODD_MODEL = re.compile(r"[:@+{}|=\\]|->")
_PROPOSED = re.compile(r"\(\d+[A-Za-z]?:\w+\)\Z")


def write_ob(ob: OrderOfBattle) -> str:
    """An order of battle as text that `parse_ob` reads back equal.

    >>> from europa_rules.orders_of_battle.reading import parse_ob
    >>> print(write_ob(parse_ob("GERMAN 12th Army:\\n2 x 7-6(3-6) Inf XX : 4 @ 16a:1522,6 # on foot")), end="")
    INITIAL FORCES
    <BLANKLINE>
    GERMAN 12th Army:
    2x 7-6(3-6) Inf XX: 4 @ 16A:1522, 6  # on foot
    """
    need_kind(ob, OrderOfBattle, "an order of battle, such as read_ob(...) gives")
    lines = [*_comments(ob.comments), *_head(ob)]
    before: Heading | None = None
    for section in ob.sections:
        lines += [*_section(section, before)]
        before = section.heading
    lines += ["", *_comments(ob.closing)] if ob.closing else []
    return "\n".join(lines).lstrip("\n") + "\n"


def _comments(comments: Iterable[str]) -> Iterator[str]:
    return (f"# {comment}".rstrip() for comment in comments)


def _head(ob: OrderOfBattle) -> Iterator[str]:
    if ob.title or ob.comments:
        yield f"{TITLE} {_quoted(ob.title, _ODD_REST)}".rstrip()
    if ob.status:
        yield f"status {_quoted(ob.status, _ODD_REST)}"
    if ob.start:
        yield f"start {ob.start}"
    for code, source in ob.sources.items():
        yield f"source {code} = {source.kind}, {source.confidence}" + _source(source.source)


def _source(text: str) -> str:
    return f": {_quoted(text, _ODD_REST)}" if text else ""


# --- headings --------------------------------------------------------------------------------------------------------


def _section(section: Section, before: Heading | None) -> Iterator[str]:
    yield ""
    yield from _comments(section.comments)
    yield from _heading(section.heading, before)
    for entry in section.entries:
        yield from _comments(entry.comments)
        yield _entry(entry, section.heading)


def _heading(heading: Heading, before: Heading | None) -> Iterator[str]:
    """The heading lines from the highest that differs; a line takes back all that stand below it."""
    now, then = _levels(heading), _levels(before) if before else ("",) * 5
    first = next((i for i in range(5) if now[i] != then[i]), 4)
    while not now[first]:
        first -= 1
    for level in range(first, 5):
        if now[level]:
            yield now[level]
            if level == 0:
                yield ""


def _levels(heading: Heading) -> tuple[str, str, str, str, str]:
    turn = str(heading.turn) if heading.turn else json.dumps(heading.when, ensure_ascii=False) if heading.when else ""
    return (
        heading.part.upper(),
        f"= {turn}" if turn else "",
        f"SIDE {_text(heading.side)}" if heading.side else "",
        f"THEATER {_text(heading.theater)}" if heading.theater else "",
        _army(heading),
    )


def _army(heading: Heading) -> str:
    if not (heading.nation or heading.army):
        return ""
    nation = PieceNotation.of_series().nations.by_code[heading.nation].people.upper() if heading.nation else ""
    force = f"[{heading.force}]" if heading.force else ""
    army = _army_name(heading.army, nation) if heading.army else ""
    named = " ".join(part for part in (nation, force, army) if part)
    return f"{named}{'*' if heading.free else ''}{_at(heading.at)}:"


def _army_name(army: str, nation: str) -> str:
    """An army as it stands behind its nation; in quotation marks where it could be read as part of that."""
    ends = [i for i, c in enumerate(army) if c == " "] + [len(army)]
    part_of_nation = any(f"{nation} {army[:end]}" in nation_words() for end in ends[:2])
    return json.dumps(army, ensure_ascii=False) if not nation or part_of_nation else _quoted(army, _ODD_FACT)


# --- entries ---------------------------------------------------------------------------------------------------------


def _entry(entry: Entry, heading: Heading) -> str:
    parts = [_body(entry, heading), *(f"; {fact}" for fact in _facts(entry))]
    text = "".join(parts)
    text += f" {{{' '.join(entry.sources)}}}" if entry.sources else ""
    text += f" <{entry.id}>" if entry.id else ""
    return text + (f"  # {entry.note}" if entry.note else "")


def _body(entry: Entry, heading: Heading) -> str:
    action = "" if entry.action == USUAL_ACTION[heading.part] else f"{entry.action} "
    if entry.points:
        return action + ", ".join(map(_points, entry.points)) + _at(entry.at)
    text = action + _sum(entry.counters, heading)
    text += f" -> {_sum(entry.becomes, heading)}" if entry.becomes else ""
    return text + (f" | {_sum(entry.or_becomes, heading)}" if entry.or_becomes else "")


def _facts(entry: Entry) -> Iterator[str]:
    full = str(entry.full) if entry.full else ""
    told = {"from": entry.origin, "to": entry.destination, "full": full, "if": entry.condition}
    return (f"{word} {_quoted(text, _ODD_FACT)}" for word, text in told.items() if text)


def _points(points: Points) -> str:
    return f"{'unlimited' if points.amount is None else show(points.amount)} {points.kind}"


def _sum(counters: Iterable[Counters], heading: Heading) -> str:
    return " + ".join(_counters(c, heading) for c in counters)


def _counters(counters: Counters, heading: Heading) -> str:
    text = f"{counters.count}x {_piece(counters, heading)}"
    return f"{text}: {_named(counters.named)}" if counters.named else text + _at(counters.at)


def _piece(counters: Counters, heading: Heading) -> str:
    piece = counters.piece
    if heading.force and piece.nation == heading.nation and piece.force == heading.force:
        piece = evolve(piece, force="")
    text = PieceNotation.of_series().write(piece)
    if (
        isinstance(piece, AirUnit)
        and _ODD_MODEL.search(piece.model)
        and json.dumps(piece.model, ensure_ascii=False) not in text
    ):
        before, _, after = text.rpartition(piece.model)
        text = f"{before}{json.dumps(piece.model, ensure_ascii=False)}{after}"
    return text.removeprefix(f"{piece.nation} ") if piece.nation == heading.nation else text


def _named(named: tuple[Named, ...]) -> str:
    parts = []
    for i, unit in enumerate(named):
        following = named[i + 1].at if i + 1 < len(named) else None
        shown = "" if unit.at == following else _at(unit.at)
        ends_a_row = unit.at != following
        if ends_a_row and not unit.at and following is not None:
            shown = f" @ {NOWHERE}"
        parts.append(_text(unit.name) + shown)
    return ", ".join(parts)


def _at(places: tuple[Place, ...]) -> str:
    return f" @ {' or '.join(map(_place, places))}" if places else ""


def _place(place: Place) -> str:
    if place.kind == "hex":
        return place.hex
    name = f"{BOX}{_text(place.name)}" if place.kind == "box" else _place_name(place)
    return f"{name} ({place.hex})" if place.hex else name


def _place_name(place: Place) -> str:
    if place.kind != "town":
        return f"{place.kind} {_text(place.name)}"
    first = place.name.split(" ")[0]
    return json.dumps(place.name, ensure_ascii=False) if first in PLACE_WORDS else _text(place.name)


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False) if _PROPOSED.search(text) else _quoted(text, _ODD)


def _quoted(text: str, odd: re.Pattern[str]) -> str:
    return json.dumps(text, ensure_ascii=False) if odd.search(text) else text
