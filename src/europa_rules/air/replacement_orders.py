"""Air replacement on the board (rule 25): what the phasing player orders at the start of his initial phase.

Needs the air units of a side and what is remembered of its organizations; gives the step "air replacement" with the
orders to regroup, withdraw, place, repair and replace air units.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from attrs import evolve, frozen

from europa_rules.air.air_replacement import (
    REPAIR,
    REPLACE,
    AirbaseForArrivals,
    ArpsAtHand,
    ArpsSpent,
    Regroupable,
    carry_arps,
    charge_withdrawal,
    is_start_of_cycle,
    pay_debt,
    reckon_arp_cost,
    reckon_withdrawal,
    rule_on_arrival,
    rule_on_regrouping,
    rule_on_spending,
)
from europa_rules.air.airbases import FRIENDLY, airbases_of, gather_base_use, rule_on_base
from europa_rules.air.facts import FLYING
from europa_rules.citations import rule
from europa_rules.contributions import Source
from europa_rules.ground.isolation import is_judged, isolated_hexes
from europa_rules.hexes import Hex
from europa_rules.ledger import Reckoning
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.sides import Side
from europa_rules.state import ABORTED, ELIMINATED, OPERATIVE, AirPiece, FactKind, GameState

OPENING, POINTS = "air replacement", "air replacement points received"
NOTHING = Fraction(0)

# --- what is remembered ----------------------------------------------------------------------------------------------


@frozen
class ArpAccount:
    """The air replacement points of an organization.

    Attributes:
        allowance: received for the current air cycle.
        remaining: left.
        carried: kept of the cycle before.
        debt: owed for withdrawals.
        paid: paid of what was owed, in this initial phase.
        spent: spent on repairs and replacements in this initial phase.
    """

    allowance: Fraction = NOTHING
    remaining: Fraction = NOTHING
    carried: Fraction = NOTHING
    debt: Fraction = NOTHING
    paid: Fraction = NOTHING
    spent: Fraction = NOTHING


ARPS = FactKind("air replacement points", "game", ArpAccount)
"""The air replacement points of an organization (subject: "side: organization")."""

ARP_ALLOWANCE = FactKind("ARP allowance", "game", Fraction)
"""The ARPs that an organization receives at the start of each air cycle (subject: "side: organization")."""

ARRIVING = FactKind("air reinforcement", "game", bool)
"""That an air unit waits to be placed as a reinforcement (subject: the air unit, which is not in play until then)."""

WITHDRAWALS = FactKind("air withdrawals due", "game", int)
"""How many air units of a model or type an organization must withdraw (subject: "side: organization: model")."""

BEGUN = FactKind("air replacement has begun", "step", bool)
"""That air replacement is going on, though nothing may be left to do (subject: "")."""

REPLACEMENT_FACTS: tuple[FactKind[ArpAccount] | FactKind[Fraction] | FactKind[bool] | FactKind[int], ...] = (
    ARPS,
    ARP_ALLOWANCE,
    ARRIVING,
    WITHDRAWALS,
    BEGUN,
)


def account_name(side: Side, organization: str) -> str:
    """The subject under which an organization's points are remembered; its commands, in brackets, share them.

    >>> account_name(Side("Allied"), "USAAF"), account_name(Side("Allied"), "RAF (Fighter Command)")
    ('Allied: USAAF', 'Allied: RAF')
    """
    return f"{side}: {organization.partition(' (')[0]}"


def _account(piece: AirPiece) -> str:
    return account_name(piece.side, piece.organization)


def account_of(piece: AirPiece, state: GameState) -> ArpAccount:
    """The points of an air unit's organization."""
    return state.recall(ARPS, _account(piece)) or ArpAccount()


def _with_account(piece: AirPiece, account: ArpAccount, state: GameState) -> GameState:
    return state.noting(ARPS, _account(piece), account)


def _at_hand(account: ArpAccount) -> ArpsAtHand:
    return ArpsAtHand(account.allowance, account.remaining, account.carried, account.paid, account.spent)


def is_arriving(piece: AirPiece, state: GameState) -> bool:
    """Whether an air unit waits to be placed as a reinforcement."""
    return state.recall(ARRIVING, piece.id) is True


# --- orders ----------------------------------------------------------------------------------------------------------


@frozen
class RegroupAirUnits:
    """The order to regroup two aborted air units: `keeps` arrives at an airbase, `loses` is eliminated."""

    keeps: str
    loses: str
    to: Hex


