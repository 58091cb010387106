"""Reasons for refusing an action (RULES section 4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from tilerummy.melds import Meld, Table
from tilerummy.tiles import NotationError, Rack, Tile


class Refusal(StrEnum):
    """The codes for refusing an action, in order: if several apply, the first one is reported.

    >>> from tilerummy import Refusal, faults, read_action, read_state
    >>> state = read_state("table b5 b6 *b7 / k5 r5 o5 | rack b8 k1")
    >>> play = read_action("play b5 b6 *b7 / k5 r5 o5 => b6 *b7 b8 / k5 r5 b5 o5")
    >>> next(faults("sabra", state, play)).code is Refusal.JOKER_LOCKED
    True
    """

    BAD_NOTATION = "bad_notation"
    AMBIGUOUS_JOKER = "ambiguous_joker"
    GAME_OVER = "game_over"
    NOT_YOUR_TURN = "not_your_turn"
    MUST_DRAW = "must_draw"
    CANNOT_DRAW = "cannot_draw"
    CANNOT_PASS = "cannot_pass"
    MUST_DISCARD = "must_discard"
    DISCARD_NOT_AVAILABLE = "discard_not_available"
    TRUMP_NOT_WINNING = "trump_not_winning"
    NO_SUCH_HAND = "no_such_hand"
    NO_NEW_DEAL = "no_new_deal"
    INVALID_MELD = "invalid_meld"
    TABLE_TILE_MISSING = "table_tile_missing"
    NOT_ON_RACK = "not_on_rack"
    FREE_TILE_UNAVAILABLE = "free_tile_unavailable"
    NO_TILE_PLAYED = "no_tile_played"
    TABLE_CLOSED = "table_closed"
    INITIAL_MELD_JOKER = "initial_meld_joker"
    INITIAL_MELD_TOO_LOW = "initial_meld_too_low"
    JOKER_REUSE = "joker_reuse"
    JOKER_NOT_REPLACED = "joker_not_replaced"
    JOKER_LOCKED = "joker_locked"
    JOKER_CHANGED = "joker_changed"
    JOKERS_MUST_BE_PLAYED = "jokers_must_be_played"
    NOTHING_TO_DISCARD = "nothing_to_discard"


PENALISED = frozenset(
    {
        Refusal.INVALID_MELD,
        Refusal.TABLE_TILE_MISSING,
        Refusal.FREE_TILE_UNAVAILABLE,
        Refusal.NO_TILE_PLAYED,
        Refusal.TABLE_CLOSED,
        Refusal.INITIAL_MELD_JOKER,
        Refusal.INITIAL_MELD_TOO_LOW,
        Refusal.JOKER_REUSE,
        Refusal.JOKER_NOT_REPLACED,
        Refusal.JOKER_LOCKED,
        Refusal.JOKER_CHANGED,
    }
)
"""The refusals that incur penalty tiles if ``invalid_play`` is ``penalty`` (RULES 2.3)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for refusing an action: its code, a message, and the tiles and melds concerned.

    ``have`` and ``want`` are the actual and the required number of points or tiles.

    >>> from tilerummy import Round
    >>> (reason,) = Round("sabra", seats=2, seed=1).faults("pass")
    >>> reason.code.value, reason.message
    ('cannot_pass', 'draw, or play a tile: the pool is not empty')
    """

    code: Refusal
    message: str
    tiles: Rack = Rack()
    melds: Table = Table()
    have: int | None = None
    want: int | None = None

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"

    __repr__ = __str__


def reason(
    code: Refusal,
    message: str,
    *,
    tiles: Iterable[Tile] = (),
    melds: Iterable[Meld] = (),
    have: int | None = None,
    want: int | None = None,
) -> Reason:
    """Return a reason that concerns the given *tiles* and *melds*, which need not be in order."""
    if tiles == () == melds:
        return Reason(code, message, have=have, want=want)
    return Reason(code, message, Rack(tiles), Table(melds), have, want)


def from_notation(error: NotationError) -> Reason:
    """Return the reason for refusing an action that is not written in valid notation."""
    return Reason(Refusal(error.code), error.message)


class IllegalActionError(ValueError):
    """Raised for an illegal action. ``reasons`` lists all reasons, starting with the main one.

    >>> from tilerummy import IllegalActionError, Round
    >>> try:
    ...     Round("sabra", seats=2, seed=1).push("pass")
    ... except IllegalActionError as error:
    ...     print(error.reasons[0].code.value)
    cannot_pass
    """

    def __init__(self, reasons: Iterable[Reason]) -> None:
        self.reasons = tuple(reasons)
        assert self.reasons, "a refusal has a reason"
        super().__init__("; ".join(map(str, self.reasons)))

    @property
    def code(self) -> Refusal:
        """The code of the first reason."""
        return self.reasons[0].code
