"""Garrisons, neutrals and the OSS (SF 37C, 37D, 37E): activation, the required Allied garrisons, who keeps out.

Needs a garrison and where enemies are, or the forces that keep an Allied garrison; gives rulings, outcomes, REs and the
points that missing forces cost. Required garrisons and penalties are a chart (`charts/allied_garrisons.toml`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import ceil, floor

from attrs import frozen

from europa_rules.campaign.nations import stays_neutral
from europa_rules.campaign.regions import find_place, is_in_region
from europa_rules.citations import Citation, rule
from europa_rules.errors import UnknownName, unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, Number, exact, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL

CHART = "allied_garrisons"
BY_NEUTRALS, BY_OSS, BY, BY_ALLIED = (Citation("SF", number) for number in ("37C", "37D", "37E", "37E1"))
ANY_UNIT, ODD_AIR_UNITS = "37E-any-enemy-unit", "37E1-odd-air-units"


# --- neutrals (37C) --------------------------------------------------------------------------------------------------


@rule("SF 37C")
def rule_on_neutral(country: str, rules: Ruleset) -> Ruling:
    """Whether forces of either side may enter or pass through a country, as far as its neutrality goes.

    >>> from europa_rules import load
    >>> print(rule_on_neutral("Switzerland", load("sf")))
    refused: Switzerland is neutral (SF 37C). Possible: go around it.
    >>> [rule_on_neutral(country, load("sf")).allowed for country in ("Sweden", "Denmark", "Sicily")]
    [False, True, True]
    """
    return Ruling.refuse_if(_is_neutral(country, rules), f"{country} is neutral", BY_NEUTRALS, possible="go around it")


def _is_neutral(country: str, rules: Ruleset) -> bool:
    """Whether a country is neutral; one without forces of its own is as its hexes are when play begins."""
    if rules.variant.owners_at_start.get(country) == NEUTRAL:
        return True
    try:
        return stays_neutral(country, rules)
    except UnknownName:
        home = find_place(country, rules).country
        return home != country and _is_neutral(home, rules)


# --- the OSS (37D) ---------------------------------------------------------------------------------------------------

TARGETS = {"Ger": "ge", "It": "it"}
"""Marks of OSS units that may attack by surprise, and the nations that they are trained against."""


@rule("SF 37D")
def rule_on_oss_surprise(mark: str, target_nations: Collection[str], units: int, rules: Ruleset) -> Ruling:
    """Whether an OSS unit may attempt a surprise attack, alone or with others.

    mark: of the unit, "Ger", "It" or another. target_nations: of the units in the hex. units: OSS units attempting it.

    >>> from europa_rules import load
    >>> rule_on_oss_surprise("Ger", ["German", "Italian"], 1, load("sf")).allowed
    True
    >>> print(rule_on_oss_surprise("It", ["German"], 1, load("sf")))
    refused: no Italian units are in the hex (SF 37D). Possible: attack a hex with units of that nation.
    """
    nation = TARGETS.get(mark)
    if nation is None:
        return Ruling.refuse("only OSS units marked Ger or It attack by surprise", BY_OSS)
    there = {rules.nations.find(name).code for name in target_nations}
    named = rules.nations.by_code[nation].people
    return Ruling.refuse_if(
        nation not in there,
        f"no {named} units are in the hex",
        BY_OSS,
        possible="attack a hex with units of that nation",
    ) & Ruling.refuse_if(
        units > 1, "only one OSS unit attempts surprise in an attack", BY_OSS, possible="let one of them attempt it"
    )


# --- activation (37E) ------------------------------------------------------------------------------------------------

ENTERED, INITIAL = "enemy_enters_district", "own_initial_phase"
GROUND = "ground"
NEXT_PHASE = "next_own_initial_phase"
AT_HAND = frozenset({"district", "adjacent_district"})


@frozen
class Activation:
    """A garrison that would be activated.

    Attributes:
        trigger: "enemy_enters_district", or "own_initial_phase".
        enemy_in: in an own initial phase, where the nearest enemy unit is: "district", "adjacent_district" or farther.
        intruder: the kind of units that enter: "ground", "air" or "naval".
        ground_re: REs of its ground units. air_units: how many air units it has.
    """

    trigger: str
    enemy_in: str = "district"
    intruder: str = GROUND
    ground_re: Number = 0
    air_units: int = 0


@rule("SF 37E")
def rule_on_activation(facts: Activation, rules: Ruleset) -> Ruling:
    """Whether a garrison may be activated. Raises UnknownName for an unknown trigger.

    >>> from europa_rules import load
    >>> rule_on_activation(Activation("own_initial_phase", "adjacent_district"), load("sf")).allowed
    True
    >>> raid = rule_on_activation(Activation(ENTERED, intruder="air"), load("sf"))
    >>> raid.allowed, raid.rests_on
    (False, ('sf-37E-any-enemy-unit: ground-only',))
    >>> by_any = load("sf", rulings={"sf-37E-any-enemy-unit": "forces"})
    >>> rule_on_activation(Activation(ENTERED, intruder="air"), by_any).allowed
    True
    """
    if facts.trigger not in (ENTERED, INITIAL):
        raise unknown("trigger of a garrison", facts.trigger, (ENTERED, INITIAL))
    if facts.trigger == INITIAL:
        return Ruling.refuse_if(
            facts.enemy_in not in AT_HAND,
            "no enemy unit is in the district or in an adjacent one",
            BY,
            possible="wait for an enemy unit there",
        )
    raid = facts.intruder != GROUND
    barred = raid and not rules.reads(ANY_UNIT, "forces")
    ruling = Ruling.refuse_if(barred, "only ground units that enter the district activate its garrison", BY)
    return ruling & Ruling(rests_on=rules.resting(ANY_UNIT) if raid else ())


@rule("SF 37E")
def reckon_ground_at_once(facts: Activation) -> Reckoning:
    """The ground units that an activation gives at once (REs): half of them as an enemy enters, else all.

    >>> print(reckon_ground_at_once(Activation("enemy_enters_district", ground_re=13)))
    13 in the garrison | x1/2 at once (SF 37E) | become 6 rounded down (SF 37E) | = 6
    >>> reckon_ground_at_once(Activation("enemy_enters_district")).value
    Fraction(0, 1)
    """
    found = Reckoning.of(facts.ground_re, "in the garrison")
    if facts.trigger != ENTERED:
        return found
    half = found.times(HALF, "at once", BY)
    return half if half.value.denominator == 1 else half.become(floor(half.value), "rounded down", BY)


@rule("SF 37E")
def reckon_air_at_once(facts: Activation) -> Reckoning:
    """The air units that an activation gives at once: all of them."""
    return Reckoning.of(facts.air_units, "all air units of the garrison", BY)


@rule("SF 37E")
def when_rest_comes(facts: Activation) -> str | None:
    """When the rest of an activated garrison may be received; None where there is no rest.

    >>> when_rest_comes(Activation("enemy_enters_district"))
    'next_own_initial_phase'
    """
    return NEXT_PHASE if facts.trigger == ENTERED else None


@rule("SF 37E")
def is_activatable(
    garrison: Collection[str], enemies: Collection[str], adjacency: Mapping[str, Sequence[str]], phase: str
) -> bool:
    """Whether a garrison of one or more districts may be activated.

    garrison: its districts. enemies: districts with enemy units. adjacency: district -> those adjacent to it. phase: in
    another than the own initial phase, only an enemy within its districts counts.

    >>> is_activatable(["Belgium"], ["Netherlands"], {"Netherlands": ["Belgium"]}, "initial")
    True
    >>> is_activatable(["Belgium"], ["Belgium"], {}, "movement")
    True
    >>> is_activatable(["Belgium"], ["Netherlands"], {"Netherlands": ["Belgium"]}, "movement")
    False
    """
    if any(district in enemies for district in garrison):
        return True
    pairs = {pair for one, others in adjacency.items() for other in others for pair in ((one, other), (other, one))}
    return phase == "initial" and any((district, enemy) in pairs for district in garrison for enemy in enemies)


OWN, ENEMY = "own", "enemy"
ELIMINATED, LISTED_HEX, KEPT = "eliminated", "listed_hex", "kept"
ANYWHERE = {"ground": "any_city_in_district", "air": "any_airbase_in_district"}


@rule("SF 37E")
def place_of_activated(kind: str, listed_hex_owner: str) -> str:
    """Where an activated unit is placed. Raises UnknownName for another kind than ground or air.

    listed_hex_owner: "own" or "enemy" for a unit with a listed hex, "" for one without.

    >>> place_of_activated("air", ""), place_of_activated("ground", "enemy")
    ('any_airbase_in_district', 'eliminated')
    """
    if kind not in ANYWHERE:
        raise unknown("kind of garrison unit", kind, ANYWHERE)
    if not listed_hex_owner:
        return ANYWHERE[kind]
    return LISTED_HEX if listed_hex_owner == OWN else ELIMINATED


@rule("SF 37E")
def fate_of_unactivated(cities: int, enemy_owned: int) -> str:
    """What becomes of unactivated forces of a district, by its cities and those that the enemy owns.

    >>> fate_of_unactivated(4, 4), fate_of_unactivated(4, 3)
    ('eliminated', 'kept')
    >>> [fate_of_unactivated(cities, cities) for cities in (0, 1)]
    ['kept', 'eliminated']
    """
    return ELIMINATED if 0 < cities <= enemy_owned else KEPT


# --- Allied garrisons (37E1) -----------------------------------------------------------------------------------------

EVENTS = {
    "italy_surrendered": "Italy surrenders",
    "corsica_controlled": "Corsica is controlled",
    "west_invaded": "the West is invaded",
    "greece_garrisoned": "Greece is garrisoned",
}
"""The events that change the size of Allied garrisons, by the words of the chart."""

RES, AIR = "re", "air"
WEST = ("France", "Benelux", "Greater Germany")
LEAST_INVADERS = 3


@rule("SF 37E1")
def reckon_charted(row: str, what: str, events: Collection[str], rules: Ruleset) -> Reckoning:
    """The garrison that the chart asks for in an area, after what has happened.

    row: of the chart. what: "re" for ground units (REs), "air" for air units. events: the chart's words for them.

    >>> from europa_rules import load
    >>> print(reckon_charted("middle_east_british", "re", ["italy_surrendered"], load("sf")).value)
    12
    """
    chart = rules.charts[CHART]
    cell = chart.number("rows", row, f"initial_{what}")
    found = Reckoning.of(cell.value, "initially", BY_ALLIED).noting(caveat=cell.caveat)
    for event in events:
        change = chart.number("rows", row, f"{event}_{what}")
        if change.value:
            found = found.plus(change.value, EVENTS[event], BY_ALLIED).noting(caveat=change.caveat)
    return found


@frozen
class GarrisonDuty:
    """An area whose garrison the Allied player is to keep.

    Attributes:
        charted: REs that the chart asks for.
        axis_owns_city: whether the Axis owns a city there.
        axis_unit_in: the nearest district with an Axis unit: "district", "adjacent_district", or "none".
    """

    charted: Number
    axis_owns_city: bool = False
    axis_unit_in: str = "none"


@rule("SF 37E1")
def reckon_duty(facts: GarrisonDuty) -> Reckoning:
    """The REs that a garrison needs now: none while the Axis owns a city there or is near.

    >>> reckon_duty(GarrisonDuty(6, axis_unit_in="adjacent_district")).value
    Fraction(0, 1)
    >>> [reckon_duty(GarrisonDuty(6, owns)).value for owns in (False, True)], reckon_duty(GarrisonDuty(6)).value
    ([Fraction(6, 1), Fraction(0, 1)], Fraction(6, 1))
    """
    found = Reckoning.of(facts.charted, "required", BY_ALLIED)
    if facts.axis_owns_city:
        return found.become(0, "the Axis owns a city there", BY_ALLIED)
    near = facts.axis_unit_in in AT_HAND
    return found.become(0, "an Axis unit is there, or next to it", BY_ALLIED) if near else found


@frozen
class GarrisonForces:
    """What is required of a nationality in a garrison, and what is there.

    Attributes:
        required, own, others: REs required, of the nationality, and of others.
        air_required, air_own, air_others: the same for air units.
    """

    required: Number = 0
    own: Number = 0
    others: Number = 0
    air_required: Number = 0
    air_own: Number = 0
    air_others: Number = 0


def _share_of_others(rules: Ruleset) -> Number:
    return exact(str(rules.charts[CHART].number("penalty", "other_nationality_counts").value))


@rule("SF 37E1")
def reckon_infantry_penalty(facts: GarrisonForces, rules: Ruleset) -> Reckoning:
    """The infantry points that a garrison below strength costs.

    >>> from europa_rules import load
    >>> print(reckon_infantry_penalty(GarrisonForces(9, 2), load("sf")).value)
    3
    >>> [int(reckon_infantry_penalty(GarrisonForces(*res), load("sf")).value) for res in ((), (9,))]
    [0, 3]
    """
    found = Reckoning.of(facts.required, "REs required", BY_ALLIED).minus(facts.own, "there", BY_ALLIED)
    if facts.others:
        found = found.minus(facts.others * _share_of_others(rules), "of other nationalities, at half", BY_ALLIED)
    found = found.at_least(0, "none missing", BY_ALLIED)
    each = rules.charts[CHART].whole("penalty", "re_per_inf_rp").value
    return found.become(ceil(found.value / each), f"one for each {each} REs missing, or part of them", BY_ALLIED)


@rule("SF 37E1")
def reckon_air_penalty(facts: GarrisonForces, rules: Ruleset) -> Reckoning:
    """The air replacement points that a garrison below strength costs.

    >>> from europa_rules import load
    >>> reckon_air_penalty(GarrisonForces(air_required=4, air_own=2, air_others=1), load("sf")).value
    Fraction(2, 1)
    >>> [int(reckon_air_penalty(GarrisonForces(air_required=units), load("sf")).value) for units in (0, 4)]
    [0, 4]
    >>> reckon_air_penalty(GarrisonForces(), load("sf")).value
    Fraction(0, 1)
    """
    found = Reckoning.of(facts.air_required, "air units required", BY_ALLIED).minus(facts.air_own, "there", BY_ALLIED)
    others = facts.air_others * _share_of_others(rules)
    odd = others.denominator != 1
    if others:
        others = floor(others) if odd and rules.reads(ODD_AIR_UNITS, "down") else others
        found = found.minus(others, "of other nationalities, two for one", BY_ALLIED)
    found = found.at_least(0, "none missing", BY_ALLIED)
    each = rules.charts[CHART].whole("penalty", "arp_per_missing_air_unit").value
    found = found.become(ceil(found.value) * each, "for each air unit missing", BY_ALLIED)
    for point in rules.resting(ODD_AIR_UNITS) if odd else ():
        found = found.noting(rests_on=point)
    return found


@rule("SF 37E1")
def reckon_deficit(penalty: Reckoning, points: Number) -> Reckoning:
    """What of a penalty is owed until there are points to pay it.

    >>> reckon_deficit(Reckoning.of(3, "penalty"), 1).value
    Fraction(2, 1)
    """
    owed = Reckoning.of(penalty.value, "penalty", BY_ALLIED).minus(points, "points at hand", BY_ALLIED)
    return owed.at_least(0, "nothing is owed", BY_ALLIED)


@rule("SF 37E1", "SF 38A3")
def rule_on_invasion(region: str, res: Number, cities: int, rules: Ruleset) -> Ruling:
    """Whether Allied forces in a region invade the West.

    res: REs of Allied units there in regular supply. cities: those that the Allied player owns there.

    >>> from europa_rules import load
    >>> rule_on_invasion("France", 3, 1, load("sf")).allowed, rule_on_invasion("Italy", 30, 9, load("sf")).allowed
    (True, False)
    >>> [rule_on_invasion("France", *held, load("sf")).allowed for held in ((2, 1), (3, 0))]
    [False, False]
    >>> rule_on_invasion("no such place", 3, 1, load("sf")).allowed
    False
    """
    return (
        Ruling.refuse_if(not _is_west(region, rules), f"{region} is no part of the West", BY_ALLIED)
        & Ruling.refuse_if(
            res < LEAST_INVADERS, f"{show(res)} REs in regular supply are fewer than {LEAST_INVADERS}", BY_ALLIED
        )
        & Ruling.refuse_if(cities < 1, "the Allied player owns no city there", BY_ALLIED)
    )


def _is_west(region: str, rules: Ruleset) -> bool:
    if region in WEST:
        return True
    try:
        place = find_place(region, rules)
    except UnknownName:
        return False
    return any(is_in_region(place, part, (), rules) for part in WEST)


@frozen
class NamedUnit:
    """A unit of a garrison.

    Attributes:
        is_named: whether the order of battle names it for the garrison.
        is_activated: whether the garrison is activated.
        in_garrison: whether it is there.
    """

    is_named: bool
    is_activated: bool = False
    in_garrison: bool = True


@rule("SF 37E1")
def rule_on_named_unit(facts: NamedUnit) -> Ruling:
    """Whether a unit may be where it is: one named for a garrison stays there until it is activated.

    >>> rule_on_named_unit(NamedUnit(True, in_garrison=False)).allowed
    False
    """
    return Ruling.refuse_if(
        facts.is_named and not facts.is_activated and not facts.in_garrison,
        "the order of battle names it for the garrison",
        BY_ALLIED,
        possible="keep it there until the garrison is activated",
    )


@rule("SF 37E1")
def counts_toward_duty(facts: NamedUnit) -> bool:
    """Whether the REs of a unit count toward the required garrison: while it is there.

    >>> counts_toward_duty(NamedUnit(True))
    True
    """
    return facts.in_garrison
