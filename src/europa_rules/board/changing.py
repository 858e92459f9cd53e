"""Boards made from boards: overlays laid over them, and facts changed for a made-up position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from europa_rules.board.origins import formats_of
from europa_rules.errors import DataError, Fault
from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.sheets.checks import read_overlay
from europa_rules.sheets.differences import Difference, differences
from europa_rules.sheets.features import Pair
from europa_rules.sheets.heads import Folder, SheetHead
from europa_rules.sheets.layers import Change, Key, Layers, Record
from europa_rules.sheets.outcomes import contradictions, incomplete_rows
from europa_rules.sheets.patches import Facts, Patch

if TYPE_CHECKING:
    from europa_rules.board.boards import Board

_HEXES_IN_KEY = {"hexes": 1, "hexsides": 2, "cities": 1, "ports": 1, "airfields": 1, "fortifications": 1}

Rows = Mapping[str, Facts | None]
"""What hexes have afterwards, or None for nothing."""


# --- overlays --------------------------------------------------------------------------------------------------------


def laid_over(folder: Folder, board: Board, layers: Layers) -> tuple[SheetHead, Layers]:
    """The head of an overlay, and the layers of a board with it. Raises `DataError` with every fault of the overlay."""
    read = read_overlay(folder, board.grid, board.words)
    known = [change for change in read.changes if concerns(change, board)]
    made = layers.overlaid(known, board.index)
    found = [*_name_taken(folder, read.head, board), *read.faults, *incomplete_rows(made, known)]
    found += contradictions(layers, made, known, board.index)
    if found:
        raise DataError(found)
    return read.head, made


def _name_taken(folder: Folder, head: SheetHead, board: Board) -> list[Fault]:
    if head.id not in (known.id for known in (*board.sheets, *board.laid_over)):
        return []
    return [Fault(str(folder), "id", f"{head.id!r} again", "a name of its own: the folder's, or id in overlay.toml")]


def differences_on(folder: Folder, board: Board, layers: Layers) -> tuple[Difference, ...]:
    """What an overlay without faults would change on a board, row by row."""

    def row_of_hex(ref: Hex) -> Record:
        return _row_of_hex(ref, board, layers)

    def is_concerned(change: Change) -> bool:
        return concerns(change, board)

    changes = read_overlay(folder, board.grid, board.words).changes
    return tuple(differences(changes, layers, row_of_hex, board.line_rows, is_concerned))


def _row_of_hex(ref: Hex, board: Board, layers: Layers) -> Record:
    """The cells of a hex, with the provenance of what changed it last."""
    i, source = board.at(ref), board.provenance(ref)
    row = {name: column[i] for name, column in layers.columns.items()}
    return row | ({"kind": source.kind, "source": source.source, "confidence": source.confidence} if source else {})


def concerns(change: Change, board: Board) -> bool:
    """Whether a change is about a board's hexes; a box always is, a line if one of its hexes is."""
    if change.layer == "zones":
        return True
    refs = change.key[-1].split(";") if change.layer == "lines" else change.key[: _HEXES_IN_KEY[change.layer]]
    on_board = [ref in board.index for ref in refs]
    return any(on_board) if change.layer == "lines" else all(on_board)


# --- patches ---------------------------------------------------------------------------------------------------------


def patch_of(
    board: Board,
    layers: Layers,
    hexes: Mapping[str, Facts],
    in_hexes: Mapping[str, Rows],
    hexsides: Mapping[tuple[str, str], Sequence[str]],
    lines: Mapping[tuple[str, str], Sequence[str]],
    name: str,
    provenance: Provenance,
) -> Layers:
    """The layers of a board with some facts changed; see `Board.patched`.

    in_hexes: for "cities", "ports", "airfields" and "fortifications" what hexes have afterwards.
    """
    patch = Patch(board.grid, name, provenance, formats_of(board))
    for ref, facts in hexes.items():
        patch.set_row("hexes", (board.place(ref),), facts)
    for pair, features in hexsides.items():
        placed = _placed(pair, board)
        patch.set_sides(placed, features, board.hexside(*placed))
    for layer, rows in in_hexes.items():
        for ref, row in rows.items():
            here = board.place(ref)
            patch.replace_in_hex(layer, here, row, _keys_in(layer, here, layers))
    for pair, kinds in lines.items():
        patch.set_lines(_placed(pair, board), kinds)
    if patch.faults:
        raise DataError(patch.faults)
    return _with_changes(patch.changes, board, layers)


def _with_changes(changes: Sequence[Change], board: Board, layers: Layers) -> Layers:
    known = [change for change in changes if concerns(change, board)]
    made = layers.overlaid(known, board.index)
    incomplete = incomplete_rows(made, known)
    if incomplete:
        raise DataError(incomplete)
    return made


def _placed(pair: tuple[str, str], board: Board) -> Pair:
    return board.pair(board.place(pair[0]), board.place(pair[1]))


def _keys_in(layer: str, ref: Hex, layers: Layers) -> list[Key]:
    return [key for key in layers.records(layer) if key[0] == ref]
