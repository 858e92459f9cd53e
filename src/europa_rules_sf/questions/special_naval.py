"""Questions about special naval rules and naval repair (SF 34, 35)."""

from __future__ import annotations

from europa_rules.numbers import ZERO
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules_sf.flooding import succeeds
from europa_rules_sf.naval import (
    combat_zones,
    danger_zones,
    fleets,
    gunfire,
    landing_craft,
    mines,
    movement,
    naval_repair,
    nights,
    replenishment,
    scuttling,
    sea_passages,
)
from europa_rules_sf.naval.groups import CARGO, COASTAL
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.naval_movement import CATEGORIES, SHIP, TYPES, ship
from europa_rules_sf.questions.ports_and_transport import PORTS

SIDES = {"Axis": AXIS, "Allied": ALLIED}
CANALS = {"Kaiser Wilhelm": True, "other": False}
ENEMIES = {enemy: enemy for enemy in ("combat_group", "mixed_group", "coast_defense")}
PLACES = {**dict.fromkeys(("own_hex", "same_hex", "hex"), "own_hex"), "adjacent": "adjacent"}
TRIGGERS = {**{trigger: trigger for trigger in mines.TRIGGERS}, "starts_step_at_sea": mines.STARTS}
CONTACTS = {trigger: trigger for trigger in ("enters", "puts_to_sea", "starts_step", "starts_step_at_sea")}
BELTS: dict[str | None, bool] = {"own": True, "enemy": False, None: True}
USES = {use: use for use in naval_repair.USES}
ZONE_OWNERS = {"own": True, "enemy": False, None: False}
LINE_ZONES = {"own_hex": "own_hex", "adjacent": "adjacent", "none": "", None: ""}


# --- movement (SF 34A) -----------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling naval.change_sea_zone",
    "player from to via canal_ports banks_friendly",
    needs="player from to via",
    within="canal_ports.*",
    by="34A1 34A2",
)
def change_sea_zone(given: Given, rules: Ruleset) -> Answer:
    """May the group pass between the two zones that way?"""
    ports = given.part("canal_ports", {})
    facts = sea_passages.Passage(
        given.choice("player", SIDES),
        given.text("from"),
        given.text("to"),
        given.text("via"),
        {name: canal_port(*ports.raw(name)) for name in tuple(ports.keys())},
        given.flag("banks_friendly", True),
    )
    return Answer.legal(sea_passages.rule_on_passage(facts))


def canal_port(owner: str, functioning: bool) -> sea_passages.CanalPort:
    """A port of the canal, as a question tells it."""
    return sea_passages.CanalPort(Side(owner), functioning)


@HANDLERS.answers("ruling canal.move", "canal group_type hexsides would_start_combat", needs="canal", by="28 34A2")
def canal_move(given: Given, rules: Ruleset) -> Answer:
    """May the group move so on canal hexsides, and for how many MPs?"""
    facts = sea_passages.CanalMove(
        given.choice("canal", CANALS),
        given.choice("group_type", TYPES, CARGO),
        given.whole("hexsides", 1),
        given.flag("would_start_combat"),
    )
    return Answer.legal(sea_passages.rule_on_canal_move(facts), mp=sea_passages.reckon_canal_move(facts))


@HANDLERS.answers(
    "effect combat.protected_waters", "mover_type hex_owner coastal enemy enemy_at", needs="mover_type", by="34A3"
)
def protected_waters(given: Given, rules: Ruleset) -> Answer:
    """Does the move into this hex initiate combat with the enemy?"""
    given.choice("enemy", ENEMIES, "combat_group")
    facts = combat_zones.Inshore(
        given.choice("mover_type", TYPES),
        given.choice("hex_owner", ZONE_OWNERS, "own"),
        given.flag("coastal", True),
        given.choice("enemy_at", PLACES, combat_zones.ADJACENT),
    )
    return Answer.of(initiated=combat_zones.is_combat_inshore(facts))


