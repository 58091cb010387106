"""The request context passed to handlers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from tilerummy.server.guests.sessions import Visitor
from tilerummy.server.http.errors import DisconnectedError, HttpError, too_fast
from tilerummy.server.http.request import Request
from tilerummy.server.messages.bodies.common import ErrorDetail
from tilerummy.server.services import Services
from tilerummy.server.store.types import Guest
from tilerummy.server.workers.port import Job, JobError

T = TypeVar("T")
P = ParamSpec("P")


@dataclass(slots=True)
class RequestContext:
    """A request with its visitor and URL parameters, and the server's services.

    Awaiting ``disconnected()`` waits until the client disconnects. If ``cookie`` is a token, the
    response sets it as the visitor's cookie; if it is an empty string, the response deletes the
    cookie.
    """

    services: Services
    request: Request
    disconnected: Callable[[], Awaitable[None]]
    visitor: Visitor | None = None
    cookie: str | None = None

    @property
    def guest(self) -> Guest:
        """The guest who sent the request. Use this only for endpoints that require a guest."""
        assert self.visitor is not None
        return self.visitor.guest

    @property
    def address(self) -> str:
        """The visitor's address, used as a key for rate limits."""
        return self.request.address

    def path(self, name: str) -> str:
        """Return a path parameter by name. Raises KeyError if the route has no such parameter."""
        return str(self.request.path[name])

    def query(self, name: str, default: str = "") -> str:
        """Return a query parameter by name, or *default* if it is missing."""
        return self.request.query.get(name, default)

    def limit(self, kind: str, key: str, cost: float = 1) -> None:
        """Apply the rate limit *kind* to *key*; the request counts as *cost* requests.

        Raises HttpError if the limit is exceeded.
        """
        if wait := self.services.limits.wait(kind, key, cost):
            raise too_fast(wait)

    async def run(self, job: Job[T]) -> T:
        """Run *job* on behalf of the visitor's address and return its result.

        Raises HttpError if the job fails.
        """
        try:
            return await self.services.workers.run(job, self.address)
        except JobError as error:
            raise HttpError(503, "server_busy", f"no result: {error}", again=2) from None

    async def run_json(self, job: Job[bytes | ErrorDetail]) -> msgspec.Raw:
        """Run *job* and return its JSON result. Raises HttpError if it does not succeed."""
        return json_result(await self.run(job))


def json_result(result: bytes | ErrorDetail) -> msgspec.Raw:
    """Return the JSON result of a job. Raises HttpError if the job has returned an error."""
    if isinstance(result, ErrorDetail):
        raise HttpError(400, result.code, result.message, why=result.why)
    return msgspec.Raw(result)


def while_connected(
    work: Callable[Concatenate[RequestContext, P], Coroutine[None, None, T]],
) -> Callable[Concatenate[RequestContext, P], Coroutine[Any, Any, T]]:
    """Decorate the handler *work* so that it is cancelled if the client disconnects.

    The decorated handler then raises DisconnectedError. The request body must already have been
    read.
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
