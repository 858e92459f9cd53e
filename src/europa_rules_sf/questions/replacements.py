"""Questions about reinforcements, production and replacements (SF 40)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from europa_rules.campaign.reinforcements import Rebuilding
from europa_rules.campaign.replacements import District, ReplacementPlace, pool_after_cities_lost, reckon_pool
from europa_rules.ledger import Reckoning
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn
from europa_rules.units import Rating
from europa_rules_sf import points_gained, reinforcing, replacement_limits, replacement_points
from europa_rules_sf.questions import HANDLERS

OWN = {"own": True}
CITY = {True: "dot", False: ""}
KINDS = {"inf": "inf", "arm": "arm", "resource_points": "resource", "nrp": "naval"}
"""The kinds of points, as questions and rules name them."""


def turn(given: Given, key: str) -> Turn:
    """A game turn."""
    return Turn.parse(given.text(key))


def values(reckonings: Mapping[str, Reckoning]) -> dict[str, Fraction]:
    """What several reckonings come to, by name."""
    return {name: reckoning.value for name, reckoning in reckonings.items()}


def with_ledgers(answer: Answer, reckonings: Mapping[str, Reckoning]) -> Answer:
    """An answer with the ledgers behind its parts."""
    return Answer(answer.values, (*answer.ledgers, *reckonings.items()), answer.rulings, answer.by)


def numbers(given: Given, key: str) -> dict[str, Fraction]:
    """Numbers by name; none where the fact is not stated."""
    part = given.part(key, {})
    return {name: part.number(name) for name in tuple(part.keys())}


# --- reinforcements (40, 40A) ----------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon arrival.supply_status",
    "city_turns_out_of_supply city_isolated",
    needs="city_turns_out_of_supply",
    by="40",
)
def supply_status(given: Given, rules: Ruleset) -> Answer:
    """The supply of a unit that enters play at a city."""
    found = reinforcing.supply_of_newcomer(given.whole("city_turns_out_of_supply"))
    return Answer.of(
        unit_turns_out_of_supply=found.turns_out_of_supply, elimination_check_this_player_turn=found.is_checked
    )


@HANDLERS.answers(
    "ruling reinforcement.place",
    "listed place_district hex_owner in_enemy_zoc city nation",
    needs="listed place_district",
    by="40A 40A1",
)
def place(given: Given, rules: Ruleset) -> Answer:
    """May the reinforcement be placed there?"""
    facts = reinforcing.Placement(
        given.text("listed"),
        given.text("place_district"),
        given.word("nation"),
        OWN.get(given.text("hex_owner", "own") or "", False),
        given.flag("city", True),
    )
    return Answer.legal(reinforcing.rule_on_placement(facts, rules))


@HANDLERS.answers("effect forming.event", "event", needs="event", by="40A1")
def forming(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a unit in a forming box."""
    return Answer.of(outcome=reinforcing.outcome_of_forming(given.text("event")))


@HANDLERS.answers("reckon transfer.required", "from to", needs="from to", by="40A1")
def transfer(given: Given, rules: Ruleset) -> Answer:
    """Must the transfer be carried out?"""
    controlled = given.texts("controlled_theaters", ())
    ruling = reinforcing.rule_on_ignoring(given.text("from"), given.text("to"), controlled, rules)
    return Answer.of(ruling, required=not ruling.allowed)


def listed(given: Given) -> reinforcing.ListedChange:
    """A change that the order of battle lists."""
    return reinforcing.ListedChange(turn(given, "turn"), turn(given, "listed"))


def rebuilding(given: Given) -> Rebuilding:
    """The place of a unit that would convert or be rebuilt."""
    return Rebuilding(
        given.flag("in_city", True),
        given.flag("in_enemy_zoc"),
        given.flag("line_to_unisolated_regular_source", True),
    )


@HANDLERS.answers(
    "reckon convert.now",
    "turn listed in_city line_to_unisolated_regular_source in_enemy_zoc",
    needs="turn listed",
    by="40A1",
)
def convert(given: Given, rules: Ruleset) -> Answer:
    """Is the conversion made now?"""
    ruling = reinforcing.rule_on_conversion(listed(given), rebuilding(given), rules)
    return Answer.of(ruling, converts=ruling.allowed)


