"""Encrypts and sends Web Push messages (RFC 8030, 8188, 8291 and 8292).

http_ece encrypts and py_vapid signs. The package pywebpush, which combines both, is not used: it
also imports two HTTP clients, whose requests resolve the push service's name themselves, follow
redirects and have no limit on the total time.
"""

from __future__ import annotations

import asyncio
import ssl
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from copy import copy
from typing import Self

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from tilerummy.server.push.endpoints import EndpointError, PushEndpoint, PushServices
from tilerummy.server.push.service import Outcome
from tilerummy.server.settings import PushSettingsError
from tilerummy.server.store.push import PushSubscription

TIMEOUT = 10.0
"""How long sending a message may take, in seconds."""
CONNECT_TIMEOUT = 3.0
"""How long connecting to one of several addresses may take, in seconds."""
TOKEN_LIFETIME = 12 * 3600
"""How long a signed token is valid, in seconds."""
MAX_LINE = 8192
"""The maximum length of a response's status line, in bytes."""


def new_key() -> str:
    """Return a new private key: 32 bytes in URL-safe base64."""
    raw = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return _encoded(raw.to_bytes(32, "big"))


def _encoded(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class WebPush:
    """Sends messages that are signed with a private *key*, by default a new one.

    *contact* is the URL or the e-mail address (``mailto:``) of the operator. *now* returns the time
    in milliseconds since 1970. Raises PushSettingsError if the key or the contact is not valid.
    """

    def __init__(
        self, key: str, contact: str, services: PushServices, now: Callable[[], int]
    ) -> None:
        self._services, self._contact, self._now = services, contact, now
        self._tls = ssl.create_default_context()
        self._use(key or new_key())

    def with_key(self, key: str) -> Self:
        """Return a sender with another key. Raises PushSettingsError if it is not valid."""
        if key == self.key:
            return self
        other = copy(self)
        other._use(key)
        return other

    def _use(self, key: str) -> None:
        try:
            self._vapid = Vapid02.from_raw(key.encode())
            self._token(PushEndpoint("push.example", 443, "/"))
        except Exception as error:
            message = "the VAPID key or the contact for push services is wrong"
            raise PushSettingsError(message) from error
        point = self._vapid.public_key.public_numbers()
        self.key = key
        self.public_key = _encoded(
            b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
        )

    def _token(self, endpoint: PushEndpoint) -> str:
        claims = {
            "aud": endpoint.origin,
            "exp": self._now() // 1000 + TOKEN_LIFETIME,
            "sub": self._contact,
        }
        token: str = self._vapid.sign(claims)["Authorization"]
        return token

    async def send(self, to: PushSubscription, message: bytes, ttl: int) -> Outcome:
        """Send a message, which the push service stores for *ttl* seconds.

        Raises any exception if the message cannot be signed.
        """
        try:
            body = _encrypted(message, to)
        except ValueError:  # the keys come from a browser
            return "gone"
        try:
            async with asyncio.timeout(TIMEOUT):
                endpoint, addresses = await self._services.resolved(to.endpoint, to.guest)
                request = self._head(endpoint, len(body), ttl) + body
                return await self._post_to_any(endpoint, addresses, request)
        except (EndpointError, TimeoutError):
            return "unreachable"

    async def _post_to_any(
        self, endpoint: PushEndpoint, addresses: list[str], request: bytes
    ) -> Outcome:
        """Send a request to the first of the endpoint's addresses that responds."""
        for address in addresses:
            try:
                return _outcome(await self._post(endpoint, address, request))
            except (OSError, ValueError, IndexError):  # TimeoutError is an OSError
                continue
        return "unreachable"

    def _head(self, endpoint: PushEndpoint, length: int, ttl: int) -> bytes:
        host = endpoint.origin.removeprefix("https://")
        return (
            f"POST {endpoint.path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
            f"Authorization: {self._token(endpoint)}\r\nTTL: {ttl}\r\nUrgency: normal\r\n"
            "Content-Type: application/octet-stream\r\nContent-Encoding: aes128gcm\r\n"
            f"Content-Length: {length}\r\n\r\n"
        ).encode()

    async def _post(self, endpoint: PushEndpoint, address: str, request: bytes) -> int:
        """Send a request to one of the endpoint's addresses, and return the response's status."""
        async with asyncio.timeout(CONNECT_TIMEOUT):
            reader, writer = await asyncio.open_connection(
                address, endpoint.port, ssl=self._tls, server_hostname=endpoint.host, limit=MAX_LINE
            )
        try:
            writer.write(request)
            await writer.drain()
            return int((await reader.readline()).split()[1])
        finally:
            writer.transport.abort()


def _encrypted(message: bytes, to: PushSubscription) -> bytes:
    """Encrypt a message with the keys of a browser. Raises ValueError if they are not valid."""
    encrypted: bytes = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_decoded(to.p256dh),
        auth_secret=_decoded(to.auth),
        version="aes128gcm",
    )
    return encrypted


def _outcome(status: int) -> Outcome:
    if 200 <= status < 300:
        return "sent"
    if status in (404, 410):
        return "gone"
    return "unreachable" if status == 429 or status >= 500 else "refused"
