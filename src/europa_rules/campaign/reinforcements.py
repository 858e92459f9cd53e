"""Ground reinforcements (FoF 29A, SF 40A): where they appear or wait, how they form and convert.

Needs a hex as far as the rules ask, or a unit that is to be converted; gives rulings and outcomes. The entry conditions
that an order of battle names for a unit are the game's contribution.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset

ARRIVE = "arrive"
"""Slot of prohibitions: reasons why a reinforcement may not appear so."""

CITIES = frozenset({"dot", "partial", "partial_hex", "full", "full_hex", "multi_hex", "major"})
"""Kinds of cities in which reinforcements appear."""

WAITS = "29A1-conversion-waits"
DELAYED, ARRIVES = "delayed", "arrives"


@frozen
class Arrival:
    """A reinforcement that is to appear in a hex.

    Attributes:
        nation: the code of its nation, or "".
        entry: what its order of battle asks for: "" for a city of its country, "arrive", "special", ...
        city: the kind of city in the hex, or "" for none.
        is_owned: whether its side owns the hex. An enemy ZOC there is no matter.
        place: what the hex is, in the words of the entry: "east edge in Germany", "French Atlantic port"; "" untold.
        phase: the phase, of a player turn of its own side.
        has_fallen: whether its country has fallen.
    """

    nation: str = ""
    entry: str = ""
    city: str = "dot"
    is_owned: bool = True
    place: str = ""
    phase: str = "initial"
    has_fallen: bool = False


@rule("FoF 29A", "FoF 29A1", "SF 40A")
def rule_on_arrival(facts: Arrival, rules: Ruleset) -> Ruling:
    """Whether a reinforcement may appear there now; every reason against it.

    >>> from europa_rules import load
    >>> print(rule_on_arrival(Arrival(is_owned=False), load("fof")))
    refused: the hex is not friendly-owned (FoF 29A). Possible: place it in a friendly-owned hex.
    """
    by = rules.cite("reinforcements")
    return (
        Ruling.refuse_if(facts.phase != "initial", "reinforcements are placed in the owner's initial phase", by)
        & Ruling.refuse_if(
            not facts.is_owned, "the hex is not friendly-owned", by, possible="place it in a friendly-owned hex"
        )
        & Ruling.refuse_if(
            not facts.entry and facts.city not in CITIES,
            "without conditions of its own a reinforcement appears in a city",
            rules.cite("reinforcements-in-cities"),
            possible="a full, partial or dot city of its country",
        )
        & rules.forbid(ARRIVE, facts)
    )


@rule("FoF 29A1", "SF 40A")
def status_of_reinforcement(can_be_placed: bool) -> str:
    """What becomes of a ground reinforcement: it waits until it can be placed.

    >>> status_of_reinforcement(False)
    'delayed'
    """
    return ARRIVES if can_be_placed else DELAYED


@rule("FoF 29A1", "SF 40A")
def left_in_forming_box(units: int, cities_owned: int) -> int:
    """How many units stay in the forming box of a country, by how many of its cities their side owns.

    >>> left_in_forming_box(2, 0), left_in_forming_box(2, 1)
    (0, 2)
    """
    return units if cities_owned else 0


@frozen
class Rebuilding:
    """A unit that is to be converted, or a cadre to be rebuilt.

    Attributes:
        in_city: whether it is in a city.
        in_enemy_zoc: whether it is in an enemy ZOC.
        in_regular_supply: whether it traces a supply line to an unisolated regular source.
    """

    in_city: bool = True
    in_enemy_zoc: bool = False
    in_regular_supply: bool = True


@rule("FoF 29A1", "SF 40A")
def rule_on_converting(facts: Rebuilding, rules: Ruleset) -> Ruling:
    """Whether a unit may be converted, under the conditions on which a cadre may be rebuilt; else it waits.

    >>> from europa_rules import load
    >>> rule_on_converting(Rebuilding(), load("fof")).allowed
    True
    """
    by = rules.cite("conversions")
    lapses = rules.reads(WAITS, "lapses")
    possible = "" if lapses else "convert it in the first initial phase in which it can be"
    ruling = (
        Ruling.refuse_if(not facts.in_city, "it is not in a city", by, possible=possible)
        & Ruling.refuse_if(facts.in_enemy_zoc, "it is in an enemy ZOC", by, possible=possible)
        & Ruling.refuse_if(
            not facts.in_regular_supply,
            "it traces no supply line to an unisolated regular source",
            by,
            possible=possible,
        )
    )
    return ruling if ruling.allowed else ruling & Ruling(rests_on=rules.resting(WAITS))