@HANDLERS.answers("ruling reorganize.now", "turn listed", needs="turn listed", by="40A1")
def reorganize(given: Given, rules: Ruleset) -> Answer:
    """May the reorganization be made now?"""
    return Answer.legal(reinforcing.rule_on_reorganizing(listed(given)))


@HANDLERS.answers(
    "ruling reorganize.choose", "turn listed eligible chosen", needs="turn listed eligible chosen", by="40A1"
)
def choose(given: Given, rules: Ruleset) -> Answer:
    """May so many units reorganize?"""
    chosen = given.whole("chosen")
    return Answer.legal(reinforcing.rule_on_choosing(listed(given), given.whole("eligible"), chosen), converted=chosen)


@HANDLERS.answers(
    "effect withdraw.unit",
    "in_play in_pool chart_replacement_cost rps",
    needs="in_play|in_pool",
    within="chart_replacement_cost.* rps.*",
    by="40A1",
)
def withdraw(given: Given, rules: Ruleset) -> Answer:
    """Where a withdrawn unit is taken from, and the points that are forfeited."""
    facts = reinforcing.Withdrawal(
        given.count("in_play"),
        given.count("in_pool"),
        numbers(given, "chart_replacement_cost"),
        numbers(given, "rps"),
    )
    found = reinforcing.withdraw(facts, rules)
    answer = Answer.of(
        found.because,
        taken_from=found.taken_from or None,
        rp_forfeited=values(found.forfeited),
        deficit=values(found.deficit),
    )
    return with_ledgers(answer, found.deficit)


@HANDLERS.answers(
    "ruling withdraw.full_for_cadre",
    "side full_attack cadre_attack chart_rebuild_cost turn",
    needs="turn chart_rebuild_cost",
    within="chart_rebuild_cost.*",
    by="40A1",
)
def full_for_cadre(given: Given, rules: Ruleset) -> Answer:
    """May a full division be withdrawn in place of its cadre, and what does that bring?"""
    ruling = reinforcing.rule_on_full_for_cadre(Side(given.text("side", AXIS)))
    usable = str(reinforcing.usable_from(turn(given, "turn")))
    return Answer.legal(ruling, rps=numbers(given, "chart_rebuild_cost"), usable_from=usable)


@HANDLERS.answers("effect pool.activity", "unit_in_pool", needs="unit_in_pool", by="40A1")
def pool_activity(given: Given, rules: Ruleset) -> Answer:
    """What becomes of an entry about a unit of the pool."""
    return Answer.of(outcome=reinforcing.outcome_in_pool(given.flag("unit_in_pool")))


@HANDLERS.answers("reckon arrive.axis", "from", by="40A2")
def arrive_axis(given: Given, rules: Ruleset) -> Answer:
    """Where an Axis arrival is placed."""
    return Answer.of(place=reinforcing.place_of_axis_arrival(given.word("from")))


def forming_unit(given: Given) -> reinforcing.FormingUnit:
    """A unit in a forming box."""
    return reinforcing.FormingUnit(
        turn(given, "turn"),
        turn(given, "placed"),
        turn(given, "full_on"),
        given.flag("unreliable"),
        given.flag("has_cadre", True),
        Side(given.text("side", AXIS)),
    )


@HANDLERS.answers(
    "ruling early_activation.attempt",
    "side turn placed full_on unreliable has_cadre chart_results",
    needs="turn placed full_on",
    by="40A2",
)
def early_activation(given: Given, rules: Ruleset) -> Answer:
    """May early activation be attempted, and what comes of it?"""
    unit = forming_unit(given)
    outcomes = [
        reinforcing.outcome_of_activation(result, unit.has_cadre) for result in given.texts("chart_results", ())
    ]
    drm = reinforcing.reckon_activation_modifier(reinforcing.check_of_early_activation(unit), rules)
    return Answer.legal(reinforcing.rule_on_early_activation(unit), outcome=next(iter(outcomes), None), drm=drm)


@HANDLERS.answers("reckon unreliable.check", "turn full_on unreliable", needs="turn full_on", by="40A2")
def unreliable(given: Given, rules: Ruleset) -> Answer:
    """Is the formation of the unit checked?"""
    full_on = turn(given, "full_on")
    unit = reinforcing.FormingUnit(turn(given, "turn"), full_on, full_on, given.flag("unreliable"))
    drm = reinforcing.reckon_activation_modifier(reinforcing.CHECK_FORMATION, rules)
    return Answer.of(check=reinforcing.is_formation_checked(unit), drm=drm)


