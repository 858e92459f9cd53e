"""Preparing for play and the scenarios (SF 41): the order of the set-up, what it allows, and what scenarios add.

Needs an action of the set-up or the name of a scenario; gives rulings and the facts of scenarios, which stand in their
files (`scenarios/`). The set-up itself is played through the steps of those files.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.campaign.regions import find_place, fits_terms, theater_of
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.numbers import counted
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import Scenario
from europa_rules.sides import ALLIED, AXIS, Side, Turn

BY = Citation("SF", "41A")
ETO_SCENARIO, MTO_SCENARIO = "eto", "mto"
GREATER_GERMANY, SOUTH = "Greater Germany", "South"

SEQUENCE = (
    "axis_deploys",
    "allied_deploys",
    "allied_plans_landings",
    "axis_redeploys",
    "pre_game_allied_movement_phase",
)
"""The steps of preparing for play, in order."""

TURNS_PLANNED = 2
REDEPLOYED = 7

CARGO = frozenset({"embark", "disembark", "transport_cargo", "naval_transport", "land", "landing"})
TRANSPORT = frozenset(
    {"air_transport", "transport_mission", "transport", "regular_transport", "air_drop", "air_supply"}
)
GROUND = frozenset({"move_ground_unit"})
REACTION = frozenset({"reaction_movement"})
OF_THE_AXIS = REACTION | {"naval_patrol", "interception", "patrol_attack"}
"""What units of the Axis may do in the pre-game phase."""


# --- the set-up (41A) ------------------------------------------------------------------------------------------------


@rule("SF 41A")
def in_order(items: Iterable[str]) -> tuple[str, ...]:
    """Steps of preparing for play in their order. Raises UnknownName for one there is not.

    >>> in_order(["axis_redeploys", "allied_deploys"])
    ('allied_deploys', 'axis_redeploys')
    """
    given = tuple(items)
    for item in given:
        if item not in SEQUENCE:
            raise unknown("step of preparing for play", item, SEQUENCE)
    return tuple(sorted(given, key=SEQUENCE.index))


@rule("SF 41A")
def rule_on_redeploying(theater: str, units: int, rules: Ruleset) -> Ruling:
    """Whether the Axis player may redeploy so many units of one of his theaters.

    >>> from europa_rules import load
    >>> print(rule_on_redeploying("West", 8, load("sf")))
    refused: 8 units would be redeployed in the theater West (SF 41A). Possible: at most 7 units.
    """
    own = [t.name for t in rules.charts.regions.theaters if t.side == AXIS and t.controlled]
    return Ruling.refuse_if(
        theater not in own, f"{theater} is no theater of the Axis player", BY, possible=" or ".join(own)
    ) & Ruling.refuse_if(
        units > REDEPLOYED,
        f"{counted(units, 'unit')} would be redeployed in the theater {theater}",
        BY,
        possible=f"at most {REDEPLOYED} units",
    )


@rule("SF 41A")
def rule_on_planning(game_turn: int) -> Ruling:
    """Whether landings on a game turn, counted from 1, may be planned in the set-up.

    >>> rule_on_planning(2).allowed, rule_on_planning(3).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        not 1 <= game_turn <= TURNS_PLANNED,
        f"landings on game turn {game_turn} are not planned in the set-up",
        BY,
        possible="plan those of the first and second game turns",
    )


@rule("SF 41A")
def rule_on_placing_work(buildable: bool) -> Ruling:
    """Whether a fort or airfield may be placed in a hex in the set-up: where it could be built.

    >>> print(rule_on_placing_work(False))
    refused: it could not be built there (SF 41A). Possible: a hex where it could be built (14A1).
    """
    return Ruling.refuse_if(
        not buildable, "it could not be built there", BY, possible="a hex where it could be built (14A1)"
    )


@frozen
class PregameAct:
    """Something that a side would do in the pre-game Allied movement phase.

    Attributes:
        side: who. action: what, such as "embark", "move_naval_group", "move_ground_unit" or "air_transport".
    """

    side: Side
    action: str


@rule("SF 41A")
def rule_on_pregame(facts: PregameAct) -> Ruling:
    """Whether a side may do something in the pre-game Allied movement phase.

    >>> print(rule_on_pregame(PregameAct(ALLIED, "embark")))
    refused: cargo is neither embarked, disembarked nor transported before the game begins (SF 41A).
    >>> rule_on_pregame(PregameAct(ALLIED, "reaction_movement")).allowed
    False
    >>> [rule_on_pregame(PregameAct(AXIS, action)).allowed for action in ("reaction_movement", "sail")]
    [True, False]
    """
    does = {facts.action}
    return (
        Ruling.refuse_if(
            bool(does & CARGO), "cargo is neither embarked, disembarked nor transported before the game begins", BY
        )
        & Ruling.refuse_if(bool(does & GROUND), "no ground unit moves before the game begins", BY)
        & Ruling.refuse_if(bool(does & TRANSPORT), "no transport mission is flown before the game begins", BY)
        & Ruling.refuse_if(
            facts.side == AXIS and not does & OF_THE_AXIS,
            "the phase is the Allied player's",
            BY,
            possible="naval reaction, naval patrol, interception and patrol attack",
        )
        & Ruling.refuse_if(
            facts.side != AXIS and bool(does & REACTION),
            "naval units of the Axis react to those of the Allied player, who moves his in the phase",
            BY,
            possible="move the naval group",
        )
    )


