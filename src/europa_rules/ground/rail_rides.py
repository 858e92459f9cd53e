"""Rides by rail (rule 7A): how far a unit rides, whether it may, and what movement may come before and after.

Needs a unit, the hexes it enters and leaves by rail, and what it has done in the phase; gives MPs with their ledger and
the ruling with every rule against the ride. The lines, the nets and the order on the board have rooms of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from attrs import evolve, field, frozen

from europa_rules.charts import Cell
from europa_rules.citations import rule
from europa_rules.ground.admin_movement import AdminFacts, rule_on_admin
from europa_rules.ground.construction import Builder, WorkFacts, rule_on_work
from europa_rules.ground.leaving import Leaving
from europa_rules.ground.movement import (
    MoveFacts,
    Mover,
    reckon_allowance,
    rule_on_breaking_road,
    rule_on_movement,
)
from europa_rules.ground.movement_phases import MOVEMENT
from europa_rules.ground.rail_capacity import RESOURCE_POINT
from europa_rules.ground.rail_lines import ALONG, RailHex, rule_on_rail_hex
from europa_rules.ground.rail_nets import NetLoad, rule_on_load
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.units import Unit, label

RATES = "rail_movement_rates"
OPERATIONAL, STRATEGIC = "operational", "strategic"
MODES = (OPERATIONAL, STRATEGIC)


PHASES = "rail movement phases"
"""Slot of sources: phases, beside the movement phase, in which units ride; `when` is given the `RailFacts`."""


# --- how far a unit rides (FoF 7A2, SF 7A1, 7A2) ---------------------------------------------------------------------


@frozen
class Ride:
    """A unit that rides.

    Attributes:
        unit: its printed facts.
        hexes: rail hexes entered.
        ridden: rail hexes of the same ride before, where a part of an MP is lost as the unit leaves the train.
        leaves: the hex it leaves, where contributed rules ask.
        strategic: whether it uses strategic rail movement.
        leaving: what leaving its hexes costs beside the ride, where that costs anything.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    hexes: int = 0
    ridden: int = 0
    leaves: str = ""
    strategic: bool = False
    leaving: tuple[Leaving, ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)


def _row(unit: Unit, rules: Ruleset) -> str:
    """The row of the rates by which a unit rides: its movement rating, or the highest there is for one above it."""
    chart = rules.charts[RATES]
    if unit.type == RESOURCE_POINT:
        return chart.text("resource_points", "rating").value
    if unit.is_rail_only:
        return "R"
    rows = [int(row) for row in chart.rows("rows") if row.isdigit()]
    return str(max((row for row in rows if row <= unit.movement), default=min(rows)))


def _rate(unit: Unit, column: str, rules: Ruleset) -> Cell[int]:
    return rules.charts[RATES].whole("rows", _row(unit, rules), column)


@rule("FoF 7A2", "SF 7A1", "FoF 12E1", "SF 12E")
def hexes_per_mp(unit: Unit, rules: Ruleset) -> Cell[int]:
    """Rail hexes that a unit rides for an MP, by its movement rating.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> hexes_per_mp(Unit("ge", "infantry", "division", Rating.parse("7-6")), load("sf")).value
    7
    """
    return _rate(unit, "hexes_per_mp", rules)


@rule("FoF 7A2", "SF 7A1", "FoF 3C1", "SF 3C1")
def reckon_ride(facts: Ride, rules: Ruleset) -> Reckoning:
    """MPs that an operational ride costs; a part of an MP is kept, unless it is read as lost when the unit detrains.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("fr", "infantry", "division", Rating.parse("5-4"))
    >>> print(reckon_ride(Ride(division, 15), load("fof")))
    15 rail hexes (FoF 7A2) | x1/10 10 hexes an MP (FoF 7A2) | = 3/2
    """
    by, rate = rules.cite("operational-rail"), hexes_per_mp(facts.unit, rules)
    cost = Reckoning.of(facts.hexes, "rail hexes", by).times(Fraction(1, rate.value), f"{rate.value} hexes an MP", by)
    cost = cost.noting(caveat=rate.caveat)
    ends, starts = Fraction(facts.ridden + facts.hexes, rate.value), Fraction(facts.ridden, rate.value)
    if ends.denominator != 1 or starts.denominator != 1:
        for point in rules.resting("7A1-fraction-of-rail-mp"):
            cost = cost.noting(rests_on=point)
    if loses_fractions(rules) and ceil(ends) - ceil(starts) != cost.value:
        cost = cost.become(ceil(ends) - ceil(starts), "a part of an MP counts as one", by)
    for left in (hex_.by_rail(facts.unit.is_rail_only) for hex_ in facts.leaving):
        cost = cost.plus(left.value, left.lines[0].why, *left.citations)
    return rules.modify(cost, "rail cost", facts)


