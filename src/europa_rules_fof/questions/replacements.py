"""Questions about ground reinforcements, production and replacements (FoF 29)."""

from __future__ import annotations

from fractions import Fraction

from europa_rules.campaign import reinforcements, replacements
from europa_rules.ledger import Reckoning
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS, Side, Turn
from europa_rules.units import Rating
from europa_rules_fof import special_reinforcements
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.combat import turn_of

FRIENDLY = {"own": True, "friendly": True}


# --- reinforcements (29A1) -------------------------------------------------------------------------------------------


@HANDLERS.answers("effect forming_box", "unit_count cities_owned", needs="unit_count")
def forming_box(given: Given, rules: Ruleset) -> Answer:
    """The units that are left in the forming box."""
    left = reinforcements.left_in_forming_box(given.whole("unit_count"), given.whole("cities_owned", 0))
    return Answer.of(unit_count=left)


@HANDLERS.answers("effect ground_reinforcement", "placeable", needs="placeable")
def ground_reinforcement(given: Given, rules: Ruleset) -> Answer:
    """What becomes of a ground reinforcement?"""
    return Answer.of(status=reinforcements.status_of_reinforcement(given.flag("placeable")))


@HANDLERS.answers(
    "ruling convert",
    "in_city enemy_zoc traces_to_unisolated_regular_source",
    needs="enemy_zoc|in_city|traces_to_unisolated_regular_source",
)
def convert(given: Given, rules: Ruleset) -> Answer:
    """May the unit be converted?"""
    facts = reinforcements.Rebuilding(
        given.flag("in_city", True),
        given.flag("enemy_zoc"),
        given.flag("traces_to_unisolated_regular_source", True),
    )
    return Answer.legal(reinforcements.rule_on_converting(facts, rules))


# --- production (29B1) -----------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon production_due", "turn", needs="turn")
def production_due(given: Given, rules: Ruleset) -> Answer:
    """Do districts produce on this turn?"""
    return Answer.of(due=replacements.is_production_due(Turn.parse(given.text("turn")), rules))


def points_in(part: Given) -> dict[str, Fraction]:
    """Points by their kind."""
    return {kind: part.number(kind) for kind in replacements.KINDS if part.has(kind)}


def district(part: Given) -> replacements.District:
    """A district and how many of its city hexes are lost."""
    listed = part.part("listed") if part.has("listed") else part
    total = part.whole("city_hexes_total") if part.has("city_hexes_total") else None
    return replacements.District(points_in(listed), part.whole("city_hexes_lost", 0), total)


@HANDLERS.answers(
    "reckon pooled_production",
    "force districts",
    needs="districts",
    within="arm inf listed resource city_hexes_lost city_hexes_total",
)
def pooled_production(given: Given, rules: Ruleset) -> Answer:
    """The production pool of a force."""
    districts = [district(part) for part in given.parts("districts")]
    return Answer.of(**{kind: replacements.reckon_pool(kind, districts, rules) for kind in replacements.KINDS})


@HANDLERS.answers(
    "reckon district_production", "listed city_hexes_lost city_hexes_total", needs="listed", within="arm inf resource"
)
def district_production(given: Given, rules: Ruleset) -> Answer:
    """What a district produces."""
    facts = district(given)
    return Answer.of(**{kind: replacements.reckon_production(kind, facts, rules) for kind in replacements.KINDS})


@HANDLERS.answers("effect nation_cities_lost", "pools", needs="pools", within="arm inf resource")
def nation_cities_lost(given: Given, rules: Ruleset) -> Answer:
    """The pools of a nation that has lost all its cities."""
    pools = points_in(given.part("pools"))
    return Answer.of(**{kind: replacements.pool_after_cities_lost(points, rules) for kind, points in pools.items()})


@HANDLERS.answers("reckon city_production", "recaptured")
def city_production(given: Given, rules: Ruleset) -> Answer:
    """The share of production that a city gives."""
    return Answer.of(production=replacements.reckon_city_share(given.flag("recaptured"), rules))


# --- replacing units (29A1, 29B1, 29B1a) -----------------------------------------------------------------------------


@HANDLERS.answers("ruling replace_unit", "status", needs="status")
def replace_unit(given: Given, rules: Ruleset) -> Answer:
    """May the unit be replaced?"""
    return Answer.legal(replacements.rule_on_replacing(given.text("status"), rules))


