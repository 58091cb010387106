"""What several servers ("nodes") that share one store know of each other through it.

* :mod:`~tilerummy.server.store.nodes.port` is the interface, with its guarantees.
* :mod:`~tilerummy.server.store.nodes.memory` is that of the store in memory, for tests.

A store in a file has none of this, as one process uses it alone.
"""
