"""Harassment (rule 20G2d): hits by bombing points, how long they last, and what they cost those who move.

Needs the points delivered to a hex, or the hits in the hexes that a side leaves; gives hits, MPs and rail hexes with
their ledger. The ground rooms know only that leaving these hexes costs something. The air units that flew it stay
inoperative through the next player turn.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import frozen

from europa_rules.air.facts import HARASSED, HARASSMENT, HARASSMENT_IGNORED, harassed_by
from europa_rules.air.flight_orders import flight_of, operation_at
from europa_rules.air.flights import reckon_bombing_strength
from europa_rules.air.mission_results import RESULTS as MISSION_RESULTS
from europa_rules.air.mission_results import MissionResults, Strike
from europa_rules.air.returning import LANDINGS, Landing
from europa_rules.citations import rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.leaving import LEAVING, Leaving
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, counted, show
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn, are_enemies
from europa_rules.state import GameState

CHART = "harassment"
MISSION = "harassment"
REGULAR, ADMIN, OPERATIONAL_RAIL, STRATEGIC_RAIL = "regular", "admin", "operational-rail", "strategic-rail"
_PHASES = ("movement", "exploitation")
_POINT = "20G2d-rail-hexes-lost"

# --- hits ------------------------------------------------------------------------------------------------------------


@frozen
class HarassmentBombing:
    """Harassment of a hex: bombing points delivered there, and hits that are in the hex already."""

    points: Number
    existing: int = 0


@frozen
class HarassmentDamage:
    """What harassment does: its level, the hits in the hex and in each adjacent land hex, and all hits in the hex."""

    level: int
    in_hex: int
    around: int
    total: Reckoning


@rule("FoF 20G2d", "SF 20G2d")
def harass(facts: HarassmentBombing, rules: Ruleset) -> HarassmentDamage:
    """The level of harassment that bombing points reach, and its hits; a hex never has more than 2.

    >>> from europa_rules import load
    >>> damage = harass(HarassmentBombing(10), load("sf"))
    >>> damage.level, damage.in_hex, damage.around
    (3, 2, 1)
    """
    chart, by = rules.charts[CHART], rules.cite("20G2d")
    levels = [int(row) for row in chart.rows("rows") if chart.whole("rows", row, "points_from").value <= facts.points]
    level = str(max(levels))
    here, around = (chart.whole("rows", level, key) for key in ("hits_in_hex", "hits_in_adjacent_land_hexes"))
    total = Reckoning.of(here.value, f"level {level}", by).noting(caveat=here.caveat)
    if facts.existing:
        total = total.plus(facts.existing, "hits there already", by)
    most = chart.whole("limit", "hits_per_hex").value
    total = total.at_most(most, "the most in a hex", by) if total.value > most else total
    return HarassmentDamage(int(level), here.value, around.value, total)


@rule("FoF 20G2d", "SF 20G2d")
def add_hits(before: int, more: int, rules: Ruleset) -> int:
    """Harassment hits in a hex after more have been made: never above the most that a hex can have."""
    return min(before + more, rules.charts[CHART].whole("limit", "hits_per_hex").value)


# --- what they cost --------------------------------------------------------------------------------------------------


@frozen
class HarassedLeaving:
    """A unit that leaves a hex with harassment hits: how it moves, and whether it moves by rail only."""

    hits: int
    movement: str = REGULAR
    is_rail_only: bool = False


@frozen
class HarassmentCost:
    """What the hits cost: MPs, and hexes of rail movement."""

    mps: Reckoning
    hexes_lost: Reckoning


@rule("FoF 20G2d", "SF 20G2d")
def reckon_harassment_cost(facts: HarassedLeaving, rules: Ruleset) -> HarassmentCost:
    """What leaving a hex with harassment hits costs.

    >>> from europa_rules import load
    >>> print(reckon_harassment_cost(HarassedLeaving(2), load("sf")).mps)
    2 harassment hits (SF 20G2d) | = 2
    """
    by, chart = rules.cite("20G2d"), rules.charts[CHART]
    hits = Reckoning.of(facts.hits, "harassment hits", by)
    none = Reckoning.of(ZERO, "harassment", by)

    def times(key: str, why: str, found: Reckoning = hits) -> Reckoning:
        cell = chart.number("cost_per_hit", key)
        return (found.times(cell.value, why, by) if cell.value != 1 else found).noting(caveat=cell.caveat)

    if facts.movement == STRATEGIC_RAIL:
        return HarassmentCost(none, times("strategic_rail_hexes", "hexes for each"))
    if facts.movement == OPERATIONAL_RAIL and facts.is_rail_only:
        lost = times("rail_unit_hexes", "hexes for each", _rail_hits(hits, facts.hits, rules))
        return HarassmentCost(none, lost)
    return HarassmentCost(times("move_mp", "MPs for each"), none)


def _rail_hits(hits: Reckoning, number: int, rules: Ruleset) -> Reckoning:
    """The hits that count for a unit that moves by rail only: each, unless the book is read otherwise."""
    if number > 1:
        for point in rules.resting(_POINT):
            hits = hits.noting(rests_on=point)
        if rules.reads(_POINT, "flat"):
            hits = hits.at_most(1, "once for all hits", rules.cite("20G2d"))
    return hits


@rule("FoF 20G2d", "SF 20G2d")
def reckon_leaving(hits: int, rules: Ruleset) -> Leaving:
    """What leaving a hex with so many hits costs by all ways of moving; rail hexes of a rail-only unit in its MPs."""

    def cost(movement: str, is_rail_only: bool = False) -> HarassmentCost:
        return reckon_harassment_cost(HarassedLeaving(hits, movement, is_rail_only), rules)

    lost = cost(OPERATIONAL_RAIL, True).hexes_lost
    rate = rules.charts["rail_movement_rates"].whole("rows", "R", "hexes_per_mp")
    by = rules.cite("20G2d")
    rail_only = lost.times(Fraction(1, rate.value), f"{rate.value} rail hexes an MP", by).noting(caveat=rate.caveat)
    return Leaving(cost(REGULAR).mps, rail_only, cost(STRATEGIC_RAIL).hexes_lost)


# --- how long they last ----------------------------------------------------------------------------------------------


@frozen
class HarassmentFlown:
    """When harassment was flown: the game turn, whose player turn it was, and who flew it."""

    turn: Turn
    player: Side
    harasser: Side


@frozen
class HarassmentEnd:
    """When its hits are removed: the game turn and whose player turn, at the start of the initial phase."""

    turn: Turn
    player: Side
    phase: str = "initial"
    moment: str = "start"


@rule("FoF 20G2d", "SF 20G2d")
def harassment_ends(facts: HarassmentFlown, rules: Ruleset) -> HarassmentEnd:
    """When harassment hits are removed: as the next initial phase of the player who made them begins.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED, AXIS
    >>> end = harassment_ends(HarassmentFlown(Turn.parse("Jul I 44"), ALLIED, AXIS), load("sf"))
    >>> print(end.turn, end.player)
    Jul II 44 Axis
    """
    order = rules.variant.sides
    later = order.index(facts.harasser) > order.index(facts.player)
    return HarassmentEnd(facts.turn if later else facts.turn.next(), facts.harasser)


# --- on the board ----------------------------------------------------------------------------------------------------


def hits_in(ref: Hex, harasser: Side, state: GameState) -> int:
    """Harassment hits that a side has made in a hex."""
    return state.recall(HARASSMENT, harassed_by(harasser, ref)) or 0


def hits_against(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> int:
    """Harassment hits in a hex that a side suffers now: its enemies', but for those ignored in this phase."""
    made = max((hits_in(ref, enemy, state) for enemy in rules.variant.sides if are_enemies(enemy, side)), default=0)
    return max(0, made - (state.recall(HARASSMENT_IGNORED, ref) or 0))


