"""Sessions: guests are identified by a signed cookie, and programs by a bearer token.

Both contain the same type of token: 24 random bytes and the server's signature, so that forged
tokens can be rejected without a database lookup. Only a hash of each token is stored, and tokens
are never logged. :mod:`tilerummy.server.http.request` extracts them from requests.
"""

from __future__ import annotations

import hmac
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from tilerummy.server.guests.faces import Face, face_for
from tilerummy.server.settings import Settings
from tilerummy.server.store.guests import Guests
from tilerummy.server.store.types import Guest

RAW, SIGNATURE = 24, 16
PREFIX = "tr_"
"""The prefix of programs' tokens, which helps secret scanners to detect leaked tokens."""
SEEN_EVERY = 60 * 60 * 1000
"""The minimum time between two updates of a guest's last visit, in milliseconds."""
RENEWED_AFTER = 24 * 60 * 60 * 1000
"""How old a cookie must be to be renewed, in milliseconds."""
GRACE = 60 * 1000
"""How long the old cookie remains valid when a cookie is renewed, in milliseconds."""
CODE = 16
"""The number of random bytes in a code (128 bits)."""

TokenKind = Literal["cookie", "bearer"]
"""How a token is sent: in a cookie, or in the Authorization header."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest who was identified by a token.

    ``since`` is when the token was issued, in milliseconds since 1970. ``how`` is how it was sent,
    and ``replaced`` is True if a newer token replaced it.
    """

    guest: Guest
    since: int
    how: TokenKind
    replaced: bool = False


def text_of(raw: bytes) -> str:
    """Return bytes as URL-safe Base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def hashed(code: str) -> bytes:
    """Return the SHA-256 hash that is stored instead of a token or code."""
    return sha256(code.encode()).digest()


class Sessions:
    """Signs up guests, and identifies them by their tokens."""

    def __init__(self, guests: Guests, settings: Settings) -> None:
        self._guests, self._settings = guests, settings

    def token(self) -> str:
        """Return a new random token, signed by this server."""
        raw = secrets.token_bytes(RAW)
        return text_of(raw + self._signature(raw))

    def code(self) -> str:
        """Return a new random code for an invitation or a device transfer."""
        return text_of(secrets.token_bytes(CODE))

    def _signature(self, raw: bytes) -> bytes:
        return hmac.digest(self._settings.key, b"token-v1|" + raw, "sha256")[:SIGNATURE]

    def is_genuine(self, token: str) -> bool:
        """Return whether this server signed *token*; the check takes constant time."""
        try:
            raw = urlsafe_b64decode(token + "==")
        except ValueError:
            return False
        signature = self._signature(raw[:RAW])
        return len(raw) == RAW + SIGNATURE and hmac.compare_digest(raw[RAW:], signature)

    async def identify(self, token: str, how: TokenKind) -> Visitor | None:
        """Return the guest who owns *token*, or None if it is invalid or was sent the wrong way."""
        if not token.isascii() or not self.is_genuine(token):
            return None
        owner = await self._guests.by_token(hashed(token))
        if owner is None:
            return None
        guest = owner.guest
        if guest.program != (how == "bearer"):
            return None
        if self._settings.now() - guest.seen > SEEN_EVERY:
            await self._guests.touch(guest.id)
        return Visitor(guest, owner.since, how, owner.until is not None)

    async def sign_up(self, name: str = "", *, program: bool = False) -> tuple[Guest, str]:
        """Create a guest, and return the guest and a token.

        If *name* is empty, the guest is given a default name.
        """
        number = 1000 + secrets.randbelow(9000)
        default = f"Program {number}" if program else "Guest"
        guest = Guest(text_of(secrets.token_bytes(CODE)), name or default, program)
        token = self.token()
        await self._guests.add(guest, hashed(token))
        return guest, token

    async def renew(self, guest: str) -> str:
        """Store a new token for a guest, and return it.

        Older tokens expire after ``GRACE`` milliseconds.
        """
        token, until = self.token(), self._settings.now() + GRACE
        await self._guests.renew(guest, hashed(token), old_until=until)
        return token

    async def log_in(self, guest: str, replaced: str = "") -> str:
        """Store a new token for a guest who logs in on another device, and return it.

        Older tokens expire immediately. This also ends all notifications to this guest and to
        *replaced*, the guest who used the device before.
        """
        token, until = self.token(), self._settings.now()
        unsubscribed = [each for each in (guest, replaced) if each]
        await self._guests.renew(guest, hashed(token), old_until=until, unsubscribed=unsubscribed)
        return token

    def needs_renewal(self, visitor: Visitor) -> bool:
        """Return whether to send a new cookie; a cookie that has been replaced is never renewed."""
        age = self._settings.now() - visitor.since
        return visitor.how == "cookie" and not visitor.replaced and age > RENEWED_AFTER


def face_of(guest: Guest) -> Face:
    """Return the face that a guest chose, or the guest's default face, which never changes."""
    face = face_for(guest.id)
    return Face(guest.face or face.name, guest.colour or face.colour)
