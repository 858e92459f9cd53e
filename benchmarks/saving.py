"""How long a game of 1,500 pieces takes to save and to load, and how often an order is given, logged and undone.

Everything is measured in processor time but for what waits for the disk. The log of the large game is empty; replaying,
and writing the file, are measured apart. `saving.py profile` tells where the time of the slowest step goes.
"""

from __future__ import annotations

import cProfile
import json
import pstats
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from statistics import median

from attrs import evolve, frozen

import europa_rules as er
from europa_rules.orders import OrderKind
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.saves import canonical, state_from_json, state_to_json

PIECES = 1500
RUNS = 15
WANTED_MS = 25
WANTED_ORDERS = 5000


@frozen
class Salute:
    """An order by which nothing happens: what is left is what the referee does with any order."""

    units: tuple[str, ...]


def salute(order: Salute, _: er.Side, state: er.GameState, rules: er.Ruleset) -> Procedure[er.GameState]:
    """Log that units salute."""
    return (yield from record(Event(f"{order.units[0]} salutes", (rules.cite("6"),), state, "saluted")))


class Salutes:
    """A plugin with an order by which nothing happens."""

    name = "salutes"

    @er.hookimpl
    def europa_order_kinds(self, variant: str) -> list[OrderKind]:
        """The order."""
        return [OrderKind("salute", Salute, lambda *_: Ruling.allow(), salute)]


def large_game(rules: er.Ruleset) -> er.Game:
    """A game with 1,500 pieces of the historical set-up, some of them twice under another name, and nothing played."""
    state = er.position_of("historical", rules)
    originals = list(state.pieces.values())
    twins = []
    for number in range(PIECES - len(originals)):
        piece = originals[number % len(originals)]
        unit = evolve(piece.unit, name=f"{piece.unit.name} {number}")
        twins.append(evolve(piece, id=f"{piece.id} twin {number}", unit=unit))
    return er.Game.start(rules, state.with_pieces(twins), seed=1)


def milliseconds(work: Callable[[], object], runs: int = RUNS, clock: Callable[[], float] = time.process_time) -> float:
    """The median of many runs."""
    times = []
    for _ in range(runs):
        start = clock()
        work()
        times.append((clock() - start) * 1000)
    return median(times)


def orders_a_second(game: er.Game, *orders: object, runs: int = 2000) -> float:
    """How often an order is given, logged and undone in a second of processor time.

    Several orders take turns, so that no ruling is still known when its order comes again.
    """

    def once(number: int) -> None:
        game.submit(orders[number % len(orders)])
        assert game.log
        game.undo()

    for number in range(50):
        once(number)
    start = time.process_time()
    for number in range(runs):
        once(number)
    return runs / (time.process_time() - start)


def orders_in_a_row(rules: er.Ruleset, most: int = 400) -> float:
    """How many divisions and other units of the large game march a hex in a second, none undone, each its own way."""
    moment = er.parse_position(QUIET, rules).moment
    start = er.Game.start(rules, large_game(rules).state.at_moment(moment), seed=1)
    game = er.Game.load(start.save(), rules)
    orders = list(islice(_marches(start), most))
    begun = time.process_time()
    for order in orders:
        game.submit(order, er.AXIS)
    return len(orders) / (time.process_time() - begun)


def _marches(game: er.Game) -> Iterator[er.Move]:
    """A march of one hex for every piece that may make one."""
    board = game.rules.board
    for piece in game.state.pieces.values():
        if piece.side == er.AXIS and piece.place in board.index:
            ways = (er.Move((piece.id,), (to,)) for to in board.neighbors_of(piece.place))
            legal = (move for move in ways if game.rule_on(move, er.AXIS).allowed)
            yield from islice(legal, 1)


def say(what: str, value: float, unit: str) -> None:
    """A line of the report."""
    print(f"{what:66} {value:9.1f} {unit}")


