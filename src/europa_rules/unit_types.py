"""The unit identification chart (rules 3A, 10, 14): what follows from the type that a counter shows.

Needs the chart's tables (the series' own, and a game's cells laid over them); gives, by name, class, armor and antitank
values, heavy equipment, abilities and sizes in REs. It knows the shape of the chart and no rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Literal, TypeVar, cast, get_args

from attrs import evolve, field, frozen

from europa_rules.citations import Citation, Citations
from europa_rules.errors import DataError, Fault, NotationError, nearest, unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.line_numbers import toml_lines
from europa_rules.numbers import ONE, exact
from europa_rules.provenance import CONFIDENCES, KINDS, Provenance

UnitClass = Literal["non_motorized", "artillery", "combat_motorized", "marker"]
Capability = Literal["full", "half", "neutral", "none", "third"]
Purpose = Literal[
    "size",
    "supply",
    "transport",
    "air_transport",
    "air_drop",
    "proportions",
    "engineers",
    "engineers_at_strongpoint",
]
Table = Mapping[str, object]
_T = TypeVar("_T")

UNIT_CLASSES: tuple[UnitClass, ...] = get_args(UnitClass)
CAPABILITIES: tuple[Capability, ...] = get_args(Capability)
PURPOSES: tuple[Purpose, ...] = get_args(Purpose)
CHART_FILE = "unit_identification.toml"
MOVEMENT_COLUMNS = ("cm_art", "other", "mountain", "high_mountain", "light", "ski", "cavalry")


@frozen
class Capabilities:
    """Armor effects in the attack and in the defense, and antitank effects (rule 10A)."""

    aeca: Capability
    aecd: Capability
    atec: Capability


@frozen
class UnitType:
    """One row of the unit identification chart.

    Attributes:
        id: the name in data and notation, such as "siege_artillery".
        name: the name for readers.
        unit_class: the class of rule 3A2, before any motorized symbol; "marker" for points that are no units.
        move: its column of movement costs.
        capabilities: AECA, AECD, ATEC.
        heavy_equipment: whether the type has heavy equipment (SF 3A4).
        combat_engineer: whether it counts as a combat engineer.
        construction: whether it may build and repair (rule 14A1).
        abilities: other abilities that rules ask for, such as "commando".
        provenance: where the row comes from.
    """

    id: str
    name: str
    unit_class: UnitClass
    move: str
    capabilities: Capabilities
    heavy_equipment: bool
    combat_engineer: bool
    construction: bool
    abilities: frozenset[str]
    provenance: Provenance


@frozen
class CounterSize:
    """REs of a counter that has no unit size: fixed, per point, per RE of capacity, or listed by capacity."""

    fixed: Fraction | None = None
    per_point: Fraction | None = None
    per_capacity: Fraction | None = None
    by_capacity: FrozenMap[int, Fraction] = field(factory=FrozenMap)


@frozen
class PurposeRow:
    """How sizes are taken for a purpose (rail and sea transport, proportions, ...).

    Attributes:
        times: factor for every unit.
        doubled_classes, doubled_abilities: who counts double.
        final_abilities: whose size is never doubled.
        left_out_classes, left_out_abilities: who counts nothing.
    """

    times: Fraction = ONE
    doubled_classes: frozenset[str] = frozenset()
    doubled_abilities: frozenset[str] = frozenset()
    final_abilities: frozenset[str] = frozenset()
    left_out_classes: frozenset[str] = frozenset()
    left_out_abilities: frozenset[str] = frozenset()


@frozen
class SymbolEffect:
    """What a symbol beside the type makes of a unit, beyond the abilities of the type of the same name.

    Attributes:
        counts_as: kinds it also counts as; `counts_as_by_nation` has those of the nations that differ.
        unit_class: the class it gives, or None.
        heavy_equipment: whether it brings heavy equipment.
        none_becomes: what each armor or antitank value "none" becomes.
    """

    counts_as: tuple[str, ...] = ()
    counts_as_by_nation: FrozenMap[str, tuple[str, ...]] = field(factory=FrozenMap)
    unit_class: UnitClass | None = None
    heavy_equipment: bool = False
    none_becomes: Capability = "none"

    def counted_as(self, nation: str) -> tuple[str, ...]:
        """The kinds that a unit of this nation also counts as."""
        return self.counts_as_by_nation.get(nation, self.counts_as)


@frozen
class UnitTypes:
    """The unit identification chart of a game, ready to be asked.

    >>> chart = UnitTypes.read()
    >>> chart.get("siege_artillery").unit_class
    'artillery'
    >>> chart.get("tank")
    Traceback (most recent call last):
    europa_rules.errors.UnknownName: no unit type 'tank'. ...
    """

    types: FrozenMap[str, UnitType]
    sizes: FrozenMap[str, Fraction]
    counter_sizes: FrozenMap[str, CounterSize]
    purposes: FrozenMap[str, PurposeRow]
    symbols: FrozenMap[str, SymbolEffect]
    national: FrozenMap[tuple[str, str], Capabilities]
    citations: FrozenMap[str, Citation]
    supporting_arms_are_heavy: bool
    droppable_arms_are_heavy: bool = True
    with_light_arms: frozenset[str] = frozenset()

    @classmethod
    def read(cls, *overlays: Traversable | Path) -> UnitTypes:
        """The series' chart with those of these folders laid over it. Raises DataError with every fault."""
        return load_unit_types([series_charts(), *overlays])

    @classmethod
    def from_tables(cls, table: Table, file: str = CHART_FILE) -> UnitTypes:
        """The chart in plain data (as TOML gives it), checked. Raises DataError with every fault.

        >>> UnitTypes.from_tables({"types": {"infantry": {"class": "foot"}}})
        Traceback (most recent call last):
        europa_rules.errors.DataError: ...
        """
        door = _Door(file)
        types = _read_types(door, table)
        heavy = door.table(table, "heavy_equipment")
        chart = cls(
            types=FrozenMap(_taken(door, table, types)),
            sizes=FrozenMap({size: door.number(n, f"sizes.{size}") for size, n in door.table(table, "sizes").items()}),
            counter_sizes=FrozenMap(_rows(door, table, "counter_sizes", _read_counter_size)),
            purposes=FrozenMap(_rows(door, table, "purposes", _read_purpose)),
            symbols=FrozenMap(_rows(door, table, "symbols", _read_symbol)),
            national=FrozenMap(_read_nation_rows(door, table, types)),
            citations=FrozenMap(_read_citations(door, table)),
            supporting_arms_are_heavy=door.flag(heavy, "by_supporting_arms", "heavy_equipment", default=False),
            droppable_arms_are_heavy=door.flag(heavy, "by_dot_if_droppable", "heavy_equipment", default=True),
            with_light_arms=frozenset(door.words(heavy, "with_light_arms", "heavy_equipment")),
        )
        door.close()
        return chart

    def get(self, type_id: str) -> UnitType:
        """The row of a type. Raises UnknownName with the nearest right name."""
        try:
            return self.types[type_id]
        except KeyError:
            raise unknown("unit type", type_id, self.types) from None

    def __contains__(self, type_id: object) -> bool:
        return type_id in self.types

    def capabilities(self, type_id: str, nation: str) -> Capabilities:
        """The armor and antitank values of a type, by the nation's own row where the chart has one."""
        return self.national.get((type_id, nation)) or self.get(type_id).capabilities

    def symbol(self, name: str) -> SymbolEffect:
        """What a symbol does; one without a row of its own does nothing beyond its type's abilities."""
        return self.symbols.get(name, _NO_EFFECT)

    def size(self, name: str) -> Fraction:
        """REs of a unit size (rule 3A3). Raises UnknownName."""
        try:
            return self.sizes[name]
        except KeyError:
            raise unknown("unit size", name, self.sizes) from None

    def purpose(self, name: Purpose) -> PurposeRow:
        """How sizes are taken for a purpose. Raises UnknownName."""
        try:
            return self.purposes[name]
        except KeyError:
            raise unknown("purpose of a size", name, self.purposes) from None

    def cite(self, *subjects: str) -> Citations:
        """The rules that the game's chart names for these subjects; none for a subject it does not name."""
        return tuple(self.citations[s] for s in subjects if s in self.citations)


