"""House rules, slot by slot: each of the example's rules is asked for by its room, and changes what comes out."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import europa_rules as er
import europa_rules_fof.plugin
import europa_rules_sf.plugin
from europa_rules.air.aa_strength import ships_at
from europa_rules.air.bomb_runs import known_naval
from europa_rules.air.landing_troops import MinesLaid
from europa_rules.air.mission_results import Strike
from europa_rules.air.transport import DropHex, rule_on_drop_hex
from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.breakdowns import AssemblyFacts, BreakdownFacts, rule_on_assembly, rule_on_break_down
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.movement import ZocExit, reckon_zoc_exit
from europa_rules.ground.moves import openings_in
from europa_rules.ground.overruns import OverrunFacts, rule_on_overrun
from europa_rules.ground.rail_capacity import reckon_usable_capacity
from europa_rules.ground.rail_rides import Ride, reckon_ride, reckon_strategic_hexes
from europa_rules.ground.retreat_before_combat import RetreatBeforeCombat, rule_on_retreat_before_combat
from europa_rules.ground.retreats import RetreatFacts, RetreatHex, rule_on_retreat_hex
from europa_rules.ground.stacking import StackFacts, rule_on_stack
from europa_rules.ground.supply_view import ports_of, size_of_port
from europa_rules.ground.terrain import HexEntry, reckon_entry_cost
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.slots import MODIFIER_SLOTS, PROHIBITION_SLOTS, SOURCE_SLOTS
from europa_rules.units import Rating, Size, Unit

SCRIPT = Path(__file__).parents[1] / "examples" / "slot_by_slot.py"


def example() -> ModuleType:
    """The example, as a module."""
    spec = importlib.util.spec_from_file_location("slot_by_slot", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


HOUSE = example()


@pytest.fixture(scope="module")
def sf() -> Ruleset:
    """Second Front by the rules of the house."""
    return er.load("sf", plugins=["sf", HOUSE])


def unit(rating: str, type_: str = "infantry", size: Size = "division", nation: str = "ge") -> Unit:
    return Unit(nation, type_, size, Rating.parse(rating))


CAVALRY, PANZERS, GUNS = unit("3-8", "cavalry"), unit("14-10", "armor"), unit("4-3-6", "siege_artillery", "battalion")
INFANTRY, FRENCH, BRITISH = unit("7-6"), unit("6-6", nation="fr"), unit("7-6", nation="br")
REGIMENT, GARRISON = unit("2-6", size="regiment"), unit("0-4-0", "fortress", "regiment")
WHERE = f"{HOUSE.DUNKERQUE} ge 14-10 Pz XX 1 | Jul I 43, Axis movement"


def wade(rules: Ruleset) -> er.Reckoning:
    return reckon_entry_cost(HexEntry(("other",), "clear", weather="mud", unit=CAVALRY), rules)


def capacity(rules: Ruleset) -> er.Reckoning:
    state = er.parse_position(WHERE, rules)
    return reckon_usable_capacity("Britain", er.ALLIED, state, rules)


RECKONED: dict[str, Callable[[Ruleset], er.Reckoning]] = {
    "House 1": wade,
    "House 2": lambda rules: reckon_zoc_exit(ZocExit(CAVALRY, "full"), rules),
    "House 3": lambda rules: reckon_ride(Ride(PANZERS, 20), rules),
    "House 4": lambda rules: reckon_strategic_hexes(Ride(PANZERS, strategic=True), rules),
    "House 5": capacity,
}

RULED_ON: dict[str, Callable[[Ruleset], Ruling]] = {
    "House 7": lambda rules: er.odds("2x 7-6 Inf XX vs 0-1-5 Cons III in clear", rules).ruling,
    "House 8": lambda rules: rule_on_retreat_hex(
        RetreatHex("a", country="Switzerland"), RetreatFacts(INFANTRY, ()), rules
    ),
    "House 9": lambda rules: rule_on_advance(AdvanceFacts((GUNS,)), rules),
    "House 10": lambda rules: rule_on_stack(StackFacts((FRENCH, BRITISH)), rules),
    "House 11": lambda rules: rule_on_overrun(OverrunFacts(50, 1, ground=Ground("mountain")), rules),
    "House 12": lambda rules: rule_on_break_down(BreakdownFacts(BRITISH), rules),
    "House 13": lambda rules: rule_on_assembly(AssemblyFacts(PANZERS, phase="exploitation"), rules),
    "House 14": lambda rules: rule_on_retreat_before_combat(RetreatBeforeCombat(Combatant(GARRISON)), rules),
    "House 15": lambda rules: rule_on_drop_hex(DropHex("woods"), rules),
}


@pytest.mark.parametrize("rule", RECKONED)
def test_a_rule_of_the_house_changes_a_reckoning(rule: str, sf: Ruleset) -> None:
    by_the_house, by_the_book = RECKONED[rule](sf), RECKONED[rule](er.load("sf", plugins=["sf"]))
    assert rule in map(str, by_the_house.citations)
    assert by_the_house.value != by_the_book.value


def test_house_6_small_regiments_stack_by_halves(sf: Ruleset) -> None:
    many = StackFacts((REGIMENT,) * 8)
    assert rule_on_stack(many, sf).allowed
    assert not rule_on_stack(many, er.load("sf", plugins=["sf"])).allowed


@pytest.mark.parametrize("rule", RULED_ON)
def test_a_rule_of_the_house_forbids(rule: str, sf: Ruleset) -> None:
    assert rule in map(str, RULED_ON[rule](sf).citations)
    assert rule not in map(str, RULED_ON[rule](er.load("sf", plugins=["sf"])).citations)


def test_house_16_the_other_side_may_react_to_a_move(sf: Ruleset) -> None:
    state = er.parse_position(WHERE, sf)
    asked = next(openings_in(HOUSE.DUNKERQUE, state, sf))
    assert isinstance(asked, er.Opening) and asked.players == (er.ALLIED,)


def test_house_17_a_convoy_can_be_bombed(sf: Ruleset) -> None:
    state = er.parse_position(WHERE, sf)
    aims = known_naval("naval_units_in_port")
    assert [bool(aims(HOUSE.DUNKERQUE, side, state, sf)) for side in (er.AXIS, er.ALLIED)] == [True, False]
    strike = Strike("naval_units_in_port", HOUSE.DUNKERQUE, er.AXIS, ())
    event = next(HOUSE.sink(strike, 2, state, sf))
    assert isinstance(event, er.Event) and str(event.by[0]) == "House 17"


def test_house_18_mines_are_remembered(sf: Ruleset) -> None:
    state = er.parse_position(WHERE, sf)
    (source,) = sf.sources("mines laid")
    assert callable(source.value)
    after = source.value(MinesLaid(HOUSE.NARROWS, er.AXIS, 3), state, sf)
    assert after.recall(HOUSE.MINED, HOUSE.NARROWS) == er.AXIS


def test_house_19_a_ship_fires_at_aircraft(sf: Ruleset) -> None:
    state = er.parse_position(WHERE, sf)
    assert ships_at(HOUSE.CALAIS, er.AXIS, state, sf).in_port == (2,)
    assert ships_at(HOUSE.CALAIS, er.ALLIED, state, sf).in_port == ()


def test_house_20_21_22_a_port_is_closed_and_another_opened(sf: Ruleset) -> None:
    book = er.load("sf", plugins=["sf"])
    open_to_axis = {}
    for rules in (sf, book):
        state = er.parse_position(WHERE, rules)
        everything = (1 << len(rules.board.hexes)) * 64 - 1
        open_to_axis[rules] = ports_of(er.AXIS, everything, state, rules).usable(
            ("standard", "minor", "major", "great")
        )
    assert open_to_axis[sf] != open_to_axis[book]
    state = er.parse_position(WHERE, sf)
    assert [size_of_port(HOUSE.BEACH, state, rules) for rules in (sf, book)] == ["minor", ""]


def test_every_slot_is_shown_by_a_game_or_by_the_house() -> None:
    shown = {given.slot for given in (*HOUSE.MODIFIERS, *HOUSE.PROHIBITIONS, *HOUSE.SOURCES)}
    assert len(shown) == 22 == len({given.by for given in (*HOUSE.MODIFIERS, *HOUSE.PROHIBITIONS, *HOUSE.SOURCES)})
    sys.path.append(str(SCRIPT.parent / "tannenbaum" / "src"))
    third = importlib.import_module("tannenbaum.plugin")
    for plugin, game in ((europa_rules_fof.plugin, "fof"), (europa_rules_sf.plugin, "sf"), (third, "tannenbaum")):
        shown |= {given.slot for given in plugin.europa_modifiers(game)}
        shown |= {given.slot for given in plugin.europa_prohibitions(game)}
        shown |= {given.slot for given in plugin.europa_sources(game)}
    assert [slot for slot in (*MODIFIER_SLOTS, *PROHIBITION_SLOTS, *SOURCE_SLOTS) if slot not in shown] == []


def test_the_script_tells_what_it_forbids(capsys: pytest.CaptureFixture[str]) -> None:
    HOUSE.main()
    told = capsys.readouterr().out
    assert "construction units alone are not attacked (House 7)" in told
    assert told.count("House") == 23
