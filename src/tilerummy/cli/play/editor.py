"""Interprets the lines typed during a player's turn, and returns the changed turn and a reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Self

from tilerummy.analysis import NearHand, hint, nearest_hands
from tilerummy.analysis.solving import TURN_MILLISECONDS
from tilerummy.cli.play import submitting
from tilerummy.cli.play.draft import Draft, DraftError, OpenTurn, tiles_of
from tilerummy.cli.play.drawing import read_source, taken_from
from tilerummy.cli.play.edits import BY_WORD, edited, is_tile, tokens_of
from tilerummy.cli.play.verbs import ALONE, Verb, help_lines, help_on, read_verb
from tilerummy.cli.render.event_text import explanation_lines, reason_sentence
from tilerummy.deadline import Deadline
from tilerummy.jokers import JokerMelds
from tilerummy.rules import IllegalActionError, Reason, Ruleset
from tilerummy.rules.judging.faults import face_up_faults
from tilerummy.rules_text import hint_text
from tilerummy.state import Action, Draw, Phase, Source, State, conceal
from tilerummy.tiles import JOKER, Rack, Tile

_FEW = 8
"""The maximum number of hint lines shown above the prompt."""

_NEAR_MILLISECONDS = 1000.0

_HINT_LEVELS = {"1": 1, "2": 2, "tiles": 2, "which": 2, "3": 3, "how": 3, "steps": 3}
_NEXT_HINT = {1: "Type hint again to see which tiles.", 2: "Type hint again to see how."}


@dataclass(frozen=True, slots=True)
class Notice:
    """Lines to show above the prompt. *bad* marks them as an error."""

    lines: tuple[str, ...] = ()
    bad: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A long reply, shown on a separate page."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Submit:
    """Actions to submit, which are accepted or rejected together. A foul has no seat."""

    actions: tuple[Action, ...]


@dataclass(frozen=True, slots=True)
class SessionCommand:
    """A command for the session rather than the draft, and the rest of the line."""

    verb: str
    rest: str


Reply = Notice | Page | Submit | SessionCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEditor:
    """A turn in progress, with its last refusal and the level of its last hint.

    ``names`` are the display names of the seats.
    """

    turn: OpenTurn
    names: tuple[str, ...]
    refused: tuple[Reason, ...] = ()
    hinted: int = 0

    @classmethod
    def begin(cls, rules: Ruleset, state: State, names: tuple[str, ...]) -> Self:
        """Return an editor for the mover's turn, without any changes."""
        return cls(turn=OpenTurn.begin(rules, state), names=names)

    def answer(self, line: str) -> tuple[TurnEditor, Reply]:
        """Return the editor after handling *line*, and the reply to it.

        An invalid line changes nothing, and the reply suggests what to type.
        """
        try:
            return self._answer(line)
        except DraftError as error:
            return self, Notice((str(error),), bad=True)
        except IllegalActionError as error:
            refused = replace(self, refused=error.reasons)
            text = reason_sentence(error.reasons[0], self.names)
            return refused, Notice((f"{text} (type why for more)",), bad=True)

    def _answer(self, line: str) -> tuple[TurnEditor, Reply]:
        found = read_verb(line, self.turn.rules)
        if found is None:
            return self._edit(edited, line)
        verb, rest = found
        if rest and verb.name in ALONE:
            raise DraftError(f"{verb.name} takes no arguments: leave out {rest!r}.")
        if verb.name == "take" and (source := taken_from(self.turn.rules, self.turn.state, rest)):
            return self._draw(source)
        if verb.name in BY_WORD:
            if not rest and verb.name != "back":
                drawing = "; draw draws from the pool" if verb.name == "take" else ""
                raise DraftError(f"{verb.name}: {verb.usage}  {verb.summary}{drawing}.")
            return self._edit(BY_WORD[verb.name], rest)
        if verb.name in _SUBMITS:
            return self, Submit(_SUBMITS[verb.name](self.turn, rest))
        return self._look_up(verb, rest)

    def _look_up(self, verb: Verb, rest: str) -> tuple[TurnEditor, Reply]:
        """Return the reply to a command that neither lays nor submits tiles."""
        turn = self.turn
        match verb.name:
            case "undo":
                return replace(self, turn=turn.undo()), Notice()
            case "redo":
                return replace(self, turn=turn.redo()), Notice()
            case "reset":
                return self._reset()
            case "draw":
                return self._draw(read_source(turn.rules, rest))
            case "check":
                return self, Notice(tuple(submitting.check_lines(turn, self.names)))
            case "free" if rest:
                raise DraftError(verb.details)
            case "free":
                return self, Notice(tuple(free_tile_lines(turn.state, self.names)))
            case "why" if not self.refused:
                return self, Notice(("Nothing has been refused in this turn.",))
            case "why":
                return self, Page(tuple(explanation_lines(self.refused, turn.rules, self.names)))
            case "hint":
                return self._hint(rest.lower())
            case "near":
                view = conceal(turn.judged, turn.state.to_move)
                return self, Notice(tuple(near_lines(turn.rules, view)))
            case "help":
                return self, Page(
                    (*(help_on(rest, turn.rules) if rest else help_lines(turn.rules)),)
                )
            case _:
                return self, SessionCommand(verb.name, rest)

    def _edit(self, edit: Callable[[Draft, str], Draft], text: str) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        if turn.state.phase is Phase.DRAW and not turn.trying:
            out = " (or draw trump, only if you go out with it)"
            trump = out if turn.state.trump is not None else ""
            raise DraftError(f"Draw first: draw or draw discard{trump}. Then you may lay.")
        after = edit(turn.draft, text)
        return replace(self, turn=turn.step(after)), Notice(tuple(locked_warnings(turn, after)))

    def _reset(self) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        if turn.trying:
            begun = TurnEditor.begin(turn.rules, turn.state, self.names)
            return begun, Notice(("The trump is back beside the table.",))
        if turn.draft.untouched:
            return self, Notice(("Nothing has changed.",))
        return replace(self, turn=turn.reset()), Notice()

    def _draw(self, source: str) -> tuple[TurnEditor, Reply]:
        turn = self.turn
        if source == "trump":
            return self._try_trump()
        if not turn.draft.untouched and turn.state.phase is Phase.ACT:
            raise DraftError("You have changed the table: submit it with done, or reset and draw.")
        drawn = Source.DISCARD if source == "discard" else Source.POOL
        return self, Submit(submitting.accepted(turn, Draw(drawn)))

    def _try_trump(self) -> tuple[TurnEditor, Reply]:
        state = self.turn.state
        if state.phase is not Phase.DRAW:
            raise DraftError("The trump can only be drawn at the beginning of the turn.")
        if state.trump is None:
            raise DraftError("The trump is no longer there.")
        declare = ", or declare" if self.turn.rules.closed_hands else ""
        text = (
            f"{state.trump} joins your rack on trial. Lay all tiles but one and discard"
            f" it{declare}. reset puts it back."
        )
        return TurnEditor(turn=self.turn.try_trump(), names=self.names), Notice((text,))

    def _hint(self, named: str) -> tuple[TurnEditor, Reply]:
        """Return the reply to ``hint``. Each hint in a turn reveals more than the last."""
        turn = self.turn
        if named and named not in _HINT_LEVELS:
            raise DraftError("Write hint, hint tiles or hint how.")
        level = _HINT_LEVELS[named] if named else min(self.hinted + 1, 3)
        view = conceal(turn.judged, turn.state.to_move)
        found = hint(turn.rules, view, deadline=Deadline(TURN_MILLISECONDS))
        lines = hint_text(found, level)
        more = any(hint_text(found, further) != lines for further in range(level + 1, 4))
        if len(lines) > 1:
            lines = tuple(f"{number}. {line}" for number, line in enumerate(lines, 1))
        if not turn.draft.untouched:
            lines = ("The table before you changed it (reset restores it):", *lines)
        if more:
            lines = (*lines, _NEXT_HINT[level])
        return replace(self, hinted=level), Notice(lines) if len(lines) <= _FEW else Page(lines)


