"""Partisan attacks (SF 39C): how many there are in an occupation zone, where they are made, and what they do.

Needs a zone and the extra attacks that missing occupation forces give, or a target and what stands there and around it;
gives numbers, rulings and effects. The attacks of each zone are the game's chart (`charts/occupation.toml`).
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import AXIS
from europa_rules_sf.occupation import CHART, zone_named

BY = Citation("SF", "39C")
POLICE_IN_HEX = "39C-police-in-hex"
RAIL, AIRBASE = "rail", "airbase"
EFFECTS = {RAIL: "rail_broken", AIRBASE: "one_airbase_hit"}
"""What a successful attack does: it breaks the rail line of the hex, or scores a hit on its airbase (20G2a)."""

USES = {RAIL: "partisan_rail", AIRBASE: "partisan_airbase"}
"""The uses of the success table that resolve the attacks."""

NOTHING = "none"
GUARDS = frozenset({"police", "security", "ss"})
"""Words of the kinds of Axis units that keep partisans from the hexes around them: "political_police", "waffen_ss"."""


@rule("SF 39C")
def reckon_attacks(zone: str, extra: int, rules: Ruleset) -> Reckoning:
    """The partisan attacks that the Allied player may make in a zone. Raises UnknownName for no occupation zone.

    extra: those that missing occupation forces give.

    >>> from europa_rules import load
    >>> print(reckon_attacks("Mainland Italy", 2, load("sf")))
    3 in Mainland Italy (SF 39C) | +2 for missing occupation forces (SF 39C) | = 5
    """
    chart, found = rules.charts[CHART], zone_named(zone, rules)
    if not found:
        raise unknown("occupation zone", zone, chart.rows("zones"))
    attacks = Reckoning.of(chart.whole("zones", found, "attacks").value, f"in {found}", BY)
    return attacks.plus(extra, "for missing occupation forces", BY) if extra else attacks


@frozen
class PartisanAttack:
    """A partisan attack on a hex.

    Attributes:
        kind: "rail" or "airbase".
        zone_active: whether the hex lies in an occupation zone.
        owner: who owns the rail line or airbase.
        made_before: attacks of the same kind on the hex in this phase.
        axis_defense: the largest defense strength of an Axis unit in the hex; None where there is none.
        kinds_there: kinds of Axis units in the hex. kinds_around: those in the hexes next to it.
    """

    kind: str
    zone_active: bool = True
    owner: str = AXIS
    made_before: int = 0
    axis_defense: Number | None = None
    kinds_there: tuple[str, ...] = ()
    kinds_around: tuple[str, ...] = ()


def _guarding(kinds: tuple[str, ...]) -> bool:
    return any(GUARDS & set(normal(kind).split("_")) for kind in kinds)


@rule("SF 39C")
def rule_on_attack(facts: PartisanAttack, rules: Ruleset) -> Ruling:
    """Whether a partisan attack may be made. Raises UnknownName for another target than a rail line or an airbase.

    >>> from europa_rules import load
    >>> rule_on_attack(PartisanAttack("rail", axis_defense=0), load("sf")).allowed
    True
    >>> print(rule_on_attack(PartisanAttack("rail", kinds_around=("security",)), load("sf")))
    refused: it is next to an Axis police, security, SS or SS-Police unit (SF 39C). Possible: attack another hex.
    >>> watched = PartisanAttack("rail", kinds_there=("police",))
    >>> rule_on_attack(watched, load("sf")).allowed, rule_on_attack(watched, load("sf")).rests_on
    (False, ('sf-39C-police-in-hex: barred',))
    >>> rule_on_attack(watched, load("sf", rulings={"sf-39C-police-in-hex": "open"})).allowed
    True
    """
    if facts.kind not in EFFECTS:
        raise unknown("target of partisans", facts.kind, EFFECTS)
    other = "attack another hex"
    guarded = _guarding(facts.kinds_there) and not rules.reads(POLICE_IN_HEX, "open")
    ruling = (
        Ruling.refuse_if(not facts.zone_active, "the hex lies in no occupation zone", BY, possible=other)
        & Ruling.refuse_if(facts.owner != AXIS, "the Axis does not own it", BY, possible=other)
        & Ruling.refuse_if(
            facts.made_before > 0, f"partisans have made a {facts.kind} attack there", BY, possible=other
        )
        & Ruling.refuse_if(
            bool(facts.axis_defense), "an Axis unit with a defense strength is there", BY, possible=other
        )
        & Ruling.refuse_if(
            _guarding(facts.kinds_around),
            "it is next to an Axis police, security, SS or SS-Police unit",
            BY,
            possible=other,
        )
        & Ruling.refuse_if(guarded, "an Axis police, security, SS or SS-Police unit is there", BY, possible=other)
    )
    open_point = rules.resting(POLICE_IN_HEX) if _guarding(facts.kinds_there) else ()
    return ruling & Ruling(rests_on=open_point)


@rule("SF 39C")
def effect_of(kind: str, succeeds: bool) -> str:
    """What a partisan attack does. Raises UnknownName for another target than a rail line or an airbase.

    >>> effect_of("airbase", True), effect_of("rail", False)
    ('one_airbase_hit', 'none')
    """
    if kind not in EFFECTS:
        raise unknown("target of partisans", kind, EFFECTS)
    return EFFECTS[kind] if succeeds else NOTHING
