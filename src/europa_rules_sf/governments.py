"""Governments and morale (SF 37F, 37G, 38A1, 38B1, 38D): where they move, how they are captured, and what follows.

Needs a move, a roll, or what has happened to a government and when; gives rulings, outcomes, and the factor on the
combat strengths of its nation. The Soviet advance and the exile of the French government stand here too.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from europa_rules.campaign.regions import find_place
from europa_rules.citations import Citation, rule
from europa_rules.errors import UnknownName
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import HALF
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side, Turn

BY_MOVE, BY_CAPTURE, BY_MORALE, BY_EXILE = (Citation("SF", number) for number in ("37G1", "37G2", "37G3", "38D"))
ESCAPED, NEXT_PHASE, FRENCH = "37G2-escaped-government", "38A1-next-initial-phase", "38D-french-government"
SOVIET = "Soviet"
NOWHERE, NEAREST_CITY = "nowhere", "nearest city"
PARIS, FRANCE = "Paris", "France"


# --- the Soviet advance (37F) ----------------------------------------------------------------------------------------


@rule("SF 37F")
def owner_after_soviets(owner: str) -> str:
    """Who owns a hex of an area that becomes Soviet-owned, by who owned it before.

    >>> owner_after_soviets("Axis"), owner_after_soviets("Allied")
    ('Soviet', 'Allied')
    """
    return ALLIED if owner == ALLIED else SOVIET


@rule("SF 37F")
def captor_of_government(ref: str, owners: Mapping[str, str]) -> str | None:
    """Who captures a government as an area becomes Soviet-owned; None for nobody.

    ref: the hex of the government, "" for none. owners: hex of the area -> its owner before.

    >>> captor_of_government("b", {"a": "Allied", "b": "Axis"})
    'Soviet'
    """
    return SOVIET if ref in owners and owner_after_soviets(owners[ref]) == SOVIET else None


# --- relocation and capture (37G1, 37G2) -----------------------------------------------------------------------------

_CITIES = ("city", "dot_city", "major_city", "point_city", "reference_city")
_BOXES = ("holding_box", "off_map_holding_box", "off_map_box", "box")
DESTINATIONS = frozenset((*_CITIES, *_BOXES))
"""What a government may relocate to: any city, and any off-map holding box."""


ESCAPES_ON = (1, 2)


@frozen
class Relocation:
    """A government that would be relocated.

    Attributes:
        to: what it would move to: "city", "point_city", "holding_box", a holding box by its name, or another.
        is_owned: whether its player owns that. at_home: whether it lies in the home country.
        phase: of a player turn. phasing: whether that is its own player's.
    """

    to: str
    is_owned: bool = True
    at_home: bool = True
    phase: str = "initial"
    phasing: bool = True


def _is_destination(to: str) -> bool:
    """Whether a government may relocate to this kind of place, or to this box by its name."""
    return normal(to) in DESTINATIONS or normal(to).endswith(_BOXES[0])


@rule("SF 37G1")
def rule_on_relocating(facts: Relocation) -> Ruling:
    """Whether a player may relocate a government; it costs no transport.

    >>> print(rule_on_relocating(Relocation("city", is_owned=False)))
    refused: the player does not own it (SF 37G1). Possible: a city or off-map holding box that he owns.
    >>> rule_on_relocating(Relocation("city")).allowed, is_exiled_by(Relocation("city"))
    (True, False)
    """
    possible = "a city or off-map holding box that he owns"
    return (
        Ruling.refuse_if(
            facts.phase != "initial" or not facts.phasing,
            "governments are relocated in their own player's initial phase",
            BY_MOVE,
            possible="in his next initial phase",
        )
        & Ruling.refuse_if(
            not _is_destination(facts.to), "it is no city and no off-map holding box", BY_MOVE, possible=possible
        )
        & Ruling.refuse_if(not facts.is_owned, "the player does not own it", BY_MOVE, possible=possible)
    )


@rule("SF 37G1")
def is_exiled_by(facts: Relocation) -> bool:
    """Whether a relocation sends a government into exile: out of its home country."""
    return not facts.at_home


@frozen
class CaptureOutcome:
    """What comes of the enemy's gaining the hex of a government.

    Attributes:
        captured: whether it is captured; its player reestablishes it in his next initial phase.
        must_relocate: whether it has escaped, and must relocate then.
        stays: where it is until then.
        because: the open points that this rests on.
    """

    captured: bool
    must_relocate: bool
    stays: str = NOWHERE
    because: Ruling = Ruling()


@rule("SF 37G2")
def outcome_of_capture(roll: int, rules: Ruleset) -> CaptureOutcome:
    """What a roll gives for a government whose hex the enemy has gained.

    >>> from europa_rules import load
    >>> [outcome_of_capture(roll, load("sf")).captured for roll in (1, 2, 3)]
    [False, False, True]
    """
    escapes = roll in ESCAPES_ON
    if not escapes:
        return CaptureOutcome(True, False)
    stays = NEAREST_CITY if rules.reads(ESCAPED, "city") else NOWHERE
    return CaptureOutcome(False, True, stays, Ruling(rests_on=rules.resting(ESCAPED)))


# --- morale (37G3, 38A1, 38B1) ---------------------------------------------------------------------------------------

CAPTURED, REESTABLISHED, RELOCATED = "captured", "reestablished", "relocated"
SEATS = {"ge": ("Berlin",), "it": ("Roma", "Rome")}
"""The seats of governments that may relocate only there without loss of morale, by nation."""

SEAT_RULES = {"ge": Citation("SF", "38A1"), "it": Citation("SF", "38B1")}


@frozen
class GovernmentEvent:
    """What has happened to a government.

    Attributes:
        nation: its nation, by code or name.
        event: "captured", "reestablished" after a capture, "relocated", or another.
        same_game_turn: whether it is still the game turn of the event.
        to: where it was relocated, by city or hex.
    """

    nation: str
    event: str
    same_game_turn: bool = True
    to: str = ""


def _is_seat(nation: str, to: str, rules: Ruleset) -> bool:
    names = SEATS[nation]
    if ":" not in to:
        return normal(to) in map(normal, names)
    seat = rules.board.city_named(names[0]).hex
    major = rules.board.major_city(seat)
    return rules.board.place(to) in (major.hexes if major else (seat,))


@rule("SF 37G3", "SF 38A1", "SF 38B1")
def reckon_morale(facts: GovernmentEvent, rules: Ruleset) -> Reckoning:
    """The factor on the combat strengths of a nation's units.

    >>> from europa_rules import load
    >>> reckon_morale(GovernmentEvent("Germany", "relocated", to="Berlin"), load("sf")).value
    Fraction(1, 1)
    >>> print(reckon_morale(GovernmentEvent("Italy", "relocated", to="Milano"), load("sf")))
    1 combat strengths | x1/2 its government is relocated to Milano (SF 38B1) | = 1/2
    """
    found, nation = Reckoning.of(1, "combat strengths"), rules.nations.find(facts.nation).code
    if not facts.same_game_turn:
        return found
    if facts.event in (CAPTURED, REESTABLISHED):
        return found.times(HALF, f"its government is {facts.event}", BY_MORALE)
    if facts.event == RELOCATED and nation in SEATS and not _is_seat(nation, facts.to, rules):
        return found.times(HALF, f"its government is relocated to {facts.to or 'another place'}", SEAT_RULES[nation])
    return found


@rule("SF 38A1", "SF 38B1")
def rule_on_fighting_on(nation: str, unit_supplied: bool, rules: Ruleset) -> Ruling:
    """Whether a unit fights on in the initial phase after the capture of its government: refused where it surrenders.

    >>> from europa_rules import load
    >>> print(rule_on_fighting_on("Germany", False, load("sf")))
    refused: it is out of supply, and its government is captured (SF 38A1).
    """
    code = rules.nations.find(nation).code
    surrenders = code in SEAT_RULES and not unit_supplied
    by = (SEAT_RULES[code],) if surrenders else ()
    return Ruling.refuse_if(surrenders, "it is out of supply, and its government is captured", *by)


@rule("SF 38A1", "SF 38B1")
def phase_of_surrender(captured_in: Side, owner: Side, rules: Ruleset) -> Side:
    """In whose initial phase units out of supply surrender after the capture of their government.

    captured_in: whose player turn it was captured in. owner: whose government it was.

    >>> from europa_rules import load
    >>> phase_of_surrender(ALLIED, ALLIED, load("sf"))
    'Axis'
    >>> own = load("sf", rulings={"sf-38A1-next-initial-phase": "own"})
    >>> phase_of_surrender(ALLIED, ALLIED, own), phase_of_surrender(Side("Axis"), ALLIED, load("sf"))
    ('Allied', 'Allied')
    """
    if rules.reads(NEXT_PHASE, "own"):
        return owner
    sides = rules.variant.sides
    return sides[(sides.index(captured_in) + 1) % len(sides)]


@frozen
class CaptureTimetable:
    """When a captured government is reestablished, and the game turns in which its nation's strengths are halved."""

    reestablished: Turn
    halved: tuple[Turn, ...]


