"""Playthroughs: a whole game as a text that people read, write and have played again, line by line.

Needs a head that says how the game begins, and the lines of its players; gives the same lines with all that happens
after each: events with their rules and reckonings, rolls, refusals. Equal games give equal texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from attrs import define, field, frozen

from europa_rules.campaign.postings import SCENARIO
from europa_rules.citations import Citation, cited
from europa_rules.dice import SeededDice
from europa_rules.errors import (
    EuropaError,
    IllegalAnswer,
    IllegalOrder,
    NotationError,
    ReplayDiffers,
    StateError,
    listed,
    need_text,
    shortened,
    unknown,
)
from europa_rules.game import Game
from europa_rules.game_log import Input
from europa_rules.ground.facts import FORTIFICATION
from europa_rules.ground.fortifications import Fortification, fortification_of
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.supply_drawing import supply_line
from europa_rules.ground.supply_state import turns_of_effect
from europa_rules.ground.works import airfield_capacity
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.loading import load
from europa_rules.order_notation import read_order, read_texts, write_order, write_texts
from europa_rules.orders import order_from_json
from europa_rules.permissions import Ruling
from europa_rules.position import write_position
from europa_rules.procedure import Decision, Event, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.setting_up import position_of
from europa_rules.sides import Side
from europa_rules.state import GameState

TITLE = "playthrough 1"
"""The first line of every playthrough: what it is, and the version of its form."""

_HEAD = ("game", "options", "rulings", "scenario", "deploying", "position", "dice", "seed", "undo")
_ACCEPTED, _REFUSED, _REMARK, _MADE = ">", "?", "#", " "
_INDENT, _TO = "      ", " > "
"""Before each row of a reckoning; between who goes and whereto."""


@frozen
class Line:
    """A line that a player or an author writes.

    Attributes:
        number: its line in the text, from 1.
        mark: ">" for an input, "?" for one that the rules refuse, "#" for a remark, "" for a blank line.
        text: what follows the mark.
    """

    number: int
    mark: str
    text: str

    def __str__(self) -> str:
        return f"{self.mark} {self.text}".strip()


@frozen
class Playthrough:
    """How a game begins, and what is done in it; see `parse_playthrough`.

    Attributes:
        head: the fields of its head, in their order.
        lines: what is done, with the remarks.
    """

    head: Mapping[str, str]
    lines: tuple[Line, ...]

    def rules(self) -> Ruleset:
        """The rules that the head names. Raises UnknownName for what is not installed."""
        picks = dict(pick.partition("=")[::2] for pick in read_texts(self.head.get("rulings", "")))
        return load(self.head["game"], options=read_texts(self.head.get("options", "")), rulings=picks)

    def begin(self, rules: Ruleset) -> Game:
        """The game at its beginning."""
        place = self.head.get("scenario") or self.head.get("position", "")
        dice, deploying = self.head.get("dice", "seeded"), self.head.get("deploying", "no") == "yes"
        if dice == "seeded" and "seed" not in self.head:
            raise NotationError("playthrough: seed: missing; dice that are seeded roll the same only from a seed")
        seed, undo = self.head.get("seed"), self.head.get("undo", "strict")
        return Game.start(rules, place, deploying=deploying, seed=seed, dice=dice, undo=undo)


def parse_playthrough(text: str) -> Playthrough:
    """Read a playthrough: its head and the lines of its players. What was made when it was played is passed over.

    Raises NotationError with the line that is wrong.

    >>> parse_playthrough(EXAMPLE).lines[0].text
    'Axis: move | units: ge 1 Inf XX | path: 16A:1406'
    """
    rows = need_text(text, "a playthrough").splitlines()
    if not rows or rows[0].strip() != TITLE:
        raise NotationError(f"playthrough, line 1: expected {TITLE!r}, found {shortened(rows[0] if rows else '')}")
    head, at = _read_head(rows)
    lines = (_read_line(number, row) for number, row in enumerate(rows[at:], at + 1) if not row.startswith(_MADE))
    return Playthrough(head, tuple(lines))


def _read_head(rows: Sequence[str]) -> tuple[dict[str, str], int]:
    """The fields of the head, and the number of rows that it takes; it ends with a blank row."""
    head: dict[str, str] = {}
    name = ""
    for number, row in enumerate(rows[1:], 2):
        if not row.strip():
            break
        if row.startswith(_MADE) and name == "position":
            head[name] = f"{head[name]}\n{row.strip()}".strip()
            continue
        name, colon, value = (word.strip() for word in row.partition(":"))
        if not colon or name in head:
            why = "stands twice" if name in head else "expected a field of the head, such as 'game: fof'"
            raise NotationError(f"playthrough, line {number}: {shortened(row)}: {why}")
        if name not in _HEAD:
            raise NotationError(f"playthrough, line {number}: {unknown('field of the head', name, _HEAD)}")
        head[name] = value
    else:
        number = len(rows)
    if "game" not in head or ("scenario" in head) == ("position" in head):
        raise NotationError("playthrough: the head needs a game, and a scenario or a position")
    return head, number


def _read_line(number: int, row: str) -> Line:
    mark, text = row[:1], row[1:].strip()
    if not row.strip() or mark in (_ACCEPTED, _REFUSED, _REMARK):
        return Line(number, mark, text)
    what = "'> Axis: an input', '? Axis: what is refused', '# a remark', or what was made, two columns in"
    raise NotationError(f"playthrough, line {number}: {shortened(row)}: expected {what}")


@define
class _Table:
    """A game that is played from a playthrough, and the lines that come of it."""

    game: Game
    made: list[str] = field(factory=list)
    told: int = 0
    heading: str = ""
    before: GameState = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._rolls()
        for entry in self.game.log:
            self._say(str(entry))
        self.before = self.game.state
        self.game.watch(self._event)
        self._head(self.game.state)
        self._wait("")

    def tell(self) -> Iterator[str]:
        """The lines that have been made since they were told last; blank ones at the end wait for what follows."""
        ready = len(self.made)
        while ready and not self.made[ready - 1]:
            ready -= 1
        yield from self.made[:ready]
        del self.made[:ready]

    def take(self, line: Line) -> None:
        """Play a line. Raises NotationError with its number where it cannot be read, or is not refused as it says."""
        self.made.append(str(line))
        if line.mark not in (_ACCEPTED, _REFUSED):
            return
        before = self._where()
        try:
            self._do(line.text)
        except EuropaError as error:
            if line.mark == _ACCEPTED or isinstance(error, NotationError):
                raise NotationError(f"playthrough, line {line.number}: {line.text}: {error}") from error
            self._say(str(error.ruling) if isinstance(error, IllegalOrder) else f"refused: {error}")
            return
        if line.mark == _REFUSED:
            raise ReplayDiffers(f"playthrough, line {line.number}: {line.text}: was refused, and is allowed now")
        self._rolls()
        self._head(self.game.state)
        self._wait(before)

    def _head(self, state: GameState) -> None:
        """The heading of a phase, before the first of what happens in it."""
        if str(state.moment) != self.heading:
            self.heading = str(state.moment)
            self._say(f"== {self.heading}")

    def _wait(self, before: str) -> None:
        """What the game waits for now, if it waited for something else before."""
        where = self._where()
        if where and where != before:
            self._say(where)

    def _where(self) -> str:
        """What the game waits for, as it stands between the lines of the players; "" where the heading says it."""
        pending = self.game.pending
        if isinstance(pending, Decision):
            return f"{pending.who} is asked{cited(pending.by)}: {pending.question}: {_choices(pending.candidates)}"
        if isinstance(pending, Roll):
            return f"a roll is due{cited(pending.by)}: {pending.purpose}{_faces(pending.among)}"
        if pending is None or pending.name == f"{self.game.state.moment.phase} phase":
            return ""
        return f"-- {pending.name}{cited(pending.by)}: open to {' and '.join(pending.players)}"

    def _do(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        if word == "roll":
            self.game.roll(*(int(face) for face in rest.split() if face.isdecimal()))
            return
        if text == "done":
            self.game.done()
            return
        if text == "undo":
            self._say(f"taken back: {'; '.join(self.game.undo())}")
            self.told, self.before = len(self.game.inputs), self.game.state
            return
        name, colon, what = (part.strip() for part in text.partition(":"))
        if not colon:
            raise NotationError(
                "expected 'Axis: an order', 'Axis: chooses ...', 'Axis: done', 'done', 'roll 3' or 'undo'"
            )
        side = Side(name)
        if what == "done":
            self.game.done(side)
        elif what.partition(" ")[0] == "chooses":
            self._choose(side, what)
        else:
            self.game.submit(read_order(what, self.game.rules), side)

    def _choose(self, side: Side, what: str) -> None:
        pending = self.game.pending
        if isinstance(pending, Decision) and pending.who != side:
            raise IllegalAnswer(Ruling.refuse(f"the decision is {pending.who}'s: {pending.question}", *pending.by))
        chosen = what.removeprefix("chooses").strip()
        self.game.decide(*(() if chosen == "nothing" else read_texts(chosen)))

    def _event(self, event: Event) -> None:
        self._rolls()
        self._head(event.state)
        number = len(self.game.log)
        self._say(f"{number}. {event.text}{cited(event.by)}")
        for label, ledger in event.ledgers:
            self.made.extend(_reckoned(label, ledger))
        self._owned(event.state)
        if event.kind == "supply judged":
            self.made.extend(f"{_INDENT}{line}" for line in _why_unsupplied(event.state, self.game.rules))

    def _owned(self, state: GameState) -> None:
        """The cities and airbases that have changed hands since they were told last."""
        before, self.before = self.before, state
        self.made.extend(f"{_INDENT}{line}" for line in _changed_hands(before, state, self.game.rules))

    def _rolls(self) -> None:
        """Tell the rolls that have been made and not told."""
        inputs = self.game.inputs
        for entry in inputs[self.told :]:
            if "roll" in entry:
                self._say(f"rolled {' '.join(map(str, entry['roll']))}: {entry['for']}")
        self.told = len(inputs)

    def _say(self, text: str) -> None:
        self.made.append(f"  {text}")


def _why_unsupplied(state: GameState, rules: Ruleset) -> Iterator[str]:
    """Why each unit that is out of supply has no line, those of a hex together: what stops the shortest way."""
    alike: dict[str, list[str]] = {}
    for piece_id in state.pieces:
        if turns_of_effect(piece_id, state):
            line = supply_line(piece_id, state, rules)
            why = "; ".join((*map(str, line.ruling.refusals), *line.ruling.possible))
            alike.setdefault(f"in {line.start}: {why}", []).append(piece_id)
    yield from (f"{', '.join(units)} {why}" for why, units in alike.items())


def _changed_hands(before: GameState, state: GameState, rules: Ruleset) -> Iterator[str]:
    """The hexes with a city or an airfield whose owner has changed, and the fortifications that have fallen."""
    changed = () if state.owners is before.owners else sorted({*before.owners, *state.owners})
    hands: dict[tuple[Side, Side], list[str]] = {}
    for ref in changed:
        was, now = hex_owner(ref, before, rules), hex_owner(ref, state, rules)
        names = [city.name for city in rules.board.cities(ref)] if was != now else []
        names += ["airfield"] if was != now and airfield_capacity(ref, state, rules) else []
        if names:
            hands.setdefault((was, now), []).append(f"{' and '.join(names)} ({ref})")
    for (was, now), places in hands.items():
        yield f"from {was} to {now}: {listed(places, 6)}{cited((rules.cite('3D'),))}"
    fallen = state.all_facts(FORTIFICATION)
    for ref in () if fallen == before.all_facts(FORTIFICATION) else map(Hex, sorted(fallen)):
        there, left = fortification_of(ref, before, rules), fortification_of(ref, state, rules)
        if there != left:
            told = f"{left} in {ref} now" if left.kind else f"the {there} in {ref} is destroyed"
            yield f"{told}{cited((_rule_of(there, rules),))}"


def _rule_of(fortification: Fortification, rules: Ruleset) -> Citation:
    """The rule of a fortification."""
    chart, row = rules.charts.fortification_effects, fortification.row(rules)
    return rules.cite((chart[row].rule if row in chart else "") or "fortifications")


def _faces(among: Sequence[str]) -> str:
    """What the faces of a drawing stand for."""
    return f" ({', '.join(f'{face} {name}' for face, name in enumerate(among, 1))})" if among else ""


def _choices(candidates: Sequence[str]) -> str:
    """What may be chosen; where each of several may go to many places, the first of each."""
    places: dict[str, list[str]] = {}
    for candidate in candidates:
        who, _, place = candidate.partition(_TO)
        places.setdefault(who, []).append(place)
    if len(places) == len(candidates):
        return listed(candidates)
    return "; ".join(f"{who}{_TO}{listed(found, 6)}" for who, found in places.items())


def _reckoned(label: str, ledger: Reckoning, indent: str = _INDENT) -> Iterator[str]:
    """A reckoning behind its label in a row; the parts of its sums below, further in."""
    yield f"{indent}{label}: {ledger if len(ledger.lines) > 1 else ledger.lines[0]}"
    for line in ledger.lines:
        for name, part in line.parts:
            yield from _reckoned(name, part, f"{indent}  ")


def play_through(text: str, rules: Ruleset | None = None) -> str:
    """Play a playthrough again from its beginning; gives it as it comes out now, with all that happens.

    rules: those of its head, where none are given. Raises NotationError for a line that cannot be read, or is refused
    without saying so; ReplayDiffers for one that was refused and is allowed now.

    >>> print("\\n".join(play_through(EXAMPLE).splitlines()[8:10]))
    > Axis: move | units: ge 1 Inf XX | path: 16A:1406
      1. ge 1 Inf XX: 16A:1506 to 16A:1406 for 1 MP (FoF 6)
    """
    return played_through(text, rules)[0]


def played_through(text: str, rules: Ruleset | None = None) -> tuple[str, Game]:
    """A playthrough as it comes out now, see `play_through`, and the game that it leads to.

    >>> text, game = played_through(EXAMPLE)
    >>> text == play_through(text), game.state.piece("ge 1 Inf XX").place
    (True, '16A:1406')
    """
    script = parse_playthrough(text)
    game = script.begin(script.rules() if rules is None else rules)
    made = "\n".join([*_lines(script, game), ""])
    game.watch(None)
    return made, game


def play_lines(text: str, rules: Ruleset | None = None) -> Iterator[str]:
    """The lines of `play_through`, each as soon as it is made."""
    script = parse_playthrough(text)
    yield from _lines(script, script.begin(script.rules() if rules is None else rules))


def _lines(script: Playthrough, game: Game) -> Iterator[str]:
    """The lines of a playthrough whose game has just begun."""
    yield from (TITLE, *_written_head(script.head), "")
    yield from told(script, game)
    yield from ("", f"  {_end(game)}")


def told(script: Playthrough, game: Game) -> Iterator[str]:
    """The lines of a playthrough with what happens after each, as they are played in a game that has just begun.

    Raises as `play_through` does.
    """
    table = _Table(game)
    yield from table.tell()
    for line in script.lines:
        table.take(line)
        yield from table.tell()


def _end(game: Game) -> str:
    """Where a game stands, in a line."""
    return f"{game.state.moment}: inputs {len(game.inputs)}, events {len(game.log)}, state {game.state_hash[:16]}"


def game_of(text: str, rules: Ruleset | None = None) -> Game:
    """The game that a playthrough leads to. Raises as `play_through` does.

    >>> game_of(EXAMPLE).state.piece("ge 1 Inf XX").place
    '16A:1406'
    """
    script = parse_playthrough(text)
    table = _Table(script.begin(script.rules() if rules is None else rules))
    for line in script.lines:
        table.take(line)
    table.game.watch(None)
    return table.game


def _written_head(head: Mapping[str, str]) -> Iterator[str]:
    for name, value in head.items():
        if name == "position":
            yield "position:"
            yield from (f"  {row}" for row in value.splitlines())
        else:
            yield f"{name}: {value}"


def playthrough_of(game: Game) -> str:
    """A game as a playthrough: what was done in it, and what happened.

    Its dice must be seeded ones, or rolled by hand: a playthrough names no others, and raises StateError for them.

    >>> text = playthrough_of(game_of(EXAMPLE))
    >>> play_through(text) == text
    True
    """
    if game.dice is not None and not isinstance(game.dice, SeededDice):
        raise StateError(f"dice: a playthrough has no way to name those of the source {game.dice.name!r}")
    rules = game.rules
    picked = [f"{i}={reading}" for i, reading in rules.readings.items() if reading != rules.points[i].default]
    head = {
        "game": rules.variant.id,
        "options": write_texts(sorted(rules.options)),
        "rulings": write_texts(sorted(picked)),
        **_where_it_began(game.starting_state, rules),
        "dice": "manual" if game.dice is None else "",
        "seed": game.dice.seed if game.dice else "",
        "undo": game.undo_policy,
    }
    lines = (f"{_ACCEPTED} {line}" for entry in game.inputs if (line := _input_line(entry, game)))
    head_lines = _written_head({name: value for name, value in head.items() if value})
    return play_through("\n".join([TITLE, *head_lines, "", *lines]), rules)


def _where_it_began(start: GameState, rules: Ruleset) -> dict[str, str]:
    """The scenario by its id where the game began with it as it is, else the position."""
    name = start.recall(SCENARIO, "")
    for deploying in (False, True) if name in rules.scenario_ids else ():
        if position_of(rules.scenario(str(name)), rules, deploying=deploying) == start:
            return {"scenario": str(name), "deploying": "yes" if deploying else ""}
    return {"position": write_position(start, rules)}


def _input_line(entry: Input, game: Game) -> str:
    """The line of an input; "" for a roll that the dice of the game make by themselves."""
    if "roll" in entry:
        return f"roll {' '.join(map(str, entry['roll']))}" if game.dice is None else ""
    if "pass" in entry:
        return f"{entry['player']}: done"
    if "answer" in entry:
        return f"{entry['player']}: chooses {write_texts(entry['answer']) or 'nothing'}"
    return f"{entry['player']}: {write_order(order_from_json(entry['order'], game.rules), game.rules)}"


def first_difference(recorded: str, made: str) -> str:
    """Where a playthrough comes out another way than it is recorded, in words; "" where it does not.

    >>> first_difference("playthrough 1\\n  1. moves", "playthrough 1\\n  1. moves for 2 MPs")
    "line 2: recorded is '1. moves', played again it is '1. moves for 2 MPs'"
    """
    for number, (old, new) in enumerate(zip_longest(recorded.split("\n"), made.split("\n")), 1):
        if old != new:
            was, now = (shortened(line.strip(), 400) if line is not None else "the end" for line in (old, new))
            return f"line {number}: recorded is {was}, played again it is {now}"
    return ""


EXAMPLE = """playthrough 1
game: fof
position:
  16A:1506 ge 7-6 Inf XX 1
  May I 40, Axis movement
seed: 1

> Axis: move | units: ge 1 Inf XX | path: 16A:1406
"""
"""A playthrough as it is written by hand: what happens is added when it is played."""
