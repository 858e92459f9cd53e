"""Questions about air combat and patrol attacks (SF 19, 20D, 21)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from europa_rules.air import air_combat, air_fire, patrol_attacks, walk_through
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.returning import RESULTS
from europa_rules.air_units import AirRating
from europa_rules.numbers import Number
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_basics import mission_name
from europa_rules_sf.questions.air_missions import SITUATION

TABLES = {"air combat": air_fire.AIR_COMBAT, "patrol attack": air_fire.PATROL_ATTACK}
AS_IT_FLIES = f"{AIR_UNIT} antiship_force extended jettisoned mission night"
"""Facts of an air unit in the air, as `within` lists them."""
GROUPS = {
    "screen": air_combat.SCREEN.what,
    "escort-screen": air_combat.SCREEN.what,
    "engaging-group": "engaging group",
    "bypassing-group": air_combat.BYPASS.what,
    "mission-force": air_combat.MISSION_FORCE.what,
    "patrol-attack": "patrol attack",
    "": "",
}
STEPS = {
    "screen-firing": air_combat.SCREEN.fire,
    "bypass-firing": air_combat.BYPASS.fire,
    "mission-force-firing": air_combat.MISSION_FORCE.fire,
    "": "",
}
INITIATING = {"initiating": True, "reacting": False, "": False}
ENGAGING, AGAINST_BYPASSERS, AGAINST_FORCE = "engaging_allocation", "bypass_allocation", "mission_force_allocation"


def flight_told(part: Given, rules: Ruleset) -> Flight:
    """An air unit as it flies, from its facts."""
    rating = part.as_air_unit(*SITUATION, "mission", "extended", "night", "jettisoned")
    return Flight(
        rating,
        *mission_named(mission_name(part.text("mission", "")), rules),
        extended=part.flag("extended"),
        night=part.flag("night"),
        jettisoned=part.flag("jettisoned"),
        towing=part.air_unit("towing") if part.has("towing") else None,
    )


@HANDLERS.answers("air_differential", "firer target", needs="firer target", within=AS_IT_FLIES)
def differential(given: Given, rules: Ruleset) -> Answer:
    """The attack differential of one air unit that fires on another."""
    fire = air_fire.Fire(flight_told(given.part("firer"), rules), flight_told(given.part("target"), rules))
    return Answer.of(differential=air_fire.reckon_differential(fire, rules))


@HANDLERS.answers("air_fire_result", "differential modifier roll table", needs="differential roll")
def fire_result(given: Given, rules: Ruleset) -> Answer:
    """The result of a fire on a table."""
    cell = air_fire.look_up_roll(
        given.number("differential", signed=True),
        given.whole("roll"),
        given.whole("modifier", 0, signed=True),
        rules,
        given.choice("table", TABLES, "air combat"),
    )
    return Answer.of(result=cell.value)


@HANDLERS.answers("air_combat_modifier", "firer_type target_type", needs="firer_type target_type")
def modifier(given: Given, rules: Ruleset) -> Answer:
    """The modifier of a roll, by both types."""
    firer, target = given.text("firer_type"), given.text("target_type")
    fire = air_fire.Fire(air_fire.typed(firer, rules), air_fire.typed(target, rules))
    return Answer.of(modifier=air_fire.reckon_fire_modifier(fire, rules))


@HANDLERS.answers(
    "air_engagement",
    "owner_stops_after rounds several single",
    needs="rounds several single",
    within="by on_several on_single",
)
def engagement(given: Given, rules: Ruleset) -> Answer:
    """How an engagement of one against several ends."""
    rounds = tuple(
        air_combat.Round(part.text("by"), part.text("on_single", "-"), part.text("on_several", "-"))
        for part in given.parts("rounds")
    )
    stops = given.whole("owner_stops_after", None)
    facts = air_combat.Engagement(given.text("single"), given.texts("several"), rounds, stops)
    end = air_combat.follow_engagement(facts, rules)
    return Answer.of(
        rounds_fought=end.rounds_fought,
        ended=end.ended,
        results=end.results,
        not_engaged=end.not_engaged,
    )


@HANDLERS.answers(
    "bypass_step",
    "allocation bypassing engaging escorts escorts_total fire interceptors",
    needs="interceptors|bypassing|escorts_total",
    within="allocation.* fire.*",
)
def bypass(given: Given, rules: Ruleset) -> Answer:
    """The interceptors that get through, or the escorts that may meet the bypassers."""
    if given.has("escorts_total"):
        free = air_combat.unengaged(given.whole("escorts_total"), given.count("engaging"))
        return Answer.of(may_go_to_bypass=free)
    bypassers = given.texts("interceptors" if given.has("interceptors") else "bypassing")
    facts = air_combat.described_bypass(bypassers, allotted(given, "allocation", bypassers), given.raw("fire", {}))
    ruling = air_combat.rule_on_fire(air_combat.MayFire(group=air_combat.BYPASS.what), rules)
    return Answer.of(ruling, through=air_combat.through(facts), interceptors_fired=ruling.allowed)


@HANDLERS.answers("allocation_counts", "attackers targets", needs="attackers targets")
def allocation(given: Given, rules: Ruleset) -> Answer:
    """Attackers for each target, most first."""
    return Answer.of(counts_sorted=air_combat.spread(given.whole("attackers"), given.whole("targets")))


@HANDLERS.answers("patrol_allocation", "mission_force patrollers screen", needs="patrollers")
def patrol_allocation(given: Given, rules: Ruleset) -> Answer:
    """Where patrolling fighters go."""
    share = air_combat.share_patrollers(given.count("screen"), given.count("mission_force"), given.whole("patrollers"))
    return Answer.of(on_screen=share.on_screen, on_mission_force=share.on_mission_force, extra=share.extra)


def air_force(given: Given, key: str) -> walk_through.AirForce:
    """The air units of a group, with their ratings."""
    return tuple((part.text("id"), AirRating.parse(part.text("rating"))) for part in given.parts(key, ()))


def allotted(given: Given, key: str, targets: Iterable[str]) -> dict[str, str]:
    """Whom each attacker attacks, by the names that the question gives its targets."""
    told, known = given.part(key, None), tuple(targets)
    attackers = told.keys()
    return {attacker: target for attacker in attackers for target in told.picked(attacker, known)}


def points_of(part: Given) -> dict[str, str]:
    """Results told by points of the table."""
    points = part.keys()
    return {point: part.text(point) for point in points}


@HANDLERS.answers(
    "air_combat_walkthrough",
    "choices initiator reactor rolls table_points",
    needs="initiator reactor rolls",
    within="bypass_allocation.* bypassing engaging engaging_allocation.* mission_force mission_force_allocation.*"
    " screen surplus_escorts_vs_bypass table_points.*",
)
def walkthrough(given: Given, rules: Ruleset) -> Answer:
    """A whole air combat with choices and rolls as told."""
    own, enemy, choices = given.part("initiator"), given.part("reactor"), given.part("choices", None)
    flying = (*own.ids("screen", "mission_force"), *enemy.ids("engaging", "bypassing"))
    told = [allotted(choices, key, flying) for key in (ENGAGING, AGAINST_BYPASSERS, AGAINST_FORCE)]
    walked = walk_through.walk_through(
        walk_through.Combat(
            air_force(own, "screen"),
            air_force(own, "mission_force"),
            air_force(enemy, "engaging"),
            air_force(enemy, "bypassing"),
            {attacker: target for part in told for attacker, target in part.items()},
            choices.picked("surplus_escorts_vs_bypass", flying, ()),
            given.wholes("rolls"),
            points_of(given.part("table_points", {})),
        ),
        rules,
    )
    fires = [
        {
            "step": fire.step,
            "firer": fire.firer,
            "target": fire.target,
            "differential": fire.differential,
            "modified_roll": fire.modified_roll,
            "result": fire.result,
        }
        for fire in walked.fires
    ]
    return Answer.of(fires=fires, final=walked.final)


@HANDLERS.answers("air_result", "result", needs="result")
def air_result(given: Given, rules: Ruleset) -> Answer:
    """What a result does."""
    found = given.choice("result", RESULTS)
    return Answer.of(returns_to_base=found.returns, status=found.status)


def printed_attack(action: Given) -> Number | None:
    """The printed air attack strength of an air unit that is told with its rating."""
    told = isinstance(action.raw("unit", None), Mapping) and action.part("unit").has("rating")
    return action.part("unit").as_air_unit(*SITUATION).attack if told else None


@HANDLERS.answers(
    "legal fire",
    "air_role fired_in_round in round step unit",
    needs="in|unit|step",
    within=f"{AIR_UNIT} antiship_force",
)
def fire(given: Given, rules: Ruleset) -> Answer:
    """May the air unit fire?"""
    action = given.part("action")
    facts = air_combat.MayFire(
        printed_attack(action),
        action.choice("in", GROUPS, ""),
        action.choice("step", STEPS, ""),
        action.choice("air_role", INITIATING, ""),
        action.whole("fired_in_round", None),
    )
    return Answer.legal(air_combat.rule_on_fire(facts, rules))


@HANDLERS.answers("legal patrol-attack", "target_activity", needs="target_activity")
def patrol(given: Given, rules: Ruleset) -> Answer:
    """May air units that do this be patrol attacked?"""
    return Answer.legal(patrol_attacks.rule_on_patrol_attack(given.part("action").text("target_activity"), rules))


@HANDLERS.answers("patrol_zone", "unit", needs="unit", within=AS_IT_FLIES)
def patrol_zone(given: Given, rules: Ruleset) -> Answer:
    """The radius of the patrol zone of an air unit."""
    unit = given.part("unit")
    zone = patrol_attacks.reckon_zone(flight_told(unit, rules), unit.text("status", "operative"), rules)
    return Answer.of(radius=zone)
