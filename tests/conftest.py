"""Every run of the tests draws the same examples, however slow the machine is, and keeps no rulesets."""

import sys
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
        _forget(request.module, "")
    for name, module in list(sys.modules.items()):
        if name.startswith("europa_rules"):
            _forget(module, "rules")


def _forget(module: ModuleType, about: str) -> None:
    """Clear the caches of a module's functions; of those alone that take such an argument, where one is named."""
    for thing in list(vars(module).values()):
        code = getattr(getattr(thing, "__wrapped__", None), "__code__", None)
        if hasattr(thing, "cache_clear") and code and (not about or about in code.co_varnames[: code.co_argcount]):
            thing.cache_clear()