@rule("FoF 20G2d", "SF 20G2d")
def costs_of_harassment(side: Side, state: GameState, rules: Ruleset) -> dict[Hex, Leaving]:
    """What leaving harassed hexes costs a side that moves in its own movement and exploitation phases."""
    if side != state.phasing or state.moment.phase not in _PHASES:
        return {}
    hexes = dict.fromkeys(Hex(subject.partition(": ")[2]) for subject in state.all_facts(HARASSMENT))
    hits = {ref: hits_against(ref, side, state, rules) for ref in hexes}
    return {ref: reckon_leaving(number, rules) for ref, number in hits.items() if number}


@rule("FoF 20G2d", "SF 20G2d")
def harass_target(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The points of all air units that harass a hex are added up; its hits and those around it are marked."""
    by, parts = rules.cite("20G2d"), []
    for unit in strike.units:
        flying = strike.flying(unit, state)
        flight = flight_of(state.air_piece(unit), flying, operation_at(flying.operation, state), state, rules)
        parts.append((unit, reckon_bombing_strength(flight, rules)))
    points = Reckoning.total("bombing points", parts, by)
    damage = harass(HarassmentBombing(points.value, hits_in(strike.target, strike.side, state)), rules)
    state = _mark((strike.target,), damage.in_hex, strike.side, state, rules)
    board = rules.board
    near = [ref for ref in board.neighbors_of(strike.target) if board.has_land(ref)] if damage.around else []
    state = _mark(near, damage.around, strike.side, state, rules)
    verb = "harasses" if len(strike.units) == 1 else "harass"
    text = f"{', '.join(strike.units)} {verb} {strike.target} with {show(points.value)} points: level {damage.level}"
    text += f", {counted(damage.total.value, 'hit')}"
    text += f", and {counted(Fraction(damage.around), 'hit')} in each land hex around" if near else ""
    ledgers = (("points", points), ("hits", damage.total))
    return (yield from record(Event(text, (by,), state, "harassed", ledgers, (("level", str(damage.level)),))))


def _mark(refs: Iterable[Hex], hits: int, side: Side, state: GameState, rules: Ruleset) -> GameState:
    for ref in refs if hits else ():
        state = state.noting(HARASSMENT, harassed_by(side, ref), add_hits(hits_in(ref, side, state), hits, rules))
    return state


@rule("FoF 20G2d", "SF 20G2d")
def end_harassment(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player's initial phase begins, the harassment hits that he has made are removed."""
    yield from ()
    head = harassed_by(state.phasing, Hex(""))
    own = [subject for subject in state.all_facts(HARASSMENT) if subject.startswith(head)]
    return state.forgetting(HARASSMENT, *own) if own else state


@rule("FoF 16C1", "FoF 20G2d", "SF 16C1", "SF 20G2d")
def land_after_harassment(landing: Landing, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An air unit that has flown harassment does not become operative in the next player turn."""
    yield from ()
    if landing.flying.mission != MISSION or rules.reads("16C1-harassers-return", "own-turn"):
        return state
    return state.noting(HARASSED, landing.unit, str(state.moment.player))


RESULTS = MissionResults(harass_target, in_attacks=False)


def harassment_sources(book: str) -> tuple[Source, ...]:
    """What harassment contributes to a game, cited from its book."""
    by = f"{book} 20G2d"
    return (
        Source(MISSION, MISSION_RESULTS, by, RESULTS),
        Source("harassment", LEAVING, by, costs_of_harassment),
        Source("harassment", LANDINGS, by, land_after_harassment),
    )


def steps(book: str) -> tuple[StepContribution, ...]:
    """The step at which harassment ends."""
    return (
        StepContribution(
            "harassment ends", "player turn", end_harassment, f"{book} 20G2d", after="start of player turn"
        ),
    )
