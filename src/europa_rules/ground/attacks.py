"""Attacks on the board (rule 9A): the order to attack, and the steps from declaration to advance.

Needs the order and the state; gives the facts that the rules of `combat` and `advance` are asked with, the ruling on
the order, and the procedure of an attack with the steps that plugins contribute.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from europa_rules.citations import Citation, cited, rule
from europa_rules.ground.advance import AdvanceFacts, rule_on_advance
from europa_rules.ground.armor import defenders_to_elect, name_briefly
from europa_rules.ground.armor_proportions import AECA, AECD, ATEC, involve, is_half
from europa_rules.ground.battleground import ground_at, hexside_attacked, rule_on_prohibited_ground
from europa_rules.ground.bridge_seizure import spare_crossers
from europa_rules.ground.circumstances import circumstances, circumstances_of
from europa_rules.ground.closed_ground import rule_on_entry, rule_on_own_entry
from europa_rules.ground.combat import (
    ARMOR,
    OUTRIGHT,
    AttackFacts,
    AttackModifiers,
    AttackPlan,
    Odds,
    armor_facts,
    ground_of_attack,
    is_eliminated_outright,
    look_up_result,
    modify_roll,
    reckon_attack_strength,
    reckon_defense_strength,
    reckon_modifiers,
    reckon_odds,
    rule_on_attack,
)
from europa_rules.ground.engineers import ENGINEERS
from europa_rules.ground.facts import (
    ATTACKED,
    ATTEMPT,
    RETREATED_BEFORE,
    RETREATED_INTO,
    WAS_ATTACKED,
    Attempt,
    Combatant,
)
from europa_rules.ground.losses import Opponents, take_losses
from europa_rules.ground.mechanics import GROUND_COMBAT, reckon_dice
from europa_rules.ground.movement_counters import carrier_of
from europa_rules.ground.occupants import enemy_units_at
from europa_rules.ground.ownership import gain_by_entry
from europa_rules.ground.retreat_before_combat import after_retreats, rule_on_reallocation
from europa_rules.ground.retreats import retreat, still_to_retreat
from europa_rules.ground.stacking import counted_at, fortifications_at
from europa_rules.ground.terrain import columns_of, crossed_as
from europa_rules.ground.waters import caveats_of_ice, water_between
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO, exact, show, signed
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, opening, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.stages import Stage, arrange, go_through
from europa_rules.state import GameState, Piece


@frozen
class Attack:
    """The order to attack a hex.

    Attributes:
        units: ids of the attacking pieces.
        target: the attacked hex.
        neutral: those of them, half capable of armor effects, that their owner treats as neutral (rule 10E).
    """

    units: tuple[str, ...]
    target: Hex
    neutral: tuple[str, ...] = ()


# --- from the board --------------------------------------------------------------------------------------------------


def _distance(a: Hex, b: Hex, rules: Ruleset) -> int:
    board = rules.board
    if a in board.index and b in board.index:
        return board.distance(a, b)
    return 0 if a == b else len(board.index)


def _is_border(a: Hex, b: Hex, rules: Ruleset) -> bool:
    return rules.board.country(a) != rules.board.country(b)


def _attacker(piece: Piece, attempt: Attempt, state: GameState, rules: Ruleset) -> Combatant:
    distance = _distance(piece.place, attempt.target, rules)
    beside = distance == 1
    hexside = hexside_attacked(piece.place, attempt.target, state, rules) if beside else ()
    return Combatant(
        piece.unit,
        piece.id,
        piece.place,
        hexside=crossed_as(hexside, columns_of(carrier_of(piece, state).unit, rules), rules),
        across_border=_is_border(piece.place, attempt.target, rules) if beside else None,
        has_attacked=state.recall(ATTACKED, piece.id) is not None,
        elections={AECA: "neutral"} if piece.id in attempt.elected else {},
        situation=circumstances_of(piece, state, rules),
        distance=distance,
        water=water_between(piece.place, attempt.target, state, rules) if hexside else "",
    )


def _defender(piece: Piece, attempt: Attempt, state: GameState, rules: Ruleset) -> Combatant:
    return Combatant(
        piece.unit,
        piece.id,
        piece.place,
        retreated_here=state.recall(RETREATED_INTO, piece.id) == piece.place,
        was_attacked=state.recall(WAS_ATTACKED, piece.id) is not None,
        elections={AECD: "neutral", ATEC: "neutral"} if piece.id in attempt.elected else {},
        situation=circumstances_of(piece, state, rules),
    )


def attackable(target: Hex, player: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The enemy units in a hex; points that are no units are not attacked."""
    return enemy_units_at(target, player, state, rules)


