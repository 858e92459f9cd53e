"""Artillery in excess (SF 14B, 33A): naval gunfire counts as artillery, and an open point about support."""

from __future__ import annotations

from europa_rules.contributions import Gate, Prohibition, Source
from europa_rules.ground.artillery import GIVES_NO_SUPPORT, GUNFIRE
from europa_rules.ground.support import SupportFacts
from europa_rules.numbers import QUARTER

SUPPORT = "sf-14B-excess-support"


def _is_in_excess(facts: SupportFacts) -> bool:
    return GIVES_NO_SUPPORT in facts.supporter.situation


SOURCES = (Source("naval gunfire", GUNFIRE, by="SF 33A", value=QUARTER),)
PROHIBITIONS = (
    Prohibition(
        "no support by artillery in excess",
        "support",
        by="SF 14B",
        why="artillery in excess supports nobody",
        when=_is_in_excess,
        gate=Gate(point=SUPPORT, reading="no"),
    ),
)