@frozen
class RestoreAirUnit:
    """The order to repair an aborted air unit, or to replace an eliminated one, at an airbase."""

    unit: str
    to: Hex


@frozen
class PlaceAirUnit:
    """The order to place an air reinforcement at an airbase."""

    unit: str
    to: Hex


@frozen
class WithdrawAirUnit:
    """The order to withdraw an air unit; `successor`: the reinforcement that takes its place at its airbase, or ""."""

    unit: str
    successor: str = ""


def gather_arrival(to: Hex, side: Side, state: GameState, rules: Ruleset, piece: AirPiece) -> AirbaseForArrivals:
    """The facts of an airbase at which an air unit would arrive."""
    use = gather_base_use(piece, to, state, rules)
    present = [p for p in state.air_at(to) if not p.unit.rating.towed and state.recall(FLYING, p.id) is None]
    isolated = is_judged(rules) and to in isolated_hexes(side, state, rules)
    return AirbaseForArrivals(FRIENDLY if use.is_friendly else "enemy", isolated, use.capacity, len(present))


def _rule_on_arriving(unit: str, to: Hex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    piece, place = state.air_piece(unit), rules.board.place(to)
    return (
        Ruling.refuse_if(
            piece.side != player, f"{unit} is not the player's", rules.cite("25"), possible="name your own air units"
        )
        & rule_on_base(gather_base_use(piece, place, state, rules), rules)
        & rule_on_arrival(gather_arrival(place, player, state, rules, piece), rules)
    )


def _regroupable(piece: AirPiece) -> Regroupable:
    return Regroupable(piece.unit.model, piece.unit.rating, piece.status)


@rule("FoF 25A", "SF 25A")
def rule_on_regroup_order(order: RegroupAirUnits, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may regroup two of his air units so."""
    one, other = state.air_piece(order.keeps), state.air_piece(order.loses)
    by = rules.cite("25A")
    return (
        Ruling.refuse_if(
            order.keeps == order.loses, "an air unit does not regroup with itself", by, possible="name two air units"
        )
        & Ruling.refuse_if(
            other.side != player, f"{other.id} is not the player's", by, possible="name your own air units"
        )
        & Ruling.refuse_if(
            _account(one) != _account(other),
            "they belong to different organizations",
            rules.cite("25"),
            possible="two of one organization",
        )
        & rule_on_regrouping(_regroupable(one), _regroupable(other), rules)
        & _rule_on_arriving(order.keeps, order.to, player, state, rules)
    )


def action_for(piece: AirPiece) -> str:
    """What brings an air unit back: "repair" for an aborted one, "replace" for an eliminated one, "" for others."""
    return {ABORTED: REPAIR, ELIMINATED: REPLACE}.get(piece.status, "")


@rule("FoF 25D", "SF 25D")
def rule_on_restore_order(order: RestoreAirUnit, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may repair or replace an air unit: his debts come first."""
    piece, by = state.air_piece(order.unit), rules.cite("25D")
    action = action_for(piece)
    if not action or is_arriving(piece, state):
        what = "waits to be placed as a reinforcement" if is_arriving(piece, state) else f"is {piece.status}"
        return Ruling.refuse(f"{piece.id} {what}", by, possible="an aborted or eliminated air unit")
    account = account_of(piece, state)
    spent = ArpsSpent(
        _at_hand(account),
        int(action == REPLACE),
        int(action == REPAIR),
        state.moment.phase,
        player == state.phasing,
    )
    owed = account.debt > 0 or any(True for _ in _costly_withdrawals(piece, state, rules))
    return (
        Ruling.refuse_if(
            owed, "ARPs are owed for withdrawals, and are spent on them first", rules.cite("25B"), possible="withdraw"
        )
        & rule_on_spending(spent, rules)
        & _rule_on_arriving(order.unit, order.to, player, state, rules)
    )


@frozen
class AirReinforcement:
    """An air reinforcement that is to be placed, for contributed rules: its id, the hex, and the board."""

    unit: str
    to: Hex
    state: GameState
    rules: Ruleset


@rule("FoF 25C", "SF 25C")
def rule_on_place_order(order: PlaceAirUnit, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may place a reinforcement so."""
    piece = state.air_piece(order.unit)
    return Ruling.refuse_if(
        not is_arriving(piece, state),
        f"{piece.id} is no reinforcement that waits",
        rules.cite("25C"),
        possible="name one that waits to be placed",
    ) & _rule_on_reinforcement(order.unit, order.to, player, state, rules)


def _rule_on_reinforcement(unit: str, to: Hex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a reinforcement may enter play at an airbase."""
    facts = AirReinforcement(unit, rules.board.place(to), state, rules)
    return _rule_on_arriving(unit, to, player, state, rules) & rules.forbid("air reinforcement", facts)


# --- withdrawals -----------------------------------------------------------------------------------------------------


def _due(piece: AirPiece, state: GameState) -> Iterator[str]:
    """The withdrawals due that an air unit would meet, by subject."""
    account = _account(piece)
    wanted = (piece.unit.model, piece.unit.rating.full_type)
    for subject, number in state.all_facts(WITHDRAWALS).items():
        name, _, what = subject.rpartition(": ")
        if number > 0 and name == account and what in wanted:
            yield subject


def _meeting(subject: str, state: GameState) -> tuple[AirPiece, ...]:
    """The air units that would meet a withdrawal; reinforcements that wait are none of them."""
    return tuple(p for p in state.air.values() if not is_arriving(p, state) and subject in tuple(_due(p, state)))


def _sources(subject: str, state: GameState) -> tuple[int, int, int]:
    """How many air units would meet a withdrawal: in play, aborted, eliminated."""
    pieces = _meeting(subject, state)
    in_play = sum(p.is_in_play for p in pieces)
    return in_play, sum(p.status == ABORTED for p in pieces), sum(p.status == ELIMINATED for p in pieces)


def _costly_withdrawals(piece: AirPiece, state: GameState, rules: Ruleset) -> Iterator[str]:
    """Withdrawals due of an air unit's organization that will cost ARPs."""
    account = _account(piece)
    for subject in state.all_facts(WITHDRAWALS):
        is_own = subject.rpartition(": ")[0] == account
        if is_own and reckon_withdrawal(*_sources(subject, state), rules).arps.value > 0:
            yield subject


def _successors(piece: AirPiece, state: GameState) -> tuple[str, ...]:
    """The reinforcements that can take the place of an air unit in play that is withdrawn: those of its type."""
    return tuple(
        p.id
        for p in state.air.values()
        if is_arriving(p, state)
        and _account(p) == _account(piece)
        and p.unit.rating.full_type == piece.unit.rating.full_type
    )


@rule("FoF 25B", "FoF 25C", "SF 25B", "SF 25C")
def rule_on_withdraw_order(order: WithdrawAirUnit, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may withdraw an air unit so: one in play if possible, with one of its type in its place."""
    piece, by = state.air_piece(order.unit), rules.cite("25B")
    subject = next(_due(piece, state), None)
    if piece.side != player or subject is None or is_arriving(piece, state):
        return Ruling.refuse(
            f"no withdrawal of {piece.id} is due",
            by,
            possible="name an air unit of a model or type that is to be withdrawn",
        )
    source = reckon_withdrawal(*_sources(subject, state), rules).source
    is_source = piece.is_in_play if source not in (ABORTED, ELIMINATED) else piece.status == source
    able = _successors(piece, state) if piece.is_in_play else ()
    return Ruling.refuse_if(
        not is_source, f"{piece.id} is {piece.status}", by, possible=f"withdraw one that is {source}"
    ) & Ruling.refuse_if(
        (bool(able) or bool(order.successor)) and order.successor not in able,
        "a reinforcement of its type takes the place of each air unit in play that is withdrawn",
        rules.cite("25C"),
        possible=f"name {' or '.join(able)}" if able else "name none",
    )


def may_go_on(state: GameState, rules: Ruleset) -> Ruling:
    """Whether air replacement may end: all withdrawals that can be made have been made."""
    due = (
        subject
        for subject in state.all_facts(WITHDRAWALS)
        if subject.startswith(f"{state.phasing}: ") and _meeting(subject, state)
    )
    by = rules.cite("25B")
    return Ruling.all(Ruling.refuse(f"a withdrawal is due: {subject}", by, possible="withdraw it") for subject in due)


# --- carrying orders out ---------------------------------------------------------------------------------------------


def _arrives(unit: str, to: Hex, state: GameState, rules: Ruleset) -> GameState:
    piece = state.air_piece(unit)
    return state.forgetting(ARRIVING, unit).with_air(evolve(piece, place=rules.board.place(to), status=OPERATIVE))


@rule("FoF 25A", "SF 25A")
def carry_out_regroup(order: RegroupAirUnits, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Of two air units one arrives as a reinforcement, the other is eliminated."""
    state = _arrives(order.keeps, order.to, state, rules)
    state = state.with_air(evolve(state.air_piece(order.loses), status=ELIMINATED))
    text = f"{order.keeps} and {order.loses} regroup: {order.keeps} arrives at {order.to}, {order.loses} is eliminated"
    return (yield from record(Event(text, (rules.cite("25A"),), state, "air units regrouped")))


@rule("FoF 25D", "SF 25D")
def carry_out_restore(order: RestoreAirUnit, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An air unit is repaired or replaced, and its organization pays."""
    piece = state.air_piece(order.unit)
    action, account = action_for(piece), account_of(piece, state)
    cost = reckon_arp_cost(int(action == REPLACE), int(action == REPAIR), rules)
    paid = evolve(account, remaining=account.remaining - cost.value, spent=account.spent + cost.value)
    state = _arrives(order.unit, order.to, _with_account(piece, paid, state), rules)
    done = {REPLACE: "replaced", REPAIR: "repaired"}[action]
    text = f"{order.unit} is {done} and arrives at {order.to}; {paid.remaining} ARPs left"
    return (yield from record(Event(text, (rules.cite("25D"),), state, f"air unit {done}", (("ARPs", cost),))))


@rule("FoF 25C", "SF 25C")
def carry_out_place(order: PlaceAirUnit, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A reinforcement arrives."""
    state = _arrives(order.unit, order.to, state, rules)
    text = f"{order.unit} arrives at {order.to}"
    return (yield from record(Event(text, (rules.cite("25C"),), state, "air reinforcement")))


@rule("FoF 25B", "SF 25B")
def carry_out_withdraw(order: WithdrawAirUnit, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """An air unit leaves play; what it costs is paid, or owed."""
    piece = state.air_piece(order.unit)
    subject = next(_due(piece, state))
    price = reckon_withdrawal(*_sources(subject, state), rules).arps
    if order.successor:
        state = _arrives(order.successor, piece.place, state, rules)
    state = _charged(piece, price, state, rules)
    left = (state.recall(WITHDRAWALS, subject) or 1) - 1
    state = state.noting(WITHDRAWALS, subject, left) if left else state.forgetting(WITHDRAWALS, subject)
    state = evolve(state, air=state.air.drop(piece.id))
    instead = f"; {order.successor} takes its place" if order.successor else ""
    text = f"{piece.id} is withdrawn{instead}"
    return (yield from record(Event(text, (rules.cite("25B"),), state, "air unit withdrawn", (("ARPs", price),))))


def _charged(piece: AirPiece, price: Reckoning, state: GameState, rules: Ruleset) -> GameState:
    if not price.value:
        return state
    account = account_of(piece, state)
    payment = charge_withdrawal(account.remaining, price.value, rules)
    charged = evolve(
        account,
        remaining=Fraction(payment.left),
        debt=account.debt + payment.debt,
        paid=account.paid + payment.paid,
    )
    return _with_account(piece, charged, state)


# --- what could be ordered -------------------------------------------------------------------------------------------


def _off_map(player: Side, state: GameState) -> list[AirPiece]:
    return [piece for piece in state.air.values() if piece.side == player and not piece.is_in_play]


def withdrawals_to_make(player: Side, state: GameState, rules: Ruleset) -> Iterator[WithdrawAirUnit]:
    """The orders by which a player's withdrawals can be met."""
    for piece in state.air.values():
        if piece.side == player and not is_arriving(piece, state) and any(_due(piece, state)):
            able = _successors(piece, state) if piece.is_in_play else ()
            yield from (WithdrawAirUnit(piece.id, other) for other in able or ("",))


def withdrawal_that_helps(player: Side, state: GameState, rules: Ruleset) -> WithdrawAirUnit | None:
    """A withdrawal that a player may make now, so that air replacement can end; None for none."""
    orders = withdrawals_to_make(player, state, rules)
    return next((order for order in orders if rule_on_withdraw_order(order, player, state, rules).allowed), None)


def placements_to_make(player: Side, state: GameState, rules: Ruleset) -> Iterator[PlaceAirUnit]:
    """The orders by which a player's air reinforcements can be placed."""
    for piece in _off_map(player, state):
        if is_arriving(piece, state):
            yield from (PlaceAirUnit(piece.id, base) for base in airbases_of(player, state, rules))


def restorations_to_make(player: Side, state: GameState, rules: Ruleset) -> Iterator[RestoreAirUnit]:
    """The orders by which a player's aborted and eliminated air units can be repaired and replaced."""
    for piece in _off_map(player, state):
        if action_for(piece) and not is_arriving(piece, state):
            yield from (RestoreAirUnit(piece.id, base) for base in airbases_of(player, state, rules))


def regroupings_to_make(player: Side, state: GameState, rules: Ruleset) -> Iterator[RegroupAirUnits]:
    """The orders by which a player's aborted air units can regroup in pairs."""
    aborted = [piece for piece in _off_map(player, state) if piece.status == ABORTED]
    for one, other in combinations(aborted, 2):
        if rule_on_regrouping(_regroupable(one), _regroupable(other), rules).allowed:
            yield from (RegroupAirUnits(one.id, other.id, base) for base in airbases_of(player, state, rules))


def sensible_replacements(
    player: Side, state: GameState, rules: Ruleset
) -> Iterator[WithdrawAirUnit | PlaceAirUnit | RestoreAirUnit]:
    """What a player does who uses his points: withdrawals first, then reinforcements, replacements and repairs."""
    if state.recall(BEGUN, ""):
        yield from withdrawals_to_make(player, state, rules)
        yield from placements_to_make(player, state, rules)
        yield from restorations_to_make(player, state, rules)


def advice(book: str) -> Source:
    """That automatic players think of air replacement, cited from a game's book."""
    return Source("air replacement", "sensible orders", f"{book} 25", sensible_replacements)


# --- the step --------------------------------------------------------------------------------------------------------


@rule("FoF 25D", "SF 25D")
def begin_phase(account: ArpAccount, allowance: Fraction, starts_cycle: bool, rules: Ruleset) -> ArpAccount:
    """An organization's points at the start of an initial phase: those received, and its debts paid of them.

    >>> from europa_rules import load
    >>> begin_phase(ArpAccount(remaining=Fraction(3)), Fraction(7), True, load("sf")).remaining
    Fraction(9, 1)
    """
    account = evolve(account, paid=NOTHING, spent=NOTHING)
    if not starts_cycle:
        return account
    carried = Fraction(carry_arps(account.remaining, rules).carried)
    payment = pay_debt(account.debt, carried + allowance)
    return evolve(
        account,
        allowance=allowance,
        carried=carried,
        remaining=Fraction(payment.left),
        debt=Fraction(payment.debt),
        paid=Fraction(payment.paid),
    )


@rule("FoF 25D", "SF 25D")
def receive_points(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player's organizations receive the points of an air cycle that begins, and pay what they owe."""
    starts = is_start_of_cycle(state.moment.turn, rules)
    names = sorted({*state.all_facts(ARP_ALLOWANCE), *state.all_facts(ARPS)})
    for name in names:
        if not name.startswith(f"{state.phasing}: "):
            continue
        before = state.recall(ARPS, name) or ArpAccount()
        after = begin_phase(before, state.recall(ARP_ALLOWANCE, name) or NOTHING, starts, rules)
        state = state.noting(ARPS, name, after)
        if starts:
            text = f"{name}: {after.allowance} ARPs for the air cycle, {after.remaining} at hand, {after.debt} owed"
            state = yield from record(Event(text, (rules.cite("25D"),), state, "ARPs received"))
    return state


def _has_business(state: GameState) -> bool:
    """Whether the phasing player has anything to order."""
    own = [piece for piece in state.air.values() if piece.side == state.phasing]
    prefix = f"{state.phasing}: "
    due = any(n > 0 and s.startswith(prefix) for s, n in state.all_facts(WITHDRAWALS).items())
    return due or any(not piece.is_in_play for piece in own)


@rule("FoF 16C1", "FoF 25", "SF 16C1", "SF 25")
def replace_air_units(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """The phasing player performs all air replacement activities; who waits in vain to be placed is lost."""
    if not _has_business(state) and not state.recall(BEGUN, ""):
        return state
    by, state = (rules.cite("25"),), state.noting(BEGUN, "", True)
    player = state.phasing
    state = yield from opening(
        OPENING,
        (player,),
        by,
        state,
        lambda after: may_go_on(after, rules),
        suggest=lambda after: withdrawal_that_helps(player, after, rules),
    )
    lost = [p for p in state.air.values() if is_arriving(p, state) and p.side == state.phasing]
    for piece in lost:
        state = state.forgetting(ARRIVING, piece.id).with_air(evolve(piece, status=ELIMINATED))
        text = f"{piece.id} cannot enter play and is eliminated"
        state = yield from record(Event(text, (rules.cite("25C"),), state, "air unit eliminated"))
    return state
