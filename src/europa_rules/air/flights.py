"""An air unit on a mission: its range and its strengths (rules 18, 19, 20 and 23).

Needs what the counter prints, the mission and how it is flown; gives hexes and strength points, each with its ledger.
Who may fly which mission when is for `missions`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, field, frozen

from europa_rules.air_units import AirRating
from europa_rules.charts.air_missions import FAMILIES, ExtendedRange, Mission
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number
from europa_rules.ruleset import Ruleset

FIGHTER, BOMBER, TRANSPORT = "fighter", "bomber", "transport"
ESCORT = "escort"
_TRANSPORT_TYPE = "T"
BOMBING = "bombing"
NIGHT_PREFIX = "N"


@frozen
class Flight:
    """An air unit as it flies, on the board or off it.

    Attributes:
        rating: what its counter prints.
        mission: the terms of its mission; None where only the family is known or nothing is asked of it.
        family: what it announced when it took off ("bombing", "transport", ...), or "".
        id: its id, or "".
        extended: whether it flies at extended range.
        one_way: whether a transport ends its mission at the target.
        night: whether the air operation is by night.
        jettisoned: whether a fighter has dropped its bombs before air combat.
        torpedoes: whether it carries torpedoes.
        towing: the rating of the glider that it tows, or None.
        as_transport: whether a bomber flies as a transport (an optional rule).
        weather: the weather at the target.
        sea: the state of the sea at the target.
        situation: further facts for contributed rules, by name.
    """

    rating: AirRating
    mission: Mission | None = None
    family: str = ""
    id: str = ""
    extended: bool = False
    one_way: bool = False
    night: bool = False
    jettisoned: bool = False
    torpedoes: bool = False
    towing: AirRating | None = None
    as_transport: bool = False
    weather: str = "clear"
    sea: str = "calm"
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def name(self) -> str:
        """What it is called: its id, or else what its counter says."""
        return self.id or self.rating.short

    def is_on(self, mission: str) -> bool:
        """Whether it flies this mission."""
        return self.mission is not None and self.mission.name == mission

    def at_extended_range(self, towing: AirRating | None = None) -> Flight:
        """The same air unit, flying at extended range, with a glider in tow where one is named."""
        return evolve(self, extended=True, towing=towing or self.towing)

    def by_night(self, is_night_unit: bool) -> Flight:
        """The same air unit in an operation by night, as a night or as a day air unit."""
        prefixes = self.rating.prefixes if self.rating.is_night else f"{NIGHT_PREFIX}{self.rating.prefixes}"
        rating = evolve(self.rating, prefixes=prefixes if is_night_unit else "")
        return evolve(self, night=True, rating=rating)

    @property
    def acts_as(self) -> str:
        """The type that it counts as in air combat and for antiaircraft fire."""
        return _TRANSPORT_TYPE if self.as_transport else self.rating.type

    def category(self, rules: Ruleset) -> str:
        """fighter, bomber or transport."""
        return TRANSPORT if self.as_transport else rules.air_types.category(self.rating.type)


def mission_named(name: str, rules: Ruleset) -> tuple[Mission | None, str]:
    """The terms of a mission and its family, by the name of either. Raises UnknownName.

    >>> from europa_rules import load
    >>> mission_named("bombing", load("sf")), mission_named("cap", load("sf"))[1]
    ((None, 'bombing'), 'cap')
    """
    missions = rules.charts.air_missions
    if name in missions:
        return missions[name], missions[name].family
    if name and name not in FAMILIES:
        raise unknown("air mission", name, (*missions.missions, *FAMILIES))
    return None, name


# --- range -----------------------------------------------------------------------------------------------------------


def _times(flight: Flight, mission: Mission, terms: ExtendedRange) -> tuple[Number, str]:
    """What the printed rating is multiplied by, and why."""
    if flight.one_way and mission.one_way is not None:
        if flight.extended:
            return terms.one_way, "one-way transport at extended range"
        return mission.one_way.value, "one-way transport"
    kind = flight.rating.type
    return mission.range_of.get(kind, mission.range).value, f"range of {mission.title}"


def terms_of(flight: Flight, rules: Ruleset) -> Mission:
    """The terms of what an air unit flies: its mission, or the usual one (the first in the chart) of its family.

    Raises UnknownName where neither is named.
    """
    missions = rules.charts.air_missions.missions
    of_family = (mission for mission in missions.values() if mission.family == flight.family)
    found = flight.mission or next(of_family, None)
    if found is None:
        raise unknown("air mission", flight.family, missions)
    return found


@rule("FoF 18", "FoF 20", "FoF 23B", "SF 18", "SF 20", "SF 23C")
def reckon_range(flight: Flight, rules: Ruleset) -> Reckoning:
    """The range of an air unit on its mission, in hexes (rules 18, 20 and 23).

    Where only the family of its mission is known, that of the family's usual mission. Raises UnknownName where neither
    is. A glider has no range of its own.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> rules = load("sf")
    >>> escort, family = mission_named("escort", rules)
    >>> print(reckon_range(Flight(AirRating.parse("8F6 1/9"), escort, family, extended=True), rules))
    9 printed movement rating | x1 range of escort (SF 20B) | x2 extended range (SF 23C) | = 18
    """
    mission = terms_of(flight, rules)
    terms = rules.charts.air_missions.extended_range
    times, why = _times(flight, mission, terms)
    reached = Reckoning.of(flight.rating.movement or 0, "printed movement rating")
    reached = reached.times(times, why, rules.cite(mission.rule))
    if flight.extended and not flight.one_way:
        reached = reached.times(*_extension(flight, terms), rules.cite("extended-range"))
    reached = rules.modify(reached, "air range", flight)
    reached = _whole(reached, rules.cite("18"))
    if mission.range_most is not None:
        reached = reached.at_most(mission.range_most, f"the longest range of {mission.title}", rules.cite(mission.rule))
    return reached


def _whole(reached: Reckoning, by: Citation) -> Reckoning:
    """The hexes with fractions dropped."""
    whole = reached.value // 1
    return reached if whole == reached.value else reached.become(whole, "fractions are dropped", by)


def _extension(flight: Flight, terms: ExtendedRange) -> tuple[Number, str]:
    if flight.rating.starred:
        return terms.with_asterisk, "extended range of a rating with an asterisk"
    return terms.times, "extended range"


@rule("SF 19")
def reckon_patrol_zone(flight: Flight, rules: Ruleset) -> Reckoning | None:
    """How far the patrol zone of a fighter reaches, in hexes; None for other air units, or in a game without them."""
    zone = rules.charts.air_missions.patrol_zone
    if zone is None or flight.category(rules) != FIGHTER:
        return None
    of_rating, most = zone
    by = rules.cite("patrol-zone")
    printed = flight.rating.movement or 0
    radius = Reckoning.of(printed, "printed movement rating")
    radius = radius.times(of_rating, "patrol zone", by)
    return _whole(radius, by).at_most(most, "the longest patrol zone", by)


# --- air strengths ---------------------------------------------------------------------------------------------------

_FIGHTER_BOMBER = 2
_AS_TRANSPORT = 2


PRINTED_ZERO = "23A1-printed-zero"


def _reduced(strength: Reckoning, by: Number, why: str, cite: str, rules: Ruleset) -> Reckoning:
    """The strength less some points, never below 1; a printed 0 stays as it is, unless it is read otherwise."""
    if not by:
        return strength
    if strength.value <= 0:
        for point in rules.resting(PRINTED_ZERO):
            strength = strength.noting(rests_on=point)
        return strength.at_least(1, why, rules.cite(cite)) if rules.reads(PRINTED_ZERO, "one") else strength
    return strength.minus(by, why, rules.cite(cite)).at_least(1, "never below 1", rules.cite(cite))


def is_fighter_bomber(flight: Flight) -> bool:
    """Whether it is a fighter of type F on a bombing mission, with its bombs (FoF 23D1, SF 23A1)."""
    return flight.rating.type == "F" and flight.family == BOMBING and not flight.jettisoned


def _as_flown(strength: Reckoning, flight: Flight, rules: Ruleset) -> Reckoning:
    """The strength after what extended range and flying as a transport take off either air strength."""
    if flight.extended and flight.category(rules) == FIGHTER:
        lost = -rules.charts.air_missions.extended_range.fighter_strength
        strength = _reduced(strength, lost, "a fighter at extended range", "extended-range", rules)
    if flight.as_transport:
        strength = _reduced(strength, _AS_TRANSPORT, "a bomber used as a transport", "bombers-as-transports", rules)
    return strength


@rule("FoF 23C", "FoF 23D1", "FoF 23E2", "SF 23A1", "SF 23C", "SF 23G")
def reckon_air_attack(flight: Flight, rules: Ruleset) -> Reckoning:
    """The air attack strength of an air unit as it flies.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> print(reckon_air_attack(Flight(AirRating.parse("7F6"), family="bombing"), load("sf")))
    7 printed air attack | -2 fighter-bomber (SF 23A1) | at least 1 never below 1 (SF 23A1) | = 5
    """
    attack = Reckoning.of(flight.rating.attack, "printed air attack")
    if is_fighter_bomber(flight):
        attack = _reduced(attack, _FIGHTER_BOMBER, "fighter-bomber", "fighter-bombers", rules)
    attack = rules.modify(_as_flown(attack, flight, rules), "air attack strength", flight)
    if flight.night and not flight.rating.is_night:
        attack = attack.become(0, "a day air unit by night", rules.cite("night-operations"))
    return attack


@rule("FoF 23D1", "FoF 23E2", "FoF 23F", "SF 23C", "SF 23D")
def reckon_air_defense(flight: Flight, rules: Ruleset) -> Reckoning:
    """The air defense strength of an air unit as it flies, with the glider that it tows.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> junkers = Flight(AirRating.parse("1T2"), family="transport", towing=AirRating.parse("0GT-1"))
    >>> print(reckon_air_defense(junkers, load("fof")))
    2 printed air defense | -1 the glider it tows (FoF 23F) | = 1
    """
    defense = _as_flown(Reckoning.of(flight.rating.defense, "printed air defense"), flight, rules)
    if flight.towing is not None:
        defense = defense.plus(flight.towing.defense, "the glider it tows", rules.cite("gliders"))
    return rules.modify(defense, "air defense strength", flight)


# --- bombing ---------------------------------------------------------------------------------------------------------

TACTICAL = "tactical"
TORPEDO_MISSIONS = frozenset({"naval_interdiction", "naval_patrol"})
"""Missions against naval units at sea, on which torpedoes are carried (FoF 23G, SF 23H7)."""


def _printed_bombing(flight: Flight, kind: str) -> Reckoning:
    printed = flight.rating.strategic if kind == "strategic" else flight.rating.tactical
    return Reckoning.of(printed or 0, f"printed {kind} bombing strength")


@rule("FoF 20G", "FoF 20G2a", "FoF 23B", "FoF 23C", "FoF 23G", "SF 20G", "SF 20G2a", "SF 23C", "SF 23G", "SF 23H7")
def reckon_bombing_strength(flight: Flight, rules: Ruleset, kind: str = "") -> Reckoning:
    """The strength with which an air unit bombs on its mission.

    kind: "tactical" or "strategic", where no mission that says so is named.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> rules = load("fof")
    >>> flight = Flight(AirRating.parse("2B3 3-2/12"), *mission_named("rail_yards", rules), extended=True)
    >>> print(reckon_bombing_strength(flight, rules))
    2 printed strategic bombing strength | x1/3 extended range (FoF 23B) | = 2/3
    """
    mission = flight.mission
    kind = mission.strength if mission is not None and mission.strength else kind or "tactical"
    strength = _printed_bombing(flight, kind)
    if flight.is_on("airbases") and flight.category(rules) == FIGHTER:
        strength = strength.plus(1, "a fighter that bombs an airbase", rules.cite("20G2a"))
    strength = rules.modify(strength, "bombing strength", flight)
    if flight.torpedoes and kind == TACTICAL and (mission is None or mission.name in TORPEDO_MISSIONS):
        strength = strength.times(2, "torpedoes", rules.cite("torpedoes"))
    if flight.extended:
        terms = rules.charts.air_missions.extended_range
        strength = strength.times(terms.bombing_times, "extended range", rules.cite("extended-range"))
    if mission is not None and mission.times is not None:
        strength = strength.times(mission.times.value, mission.title, rules.cite(mission.rule))
    if flight.night and not flight.rating.is_night:
        strength = strength.times(HALF, "a day air unit by night", rules.cite("night-operations"))
    return strength


@frozen
class Jettisoned:
    """A fighter that has jettisoned its bombs: how it flies on, whether it may still bomb, and be fired at by AA."""

    flight: Flight
    may_bomb: bool
    is_shot_at: bool


@rule("FoF 23D1", "SF 23A1")
def jettison(flight: Flight, rules: Ruleset) -> Jettisoned:
    """What a fighter on a bombing mission is once it has jettisoned its bombs.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> fighter = Flight(AirRating.parse("7F5 1/7"), family="bombing")
    >>> [jettison(fighter, load(game)).may_bomb for game in ("fof", "sf")]
    [False, True]
    """
    after = evolve(flight, jettisoned=True)
    loaded = evolve(after, rating=evolve(after.rating, tactical=after.rating.tactical or 1))
    keeps_some = has_bombs(loaded, rules)
    return Jettisoned(after, keeps_some, keeps_some)


def has_bombs(flight: Flight, rules: Ruleset) -> bool:
    """Whether it has a bombing strength at all for its mission."""
    return reckon_bombing_strength(flight, rules).value > ZERO
