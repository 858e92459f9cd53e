"""Play by mail: letters that nobody can change, and dice that neither player can choose."""

from __future__ import annotations

import itertools
import json
import random
import re
import runpy
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import europa_rules as er
from europa_rules.cli.commands import europa
from europa_rules.dice import Address, SeededDice
from europa_rules.errors import NotationError, StateError
from europa_rules.game_files import verify_file
from europa_rules.mail.chains import Chain, follows, roll
from europa_rules.mail.folders import FILE, SECRET, Folder, begin, join
from europa_rules.mail.letters import Letter, read_letters, write_letters
from europa_rules.mail.table import Table

FOF = er.load("fof")
POSITION = """
16A:2029 ge 14-10(6-8) Pz XX 1, ge 7-6(3-6) Inf XX 2
16A:2030 ge 7-6(3-6) Inf XX 3
16A:2130 fr 5-6(2-6) Inf XX 4, fr 2-6 Inf III 5
May II 40, Axis combat
"""
ATTACK = er.Attack(("ge 1 Pz XX", "ge 2 Inf XX", "ge 3 Inf XX"), er.hexref("16A:2130"))
CHAINS = {er.AXIS: Chain("a1" * 32, 40), er.ALLIED: Chain("b2" * 32, 40)}


def seated(path: Path, position: str = POSITION) -> tuple[Folder, Folder]:
    """Two folders with a game that can begin; the Allied player has sent it back."""
    axis = begin(path / "axis", er.AXIS, FOF, position, chain=CHAINS[er.AXIS])
    allied = join(path / "allied", er.ALLIED, axis.send(path / "to-allied.mail"), chain=CHAINS[er.ALLIED])
    axis.receive(allied.send(path / "to-axis.mail"))
    return axis, allied


def exchange(one: Folder, other: Folder, path: Path) -> None:
    """One player sends, the other takes in."""
    other.receive(one.send(path / f"from-{one.side}.mail"))


def attacked(path: Path) -> tuple[Folder, Folder]:
    """An attack that waits for its roll: the Axis player declared it; both passed, and the Allied revealed his link."""
    axis, allied = seated(path)
    axis.order(ATTACK)
    axis.done()
    exchange(axis, allied, path)
    allied.done()
    return axis, allied


# --- chains ---


def test_each_link_follows_the_one_before_and_no_other() -> None:
    chain = Chain("a1" * 32, 5)
    links = [chain.link(number) for number in range(6)]
    assert links[0] == chain.head and links[5] == chain.secret
    assert [follows(b, a) for a, b in itertools.pairwise(links)] == [True] * 5
    assert not follows(links[3], links[1])
    assert not follows("not hex", links[1])
    with pytest.raises(StateError, match="link 6: the chain has 5"):
        chain.link(6)


def test_fresh_chains_differ() -> None:
    assert len({Chain.fresh(1).head for _ in range(20)}) == 20


def test_a_secret_does_not_show() -> None:
    assert "a1a1" not in repr(CHAINS[er.AXIS])


def test_a_roll_hangs_on_both_links_and_on_the_log() -> None:
    links = ["a" * 64, "b" * 64]
    base = roll(links, "0" * 64, 0, 20)
    assert base == SeededDice("|".join(links)).roll(Address("0" * 64, 0), 20)
    others = [(["c" * 64, "b" * 64], "0" * 64, 0), (["a" * 64, "c" * 64], "0" * 64, 0)]
    others += [(links, "1" * 64, 0), (links, "0" * 64, 1)]
    assert all(roll(*other, 20) != base for other in others)


# --- a game ---


def test_a_roll_is_made_when_both_links_are_there_and_not_before(tmp_path: Path) -> None:
    axis, allied = attacked(tmp_path)
    assert [letter.entry["kind"] for letter in allied.letters[-2:]] == ["input", "link"]
    assert not any("roll" in entry for entry in allied.table.game.inputs)
    exchange(allied, axis, tmp_path)
    rolled = [entry for entry in axis.table.game.inputs if "roll" in entry]
    links = [CHAINS[side].link(1) for side in (er.AXIS, er.ALLIED)]
    assert rolled[0]["roll"] == list(roll(links, allied.letters[-2].hash, 0, 1))
    assert [letter.entry["side"] for letter in axis.letters if letter.entry["kind"] == "link"] == ["Allied", "Axis"]


def test_both_tables_come_to_the_same_game(tmp_path: Path) -> None:
    axis, allied = attacked(tmp_path)
    exchange(allied, axis, tmp_path)
    exchange(axis, allied, tmp_path)
    assert axis.table.game.save() == allied.table.game.save()
    again = Folder.open(tmp_path / "axis", FOF)
    assert again.table.game.save() == axis.table.game.save()
    assert again.letters == axis.letters


