"""Finding plugins and asking their hooks.

A plugin that cannot be imported, or breaks while it is asked, is named and left out; nothing of it is used, and the
others load. Each plugin is asked by itself, so that one cannot spoil the answers of another.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import redirect_stdout
from importlib import metadata
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import attrs
import pluggy
from attrs import evolve, field, frozen

from europa_rules.contributions import ChartFolder, Checker, Modifier, Option, Prohibition, Source, StepContribution
from europa_rules.culprits import told
from europa_rules.errors import ContributionConflict, PluginError, nearest, unknown
from europa_rules.hooks import HOOK_NAMES, PROJECT, Hooks
from europa_rules.unit_types import CHART_FILE as TYPES_FILE

ENTRY_POINTS = "europa_rules.variants"
DISTRIBUTION = "europa-rules"
"""The distribution of the library, whose games keep their ids."""
ASKED_WITHOUT_A_VARIANT = frozenset({"europa_variants", "europa_checkers"})


@frozen
class PluginRecord:
    """A plugin found, loaded or failed.

    Attributes:
        name: the entry point's name, or the module's.
        distribution: the distribution it came from, with its version; "" if it was handed in.
        entry_point: the entry point's value ("package.module").
        error: why it failed, or "".
        plugin: the module or object; None where it cannot be imported.
        cause: the original error.
        manager: what calls its hooks; None for one that has failed, or has not been checked.
    """

    name: str
    distribution: str = ""
    entry_point: str = ""
    error: str = ""
    plugin: object = field(default=None, eq=False, repr=False)
    cause: BaseException | None = field(default=None, eq=False, repr=False)
    manager: pluggy.PluginManager | None = field(default=None, eq=False, repr=False)

    @property
    def loaded(self) -> bool:
        """Whether it can be used."""
        return not self.error

    @property
    def hooks(self) -> tuple[str, ...]:
        """The hooks that it answers."""
        return tuple(name for name in HOOK_NAMES if _is_hook(self.plugin, name))

    def failing(self, why: str, cause: BaseException) -> PluginRecord:
        """The same plugin, marked as failed."""
        return evolve(self, error=why, cause=cause, manager=None)

    def require(self) -> object:
        """The plugin itself. Raises PluginError, from the original error, if it failed."""
        if self.error:
            raise PluginError(
                f"plugin '{self.name}' ({self.entry_point or 'handed in'}): {self.error}", (self.name,)
            ) from self.cause
        return self.plugin


def find_plugins(*, strict: bool = False) -> tuple[PluginRecord, ...]:
    """Every installed plugin, sorted by name; those that fail carry their error. `strict` raises the first one.

    >>> [p.name for p in find_plugins() if p.loaded][:1]
    ['fof']
    """
    entries = sorted(metadata.entry_points(group=ENTRY_POINTS), key=lambda e: (e.name, e.value))
    records = _with_own_ids([_load(entry) for entry in entries])
    if strict:
        for plugin in records:
            plugin.require()
    return records


def _with_own_ids(records: Sequence[PluginRecord]) -> tuple[PluginRecord, ...]:
    """The plugins; one that takes the id of a game that comes with the library is marked as failed, and no other is."""
    bundled = {record.name for record in records if record.distribution.startswith(f"{DISTRIBUTION} ")}
    brought = variants_of(records) if len(records) > len(bundled) else ()
    taken = {variant.id: plugin for plugin, variant in brought if plugin in bundled}
    clashes = {plugin: variant.id for plugin, variant in brought if plugin not in bundled and variant.id in taken}
    return tuple(_without_id(r, clashes[r.name], taken) if r.name in clashes else r for r in records)


def _without_id(record: PluginRecord, id_: str, taken: Mapping[str, str]) -> PluginRecord:
    why = f"variant '{id_}' is claimed by plugin '{taken[id_]}' as well; give yours another id (hook europa_variants)"
    return record.failing(why, ContributionConflict(why, (record.name, taken[id_])))


def _load(entry: metadata.EntryPoint) -> PluginRecord:
    dist = f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    try:
        return checked(PluginRecord(entry.name, dist, entry.value, plugin=_imported(entry)))
    except (Exception, SystemExit) as error:  # a foreign module may raise anything at all; it is named, not hidden
        return PluginRecord(entry.name, dist, entry.value, told(error), cause=error)


def _imported(entry: metadata.EntryPoint) -> object:
    """The plugin of an entry point; what its module prints as it is first imported is no answer of ours."""
    if entry.module in sys.modules:
        return entry.load()
    with redirect_stdout(sys.stderr):
        return entry.load()


def file_of(record: PluginRecord) -> str:
    """Where a plugin's module lies, imported or not; "" where that cannot be found out."""
    module = record.entry_point.partition(":")[0]
    try:
        spec = getattr(sys.modules.get(module), "__spec__", None) or find_spec(module)
    except Exception:  # its package may raise anything at all as it is imported
        return ""
    return (spec.origin or "") if spec else ""


