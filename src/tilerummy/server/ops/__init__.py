"""Operations: what keeps a server running and within its means.

* Limits: :mod:`~tilerummy.server.ops.rate_limits`, and :mod:`~tilerummy.server.ops.quotas` of open
  tables. ``Rooms.open`` also limits the tables of a guest that wait for players.
* For operators: :mod:`~tilerummy.server.ops.logs`, and :mod:`~tilerummy.server.ops.metrics`, a port
  that :mod:`~tilerummy.server.ops.prometheus` implements.
  :mod:`~tilerummy.server.ops.cookie_key` and :mod:`~tilerummy.server.ops.tuning` are used at the
  start.
"""
