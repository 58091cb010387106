"""Sends the notifications of turns that are due."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from importlib import import_module
from typing import Literal, Protocol

import msgspec

from tilerummy.server.ops.forever import forever
from tilerummy.server.ops.logs import log_event, log_failure
from tilerummy.server.ops.metrics import Metrics
from tilerummy.server.push.endpoints import PushServices
from tilerummy.server.push.quiet_hours import quiet_until
from tilerummy.server.settings import PushSettings
from tilerummy.server.store.push import PushSubscription, TurnNotice
from tilerummy.server.store.store import Store
from tilerummy.server.store.types import StorageError
from tilerummy.texts import text

POLL_INTERVAL = 2.0
"""The time between two queries for notifications that are due, in seconds."""
MAX_SENDING = 32
"""The maximum number of messages that a node sends at the same time."""
CHECKING, SENDING = 4, 8
"""The numbers of threads that resolve names, for new subscriptions and for messages."""
MAX_TRIES = 4
"""The maximum number of attempts to send a notification."""
RETRY_AFTER = 60_000
"""The delay before the second attempt, in milliseconds; each further delay is four times longer."""
TTL = 12 * 3600
"""How long a push service stores a message for a browser that is not running, in seconds."""

Outcome = Literal["sent", "gone", "refused", "unreachable"]
"""The result of sending a message.

The subscription no longer exists (*gone*), the service refused the message for another reason, or
the service could not be reached or is busy, so that a retry may work.
"""


class PushSender(Protocol):
    """Sends messages that are signed with ``key``; browsers subscribe with ``public_key``."""

    key: str
    public_key: str

    def with_key(self, key: str) -> PushSender:
        """Return a sender with another key. Raises PushSettingsError if it is not valid."""

    async def send(self, to: PushSubscription, message: bytes, ttl: int) -> Outcome:
        """Send a message, which the push service stores for *ttl* seconds.

        Raises any exception if the message cannot be signed.
        """


class TurnMessage(msgspec.Struct, frozen=True):
    """The content of a message: the texts of a notification, and the room to open."""

    title: str
    text: str
    room: str


class PushService:
    """Lets browsers subscribe to notifications, and sends those in a store.

    The *sender* holds the key to sign with. If this is a *new_key*, another one may already be in
    the store. *services* checks new subscriptions.
    """

    def __init__(
        self,
        store: Store,
        services: PushServices,
        sender: PushSender,
        now: Callable[[], int],
        metrics: Metrics,
        *,
        new_key: bool,
    ) -> None:
        self._store, self._now, self._metrics = store, now, metrics
        self._services, self._sender, self._new_key = services, sender, new_key
        self._sending: dict[asyncio.Task[None], str] = {}  # the guest whom each one notifies

    async def public_key(self) -> str:
        """Return the public key that browsers subscribe with. Raises StorageError."""
        return (await self._opened()).public_key

    async def check(self, endpoint: str, address: str) -> None:
        """Raise EndpointError if the server may not send messages to this URL.

        *address* is the visitor's, whose URLs are checked one after the other.
        """
        await self._services.resolved(endpoint, address)

    async def _opened(self) -> PushSender:
        """Return the sender, after storing its key at the first use, unless there is one."""
        if self._new_key:
            stored = await self._store.push.key(self._sender.key)
            self._sender, self._new_key = self._sender.with_key(stored), False
        return self._sender

    async def run(self) -> None:
        """Send notifications until cancelled."""
        try:
            await forever(
                "(push)", self.send_due, lambda: asyncio.sleep(POLL_INTERVAL), StorageError
            )
        finally:
            for task in self._sending:
                task.cancel()
            await self.sent()

    async def send_due(self) -> None:
        """Start sending due notifications, a limited number in parallel. Raises StorageError."""
        free, busy = MAX_SENDING - len(self._sending), {*self._sending.values()}
        for notice in await self._store.push.claim(free, busy) if free else ():
            task = asyncio.create_task(self._send_logged(notice))
            self._sending[task] = notice.subscription.guest
            task.add_done_callback(self._sending.pop)

    async def sent(self) -> None:
        """Wait until all messages that are being sent have been sent, given up or cancelled."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    async def _send_logged(self, notice: TurnNotice) -> None:
        try:
            await self._send(notice)
        except StorageError:
            pass
        except Exception as error:  # noqa: BLE001 - a failure concerns only this notification
            log_failure("(push)", error)

    async def _send(self, notice: TurnNotice) -> None:
        to, push, now = notice.subscription, self._store.push, self._now()
        if notice.tries > MAX_TRIES:  # each time, a node has stopped or an error has been logged
            await push.settle(notice)
            return
        if until := quiet_until(now, to.zone, to.quiet_from, to.quiet_to):
            await push.postpone(notice, until, notice.tries - 1)
            return
        message = TurnMessage(
            text("notify.title", to.language),
            text("notify.text", to.language, title=notice.title or text("app.name", to.language)),
            notice.room,
        )
        sender = await self._opened()
        outcome = await sender.send(to, msgspec.json.encode(message), TTL)
        self._metrics.count("push_messages", outcome)
        if outcome == "gone":
            await push.expire(to.endpoint)
        elif outcome == "refused":
            log_event("push_refused")  # no warning, because guests choose the service
        if outcome == "unreachable" and notice.tries < MAX_TRIES:
            pause = RETRY_AFTER * 4 ** (notice.tries - 1)
            await push.postpone(notice, now + pause, notice.tries)
        else:
            await push.settle(notice)


def push_service(
    store: Store, settings: PushSettings | None, now: Callable[[], int], metrics: Metrics
) -> PushService | None:
    """Return a push service, or None if it has no *settings* or the extra is not installed.

    Raises PushSettingsError if the settings are not valid.
    """
    if settings is None or not is_installed():
        return None
    module = import_module("tilerummy.server.push.web_push")
    resolver = import_module("tilerummy.server.push.resolver")
    # with separate threads, names that are slow to check do not delay notifications
    checked, contacted = (
        PushServices(resolver.Resolver(threads).resolve, settings.services)
        for threads in (CHECKING, SENDING)
    )
    sender = module.WebPush(settings.key, settings.contact, contacted, now)
    return PushService(store, checked, sender, now, metrics, new_key=not settings.key)


def is_installed() -> bool:
    """Return whether the optional dependencies of the extra ``push`` are installed."""
    try:
        import_module("tilerummy.server.push.web_push")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        return False
    return True