def gather_attempt(attempt: Attempt, state: GameState, rules: Ruleset) -> AttackFacts:
    """The facts of an attack under way, as the board stands; pieces that are gone are left out."""
    attackers = [state.pieces[i] for i in attempt.attackers if i in state.pieces]
    defenders = [state.pieces[i] for i in attempt.defenders if i in state.pieces]
    present = [p for p in defenders if p.place == attempt.target]
    support = {name: exact(value) for name, value in attempt.support}
    attacking = attackers[0].side if attackers else state.phasing
    enemies = state.enemies_at(attempt.target, attacking)
    fighting = [_attacker(p, attempt, state, rules) for p in attackers]
    return AttackFacts(
        attackers=spare_crossers(fighting, attempt.target, state, rules),
        defenders=tuple(_defender(p, attempt, state, rules) for p in present),
        ground=ground_at(attempt.target, state, rules),
        phase=state.moment.phase,
        gs=support.get("gs", ZERO),
        das=support.get("das", ZERO),
        attack_naval=support.get("attack_naval", ZERO),
        defense_naval=support.get("defense_naval", ZERO),
        attacking=attacking,
        defending=enemies[0].side if enemies else NEUTRAL,
        turn=state.moment.turn,
        target=attempt.target,
        situation=circumstances(attempt.target, state.phasing, state, rules),
        caveats=(
            *rules.map_caveats(attempt.target, [p.place for p in attackers]),
            *caveats_of_ice(rules, *(who.water for who in fighting)),
        ),
    )


