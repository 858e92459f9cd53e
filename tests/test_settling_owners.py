"""Who owns hexes after a piece has moved (rule 3D): settling those in question comes to the same as settling all."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from europa_rules import load
from europa_rules.ground.facts import REVERTS
from europa_rules.ground.ownership import (
    Ownership,
    change_by_going,
    change_by_leaving,
    gain_by_entry,
    gather_ownership,
    hex_owner,
    hexes_in_question,
    reckon_owner,
    settle_owners,
)
from europa_rules.hexes import Hex
from europa_rules.position import parse_position
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side
from europa_rules.state import GameState

MIDDLE = Hex("16A:2029")
GAMES = {"fof": load("fof"), "sf": load("sf"), "sf with 43C1": load("sf", options={"43C1"})}
MOMENTS = {"fof": "May II 40, Axis movement", "sf": "Jul I 44, Axis movement"}
COUNTERS = {
    "fof": ("ge 7-6 Inf XX", "ge 1-6 Inf II", "ge 0-1-4 Art III", "fr 5-6 Inf XX", "fr 0-1-0 Inf III", "fr RP 1"),
    "sf": ("ge 7-6 Inf XX", "ge 1-6 Inf II", "ge 0-4 Static XX", "us 7-6 Inf XX", "br 0-1-0 Inf III", "us RP 1"),
}


def area(rules: Ruleset) -> list[Hex]:
    """The hexes within three of the middle."""
    return [ref for ref in rules.board.hexes if rules.board.distance(MIDDLE, ref) <= 3]


Stack = tuple[int, int]
"""Where a counter stands and which it is, both by number."""

STACKS = st.lists(st.tuples(st.integers(0, 36), st.integers(0, 5)), min_size=1, max_size=7)
Owner = tuple[Side, Side]
"""Who owns a hex now, and once those in it have left."""

OWNERS = st.lists(
    st.sampled_from([None, (AXIS, AXIS), (ALLIED, ALLIED), (NEUTRAL, NEUTRAL), (AXIS, ALLIED)]),
    min_size=37,
    max_size=37,
)


def position(name: str, stacks: Sequence[Stack], owners: Sequence[Owner | None]) -> GameState:
    """Counters here and there about the middle, and hexes that are owned by whom the map says, or by somebody else."""
    rules, hexes, game = GAMES[name], area(GAMES[name]), name.partition(" ")[0]
    lines = [f"{hexes[at]} contested {COUNTERS[game][which]} <{n}>" for n, (at, which) in enumerate(stacks)]
    state = parse_position(" | ".join([*lines, MOMENTS[game]]), rules)
    for ref, owner in zip(hexes, owners, strict=True):
        if owner is not None:
            state = state.owned({ref: owner[0]})
            state = state if owner[0] == owner[1] else state.noting(REVERTS, ref, owner[1])
    return state


def owned(hexes: Sequence[Hex], state: GameState, rules: Ruleset) -> list[tuple[Side, str | None]]:
    """The owner of every hex, and to whom it is to revert."""
    return [(hex_owner(ref, state, rules), state.recall(REVERTS, ref)) for ref in hexes]


def as_told(found: Ownership) -> tuple[Side, str | None]:
    return found.owner, None if found.lasting == found.owner else found.lasting


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60)
@given(stacks=STACKS, owners=OWNERS)
def test_3D_hexes_that_are_not_in_question_are_as_the_rule_has_them(
    name: str, stacks: Sequence[Stack], owners: Sequence[Owner | None]
) -> None:
    """Every hex is settled as `reckon_owner` says of it, though most are not asked about."""
    rules, state = GAMES[name], position(name, stacks, owners)
    hexes = area(rules)
    one_by_one = [as_told(reckon_owner(gather_ownership(ref, state, rules), rules)) for ref in hexes]
    asked = hexes_in_question(hexes, state, rules)
    for ref, before, told in zip(hexes, owned(hexes, state, rules), one_by_one, strict=True):
        assert ref in asked or before == told
    assert owned(hexes, settle_owners(hexes, state, rules), rules) == one_by_one


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=60)
@given(stacks=STACKS, owners=OWNERS, mover=st.integers(0, 6), way=st.integers(0, 5))
def test_3D_settling_around_a_move_comes_to_the_same_as_settling_the_whole_board(
    name: str, stacks: Sequence[Stack], owners: Sequence[Owner | None], mover: int, way: int
) -> None:
    rules, state = GAMES[name], position(name, stacks, owners)
    everywhere = [ref for ref in rules.board.hexes if rules.board.distance(MIDDLE, ref) <= 6]
    state = settle_owners(everywhere, state, rules)
    piece = state.piece(str(mover % len(stacks)))
    origin, to = piece.place, rules.board.neighbors_of(piece.place)[way]
    after = change_by_going(state, [piece], origin, to, rules)
    assert settle_owners(everywhere, after, rules) == after
    assert change_by_leaving(gain_by_entry(state, [piece], to, rules), origin, rules) == after


@pytest.mark.parametrize("name", ["fof", "sf"])
def test_3D_no_hex_is_in_question_where_nobody_but_its_owner_is_near(name: str) -> None:
    rules = GAMES[name]
    hexes = area(rules)
    own = position(name, [(18, 0)], [(AXIS, AXIS)] * len(hexes))
    assert hexes_in_question(hexes, own, rules) == ()
    beside = own.owned(dict.fromkeys(rules.board.neighbors_of(own.piece("0").place), ALLIED))
    assert set(hexes_in_question(hexes, beside, rules)) == set(rules.board.neighbors_of(own.piece("0").place))
    reverts = own.noting(REVERTS, hexes[0], ALLIED)
    assert hexes_in_question(hexes, reverts, rules) == (hexes[0],)


@pytest.mark.parametrize("name", ["fof", "sf"])
def test_3D_a_hex_with_a_fortification_is_in_question_as_soon_as_anybody_is_in_it(name: str) -> None:
    rules = GAMES[name]
    fort = next(ref for ref in rules.board.hexes if rules.board.fortification(ref) is not None)
    empty = parse_position(f"{MIDDLE} ge 7-6 Inf XX <a> | owner Axis {fort} {MIDDLE}", rules)
    assert hexes_in_question((fort,), empty, rules) == ()
    assert hexes_in_question((fort,), empty.moved("a", fort), rules) == (fort,)
