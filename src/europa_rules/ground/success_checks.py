"""Checks on the success table (rules 12D, 14H, 14L, 23 and others): one die, modified, for one use of the table.

Needs the use and the modifiers that apply; gives whether the venture succeeds, with the ledger of the roll. What that
means is said by the rule that asks for the check.
"""

from __future__ import annotations

from attrs import frozen

from europa_rules.charts.success import HARSH_FAILURE, SUCCESS, SuccessUse
from europa_rules.citations import Citations, rule
from europa_rules.errors import unknown
from europa_rules.ledger import Reckoning
from europa_rules.procedure import Procedure, distinct_rolls, throw
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState


@frozen
class SuccessCheck:
    """A check that is due.

    Attributes:
        use: the use of the table, as the chart names it.
        applying: names of the modifiers of that use that apply.
    """

    use: str
    applying: tuple[str, ...] = ()


@frozen
class Outcome:
    """What a check has given.

    Attributes:
        code: "S" success, "F" failure, "F*" the harsher failure that some rules know.
        roll: the modified roll.
    """

    code: str
    roll: Reckoning

    @property
    def succeeds(self) -> bool:
        """Whether it is a success."""
        return self.code == SUCCESS

    @property
    def is_harsh(self) -> bool:
        """Whether it is the harsher failure."""
        return self.code == HARSH_FAILURE

    def __str__(self) -> str:
        return f"{self.roll} | {'success' if self.succeeds else 'failure'}{'*' if self.is_harsh else ''}"


@rule("FoF 14L", "SF 14H", "SF 14K")
def reckon_outcome(roll: int, check: SuccessCheck, rules: Ruleset) -> Outcome:
    """What a roll gives for a check, after the modifiers that apply.

    Raises UnknownName for a use or a modifier that the table does not have.

    >>> from europa_rules import load
    >>> print(reckon_outcome(4, SuccessCheck("commando_bridge"), load("fof")))
    4 die (success from 4) | = 4 | success
    """
    use = rules.charts.success[check.use]
    value = Reckoning.of(roll, f"die ({_successes(use)})")
    for name in check.applying:
        if name not in use.modifiers:
            raise unknown(f"modifier of {check.use}", name, use.modifiers)
        cell = use.modifiers[name].drm
        value = value.plus(cell.value, name.replace("_", " ")).noting(caveat=cell.caveat)
    cell_of_result = use.result(int(value.value))
    return Outcome(cell_of_result.value, value.noting(caveat=cell_of_result.caveat))


def _successes(use: SuccessUse) -> str:
    """The modified rolls that succeed, in words."""
    upto = f" to {use.success_to}" if use.success_to is not None else ""
    return f"success from {use.success_from.value}{upto}"


def turning_points(check: SuccessCheck, rules: Ruleset) -> tuple[int, ...]:
    """The faces of the die at which the outcome of a check changes, the lowest face among them.

    >>> from europa_rules import load
    >>> turning_points(SuccessCheck("commando_bridge"), load("fof"))
    (1, 4)
    """
    return distinct_rolls(1, lambda face: reckon_outcome(face, check, rules).code)


def check_success(
    check: SuccessCheck, purpose: str, by: Citations, state: GameState, rules: Ruleset
) -> Procedure[Outcome]:
    """Roll for a check; `purpose` says what for, in a few words."""
    roll = yield from throw(1, purpose, by, state, distinct=turning_points(check, rules))
    return reckon_outcome(roll, check, rules)
