"""Reading scenarios: the form of their TOML files, and every fault of one that has another.

Needs the text of a file; gives the head, or every fault of it with file, line and field, and the nearest right name.
What of it the game does not know (a side, a region, a group of the order of battle) `checks/scenario_files.py` tells.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeGuard

from attrs import field, frozen

from europa_rules.citations import Citation, Citations
from europa_rules.errors import DataError, EuropaError, Fault, nearest
from europa_rules.line_numbers import Lines, line_in, reason, toml_lines
from europa_rules.provenance import CONFIDENCES, KINDS, Provenance
from europa_rules.scenario_heads import (
    Area,
    ArmyHexes,
    Built,
    Change,
    DeploymentStep,
    Forces,
    Posting,
    Scenario,
    ScenarioSide,
    fault_at,
)
from europa_rules.sides import Side, Turn

FOLDER = "scenarios"
"""The folder of a variant or plugin in which its scenarios lie."""

LONGEST = 1_000_000
"""Characters of the longest file that is read."""


# --- the form --------------------------------------------------------------------------------------------------------


@frozen
class Table:
    """The form of a table: its fields, those that it must have, and whether it is one of a list."""

    fields: Mapping[str, Table | Value]
    required: tuple[str, ...] = ()
    many: bool = False


@frozen
class Value:
    """The form of a value: what is expected, in words, and a test that raises or says no to what is not."""

    expected: str
    fits: Callable[[Any], object]

    def accepts(self, value: object) -> bool:
        """Whether a value has this form."""
        try:
            return self.fits(value) is not False
        except (EuropaError, TypeError, ValueError, AttributeError):
            return False


def _is_text(value: object) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_texts(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(_is_text(item) for item in value)


def _is_count(value: object) -> bool:
    return type(value) is int and value >= 0


def _are_rules(value: object) -> bool:
    return _are_texts(value) and all(Citation.parse(item) for item in value)


_TERM_KINDS = ("country", "district", "island", "region", "sea", "fortification", "hex")
_TERM_WORDS = ("anywhere", "annexed", "annexed outright")


def _are_terms(value: object) -> bool:
    if not _are_texts(value):
        return False
    assert isinstance(value, list)
    return all(t in _TERM_WORDS or (t.partition(" ")[0] in _TERM_KINDS and t.partition(" ")[2]) for t in value)


def _is_file_name(value: object) -> bool:
    return _is_text(value) and not set("/\\:") & set(str(value)) and not str(value).startswith(".")


def _are_pairs(value: object) -> bool:
    return isinstance(value, dict) and all(isinstance(v, str) for v in value.values())


KINDS_OF_UNITS = ("ground", "air", "naval")
LISTED = ("hex", "district")

TEXT = Value("a text", _is_text)
TEXTS = Value("a list of texts", _are_texts)
TURN = Value("a game turn such as 'May II 40'", Turn.parse)
RULES = Value("a list of rules such as 'FoF 33A'", _are_rules)
TERMS = Value(
    f"a list of terms of regions: {', '.join(f'{k} …' for k in _TERM_KINDS)}, {', '.join(_TERM_WORDS)}", _are_terms
)
COUNT = Value("a whole number from 0", _is_count)
FLAG = Value("true or false", lambda value: isinstance(value, bool))
FILE = Value("the name of a file in the folder orders_of_battle, without a path", _is_file_name)
PAIRS = Value("a table of texts", _are_pairs)
COUNTS = Value(
    "a table of whole numbers", lambda value: isinstance(value, dict) and all(map(_is_count, value.values()))
)
UNIT_KINDS = Value(
    f"a list of {', '.join(KINDS_OF_UNITS)}", lambda value: _are_texts(value) and set(value) <= set(KINDS_OF_UNITS)
)

_POSTING = Table(
    {
        "nations": TEXTS,
        "groups": TEXTS,
        "theaters": TEXTS,
        "kinds": UNIT_KINDS,
        "types": TEXTS,
        "free": FLAG,
        "listed": Value(f"one of {', '.join(LISTED)}", lambda value: value in LISTED),
        "within": TERMS,
        "except": TERMS,
        "hexes_from_army": COUNT,
        "away_from": TERMS,
        "away": COUNT,
    },
    many=True,
)
_ARMIES = Table(
    {"armies": TEXTS, "within": TERMS, "not_south_of": TEXT, "hexes": PAIRS}, ("armies", "within"), many=True
)
_PROVENANCE = Table(
    {
        "kind": Value(f"one of {', '.join(KINDS)}", lambda value: value in KINDS),
        "source": TEXT,
        "confidence": Value(f"one of {', '.join(CONFIDENCES)}", lambda value: value in CONFIDENCES),
    },
    ("kind", "source", "confidence"),
)
FORM = Table(
    {
        "id": TEXT,
        "title": TEXT,
        "variant": TEXT,
        "summary": TEXT,
        "rules": RULES,
        "victory": RULES,
        "options": TEXTS,
        "events": TEXTS,
        "notes": TEXTS,
        "missing": TEXTS,
        "weather": PAIRS,
        "built": Table({"airfields": COUNTS, "forts": TEXTS}),
        "provenance": _PROVENANCE,
        "turns": Table({"first": TURN, "last": TURN, "player": TEXT, "ends": TEXTS}, ("first", "last", "player")),
        "area": Table({"parts": TERMS, "except": TERMS, "north_limit": TEXT, "bases": TEXTS}),
        "sides": Table(
            {"side": TEXT, "forces": TEXTS, "theaters": TEXTS, "limited": TEXTS, "owns": TERMS}, ("side",), many=True
        ),
        "forces": Table({"order_of_battle": FILE, "turn": TURN, "without": TEXTS}, ("order_of_battle",), many=True),
        "deployment": Table(
            {
                "step": TEXT,
                "player": TEXT,
                "rules": RULES,
                "most": COUNT,
                "works": COUNTS,
                "postings": _POSTING,
                "assign": _ARMIES,
            },
            ("step", "player", "rules"),
            many=True,
        ),
        "changes": Table({"unit": TEXT, "to": TEXT, "why": TEXT}, ("unit", "to", "why"), many=True),
    },
    ("id", "title", "variant", "rules", "victory", "provenance", "turns", "sides", "missing"),
)
"""The form of a scenario head."""


@frozen
class _Checker:
    """Finds what in a file does not fit the form."""

    file: str
    lines: Lines

    def table(self, data: object, form: Table, at: str = "") -> Iterator[Fault]:
        if not isinstance(data, dict):
            yield self.fault(at, _shown(data), f"a table with {', '.join(form.fields)}")
            return
        for name, value in data.items():
            yield from self.field(name, value, form, f"{at}.{name}".lstrip("."))
        for name in form.required:
            if name not in data:
                yield self.fault(f"{at}.{name}".lstrip("."), "nothing", f"a value; {name} must be given")

    def field(self, name: str, value: object, form: Table, at: str) -> Iterator[Fault]:
        known = form.fields.get(name)
        if known is None:
            hint = nearest(name, form.fields) or _elsewhere(name)
            yield self.fault(at, f"the unknown field '{name}'", f"one of {', '.join(form.fields)}", hint)
        elif isinstance(known, Value):
            if not known.accepts(value):
                yield self.fault(at, _shown(value), known.expected)
        elif not known.many:
            yield from self.table(value, known, at)
        elif not isinstance(value, list):
            yield self.fault(at, _shown(value), f"a list of tables, each headed [[{at}]]")
        else:
            for i, row in enumerate(value):
                yield from self.table(row, known, f"{at}[{i}]")

    def fault(self, at: str, found: str, expected: str, suggestion: str = "") -> Fault:
        return fault_at(self.file, self.lines, at, found, expected, suggestion)


def _elsewhere(name: str, form: Table = FORM, at: str = "") -> str:
    """Where a field that is no field of its table would be right: its address, or ""."""
    for own, below in form.fields.items():
        if own == name and at:
            return f"{at}{own}"
        if isinstance(below, Table) and (found := _elsewhere(name, below, f"{at}{own}.")):
            return found
    return name if not at and name in form.fields else ""


def _shown(value: object) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:77]}…"


# --- files -----------------------------------------------------------------------------------------------------------


@frozen
class ScenarioFile:
    """The file of a scenario.

    Attributes:
        id: the scenario's id, which is the file's name.
        file: the file.
        home: the folder in which `scenarios` and `orders_of_battle` lie.
    """

    id: str
    file: Path | Traversable = field(eq=False)
    home: Path | Traversable = field(eq=False)

    def read(self, variants: Collection[str]) -> Scenario:
        """The scenario. Raises DataError with every fault, another variant than these or another id among them."""
        scenario = read_scenario(self.file, self.home)
        found = []
        if scenario.id != self.id:
            found.append(scenario.fault("id", repr(scenario.id), f"the name of the file, {self.id!r}"))
        if scenario.variant not in variants:
            expected = f"one of {', '.join(variants)}"
            hint = nearest(scenario.variant, variants)
            found.append(scenario.fault("variant", repr(scenario.variant), expected, hint))
        if found:
            raise DataError(found)
        return scenario


def scenario_files(home: Path | Traversable) -> tuple[ScenarioFile, ...]:
    """The files of scenarios in a folder's `scenarios`, by name."""
    folder = home.joinpath(FOLDER)
    if not folder.is_dir():
        return ()
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(ScenarioFile(f.name.removesuffix(".toml"), f, home) for f in files)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_scenario(file: Path | Traversable, home: Path | Traversable | None = None) -> Scenario:
    """The scenario of a TOML file.

    home: the folder with the `orders_of_battle` that it names; the one that holds the file's own folder otherwise.
    Raises DataError with every fault of the file: line and field, what is expected, the nearest right name.
    """
    text = _text(file)
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = line_in(str(error))
        where = f"line {line}" if line else "the whole file"
        raise DataError([Fault(str(file), where, reason(error, text), "a TOML file")]) from error
    lines = toml_lines(text)
    found = list(_Checker(str(file), lines).table(data, FORM))
    if found:
        raise DataError(found)
    if home is None and isinstance(file, Path):
        home = file.resolve().parent.parent
    return _scenario(data, str(file), home, lines)


