"""Units: the printed facts of a ground counter, and what rule 3A makes of them.

A `Rating` reads the numbers of a counter in the series' notation and writes them back unchanged; a `Unit` holds all
that its counter shows. The questions of rule 3A (size, class, REs, heavy equipment) are functions of a unit and the
unit identification chart that is handed in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, get_args

from attrs import evolve, field, frozen

from europa_rules.citations import rule
from europa_rules.errors import NotationError, need_text
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE, ZERO, exact, show
from europa_rules.unit_types import Capability, Purpose, UnitClass, UnitType, UnitTypes

Size = Literal[
    "division",
    "divisional_group",
    "brigade",
    "regiment",
    "battalion",
    "cadre",
    "headquarters",
    "counter",
]
SizeGroup = Literal["divisional", "non_divisional"]
CapabilityName = Literal["aeca", "aecd", "atec"]
MovementColumn = str

SIZES: tuple[Size, ...] = get_args(Size)
DIVISIONAL: tuple[Size, ...] = ("division", "divisional_group")

_NUMBER = r"(?:0|[1-9]\d*)(?:/[1-9]\d*)?"
_RATING = re.compile(rf"(?P<strengths>(?:{_NUMBER}-){{0,2}})(?P<movement>0|[1-9]\d*|R)(?P<dot>\*?)\Z")


@frozen
class Rating:
    """The numbers of a ground counter: strengths in strength points, movement in MPs.

    Attributes:
        attack, defense: strength points; equal where the counter prints one strength, 0 where it prints none.
        movement: MPs; 0 for a unit that cannot move, and for a rail-only unit.
        rail_only: movement rating R (FoF 14K1, SF 14F1).
        self_supported: bears the self-supported dot (rule 11).
        printed: how many numbers the counter shows, 1 (movement only), 2 or 3.

    >>> Rating.parse("2-3-8*")
    Rating(attack=Fraction(2, 1), defense=Fraction(3, 1), movement=8, rail_only=False, self_supported=True, printed=3)
    >>> str(Rating.parse("7-6")), str(Rating.parse("5-1-R")), str(Rating.parse("8"))
    ('7-6', '5-1-R', '8')
    """

    attack: Fraction = field(converter=exact)
    defense: Fraction = field(converter=exact)
    movement: int = 0
    rail_only: bool = False
    self_supported: bool = False
    printed: int = field()

    @printed.default
    def _fewest(self) -> int:
        return 2 if self.attack == self.defense else 3

    def __attrs_post_init__(self) -> None:
        too_few = (self.printed == 1 and (self.attack or self.defense)) or (
            self.printed == 2 and self.attack != self.defense
        )
        if too_few or self.printed not in (1, 2, 3):
            raise NotationError(
                f"attack {show(self.attack)}, defense {show(self.defense)} cannot be printed as {self.printed} ratings"
            )
        if self.movement < 0 or (self.rail_only and self.movement):
            raise NotationError(f"movement {self.movement}: expected 0 or more MPs, and 0 for a rail-only unit")

    @classmethod
    @rule("FoF 3A", "SF 3A")
    def parse(cls, text: str) -> Rating:
        """Read a printed rating. Raises NotationError saying what is wrong with it.

        >>> Rating.parse("7-6-8-2")
        Traceback (most recent call last):
        europa_rules.errors.NotationError: '7-6-8-2' has four ratings; a ground unit prints two (7-6) or three (2-3-8)
        """
        match = _RATING.match(need_text(text, "a rating such as '7-6'"))
        if not match:
            raise NotationError(_what_is_wrong(text))
        numbers = [exact(n) for n in match["strengths"].split("-")[:-1]]
        attack, defense = (numbers[0], numbers[-1]) if numbers else (ZERO, ZERO)
        rail_only = match["movement"] == "R"
        movement = 0 if rail_only else int(match["movement"])
        return cls(attack, defense, movement, rail_only, bool(match["dot"]), len(numbers) + 1)

    def __str__(self) -> str:
        strengths = (self.attack, self.defense)[: self.printed - 1] if self.printed < 3 else (self.attack, self.defense)
        movement = "R" if self.rail_only else str(self.movement)
        return "-".join([*map(show, strengths), movement]) + ("*" if self.self_supported else "")


def _what_is_wrong(text: str) -> str:
    parts = text.rstrip("*").split("-")
    expected = "a ground unit prints two (7-6) or three (2-3-8)"
    if len(parts) > 3 and all(parts):
        words = {4: "four", 5: "five", 6: "six"}
        return f"{text!r} has {words.get(len(parts), len(parts))} ratings; {expected}"
    if not text or not any(c.isdigit() for c in text):
        return f"{text!r} is no rating; {expected}"
    for part in parts[:-1]:
        if not re.fullmatch(_NUMBER, part):
            return f"{text!r}: {part!r} is no strength; expected a whole number or a fraction such as 1/2"
    return (
        f"{text!r}: {parts[-1]!r} is no movement rating; expected a whole number or R, and * for the self-supported dot"
    )


def _symbols(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(names)))


@frozen
class Unit:
    """A ground counter: what is printed on it.

    Attributes:
        nation: code of the nation, as in position notation ("ge").
        type: unit type of the identification chart ("infantry"); on a headquarters the type symbol drawn there.
        size: one of `SIZES`; "counter" for what has a capacity or points in place of a unit size.
        rating: its numbers; None where the counter shows none that matter (points).
        symbols: symbols beside the type ("motorized", "mountain", ...), sorted.
        cadre: the rating of its cadre side, or None.
        force: the part of the nation's forces it belongs to ("Waffen-SS"), or "".
        name: its identification, or "".
        aa: printed AA strength.
        capacity: REs that a movement counter carries.
        points: points of position AA, resources, supply or mines.
        unit_class, aeca, aecd, atec, type_heavy_equipment, heavy_equipment: stated values that stand in place of the
            chart's; None leaves the chart's.
        called: what its piece is called in a game (see `named`), "" for a unit off the board. It is no part of what the
            counter prints, so that units are alike whatever they are called.

    >>> panzer = Unit("ge", "armor", "division", Rating.parse("14-10"), cadre=Rating.parse("6-8"), name="1")
    >>> panzer.attack, panzer.movement
    (Fraction(14, 1), 10)
    """

    nation: str
    type: str
    size: Size
    rating: Rating | None = None
    symbols: tuple[str, ...] = field(default=(), converter=_symbols)
    cadre: Rating | None = None
    force: str = ""
    name: str = ""
    aa: int = 0
    capacity: int = 0
    points: int = 0
    unit_class: UnitClass | None = None
    aeca: Capability | None = None
    aecd: Capability | None = None
    atec: Capability | None = None
    type_heavy_equipment: bool | None = None
    heavy_equipment: bool | None = None
    called: str = field(default="", init=False, eq=False, repr=False)

    @property
    def attack(self) -> Fraction:
        """Printed attack strength (strength points)."""
        return self.rating.attack if self.rating else ZERO

    @property
    def defense(self) -> Fraction:
        """Printed defense strength (strength points)."""
        return self.rating.defense if self.rating else ZERO

    @property
    def movement(self) -> int:
        """Printed movement rating (MPs); 0 for a unit that cannot move and for a rail-only unit."""
        return self.rating.movement if self.rating else 0

    @property
    def is_rail_only(self) -> bool:
        """Whether it prints the movement rating R (FoF 14K1, SF 14F1)."""
        return self.rating is not None and self.rating.rail_only

    @property
    def is_immobile(self) -> bool:
        """Whether it prints the movement rating 0 (FoF 14K2, SF 14F2)."""
        return self.rating is not None and not self.rating.rail_only and self.rating.movement == 0

    @property
    def is_self_supported(self) -> bool:
        """Whether it bears the self-supported dot (rule 11)."""
        return self.rating is not None and self.rating.self_supported

    @property
    def has_motorized_symbol(self) -> bool:
        """Whether the motorized symbol stands beside its type (rule 3A2)."""
        return "motorized" in self.symbols


# --- size (rule 3A1) -------------------------------------------------------------------------------------------------


@rule("FoF 3A1", "SF 3A1")
def is_divisional(unit: Unit) -> bool:
    """Whether a unit bears the division or divisional group symbol and is no headquarters.

    >>> is_divisional(Unit("ge", "infantry", "cadre", Rating.parse("3-6")))
    False
    """
    return unit.size in DIVISIONAL


@rule("FoF 3A1", "SF 3A1")
def size_group(unit: Unit) -> SizeGroup:
    """One of "divisional" and "non_divisional"; every unit is in one of the two groups."""
    return "divisional" if is_divisional(unit) else "non_divisional"


def is_headquarters(unit: Unit) -> bool:
    """Whether the unit is a divisional headquarters (FoF 14E, SF 14D)."""
    return unit.size == "headquarters"


@rule("FoF 9C", "SF 9C")
def as_cadre(unit: Unit) -> Unit:
    """The unit on its cadre side: cadre size, the cadre's rating, no further cadre.

    Raises NotationError for a unit without one.

    >>> str(as_cadre(Unit("ge", "infantry", "division", Rating.parse("7-6"), cadre=Rating.parse("3-6"))).rating)
    '3-6'
    """
    if unit.cadre is None:
        raise NotationError(f"{unit.rating} {unit.type} {unit.size} {unit.name} has no cadre side".replace("  ", " "))
    return evolve(unit, size="cadre", rating=unit.cadre, cadre=None)


# --- class (rule 3A2) ------------------------------------------------------------------------------------------------


@rule("FoF 3A2", "SF 3A2", "FoF 14E", "SF 14D")
def unit_class(unit: Unit, types: UnitTypes) -> UnitClass:
    """The class of a unit: that stated, else combat/motorized by its symbols, else that of its type.

    A headquarters is combat/motorized if its type symbol is, and never artillery.

    >>> unit_class(Unit("ge", "antitank", "battalion", symbols=("motorized",)), UnitTypes.read())
    'combat_motorized'
    """
    if unit.unit_class is not None:
        return unit.unit_class
    by_symbol = next((c for s in unit.symbols if (c := types.symbol(s).unit_class) is not None), None)
    found = by_symbol or types.get(unit.type).unit_class
    return "non_motorized" if is_headquarters(unit) and found == "artillery" else found


@rule("FoF 3A2", "SF 3A2")
def is_combat_motorized(unit: Unit, types: UnitTypes) -> bool:
    """Whether a unit is c/m."""
    return unit_class(unit, types) == "combat_motorized"


def is_marker(unit: Unit, types: UnitTypes) -> bool:
    """Whether a counter stands for points and is no unit: it occupies no hex, and nobody attacks it.

    >>> is_marker(Unit("ge", "resource_point", "counter", points=1), UnitTypes.read())
    True
    """
    return unit_class(unit, types) == "marker"


@rule("FoF 3A2", "SF 3A2")
def is_artillery(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit's type is artillery; a motorized artillery unit is both artillery and c/m.

    >>> is_artillery(Unit("ge", "heavy_aa", "regiment"), UnitTypes.read())
    False
    """
    if is_headquarters(unit):
        return False
    return unit_class(unit, types) == "artillery" or (
        unit.unit_class != "non_motorized" and types.get(unit.type).unit_class == "artillery"
    )


