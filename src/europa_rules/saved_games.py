"""What a saved game holds beside its state: what it was made with, inputs, dice, and seals by which changes are found.

Needs the text of a save and the rules it shall go on with; gives its fields, each read or refused with its path. Saves
of older schemas are migrated. A save that is byte for byte as it was written is known by its last field and read
quickly; of any other the seals tell which field was changed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from attrs import define, field, frozen

from europa_rules.dice import DiceSource, SeededDice
from europa_rules.errors import (
    EuropaError,
    MapChanged,
    MapMissing,
    OtherVersion,
    PluginMissing,
    StateError,
    need_text,
    shortened,
)
from europa_rules.game_log import Input, LogEntry
from europa_rules.loading import load
from europa_rules.plain_data import read_json, read_json_quickly
from europa_rules.ruleset import Ruleset
from europa_rules.saves import (
    SCHEMA,
    StateWriter,
    canonical,
    joined,
    listing,
    mapping,
    state_from_json,
    state_from_text,
)
from europa_rules.state import GameState

UNDO_POLICIES = ("strict", "replay")
"""Whether a game is undone across a roll that was seen."""

SEALED = (
    "schema",
    "variant",
    "version",
    "options",
    "rulings",
    "plugins",
    "maps",
    "charts",
    "fingerprint",
    "undo",
    "dice",
    "start",
    "inputs",
    "log",
    "checkpoint",
)
"""The fields that are sealed, each by itself."""

SAVE_FIELDS = (*SEALED, "seals", "whole")
"""The fields of a saved game."""


# --- writing ---------------------------------------------------------------------------------------------------------


def hash_of(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


class Beginning:
    """The state with which a game began, its text and its hash; of a game that was loaded, read when asked for.

    Attributes:
        hash: the hash of the text, with which the chain of inputs begins.
    """

    def __init__(self, hash: str, text: Callable[[], str], state: Callable[[], GameState]) -> None:
        self.hash, self._text, self._state = hash, text, state

    @classmethod
    def of(cls, state: GameState, writer: StateWriter) -> Beginning:
        """Of a game that begins."""
        text = writer.text(state)
        return cls(hash_of(text), lambda: text, lambda: state)

    @classmethod
    def saved(cls, text: str, hash: str, rules: Ruleset) -> Beginning:
        """Of a game that is loaded from a save which is intact."""

        def state() -> GameState:
            return state_from_text(text, rules, "start")

        return cls(hash, lambda: text, state)

    @cached_property
    def text(self) -> str:
        """The state as canonical JSON."""
        return self._text()

    @cached_property
    def state(self) -> GameState:
        """The state. Raises StateError where the save does not hold one."""
        return self._state()


@frozen
class Checkpoint:
    """A moment with no procedure open: a save holds the state there, and a game can go back to it.

    Attributes:
        inputs, entries: how many of each there were.
        log_hash: the hash of the start and the inputs.
        state: the state; None for the beginning of the game.
    """

    inputs: int
    entries: int
    log_hash: str
    state: GameState | None


@define
class SaveWriter:
    """Writes a game as a save; keeps the text of what does not change from one save to the next."""

    states: StateWriter = field(factory=StateWriter)
    _inputs: list[str] = field(factory=list)
    _entries: list[str] = field(factory=list)

    def cut(self, inputs: int, entries: int) -> None:
        """Forget what comes after so many inputs and entries: the game has gone back there."""
        del self._inputs[inputs:], self._entries[entries:]

    def write(
        self,
        head: Mapping[str, object],
        begin: Beginning,
        inputs: Sequence[Input],
        entries: Sequence[LogEntry],
        point: Checkpoint,
    ) -> str:
        """The save as canonical JSON."""
        self._inputs += [canonical(entry) for entry in inputs[len(self._inputs) :]]
        self._entries += [canonical(entry.to_json()) for entry in entries[len(self._entries) :]]
        state = begin.text if point.state is None else self.states.text(point.state)
        counts = {"inputs": str(point.inputs), "entries": str(point.entries), "hash": canonical(point.log_hash)}
        texts = {
            "start": begin.text,
            "inputs": f"[{','.join(self._inputs)}]",
            "log": f"[{','.join(self._entries)}]",
            "checkpoint": joined({**counts, "state": state}),
        }
        texts |= {name: canonical(value) for name, value in head.items()}
        return closed(joined({**texts, "seals": canonical({name: hash_of(text) for name, text in texts.items()})}))


def closed(text: str) -> str:
    """A save with its last field, by which it is known to be as it was written."""
    return f'{text[:-1]}{_WHOLE}{hash_of(text)}"}}'


_WHOLE = ',"whole":"'


def is_intact(text: str) -> bool:
    """Whether the text of a save is, but for a line end, byte for byte as the library wrote it.

    >>> is_intact(closed('{"a":1}')), is_intact(closed('{"a":1}').replace("1", "2"))
    (True, False)
    """
    body, _, rest = text.removesuffix("\n").rpartition(_WHOLE)
    return rest == f'{hash_of(f"{body}}}")}"}}'


def dice_to_json(dice: DiceSource | None) -> dict[str, object]:
    """Where the dice of a game come from, as plain data."""
    if isinstance(dice, SeededDice):
        return {"source": dice.name, "seed": dice.seed}
    return {"source": dice.name if dice else "manual"}


# --- reading ---------------------------------------------------------------------------------------------------------


@frozen
class Save:
    """The fields of a save.

    Attributes:
        fields: the fields; states are None where the save is known to be as it was written.
        start, state: then the texts of the state with which the game began, and of that at the checkpoint; else "".
    """

    fields: Mapping[str, Any]
    start: str = ""
    state: str = ""

    @property
    def intact(self) -> bool:
        """Whether it is known to be as it was written."""
        return bool(self.start)

    @property
    def undo_policy(self) -> str:
        """The policy of undoing. Raises StateError for one there is not."""
        policy = self.fields["undo"]
        if policy not in UNDO_POLICIES:
            raise StateError(f"undo: {shortened(str(policy))}; expected {' or '.join(UNDO_POLICIES)}")
        return str(policy)

    def beginning(self, rules: Ruleset) -> Beginning:
        """The state with which the game began. Raises StateError, at once where the save is not intact."""
        if self.intact:
            return Beginning.saved(self.start, self.fields["seals"]["start"], rules)
        return Beginning.of(state_from_json(self.fields["start"], rules, "start"), StateWriter())

    def inputs(self) -> list[Input]:
        """The inputs. Raises StateError with the path of what is none; whether each fits comes out later."""
        return [_read_input(row, f"inputs[{i}]") for i, row in enumerate(listing(self.fields["inputs"], "inputs"))]

    def log(self) -> list[LogEntry]:
        """The entries of the log. Raises StateError with the path of what is none."""
        return [_read_entry(i + 1, row, f"log[{i}]") for i, row in enumerate(listing(self.fields["log"], "log"))]

    def checkpoint(self, rules: Ruleset, inputs: Sequence[Input], entries: Sequence[LogEntry]) -> Checkpoint:
        """The last moment with no procedure open. Raises StateError with the field that cannot be."""
        point = mapping(self.fields["checkpoint"], "checkpoint", ("inputs", "entries", "hash", "state"))
        at = _number_within(point, "inputs", inputs), _number_within(point, "entries", entries)
        log_hash = _text(point["hash"], "checkpoint.hash")
        path = "checkpoint.state"
        if self.intact:
            return Checkpoint(*at, log_hash, state_from_text(self.state, rules, path))
        return Checkpoint(*at, log_hash, state_from_json(point["state"], rules, path))

    def changed_fields(self) -> list[str]:
        """The fields that have been changed since the game was saved, or whose seals have been.

        Raises StateError for seals that cannot be.
        """
        if self.intact:
            return []
        seals = mapping(self.fields["seals"], "seals", SEALED)
        changed = [name for name in SEALED if hash_of(canonical(self.fields[name])) != seals[name]]
        body = canonical({name: value for name, value in self.fields.items() if name != "whole"})
        return changed or ([] if hash_of(body) == self.fields["whole"] else ["whole"])

    def require_unchanged(self) -> None:
        """Raise StateError with the fields that have been changed since the game was saved."""
        changed = self.changed_fields()
        if changed:
            what = "changed since the game was saved (the seal is another)"
            raise StateError(f"{' and '.join(changed)}: {what}; to play from a changed situation, start a game from it")


def read_save(text: str) -> Save:
    """The fields of a saved game, if its form is right; those of an older schema as they would be written now.

    Raises StateError, with the path, otherwise.
    """
    parted = _parted(text) if is_intact(need_text(text, "a saved game", StateError)) else None
    if parted is not None:
        rest, start, state = parted
        return Save(mapping(read_json_quickly(rest, "no save", StateError), "save", SAVE_FIELDS), start, state)
    data = read_json(text, "no save", StateError)
    if isinstance(data, dict) and data.get("schema") != SCHEMA:
        data = migrated(data)
    return Save(mapping(data, "save", SAVE_FIELDS))


_BEFORE_STATE = re.compile(r'"checkpoint":({"entries":\d+,"hash":"[0-9a-f]{64}","inputs":\d+,"state":)')
_BEFORE_START = re.compile(
    rf'"schema":{SCHEMA},"seals":{{[^{{}}]*"checkpoint":"([0-9a-f]{{64}})"[^{{}}]*"start":"([0-9a-f]{{64}})"[^{{}}]*}},'
    '"start":'
)


def _parted(text: str) -> tuple[str, str, str] | None:
    """A save without its states, and the texts of these: that of the beginning, which need not be read at once, and
    that of the checkpoint.

    None where what stands there does not fit the seals.
    """
    state, start = _BEFORE_STATE.search(text), _BEFORE_START.search(text)
    if state is None or start is None:
        return None
    after_state, after_start = text.find('},"dice":{', state.end()), text.rfind(',"undo":"')
    found, began = text[state.end() : after_state], text[start.end() : after_start]
    if (hash_of(f"{state[1]}{found}}}"), hash_of(began)) != (start[1], start[2]):
        return None
    rest = f"{text[: state.end()]}null{text[after_state : start.end()]}null{text[after_start:]}"
    return rest, began, found


def fitting_save(text: str, rules: Ruleset, anyway: bool) -> Save:
    """A save that fits these rules.

    anyway: although plugins, versions or maps are others than the save was made with; else these raise their errors.
    Raises StateError with the field that does not fit.
    """
    save = read_save(text)
    fields = save.fields
    if fields["variant"] != rules.variant.id:
        raise StateError(
            f"variant: the save is of {shortened(str(fields['variant']))}, the ruleset of {rules.variant.id!r}"
        )
    if fields["options"] != sorted(rules.options):
        raise StateError(f"options: the save has {fields['options']}, the ruleset {sorted(rules.options)}")
    for point, reading in mapping(fields["rulings"], "rulings").items():
        if rules.readings.get(point) != reading:
            has = rules.readings.get(point, "no such point")
            raise StateError(f"rulings.{point}: the save has {shortened(str(reading))}, the ruleset {has}")
    if not anyway:
        require_made_with(fields, rules)
    return save


def rules_of_save(
    text: str, *, charts: Sequence[str | Path] | str | Path = (), maps: Sequence[str | Path] | str | Path = ()
) -> Ruleset:
    """The rules that a save was made with, as they are installed now: variant, options and readings.

    charts, maps: folders that were laid over the bundled ones. Raises StateError with what there is not.
    """
    fields = read_save(text).fields
    options = [_text(option, f"options[{i}]") for i, option in enumerate(listing(fields["options"], "options"))]
    picks = {
        point: _text(reading, f"rulings.{point}") for point, reading in mapping(fields["rulings"], "rulings").items()
    }
    try:
        return load(_text(fields["variant"], "variant"), options=options, rulings=picks, charts=charts, maps=maps)
    except EuropaError as error:
        raise StateError(f"the head of the save: {error}") from error


_INPUTS: Mapping[str, tuple[str, ...]] = {
    "order": ("order", "player"),
    "answer": ("answer", "player"),
    "pass": ("pass", "player"),
    "roll": ("for", "roll"),
}
"""The fields of each kind of input."""


def _read_input(data: object, path: str) -> Input:
    fields = mapping(data, path)
    kind = next((k for k in _INPUTS if k in fields), None)
    if kind is None:
        raise StateError(f"{path}: expected an order, an answer, a pass or a roll")
    fields = mapping(fields, path, _INPUTS[kind])
    for name in ("player", "pass", "for"):
        if name in fields:
            _text(fields[name], f"{path}.{name}")
    if kind == "order":
        mapping(fields["order"], f"{path}.order")
    elif kind == "answer":
        for i, chosen in enumerate(listing(fields["answer"], f"{path}.answer")):
            _text(chosen, f"{path}.answer[{i}]")
    elif kind == "roll":
        listing(fields["roll"], f"{path}.roll")
    return fields


def _read_entry(number: int, row: object, path: str) -> LogEntry:
    try:
        return LogEntry.from_json(number, row, path)
    except StateError:
        raise
    except (EuropaError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise StateError(f"{path}: {error}") from error


def _text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    raise StateError(f"{path}: {shortened(canonical(value))} is no text")


def _number_within(point: Mapping[str, Any], key: str, things: Sequence[object]) -> int:
    """A number of the checkpoint, of so many things at most. Raises StateError."""
    value = point[key]
    if type(value) is not int or not 0 <= value <= len(things):
        raise StateError(f"checkpoint.{key}: {value!r}; expected a number from 0 to {len(things)}")
    return value


def dice_from_json(data: object) -> DiceSource | None:
    """The dice of a saved game; None for those rolled at the table. Raises StateError."""
    fields = mapping(data, "dice")
    source = fields.get("source")
    if source == "seeded":
        return SeededDice(_text(mapping(data, "dice", ("source", "seed"))["seed"], "dice.seed"))
    if source == "manual":
        mapping(data, "dice", ("source",))
        return None
    raise StateError(f"dice.source: {source!r} is no source of the library; hand it in as `dice`")


# --- what it was made with -------------------------------------------------------------------------------------------


def require_made_with(fields: Mapping[str, Any], rules: Ruleset) -> None:
    """Refuse a save that was made with other plugins, versions, maps or charts than the ruleset has.

    fields: those of the save. Raises PluginMissing, OtherVersion, MapMissing or MapChanged, with what is expected and
    what is found; StateError for other charts. Bundled data that have changed without a new version are told by the
    fingerprint of the whole, as another version.
    """
    plugins, maps = mapping(fields["plugins"], "plugins"), mapping(fields["maps"], "maps")
    has_plugins, has_maps = rules.plugins_in_use, rules.maps_in_use
    for name, version in plugins.items():
        if name not in has_plugins:
            made_with = f"{name!r} ({version or 'handed in'})"
            raise PluginMissing(f"plugins: the save was made with {made_with}; the ruleset has {_listed(has_plugins)}")
    for name, made, now in (
        (rules.variant.id, fields["version"], rules.variant.version),
        *((name, version, has_plugins[name]) for name, version in plugins.items()),
    ):
        if made != now:
            raise OtherVersion(
                f"version: the save was made with {name} {shortened(str(made))}; the ruleset has {now!r}"
            )
    for name, made in maps.items():
        if name not in has_maps:
            raise MapMissing(f"maps: the save was made on {name!r} ({made}); the board has {_listed(has_maps)}")
        if made != has_maps[name]:
            raise MapChanged(f"maps.{name}: the save was made on {made}; the board has {has_maps[name]}")
    added = [name for name in has_maps if name not in maps]
    if added:
        raise MapChanged(f"maps: the save was made on {_listed(maps)}; the board has {', '.join(added)} besides")
    new = [point for point in rules.readings if point not in fields["rulings"]]
    if new:
        raise OtherVersion(f"rulings.{new[0]}: an open point that the save does not know; the ruleset has it")
    _require_charts(mapping(fields["charts"], "charts"), rules.charts_in_use)
    if fields["fingerprint"] != rules.fingerprint:
        made, now = shortened(str(fields["fingerprint"])), rules.fingerprint
        raise OtherVersion(
            f"fingerprint: the save was made with rules or data that have changed since: {made}, now {now!r}"
        )


def _require_charts(made: Mapping[str, Any], now: Mapping[str, str]) -> None:
    for name, fingerprint in made.items():
        if name not in now:
            raise StateError(f"charts: the save was made with {name!r} laid over the bundled charts, which is missing")
        if fingerprint != now[name]:
            raise StateError(f"charts.{name}: the save was made with {fingerprint}; the ruleset has {now[name]}")
    if list(made) != list(now):
        raise StateError(f"charts: the save was made with {_listed(made)}; the ruleset has {_listed(now)}")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"


# --- older schemas ---------------------------------------------------------------------------------------------------


def _from_1(data: Mapping[str, Any]) -> dict[str, Any]:
    """Schema 1 sealed what stands before the checkpoint alone, and within the checkpoint."""
    fields = mapping(data, "save", SEALED)
    point = mapping(fields["checkpoint"], "checkpoint", ("inputs", "entries", "state", "seals"))
    inputs, log = listing(fields["inputs"], "inputs"), listing(fields["log"], "log")
    chain = hash_of(canonical(fields["start"]))
    for entry in inputs[: _number_within(point, "inputs", inputs)]:
        chain = hash_of(f"{chain}{canonical(entry)}")
    was = {"inputs": chain, "log": canonical(log[: _number_within(point, "entries", log)])}
    was["state"] = canonical(point["state"])
    seals = mapping(point["seals"], "checkpoint.seals", tuple(was))
    for name, sealed in was.items():
        if seals[name] != hash_of(f"{chain} {sealed}")[:16]:
            where = {"inputs": "start, or inputs up to the checkpoint", "log": "log", "state": "checkpoint.state"}[name]
            raise StateError(f"{where}: changed since the game was saved (the seal of schema 1 is another)")
    kept = {name: value for name, value in point.items() if name != "seals"}
    return resealed({**fields, "schema": 2, "checkpoint": {**kept, "hash": chain}})


MIGRATIONS: Mapping[object, Callable[[Mapping[str, Any]], dict[str, Any]]] = {1: _from_1}
"""What makes of a save of each older schema one of the next. Each checks the seals of its own schema first."""


def migrated(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a save of an older schema, as they would be written now.

    Raises StateError for a schema that is newer, or none, and for a save that does not keep its own.

    >>> migrated({"schema": 99})
    Traceback (most recent call last):
    europa_rules.errors.StateError: schema: 99; this version reads 2, and migrates 1
    """
    while (schema := data.get("schema")) != SCHEMA:
        if type(schema) is not int or schema not in MIGRATIONS:
            known = ", ".join(str(number) for number in MIGRATIONS)
            raise StateError(f"schema: {schema!r}; this version reads {SCHEMA}, and migrates {known}")
        data = MIGRATIONS[schema](data)
    return data


def resealed(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a save with the seals that fit them."""
    own = {name: fields[name] for name in SEALED}
    body = {**own, "seals": {name: hash_of(canonical(value)) for name, value in own.items()}}
    return {**body, "whole": hash_of(canonical(body))}
