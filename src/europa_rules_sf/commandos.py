"""Commandos (SF 14H): leaving enemy ZOCs without their cost, surprise attacks, and raids on coast defenses.

Needs a commando, and what the success table makes of its attempt; gives the effect. On the board infiltration is an
order, and surprise attacks are offered inside a combat. What each may try stands in `commando_abilities`, how they
retreat through ZOCs in `commando_retreats`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from heapq import heappop, heappush
from typing import Any

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.contributions import Modifier, Source, StepContribution
from europa_rules.ground.attacks import gather_attempt, under_way
from europa_rules.ground.circumstances import CIRCUMSTANCES
from europa_rules.ground.combat import (
    AttackFacts,
    is_eliminated_outright,
    reckon_attack_strength,
    reckon_defense_strength,
    reckon_odds,
)
from europa_rules.ground.facts import Attempt
from europa_rules.ground.losses import eliminate
from europa_rules.ground.movement import MoveStep, rule_on_movement
from europa_rules.ground.moves import gather_move, gather_step, mps_left, openings_in, rule_on_group, spend
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.retreats import ELIMINATED
from europa_rules.ground.success_checks import Outcome, check_success
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import STAYS, FactKind, GameState, Obligation, Piece
from europa_rules.units import Unit
from europa_rules_sf.commando_abilities import (
    BY_RAID,
    BY_SURPRISE,
    BY_ZOC,
    RAID_CHECK,
    SURPRISE_CHECK,
    ZOC_CHECK,
    Commando,
    rule_on_infiltration,
    rule_on_raiding,
    rule_on_surprise,
)
from europa_rules_sf.commando_retreats import offer_retreats

HITS_OF_A_RAID = 2
SURPRISE_DRM = 1

SURPRISE = FactKind("surprise attack", "phase", str)
"""The commando unit that made a surprise attack, where it succeeded (subject: the attacked hex)."""

SURPRISED = "surprise attack"
"""Situation of an attack: the commando unit whose surprise attack succeeded."""

FACT_KINDS: tuple[FactKind[Any], ...] = (SURPRISE,)


# --- leaving ZOCs (SF 14H1) ------------------------------------------------------------------------------------------


@frozen
class ZocLeaving:
    """What an attempt to leave a ZOC without its cost has come to.

    Attributes:
        leaves: whether the unit leaves its hex.
        cost: MPs that it pays for the ZOC.
    """

    leaves: bool
    cost: Reckoning

    @property
    def movement_ends(self) -> bool:
        """Whether its movement ends in the hex."""
        return not self.leaves


@rule("SF 14H1")
def reckon_infiltration(succeeds: bool, zoc_cost: Number, available: Number) -> ZocLeaving:
    """What a unit pays to leave a ZOC after its check, or that it stays because it cannot pay (MPs).

    >>> reckon_infiltration(False, 3, 2).leaves, reckon_infiltration(True, 3, 1).cost.value
    (False, Fraction(0, 1))
    """
    cost = Reckoning.of(zoc_cost, "ZOC", BY_ZOC)
    if succeeds:
        return ZocLeaving(True, cost.become(0, "slips through", BY_ZOC))
    if Fraction(zoc_cost) > Fraction(available):
        return ZocLeaving(False, cost.become(0, "cannot pay and stays", BY_ZOC))
    return ZocLeaving(True, cost)


@frozen
class Infiltrate:
    """The order to a commando to move without paying for enemy ZOCs, as far as the success table lets it.

    Attributes:
        unit: the id of the piece.
        path: the hexes entered, in order.
    """

    unit: str
    path: tuple[Hex, ...]


def _free_step(step: MoveStep) -> MoveStep:
    return evolve(step, zoc_cost=ZERO)


@rule("SF 14H1")
def rule_on_infiltrate_order(order: Infiltrate, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a commando may set out on a way through ZOCs: it can pay for the hexes, and the way is open to it."""
    ruling = rule_on_group((order.unit,), player, state, rules)
    piece = state.piece(order.unit)
    ruling &= rule_on_infiltration(Commando(piece.unit, piece.side), rules)
    way = (piece.place, *order.path)
    strange = [ref for ref in order.path if ref not in rules.board.index]
    by = rules.cite("6")
    ruling &= Ruling.refuse_if(bool(strange) or not order.path, "the order names no hex, or one off the map", by)
    if not ruling.allowed:
        return ruling
    gaps = [(a, b) for a, b in zip(way, order.path, strict=False) if not rules.board.is_adjacent(a, b)]
    ruling &= Ruling.all(
        Ruling.refuse(f"{a} and {b} do not adjoin", by, possible="name every hex of the way") for a, b in gaps
    )
    if not ruling.allowed:
        return ruling
    steps = (_free_step(gather_step(piece, a, b, state, rules)) for a, b in zip(way, order.path, strict=False))
    return rule_on_movement(gather_move(piece, state, rules, tuple(steps), one_hex=False), rules)


