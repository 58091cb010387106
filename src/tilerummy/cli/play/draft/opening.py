"""What counts as the opening in a draft: the melds of tiles from the rack."""

from __future__ import annotations

from collections.abc import Iterator

from tilerummy.cli.play.draft.draft import Draft
from tilerummy.cli.play.draft.piles import read_pile
from tilerummy.melds import Meld, Table
from tilerummy.rules import Ruleset
from tilerummy.rules.judging.faults import face_up_faults, from_face_up
from tilerummy.state import State
from tilerummy.tiles import Rack


def opening_points(rules: Ruleset, state: State, draft: Draft) -> int:
    """Return the points of the new melds that count for the opening."""
    melds = _own_melds(state, draft)
    return sum(m.points for m in melds if rules.opening.jokers or not m.jokers)


def uncounted_melds(rules: Ruleset, state: State, draft: Draft) -> Iterator[str]:
    """Yield why new melds do not count for the opening: because of free tiles or of jokers."""
    left = draft.placed
    for number in draft.changed:
        if number in draft.broken:
            continue
        meld = read_pile(draft.piles[number - 1], draft.tiles)
        if not left >= meld.tiles:
            continue
        left -= meld.tiles
        if why := _unavailable(state, meld):
            yield f"meld {number} holds a free tile and does not count: {why}"
        elif meld.jokers and not rules.opening.jokers:
            yield f"meld {number} holds a joker and does not count"


def _unavailable(state: State, meld: Meld) -> str | None:
    """Return why the free tiles of *meld* may not be used, None if they may or there are none."""
    free = from_face_up(state, Rack(meld.tiles))
    return next((r.message for r in face_up_faults(state, free)), None) if free else None


def _own_melds(state: State, draft: Draft) -> Table:
    """Return the new melds of placed tiles alone; of free tiles only those that may be used."""
    left, own = draft.placed, Table()
    for meld in draft.table - state.table:
        if left >= meld.tiles and _unavailable(state, meld) is None:
            left, own = left - meld.tiles, Table((*own, meld))
    return own
