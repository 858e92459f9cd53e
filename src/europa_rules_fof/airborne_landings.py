"""Airborne operations of 1940 (FoF 20F, 23E2, 24): what is otherwise than in the series, and its open points.

Parachute units drop, the air landing division lands in Ju 52s; neither owns at once the hex that it takes, and the
first drops on Belgium and the Netherlands come as a surprise.
"""

from __future__ import annotations

from importlib.resources import files

from europa_rules.air import drop_combat, drop_plans, landing_troops
from europa_rules.air.airborne import AIR_LANDING as LANDING_UNIT
from europa_rules.air.airborne import AIRBASE, BADLY, HEX, SAME_TURN, SURPRISE, Holding, Landed, Touchdown
from europa_rules.air.bomber_transports import BOMBERS
from europa_rules.air.facts import HOLDS_NO_HEX
from europa_rules.air.transport import AIR_DROP, AIR_LANDING, REGULAR, SUPPLY, Load
from europa_rules.contributions import ChartFolder, Gate, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.ground.lines import SPARED
from europa_rules.ground.movement import Mover
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import GameState

SURPRISE_TURN = Turn(1940, 5, 1)
SURPRISED = frozenset({"Belgium", "Netherlands"})
LANDS_IN = "Ju 52"
BOMBER_OPTION = "23E2"


def _was_carried(mover: Mover) -> bool:
    """Whether a unit has been carried by air in this player turn, and spends no MPs any more."""
    return drop_combat.CARRIED in mover.situation


def is_surprise(facts: Touchdown) -> bool:
    """Whether a landing comes as a surprise: on the first turn, against Belgium or the Netherlands."""
    return facts.turn == SURPRISE_TURN and facts.country in SURPRISED


def _has_landing_unit(load: Load) -> bool:
    return any(cargo.unit.type == LANDING_UNIT for cargo in load.units)


def _drops_landing_unit(load: Load) -> bool:
    return load.mission == AIR_DROP and _has_landing_unit(load)


def _lands_other_units(load: Load) -> bool:
    others = any(cargo.unit.type != LANDING_UNIT for cargo in load.units)
    return load.mission == AIR_LANDING and (others or any(number for _, number in load.points))


def _lands_in_other_aircraft(load: Load) -> bool:
    models = [carrier.model for carrier in load.lift.carriers if carrier.model]
    strange = any(not model.startswith(LANDS_IN) for model in models)
    return load.mission == AIR_LANDING and (strange or any(carrier.is_glider for carrier in load.lift.carriers))


def _drops_supply(load: Load) -> bool:
    return load.is_dropped and load.number_of(SUPPLY) > 0


def _lost_among_enemies(facts: Landed) -> bool:
    return facts.result == BADLY and facts.enemy_units


def _hex_at_once(facts: Holding) -> bool:
    return facts.of == HEX and facts.at == SAME_TURN


def _airbase_by_landing(facts: Holding) -> bool:
    return facts.of == AIRBASE and facts.at == SAME_TURN and facts.what == LANDING_UNIT


MODIFIERS: tuple[Modifier, ...] = (
    *drop_combat.airborne_modifiers("FoF"),
    Modifier("carried by air", "movement allowance", "FoF 20F", 0, _was_carried, change="at most", at="late"),
)
STEPS: tuple[StepContribution, ...] = (
    *landing_troops.steps("FoF"),
    *drop_plans.steps("FoF"),
    *drop_combat.steps("FoF", "24B"),
)
MISSIONS = {REGULAR: "20F1", AIR_DROP: "20F2", AIR_LANDING: "20F3"}
PROHIBITIONS: tuple[Prohibition, ...] = (
    *drop_combat.airborne_prohibitions("FoF", "24B"),
    Prohibition(
        "air landing units do not drop",
        "air cargo",
        by="FoF 20F2,FoF 24",
        why="an air landing unit is no airborne unit and does not drop",
        when=_drops_landing_unit,
        possible="land it in Ju 52s",
    ),
    Prohibition(
        "air landing units land",
        "air cargo",
        by="FoF 20F3",
        why="only air landing units make air landings",
        when=_lands_other_units,
        possible="an air landing unit",
    ),
    Prohibition(
        "air landings in Ju 52s",
        "air cargo",
        by="FoF 24D",
        why="an air landing unit lands in Ju 52s alone, and in no gliders",
        when=_lands_in_other_aircraft,
        possible="Ju 52s",
    ),
    Prohibition(
        "no supply dropped",
        "air cargo",
        by="FoF 20F2",
        why="supply is not air dropped",
        when=_drops_supply,
        possible="units",
        gate=Gate(point="fof-20F2-dropping-supply", reading="nothing"),
    ),
    Prohibition(
        "badly disrupted among enemies",
        "survive landing",
        by="FoF 24A",
        why="so badly disrupted among enemy units, the unit is eliminated",
        when=_lost_among_enemies,
    ),
    Prohibition(
        "the hex is theirs later",
        "own drop hex",
        by="FoF 24B",
        why="units own the hex into which they have come by air from their next initial phase on",
        when=_hex_at_once,
        possible="the airbase in it at once",
        gate=Gate(point="fof-24B-ownership-after-drop", reading="airbase-only"),
    ),
    Prohibition(
        "air landing units gain no airbase at once",
        "own drop hex",
        by="FoF 24B",
        why="only airborne units gain an airbase at once",
        when=_airbase_by_landing,
        possible="in the next friendly initial phase",
        gate=Gate(point="fof-24B-air-landing-airbase", reading="no"),
    ),
)


def passed_by_lines(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of a side in which enemy units have just landed, and bar no supply lines because they own nothing."""
    landed = {state.pieces[i].place for i in state.all_facts(HOLDS_NO_HEX) if i in state.pieces}
    return frozenset(
        ref
        for ref in landed
        if hex_owner(ref, state, rules) == side
        and all(state.recall(HOLDS_NO_HEX, piece.id) == ref for piece in enemy_units_at(ref, side, state, rules))
    )


SOURCES: tuple[Source, ...] = (
    Source("lines past units that have just landed", SPARED, by="FoF 24B", value=passed_by_lines),
    *landing_troops.airborne_sources("FoF", MISSIONS),
    *drop_combat.airborne_sources("FoF"),
    *drop_plans.airborne_sources("FoF"),
    Source("surprise of May I 40", SURPRISE, by="FoF 24A", when=is_surprise),
    Source("bombers as transports", BOMBERS, by="FoF 23E2", gate=Gate(option=BOMBER_OPTION)),
)
OPTIONS: tuple[Option, ...] = (Option(BOMBER_OPTION, "Bombers as transports", "FoF 23E2"),)
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(
        files("europa_rules_fof").joinpath("readings", "landing_in_exploitation"),
        Gate(point="fof-20F3-landing-in-exploitation", reading="both"),
    ),
)
