"""Endpoints, each defined by a method, a path, types and a handler.

Everything that endpoints have in common, such as authentication and decoding, is in
:mod:`~tilerummy.server.http.serve`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import KW_ONLY, dataclass, field
from enum import Enum
from functools import cache
from typing import Any, Generic, TypeVar, get_type_hints

import msgspec

from tilerummy.server.http.context import RequestContext
from tilerummy.server.settings import BODY

RequestT = TypeVar("RequestT", bound=msgspec.Struct)
ResponseT = TypeVar("ResponseT")


class Access(Enum):
    """The authentication that an endpoint requires."""

    ANYONE = "anyone"
    SIGN_UP = "a guest, signed up if needed"
    GUESTS = "a guest or a program"


@dataclass(frozen=True, slots=True)
class Endpoint(Generic[RequestT, ResponseT]):
    """An endpoint of the HTTP interface.

    ``response`` is either a type that is sent as JSON, or the possible media types of a Response.
    ``handler`` receives the request body as its second argument. The handler's docstring describes
    the endpoint to clients unless there is a ``summary``. ``limits`` are additional rate limits per
    address. A ``public`` response contains no secrets, and therefore may be compressed.
    ``max_body`` is the maximum size of a request body, in bytes.
    """

    method: str
    path: str
    handler: Callable[[RequestContext, RequestT], Awaitable[ResponseT | msgspec.Raw]]
    response: type[ResponseT] | tuple[str, ...]
    _: KW_ONLY
    access: Access = Access.GUESTS
    limits: tuple[str, ...] = ()
    query: Mapping[str, str] = field(default_factory=dict)
    status: int = 200
    public: bool = False
    max_body: int = BODY
    summary: str = ""

    @property
    def about(self) -> str:
        """The description of the endpoint in the API documentation."""
        return self.summary or " ".join((self.handler.__doc__ or "").split())

    @property
    def body(self) -> type[msgspec.Struct]:
        """The type of the request body."""
        return _body_of(self.handler)


@cache
def _body_of(handler: Callable[..., object]) -> type[msgspec.Struct]:
    body: type[msgspec.Struct] = [*get_type_hints(handler).values()][1]
    return body


AnyEndpoint = Endpoint[Any, Any]
"""An endpoint with request and response bodies of any type."""
