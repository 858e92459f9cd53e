"""Airborne operations (rule 24): disruption, ownership, combat where both sides are, planning, airborne overruns.

Needs what lands, where, and what the die shows; gives results, strengths and rulings. Loads and flights are for
`transport`, the board for `landing_troops`.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from attrs import evolve, frozen

from europa_rules.charts.forms import DieMatrix
from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.facts import Combatant, Ground
from europa_rules.ground.overruns import OverrunFacts, rule_on_overrun
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.numbers import HALF, ZERO, Number
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side, Turn
from europa_rules.units import Unit

LANDED = "landed by air this player turn"
"""Situation of a combatant: that it has made an air drop or an air landing in this player turn."""

DISRUPTED_SITUATION = "disrupted"
"""Situation of a combatant: that it is disrupted, and how ("disrupted" or "badly_disrupted")."""

AIRBORNE, AIR_LANDING, TRANSPORT, SUPPLY = "airborne", "air_landing", "air_landing_transport", "supply"
UNIT = "unit"
"""Columns of the disruption table: what drops or lands; "unit" where the table makes no difference between units."""

NONE, DISRUPTED, BADLY, ELIMINATED, SCATTERED = "none", "disrupted", "badly_disrupted", "eliminated", "scattered"
RETURNS, ABORTED = "returns", "aborted"

TABLE = "air_drop_disruption"
CLEAR, MAJOR_CITY = "clear", "full"
_HARD_WEATHER = frozenset({"mud", "winter", "snow"})

# --- disruption (rule 24A) -------------------------------------------------------------------------------------------


@frozen
class Touchdown:
    """Something that drops or lands, as slot "airborne surprise" is given it.

    Attributes:
        what: a column of the disruption table: AIRBORNE, AIR_LANDING, TRANSPORT or SUPPLY.
        ground: the hex.
        enemy_units: whether enemy units are in the hex.
        enemy_zoc: whether it is in an enemy ZOC.
        glider: whether a glider carries all or part of it.
        airfield: whether a permanent or intrinsic airfield is there; None where nobody asks.
        airborne_in_hex: whether an airborne unit is in the hex.
        turn: the game turn.
        country: the country of the hex.
    """

    what: str = AIRBORNE
    ground: Ground = Ground()
    enemy_units: bool = False
    enemy_zoc: bool = False
    glider: bool = False
    airfield: bool | None = None
    airborne_in_hex: bool = False
    turn: Turn | None = None
    country: str = ""


SURPRISE = "airborne surprise"
"""Slot of sources: that a landing comes as a surprise (a `Touchdown`); it has no value."""


def _conditions(facts: Touchdown, rules: Ruleset) -> frozenset[str]:
    """What there is of the conditions that the table's modifiers are named after."""
    ground = facts.ground
    is_city = ground.city == MAJOR_CITY
    found = {
        "enemy": facts.enemy_units or facts.enemy_zoc,
        "not_clear": ground.terrain != CLEAR or is_city,
        "major_city": is_city,
        "mud_winter_or_snow": ground.weather in _HARD_WEATHER,
        "glider": facts.glider,
        "no_airfield": facts.airfield is False,
        "airborne_in_hex": facts.airborne_in_hex,
        "surprise": bool(rules.sources(SURPRISE, facts)),
    }
    return frozenset(name for name, holds in found.items() if holds)


@frozen
class Disruption:
    """The modified roll, and what it does."""

    modified: Reckoning
    result: str


def _column(what: str, table: DieMatrix) -> str:
    return what if what in table.columns else UNIT


def reckon_disruption_modifier(facts: Touchdown, rules: Ruleset) -> Reckoning:
    """What is added to the die for a drop or landing (rule 24A)."""
    table = rules.charts.matrix(TABLE)
    column, holding = _column(facts.what, table), _conditions(facts, rules)
    by = rules.cite("air-landing-transports") if column == TRANSPORT else rules.cite("24A")
    total = Reckoning.of(0, "modifiers")
    for name, modifier in table.modifiers.items():
        if modifier.facts.get("column") == column and name.removeprefix(f"{column}_") in holding:
            total = total.plus(modifier.drm.value, modifier.when, by).noting(caveat=modifier.drm.caveat)
    return total


