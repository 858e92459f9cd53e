"""Questions about hexes, sizes, classes, sides, places and the sequence of play (FoF 2, 3 and 4)."""

from __future__ import annotations

from europa_rules.campaign import allowances, nations, regions, sequence
from europa_rules.ground import mechanics, sizes
from europa_rules.inspection import report_on_unit
from europa_rules.ledger import Reckoning
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules_fof.questions import HANDLERS

UNLIMITED = "unlimited"
PARIS: dict[bool, tuple[str, ...]] = {True: ("Paris is an open city",), False: ()}


# --- components and units (2, 3A) ------------------------------------------------------------------------------------


@HANDLERS.answers("reckon hex_reference", "text", by="2")
def hex_reference(given: Given, rules: Ruleset) -> Answer:
    """The map and the number of a hex reference."""
    sheet, number = rules.board.grid.parts_of(given.text("text"))
    return Answer.of(map=sheet, hex=number)


@HANDLERS.answers("reckon re_size", "items", within="", by="3A3")
def re_size(given: Given, rules: Ruleset) -> Answer:
    """Size of some items in REs."""
    return Answer.of(re=sizes.reckon_sizes(given.units("items"), rules))


@HANDLERS.answers("reckon size_group", "unit", within="", by="3A1")
def size_group(given: Given, rules: Ruleset) -> Answer:
    """Is the unit divisional?"""
    return Answer.of(divisional=report_on_unit(given.unit("unit"), rules).is_divisional)


@HANDLERS.answers("reckon unit_class", "unit", within="", by="3A2")
def unit_class(given: Given, rules: Ruleset) -> Answer:
    """The class of the unit."""
    report = report_on_unit(given.unit("unit"), rules)
    return Answer({"class": report.unit_class, "c_m": report.is_combat_motorized, "is_artillery": report.is_artillery})


# --- sides (3B) ------------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon controller", "nation turn invaded", by="3B")
def controller(given: Given, rules: Ruleset) -> Answer:
    """Who controls a nation's forces after these countries were invaded? The turn makes no difference."""
    events = tuple(nations.invasion_of(country, rules) for country in given.texts("invaded", ()))
    return Answer.of(controller=nations.controller(given.text("nation"), events, rules))


# --- game mechanics (3C) ---------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon apply_effects", "value effects", by="3C2")
def apply_effects(given: Given, rules: Ruleset) -> Answer:
    """A value after several effects."""
    value = Reckoning.of(given.number("value", signed=True), "printed")
    effects = [mechanics.Effect.named(word, rules) for word in given.texts("effects", ())]
    return Answer.of(value=mechanics.reckon_effects(value, effects))


@HANDLERS.answers("reckon rail_capacity", "base used_last_turn", by="3C4")
def rail_capacity(given: Given, rules: Ruleset) -> Answer:
    """Rail capacity this turn."""
    facts = allowances.Allowance.after(given.number("base"), given.number("used_last_turn", 0))
    return Answer.of(available=allowances.reckon_allowance(facts, rules))


@HANDLERS.answers("reckon ntp_allowance", "ntp_pool paris_open used_last_turn", by="26B")
def ntp_allowance(given: Given, rules: Ruleset) -> Answer:
    """Naval transport points of a pool this turn."""
    events = PARIS[given.flag("paris_open")]
    used = given.number("used_last_turn", 0)
    return Answer.of(ntp=allowances.reckon_pool(given.text("ntp_pool"), events, rules, used) or UNLIMITED)


@HANDLERS.answers("reckon dice", "roll", by="3C3")
def dice(given: Given, rules: Ruleset) -> Answer:
    """How many dice does a roll take?"""
    return Answer.of(dice=mechanics.reckon_dice(given.text("roll"), rules))


# --- geography (3E) --------------------------------------------------------------------------------------------------


@HANDLERS.answers("reckon is_major_city", "city_kind", by="3E")
def is_major_city(given: Given, rules: Ruleset) -> Answer:
    """Is a city of this kind a major city?"""
    return Answer.of(major_city=regions.is_major_city(given.text("city_kind") or "none"))


@HANDLERS.answers("reckon in_maginot_line", "hex", by="3E")
def in_maginot_line(given: Given, rules: Ruleset) -> Answer:
    """Does a hex belong to the Maginot Line?"""
    place = regions.place_at(rules.board.place(given.text("hex")), rules)
    return Answer.of(maginot=regions.is_in_region(place, "Maginot Line", (), rules))


# --- sequence of play (4) --------------------------------------------------------------------------------------------


@HANDLERS.answers("sequence game_turn", by="4A")
def game_turn(given: Given, rules: Ruleset) -> Answer:
    """The player turns of a game turn, in order."""
    return Answer.of(order=sequence.player_turns(rules))


@HANDLERS.answers("sequence player_turn", by="4A")
def player_turn(given: Given, rules: Ruleset) -> Answer:
    """The phases of a player turn, in order."""
    return Answer.of(order=sequence.phases_of_player_turn(rules))


@HANDLERS.answers("reckon phasing_player", "player_turn", by="4B")
def phasing_player(given: Given, rules: Ruleset) -> Answer:
    """Who phases in a player turn, and who does not?"""
    phasing, (other,) = sequence.roles(Side(given.text("player_turn")), rules)
    return Answer.of(phasing=phasing, non_phasing=other)
