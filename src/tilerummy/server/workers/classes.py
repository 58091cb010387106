"""Classes of work: their priority, how many jobs may wait and how long, and what each may cost."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

GRACE_MS = 750.0
"""The processor time by which a job may exceed its budget; then its worker is killed."""
MEMORY = 768 * 1024 * 1024
"""How many bytes of data a worker may hold."""


@dataclass(frozen=True, slots=True)
class WorkClass:
    """A class of work: a queue of jobs, and the ``budget`` of each, in milliseconds.

    Up to ``max_per_key`` jobs of one key and ``max_waiting`` in total wait, each for up to
    ``max_wait`` seconds.
    Classes that differ only in budget and ``max_wait`` have one queue.
    """

    name: str
    max_per_key: int
    max_waiting: int
    max_wait: float = field(compare=False)
    budget: float = field(compare=False)

    @property
    def limit(self) -> float:
        """The processor time in milliseconds at which the process of a job is killed."""
        return self.budget + GRACE_MS

    def within(self, milliseconds: float) -> WorkClass:
        """Return the class of jobs in the same queue with another budget."""
        return replace(self, budget=milliseconds)


TURN = WorkClass("turn", max_per_key=8, max_waiting=4096, max_wait=10.0, budget=50.0)
"""Turns in games: a computer player's, and the plays of a person's turn at a first look."""
HINT = WorkClass("hint", max_per_key=8, max_waiting=512, max_wait=4.0, budget=50.0)
"""Hints, and turns in games that are slow to judge."""
LONG_TURN = HINT.within(1000.0)
"""Turns whose plays were not found at first."""
THINK = WorkClass("think", max_per_key=2, max_waiting=256, max_wait=30.0, budget=1000.0)
"""Turns of computer players that take much longer than others; the level has the budget."""
QUESTION = WorkClass("question", max_per_key=8, max_waiting=64, max_wait=5.0, budget=250.0)
"""Questions of clients that are not at a table."""
RECORD = QUESTION.within(10_000.0)
"""Records, summaries and pictures of games, which first fold a log."""
REPLAY = QUESTION.within(4_000.0)
"""Replays: half of the budget may go into explaining plays."""
SHOW = WorkClass("show", max_per_key=2, max_waiting=1024, max_wait=10.0, budget=50.0)
"""Turns at tables with computer players only."""
STUDY = WorkClass("study", max_per_key=1, max_waiting=32, max_wait=20.0, budget=2_000.0)
"""Chances of plays on the analysis board: seconds of work behind all else."""
REVIEW = WorkClass("review", max_per_key=2, max_waiting=64, max_wait=600.0, budget=10_000.0)
"""Pieces of reviews of finished games, behind everything else; most take less than a second."""

QUEUES = (TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW)
"""Every queue, the highest priority first."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a worker process: the jobs that it serves, and its niceness.

    ``imports`` is the module that it imports before its first job. ``waits`` is how many times
    longer than others it may wait for a processor before it counts as late: beside busy processes
    one with the greatest niceness gets a hundredth of it.
    """

    serves: tuple[WorkClass, ...]
    niceness: int
    imports: str = "tilerummy.server.jobs.rooms"
    waits: int = 1


RESERVED = Role((TURN,), niceness=5)
"""Serves only turns in games."""
GENERAL = Role((TURN, HINT), niceness=5)
"""Serves all jobs that players wait for."""
THINKING = Role((THINK,), niceness=15)
"""Serves only long turns, with spare processor time; it is started with the first of them."""
ANSWERING = Role((QUESTION, SHOW), niceness=15, imports="tilerummy.server.jobs.questions")
"""Serves jobs that no player waits for, with spare processor time."""
STUDYING = Role((STUDY,), niceness=19, imports="tilerummy.server.jobs.analysis", waits=4)
"""Serves the analysis board, behind every game; it is started with the first position."""
REVIEWING = Role((REVIEW,), niceness=19, imports="tilerummy.server.jobs.reviews", waits=20)
"""Serves only reviews, with the processor time that all others spare; started with the first."""

MAX_REVIEWING = 4
"""How many processes serve reviews at most."""


def roles(workers: int) -> tuple[Role, ...]:
    """Return the roles of this number of workers for games, and of those for less urgent jobs.

    >>> [[work.name for work in role.serves] for role in roles(2)]
    [['turn'], ['turn', 'hint'], ['think'], ['question', 'show'], ['study'], ['review'], ['review']]
    """
    games = (RESERVED,) * (workers > 1) + (GENERAL,) * max(1, workers - 1)
    reviewing = (REVIEWING,) * min(workers, MAX_REVIEWING)
    return (*games, *(THINKING, ANSWERING) * max(1, workers // 4), STUDYING, *reviewing)
