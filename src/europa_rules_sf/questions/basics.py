"""Questions about sizes, classes, sides, places, theaters, isolation and the sequence of play (SF 2, 3 and 4)."""

from __future__ import annotations

from collections.abc import Callable

from europa_rules.campaign import allowances, nations, regions, sequence
from europa_rules.ground import isolation, lines, mechanics, sizes
from europa_rules.inspection import report_on_unit
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side, Turn
from europa_rules.unit_types import Purpose
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.ownership import SURRENDER, side

WORDS: dict[Side, str | None] = {AXIS: "axis", ALLIED: "allied", NEUTRAL: None}
ITALY: dict[str | None, tuple[str, ...]] = {
    "axis": (),
    "allied": ("Italy surrenders", "Italy joins the Allies"),
    "surrendered": ("Italy surrenders",),
    "neutral": ("Italy surrenders",),
    None: ("Italy surrenders",),
}
COLUMNS = {"cm_art": "c/m", "high_mountain": "high mountain", "light": "light infantry"}
COMBAT = {"combat_motorized": "c/m", "artillery": "artillery", "other": "non-c/m"}
PHASING = {"phasing": True, "non-phasing": False}


def events(given: Given) -> tuple[str, ...]:
    """What has happened by the facts of a question."""
    return SURRENDER[given.flag("italy_surrendered")]


def place(given: Given, key: str, rules: Ruleset) -> regions.Place:
    """The place that a fact names."""
    return regions.find_place(given.text(key), rules)


# --- units (3A) ------------------------------------------------------------------------------------------------------


def sized(given: Given, purpose: Purpose, rules: Ruleset) -> Answer:
    """The REs of the item of a question, for a purpose."""
    return Answer.of(re=sizes.reckon_sizes(given.copies("item"), rules, purpose))


@HANDLERS.answers("re_size", "item", within="re_size", by="3A3")
def re_size(given: Given, rules: Ruleset) -> Answer:
    """Size of an item in REs."""
    return sized(given, "size", rules)


@HANDLERS.answers("transport_re", "item", within="transport transport_re", by="3A3")
def transport_re(given: Given, rules: Ruleset) -> Answer:
    """REs that an item counts by rail and by sea."""
    return sized(given, "transport", rules)


@HANDLERS.answers(
    "unit_category", "unit", within="artillery cm_art combat_motorized high_mountain light other unit_category", by="3A"
)
def unit_category(given: Given, rules: Ruleset) -> Answer:
    """What follows from a unit's size, class, type and symbols."""
    unit = given.unit("unit")
    report = report_on_unit(unit, rules)
    *_, column = report.movement
    return Answer.of(
        report.zoc,
        divisional=report.is_divisional,
        cm=report.is_combat_motorized,
        artillery=report.is_artillery,
        commando=report.is_commando,
        heavy_equipment=report.has_heavy_equipment,
        re=report.re,
        zoc=report.zoc.allowed,
        aec=report.capabilities["aeca"],
        aeca=report.capabilities["aeca"],
        aecd=report.capabilities["aecd"],
        atec=report.capabilities["atec"],
        also=tuple(kind.replace("_", " ") for kind in report.kinds),
        movement_column=COLUMNS.get(column, column),
        combat_effects=COMBAT[report.combat],
        combat_strength=unit.attack,
    )


# --- sides (3B) ------------------------------------------------------------------------------------------------------


@HANDLERS.answers("controlling_player", "force italy", by="3B")
def controlling_player(given: Given, rules: Ruleset) -> Answer:
    """Who controls a force?"""
    controller = nations.controller(given.text("force"), given.choice("italy", ITALY, "axis"), rules)
    return Answer.of(player=WORDS[controller])


@HANDLERS.answers("force_of", "component side", by="3B")
def force_of(given: Given, rules: Ruleset) -> Answer:
    """To which force of a side does a component belong?"""
    force = nations.force_of(given.text("component"), side(given.text("side")), rules)
    return Answer.of(force=force.name if force else None)


