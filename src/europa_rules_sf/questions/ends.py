"""When what was begun ends (SF 12C3, 14A1, 20G2d, 24A): one question, answered by the rule of what it is about."""

from __future__ import annotations

from europa_rules.ground.construction import WorkFacts, described_work, reckon_completion
from europa_rules.questions import Answer, Given, Handle
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Turn
from europa_rules_sf.questions import HANDLERS


def construction(given: Given, rules: Ruleset) -> Answer:
    """The initial phase in which work that takes turns is done (SF 14A1)."""
    begun = given.part("begun")
    facts = WorkFacts(
        given.text("item"), terrain=given.text("terrain", "clear"), weather=given.text("weather", "clear")
    )
    done = reckon_completion(Turn.parse(begun.text("turn")), described_work(facts, rules), rules)
    player = begun.text("player_turn", given.text("side", None))
    return Answer.of(ends={"turn": str(done.turn), "player_turn": player, "phase": done.phase})


ENDS: dict[str, Handle] = {"construction": construction}
"""What may end, and who answers."""


@HANDLERS.answers("ends_when", "begun item side terrain weather what")
def ends_when(given: Given, rules: Ruleset) -> Answer:
    """When an effect or work ends."""
    return given.choice("what", ENDS)(given, rules)
