"""The commands of `europa`. Each reads its arguments, calls one public function and prints what it gives."""

from __future__ import annotations

import inspect
import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.console import Console
from rich.progress import Progress

import europa_rules as er
from europa_rules import checks, conformance, demo
from europa_rules.errors import EuropaError
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.questions import naming
from europa_rules.ruleset import Ruleset
from europa_rules.text_board import draw_text, legend

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

FINE, FAULTS, WRONG_USE = 0, 1, 2
"""Exit codes: fine, found faults, wrong use."""


def _says_mistakes(command: F) -> F:
    """A user's mistake is a line on stderr and exit code 2, never a traceback."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> Any:
        try:
            return command(*args, **kwargs)
        except EuropaError as error:
            click.echo(f"europa: {error}", err=True)
            sys.exit(WRONG_USE)
        except BrokenPipeError:
            # Whoever read the answer has enough. What is still buffered goes nowhere, so that Python ends quietly.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(FINE)
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            click.echo(f"europa: {where}{error.strerror or error}", err=True)
            sys.exit(WRONG_USE)

    return run  # type: ignore[return-value]  # wraps() keeps the signature that F stands for


def _games() -> list[str]:
    return sorted(v.id for _, v in variants_of(find_plugins()))


_game = click.option("--game", metavar="GAME", help="The game whose rules apply, by its id.")
_options = click.option(
    "--option", "options", multiple=True, metavar="RULE", help="An optional rule in use, by number."
)
_rulings = click.option("--ruling", "rulings", multiple=True, metavar="ID=READING", help="A reading of an open point.")
_json = click.option("--json", "as_json", is_flag=True, help="Answer with JSON alone on stdout.")


def _load(game: str, options: Sequence[str], rulings: Sequence[str]) -> Ruleset:
    picks = dict(pick.partition("=")[::2] for pick in rulings)
    return er.load(game, options=options, rulings=picks)


def _progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar on a terminal's stderr."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield from items
        return
    with Progress(console=console, transient=True) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)


def _print_json(data: object) -> None:
    click.echo(json.dumps(data, indent=1, ensure_ascii=False))


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(er.__version__, prog_name="europa")
def europa() -> None:
    """The rules of the Europa series of wargames: answers, odds, checks and a demonstration.

    Example: europa odds --game sf "14-10 Pz XX vs 5-7-6 Inf XX in woods"
    """


@europa.command()
@click.argument("question")
@_game
@_options
@_rulings
@_json
@_says_mistakes
def ask(question: str, game: str | None, options: tuple[str, ...], rulings: tuple[str, ...], as_json: bool) -> None:
    """Answer a QUESTION: a JSON object of facts, a file that holds one, or - for stdin.

    `europa questions` lists what may be asked.

    Example: europa ask --game fof '{"ask": "reckon", "what": "odds", "attack": 34, "defense": 9}'
    """
    data = _question(question)
    rules = _load(_game_or_only(game), options or tuple(_listed(data, "options")), rulings)
    answer = er.ask(data, rules)
    if as_json:
        _print_json(answer.to_json())
    else:
        click.echo(str(answer))


@europa.command()
@click.argument("words", nargs=-1)
@_game
@_says_mistakes
def questions(words: tuple[str, ...], game: str | None) -> None:
    """List the questions that a game answers, those with all these WORDS in them: how each is named, its facts.

    Example: europa questions --game sf odds
    """
    rules = er.load(_game_or_only(game))
    found = 0
    for name, handler in sorted(rules.questions.items()):
        said = inspect.getdoc(getattr(handler, "handle", None)) or ""
        if all(word.lower() in f"{name} {said}".lower() for word in words):
            found += 1
            facts = ", ".join(sorted(getattr(handler, "keys", ())))
            click.echo(f"{_compact(naming(name))} {said.partition(chr(10))[0]}\n  facts: {facts or 'none'}")
    if not found:
        raise er.UnknownQuestion(f"no question of {rules.variant.id} has these words: {' '.join(words)}")


def _read_text(path: Path) -> str:
    """What a file of the user's says; a mark of the byte order at its head is passed over."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise er.NotationError(f"{path}: is no text in UTF-8 (byte {error.start + 1})") from error


