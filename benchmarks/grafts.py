"""New code for a function that is imported already: so that a mutation needs no new import of the whole project."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from functools import cached_property
from types import CodeType, FunctionType

from attrs import frozen


@frozen
class Graft:
    """The new code of a function.

    Attributes:
        module: the name of its module.
        path: its name in the module, or that of its class and its own.
        code: what it does now.
    """

    module: str
    path: tuple[str, ...]
    code: CodeType

    def make(self) -> None:
        """Put it in. Raises LookupError or ValueError where the function cannot be found, or is of another make."""
        function = _function(sys.modules[self.module], self.path)
        function.__code__ = self.code


def graft_of(module: str, old: str, new: str, inside: str) -> Graft | None:
    """The graft that leads from a module's old text to the new one; None where more than a function's body differs.

    None too for a function in a function: what the outer one has given out at import keeps its old code.
    inside: the function around what differs, as `Class.method` or `outer.inner`.
    """
    was, now = (compile(text, module, "exec", dont_inherit=True) for text in (old, new))
    names = inside.split(".") if inside else []
    for depth in range(1, len(names) + 1):
        before, after = _code(was, names[:depth]), _code(now, names[:depth])
        if before is None or after is None:
            return None
        if before.co_flags & inspect.CO_OPTIMIZED:
            if depth < len(names):
                return None
            is_all = _without(was, before) == _without(now, after)
            return Graft(module, tuple(names[:depth]), after) if is_all and before != after else None
    return None


def _code(code: CodeType, names: list[str]) -> CodeType | None:
    """The code of a function or a class in that of a module; None where there are several of the name."""
    for name in names:
        found = [part for part in _parts(code) if part.co_name == name]
        if len(found) != 1:
            return None
        code = found[0]
    return code


def _parts(code: CodeType) -> Iterator[CodeType]:
    return (part for part in code.co_consts if isinstance(part, CodeType))


def _without(code: CodeType, left_out: CodeType) -> object:
    """What a module does, but for a function of it."""
    if code is left_out:
        return None
    consts = [_without(part, left_out) if isinstance(part, CodeType) else repr(part) for part in code.co_consts]
    return code.co_name, code.co_code, code.co_names, code.co_varnames, consts


def _function(thing: object, path: tuple[str, ...]) -> FunctionType:
    for name in path:
        thing = _unwrapped(inspect.getattr_static(thing, name))
    if not isinstance(thing, FunctionType):
        raise LookupError(f"{'.'.join(path)} is no function")
    return thing


def _unwrapped(thing: object) -> object:
    if isinstance(thing, property):
        thing = thing.fget
    elif isinstance(thing, cached_property):
        thing = thing.func
    elif isinstance(thing, staticmethod | classmethod):
        thing = thing.__func__
    return inspect.unwrap(thing) if callable(thing) else thing
