"""The few errors of the library, each saying what was wrong, where, and what would be right.

Every error that a user of the library can cause derives from `EuropaError`. Files with many mistakes give one
`DataError` that lists all of them as `Fault` records.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from europa_rules.permissions import Ruling

_LINE = re.compile(r"line (\d+)\b")


class EuropaError(Exception):
    """Base of every error raised for a user's mistake."""


class NotationError(EuropaError, ValueError):
    """A text does not follow the notation of ratings, pieces, turns or positions."""


class UnknownHex(EuropaError, ValueError):
    """A hex reference names no hex of the board."""


class UnknownName(EuropaError, KeyError):
    """A name (option, chart, unit type, ruling, ...) is not known; the message gives the nearest right one."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnknownQuestion(EuropaError):
    """No handler answers a question of this kind."""


class BadQuestion(EuropaError, ValueError):
    """A question is known, but one of its facts is missing or cannot be read."""


class _OfPlugins(EuropaError):
    """An error with the names of the plugins that it is about, in `plugins`."""

    def __init__(self, message: str = "", plugins: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.plugins = tuple(dict.fromkeys(plugins))


class PluginError(_OfPlugins):
    """A plugin failed to load, or does not keep the hook specifications; `plugins` names those concerned."""


class ContributionConflict(_OfPlugins):
    """Two contributions claim one exclusive slot; both plugins, the slot and the rules are named."""


class StateError(EuropaError, ValueError):
    """A state, a save or a log cannot be what it claims; the message gives the path of the field."""


class ReplayDiffers(StateError):
    """Replaying a game gives another event than the one recorded; the message names it and its rule."""


class PluginMissing(StateError):
    """A save was made with a plugin that the ruleset does not have; the message names both."""


class OtherVersion(StateError):
    """A save was made with another version of the variant, of a plugin or of the data; the message names both.

    A `Game` that is not loaded for it says in its message what comes of the save when it is played again under the
    rules at hand. It is played again when somebody reads the message, and not before: that may take long.
    """

    def __init__(self, what: str, again: Callable[[], str] | None = None) -> None:
        """What is another; and what gives the words for what comes of it."""
        super().__init__(what)
        self._what, self._again = what, again

    def __str__(self) -> str:
        if self._again is not None:
            self._what, self._again = f"{self._what}; {self._again()}", None
        return self._what


class MapMissing(StateError):
    """A save was made on a map that the ruleset does not have; the message names those it has."""


class MapChanged(StateError):
    """A save was made on a map whose file is another now; the message gives both fingerprints."""


class IllegalOrder(EuropaError):
    """An order is refused; `ruling` lists every rule that forbids it. The state is untouched."""

    def __init__(self, ruling: Ruling, what: str = "") -> None:
        super().__init__(f"{what}: {ruling}" if what else str(ruling))
        self.ruling = ruling


class IllegalAnswer(IllegalOrder):
    """An answer to a decision is refused; `ruling` says why and what could be chosen. The state is untouched."""


class UndoRefused(EuropaError):
    """What is to be undone cannot be (a die was seen, or there is nothing to undo)."""


@frozen
class Fault:
    """One mistake in a data file.

    Attributes:
        file: the file, as the user named it.
        where: line ("line 41") or field ("columns[6]"), or both.
        found: what stands there.
        expected: what would be right.
        suggestion: the nearest right name, or "".

    >>> print(Fault("combat_results.toml", "columns[6]", "'3;1'", "a column from 1:4 to 9:1", "3:1"))
    combat_results.toml: columns[6]: found '3;1'; expected a column from 1:4 to 9:1. Did you mean '3:1'?
    """

    file: str
    where: str
    found: str
    expected: str
    suggestion: str = ""

    @property
    def line(self) -> int:
        """The line that `where` names, or 0."""
        found = _LINE.match(self.where)
        return int(found[1]) if found else 0

    def __str__(self) -> str:
        hint = f" Did you mean '{self.suggestion}'?" if self.suggestion else ""
        return f"{self.file}: {self.where}: found {self.found}; expected {self.expected}.{hint}"


class DataError(EuropaError, ValueError):
    """Data files hold mistakes: `faults` lists every one of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        head = "1 fault" if len(self.faults) == 1 else f"{len(self.faults)} faults"
        super().__init__("\n".join([f"{head} in the data:", *map(str, self.faults)]))


_LONGEST_NAME = 200
"""Characters of the longest name of ours; a longer text is like none of them."""
_ALIKE, _SLIP, _SLIP_IN_WORD = 0.6, 0.8, 0.65
"""How much of two names is alike (of 1) where one is told as the nearest, and where one is taken for the other."""
_SHORT = 3
"""Letters that a word has at least in which a slip is told from another word."""
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W_]+")


