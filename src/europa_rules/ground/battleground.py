"""What the attacked hex and its hexsides do to an attack (rule 9H), fortifications among them.

Needs the terrain of the hex, its city and fortification, and the hexsides attacked across; gives the features that
count, with the combat effects of the charts: who is halved, what is added to the die, whether armor effects are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import cast

from attrs import evolve, frozen

from europa_rules.charts import AttackFactor, CombatEffect
from europa_rules.citations import Citations, rule
from europa_rules.ground.facts import HEXSIDES_DESTROYED, Combatant, Ground
from europa_rules.ground.fortifications import FORTIFIED, Fortification, fortification_of, of_row
from europa_rules.ground.mechanics import Effect, reckon_effects
from europa_rules.ground.terrain import (
    HexEntry,
    columns_of,
    crossed,
    crossed_as,
    overlays_at,
    rule_on_terrain,
    terrain_at,
    weather_at,
)
from europa_rules.ground.waters import FROZEN, water_at
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import ONE
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import GameState
from europa_rules.unit_types import UnitTypes
from europa_rules.units import (
    Unit,
    counts_as,
    fights_as_combat_motorized,
    has_ability,
    is_artillery,
    is_combat_engineer,
    is_mountain,
    is_siege_artillery,
    label,
)

OTHERWISE = "attack another hex, or with other units"
"""What is possible instead of an attack into terrain that is prohibited to a unit."""

GROUND = "ground of a hex"
"""The slot of the sources that change the ground of a hex in combat: each names a function (ground, hex, state, rules)
-> ground."""

Change = Callable[[Ground, Hex, GameState, Ruleset], Ground]


@frozen
class FortificationUse:
    """A fortification and the side that would profit by it, as slot "fortification" is given them.

    Attributes:
        name: its row of the fortifications chart.
        side: whose units are in the hex.
    """

    name: str
    side: Side


@frozen
class Feature:
    """One thing on the ground that affects an attack.

    Attributes:
        name: what it is, for ledgers.
        effect: its combat effect.
        by: the rules.
        factors_elsewhere: attack factors across a hexside that is no border, or None where that does not matter.
        ignored_retreats: which retreats its occupants ignore: none, all, all_but_DE or DR.
        is_fortification: whether it is a fortification.
    """

    name: str
    effect: CombatEffect
    by: Citations
    factors_elsewhere: tuple[AttackFactor, ...] | None = None
    ignored_retreats: str = "none"
    is_fortification: bool = False

    def factors_at(self, who: Combatant) -> tuple[AttackFactor, ...]:
        """The factors that count for attackers from where this one stands."""
        elsewhere = self.factors_elsewhere is not None and who.across_border is False
        return (self.factors_elsewhere or ()) if elsewhere else self.effect.attack_factors

    def factors_for(self, who: Combatant, groups: Collection[str]) -> tuple[AttackFactor, ...]:
        """The factors that multiply the strength of an attacker of these groups."""
        return tuple(f for f in self.factors_at(who) if f.applies_to(groups))


@rule("FoF 9H", "SF 9H", "SF 14E2", "FoF 14C", "SF 14B1", "FoF 14F", "SF 14E1", "SF 14A2", "SF 14A3")
def groups_of(unit: Unit, types: UnitTypes) -> frozenset[str]:
    """The groups of units, as charts name them, that a unit belongs to.

    >>> from europa_rules.units import Rating
    >>> sorted(groups_of(Unit("ge", "siege_artillery", "battalion", Rating.parse("4-2-6")), UnitTypes.read()))
    ['artillery', 'siege_artillery']
    """
    tests = {
        "combat_motorized": fights_as_combat_motorized(unit, types),
        "artillery": is_artillery(unit, types),
        "siege_artillery": is_siege_artillery(unit, types),
        "mountain": is_mountain(unit, types),
        "combat_engineer": is_combat_engineer(unit, types),
        "assault_engineer": has_ability(unit, "assault_engineer", types),
    }
    return frozenset(name for name, belongs in tests.items() if belongs) | {unit.type, *counts_as(unit, types)}


# --- features --------------------------------------------------------------------------------------------------------


def fortification_row(ground: Ground, rules: Ruleset) -> str:
    """The row of the fortifications chart for the fortification of a hex, or "" if it has none."""
    return Fortification(ground.fortification, ground.condition).row(rules) if ground.fortification else ""


def _terrain_features(ground: Ground, rules: Ruleset) -> list[Feature]:
    chart, by = rules.charts.terrain_effects, (rules.cite("9H"),)
    terrain = chart.hex_under_city(ground.city, ground.terrain) if ground.city else ground.terrain
    names = chart.layers(terrain, ground.overlays) if terrain == ground.terrain else (terrain,)
    frozen_over = ground.water == FROZEN
    found = [Feature(n.replace("_", " "), chart.combat(n, frozen=frozen_over), by) for n in names]
    if ground.city:
        found.append(Feature(f"{ground.city} city", chart.city_combat(ground.city), by))
    return found


def _fortification_feature(name: str, rules: Ruleset) -> Feature:
    row = rules.charts.fortification_effects[name]
    effect = row.combat
    if row.siege_artillery_factor != 1:
        siege = AttackFactor(SIEGE, frozenset(), row.siege_artillery_factor)
        effect = evolve(effect, attack_factors=(*effect.attack_factors, siege))
    named = of_row(name)
    words = f"{named.condition} {named.kind}".strip().replace("_", " ")
    by = (rules.cite(row.rule or "fortifications"),)
    return Feature(words, effect, by, row.factors_non_border, row.ignore_retreats, True)


@rule("FoF 9H", "SF 9H", "FoF 31A3", "FoF 31A4", "FoF 31A5", "SF 37B", "SF 37B2")
def features_of(
    ground: Ground, rules: Ruleset, defenders: Sequence[Unit] = (), side: Side = NEUTRAL
) -> tuple[Feature, ...]:
    """What of a hex affects an attack on it: terrain, city, fortification, and defenders that act as one.

    defenders: the units there. side: whose they are, for fortifications that serve one side only.

    >>> from europa_rules import load
    >>> [f.name for f in features_of(Ground("woods", fortification="fort"), load("fof"))]
    ['woods', 'fort']
    """
    found = _terrain_features(ground, rules)
    name = fortification_row(ground, rules)
    if name and rules.forbid("fortification", FortificationUse(name, side)).allowed:
        found.append(_fortification_feature(name, rules))
    units = dict.fromkeys(u.type for u in defenders if u.type in rules.charts.fortification_effects)
    return (*found, *(_fortification_feature(kind, rules) for kind in units if kind != name))


@rule("FoF 9H", "SF 9H", "FoF 31A2", "SF 37B3", "FoF 31B", "SF 37A1")
def hexside_features(names: Sequence[str], rules: Ruleset, water: str = "open") -> tuple[Feature, ...]:
    """What of a hexside affects an attack across it.

    names: its features. water: "open", "frozen" or "flooding".
    """
    return tuple(_hexside_feature(name, water, rules) for name in crossed(names))


@rule("FoF 9H", "SF 9H", "SF 14J2", "SF 14K")
def hexside_for(who: Combatant, rules: Ruleset, water: str = "open") -> tuple[Feature, ...]:
    """What of the hexside that a unit attacks across affects it, as the unit treats that hexside.

    water: the state of the water there, where that is not told of the unit's own hexside.
    """
    return hexside_features(crossed_as(who.hexside, columns_of(who.unit, rules), rules), rules, who.water or water)


def _hexside_feature(name: str, water: str, rules: Ruleset) -> Feature:
    chart = rules.charts.terrain_effects
    fortification = chart.hexside(name).fortification
    if fortification:
        return _fortification_feature(fortification, rules)
    words = f"{name.replace('_', ' ')} hexside"
    words = f"frozen {words}" if water == FROZEN and FROZEN in chart.hexside(name).mps else words
    return Feature(words, chart.hexside_combat(name, water), (rules.cite("9H"),))


# --- effects ---------------------------------------------------------------------------------------------------------


ASSAULT = "assault_engineer"
SIEGE = "siege_artillery"

FORTIFICATION_GROUPS = "groups against fortifications"
"""The slot of the sources that name a further group to which units belong when they attack fortifications; a source's
value is the group, as charts name it, and `when` is given the attacker."""


def _more_groups(feature: Feature, who: Combatant, rules: Ruleset) -> Mapping[str, Citations]:
    """Further groups to which a unit belongs against a feature, and the rules that say so."""
    more = rules.sources(FORTIFICATION_GROUPS, who) if feature.is_fortification else ()
    return {str(source.value): source.by for source in more}


@rule("FoF 9H", "SF 9H", "FoF 14C", "SF 14B1", "FoF 14H", "FoF 31A5", "FoF 3C2", "SF 3C2")
def multiply_by_ground(strength: Reckoning, who: Combatant, features: Sequence[Feature], rules: Ruleset) -> Reckoning:
    """The strength of an attacker after every feature that halves, quarters or doubles it."""
    return reckon_effects(strength, effects_on(who, features, rules))


@rule("FoF 9H", "SF 9H", "FoF 14C", "SF 14A3", "SF 14B1", "FoF 14H", "FoF 31A5")
def effects_on(who: Combatant, features: Sequence[Feature], rules: Ruleset) -> list[Effect]:
    """What features do to the strength of an attacker. Halvings add up; what doubles a kind of unit doubles it once."""
    groups = groups_of(who.unit, rules.types)
    doubled: set[str] = set()
    effects: list[Effect] = []
    for feature in features:
        against = groups | frozenset(_more_groups(feature, who, rules))
        effects += _exemptions(feature, who, groups, rules)
        for factor in feature.factors_for(who, against):
            doubles = factor.factor > 1
            if doubles and factor.units in doubled:
                continue
            if doubles:
                doubled.add(factor.units)
            why, by = _reason(factor.units if doubles else "", feature, who, rules)
            effects.append(Effect(factor.factor, why, by, feature.effect.caveats))
    return effects


def _reason(doubled: str, feature: Feature, who: Combatant, rules: Ruleset) -> tuple[str, Citations]:
    """Why a feature multiplies the strength of an attacker, and by which rules; doubled: the group that it doubles."""
    if doubled == ASSAULT:
        return f"assault engineers, {feature.name}", (rules.cite("14A3"),)
    siege = (rules.cite("siege-artillery"),) if doubled == SIEGE else ()
    return _told_for(feature, who), (*feature.by, *siege)


_EXEMPTING = {"heavy_aa": "heavy-antiaircraft"}
"""The subject of the rule by which a group is exempt, where that is no line of the charts alone."""


def _exemptions(feature: Feature, who: Combatant, groups: frozenset[str], rules: Ruleset) -> list[Effect]:
    """What does not change the strength of an attacker, although it does that of others: so that nobody misses it."""
    more = _more_groups(feature, who, rules)
    spared = [exempt[0] for f in feature.factors_at(who) if (exempt := f.exempts({*groups, *more}))]
    return [_exemption(feature, who, group, () if group in groups else more[group], rules) for group in spared]


def _exemption(feature: Feature, who: Combatant, group: str, more: Citations, rules: Ruleset) -> Effect:
    """What spares a unit of a group. more: the rules by which it counts as one of the group, where it is none."""
    words = group.replace("_", " ").replace(" aa", " AA")
    told = f"it counts as {words}, which is not affected" if more else f"{words} is not affected"
    by = (*feature.by, *((rules.cite(_EXEMPTING[group]),) if group in _EXEMPTING else ()), *more)
    return Effect(ONE, f"{_told_for(feature, who)}: {told}", by, feature.effect.caveats)


def _told_for(feature: Feature, who: Combatant) -> str:
    """The feature, and whether the hexside is a border where that decides."""
    if feature.factors_elsewhere is None:
        return feature.name
    return f"{feature.name}, {'not across a border' if who.across_border is False else 'across a border'}"


def _noting(reckoning: Reckoning, feature: Feature) -> Reckoning:
    for caveat in feature.effect.caveats:
        reckoning = reckoning.noting(caveat=caveat)
    return reckoning


@rule("FoF 9H", "SF 9H", "FoF 31A4", "FoF 31A5")
def reckon_terrain_modifier(features: Sequence[Feature], printed: int = 0) -> Reckoning:
    """The die roll modifiers of these features together.

    printed: the number printed with the fortification, where that is the modifier.
    """
    total = Reckoning.of(0, "terrain")
    for feature in features:
        drm = feature.effect.drm_with(printed)
        if drm:
            total = total.plus(drm, feature.name, *feature.by)
        total = _noting(total, feature)
    return total


@rule("FoF 10G", "SF 10G")
def bars_armor(features: Sequence[Feature]) -> bool:
    """Whether AEC may not be used because of any of these features."""
    return any(feature.effect.no_aec for feature in features)


def named_bars(features: Sequence[Feature]) -> str:
    """The names of those features because of which AEC may not be used, "" for none."""
    return " and ".join(feature.name for feature in features if feature.effect.no_aec)


@rule("FoF 9H", "SF 9H", "FoF 31A5")
def reckon_ground_support(strength: Reckoning, features: Sequence[Feature]) -> Reckoning:
    """Ground support bombing strength after the terrain and fortification of the hex."""
    for feature in features:
        factor = Fraction(feature.effect.ground_support_factor)
        if factor != ONE:
            strength = _noting(strength.times(factor, feature.name, *feature.by), feature)
    return strength


@rule("FoF 31A4", "FoF 31A5", "SF 37B5")
def ignored_retreats(features: Sequence[Feature]) -> str:
    """Which retreats the occupants ignore: "none", "all", "all_but_DE" or "DR"."""
    holding = holding_feature(features)
    return holding.ignored_retreats if holding else "none"


def holding_feature(features: Sequence[Feature]) -> Feature | None:
    """The feature whose occupants ignore the most retreats, or None."""
    found = {feature.ignored_retreats: feature for feature in reversed(features)}
    return next((found[word] for word in ("all", "all_but_DE", "DR") if word in found), None)


@frozen
class GroundEffect:
    """What the ground makes of an attack.

    Attributes:
        attack: attack strength (strength points).
        ground_support: ground support bombing strength.
        modifier: die roll modifier.
        aec_allowed: whether armor effects may be used.
    """

    attack: Reckoning
    ground_support: Reckoning
    modifier: Reckoning
    aec_allowed: bool


@rule("FoF 9H", "FoF 31A4", "FoF 31A5", "SF 9H", "SF 37B")
def reckon_ground_effect(
    who: Combatant, attack: Reckoning, ground_support: Reckoning, ground: Ground, rules: Ruleset, side: Side = NEUTRAL
) -> GroundEffect:
    """What a hex and the hexside do to attackers of one kind with a strength of their own.

    who: the kind of attacker, and the hexside it attacks across. side: that of the defenders.
    """
    features = features_of(ground, rules, side=side)
    across = (*features, *hexside_for(who, rules, ground.water))
    return GroundEffect(
        multiply_by_ground(attack, who, across, rules),
        reckon_ground_support(ground_support, features),
        reckon_terrain_modifier(across, ground.strength),
        not bars_armor(across),
    )


def lent_features(hexside: Sequence[str], effect: str, rules: Ruleset) -> tuple[Feature, ...]:
    """A hexside with an effect that is lent in place of the chart's, for whoever the chart does not exempt there.

    effect: "halved", "quartered", "doubled" or "none". Raises UnknownName for any other word.
    """
    factor = Effect.named(effect.replace("none", "unaffected"), rules).factor
    named = hexside_features(hexside, rules)
    exempt = frozenset(group for f in named for old in f.effect.attack_factors for group in old.excepting)
    name, by = (named[0].name, named[0].by) if named else ("hexside", (rules.cite("9H"),))
    words = f"{name}, {effect}"
    return (Feature(words, CombatEffect(words, attack_factors=(AttackFactor("all", exempt, factor),)), by),)


@rule("FoF 9B", "SF 9B")
def rule_on_prohibited_ground(who: Combatant, ground: Ground, rules: Ruleset) -> Ruling:
    """Whether a unit may attack into the terrain and across the hexside: not where these are prohibited to it.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> tanks = Combatant(Unit("fr", "armor", "division", Rating.parse("6-10")), hexside=("karst",))
    >>> [str(c) for c in rule_on_prohibited_ground(tanks, Ground(), load("fof")).citations]
    ['FoF 9B', 'FoF 6']
    """
    columns = columns_of(who.unit, rules)
    water = who.water or ground.water
    entry = HexEntry(
        columns, ground.terrain, ground.overlays, ground.city, ground.weather, who.hexside, hexside_state=water
    )
    ruling = rule_on_terrain(entry, rules)
    barred = [f for f in hexside_for(who, rules, ground.water) if f.effect.prohibited]
    refusals = Ruling.all(
        Ruling.refuse(f"{label(who.unit)} may not attack there: {r.why}", rules.cite("9B"), *r.by, possible=OTHERWISE)
        for r in ruling.refusals
    )
    if barred and ruling.allowed:
        why = f"{label(who.unit)} may not attack across a {barred[0].name}"
        return Ruling.refuse(why, rules.cite("9B"), possible="attack from another hex")
    return evolve(refusals, caveats=ruling.caveats)


# --- on the board ----------------------------------------------------------------------------------------------------


def ground_at(ref: Hex, state: GameState, rules: Ruleset) -> Ground:
    """The ground of a hex as it is now; a holding box is open ground."""
    board = rules.board
    if ref not in board.index:
        return Ground()
    city, there = board.city(ref), fortification_of(ref, state, rules)
    as_it_lies = Ground(
        terrain=terrain_at(ref, state, rules),
        overlays=overlays_at(ref, state, rules),
        city=city.size if city else "",
        fortification=there.kind,
        strength=there.strength,
        condition=there.condition,
        weather=weather_at(ref, state, rules),
        country=board.country(ref),
        water=water_at(ref, state, rules),
    )
    for source in rules.sources(GROUND):
        as_it_lies = cast(Change, source.value)(as_it_lies, ref, state, rules)
    return as_it_lies


def hexside_attacked(from_hex: Hex, target: Hex, state: GameState, rules: Ruleset) -> tuple[str, ...]:
    """The features of a hexside that count for an attack across it; a fortified one serves its own hex only."""
    board = rules.board
    names = board.hexside(from_hex, target)
    own = board.side_name(from_hex, target, FORTIFIED) if FORTIFIED in names else ""
    if (bool(own) and own != target) or state.recall(HEXSIDES_DESTROYED, target) is True:
        names = tuple(name for name in names if name != FORTIFIED)
    return names
