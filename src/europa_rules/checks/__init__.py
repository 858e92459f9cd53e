"""Checking data files: every fault of every file in one run.

`check_paths` finds out what each file or folder is (charts, map sheet, rulings, unit types, cases, positions, saves, or
a kind that a plugin brings) and hands it to the reader that knows it. `check_bundled` checks all data that come with
the library and its plugins. What a reader alone cannot see (a city that is on no map, a railway through the sea, a
stack too high) is looked up in the data beside it.
"""

from europa_rules.checks.kinds import Checked, Kind, Surroundings
from europa_rules.checks.walk import KINDS, check_bundled, check_paths, check_variant

__all__ = ["KINDS", "Checked", "Kind", "Surroundings", "check_bundled", "check_paths", "check_variant"]
