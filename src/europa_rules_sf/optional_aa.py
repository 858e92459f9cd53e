"""The optional AA fire table (SF 44F): one AA attack at all air units of an operation that may be fired at.

Needs the AA strength and the air units; gives the column after its shifts, the number of air defense strength points
affected, and the results on air units picked at random.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from attrs import field, frozen

from europa_rules.air.aa_strength import AaInHex, reckon_aa_strength
from europa_rules.air.air_combat import flight_in_the_air
from europa_rules.air.antiaircraft import gather_aa_facts, targets_of
from europa_rules.air.flight_orders import operation_at, operation_now
from europa_rules.air.flights import Flight, reckon_air_defense
from europa_rules.air.returning import ABORT, TURNED_BACK, apply_results
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Option, StepContribution
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, show
from europa_rules.procedure import Event, Procedure, distinct_rolls, draw, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Turn, are_enemies
from europa_rules.state import GameState

RULE = "44F"
IN_USE = Gate(option=RULE)
TABLE = "optional_aa_fire"
STANDARD_TARGETS = frozenset({"strategic_wing", "V1"})
"""What is fired at by the standard rules all the same (SF 44F4)."""
MISS = "-"
_APRIL_44 = Turn.parse("Apr I 44")
_STRONG = 7
_GERMAN = "ge"
GERMAN_AA = "44F2-german-aa"


@frozen
class OptionalFire:
    """An AA attack by the optional table.

    Attributes:
        strength: the AA strength that may fire.
        targets: the air units fired at.
        german: how much of it is German.
        turn: the game turn; None before any that matters.
        night: whether it is night.
    """

    strength: Number
    targets: int
    german: Number = 0
    turn: Turn | None = None
    night: bool = False


@rule("SF 44F4")
def is_optional_table_used(target: str) -> bool:
    """Whether the optional table is used against a target: not against strategic wings and V1s.

    >>> is_optional_table_used("air_unit"), is_optional_table_used("strategic_wing")
    (True, False)
    """
    return target not in STANDARD_TARGETS


# --- the column ------------------------------------------------------------------------------------------------------

_SHIFTS: Mapping[str, Callable[[OptionalFire], bool]] = {
    "from_apr_44": lambda fire: fire.turn is not None and fire.turn >= _APRIL_44,
    "german_aa_of_7": lambda fire: fire.german >= _STRONG,
    "night": lambda fire: fire.night,
    "one_air_unit": lambda fire: fire.targets == 1,
    "two_to_three_air_units": lambda fire: fire.targets in (2, 3),
    "four_air_units": lambda fire: fire.targets == 4,
    "five_to_six_air_units": lambda fire: fire.targets in (5, 6),
    "seven_to_nine_air_units": lambda fire: 7 <= fire.targets <= 9,
    "ten_air_units": lambda fire: fire.targets >= 10,
}
"""When each row of the table's shifts counts."""


@rule("SF 44F2")
def reckon_shift(fire: OptionalFire, rules: Ruleset) -> Reckoning:
    """Columns by which the column of an AA attack is shifted, to the right where more than 0.

    >>> from europa_rules import load
    >>> rules = load("sf", options={"44F"})
    >>> reckon_shift(OptionalFire(13, 4, german=13, turn=Turn.parse("Jul I 43")), rules).value
    Fraction(1, 1)
    >>> [int(reckon_shift(OptionalFire(5, number), rules).value) for number in range(1, 12)]
    [-1, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2]
    >>> turns = map(Turn.parse, ("Mar II 44", "Apr I 44"))
    >>> [int(reckon_shift(OptionalFire(5, 4, turn=turn), rules).value) for turn in turns]
    [0, 1]
    >>> [int(reckon_shift(OptionalFire(9, 4, german=german), rules).value) for german in (6, 7)]
    [0, 1]
    >>> int(reckon_shift(OptionalFire(5, 4, night=True), rules).value)
    -1
    """
    chart, by = rules.charts[TABLE], rules.cite("44F2")
    point = next(iter(rules.resting(GERMAN_AA)), None)
    parts = []
    for row in chart.rows("column_shifts"):
        if _SHIFTS[row](fire):
            cell = chart.whole("column_shifts", row, "shift")
            why = chart.text_or(row, "column_shifts", row, "when")
            rests_on = point if row == "german_aa_of_7" else None
            parts.append((row, Reckoning.of(cell.value, why, by).noting(caveat=cell.caveat, rests_on=rests_on)))
    return Reckoning.total("column shifts", parts, by)


@rule("SF 44F2")
def reckon_column(strength: Number, shift: int, rules: Ruleset, columns: Sequence[str] = ()) -> str | None:
    """The column of the optional table: the largest not above the strength, then shifted, to the ends at most.

    columns: those of a table in its place. None for a strength below the first number.

    >>> from europa_rules import load
    >>> reckon_column(13, 1, load("sf", options={"44F"}))
    '17'
    >>> [reckon_column(strength, 0, load("sf", options={"44F"})) for strength in (0, 1, 4, 5, 17)]
    [None, '1', '3', '5', '17']
    >>> [reckon_column(1, shift, load("sf", options={"44F"})) for shift in (-1, -3)]
    ['B', 'A']
    """
    names = tuple(columns) or rules.charts.matrix(TABLE).columns
    numbered = [(at, int(name)) for at, name in enumerate(names) if name.isdigit()]
    fitting = [at for at, number in numbered if number <= strength]
    if not fitting:
        return None
    return names[max(0, min(len(names) - 1, fitting[-1] + shift))]


