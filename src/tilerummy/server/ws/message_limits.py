"""Limits on the messages of each socket, guest and address."""

from __future__ import annotations

from tilerummy.server.messages.client import (
    Act,
    AskHint,
    Check,
    ClientMessage,
    Control,
    Done,
    React,
    Say,
    Watch,
)
from tilerummy.server.ops.rate_limits import RateLimits

MAX_QUESTIONS = 2
"""The maximum number of a socket's questions that workers may be processing."""


class MessageLimits:
    """The rate limits of one socket, which are also charged to its guest and address.

    ``messages()`` and ``previews()`` take one of the socket's tokens, and return how many seconds
    to wait.
    """

    __slots__ = ("_guest", "_limits", "address", "messages", "previews")

    def __init__(self, limits: RateLimits, guest: str, address: str) -> None:
        self._limits, self._guest, self.address = limits, guest, address
        self.messages, self.previews = limits.bucket("message"), limits.bucket("preview")

    def pause(self) -> float:
        """Charge guest and address for a message; return for how many seconds to pause reading."""
        limits = self._limits
        guest = limits.charge("guest_message", self._guest)
        return max(guest, limits.charge("address_message", self.address))

    def refusal(self, message: ClientMessage, running: int) -> str:
        """Return why a message is refused, or an empty string; *running* counts open questions."""
        limits, guest = self._limits, self._guest
        match message:
            case Act() | Done():
                if wait := self._wait("command"):
                    return f"too many moves; send it again in {wait:.1f} s"
            case Watch() if wait := self._wait("watch"):
                return f"watch it again in {wait:.0f} s"
            case Say() | React() if wait := limits.wait("chat", guest):
                return f"too many chat messages; send it again in {wait:.0f} s"
            case Control() if limits.wait("control", guest):
                return "one request about a table at a time"
            case Control(what="rematch") if wait := self._wait("new_room"):
                return f"too many new tables; try again in {wait:.0f} s"
            case Control() if wait := self._wait("command"):
                return f"too many moves; send it again in {wait:.1f} s"
            case AskHint() | Check() if running >= MAX_QUESTIONS or self._wait("thinking"):
                return "one question at a time"
        return ""

    def _wait(self, kind: str) -> float:
        """Take a token for guest and address; return the seconds until there is one."""
        limits = self._limits
        return limits.wait(kind, self._guest) or limits.wait(f"address_{kind}", self.address)
