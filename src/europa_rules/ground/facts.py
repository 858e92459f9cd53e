"""What the ground rules remember, and the facts of a unit in combat that several of them share."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from attrs import field, frozen

from europa_rules.hexes import Hex
from europa_rules.sides import Side
from europa_rules.state import FactKind, Piece
from europa_rules.units import Unit, label, named


def between(a: Hex, b: Hex) -> str:
    """The name of the hexside between two hexes, whichever is named first.

    >>> between(Hex("16A:1507"), Hex("16A:1506"))
    '16A:1506/16A:1507'
    """
    return "/".join(sorted((a, b)))


# --- memory: subject -> value ---

MPS_SPENT = FactKind("MPs spent", "phase", Fraction)
"""MPs that a piece has spent in this phase (subject: the piece)."""

MOVED_BY = FactKind("moved by", "phase", str)
"""How a piece has moved in this phase: "regular", "one-hex", "admin", "overrun" (subject: the piece)."""

ATTACKED = FactKind("attacked", "phase", Hex)
"""The hex that a piece has attacked in this combat phase (subject: the piece)."""

WAS_ATTACKED = FactKind("was attacked", "phase", Hex)
"""The hex in which a piece was attacked in this combat phase (subject: the piece)."""

RETREATED_BEFORE = FactKind("retreated before combat", "phase", bool)
"""Whether defenders have retreated before the combat in a hex in this combat phase (subject: the hex)."""

RETREATED_INTO = FactKind("retreated into", "phase", Hex)
"""The hex into which a piece retreated in this combat phase (subject: the piece)."""

LOST_ZOC = FactKind("lost ZOC", "phase", str)
"""Why a piece has no ZOC for the rest of the phase (subject: the piece)."""

CARRIED_ON = FactKind("carried on", "phase", str)
"""The id of the movement counter that carries a piece to the end of the phase (subject: the piece)."""

FORTIFICATION = FactKind("fortification", "game", str)
"""What is left of a hex's printed fortification, or built there: a name of the fortifications chart, "" for nothing."""

HEXSIDES_DESTROYED = FactKind("fortified hexsides destroyed", "game", bool)
"""Whether the fortified hexsides of a hex are destroyed (subject: the hex)."""

TERRAIN_NOW = FactKind("terrain now", "game", str)
"""The terrain of a hex, with nothing over it, where events have made it another than the map's (subject: the hex)."""

BRIDGE_DOWN = FactKind("bridge demolished", "game", bool)
"""Whether the bridge over a hexside is demolished (subject: the hexside, as `between` names it)."""

BRIDGE_HITS = FactKind("bombing hits on a bridge", "game", int)
"""Bombing hits on a bridge that stands, until it is repaired (subject: the hexside, as `between` names it)."""

WATER = FactKind("rivers", "game turn", str)
"""The state of the rivers of a weather zone, where it is another than "open" (subject: the zone)."""

REVERTS = FactKind("reverts", "game", str)
"""The side to whom a hex reverts when the units that hold it leave (subject: the hex)."""


AIRFIELD = FactKind("airfield", "game", int)
"""The capacity of a hex's permanent airfield now, in place of the printed one; 0 for none (subject: the hex)."""

TEMPORARY_AIRFIELD = FactKind("temporary airfield", "game", Side)
"""The side that has a temporary airfield in a hex (subject: the hex)."""

AIRBASE_HITS = FactKind("airbase hits", "game", int)
"""Hits of damage on the airbase of a hex (subject: the hex)."""

PORT_HITS = FactKind("port hits", "game", int)
"""Hits of damage on the port of a hex (subject: the hex)."""

PORT_DESTROYED = FactKind("port destroyed", "game", bool)
"""Whether the port of a hex is destroyed and not rebuilt (subject: the hex)."""

RAIL_BROKEN = FactKind("rail line broken", "game", bool)
"""Whether the rail line in a hex is broken (subject: the hex)."""


@frozen
class UnderWay:
    """A piece of construction work that takes turns, and has been begun.

    Attributes:
        work: its row of the construction chart.
        hex: where it goes on.
        side: whose it is.
        builders: ids of the pieces that work on it.
        left: good-weather turns of work that are left.
        pace: what each turn takes off them.
        at_once: whether its builders finish it in the next movement phase, by MPs.
        labor: the hex of the city whose civilians help, or "".
    """

    work: str
    hex: Hex
    side: Side
    builders: tuple[str, ...]
    left: Fraction
    pace: Fraction
    at_once: bool = False
    labor: str = ""