def loses_fractions(rules: Ruleset) -> bool:
    """Whether a part of an MP that is left over as a unit detrains is read as lost."""
    return rules.reads("7A1-fraction-of-rail-mp", "lost")


@rule("FoF 7A2", "SF 7A1", "SF 31A", "FoF 12E1", "SF 12E")
def reckon_rail_allowance(facts: Mover, rules: Ruleset) -> Reckoning:
    """MPs that a unit may spend on rail movement in a phase: its own, or the hexes of a phase for one rated R.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> gun = Unit("ge", "artillery", "battalion", Rating.parse("5-1-R"))
    >>> reckon_rail_allowance(Mover(gun), load("fof")).value
    Fraction(40, 7)
    """
    row = _row(facts.unit, rules)
    if facts.unit.type != RESOURCE_POINT and not facts.unit.is_rail_only:
        return reckon_allowance(facts, rules)
    by = rules.cite("operational-rail")
    hexes, rate = _rate(facts.unit, "hexes_per_phase", rules), _rate(facts.unit, "hexes_per_mp", rules)
    allowance = Reckoning.of(hexes.value, f"rail hexes a phase, rated {row}", by)
    allowance = allowance.times(Fraction(1, rate.value), f"{rate.value} hexes an MP", by)
    return rules.modify(allowance.noting(caveat=hexes.caveat), "movement allowance", facts)


@rule("SF 7A2")
def reckon_strategic_hexes(facts: Ride, rules: Ruleset) -> Reckoning:
    """Rail hexes that a unit may ride by strategic rail movement; 0 in a game without it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> reckon_strategic_hexes(Ride(Unit("ge", "infantry", "division", Rating.parse("7-6"))), load("sf")).value
    Fraction(200, 1)
    """
    by = rules.cite("strategic-rail")
    cell = rules.charts[RATES].find_number("strategic", "hexes_per_phase")
    if cell is None:
        return Reckoning.of(ZERO, "strategic rail movement is not used", by)
    hexes = Reckoning.of(cell.value, "rail hexes", by).noting(caveat=cell.caveat)
    for lost in (hex_.strategic_hexes for hex_ in facts.leaving):
        hexes = hexes.minus(lost.value, lost.lines[0].why, *lost.citations)
    return rules.modify(hexes, "strategic rail hexes", facts)


# --- whether a unit may ride -----------------------------------------------------------------------------------------


