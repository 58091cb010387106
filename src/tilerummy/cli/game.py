"""A match at the keyboard, from the first deal to the last score."""

from __future__ import annotations

from tilerummy.cli.pages import handfuls
from tilerummy.cli.past import since_last_turn
from tilerummy.cli.person import Leave, PersonTurn
from tilerummy.cli.render import score_lines
from tilerummy.cli.screen import LABEL, open_racks, rule, texts, winners_line
from tilerummy.cli.session import Session
from tilerummy.cli.telling import told
from tilerummy.players import PLAYERS
from tilerummy.state import conceal, redact


def play_match(session: Session) -> None:
    """Play until the match is over or the people leave; nothing is lost either way."""
    try:
        while session.playing or not session.match.over:
            if not session.playing:
                session.begin_round()
            _play_round(session)
            _show_result(session)
            if not session.match.over and session.people and not _another_round(session):
                break
        _finish(session)
    except Leave:
        _leave(session)
    except (EOFError, KeyboardInterrupt):
        session.terminal.show([""])
        _kept(session)


def _play_round(session: Session) -> None:
    while session.playing:
        seat = session.state.to_move
        if seat in session.people:
            _hand_keyboard_to(session, seat)
            PersonTurn(session, seat).play()
            _hide_rack(session, seat)
        else:
            player = PLAYERS[session.record.players[seat].kind]
            view = conceal(session.state, seat)
            session.commit(seat, player.choose(session.rules, view, seat))


def _hand_keyboard_to(session: Session, seat: int) -> None:
    """Wait until the right person sits at the keyboard, where several share one."""
    if session.shares_keyboard:
        session.terminal.hide()
        name = session.names[seat]
        session.terminal.ask(f"Hand the keyboard to {name}. {name}, press Enter:")


def _hide_rack(session: Session, seat: int) -> None:
    """Show what the turn brought, and put the rack out of sight."""
    if session.shares_keyboard and session.playing:
        if not session.tells_at_once:
            played = session.record.rounds[-1]
            step = next(s for s in reversed(played.steps) if s.command.seat in (seat, None))
            session.terminal.clear()
            session.say(*told((redact(e, seat) for e in step.events), session.names))
        session.terminal.ask("Press Enter to hide your rack:")
        session.terminal.hide()


def _show_result(session: Session) -> None:
    """Show how the round ended: all racks, its scores and the table of the match."""
    width, match = session.terminal.width, session.match
    ended = match.results[-1]
    played = session.record.rounds[-1]
    if not session.tells_at_once:
        seat = session.viewer if session.viewer is not None else session.people[0]
        session.terminal.clear()
        events, _ = since_last_turn(played, seat, session.record.seats)
        session.terminal.show(texts(list(told(events, session.names))[-8:], width))
    session.terminal.show([rule(width), *texts([f"Round {match.number} is over."], width, LABEL)])
    session.terminal.show(open_racks(session.state, session.names, session.layout()))
    session.terminal.show(texts(handfuls(session.rules, session.state, session.names), width))
    scores = [r.scores for r in match.results]
    assert scores[-1] == ended.scores
    session.terminal.show([rule(width), *score_lines(session.names, scores, match.totals, width)])


def _another_round(session: Session) -> bool:
    """Ask for the next round; without an answer a match without an end is over."""
    prompt = f"Enter for round {session.match.number + 1}, q to stop:"
    try:
        stop = session.terminal.ask(prompt).strip().lower() in ("q", "quit", "n", "no", "stop")
    except EOFError:
        if not session.open_ended:
            raise
        stop = True
    if stop and not session.open_ended:
        raise Leave
    return not stop


def _finish(session: Session) -> None:
    """Say who has won the match; a game kept by itself is not needed any more."""
    match = session.match
    session.say(winners_line(session.names, match.leaders))
    if session.keeper is not None:
        session.keeper.drop()
        if session.keeper.own:
            session.say(f"The record is in {session.keeper.path}.")


def _leave(session: Session) -> None:
    """Leave a game that is not over: kept for later, or not."""
    keeper = session.keeper
    if keeper is None or keeper.own:
        _kept(session)
        return
    try:
        answer = session.terminal.ask("Keep the game for later? [Y/n]:").strip().lower()
    except EOFError:
        answer = ""
    if answer in ("n", "no"):
        keeper.drop()
        session.say("The game is not kept. Good-bye!")
    else:
        _kept(session)


def _kept(session: Session) -> None:
    keeper = session.keeper
    if keeper is None or not session.record.rounds:
        return
    session.say(*session.warnings)
    if not session.warnings:
        name = str(keeper.path) if keeper.own else "last"
        session.say(f"The game is kept. To go on: tilerummy play --resume {name}")
