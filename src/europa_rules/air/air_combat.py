"""Air combat (rule 21): screen and mission force, who engages whom, rounds of fire, and who gets through.

Needs two forces of air units; gives the sequence of the book, from the screen allocation to the fire on the mission
force, with every choice put to its player and everything random drawn. Off the board the same engagement is asked
with the results as rolled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import evolve, field, frozen

from europa_rules.air.air_fire import STEPS_KNOWN, Fire, fires, resolve_fire, rule_on_printed_attack
from europa_rules.air.facts import FLYING, Flying
from europa_rules.air.flight_orders import flight_of, flyers, flying_of, operation_at, operation_now
from europa_rules.air.flights import BOMBING, ESCORT, FIGHTER, Flight, is_fighter_bomber, mission_named
from europa_rules.air.interception import PATROL
from europa_rules.air.returning import NO_EFFECT, apply_results, return_to_base
from europa_rules.citations import rule
from europa_rules.errors import BadQuestion
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, draw, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState

# the open points of the rule, without their books
SINGLE_UNIT = "21B1b-single-unit"
WHO_JETTISONS = "21A1-jettison"
PATROL_INTERCEPTED = "21-patrol-after-interception"

# --- forces ----------------------------------------------------------------------------------------------------------


@rule("FoF 21A1", "SF 21A1")
def is_in_screen(family: str) -> bool:
    """Whether an initiating player's air unit is placed in the escort screen; all others are in the mission force.

    >>> is_in_screen("escort"), is_in_screen("bombing")
    (True, False)
    """
    return family == ESCORT


@rule("FoF 21B1a", "SF 21B1a", "SF 21C")
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
class Sorted:
    """How many air units of the initiating player are in the escort screen, and how many in the mission force."""

    screen: int
    mission_force: int


@rule("FoF 21A1", "SF 21A1")
def sort_forces(families: Sequence[str]) -> Sorted:
    """The sizes of screen and mission force, from what each air unit is doing.

    >>> sort_forces(["escort", "escort", "bombing", "transport"])
    Sorted(screen=2, mission_force=2)
    """
    screen = sum(is_in_screen(family) for family in families)
    return Sorted(screen, len(families) - screen)


@rule("FoF 21B1a", "SF 21B1a")
def unengaged(escorts: int, interceptors: int) -> int:
    """How many escorts are free to meet the bypassing group, when each interceptor has been allocated one.

    >>> unengaged(3, 2), unengaged(2, 5)
    (1, 0)
    """
    return max(escorts - interceptors, 0)


@frozen
class Bypass:
    """Interceptors that would bypass the screen, and the results of the escorts that fire on them.

    Attributes:
        bypassing: the interceptors, by id.
        fire: interceptor -> the results of fires on it, in order.
    """

    bypassing: tuple[str, ...]
    fire: Mapping[str, tuple[str, ...]] = field(factory=dict, hash=False)


def described_bypass(bypassing: Sequence[str], against: Mapping[str, str], fire: Mapping[str, str]) -> Bypass:
    """A bypass as it is told: escort -> the interceptor it fires on, and escort -> the result of its fire.

    >>> described_bypass(("i1", "i2"), {"e1": "i1"}, {"e1": "R"}).fire
    {'i1': ('R',)}
    """
    found: dict[str, tuple[str, ...]] = {}
    for escort, result in fire.items():
        if escort not in against:
            raise BadQuestion(f"{escort!r} is allocated against nobody")
        found[against[escort]] = (*found.get(against[escort], ()), result)
    return Bypass(tuple(bypassing), found)


@rule("FoF 21B2", "SF 21B1d")
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


ON_SINGLE, ON_SEVERAL = "result on single", "result on one of several"
ALL_ENGAGED, BY_OWNER = "all engaged", "owner stopped"


@rule("FoF 21B1b", "SF 21B1b")
def engagement_is_over(on_single: str, on_several: str, rules: Ruleset) -> bool:
    """Whether a round ends the engagement by itself: at the first result against the single air unit.

    >>> from europa_rules import load
    >>> engagement_is_over("-", "K", load("sf")), engagement_is_over("A", "-", load("sf"))
    (False, True)
    """
    counts = (on_single, on_several) if rules.reads(SINGLE_UNIT, "any") else (on_single,)
    return any(result != NO_EFFECT for result in counts)


@rule("FoF 21B1b", "SF 21B1b")
def follow_engagement(facts: Engagement, rules: Ruleset) -> EngagementEnd:
    """Follow an engagement round by round, to where it ends.

    Raises BadQuestion for a round by an air unit that is not one of the several.

    >>> from europa_rules import load
    >>> rounds = (Round("i1", "-", "K"), Round("i2", "A"))
    >>> end = follow_engagement(Engagement("e", ("i1", "i2", "i3"), rounds), load("sf"))
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
        if engagement_is_over(fought.on_single, fought.on_several, rules):
            ended = ON_SINGLE if fought.on_single != NO_EFFECT else ON_SEVERAL
            break
        if number == facts.stops_after:
            ended = BY_OWNER if len(engaged) < len(facts.several) else ALL_ENGAGED
            break
    left = tuple(unit for unit in facts.several if unit not in engaged)
    return EngagementEnd(len(engaged), ended, results, left)


