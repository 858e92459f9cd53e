"""Questions about bombing: strengths, columns, modifiers, and what hits do (FoF 20G, 23B, 23E1, 23G)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import bombing
from europa_rules.air.bombing import BombingAttack
from europa_rules.air.flights import Flight
from europa_rules.air.missions import any_of_category
from europa_rules.questions import Answer, Given
from europa_rules.ruleset import Ruleset
from europa_rules_fof.questions import HANDLERS
from europa_rules_fof.questions.air import flying

MISS: dict[object, dict[str, str]] = {None: {"result": "miss"}}
"""What is told beside a column that there is not."""


@HANDLERS.answers("reckon bombing_column", "chart_columns strength", needs="strength chart_columns")
def bombing_column(given: Given, rules: Ruleset) -> Answer:
    """The column for a bombing strength, of those that are lent."""
    column = bombing.column_among(given.number("strength"), given.numbers("chart_columns"))
    return Answer.of(column=column, **MISS.get(column, {}))


@HANDLERS.answers(
    "reckon bombing_strength",
    "air_category codes extended mission strategic tactical torpedoes",
    needs="strategic|tactical",
)
def bombing_strength(given: Given, rules: Ruleset) -> Answer:
    """Bombing strengths after mission, range and codes."""
    flight = flying(given, rules)
    rating = evolve(
        flight.rating,
        tactical=given.whole("tactical", 0),
        strategic=given.whole("strategic", 0),
        codes="".join(given.texts("codes", ())),
    )
    flight = evolve(flight, rating=rating)
    return Answer.of(
        tactical=bombing.reckon_strength_of_kind(flight, "tactical", rules),
        strategic=bombing.reckon_strength_of_kind(flight, "strategic", rules),
    )


@HANDLERS.answers("reckon bombing_drm", "types", needs="types")
def bombing_drm(given: Given, rules: Ruleset) -> Answer:
    """Die roll modifier from air unit types alone."""
    bomber = any_of_category("bomber")
    attack = BombingAttack(tuple(Flight(evolve(bomber, type=kind)) for kind in given.air_types("types")))
    return Answer.of(drm=bombing.reckon_bombing_modifier(attack, rules))


@HANDLERS.answers("reckon yard_hit", "current_capacity hits", needs="current_capacity hits")
def yard_hit(given: Given, rules: Ruleset) -> Answer:
    """Rail capacity lost by the net, and the rail break."""
    facts = bombing.YardBombing(given.whole("hits"), capacity=given.number("current_capacity"))
    damage = bombing.damage_yard(facts, rules)
    return Answer.of(net_loss=damage.loss, rail_broken=damage.rail_broken)


@HANDLERS.answers(
    "reckon terror_vp", "city hits_by_city hits_by_turn", needs="hits_by_city|hits_by_turn", within="hits_by_city.*"
)
def terror_vp(given: Given, rules: Ruleset) -> Answer:
    """Victory points for terror bombing over the game."""
    by_city = given.part("hits_by_city", {})
    hits = {city: (by_city.whole(city),) for city in by_city.keys()}  # noqa: SIM118 (a part is no mapping)
    of_one = {given.text("city", "the city"): tuple(map(int, given.numbers("hits_by_turn", ())))}
    return Answer.of(axis_vp=bombing.reckon_terror_awards(bombing.TerrorBombing({**of_one, **hits}), rules))


@HANDLERS.answers("effect airbase_bombing", "air_units_present capacity hits", needs="capacity hits")
def airbase_bombing(given: Given, rules: Ruleset) -> Answer:
    """Capacity and aborted air units after bombing hits."""
    facts = bombing.AirbaseBombing(given.whole("hits"), given.whole("capacity"), given.whole("air_units_present", 0))
    damage = bombing.damage_airbase(facts, rules)
    return Answer.of(capacity=damage.capacity, aborted=damage.aborted)


@HANDLERS.answers("effect port_hit", "hits_before new_hits port_kind", needs="new_hits")
def port_hit(given: Given, rules: Ruleset) -> Answer:
    """Hits on the port afterwards."""
    facts = bombing.PortBombing(given.whole("new_hits"), given.text("port_kind", ""), given.whole("hits_before", 0))
    return Answer.of(hits=bombing.damage_port(facts, rules))
