"""Builds the status line above the prompt: the turn's state, and the possible next steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.cli.play.draft import OpenTurn, read_pile
from tilerummy.cli.play.editor import TurnEditor
from tilerummy.cli.play.submitting import can_be_done, discardable
from tilerummy.cli.render.event_text import reason_sentence
from tilerummy.melds import Meld
from tilerummy.message_text import counted, joined
from tilerummy.rules import Reason, Refusal, faults
from tilerummy.rules.judging.faults import face_up_faults, from_face_up
from tilerummy.state import Draw, NewDeal, Phase, Source, State
from tilerummy.tiles import JOKER, Rack


def status(editor: TurnEditor) -> str:
    """Return one or two sentences on the turn's state and the possible next steps."""
    turn, draft = editor.turn, editor.turn.draft
    if turn.state.phase is Phase.DRAW and not turn.trying:
        return _to_draw(turn)
    if draft.broken or draft.loose:
        return " ".join(_to_finish(turn))
    if turn.draft.untouched:
        return f"{_to_lay(turn)} {_ending(turn)}".strip()
    laid = f"{counted(len(draft.placed), 'tile')} laid{_opening(turn)}."
    due = ["You must lay all your jokers."] if _jokers_due(turn) else []
    parts = [laid, *_uncounted(turn, editor.names), *due, _ending(turn), "Type undo to step back."]
    return " ".join(filter(None, parts))


def _to_draw(turn: OpenTurn) -> str:
    state = turn.state
    sources = ["draw"]
    if not any(faults(turn.rules, state, Draw(Source.DISCARD))):
        sources.append(f"draw discard ({state.seats[state.previous].discards[-1]})")
    if state.trump is not None:
        sources[-1] += " (or draw trump, only if you go out with it)"
    return f"Your turn: {' or '.join(sources)}. Type help for all commands."


def _to_finish(turn: OpenTurn) -> Iterator[str]:
    """Yield sentences about any piles that are not melds yet, and about the loose tiles."""
    if turn.draft.broken:
        yield f"Not a meld yet: {joined(turn.draft.broken)}."
    if turn.draft.loose:
        yield f"Still to place: {turn.draft.loose}."
    yield "Type undo to step back."


def _to_lay(turn: OpenTurn) -> str:
    """Return a sentence about the possible plays, if no tiles have been laid in this turn yet."""
    opened, opening = turn.state.mover.opened, turn.rules.opening
    if turn.trying:
        return "Lay all your tiles but one, then discard that one."
    if opened is None:
        return f"Lay melds worth {opening.points} to open{_like(turn)}."
    if opened == turn.state.turn and not opening.same_turn:
        return "You cannot lay anything else in your opening turn."
    if _jokers_due(turn):
        return "Any play must use up the jokers on your rack."
    more = "" if turn.rules.draws_and_discards else ", rearrange"
    return f"Lay r3 r4 r5, lay off r6 > 3{more}."


def _like(turn: OpenTurn) -> str:
    """Return an example run of three tiles that scores enough to open, or "" if none does."""
    middle = max(2, -(-turn.rules.opening.points // 3))
    if middle >= turn.rules.tiles.numbers:
        return ""
    return f", like r{middle - 1} r{middle} r{middle + 1}"


def _opening(turn: OpenTurn) -> str:
    """Return a phrase that compares the points laid so far with those required for the opening."""
    if turn.state.mover.opened is not None:
        return ""
    points = sum(meld.points for _, meld, why in _new_melds(turn) if why is None)
    want = turn.rules.opening.points
    if points >= want:
        return f", {points} points: enough to open"
    return f", {points} of {want} points to open: {want - points} more"


def _uncounted(turn: OpenTurn, names: Sequence[str]) -> Iterator[str]:
    """Yield a sentence about each new meld that does not count towards the opening."""
    if turn.state.mover.opened is None:
        for number, _, why in _new_melds(turn):
            if why is not None:
                reason = Reason(Refusal.FREE_TILE_UNAVAILABLE, f"meld {number} {why}")
                yield reason_sentence(reason, names)


def _new_melds(turn: OpenTurn) -> Iterator[tuple[int, Meld, str | None]]:
    """Yield each new meld with its number and, if it does not count for the opening, the reason."""
    draft = turn.draft
    left = draft.placed
    for number in draft.changed:
        if number in draft.broken:
            continue
        meld = read_pile(draft.pile(number), draft.tiles)
        if left >= meld.tiles:
            left -= meld.tiles
            yield number, meld, _why_uncounted(turn, meld)


def _why_uncounted(turn: OpenTurn, meld: Meld) -> str | None:
    """Return the reason why *meld* does not count towards the opening, or None if it counts."""
    state: State = turn.judged
    free = from_face_up(state, Rack(meld.tiles))
    for reason in face_up_faults(state, free) if free else ():
        return f"has a free tile and does not count: {reason.message}"
    if meld.jokers and not turn.rules.opening.jokers:
        return "has a joker and does not count"
    return None


def _jokers_due(turn: OpenTurn) -> bool:
    """Return whether a joker on the rack must be played in this turn (RULES 2.4)."""
    opened = turn.state.mover.opened
    due = turn.rules.jokers_due and opened is not None and opened < turn.state.turn
    return due and JOKER in turn.draft.rack


def _ending(turn: OpenTurn) -> str:
    """Return a phrase about how to end the turn with the current draft, or "" if it cannot end."""
    if turn.rules.draws_and_discards:
        tile = discardable(turn)
        if tile is None and turn.draft.untouched:
            return ""
        return (
            "Type check to see what is missing."
            if tile is None
            else f"discard {tile} ends the turn."
        )
    if not turn.draft.untouched or turn.state.phase is Phase.MORE:
        return "done ends the turn." if can_be_done(turn) else "Type check to see what is missing."
    if not any(faults(turn.rules, turn.state, NewDeal())):
        return "Or draw, or type new deal: you have enough pairs."
    return (
        "Or draw. Type help for all commands." if turn.state.pool else "Or pass: the pool is empty."
    )
