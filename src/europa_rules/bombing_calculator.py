"""Bombing off the board: from one line of text to the exact chances of hits, after interception and antiaircraft.

The air units of the situation go through patrol attacks, air combat and antiaircraft fire as `air_chances` has it;
those that are left bomb by the procedure of the game, which is enumerated. Nothing is reckoned here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import partial

from attrs import evolve, field, frozen

from europa_rules.air.bomb_runs import roll_for_attack
from europa_rules.air.bombing import (
    NAVAL,
    BombingAttack,
    bombing_column,
    naval_attacks,
    reckon_bombing_modifier,
    reckon_strength_of_attack,
)
from europa_rules.air.facts import OFF_BOARD
from europa_rules.air.flights import BOMBING, Flight, reckon_bombing_strength
from europa_rules.air.harassment import MISSION as HARASSMENT
from europa_rules.air.harassment import HarassmentBombing, harass
from europa_rules.air.mission_results import Strike
from europa_rules.air.off_board import aloft, sides_of_operation
from europa_rules.air.returning import NO_EFFECT
from europa_rules.air_chances import AirSituation, Chances, Kind, Tally, flight_of_kind, reckon_chances
from europa_rules.air_notation import read_air_situation
from europa_rules.analysis import Policy, branch, first_suggestion
from europa_rules.charts.air_missions import Mission
from europa_rules.errors import NotationError, unknown
from europa_rules.html_tables import preformatted
from europa_rules.ledger import Reckoning, ledgers_as_html, told_point
from europa_rules.numbers import ONE, ZERO, show, to_json
from europa_rules.ruleset import Ruleset

TOGETHER, ALONE = "together", "alone"
WAYS = (TOGETHER, ALONE)
"""How the air units on a mission bomb: in one attack, or each in one of its own."""

HITS, LEVEL, POINTS = "hits", "level", "points"
_SUPPORT = ("ground_support", "defensive_air_support")

Outcome = tuple[tuple[str, Fraction], ...]
"""What comes of each mission: (mission, hits, level of harassment, or points of air support)."""


@frozen
class PlannedAttack:
    """A bombing attack as it is made if every air unit gets through.

    Attributes:
        mission: its mission.
        by: who makes it.
        gives: "hits", "level" (of harassment) or "points" (of air support).
        strength, modifier: with their ledgers.
        column: the column of the table, or None where no roll is made.
        chance: the probability of a hit; None where none is rolled for.
    """

    mission: str
    by: str
    gives: str
    strength: Reckoning
    modifier: Reckoning
    column: str | None
    chance: Fraction | None


@frozen
class BombingReport:
    """What a bombing operation comes to.

    Attributes:
        situation: the text it was read from.
        together: whether the air units on a mission bomb together.
        attacks: the attacks as they are made if every air unit gets through.
        outcomes: outcome -> probability; together 1.
        before: the chances of what happens before the bombs fall.
    """

    situation: str
    together: bool
    attacks: tuple[PlannedAttack, ...]
    outcomes: Mapping[Outcome, Fraction] = field(hash=False)
    before: Chances

    def of(self, mission: str) -> dict[Fraction, Fraction]:
        """The probability of each number of hits, level or points that a mission comes to. Raises UnknownName."""
        missions = {attack.mission for attack in self.attacks}
        if mission not in missions:
            raise unknown("bombing mission", mission, missions)
        found: dict[Fraction, Fraction] = {}
        for outcome, chance in self.outcomes.items():
            result = dict(outcome).get(mission, ZERO)
            found[result] = found.get(result, ZERO) + chance
        return dict(sorted(found.items()))

    def expected(self, mission: str) -> Fraction:
        """What a mission comes to on average."""
        return sum((result * chance for result, chance in self.of(mission).items()), ZERO)

    @property
    def ledgers(self) -> tuple[tuple[str, Reckoning], ...]:
        """The reckonings behind it, labelled."""
        return tuple((f"{attack.by}, {attack.mission}", attack.strength) for attack in self.attacks)

    @property
    def caveats(self) -> tuple[str, ...]:
        """The unverified chart cells that the answer rests on."""
        parts = (part for attack in self.attacks for part in (attack.strength, attack.modifier))
        return tuple(dict.fromkeys(caveat for part in parts for caveat in part.caveats))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The readings of open points that the answer rests on."""
        return tuple(dict.fromkeys(point for _, ledger in self.ledgers for point in ledger.rests_on))

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "situation": self.situation,
            "together": self.together,
            "attacks": [
                {
                    "mission": attack.mission,
                    "by": attack.by,
                    "gives": attack.gives,
                    "strength": to_json(attack.strength.value),
                    "modifier": to_json(attack.modifier.value),
                    "column": attack.column,
                    "chance": None if attack.chance is None else to_json(attack.chance),
                }
                for attack in self.attacks
            ],
            "chances": {
                mission: {show(result): to_json(chance) for result, chance in self.of(mission).items()}
                for mission in dict.fromkeys(attack.mission for attack in self.attacks)
            },
            "policy": self.before.policy,
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
        for attack in self.attacks:
            rolled = f", column {attack.column}" if attack.column else ""
            hit = f", a hit with {attack.chance}" if attack.chance is not None else ""
            yield f"{attack.by}: strength {show(attack.strength.value)}{rolled}{hit}"
        gives = {attack.mission: attack.gives for attack in self.attacks}
        for mission, what in gives.items():
            shown = ", ".join(f"{show(result)}: {chance}" for result, chance in self.of(mission).items())
            yield f"{mission.replace('_', ' ')}, {what}: {shown}"
        yield from (f"rests on the ruling {told_point(point)}" for point in self.rests_on)


