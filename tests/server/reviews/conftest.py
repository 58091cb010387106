"""A store of each kind, as the tests of stores have it."""

from tests.server.store.conftest import anyio_backend, store, time, url

__all__ = ["anyio_backend", "store", "time", "url"]
