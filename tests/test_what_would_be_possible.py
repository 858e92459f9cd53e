"""Every refusal of the ground war says what would be possible instead, or gives a reason that leaves no choice."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from tests.test_answers_cite import GROUND, ground_cases, rules_with

import europa_rules as er
from europa_rules.ground.bridge_demolition import DemolishBridge
from europa_rules.ground.movement_counters import LoadUnits
from europa_rules.ground.rail import RailMove
from europa_rules.ground.resources import Carry
from europa_rules.permissions import Ruling
from europa_rules.questions import ask

NO_CHOICE = (
    (r"has attacked in this phase|tried to seize a bridge|has used strategic rail|attack once named", "it is done"),
    (r"attackers once named stay", "it is done"),
    (r"has no MPs and stays|has no movement rating|cannot be carried|moves by rail only and does not", "the counter"),
    (r"(is|are) not on the breakdown chart|no unit of the breakdown chart|those of another unit", "the chart"),
    (r"is weaker than|is not of the German Army|is attached to the division already|is no panzer", "the counter"),
    (r"no ability to|is no commando unit|is no unit; movement counters|a truck carries no units", "the counter"),
    (r"may spend no MPs for anything else", "the other use of MPs is told: leave one of the two"),
    (r"only phasing units|in his own player turn only|is not the .* player's|is not the player's", "not his turn"),
    (r"roads cannot be broken|demolish no ports|cannot become improved|does not attack", "there is no such thing"),
    (r"only Axis construction units", "whose the units are"),
    (r"(is|are) in the hex \(|enemy units are still in the hex|defending units do not advance", "who or what is there"),
    (r"an enemy unit is in the hex", "who or what is there"),
    (r"a unit needs|needs .* MPs for the overrun|MPs, and needs", "its MPs"),
    (r"not every overrunning unit can enter", "the ground"),
    (r"massively flooded", "the ground"),
    (r"the side does not own the source|was lost to the enemy|no line of own rail hexes leads", "who owns what"),
    (r"does not lead to a road after the road", "the shape of the line"),
    (r"at most 14 hexes long|more than the 200 of strategic|would base 15 air units", "the reason names the limit"),
    (r"one punitive unit is replaced for free", "the reason names the limit"),
    (r"a hex is flooded when it is attacked", "the reason names the moment"),
    (r"in the surprise turn of May I 1940 only", "the reason names the moment"),
    (r"no Allied unit in the ETO is within 10", "where the enemy is"),
    (r"only bridges that are their own", "who owns what"),
    (r"there is no bridge between|there is no port|there is no rail hit", "nothing is there"),
    (r"has entered no hex beside the bridge", "the reason names what is missing"),
    (r"no unit is in a hex adjacent to the bridge", "where it is"),
    (r"has 0 MPs|is no unit \(|is named twice", "the counter, or the order itself"),
    (r"is less than 10:1 \(SF 43A", "retreating units have no others to join them"),
    (r"emergencies in a game|attempts at most", "the reason names the limit"),
    (r"allows an emergency from|before the game begins", "the reason names the moment"),
    (r"neither enter nor attack hexes in Great Britain", "whose the units are"),
    (r"no overland supply line joins|^it is in an enemy ZOC", "where the enemy is"),
)
"""Reasons that leave no choice, and why they do."""


def leaves_a_choice(ruling: Ruling) -> list[str]:
    """The reasons of a ruling without advice that would call for some."""
    if ruling.allowed or ruling.possible:
        return []
    return [str(r) for r in ruling.refusals if not any(re.search(pattern, str(r)) for pattern, _ in NO_CHOICE)]


@pytest.mark.parametrize("game", GROUND)
def test_refusals_of_questions_say_what_would_be_possible(game: str) -> None:
    wanting, refused = [], 0
    for case in ground_cases(game):
        answer = ask(case.question, rules_with(game, case.options))
        refused += answer.values.get("legal") is False
        together = Ruling.all(answer.rulings)
        if answer.values.get("legal") is False:
            wanting += [f"{case.id}: {reason}" for reason in leaves_a_choice(together)]
    assert refused > 70
    assert wanting == []


UNITS = """
16A:1728 ge 13-9-10(5-4-8) Pz XX 1, ge 7-6(3-6) Inf XX 24, ge 3-2-8 Art III 49, ge 0-2-5 Cons X 3, ge TC 1-10, ge RP 3
16A:1729 ge 7-6(3-6) Inf XX 34, ge 2-6 Inf III 7, ge 0-1-5 Cons III 5, ge 1-2-R Art III 7, ge 4-5-0 Ftrs III 8
16A:1828 fr 6-6(3-6) Inf XX 71, fr 1-2-4 Ftrs III 147
16A:2117 ge 7-6 Inf XX 51, ge 7-6 Inf XX 52, ge 7-6 Inf XX 53, ge 7-6 Inf XX 54
"""


def _orders() -> Iterator[object]:
    far = tuple(er.hexref(f"16A:{n}") for n in (1729, 1829, 1929, 2029))
    one, target = (far[0],), er.hexref("16A:1828")
    ours = ("ge 1 Pz XX", "ge 24 Inf XX", "ge 49 Art III", "ge 8 Ftrs III", "ge 7 Art III", "ge RP")
    for unit in (*ours, "fr 71 Inf XX"):
        yield from (er.Move((unit,), way) for way in (far, far[1:], ()))
        yield er.Move((unit,), one, "admin")
        yield from (RailMove((unit,), one), RailMove((unit,), far, "strategic"))
        yield from (er.Attack((unit,), target), er.Attack((unit,), er.hexref("16A:2029")), er.Overrun((unit,), target))
        yield from (er.BreakDown(unit), er.Assemble((unit, "ge 34 Inf XX")), LoadUnits("ge TC", (unit,)))
        yield from (er.Build((unit,), work) for work in ("fort", "temporary_airfield", "permanent_airfield"))
        yield from (er.Demolish((unit,), "rail_line"), er.Repair((unit,), "port_hit"), Carry(unit, ("ge RP",)))
        yield from (er.SeizeBridge(unit, far[1]), DemolishBridge((unit,), far[1]))


@pytest.mark.parametrize(("game", "turn"), [("fof", "May II 40"), ("sf", "Jul I 43")])
@pytest.mark.parametrize("phase", ["initial", "movement", "combat", "exploitation"])
def test_refusals_of_orders_say_what_would_be_possible(game: str, turn: str, phase: str) -> None:
    position = UNITS if game == "fof" else UNITS.replace(" fr ", " br ").replace("1728 br", "1728 ge")
    started = er.Game.start(rules_with(game, frozenset()), f"{position}{turn}, Axis {phase}")
    wanting = {}
    for order in _orders():
        try:
            ruling = started.rule_on(order)
        except er.EuropaError:
            continue
        wanting.update(dict.fromkeys(leaves_a_choice(ruling), order))
    assert wanting == {}
