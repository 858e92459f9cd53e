"""Preparing for play (FoF 30, 33): owners at start, the order of deployment, armies and the hexes assigned to them.

Needs a scenario by its rule, and facts of an army's hex or of units that are deployed; gives what the heads of the
scenarios have, and rulings by the same rule as the set-up on the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, frozen

from europa_rules.campaign.postings import DeploymentFacts, describe_terms, rule_on_deployment
from europa_rules.citations import Citation, rule
from europa_rules.errors import unknown
from europa_rules.ground.stacking import StackFacts, rule_on_stack
from europa_rules.hexes import Hex
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import ArmyHexes, DeploymentStep, Posting, Scenario
from europa_rules.sides import NEUTRAL, Side, Turn
from europa_rules.slots import DEPLOYMENT

SETTING_UP = Citation("FoF", "30")
HISTORICAL, FREE = "33A", "33B"
SET_UP = f"end of {DEPLOYMENT} phase"
"""The moment at which the stacking limits hold in the set-up."""


@rule("FoF 33A", "FoF 33B")
def scenario_by_rule(number: str, rules: Ruleset) -> Scenario:
    """The scenario that a rule describes. Raises UnknownName for a rule that describes none.

    >>> from europa_rules import load
    >>> scenario_by_rule("33B", load("fof")).id
    'free'
    """
    by_rule = {c.number: s for s in rules.scenarios.values() for c in s.by if c.number in (HISTORICAL, FREE)}
    if number not in by_rule:
        raise unknown("rule of a scenario", number, by_rule)
    return by_rule[number]


@frozen
class Start:
    """The game turn and the player turn with which play begins."""

    turn: Turn
    side: Side


@rule("FoF 30")
def start_of_game(rules: Ruleset) -> Start:
    """How play begins.

    >>> from europa_rules import load
    >>> print(start_of_game(load("fof")).side)
    Axis
    """
    scenario = scenario_by_rule(HISTORICAL, rules)
    return Start(scenario.first, scenario.player)


@rule("FoF 30")
def owner_at_start(country: str, rules: Ruleset) -> Side:
    """The side that owns a country when play begins, by any name of it.

    >>> from europa_rules import load
    >>> owner_at_start("Belgium", load("fof"))
    'neutral'
    """
    term = f"country {rules.nations.find(country).country}"
    sides = scenario_by_rule(HISTORICAL, rules).sides
    return next((part.side for part in sides if term in part.owns), NEUTRAL)


@rule("FoF 33A", "FoF 33B")
def deployment_order(number: str, rules: Ruleset) -> tuple[tuple[str, ...], ...]:
    """The steps of the set-up, first to last: the countries whose forces are deployed together, else the step's name.

    >>> from europa_rules import load
    >>> deployment_order("33A", load("fof"))[0]
    ('Belgium', 'Netherlands')
    """
    return tuple(_deployed(step) for step in scenario_by_rule(number, rules).deployment)


def _deployed(step: DeploymentStep) -> tuple[str, ...]:
    whole = [posting for posting in step.postings if not (posting.groups or posting.kinds or posting.types)]
    nations = tuple(nation for posting in whole for nation in posting.nations)
    return nations if whole and len(whole) == len(step.postings) and nations else (step.name,)


# --- armies and their hexes (33B) ------------------------------------------------------------------------------------


@frozen
class ArmyPlace:
    """An army, and the hex assigned to it or one in which its units are deployed.

    Attributes:
        army: its name: "9th Army", "French High Command Reserves"; "" for units that are listed in a hex.
        country: where the hex lies; "" for where the army belongs.
        south_of_limit: whether it lies south of the hexrow that bounds the army.
        distance: hexes from the assigned hex, None for near enough. to_border: from the nearest border, None for far
            enough.
    """

    army: str
    country: str
    south_of_limit: bool
    distance: int | None = None
    to_border: int | None = None


def _names(army: str, nation: str, rules: Ruleset) -> bool:
    """Whether the first word of an army's name leaves the nation open, or names it."""
    first, _, rest = army.partition(" ")
    return not rest or first not in rules.nations or rules.nations.find(first).code == nation


def _is_army(named: str, nation: str, group: str, rules: Ruleset) -> bool:
    """Whether a name means the group of a nation, the nation before it or not."""
    first, _, rest = named.partition(" ")
    bare = rest if rest and first in rules.nations else named
    return normal(group) in (normal(named), normal(bare)) and _names(named, nation, rules)


