"""What the board scores for victory points beside losses and duties (FoF 20G1d, 28B1b, 32B2, VP).

Needs bombing hits as they are made, hexes as they change hands, and overruns as they are announced, in a game that was
set up from a scenario; remembers what the victory chart knows of them.
"""

from __future__ import annotations

from attrs import evolve

from europa_rules.air.bomb_runs import TARGETS, Hit, by_table, hit_harbor, hit_yard
from europa_rules.air.facts import TERROR_HITS
from europa_rules.air.mission_results import RESULTS, MissionResults, Strike
from europa_rules.campaign.points_record import amount_of, score
from europa_rules.campaign.postings import scenario_of
from europa_rules.citations import rule
from europa_rules.contributions import ALWAYS, Gate, Source
from europa_rules.ground.overruns import ANNOUNCED
from europa_rules.ground.ownership import GAINED, HexGained
from europa_rules.hexes import Hex
from europa_rules.procedure import Procedure
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS
from europa_rules.state import GameState
from europa_rules_fof.paris_fights import note_fight
from europa_rules_fof.terror_bombing import capitals, hit_capital

CITY, TERROR, STRATEGIC = "german or italian city ever allied", "terror bombing hits", "strategic bombing hits"
"""Events of the victory chart."""

ENEMY = frozenset({"Germany", "Italy"})


# --- bombing (20G1a, 20G1b, 20G1d, 32B2) -----------------------------------------------------------------------------


def _scores(event: str, strike: Strike, before: GameState, after: GameState, rules: Ruleset) -> bool:
    """Whether a hit counts: one of terror bombing by the Axis that is not ignored, else one on the land of the Axis."""
    if event == TERROR:
        counts = before.recall(TERROR_HITS, strike.aim) != after.recall(TERROR_HITS, strike.aim)
        return strike.side == AXIS and counts
    return strike.side == ALLIED and rules.board.country(strike.target) in ENEMY


def scored(event: str, hit: Hit) -> Hit:
    """What a bombing hit does, and that it is remembered for victory points."""

    def bombed(strike: Strike, state: GameState, rules: Ruleset) -> Procedure[GameState]:
        after = yield from hit(strike, state, rules)
        counts = scenario_of(after, rules) is not None and _scores(event, strike, state, after, rules)
        return score(event, 1, after) if counts else after

    return bombed


def _results(mission: str, event: str, hit: Hit, by: str) -> Source:
    return Source(mission, RESULTS, by, evolve(TARGETS[mission], resolve=by_table(scored(event, hit))))


def _terror(mission: str, by: str, gate: Gate = ALWAYS) -> Source:
    results = MissionResults(by_table(scored(TERROR, hit_capital)), aims=capitals)
    return Source(mission, RESULTS, by, results, gate=gate)


def bombing_results(stand_ins: Gate) -> tuple[Source, ...]:
    """The results of the missions whose hits give victory points. stand_ins: where tactical terror bombing is flown."""
    return (
        _results("rail_yards", STRATEGIC, hit_yard, "FoF 20G1a"),
        _results("strategic_ports", STRATEGIC, hit_harbor, "FoF 20G1b"),
        _terror("terror_bombing", "FoF 20G1d"),
        _terror("tactical_terror_bombing", "FoF 20G2g", stand_ins),
    )


# --- cities (VP) -----------------------------------------------------------------------------------------------------


@rule("FoF VP")
def note_city(facts: HexGained, state: GameState, rules: Ruleset) -> GameState:
    """As the Allies gain a hex: the first city of Germany or Italy that is theirs is remembered."""
    board = rules.board
    is_city = board.country(facts.hex) in ENEMY and board.city(facts.hex) is not None
    first = is_city and facts.owner == ALLIED and not amount_of(CITY, state)
    return score(CITY, 1, state) if first and scenario_of(state, rules) is not None else state


# --- Paris (28B1b) ---------------------------------------------------------------------------------------------------


@rule("FoF 28B1b", "FoF VP")
def count_overrun(ref: Hex, state: GameState, rules: Ruleset) -> Procedure[GameState]:
    """As an overrun is announced: one in Paris costs the Allies victory points."""
    return (yield from note_fight("an overrun", (ref,), state, rules))


SOURCES: tuple[Source, ...] = (
    Source("cities of the Axis", GAINED, by="FoF VP", value=note_city),
    Source("overruns in Paris", ANNOUNCED, by="FoF 28B1b", value=count_overrun),
)
