"""The restoration of the Westwall on the board (SF 37B5): declared once, done two turns later, and paid for meanwhile.

Needs the position as an Axis initial phase begins; asks the Axis player whether he declares a restoration, remembers
which hexes are lost, and improves the others. The improvement of single hexes is work for construction units.
"""

from __future__ import annotations

from typing import Any

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import place_at, theater_of
from europa_rules.contributions import ChartFolder, Gate, Prohibition, Source, StepContribution
from europa_rules.ground.construction import WorkFacts
from europa_rules.ground.construction_sites import EFFECTS_OF_OTHERS
from europa_rules.ground.facts import FORTIFICATION
from europa_rules.ground.fortifications import fortification_of
from europa_rules.ground.occupants import units_on_map
from europa_rules.ground.ownership import GAINED, HexGained, hex_owner
from europa_rules.hexes import Hex
from europa_rules.procedure import Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.state import FactKind, GameState
from europa_rules_sf.theaters import READINGS
from europa_rules_sf.westwall import BY, THEATER, WESTWALL, WORK, Restoration, rule_on_restoration, timetable_of

IMPROVED = "westwall_improved"
DECLARE = "declare it"

DECLARED = FactKind("Westwall restoration", "game", str)
"""The turn on which the restoration was declared (subject: "")."""

LOST = FactKind("lost in the restoration", "game", bool)
"""A Westwall hex that the Axis has not owned throughout the restoration (subject: the hex)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (DECLARED, LOST)


def westwall_hexes(rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of the Westwall."""
    return tuple(ref for ref, there in rules.board.fortifications.items() if there.type == WESTWALL)


def gather_restoration(state: GameState, rules: Ruleset) -> Restoration:
    """What the board says about a restoration that the phasing player would declare."""
    board, wall = rules.board, westwall_hexes(rules)
    near: tuple[int, str] | None = None
    for piece in units_on_map(ALLIED, state, rules):
        theater = theater_of(place_at(piece.place, rules), ALLIED, happened(state), rules)
        distance = min((board.distance(piece.place, ref) for ref in wall), default=len(board.index))
        if theater == THEATER and (near is None or distance < near[0]):
            near = (distance, theater)
    return Restoration(
        state.phasing,
        state.moment.phase,
        theater=near[1] if near else "",
        distance=near[0] if near else None,
        declared_before=state.recall(DECLARED, "") is not None,
    )


def restore(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Axis initial phase begins: a restoration is finished, or may be declared."""
    if state.phasing != AXIS:
        return state
    declared = state.recall(DECLARED, "")
    if declared is not None:
        due = timetable_of(Turn.parse(declared)).done == state.moment.turn
        return (yield from _finish(state, rules)) if due else state
    if not rule_on_restoration(gather_restoration(state, rules)).allowed:
        return state
    question = "is a restoration of the Westwall declared?"
    chosen = yield from choose(Decision(AXIS, question, (DECLARE,), (BY,), state, ((), (DECLARE,))))
    return (yield from _declare(state, rules)) if chosen else state


def _declare(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    state = state.noting(DECLARED, "", str(state.moment.turn))
    for ref in westwall_hexes(rules):
        if hex_owner(ref, state, rules) != AXIS:
            state = state.noting(LOST, ref, True)
    turns = timetable_of(state.moment.turn)
    text = f"a restoration of the Westwall is declared; it is done on {turns.done}"
    return (yield from record(Event(text, (BY,), state, "restoration declared")))


def _finish(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    lost = state.all_facts(LOST)
    hexes = [ref for ref in westwall_hexes(rules) if ref not in lost and hex_owner(ref, state, rules) == AXIS]
    for ref in hexes:
        state = state.noting(FORTIFICATION, ref, IMPROVED)
    state = state.forgetting(LOST, *lost)
    text = f"the Westwall is restored: {', '.join(hexes) or 'no hex'} improved"
    return (yield from record(Event(text, (BY,), state, "Westwall restored")))


def note_loss(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state that remembers a Westwall hex lost during a restoration."""
    under_way = state.recall(DECLARED, "") is not None and facts.owner != AXIS
    there = rules.board.fortification(facts.hex)
    return state.noting(LOST, facts.hex, True) if under_way and there and there.type == WESTWALL else state


def is_forfeiting(state: GameState) -> bool:
    """Whether it is one of the turns in which the Axis player pays for a restoration."""
    declared = state.recall(DECLARED, "")
    return declared is not None and state.moment.turn in timetable_of(Turn.parse(declared)).forfeits


def is_labor_forfeited(city: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether the civilians of a city give no labor now: its Wehrkreis has a part of the Westwall being restored."""
    board = rules.board
    return is_forfeiting(state) and board.district(city) in {board.district(ref) for ref in westwall_hexes(rules)}


# --- improving a hex -------------------------------------------------------------------------------------------------


def improve(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state with the Westwall of a hex improved."""
    return state.noting(FORTIFICATION, ref, IMPROVED) if fortification_of(ref, state, rules).kind == WESTWALL else state


def _not_axis(facts: WorkFacts) -> bool:
    return facts.work == WORK and facts.side not in (AXIS, NEUTRAL)


PROHIBITIONS = (
    Prohibition(
        "the Axis improves the Westwall",
        "construction",
        by="SF 37B5",
        why="only Axis construction units improve the Westwall",
        when=_not_axis,
    ),
)
SOURCES = (
    Source(WORK, EFFECTS_OF_OTHERS, by="SF 37B5", value=improve),
    Source("Westwall hexes lost", GAINED, by="SF 37B5", value=note_loss),
)
STEPS = (StepContribution("Westwall", "player turn", restore, by="SF 37B5", before="initial phase"),)
CHARTS = (ChartFolder(READINGS / "westwall_not_quick", Gate(point="sf-37B5-westwall-quick", reading="not")),)
