"""Runs a human player's turn: shows the position, reads commands and carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from click import ClickException
from rich.text import Text

from tilerummy.cli.play.editor import Notice, Page, Reply, SessionCommand, Submit, TurnEditor
from tilerummy.cli.play.saves import how_to_resume
from tilerummy.cli.play.screen import (
    draft_cells,
    hands_page,
    options_page,
    rack_section,
    rules_page,
    scores_page,
    seat_lines,
    table_page,
    title_lines,
    turn_lines,
)
from tilerummy.cli.play.session import Session, drawn_by, history, since_last_turn
from tilerummy.cli.play.status import status
from tilerummy.cli.render.event_text import event_sentences
from tilerummy.cli.render.terminal import show_pages
from tilerummy.cli.render.tiles import BAD, STRONG, Sorting, table_lines, texts
from tilerummy.state import redact

_HISTORY_LINES = 40


class LeaveGame(Exception):
    """Raised when a human player leaves the game."""


class PersonTurn:
    """A human player's turn, from the first command until the turn is submitted."""

    def __init__(self, session: Session, seat: int) -> None:
        self.session, self.seat = session, seat
        self.editor = self._new_editor()
        played = session.record.rounds[-1]
        events, self.before = since_last_turn(played, seat, session.record.seats)
        self.fresh = drawn_by(events, seat)
        self.latest = (
            [] if session.shows_events_at_once else list(event_sentences(events, session.names))
        )
        self.message: list[Text] = []
        self.typed = ""  # a line typed in the pager, handled after it closes

    def _new_editor(self) -> TurnEditor:
        return TurnEditor.begin(self.session.rules, self.session.state, self.session.names)

    def play(self) -> None:
        """Read lines until the turn ends.

        Raises EOFError at the end of the input, and LeaveGame if the player leaves.
        """
        self._show(whole=True)
        while True:
            line = self._line()
            whole = not line.strip()
            for part in line.split(";"):
                if not part.strip():
                    continue
                self.editor, reply = self.editor.answer(part)
                if self._carry_out(reply):
                    return
                whole = whole or isinstance(reply, Submit) or reply == SessionCommand("show", "")
                if isinstance(reply, Notice) and reply.bad:
                    break
            if not self.typed:
                self._show(whole=whole)

    def _line(self) -> str:
        """Return the next line typed. Pressing Ctrl-C twice in a row leaves the game."""
        if self.typed:
            typed, self.typed = self.typed, ""
            return typed
        prompt = f"{self.session.names[self.seat]}>"
        try:
            return self.session.ask(prompt)
        except KeyboardInterrupt:
            if not self.session.terminal.attended:
                raise
            self.session.terminal.show(["", "Press Ctrl+C again to leave; the game is saved."])
            return self.session.ask(prompt)

    def _carry_out(self, reply: Reply) -> bool:
        """Carry out *reply*, and return whether this ended the turn."""
        match reply:
            case Notice(lines, bad):
                self._say(lines, bad=bad)
            case Page(lines):
                self._page(texts(lines, self.session.terminal.width))
            case Submit(actions):
                turn = self.session.state.turn
                events = self.session.submit(self.seat, actions)
                if self.session.state.turn != turn or not self.session.playing:
                    return True
                self.editor = self._new_editor()
                self.fresh = drawn_by(events, self.seat) or self.fresh
                if not self.session.shows_events_at_once:
                    seen = (redact(e, self.seat) for e in events)
                    self._say(tuple(event_sentences(seen, self.session.names)))
            case SessionCommand(verb, rest):
                self._run(verb, rest)
        return False

    def _say(self, lines: Sequence[str], *, bad: bool = False) -> None:
        self.message += texts(lines, self.session.terminal.width, BAD if bad else STRONG)

    def _show(self, *, whole: bool) -> None:
        """Show the full position if *whole* or the screen is cleared, otherwise its changes."""
        session, width = self.session, self.session.terminal.width
        session.save()
        self._say(session.warnings, bad=True)
        session.warnings.clear()
        foot = [*self.message, *texts([status(self.editor)], width)]
        self.message = []
        layout = replace(session.layout(self.seat), fresh=self.fresh)
        if layout.height is None and not whole:
            draft = self.editor.turn.draft
            changed = [c for c in draft_cells(draft, draft.start) if c.mark.strip()]
            body = [*(table_lines(changed, width) if changed else []), *rack_section(draft, layout)]
            session.terminal.show([*body, *foot])
            return
        head = [
            *title_lines(session.rules, session.state, session.match.number, width),
            *seat_lines(session.rules, session.state, session.names, width),
        ]
        room = None if layout.height is None else layout.height - len(foot) - 1
        layout = replace(layout, height=room)
        session.terminal.clear()
        session.terminal.show(
            turn_lines(head, self.latest, self.editor.turn.draft, self.before, layout)
        )
        session.terminal.show(foot)

    def _page(self, lines: Sequence[Text]) -> None:
        """Show a long reply, one page at a time if the screen is cleared between pages.

        Pressing Enter shows the next page or, after the last one, goes back to the turn. Any other
        line that is typed also goes back, and is then handled as a command.
        """
        try:
            typed = show_pages(
                self.session.terminal,
                lines,
                self.session.ask,
                more="Enter for more, q to go back:",
                end="Enter goes back:",
            )
        except KeyboardInterrupt:
            typed = ""
        self.typed = "" if typed.lower() in ("q", "quit") else typed

    def _run(self, verb: str, rest: str) -> None:
        session, width = self.session, self.session.terminal.width
        match verb:
            case "table":
                self._page(table_page(self.editor.turn.draft, session.layout()))
            case "sort":
                self._sort(rest)
            case "rules":
                page = options_page(session.rules, rest.lower(), width) if rest else []
                self._page(page or rules_page(session.rules, width))
            case "hands":
                self._page(hands_page(width))
            case "scores":
                self._page(scores_page(session.match, session.state, session.names, width))
            case "history":
                last = int(rest) if rest.isdecimal() and len(rest) < 5 else _HISTORY_LINES
                played = session.record.rounds[-1]
                self._page(texts(history(played, self.seat, session.names, last), width))
            case "save":
                self._save(rest)
            case "quit":
                raise LeaveGame
            case _:
                return

    def _sort(self, rest: str) -> None:
        now = self.session.sorting[self.seat]
        other = Sorting.NUMBER if now is Sorting.COLOUR else Sorting.COLOUR
        named = [s for s in Sorting if rest and s.startswith(rest.lower().removeprefix("by "))]
        if rest.lower().startswith("color"):
            named = [Sorting.COLOUR]
        if rest and len(named) != 1:
            self._say(["Write sort colour or sort number."], bad=True)
            return
        self.session.sorting[self.seat] = named[0] if named else other

    def _save(self, rest: str) -> None:
        autosave = self.session.autosave
        if not rest or autosave is None:
            self._say(["Write save and a file name, like save sunday.rummy."], bad=True)
            return
        path = Path(rest.strip("'\"")).expanduser()
        try:
            autosave.copy(self.session.record, path)
        except ClickException as error:
            self._say([error.message], bad=True)
        else:
            self._say([f"Saved. {how_to_resume(str(path))}"])