def begin_attempt(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Attempt:
    """What an order to attack sets out to do."""
    defenders = tuple(p.id for p in attackable(order.target, player, state, rules))
    return Attempt(order.units, defenders, order.target, elected=order.neutral)


def gather_plan(orders: Sequence[Attack], player: Side, state: GameState, rules: Ruleset) -> AttackPlan:
    """The attacks that a player means to make, and whether he has units where enemy units are."""
    own = (piece for piece in state.pieces.values() if piece.side == player)
    dropped = any(attackable(piece.place, player, state, rules) for piece in own)
    return AttackPlan(tuple((order.target, order.units) for order in orders), dropped)


def gather_attack(order: Attack, player: Side, state: GameState, rules: Ruleset) -> AttackFacts:
    """The facts of an attack that is ordered.

    Raises UnknownName for a piece, and UnknownHex for a hex, that does not exist.
    """
    for piece_id in order.units:
        state.piece(piece_id)
    target = rules.board.place(order.target)
    facts = gather_attempt(begin_attempt(evolve(order, target=target), player, state, rules), state, rules)
    return evolve(facts, is_phasing=player == state.phasing)


@rule("FoF 9A", "FoF 9B", "SF 9A", "SF 9B")
def rule_on_attack_order(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give an order to attack: with his own units, against enemy units, by rules 9 to 9G."""
    facts = gather_attack(order, player, state, rules)
    by = rules.cite("9A")
    foreign = [i for i in order.units if state.piece(i).side != player]
    twice = [i for i, n in Counter(order.units).items() if n > 1]
    apart = [i for i in order.neutral if i not in order.units]
    return (
        Ruling.refuse_if(not order.units, "no unit attacks", by, possible="name the attackers")
        & Ruling.all(Ruling.refuse(f"{i} is to be neutral and does not attack", rules.cite("10E")) for i in apart)
        & _rule_on_elected(facts.attackers, rules)
        & Ruling.all(Ruling.refuse(f"{i} is not the player's", by) for i in foreign)
        & Ruling.all(Ruling.refuse(f"{i} is named twice", rules.cite("9B")) for i in twice)
        & Ruling.refuse_if(
            not facts.defenders, f"there is no enemy unit in {order.target}", by, possible="attack a hex that holds one"
        )
        & Ruling.all(rule_on_entry(Hex(facts.target), state.piece(i), state, rules) for i in dict.fromkeys(order.units))
        & _rule_on_named_before(order, state, rules)
        & rule_on_attack(facts, rules)
    )


def _rule_on_elected(attackers: Iterable[Combatant], rules: Ruleset) -> Ruling:
    """Whether those that their owner treats as neutral are half capable of armor effects in the attack."""
    elected = [who for who in attackers if AECA in who.elections]
    whole = [who.name for who in elected if not is_half(involve(who, rules), AECA)]
    return Ruling.all(
        Ruling.refuse(
            f"{name} is not half capable of {rules.charts.armor_effects.words[AECA]}, and is not treated as neutral",
            rules.cite("10E"),
            possible="name half-capable attackers only",
        )
        for name in whole
    )


def _rule_on_named_before(order: Attack, state: GameState, rules: Ruleset) -> Ruling:
    """Attackers named for a hex that defenders have left before the combat are not sent elsewhere."""
    named = (state.recall(ATTACKED, piece_id) for piece_id in order.units)
    left = any(state.recall(RETREATED_BEFORE, target) is True for target in named if target)
    return rule_on_reallocation(left, rules) if left else Ruling.allow()


# --- the steps of an attack ------------------------------------------------------------------------------------------


def under_way(state: GameState) -> Attempt | None:
    """The attack that is being carried out."""
    return state.recall(ATTEMPT, "")


def _names(pieces: Sequence[str]) -> str:
    return ", ".join(pieces)


def declare(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The attack is named: its units have attacked and been attacked in this phase (rule 9B)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    for piece_id in attempt.attackers:
        state = state.noting(ATTACKED, piece_id, attempt.target)
    for piece_id in attempt.defenders:
        if state.recall(WAS_ATTACKED, piece_id) is None:
            state = state.noting(WAS_ATTACKED, piece_id, attempt.target)
    text = f"{_names(attempt.attackers)} attack{'s' if len(attempt.attackers) == 1 else ''} {attempt.target}"
    text += f", held by {_names(attempt.defenders)}"
    facts = (("target", str(attempt.target)), ("attackers", _names(attempt.attackers)))
    return (yield from record(Event(text, (rules.cite("9A"),), state, "attack declared", facts=facts)))


def before_odds(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both players may act before the odds are reckoned: support from air and sea is given here."""
    if under_way(state) is None:
        return state
    others = tuple(side for side in rules.variant.sides if side != state.phasing)
    state = yield from opening("attack declared", (state.phasing, *others), (rules.cite("9A"),), state)
    return (yield from _elect_neutral(state, rules))


def _elect_neutral(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The defender names those half-capable units that count as neutral, where that changes anything (rule 10E)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    facts = armor_facts(gather_attempt(attempt, state, rules), rules)
    able = tuple(facts.defenders[place].name for place in defenders_to_elect(facts, rules))
    if not able:
        return state
    question = f"which half-capable units in {attempt.target} count as neutral?"
    owner = state.piece(able[0]).side
    decision = Decision(owner, question, able, (rules.cite("10E"),), state, ((), able))
    chosen = yield from choose(decision)
    return state.noting(ATTEMPT, "", evolve(attempt, elected=(*attempt.elected, *chosen)))


def resolve(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Odds, die and result (rule 9A); a result of 9B or 9G comes without a roll."""
    attempt = under_way(state)
    if attempt is None:
        return state
    facts = gather_attempt(attempt, state, rules)
    if not after_retreats(len(facts.defenders)).is_resolved:
        text = f"nobody is left in {attempt.target} to be attacked"
        by = (rules.cite("retreat-before-combat"),)
        return (yield from record(Event(text, by, state, "attack not resolved")))
    return (yield from resolve_attack(attempt, facts, state, rules))


@rule("FoF 9A", "FoF 9G", "SF 9A", "SF 9G")
def resolve_attack(attempt: Attempt, facts: AttackFacts, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The result of an attack of which these are the facts, noted with the attempt."""
    if is_eliminated_outright(facts):
        state = _with_result(attempt, OUTRIGHT, "", (), state)
        text = f"attack on {attempt.target}: no unit there has a defense strength; all are eliminated"
        return (yield from record(Event(text, (rules.cite("9G"),), state, "combat decided")))
    return (yield from _resolve_by_odds(attempt, facts, state, rules))


def _with_result(
    attempt: Attempt, result: str, odds: str, used: tuple[tuple[str, str], ...], state: GameState
) -> GameState:
    return state.noting(ATTEMPT, "", evolve(attempt, result=result, odds=odds, used=used))


def _resolve_by_odds(attempt: Attempt, facts: AttackFacts, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    odds = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)
    modifiers = reckon_modifiers(facts, rules)
    used = used_abilities(modifiers)
    strengths = (("attack", odds.attack), ("defense", odds.defense))
    if odds.automatic is not None:
        state = _with_result(attempt, odds.automatic, "", used, state)
        text = f"attack {odds}"
        return (yield from record(Event(text, (rules.cite("9B"),), state, "combat decided", strengths)))
    dice = int(reckon_dice(GROUND_COMBAT, rules).value)
    roll = yield from throw(dice, f"attack on {attempt.target} at {odds.column}", (rules.cite("9A"),), state)
    modified = modify_roll(roll, modifiers.total)
    result, caveat = look_up_result(odds.column, int(modified.value), rules)
    state = _with_result(attempt, result, odds.column or "", used, state)
    ledgers = (*strengths, ("modifier", modifiers.total), ("die", modified.noting(caveat=caveat)))
    text = describe_combat(odds, modifiers, roll, result, rules.cite("9A"))
    plain = (("odds", odds.column or ""), ("roll", str(roll)), ("modified", show(modified.value)), ("result", result))
    return (yield from record(Event(text, (rules.cite("9C"),), state, "combat rolled", ledgers, plain)))


def describe_combat(odds: Odds, modifiers: AttackModifiers, roll: int, result: str, by: Citation) -> str:
    """The line of a playthrough: odds, each modifier, the die and the result."""
    parts = [f"attack {odds}{cited((by,))}"]
    for name, part in modifiers.parts:
        if name == ARMOR:
            both = (modifiers.armor.attack, modifiers.armor.defense)
            parts += [f"{name_briefly(drm)}, {signed(drm.value)}{cited(drm.citations)}" for drm in both if drm.value]
        elif part.value:
            parts.append(f"{name} {signed(part.value)}{cited(part.citations)}")
    total = int(modifiers.total.value)
    die = f"die {roll} {'-' if total < 0 else '+'} {abs(total)} = {roll + total}" if total else f"die {roll}"
    return " | ".join([*parts, die, result])


def used_abilities(modifiers: AttackModifiers) -> tuple[tuple[str, str], ...]:
    """The abilities whose use may call for required losses, with the proportion used."""
    used = [*modifiers.armor.used]
    if modifiers.engineers.is_used:
        used.append((ENGINEERS, modifiers.engineers.share.value))
    return tuple((category, show(share)) for category, share in used)


def lose(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both sides take the losses of the result (rules 9C to 9E)."""
    attempt = under_way(state)
    if attempt is None or not attempt.result:
        return state
    return (yield from take_losses(attempt, gather_opponents(attempt, state, rules), state, rules))


def gather_opponents(attempt: Attempt, state: GameState, rules: Ruleset) -> Opponents:
    """Attackers and defenders still on the board, and what the ground does for the defenders."""
    facts = gather_attempt(attempt, state, rules)
    return Opponents(facts.attackers, facts.defenders, ground_of_attack(facts, rules))


def retreat_after_combat(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units that must retreat do so, all at once (rule 9F1)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    state = yield from retreat(still_to_retreat(attempt, state), state, rules)
    attempt = under_way(state) or attempt
    cleared = not attackable(attempt.target, state.phasing, state, rules)
    return state.noting(ATTEMPT, "", evolve(attempt, must_retreat=(), cleared=cleared))


def advance(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Attackers advance into a hex that was cleared, if their owner wishes (rule 9F2)."""
    attempt = under_way(state)
    if attempt is None or not attempt.cleared:
        return state
    beside = [i for i in attempt.attackers if i in state.pieces and state.piece(i).place != attempt.target]
    able = [i for i in beside if _may_advance((i,), attempt, state, rules).allowed]
    if not able:
        return state
    chosen = yield from choose(_advance_decision(tuple(able), attempt, state, rules))
    if not chosen:
        return state
    state = gain_by_entry(state, [state.piece(i) for i in chosen], attempt.target, rules)
    text = f"{_names(chosen)} advance{'s' if len(chosen) == 1 else ''} into {attempt.target}"
    return (yield from record(Event(text, (rules.cite("9F2"),), state, "advanced")))


def _advance_decision(able: Answer, attempt: Attempt, state: GameState, rules: Ruleset) -> Decision:
    def check(answer: Answer) -> Ruling:
        return _may_advance(answer, attempt, state, rules)

    together = [able] if check(able).allowed else []
    suggestions = tuple(dict.fromkeys(((), *((i,) for i in able), *together)))
    question = f"which units advance into {attempt.target}?"
    return Decision(state.phasing, question, able, (rules.cite("9F2"),), state, suggestions, check)


def gather_advance(ids: Sequence[str], attempt: Attempt, state: GameState, rules: Ruleset) -> AdvanceFacts:
    """The facts of an advance of these attackers into the attacked hex."""
    facts = gather_attempt(evolve(attempt, attackers=tuple(ids)), state, rules)
    return AdvanceFacts(
        units=tuple(who.unit for who in facts.attackers),
        hex_cleared=not attackable(attempt.target, state.phasing, state, rules),
        ground=facts.ground,
        fortifications=fortifications_at(attempt.target, rules),
        already_there=tuple(p.unit for p in counted_at(attempt.target, state.phasing, state, rules)),
        distance=max((who.distance for who in facts.attackers), default=1),
        is_barred=not all(rule_on_prohibited_ground(who, facts.ground, rules).allowed for who in facts.attackers),
    )


def _may_advance(ids: Sequence[str], attempt: Attempt, state: GameState, rules: Ruleset) -> Ruling:
    ruling = rule_on_advance(gather_advance(ids, attempt, state, rules), rules)
    for piece_id in ids:
        duty, moved = state.stays(piece_id), state.recall(RETREATED_INTO, piece_id)
        if duty:
            ruling &= Ruling.refuse(f"{piece_id} {duty.duty}, because {duty.because}", *duty.by)
        ruling &= Ruling.refuse_if(moved is not None, f"{piece_id} has retreated", rules.cite("9F2"))
        ruling &= rule_on_own_entry(Hex(attempt.target), state.piece(piece_id), state, rules)
    return ruling


def conclude(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The attack is over; nothing of it is under way any more."""
    attempt = under_way(state)
    if attempt is None:
        return state
    state = state.forgetting(ATTEMPT, "")
    facts = (("target", str(attempt.target)), ("result", attempt.result))
    text = f"the attack on {attempt.target} is over"
    return (yield from record(Event(text, (rules.cite("9A"),), state, "attack over", facts=facts)))


ATTACK_STAGES = (
    Stage("declare", declare),
    Stage("before odds", before_odds),
    Stage("resolve", resolve),
    Stage("losses", lose),
    Stage("retreats", retreat_after_combat),
    Stage("advance", advance),
    Stage("conclude", conclude),
)
"""The steps of an attack; each starts from the state alone."""


@rule("FoF 9A", "SF 9A")
def carry_out_attack(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An attack from its declaration to advance after combat (rule 9A), with the steps that plugins contribute.

    Raises IllegalOrder, with every rule that refuses, for an order that may not be given.
    """
    rule_on_attack_order(order, player, state, rules).require(str(order))
    target = rules.board.place(order.target)
    state = state.noting(ATTEMPT, "", begin_attempt(evolve(order, target=target), player, state, rules))
    return (yield from go_through(arrange("attack", ATTACK_STAGES, rules), state, rules))
