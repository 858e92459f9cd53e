"""Questions about ZOCs (FoF 5 and the rules that take a ZOC away)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.ground import zones
from europa_rules.ground.terrain import described_entry
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.nation_zones import INVASION_TURN, ITALY_AT_WAR, NO, YES
from europa_rules_fof.questions import HANDLERS

ACTIVITIES = {
    "admin_movement": "administrative movement",
    "rail_movement": "rail movement",
    "air_transport": "air transport",
    "overrun": "being overrun",
}
YES_OR_NO = {True: YES, False: NO}


def activities(given: Given, *keys: str) -> tuple[str, ...]:
    """The activities that stand under these keys."""
    words = (given.text(key) for key in keys if given.has(key))
    return tuple(ACTIVITIES.get(word, word) for word in words)


def exertion(given: Given) -> zones.ZocExertion:
    """The unit of a question, as far as having a ZOC goes."""
    return zones.ZocExertion(
        given.unit("unit"),
        doing=activities(given, "during"),
        done=activities(given, "used", "after"),
        phase=given.text("phase", "movement"),
        turns_out_of_supply=zones.turns_out(given.text("supply_state", "in")),
    )


@HANDLERS.answers(
    "reckon has_zoc",
    "unit used phase during after carried_by supply_state",
    within="admin_movement air_transport overrun rail_movement",
    by="5",
)
def has_zoc(given: Given, rules: Ruleset) -> Answer:
    """Does the unit have a ZOC? Being carried makes no difference."""
    ruling = zones.has_zoc(exertion(given), rules)
    return Answer.of(ruling, zoc=ruling.allowed)


@HANDLERS.answers(
    "reckon zoc_reaches",
    "unit terrain unit_prohibited_terrain hexside unit_prohibited_hexsides target_country italy_at_war turn"
    " invasion_turn",
    within="admin_movement after air_transport during overrun rail_movement supply_state used",
    by="5",
)
def zoc_reaches(given: Given, rules: Ruleset) -> Answer:
    """Does the unit's ZOC reach the hex described?"""
    unit = given.unit("unit")
    country = given.text("target_country", "")
    said = described_entry(unit, given.text("terrain", "clear"), (given.text("hexside", ""),), rules)
    barred = (*given.texts("unit_prohibited_terrain", ()), *given.texts("unit_prohibited_hexsides", ()))
    entry = evolve(said, prohibited=frozenset(barred), country=country)
    situation = {
        ITALY_AT_WAR: YES_OR_NO[given.flag("italy_at_war", True)],
        INVASION_TURN: YES_OR_NO[given.flag("invasion_turn")],
    }
    ruling = zones.zoc_reaches(zones.ZocReach(exertion(given), entry, country, situation), rules)
    return Answer.of(ruling, zoc=ruling.allowed)
