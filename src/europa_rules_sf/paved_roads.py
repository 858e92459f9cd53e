"""Roads (SF 44A2, optional): 1 MP along a paved road in any weather, but not into or across mountains.

What it costs, and where it does not hold, stands in the terrain effects chart under the option's number.
"""

from __future__ import annotations

from europa_rules.contributions import Option

OPTIONS = (Option("44A2", "Paved roads", by="SF 44A2"),)
