"""Ownership of hexes (rule 3D).

Needs who owned a hex, which sides have units there and whose ZOCs reach it; gives its owner. A claim that lasts only
while the units stay (a lone half-RE unit, in some games) is remembered with the side to whom the hex then reverts.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from fractions import Fraction
from itertools import chain
from typing import cast

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.contributions import ALWAYS, Gate, Prohibition
from europa_rules.ground.facts import REVERTS
from europa_rules.ground.fortifications import fortification_of, take_fortifications
from europa_rules.ground.occupants import units_among
from europa_rules.ground.works import has_airfield, take_airfields, tend
from europa_rules.ground.zones import sides_with_zoc
from europa_rules.hexes import Hex
from europa_rules.numbers import ZERO
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, are_enemies
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import re_size

OCCUPATION, ZOC = "occupation", "ZOC"


@frozen
class Presence:
    """The units of a side in a hex, and their REs together."""

    side: Side
    re: Fraction = ZERO


@frozen
class HexOwnership:
    """What decides who owns a hex.

    Attributes:
        owner: its owner so far, as it lasts.
        occupied: the sides that have units there.
        zoc_of: the sides whose ZOCs reach it.
        is_city, is_airbase: what it contains.
        left: units that occupied it since, and have left again.
    """

    owner: Side
    occupied: tuple[Presence, ...] = ()
    zoc_of: frozenset[Side] = frozenset()
    is_city: bool = False
    is_airbase: bool = False
    left: Presence | None = None


@frozen
class Claim:
    """A side's claim to a hex, as slot "gain hex" is given it.

    Attributes:
        side: who claims it.
        by: "occupation" or "ZOC".
        re: REs that occupy it.
        owner: who owned it before.
        is_city, is_airbase: what it contains.
    """

    side: Side
    by: str
    re: Fraction
    owner: Side
    is_city: bool
    is_airbase: bool


@frozen
class Ownership:
    """Who owns a hex.

    Attributes:
        owner: the owner now.
        lasting: the owner once the units there have left; another than `owner` where the claim does not last.
        ruling: why the claim does not last, or why a ZOC did not take the hex.
    """

    owner: Side
    lasting: Side
    ruling: Ruling = Ruling.allow()

    def is_of(self, side: Side) -> bool:
        """Whether a side owns the hex."""
        return self.owner == side


def _rule_on_claim(side: Side, by: str, re: Fraction, facts: HexOwnership, rules: Ruleset) -> Ruling:
    if side == facts.owner:
        return Ruling.allow()
    return rules.forbid("gain hex", Claim(side, by, re, facts.owner, facts.is_city, facts.is_airbase))


def _has_uncontested_zoc(side: Side, facts: HexOwnership) -> bool:
    others = {*facts.zoc_of, *(p.side for p in facts.occupied)}
    return side in facts.zoc_of and not any(are_enemies(side, other) for other in others)


@rule("FoF 3D", "SF 3D")
def reckon_owner(facts: HexOwnership, rules: Ruleset) -> Ownership:
    """Who owns a hex: the side that occupies it, else one with an uncontested ZOC there, else its owner so far.

    >>> from europa_rules import load
    >>> from europa_rules.sides import ALLIED, AXIS
    >>> reckon_owner(HexOwnership(owner=AXIS, zoc_of=frozenset({ALLIED})), load("sf")).owner
    'Allied'
    """
    found = _reckon_owner(facts, rules)
    resting = rules.resting("3D-passing-through") if facts.left else ()
    return evolve(found, ruling=evolve(found.ruling, rests_on=(*found.ruling.rests_on, *resting))) if resting else found


@remembered(4096)
def _reckon_owner(facts: HexOwnership, rules: Ruleset) -> Ownership:
    lasting = facts.owner
    if facts.left and _rule_on_claim(facts.left.side, OCCUPATION, facts.left.re, facts, rules).allowed:
        lasting = facts.left.side
    if len(facts.occupied) > 1:
        return Ownership(lasting, lasting)
    if facts.occupied:
        return _occupied(facts.occupied[0], lasting, facts, rules)
    claimant = next((s for s in sorted(facts.zoc_of) if _has_uncontested_zoc(s, facts)), lasting)
    ruling = _rule_on_claim(claimant, ZOC, ZERO, facts, rules)
    owner = claimant if ruling.allowed else lasting
    return Ownership(owner, owner, ruling)


def _occupied(there: Presence, lasting: Side, facts: HexOwnership, rules: Ruleset) -> Ownership:
    ruling = _rule_on_claim(there.side, OCCUPATION, there.re, facts, rules)
    if not ruling.allowed and _has_uncontested_zoc(there.side, facts):
        by_zoc = _rule_on_claim(there.side, ZOC, ZERO, facts, rules)
        ruling = by_zoc if by_zoc.allowed else ruling & by_zoc
    return Ownership(there.side, there.side if ruling.allowed else lasting, ruling)


def _zoc_over_city_or_airbase(claim: Claim) -> bool:
    return claim.by == ZOC and (claim.is_city or claim.is_airbase) and are_enemies(claim.side, claim.owner)


def _less_than_one_re(claim: Claim) -> bool:
    return claim.by == OCCUPATION and claim.re < 1 and are_enemies(claim.side, claim.owner)


@rule("FoF 3D", "SF 43C1")
def limits_on_gaining(by: str, gate: Gate = ALWAYS) -> tuple[Prohibition, ...]:
    """What a variant contributes in which a ZOC takes no city or airbase, and less than one RE no hex for good.

    by: the rule in its book, such as "FoF 3D". gate: the option that it belongs to, if any.
    """
    return (
        Prohibition(
            "cities and airbases must be occupied",
            "gain hex",
            by=by,
            why="a ZOC alone takes no enemy-owned city or airbase",
            when=_zoc_over_city_or_airbase,
            possible="occupy the hex",
            gate=gate,
        ),
        Prohibition(
            "one RE for lasting ownership",
            "gain hex",
            by=by,
            why="less than one RE of units owns an enemy hex only while it is there",
            when=_less_than_one_re,
            possible="one RE of units in the hex, or an uncontested ZOC",
            gate=gate,
        ),
    )


# --- on the board ----------------------------------------------------------------------------------------------------


def hex_owner(ref: Hex, state: GameState, rules: Ruleset) -> Side:
    """The owner of a hex now."""
    owner = state.owners.get(ref)
    return rules.owner_at_start(ref) if owner is None else owner


REMEMBERED = "hexes whose owners are remembered"
"""Slot of sources: (rules) -> the hexes of which it matters who has ever owned them."""

EVER_OWNED = FactKind("gained by", "game", str)
"""The sides that have gained a hex since play began, for hexes where that matters (subject: the hex)."""


@remembered()
def remembered_hexes(rules: Ruleset) -> frozenset[Hex]:
    """The hexes of which it matters who has ever owned them."""
    given = [cast("Callable[[Ruleset], frozenset[Hex]]", source.value)(rules) for source in rules.sources(REMEMBERED)]
    return frozenset().union(*given)


def _remember(ref: Hex, owner: Side, state: GameState, rules: Ruleset) -> GameState:
    if ref not in remembered_hexes(rules):
        return state
    sides = dict.fromkeys((*_gained_by(ref, state), owner))
    return state.noting(EVER_OWNED, ref, ", ".join(sides))


def _gained_by(ref: Hex, state: GameState) -> tuple[Side, ...]:
    noted = state.recall(EVER_OWNED, ref)
    return tuple(map(Side, noted.split(", "))) if noted else ()


@rule("FoF 12C2", "SF 12C1a", "SF 12C1b")
def has_been_owned_by_enemy(ref: Hex, side: Side, state: GameState) -> bool:
    """Whether an enemy of a side has gained a hex since play began; known where it matters."""
    return any(are_enemies(owner, side) for owner in _gained_by(ref, state))


GAINS_NOTHING = "gains no hex"
"""Slot of sources: (piece, state, rules) -> whether a piece takes no hex from another owner by being in it."""


def _counted(ref: Hex, owner: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The pieces in a hex that count for its ownership."""
    there, sources = state.at(ref), rules.sources(GAINS_NOTHING)
    if not (sources and there):
        return there
    tests = [cast("Callable[[Piece, GameState, Ruleset], bool]", source.value) for source in sources]
    return tuple(p for p in there if p.side == owner or not any(test(p, state, rules) for test in tests))


