"""``tilerummy read``: reads the tiles in a photo."""

from __future__ import annotations

import json
import os
from pathlib import Path
from urllib.parse import quote

import click

from tilerummy.cli.files import OutputFile, writing
from tilerummy.message_text import counted, joined
from tilerummy.vision import PhotoError, PhotoReading, ReadTile, outlines_svg, read

_HELP = """Read the tiles in a photo of a table or a rack.

PHOTO is a JPEG, PNG, WebP, TIFF, BMP or GIF file of at most 50 megapixels. Prints the position in
notation:

\b
  table: r3 r4 r5 / k7 b7 o7
  rack: k4 r1 *
  check: b7 (or o7) in row 2, tile 2

Each row of tiles is written as in the photo, from top to bottom; it need not be a legal meld. Two
rows that are one behind the other are taken for a rack. Tiles listed under "check" are uncertain:
compare them with the photo. A tile that may be a joker but is uncertain is printed as ?, because it
could be any tile: replace it before you use the position. Expect more corrections with editions
that the weights were not trained on.

To find the best play, correct the position if needed and pass it to tilerummy solve:

\b
  tilerummy read table.jpg --json | jq '{table, rack}' | tilerummy solve

\b
With --json, the result is an object:
  table, rack       the position in notation
  width, height     the size of the photo in pixels, turned upright
  advice            dark, shaken or far: take another photo; null otherwise
  tiles             in reading order, each with
    corners         four points [x, y] in pixels, clockwise from the tile's own
                    upper left corner
    candidates      the likeliest faces, each with its probability
    doubtful        true if the tile should be checked
  rows              indices of tiles, one list per row
  rack_rows         the indices of the rows on the rack

The photo is not sent anywhere.

The exit status is 1 if the photo could not be read, otherwise 0. If no tiles are found, the
position is empty.
"""
_ADVICE = {
    "dark": "The photo is very dark: take another one with more light.",
    "shaken": "The photo is blurred: take another one, and hold the camera still.",
    "far": "The tiles are very small in the photo: take another one from closer.",
}


@click.command("read", help=_HELP)
@click.argument("photo", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print positions and probabilities as JSON.")
@click.option(
    "--svg",
    "picture",
    type=OutputFile(),
    metavar="FILE",
    help="Write a picture with the outlines of the tiles over the photo to this file.",
)
def read_command(photo: Path, *, as_json: bool, picture: Path | None) -> None:
    """Print the position in a photo; exit with status 1 if the photo cannot be read."""
    reading = _reading(photo)
    if picture is not None:
        with writing(picture):
            address = quote(Path(os.path.relpath(photo, picture.parent)).as_posix())
            picture.write_text(f"{outlines_svg(reading, address)}\n", encoding="utf-8")
    if as_json:
        click.echo(json.dumps(_as_object(reading)))
        return
    click.echo(f"table: {reading.table_notation}".rstrip())
    click.echo(f"rack: {reading.rack_notation}".rstrip())
    for line in _checks(reading):
        click.echo(f"check: {line}")
    click.echo(_counts(reading), err=True)
    if reading.advice is not None:
        click.echo(_ADVICE[reading.advice], err=True)


def _reading(photo: Path) -> PhotoReading:
    try:
        return read(photo)
    except PhotoError as error:
        raise click.ClickException(f"{photo} cannot be read: {error}.") from None
    except OSError as error:
        raise click.ClickException(f"{photo} cannot be read: {error.strerror}.") from None
    except RuntimeError as error:  # without the kernel
        raise click.ClickException(f"{error}.") from None


def _counts(reading: PhotoReading) -> str:
    on_rack = sum(len(reading.rows[row]) for row in reading.rack)
    rows = len(reading.rows) - len(reading.rack)
    table = f"{counted(len(reading.tiles) - on_rack, 'tile')} in {counted(rows, 'row')}"
    return joined([table, f"{on_rack} on the rack"] if on_rack else [table]) + "."


def _checks(reading: PhotoReading) -> list[str]:
    return [
        f"{tile.label} ({_alternatives(tile)}) in row {number}, tile {place}"
        for number, row in enumerate(reading.rows, start=1)
        for place, tile in enumerate((reading.tiles[index] for index in row), start=1)
        if tile.doubtful
    ]


def _alternatives(tile: ReadTile) -> str:
    first, second = (repr(candidate.face) for candidate in tile.candidates[:2])
    return f"{first} or {second}" if tile.face is None else f"or {second}"


def _as_object(reading: PhotoReading) -> dict[str, object]:
    return {
        "table": reading.table_notation,
        "rack": reading.rack_notation,
        "width": reading.width,
        "height": reading.height,
        "advice": reading.advice,
        "tiles": [
            {
                "corners": [[round(x, 1), round(y, 1)] for x, y in tile.corners],
                "candidates": [
                    {"face": repr(each.face), "probability": round(each.probability, 4)}
                    for each in tile.candidates
                ],
                "doubtful": tile.doubtful,
            }
            for tile in reading.tiles
        ],
        "rows": reading.rows,
        "rack_rows": reading.rack,
    }
