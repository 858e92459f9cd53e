"""A ruleset: a variant with its options, rulings, charts and contributions, compiled once and then read only.

`build_ruleset` asks the plugins, refuses conflicts by name, sorts what they contribute, and lays charts and maps over
one another. In play nothing but the compiled tables is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import resources
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve, field, frozen

from europa_rules.air_units import AirTypes
from europa_rules.board import Board, load_board
from europa_rules.charts import Charts, load_charts
from europa_rules.charts.claims import cells_given
from europa_rules.charts.map_words import map_words
from europa_rules.citations import Citation, Citations
from europa_rules.contributions import (
    ChartFolder,
    Facts,
    Modifier,
    Option,
    Prohibition,
    Source,
    StepContribution,
    broken,
    by_slot,
    in_use,
    refuse_conflicts,
)
from europa_rules.culprits import told
from europa_rules.errors import DataError, EuropaError, Fault, PluginError, UnknownName, nearest, unknown
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning, told_point
from europa_rules.matrix import is_under
from europa_rules.nations import Nations
from europa_rules.orders_of_battle.bundled import FOLDER as ORDERS_OF_BATTLE
from europa_rules.orders_of_battle.bundled import OrdersOfBattle, joined
from europa_rules.orders_of_battle.lines import OrderOfBattle
from europa_rules.orders_of_battle.tables import bundled_rows
from europa_rules.permissions import Ruling
from europa_rules.plain_data import read_toml_file
from europa_rules.plugins import (
    ENTRY_POINTS,
    Answered,
    Answers,
    PluginRecord,
    as_records,
    ask_plugins,
    find_plugins,
    variants_of,
)
from europa_rules.rulings import OpenPoint, choose, load_open_points
from europa_rules.scenario_heads import Scenario
from europa_rules.scenario_reading import ScenarioFile, scenario_files
from europa_rules.sheets.heads import read_head
from europa_rules.sides import Side, Turn
from europa_rules.slots import DEPLOYMENT, PHASES, PROCEDURES
from europa_rules.unit_types import UnitTypes, chart_of, merged_chart

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

T = TypeVar("T")
C = TypeVar("C", Modifier, Prohibition, Source)

UNSAID = Turn(0, 0, 0)
"""The first turn of a variant that names none: that of the variant it changes."""


@frozen
class Variant:
    """A game of the series, as its plugin describes it.

    A variant that changes another need only say what differs: an empty book, sides or sheets are those of the other,
    and owners and nations are laid over the other's. So are its charts, its map overlay and its subjects, and plugins
    are asked what they bring to either.

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
        without: rules of that variant that it does without, with all below them ("FoF 29"): what plugins contribute to
            the variants that it changes, and cite no other rule for, is left out.
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
    first_turn: Turn = UNSAID
    case_prefixes: tuple[str, ...] = ()
    extends: str = ""
    without: tuple[str, ...] = ()
    version: str = "0.1.0"


