"""Questions about amphibious landings, naval gunfire support and coast defenses (SF 32, 33, 34C, 35)."""

from __future__ import annotations

from europa_rules.naval_units import NavalUnit
from europa_rules.numbers import ZERO
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.flooding import succeeds
from europa_rules_sf.naval import coast_defenses, gunfire, gunnery, landing_reaction, landings, transport
from europa_rules_sf.naval.ships import Ship
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.naval_movement import CATEGORIES, NIGHT, OF_CLASS
from europa_rules_sf.questions.ports_and_transport import PHASES, SEAS

CLASSES = {name: name for name in OF_CLASS}
MOMENTS = {moment: moment for moment in gunfire.MOMENTS}
PHASING = {"phasing": True, "non_phasing": False}


# --- landings (SF 32) ------------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling landing.attempt",
    "phase sea carrier amphibious_while_on_carrier time planned",
    needs="phase|sea|carrier|amphibious_while_on_carrier|time|planned",
    by="32",
)
def attempt(given: Given, rules: Ruleset) -> Answer:
    """May the landing be made, and what does it cost?"""
    facts = landings.Landing(
        given.choice("phase", PHASES, transport.MOVEMENT),
        given.choice("sea", SEAS, "calm"),
        given.choice("carrier", CATEGORIES, "LC"),
        given.flag("amphibious_while_on_carrier", True),
        given.choice("time", NIGHT, "day"),
        given.flag("planned", True),
    )
    ruling, cost = landings.rule_on_landing(facts), transport.reckon_group_cost(LANDS)
    return Answer.legal(ruling, group_mp=cost, unit_mp=landings.ALL_REMAINING)


LANDS = transport.CargoMove(transport.LANDING, transport.BEACH, is_owned=False, is_amphibious=True)


@HANDLERS.answers(
    "reckon landing.attack_strength", "printed_attack amphibious_itself sea cliffs", needs="printed_attack", by="32B"
)
def attack_strength(given: Given, rules: Ruleset) -> Answer:
    """The attack strength in the player turn of the landing."""
    facts = landings.LandedUnit(
        given.strength("printed_attack"),
        given.flag("amphibious_itself"),
        given.choice("sea", SEAS, "calm"),
        given.flag("cliffs"),
    )
    return Answer.of(attack=landings.reckon_landed_attack(facts))


@HANDLERS.answers(
    "reckon landing.exploitation_allowance",
    "unit_class printed_move landed_this_player_turn",
    needs="printed_move",
    by="32B",
)
def exploitation_allowance(given: Given, rules: Ruleset) -> Answer:
    """The MPs in the exploitation phase."""
    facts = given.choice("unit_class", CLASSES, "cm"), given.number("printed_move")
    return Answer.of(
        allowance=landings.reckon_exploitation_allowance(*facts, given.flag("landed_this_player_turn", True))
    )


@HANDLERS.answers("effect landing.combat_result", "result landed_in_attacked_hex", needs="result", by="32B")
def combat_result(given: Given, rules: Ruleset) -> Answer:
    """What a combat result is for one attacking unit."""
    result = landings.result_after_landing(given.text("result"), given.flag("landed_in_attacked_hex"))
    return Answer.of(result_for_unit=result)


@HANDLERS.answers("reckon landing.must_attack", "enemy_still_in_hex", needs="enemy_still_in_hex", by="32B")
def must_attack(given: Given, rules: Ruleset) -> Answer:
    """Must the unit attack in the combat phase?"""
    return Answer.of(must_attack=landings.must_attack_ashore(given.flag("enemy_still_in_hex")))


