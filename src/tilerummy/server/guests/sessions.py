"""Sessions: guests are known by a signed cookie, programs by a bearer token.

Both are the same token, 24 random bytes with a signature of the server: forged ones are rejected
before anything is looked up. Of a token only the hash is stored, and nothing is logged. How a
request carries them: :mod:`tilerummy.server.http.request`.
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
"""How the token of a program begins, so that one in a public place is recognised."""
SEEN_EVERY = 60 * 60 * 1000
"""How often, in ms, it is stored that a guest was here."""
RENEWED_AFTER = 24 * 60 * 60 * 1000
"""After so many ms a browser gets a new cookie."""
GRACE = 60 * 1000
"""For how many ms a replaced cookie is valid."""
CODE = 16
"""The random bytes of a code: 128 bits."""

TokenKind = Literal["cookie", "bearer"]
"""In what a token is sent: a cookie, or the Authorization header."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest who has shown a token: *how*, since when it is valid, and whether it was replaced."""

    guest: Guest
    since: int
    how: TokenKind
    replaced: bool = False


def text_of(raw: bytes) -> str:
    """Return bytes as they are written in cookies, headers and links."""
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


def hashed(code: str) -> bytes:
    """Return what is stored of a token or code."""
    return sha256(code.encode()).digest()


class Sessions:
    """Signs guests up, and recognises them by their tokens."""

    def __init__(self, guests: Guests, settings: Settings) -> None:
        self._guests, self._settings = guests, settings

    def token(self) -> str:
        """Return a new token that nobody has."""
        raw = secrets.token_bytes(RAW)
        return text_of(raw + self._signature(raw))

    def code(self) -> str:
        """Return a new code for an invitation, or for logging in on another device."""
        return text_of(secrets.token_bytes(CODE))

    def _signature(self, raw: bytes) -> bytes:
        return hmac.digest(self._settings.key, b"token-v1|" + raw, "sha256")[:SIGNATURE]

    def genuine(self, token: str) -> bool:
        """Return whether this server made the token, in a time that tells nothing of it."""
        try:
            raw = urlsafe_b64decode(token + "==")
        except ValueError:
            return False
        signature = self._signature(raw[:RAW])
        return len(raw) == RAW + SIGNATURE and hmac.compare_digest(raw[RAW:], signature)

    async def who(self, token: str, how: TokenKind) -> Visitor | None:
        """Return whose token it is, or None if it is not valid, or sent in the wrong way."""
        if not token.isascii() or not self.genuine(token):
            return None
        found = await self._guests.by_token(hashed(token))
        if found is None:
            return None
        guest = found.guest
        if guest.program != (how == "bearer"):
            return None
        if self._settings.now() - guest.seen > SEEN_EVERY:
            await self._guests.touch(guest.id)
        return Visitor(guest, found.since, how, found.until is not None)

    async def make(self, name: str = "", *, program: bool = False) -> tuple[Guest, str]:
        """Sign up a guest, and return it with its token; without a name it gets a default one."""
        number = 1000 + secrets.randbelow(9000)
        default = f"Program {number}" if program else "Guest"
        guest = Guest(text_of(secrets.token_bytes(CODE)), name or default, program)
        token = self.token()
        await self._guests.add(guest, hashed(token))
        return guest, token

    async def renew(self, session: str, *, at_once: bool = False) -> str:
        """Return a new token of a guest; the old ones are valid a moment longer, or end at once."""
        token = self.token()
        grace = 0 if at_once else GRACE
        await self._guests.renew(session, hashed(token), old_until=self._settings.now() + grace)
        return token

    def due(self, visitor: Visitor) -> bool:
        """Return whether it is time for a new cookie; a replaced one has its successor already."""
        age = self._settings.now() - visitor.since
        return visitor.how == "cookie" and not visitor.replaced and age > RENEWED_AFTER


def face_of(guest: Guest) -> Face:
    """Return the face of a guest: the chosen one, or always the same other one."""
    face = face_for(guest.id)
    return Face(guest.face or face.name, guest.colour or face.colour)
