"""Bodies used by many endpoints: errors, translatable texts, and the empty body."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Notation = Annotated[str, Meta(max_length=4000)]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of request bodies."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty JSON object."""


class CodedText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An English sentence, with the code and the parameters needed to translate it."""

    code: str
    text: str
    params: dict[str, int | list[int]] = {}


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The reason why a request failed: a code for programs, and a sentence for developers.

    ``why`` explains why a ruleset cannot be played.
    """

    code: str
    message: str
    why: CodedText | None = None


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The response to a failed request."""

    error: ErrorDetail


class Health(Struct, frozen=True, kw_only=True):
    """Returned when the server is alive (or ready); otherwise the request fails."""

    status: Literal["ok"]