@rule("FoF 24A", "FoF 24D", "SF 24A")
def reckon_disruption(facts: Touchdown, die: int, rules: Ruleset) -> Disruption:
    """What the die does to a unit, supplies or a transport that drops or lands.

    >>> from europa_rules import load
    >>> found = reckon_disruption(Touchdown(ground=Ground("woods")), 2, load("fof"))
    >>> print(found.modified.value, found.result)
    1 disrupted
    """
    table = rules.charts.matrix(TABLE)
    modified = Reckoning.of(die, "die")
    for line in reckon_disruption_modifier(facts, rules).lines[1:]:
        modified = modified.plus(line.operand, line.why, *line.by)
    cell = table[_column(facts.what, table), int(modified.value)]
    modified = modified.noting(caveat=cell.caveat)
    if facts.what == TRANSPORT:
        modified = modified.noting(rests_on=next(iter(rules.resting("20F3-transport-losses-reference")), None))
    if facts.what == TRANSPORT and modified.value > 6:
        modified = modified.noting(rests_on=next(iter(rules.resting("24D-high-roll")), None))
        if rules.reads("24D-high-roll", "no-result"):
            return Disruption(modified, NONE)
    return Disruption(modified, str(cell.value))


def result_of(what: str, modified: int, rules: Ruleset) -> str:
    """The result of a modified roll for what drops or lands.

    >>> from europa_rules import load
    >>> result_of("airborne", 1, load("fof"))
    'disrupted'
    """
    table = rules.charts.matrix(TABLE)
    return str(table[_column(what, table), modified].value)


RESULTS = (NONE, DISRUPTED, BADLY, ELIMINATED, SCATTERED)
_OTHER_WORDS = {"no_effect": NONE}


def result_named(text: str) -> str:
    """A result of the table by its words: "No Effect", "badly disrupted". Raises UnknownName.

    >>> result_named("Badly Disrupted"), result_named("no effect")
    ('badly_disrupted', 'none')
    """
    word = normal(text)
    found = _OTHER_WORDS.get(word, word)
    if found not in RESULTS:
        raise unknown("result of a drop", text, (*RESULTS, *_OTHER_WORDS))
    return found


# --- what disruption does --------------------------------------------------------------------------------------------


@frozen
class Landed:
    """Something that has landed with a result, as slot "survive landing" is given it.

    Attributes:
        result: the result of the disruption table.
        enemy_units: whether enemy units are in the hex.
    """

    result: str
    enemy_units: bool = False


@rule("FoF 24A", "SF 24A")
def rule_on_survival(facts: Landed, rules: Ruleset) -> Ruling:
    """Whether what has landed so stays in play.

    >>> from europa_rules import load
    >>> rule_on_survival(Landed("scattered"), load("sf")).allowed
    False
    """
    by = rules.cite("24A")
    gone = {ELIMINATED: "the unit is eliminated in landing", SCATTERED: "the supplies are scattered"}
    lost = Ruling.refuse_if(facts.result in gone, gone.get(facts.result, ""), by)
    return lost & rules.forbid("survive landing", facts)


_FACTORS: dict[str, tuple[Fraction, Fraction]] = {DISRUPTED: (HALF, HALF), BADLY: (ZERO, HALF)}
"""What attack and defense strengths are multiplied by."""


def is_disrupting(result: str) -> bool:
    """Whether a result disrupts a unit."""
    return result in _FACTORS


def attack_factor(result: str) -> Fraction:
    """What disruption makes of an attack strength."""
    return _FACTORS[result][0] if result in _FACTORS else Fraction(1)


def defense_factor(result: str) -> Fraction:
    """What disruption makes of a defense strength."""
    return _FACTORS[result][1] if result in _FACTORS else Fraction(1)


