"""Reinforcements on the board (FoF 29, 29A1, 29A2): what the order of battle lists comes into play.

Needs a game that was set up from a scenario; places each ground unit where its line says, or where its owner chooses
among the hexes that the rules allow, and keeps it back while there is none. Units that form wait in the forming box of
their country, and arrive when their line says that they are full. What waits for an event, and air units, have modules
of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import evolve, frozen

from europa_rules.campaign.conversions import CONVERTED, conversions_of, due_conversions, in_pool
from europa_rules.campaign.listed_places import WORDS, country_hexes, hexes_of_place, with_cities
from europa_rules.campaign.nations import happened
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.production import empty_pools, receive_production
from europa_rules.campaign.reinforcements import Arrival, left_in_forming_box, rule_on_arrival
from europa_rules.campaign.replacing import spend_production
from europa_rules.campaign.special_replacements import receive_special_replacements
from europa_rules.citations import Citation, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.ground.facts import IN_POOL
from europa_rules.ground.ownership import gain_by_entry, hex_owner
from europa_rules.ground.stacking import gather_stack, is_overstacked, rule_on_entering_play
from europa_rules.ground.supply_state import come_into_play
from europa_rules.hexes import BOX, Hex
from europa_rules.orders_of_battle.lines import Entry, Place
from europa_rules.permissions import Ruling
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit
from europa_rules_fof.low_countries import COLLAPSED, SURRENDERED
from europa_rules_fof.supply_sources import BRITISH_CITIES

BY, FORMS = Citation("FoF", "29A"), Citation("FoF", "29A1")
ORDER_OF_BATTLE = "reinforcements"
ARRIVING = frozenset({"arrive", "transfer", "complete"})
"""What entries do whose counters come into play."""

ARRIVED = FactKind("has arrived", "game", str, is_tally=True)
"""The turn in which a reinforcement came into play (subject: its entry in the order of battle and its number)."""

FORMING = FactKind("in a forming box", "game", str, is_tally=True)
"""The country in whose forming box a unit is (subject: the unit)."""

FACT_KINDS: tuple[FactKind[Any], ...] = (ARRIVED, FORMING)
BEFORE = "isolation check, end of initial phase"
"""The step before which everything arrives: supply is judged thereafter (FoF 4A)."""

FALLEN = {"ne": COLLAPSED, "be": SURRENDERED}
SUPPLY_PORT = "British supply port"


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
        if (
            not own
            or heading.turn is None
            or heading.turn > state.moment.turn
            or _was_lost_forming(entry, state, rules)
        ):
            continue
        for number, (unit, at) in enumerate(entry.each(), 1):
            key = f"{entry.id} {number}"
            if isinstance(unit, Unit) and state.recall(ARRIVED, key) is None:
                nation = heading.nation or unit.nation
                yield Due(key, unit, nation, at or heading.at, entry.origin)


# --- forming (29A1) --------------------------------------------------------------------------------------------------


def _forming(state: GameState, rules: Ruleset) -> Iterator[tuple[Turn, Entry]]:
    """The entries of units that form, with the turns in which they begin to."""
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        if entry.action == "form" and heading.turn is not None:
            yield heading.turn, entry


def _names(entry: Entry) -> tuple[str, ...]:
    return tuple(piece_name(unit) for unit, _ in entry.each())


def _was_lost_forming(entry: Entry, state: GameState, rules: Ruleset) -> bool:
    """Whether a unit that is to be complete has been lost in its forming box."""
    if entry.action != "complete":
        return False
    names = set(_names(entry))
    began = any(turn <= state.moment.turn and not names.isdisjoint(_names(e)) for turn, e in _forming(state, rules))
    return began and names.isdisjoint(state.all_facts(FORMING))


def form_units(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the initial phase: units that begin to form are placed in the forming box of their country."""
    if scenario_of(state, rules) is None:
        return state
    for turn, entry in _forming(state, rules):
        if turn != state.moment.turn:
            continue
        for unit, at in entry.each():
            name, country = piece_name(unit), at[0].name
            if rules.side_of(unit.nation) == state.phasing and state.recall(FORMING, name) is None:
                state = state.noting(FORMING, name, country)
                text = f"{name} begins to form in {country}"
                state = yield from record(Event(text, (FORMS,), state, "forming"))
    return state


def _cities_owned(country: str, side: Side, state: GameState, rules: Ruleset) -> int:
    cities = with_cities(country_hexes(country, rules), rules)
    return sum(hex_owner(ref, state, rules) == side for ref in cities)


