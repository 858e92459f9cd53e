"""Duties checked as player turns begin (FoF 28B1a, 31D, 31G): occupation, the Italian border, the Allied front.

Needs a game that was set up from a scenario; reads the board, reckons what is missing by the rule of each duty, and
remembers it for victory points.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from europa_rules.campaign.nations import enters_war, happened
from europa_rules.campaign.points_record import score
from europa_rules.campaign.postings import scenario_of
from europa_rules.campaign.production import CityHexes, cities_among
from europa_rules.citations import Citation, rule
from europa_rules.contributions import StepContribution
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.terrain import gather_entry, rule_on_terrain
from europa_rules.hexes import BOX, Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import show
from europa_rules.procedure import Event, Procedure, record
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules.units import Unit
from europa_rules_fof import frontage, italian_border, occupation
from europa_rules_fof.evacuation import res_evacuated
from europa_rules_fof.low_countries import SURRENDERED
from europa_rules_fof.paris import OPEN_CITY
from europa_rules_fof.points_ledger import british_losses

ITALY_ENTERS = "Italy enters the war"
"""The event of the Italian entry."""

_ANYONE = Unit("fr", "infantry", "division")


# --- occupation (31D) ------------------------------------------------------------------------------------------------


@remembered()
def _cities(rules: Ruleset) -> tuple[CityHexes, ...]:
    """The dot and major cities of the countries that are occupied."""
    countries = rules.charts[occupation.CHART].texts("lists", "countries")
    return cities_among((ref for ref in rules.board.hexes if rules.board.country(ref) in countries), rules)


@rule("FoF 31D")
def captured_cities(state: GameState, rules: Ruleset) -> tuple[occupation.CapturedCity, ...]:
    """The cities that the Axis owns as its player turn begins, all of them captured in an earlier one."""
    owned = (city for city in _cities(rules) if all(hex_owner(ref, state, rules) == AXIS for ref in city.hexes))
    return tuple(
        occupation.CapturedCity(
            city.kind,
            rules.board.country(city.hexes[0]),
            tuple(piece.unit for ref in city.hexes for piece in state.friends_at(ref, AXIS)),
        )
        for city in owned
    )


# --- the Italian border (28B1a) --------------------------------------------------------------------------------------


@remembered()
def border_hexes(rules: Ruleset) -> tuple[tuple[Hex, tuple[Hex, ...]], ...]:
    """The hexes of France on the Italian border, each with its neighbors in Italy."""
    board = rules.board
    french = (ref for ref in board.hexes if board.country(ref) == "France" and board.has_land(ref))
    beside = ((ref, tuple(to for to in board.neighbors_of(ref) if board.country(to) == "Italy")) for ref in french)
    return tuple((ref, there) for ref, there in beside if there)


def _hexsides(ref: Hex, beyond: Collection[Hex], state: GameState, rules: Ruleset) -> list[str]:
    """What each hexside of a hex on the border is: passable or impassable."""
    entries = (gather_entry(_ANYONE, to, ref, state, rules) for to in beyond)
    return ["passable" if rule_on_terrain(entry, rules).allowed else "impassable" for entry in entries]


@rule("FoF 28B1a")
def gather_garrison(state: GameState, rules: Ruleset) -> italian_border.Garrison:
    """The Italian border as the board stands."""
    events = happened(state)
    held = [(ref, beyond, state.friends_at(ref, ALLIED)) for ref, beyond in border_hexes(rules)]
    empty = sum(
        not pieces and italian_border.needs_garrison(_hexsides(ref, beyond, state, rules))
        for ref, beyond, pieces in held
    )
    units = tuple(piece.unit for _, _, pieces in held for piece in pieces)
    return italian_border.Garrison(
        units=units, empty=empty, paris_open=OPEN_CITY in events, italy_at_war=ITALY_ENTERS in events
    )


# --- the Allied front (31G) ------------------------------------------------------------------------------------------


@rule("FoF 31G")
def hexes_held_alone(nation: str, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The front hexes that units of a nation hold alone; nation: its code.

    A front hex is one next to a hex that Axis units occupy.
    """
    return frozenset(
        ref
        for ref, pieces in state.occupied().items()
        if not ref.startswith(BOX)
        and all(piece.side == ALLIED and piece.unit.nation == nation for piece in pieces)
        and any(state.friends_at(to, AXIS) for to in rules.board.neighbors_of(ref))
    )


