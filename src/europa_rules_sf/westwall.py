"""The improvement of fortifications, and the restoration of the Westwall (SF 37B3 to 37B6).

Needs what is to be improved, by whom and where; gives whether it may be, and the turns and resource points it takes: of
all fortifications only Westwall hexes can be improved, by Axis construction units or all at once by a restoration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.construction import WorkFacts, reckon_resource_points, reckon_time
from europa_rules.ground.facts import Ground
from europa_rules.ground.fortifications import Fortification
from europa_rules.ground.losses import Demand, ResultFacts, reckon_demands
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn

WESTWALL = "westwall"
BY = Citation("SF", "37B5")
NEVER_IMPROVED = {
    "fort": Citation("SF", "37B1"),
    "fortified_hexside": Citation("SF", "37B3"),
    "fortress": Citation("SF", "37B4"),
    "ouvrage": Citation("SF", "37B6"),
}
"""Fortifications that cannot be improved, and the rule that says so."""

WORK = "westwall_improvement"
"""The row of the construction chart: twice the turns and resource points of a fort."""

REACH = 10
"""How far from the Westwall, in hexes, an Allied unit lets a restoration be declared."""

THEATER = "ETO"


# --- improvement (SF 37B3 to 37B6) -----------------------------------------------------------------------------------


@frozen
class Improvement:
    """A fortification that a construction unit would improve.

    Attributes:
        kind: the fortification.
        side: whose unit it is.
        terrain, weather: of the hex.
        quick: whether quick construction speeds it up.
    """

    kind: str
    side: Side = AXIS
    terrain: str = "clear"
    weather: str = "clear"
    quick: bool = False


@rule("SF 37B3", "SF 37B4", "SF 37B5", "SF 37B6")
def rule_on_improvement(facts: Improvement) -> Ruling:
    """Whether a fortification may be improved: Westwall hexes only, by Axis units only.

    >>> str(rule_on_improvement(Improvement("fortress")))
    'refused: an unimproved fortress cannot become improved (SF 37B4).'
    """
    words = facts.kind.replace("_", " ")
    if facts.kind in NEVER_IMPROVED:
        return Ruling.refuse(f"an unimproved {words} cannot become improved", NEVER_IMPROVED[facts.kind])
    astray = Ruling.refuse_if(facts.kind != WESTWALL, f"a {words} is not improved: only Westwall hexes are", BY)
    return astray & Ruling.refuse_if(facts.side != AXIS, "only Axis construction units improve the Westwall", BY)


def _work(facts: Improvement) -> WorkFacts:
    return WorkFacts(WORK, terrain=facts.terrain, weather=facts.weather, quick=facts.quick)


@rule("SF 37B5", "SF 14A1")
def reckon_improvement_time(facts: Improvement, rules: Ruleset) -> Reckoning:
    """Game turns that an improvement takes: twice those of a fort there.

    >>> from europa_rules import load
    >>> print(reckon_improvement_time(Improvement("westwall", terrain="woods"), load("sf")).value)
    4
    >>> print(reckon_improvement_time(Improvement("westwall"), load("sf")).value)
    2
    """
    return reckon_time(_work(facts), rules)


@rule("SF 37B5", "SF 14A1")
def reckon_improvement_points(rules: Ruleset) -> Reckoning:
    """Resource points that an improvement costs: twice those of a fort."""
    return reckon_resource_points(WORK, rules)


# --- what its defenders do (SF 37B5) ---------------------------------------------------------------------------------


@rule("SF 37B5")
def demand_of_defenders(fortification: Fortification, result: str, rules: Ruleset) -> Demand:
    """What a combat result demands of the defenders of a fortification, those reduced to cadre among them.

    In an exchange they are taken to be the weaker side.

    >>> from europa_rules import load
    >>> improved = Fortification("westwall", "improved")
    >>> [demand_of_defenders(improved, result, load("sf")).anybody_retreats for result in ("DR", "DH", "DE")]
    [False, False, True]
    """
    stronger, weaker = Reckoning.of(2, "attack"), Reckoning.of(1, "defense")
    ground = Ground(fortification=fortification.kind, condition=fortification.condition)
    facts = ResultFacts.on(result, stronger, weaker, ground, rules)
    return reckon_demands(facts, rules).defender


# --- restoration (SF 37B5) -------------------------------------------------------------------------------------------


@frozen
class Restoration:
    """A restoration that a player would declare.

    Attributes:
        side: the player. phase: the phase it is; is_own_turn: whether it is his player turn.
        theater: the theater of the nearest Allied ground unit; distance: hexes from it to the Westwall, None if none is
            on the map.
        declared_before: whether one has been declared in the game.
    """

    side: Side = AXIS
    phase: str = "initial"
    is_own_turn: bool = True
    theater: str = THEATER
    distance: int | None = None
    declared_before: bool = False


@rule("SF 37B5")
def rule_on_restoration(facts: Restoration) -> Ruling:
    """Whether a restoration of the Westwall may be declared.

    >>> rule_on_restoration(Restoration(distance=10)).allowed, rule_on_restoration(Restoration(distance=11)).allowed
    (True, False)
    """
    near = facts.theater == THEATER and facts.distance is not None and facts.distance <= REACH
    return Ruling.all(
        (
            Ruling.refuse_if(facts.side != AXIS, "only the Axis player restores the Westwall", BY),
            Ruling.refuse_if(
                facts.phase != "initial" or not facts.is_own_turn,
                "a restoration is declared at the start of an Axis initial phase",
                BY,
            ),
            Ruling.refuse_if(not near, f"no Allied unit in the {THEATER} is within {REACH} hexes of the Westwall", BY),
            Ruling.refuse_if(facts.declared_before, "a restoration is declared once in a game", BY),
        )
    )


@frozen
class Timetable:
    """The turns of a restoration.

    Attributes:
        forfeits: turns whose resource point reinforcements and civilian labor the Axis player gives up.
        done: the turn in whose Axis initial phase hexes are improved.
    """

    forfeits: tuple[Turn, ...]
    done: Turn


@rule("SF 37B5")
def timetable_of(declared: Turn) -> Timetable:
    """The turns of a restoration that is declared on a turn.

    >>> print(timetable_of(Turn.parse("Aug II 44")).done)
    Sep II 44
    """
    second = declared.next()
    return Timetable((declared, second), second.next())


@rule("SF 37B5")
def restored_hexes(owners: Mapping[str, Sequence[Side]]) -> tuple[str, ...]:
    """The hexes that a restoration improves: those that the Axis owned throughout.

    owners: hex -> its owners from the declaration on.
    """
    return tuple(ref for ref, over_time in owners.items() if all(side == AXIS for side in over_time))