@HANDLERS.answers(
    "ruling night.move",
    "night_mp consecutive night_used_before_in_sub_phase mp_since_last_night phasing",
    needs="night_mp",
    by="34A4",
)
def night_move(given: Given, rules: Ruleset) -> Answer:
    """May the group spend these MPs at night?"""
    facts = nights.NightMove(
        given.number("night_mp"),
        given.flag("consecutive", True),
        given.flag("phasing", True),
        given.flag("night_used_before_in_sub_phase"),
        given.number("mp_since_last_night", None) or ZERO,
    )
    return Answer.legal(nights.rule_on_night(facts))


@HANDLERS.answers("ruling night.air_mission", "mission", by="34A4")
def night_mission(given: Given, rules: Ruleset) -> Answer:
    """May this air mission be flown at night?"""
    return Answer.legal(nights.rule_on_night_mission(given.text("mission")))


# --- replenishment, ammunition, scuttling (SF 34B to 34D) ------------------------------------------------------------


@HANDLERS.answers(
    "effect replenish.result",
    "location naval_bases player",
    needs="location",
    within="sea_zone owner functioning",
    by="34B",
)
def replenish(given: Given, rules: Ruleset) -> Answer:
    """Is the unit replenished?"""
    bases = tuple(
        replenishment.NavalBase(base.text("sea_zone"), Side(base.text("owner")), base.flag("functioning", True))
        for base in given.parts("naval_bases", ())
    )
    ruling = replenishment.rule_on_replenishing(given.text("location"), bases, Side(given.text("player", ALLIED)))
    status = {False: replenishment.LOW_FUEL}.get(ruling.allowed)
    return Answer.of(ruling, replenished=ruling.allowed, status=status)


@HANDLERS.answers("ruling replenish.step_activity", "activity", by="34B")
def step_activity(given: Given, rules: Ruleset) -> Answer:
    """May a unit do this in the step given to replenishment?"""
    return Answer.legal(replenishment.rule_on_activity(given.text("activity")))


@HANDLERS.answers("reckon naval.allowance", "phasing low_fuel", needs="phasing|low_fuel", by="28 34B")
def allowance(given: Given, rules: Ruleset) -> Answer:
    """The MPs of a group in a step."""
    return Answer.of(allowance=movement.reckon_allowance(given.flag("phasing", True), given.flag("low_fuel")))


@HANDLERS.answers(
    "effect replenish.end_of_turn", "low_fuel_at_turn_start replenished", needs="low_fuel_at_turn_start", by="34B"
)
def end_of_turn(given: Given, rules: Ruleset) -> Answer:
    """Is the unit scuttled at the end of the player turn?"""
    facts = given.flag("low_fuel_at_turn_start"), given.flag("replenished")
    return Answer.of(scuttled=replenishment.is_scuttled_for_fuel(*facts))


@HANDLERS.answers("effect ammo.after", "depleted_before event", needs="event", by="34C")
def ammo_after(given: Given, rules: Ruleset) -> Answer:
    """Is the ammunition depleted after the event?"""
    return Answer.of(depleted=gunfire.is_depleted_after(given.flag("depleted_before"), given.text("event")))


