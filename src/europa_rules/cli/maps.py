"""The commands of `europa map`: what a hex is, what a patch changes, the board as GeoJSON."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from europa_rules.board import Board, load_board
from europa_rules.cli.common import FAULTS, counted, load, print_json, says_mistakes, with_game, with_json, with_maps
from europa_rules.errors import DataError, Fault
from europa_rules.map_facts import facts_of_hex
from europa_rules.sheets.heads import bundled_sheets


@click.group(name="map")
def map_group() -> None:
    """Look at the map, and at what your own corrections change.

    Example: europa map info 16A:1030
    """


def _board(game: str | None, maps: tuple[Path, ...]) -> Board:
    """The board of a game; without one, the bundled sheets alone."""
    if game is not None:
        return load(game, maps=maps).board
    for folder in maps:
        if not folder.is_dir():
            raise DataError([Fault(str(folder), "maps", "no folder", "a folder of map tables")])
    return load_board(bundled_sheets(), maps)


@map_group.command()
@click.argument("hexes", nargs=-1, required=True, metavar="HEX...")
@with_game
@with_maps
@with_json
@says_mistakes
def info(hexes: tuple[str, ...], game: str | None, maps: tuple[Path, ...], as_json: bool) -> None:
    """All about each HEX: terrain, hexsides, lines, cities, country, weather, neighbours, and where that comes from.

    Fortifications, airfields and boxes differ between games: name the game to see them.

    Example: europa map info --game sf 16A:1030 26:2115
    """
    board = _board(game, maps)
    found = [facts_of_hex(board.place(ref), board) for ref in hexes]
    if as_json:
        print_json([facts.to_json() for facts in found])
    else:
        click.echo("\n\n".join(map(str, found)))


@map_group.command()
@click.argument("patch", type=click.Path(path_type=Path))
@with_game
@with_maps
@with_json
@says_mistakes
def diff(patch: Path, game: str | None, maps: tuple[Path, ...], as_json: bool) -> None:
    """What the folder PATCH changes, row by row, old value and new.

    It is held against the bundled sheets, with --game also against that game's fortifications, airfields and boxes. The
    exit code is 1 if the patch has faults.

    Example: europa map diff --game sf my-map/
    """
    if not patch.is_dir():
        raise DataError([Fault(str(patch), "patch", "no folder", "a folder of map tables")])
    board = _board(game, maps)
    try:
        differences = board.differences(patch)
    except DataError as error:
        click.echo(str(error), err=True)
        sys.exit(FAULTS)
    if as_json:
        print_json([difference.to_json() for difference in differences])
    else:
        for difference in differences:
            click.echo(str(difference))
    changing = [difference for difference in differences if difference.changes_something]
    click.echo(f"{counted(len(differences), 'row')}, {len(changing)} of them change something", err=as_json)


@map_group.command()
@click.option("-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="The file; stdout without it.")
@click.option("--hex", "hexes", multiple=True, metavar="HEX", help="Only this hex, and others so named.")
@click.option("--layer", "layers", multiple=True, metavar="LAYER", help="Only hexes, hexsides, lines, cities, ...")
@with_game
@with_maps
@says_mistakes
def geojson(
    output: Path | None, hexes: tuple[str, ...], layers: tuple[str, ...], game: str | None, maps: tuple[Path, ...]
) -> None:
    """Write the board as GeoJSON, with the attributions that its data ask for.

    Example: europa map geojson --game sf --layer cities -o cities.geojson
    """
    board = _board(game, maps)
    wanted = [board.place(ref) for ref in hexes] or None
    found = board.to_geojson(wanted, layers) if layers else board.to_geojson(wanted)
    text = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    if output is None:
        click.echo(text)
    else:
        output.write_text(text + "\n", encoding="utf-8")
        click.echo(f"Written to {output}: {counted(len(found['features']), 'feature')}.", err=True)