@frozen(eq=False, repr=False)
class Ruleset:
    """Everything the rules ask of a variant; see the module.

    Attributes:
        variant: the variant loaded, with what it takes over from the one that it changes.
        lineage: the variants that it changes, the first one first, and itself.
        options: ids of the optional rules in use.
        readings: the reading chosen for each open point.
        charts: the typed charts.
        types: the unit types.
        air_types: the types of air units, with the prefixes and codes that the game has.
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
    air_types: AirTypes
    plugins: tuple[PluginRecord, ...]
    order_kinds: Mapping[str, Any]
    fact_kinds: Mapping[str, Any]
    questions: Mapping[str, Any]
    _modifiers: Mapping[str, tuple[Modifier, ...]]
    _prohibitions: Mapping[str, tuple[Prohibition, ...]]
    _sources: Mapping[str, tuple[Source, ...]]
    _steps: Mapping[str, tuple[StepContribution, ...]]
    _givers: Mapping[str, tuple[str, ...]]
    _subjects: Mapping[str, Citation]
    _maps: tuple[Path, ...]
    _chart_folders: tuple[Path, ...]
    _type_cells: str
    _scenario_files: Mapping[str, ScenarioFile]
    _board: Board | None = None

    def __repr__(self) -> str:
        with_options = f", options {', '.join(sorted(self.options))}" if self.options else ""
        return f"<Ruleset {self.variant.id}{with_options}>"

    @cached_property
    def board(self) -> Board:
        """The theatre, compiled when first asked for."""
        if self._board is not None:
            return self._board
        overlays = [v.folder.joinpath("sheets") for v in self.lineage]
        laid_over = (*(o for o in overlays if o.is_dir()), *self._maps)
        return load_board(self.variant.sheets, laid_over, map_words(self.charts.sheets))

    @cached_property
    def patches(self) -> frozenset[str]:
        """The names of the player's own maps, laid over those of the variant."""
        return frozenset(read_head(folder).id for folder in self._maps)

    @property
    def has_patches(self) -> bool:
        """Whether the player has laid maps of his own over those of the variant."""
        return bool(self._maps)

    def map_caveats(self, ref: Hex, near: Iterable[Hex] = ()) -> tuple[str, ...]:
        """What the player's own maps say of a hex, and of its hexsides to others, that nobody has verified."""
        return self.board.unverified(ref, near, self.patches) if self.has_patches else ()

    @cached_property
    def orders_of_battle(self) -> OrdersOfBattle:
        """The orders of battle that come with the variant, by name; each is read when it is first asked for."""
        return OrdersOfBattle([v.folder.joinpath(ORDERS_OF_BATTLE) for v in self.lineage], self.types)

    def order_of_battle(self, *names: str) -> OrderOfBattle:
        """The orders of battle of these names (without names, of all) as one. Raises UnknownName."""
        return joined((self.orders_of_battle[name] for name in names or self.orders_of_battle), self.variant.title)

    def table_of(self, kind: type[T]) -> tuple[T, ...]:
        """The rows of a table beside the orders of battle, such as `RatingClass`; () if the variant has none."""
        return bundled_rows(kind, [v.folder.joinpath(ORDERS_OF_BATTLE) for v in self.lineage])

    @cached_property
    def example_questions(self) -> Mapping[str, Mapping[str, Any]]:
        """A question of each name that the variant has an example of, as plain data; in `questions/examples.json`.

        >>> from europa_rules import load
        >>> load("fof").example_questions["reckon armor_modifiers"]["ask"]
        'reckon'
        """
        files = (v.folder.joinpath("questions", "examples.json") for v in self.lineage)
        return {k: v for file in files if file.is_file() for k, v in json.loads(file.read_text("utf-8")).items()}

    @cached_property
    def nations(self) -> Nations:
        """The nations of the series, their codes and their forces."""
        return Nations.read()

    def on_board(self, board: Board) -> Ruleset:
        """The same rules on another board."""
        return evolve(self, board=board)

    def cite(self, subject: str) -> Citation:
        """The rule of a subject in this variant's book: "transport-counters", or a number that both books share.

        A subject that only the variant it changes has listed is cited from that one's book. Raises UnknownName if a
        subject in words is not listed in any `subjects.toml`.
        """
        found = self._cited.get(subject)
        if found is None:
            if not (subject[:1].isdigit() or subject.isupper()):
                raise unknown("subject", subject, self._subjects)
            found = self._cited[subject] = Citation(self.variant.book, subject)
        return found

    @cached_property
    def _cited(self) -> dict[str, Citation]:
        """The rules of all subjects, and of those numbers that have been cited."""
        return dict(self._subjects)

    @property
    def subjects(self) -> Mapping[str, Citation]:
        """The rule of every subject that a `subjects.toml` lists, as `cite` gives it."""
        return self._subjects

    def has_option(self, option: str) -> bool:
        """Whether an optional rule is in use."""
        return option in self.options

    def rule_on_option(self, option: str, why: str, *by: Citation, besides: str = "") -> Ruling:
        """Refused where an optional rule is needed that is not in use, which it names.

        option: its number; "" for a rule that is not optional. why: what cannot be done without it. besides: what else
            would be possible.

        >>> from europa_rules import load
        >>> print(load("fof").rule_on_option("12E2", "units carry none", Citation("FoF", "12E2")))
        refused: units carry none (FoF 12E2). Possible: play with the option 12E2.
        """
        if not option or option in self.options:
            return Ruling.allow()
        instead = f"play with the option {option}"
        return Ruling.refuse(why, *by, possible=f"{instead}; {besides}" if besides else instead)

    def option_of(self, by: Citation) -> str:
        """The optional rule to which a rule belongs, "" for none.

        >>> from europa_rules import load
        >>> load("fof").option_of(Citation("FoF", "7C2")), load("fof").option_of(Citation("FoF", "9A"))
        ('7C', '')
        """
        return max((name for name in self.known_options if by.number.startswith(name)), key=len, default="")

    def reading(self, point: str) -> str:
        """The reading in use of an open point; raises UnknownName if the variant has no such point."""
        if point not in self.readings:
            raise unknown("ruling", point, self.readings)
        return self.readings[point]

    def rests_on(self, point: str) -> str:
        """A ruling and its reading as ledgers name it, with the sentence of the reading."""
        reading = self.reading(point)
        return self.points[point].in_use(reading)

    def tell_point(self, text: str) -> str:
        """A ruling and its reading, as a ledger that was written down names them, with what is asked and played.

        text: such as "sf-10I-german-date: jul-44"; one that is not known here is given back as it is.
        """
        point, _, reading = text.partition(": ")
        known = point in self.points and reading in (r.name for r in self.points[point].readings)
        return told_point(self.points[point].in_use(reading) if known else text)

    def resting(self, *words: str) -> tuple[str, ...]:
        """Those of these open points that the variant has, with their readings, as ledgers name them.

        words: ids without the book at their head ("9C-who-chooses"), since books share many points.
        """
        return tuple(self.rests_on(self._point_ids[word]) for word in words if word in self._point_ids)

    def reads(self, word: str, reading: str) -> bool:
        """Whether an open point, named without its book, is in the variant and read so."""
        return (word, reading) in self._chosen

    @cached_property
    def _point_ids(self) -> Mapping[str, str]:
        """The id of every point by its word, the book left out."""
        return {point.partition("-")[2]: point for point in self.readings}

    @cached_property
    def _chosen(self) -> frozenset[tuple[str, str]]:
        """The reading of every point, both without the book."""
        return frozenset((point.partition("-")[2], value) for point, value in self.readings.items())

    def modify(self, reckoning: Reckoning, slot: str, facts: Facts) -> Reckoning:
        """The reckoning after every contributed modifier of a slot that applies to the facts."""
        for modifier in self.modifiers(slot):
            try:
                reckoning = modifier.apply(reckoning, facts)
            except Exception as error:  # a plugin's function may raise anything at all; it is named, not hidden
                raise self.error_of(modifier, error) from error
        return reckoning

    def modifiers(self, slot: str) -> tuple[Modifier, ...]:
        """The contributed modifiers of a slot, in the order in which they are applied."""
        return self._modifiers.get(slot, ())

    def contributed(self, slot: str) -> tuple[Modifier | Prohibition | Source, ...]:
        """Whatever is contributed to a slot, whether it counts for any facts or for some."""
        return (*self._modifiers.get(slot, ()), *self._prohibitions.get(slot, ()), *self._sources.get(slot, ()))

    def forbid(self, slot: str, facts: Facts) -> Ruling:
        """Every contributed refusal of a slot that applies to the facts."""
        given = self._prohibitions.get(slot, ())
        try:
            return Ruling.all(p.refuse(facts) for p in given if p.when(facts))
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda p: p.rule_on(facts), error) from error

    def forbids(self, slot: str, facts: Facts) -> bool:
        """Whether any contributed refusal of a slot applies to the facts, for searches that do not tell why."""
        given = self._prohibitions.get(slot, ())
        try:
            return any(p.when(facts) for p in given)
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda p: p.when(facts), error) from error

    def given_by(self, plugin: str) -> tuple[str, ...]:
        """What a plugin gave, as the manifest names it; () for one that gave nothing.

        >>> from europa_rules import load
        >>> "option: 12D3" in load("fof").given_by("fof"), load("fof").given_by("sf")
        (True, ())
        """
        return self._givers.get(plugin, ())

    def has_modifiers(self, slot: str) -> bool:
        """Whether anything changes the reckonings of a slot (searches use compiled costs otherwise)."""
        return bool(self._modifiers.get(slot))

    def has_prohibitions(self, slot: str) -> bool:
        """Whether anything is contributed to a slot (searches skip it otherwise)."""
        return bool(self._prohibitions.get(slot))

    def sources(self, slot: str, facts: Facts = None) -> tuple[Source, ...]:
        """The contributed sources of a slot that count for these facts."""
        given = self._sources.get(slot, ())
        if slot in self._always_counting:
            return given
        try:
            return tuple(s for s in given if s.when(facts))
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda s: s.when(facts), error) from error

    def _broken_among(self, given: Sequence[C], ask: Callable[[C], object], error: Exception) -> EuropaError:
        """The error of that of several contributions which broke; they are asked again to find it."""
        for item in given:
            try:
                ask(item)
            except Exception:
                return self.error_of(item, error)
        return PluginError(told(error))

    def error_of(self, item: Modifier | Prohibition | Source, error: Exception) -> EuropaError:
        """The error of a plugin's function that broke; a user's mistake, or a named error, is raised as it is."""
        if isinstance(error, EuropaError) and (error.__cause__ or not isinstance(error, PluginError)):
            raise error
        given = f"{type(item).__name__.lower()}s: {item.name}"
        return broken(item, error, [plugin for plugin, names in self._givers.items() if given in names])

    @cached_property
    def _always_counting(self) -> frozenset[str]:
        """The slots whose sources count for any facts."""
        return frozenset(slot for slot, given in self._sources.items() if all(s.is_unconditional for s in given))

    def steps(self, procedure: str) -> tuple[StepContribution, ...]:
        """The contributed steps of a procedure."""
        return self._steps.get(procedure, ())

    def owner_at_start(self, hex_: Hex) -> Side:
        """Who owns a hex when play begins, by its country."""
        return self._owners_at_start[self.board.at(hex_)]

    @cached_property
    def _owners_at_start(self) -> tuple[Side, ...]:
        """Who owns the hexes when play begins, in the order of the board."""
        owners = self.variant.owners_at_start
        others = owners.get("", Side("neutral"))
        return tuple(owners.get(country, others) for country in self.board.column("country_1939"))

    @property
    def phases(self) -> tuple[str, ...]:
        """The phases of a player turn, in order."""
        return PHASES

    @property
    def moments(self) -> tuple[str, ...]:
        """The phases that a moment may stand at: the set-up, those of every player turn, and those of some."""
        own = (step.phase for step in self.steps("player turn") if step.phase)
        return tuple(dict.fromkeys((DEPLOYMENT, *PHASES, *own)))

    @cached_property
    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios of the variant by id, its own and those of plugins. Raises DataError with every fault.

        >>> from europa_rules import load
        >>> load("fof").scenarios["historical"].title
        'The Fall of France'
        """
        return {name: file.read([v.id for v in self.lineage]) for name, file in self._scenario_files.items()}

    @property
    def scenario_ids(self) -> tuple[str, ...]:
        """The ids of the scenarios, without a look into their files."""
        return tuple(self._scenario_files)

    def scenario(self, name: str) -> Scenario:
        """The scenario of an id. Raises UnknownName with the nearest one, DataError with every fault of its head."""
        if name not in self._scenario_files:
            raise unknown("scenario", name, self._scenario_files)
        return self.scenarios[name]

    def side_of(self, nation: str) -> Side:
        """The side on which a nation fights when play begins, by its code; neutral where the variant names none."""
        sides = self.variant.nation_sides
        return sides.get(nation, sides.get("", Side("neutral")))

    def manifest(self) -> dict[str, Any]:
        """Which plugin gave which part, the options and rulings in use, and the provenance of each chart and map."""
        return {
            **self._parts(),
            "charts": self.charts.manifest(),
            "maps": self.board.manifest(),
        }

    def _parts(self) -> dict[str, Any]:
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
        }

    @cached_property
    def plugins_in_use(self) -> Mapping[str, str]:
        """The plugins that gave something, each with its distribution and version; "" for one that was handed in.

        >>> from europa_rules import load
        >>> list(load("fof").plugins_in_use)
        ['fof']
        """
        return {p.name: p.distribution for p in self.plugins if p.name in self._givers}

    @cached_property
    def maps_in_use(self) -> Mapping[str, str]:
        """The sheets and overlays of the board by name, each with its fingerprint."""
        return {name: whole[:16] for name, whole in self.board.fingerprints.items()}

    @cached_property
    def charts_in_use(self) -> Mapping[str, str]:
        """The folders of charts laid over the bundled ones by name, in order, each with its fingerprint."""
        found: dict[str, str] = {}
        for folder in self._chart_folders:
            whole = hashlib.sha256()
            for file in sorted(folder.glob("*.toml")):
                whole.update(f"{file.name} {hashlib.sha256(file.read_bytes()).hexdigest()}".encode())
            name = folder.name if folder.name not in found else f"{folder.name} #{len(found) + 1}"
            found[name] = whole.hexdigest()[:16]
        return found

    @cached_property
    def fingerprint(self) -> str:
        """A hash of the manifest, the charts and the maps: equal for equal rules and data, wherever these lie."""
        sheets = sorted(self.charts.sheets.items())
        cells = {name: [(path, cell.value) for path, cell in sorted(chart.cells.items())] for name, chart in sheets}
        data = repr((self._parts(), cells, self._type_cells, self.board.fingerprint))
        return hashlib.sha256(data.encode()).hexdigest()[:16]


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
    if plugins is not None:
        for record in answers.records:
            record.require()
    _refuse_broken(lineage, answers.records, records)

    named = _named(answers)
    scenarios = _scenarios(lineage, records, answers)
    known = {name: option for name, (_, option) in named["option"].items()}
    _refuse_idle_options(named["option"])
    chosen = _chosen_options(options, named["option"])
    points = {name: point for name, (_, point) in named["ruling"].items()}
    readings = dict(choose(tuple(points.values()), rulings or {}))
    _refuse_lost_gates(answers, known, points)
    added = _contributions(answers, lineage, chosen, points, readings)

    folders = _open_folders(answers, chosen, readings)
    base = resources.files("europa_rules").joinpath("data", "charts")
    own = [base, *(folder for v in lineage if (folder := v.folder.joinpath("charts")).is_dir())]
    _refuse_chart_conflicts(folders, answers.levels("europa_unit_types"), own)
    laid = [folder.path for given in folders for _, folder in given]
    users = [_user_folder(p, "charts") for p in _listed(charts, "charts")]
    type_folders = [*own, *(path for _, path in answers["europa_unit_types"]), *laid, *users]
    type_table = merged_chart(type_folders)
    ruleset = Ruleset(
        variant=lineage[-1],
        lineage=lineage,
        options=chosen,
        known_options=known,
        points=points,
        readings=readings,
        charts=load_charts([*own, *laid, *users]),
        types=chart_of(type_table, type_folders),
        air_types=AirTypes.from_tables(type_table),
        plugins=answers.records,
        order_kinds={name: kind for name, (_, kind) in named["order kind"].items()},
        fact_kinds={name: kind for name, (_, kind) in named["fact kind"].items()},
        questions={name: handler for name, (_, (_, handler)) in named["question"].items()},
        modifiers=by_slot(added["modifiers"]),
        prohibitions=by_slot(added["prohibitions"]),
        sources=by_slot(added["sources"]),
        steps=by_slot(added["steps"]),
        givers=_givers(
            {
                "variant": [(plugin, v.id) for plugin, v in variants_of(records) if v.id in {x.id for x in lineage}],
                **{what: [(plugin, name) for name, (plugin, _) in items.items()] for what, items in named.items()},
                **{what: [(plugin, item.name) for plugin, item in items] for what, items in added.items()},
                "scenario": [(plugin, name) for name, (plugin, _) in scenarios.items()],
                "charts": [(plugin, folder.path.name) for given in folders for plugin, folder in given],
                "unit types": [(plugin, path.name) for plugin, path in answers["europa_unit_types"]],
            }
        ),
        subjects=_subjects(lineage),
        maps=tuple(_user_folder(p, "maps") for p in _listed(maps, "maps")),
        chart_folders=tuple(users),
        type_cells=repr(type_table),
        scenario_files={name: file for name, (_, file) in scenarios.items()},
    )
    return ruleset.on_board(ruleset.board) if ruleset.has_patches else ruleset  # the faults of patches are told now


def _named(answers: Answers) -> dict[str, dict[str, tuple[str, Any]]]:
    """What there can be only one of by each name, with the plugin that gave it."""
    return {
        "option": _nearest("option", answers.levels("europa_options"), lambda o: o.id, lambda o: o.by),
        "ruling": _points(answers.levels("europa_rulings")),
        "order kind": _nearest("order kind", answers.levels("europa_order_kinds"), lambda k: k.name, lambda k: k.by),
        "fact kind": _nearest("fact kind", answers.levels("europa_fact_kinds"), lambda k: k.name),
        "question": _nearest("question", answers.levels("europa_questions"), lambda q: q[0]),
    }


def _contributions(
    answers: Answers,
    lineage: Sequence[Variant],
    options: frozenset[str],
    points: Mapping[str, OpenPoint],
    readings: Mapping[str, str],
) -> dict[str, tuple[tuple[str, Any], ...]]:
    """Modifiers, prohibitions, sources and steps in use, in the order in which they are applied."""
    _refuse_lost_rules(answers, lineage)

    def levels(hook: str) -> list[Answered]:
        kept = _without_rules(answers.levels(hook), lineage)
        return [in_use(given, options, readings) for given in kept]

    given = {
        "modifiers": [item for level in levels("europa_modifiers") for item in level],
        "prohibitions": [item for level in levels("europa_prohibitions") for item in level],
        "sources": _sources(levels("europa_sources")),
        "steps": _steps(_steps_left(levels("europa_steps"), answers.levels("europa_steps"))),
    }
    return {
        what: tuple((plugin, _telling(item, points)) for plugin, item in in_use(items, options, readings))
        for what, items in given.items()
    }


def _without_rules(levels: Iterable[Answered], lineage: Sequence[Variant]) -> list[Answered]:
    """What is given for each variant of a lineage, without what the variants after it do without."""
    dropped = [[rule for later in lineage[i + 1 :] for rule in later.without] for i in range(len(lineage))]
    return [
        tuple((plugin, item) for plugin, item in given if not _cites_only(item.by, rules))
        for given, rules in zip(levels, dropped, strict=True)
    ]


def _steps_left(kept: Sequence[Answered], given: Iterable[Answered]) -> list[Answered]:
    """Steps that are kept; one that goes by a step which is left out goes where that one went."""
    there = {(step.procedure, step.name) for level in kept for _, step in level}
    gone = {(s.procedure, s.name): s for level in given for _, s in level if (s.procedure, s.name) not in there}
    return [tuple((plugin, _moved_up(step, gone)) for plugin, step in level) for level in kept]


def _moved_up(step: StepContribution, gone: Mapping[tuple[str, str], StepContribution]) -> StepContribution:
    """A step at the place of the steps that are left out, one after another, by which it goes."""
    while (lost := gone.get((step.procedure, step.anchor))) is not None:
        at_replaced = (lost.replaces, "") if step.before else ("", lost.replaces)
        before, after = at_replaced if lost.replaces else (lost.before, lost.after)
        step = evolve(step, before=before, after=after, replaces="")
    return step


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


def _refuse_lost_gates(answers: Answers, options: Mapping[str, Option], points: Mapping[str, OpenPoint]) -> None:
    """Raise PluginError for a contribution that waits for an option, a ruling or a reading there is not."""
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
                raise PluginError(f"plugin '{plugin}': '{name}' waits for {what} '{wanted}', which is not known.{hint}")


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


def _lineage(variant: str, records: Sequence[PluginRecord]) -> tuple[Variant, ...]:
    offered = variants_of(records)
    if not isinstance(variant, str) or not variant:
        raise unknown("variant", variant, sorted(v.id for _, v in offered))
    refuse_conflicts("variant", [(v.id, plugin, ()) for plugin, v in offered])
    by_id: dict[str, Variant] = {v.id: v for _, v in offered}
    chain: list[Variant] = []
    wanted = variant
    while wanted:
        if wanted not in by_id:
            for record in records:
                if record.name == wanted:
                    record.require()
            raise _unknown_variant(wanted, sorted(by_id))
        if by_id[wanted] in chain:
            raise PluginError(f"variant '{variant}' extends itself by way of '{chain[-1].id}'")
        chain.append(by_id[wanted])
        wanted = by_id[wanted].extends
    return _completed(tuple(reversed(chain)))


def _unknown_variant(name: str, known: Sequence[str]) -> UnknownName:
    """The error of a variant there is not; where no name is near, with what a variant of one's own needs."""
    found = unknown("variant", name, known)
    if nearest(name, known):
        return found
    return UnknownName(
        f"{found} Is it your own? Install its project (pip install -e .), and let its pyproject.toml name it under"
        f' [project.entry-points."{ENTRY_POINTS}"]; `europa plugins` lists what is found.'
    )


