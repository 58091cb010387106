"""Turns: judging actions with the referee, and creating the log entries for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tilerummy.analysis.turns.turn_for import opening_first
from tilerummy.jokers.reasons import PENALISED, Reason, from_notation
from tilerummy.melds import Meld, Table, meld, melds_and_piles
from tilerummy.players.decisions import Motive
from tilerummy.records import encode
from tilerummy.rules import IllegalActionError, Refusal, chance, decide
from tilerummy.rules.choices import InvalidPlay
from tilerummy.rules.referee import begin
from tilerummy.server.messages.client import Advised
from tilerummy.server.room.entries import Acted, Began, Revealed
from tilerummy.server.room.entry_views import reason_view
from tilerummy.server.room.fold import KnownEntry, Outcome
from tilerummy.server.room.refusal import Refused, refuse
from tilerummy.server.room.room import Room
from tilerummy.server.room.seats import seat_of
from tilerummy.state import Action, Discard, Foul, Pass, Phase, Play, State, fold
from tilerummy.state.notation import action_text, read_action
from tilerummy.tiles import JOKER, NotationError, Rack, Tile, TileSet, numbered, tile

_meld = lru_cache(maxsize=16_384)(meld)
_short_action = lru_cache(maxsize=1024)(read_action)
CACHED_LENGTH = 16
"""The maximum length of actions in notation that are cached, such as draws and discards."""


def seat_in_round(room: Room, guest: str) -> int:
    """Return a guest's seat if they are playing a round; otherwise raise Refused."""
    seat = seat_of(room, guest)
    if room.phase != "playing" or room.state is None:
        raise refuse("not_playing", "you can only do this during a round")
    if room.places[seat].stood_in:
        raise refuse("stood_in", "a computer player is standing in for you: take your seat back")
    return seat


def mover(room: Room, guest: str) -> int:
    """Return a guest's seat if it is their turn; otherwise raise Refused."""
    seat, to_move = seat_in_round(room, guest), state_of(room).to_move
    if seat != to_move:
        raise refuse(str(Refusal.NOT_YOUR_TURN), f"it is the turn of seat {to_move}")
    return seat


def state_of(room: Room) -> State:
    """Return the current round's state. The round must have been dealt."""
    assert room.state is not None
    return room.state


class SeatTurn(NamedTuple):
    """The outcome of a seat's actions or, without a *seat*, of a time-out or a penalty.

    *motive* explains the choice of a computer player, and *advice* is a human player's use of a
    hint.
    """

    seat: int | None
    turn: Outcome
    motive: Motive | None = None
    advice: Advised | None = None


def judge_actions(
    room: Room, seat: int | None, actions: Iterable[Action], after: Outcome | None = None
) -> Outcome:
    """Return the outcome of *actions*; if *after* is given, add it to that earlier outcome.

    Raises Refused, with every reason, if any action is illegal.
    """
    events, state, before = after or Outcome((), state_of(room))
    actions = tuple(actions)
    try:
        for action in actions:
            new = decide(room.rules, state, action, seat=seat)
            events, state = (*events, *new), fold(new, state)
    except IllegalActionError as refused:
        raise Refused(*map(reason_view, refused.reasons)) from refused
    return Outcome(events, state, (*before, *actions))


def turn_entry(done: SeatTurn, reserve: tuple[int, ...] = ()) -> KnownEntry:
    """Return the log entry for a turn that has already been judged."""
    turn = done.turn
    entry = Acted(
        seat=done.seat,
        actions=tuple(action_text(a) for a in turn.actions),
        facts=tuple(encode(e) for e in turn.events),
        reserve=reserve,
        motive=done.motive,
        advice=done.advice,
    )
    return KnownEntry(entry, turn)


def read_actions(room: Room, texts: Sequence[str]) -> list[Action]:
    """Parse actions. Raises Refused if one is not in valid notation."""
    try:
        return [_action(text, room.rules.tiles) for text in texts]
    except NotationError as error:
        raise Refused(reason_view(from_notation(error))) from error


def _action(text: str, tiles: TileSet) -> Action:
    return _short_action(text, tiles) if len(text) <= CACHED_LENGTH else read_action(text, tiles)


def read_table(room: Room, texts: Sequence[str]) -> Table:
    """Parse the melds of a table. Raises Refused, with a reason for each invalid meld."""
    melds: list[Meld] = []
    reasons = []
    for text in texts:
        try:
            melds.append(_meld(text, room.rules.tiles))
        except NotationError as error:
            reason = reason_view(from_notation(error))
            reasons.append(type(reason)(code=reason.code, message=reason.message, melds=[text]))
    if reasons:
        raise Refused(*reasons)
    return Table(melds)


def simple_turn(room: Room, seat: int, plays: tuple[Play, ...]) -> Outcome | None:
    """Return the outcome of *plays*, or None if they are illegal."""
    try:
        return judge_actions(room, seat, plays)
    except Refused:
        return None