@frozen
class DroppedUnit:
    """A unit after it has landed: its strengths, whether it is disrupted, and whether it is out of play."""

    attack: Reckoning
    defense: Reckoning
    is_disrupted: bool
    ruling: Ruling

    @property
    def is_removed(self) -> bool:
        """Whether it is out of play."""
        return not self.ruling.allowed


@rule("FoF 24A", "SF 24A")
def reckon_landed_unit(unit: Unit, facts: Landed, rules: Ruleset) -> DroppedUnit:
    """The printed strengths of a unit after it has landed with a result.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> regiment = Unit("ge", "parachute", "regiment", Rating.parse("3-6"))
    >>> print(reckon_landed_unit(regiment, Landed("badly_disrupted"), load("sf")).defense)
    3 printed | x1/2 disrupted (SF 24A) | = 3/2
    """
    by = rules.cite("24A")
    attack, defense = Reckoning.of(unit.attack, "printed"), Reckoning.of(unit.defense, "printed")
    if is_disrupting(facts.result):
        word = facts.result.replace("_", " ")
        attack = attack.times(attack_factor(facts.result), word, by)
        defense = defense.times(defense_factor(facts.result), DISRUPTED, by)
    return DroppedUnit(attack, defense, is_disrupting(facts.result), rule_on_survival(facts, rules))


@frozen
class PlayerTurn:
    """A player turn: the game turn, and whose it is."""

    turn: Turn
    side: Side


@rule("FoF 24A", "SF 24A")
def disruption_ends(since: PlayerTurn, owner: Side, rules: Ruleset) -> PlayerTurn:
    """The player turn at whose start, in the initial phase, a disrupted unit recovers: the owner's next one.

    >>> from europa_rules import load
    >>> from europa_rules.sides import AXIS
    >>> print(disruption_ends(PlayerTurn(Turn.parse("May I 40"), AXIS), AXIS, load("fof")).turn)
    May II 40
    """
    sides = rules.variant.sides
    later = sides.index(owner) > sides.index(since.side)
    return PlayerTurn(since.turn if later else since.turn.next(), owner)


@rule("FoF 24A", "SF 24A")
def is_still_disrupted(since: PlayerTurn, at: PlayerTurn, owner: Side, rules: Ruleset) -> bool:
    """Whether a unit disrupted in one player turn is still disrupted in another one."""
    ends, sides = disruption_ends(since, owner, rules), rules.variant.sides

    def order(moment: PlayerTurn) -> tuple[Turn, int]:
        return moment.turn, sides.index(moment.side)

    return order(since) <= order(at) < order(ends)


# --- ownership (rule 24B) --------------------------------------------------------------------------------------------

HEX, AIRBASE = "hex", "airbase"
SAME_TURN, NEXT_INITIAL = "same_player_turn", "next_friendly_initial_phase"


@frozen
class Holding:
    """Units that have landed in an enemy hex, as slot "own drop hex" is given them.

    Attributes:
        of: what they would own: "hex" or "airbase".
        what: AIRBORNE or AIR_LANDING.
        was_disrupted: whether they were disrupted in landing.
        enemy_units: whether enemy units are in the hex.
        at: "same_player_turn", or "next_friendly_initial_phase", when they are disrupted no more.
    """

    of: str = HEX
    what: str = AIRBORNE
    was_disrupted: bool = False
    enemy_units: bool = False
    at: str = SAME_TURN


@rule("FoF 24B", "SF 24B1")
def rule_on_owning(facts: Holding, rules: Ruleset) -> Ruling:
    """Whether units that have landed own the hex, or the airbase in it.

    >>> from europa_rules import load
    >>> rule_on_owning(Holding(), load("sf")).allowed, rule_on_owning(Holding(), load("fof")).allowed
    (True, False)
    """
    by = rules.cite("drop-ownership")
    later = "in the next friendly initial phase"
    resting = Ruling(rests_on=_ownership_points(facts, rules))
    return (
        resting
        & Ruling.refuse_if(facts.enemy_units, "enemy units are in the hex", by)
        & Ruling.refuse_if(
            facts.was_disrupted and facts.at == SAME_TURN, "a disrupted unit gains nothing", by, possible=later
        )
        & rules.forbid("own drop hex", facts)
    )


