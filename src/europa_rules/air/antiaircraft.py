"""Antiaircraft fire (rule 22B): who may be fired at, the column, the modifiers, the roll, and the step of an operation.

Needs the air units in the target hex on transport and bombing missions, and the AA strength that may fire at each; one
attack is made on each of them, and its result is implemented at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen

from europa_rules.air.aa_strength import (
    ATTACKERS,
    SHOT_AT,
    STRENGTH,
    AaFacts,
    AaInHex,
    aa_of_pieces,
    gather_aa,
    gather_around,
    reckon_aa_strength,
)
from europa_rules.air.air_combat import flight_in_the_air
from europa_rules.air.facts import AirOperation
from europa_rules.air.flight_orders import flight_of, flyers, operation_at, operation_now
from europa_rules.air.flights import Flight, reckon_bombing_strength
from europa_rules.air.returning import apply_results
from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.facts import ATTEMPT
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, distinct_rolls, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn, are_enemies
from europa_rules.state import GameState

TABLE = "antiaircraft_fire"
NO_EFFECT, WORDS = "-", {"-": "no effect", "R": "turned back", "A": "aborted", "K": "eliminated"}
ONE_TARGET = "22B1-aa-targets"
"""The open point on how many air units an AA point fires at, without its book."""


@frozen
class AaTarget:
    """An air unit that antiaircraft would fire at.

    Attributes:
        family: what it flies: the family of its mission.
        flight: the air unit; None where only its mission is told.
        by_attackers: whether only units that attack the hex may fire (defensive air support).
        firer_attacks: whether the firing unit is one of them.
    """

    family: str
    flight: Flight | None = None
    by_attackers: bool = False
    firer_attacks: bool = True

    @classmethod
    def of(cls, flight: Flight, firer_attacks: bool = True) -> AaTarget:
        """An air unit as it flies."""
        mission = flight.mission
        return cls(flight.family, flight, mission is not None and mission.fired_on_by == ATTACKERS, firer_attacks)


@rule("FoF 22B1", "SF 22B1")
def rule_on_aa_fire(facts: AaTarget, rules: Ruleset) -> Ruling:
    """Whether antiaircraft may fire at an air unit: on transport and bombing missions only.

    >>> from europa_rules import load
    >>> print(rule_on_aa_fire(AaTarget("escort"), load("sf")))
    refused: antiaircraft does not fire at air units on escort (SF 22B1). Possible: ...
    """
    by = rules.cite("22B1")
    return (
        Ruling.refuse_if(
            facts.family not in SHOT_AT,
            f"antiaircraft does not fire at air units on {facts.family}",
            by,
            possible="fire at those on transport and bombing missions",
        )
        & Ruling.refuse_if(
            facts.by_attackers and not facts.firer_attacks,
            "only units that attack the hex fire at defensive air support",
            by,
            possible="attack the hex",
        )
        & rules.forbid("antiaircraft fire", facts)
    )


# --- the table -------------------------------------------------------------------------------------------------------


@frozen
class Shot:
    """An AA attack on an air unit.

    Attributes:
        flight: the air unit.
        strength: AA strength points.
        turn: the game turn, for modifiers that begin with one; None before any.
    """

    flight: Flight
    strength: Number = ZERO
    turn: Turn | None = None


@frozen
class AaAttacks:
    """AA attacks of a hex: how many, and the strength of each."""

    attacks: int
    strength_each: Number


@rule("FoF 22B1", "SF 22B1")
def reckon_attacks(strength: Number, targets: int, rules: Ruleset) -> AaAttacks:
    """Every AA point fires at every air unit that it may fire at: an attack on each with the whole strength.

    >>> from europa_rules import load
    >>> reckon_attacks(2, 4, load("sf"))
    AaAttacks(attacks=4, strength_each=2)
    """
    return AaAttacks(min(targets, 1) if rules.reads(ONE_TARGET, "one") else targets, strength)


@rule("FoF 22B2", "SF 22B2")
def reckon_column(strength: Number, rules: Ruleset, columns: Sequence[Number] = ()) -> str | None:
    """The column of the table for an AA strength: the largest not above it; None below 1, when there is no effect.

    columns: those of a table in its place.

    >>> from europa_rules import load
    >>> reckon_column(9, load("sf")), reckon_column(9, load("sf"), [1, 3]), reckon_column(ZERO, load("fof"))
    ('7', '3', None)
    """
    if strength < 1:
        return None
    lent = [column for column in columns if column <= strength]
    return show(max(lent)) if lent else None if columns else rules.charts.matrix(TABLE).column_for(strength)


def column_number(column: str | None) -> int | None:
    """The number that heads a column."""
    return None if column is None else int(column)


def _any_of(wanted: Sequence[str], found: Sequence[str]) -> bool:
    return not wanted or any(letter in wanted for letter in found)


def _applies(chart: Chart, name: str, shot: Shot) -> bool:
    """Whether a modifier of the table counts for an air unit on its mission."""
    at, flight = ("modifiers", name), shot.flight
    mission = flight.mission.name if flight.mission is not None else ""
    kind = flight.acts_as
    from_turn = chart.text_or("", *at, "from_turn")
    return all(
        (
            _any_of(chart.texts(*at, "types"), (kind,)),
            _any_of(chart.texts(*at, "missions"), (mission,)),
            mission not in chart.texts(*at, "other_missions"),
            _any_of(chart.texts(*at, "codes"), flight.rating.codes),
            not any(code in chart.texts(*at, "without_codes") for code in flight.rating.codes),
            _any_of(chart.texts(*at, "prefixes"), flight.rating.prefixes),
            flight.night or not chart.flag(*at, "at_night"),
            flight.torpedoes or not chart.flag(*at, "with_torpedoes"),
            not from_turn or (shot.turn is not None and shot.turn >= Turn.parse(from_turn)),
        )
    )


def _modifiers(shot: Shot, rules: Ruleset) -> Iterator[tuple[str, Reckoning]]:
    for name, modifier in rules.charts.matrix(TABLE).modifiers.items():
        if _applies(rules.charts[TABLE], name, shot):
            drm = Reckoning.of(modifier.drm.value, "on the table", rules.cite("22B2"))
            yield modifier.when, drm.noting(caveat=modifier.drm.caveat)


@rule("FoF 22B2", "SF 22B2", "SF 23H", "SF 23H1")
def reckon_aa_modifier(shot: Shot, rules: Ruleset) -> Reckoning:
    """The die roll modifier of an AA attack.

    >>> from europa_rules import load
    >>> from europa_rules.air.air_fire import typed
    >>> rules = load("sf")
    >>> reckon_aa_modifier(Shot(typed("HB", rules), turn=Turn.parse("Jun II 44")), rules).value
    Fraction(0, 1)
    """
    return Reckoning.total("antiaircraft modifiers", list(_modifiers(shot, rules)), rules.cite("22B2"))


@rule("FoF 22B2", "SF 22B2")
def look_up_aa(column: str, modified_roll: int, rules: Ruleset) -> Cell[str]:
    """The result of a column and a modified roll: "-", "R", "A" or "K".

    >>> from europa_rules import load
    >>> look_up_aa("7", 5, load("sf")).value
    'R'
    """
    cell = rules.charts.matrix(TABLE)[column, modified_roll]
    return cell.holding(str(cell.value))


# --- fire ------------------------------------------------------------------------------------------------------------


def resolve_shot(unit: str, shot: Shot, strength: Reckoning, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """One AA attack on an air unit, its result implemented at once; below strength 1 there is no effect and no roll."""
    by = (rules.cite("22B2"),)
    column = reckon_column(strength.value, rules)
    if column is None:
        return state
    modifier, table = reckon_aa_modifier(shot, rules), rules.charts.matrix(TABLE)
    added = int(modifier.value)

    def result(roll: int) -> str:
        return look_up_aa(column, roll + added, rules).value

    purpose = f"antiaircraft of strength {show(strength.value)} fires at {unit}"
    roll = yield from throw(table.dice, purpose, by, state, distinct_rolls(table.dice, result))
    cell = look_up_aa(column, roll + added, rules)
    modified = f" modified to {roll + added}" if added else ""
    text = f"{purpose}: column {column}, roll {roll}{modified}: {WORDS[cell.value]}"
    ledgers = (("strength", strength.noting(caveat=cell.caveat)), ("modifier", modifier))
    facts = (("target", unit), ("column", column), ("modified", str(roll + added)), ("result", cell.value))
    state = yield from record(Event(text, by, state, "antiaircraft fire", ledgers, facts))
    return (yield from apply_results(((unit, cell.value),), state, rules, by))


# --- from the board --------------------------------------------------------------------------------------------------


def targets_of(name: str, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The air units of an operation that antiaircraft may fire at, by id."""
    operation = operation_at(name, state)
    return tuple(
        piece.id
        for piece, flying in flyers(name, state)
        if piece.side == operation.initiator
        and rule_on_aa_fire(AaTarget.of(flight_of(piece, flying, operation, state, rules)), rules).allowed
    )


