"""Who may fly which mission, when and from where (rules 16B, 16D, 17A, 20 and 23).

Needs an air unit as it is to fly, its status, and where in the sequence of play it is; gives a ruling with every rule
that forbids it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve, frozen

from europa_rules.air.airbases import BaseUse, rule_on_base
from europa_rules.air.flights import BOMBING, FIGHTER, TORPEDO_MISSIONS, Flight, reckon_range
from europa_rules.air.targets import Target, rule_on_target
from europa_rules.air_units import AirRating
from europa_rules.charts.air_missions import ANY_PHASE, Mission
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.numbers import show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import OPERATIVE


@frozen
class MissionFacts:
    """An air unit that is to fly a mission.

    Attributes:
        flight: the air unit as it flies.
        status: its operational status.
        flown: missions it has flown in this player turn.
        harassed: whether it flew harassment in the previous player turn.
        assigned_to: the mission that it is bound to in this player turn, or ""; None where that does not matter.
        phase: the phase; "" where it does not matter.
        is_phasing: whether its player is the phasing player; None where it does not matter.
        role: "initiating" or "reacting"; "" where it does not matter.
        operation: the kind of the air operation that it flies in, or "" for one of no kind.
        target_hexes: how many target hexes the operation would have.
        another_open: whether another air operation is going on.
        base: the airbase that it takes off from; None where it does not matter.
        distance: hexes to the target; None where it does not matter.
        target: what is in the target hex; None where it does not matter.
        antiship: whether it belongs to an antishipping force.
        in_garrison: whether it is in a garrison box.
    """

    flight: Flight
    status: str = OPERATIVE
    flown: int = 0
    harassed: bool = False
    assigned_to: str | None = None
    phase: str = ""
    is_phasing: bool | None = None
    role: str = ""
    operation: str = ""
    target_hexes: int = 1
    another_open: bool = False
    base: BaseUse | None = None
    distance: int | None = None
    target: Target | None = None
    antiship: bool = False
    in_garrison: bool = False


@rule("FoF 16B1", "FoF 16D", "FoF 17A", "FoF 20", "SF 16B1", "SF 16D", "SF 17A", "SF 20")
def rule_on_mission(facts: MissionFacts, rules: Ruleset) -> Ruling:
    """Whether an air unit may fly a mission so; every rule that forbids it is named.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> from europa_rules.air.flights import mission_named
    >>> rules = load("sf")
    >>> bomber = Flight(AirRating.parse("4B5 3-7/26"), *mission_named("escort", rules))
    >>> print(rule_on_mission(MissionFacts(bomber, phase="movement", is_phasing=True), rules))
    refused: 4B5 is a bomber; escort is flown by fighters (SF 20B). Possible: a fighter.
    """
    mission = facts.flight.mission
    if mission is None and facts.flight.family:
        return _rule_on_family(facts, rules)
    ruling = _rule_on_readiness(facts, rules) & _rule_on_operation(facts, rules) & _rule_on_base(facts, rules)
    if mission is not None:
        ruling &= (
            rule_on_type(facts.flight, mission, rules)
            & rule_on_phase(facts, mission, rules)
            & rule_on_bombs(facts.flight, mission, rules)
            & rule_on_night(facts.flight, mission, rules)
            & rule_on_extended_range(facts.flight, mission, rules)
            & rule_on_one_way(facts.flight, mission, rules)
            & _rule_on_distance(facts, rules)
        )
        if facts.flight.torpedoes:
            ruling &= rule_on_torpedoes(facts.flight, rules)
        if facts.target is not None:
            ruling &= rule_on_target(facts.flight, mission, facts.target, rules)
    return ruling & rules.forbid("air mission", facts)


def _rule_on_family(facts: MissionFacts, rules: Ruleset) -> Ruling:
    """Whether an air unit may fly any mission of the family that it has announced; else all that forbids each of them.

    Those of other phases and operations are left out, unless all are.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> transport = Flight(AirRating.parse("0T5 0-7/26"), family="transport")
    >>> told = (MissionFacts(transport, phase=phase, is_phasing=True) for phase in ("movement", "combat"))
    >>> [rule_on_mission(facts, load("sf")).allowed for facts in told]
    [True, False]
    """
    missions = [m for m in rules.charts.air_missions.missions.values() if m.family == facts.flight.family]
    rulings = {m.name: rule_on_mission(evolve(facts, flight=evolve(facts.flight, mission=m)), rules) for m in missions}
    allowed = next((ruling for ruling in rulings.values() if ruling.allowed), None)
    timely = [m.name for m in missions if rule_on_phase(facts, m, rules).allowed]
    if allowed is not None:
        return allowed
    return Ruling.all(rulings[name] for name in timely or [missions[0].name])


def any_air_unit(mission: Mission | None) -> AirRating:
    """An air unit of a type that flies the mission, of which nothing else is known.

    >>> from europa_rules import load
    >>> str(any_air_unit(load("sf").charts.air_missions["escort"]))
    '0F0'
    """
    able = [_TYPES.get(word, word) for word in (mission.flown_by if mission else ("bomber",))]
    return AirRating(0, next((kind for kind in able if kind == "B"), able[0]), 0)


_TYPES = {"fighter": "F", "bomber": "B", "transport": "T"}


def any_of_category(category: str) -> AirRating:
    """An air unit of a category of which nothing else is known. Raises UnknownName."""
    if category not in _TYPES:
        raise unknown("category of air units", category, _TYPES)
    return AirRating(0, _TYPES[category], 0)


@rule("FoF 23G", "SF 23H7")
def rule_on_torpedoes(flight: Flight, rules: Ruleset) -> Ruling:
    """Whether an air unit may carry torpedoes on its mission: code V, on the mission against naval units at sea.

    >>> from europa_rules import load
    >>> from europa_rules.air.flights import mission_named
    >>> rules = load("fof")
    >>> bomber = Flight(AirRating.parse("4B5 3-7/S/26"), *mission_named("naval_interdiction", rules))
    >>> print(rule_on_torpedoes(bomber, rules))
    refused: 4B5 has no code V (FoF 23G). Possible: an air unit with code V.
    """
    by, mission = rules.cite("torpedoes"), flight.mission
    return Ruling.refuse_if(
        not flight.rating.has_code("V"), f"{flight.name} has no code V", by, possible="an air unit with code V"
    ) & Ruling.refuse_if(
        mission is None or mission.name not in TORPEDO_MISSIONS,
        f"no torpedoes are carried on {mission.title if mission else flight.family or 'this mission'}",
        by,
        possible="against naval units at sea",
    )


def _rule_on_readiness(facts: MissionFacts, rules: Ruleset) -> Ruling:
    name = facts.flight.name
    if facts.flight.rating.towed:
        return Ruling.refuse(f"{name} is a glider and flies only in tow", rules.cite("gliders"), possible="tow it")
    tug = facts.flight.towing is None or facts.flight.category(rules) == "transport"
    return (
        Ruling.refuse_if(not tug, f"{name} tows no glider", rules.cite("gliders"), possible="a transport that tows it")
        & Ruling.refuse_if(
            facts.status != OPERATIVE,
            f"{name} is {facts.status}",
            rules.cite("16B1"),
            possible="an operative air unit",
        )
        & Ruling.refuse_if(
            facts.harassed,
            f"{name} flew harassment in the previous player turn and is not operative yet",
            rules.cite("20G2d"),
            rules.cite("16C1"),
            possible="in the player turn after this",
        )
        & Ruling.refuse_if(
            facts.flown > 0,
            f"{name} has flown a mission in this player turn",
            rules.cite("20"),
            possible="one mission in a player turn",
        )
    )


def _rule_on_operation(facts: MissionFacts, rules: Ruleset) -> Ruling:
    mission, by = facts.flight.mission, rules.cite("16D")
    ruling = Ruling.refuse_if(
        facts.target_hexes > 1, "an air operation has one target hex", by, possible="an operation for each target hex"
    ) & Ruling.refuse_if(facts.another_open, "another air operation is going on", by, possible="wait until it is over")
    if mission is None:
        return ruling
    own = facts.operation in ("", mission.operation) or mission.family == "escort" or mission.role == "reacting"
    kind = facts.operation.replace("_", " ")
    foreign = Ruling.refuse_if(
        not own,
        f"only {kind} and escort are flown in such an operation, not {mission.title}",
        by,
        possible=f"{kind} or escort",
    )
    if not facts.role or facts.role == mission.role:
        return ruling & foreign
    player = {"initiating": "the player who began the operation", "reacting": "the other player"}[mission.role]
    return ruling & foreign & Ruling.refuse(f"{mission.title} is for {player}", by, possible=_FOR_ROLE[facts.role])


_FOR_ROLE = {"initiating": "a mission of one's own operation", "reacting": "interception"}
"""What the air units of a player fly, by his part in an operation."""


def _rule_on_base(facts: MissionFacts, rules: Ruleset) -> Ruling:
    return Ruling.allow() if facts.base is None else rule_on_base(facts.base, rules)


def _plurals(kinds: Iterable[str]) -> str:
    return " and ".join(f"{kind}s" if kind.islower() else f"type {kind}" for kind in kinds)


@rule("FoF 20", "SF 20")
def rule_on_type(flight: Flight, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether air units of this type fly the mission at all."""
    kind = flight.rating.type
    by = [rules.cite("20F")] if mission.family == "transport" else []
    by.append(rules.cite(mission.rule))
    category = flight.category(rules)
    if any(word == category or rules.air_types.covers(word, kind) for word in mission.flown_by):
        barred = kind in mission.barred
        return Ruling.refuse_if(
            barred,
            f"type {kind} does not fly {mission.title}",
            *by,
            possible=f"another type of those: {_plurals(mission.flown_by)}",
        )
    who = _plurals(mission.flown_by)
    what = f"{flight.name} is a {category}; {mission.title} is flown by {who}"
    return Ruling.refuse(what, *by, possible=f"a {mission.flown_by[0]}" if mission.flown_by[0].islower() else who)


