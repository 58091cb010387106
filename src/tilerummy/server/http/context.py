"""The request context: what a handler knows of the request that it answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.http.errors import DisconnectedError, HttpError, too_fast
from tilerummy.server.http.request import Request
from tilerummy.server.services import Services
from tilerummy.server.store.types import Guest
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(slots=True)
class RequestContext:
    """One request: who asks, the parameters of its address, and the services of the server.

    ``disconnected`` returns when the client is gone. ``cookie`` is the token of a cookie to set
    with the answer; an empty one deletes the cookie.
    """

    services: Services
    request: Request
    disconnected: Callable[[], Awaitable[None]]
    visitor: Visitor | None = None
    cookie: str | None = None

    @property
    def guest(self) -> Guest:
        """Who asks; only for endpoints that need a guest."""
        assert self.visitor is not None
        return self.visitor.guest

    @property
    def address(self) -> str:
        """The address of the visitor, for limits."""
        return self.request.address

    def path(self, name: str) -> str:
        """Return a parameter of the path."""
        return str(self.request.path[name])

    def query(self, name: str, default: str = "") -> str:
        """Return a parameter of the query."""
        return self.request.query.get(name, default)

    def limit(self, what: str, key: str) -> None:
        """Take one of what is limited for *key*; raises HttpError if there is none left."""
        if wait := self.services.limits.wait(what, key):
            raise too_fast(wait)

    async def run(self, job: Job[T]) -> T:
        """Return the result of a job; raises HttpError without one."""
        try:
            return await self.services.workers.run(job, self.address)
        except JobError as error:
            raise HttpError(503, "server_busy", f"no answer: {error}", again=2) from None


def while_connected(
    work: Callable[Concatenate[RequestContext, P], Coroutine[None, None, T]],
) -> Callable[Concatenate[RequestContext, P], Coroutine[Any, Any, T]]:
    """Return *work* so that it is cancelled when the client of its context disconnects.

    It raises DisconnectedError then. The body of the request must have been read.
    """

    @wraps(work)
    async def cancellable(context: RequestContext, /, *args: P.args, **kwargs: P.kwargs) -> T:
        working = asyncio.create_task(work(context, *args, **kwargs))
        gone = asyncio.ensure_future(context.disconnected())
        try:
            await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                raise DisconnectedError
            return working.result()
        finally:
            working.cancel()
            gone.cancel()
            await asyncio.gather(working, gone, return_exceptions=True)

    return cancellable
