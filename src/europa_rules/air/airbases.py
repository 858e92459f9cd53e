"""Airbases (rules 16C1 and 17): their capacity, who may use them, readiness, abandonment, capture and escape.

Needs a hex, its owner and the air units there; gives capacities in air units and rulings. The steps at which air units
become operative, and escape, are for `readiness`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import cast

from attrs import frozen

from europa_rules.air_units import AirRating
from europa_rules.citations import rule
from europa_rules.ground.facts import AIRFIELD, FORTIFICATION, TEMPORARY_AIRFIELD
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.works import (
    airbase_hits,
    airfield_capacity,
    has_temporary_airfield,
    listed_capacity,
    reckon_air_basing,
)
from europa_rules.ground.zones import notes_of
from europa_rules.hexes import BOX, Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, exact
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import ABORTED, ELIMINATED, INOPERATIVE, OPERATIVE, AirPiece, GameState

FRIENDLY = "friendly"
PERMANENT = "permanent_airfield"
_ROWS = {
    "major_city_hex": "full_city",
    "major_city": "full_city",
    "full_hex_city": "full_city",
    "partial_hex_city": "partial_city",
    "improved_fortress": "fortress_improved",
    "unimproved_fortress": "fortress_unimproved",
}
"""Features of a hex in other words than the airbase summary's."""
ANTISHIP = "antiship"
LANDS, UNLIMITED = "lands", "unlimited"
_BOX, _TEMPORARY, _CARRIER, _BY_SEA = "holding box", "temporary airfield", "carrier group", "partial-sea"
BASING_BOXES = "air basing boxes"
"""Slot of sources: (side, state, rules) -> holding boxes that serve a side as airbases without limit."""

Boxes = Callable[[Side, GameState, Ruleset], frozenset[Hex]]

# --- capacity --------------------------------------------------------------------------------------------------------


@frozen
class BaseFeatures:
    """What makes a hex an airbase.

    Attributes:
        features: the capacity of each feature, with its name.
        hits: hits of damage.
    """

    features: tuple[tuple[str, Reckoning], ...]
    hits: int = 0


@rule("FoF 17A", "FoF 17D", "SF 17A", "SF 17D")
def reckon_capacity(facts: BaseFeatures, rules: Ruleset) -> Reckoning:
    """The capacity of an airbase, in air units: that of all its features, less 1 for each hit, never below 0.

    >>> from europa_rules import load
    >>> field = ("permanent airfield", Reckoning.of(3, "its capacity"))
    >>> print(reckon_capacity(BaseFeatures((field,), hits=2), load("sf")))
    3 air basing capacity (SF 17A) | -2 hits of damage (SF 17D) | = 1
    """
    total = Reckoning.total("air basing capacity", facts.features, rules.cite("17A"))
    return less_damage(total, facts.hits, rules)


def less_damage(capacity: Reckoning, hits: int, rules: Ruleset) -> Reckoning:
    """A capacity after hits of damage: 1 less for each, never below 0 (rule 17D)."""
    if not hits:
        return capacity
    by = rules.cite("17D")
    left = capacity.minus(hits, "hits of damage", by)
    return left.at_least(0, "never below 0", by) if left.value < 0 else left


def stated_features(named: Iterable[tuple[str, Number]]) -> tuple[tuple[str, Reckoning], ...]:
    """Features of a hex whose capacities are stated, each with its name."""
    return tuple((kind, Reckoning.of(capacity, kind)) for kind, capacity in named)


def charted_features(kinds: Iterable[str], rules: Ruleset) -> tuple[tuple[str, Reckoning], ...]:
    """Features of a hex with the capacities that the airbase summary gives them.

    kinds: "major_city_hex", "improved_fortress", "permanent_airfield_3" (an airfield of capacity 3), ...

    >>> from europa_rules import load
    >>> [str(r.value) for _, r in charted_features(["major_city_hex", "permanent_airfield_3"], load("fof"))]
    ['3', '3']
    """
    return tuple((kind.replace("_", " "), _charted(kind, rules)) for kind in kinds)


