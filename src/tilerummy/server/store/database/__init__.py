"""What the stores in databases share: the port, implemented by statements that both databases know.

:mod:`~tilerummy.server.store.database.store` implements the port but for appending, with the
statements in :mod:`~tilerummy.server.store.database.logs` and
:mod:`~tilerummy.server.store.database.guests`. Where the databases differ, they are asked through
:mod:`~tilerummy.server.store.database.connection`.
"""