def as_records(plugins: Iterable[object]) -> tuple[PluginRecord, ...]:
    """Plugins handed in by a user: modules, objects with hooks, names of installed ones, or records of those."""
    installed: dict[str, PluginRecord] | None = None
    records = []
    for plugin in _listed(plugins):
        if isinstance(plugin, str):
            installed = installed if installed is not None else {p.name: p for p in find_plugins()}
            if plugin not in installed:
                raise unknown("plugin", plugin, installed)
            installed[plugin].require()
            records.append(installed[plugin])
        elif isinstance(plugin, PluginRecord):
            plugin.require()
            records.append(plugin)
        elif not any(_is_hook(plugin, name) for name in dir(plugin)):
            raise PluginError(f"{plugin!r} is no plugin: none of its functions is marked with `europa_rules.hookimpl`")
        else:
            records.append(checked(PluginRecord(_name_of(plugin), plugin=plugin)))
    return tuple(records)


def _listed(plugins: Iterable[object]) -> Iterable[object]:
    if isinstance(plugins, str | ModuleType):
        return [plugins]
    if not isinstance(plugins, Iterable):
        raise PluginError(f"{plugins!r} is no list of plugins; hand in names, modules or objects with hooks")
    return plugins


def _name_of(plugin: object) -> str:
    if isinstance(plugin, ModuleType):
        return plugin.__name__
    return str(getattr(plugin, "name", None) or type(plugin).__name__)


def checked(record: PluginRecord) -> PluginRecord:
    """The record, ready to be asked, or marked as failed if its hooks do not keep the specifications."""
    names = (name for name in dir(record.plugin) if name.startswith("europa_") and name not in HOOK_NAMES)
    strangers = [name for name in names if _is_hook(record.plugin, name)]
    if strangers:
        hint = nearest(strangers[0], HOOK_NAMES)
        why = f"no hook is named '{strangers[0]}'" + (f"; did you mean '{hint}'?" if hint else "")
        return record.failing(why, PluginError(why))
    if forgotten := [name for name in HOOK_NAMES if _is_unmarked(record.plugin, name)]:
        why = f"{forgotten[0]} is not marked as a hook, so that nobody would ask it; put @er.hookimpl above it"
        return record.failing(why, PluginError(why))
    manager = pluggy.PluginManager(PROJECT)
    manager.add_hookspecs(Hooks)
    try:
        manager.register(record.plugin, record.name)
        manager.check_pending()
    except (pluggy.PluginValidationError, ValueError) as error:
        return record.failing(str(error), error)
    return evolve(record, manager=manager)


def _is_hook(plugin: object, name: str) -> bool:
    return hasattr(getattr(plugin, name, None), f"{PROJECT}_impl")


def _is_unmarked(plugin: object, name: str) -> bool:
    return callable(getattr(plugin, name, None)) and not _is_hook(plugin, name)


Answered = tuple[tuple[str, Any], ...]
"""What plugins gave: the plugin's name and one item of its answer, for each item."""


@frozen
class Answers:
    """What the plugins answered to the hooks, and the plugins asked.

    Attributes:
        by_variant: hook -> for each variant asked about, the base first, what plugins gave, plugin by plugin.
        records: the plugins asked, those that broke marked.
    """

    by_variant: Mapping[str, tuple[Answered, ...]]
    records: tuple[PluginRecord, ...]

    def __getitem__(self, hook: str) -> Answered:
        return tuple(pair for given in self.by_variant.get(hook, ()) for pair in given)

    def levels(self, hook: str) -> tuple[Answered, ...]:
        """The answers variant by variant, the base first."""
        return self.by_variant.get(hook, ())


def ask_plugins(records: Sequence[PluginRecord], variants: Sequence[str], hooks: Sequence[str] = HOOK_NAMES) -> Answers:
    """Ask these hooks of every plugin for these variants. A plugin that breaks is marked and nothing of it is kept.

    variants: ids, the base first. hooks: all, where none are named.

    A plugin that gives the same for several variants gives it once, for the base; what it gives in other words for a
    variant takes the place of what it gave under the same name for the base.
    """
    kept: dict[str, list[list[tuple[str, Any]]]] = {}
    after: list[PluginRecord] = []
    for record in sorted(records, key=lambda r: r.name):
        if record.manager is None:
            after.append(record)
            continue
        try:
            answers = _ask(record.manager, variants, hooks)
        except (Exception, SystemExit) as error:  # see _load
            after.append(record.failing(told(error), error))
            continue
        for hook, levels in answers.items():
            below = kept.setdefault(hook, [[] for _ in levels])
            for given, items in zip(below, levels, strict=True):
                given.extend((record.name, item) for item in items)
        after.append(record)
    return Answers({hook: tuple(map(tuple, levels)) for hook, levels in kept.items()}, tuple(after))


