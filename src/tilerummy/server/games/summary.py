"""Summaries of finished matches, which are stored with the room logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from tilerummy.deadline import NEVER, Deadline
from tilerummy.melds import Table
from tilerummy.records import LaidTurn, fine_moments, laid_turns
from tilerummy.server.games.replay import is_done_in_turn
from tilerummy.server.room.entries import HINTED, Acted, Began, BrokenOff, read_entry
from tilerummy.server.room.fold import LogStep, replay
from tilerummy.server.room.room import CurrentRound
from tilerummy.server.room.round_views import declared_view
from tilerummy.server.store.types import FINISHED, Row
from tilerummy.state import Phase, State
from tilerummy.tiles import TileSet, names

NOT_PLAYED = b""
"""The summary stored for a match that ended before its first round did."""
UNREADABLE = b"-"
"""The summary stored for a match whose log cannot be read."""
MomentName = Literal["tiles", "joker", "melds", "closed"]
"""The kinds of highlights, in ascending order of rank."""


class SeatSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat in a match, and its player; *guest* is never sent to clients."""

    kind: str
    name: str = ""
    level: str = ""
    face: str = ""
    colour: str = ""
    guest: str = msgspec.field(default="", name="session")
    local: bool = False
    resigned: bool = False
    shown: bool = False

    @property
    def hidden(self) -> bool:
        """True if strangers must not see who played in this seat, nor the tiles on its rack."""
        return self.kind == "person" and not self.shown


class RoundSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A round and its result; all lists are in seat order.

    ``turns`` is the number of turns in the replay, including an unfinished last turn if it has
    events. ``opened`` contains the turn when each player laid the initial meld, counting only
    that player's own turns from 1, or 0 if the player never did. ``left`` is the number of tiles
    left on each rack. ``closed`` is True if the winner declared a closed hand.
    """

    scores: list[int]
    turns: int
    opened: list[int]
    left: list[int]
    winner: int | None = None
    closed: bool = False


class MomentSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A seat's best moment in a match, with melds and tiles in notation.

    Rounds and turns count from 1. See :class:`~tilerummy.records.FineMoment` for the other fields.
    """

    kind: MomentName
    seat: int
    round: int
    turn: int
    count: int
    melds: list[str] = []
    placed: list[str] = []
    out: bool = False
    hand: int = 0

    @property
    def rank(self) -> tuple[int, int, bool]:
        """A sort key, which is higher for better moments."""
        return get_args(MomentName).index(self.kind), self.count, self.out


