"""A game by mail between two folders: an attack across clear ground, rolled with dice that neither player can choose.

Run it with `python examples/referee_by_mail.py [FOLDER]`. Each player has a folder of his own; what goes from one to
the other is one file. At the end a third person checks the game, and finds the letter that somebody has changed.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

import europa_rules as er
from europa_rules.game_files import verify_file
from europa_rules.mail.folders import FILE, Folder, begin, join

POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
May II 40, Axis combat
"""


def post(sender: Folder, receiver: Folder, postbox: Path) -> None:
    """Send the file of the game; the other player takes it in, and reveals his link where a roll asks for it."""
    told = len(receiver.table.game.log)
    receiver.receive(sender.send(postbox / FILE))
    print(f"\n{sender.side} to {receiver.side}, {len(receiver.letters)} letters:")
    for entry in receiver.table.game.log[told:]:
        print(f"  {entry}")
    print(f"  {receiver.table.waiting()}")


def answer(player: Folder) -> None:
    """Take the first suggestion, pass, or leave it to the other player; one turn of correspondence."""
    while player.side in player.table.waiting().sides:
        pending = player.table.game.pending
        if isinstance(pending, er.Decision):
            print(f"  {player.side} chooses {', '.join(pending.suggestions[0]) or 'nothing'}")
            player.answer(*pending.suggestions[0])
        elif isinstance(pending, er.Opening) and pending.name != "combat phase":
            player.done()
        else:
            return


def play(folder: Path) -> Path:
    """Play the combat phase by mail; gives the file of the game at its end."""
    axis = begin(folder / "axis", er.AXIS, "fof", POSITION)
    allied = join(folder / "allied", er.ALLIED, axis.send(folder / FILE))
    post(allied, axis, folder)
    axis.order(er.Attack(("ge 1 Pz XX", "ge 2 Inf XX", "ge 3 Inf XX"), er.hexref("16A:2130")))
    players = [axis, allied]
    while True:
        answer(players[0])
        if players[0].table.waiting().sides == (players[0].side,):
            return players[0].path / FILE
        post(players[0], players[1], folder)
        players.reverse()


def change_a_letter(file: Path, copy: Path) -> None:
    """Change one digit in the middle of a game, as somebody would who was not pleased with a roll."""
    lines = file.read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if b'"kind":"link"' in line)
    place = lines[at].index(b'"link":"') + len(b'"link":"')
    digit = b"1" if lines[at][place : place + 1] == b"0" else b"0"
    lines[at] = lines[at][:place] + digit + lines[at][place + 1 :]
    copy.write_bytes(b"".join(lines))


def main(folder: Path) -> None:
    """Play, check, change a letter, and check again."""
    file = play(folder)
    print(f"\n{verify_file(file)}".replace(f"{folder}/", ""))
    change_a_letter(file, folder / "changed.mail")
    print(str(verify_file(folder / "changed.mail")).replace(f"{folder}/", ""))


if __name__ == "__main__":
    if sys.argv[1:]:
        main(Path(sys.argv[1]))
    else:
        with tempfile.TemporaryDirectory() as scratch:
            main(Path(scratch))
