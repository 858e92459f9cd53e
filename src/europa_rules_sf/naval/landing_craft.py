"""Landing craft (SF 34G, 34J): damage as they disembark cargo at beaches, repair, and their use as ferries.

Needs the landing craft, where it disembarks, or the hexside that it would ferry; gives checks, fates and rulings.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.success_checks import SuccessCheck
from europa_rules.permissions import Ruling
from europa_rules_sf.naval.transport import BEACH

BY, BY_FERRY = Citation("SF", "34G"), Citation("SF", "34J")
REPAIRED_UP_TO = 2
"""The highest roll on which a damaged landing craft is repaired."""

BARRED = frozenset({"transport", "naval_transport", "embark", "disembark", "landing", "amphibious_landing"})
"""What damaged landing craft are not used for."""

FERRY = "ferry"
FERRIED_AS = "major_river"
"""The hexside as which a ferried one counts."""


@rule("SF 34G")
def disembarking_check(sea: str, is_enemy_beach: bool) -> SuccessCheck:
    """The check on the success table for a landing craft that disembarks cargo at a beach.

    >>> disembarking_check("rough", True).applying
    ('rough_sea', 'enemy_beach')
    """
    applying = (("rough_sea", sea == "rough"), ("enemy_beach", is_enemy_beach))
    return SuccessCheck("lc_damage", tuple(name for name, applies in applying if applies))


@frozen
class CraftCheck:
    """Whether a landing craft is checked, and whether it is damaged."""

    is_checked: bool
    is_damaged: bool


@rule("SF 34G")
def check_craft(site: str, succeeds: bool) -> CraftCheck:
    """What becomes of a landing craft that disembarks cargo; only at beaches is it checked.

    >>> check_craft("beach", False).is_damaged, check_craft("port", False).is_damaged
    (True, False)
    """
    return CraftCheck(site == BEACH, site == BEACH and not succeeds)


@rule("SF 34G")
def is_repaired_by(roll: int) -> bool:
    """Whether a damaged landing craft is repaired in its player's initial phase, by the roll of one die.

    >>> is_repaired_by(2), is_repaired_by(3)
    (True, False)
    """
    return roll <= REPAIRED_UP_TO


@rule("SF 34G", "SF 34J")
def rule_on_use(is_damaged: bool, use: str) -> Ruling:
    """Whether a landing craft may be used for something: a damaged one transports, lands and ferries nothing.

    >>> rule_on_use(True, "landing").allowed, rule_on_use(True, "move").allowed
    (False, True)
    """
    told = use.replace("_", " ")
    return Ruling.refuse_if(
        is_damaged and use in BARRED, f"it is damaged and not used for {told}", BY, possible="repair it first"
    ) & Ruling.refuse_if(
        is_damaged and use == FERRY, "it is damaged and no ferry", BY_FERRY, possible="repair it first"
    )


@frozen
class Ferry:
    """A landing craft that would ferry units over a sea hexside.

    Attributes:
        chosen: the hexsides that it would ferry. eligible: the sea hexsides of its hex.
        is_damaged: whether it is damaged. has_moved: whether it has moved in the turn.
        is_lost: whether it is eliminated.
        began_there: whether it started the initial phase beside the hexside.
    """

    chosen: tuple[str, ...]
    eligible: tuple[str, ...] = ()
    is_damaged: bool = False
    has_moved: bool = False
    is_lost: bool = False
    began_there: bool = True


@rule("SF 34J")
def rule_on_ferry(facts: Ferry) -> Ruling:
    """Whether a landing craft serves as a ferry there, in either player turn.

    >>> rule_on_ferry(Ferry(("a",), ("a", "b"))).allowed, rule_on_ferry(Ferry(("a", "b"), ("a", "b"))).allowed
    (True, False)
    """
    astray = [side for side in facts.chosen if facts.eligible and side not in facts.eligible]
    return Ruling.all(
        (
            Ruling.refuse_if(facts.is_lost, "the landing craft is eliminated", BY_FERRY, possible="another one"),
            Ruling.refuse_if(facts.is_damaged, "the landing craft is damaged", BY_FERRY, possible="repair it first"),
            Ruling.refuse_if(facts.has_moved, "the landing craft has moved", BY_FERRY, possible="one that stays"),
            Ruling.refuse_if(
                not facts.began_there,
                "the landing craft did not start the initial phase beside the hexside",
                BY_FERRY,
                possible="one that did",
            ),
            Ruling.refuse_if(
                len(facts.chosen) != 1,
                f"one landing craft ferries one hexside, not {len(facts.chosen)}",
                BY_FERRY,
                possible="choose one",
            ),
            Ruling.refuse_if(
                bool(astray),
                f"{', '.join(astray)} is no sea hexside of its hex",
                BY_FERRY,
                possible=", ".join(facts.eligible),
            ),
        )
    )