@HANDLERS.answers(
    "ruling landing.plan", "landing_craft planned_re planned_turns_ahead in_enemy_zoc", needs="landing_craft?", by="32C"
)
def plan(given: Given, rules: Ruleset) -> Answer:
    """May the landings be planned so?"""
    craft = tuple(Ship(NavalUnit("us", "LC", int(printed)), int(hits)) for printed, hits in given.raw("landing_craft"))
    facts = landings.LandingPlan(
        craft,
        given.number("planned_re"),
        ahead=given.whole("planned_turns_ahead", 1),
        in_enemy_zoc=given.flag("in_enemy_zoc"),
    )
    return Answer.legal(landings.rule_on_landing_plan(facts, rules), limit=landings.reckon_planning_limit(craft))


@HANDLERS.answers(
    "ruling landing.reaction", "chart_results distance in_enemy_zoc unit_class", needs="chart_results", by="32D"
)
def landing_reactor(given: Given, rules: Ruleset) -> Answer:
    """May this ground unit react, and with how many MPs?"""
    facts = landing_reaction.Reactor(
        any(map(succeeds, given.texts("chart_results"))), given.count("distance"), given.flag("in_enemy_zoc")
    )
    mps = landing_reaction.reckon_reaction_mps(given.choice("unit_class", CLASSES, "non_motorized"))
    return Answer.legal(landing_reaction.rule_on_reactor(facts), mp=mps)


@HANDLERS.answers("reckon landing.reaction_rolls", "landing_hexes", needs="landing_hexes?", by="32D")
def reaction_rolls(given: Given, rules: Ruleset) -> Answer:
    """How many checks are due?"""
    there = [(ref, 1) for ref in given.texts("landing_hexes")]
    return Answer.of(roll_count=landing_reaction.reckon_landing_rolls(there, rules))


@HANDLERS.answers(
    "ruling landing.reaction_move",
    "mp chart_entry_cost hexes enters_mixed_hex continues_after_mixed_hex end_over_stacking breaks_down prohibited",
    needs="mp",
    by="32D",
)
def reaction_move(given: Given, rules: Ruleset) -> Answer:
    """May the reacting unit move so?"""
    facts = landing_reaction.ReactionWay(
        given.number("mp"),
        given.number("chart_entry_cost", 1),
        given.whole("hexes", 1),
        given.flag("enters_mixed_hex"),
        given.flag("continues_after_mixed_hex"),
        given.flag("end_over_stacking"),
        given.flag("breaks_down"),
        given.flag("prohibited"),
    )
    return Answer.legal(landing_reaction.rule_on_reaction_way(facts))


# --- gunfire support (SF 33A, 34C) -----------------------------------------------------------------------------------


@HANDLERS.answers("reckon ngs.prepare", "cat mp_in_hex left_hex fired_in_naval_combat", needs="mp_in_hex", by="33A")
def prepare(given: Given, rules: Ruleset) -> Answer:
    """Is the task force prepared?"""
    ruling = gunfire.rule_on_prepared(
        gunfire.Preparation(
            given.choice("cat", CATEGORIES, "TF"),
            given.number("mp_in_hex"),
            given.flag("left_hex"),
            given.flag("fired_in_naval_combat"),
        )
    )
    return Answer.of(ruling, prepared=ruling.allowed)


@HANDLERS.answers("reckon ngs.strength", "cat printed hits sea ammo_depleted", needs="printed", by="33A")
def ngs_strength(given: Given, rules: Ruleset) -> Answer:
    """The gunfire support strength of a naval unit."""
    unit = NavalUnit("us", given.choice("cat", CATEGORIES, "TF"), given.whole("printed"))
    ship = Ship(unit, given.count("hits"))
    facts = gunfire.GunfireSource(ship, given.choice("sea", SEAS, "calm"), given.flag("ammo_depleted"))
    return Answer.of(ngs=gunfire.reckon_gunfire(facts, rules))


@HANDLERS.answers("reckon gunnery.ammo_effect", "strength ammo_depleted", needs="strength", by="34C")
def ammo_effect(given: Given, rules: Ruleset) -> Answer:
    """The gunnery strength of a task force with its ammunition depleted."""
    guns = gunnery.Guns(given.strength("strength"), is_out_of_ammo=given.flag("ammo_depleted", True))
    return Answer.of(gunnery=gunnery.reckon_gunnery(guns, rules))