def _completed(chain: Sequence[Variant]) -> tuple[Variant, ...]:
    """The variants, each with what it takes over from the one that it changes."""
    found: list[Variant] = []
    for own in chain:
        found.append(_over(found[-1], own) if found else own)
    lacking = [name for name in ("book", "sides", "sheets") if not getattr(found[-1], name)]
    if lacking:
        raise PluginError(f"variant '{found[-1].id}' has no {lacking[0]}; name it, or the variant that it extends")
    return tuple(found)


def _over(base: Variant, own: Variant) -> Variant:
    return evolve(
        own,
        book=own.book or base.book,
        sides=own.sides or base.sides,
        sheets=own.sheets or base.sheets,
        owners_at_start={**base.owners_at_start, **own.owners_at_start},
        nation_sides={**base.nation_sides, **own.nation_sides},
        usual_nations=own.usual_nations if any(own.usual_nations) else base.usual_nations,
        first_turn=base.first_turn if own.first_turn == UNSAID else own.first_turn,
    )


def _refuse_broken(lineage: Sequence[Variant], after: Sequence[PluginRecord], before: Sequence[PluginRecord]) -> None:
    """A variant cannot be played when the plugin that brings it broke; any other broken plugin is only left out."""
    loaded = {r.name for r in after if r.loaded}
    ids = {variant.id for variant in lineage}
    bringing = {plugin for plugin, v in variants_of(before) if v.id in ids}
    for record in after:
        if record.name in bringing and record.name not in loaded:
            record.require()


