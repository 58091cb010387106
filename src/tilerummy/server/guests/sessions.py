"""Sessions: a signed cookie identifies a guest, a bearer token a program.

Both contain the same kind of token: 24 random bytes with the server's signature, so that forged
tokens are rejected without a lookup. Only a token's hash is stored, and tokens are never logged.
:mod:`tilerummy.server.http.request` reads them from requests.
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
"""The prefix of a program's token, for detecting published secrets."""
SEEN_EVERY = 60 * 60 * 1000
"""The minimum time in ms between two updates of a guest's last visit."""
RENEWED_AFTER = 24 * 60 * 60 * 1000
"""The age of a cookie in ms before it is renewed."""
GRACE = 60 * 1000
"""The remaining validity of a replaced cookie in ms."""
CODE = 16
"""The number of random bytes in a code: 128 bits."""

TokenKind = Literal["cookie", "bearer"]
"""The carrier of a token: a cookie, or the Authorization header."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest identified by a token: its start of validity, its carrier, and if it was replaced."""

    guest: Guest
    since: int
    how: TokenKind
    replaced: bool = False


def text_of(raw: bytes) -> str:
    """Return bytes in URL-safe Base64 without padding."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def hashed(code: str) -> bytes:
    """Return the stored hash of a token or code."""
    return sha256(code.encode()).digest()


class Sessions:
    """Signs guests up, and identifies them by their tokens."""

    def __init__(self, guests: Guests, settings: Settings) -> None:
        self._guests, self._settings = guests, settings

    def token(self) -> str:
        """Return a new random token."""
        raw = secrets.token_bytes(RAW)
        return text_of(raw + self._signature(raw))

    def code(self) -> str:
        """Return a new random code, for an invitation or a device transfer."""
        return text_of(secrets.token_bytes(CODE))

    def _signature(self, raw: bytes) -> bytes:
        return hmac.digest(self._settings.key, b"token-v1|" + raw, "sha256")[:SIGNATURE]

    def is_genuine(self, token: str) -> bool:
        """Return whether this server signed the token; the timing reveals nothing."""
        try:
            raw = urlsafe_b64decode(token + "==")
        except ValueError:
            return False
        signature = self._signature(raw[:RAW])
        return len(raw) == RAW + SIGNATURE and hmac.compare_digest(raw[RAW:], signature)

    async def identify(self, token: str, how: TokenKind) -> Visitor | None:
        """Return the owner of a token, or None if it is invalid or in the wrong carrier."""
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
        """Sign up a guest, by default with a default name; return the guest and its token."""
        number = 1000 + secrets.randbelow(9000)
        default = f"Program {number}" if program else "Guest"
        guest = Guest(text_of(secrets.token_bytes(CODE)), name or default, program)
        token = self.token()
        await self._guests.add(guest, hashed(token))
        return guest, token

    async def renew(self, guest: str, *, at_once: bool = False) -> str:
        """Return a new token for a guest; old ones expire after GRACE, or immediately."""
        token = self.token()
        grace = 0 if at_once else GRACE
        await self._guests.renew(guest, hashed(token), old_until=self._settings.now() + grace)
        return token

    def needs_renewal(self, visitor: Visitor) -> bool:
        """Return whether to send a new cookie; a replaced cookie already has a successor."""
        age = self._settings.now() - visitor.since
        return visitor.how == "cookie" and not visitor.replaced and age > RENEWED_AFTER


def face_of(guest: Guest) -> Face:
    """Return the chosen face of a guest, or a default that never changes."""
    face = face_for(guest.id)
    return Face(guest.face or face.name, guest.colour or face.colour)
