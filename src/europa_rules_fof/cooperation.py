"""Cooperation of contingents (FoF 31H, optional)."""

from __future__ import annotations

from europa_rules.contributions import Modifier, Option, Prohibition

OPTIONS: tuple[Option, ...] = ()
MODIFIERS: tuple[Modifier, ...] = ()
PROHIBITIONS: tuple[Prohibition, ...] = ()
