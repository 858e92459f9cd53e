"""The ledger of victory points on the board (FoF 32B, VP): losses counted turn by turn, and what else is remembered.

Needs a game that was set up from a scenario. As each player turn ends, and before anything arrives in an initial phase,
the REs and air units in play are compared with those counted before: what is gone is lost, whatever the cause.
`victory_points` reckons the totals of a state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from europa_rules.air.replacement_orders import is_arriving
from europa_rules.campaign.nations import HAPPENED
from europa_rules.campaign.points_record import amount_of, recorded, score
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.sequence import GAME_OVER
from europa_rules.campaign.victory import OUTCOME, Happening, Outcome
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.state import ABORTED, ELIMINATED, AirPiece, FactKind, GameState, Piece
from europa_rules.units import is_combat_motorized, is_marker, is_movement_counter, is_position_aa, re_size
from europa_rules_fof.low_countries import SURRENDERED
from europa_rules_fof.victory import EndFacts, Level, game_over, level_of_victory, reckon_victory_points

BY, LEVELS = Citation("FoF", "32B1"), Citation("FoF", "32D")
BRITISH, AXIS_CM, AXIS_OTHER = "british re eliminated", "axis cm re eliminated", "axis non cm re eliminated"
"""Events of the victory chart for ground units."""

FRONT_LOSSES = "british re lost for frontage"
"""British REs lost that count for the frontage (FoF 31G), which the chart does not know."""

FRANCE_SURRENDERS = "France surrenders"
WHOSE, REDUCED, ABORTS = "32B1-whose-losses", "32B1-reduced-division", "VP-aborted-air-units"

IN_PLAY = FactKind("REs in play when last counted", "game", Fraction)
"""REs in play when losses were last counted (subject: the event that their loss is)."""

AIR_STATUS = FactKind("air unit's status when last counted", "game", str)
"""The status of an air unit when losses were last counted (subject: the air unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (IN_PLAY, AIR_STATUS)


# --- ground units ----------------------------------------------------------------------------------------------------


def _losses_of(piece: Piece, rules: Ruleset) -> Iterator[str]:
    """The events that the loss of a piece is."""
    unit = piece.unit
    if is_marker(unit, rules.types) or unit.type == "resource_point":
        return
    if unit.nation == "br":
        yield BRITISH
        if not (is_position_aa(unit, rules.types) or is_movement_counter(unit, rules.types)):
            yield FRONT_LOSSES
    if piece.side == AXIS and (unit.nation == "ge" or not rules.reads(WHOSE, "german")):
        yield AXIS_CM if is_combat_motorized(unit, rules.types) else AXIS_OTHER


def _size_of(piece: Piece, rules: Ruleset) -> Fraction:
    """The REs of a piece; by a reading a cadre counts as wholly lost."""
    reduced = piece.full is not None and rules.reads(REDUCED, "full")
    return ZERO if reduced else Fraction(re_size(piece.unit, rules.types))


@rule("FoF 32B1")
def count_in_play(state: GameState, rules: Ruleset) -> Mapping[str, Fraction]:
    """The REs in play, by the event that their loss is."""
    found = dict.fromkeys((BRITISH, FRONT_LOSSES, AXIS_CM, AXIS_OTHER), ZERO)
    for piece in state.pieces.values():
        for event in _losses_of(piece, rules):
            found[event] += _size_of(piece, rules)
    return found


def _lost(state: GameState, rules: Ruleset) -> Mapping[str, Fraction]:
    """What has been lost since the last count; Axis units that break down into others of the same REs are no loss."""
    now = count_in_play(state, rules)
    gone = {event: (state.recall(IN_PLAY, event) or ZERO) - number for event, number in now.items()}
    axis = max(ZERO, gone[AXIS_CM] + gone[AXIS_OTHER])
    motorized = min(axis, max(ZERO, gone[AXIS_CM]))
    rest = {event: max(ZERO, number) for event, number in gone.items()}
    return {**rest, AXIS_CM: motorized, AXIS_OTHER: axis - motorized}


# --- air units -------------------------------------------------------------------------------------------------------


def _air_event(piece: AirPiece, status: str) -> str:
    """The event that the loss of an air unit is, or "" for one that gives no points."""
    whose = "british" if piece.unit.nation == "br" else "axis" if piece.side == AXIS else ""
    return f"{whose} air {status}" if whose and status in (ABORTED, ELIMINATED) else ""


def _known_air(state: GameState) -> Iterator[AirPiece]:
    """The air units that have been in play; reinforcements that wait to be placed have not."""
    return (piece for piece in state.air.values() if not is_arriving(piece, state))


def _air_lost(state: GameState, rules: Ruleset) -> Mapping[str, int]:
    """Air units aborted or eliminated since the last count; aborts by a reading are counted at the end alone."""
    found: dict[str, int] = {}
    for piece in _known_air(state):
        changed = piece.status != state.recall(AIR_STATUS, piece.id)
        later = piece.status == ABORTED and rules.reads(ABORTS, "at-the-end")
        event = _air_event(piece, piece.status)
        if changed and event and not later:
            found[event] = found.get(event, 0) + 1
    return found


# --- steps -----------------------------------------------------------------------------------------------------------


def _counted(state: GameState, rules: Ruleset) -> GameState:
    for event, number in count_in_play(state, rules).items():
        state = state.noting(IN_PLAY, event, number)
    for piece in _known_air(state):
        state = state.noting(AIR_STATUS, piece.id, piece.status)
    return state


def begin_counting(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the first player turn begins: what is in play."""
    yield from ()
    if scenario_of(state, rules) is None or state.all_facts(IN_PLAY):
        return state
    return _counted(state, rules)


def count_anew(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After all arrivals of an initial phase: what has come into play, was converted or replaced."""
    yield from ()
    return state if scenario_of(state, rules) is None else _counted(state, rules)


@rule("FoF 32B1")
def count_losses(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Before the arrivals of an initial phase, and as a player turn ends: what has been lost since the last count."""
    if scenario_of(state, rules) is None:
        return state
    lost: dict[str, Number] = {**_lost(state, rules), **_air_lost(state, rules)}
    state = _counted(state, rules)
    for event, number in lost.items():
        state = score(event, number, state)
    counted_now = {event: n for event, n in lost.items() if n != 0 and event != FRONT_LOSSES}
    if not counted_now:
        return state
    told = ", ".join(f"{show(number)} {_WORDS.get(event, event)}" for event, number in counted_now.items())
    happenings = [Happening(event, (Fraction(number),)) for event, number in counted_now.items()]
    points = ((side, reckon_victory_points(side, happenings, rules)) for side in (AXIS, ALLIED))
    ledgers = tuple((f"victory points of the {side}", found) for side, found in points if found.value)
    return (yield from record(Event(f"losses of the player turn: {told}", (BY,), state, "losses counted", ledgers)))


_WORDS = {
    BRITISH: "British REs",
    AXIS_CM: "Axis REs that are c/m",
    AXIS_OTHER: "Axis REs that are not c/m",
    "british air eliminated": "British air units eliminated",
    "british air aborted": "British air units aborted",
    "axis air eliminated": "Axis air units eliminated",
    "axis air aborted": "Axis air units aborted",
}
"""The events of the victory chart in words."""


# --- totals ----------------------------------------------------------------------------------------------------------


@rule("FoF 31G")
def british_losses(state: GameState) -> Fraction:
    """British REs lost that count for the frontage."""
    return amount_of(FRONT_LOSSES, state)


def _surrenders(state: GameState) -> Iterator[Happening]:
    for event, named in ((FRANCE_SURRENDERS, "france surrenders"), (SURRENDERED, "belgium surrenders")):
        turn = state.recall(HAPPENED, event)
        if turn is not None:
            yield Happening(named, turn=Turn.parse(turn))


def _still_aborted(state: GameState, rules: Ruleset) -> Iterator[Happening]:
    """Air units in the aborted box, where a reading counts them at the end."""
    if rules.reads(ABORTS, "at-the-end"):
        for piece in state.air.values():
            event = _air_event(piece, piece.status)
            if piece.status == ABORTED and event:
                yield Happening(event)


@rule("FoF 32B", "FoF VP")
def happenings_of(state: GameState, rules: Ruleset) -> tuple[Happening, ...]:
    """Everything in a game that the victory chart knows, as far as the board remembers it."""
    noted = (happening for happening in recorded(state) if happening.event != FRONT_LOSSES)
    return (*noted, *_surrenders(state), *_still_aborted(state, rules))


@rule("FoF 32B", "FoF VP")
def victory_points(state: GameState, rules: Ruleset) -> Mapping[Side, Reckoning]:
    """The victory points of both sides in a state, each with a line for every award.

    >>> from europa_rules import load, position_of
    >>> points = victory_points(position_of("historical"), load("fof"))
    >>> {side: int(total.value) for side, total in points.items()}
    {'Axis': 0, 'Allied': 0}
    """
    happenings = happenings_of(state, rules)
    points = {side: reckon_victory_points(side, happenings, rules) for side in (AXIS, ALLIED)}
    for point in rules.resting(REDUCED, ABORTS, "VP-surrendered-losses", "28C4-interned-forces"):
        points = {side: total.noting(rests_on=point) for side, total in points.items()}
    return points


@rule("FoF 32C", "FoF 32D")
def outcome_of(state: GameState, rules: Ruleset) -> Level:
    """The level of victory if the game ended in this state."""
    points = victory_points(state, rules)
    return level_of_victory(points[AXIS].value, points[ALLIED].value, rules)


@rule("FoF 32C", "FoF 32D")
def judge(state: GameState, rules: Ruleset) -> Outcome:
    """The level of victory and the victory points of both sides, if the game ended in this state."""
    return Outcome(str(outcome_of(state, rules)), victory_points(state, rules), (LEVELS,))


# --- the end of the game (32A) ---------------------------------------------------------------------------------------


@rule("FoF 32A")
def gather_end(state: GameState, rules: Ruleset) -> EndFacts:
    """What decides whether the game is over, as the board stands."""
    board = rules.board
    ground = [piece.place for piece in state.pieces.values() if piece.unit.nation == "br"]
    air = [piece.place for piece in state.air.values() if piece.unit.nation == "br" and piece.is_in_play]
    in_france = any(place in board.index and board.country(place) == "France" for place in (*ground, *air))
    return EndFacts(state.recall(HAPPENED, FRANCE_SURRENDERS) is not None, in_france, state.moment.turn)


def ends_now(state: GameState, rules: Ruleset) -> bool:
    """Whether the game is over: France has surrendered, and no British forces are left there."""
    return game_over(gather_end(state, rules), rules).is_over


SOURCES: tuple[Source, ...] = (
    Source("France is out of the war", GAME_OVER, by="FoF 32A", value=ends_now),
    Source("level of victory", OUTCOME, by="FoF 32D", value=judge),
)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("losses begin to count", "player turn", begin_counting, by="FoF 32B1", before="initial phase"),
    StepContribution("losses before arrivals", "player turn", count_losses, by="FoF 32B1", before="declarations"),
    StepContribution("arrivals counted", "player turn", count_anew, by="FoF 32B1", after="replacements"),
    StepContribution("losses counted", "player turn", count_losses, by="FoF 32B1", before="end of player turn"),
)
