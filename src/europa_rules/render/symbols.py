"""Unit symbols: what is drawn in the frame of a counter for each type, in the manner of NATO's signs.

Needs the words of the unit types; gives strokes, solids and letters for a frame of 22 by 14 units around its middle. A
type that only a variant has shows its short word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import evolve, frozen

from europa_rules.air_units import AirUnit
from europa_rules.position_notation import AnyUnit, PieceNotation
from europa_rules.units import Unit

FRAME = "M-11-7h22v14h-22z"

IN_MIDDLE, ABOVE, BESIDE_GUN, BELOW = (0.0, 0.0, 7.0), (0.0, -4.0, 5.0), (6.5, 0.0, 6.0), (0.0, 3.2, 5.5)
"""Where letters stand in the frame, and how large they are at most: above a cross, beside a gun, below a bridge."""


@frozen
class Symbol:
    """What is drawn in a frame.

    Attributes:
        strokes: path data of lines.
        solids: path data of filled shapes.
        letters: text in the frame.
        letters_at: the middle of the text, and its largest size.
        frame: path data of the frame; "" for none.
    """

    strokes: str = ""
    solids: str = ""
    letters: str = ""
    letters_at: tuple[float, float, float] = IN_MIDDLE
    frame: str = FRAME

    def with_(self, other: Symbol) -> Symbol:
        """Both, one over the other; the letters and the frame of the first."""
        return evolve(
            self,
            strokes=self.strokes + other.strokes,
            solids=self.solids + other.solids,
            letters=self.letters or other.letters,
        )


# --- parts -----------------------------------------------------------------------------------------------------------

FOOT = Symbol("M-11-7L11 7M-11 7L11-7")
HORSE = Symbol("M-11 7L11-7")
TRACKS = Symbol("M-6-4h12a4 4 0 0 1 0 8h-12a4 4 0 0 1 0-8z")
GUN = Symbol(solids="M-2.6 0a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0z")
HALF = Symbol(solids="M0-4h-6a4 4 0 0 0 0 8h6z")
WHEELS = Symbol("M-5 8.6a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0M1.8 8.6a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0")
ONE_WHEEL = Symbol("M-1.6 8.6a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0")
PEAK = Symbol(solids="M-4.5 7L0 1.5L4.5 7z")
TWO_PEAKS = Symbol(solids="M-8 7L-4 1.5L0 7zM0 7L4 1.5L8 7z")
WINGS = Symbol("M-4.5 3.5q2.2-3 4.5 0q2.2-3 4.5 0")
GLIDER = Symbol("M-11-3.5L0 4.5L11-3.5")
BRIDGE = Symbol("M-6 4v-7h12v7M0-3v5")
PLANKS = Symbol("M-6 3v-5h12v5")
DOME = Symbol("M-11 7q0-9 11-9t11 9")
POINT = Symbol("M-11 7L0-7L11 7")
ROCKET = Symbol("M-3 3L0-1L3 3M-3-0.5L0-4.5L3-0.5")
TUBE = Symbol("M0 4v-7m-2 2l2-2l2 2M-1.6 4a1.6 1.6 0 1 0 3.2 0a1.6 1.6 0 1 0-3.2 0")
WAVES = Symbol("M-11 4.5q2.7-3 5.5 0t5.5 0t5.5 0t5.5 0")
ANCHOR = Symbol("M0-5v9M-2.5-3h5M-4.5 1q0.5 3 4.5 3t4.5-3")
WALL = Symbol("M-11-4h4v2.5h4v-2.5h6v2.5h4v-2.5h4")
STRONG = Symbol(frame="M-11-7h4v2h4v-2h6v2h4v-2h4v14h-22z")
RAILS = Symbol("M-9 4h18M-9 1h18M-6-0.5v6M-2-0.5v6M2-0.5v6M6-0.5v6")
SKIS = Symbol("M-5 4.5q5 2 10-1M-5 2q5 2 10-1")
BOX = Symbol("M-7-3h14v6h-14z")
BAND = Symbol(solids="M-11-7h22v4h-22z")


def _all(
    *parts: Symbol, letters: str = "", letters_at: tuple[float, float, float] = IN_MIDDLE, frame: str = FRAME
) -> Symbol:
    found = Symbol(letters=letters, letters_at=letters_at, frame=frame)
    for part in parts:
        found = found.with_(part)
    return found


SYMBOLS: Mapping[str, Symbol] = {
    "infantry": FOOT,
    "armor": TRACKS,
    "light_tank": _all(TRACKS, letters="L"),
    "half_armor": _all(TRACKS, HALF),
    "amphibious_armor": _all(TRACKS, WAVES),
    "light_armor": _all(TRACKS, HORSE),
    "reconnaissance": _all(TRACKS, HORSE),
    "flamethrower_tank": _all(TRACKS, letters="F"),
    "engineer_tank": _all(TRACKS, PLANKS),
    "assault_engineer_tank": _all(TRACKS, BRIDGE),
    "sturmpanzer": _all(TRACKS, letters="S"),
    "mechanized": _all(FOOT, TRACKS),
    "mechanized_commando": _all(FOOT, TRACKS, GUN),
    "panzergrenadier": _all(FOOT, TRACKS),
    "assault_gun": _all(TRACKS, GUN),
    "motorcycle": _all(FOOT, ONE_WHEEL),
    "bicycle": _all(FOOT, ONE_WHEEL),
    "motorized_infantry": _all(FOOT, WHEELS),
    "artillery": GUN,
    "horse_artillery": _all(GUN, HORSE),
    "light_artillery": _all(GUN, letters="L", letters_at=BESIDE_GUN),
    "coast_artillery": _all(GUN, WAVES),
    "siege_artillery": _all(GUN, BOX),
    "long_range_siege_artillery": _all(GUN, BOX, TUBE),
    "rocket_artillery": ROCKET,
    "mortar": TUBE,
    "mixed": _all(FOOT, GUN),
    "cavalry": HORSE,
    "antitank": POINT,
    "heavy_aa": _all(DOME, GUN),
    "light_aa": DOME,
    "position_heavy_aa": _all(DOME, GUN),
    "position_light_aa": DOME,
    "v_weapons": _all(letters="V"),
    "port_fortification": _all(ANCHOR, frame=STRONG.frame),
    "combat_engineer": BRIDGE,
    "assault_engineer": _all(BRIDGE, FOOT),
    "amphibious_assault_engineer": _all(BRIDGE, FOOT, WAVES),
    "engineer": PLANKS,
    "construction": _all(PLANKS, letters="C", letters_at=BELOW),
    "railroad_engineer": RAILS,
    "port_construction": ANCHOR,
    "pipeline_construction": _all(letters="PIPE"),
    "mountain": _all(FOOT, PEAK),
    "high_mountain": _all(FOOT, TWO_PEAKS),
    "light_infantry": _all(FOOT, letters="L", letters_at=ABOVE),
    "static": _all(FOOT, WALL),
    "fortress": _all(FOOT, frame=STRONG.frame),
    "fortified_area": _all(letters="FA", frame=STRONG.frame),
    "punitive": _all(FOOT, letters="P", letters_at=ABOVE),
    "punitive_fortress": _all(FOOT, letters="P", letters_at=ABOVE, frame=STRONG.frame),
    "marine": _all(FOOT, ANCHOR),
    "naval_troops": ANCHOR,
    "marine_commando": _all(ANCHOR, letters="C", letters_at=BESIDE_GUN),
    "border": _all(FOOT, letters="B", letters_at=ABOVE),
    "machinegun": _all(letters="MG"),
    "ski": _all(FOOT, SKIS),
    "security": _all(letters="SEC"),
    "police": _all(letters="POL"),
    "political_police": _all(letters="PP"),
    "training": _all(FOOT, letters="T", letters_at=ABOVE),
    "reserve": _all(FOOT, letters="R", letters_at=ABOVE),
    "replacement": _all(letters="REPL"),
    "commando": _all(letters="CDO"),
    "parachute_commando": _all(WINGS, letters="C", letters_at=ABOVE),
    "air_landing": _all(FOOT, GLIDER),
    "parachute": _all(FOOT, WINGS),
    "parachute_infantry": _all(FOOT, WINGS),
    "partisan": _all(letters="PART"),
    "truck": _all(WHEELS, letters="TRK"),
    "coastal": _all(FOOT, WAVES),
    "support_group": _all(letters="SUP"),
    "transport_counter": _all(WHEELS, letters="TC"),
    "apc_counter": _all(TRACKS, letters="APC"),
    "lvt_counter": _all(TRACKS, WAVES, letters="LVT"),
    "headquarters": BAND,
    "airborne_headquarters": _all(BAND, WINGS),
    "parachute_headquarters": _all(BAND, WINGS),
    "resource_point": _all(letters="RES", frame=""),
    "supply_point": _all(letters="SUP", frame=""),
    "mine_point": _all(letters="MINE", frame=""),
}
"""The symbol of each type of ground unit."""

BESIDE: Mapping[str, Symbol] = {"motorized": WHEELS, "amphibious": WAVES}
"""Those of the symbols that are no types of their own."""

PLANE = Symbol(
    solids="M0-7.5q1.3 1 1.3 4.2l9.7 2.6v2.2l-9.7-1.2-.5 4.2 2.8 1.7v1.3l-3.6-.8-3.6.8v-1.3l2.8-1.7-.5-4.2-9.7 1.2v-2.2"
    "l9.7-2.6q0-3.2 1.3-4.2z",
    frame="",
)
SHIP = Symbol("M-10 1h20l-3 5h-14zM-4 1v-4h8v4M0-3v-4", frame="")


def symbol_of(unit: AnyUnit) -> Symbol:
    """The symbol of a unit, with those beside its type.

    >>> from europa_rules import Rating, Unit
    >>> symbol_of(Unit("ge", "infantry", "division", Rating.parse("7-6"), symbols=("motorized",))) == FOOT.with_(WHEELS)
    True
    """
    if isinstance(unit, AirUnit):
        return PLANE
    if not isinstance(unit, Unit):
        return SHIP
    found = SYMBOLS.get(unit.type) or Symbol(letters=_short(unit.type, unit.nation))
    if unit.size == "headquarters" and unit.type in SYMBOLS:
        found = found.with_(BAND)
    for part in _beside(unit.symbols):
        found = found.with_(part)
    return found


def _beside(names: Iterable[str]) -> Iterable[Symbol]:
    return (part for name in names if (part := BESIDE.get(name) or SYMBOLS.get(name)) is not None)


def _short(type_id: str, nation: str) -> str:
    """The short word of a type; of one that has none, its first letters."""
    words = PieceNotation.of_series().words.types
    try:
        return words.write(type_id, nation)[:5]
    except KeyError:
        return type_id[:5]
