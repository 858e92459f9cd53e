"""Where nations exert no ZOCs (FoF 28A, 31E1): outside an operational area, and into Belgium on the invasion turn."""

from __future__ import annotations

from europa_rules.contributions import Prohibition
from europa_rules.ground.zones import ZocReach

ITALY_AT_WAR = "Italy at war"
INVASION_TURN = "invasion turn"
NO, YES = "no", "yes"


def outside_italy(facts: ZocReach) -> bool:
    """Whether an Italian unit stands by while Italy is not at war, and the hex is outside Italy."""
    is_neutral = facts.situation.get(ITALY_AT_WAR) == NO
    return facts.exertion.unit.nation == "it" and is_neutral and facts.country not in ("", "Italy")


def into_belgium(facts: ZocReach) -> bool:
    """Whether a French ZOC would reach into Belgium or Luxembourg on the turn of the German invasion."""
    is_french = facts.exertion.unit.nation == "fr"
    return is_french and facts.situation.get(INVASION_TURN) == YES and facts.country in ("Belgium", "Luxembourg")


PROHIBITIONS = (
    Prohibition(
        "outside the Italian operational area",
        "zoc reaches",
        by="FoF 28A",
        why="Italian units exert no ZOCs outside Italy until it enters the war",
        when=outside_italy,
    ),
    Prohibition(
        "French ZOCs on the invasion turn",
        "zoc reaches",
        by="FoF 31E1",
        why="French ZOCs do not extend into Belgium and Luxembourg on the turn of the German invasion",
        when=into_belgium,
    ),
)
