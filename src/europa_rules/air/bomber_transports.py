"""Bombers as transports (FoF 23E2, SF 44E1): an optional rule that lets some bombers carry cargo.

Needs the model and the type of a bomber and whose it is; gives a ruling, by the list of the game.
"""

from __future__ import annotations

from europa_rules.citations import rule
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side

BOMBERS = "bombers as transports"
"""Slot of sources, without values: that bombers may be used as transports; the chart of that name lists them."""


def _plain(model: str) -> str:
    """A model so that blanks, dots and hyphens make no difference."""
    return "".join(letter for letter in model.upper() if letter.isalnum())


def _fits(pattern: str, model: str, kind: str) -> bool:
    stem = _plain(pattern.removesuffix("*"))
    if kind == pattern or not model:
        return kind == pattern
    return _plain(model).startswith(stem) if pattern.endswith("*") else _plain(model) == stem


@rule("FoF 23E2", "SF 44E1")
def rule_on_bomber_as_transport(side: Side, model: str, kind: str, rules: Ruleset) -> Ruling:
    """Whether a bomber may be used as a transport: in games played so, those that the chart lists.

    kind: its type ("HB").

    >>> from europa_rules import load
    >>> from europa_rules.sides import AXIS
    >>> rules = load("sf", options={"44E1"})
    >>> rule_on_bomber_as_transport(AXIS, "He 111H6", "B", rules).allowed
    True
    >>> print(rule_on_bomber_as_transport(AXIS, "Ju 88A4", "B", rules))
    refused: Ju 88A4 is not used as a transport (SF 44E1). Possible: He 111H*, He 177A*, SM.79*.
    """
    by = rules.cite("bombers-as-transports")
    if not rules.sources(BOMBERS):
        return Ruling.refuse("bombers are not used as transports", by, possible="play with the optional rule")
    listed = rules.charts["bombers_as_transports"].texts("lists", str(side))
    allowed = any(_fits(pattern, model, kind) for pattern in listed)
    return Ruling.refuse_if(not allowed, f"{model or kind} is not used as a transport", by, possible=", ".join(listed))
