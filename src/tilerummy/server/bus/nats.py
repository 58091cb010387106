"""The bus over a NATS server, with its core messages: nothing is kept, nothing is confirmed."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

from nats.aio.msg import Msg
from nats.aio.subscription import Subscription as NatsSubscription
from nats.errors import Error as NatsError

from tilerummy.server.bus.address import Address
from tilerummy.server.bus.nats_client import NatsClient
from tilerummy.server.bus.port import BusCounts, Handler, check_pattern, check_subject
from tilerummy.server.ops.logs import WARNING, log_event, log_failure

BEFORE_RETRY = 0.2
"""Seconds between two attempts to connect."""
PING = 2
"""Seconds between two pings; when a third is due and none was answered, the connection is lost."""
LOOKING = 10.0
"""Seconds after which a client that is still not connected is replaced by a new one."""
CLOSING = 1.0
"""For how many seconds the last messages may still be sent at the end."""


class _Subscription:
    """A handler, which is subscribed again with every client."""

    def __init__(self, bus: NatsBus, subject: str, handler: Handler) -> None:
        self._bus, self._subject, self._handler = bus, subject, handler
        self._client: NatsClient | None = None
        self._known: NatsSubscription | None = None

    async def attach(self, client: NatsClient) -> None:
        """Subscribe with this client."""
        if self._client is not client:
            self._client = client
            self._known = await client.subscribe(self._subject, cb=self._receive_early)
            client.receivers[self._known._id] = self._receive

    async def _receive_early(self, message: Msg) -> None:
        """Receive a message that has come before the client knew who receives it."""
        self._receive(message.subject, message.data)

    def _receive(self, subject: str, payload: bytes) -> None:
        if self not in self._bus.subscriptions:
            return
        self._bus.counts.received += 1
        try:
            self._handler(subject, payload)
        except Exception as error:  # noqa: BLE001 - the next message may be fine
            log_failure("bus", error)

    async def close(self) -> None:
        """End it."""
        self._bus.subscriptions.discard(self)
        known, self._known = self._known, None
        if known is not None:
            if self._client is not None:
                self._client.receivers.pop(known._id, None)
            with suppress(NatsError):
                await known.unsubscribe()


class NatsBus:
    """A bus over a NATS server; it connects when it is first used, and again when it was lost."""

    def __init__(self, address: Address) -> None:
        self.counts = BusCounts()
        self.subscriptions: set[_Subscription] = set()
        self._address = address
        self._client: NatsClient | None = None
        self._connecting: asyncio.Task[None] | None = None
        self._last_trouble = ""
        self._closed = False
        if address.credentials:
            import nkeys  # noqa: F401 - missed at the start, not at the first connection

    @property
    def connected(self) -> bool:
        """Whether messages can be sent now, as far as is known."""
        return self._client is not None and self._client.is_connected

    def publish(self, subject: str, payload: bytes, *, short: bytes = b"") -> None:
        """Send a message to all who subscribed to its subject elsewhere."""
        check_subject(subject)
        self._start()
        client = self._client
        if client is None or not client.is_connected:
            self.counts.lost += 1
            return
        if len(payload) > client.max_payload:
            self.counts.shortened += 1
            payload = short
        if client.send(subject, payload):
            self.counts.published += 1
        else:
            self.counts.lost += 1

    async def subscribe(self, subject: str, handler: Handler) -> _Subscription:
        """Have *handler* called for each message of a subject."""
        check_pattern(subject)
        subscription = _Subscription(self, subject, handler)
        self.subscriptions.add(subscription)
        self._start()
        if self._client is not None:
            with suppress(NatsError):  # else it is subscribed with the next client
                await subscription.attach(self._client)
        return subscription

    async def close(self) -> None:
        """End all subscriptions, and the bus."""
        self._closed = True
        self.subscriptions.clear()
        if self._connecting is not None:
            self._connecting.cancel()
            await asyncio.gather(self._connecting, return_exceptions=True)
        if self._client is not None:
            await _end(self._client)

    def _start(self) -> None:
        if self._connecting is None and not self._closed:
            self._connecting = asyncio.create_task(self._stay_connected())

    async def _stay_connected(self) -> None:
        """Connect, and once more whenever the client has given up, which it does after an error."""
        first = True
        while True:
            client, ended = NatsClient(), asyncio.Event()
            client.encrypted = self._address.encrypted
            try:
                await client.connect(**self._options(ended))
                self._client = client
                if not first:
                    self.counts.reconnects += 1
                first = False
                self._found()
                for subscription in [*self.subscriptions]:
                    await subscription.attach(client)
                await _given_up(client, ended)
            except asyncio.CancelledError:
                if self._client is None:
                    client.abandon()
                raise
            except Exception as error:  # noqa: BLE001 - whatever it is, the next client may work
                await self._trouble(error)
            self._client = None
            await _end(client)
            await asyncio.sleep(BEFORE_RETRY)

    def _options(self, ended: asyncio.Event) -> dict[str, Any]:
        async def reconnected() -> None:
            self.counts.reconnects += 1
            self._found()

        async def disconnected() -> None:
            log_event("bus_lost", WARNING)

        async def closed() -> None:
            ended.set()

        address = self._address
        options: dict[str, Any] = {
            "servers": [*address.servers],
            "no_echo": True,
            "ping_interval": PING,
            "max_outstanding_pings": 2,
            "reconnect_time_wait": BEFORE_RETRY,
            "max_reconnect_attempts": -1,
            # With a limit of its own, a client with full buffers would wait for the server.
            "pending_size": 0,
            "error_cb": self._trouble,
            "reconnected_cb": reconnected,
            "disconnected_cb": disconnected,
            "closed_cb": closed,
            "user": address.user or None,
            "password": address.password or None,
            "token": address.token or None,
            "user_credentials": address.credentials or None,
        }
        if address.tls is not None:
            options["tls"] = address.tls
            options["tls_hostname"] = address.hostname or None
        return options

    async def _trouble(self, error: Exception) -> None:
        """Log an error, the same one only once."""
        trouble = str(error) if isinstance(error, NatsError) else type(error).__name__
        if trouble != self._last_trouble:
            self._last_trouble = trouble
            log_event("bus_trouble", WARNING, kind=trouble)

    def _found(self) -> None:
        self._last_trouble = ""
        log_event("bus_found")


async def _given_up(client: NatsClient, ended: asyncio.Event) -> None:
    """Wait until a client has ended, or is without a connection for a while."""
    before = True
    while not ended.is_set() and (before or client.is_connected):
        before = client.is_connected
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOKING):
                await ended.wait()


async def _end(client: NatsClient) -> None:
    """Close a client, if need be without its last messages."""
    if client.is_connected:
        await _briefly(client.flush())
    client.abandon()
    await _briefly(client.close())


async def _briefly(ending: Coroutine[Any, Any, None]) -> None:
    """Wait until something has ended, but not long; the client ignores some cancellations."""
    task = asyncio.ensure_future(ending)
    await asyncio.wait([task], timeout=CLOSING)
    task.cancel()
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
