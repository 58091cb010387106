"""What a seat observes, as an array of numbers: RULES 2, and what the seat may remember.

Everything in it can be read from the view of the seat: ``observe(state, seat)`` is equal for the
state and for ``conceal(state, seat)``.
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
"""The phases of a turn in the order of their flags."""

MOST_MELDS = 1 << 15
"""Of so many melds at most it is remembered where they count."""


class Observer:
    """Writes observations of one ruleset for a number of seats.

    An observation is a vector of int16. ``fields`` says where each part begins and ends:

    * ``rack``, ``table``: how many of each kind of tile, numbered as in ``kinds``;
    * ``runs``: those of the table that lie in runs, a joker as the tile that it represents, and
      ``group_jokers``: how many jokers lie in groups, by number;
    * ``chosen``: tiles of the rack that were chosen for the play that is being made, which is
      empty but for micro-steps;
    * ``free`` (McGraw): the tiles face up beside the table;
    * ``trump``, ``taken`` (American, International): the trump, and the discard taken this turn;
    * ``discards``, ``known``: for each seat its discards, and the tiles that all have seen on its
      rack; where such are possible;
    * ``tiles``, ``opened``, ``waits``: for each seat how many tiles it holds, whether it has
      opened, and how many it has drawn from the pool since it last played;
    * ``pool``, ``turn``, ``plays``, ``passes``, ``idle``: as in :class:`~tilerummy.state.State`;
    * ``phase``: a flag for each of :data:`PHASES`.

    ``most`` has the largest number that can stand at each place; none is below 0.

    Of what belongs to seats, the observer's own comes first, then those of the seats after it.
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
        """Return the largest number that can stand at each place; the smallest is 0."""
        every = rules.deal.tile_set(rules.tiles, self.seats)
        tiles = self.kinds.counts(every)
        faces = tiles + tiles[-1]  # a joker may lie for a tile beside all copies of it
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
        """Return what *seat* observes of a *state*, or of its view of it; a new array."""
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
        """Return the fields ``table``, ``runs`` and ``group_jokers``."""
        size = self.fields["group_jokers"].stop - self.fields["table"].start
        counts = [0] * size
        for meld in table:
            for place in self._places.get(meld) or self._places_of(meld):
                counts[place] += 1
        return np.array(counts, dtype=np.int16)

    def _places_of(self, meld: Meld) -> tuple[int, ...]:
        """Return where its tiles count in these fields: a number for each time."""
        number, kinds = self.kinds.number, len(self.kinds)
        places = [number(tile) for tile in meld.tiles]
        if isinstance(meld, Run):
            places += [kinds + number(face) for face in meld.faces]
        else:
            places += [2 * kinds + meld.number - 1] * meld.jokers
        if len(self._places) >= MOST_MELDS:
            self._places.clear()
        self._places[meld] = tuple(places)
        return self._places[meld]


Observation = dict[str, NDArray[np.integer[Any]]]
"""``observation``, ``action_mask``, and with a list of candidates ``candidates``."""


def action_space(encoding: Encoding) -> spaces.Discrete[np.int64]:
    """Return the space of actions."""
    return spaces.Discrete(encoding.size)


def observation_space(observer: Observer, encoding: Encoding) -> spaces.Dict:
    """Return the space of observations."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(np.zeros_like(observer.most), observer.most, dtype=np.int16),
        "action_mask": spaces.Box(0, 1, (encoding.size,), np.int8),
    }
    if encoding.columns:
        row = np.full(len(encoding.columns), np.iinfo(np.int16).max, dtype=np.int16)
        kinds = len(observer.kinds)
        row[:kinds] = observer.most[observer.fields["rack"]]
        row[kinds:-2] = 1  # flags; then the tiles left on the rack, and points
        most = np.tile(row, (encoding.size, 1))
        parts["candidates"] = spaces.Box(np.zeros_like(most), most, dtype=np.int16)
    return spaces.Dict(parts)


def observation(observer: Observer, episode: Episode, seat: int) -> Observation:
    """Return what *seat* observes; for a seat that is not to move nothing is legal."""
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
