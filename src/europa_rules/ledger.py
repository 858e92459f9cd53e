"""The ledger of a value: how it came about, line by line, each with the rule that says so.

A `Reckoning` starts with a value and is changed by steps (`plus`, `times`, ...); a total is a reckoning whose first
line sums parts, each with a ledger of its own. Evaluating the ledger again always gives the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from europa_rules.citations import Citation, Citations, cited
from europa_rules.errors import StateError, need_text
from europa_rules.html_tables import folded, listing, table
from europa_rules.numbers import Number, exact, show, signed, to_json

Json = object

_OPERATIONS: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "plus": lambda value, n: value + n,
    "times": lambda value, n: value * n,
    "at most": min,
    "at least": max,
    "become": lambda _, n: n,
}


def _step_text(operation: str, operand: Fraction) -> str:
    if operation == "plus":
        return signed(operand)
    if operation == "times":
        return f"x{show(operand)}"
    return f"{operation} {show(operand)}"


class PointInUse(str):
    """An open point and its reading, as ledgers name them, with what the book leaves open and what is played.

    >>> point = PointInUse.of("sf-10I-german-date: jul-44", "From when?", "From Jul I 44.")
    >>> point == "sf-10I-german-date: jul-44", told_point(point)
    (True, 'sf-10I-german-date: jul-44 (From when? From Jul I 44)')
    """

    __slots__ = ("meaning", "question")
    question: str
    meaning: str

    @classmethod
    def of(cls, text: str, question: str, meaning: str) -> PointInUse:
        """The name of a point and its reading, with its question and the meaning of the reading."""
        point = cls(text)
        point.question, point.meaning = question, meaning
        return point


def told_point(point: str) -> str:
    """An open point in use as players read it: its name, what is asked, and what is played, where that is known."""
    if not isinstance(point, PointInUse):
        return point
    return f"{point} ({point.question} {point.meaning.rstrip('.')})"


@frozen
class Line:
    """One line of a ledger: an operation, its operand, the reason, and the rules behind it."""

    operation: str
    operand: Fraction
    why: str
    by: Citations = ()
    parts: tuple[tuple[str, Reckoning], ...] = ()

    @property
    def amount(self) -> str:
        """What it does to the value: the value itself where it begins one, else a step such as +1 or x1/2."""
        return show(self.operand) if self.operation in ("start", "sum") else _step_text(self.operation, self.operand)

    def __str__(self) -> str:
        return f"{self.amount} {self.why}{cited(self.by)}".rstrip()


@frozen
class Reckoning:
    """A value and its ledger.

    Attributes:
        value: the exact result.
        lines: the ledger, first to last.
        caveats: what the value rests on that nobody has verified (chart cells that are recalled or estimated).
        rests_on: ids of the rulings it rests on, with the reading chosen.

    >>> strength = Reckoning.of(7, "printed").times(Fraction(1, 2), "unsupported", Citation("SF", "11"))
    >>> print(strength)
    7 printed | x1/2 unsupported (SF 11) | = 7/2
    """

    value: Fraction
    lines: tuple[Line, ...]
    caveats: tuple[str, ...] = ()
    rests_on: tuple[str, ...] = ()

    @classmethod
    def of(cls, value: Number, why: str, *by: Citation) -> Reckoning:
        """Start a ledger with a value."""
        n = Fraction(value)
        return cls(n, (Line("start", n, why, by),))

    @classmethod
    def told(cls, value: Number | Reckoning, why: str) -> Reckoning:
        """A value that was reckoned before, with its ledger; a bare number starts one.

        >>> print(Reckoning.told(3, "computed"))
        3 computed | = 3
        """
        return value if isinstance(value, Reckoning) else cls.of(value, why)

    @classmethod
    def total(cls, why: str, parts: Iterable[tuple[str, Reckoning]], *by: Citation) -> Reckoning:
        """Start a ledger with the sum of labelled parts.

        >>> print(Reckoning.total("attack", [("A", Reckoning.of(3, "printed")), ("B", Reckoning.of(4, "printed"))]))
        7 attack | = 7
        """
        listed = tuple(parts)
        n = sum((part.value for _, part in listed), Fraction(0))
        caveats = _joined(part.caveats for _, part in listed)
        rests_on = _joined(part.rests_on for _, part in listed)
        return cls(n, (Line("sum", n, why, by, listed),), caveats, rests_on)

    def _step(self, operation: str, n: Number, why: str, by: Citations) -> Reckoning:
        operand = Fraction(n)
        value = _OPERATIONS[operation](self.value, operand)
        return Reckoning(value, (*self.lines, Line(operation, operand, why, by)), self.caveats, self.rests_on)

    def plus(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Add `n`."""
        return self._step("plus", n, why, by)

    def minus(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Subtract `n`."""
        return self._step("plus", -n, why, by)

    def times(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Multiply by `n`."""
        return self._step("times", n, why, by)

    def at_most(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Hold the value down to `n`."""
        return self._step("at most", n, why, by)

    def at_least(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Hold the value up to `n`."""
        return self._step("at least", n, why, by)

    def become(self, n: Number, why: str, *by: Citation) -> Reckoning:
        """Replace the value by `n`."""
        return self._step("become", n, why, by)

    def noting(self, *, caveat: str | None = None, rests_on: str | None = None) -> Reckoning:
        """Note an unverified chart cell or a ruling that the value rests on; None changes nothing."""
        return evolve(
            self,
            caveats=self.caveats if caveat is None else _joined([self.caveats, (caveat,)]),
            rests_on=self.rests_on if rests_on is None else _joined([self.rests_on, (rests_on,)]),
        )

    def noting_all(self, caveats: Iterable[str]) -> Reckoning:
        """Note several things that the value rests on and nobody has verified."""
        return evolve(self, caveats=_joined([self.caveats, caveats]))

    def reevaluate(self) -> Fraction:
        """Work the ledger out again from its lines; always equal to `value`."""
        value = Fraction(0)
        for line in self.lines:
            if line.operation == "start":
                value = line.operand
            elif line.operation == "sum":
                value = sum((part.reevaluate() for _, part in line.parts), Fraction(0))
            else:
                value = _OPERATIONS[line.operation](value, line.operand)
        return value

    @property
    def citations(self) -> Citations:
        """Every rule named in the ledger, in order, once."""
        found: dict[Citation, None] = {}
        for line in self.lines:
            found.update(dict.fromkeys(c for _, part in line.parts for c in part.citations))
            found.update(dict.fromkeys(line.by))
        return tuple(found)

    def __str__(self) -> str:
        return " | ".join([*map(str, self.lines), f"= {show(self.value)}"])

    def tree(self, indent: str = "", tell: Callable[[str], str] = told_point) -> str:
        """The ledger over several lines, parts indented below their sum.

        tell: how a ruling that it rests on is told; a ledger that was written and read back has their names alone.

        >>> print(Reckoning.total("attack", [("1 Pz XX", Reckoning.of(14, "printed"))]).tree())
        14 attack
          1 Pz XX: 14 printed | = 14
        = 14
        """
        rows = []
        for line in self.lines:
            rows.append(f"{indent}{line}")
            for label, part in line.parts:
                rows.append(part.under(label, f"{indent}  "))
        rows.append(f"{indent}= {show(self.value)}")
        rows += [f"{indent}unverified: {c}" for c in self.caveats] if not indent else []
        rows += [f"{indent}rests on the ruling {tell(r)}" for r in self.rests_on] if not indent else []
        return "\n".join(rows)

    def under(self, label: str, indent: str = "") -> str:
        """The ledger behind its label: in one line, or with its parts below where it has any.

        >>> print(Reckoning.of(3, "printed").under("1 Inf III", "  "))
          1 Inf III: 3 printed | = 3
        """
        if not any(line.parts for line in self.lines):
            return f"{indent}{label}: {self}"
        return f"{indent}{label}:\n{self.tree(indent + '  ')}"

    def _repr_html_(self) -> str:
        """What a notebook shows: the ledger as a table, and what it rests on.

        >>> Reckoning.of(7, "printed")._repr_html_().count("<tr>")
        3
        """
        return self.as_table() + remarks_as_html(self.caveats, self.rests_on)

    def as_table(self) -> str:
        """The lines of the ledger as an HTML table: value, reason and rules, parts indented below their sum."""
        rows = list(self._rows(0))
        depths = [depth for depth, *_ in rows]
        return table([cells for _, *cells in rows], ("value", "why", "rules"), depths)

    def _rows(self, depth: int) -> Iterator[tuple[int, str, str, str]]:
        """Depth, value, reason and rules of each line, with the lines of its parts, and of the result."""
        for line in self.lines:
            yield depth, line.amount, line.why, ", ".join(map(str, line.by))
            for label, part in line.parts:
                if any(below.parts for below in part.lines):
                    yield depth + 1, "", label, ""
                    yield from part._rows(depth + 2)
                else:
                    yield depth + 1, show(part.value), *part._in_one_row(label)
        yield depth, f"= {show(self.value)}", "", ""

    def _in_one_row(self, label: str) -> tuple[str, str]:
        """Reason and rules of a part without parts of its own; of several lines each names its own rules."""
        if len(self.lines) == 1:
            return f"{label}: {self.lines[0].why}", ", ".join(map(str, self.lines[0].by))
        return f"{label}: {' | '.join(map(str, self.lines))}", ""

    def to_json(self) -> Json:
        """The ledger as plain data."""
        out: dict[str, Json] = {"value": to_json(self.value), "lines": [_line_to_json(line) for line in self.lines]}
        if self.caveats:
            out["unverified"] = list(self.caveats)
        if self.rests_on:
            out["rests_on"] = list(self.rests_on)
        return out

    @classmethod
    def from_json(cls, data: Json, path: str = "ledger") -> Reckoning:
        """Read a ledger back. Raises StateError, with the path of the field, if the lines do not give the value.

        >>> r = Reckoning.of(7, "printed").plus(1, "luck")
        >>> Reckoning.from_json(r.to_json()) == r
        True
        """
        try:
            fields = cast(Mapping[str, Json], data)
            lines = tuple(
                _line_from_json(row, f"{path}.lines[{i}]")
                for i, row in enumerate(cast(Sequence[Json], fields["lines"]))
            )
            result = cls(
                exact(cast(int | str, fields["value"])),
                lines,
                tuple(cast(Sequence[str], fields.get("unverified", ()))),
                tuple(cast(Sequence[str], fields.get("rests_on", ()))),
            )
        except (KeyError, TypeError, AttributeError, ValueError) as error:
            if isinstance(error, StateError):
                raise
            raise StateError(f"{path}: no ledger ({error})") from error
        if result.to_json() != data:
            raise StateError(f"{path}: {data!r} is not as it would be written: {result.to_json()!r}")
        if result.reevaluate() != result.value:
            raise StateError(f"{path}.value: {show(result.value)}, but the lines give {show(result.reevaluate())}")
        return result


def ledgers_as_html(ledgers: Iterable[tuple[str, Reckoning]]) -> str:
    """Labelled ledgers for notebooks, each folded behind its label and value.

    >>> ledgers_as_html([("attack", Reckoning.of(7, "printed"))])[:48]
    '<details><summary>attack: 7</summary><table><tr>'
    """
    return "".join(folded(f"{label}: {show(ledger.value)}", ledger.as_table()) for label, ledger in ledgers)


def remarks_as_html(caveats: Sequence[str], rests_on: Iterable[str]) -> str:
    """What an answer rests on, for notebooks: rulings in words, and unverified chart cells folded away.

    >>> remarks_as_html((), ())
    ''
    """
    points = listing(f"rests on the ruling {told_point(point)}" for point in rests_on)
    return points + folded(f"unverified chart cells: {len(caveats)}", listing(caveats))


def _joined(groups: Iterable[Iterable[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text for group in groups for text in group))


def _line_to_json(line: Line) -> Json:
    out: dict[str, Json] = {"op": line.operation, "n": to_json(line.operand), "why": line.why}
    if line.by:
        out["by"] = [str(c) for c in line.by]
    if line.parts:
        out["parts"] = [[label, part.to_json()] for label, part in line.parts]
    return out


def _line_from_json(data: Json, path: str) -> Line:
    row = cast(Mapping[str, Json], data)
    operation = str(row["op"])
    if operation not in ("start", "sum", *_OPERATIONS):
        raise StateError(f"{path}.op: {operation!r}; expected start, sum, {', '.join(_OPERATIONS)}")
    parts = tuple(
        (need_text(label, "a label"), Reckoning.from_json(part, f"{path}.parts[{i}]"))
        for i, (label, part) in enumerate(cast(Sequence[tuple[str, Json]], row.get("parts", ())))
    )
    by = tuple(Citation.parse(text) for text in cast(Sequence[str], row.get("by", ())))
    return Line(operation, exact(cast(int | str, row["n"])), need_text(row["why"], "a reason"), by, parts)