@rule("FoF 31G")
def held_alone(nation: str, state: GameState, rules: Ruleset) -> int:
    """How many front hexes units of a nation hold alone: the longest section of them, by a reading all of them."""
    held = hexes_held_alone(nation, state, rules)
    if rules.reads("31G-adjacent-front", "anywhere"):
        return len(held)
    return max((len(section) for section in _sections(held, rules)), default=0)


def _sections(hexes: Collection[Hex], rules: Ruleset) -> Iterator[set[Hex]]:
    """The hexes in groups that adjoin one another."""
    left = set(hexes)
    while left:
        section, edge = set[Hex](), {min(left)}
        while edge:
            section |= edge
            edge = {to for ref in edge for to in rules.board.neighbors_of(ref) if to in left} - section
        left -= section
        yield section


@rule("FoF 31G")
def gather_front(state: GameState, rules: Ruleset) -> frontage.Front:
    """The Allied front as the board stands."""
    events = happened(state)
    belgium = frontage.AT_WAR if enters_war("Belgium", events, rules) else "neutral"
    return frontage.Front(
        british=held_alone("br", state, rules),
        belgian=held_alone("be", state, rules),
        evacuated=res_evacuated(state),
        lost=british_losses(state),
        belgium="surrendered" if SURRENDERED in events else belgium,
        turn=state.moment.turn,
    )


# --- steps -----------------------------------------------------------------------------------------------------------


def _noted(
    what: str, event: str, missing: Reckoning, points: Reckoning, by: Citation, state: GameState
) -> Procedure[GameState]:
    if not missing.value:
        return (yield from record(Event(f"{what}: none missing", (by,), state, "duty met", (("missing", missing),))))
    state = score(event, missing.value, state)
    text = f"{what}: {show(missing.value)} missing, {show(points.value)} victory points"
    return (yield from record(Event(text, (by,), state, "duty not met", (("missing", missing), ("points", points)))))


def check_occupation(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Axis player turn begins: occupation forces."""
    found = occupation.reckon_occupation(captured_cities(state, rules), rules)
    event = "occupation missing re by turn"
    return (yield from _noted("occupation REs", event, found.missing, found.points, occupation.BY, state))


def check_garrison(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Allied player turn begins: the garrison of the Italian border."""
    found = italian_border.reckon_garrison(gather_garrison(state, rules), rules)
    event = "border garrison missing re by turn"
    return (yield from _noted("Italian border REs", event, found.missing, found.points, italian_border.BY, state))


def check_front(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an Axis player turn begins: the hexes of the front that the British and the Belgians hold."""
    if not frontage.is_checked(state.moment.turn, state.phasing, state.moment.phase, rules):
        return state
    found = frontage.reckon_frontage(gather_front(state, rules), rules)
    missing = {"british": found.british, "belgian": found.belgian}
    for who, hexes in missing.items():
        state = score(f"{who} front missing by turn", hexes.value, state)
    if not found.points.value:
        return state
    told = ", ".join(f"{show(hexes.value)} {who}" for who, hexes in missing.items())
    text = f"front hexes: {told} missing, {show(found.points.value)} victory points"
    ledgers = (*missing.items(), ("points", found.points))
    return (yield from record(Event(text, (frontage.BY,), state, "duty not met", ledgers)))


Check = Callable[[GameState, Ruleset], Procedure[GameState]]


def _check(*checks: Check, player: str) -> Check:
    """The step in which a player's duties are checked, in a game set up from a scenario."""

    def run(state: GameState, rules: Ruleset) -> Procedure[GameState]:
        if scenario_of(state, rules) is not None and state.phasing == player:
            for check in checks:
                state = yield from check(state, rules)
        return state

    return run


STEPS: tuple[StepContribution, ...] = (
    StepContribution(
        "occupation and frontage",
        "player turn",
        _check(check_occupation, check_front, player=AXIS),
        by="FoF 31D, FoF 31G",
        before="initial phase",
    ),
    StepContribution(
        "Italian border garrison",
        "player turn",
        _check(check_garrison, player=ALLIED),
        by="FoF 28B1a",
        before="initial phase",
    ),
)
