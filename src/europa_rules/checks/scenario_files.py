"""Checks of scenarios: the head, then what it names, and whether its forces stand where they may.

Needs a TOML file in a folder `scenarios`; the orders of battle that it names lie in a folder beside that one, or among
those of the game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from europa_rules.campaign.deployment import rule_on_set_up, waiting
from europa_rules.checks.kinds import Kind, Surroundings
from europa_rules.checks.pieces import Oddity, turn_oddity
from europa_rules.checks.places import hex_oddity, term_oddity
from europa_rules.errors import DataError, EuropaError, Fault, nearest
from europa_rules.loading import load
from europa_rules.matrix import load_matrix
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import Scenario
from europa_rules.scenario_reading import FOLDER, read_scenario
from europa_rules.setting_up import listings_of, position_of
from europa_rules.sides import NEUTRAL

Named = tuple[str, Oddity | None]


def scenario_faults(place: Path, around: Surroundings) -> Iterator[Fault]:
    """Every fault of a scenario."""
    try:
        scenario = read_scenario(place)
    except DataError as error:
        yield from error.faults
        return
    if scenario.id != place.stem:
        yield scenario.fault("id", repr(scenario.id), f"the name of the file, '{place.stem}'")
    rules = around.given or (around.usable(scenario.variant) if scenario.variant in around.variants else None)
    if rules is None:
        near = nearest(scenario.variant, around.variants)
        if near:  # any other game is one that is not installed here
            yield scenario.fault("variant", f"'{scenario.variant}'", f"one of {', '.join(around.variants)}", near)
        return
    found = [
        scenario.fault(address, oddity.found, oddity.expected, oddity.suggestion)
        for address, oddity in _named(scenario, rules)
        if oddity is not None
    ]
    yield from found or _set_up_faults(scenario, rules)


def _open_armies(scenario: Scenario) -> tuple[str, ...]:
    """Armies to which players have still to assign hexes."""
    terms = (terms for step in scenario.deployment for terms in step.armies)
    return tuple(army for own in terms for army in own.armies if army not in own.hexes)


def _named(scenario: Scenario, rules: Ruleset) -> Iterator[Named]:
    """Everything that a head names, with what is wrong with it."""
    yield from _turns(scenario, rules)
    yield from _rules_cited(scenario)
    sides = (*map(str, rules.variant.sides), str(NEUTRAL))
    yield "turns.player", _among(str(scenario.player), sides, "a side")
    for i, option in enumerate(scenario.options):
        yield f"options[{i}]", _among(option, rules.known_options, "an optional rule")
    for zone in scenario.weather:
        yield f"weather.{zone}", _among(zone, ("", *rules.board.column("weather_zone")), "a weather zone")
    for zone, weather in scenario.weather.items():
        known = sorted({name for _, name, _ in rules.charts.terrain_effects.mps})
        yield f"weather.{zone}", _among(weather, known, "the weather")
    yield from _terms("area.parts", scenario.area.parts, rules)
    yield from _terms("area.except", scenario.area.exceptions, rules)
    for i, ref in enumerate(scenario.area.bases):
        yield f"area.bases[{i}]", hex_oddity(ref, rules)
    for ref in scenario.built.airfields:
        yield f"built.airfields.{ref}", hex_oddity(ref, rules)
    for i, ref in enumerate(scenario.built.forts):
        yield f"built.forts[{i}]", hex_oddity(ref, rules)
    for i, own in enumerate(scenario.sides):
        yield f"sides[{i}].side", _among(str(own.side), sides, "a side")
        theaters = [theater.name for theater in rules.charts.regions.theaters if theater.side == own.side]
        yield from _each(f"sides[{i}].theaters", own.theaters, theaters, f"a theater of the {own.side} side")
        yield from _each(f"sides[{i}].limited", own.limited, own.theaters, "one of the theaters of the side")
        yield from _each(f"sides[{i}].forces", own.forces, [f.name for f in rules.charts.forces.forces], "a force")
        yield from _terms(f"sides[{i}].owns", own.owns, rules)
    for i, forces in enumerate(scenario.forces):
        known_obs = (*rules.orders_of_battle, *_obs_beside(scenario))
        yield f"forces[{i}].order_of_battle", _among(forces.order_of_battle, known_obs, "an order of battle")
    for i, change in enumerate(scenario.changes):
        yield f"changes[{i}].to", hex_oddity(change.to, rules)
    yield "area.north_limit", _hexrow_oddity(scenario.area.north_limit, rules)
    yield from _deployment(scenario, rules, sides)
    yield from _against_orders_of_battle(scenario, rules)


def _obs_beside(scenario: Scenario) -> list[str]:
    if scenario.home is None:
        return []
    folder = Path(str(scenario.home)) / "orders_of_battle"
    return [file.stem for file in folder.glob("*.ob")]


def _deployment(scenario: Scenario, rules: Ruleset, sides: tuple[str, ...]) -> Iterator[Named]:
    for i, step in enumerate(scenario.deployment):
        at = f"deployment[{i}]"
        yield f"{at}.player", _among(str(step.player), sides, "a side")
        for work in step.works:
            yield (
                f"{at}.works.{work}",
                _among(work, rules.charts.construction.works, "a work of the construction chart"),
            )
        for j, posting in enumerate(step.postings):
            yield from _terms(f"{at}.postings[{j}].within", posting.within, rules)
            yield from _terms(f"{at}.postings[{j}].except", posting.exceptions, rules)
            yield from _terms(f"{at}.postings[{j}].away_from", posting.away_from, rules)
            yield from _each(f"{at}.postings[{j}].types", posting.types, rules.types.types, "a unit type")
            for k, nation in enumerate(posting.nations):
                known = nation in rules.nations
                yield (
                    f"{at}.postings[{j}].nations[{k}]",
                    None if known else _among(nation, rules.nations.by_name, "a nation"),
                )
        for j, terms in enumerate(step.armies):
            yield from _terms(f"{at}.assign[{j}].within", terms.within, rules)
            yield f"{at}.assign[{j}].not_south_of", _hexrow_oddity(terms.not_south_of, rules)
            for army, ref in terms.hexes.items():
                yield f"{at}.assign[{j}].hexes.{army}", _among(army, terms.armies, "an army of the step")
                yield f"{at}.assign[{j}].hexes.{army}", hex_oddity(ref, rules)


def _against_orders_of_battle(scenario: Scenario, rules: Ruleset) -> Iterator[Named]:
    """Groups, theaters and armies of the set-up that no order of battle of the scenario has."""
    try:
        listed = [listing for forces in scenario.forces for listing in listings_of(forces, scenario, rules)]
    except EuropaError:
        return
    groups, theaters = {line.group for line in listed}, {line.theater for line in listed}
    for i, step in enumerate(scenario.deployment):
        for j, posting in enumerate(step.postings):
            at = f"deployment[{i}].postings[{j}]"
            yield from _each(f"{at}.groups", posting.groups, groups, "a group of the order of battle")
            yield from _each(f"{at}.theaters", posting.theaters, theaters, "a theater of the order of battle")
        for j, terms in enumerate(step.armies):
            at, armies = f"deployment[{i}].assign[{j}].armies", {line.army for line in listed}
            yield from _each(at, terms.armies, armies, "an army of the order of battle")


def _each(address: str, names: Iterable[str], known: Collection[str], what: str) -> Iterator[Named]:
    for i, name in enumerate(names):
        yield f"{address}[{i}]", _among(name, known, what)


def _hexrow_oddity(text: str, rules: Ruleset) -> Oddity | None:
    """What is wrong with a hexrow such as "26:3200", or "" for none."""
    sheet, _, row = text.partition(":")
    if not text or (sheet in rules.variant.sheets and row.isdecimal() and row.endswith("00")):
        return None
    return Oddity(f"'{text}'", f"a hexrow such as '{rules.variant.sheets[0]}:1500'")


def _turns(scenario: Scenario, rules: Ruleset) -> Iterator[Named]:
    yield "turns.first", turn_oddity(scenario.first, rules)
    yield "turns.last", turn_oddity(scenario.last, rules)
    if scenario.last < scenario.first:
        yield "turns.last", Oddity(f"'{scenario.last}'", f"a turn not before {scenario.first}")


def _rules_cited(scenario: Scenario) -> Iterator[Named]:
    matrix = load_matrix()
    cited = [("rules", scenario.by), ("victory", scenario.victory)]
    cited += [(f"deployment[{i}].rules", step.by) for i, step in enumerate(scenario.deployment)]
    for address, listed in cited:
        for i, rule in enumerate(listed):
            if rule.book in matrix.books and not matrix.exists(rule):
                yield f"{address}[{i}]", Oddity(f"'{rule}'", f"a rule of {rule.book}", matrix.nearest(str(rule)))


def _terms(address: str, terms: tuple[str, ...], rules: Ruleset) -> Iterator[Named]:
    for i, term in enumerate(terms):
        yield f"{address}[{i}]", term_oddity(term, rules)


def _among(name: str, known: Collection[str], what: str) -> Oddity | None:
    if name in known:
        return None
    shown = ", ".join(dict.fromkeys(filter(None, map(str, known))))
    return Oddity(f"'{name}'", f"{what}: one of {shown}", nearest(name, known))


def _set_up_faults(scenario: Scenario, rules: Ruleset) -> Iterator[Fault]:
    """Forces that stand where they may not, but for those that players have still to place or to assign hexes to."""
    rules = load(scenario.variant, options=scenario.options) if scenario.options else rules
    try:
        state = position_of(scenario, rules, deploying=True)
        refusals = rule_on_set_up(state, rules).refusals if scenario.deployment else ()
    except DataError as error:
        yield from error.faults
        return
    except EuropaError as error:
        yield scenario.fault(_address_in(str(error), scenario), str(error), "forces that can be set up")
        return
    still_open = tuple(f"{piece.id} " for piece in waiting(state))
    without_hex = tuple(f"no hex is assigned to {army}" for army in _open_armies(scenario))
    left = (r for r in refusals if not r.why.startswith(still_open) and not r.why.endswith(without_hex))
    for refusal in left:
        yield scenario.fault(_address_in(refusal.why, scenario), refusal.why, "forces that stand where they may")


def _address_in(message: str, scenario: Scenario) -> str:
    """The address of the part of a head that a message is about: a change of place that it names, else the set-up."""
    for i, change in enumerate(scenario.changes):
        if change.unit in message:
            return f"changes[{i}].to" if change.to in message else f"changes[{i}].unit"
    return "deployment"


def _is_scenario(place: Path) -> bool:
    return place.suffix == ".toml" and place.parent.name == FOLDER and place.is_file()


KIND = Kind("scenario", _is_scenario, scenario_faults)
