"""V-weapons (SF 43D, advanced): attacks on London and on ports, what the Allied player may do, and his interceptors.

Needs the V-weapons unit and its target, or what is flown against an attack; gives rulings, modifiers and prices.
Results and ranges are the chart `v_weapons`.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Option
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side

RULE = "43D"
BY, BY_ATTACK = Citation("SF", RULE), Citation("SF", "43D1")
BY_AIR, BY_FORCE = Citation("SF", "43D2"), Citation("SF", "43D3")
CHART = "v_weapons"
LUFTWAFFE, ARMY = UNITS = ("luftwaffe", "army")
V1, V2 = "V1", "V2"
KINDS = {LUFTWAFFE: V1, ARMY: V2}
LONDON, PORT = TARGETS = ("london_hex", "port")
REGULAR = ("regular", "full", "limited")
PATROL, INTERCEPTION, AA = RESPONSES = ("patrol_attack", "interception", "aa")
IN_CHART = {PATROL: "patrol_attacked", INTERCEPTION: "intercepted", AA: "aa_result"}
WORSE_RESULTS = ("A", "K")
"""Results of antiaircraft fire that change a V1 attack."""

HITS_A_RESOURCE_POINT, HITS_A_REPLACEMENT_POINT = 2, 4
LAUNCHER_CODE = "Z"
FIGHTERS = 6
LONDON_HITS, LEAST_ATTACK = "43D1-london-hits", "43D3-least-attack-strength"


# --- attacks (SF 43D, 43D1) ------------------------------------------------------------------------------------------


@frozen
class VAttack:
    """An attack by a V-weapons unit.

    Attributes:
        unit: "luftwaffe" or "army".
        phase: the phase. phasing: whose player turn it is.
        supply: its supply: "regular", "full", "limited", "special" or "".
        has_moved: whether it has moved in the phase. attacks: that it has made in the phase.
        target: "london_hex" or "port". owner: who owns that.
        distance: hexes to it. reach: the unit's range (hexes); None for that of the chart.
    """

    unit: str
    phase: str = "movement"
    phasing: Side = AXIS
    supply: str = "regular"
    has_moved: bool = False
    attacks: int = 0
    target: str = LONDON
    owner: Side = ALLIED
    distance: int = 0
    reach: int | None = None


def reach_of(unit: str, rules: Ruleset) -> int:
    """The range of a V-weapons unit by the chart (hexes)."""
    return rules.charts[CHART].whole("ranges", KINDS[unit].lower()).value


@rule("SF 43D", "SF 43D1")
def rule_on_v_attack(facts: VAttack, rules: Ruleset) -> Ruling:
    """Whether a V-weapons unit may make an attack.

    >>> from europa_rules import load
    >>> rule_on_v_attack(VAttack("army", has_moved=True), load("sf")).allowed
    False
    >>> [rule_on_v_attack(VAttack("army", reach=reach), load("sf")).allowed for reach in (None, 0)]
    [True, True]
    """
    return _rule_on_unit(facts) & _rule_on_target(facts, rules)


def _rule_on_unit(facts: VAttack) -> Ruling:
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.phase != "movement" or facts.phasing != AXIS,
                f"V-weapons do not attack in the {facts.phasing} {facts.phase} phase",
                BY,
                possible="attack in the Axis movement phase",
            ),
            Ruling.refuse_if(
                facts.supply not in REGULAR,
                "the V-weapons unit is not in regular supply",
                BY,
                possible="a unit that traces to a regular source",
            ),
            Ruling.refuse_if(
                facts.has_moved, "the V-weapons unit has moved in the phase", BY, possible="one that has not"
            ),
            Ruling.refuse_if(
                facts.attacks > 0, "the V-weapons unit has attacked in the phase", BY, possible="another one"
            ),
        )
    )


def _rule_on_target(facts: VAttack, rules: Ruleset) -> Ruling:
    reach = reach_of(facts.unit, rules) if facts.reach is None else facts.reach
    wanted = "a hex of London, or an Allied-owned port"
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.target not in TARGETS, f"{facts.target} is no target of V-weapons", BY_ATTACK, possible=wanted
            ),
            Ruling.refuse_if(
                facts.target == PORT and facts.owner != ALLIED,
                "the port is not Allied-owned",
                BY_ATTACK,
                possible=wanted,
            ),
            Ruling.refuse_if(
                facts.distance > reach,
                f"the target is {counted(facts.distance, 'hex', 'hexes')} away",
                BY_ATTACK,
                possible=f"a target within {reach} hexes",
            ),
        )
    )


@rule("SF 43D1")
def rule_on_response(kind: str, response: str) -> Ruling:
    """Whether the Allied player may do something against a V-weapons attack: against a V2 nothing.

    >>> rule_on_response("V1", "aa").allowed, rule_on_response("V2", "aa").allowed
    (True, False)
    """
    told = response.replace("_", " ")
    return Ruling.refuse_if(
        kind == V2, f"{told} is not possible against a V2 attack", BY_ATTACK, possible="a V1 attack"
    )


@rule("SF 43D1")
def reckon_response(kind: str, response: str, aa_result: str, rules: Ruleset) -> Reckoning:
    """What something done against an attack adds to its die roll.

    aa_result: of antiaircraft fire: "R", "A", "K", or "" for none.

    >>> from europa_rules import load
    >>> [int(reckon_response("V1", "aa", result, load("sf")).value) for result in ("R", "A", "K", "")]
    [0, -1, -1, 0]
    """
    none = Reckoning.of(0, "no modifier", BY_ATTACK)
    if kind == V2 or (response == AA and aa_result not in WORSE_RESULTS):
        return none
    cell = rules.charts.matrix(CHART).modifiers[IN_CHART[response]].drm
    return none.plus(cell.value, IN_CHART[response].replace("_", " "), BY_ATTACK).noting(caveat=cell.caveat)


@frozen
class LondonPrice:
    """What hits on London cost the Allied player: resource points, and British infantry replacement points."""

    resource_points: Reckoning
    infantry: Reckoning


@rule("SF 43D1")
def reckon_london_price(hits: int, rules: Ruleset) -> LondonPrice:
    """What all hits on London so far cost in all.

    >>> from europa_rules import load
    >>> found = reckon_london_price(7, load("sf"))
    >>> found.resource_points.value, found.infantry.value
    (Fraction(3, 1), Fraction(1, 1))
    """
    return LondonPrice(*(_one_for(n, hits, rules) for n in (HITS_A_RESOURCE_POINT, HITS_A_REPLACEMENT_POINT)))


def _one_for(each: int, hits: int, rules: Ruleset) -> Reckoning:
    price = Reckoning.of(hits, "hits on London", BY_ATTACK).become(hits // each, f"one for every {each}", BY_ATTACK)
    for point in rules.resting(LONDON_HITS):
        price = price.noting(rests_on=point)
    return price


@rule("SF 43D1")
def reckon_most_by_night(attacks: int) -> Reckoning:
    """How many of the V1 attacks of a phase may be made at night: half of them, rounded down.

    >>> reckon_most_by_night(7).value
    Fraction(3, 1)
    """
    return Reckoning.of(attacks, "V1 attacks", BY_ATTACK).become(attacks // 2, "half, rounded down", BY_ATTACK)


# --- launched from the air (SF 43D2) ---------------------------------------------------------------------------------


@rule("SF 43D2")
def rule_on_air_launch(code: str, distance: int, rules: Ruleset) -> Ruling:
    """Whether an air unit may launch a V1 at a target so far from the target hex of its mission (hexes).

    >>> from europa_rules import load
    >>> [rule_on_air_launch("Z", hexes, load("sf")).allowed for hexes in (8, 9)]
    [True, False]
    >>> rule_on_air_launch("H", 8, load("sf")).allowed
    False
    """
    reach = rules.charts[CHART].whole("ranges", "air_launched_v1").value
    return Ruling.refuse_if(
        LAUNCHER_CODE not in code,
        f"only code {LAUNCHER_CODE} air units launch V1s",
        BY_AIR,
        possible=f"a code {LAUNCHER_CODE} air unit",
    ) & Ruling.refuse_if(
        distance > reach,
        f"the target is {counted(distance, 'hex', 'hexes')} from the target hex of the mission",
        BY_AIR,
        possible=f"a target hex within {reach} hexes of it",
    )


@rule("SF 43D2")
def reckon_air_launch(rules: Ruleset) -> Reckoning:
    """What being launched from the air adds to the die roll of a V1 attack."""
    cell = rules.charts.matrix(CHART).modifiers["air_launched"].drm
    return Reckoning.of(0, "V1 attack", BY_AIR).plus(cell.value, "air-launched", BY_AIR).noting(caveat=cell.caveat)


# --- the interceptor force (SF 43D3) ---------------------------------------------------------------------------------


@frozen
class InterceptorForce:
    """How many British fighters are added to the Home Defense garrison, and how many are released from it."""

    added: Reckoning
    released: Reckoning


@rule("SF 43D3")
def reckon_interceptor_force(attacked: bool, exists: bool) -> InterceptorForce:
    """What becomes of the V1 interceptor force in an Allied player turn.

    attacked: whether the Axis player made a V1 attack on London in his player turn before it.

    >>> found = reckon_interceptor_force(True, False)
    >>> found.added.value, found.released.value
    (Fraction(6, 1), Fraction(0, 1))
    """
    return InterceptorForce(
        Reckoning.of(FIGHTERS if attacked and not exists else 0, "British fighters", BY_FORCE),
        Reckoning.of(FIGHTERS if exists and not attacked else 0, "British fighters", BY_FORCE),
    )


@rule("SF 43D3")
def rule_on_interceptor(attack: Number, rules: Ruleset) -> Ruling:
    """Whether a British fighter of a printed air attack strength may be one of the interceptor force.

    >>> from europa_rules import load
    >>> rule_on_interceptor(7, load("sf")).allowed
    False
    >>> rule_on_interceptor(8, load("sf")).allowed, len(rule_on_interceptor(8, load("sf")).rests_on)
    (True, 1)
    >>> five = load("sf", rulings={"sf-43D3-least-attack-strength": "five"})
    >>> [rule_on_interceptor(attack, five).allowed for attack in (4, 5)]
    [False, True]
    """
    least = 5 if rules.reads(LEAST_ATTACK, "five") else 8
    return Ruling(rests_on=rules.resting(LEAST_ATTACK)) & Ruling.refuse_if(
        attack < least, "its air attack strength is too low", BY_FORCE, possible=f"one of {least} or more"
    )


@rule("SF 43D3")
def rule_on_interceptor_mission(mission: str, operation: str) -> Ruling:
    """Whether fighters of the interceptor force may fly a mission in an operation: only against V1 operations.

    >>> rule_on_interceptor_mission("interception", "V1").allowed, rule_on_interceptor_mission("escort", "V1").allowed
    (True, False)
    """
    return Ruling.refuse_if(
        mission not in (PATROL, INTERCEPTION),
        f"the V1 interceptor force does not fly {mission.replace('_', ' ')}",
        BY_FORCE,
        possible="patrol attack or interception",
    ) & Ruling.refuse_if(
        not operation.lower().startswith(V1.lower()),
        "the V1 interceptor force flies against V1 operations only",
        BY_FORCE,
        possible="a V1 operation",
    )


OPTIONS = (Option(RULE, "V-weapons", by="SF 43D"),)
