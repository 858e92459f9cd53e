"""Of several things of one name, that of the variant nearest to the one that is played; two of one variant conflict."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from europa_rules.citations import Citations
from europa_rules.contributions import refuse_conflicts
from europa_rules.plugins import Answered


def _no_rules(_: Any) -> Citations:
    return ()


def nearest_of(
    what: str, levels: Iterable[Answered], name: Callable[[Any], str], by: Callable[[Any], Citations] = _no_rules
) -> dict[str, tuple[str, Any]]:
    """Of several items of one name, that of the variant nearest to the one loaded; two for one variant conflict."""
    found: dict[str, tuple[str, Any]] = {}
    for given in levels:
        refuse_conflicts(what, [(name(item), plugin, by(item)) for plugin, item in given])
        found.update({name(item): (plugin, item) for plugin, item in given})
    return dict(sorted(found.items()))
