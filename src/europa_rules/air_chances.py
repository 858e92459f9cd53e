"""What may come of an air operation over its target: exact chances of patrol attacks, air combat and antiaircraft fire.

Needs the air units of both sides by kind; gives the probability of every outcome. The procedures of the game are
enumerated stage by stage, each engagement by itself; outcomes that differ only in which of several like air units
suffered what are merged. Decisions are answered by a named policy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import lcm

from attrs import field, frozen

from europa_rules.air.aa_strength import AaFacts, AaInHex, reckon_aa_strength
from europa_rules.air.air_combat import (
    BYPASS,
    MISSION_FORCE,
    Allocation,
    Forces,
    Pairing,
    allocate,
    allocate_to_screen,
    engage,
)
from europa_rules.air.air_fire import STEPS_KNOWN
from europa_rules.air.antiaircraft import AaTarget, Shot, resolve_shot, rule_on_aa_fire
from europa_rules.air.flights import ESCORT, Flight, mission_named
from europa_rules.air.off_board import Aloft, aloft, result_on, sides_of_operation
from europa_rules.air.patrol_attacks import allocate_patrollers, patrol_attack
from europa_rules.air.returning import NO_EFFECT
from europa_rules.air_units import AirRating
from europa_rules.analysis import POLICIES, Policy, branch
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO
from europa_rules.procedure import Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import GameState

ENGAGING, BYPASSING, PATROLLING = "engaging", "bypassing", "patrol attack"
REACTING = (ENGAGING, BYPASSING, PATROLLING)
"""The groups of the reacting player's fighters."""

Units = tuple[str, ...]
Tally = tuple[tuple[tuple[str, str], int], ...]
"""How many air units of a kind suffered a result: ((kind, result), number), sorted."""


@frozen
class Kind:
    """Air units that are all alike.

    Attributes:
        name: what they are called.
        rating: what each prints.
        mission: what they fly: a mission, or what is announced of one.
        group: ENGAGING, BYPASSING or PATROLLING for the reacting player's; "" for the initiating player's.
        number: how many there are.
        extended, jettisoned, torpedoes: as they fly.
    """

    name: str
    rating: AirRating
    mission: str
    group: str = ""
    number: int = 1
    extended: bool = False
    jettisoned: bool = False
    torpedoes: bool = False

    def ids(self) -> Units:
        """The ids of the air units."""
        return tuple(f"{self.name} #{n}" for n in range(1, self.number + 1))

    def aloft(self, unit: str) -> Aloft:
        """One of them in the air."""
        return Aloft(unit, self.rating, self.mission, self.extended, self.jettisoned, self.torpedoes)


def kind_name(unit: str) -> str:
    """The name of the kind that an air unit is of.

    >>> kind_name("4B5 bombing #2")
    '4B5 bombing'
    """
    return unit.rpartition(" #")[0]


@frozen
class AirSituation:
    """Air units over a target hex, and the antiaircraft there.

    Attributes:
        kinds: the air units, by kind.
        aa: the AA of the hex, or None.
        night: whether it is night.
        turn: the game turn, for modifiers that begin with one; None before any.
    """

    kinds: tuple[Kind, ...]
    aa: AaInHex | None = None
    night: bool = False
    turn: Turn | None = None

    def units(self, *groups: str) -> Units:
        """The ids of the air units of these groups."""
        return tuple(unit for kind in self.kinds if kind.group in groups for unit in kind.ids())

    @property
    def by_name(self) -> dict[str, Kind]:
        """The kinds by name."""
        return {kind.name: kind for kind in self.kinds}

    def escorts(self, rules: Ruleset) -> Units:
        """The escort screen."""
        own = (kind for kind in self.kinds if not kind.group)
        return tuple(unit for kind in own if mission_named(kind.mission, rules)[1] == ESCORT for unit in kind.ids())


@frozen
class Chances:
    """Every outcome with its exact probability; together 1, with what was pruned.

    Attributes:
        outcomes: outcome -> probability.
        policy: the name of the policy that answered decisions.
        runs: how many ends of procedures were enumerated.
        pruned: the probability of all that was not followed; with it the outcomes come to 1. An outcome, or a number of
            air units that suffer a result, may be more probable than is said by no more than this.
    """

    outcomes: Mapping[Tally, Fraction] = field(hash=False)
    policy: str
    runs: int
    pruned: Fraction = ZERO

    def of(self, kind: str, result: str) -> dict[int, Fraction]:
        """The probability of each number of air units of a kind that suffer a result."""
        found: dict[int, Fraction] = {}
        for tally, chance in self.outcomes.items():
            number = dict(tally).get((kind, result), 0)
            found[number] = found.get(number, ZERO) + chance
        return dict(sorted(found.items()))

    def expected(self, kind: str, result: str) -> Fraction:
        """How many air units of a kind suffer a result on average."""
        return sum((number * chance for number, chance in self.of(kind, result).items()), ZERO)


