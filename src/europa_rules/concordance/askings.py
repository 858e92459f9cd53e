"""Who asks which slot of contributions or arranges which procedure, and for which rules, as the code has it.

Needs packages with their source; gives one entry for each function that asks a ruleset for what plugins contribute to
a slot. Nothing is written down by hand.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator, Mapping
from types import ModuleType

from attrs import frozen

from europa_rules.citations import Citations
from europa_rules.concordance.marks import modules_of

MODIFIER, PROHIBITION, SOURCE, STEP = "modifier", "prohibition", "source", "step"

_ASKS = {
    "modify": (MODIFIER, 1),
    "modifiers": (MODIFIER, 0),
    "has_modifiers": (MODIFIER, 0),
    "forbid": (PROHIBITION, 0),
    "forbids": (PROHIBITION, 0),
    "has_prohibitions": (PROHIBITION, 0),
    "sources": (SOURCE, 0),
    "arrange": (STEP, 0),
}
"""What asks for contributions, methods of a ruleset but for the last: the kind, and which argument names the slot."""

_RULESET = "europa_rules.ruleset"


@frozen(order=True)
class Asking:
    """A function that asks a slot.

    Attributes:
        kind: what is contributed there: "modifier", "prohibition", "source" or "step".
        slot: the slot; of steps the procedure.
        module, function: who asks.
        rules: the rules that it carries out, or those of the functions of its module that call it.
    """

    kind: str
    slot: str
    module: str
    function: str
    rules: Citations = ()

    @property
    def name(self) -> str:
        """The function with its module."""
        return f"{self.module}.{self.function}"


def askings_of(packages: Iterable[ModuleType]) -> tuple[Asking, ...]:
    """Every function of packages that asks a slot, each once and in order.

    >>> import europa_rules
    >>> (found,) = [asking for asking in askings_of([europa_rules]) if asking.slot == "exert zoc"]
    >>> found.name, found.kind, [str(citation) for citation in found.rules]
    ('europa_rules.ground.zones.has_zoc', 'prohibition', ['FoF 5', 'SF 5'])
    """
    modules = (module for package in packages for module in modules_of(package) if module.__name__ != _RULESET)
    return tuple(sorted({asking for module in modules for asking in _in_module(module)}))


def _in_module(module: ModuleType) -> Iterator[Asking]:
    tree = ast.parse(inspect.getsource(module))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    calls = {function.name: _calls_in(function) for function in functions}
    handed = {a.arg: (f.name, i) for f in functions for i, a in enumerate(f.args.args) if a.arg == "slot"}
    for function in functions:
        for kind, named in _slots_named(calls[function.name]):
            if isinstance(named, ast.Name) and named.id in handed:
                asked, place = handed[named.id]
                givers = [(who, call) for who, made in calls.items() for call in made if _called(call) == asked]
                yield from (_asking(kind, call.args[place], who, module, calls) for who, call in givers)
            else:
                yield _asking(kind, named, function.name, module, calls)


def _calls_in(function: ast.FunctionDef) -> list[ast.Call]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Call)]


def _called(call: ast.Call) -> str:
    return ast.unparse(call.func).rpartition(".")[2]


def _slots_named(calls: Iterable[ast.Call]) -> Iterator[tuple[str, ast.expr]]:
    """The kind and the slot, as the code names it, of each call that asks a ruleset."""
    for call in calls:
        kind, place = _ASKS.get(_called(call), ("", 0))
        if kind and isinstance(call.func, ast.Attribute) != (kind == STEP) and len(call.args) > place:
            yield kind, call.args[place]


def _asking(
    kind: str, named: ast.expr, function: str, module: ModuleType, calls: Mapping[str, list[ast.Call]]
) -> Asking:
    slot = getattr(module, named.id) if isinstance(named, ast.Name) else ast.literal_eval(named)
    return Asking(kind, str(slot), module.__name__, function, _rules_of(function, module, calls))


def _rules_of(function: str, module: ModuleType, calls: Mapping[str, list[ast.Call]]) -> Citations:
    """The rules that a function carries out; else those of the nearest functions of the module that call it."""
    asked, seen = {function}, {function}
    while asked:
        found = [
            citation for name in sorted(asked) for citation in getattr(getattr(module, name, None), "__rules__", ())
        ]
        if found:
            return tuple(sorted(set(found)))
        asked = {who for who, made in calls.items() if any(_called(call) in asked for call in made)} - seen
        seen |= asked
    return ()
