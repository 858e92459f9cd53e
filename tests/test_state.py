"""The state of a game: frozen, hashable, and forgetful by scope."""

from __future__ import annotations

import copy
import itertools

import pytest
from attrs.exceptions import FrozenInstanceError
from hypothesis import given
from hypothesis import strategies as st

import europa_rules as er
from europa_rules.errors import UnknownName
from europa_rules.frozenmap import FrozenMap
from europa_rules.state import SCOPES, STAYS, WEATHER, FactKind, GameState, Moment, Obligation, Piece

A, B, C = er.Hex("16A:1506"), er.Hex("16A:1507"), er.Hex("16A:1606")
INFANTRY = er.Unit("ge", "infantry", "division", er.Rating(7, 7, 6))
KINDS = {scope: FactKind(f"seen for a {scope}", scope, int) for scope in SCOPES}


def piece(name: str, place: er.Hex = A, side: er.Side = er.AXIS) -> Piece:
    """A division of this name."""
    return Piece(name, INFANTRY, side, place)


def state_of(*pieces: Piece) -> GameState:
    """These pieces, in the Axis combat phase."""
    return GameState(Moment(er.Turn(1940, 5, 1), er.AXIS, "combat")).with_pieces(pieces)


# --- effects ---


def test_an_effect_leaves_the_old_state_alone() -> None:
    before = state_of(piece("1"), piece("2"))
    kept = copy.deepcopy(before)
    hash_before = hash(before)
    changed = [
        before.moved("1", B),
        before.with_piece(piece("3")),
        before.with_pieces([piece("3"), piece("4")]),
        before.without("1"),
        before.owned({A: er.AXIS}),
        before.noting(WEATHER, "C", "mud"),
        before.at_moment(Moment(er.Turn(1940, 5, 2), er.ALLIED, "movement")),
    ]
    assert all(after != before for after in changed)
    assert before == kept
    assert hash(before) == hash_before


def test_nothing_can_be_set_in_place() -> None:
    state = state_of(piece("1"))
    with pytest.raises(FrozenInstanceError):
        state.moment = Moment(er.Turn(1940, 5, 2), er.AXIS, "combat")  # type: ignore[misc]  # that is the point
    with pytest.raises(FrozenInstanceError):
        state.piece("1").place = B  # type: ignore[misc]  # that is the point
    with pytest.raises(TypeError):
        state.pieces["1"] = piece("1")  # type: ignore[index]  # that is the point
    with pytest.raises(AttributeError):
        state.pieces.clear()  # type: ignore[attr-defined]  # that is the point


@given(st.permutations(["move", "own", "note", "piece"]))
def test_equal_states_are_equal_however_they_came_about(order: list[str]) -> None:
    state = state_of(piece("1"))
    for change in order:
        if change == "move":
            state = state.moved("1", B)
        elif change == "own":
            state = state.owned({A: er.AXIS}).owned({B: er.ALLIED})
        elif change == "note":
            state = state.noting(WEATHER, "C", "mud")
        else:
            state = state.with_piece(piece("2"))
    expected = state_of(piece("2"), piece("1", B)).noting(WEATHER, "C", "mud").owned({B: er.ALLIED, A: er.AXIS})
    assert state == expected
    assert hash(state) == hash(expected)
    assert len({state, expected}) == 1


def test_states_that_differ_in_one_thing_are_unequal() -> None:
    state = state_of(piece("1"))
    others = [
        state.moved("1", B),
        state.owned({A: er.AXIS}),
        state.noting(WEATHER, "", "mud"),
        state.at_moment(Moment(er.Turn(1940, 5, 1), er.AXIS, "combat", "start of combat")),
        state.with_piece(Piece("1", INFANTRY, er.AXIS, A, full=INFANTRY)),
    ]
    for one, other in itertools.combinations([state, *others], 2):
        assert one != other


# --- looking ---


def test_B41_asking_changes_nothing() -> None:
    state = state_of(piece("1"), piece("2", A, er.ALLIED), piece("3", B)).noting(WEATHER, "C", "mud")
    state = state.noting(STAYS, "1", Obligation("stays", "it screens the railway", (er.Citation("FoF", "7A"),)))
    kept, before = copy.deepcopy(state), hash(state)
    for _ in range(2):
        state.at(A), state.friends_at(A, er.AXIS), state.enemies_at(A, er.AXIS)
        state.piece("1"), state.recall(WEATHER, "C"), state.stays("1")
    state.occupied().clear()
    state.all_facts(WEATHER)["D"] = "snow"
    assert (state, hash(state)) == (kept, before)
    assert state.occupied() == {A: (piece("1"), piece("2", A, er.ALLIED)), B: (piece("3", B),)}
    assert state.all_facts(WEATHER) == {"C": "mud"}


def test_pieces_are_found_by_place_and_side() -> None:
    friend, enemy, neutral = piece("1"), piece("2", A, er.ALLIED), piece("3", A, er.NEUTRAL)
    state = state_of(friend, enemy, neutral)
    assert state.at(A) == (friend, enemy, neutral)
    assert state.at(B) == ()
    assert state.friends_at(A, er.AXIS) == (friend,)
    assert state.enemies_at(A, er.AXIS) == (enemy,)
    assert state.enemies_at(A, er.NEUTRAL) == ()
    assert state.moved("1", B).at(B) == (Piece("1", INFANTRY, er.AXIS, B),)


