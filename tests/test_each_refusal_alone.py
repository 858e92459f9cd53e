"""Each condition of a permission alone: with everything else in order, it is the one thing that is refused.

For every permission there are facts that are allowed, and changes of a fact or two, each with words of the one refusal
that comes of it; changes without words are allowed too. So a condition that is left out, turned over or tied to another
one is seen. Both games, from plain facts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

import pytest
from attrs import evolve, frozen
from tests.air_driving import rules_of

from europa_rules.air.air_combat import MayFire, rule_on_fire
from europa_rules.air.air_replacement import ArpsAtHand, ArpsSpent, Regroupable, rule_on_regrouping, rule_on_spending
from europa_rules.air.airbases import BaseUse, rule_on_base
from europa_rules.air.airborne import (
    AirborneOverrun,
    Execution,
    Landed,
    Plan,
    rule_on_airborne_overrun,
    rule_on_planned_drop,
    rule_on_survival,
)
from europa_rules.air.antiaircraft import AaTarget, rule_on_aa_fire
from europa_rules.air.flights import Flight, mission_named
from europa_rules.air.interception import Scramble, rule_on_scramble
from europa_rules.air.missions import MissionFacts, rule_on_mission
from europa_rules.air.patrol_attacks import rule_on_patrol_attack
from europa_rules.air.staging import Staging, rule_on_staging
from europa_rules.air.targets import Target, rule_on_target
from europa_rules.air.transport import (
    AIR_DROP,
    CargoUnit,
    Carrier,
    DropHex,
    Lift,
    Load,
    rule_on_drop_hex,
    rule_on_load,
)
from europa_rules.air_units import AirRating
from europa_rules.ground.admin_movement import AdminFacts, AdminStep, rule_on_admin, rule_on_admin_ground
from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.bridges import Bridge, Demolition, rule_on_demolition, rule_on_use
from europa_rules.ground.combat import AttackFacts, AttackPlan, rule_on_attack, rule_on_attack_plan
from europa_rules.ground.construction import (
    Augmentation,
    Builder,
    WorkFacts,
    rule_on_augmentation,
    rule_on_work,
    rule_on_work_site,
)
from europa_rules.ground.facts import Combatant
from europa_rules.ground.losses import LossFacts, rule_on_losses
from europa_rules.ground.movement import (
    MoveFacts,
    MoveStep,
    Spending,
    rule_on_movement,
)
from europa_rules.ground.movement import (
    rule_on_spending as rule_on_mps,
)
from europa_rules.ground.movement_counters import CarryFacts, rule_on_carrying
from europa_rules.ground.overruns import OverrunFacts, Overrunner, rule_on_overrun
from europa_rules.ground.rail_lines import FerryPort, RailHex, Rearguard, rule_on_ferry, rule_on_rail_hex
from europa_rules.ground.rail_nets import Building, Increase, Yard, rule_on_building, rule_on_increase, rule_on_yard
from europa_rules.ground.rail_rides import Chain, RailFacts, rule_on_chain, rule_on_rail
from europa_rules.ground.resources import Rearrangement, rule_on_rearrangement
from europa_rules.ground.retreats import RetreatFacts, RetreatHex, rule_on_retreat_hex
from europa_rules.ground.supply_elimination import EliminationFacts, rule_on_check
from europa_rules.ground.supply_lines import LimitedPort, LinePort, rule_on_limited_port, rule_on_port
from europa_rules.ground.supply_sources import (
    SourceLoad,
    SourceUse,
    rule_on_source,
)
from europa_rules.ground.supply_sources import (
    rule_on_load as rule_on_source_load,
)
from europa_rules.ground.terrain import HexEntry
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, NEUTRAL, Turn
from europa_rules.units import Rating, Unit

SIEGE_GUN = Combatant(
    Unit("ge", "long_range_siege_artillery", "battalion", Rating.parse("5-1-R")), "gun", "3", distance=2
)
Changes = Mapping[str, Any]
FIRST = Turn.parse("Jul I 44")

INFANTRY = Unit("ge", "infantry", "division", Rating.parse("7-6"))
PANZER = Unit("ge", "armor", "division", Rating.parse("12-10"))
BRIGADE = Unit("br", "infantry", "brigade", Rating.parse("2-8"))
TRUCKS = Unit("br", "transport_counter", "counter", Rating.parse("12"), capacity=1)
GUNS = Unit("ge", "artillery", "regiment", Rating.parse("1-2-6"))
PARATROOPS = Unit("ge", "parachute", "regiment", Rating.parse("3-6"))
ENGINEERS = Unit("ge", "construction", "regiment", Rating.parse("0-1-5"))
FIXED = Unit("fr", "infantry", "division", Rating.parse("5-0"))


@frozen
class Permission:
    """A permission: its rule, facts that are allowed, and changes with words of the refusal, or "" for none."""

    name: str
    rule: Callable[[Any, Ruleset], Ruling]
    good: Any
    cases: tuple[tuple[Changes, str], ...]
    games: tuple[str, ...] = ("fof", "sf")
    options: tuple[str, ...] = ()


def on(mission: str, rating: str = "4B5 3-7/26") -> Callable[[Ruleset], Flight]:
    return lambda rules: Flight(AirRating.parse(rating), *mission_named(mission, rules))


def mission_rule(mission: str, rating: str) -> Callable[[MissionFacts, Ruleset], Ruling]:
    """The rule on a mission, with the air unit on it as the game has it."""

    def rule(facts: MissionFacts, rules: Ruleset) -> Ruling:
        return rule_on_mission(evolve(facts, flight=on(mission, rating)(rules)), rules)

    return rule


def target_rule(mission: str, rating: str = "4B5 3-7/26") -> Callable[[Target, Ruleset], Ruling]:
    def rule(facts: Target, rules: Ruleset) -> Ruling:
        flight = on(mission, rating)(rules)
        assert flight.mission is not None
        return rule_on_target(flight, flight.mission, facts, rules)

    return rule


def staging_rule(facts: Staging, rules: Ruleset) -> Ruling:
    return rule_on_staging(evolve(facts, flight=on("escort", "8F6 1/9")(rules)), rules)


def regrouping_rule(facts: tuple[Regroupable, Regroupable], rules: Ruleset) -> Ruling:
    return rule_on_regrouping(*facts, rules)


FIGHTER = Flight(AirRating.parse("8F6 1/9"))
BOMBER = Flight(AirRating.parse("4B5 3-7/26"))

AIR = (
    Permission(
        "16 to 20 mission",
        mission_rule("rail_lines", "4B5 3-7/26"),
        MissionFacts(BOMBER),
        (
            ({"status": "aborted"}, "is aborted"),
            ({"status": "inoperative"}, "is inoperative"),
            ({"harassed": True}, "flew harassment"),
            ({"flown": 1}, "has flown a mission"),
            ({"target_hexes": 2}, "one target hex"),
            ({"another_open": True}, "another air operation is going on"),
            ({"phase": "initial", "is_phasing": True}, "does not fly"),
            ({"role": "initiating"}, ""),
            ({"role": "reacting"}, "is for the player who began"),
            ({"operation": "harassment"}, "only harassment and escort are flown in such an operation"),
            ({"distance": 26}, ""),
            ({"distance": 27}, "would fly 27 hexes"),
            ({"base": BaseUse(BOMBER.rating)}, ""),
            ({"base": BaseUse(BOMBER.rating, is_airbase=False)}, "there is no airbase"),
            ({"target": Target("enemy", has_rail_line=True)}, ""),
            ({"target": Target("enemy", has_rail_line=False)}, "there is no rail line"),
        ),
    ),
    Permission(
        "20 mission of a fighter",
        mission_rule("escort", "8F6 1/9"),
        MissionFacts(FIGHTER),
        (
            ({"operation": "transfer"}, ""),
            ({"operation": "rail_lines"}, ""),
            ({"role": "reacting"}, "is for the player who began"),
        ),
    ),
    Permission(
        "20D mission of an interceptor",
        mission_rule("interception", "8F6 1/9"),
        MissionFacts(FIGHTER),
        (({"operation": "rail_lines"}, ""), ({"role": "reacting"}, ""), ({"role": "initiating"}, "is for the other")),
    ),
    Permission(
        "20G yard",
        target_rule("rail_yards"),
        Target("enemy", is_yard=True),
        (
            ({"is_yard": None}, ""),
            ({"is_yard": False}, "no rail marshaling yard"),
            ({"owner": "friendly"}, "is not aimed at a friendly"),
            ({"owner": ""}, ""),
            ({"airbase_owner": "friendly"}, ""),
            ({"airbase_capacity": 0}, ""),
        ),
    ),
    Permission(
        "20A airbase to transfer to",
        target_rule("transfer", "8F6 1/9"),
        Target("friendly", is_airbase=True),
        (
            ({"airbase_capacity": 1}, ""),
            ({"airbase_capacity": 0}, "the capacity of the airbase is 0"),
            ({"is_airbase": False}, "there is no airbase"),
            ({"owner": "enemy", "airbase_owner": "friendly"}, ""),
            ({"airbase_owner": "enemy"}, "is not aimed at an enemy"),
        ),
    ),
    Permission(
        "17 base",
        rule_on_base,
        BaseUse(AirRating.parse("8F6 1/9")),
        (
            ({"is_airbase": False}, "there is no airbase"),
            ({"is_airbase": False, "capacity": 0}, "there is no airbase"),
            ({"is_friendly": False}, "not friendly-owned"),
            ({"capacity": 0}, "the capacity of the airbase is 0"),
            ({"capacity": None}, ""),
            ({"rating": AirRating.parse("2B3 2-0/F/30")}, "bases by the water only"),
            ({"rating": AirRating.parse("2B3 2-0/F/30"), "water": "partial-sea"}, ""),
            ({"rating": AirRating.parse("2B3 2-0/CF/30"), "is_carrier": True}, ""),
        ),
    ),
    Permission(
        "21 fire",
        rule_on_fire,
        MayFire(1),
        (
            ({"attack": None}, ""),
            ({"attack": 0}, "its printed air attack strength is 0"),
            ({"group": "bypassing group"}, "do not fire on it"),
            ({"group": "bypassing group", "step": "d"}, "do not fire on it"),
            ({"group": "bypassing group", "step": "f"}, ""),
            ({"group": "screen", "step": "d"}, ""),
            ({"group": "patrol attack"}, ""),
            ({"group": "patrol attack", "is_initiating": True}, "do not fire back"),
            ({"group": "screen", "is_initiating": True}, ""),
            ({"group": "mission force", "fired_in_round": 1}, "fires once, and it did in round 1"),
            ({"group": "mission force"}, ""),
            ({"group": "screen", "fired_in_round": 1}, ""),
        ),
    ),
    Permission(
        "22 antiaircraft",
        rule_on_aa_fire,
        AaTarget("bombing"),
        (
            ({"family": "transport"}, ""),
            ({"family": "escort"}, "does not fire at air units on escort"),
            ({"by_attackers": True}, ""),
            ({"firer_attacks": False}, ""),
            ({"by_attackers": True, "firer_attacks": False}, "only units that attack the hex"),
        ),
    ),
    Permission(
        "23 scramble",
        rule_on_scramble,
        Scramble(True),
        (
            ({"is_fighter": False}, "only fighters scramble"),
            ({"base_in_target": False}, "not in the target hex"),
            ({"is_reacting": False}, "reacting player"),
            ({"step": "mission movement"}, "do not scramble in the mission movement step"),
        ),
    ),
    Permission(
        "23 stage",
        staging_rule,
        Staging(FIGHTER),
        (
            ({"step": "air combat"}, "do not stage in the air combat step"),
            ({"with_cargo": True}, "without cargo"),
            ({"legs": 2}, "by a single leg"),
            ({"distance": 1000}, "would stage 1000 hexes"),
            ({"mission_distance": 9}, ""),
            ({"mission_distance": 10}, "its range is 9"),
        ),
    ),
    Permission(
        "20F load",
        rule_on_load,
        Load(Lift((Carrier("T"),), AIR_DROP), (CargoUnit(evolve(PARATROOPS, size="battalion")),)),
        (
            ({"absent": ("guns",)}, "guns is not at the transport's airbase"),
            ({"is_supplied": False}, ""),
            ({"units": (), "points": (("supply", 1),)}, ""),
            ({"units": (), "points": (("supply", 1),), "is_supplied": False}, "there are no supplies to be carried"),
            ({"units": (), "points": (("resource", 1),)}, "resource points are not air dropped"),
            ({"units": (CargoUnit(evolve(INFANTRY, size="battalion")),)}, "is not air droppable"),
        ),
    ),
    Permission(
        "24 drop hex",
        rule_on_drop_hex,
        DropHex(),
        (
            ({"is_land": False}, "there is no land"),
            ({"is_land": False, "with_units": False}, "there is no land"),
            ({"terrain": "forest"}, "no unit is dropped into forest"),
            ({"terrain": "forest", "with_units": False}, ""),
            ({"is_prohibited": True}, "no unit is dropped into prohibited terrain"),
            ({"enemy_occupied": True}, ""),
        ),
    ),
    Permission(
        "24C planned drop",
        rule_on_planned_drop,
        Execution(plan=Plan(FIRST, executed=FIRST.next())),
        (
            ({"plan": None}, "no operation is planned"),
            ({"plan": None, "needs_plan": False}, ""),
            ({"as_planned": False}, "another hex was planned"),
            ({"as_planned": False, "needs_plan": False}, ""),
            ({"since_planning": ("attacked",)}, "the unit has attacked"),
            ({"plan": Plan(FIRST, executed=FIRST)}, "it is planned in"),
        ),
    ),
    Permission(
        "24 airborne overrun",
        rule_on_airborne_overrun,
        AirborneOverrun(10, 1),
        (
            ({"attack": 9}, "is less than 10:1"),
            ({"same_operation": False}, "only units that land in the same air operation"),
        ),
    ),
    Permission(
        "24A landed",
        rule_on_survival,
        Landed("disrupted"),
        (({"result": "eliminated"}, "eliminated in landing"), ({"result": "scattered"}, "the supplies are scattered")),
    ),
    Permission(
        "25D spending",
        rule_on_spending,
        ArpsSpent(ArpsAtHand(9, 9), 1),
        (
            ({"phase": "movement"}, "own initial phase"),
            ({"is_phasing": False}, "own initial phase"),
            ({"cost": 10}, "it costs 10 ARPs"),
        ),
    ),
)

SF_AIR = (
    Permission(
        "21C patrol attack",
        lambda activity, rules: rule_on_patrol_attack(activity["activity"], rules),
        {"activity": "staging"},
        (({"activity": "scrambling"}, "that scrambles"), ({"activity": "interception"}, "not in a movement group")),
        ("sf",),
    ),
)

GROUND = (
    Permission(
        "6 movement",
        rule_on_movement,
        MoveFacts(INFANTRY, steps=(MoveStep("a", 3), MoveStep("b", 3))),
        (
            ({"is_phasing": False}, "only phasing units move"),
            ({"phase": "combat"}, "no unit moves in the combat phase"),
            ({"phase": "exploitation"}, "only c/m units move"),
            ({"phase": "exploitation", "unit": PANZER}, ""),
            ({"allowance": 5}, "needs 6 MPs and has 5"),
            ({"spent": 1}, "needs 6 MPs and has 5"),
            ({"one_hex": True}, "may move one hex only"),
            ({"steps": (MoveStep("a", 9),)}, ""),
            ({"steps": (MoveStep("a", 9),), "other_mp_use": "work"}, "may spend no MPs for anything else"),
            ({"steps": (MoveStep("a", 6),), "other_mp_use": "work"}, ""),
            ({"steps": (MoveStep("a", 1, is_enemy_occupied=True),)}, "a is occupied by an enemy unit"),
            ({"steps": (MoveStep("a", 1, is_enemy_occupied=True),), "is_overrun": True}, ""),
            ({"air_transported": True}, "has been air transported"),
            ({"used_strategic_rail": True}, "has used strategic rail"),
            ({"moved_by": "one-hex"}, "has spent all its MPs"),
            ({"moved_by": "admin"}, "has used administrative movement"),
            ({"moved_by": "admin", "is_admin": True}, ""),
            ({"moved_by": "regular"}, ""),
            ({"moved_by": "regular", "is_admin": True}, "has moved otherwise"),
            ({"moved_by": "rail", "is_admin": True}, ""),
            ({"is_admin": True, "other_mp_use": "work"}, "has spent MPs for work"),
            ({"other_mp_use": "work"}, ""),
            ({"unit": FIXED}, "stays in its hex"),
        ),
    ),
    Permission(
        "6B administrative movement",
        rule_on_admin,
        AdminFacts(INFANTRY, steps=(AdminStep(HexEntry(("other",))),)),
        (
            ({"phase": "combat"}, "is not used in the combat phase"),
            ({"starts_beside_enemy": True}, "starts beside an enemy unit"),
            ({"passes_enemy": True}, "move beside an enemy unit"),
            ({"steps": (AdminStep(HexEntry(("other",)), is_beside_enemy=True, name="a"),)}, "enter a, beside"),
            ({"steps": (AdminStep(HexEntry(("other",)), is_enemy_owned=True, name="a"),)}, "a, which the enemy owns"),
            ({"other_uses": ("break_rail",)}, "may not spend MPs for break rail"),
            ({"other_uses": ("rail", "")}, ""),
        ),
    ),
    Permission(
        "6B ground of administrative movement",
        rule_on_admin_ground,
        HexEntry(("other",)),
        (
            ({"terrain": "mountain"}, "does not lead over a mountain hex"),
            ({"terrain": "mountain", "by_road": True}, ""),
            ({"hexsides": ("major_river",)}, "does not lead over a major river hexside"),
            ({"hexsides": ("major_river",), "by_road": True}, ""),
        ),
    ),
    Permission(
        "6 MPs spent",
        lambda facts, rules: rule_on_mps(facts["allowance"], facts["spent"], rules),
        {"allowance": 6, "spent": [Spending("move", Fraction(6))]},
        (
            ({"allowance": 5}, "1 MPs are missing"),
            ({"spent": [Spending("admin", Fraction(3)), Spending("break_rail", Fraction(3))]}, "spends no MPs for"),
            ({"spent": [Spending("move", Fraction(3)), Spending("break_rail", Fraction(3))]}, ""),
        ),
    ),
    Permission(
        "9F2 advance",
        rule_on_advance,
        AdvanceFacts((INFANTRY,)),
        (
            ({"role": "defender"}, "defending units do not advance"),
            ({"hex_cleared": False}, "enemy units are still in the hex"),
            ({"is_immediate": False}, "another attack has been resolved"),
            ({"is_barred": True}, "the way into the hex is prohibited"),
            ({"distance": 2}, "fired at two hexes"),
            ({"units": (FIXED,)}, "cannot move"),
        ),
    ),
    Permission(
        "7C use of a bridge",
        rule_on_use,
        Bridge(AXIS, AXIS),
        (
            ({"state": "demolished"}, "the bridge is demolished"),
            ({"state": "demolished", "use": "supply"}, ""),
            ({"state": "repaired_this_turn"}, ""),
        ),
        ("fof",),
        ("7C",),
    ),
    Permission(
        "7C demolition",
        rule_on_demolition,
        Demolition((4,), side=AXIS, owner=AXIS),
        (
            ({"is_beside": False}, "no unit is in a hex adjacent"),
            ({"is_standing": False}, "is demolished already"),
            ({"owner": NEUTRAL}, ""),
            ({"mps": (3,)}, "3 MPs do not demolish"),
            ({"mps": (5,)}, ""),
            ({"mps": (2, 2)}, ""),
            ({"mps": (2,), "gathered": 2}, ""),
        ),
        ("fof",),
        ("7C",),
    ),
    Permission(
        "9 attack",
        rule_on_attack,
        AttackFacts((Combatant(INFANTRY, "a", "1"),), (Combatant(INFANTRY, "d", "2"),)),
        (
            ({"is_phasing": False}, "only the phasing player attacks"),
            ({"phase": "movement"}, "no attack is made in the movement phase"),
            ({"target_hexes": 2}, "not 2"),
            ({"targets": ("x", "y")}, "not 2"),
            ({"targets": ("x",)}, ""),
            ({"units_in_hex": 2, "units_attacked": 2}, ""),
            ({"units_in_hex": 2, "units_attacked": 1}, "all units in a hex are attacked together"),
            ({"units_attacked": 1}, ""),
            ({"is_barred": True}, "prohibited terrain"),
            ({"attackers": (Combatant(INFANTRY, "a", "1", has_attacked=True),)}, "has attacked in this phase"),
            ({"defenders": (Combatant(INFANTRY, "d", "2", was_attacked=True),)}, "has been attacked in this phase"),
            ({"attackers": (Combatant(INFANTRY, "a", "1", distance=2),)}, "is not adjacent to the hex"),
            ({"attackers": (Combatant(evolve(GUNS, rating=Rating.parse("0-2-6")), "a", "1"),)}, "attack strength of 0"),
        ),
    ),
    Permission(
        "14D siege artillery at two hexes",
        rule_on_attack,
        AttackFacts((SIEGE_GUN, Combatant(INFANTRY, "a", "1")), (Combatant(INFANTRY, "d", "2"),)),
        (
            ({"attackers": (SIEGE_GUN,)}, "does not attack alone"),
            ({"attackers": (SIEGE_GUN,), "other_adjacent": 1}, ""),
            ({"attackers": (SIEGE_GUN,), "attack_told": (("others", 3),)}, ""),
            ({"attackers": (evolve(SIEGE_GUN, distance=3), Combatant(INFANTRY, "a", "1"))}, "is not adjacent"),
        ),
    ),
    Permission(
        "9B plan of attacks",
        rule_on_attack_plan,
        AttackPlan((("h1", ("A",)), ("h2", ("B",)))),
        (
            ({"attacks": (("h1", ("A",)), ("h2", ("A",)))}, "A would attack 2 times"),
            ({"attacks": (("h1", ("A",)), ("h1", ("B",)))}, "h1 would be attacked 2 times"),
            ({"attacks": ()}, ""),
            ({"has_dropped_on_enemies": True}, ""),
            ({"attacks": (), "has_dropped_on_enemies": True}, "must attack them"),
        ),
    ),
    Permission(
        "9C losses",
        lambda facts, rules: rule_on_losses(facts["facts"], facts["chosen"], rules),
        {
            "facts": LossFacts((Combatant(INFANTRY, "a"), Combatant(INFANTRY, "b")), "attacker", Fraction(7)),
            "chosen": ("a",),
        },
        (
            ({"chosen": ()}, "a loss of 0 is less than 7"),
            (
                {"facts": LossFacts((Combatant(INFANTRY, "a"), Combatant(INFANTRY, "b")), "attacker", Fraction(8))},
                "a loss of 7 is less than 8",
            ),
            (
                {
                    "facts": LossFacts(
                        (Combatant(INFANTRY, "a"), Combatant(INFANTRY, "b")), "attacker", Fraction(7), is_all=True
                    )
                },
                "must go too",
            ),
            ({"chosen": ("a", "b")}, ""),
        ),
    ),
    Permission(
        "13 overrun",
        rule_on_overrun,
        OverrunFacts(10, 1, overrunners=(Overrunner("a", 3, 3),)),
        (
            ({"phase": "combat"}, "no overruns are made in the combat phase"),
            ({"is_phasing": False}, "only phasing units overrun"),
            ({"from_hexes": 2}, "more than one hex"),
            ({"is_barred": True}, "not every overrunning unit can enter"),
            ({"can_pay": False}, "not every unit has the MPs"),
            ({"attack": Fraction(19, 2)}, "is less than 10:1"),
            ({"attack": Fraction(19, 2), "all_retreated": True}, ""),
            ({"overrunners": (Overrunner("a", 2, 3),)}, "a needs 3 MPs for the overrun and has 2"),
            ({"overrunners": (Overrunner("a", 4, 3),)}, ""),
        ),
    ),
    Permission(
        "14A work",
        rule_on_work,
        WorkFacts("fort", (Builder(ENGINEERS),), phase="initial"),
        (
            ({"phase": "combat"}, "not in the combat phase"),
            ({"phase": ""}, ""),
            ({"is_phasing": False}, "only phasing units work"),
            ({"builders": (Builder(INFANTRY),)}, "has no ability to"),
            ({"terrain": "rough"}, ""),
            ({"is_prohibited": True}, "cannot be built in prohibited terrain"),
            ({"in_supply": False}, "must be in supply"),
            ({"builders": (Builder(ENGINEERS, busy_with="port"),)}, "is at work on a port"),
            ({"builders": (Builder(ENGINEERS, moved_by="one-hex"),)}, "has spent all its MPs"),
            ({"builders": (Builder(ENGINEERS, moved_by="admin"),)}, "uses administrative movement"),
        ),
    ),
    Permission(
        "14A site of work",
        rule_on_work_site,
        WorkFacts("fort"),
        (
            ({"terrain": "rough"}, ""),
            ({"is_prohibited": True}, "in prohibited terrain"),
        ),
    ),
    Permission(
        "14A ground of work",
        rule_on_work_site,
        WorkFacts("fort"),
        (({"terrain": "woods"}, "in woods"), ({"has": frozenset({"fortification"})}, "is in the hex")),
        ("fof",),
    ),
    Permission(
        "7A hex of a ride",
        rule_on_rail_hex,
        RailHex("a"),
        (
            ({"is_rail": False}, "no rail line leads through a"),
            ({"is_rail": False, "joined": False}, "no rail line leads through a"),
            ({"joined": False}, "no rail line leads into a"),
            ({"is_owned": False}, "a is not friendly-owned"),
            ({"is_enemy_occupied": True}, "a is occupied by an enemy unit"),
            ({"is_broken": True}, "the rail line in a is broken"),
            ({"enemy_zoc": True}, "a is in an enemy ZOC"),
            ({"enemy_zoc": True, "rearguards": (Rearguard(1),)}, ""),
            ({"enemy_zoc": True, "rearguards": (Rearguard(0), Rearguard(1))}, ""),
            ({"enemy_zoc": True, "rearguards": (Rearguard(0),)}, "a is in an enemy ZOC"),
            ({"enemy_zoc": True, "rearguards": (Rearguard(1, started_here=False),)}, "a is in an enemy ZOC"),
            ({"enemy_zoc": True, "rearguards": (Rearguard(1, leaves=True),)}, "a is in an enemy ZOC"),
            ({"bridge": Ruling.refuse("the bridge is down")}, "the bridge is down"),
            ({"ferry": Ruling.refuse("the ferry is foreign")}, "the ferry is foreign"),
            ({"ground": Ruling.refuse("the ground is closed")}, "the ground is closed"),
        ),
    ),
    Permission(
        "7A ride",
        rule_on_rail,
        RailFacts(INFANTRY, hexes=(RailHex("a"), RailHex("b"))),
        (
            ({"phase": "combat"}, "ride in the movement phase"),
            ({"is_phasing": False}, "only phasing units use rail"),
            ({"on_rail": False}, "is on no rail line"),
            ({"ends_on_rail": False}, "would end on no rail line"),
            ({"left": 0}, "needs"),
            ({"is_admin": True}, ""),
            ({"beside_enemy": True}, ""),
            ({"is_admin": True, "beside_enemy": True}, "would pass beside an enemy unit"),
        ),
    ),
    Permission(
        "7A1 yard",
        rule_on_yard,
        Yard(("major_city",)),
        (({"on_rail": False}, "no rail line leads through"), ({"features": ()}, "no city or port")),
    ),
    Permission(
        "37A2 ferry",
        lambda facts, rules: rule_on_ferry(facts["ports"], rules),
        {"ports": (FerryPort(), FerryPort())},
        (
            ({"ports": (FerryPort(), FerryPort(is_owned=False))}, "serves only the owner"),
            ({"ports": (FerryPort(is_functioning=False), FerryPort())}, "does not function"),
        ),
        ("sf",),
    ),
    Permission(
        "7A4 raise of capacity",
        rule_on_increase,
        Increase(50, by=1, points=1),
        (
            ({"by": 25}, ""),
            ({"by": 26}, "cannot be raised by 26"),
            ({"by": 25, "raised": 1}, "cannot be raised by 25"),
            ({"yards": 2}, ""),
            ({"yards": 1}, "it takes 2"),
            ({"points_at_yards": False}, "at yards of the net"),
        ),
        ("sf",),
    ),
    Permission(
        "7A4b building of capacity",
        rule_on_building,
        Building(12),
        (
            ({"points": 13}, "13 resource points are more"),
            ({"points": 11, "spent": 1}, ""),
            ({"spent": 1}, "12 resource points are more"),
            ({"phase": "movement"}, "in the initial phase"),
            ({"is_phasing": False}, "only the phasing player"),
            ({"yards": 1}, "it takes 2"),
            ({"points_at_yards": False}, "at yards of the net"),
        ),
        ("sf",),
    ),
    Permission(
        "7A kinds of movement in a phase",
        rule_on_chain,
        Chain(INFANTRY, ("regular_movement", "operational_rail")),
        (
            ({"kinds": ("admin_movement", "operational_rail")}, ""),
            ({"kinds": ("admin_movement", "regular_movement")}, "is not combined with regular movement"),
            ({"kinds": ("regular_movement",)}, ""),
        ),
    ),
    Permission(
        "9F1 hex to retreat to",
        lambda hex_, rules: rule_on_retreat_hex(hex_, RetreatFacts(INFANTRY), rules),
        RetreatHex("a"),
        (
            ({"enemy_occupied": True}, "enemy units are in a"),
            ({"prohibited": True}, "a is prohibited"),
            ({"enemy_zoc": True}, ""),
            ({"overstacked": True}, ""),
        ),
    ),
    Permission(
        "12C source",
        rule_on_source,
        SourceUse("fr", frozenset({"fr"})),
        (
            ({"owned": False}, "does not own the source"),
            ({"lost_for_good": True}, "was lost to the enemy"),
            ({"nation": "br"}, "does not serve units of the nation"),
            ({"nation": "br", "nations": frozenset()}, ""),
        ),
    ),
    Permission(
        "12C load of a source",
        rule_on_source_load,
        SourceLoad(1, (BRIGADE,)),
        (
            ({"units": (BRIGADE, BRIGADE)}, "serves 1 RE of units, not 2"),
            ({"units": (BRIGADE, BRIGADE), "capacity": None}, ""),
            ({"units": (BRIGADE, BRIGADE), "capacity": 2}, ""),
            ({"in_reach": False}, "no line leads to the source"),
        ),
    ),
    Permission(
        "12B port of a naval line",
        rule_on_port,
        LinePort("major"),
        (
            ({"size": "great"}, ""),
            ({"size": "standard"}, "is no"),
            ({"owned": False}, "not friendly-owned"),
            ({"functioning": False}, "does not function"),
        ),
    ),
    Permission(
        "12C2 limited port",
        rule_on_limited_port,
        LimitedPort(LinePort("standard"), "standard", onward_to_full=True),
        (
            ({"line_to": "major"}, ""),
            ({"line_to": "minor"}, "leads to a smaller port"),
            ({"line_to": ""}, "no naval line leads"),
            ({"onward_to_full": False}, "no line leads on to a full source"),
            ({"port": LinePort("standard", owned=False)}, "not friendly-owned"),
            ({"port": LinePort("standard", functioning=False)}, "does not function"),
        ),
        ("sf",),
    ),
    Permission(
        "12D3 check of elimination",
        rule_on_check,
        EliminationFacts(4, isolated=True),
        (
            ({"turn_out": 5}, ""),
            ({"turn_out": 3}, "it is in its 3rd turn"),
            ({"turn_out": 1}, "it is in its 1st turn"),
            ({"turn_out": 0}, "it is in supply"),
            ({"isolated": False}, "it is not isolated"),
            ({"draws_special": True}, "draws on a special source"),
            ({"arrived": True}, "came into play in this player turn"),
        ),
        ("sf",),
    ),
    Permission(
        "12E rearrangement of points",
        rule_on_rearrangement,
        Rearrangement((3,), (1, 2)),
        (({"after": (1, 1)}, "has 3 resource points, not 2"), ({"same_hex": False}, "in different hexes")),
    ),
    Permission(
        "14I movement counter",
        rule_on_carrying,
        CarryFacts(TRUCKS, (BRIGADE,)),
        (
            ({"load": (BRIGADE, BRIGADE)}, "a load of 2 REs is more than the capacity of 1"),
            ({"load": (BRIGADE, BRIGADE), "capacity": 2}, ""),
            ({"phase": "combat"}, "carries no units in the combat phase"),
            ({"started_stacked": False}, "must have begun the phase stacked"),
            ({"spent": (0, 0)}, ""),
            ({"spent": (0, 1)}, "one has spent 1"),
        ),
        ("fof",),
    ),
    Permission(
        "14A augmentation of an airfield",
        rule_on_augmentation,
        Augmentation(3),
        (({"airfield": 0}, "no permanent airfield"), ({"other": 1000}, "the hex would base")),
        ("sf",),
    ),
)


def changed(good: Any, changes: Changes) -> Any:
    return {**good, **changes} if isinstance(good, dict) else evolve(good, **changes)


ALL = tuple((permission, game) for permission in (*AIR, *SF_AIR, *GROUND) for game in permission.games)


@pytest.mark.parametrize(("permission", "game"), ALL, ids=lambda part: getattr(part, "name", part))
def test_one_thing_that_is_wrong_is_the_one_thing_refused(permission: Permission, game: str) -> None:
    rules = rules_of(game, permission.options)
    assert permission.rule(permission.good, rules).allowed, str(permission.rule(permission.good, rules))
    wrong = []
    for changes, words in permission.cases:
        found = permission.rule(changed(permission.good, changes), rules).refusals
        if len(found) != bool(words) or any(words not in refusal.why for refusal in found):
            wrong.append(f"{changes}: {[refusal.why for refusal in found]}, expected {words!r}")
    assert wrong == []
