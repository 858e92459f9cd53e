"""Flooding (SF 37A3, 37A4): the owner of a canal-intensive hex may try to flood it when it is attacked.

Needs the hex and the attack; gives whether it may be flooded, partially or massively, what it is then and for how long,
what befalls what is in it, and the resource points of disaster relief. The board side stands in `flooded_hexes`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.charts.success import SUCCESS
from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side

PARTIAL, MASSIVE = "partial", "massive"
BY, BY_MASSIVE = Citation("SF", "37A3"), Citation("SF", "37A4")
NETHERLANDS = "Netherlands"
NORMAL, SWAMP, PROHIBITED = "normal", "swamp", "prohibited"
RELIEF = {PARTIAL: 3, MASSIVE: 7}
"""Resource points of disaster relief for a hex whose cities call for it."""

UPKEEP = 1
"""Resource points for a massively flooded hex in each Allied initial phase afterwards."""

PROHIBITED_TURNS = 2
"""Player turns, that of the flooding among them, in which a massively flooded hex is prohibited terrain."""

COUNTS_IN_HEX = frozenset({"dot"})
COUNTS_BESIDE = frozenset({"dot", "partial", "full", "major"})
"""City sizes that call for disaster relief: in the hex, and in the Netherlands beside it."""

STANDING_OFF = frozenset({"call_off", "no_attack", "no_other_attack", "stay", "withdraw"})
"""What units that were to attack a massively flooded hex may still do."""

EFFECTS = {
    "axis_units": "retreat_as_DR",
    "axis_air_units": "escape_attempt",
    "axis_naval_units_in_port": "put_to_sea",
    "airbase": "maximum_damage",
    "port": "maximum_damage",
}
"""What massive flooding does to what is in the hex."""


@frozen
class CanalHex:
    """A hex that may be flooded.

    Attributes:
        canal_intensive: whether it is canal-intensive.
        country: its country.
        coastal: whether it has sea. by_water: whether a river or canal runs along one of its hexsides.
        city: size of its city, or "".
        beside: (size, country) of each city in the hexes around it.
    """

    canal_intensive: bool = True
    country: str = ""
    coastal: bool = False
    by_water: bool = False
    city: str = ""
    beside: tuple[tuple[str, str], ...] = ()


@frozen
class Flooding:
    """A hex that a player would flood.

    Attributes:
        hex: the hex.
        kind: "partial" or "massive".
        side: who would flood it, where that matters. attackers: the side that attacks the hex.
        is_owner: whether that player owns the hex.
        under_attack: whether the hex is attacked.
    """

    hex: CanalHex
    kind: str = PARTIAL
    side: Side = AXIS
    attackers: Side = ALLIED
    is_owner: bool = True
    under_attack: bool = True


@rule("SF 37A3", "SF 37A4")
def rule_on_flooding(facts: Flooding) -> Ruling:
    """Whether a player may try to flood a hex: his own, canal-intensive, and under attack.

    >>> rule_on_flooding(Flooding(CanalHex(), under_attack=False)).allowed
    False
    >>> dutch = CanalHex(country="Netherlands", coastal=True)
    >>> [rule_on_flooding(Flooding(dutch, MASSIVE, under_attack=attacked)).allowed for attacked in (True, False)]
    [True, False]
    >>> rule_on_flooding(Flooding(CanalHex())).allowed
    True
    """
    partial = Ruling.all(
        (
            Ruling.refuse_if(not facts.hex.canal_intensive, "only canal-intensive hexes are flooded", BY),
            Ruling.refuse_if(not facts.under_attack, "a hex is flooded when it is attacked", BY),
            Ruling.refuse_if(not facts.is_owner, "only the owner of a hex floods it", BY),
        )
    )
    return partial & _rule_on_massive(facts) if facts.kind == MASSIVE else partial


def _rule_on_massive(facts: Flooding) -> Ruling:
    where = "massive flooding is for coastal hexes of the Netherlands, and those along a river or canal"
    return (
        rule_on_flooder(facts.side)
        & Ruling.refuse_if(
            facts.attackers != ALLIED, "hexes are massively flooded when Allied units attack them", BY_MASSIVE
        )
        & Ruling.refuse_if(not is_eligible(facts.hex), where, BY_MASSIVE, possible="flood it partially")
    )


@rule("SF 37A4")
def rule_on_flooder(side: Side) -> Ruling:
    """Whether a player may flood hexes massively: only the Axis player may."""
    why = "only the Axis player floods hexes massively"
    return Ruling.refuse_if(side != AXIS, why, BY_MASSIVE, possible="flood the hex partially")


@rule("SF 37A4")
def is_eligible(facts: CanalHex) -> bool:
    """Whether a hex is one that may be massively flooded.

    >>> is_eligible(CanalHex(country="Netherlands", coastal=True)), is_eligible(CanalHex(country="Netherlands"))
    (True, False)
    """
    return facts.canal_intensive and facts.country == NETHERLANDS and (facts.coastal or facts.by_water)


@rule("SF 37A4")
def eligible_hexes(hexes: Iterable[tuple[str, CanalHex]], side: Side, attackers: Side) -> tuple[str, ...]:
    """Those of these hexes that a player may flood massively when the other side attacks them."""
    found = ((name, Flooding(facts, MASSIVE, side, attackers)) for name, facts in hexes)
    return tuple(name for name, facts in found if rule_on_flooding(facts).allowed)


# --- what it does (SF 37A3, 37A4) ------------------------------------------------------------------------------------


@frozen
class Flood:
    """What an attempt makes of a hex.

    Attributes:
        is_flooded: whether it succeeded.
        now, next_turn: the terrain for the rest of the player turn, and in the next player turn.
        relief: resource points that the Allied player must spend at once.
    """

    is_flooded: bool
    now: str
    next_turn: str
    relief: Reckoning


@rule("SF 37A3")
def partial_flood(facts: CanalHex, succeeds: bool, rules: Ruleset) -> Flood:
    """A hex after an attempt to flood it partially: a swamp for the rest of the player turn.

    >>> from europa_rules import load
    >>> partial_flood(CanalHex(city="dot"), True, load("sf")).relief.value
    Fraction(3, 1)
    """
    return Flood(succeeds, SWAMP if succeeds else NORMAL, NORMAL, reckon_relief(facts, PARTIAL, succeeds, rules))


@rule("SF 37A3", "SF 37A4")
def calls_for_relief(facts: CanalHex) -> bool:
    """Whether the cities in a hex, and in the Netherlands those beside it, call for disaster relief."""
    dutch = facts.country == NETHERLANDS
    beside = any(size in COUNTS_BESIDE and country == NETHERLANDS for size, country in facts.beside)
    return facts.city in COUNTS_IN_HEX or (dutch and beside)


@rule("SF 37A3", "SF 37A4")
def reckon_relief(facts: CanalHex, kind: str, is_flooded: bool, rules: Ruleset) -> Reckoning:
    """Resource points of disaster relief that the Allied player spends when a hex is flooded, by whomever."""
    if not is_flooded:
        return Reckoning.of(0, "the hex is not flooded", BY)
    return _relief_for(calls_for_relief(facts), kind, rules)


def _relief_for(cities_call: bool, kind: str, rules: Ruleset) -> Reckoning:
    by, resting = (BY, ()) if kind == PARTIAL else (BY_MASSIVE, rules.resting("37A4-massive-flooding"))
    due = cities_call or (kind == MASSIVE and rules.reads("37A4-massive-flooding", "every-hex"))
    points = Reckoning.of(RELIEF[kind] if due else 0, "disaster relief" if due else "no city calls for relief", by)
    for point in resting:
        points = points.noting(rests_on=point)
    return points


@rule("SF 37A4")
def reckon_massive_relief(cities_call: bool, initial_phases: int, rules: Ruleset) -> Reckoning:
    """Resource points spent in all on a massively flooded hex, after so many Allied initial phases.

    >>> from europa_rules import load
    >>> reckon_massive_relief(True, 3, load("sf")).value
    Fraction(10, 1)
    """
    at_once = _relief_for(cities_call, MASSIVE, rules)
    return at_once.plus(UPKEEP * initial_phases, "initial phases since", BY_MASSIVE) if at_once.value else at_once


@rule("SF 37A4")
def massive_terrain(player_turns_since: int) -> str:
    """What a massively flooded hex is, so many player turns after the one in which it was flooded.

    >>> [massive_terrain(turns) for turns in range(4)]
    ['prohibited', 'prohibited', 'swamp', 'swamp']
    """
    return PROHIBITED if player_turns_since < PROHIBITED_TURNS else SWAMP


@rule("SF 37A3")
def rule_on_calling_off(is_flooded: bool, attacks_elsewhere: bool) -> Ruling:
    """Whether attackers of a hex may call their attack off, and what they may do then."""
    why = "units whose attack was called off attack no other hex"
    return Ruling.refuse_if(
        not is_flooded, "an attack is called off only if the hex was flooded", BY, possible="attack it"
    ) & Ruling.refuse_if(attacks_elsewhere, why, BY)


@rule("SF 37A4")
def rule_on_going_on(action: str) -> Ruling:
    """Whether Allied units that were to attack a massively flooded hex may do this: they neither attack nor advance.

    >>> rule_on_going_on("advance").allowed, rule_on_going_on("call_off").allowed
    (False, True)
    """
    why = f"the hex is massively flooded, and prohibited terrain; no unit may {action.replace('_', ' ')} there"
    return Ruling.refuse_if(action not in STANDING_OFF, why, BY_MASSIVE)


def successes(results: Iterable[str]) -> int:
    """How many of these results of the success table are successes.

    >>> successes(["success", "failure", "S"])
    2
    """
    return sum(map(succeeds, results))


def succeeds(result: str) -> bool:
    """Whether a result of the success table is a success, by its code or in words."""
    return result in (SUCCESS, "success")
