"""Bodies of many endpoints: errors, texts, and the empty body."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

RulesetText = Annotated[str, Meta(min_length=1, max_length=1000)]
Notation = Annotated[str, Meta(max_length=4000)]


class RequestBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A body that a client sends."""


class EmptyBody(RequestBody, frozen=True, kw_only=True):
    """An empty object."""


class CodedText(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence in English, with its code and parameters for other languages."""

    code: str
    text: str
    params: dict[str, int | list[int]] = {}


class ErrorDetail(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Why a request failed: a code for programs, a sentence for their authors.

    ``why`` is for people: the reasons why rules cannot be played.
    """

    code: str
    message: str
    why: CodedText | None = None


class ErrorResponse(Struct, frozen=True, kw_only=True):
    """The answer to a request that failed."""

    error: ErrorDetail


class Health(Struct, frozen=True, kw_only=True):
    """The server is alive, or ready for games; if not, there is no answer, or a refusal."""

    status: Literal["ok"]