@given(st.lists(st.tuples(st.sampled_from("1234567"), st.sampled_from([A, B, C, None])), max_size=20))
def test_pieces_are_found_by_place_whatever_has_moved_come_and_gone(changes: list[tuple[str, er.Hex | None]]) -> None:
    state = state_of(piece("2"), piece("3", B))
    for name, place in changes:
        state = state.without(name) if place is None else state.with_piece(piece(name, place))
        for ref in (A, B, C):
            assert state.at(ref) == tuple(p for _, p in sorted(state.pieces.items()) if p.place == ref)
    assert state.occupied() == {ref: state.at(ref) for ref in (A, B, C) if state.at(ref)}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from([None, "x", "y"])), max_size=45))
def test_a_map_tells_what_has_changed_since_an_older_one(changes: list[tuple[str, str | None]]) -> None:
    """However long ago that was, and whether or not one was made from the other."""
    line = [FrozenMap({"a": "x"})]
    for key, value in changes:
        line.append(line[-1].drop(key) if value is None else line[-1].put(key, value))
    for older in (*line, FrozenMap({"b": "y"})):
        for newer in (line[-1], line[len(line) // 2]):
            told = {k for k in (*older, *newer) if (k in older, older.get(k)) != (k in newer, newer.get(k))}
            assert set(newer.changed_since(older)) == told


def test_an_unknown_piece_names_the_nearest() -> None:
    state = state_of(piece("ge 1 Pz XX"))
    for ask in (lambda: state.piece("ge 1 Pz X"), lambda: state.moved("ge 1 Pz X", B)):
        with pytest.raises(UnknownName, match=r"no piece 'ge 1 Pz X'\. Did you mean 'ge 1 Pz XX'"):
            ask()


# --- memory ---


@pytest.mark.parametrize("scope", SCOPES)
def test_a_fact_is_forgotten_when_its_scope_ends_and_not_before(scope: str) -> None:
    state = state_of()
    for kind in KINDS.values():
        state = state.noting(kind, "x", 1)
    after = state.ending(scope)
    assert after.recall(KINDS[scope], "x") is None
    assert [s for s in SCOPES if after.recall(KINDS[s], "x") is None] == [scope]
    assert after.ending(scope) is after


def test_several_scopes_end_together() -> None:
    state = state_of().noting(KINDS["step"], "x", 1).noting(KINDS["phase"], "x", 1).noting(KINDS["game"], "x", 1)
    after = state.ending("step", "phase", "player turn")
    assert [kind.scope for kind, _ in after.record] == ["game"]


def test_an_unknown_scope_is_refused() -> None:
    with pytest.raises(UnknownName, match=r"no scope 'fase'\. Did you mean 'phase'"):
        FactKind("x", "fase", int)
    with pytest.raises(UnknownName, match=r"no scope 'phases'\. Did you mean 'phase'"):
        state_of().ending("phases")


def test_facts_are_told_apart_by_kind_and_subject() -> None:
    other = FactKind("another", "phase", int)
    state = state_of().noting(KINDS["phase"], "a", 1).noting(KINDS["phase"], "b", 2).noting(other, "a", 3)
    assert state.all_facts(KINDS["phase"]) == {"a": 1, "b": 2}
    assert (state.recall(other, "a"), state.recall(other, "b")) == (3, None)
    assert state.forgetting(KINDS["phase"], "a", "nobody").all_facts(KINDS["phase"]) == {"b": 2}
    assert state.noting(other, "a", 4).recall(other, "a") == 4


@given(st.permutations(["c", "a", "b"]))
def test_facts_come_in_one_order_however_they_were_noted(subjects: list[str]) -> None:
    """A state read from a save must be gone through like the one that was saved."""
    state = state_of()
    for subject in subjects:
        state = state.noting(KINDS["phase"], subject, 1)
    assert list(state.all_facts(KINDS["phase"])) == ["a", "b", "c"]


def test_an_eliminated_piece_is_remembered_only_for_the_whole_game() -> None:
    state = state_of(piece("1"), piece("2"))
    for kind in KINDS.values():
        state = state.noting(kind, "1", 1).noting(kind, "2", 1)
    after = state.without("1")
    assert list(after.pieces) == ["2"]
    assert [kind.scope for kind, subject in after.record if subject == "1"] == ["game"]
    assert len([kind for kind, subject in after.record if subject == "2"]) == len(SCOPES)
    assert after.without("nobody") == after


def test_a_duty_names_its_reason_and_rule() -> None:
    duty = Obligation("must stay in 16A:1506", "a detachment left by rail", (er.Citation("FoF", "7A"),))
    state = state_of(piece("1")).noting(STAYS, "1", duty)
    assert str(state.stays("1")) == "must stay in 16A:1506, because a detachment left by rail (FoF 7A)"
    assert state.stays("2") is None
    assert state.ending("phase").stays("1") is None


# --- the frozen map ---

ITEMS = st.dictionaries(st.text(max_size=2), st.integers(0, 3), max_size=4)


@given(ITEMS, ITEMS, st.text(max_size=2), st.integers(0, 3))
def test_a_frozen_map_does_what_a_dict_does(a: dict[str, int], b: dict[str, int], key: str, value: int) -> None:
    frozen = FrozenMap(a)
    assert dict(frozen.put(key, value)) == {**a, key: value}
    assert dict(frozen.merge(b)) == {**a, **b}
    assert dict(frozen.drop(key, *b)) == {k: v for k, v in a.items() if k != key and k not in b}
    assert dict(frozen) == a
    assert (frozen == FrozenMap(b)) == (a == b)
    assert frozen == a
    assert hash(frozen) == hash(FrozenMap(dict(reversed(a.items()))))


def test_a_frozen_map_keeps_no_hold_on_what_it_was_made_of() -> None:
    source = {"a": 1}
    frozen = FrozenMap(source)
    source["a"] = 2
    assert frozen["a"] == 1
    assert frozen != 1
