"""What the server stores: logs of rooms, seeds, invitations, guests.

* :mod:`~tilerummy.server.store.port` is the interface of every store, with its guarantees.
* :mod:`~tilerummy.server.store.opening` opens the store of a URL.
* :mod:`~tilerummy.server.store.memory` is the store in memory, for tests.
* :mod:`~tilerummy.server.store.sql` is the store in a file, with SQLite;
  :mod:`~tilerummy.server.store.lock` keeps other processes out.
* :mod:`~tilerummy.server.store.postgres` is the store in a database server.
* :mod:`~tilerummy.server.store.database` is what both share: reads and writes but appending.
* In both, writes wait for each other in :mod:`~tilerummy.server.store.gathering`, entries are
  chained by :mod:`~tilerummy.server.store.checksums`, whose latest are known to
  :mod:`~tilerummy.server.store.heads`, and :mod:`~tilerummy.server.store.answered` remembers which
  commands need no query.
* :mod:`~tilerummy.server.store.games` is what is stored of finished games besides their logs.
* :mod:`~tilerummy.server.store.nodes` is what servers that share a store know of others.
"""

from tilerummy.server.store.futures import UncancellableFuture
from tilerummy.server.store.games import Comment
from tilerummy.server.store.memory import MemoryStore
from tilerummy.server.store.port import (
    CLOSED,
    FINISHED,
    Appended,
    AppendResult,
    Card,
    Conflict,
    CorruptedError,
    Duplicate,
    Entries,
    Fenced,
    FinishedTable,
    Forgotten,
    Guest,
    Guests,
    Invitations,
    Listed,
    Log,
    Row,
    Secrets,
    StorageError,
    Store,
    StoreDescription,
    StoreOpeningError,
    Swept,
    TokenOwner,
    UnreachableError,
)

__all__ = [
    "CLOSED",
    "FINISHED",
    "AppendResult",
    "Appended",
    "Card",
    "Comment",
    "Conflict",
    "CorruptedError",
    "Duplicate",
    "Entries",
    "Fenced",
    "FinishedTable",
    "Forgotten",
    "Guest",
    "Guests",
    "Invitations",
    "Listed",
    "Log",
    "MemoryStore",
    "Row",
    "Secrets",
    "StorageError",
    "Store",
    "StoreDescription",
    "StoreOpeningError",
    "Swept",
    "TokenOwner",
    "UncancellableFuture",
    "UnreachableError",
]