# --- symbols and abilities (rule 14) ---------------------------------------------------------------------------------


def type_rows(unit: Unit, types: UnitTypes) -> tuple[UnitType, ...]:
    """The chart's rows of the unit's type and of each symbol that is also a type (SF 14E)."""
    return (types.get(unit.type), *(types.get(s) for s in unit.symbols if s in types and s != unit.type))


@rule("SF 14E", "FoF 14F", "FoF 14G")
def has_ability(unit: Unit, ability: str, types: UnitTypes) -> bool:
    """Whether the unit's type or one of its symbols has an ability of the identification chart.

    >>> has_ability(Unit("br", "infantry", "battalion", symbols=("commando",)), "commando", UnitTypes.read())
    True
    """
    return any(ability in row.abilities for row in type_rows(unit, types))


@rule("SF 14E1", "FoF 14F")
def counts_as(unit: Unit, types: UnitTypes) -> tuple[str, ...]:
    """The kinds a unit counts as besides its type: its symbols and what these make of it.

    >>> counts_as(Unit("it", "infantry", "regiment", symbols=("ski",)), UnitTypes.read())
    ('ski', 'mountain')
    """
    found = dict.fromkeys(unit.symbols)
    for symbol in (*unit.symbols, unit.type):
        found.update(dict.fromkeys(types.symbol(symbol).counted_as(unit.nation)))
    return tuple(found)


