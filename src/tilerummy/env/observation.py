"""Encodes a seat's observation as an array of numbers.

The array contains only information from the seat's view, so ``observe`` returns the same array for
a state and for ``conceal(state, seat)``.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.env.actions.decisions import Encoding
from tilerummy.env.episode import Episode
from tilerummy.env.tile_counts import Counts, TileKinds
from tilerummy.melds import Meld, Run, Table
from tilerummy.rules import Ruleset
from tilerummy.state import Phase, Source, State
from tilerummy.tiles import Rack

PHASES = (Phase.ACT, Phase.MORE, Phase.DRAW, Phase.MELD)
"""The phases of a turn, in the order of their flags in an observation."""

MAX_CACHED_MELDS = 1 << 15
"""The maximum number of melds whose indices are cached."""


class Observer:
    """Encodes observations for one ruleset and number of seats.

    An observation is a vector of int16. ``fields`` gives the start and end index of each part:

    * ``rack``, ``table``: the number of tiles of each kind, in the order of ``kinds``;
    * ``runs``: the table's tiles that are in runs, counting a joker as the tile it represents, and
      ``group_jokers``: the number of jokers in groups, by number;
    * ``chosen``: the rack tiles chosen for the current play, used only by micro-steps;
    * ``free`` (McGraw): the face-up tiles beside the table;
    * ``trump``, ``taken`` (American, International): the trump, and the discard taken this turn;
    * ``discards``, ``known``: per seat, its discards, and the tiles on its rack that all seats have
      seen (only in rulesets that have them);
    * ``tiles``, ``opened``, ``waits``: per seat, the number of tiles on its rack, whether it has
      opened, and the number of tiles drawn from the pool since its last play;
    * ``pool``, ``turn``, ``plays``, ``passes``, ``idle``: as in :class:`~tilerummy.state.State`;
    * ``phase``: a flag for each of :data:`PHASES`.

    Parts with values per seat start with the observer, followed by the other seats in playing
    order. ``most`` gives the maximum value at each index. The minimum is 0.
    """

    def __init__(self, rules: Ruleset, seats: int) -> None:
        self.kinds, self.seats = TileKinds(rules.tiles), seats
        kinds = len(self.kinds)
        discards = rules.draws_and_discards
        sizes = {
            **dict.fromkeys(("rack", "table", "runs"), kinds),
            "group_jokers": rules.tiles.numbers,
            "chosen": kinds,
            "free": kinds if rules.deal.free else 0,
            **dict.fromkeys(("trump", "taken"), kinds if discards else 0),
            "discards": seats * kinds if discards else 0,
            "known": seats * kinds if discards or rules.deal.handfuls else 0,
            **dict.fromkeys(("tiles", "opened", "waits"), seats),
            **dict.fromkeys(("pool", "turn", "plays", "passes", "idle"), 1),
            "phase": len(PHASES),
        }
        ends = [*accumulate(sizes.values())]
        self.fields = {
            name: slice(end - size, end)
            for (name, size), end in zip(sizes.items(), ends, strict=True)
            if size
        }
        self.size = ends[-1]
        self.most = self._most(rules, sizes)
        self._places: dict[Meld, tuple[int, ...]] = {}
        self._table = Table()
        self._table_counts = self._of_table(self._table)

    def _most(self, rules: Ruleset, sizes: dict[str, int]) -> Counts:
        """Return the maximum value at each index."""
        every = rules.deal.tile_set(rules.tiles, self.seats)
        tiles = self.kinds.counts(every)
        faces = tiles + tiles[-1]  # a joker may represent a tile in addition to all its copies
        faces[-1] = 0
        parts: dict[str, Counts] = {
            **dict.fromkeys(("rack", "table", "chosen", "free"), tiles),
            "runs": faces,
            "group_jokers": np.full(rules.tiles.numbers, tiles[-1]),
            **dict.fromkeys(("trump", "taken"), np.minimum(tiles, 1)),
            **dict.fromkeys(("discards", "known"), np.tile(tiles, self.seats)),
        }
        single = {**dict.fromkeys(("tiles", "waits", "pool"), len(every)), "opened": 1, "phase": 1}
        largest = np.iinfo(np.int16).max
        most = np.concatenate(
            [
                parts[name] if name in parts else np.full(size, single.get(name, largest))
                for name, size in sizes.items()
                if size
            ]
        )
        return np.asarray(np.maximum(most, 1), dtype=np.int16)

    def observe(self, state: State, seat: int, chosen: Rack = Rack()) -> Counts:
        """Encode a *state* or view in a new array, as observed from *seat*."""
        seen, fields, kinds = np.zeros(self.size, dtype=np.int16), self.fields, self.kinds
        order = [(seat + i) % self.seats for i in range(self.seats)]
        owners = [state.seats[i] for i in order]
        seen[fields["rack"]] = kinds.counts(owners[0].rack)
        if state.table is not self._table:
            self._table, self._table_counts = state.table, self._of_table(state.table)
        seen[fields["table"].start : fields["group_jokers"].stop] = self._table_counts
        if chosen:
            seen[fields["chosen"]] = kinds.counts(chosen)
        if "free" in fields:
            seen[fields["free"]] = kinds.counts(state.free)
        if "trump" in fields:
            taken = state.source is Source.DISCARD and state.drawn is not None
            seen[fields["trump"]] = kinds.counts(() if state.trump is None else (state.trump,))
            seen[fields["taken"]] = kinds.counts((state.drawn,) if taken and state.drawn else ())
            seen[fields["discards"]] = np.concatenate([kinds.counts(s.discards) for s in owners])
        if "known" in fields:
            seen[fields["known"]] = np.concatenate([kinds.counts(s.known) for s in owners])
        seen[fields["tiles"].start : fields["idle"].stop] = (
            *(len(owner.rack) for owner in owners),
            *(owner.opened is not None for owner in owners),
            *(owner.waits for owner in owners),
            *(len(state.pool), state.turn, state.plays, state.passes, state.idle),
        )
        if state.phase in PHASES:
            seen[fields["phase"].start + PHASES.index(state.phase)] = 1
        return seen

    def _of_table(self, table: Table) -> Counts:
        """Return the counts for the fields ``table``, ``runs`` and ``group_jokers``."""
        size = self.fields["group_jokers"].stop - self.fields["table"].start
        counts = [0] * size
        for meld in table:
            for place in self._places.get(meld) or self._places_of(meld):
                counts[place] += 1
        return np.array(counts, dtype=np.int16)

    def _places_of(self, meld: Meld) -> tuple[int, ...]:
        """Return the index of each of the meld's tiles in these fields, once for every copy."""
        number, kinds = self.kinds.number, len(self.kinds)
        places = [number(tile) for tile in meld.tiles]
        if isinstance(meld, Run):
            places += [kinds + number(face) for face in meld.faces]
        else:
            places += [2 * kinds + meld.number - 1] * meld.jokers
        if len(self._places) >= MAX_CACHED_MELDS:
            self._places.clear()
        self._places[meld] = tuple(places)
        return self._places[meld]


