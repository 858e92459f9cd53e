"""Abatement of harassment (FoF 22C, SF 43B2): phasing AA units that end their movement in a harassed hex.

Needs the AA units of a hex, two dice and the hits there; gives how many hits are ignored for the rest of the phase.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

from europa_rules.air.aa_strength import reckon_unit_aa
from europa_rules.air.facts import HARASSMENT_IGNORED
from europa_rules.air.harassment import hits_against
from europa_rules.citations import rule
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.numbers import Number, counted, show
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, record, throw
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import STAYS, FactKind, GameState, Obligation, Piece
from europa_rules.units import is_combat_motorized, is_position_aa

COMBAT, POSITION, INTRINSIC, NAVAL = "combat", "position", "intrinsic", "naval"
KINDS = (COMBAT, POSITION, INTRINSIC, NAVAL)
PHASES = ("movement", "exploitation")
_ONE, _ALL = 13, 19
"""The lowest totals at which one hit, and all hits, are ignored."""
_DICE = 2

ATTEMPTED = FactKind("abatement attempted", "phase", bool)
"""Whether AA has fired in a harassed hex in this phase (subject: the hex)."""


@frozen
class Abatement:
    """AA that is to fire against harassment.

    Attributes:
        kinds: what the AA belongs to, of KINDS.
        c_m: for each unit whether it is c/m.
        phase: the phase.
        earlier: AA attacks made in the hex in this phase.
        ends_move: whether the units end their movement for the phase in the hex.
        hits: harassment hits in the hex; None where they are not in question.
    """

    kinds: tuple[str, ...] = (COMBAT,)
    c_m: tuple[bool, ...] = ()
    phase: str = "movement"
    earlier: int = 0
    ends_move: bool = True
    hits: int | None = None


@rule("FoF 22C", "SF 43B2")
def rule_on_abatement(facts: Abatement, rules: Ruleset) -> Ruling:
    """Whether AA may fire against harassment: units, once in a hex and phase, in exploitation only c/m ones.

    >>> from europa_rules import load
    >>> print(rule_on_abatement(Abatement((POSITION,)), load("fof")))
    refused: position AA does not fire against harassment (FoF 22C). Possible: AA units and divisions with printed AA.
    """
    by = rules.cite("harassment-abatement")
    barred = [kind for kind in dict.fromkeys(facts.kinds) if kind != COMBAT]
    slow = facts.phase == "exploitation" and not all(facts.c_m)
    return (
        Ruling.all(
            Ruling.refuse(
                f"{kind} AA does not fire against harassment", by, possible="AA units and divisions with printed AA"
            )
            for kind in barred
        )
        & Ruling.refuse_if(
            facts.phase not in PHASES,
            f"nobody fires against harassment in the {facts.phase} phase",
            by,
            possible="in the movement or exploitation phase",
        )
        & Ruling.refuse_if(slow, "only c/m units fire in the exploitation phase", by, possible="c/m units")
        & Ruling.refuse_if(
            facts.earlier > 0, "AA has fired in the hex in this phase", by, possible="one AA attack in a hex and phase"
        )
        & Ruling.refuse_if(
            not facts.ends_move, "the units do not end their movement in the hex", by, possible="let them stay there"
        )
        & Ruling.refuse_if(facts.hits == 0, "there is no harassment in the hex", by, possible="fire in a harassed hex")
    )


@frozen
class Abated:
    """What comes of the fire: the total, the hits ignored for the rest of the phase, and those left."""

    total: Reckoning
    ignored: int
    left: int


@rule("FoF 22C", "SF 43B2")
def reckon_abatement(dice: int, aa: Number, hits: int, rules: Ruleset) -> Abated:
    """The roll with the AA strength: from 13 on one hit is ignored, from 19 on all are.

    >>> from europa_rules import load
    >>> found = reckon_abatement(10, 7, 2, load("sf"))
    >>> print(found.total, found.ignored, found.left)
    10 two dice | +7 AA strength (SF 43B2) | = 17 1 1
    """
    by = rules.cite("harassment-abatement")
    total = Reckoning.of(dice, "two dice").plus(aa, "AA strength", by)
    ignored = hits if total.value >= _ALL else min(hits, 1) if total.value >= _ONE else 0
    return Abated(total, ignored, hits - ignored)


# --- on the board ----------------------------------------------------------------------------------------------------


@frozen
class AbateHarassment:
    """The order to fire AA against the harassment of a hex.

    Attributes:
        units: ids of the units that fire; they stay there to the end of the phase.
        hex: the hex.
    """

    units: tuple[str, ...]
    hex: Hex


def kind_of(piece: Piece, rules: Ruleset) -> str:
    """What the AA of a piece is for this rule: that of the unit itself, position AA, or intrinsic."""
    if is_position_aa(piece.unit, rules.types):
        return POSITION
    return COMBAT if piece.unit.aa else INTRINSIC


def gather_abatement(order: AbateHarassment, player: Side, state: GameState, rules: Ruleset) -> Abatement:
    """The facts of AA that is ordered to fire against harassment. Raises UnknownName, UnknownHex."""
    pieces = [state.piece(unit) for unit in order.units]
    place = rules.board.place(order.hex)
    return Abatement(
        tuple(kind_of(piece, rules) for piece in pieces),
        tuple(is_combat_motorized(piece.unit, rules.types) for piece in pieces),
        state.moment.phase,
        int(state.recall(ATTEMPTED, place) is not None),
        all(piece.place == place for piece in pieces),
        hits_against(place, player, state, rules),
    )


@rule("FoF 22C", "SF 43B2")
def rule_on_abatement_order(order: AbateHarassment, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may fire against harassment with these units: by a rule that has to be in use."""
    by = rules.cite("harassment-abatement")
    pieces = [state.piece(unit) for unit in order.units]
    return (
        rules.rule_on_option(by.number, "harassment abatement is not in use", by)
        & Ruling.refuse_if(not order.units, "no unit fires", by, possible="name the units that fire")
        & Ruling.all(
            Ruling.refuse(f"{p.id} is not the player's", by, possible="name your own units")
            for p in pieces
            if p.side != player
        )
        & rule_on_abatement(gather_abatement(order, player, state, rules), rules)
    )