def opening_turn(room: Room, seat: int, play: Play) -> Outcome | None:
    """Return the outcome of *play*, split into an opening and a second play, or None if illegal.

    Plays are not split in games with closed hands, because there a single play may open.
    """
    rules = room.rules
    opens = state_of(room).mover.opened is None and rules.opening.same_turn
    plays = opening_first(play) if opens and not rules.closed_hands else None
    return simple_turn(room, seat, plays) if plays else None


def end_turn(room: Room, seat: int, played: Outcome, discard: str | None) -> Outcome:
    """Return the outcome of a turn that ends after *played*.

    Raises Refused if the turn cannot end at this point.
    """
    state, rules = state_of(room), room.rules
    if played.state.phase is Phase.OVER:
        return played
    if rules.draws_and_discards:
        if discard is not None:
            return judge_actions(room, seat, (Discard(_tile(room, discard)),), played)
        if not played.actions:
            raise refuse(str(Refusal.MUST_DISCARD), "the turn ends with a discard")
        return played
    if not played.actions and state.phase is Phase.ACT:
        raise refuse(str(Refusal.NO_TILE_PLAYED), "no tile of the rack was put on the table")
    return judge_actions(room, seat, (Pass(),), played)


def _tile(room: Room, text: str) -> Tile:
    try:
        return tile(text, room.rules.tiles)
    except NotationError as error:
        raise Refused(reason_view(from_notation(error))) from error


def penalty_play(room: Room, after: Table, reasons: Sequence[Reason]) -> Foul | None:
    """Return the penalty play for submitting an illegal table, or None if there is no penalty.

    See ``invalid_play`` in section 2.3 of RULES.
    """
    if not _punishes(room) or not reasons or reasons[0].code not in PENALISED:
        return None
    return Foul(Play.between(state_of(room).table, after))


def penalty_for_piles(room: Room, texts: Sequence[str]) -> Foul | None:
    """Return the penalty play for submitting tiles that are not melds, or None if not penalised.

    Strings that are not tiles are reported by :func:`read_table` instead.
    """
    if not _punishes(room):
        return None
    try:
        after, piles = melds_and_piles(" / ".join(texts), room.rules.tiles)
    except NotationError:
        return None
    return Foul(Play.between(state_of(room).table, after), piles) if piles else None


def _punishes(room: Room) -> bool:
    penalties = room.rules.penalties
    return penalties is not None and penalties.invalid_play is InvalidPlay.PENALTY


def deal_entry(room: Room, seed: bytes) -> Began:
    """Shuffle with *seed*, deal the next round, and return the log entry for the deal.

    A commitment to the seed was published before. The label in the entry includes every seat's
    contribution, so that neither the server nor the players can choose the deal.
    """
    number = room.shuffles[-1].round
    parts = "|".join(p.contribution for p in room.places)
    label = f"shuffle-v1|{room.id}.{number}|{parts}"
    starter = room.match.next_starter()
    drawn = chance(
        room.rules.deal,
        room.rules.tiles,
        seats=room.seats,
        seed=seed,
        lots=starter is None,
        label=label,
    )
    events = begin(room.rules, drawn, seats=room.seats, starter=starter, number=number)
    return Began(
        round=number, label=label, facts=tuple(encode(e) for e in events), lots=starter is None
    )


def unrevealed_rounds(room: Room) -> set[int]:
    """Return the numbers of the finished rounds whose seeds have not yet been published."""
    if room.phase not in ("between", "over", "closed"):
        return set()
    return {s.round for s in room.shuffles if not s.seed}


def seed_entries(room: Room, seeds: Mapping[int, bytes]) -> list[Revealed]:
    """Return the entries that publish the seeds of finished rounds."""
    hidden = sorted(unrevealed_rounds(room))
    return [Revealed(round=number, seed=seeds[number].hex()) for number in hidden]


def tiles_left_on_rack(room: Room, seat: int, rows: Sequence[Sequence[str]]) -> int | None:
    """Return the number of tiles left on the seat's rack if *rows* were the table.

    Returns None if a tile on the table is missing from *rows*, or if *rows* contains a tile that is
    neither on the seat's rack nor free.
    """
    state = state_of(room)
    try:
        shown = Rack(_bare(text, room.rules.tiles) for row in rows for text in row)
    except NotationError:
        return None
    if not shown >= state.table.tiles:
        return None
    placed = shown - state.table.tiles
    rack = state.seats[seat].rack
    own = placed & rack
    return len(rack) - len(own) if placed - own <= state.free else None


def _bare(text: str, tiles: TileSet) -> Tile:
    """Parse a tile, dropping the target of a joker, as in ``*r3`` or ``*3``.

    Raises NotationError if the text is not exactly one tile.
    """
    if not text.startswith("*") or len(text) == 1:
        return tile(text, tiles)
    face = text[1:]
    numbered(f"{tiles.letters[0]}{face}" if face.isdecimal() else face, tiles)
    return JOKER
