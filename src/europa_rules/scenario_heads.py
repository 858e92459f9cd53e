"""The head of a scenario (FoF 33, SF 41B): turns, sides, area, forces, options, set-up and victory.

Plain frozen values, as `scenario_reading` reads them from TOML; `setting_up` makes positions of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from attrs import field, frozen

from europa_rules.citations import Citations
from europa_rules.errors import Fault
from europa_rules.line_numbers import Lines
from europa_rules.provenance import Provenance
from europa_rules.sides import Side, Turn


def fault_at(file: str, lines: Lines, address: str, found: str, expected: str, suggestion: str = "") -> Fault:
    """A fault of a file at an address, with its line."""
    line = lines.of(address)
    return Fault(file, f"line {line}, {address}" if line else address, found, expected, suggestion)


@frozen
class ScenarioSide:
    """A side of a scenario.

    Attributes:
        side: its name.
        forces: the forces that it commands at the start, in the words of the rules.
        theaters: the theaters that it controls; empty where the game has none.
        limited: those of them that it controls in a limited way.
        owns: the ground that it owns at the start, as terms of regions ("country France", "hex 26:3530").
    """

    side: Side
    forces: tuple[str, ...] = ()
    theaters: tuple[str, ...] = ()
    owns: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()


@frozen
class Area:
    """The ground in play.

    Attributes:
        parts, exceptions: terms of regions; ground forces enter no hex outside.
        north_limit: the northernmost hexrow in play, as the books write it ("26:3200"), or "".
        bases: hexes outside that serve aircraft and ships only.
    """

    parts: tuple[str, ...] = ("anywhere",)
    exceptions: tuple[str, ...] = ()
    north_limit: str = ""
    bases: tuple[str, ...] = ()

    @property
    def is_whole_map(self) -> bool:
        """Whether nothing is left out."""
        return self.parts == ("anywhere",) and not self.exceptions and not self.north_limit


@frozen
class Forces:
    """A file of an order of battle, and which of its initial forces take part.

    Attributes:
        order_of_battle: the file's name in the folder `orders_of_battle`.
        turn: the turn whose initial forces are meant, where a file has several starts; "" for its only one.
        without: nations, groups or theaters whose initial forces are not set up, and places off the map.
    """

    order_of_battle: str
    turn: str = ""
    without: tuple[str, ...] = ()


@frozen
class ArmyHexes:
    """Armies whose players assign a hex to each, around which its units deploy (FoF 33B).

    Attributes:
        armies: the groups of the order of battle.
        within: terms of regions in which the hex must lie.
        not_south_of: the southernmost hexrow allowed ("16A:1500"), or "".
        hexes: what is assigned at the start, army by army.
    """

    armies: tuple[str, ...]
    within: tuple[str, ...]
    not_south_of: str = ""
    hexes: Mapping[str, str] = field(factory=dict, hash=False)


@frozen
class Posting:
    """Where some units may deploy. What is not named does not matter.

    Attributes:
        nations, groups, theaters: whose units are meant: names as in the order of battle; empty for any.
        kinds: "ground", "air", "naval"; empty for any.
        types: unit types, as in the unit identification chart; empty for any.
        free: whether the group bears an asterisk in the order of battle; None for either.
        listed: "hex": only in the hexes that the order of battle gives the unit's line; "district": in their districts;
            "" where the order of battle does not bind it.
        within: terms of regions in which the hex must lie.
        exceptions: terms of regions in which it must not lie.
        hexes_from_army: how far from the hex assigned to its army, in hexes; None where that does not matter.
        away_from: terms of regions from which the hex must be `away` hexes or more.
        away: how many.
    """

    nations: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()
    theaters: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    free: bool | None = None
    listed: str = ""
    within: tuple[str, ...] = ()
    exceptions: tuple[str, ...] = ()
    hexes_from_army: int | None = None
    away_from: tuple[str, ...] = ()
    away: int = 0


@frozen
class DeploymentStep:
    """A step of the set-up, in which one player deploys some of his forces.

    Attributes:
        name: what is deployed.
        player: who does.
        by: the rules.
        postings: where; the first that fits a unit counts, and units that none fits are not deployed in this step.
        armies: armies to which the player assigns hexes in this step.
        works: how many forts, airfields and the like he may place, by their names in the construction chart.
        most: the most units that he may redeploy in it, all of them deployed before; None for a first deployment.
    """

    name: str
    player: Side
    by: Citations
    postings: tuple[Posting, ...] = ()
    armies: tuple[ArmyHexes, ...] = ()
    works: Mapping[str, int] = field(factory=dict, hash=False)
    most: int | None = None


@frozen
class Built:
    """What stands on the map beside what is printed.

    Attributes:
        airfields: hex -> the capacity of its permanent airfield (air units).
        forts: hexes with forts.
    """

    airfields: Mapping[str, int] = field(factory=dict, hash=False)
    forts: tuple[str, ...] = ()


@frozen
class Change:
    """A place that the scenario gives a unit in place of the one of its order of battle.

    Attributes:
        unit: the id of the piece.
        to: the hex.
        why: why; what the place in the order of battle has against it.
    """

    unit: str
    to: str
    why: str


@frozen
class Scenario:
    """A scenario; see the module.

    Attributes:
        id: the word by which it is set up.
        title, summary: for people.
        variant: the game it belongs to.
        by: the rules that describe it.
        first, last: its first and last game turns.
        player: whose player turn comes first.
        ends: how else it ends, in sentences.
        sides: the sides.
        area: the ground in play.
        forces: the orders of battle.
        options: optional rules that it puts in force.
        events: what has happened before it begins, in the words of the rules.
        weather: zone -> the weather of the first turn; "" for everywhere.
        built: forts and airfields that stand at the start.
        deployment: the steps of the set-up.
        changes: places other than those of the order of battle.
        victory: the rule that judges the winner.
        notes: scenario rules, in sentences, that players keep themselves.
        missing: what the data lack, in sentences; empty for a scenario that is whole.
        provenance: where all that comes from.
        file: the file.
        home: the folder in which `orders_of_battle` lies.
    """

    id: str
    title: str
    variant: str
    by: Citations
    first: Turn
    last: Turn
    player: Side
    sides: tuple[ScenarioSide, ...]
    victory: Citations
    provenance: Provenance
    summary: str = ""
    ends: tuple[str, ...] = ()
    area: Area = Area()
    forces: tuple[Forces, ...] = ()
    options: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    weather: Mapping[str, str] = field(factory=dict, hash=False)
    built: Built = Built()
    deployment: tuple[DeploymentStep, ...] = ()
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    file: str = field(default="", eq=False)
    home: Path | Traversable | None = field(default=None, eq=False, repr=False)
    lines: Lines = field(default=Lines({}), eq=False, repr=False)

    def __str__(self) -> str:
        return f"{self.variant} {self.id}: {self.title}, {self.first} to {self.last}"

    @property
    def is_whole(self) -> bool:
        """Whether it can be set up: it has forces, and a set-up for them."""
        return bool(self.forces and self.deployment)

    def fault(self, address: str, found: str, expected: str, suggestion: str = "") -> Fault:
        """A fault of the file, at the line of an address such as "deployment[2].step"."""
        return fault_at(self.file, self.lines, address, found, expected, suggestion)
