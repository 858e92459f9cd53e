"""Dice with addresses (rule 3C3): fair, repeatable, and undisturbed by other rolls."""

from __future__ import annotations

import hashlib
import itertools
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from europa_rules.dice import Address, SeededDice, checked_faces
from europa_rules.errors import StateError

SEEDS = st.text(max_size=8)
ADDRESSES = st.builds(Address, st.binary(max_size=4).map(lambda b: hashlib.sha256(b).hexdigest()), st.integers(0, 50))

CRITICAL = {5: 20.515, 35: 66.619}
"""Chi-square at one in a thousand, by degrees of freedom."""


def chi_square(counts: Counter[object], cells: int) -> float:
    """How far the counts stand from equal ones."""
    expected = sum(counts.values()) / cells
    return sum((n - expected) ** 2 for n in counts.values()) / expected + (cells - len(counts)) * expected


def test_3C3_every_face_is_equally_likely_over_seeds() -> None:
    at = Address("0" * 64, 0)
    counts = Counter[object](SeededDice(str(seed)).roll(at, 1)[0] for seed in range(6000))
    assert set(counts) == {1, 2, 3, 4, 5, 6}
    assert chi_square(counts, 6) < CRITICAL[5]


def test_3C3_every_face_is_equally_likely_within_a_game() -> None:
    dice = SeededDice("a game")
    counts = Counter[object](dice.roll(Address("0" * 64, index), 1)[0] for index in range(6000))
    assert chi_square(counts, 6) < CRITICAL[5]


def test_3C3_two_dice_are_independent_of_one_another() -> None:
    dice = SeededDice("pairs")
    counts = Counter[object](dice.roll(Address("f" * 64, index), 2) for index in range(7200))
    assert chi_square(counts, 36) < CRITICAL[35]


def test_3C3_a_roll_and_the_next_one_are_independent() -> None:
    faces = [SeededDice("chain").roll(Address("0" * 64, index), 1)[0] for index in range(7201)]
    counts = Counter[object](itertools.pairwise(faces))
    assert chi_square(counts, 36) < CRITICAL[35]


def test_many_dice_need_several_blocks() -> None:
    """A block gives at most 32 dice; bytes that would favour a face are passed over."""
    faces = SeededDice("many").roll(Address("0" * 64, 0), 6000)
    assert len(faces) == 6000
    assert chi_square(Counter[object](faces), 6) < CRITICAL[5]


@given(SEEDS, ADDRESSES, st.lists(ADDRESSES, max_size=3), st.integers(1, 4))
def test_B29_a_roll_depends_on_nothing_but_seed_and_address(
    seed: str, at: Address, others: list[Address], dice: int
) -> None:
    expected = SeededDice(seed).roll(at, dice)
    disturbed, elsewhere = SeededDice(seed), SeededDice("another game")
    for other in others:
        disturbed.roll(other, 3)
        elsewhere.roll(other, 3)
    assert disturbed.roll(at, dice) == expected
    assert checked_faces(expected, dice) == expected


@given(SEEDS, ADDRESSES, st.integers(1, 20))
def test_fewer_dice_are_the_first_of_more(seed: str, at: Address, dice: int) -> None:
    assert SeededDice(seed).roll(at, 20)[:dice] == SeededDice(seed).roll(at, dice)


def test_B29_addresses_and_seeds_give_other_dice() -> None:
    one, two = Address("0" * 64, 0), Address("0" * 64, 1)
    three = Address("1" * 64, 0)
    rolls = {SeededDice(seed).roll(at, 10) for seed in ("a", "b") for at in (one, two, three)}
    assert len(rolls) == 6


def test_B29_games_without_a_seed_differ() -> None:
    seeds = {SeededDice.fresh().seed for _ in range(50)}
    assert len(seeds) == 50
    assert all(len(seed) == 32 for seed in seeds)


def test_the_stream_is_the_published_one() -> None:
    """Saved games of today must roll the same tomorrow."""
    digest = hashlib.sha256(b"7|" + b"0" * 64 + b"|3|0").digest()
    expected = tuple(byte % 6 + 1 for byte in digest if byte < 252)[:5]
    assert SeededDice("7").roll(Address("0" * 64, 3), 5) == expected
    assert SeededDice("7").name == "seeded"


@pytest.mark.parametrize("faces", [(), (1, 2), (0,), (7,), (-1,), (3.0,), ("3",), (True,), (None,)])
def test_wrong_faces_are_refused(faces: tuple[int, ...]) -> None:
    with pytest.raises(StateError, match=r"a roll of 1 die cannot be \[.*\]; faces are 1 to 6"):
        checked_faces(faces, 1)


def test_right_faces_pass() -> None:
    assert checked_faces((1, 6), 2) == (1, 6)
    with pytest.raises(StateError, match="a roll of 2 dice"):
        checked_faces((1,), 2)
