"""Where air units of Second Front base and what special ones may fly (SF 23D to 23J).

Needs the use of an airbase, a mission or a staging; gives the refusals of this book, and the boxes that serve as bases.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.air.airbases import BaseUse, Landed
from europa_rules.air.missions import MissionFacts
from europa_rules.air.staging import Staging
from europa_rules.air.targets import FRIENDLY, AimedFlight
from europa_rules.citations import rule
from europa_rules.contributions import Gate, Prohibition, Source
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, Side
from europa_rules.state import ABORTED, GameState

HEAVY = Gate(point="sf-23E2-heavy-bomber-word", reading="hb")
BRITAIN, NORTH_AFRICA = "Britain", "North Africa"
ANTISHIP_AREAS = (BRITAIN, NORTH_AFRICA)
BASING_BOXES = tuple(Hex(f"box:{area}") for area in ANTISHIP_AREAS)
"""The holding boxes in which Allied air units base (SF 23I1)."""

NEUTRALS = ("Switzerland", "Spain", "Andorra")
"""Countries that no forces enter or pass through (SF 37C)."""

GARRISONS: dict[str, tuple[str, ...]] = {
    BRITAIN: ("Britain", "Britain Home Defense"),
    NORTH_AFRICA: ("North Africa", "Middle East", "Near East"),
}
"""The garrisons that the air units of each holding box may enter (SF 23I2)."""

_BOX_WORDS = ("holding box", "garrison box", "box")


# --- temporary airfields, carriers -----------------------------------------------------------------------------------


def heavy_at_temporary(facts: BaseUse) -> bool:
    """Whether a heavy bomber would use a temporary airfield."""
    return facts.is_temporary and facts.rating.type == "HB"


def fast_at_temporary(facts: BaseUse) -> bool:
    """Whether a rocket or jet air unit would use a temporary airfield."""
    return facts.is_temporary and any(letter in facts.rating.prefixes for letter in "RJ")


def not_carrier_capable(facts: BaseUse) -> bool:
    """Whether an air unit without code C would base at a carrier group."""
    return facts.is_carrier and not facts.rating.has_code("C")


def antiship_elsewhere(facts: BaseUse) -> bool:
    """Whether an antishipping force would base elsewhere than in the two boxes."""
    return facts.antiship and facts.place not in BASING_BOXES


# --- missions --------------------------------------------------------------------------------------------------------


def not_for_interceptors(facts: MissionFacts) -> bool:
    """Whether a dedicated interceptor would fly another mission than interception and transfer."""
    is_own = any(facts.flight.is_on(name) for name in ("interception", "transfer"))
    return facts.flight.rating.has_code("I") and not is_own


def not_for_antiship(facts: MissionFacts) -> bool:
    """Whether an antishipping force would fly another mission than naval patrol."""
    return facts.antiship and not facts.flight.is_on("naval_patrol")


def in_garrison(facts: MissionFacts) -> bool:
    """Whether the air unit is in a garrison box."""
    return facts.in_garrison


def heavy_stages(facts: Staging) -> bool:
    """Whether a heavy bomber would stage."""
    return facts.flight.rating.type == "HB"


def antiship_stages_abroad(facts: Staging) -> bool:
    """Whether an antishipping force would stage outside Britain and North Africa."""
    return facts.antiship and bool(facts.area) and facts.area not in ANTISHIP_AREAS


def lands_on_water(facts: AimedFlight) -> bool:
    """Whether a floatplane on regular transport lands its cargo in a friendly hex by the water, and flies back."""
    flight, target = facts.flight, facts.target
    is_transport = flight.is_on("regular_transport") and not flight.one_way
    return is_transport and flight.rating.has_code("F") and bool(target.water) and target.owner in ("", FRIENDLY)


def yard_does_not_function(facts: AimedFlight) -> bool:
    """Whether the yard that would be bombed has no rail-element supply line to a supply source of its owner."""
    return facts.flight.is_on("rail_yards") and facts.target.is_functioning_yard is False


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "yards that function",
        "air target",
        "SF 20G1a",
        "the yard does not function: no rail-element supply line leads from it to a supply source of its owner",
        yard_does_not_function,
        possible="a functioning enemy yard",
    ),
    Prohibition(
        "heavy bombers need permanent airfields",
        "use airbase",
        "SF 23E2",
        "a heavy bomber does not use a temporary airfield",
        heavy_at_temporary,
        possible="another airbase",
        gate=HEAVY,
    ),
    Prohibition(
        "rockets and jets need permanent airfields",
        "use airbase",
        "SF 23F",
        "a rocket or jet air unit does not use a temporary airfield",
        fast_at_temporary,
        possible="another airbase",
    ),
    Prohibition(
        "carriers are for code C",
        "use airbase",
        "SF 23H3",
        "only air units with code C base at a carrier group",
        not_carrier_capable,
        possible="an airbase on land",
    ),
    Prohibition(
        "bases of antishipping forces",
        "use airbase",
        "SF 23J",
        "antishipping forces base in the Britain and North Africa holding boxes only",
        antiship_elsewhere,
        possible="one of the two boxes",
    ),
    Prohibition(
        "no minelaying by night",
        "air mission",
        "SF 23G",
        "mines are not laid from the air by night",
        lambda facts: facts.flight.night and facts.flight.is_on("aerial_minelaying"),
        possible="by day",
        gate=Gate(point="sf-23G-night-minelaying", reading="no"),
    ),
    Prohibition(
        "dedicated interceptors",
        "air mission",
        "SF 23H9",
        "an air unit with code I flies interception and transfer only",
        not_for_interceptors,
        possible="interception or transfer",
    ),
    Prohibition(
        "missions of antishipping forces",
        "air mission",
        "SF 23J",
        "antishipping forces fly naval patrol only",
        not_for_antiship,
        possible="naval patrol",
    ),
    Prohibition(
        "garrisons do not fly",
        "air mission",
        "SF 23I2",
        "an air unit in a garrison box flies no mission",
        in_garrison,
        possible="take it out of the garrison first",
    ),
    Prohibition(
        "heavy bombers do not stage", "stage", "SF 23E2", "a heavy bomber does not stage", heavy_stages, gate=HEAVY
    ),
    Prohibition(
        "antishipping forces stage at home",
        "stage",
        "SF 23J",
        "antishipping forces do not stage outside Britain and North Africa",
        antiship_stages_abroad,
        possible="an airbase in Britain or North Africa",
    ),
)


@rule("SF 3E5", "SF 23I1")
def basing_boxes(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The holding boxes in which a side's air units base: Britain and North Africa, for the Allied player."""
    return frozenset(BASING_BOXES) if side == ALLIED else frozenset()