def _aa_of_attackers(operation: AirOperation, state: GameState, rules: Ruleset) -> tuple[AaInHex, ...]:
    """The AA of the units that attack the target hex, hex by hex."""
    attempt = state.recall(ATTEMPT, "")
    if attempt is None or attempt.target != operation.target:
        return ()
    pieces = [state.pieces[unit] for unit in attempt.attackers if unit in state.pieces]
    places = sorted({piece.place for piece in pieces})
    return tuple(aa_of_pieces([p for p in pieces if p.place == place], place, state, rules) for place in places)


def _bombing_together(name: str, mission: str, state: GameState, rules: Ruleset) -> Number:
    """The bombing strength that all air units of an operation deliver together on one mission."""
    operation = operation_at(name, state)
    flights = (flight_of(piece, flying, operation, state, rules) for piece, flying in flyers(name, state))
    return sum((reckon_bombing_strength(f, rules).value for f in flights if f.is_on(mission)), ZERO)


def gather_aa_facts(unit: str, name: str, state: GameState, rules: Ruleset) -> AaFacts:
    """The facts of AA that is to fire at an air unit of an operation over its target hex. Raises UnknownName."""
    operation, flight = operation_at(name, state), flight_in_the_air(unit, state, rules)
    if flight is None:
        raise unknown("air unit in the air", unit, [piece.id for piece, _ in flyers(name, state)])
    mission = flight.mission
    if mission is not None and mission.fired_on_by == ATTACKERS:
        return AaFacts(flight, attackers=_aa_of_attackers(operation, state, rules))
    here = gather_aa(operation.target, operation.initiator, state, rules)
    if mission is None or not rules.has_modifiers(STRENGTH):
        return AaFacts(flight, here)
    around = gather_around(operation.target, operation.initiator, state, rules)
    return AaFacts(flight, here, (), around, _bombing_together(name, mission.name, state, rules))


