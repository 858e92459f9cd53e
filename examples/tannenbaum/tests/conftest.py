"""Fixtures for the variant: rules, positions, dice, tables, answers."""

import pytest

pytest_plugins = ["europa_rules.testing.plugin"]


@pytest.fixture(scope="session")
def variant() -> str:
    """The variant under test."""
    return "tannenbaum"
