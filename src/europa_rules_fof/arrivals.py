"""Where reinforcements of 1940 appear (FoF 28C1, 28C2, 29A2, 29C2), beside the rules of the series."""

from __future__ import annotations

from europa_rules.campaign.reinforcements import Arrival
from europa_rules.contributions import Gate, Prohibition
from europa_rules.nations import normal

EAST_EDGE, KIEL = "east_edge_in_germany", "kiel"
FROM_NORTH = frozenset({"arrive_from_north", "arrive_north", "north", "from_north", "from_norway"})
SPECIAL = "special"
ATLANTIC_PORT = "french_atlantic_port"
_AXIS = frozenset({"ge", "it"})


def _dutch(facts: Arrival) -> bool:
    return facts.has_fallen and facts.nation != "be"


def _belgian(facts: Arrival) -> bool:
    return facts.has_fallen and facts.nation == "be"


def arrives_elsewhere(facts: Arrival) -> bool:
    """Whether an Axis unit that arrives would appear elsewhere than on the east edge of the map in Germany."""
    arrives = normal(facts.entry) == "arrive" and (not facts.nation or facts.nation in _AXIS)
    return arrives and bool(facts.place) and normal(facts.place) != EAST_EDGE


def misses_kiel(facts: Arrival) -> bool:
    """Whether an Axis unit that arrives from the north would appear elsewhere than in Kiel."""
    return normal(facts.entry) in FROM_NORTH and bool(facts.place) and not normal(facts.place).startswith(KIEL)


def misses_port(facts: Arrival) -> bool:
    """Whether a special British reinforcement would appear elsewhere than in an Atlantic port in France."""
    is_special = normal(facts.entry) == SPECIAL and facts.nation in ("br", "")
    return is_special and bool(facts.place) and normal(facts.place) != ATLANTIC_PORT


PROHIBITIONS: tuple[Prohibition, ...] = (
    Prohibition(
        "the Netherlands have fallen",
        "arrive",
        "FoF 28C1",
        "the Netherlands have collapsed and receive no reinforcements",
        _dutch,
    ),
    Prohibition(
        "Belgium has fallen", "arrive", "FoF 28C2", "Belgium has surrendered and receives no reinforcements", _belgian
    ),
    Prohibition(
        "Axis units arrive by the east edge",
        "arrive",
        "FoF 29A2",
        "units that arrive appear on the east edge of the map in Germany",
        arrives_elsewhere,
        possible="a friendly-owned hex on the east edge in Germany",
        gate=Gate(point="fof-29A2-axis-arrival-twice", reading="once"),
    ),
    Prohibition(
        "Axis units arrive from the north in Kiel",
        "arrive",
        "FoF 29A2",
        "units that arrive from the north appear in Kiel",
        misses_kiel,
        possible="Kiel",
        gate=Gate(point="fof-29A2-kiel-hex", reading="kiel-city"),
    ),
    Prohibition(
        "British brigades arrive in Atlantic ports",
        "arrive",
        "FoF 29C2",
        "the special British brigades appear in Atlantic ports in France",
        misses_port,
        possible="an Atlantic port in France",
    ),
)
