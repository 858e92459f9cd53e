"""What adds to armor and antitank effects: movement counters (SF 14J), air units of code T (SF 23H2), readings."""

from __future__ import annotations

from europa_rules.contributions import Gate, Modifier, Source
from europa_rules.ground.armor_proportions import ATEC, ELECTED_ALLOW, CapableUnit, ProportionFacts
from europa_rules.ruleset import Ruleset
from europa_rules.unit_types import Capability

CODE_T = "air units of code T in defensive air support"
"""Situation of a proportion: how many air units of code T fly defensive air support in the hex, as a number."""

RE_OF_CODE_T = 3
ELECTION = "sf-10F-elected-neutral"
CARRIED_AS = {"apc_counter": "mechanized"}


def rides_as_motorized(facts: CapableUnit) -> bool:
    """Whether the unit rides in an LVT counter and has no capability of its own."""
    return facts.unit.carried_by == "lvt_counter" and facts.value == "none"


def rides_as_another_type(facts: CapableUnit) -> bool:
    """Whether the unit rides in a counter that makes it a unit of another type."""
    return facts.unit.carried_by in CARRIED_AS


def value_of_carried(facts: CapableUnit, rules: Ruleset) -> Capability:
    """The value of the type that the counter makes of the unit."""
    values = rules.types.capabilities(CARRIED_AS[facts.unit.carried_by], facts.unit.nation)
    by_category: dict[str, Capability] = {"aeca": values.aeca, "aecd": values.aecd, "atec": values.atec}
    return by_category[facts.category]


def _code_t(facts: ProportionFacts) -> int:
    return RE_OF_CODE_T * int(facts.situation.get(CODE_T, 0))


def _is_helped(facts: ProportionFacts) -> bool:
    return facts.category == ATEC and _code_t(facts) > 0


SOURCES = (
    Source("in an LVT counter", "capability", by="SF 14J2", value="neutral", when=rides_as_motorized),
    Source("in an APC counter", "capability", by="SF 14J3", value=value_of_carried, when=rides_as_another_type),
    *(
        Source(reading, ELECTED_ALLOW, by="SF 10F", value=allows, gate=Gate(point=ELECTION, reading=reading))
        for reading, allows in (("neutral-only", False), ("counts", True))
    ),
)
MODIFIERS = (Modifier("air units of code T", "armor capability", by="SF 23H2", amount=_code_t, when=_is_helped),)
