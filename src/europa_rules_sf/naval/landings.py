"""Amphibious landings (SF 32): who may land where, at what cost, how landed units fight and move, and planning.

Needs the landing, the unit, or the plan; gives rulings, strengths and allowances. Fighting in the hex of enemy units is
that of units that drop there (SF 24B3), planning that of drops (SF 24C); the enemy's reaction stands in
`landing_reaction`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from attrs import evolve, frozen

from europa_rules.air import airborne
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, QUARTER, ZERO, Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.units import Unit, label, re_for, re_size
from europa_rules_sf.naval.groups import LANDING_CRAFT
from europa_rules_sf.naval.ships import Ship
from europa_rules_sf.naval.transport import CM, MOVEMENT, STORMY

BY, BY_EFFECT, BY_PLAN = Citation("SF", "32"), Citation("SF", "32B"), Citation("SF", "32C")
BY_NIGHT = Citation("SF", "34A4")
ROUGH = "rough"
ALL_REMAINING = "all_remaining"
"""The MPs that a unit spends to land: all that it has left (SF 32A)."""

PLANNING_RES, STANDING_PLANS, SUPPLY = "32C-planning-res", "32C-standing-plans", "32B-special-supply"
ANY_TURN = Turn(1943, 7, 1)
SUPPLIED_FOR = {False: 1, True: 2}
"""Player turns after that of the landing in which landed units are in supply, without and with the owner's next one."""


# --- making one (SF 32, 32A, 34A4) -----------------------------------------------------------------------------------


@frozen
class Landing:
    """An amphibious landing that would be made.

    Attributes:
        phase: the phase. sea: "calm", "rough" or "stormy".
        carrier: category of the naval unit that carries the unit.
        is_amphibious: whether the unit is amphibious aboard it.
        at_night: whether the naval group moves at night.
        is_planned: whether the landing has been planned.
    """

    phase: str = MOVEMENT
    sea: str = "calm"
    carrier: str = LANDING_CRAFT
    is_amphibious: bool = True
    at_night: bool = False
    is_planned: bool = True


