"""Reading charts from TOML files, and laying them over each other cell by cell.

A file is a chart, or (with `lays_over`) gives some cells of one; folders apply left to right. All faults of all files
are found in one run, and names that point into another chart are looked up when every file has been read.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path as FilePath
from types import MappingProxyType

from attrs import evolve, field, frozen

from europa_rules.charts.chart import Chart, Leaf, Path, children_of
from europa_rules.charts.forms import FORMS, matrix_faults, shape_of
from europa_rules.charts.heads import HEAD, faults_of_head, faults_of_source, misplaced_heads
from europa_rules.charts.library import SHAPES, Charts
from europa_rules.charts.provenance import CONFIDENCES, KINDS, Cell, Provenance
from europa_rules.charts.shape import Library, faults_of
from europa_rules.citations import Citation
from europa_rules.errors import DataError, EuropaError, Fault, nearest
from europa_rules.line_numbers import line_in, reason

Place = FilePath | Traversable
Raw = Mapping[str, object]

UNKNOWN_ORIGIN = Provenance("", "", "low")
MATRICES = ("die_matrix", "die_matrix_set")
READ_ELSEWHERE = frozenset({"unit_identification.toml"})  # the chart of units, read with them


@frozen
class Written:
    """A chart file as it was read: as messages name it, its name, its text."""

    shown: str
    name: str
    text: str


@frozen(eq=False)
class Layer:
    """What one file says about one chart, before it is laid over the others.

    Attributes:
        prefix: what stands before an address in a file that gives cells of several charts.
        needs_origin: whether every cell must say where it comes from.
    """

    file: str
    chart: str
    lays_over: bool
    head: Raw
    body: Raw
    prefix: str = ""
    needs_origin: bool = True


@frozen(eq=False)
class Pile:
    """Charts and faults while files are being read."""

    charts: dict[str, Chart] = field(factory=dict)
    faults: list[Fault] = field(factory=list)
    damaged: set[tuple[str, Path]] = field(factory=set)

    def report(self, file: str, where: str, found: str, expected: str, near: str = "") -> None:
        """Note a fault."""
        self.faults.append(Fault(file, where, found, expected, near))


def bundled_folder() -> Traversable:
    """The folder of the charts that the whole series shares."""
    return files("europa_rules") / "data" / "charts"


def bundled_charts() -> Charts:
    """The charts that the whole series shares, without those of any game."""
    return load_charts([bundled_folder()])


def load_charts(folders: Sequence[Place | str]) -> Charts:
    """The charts of these folders or files, later ones laid over earlier ones, cell by cell.

    folders: the shared charts, then those of the variant, then a player's own.
    Raises DataError with every fault of every file.

    >>> charts = load_charts([bundled_folder()])
    >>> charts.combat_results["2:1", 6].value
    'DR'
    """
    pile = Pile()
    written = written_files(folders, pile)
    if pile.faults:
        raise DataError(read_all(folders).faults)
    return _charts_of(written)


def faults(path: Place | str, over: Sequence[Place | str] = ()) -> list[Fault]:
    """Every fault of a chart file or of all in a folder, laid over the shared charts and those of `over`.

    >>> faults(bundled_folder())
    []
    """
    base: list[Place | str] = [bundled_folder(), *over]
    if str(path) not in map(str, base):
        base.append(path)
    return read_all(base).faults


def read_all(folders: Sequence[Place | str]) -> Pile:
    """Read, lay over and check; the charts of the pile are sound only if it has no faults."""
    pile = Pile()
    return _laid(written_files(folders, pile), pile)


def written_files(folders: Sequence[Place | str], pile: Pile) -> tuple[Written, ...]:
    """Every chart file of these folders as it stands, in the order in which they are laid."""
    files = (file for folder in folders for file in chart_files(folder, pile))
    return tuple(written for file in files if (written := written_in(file, pile)) is not None)


@lru_cache(maxsize=16)
def _charts_of(written: tuple[Written, ...]) -> Charts:
    """The charts of these texts; the same object for the same texts, which rulesets share, as nothing changes it.

    Raises DataError with every fault.
    """
    pile = _laid(written, Pile())
    if pile.faults:
        raise DataError(pile.faults)
    return Charts(MappingProxyType(pile.charts))


def _laid(written: Sequence[Written], pile: Pile) -> Pile:
    """The pile with these files laid on it and checked."""
    for file in written:
        for layer in layers_of(file, pile):
            lay(layer, pile)
    library = Library(pile.charts, pile.damaged)
    for chart in pile.charts.values():
        pile.faults.extend(faults_of(chart, SHAPES.get(chart.id, shape_of(chart)), library))
        if chart.form in MATRICES:
            pile.faults.extend(matrix_faults(chart, pile.damaged))
    return pile


def chart_files(folder: Place | str, pile: Pile) -> list[Place]:
    """The chart files of a folder in the order of their names, or the one file named."""
    place: Place = FilePath(folder) if isinstance(folder, str) else folder
    if place.is_file():
        return [place]
    if not place.is_dir():
        pile.report(str(place), "the path", "nothing there", "a folder of charts or a chart file")
        return []
    found = sorted((f for f in place.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    if not found:
        pile.report(shown(place), "the folder", "no TOML file in it", "at least one chart, NAME.toml")
    return [file for file in found if file.name not in READ_ELSEWHERE]


def shown(file: Place) -> str:
    """A file as messages name it: from the package on if it is one of ours, else as given."""
    parts = str(file).split("/")
    ours = [n for n, part in enumerate(parts[:-1]) if part.isidentifier() and part.startswith("europa_rules")]
    return "/".join(parts[ours[-1] :]) if ours else str(file)


def written_in(file: Place, pile: Pile) -> Written | None:
    """A file as it stands; None if it is no text, which is reported."""
    try:
        return Written(shown(file), file.name, file.read_text(encoding="utf-8-sig"))
    except ValueError as error:
        pile.report(shown(file), "the file", reason(error, ""), "a TOML file")
        return None


def layers_of(file: Written, pile: Pile) -> list[Layer]:
    """What a file says: one chart, or under `charts` cells of several."""
    raw = raw_of(file, pile)
    if raw is None:
        return []
    bundle = raw.get("charts")
    if isinstance(bundle, dict):
        return [_bundled(file.shown, raw, chart, body) for chart, body in bundle.items() if isinstance(body, dict)]
    return [_layer(file.shown, file.name.removesuffix(".toml"), raw)]


def raw_of(file: Written, pile: Pile) -> Raw | None:
    """A file as TOML gives it; None if it is none, which is reported."""
    try:
        return _parsed(file.text)
    except (ValueError, RecursionError) as error:
        line = line_in(str(error))
        where = f"line {line}" if line else "the file"
        pile.report(file.shown, where, reason(error, file.text), "a TOML file")
        return None


@lru_cache(maxsize=256)
def _parsed(text: str) -> Raw:
    """A text as TOML gives it, for reading alone: the charts of the series are read with those of every game."""
    return tomllib.loads(text)


def _layer(file: str, stem: str, raw: Raw) -> Layer:
    over = raw.get("lays_over")
    body = {k: v for k, v in raw.items() if k not in HEAD}
    return Layer(file, over if isinstance(over, str) else stem, "lays_over" in raw, raw, body)


def _bundled(file: str, raw: Raw, chart: str, body: Raw) -> Layer:
    head = {
        k: body.get(k, raw.get(k)) for k in ("provenance", "sources", "cells_from", "beside") if k in body or k in raw
    }
    cells = {k: v for k, v in body.items() if k not in HEAD}
    return Layer(file, chart, True, head, cells, f"charts.{chart}.")


def lay(layer: Layer, pile: Pile) -> None:
    """Lay one layer over the chart it belongs to, or begin that chart with it."""
    base = pile.charts.get(layer.chart)
    if layer.lays_over and base is None:
        near = nearest(layer.chart, pile.charts)
        pile.report(layer.file, layer.prefix + "lays_over", f"'{layer.chart}'", "the name of a chart below it", near)
        return
    chart = base if base is not None and layer.lays_over else _begun(layer, pile)
    pile.faults.extend(faults_of_head(layer.head, layer.file, layer.prefix))
    pile.faults.extend(misplaced_heads(layer.body, layer.file, layer.prefix))
    chart = evolve(chart, beside=(*chart.beside, *_texts(layer.head.get("beside"))))
    cells = cells_of(layer, chart, pile)
    pile.charts[layer.chart] = chart.with_cells(cells, layer.file, layer.prefix)


def _begun(layer: Layer, pile: Pile) -> Chart:
    """An empty chart with the head of a file."""
    form = layer.head.get("form")
    if form not in FORMS:
        near = nearest(form, FORMS) if isinstance(form, str) else ""
        pile.report(layer.file, "form", f"{form!r}", f"one of {', '.join(FORMS)}, or lays_over another chart", near)
    if not isinstance(layer.head.get("title"), str):
        pile.report(layer.file, "title", f"{layer.head.get('title')!r}", "a title")
    return Chart(
        layer.chart,
        str(layer.head.get("title", "")),
        str(form),
        tuple(_citations(layer, pile)),
        _texts(layer.head.get("aliases")),
        tuple(text for key in ("notes", "conflicts", "missing") for text in _texts(layer.head.get(key))),
        (layer.file,),
        MappingProxyType({}),
        children_of(()),
    )


def _citations(layer: Layer, pile: Pile) -> Iterator[Citation]:
    for number, text in enumerate(_texts(layer.head.get("rules"))):
        try:
            yield Citation.parse(text)
        except EuropaError as error:
            pile.report(layer.file, f"rules[{number}]", repr(text), str(error).partition("; ")[2])


def _texts(value: object) -> tuple[str, ...]:
    return tuple(str(v) for v in value) if isinstance(value, list) else ()


def cells_of(layer: Layer, chart: Chart, pile: Pile) -> dict[Path, Cell[Leaf]]:
    """The cells that a layer gives, each with its provenance."""
    sources = _sources(layer, pile)
    default = _provenance(layer, layer.head.get("provenance"), sources, "provenance", pile)
    special = _cells_from(layer, sources, pile)
    cells: dict[Path, Cell[Leaf]] = {}
    homeless: list[Path] = []
    body = _with_named_columns(layer, chart, pile)
    for path, value, nearest_origin in _leaves(layer, body, (), default, sources, pile):
        origin = next((special[path[:n]] for n in range(len(path), 0, -1) if path[:n] in special), nearest_origin)
        if origin is None:
            homeless.append(path)
        if _overlays_a_table(layer, chart, path, pile):
            continue
        cells[path] = Cell(value, layer.chart, path, origin or UNKNOWN_ORIGIN, layer.file)
    if homeless and layer.needs_origin:
        where = layer.prefix + ".".join(homeless[0])
        found = f"no provenance for {len(homeless)} cells, this the first: no 'provenance' stands above it"
        pile.report(layer.file, where, found, "provenance = { kind, source, confidence } at the head or in the table")
    for path, origin in special.items():
        if not any(p[: len(path)] == path for p in cells):
            cells.update(_from_below(layer, chart, path, origin, pile))
    return cells


def _from_below(layer: Layer, chart: Chart, path: Path, origin: Provenance, pile: Pile) -> dict[Path, Cell[Leaf]]:
    """Cells of the chart below that a layer leaves as they are, but knows another origin for."""
    below = {p: evolve(cell, provenance=origin) for p, cell in chart.cells.items() if p[: len(path)] == path}
    if not below:
        address = ".".join(path)
        near = nearest(address, (".".join(p) for p in chart.cells))
        pile.report(layer.file, "cells_from", f"'{address}'", "the address of a cell or table", near)
    return below


def _overlays_a_table(layer: Layer, chart: Chart, path: Path, pile: Pile) -> bool:
    """Whether a value stands where the chart below has a table, or the other way round; reported here."""
    over = path in chart.children
    under = next((path[:n] for n in range(1, len(path)) if path[:n] in chart.cells), None)
    if over:
        expected = f"a table with {', '.join(chart.rows(*path))}"
        pile.report(layer.file, layer.prefix + ".".join(path), "a value", expected)
    elif under is not None:
        pile.report(layer.file, layer.prefix + ".".join(path), "a table", f"a value at {'.'.join(under)}")
    return over or under is not None


def _sources(layer: Layer, pile: Pile) -> dict[str, Provenance]:
    """The origins that the head names, for use by name."""
    named = layer.head.get("sources")
    if not isinstance(named, dict):
        return {}
    read = {n: _provenance(layer, raw, {}, f"sources.{n}", pile) for n, raw in named.items()}
    return {name: origin for name, origin in read.items() if origin is not None}


def _provenance(
    layer: Layer, raw: object, sources: Mapping[str, Provenance], where: str, pile: Pile
) -> Provenance | None:
    """An origin, written out or by the name it has under `sources`."""
    if raw is None:
        return None
    if isinstance(raw, str):
        if raw not in sources:
            pile.report(layer.file, layer.prefix + where, f"'{raw}'", "a name under sources", nearest(raw, sources))
        return sources.get(raw, UNKNOWN_ORIGIN)
    if not isinstance(raw, dict) or not {"kind", "confidence"} <= set(raw) <= {"kind", "confidence", "source"}:
        pile.report(layer.file, layer.prefix + where, f"{raw}", "{ kind, source, confidence }")
        return UNKNOWN_ORIGIN
    pile.faults.extend(faults_of_source(raw.get("source", ""), layer.file, f"{layer.prefix}{where}.source"))
    for key, known in (("kind", KINDS), ("confidence", CONFIDENCES)):
        if raw[key] not in known:
            found, near = f"'{raw[key]}'", nearest(str(raw[key]), known)
            pile.report(layer.file, f"{layer.prefix}{where}.{key}", found, f"one of {', '.join(known)}", near)
    return Provenance(str(raw["kind"]), str(raw.get("source", "")), str(raw["confidence"]))


def _cells_from(layer: Layer, sources: Mapping[str, Provenance], pile: Pile) -> dict[Path, Provenance]:
    """Origins of single cells or rows of a table: source name to addresses."""
    listed = layer.head.get("cells_from")
    if not isinstance(listed, dict):
        return {}
    found: dict[Path, Provenance] = {}
    for name, addresses in listed.items():
        origin = _provenance(layer, name, sources, f"cells_from.{name}", pile) or UNKNOWN_ORIGIN
        found.update({tuple(address.split(".")): origin for address in _texts(addresses)})
    return found


def _with_named_columns(layer: Layer, chart: Chart, pile: Pile) -> Raw:
    """The body of a layer, its rows of a die matrix spelled out column by column."""
    if chart.form not in MATRICES:
        return layer.body
    listed = layer.body.get("columns")
    columns = _texts(listed) if isinstance(listed, list) else chart.texts("columns")
    body = dict(layer.body)
    if isinstance(body.get("rows"), dict):
        body["rows"] = _named_rows(layer, ("rows",), body["rows"], columns, pile)
    tables = body.get("tables")
    if isinstance(tables, dict):
        body["tables"] = {
            name: {**table, "rows": _named_rows(layer, ("tables", name, "rows"), table.get("rows"), columns, pile)}
            for name, table in tables.items()
            if isinstance(table, dict)
        }
    return body


def _named_rows(layer: Layer, path: Path, rows: object, columns: Sequence[str], pile: Pile) -> dict[str, object]:
    named: dict[str, object] = {}
    for roll, row in rows.items() if isinstance(rows, dict) else ():
        if not isinstance(row, list):
            named[roll] = row
        elif len(row) == len(columns):
            named[roll] = dict(zip(columns, row, strict=True))
        else:
            where = f"{layer.prefix}{'.'.join(path)}.{roll}"
            expected = f"{len(columns)}, one for each of {columns[0]} to {columns[-1]}" if columns else "columns"
            pile.report(layer.file, where, f"a row of {len(row)} cells", expected)
            pile.damaged.add((layer.chart, (*path, roll)))
    return named


def _leaves(
    layer: Layer,
    table: Raw,
    path: Path,
    origin: Provenance | None,
    sources: Mapping[str, Provenance],
    pile: Pile,
) -> Iterator[tuple[Path, Leaf, Provenance | None]]:
    """Every value of a table and the tables in it, with the nearest origin around it."""
    where = ".".join((*path, "provenance"))
    own = _provenance(layer, table.get("provenance"), sources, where, pile) or origin
    for key, value in table.items():
        if key == "provenance":
            continue
        if isinstance(value, dict):
            yield from _leaves(layer, value, (*path, key), own, sources, pile)
            continue
        leaf = _leaf(value)
        if leaf is None:
            found = f"{value!r}"
            pile.report(layer.file, layer.prefix + ".".join((*path, key)), found, "a text, an integer, 'n/d' or a list")
            pile.damaged.add((layer.chart, (*path, key)))
        else:
            yield (*path, key), leaf, own


def _leaf(value: object) -> Leaf | None:
    """A TOML value as a chart keeps it; None for decimals and dates, which no chart has."""
    if isinstance(value, str | bool | int):
        return value
    if isinstance(value, list):
        return _all(_leaf(v) for v in value)
    if isinstance(value, dict):
        inner = {k: _leaf(v) for k, v in value.items()}
        kept = {k: v for k, v in inner.items() if v is not None}
        return MappingProxyType(kept) if len(kept) == len(inner) else None
    return None


def _all(leaves: Iterable[Leaf | None]) -> Leaf | None:
    kept: list[Leaf] = []
    for leaf in leaves:
        if leaf is None:
            return None
        kept.append(leaf)
    return tuple(kept)
