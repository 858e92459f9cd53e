"""Orders as lines that people write and read: `move | units: ge 1 Inf XX; ge 2 Inf XX | path: 16A:1406`.

The kind comes first, then the fields of the order by name, each with its texts. What would be misread stands in
quotation marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from europa_rules.errors import NotationError, shortened, unknown
from europa_rules.orders import kind_of, order_from_json, order_kinds, order_to_json
from europa_rules.quoting import quoted, split_outside_quotes, unquoted
from europa_rules.ruleset import Ruleset

FIELDS, TEXTS = "|", ";"
"""What stands between the fields of an order, and between the texts of a field."""


def write_order(order: Any, rules: Ruleset) -> str:
    """An order as a line; fields that are as they are where nothing is said are left out.

    >>> from europa_rules import Move, hexref, load
    >>> write_order(Move(("ge 1 Inf XX",), (hexref("16A:1406"),)), load("fof"))
    'move | units: ge 1 Inf XX | path: 16A:1406'
    """
    kind = kind_of(order, rules)
    plain = order_to_json(order, rules)
    said = [f.name for f in attrs.fields(kind.type) if getattr(order, f.name) != f.default]
    return f" {FIELDS} ".join([kind.name, *(f"{name}: {_written(plain[name])}".rstrip() for name in said)])


def read_order(text: str, rules: Ruleset) -> Any:
    """Read an order. Raises NotationError or UnknownName with what is wrong in the line.

    >>> from europa_rules import load
    >>> read_order("move | units: ge 1 Inf XX | path: 16A:1406; 16A:1407", load("fof")).path
    ('16A:1406', '16A:1407')
    """
    name, *parts = (part.strip() for part in split_outside_quotes(text, FIELDS))
    kinds = order_kinds(rules)
    if name not in kinds:
        raise unknown("kind of order", name, kinds)
    types = {field.name: str(field.type) for field in attrs.fields(kinds[name].type)}
    data: dict[str, object] = {"kind": name}
    for part in parts:
        field, colon, value = (word.strip() for word in part.partition(":"))
        if not colon:
            raise NotationError(f"{name}: {shortened(part)} is no field; write {', '.join(f'{f}: ...' for f in types)}")
        if field in data:
            raise NotationError(f"{name}.{field}: stands twice")
        data[field] = _value(value, types.get(field, ""), f"{name}.{field}")
    return order_from_json(data, rules, name)


def _value(text: str, type_: str, path: str) -> object:
    if "tuple[" in type_:
        return list(read_texts(text))
    if type_ == "int":
        if not text.removeprefix("-").isdecimal() or len(text) > len(str(2**63)):
            raise NotationError(f"{path}: {shortened(text)} is no whole number")
        return int(text)
    return _unquoted(text)


def write_texts(texts: Sequence[str]) -> str:
    """Texts on one line, as `read_texts` reads them.

    >>> write_texts(("ge 1 Inf XX", "16A:1406; 16A:1407"))
    'ge 1 Inf XX; "16A:1406; 16A:1407"'
    """
    return f"{TEXTS} ".join(map(_quoted, texts))


def read_texts(text: str) -> tuple[str, ...]:
    """The texts on a line; none, where it is empty.

    >>> read_texts('ge 1 Inf XX; "16A:1406; 16A:1407"')
    ('ge 1 Inf XX', '16A:1406; 16A:1407')
    """
    return tuple(_unquoted(part.strip()) for part in split_outside_quotes(text, TEXTS)) if text.strip() else ()


def _written(value: object) -> str:
    return write_texts(value) if isinstance(value, list) else _quoted(str(value))


def _quoted(text: str) -> str:
    """A text as it stands, or in quotation marks where it would be misread so."""
    is_plain = bool(text) and text == text.strip() and text.isprintable() and not set(text) & set('"<[|;')
    return text if is_plain else quoted(text)


def _unquoted(text: str) -> str:
    return unquoted(text) if text.startswith('"') else text
