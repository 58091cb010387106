"""Bodies about guests: names, tokens and device transfer."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.guests.faces import Colour, FaceName
from tilerummy.server.messages.bodies.common import RequestBody


class NewName(RequestBody, frozen=True, kw_only=True):
    """My new display name, 1 to 20 visible characters, and optionally a new face and colour."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    face: FaceName | None = None
    colour: Colour | None = None


class NewToken(RequestBody, frozen=True, kw_only=True):
    """The program's name; by default the server chooses one."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """Log in with a code; ``replace`` confirms giving up my guest here, with its name and games."""

    replace: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """The guest of this client; ``id8`` distinguishes guests with the same name."""

    name: str
    face: str
    colour: str
    id8: str
    program: bool = False
    chosen: bool = False
    """True if the guest chose the name, false if the server did."""
    keep_days: int = 0
    """The retention time of finished games in days."""


class Token(Struct, frozen=True, kw_only=True):
    """A program's token, for ``Authorization: Bearer <token>``. It is shown only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """The guest of a code; ``here`` is the guest to be replaced, with its number of ``games``.

    ``here`` is empty if nothing would be lost; confirmation is unnecessary then.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """The account was deleted: the numbers of games deleted, and anonymised."""

    deleted: int
    anonymised: int


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A code to log in on another device; valid once, and for ``seconds``."""

    code: str
    url: str
    qr_svg: str
    seconds: int
