"""This process among others that share the store.

* :mod:`~tilerummy.server.cluster.leases` owns rooms by leases, takes those in which something is
  due, and tells which node owns another room. A server that is alone does the same with leases that
  do not end.
* :mod:`~tilerummy.server.cluster.notices` tells all nodes of log-outs, new names, deleted accounts.
"""
