"""Combat (rule 9): whether an attack may be made, its strengths, odds and result, and the steps it goes through.

Needs who attacks whom, on what ground, with what support from elsewhere; gives rulings, reckonings, and on the board
the procedure from declaration to advance. What a result costs stands in `losses`, where units retreat in `retreats`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from attrs import evolve, field, frozen

from europa_rules.citations import Citation, cited, rule
from europa_rules.errors import NotationError
from europa_rules.ground.armor import ArmorFacts, ArmorModifiers, reckon_armor_modifiers
from europa_rules.ground.artillery import (
    Fielded,
    cover_artillery,
    fielded,
    gunfire_as_artillery,
    reckon_with_artillery,
    without_support_of_excess,
)
from europa_rules.ground.battleground import (
    Feature,
    bars_armor,
    features_of,
    ground_at,
    hexside_attacked,
    hexside_for,
    multiply_by_ground,
    reckon_ground_support,
    reckon_terrain_modifier,
    rule_on_prohibited_ground,
)
from europa_rules.ground.bridge_seizure import spare_crossers
from europa_rules.ground.circumstances import circumstances, circumstances_of
from europa_rules.ground.closed_ground import rule_on_entry
from europa_rules.ground.engineers import (
    ENGINEERS,
    EngineerShare,
    engineers_against,
    is_strongpoint,
    reckon_assault_defense,
    reckon_engineers,
)
from europa_rules.ground.facts import (
    ATTACKED,
    ATTEMPT,
    RETREATED_BEFORE,
    RETREATED_INTO,
    WAS_ATTACKED,
    Attempt,
    Combatant,
    Ground,
)
from europa_rules.ground.losses import take_losses
from europa_rules.ground.mechanics import GROUND_COMBAT, reckon_dice
from europa_rules.ground.movement_counters import carrier_of
from europa_rules.ground.ownership import gain_by_entry
from europa_rules.ground.retreats import retreat, still_to_retreat
from europa_rules.ground.stacking import (
    counted_at,
    fortifications_at,
    is_overstacked,
    may_overstack,
    rule_on_attackers,
)
from europa_rules.ground.supply_effects import SuppliedUnit, suffer
from europa_rules.ground.support import ATTACK, DEFENSE, reckon_supported_strengths
from europa_rules.ground.terrain import columns_of, crossed_as
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ZERO, Number, exact, show, signed
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, opening, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.stages import Stage, arrange, go_through
from europa_rules.state import GameState, Piece
from europa_rules.units import Unit, is_long_range, is_marker, label

TERRAIN, ARMOR = "terrain", "armor"
OUTRIGHT = "DE"
"""The result, without odds or roll, of an attack on units that all have a defense strength of 0."""


@frozen
class Attack:
    """The order to attack a hex.

    Attributes:
        units: ids of the attacking pieces.
        target: the attacked hex.
        neutral: those of them, half capable of armor effects, that their owner treats as neutral (rule 10E).
    """

    units: tuple[str, ...]
    target: Hex
    neutral: tuple[str, ...] = ()


@frozen
class AttackFacts:
    """An attack.

    Attributes:
        attackers: the units that attack; `stands_in` tells their hexes apart.
        defenders: the units in the attacked hex, those that retreated there in this phase among them.
        ground: the attacked hex.
        phase: the phase it is made in.
        is_phasing: whether the phasing player makes it.
        target_hexes: how many hexes it is made against.
        targets: the names of these hexes, where they are told.
        units_in_hex: how many enemy units are in the hex, where that is said; else those named.
        units_attacked: how many of them it is made against, where that is said; else all.
        other_adjacent: how many adjacent attackers take part beside those named.
        is_barred: whether hex or hexside are said to be prohibited, whatever the chart says.
        gs, das: ground support and defensive air support (strength points).
        attack_naval, defense_naval: naval gunfire support of each side (strength points).
        attacking, defending: the sides.
        turn: the game turn.
        use: "attack", or "overrun" where the strengths serve one.
        target: the attacked hex.
        attack_told, defense_told: strengths that are told in place of units, by name, as they count after everything.
        proportions: armor category -> proportion, where it is told in place of that of the units.
        modifiers_told: die roll modifiers that are told beside those of the rules, by their reason.
        situation: further facts for contributed rules, by name.
    """

    attackers: tuple[Combatant, ...] = ()
    defenders: tuple[Combatant, ...] = ()
    ground: Ground = Ground()
    phase: str = "combat"
    is_phasing: bool = True
    target_hexes: int = 1
    targets: tuple[str, ...] = ()
    units_in_hex: int | None = None
    units_attacked: int | None = None
    other_adjacent: int = 0
    is_barred: bool = False
    gs: Number = ZERO
    das: Number = ZERO
    attack_naval: Number = ZERO
    defense_naval: Number = ZERO
    attacking: Side = NEUTRAL
    defending: Side = NEUTRAL
    turn: Turn | None = None
    use: str = "attack"
    target: str = ""
    attack_told: tuple[tuple[str, Number], ...] = ()
    defense_told: tuple[tuple[str, Number], ...] = ()
    proportions: Mapping[str, Fraction] = field(factory=dict, hash=False)
    modifiers_told: tuple[tuple[str, Number], ...] = ()
    situation: Mapping[str, str] = field(factory=dict, hash=False)

    @property
    def spares_some(self) -> bool:
        """Whether enemy units in the hex are left out of it."""
        in_hex = len(self.defenders) if self.units_in_hex is None else self.units_in_hex
        return self.units_attacked is not None and self.units_attacked < in_hex


@frozen
class UnitInAttack:
    """A unit whose attack or defense strength is reckoned, as slots of modifiers are given it.

    Attributes:
        who: the unit.
        attack: the attack it takes part in.
    """

    who: Combatant
    attack: AttackFacts

    @property
    def unit(self) -> Unit:
        """Its printed facts."""
        return self.who.unit

    @property
    def ground(self) -> Ground:
        """The attacked hex."""
        return self.attack.ground


# --- whether an attack may be made (rules 9, 9B, 9G) -----------------------------------------------------------------


def _has_no_attack(unit: Unit) -> bool:
    return unit.attack == ZERO and (unit.rating is not None or unit.size == "counter")


def _counted_defenders(facts: AttackFacts) -> tuple[Combatant, ...]:
    return tuple(d for d in facts.defenders if not d.adds_nothing)


@rule("FoF 9", "FoF 9A", "FoF 9B", "FoF 9G", "FoF 8B", "FoF 14D", "SF 9", "SF 9A", "SF 9B", "SF 9G", "SF 8B", "SF 14B2")
def rule_on_attack(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """Whether an attack may be made: by whom, on whom, from where, and how many together.

    >>> from europa_rules import load
    >>> print(rule_on_attack(AttackFacts(is_phasing=False), load("fof")))
    refused: only the phasing player attacks (FoF 9). Possible: attack in your own combat phase.
    """
    return Ruling.all(
        (
            _rule_on_time(facts, rules),
            _rule_on_second_attack(facts, rules),
            _rule_on_target(facts, rules),
            _rule_on_reach(facts, rules),
            _rule_on_numbers(facts, rules),
            _rule_on_zero_strength(facts, rules),
            rules.forbid("attack", facts),
            rules.forbid("defend", facts),
        )
    )


def _rule_on_time(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by, possible = rules.cite("9"), "attack in your own combat phase"
    too_early = f"no attack is made in the {facts.phase} phase"
    return Ruling.refuse_if(
        not facts.is_phasing, "only the phasing player attacks", by, possible=possible
    ) & Ruling.refuse_if(facts.phase != "combat", too_early, by, possible=possible)


def _rule_on_second_attack(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("9B")
    again = [who for who in facts.attackers if who.has_attacked]
    ruling = Ruling.all(Ruling.refuse(f"{_name(who)} has attacked in this phase", by) for who in again)
    shares = not rules.reads("9B-attacked-twice", "attacked")
    held = [who for who in facts.defenders if who.was_attacked and not (who.retreated_here and shares)]
    if facts.defenders and not held and all(who.was_attacked for who in facts.defenders):
        held = list(facts.defenders)
    attacked = Ruling.all(Ruling.refuse(f"{_name(who)} has been attacked in this phase", by) for who in held)
    shared = any(who.was_attacked and who.retreated_here for who in facts.defenders)
    return evolve(ruling & attacked, rests_on=rules.resting("9B-attacked-twice") if shared else ())


def _rule_on_target(facts: AttackFacts, rules: Ruleset) -> Ruling:
    by = rules.cite("9B")
    hexes = max(facts.target_hexes, len(facts.targets))
    several = f"one attack is made against one hex, not {hexes}"
    barred = "the attack would go into or across prohibited terrain"
    return (
        Ruling.refuse_if(hexes > 1, several, by, possible="a separate attack for each hex")
        & Ruling.refuse_if(facts.spares_some, "all units in a hex are attacked together", by)
        & Ruling.refuse_if(facts.is_barred, barred, by, possible="attack from another hex")
        & Ruling.all(rule_on_prohibited_ground(who, facts.ground, rules) for who in facts.attackers)
    )


def _rule_on_reach(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """Units attack from adjacent hexes; long-range artillery from two hexes off, if others attack beside the target."""
    far = [who for who in facts.attackers if who.distance > 1]
    guns = [who for who in far if who.distance == 2 and is_long_range(who.unit, rules.types)]
    near = len(facts.attackers) - len(far) + facts.other_adjacent + len(facts.attack_told)
    by, possible = rules.cite("long-range-siege-artillery"), "attack together with units adjacent to the hex"
    too_far = Ruling.all(
        Ruling.refuse(f"{_name(who)} is not adjacent to the hex", rules.cite("9")) for who in far if who not in guns
    )
    why = "siege artillery firing at two hexes does not attack alone"
    return too_far & Ruling.refuse_if(bool(guns) and not near, why, by, possible=possible)


def _rule_on_numbers(facts: AttackFacts, rules: Ruleset) -> Ruling:
    """From each adjacent hex no more units attack than may stack in the attacked one."""
    counts_all = rules.reads("8B-long-range-artillery", "yes")
    counted = [who for who in facts.attackers if who.distance == 1 or counts_all]
    hexes = dict.fromkeys(who.stands_in for who in counted)
    groups = ([who.unit for who in counted if who.stands_in == h] for h in hexes)
    ruling = Ruling.all(rule_on_attackers(group, facts.ground, rules) for group in groups)
    if ruling.allowed and any(who.distance > 1 for who in facts.attackers):
        return evolve(ruling, rests_on=rules.resting("8B-long-range-artillery"))
    return ruling


def _rule_on_zero_strength(facts: AttackFacts, rules: Ruleset) -> Ruling:
    alone = bool(facts.attackers) and all(_has_no_attack(who.unit) for who in facts.attackers)
    why = "units with an attack strength of 0 do not attack by themselves"
    possible = "attack together with a unit of attack strength above 0"
    is_alone = alone and not facts.other_adjacent and not facts.attack_told
    return Ruling.refuse_if(is_alone, why, rules.cite("9G"), possible=possible)


def _name(who: Combatant) -> str:
    return who.id or label(who.unit) or "the unit"


@frozen
class AttackPlan:
    """The attacks that a player means to make in a phase.

    Attributes:
        attacks: for each, the target and the names of the units.
        has_dropped_on_enemies: whether he has units in hexes that enemy units occupy, into which they dropped.
    """

    attacks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    has_dropped_on_enemies: bool = False

    @classmethod
    def of_units(cls, attacks: Sequence[tuple[str, str]]) -> AttackPlan:
        """The plan of units that each attack a target: those with one target attack it together."""
        together: dict[str, list[str]] = {}
        for unit, target in attacks:
            together.setdefault(target, []).append(unit)
        return cls(tuple((target, tuple(units)) for target, units in together.items()))


@rule("FoF 9A", "FoF 9B", "SF 9A", "SF 9B", "FoF 24B", "SF 24B3")
def rule_on_attack_plan(plan: AttackPlan, rules: Ruleset) -> Ruling:
    """Whether a plan of attacks may be carried out: each unit once, each hex once; none at all is allowed.

    >>> from europa_rules import load
    >>> rule_on_attack_plan(AttackPlan((("h1", ("A",)), ("h2", ("B",)))), load("fof")).allowed
    True
    """
    by = rules.cite("9B")
    times = Counter(unit for _, units in plan.attacks for unit in units)
    targets = Counter(target for target, _ in plan.attacks)
    return (
        Ruling.all(Ruling.refuse(f"{unit} would attack {n} times", by) for unit, n in times.items() if n > 1)
        & Ruling.all(Ruling.refuse(f"{hex_} would be attacked {n} times", by) for hex_, n in targets.items() if n > 1)
        & Ruling.refuse_if(
            plan.has_dropped_on_enemies and not plan.attacks,
            "units that dropped where enemy units are must attack them",
            rules.cite("attack-where-dropped"),
        )
    )


@rule("SF 9I")
def rule_on_reallocation(after_retreat_before_combat: bool, rules: Ruleset) -> Ruling:
    """Whether named attackers may be sent elsewhere: not once defenders have retreated before combat."""
    why = "attackers once named stay with their attack, whoever retreats before it"
    return Ruling.refuse_if(after_retreat_before_combat, why, rules.cite("retreat-before-combat"))


# --- retreat before combat (SF 9I) -----------------------------------------------------------------------------------


@frozen
class RetreatBeforeCombat:
    """A unit that would retreat before combat; slots "retreat before combat" are given it.

    Attributes:
        who: the unit.
        attackers_named: whether the attacker has named the forces that attack the hex.
    """

    who: Combatant
    attackers_named: bool = True


@rule("SF 9I", "SF 14H2")
def rule_on_retreat_before_combat(facts: RetreatBeforeCombat, rules: Ruleset) -> Ruling:
    """Whether a unit may retreat before combat: only one that a rule gives the ability, once attackers are named."""
    by, unit = rules.cite("retreat-before-combat"), _name(facts.who)
    able = bool(rules.sources("retreat before combat", facts))
    named = "the attacker has to name his forces first"
    return (
        Ruling.refuse_if(not able, f"{unit} has no ability to retreat before combat", by)
        & Ruling.refuse_if(not facts.attackers_named, named, by)
        & rules.forbid("retreat before combat", facts)
    )


@frozen
class AfterRetreat:
    """What follows retreats before combat: whether the attack is resolved, and whether attackers may advance."""

    is_resolved: bool
    may_advance: bool


@rule("SF 9I")
def after_retreats(remaining_defenders: int) -> AfterRetreat:
    """The attack is resolved against those that remain; if none does, the attackers may advance."""
    return AfterRetreat(remaining_defenders > 0, remaining_defenders == 0)


# --- strengths (rules 9A, 9H) ----------------------------------------------------------------------------------------


def ground_of_attack(facts: AttackFacts, rules: Ruleset) -> tuple[Feature, ...]:
    """What of the attacked hex affects the attack."""
    return features_of(facts.ground, rules, [d.unit for d in facts.defenders], facts.defending)


def _hexside(who: Combatant, facts: AttackFacts, rules: Ruleset) -> tuple[Feature, ...]:
    return hexside_for(who, rules, facts.ground.water)


@rule("FoF 9A", "FoF 9H", "SF 9A", "SF 9H")
def reckon_unit_attacks(facts: AttackFacts, rules: Ruleset) -> tuple[Reckoning, ...]:
    """The attack strength of each attacker, in order: printed, supported or not, then terrain and special effects."""
    features = ground_of_attack(facts, rules)
    supported = reckon_supported_strengths(facts.attackers, ATTACK, rules)
    found = []
    for who, strength in zip(facts.attackers, supported, strict=True):
        strength = multiply_by_ground(strength, who, (*features, *_hexside(who, facts, rules)), rules)
        strength = suffer(strength, facts.use, SuppliedUnit.in_situation(who.unit, who.situation), rules)
        found.append(rules.modify(strength, "attack strength", UnitInAttack(who, facts)))
    return tuple(found)


@rule("FoF 9A", "FoF 9F1", "SF 9A", "SF 9F1")
def reckon_unit_defenses(facts: AttackFacts, rules: Ruleset) -> tuple[Reckoning, ...]:
    """The defense strength of each defender, in order; units that retreated there in this phase add nothing."""
    counted = _counted_defenders(facts)
    supported = dict(zip(map(id, counted), reckon_supported_strengths(counted, DEFENSE, rules), strict=True))
    strong = is_strongpoint(facts.ground, [d.unit for d in facts.defenders], facts.defending, rules)
    found = []
    for who in facts.defenders:
        if who.adds_nothing:
            printed = Reckoning.of(who.unit.defense, "printed")
            found.append(printed.become(ZERO, who.adds_nothing, rules.cite("9F1")))
        else:
            strength = reckon_assault_defense(supported[id(who)], who.unit, strong, rules)
            strength = suffer(strength, DEFENSE, SuppliedUnit.in_situation(who.unit, who.situation), rules)
            found.append(rules.modify(strength, "defense strength", UnitInAttack(who, facts)))
    return tuple(found)


@frozen
class TotalFacts:
    """Strengths to be added up, modified already (strength points).

    Attributes:
        units: (name, strength) of each unit.
        air: ground support or defensive air support.
        naval: naval gunfire support.
    """

    units: tuple[tuple[str, Reckoning], ...]
    air: Reckoning
    naval: Reckoning


@rule("FoF 9A", "SF 9A")
def reckon_total(why: str, facts: TotalFacts, rules: Ruleset) -> Reckoning:
    """The strength of a side: its units, and what supports them from the air and from the sea.

    >>> from europa_rules import load
    >>> units = (("A", Reckoning.of(15, "modified")), ("B", Reckoning.of(Fraction(7, 2), "modified")))
    >>> print(reckon_total("attack", TotalFacts(units, Reckoning.of(3, "GS"), Reckoning.of(4, "gunfire")), load("sf")))
    51/2 attack (SF 9A) | = 51/2
    """
    support = (("air support", facts.air), ("naval gunfire", facts.naval))
    return Reckoning.total(why, [*facts.units, *((n, s) for n, s in support if s.value)], rules.cite("9A"))


@rule("FoF 9A", "FoF 14B", "SF 9A", "SF 14B")
def reckon_attack_strength(facts: AttackFacts, rules: Ruleset) -> Reckoning:
    """The total attack strength of an attack, ground support and naval gunfire included (strength points)."""
    units = _with_cover(ATTACK, facts, rules)
    air = reckon_ground_support(Reckoning.of(facts.gs, "ground support"), ground_of_attack(facts, rules))
    naval = Reckoning.of(facts.attack_naval, "naval gunfire")
    return _total("attack strength", units, facts.attack_told, air, naval, rules)


@rule("FoF 9A", "FoF 14B", "SF 9A", "SF 14B")
def reckon_defense_strength(facts: AttackFacts, rules: Ruleset) -> Reckoning:
    """The total defense strength against an attack, air support and naval gunfire included (strength points)."""
    units = _with_cover(DEFENSE, facts, rules)
    air = Reckoning.of(facts.das, "defensive air support")
    naval = Reckoning.of(facts.defense_naval, "naval gunfire")
    return _total("defense strength", units, facts.defense_told, air, naval, rules)


def _total(
    why: str,
    units: Sequence[Fielded],
    told: Sequence[tuple[str, Number]],
    air: Reckoning,
    naval: Reckoning,
    rules: Ruleset,
) -> Reckoning:
    """A side's strength; artillery in excess, naval gunfire among it, counts little.

    What a strength told alone covers of artillery nobody knows; beside one, no artillery is in excess.
    """
    if told:
        strengths = tuple((name, Reckoning.of(strength, "told")) for name, strength in told)
        return reckon_total(why, TotalFacts((*strengths, *((u.name, u.strength) for u in units)), air, naval), rules)
    counted = reckon_with_artillery((*units, *gunfire_as_artillery(naval, rules)), rules)
    return reckon_total(why, TotalFacts(counted, air, Reckoning.of(ZERO, "counted among artillery")), rules)


def _with_cover(role: str, facts: AttackFacts, rules: Ruleset) -> tuple[Fielded, ...]:
    """The units of a side with their strengths, as the rule on artillery in excess sees them."""
    units = _fielded(role, facts, rules)
    group, told = (facts.attackers, facts.attack_told) if role == ATTACK else (facts.defenders, facts.defense_told)
    marked = None if told else without_support_of_excess(group, cover_artillery(units), rules)
    if marked is None:
        return units
    marking = evolve(facts, attackers=marked) if role == ATTACK else evolve(facts, defenders=marked)
    return _fielded(role, marking, rules)


def _fielded(role: str, facts: AttackFacts, rules: Ruleset) -> tuple[Fielded, ...]:
    group = facts.attackers if role == ATTACK else facts.defenders
    strengths = reckon_unit_attacks(facts, rules) if role == ATTACK else reckon_unit_defenses(facts, rules)
    pairs = zip(group, strengths, strict=True)
    return tuple(fielded(_name(w), w.unit, s, rules, counts=not w.adds_nothing) for w, s in pairs)


# --- odds (rules 9A, 9B) ---------------------------------------------------------------------------------------------


@frozen
class OddsColumns:
    """Odds columns from the lowest to the highest, with the least ratio of each."""

    names: tuple[str, ...]
    ratios: tuple[Fraction, ...]

    @classmethod
    def read(cls, names: Sequence[str]) -> OddsColumns:
        """Columns by their names: "3:1", "3:2", also "1.5:1". Raises NotationError for what is none.

        >>> OddsColumns.read(["1:4", "1.5:1"]).ratios
        (Fraction(1, 4), Fraction(3, 2))
        """
        return cls(tuple(names), tuple(map(_ratio, names)))

    @classmethod
    def of(cls, rules: Ruleset) -> OddsColumns:
        """Those of the ruleset's combat results table."""
        table = rules.charts.combat_results
        return cls(table.columns, table.ratios)


