"""Where a turn stands and what can be done, in a line above the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.cli.play.draft.submit import opening_points, uncounted
from tilerummy.cli.play.turn.editor import TurnEditor
from tilerummy.cli.render.event_text import counted, listed
from tilerummy.cli.render.refusals import reason_sentence
from tilerummy.rules import Reason, Refusal, faults
from tilerummy.state import Draw, Phase, Source
from tilerummy.tiles import JOKER


def status(turn: TurnEditor) -> str:
    """Return in a sentence or two where *turn* stands and what can be done."""
    desk = turn.desk
    if turn.state.phase is Phase.DRAW and not turn.trying:
        return _to_draw(turn)
    if desk.broken or desk.loose:
        return " ".join(_to_finish(turn))
    if not turn.touched:
        return f"{_to_lay(turn)} {_ending(turn)}".strip()
    laid = f"{counted(len(desk.placed), 'tile')} laid{_opening(turn)}."
    due = ["Your jokers must all be played."] if _jokers_due(turn) else []
    return " ".join(filter(None, [laid, *_uncounted(turn), *due, _ending(turn), "undo goes back."]))


def _to_draw(turn: TurnEditor) -> str:
    state = turn.state
    sources = ["draw"]
    if not any(faults(turn.rules, state, Draw(Source.DISCARD))):
        sources.append(f"draw discard ({state.seats[state.previous].discards[-1]})")
    if state.trump is not None:
        sources[-1] += " (or draw trump, only if you go out with it)"
    return f"Your turn: {' or '.join(sources)}. help tells all words."


def _to_finish(turn: TurnEditor) -> Iterator[str]:
    """Yield in a few words what is no meld yet and what lies loose."""
    if turn.desk.broken:
        yield f"No meld yet: {listed(turn.desk.broken)}."
    if turn.desk.loose:
        yield f"To be laid again: {turn.desk.loose}."
    yield "undo goes back."


def _to_lay(turn: TurnEditor) -> str:
    """Return what can be laid, where nothing is laid yet."""
    opened, opening = turn.state.mover.opened, turn.rules.opening
    if turn.trying:
        return "Lay all your tiles but one, then discard that one."
    if opened is None:
        return f"Lay melds worth {opening.points} to open{_like(turn)}."
    if opened == turn.state.turn and not opening.same_turn:
        return "In the turn of your opening nothing else is played:"
    if _jokers_due(turn):
        return "A play must leave no joker on your rack."
    more = "" if turn.rules.draws_and_discards else ", rearrange"
    return f"Lay r3 r4 r5, lay off r6 > 3{more}."


def _like(turn: TurnEditor) -> str:
    """Return a run that opens, if one of three tiles can."""
    middle = max(2, -(-turn.rules.opening.points // 3))
    if middle >= turn.rules.tiles.numbers:
        return ""
    return f", like r{middle - 1} r{middle} r{middle + 1}"


def _opening(turn: TurnEditor) -> str:
    """Return what has been laid of the points that open."""
    if turn.state.mover.opened is not None:
        return ""
    points = opening_points(turn.rules, turn.state, turn.desk)
    want = turn.rules.opening.points
    if points >= want:
        return f", {points} points: enough to open"
    return f", {points} of {want} points to open: {want - points} more"


def _uncounted(turn: TurnEditor) -> Iterator[str]:
    """Yield why melds do not count for the opening."""
    if turn.state.mover.opened is None:
        for text in uncounted(turn.rules, turn.judged, turn.desk):
            yield reason_sentence(Reason(Refusal.FREE_TILE_UNAVAILABLE, text), turn.names)


def _jokers_due(turn: TurnEditor) -> bool:
    """Return whether a play must leave no joker on the rack, and one is there: RULES 2.4."""
    opened = turn.state.mover.opened
    due = turn.rules.jokers_due and opened is not None and opened < turn.state.turn
    return due and JOKER in turn.desk.rack


def _ending(turn: TurnEditor) -> str:
    """Return how the turn can be ended, if it can be as things lie."""
    if turn.rules.draws_and_discards:
        tile = turn.discardable()
        if tile is None and not turn.touched:
            return ""
        return "check tells what is missing." if tile is None else f"discard {tile} ends the turn."
    if turn.touched or turn.state.phase is Phase.MORE:
        return "done ends the turn." if turn.accepts_done() else "check tells what is missing."
    return "Or draw. help tells all words." if turn.state.pool else "Or pass: the pool is empty."
