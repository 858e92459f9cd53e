"""Names in charts that belong to other data: sides, nations, places, hexes, turns.

Needs a chart file as TOML gives it and the rules of its game; gives faults by address. What a chart's own shape asks
for is told by `charts`; this is what only the map, the nations and the turn record can tell.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise

from europa_rules.checks.pieces import Oddity, named_turn_oddity
from europa_rules.checks.places import hex_oddity, names, term_oddity
from europa_rules.errors import EuropaError, Fault, nearest
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Turn

Look = Callable[[str, Ruleset], Oddity | None]

_HEAD = frozenset({"title", "notes", "missing", "conflicts", "sources", "source", "cells_from", "note", "beside"})
"""Keys below which nothing is a name."""
_A_TURN = re.compile(r"[A-Z][a-z]+ [IVX]+ \d\d\Z")
_A_HEX = re.compile(r"\d+[A-Z]?:\d{3,}\Z")
_TURNS = "turns"
_TERMS = frozenset({"parts", "except", "also"})
_GROUNDS = frozenset({"regions", "theaters", "owning_nations"})
"""Tables of the chart of regions in which terms stand."""


def name_faults(table: Mapping[str, object], file: str, rules: Ruleset) -> Iterator[Fault]:
    """Every name in a chart that the other data of the game do not know."""
    for address, key, text in _texts(table, "", ""):
        look = _look_at(address, key, text)
        oddity = look(text, rules) if look and not address.startswith(f"{_TURNS}[") else None
        if oddity:
            yield oddity.at(file, address)
    for address, look, name in _keys(table, ""):
        oddity = look(name, rules)
        if oddity:
            yield oddity.at(file, address)
    yield from _weather_faults(table.get("weather"), file, rules)
    turns = table.get(_TURNS)
    if isinstance(turns, list):
        yield from _gaps(turns, file)


def _texts(value: object, address: str, key: str) -> Iterator[tuple[str, str, str]]:
    """Every text of a table that may be a name: its address, the key it stands under, and itself."""
    if isinstance(value, str):
        yield address, key, value
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _texts(item, f"{address}[{number}]", key)
    elif isinstance(value, dict):
        for name, below in value.items():
            if name not in _HEAD:
                yield from _texts(below, f"{address}.{name}".lstrip("."), name)


def _keys(table: Mapping[str, object], address: str) -> Iterator[tuple[str, Look, str]]:
    """Every key of a table whose keys are names of other data: its address, how it is looked up, and itself."""
    for name, below in table.items():
        at = f"{address}.{name}".lstrip(".")
        if isinstance(below, dict) and name not in _HEAD:
            look = _KEY_LOOKS.get(name)
            for key in below if look else ():
                if look and key not in (*_HEAD, "provenance"):
                    yield f"{at}.{key}", look, key
            yield from _keys(below, at)


def _look_at(address: str, key: str, text: str) -> Look | None:
    """How a text is looked up: by its key, or by its own form."""
    if key in _TERMS and address.partition(".")[0] in _GROUNDS:
        return term_oddity
    if key in _LOOKS:
        return _LOOKS[key]
    if _A_TURN.match(text):
        return named_turn_oddity
    return hex_oddity if _A_HEX.match(text) else None


def _side(text: str, rules: Ruleset) -> Oddity | None:
    sides = (*map(str, rules.variant.sides), str(NEUTRAL))
    return None if text in sides else Oddity(f"'{text}'", f"one of {', '.join(sides)}", nearest(text, sides))


def _nation(text: str, rules: Ruleset) -> Oddity | None:
    if text in rules.nations:
        return None
    codes = rules.nations.by_code
    return Oddity(f"'{text}'", f"the code of a nation: {', '.join(codes)}", nearest(text, codes))


def _place(kind: str) -> Look:
    def look(text: str, rules: Ruleset) -> Oddity | None:
        return term_oddity(f"{kind} {text}", rules) if text else None

    return look


def _region(text: str, rules: Ruleset) -> Oddity | None:
    theaters = [theater.name for theater in rules.charts.regions.theaters]
    return None if text in theaters or text in names("region", rules) else term_oddity(f"region {text}", rules)


def _type(text: str, rules: Ruleset) -> Oddity | None:
    known = rules.types.types
    return (
        None if text in known else Oddity(f"'{text}'", "a type of the unit identification chart", nearest(text, known))
    )


def _air_type(text: str, rules: Ruleset) -> Oddity | None:
    known = rules.air_types.categories
    return None if text in known else Oddity(f"'{text}'", f"one of {', '.join(known)}", nearest(text, known))


_KEY_LOOKS: Mapping[str, Look] = {"counts_as_by_nation": _nation, "limited": _type, "range_of": _air_type}
"""Tables whose keys are names of other data."""
_LOOKS: Mapping[str, Look] = {
    "side": _side,
    "nation": _nation,
    "nations": _nation,
    "territory": term_oddity,
    "country": _place("country"),
    "district": _place("district"),
    "region": _region,
}


def _weather_faults(rows: object, file: str, rules: Ruleset) -> Iterator[Fault]:
    """Rows of a table of weather that are named after none of the game's."""
    known = sorted({name for _, name, _ in rules.charts.terrain_effects.mps})
    for name in rows if isinstance(rows, dict) else ():
        if name not in (*known, *_HEAD, "provenance"):
            yield Fault(
                file, f"weather.{name}", f"the name '{name}'", f"one of {', '.join(known)}", nearest(name, known)
            )


def _gaps(turns: list[object], file: str) -> Iterator[Fault]:
    """Turns of a turn record that do not follow one another."""
    for number, (before, after) in enumerate(pairwise(turns), 1):
        try:
            due = Turn.parse(str(before)).next()
        except EuropaError:
            continue
        if str(after) != str(due) and not _is_unreadable(after):
            yield Fault(file, f"{_TURNS}[{number}]", f"'{after}' after {before}", f"'{due}'", str(due))


def _is_unreadable(turn: object) -> bool:
    try:
        Turn.parse(str(turn))
    except EuropaError:
        return True
    return False
