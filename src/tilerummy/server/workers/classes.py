"""Work classes, which determine the priorities, queue limits and time budgets of jobs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

GRACE_MS = 750.0
"""How far a job may exceed its budget of CPU time before its process is killed, in milliseconds."""
MEMORY = 768 * 1024 * 1024
"""The memory limit of a worker process, in bytes."""


@dataclass(frozen=True, slots=True)
class WorkClass:
    """The class of a job, which determines the queue it waits in and its budget of CPU time.

    ``budget`` is in milliseconds. At most ``max_per_key`` jobs per key and ``max_waiting`` jobs in
    total may wait, each for up to ``max_wait`` seconds. Classes that differ only in ``budget`` and
    ``max_wait`` share a queue.
    """

    name: str
    max_per_key: int
    max_waiting: int
    max_wait: float = field(compare=False)
    budget: float = field(compare=False)

    @property
    def limit(self) -> float:
        """The CPU time that a job may use before its process is killed, in milliseconds."""
        return self.budget + GRACE_MS

    def within(self, milliseconds: float) -> WorkClass:
        """Return a work class that shares this queue but has a different budget."""
        return replace(self, budget=milliseconds)


TURN = WorkClass("turn", max_per_key=8, max_waiting=4096, max_wait=10.0, budget=50.0)
"""Computer players' turns, and the first, short search for plays in a human player's turn."""
HINT = WorkClass("hint", max_per_key=8, max_waiting=512, max_wait=4.0, budget=50.0)
"""Hints, and turns in games where judging a turn takes long."""
LONG_TURN = HINT.within(1000.0)
"""The second, longer search for plays in a human player's turn."""
NEAR = HINT.within(1000.0)
"""The nearest closed hands; most take 100 ms."""
THINK = WorkClass("think", max_per_key=2, max_waiting=256, max_wait=30.0, budget=1000.0)
"""Computer players' slow turns; the budget depends on the player's level."""
QUESTION = WorkClass("question", max_per_key=8, max_waiting=64, max_wait=5.0, budget=250.0)
"""Questions that are not about a game in progress."""
JUDGING = QUESTION.within(2_000.0)
"""Attempts at puzzles; most take 20 ms, but users expect every attempt to be rated."""
RECORD = QUESTION.within(10_000.0)
"""Game records, summaries and pictures, which are all computed from logs."""
REPLAY = QUESTION.within(4_000.0)
"""Replays, which may use half of their budget to explain plays."""
SHOW = WorkClass("show", max_per_key=2, max_waiting=1024, max_wait=10.0, budget=50.0)
"""Turns at tables without human players."""
STUDY = WorkClass("study", max_per_key=1, max_waiting=32, max_wait=20.0, budget=2_000.0)
"""Background estimates of winning chances for the studio."""
REVIEW = WorkClass("review", max_per_key=2, max_waiting=64, max_wait=600.0, budget=10_000.0)
"""The tasks that make up a review, at the lowest priority; most take less than a second."""

QUEUES = (TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW)
"""All queues, ordered from the highest priority to the lowest."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a worker process: the queues that it serves, and its niceness.

    The process imports the module ``imports`` before its first job. Its timeouts are multiplied by
    ``waits``, because a process with the highest niceness may get as little as 1 % of a busy
    processor's time.
    """

    serves: tuple[WorkClass, ...]
    niceness: int
    imports: str = "tilerummy.server.jobs.rooms"
    waits: int = 1


RESERVED = Role((TURN,), niceness=5)
"""Runs only turns in games."""
GENERAL = Role((TURN, HINT), niceness=5)
"""Runs all jobs that players are waiting for."""
THINKING = Role((THINK,), niceness=15)
"""Runs only slow turns, using spare CPU time; started by the first slow turn."""
ANSWERING = Role((QUESTION, SHOW), niceness=15, imports="tilerummy.server.jobs.questions")
"""Runs questions, and turns at tables without human players, using spare CPU time."""
STUDYING = Role((STUDY,), niceness=19, imports="tilerummy.server.jobs.analysis", waits=4)
"""Runs jobs for the studio in the background; started by the first such job."""
REVIEWING = Role((REVIEW,), niceness=19, imports="tilerummy.server.jobs.reviews", waits=20)
"""Runs only reviews, at the lowest priority; started by the first review."""
MAX_REVIEWING = 4
"""The maximum number of processes that run reviews."""


def roles(workers: int) -> tuple[Role, ...]:
    """Return the roles of all processes: *workers* processes for games, and some for other jobs.

    >>> [[work.name for work in role.serves] for role in roles(2)]
    [['turn'], ['turn', 'hint'], ['think'], ['question', 'show'], ['study'], ['review'], ['review']]
    """
    games = (RESERVED,) * (workers > 1) + (GENERAL,) * max(1, workers - 1)
    reviewing = (REVIEWING,) * min(workers, MAX_REVIEWING)
    return (*games, *(THINKING, ANSWERING) * max(1, workers // 4), STUDYING, *reviewing)