def _ownership_points(facts: Holding, rules: Ruleset) -> tuple[str, ...]:
    """The open points that an answer about ownership rests on."""
    if facts.at == NEXT_INITIAL:
        return rules.resting("24B1-recovered-unit") if facts.was_disrupted else ()
    landing = rules.resting("24B-air-landing-airbase") if facts.what == AIR_LANDING and facts.of == AIRBASE else ()
    return (*rules.resting("24B-ownership-after-drop"), *landing)


def owner_after_drop(facts: Holding, side: Side, before: Side, rules: Ruleset) -> tuple[Side, Ruling]:
    """The owner of what units of a side have landed on, and why it is not theirs."""
    ruling = rule_on_owning(facts, rules)
    return (side if ruling.allowed else before), ruling


@rule("SF 24B4")
def does_supply_stay(is_friendly: bool) -> bool:
    """Whether dropped supply is still there at the end of the player turn: in a hex that is friendly by then.

    >>> does_supply_stay(is_friendly=False)
    False
    """
    return is_friendly


# --- combat in one hex (rule 24B) ------------------------------------------------------------------------------------


@frozen
class SharedHex:
    """Combat where units have landed among enemy units.

    Attributes:
        dropped: whether units have landed there in this player turn.
        enemy_units: whether enemy units are there still.
        attack_strengths: attack strengths of the ground units of the attack, as they count.
    """

    dropped: bool = True
    enemy_units: bool = True
    attack_strengths: tuple[Number, ...] = ()


def must_attack(facts: SharedHex) -> bool:
    """Whether the units that have landed must attack the enemy units in their hex (FoF 24B, SF 24B3)."""
    return facts.dropped and facts.enemy_units


HELPLESS = "helpless attackers"
"""Slot of sources: that an attack without any attack strength on the ground eliminates those who must make it."""


@rule("FoF 24B", "SF 24B3")
def are_attackers_lost(facts: SharedHex, rules: Ruleset) -> bool:
    """Whether attackers are eliminated because no ground unit among them has any attack strength, support or not.

    >>> from europa_rules import load
    >>> are_attackers_lost(SharedHex(attack_strengths=(0, 7)), load("sf"))
    False
    """
    if not (must_attack(facts) and facts.attack_strengths and rules.sources(HELPLESS)):
        return False
    return not any(strength > 0 for strength in facts.attack_strengths)


ATTACK_STOPPED, ATTACKER_RETREATS = "AS", "AR"


@rule("FoF 24B", "SF 24B3")
def result_for(result: str, dropped: bool) -> str:
    """What a combat result is for an attacker: stopped in the hex into which it dropped, it retreats.

    >>> result_for("AS", dropped=True), result_for("AS", dropped=False)
    ('AR', 'AS')
    """
    return ATTACKER_RETREATS if dropped and result == ATTACK_STOPPED else result


# --- airborne overruns (SF 24B2) -------------------------------------------------------------------------------------


@frozen
class AirborneOverrun:
    """Units that have landed among enemy units and would overrun them.

    Attributes:
        attack, defense: the total strengths, all changes reckoned.
        same_operation: whether all of them have landed in one air operation.
        is_known: False where the question is not about strengths.
    """

    attack: Number = ZERO
    defense: Number = ZERO
    same_operation: bool = True


AIRBORNE_OVERRUNS = "airborne overruns"
"""Slot of sources: that units overrun from the air at all."""