@rule("SF 37G2", "SF 37G3")
def timetable_of_capture(captured: Turn, captured_in: Side, owner: Side, rules: Ruleset) -> CaptureTimetable:
    """When a captured government is reestablished, and the game turns in which its nation's strengths are halved.

    captured: the game turn. captured_in: whose player turn. owner: whose government it was.

    >>> from europa_rules import load
    >>> from europa_rules.sides import AXIS
    >>> print(timetable_of_capture(Turn.parse("Sep I 44"), ALLIED, AXIS, load("sf")).reestablished)
    Sep II 44
    """
    sides = rules.variant.sides
    still_to_come = sides.index(owner) > sides.index(captured_in)
    reestablished = captured if still_to_come else captured.next()
    return CaptureTimetable(reestablished, tuple(dict.fromkeys((captured, reestablished))))


# --- the French government (38D) -------------------------------------------------------------------------------------


@frozen
class Exile:
    """Whether a government is in exile, and the open points that this rests on."""

    in_exile: bool
    because: Ruling = Ruling()


def _country_of(place: str, rules: Ruleset) -> str:
    """The country in which a place lies; "" for one off the map."""
    try:
        return find_place(place, rules).country
    except UnknownName:
        return ""


@rule("SF 38D", "SF 37G1")
def french_exile(location: str, ever_in_paris: bool, rules: Ruleset) -> Exile:
    """Whether the French government is in exile where it is: until it has been in Paris, and out of France always.

    >>> from europa_rules import load
    >>> [french_exile(place, False, load("sf")).in_exile for place in ("Alger", "Paris")]
    [True, False]
    >>> [french_exile(place, True, load("sf")).in_exile for place in ("Alger", "Lyon", "no such place")]
    [True, False, True]
    >>> french_exile("Lyon", False, load("sf")).in_exile
    True
    >>> french_exile("Lyon", False, load("sf", rulings={"sf-38D-french-government": "in-place"})).in_exile
    False
    """
    if normal(location) == normal(PARIS):
        return Exile(False)
    if _country_of(location, rules) != FRANCE:
        return Exile(True)
    if ever_in_paris:
        return Exile(False)
    in_exile = not rules.reads(FRENCH, "in-place")
    return Exile(in_exile, Ruling(rests_on=rules.resting(FRENCH)))
