"""Fire of one air unit upon another (rule 21B): differential, modifier, roll and result.

Needs both air units as they fly; gives the differential with its ledger, the die roll modifier by their types, and
the result. Air combat and patrol attacks are made of such fires.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from europa_rules.air.flights import Flight, reckon_air_attack, reckon_air_defense
from europa_rules.air_units import AirRating
from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.citations import rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, show, signed
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, distinct_rolls, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState

STEPS_KNOWN = "21B1a-air-combat-steps"
"""The open point on steps and differentials that a text has lost, without its book."""

AIR_COMBAT, PATROL_ATTACK = "air_combat", "patrol_attack"
"""The tables on which air units fire."""


@frozen
class Fire:
    """One air unit that fires on another."""

    firer: Flight
    target: Flight


@rule("FoF 21B", "SF 21B", "SF 21B3")
def reckon_differential(fire: Fire, rules: Ruleset) -> Reckoning:
    """The attack differential: the firer's air attack strength less the target's air defense strength.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> fire = Fire(Flight(AirRating.parse("8F8")), Flight(AirRating.parse("3A4")))
    >>> print(reckon_differential(fire, load("sf")))
    8 air attack | -4 air defense of the target (SF 21B3) | = 4
    """
    attack = reckon_air_attack(fire.firer, rules)
    defense = reckon_air_defense(fire.target, rules)
    if len(attack.lines) > 1:
        first = Reckoning.total("air attack", [(fire.firer.name, attack)])
    else:
        first = Reckoning.of(attack.value, "air attack")
    found = first.minus(defense.value, "air defense of the target", rules.cite("differentials"))
    for point in rules.resting(STEPS_KNOWN):
        found = found.noting(rests_on=point)
    return found


def _applies(chart: Chart, name: str, fire: Fire) -> bool:
    """Whether a modifier of the table counts for these types and prefixes."""
    return all(
        (
            _among(fire.firer.acts_as, chart.texts("modifiers", name, "firers")),
            _among(fire.target.acts_as, chart.texts("modifiers", name, "targets")),
            _has_prefix(fire.firer, chart.texts("modifiers", name, "firer_prefixes")),
            _has_prefix(fire.target, chart.texts("modifiers", name, "target_prefixes")),
            not _has_any(fire.firer, chart.texts("modifiers", name, "firer_without")),
            not _has_any(fire.target, chart.texts("modifiers", name, "target_without")),
        )
    )


def _among(kind: str, kinds: tuple[str, ...]) -> bool:
    return not kinds or kind in kinds


def _has_any(flight: Flight, prefixes: tuple[str, ...]) -> bool:
    return any(prefix in flight.rating.prefixes for prefix in prefixes)


def _has_prefix(flight: Flight, prefixes: tuple[str, ...]) -> bool:
    return not prefixes or _has_any(flight, prefixes)


def _modifiers(table: str, fire: Fire, rules: Ruleset) -> Iterator[tuple[str, Reckoning]]:
    chart = rules.charts[table]
    for name, modifier in rules.charts.matrix(table).modifiers.items():
        if _applies(chart, name, fire):
            drm = Reckoning.of(modifier.drm.value, "on the table", rules.cite("differentials"))
            yield modifier.when, drm.noting(caveat=modifier.drm.caveat)


@rule("FoF 21B", "SF 21B", "SF 21B3")
def reckon_fire_modifier(fire: Fire, rules: Ruleset, table: str = AIR_COMBAT) -> Reckoning:
    """The die roll modifier of a fire, by the types and prefixes of both air units.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> fire = Fire(Flight(AirRating.parse("4NB5")), Flight(AirRating.parse("8F6")))
    >>> reckon_fire_modifier(fire, load("sf")).value
    Fraction(1, 1)
    """
    return Reckoning.total("air combat modifiers", list(_modifiers(table, fire, rules)), rules.cite("differentials"))


def address(differential: Number, modified_roll: int, rules: Ruleset, table: str = AIR_COMBAT) -> tuple[str, int]:
    """The column and the row of a table in which a differential and a modified roll are looked up.

    >>> from europa_rules import load
    >>> address(2, 14, load("sf"))
    ('2', 10)
    """
    matrix = rules.charts.matrix(table)
    row = max(matrix.lowest, min(matrix.highest, modified_roll))
    return matrix.column_for(differential) or matrix.columns[0], row


@rule("FoF 21B", "SF 21B3", "SF 21C")
def look_up_fire(differential: Number, modified_roll: int, rules: Ruleset, table: str = AIR_COMBAT) -> Cell[str]:
    """The result of a differential and a modified roll on a table: "-", "R", "A" or "K".

    >>> from europa_rules import load
    >>> look_up_fire(2, 6, load("sf")).value
    'A'
    """
    cell = rules.charts.matrix(table)[address(differential, modified_roll, rules, table)]
    return cell.holding(str(cell.value))


@rule("FoF 21B2", "SF 21B3", "SF 21C")
def look_up_roll(differential: Number, roll: int, modifier: int, rules: Ruleset, table: str = AIR_COMBAT) -> Cell[str]:
    """The result of a differential, a roll and its modifier on a table.

    >>> from europa_rules import load
    >>> look_up_roll(4, 5, -1, load("sf")).value
    'K'
    """
    return look_up_fire(differential, roll + modifier, rules, table)


def typed(air_type: str, rules: Ruleset) -> Flight:
    """An air unit of which only the type is known, with its prefixes ("NB"). Raises UnknownName."""
    prefixes, kind = rules.air_types.split(air_type)
    return Flight(AirRating(0, kind, 0, prefixes))


@rule("FoF 21B", "SF 21B")
def rule_on_printed_attack(attack: Number, rules: Ruleset) -> Ruling:
    """Whether an air unit with this printed air attack strength may ever fire in air combat: not with 0.

    >>> from europa_rules import load
    >>> print(rule_on_printed_attack(0, load("fof")))
    refused: its printed air attack strength is 0 (FoF 21B). Possible: an air unit with an air attack strength.
    """
    return Ruling.refuse_if(
        attack == 0,
        "its printed air attack strength is 0",
        rules.cite("21B"),
        possible="an air unit with an air attack strength",
    )


def fires(flight: Flight, rules: Ruleset) -> bool:
    """Whether an air unit fires: it may, and has any air attack strength left as it flies."""
    return rule_on_printed_attack(flight.rating.attack, rules).allowed and reckon_air_attack(flight, rules).value > 0


@frozen
class FireOutcome:
    """What came of a fire.

    Attributes:
        step: the step of the air combat, "a" to "f", or "" for a patrol attack.
        firer, target: their ids.
        differential: the attack differential.
        modified_roll: the roll with its modifier.
        result: "-", "R", "A" or "K".
    """

    step: str
    firer: str
    target: str
    differential: Number
    modified_roll: int
    result: str


def resolve_fire(
    fire: Fire, step: str, state: GameState, rules: Ruleset, table: str = AIR_COMBAT
) -> Procedure[tuple[GameState, FireOutcome]]:
    """Roll for a fire and look its result up; that result is not carried out yet."""
    differential, modifier = reckon_differential(fire, rules), reckon_fire_modifier(fire, rules, table)
    by = (rules.cite("patrol-attack" if table == PATROL_ATTACK else "differentials"),)
    dice, added = rules.charts.matrix(table).dice, int(modifier.value)

    def result(roll: int) -> str:
        return look_up_fire(differential.value, roll + added, rules, table).value

    purpose = f"{fire.firer.name} fires on {fire.target.name}"
    roll = yield from throw(dice, purpose, by, state, distinct_rolls(dice, result))
    modified = roll + added
    cell = look_up_fire(differential.value, modified, rules, table)
    outcome = FireOutcome(step, fire.firer.name, fire.target.name, differential.value, modified, cell.value)
    prefix = f"step {step}: " if step else ""
    text = (
        f"{prefix}{purpose}: differential {signed(differential.value)}, roll {roll}"
        f"{f' modified to {modified}' if added else ''}: {_WORDS[cell.value]}"
    )
    ledgers = (("differential", differential.noting(caveat=cell.caveat)), ("modifier", modifier))
    facts = (
        ("step", step),
        ("firer", outcome.firer),
        ("target", outcome.target),
        ("modified", str(modified)),
        ("result", cell.value),
    )
    state = yield from record(Event(text, by, state, "air fire", ledgers, facts))
    return state, outcome


_WORDS = {"-": "no effect", "R": "turned back", "A": "aborted", "K": "eliminated"}


def describe(outcome: FireOutcome) -> str:
    """A fire in a line.

    >>> describe(FireOutcome("b", "Me 109G6", "P-40N", 2, 6, "A"))
    'Me 109G6 on P-40N: 2, 6, aborted'
    """
    return (
        f"{outcome.firer} on {outcome.target}: {show(outcome.differential)}, {outcome.modified_roll},"
        f" {_WORDS[outcome.result]}"
    )
