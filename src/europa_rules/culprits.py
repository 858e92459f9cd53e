"""Where in foreign code an error arose: the file, the line and what stands there, for errors of plugins.

Needs an error as it was caught; gives one line that a plugin's author can act on. What lies in the library itself, or
in the packages through which it calls plugins, is passed over.
"""

from __future__ import annotations

import traceback
from collections.abc import Iterable
from pathlib import Path

from europa_rules.errors import EuropaError, nearest

_OWN = Path(__file__).parent
_PASSED_OVER = frozenset({"pluggy", "attr", "attrs", "importlib", "fractions.py", "_pytest"})
_LONGEST = 120


def told(error: BaseException) -> str:
    """An error of foreign code as its author needs it: what, where, and the nearest right name of an attribute.

    >>> try:
    ...     Path().joinpath("x").red_text()
    ... except AttributeError as error:
    ...     print(told(error).partition(" (")[0])
    AttributeError: 'PosixPath' object has no attribute 'red_text'. Did you mean 'read_text'?
    """
    text = str(error) if isinstance(error, EuropaError) else f"{type(error).__name__}: {error}"
    return f"{text}{_hint(error)}{_in_brackets(place_of(error))}"


def place_of(error: BaseException) -> str:
    """The last line of foreign code on the way to an error: "marita/plugin.py, line 37: `x = y`"; "" for none."""
    if isinstance(error, SyntaxError):
        return ""  # its own text names file and line
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not _is_passed_over(Path(frame.filename)):
            code = (frame.line or "").strip()
            shown = f": `{code[:_LONGEST]}`" if code else ""
            return f"{'/'.join(Path(frame.filename).parts[-2:])}, line {frame.lineno}{shown}"
    return ""


def _is_passed_over(file: Path) -> bool:
    return file.name.startswith("<") or _OWN in file.parents or bool(_PASSED_OVER & {*_names(file)})


def _names(file: Path) -> Iterable[str]:
    return file.parts[-3:]


def _hint(error: BaseException) -> str:
    if not isinstance(error, AttributeError) or error.obj is None or not error.name:
        return ""
    near = nearest(error.name, (name for name in dir(error.obj) if not name.startswith("_")))
    return f". Did you mean '{near}'?" if near else ""


def _in_brackets(place: str) -> str:
    return f" ({place})" if place else ""
