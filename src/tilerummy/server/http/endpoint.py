"""Endpoints: each is a row with its method, path, types and handler.

What all endpoints have in common (authentication, limits, forgery, decoding, errors, encoding) is
done once, by :mod:`~tilerummy.server.http.serve`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

import msgspec

from tilerummy.server.http.context import RequestContext
from tilerummy.server.settings import BODY

RequestT = TypeVar("RequestT", bound=msgspec.Struct)
ResponseT = TypeVar("ResponseT")


class Access(Enum):
    """Who may use an endpoint."""

    ANYBODY = "anybody"
    NEWCOMERS = "a guest, who is made if there is none"
    GUESTS = "a guest or a program"


class Download(NamedTuple):
    """An answer that is a file to keep, with its media type and name."""

    body: bytes
    media: str
    name: str


class PlainText(NamedTuple):
    """An answer that is not JSON."""

    body: str
    media: str = "text/plain; charset=utf-8"


class Content(NamedTuple):
    """An answer of bytes, such as a picture, with headers and a status of its own."""

    body: bytes
    media: str
    headers: Mapping[str, str]
    status: int = 200


class EventStream(NamedTuple):
    """An answer of server-sent events, as long as the client listens."""

    events: AsyncIterator[bytes]


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[RequestT, ResponseT]):
    """One endpoint of the HTTP interface.

    The second parameter of its handler is the body, and the docstring describes the endpoint to
    clients, unless there is a ``summary``. ``limits`` are what is limited for each address here,
    besides requests as such. A ``public`` answer is the same for all, so no secret stands beside
    what is compressed. ``largest`` is how many bytes a body has at most.
    """

    method: str
    path: str
    handler: Callable[[RequestContext, RequestT], Awaitable[ResponseT | msgspec.Raw]]
    answer: type[ResponseT]
    _: KW_ONLY
    who: Access = Access.GUESTS
    limits: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    public: bool = False
    largest: int = BODY
    summary: str = ""

    @property
    def about(self) -> str:
        """What it does, for clients."""
        return self.summary or " ".join((self.handler.__doc__ or "").split())

    @property
    def body(self) -> type[RequestT]:
        """The type of a body."""
        return _body_of(self.handler)


@cache
def _body_of(handler: Callable[[RequestContext, RequestT], object]) -> type[RequestT]:
    _, body, *_ = get_type_hints(handler).values()
    return body


AnyEndpoint = Endpoint[Any, Any]
"""An endpoint, whatever its types."""
