"""Fortifications and who holds them (FoF 31A, SF 37B): what stands in a hex now, and what becomes of it in enemy hands.

Needs a fortification by kind and condition, or a hex and what the state remembers of it; gives its row of the
fortifications effects chart, and what that row becomes when the enemy gains the hex or has it to himself. What a
fortification does to an attack stands in `battleground`.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve, frozen

from europa_rules.charts.fortification_effects import DESTROYED, REMOVED
from europa_rules.citations import rule
from europa_rules.ground.facts import FORTIFICATION, HEXSIDES_DESTROYED
from europa_rules.hexes import Hex
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, are_enemies
from europa_rules.state import GameState

FORTIFIED = "fortified"
"""The hexside feature that serves one of its two hexes only: the one that its row names."""

CONDITIONS = ("improved", "unimproved")
ANY_KIND = "fortification"
"""How a rule names fortifications of every kind."""

GONE = (REMOVED, DESTROYED)


@frozen
class Fortification:
    """A fortification.

    Attributes:
        kind: its type: "fort", "fortress", "westwall", ..., or "" for none.
        condition: "improved", "unimproved", or "" where its kind has none.
        strength: the number printed with it, or 0.
    """

    kind: str = ""
    condition: str = ""
    strength: int = 0

    def __str__(self) -> str:
        """What it is in words, "improved westwall 3"; "" where there is none."""
        words = (self.condition, self.kind.replace("_", " "), str(self.strength) if self.strength else "")
        return " ".join(word for word in words if word)

    def row(self, rules: Ruleset) -> str:
        """Its row of the fortifications effects chart, or "".

        >>> from europa_rules import load
        >>> Fortification("fortress", "improved").row(load("sf")), Fortification("fort").row(load("sf"))
        ('fortress_improved', 'fort')
        """
        names = (f"{self.kind}_{self.condition}", self.kind, *(f"{self.kind}_{c}" for c in CONDITIONS))
        return next((name for name in names if name in rules.charts.fortification_effects), "")


NONE = Fortification()


def of_row(row: str, strength: int = 0) -> Fortification:
    """The fortification of a row of the chart.

    >>> of_row("westwall_improved", 2)
    Fortification(kind='westwall', condition='improved', strength=2)
    """
    kind, _, condition = row.rpartition("_")
    return Fortification(kind, condition, strength) if condition in CONDITIONS else Fortification(row, "", strength)


# --- in enemy hands (FoF 31A, SF 37B) --------------------------------------------------------------------------------


@rule("FoF 31A1", "FoF 31A2", "FoF 31A3", "FoF 31A4", "SF 37B", "SF 37B1", "SF 37B4", "SF 37B5", "SF 37B6")
def after_capture(row: str, rules: Ruleset, *, gained: bool = True, alone: bool = False) -> str:
    """What a fortification is after enemy units have taken its hex: a row of the chart, "removed" or "destroyed".

    gained: whether the enemy owns the hex now. alone: whether only his units are in it.

    >>> from europa_rules import load
    >>> after_capture("fort", load("fof")), after_capture("westwall_improved", load("sf"))
    ('removed', 'westwall_unimproved')
    >>> after_capture("fortress_improved", load("fof")), after_capture("fortress_improved", load("fof"), alone=True)
    ('fortress_improved', 'destroyed')
    """
    chart = rules.charts.fortification_effects
    found = chart.captured.get(row, row) if gained else row
    return chart.occupied.get(found, found) if alone else found


@rule("FoF 31A2", "FoF 31A4")
def may_be_rebuilt(row: str, rules: Ruleset) -> bool:
    """Whether a fortification of this kind can be there again once the enemy has taken it: a destroyed one cannot.

    >>> from europa_rules import load
    >>> may_be_rebuilt("fortified_hexside", load("fof")), may_be_rebuilt("fort", load("fof"))
    (False, True)
    """
    return after_capture(row, rules, alone=True) != DESTROYED


@rule("SF 37B")
def rule_applies(named: str, fortification: Fortification) -> bool:
    """Whether a rule that names a fortification so is meant for this one; without a condition it is for both.

    >>> rule_applies("improved fortress", Fortification("fortress", "unimproved"))
    False
    >>> names = ("Westwall hexes", "improved Westwall hex", "fortifications")
    >>> [rule_applies(name, Fortification("westwall", "unimproved")) for name in names]
    [True, False, True]
    """
    words = named.lower().replace("-", " ").replace("_", " ").split()
    condition = next((word for word in words if word in CONDITIONS), "")
    kind = "_".join(word for word in words if word not in (*CONDITIONS, "hex", "hexes"))
    same_kind = any(kind in (name, f"{name}s", f"{name}es") for name in (fortification.kind, ANY_KIND))
    return same_kind and condition in ("", fortification.condition)


# --- on the board ----------------------------------------------------------------------------------------------------


def fortification_of(ref: Hex, state: GameState, rules: Ruleset) -> Fortification:
    """The fortification of a hex as it is now, built, damaged or as printed; `NONE` where there is none.

    >>> from europa_rules import load
    >>> from europa_rules.position import parse_position
    >>> rules, here = load("sf"), Hex("16A:1729")
    >>> state = parse_position(f"{here} ge 7-6 Inf XX 1 | Jul I 44, Axis movement", rules)
    >>> fortification_of(here, state.noting(FORTIFICATION, here, "fort"), rules)
    Fortification(kind='fort', condition='', strength=0)
    """
    printed = rules.board.fortification(ref) if ref in rules.board.index else None
    kept = state.recall(FORTIFICATION, ref)
    if kept is None:
        return Fortification(printed.type, printed.condition, printed.strength or 0) if printed else NONE
    found = of_row(kept)
    return evolve(found, strength=printed.strength or 0) if printed and printed.type == found.kind else found


def fortified_hexside_row(rules: Ruleset) -> str:
    """The row of the chart for fortified hexsides."""
    return rules.charts.terrain_effects.hexside(FORTIFIED).fortification


def fortified_sides(ref: Hex, state: GameState, rules: Ruleset) -> tuple[Hex, ...]:
    """The hexes beyond the fortified hexsides that serve a hex; none once these are destroyed."""
    beyond = _printed_sides(rules).get(ref, ())
    return () if beyond and state.recall(HEXSIDES_DESTROYED, ref) is True else beyond


@remembered()
def _printed_sides(rules: Ruleset) -> Mapping[Hex, tuple[Hex, ...]]:
    """The hexes that the map's fortified hexsides serve, each with those beyond, clockwise from the north-east."""
    board = rules.board
    served = {Hex(row[FORTIFIED].get("name", "")) for row in board.side_rows.values() if FORTIFIED in row}
    return {
        ref: tuple(to for to in board.neighbors_of(ref) if board.side_name(ref, to, FORTIFIED) == ref)
        for ref in served
        if ref in board.index
    }


