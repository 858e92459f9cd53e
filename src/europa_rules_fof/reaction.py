"""The Allied reaction phase on the board (FoF 31E2, 33A): who moves in it, whereto, and when it may end.

Needs a game that was set up from a scenario, or one that begins in the phase. It comes between the German invasion turn
and the Allied player turn. The rulings are those of `surprise`; the duty to advance to the Dyle is in `dyle_advance`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any

from europa_rules.campaign.deployment import KEPT
from europa_rules.campaign.nations import happened, invasion_of
from europa_rules.campaign.postings import LISTED, scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import Prohibition, Source, StepContribution
from europa_rules.ground.circumstances import PIECE_CIRCUMSTANCES
from europa_rules.ground.closed_ground import CLOSED_TO_UNIT
from europa_rules.ground.facts import MOVED_BY
from europa_rules.ground.movement import MoveFacts
from europa_rules.ground.movement_phases import ADDED as MOVEMENT_PHASES
from europa_rules.ground.movement_phases import MOVEMENT
from europa_rules.ground.moves import RULINGS as RULINGS_ON_MOVES
from europa_rules.ground.rail_rides import RailFacts
from europa_rules.ground.stacking import rule_on_all_stacks
from europa_rules.ground.zones import NONE, enemy_zoc_kind, notes_of, zoc_map
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import FactKind, GameState, Piece
from europa_rules_fof.dyle_advance import (
    FRENCH_AND_BRITISH,
    SOUTH_OF_MEUSE,
    rule_on_end,
    rule_on_ending,
    rule_on_reacting,
    suggest_advance,
    tell_line,
)
from europa_rules_fof.reaction_facts import ARMY, PHASE, REACTED
from europa_rules_fof.surprise import (
    CHART,
    DYLE,
    NEUTRALS,
    Advance,
    NeutralReaction,
    PhaseFacts,
    is_first_turn,
    rule_on_advance,
    rule_on_neutral_reaction,
    rule_on_phase,
)

OPENING = f"{PHASE} phase"
KINDS = ("move", "rail move", "load")
"""The orders of the phase: units move in it, and do nothing else (FoF 4C)."""

STACKING, MOVING_ONLY = "31E2a-stacking", "31E2a-moving-only"
"""Open points: whether stacking is checked as the phase ends, and whether units do more than move in it."""

WAITS, NEUTRAL_WAITS = "does not react", "neutral does not react"
"""Names under which the situation of a unit tells why it does not move."""

BOTH_RULES = (DYLE, NEUTRALS)

FACT_KINDS: tuple[FactKind[Any], ...] = (ARMY, REACTED)


# --- who moves (31E2a, 31E2b) ----------------------------------------------------------------------------------------


@rule("FoF 31E2b")
def home_of(piece: Piece, rules: Ruleset) -> str:
    """The country of a unit that was neutral when play began, or ""."""
    neutral = any(piece.unit.nation in force.nations and force.joins for force in rules.charts.forces.forces)
    return rules.nations.by_code[piece.unit.nation].country if neutral else ""


@rule("FoF 31E2b")
def rule_on_country(country: str, state: GameState, rules: Ruleset) -> Ruling:
    """Whether the units of a country that was neutral may move now: in the reaction phase, or in the Allied turn."""
    if state.moment.phase == PHASE:
        stays_out = invasion_of(country, rules) not in happened(state) and scenario_of(state, rules) is not None
        return Ruling.refuse_if(stays_out, f"{country} is not invaded, and its units do not react", NEUTRALS)
    if state.moment.phase != MOVEMENT or state.phasing != ALLIED or not is_first_turn(state.moment.turn, rules):
        return Ruling.allow()
    reacted = "some" if state.recall(REACTED, country) else "none"
    return rule_on_neutral_reaction(NeutralReaction(country, in_reaction=reacted, in_first_turn="some"), rules)


def _situation(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """Why a piece does not move now, if rules of the first turn are against it."""
    if not is_first_turn(state.moment.turn, rules) or piece.side != ALLIED:
        return {}
    home = home_of(piece, rules)
    if home:
        return _told(NEUTRAL_WAITS, rule_on_country(home, state, rules))
    return _told(WAITS, rule_on_reacting(piece, state, rules)) if state.moment.phase == PHASE else {}


def _told(name: str, ruling: Ruling) -> dict[str, str]:
    return {} if ruling.allowed else {name: "; ".join(refusal.why for refusal in ruling.refusals)}


def _why(name: str) -> Callable[[MoveFacts], str]:
    return lambda facts: facts.situation[name]


def _waits(name: str) -> Callable[[MoveFacts], bool]:
    return lambda facts: name in facts.situation


def _rides_in_reaction(facts: RailFacts) -> bool:
    return facts.phase == PHASE and facts.unit.nation in FRENCH_AND_BRITISH


def note_reaction(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """After an order of the phase: the countries whose units have moved in it."""
    yield from ()
    if state.moment.phase != PHASE:
        return state
    for piece_id in state.all_facts(MOVED_BY):
        piece = state.pieces.get(piece_id)
        home = home_of(piece, rules) if piece is not None else ""
        if home and state.recall(REACTED, home) is None:
            state = state.noting(REACTED, home, True)
            text = f"{home}: its units move in the reaction phase, and not in the Allied movement phase of this turn"
            state = yield from record(Event(text, (NEUTRALS,), state, "reaction chosen"))
    return state


def keep_armies(state: GameState, rules: Ruleset) -> GameState:
    """What is kept of the set-up: the armies of French and British units, for the first turn."""
    for piece_id, listing in state.all_facts(LISTED).items():
        piece = state.pieces.get(piece_id)
        if piece is not None and piece.unit.nation in FRENCH_AND_BRITISH:
            state = state.noting(ARMY, piece_id, listing.group)
    return state


# --- whereto ---------------------------------------------------------------------------------------------------------


@remembered()
def _beyond_the_meuse(rules: Ruleset) -> frozenset[Hex]:
    refused = not rule_on_advance(Advance(south_of_meuse=True), rules).allowed
    return frozenset(map(Hex, rules.charts[CHART].texts("lists", SOUTH_OF_MEUSE))) if refused else frozenset()


def _hexes_in(barred: Container[str], rules: Ruleset) -> frozenset[Hex]:
    return frozenset(ref for ref in rules.board.hexes if rules.board.country(ref) in barred)


def _lands(rules: Ruleset) -> frozenset[str]:
    return frozenset(rules.board.country(ref) for ref in rules.board.hexes) - {""}


@remembered()
def _other_countries(rules: Ruleset) -> frozenset[Hex]:
    foreign = _lands(rules) - {"France", "Britain"}
    return _hexes_in({land for land in foreign if not rule_on_advance(Advance(into=land), rules).allowed}, rules)


@remembered(32)
def _outside(home: str, rules: Ruleset) -> frozenset[Hex]:
    open_to = {land for land in _lands(rules) if land in rules.nations and _stays(home, land, rules)}
    return _hexes_in(_lands(rules) - open_to, rules)


def _stays(home: str, land: str, rules: Ruleset) -> bool:
    return rule_on_neutral_reaction(NeutralReaction(home, into=land), rules).allowed


def _advances(piece: Piece, state: GameState) -> bool:
    return state.moment.phase == PHASE and piece.unit.nation in FRENCH_AND_BRITISH


@rule("FoF 31E2a")
def beyond_the_meuse(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """In the reaction phase: the hexes south of the Meuse, which French and British units do not enter."""
    return _beyond_the_meuse(rules) if _advances(piece, state) else frozenset()


@rule("FoF 31E2a")
def other_countries(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """In the reaction phase: the countries that French and British units do not enter."""
    return _other_countries(rules) if _advances(piece, state) else frozenset()


@rule("FoF 31E2b")
def outside_the_country(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """In the reaction phase: the hexes outside the country of a unit of an invaded neutral."""
    home = home_of(piece, rules) if state.moment.phase == PHASE else ""
    return _outside(home, rules) if home else frozenset()


@rule("FoF 31E2b")
def in_enemy_zoc(piece: Piece, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """In the reaction phase: the hexes in an enemy ZOC, which units of invaded neutrals do not enter."""
    home = home_of(piece, rules) if state.moment.phase == PHASE else ""
    if not home or rule_on_neutral_reaction(NeutralReaction(home, enters_enemy_zoc=True), rules).allowed:
        return frozenset()
    notes, key = notes_of(state, rules), ("hexes in enemy ZOCs", piece.side)
    known = notes.get(key)
    if not isinstance(known, frozenset):
        near = (rules.board.hexes[i] for i in zoc_map(state, rules).sources)
        known = frozenset(ref for ref in near if enemy_zoc_kind(ref, piece.side, state, rules) != NONE)
        notes[key] = known
    return known


# --- the phase -------------------------------------------------------------------------------------------------------


@rule("FoF 31E")
def is_held(state: GameState, rules: Ruleset) -> bool:
    """Whether the phase is held as things stand: before the Allied player turn of the invasion, in a scenario."""
    invasion = is_first_turn(state.moment.turn, rules)
    facts = PhaseFacts(PHASE, state.phasing, invasion)
    return scenario_of(state, rules) is not None and rule_on_phase(facts, rules).allowed


def begin_reaction(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phase begins."""
    text = f"{state.moment.turn}: Allied reaction phase"
    return (yield from record(Event(text, BOTH_RULES, state, "phase begins")))


