"""Production and replacements (FoF 29B, SF 40B): what districts produce, what it costs to replace a unit, and where.

Needs what the order of battle lists for a district and what has become of its cities, or a unit of the replacement
pool; gives points, costs and rulings. The figures are the game's charts (`charts/replacements.toml`, the turn record).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import field, frozen

from europa_rules.campaign.reinforcements import Rebuilding
from europa_rules.citations import rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO, Number, exact
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules.units import Rating

CHART = "replacements"
LOSS = "district_loss_per_city"
INF, ARM, RESOURCE = "inf", "arm", "resource"
KINDS = (INF, ARM, RESOURCE)
"""Kinds of points that a district produces."""

PER_CITY, RECAPTURED, CADRES = "29B1-reduction-per-city", "29B1-recaptured-city", "29B1-rebuilding-cadres"
POINT_CITIES = frozenset({"point", "reference", "reference_city", ""})
"""Kinds of cities, and of no city, in which no replaced unit appears."""

POOL = "replacement pool"
OUT_OF_PLAY = frozenset({"converted_out", "converted", "withdrawn", "disbanded", "surrendered", "evacuated"})
"""How units left play that are not in the replacement pool."""


@rule("FoF 29B1", "SF 40B1")
def is_production_due(turn: Turn, rules: Ruleset) -> bool:
    """Whether districts produce on a game turn.

    >>> from europa_rules import load
    >>> is_production_due(Turn.parse("Jun I 40"), load("fof"))
    True
    """
    return rules.charts.turn_record.brings_production(str(turn))


@frozen
class District:
    """A district and its cities.

    Attributes:
        listed: kind of points -> what the order of battle lists.
        lost: dot cities and major city hexes that are isolated or enemy-owned.
        total: all of them; None where there are more than are lost.
        cities_lost: cities that have lost a hex, where a reading asks for cities; None where each has one hex.
        recaptured: hexes among those not lost that were enemy-owned before.
    """

    listed: Mapping[str, Fraction] = field(factory=dict, hash=False)
    lost: int = 0
    total: int | None = None
    cities_lost: int | None = None
    recaptured: int = 0


@rule("FoF 29B1", "SF 40B1")
def reckon_production(kind: str, facts: District, rules: Ruleset) -> Reckoning:
    """What a district produces of a kind of points, after the loss of cities.

    >>> from europa_rules import load
    >>> print(reckon_production("inf", District({"inf": Fraction(4)}, lost=1, total=5), load("fof")).value)
    7/2
    """
    by = rules.cite("production")
    points = Reckoning.of(facts.listed.get(kind, ZERO), "listed")
    recaptured = 0 if rules.reads(RECAPTURED, "nothing") else facts.recaptured
    gone = facts.lost + recaptured
    if facts.total is not None and facts.total and gone >= facts.total:
        return points.become(0, "all its cities are isolated, enemy-owned or recaptured", by)
    per_city = rules.reads(PER_CITY, "per-city") and facts.cities_lost is not None
    lost = Fraction(facts.cities_lost or 0) if per_city else Fraction(facts.lost)
    lost += recaptured
    if not lost:
        return points
    each = exact(str(rules.charts[CHART].number(LOSS, kind).value))
    points = points.minus(each * lost, f"{lost} cities or city hexes lost", by).at_least(0, "never less", by)
    for point in rules.resting(PER_CITY, *((RECAPTURED,) if facts.recaptured else ())):
        points = points.noting(rests_on=point)
    return points


@rule("FoF 29B1", "SF 40B1")
def reckon_pool(kind: str, districts: Sequence[District], rules: Ruleset) -> Reckoning:
    """The points of a kind that a force's districts produce together."""
    listed = ((n, district) for n, district in enumerate(districts, 1) if district.listed.get(kind))
    parts = [(f"district {n}", reckon_production(kind, district, rules)) for n, district in listed]
    return Reckoning.total(f"{kind} points pooled", parts, rules.cite("production"))


@rule("FoF 29B1", "SF 40B1")
def pool_after_cities_lost(points: Number, rules: Ruleset) -> Reckoning:
    """What is left of a pool when all cities of the nation are enemy-owned."""
    return Reckoning.of(points, "in the pool").become(0, "all its cities are enemy-owned", rules.cite("production"))


@rule("FoF 29B1", "SF 40B1")
def reckon_city_share(recaptured: bool, rules: Ruleset) -> Reckoning:
    """What a city adds to the production of its district, as a share: nothing once it has been recaptured."""
    share = Reckoning.of(ONE, "a city that was never lost")
    return share.become(0, "a recaptured city produces nothing", rules.cite("production")) if recaptured else share