class FinalPlay(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The last play of a match: the new melds, and the tiles ``placed`` from the rack, in notation.

    ``hand`` identifies the closed hand that was declared, if any.
    """

    seat: int
    melds: list[str]
    placed: list[str]
    out: bool = False
    hand: int = 0


class MatchSummary(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A summary of a match. Times are in milliseconds since 1970, and lists are in seat order.

    ``moments`` contains the best moment of each seat that had one; summaries stored by older
    releases have None. ``rematch`` is the rematch's table id.
    """

    ruleset: str
    seats: list[SeatSummary]
    rounds: list[RoundSummary]
    totals: list[int]
    leaders: list[int]
    began: int
    ended: int
    title: str = ""
    broken: str = ""
    low_wins: bool = False
    moments: list[MomentSummary] | None = None
    last: FinalPlay | None = None
    rematch: str = ""

    @property
    def winners(self) -> list[int]:
        """The seats of the leaders; empty if all seats have the same total."""
        tied = len(self.leaders) > 1 and len({*self.totals}) == 1
        return [] if tied else self.leaders

    def results(self) -> Iterator[RoundResult]:
        """Yield each round together with its result.

        If one of two players resigns, the opponent wins the round. Rounds that ended early without
        scores are left out.
        """
        for number, one in enumerate(self.rounds, 1):
            winner = one.winner
            if winner is None and self.broken and number == len(self.rounds):
                if len({*one.scores}) == 1:
                    continue
                winner = self.leaders[0]
            yield RoundResult(one, winner)


class RoundResult(NamedTuple):
    """A round and its winner, or None if no one won it."""

    round: RoundSummary
    winner: int | None


def seat_in(game: MatchSummary, guest: str) -> int | None:
    """Return a guest's own seat in a game, if possible one that the guest did not resign from."""
    mine = [
        seat
        for seat, each in enumerate(game.seats)
        if guest and each.guest == guest and not each.local
    ]
    staying = [seat for seat in mine if not game.seats[seat].resigned]
    return next(iter(staying + mine), None)


_decoder = msgspec.json.Decoder(MatchSummary)


def read_summary(stored: bytes) -> MatchSummary | None:
    """Decode a stored summary, or return None if no round ended or the format is unknown."""
    try:
        return _decoder.decode(stored)
    except msgspec.DecodeError:
        return None


def is_outdated(stored: bytes | None) -> bool:
    """Return whether a summary is missing, or was stored by an older release without moments."""
    # strings escape their quotation marks, so this can only be a field name
    return stored is None or (stored.startswith(b"{") and b'"moments":' not in stored)


def summaries(logs: Sequence[Sequence[Row]], *, deadline: Deadline = NEVER) -> list[bytes]:
    """Encode the summaries of *logs*, in order, until the *deadline*, but always at least one."""
    encoded: list[bytes] = []
    for log in logs:
        if encoded and deadline.is_over:
            break
        encoded.append(_encode_summary(log))
    return encoded


def _encode_summary(log: Sequence[Row]) -> bytes:
    try:
        summary = summarise(log)
    except (ValueError, AssertionError, LookupError, TypeError):  # the log may be damaged
        return UNREADABLE
    return NOT_PLAYED if summary is None else msgspec.json.encode(summary)


def summarise(log: Sequence[Row]) -> MatchSummary | None:
    """Return the summary of a finished match, or None if no round ended.

    Raises ValueError if the log cannot be read.
    """
    steps = [*replay(log[0].room, (read_entry(row.body) for row in log))]
    rounds = [*_rounds(steps)]
    laid = [*_laid(steps)]
    room = steps[-1].room
    if not rounds:
        return None
    times = [row.at for row, step in zip(log, steps, strict=True) if step.room.dealt is not None]
    over = [row.at for row, step in zip(log, steps, strict=True) if step.room.phase in FINISHED]
    return MatchSummary(
        ruleset=room.terms.ruleset,
        seats=msgspec.convert(room.places, list[SeatSummary], from_attributes=True),
        rounds=rounds,
        totals=list(room.totals),
        leaders=list(room.leaders),
        began=times[0],
        ended=over[0] if over else times[-1],
        title=room.terms.title,
        broken=room.broken.why if room.broken else "",
        low_wins=room.rules.scoring.low_wins,
        moments=[*_moments(laid, room.rules.tiles)],
        last=_last_play(laid, room.rules.tiles),
        rematch=room.next_room or "",
    )


def _rounds(steps: Sequence[LogStep]) -> Iterator[RoundSummary]:
    """Yield a summary of each round that ended, including rounds that ended early."""
    played, turn, begun = 0, None, False
    for step in steps:
        room, state = step.room, step.room.state
        if state is None:
            continue
        if isinstance(step.entry, Began | Acted):
            same_turn = isinstance(step.entry, Acted) and state.turn == turn
            done = any(map(is_done_in_turn, step.events))
            begun, turn = same_turn and (begun or done), state.turn
        if len(room.match.results) > played:
            played = len(room.match.results)
            ended = room.match.results[-1]
            yield RoundSummary(
                scores=list(ended.scores),
                turns=state.turn + 1,
                opened=_opened(state),
                left=[len(rack) for rack in ended.racks],
                winner=ended.winner,
                closed=ended.hand is not None,
            )
        elif isinstance(step.entry, BrokenOff) and state.phase is not Phase.OVER:
            yield RoundSummary(
                scores=list(step.entry.scores) or [0] * room.seats,
                turns=state.turn + begun,
                opened=_opened(state),
                left=[len(seat.rack) for seat in state.seats],
            )


def own_turn(turn: int, seats: int) -> int:
    """Return a turn's number as its player counts it: 1 for the first turn of each player.

    *turn* is its number among the turns of all players, from 1.

    >>> [own_turn(turn, 3) for turn in (1, 3, 4, 68)]
    [1, 1, 2, 23]
    """
    return -(-turn // seats)


def _opened(state: State) -> list[int]:
    seats, first = state.seats, state.first_turn
    return [0 if s.opened is None else own_turn(s.opened - first + 1, len(seats)) for s in seats]


class _LaidInRound(NamedTuple):
    turns: list[LaidTurn]
    dealt: CurrentRound


def _laid(steps: Sequence[LogStep]) -> Iterator[_LaidInRound]:
    """Yield the turns of each round that laid tiles."""
    rounds = {r.number: r for r in (step.room.dealt for step in steps) if r is not None}
    hinted = _hinted_turns(steps)
    for dealt in rounds.values():
        here = {turn for number, turn in hinted if number == dealt.number}
        yield _LaidInRound([*laid_turns(dealt.events, len(dealt.state.seats), here)], dealt)


def _hinted_turns(steps: Sequence[LogStep]) -> set[tuple[int, int]]:
    """Return the rounds, and the turns counted from 1, whose tiles were laid by a hint."""
    return {
        (before.room.dealt.number, before.room.dealt.state.turn + 1)
        for before, step in pairwise(steps)
        if isinstance(step.entry, Acted) and step.entry.advice in HINTED and before.room.dealt
    }


def _moments(laid: Sequence[_LaidInRound], tiles: TileSet) -> Iterator[MomentSummary]:
    """Yield the best moment of each seat that had one."""
    found = [(moment, each.dealt) for each in laid for moment in fine_moments(each.turns)]
    for seat in {moment.seat for moment, _ in found}:
        moment, dealt = max((f for f in found if f[0].seat == seat), key=lambda f: f[0].rank)
        yield MomentSummary(
            kind=moment.kind.value,
            seat=seat,
            round=dealt.number + 1,
            turn=moment.turn,
            count=moment.count,
            melds=_melds(moment.hand, moment.melds, dealt, tiles),
            placed=names(moment.placed),
            out=moment.out,
            hand=moment.hand,
        )


def _last_play(laid: Sequence[_LaidInRound], tiles: TileSet) -> FinalPlay | None:
    for turns, dealt in reversed(laid):
        if turns:
            last = turns[-1]
            return FinalPlay(
                seat=last.seat,
                melds=_melds(last.hand, last.new, dealt, tiles),
                placed=names(last.placed),
                out=last.out,
                hand=last.hand,
            )
    return None


def _melds(hand: int, new: Table, dealt: CurrentRound, tiles: TileSet) -> list[str]:
    """Return the melds of the closed *hand*, or the *new* melds if none was declared."""
    declared = declared_view(dealt.state, tiles) if hand else None
    return [" ".join(meld) for meld in declared.melds] if declared else [*map(str, new)]
