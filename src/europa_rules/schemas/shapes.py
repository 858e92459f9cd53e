"""The JSON documents of the library that are written by hand in `to_json`, told as typed dicts.

Tests hold what the library writes against the schemas that are made from these.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal, NotRequired, TypedDict

from europa_rules.hexes import Hex
from europa_rules.provenance import Provenance
from europa_rules.state import AirPiece, Moment, Piece


class LineJson(TypedDict):
    """One line of a ledger."""

    op: Literal["start", "sum", "plus", "times", "at most", "at least", "become"]
    n: Fraction
    why: str
    by: NotRequired[list[str]]
    parts: NotRequired[list[tuple[str, LedgerJson]]]


class LedgerJson(TypedDict):
    """How a value came about, line by line; working the lines out again gives the value."""

    value: Fraction
    lines: list[LineJson]
    unverified: NotRequired[list[str]]
    rests_on: NotRequired[list[str]]


class FaultJson(TypedDict):
    """One mistake in a data file."""

    file: str
    where: str
    line: int | None
    found: str
    expected: str
    suggestion: str


class CaseJson(TypedDict):
    """A question with its known answer.

    Attributes:
        id: its name; the beginning tells the game and the vocabulary.
        rule: the number of the rule that it tests.
        given: the question, as in the schema of the game's questions.
        expect: the values that the answer must have; it may have more.
    """

    id: str
    rule: str
    title: NotRequired[str]
    given: dict[str, Any]
    expect: dict[str, Any]
    note: NotRequired[str]


class CaseResultJson(TypedDict):
    """What became of a case."""

    id: str
    status: Literal["passed", "failed", "unhandled"]
    got: dict[str, Any] | str | None
    expected: dict[str, Any]
    ledger: list[tuple[str, LedgerJson]] | None


class ArmorJson(TypedDict):
    """The armor effects of an attack: modifiers and proportions."""

    attack: Fraction
    defense: Fraction
    aeca: Fraction
    aecd: Fraction
    atec: Fraction
    used: dict[str, Fraction]


class CombatantJson(TypedDict):
    """A unit in an attack."""

    unit: str
    hex: str
    hexside: list[str]
    border: bool | None
    distance: int
    retreated_here: bool
    elections: dict[str, str]
    situation: dict[str, str]


class GroundJson(TypedDict):
    """The attacked hex."""

    terrain: str
    overlays: list[str]
    city: str
    fortification: str
    strength: int
    condition: str
    weather: str
    country: str
    water: str


class AttackJson(TypedDict):
    """The facts of an attack as they were read."""

    attackers: list[CombatantJson]
    defenders: list[CombatantJson]
    attack_told: list[Fraction]
    defense_told: list[Fraction]
    attacking: str
    defending: str
    turn: str | None
    ground: GroundJson
    ground_support: Fraction
    defensive_air_support: Fraction
    naval_gunfire: Fraction
    defensive_naval_gunfire: Fraction
    proportions_told: dict[str, Fraction]
    modifiers_told: list[tuple[str, Fraction]]


class OddsJson(TypedDict):
    """What an attack comes to.

    Attributes:
        column: the odds column; null where the result comes without odds.
        automatic: the result that comes without a roll, or null.
        results: result for each face of the die.
        chances: the probability of each result.
        unverified: the chart cells that it rests on and nobody has verified.
    """

    situation: str
    attack: Fraction
    defense: Fraction
    column: str | None
    automatic: str | None
    modifier: Fraction
    modifiers: dict[str, Fraction]
    armor: ArmorJson
    engineers: Fraction
    results: dict[str, str]
    chances: dict[str, Fraction]
    names: dict[str, str]
    legal: bool
    refusals: list[str]
    possible: list[str]
    facts: AttackJson
    assumptions: list[str]
    ledger: list[tuple[str, LedgerJson]]
    rests_on: list[str]
    unverified: list[str]


class AirKindJson(TypedDict):
    """Air units of an operation that are alike; `group` is how the reacting player's fighters attack, else null."""

    kind: str
    number: int
    rating: str
    mission: str
    group: str | None
    extended: bool
    jettisoned: bool


class ExchangeJson(TypedDict):
    """One air unit that fires on another: the result for each roll."""

    firer: str
    target: str
    differential: Fraction
    modifier: Fraction
    results: dict[str, str]


class FlakJson(TypedDict):
    """Antiaircraft fire at an air unit; `column` is null where it has no effect."""

    target: str
    strength: Fraction
    column: str | None
    modifier: Fraction


class PlannedAttackJson(TypedDict):
    """A bombing attack as it is made if every air unit gets through; `chance` is null where no roll is made."""

    mission: str
    by: str
    gives: str
    strength: Fraction
    modifier: Fraction
    column: str | None
    chance: Fraction | None


class BombingJson(TypedDict):
    """The chances of a bombing operation.

    Attributes:
        together: whether the air units on a mission bomb in one attack.
        chances: for each mission the probability of each number of hits, level of harassment, or points.
        policy: how decisions of air combat were answered.
        unverified: the chart cells that it rests on and nobody has verified.
    """

    situation: str
    together: bool
    attacks: list[PlannedAttackJson]
    chances: dict[str, dict[str, Fraction]]
    policy: str
    ledger: list[tuple[str, LedgerJson]]
    rests_on: list[str]
    unverified: list[str]


