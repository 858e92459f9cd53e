"""Questions about the strategic air war (SF 26)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules_sf import carpet_bombing, strategic_air_war, strategic_assets
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_basics import mission_name
from europa_rules_sf.questions.replacements import turn

TASKS = {
    "rail_line": "rail_lines",
    "airbase": "airbases",
    "marshaling_yards": "rail_yards",
    "das": "defensive_air_support",
    "port": "tactical_ports",
    "ports": "tactical_ports",
    "transport": "regular_transport",
    "carpet_bombing": "carpet",
}
"""Tasks of wings in this vocabulary, and how the charts name them; others are alike."""


def task(given: Given) -> str:
    """What a wing flies on its mission; "" where that is not told."""
    word = given.word("task")
    return TASKS.get(word, mission_name(word))


# --- effects (26A) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon strat.status_check", "turn phasing_player", needs="turn", by="26A")
def status_check(given: Given, rules: Ruleset) -> Answer:
    """Is a check due?"""
    ruling = strategic_air_war.rule_on_check(
        turn(given, "turn"), given.text("phase", "initial"), Side(given.text("phasing_player", ALLIED))
    )
    return Answer.of(ruling, check_required=ruling.allowed)


@HANDLERS.answers("reckon strat.effects_in_force", "reached turn", needs="turn", by="26A")
def effects(given: Given, rules: Ruleset) -> Answer:
    """The effects that hold."""
    reached = [(str(name), Turn.parse(since)) for name, since in given.raw("reached", ())]
    return Answer.of(in_force=list(strategic_air_war.effects_in_force(reached, turn(given, "turn"))))


@HANDLERS.answers(
    "ruling strat.extended_range_op",
    "theater ops_this_player_turn",
    needs="theater",
    within="ops_this_player_turn.*",
    by="26A1",
)
def extended_range(given: Given, rules: Ruleset) -> Answer:
    """May another extended range operation be started?"""
    part = given.part("ops_this_player_turn", {})
    flown = {theater: part.whole(theater) for theater in tuple(part.keys())}
    return Answer.legal(strategic_air_war.rule_on_extended_range(given.text("theater"), flown))


@HANDLERS.answers(
    "ruling strat.low_fuel", "percent operative missions_begun", needs="percent operative missions_begun", by="26A2"
)
def low_fuel(given: Given, rules: Ruleset) -> Answer:
    """May so many air units begin missions, and how many are grounded?"""
    facts = strategic_air_war.LowFuel(given.whole("percent"), given.whole("operative"), given.whole("missions_begun"))
    found = strategic_air_war.ground_by_fuel(facts, rules)
    return Answer.legal(
        strategic_air_war.rule_on_fuel(facts, rules),
        made_inoperative=found.inoperative,
        still_operative=found.operative,
    )


@HANDLERS.answers("reckon strat.fuel_markers", "percent", needs="percent", by="26A2")
def fuel_markers(given: Given, rules: Ruleset) -> Answer:
    """The boxes of the two markers."""
    tens, units = strategic_air_war.boxes_of_markers(given.whole("percent"))
    return Answer.of(tens_box=tens, units_box=units)


@HANDLERS.answers("reckon rail.usable_capacity", "capacity percent", needs="capacity percent", by="26A3")
def usable_capacity(given: Given, rules: Ruleset) -> Answer:
    """The usable capacity of a net, and by how much it may be raised."""
    usable = strategic_air_war.reckon_usable(given.number("capacity"), given.number("percent"))
    return Answer.of(
        usable=usable,
        max_increase=strategic_air_war.reckon_most_raised(usable.value),
        max_resource_points=strategic_air_war.reckon_most_points(usable.value, rules),
    )


@HANDLERS.answers(
    "reckon fuel.movement_allowance",
    "player unit_class printed_move shortage",
    needs="unit_class printed_move",
    by="26A4 26A5",
)
def allowance(given: Given, rules: Ruleset) -> Answer:
    """The movement allowance while fuel is short."""
    unit = strategic_air_war.ThirstyUnit(
        Side(given.text("player", AXIS)),
        given.text("unit_class"),
        given.number("printed_move"),
        given.text("phase", "movement"),
        given.word("shortage"),
    )
    return Answer.of(allowance=strategic_air_war.reckon_allowance(unit, rules))


@HANDLERS.answers(
    "reckon supply.axis_limits",
    "effect_in_force chart_normal chart_limited element",
    needs="chart_normal chart_limited element",
    within="chart_normal.* chart_limited.*",
    by="26A6",
)
def axis_limits(given: Given, rules: Ruleset) -> Answer:
    """The longest element of a supply line."""
    element = given.text("element")
    normal, limited = given.part("chart_normal").number(element), given.part("chart_limited").number(element)
    in_force = given.flag("effect_in_force", True)
    return Answer.of(
        max_length=strategic_air_war.reckon_line_length(Side(given.text("side", AXIS)), in_force, normal, limited)
    )


# --- special efforts (26B, 26C, 26C1) --------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling strat.axis_callup",
    "box request calls_this_year at_phase_start phasing_player controls_west",
    needs="box request",
    by="26B",
)
def axis_callup(given: Given, rules: Ruleset) -> Answer:
    """May the German assets be called up, and how many at most?"""
    effort = strategic_assets.AxisEffort(
        given.whole("box"),
        given.whole("request"),
        given.count("calls_this_year"),
        given.text("phase", "initial"),
        given.flag("at_phase_start", True),
        Side(given.text("phasing_player", AXIS)),
        given.flag("controls_west", True),
    )
    ruling = strategic_assets.rule_on_axis_effort(effort, rules)
    return Answer.legal(ruling, max_units=strategic_assets.reckon_most_called(effort))


@HANDLERS.answers("reckon strat.axis_return", "called_up in_play aborted eliminated arps", needs="called_up", by="26B")
def axis_return(given: Given, rules: Ruleset) -> Answer:
    """What goes back to the box, and what it costs."""
    found = strategic_assets.return_to_box(
        strategic_assets.AxisReturn(
            given.whole("called_up"),
            given.count("in_play"),
            given.count("aborted"),
            given.count("eliminated"),
            given.count("arps"),
        ),
        rules,
    )
    return Answer.of(
        from_play=found.from_play,
        from_boxes=found.from_boxes,
        arp_cost=found.cost,
        arps_after=found.left,
        deficit=found.deficit,
    )


@HANDLERS.answers("reckon strat.air_forces", "", by="26C")
def air_forces(given: Given, rules: Ruleset) -> Answer:
    """The Allied strategic air forces."""
    return Answer.of(air_forces=list(strategic_assets.AIR_FORCES))


@HANDLERS.answers("ruling strat.engage_wing", "action", needs="action", by="26C")
def engage(given: Given, rules: Ruleset) -> Answer:
    """May the enemy do this to a wing?"""
    return Answer.legal(strategic_assets.rule_on_engaging(given.text("action")))


@HANDLERS.answers(
    "ruling strat.allied_callup",
    "air_force calls_this_year at_phase_start phasing_player",
    needs="air_force",
    by="26C 26C1",
)
def allied_callup(given: Given, rules: Ruleset) -> Answer:
    """May the air force be called up?"""
    effort = strategic_assets.AlliedEffort(
        given.text("air_force"),
        given.count("calls_this_year"),
        given.texts("controlled_theaters", ("ETO", "MTO")),
        given.text("phase", "initial"),
        given.flag("at_phase_start", True),
        Side(given.text("phasing_player", ALLIED)),
    )
    return Answer.legal(strategic_assets.rule_on_allied_effort(effort))


@HANDLERS.answers(
    "ruling strat.base_hex",
    "air_force region terrain all_land line_to_port port_functioning port_owner",
    needs="air_force region",
    by="26C1",
)
def base_hex(given: Given, rules: Ruleset) -> Answer:
    """May the base be placed there?"""
    base = strategic_assets.BaseHex(
        given.text("air_force"),
        given.text("region"),
        given.text("terrain", "clear"),
        given.flag("all_land", True),
        given.word("line_to_port"),
        given.flag("port_functioning", True),
        given.text("port_owner", ALLIED) or "",
    )
    return Answer.legal(strategic_assets.rule_on_base(base, rules))


# --- missions (26C2) -------------------------------------------------------------------------------------------------


@HANDLERS.answers("ruling strat.wing_missions", "assignments", needs="assignments", within="assignments.*", by="26C2")
def wing_missions(given: Given, rules: Ruleset) -> Answer:
    """May the wings fly these missions?"""
    part = given.part("assignments")
    return Answer.legal(strategic_assets.rule_on_wing_missions({name: part.texts(name) for name in tuple(part.keys())}))


@HANDLERS.answers(
    "ruling strat.mission_listed", "air_force mission chart_missions", needs="mission chart_missions?", by="26C2"
)
def mission_listed(given: Given, rules: Ruleset) -> Answer:
    """May the air force fly the mission?"""
    return Answer.legal(strategic_assets.rule_on_listed(given.text("mission"), given.texts("chart_missions")))


@HANDLERS.answers(
    "ruling strat.operation",
    "mission task nation time wings other_air_units extended_range towing_glider",
    needs="mission",
    by="26C2",
)
def operation(given: Given, rules: Ruleset) -> Answer:
    """May the operation be flown so?"""
    facts = strategic_assets.WingOperation(
        given.text("mission"),
        task(given),
        given.text("nation", strategic_assets.AMERICAN),
        given.text("time", strategic_assets.DAY),
        given.whole("wings", 1),
        given.count("other_air_units"),
        given.flag("extended_range"),
        given.flag("towing_glider"),
    )
    return Answer.legal(
        strategic_assets.rule_on_operation(facts, rules),
        wings_ignored_in_air_combat=strategic_assets.are_wings_ignored(facts),
    )


@HANDLERS.answers("reckon strat.rail_yards", "chart_strength nation time weather", needs="chart_strength", by="26C2a")
def rail_yards(given: Given, rules: Ruleset) -> Answer:
    """The missions against yards, and the strength of each."""
    found = strategic_assets.reckon_yards(
        given.text("chart_strength"),
        given.text("time", strategic_assets.DAY),
        given.text("weather", "clear"),
        rules,
    )
    return Answer.of(missions=found.missions, strength_each=found.strength)


@HANDLERS.answers("ruling strat.divide", "chart_total mission wings", needs="chart_total mission wings", by="26C2b")
def divide(given: Given, rules: Ruleset) -> Answer:
    """May the total be divided so?"""
    return Answer.legal(
        strategic_assets.rule_on_dividing(given.number("chart_total"), given.text("mission"), given.numbers("wings"))
    )


@HANDLERS.answers(
    "ruling strat.carpet",
    "turn printed_defense modified_attack delivered nation time friendly_units_in_hex dot_city major_city_hex",
    needs="turn printed_defense modified_attack delivered",
    by="26C2d",
)
def carpet(given: Given, rules: Ruleset) -> Answer:
    """May the mission be flown, and how much of its strength counts?"""
    facts = carpet_bombing.Carpet(
        turn(given, "turn"),
        given.strength("delivered"),
        given.strength("printed_defense"),
        given.strength("modified_attack"),
        given.text("nation", carpet_bombing.AMERICAN),
        given.text("time", carpet_bombing.DAY),
        given.flag("friendly_units_in_hex"),
        given.flag("dot_city"),
        given.flag("major_city_hex"),
    )
    return Answer.legal(carpet_bombing.rule_on_carpet(facts), effective=carpet_bombing.reckon_carpet(facts, rules))


@HANDLERS.answers("reckon strat.carpet_drm", "short_bombing", by="26C2d")
def carpet_drm(given: Given, rules: Ruleset) -> Answer:
    """The die roll modifier."""
    return Answer.of(drm=carpet_bombing.reckon_carpet_drm(given.flag("short_bombing"), rules))


@HANDLERS.answers(
    "ruling strat.carpet_available",
    "short_this_player_turn short_total",
    needs="short_this_player_turn|short_total",
    by="26C2d",
)
def carpet_available(given: Given, rules: Ruleset) -> Answer:
    """May another carpet mission be flown?"""
    short = given.flag("short_this_player_turn")
    return Answer.legal(carpet_bombing.rule_on_another(short, given.count("short_total"), rules))


@HANDLERS.answers("ruling strat.carpet_aftermath", "action chart_entry_cost", needs="action", by="26C2d")
def carpet_aftermath(given: Given, rules: Ruleset) -> Answer:
    """May the bombed hex be entered, and for how many MPs?"""
    cost = carpet_bombing.reckon_entry(given.amount("chart_entry_cost"), given.text("phase", "movement"))
    return Answer.legal(carpet_bombing.rule_on_aftermath(given.text("action")), mp_cost=cost)


# --- cover and AA (26C3, 26D) ----------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon strat.fighter_cover", "air_force mission time turn points", needs="air_force mission points", by="26C3"
)
def fighter_cover(given: Given, rules: Ruleset) -> Answer:
    """The fighters that the wing needs as cover."""
    wing = strategic_assets.Covered(
        given.text("air_force"),
        given.text("mission"),
        given.number("points"),
        given.text("time", strategic_assets.DAY),
        turn(given, "turn") if given.has("turn") else None,
    )
    nation = strategic_assets.nation_of_cover(wing)
    return Answer.of(fighters=strategic_assets.reckon_cover(wing, rules), nation=nation or None)


INOPERATIVE = "inoperative"


@HANDLERS.answers(
    "ruling strat.assign_cover", "operative distance printed_move", needs="distance printed_move", by="26C3"
)
def assign_cover(given: Given, rules: Ruleset) -> Answer:
    """May the fighter be assigned as cover?"""
    ruling = strategic_assets.rule_on_cover(
        given.flag("operative", True), given.whole("distance"), given.number("printed_move")
    )
    return Answer.legal(ruling, status_after=INOPERATIVE)


@HANDLERS.answers(
    "reckon strat.aa_on_wing", "heavy_aa light_aa mission time strength task", needs="mission strength", by="26D"
)
def aa_on_wing(given: Given, rules: Ruleset) -> Answer:
    """The AA hits on a wing, and its strength afterwards."""
    wing = strategic_assets.FiredOn(
        given.count("heavy_aa"),
        given.count("light_aa"),
        given.text("mission"),
        given.text("time", strategic_assets.DAY),
        given.strength("strength"),
        task(given),
    )
    return Answer.of(
        aa_hits=strategic_assets.reckon_hits(wing, rules),
        strength_after=strategic_assets.reckon_strength_left(wing, rules),
    )
