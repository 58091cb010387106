"""Endpoints: each is a row with its method, path, types and handler.

What all endpoints have in common (authentication, limits, forgery, decoding, errors, encoding) is
done once, by :mod:`~tilerummy.server.http.serving`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from tilerummy.server.http.context import RequestContext
from tilerummy.server.messages.bodies.common import EmptyBody
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint(Generic[RequestT, ResponseT]):
    """One endpoint of the HTTP interface.

    ``limits`` are what is limited for each address here, besides requests as such. A ``public``
    answer is the same for all, so no secret stands beside what is compressed. ``largest`` is
    how many bytes a body has at most.
    """

    method: str
    path: str
    about: str
    handler: Callable[[RequestContext, RequestT], Awaitable[ResponseT | msgspec.Raw]]
    answer: type[ResponseT]
    body: type[RequestT] = EmptyBody  # type: ignore[assignment]  # as the handler has it
    who: Access = Access.GUESTS
    limits: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    public: bool = False
    largest: int = BODY


AnyEndpoint = Endpoint[Any, Any]
"""An endpoint, whatever its types."""