# --- game mechanics (3C) ---------------------------------------------------------------------------------------------


@HANDLERS.answers("halve", "times value", by="3C2")
def halve(given: Given, rules: Ruleset) -> Answer:
    """A value halved several times."""
    value = Reckoning.of(given.number("value", signed=True), "printed")
    return Answer.of(value=mechanics.reckon_effects(value, mechanics.halvings(given.whole("times", 1), rules)))


@HANDLERS.answers("allowance", "may_accumulate per_turn unused_last_turn", by="3C4")
def allowance(given: Given, rules: Ruleset) -> Answer:
    """What an ability gives this turn."""
    facts = allowances.Allowance(
        given.number("per_turn"), given.amount("unused_last_turn"), given.flag("may_accumulate")
    )
    return Answer.of(available=allowances.reckon_allowance(facts, rules))


# --- geography (3E) --------------------------------------------------------------------------------------------------


@HANDLERS.answers("in_region", "italy_surrendered place region", by="3E1")
def in_region(given: Given, rules: Ruleset) -> Answer:
    """Does a place lie in a region?"""
    there = place(given, "place", rules)
    return Answer.of(member=regions.is_in_region(there, given.text("region"), events(given), rules))


@HANDLERS.answers("city_kind", "adjoining hexes", within="city city_kind hex", by="3E2")
def city_kind(given: Given, rules: Ruleset) -> Answer:
    """What some city hexes amount to."""
    kinds = tuple(part.text("city", None) or "" for part in given.parts("hexes"))
    found = regions.count_cities(regions.CityHexes(kinds, given.flag("adjoining")))
    return Answer.of(major_city=found.major_city, cities=found.cities, major_city_hexes=found.major_city_hexes)


@HANDLERS.answers(
    "island_district",
    "island narrow_straits_to nearest_district printed_owner",
    within="district island_district",
    by="3E4",
)
def island_district(given: Given, rules: Ruleset) -> Answer:
    """Country and district of an island."""
    joined = given.part("narrow_straits_to", None)
    facts = regions.Island(
        given.text("island"),
        straits_to=(joined.text("country"), joined.text("district", "")) if tuple(joined.keys()) else None,
        printed_owner=given.word("printed_owner"),
        nearest_district=given.word("nearest_district"),
    )
    found = regions.place_of_island(facts)
    return Answer.of(country=found.country, district=found.district)


@HANDLERS.answers("legal box-transfer", "box to_region", within="phasing", by="3E5")
def box_transfer(given: Given, rules: Ruleset) -> Answer:
    """May forces pass between a holding box and the map?"""
    action = given.part("action")
    facts = regions.BoxTransfer(
        action.text("box"),
        place(action, "to_region", rules),
        side(given.text("side", "allied")),
        given.text("phase", "initial"),
        given.choice("actor", PHASING, "phasing"),
    )
    return Answer.legal(regions.rule_on_box_transfer(facts, (), rules))


# --- theaters (3F) ---------------------------------------------------------------------------------------------------


@HANDLERS.answers("theater", "italy_surrendered place side", by="3F")
def theater(given: Given, rules: Ruleset) -> Answer:
    """The theater of a place for a side."""
    there, happened = place(given, "place", rules), events(given)
    because = Ruling(rests_on=regions.theater_rests_on(there, happened, rules))
    return Answer.of(because, theater=regions.theater_of(there, side(given.text("side")), happened, rules) or None)


@HANDLERS.answers("ob_transfer", "controlled_theaters from side to", by="3F")
def ob_transfer(given: Given, rules: Ruleset) -> Answer:
    """Must a transfer of the order of battle be made?"""
    controlled = given.texts("controlled_theaters")
    ruling = regions.rule_on_ignoring_transfer(given.text("from"), given.text("to"), controlled, rules)
    return Answer.of(ruling, required=not ruling.allowed)