def as_number(column: str | None) -> int | str | None:
    """A column by its number, where it has one."""
    return int(column) if column is not None and column.isdigit() else column


# --- air defense strength points -------------------------------------------------------------------------------------


def _on(flight: Flight, mission: str, kind: str) -> bool:
    return flight.is_on(mission) and flight.acts_as == kind


def _other_tactical(flight: Flight) -> bool:
    mission = flight.mission
    tactical = mission is not None and mission.strength == "tactical"
    return tactical and flight.acts_as == "B" and not flight.is_on("ground_support")


def _at_ships(flight: Flight) -> bool:
    return flight.mission is not None and flight.mission.target == "naval"


_EFFECTIVENESS: Mapping[str, Callable[[Flight], bool]] = {
    "f_on_gs": lambda flight: _on(flight, "ground_support", "F"),
    "hf_on_gs": lambda flight: _on(flight, "ground_support", "HF"),
    "a_on_gs": lambda flight: _on(flight, "ground_support", "A"),
    "d_on_gs": lambda flight: _on(flight, "ground_support", "D"),
    "b_on_gs": lambda flight: _on(flight, "ground_support", "B"),
    "t_air_drop": lambda flight: flight.is_on("air_drop"),
    "b_other_tactical": _other_tactical,
    "hb": lambda flight: flight.acts_as == "HB",
    "jet_or_rocket": lambda flight: any(prefix in flight.rating.prefixes for prefix in "JR"),
    "code_l": lambda flight: flight.rating.has_code("L"),
    "code_v_vs_naval": lambda flight: flight.rating.has_code("V") and _at_ships(flight),
}
"""When each row of the AA effectiveness section counts."""


@rule("SF 44F3")
def reckon_ads(flight: Flight, rules: Ruleset) -> Reckoning:
    """The modified air defense strength of an air unit that is fired at (points).

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> from europa_rules.air.flights import mission_named
    >>> rules = load("sf", options={"44F"})
    >>> print(reckon_ads(Flight(AirRating.parse("8F9"), *mission_named("ground_support", rules)), rules).value)
    6
    >>> print(reckon_ads(Flight(AirRating.parse("8F3"), *mission_named("ground_support", rules)), rules))
    3 printed air defense | -3 f on gs (SF 44F3) | = 0
    >>> def defense(rating, mission):
    ...     flight = Flight(AirRating.parse(rating), *mission_named(mission, rules))
    ...     return int(reckon_ads(flight, rules).value)
    >>> [defense(rating, "ground_support") for rating in ("8HF9", "4A5", "4D5", "4B5", "12JF8")]
    [7, 3, 3, 4, 6]
    >>> [defense("4B5", mission) for mission in ("airbases", "rail_yards")], defense("3HB5", "rail_yards")
    ([6, 5], 7)
    >>> defense("8F2", "ground_support")
    0
    >>> of_code_v = AirRating(4, "B", 5, codes="V")
    >>> hunters = [Flight(of_code_v, *mission_named(mission, rules)) for mission in ("naval_patrol", "airbases")]
    >>> [int(reckon_ads(flight, rules).value) for flight in hunters], defense("4B5", "naval_patrol")
    ([5, 6], 6)
    """
    chart, by = rules.charts[TABLE], rules.cite("44F3")
    found = reckon_air_defense(flight, rules)
    for row in chart.rows("air_defense_modifiers"):
        if _EFFECTIVENESS[row](flight):
            cell = chart.whole("air_defense_modifiers", row, "add")
            found = found.plus(cell.value, row.replace("_", " "), by).noting(caveat=cell.caveat)
    return found.at_least(0, "never below 0", by) if found.value < 0 else found


@frozen
class Hit:
    """A hit of the optional table.

    Attributes:
        number: the air defense strength points affected; 0 for a miss.
        defenses: the modified air defense strength of each air unit fired at.
    """

    number: Number
    defenses: Mapping[str, Number] = field(hash=False)

    @property
    def total(self) -> Number:
        """The air defense strength points of all of them."""
        return sum(self.defenses.values())

    def result_after(self, picked: int) -> str:
        """The result on the air unit that is picked after so many others."""
        first, second = (TURNED_BACK, ABORT) if self.number < self.total else (ABORT, TURNED_BACK)
        return second if picked % 2 else first


