"""Retreats (rule 9F1, with the German ability of FoF 9F3).

Needs a unit and the hexes around it, or the pieces that must retreat on the board; gives the hexes that its owner may
choose and what becomes of it, and carries retreats out: all units leave at once, as things stood before any left, and
those that overstack go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import cast

from attrs import evolve, frozen

from europa_rules.citations import Citations, rule
from europa_rules.ground.battleground import ground_at
from europa_rules.ground.closed_ground import rule_on_ground
from europa_rules.ground.facts import RETREATED_INTO, Attempt
from europa_rules.ground.losses import Demand, eliminate, eliminated, into_pool, note_strength_lost, outcome_for
from europa_rules.ground.occupants import enemy_units_at, friendly_units_at
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.rail_lines import gather_rail_hex, rule_on_rail_hex
from europa_rules.ground.stacking import OVERSTACKS, counted_at, fortifications_at, is_overstacked, may_overstack
from europa_rules.ground.terrain import gather_entry, rule_on_terrain
from europa_rules.ground.works import is_rail_broken
from europa_rules.ground.zones import ZocExertion, enemy_zoc, has_zoc
from europa_rules.hexes import Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, is_position_aa, label, unit_class

INTACT, CONTINUES, CADRE, ELIMINATED = "intact", "continues", "cadre", "eliminated"
STAYS_PUT = "stays"
RETREATS = "retreats"
"""The outcome where nothing is known of the hex that a unit retreats to."""


@frozen
class RetreatHex:
    """A hex that a unit might retreat to, as slot "retreat into hex" is given it.

    Attributes:
        hex: its name.
        enemy_zoc: whether it is in an enemy ZOC.
        overstacked: whether the unit would violate the stacking limit there.
        enemy_occupied: whether enemy units are there.
        prohibited: whether the hex, or the hexside into it, is prohibited to the unit.
        friendly_occupied: whether friendly units were there before the retreat.
        by_rail: whether the unit could enter it by rail movement.
        unit, side: the unit that retreats, and whose it is.
        country: the country of the hex.
    """

    hex: str
    enemy_zoc: bool = False
    overstacked: bool = False
    enemy_occupied: bool = False
    prohibited: bool = False
    friendly_occupied: bool = False
    by_rail: bool = False
    unit: Unit | None = None
    side: Side = NEUTRAL
    country: str = ""


@frozen
class RetreatFacts:
    """A unit that must retreat.

    Attributes:
        unit: its printed facts.
        hexes: the hexes around it.
        zoc_in_own_hex: whether an enemy unit with a ZOC is in its own hex; then every hex is in that ZOC.
        rail_is_broken: whether the rail line in its own hex is broken.
        can_comply_later: whether further hexes would let it get within the stacking limit.
        hexes_are_known: False where only the ways out are known, not what is there.
        side: whose it is.
    """

    unit: Unit
    hexes: tuple[RetreatHex, ...] = ()
    zoc_in_own_hex: bool = False
    rail_is_broken: bool = False
    can_comply_later: bool = True
    hexes_are_known: bool = True
    side: Side = NEUTRAL


@frozen
class Retreat:
    """Where a unit may retreat, and what becomes of it there.

    Attributes:
        unit: the unit.
        options: the hexes of the best priority that has any; the owner chooses.
        outcome: "intact", "continues" (it must retreat further), "cadre", "eliminated", "retreats" or "stays".
        ruling: why it has no way out, or what the answer rests on.
        by: the rule of the ability that lets it ignore a ZOC in one of the options, where that decides.
    """

    unit: Unit
    options: tuple[str, ...]
    outcome: str
    ruling: Ruling = Ruling.allow()
    by: Citations = ()

    @property
    def words(self) -> str:
        """The outcome in other words: "unharmed", "must retreat further", "cadre 2-3-6", "eliminated"."""
        known = {INTACT: "unharmed", RETREATS: "unharmed", CONTINUES: "must retreat further"}
        return str(eliminated(self.unit)) if self.outcome == CADRE else known.get(self.outcome, ELIMINATED)


# --- where a unit may go (rule 9F1) ----------------------------------------------------------------------------------


@rule("FoF 9F3", "SF 9F1")
def may_ignore_zocs(unit: Unit, rules: Ruleset) -> bool:
    """Whether a unit ignores enemy ZOCs when it retreats to a friendly-occupied hex: German c/m units, by the chart."""
    chart = rules.charts.zoc_costs
    return chart.mover(unit.nation, unit_class(unit, rules.types)) in chart.ignoring


@rule("FoF 24B", "SF 24B3")
def is_zoc_in_hex(others: Iterable[Unit], rules: Ruleset) -> bool:
    """Whether one of the enemy units in a unit's own hex has a ZOC; a retreat from there goes through it."""
    return any(has_zoc(ZocExertion(unit), rules).allowed for unit in others)


