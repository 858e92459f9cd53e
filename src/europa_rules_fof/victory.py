"""Victory in 1940 (FoF 32): how long the game lasts, when it is over, and the level of victory.

Needs the turn, whether France has surrendered and British forces are left in France, and both totals of victory points;
the points themselves are those of `campaign.victory`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from importlib import resources

from attrs import field, frozen

from europa_rules.campaign.victory import CHART, Happening, reckon_points
from europa_rules.citations import Citation, rule
from europa_rules.contributions import ChartFolder, Gate
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn

BY = Citation("FoF", "32D")
BELGIUM, FRANCE, BELGIUM_WITH_FRANCE = "belgium_surrenders", "france_surrenders", "VP-belgium-with-france"
RATIO, ZERO_TOTALS = "32C-level-of-victory", "32D-zero-totals"
BEST, EVEN, WORST = "4:1", "1:1", "1:2"
"""Rows of the table: German decisive, Allied marginal, Allied decisive."""

MARGINAL = "2:1"
"""The row of a German marginal victory."""

READINGS = resources.files("europa_rules_fof") / "readings"
CHARTS: tuple[ChartFolder, ...] = (
    ChartFolder(READINGS / "belgian_front_free", Gate(point="fof-31G-belgian-price", reading="nothing")),
    ChartFolder(READINGS / "no_strategic_hits", Gate(point="fof-VP-strategic-hits", reading="none")),
    ChartFolder(READINGS / "no_air_units_to_england", Gate(point="fof-VP-air-units-to-england", reading="not")),
)


# --- length of the game (32A) ----------------------------------------------------------------------------------------


@frozen
class GameLength:
    """The first and the last game turn, and how many there are."""

    first: Turn
    last: Turn
    turns: int


@rule("FoF 32A")
def game_length(rules: Ruleset) -> GameLength:
    """How long the game lasts at most.

    >>> from europa_rules import load
    >>> game_length(load("fof")).turns
    10
    """
    turns = rules.charts.turn_record.turns
    return GameLength(Turn.parse(turns[0]), Turn.parse(turns[-1]), len(turns))


@frozen
class EndFacts:
    """What decides whether the game is over.

    Attributes:
        france_surrendered, british_in_france: as they say.
        turn: the game turn.
        is_over: whether that turn is over.
    """

    france_surrendered: bool
    british_in_france: bool
    turn: Turn | None
    is_over: bool = False


@frozen
class GameOver:
    """Whether the game is over, and what that rests on."""

    is_over: bool
    ruling: Ruling


@rule("FoF 32A")
def game_over(facts: EndFacts, rules: Ruleset) -> GameOver:
    """Whether the game is over: France has surrendered and no British are left there, or its last turn is over.

    >>> from europa_rules import load
    >>> game_over(EndFacts(True, british_in_france=False, turn=None), load("fof")).is_over
    True
    """
    last = game_length(rules).last
    played_out = facts.turn is not None and (facts.turn > last or (facts.turn == last and facts.is_over))
    is_over = played_out or (facts.france_surrendered and not facts.british_in_france)
    return GameOver(is_over, Ruling(rests_on=rules.resting("33A-end-of-game-reference")))


# --- victory points (32B) --------------------------------------------------------------------------------------------


def _turn_of(event: str, happenings: Sequence[Happening]) -> Turn | None:
    return next((h.turn for h in happenings if normal(h.event) == event and h.counts), None)


@rule("FoF 32B", "FoF 28C2", "FoF VP")
def reckon_victory_points(side: Side, happenings: Sequence[Happening], rules: Ruleset) -> Reckoning:
    """The victory points of a side; by a reading, Belgium's surrender is free in the turn in which France surrenders.

    >>> from europa_rules import load
    >>> late = Happening("belgium_surrenders", turn=Turn.parse("Jul I 40"))
    >>> print(reckon_victory_points(Side("Axis"), [late], load("fof")).value)
    -25
    """
    together = _turn_of(BELGIUM, happenings) == _turn_of(FRANCE, happenings)
    if together and rules.reads(BELGIUM_WITH_FRANCE, "not"):
        happenings = [h for h in happenings if normal(h.event) != BELGIUM]
    return reckon_points(side, happenings, rules)


# --- level of victory (32C, 32D) -------------------------------------------------------------------------------------


@frozen
class Level:
    """The outcome of a game.

    Attributes:
        row: of the table, "4:1". name: the level, "German decisive". ruling: the open points that it rests on.
    """

    row: str
    name: str
    ruling: Ruling = field(default=Ruling.allow(), eq=False)

    def __str__(self) -> str:
        return f"{self.name} victory ({self.row})"


def _ratio(row: str) -> Fraction:
    german, _, allied = row.partition(":")
    return Fraction(german) / Fraction(allied)


def _levels(rules: Ruleset) -> Mapping[str, Fraction]:
    """The rows of the table, the best of the Germans first, with their ratios."""
    found = {row: _ratio(row) for row in rules.charts[CHART].rows("levels")}
    return dict(sorted(found.items(), key=lambda item: -item[1]))


@rule("FoF 32C", "FoF 32D")
def level_of_victory(german: Number, allied: Number, rules: Ruleset) -> Level:
    """The level of victory of two totals (victory points).

    >>> from europa_rules import load
    >>> print(level_of_victory(299, 100, load("fof")))
    German marginal victory (2:1)
    """
    row, point = (
        (_row_of(german, allied, rules), RATIO)
        if german > 0 and allied > 0
        else (
            _row_without_ratio(german, allied, rules),
            ZERO_TOTALS,
        )
    )
    name = rules.charts[CHART].text("levels", row).value
    return Level(row, name, Ruling(rests_on=rules.resting(point)))


def _row_of(german: Number, allied: Number, rules: Ruleset) -> str:
    levels = _levels(rules)
    ratio = Fraction(german) / Fraction(allied)
    if ratio < 1 and rules.reads(RATIO, "winner-ratio"):
        below = [row for row, value in levels.items() if value <= 1 and 1 / value <= 1 / ratio]
        return below[-1]
    reached = [row for row, value in levels.items() if value <= ratio]
    return reached[0] if reached else list(levels)[-1]


def _row_without_ratio(german: Number, allied: Number, rules: Ruleset) -> str:
    """The row where one total or both are zero or less."""
    if rules.reads(ZERO_TOTALS, "marginal"):
        return MARGINAL if german > allied else EVEN
    if german <= 0 and allied <= 0:
        return EVEN
    return BEST if german > 0 else WORST
