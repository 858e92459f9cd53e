"""Checks of the tables of the rule matrix (`data/rules/*.csv`): their columns and every cell.

Needs a file; gives every fault with its line and column. Charts that rows name must be charts of a game, or material
of the box that is in no chart here.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from europa_rules.checks.kinds import Kind, Surroundings
from europa_rules.errors import Fault, nearest
from europa_rules.remembered import remembered
from europa_rules.unit_types import CHART_FILE

COLUMNS = ("id", "book", "rule", "kind", "subject", "statement", "chart", "other_book")
ROW_KINDS = ("definition", "number", "restriction", "permission", "effect", "sequence", "advanced", "optional")
"""The kinds of row (see `matrix.RuleRow`)."""
BOX_MATERIAL = ("air_chart", "corps_wing_display", "german_reorganization", "order_of_battle", "sequence_of_play")
"""What rows name as their chart and what is no chart here."""

_ROW = Mapping[str, str]
_ID = re.compile(r"[A-Z]+-[0-9A-Za-z]+-\d\d\Z")
_FORMS = {
    "book": (re.compile(r"[A-Z][A-Za-z]*\Z"), "the name of a book"),
    "rule": (re.compile(r"(?:\d+(?:[A-Z](?:\d+(?:[a-z]\d*)?)?)?|[A-Z]+)\Z"), "the number of a rule, such as 12D2a"),
    "subject": (re.compile(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*\Z"), "a word in small letters, such as air-combat"),
    "statement": (re.compile(r".*[A-Za-z].* .*\Z", re.DOTALL), "a statement in our words"),
    "other_book": (re.compile(r"(?:yes|no|absent in [A-Z][A-Za-z]*)\b.*\Z", re.DOTALL), "yes, no or absent, and how"),
}
"""The pattern of each cell, and what it asks for."""


def rule_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a table of rules."""
    try:
        reader = csv.reader(io.StringIO(place.read_text(encoding="utf-8-sig"), newline=""), strict=True)
        rows = [(reader.line_num, cells) for cells in reader]
    except (UnicodeDecodeError, csv.Error) as error:
        yield Fault(str(place), "the file", str(error), "comma-separated values in UTF-8")
        return
    header = rows[0][1] if rows else []
    if header != list(COLUMNS):
        strange = next((name for name in header if name not in COLUMNS), "")
        near = nearest(strange, COLUMNS)
        found = f"'{strange}'" if strange else ", ".join(header)
        yield Fault(str(place), "line 1", found, f"the columns {', '.join(COLUMNS)}", near)
        return
    seen: dict[str, int] = {}
    for line, cells in rows[1:]:
        if len(cells) != len(COLUMNS):
            yield Fault(str(place), f"line {line}", f"{len(cells)} cells", f"{len(COLUMNS)} cells")
            continue
        row = dict(zip(COLUMNS, cells, strict=True))
        for column, found, expected, near in _row_faults(row, seen, line, around):
            yield Fault(str(place), f"line {line}, {column}", found, expected, near)


_Found = tuple[str, str, str, str]


def _row_faults(row: _ROW, seen: dict[str, int], line: int, around: Surroundings) -> Iterator[_Found]:
    """What is wrong with a row: column, what was found, what would be right, the nearest right word."""
    for column, (form, expected) in _FORMS.items():
        if not form.match(row[column]):
            yield column, f"'{row[column]}'", expected, ""
    beginning = f"{row['book'].upper()}-{row['rule']}-"
    if not _ID.match(row["id"]) or not row["id"].startswith(beginning):
        yield "id", f"'{row['id']}'", f"{beginning} and a number, such as {beginning}01", ""
    if row["id"] in seen:
        yield "id", f"'{row['id']}' again", f"one row of an id (see line {seen[row['id']]})", ""
    seen.setdefault(row["id"], line)
    books = {variant.book for variant in around.variants.values()} - {""}
    if row["book"] not in books:
        yield "book", f"'{row['book']}'", f"one of {', '.join(sorted(books))}", nearest(row["book"], books)
    if row["kind"] not in ROW_KINDS:
        yield "kind", f"'{row['kind']}'", f"one of {', '.join(ROW_KINDS)}", nearest(row["kind"], ROW_KINDS)
    charts = _chart_names(around)
    if row["chart"] and row["chart"] not in charts:
        yield "chart", f"'{row['chart']}'", "the name of a chart", nearest(row["chart"], charts)


@remembered()
def _chart_names(around: Surroundings) -> frozenset[str]:
    """The names of all charts of all games, and other names for them."""
    games = [around.usable(variant).charts for variant in around.variants]
    charts = [charts[name] for charts in games for name in charts]
    own = {name for chart in charts for name in (chart.id, *chart.aliases)}
    return frozenset({*own, *BOX_MATERIAL, CHART_FILE.removesuffix(".toml")})


def _is_table(place: Path) -> bool:
    return place.suffix == ".csv" and place.parts[-3:-1] == ("data", "rules") and place.is_file()


KIND = Kind("rule table", _is_table, rule_faults)
