"""Rate limits: token buckets for addresses, guests and sockets."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from itertools import islice

from tilerummy.server.settings import RATES, Rate

MAX_BUCKETS = 50_000
"""The maximum number of buckets; buckets that are full are discarded first."""
LONGEST_WAIT = 5.0
"""The maximum debt of a bucket, expressed as the number of seconds until it is paid off."""


class Bucket:
    """A token bucket, which is full at first."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, rate.burst, now

    def _refilled(self, now: float) -> float:
        """Refill the bucket up to *now*, and return its number of tokens."""
        if now > self._at:
            left = self._left + (now - self._at) * self._rate.per_second
            self._left = min(left, self._rate.burst)
        self._at = now
        return self._left

    def take(self, now: float, cost: float = 1) -> float:
        """Take *cost* tokens and return 0, or return the seconds until these will be available."""
        left = self._refilled(now)
        if left < cost:
            return (cost - left) / self._rate.per_second
        self._left = left - cost
        return 0.0

    def full(self, now: float) -> bool:
        """Return whether the bucket is full at the time *now*."""
        return self._refilled(now) >= self._rate.burst

    def charge(self, cost: float, now: float) -> float:
        """Take *cost* tokens, with debt if necessary; return the seconds until it is paid off."""
        per_second = self._rate.per_second
        self._left = max(self._refilled(now) - cost, -LONGEST_WAIT * per_second)
        return max(-self._left / per_second, 0.0)


class RateLimits:
    """All rate limit buckets of a server, each identified by a limit and a key.

    *clock* returns monotonic time in seconds.
    """

    def __init__(self, clock: Callable[[], float], rates: Mapping[str, Rate] = RATES) -> None:
        self._clock, self._rates = clock, rates
        self._buckets: OrderedDict[tuple[str, str], Bucket] = OrderedDict()

    def wait(self, kind: str, key: str, cost: float = 1) -> float:
        """Take *cost* tokens and return 0, or return the seconds until these will be available."""
        now = self._clock()
        return self._shared(kind, key, now).take(now, cost)

    def charge(self, kind: str, key: str) -> float:
        """Take a token, going into debt if necessary; return the seconds until it is paid off."""
        now = self._clock()
        return self._shared(kind, key, now).charge(1, now)

    def _shared(self, kind: str, key: str, now: float) -> Bucket:
        bucket_key = (kind, key)
        bucket = self._buckets.get(bucket_key)
        if bucket is None:
            self._discard_full(now)
            bucket = self._buckets[bucket_key] = Bucket(self._rates[kind], now)
            if len(self._buckets) > MAX_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(bucket_key)
        return bucket

    def _discard_full(self, now: float) -> None:
        """Discard the two oldest buckets if they are full, because new ones would be identical."""
        for bucket_key in [*islice(self._buckets, 2)]:
            if self._buckets[bucket_key].full(now):
                del self._buckets[bucket_key]
            else:
                self._buckets.move_to_end(bucket_key)

    def bucket(self, kind: str) -> Callable[[], float]:
        """Create a separate bucket, and return a function that works like :meth:`wait`."""
        bucket = Bucket(self._rates[kind], self._clock())
        return lambda: bucket.take(self._clock())


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Return the key for an address in rate limits; for an IPv6 address, it is the /64 network.

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
    """Return whether *address* is a loopback address, which only this machine can use.

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
