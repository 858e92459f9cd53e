"""What a sensible player means to do: moves that bring an attack together or close the line, overruns, good attacks.

Needs a game at an opening; gives orders one by one, each thought of when it is asked for, so that it knows what the one
before has led to. Whether an order is legal is asked of the rules. Strengths are compared as printed, except where an
attack is to be made: there the rules reckon the odds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

import networkx as nx
from attrs import frozen

from europa_rules.game import Game
from europa_rules.ground.attacks import Attack
from europa_rules.ground.closed_ground import closed_hexes
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.moves import Move
from europa_rules.ground.occupants import units_on_map
from europa_rules.ground.overruns import Overrun
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import gather_stack, rule_on_stack
from europa_rules.ground.supply_map import supply_map
from europa_rules.hexes import Hex
from europa_rules.legal_orders import groups
from europa_rules.numbers import ZERO
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, are_enemies
from europa_rules.state import GameState, Piece

GOOD_ODDS, PLENTY = 3, 6
"""The odds at which a sensible player attacks, and those at which nobody else need come."""

WORTH_ASKING = 2
"""The odds by printed strengths below which the rules are not asked: what else counts seldom makes them good."""

GUARDED, NEAR = ("partial", "full"), 4
"""The sizes of cities that are guarded, and how near the enemy must be; so near units may help an attack."""

ASSAULT, GAP, ADVANCE = range(3)
"""What a hex is good for, the best first."""

Worth = tuple[int, int]
"""How good a hex is: what for, and how far from the nearest goal; the less, the better."""

_FAR = 999
_TRIES = 3


@frozen
class Outlook:
    """The war as a side sees it when a phase begins.

    Attributes:
        away: for each hex the hexes overland to the nearest enemy unit or city.
        line: the side's hexes that adjoin land of the enemy.
        defense: printed defense strength points of the enemy by hex.
        promise: for each of these hexes the printed attack strength points of the side's units near it.
    """

    away: Mapping[Hex, int]
    line: frozenset[Hex]
    defense: Mapping[Hex, Fraction]
    promise: Mapping[Hex, Fraction]

    @classmethod
    def of(cls, side: Side, state: GameState, rules: Ruleset) -> Outlook:
        """How things stand for a side."""
        land, owner = _land(rules), {ref: hex_owner(ref, state, rules) for ref in _land(rules)}
        enemy = {ref for ref in land if are_enemies(side, owner[ref])}
        defense = _strengths(state, side)
        goals = {*defense, *(ref for ref in enemy if rules.board.city(ref))} & set(land)
        open_ = nx.restricted_view(land, closed_hexes(side, state, rules) & set(land), ())
        away = _hexes_away(goals & set(open_), open_)
        line = frozenset(ref for ref in land if owner[ref] == side and not enemy.isdisjoint(land[ref]))
        return cls(away, line, defense, _promises(side, set(defense) & set(land), state, rules))


def _promises(side: Side, hexes: Collection[Hex], state: GameState, rules: Ruleset) -> dict[Hex, Fraction]:
    """Printed attack strength points of a side's units near each of these hexes."""
    attack: dict[Hex, Fraction] = {}
    for piece in units_on_map(side, state, rules):
        attack[piece.place] = attack.get(piece.place, ZERO) + _attack(piece)
    far = rules.board.distance
    return {ref: sum((a for place, a in attack.items() if far(place, ref) <= NEAR), ZERO) for ref in hexes}


def _hexes_away(goals: Collection[Hex], open_: nx.Graph[Hex]) -> dict[Hex, int]:
    """How far each hex is from the nearest goal."""
    layers = nx.bfs_layers(open_, goals) if goals else ()
    return {ref: distance for distance, layer in enumerate(layers) for ref in layer}


@remembered()
def _land(rules: Ruleset) -> nx.Graph[Hex]:
    """The hexes with land, joined where they adjoin."""
    board = rules.board
    land: nx.Graph[Hex] = nx.Graph()
    for ref in board.hexes:
        if board.has_land(ref):
            land.add_edges_from((ref, other) for other in board.neighbors_of(ref) if board.has_land(other))
    return land


def _strengths(state: GameState, side: Side) -> dict[Hex, Fraction]:
    """Printed defense strength points of a side's enemies by hex."""
    found: dict[Hex, Fraction] = {}
    for piece in state.pieces.values():
        if are_enemies(side, piece.side):
            found[piece.place] = found.get(piece.place, ZERO) + _defense(piece)
    return found


def _attack(piece: Piece) -> Fraction:
    return piece.unit.rating.attack if piece.unit.rating is not None else ZERO


def _defense(piece: Piece) -> Fraction:
    return piece.unit.rating.defense if piece.unit.rating is not None else ZERO


# --- moves -----------------------------------------------------------------------------------------------------------


def moves(side: Side, game: Game) -> Iterator[Move]:
    """Moves of a side's units, those nearest to the enemy first."""
    view = Outlook.of(side, game.state, game.rules)
    units = sorted(
        (view.away.get(piece.place, _FAR), piece.id)
        for piece in units_on_map(side, game.state, game.rules)
        if piece.unit.rating is not None and piece.unit.rating.movement
    )
    for _, piece_id in units:
        move = _move_of(piece_id, view, game.state, game.rules) if piece_id in game.state.pieces else None
        if move is not None:
            yield move