# --- distributions ---------------------------------------------------------------------------------------------------

Results = dict[Fraction, Fraction]
NOTHING: Results = {ZERO: ONE}


def _sum_of(parts: Iterable[Results]) -> Results:
    """The distribution of the sum of these, each independent of the others."""
    total = NOTHING
    for part in parts:
        after: Results = {}
        for a, chance in total.items():
            for b, other in part.items():
                after[a + b] = after.get(a + b, ZERO) + chance * other
        total = after
    return total


def _hit_chance(attack: BombingAttack, mission: Mission, rules: Ruleset) -> Fraction:
    """The probability that an attack hits, by its procedure."""
    strike = Strike(mission.name, OFF_BOARD, sides_of_operation(rules)[0], ())
    state = aloft((), (), rules)
    ends = branch(partial(roll_for_attack, attack, strike, state, rules), first_suggestion)
    return sum((chance for (_, is_hit), chance in ends if is_hit), ZERO)


def _attacks(flights: tuple[Flight, ...], mission: Mission, together: bool, rules: Ruleset) -> Iterator[BombingAttack]:
    """The attacks that these air units make on a mission."""
    if mission.target == NAVAL:
        for flight in flights:
            points = naval_attacks(reckon_bombing_strength(flight, rules).value)
            yield from (BombingAttack((flight,), 1) for _ in range(points))
    elif together and flights:
        yield BombingAttack(flights)
    else:
        yield from (BombingAttack((flight,)) for flight in flights)


def gives(mission: Mission) -> str:
    """What a bombing mission comes to: "hits", a "level" of harassment, or "points" of air support."""
    if mission.name == HARASSMENT:
        return LEVEL
    return POINTS if mission.name in _SUPPORT else HITS


def _results(flights: tuple[Flight, ...], mission: Mission, together: bool, rules: Ruleset) -> Results:
    """What so many air units come to on a mission."""
    if not flights:
        return NOTHING
    if gives(mission) == HITS:
        chances = (_hit_chance(attack, mission, rules) for attack in _attacks(flights, mission, together, rules))
        return _sum_of({ONE: chance, ZERO: 1 - chance} for chance in chances)
    points = reckon_strength_of_attack(BombingAttack(flights), rules).value
    if gives(mission) == LEVEL:
        return {Fraction(harass(HarassmentBombing(points), rules).level): ONE}
    return {points: ONE}


# --- the report ------------------------------------------------------------------------------------------------------


