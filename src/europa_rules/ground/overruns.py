"""Overruns (rule 13).

Needs the strengths of both sides, the hex the overrunning units come from, and what each of them can pay; gives the
odds, the MPs, and the ruling with every rule against the overrun. On the board it carries overruns out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import cast

from attrs import evolve, field, frozen

from europa_rules.agreement import subject
from europa_rules.citations import rule
from europa_rules.ground.attacks import Attack, attackable, gather_attack
from europa_rules.ground.combat import AttackFacts, reckon_attack_strength, reckon_defense_strength
from europa_rules.ground.facts import Ground
from europa_rules.ground.losses import eliminate, eliminated
from europa_rules.ground.movement import OVERRUN, MoveFacts, MoveStep, mover_of, rule_on_movement
from europa_rules.ground.movement_counters import rule_on_whole_loads, with_load
from europa_rules.ground.movement_phases import MOVEMENT, OVERRUNNING
from europa_rules.ground.moves import gather_move, gather_step, mps_left, rule_on_group, spend
from europa_rules.ground.ownership import change_by_leaving, gain_by_entry
from europa_rules.ground.stacking import rule_on_attackers
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, QUARTER, ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit

CAUSE = "overrun"
"""The cause of elimination of units that are overrun: they leave no cadre."""

EFFECTS: Mapping[str, Fraction] = {"halved": HALF, "quartered": QUARTER, "doubled": Fraction(2), "unsupported": HALF}
"""What situations that are named by their effect make of a strength."""


# --- strengths and odds ----------------------------------------------------------------------------------------------


@rule("FoF 13", "SF 13")
def reckon_affected_strength(printed: Number, effects: Iterable[str], rules: Ruleset) -> Reckoning:
    """An attack strength under named effects, as it counts in an overrun (strength points).

    >>> from europa_rules import load
    >>> print(reckon_affected_strength(40, ["halved"], load("fof")))
    40 printed | x1/2 halved (FoF 13) | = 20
    """
    strength = Reckoning.of(printed, "printed")
    for effect in effects:
        strength = strength.times(EFFECTS[effect], effect, rules.cite("13"))
    return strength


@frozen
class OverrunDefender:
    """A unit in the hex to be overrun: its defense strength, and whether it retreats before combat."""

    defense: Number
    retreats: bool = False


@rule("SF 13")
def reckon_defense_announced(defenders: Iterable[OverrunDefender], rules: Ruleset) -> Reckoning:
    """The defense strength of all units there as the overrun is announced, whoever retreats then (strength points)."""
    return reckon_defense_left((evolve(unit, retreats=False) for unit in defenders), rules)


@rule("SF 13")
def reckon_defense_left(defenders: Iterable[OverrunDefender], rules: Ruleset) -> Reckoning:
    """The defense strength of those units that have not retreated before combat (strength points)."""
    staying = [d for d in defenders if not d.retreats]
    return Reckoning.total("defense", [("unit", Reckoning.of(d.defense, "defense")) for d in staying], rules.cite("13"))


@frozen
class OverrunOdds:
    """The odds of an overrun, not capped: exactly, and rounded down in the defender's favour for people."""

    ratio: Fraction

    def __str__(self) -> str:
        if self.ratio >= 1:
            return f"{self.ratio.numerator // self.ratio.denominator}:1"
        return f"1:{-(-self.ratio.denominator // self.ratio.numerator)}" if self.ratio else "0:1"


@rule("FoF 13", "SF 13")
def reckon_overrun_odds(attack: Number, defense: Number, rules: Ruleset) -> OverrunOdds:
    """The odds of an overrun; against no defense strength at all any attack strength has the odds the chart names.

    >>> from europa_rules import load
    >>> print(reckon_overrun_odds(60, 4, load("sf")), reckon_overrun_odds(HALF, 0, load("sf")))
    15:1 12:1
    """
    if defense:
        return OverrunOdds(Fraction(attack) / Fraction(defense))
    return OverrunOdds(rules.charts.overrun_costs.zero_defense_odds.value if attack > 0 else ZERO)


