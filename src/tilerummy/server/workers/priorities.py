"""Priorities of jobs: their order, how long each may wait, and what it may cost."""

from __future__ import annotations

from dataclasses import dataclass

TURN_MS = 50.0
"""The budget of a computer player's turn, of a hint, and of a first look for a turn's plays."""
LONG_TURN_MS = 1000.0
"""The budget of a turn whose plays were not found at first."""
QUESTION_MS = 250.0
"""The budget of a question to the solver or the referee, which anybody may ask."""
GRACE_MS = 750.0
"""By so much processor time a job may exceed its budget; then its worker is killed."""
MEMORY = 768 * 1024 * 1024
"""How many bytes of data a worker may hold."""


@dataclass(frozen=True, slots=True)
class Priority:
    """A priority of jobs.

    Up to ``each`` jobs of one asker and ``most`` of all wait, each for up to ``patience`` seconds.
    """

    name: str
    each: int
    most: int
    patience: float


TURN = Priority("turn", each=8, most=4096, patience=10.0)
"""Turns in games: a computer player's, and the plays of a person's turn at a first look."""
HINT = Priority("hint", each=8, most=512, patience=4.0)
"""Hints, and turns in games whose plays take long to find."""
QUESTION = Priority("question", each=8, most=64, patience=5.0)
"""What anybody may ask without being at a table."""
SHOW = Priority("show", each=2, most=1024, patience=10.0)
"""Turns at tables where computer players are among themselves."""

PRIORITIES = (TURN, HINT, QUESTION, SHOW)
"""Every priority, the highest first."""


@dataclass(frozen=True, slots=True)
class Role:
    """What a worker process does, and by how much it stands back behind other processes.

    ``imports`` is the module that it imports before its first job.
    """

    serves: tuple[Priority, ...]
    behind: int
    imports: str = "tilerummy.server.workers.jobs"


RESERVED = Role((TURN,), behind=5)
"""Waits only for turns in games, whatever else waits."""
GENERAL = Role((TURN, HINT), behind=5)
"""Runs everything that players wait for."""
ANSWERING = Role((QUESTION, SHOW), behind=15, imports="tilerummy.server.workers.questions")
"""Runs what no player waits for, with processor time that is left."""


def roles(workers: int) -> tuple[Role, ...]:
    """Return the roles of so many workers for games, and of those beside them for questions.

    >>> [[work.name for work in role.serves] for role in roles(2)]
    [['turn'], ['turn', 'hint'], ['question', 'show']]
    """
    games = (RESERVED,) * (workers > 1) + (GENERAL,) * max(1, workers - 1)
    return (*games, *(ANSWERING,) * max(1, workers // 4))
