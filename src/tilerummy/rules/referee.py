"""The referee, which turns an action into events, or into the reasons to refuse it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import assert_never

from tilerummy.arguments import check_argument
from tilerummy.deadline import NEVER, Deadline
from tilerummy.jokers.reasons import (
    PENALISED,
    IllegalActionError,
    Reason,
    Refusal,
    from_notation,
    reason,
)
from tilerummy.melds import Pile, melds_and_piles
from tilerummy.rules import consequences
from tilerummy.rules.arguments import check_arguments
from tilerummy.rules.choices import InvalidPlay, TakeDiscard
from tilerummy.rules.consequences import Events
from tilerummy.rules.judging.endings import kind_of_win, recognised
from tilerummy.rules.judging.faults import may_discard, play_faults
from tilerummy.rules.options import as_ruleset
from tilerummy.rules.rounds.deals import (
    NEW_DEALS,
    Chance,
    dealt,
    first_move,
    joker_shares,
    pairs_on,
)
from tilerummy.rules.ruleset import Ruleset
from tilerummy.state.actions import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    NewDeal,
    Pass,
    Play,
    Source,
    TimeOut,
)
from tilerummy.state.events import Phase, Win
from tilerummy.state.reducer import fold
from tilerummy.state.state import State
from tilerummy.tiles import NotationError, Tile


def begin(
    rules: Ruleset | str, chance: Chance, *, seats: int, starter: int | None = None, number: int = 0
) -> Events:
    """Return the events that begin a round: lots, deal, tiles turned up, and first move.

    Without a *starter*, the seats draw lots to decide who starts. *number* is the round's number in
    the match, counted from 0. Raises ValueError if the ruleset does not allow this number of seats,
    or if *starter* is not one of the seats.

    >>> from tilerummy import begin, chance, ruleset
    >>> rules = ruleset("sabra")
    >>> events = begin(rules, chance(rules.deal, rules.tiles, seats=2, seed=1), seats=2)
    >>> [type(event).__name__ for event in events]
    ['Lots', 'Dealt', 'Moved']
    """
    rules = as_ruleset(rules)
    check_argument(chance, Chance, "expected a Chance, which the function chance makes from a seed")
    if seats not in rules.seats_allowed():
        allowed = ", ".join(map(str, rules.seats_allowed()))
        raise ValueError(f"{rules.name} with these tiles is for {allowed} players, not {seats}")
    if starter is not None and starter not in range(seats):
        raise ValueError(f"the starter is a seat from 0 to {seats - 1}, or None, not {starter!r}")
    jokers = joker_shares(rules.deal.set_aside(rules.tiles, seats), seats, number)
    events = tuple(
        dealt(rules.deal, rules.tiles, chance, seats=seats, starter=starter, jokers=jokers)
    )
    first = chance.starter if starter is None else starter
    return (*events, first_move(rules.deal, rules.turn.first, first))


def decide(
    rules: Ruleset | str, state: State, action: Action, *, seat: int | None = None
) -> Events:
    """Return the events caused by *action*.

    *seat* is the acting seat. None means the seat to move, or the clock if the action is a
    time-out. Raises IllegalActionError, listing every reason, if the action is illegal.

    >>> from tilerummy import decide, fold, read_action, read_state
    >>> state = read_state("table r3 r4 r5 | rack r6 k1")
    >>> events = decide("sabra", state, read_action("play r3 r4 r5 => r3 r4 r5 r6"))
    >>> fold(events, state).table
    r3 r4 r5 r6
    """
    rules = as_ruleset(rules)
    if reasons := tuple(faults(rules, state, action, seat=seat)):
        raise IllegalActionError(reasons)
    match action:
        case Play():
            return consequences.played(rules, state, action)
        case Draw(source):
            return consequences.drew(rules, state, source)
        case Pass():
            return consequences.passed(rules, state)
        case NewDeal():
            return consequences.redealt(rules, state)
        case Discard(tile):
            return consequences.discarded(rules, state, tile)
        case Declare(discard):
            return consequences.declared(rules, state, discard)
        case GoOut():
            return _gone_out(rules, state, action)
        case TimeOut(pending):
            return _timed_out(rules, state, pending)
        case Foul():
            assert rules.penalties is not None
            return consequences.penalised(rules, state, rules.penalties.invalid)
    assert_never(action)


def decide_all(
    rules: Ruleset | str, state: State, actions: Iterable[Action], *, seat: int | None = None
) -> Events:
    """Return the events caused by several *actions* in sequence.

    Raises IllegalActionError for the first illegal action, if there is one.

    >>> from tilerummy import decide_all, fold, read_action, read_state
    >>> state = read_state("table r3 r4 r5 | rack r6 k1 | players 2")
    >>> actions = [read_action("play r3 r4 r5 => r3 r4 r5 r6"), read_action("pass")]
    >>> fold(decide_all("sabra", state, actions), state).to_move
    1
    """
    rules = check_arguments(rules, state)
    check_argument(actions, Iterable, "actions must be an iterable, such as (Draw(),)")
    events: Events = ()
    for action in actions:
        new = decide(rules, state, action, seat=seat)
        events, state = (*events, *new), fold(new, state)
    return events


def faults(
    rules: Ruleset | str,
    state: State,
    action: Action,
    *,
    seat: int | None = None,
    deadline: Deadline = NEVER,
) -> Iterator[Reason]:
    """Yield every reason to refuse *action* now, starting with the reason to report.

    Nothing is yielded if the action is legal. *state* may be a view, unless hidden tiles in the
    pool matter. Raises OutOfTimeError if the *deadline* passes before a play has been judged.

    >>> from tilerummy import faults, read_action, read_state
    >>> state = read_state("table b5 b6 *b7 | rack b7 b8 k1")
    >>> for reason in faults("sabra", state, read_action("play b5 b6 *b7 => *b6 b7 b8")):
    ...     print(reason.code.value)
    table_tile_missing
    """
    rules = check_arguments(rules, state)
    if state.phase is Phase.OVER:
        yield reason(Refusal.GAME_OVER, "the round is over")
        return
    if seat not in (None, state.to_move) or state.phase is Phase.DEAL:
        yield reason(Refusal.NOT_YOUR_TURN, f"it is the turn of seat {state.to_move}")
        return
    if seat is not None and isinstance(action, TimeOut | Foul):
        yield reason(Refusal.NOT_YOUR_TURN, "only the clock may do that, not a seat")
        return
    if (wrong := _out_of_place(rules, state, action)) is not None:
        yield wrong
        return
    match action:
        case Play():
            yield from play_faults(rules, state, action, deadline)
        case Draw(source):
            yield from _draw_faults(rules, state, source)
        case Pass():
            if state.phase is Phase.ACT and state.pool:
                yield reason(Refusal.CANNOT_PASS, "draw, or play a tile: the pool is not empty")
        case NewDeal():
            yield from _new_deal_faults(rules, state)
        case Discard(tile):
            yield from _discard_faults(state, tile)
        case Declare(discard):
            yield from _discard_faults(state, discard)
            yield from _declare_faults(rules, state, discard)
        case GoOut():
            yield from _go_out_faults(rules, state, action)
        case TimeOut():
            return
        case Foul():
            yield from _foul_faults(rules, state, action, deadline)
        case _:
            assert_never(action)


def _out_of_place(rules: Ruleset, state: State, action: Action) -> Reason | None:
    """Return the reason why *action* is impossible in this phase of the turn, or None."""
    if isinstance(action, TimeOut | Foul | NewDeal):
        return None
    if rules.turn.after(state.phase, action) is not None:
        return None
    check_argument(action, Action, 'an action is read from a string, as in read_action("draw")')
    match action:
        case GoOut() if not rules.draws_and_discards:
            return reason(Refusal.TRUMP_NOT_WINNING, "there is no trump in this game")
        case Draw() | GoOut():
            return reason(Refusal.CANNOT_DRAW, "no more tiles can be drawn this turn")
        case Discard() if not rules.draws_and_discards:
            return reason(Refusal.DISCARD_NOT_AVAILABLE, "there are no discards in this game")
        case Declare() if not rules.draws_and_discards:
            return reason(Refusal.NO_SUCH_HAND, "there are no closed hands in this game")
        case _ if state.phase is Phase.DRAW:
            return reason(Refusal.MUST_DRAW, "the turn starts with drawing a tile")
        case _:
            return reason(Refusal.MUST_DISCARD, "the turn ends with a discard")


def _new_deal_faults(rules: Ruleset, state: State) -> Iterator[Reason]:
    """Yield the reason to refuse a new deal, if there is one: RULES, section 5.2."""
    needed, pairs = rules.deal.new_deal_pairs, pairs_on(state.mover.rack)
    opened = any(seat.opened is not None for seat in state.seats)
    first = state.phase is rules.turn.first and state.turn - state.first_turn < len(state.seats)
    if not needed:
        yield reason(Refusal.NO_NEW_DEAL, "there are no new deals in this game")
    elif opened or not first:
        why = "a new deal is possible only at the start of your first turn, before anyone opens"
        yield reason(Refusal.NO_NEW_DEAL, why)
    elif state.new_deals >= NEW_DEALS:
        why = f"a round has at most {NEW_DEALS} new deals"
        yield reason(Refusal.NO_NEW_DEAL, why, have=state.new_deals, want=NEW_DEALS)
    elif len(pairs) < 2 * needed:
        have = len(pairs) // 2
        why = f"a new deal takes {needed} pairs of identical tiles, but the rack has {have}"
        yield reason(Refusal.NO_NEW_DEAL, why, tiles=pairs, have=have, want=needed)


def _draw_faults(rules: Ruleset, state: State, source: Source) -> Iterator[Reason]:
    match source:
        case Source.POOL:
            if not state.pool:
                yield reason(Refusal.CANNOT_DRAW, "the pool is empty: play or pass")
        case Source.DISCARD:
            yield from _take_faults(rules, state)
        case Source.TRUMP:
            yield reason(
                Refusal.TRUMP_NOT_WINNING,
                "the trump may be drawn only to go out with it, in one action"
                if rules.draws_and_discards
                else "there is no trump in this game",
            )
        case Source.ASIDE:
            yield reason(Refusal.CANNOT_DRAW, "jokers set aside are dealt, not drawn")


def _take_faults(rules: Ruleset, state: State) -> Iterator[Reason]:
    opened = state.mover.opened
    why = None
    if rules.take_discard is TakeDiscard.NEVER:
        why = "there are no discards in this game"
    elif state.previous == state.to_move:
        why = "there is no other player whose discard could be taken"  # RULES 5.1
    elif not state.seats[state.previous].discards:
        why = "the previous player's discard is not available"
    elif rules.take_discard is TakeDiscard.OPENED_EARLIER and opened is None:
        why = "a discard may be taken only from the turn after the initial meld"
    if why:
        yield reason(Refusal.DISCARD_NOT_AVAILABLE, why)


def _discard_faults(state: State, tile: Tile) -> Iterator[Reason]:
    if tile not in state.mover.rack:
        yield reason(Refusal.NOT_ON_RACK, f"not on the rack: {tile}", tiles=(tile,))
    elif not may_discard(state, tile):
        yield reason(
            Refusal.DISCARD_NOT_AVAILABLE,
            f"{tile} was taken from the discards this turn, so it may not be discarded",
            tiles=(tile,),
        )


def _declare_faults(rules: Ruleset, state: State, discard: Tile) -> Iterator[Reason]:
    mover = state.mover
    tiles = mover.rack - (discard,)
    why = None
    if not rules.closed_hands:
        why = "there are no closed hands in this game"
    elif mover.opened is not None:
        why = "only a player who has melded nothing may declare a closed hand"
    elif len(tiles) != rules.deal.tiles:
        why = f"a closed hand is {rules.deal.tiles} tiles and a discard"
    elif recognised(rules, state, tiles) is None:
        why = f"these tiles are not a closed hand: {tiles}"
    if why:
        yield reason(Refusal.NO_SUCH_HAND, why, tiles=tiles)


def _go_out_faults(rules: Ruleset, state: State, action: GoOut) -> Iterator[Reason]:
    """Yield reasons to refuse drawing the trump: S4 "if the player … can thereby win the game"."""
    if state.trump is None:
        yield reason(Refusal.TRUMP_NOT_WINNING, "the trump has been taken")
        return
    reasons = _why_not_out(rules, state, action)
    if reasons:
        yield reason(Refusal.TRUMP_NOT_WINNING, f"it does not win: {reasons[0].message}")
        yield from (r for r in reasons if r.code is not Refusal.TRUMP_NOT_WINNING)


def _why_not_out(rules: Ruleset, state: State, action: GoOut) -> list[Reason]:
    """Return the reasons why the player to move cannot go out with the trump.

    Only the tiles of this player are judged.
    """
    state = fold(consequences.drew(rules, state, Source.TRUMP), state)
    for play in action.plays:
        if reasons := [*play_faults(rules, state, play)]:
            return reasons
        state = fold(consequences.played(rules, state, play), state)
    reasons = [*_discard_faults(state, action.discard)]
    if not action.plays:
        return [*reasons, *_declare_faults(rules, state, action.discard)]
    if left := state.mover.rack - (action.discard,):
        reasons.append(
            reason(Refusal.TRUMP_NOT_WINNING, f"tiles are left on the rack: {left}", tiles=left)
        )
    elif rules.tells_wins_apart and kind_of_win(rules, state)[0] is Win.OPEN:
        reasons.append(
            reason(Refusal.TRUMP_NOT_WINNING, "the trump may not be taken for an Open win")
        )
    return reasons


def _gone_out(rules: Ruleset, state: State, action: GoOut) -> Events:
    drew = consequences.drew(rules, state, Source.TRUMP)
    end = Discard(action.discard) if action.plays else Declare(action.discard)
    return (*drew, *decide_all(rules, fold(drew, state), (*action.plays, end)))


def _foul_faults(rules: Ruleset, state: State, foul: Foul, deadline: Deadline) -> Iterator[Reason]:
    if rules.penalties is None or rules.penalties.invalid_play is not InvalidPlay.PENALTY:
        yield reason(Refusal.CANNOT_PASS, "in this game an illegal play is refused, not penalised")
        return
    if foul.piles:
        if (wrong := _pile_fault(rules, foul.piles)) is not None:
            yield wrong
        return
    codes = [r.code for r in play_faults(rules, state, foul.play, deadline)]
    if not codes:
        yield reason(Refusal.CANNOT_PASS, "the play is legal, so there is nothing to penalise")
    elif codes[0] not in PENALISED:
        yield reason(Refusal.CANNOT_PASS, f"{codes[0]} has no penalty")


def _pile_fault(rules: Ruleset, piles: Iterable[Pile]) -> Reason | None:
    """Return the reason to refuse *piles* if one is a meld or has impossible tiles, or None."""
    try:
        _, no_melds = melds_and_piles(" / ".join(map(str, piles)), rules.tiles)
    except NotationError as error:
        return from_notation(error)
    if no_melds:
        return None
    return reason(Refusal.CANNOT_PASS, "these are melds; lay them as melds")


def _timed_out(rules: Ruleset, state: State, pending: tuple[Play, ...] | None) -> Events:
    """Return the events for a time-out.

    Legal *pending* plays count. If they are illegal or None, the penalty is for an invalid table.
    """
    disorder = pending is None
    events: Events = ()
    if pending and not rules.draws_and_discards:
        try:
            events = decide_all(rules, state, pending)
        except IllegalActionError:
            disorder = True
    after = fold(events, state)
    if after.phase is Phase.OVER:
        return events
    return (*events, *consequences.out_of_time(rules, after, disorder=disorder))
