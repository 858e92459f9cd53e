"""Infantry antitank weapons (SF 10I): from a date on, units without ATEC are neutral in it."""

from __future__ import annotations

from collections.abc import Callable

from europa_rules.contributions import Gate, Source
from europa_rules.ground.armor_proportions import ATEC, CapableUnit
from europa_rules.sides import ALLIED, AXIS, Turn

GERMAN_DATE = "sf-10I-german-date"
GERMAN_FROM = {"jul-44": Turn.parse("Jul I 44"), "jul-43": Turn.parse("Jul I 43")}
ALLIED_FROM = Turn.parse("Sep I 44")


def _lacks_atec(facts: CapableUnit, since: Turn) -> bool:
    return facts.category == ATEC and facts.value == "none" and facts.turn is not None and facts.turn >= since


def is_german(facts: CapableUnit) -> bool:
    """Whether the unit is German; an Axis unit of a nation not told is taken for one."""
    return facts.unit.nation == "ge" or (not facts.unit.nation and facts.side == AXIS)


def _german_from(since: Turn) -> Callable[[CapableUnit], bool]:
    return lambda facts: is_german(facts) and _lacks_atec(facts, since)


def _allied(facts: CapableUnit) -> bool:
    return facts.side == ALLIED and _lacks_atec(facts, ALLIED_FROM)


SOURCES = (
    *(
        Source(
            f"German infantry antitank weapons from {since}",
            "capability",
            by="SF 10I",
            value="neutral",
            when=_german_from(since),
            gate=Gate(point=GERMAN_DATE, reading=reading),
        )
        for reading, since in GERMAN_FROM.items()
    ),
    Source("Allied infantry antitank weapons", "capability", by="SF 10I", value="neutral", when=_allied),
)
