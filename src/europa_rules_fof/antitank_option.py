"""The French antitank option (FoF 31I1): the antiquated artillery regiments become antitank regiments.

Needs the French artillery regiments; gives the antitank regiments that they are converted to. On the board those in
play are converted as each player turn begins, those that arrive later with the next.
"""

from __future__ import annotations

from attrs import evolve, frozen

from europa_rules.citations import Citation, rule
from europa_rules.contributions import Gate, Option, StepContribution
from europa_rules.ledger import Reckoning
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules.units import Rating, Unit

RULE = "31I1"
BY = Citation("FoF", RULE)
NATION = "fr"
BEFORE, AFTER = Rating.parse("1-8*"), Rating.parse("1-8")
ARTILLERY, ANTITANK = "artillery", "antitank"
IN_OB = 19
"""How many such regiments the French order of battle has."""


@frozen
class Conversion:
    """What the option converts: how many regiments, and their ratings before and after."""

    count: Reckoning
    before: Rating
    after: Rating


@rule("FoF 31I1")
def conversion(rules: Ruleset) -> Conversion:
    """What the option converts; nothing where it is not in use.

    >>> from europa_rules import load
    >>> found = conversion(load("fof", options={"31I1"}))
    >>> print(found.count.value, found.before, found.after)
    19 1-8* 1-8
    """
    count = Reckoning.of(IN_OB if rules.has_option(RULE) else 0, "artillery regiments of the order of battle", BY)
    return Conversion(count, BEFORE, AFTER)


@rule("FoF 31I1")
def convert(unit: Unit) -> Unit:
    """The unit as the option makes it: a French 1-8* artillery regiment becomes a 1-8 antitank regiment.

    >>> print(convert(Unit("fr", "artillery", "regiment", Rating.parse("1-8*"))).type)
    antitank
    """
    converted = (unit.nation, unit.type, unit.size, str(unit.rating)) == (NATION, ARTILLERY, "regiment", str(BEFORE))
    return evolve(unit, type=ANTITANK, rating=AFTER) if converted else unit


def convert_all(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As a player turn begins: every such regiment in play is converted."""
    changed = [p for p in state.pieces.values() if convert(p.unit) != p.unit]
    if not changed:
        return state
    state = state.with_pieces(evolve(p, unit=convert(p.unit)) for p in changed)
    text = f"converted to antitank regiments: {', '.join(p.id for p in changed)}"
    return (yield from record(Event(text, (BY,), state, "converted")))


OPTIONS = (Option(RULE, "French antitank regiments", by="FoF 31I1"),)
STEPS = (
    StepContribution(
        "antitank regiments",
        "player turn",
        convert_all,
        by="FoF 31I1",
        before="initial phase",
        gate=Gate(option=RULE),
    ),
)
