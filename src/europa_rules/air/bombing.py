"""Bombing (rule 20G): the table, its modifiers, and what hits do to yards, ports, airbases, cities and other targets.

Needs the air units of an attack as they fly, or the hits on a target and what it was before; gives strengths, modifiers
and damage, each with its ledger. How attacks are declared and carried out in an air operation is for `bomb_runs`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor

from attrs import evolve, field, frozen

from europa_rules.air.flights import Flight, reckon_bombing_strength
from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.citations import rule
from europa_rules.ground.rail_nets import YARDS, Yard
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number
from europa_rules.ruleset import Ruleset

TABLE = "bombing"
MISS, HIT = "M", "H"
NAVAL = "naval"

# --- an attack -------------------------------------------------------------------------------------------------------


@frozen
class BombingAttack:
    """Air units that bomb a target together, in one attack.

    Attributes:
        flights: the air units, each on its mission.
        points: strength points in place of theirs: an attack on naval units is made of attacks of 1 point.
    """

    flights: tuple[Flight, ...]
    points: Number | None = None


@rule("FoF 20G", "SF 20G")
def reckon_strength_of_attack(attack: BombingAttack, rules: Ruleset) -> Reckoning:
    """The bombing strength of an attack: those of all its air units together.

    >>> from europa_rules import load
    >>> from europa_rules.air.flights import mission_named
    >>> from europa_rules.air_units import AirRating
    >>> rules = load("sf")
    >>> bomber = Flight(AirRating.parse("4B5 3-7/26"), *mission_named("rail_lines", rules))
    >>> print(reckon_strength_of_attack(BombingAttack((bomber, bomber)), rules))
    6 bombing strength (SF 20G) | = 6
    """
    by = rules.cite("20G")
    if attack.points is not None:
        return Reckoning.of(attack.points, "bombing points", by)
    parts = [(flight.name, reckon_bombing_strength(flight, rules)) for flight in attack.flights]
    return Reckoning.total("bombing strength", parts, by)


@rule("FoF 20G1", "FoF 20G2", "SF 20G1", "SF 20G2")
def reckon_strength_of_kind(flight: Flight, kind: str, rules: Ruleset) -> Reckoning:
    """The strategic or tactical bombing strength of a flight; for the kind that its mission does not use, without one.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> reckon_strength_of_kind(Flight(AirRating.parse("2B3 3-2/12"), extended=True), "strategic", load("fof")).value
    Fraction(2, 3)
    """
    used = flight.mission is not None and flight.mission.strength == kind
    return reckon_bombing_strength(flight if used else evolve(flight, mission=None), rules, kind)


@rule("FoF 20G", "FoF 23E1", "FoF 23G", "SF 20G", "SF 23E1", "SF 23H5", "SF 23H6", "SF 23H7")
def reckon_bombing_modifier(attack: BombingAttack, rules: Ruleset) -> Reckoning:
    """The die roll modifier of an attack, by the types and codes of its air units and by what they bomb.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> stuka, heinkel = (Flight(AirRating.parse(text)) for text in ("2D2", "2B3"))
    >>> rules = load("fof")
    >>> [reckon_bombing_modifier(BombingAttack(units), rules).value for units in ((stuka,), (stuka, heinkel))]
    [Fraction(1, 1), Fraction(0, 1)]
    """
    chart, by = rules.charts[TABLE], rules.cite("20G")
    found = Reckoning.of(0, "bombing modifiers", by)
    for name, modifier in rules.charts.matrix(TABLE).modifiers.items():
        if _applies(chart, name, attack):
            cell = modifier.drm
            cited = rules.cite("23E1") if chart.texts("modifiers", name, "only_types") else by
            found = found.plus(cell.value, modifier.when, cited).noting(caveat=cell.caveat)
    return found


def _applies(chart: Chart, name: str, attack: BombingAttack) -> bool:
    at = ("modifiers", name)
    types, codes, targets = (chart.texts(*at, key) for key in ("only_types", "only_codes", "targets"))
    flights = attack.flights
    return bool(flights) and all(
        (
            not types or all(flight.rating.type in types for flight in flights),
            not codes or all(_has_any(flight, codes) for flight in flights),
            not targets or all(target_of(flight) in targets for flight in flights),
        )
    )


def _has_any(flight: Flight, codes: Sequence[str]) -> bool:
    return any(flight.rating.has_code(code) for code in codes)


def target_of(flight: Flight) -> str:
    """What a flight bombs: "land" or "naval"; "" where its mission is not known."""
    return flight.mission.target if flight.mission is not None else ""


@frozen
class BombingColumn:
    """The column of a table that a strength uses: its name, or None where the attack comes to nothing at once."""

    name: str | None

    @property
    def is_automatic_miss(self) -> bool:
        """Whether no die is rolled."""
        return self.name is None


@rule("FoF 20G", "FoF 22B2", "SF 20G", "SF 22B2")
def column_among(strength: Number, columns: Sequence[Number]) -> Number | None:
    """The column that most closely matches a strength without exceeding it; None below the first.

    >>> column_among(8, [1, 2, 5, 9])
    5
    """
    return max((column for column in columns if column <= strength), default=None)


@rule("FoF 20G", "SF 20G")
def bombing_column(strength: Number, rules: Ruleset) -> BombingColumn:
    """The column of the bombing table that a strength uses.

    >>> from europa_rules import load
    >>> bombing_column(8, load("sf")).name, bombing_column(0, load("sf")).is_automatic_miss
    ('5', True)
    """
    return BombingColumn(rules.charts.matrix(TABLE).column_for(strength))


@rule("FoF 20G", "SF 20G")
def look_up_bombing(column: str, modified_roll: int, rules: Ruleset) -> Cell[str]:
    """The result of a column and a modified roll: "M" or "H".

    >>> from europa_rules import load
    >>> look_up_bombing("5", 4, load("sf")).value
    'H'
    """
    cell = rules.charts.matrix(TABLE)[column, modified_roll]
    return cell.holding(str(cell.value))


@rule("SF 20G2g", "SF 20G2h")
def naval_attacks(strength: Number) -> int:
    """How many attacks of 1 point an air unit makes on naval units: its strength with fractions dropped.

    >>> naval_attacks(2)
    2
    """
    return floor(strength)


# --- rail marshaling yards (20G1a) -----------------------------------------------------------------------------------


@frozen
class YardBombing:
    """A rail marshaling yard that is hit.

    Attributes:
        hits: bombing hits on it.
        yard: what makes it one, by the words of the chart; for games that tell the limit by it.
        capacity: its current capacity (REs); for games that tell the limit and the loss by it.
        earlier: hits that have counted on it in this player turn.
        rail_broken: whether the rail line in its hex is broken already.
    """

    hits: int
    yard: Yard = Yard()
    capacity: Number | None = None
    earlier: int = 0
    rail_broken: bool = False


def described_yard_bombing(words: str, hits: int) -> YardBombing:
    """A yard by what makes it one, in words ("dot city", "major city hex", "great port"), and the hits on it.

    >>> described_yard_bombing("major city hex", 2).yard.features
    ('major_city',)
    """
    name = normal(words).removesuffix("_hex")
    return YardBombing(hits, Yard((name,) if name else ()))


@frozen
class YardDamage:
    """What hits do to a yard: how many count, the REs that the net loses, and whether the rail line is broken."""

    counted: Reckoning
    loss: Reckoning
    rail_broken: bool


def _by_capacity(rules: Ruleset) -> bool:
    return rules.charts[YARDS].flag("bombing", "by_capacity")


@rule("FoF 20G1a", "SF 20G1a")
def most_yard_hits(facts: YardBombing, rules: Ruleset) -> Reckoning:
    """The most bombing hits that count on a yard in a player turn.

    >>> from europa_rules import load
    >>> print(most_yard_hits(YardBombing(3, Yard(("major_city",))), load("sf")))
    2 major city (SF 20G1a) | = 2
    """
    chart, by = rules.charts[YARDS], rules.cite("20G1a")
    if _by_capacity(rules):
        great = facts.capacity is not None and facts.capacity >= chart.number("bombing", "great_from").value
        cell = chart.whole("bombing", "hits_of_great" if great else "hits_of_small")
        words = "a current capacity of 2 REs or more" if great else "a current capacity of less than 2 REs"
        return Reckoning.of(cell.value, words, by).noting(caveat=cell.caveat)
    return _hits_by_feature(facts.yard, rules)


def _hits_by_feature(yard: Yard, rules: Ruleset) -> Reckoning:
    """By the city, or by the port of a yard without one (an open point)."""
    chart, by = rules.charts[YARDS], rules.cite("20G1a")
    cities = [name for name in yard.features if name.endswith("_city")]
    found = Reckoning.of(0, "no rail marshaling yard", by)
    for name in cities or yard.features:
        cell = chart.find_number("rows", name, "hits") if name in chart.rows("rows") else None
        if cell is not None and cell.value > found.value:
            found = Reckoning.of(cell.value, name.replace("_", " "), by).noting(caveat=cell.caveat)
    if cities or not found.value:
        return found
    if rules.reads("20G1a-yards-without-city", "one"):
        found = found.at_most(1, "a yard without a city", by)
    for point in rules.resting("20G1a-yards-without-city"):
        found = found.noting(rests_on=point)
    return found


@rule("FoF 20G1a", "SF 20G1a")
def damage_yard(facts: YardBombing, rules: Ruleset) -> YardDamage:
    """What bombing hits on a yard do: to the net's capacity in the enemy's next player turn, and to the rail line.

    >>> from fractions import Fraction
    >>> from europa_rules import load
    >>> damage = damage_yard(YardBombing(1, capacity=Fraction(1, 2)), load("fof"))
    >>> print(damage.loss)
    1 hits that count (FoF 20G1a) | x1/2 REs for each (FoF 20G1a) | = 1/2
    """
    by, most = rules.cite("20G1a"), most_yard_hits(facts, rules)
    left = max(0, int(most.value) - facts.earlier)
    counted = Reckoning.of(facts.hits, "hits", by).at_most(left, "the hits that count on it in a player turn", by)
    for point in most.rests_on:
        counted = counted.noting(rests_on=point)
    counted = counted.noting_all(most.caveats)
    cell = rules.charts[YARDS].number("bombing", "re_per_hit")
    each, own = cell.value, facts.capacity
    if _by_capacity(rules) and own is not None:
        each = min(each, own)
    loss = Reckoning.of(counted.value, "hits that count", by).times(each, "REs for each", by).noting(caveat=cell.caveat)
    if own is not None and counted.value > 1:
        for point in rules.resting("20G1a-yard-hits"):
            loss = loss.noting(rests_on=point)
        if rules.reads("20G1a-yard-hits", "yard-capacity"):
            loss = loss.at_most(own, "the yard's own capacity", by)
    return YardDamage(counted, loss, facts.rail_broken or facts.hits > 0)


# --- airbases, ports, cities, coast defenses (20G1b, 20G1d, 20G2a, 20G2f, 20G2i) -------------------------------------


@frozen
class AirbaseBombing:
    """An airbase that is hit: hits on it, its capacity (air units), and the air units on the ground there."""

    hits: int
    capacity: Number
    air_units: int = 0


@frozen
class AirbaseDamage:
    """What hits do to an airbase: the capacity it has left, and how many air units on the ground they abort."""

    capacity: Reckoning
    aborted: int


@rule("FoF 20G2a", "SF 20G2a")
def damage_airbase(facts: AirbaseBombing, rules: Ruleset) -> AirbaseDamage:
    """Each hit takes 1 off the capacity, as long as there is any, and aborts an air unit on the ground.

    >>> from europa_rules import load
    >>> damage_airbase(AirbaseBombing(3, capacity=1, air_units=4), load("fof")).aborted
    3
    """
    by = rules.cite("20G2a")
    left = Reckoning.of(facts.capacity, "capacity", by).minus(facts.hits, "bombing hits", by)
    if left.value < 0:
        left = left.at_least(0, "further hits are ignored", by)
    return AirbaseDamage(left, min(facts.hits, facts.air_units))


@frozen
class PortBombing:
    """A port that is hit: hits on it, its size by the port summary, and the hits that it had."""

    hits: int
    size: str = ""
    before: int = 0


@rule("FoF 20G1b", "FoF 26A3", "SF 20G1b", "SF 20G2f", "SF 30A2")
def damage_port(facts: PortBombing, rules: Ruleset) -> Reckoning:
    """Hits of damage on a port after bombing; never more than one of its size can take.

    >>> from europa_rules import load
    >>> damage_port(PortBombing(2, "standard"), load("fof")).value
    Fraction(2, 1)
    """
    by = rules.cite("20G1b")
    hits = Reckoning.of(facts.before, "hits before", by).plus(facts.hits, "bombing hits", by)
    chart = rules.charts["port_summary"]
    cell = chart.find_number("rows", facts.size, "max_damage") if facts.size in chart.rows("rows") else None
    if cell is not None and hits.value > cell.value:
        hits = hits.at_most(cell.value, f"the most that a {facts.size} port can take", by)
        hits = hits.noting(caveat=cell.caveat)
    return hits


MOST_TERROR_HITS = 6
"""Hits of terror bombing that count on a city in the whole game (FoF 20G1d)."""


@frozen
class TerrorBombing:
    """Terror bombing in a game: hits on each city, in any order."""

    hits: Mapping[str, Sequence[int]] = field(factory=dict, hash=False)


@rule("FoF 20G1d")
def reckon_terror_awards(facts: TerrorBombing, rules: Ruleset) -> Reckoning:
    """Victory points that the Axis player earns by terror bombing: for each hit, but for no more than 6 on a city.

    >>> from europa_rules import load
    >>> reckon_terror_awards(TerrorBombing({"Paris": [4], "Bruxelles": [3, 5]}), load("fof")).value
    Fraction(10, 1)
    """
    by = rules.cite("20G1d")
    cell = rules.charts["victory"].number("rows", "axis_terror_bombing_hit", "vp")
    parts = []
    for city, hits in facts.hits.items():
        counted = Reckoning.of(sum(hits), "terror bombing hits", by)
        if counted.value > MOST_TERROR_HITS:
            counted = counted.at_most(MOST_TERROR_HITS, "the most that count on a city in the game", by)
        parts.append((city, counted.times(cell.value, "victory points for each", by).noting(caveat=cell.caveat)))
    return Reckoning.total("victory points", parts, by)


BRIDGE_FALLS_AT = 3
"""Bombing hits that bring a bridge down: those of all operations until it is repaired (SF 44A1)."""
BOMBING_HITS_A_HIT = 2
"""Bombing hits for a hit on coast defenses (SF 20G2i)."""


@rule("SF 20G2i")
def damage_coast_defenses(hits: int, rules: Ruleset) -> Reckoning:
    """Hits to be marked on coast defenses: one for every two bombing hits of the operation.

    >>> from europa_rules import load
    >>> damage_coast_defenses(3, load("sf")).value
    Fraction(1, 1)
    """
    by = rules.cite("20G2i")
    marked = hits // BOMBING_HITS_A_HIT
    return Reckoning.of(hits, "bombing hits", by).become(marked, "one for every two", by)


@rule("SF 20G2e")
def damage_rail_line(hits: int, rules: Ruleset) -> Reckoning:
    """Hits that count on a rail line: the first breaks it, further ones are ignored.

    >>> from europa_rules import load
    >>> damage_rail_line(3, load("sf")).value
    Fraction(1, 1)
    """
    by = rules.cite("20G2e")
    return Reckoning.of(hits, "bombing hits", by).at_most(1, "once broken, further hits are ignored", by)
