"""What landings from the air mean to the ground war (rules 20F, 24A and 24B): strengths, moves, and combat in one hex.

Needs what is remembered of pieces that were carried, dropped or disrupted; the tuples here are put into the slots and
procedures of the ground rooms by the plugin of a game with air transport.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from europa_rules.air import airborne
from europa_rules.air.airborne import BADLY, DISRUPTED, DISRUPTED_SITUATION, LANDED, disruption_of
from europa_rules.air.facts import AIR_TRANSPORTED, DISRUPTION, LANDED_BY_AIR
from europa_rules.campaign.sequence import PhaseEnd
from europa_rules.citations import rule
from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules.ground.attacks import Attack, gather_attempt, rule_on_attack_order, under_way
from europa_rules.ground.circumstances import CIRCUMSTANCES, PIECE_CIRCUMSTANCES
from europa_rules.ground.combat import AttackFacts, UnitInAttack, reckon_unit_attacks
from europa_rules.ground.facts import ATTACKED, ATTEMPT
from europa_rules.ground.losses import eliminate
from europa_rules.ground.movement import MoveFacts
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.ownership import change_by_leaving
from europa_rules.ground.rail_rides import RailFacts
from europa_rules.hexes import Hex
from europa_rules.numbers import Number
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece

CARRIED = "air transported this player turn"
"""Situation of a piece: the mission by which it was carried by air in this player turn."""

BOUND = "dropped among enemies"
"""Circumstance of a hex: the ids of the units of a side, comma-separated, that have dropped there among enemies."""

BOUND_ELSEWHERE = "dropped among enemies elsewhere"
"""Circumstance of a hex: the ids of such units in other hexes."""

COMBAT = "combat"
_NOTHING: Mapping[str, str] = {}


# --- what is known of pieces and hexes -------------------------------------------------------------------------------


def situation_of(piece: Piece, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """What landings from the air make of a piece: carried, landed in this player turn, disrupted."""
    found: dict[str, str] = {}
    carried = state.recall(AIR_TRANSPORTED, piece.id)
    if carried is not None:
        found[CARRIED] = carried
    landed = state.recall(LANDED_BY_AIR, piece.id)
    if landed is not None:
        found[LANDED] = landed
    disrupted = state.recall(DISRUPTION, piece.id)
    if disrupted is not None:
        found[DISRUPTED_SITUATION] = disrupted
    return found


@rule("FoF 24B", "SF 24B3")
def bound_units(side: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The units of a side that have landed in this player turn in hexes where enemy units still are."""
    landed = (state.pieces[i] for i in state.all_facts(LANDED_BY_AIR) if i in state.pieces)
    return tuple(
        piece
        for piece in landed
        if piece.side == side
        and airborne.must_attack(airborne.SharedHex(enemy_units=bool(enemy_units_at(piece.place, side, state, rules))))
    )


