"""Bodies about guests: names, tokens and device transfer."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.guests.faces import Colour, FaceName
from tilerummy.server.messages.bodies.common import RequestBody


class NewName(RequestBody, frozen=True, kw_only=True):
    """A new display name (1 to 20 visible characters), and optionally a new face and colour."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    face: FaceName | None = None
    colour: Colour | None = None


class NewToken(RequestBody, frozen=True, kw_only=True):
    """A request for a token. *name* is the program's name; by default, the server chooses it."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """A request to log in with a code.

    ``replace`` confirms that the device's current account may be lost, along with its name and
    games.
    """

    replace: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """The guest logged in on this client; ``id8`` distinguishes guests with the same name."""

    name: str
    face: str
    colour: str
    id8: str
    program: bool = False
    chosen: bool = False
    """True if the guest chose this name, false if the server assigned it."""
    keep_days: int = 0
    """How long finished games are stored, in days."""


class Token(Struct, frozen=True, kw_only=True):
    """A program's token, sent as ``Authorization: Bearer <token>``. It is shown only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """The guest who owns a code.

    ``here`` is the account on this device that a login would replace, and ``games`` counts its
    games. If nothing would be lost, ``here`` is empty, and the user need not confirm the login.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """Confirms that an account was deleted; counts its deleted and anonymised games."""

    deleted: int
    anonymised: int


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A code for logging in on another device, which works once within ``seconds`` seconds."""

    code: str
    url: str
    qr_svg: str
    seconds: int
