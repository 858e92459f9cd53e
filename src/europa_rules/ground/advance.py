"""Advance after combat (rule 9F2): whether attackers may enter the hex that their attack cleared.

Needs the units, the hex and who is there; gives the ruling with every rule against the advance.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.facts import Ground
from europa_rules.ground.stacking import describe_room, is_overstacked, may_overstack
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.units import Unit, label


@frozen
class AdvanceFacts:
    """Units that would advance after combat, as slot "advance" is given them.

    Attributes:
        units: the units that advance together.
        role: "attacker" or "defender" in the combat.
        hex_cleared: whether the attack cleared the hex of enemy units.
        is_immediate: whether no other attack has been resolved since.
        ground: the hex.
        fortifications: kinds there, for stacking; "printed" for one printed on the map.
        already_there: friendly units in the hex.
        distance: how far they fought from.
        is_barred: whether the hex or the way into it is prohibited to them.
    """

    units: tuple[Unit, ...] = ()
    role: str = "attacker"
    hex_cleared: bool = True
    is_immediate: bool = True
    ground: Ground = Ground()
    fortifications: frozenset[str] = frozenset()
    already_there: tuple[Unit, ...] = ()
    distance: int = 1
    is_barred: bool = False


@rule("FoF 9F2", "SF 9F2", "FoF 9G", "SF 9G", "FoF 14K1", "FoF 14K2", "SF 14F1", "SF 14F2", "FoF 14D", "SF 14B2")
def rule_on_advance(facts: AdvanceFacts, rules: Ruleset) -> Ruling:
    """Whether units may advance after combat into the attacked hex.

    >>> from europa_rules import load
    >>> print(rule_on_advance(AdvanceFacts(hex_cleared=False), load("fof")))
    refused: enemy units are still in the hex (FoF 9F2).
    """
    by = rules.cite("9F2")
    units = (*facts.already_there, *facts.units)
    too_many = not may_overstack(rules) and is_overstacked(units, facts.ground, rules, facts.fortifications)
    return Ruling.all(
        (
            Ruling.refuse_if(facts.role != "attacker", "defending units do not advance", by),
            Ruling.refuse_if(not facts.hex_cleared, "enemy units are still in the hex", by),
            Ruling.refuse_if(not facts.is_immediate, "another attack has been resolved since", by),
            Ruling.refuse_if(
                too_many,
                "more units than may stack in the hex",
                by,
                rules.cite("8A"),
                possible=f"have there {describe_room(facts.ground, facts.fortifications, rules)}",
            ),
            Ruling.refuse_if(facts.is_barred, "the way into the hex is prohibited", by, rules.cite("6")),
            _rule_on_movers(facts, rules),
            rules.forbid("advance", facts),
        )
    )


def _rule_on_movers(facts: AdvanceFacts, rules: Ruleset) -> Ruling:
    far, rail, zero = rules.cite("long-range-siege-artillery"), rules.cite("rail-only"), rules.cite("zero-movement")
    return Ruling.refuse_if(facts.distance > 1, "a unit that fired at two hexes does not advance", far) & Ruling.all(
        Ruling.refuse_if(u.is_rail_only, f"{label(u)} moves by rail only and does not advance", rail)
        & Ruling.refuse_if(u.is_immobile, f"{label(u)} cannot move", zero)
        for u in facts.units
    )
