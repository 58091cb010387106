"""Warnings about locked melds, and which free tiles may be used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import tiles_of
from tilerummy.cli.render.refusals import reason_sentence
from tilerummy.jokers import JokerMelds
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import face_up_faults
from tilerummy.state import State
from tilerummy.tiles import JOKER, Rack


def locked_warnings(before: Draft, after: Draft, rules: Ruleset) -> Iterator[str]:
    """Yield a warning for each locked meld with a joker from which tiles were taken."""
    if rules.draws_and_discards or rules.table.jokers.melds is not JokerMelds.LOCKED:
        return
    for number, (old, new) in enumerate(zip(before.piles, after.piles, strict=False), 1):
        there = any(word.startswith("*") for word in old) and number not in before.changed
        taken = Rack(tiles_of(old, after.tiles)) - Rack(tiles_of(new, after.tiles))
        if there and after.loose & Rack(t for t in taken if t != JOKER):
            yield (
                f"Meld {number} holds a joker and is locked: nothing may be taken from it until"
                " the joker is replaced. undo goes back."
            )


def free_tile_lines(state: State, names: Sequence[str]) -> Iterator[str]:
    """Yield which free tiles there are and whether the mover may use them: RULES 2.4."""
    if not state.free:
        yield "There are no free tiles any more."
        return
    reasons = [*face_up_faults(state, state.free)]
    yield f"Free tiles: {state.free}."
    if usable := [t for t in state.free if not any(t in reason.tiles for reason in reasons)]:
        yield f"To be laid now, with a tile of your own in the same play: {Rack(usable)}."
    yield from (reason_sentence(reason, names) for reason in reasons)
