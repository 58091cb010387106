"""The interface of workers, which run jobs."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Generic, ParamSpec, Protocol, TypeVar

from tilerummy.deadline import Deadline
from tilerummy.server.workers.classes import WorkClass

P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Job(Generic[T_co]):
    """A function call for a worker to run, with its work class.

    If *function* has a parameter ``deadline``, the job's deadline is passed to it.
    """

    __slots__ = ("args", "function", "kwargs", "work")

    def __init__(
        self, work: WorkClass, function: Callable[P, T_co], /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        self.work = work
        self.function: Callable[..., T_co] = function
        self.args, self.kwargs = args, kwargs

    @property
    def name(self) -> str:
        """The function's name, which identifies the job in logs and traces."""
        return self.function.__name__

    def call(self, deadline: Deadline) -> T_co:
        """Call the function with its arguments, and return the result; errors are not caught."""
        given = {"deadline": deadline} if "deadline" in signature(self.function).parameters else {}
        return self.function(*self.args, **self.kwargs, **given)


class JobError(Exception):
    """Raised if a job ended without a result; ``code`` is ``busy`` if it was never started."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Workers(Protocol):
    """Runs jobs in order of priority, treating keys fairly."""

    async def run(self, job: Job[T], key: str) -> T:
        """Run a job and return its result; *key* is the room, guest or address that it is for.

        Time spent in the queue does not count towards the deadline. Raises only JobError.
        """