# --- whether an overrun may be made ----------------------------------------------------------------------------------


@frozen
class Overrunner:
    """A unit that takes part in an overrun.

    Attributes:
        name: its name.
        available: MPs it has left; needed: MPs that the overrun takes.
        told: how these MPs came about, where they were reckoned.
        ruling: what forbids it to move into the hex, whatever the MPs.
    """

    name: str = "a unit"
    available: Number = ZERO
    needed: Number = ZERO
    ruling: Ruling = Ruling.allow()
    told: Reckoning | None = None


@frozen
class OverrunFacts:
    """An overrun.

    Attributes:
        attack, defense: the total strengths, all changes reckoned (strength points).
        attack_told, defense_told: how the strengths come about, where that is known.
        attack_is_known: False where the question is not about strengths.
        overrunners: what each unit pays and may.
        units: printed facts of the overrunning units, for the stacking limit.
        ground: the hex that is overrun; own_ground: the hex they come from.
        from_hexes: how many hexes the units come from.
        phase: the phase it is; is_phasing: whether the phasing player makes it.
        can_pay: whether all have the MPs, where that is said.
        is_barred: whether the hex is said to be prohibited to one of them.
        all_retreated: whether every defender has retreated before combat.
        may_yet_retreat: whether it is only announced, and defenders may still retreat before combat.
        situation: further facts for contributed rules, by name.
    """

    attack: Number = ZERO
    defense: Number = ZERO
    attack_told: Reckoning | None = None
    defense_told: Reckoning | None = None
    overrunners: tuple[Overrunner, ...] = ()
    units: tuple[Unit, ...] = ()
    ground: Ground = Ground()
    own_ground: Ground = Ground()
    from_hexes: int = 1
    phase: str = MOVEMENT
    is_phasing: bool = True
    can_pay: bool = True
    is_barred: bool = False
    all_retreated: bool = False
    may_yet_retreat: bool = False
    situation: Mapping[str, str] = field(factory=dict, hash=False)


