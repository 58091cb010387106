"""The store in a database server, PostgreSQL.

:mod:`~tilerummy.server.store.postgres.store` implements the port: appends go to the thread of
:mod:`~tilerummy.server.store.postgres.writer`, which stores many with one call of the function in
:mod:`~tilerummy.server.store.postgres.append`; all else goes to a few threads with connections of
their own. :mod:`~tilerummy.server.store.postgres.connection` executes the statements that both
databases share, :mod:`~tilerummy.server.store.postgres.schema` has the tables and their updates,
:mod:`~tilerummy.server.store.postgres.connecting` the connections, and
:mod:`~tilerummy.server.store.postgres.transactions` what is done when one is lost.
"""
