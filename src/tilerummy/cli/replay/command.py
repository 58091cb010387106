"""``tilerummy replay``: a recorded game shown step by step."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tilerummy.cli.files import read_record_file
from tilerummy.cli.render.layout import ScreenLayout
from tilerummy.cli.render.terminal import Screen
from tilerummy.cli.replay.frames import Frame, Viewer, frame_lines, frames
from tilerummy.cli.replay.pager import browse, find
from tilerummy.records import Record
from tilerummy.records.text.seat_names import Names


@click.command("replay")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--seat", "who", metavar="WHO", help="Show what this player saw: name or number.")
@click.option("--spectator", is_flag=True, help="Show what somebody looking on saw.")
@click.option("--at", metavar="[ROUND.]TURN", help="Begin at this turn; piped, show only this.")
@click.option("--no-color", is_flag=True, help="No colours; NO_COLOR does the same.")
def replay_command(
    *,
    file: str,
    who: str | None,
    spectator: bool,
    at: str | None,
    no_color: bool,
) -> None:
    """Show the game in FILE step by step.

    In a terminal, go on with n, Enter or the right arrow, back with b or the left arrow, to a
    turn with t, to the end with e, to the start with s, away with q. Piped, all steps are written.
    Every rack is shown, unless --seat or --spectator says whose eyes to see with.

    What is shown are the recorded facts; whether they are by the rules is what audit tells.
    """
    record = read_record_file(file)
    viewer = _viewer(record, who, spectator=spectator)
    shown = list(frames(record, viewer))
    if not shown:
        raise click.ClickException(f"{file}: no round has begun.")
    terminal = Screen(colour=not no_color)
    start = 0 if at is None else _found(shown, at)
    if terminal.height is not None:
        browse(record, shown, start, terminal)
        return
    layout = ScreenLayout(width=terminal.width)
    wanted = shown[start]
    for frame in shown:
        if at is None or (frame.number, frame.turn) == (wanted.number, wanted.turn):
            terminal.show([*frame_lines(record, frame, layout), ""])


def _viewer(record: Record, who: str | None, *, spectator: bool) -> Viewer:
    if who is None:
        return Viewer(None, everything=not spectator)
    if spectator:
        raise click.UsageError("Either --seat or --spectator, not both.")
    try:
        return Viewer(Names(record.names).read(f"seat {who}" if who.isdecimal() else who))
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--seat") from None


def _found(shown: Sequence[Frame], at: str) -> int:
    try:
        return find(shown, at)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--at") from None
