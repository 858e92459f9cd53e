"""A rules engine for the Europa series of board wargames.

    import europa_rules as er
    rules = er.load("fof")
    print(er.odds("14-10 Pz XX, 2x 7-6 Inf XX vs 5-6 Inf XX in woods", rules))

The names below are the public interface; everything is loaded when first asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from europa_rules.air.drop_plans import CancelDrop, PlanDrop
    from europa_rules.air.flight_orders import FlyOperation
    from europa_rules.air.precedence import ClaimAirOperation, WaiveAirOperation
    from europa_rules.air.replacement_orders import PlaceAirUnit, RegroupAirUnits, RestoreAirUnit, WithdrawAirUnit
    from europa_rules.air_calculator import air_combat, antiaircraft
    from europa_rules.analysis import Distribution, outcomes
    from europa_rules.board import Board
    from europa_rules.bombing_calculator import bombing
    from europa_rules.calculators import odds
    from europa_rules.campaign.deployment import AssignHex, Deploy, PlaceWork, Undeploy
    from europa_rules.citations import Citation, rule
    from europa_rules.contributions import (
        ChartFolder,
        Checker,
        Gate,
        Modifier,
        Option,
        Prohibition,
        Source,
        StepContribution,
    )
    from europa_rules.errors import (
        BadQuestion,
        ContributionConflict,
        DataError,
        EuropaError,
        Fault,
        IllegalAnswer,
        IllegalOrder,
        MapChanged,
        MapMissing,
        NotationError,
        OtherVersion,
        PluginError,
        PluginMissing,
        ReplayDiffers,
        StateError,
        UndoRefused,
        UnknownHex,
        UnknownName,
        UnknownQuestion,
    )
    from europa_rules.game import PASS, Game, replay
    from europa_rules.game_log import LogEntry
    from europa_rules.ground.attacks import Attack
    from europa_rules.ground.breakdowns import Assemble, BreakDown
    from europa_rules.ground.bridge_seizure import SeizeBridge
    from europa_rules.ground.combat import AttackFacts
    from europa_rules.ground.construction_sites import Build, Demolish, Repair
    from europa_rules.ground.movement_counters import LoadUnits
    from europa_rules.ground.moves import Move
    from europa_rules.ground.overruns import Overrun
    from europa_rules.ground.rail import RailMove
    from europa_rules.ground.supply_sources import SupplySource
    from europa_rules.ground.supply_view import View
    from europa_rules.ground.terrain import HexEntry
    from europa_rules.hexes import Hex, hexref
    from europa_rules.hooks import hookimpl
    from europa_rules.ledger import Reckoning
    from europa_rules.loading import load
    from europa_rules.orders import OrderKind
    from europa_rules.orders_of_battle.lines import OrderOfBattle
    from europa_rules.orders_of_battle.reading import parse_ob, read_ob
    from europa_rules.orders_of_battle.writing import write_ob
    from europa_rules.permissions import Refusal, Ruling
    from europa_rules.plugins import PluginRecord, find_plugins
    from europa_rules.position import parse_position, write_position
    from europa_rules.procedure import Decision, Event, Opening, Procedure, Roll
    from europa_rules.questions import Answer, ask
    from europa_rules.render.picture import Picture, draw
    from europa_rules.ruleset import Ruleset, Variant
    from europa_rules.scenario_heads import Scenario
    from europa_rules.setting_up import position_of, scenarios, set_up_faults
    from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
    from europa_rules.state import FactKind, GameState, Moment, Piece
    from europa_rules.support_calculator import air_supported_odds
    from europa_rules.units import Rating, Unit

__version__ = "0.1.0"

_HOMES = {
    "air.drop_plans": ("CancelDrop", "PlanDrop"),
    "air.flight_orders": ("FlyOperation",),
    "air.precedence": ("ClaimAirOperation", "WaiveAirOperation"),
    "air.replacement_orders": ("PlaceAirUnit", "RegroupAirUnits", "RestoreAirUnit", "WithdrawAirUnit"),
    "air_calculator": ("air_combat", "antiaircraft"),
    "analysis": ("Distribution", "outcomes"),
    "board": ("Board",),
    "bombing_calculator": ("bombing",),
    "calculators": ("odds",),
    "campaign.deployment": ("AssignHex", "Deploy", "PlaceWork", "Undeploy"),
    "citations": ("Citation", "rule"),
    "contributions": (
        "ChartFolder",
        "Checker",
        "Gate",
        "Modifier",
        "Option",
        "Prohibition",
        "Source",
        "StepContribution",
    ),
    "errors": (
        "BadQuestion",
        "ContributionConflict",
        "DataError",
        "EuropaError",
        "Fault",
        "IllegalAnswer",
        "IllegalOrder",
        "MapChanged",
        "MapMissing",
        "NotationError",
        "OtherVersion",
        "PluginError",
        "PluginMissing",
        "ReplayDiffers",
        "StateError",
        "UndoRefused",
        "UnknownHex",
        "UnknownName",
        "UnknownQuestion",
    ),
    "game": ("PASS", "Game", "replay"),
    "game_log": ("LogEntry",),
    "ground.breakdowns": ("Assemble", "BreakDown"),
    "ground.bridge_seizure": ("SeizeBridge",),
    "ground.attacks": ("Attack",),
    "ground.combat": ("AttackFacts",),
    "ground.construction_sites": ("Build", "Demolish", "Repair"),
    "ground.moves": ("Move",),
    "ground.movement_counters": ("LoadUnits",),
    "ground.overruns": ("Overrun",),
    "ground.rail": ("RailMove",),
    "ground.supply_sources": ("SupplySource",),
    "ground.supply_view": ("View",),
    "ground.terrain": ("HexEntry",),
    "hexes": ("Hex", "hexref"),
    "hooks": ("hookimpl",),
    "ledger": ("Reckoning",),
    "loading": ("load",),
    "orders": ("OrderKind",),
    "orders_of_battle.lines": ("OrderOfBattle",),
    "orders_of_battle.reading": ("parse_ob", "read_ob"),
    "orders_of_battle.writing": ("write_ob",),
    "permissions": ("Refusal", "Ruling"),
    "plugins": ("PluginRecord", "find_plugins"),
    "position": ("parse_position", "write_position"),
    "procedure": ("Decision", "Event", "Opening", "Procedure", "Roll"),
    "questions": ("Answer", "ask"),
    "render.picture": ("Picture", "draw"),
    "ruleset": ("Ruleset", "Variant"),
    "scenario_heads": ("Scenario",),
    "setting_up": ("position_of", "scenarios", "set_up_faults"),
    "sides": ("ALLIED", "AXIS", "NEUTRAL", "Side", "Turn"),
    "state": ("FactKind", "GameState", "Moment", "Piece"),
    "support_calculator": ("air_supported_odds",),
    "units": ("Rating", "Unit"),
}
_HOME_OF = {name: module for module, names in _HOMES.items() for name in names}

__all__ = [
    "ALLIED",
    "AXIS",
    "NEUTRAL",
    "PASS",
    "Answer",
    "Assemble",
    "AssignHex",
    "Attack",
    "AttackFacts",
    "BadQuestion",
    "Board",
    "BreakDown",
    "Build",
    "CancelDrop",
    "ChartFolder",
    "Checker",
    "Citation",
    "ClaimAirOperation",
    "ContributionConflict",
    "DataError",
    "Decision",
    "Demolish",
    "Deploy",
    "Distribution",
    "EuropaError",
    "Event",
    "FactKind",
    "Fault",
    "FlyOperation",
    "Game",
    "GameState",
    "Gate",
    "Hex",
    "HexEntry",
    "IllegalAnswer",
    "IllegalOrder",
    "LoadUnits",
    "LogEntry",
    "MapChanged",
    "MapMissing",
    "Modifier",
    "Moment",
    "Move",
    "NotationError",
    "Opening",
    "Option",
    "OrderKind",
    "OrderOfBattle",
    "OtherVersion",
    "Overrun",
    "Picture",
    "Piece",
    "PlaceAirUnit",
    "PlaceWork",
    "PlanDrop",
    "PluginError",
    "PluginMissing",
    "PluginRecord",
    "Procedure",
    "Prohibition",
    "RailMove",
    "Rating",
    "Reckoning",
    "Refusal",
    "RegroupAirUnits",
    "Repair",
    "ReplayDiffers",
    "RestoreAirUnit",
    "Roll",
    "Ruleset",
    "Ruling",
    "Scenario",
    "SeizeBridge",
    "Side",
    "Source",
    "StateError",
    "StepContribution",
    "SupplySource",
    "Turn",
    "Undeploy",
    "UndoRefused",
    "Unit",
    "UnknownHex",
    "UnknownName",
    "UnknownQuestion",
    "Variant",
    "View",
    "WaiveAirOperation",
    "WithdrawAirUnit",
    "__version__",
    "air_combat",
    "air_supported_odds",
    "antiaircraft",
    "ask",
    "bombing",
    "draw",
    "find_plugins",
    "hexref",
    "hookimpl",
    "load",
    "odds",
    "outcomes",
    "parse_ob",
    "parse_position",
    "position_of",
    "read_ob",
    "replay",
    "rule",
    "scenarios",
    "set_up_faults",
    "write_ob",
    "write_position",
]


def __getattr__(name: str) -> object:
    """Load a public name when it is first asked for."""
    if name not in _HOME_OF:
        raise AttributeError(f"module 'europa_rules' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"europa_rules.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
