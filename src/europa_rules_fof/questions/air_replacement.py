"""Questions about the air replacement system (FoF 25)."""

from __future__ import annotations

from europa_rules.air import air_replacement as replacement
from europa_rules.air.airbases import UNLIMITED, stated_capacity
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import ABORTED
from europa_rules_fof.questions import HANDLERS


@HANDLERS.answers("reckon air_cycle", "turn", needs="turn")
def air_cycle(given: Given, rules: Ruleset) -> Answer:
    """First turn and length in game turns of the air cycle that holds the turn."""
    cycle = replacement.air_cycle(Turn.parse(given.text("turn")), rules)
    return Answer.of(starts=str(cycle.first), turns=cycle.turns)


@HANDLERS.answers("ruling regroup", "pair status", needs="pair", within=AIR_UNIT)
def may_regroup(given: Given, rules: Ruleset) -> Answer:
    """May the pair regroup?"""
    status = given.text("status", ABORTED)
    one, other = (
        replacement.Regroupable(
            part.text("model", ""), part.as_air_unit("status", "model"), part.text("status", status)
        )
        for part in given.parts("pair")
    )
    return Answer.legal(replacement.rule_on_regrouping(one, other, rules))


@HANDLERS.answers("effect regroup", "aborted pairs", needs="pairs")
def regroup(given: Given, rules: Ruleset) -> Answer:
    """Result of regrouping."""
    found = replacement.regroup(given.whole("pairs"), given.whole("aborted", None))
    return Answer.of(eliminated=found.eliminated, reinforcements=found.reinforcements, arp=found.arps)


@HANDLERS.answers("reckon withdrawal_source", "aborted eliminated in_play", needs="in_play|aborted|eliminated")
def withdrawal_source(given: Given, rules: Ruleset) -> Answer:
    """Where a withdrawn air unit comes from and the ARPs it costs."""
    found = replacement.reckon_withdrawal(
        given.whole("in_play", 0), given.whole("aborted", 0), given.whole("eliminated", 0), rules
    )
    return Answer({"from": found.word or None, "arp": found.arps.value}, (("arp", found.arps),))


@HANDLERS.answers("reckon arp_after_withdrawal", "arp cost", needs="arp cost")
def arp_after_withdrawal(given: Given, rules: Ruleset) -> Answer:
    """ARPs left and owed."""
    found = replacement.charge_withdrawal(given.number("arp"), given.number("cost"), rules)
    return Answer.of(arp=found.left, owed=found.debt)


@HANDLERS.answers("reckon arp_spendable", "owed received", needs="received")
def arp_spendable(given: Given, rules: Ruleset) -> Answer:
    """ARPs free for use."""
    return Answer.of(spendable=replacement.pay_debt(given.number("owed", 0), given.number("received")).left)


@HANDLERS.answers(
    "ruling place_air_unit", "airbase_capacity isolated owned_by", needs="airbase_capacity|isolated|owned_by"
)
def place_air_unit(given: Given, rules: Ruleset) -> Answer:
    """May an arriving air unit be placed there?"""
    facts = replacement.AirbaseForArrivals(
        given.text("owned_by", "own"), given.flag("isolated"), stated_capacity(given.raw("airbase_capacity", UNLIMITED))
    )
    return Answer.legal(replacement.rule_on_arrival(facts, rules))


@HANDLERS.answers("effect air_reinforcement", "placeable", needs="placeable")
def air_reinforcement(given: Given, rules: Ruleset) -> Answer:
    """Status of an air reinforcement, which may or may not be placed."""
    return Answer.of(status=replacement.status_of_arrival(given.flag("placeable")))


@HANDLERS.answers("reckon arp_cost", "repair replace", needs="replace|repair")
def arp_cost(given: Given, rules: Ruleset) -> Answer:
    """ARPs for replacements and repairs."""
    return Answer.of(arp=replacement.reckon_arp_cost(given.whole("replace", 0), given.whole("repair", 0), rules))


@HANDLERS.answers("reckon arp_next_cycle", "new unspent", needs="new|unspent")
def arp_next_cycle(given: Given, rules: Ruleset) -> Answer:
    """ARPs at hand in the next air cycle."""
    return Answer.of(arp=replacement.reckon_next_cycle(given.number("unspent", 0), given.number("new", 0), rules))


@HANDLERS.answers("ruling spend_arp", "allowance initial_phase_of_cycle spend", needs="spend")
def spend_arp(given: Given, rules: Ruleset) -> Answer:
    """May the ARPs be spent?"""
    allowance = given.number("allowance", 0)
    facts = replacement.ArpsSpent(replacement.ArpsAtHand(allowance, allowance), cost=given.number("spend"))
    return Answer.legal(replacement.rule_on_spending(facts, rules))
