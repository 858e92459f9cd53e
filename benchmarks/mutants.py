"""Mutations of rules, one at a time, of eight kinds: made with the syntax tree in code, and cell by cell in charts.

`sites` finds every place of a file where a mutation of a kind can be made; a `Mutant` is a file with one of them made.
Only what a rule says is mutated: not docstrings, annotations, decorators, messages, or what makes a class.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

KINDS = ("sign", "threshold", "constant", "negation", "condition", "dropped", "chart cell", "citation")
OF_CODE = KINDS[:6]
LONG = 160

_SIGNS: Mapping[type[ast.operator], type[ast.operator]] = {ast.Add: ast.Sub, ast.Sub: ast.Add}
_METHODS = {"plus": "minus", "minus": "plus"}
_ORDERS: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
_OPPOSITES: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_SEQUENCES = (ast.Tuple, ast.List, ast.Set, ast.ListComp, ast.SetComp, ast.JoinedStr, ast.Dict)
_NO_RULE = ("slots", "frozen", "order", "eq", "hash", "repr", "init", "kw_only", "strict", "maxsize", "key", "default")
"""Keywords whose values make a class or steer a function of Python."""

_CELL = re.compile(r"(?<![\w.\"-])(-?\d+)(?![\w.\"-])(?!\s*=)|\b(true|false)\b(?!\s*=)")
_NO_CELL = re.compile(r"^\s*(#|$|\[)|^\s*(title|form|lays_over|rules|provenance|note|sources?|confidence)\b")
_SUBJECT = re.compile(r'^([\w-]+) = "([^"]+)"')


@frozen
class Site:
    """A place where a mutation can be made.

    Attributes:
        kind: one of `KINDS`.
        line: its first line.
        inside: the function or class around it, as `Class.method`; "" at the level of the module.
        what: the old text and the new one.
        start, end: the characters that are replaced.
        new: what replaces them.
    """

    kind: str
    line: int
    inside: str
    what: str
    start: int
    end: int
    new: str


@frozen
class Mutant:
    """A file with one mutation: its path below the tree, what was done to it, its text before and then."""

    file: str
    site: Site
    right: str
    text: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What names it, wherever it stands in its file: the file, the function, and what was done."""
        return self.file, self.site.inside, self.site.what

    def __str__(self) -> str:
        where = f"{self.file}:{self.site.line}"
        return f"{self.site.kind}: {where} {self.site.inside or 'at the top'}: {self.site.what}"


