"""The commands of `europa`. Each reads its arguments, calls one public function and prints what it gives."""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import click
from attrs import frozen

import europa_rules as er
from europa_rules import checks, conformance, demo
from europa_rules.air_calculator import AirReport
from europa_rules.bombing_calculator import BombingReport
from europa_rules.cli.approving import approve
from europa_rules.cli.common import (
    FAULTS,
    FINE,
    WRONG_USE,
    F,
    NamedPath,
    counted,
    exact_number,
    games_installed,
    load,
    print_json,
    progress,
    read_text,
    required,
    says_mistakes,
    with_game,
    with_json,
    with_options,
    with_rulings,
)
from europa_rules.cli.concordance import concordance_command
from europa_rules.cli.mailing import mail_group
from europa_rules.cli.maps import map_group
from europa_rules.cli.playing import fuzz, play
from europa_rules.cli.plugins import plugins
from europa_rules.cli.replaying import replay, verify
from europa_rules.cli.rulebook import rule_command
from europa_rules.cli.show import show
from europa_rules.cli.slots import slots
from europa_rules.cli.variants import new_variant
from europa_rules.errors import unknown
from europa_rules.plain_data import read_json
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.question_words import words_in_short
from europa_rules.questions import naming
from europa_rules.schemas import schemas as all_schemas
from europa_rules.schemas import write_schemas
from europa_rules.support_calculator import AirSupportedReport


