"""Suites that any variant can run on itself: that it loads, agrees with its neighbours, explains itself, and plays.

A test module of the variant takes them in by `from europa_rules.testing.suites import *`; a `conftest.py` names the
variant (see `europa_rules.testing.plugin`) and may give other `situations` to reckon and another `start` to play from.
Cases, golden games and what its author has approved lie in folders beside that module.
"""

from __future__ import annotations

import ast
import doctest
import inspect
import pkgutil
import random
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from attrs import evolve

from europa_rules.approval import (
    RULES,
    Rules,
    RulesPlayed,
    accepted_answers,
    accepted_game,
    accepted_rules,
    answers_file,
    differences_between,
    options_together,
    rules_of_variant,
    shared_rules,
)
from europa_rules.building.ruleset_building import CONTRIBUTING
from europa_rules.calculators import odds
from europa_rules.checks import check_paths
from europa_rules.citations import Citation
from europa_rules.conformance import PRINTED_MAP, disputed_beside, read_cases, run_cases
from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules.errors import EuropaError, PluginError, is_misspelt, nearest
from europa_rules.frozenmap import FrozenMap
from europa_rules.game import Game, replay
from europa_rules.ground.destinations import destinations
from europa_rules.ground.supply_sources import SUPPLY_SOURCES, SupplySource
from europa_rules.ground.supply_view import view_of
from europa_rules.ledger import Reckoning
from europa_rules.loading import load
from europa_rules.matrix import load_matrix
from europa_rules.numbers import exact
from europa_rules.orders import order_kinds
from europa_rules.orders_of_battle.reading import parse_ob
from europa_rules.orders_of_battle.writing import write_ob
from europa_rules.permissions import Ruling
from europa_rules.players.drawing import Table, draw_order
from europa_rules.players.fuzzing import fuzz_game, thinned
from europa_rules.playthroughs import first_difference, parse_playthrough, play_through
from europa_rules.plugins import ASKED_WITHOUT_A_VARIANT, PluginRecord, ask_plugins, find_plugins, variants_of
from europa_rules.position import parse_position, write_position
from europa_rules.questions import Answer, ask
from europa_rules.ruleset import Ruleset
from europa_rules.setting_up import position_of, set_up_faults
from europa_rules.slots import DEPLOYMENT, MODIFIER_SLOTS, PROHIBITION_SLOTS, SOURCE_SLOTS
from europa_rules.state import GameState
from europa_rules.testing.plugin import folder_of

Contribution = Modifier | Prohibition | Source | StepContribution

PIECES = 12
"""How many pieces of each side a game of these suites has."""

SITUATIONS = (
    "14-10 Pz XX, 7-6 Inf XX vs 6-6 Inf XX in woods",
    "3x 7-6 Inf XX vs 2-6 Inf III in clear across river",
    "7-6 Inf XX vs 3x 6-6 Inf XX in rough",
)

SLOWER = 5
"""How many times as long as in the game that it changes a variant may take to find where units can go."""

CHOSEN = ("option: ", "ruling: ", "scenario: ", "question: ")
"""What a plugin may give to games of others, since it changes nothing by itself."""

EXAMPLES = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
"""How freely what an example gives may be written: `...` for anything, and blanks as one likes."""

LEAST = 10_000_000
"""Nanoseconds below which it does not matter."""


@pytest.fixture(scope="module")
def situations() -> Sequence[str]:
    """Attacks to reckon off the board."""
    return SITUATIONS


@pytest.fixture(scope="module")
def start(rules: Ruleset) -> GameState:
    """The state from which games are played: the variant's first scenario, with a few pieces of each side."""
    own = [scenario.id for scenario in rules.scenarios.values() if scenario.variant == rules.variant.id]
    names = own or rules.scenario_ids
    states = (position_of(rules.scenario(name), rules) for name in names)
    ready = next((state for state in states if state.moment.phase != DEPLOYMENT), None)
    assert ready is not None, (
        f"no scenario begins with all forces in place; give a fixture `start`, or mend '{names[0]}':"
        f" {set_up_faults(names[0], rules)}"
    )
    return thinned(ready, PIECES, "suite")


@pytest.fixture(scope="module")
def rulesets(variant: str) -> Rules:
    """The variant's rules with options, each loaded once."""
    return rules_of_variant(variant)


