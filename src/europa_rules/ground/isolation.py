"""Isolation (SF 3G, FoF 12B6): whether an overland line leads from a unit or a hex to a regular source of supply.

Needs the hexes of a line, or a position; gives whether the item is isolated. What has been judged stands until it is
judged again. Where lines end, in which phases it is judged and how long a line may be is the game's own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from attrs import frozen

from europa_rules.citations import rule
from europa_rules.ground.lines import LineHex, longest_line, regular_sources, rule_on_line_into
from europa_rules.ground.occupants import units_of
from europa_rules.ground.supply_map import FURTHER_ENDS, lines_of, supply_map
from europa_rules.ground.supply_sources import SUPPLY_SOURCES
from europa_rules.ground.supply_state import ISOLATED, ISOLATED_FIRST
from europa_rules.ground.zones import notes_of
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.slots import PHASES
from europa_rules.state import GameState

CHECK = "isolation check"
"""What the names of the steps begin with in which isolation is judged."""


def plain_line(length: int, source: str) -> tuple[LineHex, ...]:
    """A line of so many plain hexes from an item to a hex with this kind of supply, or "" for none.

    >>> len(plain_line(3, "full"))
    4
    """
    hexes = [LineHex()] * (length + 1)
    return (*hexes[:-1], LineHex(source=source))


@frozen
class Isolation:
    """Whether an item is isolated, and why."""

    isolated: bool
    ruling: Ruling = Ruling.allow()


@rule("SF 3G", "FoF 12B6")
def is_isolated(route: Iterable[LineHex], rules: Ruleset, weather: str = "clear") -> Isolation:
    """Whether the item in the first hex of a route is isolated, there being no other way.

    >>> from europa_rules import load
    >>> is_isolated([LineHex(), LineHex(source="special")], load("sf")).isolated
    True
    """
    limit, length = longest_line(weather, rules), Fraction(0)
    by = rules.cite("isolation")
    regular = regular_sources(rules)
    for i, here in enumerate(route):
        if i:
            length += here.counts
            ruling = rule_on_line_into(here, rules)
            if not ruling.allowed:
                return Isolation(True, ruling & Ruling.refuse("no line passes there", by))
        if limit is not None and length > limit:
            return Isolation(True, Ruling.refuse(f"a line of communications is longer than {limit} hexes", by))
        if here.source in regular:
            return Isolation(False, Ruling(rests_on=_point_of(here.source, rules)))
    return Isolation(True, Ruling.refuse("the line reaches no regular source of supply", by))


def _point_of(source: str, rules: Ruleset) -> tuple[str, ...]:
    point = rules.charts["isolation"].text_or("", "points", source)
    return (rules.rests_on(point),) if point else ()


# --- when it is judged -----------------------------------------------------------------------------------------------


@rule("SF 3G", "FoF 12B")
def judged_in(rules: Ruleset) -> tuple[str, ...]:
    """The phases in which isolation is judged, for both sides."""
    return rules.charts["isolation"].texts("lists", "judged_in")


@frozen
class Judgement:
    """A judgement of isolation, and the moment at which it is asked for.

    Attributes:
        phase: in which it was judged.
        isolated: what was judged.
        now: the phase it is, of the same player turn or, if it comes before `phase`, of the next.
        line_exists: whether there is a line now.
    """

    phase: str
    isolated: bool
    now: str
    line_exists: bool


@rule("SF 3G", "FoF 12B")
def isolation_in_force(facts: Judgement, rules: Ruleset) -> bool:
    """Whether an item counts as isolated: as last judged, however things stand now.

    >>> from europa_rules import load
    >>> isolation_in_force(Judgement("combat", True, "exploitation", True), load("sf"))
    True
    """
    return not rule_on_judgement(facts, rules).allowed


@rule("SF 3G", "FoF 12B")
def rule_on_judgement(facts: Judgement, rules: Ruleset) -> Ruling:
    """Whether an item has a line as it counts, with the reason why it has none.

    >>> from europa_rules import load
    >>> print(rule_on_judgement(Judgement("combat", True, "exploitation", True), load("sf")).refusals[0])
    it was isolated as the combat phase began, which holds until it is judged again (SF 3G)
    """
    by = rules.cite("isolation")
    since = PHASES.index(facts.phase)
    passed = (PHASES.index(facts.now) - since) % len(PHASES)
    phases = [PHASES[(since + i) % len(PHASES)] for i in range(1, passed + 1)]
    judged_anew = any(phase in judged_in(rules) for phase in phases)
    if judged_anew:
        return Ruling.refuse_if(not facts.line_exists, "no line leads from it as it is judged again", by)
    why = f"it was isolated as the {facts.phase} phase began, which holds until it is judged again"
    return Ruling.refuse_if(facts.isolated, why, by)


# --- on the board ----------------------------------------------------------------------------------------------------


@rule("SF 3G", "FoF 12B6")
def hexes_with_a_line(sources: Iterable[Hex], side: Side, state: GameState, rules: Ruleset) -> Mapping[Hex, int]:
    """Every hex from which a side can trace a line to one of these hexes, and its length in counted hexes.

    sources: hexes at which a line may end, by the board or by what the caller knows of supply. The search goes outward
    from them; a line is judged by the hexes that it enters, so that the hex it starts from may be in an enemy ZOC.
    """
    tracer = supply_map(side, state, rules).tracer
    ends, reached = tuple(sources), dict[Hex, int]()
    for found in tracer.communications(("to", *ends), tracer.view.set_of(ends)):
        for length, wave in zip(found.lengths, found.waves, strict=True):
            for ref in tracer.view.hexes_of(wave):
                reached[ref] = min(length, reached.get(ref, length))
    return reached


@rule("SF 3G", "FoF 12B6")
def isolated_hexes(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes of the board from which a side could trace no line of communications, by sources of all units."""
    notes, key = notes_of(state, rules), ("isolated hexes", side)
    known = notes.get(key)
    if not isinstance(known, frozenset):
        found = supply_map(side, state, rules)
        known = frozenset(found.view.hexes_of(found.view.layout.everything & ~found.standing_of(()).connected))
        notes[key] = known
    return known


def is_judged(rules: Ruleset) -> bool:
    """Whether isolation is judged at all: a game that names no sources judges none."""
    return bool(rules.sources(SUPPLY_SOURCES) or rules.sources(FURTHER_ENDS))


@rule("SF 3G", "FoF 12B")
def judge_isolation(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Judge every unit of both sides; what was judged before is forgotten."""
    if not is_judged(rules):
        return state
    judged = state.forgetting(ISOLATED, *state.all_facts(ISOLATED))
    alone = [
        piece.id
        for side in rules.variant.sides
        for piece in units_of(side, state, rules)
        if lines_of(side, state, rules)[piece.id].isolated
    ]
    for piece_id in alone:
        judged = judged.noting(ISOLATED, piece_id, True)
        if state.moment.phase == PHASES[0]:
            judged = judged.noting(ISOLATED_FIRST, piece_id, True)
    text = f"isolated: {', '.join(alone)}" if alone else "no unit is isolated"
    return (yield from record(Event(text, (rules.cite("isolation"),), judged, "isolation judged")))
