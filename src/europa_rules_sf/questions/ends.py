"""When what was begun ends (SF 12C3, 14A1, 20G2d, 24A): one question, answered by the rule of what it is about."""

from __future__ import annotations

from europa_rules.air import airborne
from europa_rules.air.harassment import HarassmentFlown, harassment_ends
from europa_rules.ground import delivered_supply
from europa_rules.ground.construction import WorkFacts, described_work, reckon_completion
from europa_rules.questions import Answer, Given, Handle
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Turn
from europa_rules_sf.questions import HANDLERS
from europa_rules_sf.questions.ownership import side

PLAYERS = {ALLIED: "allied", AXIS: "axis"}


def construction(given: Given, rules: Ruleset) -> Answer:
    """The initial phase in which work that takes turns is done (SF 14A1)."""
    begun = given.part("begun")
    facts = WorkFacts(
        given.text("item"), terrain=given.text("terrain", "clear"), weather=given.text("weather", "clear")
    )
    done = reckon_completion(Turn.parse(begun.text("turn")), described_work(facts, rules), rules)
    player = begun.text("player_turn", given.text("side", None))
    ends = {"turn": str(done.turn), "player_turn": player, "phase": done.phase}
    return Answer.of(ends=ends).citing(rules.cite("14A1"))


def delivered(given: Given, rules: Ruleset) -> Answer:
    """The initial phase at whose end delivered supply points are removed (SF 12C3a)."""
    begun = given.part("begun")
    facts = delivered_supply.Delivery(
        Turn.parse(begun.text("turn")), side(begun.text("player_turn")), begun.text("phase")
    )
    removal = delivered_supply.removal_of(facts, rules)
    ends = {"turn": str(removal.turn), "player_turn": PLAYERS[removal.side], "phase": removal.phase}
    return Answer.of(ends={**ends, "at": removal.moment}).citing(rules.cite("12C3a"))


def harassment(given: Given, rules: Ruleset) -> Answer:
    """The initial phase at whose start harassment hits are removed (SF 20G2d)."""
    begun = given.part("begun")
    flown = HarassmentFlown(Turn.parse(begun.text("turn")), side(begun.text("player_turn")), side(given.text("side")))
    end = harassment_ends(flown, rules)
    ends = {"turn": str(end.turn), "player_turn": PLAYERS[end.player], "phase": end.phase}
    return Answer.of(ends={**ends, "at": end.moment}).citing(rules.cite("20G2d"))


def disruption(given: Given, rules: Ruleset) -> Answer:
    """The initial phase in which a unit disrupted by its drop recovers (SF 24A)."""
    begun = given.part("begun")
    since = airborne.PlayerTurn(Turn.parse(begun.text("turn")), side(begun.text("player_turn")))
    ends = airborne.disruption_ends(since, side(given.text("side", begun.text("player_turn"))), rules)
    told = {"turn": str(ends.turn), "player_turn": PLAYERS[ends.side], "phase": airborne.INITIAL}
    return Answer.of(ends={**told, "at": "start"}).citing(rules.cite("24A"))


ENDS: dict[str, Handle] = {
    "construction": construction,
    "harassment": harassment,
    "supply points": delivered,
    "disruption": disruption,
}
"""What may end, and who answers."""


@HANDLERS.answers(
    "ends_when",
    "begun item side terrain weather what",
    within="construction disruption ends_when harassment player_turn turn",
)
def ends_when(given: Given, rules: Ruleset) -> Answer:
    """When an effect or work ends."""
    return given.choice("what", ENDS)(given, rules)