@rule("FoF 22B1", "SF 22B1")
def reckon_aa_at(unit: str, name: str, state: GameState, rules: Ruleset) -> Reckoning:
    """The AA strength over the target hex that fires at an air unit of an operation."""
    return reckon_aa_strength(gather_aa_facts(unit, name, state, rules), rules)


def firing_side(initiator: Side, rules: Ruleset) -> Side:
    """The side whose antiaircraft fires at a side's air units."""
    return next((side for side in rules.variant.sides if are_enemies(side, initiator)), initiator)


def _fired_at(name: str, state: GameState, rules: Ruleset) -> Procedure[tuple[str, ...]]:
    """Every air unit that may be fired at, each in turn; in the other reading the one that is chosen."""
    targets = targets_of(name, state, rules)
    if len(targets) < 2 or not rules.reads(ONE_TARGET, "one"):
        return targets
    who, by = firing_side(operation_at(name, state).initiator, rules), rules.cite("22B1")

    def one(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) != 1, "antiaircraft fires at one air unit", by, possible="choose one")

    suggestions = tuple((target,) for target in targets)
    return (
        yield from choose(
            Decision(who, "At which air unit does antiaircraft fire?", targets, (by,), state, suggestions, one)
        )
    )


@rule("FoF 16D", "FoF 22B1", "FoF 22B2", "SF 16D", "SF 22B1", "SF 22B2")
def fire_antiaircraft(name: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The reacting player's AA fires at the air units of an operation on transport and bombing missions."""
    strengths = {unit: reckon_aa_at(unit, name, state, rules) for unit in targets_of(name, state, rules)}
    if all(strength.value < 1 for strength in strengths.values()):
        return state
    for unit in (yield from _fired_at(name, state, rules)):
        flight = flight_in_the_air(unit, state, rules)
        if flight is not None:
            shot = Shot(flight, strengths[unit].value, state.moment.turn)
            state = yield from resolve_shot(unit, shot, strengths[unit], state, rules)
    return state


@rule("FoF 16D4", "SF 16D4")
def antiaircraft_step(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The AA fire step of the operation that is being carried out."""
    return (yield from fire_antiaircraft(operation_now(state)[0], state, rules))
