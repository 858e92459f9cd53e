"""What a check is made of: kinds of file, each with its reader, and what lies around the file that is checked.

Each room of this package names its kinds; `contributions.Checker` is the form in which a plugin brings one of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from attrs import evolve, field, frozen

from europa_rules.contributions import Checker
from europa_rules.errors import DataError, EuropaError, Fault
from europa_rules.line_numbers import Lines, line_in
from europa_rules.loading import load
from europa_rules.plugins import PluginRecord, ask_plugins, checkers_of, find_plugins, variants_of
from europa_rules.remembered import Memory
from europa_rules.ruleset import Ruleset, Variant


@frozen
class Checked:
    """What was checked: a file or folder, what it is, and its faults."""

    place: str
    kind: str
    faults: tuple[Fault, ...]


def _holds_nothing(file: Path) -> bool:
    return False


@frozen
class Kind:
    """A kind of file or folder of ours.

    Attributes:
        name: such as "map" or "rulings".
        takes: whether a file or a folder is of this kind.
        faults: every fault of one that is.
        holds: whether a file in a folder of this kind is checked with the folder, and not by itself.
    """

    name: str
    takes: Callable[[Path], bool]
    faults: Callable[[Path, Surroundings], Iterable[Fault]]
    holds: Callable[[Path], bool] = _holds_nothing

    @classmethod
    def of_plugin(cls, checker: Checker, around: Surroundings) -> Kind:
        """A plugin's kind; what it raises instead of telling faults is a fault as well."""

        def faults(place: Path, _: Surroundings) -> Iterator[Fault]:
            rules = around.rules_of(place)
            try:
                yield from checker.faults(place, rules[0] if rules else None)
            except DataError as error:
                yield from error.faults
            except EuropaError as error:
                yield Fault(str(place), "contents", str(error), f"a file of kind '{checker.kind}'")

        return cls(checker.kind, checker.takes, faults)

    def check(self, place: Path, around: Surroundings) -> Checked:
        """The faults of a file or folder, each once."""
        found = dict.fromkeys(_with_read_line(fault) for fault in self.faults(place, around))
        return Checked(str(place), self.name, tuple(found))


def _with_read_line(fault: Fault) -> Fault:
    """A fault of a file that cannot be read, with the line that its reader names."""
    line = 0 if fault.line or "(at line " not in fault.found else line_in(fault.found)
    return evolve(fault, where=f"line {line}, {fault.where}") if line else fault


@frozen(slots=False, eq=False)
class Surroundings:
    """What is known beside the file that is checked.

    Attributes:
        given: the ruleset that the caller named, or None.
        memory: what was looked up for it, see `europa_rules.remembered`.
    """

    given: Ruleset | None = None
    memory: Memory = field(init=False, factory=dict)

    @cached_property
    def plugins(self) -> tuple[PluginRecord, ...]:
        """The plugins that are installed."""
        return find_plugins()

    @cached_property
    def variants(self) -> Mapping[str, Variant]:
        """The games that are installed, by id."""
        return {variant.id: variant for _, variant in variants_of(self.plugins)}

    @cached_property
    def foreign_kinds(self) -> tuple[Kind, ...]:
        """The kinds that plugins bring."""
        return tuple(Kind.of_plugin(checker, self) for _, checker in checkers_of(self.plugins))

    @cached_property
    def _loaded(self) -> dict[str, Ruleset]:
        return {}

    def game(self, variant: str) -> Ruleset:
        """The rules of a game, loaded once."""
        if variant not in self._loaded:
            self._loaded[variant] = load(variant)
        return self._loaded[variant]

    def usable(self, variant: str) -> Ruleset:
        """The rules of a game to check files by: where they do not load, those that it changes, with its unit types."""
        if variant not in self._usable:
            self._usable[variant] = self._found_usable(variant)
        return self._usable[variant]

    @cached_property
    def _usable(self) -> dict[str, Ruleset]:
        return {}

    def _found_usable(self, variant: str) -> Ruleset:
        base = self.variants[variant].extends
        if base not in self.variants:
            return self.game(variant)
        with suppress(EuropaError):
            return self.game(variant)
        types = ask_plugins(self.plugins, [variant], ["europa_unit_types"])["europa_unit_types"]
        with suppress(EuropaError):
            return load(base, charts=[Path(str(folder)) for _, folder in types])
        return self.usable(base)

    def rules_of(self, place: Path) -> tuple[Ruleset, ...]:
        """The rules that may be meant: those given, those of the game whose folder the file lies in, else all."""
        if self.given is not None:
            return (self.given,)
        variant = self.variant_of(place)
        return (self.usable(variant.id),) if variant else tuple(self.usable(v) for v in self.variants)

    def variant_of(self, place: Path) -> Variant | None:
        """The game in whose folder, or in a copy of it, a file lies."""
        return next((v for v in self.variants.values() if folder_name(v) in place.parts), None)

    def own_folder(self, place: Path) -> Path | None:
        """The folder of that game, as it stands above the file."""
        variant = self.variant_of(place)
        return _above(place, folder_name(variant)) if variant else None


def folder_name(variant: Variant) -> str:
    """The name of the folder in which a game's data lie."""
    return Path(str(variant.folder)).name


def _above(place: Path, name: str) -> Path:
    last = len(place.parts) - 1 - place.parts[::-1].index(name)
    return Path(*place.parts[: last + 1])


def faults_of(read: Callable[[], object], file: str) -> list[Fault]:
    """The faults that a reader raises; [] if it reads.

    >>> def read():
    ...     raise DataError([Fault("x.toml", "id", "nothing", "a text")])
    >>> faults_of(read, "x.toml")
    [Fault(file='x.toml', where='id', found='nothing', expected='a text', suggestion='')]
    """
    try:
        read()
    except DataError as error:
        return list(error.faults)
    except EuropaError as error:
        line = line_in(str(error))
        return [Fault(file, f"line {line}" if line else "contents", str(error), "something that can be read")]
    return []


def with_lines(faults: Iterable[Fault], lines: Lines) -> Iterator[Fault]:
    """Faults whose `where` is an address, with its line before it.

    >>> fault = Fault("x.toml", "rows.6", "3", "a text")
    >>> [f.where for f in with_lines([fault], Lines({"rows": 4, "rows.6": 5}))]
    ['line 5, rows.6']
    """
    for fault in faults:
        line = 0 if fault.line else lines.of(fault.where)
        yield evolve(fault, where=f"line {line}, {fault.where}") if line else fault