@HANDLERS.answers("effect scuttle.port", "unit rolls inland", needs="unit", within=SHIP, by="34D")
def scuttle_port(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a naval unit whose port is lost?"""
    rolls = tuple(map(int, given.numbers("rolls", ())))
    found = scuttling.escape_from_port(ship(given.part("unit")), rolls, given.flag("inland"))
    return Answer.of(escaped=found.escaped, scuttled=found.scuttled, sunk=found.is_sunk, state=found.state or None)


@HANDLERS.answers("effect scuttle.hexside", "unit bank_lost", needs="unit", within=SHIP, by="34D")
def scuttle_hexside(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a naval unit on a hexside when a bank is lost?"""
    found = scuttling.lose_bank(ship(given.part("unit")), given.flag("bank_lost", True))
    return Answer.of(scuttled=found.scuttled, sunk=found.is_sunk)


# --- mines (SF 34E) --------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon mines.rolls", "mine_points strength_points", needs="mine_points strength_points", by="34E1")
def mine_rolls(given: Given, rules: Ruleset) -> Answer:
    """How many dice a check takes, and on which column."""
    rolls = mines.reckon_mine_rolls(given.whole("mine_points"), given.whole("strength_points"), rules)
    return Answer.of(roll_count=rolls, column=mines.COLUMN)


@HANDLERS.answers(
    "reckon mines.check_needed", "trigger checked_this_step minebelt_owner at_sea", needs="trigger", by="34E1"
)
def mine_check(given: Given, rules: Ruleset) -> Answer:
    """Is a check due?"""
    is_own = given.choice("minebelt_owner", BELTS, "enemy")
    facts = mines.MineContact(
        given.choice("trigger", TRIGGERS), not is_own, given.flag("at_sea", True), given.flag("checked_this_step")
    )
    return Answer.of(check=mines.is_mine_check_due(facts))


@HANDLERS.answers("ruling mines.lay", "carried lay mp_left hex_kind", needs="carried lay", by="34E2")
def mine_laying(given: Given, rules: Ruleset) -> Answer:
    """May mines be laid, and for how many MPs?"""
    lay = given.whole("lay")
    facts = mines.MineLaying(
        given.whole("carried"), lay, given.number("mp_left", movement.STEP_MPS), given.text("hex_kind", COASTAL)
    )
    return Answer.legal(mines.rule_on_laying(facts), mp=mines.reckon_laying_mps(lay))


@HANDLERS.answers(
    "ruling mines.sweep", "cat mine_points mp strength_points hits_scored", needs="mine_points mp", by="34E3"
)
def mine_sweeping(given: Given, rules: Ruleset) -> Answer:
    """May mines be swept, and how many are?"""
    facts = mines.MineSweeping(
        given.whole("mine_points"),
        given.number("mp"),
        given.count("strength_points"),
        given.choice("cat", CATEGORIES, mines.SWEEPER),
        given.count("hits_scored"),
    )
    found = mines.reckon_sweeping(facts, rules)
    return Answer.legal(mines.rule_on_sweeping(facts), swept=found.swept, remaining=found.left, roll_count=found.rolls)


@HANDLERS.answers("reckon mines.auto_sweep", "hex_kind hex_owner distance_to_enemy_port", needs="hex_kind", by="34E3")
def auto_sweep(given: Given, rules: Ruleset) -> Answer:
    """Is a minebelt swept in the initial phase?"""
    is_owned = given.choice("hex_owner", ZONE_OWNERS, None)
    distance = given.whole("distance_to_enemy_port", None)
    return Answer.of(swept=mines.are_mines_swept(given.text("hex_kind"), is_owned, distance))


# --- danger zones and supply lines (SF 34F, 34K) ---------------------------------------------------------------------


@HANDLERS.answers(
    "reckon danger.zone",
    "sea_zone italy_in_axis north_of_2000 distance_axis_port distance_allied_port adriatic axis_port_in",
    needs="sea_zone",
    by="34F",
)
def danger_zone(given: Given, rules: Ruleset) -> Answer:
    """Whose groups are in danger in the hex?"""
    facts = danger_zones.DangerousHex(
        given.text("sea_zone"),
        given.flag("italy_in_axis", True),
        given.whole("distance_axis_port", None),
        given.whole("distance_allied_port", None),
        bool(given.raw("north_of_2000", None)),
        given.word("axis_port_in"),
        given.flag("adriatic"),
    )
    zone = danger_zones.danger_zone_of(facts, rules)
    return Answer.of(Ruling(rests_on=zone.rests_on), danger_for=zone.side or None)


@HANDLERS.answers("effect danger.check", "chart_results strength_points", needs="chart_results", by="34F")
def danger_check(given: Given, rules: Ruleset) -> Answer:
    """What a check for enemy contact comes to."""
    contact = any(map(succeeds, given.texts("chart_results")))
    found = danger_zones.reckon_contact(contact, given.count("strength_points"))
    return Answer.of(contact=found.is_made, roll_count=found.rolls, column=found.column)


@HANDLERS.answers("reckon danger.check_needed", "trigger cleared_this_step zone_of", needs="trigger", by="34F")
def danger_check_needed(given: Given, rules: Ruleset) -> Answer:
    """Is a contact check due?"""
    given.choice("trigger", CONTACTS)
    in_own_zone = given.choice("zone_of", ZONE_OWNERS, "own")
    return Answer.of(check=danger_zones.is_contact_check_due(in_own_zone, given.flag("cleared_this_step")))


@HANDLERS.answers(
    "ruling supply.naval_line",
    "hexes night_hexes night_consecutive",
    needs="hexes",
    within="danger_for enemy_zone",
    by="34F 34K",
)
def naval_line(given: Given, rules: Ruleset) -> Answer:
    """May the naval element use these hexes?"""
    hexes = [
        danger_zones.LineHex(here.choice("danger_for", ZONE_OWNERS, None), here.choice("enemy_zone", LINE_ZONES, None))
        for here in given.parts("hexes")
    ]
    night = given.count("night_hexes"), given.flag("night_consecutive", True)
    return Answer.legal(danger_zones.rule_on_naval_line(hexes, *night))


# --- landing craft (SF 34G, 34J) -------------------------------------------------------------------------------------


@HANDLERS.answers("effect lc.disembark_check", "site chart_results", needs="site", by="34G")
def disembark_check(given: Given, rules: Ruleset) -> Answer:
    """Is a landing craft checked, and is it damaged?"""
    found = landing_craft.check_craft(given.text("site"), any(map(succeeds, given.texts("chart_results", ()))))
    return Answer.of(checked=found.is_checked, damaged=found.is_damaged)


@HANDLERS.answers("effect lc.repair_roll", "roll", by="34G")
def repair_roll(given: Given, rules: Ruleset) -> Answer:
    """Is a damaged landing craft repaired?"""
    return Answer.of(repaired=landing_craft.is_repaired_by(given.whole("roll")))


@HANDLERS.answers("ruling lc.use", "damaged use", needs="use", by="34G")
def craft_use(given: Given, rules: Ruleset) -> Answer:
    """May a landing craft be used for this?"""
    return Answer.legal(landing_craft.rule_on_use(given.flag("damaged"), given.text("use")))


@HANDLERS.answers(
    "ruling ferry.use",
    "lc_damaged lc_moved started_initial_phase_adjacent eligible_hexsides chosen player_turn lc_eliminated",
    needs="chosen",
    by="34J",
)
def ferry(given: Given, rules: Ruleset) -> Answer:
    """May the landing craft ferry the chosen hexside?"""
    facts = landing_craft.Ferry(
        given.texts("chosen"),
        given.texts("eligible_hexsides", ()),
        given.flag("lc_damaged"),
        given.flag("lc_moved"),
        given.flag("lc_eliminated"),
        given.flag("started_initial_phase_adjacent", True),
    )
    return Answer.legal(landing_craft.rule_on_ferry(facts), hexside_as=landing_craft.FERRIED_AS)


# --- fleets (SF 34H, 34I) --------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling axis.sortie", "side cats resource_points_at_port resource_points_elsewhere", needs="side cats", by="34H"
)
def sortie(given: Given, rules: Ruleset) -> Answer:
    """May these naval units leave port, and for how many resource points?"""
    units = [CATEGORIES[cat] for cat in given.texts("cats")]
    points = given.number("resource_points_at_port", ZERO)
    facts = fleets.PuttingToSea(given.choice("side", SIDES), units, points)
    cost = fleets.reckon_fuel_oil(facts, rules)
    return Answer.legal(fleets.rule_on_putting_to_sea(facts, rules), resource_points_spent=cost)


