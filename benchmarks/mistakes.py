"""Mistakes as people make them in data files: how a right text is spoiled, in twelve ways.

Needs the texts of files and a generator of random numbers; gives spoilt texts, each with the lines and the words by
which a check shows that it has seen the mistake. Nothing is chosen by what the check can see; a mistake that happens to
give another valid datum is one all the same.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from io import StringIO
from itertools import pairwise
from random import Random
from typing import get_type_hints

from attrs import frozen

from europa_rules.air_units import AirUnit
from europa_rules.board import Board
from europa_rules.hexes import Hex
from europa_rules.orders_of_battle.tables import FILES as TABLES
from europa_rules.sheets.tables import FORMATS
from europa_rules.units import Unit

KINDS = (
    "misspelt field",
    "field in the wrong place",
    "wrong type",
    "duplicate",
    "dangling reference",
    "hexsides not adjacent",
    "line through sea",
    "nonsense rating",
    "turn out of range",
    "unit on enemy soil",
    "over-stacking",
    "unit that no chart knows",
)
"""The kinds of mistake."""


@frozen
class File:
    """A right file.

    Attributes:
        path: from the head of the tree.
        text: what stands in it.
        form: "toml", "csv", "ob" or "position".
        board: the map of its game.
        enemy: a hex of the soil of a side's enemies, for each side.
    """

    path: str
    text: str
    form: str
    board: Board
    enemy: dict[str, tuple[Hex, ...]]

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.rpartition("/")[2]


@frozen
class Mistake:
    """A spoilt file.

    Attributes:
        kind: one of `KINDS`.
        path: the file.
        text: what stands in it now.
        lines: the lines that are wrong now.
        words: names of the fields that are wrong.
        what: what was done, for people.
    """

    kind: str
    path: str
    text: str
    lines: frozenset[int]
    words: tuple[str, ...]
    what: str


Spoil = Callable[[File, Random], "Mistake | None"]


def typo(word: str, random: Random) -> str:
    """The word with one letter wrong, missing, double, or changed places with the next."""
    i = random.randrange(len(word) - 1) if len(word) > 1 else 0
    ways = (
        word[:i] + word[i + 1 :],
        word[: i + 1] + word[i:],
        word[:i] + word[i + 1 : i + 2] + word[i : i + 1] + word[i + 2 :],
        word[:i] + random.choice("aeinorst") + word[i + 1 :],
    )
    made = [way for way in ways if way != word and way]
    return random.choice(made)


def _line_of(text: str, place: int) -> int:
    return text.count("\n", 0, place) + 1


def _spoilt(kind: str, file: File, start: int, end: int, new: str, what: str, *words: str) -> Mistake:
    """The file with a part replaced; the lines of the new part are wrong."""
    text = file.text[:start] + new + file.text[end:]
    first, last = _line_of(text, start), _line_of(text, start + len(new.rstrip("\n")))
    return Mistake(kind, file.path, text, frozenset(range(first, last + 1)), words, what)


# --- TOML ------------------------------------------------------------------------------------------------------------

_HIDDEN = re.compile(r'"""(?:[^\\]|\\.)*?"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*', re.DOTALL)
_PAIR = re.compile(r"(?:(?<=\n)|(?<=[{,])|\A)[ ]*([A-Za-z_][\w.-]*)[ ]*=[ ]*")
_TEXT = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
_HEADING = re.compile(r"(?<=\n)\[[^\[\n][^\n]*\][ ]*\n")
_TURN = re.compile(r"\b([A-Z][a-z]{2}) (I{1,2}) (\d\d)\b")
_HEX = re.compile(r"\b(\d+[A-Z]?):(\d{4})\b")
_RULE = re.compile(r"(FoF|SF) (\d+[A-Z]?\d*[a-z]?\d*)")
_TERM = re.compile(r"(country|district|island|region|sea) (.+)")


@frozen
class Pair:
    """A key with its value: where the key and the value begin and end in the text."""

    key: str
    start: int
    value: int
    end: int


