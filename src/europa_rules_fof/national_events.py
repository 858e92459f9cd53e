"""National events on the board (FoF 28, 29C1): invasions, Paris, the fall of the Low Countries and of France.

Needs a game that was set up from a scenario. The German player invades neutrals by an order, the Allied player declares
Paris an open city, announces the emergency transport and asks for an armistice by orders of his own; Belgium and the
Netherlands fall by what the board shows. Everything is remembered as events, for all rules that ask for them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from attrs import evolve, frozen

from europa_rules.campaign.nations import controller, enters_war, happened, invasion_of, let_happen, stays_neutral
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.production import lose_pool
from europa_rules.campaign.regions import hexes_of_region
from europa_rules.citations import Citation, Citations, rule
from europa_rules.contributions import Source, StepContribution
from europa_rules.frozenmap import FrozenMap
from europa_rules.ground.closed_ground import CLOSED
from europa_rules.ground.isolation import hexes_with_a_line, isolated_hexes
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_map import supply_map
from europa_rules.hexes import Hex
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, NEUTRAL, Side
from europa_rules.state import AirPiece, GameState, Piece
from europa_rules.units import is_divisional, re_sum
from europa_rules_fof.blitzkrieg import ENTERED
from europa_rules_fof.fighter_command import release_fighters
from europa_rules_fof.low_countries import (
    BELGIAN,
    COLLAPSED,
    DUTCH,
    SURRENDERED,
    BelgianPlight,
    DutchLines,
    collapses,
    outcome_after_collapse,
    points_after_fall,
    surrenders,
)
from europa_rules_fof.naval_transport import ANNOUNCED, EMERGENCY_USED, POOLS, rule_on_announcing
from europa_rules_fof.paris import BY as PARIS
from europa_rules_fof.paris import OPEN_CITY, REMAINING, Plight, must_open, rule_on_declaring
from europa_rules_fof.paris_fights import hexes_of_paris
from europa_rules_fof.points_ledger import FRANCE_SURRENDERS
from europa_rules_fof.supply_sources import connected_french_cities, paris

DECLARATIONS = "declarations"
"""The opening of an Allied initial phase at which the Allied player declares what he decides."""

FRENCH = "French"
NEUTRALS = Citation("FoF", "28C")
FRANCE = Citation("FoF", "28B1c")
MAGINOT = "28B1b-maginot-isolated"
SURRENDER, FRENCH_FORCES = "28B1b-french-surrender", "28B1c-french-forces"


@frozen
class Invade:
    """The order of the German player to invade a neutral country, by any name of it."""

    country: str


@frozen
class Declare:
    """The order of the Allied player to declare something: "open city", "evacuation" or "armistice"."""

    what: str


# --- invasions (28C) -------------------------------------------------------------------------------------------------


def _neutral_countries(events: Iterable[str], rules: Ruleset) -> tuple[str, ...]:
    """The countries that are neutral after these events."""
    told = frozenset(events)
    forces = (force for force in rules.charts.forces.forces if Side(force.side) == NEUTRAL)
    countries = (rules.nations.by_code[force.nations[0]].country for force in forces)
    return tuple(country for country in countries if controller(country, told, rules) == NEUTRAL)


@remembered(32)
def _neutral_hexes(owners: FrozenMap[Hex, Side], events: frozenset[str], rules: Ruleset) -> frozenset[Hex]:
    """The hexes of neutral countries that no side owns."""
    board, neutral = rules.board, set(_neutral_countries(events, rules))
    there = (ref for ref in board.hexes if board.country(ref) in neutral)
    return frozenset(ref for ref in there if owners.get(ref, rules.owner_at_start(ref)) == NEUTRAL)


def closed_to(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of neutral countries, which neither side enters, in a game set up from a scenario."""
    if scenario_of(state, rules) is None or side == NEUTRAL:
        return frozenset()
    return _neutral_hexes(state.owners, happened(state), rules)


