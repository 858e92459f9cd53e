"""What the author of a variant has accepted: its charts, its contributions and its answers, as lines of text.

Needs a variant, and cases to answer; gives texts without any wording that may be polished, which a suite compares with
those in the author's folder, so that no rule changes unseen. `europa approve` writes them anew.
"""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import lru_cache, partial
from itertools import groupby, pairwise, zip_longest
from pathlib import Path
from typing import Protocol

from attrs import evolve, fields, has

from europa_rules.charts.chart import Chart
from europa_rules.citations import Citation
from europa_rules.conformance import Case, read_cases
from europa_rules.contributions import ChartFolder
from europa_rules.errors import DataError, EuropaError, Fault, UnknownName, UnknownQuestion
from europa_rules.game import Game
from europa_rules.game_log import LogEntry
from europa_rules.loading import load
from europa_rules.order_notation import write_texts
from europa_rules.plain_data import read_toml_file
from europa_rules.players.fuzzing import thinned
from europa_rules.players.player import for_turns, play_on
from europa_rules.players.random_player import RandomPlayer
from europa_rules.playthroughs import Playthrough, parse_playthrough, playthrough_of, told
from europa_rules.plugins import ask_plugins, find_plugins
from europa_rules.position import write_position
from europa_rules.question_words import FOR
from europa_rules.questions import Handler, ask, name_of
from europa_rules.ruleset import Ruleset, Variant
from europa_rules.setting_up import position_of
from europa_rules.slots import DEPLOYMENT
from europa_rules.survey import digest, evenly, figures, figures_in, survey

RULES = "rules.txt"
"""The file of what `accepted_rules` tells; beside it stands one of answers for each file of cases."""

LONGEST = 600
"""Characters of a line that differs, as it is told."""

_HOOKS = ("modifiers", "prohibitions", "sources", "steps", "order_kinds", "fact_kinds")


