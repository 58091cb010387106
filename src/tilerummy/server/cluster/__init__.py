"""This process among others that share the store.

* :mod:`~tilerummy.server.cluster.leases` owns rooms by leases, and takes those in which something
  is due. A server that is alone does the same with leases that do not end.
* :mod:`~tilerummy.server.cluster.routing` tells which node a socket or request for a room is for.
* :mod:`~tilerummy.server.cluster.notices` tells all nodes of log-outs, new names, deleted accounts.
"""
