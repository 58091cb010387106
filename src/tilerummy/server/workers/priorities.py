"""Priorities of jobs: their order, how long each may wait, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass, field

TURN_MS = 50.0
"""The budget of a computer player's turn, of a hint, and of a first look for a turn's plays."""
LONG_TURN_MS = 1000.0
"""The budget of a turn whose plays were not found at first."""
QUESTION_MS = 250.0
"""The budget of a question to the solver or the referee, which every client may ask."""
PIECE_MS = 10_000.0
"""The budget of a piece of a review; most take less than a second."""
RECORD_MS = 10_000.0
"""The budget of the record of a match, which is as long as its log."""
PICTURE_MS = 10_000.0
"""The budget of a picture of a game, which first folds its log."""
STUDY_MS = 2_000.0
"""The budget of the chances of plays on the analysis board."""
REPLAY_MS = 4_000.0
"""The budget of a replay: half of it may go into explaining plays."""
GRACE_MS = 750.0
"""The processor time by which a job may exceed its budget; then its worker is killed."""
MEMORY = 768 * 1024 * 1024
"""How many bytes of data a worker may hold."""


@dataclass(frozen=True, slots=True)
class Priority:
    """A priority of jobs.

    Up to ``each`` jobs of one key and ``most`` of all wait, each for up to ``patience`` seconds.
    """

    name: str
    each: int
    most: int
    patience: float = field(compare=False)


TURN = Priority("turn", each=8, most=4096, patience=10.0)
"""Turns in games: a computer player's, and the plays of a person's turn at a first look."""
HINT = Priority("hint", each=8, most=512, patience=4.0)
"""Hints, and turns in games whose plays are slow to find."""
THINK = Priority("think", each=2, most=256, patience=30.0)
"""Turns of computer players that take much longer than others, whoever plays with them."""
QUESTION = Priority("question", each=8, most=64, patience=5.0)
"""Questions of clients that are not at a table."""
SHOW = Priority("show", each=2, most=1024, patience=10.0)
"""Turns at tables with computer players only."""

STUDY = Priority("study", each=1, most=32, patience=20.0)
"""Chances of plays on the analysis board: seconds of work behind all else."""
REVIEW = Priority("review", each=2, most=64, patience=600.0)
"""Pieces of reviews of games that are over, which wait for everything else."""

PRIORITIES = (TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW)
"""Every priority, the highest first."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a worker process: the jobs that it serves, and its niceness.

    ``imports`` is the module that it imports before its first job. ``waits`` is how many times
    longer than others it may wait for a processor before it counts as late: beside busy processes
    one with the greatest niceness gets a hundredth of it.
    """

    serves: tuple[Priority, ...]
    niceness: int
    imports: str = "tilerummy.server.workers.jobs"
    waits: int = 1


RESERVED = Role((TURN,), niceness=5)
"""Serves only turns in games."""
GENERAL = Role((TURN, HINT), niceness=5)
"""Serves all jobs that players wait for."""
THINKING = Role((THINK,), niceness=15)
"""Serves only long turns, with spare processor time; it is started with the first of them."""
ANSWERING = Role((QUESTION, SHOW), niceness=15, imports="tilerummy.server.workers.questions")
"""Serves jobs that no player waits for, with spare processor time."""
STUDYING = Role((STUDY,), niceness=19, imports="tilerummy.server.history.analysis", waits=4)
"""Serves the analysis board, behind every game; it is started with the first position."""
REVIEWING = Role((REVIEW,), niceness=19, imports="tilerummy.server.workers.reviewing", waits=20)
"""Serves only reviews, with the processor time that all others spare; started with the first."""

MOST_REVIEWING = 4
"""How many processes serve reviews at most."""


def roles(workers: int) -> tuple[Role, ...]:
    """Return the roles of this number of workers for games, and of those for less urgent jobs.

    >>> [[work.name for work in role.serves] for role in roles(2)]
    [['turn'], ['turn', 'hint'], ['think'], ['question', 'show'], ['study'], ['review'], ['review']]
    """
    games = (RESERVED,) * (workers > 1) + (GENERAL,) * max(1, workers - 1)
    reviewing = (REVIEWING,) * min(workers, MOST_REVIEWING)
    return (*games, *(THINKING, ANSWERING) * max(1, workers // 4), STUDYING, *reviewing)