def _no_rules(_: Any) -> Citations:
    return ()


def _nearest(
    what: str, levels: Iterable[Answered], name: Callable[[Any], str], by: Callable[[Any], Citations] = _no_rules
) -> dict[str, tuple[str, Any]]:
    """Of several items of one name, that of the variant nearest to the one loaded; two for one variant conflict."""
    found: dict[str, tuple[str, Any]] = {}
    for given in levels:
        refuse_conflicts(what, [(name(item), plugin, by(item)) for plugin, item in given])
        found.update({name(item): (plugin, item) for plugin, item in given})
    return dict(sorted(found.items()))


def _chosen_options(options: Iterable[str], named: Mapping[str, tuple[str, Option]]) -> frozenset[str]:
    if not isinstance(options, Iterable):
        raise unknown("list of options", options, sorted(named))
    chosen = frozenset([options] if isinstance(options, str) else options)
    for name in sorted(chosen, key=str):
        if name not in named:
            raise unknown("option", name, sorted(named))
        option = named[name][1]
        missing = [other for other in option.requires if other not in chosen]
        if missing:
            raise PluginError(f"{_told_option(name, named)} needs {_told_option(missing[0], named)} as well")
        clashes = [other for other in option.excludes if other in chosen]
        if clashes:
            both = f"{_told_option(name, named)} and {_told_option(clashes[0], named)}"
            raise PluginError(f"{both} cannot be used together")
    return chosen