def _masked(text: str) -> str:
    """The text with what stands in quotation marks and comments hidden, letter for letter."""

    def hide(match: re.Match[str]) -> str:
        inner = match[0]
        return f"{inner[0]}{'~' * (len(inner) - 2)}{inner[-1]}" if inner[0] == '"' else " " * len(inner)

    return _HIDDEN.sub(hide, text)


def pairs(text: str) -> list[Pair]:
    """Every key of a TOML text with its value."""
    masked = _masked(text)
    return [Pair(m[1], m.start(1), m.end(), _end_of_value(masked, m.end())) for m in _PAIR.finditer(masked)]


def _end_of_value(masked: str, start: int) -> int:
    depth = 0
    for i in range(start, len(masked)):
        depth += (masked[i] in "[{") - (masked[i] in "]}")
        if depth < 0 or (depth == 0 and masked[i] in ",\n"):
            return i
    return len(masked)


def _leaves(file: File) -> list[Pair]:
    """The keys that name fields: those of a value, and not the names of rows."""
    return [pair for pair in pairs(file.text) if not file.text.startswith("{", pair.value)]


def misspell_key(file: File, random: Random) -> Mistake | None:
    """A key of a value with a typo."""
    found = [pair for pair in _leaves(file) if len(pair.key) > 1]
    if not found:
        return None
    pair, taken = random.choice(found), {pair.key for pair in found}
    wrong = typo(pair.key, random)
    if wrong in taken:
        return None
    end = pair.start + len(pair.key)
    return _spoilt(KINDS[0], file, pair.start, end, wrong, f"{pair.key} -> {wrong}", wrong)


def misplace_key(file: File, random: Random) -> Mistake | None:
    """A whole line of a key under another heading."""
    lines = [p for p in _leaves(file) if file.text[: p.start].endswith(("\n", "")) and _is_line(file.text, p)]
    headings = list(_HEADING.finditer(file.text))
    if not lines or not headings:
        return None
    pair, heading = random.choice(lines), random.choice(headings)
    line = file.text[pair.start : pair.end].rstrip() + "\n"
    old_end = file.text.index("\n", pair.end - 1) + 1 if "\n" in file.text[pair.end - 1 :] else len(file.text)
    if heading.start() <= pair.start and "[" not in _masked(file.text)[heading.end() : pair.start].replace("= [", ""):
        return None
    cut = file.text[: pair.start] + file.text[old_end:]
    at = heading.end() if heading.end() <= pair.start else heading.end() - (old_end - pair.start)
    text = cut[:at] + line + cut[at:]
    new = _line_of(text, at)
    return Mistake(KINDS[1], file.path, text, frozenset({new}), (pair.key,), f"{pair.key} under {heading[0].strip()}")


def _is_line(text: str, pair: Pair) -> bool:
    before = text.rfind("\n", 0, pair.start) + 1
    return text[before : pair.start] == "" and "\n" not in text[pair.start : pair.end]


def wrong_type_of_value(file: File, random: Random) -> Mistake | None:
    """A value of another type: a text for a number or a fraction, a number for a text or a list."""
    found = _leaves(file)
    if not found:
        return None
    pair = random.choice(found)
    old = file.text[pair.value : pair.end].strip()
    new = (
        random.choice(('"many"', "[1, 2]"))
        if re.match(r'-?\d|"-?\d+/\d+"|true|false', old)
        else random.choice(("7", "true", "1.5"))
    )
    end = pair.value + len(file.text[pair.value : pair.end].rstrip())
    return _spoilt(KINDS[2], file, pair.value, end, new, f"{pair.key} = {new}", pair.key)


def repeat_line(file: File, random: Random) -> Mistake | None:
    """A line of a key that stands twice."""
    found = [p for p in _leaves(file) if _is_line(file.text, p)]
    if not found:
        return None
    pair = random.choice(found)
    line = "\n" + file.text[pair.start : pair.end].rstrip()
    mistake = _spoilt(KINDS[3], file, pair.end, pair.end, line, f"{pair.key} twice", pair.key)
    return Mistake(mistake.kind, file.path, mistake.text, mistake.lines, mistake.words, mistake.what)


