"""``tilerummy replay``: shows a recorded game step by step.

A record is converted to one frame per step. The user presses keys to select the frame to show; if
the output is piped, all frames are written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

import click
from rich.text import Text

from tilerummy.cli.files import read_record_file
from tilerummy.cli.options import RECORD_FILE, no_color, read_seat
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.cli.render.terminal import Terminal
from tilerummy.cli.render.tiles import (
    Mark,
    MeldCell,
    ScreenLayout,
    cells,
    ends,
    labelled,
    open_racks,
    rack_lines,
    rule,
    score_lines,
    table_lines,
    texts,
)
from tilerummy.melds import Table
from tilerummy.message_text import counted
from tilerummy.records import Record
from tilerummy.state import Event, State, conceal, fold, redact


@click.command("replay")
@click.argument("file", type=RECORD_FILE)
@click.option("--seat", "who", metavar="WHO", help="Show what this player saw, by name or number.")
@click.option("--spectator", is_flag=True, help="Show what a spectator saw.")
@click.option(
    "--at", metavar="[ROUND.]TURN", help="Start at this turn; if piped, show only this turn."
)
@no_color
def replay_command(
    *,
    file: str,
    who: str | None,
    spectator: bool,
    at: str | None,
    no_color: bool,
) -> None:
    """Show the game in FILE step by step.

    In a terminal, press n, Enter or the right arrow for the next step, b or the left arrow for the
    previous one, t to go to a turn, s for the start, e for the end, q to quit. Piped output has all
    steps. Every rack is shown unless --seat or --spectator limits the view. If the rounds were
    counted only at their end, their scores are shown instead.

    The game is shown as recorded; use audit to check it against the rules.
    """
    record = read_record_file(file)
    viewer = _viewer(record, who, spectator=spectator)
    shown = list(frames(record, viewer))
    terminal = Terminal(colour=not no_color)
    if not shown and record.results and at is None:
        terminal.show(counted_lines(record, terminal.width))
        return
    if not shown:
        counted_only = "with turns: they were counted only at their end" if record.rounds else ""
        raise click.ClickException(f"{file} has no rounds {counted_only}".strip() + ".")
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
        raise click.UsageError("Use either --seat or --spectator, not both.")
    return Viewer(read_seat(record, who))


def _found(shown: Sequence[Frame], at: str) -> int:
    try:
        return find(shown, at)
    except ValueError as error:
        raise click.BadParameter(f"{error}.", param_hint="--at") from None


Scores = tuple[tuple[int, ...], ...]
"""The scores of the finished rounds: one tuple per round, with one score per seat."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """The point of view of a replay: a seat, a spectator (None), or someone who sees everything."""

    seat: int | None = None
    everything: bool = False

    def sees(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return *events* as seen from this point of view."""
        return tuple(e if self.everything else redact(e, self.seat) for e in events)

    def knows(self, state: State) -> State:
        """Return *state* as seen from this point of view."""
        return state if self.everything else conceal(state, self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One step in a recorded round.

    ``number`` is the round number, counting from 0. ``turn`` is the turn number, counting from 1; 0
    means the deal. ``step`` is this step's number, and ``steps`` the number of steps in the round.
    ``fresh`` contains the melds laid in this step.
    """

    number: int
    turn: int
    step: int
    steps: int
    events: tuple[Event, ...]
    comments: tuple[str, ...]
    state: State
    fresh: Table
    scores: Scores


def frames(record: Record, viewer: Viewer) -> Iterator[Frame]:
    """Yield the frames of all rounds as *viewer* sees them, rebuilt from the recorded events."""
    scores: Scores = ()
    for number, played in enumerate(record.rounds):
        if played.count is not None and played.ended is not None:
            scores = (*scores, played.ended.scores)
            continue  # only its result is recorded
        state = fold(viewer.sees(played.deal), State.before_deal(record.seats))
        frame = Frame(
            number=number,
            turn=0,
            step=0,
            steps=len(played.steps),
            events=viewer.sees(played.deal),
            comments=(*(record.comments if number == 0 else ()), *played.comments),
            state=viewer.knows(state),
            fresh=Table(),
            scores=scores,
        )
        yield frame
        for place, step in enumerate(played.steps, 1):
            turn, before, events = state.turn + 1, state.table, viewer.sees(step.events)
            state = fold(events, state)
            if state.ended is not None:
                scores = (*scores, state.ended.scores)
            yield replace(
                frame,
                turn=turn,
                step=place,
                events=events,
                comments=step.comments,
                state=viewer.knows(state),
                fresh=state.table - before,
                scores=scores,
            )


def frame_lines(record: Record, frame: Frame, layout: ScreenLayout) -> list[Text]:
    """Return a frame as lines. If there is little room, the table is denser but never cut off."""
    width, state = layout.width, frame.state
    head = [
        *_title(record, frame, width),
        *texts(event_sentences(frame.events, record.names), width),
        *texts((f"# {comment}" for comment in frame.comments), width),
        rule(width),
    ]
    foot = [rule(width)]
    if state.trump is not None:
        foot += labelled("Trump", rack_lines((state.trump,), width), width)
    if state.free:
        foot += labelled("Free", rack_lines(state.free, width - 6), width)
    foot += _seats(record, state, layout)
    if state.ended is not None:
        totals = [sum(column) for column in zip(*frame.scores, strict=True)]
        foot += [rule(width), *score_lines(record.names, frame.scores, totals, width)]
    room = None if layout.height is None else layout.height - len(head) - len(foot) - 1
    return [*head, *_table(state.table, frame.fresh, width, room), *foot]


def counted_lines(record: Record, width: int) -> list[Text]:
    """Return the scores of a record whose rounds were counted only at their end."""
    said = f"{counted(len(record.rounds), 'round')}, counted at the end"
    scores = [ended.scores for ended in record.results]
    return [
        *ends(record.ruleset, said, width),
        *texts((f"# {comment}" for comment in record.comments), width),
        rule(width),
        *score_lines(record.names, scores, record.totals, width),
    ]


def _title(record: Record, frame: Frame, width: int) -> list[Text]:
    """Return title lines that show the round, turn and step of this frame."""
    turns = f"turn {frame.turn}" if frame.turn else "the deal"
    left = f"{record.ruleset}, round {frame.number + 1} of {len(record.rounds)}, {turns}"
    right = f"step {frame.step} of {frame.steps}, pool {len(frame.state.pool)}"
    return ends(left, right, width)


def _table(table: Table, fresh: Table, width: int, room: int | None) -> list[Text]:
    melds = list(_marked(table, fresh))
    if room is None:
        return table_lines(melds, width)
    tries = (table_lines(melds, width, height) for height in count(max(1, room)))
    return next(lines for lines in tries if not lines[-1].plain.startswith("..."))


def _marked(table: Table, fresh: Table) -> Iterator[MeldCell]:
    """Yield the melds on *table*, marking those in *fresh*."""
    for cell, meld in zip(cells(table), table, strict=True):
        new = meld in fresh
        fresh -= (meld,)
        yield replace(cell, mark=Mark.NEWS) if new else cell


def _seats(record: Record, state: State, layout: ScreenLayout) -> list[Text]:
    """Return lines that show every seat's rack and last discard, with a mark at the seat to move.

    Seats that have not opened yet are labelled.
    """
    names = []
    for seat, (name, of) in enumerate(zip(record.names, state.seats, strict=True)):
        moves = state.ended is None and seat == state.to_move
        said = [counted(len(of.rack), "tile")]
        if of.opened is None:
            said.append("not opened")
        if of.discards:
            said.append(f"discard {of.discards[-1]}")
        names.append(f"{'>' if moves else ' '} {name} ({', '.join(said)})")
    return open_racks(state, names, layout)


NEXT = ("n", " ", "\r", "\n", "\x1b[C", "\x1bOC", "\xe0M", "\x00M")
BACK = ("b", "\x7f", "\x08", "\x1b[D", "\x1bOD", "\xe0K", "\x00K")
START = ("s", "\x1b[H", "\x1bOH")
END = ("e", "\x1b[F", "\x1bOF")
LEAVE = ("q", "\x1b", "\x03", "\x04")

KEYS = "n next  b back  t turn  s start  e end  q quit"
"""The help line at the bottom of the screen."""

_AT = re.compile(r"(?:(\d{1,6})\.)?(\d{1,6})", re.ASCII)


def browse(
    record: Record,
    shown: Sequence[Frame],
    place: int,
    terminal: Terminal,
    key: Callable[[], str] = click.getchar,
) -> None:
    """Show the frame at index *place*, then each one that the user selects, until they quit."""
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
    """Return the index of the first frame in the turn *at*.

    ``2.14`` means turn 14 in the second round, and ``14`` means turn 14 in the first round. Turn 0
    is the deal. Raises ValueError if there is no such turn.
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