@remembered(1024)
def _home_of(country: str, rules: Ruleset) -> Side:
    return rules.side_of(rules.nations.find(country).code) if country in rules.nations else NEUTRAL


def home_side(ref: Hex, rules: Ruleset) -> Side:
    """The side for which the country of a hex fights, or will once it is drawn into the war."""
    return _home_of(rules.board.country(ref) if ref in rules.board.index else "", rules)


def is_taken(ref: Hex, owner: Side, before: Side, rules: Ruleset) -> bool:
    """Whether a change of owner is a capture: from an enemy, or from a country that is one the moment it is entered."""
    last = home_side(ref, rules) if before == NEUTRAL else before
    return are_enemies(owner, last)


@rule("FoF 31A1", "FoF 31A2", "FoF 31A3", "SF 37B", "SF 37B1")
def take_fortifications(
    ref: Hex, owner: Side, before: Side, state: GameState, rules: Ruleset, alone: Side | None = None
) -> GameState:
    """The state after a hex has changed hands, or a side has it to itself: its fortifications fall as the chart says.

    owner, before: who owns the hex now and did before. alone: the side that alone has units there, if one has.
    """
    gained = is_taken(ref, owner, before, rules)
    held = alone is not None and are_enemies(alone, home_side(ref, rules))
    if not gained and not held:
        return state
    row = fortification_of(ref, state, rules).row(rules)
    after = after_capture(row, rules, gained=gained, alone=held)
    if after != row:
        state = state.noting(FORTIFICATION, ref, "" if after in GONE else after)
    if gained and fortified_sides(ref, state, rules) and after_capture(fortified_hexside_row(rules), rules) in GONE:
        state = state.noting(HEXSIDES_DESTROYED, ref, True)
    return state