UNDER_WAY = FactKind("construction under way", "game", UnderWay)
"""Work that is going on (subject: the first of its builders)."""

WORKED = FactKind("worked", "player turn", str)
"""The work by turns that a piece has done or begun in this player turn (subject: the piece)."""

LABOR_USED = FactKind("civilian labor", "player turn", str)
"""The piece that has used the civilian labor of a city hex in this player turn (subject: the hex)."""


# --- rail movement and bridges (rule 7): a net and a side, or a piece, are named together by `on_net` ---


def on_net(net: str, who: str) -> str:
    """The subject of a fact about a side, or a piece, on a rail net.

    >>> on_net("Sicily", "Axis")
    'Sicily: Axis'
    """
    return f"{net}: {who}"


RAIL_USED = FactKind("rail capacity used", "player turn", Fraction, is_tally=True)
"""REs that a piece has counted against a net's capacity in this player turn (subject: the net and the piece)."""

LOW_VOLUME_USED = FactKind("used a low-volume line", "player turn", bool)
"""Whether a piece has used a low-volume line in this player turn (subject: the piece)."""

STRATEGIC_RAIL = FactKind("used strategic rail", "player turn", bool)
"""Whether a piece has used strategic rail movement in this player turn (subject: the piece)."""

RAIL_RIDDEN = FactKind("rail hexes ridden", "phase", int)
"""Rail hexes of the ride that a piece is on, where it matters that the ride goes on (subject: the piece)."""

BESIDE_ENEMY = FactKind("been beside an enemy", "phase", bool)
"""Whether a piece that moved by rail has been beside an enemy unit in this phase (subject: the piece)."""

RAIL_CAPACITY = FactKind("rail capacity", "game", Fraction)
"""A side's permanent capacity on a net now, in place of that at start (subject: the net and the side)."""

RAIL_RAISED = FactKind("rail capacity raised", "player turn", Fraction)
"""REs by which a side has raised a net's capacity for this player turn (subject: the net and the side)."""

RAIL_POINTS = FactKind("resource points for rail capacity", "phase", Fraction)
"""Resource points that a side has spent in this phase to build up a net (subject: the net and the side)."""

OWNER_BEFORE = FactKind("owner as the player turn began", "player turn", Side)
"""Who owned a hex as the player turn began, where that has changed (subject: the hex)."""

BRIDGE_OWNER = FactKind("bridge owner", "game", Side)
"""Who was the last to own a bridge (subject: the hexside, as `between` names it)."""

OVER_BRIDGE = "over a seized bridge"
"""In the situation of a combatant that attacks across a seized bridge: the hexside that it ignores."""

BRIDGE_SEIZED = FactKind("bridge seized", "player turn", str)
"""The phase in which a bridge was seized in this player turn (subject: the hexside, as `between` names it)."""

SEIZURE_TRIED = FactKind("tried to seize bridges", "player turn", int)
"""How often a piece has tried to seize a bridge in this player turn (subject: the piece)."""

BRIDGE_MPS = FactKind("MPs spent on a bridge", "phase", Fraction)
"""MPs that units have spent in this phase to demolish a bridge (subject: the hexside, as `between` names it)."""


STANDS_ASIDE = "stands aside"
"""Situation of a unit: why it does nothing where it is, though it shares the fate of the others there."""


@frozen
class Combatant:
    """A unit in a combat, on the board or off it.

    Attributes:
        unit: its printed facts.
        id: its id, or "".
        stands_in: the hex it fights from (any word that tells hexes apart).
        hexside: features of the hexside it attacks across.
        water: the state of the water at that hexside; "" where it is as in the hex attacked.
        across_border: whether that hexside is a border (None where nobody asks).
        retreated_here: whether it retreated into the hex in this combat phase.
        has_attacked: whether it has attacked in this phase.
        was_attacked: whether it has been attacked in this phase.
        participates: False for a unit of the attacker's that stands by.
        elections: capability category -> "neutral", where the owner treats a half-capable unit so.
        situation: further facts for contributed rules, by name.
        distance: hexes to the attacked hex.
    """

    unit: Unit
    id: str = ""
    stands_in: str = ""
    hexside: tuple[str, ...] = ()
    across_border: bool | None = None
    retreated_here: bool = False
    has_attacked: bool = False
    was_attacked: bool = False
    participates: bool = True
    elections: Mapping[str, str] = field(factory=dict, hash=False)
    situation: Mapping[str, str] = field(factory=dict, hash=False)
    distance: int = 1
    water: str = ""

    def __attrs_post_init__(self) -> None:
        if self.id:
            object.__setattr__(self, "unit", named(self.unit, self.id))

    @property
    def name(self) -> str:
        """What it is called: its id, or else what its counter says."""
        return self.id or label(self.unit) or "the unit"

    @property
    def adds_nothing(self) -> str:
        """Why it adds nothing to the defense of its hex, though it shares the fate of the others; "" if it does."""
        return "retreated here in this phase" if self.retreated_here else self.situation.get(STANDS_ASIDE, "")


