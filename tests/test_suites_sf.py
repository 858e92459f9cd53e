"""The suites for variants, run on the bundled game."""

import pytest

from europa_rules.testing.suites import *  # noqa: F403


@pytest.fixture(scope="session")
def variant() -> str:
    """The game under test."""
    return "sf"