def _is_harmed(hex_: RetreatHex, facts: RetreatFacts, rules: Ruleset) -> bool:
    """Whether the unit would suffer from an enemy ZOC in the hex."""
    return (hex_.enemy_zoc or facts.zoc_in_own_hex) and not _is_shielded(hex_, facts, rules)


def _is_shielded(hex_: RetreatHex, facts: RetreatFacts, rules: Ruleset) -> bool:
    """Whether the unit's ability to ignore ZOCs is what keeps it from harm in the hex."""
    in_zoc = hex_.enemy_zoc or facts.zoc_in_own_hex
    return in_zoc and hex_.friendly_occupied and may_ignore_zocs(facts.unit, rules)


def _priority(hex_: RetreatHex, facts: RetreatFacts, rules: Ruleset) -> int:
    return 2 if _is_harmed(hex_, facts, rules) else 1 if hex_.overstacked else 0


@rule("FoF 9F1", "FoF 14K1", "SF 9F1", "SF 14F1")
def rule_on_retreat_hex(hex_: RetreatHex, facts: RetreatFacts, rules: Ruleset) -> Ruling:
    """Whether a hex is open to a retreating unit at all."""
    by, where = rules.cite("9F1"), hex_.hex
    rail = facts.unit.is_rail_only and not hex_.by_rail
    return (
        Ruling.refuse_if(hex_.enemy_occupied, f"enemy units are in {where}", by)
        & Ruling.refuse_if(hex_.prohibited, f"{where} is prohibited to the unit", by)
        & Ruling.refuse_if(rail, f"no rail line leads to {where}", rules.cite("rail-only"))
        & rules.forbid("retreat into hex", evolve(hex_, unit=facts.unit, side=facts.side))
    )


def _rule_on_leaving(facts: RetreatFacts, rules: Ruleset) -> Ruling:
    unit, name = facts.unit, label(facts.unit)
    broken = unit.is_rail_only and facts.rail_is_broken
    position_aa = is_position_aa(unit, rules.types)
    ruling = (
        Ruling.refuse_if(unit.is_immobile, f"{name} cannot move", rules.cite("zero-movement"))
        & Ruling.refuse_if(broken, f"the rail line of {name} is broken", rules.cite("rail-only"))
        & Ruling.refuse_if(position_aa, f"{name} has no movement rating", rules.cite("position-aa"))
    )
    return evolve(ruling, rests_on=rules.resting("9F1-position-aa") if position_aa else ())


@rule("FoF 9F1", "FoF 9F3", "FoF 14K1", "FoF 14K2", "FoF 22A2", "SF 9F1", "SF 14F1", "SF 14F2")
def reckon_retreat(facts: RetreatFacts, rules: Ruleset) -> Retreat:
    """The hexes that a unit's owner may choose for its retreat, and what becomes of it there.

    A hex in no enemy ZOC comes first, one that it overstacks second, one in an enemy ZOC last; into a ZOC it is reduced
    to cadre, or eliminated. Without any way out it is eliminated, cadre and all.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("fr", "infantry", "division", Rating.parse("5-6"), cadre=Rating.parse("2-6"))
    >>> hexes = (RetreatHex("a", enemy_zoc=True), RetreatHex("b", overstacked=True))
    >>> found = reckon_retreat(RetreatFacts(division, hexes), load("fof"))
    >>> found.options, found.outcome
    (('b',), 'continues')
    """
    if is_position_aa(facts.unit, rules.types) and rules.reads("9F1-position-aa", "stays"):
        return Retreat(facts.unit, (), STAYS_PUT, Ruling(rests_on=rules.resting("9F1-position-aa")))
    leaving = _rule_on_leaving(facts, rules)
    rulings = [(h, rule_on_retreat_hex(h, facts, rules)) for h in facts.hexes] if leaving.allowed else []
    open_hexes = [h for h, ruling in rulings if ruling.allowed]
    if not open_hexes:
        return Retreat(facts.unit, (), ELIMINATED, Ruling.all((leaving, *(ruling for _, ruling in rulings))))
    best = min(_priority(h, facts, rules) for h in open_hexes)
    options = tuple(h.hex for h in open_hexes if _priority(h, facts, rules) == best)
    outcome = _outcome(best, facts)
    resting = (*leaving.rests_on, *_points_behind(outcome, open_hexes, facts, rules))
    shielded = any(h.hex in options and _is_shielded(h, facts, rules) for h in open_hexes)
    by = (rules.cite("cm-retreat-ability"),) if shielded else ()
    return Retreat(facts.unit, options, outcome, evolve(leaving, rests_on=resting), by)


