"""Setting up (FoF 30, 33; SF 41A): orders by which the players of a scenario deploy their forces before the first turn.

Needs the scenario, what the order of battle says of each piece, and where it is put; gives every reason why it may not
stand there, and whether a step of the set-up may end. Pieces that are not on the map yet wait in the record.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from attrs import evolve, frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import fits_terms, place_at
from europa_rules.citations import Citations, rule
from europa_rules.contributions import Source
from europa_rules.errors import StateError, unknown
from europa_rules.ground.closed_ground import CLOSED
from europa_rules.ground.ownership import hex_owner
from europa_rules.ground.stacking import rule_on_all_stacks
from europa_rules.ground.works import reckon_air_basing
from europa_rules.hexes import BOX, Hex
from europa_rules.permissions import Ruling
from europa_rules.procedure import Event, Procedure, opening, record
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import ArmyHexes, DeploymentStep, Posting, Scenario
from europa_rules.sides import NEUTRAL, Side, are_enemies
from europa_rules.slots import DEPLOYMENT
from europa_rules.state import AirPiece, FactKind, GameState, Moment, Piece

AnyPiece = Piece | AirPiece


@frozen
class Listing:
    """What an order of battle says of a piece that is to be deployed.

    Attributes:
        nation: the code of the nation that it stands under.
        group: its army, command or other group.
        theater: its theater, or "".
        free: whether the group bears the asterisk of free deployment.
        hexes: where its line places it; () where the line leaves that open.
    """

    nation: str = ""
    group: str = ""
    theater: str = ""
    free: bool = False
    hexes: tuple[Hex, ...] = ()

    @property
    def army(self) -> str:
        """The group as hexes are assigned to it: "fr 4th Army"."""
        return f"{self.nation} {self.group}".strip()


SCENARIO = FactKind("scenario", "game", str)
"""The scenario that is played (subject: "")."""

LISTED = FactKind("listed in the order of battle", "game", Listing)
"""What the order of battle says of a piece (subject: the piece); forgotten when play begins."""

WAITING = FactKind("waits to be deployed", "game", Piece)
"""A piece that is not on the map yet (subject: the piece)."""

WAITING_AIR = FactKind("air unit waits to be deployed", "game", AirPiece)
"""An air unit that is not on the map yet (subject: the air unit)."""

ARMY_HEX = FactKind("hex assigned to an army", "game", Hex)
"""The hex around which the units of an army deploy (subject: the army); forgotten when play begins."""

STOOD_IN = FactKind("stood in before it was redeployed", "step", Hex)
"""Where a piece stood that has been redeployed in this step (subject: the piece)."""

FACTS = (SCENARIO, LISTED, WAITING, WAITING_AIR, ARMY_HEX, STOOD_IN)


# --- orders ----------------------------------------------------------------------------------------------------------


@frozen
class Deploy:
    """The order to put units of one's own into a hex, whether they wait or stand elsewhere.

    Attributes:
        units: ids of the pieces.
        to: the hex.
    """

    units: tuple[str, ...]
    to: Hex


@frozen
class Undeploy:
    """The order to take units of one's own off the map again.

    Attributes:
        units: ids of the pieces.
    """

    units: tuple[str, ...]


@frozen
class AssignHex:
    """The order to assign a hex to an army, around which its units deploy (FoF 33B).

    Attributes:
        army: the group of the order of battle.
        to: the hex.
    """

    army: str
    to: Hex


# --- which step, and which posting -----------------------------------------------------------------------------------


def scenario_of(state: GameState, rules: Ruleset) -> Scenario | None:
    """The scenario that is played, or None in a game that began from a position."""
    name = state.recall(SCENARIO, "")
    return rules.scenario(name) if name else None


def _need_scenario(state: GameState, rules: Ruleset) -> Scenario:
    scenario = scenario_of(state, rules)
    if scenario is None:
        raise StateError("the game was not set up from a scenario, so that nothing is deployed in it")
    return scenario


def current_step(state: GameState, rules: Ruleset) -> DeploymentStep:
    """The step of the set-up that a state stands at. Raises UnknownName outside a set-up."""
    steps = _need_scenario(state, rules).deployment
    found = [step for step in steps if step.name == state.moment.step]
    if state.moment.phase != DEPLOYMENT or not (found or steps):
        raise unknown("step of the set-up", state.moment.step, [step.name for step in steps])
    return (*found, *steps)[0]


def kind_of_piece(piece: AnyPiece) -> str:
    """Ground or air, as postings have it."""
    return "air" if isinstance(piece, AirPiece) else "ground"


def _fits(posting: Posting, piece: AnyPiece, listing: Listing, rules: Ruleset) -> bool:
    nations = {rules.nations.find(name).code for name in posting.nations}
    return (
        (not nations or (listing.nation or piece.unit.nation) in nations)
        and (not posting.groups or listing.group in posting.groups)
        and (not posting.theaters or listing.theater in posting.theaters)
        and (not posting.kinds or kind_of_piece(piece) in posting.kinds)
        and (not posting.types or (isinstance(piece, Piece) and piece.unit.type in posting.types))
        and posting.free in (None, listing.free)
    )


def _first_that_fits(step: DeploymentStep, piece: AnyPiece, listing: Listing, rules: Ruleset) -> Posting | None:
    return next((posting for posting in step.postings if _fits(posting, piece, listing, rules)), None)


def posting_of(
    piece: AnyPiece, listing: Listing, scenario: Scenario, rules: Ruleset
) -> tuple[DeploymentStep, Posting] | None:
    """The step in which a piece is deployed first, and where it may stand; None if the scenario leaves it out."""
    for step in scenario.deployment:
        if step.most is None and (posting := _first_that_fits(step, piece, listing, rules)):
            return step, posting
    return None


# --- where a piece may stand -----------------------------------------------------------------------------------------


@frozen
class DeploymentFacts:
    """A piece in a hex of the set-up, as far as the rules of deployment ask.

    Attributes:
        piece: its id. by: the rules of its step.
        hex: the hex or box. is_land: whether units can stand there.
        side: the side that the piece fights on. owner: who owns the hex.
        at_home: whether the hex lies in the piece's own country.
        with_enemies: whether enemy pieces stand there.
        listed: the hexes that its line gives, where it is bound to them; None where it is not.
        within: the ground that it is bound to, in words, or "". is_within: whether the hex lies in it.
        army: its army, where it must stand near the hex assigned to it.
        army_hex: that hex, or "" if none is assigned yet. army_distance: hexes from there. army_limit: the most.
        border: the ground that it must keep away from, in words, or "". is_away: whether it does. away: by how many.
    """

    piece: str
    hex: Hex
    by: Citations
    side: Side
    owner: Side
    is_land: bool = True
    at_home: bool = True
    with_enemies: bool = False
    listed: tuple[Hex, ...] | None = None
    within: str = ""
    is_within: bool = True
    army: str = ""
    army_hex: str = ""
    army_distance: int = 0
    army_limit: int = 0
    border: str = ""
    is_away: bool = True
    away: int = 0


@rule("FoF 30", "FoF 33A", "FoF 33B", "SF 41A")
def rule_on_deployment(facts: DeploymentFacts) -> Ruling:
    """Whether a piece may be set up in a hex, as far as the hex goes; every reason against it."""
    return (
        Ruling.refuse_if(not facts.is_land, f"{facts.piece}: {facts.hex} has no land to stand on", *facts.by)
        & _rule_on_owner(facts)
        & _rule_on_listed(facts)
        & Ruling.refuse_if(
            not facts.is_within,
            f"{facts.piece}: {facts.hex} lies outside {facts.within}",
            *facts.by,
            possible=f"deploy it in {facts.within}",
        )
        & _rule_on_army(facts)
        & Ruling.refuse_if(
            not facts.is_away,
            f"{facts.piece}: {facts.hex} is less than {facts.away} hexes from {facts.border}",
            *facts.by,
            possible=f"deploy it {facts.away} or more hexes from {facts.border}",
        )
    )


def _rule_on_owner(facts: DeploymentFacts) -> Ruling:
    stranger = facts.side == NEUTRAL and not facts.at_home
    why = f"{facts.piece}: {facts.hex} is {'not in its country' if stranger else f'{facts.owner}-owned'}"
    foreign = stranger or facts.owner != facts.side
    return Ruling.refuse_if(
        foreign, why, *facts.by, possible=f"deploy it in a hex owned by its side ({facts.side})"
    ) & Ruling.refuse_if(facts.with_enemies, f"{facts.piece}: enemy units stand in {facts.hex}", *facts.by)


def _rule_on_listed(facts: DeploymentFacts) -> Ruling:
    if facts.listed is None or facts.hex in facts.listed:
        return Ruling.allow()
    hexes = ", ".join(facts.listed) or "no hex"
    why = f"{facts.piece}: {facts.hex} is not where its order of battle places it"
    return Ruling.refuse(why, *facts.by, possible=f"deploy it in {hexes}")


def _rule_on_army(facts: DeploymentFacts) -> Ruling:
    if not facts.army:
        return Ruling.allow()
    if not facts.army_hex:
        return Ruling.refuse(f"{facts.piece}: no hex is assigned to {facts.army}", *facts.by)
    return Ruling.refuse_if(
        facts.army_distance > facts.army_limit,
        f"{facts.piece}: {facts.hex} is {facts.army_distance} hexes from {facts.army_hex}, the hex of {facts.army}",
        *facts.by,
        possible=f"deploy it within {facts.army_limit} hexes of {facts.army_hex}",
    )


# --- from the board --------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def hexes_within(
    terms: tuple[str, ...], exceptions: tuple[str, ...], events: frozenset[str], rules: Ruleset
) -> frozenset[Hex]:
    """The hexes of the board that lie in ground described by terms of regions, without the exceptions."""
    found = []
    for ref in rules.board.hexes:
        place = place_at(ref, rules)
        if fits_terms(terms, place, events, rules) and not fits_terms(exceptions, place, events, rules):
            found.append(ref)
    boxes = (box for box in rules.board.boxes if f"hex {box}" in terms)
    return frozenset((*found, *boxes))


@lru_cache(maxsize=64)
def _hexes_near(terms: tuple[str, ...], less_than: int, events: frozenset[str], rules: Ruleset) -> frozenset[Hex]:
    """The hexes less than so many hexes from ground described by terms."""
    near = hexes_within(terms, (), events, rules)
    edge = near
    for _ in range(less_than - 1):
        edge = frozenset(ref for here in edge for ref in rules.board.neighbors_of(here)) - near
        near |= edge
    return near


def describe_terms(terms: Sequence[str], exceptions: Sequence[str] = ()) -> str:
    """Terms of regions in words.

    >>> describe_terms(["country France"], ["district Corse"])
    'France without Corse'
    """
    named = " or ".join(term.partition(" ")[2] or term for term in terms)
    without = " and ".join(term.partition(" ")[2] or term for term in exceptions)
    return f"{named} without {without}" if without else named


def is_in_play(ref: Hex, scenario: Scenario, rules: Ruleset) -> bool:
    """Whether a hex lies in the ground that a scenario has in play (SF 41B)."""
    return ref in playing_area(scenario, rules)


@lru_cache(maxsize=16)
def playing_area(scenario: Scenario, rules: Ruleset) -> frozenset[Hex]:
    """The hexes that ground forces may enter in a scenario."""
    area, board = scenario.area, rules.board
    found = hexes_within(area.parts, area.exceptions, frozenset(scenario.events), rules)
    if not area.north_limit:
        return found
    sheet, _, row = area.north_limit.partition(":")
    return frozenset(ref for ref in found if not board.grid.is_north_of(ref, int(row), sheet))


def gather_deployment(piece: AnyPiece, to: Hex, state: GameState, rules: Ruleset) -> DeploymentFacts:
    """The facts of a piece in a hex of the set-up, as the board stands."""
    scenario = _need_scenario(state, rules)
    listing = state.recall(LISTED, piece.id) or Listing()
    found = posting_of(piece, listing, scenario, rules)
    step, posting = found if found else (current_step(state, rules), Posting())
    events = happened(state)
    is_box = to.startswith(BOX)
    country = "" if is_box else rules.board.country(to)
    facts = DeploymentFacts(
        piece.id,
        to,
        step.by,
        piece.side,
        piece.side if is_box else hex_owner(to, state, rules),
        is_land=is_box or rules.board.has_land(to),
        at_home=is_box or country == rules.nations.by_code[piece.unit.nation].country,
        with_enemies=not is_box and any(are_enemies(other.side, piece.side) for other in state.at(to)),
        listed=listing.hexes if posting.listed == "hex" else None,
    )
    facts = _with_ground(facts, posting, scenario, events, rules)
    facts = _with_district(facts, posting, listing, rules)
    return _with_army(facts, posting, listing, state, rules)


def _with_ground(
    facts: DeploymentFacts, posting: Posting, scenario: Scenario, events: frozenset[str], rules: Ruleset
) -> DeploymentFacts:
    """The facts of the ground to which a posting, or the scenario, binds its units."""
    if posting.away_from and facts.hex in _hexes_near(posting.away_from, posting.away, events, rules):
        facts = evolve(facts, border=describe_terms(posting.away_from), is_away=False, away=posting.away)
    if posting.within and facts.hex not in hexes_within(posting.within, posting.exceptions, events, rules):
        return evolve(facts, within=describe_terms(posting.within, posting.exceptions), is_within=False)
    in_play = facts.hex.startswith(BOX) or facts.hex in scenario.area.bases or is_in_play(facts.hex, scenario, rules)
    return facts if in_play else evolve(facts, within="the area in play", is_within=False)


def _with_district(facts: DeploymentFacts, posting: Posting, listing: Listing, rules: Ruleset) -> DeploymentFacts:
    """The facts of the districts to which a posting binds its units."""
    if posting.listed != "district" or facts.hex in listing.hexes:
        return facts
    districts = sorted({rules.board.district(ref) for ref in listing.hexes if not ref.startswith(BOX)})
    inside = not facts.hex.startswith(BOX) and rules.board.district(facts.hex) in districts
    return facts if inside else evolve(facts, within=" or ".join(districts), is_within=False)


def _with_army(
    facts: DeploymentFacts, posting: Posting, listing: Listing, state: GameState, rules: Ruleset
) -> DeploymentFacts:
    if posting.hexes_from_army is None:
        return facts
    hex_ = state.recall(ARMY_HEX, listing.army)
    if hex_ is None:
        return evolve(facts, army=listing.army)
    return evolve(
        facts,
        army=listing.army,
        army_hex=hex_,
        army_distance=rules.board.distance(hex_, facts.hex),
        army_limit=posting.hexes_from_army,
    )


# --- rulings on orders -----------------------------------------------------------------------------------------------


def find_piece(piece_id: str, state: GameState) -> AnyPiece:
    """A piece or an air unit, on the map or waiting. Raises UnknownName with the nearest right id."""
    for found in (
        state.pieces.get(piece_id),
        state.air.get(piece_id),
        state.recall(WAITING, piece_id),
        state.recall(WAITING_AIR, piece_id),
    ):
        if found is not None:
            return found
    raise unknown("piece", piece_id, [*state.pieces, *state.air, *state.all_facts(WAITING)])


def waiting(state: GameState) -> tuple[AnyPiece, ...]:
    """Everything that is not on the map yet."""
    return (*state.all_facts(WAITING).values(), *state.all_facts(WAITING_AIR).values())


def _is_waiting(piece: AnyPiece, state: GameState) -> bool:
    return piece.id not in state.pieces and piece.id not in state.air


def _rule_on_turn(piece: AnyPiece, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether it is this piece's turn to be deployed."""
    step = current_step(state, rules)
    listing = state.recall(LISTED, piece.id) or Listing()
    if step.most is not None and piece.side == player and _first_that_fits(step, piece, listing, rules):
        return Ruling.allow()
    scenario = _need_scenario(state, rules)
    found = posting_of(piece, listing, scenario, rules)
    if found is None:
        return Ruling.refuse(f"{piece.id} is not deployed in this scenario", *step.by)
    own, _ = found
    return Ruling.refuse_if(
        own.name != step.name,
        f"{piece.id} is not deployed now ({step.name})",
        *own.by,
        possible=f"{own.player} deploys it with {own.name}",
    )


