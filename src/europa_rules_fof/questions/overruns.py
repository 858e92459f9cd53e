"""Questions about overruns (FoF 13)."""

from __future__ import annotations

from europa_rules.ground import overruns
from europa_rules.ground.movement import Spending, reckon_mps_left
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS

OF_OVERRUN_UNIT = {"overrun_unit": True}


def overrunner(part: Given) -> overruns.Overrunner:
    """A unit that takes part; whether it has moved makes no difference."""
    return overruns.Overrunner(
        part.text("name", "a unit"), available=part.number("mp_available", 0), needed=part.number("mp_needed", 0)
    )


@HANDLERS.answers(
    "ruling overrun",
    "attack defense mp_sufficient attack_printed attack_effects defensive_support units from_hexes"
    " overrunner_barred_from_hex",
    within="moved mp_available mp_needed",
    by="13",
)
def overrun(given: Given, rules: Ruleset) -> Answer:
    """Is the overrun legal? Defensive air support is ignored."""
    printed = given.number("attack", given.number("attack_printed", 0))
    attack = overruns.reckon_affected_strength(printed, given.texts("attack_effects", ()), rules)
    defense = given.number("defense")
    facts = overruns.OverrunFacts(
        attack.value,
        defense,
        overrunners=tuple(overrunner(part) for part in given.parts("units", ())),
        from_hexes=given.how_many("from_hexes", 1),
        phase=given.text("phase", "movement"),
        can_pay=given.flag("mp_sufficient", True),
        is_barred=given.flag("overrunner_barred_from_hex"),
    )
    odds = overruns.reckon_overrun_odds(attack.value, defense, rules)
    return Answer.legal(overruns.rule_on_overrun(facts, rules), odds=str(odds))


@HANDLERS.answers("reckon overrun_mp", "terrain_cost leaves_enemy_zoc_of chart_zoc_cost chart_overrun_cost", by="13")
def overrun_mp(given: Given, rules: Ruleset) -> Answer:
    """How many MPs does one unit pay?"""
    zoc_cost = given.number("chart_zoc_cost", 0)
    whose = given.texts("leaves_enemy_zoc_of", ())
    facts = overruns.OverrunCost(
        given.number("terrain_cost"),
        zocs=tuple(overruns.ExitedZoc(zoc_cost, OF_OVERRUN_UNIT.get(who, False)) for who in whose),
        overrun=given.number("chart_overrun_cost", 0),
    )
    return Answer.of(mp=overruns.reckon_overrun_mps(facts, rules))


@HANDLERS.answers("effect overrun", "mp_needed mp_available advances", by="13")
def after_overrun(given: Given, rules: Ruleset) -> Answer:
    """How many MPs are left? Those of the overrun are spent, whether the unit advances or not."""
    spent = (Spending("overrun", given.number("mp_needed")),)
    return Answer.of(mp_left=reckon_mps_left(given.number("mp_available"), spent, rules))


@HANDLERS.answers("effect overrun_victims", "units", within="removed", by="13")
def overrun_victims(given: Given, rules: Ruleset) -> Answer:
    """What becomes of the units that are overrun?"""
    outcomes = dict.fromkeys(overruns.outcome_of_overrun(unit) for unit in given.units("units"))
    return Answer.of(outcome=next(iter(outcomes), "removed"))