# --- scenarios (41B) -------------------------------------------------------------------------------------------------


@rule("SF 41B")
def scenario_titled(name: str, rules: Ruleset) -> Scenario:
    """The scenario of an id or title. Raises UnknownName with the nearest one.

    >>> from europa_rules import load
    >>> scenario_titled("The ETO", load("sf")).id
    'eto'
    """
    for scenario in rules.scenarios.values():
        if name in (scenario.id, scenario.title):
            return scenario
    raise unknown("scenario", name, [scenario.title for scenario in rules.scenarios.values()])


@frozen
class ScenarioFacts:
    """The span of a scenario and the theaters of its players.

    Attributes:
        first, last: game turns.
        allied, axis: the theaters that each player controls in full. limited: those that the Axis player controls in a
            limited way.
    """

    first: Turn
    last: Turn
    allied: tuple[str, ...]
    axis: tuple[str, ...]
    limited: tuple[str, ...] = ()


@rule("SF 41B1", "SF 41B2", "SF 41B3", "SF 41B4")
def facts_of(name: str, rules: Ruleset) -> ScenarioFacts:
    """The span of a scenario and the theaters of its players.

    >>> from europa_rules import load
    >>> facts_of("The MTO", load("sf")).axis, facts_of("The MTO", load("sf")).limited
    (('South',), ('Greater Germany',))
    """
    scenario = scenario_titled(name, rules)
    sides = {own.side: own for own in scenario.sides}
    full = tuple(theater for theater in sides[AXIS].theaters if theater not in sides[AXIS].limited)
    return ScenarioFacts(scenario.first, scenario.last, sides[ALLIED].theaters, full, sides[AXIS].limited)


BASES = ("region North Africa", "district Sicilia", "district Sardegna", "district Corse", "hex 26:2422")
"""Where the Allied player may use ports in the Mediterranean though he does not control the MTO (41B3)."""

ETO, OFF_MAP, BOXES = "ETO", "off_map_ports", ("Britain", "North Africa")
"""The theater that he controls, the chart of ports off the map, and the holding boxes whose ports he may use."""


def _is_of_eto(port: str, rules: Ruleset) -> bool:
    """Whether a port serves the Allied player in the scenario of the ETO; off-map ports by their holding box."""
    chart = rules.charts[OFF_MAP]
    boxes = {chart.text("rows", row, "name").value: chart.text("rows", row, "box").value for row in chart.rows("rows")}
    if port in boxes:
        return boxes[port] in BOXES
    place = find_place(port, rules)
    return theater_of(place, ALLIED, (), rules) == ETO or fits_terms(BASES, place, (), rules)


@rule("SF 41B3")
def rule_on_port_use(scenario: str, port: str, rules: Ruleset) -> Ruling:
    """Whether the Allied player may use a port, as far as the theaters of a scenario go.

    port: its city or hex.

    >>> from europa_rules import load
    >>> rule_on_port_use("The ETO", "Napoli", load("sf")).allowed
    True
    >>> print(rule_on_port_use("The ETO", "Bari", load("sf")))
    refused: Bari is a port outside the theater of the scenario (SF 41B3). Possible: ...
    >>> [rule_on_port_use("The ETO", port, load("sf")).allowed for port in ("Liverpool", "Oran", "Gibraltar")]
    [True, True, False]
    """
    return Ruling.refuse_if(
        scenario_titled(scenario, rules).id == ETO_SCENARIO and not _is_of_eto(port, rules),
        f"{port} is a port outside the theater of the scenario",
        Citation("SF", "41B3"),
        possible="a port of the ETO, North Africa, Sicily, Sardinia or Corsica, or Napoli",
    )


@frozen
class GermanMove:
    """Forces of Greater Germany that would move into the South theater.

    Attributes:
        scenario: the scenario, by id or title.
        allies_entered: whether an Allied ground unit has entered a hex of Greater Germany.
        is_listed: whether the order of battle lists them as transferring there.
    """

    scenario: str
    allies_entered: bool = False
    is_listed: bool = False


@rule("SF 41B4")
def rule_on_moving_south(facts: GermanMove, rules: Ruleset) -> Ruling:
    """Whether forces of Greater Germany may move into the South theater, as far as limited control goes.

    >>> from europa_rules import load
    >>> rule_on_moving_south(GermanMove("The MTO", allies_entered=True), load("sf")).allowed
    True
    >>> rule_on_moving_south(GermanMove("The MTO"), load("sf")).allowed
    False
    """
    limited = facts_of(facts.scenario, rules).limited
    free = facts.allies_entered or facts.is_listed or GREATER_GERMANY not in limited
    return Ruling.refuse_if(
        not free,
        f"the Axis player has limited control over the forces of {GREATER_GERMANY}",
        Citation("SF", "41B4"),
        possible=f"those that the order of battle transfers, or any once Allied ground units are in {GREATER_GERMANY}",
    )


@rule("SF 41B4")
def surrenders_in_italy(cities: int, allied: int) -> bool:
    """Whether the Axis forces in Italy surrender.

    cities: the major and dot cities of Italy. allied: how many of them the Allied player owns.

    >>> surrenders_in_italy(30, 30), surrenders_in_italy(30, 29)
    (True, False)
    >>> [surrenders_in_italy(cities, 1) for cities in (0, 1, 2)]
    [False, True, False]
    """
    return 0 < cities <= allied