def gather_ownership(ref: Hex, state: GameState, rules: Ruleset, zoc_of: frozenset[Side] | None = None) -> HexOwnership:
    """What decides who owns a hex, as the board stands; zoc_of: the sides whose ZOCs reach it, where that is known."""
    board = rules.board
    owner = Side(state.recall(REVERTS, ref) or hex_owner(ref, state, rules))
    return HexOwnership(
        owner=owner,
        occupied=_presences(_counted(ref, owner, state, rules), rules),
        zoc_of=sides_with_zoc((ref,), state, rules)[ref] if zoc_of is None else zoc_of,
        is_city=board.city(ref) is not None,
        is_airbase=has_airfield(ref, state, rules),
    )


def _presences(pieces: Iterable[Piece], rules: Ruleset) -> tuple[Presence, ...]:
    found: dict[Side, Fraction] = {}
    for piece in units_among(pieces, rules):
        found[piece.side] = found.get(piece.side, ZERO) + re_size(piece.unit, rules.types)
    return tuple(Presence(side, re) for side, re in found.items())


GAINED = "hex gained"
"""The slot of the sources that say what else follows when a side gains a hex (a `HexGained`): each names a function
(facts, state, rules) -> state."""


@frozen
class HexGained:
    """A hex that a side has gained: the hex, its owner now, and its owner before."""

    hex: Hex
    owner: Side
    before: Side