@HANDLERS.answers("ruling ngs.year_limit", "side turns_used_this_year", needs="side turns_used_this_year", by="34I1")
def year_limit(given: Given, rules: Ruleset) -> Answer:
    """May the task force give gunfire support in one more turn?"""
    used = given.whole("turns_used_this_year")
    return Answer.legal(gunfire.rule_on_another_turn(given.choice("side", SIDES), used))


@HANDLERS.answers(
    "reckon carrier.withdraw", "cg_hits aborted eliminated nrp arps", needs="cg_hits|aborted|eliminated", by="34I2"
)
def carrier_withdraw(given: Given, rules: Ruleset) -> Answer:
    """What the withdrawal of a carrier group costs."""
    losses = fleets.CarrierLosses(
        given.count("cg_hits"),
        given.count("aborted"),
        given.count("eliminated"),
        given.number("nrp", ZERO),
        given.number("arps", ZERO),
    )
    found = fleets.reckon_carrier_withdrawal(losses)
    return Answer.of(
        nrp_cost=found.nrps, arp_cost=found.arps, nrp_deficit=found.nrp_deficit, arp_deficit=found.arp_deficit
    )


@HANDLERS.answers("ruling carrier.repair", "repair in_play", needs="repair", by="34I2")
def carrier_repair(given: Given, rules: Ruleset) -> Answer:
    """May this be repaired or replaced?"""
    given.choice("repair", {what: what for what in fleets.CARRIER_REPAIRS})
    return Answer.legal(fleets.rule_on_carrier_repair(given.flag("in_play", True)))


