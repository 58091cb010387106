"""A recorded match as a sequence of frames: what happened, and the position after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from rich.text import Text

from tilerummy.cli.render.event_text import event_sentences
from tilerummy.cli.render.layout import LABEL, ScreenLayout, labelled, open_racks, rule, texts
from tilerummy.cli.render.tiles import Mark, MeldCell, cells, rack_lines, score_lines, table_lines
from tilerummy.melds import Table
from tilerummy.quoting import counted
from tilerummy.records import Record, fact_text
from tilerummy.rules.closed_hands.hands import CLOSED_HANDS
from tilerummy.state import (
    Declared,
    Ended,
    Ending,
    Event,
    Lots,
    State,
    conceal,
    fold,
    redact,
)

Scores = tuple[tuple[int, ...], ...]
"""The scores of the rounds that are over, by round and seat."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Whose view is shown: that of a seat, of a spectator (None), or of everything."""

    seat: int | None = None
    everything: bool = False

    def sees(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Return *events* as this viewer may see them."""
        return tuple(e if self.everything else redact(e, self.seat) for e in events)

    def knows(self, state: State) -> State:
        """Return *state* as this viewer may see it."""
        return state if self.everything else conceal(state, self.seat)


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One step of a recorded round.

    ``number`` is the round, from 0; ``turn`` the turn, from 1, with 0 for the deal; ``step`` the
    number of the step among the ``steps`` of the round. ``fresh`` are the melds that it laid.
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
    """Yield the frames of all rounds, as *viewer* may see them; only recorded facts are folded."""
    scores: Scores = ()
    for number, played in enumerate(record.rounds):
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
    """Return a frame as lines; the table is drawn closer if there is little room, never cut."""
    width, state = layout.width, frame.state
    head = [
        *_title(record, frame, width),
        *texts(sentences(frame.events, record.names), width),
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


def _title(record: Record, frame: Frame, width: int) -> list[Text]:
    """Return the place of the frame in the match, on two lines if one has no room."""
    turns = f"turn {frame.turn}" if frame.turn else "the deal"
    left = f"{record.ruleset}, round {frame.number + 1} of {len(record.rounds)}, {turns}"
    right = f"step {frame.step} of {frame.steps}, pool {len(frame.state.pool)}"
    gap = width - len(left) - len(right)
    return texts([f"{left}{' ' * gap}{right}"] if gap > 1 else [left, right], width, LABEL)


def _table(table: Table, fresh: Table, width: int, room: int | None) -> list[Text]:
    melds = list(_marked(table, fresh))
    if room is None:
        return table_lines(melds, width)
    tries = (table_lines(melds, width, height) for height in count(max(1, room)))
    return next(lines for lines in tries if not lines[-1].plain.startswith("..."))


def _marked(table: Table, fresh: Table) -> Iterator[MeldCell]:
    """Yield the melds of *table*, the *fresh* ones marked."""
    for cell, meld in zip(cells(table), table, strict=True):
        new = meld in fresh
        fresh -= (meld,)
        yield replace(cell, mark=Mark.NEWS) if new else cell


def _seats(record: Record, state: State, layout: ScreenLayout) -> list[Text]:
    """Return the rack of every seat, with the seat to move, who has opened, and the discards."""
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


def sentences(events: Sequence[Event], names: Sequence[str]) -> list[str]:
    """Return *events* as sentences, or as facts if records hold some without a sentence."""
    if all(map(_tellable, events)):
        return list(event_sentences(events, names))
    return [fact_text(event) for event in events]


def _tellable(event: Event) -> bool:
    hands = {hand.number for hand in CLOSED_HANDS}
    match event:
        case Declared(hand=hand):
            return hand in hands
        case Ended(Ending.WENT_OUT, winner=None):
            return False
        case Ended(hand=hand):
            return hand is None or hand in hands
        case Lots(drawn):
            return all(any(tile is not None for tile in lot) for lot in drawn)
        case _:
            return True