def _told_option(name: str, named: Mapping[str, tuple[str, Option]]) -> str:
    """An option with its plugin and its rules."""
    plugin, option = named[name]
    return f"option '{name}' of plugin '{plugin}' ({', '.join(map(str, option.by))})"


def _refuse_idle_options(named: Mapping[str, tuple[str, Option]]) -> None:
    """Raise PluginError for an option that nobody could choose: what it needs is lost, excludes it or needs it."""
    _refuse_lost_options(named)
    for name, (_, option) in named.items():
        needed = _needed_by(name, named)
        for other in sorted(needed - {name}):
            told = f"{_told_option(name, named)} needs {_told_option(other, named)}"
            if name in _needed_by(other, named):
                raise PluginError(f"{told}, which needs it: options go in circles (hook europa_options)")
            if needed & {*named[other][1].excludes} or name in named[other][1].excludes or other in option.excludes:
                raise PluginError(f"{told}, and they exclude one another (hook europa_options)")


def _refuse_lost_options(named: Mapping[str, tuple[str, Option]]) -> None:
    """Raise PluginError for an option that needs one there is not."""
    for name, (_, option) in named.items():
        for other in option.requires:
            if other not in named:
                near = nearest(other, named)
                hint = f" Did you mean {near!r}?" if near else ""
                told = _told_option(name, named)
                raise PluginError(f"{told} needs option '{other}', which is not known (hook europa_options).{hint}")


