"""What the rules make of a unit or a hex: all that a player may want to know of it, in one answer.

Needs a piece or a hex of a game; gives frozen reports. Each part of a report comes from the function of its own rule;
nothing is decided here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import get_args

from attrs import field, frozen

from europa_rules.campaign.gazetteer import report_on_place
from europa_rules.campaign.nations import force_of, happened
from europa_rules.campaign.regions import is_major_city, owning_nation, place_at
from europa_rules.citations import rule
from europa_rules.ground.attacks import Attack, gather_attack, rule_on_attack_order
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.ground.combat import (
    AttackModifiers,
    Odds,
    reckon_attack_strength,
    reckon_defense_strength,
    reckon_modifiers,
    reckon_odds,
)
from europa_rules.ground.communications import Communications, communications_of, gather_judgement
from europa_rules.ground.facts import MPS_SPENT, Combatant
from europa_rules.ground.fortifications import fortification_of
from europa_rules.ground.isolation import is_judged, isolated_hexes, isolation_in_force
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.sizes import reckon_sizes
from europa_rules.ground.supply_state import turns_out_of
from europa_rules.ground.support import (
    DEFENSE,
    is_supported,
    reckon_supported_strength,
    reckon_supported_total,
)
from europa_rules.ground.terrain import columns_of, weather_at
from europa_rules.ground.zones import (
    ZocExertion,
    gather_exertion,
    gather_reach,
    has_zoc,
    hexes_in_zoc,
    zoc_kind,
    zoc_sources,
)
from europa_rules.hexes import Hex
from europa_rules.html_tables import paragraph
from europa_rules.ledger import Reckoning, ledgers_as_html, remarks_as_html
from europa_rules.numbers import signed
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Obligation, Piece
from europa_rules.unit_types import Capability, Purpose, UnitClass
from europa_rules.units import (
    CapabilityName,
    Unit,
    capability,
    counts_as,
    describe,
    fights_as_combat_motorized,
    has_heavy_equipment,
    is_artillery,
    is_combat_motorized,
    is_commando,
    is_divisional,
    movement_columns,
    re_for,
    re_size,
    unit_class,
)

_CAPABILITIES: tuple[CapabilityName, ...] = ("aeca", "aecd", "atec")


@frozen
class UnitReport:
    """What the rules make of a unit by what is printed on it.

    Attributes:
        unit: its printed facts.
        unit_class: its class (rule 3A2).
        is_divisional, is_combat_motorized, is_artillery, is_commando: what it is.
        re: its size in REs (rule 3A3).
        re_for: purpose -> REs it counts for it.
        has_heavy_equipment: rule 3A4.
        capabilities: "aeca", "aecd", "atec" -> full, half, neutral or none (rule 10).
        kinds: the kinds it counts as besides its type.
        movement: the columns of movement costs that it may use, the ordinary one first.
        combat: "combat_motorized", "artillery" or "other": how terrain affects it in combat.
        zoc: whether it has a ZOC, or why not (rule 5).
    """

    unit: Unit
    unit_class: UnitClass
    is_divisional: bool
    is_combat_motorized: bool
    is_artillery: bool
    is_commando: bool
    re: Fraction
    re_for: Mapping[str, Fraction] = field(hash=False)
    has_heavy_equipment: bool
    capabilities: Mapping[str, Capability] = field(hash=False)
    kinds: tuple[str, ...]
    movement: tuple[str, ...]
    combat: str
    zoc: Ruling


@rule("FoF 3A", "SF 3A")
def report_on_unit(unit: Unit, rules: Ruleset) -> UnitReport:
    """What the rules make of a unit by what is printed on it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> report = report_on_unit(Unit("ge", "armor", "division", Rating.parse("14-10")), load("sf"))
    >>> report.unit_class, report.re_for["transport"], report.zoc.allowed
    ('combat_motorized', Fraction(6, 1), True)
    """
    types = rules.types
    return UnitReport(
        unit,
        unit_class(unit, types),
        is_divisional(unit),
        is_combat_motorized(unit, types),
        is_artillery(unit, types),
        is_commando(unit, types),
        re_size(unit, types),
        {purpose: re_for(purpose, unit, types) for purpose in get_args(Purpose) if purpose in types.purposes},
        has_heavy_equipment(unit, types),
        {name: capability(unit, name, types) for name in _CAPABILITIES},
        counts_as(unit, types),
        movement_columns(unit, types),
        _combat_kind(unit, rules),
        has_zoc(ZocExertion(unit), rules),
    )


def _combat_kind(unit: Unit, rules: Ruleset) -> str:
    if fights_as_combat_motorized(unit, rules.types):
        return "combat_motorized"
    return "artillery" if is_artillery(unit, rules.types) else "other"


@frozen
class PieceReport:
    """What the rules make of a piece where it stands.

    Attributes:
        piece: the piece.
        unit: what is printed on it, and what follows from that.
        controller: the side that controls it.
        force: the force of its side to which its nation belongs (rule 3B), or "".
        zoc: the kind of ZOC that it has now: full, reduced or none.
        zoc_into: the hexes that its ZOC reaches.
        columns: the columns of the terrain chart that it may use.
        is_supported: whether those in its hex would support it in defense (rule 11).
        defense: its defense strength with their support (strength points).
        is_isolated: whether it counts as isolated, as last judged.
        communications: its line of communications as things stand; None in a game that judges no isolation.
        spent: MPs spent in this phase.
        stays: the duty that holds it in its hex, or None.
        hex: what there is to know of its hex; None in a holding box.
        turns_out: its turn out of supply; 0 for in supply.
    """

    piece: Piece
    unit: UnitReport
    controller: Side
    force: str
    zoc: str
    zoc_into: tuple[str, ...]
    columns: tuple[str, ...]
    is_supported: bool
    defense: Reckoning
    is_isolated: bool
    communications: Communications | None
    spent: Fraction
    stays: Obligation | None
    hex: HexReport | None
    turns_out: int = 0

    def __str__(self) -> str:
        parts = [
            f"{describe(self.unit.unit)} ({self.controller}) in {self.piece.place}",
            f"{self.unit.unit_class.replace('_', ' ')}, {self.unit.re} RE",
            f"ZOC {self.zoc}",
            "supported" if self.is_supported else "unsupported",
        ]
        supply = [f"out of supply, turn {self.turns_out}"] if self.turns_out else []
        return " | ".join([*parts, *supply, *(["isolated"] if self.is_isolated else [])])


@frozen
class HexReport:
    """What the rules make of a hex.

    Attributes:
        hex: the hex.
        terrain, overlays, weather: what is there.
        owner: the side that owns it (rule 3D).
        owning_nation: the nation of that side that does, where a game tells them apart; else "".
        country, district: where it lies (rule 3E).
        regions: the regions of the rules in which it lies.
        theaters: side -> the theater it is in for the side; empty in a game without theaters.
        city: the size of its city, or "".
        major_city: the name of the major city that it belongs to, or "".
        zoc_of: sides whose ZOCs reach it.
        closed_to: side -> why its forces may not enter, for the sides to whom the ground is closed.
        isolated_for: the sides that could trace no line from it, where the game names the ends of lines.
        pieces: ids of the pieces there.
        re: side -> the REs of its units there.
        defense: side -> their defense strength with the support they give one another (strength points).
        fortification: what stands there now or is printed there, "improved fortress"; or "".
    """

    hex: Hex
    terrain: str
    overlays: tuple[str, ...]
    weather: str
    owner: Side
    owning_nation: str
    country: str
    district: str
    regions: tuple[str, ...]
    theaters: Mapping[Side, str] = field(hash=False)
    city: str
    major_city: str
    zoc_of: tuple[Side, ...]
    closed_to: Mapping[Side, Ruling] = field(hash=False)
    isolated_for: tuple[Side, ...]
    pieces: tuple[str, ...]
    re: Mapping[Side, Reckoning] = field(hash=False)
    defense: Mapping[Side, Reckoning] = field(hash=False)
    fortification: str = ""

    def __str__(self) -> str:
        parts = [
            f"{self.hex} {self.terrain}",
            f"owned by {self.owning_nation or self.owner}",
            self.country and f"in {self.district or self.country}",
            self.city and f"{self.city} city",
            self.fortification,
            self.pieces and f"holds {', '.join(self.pieces)}",
        ]
        return " | ".join(part for part in parts if part)


def describe_unit(piece_id: str, state: GameState, rules: Ruleset) -> PieceReport:
    """All about a piece of a game. Raises UnknownName for an id that does not exist.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", rules)
    >>> print(describe_unit(next(iter(state.pieces)), state, rules))
    7-6 infantry division 1 (Axis) in 16A:1506 | non motorized, 3 RE | ZOC full | supported
    """
    piece = state.piece(piece_id)
    group = _combatants(state.friends_at(piece.place, piece.side))
    on_board = piece.place in rules.board.index
    around = rules.board.neighbors_of(piece.place)
    return PieceReport(
        piece,
        report_on_unit(piece.unit, rules),
        piece.side,
        force.name if (force := force_of(piece.unit.nation, piece.side, rules)) else "",
        zoc_kind(gather_exertion(piece, state, rules), rules),
        hexes_in_zoc([(ref, gather_reach(piece, ref, state, rules)) for ref in around], rules),
        columns_of(piece.unit, rules),
        is_supported(_combatant(piece), group, DEFENSE, rules),
        reckon_supported_strength(_combatant(piece), group, DEFENSE, rules),
        isolation_in_force(gather_judgement(piece, state, rules), rules),
        communications_of(piece, state, rules),
        state.recall(MPS_SPENT, piece_id) or Fraction(0),
        state.stays(piece_id),
        describe_hex(piece.place, state, rules) if on_board else None,
        turns_out_of(piece_id, state),
    )


def _combatant(piece: Piece) -> Combatant:
    return Combatant(piece.unit, piece.id, piece.place)


def describe_hex(ref: str, state: GameState, rules: Ruleset) -> HexReport:
    """All about a hex of a game. Raises UnknownHex for a hex that is not on the board.

    >>> from europa_rules import load, parse_position
    >>> rules = load("sf")
    >>> print(describe_hex("16A:1506", parse_position("Jul I 43, Axis movement", rules), rules))
    16A:1506 clear | owned by German | in WK XI
    """
    here, board = rules.board.place(ref), rules.board
    place, events = place_at(here, rules), happened(state)
    about = report_on_place(place, state, rules)
    city, major = board.city(here), board.major_city(here)
    owner, sides = hex_owner(here, state, rules), rules.variant.sides
    present = {side: there for side in sides if (there := state.friends_at(here, side))}
    closed = {side: rule_on_ground(here, side, state, rules) for side in sides}
    return HexReport(
        here,
        board.terrain(here),
        board.overlays(here),
        weather_at(here, state, rules),
        owner,
        owning_nation(place, owner, events, rules),
        place.country,
        place.district,
        about.regions,
        about.theaters,
        city.size if city else "",
        major.name if major and city and is_major_city(city.size) else "",
        tuple(dict.fromkeys(p.side for side in sides for p in zoc_sources(here, side, state, rules))),
        {side: ruling for side, ruling in closed.items() if not ruling.allowed},
        tuple(side for side in sides if _is_cut_off(here, side, state, rules)),
        tuple(p.id for p in state.at(here)),
        {side: reckon_sizes([p.unit for p in there], rules) for side, there in present.items()},
        {side: reckon_supported_total(_combatants(there), DEFENSE, rules) for side, there in present.items()},
        str(fortification_of(here, state, rules)),
    )


def _combatants(pieces: Sequence[Piece]) -> tuple[Combatant, ...]:
    return tuple(map(_combatant, pieces))


def _is_cut_off(ref: Hex, side: Side, state: GameState, rules: Ruleset) -> bool:
    """Whether a side could trace no line from a hex; never so where the game names no sources."""
    return is_judged(rules) and ref in isolated_hexes(side, state, rules)


@frozen
class AttackReport:
    """What the rules make of an attack that has not been made.

    Attributes:
        odds: the strengths, and the odds column or the automatic result.
        modifiers: what is added to the die, part by part.
        ruling: whether it may be made, with every rule against it.
    """

    odds: Odds
    modifiers: AttackModifiers
    ruling: Ruling

    def __str__(self) -> str:
        return f"{self.odds}, die roll modifier {signed(self.modifiers.total.value)} | {self.ruling}"

    @property
    def ledgers(self) -> tuple[tuple[str, Reckoning], ...]:
        """The reckonings behind it, labelled."""
        return (("attack", self.odds.attack), ("defense", self.odds.defense), ("modifier", self.modifiers.total))

    def _repr_html_(self) -> str:
        """What a notebook shows: odds, ruling, and the ledgers folded away."""
        head = paragraph(f"{self.odds}, die roll modifier {signed(self.modifiers.total.value)}", strong=True)
        caveats = tuple(dict.fromkeys(c for _, ledger in self.ledgers for c in ledger.caveats))
        points = tuple(dict.fromkeys(p for _, ledger in self.ledgers for p in ledger.rests_on))
        told = self.ruling._repr_html_() + ledgers_as_html(self.ledgers)
        return head + told + remarks_as_html(caveats, points)


def describe_attack(order: Attack, player: Side, state: GameState, rules: Ruleset) -> AttackReport:
    """Odds and modifiers of an attack on the board, by the functions that resolve it.

    Raises UnknownName for a piece, and UnknownHex for a hex, that does not exist.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> state = parse_position("16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat", rules)
    >>> print(describe_attack(Attack(("ge 1 Inf XX",), Hex("16A:2130")), state.phasing, state, rules))
    7 : 1 = 7:1, die roll modifier +0 | allowed
    """
    facts = gather_attack(order, player, state, rules)
    odds = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)
    return AttackReport(odds, reckon_modifiers(facts, rules), rule_on_attack_order(order, player, state, rules))