_NO_EFFECT = SymbolEffect()


def series_charts() -> Traversable:
    """The folder of the series' own charts, nameless of games."""
    return files("europa_rules") / "data" / "charts"


def load_unit_types(folders: Iterable[Traversable | Path]) -> UnitTypes:
    """The chart of these folders, each laid over those before it; a folder without the chart's file adds nothing.

    Raises DataError with every fault.

    >>> "amphibious_armor" in load_unit_types([series_charts()])
    True
    """
    listed = list(folders)
    return chart_of(merged_chart(listed), listed)


def chart_of(table: Table, folders: Iterable[Traversable | Path]) -> UnitTypes:
    """The chart in plain data, as `merged_chart` gives it for these folders.

    Raises DataError with every fault, each with the file and line of the last folder that gives what is wrong.
    """
    try:
        return UnitTypes.from_tables(table)
    except DataError as error:
        charts = [folder.joinpath(CHART_FILE) for folder in folders]
        texts = {str(file): file.read_text(encoding="utf-8") for file in charts if file.is_file()}
        raise DataError([_located(fault, texts) for fault in error.faults]) from error


def _located(fault: Fault, texts: Mapping[str, str]) -> Fault:
    row = ".".join(fault.where.split(".")[:2])
    for file, text in reversed([*texts.items()]):
        lines = toml_lines(text)
        if row in lines.by_address:
            return evolve(fault, file=file, where=f"line {lines.of(fault.where)}, {fault.where}")
    return fault


