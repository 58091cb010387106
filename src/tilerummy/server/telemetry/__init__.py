"""Traces and logs for systems that collect them, by OpenTelemetry; nothing without that extra.

* :mod:`~tilerummy.server.telemetry.port` is what the server depends on.
* :mod:`~tilerummy.server.telemetry.opening` finds out from the environment whether it is wanted.
* :mod:`~tilerummy.server.telemetry.exporting` is the only module that knows the library.
"""
