"""Saved states and games: canonical JSON with a schema version.

Equal states give equal bytes. Reading refuses what does not fit with the path of the field and the reason; it never
guesses, and nothing is pickled.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from operator import attrgetter, itemgetter
from typing import Any, cast

import cattrs
from attrs import evolve
from cattrs.errors import BaseValidationError
from cattrs.v import format_exception, transform_error

from europa_rules.air.facts import AIR_FACTS
from europa_rules.air.precedence import PRECEDENCE_FACTS
from europa_rules.air.replacement_orders import REPLACEMENT_FACTS
from europa_rules.air_units import AirRating
from europa_rules.campaign.allowances import NTPS_USED
from europa_rules.campaign.conversions import CONVERTED
from europa_rules.campaign.deployment import FACTS as DEPLOYMENT_FACTS
from europa_rules.campaign.nations import HAPPENED
from europa_rules.campaign.points_record import SCORED
from europa_rules.campaign.regions import CONTROLLED_THEATERS
from europa_rules.campaign.replacing import PRODUCTION_FACTS
from europa_rules.citations import Citation
from europa_rules.errors import (
    EuropaError,
    StateError,
    need_text,
    unknown,
)
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import CORE_FACTS
from europa_rules.ground.ownership import EVER_OWNED
from europa_rules.ground.supply_state import SUPPLY_FACTS
from europa_rules.hexes import Hex
from europa_rules.naval.port_use import PASSED
from europa_rules.numbers import exact, to_json
from europa_rules.plain_data import read_json
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.state import STAYS, WEATHER, AirPiece, FactKind, GameState, Moment, Piece
from europa_rules.units import Rating

SCHEMA = 2
"""Version of the form of saves; older ones are migrated (see `migrations`), newer ones refused."""


def canonical(data: object) -> str:
    """Plain data as canonical JSON: sorted keys, no blanks, one form for equal data.

    >>> canonical({"b": 1, "a": [1, 2]})
    '{"a":[1,2],"b":1}'
    """
    return _ENCODER.encode(data)


_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False)


def joined(fields: Mapping[str, str]) -> str:
    """An object in canonical JSON, of fields that are written already.

    >>> joined({"b": "1", "a": "[1,2]"})
    '{"a":[1,2],"b":1}'
    """
    return f"{{{','.join(f'{canonical(name)}:{fields[name]}' for name in sorted(fields))}}}"


def _converter(*, detailed: bool) -> cattrs.Converter:
    converter = cattrs.Converter(forbid_extra_keys=True, omit_if_default=True, detailed_validation=detailed)
    converter.register_structure_hook(str, lambda v, _: v if type(v) is str else need_text(v, "a text"))
    converter.register_structure_hook(int, _whole)
    converter.register_structure_hook(bool, _flag)
    converter.register_unstructure_hook(Fraction, to_json)
    converter.register_structure_hook(Fraction, lambda v, _: exact(v))
    converter.register_structure_hook(int | Fraction, lambda v, _: _integral(exact(v)))
    converter.register_unstructure_hook(Citation, str)
    converter.register_structure_hook(Citation, lambda v, _: Citation.parse(v))
    converter.register_unstructure_hook(Turn, str)
    converter.register_structure_hook(Turn, lambda v, _: Turn.parse(v))
    converter.register_unstructure_hook(Rating, str)
    converter.register_structure_hook(Rating, lambda v, _: Rating.parse(v))
    converter.register_unstructure_hook(AirRating, lambda rating: str(evolve(rating, separator="/")))
    converter.register_structure_hook(AirRating, lambda v, _: AirRating.parse(v))
    return converter


def _whole(value: object, _: object) -> int:
    if type(value) is not int:
        raise StateError(f"{value!r} is no whole number")
    return value


def _flag(value: object, _: object) -> bool:
    if not isinstance(value, bool):
        raise StateError(f"{value!r} is not true or false")
    return value


def _integral(value: Fraction) -> int | Fraction:
    return value.numerator if value.denominator == 1 else value


_CONVERT = _converter(detailed=True)
_QUICK = _converter(detailed=False)
"""Reads the same, without the path of what is wrong."""

_rating, _air_rating = lru_cache(4096)(Rating.parse), lru_cache(1024)(AirRating.parse)
_QUICK.register_structure_hook(Rating, lambda v, _: _rating(v))
_QUICK.register_structure_hook(AirRating, lambda v, _: _air_rating(v))


_PIECES, _NEXT, _RECORD = ',"pieces":[', '},{"', '],"record":['
"""What stands before pieces, between two and after them; it stands in no name, for quotes are escaped there."""


@lru_cache(8192)
def _known_piece(row: str) -> Piece:
    """A piece that may have been read before: most stay as they are from one save to the next.

    row: as it is written, without what stands between it and its neighbors. What cannot be raises an error without a
    path.
    """
    piece: Piece = _QUICK.structure(json.loads(f'{{"{row}}}'), Piece)
    return piece


def _known_pieces(rows: str) -> list[Piece]:
    """The pieces of a list that is as it was written, without its brackets."""
    if not rows:
        return []
    first, last = '{"', "}"
    if not (rows.startswith(first) and rows.endswith(last)):
        raise StateError("a piece is an object")
    return [_known_piece(row) for row in rows[len(first) : -len(last)].split(_NEXT)]


_KINDS: tuple[FactKind[Any], ...] = (
    STAYS,
    WEATHER,
    *CORE_FACTS,
    HAPPENED,
    SCORED,
    CONTROLLED_THEATERS,
    EVER_OWNED,
    *SUPPLY_FACTS,
    NTPS_USED,
    PASSED,
    *AIR_FACTS,
    *PRECEDENCE_FACTS,
    *REPLACEMENT_FACTS,
    *DEPLOYMENT_FACTS,
    *PRODUCTION_FACTS,
    CONVERTED,
)


def fact_kinds(rules: Ruleset) -> dict[str, FactKind[Any]]:
    """Every kind of fact that may stand in a save, by name."""
    return {kind.name: kind for kind in (*_KINDS, *rules.fact_kinds.values())}


def state_to_json(state: GameState) -> dict[str, object]:
    """A state as plain data."""
    return {
        "moment": _CONVERT.unstructure(state.moment),
        "pieces": [_CONVERT.unstructure(state.pieces[i]) for i in sorted(state.pieces)],
        "air": [_CONVERT.unstructure(state.air[i]) for i in sorted(state.air)],
        "owners": dict(sorted(state.owners.items())),
        "record": sorted(
            ([kind.name, subject, _CONVERT.unstructure(value)] for (kind, subject), value in state.record.items()),
            key=lambda row: (str(row[0]), str(row[1])),
        ),
    }


class StateWriter:
    """Writes states as canonical JSON, as `state_to_json` gives them; what is as it was last time is not written anew.

    >>> state = GameState(Moment(Turn.parse("May I 40"), Side("Axis"), "combat"))
    >>> StateWriter().text(state) == canonical(state_to_json(state))
    True
    """

    def __init__(self) -> None:
        self._parts: dict[str, tuple[object, str]] = {}
        self._rows: dict[str, dict[Any, tuple[object, str]]] = {"pieces": {}, "air": {}, "record": {}}

    def text(self, state: GameState) -> str:
        """A state as canonical JSON."""
        parts: dict[str, tuple[object, Callable[[], str]]] = {
            "moment": (state.moment, lambda: canonical(_CONVERT.unstructure(state.moment))),
            "pieces": (state.pieces, lambda: self._listed("pieces", sorted(state.pieces.items()))),
            "air": (state.air, lambda: self._listed("air", sorted(state.air.items()))),
            "owners": (state.owners, lambda: canonical(dict(state.owners))),
            "record": (state.record, lambda: self._listed("record", _sorted_facts(state))),
        }
        for name, (part, write) in parts.items():
            if name not in self._parts or self._parts[name][0] is not part:
                self._parts[name] = part, write()
        return joined({name: text for name, (_, text) in self._parts.items()})

    def _listed(self, name: str, items: Iterable[tuple[Any, object]]) -> str:
        """The values of these items as a list."""
        known, rows = self._rows[name], dict[Any, tuple[object, str]]()
        for key, value in items:
            row = known.get(key)
            rows[key] = row if row is not None and row[0] is value else (value, _row(key, value))
        self._rows[name] = rows
        return f"[{','.join([text for _, text in rows.values()])}]"


def _sorted_facts(state: GameState) -> list[tuple[tuple[str, str], object]]:
    """What the rules remember, by the names of kinds and subjects."""
    facts = (((kind.name, subject), value) for (kind, subject), value in state.record.items())
    return sorted(facts, key=itemgetter(0))


def _row(key: str | tuple[str, str], value: object) -> str:
    plain = _CONVERT.unstructure(value)
    return canonical(plain if isinstance(key, str) else [*key, plain])


def state_from_text(text: str, rules: Ruleset, path: str = "state") -> GameState:
    """Read a state from a text that is known to be as it was written; then not every field is looked at twice.

    Raises StateError with the path of the field and what would be right.
    """
    try:
        return _read_intact(text, rules)
    except Exception:  # whatever it is: somebody has made the seal fit, and the careful reading says what is wrong
        return state_from_json(read_json(text, path, StateError), rules, path)


def state_from_json(data: object, rules: Ruleset, path: str = "state") -> GameState:
    """Read a state. Raises StateError with the path of the field and what would be right."""
    fields = mapping(data, path, ("moment", "pieces", "air", "owners", "record"))
    moment = structure(fields["moment"], Moment, f"{path}.moment")
    if moment.player not in rules.variant.sides:
        raise StateError(f"{path}.moment.player: {moment.player!r}; expected {' or '.join(rules.variant.sides)}")
    _among(moment.phase, "phase", rules.moments, f"{path}.moment.phase")
    pieces: dict[str, Piece] = _in_order(fields["pieces"], Piece, f"{path}.pieces")
    for i, piece in enumerate(pieces.values()):
        _check_piece(piece, rules, f"{path}.pieces[{i}]")
    air: dict[str, AirPiece] = _in_order(fields["air"], AirPiece, f"{path}.air")
    for i, flyer in enumerate(air.values()):
        _check_air_piece(flyer, rules, f"{path}.air[{i}]")
    owners = cast("dict[Hex, Side]", dict(mapping(fields["owners"], f"{path}.owners")))
    for hex_, owner in owners.items():
        _known_place(hex_, rules, f"{path}.owners")
        _among(owner, "side", (*rules.variant.sides, NEUTRAL), f"{path}.owners.{hex_}")
    record = _record(fields["record"], rules, f"{path}.record")
    return GameState(moment, FrozenMap(pieces), FrozenMap(owners), record, FrozenMap(air))


def _read_intact(text: str, rules: Ruleset) -> GameState:
    """Read a state that is as it was written; what cannot be raises an error without a path."""
    before, _, rest = text.partition(_PIECES)
    rows, _, after = rest.partition(_RECORD)
    known_pieces, data = _known_pieces(rows), json.loads(f"{before}{_PIECES}{_RECORD}{after}")
    read = _QUICK.structure
    pieces: dict[str, Piece] = {piece.id: piece for piece in known_pieces}
    air: dict[str, AirPiece] = {piece.id: piece for piece in [read(row, AirPiece) for row in data["air"]]}
    owners: dict[Hex, Side] = data["owners"]
    counters: list[Piece | AirPiece] = [*pieces.values(), *air.values()]
    kinds = fact_kinds(rules)
    units = [*(p.unit for p in pieces.values()), *(p.full for p in pieces.values() if p.full is not None)]
    for known, found in (
        (rules.board, {*owners, *map(attrgetter("place"), counters)}),
        ((*rules.variant.sides, NEUTRAL), {*owners.values(), *map(attrgetter("side"), counters)}),
        (rules.types.types, {*map(attrgetter("type"), units)}),
        (rules.nations.by_code, {*map(attrgetter("nation"), units), *(p.unit.nation for p in air.values())}),
        (rules.air_types.categories, {p.unit.rating.type for p in air.values()}),
        (rules.moments, {data["moment"]["phase"]}),
        (rules.variant.sides, {data["moment"]["player"]}),
    ):
        if not all(name in known for name in found):
            raise StateError("a name of this state is not known")
    record = {(kinds[name], subject): read(value, kinds[name].type) for name, subject, value in data["record"]}
    if (len(pieces), len(air), len(record)) != (len(known_pieces), len(data["air"]), len(data["record"])):
        raise StateError("something of this state stands twice")
    if list(pieces) != sorted(pieces) or list(air) != sorted(air):
        raise StateError("pieces of this state do not stand in the order of ids")
    if not all(type(subject) is str for _, subject in record):
        raise StateError("a fact of this state is of no subject")
    moment = read(data["moment"], Moment)
    return GameState(moment, FrozenMap(pieces), FrozenMap(owners), FrozenMap(record), FrozenMap(air))


def _in_order(data: object, type_: type[Any], path: str) -> dict[str, Any]:
    """Pieces by id, if none stands twice and they stand in the order of their ids."""
    found: dict[str, Any] = {}
    for i, row in enumerate(listing(data, path)):
        piece = structure(row, type_, f"{path}[{i}]")
        if piece.id in found:
            raise StateError(f"{path}[{i}].id: {piece.id!r} stands twice")
        if found and piece.id < next(reversed(found)):
            raise StateError(f"{path}[{i}].id: {piece.id!r} stands too late; pieces stand in the order of ids")
        found[piece.id] = piece
    return found


def _check_place(piece: Piece | AirPiece, rules: Ruleset, path: str) -> None:
    if not piece.id:
        raise StateError(f"{path}.id: a piece needs a name")
    _known_place(piece.place, rules, f"{path}.place")
    _among(piece.side, "side", (*rules.variant.sides, NEUTRAL), f"{path}.side")


def _check_air_piece(piece: AirPiece, rules: Ruleset, path: str) -> None:
    _check_place(piece, rules, path)
    _among(piece.unit.rating.type, "air unit type", rules.air_types.categories, f"{path}.unit.rating.type")
    _among(piece.unit.nation, "nation", rules.nations.by_code, f"{path}.unit.nation")


def _check_piece(piece: Piece, rules: Ruleset, path: str) -> None:
    _check_place(piece, rules, path)
    for name, unit in (("unit", piece.unit), ("full", piece.full)):
        if unit is not None:
            _among(unit.type, "unit type", rules.types.types, f"{path}.{name}.type")
            _among(unit.nation, "nation", rules.nations.by_code, f"{path}.{name}.nation")


def _among(value: object, what: str, known: Collection[str], path: str) -> None:
    if not isinstance(value, str) or value not in known:
        raise StateError(f"{path}: {unknown(what, value, known)}")


def _known_place(place: Hex, rules: Ruleset, path: str) -> None:
    if place not in rules.board:
        raise StateError(f"{path}: {place!r} is no hex or box of this board")


def _record(data: object, rules: Ruleset, path: str) -> FrozenMap[Any, Any]:
    kinds = fact_kinds(rules)
    found: dict[tuple[FactKind[Any], str], object] = {}
    for i, row in enumerate(listing(data, path)):
        if not isinstance(row, list) or len(row) != 3:
            raise StateError(f"{path}[{i}]: expected kind, subject and value")
        name, subject, value = row
        if not isinstance(name, str) or name not in kinds:
            raise StateError(f"{path}[{i}]: {name!r} is no kind of fact; known are {', '.join(sorted(kinds))}")
        if not isinstance(subject, str):
            raise StateError(f"{path}[{i}]: {subject!r} is no subject; expected a text")
        if (kinds[name], subject) in found:
            raise StateError(f"{path}[{i}]: the fact {name!r} of {subject!r} stands twice")
        found[kinds[name], subject] = structure(value, kinds[name].type, f"{path}[{i}]")
    return FrozenMap(found)


def unstructure(value: object) -> object:
    """A value of ours as plain data.

    >>> unstructure(Fraction(7, 2))
    '7/2'
    """
    return _CONVERT.unstructure(value)


def structure(data: object, type_: type[Any], path: str) -> Any:
    """Read plain data as a type of ours, in just the form in which it is written. Raises StateError with the path."""
    try:
        value = _CONVERT.structure(data, type_)
    except BaseValidationError as error:
        reason, _, where = transform_error(error, path=path, format_exception=_reason)[0].rpartition(" @ ")
        raise StateError(f"{where}: {reason}") from error
    except (EuropaError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StateError(f"{path}: {_reason(error, type_)}") from error
    written = _CONVERT.unstructure(value, type_)
    if canonical(written) != canonical(data):
        raise StateError(f"{path}: {canonical(data)} is not as it would be written: {canonical(written)}")
    return value


def _reason(error: BaseException, type_: type[Any] | None) -> str:
    if isinstance(error, EuropaError):
        return str(error)
    if isinstance(error, AttributeError):
        return "expected an object"
    return format_exception(error, type_)


def mapping(data: object, path: str, fields: tuple[str, ...] = ()) -> Mapping[str, Any]:
    """The data, if it is an object with exactly these fields (any, where none are named)."""
    if not isinstance(data, dict):
        raise StateError(f"{path}: expected an object, found {type(data).__name__}")
    missing = [f for f in fields if f not in data]
    strangers = [f for f in data if fields and f not in fields]
    if missing:
        raise StateError(f"{path}.{missing[0]}: missing")
    if strangers:
        raise StateError(f"{path}.{strangers[0]}: unknown field; expected {', '.join(fields)}")
    return data


def listing(data: object, path: str) -> list[Any]:
    """The data, if it is a list."""
    if not isinstance(data, list):
        raise StateError(f"{path}: expected a list, found {type(data).__name__}")
    return data
