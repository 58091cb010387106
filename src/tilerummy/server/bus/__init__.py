"""Messages between the processes of one server: hints, which may be lost, and never the record.

* :mod:`~tilerummy.server.bus.port` is the interface of every bus, with what it promises.
* :mod:`~tilerummy.server.bus.opening` opens the bus of a URL.
* :mod:`~tilerummy.server.bus.local` is the bus within one process, for one node and for tests,
  which can have it lose, double, delay and reorder.
* :mod:`~tilerummy.server.bus.nats` is the bus over a NATS server, whose address
  :mod:`~tilerummy.server.bus.address` reads; :mod:`~tilerummy.server.bus.nats_client` is the client
  that it uses.
"""

from tilerummy.server.bus.local import LocalBus, LocalNetwork
from tilerummy.server.bus.opening import open_bus
from tilerummy.server.bus.port import Bus, BusCounts, BusOpeningError, Handler, Subscription

__all__ = [
    "Bus",
    "BusCounts",
    "BusOpeningError",
    "Handler",
    "LocalBus",
    "LocalNetwork",
    "Subscription",
    "open_bus",
]
