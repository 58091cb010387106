"""What is stored of puzzles: how guests and puzzles are rated, and who has tried which.

:mod:`~tilerummy.server.store.puzzles.port` is the interface, and
:mod:`~tilerummy.server.store.puzzles.memory` keeps it in memory; the statements of the databases
are in :mod:`tilerummy.server.store.database.puzzles`.
"""