def test_a_missing_link_is_told_as_a_stalled_game(tmp_path: Path) -> None:
    _, allied = attacked(tmp_path)
    waiting = allied.table.waiting()
    assert waiting.stalled and waiting.sides == (er.AXIS,)
    assert "stalled: the roll for attack on 16A:2130 at 4:1 (FoF 9A) waits for link 1 of Axis" in str(waiting)
    assert f"(since letter {len(allied.letters)})" in str(waiting)
    with pytest.raises(StateError, match=r"'nothing' is open|must wait: a roll is due"):
        allied.done()
    found = verify_file(tmp_path / "allied" / FILE)
    assert found.fault == "" and "stalled" in found.note


def test_links_stay_with_their_player_until_a_roll_is_due(tmp_path: Path) -> None:
    axis, _ = seated(tmp_path)
    text = (tmp_path / "axis" / FILE).read_text()
    assert not any(chain.link(number) in text for chain in CHAINS.values() for number in range(1, 4))
    with pytest.raises(StateError, match="letter 4: no roll is due: a link is revealed only after what it serves"):
        axis._write({"kind": "link", "side": "Axis", "number": 1, "link": CHAINS[er.AXIS].link(1)})
    assert (tmp_path / "axis" / SECRET).stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO) == 0


def test_undoing_is_a_letter_and_what_was_undone_stays_in_the_file(tmp_path: Path) -> None:
    axis, _ = seated(tmp_path, POSITION.replace("combat", "movement"))
    before = axis.table.game.state_hash
    axis.order(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    axis.undo()
    assert [letter.entry["kind"] for letter in axis.letters] == ["game", "head", "head", "input", "undo"]
    assert axis.table.game.state_hash == before
    assert Folder.open(tmp_path / "axis", FOF).table.game.inputs == ()


def test_a_roll_is_not_undone(tmp_path: Path) -> None:
    axis, allied = attacked(tmp_path)
    with pytest.raises(StateError, match="a link was revealed since"):
        allied.undo()
    exchange(allied, axis, tmp_path)
    exchange(axis, allied, tmp_path)
    with pytest.raises(StateError, match="a link was revealed since"):
        allied.undo()


def test_nobody_undoes_what_the_other_did(tmp_path: Path) -> None:
    axis, allied = seated(tmp_path, POSITION.replace("combat", "movement"))
    axis.done()
    exchange(axis, allied, tmp_path)
    with pytest.raises(StateError, match="Axis has acted since; Allied takes back only what is its own"):
        allied.undo()


def test_an_order_that_the_rules_refuse_leaves_the_folder_as_it_was(tmp_path: Path) -> None:
    axis, _ = seated(tmp_path)
    before = (tmp_path / "axis" / FILE).read_bytes()
    with pytest.raises(StateError, match=r"letter 4: .*FoF 4C"):
        axis.order(er.Move(("ge 3 Inf XX",), (er.hexref("16A:2031"),)))
    assert (tmp_path / "axis" / FILE).read_bytes() == before
    assert len(axis.letters) == 3


def test_who_has_sent_waits_for_the_answer_where_the_other_may_act(tmp_path: Path) -> None:
    _, allied = attacked(tmp_path)
    allied.send(tmp_path / "sent.mail")
    again = Folder.open(tmp_path / "allied", FOF)
    with pytest.raises(StateError, match=r"the game was sent with letter \d+; take in the answer"):
        again.undo()


# --- what the other player may not send ---


def test_a_letter_in_ones_own_name_is_refused(tmp_path: Path) -> None:
    axis, allied = seated(tmp_path, POSITION.replace("combat", "movement"))
    entry = {"kind": "input", "side": "Axis", "input": {"player": "Axis", "pass": "movement phase"}}
    forged = (*allied.letters, Letter.after(allied.letters[-1], entry))
    (tmp_path / "forged.mail").write_text(write_letters(forged))
    with pytest.raises(StateError, match="letter 4: says that it is by Axis, who has not written it"):
        axis.receive(tmp_path / "forged.mail")


def test_a_file_that_says_another_past_is_refused(tmp_path: Path) -> None:
    axis, allied = seated(tmp_path, POSITION.replace("combat", "movement"))
    axis.done()
    entry = {"kind": "undo", "side": "Allied", "inputs": 0}
    (tmp_path / "other.mail").write_text(write_letters((*allied.letters, Letter.after(allied.letters[-1], entry))))
    with pytest.raises(StateError, match=r"letter 4: is another in .*both have written"):
        axis.receive(tmp_path / "other.mail")
    with pytest.raises(StateError, match="has no letter that is not here"):
        axis.receive(tmp_path / "to-axis.mail")


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ({"kind": "link", "side": "Axis", "number": 2, "link": "0" * 64}, "link 2; the next of Axis is 1"),
        ({"kind": "link", "side": "Axis", "number": 1, "link": "0" * 64}, "link 1 is none of the chain"),
        ({"kind": "link", "side": "Allied", "number": 2, "link": "0" * 64}, "Allied has revealed a link for this roll"),
        ({"kind": "link", "side": "Axis", "number": 1}, "entry.link: missing"),
        ({"kind": "lynk", "side": "Allied"}, "no kind of letter 'lynk'. Did you mean 'link'?"),
        ({"kind": "undo", "side": "Allied", "inputs": -1}, "undo.inputs: -1"),
        ({"kind": "undo", "side": "Nobody", "inputs": 1}, "no side 'Nobody'"),
        ({"kind": "game", "save": {}}, "no side 'None'"),
        ({"kind": "head", "side": "Axis", "head": "0" * 64, "links": 3}, "Axis has committed to a chain already"),
        ({"kind": "input", "side": "Axis", "input": {"player": "Allied", "pass": "x"}}, "writes for itself alone"),
        ({"kind": "input", "side": "Axis", "input": {"player": "Axis", "pass": "x"}}, "input.pass: 'x'"),
        ({"kind": "input", "side": "Axis", "input": {"player": "Axis"}}, "input.answer: missing"),
        ({"kind": "input", "side": "Axis", "input": []}, "input: expected an object"),
    ],
)
def test_a_letter_that_may_not_be_is_named(tmp_path: Path, entry: dict[str, object], words: str) -> None:
    _, allied = attacked(tmp_path)
    number = len(allied.letters) + 1
    with pytest.raises(StateError) as caught:
        allied.table.take(Letter.after(allied.letters[-1], entry))
    assert str(caught.value).startswith(f"letter {number}: ")
    assert words in str(caught.value)