def _charted(kind: str, rules: Ruleset) -> Reckoning:
    number = kind.removeprefix(f"{PERMANENT}_")
    if number.isdigit():
        return Reckoning.of(int(number), "its capacity", rules.cite("17A"))
    if kind == PERMANENT:
        listed = rules.charts["airbase_summary"].cell("rows", PERMANENT, "capacities").value
        least = min(exact(str(value)) for value in cast("Iterable[object]", listed))
        return Reckoning.of(least, "the smallest there is", rules.cite("17A"))
    return listed_capacity(_ROWS.get(kind, kind), rules)


@rule("FoF 17A", "SF 17A")
def reckon_capacity_at(place: Hex, state: GameState, rules: Ruleset) -> Reckoning:
    """The capacity of a hex as it is now, in air units (rule 17A)."""
    return less_damage(reckon_air_basing(place, state, rules), airbase_hits(place, state), rules)


AIRBASE_OWNERS = "airbase owners"
"""Slot of sources: (hex, state, rules) -> the side that owns an airbase without its hex, or None."""


@rule("FoF 24B", "FoF 17C", "SF 17C")
def airbase_owner(place: Hex, state: GameState, rules: Ruleset) -> Side:
    """Who owns the airbase of a hex: the owner of the hex, unless a rule gives the airbase alone to another side."""
    for source in rules.sources(AIRBASE_OWNERS):
        owner = cast("Callable[[Hex, GameState, Ruleset], Side | None]", source.value)(place, state, rules)
        if owner is not None:
            return owner
    return hex_owner(place, state, rules)


