"""For tests of variants and tools: procedures driven by hand, asserts that tell why, and suites for any variant.

`play` drives one procedure. The fixtures come with `pytest_plugins = ["europa_rules.testing.plugin"]` in a
`conftest.py`, the suites with `from europa_rules.testing.suites import *` in a test module.
"""

from europa_rules.testing.asserts import assert_allowed, assert_refused, assert_same_outcome, assert_strength
from europa_rules.testing.procedures import Played, play

__all__ = ["Played", "assert_allowed", "assert_refused", "assert_same_outcome", "assert_strength", "play"]
