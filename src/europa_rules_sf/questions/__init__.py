"""Question handlers in the vocabulary of Second Front's cases, a module for each group of rules."""

from __future__ import annotations

from importlib import resources

from europa_rules.question_words import QuestionWords
from europa_rules.questions import Handlers

HANDLERS = Handlers("SF", QuestionWords.read(resources.files("europa_rules_sf") / "questions" / "words.toml"))

from europa_rules_sf.questions import (  # noqa: E402
    advanced,  # noqa: F401
    air_basics,  # noqa: F401
    air_combat,  # noqa: F401
    air_missions,  # noqa: F401
    air_replacement,  # noqa: F401
    airbase_supply,  # noqa: F401
    airborne,  # noqa: F401
    amphibious,  # noqa: F401
    antiaircraft,  # noqa: F401
    armor,  # noqa: F401
    basics,  # noqa: F401
    bombing,  # noqa: F401
    breakdowns,  # noqa: F401
    bridges,  # noqa: F401
    combat,  # noqa: F401
    construction,  # noqa: F401
    ends,  # noqa: F401
    engineers,  # noqa: F401
    fortifications,  # noqa: F401
    movement,  # noqa: F401
    nations,  # noqa: F401
    naval_combat,  # noqa: F401
    naval_movement,  # noqa: F401
    naval_options,  # noqa: F401
    occupation,  # noqa: F401
    optional,  # noqa: F401
    overruns,  # noqa: F401
    ownership,  # noqa: F401
    ports_and_transport,  # noqa: F401
    rail,  # noqa: F401
    replacements,  # noqa: F401
    special_naval,  # noqa: F401
    special_units,  # noqa: F401
    stacking,  # noqa: F401
    strategic_air,  # noqa: F401
    supply,  # noqa: F401
    support,  # noqa: F401
    training,  # noqa: F401
    v_weapons,  # noqa: F401
    victory,  # noqa: F401
    weather,  # noqa: F401
    zones,  # noqa: F401
)
