"""Classes of work: their priorities, queue limits and time budgets."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

GRACE_MS = 750.0
"""The processor time over budget until a job's process is killed, in milliseconds."""
MEMORY = 768 * 1024 * 1024
"""The memory limit of a worker, in bytes."""


@dataclass(frozen=True, slots=True)
class WorkClass:
    """A queue of jobs, and the ``budget`` of each job in milliseconds.

    At most ``max_per_key`` jobs per key and ``max_waiting`` in total wait, for ``max_wait`` seconds
    each. Classes that differ only in ``budget`` and ``max_wait`` share a queue.
    """

    name: str
    max_per_key: int
    max_waiting: int
    max_wait: float = field(compare=False)
    budget: float = field(compare=False)

    @property
    def limit(self) -> float:
        """The processor time until a job's process is killed, in milliseconds."""
        return self.budget + GRACE_MS

    def within(self, milliseconds: float) -> WorkClass:
        """Return the class of the same queue with another budget."""
        return replace(self, budget=milliseconds)


TURN = WorkClass("turn", max_per_key=8, max_waiting=4096, max_wait=10.0, budget=50.0)
"""Computer players' turns, and the first search for the plays of a human player's turn."""
HINT = WorkClass("hint", max_per_key=8, max_waiting=512, max_wait=4.0, budget=50.0)
"""Hints, and turns in games that are slow to judge."""
LONG_TURN = HINT.within(1000.0)
"""The second search for the plays of a turn."""
THINK = WorkClass("think", max_per_key=2, max_waiting=256, max_wait=30.0, budget=1000.0)
"""Slow turns of computer players, with the budget of their level."""
QUESTION = WorkClass("question", max_per_key=8, max_waiting=64, max_wait=5.0, budget=250.0)
"""Questions outside games."""
RECORD = QUESTION.within(10_000.0)
"""Records, summaries and pictures of games, computed from their logs."""
REPLAY = QUESTION.within(4_000.0)
"""Replays; explaining plays may use half of the budget."""
SHOW = WorkClass("show", max_per_key=2, max_waiting=1024, max_wait=10.0, budget=50.0)
"""Turns at tables with computer players only."""
STUDY = WorkClass("study", max_per_key=1, max_waiting=32, max_wait=20.0, budget=2_000.0)
"""Chances on the analysis board, in the background."""
REVIEW = WorkClass("review", max_per_key=2, max_waiting=64, max_wait=600.0, budget=10_000.0)
"""Pieces of reviews, with the lowest priority; most take less than a second."""

QUEUES = (TURN, HINT, THINK, QUESTION, SHOW, STUDY, REVIEW)
"""All queues, the highest priority first."""


@dataclass(frozen=True, slots=True)
class Role:
    """The role of a worker process: the queues that it serves, and its niceness.

    It imports the module ``imports`` before its first job. ``waits`` multiplies its timeouts,
    because the nicest process may get a hundredth of a busy processor.
    """

    serves: tuple[WorkClass, ...]
    niceness: int
    imports: str = "tilerummy.server.jobs.rooms"
    waits: int = 1


RESERVED = Role((TURN,), niceness=5)
"""Serves only turns in games."""
GENERAL = Role((TURN, HINT), niceness=5)
"""Serves all jobs that block players."""
THINKING = Role((THINK,), niceness=15)
"""Serves only slow turns, with spare processor time; started by the first one."""
ANSWERING = Role((QUESTION, SHOW), niceness=15, imports="tilerummy.server.jobs.questions")
"""Serves jobs that block no player, with spare processor time."""
STUDYING = Role((STUDY,), niceness=19, imports="tilerummy.server.jobs.analysis", waits=4)
"""Serves the analysis board in the background; started by the first position."""
REVIEWING = Role((REVIEW,), niceness=19, imports="tilerummy.server.jobs.reviews", waits=20)
"""Serves only reviews, with the lowest priority; started by the first one."""
MAX_REVIEWING = 4
"""The maximum number of processes for reviews."""


def roles(workers: int) -> tuple[Role, ...]:
    """Return the roles of *workers* processes for games, and of those for less urgent jobs.

    >>> [[work.name for work in role.serves] for role in roles(2)]
    [['turn'], ['turn', 'hint'], ['think'], ['question', 'show'], ['study'], ['review'], ['review']]
    """
    games = (RESERVED,) * (workers > 1) + (GENERAL,) * max(1, workers - 1)
    reviewing = (REVIEWING,) * min(workers, MAX_REVIEWING)
    return (*games, *(THINKING, ANSWERING) * max(1, workers // 4), STUDYING, *reviewing)
