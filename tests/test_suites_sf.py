"""The suites for variants, run on the bundled game."""

from pathlib import Path

import pytest

from europa_rules.testing.suites import *  # noqa: F403

CASES = (Path(__file__).parent / "conformance" / "sf", Path(__file__).parent / "cases" / "sf")
GOLDEN = Path(__file__).parent / "golden"
APPROVED = Path(__file__).parent / "approved" / "sf"


@pytest.fixture(scope="session")
def variant() -> str:
    """The game under test."""
    return "sf"
