"""Combat results and losses (rules 9C to 9E, required losses 9I or 9J with 10H).

Needs the result and the units of both sides; gives what each side must lose and who retreats, which sets of losses
satisfy that, and what becomes of an eliminated unit. Losses count printed strengths: attack for the attacker, defense
for the defender.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from attrs import evolve, frozen

from europa_rules.citations import rule
from europa_rules.errors import unknown
from europa_rules.ground.armor import Used, is_half_capable, required_losses
from europa_rules.ground.battleground import Feature, features_of, holding_feature, ignored_retreats
from europa_rules.ground.engineers import ENGINEERS, bears_required_losses
from europa_rules.ground.facts import ATTEMPT, IN_POOL, Attempt, Combatant, Ground
from europa_rules.ground.supply_state import was_judged_isolated
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ONE, ZERO, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Answer, Decision, Event, Procedure, choose, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import NEUTRAL, Side
from europa_rules.state import FactKind, GameState, Piece
from europa_rules.units import Unit, as_cadre

ATTACKER, DEFENDER = "attacker", "defender"
SIDES = (ATTACKER, DEFENDER)
STAND, CADRES, SURVIVORS, EVERYBODY = "none", "cadres", "survivors", "all"
"""Who of a side retreats: nobody, units just reduced to cadre, whoever survives losses, everybody."""

CHOICE, CADRE_RETREATS, RETREATS = "owner_chooses", "cadre_retreats", "retreats"
"""What a result makes of a unit, as far as it is not simply gone or staying."""

_OF_ATTACKER = frozenset({"aeca", ENGINEERS})

SUGGESTED = 12
"""How many sets of losses are suggested at most."""


@frozen
class ResultMeaning:
    """What a combat result does.

    Attributes:
        side: the side that it strikes; "" for the weaker one of an exchange, or for nobody.
        loss: what that side loses of its strength: "all", "half" or "none".
        retreats: who of that side retreats: `STAND`, `CADRES`, `SURVIVORS` or `EVERYBODY`.
        exchange: in an exchange the share of that loss that the stronger side loses; None otherwise.
    """

    side: str
    loss: str
    retreats: str
    exchange: Fraction | None = None

    @property
    def strikes_anybody(self) -> bool:
        """Whether anybody loses anything or retreats."""
        return self.loss != "none" or self.retreats != STAND


COMBAT_RESULTS = "combat results"
"""The slot of sources that bring results of their own: each is named after its result, its value a `ResultMeaning`."""

_MEANINGS = {
    "AE": ResultMeaning(ATTACKER, "all", CADRES),
    "AH": ResultMeaning(ATTACKER, "half", SURVIVORS),
    "AR": ResultMeaning(ATTACKER, "none", EVERYBODY),
    "AS": ResultMeaning("", "none", STAND),
    "DE": ResultMeaning(DEFENDER, "all", CADRES),
    "DH": ResultMeaning(DEFENDER, "half", SURVIVORS),
    "DR": ResultMeaning(DEFENDER, "none", EVERYBODY),
    "EX": ResultMeaning("", "all", CADRES, ONE),
    "HX": ResultMeaning("", "all", CADRES, HALF),
}


# --- printed strengths (rule 9D) -------------------------------------------------------------------------------------


def printed_strength(unit: Unit, role: str) -> Fraction:
    """The strength of a unit that losses count: attack for the attacker, defense for the defender."""
    return unit.attack if role == ATTACKER else unit.defense


@rule("FoF 14D", "SF 14B2", "FoF 9F1", "SF 9F1", "FoF 9G", "SF 9G")
def affected(units: Sequence[Combatant]) -> tuple[Combatant, ...]:
    """The units that a result strikes: all in the combat but artillery that fired at two hexes."""
    return tuple(who for who in units if who.distance <= 1)


@rule("FoF 9C", "SF 9C")
def meaning_of(result: str, rules: Ruleset) -> ResultMeaning:
    """What a combat result does, by rule 9C or by the game's own rules.

    Raises UnknownName for a result that the rules do not know.

    >>> from europa_rules import load
    >>> meaning_of("DR", load("fof")).retreats
    'all'
    """
    own = {source.name: source.value for source in rules.sources(COMBAT_RESULTS)}
    found = own.get(result, _MEANINGS.get(result))
    if not isinstance(found, ResultMeaning):
        raise unknown("combat result", result, [*_MEANINGS, *own])
    return found


@rule("FoF 9C", "SF 9C")
def affected_by(result: str, units: Sequence[Combatant], rules: Ruleset) -> tuple[Combatant, ...]:
    """Of the units of the side concerned, those that a result strikes; none if it strikes nobody."""
    return affected(units) if meaning_of(result, rules).strikes_anybody else ()


@rule("FoF 9D", "FoF 9E", "SF 9D", "SF 9E")
def reckon_loss(unit: Unit, role: str, rules: Ruleset) -> Reckoning:
    """The strength that counts as lost with a unit: its full printed strength, even where a cadre stays.

    >>> from europa_rules import load
    >>> from europa_rules.units import Rating
    >>> division = Unit("ge", "infantry", "division", Rating.parse("8-6"), cadre=Rating.parse("3-6"))
    >>> reckon_loss(division, "attacker", load("fof")).value
    Fraction(8, 1)
    """
    return Reckoning.of(printed_strength(unit, role), "printed", rules.cite("9D"))


UNHURT = frozenset({"retreats", "stays", "intact", "none"})
"""What may become of a unit that its side does not lose."""


def is_lost(outcome: str) -> bool:
    """Whether a side loses a unit of which this becomes; one of which nothing is told it does.

    >>> is_lost("retreats"), is_lost("cadre"), is_lost("")
    (False, True, True)
    """
    return outcome not in UNHURT


def reckon_loss_by_outcome(unit: Unit, outcome: str, role: str, rules: Ruleset) -> Reckoning:
    """The strength loss that the outcome of a unit stands for: none if it stays or retreats unhurt.

    >>> from europa_rules import load
    >>> reckon_loss_by_outcome(Unit("fr", "infantry", "division"), "retreats", "defender", load("fof")).value == 0
    True
    """
    if not is_lost(outcome):
        return Reckoning.of(ZERO, f"{outcome}: not lost", rules.cite("9E"))
    return reckon_loss(unit, role, rules)


@rule("FoF 9D", "FoF 9F1", "FoF 14D", "SF 9D", "SF 9F1", "SF 14B2")
def reckon_loss_base(units: Sequence[Combatant], role: str, rules: Ruleset) -> Reckoning:
    """The printed strength of a side that counts for its losses and for exchanges.

    Left out are artillery that fired at two hexes and units that retreated into the hex in this phase, and all
    support from air and sea.
    """
    counted = [who for who in affected(units) if not who.adds_nothing]
    parts = [(who.name, reckon_loss(who.unit, role, rules)) for who in counted]
    return Reckoning.total(f"printed strength of the {role}", parts, rules.cite("9D"))


# --- what a result demands (rule 9C) ---------------------------------------------------------------------------------


@frozen
class ResultFacts:
    """A combat result and the sides it may strike.

    Attributes:
        result: "AE", "DH", "EX", ...
        attacker, defender: the printed strength of each side that counts for losses.
        ignored: which retreats the defenders ignore by their fortification: "none", "all", "all_but_DE" or "DR".
        holding: that fortification, where it is known.
    """

    result: str
    attacker: Reckoning
    defender: Reckoning
    ignored: str = "none"
    holding: Feature | None = None

    @classmethod
    def on(cls, result: str, attacker: Reckoning, defender: Reckoning, ground: Ground, rules: Ruleset) -> ResultFacts:
        """The facts of a combat on a ground that may let its defenders ignore retreats."""
        return cls.among(result, attacker, defender, features_of(ground, rules))

    @classmethod
    def among(cls, result: str, attacker: Reckoning, defender: Reckoning, features: Sequence[Feature]) -> ResultFacts:
        """The facts of a combat among features that may let its defenders ignore retreats."""
        return cls(result, attacker, defender, ignored_retreats(features), holding_feature(features))


@frozen
class Demand:
    """What a result demands of a side.

    Attributes:
        side: "attacker" or "defender".
        min_loss: the least strength to lose.
        is_all: whether every affected unit is eliminated.
        retreats: who retreats: "none", "cadres" (those just reduced), "survivors" or "all".
        because: why it ignores a retreat that the result calls for; allowed where it does not.
    """

    side: str
    min_loss: Reckoning
    is_all: bool = False
    retreats: str = STAND
    because: Ruling = Ruling()

    @property
    def anybody_retreats(self) -> bool:
        """Whether any of its units retreat."""
        return self.retreats != STAND

    @property
    def loss(self) -> Fraction | str:
        """The least strength to lose, or "all"."""
        return "all" if self.is_all else self.min_loss.value


@frozen
class Demands:
    """What a result demands of both sides.

    Attributes:
        attacker, defender: of each.
        eliminated: the side that is eliminated, or None.
        struck: the side that the result names or picks, or None where it strikes nobody.
    """

    attacker: Demand
    defender: Demand
    eliminated: str | None
    struck: str | None

    def of(self, side: str) -> Demand:
        """What is demanded of a side."""
        return self.attacker if side == ATTACKER else self.defender

    @property
    def of_struck(self) -> Demand:
        """What is demanded of the side struck; of the defender where nobody is."""
        return self.of(self.struck or DEFENDER)

    @property
    def of_other(self) -> Demand:
        """What is demanded of the other side."""
        return self.attacker if self.of_struck is self.defender else self.defender

    @property
    def anybody_retreats(self) -> bool:
        """Whether units of either side retreat."""
        return self.attacker.anybody_retreats or self.defender.anybody_retreats


@rule("FoF 9C", "FoF 9D", "FoF 31A4", "FoF 31A5", "SF 9C", "SF 9D", "SF 37B5")
def reckon_demands(facts: ResultFacts, rules: Ruleset) -> Demands:
    """What a combat result demands of both sides.

    Raises UnknownName for a result that the rules do not know.

    >>> from europa_rules import load
    >>> facts = ResultFacts("HX", Reckoning.of(15, "attack"), Reckoning.of(10, "defense"))
    >>> demands = reckon_demands(facts, load("fof"))
    >>> demands.eliminated, demands.attacker.loss
    ('defender', Fraction(5, 1))
    """
    meaning = meaning_of(facts.result, rules)
    struck = meaning.side or (_weaker(facts) if meaning.exchange is not None else None)
    demands = {side: _nothing(side, rules) for side in SIDES}
    if struck is not None:
        other = DEFENDER if struck == ATTACKER else ATTACKER
        demands[struck] = _demand_of_struck(struck, meaning, facts, rules)
        if meaning.exchange is not None:
            demands[other] = _demand_of_stronger(other, meaning.exchange, demands[struck], rules)
    defender = _ignoring(demands[DEFENDER], facts, rules)
    return Demands(demands[ATTACKER], defender, struck if meaning.loss == "all" else None, struck)


def _weaker(facts: ResultFacts) -> str:
    return ATTACKER if facts.attacker.value < facts.defender.value else DEFENDER


def _nothing(side: str, rules: Ruleset) -> Demand:
    return Demand(side, Reckoning.of(ZERO, "no loss", rules.cite("9C")))


def _demand_of_struck(side: str, meaning: ResultMeaning, facts: ResultFacts, rules: Ruleset) -> Demand:
    strength = facts.attacker if side == ATTACKER else facts.defender
    factor = {"all": ONE, "half": HALF}.get(meaning.loss, ZERO)
    loss = Reckoning.total("strength affected", [(side, strength)], rules.cite("9D"))
    why = facts.result if factor else f"{facts.result} calls for no loss"
    return Demand(side, loss.times(factor, why, rules.cite("9C")), meaning.loss == "all", meaning.retreats)


def _demand_of_stronger(side: str, share: Fraction, eliminated: Demand, rules: Ruleset) -> Demand:
    """The stronger side of an exchange; its own cadres stay, unless a reading of the rule makes them retreat."""
    readings = rules.resting("9C-stronger-cadres")
    retreats = CADRES if rules.reads("9C-stronger-cadres", "yes") else STAND
    loss = Reckoning.total("loss of the eliminated side", [(eliminated.side, eliminated.min_loss)], rules.cite("9C"))
    loss = loss.times(share, "exchange" if share == ONE else "half exchange", rules.cite("9C"))
    for point in readings:
        loss = loss.noting(rests_on=point)
    return Demand(side, loss, retreats=retreats)


def _ignoring(demand: Demand, facts: ResultFacts, rules: Ruleset) -> Demand:
    """Defenders of some fortifications ignore retreats."""
    applies = {"all": True, "all_but_DE": facts.result != "DE", "DR": facts.result == "DR"}
    if demand.retreats == STAND or not applies.get(facts.ignored, False):
        return demand
    loss = demand.min_loss
    for point in rules.resting("31A5-ignored-retreats"):
        loss = loss.noting(rests_on=point)
    return evolve(demand, retreats=STAND, because=_ruling_on_holding(facts, rules), min_loss=loss)


_IGNORED = {"all": "every retreat", "all_but_DE": "every retreat but that of DE", "DR": "the retreat of DR"}


def _ruling_on_holding(facts: ResultFacts, rules: Ruleset) -> Ruling:
    """Why the defenders stay, in words."""
    where, by = ("fortification", ()) if facts.holding is None else (facts.holding.name, facts.holding.by)
    return Ruling.refuse(f"occupants of the {where} ignore {_IGNORED[facts.ignored]}", *(by or (rules.cite("9C"),)))


@rule("FoF 9C", "SF 9C")
def outcome_for(unit: Unit, demand: Demand) -> str:
    """What a result makes of a unit without anybody's choice.

    One of "removed", "cadre_retreats", "cadre_stays", "retreats", "stays", and "owner_chooses" where losses are picked.
    """
    if demand.is_all:
        if unit.cadre is None:
            return "removed"
        return "cadre_stays" if demand.retreats == STAND else CADRE_RETREATS
    if demand.min_loss.value:
        return CHOICE
    return RETREATS if demand.retreats in (SURVIVORS, EVERYBODY) else "stays"


# --- sets of losses (rules 9C, 9E, required losses) ------------------------------------------------------------------


@frozen
class LossFacts:
    """The losses that a side must choose.

    Attributes:
        units: the affected units, each with its own id.
        role: "attacker" or "defender".
        min_loss: the least strength to lose.
        special: ids of the units whose special abilities were used so that losses are required of them.
        is_all: whether every unit must go.
        others: the same for each further ability that was used, by its name.
    """

    units: tuple[Combatant, ...]
    role: str
    min_loss: Fraction
    special: frozenset[str] = frozenset()
    is_all: bool = False
    others: tuple[tuple[str, frozenset[str]], ...] = ()

    @property
    def bearing(self) -> tuple[tuple[str, frozenset[str]], ...]:
        """The groups of units that must each bear their part of the losses, by the ability that they used."""
        return tuple((name, group) for name, group in (("", self.special), *self.others) if group)

    def strength(self, who: Combatant) -> Fraction:
        """What the loss of a unit counts."""
        return ZERO if who.adds_nothing else printed_strength(who.unit, self.role)


def special_units(units: Sequence[Combatant], used: Iterable[Used], rules: Ruleset) -> frozenset[str]:
    """Ids of the units from which losses are required, given what their side used in the combat."""
    return frozenset().union(*(group for _, group in special_groups(units, used, rules)))


@rule("FoF 9I", "FoF 10H", "SF 9J", "SF 10H")
def special_groups(
    units: Sequence[Combatant], used: Iterable[Used], rules: Ruleset
) -> tuple[tuple[str, frozenset[str]], ...]:
    """For each ability that a side used so that losses are required, the ids of the units that must bear some."""
    due = [u.category for u in used if u.category == ENGINEERS or required_losses(u, rules).required]
    return tuple((name, frozenset(who.id for who in units if _bears(who, name, rules))) for name in due)


def _bears(who: Combatant, category: str, rules: Ruleset) -> bool:
    return bears_required_losses(who, rules) if category == ENGINEERS else is_half_capable(who, category, rules)


@rule("FoF 9I", "FoF 10H", "SF 9J", "SF 10H")
def reckon_required_losses(
    total_loss: Fraction, rules: Ruleset, *, special_strength: Fraction | None = None, used: Used | None = None
) -> Reckoning:
    """The least part of the losses that units with the special ability must bear (strength points).

    total_loss: all that the side loses. special_strength: the strength of those units together, where it is known; more
    cannot be asked of them. used: what the side used; nothing is required if it did not use enough.

    >>> from europa_rules import load
    >>> reckon_required_losses(Fraction(8), load("sf"), special_strength=Fraction(3)).value
    Fraction(3, 1)
    """
    by = rules.cite("required-losses")
    if used is not None and not required_losses(used, rules).required:
        return Reckoning.of(ZERO, "less than one half was used", by, rules.cite("10H"))
    part = Reckoning.of(total_loss, "all losses").times(HALF, "at least half", by)
    for point in rules.resting("9I-at-least-half"):
        part = part.noting(rests_on=point)
    return part if special_strength is None else part.at_most(special_strength, "all that these units have", by)


@rule("FoF 9C", "FoF 9E", "FoF 9I", "SF 9C", "SF 9E", "SF 9J")
def rule_on_losses(facts: LossFacts, chosen: Sequence[str], rules: Ruleset) -> Ruling:
    """Whether these losses are enough, and whether enough of them are taken from the units that must bear some."""
    lost = [who for who in facts.units if who.id in chosen]
    total = sum((facts.strength(who) for who in lost), ZERO)
    short = f"a loss of {show(total)} is less than {show(facts.min_loss)}"
    spared = [who.name for who in facts.units if who.id not in chosen]
    by_armor = any(ability != ENGINEERS for ability, _ in facts.bearing)
    resting = rules.resting("9I-at-least-half") if facts.bearing else ()
    resting += rules.resting("10C-smaller-share") if by_armor else ()
    return Ruling(rests_on=resting) & (
        Ruling.refuse_if(total < facts.min_loss, short, rules.cite("9C"), possible="lose more units")
        & Ruling.refuse_if(facts.is_all and bool(spared), f"{', '.join(spared)} must go too", rules.cite("9C"))
        & Ruling.all(_rule_on_bearing(number, lost, facts, rules) for number in range(len(facts.bearing)))
    )


def _rule_on_bearing(number: int, lost: Sequence[Combatant], facts: LossFacts, rules: Ruleset) -> Ruling:
    """Whether the units of one ability bear their part."""
    ability, group = facts.bearing[number]
    total = sum((facts.strength(who) for who in lost), ZERO)
    strength = sum((facts.strength(w) for w in facts.units if w.id in group), ZERO)
    borne = sum((facts.strength(w) for w in lost if w.id in group), ZERO)
    required = reckon_required_losses(total, rules, special_strength=strength).value
    names = ", ".join(who.name for who in facts.units if who.id in group)
    unborne = f"{show(borne)} of the {show(total)} lost come from {_bearers(ability, rules)}, who must bear half"
    unborne += f" of them or all their strength, here {show(required)}: {names}"
    evaded = borne < required and _could_bear_more(number, total, borne, facts, rules)
    by = rules.cite("14A2" if ability == ENGINEERS else "10H")
    return Ruling.refuse_if(evaded, unborne, rules.cite("required-losses"), by, possible=f"lose more of {names}")


def _bearers(ability: str, rules: Ruleset) -> str:
    """The units from which an ability that was used requires losses, in words."""
    if ability == ENGINEERS:
        return "combat engineers"
    words = rules.charts.armor_effects.words.get(ability, "of the armor effects")
    return f"units with {show(HALF)} or more {words}"


def _could_bear_more(number: int, total: Fraction, borne: Fraction, facts: LossFacts, rules: Ruleset) -> bool:
    """Always so; under another reading only if these units could have borne more of a loss that is no greater."""
    if not rules.reads("9I-at-least-half", "nearest"):
        return True
    ticks = _ticks(facts)
    sums = ((Fraction(key[0], ticks), Fraction(key[number + 1], ticks)) for key in _reachable(facts))
    return any(facts.min_loss <= other <= total and more > borne for other, more in sums)


@rule("FoF 9C", "FoF 9I", "SF 9C", "SF 9J")
def minimal_losses(facts: LossFacts, rules: Ruleset) -> tuple[Answer, ...]:
    """Sets of losses that are enough and of which no unit could be spared, the least strength first.

    Sets of equal strength (in all, and of the units that must bear losses) are alike; the one with the fewest units
    stands for them.
    """
    everybody = tuple(who.id for who in facts.units)
    if facts.is_all:
        return (everybody,)
    sums = _reachable(facts)
    legal = [ids for ids in sums.values() if rule_on_losses(facts, ids, rules).allowed]
    spare = [ids for ids in legal if not _can_spare(ids, facts, rules)]
    found = sorted(spare or legal, key=lambda ids: (_total(ids, facts), len(ids)))
    return tuple(found[:SUGGESTED]) or (everybody,)


def _total(ids: Iterable[str], facts: LossFacts) -> Fraction:
    return sum((facts.strength(who) for who in facts.units if who.id in ids), ZERO)


def _ticks(facts: LossFacts) -> int:
    return lcm(*(facts.strength(who).denominator for who in facts.units))


def _reachable(facts: LossFacts) -> dict[tuple[int, ...], Answer]:
    """Strength, and that of each group that must bear losses, in equal parts of a point -> the smallest such set."""
    ticks = _ticks(facts)
    found: dict[tuple[int, ...], Answer] = {(0,) * (len(facts.bearing) + 1): ()}
    for who in facts.units:
        strength = int(facts.strength(who) * ticks)
        if not strength:
            continue
        adds = (strength, *(strength if who.id in group else 0 for _, group in facts.bearing))
        for sums, ids in list(found.items()):
            key = tuple(old + new for old, new in zip(sums, adds, strict=True))
            if key not in found or len(found[key]) > len(ids) + 1:
                found[key] = (*ids, who.id)
    return found


def _can_spare(ids: Answer, facts: LossFacts, rules: Ruleset) -> bool:
    rests = (tuple(i for i in ids if i != spared) for spared in ids)
    return any(rule_on_losses(facts, rest, rules).allowed for rest in rests)


# --- what becomes of an eliminated unit (rules 9C, 9E) ---------------------------------------------------------------


FIGHTS = ("combat", "overrun")
"""Causes of losses for which special replacements are received (SF 40B4)."""

STRENGTH_LOST = FactKind("attack strength lost", "game", Fraction, is_tally=True)
"""Attack strength that a nation has lost in fights since its last initial phase, of units not isolated (its code)."""

KEEPS_CADRE = ("combat", "retreat into enemy ZOC")
"""Causes of elimination that leave a unit its cadre."""


@frozen
class Elimination:
    """What becomes of an eliminated unit: its cadre, or None if it is removed from play."""

    cadre: Unit | None

    def __str__(self) -> str:
        return f"cadre {self.cadre.rating}" if self.cadre else "removed"


@rule("FoF 9C", "FoF 9E", "SF 9C", "SF 9E", "FoF 13", "SF 13")
def eliminated(unit: Unit, cause: str = "combat") -> Elimination:
    """What becomes of a unit that is eliminated: in combat one with a cadre is reduced to it, all others are removed.

    cause: "combat", "retreat into enemy ZOC", or what else eliminates it ("overrun", ...).

    >>> from europa_rules.units import Rating
    >>> print(eliminated(Unit("ge", "infantry", "division", Rating.parse("7-6"), cadre=Rating.parse("3-6"))))
    cadre 3-6
    """
    return Elimination(as_cadre(unit) if unit.cadre is not None and cause in KEEPS_CADRE else None)


def eliminate(piece: Piece, state: GameState, cause: str = "combat") -> GameState:
    """The state with a piece reduced to its cadre, or in the replacement pool."""
    cadre = eliminated(piece.unit, cause).cadre
    if cause in FIGHTS:
        state = note_strength_lost(piece, piece.unit.attack - (cadre.attack if cadre else ZERO), state)
    if cadre is None:
        return into_pool(piece, state)
    return state.with_piece(evolve(piece, unit=cadre, full=piece.full or piece.unit))


@rule("SF 40B4")
def note_strength_lost(piece: Piece, lost: Fraction, state: GameState) -> GameState:
    """The state that remembers attack strength lost in a fight, if the unit was not isolated as last judged."""
    if not lost or was_judged_isolated(piece.id, state):
        return state
    before = state.recall(STRENGTH_LOST, piece.unit.nation) or ZERO
    return state.noting(STRENGTH_LOST, piece.unit.nation, before + lost)


@rule("FoF 29B1a", "SF 40B1a")
def into_pool(piece: Piece, state: GameState) -> GameState:
    """The state with a piece out of play, and in the replacement pool at its full strength."""
    whole = evolve(piece, unit=piece.full or piece.unit, full=None)
    return state.without(piece.id).noting(IN_POOL, piece.id, whole)


# --- the step of an attack -------------------------------------------------------------------------------------------


def used_by(role: str, used: Iterable[tuple[str, str]]) -> tuple[Used, ...]:
    """What a side used in a combat, of what the attack under way remembers."""
    return tuple(Used(c, Fraction(share)) for c, share in used if (c in _OF_ATTACKER) == (role == ATTACKER))


@frozen
class Opponents:
    """Who takes the losses of an attack.

    Attributes:
        attackers, defenders: the units of each side that are still on the board.
        features: what the ground does for the defenders.
    """

    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    features: tuple[Feature, ...] = ()


def take_losses(attempt: Attempt, opponents: Opponents, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Both sides take the losses of a result; whoever must retreat is remembered with the attack."""
    units = {ATTACKER: opponents.attackers, DEFENDER: opponents.defenders}
    facts = ResultFacts.among(
        attempt.result,
        reckon_loss_base(opponents.attackers, ATTACKER, rules),
        reckon_loss_base(opponents.defenders, DEFENDER, rules),
        opponents.features,
    )
    demands = reckon_demands(facts, rules)
    must_retreat: list[str] = []
    lost: list[tuple[str, str]] = []
    for side in _in_order(demands):
        demand = demands.of(side)
        struck = affected_by(attempt.result, units[side], rules)
        groups = special_groups(struck, used_by(side, attempt.used), rules)
        choice = LossFacts(struck, side, demand.min_loss.value, is_all=demand.is_all, others=groups)
        chosen = yield from _choose(choice, demand, state, rules)
        state = yield from _lose(chosen, choice, demand, state, rules)
        must_retreat += [who.id for who in struck if who.id in state.pieces and _retreats(who, chosen, demand)]
        lost.append((side, show(_total(chosen, choice))))
        state = yield from _hold(demand, [who.id for who in struck if who.id in state.pieces], state)
    return state.noting(ATTEMPT, "", evolve(attempt, lost=tuple(lost), must_retreat=tuple(must_retreat)))