@HANDLERS.answers("ruling ngs.allocate", "ngs allocations prepared", needs="ngs allocations", by="33A")
def ngs_allocate(given: Given, rules: Ruleset) -> Answer:
    """May the gunfire support be divided so?"""
    shares = [
        gunfire.GunfireShare(str(name), int(hexes), int(points)) for name, hexes, points in given.raw("allocations")
    ]
    prepared = given.flag("prepared", True)
    return Answer.legal(gunfire.rule_on_allocation(given.strength("ngs"), shares, prepared, rules))


@HANDLERS.answers("ruling ngs.defender_range", "distance prepared", needs="distance", by="33A")
def defender_range(given: Given, rules: Ruleset) -> Answer:
    """May a task force support defenders so far away?"""
    return Answer.legal(gunfire.rule_on_reach(given.whole("distance"), given.flag("prepared", True), rules))


@HANDLERS.answers("reckon ngs.as_artillery", "ngs other_artillery_re non_artillery_re", needs="ngs", by="33A 14B")
def as_artillery(given: Given, rules: Ruleset) -> Answer:
    """What the points count as in a combat."""
    others = given.strength("other_artillery_re", ZERO), given.strength("non_artillery_re", ZERO)
    found = gunfire.reckon_as_artillery(given.strength("ngs"), *others, rules)
    return Answer.of(artillery_re=found.re, counted_strength=found.strength)


@HANDLERS.answers(
    "reckon ngs.losses",
    "attacker_printed ngs defender_printed result",
    needs="attacker_printed defender_printed",
    by="33A",
)
def ngs_losses(given: Given, rules: Ruleset) -> Answer:
    """Which side is the weaker one when losses are reckoned?"""
    strengths = given.strength("attacker_printed"), given.strength("defender_printed")
    return Answer.of(weaker_side=gunfire.weaker_in_losses(*strengths))


@HANDLERS.answers("ruling ngs.when", "player moment", needs="player moment", by="33A")
def ngs_when(given: Given, rules: Ruleset) -> Answer:
    """May gunfire support be allocated at this moment?"""
    return Answer.legal(gunfire.rule_on_moment(given.choice("player", PHASING), given.choice("moment", MOMENTS)))


# --- coast defenses (SF 33B, 35) -------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon coast_defense.level", "chart_levels hits player_turns_since_hits", needs="chart_levels", by="33B"
)
def level(given: Given, rules: Ruleset) -> Answer:
    """The level of the coast defenses of a hex."""
    facts = given.numbers("chart_levels"), given.count("hits")
    return Answer.of(level=coast_defenses.reckon_level(*facts, rules, given.count("player_turns_since_hits")))


@HANDLERS.answers(
    "effect coast_defense.capture", "port_levels other_levels enemy_gains_hex", needs="port_levels", by="33B"
)
def capture(given: Given, rules: Ruleset) -> Answer:
    """What is left of coast defenses as the hex changes hands."""
    left = coast_defenses.reckon_after_capture(given.whole("port_levels"), given.flag("enemy_gains_hex", True))
    return Answer.of(port_levels=left)


@HANDLERS.answers(
    "ruling coast_defense.rebuild",
    "hex_owner player original_owner supply_line_to_naval_base",
    needs="hex_owner player",
    by="33B 35",
)
def rebuild(given: Given, rules: Ruleset) -> Answer:
    """May coast defenses of a port be rebuilt, and for how many points a level?"""
    is_owned = {given.text("hex_owner"): True}.get(given.text("player"), False)
    ruling: Ruling = coast_defenses.rule_on_rebuilding(is_owned, given.flag("supply_line_to_naval_base", True))
    return Answer.legal(ruling, nrp_per_level=coast_defenses.reckon_rebuilding_cost(1))