@rule("SF 32", "SF 32C", "SF 34A4")
def rule_on_landing(facts: Landing) -> Ruling:
    """Whether a landing may be made.

    >>> rule_on_landing(Landing()).allowed, rule_on_landing(Landing(sea="stormy")).allowed
    (True, False)
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.phase != MOVEMENT,
                f"no landings are made in the {facts.phase} phase",
                BY,
                possible="land in the movement phase",
            ),
            Ruling.refuse_if(
                facts.sea == STORMY, "the sea is stormy", BY, possible="land when the sea is calm or rough"
            ),
            Ruling.refuse_if(
                facts.carrier != LANDING_CRAFT,
                f"cargo does not land from a {facts.carrier}",
                BY,
                possible="transfer it to landing craft",
            ),
            Ruling.refuse_if(
                not facts.is_amphibious, "only amphibious cargo lands", BY, possible="a unit that is amphibious aboard"
            ),
            Ruling.refuse_if(facts.at_night, "no landings are made at night", BY_NIGHT, possible="land by day"),
            Ruling.refuse_if(
                not facts.is_planned, "the landing has not been planned", BY_PLAN, possible="plan it a game turn ahead"
            ),
        )
    )


# --- what it does to units (SF 32B) ----------------------------------------------------------------------------------


@frozen
class LandedUnit:
    """A unit in the player turn in which it has landed.

    Attributes:
        attack: its printed attack strength (strength points).
        is_amphibious: whether it is amphibious by itself, without landing craft or LVT.
        sea: sea conditions as it landed. cliffs: whether the hex has coastal cliffs.
    """

    attack: Number
    is_amphibious: bool = False
    sea: str = "calm"
    cliffs: bool = False


@rule("SF 32B")
def reckon_landed_attack(facts: LandedUnit) -> Reckoning:
    """The attack strength of a unit that has landed in the player turn, until its combat phase ends.

    >>> print(reckon_landed_attack(LandedUnit(8, is_amphibious=True, sea="rough")))
    8 printed | x1/2 amphibious, has landed (SF 32B) | x1/2 landed in a rough sea (SF 32B) | = 2
    >>> print(reckon_landed_attack(LandedUnit(8)))
    8 printed | x1/4 not amphibious ashore, has landed (SF 32B) | = 2
    """
    attack = Reckoning.of(facts.attack, "printed")
    if facts.is_amphibious:
        attack = attack.times(HALF, "amphibious, has landed", BY_EFFECT)
    else:
        attack = attack.times(QUARTER, "not amphibious ashore, has landed", BY_EFFECT)
    if facts.sea == ROUGH:
        attack = attack.times(HALF, "landed in a rough sea", BY_EFFECT)
    return attack.times(HALF, "landed at coastal cliffs", BY_EFFECT) if facts.cliffs else attack


@rule("SF 32B")
def reckon_exploitation_allowance(unit_class: str, printed: Number, has_landed: bool) -> Reckoning:
    """The MPs of a unit in the exploitation phase, after a landing in the same player turn or not.

    >>> reckon_exploitation_allowance("cm", 9, True).value, reckon_exploitation_allowance("cm", 9, False).value
    (Fraction(9, 2), Fraction(9, 1))
    """
    allowance = Reckoning.of(printed, "printed")
    if unit_class != CM:
        return allowance.become(0, "only c/m units move in the exploitation phase", Citation("SF", "5"))
    return allowance.times(HALF, "has landed", BY_EFFECT) if has_landed else allowance


@rule("SF 32B")
def result_after_landing(result: str, landed_there: bool) -> str:
    """What a combat result is for an attacking unit; one stopped in the hex into which it has landed retreats.

    >>> result_after_landing("AS", True), result_after_landing("AS", False)
    ('AR', 'AS')
    """
    return airborne.result_for(result, landed_there)


@rule("SF 32B")
def must_attack_ashore(enemy_units: bool) -> bool:
    """Whether a landed unit must attack in the combat phase: where enemy units are still in its hex."""
    return airborne.must_attack(airborne.SharedHex(enemy_units=enemy_units))


@rule("SF 32B")
def rule_on_supply_ashore(player_turns: int, was_supplied: bool, rules: Ruleset) -> Ruling:
    """Whether a landed unit is in supply without a line, so many player turns after that of its landing.

    was_supplied: whether it was in supply as it landed.

    >>> from europa_rules import load
    >>> [rule_on_supply_ashore(turns, True, load("sf")).allowed for turns in (1, 2)]
    [True, False]
    >>> rule_on_supply_ashore(0, True, load("sf")).allowed, rule_on_supply_ashore(1, False, load("sf")).allowed
    (False, False)
    """
    lasts = SUPPLIED_FOR[rules.reads(SUPPLY, "owners-next")]
    return Ruling(rests_on=rules.resting(SUPPLY)) & Ruling.all(
        (
            Ruling.refuse_if(
                not was_supplied, "the unit was out of supply as it landed", BY_EFFECT, possible="a supply line"
            ),
            Ruling.refuse_if(
                not 1 <= player_turns <= lasts,
                f"it landed {counted(player_turns, 'player turn')} ago",
                BY_EFFECT,
                possible="a supply line",
            ),
        )
    )


# --- planning (SF 32C) -----------------------------------------------------------------------------------------------


@frozen
class LandingPlan:
    """Landings that a player plans.

    Attributes:
        craft: his landing craft in play.
        re: REs of the units of the plan.
        standing: REs of the units of other plans that stand.
        ahead: game turns from the planning to the landing.
        in_enemy_zoc: whether a unit of the plan is in an enemy ZOC.
    """

    craft: tuple[Ship, ...]
    re: Number
    standing: Number = ZERO
    ahead: int = 1
    in_enemy_zoc: bool = False


@rule("SF 32C")
def reckon_planning_limit(craft: Sequence[Ship]) -> Reckoning:
    """The most REs for which a player may plan landings: the cargo capacity of his landing craft in play."""
    parts = ((ship.name or f"{ship.category} {ship.printed}", Reckoning.of(ship.left, "capacity")) for ship in craft)
    return Reckoning.total("capacity of landing craft", parts, BY_PLAN)


@rule("SF 32C")
def reckon_planned(units: Iterable[Unit], rules: Ruleset) -> Reckoning:
    """The REs of units for whom landings are planned: their plain size, unless read otherwise.

    >>> from europa_rules import load
    >>> reckon_planned([Unit("us", "armor", "division")], load("sf")).value
    Fraction(3, 1)
    """
    doubled = rules.reads(PLANNING_RES, "doubled")
    sizes = (
        (
            label(unit),
            Reckoning.of(re_for("transport", unit, rules.types) if doubled else re_size(unit, rules.types), "REs"),
        )
        for unit in units
    )
    total = Reckoning.total("REs planned", sizes, BY_PLAN)
    for point in rules.resting(PLANNING_RES):
        total = total.noting(rests_on=point)
    return total


@rule("SF 32C", "SF 24C")
def rule_on_landing_plan(facts: LandingPlan, rules: Ruleset) -> Ruling:
    """Whether landings may be planned so: as a drop is, and within the capacity of the landing craft in play.

    >>> from europa_rules import load
    >>> from europa_rules.naval_units import NavalUnit
    >>> craft = (Ship(NavalUnit("us", "LC", 8)),)
    >>> [rule_on_landing_plan(LandingPlan(craft, re), load("sf")).allowed for re in (8, 9)]
    [True, False]
    >>> twice = rule_on_landing_plan(LandingPlan(craft, 4, standing=5), load("sf"))
    >>> twice.allowed, twice.rests_on
    (False, ('sf-32C-standing-plans: all-standing',))
    """
    landing = reduce(lambda turn, _: turn.next(), range(facts.ahead), ANY_TURN)
    plan = airborne.Plan(ANY_TURN, executed=landing, in_enemy_zoc=facts.in_enemy_zoc)
    as_drop = airborne.rule_on_plan(plan, rules)
    cited = evolve(as_drop, refusals=tuple(evolve(refusal, by=(BY_PLAN, *refusal.by)) for refusal in as_drop.refusals))
    limit, counts = reckon_planning_limit(facts.craft).value, rules.reads(STANDING_PLANS, "all-standing")
    total = facts.re + (facts.standing if counts else ZERO)
    return (
        cited
        & Ruling(rests_on=rules.resting(STANDING_PLANS) if facts.standing else ())
        & Ruling.refuse_if(
            total > limit,
            f"landings of {counted(total, 'RE')} are planned, and the landing craft carry {show(limit)}",
            BY_PLAN,
            possible=f"plan for {counted(limit, 'RE')}",
        )
    )