@rule("SF 14E1", "FoF 14F")
def is_mountain(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit is a mountain unit, by type, by symbol or as an Italian ski unit."""
    return has_ability(unit, "mountain", types) or "mountain" in counts_as(unit, types)


@rule("SF 14H", "FoF 14L")
def is_commando(unit: Unit, types: UnitTypes) -> bool:
    """Whether the commando symbol is part of the unit's type symbol."""
    return has_ability(unit, "commando", types)


@rule("FoF 14A1", "SF 14A1", "SF 14A2")
def is_construction(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit may build and repair."""
    return any(row.construction for row in type_rows(unit, types))


@rule("SF 14A2", "SF 14A3", "SF 14C")
def is_combat_engineer(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit fights as a combat engineer (assault engineers and specialized armor do)."""
    return any(row.combat_engineer for row in type_rows(unit, types))


@rule("FoF 14C", "SF 14B1")
def is_siege_artillery(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit is siege artillery, long-range or not."""
    return has_ability(unit, "siege", types)


@rule("FoF 14D", "SF 14B2")
def is_long_range(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit may attack at a range of two hexes."""
    return has_ability(unit, "range_2", types)


@rule("SF 27B6")
def is_intrinsically_amphibious(unit: Unit, types: UnitTypes) -> bool:
    """Whether the amphibious or marine symbol is part of the unit's type symbol."""
    return has_ability(unit, "amphibious", types) or "amphibious" in unit.symbols


@rule("FoF 24", "SF 24")
def is_air_droppable(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit has the parachute, air landing or parachute commando symbol (parachute infantry has none)."""
    return has_ability(unit, "air_droppable", types)


@rule("FoF 22A2", "SF 22A2")
def is_position_aa(unit: Unit, types: UnitTypes) -> bool:
    """Whether the counter is position AA: points in place of strength and size."""
    return has_ability(unit, "position_aa", types)


@rule("FoF 14I1", "SF 14J")
def is_movement_counter(unit: Unit, types: UnitTypes) -> bool:
    """Whether the counter carries units (transport, APC or LVT counter)."""
    return has_ability(unit, "carries_units", types)


# --- regimental equivalents (rule 3A3) -------------------------------------------------------------------------------


@rule("FoF 3A3", "SF 3A3", "FoF 14I1", "FoF 14J", "SF 14J", "FoF 22A2", "SF 22A2")
def re_size(unit: Unit, types: UnitTypes) -> Fraction:
    """The size of a unit in REs, for no purpose in particular.

    >>> re_size(Unit("ge", "position_heavy_aa", "counter", points=3), UnitTypes.read())
    Fraction(3, 2)
    """
    row = types.counter_sizes.get(unit.type)
    if row is None or is_headquarters(unit):
        return types.size(unit.size)
    if row.fixed is not None:
        return row.fixed
    if row.per_point is not None:
        return row.per_point * unit.points
    if row.per_capacity is not None:
        return row.per_capacity * unit.capacity
    try:
        return row.by_capacity[unit.capacity]
    except KeyError:
        known = ", ".join(map(str, row.by_capacity))
        raise NotationError(f"{unit.type} of capacity {unit.capacity}: expected a capacity of {known}") from None


def re_sum(units: Iterable[Unit], types: UnitTypes) -> Fraction:
    """The size of units together in REs, for no purpose in particular.

    >>> re_sum([Unit("ge", "infantry", "division"), Unit("ge", "infantry", "regiment")], UnitTypes.read())
    Fraction(4, 1)
    """
    return sum((re_size(unit, types) for unit in units), ZERO)


@rule("FoF 3A3", "SF 3A3", "FoF 7A4", "SF 7A3", "SF 20F2", "SF 27B3")
def re_for(purpose: Purpose, unit: Unit, types: UnitTypes) -> Fraction:
    """The REs a unit counts for a purpose: doubled, left out or plain, as the chart's row of the purpose says.

    >>> re_for("transport", Unit("br", "armor", "brigade", Rating.parse("5-3-10")), UnitTypes.read())
    Fraction(2, 1)
    """
    return re_size(unit, types) * _factor(purpose, unit, types)


def is_left_out(purpose: Purpose, unit: Unit, types: UnitTypes) -> bool:
    """Whether units of the kind count for no REs for a purpose, whatever their size.

    >>> is_left_out("proportions", Unit("fr", "position_heavy_aa", "counter", points=2), UnitTypes.read())
    True
    """
    return not _factor(purpose, unit, types)


def _factor(purpose: Purpose, unit: Unit, types: UnitTypes) -> Fraction:
    row = types.purpose(purpose)
    abilities = frozenset().union(*(r.abilities for r in type_rows(unit, types)))
    kind = "artillery" if is_artillery(unit, types) else unit_class(unit, types)
    if kind in row.left_out_classes or abilities & row.left_out_abilities:
        return ZERO
    if abilities & row.final_abilities:
        return row.times
    doubled = unit_class(unit, types) in row.doubled_classes or abilities & row.doubled_abilities
    return row.times * 2 if doubled else row.times


@rule("FoF 3A3", "SF 3A3")
def reckon_re_size(items: Iterable[Unit], types: UnitTypes, purpose: Purpose = "size") -> Reckoning:
    """The REs of units and counters together, a line of the ledger for each.

    >>> print(reckon_re_size([Unit("fr", "infantry", "battalion")], UnitTypes.read()).value)
    1/2
    """
    parts = [(label(unit), _reckon_one(unit, types, purpose)) for unit in items]
    return Reckoning.total("REs", parts, *types.cite("sizes"))


def reckon_transport_re(items: Iterable[Unit], types: UnitTypes) -> Reckoning:
    """The REs that units count by rail and by sea: cavalry and c/m units double (SF 3A3, FoF 7A4).

    >>> cavalry = Unit("fr", "cavalry", "division", Rating.parse("3-8"))
    >>> print(reckon_transport_re([cavalry], UnitTypes.read()).value)
    6
    """
    return reckon_re_size(items, types, "transport")


def _reckon_one(unit: Unit, types: UnitTypes, purpose: Purpose) -> Reckoning:
    size = Reckoning.of(re_size(unit, types), _size_words(unit), *types.cite(_size_subject(unit, types)))
    factor = _factor(purpose, unit, types)
    if factor == ONE:
        return size
    kind = "c/m" if unit_class(unit, types) in types.purpose(purpose).doubled_classes else unit.type.replace("_", " ")
    doubled = f"{kind} units count double for {purpose.replace('_', ' ')}"
    why = "not counted" if factor == ZERO else doubled if factor > ONE else f"for {purpose.replace('_', ' ')}"
    return size.times(factor, why, *types.cite(purpose))


def _size_subject(unit: Unit, types: UnitTypes) -> str:
    if unit.type == "truck":
        return "truck"
    return "counter_sizes" if is_movement_counter(unit, types) else "sizes"


def _size_words(unit: Unit) -> str:
    if unit.points:
        return f"{unit.points} point{'s' if unit.points != 1 else ''}"
    return f"capacity {unit.capacity}" if unit.capacity else unit.size.replace("_", " ")


def label(unit: Unit) -> str:
    """What a unit is called in ledgers and messages: as its piece in a game is, else by what its counter says.

    >>> label(Unit("ge", "armor", "division", Rating.parse("14-10"), name="1"))
    '14-10 armor division 1'
    >>> label(named(Unit("ge", "armor", "division", Rating.parse("14-10")), "ge 1 Pz XX"))
    'ge 1 Pz XX'
    """
    return unit.called or describe(unit)


def named(unit: Unit, called: str) -> Unit:
    """A unit that every ledger and message calls so: by the name of its piece, which orders use too."""
    if unit.called == called:
        return unit
    copied = evolve(unit)
    object.__setattr__(copied, "called", called)
    return copied


def describe(unit: Unit) -> str:
    """A few words of what a counter says: rating, type, size, name.

    >>> describe(Unit("fr", "headquarters", "headquarters", Rating.parse("0-6")))
    '0-6 headquarters'
    """
    size = "" if unit.size == "counter" else unit.size
    type_ = unit.type.replace("_", " ")
    symbols = (symbol for symbol in unit.symbols if symbol not in type_.split())
    words = (str(unit.rating or ""), *symbols, type_, "" if size == type_ else size, unit.name)
    return " ".join(w.replace("_", " ") for w in words if w)


# --- equipment, armor, movement (rules 3A4, 10, 14) ------------------------------------------------------------------


@rule("FoF 11", "SF 11")
def has_supporting_arms(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit is supported by itself: divisional, artillery, a headquarters, or self-supported."""
    return is_divisional(unit) or is_artillery(unit, types) or is_headquarters(unit) or unit.is_self_supported


@rule("SF 3A4", "SF 14D", "SF 14E2", "SF 24E", "FoF 14E", "FoF 14I1", "FoF 14J", "FoF 22A2")
def has_heavy_equipment(unit: Unit, types: UnitTypes) -> bool:
    """Whether the unit has heavy equipment: by its type, its symbols, or its supporting arms.

    A headquarters has; one of the airborne kinds of SF 24E has not.

    >>> chart = UnitTypes.read()
    >>> has_heavy_equipment(Unit("br", "infantry", "brigade", Rating.parse("3-8*")), chart)
    True
    >>> has_heavy_equipment(Unit("br", "infantry", "brigade", Rating.parse("3-8")), chart)
    False
    """
    if unit.heavy_equipment is not None:
        return unit.heavy_equipment
    if has_ability(unit, "light_headquarters", types):
        return False
    rows = type_rows(unit, types)
    by_type = rows[0].heavy_equipment if unit.type_heavy_equipment is None else unit.type_heavy_equipment
    return (
        by_type
        or is_headquarters(unit)
        or unit_class(unit, types) == "combat_motorized"
        or any(row.heavy_equipment for row in rows[1:])
        or any(types.symbol(s).heavy_equipment for s in unit.symbols)
        or (types.supporting_arms_are_heavy and _has_heavy_arms(unit, types))
    )


def _has_heavy_arms(unit: Unit, types: UnitTypes) -> bool:
    """Whether a unit has supporting arms that are heavy: those of a unit that comes by air need not be."""
    if not has_supporting_arms(unit, types) or unit.type in types.with_light_arms:
        return False
    by_dot_alone = not (is_divisional(unit) or is_artillery(unit, types) or is_headquarters(unit))
    return types.droppable_arms_are_heavy or not (by_dot_alone and is_air_droppable(unit, types))


@rule("FoF 10A", "FoF 10B", "SF 10A1", "SF 10A2", "SF 10A3", "SF 10B", "SF 14E2", "FoF 14E", "SF 14D")
def capability(unit: Unit, which: CapabilityName, types: UnitTypes) -> Capability:
    """The armor or antitank value of a unit as its counter and the chart give it, before dates and supply.

    A headquarters is neutral; the motorized symbol turns "none" into neutral.

    >>> capability(Unit("ge", "heavy_aa", "regiment", symbols=("motorized",)), "aeca", UnitTypes.read())
    'neutral'
    """
    stated: Capability | None = getattr(unit, which)
    if stated is not None:
        return stated
    if is_headquarters(unit):
        return "neutral"
    chart: Capability = getattr(types.capabilities(unit.type, unit.nation), which)
    if chart != "none":
        return chart
    return next((b for s in unit.symbols if (b := types.symbol(s).none_becomes) != "none"), chart)


@rule("FoF 6", "SF 6", "FoF 14F", "SF 14E1", "SF 14E2", "SF 14I", "SF 14J2", "SF 14K")
def movement_columns(unit: Unit, types: UnitTypes) -> tuple[MovementColumn, ...]:
    """The columns of movement costs that a unit may use, the ordinary one first; in each hex it pays the cheapest.

    A c/m unit uses c/m costs alone, an amphibious one besides where it crosses water; a mountain or ski unit has the
    exceptions of that kind besides.

    >>> movement_columns(Unit("fr", "artillery", "regiment", symbols=("mountain",)), UnitTypes.read())
    ('cm_art', 'mountain')
    """
    if is_combat_motorized(unit, types):
        return ("cm_art", "amphibious") if has_ability(unit, "crosses_water", types) else ("cm_art",)
    ordinary = "cm_art" if is_artillery(unit, types) else types.get(unit.type).move
    kinds = {"mountain": "mountain", "high_mountain": "high_mountain", "ski": "ski", "light_infantry": "light"}
    special = [kinds[kind] for kind in (*counts_as(unit, types), unit.type) if kind in kinds]
    base = "other" if ordinary in kinds.values() or ordinary == "cavalry" else ordinary
    return tuple(dict.fromkeys([base, *([ordinary] if ordinary in kinds.values() else []), *special]))


@rule("SF 14E2")
def fights_as_combat_motorized(unit: Unit, types: UnitTypes) -> bool:
    """Whether terrain affects the unit in combat as it does c/m units; motorized artillery is excepted."""
    return is_combat_motorized(unit, types) and not (unit.has_motorized_symbol and is_artillery(unit, types))
