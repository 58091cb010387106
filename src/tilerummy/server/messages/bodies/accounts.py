"""Bodies about guests: names, tokens, and logging in on another device."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from tilerummy.server.messages.bodies.common import RequestBody


class NewName(RequestBody, frozen=True, kw_only=True):
    """How I want to be called: 1 to 20 characters that can be seen."""

    name: Annotated[str, Meta(min_length=1, max_length=200)]


class NewToken(RequestBody, frozen=True, kw_only=True):
    """How the program wants to be called; without a name it gets one."""

    name: Annotated[str, Meta(max_length=200)] = ""


class UseDeviceCode(RequestBody, frozen=True, kw_only=True):
    """Whether I may be replaced here, with my name and games, by the guest of a code."""

    replace: bool = False


class Me(Struct, frozen=True, kw_only=True):
    """Who I am to the server; ``id8`` tells people of the same name apart."""

    name: str
    id8: str
    program: bool = False
    chosen: bool = False
    """Whether the name was chosen, or made up by the server."""
    keep_days: int = 0
    """For how many days finished games are kept here."""


class Token(Struct, frozen=True, kw_only=True):
    """How a program shows who it is: ``Authorization: Bearer <token>``. Told only once."""

    token: str
    name: str


class DeviceCodeOwner(Struct, frozen=True, kw_only=True):
    """Whose a code is; ``here`` is who I would no longer be, with so many ``games``.

    ``here`` is empty if nothing is lost: then nobody need be asked.
    """

    name: str
    here: str = ""
    games: int = 0


class AccountDeleted(Struct, frozen=True, kw_only=True):
    """I am forgotten: how many games were deleted, and from how many I was taken out."""

    deleted: int
    anonymised: int


class DeviceCode(Struct, frozen=True, kw_only=True):
    """How I move to another device: once, and within so many seconds."""

    code: str
    url: str
    qr_svg: str
    seconds: int