class _Europa(click.Group):
    """The commands; an option that is given and empty, as by a variable that was not set, is refused."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        for before, word in zip(("", *args), args, strict=False):
            option = word.removesuffix("=") if word.startswith("--") else before
            if option[:1] == "-" and not option[1:2].isdigit() and word in ("", f"{option}="):
                raise click.UsageError(f"{option}: '' is empty; say what is meant, or leave it out", ctx)
        return super().parse_args(ctx, args)


@click.group(cls=_Europa, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(er.__version__, prog_name="europa")
def europa() -> None:
    """The rules of the Europa series of wargames: answers, odds, checks and a demonstration.

    Example: europa odds --game sf "14-10 Pz XX vs 5-7-6 Inf XX in woods"
    """


europa.add_command(map_group)
europa.add_command(show)
europa.add_command(concordance_command)
europa.add_command(new_variant)
europa.add_command(approve)
europa.add_command(play)
europa.add_command(plugins)
europa.add_command(slots)
europa.add_command(fuzz)
europa.add_command(replay)
europa.add_command(verify)
europa.add_command(mail_group)
europa.add_command(rule_command)


@europa.command()
@click.argument("question")
@with_game
@with_options
@with_rulings
@with_json
@says_mistakes
def ask(question: str, game: str | None, options: tuple[str, ...], rulings: tuple[str, ...], as_json: bool) -> None:
    """Answer a QUESTION: a JSON object of facts, a file that holds one, or - for stdin.

    `europa questions` lists what may be asked.

    Example: europa ask --game fof '{"ask": "reckon", "what": "odds", "attack": 34, "defense": 9}'
    """
    data = _question(question)
    rules = load(required(game), options or tuple(_listed(data, "options")), rulings)
    answer = er.ask(data, rules)
    if as_json:
        print_json(answer.to_json())
    else:
        click.echo(str(answer))


@europa.command()
@click.argument("words", nargs=-1)
@with_game
@says_mistakes
def questions(words: tuple[str, ...], game: str | None) -> None:
    """List the questions that a game answers, those with all these WORDS in them: its name, its facts, an example.

    Example: europa questions --game sf odds
    """
    rules = load(required(game))
    found = 0
    for name, handler in sorted(rules.questions.items()):
        said = inspect.getdoc(getattr(handler, "handle", None)) or ""
        if all(word.lower() in f"{name} {said}".lower() for word in words):
            found += 1
            facts = ", ".join(sorted(getattr(handler, "keys", ())))
            click.echo(f"{_compact(naming(name))} {said.partition(chr(10))[0]}\n  facts: {facts or 'none'}")
            for fact, known in sorted(getattr(handler, "words", {}).items()):
                if fact in getattr(handler, "keys", ()):
                    click.echo(f"    {fact}: {words_in_short(known, rules)}")
            if name in rules.example_questions:
                click.echo(f"  such as: {_compact(rules.example_questions[name])}")
    if not found:
        raise er.UnknownQuestion(f"no question of {rules.variant.id} has these words: {' '.join(words)}")


def _question(text: str) -> dict[str, Any]:
    if text == "-":
        source = sys.stdin.read() if sys.stdin else ""
    else:
        source = text if text.lstrip()[:1] in ("", "{", "[") else _written(text)
    if not source.strip():
        raise er.BadQuestion("the question is empty")
    data = read_json(source, "the question is no JSON", er.BadQuestion)
    if not isinstance(data, dict):
        raise er.BadQuestion("the question is no JSON object")
    return data


def _written(name: str) -> str:
    """What the file of a question says."""
    try:
        return read_text(Path(name))
    except FileNotFoundError:
        how = "`europa questions` shows how one is put"
        raise er.BadQuestion(f"{name!r} is neither a JSON object nor a file; {how}") from None


def _listed(data: dict[str, Any], key: str) -> list[str]:
    given = data.get("given", data)
    found = given.get(key, []) if isinstance(given, dict) else []
    return [str(item) for item in found] if isinstance(found, list) else []


@europa.command()
@click.argument("paths", nargs=-1, required=True, type=NamedPath(path_type=Path))
@click.option("--rules", "rules_", default="", metavar="LIST", help="Only cases of these rules: 43A,44B1-3.")
@with_game
@with_json
@says_mistakes
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
        supplied={conformance.PRINTED_MAP},
        disputed=conformance.disputed_beside(files),
    )
    results = list(progress(running, len(cases), "cases"))
    if as_json:
        print_json([result.to_json() for result in results])
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


def _points(name: str, meaning: str) -> Callable[[F], F]:
    """An option of strength points."""
    return click.option(name, callback=exact_number, metavar="POINTS", help=meaning)


@europa.command(epilog=ODDS_FORM)
@click.argument("situation")
@with_game
@with_options
@with_rulings
@click.option("--weather", metavar="WEATHER", help="Weather in the attacked hex; clear if nothing is said.")
@click.option("--turn", metavar="TURN", help="The game turn, such as 'Jul II 44', for rules that depend on it.")
@_points("--gs", "Ground support: strength points of bombers for the attack.")
@_points("--das", "Defensive air support: strength points of bombers for the defense.")
@_points("--ngs", "Naval gunfire for the attack, in strength points.")
@_points("--defensive-ngs", "Naval gunfire for the defense, in strength points.")
@click.option("-v", "--verbose", is_flag=True, help="Name every unverified chart cell that the answer rests on.")
@with_json
@says_mistakes
def odds(
    situation: str,
    game: str | None,
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    weather: str | None,
    turn: str | None,
    gs: Fraction | None,
    das: Fraction | None,
    ngs: Fraction | None,
    defensive_ngs: Fraction | None,
    verbose: bool,
    as_json: bool,
) -> None:
    """Odds, modifiers and results of an attack, with the reckoning behind them.

    Example: europa odds --game sf "14-10 Pz XX vs 5-7-6 Inf XX in woods; GS 3"
    """
    rules = load(required(game), options, rulings)
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
        print_json(found.to_json())
    else:
        click.echo(found.as_text(verbose=verbose))


AIR_FORM = """
The text is "FIGHTERS vs AIR UNITS; CIRCUMSTANCES", without "FIGHTERS vs" for antiaircraft alone.

\b
  FIGHTERS        8F6 | 2x Me 109G6 8F6 bypassing | 9F7 patrol attack
  AIR UNITS       6F6 escort | 2x 4B5 3-7/26 ground support | 3HB5 rail yards extended
  CIRCUMSTANCES   AA 7; heavy AA 4; light AA 2; night; turn Jun II 44

\b
Examples:
  europa air "8F6, 9F7 vs 6F6 escort, 2x 4B5 bombing" --game sf
  europa air "2x 4B5 harassment; heavy AA 3; light AA 4; turn Jun II 44" --game sf --json
  europa air "8F6 vs 2x 4B5 3-7/26 rail lines; AA 4" --game sf --bombs together
  europa air "8F6 vs 2x 4B5 3-1/26 ground support; AA 4" --game sf --attack "14-10 Pz XX vs 5-7-6 Inf XX in woods"