def _hold(demand: Demand, left: Sequence[str], state: GameState) -> Procedure[GameState]:
    """Say that units stay where the result would make them retreat, and why."""
    if demand.because.allowed or not left:
        return state
    text = f"{', '.join(left)}: no retreat, because {demand.because.refusals[0].why}"
    return (yield from record(Event(text, demand.because.citations, state, "retreat ignored")))


def _in_order(demands: Demands) -> tuple[str, ...]:
    """The side that is struck goes first."""
    return (ATTACKER, DEFENDER) if demands.struck == ATTACKER else (DEFENDER, ATTACKER)


def _chooser(facts: LossFacts, state: GameState, rules: Ruleset) -> Side:
    """Who chooses the losses: their owner, unless a reading of the rule gives the choice to the enemy."""
    owner = next((state.piece(who.id).side for who in facts.units), NEUTRAL)
    enemy = next((side for side in rules.variant.sides if side != owner), owner)
    return enemy if rules.reads("9C-who-chooses", "enemy") else owner


def _choose(facts: LossFacts, demand: Demand, state: GameState, rules: Ruleset) -> Procedure[Answer]:
    everybody = tuple(who.id for who in facts.units)
    if demand.is_all:
        return everybody
    if not demand.min_loss.value or not everybody:
        return ()

    def check(answer: Answer) -> Ruling:
        return rule_on_losses(facts, answer, rules)

    question = f"which units are lost? At least {show(demand.min_loss.value)} of {show(_total(everybody, facts))}"
    by = (rules.cite("9C"), *((rules.cite("required-losses"),) if facts.bearing else ()))
    who, suggestions = _chooser(facts, state, rules), minimal_losses(facts, rules)
    return (yield from choose(Decision(who, question, everybody, by, state, suggestions, check)))