@pytest.fixture(scope="module")
def rules_played() -> RulesPlayed:
    """The rules by which playthroughs are played, each loaded once."""
    return shared_rules()


@pytest.fixture(scope="module")
def record(rules: Ruleset) -> PluginRecord:
    """The plugin that brings the variant, as it was found."""
    records = {found.name: found for found in find_plugins()}
    return records[next(name for name, given in variants_of(tuple(records.values())) if given.id == rules.variant.id)]


@pytest.fixture(scope="module")
def plugin(record: PluginRecord) -> ModuleType:
    """The module of the plugin."""
    return import_module(record.entry_point.partition(":")[0])


@pytest.fixture(scope="module")
def contributions(record: PluginRecord, variant: str) -> tuple[Contribution, ...]:
    """What the plugin contributes to the variant."""
    answers = ask_plugins([record], [variant], CONTRIBUTING)
    return tuple(item for hook in CONTRIBUTING for _, item in answers[hook])


# --- loading ---------------------------------------------------------------------------------------------------------


def test_the_variant_loads_without_a_failed_plugin(rules: Ruleset) -> None:
    """It loads, and no plugin that is installed has failed."""
    assert [str(record) for record in rules.plugins if not record.loaded] == []


def test_each_option_loads_alone_and_with_all_that_it_allows(rules: Ruleset, variant: str) -> None:
    """Each option, with those that it needs; and as many at once as exclude one another nowhere."""
    for name, option in rules.known_options.items():
        load(variant, options=[name, *option.requires])
    together = options_together(rules)
    assert load(variant, options=together).options == frozenset(together)


def test_the_bundled_games_load_beside_it(record: PluginRecord) -> None:
    """The other games load with its plugin there, and stay as they are, but for what may be chosen."""
    brought = variants_of(find_plugins())
    for _, other in brought:
        rules = load(other.id)
        assert rules.variant.id == other.id
        if record.name in {name for name, given in brought for own in rules.lineage if given.id == own.id}:
            continue
        given = [what for what in rules.given_by(record.name) if not what.startswith(CHOSEN)]
        hint = "let its hooks give nothing for other games: `return RULES if variant == ID else []`"
        assert given == [], f"plugin '{record.name}' changes '{other.id}' by {', '.join(given)}; {hint}"


def test_each_hook_answers(record: PluginRecord, variant: str) -> None:
    """Each hook takes the id of a game, where it is asked for one, and gives something back for the variant."""
    for hook in record.hooks:
        function = getattr(record.plugin, hook)
        words = [] if hook in ASKED_WITHOUT_A_VARIANT else [variant]
        assert len(inspect.signature(function).parameters) == len(words), (
            f"{hook} of plugin '{record.name}' has to be a function of ({'variant' if words else ''})"
        )
        assert function(*words) is not None, f"{hook} of plugin '{record.name}' gives None; is its `return` missing?"


def test_the_order_of_plugins_makes_no_difference(rules: Ruleset, variant: str) -> None:
    """The manifest is the same in whatever order the plugins come: each first, each last, each before each other."""
    for order in _orders([record.name for record in find_plugins() if record.loaded]):
        assert _given(load(variant, plugins=order)) == _given(rules), f"otherwise with the plugins {', '.join(order)}"


