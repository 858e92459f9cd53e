"""Air combat and antiaircraft fire off the board: from one line of text to exact chances, explained.

They set up the air units of the situation and enumerate the procedures of the game; nothing is reckoned here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.air.air_fire import Fire, look_up_fire, reckon_differential, reckon_fire_modifier
from europa_rules.air.antiaircraft import Shot, reckon_aa_modifier, reckon_column
from europa_rules.air.returning import RESULTS
from europa_rules.air.walk_through import STATES
from europa_rules.air_chances import (
    BYPASSING,
    ENGAGING,
    PATROLLING,
    AirSituation,
    Chances,
    Kind,
    flight_of_kind,
    kind_name,
    reckon_aa_on,
    reckon_chances,
)
from europa_rules.air_notation import read_air_situation
from europa_rules.analysis import Policy
from europa_rules.errors import NotationError
from europa_rules.html_tables import preformatted
from europa_rules.ledger import Reckoning, ledgers_as_html, told_point
from europa_rules.numbers import Number, show, signed, to_json
from europa_rules.ruleset import Ruleset

AA_STEP = "antiaircraft fire"
_PER_MILLE = 1000


@frozen
class Exchange:
    """One air unit that fires on another: differential and die roll modifier, each with its ledger."""

    firer: str
    target: str
    differential: Reckoning
    modifier: Reckoning
    results: Mapping[int, str]


@frozen
class Flak:
    """Antiaircraft that fires at an air unit: strength and modifier with their ledgers, and the column."""

    target: str
    strength: Reckoning
    column: str | None
    modifier: Reckoning


@frozen
class AirReport:
    """What an air operation over its target comes to.

    Attributes:
        situation: the text it was read from.
        facts: the air units and circumstances.
        exchanges: the fires that there may be, of each kind on each other.
        flak: the antiaircraft fire at each kind.
        chances: the exact probability of every outcome.
        assumptions: what was taken for granted.
    """

    situation: str
    facts: AirSituation
    exchanges: tuple[Exchange, ...]
    flak: tuple[Flak, ...]
    chances: Chances
    assumptions: tuple[str, ...] = ()

    @property
    def ledgers(self) -> tuple[tuple[str, Reckoning], ...]:
        """The reckonings behind it, labelled."""
        fires = ((f"{e.firer} on {e.target}", e.differential) for e in self.exchanges)
        return (*fires, *((f"AA on {f.target}", f.strength) for f in self.flak))

    @property
    def caveats(self) -> tuple[str, ...]:
        """The unverified chart cells that the answer rests on."""
        parts = (*(e.modifier for e in self.exchanges), *(f.modifier for f in self.flak), *(v for _, v in self.ledgers))
        return tuple(dict.fromkeys(caveat for part in parts for caveat in part.caveats))

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The readings of open points that the answer rests on."""
        return tuple(dict.fromkeys(point for _, ledger in self.ledgers for point in ledger.rests_on))

    def to_json(self) -> dict[str, object]:
        """The report as plain data."""
        return {
            "situation": self.situation,
            "air_units": [_kind_json(kind) for kind in self.facts.kinds],
            "night": self.facts.night,
            "turn": str(self.facts.turn) if self.facts.turn else None,
            "exchanges": [
                {
                    "firer": e.firer,
                    "target": e.target,
                    "differential": to_json(e.differential.value),
                    "modifier": to_json(e.modifier.value),
                    "results": {str(roll): result for roll, result in e.results.items()},
                }
                for e in self.exchanges
            ],
            "antiaircraft": [
                {
                    "target": f.target,
                    "strength": to_json(f.strength.value),
                    "column": f.column,
                    "modifier": to_json(f.modifier.value),
                }
                for f in self.flak
            ],
            "chances": {
                kind.name: {
                    STATES[result]: {str(n): to_json(c) for n, c in self.chances.of(kind.name, result).items()}
                    for result in RESULTS
                }
                for kind in self.facts.kinds
            },
            "outcomes": [
                {
                    "chance": to_json(chance),
                    "air_units": [{"kind": kind, "result": STATES[result], "number": n} for (kind, result), n in tally],
                }
                for tally, chance in sorted(self.chances.outcomes.items(), key=lambda item: (-item[1], item[0]))
            ],
            "policy": self.chances.policy,
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
        for e in self.exchanges:
            modifier = f", die roll modifier {signed(e.modifier.value)}" if e.modifier.value else ""
            yield f"{e.firer} on {e.target}: differential {signed(e.differential.value)}{modifier}"
        for f in self.flak:
            modifier = f", die roll modifier {signed(f.modifier.value)}" if f.modifier.value else ""
            column = f"column {f.column}" if f.column else "no effect"
            yield f"antiaircraft {show(f.strength.value)} on {f.target}: {column}{modifier}"
        yield ""
        width = max(len(_counted(kind)) for kind in self.facts.kinds)
        yield f"{'on average':<{width}}  " + "  ".join(f"{state:>11}" for state in STATES.values())
        for kind in self.facts.kinds:
            row = (_decimal(self.chances.expected(kind.name, result)) for result in STATES)
            yield f"{_counted(kind):<{width}}  " + "  ".join(f"{number:>11}" for number in row)
        yield ""
        yield f"{len(self.chances.outcomes)} outcomes, decisions by the policy '{self.chances.policy}'"
        yield from (f"taken for granted: {assumption}" for assumption in self.assumptions)
        yield from (f"rests on the ruling {told_point(point)}" for point in self.rests_on)
        if self.caveats:
            yield f"unverified chart cells: {len(self.caveats)}"


def _counted(kind: Kind) -> str:
    return f"{kind.number}x {kind.name}" if kind.number > 1 else kind.name


def _decimal(number: Fraction) -> str:
    """A number to three places, for people.

    >>> _decimal(Fraction(5, 12))
    '0.417'
    """
    rounded = round(number * _PER_MILLE)
    return f"{rounded // _PER_MILLE}.{rounded % _PER_MILLE:03}"


def _kind_json(kind: Kind) -> dict[str, object]:
    return {
        "kind": kind.name,
        "number": kind.number,
        "rating": str(kind.rating),
        "mission": kind.mission,
        "group": kind.group or None,
        "extended": kind.extended,
        "jettisoned": kind.jettisoned,
    }


def _exchange(one: Kind, other: Kind, situation: AirSituation, rules: Ruleset) -> Exchange:
    fire = Fire(flight_of_kind(one, situation, rules), flight_of_kind(other, situation, rules))
    table = "patrol_attack" if one.group == PATROLLING else "air_combat"
    differential = reckon_differential(fire, rules)
    modifier = reckon_fire_modifier(fire, rules, table)
    dice, added = rules.charts.matrix(table).dice, int(modifier.value)
    cells = {roll: look_up_fire(differential.value, roll + added, rules, table) for roll in range(dice, 6 * dice + 1)}
    for cell in cells.values():
        differential = differential.noting(caveat=cell.caveat)
    return Exchange(one.name, other.name, differential, modifier, {roll: cell.value for roll, cell in cells.items()})


def _exchanges(situation: AirSituation, rules: Ruleset) -> Iterator[Exchange]:
    screen = {kind_name(unit) for unit in situation.escorts(rules)}
    own = [kind for kind in situation.kinds if not kind.group]
    for fighter in (kind for kind in situation.kinds if kind.group):
        for other in own:
            escorts = other.name in screen
            if fighter.group == PATROLLING or (fighter.group == ENGAGING) == escorts:
                yield _exchange(fighter, other, situation, rules)
            if fighter.group == BYPASSING or (fighter.group == ENGAGING and escorts):
                yield _exchange(other, fighter, situation, rules)


def _flak(situation: AirSituation, rules: Ruleset) -> Iterator[Flak]:
    for kind in situation.kinds:
        strength = reckon_aa_on(kind, situation, rules)
        if strength is not None:
            shot = Shot(flight_of_kind(kind, situation, rules), strength.value, situation.turn)
            modifier = reckon_aa_modifier(shot, rules)
            yield Flak(kind.name, strength, reckon_column(strength.value, rules), modifier)


def report_on_air(situation: str, facts: AirSituation, rules: Ruleset, policy: str | Policy = "first") -> AirReport:
    """The report on an air operation whose facts are known."""
    chances = reckon_chances(facts, rules, policy=policy)
    exchanges, flak = tuple(_exchanges(facts, rules)), tuple(_flak(facts, rules))
    return AirReport(situation, facts, exchanges, flak, chances, tuple(air_assumptions(facts, rules)))


def air_assumptions(situation: AirSituation, rules: Ruleset) -> Iterator[str]:
    """What is taken for granted of an air operation."""
    if situation.aa is not None and any(step.replaces == AA_STEP for step in rules.steps("air operation")):
        yield "antiaircraft fires by the standard table"
    if not any(kind.group for kind in situation.kinds):
        yield "nobody intercepts"
    yield "air units turned back or aborted reach an airbase"


def air_combat(situation: str, rules: Ruleset, *, policy: str | Policy = "first") -> AirReport:
    """Patrol attacks, air combat and antiaircraft fire of an air operation, with exact chances (rules 21, 22).

    situation: "FIGHTERS vs AIR UNITS; CIRCUMSTANCES". Air units are written as on their counters and separated by
        commas, "2x" before several that are alike, then what they fly: "engaging" (the usual), "bypassing" or "patrol
        attack" for the reacting player's fighters; "escort", "bombing" (the usual) or a mission for the others, with
        "extended", "jettisoned" or "torpedoes". CIRCUMSTANCES stand between semicolons: "AA 7", "heavy AA 4",
        "night", "turn Jun II 44".
    policy: how decisions are answered: "first" or "last" of what the rules suggest, or a function.
    Raises NotationError for what cannot be read, with what would be right.

    >>> from europa_rules import load
    >>> report = air_combat("8F6, 9F7 vs 6F6 escort, 2x 4B5 bombing", load("sf"))
    >>> report.exchanges[0].differential.value, sum(report.chances.outcomes.values())
    (Fraction(2, 1), Fraction(1, 1))
    """
    facts = read_air_situation(situation, rules)
    if not any(kind.group for kind in facts.kinds):
        raise NotationError(f"{situation!r}: nobody intercepts; write the fighters before 'vs'")
    return report_on_air(situation, facts, rules, policy)


def antiaircraft(air_units: str, rules: Ruleset, aa: Number | None = None) -> AirReport:
    """Antiaircraft fire at air units, with exact chances (rule 22).

    air_units: as for `air_combat`, without fighters that intercept. aa: light AA strength points, unless the text
        says them.
    Raises NotationError for what cannot be read, and where no AA is told of.

    >>> from europa_rules import load
    >>> report = antiaircraft("4B5 ground support", load("sf"), aa=7)
    >>> report.flak[0].column, report.chances.of("4B5 ground support", "A")[1]
    ('7', Fraction(5, 18))
    """
    text = air_units if aa is None else f"{air_units}; AA {show(aa)}"
    facts = read_air_situation(text, rules)
    if facts.aa is None:
        raise NotationError(f"{air_units!r}: no antiaircraft is told of; add such as '; AA 7'")
    return report_on_air(text, facts, rules)
