"""Comments of players in the record of their game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tilerummy.deadline import NEVER, Deadline
from tilerummy.records import Record, RecordedCommand, RecordedRound, write_jsonl, write_text
from tilerummy.server.room.record import whole_record
from tilerummy.server.store import Comment
from tilerummy.state import Ended, Moved


def game_record(
    game: str,
    bodies: Sequence[bytes],
    form: str,
    comments: Sequence[Comment] = (),
    *,
    deadline: Deadline = NEVER,
) -> str:
    """Return the record of a game with its comments, as ``text`` or ``jsonl``.

    *bodies* are the entries of the log as they are stored. It needs no *deadline*, as the record
    of a match does not.
    """
    del deadline
    _, record = whole_record(game, bodies)
    commented = with_comments(record, comments)
    return write_jsonl(commented) if form == "jsonl" else write_text(commented)


def with_comments(record: Record, comments: Iterable[Comment]) -> Record:
    """Return the record with *comments* on its rounds and on the last commands of its turns.

    What is on a turn that the record does not have is left out.
    """
    said: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in comments:
        if each.seat < record.seats:
            line = " ".join(filter(None, (f"{record.names[each.seat]}:", each.mark, each.text)))
            said[each.round][each.turn].append(line)
    rounds = (_commented(each, said[number]) for number, each in enumerate(record.rounds, 1))
    return replace(record, rounds=tuple(rounds))


def _commented(played: RecordedRound, said: defaultdict[int, list[str]]) -> RecordedRound:
    last = {turn: place for place, turn in enumerate(turn_of_steps(played))}
    steps: list[RecordedCommand] = [*played.steps]
    for turn, place in last.items():
        if turn in said:
            step = steps[place]
            steps[place] = replace(step, comments=(*step.comments, *said[turn]))
    return replace(played, steps=tuple(steps), comments=(*played.comments, *said[0]))


def turn_of_steps(played: RecordedRound) -> list[int]:
    """Return the turn in which each command of a round was given, counted from 1."""
    turns, over = [], 0
    for step in played.steps:
        turns.append(over + 1)
        over += sum(isinstance(event, Moved | Ended) for event in step.events)
    return turns
