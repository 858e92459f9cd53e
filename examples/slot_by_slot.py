"""Twenty-two house rules: one for each slot of contributions that neither game needs.

Each is a record, and each can be played by itself. Hand the module in beside a game, as in
`er.load("sf", plugins=["sf", slot_by_slot])`; run it with `python examples/slot_by_slot.py` to see what it forbids and
changes. The slots that the games use themselves have their examples there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from fractions import Fraction

import europa_rules as er
from europa_rules.air.aa_strength import Ships
from europa_rules.air.bomb_runs import NavalTarget
from europa_rules.air.landing_troops import MinesLaid
from europa_rules.air.mission_results import Strike
from europa_rules.air.transport import DropHex
from europa_rules.ground.advance import AdvanceFacts
from europa_rules.ground.breakdowns import AssemblyFacts, BreakdownFacts
from europa_rules.ground.movement import ZocExit
from europa_rules.ground.overruns import OverrunFacts
from europa_rules.ground.rail_nets import NetShare
from europa_rules.ground.rail_rides import Ride
from europa_rules.ground.retreat_before_combat import RetreatBeforeCombat
from europa_rules.ground.retreats import RetreatHex
from europa_rules.ground.stacking import StackedUnit, StackFacts
from europa_rules.procedure import Procedure, record

CALAIS, DUNKERQUE, BEACH, NARROWS = map(er.hexref, ("16A:0732", "16A:0731", "16A:0733", "16A:0631"))
MINED = er.FactKind("sea hex with mines of the house", "game", str)


# --- what things cost (House 1 to 6) ----------------------------------------------------------------------------------


def wades(facts: er.HexEntry) -> bool:
    """Whether cavalry goes through mud."""
    return facts.weather == "mud" and facts.unit is not None and facts.unit.type == "cavalry"


def slips_away(facts: ZocExit) -> bool:
    """Whether cavalry leaves a hex in an enemy ZOC."""
    return facts.unit is not None and facts.unit.type == "cavalry"


def loads_panzers(facts: Ride) -> bool:
    """Whether panzers ride by rail."""
    return facts.unit.type == "armor"


def is_on_strike(facts: NetShare) -> bool:
    """Whether the railwaymen of the Allied side work to rule."""
    return facts.side == er.ALLIED


def is_regiment(facts: StackedUnit) -> bool:
    """Whether a unit is an infantry regiment."""
    return facts.unit.type == "infantry" and facts.unit.size == "regiment"


MODIFIERS = [
    er.Modifier("horses in the mud", "movement cost", "House 1", amount=1, when=wades),
    er.Modifier("cavalry slips away", "zoc exit cost", "House 2", amount=1, when=slips_away, change="at most"),
    er.Modifier("panzers are loaded", "rail cost", "House 3", amount=1, when=loads_panzers),
    er.Modifier("panzers are loaded", "strategic rail hexes", "House 4", amount=-10, when=loads_panzers),
    er.Modifier("work to rule", "rail capacity", "House 5", amount=-2, when=is_on_strike),
    er.Modifier("small regiments", "stacking size", "House 6", amount=Fraction(1, 2), when=is_regiment, change="times"),
]


# --- what is forbidden (House 7 to 15) --------------------------------------------------------------------------------


def builders_only(facts: er.AttackFacts) -> bool:
    """Whether nobody but construction units would defend."""
    return all(who.unit.type == "construction" for who in facts.defenders)


def crosses_into_switzerland(facts: RetreatHex) -> bool:
    """Whether a unit would be interned."""
    return facts.country == "Switzerland"


def brings_siege_guns(facts: AdvanceFacts) -> bool:
    """Whether siege artillery would advance."""
    return any(unit.type == "siege_artillery" for unit in facts.units)


def mixes_nations(facts: StackFacts) -> bool:
    """Whether units of two nations would stand in one hex."""
    return len({unit.nation for unit in facts.units}) > 1


def is_in_mountains(facts: OverrunFacts) -> bool:
    """Whether units would be overrun in mountains."""
    return facts.ground.terrain == "mountain"


def is_british(facts: BreakdownFacts) -> bool:
    """Whether a British division would break down."""
    return facts.unit.nation == "br"


def is_late(facts: AssemblyFacts) -> bool:
    """Whether units would be assembled in the exploitation phase."""
    return facts.phase == "exploitation"


def is_garrison(facts: RetreatBeforeCombat) -> bool:
    """Whether fortress units would leave their posts."""
    return facts.who.unit.type == "fortress"


def goes_into_trees(facts: DropHex) -> bool:
    """Whether something would be dropped over woods."""
    return facts.terrain in ("woods", "forest")


PROHIBITIONS = [
    er.Prohibition(
        "builders alone",
        "defend",
        "House 7",
        "construction units alone are not attacked",
        builders_only,
        "overrun them",
    ),
    er.Prohibition("internment", "retreat into hex", "House 8", "it would be interned", crosses_into_switzerland),
    er.Prohibition(
        "guns stay", "advance", "House 9", "siege artillery does not advance", brings_siege_guns, "leave it behind"
    ),
    er.Prohibition("no mixed stacks", "stack", "House 10", "units of two nations do not stack", mixes_nations),
    er.Prohibition("no overruns uphill", "overrun", "House 11", "nobody is overrun in mountains", is_in_mountains),
    er.Prohibition("whole divisions", "break down", "House 12", "British divisions stay whole", is_british),
    er.Prohibition(
        "too late", "assemble", "House 13", "nothing is assembled in exploitation", is_late, "do it as movement ends"
    ),
    er.Prohibition(
        "garrisons stay", "retreat before combat", "House 14", "fortress units stay at their posts", is_garrison
    ),
    er.Prohibition("no drop into trees", "drop hex", "House 15", "the trees are in the way", goes_into_trees),
]


# --- what rules collect (House 16 to 22) ------------------------------------------------------------------------------


def is_axis_turn(state: er.GameState) -> bool:
    """Whether the Axis player moves, to whose moves the Allied player may react."""
    return state.phasing == er.AXIS


def has_convoy(ref: er.Hex, side: er.Side, state: er.GameState, rules: er.Ruleset) -> bool:
    """Whether the convoy that the Axis player may bomb is there."""
    return ref == DUNKERQUE and side == er.AXIS


def sink(strike: Strike, hits: int, state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """The convoy loses a ship for each hit."""
    by = (er.Citation("House", "17"),)
    return (yield from record(er.Event(f"the convoy loses {hits} ships", by, state, "convoy bombed")))


def remember_mines(laid: MinesLaid, state: er.GameState, rules: er.Ruleset) -> er.GameState:
    """Whose mines lie in a sea hex."""
    return state.noting(MINED, laid.hex, laid.side)


def flak_ship(ref: er.Hex, side: er.Side, state: er.GameState, rules: er.Ruleset) -> Ships:
    """An old cruiser in Calais, which fires for the Allied side."""
    return Ships(in_port=(2,)) if (ref, side) == (CALAIS, er.ALLIED) else Ships()


def mined_narrows(side: er.Side, state: er.GameState, rules: er.Ruleset) -> Iterable[er.Hex]:
    """The narrows through which the Axis side traces no lines."""
    return [NARROWS] if side == er.AXIS else []


def blocked_port(side: er.Side, state: er.GameState, rules: er.Ruleset) -> Iterable[er.Hex]:
    """The port that the Axis side cannot use."""
    return [CALAIS] if side == er.AXIS else []


def open_beach(state: er.GameState, rules: er.Ruleset) -> Iterable[tuple[er.Hex, str]]:
    """A beach that serves as a minor port."""
    return [(BEACH, "minor")]


SOURCES = [
    er.Source("partisans look on", "movement openings", "House 16", er.ALLIED, is_axis_turn),
    er.Source("a convoy", "naval units bombed", "House 17", NavalTarget("naval_units_in_port", has_convoy, sink)),
    er.Source("mines", "mines laid", "House 18", remember_mines),
    er.Source("a flak ship", "antiaircraft of ships", "House 19", flak_ship),
    er.Source("the narrows", "naval line blockers", "House 20", mined_narrows),
    er.Source("wrecks", "ports that cannot be used", "House 21", blocked_port),
    er.Source("a beach", "further ports", "House 22", open_beach),
]


@er.hookimpl
def europa_modifiers(variant: str) -> Iterable[er.Modifier]:
    """What changes costs and sizes."""
    return MODIFIERS


@er.hookimpl
def europa_prohibitions(variant: str) -> Iterable[er.Prohibition]:
    """What is forbidden."""
    return PROHIBITIONS


@er.hookimpl
def europa_sources(variant: str) -> Iterable[er.Source]:
    """What rules collect."""
    return SOURCES


@er.hookimpl
def europa_fact_kinds(variant: str) -> Iterable[er.FactKind[str]]:
    """Where mines lie."""
    return [MINED]


def main() -> None:
    """Play one rule, and list them all."""
    rules = er.load("fof", plugins=["fof", sys.modules[__name__]])
    print(er.odds("2x 7-6 Inf XX vs 0-1-5 Cons III in clear", rules).ruling)
    given: list[er.Modifier | er.Prohibition | er.Source] = [*MODIFIERS, *PROHIBITIONS, *SOURCES]
    for rule in given:
        print(f"{rule.by[0]}: {rule.name} ({rule.slot})")


if __name__ == "__main__":
    main()
