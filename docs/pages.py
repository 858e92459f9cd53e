"""Pages of the reference that are made from the code: rules, charts, open points, options, hooks and errors.

`write_all` writes them into a folder outside the repository; `conf.py` calls it before each build. A page is written
only when it has changed, so that a second build is quick.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import groupby
from pathlib import Path
from textwrap import dedent, indent
from types import ModuleType

import europa_rules as er
from europa_rules import contributions, errors, hooks, slots
from europa_rules.charts.chart import Chart
from europa_rules.concordance.askings import MODIFIER, PROHIBITION, SOURCE, Asking, askings_of
from europa_rules.concordance.entries import STATUSES, Entry, concordance
from europa_rules.concordance.marks import packages_in_use
from europa_rules.concordance.proofs import CASE
from europa_rules.contributions import Modifier, Prohibition, Source
from europa_rules.matrix import parts
from europa_rules.numbers import show
from europa_rules.plugins import ASKED_WITHOUT_A_VARIANT
from europa_rules.ruleset import Ruleset
from europa_rules.rulings import OpenPoint

GAMES = ("fof", "sf")
EXAMPLES = Path(__file__).parents[1] / "examples"
SHOWING = ("europa_rules_fof.plugin", "europa_rules_sf.plugin", "tannenbaum.plugin", "slot_by_slot")
"""The plugins that show how hooks and slots are used; the last two are examples."""
SHOWN = 8
"""How many proofs of a kind a rule lists by name."""

Pages = dict[str, str]
Contribution = Modifier | Prohibition | Source


def write_all(folder: Path) -> None:
    """Write all pages into a folder, and remove those that are made no more."""
    rulesets = [er.load(game) for game in GAMES]
    pages: Pages = {
        **rule_pages(concordance(packages_in_use()), rulesets),
        **{f"charts-{rules.variant.id}.md": charts_page(rules) for rules in rulesets},
        **{f"rulings-{rules.variant.id}.md": rulings_page(rules) for rules in rulesets},
        "options.md": options_page(rulesets),
        "slots.md": slots_page(),
        "hooks.md": hooks_page(),
        "errors.md": errors_page(),
    }
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        page = folder / name
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


# --- rules -----------------------------------------------------------------------------------------------------------


def rule_pages(entries: Iterable[Entry], rulesets: Iterable[Ruleset]) -> Pages:
    """A page for each chapter, both books beside one another, and one that counts."""
    points = _points_by_rule(rulesets)
    chapters = dict[str, list[Entry]]()
    for entry in entries:
        chapters.setdefault(chapter_of(entry), []).append(entry)
    names = sorted(chapters, key=_order)
    made = {f"rules-{name.lower()}.md": _chapter(name, chapters[name], points) for name in names}
    return {"rules.md": _overview(names, chapters), **made}


def chapter_of(entry: Entry) -> str:
    """The chapter of a row: 20 for 20G2b."""
    return parts(entry.row.rule.number)[0]


def _order(number: str) -> tuple[object, ...]:
    return tuple((0, int(part), "") if part.isdigit() else (1, 0, part) for part in parts(number))


def _points_by_rule(rulesets: Iterable[Ruleset]) -> Mapping[str, list[OpenPoint]]:
    found = dict[str, list[OpenPoint]]()
    for rules in rulesets:
        for point in rules.points.values():
            found.setdefault(str(point.rule), []).append(point)
    return found


def _overview(names: Iterable[str], chapters: Mapping[str, list[Entry]]) -> str:
    lines = [
        "# Rules",
        "",
        "Every statement of the rulebooks in our words, rule by rule: what became of it, what carries it out, what",
        "proves it, and the open points that it rests on. The pages are made from the code and the tests. A statement",
        "counts as tested when code cites its rule, and a conformance case or a test of that rule passes; statements",
        "of one rule share its proofs. The command `europa concordance` gives the same.",
        "",
        "```{toctree}",
        ":maxdepth: 1",
        "",
        *(f"rules-{name.lower()}" for name in names),
        "```",
        "",
        "| chapter | FoF | SF |",
        "|---|---|---|",
    ]
    for name in names:
        told = (_counts(e for e in chapters[name] if e.row.rule.book == book) for book in ("FoF", "SF"))
        lines.append(f"| [{name}](rules-{name.lower()}.md) | {' | '.join(told)} |")
    return "\n".join([*lines, ""])


def _counts(entries: Iterable[Entry]) -> str:
    counts = Counter(entry.status for entry in entries)
    return ", ".join(f"{counts[status]} {status}" for status in STATUSES if counts[status]) or "no rows"


def _chapter(name: str, entries: list[Entry], points: Mapping[str, list[OpenPoint]]) -> str:
    lines = [f"# Chapter {name}", ""]
    ordered = sorted(entries, key=lambda entry: (_order(entry.row.rule.number), entry.row.rule.book))
    for number, of_number in groupby(ordered, key=lambda entry: entry.row.rule.number):
        lines += [f"(rule-{number.lower()})=", f"## {number}", ""]
        for rule, rows in groupby(of_number, key=lambda entry: entry.row.rule):
            lines += _rule(list(rows), points.get(str(rule), []))
    return "\n".join(lines)


def _rule(rows: list[Entry], points: list[OpenPoint]) -> Iterator[str]:
    rule = rows[0].row.rule
    yield f"**{rule}**"
    yield ""
    for entry in rows:
        differs = (
            f" *The other book: {_plain(entry.row.other_book)}.*" if entry.row.other_book not in ("", "yes") else ""
        )
        reason = f" ({_plain(entry.reason)})" if entry.reason else ""
        chart = f" Chart: `{entry.row.chart}`." if entry.row.chart else ""
        yield f"- {_plain(entry.row.statement)}.{chart}{differs} [{entry.status}{reason}]"
    yield ""
    if rows[0].functions:
        yield f"Carried out by {', '.join(f'`{name}`' for name in rows[0].functions)}."
        yield ""
    yield from _proofs(rows[0])
    for point in points:
        where = f"rulings-{rule.book.lower()}.md#{point.id.lower()}"
        yield f"Open point [`{point.id}`]({where}): read as `{point.default}`."
        yield ""


def _proofs(entry: Entry) -> Iterator[str]:
    for kind, told in ((CASE, "Cases"), ("test", "Tests")):
        names = [proof.name for proof in entry.proofs if proof.kind == kind]
        if names:
            more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
            yield f"{told}: {', '.join(f'`{name}`' for name in names[:SHOWN])}{more}."
            yield ""


def _plain(text: str) -> str:
    """Text in which nothing is markup."""
    return re.sub(r"([\\`*_\[\]<>{}|~$#])", r"\\\1", text).strip().removesuffix(".")


# --- charts ----------------------------------------------------------------------------------------------------------


def charts_page(rules: Ruleset) -> str:
    """All charts of a game: where each cell comes from, and how sure it is."""
    lines = [
        f"# Charts: {rules.variant.title}",
        "",
        "The printed charts are not available. Each cell says where its value comes from and how sure that is:",
        "`rulebook` is the text of the book, `play-aid` a player's aid, `estimate` our own. Values of your own stand",
        "in a folder of the same tables: `er.load(..., charts=[...])`.",
        "",
    ]
    for name in sorted(rules.charts.names):
        lines += _chart(rules.charts[name])
    return "\n".join(lines)


def _chart(chart: Chart) -> Iterator[str]:
    yield f"## {chart.id}"
    yield ""
    rules = f" Rules: {', '.join(map(str, chart.rules))}." if chart.rules else ""
    yield f"{_plain(chart.title)}.{rules}"
    yield ""
    sources = Counter(f"{cell.provenance}" for cell in chart.cells.values())
    yield f"Cells: {', '.join(f'{number} {source}' for source, number in sorted(sources.items())) or 'none'}."
    yield ""
    yield "```{list-table}"
    yield ":header-rows: 1"
    yield ""
    yield "* - cell"
    yield "  - value"
    yield "  - source"
    for path, cell in chart.cells.items():
        value = show(cell.value) if isinstance(cell.value, Fraction) else cell.value
        yield f"* - `{'.'.join(path)}`"
        yield f"  - {_plain(str(value)) or '(empty)'}"
        yield f"  - {cell.provenance}"
    yield "```"
    yield ""


# --- rulings and options ---------------------------------------------------------------------------------------------


def rulings_page(rules: Ruleset) -> str:
    """All open points of a game."""
    lines = [
        f"# Open points: {rules.variant.title}",
        "",
        "Where the book is silent, damaged or contradicts itself: the question, the reading in use and why, and other",
        'readings. Choose another by `er.load(..., rulings={"POINT": "READING"})` or `--ruling POINT=READING`.',
        "",
    ]
    for point in sorted(rules.points.values(), key=lambda p: (_order(p.rule.number), p.id)):
        lines += _point(point)
    return "\n".join(lines)


def _point(point: OpenPoint) -> Iterator[str]:
    yield f"({point.id.lower()})="
    yield f"## {point.id}"
    yield ""
    yield f"**{point.rule}** {_plain(point.question)}"
    yield ""
    for reading in point.readings:
        used = " (default)" if reading.name == point.default else ""
        offered = f" Not offered: {_plain(reading.not_offered)}." if reading.not_offered else ""
        yield f"- `{reading.name}`{used}: {_plain(reading.meaning)}.{offered}"
    yield ""
    status = "No code rests on it yet." if point.status == "planned" else ""
    yield f"Why: {_plain(point.why)}. Rests on: {point.authority}. {status}".strip()
    yield ""


def options_page(rulesets: Iterable[Ruleset]) -> str:
    """The optional rules of all games."""
    lines = ["# Optional rules", "", "Switch them on by `er.load(..., options=[...])` or `--option`.", ""]
    for rules in rulesets:
        lines += [f"## {rules.variant.title}", ""]
        for option in sorted(rules.known_options.values(), key=lambda o: _order(o.id)):
            needs = f" Needs {', '.join(option.requires)}." if option.requires else ""
            without = f" Not with {', '.join(option.excludes)}." if option.excludes else ""
            lines.append(f"- `{option.id}`: {_plain(option.title)} ({', '.join(map(str, option.by))}).{needs}{without}")
        lines.append("")
    return "\n".join(lines)


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
    return "\n".join(lines)


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
    yield f"- **Given**: {f'`{facts}` of `{file}`' if facts else _plain(given) or 'nothing'}"
    yield f"- **Return**: {_plain(gives)}"
    yield f"- **Several answers**: {_plain(several)}"
    yield f"- **Serves**: {', '.join(map(str, sorted(rules)))}"
    yield f"- **Example**: {_plain(item.name)} ({', '.join(map(str, item.by))}), {_where(item, home)}"


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
        plugin = plugin_of(name)
        for hook in ("europa_modifiers", "europa_prohibitions", "europa_sources"):
            for item in getattr(plugin, hook)(getattr(plugin, "ID", "")):
                found.setdefault(item.slot, []).append((name, item))
    return found


def errors_page() -> str:
    """All errors that the library raises."""
    lines = [
        "# Errors",
        "",
        "Whatever the library raises on purpose is a `EuropaError`; it says what, where and what would be right.",
        "",
    ]
    for name, error in sorted(vars(errors).items()):
        if inspect.isclass(error) and issubclass(error, errors.EuropaError):
            bases = ", ".join(f"`{base.__name__}`" for base in error.__bases__)
            lines += [f"## {name}", "", f"A kind of {bases}. {_prose(inspect.getdoc(error) or '')}", ""]
    return "\n".join(lines)


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