def fate_by_result(unit: Unit, demand: Demand, rules: Ruleset) -> str:
    """What a result makes of a unit without anybody's choice: what has to retreat and never can is eliminated.

    >>> from europa_rules import load
    >>> from europa_rules.ground.losses import EVERYBODY
    >>> from europa_rules.ledger import Reckoning
    >>> demand = Demand("defender", Reckoning.of(0, "DR"), retreats=EVERYBODY)
    >>> fate_by_result(Unit("fr", "position_light_aa", "counter", points=2), demand, load("fof"))
    'eliminated'
    """
    fate = outcome_for(unit, demand)
    if fate != RETREATS:
        return fate
    anywhere = RetreatFacts(unit, (RetreatHex("another hex", by_rail=True),), hexes_are_known=False)
    return reckon_retreat(anywhere, rules).outcome


def _points_behind(outcome: str, hexes: Sequence[RetreatHex], facts: RetreatFacts, rules: Ruleset) -> tuple[str, ...]:
    """The open points behind a retreat: of units that go on or need rails, and of those that friends would shield."""
    points = rules.resting("9F1-further-retreat") if outcome == CONTINUES else ()
    points += rules.resting("14F1-rail-only-retreat") if facts.unit.is_rail_only else ()
    if may_ignore_zocs(facts.unit, rules) and any(h.enemy_zoc for h in hexes):
        points += rules.resting("9F1-stack-retreat", "9F1-same-stack")
    return points


def _outcome(priority: int, facts: RetreatFacts) -> str:
    if not facts.hexes_are_known:
        return RETREATS
    if priority == 2:
        return CADRE if facts.unit.cadre is not None else ELIMINATED
    if priority == 1:
        return CONTINUES if facts.can_comply_later else ELIMINATED
    return INTACT


# --- on the board ----------------------------------------------------------------------------------------------------


def gather_retreat(
    piece: Piece, state: GameState, rules: Ruleset, *, never: frozenset[Hex] = frozenset()
) -> RetreatFacts:
    """A piece that must retreat, as the board stands.

    never: hexes that it may not enter, because it has left them in this retreat.
    """
    board = rules.board
    around = board.neighbors_of(piece.place) if piece.place in board.index else ()
    return RetreatFacts(
        unit=piece.unit,
        hexes=tuple(gather_retreat_hex(piece, to, state, rules) for to in around if to not in never),
        zoc_in_own_hex=is_zoc_in_hex((p.unit for p in state.enemies_at(piece.place, piece.side)), rules),
        rail_is_broken=is_rail_broken(piece.place, state),
        side=piece.side,
    )


def gather_retreat_hex(piece: Piece, to: Hex, state: GameState, rules: Ruleset) -> RetreatHex:
    """An adjacent hex that a piece might retreat to, as the board stands."""
    by_rail = piece.unit.is_rail_only
    entry = gather_entry(piece.unit, piece.place, to, state, rules, side=piece.side, by_road=by_rail)
    ground = rule_on_ground(to, piece.side, state, rules)
    stack = (*(p.unit for p in counted_at(to, piece.side, state, rules)), piece.unit)
    return RetreatHex(
        hex=to,
        enemy_zoc=enemy_zoc(to, piece.side, state, rules),
        overstacked=is_overstacked(stack, ground_at(to, state, rules), rules, fortifications_at(to, rules)),
        enemy_occupied=bool(enemy_units_at(to, piece.side, state, rules)),
        prohibited=not (rule_on_terrain(entry, rules) & ground & rules.forbid("enter hex", entry)).allowed,
        friendly_occupied=bool(friendly_units_at(to, piece.side, state, rules)),
        by_rail=by_rail and _could_enter_by_rail(piece, to, state, rules),
        unit=piece.unit,
        side=piece.side,
        country=rules.board.country(to),
    )


@rule("FoF 14K1", "SF 14F1")
def _could_enter_by_rail(piece: Piece, to: Hex, state: GameState, rules: Ruleset) -> bool:
    """Whether rail movement would take a piece to the next hex: ZOCs, owners and breaks bar it, capacity does not."""
    return rule_on_rail_hex(gather_rail_hex(to, piece.place, piece.side, (piece.id,), state, rules), rules).allowed