def dangle_text(file: File, random: Random) -> Mistake | None:
    """A name of something that there is not: a source, a rule, a hex, a place, a type, a reading."""
    found = [
        (pair, match, new)
        for pair in _leaves(file)
        for match in _TEXT.finditer(file.text, pair.value, pair.end)
        if (new := _dangling(pair.key, match[1], random))
    ]
    if not found:
        return None
    pair, match, new = random.choice(found)
    return _spoilt(KINDS[4], file, match.start(1), match.end(1), new, f"{pair.key}: {match[1]} -> {new}", pair.key)


_REFERRING = frozenset(
    {"provenance", "takes", "default", "side", "player", "nations", "order_of_battle", "nation", "country"}
)


def _dangling(key: str, text: str, random: Random) -> str:
    if _RULE.fullmatch(text):
        return text.partition(" ")[0] + " 99Z"
    if _HEX.fullmatch(text):
        return text.partition(":")[0] + ":9999"
    if term := _TERM.fullmatch(text):
        return f"{term[1]} {typo(term[2], random)}"
    return typo(text, random) if key in _REFERRING and len(text) > 1 else ""


def late_turn_in_text(file: File, random: Random) -> Mistake | None:
    """A turn of a year or a half-month that the game has not, in a value."""
    found = [m for p in _leaves(file) for m in _TEXT.finditer(file.text, p.value, p.end) if _TURN.fullmatch(m[1])]
    if not found:
        return None
    match = random.choice(found)
    new = _late(match[1], random)
    return _spoilt(KINDS[8], file, match.start(1), match.end(1), new, f"{match[1]} -> {new}", new)


def _late(turn: str, random: Random) -> str:
    month, half, year = turn.split()
    ways = (
        f"{month} {half} {int(year) + random.randint(6, 40)}",
        f"{month} {half} {int(year) - 9}",
        f"{month} III {year}",
    )
    return random.choice(ways)


# --- CSV -------------------------------------------------------------------------------------------------------------


def _rows(file: File) -> list[list[str]]:
    return list(csv.reader(StringIO(file.text, newline="")))


def _with_rows(kind: str, file: File, rows: Sequence[Sequence[str]], line: int, what: str, *words: str) -> Mistake:
    out = StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return Mistake(kind, file.path, out.getvalue(), frozenset({line}), words, what)


def _layer(file: File) -> str:
    return file.name.removesuffix(".csv")


def misspell_column(file: File, random: Random) -> Mistake | None:
    """A column with a typo in its name."""
    rows = _rows(file)
    i = random.randrange(len(rows[0]))
    wrong = typo(rows[0][i], random)
    if wrong in rows[0]:
        return None
    head = [*rows[0][:i], wrong, *rows[0][i + 1 :]]
    return _with_rows(KINDS[0], file, [head, *rows[1:]], 1, f"column {rows[0][i]} -> {wrong}", wrong)


def misplace_cell(file: File, random: Random) -> Mistake | None:
    """A cell in another column of its row."""
    rows = _rows(file)
    n = random.randrange(1, len(rows))
    row = rows[n]
    filled = [i for i, cell in enumerate(row) if cell]
    i, j = random.choice(filled), random.randrange(len(row))
    if row[i] == row[j]:
        return None
    new = list(row)
    new[i], new[j] = row[j], row[i]
    rows[n] = new
    what = f"{rows[0][i]} and {rows[0][j]} of line {n + 1}: {row[i]!r}, {row[j]!r}"
    return _with_rows(KINDS[1], file, rows, n + 1, what)


def _typed_columns(file: File) -> dict[str, bool]:
    """The columns of a table whose cells are more than texts; whether each holds numbers or flags."""
    layer = _layer(file)
    if layer in FORMATS:
        columns = FORMATS[layer].columns
        return {c.name: c.form in {"number", "flag", "decimal"} for c in columns if c.form != "text"}
    if file.name in TABLES.values():
        hints = get_type_hints(next(kind for kind, name in TABLES.items() if name == file.name))
        typed = {name: hint not in {Hex, Unit, AirUnit} for name, hint in hints.items() if hint is not str}
        return {**typed, "kind": False, "confidence": False}
    return dict.fromkeys(("id", "book", "rule", "kind"), False)


