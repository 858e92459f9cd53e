"""Questions about victory, occupation forces and the weather (FoF 27, 31D, 32, VP)."""

from __future__ import annotations

from europa_rules.campaign.victory import Happening
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules_fof import occupation, victory, weather
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.combat import turn_of

DATED = {"france_surrenders": True, "belgium_surrenders": True}
"""Events that are told by their turn."""

ENDED = {"end": True}
ONCE: dict[bool, tuple[int, ...]] = {True: (1,), False: ()}


@HANDLERS.answers("reckon game_length")
def game_length(given: Given, rules: Ruleset) -> Answer:
    """The first and the last turn of the game, and how many there are."""
    found = victory.game_length(rules)
    return Answer.of(first=str(found.first), last=str(found.last), turns=found.turns)


@HANDLERS.answers("reckon game_over", "france_surrendered british_in_france turn moment")
def game_over(given: Given, rules: Ruleset) -> Answer:
    """Is the game over?"""
    facts = victory.EndFacts(
        given.flag("france_surrendered"),
        given.flag("british_in_france"),
        turn_of(given, "turn"),
        ENDED.get(given.text("moment", "start"), False),
    )
    found = victory.game_over(facts, rules)
    return Answer.of(found.ruling, over=found.is_over)


@HANDLERS.answers("reckon victory_level", "german_vp allied_vp", needs="german_vp allied_vp")
def victory_level(given: Given, rules: Ruleset) -> Answer:
    """The level of victory of two totals."""
    found = victory.level_of_victory(
        given.number("german_vp", signed=True), given.number("allied_vp", signed=True), rules
    )
    return Answer.of(found.ruling, row=found.row, level=found.name)


def happening(event: str, events: Given) -> Happening:
    """An event of the victory chart: a number, a list of numbers turn by turn, a turn, or whether it happened."""
    if DATED.get(event, False):
        turn = turn_of(events, event)
        return Happening(event, ONCE[bool(turn)], turn)
    if isinstance(events.raw(event), bool):
        return Happening(event, ONCE[events.flag(event)])
    if isinstance(events.raw(event), list):
        return Happening(event, events.numbers(event))
    return Happening(event, (events.number(event),))


@HANDLERS.answers("reckon vp", "side events", needs="side", within="events.*")
def vp(given: Given, rules: Ruleset) -> Answer:
    """The victory points of a side for the events."""
    events = given.part("events", {})
    named = events.keys()
    happenings = [happening(event, events) for event in named]
    return Answer.of(vp=victory.reckon_victory_points(Side(given.text("side")), happenings, rules))


def city(part: Given) -> occupation.CapturedCity:
    """A captured city; how many hexes it has makes no difference."""
    return occupation.CapturedCity(
        part.text("city_kind"),
        part.text("country", "France"),
        part.units("units", ()),
        part.number("occupying_re", None),
        turn_of(part, "captured"),
    )


@HANDLERS.answers(
    "reckon occupation",
    "cities turn",
    needs="cities",
    within="captured city_hexes city_kind country occupying_re units",
)
def occupation_forces(given: Given, rules: Ruleset) -> Answer:
    """The occupation forces that are needed and missing, and the victory points for this turn."""
    cities = [city(part) for part in given.parts("cities")]
    found = occupation.reckon_occupation(cities, rules, turn_of(given, "turn"))
    return Answer.of(required_re=found.required, missing_re=found.missing, axis_vp=found.points)


@HANDLERS.answers("reckon occupation_due", "captured", needs="captured")
def occupation_due(given: Given, rules: Ruleset) -> Answer:
    """The first turn on which a captured city must be occupied."""
    return Answer({"from": str(occupation.first_turn_occupied(Turn.parse(given.text("captured"))))})


@HANDLERS.answers("reckon weather", "turn")
def weather_of(given: Given, rules: Ruleset) -> Answer:
    """The weather of a turn."""
    return Answer.of(weather=weather.weather_of_campaign(rules))
