"""The defender treats half-capable units as neutral, as the attacker does (rule 10E), on the board."""

from __future__ import annotations

import pytest
from attrs import evolve

import europa_rules as er
from europa_rules.ground.attacks import gather_attempt, under_way
from europa_rules.ground.combat import reckon_modifiers

HERE, THERE = er.hexref("16A:2130"), er.hexref("16A:2131")
US = "us 5-8 Mech XX <M>, us 12-10 Arm XX <P>"


def attacked(defenders: str, **rulings: str) -> er.Game:
    """A game in which a panzer division attacks these defenders, all support declined."""
    rules = er.load("sf", rulings={f"sf-{point.replace('_', '-')}": reading for point, reading in rulings.items()})
    position = f"{HERE} ge 14-10 Pz XX <A> | {THERE} {defenders} | Jul II 44, Axis combat"
    game = er.Game.start(rules, position, seed=1)
    game.submit(er.Attack(("A",), THERE))
    while isinstance(game.pending, er.Opening) and game.pending.name == "attack declared":
        game.done()
    return game


def shares(game: er.Game, *elected: str) -> tuple[object, object]:
    """The defenders' proportions, of AECD and ATEC, if these units are neutral."""
    attempt = under_way(game.state)
    assert attempt is not None
    facts = gather_attempt(evolve(attempt, elected=elected), game.state, game.rules)
    armor = reckon_modifiers(facts, game.rules).armor
    return armor.aecd.value, armor.atec.value


def test_sf_10E_the_defender_is_asked_where_it_changes_the_proportion() -> None:
    game = attacked(US)
    asked = game.pending
    assert isinstance(asked, er.Decision)
    assert (asked.who, asked.candidates) == ("Allied", ("M",))
    assert [str(c) for c in asked.by] == ["SF 10E"]
    assert shares(game, "M") != shares(game)
    game.decide("M")
    assert not (isinstance(game.pending, er.Decision) and "neutral" in game.pending.question)


def test_sf_10E_nobody_is_asked_where_nothing_is_gained() -> None:
    game = attacked("us 7-6 Inf XX <I>")
    assert not (isinstance(game.pending, er.Decision) and "neutral" in game.pending.question)


def test_sf_10E_nobody_is_asked_where_the_best_is_taken_for_him() -> None:
    game = attacked(US, **{"10C_best_election": "engine"})
    assert not (isinstance(game.pending, er.Decision) and "neutral" in game.pending.question)


@pytest.mark.parametrize("chosen", [(), ("M",)])
def test_sf_10E_a_game_with_an_election_replays_to_the_same_state(chosen: tuple[str, ...]) -> None:
    game = attacked(US)
    game.decide(*chosen)
    again = er.Game.load(game.save(), game.rules)
    assert again.state_hash == game.state_hash