@HANDLERS.answers(
    "ruling arrive.allied",
    "theater place owner enemy_in_district_supply in_enemy_zone in_danger_zone chart_capacity used_re re",
    needs="theater place re chart_capacity",
    by="40A3",
)
def arrive_allied(given: Given, rules: Ruleset) -> Answer:
    """May the forces arrive there, and what capacity is in use then?"""
    facts = reinforcing.AlliedArrival(
        given.text("theater"),
        given.text("place"),
        given.number("re"),
        given.number("chart_capacity"),
        given.amount("used_re"),
        OWN.get(given.text("owner", "own") or "", False),
        given.word("enemy_in_district_supply"),
        given.flag("in_enemy_zone"),
        given.flag("in_danger_zone"),
    )
    return Answer.legal(reinforcing.rule_on_allied_arrival(facts), used_re=reinforcing.reckon_capacity_used(facts))


@HANDLERS.answers("reckon arrive.general", "theater", needs="theater", by="40A3")
def arrive_general(given: Given, rules: Ruleset) -> Answer:
    """Where a reinforcement for a theater in general appears."""
    return Answer.of(place=reinforcing.place_of_general(given.text("theater")))


@HANDLERS.answers(
    "reckon conditional.appears",
    "conditions_met_by_own_initial_phase",
    needs="conditions_met_by_own_initial_phase",
    by="40A4",
)
def conditional(given: Given, rules: Ruleset) -> Answer:
    """The own initial phase in which a conditional reinforcement appears."""
    met = [bool(held) for held in given.raw("conditions_met_by_own_initial_phase")]
    return Answer.of(appears_in=reinforcing.phase_of_conditional(met))


# --- production (40B1) -----------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "reckon production.district",
    "turn chart_production cities cities_lost naval_bases_lost",
    needs="turn chart_production",
    within="inf arm resource_points nrp",
    by="40B1",
)
def district(given: Given, rules: Ruleset) -> Answer:
    """What a district produces on a turn."""
    chart = given.part("chart_production")
    named = tuple(chart.keys())
    facts = replacement_points.ProducingDistrict(
        turn(given, "turn"),
        {KINDS[name]: chart.number(name) for name in named},
        given.whole("cities", None),
        given.count("cities_lost"),
        given.count("naval_bases_lost"),
    )
    found = {name: replacement_points.reckon_district(KINDS[name], facts, rules) for name in named}
    return with_ledgers(Answer.of(production=values(found)), found)


@HANDLERS.answers("effect production.pool", "pool all_cities_enemy_owned", needs="pool", within="pool.*", by="40B1")
def pool(given: Given, rules: Ruleset) -> Answer:
    """What is left of the pool of a nation."""
    there = numbers(given, "pool")
    if not given.flag("all_cities_enemy_owned"):
        return Answer.of(pool=there)
    found = {kind: pool_after_cities_lost(points, rules) for kind, points in there.items()}
    return with_ledgers(Answer.of(pool=values(found)), found)


@HANDLERS.answers(
    "reckon production.pool_up", "force districts", needs="districts", within="inf arm resource_points nrp", by="40B1"
)
def pool_up(given: Given, rules: Ruleset) -> Answer:
    """The points that the districts of a force pool."""
    listed_points = [{name: part.number(name) for name in tuple(part.keys())} for part in given.parts("districts")]
    kinds = dict.fromkeys(name for points in listed_points for name in points)
    districts = [District(points) for points in listed_points]
    found = {kind: reckon_pool(kind, districts, rules) for kind in kinds}
    return with_ledgers(Answer.of(pool=values(found)), found)


# --- costs and spending (40B1a, 40B1b) -------------------------------------------------------------------------------


def cost_facts(unit: Given) -> replacement_points.CostFacts:
    """A unit that is to be replaced or rebuilt."""
    cadre = Rating(unit.strength("cadre_attack"), unit.strength("cadre_attack")) if unit.has("cadre_attack") else None
    return replacement_points.CostFacts(
        unit.text("unit_class", "non_motorized"),
        unit.word("kind"),
        Rating(unit.strength("attack", 0), unit.strength("defense", 0)),
        cadre,
        unit.amount("aa"),
        unit.amount("capacity"),
        numbers(unit, "chart_special_cost"),
    )


