"""An air unit from the facts of a question, in every spelling of the question vocabularies.

Needs the object that describes it (a printed counter, or its parts one by one); gives its `AirRating`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import cast

from attrs import evolve

from europa_rules.air_units import AirRating, AirTypes
from europa_rules.errors import BadQuestion, EuropaError, nearest
from europa_rules.nations import normal
from europa_rules.numbers import exact

Facts = Mapping[str, object]

AIR_UNIT_KEYS = frozenset(
    {
        "rating",
        "counter",
        "type",
        "tac",
        "strat",
        "tactical",
        "strategic",
        "codes",
        "movement",
        "status",
        "model",
        "towing",
        "id",
        "count",
    }
)
"""The keys under which questions describe an air unit."""

_TOWED, _STAR, _GLIDERS = "T", "*", "G"


def air_rating_from_facts(facts: Facts, types: AirTypes, *, besides: Collection[str] = ()) -> AirRating:
    """What the counter of an air unit prints, as a question describes it.

    facts: `counter` or `rating` as printed, or `type` alone; then `tac`, `strat`, `codes` and `movement` where they do
    not stand in it. besides: keys of the question itself. Raises BadQuestion naming what is wrong.

    >>> types = AirTypes.read()
    >>> lancaster = {"rating": "3HB5", "tac": 2, "strat": 18, "codes": ["B"], "movement": "40*"}
    >>> str(air_rating_from_facts(lancaster, types))
    '3HB5 2-18/B/40*'
    """
    _refuse_strangers(facts, besides)
    rating = _printed(facts, types)
    tactical, strategic = (_stated(facts, *keys) for keys in (("tac", "tactical"), ("strat", "strategic")))
    if tactical is not None:
        rating = evolve(rating, tactical=_whole("tactical", tactical))
    if strategic is not None:
        rating = evolve(rating, strategic=_whole("strategic", strategic))
    if facts.get("codes") is not None:
        rating = evolve(rating, codes=_codes(facts["codes"], types))
    return _moving(rating, facts.get("movement"))


def _refuse_strangers(facts: Facts, besides: Collection[str]) -> None:
    for key in facts:
        if normal(key) not in AIR_UNIT_KEYS and key not in besides:
            hint = nearest(normal(key), AIR_UNIT_KEYS)
            raise BadQuestion(f"{key!r} is no fact about an air unit.{f' Did you mean {hint!r}?' if hint else ''}")


def _stated(facts: Facts, *keys: str) -> object:
    return next((facts[key] for key in keys if facts.get(key) is not None), None)


def _printed(facts: Facts, types: AirTypes) -> AirRating:
    text = facts.get("counter") or facts.get("rating")
    try:
        if text is not None:
            rating = AirRating.parse(str(text))
            types.split(rating.full_type)
            return rating
        if "type" not in facts:
            raise BadQuestion("an air unit has a 'rating', such as 8F6, or at least a 'type'")
        prefixes, kind = types.split(str(facts["type"]))
    except EuropaError as error:
        raise BadQuestion(f"rating: {error}") from error
    return AirRating(0, kind, 0, prefixes, towed=kind.startswith(_GLIDERS))


def _whole(name: str, value: object) -> int:
    try:
        number = exact(cast("int | str", value))
    except EuropaError as error:
        raise BadQuestion(f"{name}: {error}") from error
    if number != int(number) or number < 0:
        raise BadQuestion(f"{name}: {value!r}; expected a whole number, 0 or more")
    return int(number)


def _codes(value: object, types: AirTypes) -> str:
    letters = list(value) if isinstance(value, list | tuple | str) else None
    if letters is None:
        raise BadQuestion(f"codes: {value!r}; expected a list of code letters")
    for letter in letters:
        if letter not in types.codes:
            raise BadQuestion(f"codes: {letter!r} is no code of this game; expected {', '.join(types.codes)}")
    return "".join(map(str, letters))


def _moving(rating: AirRating, value: object) -> AirRating:
    """The rating with a movement rating as printed: 26, "40*" or "T"."""
    if value is None:
        return rating
    text = str(value)
    if text == _TOWED:
        return evolve(rating, towed=True)
    return evolve(rating, movement=_whole("movement", text.removesuffix(_STAR)), starred=text.endswith(_STAR))
