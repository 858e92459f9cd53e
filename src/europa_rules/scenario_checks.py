"""Checking scenarios: what a scenario's file names must be there, and its forces must stand where they may.

Needs the file and the rules of its game; gives every fault with its line, what is expected, and the nearest right name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from functools import lru_cache
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import frozen

from europa_rules.campaign.deployment import Listing, rule_on_step, waiting
from europa_rules.citations import Citations
from europa_rules.errors import DataError, EuropaError, Fault, nearest
from europa_rules.loading import load
from europa_rules.matrix import load_matrix
from europa_rules.plugins import find_plugins, variants_of
from europa_rules.ruleset import Ruleset
from europa_rules.scenarios.heads import DeploymentStep, Posting, Scenario, read_scenario
from europa_rules.setting_up import listings_of, position_of
from europa_rules.sides import NEUTRAL


def scenario_faults(file: Path | Traversable, rules: Ruleset | None = None) -> list[Fault]:
    """Every fault of a scenario's file; [] if it is sound.

    file: the TOML file; its orders of battle lie in the folder `orders_of_battle` beside its own, or are the game's.
    rules: of its game; None for those that are installed.
    """
    try:
        scenario = read_scenario(file)
    except DataError as error:
        return list(error.faults)
    if rules is None or rules.variant.id != scenario.variant:
        games = {variant.id for _, variant in variants_of(find_plugins())}
        if scenario.variant not in games:
            expected = f"a game: {', '.join(sorted(games))}"
            hint = nearest(scenario.variant, games)
            return [scenario.fault("variant", repr(scenario.variant), expected, hint)]
        rules = load(scenario.variant)
    return list(dict.fromkeys(_Checker(scenario, rules).all()))


@lru_cache(maxsize=8)
def _grounds(rules: Ruleset) -> dict[str, frozenset[str]]:
    """What each kind of term of regions may name."""
    board, regions = rules.board, rules.charts.regions
    named = {place.country for place in regions.places}
    return {
        "country": frozenset(board.column("country_1939")) | named,
        "district": frozenset(board.column("district")),
        "island": frozenset(place.island for place in regions.places),
        "region": frozenset(region.name for region in regions.regions),
        "sea": frozenset(board.column("sea_zone")),
    }


@frozen
class _Checker:
    """Finds what a scenario names and its game has not."""

    scenario: Scenario
    rules: Ruleset

    def all(self) -> Iterator[Fault]:
        found = [*self.head(), *self.sides(), *self.ground(), *self.steps()]
        yield from found
        forces = [*self.forces()]
        yield from forces
        if not found and not forces:
            yield from self.set_up()

    # --- one name of a list, one hex ---

    def names(self, at: str, given: Iterable[str], known: Collection[str], what: str) -> Iterator[Fault]:
        for name in given:
            if name not in known:
                yield self.scenario.fault(at, repr(name), f"{what}: {_some(known)}", nearest(name, known))

    def hexes(self, at: str, given: Iterable[str]) -> Iterator[Fault]:
        for ref in given:
            yield from self.attempt(at, ref, "a hex or a holding box of the board", self.rules.board.place)

    def attempt(self, at: str, given: str, expected: str, read: Callable[[str], object]) -> Iterator[Fault]:
        try:
            read(given)
        except EuropaError as error:
            yield self.scenario.fault(at, f"{given!r} ({error})", expected)

    def citations(self, at: str, given: Citations) -> Iterator[Fault]:
        matrix = load_matrix()
        for rule in given:
            if rule.book in matrix.books and not matrix.exists(rule):
                yield self.scenario.fault(at, repr(str(rule)), f"a rule of {rule.book}", matrix.nearest(str(rule)))

    def terms(self, at: str, given: Iterable[str]) -> Iterator[Fault]:
        grounds = _grounds(self.rules)
        for term in given:
            kind, _, name = term.partition(" ")
            if kind == "hex":
                yield from self.hexes(at, [name])
            elif kind in grounds:
                yield from self.names(at, [name], grounds[kind], f"a {kind}")

    def hexrow(self, at: str, text: str) -> Iterator[Fault]:
        sheet, _, row = text.partition(":")
        if text and not (sheet in self.rules.variant.sheets and row.isdecimal() and row.endswith("00")):
            yield self.scenario.fault(at, repr(text), "a hexrow such as '26:3200' of a map of the game")

    # --- the parts of a head ---

    def head(self) -> Iterator[Fault]:
        scenario, rules = self.scenario, self.rules
        yield from self.citations("rules", scenario.by)
        yield from self.citations("victory", scenario.victory)
        yield from self.names("options", scenario.options, rules.known_options, "an optional rule")
        yield from self.names("turns.player", [scenario.player], rules.variant.sides, "a side")
        if scenario.last < scenario.first:
            yield scenario.fault("turns.last", repr(str(scenario.last)), f"a turn from {scenario.first} on")
        zones = set(rules.board.column("weather_zone")) - {""} | {""}
        words = {weather for _, weather, _ in rules.charts.terrain_effects.mps}
        yield from self.names("weather", scenario.weather, zones, "a weather zone")
        for zone, weather in scenario.weather.items():
            yield from self.names(f"weather.{zone}", [weather], words, "a kind of weather")

    def sides(self) -> Iterator[Fault]:
        rules = self.rules
        sides = (*rules.variant.sides, NEUTRAL)
        forces = [force.name for force in rules.charts.forces.forces]
        for i, own in enumerate(self.scenario.sides):
            at = f"sides[{i}]"
            theaters = [t.name for t in rules.charts.regions.theaters if t.side == own.side]
            yield from self.names(f"{at}.side", [own.side], sides, "a side")
            yield from self.names(f"{at}.forces", own.forces, forces, "a force")
            yield from self.names(f"{at}.theaters", own.theaters, theaters, f"a theater of the {own.side} side")
            yield from self.terms(f"{at}.owns", own.owns)

    def ground(self) -> Iterator[Fault]:
        area, built = self.scenario.area, self.scenario.built
        yield from self.terms("area.parts", area.parts)
        yield from self.terms("area.except", area.exceptions)
        yield from self.hexrow("area.north_limit", area.north_limit)
        yield from self.hexes("area.bases", area.bases)
        yield from self.hexes("built.forts", built.forts)
        for ref in built.airfields:
            yield from self.hexes(f"built.airfields.{ref}", [ref])

    def steps(self) -> Iterator[Fault]:
        seen: set[str] = set()
        for i, step in enumerate(self.scenario.deployment):
            at = f"deployment[{i}]"
            if step.name in seen:
                yield self.scenario.fault(f"{at}.step", repr(step.name), "a name that no other step has")
            seen.add(step.name)
            yield from self.citations(f"{at}.rules", step.by)
            yield from self.names(f"{at}.player", [step.player], self.rules.variant.sides, "a side")
            for j, posting in enumerate(step.postings):
                yield from self.posting(f"{at}.postings[{j}]", posting)
            for j, terms in enumerate(step.armies):
                yield from self.terms(f"{at}.assign[{j}].within", terms.within)
                yield from self.hexrow(f"{at}.assign[{j}].not_south_of", terms.not_south_of)
                yield from self.hexes(f"{at}.assign[{j}].hexes", terms.hexes.values())

    def posting(self, at: str, posting: Posting) -> Iterator[Fault]:
        for name in posting.nations:
            yield from self.attempt(f"{at}.nations", name, "a nation", self.rules.nations.find)
        yield from self.terms(f"{at}.within", posting.within)
        yield from self.terms(f"{at}.except", posting.exceptions)
        yield from self.terms(f"{at}.away_from", posting.away_from)

    # --- against the order of battle ---

    def forces(self) -> Iterator[Fault]:
        scenario, rules = self.scenario, self.rules
        listings: list[Listing] = []
        for i, forces in enumerate(scenario.forces):
            at = f"forces[{i}].order_of_battle"
            yield from self.attempt(
                at,
                forces.order_of_battle,
                f"an order of battle: {_some(rules.orders_of_battle)}",
                lambda _, forces=forces: listings.extend(listings_of(forces, scenario, rules)),  # type: ignore[misc]  # mypy cannot infer it
            )
        if not listings:
            return
        groups = {listing.group for listing in listings}
        theaters = {listing.theater for listing in listings}
        armies = {listing.army for listing in listings}
        for i, step in enumerate(scenario.deployment):
            yield from self.step_against(f"deployment[{i}]", step, groups, theaters, armies)
        for i, change in enumerate(scenario.changes):
            yield from self.hexes(f"changes[{i}].to", [change.to])

    def step_against(
        self, at: str, step: DeploymentStep, groups: set[str], theaters: set[str], armies: set[str]
    ) -> Iterator[Fault]:
        for j, posting in enumerate(step.postings):
            yield from self.names(
                f"{at}.postings[{j}].groups", posting.groups, groups, "a group of the order of battle"
            )
            yield from self.names(f"{at}.postings[{j}].theaters", posting.theaters, theaters, "a theater of it")
        for j, terms in enumerate(step.armies):
            yield from self.names(f"{at}.assign[{j}].armies", terms.armies, armies, "an army of the order of battle")
            yield from self.names(f"{at}.assign[{j}].hexes", terms.hexes, terms.armies, "an army of this table")

    def set_up(self) -> Iterator[Fault]:
        """What is wrong with the set-up as it is filled in, where it is."""
        scenario = self.scenario
        try:
            state = position_of(scenario, self.rules, deploying=True)
        except EuropaError as error:
            yield scenario.fault("changes", str(error), "forces that can be set up")
            return
        if waiting(state):
            return
        for i, step in enumerate(scenario.deployment):
            for refusal in rule_on_step(step, state, self.rules).refusals:
                yield scenario.fault(f"deployment[{i}]", str(refusal), "forces that stand where they may")


def _some(names: Collection[str]) -> str:
    shown = sorted(name for name in names if name)
    return ", ".join(shown[:12]) + (f" and {len(shown) - 12} more" if len(shown) > 12 else "") or "none"
