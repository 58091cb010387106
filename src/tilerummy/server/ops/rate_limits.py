"""Rate limits: token buckets for addresses, guests and sockets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from itertools import islice

from tilerummy.server.settings import RATES, Rate

MAX_BUCKETS = 50_000
"""How many buckets are remembered at most; those that are full again are forgotten before."""

LONGEST_WAIT = 5.0
"""The longest wait, in seconds, for who is charged for more than there is."""


class Bucket:
    """A token bucket, full at first."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, rate.burst, now

    def _refilled(self, now: float) -> float:
        """Return what is left now."""
        if now > self._at:
            left = self._left + (now - self._at) * self._rate.per_second
            self._left = min(left, self._rate.burst)
        self._at = now
        return self._left

    def take(self, now: float) -> float:
        """Take one and return 0, or return in how many seconds there is one again."""
        left = self._refilled(now)
        if left < 1:
            return (1 - left) / self._rate.per_second
        self._left = left - 1
        return 0.0

    def full(self, now: float) -> bool:
        """Return whether it is as a new one would be."""
        return self._refilled(now) >= self._rate.burst

    def charge(self, cost: float, now: float) -> float:
        """Take *cost* though there is less, and return in how many seconds the debt is paid."""
        per_second = self._rate.per_second
        self._left = max(self._refilled(now) - cost, -LONGEST_WAIT * per_second)
        return max(-self._left / per_second, 0.0)


class RateLimits:
    """All buckets of a server, each for what is limited and for whom.

    *clock* returns monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float], rates: Mapping[str, Rate] = RATES) -> None:
        self._clock, self._rates = clock, rates
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def wait(self, what: str, key: str) -> float:
        """Take one of *what* and return 0, or return in how many seconds it is allowed again."""
        now = self._clock()
        return self._shared(what, key, now).take(now)

    def charge(self, what: str, key: str) -> float:
        """Take one of *what* in any case, and return in how many seconds the debt is paid."""
        now = self._clock()
        return self._shared(what, key, now).charge(1, now)

    def _shared(self, what: str, key: str, now: float) -> Bucket:
        """Return the bucket of *what* for that key."""
        bucket_key = (what, key)
        bucket = self._buckets.get(bucket_key)
        if bucket is None:
            self._forget(now)
            bucket = self._buckets[bucket_key] = Bucket(self._rates[what], now)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(bucket_key)
        return bucket

    def _forget(self, now: float) -> None:
        """Forget those of the two oldest buckets that are full again: a new one is the same."""
        for bucket_key in [*islice(self._buckets, 2)]:
            if self._buckets[bucket_key].full(now):
                del self._buckets[bucket_key]
            else:
                self._buckets.move_to_end(bucket_key)

    def bucket(self, what: str) -> Callable[[], float]:
        """Return a bucket of its own: a function that is to :meth:`wait` what it says."""
        bucket = Bucket(self._rates[what], self._clock())
        return lambda: bucket.take(self._clock())


@lru_cache(maxsize=4096)
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


def is_loopback(address: str) -> bool:
    """Return whether an address is this machine's alone.

    >>> is_loopback("127.0.0.5"), is_loopback("::1"), is_loopback("192.0.2.1"), is_loopback("?")
    (True, True, False, False)
    """
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return parsed.ipv4_mapped.is_loopback
    return parsed.is_loopback
