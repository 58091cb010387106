"""Operations: limits, logs, metrics and telemetry.

* Limits: :mod:`~tilerummy.server.ops.rate_limits`, and :mod:`~tilerummy.server.ops.quotas` for open
  tables. ``Rooms.open`` also limits how many of a guest's tables may be waiting for players.
* For operators: :mod:`~tilerummy.server.ops.logs`, and the interface
  :mod:`~tilerummy.server.ops.metrics`, implemented by :mod:`~tilerummy.server.ops.prometheus`.
* At startup: :mod:`~tilerummy.server.ops.cookie_key`, :mod:`~tilerummy.server.ops.tuning`.
"""