def _ratio(odds: str) -> Fraction:
    attacker, _, defender = odds.partition(":")
    try:
        return Fraction(attacker) / Fraction(defender)
    except (ValueError, ZeroDivisionError):
        raise NotationError(f"{odds!r} is no odds; write such as '3:1', '3:2' or '1.5:1'") from None


@frozen
class Odds:
    """The odds of an attack.

    Attributes:
        column: the odds column; None below the first.
        automatic: the result without a roll, or None.
        attack, defense: the strengths.
    """

    column: str | None
    automatic: str | None
    attack: Reckoning
    defense: Reckoning

    @property
    def column_or_result(self) -> str:
        """The column, or the automatic result where there is none."""
        return self.column or self.automatic or ""

    def __str__(self) -> str:
        return f"{show(self.attack.value)} : {show(self.defense.value)} = {self.column_or_result}"


@rule("FoF 9A", "FoF 9B", "SF 9A", "SF 9B")
def reckon_odds(attack: Reckoning, defense: Reckoning, rules: Ruleset, columns: OddsColumns | None = None) -> Odds:
    """The odds column of two strengths: rounded down in the defender's favour, capped at the last column.

    columns: in place of the table's. Below the first column the result is automatic. Against no strength at all the
    last column counts.

    >>> from europa_rules import load
    >>> print(reckon_odds(Reckoning.of(34, "attack"), Reckoning.of(9, "defense"), load("fof")))
    34 : 9 = 3:1
    """
    used = columns or OddsColumns.of(rules)
    fitting = [
        name for name, least in zip(used.names, used.ratios, strict=True) if least * defense.value <= attack.value
    ]
    if fitting:
        return Odds(fitting[-1], None, attack, defense)
    return Odds(None, rules.charts.combat_results.below_first.value, attack, defense)