@HANDLERS.answers(
    "ruling place_replacement",
    "city_kind owned_by isolated",
    needs="city_kind|isolated|owned_by",
)
def place_replacement(given: Given, rules: Ruleset) -> Answer:
    """May the replaced unit be placed there?"""
    facts = replacements.ReplacementPlace(
        given.text("city_kind", "dot") or "",
        FRIENDLY.get(given.text("owned_by", "own") or "", False),
        given.flag("isolated"),
    )
    return Answer.legal(replacements.rule_on_replacement_place(facts, rules))


PRINTED = dict.fromkeys(("headquarters", "position_aa", "transport_counter", "truck"), ("0-0",))
"""The ratings that go without saying, by unit types: these have no combat strength."""


def full_cost(unit: Given, rules: Ruleset) -> Reckoning:
    """What a unit costs at full strength."""
    printed = unit.text("rating", *PRINTED.get(unit.text("type", ""), ()))
    return replacements.reckon_replacement_cost(Rating.parse(printed), rules)


def cadre_cost(unit: Given, rules: Ruleset) -> Reckoning:
    """What a unit costs at cadre strength."""
    return replacements.reckon_replacement_cost(Rating.parse(unit.text("cadre")), rules)


def cost_from_cadre(unit: Given, rules: Ruleset) -> Reckoning:
    """What it costs to rebuild a cadre."""
    full, cadre = Rating.parse(unit.text("rating")), Rating.parse(unit.text("cadre"))
    return replacements.reckon_rebuilding_cost(full, cadre, rules)


COSTS = {"full": full_cost, "cadre": cadre_cost, "cadre_to_full": cost_from_cadre, "full_from_cadre": cost_from_cadre}
"""What a unit is replaced to."""


@HANDLERS.answers("reckon replacement_cost", "unit to", needs="unit")
def replacement_cost(given: Given, rules: Ruleset) -> Answer:
    """The RPs that it costs to replace a unit."""
    reckon = given.choice("to", COSTS) if given.has("to") else full_cost
    return Answer.of(rp=reckon(given.part("unit"), rules))


# --- special reinforcements (29C) ------------------------------------------------------------------------------------


@HANDLERS.answers(
    "ruling call_up_training_regiments",
    "earlier_uses",
    needs="earlier_uses",
)
def call_up_training_regiments(given: Given, rules: Ruleset) -> Answer:
    """May the French training regiments be called up?"""
    return Answer.legal(special_reinforcements.rule_on_calling_up(given.whole("earlier_uses"), rules))


@HANDLERS.answers("reckon emergency_reinforcements", "nation")
def emergency_reinforcements(given: Given, rules: Ruleset) -> Answer:
    """The number and the rating of the units."""
    nation = rules.nations.find(given.text("nation", "France")).code
    found = special_reinforcements.emergency_reinforcements(nation, rules)
    return Answer.of(count=found.count, rating=found.rating)


@HANDLERS.answers("reckon french_regular_replacements", "call_up_turn turn computed", needs="computed turn")
def french_regular_replacements(given: Given, rules: Ruleset) -> Answer:
    """The French regular replacements that are received."""
    called, turn = turn_of(given, "call_up_turn"), Turn.parse(given.text("turn"))
    points = special_reinforcements.reckon_regular_replacements(called, turn, given.number("computed"))
    return Answer.of(points=points)


@HANDLERS.answers("effect training_regiment", "mr_cities_owned", needs="mr_cities_owned")
def training_regiment(given: Given, rules: Ruleset) -> Answer:
    """Where does the training regiment go?"""
    return Answer.of(place=special_reinforcements.place_of_regiment(given.whole("mr_cities_owned")))


@HANDLERS.answers("reckon fighter_command_return", "eliminated", needs="eliminated", within="turn side phase moment")
def fighter_command_return(given: Given, rules: Ruleset) -> Answer:
    """When does an eliminated air unit of Fighter Command return, and does it count as a loss?"""
    lost = given.part("eliminated")
    found = special_reinforcements.return_of_fighters(Turn.parse(lost.text("turn")), Side(lost.text("side", AXIS)))
    return Answer.of(turn=str(found.turn), side=found.side, phase=found.phase, counts_as_loss=found.counts_as_loss)


@HANDLERS.answers("reckon fighter_command_arrivals", "emergency_used_first_time")
def fighter_command_arrivals(given: Given, rules: Ruleset) -> Answer:
    """How many air units of Fighter Command appear?"""
    return Answer.of(count=special_reinforcements.reckon_fighters(given.flag("emergency_used_first_time"), rules))
