"""Shows the frames of a recorded match one by one, as keys are pressed."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

import click

from tilerummy.cli.render.layout import ScreenLayout
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.replay.frames import Frame, frame_lines
from tilerummy.records import Record

NEXT = ("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\xe0M", "\x00M")
BACK = ("b", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\xe0K", "\x00K")
START = ("s", "\x1b[H", "\x1bOH")
END = ("e", "\x1b[F", "\x1bOF")
LEAVE = ("q", "\x1b", "\x03", "\x04")

KEYS = "n next  b back  t turn  s start  e end  q quit"
"""The last line of the screen."""

_AT = re.compile(r"(?:(\d{1,6})\.)?(\d{1,6})", re.ASCII)


def browse(
    record: Record,
    shown: Sequence[Frame],
    place: int,
    terminal: Terminal,
    key: Callable[[], str] = click.getchar,
) -> None:
    """Show the frame at *place*, and those that the pressed keys lead to, until one quits."""
    note = ""
    while True:
        _draw(record, shown[place], terminal, note)
        note = ""
        try:
            pressed = key()
            if pressed in LEAVE:
                return
            if pressed == "t":
                place = find(shown, terminal.ask("Turn (14, or 2.14 for one of round 2):"))
        except (EOFError, KeyboardInterrupt):
            return
        except ValueError as error:
            note = f"{error}."
        step = (pressed in NEXT) - (pressed in BACK)
        if not 0 <= place + step < len(shown):
            note = "This is the end." if step > 0 else "This is the start."
        else:
            place += step
        if pressed in (*START, *END):
            place = 0 if pressed in START else len(shown) - 1


def _draw(record: Record, frame: Frame, terminal: Terminal, note: str) -> None:
    terminal.clear()
    height = None if terminal.height is None else terminal.height - 2 - bool(note)
    terminal.show(frame_lines(record, frame, ScreenLayout(width=terminal.width, height=height)))
    terminal.show([note, KEYS] if note else [KEYS])


def find(shown: Sequence[Frame], at: str) -> int:
    """Return the place of the first frame of a turn, written ``14`` or ``2.14``.

    Without a round it is in the first one; turn 0 is the deal. Raises ValueError where there is
    no such turn.
    """
    match = _AT.fullmatch(at.strip())
    if match is None:
        raise ValueError(f"expected a turn like 14, or 2.14 for one of round 2, not {at[:20]!r}")
    number, turn = int(match[1] or 1) - 1, int(match[2])
    places = {(f.number, f.turn): place for place, f in reversed([*enumerate(shown)])}
    if (number, turn) in places:
        return places[number, turn]
    last = max((t for n, t in places if n == number), default=None)
    if last is None:
        raise ValueError(f"there is no round {number + 1}; the last one is {shown[-1].number + 1}")
    raise ValueError(f"there is no turn {turn} in round {number + 1}; the last one is {last}")
