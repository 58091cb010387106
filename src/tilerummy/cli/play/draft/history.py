"""Undo and redo within a turn."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import DraftError


@dataclass(frozen=True, slots=True)
class DraftHistory:
    """The drafts of a turn: those before this one, and those that were undone."""

    past: tuple[Draft, ...]
    draft: Draft
    future: tuple[Draft, ...] = ()

    @classmethod
    def begin(cls, draft: Draft) -> Self:
        """Return the history that begins with *draft*."""
        return cls((), draft)

    def step(self, draft: Draft) -> Self:
        """Return the history that goes on with *draft*."""
        return replace(self, past=(*self.past, self.draft), draft=draft, future=())

    def undo(self) -> Self:
        """Return the history one step back; raises DraftError at its beginning."""
        if not self.past:
            raise DraftError("There is nothing to undo.")
        return replace(
            self, past=self.past[:-1], draft=self.past[-1], future=(self.draft, *self.future)
        )

    def redo(self) -> Self:
        """Return the history one step on again; raises DraftError at its end."""
        if not self.future:
            raise DraftError("There is nothing to redo.")
        return replace(
            self, past=(*self.past, self.draft), draft=self.future[0], future=self.future[1:]
        )

    def reset(self) -> Self:
        """Return the history with its first draft once more; this can be undone too."""
        return self.step(self.past[0]) if self.past else self