def sites(path: Path) -> list[Site]:
    """Every mutation that can be made in a module, a chart or a list of subjects."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".py":
        return _Code(text).sites()
    return list(_subjects(text) if path.name == "subjects.toml" else _cells(text))


def mutate(tree: Path, file: str, site: Site) -> Mutant:
    """A file below a tree with a mutation made."""
    text = (tree / file).read_text(encoding="utf-8")
    return Mutant(file, site, text, text[: site.start] + site.new + text[site.end :])


# --- data ------------------------------------------------------------------------------------------------------------


def _cells(text: str) -> Iterator[Site]:
    """Whole numbers that are one more, and flags that are turned over."""
    start, head, is_table_of_sources = 0, "", False
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if line.startswith("["):
            head = line.strip()
            is_table_of_sources = head.startswith(("[sources", "[cells_from", "[fields"))
        if not is_table_of_sources and not _NO_CELL.match(line):
            for found in _CELL.finditer(_without_remarks(line)):
                old = found.group()
                new = {"true": "false", "false": "true"}.get(old) or str(int(old) + 1)
                what = f"{line.strip()}: {old} becomes {new}"
                yield Site(KINDS[6], number, head, what, start + found.start(), start + found.end(), new)
        start += len(line)


def _without_remarks(line: str) -> str:
    """A line of TOML with blanks in place of texts, and of what follows a `#`."""
    blank = re.sub(r'"[^"]*"', lambda text: '"' + " " * (len(text.group()) - 2) + '"', line)
    return re.sub(r"provenance = .*", "", blank.partition("#")[0])


def _subjects(text: str) -> Iterator[Site]:
    """Subjects that have the number of the subject before."""
    start, before = 0, ""
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if found := _SUBJECT.match(line):
            old = found.group(2)
            if before not in ("", old):
                what = f"{found.group(1)}: {old} becomes {before}"
                yield Site(KINDS[7], number, found.group(1), what, start + found.start(2), start + found.end(2), before)
            before = old
        start += len(line)


# --- code ------------------------------------------------------------------------------------------------------------


class _Code:
    """The mutations of a module."""

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        self._text = text
        self._starts = [0]
        for line in text.splitlines(keepends=True):
            self._starts.append(self._starts[-1] + len(line))
        self._lines = text.splitlines()

    def sites(self) -> list[Site]:
        """All of them, in the order in which they stand."""
        found = [site for node, inside in _walk(self._tree, "") for site in self._of(node, inside)]
        return sorted(found, key=lambda site: (site.start, site.end, site.what))

    def _of(self, node: ast.AST, inside: str) -> Iterator[Site]:
        for kind, make in _MAKERS:
            for old, new in make(node, inside):
                yield self._site(kind, old, new, inside)

    def _site(self, kind: str, old: ast.expr, new: str, inside: str) -> Site:
        start = self._at(old.lineno, old.col_offset)
        end = self._at(old.end_lineno or old.lineno, old.end_col_offset or 0)
        what = _told(ast.unparse(old), new)
        return Site(kind, old.lineno, inside, what, start, end, f"({new})")

    def _at(self, line: int, column: int) -> int:
        before = self._lines[line - 1].encode()[:column].decode()
        return self._starts[line - 1] + len(before)


def _told(old: str, new: str) -> str:
    """What was done to a text: of long ones the part that differs, with a little of what is around."""
    if len(old) + len(new) < LONG:
        return f"{old} becomes {new}"
    start = _alike(old, new)
    end = min(_alike(old[::-1], new[::-1]), min(len(old), len(new)) - start)
    was, now = (f"… {text[max(start - 30, 0) : len(text) - end + 10]} …" for text in (old, new))
    return f"{was} becomes {now}"


def _alike(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    return next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _walk(node: ast.AST, inside: str) -> Iterator[tuple[ast.AST, str]]:
    """Every node that is part of a rule, with the function or class around it."""
    yield node, inside
    for child in _children(node):
        around = inside
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            around = f"{inside}.{child.name}" if inside else child.name
        yield from _walk(child, around)


def _children(node: ast.AST) -> Iterator[ast.AST]:
    """What stands in a node: without decorators, annotations, patterns, texts with fields, raised errors."""
    left_out = {"decorator_list", "annotation", "returns", "pattern", "bases", "keywords" if _is_class(node) else ""}
    for name, value in ast.iter_fields(node):
        if name in left_out:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _is_no_rule(child):
                yield child


def _is_class(node: ast.AST) -> bool:
    return isinstance(node, ast.ClassDef)


def _is_no_rule(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in _NO_RULE
    if isinstance(node, ast.If):
        return ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'")
    return isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Slice | ast.Import | ast.ImportFrom)


Made = Iterator[tuple[ast.expr, str]]


def _signs(node: ast.AST, _: str) -> Made:
    """Plus for minus: between two terms, before a number, of a modifier, and in a ledger."""
    match node:
        case ast.BinOp(left, op, right) if type(op) in _SIGNS and not any(map(_is_sequence, (left, right))):
            yield node, ast.unparse(ast.BinOp(left, _SIGNS[type(op)](), right))
        case ast.UnaryOp(ast.USub(), operand):
            yield node, ast.unparse(operand)
        case ast.Call(ast.Attribute(value, name), args, keywords) if name in _METHODS:
            yield node, ast.unparse(ast.Call(ast.Attribute(value, _METHODS[name], ast.Load()), args, keywords))
        case ast.Call(func) if ast.unparse(func).endswith("Modifier"):
            for amount in _amounts(node):
                yield amount, ast.unparse(ast.UnaryOp(ast.USub(), amount))


def _amounts(call: ast.Call) -> Iterator[ast.expr]:
    """The amount of a modifier, where it is a positive number."""
    given = [*call.args[3:4], *(keyword.value for keyword in call.keywords if keyword.arg == "amount")]
    return (value for value in given if isinstance(value, ast.Constant) and type(value.value) is int and value.value)


def _is_sequence(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value):
            return isinstance(value, str)
        case ast.Call(ast.Name(name)):
            return name in ("tuple", "list", "str", "set", "sorted", "frozenset", "dict")
        case ast.BinOp(left, _, right):
            return _is_sequence(left) or _is_sequence(right)
    return isinstance(node, _SEQUENCES)


def _thresholds(node: ast.AST, _: str) -> Made:
    """At least for more than, and so on."""
    if isinstance(node, ast.Compare):
        for index, op in enumerate(node.ops):
            if type(op) in _ORDERS:
                ops = [*node.ops[:index], _ORDERS[type(op)](), *node.ops[index + 1 :]]
                yield node, ast.unparse(ast.Compare(node.left, ops, node.comparators))


def _constants(node: ast.AST, _: str) -> Made:
    """One more, and one less where that is not below zero."""
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node, str(node.value + 1)
        if node.value > 0:
            yield node, str(node.value - 1)


def _negations(node: ast.AST, _: str) -> Made:
    """A condition, a flag or an equality turned over."""
    match node:
        case ast.If(test) | ast.While(test) | ast.IfExp(test) if not _is_turned_otherwise(test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.comprehension(ifs=ifs):
            yield from ((test, f"not ({ast.unparse(test)})") for test in ifs if not _is_turned_otherwise(test))
        case ast.UnaryOp(ast.Not(), operand):
            yield node, ast.unparse(operand)
        case ast.Constant(bool(value)):
            yield node, str(not value)
        case ast.Compare(left, [op], comparators) if type(op) in _OPPOSITES:
            yield node, ast.unparse(ast.Compare(left, [_OPPOSITES[type(op)]()], comparators))


def _is_turned_otherwise(test: ast.expr) -> bool:
    """Whether turning over what stands in a condition comes to the same as turning over the condition."""
    match test:
        case ast.UnaryOp(ast.Not()):
            return True
        case ast.Compare(_, [op]):
            return type(op) in _OPPOSITES
    return False


def _conditions(node: ast.AST, _: str) -> Made:
    """Or for and."""
    if isinstance(node, ast.BoolOp):
        op = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield node, ast.unparse(ast.BoolOp(op, node.values))


def _dropped(node: ast.AST, inside: str) -> Made:
    """One of the rules that a module lists, or one of the rulings that count together."""
    match node:
        case ast.Assign(targets=[ast.Name(name)], value=value) | ast.AnnAssign(target=ast.Name(name), value=value):
            if not inside and name.lstrip("_").isupper() and value is not None:
                yield from _without_each(value)
        case ast.Return(ast.List() | ast.Tuple() as value) if inside.startswith("europa_"):
            yield from _without_each(value)
        case ast.BinOp(left, ast.BitAnd(), right):
            yield node, ast.unparse(left)
            yield node, ast.unparse(right)


def _without_each(value: ast.expr) -> Made:
    """A tuple, a list or a table without one of its rules: what is made, a function, or the rules of another module."""
    match value:
        case ast.Tuple(elts) | ast.List(elts):
            for index in range(len(elts)):
                if _is_rule(elts[index]):
                    yield value, ast.unparse(type(value)([*elts[:index], *elts[index + 1 :]], ast.Load()))
        case ast.Dict(keys, values):
            for index in range(len(keys)):
                if _is_rule(values[index]):
                    rest = [n for n in range(len(keys)) if n != index]
                    yield value, ast.unparse(ast.Dict([keys[n] for n in rest], [values[n] for n in rest]))
        case ast.Call(ast.Name("frozenset" | "FrozenMap"), [inner]):
            yield from _without_each(inner)


def _is_rule(node: ast.expr) -> bool:
    match node:
        case ast.Call() | ast.Starred() | ast.Lambda():
            return True
        case ast.Name(name) | ast.Attribute(_, name):
            return not name.isupper()
    return False


Maker = Callable[[ast.AST, str], Made]
_MAKERS: Sequence[tuple[str, Maker]] = tuple(
    zip(OF_CODE, (_signs, _thresholds, _constants, _negations, _conditions, _dropped), strict=True)
)