@rule("SF 24B2")
def rule_on_airborne_overrun(facts: AirborneOverrun, rules: Ruleset) -> Ruling:
    """Whether units that have landed overrun the enemy units in their hex: by the odds of rule 13, without any MPs.

    >>> from europa_rules import load
    >>> rule_on_airborne_overrun(AirborneOverrun(10, 1), load("sf")).allowed
    True
    """
    by = rules.cite("airborne-overruns")
    odds = rule_on_overrun(OverrunFacts(facts.attack, facts.defense), rules)
    cited = evolve(odds, refusals=tuple(evolve(refusal, by=(by, *refusal.by)) for refusal in odds.refusals))
    return cited & Ruling.refuse_if(
        not facts.same_operation,
        "only units that land in the same air operation overrun together",
        by,
        possible="overrun with these alone",
    )


# --- planning (rule 24C) ---------------------------------------------------------------------------------------------

INITIAL = "initial"
BEFORE_GAME = "before_game"


@frozen
class Plan:
    """A plan to drop or land a unit.

    Attributes:
        planned: the game turn in which it is made; None where that is not asked.
        phase: the phase in which it is made.
        executed: the game turn of the operation; None where that is not asked.
        before_game: whether it is made before the first turn, as for a surprise.
        plans: plans for the unit that are made, this one among them.
        earlier_plans: plans that there are for the unit already.
        in_enemy_zoc: whether the unit is in an enemy ZOC.
        arrives: the game turn in which the unit comes into play, for one that has not yet.
    """

    planned: Turn | None = None
    phase: str = INITIAL
    executed: Turn | None = None
    before_game: bool = False
    plans: int = 1
    earlier_plans: int = 0
    in_enemy_zoc: bool = False
    arrives: Turn | None = None


def _turns_between(first: Turn, last: Turn) -> int:
    number = 0
    while first < last:
        first, number = first.next(), number + 1
    return number if first == last else -1


def _ahead(rules: Ruleset) -> tuple[int, int | None]:
    """The least and the most game turns ahead that an operation is planned."""
    if rules.reads("24C-planning-ahead", "two-turns"):
        return 2, None
    return 1, 1 if rules.reads("24C-planning-ahead", "exactly-one") else None


@rule("FoF 24C", "SF 24C")
def rule_on_plan(plan: Plan, rules: Ruleset) -> Ruling:
    """Whether an operation may be planned so: a turn ahead, one for a unit, and for none that is in an enemy ZOC.

    >>> from europa_rules import load
    >>> may = Turn.parse("May II 40")
    >>> rule_on_plan(Plan(may, executed=may.next()), load("fof")).allowed
    True
    """
    by = rules.cite("24C")
    return (
        Ruling.refuse_if(
            plan.phase != INITIAL and not plan.before_game,
            f"nothing is planned in the {plan.phase} phase",
            by,
            possible="plan in your initial phase",
        )
        & Ruling.refuse_if(
            plan.plans + plan.earlier_plans > 1,
            "an operation is planned for the unit already",
            by,
            possible="cancel it",
        )
        & Ruling.refuse_if(
            plan.in_enemy_zoc, "the unit is in an enemy ZOC", by, possible="a unit that is in no enemy ZOC"
        )
        & _rule_on_lead(plan, rules)
        & _rule_on_arrival(plan, rules)
    )


def _rule_on_lead(plan: Plan, rules: Ruleset) -> Ruling:
    if plan.before_game or plan.planned is None or plan.executed is None:
        return Ruling.allow()
    least, most = _ahead(rules)
    ahead = _turns_between(plan.planned, plan.executed)
    resting = Ruling(rests_on=rules.resting("24C-planning-ahead") if ahead != 1 else ())
    possible = f"an operation {least} game turn{'s' if least > 1 else ''} later"
    too_soon = f"it is planned in {plan.planned} for {plan.executed}"
    return resting & Ruling.refuse_if(
        ahead < least or (most is not None and ahead > most), too_soon, rules.cite("24C"), possible=possible
    )


def _rule_on_arrival(plan: Plan, rules: Ruleset) -> Ruling:
    if plan.arrives is None or plan.planned is None or plan.planned >= plan.arrives:
        return Ruling.allow()
    resting = Ruling(rests_on=rules.resting("24C-planning-before-arrival"))
    return resting & Ruling.refuse_if(
        rules.reads("24C-planning-before-arrival", "on-arrival"),
        "the unit is not in play yet",
        rules.cite("24C"),
        possible="plan when it has arrived",
    )


