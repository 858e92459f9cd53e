"""Passages between the seas (SF 34A1, 34A2): Gibraltar, and the Kaiser Wilhelm canal.

Needs who passes from which sea zone to which, the ports of the canal and its banks; gives rulings and MPs.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from europa_rules.citations import Citation, rule
from europa_rules.ledger import Reckoning
from europa_rules.nations import normal
from europa_rules.permissions import Ruling
from europa_rules.sides import ALLIED, Side
from europa_rules_sf.naval.groups import CARGO
from europa_rules_sf.naval.movement import HEXSIDE_MPS

BY_GIBRALTAR, BY_CANAL, BY = Citation("SF", "34A1"), Citation("SF", "34A2"), Citation("SF", "28")
GIBRALTAR, CANAL = "gibraltar", "kaiser_wilhelm_canal"
JOINED = {GIBRALTAR: frozenset({"atlantic", "mediterranean"}), CANAL: frozenset({"baltic", "atlantic"})}
"""The two sea zones that each passage joins."""

SHORT = {"kaiser_wilhelm": CANAL}
"""Shorter names of the passages."""


@frozen
class CanalPort:
    """A port at an end of the canal: its owner, and whether it functions."""

    owner: Side
    is_functioning: bool = True


@frozen
class Passage:
    """A naval group that would pass from one sea zone to another.

    Attributes:
        player: whose it is.
        origin, to: the sea zones.
        via: "Gibraltar" or "Kaiser Wilhelm canal".
        ports: the ports of the canal by name; those that are not told are friendly-owned and function.
        banks_friendly: whether the hexes on both sides of the canal are friendly-owned.
    """

    player: Side
    origin: str
    to: str
    via: str
    ports: Mapping[str, CanalPort] = field(factory=dict)
    banks_friendly: bool = True

    @property
    def way(self) -> str:
        """The passage, as `JOINED` names it."""
        return SHORT.get(normal(self.via), normal(self.via))


@rule("SF 34A1", "SF 34A2")
def rule_on_passage(facts: Passage) -> Ruling:
    """Whether a naval group may pass between the two sea zones so.

    >>> rule_on_passage(Passage(ALLIED, "Atlantic", "Mediterranean", "Gibraltar")).allowed
    True
    >>> rule_on_passage(Passage(ALLIED, "Atlantic", "Mediterranean", "Suez")).allowed
    False
    >>> rule_on_passage(Passage(ALLIED, "Atlantic", "Baltic", "Kaiser Wilhelm canal")).allowed
    True
    """
    joined = JOINED.get(facts.way)
    if joined is None:
        why = f"no passage leads from the {facts.origin} to the {facts.to} by {facts.via}"
        return Ruling.refuse(why, BY_GIBRALTAR, BY_CANAL, possible="Gibraltar, or the Kaiser Wilhelm canal")
    astray = Ruling.refuse_if(
        joined != {normal(facts.origin), normal(facts.to)},
        f"{facts.via} does not join the {facts.origin} and the {facts.to}",
        BY_GIBRALTAR if facts.way == GIBRALTAR else BY_CANAL,
        possible=" and ".join(sorted(zone.title() for zone in joined)),
    )
    return astray & (_rule_on_gibraltar(facts) if facts.way == GIBRALTAR else _rule_on_canal(facts))


def _rule_on_gibraltar(facts: Passage) -> Ruling:
    return Ruling.refuse_if(
        facts.player != ALLIED, "only the Allied player passes Gibraltar", BY_GIBRALTAR, possible="stay in the zone"
    )


def _rule_on_canal(facts: Passage) -> Ruling:
    lost = [name for name, port in facts.ports.items() if port.owner != facts.player]
    closed = [name for name, port in facts.ports.items() if not port.is_functioning]
    return Ruling.all(
        (
            Ruling.refuse_if(
                bool(lost), f"{', '.join(lost)} is not friendly-owned", BY_CANAL, possible="own both canal ports"
            ),
            Ruling.refuse_if(
                bool(closed), f"{', '.join(closed)} does not function", BY_CANAL, possible="repair the port first"
            ),
            Ruling.refuse_if(
                not facts.banks_friendly,
                "a hex beside the canal is not friendly-owned",
                BY_CANAL,
                possible="own both banks",
            ),
        )
    )


@frozen
class CanalMove:
    """A naval group that would move on canal hexsides.

    Attributes:
        is_kaiser_wilhelm: whether it is that canal. group: type of the group. hexsides: how many it enters.
        starts_combat: whether it would initiate naval combat.
    """

    is_kaiser_wilhelm: bool = True
    group: str = CARGO
    hexsides: int = 1
    starts_combat: bool = False


@rule("SF 28", "SF 34A2")
def rule_on_canal_move(facts: CanalMove) -> Ruling:
    """Whether a naval group may move so on canal hexsides.

    >>> rule_on_canal_move(CanalMove(group="combat")).allowed, rule_on_canal_move(CanalMove(False, "combat")).allowed
    (True, False)
    """
    return Ruling.refuse_if(
        not facts.is_kaiser_wilhelm and facts.group != CARGO,
        f"a {facts.group} naval group does not move along canals",
        BY,
        possible="a cargo naval group, or the Kaiser Wilhelm canal",
    ) & Ruling.refuse_if(
        facts.is_kaiser_wilhelm and facts.starts_combat,
        "a group on the canal does not move so as to initiate naval combat",
        BY_CANAL,
        possible="move clear of enemy combat zones",
    )


@rule("SF 28", "SF 34A2")
def reckon_canal_move(facts: CanalMove) -> Reckoning:
    """The MPs of a move on canal hexsides."""
    return Reckoning.of(HEXSIDE_MPS, "a canal hexside", BY).times(facts.hexsides, "hexsides", BY)