@rule("FoF 13", "SF 13", "FoF 8B", "SF 8B")
def rule_on_overrun(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    """Whether an overrun may be made, with every rule against it.

    >>> from europa_rules import load
    >>> rule_on_overrun(OverrunFacts(attack=50, defense=5), load("sf")).allowed
    True
    >>> ruling = rule_on_overrun(OverrunFacts(attack=49, defense=5), load("sf"))
    >>> print(ruling.refusals[0], ruling.possible[0], sep=": ")
    49 : 5 = 9:1 is less than 10:1 (SF 13): overrun with a total attack strength of at least 50, after all modifiers
    """
    return Ruling.all(
        (
            _rule_on_time(facts, rules),
            _rule_on_origin(facts, rules),
            _rule_on_payment(facts, rules),
            _rule_on_odds(facts, rules),
            _rule_on_stack(facts, rules),
            rules.forbid("overrun", facts),
        )
    )


def rule_on_moving(unit: Unit, phase: str, is_phasing: bool, rules: Ruleset) -> Ruling:
    """Whether a unit that would overrun moves at all in the phase; in one without overruns that is not the point.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("7-6"))
    >>> rule_on_moving(division, "exploitation", True, load("sf")).allowed
    False
    """
    facts = MoveFacts(unit, phase=phase, is_phasing=is_phasing)
    return rule_on_movement(facts, rules) if phase in OVERRUNNING else Ruling.allow()


LIMIT = "overrun stacking limit"
"""The slot that says whose stacking limit binds; a source's value is `TARGET` or `OWN`."""
TARGET, OWN = "target", "own"


def _rule_on_stack(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    """Whether the units are within the stacking limit of the hex overrun, unless a reading says their own."""
    said = rules.sources(LIMIT, facts)
    ground = facts.own_ground if any(source.value == OWN for source in said) else facts.ground
    ruling = rule_on_attackers(facts.units, ground, rules)
    return ruling if ruling.allowed else evolve(ruling, rests_on=rules.resting("13-overrun-stacking"))


def _rule_on_time(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    by, ruling = rules.cite("13"), Ruling.allow()
    if facts.phase not in OVERRUNNING:
        why = f"no overruns are made in the {facts.phase} phase"
        ruling &= Ruling.refuse(why, by, possible="overrun in the movement or the exploitation phase")
    return ruling & Ruling.refuse_if(not facts.is_phasing, "only phasing units overrun", by)


def _rule_on_origin(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("13")
    together = "bring them together in one adjacent hex first"
    joint = Ruling(rests_on=rules.resting("13-stacked-before") if len(facts.units) > 1 else ())
    apart = Ruling.refuse_if(
        facts.from_hexes > 1, "the overrunning units come from more than one hex", by, possible=together
    )
    return joint & apart & Ruling.refuse_if(facts.is_barred, "not every overrunning unit can enter the hex", by)


def _rule_on_payment(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("13")
    ruling = Ruling.refuse_if(not facts.can_pay, "not every unit has the MPs for the overrun", by)
    for unit in facts.overrunners:
        ruling &= unit.ruling
        if unit.available < unit.needed:
            why = f"{unit.name} needs {show(unit.needed)} MPs for the overrun and has {show(unit.available)}"
            of_what = f": {unit.told}" if unit.told else ""
            rules_behind = dict.fromkeys((by, *(unit.told.citations if unit.told else ())))
            possible = f"overrun without {unit.name}" if len(facts.overrunners) > 1 else ""
            ruling &= Ruling.refuse(f"{why}{of_what}", *rules_behind, possible=possible)
    return ruling


def _rule_on_odds(facts: OverrunFacts, rules: Ruleset) -> Ruling:
    least = rules.charts.overrun_costs.minimum_odds
    odds = reckon_overrun_odds(facts.attack, facts.defense, rules)
    if facts.all_retreated or odds.ratio >= least:
        return Ruling.allow()
    resting = rules.resting("13-overrun-announced") if facts.may_yet_retreat else ()
    if resting and rules.reads("13-overrun-announced", "yes"):
        return Ruling(rests_on=resting)
    sum_ = f"{show(facts.attack)} : {show(facts.defense)} = {odds}"
    total = f"a total attack strength of at least {show(least * Fraction(facts.defense))}, after all modifiers"
    needed = total if facts.defense else "any attack strength above 0"
    told = [part for strength in (facts.attack_told, facts.defense_told) if strength for part in _changed(strength)]
    how = "; ".join(f"{name}: {part}" for name, part in told)
    why = f"{sum_} is less than {OverrunOdds(least)}{f': {how}' if how else ''}"
    by = dict.fromkeys((rules.cite("13"), *(citation for _, part in told for citation in part.citations)))
    return Ruling.refuse(why, *by, possible=f"overrun with {needed}", rests_on=resting)


def _changed(strength: Reckoning) -> Iterator[tuple[str, Reckoning]]:
    """The parts of a strength that do not count as printed, and what holds for all of them together."""
    first, *steps = strength.lines
    yield from ((name, part) for name, part in first.parts if len(part.lines) > 1 or part.lines[0].parts)
    if steps:
        yield first.why, strength


# --- what an overrun costs -------------------------------------------------------------------------------------------


@frozen
class ExitedZoc:
    """An enemy ZOC in the hex that an overrunning unit leaves: MPs to leave it, and whether its unit is overrun."""

    mps: Number
    of_overrun_unit: bool = False


@frozen
class OverrunCost:
    """What one overrunning unit pays.

    Attributes:
        terrain: MPs to enter the hex.
        zocs: the enemy ZOCs in the hex it leaves.
        overrun: MPs of the overrun costs chart.
        all_retreated: whether every defender has retreated before combat.
        entry: how the MPs to enter the hex came about, where they were reckoned.
    """

    terrain: Number
    zocs: tuple[ExitedZoc, ...] = ()
    overrun: Number = ZERO
    all_retreated: bool = False
    entry: Reckoning | None = None


@rule("FoF 13", "SF 13")
def reckon_overrun_mps(facts: OverrunCost, rules: Ruleset) -> Reckoning:
    """MPs that each overrunning unit pays, whether it enters the hex or not.

    A ZOC of a unit that is overrun costs nothing; those of others cost once, as the dearest of them does.

    >>> from europa_rules import load
    >>> zocs = (ExitedZoc(2, of_overrun_unit=True), ExitedZoc(2))
    >>> print(reckon_overrun_mps(OverrunCost(1, zocs, overrun=2), load("sf")))
    1 terrain (SF 6) | +2 leaves an enemy ZOC (SF 6A) | +2 overrun (SF 13) | = 5
    """
    cost = facts.entry or Reckoning.of(facts.terrain, "terrain", rules.cite("6"))
    others = [zoc.mps for zoc in facts.zocs if not zoc.of_overrun_unit]
    if others:
        cost = cost.plus(max(others), "leaves an enemy ZOC", rules.cite("6A"))
    return cost if facts.all_retreated else cost.plus(facts.overrun, "overrun", rules.cite("13"))


def overrun_mps_by_chart(unit: Unit, odds: OverrunOdds, rules: Ruleset) -> Fraction:
    """MPs of the overrun costs chart for a unit at these odds; at odds too low those of the lowest column."""
    chart = rules.charts.overrun_costs
    cell = chart.cost(mover_of(unit, rules), max(odds.ratio, chart.minimum_odds))
    return Fraction(cell.value) if cell else ZERO


@rule("FoF 13", "SF 13")
def outcome_of_overrun(unit: Unit) -> str:
    """What becomes of a unit that is overrun: it is removed, cadre and all.

    >>> from europa_rules.units import Rating
    >>> outcome_of_overrun(Unit("be", "infantry", "division", Rating.parse("3-6"), cadre=Rating.parse("1-6")))
    'removed'
    """
    return str(eliminated(unit, CAUSE))


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class Overrun:
    """The order to overrun the enemy units in an adjacent hex.

    Attributes:
        units: ids of pieces in one hex.
        target: the hex to be overrun.
    """

    units: tuple[str, ...]
    target: Hex


@frozen
class _Plan:
    """An overrun worked out on the board: the facts, the strengths' ledgers, and what each piece pays."""

    facts: OverrunFacts
    attack: Reckoning
    defense: Reckoning
    costs: Mapping[str, Reckoning]

    @property
    def ledgers(self) -> tuple[tuple[str, Reckoning], ...]:
        """Everything behind it, labelled."""
        costs = ((f"MPs of {piece_id}", cost) for piece_id, cost in self.costs.items())
        return (("attack", self.attack), ("defense", self.defense), *costs)


def _plan(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> _Plan:
    pieces = [state.piece(piece_id) for piece_id in order.units]
    victims = attackable(order.target, player, state, rules)
    attack_facts = gather_overrun_attack(order, player, state, rules)
    attack = reckon_attack_strength(attack_facts, rules)
    defense = reckon_defense_strength(attack_facts, rules)
    odds = reckon_overrun_odds(attack.value, defense.value, rules)
    steps = {p.id: _step(p, order.target, victims, state, rules) for p in pieces}
    costs = {p.id: _cost(p, steps[p.id], odds, not victims, rules) for p in pieces}
    overrunners = tuple(_overrunner(p, steps[p.id], costs[p.id], state, rules) for p in pieces)
    facts = OverrunFacts(
        attack.value,
        defense.value,
        attack,
        defense,
        overrunners,
        tuple(p.unit for p in pieces),
        ground=attack_facts.ground,
        own_ground=evolve(attack_facts.ground, terrain=rules.board.terrain(pieces[0].place)),
        phase=state.moment.phase,
        is_phasing=player == state.phasing,
        all_retreated=not victims,
    )
    return _Plan(facts, attack, defense, costs)


def gather_overrun_attack(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> AttackFacts:
    """The overrun as an attack, for its strengths; defensive air support is ignored."""
    facts = gather_attack(Attack(order.units, order.target), player, state, rules)
    return evolve(facts, use=OVERRUN, das=ZERO)


def _step(piece: Piece, target: Hex, victims: Sequence[Piece], state: GameState, rules: Ruleset) -> MoveStep:
    return gather_step(piece, piece.place, target, state, rules, besides=[v.id for v in victims])


def _cost(piece: Piece, step: MoveStep, odds: OverrunOdds, all_retreated: bool, rules: Ruleset) -> Reckoning:
    zocs = (ExitedZoc(step.zoc_cost),) if step.zoc_cost else ()
    overrun = overrun_mps_by_chart(piece.unit, odds, rules)
    entry = step.ledger[0][1] if step.ledger else None
    mps = reckon_overrun_mps(OverrunCost(step.cost, zocs, overrun, all_retreated, entry), rules)
    return mps.plus(step.leaving_cost, "leaves the hex", *step.ledger[-1][1].citations) if step.leaving_cost else mps


def _overrunner(piece: Piece, step: MoveStep, cost: Reckoning, state: GameState, rules: Ruleset) -> Overrunner:
    """What a piece has and may; the cost of the whole overrun is judged apart, so that the step itself is free here."""
    free = evolve(step, cost=ZERO, zoc_cost=ZERO, leaving_cost=ZERO)
    facts = evolve(gather_move(piece, state, rules, (free,), one_hex=False), is_overrun=True)
    ruling = rule_on_movement(facts, rules)
    return Overrunner(piece.id, mps_left(piece.id, state, rules), cost.value, ruling, cost)


@rule("FoF 13", "SF 13")
def rule_on_overrun_order(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give this order: every rule against it, for every unit."""
    ruling = rule_on_group(order.units, player, state, rules)
    if ruling.allowed:
        ruling &= _rule_on_hex(order, player, state, rules)
    if not ruling.allowed:
        return ruling & _rule_on_declaring(order, player, state, rules)
    order = evolve(order, units=with_load(order.units, state))
    facts = _plan(order, player, state, rules).facts
    return rule_on_overrun(evolve(facts, may_yet_retreat=bool(rules.sources(ANNOUNCED))), rules)


def _rule_on_hex(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether there is anybody to overrun in a hex beside the units."""
    by, origin = rules.cite("13"), state.piece(order.units[0]).place
    if order.target not in rules.board.index or not rules.board.is_adjacent(origin, order.target):
        return Ruling.refuse(f"{order.target} does not adjoin {origin}", by, possible="move beside the hex first")
    nobody = not attackable(order.target, player, state, rules)
    return Ruling.refuse_if(nobody, f"no enemy unit is in {order.target}", by, possible="move there")


def _rule_on_declaring(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """What rule 13 says of the moment, and of the hexes that the units come from, whatever the strengths."""
    pieces = [state.piece(piece_id) for piece_id in order.units]
    facts = OverrunFacts(
        from_hexes=len({piece.place for piece in pieces}),
        units=tuple(piece.unit for piece in pieces),
        phase=state.moment.phase,
        is_phasing=player == state.phasing,
    )
    return _rule_on_time(facts, rules) & _rule_on_origin(facts, rules)


@rule("FoF 13", "SF 13", "FoF 3D", "SF 3D")
def carry_out_overrun(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Announce the overrun, let those retreat who may, remove the rest, pay the MPs, advance. Raises IllegalOrder.

    Where a rule lets others react to the announcement (slot `ANNOUNCED`), the odds and the costs are reckoned again
    afterwards; an overrun that is no longer possible does not happen.
    """
    rule_on_overrun_order(order, player, state, rules).require(f"overrun of {order.target}")
    order = evolve(order, units=with_load(order.units, state))
    state = yield from _announce(order, state, rules)
    plan = _plan(order, player, state, rules)
    by = rules.cite("13")
    if not rule_on_overrun(plan.facts, rules).allowed:
        why = f"{', '.join(order.units)} cannot overrun {order.target} any more"
        return (yield from record(Event(why, (by,), state, "overrun given up", plan.ledgers)))
    victims = attackable(order.target, player, state, rules)
    for victim in victims:
        state = eliminate(victim, state, CAUSE)
    for piece_id, cost in plan.costs.items():
        state = spend(state, piece_id, cost.value, OVERRUN)
    overrun = ", ".join(v.id for v in victims) or "nobody"
    odds = reckon_overrun_odds(plan.attack.value, plan.defense.value, rules)
    text = f"{subject(order.units, 'overruns', 'overrun')} {overrun} in {order.target} at {odds}"
    state = yield from record(Event(text, (by,), state, "overran", plan.ledgers))
    return (yield from _advance(order, player, state, rules))


@frozen
class OverrunInHex:
    """An overrun of enemy units that stand in the overrunning units' own hex, as its strengths are now."""

    attack: Reckoning
    defense: Reckoning


def reckon_in_own_hex(units: Sequence[str], ref: Hex, player: Side, state: GameState, rules: Ruleset) -> OverrunInHex:
    """The strengths of units that have come into a hex from the air or the sea, and of the enemy units there."""
    facts = gather_overrun_attack(Overrun(tuple(units), ref), player, state, rules)
    return OverrunInHex(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules))


@rule("SF 13", "SF 24B2")
def overrun_in_own_hex(
    units: Sequence[str], ref: Hex, player: Side, state: GameState, rules: Ruleset
) -> Procedure[GameState]:
    """Remove the enemy units of a hex into which units have come from the air or the sea: no MPs are paid."""
    state = yield from _announce(Overrun(tuple(units), ref), state, rules)
    victims = attackable(ref, player, state, rules)
    for victim in victims:
        state = eliminate(victim, state, CAUSE)
    text = f"{subject(units, 'overruns', 'overrun')} {', '.join(v.id for v in victims) or 'nobody'} in {ref}"
    return (yield from record(Event(text, (rules.cite("13"),), state, "overran")))


ANNOUNCED = "overrun announced"
"""The slot of what happens when an overrun is announced: a source's value is an `AtAnnouncement`."""

AtAnnouncement = Callable[[Hex, GameState, Ruleset], Procedure[GameState]]
"""A procedure (the hex to be overrun, state, rules) that may replace the state."""


def _announce(order: Overrun, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    for source in rules.sources(ANNOUNCED):
        state = yield from cast(AtAnnouncement, source.value)(order.target, state, rules)
    return state


def _advance(order: Overrun, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The owner chooses which of the units enter the hex."""
    question = f"which units enter {order.target}?"

    def check(answer: Answer) -> Ruling:
        return rule_on_whole_loads(answer, state, rules)

    groups = (group for group in _groups(order.units) if check(group).allowed)
    suggestions = tuple(sorted(groups, key=len, reverse=True))
    decision = Decision(player, question, order.units, (rules.cite("13"),), state, suggestions, check)
    chosen = yield from choose(decision)
    if not chosen:
        return state
    origin = state.piece(chosen[0]).place
    state = gain_by_entry(state, [state.piece(piece_id) for piece_id in chosen], order.target, rules)
    state = change_by_leaving(state, origin, rules)
    event = Event(f"{subject(chosen, 'enters', 'enter')} {order.target}", (rules.cite("13"),), state, "entered")
    return (yield from record(event))


def _groups(units: Sequence[str]) -> Iterator[Answer]:
    """All of the units, each alone, none."""
    yield from dict.fromkeys((tuple(units), *combinations(units, 1), ()))