@HANDLERS.answers(
    "reckon rp.cost",
    "unit to",
    needs="unit",
    within="unit_class kind attack defense cadre_attack aa capacity chart_special_cost.*",
    by="40B1a",
)
def cost(given: Given, rules: Ruleset) -> Answer:
    """The replacement points that a unit costs."""
    found = replacement_points.reckon_cost(cost_facts(given.part("unit")), given.text("to", "full"), rules)
    return with_ledgers(Answer.of(cost=values(found)), found)


@HANDLERS.answers(
    "ruling rp.use",
    "points_of points unit_of pool_theater appears_theater action in_city line_to_unisolated_regular_source "
    "in_enemy_zoc city_isolated",
    needs="points_of unit_of",
    by="40B1a",
)
def use(given: Given, rules: Ruleset) -> Answer:
    """May the points be used so?"""
    pool_theater = given.word("pool_theater")
    facts = replacement_points.Spending(
        given.text("points_of"),
        given.text("unit_of"),
        given.text("action", "replace"),
        pool_theater,
        given.text("appears_theater", pool_theater) or "",
        ReplacementPlace(CITY[given.flag("in_city", True)], is_isolated=given.flag("city_isolated")),
        rebuilding(given),
    )
    return Answer.legal(replacement_points.rule_on_spending(facts, rules))


@HANDLERS.answers(
    "ruling pool.transfer",
    "from to overland_line_between_unisolated_cities destination_city_supply after_other_replacement_actions",
    needs="from to controlled_theaters",
    by="40B1a",
)
def pool_transfer(given: Given, rules: Ruleset) -> Answer:
    """May a unit pass from one replacement pool to another?"""
    facts = replacement_points.PoolTransfer(
        given.text("from"),
        given.text("to"),
        given.texts("controlled_theaters"),
        given.flag("overland_line_between_unisolated_cities", True),
        given.text("destination_city_supply", "regular") or "",
        given.flag("after_other_replacement_actions", True),
    )
    return Answer.legal(replacement_points.rule_on_pool_transfer(facts))


@HANDLERS.answers("ruling resource_point.use", "on_map placed_this_phase", needs="on_map", by="40B1b")
def use_resource_point(given: Given, rules: Ruleset) -> Answer:
    """May the resource point be spent?"""
    return Answer.legal(replacement_points.rule_on_using_resource_point(given.flag("on_map")))


# --- limits (40B2, 40B3) ---------------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling replacement.limit",
    "nation categories re units already turn last_turns",
    needs="side categories|re|units",
    within="already.*",
    by="40B2 40B3",
)
def limit(given: Given, rules: Ruleset) -> Answer:
    """May the unit be replaced under the limits?"""
    facts = replacement_limits.Replacing(
        Side(given.text("side")),
        given.texts("categories", ()),
        given.number("re", 1),
        given.whole("units", 1),
        numbers(given, "already"),
        Turn.parse(given.text("turn", str(rules.variant.first_turn))),
        tuple(map(Turn.parse, given.texts("last_turns", ()))),
    )
    return Answer.legal(replacement_limits.rule_on_limits(facts, rules))


@HANDLERS.answers("reckon replacement.months", "category re", needs="side category")
def months(given: Given, rules: Ruleset) -> Answer:
    """The months that replacing the unit takes."""
    side = Side(given.text("side"))
    return Answer.of(
        months=replacement_limits.reckon_months(side, given.text("category"), given.number("re", 1), rules)
    )


@HANDLERS.answers("ruling replacement.forbidden", "kind nation", needs="side kind", by="40B2 40B3")
def forbidden(given: Given, rules: Ruleset) -> Answer:
    """May this kind of unit be replaced at all?"""
    kind = replacement_limits.Kind(Side(given.text("side")), given.text("kind"), given.word("nation"))
    return Answer.legal(replacement_limits.rule_on_kind(kind, rules))


def payment(given: Given) -> replacement_points.Payment:
    """Infantry points that would be paid for a unit."""
    return replacement_points.Payment(given.text("unit"), given.number("cost"), numbers(given, "pay"))


@HANDLERS.answers("ruling british.inf", "unit cost pay", needs="unit cost pay", within="pay.*", by="40B3")
def british_inf(given: Given, rules: Ruleset) -> Answer:
    """May the infantry points be paid so for a British unit?"""
    return Answer.legal(replacement_points.rule_on_british_payment(payment(given)))


