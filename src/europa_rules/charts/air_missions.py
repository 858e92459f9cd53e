"""Air missions (rules 19, 20, 23): who flies each, how far, when, and how.

Needs the name of a mission; gives its terms. What an air unit may do with them is for the rooms of the air war.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.charts.chart import Chart
from europa_rules.charts.provenance import Cell
from europa_rules.charts.shape import ANY, Field, Group, Rows
from europa_rules.errors import unknown
from europa_rules.numbers import ONE, ZERO, Number

ANY_PHASE = "any"
_PHASE_WORDS = ("initial", "movement", "combat", "exploitation", ANY_PHASE)
FAMILIES = ("transfer", "escort", "interception", "patrol attack", "cap", "transport", "bombing")
ROLES = ("initiating", "reacting")
AT_NIGHT = ("all", "night", "none")
STRENGTHS = ("tactical", "strategic")
TARGETS = ("land", "naval")
STEPS = (
    "mission movement",
    "interceptor movement",
    "air combat",
    "antiaircraft fire",
    "mission resolution",
    "air unit return",
)
"""The steps of an air operation (rule 16D)."""
FIRED_ON_BY = ("hex", "attackers", "best ship at sea")
"""Whose antiaircraft fires at a mission: that of the target hex, of attacking units, or of one ship (rule 22B1)."""
SHIPS_IN_PORT = ("none", "best", "all")
_TIMES = Field("number", 0, required=False, unit="times the printed rating")
_PHASES = Field("texts", words=_PHASE_WORDS, required=False)
_MISSION = Group(
    {
        "title": Field("text"),
        "family": Field("text", words=FAMILIES),
        "rule": Field("text"),
        "flown_by": Field("texts"),
        "barred": Field("texts", required=False),
        "range": Field("number", 0, unit="times the printed rating"),
        "range_most": Field("whole", 0, required=False, unit="hexes"),
        "range_of": Rows(Field("number", 0), ANY, required=False),
        "one_way": _TIMES,
        "phasing": _PHASES,
        "non_phasing": _PHASES,
        "role": Field("text", words=ROLES),
        "at_night": Field("text", words=AT_NIGHT),
        "extended": Field("texts", required=False),
        "strength": Field("text", words=STRENGTHS, required=False),
        "times": Field("number", 0, required=False),
        "target": Field("text", words=TARGETS, required=False),
        "stages": Field("flag", required=False),
        "operation": Field("text", required=False),
        "suspended_before": Field("text", words=STEPS, required=False),
        "fired_on_by": Field("text", words=FIRED_ON_BY, required=False),
        "ships_in_port": Field("text", words=SHIPS_IN_PORT, required=False),
        "heavy_only": Field("texts", required=False),
    }
)
_EXTENDED = Group(
    {
        "times": Field("number", 0),
        "times_with_asterisk": Field("number", 0, required=False),
        "one_way": Field("number", 0),
        "bombing_times": Field("number", 0),
        "cargo_times": Field("number", 0),
        "fighter_strength": Field("whole", required=False),
    },
    required=False,
)
SHAPE = Group(
    {
        "missions": Rows(_MISSION),
        "extended_range": _EXTENDED,
        "patrol_zone": Group(
            {"of_rating": Field("number", 0), "most": Field("whole", 0, unit="hexes")}, required=False
        ),
    }
)


@frozen(eq=False)
class Mission:
    """The terms of a mission.

    Attributes:
        name: its name in orders ("ground_support").
        title: its name in sentences.
        family: what is announced when it takes off, one of FAMILIES.
        rule: the number of its rule in the variant's book.
        flown_by: categories or types that may fly it.
        barred: types that may not.
        range: times the printed movement rating.
        range_most: hexes that the range never exceeds, or None.
        range_of: times the printed rating for types that have another range.
        one_way: times the printed rating where it ends at its target, or None.
        phasing, non_phasing: phases in which that player may fly it; ("any",) in any operation.
        role: "initiating" or "reacting".
        at_night: "all", "night" (night air units only) or "none".
        extended: categories that may fly it at extended range.
        strength: "tactical", "strategic" or "".
        times: what the bombing strength is multiplied by.
        target: "land", "naval" or "": what the weather of the bombed place is.
        stages: whether an air unit may stage before it.
        operation: the kind of air operation that it makes its own, or "".
        suspended_before: the step before which its operation is suspended, or "".
        fired_on_by: whose antiaircraft fires at it, one of FIRED_ON_BY.
        ships_in_port: which ships in port fire with it, one of SHIPS_IN_PORT.
        heavy_only: types at which heavy antiaircraft alone fires.
    """

    name: str
    title: str
    family: str
    rule: str
    flown_by: tuple[str, ...]
    barred: tuple[str, ...]
    range: Cell[Number]
    range_most: int | None
    range_of: Mapping[str, Cell[Number]]
    one_way: Cell[Number] | None
    phasing: tuple[str, ...]
    non_phasing: tuple[str, ...]
    role: str
    at_night: str
    extended: tuple[str, ...]
    strength: str
    times: Cell[Number] | None
    target: str
    stages: bool
    operation: str
    suspended_before: str
    fired_on_by: str
    ships_in_port: str
    heavy_only: tuple[str, ...]

    @property
    def is_bombing(self) -> bool:
        """Whether it is a bombing mission."""
        return self.family == "bombing"

    @property
    def is_shot_at(self) -> bool:
        """Whether antiaircraft fires at air units that fly it: transport and bombing missions (rule 22B1)."""
        return self.family in ("transport", "bombing")


@frozen(eq=False)
class ExtendedRange:
    """What flying at extended range gives and costs.

    Attributes:
        times: times the mission's range; with_asterisk: for a rating with an asterisk.
        one_way: times the printed rating for a one-way transport.
        bombing_times: times the bombing strengths.
        cargo_times: times the cargo capacity.
        fighter_strength: added to a fighter's air strengths.
    """

    times: Number
    with_asterisk: Number
    one_way: Number
    bombing_times: Number
    cargo_times: Number
    fighter_strength: int


@frozen(eq=False)
class AirMissions:
    """The missions of a game.

    Attributes:
        missions: by name.
        extended_range: the terms of extended range.
        patrol_zone: times the printed rating and the most hexes; None in a game without patrol zones.

    >>> from europa_rules.charts import bundled_charts
    >>> missions = bundled_charts().air_missions
    >>> missions["escort"].flown_by, missions["interception"].range.value
    (('fighter',), Fraction(1, 2))
    """

    missions: Mapping[str, Mission]
    extended_range: ExtendedRange
    patrol_zone: tuple[Number, int] | None

    def __getitem__(self, name: str) -> Mission:
        """A mission by name. Raises UnknownName."""
        if name not in self.missions:
            raise unknown("air mission", name, self.missions)
        return self.missions[name]

    def __contains__(self, name: object) -> bool:
        return name in self.missions


def _mission(chart: Chart, name: str) -> Mission:
    at = ("missions", name)
    most = chart.find_number(*at, "range_most")
    return Mission(
        name,
        chart.text_or("", *at, "title"),
        chart.text_or("", *at, "family"),
        chart.text_or("", *at, "rule"),
        chart.texts(*at, "flown_by"),
        chart.texts(*at, "barred"),
        chart.number(*at, "range"),
        None if most is None else int(most.value),
        {kind: chart.number(*at, "range_of", kind) for kind in chart.rows(*at, "range_of")},
        chart.find_number(*at, "one_way"),
        chart.texts(*at, "phasing"),
        chart.texts(*at, "non_phasing"),
        chart.text_or("", *at, "role"),
        chart.text_or("", *at, "at_night"),
        chart.texts(*at, "extended"),
        chart.text_or("", *at, "strength"),
        chart.find_number(*at, "times"),
        chart.text_or("", *at, "target"),
        chart.flag(*at, "stages"),
        chart.text_or("", *at, "operation"),
        chart.text_or("", *at, "suspended_before"),
        chart.text_or("hex", *at, "fired_on_by"),
        chart.text_or("none", *at, "ships_in_port"),
        chart.texts(*at, "heavy_only"),
    )


def _extended_range(chart: Chart) -> ExtendedRange:
    def term(name: str, default: Number) -> Number:
        found = chart.find_number("extended_range", name)
        return default if found is None else found.value

    times = term("times", ONE)
    return ExtendedRange(
        times,
        term("times_with_asterisk", times),
        term("one_way", ONE),
        term("bombing_times", ONE),
        term("cargo_times", ONE),
        int(term("fighter_strength", ZERO)),
    )


def _patrol_zone(chart: Chart) -> tuple[Number, int] | None:
    times = chart.find_number("patrol_zone", "of_rating")
    return None if times is None else (times.value, chart.whole("patrol_zone", "most").value)


def read(chart: Chart) -> AirMissions:
    """The chart, from one of the right shape."""
    missions = {name: _mission(chart, name) for name in chart.rows("missions")}
    return AirMissions(missions, _extended_range(chart), _patrol_zone(chart))