@frozen
class BrokenDown:
    """A unit that has been broken down: what is kept of it until it is assembled (rule 15).

    Attributes:
        piece: the unit as it stood.
        row: the row of the breakdown chart.
        components: ids of the pieces that stand for it.
    """

    piece: Piece
    row: str
    components: tuple[str, ...]


BROKEN_DOWN = FactKind("broken down", "game", BrokenDown)
"""A unit that waits on the breakdown chart while its components are in play (subject: the unit)."""


@frozen
class Ground:
    """The ground that is attacked, entered or stacked in.

    Attributes:
        terrain: its terrain.
        overlays: bocage, canal_intensive, ravines.
        city: size of its city, or "".
        fortification: type of its fortification, or "".
        strength: the number printed with it, or 0.
        condition: its condition ("improved", "unimproved"), or "".
        weather: the weather there.
        country: its country, or "".
        water: "open", "frozen" or "flooding": the state of its rivers, lakes and swamps.
    """

    terrain: str = "clear"
    overlays: tuple[str, ...] = ()
    city: str = ""
    fortification: str = ""
    strength: int = 0
    condition: str = ""
    weather: str = "clear"
    country: str = ""
    water: str = "open"


@frozen
class Attempt:
    """An attack under way: what its steps hand on to one another.

    Attributes:
        attackers, defenders: ids of the pieces.
        target: the attacked hex.
        result: the combat result once it is known.
        odds: the odds column.
        used: armor category -> proportion that a side used, for required losses, as text "n/d".
        lost: strength lost so far, by side "attacker" / "defender".
        must_retreat: ids of pieces that still have to retreat.
        cleared: whether the hex is cleared of enemy units.
        elected: pieces, half capable of armor or antitank effects, that count as neutral (rule 10E).
        support: "gs", "das", "attack_naval", "defense_naval" -> strength points, as text "n/d".
    """

    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    target: Hex
    result: str = ""
    odds: str = ""
    used: tuple[tuple[str, str], ...] = ()
    lost: tuple[tuple[str, str], ...] = ()
    must_retreat: tuple[str, ...] = ()
    cleared: bool = False
    elected: tuple[str, ...] = ()
    support: tuple[tuple[str, str], ...] = ()


ATTEMPT = FactKind("attack under way", "phase", Attempt)
"""The attack that is being carried out (subject: "")."""

IN_POOL = FactKind("in the replacement pool", "game", Piece, is_tally=True)
"""A unit that was eliminated, at its full strength, where it was last (subject: the piece; FoF 29B, SF 40B)."""

CORE_FACTS: tuple[FactKind[Any], ...] = (
    MPS_SPENT,
    MOVED_BY,
    ATTACKED,
    WAS_ATTACKED,
    RETREATED_BEFORE,
    RETREATED_INTO,
    LOST_ZOC,
    CARRIED_ON,
    BROKEN_DOWN,
    FORTIFICATION,
    HEXSIDES_DESTROYED,
    TERRAIN_NOW,
    BRIDGE_DOWN,
    BRIDGE_HITS,
    WATER,
    REVERTS,
    AIRFIELD,
    TEMPORARY_AIRFIELD,
    AIRBASE_HITS,
    PORT_HITS,
    PORT_DESTROYED,
    RAIL_BROKEN,
    UNDER_WAY,
    WORKED,
    LABOR_USED,
    RAIL_USED,
    LOW_VOLUME_USED,
    STRATEGIC_RAIL,
    RAIL_RIDDEN,
    BESIDE_ENEMY,
    RAIL_CAPACITY,
    RAIL_RAISED,
    RAIL_POINTS,
    OWNER_BEFORE,
    BRIDGE_OWNER,
    BRIDGE_SEIZED,
    SEIZURE_TRIED,
    BRIDGE_MPS,
    ATTEMPT,
    IN_POOL,
)
"""Every kind of fact of the ground rules, for reading saves."""
