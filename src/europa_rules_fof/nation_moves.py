"""Where nations may not move (FoF 28A1, 28C, 28C2): operational areas, neutral countries, Belgians in France."""

from __future__ import annotations

from europa_rules.contributions import Gate, Prohibition
from europa_rules.ground.movement import MoveFacts
from europa_rules.numbers import exact
from europa_rules_fof.nation_zones import ITALY_AT_WAR, NO, YES

INTO = "into"
INVADING = "invading"
BELGIUM = "Belgium"
SWITZERLAND = "Switzerland"
RETREATED_INTO = "retreated into"
MPS_HOME = "MPs spent towards Belgium"
NEUTRAL = "neutral"


def outside_italy(facts: MoveFacts) -> bool:
    """Whether an Italian unit would leave Italy before Italy is at war."""
    at_peace = facts.situation.get(ITALY_AT_WAR) == NO
    return facts.unit.nation == "it" and at_peace and facts.situation.get(INTO, "") not in ("", "Italy")


def into_neutral_belgium(facts: MoveFacts) -> bool:
    """Whether a unit that does not invade would enter Belgium while it is neutral."""
    is_neutral = facts.situation.get(BELGIUM) == NEUTRAL and facts.situation.get(INVADING) != YES
    return is_neutral and facts.unit.nation != "be" and facts.situation.get(INTO) == BELGIUM


def into_switzerland(facts: MoveFacts) -> bool:
    """Whether a unit would enter Switzerland, which stays neutral throughout."""
    return facts.situation.get(INTO) == SWITZERLAND


def belgian_into_france(facts: MoveFacts) -> bool:
    """Whether a Belgian unit would enter France of its own will."""
    return facts.unit.nation == "be" and facts.situation.get(INTO) == "France"


def stays_in_france(facts: MoveFacts) -> bool:
    """Whether a Belgian unit that has retreated into France does not spend all its MPs to return."""
    towards = facts.situation.get(MPS_HOME, "")
    is_there = facts.unit.nation == "be" and facts.situation.get(RETREATED_INTO) == "France"
    return is_there and bool(towards) and exact(towards) < facts.left


PROHIBITIONS = (
    Prohibition(
        "outside the Italian operational area",
        "move",
        by="FoF 28A1",
        why="Italian units stay in Italy until it enters the war",
        when=outside_italy,
    ),
    Prohibition(
        "a neutral country",
        "move",
        by="FoF 28C",
        why="no forces enter Belgium while it is neutral, but for those that invade it",
        when=into_neutral_belgium,
    ),
    Prohibition(
        "Switzerland",
        "move",
        by="FoF 28C4",
        why="no forces enter Switzerland",
        when=into_switzerland,
    ),
    Prohibition(
        "Belgians stay out of France",
        "move",
        by="FoF 28C2",
        why="Belgian units do not enter France of their own will",
        when=belgian_into_france,
        gate=Gate(point="fof-28C2-belgians-in-france", reading="refused"),
    ),
    Prohibition(
        "Belgians return from France",
        "move",
        by="FoF 28C2",
        why="a Belgian unit that has retreated into France spends all its MPs to return to Belgium",
        when=stays_in_france,
    ),
)