def test_nothing_is_written_before_both_have_committed(tmp_path: Path) -> None:
    axis = begin(tmp_path / "axis", er.AXIS, FOF, POSITION, chain=CHAINS[er.AXIS])
    assert axis.table.waiting().why == "Allied must commit to a chain"
    with pytest.raises(StateError, match="letter 3: Allied must commit to a chain: nothing else may be written before"):
        axis.done()
    with pytest.raises(NotationError, match="has a game by mail"):
        begin(tmp_path / "axis", er.AXIS, FOF, POSITION)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"dice": {"source": "seeded", "seed": "1"}}, "letter 1: dice: changed"),
        ({"variant": "nowhere"}, "letter 1: the head of the save: no variant 'nowhere'"),
    ],
)
def test_a_game_that_begins_otherwise_is_refused(change: dict[str, object], words: str) -> None:
    save = json.loads(er.Game.start(FOF, POSITION, dice="manual", undo="replay").save())
    with pytest.raises(StateError) as caught:
        Table.of([Letter.after(None, {"kind": "game", "save": {**save, **change}})])
    assert str(caught.value).startswith(words)


def test_a_game_with_dice_of_its_own_is_refused() -> None:
    save = json.loads(er.Game.start(FOF, POSITION, seed=1, undo="replay").save())
    with pytest.raises(StateError, match="letter 1: a game by mail begins without inputs, with manual dice"):
        Table.of([Letter.after(None, {"kind": "game", "save": save})])


# --- any byte ---


def test_any_changed_byte_is_located(tmp_path: Path) -> None:
    """Of every letter every byte of the frame and the beginning, and of long ones a thousand bytes, drawn."""
    axis, allied = attacked(tmp_path)
    exchange(allied, axis, tmp_path)
    data = (tmp_path / "axis" / FILE).read_bytes()
    draw, start = random.Random(17), 0
    for number, line in enumerate(data.splitlines(keepends=True), 1):
        places = range(len(line)) if len(line) < 1200 else sorted(draw.sample(range(len(line)), 1000))
        for place in places:
            changed = bytearray(data)
            changed[start + place] ^= draw.choice([1, 2, 4, 8, 16, 32, 64, 128])
            with pytest.raises(StateError) as caught:
                read_letters(bytes(changed))
            assert re.match(rf"letter {number}[.:] ?\w", str(caught.value)), (number, place, str(caught.value))
        start += len(line)


@pytest.mark.parametrize("name", ["number", "previous", "hash", "entry"])
def test_letters_that_are_hashed_anew_are_still_found(tmp_path: Path, name: str) -> None:
    """Whoever changes a letter and makes its hash fit breaks the chain at the next."""
    axis, _ = attacked(tmp_path)
    letters = list(axis.letters)
    entry = {**letters[3].entry, "side": "Allied"}
    forged: dict[str, Any] = {
        "number": Letter.after(letters[3], letters[3].entry),
        "previous": Letter.after(letters[1], letters[3].entry),
        "hash": Letter.after(letters[2], entry),
        "entry": Letter.after(letters[2], {"kind": "remark"}),
    }
    letters[3] = forged[name]
    with pytest.raises(StateError, match=r"letter [345]: "):
        read_letters(write_letters(tuple(letters)).encode())


