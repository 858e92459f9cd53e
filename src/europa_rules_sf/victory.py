"""Victory (SF 42): when points are awarded, what scores, the Allied net losses, and the levels of victory.

Needs turns, places, losses and events as the rule counts them; gives whether they score, net losses and points. What
each award is worth, the totals to begin with and the levels are the victory chart's (`charts/victory.toml`).
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from europa_rules.campaign.victory import CHART, reckon_award
from europa_rules.citations import Citation, rule
from europa_rules.contributions import ChartFolder, Gate
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, MONTHS, Side, Turn
from europa_rules_sf.theaters import READINGS

BY = Citation("SF", "42")
QUARTERS, WHEN = "42-quarter-ends", "42-when-awarded"
CHARTS = (ChartFolder(READINGS / "third_quarter_to_october", Gate(point="sf-42-quarter-ends", reading="oct-ii")),)


# --- when (42) -------------------------------------------------------------------------------------------------------


@frozen
class Check:
    """A moment at which points might be awarded.

    Attributes:
        turn: the game turn. after: whose player turn has just ended. game_over: whether the game ends with it.
    """

    turn: Turn
    after: Side = AXIS
    game_over: bool = False


def _ends_a_quarter(turn: Turn, rules: Ruleset) -> bool:
    return f"{MONTHS[turn.month - 1]} {'I' * turn.half}" in rules.charts.turn_record.vp_checks


@rule("SF 42")
def rule_on_award(facts: Check, rules: Ruleset) -> Ruling:
    """Whether points for territory and losses are awarded now: as a quarter ends, and as the game does.

    >>> from europa_rules import load
    >>> rule_on_award(Check(Turn.parse("Mar II 44")), load("sf")).allowed
    True
    >>> print(rule_on_award(Check(Turn.parse("Mar I 44")), load("sf")))
    refused: no quarter ends with Mar I 44 (SF 42). Possible: at the end of a quarter, or of the game.
    """
    if facts.game_over:
        return Ruling.allow()
    last = rules.variant.sides[-1] if rules.reads(WHEN, "game-turn") else AXIS
    possible = "at the end of a quarter, or of the game"
    ends = _ends_a_quarter(facts.turn, rules)
    ruling = Ruling.refuse_if(not ends, f"no quarter ends with {facts.turn}", BY, possible=possible) & Ruling.refuse_if(
        facts.after != last, f"points are awarded after the {last} player turn", BY, possible=possible
    )
    third = facts.turn.month in (9, 10) and facts.turn.half == 2
    return ruling & Ruling(rests_on=rules.resting(*((QUARTERS,) if third else ()), *((WHEN,) if ends else ())))


# --- territory (42) --------------------------------------------------------------------------------------------------

PLACES = {
    "dot_city": "territory_dot_city",
    "major_city_hex": "territory_major_city",
    "naval_base": "territory_naval_base",
}
"""The kinds of places that score, and the awards that they bring."""


@frozen
class ScoringPlace:
    """A place that might score.

    Attributes:
        kind: "dot_city", "major_city_hex", "naval_base" or another, which never scores.
        axis_at_start: whether the Axis owned it as Jul I 43 began.
        owner: who owns its hex now. isolated: whether the hex is isolated, as last judged.
    """

    kind: str
    axis_at_start: bool = True
    owner: str = ALLIED
    isolated: bool = False


@rule("SF 42")
def rule_on_territory(facts: ScoringPlace) -> Ruling:
    """Whether the Allied player scores for a place.

    >>> print(rule_on_territory(ScoringPlace("dot_city", isolated=True)))
    refused: its hex is isolated (SF 42). Possible: join it to the rest of Allied territory.
    """
    return (
        Ruling.refuse_if(
            facts.kind not in PLACES,
            "no points are given for such a place",
            BY,
            possible="a dot city, a major city hex or a naval base",
        )
        & Ruling.refuse_if(not facts.axis_at_start, "the Axis did not own it as Jul I 43 began", BY)
        & Ruling.refuse_if(
            facts.owner != ALLIED, "the Allied player does not own it", BY, possible="take it with Allied units"
        )
        & Ruling.refuse_if(
            facts.isolated, "its hex is isolated", BY, possible="join it to the rest of Allied territory"
        )
    )


@rule("SF 42")
def reckon_territory(places: Sequence[ScoringPlace], rules: Ruleset) -> Reckoning:
    """The points for all places that score (victory points).

    >>> from europa_rules import load
    >>> found = reckon_territory([ScoringPlace("dot_city"), ScoringPlace("naval_base", isolated=True)], load("sf"))
    >>> found.value
    Fraction(1, 1)
    """
    scoring = [place.kind for place in places if rule_on_territory(place).allowed]
    parts = [
        (kind.replace("_", " "), reckon_award(row, (scoring.count(kind),), rules))
        for kind, row in PLACES.items()
        if kind in scoring
    ]
    return Reckoning.total("territory", parts, BY)


# --- excessive losses (42) -------------------------------------------------------------------------------------------


@frozen
class GroundLosses:
    """What a force has lost on the ground.

    Attributes:
        in_pools: printed attack strength of all its units in replacement pools.
        lacking: by how much its cadres in play fall short of their full attack strengths, all together.
        inf_points: infantry replacement points accumulated; armor points do not count.
        in_pools_at_start: what of `in_pools` lay there as Jul I 43 began.
        arrived_lacking: what of `lacking` belongs to units that came into play as cadres and were never rebuilt.
    """

    in_pools: Number
    lacking: Number = 0
    inf_points: Number = 0
    in_pools_at_start: Number = 0
    arrived_lacking: Number = 0


@rule("SF 42")
def reckon_ground_losses(facts: GroundLosses) -> Reckoning:
    """The net ground losses of a force (attack strength points); above 0 they cost points.

    >>> print(reckon_ground_losses(GroundLosses(40, 6, 10)))
    40 in replacement pools | +6 lacking in cadres (SF 42) | -10 infantry points accumulated (SF 42) | = 36
    >>> reckon_ground_losses(GroundLosses(4)).value
    Fraction(4, 1)
    """
    found = Reckoning.of(facts.in_pools, "in replacement pools")
    if facts.in_pools_at_start:
        found = found.minus(facts.in_pools_at_start, "there from the start", BY)
    found = found.plus(facts.lacking, "lacking in cadres", BY)
    if facts.arrived_lacking:
        found = found.minus(facts.arrived_lacking, "came into play as cadres", BY)
    return found.minus(facts.inf_points, "infantry points accumulated", BY)


@frozen
class AirLosses:
    """The air units of a force that are out of play: eliminated and aborted ones, and the ARPs left in the cycle."""

    eliminated: Number
    aborted: Number = 0
    arps: Number = 0


@rule("SF 42")
def reckon_air_losses(facts: AirLosses) -> Reckoning:
    """The net air losses of a force (air units, an eliminated one twice); above 0 they cost points.

    >>> reckon_air_losses(AirLosses(5, 3, 4)).value
    Fraction(9, 1)
    >>> reckon_air_losses(AirLosses(5)).value
    Fraction(10, 1)
    """
    found = Reckoning.of(facts.eliminated, "air units eliminated").times(2, "each counts twice", BY)
    return found.plus(facts.aborted, "air units aborted", BY).minus(facts.arps, "ARPs left in the air cycle", BY)


@frozen
class NavalLosses:
    """Naval strength points of the Allies together, sunk or hit, and the naval repair points accumulated."""

    sunk: Number
    hit: Number = 0
    repair_points: Number = 0


@rule("SF 42")
def reckon_naval_losses(facts: NavalLosses) -> Reckoning:
    """The net naval losses of the Allies (naval strength points); above 0 they cost points.

    >>> reckon_naval_losses(NavalLosses(6, 5, 4)).value
    Fraction(7, 1)
    >>> reckon_naval_losses(NavalLosses(6)).value
    Fraction(6, 1)
    """
    found = Reckoning.of(facts.sunk, "strength points sunk").plus(facts.hit, "strength points hit", BY)
    return found.minus(facts.repair_points, "naval repair points accumulated", BY)


LOSSES = {"ground": "losses_net_ground", "air": "losses_net_air", "naval": "losses_net_naval"}
"""The kinds of losses, and the awards that take points away for them."""


@rule("SF 42")
def is_excessive(net: Number) -> bool:
    """Whether net losses cost points: above 0.

    >>> is_excessive(36), is_excessive(0)
    (True, False)
    """
    return net > 0


@rule("SF 42")
def reckon_loss_penalty(kind: str, net: Number, rules: Ruleset) -> Reckoning:
    """The points that net losses of a kind cost (victory points). Raises KeyError for a kind there is not.

    >>> from europa_rules import load
    >>> reckon_loss_penalty("air", 9, load("sf")).value, reckon_loss_penalty("air", -2, load("sf")).value
    (Fraction(-9, 2), Fraction(0, 1))
    """
    return reckon_award(LOSSES[kind], (net if is_excessive(net) else 0,), rules)


@rule("SF 42")
def is_italian_loss_counted(surrender: Turn, loss: Turn) -> bool:
    """Whether a loss of Allied Italian forces counts: not on the turn of the surrender, nor on the following one.

    >>> fell = Turn.parse("Sep I 43")
    >>> [is_italian_loss_counted(fell, Turn.parse(t)) for t in ("Sep I 43", "Sep II 43", "Oct I 43")]
    [False, False, True]
    """
    return loss > surrender.next()


# --- events (42) -----------------------------------------------------------------------------------------------------

ITALIAN_SURRENDER, AXIS_SURRENDER = "italian_surrender", "axis_surrender"
AXIS_SURRENDER_IN_ITALY, ITALIAN_GOVERNMENT = "axis_surrender_in_italy", "italian_government_captured"
DISASTROUS = "disastrous_operation"
ONCE = frozenset(
    {
        ITALIAN_SURRENDER,
        AXIS_SURRENDER,
        AXIS_SURRENDER_IN_ITALY,
        "german_government_captured",
        ITALIAN_GOVERNMENT,
        "rsi_government_captured",
    }
)
"""Events that score once in a game."""

ETO, MTO = "ETO", "MTO"
PARIS = "Paris"


@frozen
class Occurrence:
    """An event that might score.

    Attributes:
        event: one of `ONCE`, or a disastrous operation.
        times_before: how often it has happened before.
        italy_in_axis: whether Italy is part of the Axis.
        theaters: the theaters that the Allied player controls.
    """

    event: str
    times_before: int = 0
    italy_in_axis: bool = True
    theaters: tuple[str, ...] = (ETO, MTO)


@rule("SF 42")
def rule_on_event(facts: Occurrence) -> Ruling:
    """Whether an event scores. Raises UnknownName for an event that the rule does not know.

    >>> rule_on_event(Occurrence("disastrous_operation", times_before=3)).allowed
    True
    >>> print(rule_on_event(Occurrence("italian_surrender", times_before=1)))
    refused: it scores once in a game, and has happened before (SF 42).
    >>> [rule_on_event(Occurrence(event)).allowed for event in ("italian_surrender", "italian_government_captured")]
    [True, True]
    """
    if facts.event not in ONCE | {DISASTROUS}:
        raise unknown("event that scores", facts.event, sorted(ONCE | {DISASTROUS}))
    only_mto = MTO in facts.theaters and ETO not in facts.theaters
    return (
        Ruling.refuse_if(
            facts.event in ONCE and facts.times_before > 0, "it scores once in a game, and has happened before", BY
        )
        & Ruling.refuse_if(
            facts.event == AXIS_SURRENDER_IN_ITALY and not only_mto,
            "it scores only where the Allied player controls the MTO and not the ETO",
            BY,
        )
        & Ruling.refuse_if(
            facts.event == ITALIAN_GOVERNMENT and not facts.italy_in_axis,
            "it scores only while Italy is part of the Axis",
            BY,
        )
    )


@rule("SF 42")
def reckon_event(facts: Occurrence, rules: Ruleset) -> Reckoning:
    """The points for an event that is not a disastrous operation (victory points); 0 where it does not score.

    >>> from europa_rules import load
    >>> reckon_event(Occurrence("german_government_captured", times_before=1), load("sf")).value
    Fraction(0, 1)
    """
    return reckon_award(f"events_{facts.event}", (1 if rule_on_event(facts).allowed else 0,), rules)


@frozen
class LostUnit:
    """An Allied unit that has been eliminated or reduced.

    Attributes:
        nation: its nation, by code or name. isolated: whether it was isolated.
        outcome: "eliminated", "cadre", or what else has become of it.
        attack, cadre_attack: the attack strengths of the unit, and of its cadre.
        elite: whether it is one of the units that the victory chart names.
    """

    nation: str
    isolated: bool = True
    outcome: str = "eliminated"
    attack: Number = 0
    cadre_attack: Number = 0
    elite: bool = False


@rule("SF 42")
def is_disastrous(facts: LostUnit, rules: Ruleset) -> bool:
    """Whether a loss makes a disastrous operation: of an isolated Allied unit, and not of an Italian one.

    >>> from europa_rules import load
    >>> [is_disastrous(LostUnit(nation), load("sf")) for nation in ("American", "Italian", "German")]
    [True, False, False]
    """
    nation = rules.nations.find(facts.nation).code
    lost = facts.outcome in ("eliminated", "cadre")
    return facts.isolated and lost and rules.side_of(nation) == ALLIED


@rule("SF 42")
def reckon_disaster(facts: LostUnit, rules: Ruleset) -> Reckoning:
    """The attack strength points lost in a disastrous operation; none where it is not one.

    >>> from europa_rules import load
    >>> reckon_disaster(LostUnit("American", outcome="cadre", attack=8, cadre_attack=3), load("sf")).value
    Fraction(5, 1)
    >>> print(reckon_disaster(LostUnit("American"), load("sf")).value)
    0
    >>> print(reckon_disaster(LostUnit("American", outcome="cadre", attack=8), load("sf")).value)
    8
    """
    if not is_disastrous(facts, rules):
        return Reckoning.of(ZERO, "no disastrous operation", BY)
    lost = Reckoning.of(facts.attack, "attack strength", BY)
    return lost.minus(facts.cadre_attack, "left as a cadre", BY) if facts.outcome == "cadre" else lost


ORDINARY = "events_disastrous_operation_per_strength"
ELITE = "events_disastrous_operation_elite_per_strength"


@rule("SF 42")
def reckon_disaster_penalty(lost: Sequence[LostUnit], rules: Ruleset) -> Reckoning:
    """The points that a disastrous operation costs (victory points); elite units cost more.

    >>> from europa_rules import load
    >>> lost = [LostUnit("British", attack=6), LostUnit("British", attack=2, elite=True)]
    >>> reckon_disaster_penalty(lost, load("sf")).value
    Fraction(-10, 1)
    """
    parts = []
    for row in (ORDINARY, ELITE):
        strengths = [reckon_disaster(unit, rules).value for unit in lost if unit.elite is (row == ELITE)]
        if strengths:
            parts.append((row.replace("_", " "), reckon_award(row, (sum(strengths),), rules)))
    return Reckoning.total("disastrous operation", parts, BY)


@rule("SF 42")
def is_french_award_held(moves: Sequence[str]) -> bool:
    """Whether the award for the return of the French government is held after its moves; once forfeited it is lost.

    moves: where it has moved, in order.

    >>> is_french_award_held(["Alger", "Paris"]), is_french_award_held(["Paris", "Lyon", "Paris"])
    (True, False)
    """
    in_paris = [normal(place) == normal(PARIS) for place in moves]
    return True in in_paris and all(in_paris[in_paris.index(True) :])


# --- the end of the game (42) ----------------------------------------------------------------------------------------


@rule("SF 42")
def reckon_total(scenario: str, awards: Sequence[tuple[str, Reckoning]], rules: Ruleset) -> Reckoning:
    """The Allied total: what the chart gives a scenario to begin with, and all awards since (victory points).

    >>> from europa_rules import load
    >>> reckon_total("Victory in Europe", [("territory", Reckoning.of(16, "scored"))], load("sf")).value
    Fraction(76, 1)
    """
    cell = rules.charts[CHART].number("initial_total", scenario)
    first = Reckoning.of(cell.value, "to begin with", BY).noting(caveat=cell.caveat)
    return Reckoning.total(f"{ALLIED} victory points", [(scenario, first), *awards], BY)


@rule("SF 42")
def level_of_victory(scenario: str, total: Number, rules: Ruleset) -> str:
    """Who has won a scenario with a total, and how clearly. Raises UnknownName where the chart has no levels for it.

    >>> from europa_rules import load
    >>> level_of_victory("Crusade in Europe", 250, load("sf")), level_of_victory("Crusade in Europe", -3, load("sf"))
    ('Allied marginal', 'Axis decisive')
    >>> [level_of_victory("Crusade in Europe", total, load("sf")) for total in (239, 240)]
    ['Axis marginal', 'Allied marginal']
    """
    chart = rules.charts[CHART]
    if scenario not in chart.rows("levels"):
        raise unknown("scenario with levels of victory", scenario, chart.rows("levels"))
    rows = sorted(chart.rows("levels", scenario), key=int)
    reached = [row for row in rows if total >= int(row)]
    return chart.text("levels", scenario, reached[-1] if reached else rows[0]).value
