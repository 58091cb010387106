"""The port of the bus: how the processes of one server tell each other what is new.

A message is a hint. It may be lost, come late, come twice and overtake others, and nobody is told.
So everything that must be known is in the store, and whoever listens also reads the store from time
to time. What is sent may hold secrets of a game: a bus is only for the processes of one server.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

Handler = Callable[[str, bytes], None]
"""What is called with the subject and the payload of a message, on the event loop."""

_SUBJECT = re.compile(r"[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*")
ANY = ".*"
"""The end of a subscription to all subjects with one word more."""


class BusOpeningError(Exception):
    """A bus cannot be opened; the message says why, and what can be done."""


@dataclass(slots=True)
class BusCounts:
    """How many messages a bus has sent and received since it was opened.

    ``lost`` are those that it knows to be lost, sent or received: there was no connection, or a
    buffer was full. ``shortened`` were too large, and ``reconnects`` are connections after the
    first. ``unknown`` could not be read, as a newer process sent them.
    """

    published: int = 0
    received: int = 0
    lost: int = 0
    shortened: int = 0
    reconnects: int = 0
    unknown: int = 0


class Subscription(Protocol):
    """A handler that is called for each message of a subject."""

    async def close(self) -> None:
        """End it: the handler is not called any more."""
        ...


class Bus(Protocol):
    """Sends messages to the other processes, and receives theirs, but not its own."""

    @property
    def connected(self) -> bool:
        """Whether messages can be sent now, as far as is known."""
        ...

    @property
    def counts(self) -> BusCounts:
        """What was sent, received and lost."""
        ...

    def publish(self, subject: str, payload: bytes, *, short: bytes = b"") -> None:
        """Send a message to all who subscribed to its subject.

        It does not wait for anybody, and a message that cannot be sent is lost and counted. Instead
        of a payload larger than the bus can carry, *short* is sent. A subject is words of letters,
        digits, ``_`` and ``-`` with dots between them; raises ValueError for any other.
        """
        ...

    async def subscribe(self, subject: str, handler: Handler) -> Subscription:
        """Have *handler* called for each message of a subject; an error in it is logged.

        A subject that ends in ``.*`` stands for all with any one word there. Messages sent before,
        or while there is no connection, are not received. Raises ValueError for no subject.
        """
        ...

    async def close(self) -> None:
        """End all subscriptions, and the bus."""
        ...


def check_subject(subject: str) -> None:
    """Raise ValueError for what is no subject of one message.

    >>> check_subject("tr.e.x7-Q_")
    >>> check_subject("tr..e")
    Traceback (most recent call last):
    ValueError: 'tr..e' is no subject: words of letters, digits, _ and - with dots between them
    """
    if not _SUBJECT.fullmatch(subject):
        raise ValueError(
            f"{subject!r} is no subject: words of letters, digits, _ and - with dots between them"
        )


def check_pattern(subject: str) -> None:
    """Raise ValueError for what nobody can subscribe to.

    >>> check_pattern("tr.e.*")
    >>> check_pattern("tr.*.e")
    Traceback (most recent call last):
    ValueError: 'tr.*.e' is no subject: words of letters, digits, _ and - with dots between them
    """
    check_subject(subject.removesuffix(ANY))


def matches(pattern: str, subject: str) -> bool:
    """Return whether a message of *subject* goes to those who subscribed to *pattern*.

    >>> matches("tr.e.*", "tr.e.a"), matches("tr.e.*", "tr.e.a.b"), matches("tr.e.*", "tr.e")
    (True, False, False)
    """
    if not pattern.endswith(ANY):
        return pattern == subject
    head, dot, _ = subject.rpartition(".")
    return dot == "." and head == pattern.removesuffix(ANY)