def rule_on_theater(given: Given, key: str, rules: Ruleset) -> Ruling:
    """Whether an action may lead to the place under a key, as far as theaters go; allowed where it names none."""
    action = given.part("action")
    named = [regions.find_place(action.text(key), rules) for name in (key,) if action.has(name)]
    acting = side(given.text("side", "axis"))
    controlled = given.texts("controlled_theaters", regions.all_controlled(acting, rules))
    voluntary = action.flag("voluntary", True)
    facts = (regions.TheaterEntry(there, acting, controlled, voluntary) for there in named)
    return Ruling.all(regions.rule_on_theater(entry, rules) for entry in facts)


# --- isolation (3G) --------------------------------------------------------------------------------------------------


def line_hex(part: Given, rules: Ruleset) -> lines.LineHex:
    """A hex of a route."""
    return lines.described_hex(
        part.text("terrain", "clear"),
        part.text("hexside_from_previous", ""),
        rules,
        enemy_unit=part.flag("enemy_unit"),
        enemy_zoc=part.flag("enemy_zoc"),
        friendly_unit=part.flag("friendly_unit"),
        source=part.text("source", None) or "",
    )


@HANDLERS.answers(
    "isolated",
    "route route_is_only_path",
    within="enemy enemy_unit enemy_zoc friendly friendly_unit hexside_from_previous high isolated low net neutral"
    " owner rail rail_broken road source terrain",
    by="3G",
)
def isolated(given: Given, rules: Ruleset) -> Answer:
    """Is the item in the first hex of a route isolated? The line is overland: roads and rail lines make none."""
    found = isolation.is_isolated([line_hex(part, rules) for part in given.parts("route")], rules)
    return Answer.of(found.ruling, isolated=found.isolated)


@HANDLERS.answers("isolation_status", "judged now", within="isolated isolation_status line_exists", by="3G")
def isolation_status(given: Given, rules: Ruleset) -> Answer:
    """The isolation in force, by the last judgement."""
    judged, now = given.part("judged"), given.part("now")
    facts = isolation.Judgement(
        judged.text("phase"), judged.flag("isolated"), now.text("phase"), now.flag("line_exists")
    )
    ruling = isolation.rule_on_judgement(facts, rules)
    return Answer.of(ruling, isolated=not ruling.allowed)


# --- sequence of play (4) --------------------------------------------------------------------------------------------


def turns(rules: Ruleset) -> tuple[str, ...]:
    """The player turns of a game turn, in this book's spelling."""
    return tuple(player.lower() for player in sequence.player_turns(rules))


def isolation_checks(rules: Ruleset) -> tuple[str, ...]:
    """When isolation is judged."""
    return sequence.checks_of(isolation.CHECK, rules)


SEQUENCES: dict[str, Callable[[Ruleset], tuple[str, ...]]] = {
    "isolation checks in a player turn": isolation_checks,
    "player turns in a game turn": turns,
    "player turns of a game turn": turns,
    "phases of a player turn": sequence.phases_of_player_turn,
    "phases in a player turn": sequence.phases_of_player_turn,
}
"""What lists can be asked for; other modules of questions add theirs."""


@HANDLERS.answers("sequence", "of", by="4 3G")
def sequence_of(given: Given, rules: Ruleset) -> Answer:
    """A list in its order."""
    return Answer.of(order=given.choice("of", SEQUENCES)(rules))


@HANDLERS.answers("next_player_turn", "player_turn turn", by="4")
def next_player_turn(given: Given, rules: Ruleset) -> Answer:
    """The player turn after another."""
    turn, player = sequence.next_player_turn(Turn.parse(given.text("turn")), side(given.text("player_turn")), rules)
    return Answer.of(turn=str(turn), player_turn=WORDS[player])


@HANDLERS.answers("player_roles", "player_turn", by="4B")
def player_roles(given: Given, rules: Ruleset) -> Answer:
    """Who is phasing and who is not?"""
    phasing, (other,) = sequence.roles(side(given.text("player_turn")), rules)
    return Answer.of(phasing=WORDS[phasing], non_phasing=WORDS[other])