def _needed_by(name: str, named: Mapping[str, tuple[str, Option]]) -> frozenset[str]:
    """The options that an option needs, and those that they need in turn."""
    found, asked = frozenset[str](), named[name][1].requires
    while asked:
        found |= frozenset(asked)
        asked = tuple(one for other in asked for one in named[other][1].requires if one not in found)
    return found


def _points(levels: Iterable[Answered]) -> dict[str, tuple[str, OpenPoint]]:
    read = [tuple((plugin, point) for plugin, path in given for point in load_open_points(path)) for given in levels]
    return _nearest("ruling", read, lambda p: p.id, lambda p: (p.rule,))


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
    return _nearest("scenario", levels, lambda file: file.id)


def _sources(levels: Iterable[Sequence[tuple[str, Source]]]) -> list[tuple[str, Source]]:
    named = _nearest("source", [tuple(given) for given in levels], lambda s: f"{s.slot}: {s.name}", lambda s: s.by)
    return list(named.values())


def _steps(levels: Iterable[Sequence[tuple[str, StepContribution]]]) -> list[tuple[str, StepContribution]]:
    """The steps, without those of a base whose name or place a step of a nearer variant takes."""
    kept: list[tuple[str, StepContribution]] = []
    for given in levels:
        _refuse_step_conflicts(given)
        kept = [(plugin, old) for plugin, old in kept if not any(_takes_place(new, old) for _, new in given)]
        kept += given
    _refuse_lost_steps(kept)
    return kept


