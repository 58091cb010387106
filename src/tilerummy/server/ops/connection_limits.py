"""Limits of connections: how many in all and of an address, and how much each may send.

Limits count an address, of IPv6 a /64 (:func:`~tilerummy.server.ops.rate_limits.network`). The
addresses of trusted proxies are exempt: behind one of them the forwarded address counts, for
sockets and for what comes on them. Descriptors are finite, so connections are: where there is
room for no more, the address that holds the most loses some, those that ask for nothing first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tilerummy.server.limits import ConnectionBounds
from tilerummy.server.ops.rate_limits import RateLimits, network

LOGGED_EVERY = 10.0
"""At most so often, in seconds, rejected connections are logged."""
SHED = 16
"""So many connections of one address are closed at once where no more are accepted."""


@dataclass(eq=False, slots=True)
class AddressConnections:
    """The connections of one address, the oldest first; of those, the idle ones."""

    name: str
    exempt: bool
    open: dict[ConnectionSlot, None] = field(default_factory=dict)
    idle: dict[ConnectionSlot, None] = field(default_factory=dict)


class ConnectionSlot:
    """The slot of one connection among those of its address; *cut* closes it at once."""

    __slots__ = ("_address", "_all", "_cut", "whose")

    def __init__(
        self, everybody: ConnectionLimits, address: AddressConnections, cut: Callable[[], None]
    ) -> None:
        self._all, self._address, self._cut = everybody, address, cut
        self.whose = "" if address.exempt else address.name
        """The address that is charged for what is sent here; empty while it is not known."""

    def busy(self) -> None:
        """Count it as busy."""
        idle = self._address.idle
        idle.pop(self, None)
        if not idle:
            idle.clear()  # an empty dictionary keeps the room that it took

    def idle(self) -> None:
        """Count it as idle; the oldest of too many idle ones is closed."""
        address = self._address
        if self not in address.open:
            return
        address.idle[self] = None
        if len(address.idle) > self._all.bounds.idle and not address.exempt:
            self._all.count_rejected("idle")
            next(iter(address.idle)).cut()

    def cut(self) -> None:
        """Close it at once."""
        cut = self._cut
        self.leave()
        cut()

    def leave(self) -> None:
        """Remove it; more than once does no harm."""
        self.busy()
        self._all.left(self._address, self)
        self._cut = _nothing  # whose connection refers to this place

    def wait(self, cost: float) -> float:
        """Charge what was sent, and return in how many seconds more may be read."""
        return self._all.limits.charge("input", self.whose, cost) if self.whose else 0.0


class ConnectionLimits:
    """All connections of a server.

    ``exempt`` tells of an address whether it is a trusted proxy. ``report`` is told why and how
    many connections were turned away since it was told before.
    """

    def __init__(
        self,
        limits: RateLimits,
        bounds: ConnectionBounds,
        *,
        exempt: Callable[[str], bool] = lambda _: False,
        report: Callable[[str, int], None] = lambda _, __: None,
    ) -> None:
        self.limits, self.bounds = limits, bounds
        self._exempt, self._report = exempt, report
        self._addresses: dict[str, AddressConnections] = {}
        self._sockets: Counter[str] = Counter()
        self._unreported: Counter[str] = Counter()
        self._reported = -LOGGED_EVERY
        self._open = 0

    def __len__(self) -> int:
        return self._open

    def of(self, address: str) -> int:
        """Return how many connections an address has."""
        found = self._addresses.get(network(address))
        return len(found.open) if found else 0

    def enter(self, host: str, cut: Callable[[], None]) -> ConnectionSlot | None:
        """Return the slot of a new connection from *host*; None if it is rejected."""
        name = network(host)
        address = self._addresses.get(name) or AddressConnections(name, self._exempt(host))
        if why := self._why_not(address):
            self.count_rejected(why)
            return None
        self._addresses[name] = address
        new = ConnectionSlot(self, address, cut)
        address.open[new] = None
        self._open += 1
        new.idle()
        return new

    def left(self, address: AddressConnections, connection: ConnectionSlot) -> None:
        """Remove a connection."""
        if connection not in address.open:
            return
        del address.open[connection]
        self._open -= 1
        if not address.open:
            self._addresses.pop(address.name, None)

    def enter_socket(self, address: str) -> bool:
        """Count one more socket of an address, and return whether it may have one."""
        if self._sockets[address] >= self.bounds.sockets:
            self.count_rejected("sockets")
            return False
        self._sockets[address] += 1
        return True

    def leave_socket(self, address: str) -> None:
        """Remove a socket of an address."""
        self._sockets[address] -= 1
        if not self._sockets[address]:
            del self._sockets[address]

    def shed(self, why: str) -> None:
        """Close some connections of the address that has the most."""
        if heaviest := self._heaviest():
            self._cut_off(heaviest, max(1, min(SHED, len(heaviest.open) // 2)), why)

    def count_rejected(self, why: str, count: int = 1) -> None:
        """Report rejected connections, not each of them."""
        self._unreported[why] += count
        now = self.limits.now()
        if now - self._reported >= LOGGED_EVERY:
            self._reported = now
            for reason, number in self._unreported.items():
                self._report(reason, number)
            self._unreported.clear()

    def _why_not(self, address: AddressConnections) -> str:
        """Return why a further connection of an address is rejected; empty if it is not."""
        if not address.exempt:
            if self.limits.wait("connection", address.name):
                return "fast"
            if len(address.open) >= self.bounds.address and not self._make_room(address):
                return "address"
        if self._open < self.bounds.most:
            return ""
        heaviest = self._heaviest()
        if heaviest is None or len(heaviest.open) <= len(address.open) + 1:
            return "full"
        surplus = (len(heaviest.open) - len(address.open)) // 2
        self._cut_off(heaviest, max(1, min(SHED, surplus)), "full")
        return ""

    def _make_room(self, address: AddressConnections) -> bool:
        """Close the oldest idle connection of an address, if there is one."""
        if not address.idle:
            return False
        self.count_rejected("address")
        next(iter(address.idle)).cut()
        return True

    def _heaviest(self) -> AddressConnections | None:
        """Return the address with the most connections; a proxy's stand for many."""
        named = (each for each in self._addresses.values() if not each.exempt)
        return max(named, key=lambda each: len(each.open), default=None)

    def _cut_off(self, address: AddressConnections, count: int, why: str) -> None:
        """Close connections of an address: the idle ones first, then the newest."""
        chosen = [*address.idle][:count]
        chosen += [c for c in reversed(address.open) if c not in address.idle][
            : count - len(chosen)
        ]
        self.count_rejected(why, len(chosen))
        for connection in chosen:
            connection.cut()


def _nothing() -> None:
    """Do nothing."""
