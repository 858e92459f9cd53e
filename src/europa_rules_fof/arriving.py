"""Reinforcements on the board (FoF 29, 29A1, 29A2): what the order of battle lists comes into play.

Needs a game that was set up from a scenario; places each ground unit where its line says, or where its owner chooses
among the hexes that the rules allow, and keeps it back while there is none. Units that form arrive where their line
says that they are full. Conversions, arrivals that wait for an event, and air units are not among them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from attrs import evolve, frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.reinforcements import CITIES, Arrival, rule_on_arrival
from europa_rules.citations import Citation, rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import gather_stack, is_overstacked, rule_on_entering_play
from europa_rules.ground.supply_state import ARRIVED as IN_PLAY_NOW
from europa_rules.hexes import BOX, Hex
from europa_rules.orders_of_battle.lines import Place
from europa_rules.permissions import Ruling
from europa_rules.position import piece_name
from europa_rules.procedure import Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit
from europa_rules_fof.low_countries import COLLAPSED, SURRENDERED
from europa_rules_fof.points_ledger import note_arrival
from europa_rules_fof.supply_sources import BRITISH_CITIES

BY = Citation("FoF", "29A")
ORDER_OF_BATTLE = "reinforcements"
ARRIVING = frozenset({"arrive", "transfer", "complete"})
"""What entries do whose counters come into play."""

ARRIVED = FactKind("has arrived", "game", str)
"""The turn in which a reinforcement came into play (subject: its entry in the order of battle and its number)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (ARRIVED,)
FALLEN = {"ne": COLLAPSED, "be": SURRENDERED}
SUPPLY_PORT = "British supply port"
EAST = 1
"""The direction in which a hex on the east edge of the map has no neighbor."""

_CITY_IN = re.compile(r"city in (.+)\Z")
_CITY_NEAR = re.compile(r"city within (\d+) hexes of (.+)\Z")
_PORT_OF = re.compile(r"(\w+) (Atlantic|Mediterranean) port\Z")


@frozen
class Due:
    """A counter that is due.

    Attributes:
        key: its entry, and its number there. unit: its printed facts.
        nation: the nation that it is listed under. at: where its line places it.
        origin: where it comes from, "Norway box", or "".
    """

    key: str
    unit: Unit
    nation: str
    at: tuple[Place, ...]
    origin: str = ""


def due_now(state: GameState, rules: Ruleset) -> Iterator[Due]:
    """What is due to the phasing player and has not come into play yet."""
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        own = heading.side == state.phasing and entry.action in ARRIVING and not entry.condition
        if not own or heading.turn is None or heading.turn > state.moment.turn:
            continue
        for number, (unit, at) in enumerate(entry.each(), 1):
            key = f"{entry.id} {number}"
            if isinstance(unit, Unit) and state.recall(ARRIVED, key) is None:
                nation = heading.nation or unit.nation
                yield Due(key, unit, nation, at or heading.at, entry.origin)


def _cities(hexes: Iterable[Hex], rules: Ruleset) -> Iterator[Hex]:
    for ref in hexes:
        city = rules.board.city(ref)
        if city is not None and city.size in CITIES:
            yield ref


def _in_country(country: str, rules: Ruleset) -> Iterator[Hex]:
    return (ref for ref in rules.board.hexes if rules.board.country(ref) == country)


def _described(words: str, rules: Ruleset) -> Iterator[Hex]:
    """The hexes that the words of an order of battle describe."""
    board = rules.board
    if match := _CITY_IN.match(words):
        yield from _cities(_in_country(rules.nations.find(match[1]).country, rules), rules)
    elif match := _CITY_NEAR.match(words):
        middle = board.city_named(match[2]).hex
        yield from _cities((ref for ref in board.hexes if board.distance(middle, ref) <= int(match[1])), rules)
    elif words.endswith(SUPPLY_PORT):
        yield from (board.city_named(name).hex for name in BRITISH_CITIES)
    elif match := _PORT_OF.match(words):
        country, zone = rules.nations.find(match[1]).country, match[2].lower()
        yield from (r for r in _in_country(country, rules) if board.port(r) and board.sea_zone(r) == zone)