def wrong_type_of_cell(file: File, random: Random) -> Mistake | None:
    """A cell of a number, a flag, a hex or a word that is none."""
    rows = _rows(file)
    columns = _typed_columns(file)
    n = random.randrange(1, len(rows))
    typed = [i for i, name in enumerate(rows[0]) if name in columns and rows[n][i]]
    if not typed:
        return None
    i = random.choice(typed)
    new = random.choice(("many", "1.5.2", "?")) if columns[rows[0][i]] else "17"
    rows[n] = [*rows[n][:i], new, *rows[n][i + 1 :]]
    return _with_rows(KINDS[2], file, rows, n + 1, f"{rows[0][i]} = {new}")


def repeat_row(file: File, random: Random) -> Mistake | None:
    """A row that stands twice, the second time with another source."""
    rows = _rows(file)
    n = random.randrange(1, len(rows))
    again = list(rows[n])
    if "source" in rows[0]:
        again[rows[0].index("source")] = "from memory"
    at = random.randrange(n + 1, len(rows) + 1)
    rows.insert(at, again)
    return _with_rows(KINDS[3], file, rows, at + 1, f"line {n + 1} again in line {at + 1}")


def dangle_cell(file: File, random: Random) -> Mistake | None:
    """A hex off the map, or a country, district or group with a typo."""
    rows = _rows(file)
    n = random.randrange(1, len(rows))
    names = {"country_1939", "district", "annexed_wk", "owner_1939", "capital_of", "multi_hex_group"}
    names |= {"book", "chart", "nation"}
    found = [i for i, name in enumerate(rows[0]) if rows[n][i] and (name in names or name.startswith("hex"))]
    if not found:
        return None
    i = random.choice(found)
    old = rows[n][i]
    new = f"{old.partition(':')[0]}:9{random.randrange(999):03}" if _HEX.fullmatch(old) else typo(old, random)
    rows[n] = [*rows[n][:i], new, *rows[n][i + 1 :]]
    return _with_rows(KINDS[4], file, rows, n + 1, f"{rows[0][i]}: {old} -> {new}")


def part_hexes(file: File, random: Random) -> Mistake | None:
    """A hexside between hexes that do not adjoin, or a line that leaps over one."""
    rows = _rows(file)
    n = random.randrange(1, len(rows))
    head = rows[0]
    if _layer(file) == "hexsides":
        i = head.index("hex_b")
        new = random.choice([h for h in file.board.hexes if file.board.distance(h, Hex(rows[n][i])) > 1])
    else:
        i = head.index("path")
        path = rows[n][i].split(";")
        gaps = [k for k in range(1, len(path) - 1) if not _adjacent(file.board, path[k - 1], path[k + 1])]
        if not gaps:
            return None
        k = random.choice(gaps)
        new = Hex(";".join([*path[:k], *path[k + 1 :]]))
    old = rows[n][i]
    rows[n] = [*rows[n][:i], new, *rows[n][i + 1 :]]
    return _with_rows(KINDS[5], file, rows, n + 1, f"{old} -> {new}")


def _adjacent(board: Board, a: str, b: str) -> bool:
    return Hex(a) in board.index and Hex(b) in board.index and board.is_adjacent(Hex(a), Hex(b))


def line_through_sea(file: File, random: Random) -> Mistake | None:
    """A line that goes through a hex of sea on its way, or ends in one."""
    rows = _rows(file)
    i = rows[0].index("path")
    ways = [(n, path) for n, row in enumerate(rows[1:], 1) for path in _wet_paths(row[i].split(";"), file.board)]
    if not ways:
        return None
    n, path = random.choice(ways)
    if rows[n][0] == "rail_ferry":
        return None
    rows[n] = [*rows[n][:i], ";".join(path), *rows[n][i + 1 :]]
    return _with_rows(KINDS[6], file, rows, n + 1, f"line {n + 1} by {';'.join(path)}")