def _orders(names: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """Each rotation of names and its reverse, each order once.

    >>> ["".join(order) for order in _orders("abcd")]
    ['abcd', 'dcba', 'bcda', 'adcb', 'cdab', 'badc', 'dabc', 'cbad']
    >>> ["".join(order) for order in _orders("ab")]
    ['ab', 'ba']
    """
    rotations = [(*names[n:], *names[:n]) for n in range(len(names))]
    return tuple(dict.fromkeys(order for turned in rotations for order in (turned, turned[::-1])))


def _given(rules: Ruleset) -> object:
    manifest = rules.manifest()
    return {**manifest, "plugins": sorted(manifest["plugins"], key=lambda plugin: str(plugin["name"]))}


# --- data and contributions ------------------------------------------------------------------------------------------


def test_its_data_are_clean(rules: Ruleset, plugin: ModuleType) -> None:
    """`europa check` finds no fault in its folder."""
    folder = Path(inspect.getfile(plugin)).parent
    faults = [str(fault) for checked in check_paths([folder], rules) for fault in checked.faults]
    assert faults == []


def test_every_contribution_cites_a_rule_and_stands_in_a_slot(contributions: Sequence[Contribution]) -> None:
    """Each names a rule with its book, one that there is in the books of the series, and a slot that some room asks."""
    slots = {Modifier: MODIFIER_SLOTS, Prohibition: PROHIBITION_SLOTS, Source: SOURCE_SLOTS}
    matrix = load_matrix()
    for given in contributions:
        assert given.by, f"{given.name} cites no rule"
        assert all(isinstance(citation, Citation) for citation in given.by), f"{given.name}: {given.by}"
        for rule in given.by:
            there = rule.book not in matrix.books or matrix.exists(rule)
            assert there, f"{given.name}: there is no {rule}; the nearest is {matrix.nearest(str(rule)) or 'none'}"
        if not isinstance(given, StepContribution):
            assert given.slot in slots[type(given)], f"{given.name}: no room asks the slot {given.slot!r}"


def test_every_rule_of_its_own_is_named_by_a_test(
    contributions: Sequence[Contribution], request: pytest.FixtureRequest
) -> None:
    """Each rule that is in no book of the series ("Marita 4") is named by a test beside this one."""
    books = load_matrix().books
    own = sorted({rule for given in contributions for rule in given.by if rule.book not in books})
    tests = Path(str(request.module.__file__)).parent.rglob("*.py") if own else ()
    words = "\n".join(file.read_text(encoding="utf-8") for file in tests)
    untested = [str(rule) for rule in own if not _is_named(rule, words)]
    hint = "write one (`by=` in an assert of the kit names the rule), or mend the number"
    assert untested == [], f"no test names {', '.join(untested)}; {hint}"


def _is_named(rule: Citation, words: str) -> bool:
    """Whether a text names a rule, as "Marita 4" or as in `test_marita_4_...`."""
    form = rf"(?<![A-Za-z0-9]){re.escape(rule.book)}[ _]{re.escape(rule.number)}(?![A-Za-z0-9])"
    return re.search(form, words, re.IGNORECASE) is not None


def test_no_two_contributions_have_one_name(contributions: Sequence[Contribution]) -> None:
    """Ledgers and refusals tell rules apart by name: in one slot, each has its own."""
    places = [(_slot(given), given.name, given.gate) for given in contributions]
    twice = sorted({f"{name} ({slot})" for slot, name, gate in places if places.count((slot, name, gate)) > 1})
    assert twice == [], f"given twice: {', '.join(twice)}"


def _slot(given: Contribution) -> str:
    return given.procedure if isinstance(given, StepContribution) else given.slot


def test_its_supply_sources_are_hexes_of_the_map(
    contributions: Sequence[Contribution], rules: Ruleset, start: GameState
) -> None:
    """Each supply source is one, and where it is now there is a hex of the map, for either side."""
    sources = [given for given in contributions if isinstance(given, Source) and given.slot == SUPPLY_SOURCES]
    for side in rules.variant.sides if sources else ():
        view = view_of(side, start, rules)
        for given in sources:
            assert isinstance(given.value, SupplySource), f"{given.name}: {given.value!r} is no SupplySource"
            strange = [ref for ref in given.value.where(view) if ref not in rules.board]
            assert strange == [], f"{given.name}: {strange} are no hexes of the map"


def test_words_that_its_code_compares_are_spelt_right(plugin: ModuleType, rules: Ruleset) -> None:
    """No text that the code in its folder compares with is a terrain, weather, unit type or phase with a typo."""
    rows = rules.charts.terrain_effects.mps
    known = {*(word for terrain, weather, _ in rows for word in (terrain, weather)), *rules.types.types, *rules.moments}
    for file in sorted(Path(inspect.getfile(plugin)).parent.rglob("*.py")):
        for line, word in _compared(file.read_text(encoding="utf-8")):
            near = "" if word in known else nearest(word, known)
            misspelt = bool(near) and is_misspelt(word, near)
            assert not misspelt, (
                f"{file.name}, line {line}: {word!r} is nothing that is compared; did you mean {near!r}?"
            )


def _compared(code: str) -> Iterator[tuple[int, str]]:
    """The texts that code compares something with, each with its line."""
    for compared in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Compare)):
        for node in ast.walk(compared):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.lineno, node.value


