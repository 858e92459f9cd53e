"""A unit from the facts of a question, in every spelling of the question vocabularies.

One rule reads all words: lower case, with spaces, hyphens and slashes as underscores, then a look into the tables of
words and nations. A key or a word that nobody knows is refused with the nearest right one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar, cast, get_args

from attrs import evolve

from europa_rules.air_units import AirRating
from europa_rules.errors import BadQuestion, EuropaError, NotationError, nearest
from europa_rules.nations import Nations, normal
from europa_rules.numbers import Number, exact
from europa_rules.unit_types import Capability, UnitClass, UnitTypes
from europa_rules.unit_words import UnitWords, series_words
from europa_rules.units import Rating, Size, Unit

Facts = Mapping[str, object]
_T = TypeVar("_T")

_KEYS = {
    "nation": "nation",
    "nationality": "nation",
    "country": "nation",
    "force": "force",
    "type": "type",
    "unit_type": "type",
    "kind": "kind",
    "counter": "type",
    "type_symbol": "type_symbol",
    "size": "size",
    "class": "class",
    "unit_class": "class",
    "rating": "rating",
    "cadre": "cadre",
    "symbols": "symbols",
    "cavalry": "cavalry",
    "name": "name",
    "id": "name",
    "aa": "aa",
    "aa_strength": "aa",
    "capacity": "capacity",
    "points": "points",
    "count": "count",
    "aec": "aec",
    "aeca": "aeca",
    "aecd": "aecd",
    "atec": "atec",
    "heavy_equipment": "heavy_equipment",
    "type_has_heavy_equipment": "type_heavy_equipment",
    "attack": "attack",
    "defense": "defense",
    "movement": "movement",
}


UNIT_KEYS = frozenset(_KEYS)
"""The keys under which questions state what is printed on a counter."""


def unit_from_facts(
    facts: Facts,
    types: UnitTypes,
    nations: Nations,
    *,
    words: UnitWords | None = None,
    nation: str = "",
    size: Size | None = None,
    besides: Collection[str] = (),
) -> Unit:
    """The unit that a question describes.

    facts: the object of the question. nation, size: taken where the facts name none. besides: keys that belong to the
    question itself and say nothing about the counter. A type is taken from the class where only that is stated; points
    (resource points and the like) may be given as `count`. Raises BadQuestion for a key or a value that is not known.

    >>> chart, nations = UnitTypes.read(), Nations.read()
    >>> unit_from_facts({"nationality": "German", "type": "panzer", "size": "division"}, chart, nations).type
    'armor'
    >>> unit_from_facts({"type": "infanty", "size": "division"}, chart, nations)
    Traceback (most recent call last):
    europa_rules.errors.BadQuestion: type: no unit type 'infanty'. Did you mean 'infantry'? ...
    """
    return _Facts(
        _sorted_keys(facts, besides), types, nations, words or series_words().knowing(types), nation, size
    ).unit()


def is_air_facts(facts: Facts) -> bool:
    """Whether facts describe an air unit, by the form of their rating.

    >>> is_air_facts({"rating": "8F6"}), is_air_facts({"rating": "7-6"})
    (True, False)
    """
    try:
        AirRating.parse(str(facts.get("rating") or facts.get("counter") or ""))
    except NotationError:
        return False
    return True


def _sorted_keys(facts: Facts, besides: Collection[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    left_to_question = {normal(key) for key in besides}
    for key, value in facts.items():
        plain = normal(key)
        if plain in left_to_question:
            continue
        if plain not in _KEYS:
            hint = nearest(plain, _KEYS)
            raise BadQuestion(f"{key!r} is no fact about a unit.{f' Did you mean {hint!r}?' if hint else ''}")
        if value is not None:
            found[_KEYS[plain]] = value
    return found


class _Facts:
    """The facts of one unit, by their usual keys, and the tables that read their words."""

    def __init__(
        self, facts: Facts, types: UnitTypes, nations: Nations, words: UnitWords, nation: str, size: Size | None
    ) -> None:
        self.facts = facts
        self.types = types
        self.nations = nations
        self.words = words
        self.default_nation = nation
        self.default_size = size

    def unit(self) -> Unit:
        nation, force = self.origin()
        symbols, kind = self.type()
        size, kind = self.size(kind)
        kind = self.read("type_symbol", self.words.types.find) or kind
        aec = self.read("aec", self.capability)
        unit = Unit(
            nation=nation,
            type=kind,
            size=size,
            rating=self.rating(),
            symbols=(*symbols, *self.symbols()),
            cadre=self.read("cadre", Rating.parse),
            force=force,
            name=self.read("name", str) or "",
            aa=self.whole("aa"),
            capacity=self.whole("capacity"),
            points=self.points(kind),
            unit_class=self.read("class", self.words.unit_class),
            aeca=self.read("aeca", self.capability) or aec,
            aecd=self.read("aecd", self.capability) or aec,
            atec=self.read("atec", self.capability),
            type_heavy_equipment=self.flag("type_heavy_equipment"),
            heavy_equipment=self.flag("heavy_equipment"),
        )
        return self.agreeing(unit)

    def read(self, key: str, how: Callable[[str], _T]) -> _T | None:
        if key not in self.facts:
            return None
        value = self.facts[key]
        try:
            return how(value if isinstance(value, str) else str(value))
        except EuropaError as error:
            raise BadQuestion(f"{key}: {error}") from error

    def flag(self, key: str) -> bool | None:
        value = self.facts.get(key)
        if value is None or isinstance(value, bool):
            return value
        raise BadQuestion(f"{key}: {value!r}; expected true or false")

    def number(self, key: str) -> Number | None:
        if key not in self.facts:
            return None
        try:
            return exact(cast("int | str", self.facts[key]))
        except NotationError as error:
            raise BadQuestion(f"{key}: {error}") from error

    def whole(self, key: str) -> int:
        value = self.number(key) or 0
        if value != int(value) or value < 0:
            raise BadQuestion(f"{key}: {self.facts[key]!r}; expected a whole number, 0 or more")
        return int(value)

    def capability(self, text: str) -> Capability:
        known = get_args(Capability)
        if normal(text) not in known:
            raise NotationError(f"{text!r} is no capability; expected one of {', '.join(known)}")
        return cast(Capability, normal(text))

    def origin(self) -> tuple[str, str]:
        named = self.read("nation", self.nations.origin)
        stated = str(self.facts.get("force", ""))
        if named is None and stated and stated in self.nations:
            return self.nations.origin(stated)
        if named is None and stated:
            first, _, rest = stated.partition(" ")
            named = (self.nations.find(first).code, "") if first in self.nations else None
            stated = rest if named else stated
        if named is None:
            default = self.nations.find(self.default_nation).code if self.default_nation else ""
            named = (default, "")
        code, force = named
        if not stated or not code:
            return code, force or stated
        try:
            return code, self.nations.force(code, stated)
        except EuropaError as error:
            raise BadQuestion(f"force: {error}") from error

    def type(self) -> tuple[tuple[str, ...], str]:
        if self.facts.get("cavalry") is True and "type" not in self.facts:
            return (), "cavalry"
        stated = self.read("type", self.words.typed)
        kind = str(self.facts.get("kind", "unit"))
        if stated is None and normal(kind) not in ("unit", "movement_counter"):
            stated = self.read("kind", self.words.typed)
        if stated is not None:
            return stated
        stated_class = self.read("class", self.words.unit_class) or "non_motorized"
        return (), self.words.type_of_class[stated_class]

    def symbols(self) -> tuple[str, ...]:
        value = self.facts.get("symbols", ())
        if isinstance(value, str) or not isinstance(value, Collection):
            raise BadQuestion(f"symbols: {value!r}; expected a list of symbols")
        try:
            return tuple(self.words.symbols.find(str(s)) for s in value)
        except EuropaError as error:
            raise BadQuestion(f"symbols: {error}") from error

    def size(self, kind: str) -> tuple[Size, str]:
        stated = self.read("size", self.words.size)
        if stated is not None:
            return stated, kind
        if kind in ("headquarters", "airborne_headquarters", "parachute_headquarters"):
            return "headquarters", kind
        if kind in self.types.counter_sizes:
            return "counter", kind
        if self.default_size is not None:
            return self.default_size, kind
        raise BadQuestion("size: nothing is stated; expected division, brigade, regiment, battalion, cadre, ...")

    def rating(self) -> Rating | None:
        stated = self.read("rating", Rating.parse)
        if stated is not None:
            return stated
        attack, defense, movement = (self.number(key) for key in ("attack", "defense", "movement"))
        if attack is None and defense is None and movement is None:
            return None
        strength = attack if attack is not None else defense or 0
        if movement is not None and movement != int(movement):
            raise BadQuestion(f"movement: {self.facts['movement']!r}; expected whole MPs")
        return Rating(exact(strength), exact(defense if defense is not None else strength), int(movement or 0))

    def points(self, kind: str) -> int:
        if "points" in self.facts:
            return self.whole("points")
        has_points = kind in self.types.counter_sizes and self.types.counter_sizes[kind].per_point is not None
        return (self.whole("count") if "count" in self.facts else 1) if has_points else 0

    def agreeing(self, unit: Unit) -> Unit:
        """A unit stated as c/m bears the motorized symbol if its type is not c/m; a class as charted is not kept."""
        if unit.type not in self.types:
            raise BadQuestion(f"type: {unit.type!r} is not in this game's unit identification chart")
        stated: UnitClass | None = unit.unit_class
        charted = self.types.get(unit.type).unit_class
        if stated is None or stated == charted:
            return evolve(unit, unit_class=None)
        if stated == "combat_motorized":
            return evolve(unit, unit_class=None, symbols=(*unit.symbols, "motorized"))
        return unit
