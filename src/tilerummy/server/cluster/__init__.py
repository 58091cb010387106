"""A cluster: several nodes that share a store.

* :mod:`~tilerummy.server.cluster.leases` manages this node's leases on rooms, takes rooms that are
  due, and finds the owners of other rooms. The leases of a single server never expire.
* :mod:`~tilerummy.server.cluster.account_events` notifies all nodes of log-outs, new names and
  deleted accounts.
"""
