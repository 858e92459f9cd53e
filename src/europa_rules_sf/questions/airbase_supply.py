"""Questions about airbases out of supply (SF 44D1)."""

from __future__ import annotations

from europa_rules.air.flights import Flight, reckon_air_attack, reckon_air_defense, reckon_bombing_strength
from europa_rules.air_units import AirRating
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_sf.airbase_supply import abilities, at_base_out_of_supply
from europa_rules_sf.questions import HANDLERS


@HANDLERS.answers(
    "reckon airbase.supply", "attack defense strategic tactical turns_out_of_supply", needs="turns_out_of_supply"
)
def airbase_supply(given: Given, rules: Ruleset) -> Answer:
    """The abilities of an air unit at an airbase that has been out of supply for so many turns."""
    turns = given.whole("turns_out_of_supply")
    rating = AirRating(
        given.count("attack"),
        "B",
        given.count("defense"),
        tactical=given.count("tactical"),
        strategic=given.count("strategic"),
    )
    flight = Flight(rating, situation=at_base_out_of_supply(turns))
    may = abilities(turns)
    return Answer.of(
        extended_range=may.extended_range,
        missions=may.missions,
        attack=reckon_air_attack(flight, rules),
        defense=reckon_air_defense(flight, rules),
        tactical=reckon_bombing_strength(flight, rules, "tactical"),
        strategic=reckon_bombing_strength(flight, rules, "strategic"),
    )