def merged_chart(folders: Iterable[Traversable | Path]) -> Table:
    """The unit identification chart of these folders as plain data, laid over one another cell by cell.

    A type that a later folder brings is taken without being listed there.
    """
    merged: Table = {}
    for folder in folders:
        file = folder.joinpath(CHART_FILE)
        if file.is_file():
            top = _load(file)
            merged = {**lay_over(merged, top), **_taken_with_new(merged, top)}
    return merged


def _taken_with_new(base: Table, top: Table) -> Table:
    """The list of types taken, with those that a table brings which lists none."""
    taken, known, given = base.get("takes"), base.get("types"), top.get("types")
    if "takes" in top or not (isinstance(taken, list) and isinstance(known, Mapping) and isinstance(given, Mapping)):
        return {}
    return {"takes": [*taken, *(name for name in given if name not in known)]}


def lay_over(base: Table, top: Table) -> Table:
    """`base` with the cells of `top` laid over it; rows of nations are added, the size of a counter is replaced whole.

    >>> lay_over({"types": {"police": {"move": "other", "atec": "none"}}}, {"types": {"police": {"atec": "half"}}})
    {'types': {'police': {'move': 'other', 'atec': 'half'}}}
    """
    out = dict(base)
    for key, value in top.items():
        below = out.get(key)
        if key == "nation_rows" and isinstance(below, list) and isinstance(value, list):
            out[key] = [*below, *value]
        elif key == "counter_sizes" and isinstance(below, Mapping) and isinstance(value, Mapping):
            out[key] = {**below, **value}
        elif isinstance(below, Mapping) and isinstance(value, Mapping):
            out[key] = lay_over(cast(Table, below), cast(Table, value))
        else:
            out[key] = value
    return out


def _load(source: Traversable | Path) -> Table:
    try:
        return _parsed(source.read_text(encoding="utf-8"))
    except (ValueError, RecursionError) as error:
        raise DataError([Fault(str(source), "the file", f"text that is no TOML ({error})", "a TOML file")]) from error


@lru_cache(maxsize=32)
def _parsed(text: str) -> Table:
    """A text as TOML gives it, for reading alone."""
    return tomllib.loads(text)


