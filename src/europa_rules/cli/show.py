"""The command `europa show`: a position or a scenario as a picture, as a window of text, or in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

import europa_rules as er
from europa_rules.cli.common import load, read_text, required, says_mistakes, with_game, with_maps
from europa_rules.errors import NotationError, unknown
from europa_rules.hexes import Hex
from europa_rules.render import DETAILS, THEMES
from europa_rules.render.regions import around_hex, is_whole, region_of
from europa_rules.ruleset import Ruleset
from europa_rules.state import GameState
from europa_rules.text_board import draw_text, legend, list_text, terrains_of, window_around

LONGEST_PATH = 200
"""A longer text is a position, not the path of a file."""

REGIONS = """\b
REGION is one of these, or several joined by ;
  16A:1728+4             a hex and all within 4 hexes of it
  Sedan+4                the same around a city
  16A:1520-16A:2032      a frame by two opposite corners
  "16A:1728 16A:1628"    hexes one by one
  Belgium, Sicilia, 16A  a country, a district, a region of the map, or a map
  all                    the whole board

\b
OVERLAY is one of these; give --overlay several times for several
  owner                  who owns the hexes
  zoc:axis               the ZOCs of a side
  supply:allied          the supply lines of a side's units
  "moves:ge 1 Pz XX"     where a piece may go, with the MPs it takes
  attack:16A:1728        the odds of an attack by all around; or by some: attack:16A:1728:PIECE,PIECE
  air:16A:1728:12        the hexes within a range; or within that of an air unit: air:PIECE
"""


@click.command(epilog=REGIONS)
@click.argument("position", required=False)
@click.option("--scenario", metavar="ID", help="A scenario in place of a position; its pieces as they start.")
@click.option("--region", metavar="REGION", help="What to show; else the surroundings of the pieces.")
@click.option("--center", metavar="HEX", help="The hex in the middle, for the text.")
@click.option("--radius", default=3, show_default=True, type=click.IntRange(0, 60), help="Hexes to each side of it.")
@click.option("--overlay", "overlays", multiple=True, metavar="OVERLAY", help="What to lay over the picture.")
@click.option("--theme", type=click.Choice(THEMES), default="auto", show_default=True, help="The colours.")
@click.option("--detail", type=click.Choice(DETAILS), default="auto", show_default=True, help="How much is named.")
@click.option("--list", "as_list", is_flag=True, help="In sentences, a line a hex and a line a piece.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE.svg", help="Write a picture.")
@with_game
@with_maps
@says_mistakes
def show(
    position: str | None,
    scenario: str | None,
    region: str | None,
    center: str | None,
    radius: int,
    overlays: tuple[str, ...],
    theme: str,
    detail: str,
    as_list: bool,
    output: Path | None,
    game: str | None,
    maps: tuple[Path, ...],
) -> None:
    """Show a POSITION (in position notation, or a file) or a scenario: as text, or with -o as a picture.

    Example: europa show --game fof "16A:1727 ge 14-10 Pz XX 1 | 16A:1728 fr 5-6 Inf XX 55" --overlay zoc:axis -o x.svg
    """
    if position is None and scenario is None and (region or center):
        position = ""  # the board alone
    if (position is None) == (scenario is None):
        raise NotationError("name either a position or --scenario; for the board alone, a --region")
    rules, state = _of_scenario(scenario, game, maps) if scenario else _of_position(position or "", game, maps)
    if output is not None:
        around = center and f"{center}+{radius}"
        picture = er.draw(state, rules, region=region or around, overlays=overlays, theme=theme, detail=detail)
        click.echo(f"{picture.save(output)}: {picture.title}, {len(picture.hexes)} hexes")
        return
    if overlays:
        raise NotationError("overlays are drawn in pictures alone; name a file for one with -o")
    click.echo(_text(state, rules, region, center, radius, as_list=as_list))


def _of_position(position: str, game: str | None, maps: Sequence[Path]) -> tuple[Ruleset, GameState]:
    rules = load(required(game), maps=maps)
    is_file = len(position) < LONGEST_PATH and Path(position).is_file()
    return rules, er.parse_position(read_text(Path(position)) if is_file else position, rules)


def _of_scenario(scenario: str, game: str | None, maps: Sequence[Path]) -> tuple[Ruleset, GameState]:
    """A scenario as it starts, by the rules of its game with the options that it puts in force."""
    known = er.scenarios(game)
    found = [head for head in known if head.id == scenario]
    if len(found) != 1:
        raise unknown("scenario of one game" if found else "scenario", scenario, [head.id for head in known])
    (head,) = found
    rules = load(head.variant, options=tuple(head.options), maps=maps)
    return rules, er.position_of(head, rules)


def _text(
    state: GameState, rules: Ruleset, region: str | None, center: str | None, radius: int, *, as_list: bool
) -> str:
    """A window around a hex with its legend; a list for a region, or where one is asked for."""
    middle = rules.board.place(center) if center else _middle(state, rules)
    if region or as_list:
        hexes = region_of(region, rules.board) if region else around_hex(middle, radius, rules.board)
        return list_text(state, rules, hexes, boxes=is_whole(region))
    shown = [ref for row in window_around(middle, radius, rules) for ref in row if ref is not None]
    return f"{draw_text(state, rules, middle, radius)}\n{legend(terrains_of(shown, rules))}"


def _middle(state: GameState, rules: Ruleset) -> Hex:
    """The hex of the first piece on the board."""
    placed = (piece.place for piece in state.pieces.values() if piece.place in rules.board.index)
    found = next(placed, None)
    if found is None:
        raise NotationError("no piece stands on the board; name the hex in the middle with --center, or a --region")
    return found
