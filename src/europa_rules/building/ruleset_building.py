"""How a ruleset is built: plugins are asked, and charts and maps laid over one another.

Needs a variant with options, rulings, charts and maps; gives the compiled ruleset. What two plugins claim, and what is
named and not there, is refused by its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from europa_rules.air_units import AirTypes
from europa_rules.charts import load_charts
from europa_rules.citations import Citation, Citations
from europa_rules.contributions import ChartFolder, Option, Source, by_slot, in_use, naming, naming_itself
from europa_rules.errors import DataError, Fault, PluginError, nearest
from europa_rules.matrix import is_under
from europa_rules.plain_data import read_toml_file
from europa_rules.plugins import (
    Answered,
    Answers,
    PluginRecord,
    as_records,
    ask_plugins,
    find_plugins,
    variants_of,
)
from europa_rules.rulings import OpenPoint, choose, load_open_points
from europa_rules.scenario_reading import ScenarioFile, scenario_files
from europa_rules.unit_types import chart_of, merged_chart

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
from europa_rules.building.chart_folders import open_folders, refuse_chart_conflicts
from europa_rules.building.lineages import lineage_of, refuse_broken
from europa_rules.building.nearest import nearest_of
from europa_rules.building.options import chosen_options, refuse_idle_options
from europa_rules.building.steps import steps_left, steps_of
from europa_rules.ruleset import Ruleset, Variant


def build_ruleset(
    variant: str,
    *,
    options: Iterable[str] = (),
    rulings: Mapping[str, str] | None = None,
    charts: Sequence[str | Path] | str | Path = (),
    maps: Sequence[str | Path] | str | Path = (),
    plugins: Iterable[object] | None = None,
) -> Ruleset:
    """Build the ruleset of a variant; `europa_rules.load` is its public name and documents the parameters."""
    records = find_plugins() if plugins is None else as_records(plugins)
    lineage = lineage_of(variant, records)
    answers = _answers(lineage, records, all_must_work=plugins is not None)
    named, scenarios = _named(answers), _scenarios(lineage, records, answers)
    choice = _choice(named, options, rulings or {})
    _refuse_lost_gates(answers, choice)
    added = _contributions(answers, lineage, choice)
    folders = _folders(answers, lineage, choice, [_user_folder(p, "charts") for p in _listed(charts, "charts")])
    type_table = merged_chart(folders.of_types)
    given = {
        "variant": [(plugin, v.id) for plugin, v in variants_of(records) if v.id in {x.id for x in lineage}],
        **{what: [(plugin, name) for name, (plugin, _) in items.items()] for what, items in named.items()},
        **{what: [(plugin, item.name) for plugin, item in items] for what, items in added.items()},
        "scenario": [(plugin, name) for name, (plugin, _) in scenarios.items()],
        "charts": [(plugin, folder.path.name) for plugin, folder in folders.laid],
        "unit types": [(plugin, path.name) for plugin, path in folders.types],
    }
    ruleset = Ruleset(
        variant=lineage[-1],
        lineage=lineage,
        options=choice.options,
        known_options=choice.known,
        points=choice.points,
        readings=choice.readings,
        charts=load_charts(folders.of_charts),
        types=chart_of(type_table, folders.of_types),
        air_types=AirTypes.from_tables(type_table),
        plugins=answers.records,
        order_kinds={
            name: naming(kind, f"plugin '{plugin}': order kind '{name}'", plugin)
            for name, (plugin, kind) in named["order kind"].items()
        },
        fact_kinds={name: kind for name, (_, kind) in named["fact kind"].items()},
        questions={name: handler for name, (_, (_, handler)) in named["question"].items()},
        modifiers=by_slot(added["modifiers"]),
        prohibitions=by_slot(added["prohibitions"]),
        sources=by_slot((plugin, naming_itself(plugin, item)) for plugin, item in added["sources"]),
        steps=by_slot((plugin, naming_itself(plugin, item)) for plugin, item in added["steps"]),
        givers=_givers(given),
        subjects=_subjects(lineage),
        maps=tuple(_user_folder(p, "maps") for p in _listed(maps, "maps")),
        chart_folders=folders.users,
        type_cells=repr(type_table),
        scenario_files={name: file for name, (_, file) in scenarios.items()},
    )
    whole = ruleset.on_board(ruleset.board) if ruleset.has_patches else ruleset  # the faults of patches are told now
    _ = whole.charts_in_use  # as they are now, whatever becomes of the files
    return whole


def _answers(lineage: Sequence[Variant], records: Sequence[PluginRecord], *, all_must_work: bool) -> Answers:
    """What the plugins answer for the variants of a lineage. Raises PluginError where one broke that must work."""
    answers = ask_plugins(records, [variant.id for variant in lineage])
    for record in answers.records if all_must_work else ():
        record.require()
    refuse_broken(lineage, answers.records, records)
    return answers


@frozen
class _Choice:
    """What is chosen of what there is.

    Attributes:
        known: all options; options: those chosen.
        points: all open points; readings: how each is read.
    """

    known: Mapping[str, Option]
    options: frozenset[str]
    points: Mapping[str, OpenPoint]
    readings: Mapping[str, str]


def _choice(
    named: Mapping[str, Mapping[str, tuple[str, Any]]], options: Iterable[str], rulings: Mapping[str, str]
) -> _Choice:
    refuse_idle_options(named["option"])
    known = {name: option for name, (_, option) in named["option"].items()}
    points = {name: point for name, (_, point) in named["ruling"].items()}
    chosen = chosen_options(options, named["option"])
    return _Choice(known, chosen, points, dict(choose(tuple(points.values()), rulings)))


@frozen
class _Folders:
    """The folders of charts, in the order in which they are laid over one another.

    Attributes:
        own: those of the series and the variants.
        types: those with rows of the unit identification chart alone, each with its plugin.
        laid: those that plugins lay over these, each with its plugin.
        users: those of the user.
    """

    own: tuple[Path | Traversable, ...]
    types: Answered
    laid: tuple[tuple[str, ChartFolder], ...]
    users: tuple[Path, ...]

    @property
    def of_charts(self) -> list[Path | Traversable]:
        """Those of all charts."""
        return [*self.own, *(folder.path for _, folder in self.laid), *self.users]

    @property
    def of_types(self) -> list[Path | Traversable]:
        """Those of the unit identification chart."""
        return [*self.own, *(path for _, path in self.types), *self.of_charts[len(self.own) :]]


def _folders(answers: Answers, lineage: Sequence[Variant], choice: _Choice, users: Sequence[Path]) -> _Folders:
    given = open_folders(answers, choice.options, choice.readings)
    base = resources.files("europa_rules").joinpath("data", "charts")
    own = (base, *(folder for v in lineage if (folder := v.folder.joinpath("charts")).is_dir()))
    refuse_chart_conflicts(given, answers.levels("europa_unit_types"), own)
    laid = tuple(one for level in given for one in level)
    return _Folders(own, answers["europa_unit_types"], laid, tuple(users))


def _named(answers: Answers) -> dict[str, dict[str, tuple[str, Any]]]:
    """What there can be only one of by each name, with the plugin that gave it."""
    return {
        "option": nearest_of("option", answers.levels("europa_options"), lambda o: o.id, lambda o: o.by),
        "ruling": _points(answers.levels("europa_rulings")),
        "order kind": nearest_of("order kind", answers.levels("europa_order_kinds"), lambda k: k.name, lambda k: k.by),
        "fact kind": nearest_of("fact kind", answers.levels("europa_fact_kinds"), lambda k: k.name),
        "question": nearest_of("question", answers.levels("europa_questions"), lambda q: q[0]),
    }


def _contributions(
    answers: Answers, lineage: Sequence[Variant], choice: _Choice
) -> dict[str, tuple[tuple[str, Any], ...]]:
    """Modifiers, prohibitions, sources and steps in use, in the order in which they are applied."""
    _refuse_lost_rules(answers, lineage)

    def levels(hook: str) -> list[Answered]:
        kept = _without_rules(answers.levels(hook), lineage)
        return [in_use(given, choice.options, choice.readings) for given in kept]

    given = {
        "modifiers": [item for level in levels("europa_modifiers") for item in level],
        "prohibitions": [item for level in levels("europa_prohibitions") for item in level],
        "sources": _sources(levels("europa_sources")),
        "steps": steps_of(steps_left(levels("europa_steps"), answers.levels("europa_steps"))),
    }
    return {
        what: tuple(
            (plugin, _telling(item, choice.points)) for plugin, item in in_use(items, choice.options, choice.readings)
        )
        for what, items in given.items()
    }


def _without_rules(levels: Iterable[Answered], lineage: Sequence[Variant]) -> list[Answered]:
    """What is given for each variant of a lineage, without what the variants after it do without."""
    dropped = [[rule for later in lineage[i + 1 :] for rule in later.without] for i in range(len(lineage))]
    return [
        tuple((plugin, item) for plugin, item in given if not _cites_only(item.by, rules))
        for given, rules in zip(levels, dropped, strict=True)
    ]


def _cites_only(by: Citations, rules: Sequence[str]) -> bool:
    """Whether all the rules that are cited are among these, or below them."""
    return bool(rules and by) and all(any(_is_of(citation, rule) for rule in rules) for citation in by)


def _is_of(citation: Citation, rule: str) -> bool:
    head = Citation.parse(rule)
    return citation.book == head.book and is_under(citation.number, head.number)


def _refuse_lost_rules(answers: Answers, lineage: Sequence[Variant]) -> None:
    """Raise PluginError for a rule that a variant does without, though nothing is contributed for it."""
    cited = {citation for hook in CONTRIBUTING for _, item in answers[hook] for citation in item.by}
    for variant in lineage:
        for rule in variant.without:
            if not any(_is_of(citation, rule) for citation in cited):
                raise PluginError(f"variant '{variant.id}' does without {rule}, for which nothing is contributed")


def _telling(item: Any, points: Mapping[str, OpenPoint]) -> Any:
    """A contribution whose gate knows what is asked and played at the open point that it waits for."""
    gate = item.gate
    if not gate.point:
        return item
    return evolve(item, gate=evolve(gate, told=points[gate.point].in_use(gate.reading)))


CONTRIBUTING = ("europa_modifiers", "europa_prohibitions", "europa_sources", "europa_steps")
"""The hooks whose answers cite rules that a variant may do without."""


GATED = ("europa_modifiers", "europa_prohibitions", "europa_sources", "europa_steps", "europa_charts")
"""The hooks whose answers have a gate."""


def _refuse_lost_gates(answers: Answers, choice: _Choice) -> None:
    """Raise PluginError for a contribution that waits for an option, a ruling or a reading there is not."""
    options, points = choice.known, choice.points
    for plugin, item in (answered for hook in GATED for answered in answers[hook]):
        gate, name = item.gate, str(getattr(item, "name", "") or getattr(item, "path", ""))
        readings = [r.name for r in points[gate.point].readings] if gate.point in points else []
        for what, wanted, known in (
            ("option", gate.option, options),
            ("option", gate.without_option, options),
            ("ruling", gate.point, points),
            (f"reading of '{gate.point}'", gate.reading, readings),
        ):
            if wanted and wanted not in known:
                near = nearest(wanted, known)
                hint = f" Did you mean {near!r}?" if near else ""
                told = f"plugin '{plugin}': '{name}' waits for {what} '{wanted}', which is not known"
                raise PluginError(f"{told}.{hint}", (plugin,))


def _givers(parts: Mapping[str, Iterable[tuple[str, str]]]) -> dict[str, tuple[str, ...]]:
    """What each plugin gave, as the manifest names it."""
    found: dict[str, list[str]] = {}
    for what, given in parts.items():
        for plugin, name in given:
            found.setdefault(plugin, []).append(f"{what}: {name}")
    return {plugin: tuple(sorted(names)) for plugin, names in found.items()}


def _listed(paths: Sequence[str | Path] | str | Path, what: str) -> list[Path]:
    try:
        return [Path(paths)] if isinstance(paths, str | Path) else [Path(p) for p in paths]
    except TypeError:
        raise DataError([Fault("load", what, repr(paths), f"the path of a folder of {what}, or several")]) from None


def _user_folder(path: Path, what: str) -> Path:
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):  # a name that the system cannot have
        is_folder = False
    if not is_folder:
        raise DataError([Fault(str(path), what, "no folder", f"a folder of {what} laid over the bundled ones")])
    return path


def _points(levels: Iterable[Answered]) -> dict[str, tuple[str, OpenPoint]]:
    read = [tuple((plugin, point) for plugin, path in given for point in load_open_points(path)) for given in levels]
    return nearest_of("ruling", read, lambda p: p.id, lambda p: (p.rule,))


def _scenarios(
    lineage: Sequence[Variant], records: Sequence[PluginRecord], answers: Answers
) -> dict[str, tuple[str, ScenarioFile]]:
    """The files of scenarios by id, with the plugin of each: those in the variants' own folders, and those given."""
    bringing = {v.id: plugin for plugin, v in variants_of(records)}
    levels = [
        tuple(
            (plugin, file) for plugin, home in [(bringing[own.id], own.folder), *given] for file in scenario_files(home)
        )
        for own, given in zip_longest(lineage, answers.levels("europa_scenarios"), fillvalue=())
        if isinstance(own, Variant)
    ]
    return nearest_of("scenario", levels, lambda file: file.id)


def _sources(levels: Iterable[Sequence[tuple[str, Source]]]) -> list[tuple[str, Source]]:
    named = nearest_of("source", [tuple(given) for given in levels], lambda s: f"{s.slot}: {s.name}", lambda s: s.by)
    return list(named.values())


def _subjects(lineage: Sequence[Variant]) -> dict[str, Citation]:
    """Subject -> its rule, in the book of the variant that lists it unless it names another ("FoF 31A")."""
    found: dict[str, Citation] = {}
    for variant in lineage:
        file = variant.folder.joinpath("subjects.toml")
        if file.is_file():
            found.update({name: _citation(number, variant.book) for name, number in _read_subjects(file).items()})
    return found


def _read_subjects(file: Path | Traversable) -> dict[str, str]:
    listed = read_toml_file(file).get("subjects")
    if not isinstance(listed, dict) or not all(isinstance(number, str) for number in listed.values()):
        raise DataError([Fault(str(file), "subjects", repr(listed), "a table of subjects and numbers of rules")])
    return listed


def _citation(number: str, book: str) -> Citation:
    return Citation.parse(number) if " " in number else Citation(book, number)