def accepted(variant: str, cases: Iterable[Path], games: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Everything that an author accepts, each with the name of its file: the rules, answers to files of cases, games.

    games: playthroughs by the name of their file; an empty one is drawn, and so is one whose orders are refused now.
    Raises NotationError for another one (`game-NAME.txt`) whose orders are refused now.
    """
    rules, played = rules_of_variant(variant), shared_rules()
    yield RULES, accepted_rules(variant)
    yield from ((answers_file(file), accepted_answers(file, rules)) for file in cases)
    for number, (name, text) in enumerate(games.items(), 1):
        try:
            yield name, accepted_game(text, played)
        except EuropaError:
            if not name.removeprefix("game-").removesuffix(".txt").isdigit():
                raise
            yield name, accepted_game(drawn_game(variant, number), played)


def answers_file(cases: Path) -> str:
    """The name of the file with the answers to a file of cases."""
    return f"{cases.stem}.txt"


# --- the rules -------------------------------------------------------------------------------------------------------


def accepted_rules(variant: str) -> str:
    """The options, readings, subjects, scenarios, contributions and charts of a variant, one on a line.

    Of a variant that changes another one, only what it has besides, and what is gone.

    >>> [line for line in accepted_rules("fof").splitlines() if line.startswith("chart success results.s")]
    ['chart success results.success: S']
    """
    rules = load(variant)
    lines = list(_rules(rules))
    base = list(_rules(load(rules.variant.extends))) if rules.variant.extends else []
    gone = (f"gone: {line}" for line in _besides(base, lines))
    return "".join(f"{line}\n" for line in (*_besides(lines, base), *gone))


def _rules(rules: Ruleset) -> Iterator[str]:
    parts = (
        _variant(rules.variant),
        _open_points(rules),
        _subjects(rules),
        _set_ups(rules),
        _contributions(rules),
        _charts(rules),
    )
    return (line for part in parts for line in part)


def _besides(lines: Iterable[str], known: Iterable[str]) -> list[str]:
    """Lines that are not among the known ones, each once."""
    left_out = frozenset(known)
    return [line for line in dict.fromkeys(lines) if line not in left_out]


def _variant(variant: Variant) -> Iterator[str]:
    yield f"variant {_told(variant)}"


def _open_points(rules: Ruleset) -> Iterator[str]:
    for name, option in sorted(rules.known_options.items()):
        yield f"option {name}: {_told(option)}"
    for name, point in sorted(rules.points.items()):
        yield f"ruling {name}: {point.default} of {', '.join(reading.name for reading in point.readings)}"


def _subjects(rules: Ruleset) -> Iterator[str]:
    return (f"subject {name}: {by}" for name, by in sorted(rules.subjects.items()))


def _set_ups(rules: Ruleset) -> Iterator[str]:
    yield from (f"scenario {name}" for name in sorted(rules.scenarios))
    yield from (f"order of battle {name}" for name in sorted(rules.orders_of_battle))


def _contributions(rules: Ruleset) -> Iterator[str]:
    """What plugins give, also with options and readings that are not in use; and the order of the steps that are."""
    answers = ask_plugins(find_plugins(), [variant.id for variant in rules.lineage])
    for hook in _HOOKS:
        yield from sorted(f"{hook} of {plugin}: {_told(item)}" for plugin, item in answers[f"europa_{hook}"])
    for name in sorted(rules.questions):
        yield f"question {name}: {_told(rules.questions[name])}"
    for _, folder in answers["europa_charts"]:
        yield from _folder(folder)
    for _, types in answers["europa_unit_types"]:
        yield from _folder(ChartFolder(types))


def _folder(folder: ChartFolder) -> Iterator[str]:
    """The cells of charts that an option or a reading lays over the others."""
    files = sorted((file for file in folder.path.iterdir() if file.name.endswith(".toml")), key=lambda file: file.name)
    for file in files:
        yield f"chart {file.name.removesuffix('.toml')} where {_told(folder.gate)}: {_told(read_toml_file(file))}"


def _charts(rules: Ruleset) -> Iterator[str]:
    """The cells of the charts, row by row."""
    for name, chart in sorted(rules.charts.sheets.items()):
        yield from _rows(name, chart)
    for name, type_ in sorted(rules.types.types.items()):
        yield f"unit type {name}: {_told(type_)}"


def _rows(name: str, chart: Chart) -> Iterator[str]:
    cells = sorted((path, cell.value) for path, cell in chart.cells.items() if path[0] != "fields")
    for row, some in groupby(cells, key=lambda cell: cell[0][:2]):
        told = ", ".join(f"{'.'.join(path[len(row) :])} {_told(value)}".strip() for path, value in some)
        yield f"chart {name} {'.'.join(row)}: {told}"


_WORDS = frozenset(
    {"title", "why", "possible", "told", "folder", "version", "openings_text", "summary", "doc", "words"}
)
"""Fields that hold wording, or say where something lies."""


def _told(value: object) -> str:
    """A value in a line, the same in every process: functions and files by their names."""
    value = inspect.unwrap(value) if callable(value) else value
    match value:
        case str() | Citation() | Path():
            return value.name if isinstance(value, Path) else str(value)
        case partial():
            return f"{_told(value.func)} with {_told((*value.args, *sorted(value.keywords.items())))}"
        case Mapping():
            return f"{{{', '.join(sorted(f'{_told(key)} {_told(inner)}' for key, inner in value.items()))}}}"
        case Set():
            return f"{{{', '.join(sorted(map(_told, value)))}}}"
        case Sequence():
            return f"({', '.join(map(_told, value))})"
    kind: type = type(value)
    if has(kind):
        given = ((field.name, getattr(value, field.name)) for field in fields(kind))
        return "; ".join(f"{name} {_told(inner)}" for name, inner in given if _is_told(name, inner))
    if callable(value):
        return f"{getattr(value, '__qualname__', type(value).__name__)}"
    return str(value) if isinstance(value, int) or value is None else repr(value)


def _is_told(name: str, value: object) -> bool:
    return name not in _WORDS and value is not None and value not in ("", (), False)


# --- the answers -----------------------------------------------------------------------------------------------------


class Rules(Protocol):
    """The rules of a variant with options."""

    def __call__(self, options: frozenset[str], *, is_read_otherwise: bool = False) -> Ruleset:
        """The rules; by other readings of the open points where they are read otherwise."""
        ...


def rules_of_variant(variant: str) -> Rules:
    """The rules of a variant, with each set of options loaded once.

    >>> rules = rules_of_variant("fof")
    >>> rules(frozenset()) is rules(frozenset())
    True
    """

    @lru_cache
    def rules(options: frozenset[str], *, is_read_otherwise: bool = False) -> Ruleset:
        found = load(variant, options=options)
        return load(variant, options=options, rulings=other_readings(found)) if is_read_otherwise else found

    return rules


def other_readings(rules: Ruleset) -> dict[str, str]:
    """Of each open point another reading than its default: the last that may be picked.

    >>> other_readings(load("sf"))["sf-10I-german-date"]
    'jul-43'
    """
    offered = {
        name: [reading.name for reading in point.readings if reading.name != point.default and not reading.not_offered]
        for name, point in rules.points.items()
    }
    return {name: readings[-1] for name, readings in offered.items() if readings}


def accepted_answers(cases: Path, rules: Rules) -> str:
    """The answers to the cases of a file, with the figures of their reckonings and the rules that they cite.

    A case whose question nobody answers has no line. Further lines have a hash of the answers to questions nearby; the
    answer by other readings of the open points, where it is another; and, of the first case about a thing, a hash of
    the answers to it with each of the facts that may be stated.
    """
    lines: list[str] = []
    by_subject: dict[str, list[Case]] = {}
    known = read_cases([cases])
    for case in known:
        by_subject.setdefault(_subject(case.question), []).append(case)
    for case in known:
        if told := _answer(case.question, case, rules):
            lines.append(f"{case.id}: {told}")
            lines.extend(_answers_beside(case, told, by_subject[_subject(case.question)], rules))
    return "".join(f"{line}\n" for line in lines)


def _answers_beside(case: Case, told: str, alike: Sequence[Case], rules: Rules) -> Iterator[str]:
    """What is answered to questions beside that of a case; alike: all cases about the same thing."""
    near = nearby(case.question, [other.question for other in alike])
    yield f"{case.id} nearby: {digest(_answer(question, case, rules) for question in near)}"
    otherwise = "" if case.options else _answer(case.question, case, partial(rules, is_read_otherwise=True))
    if otherwise not in ("", told):
        yield f"{case.id} read otherwise: {otherwise}"
    if case is alike[0]:
        further = with_other_facts(case.question, rules(case.options))
        yield f"{case.id} with other facts: {digest(_answer(question, case, rules) for question in further)}"


NEARBY = 60
"""How many questions nearby are asked of each case."""

OTHER_FACTS = 120
"""How many questions with one other fact are asked of the first case about each thing."""

LONGEST_RATING = 8
"""Characters of a text at most in which numbers are changed: of a rating, "12-8" or "7F5", not of a hex or a date."""

_NUMBER = re.compile(r"\d+")

_HEAD = ("ask", "what", "query")
"""What a question is about."""

Question = Mapping[str, object]
Words = Mapping[str, Sequence[object]]
"""The values that questions about the same thing have for a fact."""


def _subject(question: Question) -> str:
    """What a question is about; "" for one that is none."""
    try:
        return name_of(question)
    except EuropaError:
        return ""


def with_other_facts(question: Question, rules: Ruleset) -> list[dict[str, object]]:
    """A question with one of the facts that its handler knows: a flag or a number put in, or one of the words for it.

    At most `OTHER_FACTS`, evenly drawn from all.

    >>> from europa_rules import load
    >>> with_other_facts({"ask": "reckon", "what": "odds", "attack": 3, "defense": 1}, load("fof"))[0]
    {'ask': 'reckon', 'what': 'odds', 'attack': 3, 'defense': 1, 'actor': True}
    """
    handler = rules.questions.get(_subject(question))
    if not isinstance(handler, Handler):
        return []
    more: list[tuple[str, object]] = []
    for fact in sorted(handler.known - {"action", "do", "options", *_HEAD}):
        words = [word.split(FOR)[0] for word in handler.words.get(fact, ()) if word[:1] not in "*@"]
        more.extend((fact, value) for value in words or (() if fact in question else (True, 1, 3)))
    return [_put_in(fact, value, question) for fact, value in evenly(more, OTHER_FACTS)]


def _put_in(fact: str, value: object, question: Question) -> dict[str, object]:
    """A question with a fact put in, among those of its action where it has one."""
    action = question.get("action")
    if isinstance(action, Mapping):
        return {**question, "action": {**action, fact: value}}
    return {**question, fact: value}


def nearby(question: Question, others: Iterable[Question] = ()) -> list[dict[str, object]]:
    """Questions like another one: a fact left out, a number one more or less or none, a flag turned over.

    Numbers in ratings ("7F5") are changed as well.
    others: questions about the same thing; a fact may also have the value that it has there, or be put in.
    At most `NEARBY`, evenly drawn from all.

    >>> nearby({"ask": "reckon", "what": "odds", "attack": 3})
    [{'ask': 'reckon', 'what': 'odds'}, {'ask': 'reckon', 'what': 'odds', 'attack': 4}, \
{'ask': 'reckon', 'what': 'odds', 'attack': 2}, {'ask': 'reckon', 'what': 'odds', 'attack': 0}]
    """
    given = list(others)
    words: dict[str, list[object]] = {}
    for name, value in (fact for other in given for fact in _facts(other)):
        if value not in words.setdefault(name, []):
            words[name].append(value)
    further = [name for name in dict.fromkeys(name for other in given for name in other) if name not in question]
    found = [dict(changed) for changed in _changed(question, words) if isinstance(changed, Mapping)]
    return evenly([*found, *({**question, name: value} for name in further for value in words[name])], NEARBY)


def _facts(value: object) -> Iterator[tuple[str, object]]:
    """The facts in a value, also those within others, each with its name."""
    match value:
        case Mapping():
            for name, inner in value.items():
                if name not in _HEAD:
                    yield name, inner
                    yield from _facts(inner)
        case list():
            yield from (fact for inner in value for fact in _facts(inner))


def _changed(value: object, words: Words) -> Iterator[object]:
    """A value with one of the facts in it changed."""
    match value:
        case bool():
            yield not value
        case int():
            yield from dict.fromkeys(n for n in (value + 1, value - 1, 0) if n != value and n >= 0)
        case str() if len(value) <= LONGEST_RATING:
            for number in _NUMBER.finditer(value):
                for other in (int(number.group()) + 1, max(int(number.group()) - 1, 0)):
                    yield f"{value[: number.start()]}{other}{value[number.end() :]}"
        case Mapping():
            for name, inner in value.items():
                if name not in _HEAD:
                    yield {key: other for key, other in value.items() if key != name}
                    new = [*_changed(inner, words), *(word for word in words.get(name, ()) if word != inner)]
                    yield from ({**value, name: other} for n, other in enumerate(new) if other not in new[:n])
        case list():
            for i, inner in enumerate(value):
                yield from ([*value[:i], *new, *value[i + 1 :]] for new in ([], *([n] for n in _changed(inner, words))))


def _answer(question: Mapping[str, object], case: Case, rules: Rules) -> str:
    try:
        answer = ask(question, rules(case.options))
    except (UnknownQuestion, UnknownName):
        return ""
    except Exception as error:  # an odd question may break a handler: that it does is recorded as well
        return type(error).__name__
    plain = answer.to_json()
    values = {name: plain[name] for name in answer.values}
    cited, rests = (", ".join(map(str, part)) for part in (answer.citations, answer.rests_on))
    reckoned = "; ".join(f"{label} {figures(ledger)}" for label, ledger in answer.ledgers)
    ruled = figures_in("; ".join(ruling.words for ruling in answer.rulings))
    parts = (json.dumps(values, ensure_ascii=False, sort_keys=True), cited, rests, reckoned, ruled)
    return " | ".join(part for part in parts if part)


# --- games -----------------------------------------------------------------------------------------------------------

GAMES = ((30, 1, False), (30, 1, True), (12, 4, False), (12, 4, True))
"""The games that are drawn in turn: pieces of each side, game turns, and whether with all options that go together."""


def drawn_game(variant: str, number: int) -> str:
    """A game between random players as a playthrough: of the scenarios that can be begun at once, in turn.

    number: from 1; see `GAMES`. Raises DataError where the variant has no such scenario.
    """
    pieces, turns, with_options = GAMES[(number - 1) % len(GAMES)]
    rules = load(variant, options=options_together(load(variant)) if with_options else ())
    own = [scenario.id for scenario in rules.scenarios.values() if scenario.variant == rules.variant.id]
    states = [position_of(rules.scenario(name), rules) for name in own or rules.scenario_ids]
    ready = [state for state in states if state.moment.phase != DEPLOYMENT]
    if not ready:
        wanted = "a scenario with all forces in place, to draw games from"
        raise DataError([Fault(rules.variant.id, "scenarios", "none that can be begun at once", wanted)])
    seed = f"approved {number}"
    start = thinned(ready[number % len(ready)], pieces, seed)
    game = Game.start(rules, start, seed=seed, undo="replay")
    players = {side: RandomPlayer(side, seed) for side in rules.variant.sides}
    play_on(game, players, for_turns(turns, start.moment.turn))
    return playthrough_of(game)


def options_together(rules: Ruleset) -> tuple[str, ...]:
    """As many options at once as exclude one another nowhere, in their order, each with those that it needs."""
    together: list[str] = []
    for name, option in rules.known_options.items():
        if not any(name in rules.known_options[other].excludes or other in option.excludes for other in together):
            together.append(name)
    return tuple(together)


RulesPlayed = Callable[[Playthrough], Ruleset]
"""The rules by which a playthrough is played."""


def shared_rules() -> RulesPlayed:
    """The rules that playthroughs name, loaded once for all that name the same.

    >>> from europa_rules.playthroughs import EXAMPLE
    >>> rules_of, script = shared_rules(), parse_playthrough(EXAMPLE)
    >>> rules_of(script) is rules_of(script)
    True
    """
    known: dict[tuple[str, ...], Ruleset] = {}

    def rules_of(script: Playthrough) -> Ruleset:
        named = tuple(script.head.get(name, "") for name in ("game", "options", "rulings"))
        if named not in known:
            known[named] = script.rules()
        return known[named]

    return rules_of


def accepted_game(text: str, rules_of: RulesPlayed = Playthrough.rules) -> str:
    """A playthrough with what comes of its lines: each event without its words, and the position at the end.

    rules_of: where its rules come from. Raises NotationError where one of its orders is refused now.
    """
    script = parse_playthrough(text)
    game = script.begin(rules_of(script))
    refusals = [figures_in(after) for line, after in pairwise(told(script, game)) if line.startswith("?")]
    begins, ends = (survey(state, game.rules) for state in (game.starting_state, game.state))
    made = (
        *(f"{entry.number}. {_event(entry)}" for entry in game.log),
        *(f"refused: {refusal}" for refusal in refusals),
        *write_position(game.state, game.rules).splitlines(),
        *(f"at the beginning, {line}" for line in begins),
        *(f"at the end, {line}" for line in ends if game.inputs),
        *_read_otherwise(script, rules_of),
    )
    head, inputs = text.partition("\n\n")[0], map(str, script.lines)
    return "\n".join([head, "", *inputs, *(f"  {line}" for line in made), ""])


SHORT = 40
"""How many lines a playthrough has at most that is played by other readings too."""


def _read_otherwise(script: Playthrough, rules_of: RulesPlayed) -> Iterator[str]:
    """What comes of a short playthrough by other readings of the open points, up to the first order refused then.

    None of one that names options, readings or a scenario.
    """
    if len(script.lines) > SHORT or {"options", "rulings", "scenario"} & script.head.keys():
        return
    picks = write_texts([f"{name}={reading}" for name, reading in other_readings(rules_of(script)).items()])
    script = evolve(script, head={**script.head, "rulings": picks})
    game = script.begin(rules_of(script))
    end = "to the end"
    try:
        for _ in told(script, game):
            pass
    except EuropaError as error:
        end = f"up to a {type(error).__name__}"
    position = [line for line in write_position(game.state, game.rules).splitlines() if not line.startswith("rulings ")]
    made = digest([*map(_event, game.log), *position])
    yield f"read otherwise, {end}: {len(game.log)} events {made}"


def _event(entry: LogEntry) -> str:
    facts = ", ".join(f"{name} {fact}" for name, fact in entry.facts)
    reckoned = "; ".join(f"{label} {figures(ledger)}" for label, ledger in entry.ledgers)
    parts = (entry.kind, ", ".join(map(str, entry.by)), facts, reckoned, figures_in(entry.text))
    return " | ".join(part for part in parts if part)


# --- comparing -------------------------------------------------------------------------------------------------------


def differences_between(approved: str, now: str) -> list[str]:
    """What an author has to look at: lines that are gone, and lines that are new; [] for equal texts.

    >>> differences_between("a: 1\\nb: 2\\n", "a: 1\\nb: 3\\n")
    ['was: b: 2', 'now: b: 3']
    """
    before, after = approved.splitlines(), now.splitlines()
    gone, new = _besides(before, after), _besides(after, before)
    both = zip_longest((f"was: {line}" for line in gone), (f"now: {line}" for line in new))
    told = [line if len(line) <= LONGEST else f"{line[:LONGEST]} ..." for pair in both for line in pair if line]
    return told or ([] if approved == now else ["the same lines in another order"])