def _lose(chosen: Answer, facts: LossFacts, demand: Demand, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    if not chosen:
        return state
    words = []
    for piece_id in chosen:
        piece = state.piece(piece_id)
        state = eliminate(piece, state)
        left = state.pieces.get(piece_id)
        words.append(f"{piece_id} is reduced to cadre {left.unit.rating}" if left else f"{piece_id} is eliminated")
    ledgers = (("demanded", demand.min_loss), ("lost", _reckon_lost(chosen, facts, rules)))
    return (yield from record(Event("; ".join(words), (rules.cite("9C"),), state, "losses taken", ledgers)))


def _reckon_lost(chosen: Answer, facts: LossFacts, rules: Ruleset) -> Reckoning:
    parts = []
    for who in facts.units:
        if who.id in chosen:
            loss = reckon_loss(who.unit, facts.role, rules)
            if who.adds_nothing:
                loss = loss.become(ZERO, who.adds_nothing, rules.cite("9F1"))
            parts.append((who.name, loss))
    return Reckoning.total("strength lost", parts, rules.cite("9E"))


def _retreats(who: Combatant, chosen: Answer, demand: Demand) -> bool:
    """Whether a unit that is left has to retreat, by what the result makes of it or by who was chosen."""
    fate = outcome_for(who.unit, demand)
    if fate == CHOICE:
        return demand.retreats in (SURVIVORS, EVERYBODY) or (demand.retreats == CADRES and who.id in chosen)
    return fate in (CADRE_RETREATS, RETREATS)