def test_its_code_and_data_are_described(plugin: ModuleType, contributions: Sequence[Contribution]) -> None:
    """The plugin has a docstring, its prohibitions say why, and its functions what they do."""
    assert (plugin.__doc__ or "").strip(), f"{plugin.__name__} has no docstring"
    for name, function in vars(plugin).items():
        if inspect.isfunction(function) and function.__module__ == plugin.__name__ and not name.startswith("_"):
            assert (function.__doc__ or "").strip(), f"{plugin.__name__}.{name} has no docstring"
    for given in contributions:
        if isinstance(given, Prohibition):
            assert given.why, f"{given.name} does not say why"


def test_the_examples_in_its_code_come_out(plugin: ModuleType) -> None:
    """Each example in a docstring of its modules gives what is written there."""
    wrong: list[str] = []
    runner = doctest.DocTestRunner(optionflags=EXAMPLES)
    for module in _modules(plugin):
        for examples in doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__):
            runner.run(examples, out=wrong.append)
    assert not wrong, "\n".join(wrong)


def _modules(plugin: ModuleType) -> Iterator[ModuleType]:
    """The plugin, and all modules of the package in which it is."""
    package = import_module(plugin.__package__) if plugin.__package__ else plugin
    yield package
    for found in pkgutil.walk_packages(getattr(package, "__path__", ()), f"{package.__name__}."):
        if not found.name.endswith(".__main__"):
            yield import_module(found.name)


def test_its_orders_of_battle_read_and_write_the_same(rules: Ruleset) -> None:
    """Each order of battle is written and read back equal."""
    for name in rules.orders_of_battle:
        ob = rules.orders_of_battle[name]
        assert parse_ob(write_ob(ob), name, rules.types) == ob


# --- answers ---------------------------------------------------------------------------------------------------------


def test_ledgers_come_to_what_they_say(rules: Ruleset, situations: Sequence[str]) -> None:
    """Every ledger, worked out again from its lines and from its plain data, comes to its value."""
    for situation in situations:
        for ledger in _ledgers(situation, rules):
            assert ledger.reevaluate() == ledger.value, ledger.tree()
            assert Reckoning.from_json(ledger.to_json()) == ledger


def _ledgers(situation: str, rules: Ruleset) -> Iterator[Reckoning]:
    found = odds(situation, rules)
    yield from (found.odds.attack, found.odds.defense, found.modifiers.total)


def test_reckonings_are_exact(rules: Ruleset, situations: Sequence[str]) -> None:
    """No reckoning holds a floating-point number."""
    for situation in situations:
        for ledger in _ledgers(situation, rules):
            assert ledger.value == exact(ledger.value)


def test_refusals_are_explained(rules: Ruleset, start: GameState) -> None:
    """Orders drawn at random are refused with a reason and a rule, or allowed."""
    game = Game.start(rules, start, seed="suite")
    table = Table(random.Random("suite"), game.state.phasing, game.state, rules)
    for kind in order_kinds(rules).values():
        for _ in range(5):
            order = draw_order(kind, table)
            ruling = _ruling(order, table, game)
            for refusal in ruling.refusals if ruling is not None else ():
                assert refusal.why.strip(), f"{kind.name}: a refusal without a reason"
                assert refusal.by, f"{kind.name}: {refusal.why!r} cites no rule"


def _ruling(order: object, table: Table, game: Game) -> Ruling | None:
    """What the rules say of an order; None where nothing is drawn, or the order names what there is not."""
    try:
        return game.rule_on(order, table.side) if order is not None else None
    except PluginError:
        raise
    except EuropaError:
        return None


def test_positions_read_and_write_the_same(rules: Ruleset, start: GameState) -> None:
    """The start is written as a position and read back equal."""
    assert parse_position(write_position(start, rules), rules) == start


def test_its_cases_come_out(
    request: pytest.FixtureRequest, case_file: Path | None, rulesets: Rules, variant: str
) -> None:
    """Each case of its folder `cases` has the answer expected, and ledgers that add up.

    A case that no question handler takes fails as well, but for those in files that the test module names in `LATER`.
    """
    cases = read_cases([case_file]) if case_file else ()
    disputed = disputed_beside([case_file]) if case_file else {}
    results = run_cases(
        cases,
        ask=_asked,
        load=lambda _, options: rulesets(options),
        prefixes={},
        game=variant,
        supplied={PRINTED_MAP},
        disputed=disputed,
    )
    may_wait = case_file is not None and case_file.stem in getattr(request.module, "LATER", ())
    wrong = {"failed"} if may_wait else {"failed", "unhandled"}
    assert [f"{result.id}: {result.reason}" for result in results if result.status in wrong] == []


