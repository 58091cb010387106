"""Plays a match in the terminal, from the first deal to the last score."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from tilerummy.cli.play.person import LeaveGame, PersonTurn
from tilerummy.cli.play.saves import LAST, how_to_resume
from tilerummy.cli.play.screen import handfuls
from tilerummy.cli.play.session import Session, computer_level, since_last_turn
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.cli.render.terminal import confirmed
from tilerummy.cli.render.tiles import (
    STRONG,
    open_racks,
    rule,
    score_lines,
    settlement_line,
    texts,
    winners_line,
)
from tilerummy.players import PLAYERS, player
from tilerummy.players.decisions import latest_motives
from tilerummy.rules_text.decisions import motive_text
from tilerummy.state import conceal, redact


def play_match(session: Session) -> None:
    """Play until the match ends or a player leaves. Save the game either way."""
    try:
        if session.match.over and not session.playing:
            session.say("This match has ended.")
            session.terminal.show(_scores(session))
        while session.playing or not session.match.over:
            if not session.playing:
                session.begin_round()
            _play_round(session)
            _show_result(session)
            if not session.match.over and session.people and not _another_round(session):
                break
        _finish(session)
    except LeaveGame:
        _leave(session)
    except (EOFError, KeyboardInterrupt):
        session.terminal.show([""])
        _say_how_to_resume(session)
    finally:
        session.save()


def _play_round(session: Session) -> None:
    while session.playing:
        seat = session.state.to_move
        if seat in session.people:
            _hand_keyboard_to(session, seat)
            PersonTurn(session, seat).play()
            _hide_rack(session, seat)
        else:
            kind = session.record.players[seat].kind
            level = computer_level(kind) or kind
            computer = player(
                level, session.random_of(seat), milliseconds=PLAYERS[level].milliseconds
            )
            view = conceal(session.state, seat)
            seen = session.record.rounds[-1].events if computer.needs_history else ()
            history = [redact(event, seat) for event in seen]
            decision = computer.decide(session.rules, view, seat, history=history)
            session.motives.append((seat, decision.motive))
            session.submit(seat, decision.actions)


def _hand_keyboard_to(session: Session, seat: int) -> None:
    """If several players share the keyboard, wait until the next one is ready."""
    if session.shares_keyboard:
        session.terminal.hide()
        name = session.names[seat]
        session.ask(f"Hand the keyboard to {name}. {name}, press Enter:")


def _hide_rack(session: Session, seat: int) -> None:
    """If several players share the keyboard, show the events of this turn, then hide the rack."""
    if session.shares_keyboard and session.playing:
        if not session.shows_events_at_once:
            played = session.record.rounds[-1]
            step = next(s for s in reversed(played.steps) if s.command.seat in (seat, None))
            session.terminal.clear()
            session.say(*event_sentences((redact(e, seat) for e in step.events), session.names))
        session.ask("Press Enter to hide your rack:")
        session.terminal.hide()


def _show_result(session: Session) -> None:
    """Show the end of the round: all racks, the scores, and the match totals."""
    width, height = session.terminal.width, session.terminal.height
    lines = [
        rule(width),
        *texts([f"End of round {session.match.number}."], width, STRONG),
        *open_racks(session.state, session.names, session.layout()),
        *texts(handfuls(session.rules, session.state, session.names), width),
        *_scores(session),
        *texts(_motives(session), width),
    ]
    if not session.shows_events_at_once:
        seat = session.viewer if session.viewer is not None else session.people[0]
        events, _ = since_last_turn(session.record.rounds[-1], seat, session.record.seats)
        latest = texts(event_sentences(events, session.names), width)
        room = max(1, (height or 0) - 1 - len(lines))
        session.terminal.clear()
        lines = [*latest[-room:], *lines]
    session.terminal.show(lines)


def _motives(session: Session) -> Iterator[str]:
    """Yield a sentence that explains the play of each computer player."""
    for seat, name in enumerate(session.names):
        latest = latest_motives(motive for who, motive in session.motives if who == seat)
        if latest:
            said = (motive_text(motive.code, dict(motive.params)) for motive in latest)
            yield f"{name}: {' '.join(said)}"


def _scores(session: Session) -> list[Text]:
    width, match = session.terminal.width, session.match
    scores = [ended.scores for ended in match.results]
    return [rule(width), *score_lines(session.names, scores, match.totals, width)]


def _another_round(session: Session) -> bool:
    """Ask whether to play another round. In an open-ended match, end of input means no."""
    prompt = f"Enter for round {session.match.number + 1}, q to stop:"
    try:
        stop = not confirmed(session.ask, prompt, no=("q", "quit", "n", "no", "stop"))
    except EOFError:
        if not session.open_ended:
            raise
        stop = True
    if stop and not session.open_ended:
        raise LeaveGame
    return not stop


def _finish(session: Session) -> None:
    """Show who won the match, and delete its automatic save."""
    session.save()
    match, names = session.match, session.names
    settled = settlement_line(names, match.settlement)
    session.say(winners_line(names, match.leaders), *filter(None, (settled,)), *session.warnings)
    autosave = session.autosave
    if autosave is not None:
        autosave.delete()
        if autosave.own and not autosave.failing:
            session.say(f"The record is in {autosave.path}.")


def _leave(session: Session) -> None:
    """Leave an unfinished game, and ask whether to keep it for later."""
    autosave = session.autosave
    if autosave is None or autosave.own:
        _say_how_to_resume(session)
        return
    try:
        keep = confirmed(session.ask, "Save the game for later? [Y/n]:")
    except EOFError:
        keep = True
    if keep:
        _say_how_to_resume(session)
    else:
        autosave.delete()
        session.say("The game was not saved. Goodbye!")


def _say_how_to_resume(session: Session) -> None:
    autosave = session.autosave
    if autosave is None or not session.record.rounds:
        return
    session.save()
    session.say(*session.warnings)
    if not autosave.failing:
        name = str(autosave.path) if autosave.own else LAST
        # Keep this on one line, however long, so that the path can be copied.
        session.terminal.show([f"The game is saved. {how_to_resume(name)}"])