def described_engagement(on_single: Sequence[str], on_several: Sequence[str] = ()) -> Engagement:
    """An engagement of which only the results are told, round by round: those on the single one, and on the several.

    >>> described_engagement(("-", "A")).rounds[1]
    Round(by='2', on_single='A', on_several='-')
    """
    several = tuple(str(number) for number in range(1, len(on_single) + 1))
    suffered = (*on_several, *(NO_EFFECT,) * (len(on_single) - len(on_several)))
    rounds = (Round(*of_round) for of_round in zip(several, on_single, suffered, strict=True))
    return Engagement("single", several, tuple(rounds))


@rule("FoF 21B1b", "SF 21B1b")
def rule_on_duel(end: EngagementEnd, rules: Ruleset) -> Ruling:
    """Whether the results of a duel are both implemented: yes, after both air units have fired.

    >>> from europa_rules import load
    >>> rules = load("fof")
    >>> rule_on_duel(follow_engagement(described_engagement(["A"], ["K"]), rules), rules).allowed
    True
    """
    by = rules.cite("engagement")
    return Ruling.refuse_if(end.rounds_fought != 1, "it is no duel: several rounds were fought", by)


# --- allocation ------------------------------------------------------------------------------------------------------


@frozen
class Pairing:
    """One air unit, and those of the other side that are allocated against it, in the order drawn."""

    single: str
    several: tuple[str, ...]


@frozen
class FireStep:
    """A pair of steps of the sequence: an allocation and the fire that follows it.

    Attributes:
        allocation, fire: their letters.
        allocating, firing: the subjects of their rules.
        what: who is engaged.
        fires_once: whether each of them fires but once.
        single_first: whether the single air unit is named first in a round; both fire at the same time.
    """

    allocation: str
    fire: str
    allocating: str
    firing: str
    what: str
    fires_once: bool = False
    single_first: bool = False


SCREEN = FireStep("a", "b", "screen-allocation", "engagement", "escort screen", single_first=True)
BYPASS = FireStep("c", "d", "bypass-allocation", "bypass-fire", "bypassing group")
MISSION_FORCE = FireStep("e", "f", "mission-force-allocation", "mission-force-fire", "mission force", fires_once=True)


def allocate_one_each(
    free: Sequence[str], targets: Sequence[str], step: FireStep, state: GameState, rules: Ruleset
) -> Procedure[tuple[Pairing, ...]]:
    """Draw targets and an attacker for each, until all have one or no attacker is left."""
    by, pairs, left, waiting = (rules.cite(step.allocating),), [], list(free), list(targets)
    while left and waiting:
        target = yield from draw(waiting, f"{step.what}: which air unit is engaged", by, state)
        attacker = yield from draw(left, f"{step.what}: which air unit engages {target}", by, state)
        waiting.remove(target)
        left.remove(attacker)
        pairs.append(Pairing(target, (attacker,)))
    return tuple(pairs)


