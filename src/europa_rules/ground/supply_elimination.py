"""Elimination for lack of supply (FoF 12D3, SF 12D): units long out of supply and isolated roll to stay in play.

Needs the turn out of supply and the isolation that were judged, and where the unit is; gives whether it is checked, the
modifiers of the roll, and the step that carries it out.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.fortifications import fortification_of, rule_applies
from europa_rules.ground.losses import eliminate
from europa_rules.ground.success_checks import SuccessCheck, check_success
from europa_rules.ground.supply_sources import is_regular
from europa_rules.ground.supply_state import ARRIVED, DRAWS_ON, turns_out_of, was_judged_isolated
from europa_rules.ground.terrain import weather_at
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ordinal
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState, Piece

ELIMINATION = "supply_elimination"
SAFE_PLACES = ("major city", "improved fortress")
COLD = ("frost", "winter", "snow")
IN_SAFETY, IN_THE_COLD = "city_or_fortress", "cold_weather"
FIRST_TURN_CHECKED = 4


@frozen
class EliminationFacts:
    """A unit that may be checked for elimination.

    Attributes:
        turn_out: the turn out of regular supply that it is in.
        isolated: whether it is isolated now.
        draws_special: whether it draws on a special source in this player turn.
        arrived: whether it came into play in this player turn.
        location: "major city", "improved fortress", or anything else.
        weather: the weather there.
    """

    turn_out: int
    isolated: bool
    draws_special: bool = False
    arrived: bool = False
    location: str = ""
    weather: str = "clear"

    @property
    def in_supply(self) -> bool:
        """Whether the unit is in supply, by a regular source or a special one."""
        return self.draws_special or not self.turn_out


@rule("FoF 12D3", "SF 12D", "SF 12C3", "FoF 29")
def rule_on_check(facts: EliminationFacts, rules: Ruleset) -> Ruling:
    """Whether a unit is checked for elimination: from its fourth turn out of supply on, if it is isolated now.

    >>> from europa_rules import load
    >>> rule_on_check(EliminationFacts(4, isolated=True), load("sf")).allowed
    True
    >>> print(rule_on_check(EliminationFacts(4, isolated=True), load("fof")).refusals[0])
    units are checked by an optional rule, which is not in use (FoF 12D3)
    """
    by, out = rules.cite("supply-check"), facts.turn_out
    early = f"it is in its {ordinal(out)} turn out of supply; checks begin with the {ordinal(FIRST_TURN_CHECKED)}"
    optional = "units are checked by an optional rule, which is not in use"
    arrived = Ruling(rests_on=rules.resting("29-elimination-reference")) if facts.arrived else Ruling.allow()
    return Ruling.all(
        (
            rules.rule_on_option(rules.charts.success[ELIMINATION].option, optional, by),
            Ruling.refuse_if(not out, "it is in supply", by),
            Ruling.refuse_if(0 < out < FIRST_TURN_CHECKED, early, by),
            Ruling.refuse_if(not facts.isolated, "it is not isolated", by),
            Ruling.refuse_if(facts.draws_special, "it draws on a special source", by),
            Ruling.refuse_if(facts.arrived, "it came into play in this player turn", by),
            arrived,
        )
    )


def elimination_check(facts: EliminationFacts, rules: Ruleset) -> SuccessCheck:
    """The check of a unit with the modifiers that apply: safety in a city or fortress, else the cold."""
    known = rules.charts.success[ELIMINATION].modifiers
    safe = facts.location in SAFE_PLACES
    applying = IN_SAFETY if safe else IN_THE_COLD if facts.weather in COLD else ""
    return SuccessCheck(ELIMINATION, (applying,) if applying in known else ())


@rule("SF 12D", "FoF 12D3")
def reckon_check_modifier(facts: EliminationFacts, rules: Ruleset) -> Reckoning:
    """The die roll modifier of a unit's check.

    >>> from europa_rules import load
    >>> reckon_check_modifier(EliminationFacts(6, True, location="improved fortress", weather="snow"), load("sf")).value
    Fraction(3, 1)
    """
    total = Reckoning.of(0, "elimination check", rules.cite("supply-check"))
    for name in elimination_check(facts, rules).applying:
        cell = rules.charts.success[ELIMINATION].modifiers[name].drm
        total = total.plus(cell.value, name.replace("_", " "), rules.cite("supply-check")).noting(caveat=cell.caveat)
    return total


def gather_elimination(piece: Piece, state: GameState, rules: Ruleset) -> EliminationFacts:
    """What the board says about a unit that may be checked for elimination."""
    draws = state.recall(DRAWS_ON, piece.id) or ""
    on_board = piece.place in rules.board.index
    return EliminationFacts(
        turns_out_of(piece.id, state),
        was_judged_isolated(piece.id, state),
        bool(draws) and not is_regular(draws.partition(" ")[0], rules),
        state.recall(ARRIVED, piece.id) is True,
        _location(piece.place, state, rules) if on_board else "",
        weather_at(piece.place, state, rules) if on_board else "clear",
    )


def _location(ref: Hex, state: GameState, rules: Ruleset) -> str:
    if rules.board.major_city(ref) is not None:
        return SAFE_PLACES[0]
    return SAFE_PLACES[1] if rule_applies(SAFE_PLACES[1], fortification_of(ref, state, rules)) else ""


@rule("FoF 12D3", "SF 12D")
def check_for_elimination(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Roll for every unit that is both out of supply for long and isolated; a failure takes it out of play."""
    by = rules.cite("supply-check")
    for piece in tuple(state.pieces.values()):
        facts = gather_elimination(piece, state, rules)
        if not rule_on_check(facts, rules).allowed:
            continue
        check = elimination_check(facts, rules)
        outcome = yield from check_success(check, f"elimination check of {piece.id}", (by,), state, rules)
        if not outcome.succeeds:
            state = eliminate(piece, state, "lack of supply")
        fate = "survives" if outcome.succeeds else "is eliminated for lack of supply"
        event = Event(f"{piece.id} {fate}", (by,), state, "checked for elimination", (("die", outcome.roll),))
        state = yield from record(event)
    return state
