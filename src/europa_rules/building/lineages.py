"""The variants that a ruleset is made of: the one that is played, and those that it changes, the first of them first.

Needs what plugins offer; gives the variants, each with what it takes over, or the error that names what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from europa_rules.contributions import refuse_conflicts
from europa_rules.errors import PluginError, UnknownName, nearest, unknown
from europa_rules.plugins import ENTRY_POINTS, PluginRecord, variants_of
from europa_rules.ruleset import UNSAID, Variant


def lineage_of(variant: str, records: Sequence[PluginRecord]) -> tuple[Variant, ...]:
    """A variant and those that it changes, one after another, the first of them first.

    Raises UnknownName for one there is not, PluginError where the plugin that brings it broke, or it extends itself.
    """
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


def refuse_broken(lineage: Sequence[Variant], after: Sequence[PluginRecord], before: Sequence[PluginRecord]) -> None:
    """A variant cannot be played when the plugin that brings it broke; any other broken plugin is only left out."""
    loaded = {r.name for r in after if r.loaded}
    ids = {variant.id for variant in lineage}
    bringing = {plugin for plugin, v in variants_of(before) if v.id in ids}
    for record in after:
        if record.name in bringing and record.name not in loaded:
            record.require()
