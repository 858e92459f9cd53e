"""The options of a ruleset: those that are chosen fit together, and each of those there are could be chosen.

Needs the options by name, each with its plugin; gives the ones chosen, or the error that names both that clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from europa_rules.contributions import Option
from europa_rules.errors import PluginError, nearest, unknown


def chosen_options(options: Iterable[str], named: Mapping[str, tuple[str, Option]]) -> frozenset[str]:
    """The options chosen, if there are such and they fit together. Raises UnknownName or PluginError otherwise.

    named: every option by its name, with its plugin.
    """
    if not isinstance(options, Iterable):
        raise unknown("list of options", options, sorted(named))
    chosen = frozenset([options] if isinstance(options, str) else options)
    for name in sorted(chosen, key=str):
        if name not in named:
            raise unknown("option", name, sorted(named))
        option = named[name][1]
        missing = [other for other in option.requires if other not in chosen]
        if missing:
            both = f"{_told_option(name, named)} needs {_told_option(missing[0], named)} as well"
            raise PluginError(both, (named[name][0], named[missing[0]][0]))
        clashes = [other for other in option.excludes if other in chosen]
        if clashes:
            both = f"{_told_option(name, named)} and {_told_option(clashes[0], named)}"
            raise PluginError(f"{both} cannot be used together", (named[name][0], named[clashes[0]][0]))
    return chosen


def _told_option(name: str, named: Mapping[str, tuple[str, Option]]) -> str:
    """An option with its plugin and its rules."""
    plugin, option = named[name]
    return f"option '{name}' of plugin '{plugin}' ({', '.join(map(str, option.by))})"


def refuse_idle_options(named: Mapping[str, tuple[str, Option]]) -> None:
    """Raise PluginError for an option that nobody could choose: what it needs is lost, excludes it or needs it."""
    _refuse_lost_options(named)
    for name, (plugin, option) in named.items():
        needed = _needed_by(name, named)
        for other in sorted(needed - {name}):
            told, owners = f"{_told_option(name, named)} needs {_told_option(other, named)}", (plugin, named[other][0])
            if name in _needed_by(other, named):
                raise PluginError(f"{told}, which needs it: options go in circles (hook europa_options)", owners)
            if needed & {*named[other][1].excludes} or name in named[other][1].excludes or other in option.excludes:
                raise PluginError(f"{told}, and they exclude one another (hook europa_options)", owners)


def _refuse_lost_options(named: Mapping[str, tuple[str, Option]]) -> None:
    """Raise PluginError for an option that needs one there is not."""
    for name, (plugin, option) in named.items():
        for other in option.requires:
            if other not in named:
                near = nearest(other, named)
                hint = f" Did you mean {near!r}?" if near else ""
                told = f"{_told_option(name, named)} needs option '{other}', which is not known (hook europa_options)"
                raise PluginError(f"{told}.{hint}", (plugin,))


def _needed_by(name: str, named: Mapping[str, tuple[str, Option]]) -> frozenset[str]:
    """The options that an option needs, and those that they need in turn."""
    found, asked = frozenset[str](), named[name][1].requires
    while asked:
        found |= frozenset(asked)
        asked = tuple(one for other in asked for one in named[other][1].requires if one not in found)
    return found
