"""Questions about preparing for play, scenarios and victory (SF 41, 42)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side, Turn
from europa_rules.units import Rating
from europa_rules_sf import preparing, victory
from europa_rules_sf.questions import HANDLERS

RAIL_ONLY = "R"
ENDED = {"axis_player_turn": AXIS, "allied_player_turn": ALLIED}


# --- preparing for play (41) -----------------------------------------------------------------------------------------


@HANDLERS.answers("reckon ob.rating", "text", needs="text", by="41A")
def rating(given: Given, rules: Ruleset) -> Answer:
    """What a rating of the orders of battle says."""
    found = Rating.parse(given.text("text"))
    return Answer.of(
        attack=found.attack,
        defense=found.defense,
        move=RAIL_ONLY if found.rail_only else found.movement,
        self_supported=found.self_supported,
    )


@HANDLERS.answers("sequence setup.order", "items", needs="items", by="41A")
def order(given: Given, rules: Ruleset) -> Answer:
    """The order of preparation."""
    return Answer.of(order=list(preparing.in_order(given.texts("items"))))


@HANDLERS.answers("ruling setup.redeploy", "theater units", needs="units theater", by="41A")
def redeploy(given: Given, rules: Ruleset) -> Answer:
    """May so many units be redeployed?"""
    return Answer.legal(preparing.rule_on_redeploying(given.text("theater"), given.whole("units"), rules))


@HANDLERS.answers("ruling setup.plan_landings", "game_turn", needs="game_turn", by="41A")
def plan_landings(given: Given, rules: Ruleset) -> Answer:
    """May landings on this turn be planned in the set-up?"""
    return Answer.legal(preparing.rule_on_planning(given.whole("game_turn")))


@HANDLERS.answers("ruling setup.fort", "buildable_by_14A1", needs="buildable_by_14A1", by="41A")
def fort(given: Given, rules: Ruleset) -> Answer:
    """May it be placed there?"""
    return Answer.legal(preparing.rule_on_placing_work(given.flag("buildable_by_14A1")))


@HANDLERS.answers("ruling setup.pregame", "side action", needs="action", by="41A")
def pregame(given: Given, rules: Ruleset) -> Answer:
    """May this be done in the pre-game phase?"""
    act = preparing.PregameAct(Side(given.text("side", ALLIED)), given.text("action"))
    return Answer.legal(preparing.rule_on_pregame(act))


@HANDLERS.answers("reckon scenario.facts", "scenario", needs="scenario", by="41B")
def scenario_facts(given: Given, rules: Ruleset) -> Answer:
    """The span of a scenario and the theaters of its players."""
    found = preparing.facts_of(given.text("scenario"), rules)
    return Answer.of(
        start=str(found.first),
        last_turn=str(found.last),
        allied_theaters=list(found.allied),
        axis_theaters=list(found.axis),
        limited_axis_theaters=list(found.limited),
    )


@HANDLERS.answers("ruling scenario.port_use", "scenario port", needs="scenario port", by="41B3")
def port_use(given: Given, rules: Ruleset) -> Answer:
    """May the Allied player use the port?"""
    return Answer.legal(preparing.rule_on_port_use(given.text("scenario"), given.text("port"), rules))


@HANDLERS.answers(
    "ruling scenario.greater_germany_move",
    "scenario allied_ground_unit_entered listed_transfer",
    needs="allied_ground_unit_entered|listed_transfer|scenario",
    by="41B4",
)
def greater_germany_move(given: Given, rules: Ruleset) -> Answer:
    """May forces of Greater Germany move into the South theater?"""
    facts = preparing.GermanMove(
        given.text("scenario", preparing.MTO_SCENARIO),
        given.flag("allied_ground_unit_entered"),
        given.flag("listed_transfer"),
    )
    return Answer.legal(preparing.rule_on_moving_south(facts, rules))


@HANDLERS.answers(
    "reckon scenario.surrender_in_italy",
    "major_and_dot_cities allied_owned",
    needs="major_and_dot_cities allied_owned",
    by="41B4",
)
def surrender_in_italy(given: Given, rules: Ruleset) -> Answer:
    """Do Axis forces in Italy surrender?"""
    cities, allied = given.whole("major_and_dot_cities"), given.whole("allied_owned")
    return Answer.of(surrenders=preparing.surrenders_in_italy(cities, allied))


# --- victory (42) ----------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon victory.award_now", "turn after game_over", needs="turn", by="42")
def award_now(given: Given, rules: Ruleset) -> Answer:
    """Are points for territory and losses awarded now?"""
    after = given.choice("after", ENDED, "axis_player_turn")
    ruling = victory.rule_on_award(victory.Check(Turn.parse(given.text("turn")), after, given.flag("game_over")), rules)
    return Answer.of(ruling, award=ruling.allowed)


@HANDLERS.answers("reckon victory.territory", "kind axis_owned_jul_i_43 owner isolated", needs="kind", by="42")
def territory(given: Given, rules: Ruleset) -> Answer:
    """Does the place score?"""
    facts = victory.ScoringPlace(
        given.text("kind"),
        given.flag("axis_owned_jul_i_43", True),
        given.text("owner", ALLIED) or "",
        given.flag("isolated"),
    )
    ruling = victory.rule_on_territory(facts)
    return Answer.of(ruling, scores=ruling.allowed)


@HANDLERS.answers(
    "reckon victory.net_ground_losses",
    "pool_attack cadre_shortfall inf_rps arm_rps starting_pool_attack arrived_as_cadre_shortfall",
    needs="cadre_shortfall|pool_attack",
    by="42",
)
def net_ground_losses(given: Given, rules: Ruleset) -> Answer:
    """Net ground losses of a force."""
    net = victory.reckon_ground_losses(
        victory.GroundLosses(
            given.amount("pool_attack"),
            given.amount("cadre_shortfall"),
            given.amount("inf_rps"),
            given.amount("starting_pool_attack"),
            given.amount("arrived_as_cadre_shortfall"),
        )
    )
    return Answer.of(net=net, penalty=victory.is_excessive(net.value))


@HANDLERS.answers("reckon victory.net_air_losses", "eliminated aborted arps_left", needs="aborted|eliminated", by="42")
def net_air_losses(given: Given, rules: Ruleset) -> Answer:
    """Net air losses of a force."""
    lost = victory.AirLosses(given.amount("eliminated"), given.amount("aborted"), given.amount("arps_left"))
    net = victory.reckon_air_losses(lost)
    return Answer.of(net=net, penalty=victory.is_excessive(net.value))


@HANDLERS.answers(
    "reckon victory.net_naval_losses", "points_sunk points_hit nrps", needs="points_hit|points_sunk", by="42"
)
def net_naval_losses(given: Given, rules: Ruleset) -> Answer:
    """Net naval losses."""
    lost = victory.NavalLosses(given.amount("points_sunk"), given.amount("points_hit"), given.amount("nrps"))
    net = victory.reckon_naval_losses(lost)
    return Answer.of(net=net, penalty=victory.is_excessive(net.value))


@HANDLERS.answers(
    "reckon victory.italian_losses", "surrender_turn loss_turn", needs="surrender_turn loss_turn", by="42"
)
def italian_losses(given: Given, rules: Ruleset) -> Answer:
    """Does the loss count?"""
    surrender, loss = Turn.parse(given.text("surrender_turn")), Turn.parse(given.text("loss_turn"))
    return Answer.of(counts=victory.is_italian_loss_counted(surrender, loss))


@HANDLERS.answers("reckon victory.event", "event times_before italy_in_axis allied_theaters", needs="event", by="42")
def event(given: Given, rules: Ruleset) -> Answer:
    """Does the event score?"""
    facts = victory.Occurrence(
        given.text("event"),
        given.count("times_before"),
        given.flag("italy_in_axis", True),
        given.texts("allied_theaters", (victory.ETO, victory.MTO)),
    )
    ruling = victory.rule_on_event(facts)
    return Answer.of(ruling, scores=ruling.allowed)


@HANDLERS.answers(
    "reckon victory.disastrous", "nation isolated outcome attack cadre_attack", needs="nation attack", by="42"
)
def disastrous(given: Given, rules: Ruleset) -> Answer:
    """Attack points lost in a disastrous operation."""
    facts = victory.LostUnit(
        given.text("nation"),
        given.flag("isolated"),
        given.text("outcome", "eliminated"),
        given.strength("attack"),
        given.strength("cadre_attack", 0),
    )
    lost = victory.reckon_disaster(facts, rules)
    return Answer.of(attack_points_lost=lost, applies=victory.is_disastrous(facts, rules))


@HANDLERS.answers("reckon victory.french_return", "moves", by="42")
def french_return(given: Given, rules: Ruleset) -> Answer:
    """Is the award for the return held?"""
    return Answer.of(award_held=victory.is_french_award_held(given.texts("moves", ())))