@frozen
class RailFacts:
    """A unit that uses rail movement; slot "rail" is given it.

    Attributes:
        unit: its printed facts.
        phase: the phase; is_phasing: whether it is the unit's own player turn.
        hexes: the hexes in order, the one it starts in first.
        on_rail: whether it starts on a rail line. ends_on_rail: whether it ends on one.
        traces_to_yard: whether a line of rail hexes, owned since the player turn began, leads to an own yard.
        strategic: whether it uses strategic rail movement.
        distance: rail hexes entered; None for as many as `hexes` tells.
        left: MPs that it has left; None for all.
        ridden: rail hexes of the same ride before.
        moved_otherwise: whether it moves otherwise in the phase too, or has ridden before.
        is_admin: whether it uses administrative movement in the phase.
        beside_enemy: whether a hex of the ride is beside an enemy unit.
        side: whose it is.
        load: what it counts on a net, where that is told.
        leaving: what leaving the hexes of the ride costs beside it, where that costs anything.
        situation: further facts for contributed rules, by name.
    """

    unit: Unit
    phase: str = MOVEMENT
    is_phasing: bool = True
    hexes: tuple[RailHex, ...] = ()
    on_rail: bool = True
    ends_on_rail: bool = True
    traces_to_yard: bool = True
    strategic: bool = False
    distance: int | None = None
    left: Number | None = None
    ridden: int = 0
    moved_otherwise: bool = False
    is_admin: bool = False
    beside_enemy: bool = False
    side: Side = NEUTRAL
    load: NetLoad | None = None
    leaving: tuple[Leaving, ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def entered(self) -> int:
        """Rail hexes entered."""
        return max(len(self.hexes) - 1, 0) if self.distance is None else self.distance

    @property
    def ride(self) -> Ride:
        """The ride, as far as its length goes."""
        leaves = self.hexes[0].name if self.hexes else ""
        return Ride(self.unit, self.entered, self.ridden, leaves, self.strategic, self.leaving, self.situation)


@rule("FoF 7A", "FoF 7A2", "FoF 7A3", "SF 7A", "SF 7A1", "SF 7A2", "SF 7A5")
def rule_on_rail(facts: RailFacts, rules: Ruleset) -> Ruling:
    """Whether a unit may use rail movement so, with every rule against it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> print(rule_on_rail(RailFacts(division, strategic=True, distance=201), load("sf")))
    refused: 201 rail hexes are more than the 200 of strategic rail movement (SF 7A2). Possible: ride at most 200 hexes.
    >>> rule_on_rail(RailFacts(division, hexes=(RailHex(), RailHex(enemy_zoc=True))), load("fof")).allowed
    False
    """
    by, ruling = rules.cite("7A"), _rule_on_phase(facts, rules)
    line = (by, rules.cite("strategic-rail")) if facts.strategic else (by,)
    ruling &= Ruling.refuse_if(
        not facts.on_rail, f"{label(facts.unit)} is on no rail line", *line, possible="move to one first"
    )
    ruling &= Ruling.refuse_if(
        not facts.ends_on_rail, f"{label(facts.unit)} would end on no rail line", *line, possible=ALONG
    )
    ruling &= Ruling.refuse_if(
        facts.unit.is_immobile, f"{label(facts.unit)} stays in its hex", rules.cite("zero-movement")
    )
    ruling = Ruling.all((ruling, *(rule_on_rail_hex(there, rules) for there in facts.hexes)))
    ruling &= _rule_on_strategic(facts, rules) if facts.strategic else _rule_on_mps(facts, rules)
    ruling &= rule_on_load(facts.load, rules) if facts.load else Ruling.allow()
    return ruling & _rule_on_mixing(facts, rules) & rules.forbid("rail", facts)


def _rule_on_phase(facts: RailFacts, rules: Ruleset) -> Ruling:
    by, ruling = rules.cite("7A"), Ruling.allow()
    allowed = {MOVEMENT, *(str(source.value) for source in rules.sources(PHASES, facts))}
    if facts.phase not in allowed:
        why = f"units ride in the movement phase, not in the {facts.phase} phase"
        ruling &= Ruling.refuse(why, by, possible="ride in the movement phase")
    if not facts.is_phasing and facts.phase == MOVEMENT:
        ruling &= Ruling.refuse("only phasing units use rail movement", by, possible="ride in its own player turn")
    return ruling


def _rule_on_mps(facts: RailFacts, rules: Ruleset) -> Ruling:
    if facts.unit.is_immobile:
        return Ruling.allow()
    left = facts.left
    if left is None:
        left = reckon_rail_allowance(Mover(facts.unit, facts.phase, situation=facts.situation), rules).value
    cost, rate = reckon_ride(facts.ride, rules), hexes_per_mp(facts.unit, rules).value
    why = f"{label(facts.unit)} needs {show(cost.value)} MPs to ride {facts.entered} hexes"
    why += f" and has {show(Fraction(left))}"
    possible = f"ride at most {int(Fraction(left) * rate)} hexes"
    short = cost.value > left
    return evolve(
        Ruling.refuse_if(short, why, rules.cite("operational-rail"), possible=possible),
        rests_on=cost.rests_on,
        caveats=cost.caveats if short else (),
    )


def _rule_on_strategic(facts: RailFacts, rules: Ruleset) -> Ruling:
    by, most = rules.cite("strategic-rail"), reckon_strategic_hexes(facts.ride, rules).value
    if not most:
        return Ruling.refuse("strategic rail movement is not used", by, possible="use operational rail movement")
    why = f"{facts.entered} rail hexes are more than the {show(most)} of strategic rail movement"
    ruling = Ruling.refuse_if(facts.entered > most, why, by, possible=f"ride at most {show(most)} hexes")
    otherwise = f"{label(facts.unit)} may not move otherwise in the phase in which it uses strategic rail movement"
    return ruling & Ruling.refuse_if(facts.moved_otherwise, otherwise, by, possible="use operational rail movement")


def _rule_on_mixing(facts: RailFacts, rules: Ruleset) -> Ruling:
    why = f"{label(facts.unit)} uses administrative movement in the phase and would pass beside an enemy unit"
    return Ruling.refuse_if(facts.is_admin and facts.beside_enemy, why, rules.cite("6B"), possible="another way round")


@rule("SF 7A5", "FoF 6", "FoF 7B1", "SF 7B")
def rule_on_breaking_line(line: str, mps: Number, rules: Ruleset) -> Ruling:
    """Whether a unit breaks a line with so many MPs: "road" is never broken, "rail" as the construction chart says.

    >>> from europa_rules import load
    >>> rule_on_breaking_line("rail", 2, load("sf")).allowed, rule_on_breaking_line("road", 4, load("fof")).allowed
    (True, False)
    """
    if line not in _RAIL_WORDS:
        return rule_on_breaking_road(rules)
    facts = WorkFacts(BREAK_RAIL_LINE, (Builder(mps=mps),))
    return Ruling(rests_on=rules.resting("6-breaking-rail-lines")) & rule_on_work(facts, rules)


BREAK_RAIL_LINE = "break_rail_line"
"""The row of the construction chart."""


_RAIL_WORDS = frozenset({"rail", "railroad", "rail_line", "rail_high", "rail_low", "high", "low"})


# --- kinds of movement one after another (FoF 7A2, SF 7A1) -----------------------------------------------------------


_OVERLAND = frozenset({"regular", "regular_movement", "admin", "admin_movement", "administrative_movement", "overland"})


_BY_RAIL = frozenset({"rail", "rail_movement", "operational_rail", "operational_rail_movement"})


_STRATEGIC = frozenset({"strategic_rail", "strategic_rail_movement"})


@frozen
class Chain:
    """Kinds of movement of a unit one after another in a phase: "regular_movement", "operational_rail", ..."""

    unit: Unit
    kinds: tuple[str, ...]
    phase: str = MOVEMENT


@rule("FoF 7A2", "SF 7A1", "SF 7A2", "FoF 6B", "SF 6B", "FoF 12E", "SF 12E")
def rule_on_chain(facts: Chain, rules: Ruleset) -> Ruling:
    """Whether kinds of movement may be combined in one phase.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("fr", "infantry", "division", Rating.parse("5-6"))
    >>> rule_on_chain(Chain(division, ("regular_movement", "operational_rail", "naval_transport")), load("fof")).allowed
    True
    """
    kinds, ruling = set(facts.kinds), Ruling.allow()
    overland = sorted(kinds & _OVERLAND)
    if overland:
        ruling &= rule_on_movement(MoveFacts(facts.unit, phase=facts.phase), rules)
    if kinds & (_BY_RAIL | _STRATEGIC):
        strategic = bool(kinds & _STRATEGIC)
        mixed = strategic and len(facts.kinds) > 1
        ruling &= rule_on_rail(RailFacts(facts.unit, facts.phase, strategic=strategic, moved_otherwise=mixed), rules)
    admin = [kind for kind in overland if kind.startswith("admin")]
    ruling &= rule_on_admin(AdminFacts(facts.unit, facts.phase), rules) if admin else Ruling.allow()
    why = "administrative movement is not combined with regular movement in a phase"
    return ruling & Ruling.refuse_if(bool(admin) and len(admin) < len(overland), why, rules.cite("6B"))
