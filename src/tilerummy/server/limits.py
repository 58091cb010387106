"""How much one visitor may ask: buckets of tokens, refilled with time."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and then so many a second."""

    burst: float
    a_second: float


RATES: Mapping[str, Rate] = {
    "handshake": Rate(200, 200 / 60),
    "api": Rate(120, 30),
    "message": Rate(40, 20),
    "chat": Rate(3, 1),
    "control": Rate(20, 1),
    "preview": Rate(5, 5),
    "thinking": Rate(12, 2),
    "invite": Rate(10, 10 / 60),
    "carry": Rate(10, 10 / 60),
    "new_guest": Rate(60, 1),
    "solve": Rate(10, 2),
    "judge": Rate(20, 5),
    "new_room": Rate(20, 20 / 3600),
}
"""What is limited: for an address, for a guest, or for a socket.

``message``, ``preview`` and ``thinking`` are for a socket.
"""

MANY = 50_000
"""How many buckets are remembered; the oldest are full again long before that."""

Clock = Callable[[], float]
"""Tells the time in seconds, from any moment on and never back."""


class Bucket:
    """What one may still take; full at first."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, rate.burst, now

    def take(self, now: float) -> float:
        """Take one and return 0, or return in how many seconds there is one again."""
        passed = max(0.0, now - self._at)
        self._left = min(self._rate.burst, self._left + passed * self._rate.a_second)
        self._at = now
        if self._left < 1:
            return (1 - self._left) / self._rate.a_second
        self._left -= 1
        return 0.0


class Limits:
    """All buckets of a server, each for something limited and whom it is limited for."""

    def __init__(self, clock: Clock, rates: Mapping[str, Rate] = RATES) -> None:
        self._clock, self._rates = clock, rates
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def wait(self, what: str, whose: str) -> float:
        """Take one of *what* and return 0, or return in how many seconds it is allowed again."""
        now = self._clock()
        key = (what, whose)
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rates[what], now)
            if len(self._buckets) > MANY:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take(now)

    def bucket(self, what: str) -> Callable[[], float]:
        """Return a bucket of its own: a function that is to :meth:`wait` what it says."""
        bucket = Bucket(self._rates[what], self._clock())
        return lambda: bucket.take(self._clock())


def network(address: str) -> str:
    """Return what counts as one address: an IPv6 one stands for all of its /64.

    >>> network("2001:db8::1") == network("2001:db8::2"), network("192.0.2.1")
    (True, '192.0.2.1')
    """
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return f"{IPv6Address(int(parsed) >> 64 << 64)}/64"
    return str(parsed)