"""


@frozen
class _Supported:
    """The attack that air operations support, as the command is told of it."""

    attack: str | None
    also: tuple[str, ...]
    at_least: str | None

    def report(self, situation: str, rules: er.Ruleset, policy: str, bombs: str | None) -> AirSupportedReport | None:
        """The report on the attack; None where none is told of."""
        if self.attack is None:
            if self.also or self.at_least:
                raise click.UsageError("--also and --at-least go with --attack")
            return None
        if bombs:
            raise click.UsageError("--attack and --bombs do not go together")
        operations = (situation, *self.also)
        return er.air_supported_odds(self.attack, operations, rules, policy=policy, at_least=self.at_least or 0)


def _air_report(situation: str, rules: er.Ruleset, policy: str, bombs: str | None) -> AirReport | BombingReport:
    """The report on bombing, on air combat, or on antiaircraft fire alone."""
    if bombs:
        return er.bombing(situation, rules, together=bombs == "together", policy=policy)
    combat = " vs " in situation
    return er.air_combat(situation, rules, policy=policy) if combat else er.antiaircraft(situation, rules)


@europa.command(epilog=AIR_FORM)
@click.argument("situation")
@with_game
@with_options
@with_rulings
@click.option("--policy", type=click.Choice(["first", "last"]), default="first", show_default=True, help="Decisions.")
@click.option("--bombs", type=click.Choice(["together", "alone"]), help="Then bomb, in one attack or each alone.")
@click.option(
    "--attack", metavar="TEXT", help="Then resolve this attack with the air support, as `europa odds` reads it."
)
@click.option("--also", metavar="TEXT", multiple=True, help="With --attack: the other side's air operation there.")
@click.option("--at-least", metavar="N/D", help="With --attack: do not follow what is less probable.")
@with_json
@says_mistakes
def air(
    situation: str,
    game: str | None,
    options: tuple[str, ...],
    rulings: tuple[str, ...],
    policy: str,
    bombs: str | None,
    attack: str | None,
    also: tuple[str, ...],
    at_least: str | None,
    as_json: bool,
) -> None:
    """Exact chances of air combat, antiaircraft fire, bombing and supported attacks, with the reckoning behind them.

    Example: europa air "8F6, 9F7 vs 6F6 escort, 2x 4B5 bombing" --game sf
    """
    rules = load(required(game), options, rulings)
    supported = _Supported(attack, also, at_least).report(situation, rules, policy, bombs)
    found = supported or _air_report(situation, rules, policy, bombs)
    if as_json:
        print_json(found.to_json())
    else:
        click.echo(str(found))


@europa.command()
@click.argument("paths", nargs=-1, type=NamedPath(path_type=Path))
@with_json
@says_mistakes
def check(paths: tuple[Path, ...], as_json: bool) -> None:
    """Check data files and print every fault; without a path, all data that come with the library.

    Example: europa check my-charts/
    """
    found = list(checks.check_paths(paths) if paths else checks.check_bundled())
    faults = [fault for checked in found for fault in checked.faults]
    if as_json:
        print_json([_fault_json(fault) for fault in faults])
    else:
        for fault in faults:
            click.echo(str(fault))
    click.echo(f"{len(found)} checked, {counted(len(faults), 'fault')}", err=as_json)
    sys.exit(FAULTS if faults else FINE)


def _fault_json(fault: er.Fault) -> dict[str, object]:
    return {
        "file": fault.file,
        "where": fault.where,
        "line": fault.line or None,
        "found": fault.found,
        "expected": fault.expected,
        "suggestion": fault.suggestion,
    }


@europa.command(name="demo")
@click.option("--folder", default="europa-demo", show_default=True, type=click.Path(path_type=Path))
@says_mistakes
def demo_command(folder: Path) -> None:
    """Play a German attack across the Meuse in May 1940, explained, and write it to a folder.

    Example: europa demo
    """
    for line in demo.play_demo(folder):
        click.echo(line)


@europa.command()
@click.argument("name", required=False)
@click.option("-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="A folder for all of them.")
@says_mistakes
def schemas(name: str | None, output: Path | None) -> None:
    """Print the JSON Schema NAME, list the names there are, or write all schemas to a folder.

    Example: europa schemas -o schemas/
    """
    games = [load(game) for game in games_installed()]
    if output is not None:
        click.echo(f"Written to {output}: {counted(len(write_schemas(output, games)), 'schema')}.", err=True)
        return
    known = all_schemas(games)
    if name is None:
        for known_name, schema in known.items():
            click.echo(f"{known_name}: {schema['title']}")
    elif name in known:
        print_json(known[name])
    else:
        raise unknown("schema", name, known)
