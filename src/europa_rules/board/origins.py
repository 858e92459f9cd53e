"""Where the facts of a board come from: sheets and overlays, and which of their cells nobody has verified."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.remembered import remembered
from europa_rules.sheets.features import Pair, read_provenance
from europa_rules.sheets.layers import Change, Key, Layers
from europa_rules.sheets.tables import Format, formats_with

if TYPE_CHECKING:
    from europa_rules.board.boards import Board

_FOUGHT_OVER = frozenset({"hexes", "hexsides", "cities", "fortifications"})
"""The layers on which an attack depends."""


@remembered()
def formats_of(board: Board) -> Mapping[str, Format]:
    """The columns of the tables of a board, with the words that it uses."""
    return formats_with(board.words)


def provenance_of(ref: Hex, layer: str, board: Board, layers: Layers) -> Provenance | None:
    """Where a fact about a hex comes from, or None if the hex has nothing of that layer."""
    i = board.at(ref)
    if layer == "hexes" or layer in formats_of(board)["hexes"].by_name:
        return _of_hex(ref, i, layer, board, layers)
    names = {"cities": [c.name for c in board.cities(ref)], "ports": [p.name for p in board.ports(ref)]}
    key = (ref, *names[layer][:1]) if layer in names else (ref,)
    record = layers.records(layer).get(key)
    return read_provenance(record) if record is not None else None


def _of_hex(ref: Hex, i: int, layer: str, board: Board, layers: Layers) -> Provenance:
    change = layers.last_change("hexes", (ref,), "" if layer == "hexes" else layer)
    if change:
        return change.provenance
    stem = {"terrain": "terrain_", "weather_zone": "weather_"}.get(layer, "")
    kind, confidence = board.column(f"{stem}kind")[i], board.column(f"{stem}confidence")[i]
    whole = Provenance(board.column("kind")[i], board.column("source")[i], board.column("confidence")[i])
    return Provenance(kind, "" if stem else whole.source, confidence) if kind else whole


def last_change_of(ref: Hex, layer: str, board: Board, layers: Layers) -> Change | None:
    """The last change of a fact about a hex, or None."""
    is_column = layer in formats_of(board)["hexes"].by_name
    return layers.last_change("hexes" if is_column else layer, (ref,), layer if is_column else "")


def unverified_words(
    ref: Hex, sides: Collection[Pair], overlays: Collection[str], board: Board, layers: Layers
) -> tuple[str, ...]:
    """What these overlays say of a hex and of these hexsides of it that nobody has verified; for ledgers."""
    columns = {"terrain", "weather_zone", *board.words["overlay"]}
    last: dict[tuple[str, Key, str], Change] = {}
    for change in layers.changes:
        of_side = change.layer == "hexsides"
        if change.layer in _FOUGHT_OVER and (change.key[:2] in sides if of_side else change.key[0] == ref):
            of_hex = change.layer == "hexes"
            for name in columns.intersection(change.cells or ()) if of_hex else ("",):
                last[change.layer, change.key, name] = change
    return tuple(
        " ".join(filter(None, ("map", *key, name))) + f": {change.provenance} ({change.by})"
        for (_, key, name), change in sorted(last.items(), key=lambda item: item[0])
        if change.by in overlays and not change.provenance.is_verified
    )


def manifest_of(board: Board, layers: Layers) -> list[dict[str, object]]:
    """The sheets and overlays of a board in order, each with the provenance of what it brings, as plain data."""
    whole, brought = board.fingerprints, layers.provenances()
    return [
        {
            "id": head.id,
            "title": head.title,
            "version": head.version,
            "overlay": head in board.laid_over,
            "fingerprint": whole.get(head.id, "")[:16],
            "rows": brought.get(head.id, {}),
        }
        for head in (*board.sheets, *board.laid_over)
    ]