# --- die roll modifiers, result (rules 9A, 9H, 10) -------------------------------------------------------------------


def armor_facts(facts: AttackFacts, rules: Ruleset) -> ArmorFacts:
    """The attack as the armor rules see it; units that retreated there in this phase are left out."""
    return ArmorFacts(
        attackers=facts.attackers,
        defenders=_counted_defenders(facts),
        no_aec=bars_armor(ground_of_attack(facts, rules)),
        weather=facts.ground.weather,
        water=facts.ground.water,
        defending=facts.defending,
        turn=facts.turn,
        proportions=facts.proportions,
        situation=facts.situation,
    )


@rule("SF 36B", "FoF 27")
def reckon_weather_modifier(weather: str, rules: Ruleset) -> Reckoning:
    """The die roll modifier of the weather."""
    cell = rules.charts.terrain_effects.weather_drm.get(weather)
    start = Reckoning.of(0, "weather")
    if cell is None or not cell.value:
        return start
    return start.plus(cell.value, weather, rules.cite("weather-in-combat")).noting(caveat=cell.caveat)


@rule("FoF 3C2", "SF 3C2", "FoF 9A", "SF 9A")
def reckon_sum_of_modifiers(parts: Sequence[tuple[str, Reckoning]], rules: Ruleset) -> Reckoning:
    """Die roll modifiers add up."""
    return Reckoning.total("die roll modifier", parts, rules.cite("9A"))