def _one_tile(turn: OpenTurn, rest: str, verb: str) -> Tile:
    rules = turn.rules
    words = tokens_of(rest, rules.tiles)
    if len(words) == 1 and is_tile(words[0], rules.tiles):
        return rules.rack(words[0][:1] if words[0].startswith("*") else words[0])[0]
    raise DraftError(f"Write {verb} and one tile, like {verb} {turn.highest}.")


_SUBMITS: Mapping[str, Callable[[OpenTurn, str], tuple[Action, ...]]] = {
    "play": lambda turn, _: submitting.play_actions(turn),
    "done": lambda turn, _: submitting.done_actions(turn),
    "pass": lambda turn, _: submitting.done_actions(turn),
    "new": lambda turn, _: submitting.new_deal_actions(turn),
    "discard": lambda turn, rest: submitting.discard_actions(
        turn, _one_tile(turn, rest, "discard")
    ),
    "declare": lambda turn, rest: submitting.declare_actions(
        turn, _one_tile(turn, rest, "declare") if rest else None
    ),
    "go": lambda turn, rest: submitting.go_out_actions(
        turn, _one_tile(turn, rest.removeprefix("out").strip(), "go out")
    ),
}


def near_lines(rules: Ruleset, view: State) -> Iterator[str]:
    """Yield lines that show the closed hands nearest to the mover's rack in *view*."""
    found = nearest_hands(rules, view, most=7, deadline=Deadline(_NEAR_MILLISECONDS))
    yield from map(_near_line, found.hands)
    if not found.hands:
        opened = view.mover.opened is not None
        yield "You have opened: no closed hand is possible." if opened else "No hand is near."


