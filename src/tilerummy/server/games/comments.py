"""Comments of players in the record of their game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from tilerummy.records import Record, RecordedCommand, RecordedRound
from tilerummy.server.store.types import Comment
from tilerummy.state import Ended, Moved


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
