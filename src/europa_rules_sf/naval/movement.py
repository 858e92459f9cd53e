"""Movement of naval groups (SF 28): MPs, combining and splitting, straits, rivers, and hexes with enemy groups.

Needs the hexes that a group would enter, what it has spent, and who is there; gives rulings and MPs. Routes by sea
stand in `sea_routes`, reaction in `reaction`, combat zones in `combat_zones`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.numbers import HALF, ZERO, Number, show
from europa_rules.permissions import Ruling
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules_sf.naval.groups import ALL_SEA, AT_SEA, CARGO, COASTAL

BY, BY_REACTION, BY_FUEL = Citation("SF", "28"), Citation("SF", "28A"), Citation("SF", "34B")
STEP_MPS = 30
"""MPs of a phasing naval group in a naval movement step."""

REACTION_MPS = 15
"""MPs of a non-phasing naval group that reacts."""

ENTRY_MPS = {ALL_SEA: 1, COASTAL: 2}
HEXSIDE_MPS = 1
HEX, HEXSIDE = "hex", "hexside"
LEAST_PARTS = 2
FROM_PORT = "port_in_hex"
FORCING = "28C-forcing-combat"
OFF_MAP_COST = "30A5-offmap-cost"


# --- MPs (SF 28, 34B) ------------------------------------------------------------------------------------------------


@rule("SF 28", "SF 28A", "SF 34B")
def reckon_allowance(phasing: bool, low_fuel: bool = False) -> Reckoning:
    """The MPs of a naval group in a naval movement step; in reaction if it is not phasing.

    >>> reckon_allowance(True).value, reckon_allowance(True, low_fuel=True).value
    (Fraction(30, 1), Fraction(15, 1))
    """
    allowance = (
        Reckoning.of(STEP_MPS, "in a step", BY) if phasing else Reckoning.of(REACTION_MPS, "in reaction", BY_REACTION)
    )
    return allowance.times(HALF, "low fuel", BY_FUEL) if low_fuel else allowance


@frozen
class NavalMove:
    """A naval group that would move.

    Attributes:
        entries: (kind of hex, how many) entered: "all_sea", "coastal" or another.
        spent: MPs that it has spent in the step before.
        allowance: its MPs in the step.
        phasing: whether it is the phasing player's. reacting: whether it makes a reaction movement.
    """

    entries: tuple[tuple[str, Number], ...]
    spent: Number = ZERO
    allowance: Number = STEP_MPS
    phasing: bool = True
    reacting: bool = False


@rule("SF 28", "SF 28A")
def reckon_move(facts: NavalMove) -> Reckoning:
    """The MPs that a naval group has spent in the step once it has moved; hexes that it cannot enter cost nothing."""
    spent = Reckoning.of(facts.spent, "MPs spent before", BY)
    for kind, number in facts.entries:
        spent = spent.plus(ENTRY_MPS.get(kind, 0) * number, f"{show(number)} {kind.replace('_', '-')}", BY)
    return spent


@rule("SF 28", "SF 28A")
def reckon_left(facts: NavalMove) -> Reckoning:
    """The MPs that a naval group has left in the step once it has moved; less than 0 where they do not suffice."""
    by = BY if facts.phasing else BY_REACTION
    return Reckoning.of(facts.allowance, "allowance", by).minus(reckon_move(facts).value, "spent", BY)


@rule("SF 28", "SF 28A")
def rule_on_move(facts: NavalMove) -> Ruling:
    """Whether a naval group may move so.

    >>> rule_on_move(NavalMove((("all_sea", 28), ("coastal", 1)))).allowed
    True
    >>> print(rule_on_move(NavalMove((("all_sea", 31),))))
    refused: 31 MPs are more than its 30 (SF 28). Possible: move on in another step.
    """
    closed = [kind.replace("_", " ") for kind, number in facts.entries if kind not in ENTRY_MPS and number]
    mps = reckon_move(facts).value
    by = (BY, BY_REACTION) if facts.reacting else (BY,)
    return Ruling.all(
        (
            Ruling.refuse_if(
                not (facts.phasing or facts.reacting),
                "a player moves his naval groups in the enemy player turn in reaction only",
                BY,
                possible="move it in your own player turn, or let it react",
            ),
            Ruling.refuse_if(
                bool(closed),
                f"naval groups do not enter {', '.join(closed)}",
                BY,
                possible="all-sea and coastal hexes",
            ),
            Ruling.refuse_if(
                mps > facts.allowance,
                f"{show(mps)} MPs are more than its {show(facts.allowance)}",
                *by,
                possible="move on in another step" if facts.phasing else "a shorter way",
            ),
        )
    )


@rule("SF 30A5", "SF 28")
def reckon_passage(distance: int, entry: str, rules: Ruleset) -> Reckoning:
    """The MPs of a passage between an off-map port and a map entry hex: one for each hex.

    distance: hexes by sea. entry: the kind of the entry hex.

    >>> from europa_rules import load
    >>> reckon_passage(26, "all_sea", load("sf")).value
    Fraction(27, 1)
    """
    mps = Reckoning.of(distance, "hexes off the map", Citation("SF", "30A5"))
    for point in rules.resting(OFF_MAP_COST):
        mps = mps.noting(rests_on=point)
    return mps if rules.reads(OFF_MAP_COST, "all-in") else mps.plus(ENTRY_MPS[entry], "entry hex", BY)


# --- combining and splitting (SF 28) ---------------------------------------------------------------------------------


@rule("SF 28")
def rule_on_combining(same_hex: bool) -> Ruling:
    """Whether phasing naval groups may combine: in one hex they may."""
    return Ruling.refuse_if(not same_hex, "the naval groups are in different hexes", BY, possible="meet in one hex")


@frozen
class StepMps:
    """MPs that a naval group has spent in a step, and those that it has left."""

    spent: Reckoning
    left: Reckoning


@rule("SF 28")
def reckon_combined(spent: Sequence[Number]) -> StepMps:
    """The MPs of the naval group that groups with so many MPs spent become: those of the one that has spent most.

    >>> reckon_combined((6, 20)).left.value
    Fraction(10, 1)
    """
    return _of_step(Reckoning.of(max(spent), "most MPs spent by any of them", BY))


@rule("SF 28")
def rule_on_splitting(parts: int | None) -> Ruling:
    """Whether a naval group may split into so many: into two or more.

    >>> [rule_on_splitting(parts).allowed for parts in (None, 1, 2)]
    [True, False, True]
    """
    return Ruling.refuse_if(
        parts is not None and parts < LEAST_PARTS,
        f"a naval group does not split into {parts}",
        BY,
        possible="two or more",
    )


@rule("SF 28")
def reckon_split(spent: Number) -> StepMps:
    """The MPs of each naval group into which one splits: those of the group that it was."""
    return _of_step(Reckoning.of(spent, "MPs spent by the group", BY))


def _of_step(spent: Reckoning) -> StepMps:
    return StepMps(spent, Reckoning.of(STEP_MPS, "in a step", BY).minus(spent.value, "spent", BY))


@rule("SF 28")
def reckon_merged(groups: Iterable[tuple[str, str]]) -> Reckoning:
    """How many phasing naval groups there are once the player turn ends: one at sea and one in port in each hex.

    groups: (hex, "at_sea" or "in_port") of each.

    >>> reckon_merged([("a", "at_sea"), ("a", "at_sea"), ("a", "in_port")]).value
    Fraction(2, 1)
    """
    return Reckoning.of(len(set(groups)), "at sea or in port in one hex", BY)


# --- straits and rivers (SF 28) --------------------------------------------------------------------------------------


@rule("SF 28")
def rule_on_narrow_straits(player: Side, owners: Sequence[Side]) -> Ruling:
    """Whether a naval group passes narrow straits: its player owns the hexes on both sides.

    >>> from europa_rules.sides import ALLIED, AXIS
    >>> rule_on_narrow_straits(ALLIED, (ALLIED, AXIS)).allowed
    False
    """
    return Ruling.refuse_if(
        any(owner != player for owner in owners),
        "the hexes on both sides of the narrow straits are not friendly-owned",
        BY,
        possible="gain both of them, or go round",
    )


@frozen
class RiverMove:
    """A naval group that would move along a river or canal.

    Attributes:
        group: its type, "cargo", "combat" or "mixed".
        path: what it enters in order: (kind of hex, or "hexside").
        banks_friendly: whether both hexes beside each hexside are friendly-owned.
        arrives: place in the path, counted from 0, of the first hexside beside the inland port; None for none.
    """

    path: tuple[str, ...]
    group: str = CARGO
    banks_friendly: bool = True
    arrives: int | None = None


def kinds_of(path: Iterable[Sequence[str]]) -> tuple[str, ...]:
    """What a way enters, of entries ("hex", its kind, its name) and ("hexside", its name).

    >>> kinds_of([("hex", "coastal", "17A:1520"), ("hexside", "17A:1520/1519")])
    ('coastal', 'hexside')
    """
    return tuple(entry[1] if entry[0] == HEX else entry[0] for entry in path)


@rule("SF 28")
def rule_on_river_move(facts: RiverMove) -> Ruling:
    """Whether a naval group may move so along a river or canal.

    >>> print(rule_on_river_move(RiverMove(("coastal", "hexside"), group="combat")))
    refused: a combat naval group does not move along rivers and canals (SF 28). Possible: a cargo naval group.
    """
    return Ruling.all(
        (
            Ruling.refuse_if(
                facts.group != CARGO,
                f"a {facts.group} naval group does not move along rivers and canals",
                BY,
                possible="a cargo naval group",
            ),
            Ruling.refuse_if(
                not facts.banks_friendly,
                "a hex beside the river or canal is not friendly-owned",
                BY,
                possible="gain both banks",
            ),
            Ruling.refuse_if(
                facts.arrives is not None and len(facts.path) > facts.arrives + 1,
                "it would go on beyond the first hexside beside the inland port",
                BY,
                possible="stop there",
            ),
        )
    )


@rule("SF 28")
def reckon_river_move(facts: RiverMove) -> Reckoning:
    """The MPs of a way along a river or canal, the hexes on the way to it among them.

    >>> reckon_river_move(RiverMove(("coastal", "hexside", "hexside"))).value
    Fraction(4, 1)
    """
    costs = {**ENTRY_MPS, HEXSIDE: HEXSIDE_MPS}
    parts = ((kind.replace("_", "-"), Reckoning.of(costs[kind], "entered", BY)) for kind in facts.path)
    return Reckoning.total("MPs of the way", parts, BY)


# --- hexes with enemy groups (SF 28, 28C) ----------------------------------------------------------------------------


@frozen
class Encounter:
    """A naval group that would enter the hex of an enemy naval group, or put to sea there.

    Attributes:
        mover: its type. origin: "adjacent", or "port_in_hex" if it puts to sea from the port of the hex.
        occupant: the type of the enemy group. occupant_state: "at_sea" or "in_port".
    """

    mover: str
    occupant: str
    occupant_state: str = AT_SEA
    origin: str = "adjacent"

    @property
    def is_sortie(self) -> bool:
        """Whether it puts to sea from a port that the enemy group blockades."""
        return self.origin == FROM_PORT

    @property
    def is_met_at_sea(self) -> bool:
        """Whether the enemy group is at sea."""
        return self.occupant_state == AT_SEA


@rule("SF 28")
def rule_on_encounter(facts: Encounter) -> Ruling:
    """Whether a naval group may enter the hex: not one with an enemy combat or mixed group at sea, but in a sortie.

    >>> rule_on_encounter(Encounter("cargo", "mixed")).allowed
    False
    >>> rule_on_encounter(Encounter("cargo", "mixed", origin="port_in_hex")).allowed
    True
    """
    return Ruling.refuse_if(
        facts.is_met_at_sea and facts.occupant != CARGO and not facts.is_sortie,
        f"an enemy {facts.occupant} naval group is at sea in the hex",
        BY,
        possible="a hex beside it",
    )


@rule("SF 28", "SF 28C")
def rule_on_meeting(facts: Encounter, rules: Ruleset) -> Ruling:
    """Whether naval combat with the enemy group in the hex follows; cargo groups pass each other by.

    >>> from europa_rules import load
    >>> rule_on_meeting(Encounter("cargo", "cargo"), load("sf")).allowed
    False
    >>> cargo = Encounter("combat", "cargo")
    >>> rule_on_meeting(cargo, load("sf")).allowed
    True
    >>> rule_on_meeting(cargo, load("sf", rulings={"sf-28C-forcing-combat": "letter"})).allowed
    False
    """
    if not facts.is_met_at_sea:
        return Ruling.refuse("a naval group at sea ignores enemy groups in port", BY, possible="meet it at sea")
    if facts.occupant != CARGO:
        return Ruling.allow()
    ignored = Citation("SF", "28C")
    if facts.mover == CARGO:
        return Ruling.refuse("cargo naval groups ignore each other", ignored)
    forced = not rules.reads(FORCING, "either-zone")
    return Ruling(rests_on=rules.resting(FORCING)) & Ruling.refuse_if(
        forced, "a cargo naval group has no combat zone", ignored
    )


@rule("SF 28")
def is_blockaded(facts: Encounter) -> bool:
    """Whether the port of the hex, and what is in port there, is blockaded: a naval group and its enemy's port meet.

    >>> is_blockaded(Encounter("combat", "cargo", "in_port")), is_blockaded(Encounter("combat", "cargo"))
    (True, False)
    """
    return facts.is_sortie or not facts.is_met_at_sea
