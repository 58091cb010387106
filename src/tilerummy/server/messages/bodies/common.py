"""Bodies used throughout: errors, texts, and the empty body."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]
Notation = Annotated[str, Meta(max_length=4000)]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A request body."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty object."""


class CodedText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An English sentence, with its code and parameters for translation."""

    code: str
    text: str
    params: dict[str, int | list[int]] = {}


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request failed: a code for programs, and a sentence for developers.

    ``why`` explains to users why a ruleset is not playable.
    """

    code: str
    message: str
    why: CodedText | None = None


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The response to a failed request."""

    error: ErrorDetail


class Health(Struct, frozen=True, kw_only=True):
    """The server is alive, or ready; otherwise the request fails."""

    status: Literal["ok"]