@rule("FoF 9A", "SF 9A")
def modify_roll(roll: int, modifier: Reckoning) -> Reckoning:
    """A roll after its modifier, by the rule that adds modifiers up."""
    return Reckoning.of(roll, "die").plus(modifier.value, "modifier", *modifier.lines[0].by)


@frozen
class AttackModifiers:
    """The die roll modifiers of an attack: all together, those of armor and engineers, and of what else there is."""

    total: Reckoning
    parts: tuple[tuple[str, Reckoning], ...]
    armor: ArmorModifiers
    engineers: EngineerShare


@rule("FoF 9A", "FoF 9H", "SF 9A", "SF 9H")
def reckon_modifiers(facts: AttackFacts, rules: Ruleset) -> AttackModifiers:
    """What is added to the die of an attack: terrain, weather, armor and antitank effects, special effects."""
    features = list(ground_of_attack(facts, rules))
    near = [who for who in facts.attackers if who.distance == 1]
    if near:
        common = [_hexside(who, facts, rules) for who in near]
        features += [f for f in common[0] if all(f in others for others in common[1:])]
    armor = reckon_armor_modifiers(armor_facts(facts, rules), rules)
    engineers = reckon_attacking_engineers(facts, rules)
    parts = (
        (TERRAIN, reckon_terrain_modifier(features, facts.ground.strength)),
        ("weather", reckon_weather_modifier(facts.ground.weather, rules)),
        (ARMOR, armor.net),
        (ENGINEERS, engineers.modifier),
        ("special", rules.modify(Reckoning.of(0, "special effects"), "combat die roll", facts)),
        ("told", _reckon_told(facts.modifiers_told)),
    )
    shown = tuple((name, part) for name, part in parts if part.value or name in (TERRAIN, ARMOR))
    return AttackModifiers(reckon_sum_of_modifiers(shown, rules), shown, armor, engineers)