def _ask(manager: pluggy.PluginManager, variants: Sequence[str], hooks: Sequence[str]) -> dict[str, list[list[Any]]]:
    answers: dict[str, list[list[Any]]] = {}
    for hook in hooks:
        caller = getattr(manager.hook, hook)
        calls = [caller()] if hook in ASKED_WITHOUT_A_VARIANT else [caller(variant=v) for v in variants]
        answers[hook] = _once([[item for reply in call for item in _items(hook, reply)] for call in calls])
    return answers


_RECORDS: Mapping[str, type | str] = {
    "europa_variants": "Variant",
    "europa_checkers": Checker,
    "europa_modifiers": Modifier,
    "europa_prohibitions": Prohibition,
    "europa_sources": Source,
    "europa_steps": StepContribution,
    "europa_order_kinds": "OrderKind",
    "europa_fact_kinds": "FactKind",
    "europa_options": Option,
    "europa_charts": ChartFolder,
}
"""What the hooks are answered with, where that is a record; by its name where it stands on a higher floor."""

_PATHS: Mapping[str, tuple[str, Callable[[Traversable], bool]]] = {
    "europa_unit_types": ("a folder with unit_identification.toml", lambda p: p.joinpath(TYPES_FILE).is_file()),
    "europa_charts": ("a folder of charts", lambda p: p.is_dir()),
    "europa_rulings": ("a file of open points", lambda p: p.is_file()),
    "europa_scenarios": ("a folder with scenarios", lambda p: p.joinpath("scenarios").is_dir()),
}
"""The hooks that name files or folders: what is expected there, and whether it is."""


def _items(hook: str, reply: Any) -> Iterable[Any]:
    if hook in _MAPPINGS:
        return _pairs(hook, reply)
    kind = _RECORDS.get(hook, Traversable)
    name = "path" if kind is Traversable else f"{kind if isinstance(kind, str) else kind.__name__} record"
    items = list(reply) if isinstance(reply, Iterable) else [reply]
    strangers = [item for item in items if not _is_of(kind, item)]
    if strangers or not isinstance(reply, Iterable):
        raise PluginError(f"{hook} gives {strangers[0] if strangers else reply!r}; expected a list of {name}s")
    if hook in _PATHS:
        for item in items:
            _require_path(hook, item.path if isinstance(item, ChartFolder) else item)
    return items


_MAPPINGS = frozenset({"europa_questions"})
"""The hooks that are answered with a mapping."""


def _pairs(hook: str, reply: Any) -> Iterable[Any]:
    strangers = [item for item in reply.values() if not _is_of("Handler", item)] if isinstance(reply, Mapping) else []
    if strangers or not isinstance(reply, Mapping):
        found = strangers[0] if strangers else reply
        raise PluginError(f"{hook} gives {found!r}; expected a mapping of names to Handler records")
    return reply.items()


def _is_of(kind: type | str, item: object) -> bool:
    if isinstance(kind, type):
        return isinstance(item, kind)
    return any(one.__name__ == kind for one in type(item).__mro__)


def _require_path(hook: str, path: Traversable) -> None:
    wanted, is_there = _PATHS[hook]
    if not is_there(path):
        raise PluginError(f"{hook} names {path}; expected {wanted} there")


def _once(levels: list[list[Any]]) -> list[list[Any]]:
    """One plugin's answers for each variant, with what it gives for several of them at the first of these."""
    at: dict[object, tuple[int, int]] = {}
    kept: list[list[Any]] = [[] for _ in levels]
    for level, items in enumerate(levels):
        for place, item in _numbered(items):
            if place in at:
                first, index = at[place]
                kept[first][index] = item
            else:
                at[place] = (level, len(kept[level]))
                kept[level].append(item)
    return kept


def _numbered(items: Iterable[Any]) -> Iterator[tuple[object, Any]]:
    """Each item with what tells it from others of its plugin and hook."""
    seen: Counter[object] = Counter()
    for item in items:
        place = _place_of(item)
        yield (place, seen[place]), item
        seen[place] += 1


def _place_of(item: Any) -> object:
    if isinstance(item, tuple):
        return item[0]
    if not attrs.has(type(item)):
        return item
    return tuple(getattr(item, name, None) for name in ("slot", "procedure", "id", "name", "by", "path", "gate"))


def variants_of(records: Sequence[PluginRecord]) -> tuple[tuple[str, Any], ...]:
    """The variants that these plugins bring, each with its plugin's name."""
    return ask_plugins(records, (), ["europa_variants"])["europa_variants"]


def checkers_of(records: Sequence[PluginRecord]) -> tuple[tuple[str, Checker], ...]:
    """The kinds of file that these plugins can check, each with its plugin's name."""
    return ask_plugins(records, (), ["europa_checkers"])["europa_checkers"]
