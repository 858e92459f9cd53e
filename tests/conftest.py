"""Every run of the tests draws the same examples, however slow the machine is, and keeps no rulesets."""

from collections.abc import Iterator
from types import ModuleType

import pytest
from hypothesis import settings

settings.register_profile("same-everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same-everywhere")


@pytest.fixture(scope="module", autouse=True)
def forget_rulesets(request: pytest.FixtureRequest) -> Iterator[None]:
    """What one module of tests has loaded is not kept for the next: a ruleset remembers its board and positions."""
    yield
    if request.module.__name__.startswith("tests."):
        _forget(request.module)


def _forget(module: ModuleType) -> None:
    """Clear the caches of a module's functions."""
    for thing in list(vars(module).values()):
        if hasattr(thing, "cache_clear"):
            thing.cache_clear()