class _Door:
    """Reads cells of plain data and keeps every fault, so that one run names all of them."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, where: str, found: object, expected: str, known: Iterable[str] = ()) -> None:
        hint = nearest(found, known) if isinstance(found, str) else ""
        shown = "nothing" if found is None else repr(found)
        self.faults.append(Fault(self.file, where, shown, expected, hint))

    def close(self) -> None:
        if self.faults:
            raise DataError(self.faults)

    def table(self, row: Table, key: str, where: str = "") -> Table:
        value = row.get(key, {})
        if isinstance(value, Mapping):
            return cast(Table, value)
        self.fault(f"{where}.{key}".lstrip("."), value, "a table")
        return {}

    def text(self, row: Table, key: str, where: str, among: Iterable[str] | None = None) -> str:
        value = row.get(key)
        allowed = None if among is None else tuple(among)
        if isinstance(value, str) and (allowed is None or value in allowed):
            return value
        expected = "a text" if allowed is None else f"one of {', '.join(allowed)}"
        self.fault(f"{where}.{key}", value, expected, allowed or ())
        return allowed[0] if allowed else ""

    def flag(self, row: Table, key: str, where: str, *, default: bool | None = None) -> bool:
        value = row.get(key, default)
        if isinstance(value, bool):
            return value
        self.fault(f"{where}.{key}", value, "true or false")
        return False

    def words(self, row: Table, key: str, where: str) -> tuple[str, ...]:
        value = row.get(key, [])
        if isinstance(value, list) and all(isinstance(word, str) for word in value):
            return tuple(value)
        self.fault(f"{where}.{key}", value, "a list of texts")
        return ()

    def number(self, value: object, where: str) -> Fraction:
        try:
            return exact(cast("int | str", value))
        except NotationError:
            self.fault(where, value, "an integer or a fraction such as '1/2'")
            return Fraction(0)

    def maybe_number(self, row: Table, key: str, where: str) -> Fraction | None:
        return self.number(row[key], f"{where}.{key}") if key in row else None


def _rows(door: _Door, table: Table, key: str, read: Callable[[_Door, Table, str], _T]) -> dict[str, _T]:
    group = door.table(table, key)
    return {name: read(door, door.table(group, name, key), f"{key}.{name}") for name in group}


def _read_provenance(door: _Door, row: Table, where: str) -> Provenance:
    cell, inside = door.table(row, "provenance", where), f"{where}.provenance"
    return Provenance(
        door.text(cell, "kind", inside, KINDS),
        door.text(cell, "source", inside),
        door.text(cell, "confidence", inside, CONFIDENCES),
    )


def _read_capabilities(door: _Door, row: Table, where: str) -> Capabilities:
    return Capabilities(
        aeca=cast(Capability, door.text(row, "aeca", where, CAPABILITIES)),
        aecd=cast(Capability, door.text(row, "aecd", where, CAPABILITIES)),
        atec=cast(Capability, door.text(row, "atec", where, CAPABILITIES)),
    )


def _read_types(door: _Door, table: Table) -> dict[str, UnitType]:
    group = door.table(table, "types")
    return {name: _read_type(door, name, door.table(group, name, "types")) for name in group}


def _read_type(door: _Door, name: str, row: Table) -> UnitType:
    where = f"types.{name}"
    return UnitType(
        id=name,
        name=door.text(row, "name", where),
        unit_class=cast(UnitClass, door.text(row, "class", where, UNIT_CLASSES)),
        move=door.text(row, "move", where, MOVEMENT_COLUMNS),
        capabilities=_read_capabilities(door, row, where),
        heavy_equipment=door.flag(row, "heavy_equipment", where),
        combat_engineer=door.flag(row, "combat_engineer", where, default=False),
        construction=door.flag(row, "construction", where, default=False),
        abilities=frozenset(door.words(row, "abilities", where)),
        provenance=_read_provenance(door, row, where),
    )


def _taken(door: _Door, table: Table, types: Mapping[str, UnitType]) -> dict[str, UnitType]:
    if "takes" not in table:
        return _with_own_names(door, types)
    ids = door.words(table, "takes", "the chart")
    for type_id in ids:
        if type_id not in types:
            door.fault("takes", type_id, "a unit type of the chart", types)
    return _with_own_names(door, {type_id: types[type_id] for type_id in ids if type_id in types})


def _with_own_names(door: _Door, types: Mapping[str, UnitType]) -> dict[str, UnitType]:
    """The types; a name that two of them have is a fault of the later one."""
    owners: dict[str, str] = {}
    for type_id, kind in types.items():
        first = owners.setdefault(kind.name.casefold(), type_id)
        if kind.name and first != type_id:
            door.fault(f"types.{type_id}.name", kind.name, f"a name of its own; the type '{first}' has this one")
    return dict(types)


def _read_counter_size(door: _Door, row: Table, where: str) -> CounterSize:
    listed = door.table(row, "by_capacity", where)
    size = CounterSize(
        fixed=door.maybe_number(row, "fixed", where),
        per_point=door.maybe_number(row, "per_point", where),
        per_capacity=door.maybe_number(row, "per_capacity", where),
        by_capacity=FrozenMap(
            {int(capacity): door.number(n, f"{where}.by_capacity.{capacity}") for capacity, n in listed.items()}
        ),
    )
    forms = [size.fixed, size.per_point, size.per_capacity, size.by_capacity or None]
    if sum(form is not None for form in forms) != 1:
        door.fault(where, ", ".join(row) or None, "one of fixed, per_point, per_capacity, by_capacity")
    return size


def _read_purpose(door: _Door, row: Table, where: str) -> PurposeRow:
    return PurposeRow(
        times=door.maybe_number(row, "times", where) or ONE,
        doubled_classes=frozenset(door.words(row, "doubled_classes", where)),
        doubled_abilities=frozenset(door.words(row, "doubled_abilities", where)),
        final_abilities=frozenset(door.words(row, "final_abilities", where)),
        left_out_classes=frozenset(door.words(row, "left_out_classes", where)),
        left_out_abilities=frozenset(door.words(row, "left_out_abilities", where)),
    )


def _read_symbol(door: _Door, row: Table, where: str) -> SymbolEffect:
    by_nation = door.table(row, "counts_as_by_nation", where)
    return SymbolEffect(
        counts_as=door.words(row, "counts_as", where),
        counts_as_by_nation=FrozenMap({nation: door.words(by_nation, nation, where) for nation in by_nation}),
        unit_class=cast(UnitClass, door.text(row, "class", where, UNIT_CLASSES)) if "class" in row else None,
        heavy_equipment=door.flag(row, "heavy_equipment", where, default=False),
        none_becomes=cast(Capability, door.text(row, "none_becomes", where, CAPABILITIES))
        if "none_becomes" in row
        else "none",
    )


def _read_nation_rows(door: _Door, table: Table, types: Mapping[str, UnitType]) -> dict[tuple[str, str], Capabilities]:
    rows = table.get("nation_rows", [])
    if not isinstance(rows, list):
        door.fault("nation_rows", rows, "a list of tables")
        return {}
    found: dict[tuple[str, str], Capabilities] = {}
    for i, row in enumerate(rows):
        where = f"nation_rows[{i}]"
        for type_id in door.words(row, "types", where):
            if type_id not in types:
                door.fault(f"{where}.types", type_id, "a unit type of the chart", types)
                continue
            printed = types[type_id].capabilities
            cells = {"aeca": printed.aeca, "aecd": printed.aecd, "atec": printed.atec, **row}
            for nation in door.words(row, "nations", where):
                found[type_id, nation] = _read_capabilities(door, cells, where)
        _read_provenance(door, row, where)
    return found


def _read_citations(door: _Door, table: Table) -> dict[str, Citation]:
    found: dict[str, Citation] = {}
    for subject, text in door.table(table, "citations").items():
        try:
            found[subject] = Citation.parse(str(text))
        except NotationError:
            door.fault(f"citations.{subject}", text, "a book and a rule, such as 'SF 3A3'")
    return found