def hex_situation(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    """Which units of a side must attack in a hex, and which in others."""
    if not state.all_facts(LANDED_BY_AIR):
        return _NOTHING
    bound = bound_units(side, state, rules)
    here = ", ".join(piece.id for piece in bound if piece.place == ref)
    elsewhere = ", ".join(piece.id for piece in bound if piece.place != ref)
    return {name: ids for name, ids in ((BOUND, here), (BOUND_ELSEWHERE, elsewhere)) if ids}


def _ids(facts: AttackFacts, name: str) -> tuple[str, ...]:
    told = facts.situation.get(name, "")
    return tuple(told.split(", ")) if told else ()


# --- strengths -------------------------------------------------------------------------------------------------------


def _attack_factor(facts: UnitInAttack) -> Number:
    return airborne.attack_factor(disruption_of(facts.who))


def _defense_factor(facts: UnitInAttack) -> Number:
    return airborne.defense_factor(disruption_of(facts.who))


def _is_disrupted(facts: UnitInAttack) -> bool:
    return airborne.is_disrupting(disruption_of(facts.who))


def airborne_modifiers(book: str) -> tuple[Modifier, ...]:
    """What disruption does to strengths, cited from a book."""
    by = f"{book} 24A"
    return (
        Modifier(DISRUPTED, "attack strength", by, _attack_factor, _is_disrupted, change="times"),
        Modifier(DISRUPTED, "defense strength", by, _defense_factor, _is_disrupted, change="times"),
    )


# --- moves and attacks -----------------------------------------------------------------------------------------------


def _was_carried(facts: MoveFacts | RailFacts) -> bool:
    return CARRIED in facts.situation


def _leaves_bound(facts: AttackFacts) -> bool:
    attackers = {who.id for who in facts.attackers}
    return facts.use == "attack" and any(piece not in attackers for piece in _ids(facts, BOUND))


def _takes_from_elsewhere(facts: AttackFacts) -> bool:
    attackers = {who.id for who in facts.attackers}
    return facts.use == "attack" and any(piece in attackers for piece in _ids(facts, BOUND_ELSEWHERE))


def _why_bound(facts: AttackFacts) -> str:
    return f"{', '.join(_ids(facts, BOUND))} dropped there and must take part"


def _why_elsewhere(facts: AttackFacts) -> str:
    attackers = {who.id for who in facts.attackers}
    bound = [piece for piece in _ids(facts, BOUND_ELSEWHERE) if piece in attackers]
    return f"{', '.join(bound)} must attack the enemy units in the hex of the drop"


@rule("FoF 24B", "SF 24B3")
def is_attack_owed(end: PhaseEnd) -> bool:
    """Whether units that dropped among enemies could still attack them, and so must before the combat phase ends."""
    if end.phase != COMBAT:
        return False
    return any(_could_attack(ref, end) for ref in dict.fromkeys(p.place for p in _owing(end)))


def _owing(end: PhaseEnd) -> tuple[Piece, ...]:
    bound = bound_units(end.side, end.state, end.rules)
    return tuple(piece for piece in bound if end.state.recall(ATTACKED, piece.id) is None)


def _could_attack(ref: Hex, end: PhaseEnd) -> bool:
    units = tuple(piece.id for piece in _owing(end) if piece.place == ref)
    return rule_on_attack_order(Attack(units, ref), end.side, end.state, end.rules).allowed


def _why_owed(end: PhaseEnd) -> str:
    return f"{', '.join(piece.id for piece in _owing(end))} dropped where enemy units are and must attack them"


def airborne_prohibitions(book: str, number: str) -> tuple[Prohibition, ...]:
    """What units may not do after they were carried or dropped; number: the book's rule on combat in one hex."""
    carried, in_hex = f"{book} 20F", f"{book} {number}"
    why = "it has been air transported in this player turn"
    return (
        Prohibition("carried by air", "move", by=carried, why=why, when=_was_carried),
        Prohibition("carried by air", "rail", by=carried, why=why, when=_was_carried),
        Prohibition(
            "dropped units attack in their hex",
            "attack",
            by=in_hex,
            why=_why_bound,
            when=_leaves_bound,
            possible="attack together with them",
        ),
        Prohibition(
            "dropped units attack nowhere else",
            "attack",
            by=in_hex,
            why=_why_elsewhere,
            when=_takes_from_elsewhere,
            possible="attack without them",
        ),
        Prohibition(
            "dropped units must attack",
            "end of phase",
            by=in_hex,
            why=_why_owed,
            when=is_attack_owed,
            possible="attack with them",
        ),
    )


def airborne_sources(book: str) -> tuple[Source, ...]:
    """What the ground rooms are told, cited from a book."""
    return (
        Source("landings from the air", PIECE_CIRCUMSTANCES, by=f"{book} 24A", value=situation_of),
        Source("units that dropped among enemies", CIRCUMSTANCES, by=f"{book} 24B", value=hex_situation),
    )


# --- combat in one hex -----------------------------------------------------------------------------------------------


@rule("SF 24B3")
def lose_helpless(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Attackers without any attack strength on the ground, among whom units must attack, are eliminated at once."""
    attempt = under_way(state)
    if attempt is None:
        return state
    facts = gather_attempt(attempt, state, rules)
    if not _ids(facts, BOUND):
        return state
    strengths = tuple(strength.value for strength in reckon_unit_attacks(facts, rules))
    if not airborne.are_attackers_lost(airborne.SharedHex(attack_strengths=strengths), rules):
        return state
    lost = [state.piece(who.id) for who in facts.attackers]
    for piece in lost:
        state = change_by_leaving(eliminate(piece, state, BADLY), piece.place, rules)
    state = state.forgetting(ATTEMPT, "")
    text = f"{', '.join(piece.id for piece in lost)} attack without any strength and are eliminated"
    return (yield from record(Event(text, (rules.cite("attack-where-dropped"),), state, "attackers eliminated")))


@rule("FoF 24B", "SF 24B3")
def retreat_where_stopped(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units that are stopped in the hex into which they dropped must retreat; all others stay."""
    attempt = under_way(state)
    if attempt is None:
        return state
    there = [i for i in attempt.attackers if i in state.pieces and state.piece(i).place == attempt.target]
    dropped = [i for i in there if state.recall(LANDED_BY_AIR, i) is not None]
    retreating = tuple(i for i in dropped if airborne.result_for(attempt.result, dropped=True) != attempt.result)
    if not retreating:
        return state
    state = state.noting(ATTEMPT, "", evolve(attempt, must_retreat=(*attempt.must_retreat, *retreating)))
    text = f"{', '.join(retreating)}, which came from the air into the hex, must retreat"
    return (yield from record(Event(text, (rules.cite("attack-where-dropped"),), state, "must retreat")))


def steps(book: str, number: str) -> tuple[StepContribution, ...]:
    """The steps of an attack in which units that dropped take part; number: the book's rule on combat in one hex."""
    by = f"{book} {number}"
    return (
        StepContribution("helpless attackers", "attack", lose_helpless, by, before="resolve"),
        StepContribution("dropped units retreat", "attack", retreat_where_stopped, by, before="retreats"),
    )