def need_text(value: object, wanted: str, error: Callable[[str], EuropaError] = NotationError) -> str:
    """The value, if it is a text; else an error that says what was wanted.

    >>> need_text(5, "a rating such as '7-6'")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: 5 is no text; expected a rating such as '7-6'
    """
    if isinstance(value, str):
        return value
    raise error(f"{value!r} is no text; expected {wanted}")


def need_kind(value: object, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Raise NotationError for a value that is of none of these kinds, saying what was wanted.

    >>> need_kind(5, str, "the id of a scenario")
    Traceback (most recent call last):
    europa_rules.errors.NotationError: found 5; expected the id of a scenario
    """
    if not isinstance(value, kinds):
        raise NotationError(f"found {repr(value)[:160]}; expected {wanted}")


def shortened(text: str, most: int = 160) -> str:
    """A text in quotes as messages show it: whole, or without its middle where it is long.

    >>> shortened("Inff"), len(shortened("x" * 1_000_000)) < 250
    ("'Inff'", True)
    """
    if len(text) <= most:
        return repr(text)
    half = most // 2
    return f"{text[:half]!r}...({len(text)} characters)...{text[-half // 2 :]!r}"


def nearest(name: str, known: Iterable[str]) -> str:
    """The known name most like `name`, or "" if none is near.

    >>> nearest("wods", ["woods", "forest"])
    'woods'
    """
    return _closest(name, known, _ALIKE)


def is_misspelt(name: str, right: str, least: int = 5) -> bool:
    """Whether a name is another one with a typo: a letter wrong, missing, added, or changed places with the next.

    least: letters of the name, since short ones are no typos of each other. Nor is a name that another begins with;
    accents and case do not matter.

    >>> is_misspelt("Itlay", "Italy"), is_misspelt("Brenner", "Brennero"), is_misspelt("Canicatti", "Canicattì")
    (True, False, False)
    """
    a, b = _plain(name), _plain(right)
    if a.startswith(b) or b.startswith(a) or len(a) < least or abs(len(a) - len(b)) > 1:
        return False
    start = next(i for i, (x, y) in enumerate(zip(a, b, strict=False)) if x != y)
    rest_a, rest_b = a[start:], b[start:]
    swapped = rest_a[:2] == rest_b[1::-1] and rest_a[2:] == rest_b[2:]
    return swapped or rest_a[1:] == rest_b[1:] or rest_a[1:] == rest_b or rest_a == rest_b[1:]


def _plain(name: str) -> str:
    """A name in lower case without accents."""
    if name.isascii():
        return name.lower()
    return "".join(c for c in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(c))


def unknown(kind: str, name: object, known: Iterable[str]) -> UnknownName:
    """An `UnknownName` whose message gives the nearest right name and the names there are.

    >>> print(unknown("option", "43B7", ["43A", "43B"]))
    no option '43B7'. Did you mean '43B'? Known: 43A, 43B.
    """
    names = list(dict.fromkeys(known))
    hint = nearest(str(name), names)
    found = f"'{name}'" if len(str(name)) <= _LONGEST_NAME else shortened(str(name))
    return UnknownName(f"no {kind} {found}.{f' Did you mean {hint!r}?' if hint else ''} Known: {listed(names)}.")


def nearly(name: str, known: Iterable[str]) -> str:
    """The known name that is most likely meant, or "" if none is so near that `name` is a slip of the pen.

    Names with other numbers in them are other names, and so are names in which one word is another one.

    >>> nearly("Switzerlnd", ["Switzerland"]), nearly("10th Army", ["9th Army"])
    ('Switzerland', '')
    >>> nearly("repair_code_c", ["replace_code_c"]), nearly("replce_code_c", ["replace_code_c"])
    ('', 'replace_code_c')
    """
    found = _closest(name, known, _SLIP)
    written, meant = _WORD.findall(name.lower()), _WORD.findall(found.lower())
    pairs = zip(written, meant, strict=True) if len(written) == len(meant) else ()
    alike = all(len(right) < _SHORT or _closest(word, (right,), _SLIP_IN_WORD) for word, right in pairs)
    return found if alike and _DIGITS.findall(found) == _DIGITS.findall(name) else ""


def _closest(name: str, known: Iterable[str], cutoff: float) -> str:
    if len(name) > _LONGEST_NAME:
        return ""
    by_lower = {k.lower(): k for k in known}
    found = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=cutoff)
    return by_lower[found[0]] if found else ""


def listed(names: Sequence[str], most: int = 12) -> str:
    """Names as a message shows them: the first dozen, or as many as are said, and how many more there are.

    >>> listed([]), listed(["43A", "43B"])
    ('none', '43A, 43B')
    """
    return (", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")) or "none"
