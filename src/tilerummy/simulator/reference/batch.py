"""Many rounds stepped together, in plain Python."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from random import Random

from tilerummy.melds import Table
from tilerummy.rules import Ruleset, decide_all
from tilerummy.simulator.buffers import Buffers
from tilerummy.simulator.deals import dealt
from tilerummy.simulator.policies import Policy
from tilerummy.simulator.reference.candidates import placed_sets, table_with
from tilerummy.simulator.reference.play import chances
from tilerummy.simulator.reference.turns import turn
from tilerummy.state import Action, Draw, Pass, Phase, Play, State, conceal, fold
from tilerummy.tiles import Rack, Tile


class ReferenceBatch:
    """Steps the rounds of a ``RoundBatch`` and writes its buffers."""

    def __init__(
        self,
        rules: Ruleset,
        policies: Sequence[Policy | None],
        buffers: Buffers,
        candidates: int,
    ) -> None:
        self.rules, self.policies, self.candidates = rules, policies, candidates
        self.seats = len(policies)
        kinds, rounds = rules.tiles.kinds, len(buffers.over)
        self.places = {tile: place for place, tile in enumerate(kinds)}
        self.kinds = len(kinds) + 1
        self.states = [State.before_deal(self.seats)] * rounds
        self.chances: list[list[Random]] = [[]] * rounds
        self.sets: list[tuple[Rack, ...]] = [()] * rounds
        self.to = buffers

    def reset(self, seeds: Sequence[bytes], numbers: Sequence[int]) -> None:
        """Deal these rounds anew."""
        for seed, i in zip(seeds, numbers, strict=True):
            self.states[i] = dealt(self.rules, self.seats, seed)
            self.chances[i] = chances(self.seats, seed)
            self._continue(i)

    def step(self, choices: Sequence[int], _threads: int) -> None:
        """Make the choice of each round that is not over."""
        for i, choice in enumerate(choices):
            if self.states[i].phase is not Phase.OVER:
                self._decide(i, self._chosen(i, choice))
                self._continue(i)

    def _chosen(self, i: int, choice: int) -> Action:
        state = self.states[i]
        if choice == 0:
            return Pass() if state.phase is Phase.MORE or not state.pool else Draw()
        view = conceal(state, state.to_move)
        table: Table = table_with(self.rules, view, self.sets[i][choice - 1])
        return Play.between(state.table, table)

    def _decide(self, i: int, *actions: Action) -> None:
        state = self.states[i]
        self.states[i] = fold(decide_all(self.rules, state, actions), state)

    def _continue(self, i: int) -> None:
        """Play until a seat without a policy has a choice, and write what it sees."""
        while self.states[i].phase is not Phase.OVER:
            state = self.states[i]
            seat = state.to_move
            view, policy = conceal(state, seat), self.policies[seat]
            if policy is not None:
                self._decide(i, *turn(self.rules, view, policy, self.chances[i][seat]))
                continue
            found, cut = placed_sets(self.rules, view, self.candidates - 1)
            if not found and state.phase is Phase.MORE:
                self._decide(i, Pass())
                continue
            self.sets[i], self.to.overflow[i] = found, cut
            self._write(i, view)
            return
        self.sets[i], self.to.overflow[i] = (), 0
        self._write(i, self.states[i])

    def _write(self, i: int, view: State) -> None:
        ended = view.ended
        self.to.over[i] = ended is not None
        self.to.winners[i] = -1 if ended is None or ended.winner is None else ended.winner
        for seat in range(self.seats):
            self.to.scores[i * self.seats + seat] = 0 if ended is None else ended.scores[seat]
        for buffer, tiles in (
            (self.to.own, view.mover.rack),
            (self.to.table, view.table.tiles),
            (self.to.face_up, view.free),
        ):
            buffer[i * self.kinds : (i + 1) * self.kinds] = self._counts(tiles)
        order = [view.seats[(view.to_move + s) % self.seats] for s in range(self.seats)]
        status = [view.to_move, view.turn, len(view.pool), view.plays]
        for seat_now in order:
            status += [len(seat_now.rack), seat_now.opened is not None, seat_now.waits]
        self.to.status[i * len(status) : (i + 1) * len(status)] = array("i", status)
        first, sets = i * self.candidates, self.sets[i]
        offers = 0 if ended else len(sets) + 1
        self.to.mask[first : first + self.candidates] = bytes(
            int(k < offers) for k in range(self.candidates)
        )
        none = bytes(self.kinds)
        rows = [none, *map(self._counts, sets)]
        rows += [none] * (self.candidates - len(rows))
        begin = first * self.kinds
        self.to.offered[begin : begin + self.candidates * self.kinds] = b"".join(rows)

    def _counts(self, tiles: Sequence[Tile]) -> bytes:
        """Return how many of each kind there are in *tiles*, jokers last."""
        counts = bytearray(self.kinds)
        for tile in tiles:
            counts[self.places[tile] if tile.is_numbered else self.kinds - 1] += 1
        return bytes(counts)
