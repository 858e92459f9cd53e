"""Belgian units in France on the board (FoF 28C2): they do not go there; one that has retreated there goes home.

Needs a game that was set up from a scenario. France is closed to units that are not there; those that are go toward
Belgium, as far as they come, before other units move. At the end of each Allied player turn the turns that a unit has
spent in France are counted, and it is eliminated after the last that it may. By a reading they may enter France, and
are eliminated.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Source, StepContribution
from europa_rules.ground.attacks import under_way
from europa_rules.ground.closed_ground import CLOSED_TO_UNIT
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.facts import ATTACKED, MOVED_BY
from europa_rules.ground.losses import into_pool
from europa_rules.ground.moves import Move
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import FactKind, GameState, Piece
from europa_rules_fof.low_countries import BELGIAN, ELIMINATED, outcome_in_france

IN_FRANCE = FactKind("Allied turns spent in France", "game", int, is_tally=True)
"""How many Allied player turns a Belgian unit has been in France for (subject: the unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (IN_FRANCE,)
NATION, BELGIUM, FRANCE = "be", "Belgium", "France"


RETURN = "return from France"
"""The opening at which Belgian units in France go home, before the movement phase of the Allied player turn."""

MAY_ENTER = Gate(point="fof-28C2-belgians-in-france", reading="eliminated")


def _is_in_france(piece_id: str, state: GameState, rules: Ruleset) -> bool:
    piece = state.pieces.get(piece_id)
    return piece is not None and piece.place in _hexes_home(rules) and rules.board.country(piece.place) == FRANCE


def in_france(state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The Belgian units in France, in a game that was set up from a scenario."""
    if scenario_of(state, rules) is None:
        return ()
    belgians = (i for i, piece in state.pieces.items() if piece.unit.nation == NATION)
    return tuple(i for i in belgians if _is_in_france(i, state, rules))


# --- where they may go -----------------------------------------------------------------------------------------------


@remembered()
def _hexes_home(rules: Ruleset) -> Mapping[Hex, int]:
    """For each hex with land of Belgium and France the hexes overland to Belgium."""
    board, found = rules.board, dict[Hex, int]()
    land = {ref for ref in board.hexes if board.has_land(ref) and board.country(ref) in (BELGIUM, FRANCE)}
    layer, distance = {ref for ref in land if board.country(ref) == BELGIUM}, 0
    while layer:
        found.update(dict.fromkeys(layer, distance))
        layer = {to for ref in layer for to in board.neighbors_of(ref) if to in land and to not in found}
        distance += 1
    return found


@remembered(64)
def _french_hexes_from(distance: int, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of France so many hexes from Belgium and farther."""
    home = _hexes_home(rules)
    french = (ref for ref in rules.board.hexes if rules.board.country(ref) == FRANCE)
    return frozenset(ref for ref in french if home[ref] >= distance)


def _may_attack(state: GameState) -> bool:
    """Whether it is for an attack that ground is asked about: the rule bars units from France, not from attacks."""
    return state.moment.phase == "combat" and under_way(state) is None


@rule("FoF 28C2")
def closed_to_belgians(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of France that a Belgian unit does not enter: all of them, or those that are no nearer to Belgium."""
    if piece.unit.nation != NATION or scenario_of(state, rules) is None or _may_attack(state):
        return frozenset()
    if _is_in_france(piece.id, state, rules):
        return _french_hexes_from(_hexes_home(rules)[piece.place], rules)
    return frozenset() if rules.reads("28C2-belgians-in-france", "eliminated") else _french_hexes_from(0, rules)


# --- going home ------------------------------------------------------------------------------------------------------


@rule("FoF 28C2")
def suggest_return(state: GameState, rules: Ruleset) -> Move | None:
    """The move that brings a Belgian unit in France nearest to Belgium, as far as one can still move; None for none."""
    home = _hexes_home(rules)
    for unit in in_france(state, rules):
        here = home[state.piece(unit).place]
        reached = {ref: mps for ref, mps in destinations(unit, state, rules).items() if home.get(ref, here) < here}
        if reached:
            to = min(reached, key=lambda ref: (home[ref], reached[ref], ref))
            return cheapest_path(unit, to, state, rules).order(unit)
    return None


def has_to_return(state: GameState, rules: Ruleset) -> bool:
    """Whether a Belgian unit may be in France as the Allied movement phase begins."""
    return state.phasing == ALLIED and bool(in_france(state, rules))


@rule("FoF 28C2")
def return_home(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Belgian units in France spend all their MPs to return to Belgium, as far as they can."""

    def closing(after: GameState) -> Ruling:
        order = suggest_return(after, rules)
        if order is None:
            return Ruling.allow()
        why = f"{order.units[0]} has retreated into France, and spends all its MPs to return to Belgium"
        return Ruling.refuse(why, BELGIAN, possible=f"move it to {order.path[-1]}")

    if suggest_return(state, rules) is None:
        return state
    return (
        yield from opening(
            RETURN,
            (ALLIED,),
            (BELGIAN,),
            state,
            closing,
            kinds=("move",),
            suggest=lambda after: suggest_return(after, rules),
        )
    )


@rule("FoF 28C2")
def note_entry(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """By a reading: Belgian units that have gone to France of their own will are eliminated; others stay."""
    for unit in in_france(state, rules):
        if state.recall(IN_FRANCE, unit) is not None:
            continue
        place = state.piece(unit).place
        is_voluntary = state.recall(MOVED_BY, unit) is not None or state.recall(ATTACKED, unit) == place
        if outcome_in_france(is_voluntary, 0, rules) == ELIMINATED:
            state = into_pool(state.piece(unit), state)
            text = f"{unit} is eliminated: it has entered France of its own will"
            state = yield from record(Event(text, (BELGIAN,), state, "eliminated"))
        else:
            state = state.noting(IN_FRANCE, unit, 0)
    return state


@rule("FoF 28C2")
def count_turns(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Allied player turn ends: Belgian units in France have been there for one more, and may be eliminated."""
    if scenario_of(state, rules) is None or state.phasing != ALLIED:
        return state
    gone = [i for i in state.all_facts(IN_FRANCE) if not _is_in_france(i, state, rules)]
    state = state.forgetting(IN_FRANCE, *gone)
    for unit in in_france(state, rules):
        turns = (state.recall(IN_FRANCE, unit) or 0) + 1
        state = state.noting(IN_FRANCE, unit, turns)
        if outcome_in_france(False, turns, rules) == ELIMINATED:
            state = into_pool(state.piece(unit), state.forgetting(IN_FRANCE, unit))
            text = f"{unit} is eliminated: it has been in France for {turns} Allied turns"
            state = yield from record(Event(text, (BELGIAN,), state, "eliminated"))
    return state


SOURCES: tuple[Source, ...] = (
    Source("Belgian units stay out of France", CLOSED_TO_UNIT, by="FoF 28C2", value=closed_to_belgians),
)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("Belgians in France", "player turn", count_turns, by="FoF 28C2", before="losses counted"),
    StepContribution(RETURN, "player turn", return_home, "FoF 28C2", after="start of movement", when=has_to_return),
    StepContribution("Belgians enter France", "order", note_entry, "FoF 28C2", after="carried out", gate=MAY_ENTER),
)
