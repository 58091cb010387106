"""What a typed line does in the turn of a person."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from tilerummy.cli.play.draft import reading
from tilerummy.cli.play.draft.edits import Edit, edited
from tilerummy.cli.play.draft.history import DraftHistory
from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.draft.words import is_tile, tokens_of
from tilerummy.cli.play.turn.drawing import read_source, taken_from
from tilerummy.cli.play.turn.ending import (
    accepted,
    check_lines,
    declare_actions,
    discard_actions,
    done_actions,
    go_out_actions,
    play_actions,
)
from tilerummy.cli.play.turn.hints import hint_level, hint_lines
from tilerummy.cli.play.turn.open_turn import OpenTurn
from tilerummy.cli.play.turn.replies import Notice, Page, Reply, SessionCommand, Submit
from tilerummy.cli.play.turn.verbs import ALONE, LAYING, Verb, help_lines, help_on, read_verb
from tilerummy.cli.play.turn.warnings import free_tile_lines, locked_warnings
from tilerummy.cli.render.refusals import explanation_lines, reason_sentence
from tilerummy.rules import IllegalActionError, Reason, Ruleset
from tilerummy.state import Action, Draw, Phase, Source, State, conceal
from tilerummy.tiles import Tile

_FEW = 8
"""So many lines have room above the prompt."""

_HISTORY = ("undo", "redo", "reset", "back")
_SUBMITTING = ("draw", "discard", "declare", "go", "play", "done", "pass")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEditor:
    """An open turn, what was last refused in it, and how much of the hint was told.

    ``names`` are those of the seats, as they are shown.
    """

    turn: OpenTurn
    names: tuple[str, ...]
    refused: tuple[Reason, ...] = ()
    hinted: int = 0

    @classmethod
    def begin(cls, rules: Ruleset, state: State, names: tuple[str, ...]) -> Self:
        """Return the editor of the turn of the seat to move, nothing changed yet."""
        return cls(turn=OpenTurn.begin(rules, state), names=names)

    def answer(self, line: str) -> tuple[TurnEditor, Reply]:
        """Return the editor after *line* was typed, and the reply.

        A line that cannot be followed changes nothing, and the reply says what can be typed.
        """
        try:
            return self._answer(line)
        except DraftError as error:
            return self, Notice((str(error),), bad=True)
        except IllegalActionError as error:
            refused = replace(self, refused=error.reasons)
            text = reason_sentence(error.reasons[0], self.names)
            return refused, Notice((f"{text} (why tells more)",), bad=True)

    def _answer(self, line: str) -> tuple[TurnEditor, Reply]:
        rules = self.turn.rules
        found = read_verb(line, rules)
        if found is None:
            return self._edit(reading.read_edit(line, rules.tiles))
        verb, rest = found
        if rest and verb.name in ALONE:
            raise DraftError(f"{verb.name} stands alone: leave out {rest!r}.")
        if verb.name == "take" and (source := taken_from(rules, self.turn.state, rest)):
            return self._draw(source)
        if verb.name in LAYING:
            return self._edit(self._read_edit(verb, rest))
        if verb.name in _HISTORY:
            return self._go_back(verb.name, rest)
        if verb.name in _SUBMITTING:
            return self._submit(verb.name, rest)
        return self._look_up(verb, rest)

    def _look_up(self, verb: Verb, rest: str) -> tuple[TurnEditor, Reply]:
        """Answer a word that changes nothing."""
        match verb.name:
            case "check":
                return self, Notice(tuple(check_lines(self.turn, self.names)))
            case "free" if rest:
                raise DraftError(verb.more)
            case "free":
                return self, Notice(tuple(free_tile_lines(self.turn.state, self.names)))
            case "why" if not self.refused:
                return self, Notice(("Nothing has been refused in this turn.",))
            case "why":
                lines = explanation_lines(self.refused, self.turn.rules, self.names)
                return self, Page(tuple(lines))
            case "hint":
                return self._hint(rest)
            case "help":
                rules = self.turn.rules
                return self, Page(tuple(help_on(rest, rules) if rest else help_lines(rules)))
            case _:
                return self, SessionCommand(verb.name, rest)

    def _read_edit(self, verb: Verb, rest: str) -> Edit:
        tiles = self.turn.rules.tiles
        if not rest:
            drawing = "; draw draws from the pool" if verb.name == "take" else ""
            raise DraftError(f"{verb.name}: {verb.usage}  {verb.about}{drawing}.")
        match verb.name:
            case "take":
                return reading.read_take(rest, tiles)
            case "split":
                return reading.read_split(rest, tiles)
            case "join":
                return reading.read_join(rest, tiles)
            case "replace":
                return reading.read_replace(rest, tiles)
            case _:
                return reading.read_edit(rest, tiles)

    def _edit(self, edit: Edit) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        if turn.state.phase is Phase.DRAW and not turn.trying:
            out = " (or draw trump, only if you go out with it)"
            trump = out if turn.state.trump is not None else ""
            raise DraftError(f"Draw first: draw or draw discard{trump}. Then you may lay.")
        after = edited(turn.draft, edit)
        warnings = locked_warnings(turn.draft, after, turn.rules)
        return self._with(turn.history.step(after)), Notice(tuple(warnings))

    def _with(self, history: DraftHistory) -> TurnEditor:
        return replace(self, turn=self.turn.with_history(history))

    def _go_back(self, verb: str, rest: str) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        match verb:
            case "undo":
                return self._with(turn.history.undo()), Notice(())
            case "redo":
                return self._with(turn.history.redo()), Notice(())
            case "back":
                return self._edit(reading.read_back(rest, turn.rules.tiles))
            case _ if turn.trying:
                begun = TurnEditor.begin(turn.rules, turn.state, self.names)
                return begun, Notice(("The trump lies where it was.",))
            case _ if turn.draft.untouched:
                return self, Notice(("Nothing has been changed: all is as it was.",))
            case _:
                return self._with(turn.history.reset()), Notice(())

    def _submit(self, verb: str, rest: str) -> tuple[TurnEditor, Reply]:
        """Answer a word that submits something."""
        match verb:
            case "draw":
                return self._draw(read_source(self.turn.rules, rest))
            case "discard":
                return self._accepted(discard_actions(self.turn, self._one_tile(rest, "discard")))
            case "declare":
                tile = self._one_tile(rest, "declare") if rest else None
                return self._accepted(declare_actions(self.turn, tile))
            case "go":
                tile = self._one_tile(rest.removeprefix("out").strip(), "go out")
                return self._accepted(go_out_actions(self.turn, tile))
            case "play":
                return self._accepted(play_actions(self.turn))
            case _:
                return self._accepted(done_actions(self.turn))

    def _accepted(self, actions: tuple[Action, ...]) -> tuple[TurnEditor, Reply]:
        return self, Submit(actions)

    def _draw(self, source: str) -> tuple[TurnEditor, Reply]:
        if source == "trump":
            return self._try_trump()
        turn = self.turn
        if not turn.draft.untouched and turn.state.phase is Phase.ACT:
            raise DraftError("You have changed the table: done hands it in, or reset and draw.")
        drawn = Source.DISCARD if source == "discard" else Source.POOL
        return self._accepted(accepted(turn, Draw(drawn)))

    def _try_trump(self) -> tuple[TurnEditor, Reply]:
        state = self.turn.state
        if state.phase is not Phase.DRAW:
            raise DraftError("The trump can only be drawn at the beginning of the turn.")
        if state.trump is None:
            raise DraftError("The trump is no longer there.")
        declare = ", or declare" if self.turn.rules.closed_hands else ""
        text = (
            f"{state.trump} joins your rack for a trial. Lay all tiles but one and discard"
            f" it{declare}. reset puts it back."
        )
        return TurnEditor(turn=self.turn.try_trump(), names=self.names), Notice((text,))

    def _one_tile(self, rest: str, verb: str) -> Tile:
        rules = self.turn.rules
        words = tokens_of(rest, rules.tiles)
        if len(words) == 1 and is_tile(words[0], rules.tiles):
            return rules.rack(words[0][:1] if words[0].startswith("*") else words[0])[0]
        raise DraftError(f"Write {verb} and one tile, like {verb} {self.turn.highest}.")

    def _hint(self, rest: str) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        level = hint_level(rest, self.hinted)
        view = conceal(turn.judged, turn.state.to_move)
        lines = hint_lines(turn.rules, view, level, changed=not turn.draft.untouched)
        reply = Notice(lines) if len(lines) <= _FEW else Page(lines)
        return replace(self, hinted=level), reply
