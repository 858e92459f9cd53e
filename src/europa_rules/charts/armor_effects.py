"""The armor and antitank effects (rule 10C).

Needs the effect (AEC attacking, AEC defending, ATEC) and the proportion of capable REs as an exact number; gives the
die roll modifier. The bands begin at 1/7, 1/2 and 1.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart, number_of
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import Field, Group, Rows
from europa_rules.charts.terrain_effects import WEATHERS
from europa_rules.errors import unknown
from europa_rules.numbers import Number

USES = ("full", "reduced", "none")
EFFECTS = ("aeca", "aecd", "atec")
BANDS = ("below_seventh", "from_seventh", "from_half", "whole")
SHAPE = Group(
    {
        "from_share": Field("numbers", 0),
        "words": Group({effect: Field("text") for effect in EFFECTS}),
        "rows": Rows(Group({"drm": Group({band: Field("whole") for band in BANDS})})),
        "weather": Group({name: Field("text", words=USES, required=name == "clear") for name in WEATHERS}),
        "antitank_from": Field("number", 0),
        "neutral_per_capable": Field("number", 0),
    }
)


@frozen(eq=False)
class ArmorEffects:
    """The armor and antitank effects.

    Attributes:
        effects: "aeca", "aecd", "atec", and "aeca_reduced", "aecd_reduced" in a game with bad weather.
        from_share: the proportion at which each band begins.
        antitank_from: the attackers' AECA from which ATEC is used in place of AECD.
        neutral_per_capable: neutral REs for each capable RE that stay neutral (rule 10F).
        weather: whether AEC counts "full", "reduced" or "none".
        words: what the book calls each effect.

    >>> from fractions import Fraction
    >>> from europa_rules.charts import bundled_charts
    >>> armor = bundled_charts().armor_effects
    >>> armor.drm("aeca", Fraction(3, 9)).value, armor.drm("atec", Fraction(1, 4)).value
    (1, -1)
    """

    effects: tuple[str, ...]
    from_share: tuple[Number, ...]
    antitank_from: Cell[Number]
    neutral_per_capable: Cell[Number]
    weather: Mapping[str, Cell[str]]
    cells: Mapping[tuple[str, int], Cell[int]]
    words: Mapping[str, str]

    def band(self, share: Number) -> int:
        """The number of the band, 0 to 3, that a proportion falls in."""
        return sum(1 for least in self.from_share if least <= share) - 1

    def drm(self, effect: str, share: Number) -> Cell[int]:
        """The modifier of an effect for a proportion of capable REs. Raises UnknownName."""
        if effect not in self.effects:
            raise unknown("armor effect", effect, self.effects)
        return self.cells[effect, self.band(share)]

    def use_in(self, weather: str) -> Cell[str]:
        """How AEC counts in a weather. Raises UnknownName."""
        if weather not in self.weather:
            raise unknown("weather", weather, self.weather)
        return self.weather[weather]


def read(chart: Chart) -> ArmorEffects:
    """The chart, from one of the right shape."""
    shares = chart.cell("from_share").value
    effects = chart.rows("rows")
    return ArmorEffects(
        effects,
        tuple(number_of(s) for s in shares) if isinstance(shares, tuple) else (),
        chart.number("antitank_from"),
        chart.number("neutral_per_capable"),
        {w: chart.text("weather", w) for w in chart.rows("weather")},
        {(e, n): chart.whole("rows", e, "drm", b) for e in effects for n, b in enumerate(chart.rows("rows", e, "drm"))},
        {effect: chart.text("words", effect).value for effect in EFFECTS},
    )
