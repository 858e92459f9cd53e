"""Questions about the weather and the sea (SF 36)."""

from __future__ import annotations

from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_sf import weather
from europa_rules_sf.questions import HANDLERS


@HANDLERS.answers("reckon weather.zone", "relative", needs="relative", within="C_line D_line E_line", by="36A1")
def zone(given: Given, rules: Ruleset) -> Answer:
    """The weather zone of a hex."""
    lines = given.part("relative")
    where = weather.AmongLines(
        lines.choice("C_line", weather.PLACES_C, "outside"),
        lines.choice("D_line", weather.PLACES, "south"),
        lines.choice("E_line", weather.PLACES, "south"),
    )
    return Answer.of(zone=weather.zone_of(where))


@HANDLERS.answers("reckon weather.classify", "weather", needs="weather", by="36A2")
def classify(given: Given, rules: Ruleset) -> Answer:
    """Is the weather poor, and is it cold?"""
    condition = given.text("weather")
    return Answer.of(poor=weather.is_poor(condition), cold=weather.is_cold(condition))


@HANDLERS.answers("reckon weather.dice", "zones sea_zones", needs="zones sea_zones")
def dice(given: Given, rules: Ruleset) -> Answer:
    """The dice of a game turn for the weather and the sea."""
    return Answer.of(
        weather_dice=weather.reckon_weather_dice(given.whole("zones")),
        sea_dice=weather.reckon_sea_dice(given.whole("sea_zones")),
    )


@HANDLERS.answers(
    "effect weather.resolve",
    "turn roll chart_weather previous",
    needs="chart_weather|roll",
    within="chart_weather.* previous.*",
    by="36B",
)
def resolve(given: Given, rules: Ruleset) -> Answer:
    """The weather of the turn in each zone."""
    turn, previous = Turn.parse(given.text("turn")), texts_of(given.part("previous", {}))
    lent = texts_of(given.part("chart_weather", {}))
    results = lent or weather.results_of(given.whole("roll"), turn, weather.ZONES, rules)
    return Answer.of(weather=weather.weather_after(results, previous))


def texts_of(part: Given) -> dict[str, str]:
    """The facts of an object that names what it likes."""
    return {name: part.text(name) for name in tuple(part.keys())}


@HANDLERS.answers("reckon weather.combat", "weather", needs="weather", by="36B")
def combat(given: Given, rules: Ruleset) -> Answer:
    """What the weather does to every attack."""
    found = weather.weather_effects(given.text("weather"), rules)
    return Answer.of(drm=found.drm, aec=found.aec, atec=found.atec)


@HANDLERS.answers("reckon sea.resolve", "roll drm chart_sea", needs="roll chart_sea", within="chart_sea.*", by="36C")
def sea(given: Given, rules: Ruleset) -> Answer:
    """The sea condition of a zone."""
    roll = weather.reckon_sea_roll(given.whole("roll"), given.whole("drm", 0, signed=True))
    letter = given.part("chart_sea").text(str(roll.value))
    return Answer.of(table_roll=roll, sea=weather.sea_of(letter))


@HANDLERS.answers("reckon weather.worse", "kind conditions", needs="conditions", by="36D")
def worse(given: Given, rules: Ruleset) -> Answer:
    """The condition where zones meet."""
    return Answer.of(condition=weather.worse_of(given.texts("conditions")))


@HANDLERS.answers("reckon weather.for_action", "from_weather target_weather", needs="target_weather", by="36D")
def for_action(given: Given, rules: Ruleset) -> Answer:
    """The weather under which something is done."""
    target = given.text("target_weather")
    return Answer.of(weather=weather.condition_for(weather.Action(given.text("from_weather", target), target)))
