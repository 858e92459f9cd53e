"""What a game has been given and what has happened in it: its inputs as plain data, and the entries of its log.

Needs events; gives entries that are written to saves and read back, and says how an event that is made again differs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from europa_rules.citations import Citation, Citations, cited
from europa_rules.errors import StateError
from europa_rules.ledger import Reckoning
from europa_rules.saves import listing, mapping

Input = Mapping[str, Any]
"""One entry of the log of inputs, as plain data: an order, an answer, a pass or a roll."""


@frozen
class LogEntry:
    """One event as it stands in the log.

    Attributes:
        number: its place in the log, from 1.
        text: what happened, as a player reads it.
        by: the rules behind it.
        kind: a word for programs.
        ledgers: labelled reckonings behind it.
        facts: further plain facts.
    """

    number: int
    text: str
    by: Citations
    kind: str
    ledgers: tuple[tuple[str, Reckoning], ...] = ()
    facts: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.number}. {self.text}{cited(self.by)}"

    def to_json(self) -> dict[str, object]:
        """The entry as plain data."""
        return {
            "text": self.text,
            "by": [str(c) for c in self.by],
            "kind": self.kind,
            "ledgers": [[label, ledger.to_json()] for label, ledger in self.ledgers],
            "facts": dict(self.facts),
        }

    @classmethod
    def from_json(cls, number: int, data: Any, path: str) -> LogEntry:
        """Read an entry. Raises StateError with the path."""
        fields = mapping(data, path, ("text", "by", "kind", "ledgers", "facts"))
        ledgers = tuple(
            _labelled(row, f"{path}.ledgers[{i}]")
            for i, row in enumerate(listing(fields["ledgers"], f"{path}.ledgers"))
        )
        by = tuple(Citation.parse(c) for c in listing(fields["by"], f"{path}.by"))
        facts = tuple(sorted(mapping(fields["facts"], f"{path}.facts").items()))
        for name, value in (*fields.items(), *facts):
            if name not in ("by", "ledgers", "facts") and not isinstance(value, str):
                raise StateError(f"{path}.{name}: {value!r} is no text")
        return cls(number, fields["text"], by, fields["kind"], ledgers, facts)


def _labelled(row: object, path: str) -> tuple[str, Reckoning]:
    pair = listing(row, path)
    if len(pair) != 2:
        raise StateError(f"{path}: expected a label and a ledger")
    return str(pair[0]), Reckoning.from_json(pair[1], path)


def difference(old: LogEntry, new: LogEntry) -> str:
    """How an event that is made again differs from the recorded one, in words."""
    if str(old) != str(new):
        return f"the log has {old}, replaying gives {new}"
    for (label, was), (again, now) in zip(old.ledgers, new.ledgers, strict=False):
        if (label, was.value) != (again, now.value):
            return f"{new}: the log has {label} {was.value}, replaying gives {again} {now.value}, as under other charts"
        if was != now:
            cells = [c for c in was.caveats if c not in now.caveats] + [c for c in now.caveats if c not in was.caveats]
            return f"{new}: {label} comes about another way{f' (chart cells: {cells})' if cells else ''}"
    return f"{new}: what is recorded for programs differs, or the ledgers behind it"
