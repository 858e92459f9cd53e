"""Air combat (rule 21): screen and mission force, who engages whom, rounds of fire, and who gets through.

Needs two forces of air units; gives the sequence of the book, from the screen allocation to the fire on the mission
force, with every choice put to its player and everything random drawn. Off the board the same engagement is asked
with the results as rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from europa_rules.air.air_fire import Fire, fires, resolve_fire
from europa_rules.air.facts import FLYING, UNDER_WAY_NOW
from europa_rules.air.flight_orders import flight_of, flyers, operation_at
from europa_rules.air.flights import Flight, is_fighter_bomber, mission_named
from europa_rules.air.returning import NO_EFFECT, apply_results
from europa_rules.citations import rule
from europa_rules.errors import BadQuestion
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, draw, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

ESCORT = "escort"

# --- forces ----------------------------------------------------------------------------------------------------------


@rule("FoF 21A", "SF 21A")
def is_in_screen(family: str) -> bool:
    """Whether an initiating player's air unit is placed in the escort screen; all others are in the mission force.

    >>> is_in_screen("escort"), is_in_screen("bombing")
    (True, False)
    """
    return family == ESCORT


@rule("FoF 21B", "SF 21B1a", "SF 21C")
def spread(attackers: int, targets: int) -> tuple[int, ...]:
    """How many attackers each target gets when they are allocated as evenly as possible, most first.

    >>> spread(5, 2), spread(2, 3)
    ((3, 2), (1, 1, 0))
    """
    if targets <= 0:
        return ()
    each, more = divmod(attackers, targets)
    return (each + 1,) * more + (each,) * (targets - more)


@frozen
class Bypass:
    """Interceptors that would bypass the screen, and the results of the escorts that fire on them.

    Attributes:
        bypassing: the interceptors, by id.
        fire: interceptor -> the results of fires on it, in order.
    """

    bypassing: tuple[str, ...]
    fire: Mapping[str, tuple[str, ...]] = field(factory=dict, hash=False)


@rule("SF 21B1d", "FoF 21B")
def through(facts: Bypass) -> tuple[str, ...]:
    """The interceptors that get through the screen to the mission force: those without any result against them.

    >>> through(Bypass(("i1", "i2", "i3"), {"i1": ("R",), "i2": ("-",)}))
    ('i2', 'i3')
    """
    return tuple(unit for unit in facts.bypassing if all(r == NO_EFFECT for r in facts.fire.get(unit, ())))


@frozen
class PatrolShare:
    """How patrolling fighters are allocated: on the screen, on the mission force, and what is left over."""

    on_screen: int
    on_mission_force: int
    extra: int


@rule("SF 21C")
def share_patrollers(screen: int, mission_force: int, patrollers: int) -> PatrolShare:
    """One on each fighter of the screen, then one on each air unit of the mission force, then the rest.

    >>> share_patrollers(2, 2, 5)
    PatrolShare(on_screen=2, on_mission_force=2, extra=1)
    """
    on_screen = min(patrollers, screen)
    on_force = min(patrollers - on_screen, mission_force)
    return PatrolShare(on_screen, on_force, patrollers - on_screen - on_force)


# --- an engagement ---------------------------------------------------------------------------------------------------


@frozen
class Round:
    """One round of an engagement: which of the several it was, and the results on the single one and on him."""

    by: str
    on_single: str = NO_EFFECT
    on_several: str = NO_EFFECT


@frozen
class Engagement:
    """One air unit against several, with the results as rolled.

    Attributes:
        single: the single air unit. several: those that engage it.
        rounds: the rounds, in the order drawn.
        stops_after: the round after which the owner of the several ends the engagement; None if he does not.
    """

    single: str
    several: tuple[str, ...]
    rounds: tuple[Round, ...]
    stops_after: int | None = None


@frozen
class EngagementEnd:
    """How an engagement ended: the rounds fought, why, the result on each air unit, and who did not engage."""

    rounds_fought: int
    ended: str
    results: Mapping[str, str | None]
    not_engaged: tuple[str, ...]


ON_SINGLE, ALL_ENGAGED, BY_OWNER = "result on single", "all engaged", "owner ended it"


@rule("FoF 21B", "SF 21B1b")
def engagement_is_over(on_single: str) -> bool:
    """Whether a round ends the engagement by itself: at the first result against the single air unit.

    >>> engagement_is_over("-"), engagement_is_over("A")
    (False, True)
    """
    return on_single != NO_EFFECT


@rule("FoF 21B", "SF 21B1b")
def follow_engagement(facts: Engagement) -> EngagementEnd:
    """Follow an engagement round by round, to where it ends.

    Raises BadQuestion for a round by an air unit that is not one of the several.

    >>> rounds = (Round("i1", "-", "K"), Round("i2", "A"))
    >>> end = follow_engagement(Engagement("e", ("i1", "i2", "i3"), rounds))
    >>> end.ended, end.results, end.not_engaged
    ('result on single', {'i1': 'K', 'i2': None, 'i3': None, 'e': 'A'}, ('i3',))
    """
    results: dict[str, str | None] = dict.fromkeys((*facts.several, facts.single))
    engaged: list[str] = []
    ended = ALL_ENGAGED
    for number, fought in enumerate(facts.rounds, 1):
        if fought.by not in results:
            raise BadQuestion(f"{fought.by!r} is not one of {', '.join(facts.several)}")
        engaged.append(fought.by)
        results[fought.by] = None if fought.on_several == NO_EFFECT else fought.on_several
        results[facts.single] = None if fought.on_single == NO_EFFECT else fought.on_single
        if engagement_is_over(fought.on_single):
            ended = ON_SINGLE
            break
        if number == facts.stops_after:
            ended = BY_OWNER
            break
    left = tuple(unit for unit in facts.several if unit not in engaged)
    return EngagementEnd(len(engaged), ended, results, left)


# --- allocation ------------------------------------------------------------------------------------------------------


@frozen
class Pairing:
    """One air unit, and those of the other side that are allocated against it, in the order drawn."""

    single: str
    several: tuple[str, ...]


def _one_each(
    free: list[str], targets: Sequence[str], what: str, state: GameState, rules: Ruleset
) -> Procedure[list[Pairing]]:
    """Draw targets and an attacker for each, until all have one or no attacker is left; `free` keeps the rest."""
    by, pairs, waiting = (rules.cite("21B"),), [], list(targets)
    while free and waiting:
        target = yield from draw(waiting, f"{what}: which air unit is engaged", by, state)
        attacker = yield from draw(free, f"{what}: which air unit engages {target}", by, state)
        waiting.remove(target)
        free.remove(attacker)
        pairs.append(Pairing(target, (attacker,)))
    return pairs


def _extra(
    who: Side, free: list[str], pairs: list[Pairing], what: str, state: GameState, rules: Ruleset
) -> Procedure[list[Pairing]]:
    """The owner of air units left over allocates them as evenly as possible: he says on whom, who it is is drawn."""
    by, found = (rules.cite("21B"),), {pair.single: pair.several for pair in pairs}
    while free and found:
        fewest = min(len(several) for several in found.values())
        able = tuple(single for single, several in found.items() if len(several) == fewest)
        question = f"{what}: whom does a further air unit engage?"
        (target,) = yield from choose(
            Decision(who, question, able, by, state, tuple((a,) for a in able), check=_exactly_one(rules))
        )
        attacker = yield from draw(free, f"{what}: which air unit engages {target}", by, state)
        free.remove(attacker)
        found[target] = (*found[target], attacker)
    return [Pairing(single, several) for single, several in found.items()]


def _exactly_one(rules: Ruleset) -> Callable[[Answer], Ruling]:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) != 1, "choose one air unit", rules.cite("21B"))

    return check


def _swapped(pairs: Iterable[Pairing]) -> list[Pairing]:
    """Pairs of one and one seen from the other side."""
    return [Pairing(pair.several[0], (pair.single,)) for pair in pairs]


# --- fire ------------------------------------------------------------------------------------------------------------


def _flight(unit: str, state: GameState, rules: Ruleset) -> Flight | None:
    """An air unit as it flies, or None for one that is no longer in the air."""
    flying = state.recall(FLYING, unit)
    if flying is None:
        return None
    return flight_of(state.air_piece(unit), flying, operation_at(flying.operation, state), state, rules)


def _fire(firer: str, target: str, step: str, state: GameState, rules: Ruleset) -> Procedure[tuple[GameState, str]]:
    """One air unit fires on another; gives the result, "-" for one that cannot fire."""
    one, other = _flight(firer, state, rules), _flight(target, state, rules)
    if one is None or other is None or not fires(one, rules):
        return state, NO_EFFECT
    state, outcome = yield from resolve_fire(Fire(one, other), step, state, rules)
    return state, outcome.result


@frozen
class FireTerms:
    """How a firing step goes: its letter, whether the engaged fire back, and whether each of them fires but once."""

    step: str
    returns_fire: bool = True
    fires_once: bool = False


def _engage(pair: Pairing, terms: FireTerms, who: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The rounds of an engagement of one against one or several, each implemented when both have fired."""
    by, waiting, has_fired = (rules.cite("21B"),), list(pair.several), False
    while waiting and state.recall(FLYING, pair.single) is not None:
        attacker = yield from draw(waiting, f"which air unit fires next on {pair.single}", by, state)
        waiting.remove(attacker)
        state, on_single = yield from _fire(attacker, pair.single, terms.step, state, rules)
        on_several = NO_EFFECT
        if terms.returns_fire and not (terms.fires_once and has_fired):
            now = yield from _fires_now(pair.single, attacker, bool(waiting) and terms.fires_once, state, rules)
            if now:
                state, on_several = yield from _fire(pair.single, attacker, terms.step, state, rules)
                has_fired = True
        state = yield from apply_results(((pair.single, on_single), (attacker, on_several)), state, rules)
        if engagement_is_over(on_single):
            break
        if waiting and (yield from _is_ended(who, pair.single, state, rules)):
            break
    return state