def _bombers(facts: AirSituation, rules: Ruleset) -> dict[str, list[Kind]]:
    """The kinds of air units on each bombing mission."""
    missions, found = rules.charts.air_missions, dict[str, list[Kind]]()
    for kind in facts.kinds:
        if kind.group or (kind.mission in missions and not missions[kind.mission].is_bombing):
            continue
        if kind.mission in missions:
            found.setdefault(kind.mission, []).append(kind)
        elif kind.mission == BOMBING:
            raise NotationError(f"{kind.name!r}: say what it bombs, such as 'rail lines' or 'ground support'")
    return found


def _named(flights: Iterable[Flight]) -> str:
    """Air units by their kinds: "2x 4B5 rail lines + 2D2 rail lines"."""
    numbers = Counter(flight.name for flight in flights)
    return " + ".join(f"{number}x {name}" if number > 1 else name for name, number in numbers.items())


def _plan(facts: AirSituation, together: bool, rules: Ruleset) -> Iterator[PlannedAttack]:
    for name, kinds in _bombers(facts, rules).items():
        mission = rules.charts.air_missions[name]
        flights = tuple(flight_of_kind(kind, facts, rules) for kind in kinds for _ in range(kind.number))
        rolled = gives(mission) == HITS
        whole = (BombingAttack(flights),)
        for attack in _attacks(flights, mission, together, rules) if rolled else whole:
            strength = reckon_strength_of_attack(attack, rules)
            yield PlannedAttack(
                name,
                _named(attack.flights),
                gives(mission),
                strength,
                reckon_bombing_modifier(attack, rules),
                bombing_column(strength.value, rules).name if rolled else None,
                _hit_chance(attack, mission, rules) if rolled else None,
            )


def _left(tally: Tally, kinds: Iterable[Kind]) -> tuple[Kind, ...]:
    """The kinds with as many air units as are left to bomb."""
    numbers = dict(tally)
    left = (evolve(kind, number=numbers.get((kind.name, NO_EFFECT), 0)) for kind in kinds)
    return tuple(kind for kind in left if kind.number)


def _outcomes(facts: AirSituation, before: Chances, together: bool, rules: Ruleset) -> dict[Outcome, Fraction]:
    bombers, known = _bombers(facts, rules), dict[tuple[Kind, ...], Results]()
    found: dict[Outcome, Fraction] = {}
    for tally, chance in before.outcomes.items():
        ends: dict[Outcome, Fraction] = {(): chance}
        for name, kinds in bombers.items():
            left = _left(tally, kinds)
            if left not in known or not left:
                flights = tuple(flight_of_kind(kind, facts, rules) for kind in left for _ in range(kind.number))
                known[left] = _results(flights, rules.charts.air_missions[name], together, rules)
            ends = {
                (*outcome, (name, result)): part * share
                for outcome, part in ends.items()
                for result, share in known[left].items()
            }
        for outcome, part in ends.items():
            found[outcome] = found.get(outcome, ZERO) + part
    return found


def bombing(situation: str, rules: Ruleset, *, together: bool = True, policy: str | Policy = "first") -> BombingReport:
    """Bombing after interception and antiaircraft fire, with exact chances (rules 20G, 21, 22).

    situation: as for `air_combat`, with or without fighters that intercept; each bomber with what it bombs.
    together: whether the air units on a mission make one attack, or each its own; ships are bombed in attacks of 1
        point. policy: how decisions of air combat are answered.
    Raises NotationError for what cannot be read, and where it is not said what is bombed.

    >>> from europa_rules import load
    >>> report = bombing("2x 4B5 3-7/26 rail lines", load("sf"))
    >>> report.attacks[0].column, report.of("rail_lines")[1]
    ('5', Fraction(1, 2))
    """
    facts = read_air_situation(situation, rules)
    attacks = tuple(_plan(facts, together, rules))
    if not attacks:
        raise NotationError(f"{situation!r}: nobody bombs; write such as '4B5 3-7/26 rail lines'")
    before = reckon_chances(facts, rules, policy=policy)
    return BombingReport(situation, together, attacks, _outcomes(facts, before, together, rules), before)