def test_letters_that_are_missing_or_moved_are_found(tmp_path: Path) -> None:
    axis, _ = attacked(tmp_path)
    one, two, three, *rest = axis.letters
    for letters, words in (
        ((one, three, *rest), "letter 2: says that it is letter 3"),
        ((one, three, two, *rest), "letter 2: says that it is letter 3"),
        ((one, two, two, *rest), "letter 3: says that it is letter 2"),
    ):
        with pytest.raises(StateError, match=words):
            read_letters(write_letters(letters).encode())
    with pytest.raises(StateError, match=f"letter {len(axis.letters)}: the file ends within it"):
        read_letters(write_letters(axis.letters).encode()[:-5])
    with pytest.raises(StateError, match="letter 1: the file ends within it, or holds no letter"):
        read_letters(b"")


# --- the example ---


def test_the_example_plays_a_combat_and_finds_the_changed_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Path(__file__).parent.parent / "examples" / "referee_by_mail.py"
    monkeypatch.setattr("sys.argv", [str(script), str(tmp_path)])
    runpy.run_path(str(script), run_name="__main__")
    told = capsys.readouterr().out
    assert "attack 28 : 7 = 4:1 (FoF 9A)" in told
    assert "rolls 1 by linked dice, each checked against the chains of both sides" in told
    assert re.search(r"changed\.mail: letter \d+: changed since it was written", told)


# --- the command line ---


def run(*words: str, code: int = 0) -> str:
    """What a command says."""
    done = CliRunner().invoke(europa, list(words))
    assert done.exit_code == code, done.output
    return done.output


def test_a_game_by_mail_from_the_command_line(tmp_path: Path) -> None:
    position = tmp_path / "position.txt"
    position.write_text(POSITION, encoding="utf-8")
    axis, allied, post = (str(tmp_path / name) for name in ("axis", "allied", "post.mail"))
    begun = run("mail", "begin", axis, "--side", "Axis", "--game", "fof", "--position", str(position))
    assert "stalled: Allied must commit to a chain" in begun
    run("mail", "send", axis, post)
    run("mail", "join", allied, post, "--side", "Allied")
    run("mail", "send", allied, post)
    run("mail", "receive", axis, post)
    units = "; ".join(ATTACK.units)
    assert "attack 16A:2130" in run("mail", "order", axis, f"attack | units: {units} | target: 16A:2130")
    assert "(FoF 4C)" in run("mail", "order", axis, "move | units: ge 3 Inf XX | path: 16A:2031", code=2)
    told = run("mail", "show", axis, "--json")
    assert json.loads(told)["letters"] == 4
    run("mail", "done", axis)
    run("mail", "send", axis, post)
    run("mail", "receive", allied, post)
    assert "waits for link 1 of Axis" in run("mail", "done", allied)
    assert "stalled" in run("verify", allied)
    run("mail", "send", allied, post)
    assert "attack 28 : 7 = 4:1" in run("mail", "receive", axis, post)
    saved = tmp_path / "game.json"
    run("mail", "show", axis, "--save", str(saved))
    assert "manual dice, which nothing proves" in run("verify", str(saved))
    assert "linked dice, each checked against the chains of both sides" in run("verify", axis)


def test_mistakes_at_the_command_line_are_told(tmp_path: Path) -> None:
    new = str(tmp_path / "axis")
    assert "no side 'Axes'. Did you mean 'Axis'?" in run(
        "mail", "begin", new, "--side", "Axes", "--game", "fof", code=2
    )
    assert "name the game" in run("mail", "begin", new, "--side", "Axis", code=2)
    assert "no file or folder" in run("verify", str(tmp_path / "nothing.mail"), code=2)


def test_a_file_is_sent_into_a_folder_that_is_made_for_it(tmp_path: Path) -> None:
    axis = begin(tmp_path / "axis", er.AXIS, FOF, POSITION, chain=CHAINS[er.AXIS])
    assert axis.send(f"{tmp_path}/out/box/") == tmp_path / "out" / "box" / FILE
    assert axis.send(tmp_path / "out") == tmp_path / "out" / FILE
    assert axis.send(tmp_path / "letter-2.mail").is_file()
    run("mail", "send", str(tmp_path / "axis"), f"{tmp_path}/outbox/")
    assert (tmp_path / "outbox" / FILE).is_file()
