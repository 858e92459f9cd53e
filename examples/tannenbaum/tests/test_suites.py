"""The suites that any variant can run on itself."""

from europa_rules.testing.suites import *  # noqa: F403
