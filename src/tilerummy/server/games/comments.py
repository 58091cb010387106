"""Adds the comments that players wrote to the record of their game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tilerummy.records import Record, RecordedCommand, RecordedRound
from tilerummy.server.store.types import Comment
from tilerummy.state import Ended, Moved


def with_comments(record: Record, comments: Iterable[Comment]) -> Record:
    """Return the record with *comments* added to its rounds and to the last command of each turn.

    Comments on turns that are missing from the record are left out.
    """
    lines: defaultdict[int, defaultdict[int, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in comments:
        if each.seat < record.seats:
            line = " ".join(filter(None, (f"{record.names[each.seat]}:", each.mark, each.text)))
            lines[each.round][each.turn].append(line)
    rounds = (_commented(each, lines[number]) for number, each in enumerate(record.rounds, 1))
    return replace(record, rounds=tuple(rounds))


def _commented(played: RecordedRound, lines: defaultdict[int, list[str]]) -> RecordedRound:
    last = {turn: index for index, turn in enumerate(turn_of_steps(played))}
    steps: list[RecordedCommand] = [*played.steps]
    for turn, index in last.items():
        if turn in lines:
            step = steps[index]
            steps[index] = replace(step, comments=(*step.comments, *lines[turn]))
    return replace(played, steps=tuple(steps), comments=(*played.comments, *lines[0]))


def turn_of_steps(played: RecordedRound) -> list[int]:
    """Return the turn number of each command, counting from 1."""
    turns, over = [], 0
    for step in played.steps:
        turns.append(over + 1)
        over += sum(isinstance(event, Moved | Ended) for event in step.events)
    return turns
