"""Bridges (FoF 7C, SF 44A1, optional): whose they are, who may use them, and how they are demolished.

Needs a bridge, or a hexside that a road or rail line crosses; gives its owner, the ruling on its use, and that on its
demolition by ground units. Which hexsides bridges cross, and what their owner has of it, is told by the game's source
of the slot "bridges"; a game without one has no bridges to own. Air attacks and repairs are told elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import cast

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ground.facts import BRIDGE_DOWN, BRIDGE_MPS, BRIDGE_OWNER, between
from europa_rules.ground.ownership import HexGained, hex_owner
from europa_rules.ground.terrain import follows_road, is_bridge_down
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, are_enemies
from europa_rules.state import GameState

BRIDGES = "bridges"
"""Slot of sources: each value is a `BridgeTerms`."""

INTACT, DEMOLISHED, REPAIRED = "intact", "demolished", "repaired_this_turn"


@frozen
class BridgeTerms:
    """What a game's rule on bridges says.

    Attributes:
        crossings: hexside features that roads and rail lines cross by bridges.
        owner_only: whether only the owner of a bridge may use it.
        mps: MPs that demolish one.
        together: whether several units may bring them up together.
    """

    crossings: frozenset[str]
    owner_only: bool
    mps: int
    together: bool


@frozen
class Bridge:
    """A bridge, as a side sees it.

    Attributes:
        side: the side that asks.
        owner: who owns the bridge; neutral for nobody.
        state: "intact", "demolished" or "repaired_this_turn".
        use: what for: "road_movement", "rail_movement", "admin_movement", ...; "supply" needs no standing bridge.
    """

    side: Side
    owner: Side = NEUTRAL
    state: str = INTACT
    use: str = ""


def bridge_terms(rules: Ruleset) -> BridgeTerms | None:
    """The game's rule on bridges, or None where none is in use."""
    return next((cast(BridgeTerms, source.value) for source in rules.sources(BRIDGES)), None)


def rule_on_bridges_in_use(by: Citation, rules: Ruleset) -> Ruling:
    """Refused where the optional rule on bridges is not in use, which it names. by: the rule that needs it."""
    if bridge_terms(rules) is not None:
        return Ruling.allow()
    option = rules.option_of(rules.cite("bridge-owner"))
    return rules.rule_on_option(option, "bridges count by an optional rule, which is not in use", by)


@rule("FoF 7C1", "SF 44A1")
def bridge_owner(owners: Iterable[Side], last_of_both: Side | None = None) -> Side:
    """Who owns a bridge: the owner of both its hexes, else whoever was the last to own both; neutral for nobody.

    >>> from europa_rules.sides import ALLIED, AXIS
    >>> bridge_owner((AXIS, ALLIED), last_of_both=AXIS)
    'Axis'
    """
    one, *others = owners
    return one if all(other == one for other in others) else last_of_both or NEUTRAL


@rule("FoF 7C1", "FoF 7C2", "FoF 7C3", "SF 44A1")
def rule_on_use(facts: Bridge, rules: Ruleset) -> Ruling:
    """Whether a side may use a bridge; one that has been repaired may be used at once.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED, AXIS
    >>> print(rule_on_use(Bridge(AXIS, ALLIED), load("fof", options={"7C"})))
    refused: the bridge is not the Axis player's (FoF 7C1). Possible: own both its hexes.
    """
    terms = bridge_terms(rules)
    if facts.use.startswith("supply"):
        return Ruling.allow()
    down = Ruling.refuse_if(
        facts.state == DEMOLISHED, "the bridge is demolished", rules.cite("bridge-demolition"), possible="repair it"
    )
    foreign = terms is not None and terms.owner_only and facts.owner != facts.side
    why = f"the bridge is not the {facts.side} player's"
    return down & Ruling.refuse_if(foreign, why, rules.cite("bridge-owner"), possible="own both its hexes")


def serves_as_road(facts: Bridge | None, by_road: bool, rules: Ruleset) -> bool:
    """Whether a unit that follows a road goes on along it, given the bridge that it crosses, if it crosses one."""
    return by_road and (facts is None or rule_on_use(facts, rules).allowed)


# --- demolition by ground units --------------------------------------------------------------------------------------


@frozen
class Demolition:
    """Ground units that would demolish a bridge.

    Attributes:
        mps: MPs that each of them spends on it.
        is_beside: whether they are in a hex adjacent to the bridge.
        owner: whose the bridge is; side: whose units they are.
        is_standing: whether the bridge is not demolished already.
        gathered: MPs that have been spent on it in the phase before.
    """

    mps: tuple[Number, ...]
    is_beside: bool = True
    owner: Side = NEUTRAL
    side: Side = NEUTRAL
    is_standing: bool = True
    gathered: Number = ZERO


@rule("FoF 7C2", "SF 44A1")
def reckon_demolition(facts: Demolition, rules: Ruleset) -> Reckoning:
    """MPs that count for the demolition of a bridge: those of all units together, or the most that one spends."""
    by, terms = rules.cite("bridge-demolition"), bridge_terms(rules)
    if terms is None or not terms.together:
        return Reckoning.of(max(map(Fraction, facts.mps), default=ZERO), "MPs of one unit", by)
    parts = [("unit", Reckoning.of(mps, "MPs", by)) for mps in facts.mps]
    return Reckoning.total("MPs", parts, by).plus(facts.gathered, "spent before in the phase", by)