# --- distributions ---------------------------------------------------------------------------------------------------

Dist = dict[Tally, Fraction]
NOBODY: Tally = ()
NOTHING: Dist = {NOBODY: ONE}
PRUNED: Tally = ((("", "not followed"), 1),)
"""What stands for all that was so improbable that it was not followed."""


def _tally(results: Iterable[tuple[str, str]]) -> Tally:
    """The results on air units, told by kind."""
    counts: dict[tuple[str, str], int] = {}
    for unit, result in results:
        key = (kind_name(unit), result)
        counts[key] = counts.get(key, 0) + 1
    return tuple(sorted(counts.items()))


def _joined(one: Tally, other: Tally) -> Tally:
    """Both tallies together."""
    if PRUNED in (one, other):
        return PRUNED
    if not one or not other:
        return one or other
    counts = dict(one)
    before = len(counts)
    for key, number in other:
        counts[key] = counts.get(key, 0) + number
    return tuple(sorted((*one, *other))) if len(counts) == before + len(other) else tuple(sorted(counts.items()))


def _weights(dist: Dist) -> tuple[dict[Tally, int], int]:
    """The chances of a distribution over a common denominator."""
    denominator = lcm(*(chance.denominator for chance in dist.values()))
    return {key: chance.numerator * (denominator // chance.denominator) for key, chance in dist.items()}, denominator


def _convolved(dists: Iterable[Dist], at_least: Fraction = ZERO) -> Dist:
    """The distribution of all of these together, each independent of the others; the improbable is pruned."""
    found, denominator = {NOBODY: 1}, 1
    for dist in sorted(dists, key=len):
        weights, of = _weights(dist)
        denominator *= of
        after: dict[Tally, int] = {}
        for one, chance in found.items():
            for other, part in weights.items():
                key = _joined(one, other)
                after[key] = after.get(key, 0) + chance * part
        found = _pruned_weights(after, at_least * denominator) if at_least else after
    return {key: Fraction(weight, denominator) for key, weight in found.items()}


def _pruned_weights(weights: dict[Tally, int], least: Fraction) -> dict[Tally, int]:
    """The weights with all that are less than the least as one."""
    found = {key: weight for key, weight in weights.items() if weight >= least and key != PRUNED}
    rest = sum(weights.values()) - sum(found.values())
    return {**found, PRUNED: rest} if rest else found


def _pruned(dist: Dist, at_least: Fraction) -> Dist:
    """A distribution with all outcomes of less than this chance as one."""
    if not at_least:
        return dist
    weights, denominator = _weights(dist)
    kept = _pruned_weights(weights, at_least * denominator)
    return {key: Fraction(weight, denominator) for key, weight in kept.items()}


def _mixed(parts: Iterable[tuple[Fraction, Tally, Dist]]) -> Dist:
    """The distribution of several cases: of each its chance, what has happened, and what comes after."""
    listed = [(chance, before, *_weights(dist)) for chance, before, dist in parts]
    denominator = lcm(*(chance.denominator * of for chance, _, _, of in listed))
    found: dict[Tally, int] = {}
    for chance, before, weights, of in listed:
        scale = chance.numerator * (denominator // (chance.denominator * of))
        for after, weight in weights.items():
            key = _joined(before, after)
            found[key] = found.get(key, 0) + scale * weight
    return {key: Fraction(weight, denominator) for key, weight in found.items()}


def _left(tally: Tally, kinds: Iterable[str]) -> Units:
    """Stand-ins for the air units of these kinds that suffered nothing."""
    counts = dict(tally)
    return tuple(f"{kind} #{n}" for kind in kinds for n in range(1, counts.get((kind, NO_EFFECT), 0) + 1))


def _faces(roll: Roll) -> list[tuple[tuple[int, ...], Fraction]]:
    """Of a draw, one face for each kind; of dice, one for each result that the roll tells apart."""
    if not roll.among:
        return _sums(roll)
    found: dict[str, list[int]] = {}
    for face, unit in enumerate(roll.among, 1):
        found.setdefault(kind_name(unit), []).append(face)
    return [((faces[0],), Fraction(len(faces), len(roll.among))) for faces in found.values()]


def _sums(roll: Roll) -> list[tuple[tuple[int, ...], Fraction]]:
    """The distinct sums of dice with their chances."""
    ways: dict[int, int] = {0: 1}
    for _ in range(roll.dice):
        after: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, roll.sides + 1):
                after[total + face] = after.get(total + face, 0) + number
        ways = after
    found: dict[int, int] = {}
    for total, number in ways.items():
        key = total if roll.distinct is None else max((d for d in roll.distinct if d <= total), default=total)
        found[key] = found.get(key, 0) + number
    return [((total,), Fraction(number, roll.sides**roll.dice)) for total, number in sorted(found.items())]


# --- the stages ------------------------------------------------------------------------------------------------------


class _Enumerator:
    """Runs the procedures of one situation and keeps the distributions of engagements that it has worked out."""

    def __init__(
        self,
        situation: AirSituation,
        rules: Ruleset,
        policy: Policy,
        at_least: Fraction = ZERO,
        followed: frozenset[str] | None = None,
    ) -> None:
        self.situation, self.rules, self.policy, self.at_least = situation, rules, policy, at_least
        self.followed = followed
        self.kinds = situation.by_name
        self.initiator, self.reactor = sides_of_operation(rules)
        self.runs = 0
        self._engagements: dict[object, Dist] = {}

    def state_of(self, units: Iterable[str]) -> GameState:
        """A state with these air units in the air."""
        own: list[Aloft] = []
        others: list[Aloft] = []
        for unit in units:
            kind = self.kinds[kind_name(unit)]
            (others if kind.group else own).append(kind.aloft(unit))
        return aloft(own, others, self.rules, night=self.situation.night)

    def told(self, tally: Tally) -> Tally:
        """The part of a tally that is asked for."""
        if self.followed is None or tally == PRUNED:
            return tally
        return tuple(part for part in tally if part[0][0] in self.followed)

    def merged(self, dist: Dist) -> Dist:
        """A distribution in which outcomes are one that differ in nothing that is asked for, the improbable pruned."""
        if self.followed is not None:
            dist = _mixed((chance, self.told(tally), NOTHING) for tally, chance in dist.items())
        return _pruned(dist, self.at_least)

    def run(self, units: Units, begin: Callable[[GameState], Procedure[GameState]]) -> Dist:
        """What a procedure does to these air units."""
        state, found = self.state_of(units), dict[Tally, Fraction]()
        for end, chance in branch(partial(begin, state), self.policy, _faces):
            self.runs += 1
            key = _tally((unit, result_on(unit, end)) for unit in units)
            found[key] = found.get(key, ZERO) + chance
        return found

    def engagement(self, pair: Pairing, allocation: Allocation) -> Dist:
        """What an engagement does to those in it; like ones are worked out once."""
        several = tuple(sorted(pair.several))
        ordered = Pairing(pair.single, several)
        key = (kind_name(pair.single), tuple(map(kind_name, several)), allocation.step)
        if key not in self._engagements:
            self._engagements[key] = self.run(
                (pair.single, *several),
                lambda state: engage(ordered, allocation.step, allocation.owner, state, self.rules),
            )
        return self._engagements[key]

    def fought(self, allocation: Allocation) -> Dist:
        """What all engagements of an allocation do."""
        return _convolved((self.engagement(pair, allocation) for pair in allocation.pairs), self.at_least)

    def allocations(
        self, units: Units, begin: Callable[[GameState], Procedure[Allocation]]
    ) -> Iterator[tuple[Allocation, Fraction]]:
        """Every allocation of these air units that can be told from the others, with its chance."""
        state = self.state_of(units)
        found: dict[object, tuple[Allocation, Fraction]] = {}
        for allocation, chance in branch(partial(begin, state), self.policy, _faces):
            self.runs += 1
            key = (_pairs_by_kind(allocation), tuple(sorted(map(kind_name, allocation.free))))
            first, before = found.get(key, (allocation, ZERO))
            found[key] = (first, before + chance)
        yield from found.values()


def _pairs_by_kind(allocation: Allocation) -> tuple[tuple[str, Units], ...]:
    pairs = ((kind_name(pair.single), tuple(sorted(map(kind_name, pair.several)))) for pair in allocation.pairs)
    return tuple(sorted(pairs))


def _untouched(units: Iterable[str], allocation: Allocation | None = None) -> Tally:
    """Those of these air units that no engagement of an allocation touches."""
    taken = {unit for pair in allocation.pairs for unit in (pair.single, *pair.several)} if allocation else set()
    return _tally((unit, NO_EFFECT) for unit in units if unit not in taken)


def _patrol_stage(work: _Enumerator) -> tuple[Units, Dist]:
    """The patrol attacks before the target hex: the patrollers, who return, and what is left of the movement group."""
    situation, rules = work.situation, work.rules
    patrollers, own = situation.units(PATROLLING), situation.units("")
    if not patrollers or not own:
        return (), {_untouched(own): ONE}
    screen = situation.escorts(rules)
    force = tuple(unit for unit in own if unit not in screen)

    def share(state: GameState) -> Procedure[Allocation]:
        pairs = yield from allocate_patrollers(patrollers, screen, force, work.reactor, state, rules)
        return Allocation(pairs, BYPASS, work.reactor)

    cases = []
    for allocation, chance in work.allocations((*own, *patrollers), share):
        singles = [work.run(*_patrolled(pair, work)) for pair in allocation.pairs]
        attacked = [_mixed((part, _without(tally, patrollers), NOTHING) for tally, part in d.items()) for d in singles]
        cases.append((chance, _untouched(own, allocation), _convolved(attacked, work.at_least)))
    return patrollers, _pruned(_mixed(cases), work.at_least)


def _patrolled(pair: Pairing, work: _Enumerator) -> tuple[Units, Callable[[GameState], Procedure[GameState]]]:
    def attack(state: GameState) -> Procedure[GameState]:
        return patrol_attack((pair.single,), pair.several, work.reactor, state, work.rules)

    return (pair.single, *pair.several), attack


def _without(tally: Tally, units: Iterable[str]) -> Tally:
    gone = {kind_name(unit) for unit in units}
    return tuple(part for part in tally if part[0][0] not in gone)


def _of_kinds(tally: Tally, *, hurt: bool) -> Tally:
    """The part of a tally that suffered something, or the part that did not."""
    return tuple(part for part in tally if (part[0][1] != NO_EFFECT) == hurt)


def _combat(own: Tally, work: _Enumerator) -> Dist:
    """Air combat of those of the initiating player that came to the target hex with the interceptors."""
    situation, rules = work.situation, work.rules
    there = _left(own, [kind.name for kind in situation.kinds if not kind.group])
    screen_kinds = {kind_name(unit) for unit in situation.escorts(rules)}
    screen = tuple(unit for unit in there if kind_name(unit) in screen_kinds)
    force = tuple(unit for unit in there if kind_name(unit) not in screen_kinds)
    engaging, bypassing = situation.units(ENGAGING), situation.units(BYPASSING)
    if not screen:
        engaging, bypassing = (), (*engaging, *bypassing)
    forces = Forces(screen, force, engaging, bypassing, work.initiator, work.reactor)
    units = (*there, *engaging, *bypassing)
    cases = []
    for first, chance in work.allocations(units, lambda state: allocate_to_screen(forces, state, rules)):
        idle = tuple(unit for unit in (*screen, *engaging) if unit not in first.free)
        beyond = _beyond_the_screen(forces, first.free, work)
        after = _convolved([work.merged(work.fought(first)), beyond], work.at_least)
        cases.append((chance, work.told(_untouched(idle, first)), after))
    return _pruned(_mixed(cases), work.at_least)


def _beyond_the_screen(forces: Forces, free: Units, work: _Enumerator) -> Dist:
    """Steps c to f: free escorts meet the bypassers, and those that get through the mission force."""
    rules = work.rules
    if rules.reads(STEPS_KNOWN, "engage-only"):
        return {work.told(_untouched((*free, *forces.bypassing, *forces.mission_force))): ONE}
    names = dict.fromkeys(map(kind_name, forces.bypassing))
    cases, beyond = [], dict[Units, Dist]()
    met = work.allocations(
        (*free, *forces.bypassing),
        lambda state: allocate(BYPASS, forces.initiator, free, forces.bypassing, state, rules),
    )
    for allocation, chance in met:
        untouched = _untouched((*free, *forces.bypassing), allocation)
        for tally, part in _mixed([(chance, untouched, work.fought(allocation))]).items():
            if tally == PRUNED:
                cases.append((part, PRUNED, NOTHING))
                continue
            past = _left(tally, names)
            stopped = tuple(p for p in tally if not (p[0][0] in names and p[0][1] == NO_EFFECT))
            if past not in beyond:
                beyond[past] = _on_the_mission_force(forces, past, work)
            cases.append((part, work.told(stopped), beyond[past]))
    return _mixed(cases)


def _on_the_mission_force(forces: Forces, past: Units, work: _Enumerator) -> Dist:
    """Steps e and f: the interceptors that got through, and the mission force."""
    units = (*past, *forces.mission_force)
    last = work.allocations(
        units,
        lambda state: allocate(MISSION_FORCE, forces.reactor, past, forces.mission_force, state, work.rules),
    )
    cases = ((chance, _untouched(units, allocation), work.fought(allocation)) for allocation, chance in last)
    return work.merged(_mixed(cases))


# --- antiaircraft ----------------------------------------------------------------------------------------------------


def flight_of_kind(kind: Kind, situation: AirSituation, rules: Ruleset) -> Flight:
    """An air unit of a kind as it flies."""
    mission, family = mission_named(kind.mission, rules)
    return Flight(
        kind.rating,
        mission,
        family,
        kind.name,
        kind.extended,
        night=situation.night,
        jettisoned=kind.jettisoned,
        torpedoes=kind.torpedoes,
    )


def reckon_aa_on(kind: Kind, situation: AirSituation, rules: Ruleset) -> Reckoning | None:
    """The AA strength that fires at air units of a kind; None where none does."""
    if situation.aa is None or kind.group:
        return None
    flight = flight_of_kind(kind, situation, rules)
    if not rule_on_aa_fire(AaTarget.of(flight), rules).allowed:
        return None
    return reckon_aa_strength(AaFacts(flight, situation.aa, (situation.aa,)), rules)


def shot_dist(kind: Kind, work: _Enumerator) -> Dist:
    """What antiaircraft does to one air unit of a kind."""
    strength = reckon_aa_on(kind, work.situation, work.rules)
    (unit, *_) = kind.ids()
    if strength is None:
        return {_untouched((unit,)): ONE}
    shot = Shot(flight_of_kind(kind, work.situation, work.rules), strength.value, work.situation.turn)
    return work.run((unit,), lambda state: resolve_shot(unit, shot, strength, state, work.rules))


def _fired_at(dist: Dist, work: _Enumerator) -> Dist:
    """The outcomes after antiaircraft has fired at each air unit that is still in the air."""
    if work.situation.aa is None:
        return dist
    own = (kind for kind in work.situation.kinds if not kind.group)
    shots = {kind.name: shot_dist(kind, work) for kind in own if work.followed is None or kind.name in work.followed}
    together: dict[tuple[tuple[str, int], ...], Dist] = {}
    cases = []
    for tally, chance in dist.items():
        up = tuple((name, number) for (name, result), number in tally if result == NO_EFFECT and name in shots)
        if up not in together:
            together[up] = _convolved((shots[name] for name, number in up for _ in range(number)), work.at_least)
        rest = tuple(part for part in tally if part[0][1] != NO_EFFECT or part[0][0] not in shots)
        cases.append((chance, rest, together[up]))
    return _mixed(cases)


def reckon_chances(
    situation: AirSituation,
    rules: Ruleset,
    *,
    policy: str | Policy = "first",
    at_least: Fraction = ZERO,
    followed: Iterable[str] | None = None,
) -> Chances:
    """The exact probability of every outcome: patrol attacks, air combat, then antiaircraft fire.

    policy: how decisions are answered: "first", "last" of what the rule suggests, or a function.
    at_least: what is less probable than this at any stage is not followed; its probability is told as `pruned`.
    followed: the names of the kinds whose fate is asked for, all without it; outcomes are one that differ in no other.

    >>> from europa_rules import load
    >>> fighter = Kind("8F6", AirRating.parse("8F6"), "interception", BYPASSING)
    >>> bomber = Kind("4B5", AirRating.parse("4B5"), "bombing")
    >>> chances = reckon_chances(AirSituation((fighter, bomber)), load("sf"))
    >>> sum(chances.outcomes.values()), chances.of("4B5", "K")[1]
    (Fraction(1, 1), Fraction(5, 12))
    """
    if isinstance(policy, str) and policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    answer = POLICIES[policy] if isinstance(policy, str) else policy
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", "a function")
    work = _Enumerator(situation, rules, answer, at_least, None if followed is None else frozenset(followed))
    patrollers, came = _patrol_stage(work)
    home = _untouched(patrollers)
    cases = []
    for own, chance in came.items():
        if own == PRUNED:
            cases.append((chance, PRUNED, NOTHING))
            continue
        before = work.told(_joined(home, _of_kinds(own, hurt=True)))
        cases.append((chance, before, _fired_at(_combat(_of_kinds(own, hurt=False), work), work)))
    found = _pruned(_mixed(cases), at_least)
    pruned = found.pop(PRUNED, ZERO)
    return Chances(found, name, work.runs, pruned)