def react(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phase: the Allied player moves, and is done when stacking and the advance to the Dyle are right."""

    def closing(after: GameState) -> Ruling:
        later = rules.reads(STACKING, "later")
        stacks = Ruling.allow() if later else rule_on_all_stacks(ALLIED, after, rules)
        return stacks & rule_on_ending(after, rules) & Ruling(rests_on=rules.resting(STACKING, MOVING_ONLY))

    state = yield from opening(
        OPENING,
        (ALLIED,),
        BOTH_RULES,
        state,
        closing,
        kinds=KINDS,
        suggest=lambda after: suggest_advance(after, rules),
    )
    state = yield from tell_line(state, rules)
    return (yield from _tell_waiting(state, rules))


@rule("FoF 31E2b")
def _tell_waiting(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the phase ends: the invaded neutrals whose units have not moved in it, and so may in the Allied turn."""
    homes = dict.fromkeys(home_of(piece, rules) for piece in state.pieces.values() if piece.side == ALLIED)
    for home in sorted(homes):
        if home and state.recall(REACTED, home) is None and invasion_of(home, rules) in happened(state):
            text = f"{home}: its units have not moved in the reaction phase, and may move in the Allied movement phase"
            state = yield from record(Event(text, (NEUTRALS,), state, "reaction chosen"))
    return state


def is_reaction(state: GameState) -> bool:
    """Whether it is the phase."""
    return state.moment.phase == PHASE


def rule_on_move_of(pieces: tuple[Piece, ...], path: tuple[Hex, ...], state: GameState, rules: Ruleset) -> Ruling:
    """Whether French and British units end a move of the phase where they have to."""
    return Ruling.all(rule_on_end(piece, path[-1], state, rules) for piece in pieces)


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition("who advances", "move", by="FoF 31E2a", why=_why(WAITS), when=_waits(WAITS)),
    Prohibition(
        "when invaded neutrals move", "move", by="FoF 31E2b", why=_why(NEUTRAL_WAITS), when=_waits(NEUTRAL_WAITS)
    ),
    Prohibition(
        "no rail movement in the reaction phase",
        "rail",
        by="FoF 31E2a",
        why="French and British units use no rail movement in the reaction phase",
        when=_rides_in_reaction,
        possible="regular or administrative movement",
    ),
)
SOURCES: tuple[Source, ...] = (
    Source("the reaction phase", MOVEMENT_PHASES, by="FoF 31E2a, FoF 31E2b", value=PHASE),
    Source("who reacts", PIECE_CIRCUMSTANCES, by="FoF 31E2a, FoF 31E2b", value=_situation),
    Source("armies of the first turn", KEPT, by="FoF 31E2a", value=keep_armies),
    Source("it lies south of the Meuse", CLOSED_TO_UNIT, by="FoF 31E2a", value=beyond_the_meuse),
    Source(
        "the advance leads to Belgium and the Netherlands only", CLOSED_TO_UNIT, by="FoF 31E2a", value=other_countries
    ),
    Source(
        "in the reaction phase the unit stays in its country", CLOSED_TO_UNIT, by="FoF 31E2b", value=outside_the_country
    ),
    Source(
        "units of invaded neutrals enter no enemy ZOC in the reaction phase",
        CLOSED_TO_UNIT,
        by="FoF 31E2b",
        value=in_enemy_zoc,
    ),
    Source("the end of the advance", RULINGS_ON_MOVES, by="FoF 31E2a", value=rule_on_move_of, when=is_reaction),
)
BEGINNING = "start of player turn"
"""The step before which the phase stands."""

STEPS: tuple[StepContribution, ...] = (
    StepContribution("reaction begins", "player turn", begin_reaction, "FoF 31E", BEGINNING, phase=PHASE, when=is_held),
    StepContribution(OPENING, "player turn", react, "FoF 31E", BEGINNING, phase=PHASE, when=is_held),
    StepContribution("invaded neutrals react", "order", note_reaction, by="FoF 31E2b", after="carried out"),
)
