"""Lines of communications (SF 44B1, optional): how long they may be, and the hexes that change owner for want of one.

Needs the length of a line, or whether lines lead from a hex to units of both sides; gives whether the line may be
traced, who is isolated, and whether the hex changes hands as a player turn begins. Isolation on the board is judged by
the rooms of supply.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, StepContribution
from europa_rules.ground.isolation import hexes_with_a_line, isolated_hexes
from europa_rules.ground.occupants import units_on_map
from europa_rules.ground.ownership import HexGained, change_hands, hex_owner
from europa_rules.ground.supply_lines import longest
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState

RULE = "44B1"
BY, BY_ISOLATION, BY_OWNER = (Citation("SF", number) for number in (RULE, "44B1a", "44B1b"))
LINE = "loc"


def longest_loc(weather: str, rules: Ruleset) -> int | None:
    """The longest that a line of communications may be, in counted hexes."""
    return longest(LINE, weather, rules).value


@rule("SF 44B1")
def rule_on_loc(length: int, weather: str, rules: Ruleset) -> Ruling:
    """Whether a line of communications may be so many hexes long; weather makes no difference.

    >>> from europa_rules import load
    >>> rule_on_loc(14, "snow", load("sf")).allowed, rule_on_loc(15, "clear", load("sf")).allowed
    (True, False)
    """
    most = longest_loc(weather, rules)
    why = f"a line of communications is at most {most} hexes long, not {length}"
    return Ruling.refuse_if(most is not None and length > most, why, BY)


@rule("SF 44B1a")
def rule_on_contact(has_line: bool) -> Ruling:
    """Whether an item is in contact: without a line to a hex in regular supply it is isolated."""
    return Ruling.refuse_if(not has_line, "no line of communications leads to a hex in regular supply", BY_ISOLATION)


@frozen
class LonelyHex:
    """A hex of a side as a player turn begins.

    Attributes:
        is_isolated: whether it is isolated.
        is_major_city: whether it is a major city hex.
        has_enemy_units: whether the player's own units' enemies occupy it.
        line_to_friend, line_to_enemy: whether a line of communications leads to a unit of either side.
    """

    is_isolated: bool = True
    is_major_city: bool = False
    has_enemy_units: bool = False
    line_to_friend: bool = False
    line_to_enemy: bool = False


@rule("SF 44B1b")
def rule_on_change(facts: LonelyHex) -> Ruling:
    """Whether a hex becomes the enemy's for want of contact, with every reason against it.

    >>> rule_on_change(LonelyHex(line_to_enemy=True)).allowed
    True
    >>> rule_on_change(LonelyHex()).allowed
    False
    """
    return Ruling.all(
        (
            Ruling.refuse_if(not facts.is_isolated, "the hex is not isolated", BY_OWNER),
            Ruling.refuse_if(facts.is_major_city, "major city hexes are not checked", BY_OWNER),
            Ruling.refuse_if(facts.has_enemy_units, "hexes that units occupy are not checked", BY_OWNER),
            Ruling.refuse_if(facts.line_to_friend, "a line of communications leads to a unit of its owner", BY_OWNER),
            Ruling.refuse_if(not facts.line_to_enemy, "no line of communications leads to an enemy unit", BY_OWNER),
        )
    )


# --- on the board ----------------------------------------------------------------------------------------------------


def in_reach(hexes: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes from which a line of communications of a side leads to one of these hexes."""
    most = longest_loc("clear", rules)
    found = hexes_with_a_line(tuple(dict.fromkeys(hexes)), side, state, rules)
    return frozenset(ref for ref, length in found.items() if most is None or length <= most)


def lonely_hexes(side: Side, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes of a side that become its enemy's for want of contact."""
    enemies = [other for other in rules.variant.sides if are_enemies(other, side)]
    theirs = frozenset().union(
        *(in_reach((p.place for p in units_on_map(e, state, rules)), e, state, rules) for e in enemies)
    )
    own = in_reach((p.place for p in units_on_map(side, state, rules)), side, state, rules)
    cut_off = isolated_hexes(side, state, rules)
    found = (ref for ref in rules.board.hexes if ref in theirs and ref in cut_off and ref not in own)
    return tuple(ref for ref in found if rule_on_change(_gather(ref, side, state, rules)).allowed)


def _gather(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> LonelyHex:
    """A hex that is isolated, with a line to an enemy unit and none to one of its owner."""
    other = hex_owner(ref, state, rules) != side or not rules.board.has_land(ref)
    is_major = rules.board.major_city(ref) is not None
    return LonelyHex(not other, is_major, bool(state.at(ref)), line_to_friend=False, line_to_enemy=True)


def settle_lonely_hexes(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player turn begins: isolated hexes out of contact with their owner become his enemy's."""
    changes = {side: lonely_hexes(side, state, rules) for side in rules.variant.sides}
    words = []
    for side, hexes in changes.items():
        winner = next(other for other in rules.variant.sides if are_enemies(other, side))
        for ref in hexes:
            state = change_hands(HexGained(ref, winner, side), state.owned({ref: winner}), rules)
        words += [f"{len(hexes)} hexes to the {winner} side: {', '.join(hexes)}"] if hexes else []
    if not words:
        return state
    return (yield from record(Event("; ".join(words), (BY_OWNER,), state, "hexes out of contact")))


STEPS = (
    StepContribution(
        "ownership by lines of communications",
        "player turn",
        settle_lonely_hexes,
        by="SF 44B1b",
        before="initial phase",
        gate=Gate(option=RULE),
    ),
)
