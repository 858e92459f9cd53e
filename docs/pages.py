"""Pages of the reference that are made from the code: rules, charts, open points, options, hooks and errors.

`write_all` writes them into a folder outside the repository; `conf.py` calls it before each build. A page is written
only when it has changed, so that a second build is quick.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType
from typing import Any

from chart_pages import chart_pages
from error_pages import errors_page
from page_text import Linker, Words, cite, order, plain, read_words, terms_of, write_pages
from rule_pages import Rulebook, rule_pages
from search_sections import search_script

import europa_rules as er
from europa_rules import contributions, hooks, slots
from europa_rules.citations import Citation
from europa_rules.concordance.askings import MODIFIER, PROHIBITION, SOURCE, STEP, Asking, askings_of
from europa_rules.concordance.entries import concordance
from europa_rules.concordance.marks import packages_in_use
from europa_rules.contributions import Modifier, Prohibition, Source, StepContribution
from europa_rules.matrix import is_under, load_matrix
from europa_rules.plugins import ASKED_WITHOUT_A_VARIANT
from europa_rules.ruleset import Ruleset
from europa_rules.rulings import OpenPoint

GAMES = ("fof", "sf")
EXAMPLES = Path(__file__).parents[1] / "examples"
SHOWING = ("europa_rules_fof.plugin", "europa_rules_sf.plugin", "tannenbaum.plugin", "slot_by_slot")
"""The plugins that show how hooks and slots are used; the last two are examples."""
SHOWN = 8
"""How many things that a hook gives are listed by name."""
SHOWN_STATEMENTS = 3
"""How many statements of an optional rule tell what it does."""

Pages = dict[str, str]
Contribution = Modifier | Prohibition | Source


def write_all(folder: Path) -> None:
    """Write all pages into a folder, and remove those that are made no more."""
    rulesets = [er.load(game) for game in GAMES]
    games = {rules.variant.book: rules for rules in rulesets}
    glossary = Path(__file__).parent / "reference" / "glossary.md"
    link = Linker(terms_of(glossary))
    words = read_words(Path(__file__).parent / "words.toml")
    book = Rulebook(concordance(packages_in_use()), games, link, words)
    pages: Pages = {
        **rule_pages(book),
        **chart_pages(games, words),
        "words.md": words_page(words, book),
        **{f"rulings-{rules.variant.id}.md": rulings_page(rules, link) for rules in rulesets},
        "options.md": options_page(rulesets, book),
        "slots.md": slots_page(),
        "hooks.md": hooks_page(),
        "errors.md": errors_page(),
    }
    write_pages(folder, pages)
    write_pages(folder / "static", {"sections.js": search_script(book, glossary)}, "*.js")


# --- words, rulings and options ---------------------------------------------------------------------------------------


def words_page(words: Words, book: Rulebook) -> str:
    """Other words for rules and charts, each with the places where it leads."""
    lines = [
        "# Other words",
        "",
        "Words that players use and the rules do not, or that stand elsewhere than one looks for them, and where they",
        "lead. The [glossary](../glossary.md) explains the words of the series themselves.",
        "",
    ]
    for word in sorted({*words.rules, *words.charts}, key=str.casefold):
        rules = [cite(rule, load_matrix().title(rule)) for rule in words.rules.get(word, ())]
        charts = [f"chart {book.chart(name)}" for name in words.charts.get(word, ())]
        lines.append(f"- **{plain(word)}**: {'; '.join([*charts, *rules])}")
    return "\n".join([*lines, ""])


def rulings_page(rules: Ruleset, link: Linker) -> str:
    """All open points of a game."""
    lines = [
        f"# Open points: {rules.variant.title}",
        "",
        "Where the book is silent, damaged or contradicts itself: the question, the reading in use and why, and other",
        'readings. Choose another by `er.load(..., rulings={"POINT": "READING"})` or `--ruling POINT=READING`.',
        "",
        "What the reading in use rests on: the *text* is the book's own words; a *ruling* was given by the designers",
        "or in print; an *opinion* is ours, with the reason that stands there; an *estimate* fills a gap for which",
        "there is no evidence.",
        "",
    ]
    for point in sorted(rules.points.values(), key=lambda p: (order(p.rule.number), p.id)):
        lines += _point(point, link)
    return "\n".join(lines)


def _point(point: OpenPoint, link: Linker) -> Iterator[str]:
    slug = point.id.removeprefix(f"{point.rule.book.lower()}-{point.rule.number}-")
    yield f"({point.id.lower()})="
    yield f"## {point.rule} {slug.replace('-', ' ')}"
    yield ""
    yield f"{cite(point.rule, load_matrix().title(point.rule))}: {link(point.question)}"
    yield ""
    for reading in point.readings:
        used = " (in use)" if reading.name == point.default else ""
        offered = f" Not offered: {link(reading.not_offered)}." if reading.not_offered else ""
        yield f"- `{reading.name}`{used}: {link(reading.meaning)}.{offered}"
    yield ""
    status = " No code rests on it yet." if point.status == "planned" else ""
    yield f"Why: {link(point.why)}. Rests on: {point.authority}.{status} Name: `{point.id}`."
    yield ""


def options_page(rulesets: Iterable[Ruleset], book: Rulebook) -> str:
    """The optional rules of all games."""
    lines = [
        "# Optional rules",
        "",
        'Optional and advanced rules are off unless you choose them: `er.load("fof", options=["31H"])`, or',
        "`--option 31H` on the command line.",
        "",
    ]
    for rules in rulesets:
        lines += [f"## {rules.variant.title}", ""]
        for option in sorted(rules.known_options.values(), key=lambda o: order(o.id)):
            lines += [
                f"(option-{rules.variant.book.lower()}-{option.id.lower()})=",
                f"### {option.id} {option.title}",
                "",
            ]
            needs = f" Needs {', '.join(option.requires)}." if option.requires else ""
            without = f" Not with {', '.join(option.excludes)}." if option.excludes else ""
            told = [row.row.statement for rule, rows in book.rows.items() if rule in option.by for row in rows]
            told = told or [r.row.statement for c, rows in book.rows.items() if _is_below(c, option.by) for r in rows]
            lines += [f"{'. '.join(map(book.link, told[:SHOWN_STATEMENTS]))}.{needs}{without}", ""]
            lines += [f"The whole rule: {', '.join(cite(c, load_matrix().title(c)) for c in option.by)}.", ""]
    return "\n".join(lines)


def _is_below(rule: Citation, headings: Iterable[Citation]) -> bool:
    return any(rule.book == head.book and is_under(rule.number, head.number) for head in headings)


# --- plugins and errors ----------------------------------------------------------------------------------------------


def hooks_page() -> str:
    """The hooks that a plugin may implement: each answers the same questions, and shows a plugin that uses it."""
    lines = ["# Hooks", "", "What a plugin may give, function by function. All are optional.", ""]
    for name in hooks.HOOK_NAMES:
        hook = getattr(hooks.Hooks, name)
        told = str(inspect.signature(hook)).replace("'", "").replace("self, ", "").replace("self", "")
        lines += [f"## {name}", "", f"`{name}{told}`", "", _prose((inspect.getdoc(hook) or "").partition("\n")[0]), ""]
        *answers, (_, home) = hooks.told_of(name).items()
        lines += [f"- **{question}**: {_prose(answer)}" for question, answer in answers]
        lines += [f"- **Example**, of {home}:", "", *_example(plugin_of(home.strip("`")), name), ""]
    return "\n".join(lines)


def plugin_of(name: str) -> ModuleType:
    """The module of a bundled plugin, or of one in the examples."""
    for folder in (EXAMPLES, EXAMPLES / "tannenbaum" / "src"):
        if str(folder) not in sys.path:
            sys.path.append(str(folder))
    return import_module(name)


def _example(plugin: ModuleType, hook: str) -> Iterator[str]:
    """A hook of a plugin as it stands in its module, with the first record of a list there that it gives."""
    function = inspect.getsource(getattr(plugin, hook))
    yield "  ```python"
    for code in (*_lists_in(function, inspect.getsource(plugin)), function):
        yield from (f"  {line}".rstrip() for line in code.splitlines())
    yield "  ```"
    yield ""
    names = _names_given(plugin, hook)
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    yield f"  It gives {', '.join(f'`{name}`' for name in names[:SHOWN])}{more}."


def _lists_in(function: str, source: str) -> Iterator[str]:
    """The lists of a module that a function of it gives: each with its first record alone."""
    for part in ast.parse(source).body:
        if isinstance(part, ast.Assign) and isinstance(part.value, ast.List):
            name, (first, *others) = ast.unparse(part.targets[0]), part.value.elts
            if re.search(rf"\b{name}\b", function):
                lines = source.splitlines()[first.lineno - 1 : first.end_lineno]
                record = dedent("\n".join(lines)) if first.lineno > part.lineno else ast.unparse(first)
                shown = [record.rstrip(",") + ",", *(["...,"] if others else [])]
                yield "\n".join([f"{name} = [", *(indent(text, "    ") for text in shown), "]", "", ""])


def _names_given(plugin: ModuleType, hook: str) -> list[str]:
    """What a bundled plugin answers to a hook, by name."""
    asked = getattr(plugin, hook)
    answer = asked() if hook in ASKED_WITHOUT_A_VARIANT else asked(variant=plugin.ID)
    return [_name_of(given) for given in answer]


def _name_of(given: object) -> str:
    words = (getattr(given, word, None) for word in ("name", "id", "kind"))
    found = next((word for word in words if isinstance(word, str)), None)
    return found or str(getattr(getattr(given, "path", given), "name", given))


def slots_page() -> str:
    """The slots of contributions: each answers the same questions, and shows what a game or a house rule puts there."""
    lines = [
        "# Slots of contributions",
        "",
        "Where plugins change what a rule gives: by a modifier, a prohibition or a source. What a function is given",
        "is a class of the room that asks, or the arguments that stand before the arrow.",
        "",
    ]
    asked, shown = _askings_by_slot(), _contributions_by_slot()
    for kind, title, table in KINDS_OF_SLOTS:
        lines += [f"## {title}", ""]
        for slot, about in table.items():
            lines += [f"### {slot}", "", *_slot(kind, about, asked[kind, slot], shown[slot]), ""]
    lines += [
        "## Steps",
        "",
        "Where plugins put steps into a procedure, before, after or in place of one of its own.",
        "",
    ]
    steps = [(name, step) for name in SHOWING for step in _given_by(name, ["europa_steps"])]
    for procedure, names in slots.PROCEDURES.items():
        own = [(home, step) for home, step in steps if step.procedure == procedure]
        lines += [f"### Steps: {procedure}", "", *_procedure(names, asked[STEP, procedure], own), ""]
    return "\n".join(lines)


def _procedure(names: Sequence[str], asked: list[Asking], steps: list[tuple[str, StepContribution]]) -> Iterator[str]:
    rules = {rule for asking in asked for rule in asking.rules} or {rule for _, step in steps for rule in step.by}
    _, shown = steps[0]
    yield f"- **Asked**: by {', '.join(f'`{name}`' for name in sorted({asking.name for asking in asked}))}"
    yield "- **Given**: (state, rules)"
    yield "- **Return**: a generator, which may yield an event, a roll or a decision, and returns the state afterwards"
    yield "- **Several answers**: all are gone through, by rule, plugin and name where they stand in one place"
    yield f"- **Serves**: {', '.join(map(cite, sorted(rules)))}"
    yield f"- **Example**: {plain(shown.name)} ({', '.join(map(cite, shown.by))}), in `{shown.run.__module__}`"
    yield ""
    yield "| step | before it | in place of it | after it |"
    yield "|---|---|---|---|"
    for name in names:
        by = ([s.name for _, s in steps if getattr(s, way) == name] for way in ("before", "replaces", "after"))
        yield f"| {name} | {' | '.join(plain('; '.join(dict.fromkeys(found))) for found in by)} |"


KINDS_OF_SLOTS = (
    (MODIFIER, "Modifiers", slots.MODIFIER_SLOTS),
    (PROHIBITION, "Prohibitions", slots.PROHIBITION_SLOTS),
    (SOURCE, "Sources", slots.SOURCE_SLOTS),
)
SEVERAL = {
    MODIFIER: "all that apply change it, the early ones first, then by rule and plugin",
    PROHIBITION: "one is enough to forbid, and each that applies is told",
}
"""What becomes of several answers where the slot says nothing else."""


def _slot(kind: str, about: str, asked: list[Asking], shown: list[tuple[str, Contribution]]) -> Iterator[str]:
    place, _, text = about.partition(": ")
    file, _, facts = place.partition(" ")
    gives, _, several = text.rpartition("; ") if "; " in text else (text, "", SEVERAL[kind])
    given, _, _ = gives.partition(" -> ") if " -> " in gives else ("", "", "")
    rules = {rule for asking in asked for rule in asking.rules} or {rule for _, item in shown for rule in item.by}
    home, item = shown[0]
    yield f"- **Asked**: by {', '.join(f'`{name}`' for name in sorted({asking.name for asking in asked}))}"
    yield f"- **Given**: {f'`{facts}` of `{file}`' if facts else plain(given) or 'nothing'}"
    yield f"- **Return**: {plain(gives)}"
    yield f"- **Several answers**: {plain(several)}"
    yield f"- **Serves**: {', '.join(map(cite, sorted(rules)))}"
    yield f"- **Example**: {plain(item.name)} ({', '.join(map(cite, item.by))}), {_where(item, home)}"


def _where(item: Contribution, home: str) -> str:
    """The module of the functions of a contribution, or the plugin that gives it."""
    words = (getattr(item, word, None) for word in ("value", "amount", "when"))
    homes = (word.__module__ for word in words if inspect.isfunction(word))
    return f"in `{next((name for name in homes if name != contributions.__name__), home)}`"


def _askings_by_slot() -> Mapping[tuple[str, str], list[Asking]]:
    found = dict[tuple[str, str], list[Asking]]()
    for asking in askings_of(packages_in_use()):
        found.setdefault((asking.kind, asking.slot), []).append(asking)
    return found


def _contributions_by_slot() -> Mapping[str, list[tuple[str, Contribution]]]:
    """What the bundled games and the examples contribute, with the plugin of each."""
    found = dict[str, list[tuple[str, Contribution]]]()
    for name in SHOWING:
        for item in _given_by(name, ["europa_modifiers", "europa_prohibitions", "europa_sources"]):
            found.setdefault(item.slot, []).append((name, item))
    return found


def _given_by(name: str, hooks: Iterable[str]) -> Iterator[Any]:
    """What a plugin answers to hooks for its own game."""
    plugin = plugin_of(name)
    for hook in hooks:
        if hasattr(plugin, hook):
            yield from getattr(plugin, hook)(getattr(plugin, "ID", ""))


def _prose(text: str) -> str:
    """A docstring as Markdown: examples and what stands between backticks as code, the rest as it is."""
    blocks = []
    for block in text.split("\n\n"):
        if block.lstrip().startswith(">>>"):
            blocks.append(f"```pycon\n{block}\n```")
        else:
            around = re.split(r"(`[^`]*`)", block)
            blocks.append("".join(part if part.startswith("`") else _escaped(part) for part in around))
    return "\n\n".join(blocks)


def _escaped(text: str) -> str:
    return re.sub(r"([\\*_<>{}|$#])", r"\\\1", text)
