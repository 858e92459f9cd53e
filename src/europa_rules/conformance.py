"""Conformance: cases with known answers, put to the rules as questions and compared.

Needs case files (JSON lists of cases), a way to load a ruleset and a way to ask it; gives one result for each case:
passed, failed or unhandled. Nothing is printed here, and no rule is reckoned: an answer comes from `ask` alone.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from fractions import Fraction
from pathlib import Path
from typing import Literal, TypeVar

from attrs import field, frozen

from europa_rules.errors import DataError, EuropaError, Fault, NotationError, UnknownName, UnknownQuestion
from europa_rules.matrix import is_under, parts
from europa_rules.plain_data import read_toml_file
from europa_rules.questions import Answer, plain

Status = Literal["passed", "failed", "unhandled"]

IN_ORDER = frozenset({"order", "counts_sorted", "fires"})
"""Keys of an answer whose list has an order; any other list is a set. A list within an ordered one is a tie."""

PRINTED_MAP = "printed map"
"""What a case needs that names hexes of the map, and games with a board have."""

_FRACTION = re.compile(r"-?\d+/[1-9]\d*\Z")
_NUMBER = re.compile(r"(\d+|[A-Z]{2,})([A-Z](\d+([a-z]\d*)?)?)?\Z")
_R = TypeVar("_R")


@frozen
class Case:
    """A question with its known answer.

    Attributes:
        id: its name; the beginning tells the game and the vocabulary.
        rule: the number of the rule it tests.
        title: what it shows.
        given: the question.
        expect: the values the answer must have; it may have more.
        file: where it stands.
    """

    id: str
    rule: str
    title: str
    given: Mapping[str, object] = field(hash=False)
    expect: Mapping[str, object] = field(hash=False)
    file: str

    @property
    def options(self) -> frozenset[str]:
        """The optional rules in use."""
        return frozenset(_listed(self.given.get("options")))

    @property
    def needs(self) -> frozenset[str]:
        """The data without which it cannot be answered."""
        return frozenset(_listed(self.given.get("needs")))

    @property
    def question(self) -> dict[str, object]:
        """What is asked: the facts without `needs`, which speaks to the runner."""
        return {key: value for key, value in self.given.items() if key != "needs"}


@frozen
class CaseResult:
    """What became of a case.

    Attributes:
        id: the case.
        status: "passed", "failed" or "unhandled".
        got: the values of the answer as plain data; None without an answer.
        expected: the values expected.
        ledger: how the answer came about: pairs of a label and a ledger, as plain data.
        reason: why it did not pass, in a sentence; "" if it did.
        is_disputed: whether the case itself is held to be wrong; it counts as failed.
    """

    id: str
    status: Status
    got: object = field(hash=False)
    expected: Mapping[str, object] = field(hash=False)
    ledger: object = field(default=None, hash=False)
    reason: str = ""
    is_disputed: bool = False

    def to_json(self) -> dict[str, object]:
        """The result as plain data."""
        return {
            "id": self.id,
            "status": self.status,
            "got": self.got,
            "expected": dict(self.expected),
            "ledger": self.ledger,
        }


# --- reading cases ---------------------------------------------------------------------------------------------------


def case_files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """The case files that paths name, each once: files as they are, of folders every `.json` file below them.

    Raises DataError for paths that do not exist and folders without cases.
    """
    found: dict[Path, Path] = {}
    faults: list[Fault] = []
    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path] if path.is_file() else []
        if not files:
            what = "no .json file" if path.is_dir() else "nothing"
            faults.append(Fault(str(path), "the path", what, "a case file, or a folder of case files"))
        found |= {file.resolve(): file for file in files if file.resolve() not in found}
    if faults:
        raise DataError(faults)
    return tuple(found.values())


def read_cases(files: Iterable[Path]) -> tuple[Case, ...]:
    """The cases of files, in their order. Raises DataError listing every fault of every file."""
    cases: list[Case] = []
    faults: list[Fault] = []
    for file in files:
        try:
            entries = json.loads(file.read_text(encoding="utf-8-sig"))
        except json.JSONDecodeError as error:
            faults.append(Fault(str(file), f"line {error.lineno}, column {error.colno}", error.msg, "JSON"))
            continue
        except (OSError, ValueError, RecursionError) as error:
            faults.append(Fault(str(file), "the whole file", str(error), "a JSON list of cases in UTF-8"))
            continue
        if not isinstance(entries, list):
            faults.append(Fault(str(file), "the whole file", _kind(entries), "a list of cases"))
            continue
        for number, entry in enumerate(entries, 1):
            wrong = list(_case_faults(str(file), number, entry))
            faults += wrong
            if not wrong:
                cases.append(_case(str(file), entry))
    if faults:
        raise DataError(faults)
    return tuple(cases)


def _case(file: str, entry: Mapping[str, object]) -> Case:
    given, expect = entry["given"], entry["expect"]
    assert isinstance(given, dict)
    assert isinstance(expect, dict)
    return Case(str(entry["id"]), str(entry["rule"]), str(entry.get("title", "")), given, expect, file)


def _case_faults(file: str, number: int, entry: object) -> Iterator[Fault]:
    if not isinstance(entry, dict):
        yield Fault(file, f"case {number}", _kind(entry), "an object with id, rule, given and expect")
        return
    where = f"case {entry.get('id', number)}"
    for key, kind, expected in (
        ("id", str, "a text"),
        ("rule", str, "a rule number in a text"),
        ("given", dict, "an object"),
        ("expect", dict, "an object"),
    ):
        if not isinstance(entry.get(key), kind):
            yield Fault(file, f"{where}: {key}", _kind(entry.get(key)), expected)
    given = entry.get("given")
    for key in ("options", "needs"):
        if isinstance(given, dict) and given.get(key) is not None and _listed(given[key]) is _NO_TEXTS:
            yield Fault(file, f"{where}: given.{key}", _kind(given[key]), "a text or a list of texts")
    if entry.get("expect") == {}:
        yield Fault(file, f"{where}: expect", "nothing", "at least one value")
    for path, value in _decimals(entry, ""):
        yield Fault(file, f"{where}: {path}", str(value), "an integer, or a fraction in a text such as '7/2'")


_NO_TEXTS: tuple[str, ...] = ("",)


def _listed(value: object) -> tuple[str, ...]:
    """A text or a list of texts as a tuple; `_NO_TEXTS` for anything else."""
    if value is None:
        return ()
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list) and all(isinstance(item, str) for item in value):
        return tuple(value)
    return _NO_TEXTS


def _decimals(value: object, path: str) -> Iterator[tuple[str, float]]:
    if isinstance(value, float):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _decimals(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from _decimals(inner, f"{path}[{i}]")


def _kind(value: object) -> str:
    names = {dict: "an object", list: "a list", str: "a text", bool: "true or false", type(None): "nothing"}
    return names.get(type(value), "a number")


def read_disputed(file: Path) -> dict[str, str]:
    """The cases held to be wrong, each with the reasoning. Raises DataError if the file is damaged.

    The file is a TOML list of `[[disputed]]` tables with `id` and `reasoning`.
    """
    tables = read_toml_file(file).get("disputed", [])
    keys = ("id", "reasoning")
    faults = [
        Fault(str(file), f"disputed {number}: {key}", "nothing", "a text")
        for number, table in enumerate(tables, 1)
        for key in keys
        if not (isinstance(table, dict) and isinstance(table.get(key), str) and table[key])
    ]
    if faults:
        raise DataError(faults)
    return {table["id"]: table["reasoning"] for table in tables}


def disputed_beside(files: Iterable[Path]) -> dict[str, str]:
    """The disputed cases listed in a `disputed.toml` in the folders of case files, or one folder up."""
    folders = dict.fromkeys(folder for file in files for folder in file.resolve().parents[:2])
    lists = [folder / "disputed.toml" for folder in folders]
    return {i: why for file in lists if file.is_file() for i, why in read_disputed(file).items()}


# --- choosing cases --------------------------------------------------------------------------------------------------


def parse_rules(text: str) -> tuple[str, ...]:
    """The rules that an expression such as "43A,44B1-3" names; each stands for itself and all rules below it.

    Raises NotationError for what is no rule number and no range of them.

    >>> parse_rules("43A,44B1-3,20G2a-c,9")
    ('43A', '44B1', '44B2', '44B3', '20G2a', '20G2b', '20G2c', '9')
    """
    return tuple(rule for part in text.split(",") if part.strip() for rule in _expand(part.strip()))


def _expand(part: str) -> tuple[str, ...]:
    first, dash, last = part.partition("-")
    if not _NUMBER.match(first):
        raise NotationError(f"{part!r} names no rule; write rule numbers such as 9, 43A or 44B1-3")
    if not dash:
        return (first,)
    *stem, start = parts(first)
    end = parts(last)[-1] if parts(last)[:-1] in ((), tuple(stem)) and parts(last) else ""
    wanted = _steps(start, end)
    if not wanted or "".join(parts(last)) != last:
        raise NotationError(f"{part!r} is no range of rules; write one such as 44B1-3 or 9A-C")
    return tuple("".join((*stem, step)) for step in wanted)


def _steps(start: str, end: str) -> tuple[str, ...]:
    """The last steps of rule numbers from one to another: 1 to 3, A to C; empty if they make no range."""
    if start.isdigit() and end.isdigit():
        return tuple(str(n) for n in range(int(start), int(end) + 1))
    if len(start) == len(end) == 1 and start.isupper() == end.isupper() and start.isalpha() and end.isalpha():
        return tuple(chr(n) for n in range(ord(start), ord(end) + 1))
    return ()


def select(cases: Iterable[Case], rules: Collection[str]) -> tuple[Case, ...]:
    """The cases that test one of the rules or a rule below it; all of them for no rules."""
    return tuple(case for case in cases if not rules or any(is_under(case.rule, rule) for rule in rules))


def game_of(case: Case, prefixes: Mapping[str, str], game: str | None = None) -> str:
    """The variant a case belongs to: by the beginning of its id, else the game named.

    prefixes: beginning of an id -> variant. Raises UnknownName if neither says it.
    """
    for prefix in sorted(prefixes, key=len, reverse=True):
        if case.id.startswith(prefix):
            return prefixes[prefix]
    if game:
        return game
    known = ", ".join(prefixes) or "no prefix"
    raise UnknownName(
        f"{case.file}: case '{case.id}' tells no game; its id should begin with {known}, or name the game"
    )


# --- asking and comparing --------------------------------------------------------------------------------------------


def run_cases(
    cases: Iterable[Case],
    *,
    ask: Callable[[Mapping[str, object], _R], Answer],
    load: Callable[[str, frozenset[str]], _R],
    prefixes: Mapping[str, str],
    game: str | None = None,
    supplied: Set[str] = frozenset(),
    disputed: Mapping[str, str] | None = None,
) -> Iterator[CaseResult]:
    """Put cases to the rules, one result for each, as they come.

    ask: answers a question under a ruleset. load: the ruleset of a variant with options. prefixes, game: see `game_of`.
    supplied: the data there are, for cases that need some. disputed: case id -> why it is held to be wrong.
    Raises UnknownName for a case of no game, or of a game that cannot be loaded.
    """
    rulesets: dict[tuple[str, frozenset[str]], _R] = {}
    for case in cases:
        variant = game_of(case, prefixes, game)
        if (why := (disputed or {}).get(case.id)) is not None:
            yield _disputed(case, why, _result(case, variant, ask, load, rulesets, supplied))
        else:
            yield _result(case, variant, ask, load, rulesets, supplied)


def _disputed(case: Case, why: str, result: CaseResult) -> CaseResult:
    return CaseResult(case.id, "failed", result.got, case.expect, result.ledger, f"disputed: {why}", is_disputed=True)


def _result(
    case: Case,
    variant: str,
    ask: Callable[[Mapping[str, object], _R], Answer],
    load: Callable[[str, frozenset[str]], _R],
    rulesets: dict[tuple[str, frozenset[str]], _R],
    supplied: Set[str],
) -> CaseResult:
    if missing := case.needs - supplied:
        return CaseResult(case.id, "unhandled", None, case.expect, reason=f"needs {', '.join(sorted(missing))}")
    key = (variant, case.options)
    try:
        if key not in rulesets:
            rulesets[key] = load(variant, case.options)
    except EuropaError as error:
        if not case.options:
            raise
        return CaseResult(case.id, "unhandled", None, case.expect, reason=str(error))
    try:
        answer = ask(case.question, rulesets[key])
    except UnknownQuestion as error:
        return CaseResult(case.id, "unhandled", None, case.expect, reason=str(error))
    except Exception as error:  # a handler that breaks fails its case, not the run
        return CaseResult(case.id, "failed", None, case.expect, reason=f"{type(error).__name__}: {error}")
    wrong = differences(case.expect, answer.values)
    status: Status = "failed" if wrong else "passed"
    return CaseResult(case.id, status, plain(answer.values), case.expect, answer.to_json()["ledger"], "; ".join(wrong))


def differences(expected: Mapping[str, object], got: Mapping[str, object]) -> list[str]:
    """Where an answer does not have the values expected, in words; [] if it has them all.

    >>> differences({"odds": "3:1", "attack": "7/2"}, {"odds": "3:1", "attack": Fraction(7, 2), "defense": 1})
    []
    >>> differences({"legal": False, "forbidden_by": "9"}, {"legal": False, "forbidden_by": ["9B", "6A"]})
    ["forbidden_by: got ['9B', '6A'], expected '9'"]
    """
    return [
        f"{key}: got {plain(got[key])!r}, expected {value!r}" if key in got else f"{key}: not in the answer"
        for key, value in expected.items()
        if key not in got or not is_same(key, value, got[key])
    ]


def is_same(key: str, expected: object, got: object) -> bool:
    """Whether a value of an answer is the one expected; what a list means depends on its key.

    A refusal is right if a rule expected is among those found. Numbers are compared exactly.
    """
    if key == "forbidden_by" and expected is not None:
        return bool(_rules_in(expected) & _rules_in(got))
    return _canonical(expected, key in IN_ORDER) == _canonical(got, key in IN_ORDER)


def _rules_in(value: object) -> frozenset[str]:
    """The rule numbers in a text, a citation, or a collection of them; the name of the book is left out."""
    if value is None:
        return frozenset()
    listed = value if isinstance(value, Sequence | Set) and not isinstance(value, str) else [value]
    return frozenset(str(item).rpartition(" ")[2] for item in listed)


def _canonical(value: object, in_order: bool = False) -> tuple[str, object]:
    """A value in a form that is equal for equal values: lists that are sets are sorted, fractions are numbers."""
    match value:
        case None | bool():
            return "fixed", value
        case int() | Fraction():
            return "number", Fraction(value)
        case str() if _FRACTION.match(value):
            return "number", Fraction(value)
        case Mapping():
            return "table", frozenset((str(key), _canonical(inner)) for key, inner in value.items())
        case str():
            return "text", str(value)
        case Sequence() | Set():
            items = [_canonical(item) for item in value]
            return "list", tuple(items if in_order else sorted(items, key=repr))
        case _:
            return "text", str(value)


# --- telling the results ---------------------------------------------------------------------------------------------


def summary(results: Iterable[CaseResult]) -> str:
    """The last line of a run.

    >>> summary([CaseResult("SFA-9A-01", "passed", {}, {})])
    '1 passed, 0 failed, 0 unhandled'
    """
    count = Counter(result.status for result in results)
    return f"{count['passed']} passed, {count['failed']} failed, {count['unhandled']} unhandled"


def disputed_line(results: Iterable[CaseResult]) -> str:
    """The line before the last: which cases are held to be wrong; "" if none is."""
    ids = [result.id for result in results if result.is_disputed]
    return f"disputed, and counted as failed: {', '.join(ids)}" if ids else ""


def have_all_passed(results: Iterable[CaseResult]) -> bool:
    """Whether every case passed."""
    return all(result.status == "passed" for result in results)
