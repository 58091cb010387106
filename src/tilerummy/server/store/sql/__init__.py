"""The store in a file, with SQLite.

:mod:`~tilerummy.server.store.sql.store` implements the port: reads go to a few threads, writes to
the thread of :mod:`~tilerummy.server.store.sql.writer`, which commits many together.
:mod:`~tilerummy.server.store.sql.logs` and :mod:`~tilerummy.server.store.sql.guests` are the
statements, :mod:`~tilerummy.server.store.sql.schema` the tables and their updates.
"""