class SupportedCombatJson(TypedDict):
    """The combat with one air support, such as `{"gs": "6"}`; `results` are probabilities of both together."""

    support: dict[str, str]
    chance: Fraction
    results: dict[str, Fraction]
    odds: OddsJson


class AirSupportedJson(TypedDict):
    """The chances of an attack with air support.

    Attributes:
        operations: the air operations over the attacked hex.
        combats: the combat with each air support that there may be.
        results: the probability of each result; together 1, with `pruned`.
        pruned: the probability of all that was not followed for being improbable.
        policy: how decisions were answered.
        unverified: the chart cells that it rests on and nobody has verified.
    """

    attack: str
    operations: list[str]
    combats: list[SupportedCombatJson]
    results: dict[str, Fraction]
    pruned: Fraction
    policy: str
    assumptions: list[str]
    ledger: list[tuple[str, LedgerJson]]
    rests_on: list[str]
    unverified: list[str]


class AirResultJson(TypedDict):
    """How many air units of a kind suffer a result in an outcome."""

    kind: str
    result: str
    number: int


class AirOutcomeJson(TypedDict):
    """An outcome and its probability."""

    chance: Fraction
    air_units: list[AirResultJson]


class AirJson(TypedDict):
    """The chances of an air operation over its target.

    Attributes:
        chances: for each kind, and what has become of it, the probability of each number of air units.
        outcomes: every outcome, the likeliest first.
        policy: how decisions were answered.
        unverified: the chart cells that it rests on and nobody has verified.
    """

    situation: str
    air_units: list[AirKindJson]
    night: bool
    turn: str | None
    exchanges: list[ExchangeJson]
    antiaircraft: list[FlakJson]
    chances: dict[str, dict[str, dict[str, Fraction]]]
    outcomes: list[AirOutcomeJson]
    policy: str
    assumptions: list[str]
    ledger: list[tuple[str, LedgerJson]]
    rests_on: list[str]
    unverified: list[str]


class InstalledOptionJson(TypedDict):
    """An optional rule that a plugin brings, and the games that it brings it to."""

    id: str
    title: str
    rules: list[str]
    games: list[str]


class InstalledPluginJson(TypedDict):
    """A plugin that is installed.

    Attributes:
        entry_point: its module; `file` is where that lies, or empty.
        games: the ids of the games that it brings.
        hooks: the hooks that it answers.
        conflicts: its quarrels with other plugins.
        error: why it was left out, or empty.
    """

    name: str
    distribution: str
    version: str
    entry_point: str
    file: str
    games: list[str]
    hooks: list[str]
    options: list[InstalledOptionJson]
    conflicts: list[str]
    error: str


class PluginJson(TypedDict):
    """A plugin that was found; `error` says why it was left out, or is empty."""

    name: str
    distribution: str
    entry_point: str
    error: str


class VariantJson(TypedDict):
    """The game, and the version of its data and rules."""

    id: str
    title: str
    version: str


class ChartJson(TypedDict):
    """A chart: its files, and how many of its cells are of which provenance."""

    files: list[str]
    cells: dict[str, int]


class SheetJson(TypedDict):
    """A map sheet or an overlay: its fingerprint, and how many of its rows are of which provenance."""

    id: str
    title: str
    version: str
    overlay: bool
    fingerprint: str
    rows: dict[str, int]


class ManifestJson(TypedDict):
    """What rules are made of.

    Attributes:
        extends: the variants that this one changes.
        rulings: the reading of each open point.
        plugins: every plugin found.
        contributions: what each plugin gave.
    """

    variant: VariantJson
    extends: list[str]
    options: list[str]
    rulings: dict[str, str]
    plugins: list[PluginJson]
    contributions: dict[str, list[str]]
    charts: dict[str, ChartJson]
    maps: list[SheetJson]


class CellJson(TypedDict):
    """One cell before and after."""

    name: str
    old: str
    new: str


class DifferenceJson(TypedDict):
    """What one row of a player's map changes."""

    layer: str
    key: list[str]
    effect: Literal["added", "changed", "removed", "same", "elsewhere"]
    cells: list[CellJson]
    before: Provenance | None
    after: Provenance
    file: str
    where: str


class CityJson(TypedDict):
    """A city, or the part of one that lies in a hex."""

    name: str
    size: str
    capital_of: str


class PortJson(TypedDict):
    """A port."""

    name: str
    size: str
    inland: str


class AirfieldJson(TypedDict):
    """A permanent airfield; capacity in air units."""

    names: str
    capacity: int


class FortificationJson(TypedDict):
    """A printed fortification."""

    type: str
    condition: str
    strength: int | None
    name: str


class FeatureJson(TypedDict):
    """A feature of a hexside."""

    feature: str
    name: str