@rule("FoF 28C", "FoF 28C4")
def rule_on_invasion(order: Invade, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether the German player may invade a country now."""
    country = rules.nations.find(order.country).country
    there = _neutral_countries(happened(state), rules)
    return Ruling.all(
        (
            Ruling.refuse_if(player != AXIS, "only the German player invades neutrals", NEUTRALS),
            Ruling.refuse_if(scenario_of(state, rules) is None, "only a game from a scenario has neutrals", NEUTRALS),
            Ruling.refuse_if(country not in there, f"{country} is not neutral", NEUTRALS),
            Ruling.refuse_if(stays_neutral(country, rules), f"nobody attacks {country}", Citation("FoF", "28C4")),
        )
    )


@rule("FoF 28C1", "FoF 28C2", "FoF 28C3")
def enter_war(event: str, state: GameState, rules: Ruleset) -> GameState:
    """The state in which an invasion has happened, and every country that it brings into the war has entered it."""
    before = set(_neutral_countries(happened(state), rules))
    state = let_happen(event, state)
    entering = before - set(_neutral_countries(happened(state), rules))
    codes = {rules.nations.find(country).code: country for country in entering}
    joined = {code: controller(country, happened(state), rules) for code, country in codes.items()}
    pieces = [evolve(p, side=joined[p.unit.nation]) for p in state.pieces.values() if p.unit.nation in joined]
    air = [evolve(p, side=joined[p.unit.nation]) for p in state.air.values() if p.unit.nation in joined]
    sides = {country: joined[code] for code, country in codes.items()}
    owned = {
        ref: sides[rules.board.country(ref)]
        for ref in rules.board.hexes
        if rules.board.country(ref) in sides and hex_owner(ref, state, rules) == NEUTRAL
    }
    for code in codes:
        state = state.noting(ENTERED, code, str(state.moment.turn))
    return state.with_pieces(pieces).with_air(*air).owned(owned)


def invade(order: Invade, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Invade a country."""
    after = enter_war(invasion_of(order.country, rules), state, rules)
    return (yield from war_event(order.country, state, after, (NEUTRALS,), rules))


def war_event(country: str, before: GameState, after: GameState, by: Citations, rules: Ruleset) -> Procedure[GameState]:
    """Record the invasion of a country, and the countries that it has brought into the war."""
    neutral = [set(_neutral_countries(happened(state), rules)) for state in (before, after)]
    entered = sorted(neutral[0] - neutral[1])
    at_war = f"; {', '.join(entered)} at war" if entered else ""
    text = f"{invasion_of(country, rules)}{at_war}"
    by += tuple(ENTRIES[land] for land in entered if land in ENTRIES)
    return (yield from record(Event(text, by, after, "country invaded")))


ENTRIES = {
    "Netherlands": Citation("FoF", "28C1"),
    "Belgium": Citation("FoF", "28C2"),
    "Luxembourg": Citation("FoF", "28C3"),
}
"""Why each neutral enters the war."""


# --- declarations of the Allied player (26B, 28B1b) ------------------------------------------------------------------

DECLARED = {"open city": OPEN_CITY, "evacuation": EMERGENCY_USED, "armistice": FRANCE_SURRENDERS}
"""What may be declared, and the events."""


@rule("FoF 26B", "FoF 28B1b", "FoF 28B1c")
def rule_on_declaration(order: Declare, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may declare this now."""
    event = DECLARED.get(order.what)
    if event is None:
        return Ruling.refuse(f"nobody declares {order.what!r}", PARIS, possible=" or ".join(DECLARED))
    phase = state.moment.phase
    ruling = rule_on_announcing(player, phase, rules) if event == EMERGENCY_USED else rule_on_declaring(player, phase)
    if event == FRANCE_SURRENDERS:
        never = rules.reads(SURRENDER, "never")
        ruling = ruling & Ruling.refuse_if(never, "France does not surrender", FRANCE)
        ruling = ruling & Ruling(rests_on=rules.resting(SURRENDER))
    return ruling & _rule_on_again(event, state)


def _rule_on_again(event: str, state: GameState) -> Ruling:
    """Whether something may be declared as far as that has been done: the evacuation once in each player turn."""
    if event == EMERGENCY_USED:
        announced = state.recall(ANNOUNCED, "") is True
        return Ruling.refuse_if(announced, "it has been announced for this player turn", POOLS)
    return Ruling.refuse_if(event in happened(state), f"it has happened: {event}", PARIS)


Follows = Callable[[GameState, Ruleset], Procedure[GameState]]


def declare(order: Declare, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Declare something; what follows from it happens at once."""
    event = DECLARED[order.what]
    by = {OPEN_CITY: PARIS, EMERGENCY_USED: POOLS, FRANCE_SURRENDERS: FRANCE}[event]
    follows: Mapping[str, Follows] = {EMERGENCY_USED: release_fighters, FRANCE_SURRENDERS: fall_with_france}
    is_new = event not in happened(state)
    state = let_happen(event, state) if is_new else state
    if event == EMERGENCY_USED:
        state = state.noting(ANNOUNCED, "", True)
    state = yield from record(Event(event, (by,), state, "declared"))
    return (yield from follows[event](state, rules)) if is_new and event in follows else state


def declarations_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterator[Declare]:
    """What a player may declare now; an armistice only once Paris is an open city, or German."""
    lost = OPEN_CITY in happened(state) or any(hex_owner(ref, state, rules) == AXIS for ref in hexes_of_paris(rules))
    for what, event in DECLARED.items():
        order = Declare(what)
        if (event != FRANCE_SURRENDERS or lost) and rule_on_declaration(order, player, state, rules).allowed:
            yield order


# --- the surrender of France (28B1c) ---------------------------------------------------------------------------------


def _leaves(force: str, nations: Collection[str], piece: Piece | AirPiece, rules: Ruleset) -> bool:
    """Whether a piece is of a force that leaves play; the French stay in Britain, and in holding boxes."""
    is_home = piece.place in rules.board.index and rules.board.country(piece.place) != "Britain"
    return piece.unit.nation in nations and (force != FRENCH or is_home)


@rule("FoF 28B1c", "FoF 28C2")
def fall_with_france(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As France surrenders: its forces leave play, by a reading they stay; Belgium surrenders with it."""
    if rules.reads(FRENCH_FORCES, "removed"):
        state = yield from _disarm(FRENCH, FRANCE, state, rules)
    elif rules.reads(FRENCH_FORCES, "stay"):
        state = yield from record(Event("French forces fight on", (FRANCE,), state, "forces stay"))
    return (yield from belgium_falls(state, rules))


def _disarm(force: str, by: Citation, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The forces of a country that has fallen leave play, and its pools drop to 0."""
    nations = next(own.nations for own in rules.charts.forces.forces if own.name == force)
    units = [p.id for p in state.pieces.values() if _leaves(force, nations, p, rules)]
    flyers = [p.id for p in state.air.values() if _leaves(force, nations, p, rules)]
    state = state.without(*units)
    state = evolve(state, air=state.air.drop(*flyers))
    text = f"{force} forces leave play: {len(units)} units, {len(flyers)} air units"
    state = yield from record(Event(text, (by,), state, "forces removed"))
    return (yield from lose_pool(force, lambda n: points_after_fall(n, by, rules), state, rules))


def _maginot_isolated(state: GameState, rules: Ruleset) -> bool:
    """Whether the Maginot Line is isolated: all of its hexes with French units, or all of them if none has any."""
    line = hexes_of_region("Maginot Line", happened(state), rules)
    held = [ref for ref in line if any(p.unit.nation == "fr" for p in state.friends_at(ref, ALLIED))]
    cut_off = isolated_hexes(ALLIED, state, rules)
    isolated = [ref in cut_off for ref in held or line]
    return any(isolated) if rules.reads(MAGINOT, "any-hex") else bool(isolated) and all(isolated)


@rule("FoF 28B1b")
def gather_plight(state: GameState, rules: Ruleset) -> Plight:
    """What makes Paris an open city, as the board stands."""
    board = rules.board
    lille = board.city_named("Lille")
    hexes = next((city.hexes for city in board.major_cities if lille.hex in city.hexes), (lille.hex,))
    british = [p for p in state.pieces.values() if p.unit.nation == "br"]
    if not rules.reads(REMAINING, "anywhere"):
        british = [p for p in british if p.place in board.index and board.country(p.place) != "Britain"]
    return Plight(
        _maginot_isolated(state, rules),
        SURRENDERED in happened(state),
        all(hex_owner(ref, state, rules) == AXIS for ref in hexes),
        re_sum((p.unit for p in british), rules.types),
    )


@rule("FoF 28B1b")
def rule_on_not_declaring(state: GameState, rules: Ruleset) -> Ruling:
    """Whether the Allied player may go on without declaring Paris an open city."""
    must = OPEN_CITY not in happened(state) and must_open(gather_plight(state, rules), rules)
    possible = "declare it an open city"
    ruling = Ruling.refuse_if(must, "Paris must be declared an open city", PARIS, possible=possible)
    return ruling & Ruling(rests_on=rules.resting(MAGINOT, REMAINING)) if must else ruling


def open_declarations(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an Allied initial phase: the Allied player may declare what he decides."""
    if scenario_of(state, rules) is None or state.phasing != ALLIED:
        return state
    return (
        yield from opening(
            DECLARATIONS,
            (ALLIED,),
            (PARIS,),
            state,
            lambda after: rule_on_not_declaring(after, rules),
            suggest=lambda after: Declare("open city"),
        )
    )


# --- the fall of the Low Countries (28C1, 28C2) ----------------------------------------------------------------------


def _res_of(nation: str, state: GameState, rules: Ruleset) -> Fraction:
    return re_sum((p.unit for p in state.pieces.values() if p.unit.nation == nation), rules.types)


@rule("FoF 28C2")
def gather_belgium(state: GameState, rules: Ruleset) -> BelgianPlight:
    """Belgium as the board stands."""
    board, events = rules.board, happened(state)
    cities = [city.hexes for city in board.major_cities if board.country(city.hexes[0]) == "Belgium"]
    divisions = (
        p
        for p in state.pieces.values()
        if p.unit.nation in ("fr", "br") and p.place in board.index and board.country(p.place) == "Belgium"
    )
    return BelgianPlight(
        phase=state.moment.phase,
        cities_captured=all(hex_owner(ref, state, rules) == AXIS for hexes in cities for ref in hexes),
        evacuation_used=EMERGENCY_USED in events,
        divisions=sum(is_divisional(p.unit) for p in divisions),
        belgian_re=_res_of("be", state, rules),
        france_surrendered=FRANCE_SURRENDERS in events,
    )


def _french_sources(state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    view = supply_map(ALLIED, state, rules).view
    return tuple(dict.fromkeys((*paris(view), *connected_french_cities(view))))


@rule("FoF 28C1")
def gather_netherlands(state: GameState, rules: Ruleset) -> DutchLines:
    """The Netherlands as the board stands."""
    lines = hexes_with_a_line(_french_sources(state, rules), ALLIED, state, rules)
    board = rules.board
    cities = [city.hexes for city in board.major_cities if board.country(city.hexes[0]) == "Netherlands"]
    tracing = sum(any(_is_open(ref, lines, state, rules) for ref in hexes) for hexes in cities)
    return DutchLines.tracing(None if tracing == len(cities) else tracing, phase=state.moment.phase)


def _is_open(ref: Hex, lines: Iterable[Hex], state: GameState, rules: Ruleset) -> bool:
    """Whether a city hex is held and has a line."""
    return ref in set(lines) and hex_owner(ref, state, rules) == ALLIED


def fall(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an initial phase: Belgium surrenders, and the Netherlands collapse, if the board has it so."""
    if scenario_of(state, rules) is None:
        return state
    state = yield from belgium_falls(state, rules)
    return (yield from _dutch(state, rules)) if enters_war("Netherlands", happened(state), rules) else state


@rule("FoF 28C2")
def belgium_falls(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Belgium surrenders, if it is at war and the board has it so."""
    events = happened(state)
    in_war = enters_war("Belgium", events, rules) and SURRENDERED not in events
    if not (in_war and surrenders(gather_belgium(state, rules), rules)):
        return state
    state = let_happen(SURRENDERED, state)
    state = yield from record(Event(SURRENDERED, (BELGIAN,), state, "country fallen"))
    return (yield from _disarm("Belgian", BELGIAN, state, rules))


def _dutch(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The Netherlands in an initial phase: they may collapse; once they have, units out of supply surrender."""
    if COLLAPSED not in happened(state):
        ruling = collapses(gather_netherlands(state, rules), rules)
        if ruling.allowed:
            return state
        state = let_happen(COLLAPSED, state)
        why = "; ".join(refusal.why for refusal in ruling.refusals)
        state = yield from record(Event(f"{COLLAPSED}: {why}", (DUTCH,), state, "country fallen"))
        state = yield from lose_pool("Dutch", lambda n: points_after_fall(n, DUTCH, rules), state, rules)
    lines = supply_map(ALLIED, state, rules)
    dutch = [p for p in state.pieces.values() if p.unit.nation == "ne"]
    gone = [p.id for p in dutch if outcome_after_collapse(lines.stand(p).kind != "") != "stays"]
    if not gone:
        return state
    state = state.without(*gone)
    return (yield from record(Event(f"{', '.join(gone)} surrender", (DUTCH,), state, "surrendered")))


def invasions_worth_asking(player: Side, state: GameState, rules: Ruleset) -> Iterable[Invade]:
    """Orders to invade each country that is neutral."""
    return (Invade(country) for country in _neutral_countries(happened(state), rules))


SOURCES: tuple[Source, ...] = (Source("it lies in a neutral country", CLOSED, by="FoF 28C", value=closed_to),)
STEPS: tuple[StepContribution, ...] = (
    StepContribution("countries fall", "player turn", fall, by="FoF 28C1, FoF 28C2", before="initial phase"),
    StepContribution("declarations", "player turn", open_declarations, by="FoF 28B1b", before="units form"),
)
ORDER_KINDS: tuple[Any, ...] = (
    OrderKind(
        "invade",
        Invade,
        rule_on_invasion,
        invade,
        by=(NEUTRALS,),
        openings=("movement phase",),
        candidates=invasions_worth_asking,
    ),
    OrderKind(
        "declare",
        Declare,
        rule_on_declaration,
        declare,
        by=(PARIS,),
        openings=(DECLARATIONS,),
        candidates=declarations_worth_asking,
    ),
)
