"""One rule, one function: what answers a question is what the referee applies.

Coverage contexts tell which rule functions the questions of the core rules reach, and which a few scripted games reach
that are driven through `Game` alone. The second set must contain the first.
"""

from __future__ import annotations

import functools
import gc
import inspect
import runpy
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FunctionType, ModuleType

import coverage
import pytest
from attrs import frozen

import europa_rules as er
from europa_rules import conformance
from europa_rules.citations import rules_of
from europa_rules.game import Game
from europa_rules.ground.travel import rail_destinations

PACKAGES = ("europa_rules", "europa_rules_fof", "europa_rules_sf")
CORE_RULES = "2,3,5,8,9,10,11"
CASES = Path(__file__).parent / "conformance"
VARIANTS = {"FOF-": "fof", "SFA-": "sf", "SFB-": "sf"}


# --- which rule functions there are, and which were reached ----------------------------------------------------------


@frozen
class RuleFunction:
    """A function that says which rules it carries out.

    Attributes:
        name: its module and name.
        file: where it stands.
        lines: the lines of its body, those of its head left out: they run when the module is imported.
    """

    name: str
    file: str
    lines: frozenset[int]

    def is_reached(self, lines: frozenset[int]) -> bool:
        """Whether any line of its body is among those that ran."""
        return not self.lines.isdisjoint(lines)


def modules() -> Iterator[ModuleType]:
    """Our modules that have been imported; what has not been was reached by nobody."""
    return (module for name, module in sorted(sys.modules.items()) if name.partition(".")[0] in PACKAGES)


def marked_in(module: ModuleType) -> Iterator[tuple[str, FunctionType]]:
    """Functions and methods of a module that carry the mark of a rule, without what is wrapped around them (caches)."""
    for name, thing in vars(module).items():
        members = {f"{name}.{n}": m for n, m in vars(thing).items()} if inspect.isclass(thing) else {name: thing}
        for full, member in members.items():
            outer = getattr(member, "__func__", member)
            plain = inspect.unwrap(outer)
            is_own = isinstance(plain, FunctionType) and plain.__module__ == module.__name__
            if is_own and (rules_of(outer) or rules_of(plain)):
                yield full, plain


def rule_function(name: str, function: FunctionType) -> RuleFunction:
    code = function.__code__
    body = frozenset(line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno)
    return RuleFunction(name, str(Path(code.co_filename).resolve()), body)


def rule_functions() -> tuple[RuleFunction, ...]:
    return tuple(rule_function(f"{m.__name__}.{name}", f) for m in modules() for name, f in marked_in(m))


def forget_what_is_cached() -> None:
    """Empty every cache of our functions, so that each part of a measurement runs what it needs."""
    for thing in gc.get_objects():
        if isinstance(thing, functools._lru_cache_wrapper) and str(thing.__module__).startswith(PACKAGES):
            thing.cache_clear()


def reached_in(parts: dict[str, Callable[[], object]]) -> dict[str, frozenset[str]]:
    """For each part, run as a context of its own, the names of the rule functions that it reaches."""
    ours = [f"{Path(str(sys.modules[name].__file__)).parent}/*" for name in PACKAGES]
    measured = coverage.Coverage(data_file=None, config_file=False, include=ours)
    measured.start()
    try:
        for context, run in parts.items():
            forget_what_is_cached()
            measured.switch_context(context)
            run()
    finally:
        measured.stop()
    data, functions = measured.get_data(), rule_functions()
    found: dict[str, frozenset[str]] = {}
    for context in parts:
        data.set_query_context(context)
        lines = {file: frozenset(data.lines(file) or ()) for file in data.measured_files()}
        none: frozenset[int] = frozenset()
        found[context] = frozenset(f.name for f in functions if f.is_reached(lines.get(f.file, none)))
    return found


# --- the questions ---------------------------------------------------------------------------------------------------


def ask_the_shown_questions() -> None:
    chosen = conformance.parse_rules(CORE_RULES)
    cases = conformance.select(conformance.read_cases(conformance.case_files([CASES])), chosen)
    load = functools.cache(lambda variant, options=frozenset(): er.load(variant, options=options))
    outcomes = list(conformance.run_cases(cases, ask=er.ask, load=load, prefixes=VARIANTS))
    assert len(outcomes) > 300 and all(outcome.status == "passed" for outcome in outcomes)


# --- the games -------------------------------------------------------------------------------------------------------