class SideJson(TypedDict):
    """A hexside, the hex beyond, and what crosses it."""

    direction: Literal["NE", "E", "SE", "SW", "W", "NW"]
    hex: Hex
    features: list[FeatureJson]
    lines: list[str]
    provenance: dict[str, Provenance]


class HexJson(TypedDict):
    """All that the map says of a hex."""

    hex: Hex
    aliases: list[Hex]
    terrain: str
    surface: Literal["land", "coastal", "sea", "lake"]
    country: str
    district: str
    annexed: str
    weather_zone: str
    sea_zone: str
    lake: str
    notes: str
    overlays: list[str]
    flags: list[str]
    latitude: float
    longitude: float
    cities: list[CityJson]
    major_city: str
    ports: list[PortJson]
    airfield: AirfieldJson | None
    fortification: FortificationJson | None
    sides: list[SideJson]
    provenance: dict[str, Provenance]
    changed_by: dict[str, str]


# --- games -----------------------------------------------------------------------------------------------------------


class OrderJson(TypedDict):
    """An order: its kind and its fields."""


class RecordRow(TypedDict):
    """What the rules remember: kind of fact, subject, value."""


class StateJson(TypedDict):
    """A situation: whose phase it is, every piece, owners that differ from those at start, what is remembered."""

    moment: Moment
    pieces: list[Piece]
    air: list[AirPiece]
    owners: dict[str, str]
    record: list[RecordRow]


class OrderInput(TypedDict):
    """An order given by a player."""

    order: OrderJson
    player: str


class AnswerInput(TypedDict):
    """A decision taken by a player."""

    answer: list[str]
    player: str


PassInput = TypedDict("PassInput", {"pass": str, "player": str})
"""A player passes at an opening."""

RollInput = TypedDict("RollInput", {"roll": list[int], "for": str})
"""Dice that were thrown."""


class LogJson(TypedDict):
    """One event of the log."""

    text: str
    by: list[str]
    kind: str
    ledgers: list[tuple[str, LedgerJson]]
    facts: dict[str, str]


class DiceJson(TypedDict):
    """Where the dice come from."""

    source: str
    seed: NotRequired[str]


class CheckpointJson(TypedDict):
    """The state at the last point with no procedure open, after so many inputs and entries of the log.

    Attributes:
        hash: that of the start and the inputs.
    """

    inputs: int
    entries: int
    hash: str
    state: StateJson


class SaveJson(TypedDict):
    """A saved game.

    Attributes:
        schema: the version of this form.
        version: that of the variant.
        rulings: the reading of each open point.
        plugins: those that gave something, each with its version.
        maps: sheets and overlays, each with its fingerprint.
        charts: folders of charts laid over the bundled ones, each with its fingerprint.
        fingerprint: that of ruleset, plugins and data together.
        start: the situation as the game began.
        inputs: orders, answers, passes and rolls since then.
        seals: the hash of each other field but the last, by which a changed one is found.
        whole: the hash of all the rest.
    """

    schema: int
    variant: str
    version: str
    options: list[str]
    rulings: dict[str, str]
    plugins: dict[str, str]
    maps: dict[str, str]
    charts: dict[str, str]
    fingerprint: str
    undo: str
    dice: DiceJson
    start: StateJson
    inputs: list[OrderInput | AnswerInput | PassInput | RollInput]
    log: list[LogJson]
    checkpoint: CheckpointJson
    seals: dict[str, str]
    whole: str


class CheckedGameJson(TypedDict):
    """What came of checking a file of a game.

    Attributes:
        fault: the first thing that is not as it was recorded, or "".
        note: what else there is to say.
    """

    file: str
    inputs: int
    rolls: int
    events: int
    dice: str
    fault: str
    note: str


class WaitingJson(TypedDict):
    """For whom a game by mail waits, and for what.

    Attributes:
        stalled: whether nothing can be done before it is there.
        since: the letter since which it waits.
    """

    sides: list[str]
    why: str
    stalled: bool
    since: int


class MailGameJson(TypedDict):
    """How a game by mail stands."""

    letters: int
    moment: str
    waiting: WaitingJson


class HeadEntry(TypedDict):
    """A side commits to the head of its hash chain, of so many links."""

    kind: Literal["head"]
    side: str
    head: str
    links: int


class GameEntry(TypedDict):
    """A game begins."""

    kind: Literal["game"]
    save: SaveJson


class InputEntry(TypedDict):
    """A side orders, answers or passes."""

    kind: Literal["input"]
    side: str
    input: OrderInput | AnswerInput | PassInput


class LinkEntry(TypedDict):
    """A side reveals the next link of its chain for a roll that is due."""

    kind: Literal["link"]
    side: str
    number: int
    link: str


class UndoEntry(TypedDict):
    """A side takes back its last input; so many are left."""

    kind: Literal["undo"]
    side: str
    inputs: int


class LetterJson(TypedDict):
    """One line of the file of a game by mail.

    Attributes:
        previous: the hash of the letter before; 64 times 0 in the first.
        hash: the hash of all the rest.
    """

    entry: GameEntry | HeadEntry | InputEntry | LinkEntry | UndoEntry
    hash: str
    number: int
    previous: str
