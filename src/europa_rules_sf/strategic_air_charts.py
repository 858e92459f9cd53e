"""What the charts of the strategic air war say (SF 26A, 26C): status, effects, and strategic air forces by air cycle.

Needs a status and a check, or a strategic air force with the turn; gives the new status, the effects that hold, and the
wings, the missions and their strengths.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.air.air_replacement import air_cycle
from europa_rules.charts.chart import number_of
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import MONTHS, Turn
from europa_rules_sf.strategic_assets import CARPET, TACTICAL_AFB, TACTICAL_HB, TRANSPORT, YARDS

STATUS, EFFECTS, CHART = "strategic_air_war_status", "strategic_air_war_effects", "allied_strategic_air_assets"
BY, BY_FUEL, BY_RAIL = (Citation("SF", number) for number in ("26A", "26A2", "26A3"))
BY_FORCES, BY_MISSION = Citation("SF", "26C"), Citation("SF", "26C2")
NO_SHORTAGE, GROUND, SEVERE = "none", "ground", "severe"
ROWS: Mapping[str, str] = {"US ETO": "us_eto", "British ETO": "uk_eto", "US MTO": "us_mto", "British MTO": "uk_mto"}
"""How the chart names each strategic air force."""

STRENGTHS: Mapping[str, str] = {
    YARDS: "rail_strength",
    TACTICAL_HB: "tactical_hb",
    TACTICAL_AFB: "tactical_afb",
    CARPET: "carpet",
    TRANSPORT: "transport_hb",
}
"""The column of the chart for each mission."""


# --- the status and its effects (26A) --------------------------------------------------------------------------------


@frozen
class StatusCheck:
    """A check of the strategic air war.

    Attributes:
        status: the number before the check.
        roll: the unmodified die.
        allied_forces: Allied strategic air forces called up in this turn.
        german_assets: whether the Axis called up its strategic assets in the player turn before.
    """

    status: int
    roll: int
    allied_forces: int = 0
    german_assets: bool = False


@rule("SF 26A")
def reckon_status(facts: StatusCheck, rules: Ruleset) -> Reckoning:
    """The status after a check: it may rise, and never falls.

    >>> from europa_rules import load
    >>> print(reckon_status(StatusCheck(3, 1), load("sf")).value)
    4
    >>> for called in ((0, False), (2, False), (0, True)):
    ...     checks = [StatusCheck(3, roll, *called) for roll in range(1, 7)]
    ...     [int(reckon_status(check, load("sf")).value) for check in checks]
    [4, 4, 4, 3, 3, 3]
    [4, 3, 3, 3, 3, 3]
    [4, 4, 3, 3, 3, 3]
    >>> [int(reckon_status(StatusCheck(3, roll), load("sf")).value) for roll in range(1, 7)]
    [4, 4, 4, 3, 3, 3]
    """
    table = rules.charts.matrix(STATUS)
    drm = Reckoning.of(facts.roll, "die", BY)
    for name, times in (("allied_forces_called", facts.allied_forces), ("german_assets_called", facts.german_assets)):
        cell = table.modifiers[name].drm
        if times:
            drm = drm.plus(cell.value * int(times), name.replace("_", " "), BY).noting(caveat=cell.caveat)
    result = table["increase", int(drm.value)]
    rise = Reckoning.of(facts.status, "status", BY).plus(number_of(result.value), "by the check", BY)
    return rise.noting(caveat=result.caveat).noting_all(drm.caveats)


@frozen
class WarEffects:
    """What the strategic air war does at a status (SF 26A1 to 26A6).

    Attributes:
        extended_range_limits, supply_line_limits: whether Axis air operations and supply lines are limited.
        ground_fuel_shortage, severe_ground_fuel_shortage: whether ground fuel is short.
        aviation_fuel, rail_capacity: percentages that the Axis can use.
    """

    extended_range_limits: bool
    aviation_fuel: Reckoning
    rail_capacity: Reckoning
    ground_fuel_shortage: bool
    severe_ground_fuel_shortage: bool
    supply_line_limits: bool

    @property
    def shortage(self) -> str:
        """The shortage of ground fuel: "none", "ground" or "severe"."""
        return SEVERE if self.severe_ground_fuel_shortage else GROUND if self.ground_fuel_shortage else NO_SHORTAGE


@rule("SF 26A", "SF 26A1", "SF 26A2", "SF 26A3", "SF 26A4", "SF 26A5", "SF 26A6")
def effects_at(status: int, rules: Ruleset) -> WarEffects:
    """The effects at a status number; beyond the last of the chart, those of the last.

    >>> from europa_rules import load
    >>> effects_at(4, load("sf")).rail_capacity.value
    Fraction(80, 1)
    >>> [effects_at(status, load("sf")).shortage for status in range(12)]
    ['none', 'none', 'none', 'none', 'none', 'ground', 'ground', 'ground', 'ground', 'severe', 'severe', 'severe']
    >>> effects_at(-1, load("sf")) == effects_at(0, load("sf"))
    True
    """
    chart = rules.charts[EFFECTS]
    level = str(min(max(status, 0), max(map(int, chart.rows("rows")))))

    def percentage(name: str, by: Citation) -> Reckoning:
        cell = chart.whole("rows", level, name)
        return Reckoning.of(cell.value, f"percent at status {level}", by).noting(caveat=cell.caveat)

    return WarEffects(
        chart.flag("rows", level, "extended_range_limits"),
        percentage("aviation_fuel_pct", BY_FUEL),
        percentage("rail_capacity_pct", BY_RAIL),
        chart.flag("rows", level, "ground_fuel_shortage"),
        chart.flag("rows", level, "severe_ground_fuel_shortage"),
        chart.flag("rows", level, "supply_line_limits"),
    )


# --- strategic air forces by air cycle (26C, 26C2) -------------------------------------------------------------------


def _row(force: str, turn: Turn, rules: Ruleset) -> str:
    if force not in ROWS:
        raise unknown("strategic air force", force, ROWS)
    first, chart = air_cycle(turn, rules).first, rules.charts[CHART]
    cycle = f"{MONTHS[first.month - 1]} {first.year % 100:02}"
    for row in chart.rows("rows"):
        if chart.text("rows", row, "force").value == ROWS[force] and chart.text("rows", row, "cycle").value == cycle:
            return row
    raise unknown("air cycle of strategic air forces", cycle, chart.texts("cycles"))


@rule("SF 26C", "SF 26C1")
def reckon_wings(force: str, turn: Turn, rules: Ruleset) -> Reckoning:
    """The wings of an air force in the air cycle of a turn; all of them are used once it is called up.

    >>> from europa_rules import load
    >>> reckon_wings("US ETO", Turn.parse("Mar I 44"), load("sf")).value
    Fraction(3, 1)
    """
    cell = rules.charts[CHART].whole("rows", _row(force, turn, rules), "wings")
    return Reckoning.of(cell.value, f"wings of {force}", BY_FORCES).noting(caveat=cell.caveat)


@rule("SF 26C2", "SF 26C2a", "SF 26C2b", "SF 26C2c", "SF 26C2d", "SF 26C2e")
def reckon_charted_strength(force: str, mission: str, turn: Turn, rules: Ruleset) -> Reckoning:
    """The strength of an air force on a mission in the air cycle of a turn; 0 where it does not fly it then.

    For yards it is that of each mission of a wing, for transport the cargo capacity in REs. Raises UnknownName.

    >>> from europa_rules import load
    >>> reckon_charted_strength("US ETO", "carpet", Turn.parse("Mar I 44"), load("sf")).value
    Fraction(50, 1)
    """
    if mission not in STRENGTHS:
        raise unknown("mission of strategic wings", mission, STRENGTHS)
    cell = rules.charts[CHART].find_number("rows", _row(force, turn, rules), STRENGTHS[mission])
    if cell is None:
        return Reckoning.of(0, "not listed in this air cycle", BY_MISSION)
    return Reckoning.of(cell.value, f"{mission.replace('_', ' ')} of {force}", BY_MISSION).noting(caveat=cell.caveat)


@rule("SF 26C2a")
def reckon_yard_missions(force: str, turn: Turn, rules: Ruleset) -> Reckoning:
    """How many missions against yards a wing flies one after another in an operation.

    >>> from europa_rules import load
    >>> reckon_yard_missions("US ETO", Turn.parse("May I 44"), load("sf")).value
    Fraction(2, 1)
    """
    cell = rules.charts[CHART].whole("rows", _row(force, turn, rules), "rail_missions")
    return Reckoning.of(cell.value, "missions of a wing", Citation("SF", "26C2a")).noting(caveat=cell.caveat)


@rule("SF 26C2")
def missions_listed(force: str, turn: Turn, rules: Ruleset) -> tuple[str, ...]:
    """The missions that the chart lists for an air force in the air cycle of a turn.

    >>> from europa_rules import load
    >>> missions_listed("British MTO", Turn.parse("Jan I 44"), load("sf"))
    ('rail_yards', 'tactical_hb', 'transport')
    """
    return tuple(m for m in STRENGTHS if reckon_charted_strength(force, m, turn, rules).value)
