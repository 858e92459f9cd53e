"""Nations, forces and who controls them (rule 3B).

Needs the name of a nation, a force or a part of one, and the events that have happened; gives the force it belongs to
and the side that controls it. What each force is made of, and which events make it change sides, is the game's data
(`charts/forces.toml`).
"""

from __future__ import annotations

from collections.abc import Collection

from europa_rules.charts.forces import Force
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.nations import normal
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import FactKind, GameState

HAPPENED = FactKind("has happened", "game", str)
"""An event that rules ask for has happened (subject: the event, "Italy surrenders"; value: the game turn)."""


def happened(state: GameState) -> frozenset[str]:
    """The events that have happened in a game."""
    return frozenset(state.all_facts(HAPPENED))


def let_happen(event: str, state: GameState) -> GameState:
    """The state in which an event has happened."""
    return state.noting(HAPPENED, event, str(state.moment.turn))


def invasion_of(country: str, rules: Ruleset) -> str:
    """The event of the invasion of a country, by any name of it.

    >>> from europa_rules import load
    >>> invasion_of("Holland", load("fof"))
    'Netherlands is invaded'
    """
    return f"{rules.nations.find(country).country} is invaded"


# --- forces ----------------------------------------------------------------------------------------------------------


def _codes(name: str, rules: Ruleset) -> tuple[str, ...]:
    """The nations that a name may mean; the words of a service behind it do not count.

    Raises UnknownName where it means none.
    """
    spellings = [name]
    for word in rules.charts.forces.services:
        if normal(name).endswith(f"_{normal(word)}"):
            spellings.append(name[: -len(word)].rstrip(" -_"))
    first, _, rest = name.partition(" ")
    for spelling in spellings:
        if spelling in rules.nations:
            return (rules.nations.find(spelling).code,)
        shared = _sharing(spelling, rules)
        if shared:
            return shared
    if rest and first in rules.nations:
        return (rules.nations.find(first).code,)
    raise unknown("force", name, [force.name for force in rules.charts.forces.forces])


def _sharing(name: str, rules: Ruleset) -> tuple[str, ...]:
    """The nations that have a part of this name, such as "Colonial"."""
    wanted = normal(name)
    return tuple(
        nation.code
        for nation in rules.nations.by_code.values()
        if any(wanted in map(normal, (force, *aliases)) for force, aliases in nation.forces.items())
    )


@rule("FoF 3B", "SF 3B1", "SF 3B2")
def force_of(component: str, side: Side, rules: Ruleset) -> Force | None:
    """The force of a side that a component belongs to, or None if the side has none of that kind.

    component: a nation, an army, a part of either. Raises UnknownName for a name that means nothing.

    >>> from europa_rules import load
    >>> force_of("New Zealand Army", Side("Allied"), load("sf")).name
    'British'
    """
    codes = _codes(component, rules)
    forces = [f for f in rules.charts.forces.forces if side in (f.side, *f.joins.values())]
    return next((f for code in codes for f in forces if code in f.nations), None)


def _named(name: str, rules: Ruleset) -> Force | None:
    wanted = normal(name).removesuffix("_forces")
    named = [f for f in rules.charts.forces.forces if normal(f.name) == wanted]
    return named[0] if named else None


def _force_by_any_name(name: str, rules: Ruleset) -> Force | None:
    named = _named(name, rules)
    if named is not None:
        return named
    for code in _codes(name, rules):
        having = [force for force in rules.charts.forces.forces if code in force.nations]
        home = [force for force in having if force.side == rules.side_of(code)]
        if having:
            return (home or having)[0]
    return None


def _side_after(force: Force, events: Collection[str]) -> Side:
    side = Side(force.side)
    for event, joined in force.joins.items():
        side = Side(joined) if event in events else side
    return side


@rule("FoF 3B1", "FoF 3B2", "FoF 3B3", "SF 3B1", "SF 3B2", "SF 3B3", "FoF 28C1", "FoF 28C2", "FoF 28C3")
def controller(name: str, events: Collection[str], rules: Ruleset) -> Side:
    """The side that controls a nation's or a force's forces; "neutral" where nobody does.

    Where both sides have forces of a nation (a puppet government's, for one), those of the side it is on count.
    Raises UnknownName for a name that means nothing.

    >>> from europa_rules import load
    >>> controller("Belgium", ["Belgium is invaded"], load("fof"))
    'Allied'
    """
    force = _force_by_any_name(name, rules)
    return _side_after(force, events) if force else NEUTRAL


@rule("FoF 3B3", "SF 3B")
def controller_now(nation: str, state: GameState, rules: Ruleset) -> Side:
    """The side that controls a nation's forces in a game now."""
    return controller(nation, happened(state), rules)


# --- neutrals --------------------------------------------------------------------------------------------------------


def _neutral_force(country: str, rules: Ruleset) -> Force | None:
    """The force of a country that is neutral when play begins, or None."""
    force = _force_by_any_name(country, rules)
    return force if force is not None and Side(force.side) == NEUTRAL else None


@rule("FoF 28C1", "FoF 28C2", "FoF 28C3", "FoF 28C4")
def enters_war(country: str, events: Collection[str], rules: Ruleset) -> bool:
    """Whether a country that is neutral when play begins has entered the war after these events.

    >>> from europa_rules import load
    >>> enters_war("Belgium", ["Netherlands is invaded"], load("fof"))
    True
    """
    force = _neutral_force(country, rules)
    return force is not None and _side_after(force, events) != NEUTRAL


@rule("FoF 28C4")
def stays_neutral(country: str, rules: Ruleset) -> bool:
    """Whether a country is neutral throughout the game, whatever happens.

    >>> from europa_rules import load
    >>> stays_neutral("Switzerland", load("fof")), stays_neutral("Belgium", load("fof"))
    (True, False)
    """
    force = _neutral_force(country, rules)
    return force is not None and not force.joins
