"""Weather and sea conditions (SF 36): the zones, what a die brings them, and what counts where zones meet.

Needs where a hex lies to the weather lines, a roll and what the weather table says of it, or the conditions of the
zones concerned; gives zones, conditions and what they do to attacks. Other effects of weather stand with their rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from europa_rules.charts.terrain_effects import WEATHERS
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ground.combat import reckon_weather_modifier
from europa_rules.ledger import Reckoning
from europa_rules.ruleset import Ruleset
from europa_rules.sides import MONTHS, Turn

TABLE = "weather_table"
WEATHER = WEATHERS
"""The weather conditions, the fairest first."""

CLEAR = WEATHER[0]
SEA = ("calm", "rough", "stormy")
"""The sea conditions, the fairest first."""

COLD = frozenset(WEATHER[2:])
NO_CHANGE = "N"
OF_LETTER = {"C": CLEAR, "M": "mud", "F": "frost", "W": "winter", "S": "snow"}
SEA_OF_LETTER = {"C": "calm", "R": "rough", "S": "stormy"}
"""What the results of the table stand for, on land and at sea."""

LOWEST, HIGHEST = 1, 6
FULL = "full"
ENCLOSED, ON, NORTH = "enclosed", "on", "north"
PLACES_C = {place: place for place in (ENCLOSED, ON, "outside")}
PLACES = {place: place for place in (NORTH, ON, "south")}
"""Where a hex may lie to the C line, and to the other lines."""

ZONES = ("C", "D", "E", "F")


# --- zones and conditions (36A) --------------------------------------------------------------------------------------


@frozen
class AmongLines:
    """Where a hex lies to the weather lines.

    Attributes:
        c_line: "on" the C line, "enclosed" by it, or "outside". d_line, e_line: "north" of the line, "on" it, or
            "south".
    """

    c_line: str = "outside"
    d_line: str = "south"
    e_line: str = "south"


@rule("SF 36A1")
def zone_of(where: AmongLines) -> str:
    """The letter of the weather zone of a hex.

    >>> zone_of(AmongLines(d_line="on", e_line="north")), zone_of(AmongLines(e_line="on")), zone_of(AmongLines())
    ('D', 'E', 'F')
    """
    if where.c_line in (ON, ENCLOSED):
        return "C"
    if where.d_line in (ON, NORTH):
        return "D"
    return "E" if where.e_line in (ON, NORTH) else "F"


def _known(weather: str) -> str:
    if weather not in WEATHER:
        raise unknown("weather condition", weather, WEATHER)
    return weather


@rule("SF 36A2")
def is_poor(weather: str) -> bool:
    """Whether a weather condition is poor weather: any but clear. Raises UnknownName for no weather condition.

    >>> [weather for weather in WEATHER if is_poor(weather)]
    ['mud', 'frost', 'winter', 'snow']
    """
    return _known(weather) != CLEAR


@rule("SF 36A2")
def is_cold(weather: str) -> bool:
    """Whether a weather condition is cold weather. Raises UnknownName for no weather condition.

    >>> [weather for weather in WEATHER if is_cold(weather)]
    ['frost', 'winter', 'snow']
    """
    return _known(weather) in COLD


# --- the die of a game turn (36B, 36C) -------------------------------------------------------------------------------


@rule("SF 36B")
def reckon_weather_dice(zones: int) -> Reckoning:
    """The dice that a game turn begins with for the weather: one, however many zones there are.

    >>> reckon_weather_dice(4).value
    Fraction(1, 1)
    """
    return Reckoning.of(1 if zones else 0, f"one die for {zones} weather zones together", Citation("SF", "36B"))


@rule("SF 36C")
def reckon_sea_dice(sea_zones: int) -> Reckoning:
    """The dice that a game turn begins with for the sea: one for each sea zone.

    >>> reckon_sea_dice(3).value
    Fraction(3, 1)
    """
    return Reckoning.of(sea_zones, "one die for each sea zone", Citation("SF", "36C"))


def _column(turn: Turn) -> str:
    """The column of the table for a turn, whatever the year."""
    return f"{MONTHS[turn.month - 1]} {'I' * turn.half}"


@rule("SF 36A3", "SF 36B")
def results_of(roll: int, turn: Turn, zones: Iterable[str], rules: Ruleset) -> dict[str, str]:
    """The letters that the weather table has for a roll, by zone; zones that are not in play are not asked for.

    >>> from europa_rules import load
    >>> results_of(4, Turn.parse("Nov I 44"), ZONES, load("sf"))
    {'C': 'M', 'D': 'M', 'E': 'C', 'F': 'C'}
    """
    chart = rules.charts[TABLE]
    return {zone: chart.text("tables", zone, "rows", str(roll), _column(turn)).value for zone in zones}


@rule("SF 36B")
def weather_after(results: Mapping[str, str], previous: Mapping[str, str]) -> dict[str, str]:
    """The weather of each zone of a game turn.

    results: the letters of the table, by zone. previous: the weather of the turn before, by zone; a zone of which
    nothing is known had clear weather. Raises UnknownName for a letter that the table does not have.

    >>> weather_after({"C": "M", "D": "N"}, {"D": "snow"})
    {'C': 'mud', 'D': 'snow'}
    """
    return {zone: _weather_of(letter, previous.get(zone, CLEAR)) for zone, letter in results.items()}


def _weather_of(letter: str, previous: str) -> str:
    if letter == NO_CHANGE:
        return _known(previous)
    if letter not in OF_LETTER:
        raise unknown("result of the weather table", letter, (*OF_LETTER, NO_CHANGE))
    return OF_LETTER[letter]


@rule("SF 36C")
def reckon_sea_roll(roll: int, modifier: int) -> Reckoning:
    """The roll with which the sea section of the table is read: modified, and never beyond its ends.

    >>> print(reckon_sea_roll(6, 1))
    6 die | +1 modifier (SF 36C) | at most 6 the table ends there (SF 36C) | = 6
    """
    by = Citation("SF", "36C")
    found = Reckoning.of(roll, "die").plus(modifier, "modifier", by)
    if found.value > HIGHEST:
        return found.at_most(HIGHEST, "the table ends there", by)
    return found.at_least(LOWEST, "the table begins there", by) if found.value < LOWEST else found


@rule("SF 36C")
def sea_of(letter: str) -> str:
    """The sea condition that a result of the table stands for. Raises UnknownName for any other letter.

    >>> sea_of("R")
    'rough'
    """
    if letter not in SEA_OF_LETTER:
        raise unknown("result of the sea section", letter, SEA_OF_LETTER)
    return SEA_OF_LETTER[letter]


@rule("SF 36C")
def sea_after(roll: Reckoning, turn: Turn, rules: Ruleset) -> str:
    """The sea condition that the table has for a modified roll.

    >>> from europa_rules import load
    >>> sea_after(reckon_sea_roll(5, -1), Turn.parse("Jan I 44"), load("sf"))
    'rough'
    """
    letter = rules.charts[TABLE].text("tables", "sea", "rows", str(int(roll.value)), _column(turn)).value
    return sea_of(letter)


# --- what it does to attacks (36B) -----------------------------------------------------------------------------------


@frozen
class WeatherEffects:
    """What a weather condition does to every attack.

    Attributes:
        drm: the die roll modifier. aec, atec: whether armor effects and antitank effects are "full", "reduced" or
            "none".
    """

    drm: Reckoning
    aec: str
    atec: str = FULL


@rule("SF 36B")
def weather_effects(weather: str, rules: Ruleset) -> WeatherEffects:
    """What a weather condition does to every attack. Raises UnknownName for no weather condition.

    >>> from europa_rules import load
    >>> mud = weather_effects("mud", load("sf"))
    >>> mud.drm.value, mud.aec, mud.atec
    (Fraction(-2, 1), 'none', 'full')
    """
    use = rules.charts.armor_effects.use_in(_known(weather)).value
    return WeatherEffects(reckon_weather_modifier(weather, rules), use)


# --- between zones (36D) ---------------------------------------------------------------------------------------------


def _scale(conditions: Iterable[str]) -> tuple[str, ...]:
    """The scale of some conditions, land or sea, the fairest first."""
    given = tuple(conditions)
    scale = SEA if given and given[0] in SEA else WEATHER
    for condition in given:
        if condition not in scale:
            raise unknown("condition", condition, scale)
    return scale


@rule("SF 36D")
def worse_of(conditions: Sequence[str]) -> str:
    """The worst of several weather conditions, or of several sea conditions: that of a hexside or of a supply line.

    Raises UnknownName for what is no condition, or for conditions of land and sea together.

    >>> worse_of(["clear", "winter", "frost"]), worse_of(["rough", "calm"])
    ('winter', 'rough')
    """
    scale = _scale(conditions)
    return max(conditions, key=scale.index)


@frozen
class Action:
    """Something done between two hexes.

    Attributes:
        left: the condition of the hex from which it is done. entered: that of the hex entered or attacked.
    """

    left: str
    entered: str


@rule("SF 36D")
def condition_for(action: Action) -> str:
    """The condition under which a hex is entered or attacked: its own, whatever that of the hex which is left.

    Raises UnknownName for what is no condition.

    >>> condition_for(Action("snow", "clear"))
    'clear'
    """
    _scale((action.entered, action.left))
    return action.entered
