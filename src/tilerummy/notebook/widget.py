"""The widget: a round in a notebook, with one seat for a human player."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import anywidget
import traitlets

from tilerummy.analysis import hint, turn_for
from tilerummy.deadline import Deadline
from tilerummy.jokers.reasons import from_notation
from tilerummy.melds import Meld, Table, meld
from tilerummy.notebook.position import JsonObject, position_json, reason_json
from tilerummy.players import Player, player
from tilerummy.players.self_play import chosen_actions
from tilerummy.round import Round
from tilerummy.rules import IllegalActionError, Ruleset, faults
from tilerummy.rules.options import as_ruleset
from tilerummy.state import Action, Draw, Event, Pass, Play
from tilerummy.state.events import tables_after
from tilerummy.texts import languages
from tilerummy.tiles import NotationError

SCRIPT = Path(__file__).parents[1] / "server" / "static" / "notebook.js"
"""The script of the widget, which is built with the web client."""
_LIMIT_MS = 3000.0


class InvalidMeldsError(ValueError):
    """Raised if some tiles on a table do not form melds.

    ``reasons`` explains this to the player.
    """

    def __init__(self, reasons: Sequence[JsonObject]) -> None:
        self.reasons = reasons
        super().__init__("; ".join(str(reason["message"]) for reason in reasons))


class RoundWidget(anywidget.AnyWidget):
    """A table in a notebook, where a human player in *seat* plays against computer players.

    ``round`` is the :class:`~tilerummy.Round`. It contains all tiles, including those that the
    human player cannot see. *computers* is the level of all computer players, or one
    :class:`Player` or level per computer player in playing order. Without a *seed*, the deal is
    random. *height* is the height of the table in pixels.

    Raises ValueError for a ruleset whose turns end with a discard, such as American and
    International, and FileNotFoundError if the web client has not been built.
    """

    _esm = traitlets.Unicode().tag(sync=True)
    position = traitlets.Dict(read_only=True).tag(sync=True)
    """The table as the human player sees it."""
    language = traitlets.Enum([*languages()], "en").tag(sync=True)
    """The language of the table."""
    height = traitlets.Int(460).tag(sync=True)
    """The height of the table in pixels."""

    def __init__(  # noqa: PLR0913  one parameter for each property
        self,
        rules: Ruleset | str = "sabra",
        *,
        seats: int = 2,
        seat: int = 0,
        computers: str | Sequence[Player | str] = "club",
        seed: bytes | int | None = None,
        language: str = "en",
        height: int = 460,
    ) -> None:
        rules = as_ruleset(rules)
        if rules.draws_and_discards:
            raise ValueError(f"the widget has no discard pile, which {rules.name} needs")
        self.round = Round(
            rules, seats=seats, seed=secrets.token_bytes(32) if seed is None else seed
        )
        self.seat = range(seats)[seat]
        levels = [computers] * (seats - 1) if isinstance(computers, str) else [*computers]
        if len(levels) != seats - 1:
            raise ValueError(f"{seats - 1} computer players are needed, not {len(levels)}")
        self._names = [each if isinstance(each, str) else type(each).__name__ for each in levels]
        self._names.insert(self.seat, "")
        players = [
            player(each, Random(number)) if isinstance(each, str) else each
            for number, each in enumerate(levels)
        ]
        self._players = [*players[: self.seat], None, *players[self.seat :]]
        self._callbacks: list[Callable[[tuple[Event, ...]], object]] = []
        super().__init__(language=language, height=height)
        self.on_msg(self._receive)
        self._continue()

    @traitlets.default("_esm")
    def _script(self) -> str:
        if not SCRIPT.exists():
            raise FileNotFoundError("the web client has not been built: run make ready")
        return SCRIPT.read_text(encoding="utf-8")

    def on_events(self, callback: Callable[[tuple[Event, ...]], object]) -> Callable[[], None]:
        """Call *callback* with each turn's events from now on.

        Returns a function that removes the callback.
        """
        self._callbacks.append(callback)
        return lambda: self._callbacks.remove(callback)

    def _receive(self, _: object, message: Any, __: object) -> None:  # noqa: ANN401 - from the browser
        """Carry out a message from the browser. If that fails, send the reasons."""
        try:
            if self.round.outcome is None and self.round.to_move == self.seat:
                match message:
                    case {"act": "done", "table": [*melds]}:
                        self._push(*self._turn([str(text) for text in melds]))
                    case {"act": "draw"}:
                        self._push(Draw())
                    case {"act": "pass"}:
                        self._push(Pass())
                    case {"act": "hint"}:
                        self.send(self._hint())
                        return
        except IllegalActionError as error:
            self.send({"reasons": [*map(reason_json, error.reasons)]})
        except InvalidMeldsError as error:
            self.send({"reasons": error.reasons})
        self._continue()

    def _turn(self, melds: Sequence[str]) -> tuple[Action, ...]:
        """Return the plays of a turn that ends with these *melds* on the table.

        Raises IllegalActionError or InvalidMeldsError.
        """
        rules, view = self.round.rules, self.round.view(self.seat)
        after = self._table(melds)
        found = turn_for(rules, view, after, deadline=Deadline(_LIMIT_MS))
        if not found:
            single = Play.between(view.table, after)
            raise IllegalActionError(found.reasons or tuple(faults(rules, view, single)))
        return found.plays

    def _table(self, melds: Sequence[str]) -> Table:
        """Read a table. Raises InvalidMeldsError if some of *melds* are not melds."""
        read: list[Meld] = []
        reasons: list[JsonObject] = []
        for text in melds:
            try:
                read.append(meld(text, self.round.rules.tiles))
            except NotationError as error:
                reasons.append({**reason_json(from_notation(error)), "melds": [text]})
        if reasons:
            raise InvalidMeldsError(reasons)
        return Table(read)

    def _hint(self) -> JsonObject:
        """Return the table after the best turn, or no melds if nothing can be played."""
        view = self.round.view(self.seat)
        advice = hint(self.round.rules, view, deadline=Deadline(_LIMIT_MS))
        plays = [action for action in advice.actions if isinstance(action, Play)]
        *_, after = (Table(), *tables_after(view.table, plays))
        return {"hint": [*map(str, after)]}

    def _push(self, *actions: Action) -> None:
        """Carry out the human player's actions, and pass if they leave the turn unfinished."""
        if isinstance(actions[0], Play):
            state = Round.from_state(self.round.rules, self.round.state)
            state.push(*actions)
            if state.outcome is None and state.to_move == self.seat:
                actions = (*actions, Pass())
        self._report(self.round.push(*actions))

    def _continue(self) -> None:
        """Play the turns of the computer players, and show the table."""
        while self.round.outcome is None and self.round.to_move != self.seat:
            mover = self.round.to_move
            computer = self._players[mover]
            assert computer
            view = self.round.view(mover)
            events = self.round.events
            self._report(
                self.round.push(*chosen_actions(computer, self.round.rules, view, mover, events))
            )
        view = self.round.view(self.seat)
        self.set_trait("position", position_json(self.round.rules, view, self.seat, self._names))

    def _report(self, events: tuple[Event, ...]) -> None:
        for callback in [*self._callbacks]:
            callback(events)