# --- replacing units -------------------------------------------------------------------------------------------------


@rule("FoF 29B1a", "SF 40B1a")
def reckon_replacement_cost(rating: Rating, rules: Ruleset) -> Reckoning:
    """The RPs that a unit of this rating costs: its attack strength, without one its defense strength, never nothing.

    >>> from europa_rules import load
    >>> print(reckon_replacement_cost(Rating.parse("0-1-5"), load("fof")).value)
    1
    """
    by = rules.cite("replacement-cost")
    if rating.attack:
        return Reckoning.of(rating.attack, "attack strength", by)
    if rating.defense:
        return Reckoning.of(rating.defense, "defense strength, with no attack strength", by)
    return Reckoning.of(1, "no combat strength", by)


@rule("FoF 29B1a", "SF 40B1a")
def reckon_rebuilding_cost(full: Rating, cadre: Rating, rules: Ruleset) -> Reckoning:
    """The RPs that it costs to rebuild a cadre to its full strength."""
    cost = reckon_replacement_cost(full, rules).minus(
        reckon_replacement_cost(cadre, rules).value, "the cadre's strength", rules.cite("replacement-cost")
    )
    for point in rules.resting(CADRES):
        cost = cost.noting(rests_on=point)
    return cost


@rule("FoF 29A1", "FoF 29B1a", "SF 40B1a")
def rule_on_rebuilding(facts: Rebuilding, rules: Ruleset) -> Ruling:
    """Whether a cadre may be rebuilt where it is; by a reading of the point, in any city.

    >>> from europa_rules import load
    >>> print(rule_on_rebuilding(Rebuilding(in_enemy_zoc=True), load("fof")))
    refused: it is in an enemy ZOC (FoF 29B1a). Possible: rebuild it in a city, in regular supply and in no enemy ZOC.
    """
    by, possible = rules.cite("replacement-cost"), "rebuild it in a city, in regular supply and in no enemy ZOC"
    why = "it traces no supply line to an unisolated regular source"
    conditions = (
        Ruling.refuse_if(facts.in_enemy_zoc, "it is in an enemy ZOC", by, possible=possible),
        Ruling.refuse_if(not facts.in_regular_supply, why, by, possible=possible),
    )
    anywhere = rules.reads(CADRES, "free-place")
    in_city = Ruling.refuse_if(not facts.in_city, "it is not in a city", by, possible=possible)
    return Ruling.all((in_city, *(() if anywhere else conditions), Ruling(rests_on=rules.resting(CADRES))))


@rule("FoF 29A1", "FoF 29B1", "SF 40B1")
def rule_on_replacing(status: str, rules: Ruleset) -> Ruling:
    """Whether a unit may be replaced, by how it left play: only one that was eliminated.

    >>> from europa_rules import load
    >>> print(rule_on_replacing("converted_out", load("fof")))
    refused: a unit converted out of play is not eliminated (FoF 29A1). Possible: replace eliminated units.
    """
    left = "converted out of play" if status.startswith("converted") else status.replace("_", " ")
    by = rules.cite("conversions") if status.startswith("converted") else rules.cite("production")
    why = f"a unit {left} is not eliminated"
    return Ruling.refuse_if(status in OUT_OF_PLAY, why, by, possible="replace eliminated units")


@frozen
class ReplacementPlace:
    """A city in which a replaced unit is to appear.

    Attributes:
        city: its kind. is_owned: whether the unit's side owns it. is_isolated: whether it is isolated.
    """

    city: str = "dot"
    is_owned: bool = True
    is_isolated: bool = False


@rule("FoF 29B1", "SF 40B1")
def rule_on_replacement_place(facts: ReplacementPlace, rules: Ruleset) -> Ruling:
    """Whether a replaced unit may appear there.

    >>> from europa_rules import load
    >>> rule_on_replacement_place(ReplacementPlace(), load("fof")).allowed
    True
    """
    by, possible = rules.cite("production"), "a friendly-owned unisolated city that is no point city"
    return (
        Ruling.refuse_if(facts.city in POINT_CITIES, "no unit is replaced in a point city", by, possible=possible)
        & Ruling.refuse_if(not facts.is_owned, "the city is not friendly-owned", by, possible=possible)
        & Ruling.refuse_if(facts.is_isolated, "the city is isolated", by, possible=possible)
    )
