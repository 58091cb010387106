"""The limits of messages: for each socket, guest and address."""

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
"""So many questions that a worker answers a socket may have running."""


class MessageLimits:
    """What one socket may still send; its guest and its address are charged too.

    ``messages`` and ``previews`` take one of the socket, and return how long to wait for it.
    """

    __slots__ = ("_guest", "_limits", "address", "messages", "previews")

    def __init__(self, limits: RateLimits, guest: str, address: str) -> None:
        self._limits, self._guest, self.address = limits, guest, address
        self.messages, self.previews = limits.bucket("message"), limits.bucket("preview")

    def pause(self) -> float:
        """Charge guest and address for a message; return for how long to read no more."""
        limits = self._limits
        guest = limits.charge("guest_message", self._guest)
        return max(guest, limits.charge("address_message", self.address))

    def refusal(self, message: ClientMessage, running: int) -> str:
        """Return why a message is not taken now, with so many questions *running*; or nothing."""
        limits, guest = self._limits, self._guest
        match message:
            case Act() | Done():
                if wait := self._wait("command"):
                    return f"too many moves; send it again in {wait:.1f} s"
            case Watch() if wait := self._wait("watch"):
                return f"look at it again in {wait:.0f} s"
            case Say() | React() if wait := limits.wait("chat", guest):
                return f"say that again in {wait:.0f} s"
            case Control() if limits.wait("control", guest):
                return "one wish about a table after the other"
            case Control(what="rematch") if wait := self._wait("new_room"):
                return f"too many new tables; try again in {wait:.0f} s"
            case Control() if wait := self._wait("command"):
                return f"too many moves; send it again in {wait:.1f} s"
            case AskHint() | Check() if running >= MAX_QUESTIONS or self._wait("thinking"):
                return "one question after the other"
        return ""

    def _wait(self, what: str) -> float:
        """Take one of *what* of the guest and of the address; return how long to wait for one."""
        limits = self._limits
        return limits.wait(what, self._guest) or limits.wait(f"address_{what}", self.address)
