"""Set up The Fall of France by orders: take a division back, put it down again, and begin the first turn.

Run it with `python examples/set_up.py`. The forces are reconstructed from public history, not the printed ones.
"""

from __future__ import annotations

import europa_rules as er


def show_scenarios() -> None:
    """Every scenario, and how many things its data lack."""
    for scenario in er.scenarios():
        print(f"{scenario} ({len(scenario.missing)} things missing)")


def move_a_division(game: er.Game, piece: str) -> None:
    """Take a division off the map, try to put it where it may not stand, and put it back."""
    before = game.state.piece(piece).place
    game.submit(er.Undeploy((piece,)))
    print(f"{piece} waits; may the step end? {_can_end(game)}")
    paris = er.hexref("17A:1604")
    print(f"in Paris? {game.rule_on(er.Deploy((piece,), paris))}")
    game.submit(er.Deploy((piece,), before))
    print(f"{piece} stands in {before} again")


def _can_end(game: er.Game) -> str:
    try:
        game.done()
    except er.IllegalOrder as refused:
        return str(refused.ruling)
    return "yes"


def main() -> None:
    """Go through the set-up of the historical scenario."""
    show_scenarios()
    game = er.Game.start("fof", "historical", deploying=True, seed="set-up")
    while game.state.moment.phase == "deployment":
        print(f"{game.state.moment}: {game.state.moment.step}")
        if game.state.moment.step == "Germany":
            move_a_division(game, "ge 1 Pz XX")
        game.done()
    print(f"{game.state.moment.turn}: {game.state.moment.player} player turn")
    print(game.describe_unit("ge 1 Pz XX"))


if __name__ == "__main__":
    main()
