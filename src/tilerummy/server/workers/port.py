"""The port of workers: a job goes in, its result or a JobError comes out."""

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
    """A call of a plain *function* of values, and its class of work.

    A function with a parameter ``deadline`` gets the deadline that its class allows.
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
        """The name of the function."""
        return self.function.__name__

    def call(self, deadline: Deadline) -> T_co:
        """Return the result of the function; raises what it raises."""
        given = {"deadline": deadline} if "deadline" in signature(self.function).parameters else {}
        return self.function(*self.args, **self.kwargs, **given)


class JobError(Exception):
    """A job has no result; ``code`` is ``busy`` if it was not begun."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Workers(Protocol):
    """Run jobs: on a server in processes, by priority, and fairly between keys."""

    async def run(self, job: Job[T], key: str) -> T:
        """Return the result of a job; its *key* is a room, a guest or an address.

        The deadline begins with the job, not with waiting. Raises JobError, and nothing else,
        whatever happens to the job.
        """
