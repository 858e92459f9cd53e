"""Air transport and airborne landings of 1943 to 1945 (SF 20F, 24, 44E): what is otherwise than in the series.

Weather halves what transports carry, air landing units come by glider alone, dropped units may overrun, and optional
rules let bombers and heavy transports carry more.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.air import drop_combat, drop_plans, landing_troops
from europa_rules.air.airborne import AIR_LANDING, AIRBORNE_OVERRUNS, HELPLESS, NEXT_INITIAL, Holding
from europa_rules.air.bomber_transports import BOMBERS
from europa_rules.air.transport import AIR_DROP, HEAVY, MINELAYING, REGULAR, HeavyCargo, Lift, Load
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, is_divisional, is_headquarters

BAD_WEATHER = frozenset({"mud", "winter", "snow"})
AIRBORNE_SIDE = "airborne_headquarters"
BOMBER_OPTION, HEAVY_OPTION = "44E1", "44E2"
BY_HEAVY, BY_TRANSPORT = Citation("SF", "44E2"), Citation("SF", "20F")


# --- weather (SF 20F) ------------------------------------------------------------------------------------------------


def _lays_mines(lift: Lift) -> bool:
    return lift.mission == MINELAYING


def _in_bad_weather(lift: Lift) -> bool:
    return lift.weather in BAD_WEATHER and not _lays_mines(lift)


def _lays_in_bad_weather(lift: Lift) -> bool:
    return lift.weather in BAD_WEATHER and _lays_mines(lift)


def _from_bad_weather(lift: Lift) -> bool:
    return lift.base_weather in BAD_WEATHER and lift.weather not in BAD_WEATHER and not _lays_mines(lift)


MISSIONS = {REGULAR: "20F1", AIR_DROP: "20F2", MINELAYING: "20F3"}
STEPS: tuple[StepContribution, ...] = (
    *landing_troops.steps("SF"),
    *drop_plans.steps("SF"),
    *drop_combat.steps("SF", "24B3"),
    StepContribution(
        "dropped supply", "player turn", drop_plans.lose_dropped_supply, "SF 24B4", before="end of player turn"
    ),
)
MODIFIERS: tuple[Modifier, ...] = (
    *drop_combat.airborne_modifiers("SF"),
    Modifier("weather", "cargo capacity", "SF 20F", HALF, _in_bad_weather, change="times"),
    Modifier(
        "weather, as for a transport",
        "cargo capacity",
        "SF 20F,SF 20F3",
        HALF,
        _lays_in_bad_weather,
        change="times",
        gate=Gate(point="sf-20F3-minelayer-weather", reading="yes"),
    ),
    Modifier(
        "weather at the airbase",
        "cargo capacity",
        "SF 20F",
        HALF,
        _from_bad_weather,
        change="times",
        gate=Gate(point="sf-20F-whose-weather", reading="base-too"),
    ),
)


# --- air landing units (SF 24D), ownership (SF 24B1) -----------------------------------------------------------------


def is_landing_unit(unit: Unit) -> bool:
    """Whether a unit has the air landing/glider symbol."""
    return AIR_LANDING in (unit.type, *unit.symbols)


def _lands_by_other_than_gliders(load: Load) -> bool:
    landing = any(is_landing_unit(cargo.unit) for cargo in load.units)
    return load.is_dropped and landing and not all(carrier.is_glider for carrier in load.lift.carriers)


def _drops_airborne_headquarters(load: Load) -> bool:
    return load.is_dropped and any(cargo.unit.type == AIRBORNE_SIDE for cargo in load.units)


def _recovered(facts: Holding) -> bool:
    return facts.was_disrupted and facts.at == NEXT_INITIAL


PROHIBITIONS: tuple[Prohibition, ...] = (
    *drop_combat.airborne_prohibitions("SF", "24B3"),
    Prohibition(
        "air landing units drop by glider",
        "air cargo",
        by="SF 24D",
        why="an air landing unit drops only if gliders alone carry it",
        when=_lands_by_other_than_gliders,
        possible="gliders for the whole unit",
    ),
    Prohibition(
        "airborne headquarters do not drop",
        "air cargo",
        by="SF 24E",
        why="the airborne side of a headquarters does not drop",
        when=_drops_airborne_headquarters,
        possible="its parachute side",
    ),
    Prohibition(
        "recovered units gain nothing",
        "own drop hex",
        by="SF 24B1",
        why="a unit that was disrupted does not gain its hex by recovering",
        when=_recovered,
        gate=Gate(point="sf-24B1-recovered-unit", reading="no"),
    ),
)


# --- heavy transports (SF 44E2) --------------------------------------------------------------------------------------

AIRBORNE_HEADQUARTERS = frozenset({"airborne_headquarters", "parachute_headquarters"})
MOUNTAIN, CAVALRY, PORT_FORTIFICATION = "mountain", "cavalry", "port_fortification"
LARGE = frozenset({"HT", "GHT"})


@frozen
class HeavyUnit:
    """A unit with heavy equipment that is to be carried by air.

    Attributes:
        carriers: the types of the air units.
        is_headquarters: whether it is an airborne or mountain divisional headquarters.
        is_divisional: whether it is of divisional size, or another divisional headquarters.
        is_motorized: whether it is motorized.
        is_barred: whether it is cavalry or a port fortification.
        is_heavy: whether it has heavy equipment at all; one that has not is carried as any other.
    """

    carriers: tuple[str, ...]
    is_headquarters: bool = False
    is_divisional: bool = False
    is_motorized: bool = False
    is_barred: bool = False
    is_heavy: bool = True


@rule("SF 44E2")
def rule_on_heavy_unit(facts: HeavyUnit, rules: Ruleset) -> Ruling:
    """Whether air units may carry a unit with heavy equipment: large transports some of them, with the option.

    >>> from europa_rules import load
    >>> rules = load("sf", options={"44E2"})
    >>> rule_on_heavy_unit(HeavyUnit(("HT",)), rules).allowed, rule_on_heavy_unit(HeavyUnit(("T",)), rules).allowed
    (True, False)
    >>> rule_on_heavy_unit(HeavyUnit(("HT",)), load("sf")).allowed
    False
    >>> len(rule_on_heavy_unit(HeavyUnit(("T",), is_barred=True), rules).refusals)
    2
    """
    if not facts.is_heavy:
        return Ruling.allow()
    small = [kind for kind in facts.carriers if kind not in LARGE]
    wrong = facts.is_barred or facts.is_divisional or facts.is_motorized
    return (
        Ruling.refuse_if(
            not rules.has_option(HEAVY_OPTION),
            "no heavy equipment is carried by air",
            BY_TRANSPORT,
            possible="units without heavy equipment",
        )
        & Ruling.refuse_if(
            bool(small), f"type {', '.join(small)} carries no heavy equipment", BY_HEAVY, possible="type HT or GHT"
        )
        & Ruling.refuse_if(
            wrong and not facts.is_headquarters,
            "such a unit with heavy equipment is not carried by air",
            BY_HEAVY,
            possible="a non-divisional, non-motorized unit, or an airborne or mountain divisional headquarters",
        )
    )


@rule("SF 44E2")
def reckon_heavy_size(re: Number, is_heavy: bool) -> Reckoning:
    """What a unit counts for in a large transport, in REs: double with heavy equipment.

    >>> print(reckon_heavy_size(1, True).value)
    2
    """
    size = Reckoning.of(re, "size")
    return size.times(2, "heavy equipment", BY_HEAVY) if is_heavy else size


def _as_heavy(facts: HeavyCargo) -> HeavyUnit:
    """What the rule asks of a unit: a headquarters that is not of mountain or airborne troops is as a division.

    >>> from europa_rules.units import Rating, Unit
    >>> def unit(type, size, *symbols):
    ...     return HeavyCargo(Unit("us", type, size, Rating.parse("0-1-6"), symbols=symbols), ())
    >>> marks = (("headquarters",), ("headquarters", "mountain"), ("battalion", "mountain"))
    >>> found = [_as_heavy(unit("infantry", *each)) for each in marks]
    >>> [(each.is_headquarters, each.is_divisional) for each in found]
    [(False, True), (True, False), (False, False)]
    >>> _as_heavy(unit("infantry", "division")).is_divisional
    True
    """
    unit = facts.unit
    marks = {unit.type, *unit.symbols}
    headquarters = is_headquarters(unit)
    wanted = headquarters and bool(marks & AIRBORNE_HEADQUARTERS or MOUNTAIN in marks)
    return HeavyUnit(
        tuple(carrier.type for carrier in facts.carriers),
        wanted,
        is_divisional(unit) or (headquarters and not wanted),
        unit.has_motorized_symbol or facts.is_combat_motorized,
        bool(marks & {CAVALRY, PORT_FORTIFICATION}),
    )


def _is_carried(facts: HeavyCargo) -> bool:
    heavy = _as_heavy(facts)
    wrong = heavy.is_barred or heavy.is_divisional or heavy.is_motorized
    return all(kind in LARGE for kind in heavy.carriers) and (heavy.is_headquarters or not wrong)


SOURCES: tuple[Source, ...] = (
    *landing_troops.airborne_sources("SF", MISSIONS),
    *drop_combat.airborne_sources("SF"),
    *drop_plans.airborne_sources("SF"),
    Source("helpless attackers are eliminated", HELPLESS, by="SF 24B3"),
    Source("airborne overruns", AIRBORNE_OVERRUNS, by="SF 24B2"),
    Source("bombers as transports", BOMBERS, by="SF 44E1", gate=Gate(option=BOMBER_OPTION)),
    Source("heavy transports", HEAVY, by="SF 44E2", when=_is_carried, gate=Gate(option=HEAVY_OPTION)),
)
OPTIONS: tuple[Option, ...] = (
    Option(BOMBER_OPTION, "Bombers as transports", "SF 44E1"),
    Option(HEAVY_OPTION, "Heavy transports", "SF 44E2"),
)
