"""The generic forms of charts: die matrix, set of die matrices, record table, lists.

A chart that has no module of its own is read in one of these. They know how a table is looked up, never what it is for.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from attrs import frozen

from europa_rules.charts.chart import Chart, Leaf
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import ANY, REMARKS, ROLL, Field, Free, Group, Node, Rows
from europa_rules.errors import Fault, nearest, unknown
from europa_rules.numbers import Number

FORMS = ("die_matrix", "die_matrix_set", "record_table", "lists")
PICKS = ("largest_not_above", "clamp", "exact")

_ROLLS = Rows(Rows(Field(), ANY), ROLL, say="a die roll")
_FACTS = ("when", "option", "column", "table")
_LOOKED_UP: Mapping[str, Field] = {
    **dict.fromkeys(("at_night", "with_torpedoes"), Field("flag", required=False)),
    "from_turn": Field("text", required=False),
    **dict.fromkeys(
        (
            "codes",
            "firer_prefixes",
            "firer_without",
            "firers",
            "missions",
            "only_codes",
            "only_types",
            "other_missions",
            "prefixes",
            "target_prefixes",
            "target_without",
            "targets",
            "types",
            "without_codes",
        ),
        Field("texts", required=False),
    ),
}
"""Facts of modifiers that rules look up."""
_MODIFIER = Group(
    {"drm": Field("whole"), **{name: Field("text", required=False) for name in _FACTS}, **_LOOKED_UP}, others=Free()
)
MATRIX_SHAPE = Group(
    {
        "die": Group({"dice": Field("whole", 1), "lowest": Field("whole"), "highest": Field("whole")}),
        "columns": Field(),
        "pick": Field("text", words=PICKS),
        "rows": _ROLLS,
        "results": Rows(Field("text"), ANY),
        "modifiers": Rows(_MODIFIER, required=False),
    },
)
MATRIX_SET_SHAPE = Group(
    {
        **{name: node for name, node in MATRIX_SHAPE.fields.items() if name != "rows"},
        "tables": Rows(Group({"rows": _ROLLS}), ANY),
    },
)
LISTS_SHAPE = Group({"lists": Rows(Field("texts"), ANY)})


@frozen
class Modifier:
    """A die roll modifier of a table: its number, and for people when it applies."""

    name: str
    drm: Cell[int]
    when: str
    option: str
    facts: Mapping[str, str]


def modifier(chart: Chart, *path: str) -> Modifier:
    """The modifier at an address."""
    facts = {k: str(chart.cell(*path, k).value) for k in chart.rows(*path) if k not in {"drm", "when", "option"}}
    return Modifier(
        path[-1], chart.whole(*path, "drm"), chart.text_or("", *path, "when"), chart.text_or("", *path, "option"), facts
    )


@lru_cache(maxsize=128)
def _numbered(columns: tuple[str, ...]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The columns that are numbers, from left to right, and their names."""
    names = tuple(name for name in columns if ROLL.match(name))
    return tuple(map(int, names)), names


@frozen(eq=False)
class DieMatrix:
    """A table of die rolls by columns.

    Attributes:
        dice: how many dice are summed.
        lowest: the first row; a lower modified roll uses it.
        highest: the last row; a higher modified roll uses it.
        columns: names or numbers, left to right.
        pick: how the column is found: "largest_not_above" a strength, "clamp" to the ends, or "exact".
        results: what each result means.
        modifiers: by name.

    >>> from europa_rules.charts import bundled_charts
    >>> table = bundled_charts().matrix("bombing")
    >>> table.column_for(8), table["5", 4].value
    ('5', 'H')
    """

    name: str
    dice: int
    lowest: int
    highest: int
    columns: tuple[str, ...]
    pick: str
    cells: Mapping[tuple[str, int], Cell[Leaf]]
    results: Mapping[str, str]
    modifiers: Mapping[str, Modifier]

    def column_for(self, value: Number | str) -> str | None:
        """The column for a strength, a differential or a name; None below the first of a "largest_not_above" table."""
        if self.pick == "exact" or isinstance(value, str):
            if str(value) not in self.columns:
                raise unknown(f"column of {self.name}", str(value), self.columns)
            return str(value)
        numbers, names = _numbered(self.columns)
        at = bisect_right(numbers, value)
        if at:
            return names[at - 1]
        return names[0] if self.pick == "clamp" else None

    def __getitem__(self, at: tuple[str, int]) -> Cell[Leaf]:
        """The result of a column and a modified roll."""
        column, roll = at
        if column not in self.columns:
            raise unknown(f"column of {self.name}", column, self.columns)
        return self.cells[column, max(self.lowest, min(self.highest, roll))]


