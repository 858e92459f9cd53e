"""Checks of the tables beside orders of battle (`orders_of_battle/tables/*.csv`): their columns and every cell.

Needs a file; gives every fault with its line and column, and the nearest right name of a file that nobody reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from europa_rules.checks.kinds import Kind, Surroundings, faults_of
from europa_rules.errors import Fault, nearest
from europa_rules.orders_of_battle.bundled import FOLDER as ORDERS_OF_BATTLE
from europa_rules.orders_of_battle.tables import FILES, FOLDER, read_rows

_KIND_OF = {file: kind for kind, file in FILES.items()}


def _is_table(place: Path) -> bool:
    return place.suffix == ".csv" and place.parts[-3:-1] == (ORDERS_OF_BATTLE, FOLDER) and place.is_file()


def table_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a table."""
    if place.name not in _KIND_OF:
        hint = nearest(place.name, _KIND_OF)
        yield Fault(str(place), "the name", place.name, f"one of {', '.join(_KIND_OF)}", hint)
        return
    try:
        text = place.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        yield Fault(str(place), "the file", str(error), "a text file in UTF-8")
        return
    yield from faults_of(lambda: read_rows(_KIND_OF[place.name], text, str(place)), str(place))


KIND = Kind("order of battle table", _is_table, table_faults)
