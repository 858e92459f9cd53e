"""The referee: it takes orders and answers, shows what is and may be done, undoes and saves.

A `Game` decides no rule itself, and what it takes goes its way in the `course_of_play`.

The log is a flat list of inputs: orders, answers, passes and rolls. A save is the state at the last moment with no
procedure open, plus the inputs since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, cast

from attrs import evolve

from europa_rules.campaign.allowances import reckon_pool_now
from europa_rules.campaign.gazetteer import PlaceReport, RegionReport, describe_place, describe_region
from europa_rules.campaign.nations import controller_now
from europa_rules.campaign.regions import rule_on_keeping_forces
from europa_rules.campaign.sequence import TurnReport, describe_turn
from europa_rules.campaign.victory import Outcome, outcome_now
from europa_rules.course_of_play import Course
from europa_rules.dice import DiceSource, SeededDice, checked_faces
from europa_rules.errors import (
    BadQuestion,
    EuropaError,
    IllegalAnswer,
    IllegalOrder,
    NotationError,
    OtherVersion,
    StateError,
    UndoRefused,
    need_kind,
    need_text,
    unknown,
)
from europa_rules.game_log import Input, LogEntry
from europa_rules.ground.attacks import Attack, gather_plan
from europa_rules.ground.combat import rule_on_attack_plan
from europa_rules.ground.destinations import cheapest_path, destinations
from europa_rules.ground.groups import Group
from europa_rules.ground.moves import Move
from europa_rules.ground.rail_rides import OPERATIONAL
from europa_rules.ground.supply import Stand, stands_of
from europa_rules.ground.supply_drawing import SupplyLine, supply_line
from europa_rules.ground.travel import rail_destinations, travel
from europa_rules.hexes import Hex
from europa_rules.inspection import AttackReport, HexReport, PieceReport, describe_attack, describe_hex, describe_unit
from europa_rules.ledger import Reckoning
from europa_rules.legal_orders import groups, orders_to_ask_about
from europa_rules.numbers import counted
from europa_rules.orders import (
    checked_order,
    describe_order,
    describe_recorded,
    is_timely,
    order_from_json,
    order_kinds,
    order_to_json,
    with_hexes_named,
)
from europa_rules.permissions import Ruling
from europa_rules.plain_data import decoded
from europa_rules.procedure import Decision, Event, Opening, Roll
from europa_rules.ruleset import Ruleset
from europa_rules.saved_games import (
    UNDO_POLICIES,
    Beginning,
    SaveWriter,
    dice_from_json,
    dice_to_json,
    fitting_save,
    hash_of,
    rules_of_save,
)
from europa_rules.saves import SCHEMA
from europa_rules.scenario_heads import Scenario
from europa_rules.setting_up import begin
from europa_rules.sides import Side
from europa_rules.state import GameState
from europa_rules.views import GameView, concerns, read_by, seen_by
from europa_rules.whole_files import write_whole


class Game:
    """A game under way. See the module; `Game.start` begins one, `Game.load` takes a saved one up.

    >>> import europa_rules as er
    >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
    >>> game.pending.name
    'movement phase'
    >>> game
    <Game of fof: May I 40, Axis movement; 1 piece, 0 events>
    """

    def __init__(self, rules: Ruleset, start: GameState, dice: DiceSource | None, undo_policy: str = "strict") -> None:
        if undo_policy not in UNDO_POLICIES:
            raise unknown("undo policy", undo_policy, UNDO_POLICIES)
        writer, start = SaveWriter(), start.in_order()
        self.rules, self.undo_policy = rules, undo_policy
        self._course = Course(rules, Beginning.of(start, writer.states), writer, dice)
        self._course.begin(start)

    def __repr__(self) -> str:
        holds = f"{counted(len(self.state.pieces), 'piece')}, {counted(len(self._course.entries), 'event')}"
        return f"<Game of {self.rules.variant.id}: {self.state.moment}; {holds}>"

    def _repr_svg_(self) -> str:
        """What a notebook shows: the surroundings of the pieces, as the game stands."""
        from europa_rules import draw

        return draw(self).svg

    # --- beginning, saving, loading ---

    @classmethod
    def start(
        cls,
        rules: Ruleset | str,
        position: GameState | Scenario | str,
        *,
        deploying: bool = False,
        seed: str | int | None = None,
        dice: str | DiceSource = "seeded",
        undo: str = "strict",
    ) -> Game:
        """Begin a game.

        rules: a ruleset, or the id of a game ("fof").
        position: a scenario or its id ("historical"), a state, or a text in position notation.
        deploying: for a scenario, whether to begin with its set-up, as it is filled in, instead of the first turn.
        seed: for dice that can be repeated; None draws a seed nobody knows.
        dice: "seeded", "manual" (rolls are made at the table and given by `roll`), or a source of one's own.
        undo: "strict" refuses to undo once a die was seen; "replay" undoes, and the same order rolls the same again.
        """
        loaded, state = begin(rules, position, deploying=deploying)
        return cls(loaded, state, _source(dice, seed), undo)

    def save(self) -> str:
        """The game as canonical JSON. Equal games give equal bytes."""
        rules = self.rules
        head: dict[str, object] = {
            "schema": SCHEMA,
            "variant": rules.variant.id,
            "version": rules.variant.version,
            "options": sorted(rules.options),
            "rulings": dict(rules.readings),
            "plugins": dict(rules.plugins_in_use),
            "maps": dict(rules.maps_in_use),
            "charts": dict(rules.charts_in_use),
            "fingerprint": rules.fingerprint,
            "undo": self.undo_policy,
            "dice": dice_to_json(self.dice),
        }
        return self._course.written(head)

    def save_to(self, path: str | Path) -> None:
        """Save the game to a file. Whatever happens meanwhile, the file holds the old save or the new one, whole.

        Raises OSError where it cannot be written.
        """
        need_kind(path, (str, PathLike), "the path of a file")
        write_whole(Path(path), f"{self.save()}\n")

    @classmethod
    def load(
        cls, text: str, rules: Ruleset | None = None, *, dice: DiceSource | None = None, anyway: bool = False
    ) -> Game:
        """Take a saved game up where it was left: its snapshot, then the inputs since.

        rules: a ruleset of the same variant, options and rulings; those that the save names, where none are given.
        dice: a source, for saves whose source is not one of the library's.
        anyway: go on although plugins, versions or maps are others than the save was made with.
        Raises StateError with the path of the first field that does not fit, or that has been changed since the game
        was saved: PluginMissing, OtherVersion, MapMissing or MapChanged where the save was made with others;
        ReplayDiffers where the inputs do not fit any more. The message of OtherVersion names the first event that
        comes out another way: for that the game is played again once somebody reads it.
        """
        rules = rules_of_save(text) if rules is None else rules
        need_kind(rules, Ruleset, "a ruleset, such as load(...) gives, or none")
        try:
            save = fitting_save(text, rules, anyway)
        except OtherVersion as other:
            raise OtherVersion(str(other), partial(_under_these, text, rules, dice)) from other
        began, inputs, entries = save.beginning(rules), save.inputs(), save.log()
        point = save.checkpoint(rules, inputs, entries)
        source = dice if dice is not None else dice_from_json(save.fields["dice"])
        policy = save.undo_policy
        save.require_unchanged()
        game = cls.__new__(cls)
        game.rules, game.undo_policy = rules, policy
        game._course = Course(rules, began, SaveWriter(), source)
        game._course.take_up(point, inputs, entries)
        return game

    @classmethod
    def load_from(cls, path: str | Path, rules: Ruleset | None = None, *, anyway: bool = False) -> Game:
        """Take up the saved game in a file; see `load`. Raises OSError for a file that cannot be read."""
        need_kind(path, (str, PathLike), "the path of a saved game")
        return cls.load(decoded(Path(path).read_bytes(), str(path), StateError), rules, anyway=anyway)

    # --- looking ---

    @property
    def state(self) -> GameState:
        """The state as of now. Frozen: nothing done to it, or asked of it, changes the game."""
        return self._course.state

    @property
    def starting_state(self) -> GameState:
        """The state with which the game began."""
        return self._course.began.state

    @property
    def pending(self) -> Roll | Decision | Opening | None:
        """What the game waits for: an opening (orders, or passes), a decision, or a roll made by hand.

        None when the last game turn of its scenario has been played.
        """
        return self._course.pending

    @property
    def dice(self) -> DiceSource | None:
        """Where the dice come from; None for rolls made at the table."""
        return self._course.dice

    @property
    def passed(self) -> tuple[Side, ...]:
        """Who is done already at the opening that is pending, in the order in which they passed."""
        return self._course.passed

    @property
    def outcome(self) -> Outcome | None:
        """The level of victory and the victory points of both sides, if the game ended now; None without such rules.

        >>> import europa_rules as er
        >>> print(er.Game.start("fof", "historical", seed=1).outcome)
        Allied marginal victory (1:1); victory points: Axis 0, Allied 0
        """
        return outcome_now(self.state, self.rules)

    def watch(self, watcher: Callable[[Event], None] | None) -> None:
        """Have every event from now on told to a function as it happens, with the state at that moment; None ends it.

        What the function raises takes back the input that led to the event, and is raised from it.
        """
        self._course.watcher = watcher

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """Every event so far."""
        return tuple(self._course.entries)

    @property
    def inputs(self) -> tuple[Input, ...]:
        """Every order, answer, pass and roll so far."""
        return tuple(self._course.inputs)

    @property
    def state_hash(self) -> str:
        """A hash of the state: equal for equal states, in any process."""
        return hash_of(self._course.writer.states.text(self.state))

    def rule_on(self, order: Any, player: Side | None = None) -> Ruling:
        """Whether an order may be given now, with every rule against it; nothing is done.

        order, player: as for `submit`.

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
        >>> str(game.rule_on(er.Attack(("ge 1 Inf XX",), er.hexref("16A:1507"))).refusals[0].by[0])
        'FoF 4C'
        """
        try:
            return self._course.rule_on(self._read(order), self._course.opening_for("the order"), player)
        except IllegalOrder as refused:
            return refused.ruling

    def rule_on_plan(self, attacks: Sequence[Attack], player: Side | None = None) -> Ruling:
        """Whether a player may make all these attacks in this phase: each by itself, and all together (rule 9B).

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis combat")
        >>> game.rule_on_plan(()).allowed
        True
        """
        need_kind(attacks, Sequence, "a list of attacks, such as [er.Attack(...)]")
        given = [self._attack(attack, "a plan is one of attacks") for attack in attacks]
        plan = gather_plan(given, player or self.state.phasing, self.state, self.rules)
        each = (self.rule_on(attack, player) for attack in given)
        return Ruling.all((rule_on_attack_plan(plan, self.rules), *each))

    def rule_on_keeping_forces(self, origin: str, to: str, player: Side | None = None) -> Ruling:
        """Whether a player may ignore a transfer of his order of battle between two theaters (SF 3F).

        origin, to: the theaters by name. player: the phasing one where he is not named.

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("sf"), "16A:1506 ge 7-6 Inf XX 1 | Jul I 43, Axis movement")
        >>> game.rule_on_keeping_forces("West", "East").allowed
        False
        """
        for theater in (origin, to):
            need_text(theater, "a theater by name, such as 'West'")
        return rule_on_keeping_forces(origin, to, player or self.state.phasing, self.state, self.rules)

    def odds(self, attack: Attack, player: Side | None = None) -> AttackReport:
        """The odds and modifiers of an attack as things stand, and whether it may be made; nothing is done.

        player: who would attack; the phasing one where he is not named.

        >>> import europa_rules as er
        >>> text = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
        >>> print(er.Game.start(er.load("fof"), text).odds(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2130"))).odds)
        7 : 1 = 7:1
        """
        read = self._attack(attack, "odds are those of an attack")
        return describe_attack(read, player or self.state.phasing, self.state, self.rules)

    def allowance(self, pool: str) -> Reckoning | None:
        """The naval transport points that a pool has left, as things stand; None for a pool without limit.

        Raises UnknownName for a pool that the game does not have.

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
        >>> game.allowance("French Atlantic").value
        Fraction(10, 1)
        """
        return reckon_pool_now(pool, self.state, self.rules)

    def controller(self, nation: str) -> Side:
        """The side that controls the forces of a nation, or a force, now; "neutral" where nobody does (rule 3B).

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
        >>> game.controller("Belgium")
        'neutral'
        """
        return controller_now(nation, self.state, self.rules)

    def explain(self, number: int) -> str:
        """An event of the log with every ledger behind it.

        number: as it stands in the log, from 1.
        """
        if not isinstance(number, int) or not 1 <= number <= len(self._course.entries):
            raise StateError(f"the log has {len(self._course.entries)} entries; there is no entry {number!r}")
        entry = self._course.entries[number - 1]
        return "\n".join(
            [str(entry), *(f"{label}:\n{ledger.tree(tell=self.rules.tell_point)}" for label, ledger in entry.ledgers)]
        )

    def destinations(self, piece_id: str) -> Mapping[Hex, Fraction]:
        """The hexes that a piece may still move to in this phase, with the MPs each costs."""
        return destinations(piece_id, self.state, self.rules)

    def travel(self, piece_id: str) -> Mapping[Hex, Fraction]:
        """The hexes that a piece may still reach, on foot, by administrative movement and by rail, with MPs."""
        return travel(piece_id, self.state, self.rules)

    def rail_destinations(self, piece_id: str, mode: str = OPERATIONAL) -> Mapping[Hex, tuple[Hex, ...]]:
        """The hexes that a piece may reach by one ride, "operational" or "strategic", and the way to each."""
        return rail_destinations(piece_id, self.state, self.rules, mode)

    def supply_line(self, piece_id: str) -> SupplyLine:
        """The supply line of a piece as things stand now, element by element and hex by hex, or why it has none."""
        return supply_line(piece_id, self.state, self.rules)

    def supply(self, player: Side | None = None) -> Mapping[str, Stand]:
        """How the units of a player, or of the phasing one, would be judged to stand now: supply and isolation."""
        return stands_of(self._side(player), self.state, self.rules)

    def legal_moves(self, piece_id: str) -> tuple[Move, ...]:
        """A cheapest move to each of a piece's destinations, as the state stands now."""
        routes = (cheapest_path(piece_id, ref, self.state, self.rules) for ref in self.destinations(piece_id))
        return tuple(route.order(piece_id) for route in routes)

    def describe_unit(self, piece_id: str) -> PieceReport:
        """What the rules make of a piece where it stands: class, REs, ZOC, support, isolation, ..."""
        return describe_unit(piece_id, self.state, self.rules)

    def describe_hex(self, ref: str) -> HexReport:
        """What the rules make of a hex: owner, region, theater, district, city, ZOCs, isolation, ..."""
        return describe_hex(ref, self.state, self.rules)

    def describe_place(self, name: str) -> PlaceReport:
        """What the rules make of a place that they know by name: regions, theaters, owning nations, ..."""
        return describe_place(name, self.state, self.rules)

    def describe_region(self, name: str) -> RegionReport:
        """What the board has of a region of the rules: its hexes, cities and owners."""
        return describe_region(name, self.state, self.rules)

    def describe_turn(self) -> TurnReport:
        """Where the game is in the sequence of play: turn, player turn, phase, what comes next."""
        return describe_turn(self.state.moment, self.rules)

    def legal_orders(self, unit: str = "", kind: str = "", player: Side | None = None) -> Iterator[Any]:
        """Every order of a single unit that may be given now, one after another, as they are asked for.

        unit: the id of a piece or an air unit; all of the player's where none is named.
        kind: the kind of order, "move"; all that may be given now where none is named.
        player: who would give it; the phasing player, if he may act, where nobody is named.
        Raises UnknownName for a unit, a kind or a player that there is not. Units may also act together: see `groups`.

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
        >>> next(game.legal_orders("ge 1 Inf XX", "move"))
        Move(units=('ge 1 Inf XX',), path=('16A:1505',), mode='regular')
        """
        at, kinds = self.pending, order_kinds(self.rules)
        if kind and kind not in kinds:
            raise unknown("kind of order", kind, kinds)
        if not isinstance(at, Opening):
            return
        may_act = self.state.phasing if self.state.phasing in at.players else at.players[0]
        side = may_act if player is None else self._side(player)
        timely = [k for k in kinds.values() if kind in ("", k.name) and is_timely(k, at)]
        for order in orders_to_ask_about(timely, side, unit, self.state, self.rules):
            if self.rule_on(order, side).allowed:
                yield order

    def groups(self, kind: str, player: Side | None = None) -> Iterator[Group]:
        """The units that stand ready to act together, target by target, and the limits that they share.

        kind: "attack", "overrun", "rail move", "fly", or one of a game's own, such as "naval transport".
        player: the phasing one where he is not named. Which of them may act, `rule_on` says of the group's order, or of
        one for some of its units; how strong they are, `odds`. Raises UnknownName for a kind without groups.

        >>> import europa_rules as er
        >>> text = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 fr 2-6 Inf III 5 | May II 40, Axis combat"
        >>> [group.target for group in er.Game.start(er.load("fof"), text).groups("attack")]
        ['16A:2130']
        """
        return groups(kind, self._side(player), self.state, self.rules)

    def view(self, side: Side) -> GameView:
        """The game as a side sees it: without what the other side keeps secret (planned drops, assigned hexes).

        >>> import europa_rules as er
        >>> game = er.Game.start(er.load("fof"), "16A:1506 ge 7-6 Inf XX 1 | May I 40, Axis movement")
        >>> game.view(er.ALLIED).waits_for
        'Axis may act: movement phase'
        >>> game.view("axis")
        Traceback (most recent call last):
        europa_rules.errors.UnknownName: no player 'axis'. Did you mean 'Axis'? Known: Axis, Allied.
        """
        side = self._side(side)
        pending = self.pending if concerns(side, self.pending, self.passed) else None
        state = seen_by(side, self.state, self.rules)
        pending = evolve(pending, state=state) if pending is not None else None
        return GameView(side, state, read_by(side, self.log), pending, self._course.waiting_for(), self.passed)

    # --- acting ---

    def submit(self, order: Any, player: Side | None = None) -> tuple[LogEntry, ...]:
        """Give an order at the opening that is pending.

        order: an order (`Move`, `Attack`, ...) or its plain data.
        player: who gives it; the only player of the opening where not named.
        Returns the events that followed. Raises IllegalOrder, with every rule that refuses; then nothing has changed.
        """
        order, at = self._read(order), self._course.opening_for("the order")
        ruling = self._course.rule_on(order, at, player)
        if not ruling.allowed:
            raise IllegalOrder(ruling, describe_order(order, self.rules))
        who = self._course.acting(at, player)
        return self._course.take({"player": who, "order": order_to_json(order, self.rules)}, order)

    def decide(self, *answer: str) -> tuple[LogEntry, ...]:
        """Answer the decision that is pending, with the chosen candidates: `decide("a", "b")`, or `decide()` for none.

        Raises IllegalAnswer, with what could be chosen; then nothing has changed.
        """
        decision = self.pending
        if not isinstance(decision, Decision):
            raise IllegalAnswer(Ruling.refuse(f"no decision is pending, but {self._course.waiting_for()}"))
        for chosen in answer:
            need_text(chosen, "each candidate as a text of its own: decide('a', 'b'), or decide(*suggestion)")
        ruling = decision.rule_on(tuple(answer))
        if not ruling.allowed:
            raise IllegalAnswer(ruling, f"{decision.who} chooses {', '.join(answer) or 'nothing'}")
        return self._course.take({"player": decision.who, "answer": list(answer)})

    def done(self, player: Side | None = None) -> tuple[LogEntry, ...]:
        """A player passes: he is done at the opening that is pending. When all have passed, play goes on.

        player: who passes; everybody who has not yet, where no one is named.
        Raises IllegalOrder if the opening may not end like this (stacking at the end of a phase).
        """
        course = self._course
        at = course.opening_for("a pass")
        who = [course.passing(at, player)] if player is not None else [p for p in at.players if p not in course.passed]
        at.closing(self.state).require(f"end of the {at.name}")
        return tuple(entry for side in who for entry in course.take({"player": side, "pass": at.name}))

    def roll(self, *faces: int) -> tuple[LogEntry, ...]:
        """Give the faces of a roll made at the table (dice "manual")."""
        due = self.pending
        if not isinstance(due, Roll):
            raise IllegalAnswer(Ruling.refuse(f"no roll is due, but {self._course.waiting_for()}"))
        return self._course.take({"roll": list(checked_faces(tuple(faces), due.dice, due.sides)), "for": due.purpose})

    def play(self, script: Iterable[Any]) -> tuple[LogEntry, ...]:
        """Several inputs one after another: orders, answers (tuples of texts), `Game.PASS`. Returns all events."""
        need_kind(script, Iterable, "a list of orders, answers and passes")
        before = len(self._course.entries)
        for entry in script:
            if entry is PASS:
                self.done()
            elif isinstance(entry, tuple):
                self.decide(*entry)
            else:
                self.submit(entry)
        return tuple(self._course.entries[before:])

    def undo(self, to: int | None = None) -> tuple[str, ...]:
        """Take back the last order, answer or pass, and all that followed from it; gives what was taken back, in words.

        to: take back the input of this number (from 1) and everything after it, whosever it was.
        Raises UndoRefused if there is nothing to undo, or a die was seen since and the policy is "strict".
        """
        players = [i for i, entry in enumerate(self._course.inputs) if "player" in entry]
        if not players:
            raise UndoRefused("there is nothing to undo")
        target = players[-1] if to is None else to - 1
        if target not in players:
            raise UndoRefused(f"input {to} is no order, answer or pass; those are {[p + 1 for p in players]}")
        rolls = [entry for entry in self._course.inputs[target:] if "roll" in entry]
        if rolls and self.undo_policy == "strict":
            seen = f"{rolls[0]['for']} rolled {rolls[0]['roll']}"
            raise UndoRefused(f"a die was seen since ({seen}); the policy 'replay' would undo and roll the same again")
        taken = tuple(_named(entry) for entry in self._course.inputs[target:] if "player" in entry)
        self._course.go_back(target)
        return taken

    # --- the machine ---

    def _side(self, player: Side | None) -> Side:
        """A player by name; the phasing one where nobody is named. Raises UnknownName."""
        if player is None:
            return self.state.phasing
        if player not in self.rules.variant.sides:
            raise unknown("player", player, self.rules.variant.sides)
        return player

    def _attack(self, order: Any, wanted: str) -> Attack:
        """An attack as it was given, its fields and hexes read."""
        if not isinstance(order, Attack):
            of_overrun = "whether an overrun is strong enough, rule_on(order) tells, with its strengths"
            raise BadQuestion(f"{wanted}, and this is a {type(order).__name__}: {of_overrun}")
        return cast(Attack, self._read(order))

    def _read(self, order: Any) -> Any:
        read = order_from_json if isinstance(order, Mapping) else checked_order
        return with_hexes_named(read(order, self.rules), self.rules)


PASS = object()
"""In a script for `Game.play`: the player is done at the opening that is pending."""


def replay(text: str, rules: Ruleset, *, dice: DiceSource | None = None, anyway: bool = False) -> Game:
    """Play a saved game again from its start; every event and the end must be those recorded.

    anyway: although plugins, versions or maps are others than the save was made with.
    Raises ReplayDiffers, naming the first input, roll or event that differs and its rule; and PluginMissing,
    OtherVersion, MapMissing or MapChanged where the save was made with others.
    """
    save = fitting_save(text, rules, anyway)
    source = dice if dice is not None else dice_from_json(save.fields["dice"])
    game = Game(rules, save.beginning(rules).state, source, save.undo_policy)
    game._course.replay(save.inputs())
    game._course.compare(save.log(), 0)
    return game


def _named(entry: Input) -> str:
    """An input of a player in words."""
    if "order" in entry:
        return f"{entry['player']}: {describe_recorded(entry['order'])}"
    if "pass" in entry:
        return f"{entry['player']}: done with the {entry['pass']}"
    return f"{entry['player']}: chose {', '.join(entry['answer']) or 'nothing'}"


def _under_these(text: str, rules: Ruleset, dice: DiceSource | None) -> str:
    """What comes of a save of another version when it is played again."""
    try:
        replay(text, rules, dice=dice, anyway=True)
    except EuropaError as error:
        return f"played again under these rules: {error}"
    return "played again under these rules, the game is the same; it may be loaded with `anyway`"


def _source(dice: str | DiceSource, seed: str | int | None) -> DiceSource | None:
    if not isinstance(dice, str):
        return dice
    if dice == "manual":
        return None
    if dice != "seeded":
        raise unknown("kind of dice", dice, ["seeded", "manual"])
    if seed is None:
        return SeededDice.fresh()
    return SeededDice(_seed_text(seed))


def _seed_text(seed: str | int) -> str:
    need_kind(seed, (str, int), "a seed: a text or a number")
    try:
        text = str(seed)
        text.encode()
    except ValueError:  # half a character, or more digits than Python writes
        raise NotationError("the seed fits into no save; expected a text, or a number of fewer digits") from None
    return text