def _reckon_told(modifiers: Sequence[tuple[str, Number]]) -> Reckoning:
    total = Reckoning.of(0, "told")
    for why, modifier in modifiers:
        total = total.plus(modifier, why)
    return total


@rule("SF 14A2", "SF 14A3", "SF 14C")
def reckon_attacking_engineers(facts: AttackFacts, rules: Ruleset) -> EngineerShare:
    """The engineers' share of an attack, and the modifier that it brings."""
    units = [d.unit for d in facts.defenders]
    return reckon_engineers(engineers_against(facts.attackers, facts.ground, rules, units, facts.defending), rules)


@rule("FoF 9G", "SF 9G")
def is_eliminated_outright(facts: AttackFacts) -> bool:
    """Whether the attacked units are eliminated without odds or roll: all have a printed defense strength of 0.

    Units that retreated there in this phase do not count; they share the fate.

    >>> flak = Combatant(Unit("fr", "position_heavy_aa", "counter", points=2))
    >>> is_eliminated_outright(AttackFacts(defenders=(flak,)))
    True
    """
    counted = _counted_defenders(facts)
    return bool(facts.defenders) and not facts.defense_told and all(who.unit.defense == ZERO for who in counted)


@rule("FoF 9A", "FoF 9B", "FoF 9C", "SF 9A", "SF 9B", "SF 9C")
def look_up_result(column: str | None, roll: int, rules: Ruleset) -> tuple[str, str | None]:
    """The combat result for a column and a modified roll, and a caveat if nobody has verified that cell."""
    cell = rules.charts.combat_results[column, roll]
    return cell.value, cell.caveat


# --- advance after combat (rule 9F2) ---------------------------------------------------------------------------------


@frozen
class AdvanceFacts:
    """Units that would advance after combat, as slot "advance" is given them.

    Attributes:
        units: the units that advance together.
        role: "attacker" or "defender" in the combat.
        hex_cleared: whether the attack cleared the hex of enemy units.
        is_immediate: whether no other attack has been resolved since.
        ground: the hex.
        fortifications: kinds there, for stacking; "printed" for one printed on the map.
        already_there: friendly units in the hex.
        distance: how far they fought from.
        is_barred: whether the hex or the way into it is prohibited to them.
    """

    units: tuple[Unit, ...] = ()
    role: str = "attacker"
    hex_cleared: bool = True
    is_immediate: bool = True
    ground: Ground = Ground()
    fortifications: frozenset[str] = frozenset()
    already_there: tuple[Unit, ...] = ()
    distance: int = 1
    is_barred: bool = False


