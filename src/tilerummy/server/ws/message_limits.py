"""Limits on the messages of each socket, guest and address."""

from __future__ import annotations

from tilerummy.server.messages.client import (
    Act,
    AskHint,
    AskNear,
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
"""The maximum number of questions that workers may process in parallel per socket."""


class MessageLimits:
    """The rate limits that apply to one socket, and to its guest and address.

    ``messages()`` and ``previews()`` take a token from the socket's bucket, and return the number
    of seconds to wait.
    """

    __slots__ = ("_guest", "_limits", "address", "messages", "previews")

    def __init__(self, limits: RateLimits, guest: str, address: str) -> None:
        self._limits, self._guest, self.address = limits, guest, address
        self.messages, self.previews = limits.bucket("message"), limits.bucket("preview")

    def pause(self) -> float:
        """Charge the guest and address for a message; return how many seconds to pause reading."""
        limits = self._limits
        guest = limits.charge("guest_message", self._guest)
        return max(guest, limits.charge("address_message", self.address))

    def refusal(self, message: ClientMessage, running: int) -> str:
        """Return the reason for refusing a message, or an empty string if it is accepted.

        *running* is the number of questions in progress.
        """
        limits, guest = self._limits, self._guest
        match message:
            case Act() | Done():
                if wait := self._wait("command"):
                    return f"too many moves; send it again in {wait:.1f} s"
            case Watch() if wait := self._wait("watch"):
                return f"too many requests to watch; send it again in {wait:.0f} s"
            case Say() | React() if wait := limits.wait("chat", guest):
                return f"too many chat messages; send it again in {wait:.0f} s"
            case Control() if limits.wait("control", guest):
                return "one request about a table at a time"
            case Control(what="rematch") if wait := self._wait("new_room"):
                return f"too many new tables; try again in {wait:.0f} s"
            case Control() if wait := self._wait("command"):
                return f"too many moves; send it again in {wait:.1f} s"
            case AskHint() | AskNear() | Check() if running >= MAX_QUESTIONS or self._wait(
                "thinking"
            ):
                return "one question at a time"
        return ""

    def _wait(self, kind: str) -> float:
        """Take a token for the guest and the address; return how many seconds to wait for one."""
        limits = self._limits
        return limits.wait(kind, self._guest) or limits.wait(f"address_{kind}", self.address)