Follow = Callable[[HexGained, GameState, Ruleset], GameState]


def change_hands(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """The state after all that follows when a side gains a hex, but for fortifications."""
    state = take_airfields(facts.hex, facts.owner, state)
    for source in rules.sources(GAINED, facts):
        state = cast(Follow, source.value)(facts, state, rules)
    return state


def _sides_near(hexes: Collection[Hex], state: GameState, rules: Ruleset) -> dict[Hex, set[Side]]:
    """The sides that have pieces in each of these hexes or beside it; none for a hex with nobody near."""
    around, found = rules.board.neighbors_of, dict[Hex, set[Side]]()
    for place in dict.fromkeys(chain(hexes, *map(around, hexes))):
        there = state.at(place)
        for ref in (place, *around(place)) if there else ():
            found.setdefault(ref, set()).update(piece.side for piece in there)
    return {ref: found.get(ref, set()) for ref in hexes}


def hexes_in_question(hexes: Iterable[Hex], state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """Those of some hexes whose owners may have to change; the others are as they must be.

    A hex with none but its owner's pieces in it and beside it stays as it is: nobody else occupies it or has a ZOC
    there, and what its owner claims he has. It is in question all the same if it is to revert, or has a fortification
    that may fall to those in it. Hexes off the map have no owner.
    """
    near = _sides_near([ref for ref in hexes if ref in rules.board.index], state, rules)
    reverting = state.all_facts(REVERTS)
    return tuple(
        ref for ref, sides in near.items() if ref in reverting or (sides and _may_change(ref, sides, state, rules))
    )


def _may_change(ref: Hex, near: Collection[Side], state: GameState, rules: Ruleset) -> bool:
    """Whether somebody else than the owner is near a hex, or somebody in it for whom its fortification may fall."""
    if near != {hex_owner(ref, state, rules)}:
        return True
    return bool(state.at(ref)) and bool(fortification_of(ref, state, rules).kind)


@rule("FoF 3D", "SF 3D")
def settle_owners(hexes: Iterable[Hex], state: GameState, rules: Ruleset) -> GameState:
    """The state with the owners of these hexes as occupation and ZOCs make them now."""
    asked = hexes_in_question(hexes, state, rules)
    return _settle(asked, state, rules) if asked else state


def _settle(asked: Sequence[Hex], state: GameState, rules: Ruleset) -> GameState:
    changed: dict[Hex, Side] = {}
    zocs = sides_with_zoc(asked, state, rules)
    for ref in asked:
        if not zocs[ref] and not state.at(ref) and state.recall(REVERTS, ref) is None:
            continue
        facts, before = gather_ownership(ref, state, rules, zocs[ref]), hex_owner(ref, state, rules)
        found = reckon_owner(facts, rules)
        alone = facts.occupied[0].side if len(facts.occupied) == 1 else None
        if found.owner != before:
            changed[ref] = found.owner
            state = _remember(ref, found.owner, state, rules)
            state = change_hands(HexGained(ref, found.owner, before), state, rules)
        state = take_fortifications(ref, found.owner, before, state, rules, alone)
        if found.lasting != found.owner:
            state = state.noting(REVERTS, ref, found.lasting)
        elif state.recall(REVERTS, ref) is not None:
            state = state.forgetting(REVERTS, ref)
    return state.owned(changed) if changed else state


@rule("FoF 3D", "SF 3D")
def own_what_is_occupied(state: GameState, rules: Ruleset) -> GameState:
    """A situation with an owner for each hex that units of one side occupy, where it gives none itself.

    Units at home in a country that is neutral leave it so. Only owners are settled: what else follows when a hex is
    gained has happened before, and the situation tells it where it matters.
    """
    for ref in sorted({piece.place for piece in state.pieces.values()} - set(state.owners)):
        if ref not in rules.board.index or _is_neutral_home(ref, state, rules):
            continue
        facts = gather_ownership(ref, state, rules)
        found = reckon_owner(facts, rules) if facts.occupied else Ownership(facts.owner, facts.owner)
        if found.owner != facts.owner:
            state = _remember(ref, found.owner, state.owned({ref: found.owner}), rules)
        if found.lasting != found.owner:
            state = state.noting(REVERTS, ref, found.lasting)
    return state


def _is_neutral_home(ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a hex is neutral, and units of its own country are in it."""
    country, nations = rules.board.country(ref), rules.nations.by_code
    at_home = any(nations[p.unit.nation].country == country for p in state.at(ref) if p.unit.nation in nations)
    return at_home and hex_owner(ref, state, rules) == NEUTRAL


@rule("FoF 3D", "SF 3D")
def gain_by_entry(state: GameState, pieces: Sequence[Piece], ref: Hex, rules: Ruleset) -> GameState:
    """The state after these pieces have entered a hex: it is theirs, and so is what their ZOCs alone cover.

    state: with the pieces in the hex already, or still where they came from; they are put there.
    """
    there = [piece for piece in pieces if state.piece(piece.id).place != ref]
    for piece in there:
        state = state.moved(piece.id, ref)
    return settle_owners(_around(ref, rules), state, rules)


@rule("FoF 3D", "SF 3D")
def change_by_leaving(state: GameState, ref: Hex, rules: Ruleset) -> GameState:
    """The state after units have left a hex: it reverts where their claim did not last, and ZOCs count anew around.

    Construction work that they have left undone, and a temporary airfield that nobody attends any more, are gone.
    """
    return settle_owners(_around(ref, rules), tend((ref,), state, rules), rules)


@rule("FoF 3D", "SF 3D")
def change_by_going(state: GameState, pieces: Sequence[Piece], origin: Hex, ref: Hex, rules: Ruleset) -> GameState:
    """The state after these pieces have gone from a hex to the next: as after they have entered, and then have left.

    Every hex around the two is settled once.
    """
    for piece in pieces:
        state = state.moved(piece.id, ref)
    hexes = dict.fromkeys((*_around(ref, rules), *_around(origin, rules)))
    return settle_owners(hexes, tend((origin,), state, rules), rules)


def _around(ref: Hex, rules: Ruleset) -> tuple[Hex, ...]:
    return (ref, *rules.board.neighbors_of(ref)) if ref in rules.board.index else ()