def _staying(units: Iterable[str], state: GameState, rules: Ruleset) -> GameState:
    """The state in which these units have ended their movement where they are."""
    by = rules.cite("harassment-abatement")
    for unit in units:
        duty = Obligation(f"{unit} stays in its hex to the end of the phase", "it fires against harassment", (by,))
        state = state.noting(STAYS, unit, duty)
    return state


@rule("FoF 22C", "SF 43B2")
def carry_out_abatement(order: AbateHarassment, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Roll two dice, add the AA strength, and let hits be ignored for the rest of the phase."""
    by = (rules.cite("harassment-abatement"),)
    place, pieces = rules.board.place(order.hex), [state.piece(unit) for unit in order.units]
    hits = hits_against(place, player, state, rules)
    strength = Reckoning.total("AA strength", [(p.id, reckon_unit_aa(p, state, rules)) for p in pieces], *by)
    state = _staying(order.units, state.noting(ATTEMPTED, place, True), rules)
    dice = yield from throw(_DICE, f"abatement of harassment in {place}", by, state)
    found = reckon_abatement(dice, strength.value, hits, rules)
    before = state.recall(HARASSMENT_IGNORED, place) or 0
    state = state.noting(HARASSMENT_IGNORED, place, before + found.ignored) if found.ignored else state
    verb = "fires" if len(order.units) == 1 else "fire"
    text = (
        f"{', '.join(order.units)} {verb} against harassment in {place}: {show(found.total.value)},"
        f" {counted(found.ignored, 'hit')} ignored"
    )
    ledgers = (("AA strength", strength), ("total", found.total))
    return (yield from record(Event(text, by, state, "harassment abated", ledgers)))
