"""The course of a game: the procedures under way, what is pending, and the way back.

Needs rules, dice and the state with which a game begins; goes through the steps of the player turn, each a procedure
that yields events (logged), rolls (made), decisions and openings (left pending). Orders given at an opening are
procedures of their own, one within another, so that a rule may interrupt any other. Decides no rule itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from attrs import evolve

from europa_rules.campaign.sequence import go_on, scenario_over, step_of
from europa_rules.campaign.victory import outcome_now
from europa_rules.citations import cited, rule
from europa_rules.dice import Address, DiceSource, checked_faces
from europa_rules.errors import IllegalOrder, ReplayDiffers
from europa_rules.game_log import Input, LogEntry, difference
from europa_rules.orders import OrderKind, after_pass, carry_out, is_timely, kind_of, order_from_json
from europa_rules.permissions import Ruling
from europa_rules.procedure import Decision, Event, Opening, Procedure, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.saved_games import Beginning, Checkpoint, SaveWriter, hash_of
from europa_rules.saves import canonical
from europa_rules.sides import Side
from europa_rules.slots import PHASE_OPENINGS
from europa_rules.state import GameState

RECENT, APART = 64, 128
"""How many of the latest marks are kept, and how many inputs lie at least between those before them."""


class _Frame:
    """A procedure under way: the generator, and the opening it waits at, if any."""

    __slots__ = ("at", "procedure", "started")

    def __init__(self, procedure: Procedure[GameState]) -> None:
        self.procedure = procedure
        self.at: Opening | None = None
        self.started = False


class Course:
    """A game as it takes its course.

    Attributes:
        rules, dice: what it is played by; dice None for rolls made at the table.
        began: the state with which it began. writer: what has been written of it.
        state: the state as of now. pending: what it waits for. passed: who is done at the opening that is pending.
        inputs: every order, answer, pass and roll. log_hash: the hash of the start and of these.
        entries: every event.
        marks: moments with no procedure open, to which it can go back: all of late, and of those before them one in
            about so many inputs as it takes little time to play again.
        watcher: who is told every event, if anybody.
    """

    def __init__(self, rules: Ruleset, began: Beginning, writer: SaveWriter, dice: DiceSource | None) -> None:
        self.rules, self.dice = rules, dice
        self.began, self.writer = began, writer
        self.inputs: list[Input] = []
        self.entries: list[LogEntry] = []
        self.log_hash = began.hash
        self.pending: Roll | Decision | Opening | None = None
        self.passed: tuple[Side, ...] = ()
        self.marks: list[Checkpoint] = [Checkpoint(0, 0, began.hash, None)]
        self.watcher: Callable[[Event], None] | None = None
        self._roll_index = 0
        self._stack: list[_Frame] = []
        self._feed: list[Input] = []

    def begin(self, state: GameState, *, resuming: bool = False) -> None:
        """Begin in a state, or take it up within a step that has begun before."""
        self.state = state
        self._begin_step(resuming)
        self._run()

    def take_up(self, point: Checkpoint, inputs: Sequence[Input], entries: Sequence[LogEntry]) -> None:
        """Take up a game at a checkpoint and go on to its end. Raises ReplayDiffers where its inputs do not fit."""
        self.inputs, self.entries = list(inputs[: point.inputs]), list(entries[: point.entries])
        self.log_hash = point.log_hash
        self.marks.append(point)
        self.begin(cast(GameState, point.state), resuming=point.inputs > 0)
        self.replay(inputs[point.inputs :])
        self.compare(entries[point.entries :], point.entries)

    @rule("FoF 4C", "SF 4C")
    def rule_on(self, order: Any, at: Opening, player: Side | None) -> Ruling:
        """The ruling on an order at an opening. Raises IllegalOrder where nobody, or someone else, may act there."""
        kind = kind_of(order, self.rules)
        if player in self.rules.variant.sides and player not in at.players:
            raise IllegalOrder(_closed_to(player, at) & kind.rule_on(order, player, self.state, self.rules))
        who = self.acting(at, player)
        found = kind.rule_on(order, who, self.state, self.rules)
        return self._in_time(at, kind, found) & self._in_turn(at, who, kind) & found

    def _in_time(self, at: Opening, kind: OrderKind, found: Ruling) -> Ruling:
        """Whether an order of this kind may be given at an opening; found: what else is to be said of it (rule 4C)."""
        if is_timely(kind, at):
            return Ruling.allow()
        why = f"no {kind.name} order may be given at this point ({at.name})"
        said = any(" phase" in way for way in found.possible)
        instead = "" if said else f"give it in the {' or '.join(kind.openings)}"
        return Ruling.refuse(why, self.rules.cite("4C"), possible=instead)

    def _in_turn(self, at: Opening, who: Side, kind: OrderKind) -> Ruling:
        """Whether a player may give an order of this kind in this player turn (rule 4B)."""
        if at.name not in PHASE_OPENINGS or who == self.state.phasing or kind.on_demand:
            return Ruling.allow()
        why = f"{who} is not the phasing player and gives no {kind.name} orders in this phase"
        return Ruling.refuse(why, self.rules.cite("4B"), possible=f"in the {who} player turn")

    def written(self, head: Mapping[str, object]) -> str:
        """The game as canonical JSON. head: the fields of a save that tell what it is played by."""
        return self.writer.write(head, self.began, self.inputs, self.entries, self.marks[-1])

    def opening_for(self, what: str) -> Opening:
        """The opening that is pending. Raises IllegalOrder, with what is pending instead, where something must wait."""
        if not isinstance(self.pending, Opening):
            raise IllegalOrder(Ruling.refuse(f"{what} must wait: {self.waiting_for()}"))
        return self.pending

    def acting(self, at: Opening, player: Side | None) -> Side:
        """The player who acts at an opening; the only one who may where nobody is named. Raises IllegalOrder."""
        able = tuple(p for p in at.players if p not in self.passed) or at.players
        if player is None:
            if len(able) > 1:
                raise IllegalOrder(Ruling.refuse(f"name the player: {' or '.join(able)} may act at {at.name}"))
            return able[0]
        if player not in at.players:
            raise IllegalOrder(_closed_to(player, at))
        return player

    def passing(self, at: Opening, player: Side) -> Side:
        """The player who passes at an opening. Raises IllegalOrder for one who may not act, or is done already."""
        if player in self.passed:
            raise IllegalOrder(Ruling.refuse(f"{player} is done already at {at.name}", *at.by))
        return self.acting(at, player)

    def waiting_for(self) -> str:
        """What the game waits for, in words."""
        pending = self.pending
        if isinstance(pending, Decision):
            return f"{pending.who} has a decision: {pending.question}"
        if isinstance(pending, Roll):
            return f"a roll is due: {pending.purpose}"
        return f"{' and '.join(pending.players)} may act: {pending.name}" if pending else "the game is over"

    def take(self, entry: Input, order: Any = None) -> tuple[LogEntry, ...]:
        """Take an input that has been ruled on, given with its order if it is one.

        If carrying it out fails, all is as before.
        """
        before, entries = len(self.inputs), len(self.entries)
        try:
            self._apply(entry, order)
        except Exception:
            self.go_back(before)
            raise
        return tuple(self.entries[entries:])

    def _apply(self, entry: Input, order: Any = None) -> None:
        pending = self.pending
        self._chain(entry)
        self.inputs.append(entry)
        if "roll" in entry:
            self.pending = None
            self._run(tuple(entry["roll"]))
        elif "answer" in entry:
            self.pending = None
            self._run(tuple(entry["answer"]))
        elif "pass" in entry:
            self._pass(cast(Opening, pending), Side(entry["player"]))
        else:
            order = order_from_json(entry["order"], self.rules) if order is None else order
            kind = kind_of(order, self.rules)
            self.passed = ()
            self.pending = None
            self._stack.append(_Frame(carry_out(kind, order, Side(entry["player"]), self.state, self.rules)))
            self._run()

    def _pass(self, at: Opening, player: Side) -> None:
        self.passed = (*self.passed, player)
        after = after_pass(player, self.state, self.rules)
        if after is not self.state:
            self.state, self.pending = after, evolve(at, state=after)
        if all(p in self.passed for p in at.players):
            self.passed = ()
            self.pending = None
            self._stack[-1].at = None
            self._run(self.state)

    def _chain(self, entry: Input) -> None:
        self.log_hash = hash_of(f"{self.log_hash}{canonical(entry)}")
        self._roll_index = self._roll_index + 1 if "roll" in entry else 0

    def _begin_step(self, resuming: bool = False) -> None:
        """Begin the step that the game stands at, or end the game; one that is resumed within a step has not ended."""
        over = None if resuming else scenario_over(self.state, self.rules)
        if over is not None:
            self._stack, self.pending = [], None
            self._log_outcome()
            self._log(
                Event(
                    f"{over.title} ends with {min(over.last, self.state.moment.turn)}",
                    over.victory,
                    self.state,
                    "scenario ends",
                )
            )
            return
        stage = step_of(self.state, self.rules)
        moment = evolve(self.state.moment, phase=stage.phase, step=stage.name)
        if moment != self.state.moment:
            self.state = self.state.at_moment(moment)
        self._stack = [_Frame(stage.run(self.state, self.rules))]

    def _log_outcome(self) -> None:
        """Name the level of victory, where the rules of the game have one."""
        if (outcome := outcome_now(self.state, self.rules)) is not None:
            self._log(Event(str(outcome), outcome.by, self.state, "outcome", tuple(outcome.totals.items())))

    def _run(self, response: object = None) -> None:
        """Drive the innermost procedure until something is pending."""
        while self._stack:
            frame = self._stack[-1]
            first = not frame.started
            try:
                step = frame.procedure.send(response) if frame.started else next(frame.procedure)
            except StopIteration as stop:
                response = self._finish(cast(GameState, stop.value))
                if isinstance(self.pending, Opening):
                    return
                continue
            frame.started = True
            self.state = step.state
            response = None
            if isinstance(step, Event):
                self._log(step)
            elif isinstance(step, Roll):
                faces = self._faces(step)
                if faces is None:
                    self.pending = step
                    return
                response = faces
            else:
                self.pending = step
                if isinstance(step, Opening):
                    frame.at = step
                    if first and len(self._stack) == 1:
                        self._mark()
                return

    def _finish(self, state: GameState) -> object:
        """A procedure has ended: an order gives way to the opening it was given at, a step to the next step."""
        self.state = state
        self._stack.pop()
        if not self._stack:
            self.state = go_on(self.state, self.rules)
            self._begin_step()
            return None
        below = self._stack[-1]
        self.pending = evolve(cast(Opening, below.at), state=state)
        if len(self._stack) == 1:
            self._mark()
        return None

    def _mark(self) -> None:
        if self.marks[-1].inputs == len(self.inputs):
            self.marks.pop()
        self.marks.append(Checkpoint(len(self.inputs), len(self.entries), self.log_hash, self.state))
        late = len(self.marks) - RECENT
        if late > 1 and self.marks[late - 1].inputs - self.marks[late - 2].inputs < APART:
            del self.marks[late - 1]

    def _faces(self, due: Roll) -> tuple[int, ...] | None:
        """Faces from the dice source; in a replay the recorded ones, which must be those that the source gives."""
        recorded = self._feed.pop(0) if self._feed and "roll" in self._feed[0] else None
        if self.dice is not None:
            faces = _rolled(self.dice, Address(self.log_hash, self._roll_index), due)
        elif recorded is None:
            return None
        else:
            faces = checked_faces(tuple(recorded["roll"]), due.dice, due.sides)
        entry = {"roll": list(faces), "for": due.purpose}
        if recorded is not None and dict(recorded) != entry:
            number = sum("roll" in e for e in self.inputs) + 1
            raise ReplayDiffers(
                f"roll {number} ({due.purpose}): the log has {recorded.get('roll')} for {recorded.get('for')!r}, the "
                f"{self.dice.name if self.dice else 'manual'} dice give {list(faces)}{cited(due.by)}"
            )
        self._chain(entry)
        self.inputs.append(entry)
        return faces

    def _log(self, event: Event) -> None:
        number = len(self.entries) + 1
        self.entries.append(LogEntry(number, event.text, event.by, event.kind, event.ledgers, event.facts))
        if self.watcher is not None:
            self.watcher(event)

    def go_back(self, inputs: int) -> None:
        """To the game as it was when this many inputs had been taken; who watches was told of that before."""
        watcher, self.watcher = self.watcher, None
        try:
            self._go_back(inputs)
        finally:
            self.watcher = watcher

    def _go_back(self, inputs: int) -> None:
        again = self.inputs[:inputs]
        while len(self.marks) > 1 and self.marks[-1].inputs > inputs:
            self.marks.pop()
        mark = self.marks[-1]
        self.inputs = self.inputs[: mark.inputs]
        self.entries = self.entries[: mark.entries]
        self.writer.cut(mark.inputs, mark.entries)
        self.log_hash, self.passed, self.pending = mark.log_hash, (), None
        self.state = self.began.state if mark.state is None else mark.state
        self._roll_index = 0
        self._begin_step(resuming=mark.inputs > 0)
        self._run()
        self.replay(again[mark.inputs :])

    def replay(self, inputs: Sequence[Input]) -> None:
        """Take recorded inputs again; rolls among them are drawn by the procedures they served."""
        self._feed = list(inputs)
        try:
            while self._feed:
                entry = self._feed.pop(0)
                self._check_recorded(entry)
                self._apply(entry)
        finally:
            self._feed = []

    def _check_recorded(self, entry: Input) -> None:
        """A recorded input must be one that may be given now: a save may have been made under other rules."""
        number = len(self.inputs) + 1
        try:
            ruling = self._rule_on_recorded(entry, f"inputs[{number - 1}]")
        except IllegalOrder as refused:
            ruling = refused.ruling
        if ruling is None:
            raise ReplayDiffers(f"input {number} ({canonical(entry)}) does not fit: {self.waiting_for()}")
        if not ruling.allowed:
            raise ReplayDiffers(f"input {number} ({canonical(entry)}) is {ruling}")

    def _rule_on_recorded(self, entry: Input, path: str) -> Ruling | None:
        """The ruling on a recorded input as things stand; None for one that answers nothing that is pending."""
        pending = self.pending
        if "order" in entry and isinstance(pending, Opening):
            order = order_from_json(entry["order"], self.rules, f"{path}.order")
            return self.rule_on(order, pending, Side(entry["player"]))
        if "answer" in entry and isinstance(pending, Decision) and entry["player"] == pending.who:
            return pending.rule_on(tuple(entry["answer"]))
        if "pass" in entry and isinstance(pending, Opening) and entry["pass"] == pending.name:
            able = entry["player"] in pending.players and entry["player"] not in self.passed
            return pending.closing(self.state) if able else None
        return Ruling.allow() if "roll" in entry and isinstance(pending, Roll) else None

    def compare(self, recorded: Sequence[LogEntry], offset: int) -> None:
        """The events of a replay must be those recorded; the first that differs is named with its rule."""
        made = self.entries[offset:]
        for old, new in zip(recorded, made, strict=False):
            if old.to_json() != new.to_json():
                raise ReplayDiffers(f"event {new.number}: {difference(old, new)}")
        if len(recorded) != len(made):
            have = f"{len(recorded)} events from number {offset + 1} on, replaying gives {len(made)}"
            raise ReplayDiffers(f"log: has {have}")


def _rolled(source: DiceSource, at: Address, due: Roll) -> tuple[int, ...]:
    """What a source gives for a roll; its sides are named only where they are not 6."""
    faces = source.roll(at, due.dice) if due.sides == 6 else source.roll(at, due.dice, due.sides)
    return checked_faces(faces, due.dice, due.sides)


def _closed_to(player: Side, at: Opening) -> Ruling:
    """That a player may not act at an opening, and who may."""
    return Ruling.refuse(f"{player} may not act at {at.name}", *at.by, possible=f"{' and '.join(at.players)} may")