def large(rules: er.Ruleset) -> None:
    """Saving and loading the large game."""
    game = large_game(rules)
    start = time.process_time()
    text = game.save()
    say(f"save, {len(game.state.pieces)} pieces, the first time", (time.process_time() - start) * 1000, "ms")
    start = time.process_time()
    assert er.Game.load(text, rules).save() == text
    say("load and save again, the first time in the process", (time.process_time() - start) * 1000, "ms")
    moved = milliseconds(lambda: _moved(game).save())
    save, load = milliseconds(game.save), milliseconds(lambda: er.Game.load(text, rules))
    say("save, one piece moved since", moved, "ms")
    say("save", save, "ms")
    say("load", load, "ms")
    say(f"save and load (wanted: under {WANTED_MS})", save + load, "ms")
    plain = json.loads(text)["checkpoint"]["state"]
    say("for comparison: the state alone as plain data and text, anew", milliseconds(_state_alone(game)), "ms")
    say("for comparison: the state alone read with care", milliseconds(lambda: state_from_json(plain, rules), 5), "ms")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        write = milliseconds(lambda: game.save_to(file), clock=time.perf_counter)
        say(f"write {len(text) // 1000} kB to a file, in time on the wall", write, "ms")


def _moved(game: er.Game) -> er.Game:
    """The game with another state at its checkpoint: a piece stands elsewhere."""
    point = game._course.marks[-1]
    state = point.state or game.starting_state
    piece = next(iter(state.pieces.values()))
    game._course.marks[-1] = evolve(point, state=state.with_piece(evolve(piece)))
    return game


def _state_alone(game: er.Game) -> Callable[[], str]:
    return lambda: canonical(state_to_json(game.state))


def replaying(rules: er.Ruleset) -> None:
    """Replaying a game of some orders, by the event."""
    game = er.Game.start(rules, QUIET, seed=1)
    for _ in range(6):
        game.submit(MARCH)
        while not (isinstance(game.pending, er.Opening) and _is_axis_movement(game)):
            game.done()
        game.submit(BACK)
        while not (isinstance(game.pending, er.Opening) and _is_axis_movement(game)):
            game.done()
    text, inputs = game.save(), len(game.inputs)
    start = time.process_time()
    er.replay(text, rules)
    say("replay, inputs a second", inputs / (time.process_time() - start), "")


def _is_axis_movement(game: er.Game) -> bool:
    moved = game.inputs and "order" in game.inputs[-1]
    return game.state.phasing == er.AXIS and game.state.moment.phase == "movement" and not moved


def march(to: str) -> er.Move:
    """The march of the one division to a hex."""
    return er.Move(("ge 1 Inf XX",), (er.hexref(to),))


QUIET = "16A:0807 ge 7-6 Inf XX 1 | 16A:2430 fr 5-6 Inf XX 2 | May II 40, Axis movement"
"""A division behind its own lines, nobody near."""
MARCH, ASIDE, BACK = march("16A:0707"), march("16A:0806"), march("16A:0807")
FORWARD = "16A:2029 ge 7-6 Inf XX 1 | 16A:2430 fr 5-6 Inf XX 2 | May II 40, Axis movement"
"""A division in the enemy's country, nobody near; it takes the hex that it enters and one beside it."""
TAKING = march("16A:2028"), march("16A:2030")


def main() -> None:
    """All measures, or the profile of the slowest step."""
    rules = er.load("fof", plugins=["fof", Salutes()])
    game, forward = (er.Game.start(rules, position, seed=1, undo="replay") for position in (QUIET, FORWARD))
    if sys.argv[1:] == ["profile"]:
        orders_a_second(forward, *TAKING, runs=50)
        profile = cProfile.Profile()
        profile.runcall(orders_a_second, forward, *TAKING, runs=200)
        pstats.Stats(profile).sort_stats("cumulative").print_stats(30)
        return
    large(rules)
    replaying(rules)
    salutes = orders_a_second(game, Salute(("ge 1 Inf XX",)))
    say(f"orders by which nothing happens, a second (wanted: {WANTED_ORDERS})", salutes, "")
    say(f"moves on a quiet hex, a second (wanted: {WANTED_ORDERS})", orders_a_second(game, MARCH, ASIDE), "")
    say("moves that take two hexes from the enemy, a second", orders_a_second(forward, *TAKING), "")
    say(f"moves one after another with {PIECES} pieces, none undone, a second", orders_in_a_row(rules), "")


if __name__ == "__main__":
    main()