def columns_of(chart: Chart) -> tuple[str, ...]:
    """The column names of a die matrix; numbers become texts."""
    return chart.texts("columns")


@lru_cache(maxsize=128)
def die_matrix(chart: Chart, *table: str) -> DieMatrix:
    """The matrix of a chart, or that of one of its tables (`"tables", "C"`)."""
    columns = columns_of(chart)
    rolls = sorted(int(roll) for roll in chart.rows(*table, "rows"))
    return DieMatrix(
        ".".join((chart.id, *table)),
        chart.whole("die", "dice").value,
        rolls[0],
        rolls[-1],
        columns,
        str(chart.cell("pick").value),
        {(c, r): chart.cell(*table, "rows", str(r), c) for c in columns for r in rolls},
        {name: str(chart.cell("results", name).value) for name in chart.rows("results")},
        {name: modifier(chart, "modifiers", name) for name in chart.rows("modifiers")},
    )


def field_shape(chart: Chart, name: str) -> Field:
    """The shape of a field of a record table, as the chart's own head `fields` declares it."""
    least = chart.find("fields", name, "least")
    return Field(
        chart.text_or("any", "fields", name, "of"),
        least.value if least is not None and isinstance(least.value, int) else None,
        chart.texts("fields", name, "words"),
        required=not chart.flag("fields", name, "optional"),
        unit=chart.text_or("", "fields", name, "unit"),
    )


def record_shape(chart: Chart) -> Group:
    """The shape of a record table, from its own head."""
    head: dict[str, Node] = {
        "of": Field("text", words=("number", "whole", "flag", "text", "texts", "numbers", "any")),
        "least": Field("whole", required=False),
        "words": Field("texts", required=False),
        "unit": Field("text", required=False),
        "optional": Field("flag", required=False),
    }
    fields = {name: field_shape(chart, name) for name in chart.rows("fields")}
    row: dict[str, Node] = {name: Free(f.required) if f.of == "any" else f for name, f in fields.items()}
    return Group({"fields": Rows(Group(head)), "rows": Rows(Group(row), ANY)})


def shape_of(chart: Chart) -> Group:
    """The shape of a chart that has no module of its own, with the cells that its head says stand beside the rows."""
    return Group({**_plain_shape(chart).fields, **beside(chart.beside), **_named_lists(chart)})


def _named_lists(chart: Chart) -> dict[str, Node]:
    """The lists that a chart of lists says it has."""
    named = [address.partition(".")[2] for address in chart.beside if address.startswith("lists.")]
    return {"lists": Group({name: Field("texts") for name in named})} if named and chart.form == "lists" else {}


def beside(addresses: Iterable[str]) -> dict[str, Node]:
    """The shape of cells at these addresses; each must be there, but for those of any name ("*").

    >>> sorted(beside(["hit.normal", "levels.*"]))
    ['hit', 'levels']
    """
    below: dict[str, list[str]] = {}
    for address in addresses:
        name, _, rest = address.partition(".")
        below.setdefault(name, []).extend([rest] if rest else [])
    return {name: REMARKS.get(name) or _beside_node(rest) for name, rest in below.items()}


def _beside_node(addresses: Sequence[str]) -> Node:
    if not addresses:
        return Free(required=True)
    nodes = beside(addresses)
    return Rows(nodes["*"], ANY, required=False) if "*" in nodes else Group(nodes)