def still_to_retreat(attempt: Attempt, state: GameState) -> tuple[str, ...]:
    """The pieces that have to retreat after a combat and are still on the board."""
    return tuple(i for i in attempt.must_retreat if i in state.pieces)


@rule("FoF 9F1", "FoF 9F3", "FoF 8B", "SF 9F1", "SF 8B")
def retreat(ids: Sequence[str], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """One hex each, by the owner's choice; all leave at once, and those that overstack go on together.

    Where an open point is read so, they leave one by one instead, in the order that the owner chooses.
    """
    if not _leave_one_by_one(rules):
        return (yield from _retreat_together(ids, state, rules))
    waiting = tuple(ids)
    while waiting:
        first = yield from choose(_next_decision(waiting, state, rules))
        state = yield from _retreat_together(first, state, rules)
        waiting = tuple(i for i in waiting if i not in first)
    return state


def _leave_one_by_one(rules: Ruleset) -> bool:
    return rules.reads("9F1-stack-retreat", "one-by-one") or rules.reads("9F1-same-stack", "yes")


def _next_decision(waiting: Answer, state: GameState, rules: Ruleset) -> Decision:
    def check(answer: Answer) -> Ruling:
        return Ruling.refuse_if(len(answer) != 1, "one unit retreats at a time", rules.cite("9F1"))

    side = state.piece(waiting[0]).side
    suggestions = tuple((piece_id,) for piece_id in waiting)
    return Decision(side, "which unit retreats next?", waiting, (rules.cite("9F1"),), state, suggestions, check)


def _retreat_together(ids: Sequence[str], state: GameState, rules: Ruleset) -> Procedure[GameState]:
    left = {i: frozenset({state.piece(i).place}) for i in ids}
    going = tuple(ids)
    while going:
        ways = {i: reckon_retreat(gather_retreat(state.piece(i), state, rules, never=left[i]), rules) for i in going}
        chosen = yield from _choose_hexes(ways, state, rules)
        state = yield from _leave(ways, chosen, state, rules)
        arrived = [i for i in chosen if i in state.pieces]
        left = {i: left[i] | {state.piece(i).place} for i in arrived}
        going = yield from _choose_who_goes_on(arrived, state, rules)
        if going and may_overstack(rules):
            return _set_apart(going, state, rules)
    return state


def _set_apart(ids: Sequence[str], state: GameState, rules: Ruleset) -> GameState:
    """The state with units in a hex beyond its limit, where a rule lets them be there."""
    for source in rules.sources(OVERSTACKS):
        state = cast("Callable[[Sequence[str], GameState, Ruleset], GameState]", source.value)(ids, state, rules)
    return state


# --- choosing hexes --------------------------------------------------------------------------------------------------


def _written(piece_id: str, to: str) -> str:
    return f"{piece_id} > {to}"


def _choose_hexes(ways: Mapping[str, Retreat], state: GameState, rules: Ruleset) -> Procedure[dict[str, Hex]]:
    """The hex that each piece with a way out retreats to."""
    meant = {_written(i, to): (i, Hex(to)) for i, way in ways.items() for to in way.options}
    if not meant:
        return {}
    movers = [i for i, way in ways.items() if way.options]

    def check(answer: Answer) -> Ruling:
        times = [meant[a][0] for a in answer]
        wrong = [i for i in movers if times.count(i) != 1]
        why = f"no hex, or more than one, is chosen for {', '.join(wrong)}"
        return Ruling.refuse_if(bool(wrong), why, rules.cite("9F1"), possible="name one hex for each of them")

    suggestions = tuple(dict.fromkeys(_suggested_hexes(ways, state, rules)))
    side = state.piece(movers[0]).side
    question = f"where {'does' if len(movers) == 1 else 'do'} {', '.join(movers)} retreat to?"
    answer = yield from choose(Decision(side, question, tuple(meant), (rules.cite("9F1"),), state, suggestions, check))
    return dict(meant[a] for a in answer)


def _suggested_hexes(ways: Mapping[str, Retreat], state: GameState, rules: Ruleset) -> Iterator[Answer]:
    """Spread so that nobody overstacks where that can be; then each hex that is open to all."""
    movers = {i: way for i, way in ways.items() if way.options}
    yield tuple(_written(i, to) for i, to in _spread(movers, state, rules).items())
    common = [to for to in next(iter(movers.values())).options if all(to in way.options for way in movers.values())]
    for to in common:
        yield tuple(_written(i, to) for i in movers)


def _spread(movers: Mapping[str, Retreat], state: GameState, rules: Ruleset) -> dict[str, str]:
    chosen: dict[str, str] = {}
    for i, way in movers.items():
        free = [to for to in way.options if not _is_too_full(i, to, chosen, state, rules)]
        chosen[i] = (free or way.options)[0]
    return chosen


def _is_too_full(piece_id: str, to: str, chosen: Mapping[str, str], state: GameState, rules: Ruleset) -> bool:
    piece, ref = state.piece(piece_id), Hex(to)
    going = [state.piece(i).unit for i, h in chosen.items() if h == to]
    units = [*(p.unit for p in counted_at(ref, piece.side, state, rules)), *going, piece.unit]
    return is_overstacked(units, ground_at(ref, state, rules), rules, fortifications_at(ref, rules))


# --- leaving, and going on -------------------------------------------------------------------------------------------


def _leave(
    ways: Mapping[str, Retreat], chosen: Mapping[str, Hex], before: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """All leave at once: what befalls each was settled before any left."""
    state, words = before, []
    by = dict.fromkeys((rules.cite("9F1"), *(c for way in ways.values() for c in (*way.by, *way.ruling.citations))))
    for i, way in ways.items():
        piece = before.piece(i)
        to = chosen.get(i)
        if way.outcome == STAYS_PUT:
            words.append(f"{i} stays")
            continue
        if to is None:
            state = into_pool(piece, note_strength_lost(piece, piece.unit.attack, state))
            why = ", ".join(refusal.why for refusal in way.ruling.refusals)
            words.append(f"{i} has no way out and is eliminated{f': {why}' if why else ''}")
            continue
        state = state.moved(i, to).noting(RETREATED_INTO, i, to)
        if way.outcome in (CADRE, ELIMINATED):
            state = eliminate(state.piece(i), state)
        words.append(_told(piece, to, state))
    for origin in dict.fromkeys(before.piece(i).place for i in ways):
        state = change_by_leaving(state, origin, rules)
    for to in dict.fromkeys(chosen.values()):
        state = gain_by_entry(state, [p for p in state.at(to) if p.id in chosen], to, rules)
    facts = tuple((i, str(to)) for i, to in chosen.items())
    return (yield from record(Event("; ".join(words), tuple(by), state, "retreated", facts=facts)))


def _told(piece: Piece, to: Hex, state: GameState) -> str:
    left = state.pieces.get(piece.id)
    if left is None:
        return f"{piece.id} retreats into an enemy ZOC in {to} and is eliminated"
    if left.unit != piece.unit:
        return f"{piece.id} retreats into an enemy ZOC in {to} and is reduced to cadre {left.unit.rating}"
    return f"{piece.id} retreats to {to}"


def _is_over(ref: Hex, side: Side, without: Iterable[str], state: GameState, rules: Ruleset) -> bool:
    gone = set(without)
    units = [p.unit for p in counted_at(ref, side, state, rules) if p.id not in gone]
    return is_overstacked(units, ground_at(ref, state, rules), rules, fortifications_at(ref, rules))


def _choose_who_goes_on(arrived: Sequence[str], state: GameState, rules: Ruleset) -> Procedure[tuple[str, ...]]:
    """Of the units that have just retreated, those that must go on because their hex is overstacked."""
    going: list[str] = []
    for ref in dict.fromkeys(state.piece(i).place for i in arrived):
        here = tuple(i for i in arrived if state.piece(i).place == ref)
        side = state.piece(here[0]).side
        if _is_over(ref, side, (), state, rules):
            going += yield from choose(_going_on_decision(here, ref, side, state, rules))
    return tuple(going)


def _going_on_decision(here: Answer, ref: Hex, side: Side, state: GameState, rules: Ruleset) -> Decision:
    def check(answer: Answer) -> Ruling:
        over = _is_over(ref, side, answer, state, rules) and len(answer) < len(here)
        return Ruling.refuse_if(over, f"{ref} is still overstacked", rules.cite("8B"), possible="send more units on")

    question = f"{ref} is overstacked: who {'stands apart' if may_overstack(rules) else 'retreats further'}?"
    suggestions = _fewest(here, check)
    return Decision(side, question, here, (rules.cite("9F1"), rules.cite("8B")), state, suggestions, check)


def _fewest(here: Answer, check: Callable[[Answer], Ruling]) -> tuple[Answer, ...]:
    """The smallest groups that may go on; everybody may."""
    groups = (tuple(g for g in combinations(here, count) if check(g).allowed) for count in range(len(here) + 1))
    return next(filter(None, groups))
