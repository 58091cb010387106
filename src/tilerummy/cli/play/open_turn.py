"""A turn while it is being built: the position, the draft over it, and its undo history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tilerummy.cli.play.draft import Draft, DraftError
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import InvalidPlay
from tilerummy.state import Drew, Moved, Phase, Source, State, fold
from tilerummy.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """The turn of the seat to move in *state*, and the drafts before and after this one.

    ``trying`` is True while the trump is on the rack for a trial: it is drawn only if the mover
    goes out with it.
    """

    rules: Ruleset
    state: State
    draft: Draft
    past: tuple[Draft, ...] = ()
    future: tuple[Draft, ...] = ()
    trying: bool = False

    @classmethod
    def begin(cls, rules: Ruleset, state: State) -> Self:
        """Return the turn of the seat to move, nothing changed yet."""
        draft = Draft.begin(rules.tiles, state.table, state.mover.rack, state.free)
        return cls(rules=rules, state=state, draft=draft)

    def try_trump(self) -> Self:
        """Return the turn with the trump on the rack for a trial, nothing changed yet."""
        begun = self.begin(self.rules, _with_trump(self.state))
        return replace(begun, state=self.state, trying=True)

    def step(self, draft: Draft) -> Self:
        """Return the turn that continues with *draft*."""
        return replace(self, past=(*self.past, self.draft), draft=draft, future=())

    def undo(self) -> Self:
        """Return the turn one step back; raises DraftError at its beginning."""
        if not self.past:
            raise DraftError("There is nothing to undo.")
        *past, draft = self.past
        return replace(self, past=tuple(past), draft=draft, future=(self.draft, *self.future))

    def redo(self) -> Self:
        """Return the turn with the last undone step; raises DraftError if there is none."""
        if not self.future:
            raise DraftError("There is nothing to redo.")
        draft, *future = self.future
        return replace(self, past=(*self.past, self.draft), draft=draft, future=tuple(future))

    def reset(self) -> Self:
        """Return the turn with its first draft again; this can be undone too."""
        return self.step(self.past[0]) if self.past else self

    @property
    def judged(self) -> State:
        """The state by which plays are judged: with the trump drawn during its trial."""
        return _with_trump(self.state) if self.trying else self.state

    @property
    def penalised(self) -> bool:
        """Whether an illegal play costs a penalty in this game, so that no one warns of it."""
        penalties = self.rules.penalties
        return penalties is not None and penalties.invalid_play is InvalidPlay.PENALTY

    @property
    def highest(self) -> Tile:
        """The highest tile of the rack, jokers being low: an example for a sentence."""
        return max(self.draft.rack or self.draft.own, key=height)


def height(tile: Tile) -> tuple[int, Tile]:
    """Return the key that sorts tiles by number, jokers first."""
    return (tile.number if tile.is_numbered else 0, tile)


def _with_trump(state: State) -> State:
    """Return the state in which the mover has drawn the trump: only a winner may."""
    assert state.trump is not None
    drew = Drew(state.to_move, Source.TRUMP, (state.trump,))
    return fold((drew, Moved(state.to_move, Phase.MELD)), state)