@rule("FoF 9F2", "SF 9F2", "FoF 9G", "SF 9G", "FoF 14K1", "FoF 14K2", "SF 14F1", "SF 14F2", "FoF 14D", "SF 14B2")
def rule_on_advance(facts: AdvanceFacts, rules: Ruleset) -> Ruling:
    """Whether units may advance after combat into the attacked hex.

    >>> from europa_rules import load
    >>> print(rule_on_advance(AdvanceFacts(hex_cleared=False), load("fof")))
    refused: enemy units are still in the hex (FoF 9F2).
    """
    by = rules.cite("9F2")
    units = (*facts.already_there, *facts.units)
    too_many = not may_overstack(rules) and is_overstacked(units, facts.ground, rules, facts.fortifications)
    return Ruling.all(
        (
            Ruling.refuse_if(facts.role != "attacker", "defending units do not advance", by),
            Ruling.refuse_if(not facts.hex_cleared, "enemy units are still in the hex", by),
            Ruling.refuse_if(not facts.is_immediate, "another attack has been resolved since", by),
            Ruling.refuse_if(too_many, "more units than may stack in the hex", by, rules.cite("8A")),
            Ruling.refuse_if(facts.is_barred, "the way into the hex is prohibited", by, rules.cite("6")),
            _rule_on_movers(facts, rules),
            rules.forbid("advance", facts),
        )
    )


def _rule_on_movers(facts: AdvanceFacts, rules: Ruleset) -> Ruling:
    far, rail, zero = rules.cite("long-range-siege-artillery"), rules.cite("rail-only"), rules.cite("zero-movement")
    return Ruling.refuse_if(facts.distance > 1, "a unit that fired at two hexes does not advance", far) & Ruling.all(
        Ruling.refuse_if(u.is_rail_only, f"{label(u)} moves by rail only", rail)
        & Ruling.refuse_if(u.is_immobile, f"{label(u)} cannot move", zero)
        for u in facts.units
    )


# --- from the board --------------------------------------------------------------------------------------------------


def _distance(a: Hex, b: Hex, rules: Ruleset) -> int:
    board = rules.board
    if a in board.index and b in board.index:
        return board.distance(a, b)
    return 0 if a == b else len(board.index)


def _is_border(a: Hex, b: Hex, rules: Ruleset) -> bool:
    return rules.board.country(a) != rules.board.country(b)


def _attacker(piece: Piece, attempt: Attempt, state: GameState, rules: Ruleset) -> Combatant:
    distance = _distance(piece.place, attempt.target, rules)
    beside = distance == 1
    hexside = hexside_attacked(piece.place, attempt.target, state, rules) if beside else ()
    return Combatant(
        piece.unit,
        piece.id,
        piece.place,
        hexside=crossed_as(hexside, columns_of(carrier_of(piece, state).unit, rules), rules),
        across_border=_is_border(piece.place, attempt.target, rules) if beside else None,
        has_attacked=state.recall(ATTACKED, piece.id) is not None,
        elections={"aeca": "neutral"} if piece.id in attempt.elected else {},
        situation=circumstances_of(piece, state, rules),
        distance=distance,
    )


def _defender(piece: Piece, state: GameState, rules: Ruleset) -> Combatant:
    return Combatant(
        piece.unit,
        piece.id,
        piece.place,
        retreated_here=state.recall(RETREATED_INTO, piece.id) == piece.place,
        was_attacked=state.recall(WAS_ATTACKED, piece.id) is not None,
        situation=circumstances_of(piece, state, rules),
    )


def attackable(target: Hex, player: Side, state: GameState, rules: Ruleset) -> tuple[Piece, ...]:
    """The enemy units in a hex; points that are no units are not attacked."""
    return tuple(p for p in state.enemies_at(target, player) if not is_marker(p.unit, rules.types))


def gather_attempt(attempt: Attempt, state: GameState, rules: Ruleset) -> AttackFacts:
    """The facts of an attack under way, as the board stands; pieces that are gone are left out."""
    attackers = [state.pieces[i] for i in attempt.attackers if i in state.pieces]
    defenders = [state.pieces[i] for i in attempt.defenders if i in state.pieces]
    present = [p for p in defenders if p.place == attempt.target]
    support = {name: exact(value) for name, value in attempt.support}
    attacking = attackers[0].side if attackers else state.phasing
    enemies = state.enemies_at(attempt.target, attacking)
    fighting = [_attacker(p, attempt, state, rules) for p in attackers]
    return AttackFacts(
        attackers=spare_crossers(fighting, attempt.target, state, rules),
        defenders=tuple(_defender(p, state, rules) for p in present),
        ground=ground_at(attempt.target, state, rules),
        phase=state.moment.phase,
        gs=support.get("gs", ZERO),
        das=support.get("das", ZERO),
        attack_naval=support.get("attack_naval", ZERO),
        defense_naval=support.get("defense_naval", ZERO),
        attacking=attacking,
        defending=enemies[0].side if enemies else NEUTRAL,
        turn=state.moment.turn,
        target=attempt.target,
        situation=circumstances(attempt.target, state.phasing, state, rules),
    )