@HANDLERS.answers("ruling french.inf", "in_exile unit cost pay", needs="unit cost pay", within="pay.*", by="40B3")
def french_inf(given: Given, rules: Ruleset) -> Answer:
    """May the infantry points be paid so for a French unit?"""
    return Answer.legal(replacement_points.rule_on_french_payment(payment(given), given.flag("in_exile", True)))


# --- points gained (40B4, 40C, 40D) ----------------------------------------------------------------------------------


def loss(part: Given) -> points_gained.Loss:
    """A unit that was lost."""
    return points_gained.Loss(
        part.text("nation"),
        part.strength("attack"),
        part.strength("cadre_attack", 0),
        part.flag("isolated"),
        part.text("outcome", points_gained.ELIMINATED),
        part.text("cause", points_gained.COMBAT),
    )


@HANDLERS.answers(
    "reckon special.replacements",
    "losses",
    needs="losses",
    within="nation attack cadre_attack isolated outcome cause",
    by="40B4",
)
def special(given: Given, rules: Ruleset) -> Answer:
    """The infantry points for losses, by nationality."""
    found = points_gained.reckon_points_of_losses(map(loss, given.parts("losses")), rules)
    return with_ledgers(Answer.of(inf_rps=values(found)), found)


def substitute(given: Given) -> str:
    """The rating of the division that takes the place of a fragile one; "" where none is stated."""
    return str(Rating.parse(given.text("substitute"))) if given.text("substitute", None) else ""


@HANDLERS.answers("effect fragile.division", "event substitute", needs="event", by="40C")
def fragile_effect(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a fragile division."""
    found = points_gained.outcome_of_fragile(given.text("event"), substitute(given))
    return Answer.of(pool_receives=found.pool_receives or None, becomes=found.becomes or None)


@HANDLERS.answers("ruling fragile.division", "event substitute", needs="event", by="40C")
def fragile_ruling(given: Given, rules: Ruleset) -> Answer:
    """May this be done with a fragile division?"""
    event = given.text("event")
    found = points_gained.outcome_of_fragile(event, substitute(given))
    return Answer.legal(
        points_gained.rule_on_fragile(event),
        pool_receives=found.pool_receives or None,
        becomes=found.becomes or None,
    )


LINES = {True: points_gained.CITY, False: ""}
HEADQUARTERS = {points_gained.HEADQUARTERS: True}


@HANDLERS.answers(
    "ruling disband",
    "nation unit_class kind re cost line_to_replacement_source in_enemy_zoc turn",
    needs="nation cost turn",
    within="cost.*",
    by="40D1",
)
def disband(given: Given, rules: Ruleset) -> Answer:
    """May the unit be disbanded, and what does that bring?"""
    facts = points_gained.Disbanding(
        given.text("nation"),
        given.text("unit_class", "non_motorized"),
        HEADQUARTERS.get(given.text("kind", "unit"), False),
        given.amount("re"),
        numbers(given, "cost"),
        LINES[given.flag("line_to_replacement_source", True)],
        given.flag("in_enemy_zoc"),
        given.text("phase", "initial"),
    )
    found = points_gained.reckon_points_of_disbanding(facts, rules)
    usable = str(reinforcing.usable_from(turn(given, "turn")))
    answer = Answer.legal(points_gained.rule_on_disbanding(facts, rules), rps=values(found), usable_from=usable)
    return with_ledgers(answer, found)


@HANDLERS.answers("reckon disarm", "nation attack_total", needs="nation attack_total", by="40D2")
def disarm(given: Given, rules: Ruleset) -> Answer:
    """The German infantry points for disarmed units."""
    strengths = (given.strength("attack_total"),)
    return Answer.of(german_inf_rps=points_gained.reckon_points_of_disarming(given.text("nation"), strengths, rules))


@HANDLERS.answers(
    "ruling foreign_aid",
    "giver taker points line_between_unisolated_cities spend_same_initial_phase",
    needs="giver taker",
    by="40D3",
)
def foreign_aid(given: Given, rules: Ruleset) -> Answer:
    """May the points be given away?"""
    aid = points_gained.Aid(
        given.text("giver"),
        given.text("taker"),
        given.text("points", "arm"),
        given.flag("line_between_unisolated_cities", True),
        given.flag("spend_same_initial_phase"),
    )
    return Answer.legal(points_gained.rule_on_aid(aid, rules), usable=points_gained.AFTER_PHASE)
