"""Names and their verb in one sentence: one thing does something, several do it.

Every event and refusal that begins with the names of pieces is told with these words.
"""

from __future__ import annotations

from collections.abc import Collection


def subject(names: Collection[str], one: str, many: str) -> str:
    """Names, and the verb that goes with so many of them.

    one, many: the verb, with what follows it if that differs too.

    >>> subject(["ge 1 Pz XX"], "enters", "enter"), subject(["ge 1 Pz XX", "ge 2 Pz XX"], "enters", "enter")
    ('ge 1 Pz XX enters', 'ge 1 Pz XX, ge 2 Pz XX enter')
    """
    return f"{', '.join(names)} {one if len(names) == 1 else many}"
