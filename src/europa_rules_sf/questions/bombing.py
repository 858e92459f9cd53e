"""Questions about bombing: strengths, columns, hits, harassment and air support (SF 20G, 23E1)."""

from __future__ import annotations

from attrs import evolve

from europa_rules.air import bombing, harassment
from europa_rules.air.air_fire import typed
from europa_rules.air.air_support import SupportFacts, reckon_effective_support
from europa_rules.air.bombing import BombingAttack
from europa_rules.air.flights import reckon_bombing_strength
from europa_rules.questions import AIR_UNIT, Answer, Given, Handle
from europa_rules.ruleset import Ruleset
from europa_rules.units import Rating
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.air_missions import flight_of

NOTHING = {"bombing": "M", "antiaircraft": "-"}
"""The result of a strength below the first column, by the table."""
NO_RATING = "0"


@HANDLERS.answers(
    "bombing_strength",
    "extended jettisoned mission night sea torpedoes unit weather",
    needs="mission unit",
    within=f"{AIR_UNIT} antiship_force",
)
def bombing_strength(given: Given, rules: Ruleset) -> Answer:
    """The strength of an air unit on its mission, after all changes."""
    flight = evolve(
        flight_of(given, rules),
        torpedoes=given.flag("torpedoes"),
        weather=given.text("weather", "clear"),
        sea=given.text("sea", "calm"),
    )
    return Answer.of(strength=reckon_bombing_strength(flight, rules))


@HANDLERS.answers("table_column", "columns strength table", needs="columns strength")
def table_column(given: Given, rules: Ruleset) -> Answer:
    """The column of a table that a strength uses, of those that are lent."""
    column = bombing.column_among(given.number("strength"), given.numbers("columns"))
    nothing: dict[object, dict[str, str]] = {None: {"result": NOTHING.get(given.text("table", ""), "-")}}
    return Answer.of(column=column, **nothing.get(column, {}))


@HANDLERS.answers("effective_support", "re_artillery re_total strengths", needs="re_total")
def effective_support(given: Given, rules: Ruleset) -> Answer:
    """The GS or DAS air units that count."""
    strengths = given.numbers("strengths", None)
    found = reckon_effective_support(
        SupportFacts(given.number("re_total"), given.amount("re_artillery"), strengths), rules
    )
    return Answer.of(air_units=found.air_units, strength=found.strength)


def on_yard(given: Given, rules: Ruleset) -> Answer:
    """Hits on a rail marshaling yard."""
    facts = bombing.described_yard_bombing(given.text("yard", "dot city"), given.whole("hits"))
    damage = bombing.damage_yard(facts, rules)
    return Answer.of(counted=damage.counted, capacity_loss=damage.loss, rail_broken=damage.rail_broken)


def on_airbase(given: Given, rules: Ruleset) -> Answer:
    """Hits on an airbase."""
    facts = bombing.AirbaseBombing(given.whole("hits"), given.count("capacity"), given.count("air_units"))
    damage = bombing.damage_airbase(facts, rules)
    return Answer.of(capacity=damage.capacity, aborted=damage.aborted)


def on_coast_defenses(given: Given, rules: Ruleset) -> Answer:
    """Hits on coast defenses."""
    return Answer.of(counted=bombing.damage_coast_defenses(given.whole("hits"), rules))


def on_rail_line(given: Given, rules: Ruleset) -> Answer:
    """Hits on a rail line."""
    found = bombing.damage_rail_line(given.whole("hits"), rules)
    return Answer.of(counted=found, rail_broken=bool(found.value))


def on_port(given: Given, rules: Ruleset) -> Answer:
    """Hits on a port."""
    return Answer.of(counted=bombing.damage_port(bombing.PortBombing(given.whole("hits")), rules))


BOMBED: dict[str, Handle] = {
    "rail-marshaling-yard-bombing": on_yard,
    "airbase-bombing": on_airbase,
    "coast-defenses": on_coast_defenses,
    "rail-line-bombing": on_rail_line,
    "port-bombing": on_port,
}
"""What is hit, by the mission."""


@HANDLERS.answers("bombing_hits", "air_units capacity hits mission yard", needs="mission hits")
def bombing_hits(given: Given, rules: Ruleset) -> Answer:
    """The effect of bombing hits."""
    return given.choice("mission", BOMBED)(given, rules)


@HANDLERS.answers("naval_bombing_attacks", "strength", needs="strength")
def naval_bombing_attacks(given: Given, rules: Ruleset) -> Answer:
    """How many 1-point attacks an air unit makes on naval units."""
    return Answer.of(attacks=bombing.naval_attacks(given.number("strength")))


@HANDLERS.answers("harassment_level", "existing_hits points", needs="points")
def harassment_level(given: Given, rules: Ruleset) -> Answer:
    """The level of harassment and its hits."""
    facts = harassment.HarassmentBombing(given.number("points"), given.count("existing_hits"))
    damage = harassment.harass(facts, rules)
    return Answer.of(
        level=damage.level,
        hex_hits=damage.in_hex,
        adjacent_hits=damage.around,
        total_hex_hits=damage.total,
    )


@HANDLERS.answers("harassment_cost", "hits movement rating", needs="hits movement")
def harassment_cost(given: Given, rules: Ruleset) -> Answer:
    """MPs or rail hexes that a unit loses as it leaves a harassed hex."""
    rating = Rating.parse(given.text("rating", NO_RATING))
    facts = harassment.HarassedLeaving(given.whole("hits"), given.text("movement"), rating.rail_only)
    cost = harassment.reckon_harassment_cost(facts, rules)
    return Answer.of(mp=cost.mps, hexes_lost=cost.hexes_lost)


@HANDLERS.answers("dive_bomber_modifier", "types", needs="types")
def dive_bomber_modifier(given: Given, rules: Ruleset) -> Answer:
    """The bombing roll modifier by the types of the air units."""
    attack = BombingAttack(tuple(typed(kind, rules) for kind in given.air_types("types")))
    return Answer.of(modifier=bombing.reckon_bombing_modifier(attack, rules))
