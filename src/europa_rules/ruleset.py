"""A ruleset: a variant with its options, rulings, charts and contributions, compiled once and then read only.

`build_ruleset` asks the plugins, refuses conflicts by name, sorts what they contribute, and lays charts and maps over
one another. In play nothing but the compiled tables is used.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from europa_rules.board import Board, load_board
from europa_rules.charts import Charts, load_charts
from europa_rules.citations import Citation, Citations
from europa_rules.contributions import (
    ChartFolder,
    Facts,
    Modifier,
    Option,
    Prohibition,
    Source,
    StepContribution,
    by_slot,
    in_use,
    refuse_conflicts,
)
from europa_rules.errors import DataError, Fault, PluginError, unknown
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.nations import Nations
from europa_rules.permissions import Ruling
from europa_rules.plugins import PluginRecord, as_records, ask_plugins, find_plugins, variants_of
from europa_rules.rulings import OpenPoint, choose, load_open_points
from europa_rules.sides import Side, Turn
from europa_rules.slots import PHASES
from europa_rules.unit_types import UnitTypes, load_unit_types

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


@frozen
class Variant:
    """A game of the series, as its plugin describes it.

    Attributes:
        id: the word by which it is loaded.
        title: its name.
        book: the name of its rulebook in citations.
        sides: the sides that have player turns, in the order of the turns.
        sheets: the map sheets it is played on.
        folder: where its data lie: `charts/`, `sheets/` (overlay), `subjects.toml`.
        owners_at_start: who owns a hex of a country when play begins: country -> side ("" for any other).
        nation_sides: which side a nation fights on when play begins: code -> side ("" for any other).
        usual_nations: whose pieces attack and defend where a calculator's text names no nation (codes).
        first_turn: the first game turn.
        case_prefixes: how ids of its conformance cases begin.
        extends: the id of the variant that it changes, or "".
        version: of its data and rules.
    """

    id: str
    title: str
    book: str
    sides: tuple[Side, ...]
    sheets: tuple[str, ...]
    folder: Path | Traversable
    owners_at_start: Mapping[str, Side] = field(factory=dict, hash=False)
    nation_sides: Mapping[str, Side] = field(factory=dict, hash=False)
    usual_nations: tuple[str, str] = ("", "")
    first_turn: Turn = Turn(1940, 5, 1)
    case_prefixes: tuple[str, ...] = ()
    extends: str = ""
    version: str = "0.1.0"


@frozen(eq=False)
class Ruleset:
    """Everything the rules ask of a variant; see the module.

    Attributes:
        variant: the variant loaded.
        options: ids of the optional rules in use.
        readings: the reading chosen for each open point.
        charts: the typed charts.
        types: the unit types.
        plugins: every plugin found, loaded or failed.
    """

    variant: Variant
    lineage: tuple[Variant, ...]
    options: frozenset[str]
    known_options: Mapping[str, Option]
    points: Mapping[str, OpenPoint]
    readings: Mapping[str, str]
    charts: Charts
    types: UnitTypes
    plugins: tuple[PluginRecord, ...]
    order_kinds: Mapping[str, Any]
    fact_kinds: Mapping[str, Any]
    questions: Mapping[str, Any]
    _modifiers: Mapping[str, tuple[Modifier, ...]]
    _prohibitions: Mapping[str, tuple[Prohibition, ...]]
    _sources: Mapping[str, tuple[Source, ...]]
    _steps: Mapping[str, tuple[StepContribution, ...]]
    _givers: Mapping[str, tuple[str, ...]]
    _subjects: Mapping[str, str]
    _maps: tuple[Path, ...]
    _board: Board | None = None

    @cached_property
    def board(self) -> Board:
        """The theatre, compiled when first asked for."""
        if self._board is not None:
            return self._board
        overlays = [v.folder.joinpath("sheets") for v in self.lineage]
        return load_board(self.variant.sheets, overlays=(*(o for o in overlays if o.is_dir()), *self._maps))

    @cached_property
    def nations(self) -> Nations:
        """The nations of the series, their codes and their forces."""
        return Nations.read()

    def on_board(self, board: Board) -> Ruleset:
        """The same rules on another board."""
        return evolve(self, board=board)

    def cite(self, subject: str) -> Citation:
        """The rule of a subject in this variant's book: "transport-counters", or a number that both books share.

        Raises UnknownName if a subject in words is not listed in the variant's `subjects.toml`.
        """
        if subject in self._subjects:
            return Citation(self.variant.book, self._subjects[subject])
        if subject[:1].isdigit() or subject.isupper():
            return Citation(self.variant.book, subject)
        raise unknown("subject", subject, self._subjects)

    def has_option(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options

    def reading(self, point: str) -> str:
        """The reading in use of an open point; raises UnknownName if the variant has no such point."""
        if point not in self.readings:
            raise unknown("ruling", point, self.readings)
        return self.readings[point]

    def rests_on(self, point: str) -> str:
        """A ruling and its reading as ledgers name it."""
        return f"{point}: {self.reading(point)}"

    def resting(self, *words: str) -> tuple[str, ...]:
        """Those of these open points that the variant has, with their readings, as ledgers name them.

        words: ids without the book at their head ("9C-who-chooses"), since books share many points.
        """
        known = {point.partition("-")[2]: point for point in self.readings}
        return tuple(self.rests_on(known[word]) for word in words if word in known)

    def modify(self, reckoning: Reckoning, slot: str, facts: Facts) -> Reckoning:
        """The reckoning after every contributed modifier of a slot that applies to the facts."""
        for modifier in self.modifiers(slot):
            reckoning = modifier.apply(reckoning, facts)
        return reckoning

    def modifiers(self, slot: str) -> tuple[Modifier, ...]:
        """The contributed modifiers of a slot, in the order in which they are applied."""
        return self._modifiers.get(slot, ())

    def forbid(self, slot: str, facts: Facts) -> Ruling:
        """Every contributed refusal of a slot that applies to the facts."""
        return Ruling.all(p.rule_on(facts) for p in self._prohibitions.get(slot, ()))

    def has_modifiers(self, slot: str) -> bool:
        """Whether anything changes the reckonings of a slot (searches use compiled costs otherwise)."""
        return bool(self._modifiers.get(slot))

    def has_prohibitions(self, slot: str) -> bool:
        """Whether anything is contributed to a slot (searches skip it otherwise)."""
        return bool(self._prohibitions.get(slot))

    def sources(self, slot: str, facts: Facts = None) -> tuple[Source, ...]:
        """The contributed sources of a slot that count for these facts."""
        return tuple(s for s in self._sources.get(slot, ()) if s.when(facts))

    def steps(self, procedure: str) -> tuple[StepContribution, ...]:
        """The contributed steps of a procedure."""
        return self._steps.get(procedure, ())

    def owner_at_start(self, hex_: Hex) -> Side:
        """Who owns a hex when play begins, by its country."""
        owners = self.variant.owners_at_start
        return owners.get(self.board.country(hex_), owners.get("", Side("neutral")))

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of a player turn, in order."""
        return PHASES

    def side_of(self, nation: str) -> Side:
        """The side on which a nation fights when play begins, by its code; neutral where the variant names none."""
        sides = self.variant.nation_sides
        return sides.get(nation, sides.get("", Side("neutral")))

    def manifest(self) -> dict[str, Any]:
        """Which plugin gave which part, the options and rulings in use, and the provenance of each chart."""
        return {
            "variant": {"id": self.variant.id, "title": self.variant.title, "version": self.variant.version},
            "extends": [v.id for v in self.lineage[:-1]],
            "options": sorted(self.options),
            "rulings": dict(sorted(self.readings.items())),
            "plugins": [
                {"name": p.name, "distribution": p.distribution, "entry_point": p.entry_point, "error": p.error}
                for p in self.plugins
            ],
            "contributions": {k: list(v) for k, v in sorted(self._givers.items())},
            "charts": self.charts.manifest(),
        }

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the manifest: equal for equal rules, plugins and data."""
        return hashlib.sha256(repr(self.manifest()).encode()).hexdigest()[:16]


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
    lineage = _lineage(variant, records)
    answers = ask_plugins(records, [v.id for v in lineage])
    _refuse_broken(lineage, answers.records, records)

    known = _exclusive("option", answers["europa_options"], lambda o: o.id, lambda o: o.by)
    chosen = _chosen_options(options, known)
    points = _points(answers["europa_rulings"])
    readings = dict(choose(tuple(points.values()), rulings or {}))

    gated = {
        hook: in_use(answers[hook], chosen, readings)
        for hook in ("europa_modifiers", "europa_prohibitions", "europa_sources", "europa_steps")
    }
    _refuse_step_conflicts(gated["europa_steps"])
    refuse_conflicts(
        "source", [(f"{s.slot}: {s.name}", plugin, s.by) for plugin, s in gated["europa_sources"]]
    )
    overlays = [folder for _, folder in answers["europa_charts"] if folder.gate.is_open(chosen, readings)]
    refuse_conflicts("chart cell", _chart_claims(answers["europa_charts"], chosen, readings))
    base = resources.files("europa_rules").joinpath("data", "charts")
    own = [v.folder.joinpath("charts") for v in lineage]
    users = [_user_folder(p, "charts") for p in _listed(charts)]
    type_folders = [base, *own, *(path for _, path in answers["europa_unit_types"]), *users]
    givers: dict[str, list[str]] = {}
    for hook, items in gated.items():
        for plugin, item in items:
            givers.setdefault(plugin, []).append(f"{hook.removeprefix('europa_')}: {item.name}")
    return Ruleset(
        variant=lineage[-1],
        lineage=lineage,
        options=chosen,
        known_options=known,
        points=points,
        readings=readings,
        charts=load_charts([base, *own, *(f.path for f in overlays), *users]),
        types=load_unit_types(type_folders),
        plugins=answers.records,
        order_kinds=_exclusive("order kind", answers["europa_order_kinds"], lambda k: k.name, lambda k: k.by),
        fact_kinds=_exclusive("fact kind", answers["europa_fact_kinds"], lambda k: k.name, lambda k: ()),
        questions=_exclusive("question", answers["europa_questions"], lambda q: q[0], lambda q: (), lambda q: q[1]),
        modifiers=by_slot(gated["europa_modifiers"]),
        prohibitions=by_slot(gated["europa_prohibitions"]),
        sources=by_slot(gated["europa_sources"]),
        steps=by_slot(gated["europa_steps"]),
        givers={plugin: tuple(sorted(names)) for plugin, names in givers.items()},
        subjects=_subjects(lineage),
        maps=tuple(_user_folder(p, "maps") for p in _listed(maps)),
    )


def _listed(paths: Sequence[str | Path] | str | Path) -> list[Path]:
    return [Path(paths)] if isinstance(paths, str | Path) else [Path(p) for p in paths]


def _user_folder(path: Path, what: str) -> Path:
    if not path.is_dir():
        raise DataError([Fault(str(path), what, "no folder", f"a folder of {what} laid over the bundled ones")])
    return path


def _lineage(variant: str, records: Sequence[PluginRecord]) -> tuple[Variant, ...]:
    offered = variants_of(records)
    refuse_conflicts("variant", [(v.id, plugin, ()) for plugin, v in offered])
    by_id: dict[str, Variant] = {v.id: v for _, v in offered}
    chain: list[Variant] = []
    wanted = variant
    while wanted:
        if wanted not in by_id:
            for record in records:
                if record.name == wanted:
                    record.require()
            raise unknown("variant", wanted, sorted(by_id))
        if by_id[wanted] in chain:
            raise PluginError(f"variant '{variant}' extends itself by way of '{wanted}'")
        chain.append(by_id[wanted])
        wanted = by_id[wanted].extends
    return tuple(reversed(chain))


def _refuse_broken(
    lineage: Sequence[Variant], after: Sequence[PluginRecord], before: Sequence[PluginRecord]
) -> None:
    """A variant cannot be played when the plugin that brings it broke; any other broken plugin is only left out."""
    loaded = {r.name for r in after if r.loaded}
    bringing = {plugin: v.id for plugin, v in variants_of(before) if v in lineage}
    for record in after:
        if record.name in bringing and record.name not in loaded:
            record.require()


def _exclusive(
    what: str,
    items: Iterable[tuple[str, Any]],
    name: Any,
    by: Any,
    value: Any = lambda item: item,
) -> dict[str, Any]:
    listed = list(items)
    refuse_conflicts(what, [(name(item), plugin, by(item)) for plugin, item in listed])
    return {name(item): value(item) for _, item in sorted(listed, key=lambda pair: str(name(pair[1])))}


def _chosen_options(options: Iterable[str], known: Mapping[str, Option]) -> frozenset[str]:
    chosen = frozenset([options] if isinstance(options, str) else options)
    for option in sorted(chosen):
        if option not in known:
            raise unknown("option", option, sorted(known))
        missing = [r for r in known[option].requires if r not in chosen]
        if missing:
            raise PluginError(f"option '{option}' needs option '{missing[0]}' as well")
        clashes = [e for e in known[option].excludes if e in chosen]
        if clashes:
            raise PluginError(f"options '{option}' and '{clashes[0]}' cannot be used together")
    return chosen


def _points(files: Iterable[tuple[str, Any]]) -> dict[str, OpenPoint]:
    given = [(plugin, point) for plugin, path in files for point in load_open_points(path)]
    refuse_conflicts("ruling", [(p.id, plugin, (p.rule,)) for plugin, p in given])
    return {p.id: p for _, p in given}


def _refuse_step_conflicts(steps: Sequence[tuple[str, StepContribution]]) -> None:
    refuse_conflicts("step", [(f"{s.procedure}: {s.name}", plugin, s.by) for plugin, s in steps])
    refuse_conflicts("step", [(f"{s.procedure}: {s.replaces}", plugin, s.by) for plugin, s in steps if s.replaces])


def _leaves(value: Any, path: str = "") -> dict[str, Any]:
    if not isinstance(value, Mapping):
        return {path: value}
    found: dict[str, Any] = {}
    for key, inner in value.items():
        found.update(_leaves(inner, f"{path}.{key}" if path else str(key)))
    return found


def _chart_claims(
    folders: Iterable[tuple[str, ChartFolder]], options: frozenset[str], readings: Mapping[str, str]
) -> list[tuple[str, str, Citations]]:
    """Cells that two plugins give different values; equal values are no conflict."""
    given: dict[str, dict[str, Any]] = {}
    for plugin, folder in folders:
        if not folder.gate.is_open(options, readings):
            continue
        for file in folder.path.iterdir():
            if not file.name.endswith(".toml"):
                continue
            for cell, value in _leaves(tomllib.loads(file.read_text(encoding="utf-8"))).items():
                if not cell.startswith(("title", "rules", "provenance", "overlay")):
                    given.setdefault(f"{file.name}: {cell}", {})[plugin] = value
    clashing = {cell: by for cell, by in given.items() if len({repr(v) for v in by.values()}) > 1}
    return [(cell, plugin, ()) for cell, by in clashing.items() for plugin in by]


def _subjects(lineage: Sequence[Variant]) -> dict[str, str]:
    found: dict[str, str] = {}
    for variant in lineage:
        file = variant.folder.joinpath("subjects.toml")
        if file.is_file():
            found.update(tomllib.loads(file.read_text(encoding="utf-8"))["subjects"])
    return found