def _move_of(piece_id: str, view: Outlook, state: GameState, rules: Ruleset) -> Move | None:
    """The move of a unit to the best of its destinations, if that is better than where it stands."""
    piece = state.pieces[piece_id]
    if _holds_the_line(piece, view, state, rules):
        return None
    here = worth(piece, piece.place, view, state, rules)
    better = ((worth(piece, ref, view, state, rules), cost, ref) for ref, cost in _reached(piece, state, rules))
    for _, _, ref in sorted(found for found in better if found[0] < here)[:_TRIES]:
        if is_safe(piece, ref, state, rules):
            return cheapest_path(piece_id, ref, state, rules).order(piece_id)
    return None


def _reached(piece: Piece, state: GameState, rules: Ruleset) -> Iterable[tuple[Hex, Fraction]]:
    return destinations(piece.id, state, rules).items()


def _holds_the_line(piece: Piece, view: Outlook, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit adjoins the enemy, or is in a large city with the enemy near, and nobody else is in its hex."""
    is_alone = len(state.friends_at(piece.place, piece.side)) == 1
    city = rules.board.city(piece.place)
    is_guard = city is not None and city.size in GUARDED and view.away.get(piece.place, _FAR) <= NEAR
    return is_alone and (is_guard or any(ref in view.defense for ref in rules.board.neighbors_of(piece.place)))


def worth(piece: Piece, ref: Hex, view: Outlook, state: GameState, rules: Ruleset) -> Worth:
    """How good a hex is for a unit: where an attack comes together, else in a gap of the line, else near the enemy."""
    away = view.away.get(ref, _FAR)
    if any(_is_wanted(piece, target, view, state, rules) for target in _enemies_beside(ref, view, rules)):
        return ASSAULT, away
    is_gap = ref in view.line and not any(
        other != piece for near in (ref, *rules.board.neighbors_of(ref)) for other in state.friends_at(near, piece.side)
    )
    return GAP if is_gap else ADVANCE, away


def _enemies_beside(ref: Hex, view: Outlook, rules: Ruleset) -> Iterator[Hex]:
    return (other for other in rules.board.neighbors_of(ref) if other in view.defense)


def _is_wanted(piece: Piece, target: Hex, view: Outlook, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit would help an attack that those near can make good, and that is not plentiful without it."""
    defense = view.defense[target]
    if not _attack(piece) or view.promise.get(target, ZERO) < GOOD_ODDS * defense:
        return False
    others = sum((_attack(p) for p in _attackers(target, piece.side, state, rules) if p != piece), ZERO)
    return others < PLENTY * defense


def _attackers(target: Hex, side: Side, state: GameState, rules: Ruleset) -> list[Piece]:
    """The units of a side beside a hex that have an attack strength."""
    beside = (piece for ref in rules.board.neighbors_of(target) for piece in state.friends_at(ref, side))
    return [piece for piece in beside if _attack(piece)]


def is_safe(piece: Piece, ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit finds room and supply in a hex."""
    if not supply_map(piece.side, state, rules).supply_of(ref, piece.unit.nation).kind:
        return False
    there = state.moved(piece.id, ref)
    return rule_on_stack(gather_stack(ref, piece.side, there, rules), rules).allowed


# --- overruns --------------------------------------------------------------------------------------------------------


def overruns(side: Side, game: Game) -> Iterator[Overrun]:
    """Overruns by all that stand together beside a hex and are much stronger; whether they are enough the rules say."""
    for group in list(groups("overrun", side, game.state, game.rules)):
        here = [game.state.pieces[unit] for unit in group.units if unit in game.state.pieces]
        attack = sum(map(_attack, here), ZERO)
        if attack and attack >= PLENTY * _strengths(game.state, side).get(group.target, ZERO):
            yield Overrun(tuple(piece.id for piece in here), group.target)


# --- attacks ---------------------------------------------------------------------------------------------------------


def attacks(side: Side, game: Game) -> Iterator[Attack]:
    """Attacks by all units that may take part, on the weakest hexes first, where the rules reckon good odds."""
    tried = set[Hex]()
    while weakest := min(targets(side, game, tried), default=None):
        _, target = weakest
        tried.add(target)
        attack = _attack_on(target, side, game)
        if attack is not None:
            yield attack


def targets(side: Side, game: Game, tried: Collection[Hex] = ()) -> Iterator[tuple[Fraction, Hex]]:
    """The enemy hexes that printed strengths may beat, and their defense strength points for each attacking one."""
    for target, defense in _strengths(game.state, side).items():
        if target not in tried and target in game.rules.board.index:
            beside = _attackers(target, side, game.state, game.rules)
            attack = sum(map(_attack, beside), ZERO)
            if attack and attack >= WORTH_ASKING * defense:
                yield defense / attack, target


def _attack_on(target: Hex, side: Side, game: Game) -> Attack | None:
    """The attack on a hex by all units that may make it, if its odds are good."""
    beside = _attackers(target, side, game.state, game.rules)
    able = tuple(piece.id for piece in beside if game.rule_on(Attack((piece.id,), target), side).allowed)
    if not able:
        return None
    odds = game.odds(Attack(able, target), side).odds
    return Attack(able, target) if odds.attack.value >= GOOD_ODDS * odds.defense.value else None