VOIDING = {
    "attacked": "the unit has attacked",
    "was_attacked": "the unit was attacked",
    "entered_enemy_zoc": "the unit was in an enemy ZOC",
    "in_enemy_zoc": "the unit was in an enemy ZOC",
    "unable": "the unit cannot take part",
    "unable_to_participate": "the unit cannot take part",
}
"""What voids a plan, and how it is told."""

HARMLESS = ("moved", "used_rail", "stacked", "supported", "was_bombed")
"""What may befall a unit without voiding its plan."""


@rule("FoF 24C", "SF 24C")
def rule_on_execution(since_planning: Iterable[str], rules: Ruleset) -> Ruling:
    """Whether a planned operation may be carried out, by what has happened to the unit since it was planned.

    Raises UnknownName for an event that there is not.

    >>> from europa_rules import load
    >>> print(rule_on_execution(["was_attacked"], load("sf")))
    refused: the unit was attacked since the operation was planned, ... Possible: plan it anew ...
    """
    by = rules.cite("24C")
    happened = [event for event in since_planning if event not in HARMLESS]
    for event in happened:
        if event not in VOIDING:
            raise unknown("event", event, (*VOIDING, *HARMLESS))
    return Ruling.all(
        Ruling.refuse(
            f"{VOIDING[event]} since the operation was planned, which is canceled",
            by,
            possible="plan it anew in the next initial phase",
        )
        for event in happened
    )


@frozen
class Execution:
    """A drop or landing of a unit that is to be made.

    Attributes:
        needs_plan: whether anything is to be planned at all: not for supplies.
        plan: the plan; None if there is none.
        as_planned: whether it goes to the hex that was planned.
        planned: the hex that was planned, where its name is known, or "".
        since_planning: what has happened to the unit since, keys of VOIDING.
    """

    needs_plan: bool = True
    plan: Plan | None = None
    as_planned: bool = True
    planned: str = ""
    since_planning: tuple[str, ...] = ()


@rule("FoF 24C", "SF 24C")
def rule_on_planned_drop(facts: Execution, rules: Ruleset) -> Ruling:
    """Whether a drop or landing has been planned as it is to be made."""
    if not facts.needs_plan:
        return Ruling.allow()
    by = rules.cite("24C")
    if facts.plan is None:
        return Ruling.refuse("no operation is planned for the unit", by, possible="plan it a game turn ahead")
    possible = f"{facts.planned}, as planned" if facts.planned else "the hex as planned"
    astray = Ruling.refuse_if(not facts.as_planned, "another hex was planned", by, possible=possible)
    return _rule_on_lead(facts.plan, rules) & astray & rule_on_execution(facts.since_planning, rules)


CANCELLATIONS = (
    "execution_phase",
    "initial_phase",
    "next_initial_phase",
    "own_initial_phase",
    "next_own_initial_phase",
    "friendly_initial_phase",
    "next_friendly_initial_phase",
)
"""When a plan may be cancelled: in a friendly initial phase, and in the phase in which it is to be carried out."""


@rule("FoF 24C", "SF 24C")
def rule_on_cancelling(moment: str, rules: Ruleset) -> Ruling:
    """Whether a planned operation may be called off at this moment, one of CANCELLATIONS or another phase."""
    return Ruling.refuse_if(
        moment not in CANCELLATIONS,
        f"a plan is not canceled in the {moment.replace('_', ' ')}",
        rules.cite("24C"),
        possible="in your initial phase, or in the phase of the operation",
    )


# --- strengths in a situation ----------------------------------------------------------------------------------------


def disruption_of(who: Combatant) -> str:
    """How a combatant is disrupted: "disrupted", "badly_disrupted", or "none"."""
    return who.situation.get(DISRUPTED_SITUATION, NONE)
