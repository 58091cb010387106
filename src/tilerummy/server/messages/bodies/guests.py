"""Bodies about guests: names, tokens and device transfer."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.guests.faces import Colour, FaceName
from tilerummy.server.messages.bodies.common import RequestBody


class NewName(RequestBody, frozen=True, kw_only=True):
    """My new display name, of 1 to 20 visible characters, and optionally a new face and colour."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    face: FaceName | None = None
    colour: Colour | None = None


class NewToken(RequestBody, frozen=True, kw_only=True):
    """The name of a program that needs a token; by default the server chooses one."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """Log in with a code.

    ``replace`` confirms that I give up my guest on this device, with its name and games.
    """

    replace: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """The guest that this client is logged in as; ``id8`` tells guests with the same name apart."""

    name: str
    face: str
    colour: str
    id8: str
    program: bool = False
    chosen: bool = False
    """True if the guest chose the name, false if the server assigned it."""
    keep_days: int = 0
    """How many days finished games are retained."""


class Token(Struct, frozen=True, kw_only=True):
    """A program's token, to send as ``Authorization: Bearer <token>``. It is shown only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """The guest who owns a code.

    ``here`` is the guest that logging in would replace, with the number of its ``games``; it is
    empty if nothing would be lost, and then no confirmation is needed.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """The account was deleted: how many of its games were deleted, and how many anonymised."""

    deleted: int
    anonymised: int


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A code to log in on another device; it works once, within ``seconds``."""

    code: str
    url: str
    qr_svg: str
    seconds: int
