"""Points gained and units that leave play (SF 40B4, 40C, 40D): losses, fragile divisions, disbanding, disarming, aid.

Needs losses, or a unit and how it leaves play, or points that would be given away; gives replacement points and
rulings. What a lost strength point brings is the replacements chart's, as in `campaign.special_replacements`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import field, frozen

from europa_rules.campaign.replacements import ARM, INF
from europa_rules.campaign.special_replacements import reckon_special_replacements
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

BY_LOSSES, BY_FRAGILE, BY_DISBANDING, BY_DISARMING, BY_AID = (
    Citation("SF", number) for number in ("40B4", "40C", "40D1", "40D2", "40D3")
)
LOST_IN_COMBAT, ROUNDING, SOURCE = "40B4-lost-in-combat", "40D2-rounding", "40D1-source-of-replacements"


# --- special replacements (40B4) -------------------------------------------------------------------------------------

ELIMINATED, CADRE = "eliminated", "cadre"
COMBAT, OVERRUN, RETREAT = "combat", "overrun", "retreat"


@frozen
class Loss:
    """A unit that was eliminated or reduced to its cadre.

    Attributes:
        nation: its nationality.
        attack, cadre_attack: the attack strengths of the unit, and of its cadre.
        isolated: whether it was isolated.
        outcome: "eliminated" or "cadre". cause: "combat", "overrun", "retreat", or what else it was lost by.
    """

    nation: str
    attack: Number
    cadre_attack: Number = 0
    isolated: bool = False
    outcome: str = ELIMINATED
    cause: str = COMBAT

    @property
    def strength(self) -> Number:
        """The attack strength lost."""
        return self.attack - self.cadre_attack if self.outcome == CADRE else self.attack


@rule("SF 40B4")
def rule_on_counting(facts: Loss, rules: Ruleset) -> Ruling:
    """Whether special replacements are received for a loss: of an unisolated unit, in combat or in an overrun.

    >>> from europa_rules import load
    >>> print(rule_on_counting(Loss("German", 20, isolated=True), load("sf")))
    refused: the unit was isolated (SF 40B4).
    >>> rule_on_counting(Loss("German", 20, cause="supply"), load("sf")).allowed
    False
    """
    fights = {COMBAT, OVERRUN, *(() if rules.reads(LOST_IN_COMBAT, "results-only") else (RETREAT,))}
    ruling = Ruling.refuse_if(facts.isolated, "the unit was isolated", BY_LOSSES) & Ruling.refuse_if(
        facts.cause not in fights, "it was not lost in combat or in an overrun", BY_LOSSES
    )
    return ruling & Ruling(rests_on=rules.resting(LOST_IN_COMBAT) if facts.cause == RETREAT else ())


@rule("SF 40B4")
def reckon_points_of_losses(losses: Iterable[Loss], rules: Ruleset) -> dict[str, Reckoning]:
    """The infantry points that each nationality receives for its losses; those that receive none are left out.

    >>> from europa_rules import load
    >>> lost = [Loss("German", 10), Loss("British", 7, 3, outcome="cadre"), Loss("German", 8)]
    >>> {nation: points.value for nation, points in reckon_points_of_losses(lost, load("sf")).items()}
    {'German': Fraction(9, 2), 'British': Fraction(4, 5)}
    >>> found = reckon_points_of_losses([Loss("German", 20, cause=RETREAT), Loss("British", 0)], load("sf"))
    >>> {nation: (points.value, points.rests_on) for nation, points in found.items()}
    {'German': (Fraction(5, 1), ('sf-40B4-lost-in-combat: retreats-too',))}
    """
    totals: dict[str, Number] = {}
    points: set[str] = set()
    for loss in losses:
        ruling = rule_on_counting(loss, rules)
        points.update(ruling.rests_on)
        if ruling.allowed:
            totals[loss.nation] = totals.get(loss.nation, ZERO) + loss.strength
    found = {nation: reckon_special_replacements(nation, lost, rules) for nation, lost in totals.items() if lost}
    for point in points:
        found = {nation: reckoning.noting(rests_on=point) for nation, reckoning in found.items()}
    return found


# --- fragile divisions (40C) -----------------------------------------------------------------------------------------

FRAGILE_EVENTS = ("eliminated", "replace", "rebuild_cadre")


@rule("SF 40C")
def rule_on_fragile(event: str) -> Ruling:
    """Whether something may be done with a fragile division. Raises UnknownName for an event there is not.

    >>> print(rule_on_fragile("replace"))
    refused: a fragile division is not replaced (SF 40C). Possible: replace the division that took its place.
    """
    if event not in FRAGILE_EVENTS:
        raise unknown("event of a fragile division", event, FRAGILE_EVENTS)
    return Ruling.refuse_if(
        event == "replace",
        "a fragile division is not replaced",
        BY_FRAGILE,
        possible="replace the division that took its place",
    )


@frozen
class FragileOutcome:
    """What becomes of a fragile division: the unit that the replacement pool receives, or that it becomes; or ""."""

    pool_receives: str = ""
    becomes: str = ""


@rule("SF 40C")
def outcome_of_fragile(event: str, substitute: str) -> FragileOutcome:
    """What an event makes of a fragile division, which is to be substituted by another.

    >>> outcome_of_fragile("rebuild_cadre", "3-5-6").becomes
    '3-5-6'
    """
    if not rule_on_fragile(event).allowed:
        return FragileOutcome()
    return FragileOutcome(substitute) if event == ELIMINATED else FragileOutcome(becomes=substitute)


# --- disbanding (40D1) -----------------------------------------------------------------------------------------------

NON_MOTORIZED, HEADQUARTERS, INITIAL = "non_motorized", "divisional_hq", "initial"
CITY, SUPPLY_SOURCE = "city", "supply source"
BRITISH = "br"


@frozen
class Disbanding:
    """A unit that would be disbanded.

    Attributes:
        nation: its nation. unit_class: "non_motorized", "artillery" or "cm". is_headquarters: of a division.
        re: its size. cost: its replacement cost, by kind of points.
        line_to: what it traces an overland supply line to: "city" where its nation's replacements could appear,
            "supply source", or "" for neither.
        in_enemy_zoc: as it says. phase: of its player's turn.
    """

    nation: str
    unit_class: str = NON_MOTORIZED
    is_headquarters: bool = False
    re: Number = 0
    cost: Mapping[str, Number] = field(factory=dict, hash=False)
    line_to: str = CITY
    in_enemy_zoc: bool = False
    phase: str = INITIAL


@rule("SF 40D1")
def rule_on_disbanding(facts: Disbanding, rules: Ruleset) -> Ruling:
    """Whether a unit may be disbanded.

    >>> from europa_rules import load
    >>> print(rule_on_disbanding(Disbanding("American", in_enemy_zoc=True), load("sf")))
    refused: it is in an enemy ZOC (SF 40D1).
    >>> traced = Disbanding("American", line_to=SUPPLY_SOURCE)
    >>> rule_on_disbanding(traced, load("sf")).allowed, rule_on_disbanding(traced, load("sf")).rests_on
    (False, ('sf-40D1-source-of-replacements: city',))
    >>> rule_on_disbanding(Disbanding("American"), load("sf")).allowed
    True
    """
    sources = {CITY, *((SUPPLY_SOURCE,) if rules.reads(SOURCE, "any-source") else ())}
    reasons = (
        (facts.phase != INITIAL, "units are disbanded in their player's initial phase"),
        (facts.line_to not in sources, "it traces no overland supply line to a source of replacements"),
        (facts.in_enemy_zoc, "it is in an enemy ZOC"),
    )
    ruling = Ruling.all(Ruling.refuse_if(holds, why, BY_DISBANDING) for holds, why in reasons)
    return ruling & Ruling(rests_on=rules.resting(SOURCE) if facts.line_to == SUPPLY_SOURCE else ())


@rule("SF 40D1")
def reckon_points_of_disbanding(facts: Disbanding, rules: Ruleset) -> dict[str, Reckoning]:
    """The points that disbanding a unit brings, by kind; more for a British unit that is not motorized.

    >>> from europa_rules import load
    >>> brigade = Disbanding("British", re=3, cost={"inf": 7})
    >>> reckon_points_of_disbanding(brigade, load("sf"))["inf"].value
    Fraction(10, 1)
    """
    found = {kind: Reckoning.of(n, "replacement cost", BY_DISBANDING) for kind, n in facts.cost.items()}
    british = rules.nations.find(facts.nation).code == BRITISH
    if british and facts.unit_class == NON_MOTORIZED and not facts.is_headquarters:
        own = found.get(INF, Reckoning.of(0, "replacement cost", BY_DISBANDING))
        found[INF] = own.plus(facts.re, "one for each RE of a British unit", BY_DISBANDING)
    return found


# --- disarming (40D2) ------------------------------------------------------------------------------------------------


@rule("SF 40D2")
def reckon_points_of_disarming(nation: str, strengths: Sequence[Number], rules: Ruleset) -> Reckoning:
    """The German infantry points for units that are disarmed together: half of their special replacements.

    strengths: the attack strength of each unit.

    >>> from europa_rules import load
    >>> reckon_points_of_disarming("Italian", [20, 29], load("sf")).value
    Fraction(4, 1)
    """
    by_unit = rules.reads(ROUNDING, "unit")
    groups = [(n,) for n in strengths] if by_unit else [tuple(strengths)]
    halves = (_half_rounded(nation, sum(group, ZERO), rules) for group in groups)
    parts = [(f"{nation} {number}", half) for number, half in enumerate(halves, 1)]
    found = Reckoning.total("German infantry points", parts, BY_DISARMING) if by_unit else parts[0][1]
    for point in rules.resting(ROUNDING) if len(strengths) > 1 else ():
        found = found.noting(rests_on=point)
    return found


def _half_rounded(nation: str, strength: Number, rules: Ruleset) -> Reckoning:
    half = reckon_special_replacements(nation, strength, rules).times(HALF, "half of them", BY_DISARMING)
    return half if half.value.denominator == 1 else half.become(int(half.value), "rounded down", BY_DISARMING)


# --- foreign aid (40D3) ----------------------------------------------------------------------------------------------

AFTER_PHASE = "after_this_initial_phase"
ITALIAN = "it"


@frozen
class Aid:
    """Replacement points that would be given to another force.

    Attributes:
        giver, taker: the nations. kind: "arm" or "inf".
        has_line: whether a supply line joins unisolated friendly cities of both.
        spent_now: whether they would be spent in the same initial phase.
    """

    giver: str
    taker: str
    kind: str = ARM
    has_line: bool = True
    spent_now: bool = False


@rule("SF 40D3")
def rule_on_aid(facts: Aid, rules: Ruleset) -> Ruling:
    """Whether points may be given away so; Italian forces may have joined the Allies.

    >>> from europa_rules import load
    >>> rule_on_aid(Aid("RSI Italian", "German"), load("sf")).allowed
    True
    >>> print(rule_on_aid(Aid("Italian", "German"), load("sf")))
    refused: Italian armor points go to no other Axis force (SF 40D3). Possible: spend them on Italian units.
    """
    giver, taker = (rules.nations.find(name).code for name in (facts.giver, facts.taker))
    with_axis = rules.side_of(giver) == rules.side_of(taker)
    return (
        Ruling.refuse_if(facts.kind != ARM, "only armor points are given away", BY_AID, possible="give armor points")
        & Ruling.refuse_if(not (with_axis or ITALIAN in (giver, taker)), "they fight on different sides", BY_AID)
        & Ruling.refuse_if(
            giver == ITALIAN and taker != ITALIAN and with_axis,
            "Italian armor points go to no other Axis force",
            BY_AID,
            possible="spend them on Italian units",
        )
        & Ruling.refuse_if(not facts.has_line, "no supply line joins unisolated cities of both nations", BY_AID)
        & Ruling.refuse_if(
            facts.spent_now,
            "points are not spent in the initial phase in which they are given",
            BY_AID,
            possible="spend them later",
        )
    )
