"""What the server keeps: the port, and the two stores behind it."""

from tilerummy.server.store.futures import UncancellableFuture
from tilerummy.server.store.lock import FolderInUseError, lock_folder
from tilerummy.server.store.memory import MemoryStore
from tilerummy.server.store.port import (
    CLOSED,
    FINISHED,
    Appended,
    Card,
    Conflict,
    CorruptedError,
    Duplicate,
    Entries,
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
    Swept,
    TokenOwner,
)
from tilerummy.server.store.sql.store import SqliteStore

__all__ = [
    "CLOSED",
    "FINISHED",
    "Appended",
    "Card",
    "Conflict",
    "CorruptedError",
    "Duplicate",
    "Entries",
    "FolderInUseError",
    "Forgotten",
    "Guest",
    "Guests",
    "Invitations",
    "Listed",
    "Log",
    "MemoryStore",
    "Row",
    "Secrets",
    "SqliteStore",
    "StorageError",
    "Store",
    "Swept",
    "TokenOwner",
    "UncancellableFuture",
    "lock_folder",
]