def _takes_place(new: StepContribution, old: StepContribution) -> bool:
    same_place = bool(new.replaces) and new.replaces == old.replaces
    return new.procedure == old.procedure and (new.name == old.name or same_place)


def _refuse_step_conflicts(steps: Sequence[tuple[str, StepContribution]]) -> None:
    """Raise for steps of one name or place, and PluginError for one that bears the name of the procedure's own."""
    for plugin, step in steps:
        if step.name in PROCEDURES[step.procedure] and step.name != step.replaces:
            own = f"the {step.procedure} has a step of that name"
            raise PluginError(f"plugin '{plugin}': step '{step.name}': {own}; name it otherwise (hook europa_steps)")
    refuse_conflicts("step", [(f"{s.procedure}: {s.name}", plugin, s.by) for plugin, s in steps])
    refuse_conflicts("step", [(f"{s.procedure}: {s.replaces}", plugin, s.by) for plugin, s in steps if s.replaces])


def _refuse_lost_steps(steps: Sequence[tuple[str, StepContribution]]) -> None:
    """Raise PluginError for a step that goes by one there is not, or that waits for one which waits for it."""
    by_name = {(step.procedure, step.name): (plugin, step) for plugin, step in steps}
    for plugin, step in steps:
        names = [*PROCEDURES[step.procedure], *(name for procedure, name in by_name if procedure == step.procedure)]
        if step.anchor not in names:
            near = nearest(step.anchor, names)
            raise PluginError(
                f"plugin '{plugin}': step '{step.name}' goes by '{step.anchor}', which is no step of the"
                f" {step.procedure}.{f' Did you mean {near!r}?' if near else ''}"
            )
    for plugin, step in steps:
        way = [(plugin, step)]
        while (before := by_name.get((step.procedure, way[-1][1].anchor))) and before not in way:
            way.append(before)
        if before:
            ring = " and ".join(f"step '{s.name}' of plugin '{who}' ({', '.join(map(str, s.by))})" for who, s in way)
            raise PluginError(f"{ring} go by one another, and by no step of the {step.procedure} (hook europa_steps)")