def _text(file: Path | Traversable) -> str:
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError([Fault(str(file), "the whole file", str(error), "a TOML file in UTF-8")]) from error
    if len(text) > LONGEST:
        raise DataError([Fault(str(file), "the whole file", f"{len(text)} characters", f"at most {LONGEST}")])
    return text


def _rules(row: Mapping[str, Any], key: str) -> Citations:
    return tuple(Citation.parse(text) for text in row.get(key, ()))


def _texts(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(row.get(key, ()))


def _scenario(data: Mapping[str, Any], file: str, home: Path | Traversable | None, lines: Lines) -> Scenario:
    turns, area = data["turns"], data.get("area", {})
    return Scenario(
        id=data["id"],
        title=data["title"],
        variant=data["variant"],
        by=_rules(data, "rules"),
        first=Turn.parse(turns["first"]),
        last=Turn.parse(turns["last"]),
        player=Side(turns["player"]),
        ends=_texts(turns, "ends"),
        sides=tuple(_side(row) for row in data["sides"]),
        victory=_rules(data, "victory"),
        provenance=Provenance(**data["provenance"]),
        summary=data.get("summary", ""),
        area=Area(
            tuple(area.get("parts", ("anywhere",))),
            _texts(area, "except"),
            area.get("north_limit", ""),
            _texts(area, "bases"),
        ),
        forces=tuple(
            Forces(row["order_of_battle"], row.get("turn", ""), _texts(row, "without"))
            for row in data.get("forces", ())
        ),
        options=_texts(data, "options"),
        events=_texts(data, "events"),
        weather=dict(data.get("weather", {})),
        built=Built(dict(data.get("built", {}).get("airfields", {})), _texts(data.get("built", {}), "forts")),
        deployment=tuple(_step(row) for row in data.get("deployment", ())),
        changes=tuple(Change(**row) for row in data.get("changes", ())),
        notes=_texts(data, "notes"),
        missing=_texts(data, "missing"),
        file=file,
        home=home,
        lines=lines,
    )


def _side(row: Mapping[str, Any]) -> ScenarioSide:
    forces, theaters, limited, owns = (_texts(row, key) for key in ("forces", "theaters", "limited", "owns"))
    return ScenarioSide(Side(row["side"]), forces, theaters, owns, limited)


def _step(row: Mapping[str, Any]) -> DeploymentStep:
    return DeploymentStep(
        name=row["step"],
        player=Side(row["player"]),
        by=_rules(row, "rules"),
        postings=tuple(_posting(posting) for posting in row.get("postings", ())),
        armies=tuple(
            ArmyHexes(tuple(a["armies"]), tuple(a["within"]), a.get("not_south_of", ""), dict(a.get("hexes", {})))
            for a in row.get("assign", ())
        ),
        works=dict(row.get("works", {})),
        most=row.get("most"),
    )


def _posting(row: Mapping[str, Any]) -> Posting:
    return Posting(
        nations=_texts(row, "nations"),
        groups=_texts(row, "groups"),
        theaters=_texts(row, "theaters"),
        kinds=_texts(row, "kinds"),
        types=_texts(row, "types"),
        free=row.get("free"),
        listed=row.get("listed", ""),
        within=_texts(row, "within"),
        exceptions=_texts(row, "except"),
        hexes_from_army=row.get("hexes_from_army"),
        away_from=_texts(row, "away_from"),
        away=row.get("away", 0),
    )
