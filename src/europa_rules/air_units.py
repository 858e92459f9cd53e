"""Air units (rule 16A): their ratings in the series' notation, their types, prefixes and codes.

An `AirRating` reads what a counter prints (`7F5 1/7`, `3HB5 2-18/B/40*`, `0GT-1 T`) and writes it back unchanged.
`AirTypes` is the part of the unit identification chart that sorts air unit types into categories.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

from attrs import field, frozen

from europa_rules.citations import rule
from europa_rules.errors import DataError, Fault, NotationError, nearest, unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.numbers import Number, show
from europa_rules.unit_types import CHART_FILE, Table, merged_chart, series_charts

_HEAD = re.compile(r"(?P<attack>\d+)(?P<prefixes>[NJR]*)(?P<type>GHT|HF|HB|HT|GT|F|A|B|D|T)(?P<defense>-?\d+)\Z")
_BOMBING = re.compile(r"(?P<tactical>\d+)(?:-(?P<strategic>\d+))?\Z")
_CODES = re.compile(r"[A-Z]+\Z")
_MOVEMENT = re.compile(r"(?P<range>\d+)(?P<star>\*?)\Z|T\Z")
_FORMS = "write air attack, type, air defense, then bombing, codes and movement, such as 4B5 3-7/S/26"


@frozen
class AirRating:
    """The numbers and letters of an air unit's counter.

    Attributes:
        attack: air attack strength.
        prefixes: letters before the type, in printed order ("N", "NJ"), or "".
        type: type letters ("F", "HB", "GT").
        defense: air defense strength; on a glider what it adds to its tug's (-1).
        tactical, strategic: bombing strengths; None where none is printed.
        codes: code letters in printed order ("VC"), or "".
        movement: movement rating in hexes; None where none is printed.
        towed: movement rating T, a glider.
        starred: an asterisk after the movement rating (SF 23C: 1.5 times at extended range, not twice).
        separator: what stands between bombing, codes and movement, "/" or " "; it makes no difference to equality.

    >>> lancaster = AirRating.parse("3HB5 2-18/B/40*")
    >>> lancaster.strategic, lancaster.codes, lancaster.movement, lancaster.starred
    (18, 'B', 40, True)
    >>> str(lancaster)
    '3HB5 2-18/B/40*'
    """

    attack: int
    type: str
    defense: int
    prefixes: str = ""
    tactical: int | None = None
    strategic: int | None = None
    codes: str = ""
    movement: int | None = None
    towed: bool = False
    starred: bool = False
    separator: str = field(default="/", eq=False)

    @classmethod
    @rule("FoF 16A1", "FoF 16A2", "FoF 16A3", "SF 16A", "SF 16A2", "SF 16A3")
    def parse(cls, text: str) -> AirRating:
        """Read a printed air rating, whole or only its first part. Raises NotationError saying what is wrong.

        >>> AirRating.parse("7X5")
        Traceback (most recent call last):
        europa_rules.errors.NotationError: '7X5': '7X5' is no air rating; write air attack, type, ...
        """
        head, _, rest = text.partition(" ")
        match = _HEAD.match(head)
        if not match:
            raise NotationError(f"{text!r}: {head!r} is no air rating; {_FORMS}")
        separator = " " if " " in rest else "/"
        parts = rest.split(separator) if rest else []
        towed, movement, starred = _movement(text, parts)
        tactical, strategic, codes = _loads(text, parts[:-1])
        return cls(
            attack=int(match["attack"]),
            type=match["type"],
            defense=int(match["defense"]),
            prefixes=match["prefixes"],
            tactical=tactical,
            strategic=strategic,
            codes=codes,
            movement=movement,
            towed=towed,
            starred=starred,
            separator=separator,
        )

    @property
    def bombing(self) -> str:
        """The bombing strengths as printed ("3-7", "1"), or ""."""
        if self.tactical is None:
            return ""
        return str(self.tactical) if self.strategic is None else f"{self.tactical}-{self.strategic}"

    @property
    def full_type(self) -> str:
        """Prefixes and type together ("NF")."""
        return self.prefixes + self.type

    @property
    def is_night(self) -> bool:
        """Whether it is a night air unit: prefix N (FoF 23C, SF 23G)."""
        return "N" in self.prefixes

    def has_code(self, letter: str) -> bool:
        """Whether it bears a code."""
        return letter in self.codes

    @property
    def printed_movement(self) -> int | str | None:
        """The movement rating as printed, but for an asterisk: hexes, "T" for one that is towed, None for none."""
        return "T" if self.towed else self.movement

    def with_strengths(self, attack: Number, defense: Number) -> str:
        """The air combat rating with other strengths: "5F3"."""
        return f"{show(attack)}{self.full_type}{show(defense)}"

    @property
    def short(self) -> str:
        """Air attack, type and air defense alone: "7F5"."""
        return f"{self.attack}{self.full_type}{self.defense}"

    def __str__(self) -> str:
        movement = (
            "T" if self.towed else "" if self.movement is None else f"{self.movement}{'*' if self.starred else ''}"
        )
        rest = self.separator.join(part for part in (self.bombing, self.codes, movement) if part)
        return f"{self.short} {rest}".rstrip()


def _movement(text: str, parts: list[str]) -> tuple[bool, int | None, bool]:
    if not parts:
        return False, None, False
    match = _MOVEMENT.match(parts[-1])
    if not match:
        raise NotationError(f"{text!r}: {parts[-1]!r} is no movement rating; expected hexes such as 26 or 40*, or T")
    if match["range"] is None:
        return True, None, False
    return False, int(match["range"]), bool(match["star"])


def _loads(text: str, parts: list[str]) -> tuple[int | None, int | None, str]:
    bombing = _BOMBING.match(parts[0]) if parts else None
    left = parts[1:] if bombing else parts
    if len(left) > 1 or (left and not _CODES.match(left[0])):
        raise NotationError(f"{text!r}: {'/'.join(parts)!r} is no bombing strength with codes; {_FORMS}")
    codes = left[0] if left else ""
    if bombing is None:
        return None, None, codes
    strategic = bombing["strategic"]
    return int(bombing["tactical"]), None if strategic is None else int(strategic), codes


@frozen
class AirUnit:
    """An air unit's counter.

    Attributes:
        nation: code of the nation ("ge").
        model: the aircraft ("Me 109E").
        rating: what it prints.
        force: air force or command ("Luftwaffe"), or "".
        name: what tells it from others of its model, or "".
    """

    nation: str
    model: str
    rating: AirRating
    force: str = ""
    name: str = ""


@frozen
class AirTypes:
    """Types of air units and their categories, prefixes and codes, as the unit identification chart names them.

    >>> chart = AirTypes.read()
    >>> chart.category("NF"), chart.split("NJF")
    ('fighter', ('NJ', 'F'))
    """

    categories: FrozenMap[str, str]
    prefixes: FrozenMap[str, str]
    codes: FrozenMap[str, str]

    @classmethod
    def read(cls, *overlays: Traversable | Path) -> AirTypes:
        """The series' air types with those of these chart folders laid over them."""
        return cls.from_tables(merged_chart([series_charts(), *overlays]))

    @classmethod
    def from_tables(cls, table: Table) -> AirTypes:
        """The air types of the chart in plain data; a game takes the prefixes and codes it has.

        Raises DataError for a prefix or code that the chart does not name.
        """
        return cls(
            categories=FrozenMap(_names(table, "air_types")),
            prefixes=FrozenMap(_taken(table, "air_prefixes")),
            codes=FrozenMap(_taken(table, "air_codes")),
        )

    def split(self, air_type: str) -> tuple[str, str]:
        """Prefixes and type of a full type such as "NJF". Raises UnknownName."""
        for cut in range(len(air_type)):
            prefixes, kind = air_type[:cut], air_type[cut:]
            if kind in self.categories and all(p in self.prefixes for p in prefixes):
                return prefixes, kind
        raise unknown("air unit type", air_type, self.categories)

    @rule("FoF 16A1", "SF 16A")
    def category(self, air_type: str) -> str:
        """fighter, bomber or transport: the category of a type, with or without prefixes. Raises UnknownName."""
        return self.categories[self.split(air_type)[1]]

    def is_fighter(self, air_type: str) -> bool:
        """Whether a type belongs to the fighters."""
        return self.category(air_type) == "fighter"

    @rule("FoF 16A2", "SF 16A2")
    def covers(self, named: str, air_type: str) -> bool:
        """Whether a rule that names a type or a category applies to this type: every prefix is included.

        >>> AirTypes.read().covers("F", "NJF"), AirTypes.read().covers("F", "HF")
        (True, False)
        """
        _, kind = self.split(air_type)
        if named in self.categories.values():
            return self.categories[kind] == named
        prefixes, wanted = self.split(named)
        return kind == wanted and set(prefixes) <= set(self.split(air_type)[0])


def _names(table: Table, key: str) -> dict[str, str]:
    value = table.get(key, {})
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, Mapping) else {}


def _taken(table: Table, key: str) -> dict[str, str]:
    known = _names(table, key)
    takes = table.get(f"takes_{key}")
    if takes is None:
        return known
    letters = [str(letter) for letter in cast(Iterable[object], takes)]
    faults = [
        Fault(CHART_FILE, f"takes_{key}", repr(x), f"one of {', '.join(known)}", nearest(x, known))
        for x in letters
        if x not in known
    ]
    if faults:
        raise DataError(faults)
    return {letter: known[letter] for letter in letters}