def allocate_extra(
    who: Side, extra: Sequence[str], pairs: Sequence[Pairing], step: FireStep, state: GameState, rules: Ruleset
) -> Procedure[tuple[Pairing, ...]]:
    """The owner of air units left over allocates them as evenly as possible: he says on whom, who it is is drawn."""
    by, left = (rules.cite(step.allocating),), list(extra)
    found = {pair.single: pair.several for pair in pairs}
    while left and found:
        fewest = min(len(several) for several in found.values())
        able = tuple(single for single, several in found.items() if len(several) == fewest)
        question = f"{step.what}: whom does a further air unit engage?"
        suggestions = tuple((single,) for single in able)
        (target,) = yield from choose(Decision(who, question, able, by, state, suggestions, _exactly_one(step, rules)))
        attacker = yield from draw(left, f"{step.what}: which air unit engages {target}", by, state)
        left.remove(attacker)
        found[target] = (*found[target], attacker)
    return tuple(Pairing(single, several) for single, several in found.items())


def _exactly_one(step: FireStep, rules: Ruleset) -> Callable[[Answer], Ruling]:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(
            len(answer) != 1, "choose one air unit", rules.cite(step.allocating), possible="choose one"
        )

    return check


def left_over(free: Iterable[str], pairs: Iterable[Pairing]) -> tuple[str, ...]:
    """Those air units that no pairing names on either side."""
    taken = {unit for pair in pairs for unit in (pair.single, *pair.several)}
    return tuple(unit for unit in free if unit not in taken)


def swapped(pairs: Iterable[Pairing]) -> tuple[Pairing, ...]:
    """Pairs of one and one seen from the other side."""
    return tuple(Pairing(pair.several[0], (pair.single,)) for pair in pairs)


def _silent(step: FireStep) -> str:
    """What an allocation says of those who do not fire back."""
    return ", which does not fire back as it bypasses the screen" if step.what == BYPASS.what else ""