def begin_attempt(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Attempt:
    """What an order to attack sets out to do."""
    defenders = tuple(p.id for p in attackable(order.target, player, state, rules))
    return Attempt(order.units, defenders, order.target, elected=order.neutral)


def gather_plan(orders: Sequence[Attack], player: Side, state: GameState, rules: Ruleset) -> AttackPlan:
    """The attacks that a player means to make, and whether he has units where enemy units are."""
    own = (piece for piece in state.pieces.values() if piece.side == player)
    dropped = any(attackable(piece.place, player, state, rules) for piece in own)
    return AttackPlan(tuple((order.target, order.units) for order in orders), dropped)


def gather_attack(order: Attack, player: Side, state: GameState, rules: Ruleset) -> AttackFacts:
    """The facts of an attack that is ordered.

    Raises UnknownName for a piece, and UnknownHex for a hex, that does not exist.
    """
    for piece_id in order.units:
        state.piece(piece_id)
    target = rules.board.place(order.target)
    facts = gather_attempt(begin_attempt(evolve(order, target=target), player, state, rules), state, rules)
    return evolve(facts, is_phasing=player == state.phasing)


@rule("FoF 9A", "FoF 9B", "SF 9A", "SF 9B")
def rule_on_attack_order(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may give an order to attack: with his own units, against enemy units, by rules 9 to 9G."""
    facts = gather_attack(order, player, state, rules)
    by = rules.cite("9A")
    foreign = [i for i in order.units if state.piece(i).side != player]
    twice = [i for i, n in Counter(order.units).items() if n > 1]
    return (
        Ruling.refuse_if(not order.units, "no unit attacks", by)
        & Ruling.all(Ruling.refuse(f"{i} is not the player's", by) for i in foreign)
        & Ruling.all(Ruling.refuse(f"{i} is named twice", rules.cite("9B")) for i in twice)
        & Ruling.refuse_if(not facts.defenders, f"there is no enemy unit in {order.target}", by)
        & Ruling.all(rule_on_entry(Hex(facts.target), state.piece(i), state, rules) for i in dict.fromkeys(order.units))
        & _rule_on_named_before(order, state, rules)
        & rule_on_attack(facts, rules)
    )


def _rule_on_named_before(order: Attack, state: GameState, rules: Ruleset) -> Ruling:
    """Attackers named for a hex that defenders have left before the combat are not sent elsewhere."""
    named = (state.recall(ATTACKED, piece_id) for piece_id in order.units)
    left = any(state.recall(RETREATED_BEFORE, target) is True for target in named if target)
    return rule_on_reallocation(left, rules) if left else Ruling.allow()


# --- the steps of an attack ------------------------------------------------------------------------------------------


def under_way(state: GameState) -> Attempt | None:
    """The attack that is being carried out."""
    return state.recall(ATTEMPT, "")


def _names(pieces: Sequence[str]) -> str:
    return ", ".join(pieces)


def declare(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The attack is named: its units have attacked and been attacked in this phase (rule 9B)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    for piece_id in attempt.attackers:
        state = state.noting(ATTACKED, piece_id, attempt.target)
    for piece_id in attempt.defenders:
        if state.recall(WAS_ATTACKED, piece_id) is None:
            state = state.noting(WAS_ATTACKED, piece_id, attempt.target)
    text = f"{_names(attempt.attackers)} attack{'s' if len(attempt.attackers) == 1 else ''} {attempt.target}"
    text += f", held by {_names(attempt.defenders)}"
    facts = (("target", str(attempt.target)), ("attackers", _names(attempt.attackers)))
    return (yield from record(Event(text, (rules.cite("9A"),), state, "attack declared", facts=facts)))


def before_odds(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both players may act before the odds are reckoned: support from air and sea is given here."""
    if under_way(state) is None:
        return state
    others = tuple(side for side in rules.variant.sides if side != state.phasing)
    return (yield from opening("attack declared", (state.phasing, *others), (rules.cite("9A"),), state))


def resolve(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Odds, die and result (rule 9A); a result of 9B or 9G comes without a roll."""
    attempt = under_way(state)
    if attempt is None:
        return state
    facts = gather_attempt(attempt, state, rules)
    if not after_retreats(len(facts.defenders)).is_resolved:
        text = f"nobody is left in {attempt.target} to be attacked"
        by = (rules.cite("retreat-before-combat"),)
        return (yield from record(Event(text, by, state, "attack not resolved")))
    if is_eliminated_outright(facts):
        state = _with_result(attempt, OUTRIGHT, "", (), state)
        text = f"attack on {attempt.target}: no unit there has a defense strength; all are eliminated"
        return (yield from record(Event(text, (rules.cite("9G"),), state, "combat decided")))
    return (yield from _resolve_by_odds(attempt, facts, state, rules))


def _with_result(
    attempt: Attempt, result: str, odds: str, used: tuple[tuple[str, str], ...], state: GameState
) -> GameState:
    return state.noting(ATTEMPT, "", evolve(attempt, result=result, odds=odds, used=used))


def _resolve_by_odds(attempt: Attempt, facts: AttackFacts, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    odds = reckon_odds(reckon_attack_strength(facts, rules), reckon_defense_strength(facts, rules), rules)
    modifiers = reckon_modifiers(facts, rules)
    used = used_abilities(modifiers)
    strengths = (("attack", odds.attack), ("defense", odds.defense))
    if odds.automatic is not None:
        state = _with_result(attempt, odds.automatic, "", used, state)
        text = f"attack {show(odds.attack.value)} : {show(odds.defense.value)}, below the table | {odds.automatic}"
        return (yield from record(Event(text, (rules.cite("9B"),), state, "combat decided", strengths)))
    dice = int(reckon_dice(GROUND_COMBAT, rules).value)
    roll = yield from throw(dice, f"attack on {attempt.target} at {odds.column}", (rules.cite("9A"),), state)
    modified = modify_roll(roll, modifiers.total)
    result, caveat = look_up_result(odds.column, int(modified.value), rules)
    state = _with_result(attempt, result, odds.column or "", used, state)
    ledgers = (*strengths, ("modifier", modifiers.total), ("die", modified.noting(caveat=caveat)))
    text = describe_combat(odds, modifiers, roll, result, rules.cite("9A"))
    plain = (("odds", odds.column or ""), ("roll", str(roll)), ("modified", show(modified.value)), ("result", result))
    return (yield from record(Event(text, (rules.cite("9C"),), state, "combat rolled", ledgers, plain)))


def describe_combat(odds: Odds, modifiers: AttackModifiers, roll: int, result: str, by: Citation) -> str:
    """The line of a playthrough: odds, each modifier, the die and the result."""
    parts = [f"attack {odds}{cited((by,))}"]
    for name, part in modifiers.parts:
        if name == ARMOR:
            both = (modifiers.armor.attack, modifiers.armor.defense)
            parts += [f"{drm.lines[0].why}, {signed(drm.value)}{cited(drm.citations)}" for drm in both if drm.value]
        elif part.value:
            parts.append(f"{name} {signed(part.value)}{cited(part.citations)}")
    total = int(modifiers.total.value)
    die = f"die {roll} {'-' if total < 0 else '+'} {abs(total)} = {roll + total}" if total else f"die {roll}"
    return " | ".join([*parts, die, result])


def used_abilities(modifiers: AttackModifiers) -> tuple[tuple[str, str], ...]:
    """The abilities whose use may call for required losses, with the proportion used."""
    used = [*modifiers.armor.used]
    if modifiers.engineers.is_used:
        used.append((ENGINEERS, modifiers.engineers.share.value))
    return tuple((category, show(share)) for category, share in used)


def lose(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both sides take the losses of the result (rules 9C to 9E)."""
    attempt = under_way(state)
    if attempt is None or not attempt.result:
        return state
    return (yield from take_losses(attempt, gather_combatants(attempt, state, rules), state, rules))


def gather_combatants(
    attempt: Attempt, state: GameState, rules: Ruleset
) -> tuple[tuple[Combatant, ...], tuple[Combatant, ...], tuple[Feature, ...]]:
    """Attackers and defenders still on the board, and what the ground does for the defenders."""
    facts = gather_attempt(attempt, state, rules)
    return facts.attackers, facts.defenders, ground_of_attack(facts, rules)


def retreat_after_combat(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Units that must retreat do so, all at once (rule 9F1)."""
    attempt = under_way(state)
    if attempt is None:
        return state
    state = yield from retreat(still_to_retreat(attempt, state), state, rules)
    attempt = under_way(state) or attempt
    cleared = not attackable(attempt.target, state.phasing, state, rules)
    return state.noting(ATTEMPT, "", evolve(attempt, must_retreat=(), cleared=cleared))


def advance(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Attackers advance into a hex that was cleared, if their owner wishes (rule 9F2)."""
    attempt = under_way(state)
    if attempt is None or not attempt.cleared:
        return state
    able = [i for i in attempt.attackers if i in state.pieces and _may_advance((i,), attempt, state, rules).allowed]
    if not able:
        return state
    chosen = yield from choose(_advance_decision(tuple(able), attempt, state, rules))
    if not chosen:
        return state
    state = gain_by_entry(state, [state.piece(i) for i in chosen], attempt.target, rules)
    text = f"{_names(chosen)} advance{'s' if len(chosen) == 1 else ''} into {attempt.target}"
    return (yield from record(Event(text, (rules.cite("9F2"),), state, "advanced")))


def _advance_decision(able: Answer, attempt: Attempt, state: GameState, rules: Ruleset) -> Decision:
    def check(answer: Answer) -> Ruling:
        return _may_advance(answer, attempt, state, rules)

    together = [able] if check(able).allowed else []
    suggestions = ((), *((i,) for i in able), *(group for group in together if len(group) > 1))
    question = f"which units advance into {attempt.target}?"
    return Decision(state.phasing, question, able, (rules.cite("9F2"),), state, suggestions, check)


def gather_advance(ids: Sequence[str], attempt: Attempt, state: GameState, rules: Ruleset) -> AdvanceFacts:
    """The facts of an advance of these attackers into the attacked hex."""
    facts = gather_attempt(evolve(attempt, attackers=tuple(ids)), state, rules)
    return AdvanceFacts(
        units=tuple(who.unit for who in facts.attackers),
        hex_cleared=not attackable(attempt.target, state.phasing, state, rules),
        ground=facts.ground,
        fortifications=fortifications_at(attempt.target, rules),
        already_there=tuple(p.unit for p in counted_at(attempt.target, state.phasing, state, rules)),
        distance=max((who.distance for who in facts.attackers), default=1),
        is_barred=not all(rule_on_prohibited_ground(who, facts.ground, rules).allowed for who in facts.attackers),
    )


def _may_advance(ids: Sequence[str], attempt: Attempt, state: GameState, rules: Ruleset) -> Ruling:
    ruling = rule_on_advance(gather_advance(ids, attempt, state, rules), rules)
    for piece_id in ids:
        duty, moved = state.stays(piece_id), state.recall(RETREATED_INTO, piece_id)
        if duty:
            ruling &= Ruling.refuse(f"{piece_id} {duty.duty}, because {duty.because}", *duty.by)
        ruling &= Ruling.refuse_if(moved is not None, f"{piece_id} has retreated", rules.cite("9F2"))
    return ruling


def conclude(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The attack is over; nothing of it is under way any more."""
    attempt = under_way(state)
    if attempt is None:
        return state
    state = state.forgetting(ATTEMPT, "")
    facts = (("target", str(attempt.target)), ("result", attempt.result))
    text = f"the attack on {attempt.target} is over"
    return (yield from record(Event(text, (rules.cite("9A"),), state, "attack over", facts=facts)))


ATTACK_STAGES = (
    Stage("declare", declare),
    Stage("before odds", before_odds),
    Stage("resolve", resolve),
    Stage("losses", lose),
    Stage("retreats", retreat_after_combat),
    Stage("advance", advance),
    Stage("conclude", conclude),
)
"""The steps of an attack; each starts from the state alone."""


@rule("FoF 9A", "SF 9A")
def carry_out_attack(order: Attack, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An attack from its declaration to advance after combat (rule 9A), with the steps that plugins contribute.

    Raises IllegalOrder, with every rule that refuses, for an order that may not be given.
    """
    rule_on_attack_order(order, player, state, rules).require(str(order))
    target = rules.board.place(order.target)
    state = state.noting(ATTEMPT, "", begin_attempt(evolve(order, target=target), player, state, rules))
    return (yield from go_through(arrange("attack", ATTACK_STAGES, rules), state, rules))
