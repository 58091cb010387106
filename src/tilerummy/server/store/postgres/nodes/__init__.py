"""What several servers that share a database know of each other through it.

:mod:`~tilerummy.server.store.postgres.nodes.schema` is where it is stored,
:mod:`~tilerummy.server.store.postgres.nodes.store` reads and writes it.
"""