def _open_folders(
    answers: Answers, options: frozenset[str], readings: Mapping[str, str]
) -> list[list[tuple[str, ChartFolder]]]:
    """The chart folders in use, for each variant of the lineage."""
    levels = answers.levels("europa_charts")
    return [[(plugin, f) for plugin, f in given if f.gate.is_open(options, readings)] for given in levels]


def _refuse_chart_conflicts(
    folders: Sequence[Sequence[tuple[str, ChartFolder]]], types: Sequence[Answered], own: Sequence[Path | Traversable]
) -> None:
    """Raise ContributionConflict for a cell that two plugins give different values; equal values are no conflict."""
    for given in folders:
        if len({plugin for plugin, _ in given}) > 1:
            refuse_conflicts("chart cell", _clashing((plugin, cells_given(f.path, own)) for plugin, f in given))
    for given, rows in zip(folders, types, strict=True):
        of_types = [*((plugin, f.path) for plugin, f in given), *rows]
        refuse_conflicts("unit type cell", _clashing((plugin, _cells_of_types(path)) for plugin, path in of_types))


def _clashing(given: Iterable[tuple[str, Mapping[str, object]]]) -> list[tuple[str, str, Citations]]:
    values: dict[str, dict[str, str]] = {}
    for plugin, cells in given:
        for cell, value in cells.items():
            values.setdefault(cell, {})[plugin] = repr(value)
    return [(cell, plugin, ()) for cell, by in values.items() if len(set(by.values())) > 1 for plugin in by]


def _cells_of_types(folder: Path | Traversable) -> dict[str, object]:
    """The cells of the unit identification chart in a folder; rows of nations only ever add to those there are."""
    tables = {name: table for name, table in merged_chart([folder]).items() if isinstance(table, Mapping)}
    return {cell: value for cell, value in _leaves(tables).items() if "provenance" not in cell.split(".")}


def _leaves(table: Mapping[str, object], path: str = "") -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in table.items():
        here = f"{path}.{key}" if path else key
        found.update(_leaves(value, here) if isinstance(value, Mapping) else {here: value})
    return found


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