def basing_boxes(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The holding boxes that serve a side as airbases without limit."""
    found: set[Hex] = set()
    for source in rules.sources(BASING_BOXES):
        found.update(cast(Boxes, source.value)(side, state, rules))
    return frozenset(found)


def has_room(capacity: Number | None) -> bool:
    """Whether an airbase can be used at all: its capacity is unlimited (None) or more than 0."""
    return capacity is None or capacity > 0


# --- use -------------------------------------------------------------------------------------------------------------


@frozen
class BaseUse:
    """An air unit that is to take off from, land at or be based at a place.

    Attributes:
        rating: what its counter prints.
        capacity: the capacity of the place in air units; None for one without limit.
        is_friendly: whether its player owns the place.
        is_airbase: whether there is an airbase at all.
        is_temporary: whether a temporary airfield alone makes it one.
        water: "partial-sea", "partial-lake" or "": the water of its hex.
        is_carrier: whether it is a carrier group.
        place: its hex, box or region, for contributed rules.
        antiship: whether the air unit belongs to an antishipping force.
        organization: the organization of the air unit, or its force; "" where it does not matter.
        country: the country of the place, or "".
    """

    rating: AirRating
    capacity: Number | None = 1
    is_friendly: bool = True
    is_airbase: bool = True
    is_temporary: bool = False
    water: str = ""
    is_carrier: bool = False
    place: str = ""
    antiship: bool = False
    organization: str = ""
    country: str = ""


@rule("FoF 17", "FoF 17A", "FoF 23G", "SF 17", "SF 17A", "SF 23H4")
def rule_on_base(facts: BaseUse, rules: Ruleset) -> Ruling:
    """Whether an air unit may use an airbase: a friendly one with a capacity above 0, by the water for floatplanes.

    >>> from europa_rules import load
    >>> from europa_rules.air_units import AirRating
    >>> print(rule_on_base(BaseUse(AirRating.parse("8F6 1/9"), capacity=0), load("sf")))
    refused: the capacity of the airbase is 0 (SF 17A). Possible: an airbase with a capacity of 1 or more.
    """
    return (
        Ruling.refuse_if(
            not facts.is_airbase, "there is no airbase", rules.cite("17"), possible="a hex with an airbase"
        )
        & Ruling.refuse_if(
            not facts.is_friendly, "the airbase is not friendly-owned", rules.cite("17"), possible="a friendly airbase"
        )
        & Ruling.refuse_if(
            facts.is_airbase and not has_room(facts.capacity),
            "the capacity of the airbase is 0",
            rules.cite("17A"),
            possible="an airbase with a capacity of 1 or more",
        )
        & Ruling.refuse_if(
            facts.rating.has_code("F") and not facts.water and not facts.is_carrier,
            "a floatplane or flying boat bases by the water only",
            rules.cite("floatplanes"),
            possible="an airbase in a partial-sea or partial-lake hex",
        )
        & rules.forbid("use airbase", facts)
    )


def described_base(
    rating: AirRating,
    kind: str,
    capacity: Number | None = 1,
    *,
    owner: str = FRIENDLY,
    water: str = "",
    area: str = "",
    antiship: bool = False,
) -> BaseUse:
    """An airbase that a question describes by its kind: "temporary airfield", "carrier-group", "Britain holding box".

    area: that of a holding box, where its kind does not name it.

    >>> described_base(AirRating.parse("8F6"), "Britain holding box").place
    'box:Britain'
    """
    words = kind.replace("-", " ").replace("_", " ")
    is_box = words.endswith(_BOX)
    box = (words.removesuffix(_BOX).strip() or area) if is_box else ""
    return BaseUse(
        rating,
        None if is_box else capacity,
        owner in (FRIENDLY, "own"),
        is_temporary=words == _TEMPORARY,
        is_carrier=words == _CARRIER,
        place=f"{BOX}{box}" if box else "",
        water=_BY_SEA if is_box else water,
        antiship=antiship,
    )


def gather_base_use(piece: AirPiece, place: Hex, state: GameState, rules: Ruleset) -> BaseUse:
    """The facts of an air unit's use of a hex or box, as the board stands."""
    rating, of = piece.unit.rating, piece.organization or piece.unit.force
    antiship = is_antiship(piece.organization)
    if place in rules.board.boxes:
        friendly = place in basing_boxes(piece.side, state, rules)
        country = place.removeprefix(BOX)
        return BaseUse(rating, None, friendly, friendly, False, _BY_SEA, False, place, antiship, of, country)
    basing = reckon_air_basing(place, state, rules)
    capacity = less_damage(basing, airbase_hits(place, state), rules)
    temporary = has_temporary_airfield(place, state) and not airfield_capacity(place, state, rules)
    return BaseUse(
        rating,
        capacity.value,
        airbase_owner(place, state, rules) == piece.side,
        basing.value > 0,
        temporary and basing.value == listed_capacity("temporary_airfield", rules).value,
        water_of(place, rules),
        place=place,
        antiship=antiship,
        organization=of,
        country=rules.board.country(place),
    )


def water_of(place: Hex, rules: Ruleset) -> str:
    """The water in a hex with land, for those that base by it: "partial-sea", "partial-lake" or ""."""
    board = rules.board
    if board.is_coastal(place):
        return "partial-sea"
    return "partial-lake" if board.lake(place) else ""


def is_antiship(organization: str) -> bool:
    """Whether an organization of an air order of battle is one of antishipping forces, by its name.

    >>> is_antiship("British antiship"), is_antiship("RAF 2nd TAF")
    (True, False)
    """
    return ANTISHIP in organization.lower().replace("-", "")


def may_land(piece: AirPiece, place: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether an air unit may land at a place."""
    return rule_on_base(gather_base_use(piece, place, state, rules), rules).allowed


def airbases_of(side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """Every hex with an airbase of capacity above 0 that a side owns, and the boxes that serve it."""
    notes, key = notes_of(state, rules), ("airbases", side)
    known = notes.get(key)
    if not isinstance(known, tuple):
        own = (
            ref
            for ref in airbase_hexes(state, rules)
            if airbase_owner(ref, state, rules) == side and reckon_capacity_at(ref, state, rules).value > 0
        )
        known = (*own, *sorted(basing_boxes(side, state, rules)))
        notes[key] = known
    return known


def airbase_hexes(state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """Every hex where something is printed or built that may make it an airbase, whosever it is."""
    return tuple(sorted({*_printed_airbases(rules), *_built_airbases(state)}))


@remembered()
def _printed_airbases(rules: Ruleset) -> frozenset[Hex]:
    """Hexes with something printed that may make them airbases: cities, airfields, fortifications."""
    board = rules.board
    hexes = (Hex(ref) for ref in board.index)
    return frozenset(ref for ref in hexes if board.cities(ref) or board.airfield(ref) or board.fortification(ref))


def _built_airbases(state: GameState) -> frozenset[Hex]:
    """Hexes where something was built that may make them airbases."""
    built = (*state.all_facts(AIRFIELD), *state.all_facts(TEMPORARY_AIRFIELD), *state.all_facts(FORTIFICATION))
    return frozenset(Hex(ref) for ref in built)


# --- landing ---------------------------------------------------------------------------------------------------------


@frozen
class Landed:
    """An air unit that has landed after a mission, for contributed rules: what it prints, and the mission's name."""

    rating: AirRating
    mission: str


STATUS_WHEN_LANDED = "status when landed"
"""Slot of sources: the status of an air unit that has landed (a `Landed`), in place of inoperative."""


@rule("FoF 16D", "FoF 23D2", "SF 16D", "SF 23A2", "SF 23H10")
def status_when_landed(facts: Landed, rules: Ruleset) -> str:
    """The status of an air unit once it has landed: inoperative, unless the game says otherwise of such a one.

    >>> from europa_rules import load
    >>> status_when_landed(Landed(AirRating.parse("8F6 1/9"), "escort"), load("sf"))
    'inoperative'
    """
    return next((str(source.value) for source in rules.sources(STATUS_WHEN_LANDED, facts)), INOPERATIVE)


@rule("FoF 18", "SF 18")
def fate_of_return(reach: Number, nearest: Number | None) -> str:
    """What becomes of an air unit that must return to base: "lands", or "eliminated".

    reach: its range. nearest: hexes to the nearest airbase that it can use; None where there is none.

    >>> fate_of_return(18, 18), fate_of_return(18, 19)
    ('lands', 'eliminated')
    """
    in_range = nearest is not None and nearest <= reach
    return LANDS if status_after_return(in_range) == INOPERATIVE else ELIMINATED


@rule("FoF 17", "SF 17")
def rule_on_users(user: Side, owner: Side, capacity: Number, rules: Ruleset) -> Ruling:
    """Whether a side may use an airbase in a hex of this owner."""
    return rule_on_base(BaseUse(AirRating(0, "F", 0), capacity, user == owner), rules)


# --- readiness -------------------------------------------------------------------------------------------------------


@frozen
class Recovery:
    """The air units at an airbase in the initial phase.

    Attributes:
        capacity: of the airbase, in air units; None without limit.
        present: air units there that are neither gliders nor harassers of the previous player turn.
        harassers: those that flew harassment in the previous player turn.
        gliders: gliders there.
    """

    capacity: Number | None
    present: int
    harassers: int = 0
    gliders: int = 0


@frozen
class Recovered:
    """What becomes of them: how many are operative, inoperative, and made inoperative for want of capacity."""

    operative: int
    inoperative: int
    made_inoperative: int


def stated_capacity(stated: object) -> Number | None:
    """The capacity of an airbase as a question states it; None for one that is "unlimited".

    >>> stated_capacity(3), stated_capacity("unlimited")
    (Fraction(3, 1), None)
    """
    return None if stated == UNLIMITED else exact(cast("int | str", stated))


@rule("FoF 16C1", "FoF 17A", "FoF 23F", "SF 16C1", "SF 17A", "SF 23D")
def recover_at(facts: Recovery) -> Recovered:
    """How many air units at an airbase become operative in the initial phase; gliders never count.

    >>> recover_at(Recovery(capacity=4, present=6)).made_inoperative
    2
    """
    room = facts.present if facts.capacity is None else min(facts.present, int(facts.capacity))
    idle = facts.present - room
    return Recovered(room, idle + facts.harassers, idle)


def present_at(capacity: Number | None, present: int, harassers: int = 0, gliders: int = 0) -> Recovery:
    """The air units at an airbase, where those present include the harassers of the previous player turn."""
    return Recovery(capacity, present - harassers, harassers, gliders)


@rule("FoF 23F", "SF 23D")
def counted_gliders(facts: Recovery) -> int:
    """How many of the gliders at an airbase count against its capacity: none."""
    return 0 * facts.gliders


@rule("FoF 16C1", "SF 16C1", "SF 16B1")
def status_after_initial_phase(status: str, harassed: bool) -> str:
    """The status of an air unit once air units become operative: an aborted one, and a harasser, stays as it is.

    >>> status_after_initial_phase("inoperative", harassed=False)
    'operative'
    """
    return OPERATIVE if status == INOPERATIVE and not harassed else status


@frozen
class Captured:
    """An airbase that the enemy has captured: whether he may use it, and from when ("capture")."""

    is_usable: bool
    since: str = ""


@rule("FoF 17C", "SF 17C")
def after_capture(kind: str) -> Captured:
    """What an airbase is to its captor: his at once, unless it is a temporary airfield.

    kind: "permanent" or "temporary", alone or with "airfield"; or another feature of a hex.

    >>> after_capture("temporary").is_usable, after_capture("permanent").since
    (False, 'capture')
    """
    return Captured(False) if kind.startswith("temporary") else Captured(True, "capture")


ESCAPE_TABLE, ESCAPE_COLUMN, ESCAPES = "air_unit_escape", "result", "escapes"

# --- abandonment, capture, escape ------------------------------------------------------------------------------------


@frozen
class AirfieldAbandoned:
    """An airfield that its owner would abandon: its capacity, and whether it is his player turn and his airfield."""

    capacity: Number
    is_phasing: bool = True
    is_friendly: bool = True


@rule("FoF 17D", "SF 17D")
def rule_on_abandoning(facts: AirfieldAbandoned, rules: Ruleset) -> Ruling:
    """Whether an airfield may be abandoned: one of capacity 0, in one's own player turn."""
    by = rules.cite("17D")
    return (
        Ruling.refuse_if(
            facts.capacity > 0,
            f"the capacity of the airfield is {facts.capacity}",
            by,
            possible="an airfield at capacity 0",
        )
        & Ruling.refuse_if(
            not facts.is_phasing, "only the phasing player abandons airfields", by, possible="in your player turn"
        )
        & Ruling.refuse_if(
            not facts.is_friendly, "the airfield is not friendly-owned", by, possible="a friendly-owned airfield"
        )
    )


@rule("FoF 17B", "SF 17B")
def does_escape(roll: int, rules: Ruleset) -> bool:
    """Whether an air unit whose airbase is lost escapes, by the air unit escape table.

    >>> from europa_rules import load
    >>> [does_escape(roll, load("sf")) for roll in (3, 4)]
    [True, False]
    """
    return rules.charts.matrix(ESCAPE_TABLE)[ESCAPE_COLUMN, roll].value == ESCAPES


@rule("FoF 17B", "SF 17B")
def status_after_escape(status: str, escapes: bool, base_in_range: bool) -> str:
    """What becomes of an air unit whose airbase falls, by its status and whether it escapes to an airbase in range.

    >>> status_after_escape("operative", escapes=True, base_in_range=True)
    'inoperative'
    >>> status_after_escape("inoperative", escapes=True, base_in_range=True)
    'aborted'
    """
    if not escapes or not base_in_range:
        return ELIMINATED
    return INOPERATIVE if status == OPERATIVE else ABORTED


@rule("FoF 18", "SF 18")
def status_after_return(base_in_range: bool) -> str:
    """The status of an air unit that returns to base: inoperative, or eliminated where no airbase is in range.

    >>> status_after_return(base_in_range=False)
    'eliminated'
    """
    return INOPERATIVE if base_in_range else ELIMINATED


def over_capacity(pieces: Iterable[AirPiece], capacity: Number | None) -> Sequence[AirPiece]:
    """The operative air units at an airbase that its capacity does not hold, gliders left aside; in order of ids."""
    counted = [p for p in pieces if p.status == OPERATIVE and not p.unit.rating.towed]
    return [] if capacity is None else counted[int(capacity) :]
