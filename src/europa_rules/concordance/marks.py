"""What in the code carries out which rule: functions marked with `rule`, and contributions that cite it.

Needs packages; imports their modules and gives a mark for each citation. Nothing is written down by hand.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Iterable, Iterator
from importlib import import_module
from types import ModuleType

from attrs import frozen

from europa_rules.citations import Citation
from europa_rules.plugins import find_plugins

LEFT_OUT = ("cli", "testing", "__main__", "questions")
"""Modules that carry out no rule: they read what is typed, and hand it on."""


@frozen(order=True)
class Mark:
    """Something that carries out a rule.

    Attributes:
        rule: the rule.
        name: the function ("europa_rules.ground.zones.has_zoc"), or the module and the name of the contribution.
    """

    rule: Citation
    name: str


def marks_of(packages: Iterable[ModuleType]) -> tuple[Mark, ...]:
    """The marks of packages and all their modules, each once and in order.

    >>> import europa_rules
    >>> from europa_rules.citations import Citation
    >>> Mark(Citation("SF", "5"), "europa_rules.ground.zones.has_zoc") in marks_of([europa_rules])
    True
    """
    modules = [module for package in packages for module in modules_of(package)]
    functions = {mark for module in modules for mark in _functions(module)}
    return tuple(sorted(functions | _contributions(modules)))


def packages_in_use() -> tuple[ModuleType, ...]:
    """The package of the core, and those of the plugins that are installed and load."""
    names = (record.entry_point.partition(".")[0] for record in find_plugins() if record.loaded and record.entry_point)
    return tuple(import_module(name) for name in dict.fromkeys(("europa_rules", *names)))


def modules_of(package: ModuleType) -> Iterator[ModuleType]:
    """The modules of a package that may carry out rules."""
    yield package
    for found in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}.", onerror=_let_be):
        if not set(LEFT_OUT).intersection(found.name.split(".")):
            yield import_module(found.name)


def _let_be(_: str) -> None:
    """A package that cannot be imported without an extra is left out."""


def _functions(module: ModuleType) -> Iterator[Mark]:
    """The marks of a module's functions, and of the methods of its classes."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", None) == module.__name__:
            yield from _marked(f"{module.__name__}.{name}", thing)
            for method, part in vars(thing).items() if isinstance(thing, type) else ():
                yield from _marked(f"{module.__name__}.{name}.{method}", part)


def _marked(name: str, thing: object) -> Iterator[Mark]:
    """The marks of a function, also where it is a method of some kind."""
    for inner in (thing, *(getattr(thing, way, None) for way in ("__func__", "fget", "func"))):
        for citation in getattr(inner, "__rules__", ()):
            yield Mark(citation, name)


def _contributions(modules: Iterable[ModuleType]) -> set[Mark]:
    """The marks of what modules contribute; of those that hold one the module with the fewest has made it."""
    home = dict[int, tuple[int, str, object]]()
    for module in modules:
        held = [part for thing in vars(module).values() if isinstance(thing, tuple) for part in thing]
        for part in held:
            if id(part) not in home or len(held) < home[id(part)][0]:
                home[id(part)] = (len(held), module.__name__, part)
    found = (_of_contribution(part, module) for _, module, part in home.values())
    return {mark for marks in found for mark in marks}


def _of_contribution(part: object, module: str) -> Iterator[Mark]:
    """A mark for each rule that a contribution cites; none for what is no contribution."""
    name, by = getattr(part, "name", None), getattr(part, "by", None)
    if isinstance(name, str) and isinstance(by, tuple):
        for citation in by:
            if isinstance(citation, Citation):
                yield Mark(citation, f"{module}: {name}")
