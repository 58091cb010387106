"""A turn while it is being built: the position, and the draft over it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.history import DraftHistory
from tilerummy.rules import Ruleset
from tilerummy.rules.choices import InvalidPlay
from tilerummy.state import Drew, Moved, Phase, Source, State, fold
from tilerummy.tiles import Tile


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenTurn:
    """The turn of the seat to move in *state*, and the drafts of it.

    ``trying`` says whether the trump is on the rack for a trial: it is drawn only if the mover
    goes out with it.
    """

    rules: Ruleset
    state: State
    history: DraftHistory
    trying: bool = False

    @classmethod
    def begin(cls, rules: Ruleset, state: State) -> Self:
        """Return the turn of the seat to move, nothing changed yet."""
        draft = Draft.begin(rules.tiles, state.table, state.mover.rack, state.free)
        return cls(rules=rules, state=state, history=DraftHistory.begin(draft))

    def try_trump(self) -> Self:
        """Return the turn with the trump on the rack for a trial, nothing changed yet."""
        return replace(
            self.begin(self.rules, _with_trump(self.state)), state=self.state, trying=True
        )

    def with_history(self, history: DraftHistory) -> Self:
        """Return the turn with another history."""
        return replace(self, history=history)

    @property
    def draft(self) -> Draft:
        """The draft as it is now."""
        return self.history.draft

    @property
    def judged(self) -> State:
        """The state by which plays are judged: with the trump drawn if it is tried."""
        return _with_trump(self.state) if self.trying else self.state

    @property
    def penalised(self) -> bool:
        """Whether an illegal play costs a penalty in this game, so that nobody says beforehand."""
        penalties = self.rules.penalties
        return penalties is not None and penalties.invalid_play is InvalidPlay.PENALTY

    @property
    def highest(self) -> Tile:
        """The highest tile of the rack, jokers being low: an example for a sentence."""
        return max(self.draft.rack or self.draft.own, key=height)


def height(tile: Tile) -> tuple[int, Tile]:
    """Return the key by which tiles are sorted by number, jokers first."""
    return (tile.number if tile.is_numbered else 0, tile)


def _with_trump(state: State) -> State:
    """Return the state as it would be had the mover drawn the trump: only a winner may."""
    assert state.trump is not None
    drew = Drew(state.to_move, Source.TRUMP, (state.trump,))
    return fold((drew, Moved(state.to_move, Phase.MELD)), state)