def _tell_allocation(
    pairs: Iterable[Pairing], step: FireStep, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    by = (rules.cite(step.allocating),)
    for pair in pairs:
        text = f"step {step.allocation}: {', '.join(pair.several)} against {pair.single}{_silent(step)}"
        state = yield from record(Event(text, by, state, "air units allocated"))
    return state


# --- fire ------------------------------------------------------------------------------------------------------------


def flight_in_the_air(unit: str, state: GameState, rules: Ruleset) -> Flight | None:
    """An air unit as it flies, or None for one that is no longer in the air."""
    flying = state.recall(FLYING, unit)
    if flying is None:
        return None
    return flight_of(state.air_piece(unit), flying, operation_at(flying.operation, state), state, rules)


def _can_fire(unit: str, state: GameState, rules: Ruleset) -> bool:
    flight = flight_in_the_air(unit, state, rules)
    return flight is not None and fires(flight, rules)


def _fire(firer: str, target: str, step: str, state: GameState, rules: Ruleset) -> Procedure[tuple[GameState, str]]:
    """One air unit fires on another; gives the result, "-" for one that cannot fire."""
    one, other = flight_in_the_air(firer, state, rules), flight_in_the_air(target, state, rules)
    if one is None or other is None or not fires(one, rules):
        return state, NO_EFFECT
    state, outcome = yield from resolve_fire(Fire(one, other), step, state, rules)
    return state, outcome.result


@frozen
class MayFire:
    """An air unit that would fire.

    Attributes:
        attack: its printed air attack strength, or None where that is not in question.
        group: where it fights: "screen", "mission force", "engaging group", "bypassing group" or "patrol attack".
        step: the letter of the firing step.
        is_initiating: whether it is the initiating player's.
        fired_in_round: the round of this engagement in which it has fired, or None.
    """

    attack: Number | None = None
    group: str = ""
    step: str = ""
    is_initiating: bool = False
    fired_in_round: int | None = None


@rule("FoF 21B", "FoF 21B2", "SF 21B", "SF 21B1d", "SF 21B1f", "SF 21C")
def rule_on_fire(facts: MayFire, rules: Ruleset) -> Ruling:
    """Whether an air unit may fire in air combat or a patrol attack.

    >>> from europa_rules import load
    >>> print(rule_on_fire(MayFire(group="bypassing group", step="d"), load("sf")))
    refused: interceptors that bypass the screen do not fire on it (SF 21B1d). Possible: fire on the mission force.
    """
    bypasses = facts.group == BYPASS.what and facts.step in ("", BYPASS.fire)
    attacked = facts.group == "patrol attack" and facts.is_initiating
    has_fired = facts.group == MISSION_FORCE.what and facts.fired_in_round is not None
    fired = f"an air unit of the mission force fires once, and it did in round {facts.fired_in_round}"
    return (
        (Ruling.allow() if facts.attack is None else rule_on_printed_attack(facts.attack, rules))
        & Ruling.refuse_if(
            bypasses,
            "interceptors that bypass the screen do not fire on it",
            rules.cite(BYPASS.firing),
            possible="fire on the mission force",
        )
        & Ruling.refuse_if(
            attacked, "air units under a patrol attack do not fire back", rules.cite("21C"), possible="patrollers fire"
        )
        & Ruling.refuse_if(has_fired, fired, rules.cite(MISSION_FORCE.firing), possible="let it hold its fire")
    )


def engage(pair: Pairing, step: FireStep, who: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The rounds of an engagement of one against one or several, each implemented when both have fired.

    who: the owner of the several, who may end it after any round.
    """
    waiting, fired_in, by = list(pair.several), None, (rules.cite("engagement"),)
    while waiting and state.recall(FLYING, pair.single) is not None:
        attacker = yield from draw(waiting, f"which air unit fires next on {pair.single}", by, state)
        waiting.remove(attacker)
        may = rule_on_fire(MayFire(group=step.what, step=step.fire, fired_in_round=fired_in), rules)
        fires_back = may.allowed
        if fires_back and step.fires_once and waiting:
            fires_back = yield from _fires_now(pair.single, attacker, step, state, rules)
        if fires_back and step.fires_once:
            fired_in = len(pair.several) - len(waiting)
        state, results = yield from _round(pair.single, attacker, fires_back, step, state, rules)
        state = yield from apply_results(results.items(), state, rules)
        if engagement_is_over(results[pair.single], results[attacker], rules):
            break
        if waiting and (yield from _is_ended(who, pair.single, state, rules)):
            break
    return state


def _round(
    single: str, attacker: str, fires_back: bool, step: FireStep, state: GameState, rules: Ruleset
) -> Procedure[tuple[GameState, dict[str, str]]]:
    """The fires of a round; gives the result on each of the two, not yet implemented."""
    results = {single: NO_EFFECT, attacker: NO_EFFECT}
    shots = [(attacker, single), *([(single, attacker)] if fires_back else [])]
    for firer, target in reversed(shots) if step.single_first else shots:
        state, results[target] = yield from _fire(firer, target, step.fire, state, rules)
    return state, results


def _fires_now(single: str, attacker: str, step: FireStep, state: GameState, rules: Ruleset) -> Procedure[bool]:
    """Whether an air unit of the mission force, which fires but once, fires in this round; its owner says."""
    if not _can_fire(single, state, rules):
        return False
    question = f"Does {single} fire on {attacker} in this round? It fires once only, being in the mission force."
    who, by = state.air_piece(single).side, (rules.cite(step.firing),)
    return bool((yield from choose(Decision(who, question, ("fire",), by, state, (("fire",), ())))))


def _is_ended(who: Side, single: str, state: GameState, rules: Ruleset) -> Procedure[bool]:
    """Whether the owner of the several ends the engagement before its next round."""
    question = f"End the engagement with {single} here?"
    by = (rules.cite("engagement"),)
    return bool((yield from choose(Decision(who, question, ("end",), by, state, ((), ("end",))))))


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


def _may_jettison(flight: Flight | None, rules: Ruleset) -> bool:
    if flight is None or flight.jettisoned or flight.family != BOMBING:
        return False
    every = rules.reads(WHO_JETTISONS, "all-fighters") and flight.category(rules) == FIGHTER
    return every or is_fighter_bomber(flight)


def jettison(units: Iterable[str], who: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Fighters on bombing missions may drop their bombs before they are fired on, at their owner's choice."""
    able = tuple(unit for unit in units if _may_jettison(flight_in_the_air(unit, state, rules), rules))
    if not able:
        return state
    by = (rules.cite("21A1"), rules.cite("fighter-bombers"))
    answer = yield from choose(Decision(who, "Which fighters jettison their bombs?", able, by, state, ((), able)))
    for unit in answer:
        state = state.noting(FLYING, unit, evolve(flying_of(unit, state), jettisoned=True))
        state = yield from record(Event(f"{unit} jettisons its bombs", by, state, "jettisoned"))
    return state


def part_of(flying: Flying, rules: Ruleset) -> str:
    """What an air unit does in an operation: its announced family, or what a fighter on patrol has switched to."""
    return flying.switched or mission_named(flying.mission, rules)[1]


def split(units: Iterable[str], state: GameState, rules: Ruleset) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The initiating player's air units as escort screen and mission force (rule 21A1)."""
    flying = {unit: flying_of(unit, state) for unit in units}
    screen = tuple(unit for unit, f in flying.items() if is_in_screen(part_of(f, rules)))
    return screen, tuple(unit for unit in flying if unit not in screen)


def _prepare(operation: str, reactor: Side, state: GameState, rules: Ruleset) -> Procedure[Forces]:
    """Both players sort their air units (rule 21A)."""
    initiator = operation_at(operation, state).initiator
    there = [piece for piece, _ in flyers(operation, state)]
    screen, force = split((piece.id for piece in there if piece.side == initiator), state, rules)
    interceptors = tuple(piece.id for piece in there if piece.side == reactor)
    if not screen:
        return Forces(screen, force, (), interceptors, initiator, reactor)
    question = "Which interceptors engage the escort screen? The others try to bypass it."
    by = (rules.cite("21A2"),)
    suggestions: tuple[Answer, ...] = (interceptors, ()) if force else (interceptors,)
    engaging = yield from choose(Decision(reactor, question, interceptors, by, state, suggestions))
    bypassing = tuple(unit for unit in interceptors if unit not in engaging)
    return Forces(screen, force, tuple(engaging), bypassing, initiator, reactor)


@frozen
class Allocation:
    """An allocation of air units, and what is fought by it.

    Attributes:
        pairs: who is allocated against whom.
        step: the step of the fire that follows.
        owner: the owner of the several.
        free: air units of the screen that are left unengaged.
    """

    pairs: tuple[Pairing, ...]
    step: FireStep
    owner: Side
    free: tuple[str, ...] = ()


@rule("FoF 21B1a", "SF 21B1a")
def allocate_to_screen(forces: Forces, state: GameState, rules: Ruleset) -> Procedure[Allocation]:
    """Step a: the engaging group against the screen; escorts left over join in or stay free for the bypassers."""
    pairs = yield from allocate_one_each(forces.engaging, forces.screen, SCREEN, state, rules)
    extra, free = left_over(forces.engaging, pairs), left_over(forces.screen, pairs)
    if extra:
        pairs = yield from allocate_extra(forces.reactor, extra, pairs, SCREEN, state, rules)
    elif free and pairs:
        question = "Which unengaged escorts join against the engaging interceptors? The others meet the bypassers."
        by = (rules.cite("screen-allocation"),)
        suggestions: tuple[Answer, ...] = ((), free) if forces.bypassing else (free, ())
        joining = yield from choose(Decision(forces.initiator, question, free, by, state, suggestions))
        free = tuple(escort for escort in free if escort not in joining)
        if joining:
            pairs = yield from allocate_extra(forces.initiator, joining, swapped(pairs), SCREEN, state, rules)
            return Allocation(pairs, evolve(SCREEN, single_first=False), forces.initiator, free)
    return Allocation(pairs, SCREEN, forces.reactor, free)


@rule("FoF 21B2", "SF 21B1c", "SF 21B1e")
def allocate(
    step: FireStep, owner: Side, free: Sequence[str], targets: Sequence[str], state: GameState, rules: Ruleset
) -> Procedure[Allocation]:
    """Steps c and e: air units of one player that are free against those of the other, spread evenly."""
    pairs = yield from allocate_one_each(free, targets, step, state, rules)
    pairs = yield from allocate_extra(owner, left_over(free, pairs), pairs, step, state, rules)
    return Allocation(pairs, step, owner)


def _meeting_bypassers(free: Answer, forces: Forces, state: GameState, rules: Ruleset) -> Procedure[Answer]:
    """The unengaged escorts that attack the bypassing group: some or all of them, as their owner has it."""
    if not (free and forces.bypassing):
        return ()
    question = "Which unengaged escorts attack the bypassing interceptors?"
    by = (rules.cite("screen-allocation"), rules.cite("bypass-allocation"))
    return (yield from choose(Decision(forces.initiator, question, free, by, state, (free, ()))))


def _fight_out(allocation: Allocation, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Tell the allocation, then go through its engagements."""
    state = yield from _tell_allocation(allocation.pairs, allocation.step, state, rules)
    for pair in allocation.pairs:
        state = yield from engage(pair, allocation.step, allocation.owner, state, rules)
    return state


def _in_the_air(units: Iterable[str], state: GameState) -> tuple[str, ...]:
    return tuple(unit for unit in units if state.recall(FLYING, unit) is not None)


@rule("FoF 21", "SF 21", "SF 21B1")
def fight(forces: Forces, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Steps a to f of air combat: the screen, then those that bypass it, then the mission force."""
    screen = yield from allocate_to_screen(forces, state, rules)
    state = yield from _fight_out(screen, state, rules)
    if rules.reads(STEPS_KNOWN, "engage-only"):
        return state
    meeting = yield from _meeting_bypassers(screen.free, forces, state, rules)
    met = yield from allocate(BYPASS, forces.initiator, meeting, forces.bypassing, state, rules)
    state = yield from _fight_out(met, state, rules)
    past, targets = _in_the_air(forces.bypassing, state), _in_the_air(forces.mission_force, state)
    attacked = yield from allocate(MISSION_FORCE, forces.reactor, past, targets, state, rules)
    return (yield from _fight_out(attacked, state, rules))


def _after_a_patrol(name: str, reactor: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """When a standing patrol was intercepted, the interceptors return; so does the patrol in the other reading."""
    everybody = rules.reads(PATROL_INTERCEPTED, "all-return")
    there = tuple(piece.id for piece, _ in flyers(name, state) if everybody or piece.side == reactor)
    return (yield from return_to_base(there, state, rules)) if there else state


@rule("FoF 16D", "FoF 16D3", "FoF 21", "FoF 21A1", "FoF 21A2", "SF 16D", "SF 16D3", "SF 21", "SF 21A1", "SF 21A2")
def resolve_air_combat(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The air combat step of an operation: preparation, then steps a to f, if any interceptor has come."""
    name, operation = operation_now(state)
    reactors = {piece.side for piece, _ in flyers(name, state)} - {operation.initiator}
    for reactor in (side for side in rules.variant.sides if side in reactors):
        bombers = [piece.id for piece, _ in flyers(name, state) if piece.side == operation.initiator]
        state = yield from jettison(bombers, operation.initiator, state, rules)
        forces = yield from _prepare(name, reactor, state, rules)
        state = yield from fight(forces, state, rules)
        if operation.kind == PATROL:
            state = yield from _after_a_patrol(name, reactor, state, rules)
    return state