@rule("FoF 7C2", "SF 44A1")
def rule_on_demolition(facts: Demolition, rules: Ruleset) -> Ruling:
    """Whether ground units demolish a bridge by spending so many MPs.

    >>> from europa_rules import load
    >>> rules = load("fof", options={"7C"})
    >>> rule_on_demolition(Demolition((2, 2)), rules).allowed
    True
    >>> print(rule_on_demolition(Demolition((3,)), rules))
    refused: 3 MPs do not demolish the bridge; it takes 4 (FoF 7C2). Possible: spend 4 MPs in one phase.
    """
    terms, ruling = bridge_terms(rules), rule_on_reaching_bridge(facts, rules)
    if terms is None:
        return ruling
    spent = reckon_demolition(facts, rules).value
    why = f"{show(spent)} MPs do not demolish the bridge; it takes {terms.mps}"
    possible = f"spend {terms.mps} MPs in one phase"
    return ruling & Ruling.refuse_if(spent < terms.mps, why, rules.cite("bridge-demolition"), possible=possible)


@rule("FoF 7C2", "SF 44A1")
def rule_on_reaching_bridge(facts: Demolition, rules: Ruleset) -> Ruling:
    """Whether ground units may spend MPs on a bridge's demolition at all."""
    by = rules.cite("bridge-demolition")
    if bridge_terms(rules) is None:
        return rule_on_bridges_in_use(by, rules)
    resting = rules.resting("7C2-enemy-bridges")
    foreign = are_enemies(facts.side, facts.owner) and not rules.reads("7C2-enemy-bridges", "yes")
    ruling = Ruling.refuse_if(not facts.is_beside, "no unit is in a hex adjacent to the bridge", by)
    ruling &= Ruling.refuse_if(not facts.is_standing, "the bridge is demolished already", by)
    if are_enemies(facts.side, facts.owner):
        ruling &= Ruling(rests_on=resting)
    return ruling & Ruling.refuse_if(foreign, "units demolish only bridges that are their own or nobody's", by)


# --- on the board ----------------------------------------------------------------------------------------------------


def is_bridge(a: Hex, b: Hex, rules: Ruleset) -> bool:
    """Whether a road or rail line crosses the hexside between two adjacent hexes by a bridge."""
    terms = bridge_terms(rules)
    return terms is not None and not terms.crossings.isdisjoint(rules.board.hexside(a, b)) and follows_road(a, b, rules)


@rule("FoF 7C1", "SF 44A1")
def owner_of_bridge(a: Hex, b: Hex, state: GameState, rules: Ruleset) -> Side:
    """Who owns the bridge between two hexes now; neutral for nobody."""
    owners = [hex_owner(ref, state, rules) for ref in (a, b)]
    return bridge_owner(owners, state.recall(BRIDGE_OWNER, between(a, b)))


@rule("FoF 7C1", "FoF 7C2", "SF 44A1")
def bridge_serves(a: Hex, b: Hex, side: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a side may go along the line between two hexes, as far as its bridge goes; yes where there is none."""
    down = is_bridge_down(a, b, state)
    if bridge_terms(rules) is None and not down:
        return Ruling.allow()
    if not down and not is_bridge(a, b, rules):
        return Ruling.allow()
    owner = owner_of_bridge(a, b, state, rules) if bridge_terms(rules) else side
    return rule_on_use(Bridge(side, owner, DEMOLISHED if down else INTACT), rules)


Pairs = Mapping[int, frozenset[int]]


def barred_bridges(side: Side, state: GameState, rules: Ruleset) -> Pairs:
    """For each hex, by its place on the board, those beyond bridges that a side may not use; {} where all may."""
    terms = bridge_terms(rules)
    if terms is None or not terms.owner_only:
        return {}
    board, found = rules.board, dict[int, set[int]]()
    for (a, b), features in board.side_rows.items():
        if terms.crossings.isdisjoint(features) or not is_bridge(a, b, rules):
            continue
        if not bridge_serves(a, b, side, state, rules).allowed:
            i, j = board.index[a], board.index[b]
            found.setdefault(i, set()).add(j)
            found.setdefault(j, set()).add(i)
    return {i: frozenset(places) for i, places in found.items()}


@rule("FoF 7C1", "SF 44A1")
def keep_bridge_owners(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state that remembers who owned the bridges beside a hex that changes hands (slot "hex gained")."""
    if bridge_terms(rules) is None:
        return state
    for near in rules.board.neighbors_of(facts.hex):
        if is_bridge(facts.hex, near, rules) and hex_owner(near, state, rules) == facts.before:
            state = state.noting(BRIDGE_OWNER, between(facts.hex, near), facts.before)
    return state


@rule("FoF 7C2", "SF 44A1")
def damage_bridge(a: Hex, b: Hex, mps: Number, state: GameState, rules: Ruleset) -> GameState:
    """The state after units have spent MPs on the demolition of a bridge; it falls when they suffice."""
    terms, name = bridge_terms(rules), between(a, b)
    spent = (state.recall(BRIDGE_MPS, name) or ZERO) + Fraction(mps)
    if terms is not None and spent >= terms.mps:
        return state.forgetting(BRIDGE_MPS, name).noting(BRIDGE_DOWN, name, True)
    return state.noting(BRIDGE_MPS, name, spent)