def _fires_now(single: str, attacker: str, may_wait: bool, state: GameState, rules: Ruleset) -> Procedure[bool]:
    """Whether an air unit of the mission force, which fires but once, fires in this round; its owner says."""
    if not may_wait:
        return True
    question = f"Does {single} fire on {attacker} in this round?"
    who = state.air_piece(single).side
    answer = yield from choose(Decision(who, question, ("fire",), (rules.cite("21B"),), state, (("fire",), ())))
    return bool(answer)


def _is_ended(who: Side, single: str, state: GameState, rules: Ruleset) -> Procedure[bool]:
    """Whether the owner of the several ends the engagement before its next round."""
    question = f"End the engagement with {single} here?"
    answer = yield from choose(Decision(who, question, ("end",), (rules.cite("21B"),), state, ((), ("end",))))
    return bool(answer)


# --- the sequence ----------------------------------------------------------------------------------------------------


@frozen
class Forces:
    """The air units over a target hex, by id: escort screen and mission force, engaging and bypassing interceptors."""

    screen: tuple[str, ...]
    mission_force: tuple[str, ...]
    engaging: tuple[str, ...]
    bypassing: tuple[str, ...]
    initiator: Side
    reactor: Side


def _jettison(operation: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Fighters on bombing missions may drop their bombs before the fight, at their owner's choice (SF 23A1)."""
    able = tuple(
        piece.id
        for piece, flying in flyers(operation, state)
        if (flight := _flight(piece.id, state, rules)) is not None and is_fighter_bomber(flight)
    )
    if not able:
        return state
    who = operation_at(operation, state).initiator
    by = (rules.cite("fighter-bombers"),)
    answer = yield from choose(Decision(who, "Which fighters jettison their bombs?", able, by, state, ((), able)))
    for unit in answer:
        flying = state.recall(FLYING, unit)
        if flying is not None:
            state = state.noting(FLYING, unit, evolve(flying, jettisoned=True))
            state = yield from record(Event(f"{unit} jettisons its bombs", by, state, "jettisoned"))
    return state


def _prepare(operation: str, reactor: Side, state: GameState, rules: Ruleset) -> Procedure[Forces]:
    """Both players sort their air units (rule 21A)."""
    initiator = operation_at(operation, state).initiator
    there = tuple(flyers(operation, state))
    own = [(piece.id, flying) for piece, flying in there if piece.side == initiator]
    screen = tuple(unit for unit, flying in own if is_in_screen(mission_named(flying.mission, rules)[1]))
    force = tuple(unit for unit, _ in own if unit not in screen)
    interceptors = tuple(piece.id for piece, flying in there if piece.side == reactor)
    if not screen:
        return Forces(screen, force, (), interceptors, initiator, reactor)
    question = "Which interceptors engage the escort screen? The others try to bypass it."
    by = (rules.cite("21A"),)
    engaging = yield from choose(
        Decision(reactor, question, interceptors, by, state, (interceptors, ()) if force else (interceptors,))
    )
    bypassing = tuple(unit for unit in interceptors if unit not in engaging)
    return Forces(screen, force, tuple(engaging), bypassing, initiator, reactor)


def _against_the_screen(forces: Forces, state: GameState, rules: Ruleset) -> Procedure[tuple[GameState, list[str]]]:
    """Steps a and b: the engaging group against the screen; gives the escorts that are free to meet the bypassers."""
    interceptors = list(forces.engaging)
    pairs = yield from _one_each(interceptors, forces.screen, "screen", state, rules)
    engaged = {pair.single for pair in pairs}
    free = [escort for escort in forces.screen if escort not in engaged]
    who = forces.reactor
    if interceptors:
        pairs = yield from _extra(forces.reactor, interceptors, pairs, "screen", state, rules)
    elif free and pairs:
        question = "Which unengaged escorts join against the engaging interceptors? The others meet the bypassers."
        by = (rules.cite("21B"),)
        joining = yield from choose(Decision(forces.initiator, question, tuple(free), by, state, ((), tuple(free))))
        free = [escort for escort in free if escort not in joining]
        if joining:
            who = forces.initiator
            pairs = yield from _extra(who, list(joining), _swapped(pairs), "screen", state, rules)
    for pair in pairs:
        state = yield from _engage(pair, FireTerms("b"), who, state, rules)
    return state, free


def _against_the_bypassers(forces: Forces, free: list[str], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Steps c and d: unengaged escorts fire on the bypassing group, which does not fire back."""
    if not free or not forces.bypassing:
        return state
    pairs = yield from _one_each(free, forces.bypassing, "bypassing group", state, rules)
    pairs = yield from _extra(forces.initiator, free, pairs, "bypassing group", state, rules)
    for pair in pairs:
        state = yield from _engage(pair, FireTerms("d", returns_fire=False), forces.initiator, state, rules)
    return state


def _against_the_mission_force(forces: Forces, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Steps e and f: interceptors that got through fire on the mission force, whose air units fire but once."""
    past = [unit for unit in forces.bypassing if state.recall(FLYING, unit) is not None]
    targets = [unit for unit in forces.mission_force if state.recall(FLYING, unit) is not None]
    if not past or not targets:
        return state
    pairs = yield from _one_each(past, targets, "mission force", state, rules)
    pairs = yield from _extra(forces.reactor, past, pairs, "mission force", state, rules)
    for pair in pairs:
        state = yield from _engage(pair, FireTerms("f", fires_once=True), forces.reactor, state, rules)
    return state


@rule("FoF 21", "SF 21", "SF 21B1")
def resolve_air_combat(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The air combat step of an operation: preparation, then steps a to f, if any interceptor has come."""
    name = state.recall(UNDER_WAY_NOW, "") or ""
    operation = operation_at(name, state)
    reactors = {piece.side for piece, _ in flyers(name, state)} - {operation.initiator}
    for reactor in (side for side in rules.variant.sides if side in reactors):
        state = yield from _jettison(name, state, rules)
        forces = yield from _prepare(name, reactor, state, rules)
        state, free = yield from _against_the_screen(forces, state, rules)
        state = yield from _against_the_bypassers(forces, free, state, rules)
        state = yield from _against_the_mission_force(forces, state, rules)
    return state
