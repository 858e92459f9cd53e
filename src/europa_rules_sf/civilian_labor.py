"""Civilian labor (SF 14A1c): near the major cities of Greater Germany one German unit does the work of two."""

from __future__ import annotations

from attrs import frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import is_in_region, owning_nation, place_at
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.ground.construction_sites import LABOR, overland_distances
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import Hex
from europa_rules.nations import normal
from europa_rules.numbers import Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece
from europa_rules_sf.westwall_restoration import is_labor_forfeited

GERMAN, REGION = "German", "Greater Germany"
LONGEST = 4
"""The longest line from the unit to the city, in hexes."""


@frozen
class CivilianLabor:
    """A construction unit and a city whose civilians would help it.

    Attributes:
        nation: of the unit.
        distance: the length of the line to the city, traced like an overland element (hexes).
        owner: whose the city is, as the book says it ("German").
        region: where it lies.
        is_used: whether another unit uses the civilian labor of that city hex.
    """

    nation: str
    distance: Number
    owner: str = GERMAN
    region: str = REGION
    is_used: bool = False


@rule("SF 14A1c")
def rule_on_civilian_labor(facts: CivilianLabor, rules: Ruleset) -> Ruling:
    """Whether a unit may use quick construction by itself, thanks to the civilians of a city.

    >>> from europa_rules import load
    >>> rule_on_civilian_labor(CivilianLabor("German", 4), load("sf")).allowed
    True
    """
    by = rules.cite("14A1c")
    where = f"the city is {facts.owner}-owned and lies in {facts.region}, and not German-owned in Greater Germany"
    outside = normal(facts.owner) != normal(GERMAN) or normal(facts.region) != normal(REGION)
    far = f"a line of {show(facts.distance)} hexes is longer than {LONGEST}"
    return Ruling.all(
        (
            Ruling.refuse_if(normal(facts.nation) != normal(GERMAN), "only German units use civilian labor", by),
            Ruling.refuse_if(facts.distance > LONGEST, far, by),
            Ruling.refuse_if(outside, where, by),
            Ruling.refuse_if(facts.is_used, "another unit uses the civilian labor of that city hex", by),
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


def gather_labor(piece: Piece, city: Hex, distance: Number, state: GameState, rules: Ruleset) -> CivilianLabor:
    """What the board says about a piece and a city hex at this distance."""
    events, place = happened(state), place_at(city, rules)
    owner = hex_owner(city, state, rules)
    inside = is_in_region(place, REGION, events, rules)
    return CivilianLabor(
        GERMAN if piece.unit.nation == "ge" else piece.unit.nation,
        distance,
        owning_nation(place, owner, events, rules) or owner,
        REGION if inside else place.country,
    )


def helping_cities(piece: Piece, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The city hexes whose civilians may help a piece, the nearest first; whether they help others is not asked."""
    hexes = [ref for city in rules.board.major_cities for ref in city.hexes]
    far = overland_distances(piece.place, hexes, LONGEST, piece.side, state, rules)
    far = {ref: n for ref, n in far.items() if not is_labor_forfeited(ref, state, rules)}
    able = [r for r, n in far.items() if rule_on_civilian_labor(gather_labor(piece, r, n, state, rules), rules).allowed]
    return tuple(sorted(able, key=lambda ref: (far[ref], ref)))


SOURCES = (Source("civilians of Greater Germany", LABOR, by="SF 14A1c", value=helping_cities),)
