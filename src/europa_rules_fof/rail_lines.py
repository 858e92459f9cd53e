"""Rail movement of 1940 (FoF 7A, 14K1, 31E): lines owned since the player turn began, and no capacity for R units.

Which nets there are is lost in the book; each side has one, and capacity is raised, built and lost as in Second Front
where that reading is chosen.
"""

from __future__ import annotations

from importlib import resources

from europa_rules.campaign.rail_territories import nets_by_territory
from europa_rules.contributions import ChartFolder, Gate, Modifier, Prohibition, Source, StepContribution
from europa_rules.ground.construction import WorkFacts
from europa_rules.ground.facts import OWNER_BEFORE
from europa_rules.ground.ownership import GAINED, HexGained
from europa_rules.ground.rail_capacity import NETS, building_step, lose_capacity
from europa_rules.ground.rail_nets import RailUse
from europa_rules.ground.rail_rides import BREAK_RAIL_LINE, PHASES, RailFacts
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules_fof.nation_zones import INVASION_TURN, YES

BUILT = Gate(point="fof-7A1-rail-nets", reading="building")
READINGS = resources.files("europa_rules_fof") / "readings"


def uses_hexes_taken_in_the_turn(facts: RailFacts) -> bool:
    """Whether the ride leads over a hex that the side did not own as the player turn began."""
    return any(not there.owned_at_start for there in facts.hexes)


def has_no_line_to_a_yard(facts: RailFacts) -> bool:
    """Whether no line of own rail hexes leads from the unit to an own yard."""
    return facts.on_rail and not facts.traces_to_yard


def is_german_invader(facts: RailFacts) -> bool:
    """Whether a German unit would ride on the turn of the invasion."""
    return facts.unit.nation == "ge" and facts.situation.get(INVASION_TURN) == YES


def breaks_a_line(facts: WorkFacts) -> bool:
    """Whether a unit would break a rail line."""
    return facts.work == BREAK_RAIL_LINE


def is_rail_only(facts: RailUse) -> bool:
    """Whether the unit moves by rail only."""
    return facts.unit.is_rail_only


def remember_owner(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state that remembers who owned a hex as the player turn began."""
    known = state.recall(OWNER_BEFORE, facts.hex) is not None
    return state if known else state.noting(OWNER_BEFORE, facts.hex, facts.before)


MODIFIERS = (
    Modifier(
        "a rail-only unit uses no capacity",
        "rail capacity use",
        by="FoF 14K1",
        amount=0,
        change="become",
        when=is_rail_only,
    ),
)
PROHIBITIONS = (
    Prohibition(
        "rail hexes taken in the player turn",
        "rail",
        by="FoF 7A",
        why="only rail hexes that were friendly-owned as the player turn began are used",
        when=uses_hexes_taken_in_the_turn,
        possible="use them from the next player turn on",
    ),
    Prohibition(
        "no line to a yard",
        "rail",
        by="FoF 7A",
        why="no line of own rail hexes leads from the unit to an own rail marshaling yard",
        when=has_no_line_to_a_yard,
    ),
    Prohibition(
        "units break no rail lines",
        "construction",
        by="FoF 6",
        why="units cannot break rail lines",
        when=breaks_a_line,
        gate=Gate(point="fof-6-breaking-rail-lines", reading="none"),
    ),
    Prohibition(
        "no German rail movement on the invasion turn",
        "rail",
        by="FoF 31E1",
        why="German forces use no rail movement on the turn of the invasion",
        when=is_german_invader,
    ),
)
SOURCES = (
    Source("rail nets of 1940", NETS, by="FoF 7A4", value=nets_by_territory),
    Source("owner as the player turn began", GAINED, by="FoF 7A", value=remember_owner),
    Source("units ride in reaction", PHASES, by="FoF 31E2b", value="reaction"),
    Source("capacity lost with the last yard", GAINED, by="FoF 7A4", value=lose_capacity, gate=BUILT),
)
STEPS: tuple[StepContribution, ...] = (building_step("FoF 7A4", BUILT),)
CHARTS: tuple[ChartFolder, ...] = (ChartFolder(READINGS / "rail_capacity_built", BUILT),)