def _asked(question: Mapping[str, object], rules: Ruleset) -> Answer:
    """The answer, with every ledger worked out again."""
    answer = ask(question, rules)
    for label, ledger in answer.ledgers:
        assert ledger.reevaluate() == ledger.value, f"{label}: {ledger.tree()}"
    return answer


# --- play ------------------------------------------------------------------------------------------------------------


def test_random_play_breaks_nothing(rules: Ruleset, start: GameState) -> None:
    """A game turn between random players ends without a fault, and the save loads as the game."""
    played = fuzz_game(rules, start, "suite", turns=1)
    assert played.failure is None, str(played.failure)


def test_a_game_replays_to_the_same(rules: Ruleset, start: GameState) -> None:
    """A game played again from its save comes to the same events and the same state."""
    played = fuzz_game(rules, start, "replayed", turns=1)
    assert played.failure is None, str(played.failure)
    again = replay(played.save, rules)
    assert again.save() == played.save


def test_its_golden_games_come_out_the_same(golden_game: Path | None, variant: str, rules_played: RulesPlayed) -> None:
    """Each playthrough of its folder `golden`, played again, comes out as it was recorded.

    One of another game that is installed belongs to that game's own suites.
    """
    recorded = golden_game.read_text(encoding="utf-8") if golden_game else ""
    script = parse_playthrough(recorded) if recorded else None
    if script and script.head["game"] == variant:
        assert first_difference(recorded, play_through(recorded, rules_played(script))) == ""
    elif script:
        known = {given.id for _, given in variants_of(find_plugins())}
        assert script.head["game"] in known, (
            f"{golden_game}: a game of {script.head['game']!r}, which is not installed; {sorted(known)} are"
        )


def test_it_is_not_much_slower_than_the_game_it_changes(rules: Ruleset, start: GameState) -> None:
    """Finding where its units can go takes no more than a few times as long as in the game that it changes.

    A game that changes none has nothing to be compared with, and passes.
    """
    if not rules.variant.extends:
        return
    base = load(rules.variant.extends)
    known = {i: piece for i, piece in start.pieces.items() if piece.unit.type in base.types.types}
    bare = evolve(start, pieces=FrozenMap(known), record=FrozenMap())
    assert _nanoseconds(rules, bare) < SLOWER * max(_nanoseconds(base, bare), LEAST)


def _nanoseconds(rules: Ruleset, state: GameState) -> int:
    pieces = [piece.id for piece in state.pieces.values() if piece.side == state.phasing]
    for name in pieces[:1]:
        destinations(name, state, rules)
    began = time.process_time_ns()
    for name in pieces:
        destinations(name, state, rules)
    return time.process_time_ns() - began


# --- what its author has approved ------------------------------------------------------------------------------------


def test_its_rules_are_as_approved(request: pytest.FixtureRequest, variant: str) -> None:
    """Options, readings, subjects, contributions and charts are those in its folder `approved`, where it has one."""
    approved = folder_of(request.module, "APPROVED") / RULES
    if approved.is_file():
        _compare(approved, accepted_rules(variant))


def test_its_answers_are_as_approved(request: pytest.FixtureRequest, case_file: Path | None, rulesets: Rules) -> None:
    """Each value, figure and rule in the answers to its cases is as in its folder `approved`, where it has one."""
    folder = folder_of(request.module, "APPROVED")
    if case_file and folder.is_dir():
        _compare(folder / answers_file(case_file), accepted_answers(case_file, rulesets))


def test_its_games_come_out_as_approved(approved_game: Path | None, rules_played: RulesPlayed) -> None:
    """Each game of its folder `approved` comes to the same events, figures and position."""
    if approved_game:
        _compare(approved_game, accepted_game(approved_game.read_text(encoding="utf-8"), rules_played))


def _compare(approved: Path, now: str) -> None:
    """Fail with the lines that differ; who means the change has them written anew."""
    before = approved.read_text(encoding="utf-8") if approved.is_file() else ""
    lines = differences_between(before, now)
    assert not lines, "\n".join([*lines, f"If this is meant: europa approve --help; file {approved}"])