def _near_line(near: NearHand) -> str:
    kinds = dict(zip(dict.fromkeys(near.missing), near.copies, strict=True))
    unseen = ", ".join(f"{tile} ({copies} unseen)" for tile, copies in kinds.items())
    count = f"{len(near.missing)} missing" if near.missing else "complete"
    trump = "; the trump is one of them" if near.trump else ""
    text = f"{near.hand.name}, {near.points} points, {count}: {near.shown}"
    return f"{text}. Missing: {unseen}{trump}." if near.missing else f"{text}."


def locked_warnings(turn: OpenTurn, after: Draft) -> Iterator[str]:
    """Yield a warning for each locked joker meld that tiles were taken from."""
    before, rules = turn.draft, turn.rules
    if rules.draws_and_discards or rules.table.jokers.melds is not JokerMelds.LOCKED:
        return
    for number, (old, new) in enumerate(zip(before.piles, after.piles, strict=False), 1):
        there = any(word.startswith("*") for word in old) and number not in before.changed
        taken = Rack(tiles_of(old, after.tiles)) - Rack(tiles_of(new, after.tiles))
        if there and after.loose & Rack(t for t in taken if t != JOKER):
            yield (
                f"Meld {number} has a joker and is locked: nothing may be taken from it until"
                " the joker is replaced. Type undo to step back."
            )


def free_tile_lines(state: State, names: tuple[str, ...]) -> Iterator[str]:
    """Yield lines that show the face-up tiles and whether the mover may use them (RULES 2.4)."""
    if not state.free:
        yield "There are no free tiles left."
        return
    reasons = [*face_up_faults(state, state.free)]
    yield f"Free tiles: {state.free}."
    if usable := [t for t in state.free if not any(t in reason.tiles for reason in reasons)]:
        yield f"You can lay these now, with a tile of your own in the same play: {Rack(usable)}."
    yield from (reason_sentence(reason, names) for reason in reasons)
