"""Every run of the tests draws the same examples, whatever the machine and however slow it is."""

from hypothesis import settings

settings.register_profile("same-everywhere", derandomize=True, deadline=None, database=None)
settings.load_profile("same-everywhere")
