"""What The Fall of France adds to ranges and strengths of air units: slow fighter-bombers (FoF 23D1)."""

from __future__ import annotations

from europa_rules.air.flights import Flight, is_fighter_bomber
from europa_rules.contributions import Modifier
from europa_rules.numbers import Number


def _lost(flight: Flight) -> Number:
    """2 points, but never so many that less than 1 is left."""
    return -min(2, max(0, flight.rating.defense - 1))


MODIFIERS: tuple[Modifier, ...] = (
    Modifier("fighter-bomber, never below 1", "air defense strength", "FoF 23D1", _lost, is_fighter_bomber),
)