@rule("SF 44F3")
def follow_picks(hit: Hit, picks: Iterable[str]) -> dict[str, str]:
    """The results on air units picked in this order, until the number of the hit is used up.

    >>> follow_picks(Hit(13, {"a": 6, "b": 6, "c": 6, "d": 5}), ("a", "b", "d"))
    {'a': 'R', 'b': 'A', 'd': 'R'}
    >>> follow_picks(Hit(12, {"a": 6, "b": 6, "c": 6}), ("a", "b", "c"))
    {'a': 'R', 'b': 'A'}
    >>> follow_picks(Hit(18, {"a": 6, "b": 6, "c": 6}), ("a", "b", "c"))
    {'a': 'A', 'b': 'R', 'c': 'A'}
    """
    found: dict[str, str] = {}
    left = hit.number
    for pick in picks:
        if left <= 0:
            break
        found[pick] = hit.result_after(len(found))
        left -= hit.defenses[pick]
    return found


# --- on the board ----------------------------------------------------------------------------------------------------


def _german_part(unit: str, name: str, state: GameState, rules: Ruleset) -> Number:
    """How much of the AA that fires at an air unit is German: that of German units, of those that may fire."""
    facts = gather_aa_facts(unit, name, state, rules)
    of_axis = are_enemies(operation_at(name, state).initiator, AXIS)
    with_features = of_axis and rules.reads(GERMAN_AA, "all-but-italian")
    return sum((_german_in(aa, with_features, state) for aa in (facts.here, *facts.attackers)), 0)


def _german_in(aa: AaInHex, with_features: bool, state: GameState) -> Number:
    parts = [part for ledger in (aa.heavy, aa.light) for line in ledger.lines for part in line.parts]
    return sum(value.value for name, value in parts if _is_german(name, with_features, state))


def _is_german(name: str, with_features: bool, state: GameState) -> bool:
    """Whether AA is German: that of a German unit, and of a feature of the hex where those count."""
    return state.pieces[name].unit.nation == _GERMAN if name in state.pieces else with_features


def volleys(name: str, state: GameState, rules: Ruleset) -> Iterator[tuple[Reckoning, tuple[str, ...]]]:
    """The AA attacks on an operation: air units at which the same strength may fire are fired at together."""
    found: dict[Number, list[str]] = {}
    ledgers: dict[Number, Reckoning] = {}
    for unit in targets_of(name, state, rules):
        strength = reckon_aa_strength(gather_aa_facts(unit, name, state, rules), rules)
        found.setdefault(strength.value, []).append(unit)
        ledgers.setdefault(strength.value, strength)
    for value in sorted(found, reverse=True):
        yield ledgers[value], tuple(found[value])


def _number(cell: object) -> int:
    return 0 if str(cell) == MISS else int(str(cell))


@rule("SF 44F1", "SF 44F2", "SF 44F3")
def fire_volley(
    strength: Reckoning, units: tuple[str, ...], fire: OptionalFire, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """One consolidated AA attack: column, roll, picks at random and their results."""
    shift = reckon_shift(fire, rules)
    column = reckon_column(fire.strength, int(shift.value), rules)
    if column is None:
        return state
    table, by = rules.charts.matrix(TABLE), (rules.cite("44F2"), rules.cite("44F3"))
    purpose = f"antiaircraft of strength {show(strength.value)} fires at {', '.join(units)}"
    distinct = distinct_rolls(table.dice, lambda roll: str(table[column, roll].value))
    roll = yield from throw(table.dice, purpose, by, state, distinct)
    cell = table[column, roll]
    number = _number(cell.value)
    shown = f"{number} air defense points" if number else "miss"
    text = f"{purpose}: column {column}, roll {roll}: {shown}"
    ledgers = (("strength", strength.noting(caveat=cell.caveat)), ("shift", shift))
    state = yield from record(Event(text, by, state, "antiaircraft fire", ledgers, (("result", str(number)),)))
    if not number:
        return state
    flights = {unit: flight_in_the_air(unit, state, rules) for unit in units}
    hit = Hit(number, {unit: reckon_ads(flight, rules).value for unit, flight in flights.items() if flight})
    picks: list[str] = []
    while len(follow_picks(hit, picks)) == len(picks) < len(hit.defenses) and _left(hit, picks) > 0:
        waiting = [unit for unit in hit.defenses if unit not in picks]
        picks.append((yield from draw(waiting, "which air unit the antiaircraft hits", by, state)))
    results = follow_picks(hit, picks)
    return (yield from apply_results(results.items(), state, rules))


def _left(hit: Hit, picks: Iterable[str]) -> Number:
    return hit.number - sum(hit.defenses[pick] for pick in picks)


def fire_by_optional_table(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The AA fire step of an operation with the optional table."""
    name, _ = operation_now(state)
    for strength, units in tuple(volleys(name, state, rules)):
        first = flight_in_the_air(units[0], state, rules)
        night = first is not None and first.night
        german = _german_part(units[0], name, state, rules)
        fire = OptionalFire(strength.value, len(units), german, state.moment.turn, night)
        state = yield from fire_volley(strength, units, fire, state, rules)
    return state


OPTIONS = (Option(RULE, "Optional AA fire table", by="SF 44F"),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        "optional AA fire", "air operation", fire_by_optional_table, "SF 44F", replaces="antiaircraft fire", gate=IN_USE
    ),
)