@rule("SF 41A")
def _rule_on_most(pieces: Sequence[AnyPiece], state: GameState, rules: Ruleset) -> Ruling:
    """Whether no more units are redeployed in a step than may be."""
    step = current_step(state, rules)
    if step.most is None:
        return Ruling.allow()
    moved = {*state.all_facts(STOOD_IN), *(piece.id for piece in pieces)}
    why = f"{len(moved)} units would be redeployed; at most {step.most} may be"
    return Ruling.refuse_if(len(moved) > step.most, why, *step.by)


@rule("FoF 30", "SF 41A")
def rule_on_deploy(order: Deploy, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may put these pieces there: his turn, the hex, and the stacking limit afterwards."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("forces are deployed before the first turn", rules.cite("setting-up"))
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    to = rules.board.place(order.to)
    each = (
        _rule_on_turn(piece, player, state, rules) & rule_on_deployment(gather_deployment(piece, to, state, rules))
        for piece in pieces
    )
    after = _put(pieces, to, state)
    return Ruling.all(each) & _rule_on_most(pieces, state, rules) & _rule_on_place(to, pieces, after, rules)


def _rule_on_place(to: Hex, pieces: Iterable[AnyPiece], after: GameState, rules: Ruleset) -> Ruling:
    sides = {piece.side for piece in pieces if isinstance(piece, Piece)}
    only = evolve(after, pieces=after.pieces.drop(*(i for i, p in after.pieces.items() if p.place != to)))
    stacks = Ruling.all(rule_on_all_stacks(side, only, rules) for side in sorted(sides))
    return stacks & _rule_on_airbase(to, after, rules)


@rule("FoF 17A", "SF 17A")
def _rule_on_airbase(ref: Hex, state: GameState, rules: Ruleset) -> Ruling:
    """Whether the air units in a hex have an airbase there; any number of them may stand at one."""
    units = state.air_at(ref)
    if not units or ref.startswith(BOX) or reckon_air_basing(ref, state, rules).value:
        return Ruling.allow()
    why = f"{', '.join(unit.id for unit in units)}: there is no airbase in {ref}"
    return Ruling.refuse(why, rules.cite("17A"), possible="deploy them at a city or an airfield")


@rule("FoF 30", "SF 41A")
def rule_on_undeploy(order: Undeploy, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may take these pieces off the map again."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("forces are taken back before the first turn only", rules.cite("setting-up"))
    step = current_step(state, rules)
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    return Ruling.all(
        _rule_on_turn(piece, player, state, rules)
        & Ruling.refuse_if(_is_waiting(piece, state), f"{piece.id} is not on the map", *step.by)
        & Ruling.refuse_if(step.most is not None, f"{piece.id} may be redeployed, not taken back", *step.by)
        for piece in pieces
    )


@rule("FoF 33B")
def rule_on_assign(order: AssignHex, player: Side, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a player may assign this hex to this army."""
    if state.moment.phase != DEPLOYMENT:
        return Ruling.refuse("hexes are assigned to armies before the first turn only", rules.cite("setting-up"))
    step = current_step(state, rules)
    terms = next((terms for terms in step.armies if order.army in terms.armies), None)
    if terms is None:
        names = [army for terms in step.armies for army in terms.armies]
        why = f"no hex is assigned to {order.army!r} now"
        return Ruling.refuse(why, *step.by, possible=f"assign one to {', '.join(names)}" if names else "")
    return rule_on_army_hex(order.army, rules.board.place(order.to), terms, step.by, rules)


def rule_on_army_hex(army: str, ref: Hex, terms: ArmyHexes, by: Citations, rules: Ruleset) -> Ruling:
    """Whether a hex may be that of an army."""
    ground = describe_terms(terms.within)
    outside = ref not in hexes_within(terms.within, (), frozenset(), rules)
    ruling = Ruling.refuse_if(
        outside, f"{army}: {ref} lies outside {ground}", *by, possible=f"assign a hex in {ground}"
    )
    if not terms.not_south_of:
        return ruling
    sheet, _, row = terms.not_south_of.partition(":")
    too_far = not rules.board.grid.is_on_or_north_of(ref, int(row), sheet)
    return ruling & Ruling.refuse_if(too_far, f"{army}: {ref} lies south of hexrow {row}", *by)


# --- effects ---------------------------------------------------------------------------------------------------------


def _put(pieces: Iterable[AnyPiece], to: Hex, state: GameState) -> GameState:
    for piece in pieces:
        if isinstance(piece, AirPiece):
            state = state.with_air(evolve(piece, place=to)).forgetting(WAITING_AIR, piece.id)
        else:
            state = state.with_piece(evolve(piece, place=to)).forgetting(WAITING, piece.id)
    return state


def take_off(piece: AnyPiece, state: GameState) -> GameState:
    """The state in which a piece waits to be deployed."""
    if isinstance(piece, AirPiece):
        return evolve(state, air=state.air.drop(piece.id)).noting(WAITING_AIR, piece.id, piece)
    return evolve(state, pieces=state.pieces.drop(piece.id)).noting(WAITING, piece.id, piece)


def carry_out_deploy(order: Deploy, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Put the pieces there. Raises IllegalOrder."""
    rule_on_deploy(order, player, state, rules).require(f"deploy in {order.to}")
    pieces = [find_piece(piece_id, state) for piece_id in order.units]
    step, to = current_step(state, rules), rules.board.place(order.to)
    if step.most is not None:
        for piece in pieces:
            before = state.recall(STOOD_IN, piece.id) or piece.place
            state = state.noting(STOOD_IN, piece.id, before)
    text = f"{player} deploys {', '.join(order.units)} in {to}"
    return (yield from record(Event(text, step.by, _put(pieces, to, state), "deployed")))


def carry_out_undeploy(order: Undeploy, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Take the pieces off the map. Raises IllegalOrder."""
    rule_on_undeploy(order, player, state, rules).require("take back")
    for piece_id in order.units:
        state = take_off(find_piece(piece_id, state), state)
    text = f"{player} takes back {', '.join(order.units)}"
    return (yield from record(Event(text, current_step(state, rules).by, state, "taken back")))


def carry_out_assign(order: AssignHex, player: Side, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """Assign the hex. Raises IllegalOrder."""
    rule_on_assign(order, player, state, rules).require(f"assign {order.to} to {order.army}")
    to = rules.board.place(order.to)
    state = state.noting(ARMY_HEX, order.army, to)
    text = f"{player} assigns {to} to {order.army}"
    return (yield from record(Event(text, current_step(state, rules).by, state, "assigned")))


# --- the step, and the whole set-up ----------------------------------------------------------------------------------


def deploy(state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """A step of the set-up: its player deploys until he is done and all that he deploys in it is legal."""
    step = current_step(state, rules)

    def closing(after: GameState) -> Ruling:
        return rule_on_step(step, after, rules)

    return (yield from opening(DEPLOYMENT, (step.player,), step.by, state, closing))


@rule("FoF 30", "SF 41A")
def rule_on_step(step: DeploymentStep, state: GameState, rules: Ruleset) -> Ruling:
    """Whether a step of the set-up may end: everything is on the map, and everything stands where it may."""
    armies = Ruling.all(_rules_on_armies(step, state, rules))
    own = [piece for piece in _all_pieces(state) if _is_of_step(step, piece, state, rules)]
    return (
        armies
        & Ruling.all(_rule_on_piece(piece, step, state, rules) for piece in own)
        & _rule_on_places(own, state, rules)
    )


@rule("FoF 30", "FoF 33A", "FoF 33B", "SF 41A")
def rule_on_set_up(state: GameState, rules: Ruleset) -> Ruling:
    """Whether a set-up is legal; every fault of it at once."""
    return Ruling.all(rule_on_step(step, state, rules) for step in _need_scenario(state, rules).deployment)


def _rules_on_armies(step: DeploymentStep, state: GameState, rules: Ruleset) -> Iterator[Ruling]:
    for terms in step.armies:
        for army in terms.armies:
            ref = state.recall(ARMY_HEX, army)
            if ref is None:
                yield Ruling.refuse(f"no hex is assigned to {army}", *step.by)
            else:
                yield rule_on_army_hex(army, ref, terms, step.by, rules)


def _all_pieces(state: GameState) -> Iterator[AnyPiece]:
    yield from state.pieces.values()
    yield from state.air.values()
    yield from waiting(state)


def _is_of_step(step: DeploymentStep, piece: AnyPiece, state: GameState, rules: Ruleset) -> bool:
    listing = state.recall(LISTED, piece.id) or Listing()
    if step.most is not None:
        return piece.id in state.all_facts(STOOD_IN)
    found = posting_of(piece, listing, _need_scenario(state, rules), rules)
    return found is not None and found[0].name == step.name


def _rule_on_piece(piece: AnyPiece, step: DeploymentStep, state: GameState, rules: Ruleset) -> Ruling:
    if _is_waiting(piece, state):
        return Ruling.refuse(f"{piece.id} is not deployed yet", *step.by)
    return rule_on_deployment(gather_deployment(piece, piece.place, state, rules))


def _rule_on_places(pieces: Iterable[AnyPiece], state: GameState, rules: Ruleset) -> Ruling:
    """Whether stacks and airbases hold all that stands where these pieces are."""
    on_map = [piece for piece in pieces if not _is_waiting(piece, state)]
    places = {piece.place for piece in on_map}
    only = evolve(state, pieces=state.pieces.drop(*(i for i, p in state.pieces.items() if p.place not in places)))
    stacks = (rule_on_all_stacks(side, only, rules) for side in sorted({piece.side for piece in on_map}))
    return Ruling.all(stacks) & Ruling.all(_rule_on_airbase(ref, state, rules) for ref in sorted(places))


def first_step(scenario: Scenario) -> Moment:
    """The moment at which the set-up of a scenario begins."""
    step = scenario.deployment[0]
    return Moment(scenario.first, step.player, DEPLOYMENT, step.name)


def next_step(state: GameState, rules: Ruleset) -> Moment | None:
    """The moment of the step after the one that a state stands at; None after the last."""
    steps = _need_scenario(state, rules).deployment
    at = [step.name for step in steps].index(current_step(state, rules).name) + 1
    return evolve(state.moment, player=steps[at].player, step=steps[at].name) if at < len(steps) else None


def forget_set_up(state: GameState) -> GameState:
    """The state without what only the set-up has to remember."""
    state = state.forgetting(LISTED, *state.all_facts(LISTED))
    state = state.forgetting(ARMY_HEX, *state.all_facts(ARMY_HEX))
    return state.ending("step")


def outside_playing_area(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes that the scenario in play leaves out; none where it plays on the whole map."""
    scenario = scenario_of(state, rules)
    if scenario is None or scenario.area.is_whole_map:
        return frozenset()
    land = frozenset(ref for ref in rules.board.hexes if rules.board.has_land(ref))
    return land - playing_area(scenario, rules)


def out_of_play(by: str) -> Source:
    """The source that closes what the scenario in play leaves out, for a game to contribute. by: the rule."""
    return Source("it lies outside the area in play of the scenario", CLOSED, by=by, value=outside_playing_area)
