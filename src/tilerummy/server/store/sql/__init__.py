"""The store in a file, with SQLite.

:mod:`~tilerummy.server.store.sql.store` implements the port: reads go to a few threads, writes to
the thread of :mod:`~tilerummy.server.store.sql.writer`, which commits many together.
:mod:`~tilerummy.server.store.sql.append` appends to a log,
:mod:`~tilerummy.server.store.sql.connection` executes the statements that both databases share, and
:mod:`~tilerummy.server.store.sql.schema` has the tables and their updates.
"""
