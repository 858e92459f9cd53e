"""Questions about the air replacement system (SF 25)."""

from __future__ import annotations

from europa_rules.air import air_replacement as replacement
from europa_rules.air.airbases import FRIENDLY, stated_capacity
from europa_rules.questions import AIR_UNIT, Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.state import ABORTED
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_basics import PHASING

PAST = {"replace": (1, 0), "repair": (0, 1)}


@HANDLERS.answers("air_cycle", "turn", needs="turn")
def air_cycle(given: Given, rules: Ruleset) -> Answer:
    """First and last game turn of the cycle."""
    cycle = replacement.air_cycle(Turn.parse(given.text("turn")), rules)
    return Answer.of(start=str(cycle.first), end=str(cycle.last))


def regroupable(part: Given) -> replacement.Regroupable:
    """An air unit of a pair."""
    return replacement.Regroupable(
        part.text("model", ""), part.as_air_unit("status", "model"), part.text("status", ABORTED)
    )


@HANDLERS.answers("may_regroup", "pair", needs="pair", within=AIR_UNIT)
def may_regroup(given: Given, rules: Ruleset) -> Answer:
    """May the pair regroup?"""
    one, other = map(regroupable, given.parts("pair"))
    ruling = replacement.rule_on_regrouping(one, other, rules)
    return Answer.legal(ruling)


@HANDLERS.answers("regroup", "aborted pairs", needs="pairs")
def regroup(given: Given, rules: Ruleset) -> Answer:
    """The boxes after regrouping."""
    found = replacement.regroup(given.whole("pairs"), given.whole("aborted", None))
    return Answer.of(
        reinforcements=found.reinforcements, eliminated=found.eliminated, aborted=found.aborted, arps=found.arps
    )


@HANDLERS.answers("withdrawal", "aborted eliminated in_play", needs="in_play|aborted|eliminated")
def withdrawal(given: Given, rules: Ruleset) -> Answer:
    """Where does the withdrawn air unit come from, and what is owed?"""
    found = replacement.reckon_withdrawal(
        given.count("in_play"), given.count("aborted"), given.count("eliminated"), rules
    )
    return Answer({"from": found.source or None, "arps": found.arps.value}, (("arps", found.arps),))


@HANDLERS.answers("arp_debt", "debt received", needs="debt received")
def arp_debt(given: Given, rules: Ruleset) -> Answer:
    """The payment of a debt."""
    found = replacement.pay_debt(given.number("debt"), given.number("received"))
    return Answer.of(paid=found.paid, left=found.left, debt=found.debt)


def by_type(part: Given) -> dict[str, int]:
    """Numbers of air units by type."""
    types = part.keys()
    return {kind: part.whole(kind) for kind in types}


@HANDLERS.answers(
    "air_reinforcements",
    "arriving available_airbases withdrawn_in_play",
    needs="arriving",
    within="arriving.* withdrawn_in_play.*",
)
def air_reinforcements(given: Given, rules: Ruleset) -> Answer:
    """Forced and free placements."""
    arriving, withdrawn = given.part("arriving"), given.part("withdrawn_in_play", {})
    facts = replacement.AirArrivals(
        by_type(arriving),
        by_type(withdrawn),
        bool(given.whole("available_airbases", 1)),
    )
    found = replacement.place_arrivals(facts)
    return Answer.of(forced_placements=found.forced, free_placements=found.free, eliminated=found.eliminated)


@HANDLERS.answers("legal place-air-reinforcement", "airbase", needs="airbase", within="isolated owner")
def place(given: Given, rules: Ruleset) -> Answer:
    """May an air reinforcement be placed there?"""
    airbase = given.part("action").part("airbase")
    facts = replacement.AirbaseForArrivals(
        airbase.text("owner", FRIENDLY), airbase.flag("isolated"), stated_capacity(airbase.raw("capacity", 1))
    )
    return Answer.legal(replacement.rule_on_arrival(facts, rules))


@HANDLERS.answers("arp_limit", "allowance remaining", needs="allowance")
def arp_limit(given: Given, rules: Ruleset) -> Answer:
    """The most ARPs that may be spent in one initial phase."""
    allowance = given.number("allowance")
    facts = replacement.ArpsAtHand(allowance, given.number("remaining", allowance))
    return Answer.of(max_spend=replacement.reckon_arp_limit(facts, rules))


@HANDLERS.answers("arp_carry", "unspent", needs="unspent")
def arp_carry(given: Given, rules: Ruleset) -> Answer:
    """ARPs carried over and lost."""
    found = replacement.carry_arps(given.number("unspent"), rules)
    return Answer.of(carried=found.carried, lost=found.lost)


@HANDLERS.answers("arp_cost", "action", needs="action")
def arp_cost(given: Given, rules: Ruleset) -> Answer:
    """The cost of an action, and the status that it gives."""
    cost = replacement.reckon_arp_cost(*given.choice("action", PAST), rules)
    return Answer.of(arps=cost, status=replacement.restored_status(given.text("action")))


@HANDLERS.answers("legal spend-arps", "allowance remaining repair replace", needs="replace|repair")
def spend_arps(given: Given, rules: Ruleset) -> Answer:
    """May the ARPs be spent so?"""
    action = given.part("action")
    allowance = action.amount("allowance")
    facts = replacement.ArpsSpent(
        replacement.ArpsAtHand(allowance, action.number("remaining", allowance)),
        action.count("replace"),
        action.count("repair"),
        given.text("phase", "initial"),
        given.choice("actor", PHASING, "phasing"),
    )
    return Answer.legal(replacement.rule_on_spending(facts, rules))
