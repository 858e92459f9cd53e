"""What is installed: each plugin, where it comes from, what it brings, and how it gets on with the others.

Needs nothing; imports every plugin and loads every game with all of them. A plugin that cannot be imported, breaks
while it is asked, spoils a game or quarrels with another is told with the error, and keeps nobody from the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from attrs import frozen

from europa_rules.contributions import Option
from europa_rules.errors import EuropaError
from europa_rules.loading import load
from europa_rules.plugins import PluginRecord, ask_plugins, file_of, find_plugins, variants_of
from europa_rules.ruleset import Variant


@frozen
class InstalledOption:
    """An optional rule that a plugin brings, and the games that it brings it to."""

    option: Option
    games: tuple[str, ...]

    def to_json(self) -> dict[str, object]:
        """The option as plain data."""
        by = [str(citation) for citation in self.option.by]
        return {"id": self.option.id, "title": self.option.title, "rules": by, "games": list(self.games)}


@frozen
class InstalledPlugin:
    """A plugin that is installed.

    Attributes:
        record: its name, where it comes from, and why it failed as it was imported or asked.
        file: where its module lies; "" where that cannot be found out.
        games: the ids of the games that it brings.
        options: the optional rules that it brings.
        conflicts: its quarrels with other plugins; each names both, the hook and the rules.
        error: why it cannot be used, or "".
    """

    record: PluginRecord
    file: str
    games: tuple[str, ...] = ()
    options: tuple[InstalledOption, ...] = ()
    conflicts: tuple[str, ...] = ()
    error: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether it can be used, with all the others there."""
        return not self.error and not self.conflicts

    def to_json(self) -> dict[str, object]:
        """The plugin as plain data."""
        distribution, _, version = self.record.distribution.rpartition(" ")
        return {
            "name": self.record.name,
            "distribution": distribution,
            "version": version,
            "entry_point": self.record.entry_point,
            "file": self.file,
            "games": list(self.games),
            "hooks": list(self.record.hooks),
            "options": [option.to_json() for option in self.options],
            "conflicts": list(self.conflicts),
            "error": self.error,
        }


def installed_plugins() -> tuple[InstalledPlugin, ...]:
    """Every plugin that is installed, by name.

    >>> [(plugin.record.name, plugin.games, plugin.is_sound) for plugin in installed_plugins()][:1]
    [('fof', ('fof',), True)]
    """
    records = find_plugins()
    brought = variants_of(records)
    for _, variant in brought:
        records = ask_plugins(records, [variant.id]).records  # what breaks for one game is marked for all
    troubles = _namesakes(records)
    for names, text in _troubles(records, brought):
        for name in names:
            troubles.setdefault(name, {})[text] = len(names) > 1
    return tuple(_installed(record, brought, records, troubles.get(record.name, {})) for record in records)


Troubles = dict[str, bool]
"""What is wrong with a plugin, in words: whether that is a quarrel with another."""


def _installed(
    record: PluginRecord,
    brought: Iterable[tuple[str, Variant]],
    records: Sequence[PluginRecord],
    troubles: Troubles,
) -> InstalledPlugin:
    errors = [text for text, is_quarrel in troubles.items() if not is_quarrel]
    games = tuple(variant.id for plugin, variant in brought if plugin == record.name)
    return InstalledPlugin(
        record,
        file_of(record),
        games if record.loaded else (),
        _options_of(record, [variant.id for _, variant in brought]),
        tuple(text for text, is_quarrel in troubles.items() if is_quarrel),
        record.error or "; ".join(errors),
    )


def _options_of(record: PluginRecord, games: Iterable[str]) -> tuple[InstalledOption, ...]:
    found = dict[str, InstalledOption]()
    for game in games:
        for _, option in ask_plugins([record], [game], ["europa_options"])["europa_options"]:
            before = found[option.id].games if option.id in found else ()
            found[option.id] = InstalledOption(option, (*before, game))
    return tuple(found.values())


def _namesakes(records: Sequence[PluginRecord]) -> dict[str, Troubles]:
    """Plugins of one name, of which no more than one can be named."""
    found = dict[str, Troubles]()
    for one, other in combinations(records, 2):
        if one.name == other.name:
            where = " and ".join(f"{record.entry_point} ({record.distribution})" for record in (one, other))
            found.setdefault(one.name, {})[f"two plugins are named '{one.name}': {where}"] = True
    return found


# --- how they get on with one another --------------------------------------------------------------------------------


def _troubles(
    records: Sequence[PluginRecord], brought: Iterable[tuple[str, Variant]]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """What goes wrong as games are loaded, and the plugins concerned."""
    able = [record for record in records if record.loaded]
    bringing = {variant.id: (record, variant) for name, variant in brought for record in able if record.name == name}
    for game in bringing:
        if error := _error(game, able):
            own = list(_bringers(game, bringing))
            if _error(game, own):
                yield (own[0].name,), f"the game '{game}' does not load: {_told_error(error)}"
            else:
                yield from _told(game, own, [record for record in able if record not in own])


def _bringers(game: str, bringing: Mapping[str, tuple[PluginRecord, Variant]]) -> Iterator[PluginRecord]:
    """The plugins of a game and of those that it extends, as far as they are there."""
    seen = set[str]()
    while game in bringing and game not in seen:
        seen.add(game)
        record, variant = bringing[game]
        yield record
        game = variant.extends


def _told(
    game: str, own: Sequence[PluginRecord], others: Sequence[PluginRecord]
) -> Iterator[tuple[tuple[str, ...], str]]:
    """The smallest sets of plugins with which a game does not load."""
    alone = {record.name: _error(game, [*own, record]) for record in others}
    for name, error in alone.items():
        if error:
            yield (name, *(other for other in getattr(error, "plugins", ()) if other != name)), _told_error(error)
    for one, other in combinations([record for record in others if not alone[record.name]], 2):
        if error := _error(game, [*own, one, other]):
            yield (one.name, other.name), _told_error(error)


def _error(game: str, plugins: Sequence[PluginRecord]) -> Exception | None:
    """Why a game does not load with these plugins."""
    try:
        load(game, plugins=plugins)
    except Exception as error:  # what a plugin hands over may break anything at all
        return error
    return None


def _told_error(error: Exception) -> str:
    return str(error) if isinstance(error, EuropaError) else f"{type(error).__name__}: {error}"
