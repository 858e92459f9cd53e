"""What a sheet or an overlay says about itself: id, version, place in the grid, the layers of data and their licences.

Needs a folder; gives a `SheetHead`, whose attributions go with every picture drawn from the sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import frozen

from europa_rules.errors import DataError, EuropaError, Fault, shortened, unknown
from europa_rules.hexes import SheetOrigin, read_origin
from europa_rules.plain_data import decoded, read_toml
from europa_rules.sheets.projection import Projection, faults_of_projection, read_projection

Folder = Path | Traversable
"""A folder of map tables, on disk or inside an installed package."""

SHEET_HEAD = "sheet.toml"
OVERLAY_HEAD = "overlay.toml"


@frozen
class DataLayer:
    """One body of data that went into a sheet, with its licence and the attribution it asks for."""

    name: str
    source: str
    licence: str
    attribution: str

    def __str__(self) -> str:
        return f"{self.name}: {self.attribution} ({self.licence})"


@frozen
class SheetHead:
    """The head of a sheet, or of an overlay, which has no origin.

    Attributes:
        id: the sheet's name in hex references ("16A"), or the overlay's name.
        version: the version of the data, MAJOR.MINOR.PATCH.
        order: which sheet names a hex that lies on several: the lowest.
        origin: where the sheet lies in the grid of the series; None for an overlay.
        projection: how latitude and longitude go with the plane of the hexes; None where the head has none.
    """

    id: str
    title: str
    version: str
    statement: str
    order: int = 0
    origin: SheetOrigin | None = None
    layers: tuple[DataLayer, ...] = ()
    projection: Projection | None = None


def read_head(folder: Folder) -> SheetHead:
    """The head of a sheet (sheet.toml) or of an overlay (overlay.toml, or none: then its name is the folder's).

    Raises `DataError` if the head cannot be read.

    >>> read_head(bundled_sheet("26")).origin
    SheetOrigin(name='26', row_offset=50, column_offset=0, rows=51, columns=33)
    """
    if (folder / SHEET_HEAD).is_file():
        return _read(folder, SHEET_HEAD)
    if (folder / OVERLAY_HEAD).is_file():
        return _read(folder, OVERLAY_HEAD)
    return SheetHead(folder.name, folder.name, "", "")


@cache
def bundled_sheets() -> tuple[str, ...]:
    """The sheets that come with the library.

    >>> bundled_sheets()
    ('16A', '17A', '26', '27')
    """
    return tuple(sorted(folder.name for folder in _data().iterdir() if folder.is_dir()))


def bundled_sheet(name: str) -> Folder:
    """The folder of a sheet that comes with the library. Raises `UnknownName`.

    >>> bundled_sheet("17A").name
    '17A'
    """
    if name not in bundled_sheets():
        raise unknown("map sheet", name, bundled_sheets())
    return _data() / name


@cache
def series_projection() -> Projection:
    """The projection of the series, which is that of the first sheet that comes with the library.

    >>> series_projection().parallels
    (41.408155818, 57.408155818)
    """
    head = min((read_head(bundled_sheet(name)) for name in bundled_sheets()), key=lambda head: head.order)
    if head.projection is None:
        raise DataError([Fault(f"{head.id}/{SHEET_HEAD}", "projection", "nothing", "the projection of the series")])
    return head.projection


def _data() -> Traversable:
    return files("europa_rules") / "data" / "sheets"


def _read(folder: Folder, file: str) -> SheetHead:
    label = f"{folder}/{file}"
    try:
        head = read_toml(decoded((folder / file).read_bytes(), "the head"), "the head")
    except EuropaError as error:
        raise DataError([Fault(label, "file", str(error), "a TOML file in UTF-8")]) from error
    faults = _faults_of_head(head, label, is_sheet=file == SHEET_HEAD)
    if faults:
        raise DataError(faults)
    grid = head.get("grid", {})
    return SheetHead(
        id=head["id"],
        title=head.get("title", head["id"]),
        version=head["version"],
        statement=head.get("statement", "").strip(),
        order=grid.get("order", 0),
        origin=read_origin(head["id"], grid) if grid else None,
        layers=tuple(_read_layer(layer) for layer in head.get("layers", [])),
        projection=read_projection(head["projection"]) if "projection" in head else None,
    )


def _read_layer(layer: Mapping[str, str]) -> DataLayer:
    return DataLayer(*(layer.get(key, "") for key in ("name", "source", "licence", "attribution")))


def _faults_of_head(head: Mapping[str, object], label: str, *, is_sheet: bool) -> list[Fault]:
    faults = [
        Fault(label, key, "nothing" if key not in head else shortened(str(head[key])), wanted)
        for key, wanted in (("id", _NAME), ("version", "a text"), ("title", "a text"), ("statement", "a text"))
        if (key in head or key in ("id", "version")) and not _is_right(key, head.get(key))
    ]
    if is_sheet:
        faults += _faults_of_grid(head.get("grid"), label)
    if "projection" in head:
        faults += [Fault(label, *fault) for fault in faults_of_projection(head["projection"])]
    return faults + list(_faults_of_layers(head.get("layers", []), label))


_LONGEST_ID = 80
_NAME = f"a name of 1 to {_LONGEST_ID} characters"


def _is_right(key: str, value: object) -> bool:
    """Whether a head may say so; an id is a name in messages, saves and reports."""
    if not isinstance(value, str):
        return False
    return key != "id" or (bool(value.strip()) and len(value) <= _LONGEST_ID and value.isprintable())


def _faults_of_layers(layers: object, label: str) -> Iterator[Fault]:
    for number, layer in enumerate(layers if isinstance(layers, list) else [layers], 1):
        if not isinstance(layer, Mapping) or not all(isinstance(text, str) for text in layer.values()):
            yield Fault(
                label, f"layers[{number}]", shortened(str(layer)), "a table of texts: name, source, licence, ..."
            )


def _faults_of_grid(grid: object, label: str) -> list[Fault]:
    if not isinstance(grid, Mapping):
        return [Fault(label, "grid", "nothing", "a table with order, row_offset, column_offset, rows, columns")]
    faults = [
        Fault(label, f"grid.{key}", repr(grid.get(key)), "a whole number")
        for key in ("order", "row_offset", "column_offset")
        if not isinstance(grid.get(key), int)
    ]
    offset = grid.get("row_offset")
    if isinstance(offset, int) and offset % 2:
        faults.append(
            Fault(label, "grid.row_offset", str(offset), "an even number: odd rows stand east on every sheet")
        )
    return faults