@rule("SF 14H1")
def carry_out_infiltration(order: Infiltrate, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Move hex by hex; each hex in an enemy ZOC that is left takes a check. Raises IllegalOrder."""
    rule_on_infiltrate_order(order, player, state, rules).require(f"infiltration by {order.unit}")
    origin, costs = state.piece(order.unit).place, list[tuple[str, Reckoning]]()
    for ref in order.path:
        piece = state.piece(order.unit)
        here, step = piece.place, gather_step(piece, piece.place, ref, state, rules)
        if not step.ruling.allowed or step.is_enemy_occupied:
            break
        paid = yield from _pay_for_zoc(piece, step, state, rules)
        if not paid.leaves:
            state = _stopped(piece, state)
            break
        costs.extend(_free_step(step).ledger[:1])
        if step.zoc_cost:
            costs.append((f"leaving {here}", paid.cost))
        state = spend(state, piece.id, _free_step(step).mps + paid.cost.value, "regular")
        state = gain_by_entry(state, [piece], ref, rules)
        state = change_by_leaving(state, here, rules)
        state = yield from openings_in(ref, state, rules)
        if order.unit not in state.pieces or state.piece(order.unit).place != ref:
            break
    left = state.pieces.get(order.unit)
    text = f"{order.unit}: {origin} to {left.place if left else 'nowhere'}"
    mps = Reckoning.total("cost of the way", costs, BY_ZOC)
    return (yield from record(Event(text, (BY_ZOC,), state, "moved", ((f"{order.unit}, MPs", mps),))))


def infiltrations(piece: Piece, state: GameState, rules: Ruleset) -> Iterator[Infiltrate]:
    """A commando on a cheapest way, ZOCs aside, to each hex that its MPs reach."""
    if (
        not rule_on_infiltration(Commando(piece.unit, piece.side), rules).allowed
        or piece.place not in rules.board.index
    ):
        return
    left = mps_left(piece.id, state, rules)
    known: dict[Hex, tuple[Fraction, tuple[Hex, ...]]] = {piece.place: (ZERO, ())}
    waiting = [(ZERO, piece.place)]
    while waiting:
        spent, here = heappop(waiting)
        for ref in rules.board.neighbors_of(here) if spent == known[here][0] else ():
            step = _free_step(gather_step(piece, here, ref, state, rules))
            total = spent + step.mps
            if step.ruling.allowed and total <= left and (ref not in known or total < known[ref][0]):
                known[ref] = total, (*known[here][1], ref)
                heappush(waiting, (total, ref))
    yield from (Infiltrate(piece.id, way) for _, way in known.values() if way)


def _pay_for_zoc(piece: Piece, step: MoveStep, state: GameState, rules: Ruleset) -> Procedure[ZocLeaving]:
    available = mps_left(piece.id, state, rules) - Fraction(step.cost) - Fraction(step.leaving_cost)
    if not step.zoc_cost:
        return ZocLeaving(available >= 0, Reckoning.of(ZERO, "leaves no enemy ZOC", BY_ZOC))
    outcome = yield from check_success(ZOC_CHECK, f"{piece.id} leaves an enemy ZOC", (BY_ZOC,), state, rules)
    paid = reckon_infiltration(outcome.succeeds, step.zoc_cost, available)
    text = f"{piece.id} slips out of {piece.place}" if outcome.succeeds else f"{piece.id} is noticed in {piece.place}"
    text += "" if paid.leaves else " and stays there"
    yield Event(text, (BY_ZOC,), state, "success checked", (("check", outcome.roll), ("ZOC", paid.cost)))
    return paid


def _stopped(piece: Piece, state: GameState) -> GameState:
    duty = Obligation("stays in its hex to the end of the phase", "it could not pay to leave an enemy ZOC", (BY_ZOC,))
    return state.noting(STAYS, piece.id, duty)


# --- surprise attacks (SF 14H3) --------------------------------------------------------------------------------------


@rule("SF 14H3")
def rule_on_surprises(attempting: int, rules: Ruleset, attacks: bool = True) -> Ruling:
    """Whether so many commandos may try a surprise attack in one attack: only one of the attackers may.

    attacks: whether they are units of the side that attacks.
    """
    why = f"one commando unit tries a surprise attack in an attack, not {attempting}"
    return Ruling.refuse_if(attempting > 1, why, BY_SURPRISE, possible="let one of them try") & Ruling.refuse_if(
        not attacks, "only attackers make a surprise attack", BY_SURPRISE
    )


@frozen
class SurpriseEffect:
    """What a surprise attack does to the attack: its strength (strength points), and what is added to the die."""

    attack: Reckoning
    modifier: Reckoning


@rule("SF 14H3")
def reckon_surprise(
    attack: Number, commando: Number, succeeds: bool, is_eliminated: bool, rules: Ruleset
) -> SurpriseEffect:
    """What a surprise attack does: +1 to the die; or, if the commando is lost, the odds are reckoned without it.

    attack: the strength of the attack, that of the commando among it (strength points).

    >>> from europa_rules import load
    >>> reckon_surprise(30, 1, False, True, load("sf")).attack.value
    Fraction(29, 1)
    """
    strength = Reckoning.of(attack, "attack")
    modifier = Reckoning.of(0, "surprise attack")
    if succeeds:
        return SurpriseEffect(strength, modifier.plus(SURPRISE_DRM, "surprise", BY_SURPRISE))
    if is_eliminated:
        strength = strength.minus(commando, "the commando is eliminated", BY_SURPRISE)
    for point in rules.resting("14H3-surprise-word"):
        strength = strength.noting(rests_on=point)
    return SurpriseEffect(strength, modifier)


def offer_surprise(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Just before the die: the attacker may let one commando try a surprise attack, knowing the odds."""
    attempt = under_way(state)
    facts = gather_attempt(attempt, state, rules) if attempt else AttackFacts()
    if attempt is None or not facts.defenders or is_eliminated_outright(facts):
        return state
    able = tuple(w.id for w in facts.attackers if rule_on_surprise(Commando(w.unit, facts.attacking), rules).allowed)
    if not able:
        return state
    odds = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)

    def check(answer: Answer) -> Ruling:
        return rule_on_surprises(len(answer), rules)

    question = f"which commando attacks {attempt.target} by surprise, at {odds.column_or_result}?"
    suggestions = ((), *((i,) for i in able))
    side = state.piece(able[0]).side
    chosen = yield from choose(Decision(side, question, able, (BY_SURPRISE,), state, suggestions, check))
    return (yield from _surprise(chosen[0], facts, attempt, state, rules)) if chosen else state


