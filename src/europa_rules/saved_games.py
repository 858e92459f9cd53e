"""What a saved game holds beside its state: what it was made with, inputs, dice, and seals by which changes are found.

Needs the text of a save and the rules it shall go on with; gives its fields, each read or refused with its path.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from europa_rules.dice import DiceSource, SeededDice
from europa_rules.errors import StateError, shortened
from europa_rules.game_log import Input, LogEntry
from europa_rules.ruleset import Ruleset
from europa_rules.saves import canonical, listing, mapping, read_save_head, require_made_with, state_to_json
from europa_rules.state import GameState

UNDO_POLICIES = ("strict", "replay")
"""Whether a game is undone across a roll that was seen."""


def save_fields(text: str, rules: Ruleset, anyway: bool) -> Mapping[str, Any]:
    """The fields of a save that fits these rules.

    anyway: although plugins, versions or maps are others than the save was made with; else these raise their errors.
    Raises StateError with the field that does not fit.
    """
    fields = read_save_head(text)
    if fields["variant"] != rules.variant.id:
        raise StateError(
            f"variant: the save is of {shortened(str(fields['variant']))}, the ruleset of {rules.variant.id!r}"
        )
    if fields["undo"] not in UNDO_POLICIES:
        raise StateError(f"undo: {shortened(str(fields['undo']))}; expected {' or '.join(UNDO_POLICIES)}")
    if fields["options"] != sorted(rules.options):
        raise StateError(f"options: the save has {fields['options']}, the ruleset {sorted(rules.options)}")
    if fields["rulings"] != dict(sorted(rules.readings.items())):
        other = [k for k, v in rules.readings.items() if mapping(fields["rulings"], "rulings").get(k) != v]
        raise StateError(f"rulings.{other[0] if other else '?'}: the save and the ruleset choose differently")
    if not anyway:
        require_made_with(fields, rules)
    return fields


_SEALED = {
    "inputs": "start, or inputs up to the checkpoint",
    "log": "log, up to the checkpoint",
    "state": "checkpoint.state",
}
"""The seals of a save, and the fields that each is made from."""


def seals_of(chain: str, entries: Sequence[LogEntry], state: GameState) -> dict[str, str]:
    """Hashes of what stands before the checkpoint, by which a change to it is found without playing it again."""
    made = {"inputs": chain, "log": canonical([e.to_json() for e in entries]), "state": canonical(state_to_json(state))}
    return {name: hashlib.sha256(f"{chain} {text}".encode()).hexdigest()[:16] for name, text in made.items()}


def require_seals(data: object, made: Mapping[str, str]) -> None:
    """Raise StateError with the fields that have been changed since the game was saved."""
    seals = mapping(data, "checkpoint.seals", tuple(_SEALED))
    for name, fields in _SEALED.items():
        if seals[name] != made[name]:
            found = f"seal {shortened(str(seals[name]))}, found {made[name]!r}"
            instead = "to play from a changed situation, start a game from it"
            raise StateError(f"{fields}: changed since the game was saved ({found}); {instead}")


_INPUTS: Mapping[str, tuple[str, ...]] = {
    "order": ("order", "player"),
    "answer": ("answer", "player"),
    "pass": ("pass", "player"),
    "roll": ("for", "roll"),
}
"""The fields of each kind of input."""


def read_inputs(data: object) -> list[Input]:
    """The inputs of a save. Raises StateError with the path of what is no input; whether it fits comes out later."""
    return [_read_input(row, f"inputs[{i}]") for i, row in enumerate(listing(data, "inputs"))]


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


def _text(value: object, path: str) -> str:
    if isinstance(value, str):
        return value
    raise StateError(f"{path}: {value!r} is no text")


def number_within(point: Mapping[str, Any], key: str, things: Sequence[object]) -> int:
    """A number of the checkpoint, of so many things at most. Raises StateError."""
    value = point[key]
    if not isinstance(value, int) or not 0 <= value <= len(things):
        raise StateError(f"checkpoint.{key}: {value!r}; expected a number from 0 to {len(things)}")
    return value


def dice_to_json(dice: DiceSource | None) -> dict[str, object]:
    """Where the dice of a game come from, as plain data."""
    if isinstance(dice, SeededDice):
        return {"source": dice.name, "seed": dice.seed}
    return {"source": dice.name if dice else "manual"}


def dice_from_json(data: object) -> DiceSource | None:
    """The dice of a saved game; None for those rolled at the table. Raises StateError."""
    fields = mapping(data, "dice")
    if fields.get("source") == "seeded":
        return SeededDice(str(fields.get("seed")))
    if fields.get("source") == "manual":
        return None
    raise StateError(f"dice.source: {fields.get('source')!r} is no source of the library; hand it in as `dice`")
