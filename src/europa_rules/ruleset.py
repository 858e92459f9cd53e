"""A ruleset: a variant with its options, rulings, charts and contributions, compiled once and then read only.

`building` makes one of what plugins contribute. In play nothing but the compiled tables is used.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import evolve, field, frozen

from europa_rules.air_units import AirTypes
from europa_rules.board import Board, load_board
from europa_rules.charts import Charts
from europa_rules.charts.map_words import map_words
from europa_rules.citations import Citation
from europa_rules.contributions import (
    Facts,
    Modifier,
    Option,
    Prohibition,
    Source,
    StepContribution,
    applies,
    broken,
    is_told,
)
from europa_rules.culprits import told
from europa_rules.errors import DataError, EuropaError, Fault, PluginError, UnknownName, unknown
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning, told_point
from europa_rules.matrix import is_number, is_under, nearest_number
from europa_rules.nations import Nations
from europa_rules.orders_of_battle.bundled import FOLDER as ORDERS_OF_BATTLE
from europa_rules.orders_of_battle.bundled import OrdersOfBattle, joined
from europa_rules.orders_of_battle.lines import OrderOfBattle
from europa_rules.orders_of_battle.tables import bundled_rows
from europa_rules.permissions import Ruling
from europa_rules.plugins import PluginRecord
from europa_rules.remembered import Memory
from europa_rules.rulings import OpenPoint
from europa_rules.scenario_heads import Scenario
from europa_rules.scenario_reading import ScenarioFile
from europa_rules.sheets.heads import read_head
from europa_rules.sides import Side, Turn
from europa_rules.slots import DEPLOYMENT, PHASES
from europa_rules.unit_types import UnitTypes

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
        known_options: every optional rule that the variant has, by id.
        points: the open points of its rules, by id.
        readings: the reading chosen for each open point.
        charts: the typed charts.
        types: the unit types.
        air_types: the types of air units, with the prefixes and codes that the game has.
        plugins: every plugin found, loaded or failed.
        order_kinds: the kinds of order that may be given, by name.
        fact_kinds: the kinds of fact that a state may note, by name.
        questions: the handlers of the questions that may be asked, by name.
        memory: what was reckoned from it, see `europa_rules.remembered`.
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
    memory: Memory = field(init=False, factory=dict)

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
        subject in words is not listed in any `subjects.toml`, and for a number that no rule of the books has.

        >>> from europa_rules import load
        >>> print(load("fof").cite("9F1"))
        FoF 9F1
        >>> load("fof").cite("9F11")
        Traceback (most recent call last):
        europa_rules.errors.UnknownName: no rule 'FoF 9F11'. Did you mean 'FoF 9F1'?
        """
        found = self._cited.get(subject)
        if found is None:
            if not (subject[:1].isdigit() or subject.isupper()):
                raise unknown("subject", subject, self._subjects)
            if not is_number(subject, self.variant.book):
                near = nearest_number(subject, self.variant.book)
                hint = f" Did you mean '{self.variant.book} {near}'?" if near else ""
                raise UnknownName(f"no rule '{self.variant.book} {subject}'.{hint}")
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
        owners = (
            name for name, option in self.known_options.items() if any(_belongs(by, heading) for heading in option.by)
        )
        return max(owners, key=len, default="")

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
            return Ruling.all(p.refuse(facts) for p in given if applies(p.when, facts))
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda p: p.rule_on(facts), error) from error

    def forbids(self, slot: str, facts: Facts) -> bool:
        """Whether any contributed refusal of a slot applies to the facts, for searches that do not tell why."""
        given = self._prohibitions.get(slot, ())
        try:
            return any(applies(p.when, facts) for p in given)
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda p: applies(p.when, facts), error) from error

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
            return tuple(s for s in given if applies(s.when, facts))
        except Exception as error:  # see modify
            raise self._broken_among(given, lambda s: applies(s.when, facts), error) from error

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
        if is_told(error):
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
        found, faults = dict[str, Scenario](), list[Fault]()
        for name in self._scenario_files:
            try:
                found[name] = self.scenario(name)
            except DataError as error:
                faults += error.faults
        if faults:
            raise DataError(faults)
        return found

    @property
    def scenario_ids(self) -> tuple[str, ...]:
        """The ids of the scenarios, without a look into their files."""
        return tuple(self._scenario_files)

    def scenario(self, name: str) -> Scenario:
        """The scenario of an id. Raises UnknownName with the nearest one, DataError with every fault of its file."""
        if name not in self._scenario_files:
            raise unknown("scenario", name, self._scenario_files)
        if name not in self._scenarios_read:
            self._scenarios_read[name] = self._scenario_files[name].read([v.id for v in self.lineage])
        return self._scenarios_read[name]

    @cached_property
    def _scenarios_read(self) -> dict[str, Scenario]:
        """The scenarios that have been read."""
        return {}

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
        """A hash of what play rests on: equal for equal rules and data, wherever these lie.

        That is the variant, the options and rulings in use, what plugins contribute, the cells of the charts, the unit
        types, the maps and the orders of battle. A plugin that contributes nothing makes no difference.
        """
        played = {name: part for name, part in self._parts().items() if name != "plugins"}
        sheets = sorted(self.charts.sheets.items())
        cells = {name: [(path, cell.value) for path, cell in sorted(chart.cells.items())] for name, chart in sheets}
        data = repr((played, cells, self._type_cells, self.board.fingerprint, self.orders_of_battle.digest))
        return hashlib.sha256(data.encode()).hexdigest()[:16]


def _belongs(by: Citation, heading: Citation) -> bool:
    return by.book == heading.book and is_under(by.number, heading.number)