def _surprise(
    piece_id: str, facts: AttackFacts, attempt: Attempt, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    outcome = yield from check_success(SURPRISE_CHECK, f"surprise attack by {piece_id}", (BY_SURPRISE,), state, rules)
    effect = _effect_of(piece_id, facts, outcome, rules)
    words = "fails"
    if outcome.succeeds:
        state, words = state.noting(SURPRISE, attempt.target, piece_id), "succeeds"
    elif outcome.is_harsh:
        state, words = eliminate(state.piece(piece_id), state), "fails, and the unit is eliminated"
    text = f"surprise attack by {piece_id} on {attempt.target} {words}"
    ledgers = (("check", outcome.roll), ("attack", effect.attack), ("modifier", effect.modifier))
    return (yield from record(Event(text, (BY_SURPRISE,), state, "success checked", ledgers)))


def _effect_of(piece_id: str, facts: AttackFacts, outcome: Outcome, rules: Ruleset) -> SurpriseEffect:
    """What the surprise attack does to the attack as it stands."""
    without = evolve(facts, attackers=tuple(who for who in facts.attackers if who.id != piece_id))
    attack, rest = reckon_attack_strength(facts, rules).value, reckon_attack_strength(without, rules).value
    return reckon_surprise(attack, attack - rest, outcome.succeeds, outcome.is_harsh, rules)


def _told(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Mapping[str, str]:
    made = state.recall(SURPRISE, ref)
    return {SURPRISED: made} if made else {}


def _is_surprised(facts: AttackFacts) -> bool:
    return SURPRISED in facts.situation and facts.use == "attack"


# --- coastal raids (SF 14H4) -----------------------------------------------------------------------------------------


@frozen
class CoastalRaid:
    """Units that would raid the coast defenses of a hex.

    Attributes:
        raiders: the units; where only their number is known, as many of one kind.
        level: the level of the coast defenses.
        number: how many raid, where that is told.
    """

    raiders: tuple[Unit, ...]
    level: int
    number: int | None = None


@rule("SF 14H4")
def rule_on_coastal_raid(facts: CoastalRaid, rules: Ruleset) -> Ruling:
    """Whether these units may raid: marine commandos, no more than the level of the coast defenses."""
    number = len(facts.raiders) if facts.number is None else facts.number
    why = f"{number} units raid coast defenses of level {facts.level}"
    possible = f"raid with at most {facts.level}"
    return Ruling.all(rule_on_raiding(Commando(unit), rules) for unit in facts.raiders) & (
        Ruling.refuse_if(number > facts.level, why, BY_RAID, possible=possible)
    )


@frozen
class RaidEffect:
    """What a raid does: hits on the coast defenses, and what becomes of the raider."""

    hits: Reckoning
    raider: str


@rule("SF 14H4")
def reckon_raid(succeeds: bool, is_eliminated: bool = False) -> RaidEffect:
    """What a raid does after its check; a failure may cost the raider.

    >>> reckon_raid(True).hits.value, reckon_raid(False, True).raider
    (Fraction(2, 1), 'eliminated')
    """
    hits = HITS_OF_A_RAID if succeeds else 0
    lost = is_eliminated and not succeeds
    return RaidEffect(
        Reckoning.of(hits, "raid" if succeeds else "the raid fails", BY_RAID), ELIMINATED if lost else "unharmed"
    )


@rule("SF 14H4")
def raid(piece: Piece, state: GameState, rules: Ruleset) -> Procedure[tuple[GameState, int]]:
    """A unit that has landed raids; gives the state and the hits. Landings call this for each raider."""
    outcome = yield from check_success(RAID_CHECK, f"coastal raid by {piece.id}", (BY_RAID,), state, rules)
    effect = reckon_raid(outcome.succeeds, outcome.is_harsh)
    if effect.raider == ELIMINATED:
        state = eliminate(state.piece(piece.id), state)
    ledgers = (("check", outcome.roll), ("hits", effect.hits))
    text = f"{piece.id} raids the coast defenses: {show(effect.hits.value)} hits, {effect.raider}"
    yield Event(text, (BY_RAID,), state, "success checked", ledgers)
    return state, int(effect.hits.value)


# --- contributions ---------------------------------------------------------------------------------------------------


SOURCES = (Source(SURPRISED, CIRCUMSTANCES, by="SF 14H3", value=_told),)
MODIFIERS = (Modifier("surprise attack", "combat die roll", by="SF 14H3", amount=SURPRISE_DRM, when=_is_surprised),)
STEPS = (
    StepContribution("surprise attack", "attack", offer_surprise, by="SF 14H3", before="resolve"),
    StepContribution("commandos slip through", "attack", offer_retreats, by="SF 14H1", before="retreats"),
)
ORDER_KINDS = (
    OrderKind(
        "infiltrate",
        Infiltrate,
        rule_on_infiltrate_order,
        carry_out_infiltration,
        by=(BY_ZOC,),
        openings=("movement phase", "exploitation phase"),
        of_unit=infiltrations,
    ),
)
