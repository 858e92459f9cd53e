"""A ground combat with air support off the board: from two lines of text to exact chances of its results.

The air operations over the attacked hex go through patrol attacks, air combat and antiaircraft fire as `air_chances`
has it; of those that get through so many are effective as the units in the combat allow, and with each strength that
the air support may have the combat is resolved. The procedures of the game are enumerated stage by stage, equal cases
merged; nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

from attrs import evolve, field, frozen

from europa_rules.air.air_support import (
    CONTINGENTS,
    DEFENSIVE,
    GROUND,
    choose_effective,
    count_supported,
    most_effective,
    tell_support,
)
from europa_rules.air.facts import OFF_BOARD
from europa_rules.air.flights import reckon_bombing_strength
from europa_rules.air.off_board import aloft, sides_of_operation
from europa_rules.air.returning import NO_EFFECT
from europa_rules.air_calculator import air_assumptions
from europa_rules.air_chances import AirSituation, Chances, Kind, flight_of_kind, kind_name, reckon_chances
from europa_rules.air_notation import read_air_situation
from europa_rules.analysis import POLICIES, Policy, branch
from europa_rules.attack_notation import read_attack
from europa_rules.calculators import OddsReport, report_on
from europa_rules.errors import NotationError, unknown
from europa_rules.ground.attacks import resolve_attack, under_way
from europa_rules.ground.circumstances import circumstances
from europa_rules.ground.combat import AttackFacts
from europa_rules.ground.facts import ATTEMPT, Attempt
from europa_rules.html_tables import preformatted
from europa_rules.ledger import Reckoning, ledgers_as_html, told_point
from europa_rules.numbers import ONE, ZERO, Number, exact, show, signed, to_json
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit

MISSIONS = (DEFENSIVE, GROUND)
"""The missions that support a combat, those of the defender first."""

Support = tuple[tuple[str, str], ...]
"""What an attack is told of its air support: "gs" and "das" in strength points, and what else the rules ask."""

_CALLED = {"gs": "ground support", "das": "defensive air support"}


@frozen
class AirSupportedReport:
    """What an attack with air support comes to.

    Attributes:
        attack: the text that the attack was read from.
        operations: the texts of the air operations over the attacked hex.
        outcomes: (air support, result) -> probability; together 1, with what was pruned.
        pruned: the probability of all that was not followed. A result may be more probable than is said by no more.
        combats: air support -> the combat with it, reckoned line by line.
        before: of each operation the chances of what becomes of those that support the combat, before the bombs fall.
        policy: how decisions were answered.
        ledgers: the strength of each air unit and the number that may count, labelled.
        assumptions: what was taken for granted.
    """

    attack: str
    operations: tuple[str, ...]
    outcomes: Mapping[tuple[Support, str], Fraction] = field(hash=False)
    pruned: Fraction
    combats: Mapping[Support, OddsReport] = field(hash=False)
    before: tuple[Chances, ...]
    policy: str
    ledgers: tuple[tuple[str, Reckoning], ...] = ()
    assumptions: tuple[str, ...] = ()

    @property
    def supports(self) -> dict[Support, Fraction]:
        """The probability of each air support."""
        found: dict[Support, Fraction] = {}
        for (support, _), chance in self.outcomes.items():
            found[support] = found.get(support, ZERO) + chance
        return found

    @property
    def results(self) -> dict[str, Fraction]:
        """The probability of each result of the combat."""
        found: dict[str, Fraction] = {}
        for (_, result), chance in self.outcomes.items():
            found[result] = found.get(result, ZERO) + chance
        return found

    @property
    def ruling(self) -> Ruling:
        """Whether the attack may be made at all."""
        return next((combat.ruling for combat in self.combats.values()), Ruling.allow())

    @property
    def caveats(self) -> tuple[str, ...]:
        """The unverified chart cells that the answer rests on."""
        parts: list[Reckoning | OddsReport] = [*(ledger for _, ledger in self.ledgers), *self.combats.values()]
        return tuple(dict.fromkeys(caveat for part in parts for caveat in part.caveats))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The readings of open points that the answer rests on."""
        parts: list[Reckoning | OddsReport] = [*(ledger for _, ledger in self.ledgers), *self.combats.values()]
        return tuple(dict.fromkeys(point for part in parts for point in part.rests_on))

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "attack": self.attack,
            "operations": list(self.operations),
            "combats": [
                {
                    "support": dict(support),
                    "chance": to_json(chance),
                    "results": {r: to_json(part) for (s, r), part in self.outcomes.items() if s == support},
                    "odds": self.combats[support].to_json(),
                }
                for support, chance in self.supports.items()
            ],
            "results": {result: to_json(chance) for result, chance in self.results.items()},
            "pruned": to_json(self.pruned),
            "policy": self.policy,
            "assumptions": list(self.assumptions),
            "ledger": [[label, ledger.to_json()] for label, ledger in self.ledgers],
            "rests_on": list(self.rests_on),
            "unverified": list(self.caveats),
        }

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _repr_html_(self) -> str:
        """What a notebook shows: the report as players read it, and the ledgers folded away."""
        return preformatted(str(self)) + ledgers_as_html(self.ledgers)

    def _lines(self) -> Iterator[str]:
        yield from (f"{label}: {ledger}" for label, ledger in self.ledgers)
        for support, chance in self.supports.items():
            combat = self.combats[support]
            odds = f"{combat.odds}, die roll modifier {signed(combat.modifiers.total.value)}"
            yield f"{chance}: {told(support)}: {f'no odds ({combat.by})' if combat.is_outright else odds}"
            yield from (f"  {line}" for line in combat.reasons())
        if not self.ruling.allowed:
            yield f"This attack is {self.ruling.words}"
        yield ""
        yield from (f"{result}: {chance}" for result, chance in self.results.items())
        if self.pruned:
            yield f"not followed, for being improbable: {self.pruned}"
        yield f"decisions by the policy '{self.policy}'"
        yield from (f"taken for granted: {assumption}" for assumption in self.assumptions)
        yield from (f"rests on the ruling {told_point(point)}" for point in self.rests_on)
        if self.caveats:
            yield f"unverified chart cells: {len(self.caveats)}"