def _wet_paths(path: list[str], board: Board) -> Iterator[list[str]]:
    on_board = [ref for ref in path if Hex(ref) in board.index]
    if len(on_board) < len(path):
        return
    for k, (a, b) in enumerate(pairwise(path), 1):
        for wet in board.neighbors_of(Hex(a)):
            if board.surface(wet) == "sea" and board.is_adjacent(wet, Hex(b)):
                yield [*path[:k], wet, *path[k:]]
    for wet in board.neighbors_of(Hex(path[-1])):
        if board.surface(wet) == "sea":
            yield [*path, wet]


# --- orders of battle and positions ----------------------------------------------------------------------------------

_RATING = re.compile(r"(?<![\w:/.-])\d+(?:-\d+){1,2}\*?(?:\(\d+(?:-\d+){1,2}\*?\))?(?= [A-Z])")
_TYPE = re.compile(r"(?<=[\d*)] )((?:[A-Z][A-Za-z]+ )?)([A-Z][A-Za-z]+)(?= (?:XX|X|III|II)\b)")
_WORDS = re.compile(
    r"(?m)^(start|status|source|ORDER OF BATTLE|SIDE|THEATER|deploy|arrive|withdraw|transfer|convert|form|complete"
    r"|rebuild|release|disband|garrison|owner|weather"
    r"|INITIAL FORCES|REINFORCEMENTS|REPLACEMENTS|BREAKDOWNS|GARRISONS)\b"
    r"|(?<=@ )(district|area|edge)(?= )|(?<=; )(full|from|to|if)(?= )"
)
_NATION = re.compile(r"(?m)^([A-Z]{4,})(?=[ :\[])[^\n]*:$|(?<=[\d:,|] )([a-z]{2})(?= \d+-)")
_SOURCES = re.compile(r"\{(\w+)")


def _pieces(file: File) -> list[re.Match[str]]:
    """The ratings of ground counters, without those in remarks and at the head."""
    return [m for m in _RATING.finditer(file.text) if _is_body(file.text, m.start())]


def _is_body(text: str, place: int) -> bool:
    before = text[text.rfind("\n", 0, place) + 1 : place]
    return "#" not in before and not before.startswith(("source", "ORDER"))


def misspell_word(file: File, random: Random) -> Mistake | None:
    """A word of the notation with a typo."""
    found = [m for m in _WORDS.finditer(file.text) if _is_body(file.text, m.start()) or m[1]]
    if not found:
        return None
    match = random.choice(found)
    wrong = typo(match[0], random)
    return _spoilt(KINDS[0], file, *match.span(), wrong, f"{match[0]} -> {wrong}", wrong)


def misplace_word(file: File, random: Random) -> Mistake | None:
    """Rating and type that have changed places, or a line of the head or a moment at the wrong place."""
    found = [m for m in _TYPE.finditer(file.text) if _is_body(file.text, m.start())]
    heads = list(re.finditer(r"(?m)^(?:start|source) [^\n]*\n", file.text))
    if heads and random.random() < 1 / 3:
        return _head_line_below(file, random.choice(heads))
    if not found:
        return None
    match = random.choice(found)
    start = file.text.rfind(" ", 0, match.start() - 1) + 1
    rating = file.text[start : match.start() - 1]
    new = f"{match[0]} {rating}"
    return _spoilt(KINDS[1], file, start, match.end(), new, f"{rating} {match[0]} -> {new}", rating)


def _head_line_below(file: File, line: re.Match[str]) -> Mistake:
    text = file.text[: line.start()] + file.text[line.end() :]
    text = text.rstrip("\n") + "\n" + line[0]
    return Mistake(
        KINDS[1], file.path, text, frozenset({text.count("\n")}), (line[0].split()[0],), f"{line[0].strip()} last"
    )


def wrong_type_of_word(file: File, random: Random) -> Mistake | None:
    """A word where a number or a hex should be."""
    found = [*_pieces(file), *(m for m in _HEX.finditer(file.text) if _is_body(file.text, m.start()))]
    if not found:
        return None
    match = random.choice(found)
    new = random.choice(("strong", "?", "x-y", "seven-6"))
    return _spoilt(KINDS[2], file, *match.span(), new, f"{match[0]} -> {new}", new)