def _armies(army: str, scenario: Scenario, rules: Ruleset) -> Iterator[tuple[DeploymentStep, ArmyHexes]]:
    """The armies of this name that a scenario assigns hexes to; several nations may have one."""
    for step in scenario.deployment:
        for terms in step.armies:
            nations = (full.partition(" ") for full in terms.armies)
            if any(_is_army(army, code, group, rules) for code, _, group in nations):
                yield step, terms


@rule("FoF 33B")
def rule_on_assigning(facts: ArmyPlace, number: str, rules: Ruleset) -> Ruling:
    """Whether an army may be assigned a hex there.

    >>> from europa_rules import load
    >>> print(rule_on_assigning(ArmyPlace("6th Army", "France", False), "33B", load("fof")))
    refused: 6th Army is assigned a hex in Germany (FoF 33B). Possible: a hex in Germany.
    """
    found = list(_armies(facts.army, scenario_by_rule(number, rules), rules))
    if not found:
        return Ruling.refuse(f"{facts.army} is assigned no hex", Citation("FoF", FREE))
    rulings = [_rule_on_army(facts, step, terms) for step, terms in found]
    return next((ruling for ruling in rulings if ruling.allowed), rulings[0])


def _rule_on_army(facts: ArmyPlace, step: DeploymentStep, terms: ArmyHexes) -> Ruling:
    ground = describe_terms(terms.within)
    outside = bool(facts.country) and f"country {facts.country}" not in terms.within
    row = terms.not_south_of.rpartition(":")[2]
    return Ruling.refuse_if(
        outside, f"{facts.army} is assigned a hex in {ground}", *step.by, possible=f"a hex in {ground}"
    ) & Ruling.refuse_if(
        bool(row) and facts.south_of_limit,
        f"{facts.army} is not assigned a hex south of hexrow {row}",
        *step.by,
    )


def _postings(army: str, scenario: Scenario, rules: Ruleset) -> Iterator[tuple[DeploymentStep, Posting]]:
    for step in scenario.deployment:
        for posting in step.postings:
            codes = [rules.nations.find(nation).code for nation in posting.nations]
            if any(_is_army(army, code, group, rules) for code in codes for group in posting.groups):
                yield step, posting


@rule("FoF 30", "FoF 33B")
def rule_on_deploying(facts: ArmyPlace, number: str, rules: Ruleset) -> Ruling:
    """Whether units of an army may be deployed there; broken down or whole makes no difference.

    >>> from europa_rules import load
    >>> rule_on_deploying(ArmyPlace("9th Army", "France", False, distance=4), "33B", load("fof")).allowed
    False
    """
    found = list(_postings(facts.army, scenario_by_rule(number, rules), rules)) if facts.army else []
    rulings = [rule_on_deployment(_facts_of(facts, step, posting)) for step, posting in found]
    if not rulings:
        return Ruling.allow()
    best = next((ruling for ruling in rulings if ruling.allowed), rulings[0])
    return best & Ruling(rests_on=rules.resting("33B-distances"))


def _facts_of(facts: ArmyPlace, step: DeploymentStep, posting: Posting) -> DeploymentFacts:
    place = Hex("its place")
    told = DeploymentFacts(facts.army, place, step.by, step.player, step.player)
    if facts.country and posting.within and f"country {facts.country}" not in posting.within:
        told = evolve(told, within=describe_terms(posting.within), is_within=False)
    if posting.hexes_from_army is not None and facts.distance is not None:
        told = evolve(
            told,
            army=facts.army,
            army_hex="the hex assigned",
            army_distance=facts.distance,
            army_limit=posting.hexes_from_army,
        )
    too_near = bool(posting.away_from) and facts.to_border is not None and facts.to_border < posting.away
    border = describe_terms(posting.away_from)
    return evolve(told, border=border, is_away=False, away=posting.away) if too_near else told


@rule("FoF 30")
def rule_on_stack_deployed(facts: StackFacts, rules: Ruleset) -> Ruling:
    """Whether a stack may be deployed in a hex: the stacking limits hold in the set-up."""
    ruling = rule_on_stack(facts, rules)
    return ruling & Ruling.refuse_if(not ruling.allowed, "units are deployed within the stacking limits", SETTING_UP)