def told(support: Support) -> str:
    """An air support in words.

    >>> told((("das", "4"), ("gs", "6")))
    'defensive air support 4, ground support 6'
    """
    points = dict(support)
    return ", ".join(f"{words} {points[name]}" for name, words in sorted(_CALLED.items()) if name in points)


# --- the stages ------------------------------------------------------------------------------------------------------


@frozen
class _Chain:
    """What every stage of the chain needs.

    Attributes:
        facts: the attack without its air support.
        rules, policy: of the chain.
        at_least: what is less probable is not followed.
    """

    facts: AttackFacts
    rules: Ruleset
    policy: Policy
    at_least: Fraction


Through = tuple[tuple[str, int], ...]
"""How many air units of each kind that supports the combat get through: (kind, number)."""

_Supports = dict[Support, Fraction]


def _through(chances: Chances, kinds: Sequence[Kind]) -> dict[Through, Fraction]:
    """How many supporters get through, whatever becomes of all others."""
    found: dict[Through, Fraction] = {}
    for tally, chance in chances.outcomes.items():
        numbers = dict(tally)
        key = tuple((kind.name, numbers.get((kind.name, NO_EFFECT), 0)) for kind in kinds)
        found[key] = found.get(key, ZERO) + chance
    return found


def _supporters(situation: AirSituation) -> tuple[str, ...]:
    """The names of the kinds that support the combat."""
    return tuple(kind.name for kind in situation.kinds if not kind.group and kind.mission in MISSIONS)


def _units(facts: AttackFacts, kind: str) -> list[Unit]:
    """The units whose number limits the air support of a kind."""
    if kind == DEFENSIVE:
        return [who.unit for who in facts.defenders]
    return [who.unit for who in facts.attackers if who.participates]


def _effective(
    kind: str, through: Through, situation: AirSituation, chain: _Chain
) -> Iterator[tuple[Support, Fraction]]:
    """The air support that those of a mission give who got through."""
    kinds, rules = situation.by_name, chain.rules
    numbers = {name: number for name, number in through if kinds[name].mission == kind}
    there = {
        f"{name} #{n}": reckon_bombing_strength(flight_of_kind(kinds[name], situation, rules), rules)
        for name, number in numbers.items()
        for n in range(1, number + 1)
    }
    limit = count_supported(_units(chain.facts, kind), kind, rules)
    owner, state = sides_of_operation(rules)[0], aloft((), (), rules)
    for chosen, chance in branch(partial(choose_effective, there, limit, owner, kind, state, rules), chain.policy):
        points = sum((there[unit].value for unit in chosen), ZERO)
        yield tell_support(kind, points, [kinds[kind_name(unit)].rating for unit in chosen]), chance


