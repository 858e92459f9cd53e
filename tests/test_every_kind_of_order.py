"""For each kind of order of each game there is a position in which lists offer it and the random player gives it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest
from attrs import frozen
from tests.campaign_driving import play_to, set_up

import europa_rules as er
from europa_rules.campaign.nations import let_happen
from europa_rules.campaign.production import with_points
from europa_rules.campaign.sequence import first_moment
from europa_rules.game import PASS, Game
from europa_rules.ground.losses import eliminate
from europa_rules.orders import is_timely, kind_of, order_kinds
from europa_rules.players.player import play_on
from europa_rules.players.random_player import RandomPlayer
from europa_rules.procedure import Decision, Opening
from europa_rules.ruleset import Ruleset
from europa_rules.sides import ALLIED, AXIS, Side
from europa_rules.state import GameState
from europa_rules_fof.naval_transport import ANNOUNCED, EMERGENCY_USED

DAY = {"fof": "Jun I 40", "sf": "Jul I 44"}
ENEMY = {"fof": "fr", "sf": "us"}
SEEDS = 400


@frozen
class Scene:
    """Where an order of a kind may be given.

    Attributes:
        position: in notation; or what makes the state; or, with a step, the name of a scenario that is deployed.
        opening: at which opening; everything before is passed.
        side: who gives it.
        options: rules that have to be in use.
        given: an order given before.
        step: the step of the set-up.
        rulings: readings by the ids of their points.
    """

    position: str | Callable[[], GameState]
    opening: str = "movement phase"
    side: Side = AXIS
    options: tuple[str, ...] = ()
    given: tuple[dict[str, object], ...] = ()
    step: str = ""
    rulings: tuple[tuple[str, str], ...] = ()

    def game(self, name: str) -> Game:
        """A game that has come there."""
        rules = rules_of(name, self.options, self.rulings)
        if self.step and isinstance(self.position, str):
            return _at_step(Game.start(rules, self.position, seed=1, deploying=True), self.step)
        game = play_to(Game.start(rules, self._state(name, rules), seed=1), self.opening)
        for order in self.given:
            game.submit(order, self.side)
            _settle(game)
        return game

    def _state(self, name: str, rules: Ruleset) -> GameState:
        if not isinstance(self.position, str):
            return self.position()
        text = self.position.replace("DAY", DAY[name]).replace("EN ", f"{ENEMY[name]} ")
        return _begun(er.parse_position(text, rules), rules)


@cache
def rules_of(name: str, options: tuple[str, ...] = (), rulings: tuple[tuple[str, str], ...] = ()) -> Ruleset:
    return er.load(name, options=options, rulings=dict(rulings))


def _begun(state: GameState, rules: Ruleset) -> GameState:
    """A position in an initial phase begins its player turn."""
    now = state.moment
    return state.at_moment(first_moment(now.turn, now.player, rules)) if now.phase == "initial" else state


def _at_step(game: Game, step: str) -> Game:
    while game.state.moment.step != step:
        game.done()
    return game


def _settle(game: Game) -> None:
    while isinstance(game.pending, Decision):
        game.decide(*game.pending.suggestions[0])


FRONT = "16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6 Inf XX 2 | 16A:2130 EN 2-6 Inf III 5 | DAY, Axis {}"
OWNERS = "owner Axis 16A:1430 16A:1531 | owner Allied 16A:1831 16A:1030 | airfield: 16A:1430 = 6"
AIR = f"16A:1430 ge 7-6 Inf XX 1, {{}} | 16A:1831 EN 6-6 Inf XX 11 | {OWNERS} | DAY, Axis {{}}"
ME_109, HE_111 = "ge 7F5 1/7 Me 109", "ge 4B5 10-7/26 He 111"
IN_LUFTWAFFE = 'ge 7F5 1/7 Me 109 of "Luftwaffe"'
ABORTED = ", ".join(f'ge 7F5 1/7 Me 109 of "Luftwaffe" is aborted <ge {name}>' for name in "AB")
LUFTWAFFE = f"{AIR.format(ABORTED, 'initial')} | ARP allowance: Axis: Luftwaffe = 8"
POINTS = "16A:1506 ge 7-6 Inf XX 1, ge RP 3 <rp>, ge RP 2 <other> | DAY, Axis movement"
BUILDERS = "16A:2127 EN 0-1-5 Cons III 1, EN 0-1-5 Cons III 2 | 16A:2128 EN 5-6 Inf XX 9, EN RP 2 | DAY, Allied {}"
DIVISION = "17A:2018 ge 7-6(3-6) Inf XX 9 <div> | DAY, Axis movement"
NET = "17A:1604 ge 7-6 Inf XX <D>, ge RP 30 <P> | Jul I 43, Axis {}"
RHINE = "17A:1206 EN 5-6 Inf XX 1, EN 1-6 Cons III 2 | owner Allied 17A:1206 17A:1307 | DAY, Allied movement"
DUTCH = "16A:1022 ge 1-8 Cdo II <cdo> | owner Allied 16A:0821 16A:0922 | {}, Axis movement"
FOF_NET = "16A:1620 ge 7-6 Inf XX 1, ge RP 30 | May I 40, Axis {}"
NETS = "fof-7A1-rail-nets"
HARASSED = (
    "16A:1728 ge 0-8 AA II 1 [aa 4] | owner Axis 16A:1728 | harassment hits: Allied: 16A:1728 = 2 | DAY, Axis movement"
)
GERMAN_4 = "ge 4 Inf XX"
CAMPAIGN = 'scenario: "" = historical'
DIVISIONS = "17A:2018 ge 16-10(7-8) Pz XX 2 [Army] <div>, ge 2-1-10 Pz II [Army] <iv> | DAY, Axis movement"
STACK = "16A:1530 5x us 8-8 Inf XX | 16A:1017 ge 4-6 Inf XX 9 | DAY, Allied movement"
IN_BRITAIN = "box:Britain: us 8F8 1/8 P-51, us 4B5 4-3/24 B-25 | owner Axis 17A:1010 | 17A:1011 ge 7-6 Inf XX 1"


def cadre_of_a_division() -> GameState:
    """The historical set-up in which a German division has been lost, with points to replace it."""
    state = set_up("May I 40", AXIS)
    return with_points("German", "inf", Fraction(6), eliminate(state.piece(GERMAN_4), state, "lack of supply"))


def dunkirk() -> GameState:
    """British troops on the coast, after the evacuation has been announced."""
    text = "16A:0731 br 6-8 Inf XX 1 | 16A:0831 ge 10-8 Pz XX 1 | Jun I 40, Allied movement"
    state = er.parse_position(f"{text} | {CAMPAIGN}", rules_of("fof"))
    return let_happen(EMERGENCY_USED, state).noting(ANNOUNCED, "", True)


def drop(nation: str, base: str, when: str, transports: str, planned: str = "") -> str:
    """A parachute regiment and its transports at a base, with what is planned for it."""
    plan = f'drop planned: {nation} 1 Para III = {{"target": "{planned}"}} | ' if planned else ""
    return f"{base} {nation} 3-6 Para III 1, {transports} | {plan}{when}"


SHARED = {
    "move": Scene(FRONT.format("movement")),
    "overrun": Scene(FRONT.format("movement")),
    "attack": Scene(FRONT.format("combat"), "combat phase"),
    "build": Scene(BUILDERS.format("movement"), side=ALLIED),
    "demolish": Scene(AIR.format(ME_109, "movement")),
    "break down": Scene(DIVISION),
    "assemble": Scene(DIVISION, given=({"kind": "break down", "unit": "div"},)),
    "rail move": Scene("16A:1620 ge 7-6 Inf XX 1 | DAY, Axis movement"),
    "load": Scene("17A:2018 br TC 1-12 <tc>, br 2-8 Inf X <inf> | DAY, Allied movement", side=ALLIED),
    "rearrange resource points": Scene(POINTS),
    "fly": Scene(AIR.format(f"{ME_109}, {HE_111}", "movement")),
    "claim air operation": Scene(AIR.format(ME_109, "movement")),
    "waive air operation": Scene(AIR.format(ME_109, "movement"), given=({"kind": "claim air operation"},)),
    "arrange position AA": Scene("16A:1728 ge PosAA 3 | owner Axis 16A:1728 | DAY, Axis movement"),
    "abandon airfield": Scene(f"{AIR.format(ME_109, 'movement')} | airbase hits: 16A:1430 = 6"),
    "regroup air units": Scene(LUFTWAFFE, "air replacement"),
    "restore air unit": Scene(LUFTWAFFE, "air replacement"),
    "place air unit": Scene(
        f"{AIR.format(f'{ME_109} is eliminated', 'initial')} | air reinforcement: ge Me 109", "air replacement"
    ),
    "withdraw air unit": Scene(
        f"{AIR.format(IN_LUFTWAFFE, 'initial')} | air withdrawals due: Axis: Luftwaffe: Me 109 = 1",
        "air replacement",
    ),
}

OF_GAME: dict[str, dict[str, Scene]] = {
    "fof": {
        "repair": Scene(
            "17A:1604 fr 0-1-5 Cons III 1 | rail line broken: 17A:1604 | DAY, Allied movement", side=ALLIED
        ),
        "demolish bridge": Scene(RHINE, side=ALLIED, options=("7C",)),
        "seize bridge": Scene(
            DUTCH.format("May I 40"), options=("7C",), given=({"kind": "move", "units": ["cdo"], "path": ["16A:0922"]},)
        ),
        "carry resource points": Scene(POINTS, options=("12E2",)),
        "plan drop": Scene(drop("ge", "16A:1420", "Apr II 40, Axis initial", "ge 1T2 13 Ju 52 a"), "airborne planning"),
        "cancel drop": Scene(
            drop("ge", "16A:1420", "Apr II 40, Axis initial", "ge 1T2 13 Ju 52 a", "16A:1423"), "airborne planning"
        ),
        "raise rail capacity": Scene(FOF_NET.format("movement"), rulings=((NETS, "building"),)),
        "build rail capacity": Scene(FOF_NET.format("initial"), "initial phase", rulings=((NETS, "building"),)),
        "replace": Scene(cadre_of_a_division, "replacements"),
        "rebuild": Scene(
            cadre_of_a_division,
            "replacements",
            given=({"kind": "replace", "unit": GERMAN_4, "to": "16A:1620", "strength": "cadre"},),
        ),
        "place resource points": Scene(cadre_of_a_division, "replacements"),
        "eliminate resource points": Scene(POINTS),
        "abate harassment": Scene(HARASSED, options=("22C",)),
        "call up": Scene(lambda: set_up("Jul I 40", ALLIED), "declarations", ALLIED),
        "declare": Scene(f"17A:1604 fr 5-6 Inf XX 2 | Jun II 40, Allied initial | {CAMPAIGN}", "declarations", ALLIED),
        "land brigade": Scene(lambda: set_up("May II 40", ALLIED), "declarations", ALLIED),
        "invade": Scene(f"16A:1422 ge 7-6 Inf XX 1 | May I 40, Axis movement | {CAMPAIGN}"),
        "evacuate": Scene(dunkirk, side=ALLIED),
        "lose transports": Scene(dunkirk, side=ALLIED, given=({"kind": "evacuate", "units": ["br 1 Inf XX"]},)),
        "naval transport": Scene(f"17A:0522 fr 5-6 Inf XX 2 | Jun I 40, Allied movement | {CAMPAIGN}", side=ALLIED),
        "deploy": Scene("free", side=ALLIED, step="Allied armies"),
        "undeploy": Scene("free", side=ALLIED, step="Allied armies"),
        "assign hex": Scene("free", side=ALLIED, step="hexes of the Allied armies"),
    },
    "sf": {
        "repair": Scene(
            "17A:1604 us 0-1-6 RREng III 1 | rail line broken: 17A:1604 | DAY, Allied movement", side=ALLIED
        ),
        "demolish bridge": Scene(RHINE, side=ALLIED, options=("44A1",)),
        "carry resource points": Scene(POINTS),
        "raise rail capacity": Scene(NET.format("movement")),
        "build rail capacity": Scene(NET.format("initial"), "initial phase"),
        "deploy": Scene("husky", step="Axis forces"),
        "undeploy": Scene("husky", step="Axis forces"),
        "place work": Scene("husky", step="Axis forces"),
        "assign naval patrol": Scene(f"{IN_BRITAIN} | DAY, Axis exploitation", "initial air operations", ALLIED),
        "garrison air units": Scene(f"{IN_BRITAIN} | DAY, Axis exploitation", "initial air operations", ALLIED),
        "attach battalion": Scene(DIVISIONS),
        "detach battalion": Scene(DIVISIONS),
        "destroy resource points": Scene("16A:1530 us RP 2 | DAY, Allied movement", side=ALLIED, options=("44B2",)),
        "infiltrate": Scene(
            "17A:2018 br 1-8 Cdo II <cdo> | 17A:2017 ge 7-6 Inf XX 1 | DAY, Allied movement", side=ALLIED
        ),
        "overstack": Scene(STACK, side=ALLIED, options=("43C2",)),
        "leave overstack": Scene(
            STACK, side=ALLIED, options=("43C2",), given=({"kind": "overstack", "units": ["us Inf XX #5"]},)
        ),
        "off-map rail": Scene(
            "16A:4301 ge 4-6 Inf XX 1 | 17A:0101 us 8-8 Inf XX 9 | DAY, Axis movement", options=("44A3",)
        ),
        "transfer": Scene(
            "box:Britain: br 7-8 Inf XX 1 | 17A:0104 br 7-8 Inf XX 2 | Jul I 43, Allied initial",
            "holding boxes",
            ALLIED,
        ),
        "plan drop": Scene(
            drop("us", "17A:0404", "May II 44, Allied initial", "us 1T2 19 C-47 a"), "airborne planning", ALLIED
        ),
        "cancel drop": Scene(
            drop("us", "17A:0404", "May II 44, Allied initial", "us 1T2 19 C-47 a", "17A:0909"),
            "airborne planning",
            ALLIED,
        ),
        "abate harassment": Scene(HARASSED, options=("43B2",)),
        "seize bridge": Scene(
            DUTCH.format("Jul I 44"),
            options=("44A1",),
            given=({"kind": "move", "units": ["cdo"], "path": ["16A:0922"]},),
        ),
        "convert headquarters": Scene(
            drop("us", "17A:0404", "May II 44, Allied initial", "us 1T2 19 C-47 a, us 0-6 AbnHQ HQ 82"),
            "airborne planning",
            ALLIED,
        ),
    },
}


NEVER = {
    ("fof", "place work"): ("free", "Allied armies", {"work": "fort", "to": "16A:1506"}, "no fort is left"),
    ("sf", "assign hex"): ("husky", "Axis forces", {"army": "ge 10th Army", "to": "26:4228"}, "no hex is assigned"),
}
"""Kinds that no scenario of a game has a use for: a step of a set-up, an order in it, and why it is refused."""

UNPLAYED = ("replace", "rebuild", "place resource points")
"""Kinds of a phase that Second Front has in its campaigns only, of which it has no scenario."""


def kinds() -> list[tuple[str, str]]:
    """Every kind of order of both games that a scene is needed for."""
    known = [(game, kind) for game in ("fof", "sf") for kind in order_kinds(rules_of(game))]
    return [found for found in known if found not in NEVER and (found[0] == "fof" or found[1] not in UNPLAYED)]


def scene_of(game: str, kind: str) -> Scene:
    """The scene of a kind; KeyError for a kind that has none."""
    return OF_GAME[game].get(kind) or SHARED[kind]


@pytest.mark.parametrize(("game", "kind"), kinds())
def test_lists_offer_each_kind_of_order_and_the_random_player_gives_it(game: str, kind: str) -> None:
    scene = scene_of(game, kind)
    table = scene.game(game)
    offered = next(table.legal_orders(kind=kind, player=scene.side), None)
    assert offered is not None and table.rule_on(offered, scene.side).allowed
    at = table.pending
    assert isinstance(at, Opening)
    given = (RandomPlayer(scene.side, seed).answer(at, table) for seed in range(SEEDS))
    assert any(order is not PASS and kind_of(order, table.rules).name == kind for order in given)


@pytest.mark.parametrize(("game", "kind"), NEVER)
def test_kinds_that_no_scenario_has_a_use_for_are_refused_with_the_reason(game: str, kind: str) -> None:
    scenario, step, order, why = NEVER[game, kind]
    table = Scene(scenario, step=step).game(game)
    assert not any(table.legal_orders(kind=kind))
    ruling = table.rule_on({"kind": kind, **order})
    assert why in str(ruling) and ruling.citations


def test_sf_40B_no_turn_of_a_scenario_comes_to_where_points_are_spent() -> None:
    table = Game.start(rules_of("sf"), "husky", seed=1, undo="replay")
    openings = list[Opening]()

    def goes_on(now: Game) -> bool:
        openings.extend([now.pending] if isinstance(now.pending, Opening) else [])
        return str(now.state.moment.turn) == "Jul I 43"

    play_on(table, {}, goes_on)
    named = {kind.name for at in openings for kind in order_kinds(table.rules).values() if is_timely(kind, at)}
    assert {"move", "attack"} <= named and named.isdisjoint(UNPLAYED)


def test_no_kind_of_a_bundled_game_is_left_to_be_filled_in_field_by_field() -> None:
    for game in ("fof", "sf"):
        known = order_kinds(rules_of(game)).values()
        assert [kind.name for kind in known if not (kind.candidates or kind.of_unit or kind.of_air_unit)] == []