def hexes_of(place: Place, rules: Ruleset) -> Iterator[Hex]:
    """The hexes of a place of the order of battle."""
    board = rules.board
    if place.kind == "box":
        yield from (box for box in (Hex(f"{BOX}{place.name}"),) if box in board.boxes)
    elif place.hex:
        yield board.place(place.hex)
    elif place.kind == "town":
        yield board.city_named(place.name).hex
    elif place.kind == "edge" and place.name.startswith("east in "):
        country = rules.nations.find(place.name.removeprefix("east in ")).country
        edge = (r for r in _in_country(country, rules) if board.neighbors[board.index[r]][EAST] < 0)
        yield from (ref for ref in edge if board.has_land(ref))
    elif place.kind == "district":
        yield from _cities((ref for ref in board.hexes if board.district(ref) == place.name), rules)
    elif place.kind == "any":
        yield from _described(place.name, rules)


@rule("FoF 29A", "FoF 29A1", "FoF 29A2")
def hexes_for(due: Due, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """Where a reinforcement may appear now, as the board stands; () while it is delayed."""
    fallen = FALLEN.get(due.nation, "") in happened(state)
    found: dict[Hex, None] = {}
    for place in due.at:
        for ref in hexes_of(place, rules):
            owned = ref in rules.board.boxes or hex_owner(ref, state, rules) == state.phasing
            facts = Arrival(due.nation, "listed", is_owned=owned, has_fallen=fallen)
            ruling = rule_on_arrival(facts, rules) & rule_on_entering_play(due.unit, ref, state.phasing, state, rules)
            if ruling.allowed and not state.enemies_at(ref, state.phasing):
                found[ref] = None
    return tuple(sorted(found))


def _piece(due: Due, to: Hex, state: GameState) -> Piece:
    """The piece that arrives: one that waits in the box where it comes from, else a new one."""
    name = piece_name(due.unit)
    box = Hex(f"{BOX}{due.origin.removesuffix(' box')}")
    waiting = [piece for piece in state.at(box) if due.origin and piece.id.partition(" #")[0] == name]
    if waiting:
        return evolve(waiting[0], place=to)
    number = 1
    while (own := name if number == 1 else f"{name} #{number}") in state.pieces:
        number += 1
    return Piece(own, due.unit, state.phasing, to)


def is_full(unit: Unit, ref: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit would stand in a hex beyond its stacking limit, so that others must leave it in time (FoF 8B)."""
    stack = gather_stack(ref, state.phasing, state, rules)
    return is_overstacked((*stack.units, unit), stack.ground, rules, stack.fortifications)


def _crowd(ref: Hex, state: GameState) -> tuple[int, Hex]:
    return len(state.friends_at(ref, state.phasing)), ref


def _rule_on_answer(answer: tuple[str, ...]) -> Ruling:
    """Whether an answer names one hex."""
    why = "a reinforcement arrives in one hex"
    return Ruling.refuse_if(len(answer) != 1, why, BY, possible="choose one hex")


@rule("FoF 29", "FoF 29A")
def receive_reinforcements(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the initial phase: every reinforcement that is due arrives, where its owner chooses among several hexes."""
    if scenario_of(state, rules) is None:
        return state
    for due in tuple(due_now(state, rules)):
        hexes = hexes_for(due, state, rules)
        if not hexes:
            continue
        name = piece_name(due.unit)
        question = f"Where does {name} arrive?"
        emptiest = sorted(hexes, key=lambda ref: (is_full(due.unit, ref, state, rules), *_crowd(ref, state)))
        suggestions = tuple((ref,) for ref in emptiest)
        decision = Decision(state.phasing, question, hexes, (BY,), state, suggestions, _rule_on_answer)
        answer = yield from choose(decision)
        to = Hex(answer[0])
        piece = _piece(due, to, state)
        state = state if piece.id in state.pieces else note_arrival(piece, state, rules)
        state = state.with_piece(piece).noting(ARRIVED, due.key, str(state.moment.turn))
        state = state.noting(IN_PLAY_NOW, piece.id, True)
        state = yield from record(Event(f"{piece.id} arrives in {to}", (BY,), state, "reinforcement arrived"))
    return state


STEPS: tuple[StepContribution, ...] = (
    StepContribution("reinforcements", "player turn", receive_reinforcements, by="FoF 29A", after="initial phase"),
)
