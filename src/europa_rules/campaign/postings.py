"""Where the forces of a scenario may be set up (FoF 33, SF 41A), and which ground is in play (SF 41B).

Needs the scenario, what the order of battle says of a piece, and a hex; gives the step of the set-up in which the piece
is deployed, and every reason why it may not stand there. The orders that deploy it are those of `deployment`.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from europa_rules.campaign.nations import happened
from europa_rules.campaign.regions import hexes_in_terms, hexes_of_terms
from europa_rules.citations import Citations, rule
from europa_rules.contributions import Source
from europa_rules.errors import StateError
from europa_rules.ground.closed_ground import CLOSED
from europa_rules.ground.ownership import hex_owner
from europa_rules.hexes import BOX, Hex
from europa_rules.permissions import Ruling
from europa_rules.remembered import remembered
from europa_rules.ruleset import Ruleset
from europa_rules.scenario_heads import ArmyHexes, DeploymentStep, Posting, Scenario
from europa_rules.sides import NEUTRAL, Side, are_enemies
from europa_rules.state import AirPiece, FactKind, GameState, Piece

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

ARMY_HEX = FactKind("hex assigned to an army", "game", Hex, is_secret=True)
"""The hex around which the units of an army deploy (subject: the army); forgotten when play begins."""


# --- which step, and which posting -----------------------------------------------------------------------------------


def scenario_of(state: GameState, rules: Ruleset) -> Scenario | None:
    """The scenario that is played, or None in a game that began from a position."""
    name = state.recall(SCENARIO, "")
    return rules.scenario(name) if name else None


def need_scenario(state: GameState, rules: Ruleset) -> Scenario:
    """The scenario that is played. Raises StateError in a game that began from a position."""
    scenario = scenario_of(state, rules)
    if scenario is None:
        raise StateError("the game was not set up from a scenario, so that nothing is deployed in it")
    return scenario


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


def first_that_fits(step: DeploymentStep, piece: AnyPiece, listing: Listing, rules: Ruleset) -> Posting | None:
    """The first posting of a step that fits a piece."""
    return next((posting for posting in step.postings if _fits(posting, piece, listing, rules)), None)


def posting_of(
    piece: AnyPiece, listing: Listing, scenario: Scenario, rules: Ruleset
) -> tuple[DeploymentStep, Posting] | None:
    """The step in which a piece is deployed first, and where it may stand; None if the scenario leaves it out."""
    for step in scenario.deployment:
        if step.most is None and (posting := first_that_fits(step, piece, listing, rules)):
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


@remembered(256)
def hexes_within(
    terms: tuple[str, ...], exceptions: tuple[str, ...], events: frozenset[str], rules: Ruleset
) -> frozenset[Hex]:
    """The hexes of the board that lie in ground described by terms of regions, without the exceptions."""
    boxes = set(hexes_in_terms(terms)).intersection(rules.board.boxes)
    return frozenset((*hexes_of_terms(terms, exceptions, events, rules), *boxes))


@remembered(64)
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


def gather_deployment(piece: AnyPiece, to: Hex, state: GameState, rules: Ruleset) -> DeploymentFacts:
    """The facts of a piece in a hex of the set-up, as the board stands."""
    scenario = need_scenario(state, rules)
    listing = state.recall(LISTED, piece.id) or Listing()
    found = posting_of(piece, listing, scenario, rules)
    by, posting = (found[0].by, found[1]) if found else (scenario.by, Posting())
    events = happened(state)
    is_box = to.startswith(BOX)
    country = "" if is_box else rules.board.country(to)
    facts = DeploymentFacts(
        piece.id,
        to,
        by,
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
    if facts.hex.startswith(BOX):
        return evolve(facts, within=f"the ground of {listing.army}", is_within=False)
    return evolve(
        facts,
        army=listing.army,
        army_hex=hex_,
        army_distance=rules.board.distance(hex_, facts.hex),
        army_limit=posting.hexes_from_army,
    )


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


# --- the area in play ------------------------------------------------------------------------------------------------


def is_in_play(ref: Hex, scenario: Scenario, rules: Ruleset) -> bool:
    """Whether a hex lies in the ground that a scenario has in play (SF 41B)."""
    return ref in playing_area(scenario, rules)


@remembered(16)
def playing_area(scenario: Scenario, rules: Ruleset) -> frozenset[Hex]:
    """The hexes that ground forces may enter in a scenario."""
    area, board = scenario.area, rules.board
    found = hexes_within(area.parts, area.exceptions, frozenset(scenario.events), rules)
    if not area.north_limit:
        return found
    sheet, _, row = area.north_limit.partition(":")
    return frozenset(ref for ref in found if not board.grid.is_north_of(ref, int(row), sheet))


def outside_playing_area(side: Side, state: GameState, rules: Ruleset) -> frozenset[Hex]:
    """The hexes that the scenario in play leaves out; none where it plays on the whole map."""
    scenario = scenario_of(state, rules)
    return frozenset() if scenario is None or scenario.area.is_whole_map else _left_out(scenario, rules)


@remembered(16)
def _left_out(scenario: Scenario, rules: Ruleset) -> frozenset[Hex]:
    """The hexes with land that ground forces may not enter in a scenario."""
    land = frozenset(ref for ref in rules.board.hexes if rules.board.has_land(ref))
    return land - playing_area(scenario, rules)


def out_of_play(by: str) -> Source:
    """The source that closes what the scenario in play leaves out, for a game to contribute. by: the rule."""
    return Source("it lies outside the area in play of the scenario", CLOSED, by=by, value=outside_playing_area)