TRANSFERS_TOO = Gate(point="sf-23H10-code-x-transfer", reading="yes")
LANDS_ONLY = Gate(point="sf-23H10-code-x-transfer", reading="no")


def is_fragile(facts: Landed) -> bool:
    """Whether the air unit has code X."""
    return facts.rating.has_code("X")


def is_fragile_on_mission(facts: Landed) -> bool:
    """Whether the air unit has code X and has returned from another mission than a transfer."""
    return is_fragile(facts) and facts.mission != "transfer"


SOURCES: tuple[Source, ...] = (
    Source("fragile air units", "status when landed", "SF 23H10", ABORTED, is_fragile_on_mission, LANDS_ONLY),
    Source("fragile air units, always", "status when landed", "SF 23H10", ABORTED, is_fragile, TRANSFERS_TOO),
    *(Source(f"{country} is neutral", "closed skies", "SF 37C", country) for country in NEUTRALS),
    Source("Allied holding boxes", "air basing boxes", "SF 23I1", basing_boxes),
    Source("floatplanes land on water", "cargo landings", "SF 23H4", when=lands_on_water),
)


# --- holding and garrison boxes (SF 23I) -----------------------------------------------------------------------------


def area_of(box: str) -> str:
    """The area of a holding or garrison box, from its name in any spelling.

    >>> area_of("Britain holding box"), area_of("Middle East garrison box"), area_of("box:Britain")
    ('Britain', 'Middle East', 'Britain')
    """
    name = box.removeprefix("box:")
    for words in _BOX_WORDS:
        name = name.removesuffix(words).strip()
    return name


def is_garrison(place: str) -> bool:
    """Whether a place is a garrison box, from its name.

    >>> is_garrison("Britain Home Defense garrison box"), is_garrison("Britain holding box")
    (True, False)
    """
    return "garrison" in place


@frozen
class BoxHex:
    """A hex from which an air unit of a holding box would take off, or where it would land for it.

    Attributes:
        box: the area of the holding box.
        region: the region of the hex.
        is_airbase: whether it has an airbase.
        terrain: its terrain.
        is_all_land: whether it has neither sea nor lake.
    """

    box: str
    region: str
    is_airbase: bool = False
    terrain: str = "clear"
    is_all_land: bool = True


@rule("SF 23I1")
def rule_on_box_hex(facts: BoxHex, rules: Ruleset) -> Ruling:
    """Whether air units of a holding box take off from a hex: an airbase, or an all-land clear hex, of its area.

    >>> from europa_rules import load
    >>> rule_on_box_hex(BoxHex("Britain", "Britain", terrain="woods"), load("sf")).allowed
    False
    >>> rule_on_box_hex(BoxHex("Britain", "Britain"), load("sf")).allowed
    True
    """
    by = rules.cite("23I1")
    return Ruling.refuse_if(
        facts.region != facts.box, f"the hex is not in {facts.box}", by, possible=f"a hex of {facts.box}"
    ) & Ruling.refuse_if(
        not facts.is_airbase and (facts.terrain != "clear" or not facts.is_all_land),
        "the hex has no airbase and is not all land and clear",
        by,
        possible="an airbase, or an all-land clear hex",
    )


@rule("SF 23I2")
def rule_on_garrison(origin: str, to: str, rules: Ruleset) -> Ruling:
    """Whether air units pass between these boxes: a holding box and a garrison of its area.

    >>> from europa_rules import load
    >>> print(rule_on_garrison("North Africa holding box", "Britain Home Defense garrison box", load("sf")))
    refused: air units do not pass between the North Africa and Britain Home Defense boxes (SF 23I2). Possible: ...
    """
    ends = area_of(origin), area_of(to)
    ways = {(box, garrison) for box, garrisons in GARRISONS.items() for garrison in garrisons}
    joined = ends in ways or ends[::-1] in ways
    near = GARRISONS.get(ends[0]) or GARRISONS.get(ends[1]) or tuple(GARRISONS)
    return Ruling.refuse_if(
        not joined,
        f"air units do not pass between the {ends[0]} and {ends[1]} boxes",
        rules.cite("23I2"),
        possible=f"the garrisons of {' or '.join(near)}",
    )