# Clear ground south-east of Vouziers (16A:1828, 1829, 1929, 1930).
TARGET = er.hexref("16A:2130")
BATTLE = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 12-10(5-8) Pz XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 8-6(3-6) Inf XX 4, fr 8-6(3-6) Inf XX 5, fr 8-6(3-6) Inf XX 6
May II 40, Axis combat
"""
PANZERS = er.Attack(("ge 1 Pz XX", "ge 2 Pz XX"), TARGET)
FOOT = er.Attack(("ge 3 Inf XX",), TARGET)
MARCH = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:1929 ge TC 3-10 7, ge 3-8 Inf III 8, ge 3-8* Inf III 9
16A:2130 fr 2-6 Inf III 5
16A:2330 fr 5-6 Inf XX 6
May II 40, Axis movement
"""
FULL = "16A:2029 4x ge 7-6 Inf XX | May II 40, Axis movement"


def allied(position: str, nation: str) -> str:
    """A position with the French units of another nation."""
    return position.replace("fr ", f"{nation} ")


def settle(game: Game, *faces: int) -> None:
    """To the end of the order under way: these faces, then threes; the last suggestion to every decision."""
    rolls = list(faces)
    while not (isinstance(game.pending, er.Opening) and game.pending.name.endswith("phase")):
        if isinstance(game.pending, er.Roll):
            game.roll(*(rolls.pop(0) if rolls else 3 for _ in range(game.pending.dice)))
        elif isinstance(game.pending, er.Decision):
            game.decide(*game.pending.suggestions[-1])
        else:
            game.done()


def fight(rules: er.Ruleset, position: str) -> None:
    """An attack by panzers with every face of the die, and some by infantry; odds are asked for before."""
    for order, faces in ((PANZERS, range(1, 7)), (FOOT, range(2, 7, 2))):
        for face in faces:
            game = Game.start(rules, position, dice="manual")
            game.odds(order)
            game.submit(order)
            settle(game, face)
    assert game.rule_on_plan([PANZERS, FOOT]).refusals


def march(rules: er.Ruleset, position: str) -> None:
    """An overrun and a move, undone, saved, loaded and played again; then some phases pass."""
    game = Game.start(rules, position, seed=1)
    look_around(game)
    game.rule_on(er.LoadUnits("ge 7 TC", ("ge 9 Inf III",)))
    game.submit(er.Overrun(("ge 1 Pz XX",), TARGET))
    settle(game)
    before = game.save()
    game.submit(er.Move(("ge 2 Inf XX",), (er.hexref("16A:2028"),)))
    assert game.save() != before
    game.undo()
    assert Game.load(game.save(), rules).save() == er.replay(before, rules).save() == before
    for _ in range(4):
        settle(game)
        game.done()


def look_around(game: Game) -> None:
    for piece in game.state.pieces:
        game.describe_unit(piece)
    assert len(game.legal_moves("ge 2 Inf XX")) == len(game.destinations("ge 2 Inf XX"))
    for place in game.state.occupied():
        game.describe_hex(place)
    game.describe_turn()


def refuse_a_stack(rules: er.Ruleset) -> None:
    with pytest.raises(er.IllegalOrder, match="more than may stack"):
        Game.start(rules, FULL).done()


def fire_from_afar(rules: er.Ruleset) -> None:
    """Guns that reach two hexes fire with others beside the target, and not alone."""
    position = f"16A:2028 ge 5-1-R LRSgArt II 9 | {BATTLE}"
    game = Game.start(rules, position, dice="manual")
    assert game.rule_on(er.Attack(("ge 9 LRSgArt II",), TARGET)).refusals
    game.odds(er.Attack(("ge 9 LRSgArt II", "ge 3 Inf XX"), TARGET))


def look_for_trains(rules: er.Ruleset) -> None:
    """A unit beside an enemy rides where another one stays behind."""
    beside = rules.board.neighbors_of(er.hexref("17A:1604"))[0]
    position = f"17A:1604 fr 5-6 Inf XX 1, fr 5-6 Inf XX 2 | {beside} ge 7-6 Inf XX 3 | May II 40, Allied movement"
    assert rail_destinations("fr 1 Inf XX", Game.start(rules, position).state, rules)


def play_fall_of_france(rules: er.Ruleset) -> None:
    fight(rules, BATTLE)
    march(rules, MARCH)
    refuse_a_stack(rules)
    fire_from_afar(rules)
    look_for_trains(rules)
    game = Game.start(rules, BATTLE)
    assert game.controller("Belgium") == er.NEUTRAL
    assert game.allowance("French Atlantic") is not None
    game.describe_region("Maginot Line")


