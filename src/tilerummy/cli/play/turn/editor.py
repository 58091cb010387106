"""A person's turn as a value: what was typed changes it, until actions are ready to hand in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from tilerummy.cli.play.draft import edits
from tilerummy.cli.play.draft.draft import Draft, DraftHistory
from tilerummy.cli.play.draft.piles import DraftError
from tilerummy.cli.play.draft.submit import (
    draft_faults,
    draft_of,
    foul_for,
    is_foul,
    plays_for,
    with_trump,
)
from tilerummy.cli.play.turn.hints import hint_level, hint_lines
from tilerummy.cli.play.turn.replies import Notice, Page, Reply, SessionCommand, Submit
from tilerummy.cli.play.turn.synonyms import TAKES, source_of
from tilerummy.cli.play.turn.verbs import ALONE, LAYING, Verb, help_lines, help_on, read_verb
from tilerummy.cli.render.event_text import counted
from tilerummy.cli.render.refusals import (
    explanation_lines,
    free_tile_lines,
    locked_warnings,
    reason_sentence,
)
from tilerummy.deadline import Deadline
from tilerummy.rules import IllegalActionError, Reason, Ruleset, decide_all, faults
from tilerummy.rules.endings import recognised
from tilerummy.rules.ruleset import InvalidPlay, TakeDiscard
from tilerummy.state import (
    Action,
    Declare,
    Discard,
    Draw,
    Foul,
    GoOut,
    Pass,
    Phase,
    Play,
    Source,
    State,
    conceal,
    fold,
)
from tilerummy.tiles import Tile

SUBMIT_MS = 10_000
"""So long the plays of a turn that is submitted are looked for."""

STATUS_MS = 250
"""So long the plays are looked for to say in the status whether the turn can be submitted."""

_FEW = 8
"""So many lines have room above the prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEditor:
    """The working table of the seat to move, and what was last refused.

    ``trying`` says whether the trump lies on the rack for a trial, ``hinted`` how much of the hint
    was told.
    """

    rules: Ruleset
    state: State
    names: tuple[str, ...]
    trail: DraftHistory
    refused: tuple[Reason, ...] = ()
    trying: bool = False
    hinted: int = 0

    @classmethod
    def begin(cls, rules: Ruleset, state: State, names: tuple[str, ...]) -> Self:
        """Return the turn of the seat to move, nothing laid yet."""
        return cls(
            rules=rules, state=state, names=names, trail=DraftHistory.of(draft_of(rules, state))
        )

    @property
    def desk(self) -> Draft:
        """The working table as it is."""
        return self.trail.now

    @property
    def touched(self) -> bool:
        """Whether the working table differs from the table."""
        return bool(self.desk.placed or self.desk.loose or self.desk.changed)

    @property
    def judged(self) -> State:
        """The state by which plays are judged: with the trump drawn if it is tried."""
        return with_trump(self.state) if self.trying else self.state

    @property
    def strict(self) -> bool:
        """Whether an illegal play costs a penalty here, so that nobody tells beforehand."""
        penalties = self.rules.penalties
        return penalties is not None and penalties.invalid_play is InvalidPlay.PENALTY

    def answer(self, line: str) -> tuple[TurnEditor, Reply]:
        """Return the turn after *line* was typed, and what it leads to.

        A line that cannot be followed changes nothing and says the way out.
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
        found = read_verb(line, self.rules)
        if found is None:
            return self._edit(edits.read_edit(line, self.rules.tiles))
        verb, rest = found
        if rest and verb.name in ALONE:
            raise DraftError(f"{verb.name} stands alone: leave out {rest!r}.")
        if verb.name == "take" and (source := self._taken_from(rest)):
            return self._draw(source)
        if verb.name in LAYING:
            return self._edit(self._laying(verb, rest))
        if verb.name in _TRAIL:
            return self._walk(verb.name, rest)
        if verb.name in _ACTIONS:
            return self._act(verb.name, rest)
        match verb.name:
            case "check":
                return self, Notice(tuple(self._checked()))
            case "free" if rest:
                raise DraftError(verb.more)
            case "free":
                return self, Notice(tuple(free_tile_lines(self.state, self.names)))
            case "why":
                return self, self._why()
            case "hint":
                return self._hint(rest)
            case "help":
                return self, Page(
                    tuple(help_on(rest, self.rules) if rest else help_lines(self.rules))
                )
            case _:
                return self, SessionCommand(verb.name, rest)

    def _laying(self, verb: Verb, rest: str) -> edits.Edit:
        tiles = self.rules.tiles
        if not rest:
            drawing = "; draw draws from the pool" if verb.name == "take" else ""
            raise DraftError(f"{verb.name}: {verb.usage}  {verb.about}{drawing}.")
        match verb.name:
            case "take":
                return edits.read_take(rest, tiles)
            case "split":
                return edits.read_split(rest, tiles)
            case "join":
                return edits.read_join(rest, tiles)
            case "replace":
                return edits.read_replace(rest, tiles)
            case _:
                return edits.read_edit(rest, tiles)

    def _edit(self, edit: edits.Edit) -> tuple[TurnEditor, Reply]:
        if self.state.phase is Phase.DRAW and not self.trying:
            out = " (or draw trump, only if you go out with it)"
            trump = out if self.state.trump is not None else ""
            raise DraftError(f"Draw first: draw or draw discard{trump}. Then you may lay.")
        turn, told = self._on(self.trail.then(edits.edited(self.desk, edit)))
        return turn, Notice(
            tuple(locked_warnings(self.desk, turn.desk, self.rules))
        ) if turn.desk.loose else told

    def _on(self, trail: DraftHistory) -> tuple[TurnEditor, Reply]:
        return replace(self, trail=trail), Notice(())

    def _walk(self, verb: str, rest: str) -> tuple[TurnEditor, Reply]:
        match verb:
            case "undo":
                return self._on(self.trail.undo())
            case "redo":
                return self._on(self.trail.redo())
            case "back":
                return self._edit(edits.read_back(rest, self.rules.tiles))
            case _:
                if self.trying:
                    return TurnEditor.begin(self.rules, self.state, self.names), Notice(
                        ("The trump lies where it was.",)
                    )
                if not self.touched:
                    return self, Notice(("Nothing has been changed: all is as it was.",))
                return self._on(self.trail.reset())

    def _act(self, verb: str, rest: str) -> tuple[TurnEditor, Reply]:
        """Return what a word that hands something in leads to."""
        match verb:
            case "draw":
                return self._draw(rest)
            case "discard":
                return self._hand_in(*self._discarding(self._one_tile(rest, "discard")))
            case "declare":
                return self._hand_in(*self._declaring(rest))
            case "go":
                rest = rest.removeprefix("out").strip()
                return self._hand_in(*self._going_out(self._one_tile(rest, "go out")))
            case "play" if self.rules.draws_and_discards and not self.touched:
                raise DraftError("Your turn ends with a discard: discard and a tile.")
            case "play":
                return self._hand_in(*self._plays("Nothing is laid: lay something first."))
            case _:
                return self._done()

    def _table_plays(self, milliseconds: int = SUBMIT_MS) -> tuple[Play, ...]:
        """Return the plays that make the table of the draft."""
        deadline = Deadline(milliseconds)
        return plays_for(self.rules, self.judged, self.desk, deadline=deadline)

    def _hand_in(self, *actions: Action) -> tuple[TurnEditor, Reply]:
        """Make sure that the engine takes all of *actions*, and hand them in."""
        decide_all(self.rules, self.state, actions)
        return self, Submit(actions)

    def _plays(self, nothing: str, milliseconds: int = SUBMIT_MS) -> tuple[Action, ...]:
        try:
            plays = self._table_plays(milliseconds)
        except IllegalActionError:
            foul = self._foul()
            if foul is None:
                raise
            return (foul,)
        if not plays:
            raise DraftError(nothing)
        return plays

    def _foul(self) -> Foul | None:
        """Return the action by which this table is penalised, where illegal ones are."""
        if self.strict and is_foul(self.rules, self.state, self.desk):
            return foul_for(self.state, self.desk)
        return None

    def _done(self) -> tuple[TurnEditor, Reply]:
        """Hand in the turn: what lies there and a pass, or a pass alone."""
        if not self.touched:
            if self.state.phase is Phase.ACT and self.state.pool:
                raise DraftError("You have laid nothing: draw, or lay something first.")
            return self._hand_in(Pass())
        actions = self._plays("Your tiles are back where they were: draw, or lay something.")
        if not isinstance(actions[-1], Foul):
            after = fold(decide_all(self.rules, self.state, actions), self.state)
            if after.phase is not Phase.OVER:
                actions = (*actions, Pass())
        return self._hand_in(*actions)

    def _draw(self, rest: str) -> tuple[TurnEditor, Reply]:
        source = source_of(rest, self._sources(), count=self.rules.draw)
        if source is None:
            ways = " or ".join(["draw", *(f"draw {s}" for s in self._sources()[1:])])
            raise DraftError(f"What is {rest!r}? Write {ways}.")
        if source == "trump":
            return self._try_trump()
        drawn = Source.DISCARD if source == "discard" else Source.POOL
        if self.touched and self.state.phase is Phase.ACT:
            raise DraftError("You have changed the table: done hands it in, or reset and draw.")
        return self._hand_in(Draw(drawn))

    def _taken_from(self, rest: str) -> str | None:
        """Return where a tile is drawn from by who takes *rest*, None if a meld is meant."""
        if any(word.isdecimal() for word in rest.split()):
            return None
        source = source_of(rest, self._sources())
        if source is None and source_of(rest, ("discard", "trump")):
            raise DraftError("Nothing is discarded in this game: draw draws from the pool.")
        if source == "":
            draws = self.state.phase is Phase.DRAW or rest
            return (self._sources()[1:] or ("pool",))[0] if draws else None
        last = self.state.seats[self.state.to_move - 1].discards[-1:]
        if TAKES.fullmatch(rest.lower()) and rest.lower() in map(str, last):
            return "discard"
        return source

    def _sources(self) -> tuple[str, ...]:
        """Return the words for where tiles are drawn from in this game."""
        if not self.rules.draws_and_discards:
            return ("pool",)
        discard = () if self.rules.take_discard is TakeDiscard.NEVER else ("discard",)
        return ("pool", *discard, *(("trump",) if self.rules.deal.trump else ()))

    def _try_trump(self) -> tuple[TurnEditor, Reply]:
        if self.state.phase is not Phase.DRAW:
            raise DraftError("The trump can only be drawn at the beginning of the turn.")
        if self.state.trump is None:
            raise DraftError("The trump is no longer there.")
        tried = replace(
            TurnEditor.begin(self.rules, with_trump(self.state), self.names),
            state=self.state,
            trying=True,
        )
        told = (
            f"{self.state.trump} joins your rack for a trial. Lay all tiles but one and discard"
            f" it{', or declare' if self.rules.closed_hands else ''}. reset puts it back."
        )
        return tried, Notice((told,))

    def _one_tile(self, rest: str, verb: str) -> Tile:
        words = edits.tokens_of(rest, self.rules.tiles)
        if len(words) == 1 and edits.is_tile(words[0], self.rules.tiles):
            return self.rules.rack(words[0][:1] if words[0].startswith("*") else words[0])[0]
        raise DraftError(f"Write {verb} and one tile, like {verb} {self.example()}.")

    def example(self) -> Tile:
        """Return a tile of the rack to be named in a sentence: the highest."""
        return max(self.desk.rack, key=_height)

    def discardable(self) -> Tile | None:
        """Return a tile whose discard would be accepted as things lie, the highest; or None."""
        for tile in sorted(set(self.desk.rack), key=_height, reverse=True):
            try:
                self._hand_in(*self._discarding(tile))
            except (DraftError, IllegalActionError):
                continue
            return tile
        return None

    def accepts_done(self) -> bool:
        """Return whether done would be accepted as things lie; where it is judged, always."""
        try:
            self._done()
        except (DraftError, IllegalActionError):
            return self.strict
        return True

    def _discarding(self, tile: Tile) -> tuple[Action, ...]:
        if self.trying:
            return self._going_out(tile)
        plays = self._plays("Your tiles are back where they were.") if self.touched else ()
        return (*plays, Discard(tile))

    def _going_out(self, tile: Tile) -> tuple[Action, ...]:
        if self.state.phase is not Phase.DRAW:
            actions = self._discarding(tile)
            after = fold(decide_all(self.rules, self.state, actions), self.state)
            if after.phase is not Phase.OVER:
                left = after.seats[self.state.to_move].rack
                raise DraftError(f"That does not go out: {left} would be left.")
            return actions
        if not self.trying:
            raise DraftError("Write draw trump first: it joins your rack, and then you can lay.")
        return (GoOut(self._table_plays(), tile),)

    def _declaring(self, rest: str) -> tuple[Action, ...]:
        if self.touched:
            raise DraftError("A closed hand is shown from the rack: reset, then declare.")
        tile = self._one_tile(rest, "declare") if rest else self._best_discard()
        return (GoOut((), tile),) if self.trying else (Declare(tile),)

    def _best_discard(self) -> Tile:
        """Return the tile whose discard makes the most valuable closed hand."""
        state = self.judged
        worth = {}
        for tile in dict.fromkeys(state.mover.rack):
            if not any(faults(self.rules, state, Declare(tile))):
                hand = recognised(self.rules, state, state.mover.rack - (tile,))
                worth[tile] = hand.points if hand else 0
        if not worth and state.mover.opened is None:
            raise DraftError("Your tiles are no closed hand, whichever you discard. See hands.")
        if not worth:
            raise IllegalActionError(faults(self.rules, state, Declare(self.example())))
        return max(worth, key=lambda t: worth[t])

    def _hint(self, rest: str) -> tuple[TurnEditor, Reply]:
        level = hint_level(rest, self.hinted)
        view = conceal(self.judged, self.state.to_move)
        lines = hint_lines(self.rules, view, level, changed=self.touched)
        reply = Notice(lines) if len(lines) <= _FEW else Page(lines)
        return replace(self, hinted=level), reply

    def _why(self) -> Reply:
        if not self.refused:
            return Notice(("Nothing has been refused in this turn.",))
        return Page(tuple(explanation_lines(self.refused, self.rules, self.names)))

    def _checked(self) -> Iterator[str]:
        """Yield whether what lies there is legal."""
        if not self.touched:
            yield "Nothing has been changed yet."
            return
        if missing := draft_faults(self.desk):
            yield from (reason_sentence(reason, self.names) for reason in missing)
            return
        if self.strict:
            yield "All piles are melds. Nobody tells more at this table: done is judged."
            return
        try:
            plays = self._table_plays()
        except IllegalActionError as error:
            yield f"Not legal yet. {reason_sentence(error.reasons[0], self.names)}"
            return
        steps = " as an opening and a play" if len(plays) == 2 else ""
        steps = f" in {len(plays)} plays" if len(plays) > 2 else steps
        yield f"Legal{steps}: {counted(len(self.desk.placed), 'tile')} laid."


def _height(tile: Tile) -> tuple[int, Tile]:
    """Return by what tiles are called high: their numbers, jokers low."""
    return (tile.number if tile.is_numbered else 0, tile)


_TRAIL = ("undo", "redo", "reset", "back")
_ACTIONS = ("draw", "discard", "declare", "go", "play", "done", "pass")
