"""From a type to the JSON Schema of its plain data, as the converter of saves writes it.

Needs attrs classes, typed dicts and plain types; gives schemas that refer to named definitions, one for each class.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import attrs

from europa_rules.air_units import AirRating
from europa_rules.citations import Citation
from europa_rules.errors import unknown
from europa_rules.hexes import Hex
from europa_rules.sides import MONTHS, Turn
from europa_rules.units import Rating

Schema = dict[str, Any]
"""A JSON Schema as plain data."""

NUMBER: Schema = {
    "description": "an exact number: whole, or a fraction in lowest terms as text, such as 7/2",
    "anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^-?[0-9]+/[1-9][0-9]*$"}],
}
PLACE: Schema = {
    "description": "a hex such as 16A:1030, or a holding box such as box:Norway",
    "type": "string",
    "pattern": "^([0-9]+[A-Z]?:[0-9]{4}|box:.+)$",
}
_TEXTS: Mapping[type, Schema] = MappingProxyType(
    {
        Citation: {"description": "a rule, with its book: SF 10C1", "type": "string", "pattern": "^\\S+ .+$"},
        Turn: {
            "description": "a game turn: May II 40",
            "type": "string",
            "pattern": f"^({'|'.join(MONTHS)}) (I|II) [0-9]{{2}}$",
        },
        Rating: {"description": "the ratings of a ground unit: 14-10", "type": "string", "minLength": 1},
        AirRating: {"description": "the ratings of an air unit: 8F6", "type": "string", "minLength": 1},
    }
)
_SIMPLE: Mapping[object, Schema] = MappingProxyType(
    {
        str: {"type": "string"},
        bool: {"type": "boolean"},
        int: {"type": "integer"},
        float: {"type": "number"},
        NoneType: {"type": "null"},
        object: {},
        Any: {},
    }
)


class Definitions:
    """The schemas of types, with the definitions to which they refer.

    >>> Definitions().of(tuple[str, ...])
    {'type': 'array', 'items': {'type': 'string'}}
    """

    def __init__(self, special: Mapping[object, Schema] = MappingProxyType({})) -> None:
        """special: types whose schema is given, since the types alone do not tell it."""
        self.found: dict[str, Schema] = {}
        self._special = special
        self._named: dict[str, object] = {}

    def of(self, type_: Any) -> Schema:
        """The schema of a type. Raises UnknownName for one that never stands in our JSON."""
        if type_ in self._special:
            return self.define(type_.__name__, type_, self._special[type_])
        if type_ is Hex:
            return self.define("place", type_, PLACE)
        if type_ is Fraction:
            return self.define("number", Fraction, NUMBER)
        if type_ in _TEXTS:
            return self.define(type_.__name__, type_, _TEXTS[type_])
        if type_ in _SIMPLE:
            return dict(_SIMPLE[type_])
        if hasattr(type_, "__supertype__"):
            return self.of(type_.__supertype__)
        if attrs.has(type_) or is_typeddict(type_):
            return self._object(type_)
        return self._generic(type_)

    def define(self, name: str, of: object, schema: Schema) -> Schema:
        """A reference to a definition, made when it is first wanted. Raises UnknownName for a name of two types."""
        if self._named.setdefault(name, of) is not of:
            raise unknown("free name of a definition", name, ())
        self.found.setdefault(name, schema)
        return {"$ref": f"#/$defs/{name}"}

    def _object(self, type_: type) -> Schema:
        """An object with one property for each field; what stands in a field is told where the docstring tells it."""
        is_new = type_.__name__ not in self.found
        reference = self.define(type_.__name__, type_, {})
        if is_new:
            told, fields = _told_of(type_), _fields(type_)
            self.found[type_.__name__] |= {
                "description": inspect.cleandoc(type_.__doc__ or "").partition("\n")[0],
                "type": "object",
                "properties": {name: told.get(name, {}) | self.of(hint) for name, (hint, _) in fields.items()},
                "required": [name for name, (_, is_required) in fields.items() if is_required],
                "additionalProperties": False,
            }
        return reference

    def _generic(self, type_: Any) -> Schema:
        origin, arguments = get_origin(type_), get_args(type_)
        if origin is Literal:
            return {"enum": list(arguments)}
        if origin in (Union, UnionType):
            return self._union(arguments)
        if origin is tuple and arguments[-1] is not Ellipsis:
            return row_of(*map(self.of, arguments))
        if origin in (tuple, list, frozenset, set):
            return {"type": "array", "items": self.of(arguments[0])}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(arguments[1])}
        raise unknown("type that stands in JSON", type_, map(str, _SIMPLE))

    def _union(self, arguments: tuple[object, ...]) -> Schema:
        if set(arguments) == {int, Fraction}:
            return self.of(Fraction)
        return {"anyOf": [self.of(argument) for argument in arguments]}


def row_of(*cells: Schema) -> Schema:
    """The schema of a list with just these cells."""
    return {"type": "array", "prefixItems": list(cells), "items": False, "minItems": len(cells)}


def _fields(type_: type) -> dict[str, tuple[Any, bool]]:
    """The fields of a class, each with its type and whether it must stand there; a default is left out when written."""
    hints = get_type_hints(type_, include_extras=True)
    if attrs.has(type_):
        return {a.name: (hints[a.name], a.default is attrs.NOTHING) for a in attrs.fields(type_) if a.init}
    return {name: _unwrapped(hint) for name, hint in hints.items()}


def _unwrapped(hint: Any) -> tuple[Any, bool]:
    is_required = get_origin(hint) is not NotRequired
    return (hint, True) if is_required else (get_args(hint)[0], False)


_TOLD = re.compile(r"^ {4}(\w+(?:, \w+)*): (.+(?:\n {8}.+)*)", re.MULTILINE)


def _told_of(type_: type) -> dict[str, Schema]:
    """What the docstring tells of the fields, for those whose schema has no description of its own."""
    _, _, told = inspect.cleandoc(type_.__doc__ or "").partition("Attributes:\n")
    return {
        name: {"description": " ".join(text.split())}
        for names, text in _TOLD.findall(told)
        for name in names.split(", ")
    }
