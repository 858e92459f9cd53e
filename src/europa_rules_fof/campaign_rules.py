"""What The Fall of France contributes to the campaign (rules 26 to 33), gathered from the modules of its rules."""

from __future__ import annotations

from europa_rules.contributions import ChartFolder, Option, Prohibition
from europa_rules_fof import arrivals, surprise, victory

OPTIONS: tuple[Option, ...] = (*surprise.OPTIONS,)
CHARTS: tuple[ChartFolder, ...] = (*victory.CHARTS,)
PROHIBITIONS: tuple[Prohibition, ...] = (*arrivals.PROHIBITIONS,)
