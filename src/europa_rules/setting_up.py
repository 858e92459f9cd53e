"""Scenarios and their positions: `scenarios` lists them, `position_of` sets one up (FoF 30, 33; SF 41).

Needs the head of a scenario, its orders of battle and the board; gives the state at its first turn, or at the first
step of its set-up. Whether forces stand where they may is ruled on in `campaign/deployment.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.air_units import AirUnit
from europa_rules.campaign.deployment import (
    WAITING,
    WAITING_AIR,
    first_step,
    forget_set_up,
    rule_on_set_up,
    waiting,
)
from europa_rules.campaign.nations import HAPPENED
from europa_rules.campaign.postings import ARMY_HEX, LISTED, SCENARIO, AnyPiece, Listing, hexes_within, posting_of
from europa_rules.campaign.regions import CONTROLLED_THEATERS, Theaters, theaters_of
from europa_rules.campaign.sequence import first_moment
from europa_rules.citations import rule
from europa_rules.errors import NotationError, need_kind, unknown
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.facts import AIRFIELD, FORTIFICATION
from europa_rules.ground.ownership import own_what_is_occupied
from europa_rules.ground.works import FORT
from europa_rules.hexes import BOX, Hex
from europa_rules.loading import load
from europa_rules.orders_of_battle.bundled import FOLDER as ORDERS_OF_BATTLE
from europa_rules.orders_of_battle.bundled import OrdersOfBattle
from europa_rules.orders_of_battle.lines import Entry, Heading, OrderOfBattle, Place
from europa_rules.permissions import Ruling
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.position import parse_position
from europa_rules.position_notation import piece_name
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import Forces, Scenario
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import WEATHER, AirPiece, FactKind, GameState, Piece
from europa_rules.units import Unit


def scenarios(variant: str | None = None) -> tuple[Scenario, ...]:
    """The scenarios of a game, or of every game installed, with what is missing in each.

    variant: the game; None for all. Raises UnknownName for a game there is not.

    >>> [f"{s.id}: {s.first} to {s.last}" for s in scenarios("fof")]
    ['free: May I 40 to Sep II 40', 'historical: May I 40 to Sep II 40']
    """
    variants = [variant] if variant is not None else [v.id for _, v in variants_of(find_plugins())]
    return tuple(scenario for name in variants for scenario in load(name).scenarios.values())


def find_scenario(name: str, rules: Ruleset | None = None) -> tuple[Scenario, Ruleset]:
    """The scenario of an id, with the rules of its game: of these rules, or of any game installed.

    A variant has the scenarios of the game that it changes too; without rules they are that game's.
    Raises UnknownName with the nearest id, and for an id that two games have.
    """
    games = [rules] if rules is not None else [load(variant.id) for _, variant in variants_of(find_plugins())]
    found = [(game.scenario(name), game) for game in games if name in game.scenario_ids]
    if rules is None:
        found = [(scenario, game) for scenario, game in found if scenario.variant == game.variant.id]
    if len(found) != 1:
        kind = "scenario of one game alone" if found else "scenario"
        raise unknown(kind, name, [own for game in games for own in game.scenario_ids])
    return found[0]


def _with_rules(scenario: Scenario | str, rules: Ruleset | None) -> tuple[Scenario, Ruleset]:
    """A scenario with the rules by which it is set up: those given, else those of its game with its options."""
    need_kind(scenario, (str, Scenario), "a scenario or its id, such as 'historical'")
    head, own = find_scenario(scenario, rules) if isinstance(scenario, str) else (scenario, rules)
    if own is not None and (rules is not None or not head.options):
        return head, own
    return head, load(head.variant, options=head.options)


# --- the forces ------------------------------------------------------------------------------------------------------


STANDING = ("deploy", "garrison")
"""What entries of initial forces do whose counters are set up."""


@frozen
class Listed:
    """A counter of the initial forces, with what the order of battle says of it.

    Attributes:
        piece: the counter, in the hex where it stands first; "" for one that has none.
        listing: its group, and the hexes of its line.
    """

    piece: AnyPiece
    listing: Listing


@frozen
class _Mustering:
    """Turns the lines of an order of battle into pieces with names of their own."""

    rules: Ruleset
    forces: Forces
    taken: Counter[str] = field(factory=Counter)

    def all(self, ob: OrderOfBattle) -> Iterator[Listed]:
        for heading, entry in ob.entries():
            if heading.part == "initial forces" and entry.action in STANDING and self._takes_part(heading):
                yield from self._of_entry(heading, entry)

    def _takes_part(self, heading: Heading) -> bool:
        nation = self.rules.nations.by_code[heading.nation] if heading.nation else None
        names = {heading.army, heading.theater, nation.country if nation else ""}
        at_start = not (self.forces.turn and heading.turn) or str(heading.turn) == self.forces.turn
        return at_start and names.isdisjoint(self.forces.without)

    def _of_entry(self, heading: Heading, entry: Entry) -> Iterator[Listed]:
        placed = ((unit, at or heading.at) for unit, at in entry.each())
        counters = [(unit, at) for unit, at in placed if not self._is_left_out(at)]
        hexes = dict.fromkeys(hex_ for _, at in counters for place in at if (hex_ := _hex_of(place)))
        listing = Listing(heading.nation, heading.army, heading.theater, heading.free, tuple(hexes))
        for unit, at in counters:
            where = next((hex_ for place in at if (hex_ := _hex_of(place))), Hex(""))
            if isinstance(unit, Unit | AirUnit):
                yield Listed(self._piece(unit, heading, where), listing)

    def _is_left_out(self, at: Iterable[Place]) -> bool:
        return any(place.kind == "box" and place.name in self.forces.without for place in at)

    def _piece(self, unit: Unit | AirUnit, heading: Heading, where: Hex) -> AnyPiece:
        name = piece_name(unit)
        self.taken[name] += 1
        own = name if self.taken[name] == 1 else f"{name} #{self.taken[name]}"
        side = _side(heading.side, unit.nation, self.rules)
        where = self.rules.board.place(where) if where else where
        if isinstance(unit, AirUnit):
            return AirPiece(own, unit, side, where, organization=heading.army or unit.force or heading.force)
        return Piece(own, unit, side, where)


def _hex_of(place: Place) -> Hex:
    return Hex(f"{BOX}{place.name}") if place.kind == "box" else place.hex


def _side(named: Side, nation: str, rules: Ruleset) -> Side:
    known = {side.lower(): side for side in (*rules.variant.sides, NEUTRAL)}
    return known.get(named.lower(), rules.side_of(nation))


def initial_forces(scenario: Scenario, rules: Ruleset, ob: OrderOfBattle | None = None) -> tuple[Listed, ...]:
    """The initial forces of a scenario, each in the hex where it stands first.

    ob: an order of battle in place of those that the scenario names.
    Raises UnknownName for an order of battle there is not, and for a unit that the scenario moves and is not there;
    UnknownHex for a place that is not on the board.
    """
    if ob is not None:
        need_kind(ob, OrderOfBattle, "an order of battle, such as read_ob(...) gives")
    taken: Counter[str] = Counter()
    found = {
        listed.piece.id: listed
        for forces in (_in_place_of(scenario.forces) if ob else scenario.forces)
        for listed in _Mustering(rules, forces, taken).all(ob or _order_of_battle(forces, scenario, rules))
    }
    if ob is not None and not found:
        raise NotationError(f"the order of battle lists no initial forces that scenario '{scenario.id}' takes")
    for change in scenario.changes:
        if change.unit not in found:
            raise unknown("unit of the initial forces", change.unit, found)
        to = rules.board.place(change.to)
        old = found[change.unit]
        listing = evolve(old.listing, hexes=(*old.listing.hexes, to))
        found[change.unit] = Listed(evolve(old.piece, place=to), listing)
    return tuple(listed for listed in found.values() if posting_of(listed.piece, listed.listing, scenario, rules))


def _in_place_of(named: tuple[Forces, ...]) -> tuple[Forces, ...]:
    """What one order of battle brings in place of several: once, and without what any of them leaves out."""
    without = tuple(dict.fromkeys(name for forces in named for name in forces.without))
    return tuple(evolve(forces, without=without) for forces in named[:1])


def listings_of(forces: Forces, scenario: Scenario, rules: Ruleset) -> tuple[Listing, ...]:
    """What an order of battle says of all that it lists at the start. Raises UnknownName if it is not there."""
    ob = _order_of_battle(forces, scenario, rules)
    return tuple(dict.fromkeys(listed.listing for listed in _Mustering(rules, forces).all(ob)))


def _order_of_battle(forces: Forces, scenario: Scenario, rules: Ruleset) -> OrderOfBattle:
    beside = [] if scenario.home is None else [scenario.home.joinpath(ORDERS_OF_BATTLE)]
    own = OrdersOfBattle(beside, rules.types)
    if forces.order_of_battle in own:
        return own[forces.order_of_battle]
    return rules.orders_of_battle[forces.order_of_battle]


# --- the position ----------------------------------------------------------------------------------------------------


@rule("FoF 30", "FoF 33A", "FoF 33B", "SF 41A", "SF 41B")
def position_of(
    scenario: Scenario | str,
    rules: Ruleset | None = None,
    ob: OrderOfBattle | None = None,
    *,
    deploying: bool = False,
) -> GameState:
    """The state with which a scenario begins.

    scenario: a head, or its id.
    rules: of its game, with the options that players want; None for those that the scenario puts in force.
    ob: an order of battle in place of those that the scenario names.
    deploying: at the first step of the set-up, where its orders may be given and taken back; otherwise at the start of
        the first player turn, with all forces where they stand first. A scenario that leaves places open always begins
        with the set-up; forces without a place wait there.

    Raises UnknownName for a scenario, a group or a unit there is not, DataError for faults of a head.

    >>> state = position_of("historical")
    >>> print(state.moment, state.piece("ge 1 Pz XX").place)
    May I 40, Axis initial 16A:1824
    """
    head, rules = _with_rules(scenario, rules)
    state = _with_forces(_empty(head, rules), initial_forces(head, rules, ob))
    state = _with_army_hexes(state, head, rules)
    if head.deployment and (deploying or waiting(state)):
        return state
    ready = forget_set_up(state, rules).at_moment(first_moment(head.first, head.player, rules))
    return own_what_is_occupied(ready, rules)


def begin(
    rules: Ruleset | str, position: GameState | Scenario | str, *, deploying: bool = False
) -> tuple[Ruleset, GameState]:
    """The rules and the state with which a game begins.

    rules: a ruleset, or the id of a game.
    position: a state, a scenario or its id, or a position in notation. A hex to which a state or a position gives no
        owner belongs to the side whose units occupy it.
    deploying: for a scenario, whether to begin with its set-up.
    """
    loaded = load(rules) if isinstance(rules, str) else rules
    need_kind(loaded, Ruleset, "a ruleset, such as load(...) gives")
    if isinstance(position, GameState):
        return loaded, own_what_is_occupied(position, loaded)
    if not isinstance(position, Scenario) and position not in loaded.scenario_ids:
        return loaded, own_what_is_occupied(parse_position(position, loaded), loaded)
    head = loaded.scenario(position) if isinstance(position, str) else position
    if isinstance(rules, str) and head.options:
        loaded = load(rules, options=head.options)
    return loaded, position_of(head, loaded, deploying=deploying)


def set_up_faults(scenario: Scenario | str, rules: Ruleset | None = None, ob: OrderOfBattle | None = None) -> Ruling:
    """Whether the forces of a scenario stand where they may at the start: every fault of the set-up as it is filled in.

    scenario, rules, ob: as for `position_of`.

    >>> set_up_faults("historical").allowed
    True
    """
    head, rules = _with_rules(scenario, rules)
    return rule_on_set_up(position_of(head, rules, ob, deploying=True), rules) if head.deployment else Ruling.allow()


def _empty(scenario: Scenario, rules: Ruleset) -> GameState:
    """The scenario without forces: its moment, owners, weather, events and works."""
    moment = first_step(scenario) if scenario.deployment else first_moment(scenario.first, scenario.player, rules)
    state = GameState(moment, owners=FrozenMap(_owners(scenario, rules)))
    state = state.noting(SCENARIO, "", scenario.id)
    for event in scenario.events:
        state = state.noting(HAPPENED, event, str(scenario.first))
    for zone, weather in scenario.weather.items():
        state = state.noting(WEATHER, zone, weather)
    for own in scenario.sides:
        if theaters_of(own.side, rules):
            state = state.noting(CONTROLLED_THEATERS, own.side, Theaters(own.theaters))
    for ref, capacity in scenario.built.airfields.items():
        state = state.noting(AIRFIELD, rules.board.place(ref), capacity)
    for ref in scenario.built.forts:
        state = state.noting(FORTIFICATION, rules.board.place(ref), FORT)
    return state


def _owners(scenario: Scenario, rules: Ruleset) -> dict[Hex, Side]:
    """The hexes whose owners the scenario changes; of two sides that it gives a hex, the later one has it."""
    owned = {
        ref: own.side
        for own in scenario.sides
        if own.owns
        for ref in hexes_within(own.owns, (), frozenset(scenario.events), rules)
    }
    return {ref: side for ref, side in owned.items() if side != rules.owner_at_start(ref)}


def _with_forces(state: GameState, forces: Iterable[Listed]) -> GameState:
    """The state with all these forces on the map, or waiting where they have no place."""
    facts: dict[tuple[FactKind[object], str], object] = {}
    pieces: dict[str, Piece] = {}
    air: dict[str, AirPiece] = {}
    for listed in forces:
        piece = listed.piece
        facts[cast("FactKind[object]", LISTED), piece.id] = listed.listing
        if not piece.place:
            kind = WAITING_AIR if isinstance(piece, AirPiece) else WAITING
            facts[cast("FactKind[object]", kind), piece.id] = piece
        elif isinstance(piece, AirPiece):
            air[piece.id] = piece
        else:
            pieces[piece.id] = piece
    return evolve(state, pieces=FrozenMap(pieces), air=FrozenMap(air), record=state.record.merge(facts))


def _with_army_hexes(state: GameState, scenario: Scenario, rules: Ruleset) -> GameState:
    for step in scenario.deployment:
        for terms in step.armies:
            for army, ref in terms.hexes.items():
                state = state.noting(ARMY_HEX, army, rules.board.place(ref))
    return state