def _supports_of(situation: AirSituation, chances: Chances, chain: _Chain) -> _Supports:
    """The probability of each air support that an operation may give."""
    names = _supporters(situation)
    kinds = [kind for kind in situation.kinds if kind.name in names]
    found: _Supports = {}
    for through, chance in _through(chances, kinds).items():
        given: _Supports = {(): chance}
        for mission in dict.fromkeys(kind.mission for kind in kinds):
            effective = list(_effective(mission, through, situation, chain))
            given = {_added(s, more): p * part for s, p in given.items() for more, part in effective}
        for support, part in given.items():
            found[support] = found.get(support, ZERO) + part
    return found


def _added(support: Support, more: Support) -> Support:
    """Both air supports together."""
    points = {name: exact(number) for name, number in support}
    for name, number in more:
        points[name] = points.get(name, ZERO) + exact(number)
    return tuple((name, show(number)) for name, number in sorted(points.items()))


def _together(one: _Supports, other: _Supports) -> _Supports:
    """The air support of two operations over the hex."""
    found: _Supports = {}
    for support, chance in one.items():
        for more, part in other.items():
            key = _added(support, more)
            found[key] = found.get(key, ZERO) + chance * part
    return found


def _kept(supports: _Supports, at_least: Fraction) -> _Supports:
    return {support: chance for support, chance in supports.items() if chance >= at_least}


def _attempt(support: Support) -> Attempt:
    return Attempt((), (), OFF_BOARD, support=support)


def with_support(facts: AttackFacts, support: Support, rules: Ruleset) -> AttackFacts:
    """An attack with this air support, and with what the game's own rules ask about it."""
    points = dict(support)
    state = aloft((), (), rules).noting(ATTEMPT, "", _attempt(support))
    return evolve(
        facts,
        gs=exact(points.get("gs", "0")) or facts.gs,
        das=exact(points.get("das", "0")) or facts.das,
        situation={**facts.situation, **circumstances(OFF_BOARD, facts.attacking, state, rules)},
    )


def _fought(support: Support, facts: AttackFacts, chain: _Chain) -> dict[str, Fraction]:
    """The results of the combat, by its procedure."""
    attempt, state = _attempt(support), aloft((), (), chain.rules)
    found: dict[str, Fraction] = {}
    for end, chance in branch(partial(resolve_attack, attempt, facts, state, chain.rules), chain.policy):
        done = under_way(end)
        result = done.result if done else ""
        found[result] = found.get(result, ZERO) + chance
    return found


# --- the report ------------------------------------------------------------------------------------------------------


def _missions(situation: AirSituation) -> tuple[str, ...]:
    """The missions of an operation that support the combat."""
    own = (kind.mission for kind in situation.kinds if not kind.group and kind.mission in MISSIONS)
    return tuple(dict.fromkeys(own))


def _check_all(texts: Sequence[str], situations: Sequence[AirSituation], facts: AttackFacts) -> None:
    """Raises NotationError for what does not go together."""
    if not texts:
        raise NotationError("no air operation is told; write such as '8F6 vs 4B5 4-1/26 ground support'")
    flown: set[str] = set()
    for text, situation in zip(texts, situations, strict=True):
        missions = _missions(situation)
        _check(text, missions, facts)
        if flown.intersection(missions):
            raise NotationError(f"{text!r}: there is {missions[0].replace('_', ' ')} already; put it in one operation")
        flown.update(missions)


def _check(text: str, missions: tuple[str, ...], facts: AttackFacts) -> None:
    if not missions:
        raise NotationError(f"{text!r}: nobody supports the combat; write such as '4B5 4-1/26 ground support'")
    if len(missions) > 1:
        raise NotationError(f"{text!r}: attacker and defender each fly an operation of their own; write two")
    for mission, points in ((GROUND, facts.gs), (DEFENSIVE, facts.das)):
        words = mission.replace("_", " ")
        if mission in missions and points:
            raise NotationError(f"{text!r}: the attack tells its {words} already; leave one of them out")
        if mission in missions and not _units(facts, mission):
            raise NotationError(f"{text!r}: the size of units limits {words}; name units, not a strength")


def _assumptions(situations: Sequence[AirSituation], rules: Ruleset) -> Iterator[str]:
    if rules.sources(CONTINGENTS):
        yield "all air units support all units of their side"
    for situation in situations:
        yield from air_assumptions(situation, rules)