Observation = dict[str, NDArray[np.integer[Any]]]
"""A dict with ``observation``, ``action_mask`` and, in the candidate encoding, ``candidates``."""


def action_space(encoding: Encoding) -> spaces.Discrete[np.int64]:
    """Return the Gymnasium action space for *encoding*."""
    return spaces.Discrete(encoding.size)


def observation_space(observer: Observer, encoding: Encoding) -> spaces.Dict:
    """Return the Gymnasium observation space for *observer* and *encoding*."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros_like(observer.most), observer.most, dtype=np.int16),
        "action_mask": spaces.Box(0, 1, (encoding.size,), np.int8),
    }
    if encoding.columns:
        row = np.full(len(encoding.columns), np.iinfo(np.int16).max, dtype=np.int16)
        kinds = len(observer.kinds)
        row[:kinds] = observer.most[observer.fields["rack"]]
        row[kinds:-2] = 1  # flags, then the tiles left on the rack, and points
        most = np.tile(row, (encoding.size, 1))
        parts["candidates"] = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
    return spaces.Dict(parts)


def observation(observer: Observer, episode: Episode, seat: int) -> Observation:
    """Return the observation of *seat*. The mask is all zeros unless the seat is to move."""
    encoding, moves = episode.encoding, seat == episode.seat and not episode.over
    if moves:
        decision = episode.decision
        seen: Observation = {
            "observation": observer.observe(episode.state, seat, decision.chosen),
            "action_mask": decision.mask.copy(),
        }
        candidates = decision.candidates
        if candidates is not None:
            seen["candidates"] = candidates
        return seen
    seen = {
        "observation": observer.observe(episode.state, seat),
        "action_mask": np.zeros(encoding.size, dtype=np.int8),
    }
    if encoding.columns:
        shape = (encoding.size, len(encoding.columns))
        seen["candidates"] = np.zeros(shape, dtype=np.int16)
    return seen