def _plain_shape(chart: Chart) -> Group:
    match chart.form:
        case "die_matrix":
            return MATRIX_SHAPE
        case "die_matrix_set":
            return MATRIX_SET_SHAPE
        case "lists":
            return LISTS_SHAPE
        case _:
            return record_shape(chart)


def matrix_faults(chart: Chart, damaged: set[tuple[str, tuple[str, ...]]]) -> Iterator[Fault]:
    """Rows that lack a column or a roll or have one too many, and results that the table does not name."""
    yield from _modifier_faults(chart)
    yield from _unused_results(chart)
    tables = [("tables", t) for t in chart.rows("tables")] if chart.form == "die_matrix_set" else [()]
    for table in tables:
        yield from _table_faults(chart, table, damaged)


def _unused_results(chart: Chart) -> Iterator[Fault]:
    """Results that no row has; "number" stands for those that are numbers.

    Rows that another file lays over may have done away with a result: then only one spelt like theirs is a fault.
    """
    rows = [cell for path, cell in chart.cells.items() if "rows" in path]
    used = {str(cell.value) for cell in rows}
    for name in chart.rows("results"):
        if name not in {*used, "number"}:
            fault = _stranger(chart, ("results", name), "a result of some row, or 'number'", nearest(name, used))
            if fault.suggestion or all(cell.file == fault.file for cell in rows):
                yield fault


def _modifier_faults(chart: Chart) -> Iterator[Fault]:
    """Facts of a modifier that no other one has, and whose name is like that of a fact that others have."""
    named = Counter(fact for row in chart.rows("modifiers") for fact in chart.rows("modifiers", row))
    known = [*_FACTS, *_LOOKED_UP, "drm", "note", "provenance", *(name for name, number in named.items() if number > 1)]
    for row in chart.rows("modifiers"):
        for fact in chart.rows("modifiers", row):
            near = "" if fact in known else nearest(fact, known)
            if near:
                yield _stranger(chart, ("modifiers", row, fact), f"a fact of modifiers: {', '.join(known)}", near)


def _table_faults(chart: Chart, table: tuple[str, ...], damaged: set[tuple[str, tuple[str, ...]]]) -> Iterator[Fault]:
    bounds = [chart.find("die", end) for end in ("lowest", "highest")]
    low, high = (b.value if b is not None and isinstance(b.value, int) else 0 for b in bounds)
    known = chart.rows("results")
    rolls = [str(r) for r in range(low, high + 1)]
    for roll in chart.rows(*table, "rows"):
        if roll not in rolls and ROLL.match(roll):
            yield _stranger(chart, (*table, "rows", roll), f"a roll from {low} to {high}", "")
    for roll in rolls:
        if (chart.id, (*table, "rows", roll)) in damaged:
            continue
        row = chart.rows(*table, "rows", roll)
        lacking = [c for c in columns_of(chart) if c not in row]
        if lacking:
            expected = f"a cell for each column, {', '.join(lacking)} too"
            last = chart.files[-1]
            yield Fault(last, chart.address(last, (*table, "rows", roll)), f"{len(row)} cells", expected)
        for column in row:
            if column not in columns_of(chart):
                listed = columns_of(chart)
                near = nearest(column, listed)
                yield _stranger(chart, (*table, "rows", roll, column), f"a column: {', '.join(listed)}", near)
            value = chart.cell(*table, "rows", roll, column).value
            if isinstance(value, str) and value not in known:
                file = chart.cell(*table, "rows", roll, column).file
                where = chart.address(file, (*table, "rows", roll, column))
                yield Fault(file, where, f"'{value}'", f"a result: {', '.join(known)}")


def _stranger(chart: Chart, path: tuple[str, ...], expected: str, near: str) -> Fault:
    """The fault of a row or a cell for which the table has no place."""
    cell = next(cell for at, cell in chart.cells.items() if at[: len(path)] == path)
    return Fault(cell.file, chart.address(cell.file, path), f"the name '{path[-1]}'", expected, near)
