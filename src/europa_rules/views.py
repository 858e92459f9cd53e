"""What a side may see of a game: everything but what the other side keeps secret (FoF 24C, 33B; SF 24C).

Needs the state, the log and what is pending; gives the same without planned drops and assigned hexes of others. Kinds
of fact that are secret say so; an event that only one side may read names it among its facts.
"""

from __future__ import annotations

from attrs import evolve, frozen

from europa_rules.game_log import LogEntry
from europa_rules.procedure import SECRET, Decision, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import FactKind, GameState


@frozen
class GameView:
    """A game as a side sees it.

    Attributes:
        side: the side. state: the situation, without the secrets of others.
        log: the events that it may read, with their numbers.
        pending: what the side may act on or has to decide now; None where it is not its turn.
        waits_for: what the game waits for, in words.
        passed: who is done already at the opening that is pending.
    """

    side: Side
    state: GameState
    log: tuple[LogEntry, ...]
    pending: Roll | Decision | Opening | None
    waits_for: str
    passed: tuple[Side, ...]


def owner_of_secret(kind: FactKind[object], subject: str, state: GameState, rules: Ruleset) -> Side | None:
    """Whose secret a fact is; None for one that everybody may know. Its subject is a piece, or begins with a nation."""
    if not kind.is_secret:
        return None
    piece = state.pieces.get(subject) or state.air.get(subject)
    return piece.side if piece is not None else rules.side_of(subject.partition(" ")[0])


def seen_by(side: Side, state: GameState, rules: Ruleset) -> GameState:
    """The state without what others keep secret from a side.

    >>> from europa_rules import ALLIED, AXIS, hexref, load, parse_position
    >>> from europa_rules.air.facts import DROP_PLAN, DropPlan
    >>> fof = load("fof")
    >>> state = parse_position("16A:1216 ge 2-5 Para III 1 | May I 40, Axis initial", fof)
    >>> state = state.noting(DROP_PLAN, "ge 1 Para III", DropPlan(hexref("16A:0724"), "May I 40"))
    >>> [len(seen_by(side, state, fof).all_facts(DROP_PLAN)) for side in (AXIS, ALLIED)]
    [1, 0]
    """
    hidden = [key for key in state.record if owner_of_secret(*key, state, rules) not in (None, side)]
    return evolve(state, record=state.record.drop(*hidden)) if hidden else state


def read_by(side: Side, log: tuple[LogEntry, ...]) -> tuple[LogEntry, ...]:
    """The entries of a log that a side may read."""
    return tuple(entry for entry in log if dict(entry.facts).get(SECRET, side) == side)


def concerns(side: Side, pending: Roll | Decision | Opening | None, passed: tuple[Side, ...]) -> bool:
    """Whether a side has to do with what is pending: a decision of its own, an opening at which it may still act."""
    if isinstance(pending, Decision):
        return pending.who == side
    if isinstance(pending, Opening):
        return side in pending.players and side not in passed
    return pending is not None
