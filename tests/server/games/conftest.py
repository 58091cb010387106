"""The stores of the tests beside."""

from tests.server.store.conftest import anyio_backend, lasting_url, store, time, url

__all__ = ["anyio_backend", "lasting_url", "store", "time", "url"]
