"""British Fighter Command on the board (FoF 29C3): its release, and the return of its air units that were lost.

Needs a game that was set up from a scenario; lets the four air units of the order of battle appear in Britain as the
emergency transport is first used, and each that is eliminated return in the next Allied initial phase.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from europa_rules.air.air_replacement import rule_on_arrival
from europa_rules.air.airbases import airbases_of, gather_base_use, rule_on_base
from europa_rules.air.replacement_orders import gather_arrival
from europa_rules.air_units import AirUnit
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import StepContribution
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.position_notation import piece_name
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED
from europa_rules.state import ELIMINATED, OPERATIVE, AirPiece, GameState
from europa_rules_fof.air_basing import FIGHTER_COMMAND
from europa_rules_fof.special_reinforcements import COMMAND, reckon_fighters

ORDER_OF_BATTLE, WHEN = "reinforcements", "at the first emergency evacuation"


def listed_fighters(rules: Ruleset) -> Iterator[tuple[AirUnit, str]]:
    """The air units that the order of battle lists for the first emergency evacuation, and their organizations."""
    for heading, entry in rules.orders_of_battle[ORDER_OF_BATTLE].entries():
        if heading.when == WHEN:
            flyers = (unit for unit, _ in entry.each() if isinstance(unit, AirUnit))
            yield from ((unit, unit.force or heading.force) for unit in flyers)


def free_air_id(unit: AirUnit, state: GameState) -> str:
    """A name for a new air unit that none has."""
    name, number = piece_name(unit), 1
    while (own := name if number == 1 else f"{name} #{number}") in state.air:
        number += 1
    return own


def _airbases_for(piece: AirPiece, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The airbases at which an air unit may appear; its own rule keeps it in Britain."""

    def may_appear(ref: Hex) -> bool:
        use = rule_on_base(gather_base_use(piece, ref, state, rules), rules)
        return (use & rule_on_arrival(gather_arrival(ref, piece.side, state, rules, piece), rules)).allowed

    return tuple(filter(may_appear, airbases_of(piece.side, state, rules)))


def _one(answer: Answer) -> Ruling:
    return Ruling.refuse_if(len(answer) != 1, "an air unit appears at one airbase", COMMAND)


def appear(unit: str, why: str, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An air unit that is not in play appears at an airbase in Britain, as its owner chooses, if there is any."""
    bases = _airbases_for(state.air_piece(unit), state, rules)
    if not bases:
        text = f"{unit} finds no airbase in Britain"
        return (yield from record(Event(text, (COMMAND,), state, "air unit delayed")))
    question = f"At which airbase does {unit} appear?"
    emptiest = sorted(bases, key=lambda ref: (len(state.air_at(ref)), ref))
    suggestions: tuple[Answer, ...] = tuple((ref,) for ref in emptiest)
    (to,) = yield from choose(Decision(ALLIED, question, bases, (COMMAND,), state, suggestions, _one))
    state = state.with_air(evolve(state.air_piece(unit), place=Hex(to), status=OPERATIVE))
    return (yield from record(Event(f"{unit} {why} at {to}", (COMMAND,), state, "air reinforcement")))


@rule("FoF 29C3")
def release_fighters(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As the British emergency transport is first used: the air units of Fighter Command appear in Britain."""
    count, home = int(reckon_fighters(True, rules).value), rules.board.city_named("London").hex
    for unit, organization in tuple(listed_fighters(rules))[:count]:
        own = free_air_id(unit, state)
        state = state.with_air(AirPiece(own, unit, ALLIED, home, ELIMINATED, organization))
        state = yield from appear(own, "of Fighter Command appears", state, rules)
    return state


@rule("FoF 29C3")
def return_fighters(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """In an Allied initial phase: the air units of Fighter Command that were eliminated before return."""
    if scenario_of(state, rules) is None or state.phasing != ALLIED:
        return state
    lost = [p.id for p in state.air.values() if p.status == ELIMINATED and FIGHTER_COMMAND in p.organization]
    for unit in lost:
        state = yield from appear(unit, "of Fighter Command is replaced and returns", state, rules)
    return state


STEPS: tuple[StepContribution, ...] = (
    StepContribution("Fighter Command returns", "player turn", return_fighters, by="FoF 29C3", before="units form"),
)
