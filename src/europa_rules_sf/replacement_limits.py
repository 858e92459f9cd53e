"""Limits of replacements (SF 40B2, 40B3): what may be replaced in a month or in three, and what never.

Needs the categories and the size of a unit with what was replaced in the period, or a kind of unit; gives rulings and
the months that a large unit takes. The limits are the game's chart (`charts/replacement_limits.toml`).
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from attrs import field, frozen

from europa_rules.charts.chart import Chart
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn

CHART = "replacement_limits"
BY = {AXIS: Citation("SF", "40B2"), ALLIED: Citation("SF", "40B3")}
COLUMNS = {AXIS: "axis", ALLIED: "allied"}
UNITS = "units"
PERIODS, LARGE, RANGERS = "40B2-three-months", "40B3-large-units", "40B3-rangers"
MONTHS_OF_YEAR = 12
RANGER = "ranger"
PORT_FORTIFICATION = "port_fortification"


@frozen
class Replacing:
    """A unit that a player would replace.

    Attributes:
        side: the player.
        categories: the limited categories to which the unit belongs; none is no limit.
        re: its size in REs. units: how many units or headquarters it is.
        already: what of each category its nationality has had replaced in the period.
        turn: the game turn. last_turns: turns of earlier replacements of these categories, where they are known.
        periods_waited: whole periods right before this one in which nothing of the categories was replaced, in wait for
            this unit.
    """

    side: Side
    categories: tuple[str, ...]
    re: Number = 1
    units: int = 1
    already: Mapping[str, Number] = field(factory=dict, hash=False)
    turn: Turn = Turn(1943, 7, 1)
    last_turns: tuple[Turn, ...] = ()
    periods_waited: int = 0


def _months(turn: Turn) -> int:
    return turn.year * MONTHS_OF_YEAR + turn.month - 1


@rule("SF 40B2", "SF 40B3")
def is_same_period(turn: Turn, earlier: Turn, months: int, rules: Ruleset) -> bool:
    """Whether two turns lie in one period of a limit: one month, or one of the periods of three months.

    >>> from europa_rules import load
    >>> first, last = Turn.parse("Jul I 43"), Turn.parse("Sep II 43")
    >>> is_same_period(last, first, 3, load("sf")), is_same_period(last.next(), first, 3, load("sf"))
    (True, False)
    >>> rolling = load("sf", rulings={"sf-40B2-three-months": "rolling"})
    >>> turns = map(Turn.parse, ("Jul I 43", "Aug I 43", "Oct II 43", "Nov I 43"))
    >>> [is_same_period(turn, Turn.parse("Aug I 43"), 3, rolling) for turn in turns]
    [False, True, True, False]
    >>> near = map(Turn.parse, ("Jul II 43", "Aug II 43"))
    >>> [is_same_period(turn, Turn.parse("Aug I 43"), 1, rolling) for turn in near]
    [False, True]
    """
    if months > 1 and rules.reads(PERIODS, "rolling"):
        halves = 2 * (_months(turn) - _months(earlier)) + turn.half - earlier.half
        return 0 <= halves < 2 * months
    return _months(turn) // months == _months(earlier) // months


def _row(chart: Chart, category: str) -> str:
    if category not in chart.rows("rows"):
        raise unknown("limited category of replacements", category, chart.rows("rows"))
    return category


@rule("SF 40B2", "SF 40B3")
def rule_on_limits(facts: Replacing, rules: Ruleset) -> Ruling:
    """Whether a unit may be replaced under every limit that holds for it. Raises UnknownName for an unknown category.

    >>> from europa_rules import load
    >>> print(rule_on_limits(Replacing(AXIS, ("engineer",), already={"engineer": 1}), load("sf")))
    refused: engineer REs: 1 replaced in the month, 1 more wanted, at most 1 (SF 40B2). Possible: ...
    >>> large = [Replacing(AXIS, ("engineer",), re=re, periods_waited=1) for re in (2, 3)]
    >>> [rule_on_limits(each, load("sf")).allowed for each in large]
    [True, False]
    >>> [rule_on_limits(Replacing(AXIS, ("engineer",), re=re), load("sf")).allowed for re in (1, 2)]
    [True, False]
    >>> rule_on_limits(Replacing(AXIS, ("divisional_hq",)), load("sf")).allowed
    True
    """
    return Ruling.all(_rule_on_limit(category, facts, rules) for category in facts.categories)


def _rule_on_limit(category: str, facts: Replacing, rules: Ruleset) -> Ruling:
    chart = rules.charts[CHART]
    limit = chart.find_number("rows", _row(chart, category), COLUMNS[facts.side])
    if limit is None:
        return Ruling.allow()
    months = chart.whole("rows", category, "months").value
    counts = chart.text("rows", category, "counts").value
    wanted = facts.units if counts == UNITS else facts.re
    before = _replaced_before(category, months, facts, rules)
    allowed = _is_within(wanted, before, limit.value, facts.periods_waited, rules)
    points = ((PERIODS,) if months > 1 else ()) + ((LARGE,) if wanted > limit.value else ())
    period = "month" if months == 1 else f"{months} months"
    done = f"{show(before)} replaced in the {period}, {show(wanted)} more wanted, at most {show(limit.value)}"
    why = f"{category.replace('_', ' ')} {counts}: {done}"
    ruling = Ruling.refuse_if(not allowed, why, BY[facts.side], possible=f"wait for the next {period}")
    return ruling & Ruling(rests_on=rules.resting(*points))


def _replaced_before(category: str, months: int, facts: Replacing, rules: Ruleset) -> Number:
    """What was replaced in the period; nothing where all earlier replacements are known to lie before it."""
    here = any(is_same_period(facts.turn, earlier, months, rules) for earlier in facts.last_turns)
    return facts.already.get(category, 0) if here or not facts.last_turns else 0


def _is_within(wanted: Number, before: Number, limit: Number, waited: int, rules: Ruleset) -> bool:
    if before + wanted <= limit:
        return True
    if wanted <= limit or rules.reads(LARGE, "never"):
        return False
    return (before == 0 or rules.reads(LARGE, "saved")) and before + wanted <= limit * (1 + waited)


@rule("SF 40B2", "SF 40B3")
def reckon_months(side: Side, category: str, re: Number, rules: Ruleset) -> Reckoning:
    """The months that it takes to replace a unit of a category as a whole; 0 where nothing limits it.

    re: its size in REs.

    >>> from europa_rules import load
    >>> print(reckon_months(ALLIED, "airborne", 3, load("sf")).value)
    9
    """
    chart, by = rules.charts[CHART], BY[side]
    limit = chart.find_number("rows", _row(chart, category), COLUMNS[side])
    if limit is None:
        return Reckoning.of(0, f"{category.replace('_', ' ')} units are not limited", by)
    wanted = 1 if chart.text("rows", category, "counts").value == UNITS else re
    found = Reckoning.of(ceil(wanted / limit.value), "periods", by)
    found = found.times(chart.whole("rows", category, "months").value, "months each", by)
    for point in rules.resting(LARGE) if wanted > limit.value else ():
        found = found.noting(rests_on=point)
    return found


@frozen
class Kind:
    """A kind of unit that a player would replace: "high_mountain", "commando", "mulberry", ...; of a nation."""

    side: Side
    kind: str
    nation: str = ""


@rule("SF 40B2", "SF 40B3", "SF 37B2")
def rule_on_kind(facts: Kind, rules: Ruleset) -> Ruling:
    """Whether a kind of unit may be replaced at all.

    >>> from europa_rules import load
    >>> rule_on_kind(Kind(ALLIED, "commando", "British"), load("sf")).allowed
    True
    >>> print(rule_on_kind(Kind(ALLIED, "commando", "American"), load("sf")))
    refused: American commando units are never replaced (SF 40B3). Possible: replace units of other kinds.
    >>> rule_on_kind(Kind(ALLIED, "port_fortification", "British"), load("sf")).allowed
    False
    >>> rule_on_kind(Kind(ALLIED, "ranger", "American"), load("sf")).allowed
    True
    >>> never = load("sf", rulings={"sf-40B3-rangers": "never"})
    >>> rule_on_kind(Kind(ALLIED, "ranger", "American"), never).allowed
    False
    """
    chart, possible = rules.charts[CHART], "replace units of other kinds"
    name = facts.kind.replace("_", " ")
    if facts.kind == RANGER and _is_american(facts, rules):
        barred = Ruling.refuse_if(
            rules.reads(RANGERS, "never"), "rangers are never replaced", BY[ALLIED], possible=possible
        )
        return barred & Ruling(rests_on=rules.resting(RANGERS))
    if facts.kind == PORT_FORTIFICATION and facts.side == ALLIED:
        return Ruling.refuse("port fortifications are never replaced", Citation("SF", "37B2"), possible=possible)
    american = _is_american(facts, rules) and facts.kind in chart.texts("never", "american")
    never = american or facts.kind in chart.texts("never", COLUMNS[facts.side])
    who = "American " if american else ""
    return Ruling.refuse_if(never, f"{who}{name} units are never replaced", BY[facts.side], possible=possible)


def _is_american(facts: Kind, rules: Ruleset) -> bool:
    """Whether it is an American unit; the OSS has no others."""
    if facts.kind.startswith("oss"):
        return True
    return facts.side == ALLIED and bool(facts.nation) and rules.nations.find(facts.nation).code == "us"