@HANDLERS.answers("effect tf.permanent_loss", "printed hits_before new_hits", needs="printed", by="34I3")
def permanent_loss(given: Given, rules: Ruleset) -> Answer:
    """What a task force is after hits."""
    hits = fleets.reckon_hits(given.count("hits_before"), given.count("new_hits"))
    found = fleets.reckon_permanent_loss(given.whole("printed"), hits)
    return Answer.of(
        permanent=found.is_permanent,
        side_strength=found.side,
        hits_on_side=found.hits,
        current=found.current,
        max_after_repair=found.side,
    )


# --- naval repair points (SF 35) -------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling nrp.spend",
    "use amount in_port port_type port_functioning printed theater_sunk base_theater hex_owner"
    " supply_line_to_naval_base converted_this_month",
    needs="use",
    by="35",
)
def spend(given: Given, rules: Ruleset) -> Answer:
    """May the points be spent so, and what comes of it?"""
    facts = naval_repair.Spending(
        given.choice("use", USES),
        given.whole("amount", 1),
        given.flag("in_port", True),
        given.choice("port_type", PORTS, "major"),
        given.flag("port_functioning", True),
        given.whole("printed", None),
        given.word("theater_sunk"),
        given.word("base_theater"),
        given.choice("hex_owner", ZONE_OWNERS, "own"),
        given.flag("supply_line_to_naval_base", True),
        given.count("converted_this_month"),
    )
    after = naval_repair.reckon_replaced(facts)
    return Answer.legal(
        naval_repair.rule_on_spending(facts, rules),
        nrp=naval_repair.reckon_spending(facts),
        strength=after.strength,
        hits=after.hits,
        mine_points=naval_repair.reckon_mines(facts),
    )


@HANDLERS.answers("ruling nrp.budget", "available spend", needs="available spend", by="35")
def budget(given: Given, rules: Ruleset) -> Answer:
    """Do the points suffice, and what is left?"""
    uses = [naval_repair.Spending(USES[use], int(amount)) for use, amount in given.raw("spend")]
    found = naval_repair.reckon_budget(given.number("available"), uses)
    ruling = naval_repair.rule_on_budget(given.number("available"), uses, rules)
    return Answer.legal(ruling, nrp_spent=found.spent, left=found.left, mine_points=found.mines)


@HANDLERS.answers("ruling nrp.repaired_unit_acts", "activity", by="35")
def repaired_acts(given: Given, rules: Ruleset) -> Answer:
    """May a naval unit repaired this player turn do this?"""
    return Answer.legal(naval_repair.rule_on_repaired(given.text("activity")))


@HANDLERS.answers("ruling nrp.replaced_unit_acts", "activity", by="35")
def replaced_acts(given: Given, rules: Ruleset) -> Answer:
    """May a naval unit replaced this player turn do this?"""
    return Answer.legal(naval_repair.rule_on_replaced(given.text("activity")))


@HANDLERS.answers("ruling nrp.nationality", "points_of unit_of", by="35")
def nationality(given: Given, rules: Ruleset) -> Answer:
    """May points of one nation be spent for a unit of another?"""
    return Answer.legal(naval_repair.rule_on_nationality(given.text("points_of"), given.text("unit_of")))
