"""Operations: limits, logs, metrics, telemetry.

* Limits: :mod:`~tilerummy.server.ops.rate_limits`, and :mod:`~tilerummy.server.ops.quotas` of open
  tables. ``Rooms.open`` also limits a guest's tables that wait for players.
* For operators: :mod:`~tilerummy.server.ops.logs`, and the port
  :mod:`~tilerummy.server.ops.metrics`, implemented by :mod:`~tilerummy.server.ops.prometheus`.
* At the start: :mod:`~tilerummy.server.ops.cookie_key`, :mod:`~tilerummy.server.ops.tuning`.
"""
