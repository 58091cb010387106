"""Bodies about guests: names, tokens, and logging in on another device."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.guests.faces import Colour, FaceName
from tilerummy.server.messages.bodies.common import RequestBody


class NewName(RequestBody, frozen=True, kw_only=True):
    """The display name that I choose: 1 to 20 visible characters; and my face and its colour.

    A face or colour that is left out stays as it was.
    """

    name: Annotated[str, Meta(min_length=1, max_length=200)]
    face: FaceName | None = None
    colour: Colour | None = None


class NewToken(RequestBody, frozen=True, kw_only=True):
    """The name of the program; without one the server chooses it."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """Whether the guest of a code may replace my guest here, with its name and games."""

    replace: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """The guest of this client; ``id8`` distinguishes guests of the same name."""

    name: str
    face: str
    colour: str
    id8: str
    program: bool = False
    chosen: bool = False
    """Whether the guest chose the name, or the server did."""
    keep_days: int = 0
    """For how many days finished games are stored."""


class Token(Struct, frozen=True, kw_only=True):
    """The token of a program: ``Authorization: Bearer <token>``. It is sent only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """The guest of a code; ``here`` is the guest that it would replace, with so many ``games``.

    ``here`` is empty if nothing is lost: then no confirmation is needed.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """The account is deleted: how many games were deleted, and from how many I was removed."""

    deleted: int
    anonymised: int


class DeviceCode(Struct, frozen=True, kw_only=True):
    """A code to log in on another device: once, and within this number of seconds."""

    code: str
    url: str
    qr_svg: str
    seconds: int
