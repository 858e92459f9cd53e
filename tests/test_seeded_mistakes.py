"""A small sample of the seeded mistakes; `benchmarks/seeded_mistakes.py` makes two thousand."""

from __future__ import annotations

from random import Random

from benchmarks.mistakes import KINDS, typo
from benchmarks.seeded_mistakes import measure


def test_a_sample_of_seeded_mistakes_is_found() -> None:
    tallies = measure(36, 11)
    assert [tally.made for tally in tallies.values()] == [3] * len(KINDS)
    assert tallies[KINDS[0]].found == 3
    assert sum(tally.found for tally in tallies.values()) >= 34


def test_a_typo_is_another_word() -> None:
    random = Random(1)
    assert all(typo(word, random) != word for word in ("aa", "provenance", "hex", "SIDE") for _ in range(50))