def _air_ledgers(situation: AirSituation, chain: _Chain) -> Iterator[tuple[str, Reckoning]]:
    """How strong each supporter is, and how many may count."""
    kinds = situation.by_name
    for name in _supporters(situation):
        yield name, reckon_bombing_strength(flight_of_kind(kinds[name], situation, chain.rules), chain.rules)
    for mission in _missions(situation):
        limit = count_supported(_units(chain.facts, mission), mission, chain.rules)
        yield f"air units that may count, {mission.replace('_', ' ')}", most_effective(limit, chain.rules)


def air_supported_odds(
    attack: str,
    operations: str | Sequence[str],
    rules: Ruleset,
    *,
    policy: str | Policy = "first",
    at_least: Number | str = ZERO,
) -> AirSupportedReport:
    """Odds and results of an attack after interception, antiaircraft fire and air support (rules 9, 20G2, 21, 22).

    attack: as for `odds`, without the air support that the operations give.
    operations: one or several air operations over the attacked hex, as for `air_combat`, whose bombers fly "ground
        support" or "defensive air support".
    policy: how decisions are answered: "first" or "last" of what the rules suggest, or a function.
    at_least: what is less probable than this at any stage is not followed; its probability is told as `pruned`.
    Raises NotationError for what cannot be read or does not go together, UnknownName for a policy there is not.

    >>> from europa_rules import load
    >>> bombers = "8F6 vs 2x 4B5 4-1/26 ground support; AA 4"
    >>> report = air_supported_odds("14-10 Pz XX, 7-6 Inf XX vs 5-6 Inf XX in woods", bombers, load("sf"))
    >>> sum(report.results.values()), [told(support) for support in sorted(report.supports)]
    (Fraction(1, 1), ['ground support 0', 'ground support 4', 'ground support 8'])
    """
    texts = (operations,) if isinstance(operations, str) else tuple(operations)
    read = read_attack(attack, rules)
    situations = [read_air_situation(text, rules) for text in texts]
    _check_all(texts, situations, read.facts)
    return _report(attack, texts, situations, rules, policy, exact(at_least))


def odds_with_air(attack: str, situation: AirSituation, rules: Ruleset) -> AirSupportedReport:
    """The report on an attack supported by an air operation whose facts are known.

    >>> from europa_rules import load
    >>> attack, raid = "7-6 Inf XX vs 5-6 Inf XX in woods", "8F6 vs 4B5 4-1/26 ground support"
    >>> known = odds_with_air(attack, read_air_situation(raid, load("sf")), load("sf"))
    >>> known.results == air_supported_odds(attack, raid, load("sf")).results
    True
    """
    return _report(attack, (), (situation,), rules, "first", ZERO)


def _report(
    attack: str,
    texts: tuple[str, ...],
    situations: Sequence[AirSituation],
    rules: Ruleset,
    policy: str | Policy,
    at_least: Fraction,
) -> AirSupportedReport:
    if isinstance(policy, str) and policy not in POLICIES:
        raise unknown("policy", policy, POLICIES)
    read = read_attack(attack, rules)
    chain = _Chain(read.facts, rules, POLICIES[policy] if isinstance(policy, str) else policy, at_least)
    before = tuple(
        reckon_chances(situation, rules, policy=policy, at_least=at_least, followed=_supporters(situation))
        for situation in situations
    )
    supports: _Supports = {(): ONE}
    for situation, chances in zip(situations, before, strict=True):
        supports = _kept(_together(supports, _supports_of(situation, chances, chain)), at_least)
    outcomes, combats = dict[tuple[Support, str], Fraction](), dict[Support, OddsReport]()
    for support, chance in sorted(supports.items()):
        facts = with_support(read.facts, support, rules)
        combats[support] = report_on(attack, facts, rules, read.assumptions)
        outcomes |= {(support, result): chance * part for result, part in _fought(support, facts, chain).items()}
    assumptions = tuple(dict.fromkeys((*read.assumptions, *_assumptions(situations, rules))))
    ledgers = tuple(ledger for situation in situations for ledger in _air_ledgers(situation, chain))
    pruned = 1 - sum(outcomes.values(), ZERO)
    name = policy if isinstance(policy, str) else getattr(policy, "__name__", "a function")
    return AirSupportedReport(attack, texts, outcomes, pruned, combats, before, name, ledgers, assumptions)