def play_second_front(rules: er.Ruleset) -> None:
    fight(rules, allied(BATTLE, "us"))
    march(rules, allied(MARCH, "us"))
    refuse_a_stack(rules)
    slip_away(rules)
    stay_in_the_theaters(rules)
    game = Game.start(rules, "box:Britain: br 7-8 Inf XX 1 [Canadian] | Jul I 43, Allied initial")
    settle_in_england(game)
    ask_about_places(game)


def slip_away(rules: er.Ruleset) -> None:
    """Commandos leave before the combat; who was named against them is not sent elsewhere."""
    position = "16A:2029 ge 7-6 Inf XX 1 | 16A:2130 br 1-8* Cdo II 2 | 16A:2129 br 1-6 Inf II 3 | Jul I 44, Axis combat"
    game = Game.start(rules, position, dice="manual")
    order = er.Attack(("ge 1 Inf XX",), TARGET)
    game.submit(order)
    while not isinstance(game.pending, er.Decision):
        game.done()
    game.decide("br 2 Cdo II")
    settle(game)
    assert "SF 9I" in map(str, game.rule_on(er.Attack(("ge 1 Inf XX",), er.hexref("16A:2129"))).citations)


def stay_in_the_theaters(rules: er.Ruleset) -> None:
    game = Game.start(rules, "16A:4401 ge 7-6 Inf XX 1 | Jul I 43, Axis movement")
    ruling = game.rule_on(er.Move(("ge 1 Inf XX",), (er.hexref("16A:4501"),)))
    assert "SF 3F" in map(str, ruling.citations)


def settle_in_england(game: Game) -> None:
    london = er.hexref("17A:0104")
    assert game.rule_on({"kind": "transfer", "units": ["br 1 Inf XX"], "to": "26:0829"}).refusals
    game.submit({"kind": "transfer", "units": ["br 1 Inf XX"], "to": london})
    assert game.state.piece("br 1 Inf XX").place == london
    assert game.describe_hex(london).major_city == "London"


def ask_about_places(game: Game) -> None:
    assert game.describe_place("Corsica").place.island == "Corsica"
    assert game.describe_region("Benelux").cities.major_city
    assert game.rule_on_keeping_forces("MTO", "ETO").allowed


@functools.cache
def loaded(variant: str, *options: str) -> er.Ruleset:
    rules = er.load(variant, options=options)
    assert rules.board.hexes
    return rules


def play_all() -> None:
    play_fall_of_france(loaded("fof"))
    play_second_front(loaded("sf"))


# --- tests -----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def reached() -> dict[str, frozenset[str]]:
    loaded("fof"), loaded("sf")
    return reached_in({"questions": ask_the_shown_questions, "game": play_all})


def test_every_rule_function_that_answers_a_question_is_reached_through_a_game(
    reached: dict[str, frozenset[str]],
) -> None:
    assert len(reached["questions"]) > 100
    assert sorted(reached["questions"] - reached["game"]) == []


ODDS = "europa_rules.ground.combat.reckon_odds"
STEPS = "europa_rules.campaign.sequence.player_turn_steps"


def test_a_rule_that_no_game_reaches_would_be_found() -> None:
    """The measure itself: a question about odds, and a game in which nobody fights."""
    fof = loaded("fof")
    parts: dict[str, Callable[[], object]] = {
        "question": lambda: er.ask({"ask": "reckon", "what": "odds", "attack": 28, "defense": 7}, fof),
        "game": lambda: Game.start(fof, BATTLE),
    }
    found = reached_in(parts)
    assert ODDS in found["question"] and ODDS not in found["game"]


def test_what_is_cached_counts_for_every_part_that_needs_it() -> None:
    fof = loaded("fof")
    found = reached_in({"one": lambda: Game.start(fof, BATTLE), "two": lambda: Game.start(fof, BATTLE)})
    assert STEPS in found["one"] and STEPS in found["two"]


def test_being_imported_is_not_being_reached() -> None:
    """The head of a function runs when its module is imported; only its body counts."""
    file = str(sys.modules["europa_rules.ground.combat"].__file__)
    assert ODDS in {function.name for function in rule_functions()}
    found = reached_in({"import": lambda: runpy.run_path(file, run_name="europa_rules.ground.combat")})
    assert found["import"] == frozenset()
