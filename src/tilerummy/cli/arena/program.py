"""A program of anybody's as a player: it reads questions and writes answers as lines of JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf
from typing import Final

from tilerummy.cli.arena.line_process import LineProcess
from tilerummy.players.arena import IllegalAnswerError, PlayerError, TooLateError
from tilerummy.records import encode
from tilerummy.rules import Ruleset, ruleset_text
from tilerummy.state import Action, Event, State
from tilerummy.state.notation import read_action, state_text

MOST_ACTIONS: Final = 100
"""The most actions in an answer."""

_SHOWN = 60


class Program:
    """A program that is asked for every decision of a seat, as ``docs/players.md`` describes.

    It is started when it is first asked, goes on from round to round, and is started anew after
    it has failed. ``milliseconds`` is its time for an answer, None if there is no limit.
    """

    def __init__(self, command: Sequence[str], milliseconds: float | None) -> None:
        self.command, self.milliseconds = tuple(command), milliseconds
        self._process: LineProcess | None = None
        self._asked = 0

    @property
    def name(self) -> str:
        """The command that starts it."""
        return " ".join(self.command)

    @property
    def about(self) -> str:
        """How it plays."""
        return "A program, which knows best how it plays."

    @property
    def needs_history(self) -> bool:
        """True: programs receive the event history."""
        return True

    def choose(
        self, rules: Ruleset, view: State, seat: int, *, history: Sequence[Event] = ()
    ) -> tuple[Action, ...]:
        """Return what the program answers; raises PlayerError, and TooLateError."""
        self._asked += 1
        question = {
            "id": self._asked,
            "ruleset": ruleset_text(rules),
            "seat": seat,
            "view": state_text(view),
            "deadline_ms": self.milliseconds,
            "history": [encode(event) for event in history],
        }
        line = json.dumps(question, separators=(",", ":")).encode()
        seconds = inf if self.milliseconds is None else self.milliseconds / 1000
        if self._process is None:
            self._process = LineProcess(self.command)
        try:
            return self._process.ask(line, lambda text: self._understood(text, rules), seconds)
        except TooLateError:
            raise
        except PlayerError:
            self._process.kill()
            self._process = None
            raise

    def _understood(self, line: bytes, rules: Ruleset) -> tuple[Action, ...] | None:
        """Return the actions in the answer *line*, None if it answers an earlier question."""
        shown = repr(line[:_SHOWN].decode(errors="replace"))
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise PlayerError(f"its answer is no JSON: {shown}") from None
        number = answer.get("id") if isinstance(answer, dict) else None
        if isinstance(number, int) and 0 < number < self._asked:
            return None
        if number != self._asked:
            raise PlayerError(f"its answer has not the id {self._asked} of the question: {shown}")
        texts = answer.get("actions")
        if not isinstance(texts, list) or not 0 < len(texts) <= MOST_ACTIONS:
            raise PlayerError(f"its answer has no list of 1 to {MOST_ACTIONS} actions: {shown}")
        try:
            return tuple(read_action(_text(action), rules.tiles) for action in texts)
        except ValueError as error:
            raise IllegalAnswerError(f"{', '.join(map(str, texts))[:_SHOWN]!r}: {error}") from None

    def close(self) -> None:
        """End the program, if it runs."""
        if self._process is not None:
            self._process.close()
            self._process = None


def _text(action: object) -> str:
    if not isinstance(action, str):
        raise PlayerError(f"an action is a text, as 'draw', not {action!r:.60}")
    return action