def repeat_entry(file: File, random: Random) -> Mistake | None:
    """A line that stands twice: an entry with its id, or a line of a position."""
    lines = file.text.split("\n")
    found = [n for n, line in enumerate(lines) if _is_whole_entry(line)]
    if not found:
        return None
    n = random.choice(found)
    at = random.choice([m for m in found if m >= n]) + 1
    text = "\n".join([*lines[:at], lines[n], *lines[at:]])
    return Mistake(KINDS[3], file.path, text, frozenset({n + 1, at + 1}), (), f"line {n + 1} again in line {at + 1}")


def _is_whole_entry(line: str) -> bool:
    return re.search(r"<\w+>|^(?:source|owner) ", line) is not None or _HEX.match(line) is not None


def dangle_word(file: File, random: Random) -> Mistake | None:
    """A source, hex, or nation that there is not."""
    hexes = [(m, m[1] + ":9" + m[2][1:]) for m in _HEX.finditer(file.text)]
    sources = [(m, "{zz9") for m in _SOURCES.finditer(file.text)]
    nations = [(m, "") for m in _NATION.finditer(file.text)]
    groups = [[(m, new) for m, new in group if _is_body(file.text, m.start())] for group in (hexes, sources, nations)]
    if not any(groups):
        return None
    match, new = random.choice(random.choice([group for group in groups if group]))
    span = match.span() if new else match.span(1 if match[1] else 2)
    old = file.text[slice(*span)]
    new = new or typo(old, random)
    return _spoilt(KINDS[4], file, *span, new, f"{old} -> {new}", new)


def nonsense_rating(file: File, random: Random) -> Mistake | None:
    """A rating that no counter bears."""
    found = _pieces(file)
    if not found:
        return None
    match = random.choice(found)
    new = _nonsense(match[0], random)
    return _spoilt(KINDS[7], file, *match.span(), new, f"{match[0]} -> {new}", new)


def _nonsense(rating: str, random: Random) -> str:
    full, _, cadre = rating.partition("(")
    numbers = full.rstrip("*").split("-")
    dot = "*" if full.endswith("*") else ""
    rest = f"({cadre}" if cadre else ""
    ways = [
        "-".join([*numbers[:-1], "60"]) + dot + rest,
        "-".join([f"{numbers[0]}0", *(f"{n}0" for n in numbers[1:-1]), numbers[-1]]) + dot + rest,
        "-".join([*numbers, "2", "3"]) + dot + rest,
        "-".join([*numbers[:-1], "O"]) + dot + rest,
        f"{full}({int(numbers[0]) + 3}-{numbers[-1]})",
    ]
    if numbers[0] == "0":
        ways.pop(1)
    return random.choice(ways)


def late_turn(file: File, random: Random) -> Mistake | None:
    """A turn that the game has not."""
    found = [m for m in _TURN.finditer(file.text) if re.match(r"=|start|\w{3} I", _line(file.text, m.start()))]
    found = [m for m in found if _is_body(file.text, m.start())]
    if not found:
        return None
    match = random.choice(found)
    new = _late(match[0], random)
    return _spoilt(KINDS[8], file, *match.span(), new, f"{match[0]} -> {new}", new)


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 :].partition("\n")[0]


def enemy_soil(file: File, random: Random) -> Mistake | None:
    """A unit that stands in a hex of the enemy, or of a neutral country."""
    found = [m for m in _HEX.finditer(file.text) if _is_body(file.text, m.start()) and _side_at(file, m.start())]
    if not found:
        return None
    match = random.choice(found)
    new = random.choice(file.enemy[_side_at(file, match.start())])
    return _spoilt(KINDS[9], file, *match.span(), new, f"{match[0]} -> {new}")


def _side_at(file: File, place: int) -> str:
    """The side of the ground counters of a line, or "" where nobody can tell."""
    line = _line(file.text, place)
    if not _RATING.search(line):
        return ""
    if file.form == "position":
        codes = set(re.findall(r"(?:^|, |\d{4} )([a-z]{2}) ", line))
        sides = {"Axis" if code in {"ge", "it"} else "Allied" for code in codes}
        return sides.pop() if len(sides) == 1 and "neutral" not in line else ""
    side = re.findall(r"(?m)^SIDE (\w+)", file.text[:place])
    single = line.count("@") == 1 and len(_HEX.findall(line)) == 1 and line.startswith("deploy") | line[:1].isdigit()
    return side[-1] if side and single and side[-1] in file.enemy else ""


