"""The pages of the charts: each chart on a page of its own, as grids, with the source of every value.

A chart is data at addresses such as `hexes.woods.mp.mud.other`. From the addresses alone grids are made: what varies
most goes down, the rest goes across.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from attrs import frozen
from page_text import Words, cite, index_entries, plain

from europa_rules.charts.chart import Chart, Leaf, Path
from europa_rules.charts.provenance import Cell
from europa_rules.matrix import load_matrix
from europa_rules.numbers import show
from europa_rules.provenance import Provenance
from europa_rules.ruleset import Ruleset

FORM = frozenset({"fields", "die", "pick", "columns", "below_first"})
"""What describes the form of a chart and is no value of it."""

FEW = 3
"""As many rows of two names stand in one grid; more are parted by the second name."""

TURNED = 5
"""As few rows of many columns are turned, so that the columns go down."""

MANY = 9
"""More columns than this are set out one below the other."""

PROPER = (
    *("allied", "american", "axis", "belgian", "british", "dutch", "french", "german", "italian"),
    *("belgium", "britain", "france", "germany", "italy", "netherlands", "paris"),
)
"""Names in the data that people write with a capital."""

WORDS = {
    "aa": "AA",
    "adt": "ADT",
    "aec": "AEC",
    "aeca": "AECA",
    "aecd": "AECD",
    "apc": "APC",
    "arp": "ARP",
    "atec": "ATEC",
    "cap": "CAP",
    "cm": "c/m",
    "das": "DAS",
    "drm": "die roll modifier",
    "eto": "ETO",
    **{name: name.capitalize() for name in PROPER},
    "gs": "GS",
    "hq": "HQ",
    "loc": "line of communications",
    "lvt": "LVT",
    "mp": "MPs",
    "mps": "MPs",
    "mto": "MTO",
    "ntp": "NTP",
    "ntps": "NTPs",
    "re": "REs",
    "res": "REs",
    "rp": "RP",
    "ss": "SS",
    "vp": "VPs",
    "zoc": "ZOC",
}
NAMES = {
    "cm_art": "c/m and artillery",
    "c_m": "c/m",
    "combat_motorized": "c/m",
    "from_share": "steps of the proportion",
    "rows": "",
    "uses": "",
    "tables": "",
    "no_aec": "no AEC",
    "when": "when",
}
DOUBT = "?"
"""The mark of every value that nobody has verified, on every chart."""

LETTERS = {
    "rulebook": "b",
    "printed": "p",
    "play-aid": "a",
    "game-report": "g",
    "sibling-title": "s",
    "recalled": "m",
    "estimate": "",
    "geodata": "d",
    "historical": "h",
    "reconstructed": "r",
}
"""The letter of each kind of source, the same on every chart."""

Rest = tuple[str, ...]
Pages = dict[str, str]


def in_words(name: str) -> str:
    """A name of the data in words: to_hex_in_zoc becomes "to hex in ZOC".

    >>> in_words("german_cm"), in_words("3:1")
    ('German c/m', '3:1')
    """
    if name in NAMES:
        return NAMES[name]
    return " ".join(WORDS.get(word, word) for word in name.split("_"))


def chart_pages(games: Mapping[str, Ruleset], words: Words) -> Pages:
    """A page for each chart, and one that lists them. games: by book. words: other words for charts."""
    charts: dict[str, dict[str, Chart]] = {}
    for book, rules in games.items():
        for name in rules.charts.names:
            chart = rules.charts[name]
            charts.setdefault(chart.id, {})[book] = chart
    ordered = dict(sorted(charts.items(), key=lambda item: next(iter(item[1].values())).title))
    made = {f"chart-{name}.md": _page(of_books, games, words.of_chart(name)) for name, of_books in ordered.items()}
    return {"charts.md": _overview(ordered), **made}


def title_of(of_books: Mapping[str, Chart]) -> str:
    """The title of a chart."""
    return next(iter(of_books.values())).title


def _overview(charts: Mapping[str, Mapping[str, Chart]]) -> str:
    lines = [
        "# Charts",
        "",
        "The printed charts are not available. Each value says where it comes from and how sure that is: *rulebook* is",
        "the text of the book, *play-aid* a player's aid, *recalled* a memory of the sheet, *estimate* our own. Your",
        "own values stand in a folder of the same tables: `er.load(..., charts=[...])`, see",
        "[the format of charts](../chart-format.md).",
        "",
        f"The marks are the same on every chart: no mark, the rulebook says so; {DOUBT}, not verified; {DOUBT} alone,",
        f"an estimate. Letters: {', '.join(f'{letter} {kind}' for kind, letter in LETTERS.items() if letter)}.",
        "",
        "The columns count the values of each chart, and how many of them nobody has verified.",
        "",
        "```{toctree}",
        ":hidden:",
        "",
        *(f"chart-{name}" for name in charts),
        "```",
        "",
        "| chart | FoF | SF |",
        "|---|---|---|",
    ]
    for name, of_books in charts.items():
        told = (_counted(of_books[book]) if book in of_books else "no such chart" for book in ("FoF", "SF"))
        lines.append(f"| [{plain(title_of(of_books))}](chart-{name}.md) | {' | '.join(told)} |")
    return "\n".join([*lines, ""])


def values_of(chart: Chart) -> dict[Path, Cell[Leaf]]:
    """The values of a chart, without the cells that describe its form."""
    return {path: cell for path, cell in chart.cells.items() if path[0] not in FORM}


def _counted(chart: Chart) -> str:
    values = values_of(chart).values()
    unsure = sum(not cell.provenance.is_verified for cell in values)
    return f"{len(values)}, {unsure} not verified" if unsure else str(len(values))


def _page(of_books: Mapping[str, Chart], games: Mapping[str, Ruleset], words: Sequence[str]) -> str:
    lines = index_entries([title_of(of_books), *words])
    lines += [f"# {plain(title_of(of_books))}", ""]
    if words:
        lines += [f"Also: {', '.join(map(plain, words))}.", ""]
    rules = sorted(dict.fromkeys(r for chart in of_books.values() for r in chart.rules), key=lambda rule: rule.book)
    if rules:
        lines += [f"Rules: {'; '.join(cite(rule, load_matrix().title(rule)) for rule in rules)}.", ""]
    first, *others = of_books.values()
    if others and _same(first, others[0]):
        lines += ["The chart is the same in both games.", "", *_chart(first, 2)]
    else:
        for book, chart in of_books.items():
            lines += [f"## {games[book].variant.title}", "", *_chart(chart, 3)]
    return "\n".join(lines)


def _same(one: Chart, other: Chart) -> bool:
    a, b = values_of(one), values_of(other)
    return a.keys() == b.keys() and all(a[p].value == b[p].value and a[p].provenance == b[p].provenance for p in a)


# --- one chart -------------------------------------------------------------------------------------------------------


@frozen
class Grid:
    """A table: what goes down, what goes across, and the cells.

    Attributes:
        title: what it shows, "" where its chart says enough.
        down: the rows, from the top.
        across: the columns, from the left.
        cells: by row and column.
    """

    title: str
    down: tuple[str, ...]
    across: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell[Leaf]]


def _chart(chart: Chart, level: int) -> Iterator[str]:
    values = values_of(chart)
    yield from _verified(values.values())
    if "die" in chart.rows():
        dice = {1: "one die", 2: "two dice"}.get(int(chart.number("die", "dice").value), "dice")
        yield f"Roll {dice}; the modified roll goes down, from the first row to the last, and nothing lies beyond them."
        yield ""
    for grid in grids_of(values):
        if grid.title:
            yield f"{'#' * level} {plain(grid.title[0].upper() + grid.title[1:])}"
            yield ""
        yield from _table(grid)
    if any(cell.value == "P" for cell in values.values()):
        yield from ["P: prohibited.", ""]
    if chart.notes:
        yield "Remarks: " + "; ".join(plain(note) for note in chart.notes) + "."
        yield ""
    yield from _sources(values.values())
    yield from _addresses(values)


def sign_of(source: Provenance) -> str:
    """The mark of a source: none for the text of the book, a letter for others, `DOUBT` first if not verified.

    >>> sign_of(Provenance("rulebook", "", "high")), sign_of(Provenance("estimate", "", "low"))
    ('', '?')
    >>> sign_of(Provenance("play-aid", "", "high")), sign_of(Provenance("play-aid", "", "medium"))
    ('a', '?a')
    """
    if source.is_verified:
        return "" if source.kind == "rulebook" else LETTERS[source.kind]
    return DOUBT + LETTERS[source.kind]


def _sources(cells: Iterable[Cell[Leaf]]) -> Iterator[str]:
    """The key of the marks that a chart has."""
    found = dict[str, Counter[str]]()
    for cell in cells:
        found.setdefault(sign_of(cell.provenance), Counter())[str(cell.provenance)] += 1
    told = [
        f"{sign or 'No mark'}: {', '.join(f'{source} ({_values(number)})' for source, number in counts.most_common())}"
        for sign, counts in sorted(found.items())
    ]
    if told:
        yield f"*Where the values come from, and how sure that is. {'; '.join(told)}.*"
        yield ""


def _values(number: int) -> str:
    return f"{number} value{'s' if number > 1 else ''}"


def _verified(cells: Collection[Cell[Leaf]]) -> Iterator[str]:
    """How many values nobody has verified, before a reader relies on them."""
    unsure = sum(not cell.provenance.is_verified for cell in cells)
    if unsure:
        yield f"*{unsure} of {len(cells)} values are not verified: each of them carries a {DOUBT}.*"
        yield ""


def _addresses(values: Mapping[Path, Cell[Leaf]]) -> Iterator[str]:
    """The addresses of all values by their source, for people who mend charts; no search finds them."""
    by_source = dict[str, list[str]]()
    for path, cell in values.items():
        by_source.setdefault(str(cell.provenance), []).append(".".join(path))
    yield "::::{container} no-search"
    yield ":::{admonition} Addresses of the values, for your own charts"
    yield ":class: dropdown"
    yield ""
    for source, addresses in by_source.items():
        yield f"{source}: {', '.join(f'`{address}`' for address in addresses)}."
        yield ""
    yield ":::"
    yield "::::"
    yield ""


def grids_of(values: Mapping[Path, Cell[Leaf]]) -> list[Grid]:
    """The grids of a chart, in the order of its values.

    >>> from europa_rules import load
    >>> [grid] = [g for g in grids_of(values_of(load("sf").charts["zoc_costs"])) if "costs" in g.title]
    >>> grid.across
    ('to hex without ZOC', 'to hex in ZOC')
    """
    heads = dict[str, dict[Rest, Cell[Leaf]]]()
    for path, cell in values.items():
        heads.setdefault(path[0], {})[path[1:]] = cell
    single = {head: cells[()] for head, cells in heads.items() if () in cells}
    found = [grid for head, cells in heads.items() if () not in cells for grid in _of_head(head, cells)]
    if single:
        cells = {(in_words(head), "value"): cell for head, cell in single.items()}
        found.append(Grid("further values" if found else "", tuple(map(in_words, single)), ("value",), cells))
    return found


def _of_head(head: str, cells: Mapping[Rest, Cell[Leaf]]) -> Iterator[Grid]:
    """The grids of what stands under one name of a chart."""
    title = in_words(head)
    for depth in sorted({len(rest) for rest in cells}):
        level = {rest: cell for rest, cell in cells.items() if len(rest) == depth}
        match depth:
            case 1:
                yield _grid(title, level, lambda rest: (rest[0],), lambda rest: ("value",))
            case 2:
                yield _grid(title, level, lambda rest: rest[:1], lambda rest: rest[1:])
            case 3:
                yield from _three(title, level)
            case _:
                yield from _four(title, level)


def _three(title: str, cells: Mapping[Rest, Cell[Leaf]]) -> Iterator[Grid]:
    """Rows of two names where the second are alike in what they have; otherwise a grid for each second name."""
    leaves = dict[str, set[str]]()
    for _, middle, leaf in cells:
        leaves.setdefault(middle, set()).add(leaf)
    rows = Counter(middle for _, middle in {rest[:2] for rest in cells})
    if len(leaves) > 1 and max(rows.values()) <= FEW and set.intersection(*leaves.values()):
        yield _grid(title, cells, lambda rest: rest[:2], lambda rest: rest[2:])
        return
    for middle in leaves:
        part = {rest: cell for rest, cell in cells.items() if rest[1] == middle}
        yield _grid(_titled(title, middle), part, lambda rest: rest[:1], lambda rest: rest[2:])


def _four(title: str, cells: Mapping[Rest, Cell[Leaf]]) -> Iterator[Grid]:
    """A grid for each last name where the third are shared by many rows; else rows of all but the last name."""
    for middle in dict.fromkeys(rest[1] for rest in cells):
        part = {rest: cell for rest, cell in cells.items() if rest[1] == middle}
        rows, thirds = {rest[0] for rest in part}, {rest[2] for rest in part}
        if len(thirds) < len(rows):
            for last in dict.fromkeys(rest[-1] for rest in part):
                chosen = {rest: cell for rest, cell in part.items() if rest[-1] == last}
                named = _titled(_titled(title, middle), last)
                yield _grid(named, chosen, lambda rest: rest[:1], lambda rest: rest[2:-1])
        else:
            yield _grid(_titled(title, middle), part, lambda rest: (rest[0], *rest[2:-1]), lambda rest: rest[-1:])


def _titled(title: str, name: str) -> str:
    return ": ".join(filter(None, (title, in_words(name))))


def _grid(
    title: str, cells: Mapping[Rest, Cell[Leaf]], down: Callable[[Rest], Rest], across: Callable[[Rest], Rest]
) -> Grid:
    def told(names: Rest) -> str:
        return ", ".join(map(in_words, names))

    at = {(told(down(rest)), told(across(rest))): cell for rest, cell in cells.items()}
    rows, columns = (tuple(dict.fromkeys(key[i] for key in at)) for i in (0, 1))
    if all(re.fullmatch(r"-?\d+", row) for row in rows):
        rows = tuple(sorted(rows, key=int))
    return Grid(title, rows, columns, at)


def _table(grid: Grid) -> Iterator[str]:
    """A grid as a table; one of many columns and few values a row as a list of rows."""
    if len(grid.across) > MANY and len(grid.down) <= TURNED:
        grid = Grid(grid.title, grid.across, grid.down, {(c, r): cell for (r, c), cell in grid.cells.items()})
    sparse = len(grid.cells) * 2 < len(grid.down) * len(grid.across)
    if len(grid.across) > MANY and (sparse or any(len(_value(cell.value)) > 24 for cell in grid.cells.values())):
        for row in grid.down:
            told = (f"{plain(c)} {_told(grid.cells[row, c])}" for c in grid.across if (row, c) in grid.cells)
            yield f"- **{plain(row)}**: {'; '.join(told)}"
        yield ""
        return
    yield f"| | {' | '.join(plain(column) for column in grid.across)} |"
    yield "|---" * (len(grid.across) + 1) + "|"
    for row in grid.down:
        told = (_told(grid.cells[row, c]) if (row, c) in grid.cells else "" for c in grid.across)
        yield f"| **{plain(row)}** | {' | '.join(told)} |"
    yield ""


def _told(cell: Cell[Leaf]) -> str:
    sign = sign_of(cell.provenance)
    return plain(_value(cell.value)) + (f"{{sup}}`{sign}`" if sign else "")


def _value(value: object) -> str:
    """A value for people: yes and no, lists with commas, half of a thing as 1/2."""
    match value:
        case bool():
            return "yes" if value else "no"
        case Fraction():
            return show(value)
        case tuple():
            return ", ".join(map(_value, value)) or "none"
        case {"units": units, "factor": factor, **others}:
            but = "".join(f" {in_words(str(name))} {_value(given)}" for name, given in others.items())
            return f"{_value(units)}{but}: times {_value(factor)}"
        case Mapping():
            return " ".join(f"{in_words(name)} {_value(given)}" for name, given in value.items())
        case _:
            return in_words(value) if isinstance(value, str) and "_" in value else str(value)