@rule("FoF 20D")
def rule_on_unused_mission(name: str, number: str, rules: Ruleset) -> Ruling:
    """That a mission of the series is not flown in a game whose book says so under this number.

    >>> from europa_rules import load
    >>> print(rule_on_unused_mission("patrol attack", "20D", load("fof")))
    refused: patrol attack is not used in this game (FoF 20D). Possible: another mission.
    """
    return Ruling.refuse(f"{name} is not used in this game", rules.cite(number), possible="another mission")


def _phases(mission: Mission) -> Iterator[str]:
    if mission.phasing:
        yield f"the phasing player's {', '.join(mission.phasing)} phase"
    if mission.non_phasing:
        yield f"the other player's {', '.join(mission.non_phasing)} phase"


@rule("FoF 16C", "FoF 20G", "SF 16C", "SF 20G")
def rule_on_phase(facts: MissionFacts, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether the mission may be flown in this phase by this player, or by either where it is not known which he is."""
    if not facts.phase:
        return Ruling.allow()
    phases = {True: mission.phasing, False: mission.non_phasing, None: (*mission.phasing, *mission.non_phasing)}
    allowed = phases[facts.is_phasing]
    if facts.phase in allowed or ANY_PHASE in allowed:
        return Ruling.allow()
    player = {True: "phasing", False: "non-phasing", None: "initiating"}[facts.is_phasing]
    by = [rules.cite(mission.rule)]
    if mission.family in (BOMBING, "transport"):
        by.insert(0, rules.cite("20G" if mission.is_bombing else "20F"))
    what = f"the {player} player does not fly {mission.title} in the {facts.phase} phase"
    return Ruling.refuse(what, *by, possible=f"in {' or '.join(_phases(mission))}")


@rule("FoF 20G1", "FoF 20G2", "SF 20G1", "SF 20G2")
def rule_on_bombs(flight: Flight, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether the air unit has a printed strength of the kind that a bombing mission needs."""
    if not mission.strength:
        return Ruling.allow()
    printed = flight.rating.strategic if mission.strength == "strategic" else flight.rating.tactical
    adds = flight.is_on("airbases") and flight.category(rules) == FIGHTER
    unknown = flight.rating.tactical is None and flight.rating.movement is None
    number = {"strategic": "20G1", "tactical": "20G2"}[mission.strength]
    return Ruling.refuse_if(
        not printed and not adds and not unknown,
        f"{flight.name} has no {mission.strength} bombing strength",
        rules.cite("20G"),
        rules.cite(number),
        possible=f"an air unit with a {mission.strength} bombing strength",
    )


@rule("FoF 23C", "SF 23G")
def rule_on_night(flight: Flight, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether the mission may be flown by night, and by this air unit."""
    if not flight.night or mission.at_night == "all" or (mission.at_night == "night" and flight.rating.is_night):
        return Ruling.allow()
    by = rules.cite("night-operations")
    if mission.at_night == "night":
        return Ruling.refuse(f"only night air units fly {mission.title} by night", by, possible="a night air unit")
    return Ruling.refuse(f"{mission.title} is not flown by night", by, possible="fly it by day")


@rule("FoF 23B", "FoF 23F", "SF 23C", "SF 23D")
def rule_on_extended_range(flight: Flight, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether the mission may be flown at extended range by this air unit."""
    if not flight.extended:
        return Ruling.allow()
    category = flight.category(rules)
    return Ruling.refuse_if(
        category not in mission.extended,
        f"{category}s do not fly {mission.title} at extended range",
        rules.cite("extended-range"),
        possible="fly it at normal range",
    ) & rule_on_extended_tow(flight.towing is not None, rules)


@rule("FoF 23F", "SF 23D")
def rule_on_extended_tow(towing: bool, rules: Ruleset) -> Ruling:
    """Whether an air unit may fly at extended range, with a glider in tow or without.

    >>> from europa_rules import load
    >>> rule_on_extended_tow(True, load("fof")).allowed
    False
    """
    return Ruling.refuse_if(
        towing,
        "a transport does not fly at extended range with a glider in tow",
        rules.cite("gliders"),
        possible="fly at normal range, or without the glider",
    )


@rule("FoF 20F1", "SF 20F1")
def rule_on_one_way(flight: Flight, mission: Mission, rules: Ruleset) -> Ruling:
    """Whether the mission may be flown one way: regular transport alone may."""
    why = f"{mission.title} is not flown one way"
    none = flight.one_way and mission.one_way is None
    return Ruling.refuse_if(none, why, rules.cite("20F1"), possible="regular transport, or return to base")


def _rule_on_distance(facts: MissionFacts, rules: Ruleset) -> Ruling:
    if facts.distance is None:
        return Ruling.allow()
    return rule_on_distance(facts.flight, facts.distance, rules)


_RANGES = {BOMBING: "20G", "transport": "20F"}
"""Where the book has the range of a family of missions."""


@rule("FoF 18", "FoF 20", "SF 18", "SF 20")
def rule_on_distance(flight: Flight, distance: int, rules: Ruleset) -> Ruling:
    """Whether a target is within range of an air unit on its mission.

    distance: hexes that it would enter on its way.
    """
    reach, family = reckon_range(flight, rules), rules.cite(_RANGES.get(flight.family, "18"))
    return Ruling.refuse_if(
        distance > reach.value,
        f"{flight.name} would fly {distance} hexes; its range is {show(reach.value)}",
        *dict.fromkeys((family, *reach.citations)),
        possible=", or ".join((f"a target within {show(reach.value)} hexes", *_ways_farther(flight, rules))),
    )


def _ways_farther(flight: Flight, rules: Ruleset) -> Iterator[str]:
    """How an air unit might fly its mission to a target that is farther away."""
    mission, farther = flight.mission, evolve(flight, extended=True)
    if mission is None:
        return
    if not flight.extended and rule_on_extended_range(farther, mission, rules).allowed:
        yield f"within {show(reckon_range(farther, rules).value)} at extended range ({rules.cite('extended-range')})"
    if mission.stages:
        yield f"from an airbase at which it stages ({rules.cite('staging')})"
