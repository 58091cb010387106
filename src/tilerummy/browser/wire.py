"""The messages between the web client and the worker that serves it.

Each message is a JSON string, and may have a binary attachment. ``id`` is chosen by the web client.
It connects the messages of a request or socket.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec


class _Message(msgspec.Struct, frozen=True, tag_field="kind", rename="camel"):
    id: int


class Fetch(_Message, frozen=True, tag="fetch"):
    """An HTTP request, with header names in lower case. Its body is the binary attachment.

    *drawn* contains random bytes in hexadecimal; see :mod:`tilerummy.browser.entropy`.
    """

    method: str
    url: str
    headers: dict[str, str] = {}
    drawn: str = ""


class Abort(_Message, frozen=True, tag="abort"):
    """The web client no longer needs the response to a request."""


class Open(_Message, frozen=True, tag="open"):
    """A WebSocket is opened."""

    url: str


class Text(_Message, frozen=True, tag="text"):
    """A text message on a socket, in either direction."""

    text: str


class Close(_Message, frozen=True, tag="close"):
    """A socket is closed, by either side."""

    code: int = 1000


PageMessage = Fetch | Abort | Open | Text | Close
"""A message from the web client."""


class Head(_Message, frozen=True, tag="head"):
    """The start of a response."""

    status: int
    headers: dict[str, str]


class BodyPart(_Message, frozen=True, tag="part"):
    """A part of a response's body, which is the message's binary attachment."""


class End(_Message, frozen=True, tag="end"):
    """The end of a response."""


class SocketOpened(_Message, frozen=True, tag="opened"):
    """A socket has been accepted."""


WorkerMessage = Head | BodyPart | End | SocketOpened | Text | Close
"""A message to the web client."""

Post = Callable[[str, bytes], object]
"""Posts a message and its bytes to the web client."""


class Sender:
    """Encodes messages to the web client."""

    def __init__(self, post: Post) -> None:
        self._post = post

    def __call__(self, message: WorkerMessage, body: bytes = b"") -> None:
        """Send a message and its binary attachment *body*, which may be empty."""
        self._post(msgspec.json.encode(message).decode(), body)


decode_page_message = msgspec.json.Decoder(PageMessage).decode
"""Decodes a message from the web client."""