def over_stack(file: File, random: Random) -> Mistake | None:
    """More units in a hex than may stack there."""
    found = [m for m in _pieces(file) if _single_place(file, m.start())]
    if not found:
        return None
    match = random.choice(found)
    start = file.text.rfind("\n", 0, match.start()) + 1
    line = _line(file.text, match.start())
    number = _line_of(file.text, start)
    if file.form == "position":
        size = re.match(r"[^,<]*?(?:XX|III|X)\b", file.text[match.start() :])
        nation = file.text[match.start() - 3 : match.start() - 1]
        new = f"{line}, 8x {nation} {size[0]}" if size else ""
    else:
        body = re.match(r"(?:deploy )?(?:\d+x )?([^:@<]*?(?:XX|III|X)\b)", line)
        where = re.search(r"@ [^{<#;]*", line)
        new = f"{line}\n9x {body[1]} {where[0].strip()}" if body and where else ""
    if not new:
        return None
    mistake = _spoilt(KINDS[10], file, start, start + len(line), new, new.rpartition("\n")[2])
    here = _single_place(file, match.start())
    others = {n for n, other in enumerate(mistake.text.split("\n"), 1) if here in other and not other.startswith("#")}
    lines = mistake.lines | others | {number}
    return Mistake(mistake.kind, file.path, mistake.text, lines, (here,), mistake.what)


def _single_place(file: File, place: int) -> str:
    line = _line(file.text, place)
    hexes = _HEX.findall(line)
    if len(hexes) != 1 or not (_side_at(file, place) or file.form == "position"):
        return ""
    return ":".join(hexes[0])


_STRANGE = ("Inff", "Panzr", "Hussars", "Elephant", "Sappers", "Dragoons", "Jaegers", "Uhlans")


def unknown_unit(file: File, random: Random) -> Mistake | None:
    """A unit of a type that there is not, or not in this game."""
    found = [m for m in _TYPE.finditer(file.text) if _is_body(file.text, m.start())]
    if not found:
        return None
    match = random.choice(found)
    new = random.choice((*_STRANGE, typo(match[2], random)))
    return _spoilt(KINDS[11], file, *match.span(2), new, f"{match[2]} -> {new}", new)


# --- which file is spoilt how ----------------------------------------------------------------------------------------

SPOILS: dict[str, dict[str, Spoil]] = {
    KINDS[0]: {"toml": misspell_key, "csv": misspell_column, "ob": misspell_word, "position": misspell_word},
    KINDS[1]: {"toml": misplace_key, "csv": misplace_cell, "ob": misplace_word, "position": misplace_word},
    KINDS[2]: {
        "toml": wrong_type_of_value,
        "csv": wrong_type_of_cell,
        "ob": wrong_type_of_word,
        "position": wrong_type_of_word,
    },
    KINDS[3]: {"toml": repeat_line, "csv": repeat_row, "ob": repeat_entry, "position": repeat_entry},
    KINDS[4]: {"toml": dangle_text, "csv": dangle_cell, "ob": dangle_word, "position": dangle_word},
    KINDS[5]: {"hexsides.csv": part_hexes, "lines.csv": part_hexes},
    KINDS[6]: {"lines.csv": line_through_sea},
    KINDS[7]: {"ob": nonsense_rating, "position": nonsense_rating},
    KINDS[8]: {"toml": late_turn_in_text, "ob": late_turn, "position": late_turn},
    KINDS[9]: {"initial.ob": enemy_soil, "husky.ob": enemy_soil, "jul-43.ob": enemy_soil, "position": enemy_soil},
    KINDS[10]: {"initial.ob": over_stack, "husky.ob": over_stack, "jul-43.ob": over_stack, "position": over_stack},
    KINDS[11]: {"ob": unknown_unit, "position": unknown_unit},
}
"""For each kind of mistake, the files in which it is made, by form or by name, and how."""
