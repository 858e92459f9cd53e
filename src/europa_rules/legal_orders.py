"""Orders that may be given: every order of a single unit that is worth asking about, and the groups that may form.

Needs a side, the state, and if one likes a unit or a kind of order; gives orders one after another, as they are asked
for. They need not be legal: whether one is, its ruling says. Lists are complete for orders of a single unit. Of kinds
that take several units together (attack, overrun, rail move, naval transport, fly) they have each unit alone, and
`groups` tells who stands ready to act together and within which limits; there the ruling on the order decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

import attrs

from europa_rules.errors import unknown
from europa_rules.ground.groups import Group
from europa_rules.orders import OrderKind, order_kinds
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import AirPiece, GameState, Piece

ACTORS = ("unit", "units")
"""Fields that name the unit which an order is about."""

Actor = Piece | AirPiece

# --- orders of a kind ------------------------------------------------------------------------------------------------


def orders_to_ask_about(
    kinds: Iterable[OrderKind], side: Side, unit: str, state: GameState, rules: Ruleset
) -> Iterator[Any]:
    """Orders of these kinds that a side may wish to give; lazily, and not all of them legal.

    unit: the id of a piece or an air unit, for orders that name it only; "" for all. Raises UnknownName for an id that
    nobody has.
    """
    for kind in kinds:
        yield from _of_side(kind, side, unit, state, rules)
        for actor in _actors(side, unit, state):
            yield from orders_about(kind, actor, state, rules)


def _of_side(kind: OrderKind, side: Side, unit: str, state: GameState, rules: Ruleset) -> Iterator[Any]:
    """The orders that a kind names for a side."""
    named = kind.candidates(side, state, rules) if kind.candidates is not None else ()
    yield from (order for order in named if not unit or _names(order, unit))


def orders_about(kind: OrderKind, actor: Actor, state: GameState, rules: Ruleset) -> Iterable[Any]:
    """The orders of a kind about one piece or air unit."""
    if isinstance(actor, AirPiece):
        return kind.of_air_unit(actor, state, rules) if kind.of_air_unit is not None else ()
    if kind.of_unit is not None:
        return kind.of_unit(actor, state, rules)
    return () if kind.candidates is not None or kind.of_air_unit is not None else _filled(kind, actor, state, rules)


def _actors(side: Side, unit: str, state: GameState) -> Iterator[Actor]:
    if unit:
        known: Mapping[str, Actor] = {**state.pieces, **state.air}
        if unit not in known:
            raise unknown("unit", unit, known)
        yield known[unit]
        return
    yield from (piece for piece in state.pieces.values() if piece.side == side)
    yield from (piece for piece in state.air.values() if piece.side == side)


def _names(order: Any, unit: str) -> bool:
    """Whether an order names a unit."""
    values = attrs.asdict(order, recurse=False).values()
    return any(value == unit or (isinstance(value, tuple) and unit in value) for value in values)


# --- kinds that name none --------------------------------------------------------------------------------------------


def _values(field: attrs.Attribute[Any], actor: Piece, rules: Ruleset) -> Iterable[Any]:
    """What a field of an order about one unit may hold."""
    about = str(field.type)
    if field.name in ACTORS:
        return ((actor.id,),) if "tuple[" in about else (actor.id,)
    if about.endswith("Hex"):
        return (actor.place, *rules.board.hexes) if field.default is attrs.NOTHING else (field.default, actor.place)
    if about in ("int", str(int)):
        return range(1, 7)
    return () if field.default is attrs.NOTHING else (field.default,)


def _filled(kind: OrderKind, actor: Piece, state: GameState, rules: Ruleset) -> Iterator[Any]:
    """Orders of a kind about one unit, field by field."""
    fields = attrs.fields(kind.type)
    if any(field.name in ACTORS for field in fields):
        for values in product(*(_values(field, actor, rules) for field in fields)):
            yield kind.type(**{field.name: value for field, value in zip(fields, values, strict=True)})


# --- groups ----------------------------------------------------------------------------------------------------------


def groups(kind: str, side: Side, state: GameState, rules: Ruleset) -> Iterator[Group]:
    """The groups that may form for a kind of order, target by target. Raises UnknownName for a kind without groups."""
    named = {name: known.groups for name, known in order_kinds(rules).items() if known.groups is not None}
    if kind not in named:
        raise unknown("kind of order for groups", kind, named)
    yield from named[kind](side, state, rules)