def _question(text: str) -> dict[str, Any]:
    if text == "-":
        source = sys.stdin.read() if sys.stdin else ""
    else:
        source = text if text.lstrip()[:1] in ("", "{", "[") else _read_text(Path(text))
    if not source.strip():
        raise er.BadQuestion("the question is empty")
    try:
        data = json.loads(source)
    except json.JSONDecodeError as error:
        raise er.BadQuestion(
            f"the question is no JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from error
    if not isinstance(data, dict):
        raise er.BadQuestion("the question is no JSON object")
    return data


def _listed(data: dict[str, Any], key: str) -> list[str]:
    given = data.get("given", data)
    found = given.get(key, []) if isinstance(given, dict) else []
    return [str(item) for item in found] if isinstance(found, list) else []


def _game_or_only(game: str | None) -> str:
    games = _games()
    if game is None:
        raise er.UnknownName(f"name the game: --game {' or --game '.join(games)}")
    return game


@europa.command()
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--rules", "rules_", default="", metavar="LIST", help="Only cases of these rules: 43A,44B1-3.")
@_game
@_json
@_says_mistakes
def conform(paths: tuple[Path, ...], rules_: str, game: str | None, as_json: bool) -> None:
    """Run conformance case files, or folders of them; the last line counts them.

    Example: europa conform --rules 9,10 tests/conformance
    """
    files = conformance.case_files(paths)
    cases = conformance.select(conformance.read_cases(files), conformance.parse_rules(rules_) if rules_ else ())
    prefixes = {prefix: v.id for _, v in variants_of(find_plugins()) for prefix in v.case_prefixes}
    running = conformance.run_cases(
        cases,
        ask=er.ask,
        load=lambda variant, options: er.load(variant, options=options),
        prefixes=prefixes,
        game=game,
        disputed=conformance.disputed_beside(files),
    )
    results = list(_progress(running, len(cases), "cases"))
    if as_json:
        _print_json([result.to_json() for result in results])
    else:
        for result in results:
            if result.status != "passed":
                click.echo(
                    f"{result.id} {result.status}: expected {_compact(result.expected)}, got {_compact(result.got)}"
                )
    disputed = conformance.disputed_line(results)
    if disputed:
        click.echo(disputed, err=as_json)
    click.echo(conformance.summary(results), err=as_json)
    if not results:
        click.echo("europa: no case of these rules", err=True)
        sys.exit(WRONG_USE)
    sys.exit(FINE if conformance.have_all_passed(results) else FAULTS)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


ODDS_FORM = """\b
SITUATION is ATTACKERS vs DEFENDERS in TERRAIN across HEXSIDE; CIRCUMSTANCES
  pieces          as on their counters: 14-10 Pz XX, 2x 7-6 Inf XX, br 3-8* Art III
  several hexes   + between the groups, each with its own "across" if need be
  strength alone  101 AF, 18 DF or strength 101: it counts as it is
  marks           after a piece: (U-2), (isolated), (halved), (supported), (neutral)
                  for a unit half capable of armor effects; of defenders
                  (retreated here), of attackers (two hexes off)
  TERRAIN         woods | rough, ravines | clear, dot city, fort | improved westwall 2
  HEXSIDE         river | major river | river, border
  CIRCUMSTANCES   weather mud; water frozen; turn Jul II 44; country Italy;
                  GS 6; DAS 4; NGS 12; defensive NGS 3; AECA 1/2; AECD 1/2; ATEC 1/7;
                  modifier -1 reason; attackers isolated; defenders U-1

\b
Examples:
  europa odds --game sf "14-10 Pz XX, 2x 7-6 Inf XX vs 5-7-6 Inf XX, 2-8 Inf X in woods"
  europa odds --game fof "14-10 Pz XX across river + 2x 7-6 Inf XX vs 5-6 Inf XX in clear, fort"
  europa odds --game sf "84 AF vs 8 DF in clear; DAS 4; AECA 1; ATEC 1/2"
"""


@europa.command(epilog=ODDS_FORM)
@click.argument("situation")
@_game
@_options
@_rulings
@click.option("--weather", metavar="WEATHER", help="Weather in the attacked hex; clear if nothing is said.")
@click.option("--turn", metavar="TURN", help="The game turn, such as 'Jul II 44', for rules that depend on it.")
@click.option("--gs", metavar="POINTS", help="Ground support: strength points of bombers for the attack.")
@click.option("--das", metavar="POINTS", help="Defensive air support: strength points of bombers for the defense.")
@click.option("--ngs", metavar="POINTS", help="Naval gunfire for the attack, in strength points.")
@click.option("--defensive-ngs", metavar="POINTS", help="Naval gunfire for the defense, in strength points.")
@click.option("-v", "--verbose", is_flag=True, help="Name every unverified chart cell that the answer rests on.")
@_json
@_says_mistakes
def odds(
    situation: str,
    game: str | None,
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    weather: str | None,
    turn: str | None,
    gs: str | None,
    das: str | None,
    ngs: str | None,
    defensive_ngs: str | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Odds, modifiers and results of an attack, with the reckoning behind them.

    Example: europa odds --game sf "14-10 Pz XX vs 5-7-6 Inf XX in woods; GS 3"
    """
    rules = _load(_game_or_only(game), options, rulings)
    found = er.odds(
        situation,
        rules,
        weather=weather,
        turn=turn,
        ground_support=gs,
        defensive_support=das,
        naval_gunfire=ngs,
        defensive_gunfire=defensive_ngs,
    )
    if as_json:
        _print_json(found.to_json())
    else:
        click.echo(found.as_text(verbose=verbose))


@europa.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@_json
@_says_mistakes
def check(paths: tuple[Path, ...], as_json: bool) -> None:
    """Check data files and print every fault; without a path, all data that come with the library.

    Example: europa check my-charts/
    """
    found = list(checks.check_paths(paths) if paths else checks.check_bundled())
    faults = [fault for checked in found for fault in checked.faults]
    if as_json:
        _print_json([_fault_json(fault) for fault in faults])
    else:
        for fault in faults:
            click.echo(str(fault))
    click.echo(f"{len(found)} checked, {len(faults)} faults", err=as_json)
    sys.exit(FAULTS if faults else FINE)


def _fault_json(fault: er.Fault) -> dict[str, str]:
    return {
        "file": fault.file,
        "where": fault.where,
        "found": fault.found,
        "expected": fault.expected,
        "suggestion": fault.suggestion,
    }


@europa.command()
@click.argument("position")
@click.option("--center", required=True, metavar="HEX", help="The hex in the middle.")
@click.option("--radius", default=3, show_default=True, type=click.IntRange(0, 60), help="Hexes to each side.")
@_game
@_says_mistakes
def show(position: str, center: str, radius: int, game: str | None) -> None:
    """Draw a POSITION (in position notation, or a file) as text.

    Example: europa show --game fof --center 16A:1728 "16A:1628 ge 14-10 Pz XX 1 | 16A:1728 fr 5-6 Inf XX 55"
    """
    rules = er.load(_game_or_only(game))
    text = _read_text(Path(position)) if len(position) < 200 and Path(position).is_file() else position
    state = er.parse_position(text, rules)
    click.echo(draw_text(state, rules, rules.board.place(center), radius))
    click.echo(legend())


@europa.command(name="demo")
@click.option("--folder", default="europa-demo", show_default=True, type=click.Path(path_type=Path))
@_says_mistakes
def demo_command(folder: Path) -> None:
    """Play a German attack across the Meuse in May 1940, explained, and write it to a folder.

    Example: europa demo
    """
    for line in demo.play_demo(folder):
        click.echo(line)


@europa.command()
@_json
@_says_mistakes
def plugins(as_json: bool) -> None:
    """List the plugins that are installed, with their errors.

    Example: europa plugins
    """
    records = find_plugins()
    if as_json:
        rows = [
            {"name": r.name, "distribution": r.distribution, "entry_point": r.entry_point, "error": r.error}
            for r in records
        ]
        _print_json(rows)
    else:
        for record in records:
            state = f"failed: {record.error}" if record.error else "loaded"
            click.echo(f"{record.name}: {record.entry_point} ({record.distribution}), {state}")
    sys.exit(FAULTS if any(not r.loaded for r in records) else FINE)