@rule("FoF 29A1")
def empty_forming_boxes(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player turn begins: the units in the forming box of a country without a friendly city are eliminated."""
    for name, country in state.all_facts(FORMING).items():
        side = rules.side_of(name.partition(" ")[0])
        if left_in_forming_box(1, _cities_owned(country, side, state, rules)):
            continue
        state = state.forgetting(FORMING, name)
        text = f"{name} is eliminated in the forming box of {country}, which has no friendly-owned city"
        state = yield from record(Event(text, (FORMS,), state, "eliminated while forming"))
    return state


# --- where they arrive -----------------------------------------------------------------------------------------------


def british_supply_ports(rules: Ruleset) -> tuple[Hex, ...]:
    """The ports through which the British are supplied."""
    return tuple(rules.board.city_named(name).hex for name in BRITISH_CITIES)


@rule("FoF 29A", "FoF 29A1", "FoF 29A2")
def hexes_for(due: Due, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """Where a reinforcement may appear now, as the board stands; () while it is delayed."""
    fallen = FALLEN.get(due.nation, "") in happened(state)
    found: dict[Hex, None] = {}
    for place in due.at:
        for ref in hexes_of_place(place, rules):
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
    return Piece(state.free_id(name, state.all_facts(IN_POOL)), due.unit, state.phasing, to)


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
    delayed: list[str] = []
    for due in tuple(due_now(state, rules)):
        if hexes := hexes_for(due, state, rules):
            state = yield from arrive(due, hexes, state, rules)
        else:
            delayed.append(piece_name(due.unit))
    if not delayed:
        return state
    text = f"delayed, for want of a place to arrive: {', '.join(delayed)}"
    return (yield from record(Event(text, (FORMS,), state, "reinforcements delayed")))


@rule("FoF 29A1")
def convert_from_pool(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In the initial phase: what eliminated units convert to, where the order of battle lets them, arrives."""
    if scenario_of(state, rules) is None:
        return state
    for due in tuple(due_conversions(ORDER_OF_BATTLE, state, rules)):
        lost = in_pool(due.before, state) if due.from_pool else ""
        new = Due(due.key, due.after, due.nation, due.at) if due.after is not None and lost else None
        hexes = hexes_for(new, state, rules) if new is not None and _is_own(new, state, rules) else ()
        if new is not None and hexes:
            text = f"{lost} converts to {piece_name(new.unit)} from the replacement pool"
            state = state.forgetting(IN_POOL, lost).noting(CONVERTED, due.key, str(state.moment.turn))
            state = yield from record(Event(text, (FORMS,), state, "converted"))
            state = yield from arrive(new, hexes, state, rules)
    return state


def _is_own(due: Due, state: GameState, rules: Ruleset) -> bool:
    return rules.side_of(due.unit.nation) == state.phasing


def arrive(due: Due, hexes: tuple[Hex, ...], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A counter comes into play in one of these hexes, as its owner chooses."""
    emptiest = sorted(hexes, key=lambda ref: (is_full(due.unit, ref, state, rules), *_crowd(ref, state)))
    suggestions = tuple((ref,) for ref in emptiest)
    question = f"Where does {piece_name(due.unit)} arrive?"
    decision = Decision(state.phasing, question, hexes, (BY,), state, suggestions, _rule_on_answer)
    answer = yield from choose(decision)
    to = Hex(answer[0])
    piece = _piece(due, to, state)
    state = gain_by_entry(state.with_piece(piece), (piece,), to, rules)
    state = come_into_play(piece, state).noting(ARRIVED, due.key, str(state.moment.turn))
    state = state.forgetting(FORMING, piece_name(due.unit))
    return (yield from record(Event(f"{piece.id} arrives in {to}", (BY,), state, "reinforcement arrived")))


SOURCES: tuple[Source, ...] = (Source(SUPPLY_PORT, WORDS, by="FoF 12C2", value=british_supply_ports),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("forming boxes", "player turn", empty_forming_boxes, by="FoF 29A1", before="initial phase"),
    StepContribution("units form", "player turn", form_units, by="FoF 29A", before=BEFORE),
    StepContribution("conversions", "player turn", conversions_of(ORDER_OF_BATTLE), by="FoF 29A1", after="units form"),
    StepContribution("conversions from the pool", "player turn", convert_from_pool, "FoF 29A1", after="conversions"),
    StepContribution(
        "reinforcements", "player turn", receive_reinforcements, "FoF 29A", after="conversions from the pool"
    ),
    StepContribution("production", "player turn", receive_production, by="FoF 29B1", after="reinforcements"),
    StepContribution(
        "special replacements", "player turn", receive_special_replacements, by="FoF 28C1", after="production"
    ),
    StepContribution("replacements", "player turn", spend_production, by="FoF 29B1", after="special replacements"),
    StepContribution("production pools", "player turn", empty_pools, by="FoF 29B1", before="initial phase"),
)
