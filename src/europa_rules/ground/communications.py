"""The line of communications of one piece, hex by hex, and whether it counts as isolated (SF 3G, FoF 12B6).

Needs a piece on the board; gives the hexes of its line, which the rule of `isolation` judges, and the judgement in
force. The way is read off the floods of `supply_map`, from the piece to where lines end.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from attrs import evolve, frozen

from europa_rules.ground.isolation import Isolation, Judgement, is_isolated, is_judged, judged_in
from europa_rules.ground.lines import LineHex, rule_on_line_into
from europa_rules.ground.occupants import enemy_units_at, friendly_units_at
from europa_rules.ground.supply_floods import Flood
from europa_rules.ground.supply_lines import counted_hexes
from europa_rules.ground.supply_map import SupplyMap, supply_map
from europa_rules.ground.supply_sources import FULL, LIMITED, RESTRICTED, supplied_where_it_is, traces_no_line
from europa_rules.ground.supply_state import was_judged_isolated
from europa_rules.ground.supply_tracer import on_foot
from europa_rules.ground.terrain import follows_road, gather_entry, rule_on_terrain, weather_at
from europa_rules.ground.waters import FROZEN, water_between
from europa_rules.ground.zones import enemy_zoc
from europa_rules.hexes import Hex
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import PHASES
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit

_ANYONE = Unit("", "infantry", "division")


@frozen
class Communications:
    """The line of communications of a piece.

    Attributes:
        hexes: those of the line, from the piece to where it ends; its own hex alone where there is no line.
        found: whether the piece is isolated by it, and why.
    """

    hexes: tuple[Hex, ...]
    found: Isolation


def communications_of(piece: Piece, state: GameState, rules: Ruleset) -> Communications | None:
    """The line of communications of a piece as things stand; None in a game that judges no isolation.

    >>> from europa_rules import load, parse_position
    >>> rules = load("fof")
    >>> state = parse_position("16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement", rules)
    >>> communications_of(state.piece("ge 1 Inf XX"), state, rules).found.isolated
    False
    """
    if not is_judged(rules):
        return None
    supply = supply_map(piece.side, state, rules)
    kind = supplied_where_it_is(piece, supply.view)
    if kind or piece.place not in rules.board.index or traces_no_line(piece, supply.view):
        return Communications((piece.place,), is_isolated((LineHex(source=kind),), rules))
    hexes = tuple(_way(piece, supply))
    steps = (_line_hex(here, to, piece.side, state, rules) for here, to in pairwise(hexes))
    *way, last = (LineHex(), *steps)
    route = (*way, evolve(last, source=_kind_at_the_end(piece, hexes[-1], supply)))
    return Communications(hexes, is_isolated(route, rules, weather_at(piece.place, state, rules)))


def _way(piece: Piece, supply: SupplyMap) -> Iterator[Hex]:
    """From a piece along the flood that reached it, each hex reached before the last."""
    board, bits = supply.view.rules.board, supply.view.layout.bits
    here = piece.place
    yield here
    flood = _flood_that_reached(piece, supply)
    wave = flood.wave_of(bits[board.index[here]]) if flood else 0
    while flood and wave:
        around = ((flood.wave_of(bits[board.index[to]]), to) for to in board.neighbors_of(here))
        earlier = [(at, to) for at, to in around if at is not None and at < wave]
        _, wave, here = min(step for at, to in earlier for step in _steps(flood.lengths[at], at, here, to, supply))
        yield here


def _steps(left: int, wave: int, here: Hex, to: Hex, supply: SupplyMap) -> Iterator[tuple[Fraction, int, Hex]]:
    """The length of the line by way of a hex, if it may enter that; `left` is the length from there on."""
    view = supply.view
    facts = _line_hex(here, to, view.side, view.state, view.rules)
    if rule_on_line_into(facts, view.rules).allowed:
        yield left + facts.counts, wave, to


def _flood_that_reached(piece: Piece, supply: SupplyMap) -> Flood | None:
    """The lines of communications that reached the hex of a piece: those to the sources of all, then of its nation."""
    group = supply.group_of(piece.unit.nation)
    supply.standing_of(group)
    bit = supply.view.layout.bits[supply.view.rules.board.index[piece.place]]
    for name in dict.fromkeys(("", "/".join(group))):
        for key, flood in supply.tracer.found.items():
            if key[:2] == ("communications", name) and flood.reached >> bit & 1:
                return flood
    return None


def _line_hex(here: Hex, to: Hex, side: Side, state: GameState, rules: Ruleset) -> LineHex:
    """What the board says about a line that enters a hex."""
    friendly = bool(friendly_units_at(to, side, state, rules))
    entry = gather_entry(_ANYONE, here, to, state, rules)
    counts = counted_hexes(
        on_foot(rules).name,
        rules.board.terrain(to),
        rules.board.hexside(here, to),
        rules,
        along_road=follows_road(here, to, rules),
        frozen=water_between(here, to, state, rules) == FROZEN,
    )
    return LineHex(
        enemy_unit=bool(enemy_units_at(to, side, state, rules)),
        enemy_zoc=enemy_zoc(to, side, state, rules),
        friendly_unit=friendly,
        prohibited=not rule_on_terrain(entry, rules).allowed,
        counts=Fraction(counts),
    )


def _kind_at_the_end(piece: Piece, end: Hex, supply: SupplyMap) -> str:
    """The kind of supply on which the last hex of a line draws; "" for a piece without a line."""
    if _flood_that_reached(piece, supply) is None:
        return ""
    bit = supply.view.layout.bits[supply.view.rules.board.index[end]]
    standing = supply.standing_of(supply.group_of(piece.unit.nation))
    kinds = ((FULL, standing.full), (RESTRICTED, standing.supplied))
    return next((kind for kind, hexes in kinds if hexes >> bit & 1), LIMITED)


# --- the judgement in force ------------------------------------------------------------------------------------------


def gather_judgement(piece: Piece, state: GameState, rules: Ruleset) -> Judgement:
    """The last judgement of a piece, and the moment at which it is asked for; in the set-up nothing is judged yet."""
    now = PHASES.index(state.moment.phase) if state.moment.phase in PHASES else 0
    judged = sorted(map(PHASES.index, judged_in(rules)))
    since = max((phase for phase in judged if phase <= now), default=judged[-1] if judged else now)
    line_exists = not supply_map(piece.side, state, rules).stand(piece).isolated
    return Judgement(PHASES[since], was_judged_isolated(piece.id, state), PHASES[now], line_exists)
