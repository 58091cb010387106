"""The OpenSpiel game ``python_tilerummy``. Importing this module registers it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import accumulate, pairwise
from typing import Any

import numpy as np
import pyspiel

from tilerummy.env.actions.micro_steps import MicroSteps
from tilerummy.env.episode import reward
from tilerummy.env.observation import Observer
from tilerummy.env.spiel.chance_round import ChanceRound, Game, Pick, reassigned
from tilerummy.rules import ruleset
from tilerummy.rules.ruleset import PLAYERS
from tilerummy.state import Played, conceal, redact
from tilerummy.tiles import Rack

LONGEST = 10_000
"""The maximum number of steps in a round, including chance events."""

MAX_POINTS = 20_000
"""The maximum number of points that a seat can win or lose."""

DEALS = 1000
"""The maximum number of deals to sample when resampling the hidden tiles."""

DEFAULTS: dict[str, Any] = {"ruleset": "sabra", "players": 2, "rewards": "wins"}
"""The game's parameters and their default values, the same as in the PettingZoo environment."""

_TYPE = pyspiel.GameType(
    short_name="python_tilerummy",
    long_name="Python Tile Rummy",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=PLAYERS[-1],
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=True,
    provides_observation_string=True,
    provides_observation_tensor=True,
    provides_factored_observation_string=True,
    parameter_specification=DEFAULTS,
)


class TileRummyGame(pyspiel.Game):
    """Tile rummy under any preset. Actions are micro-steps, and tiles are dealt at chance nodes."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        options = {**DEFAULTS, **(params or {})}
        rules, seats = ruleset(options["ruleset"]), options["players"]
        if seats not in rules.seats_allowed():
            raise ValueError(f"{rules} is not for {seats} players")
        self.setup = Game(rules, seats, MicroSteps(rules))
        self.observer, self.reward = Observer(rules, seats), reward(options["rewards"])
        most = 1.0 if options["rewards"] == "wins" else float(MAX_POINTS)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.setup.encoding.size,
            max_chance_outcomes=len(self.setup.encoding.kinds),
            num_players=seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(_TYPE, info, options)

    def new_initial_state(self) -> TileRummyState:
        """Return the state before the deal."""
        return TileRummyState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Return an upper bound on the number of chance nodes."""
        return LONGEST

    def make_py_observer(
        self,
        kind: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, Any] | None = None,
    ) -> TileRummyObserver:
        """Return an observer for this observation type. *params* must be empty."""
        if params:
            raise ValueError(f"the observer takes no parameters: {params}")
        return TileRummyObserver(self, kind or pyspiel.IIGObservationType(perfect_recall=False))


class TileRummyState(pyspiel.State):
    """A state of a :class:`TileRummyGame`."""

    def __init__(self, game: TileRummyGame) -> None:
        super().__init__(game)
        self.round = ChanceRound(game.setup)

    def current_player(self) -> int:
        """Return the seat to move, or OpenSpiel's constant for a chance node or a terminal node."""
        if self.round.over:
            return int(pyspiel.PlayerId.TERMINAL)
        if self.round.is_chance or self.round.state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return self.round.state.to_move

    def _legal_actions(self, player: int) -> list[int]:
        decision = self.round.decision
        assert player >= 0
        assert decision is not None
        return [int(number) for number in np.flatnonzero(decision.mask)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible chance outcomes with their probabilities."""
        return self.round.outcomes()

    def _apply_action(self, action: int) -> None:
        now = self.round
        self.round = now.picked(action) if now.is_chance else now.taken(action)

    def _action_to_string(self, player: int, action: int) -> str:
        encoding = self.round.game.encoding
        if player == pyspiel.PlayerId.CHANCE:
            known = action < len(encoding.kinds)
            return f"pick {action} {encoding.kinds.tiles[action]}" if known else f"pick {action}"
        return encoding.names[action]

    def is_terminal(self) -> bool:
        """Return whether the round has ended."""
        return self.round.over

    def returns(self) -> list[float]:
        """Return the rewards of all seats. They are zero until the round ends."""
        state, game = self.round.state, self.get_game()
        if state is None or state.ended is None:
            return [0.0] * game.num_players()
        return [*game.reward(game.setup.rules, state.ended)]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TileRummyState:
        """Return a state that looks the same to *player*, with the hidden tiles dealt again.

        All deals of the tiles that the player has not seen are equally likely, even if they would
        have allowed other seats to make better plays. Tiles that another seat needs for its current
        play stay the same.

        Raises RuntimeError if none of ``DEALS`` sampled deals is consistent with the history.
        """
        hidden, pool = self.round.hidden_from(player), self.round.unpicked
        for _ in range(DEALS):
            try:
                return self._with_picks(reassigned(self.round.picks, hidden, pool, sampler))
            except ValueError:  # an action would have been illegal
                continue
        raise RuntimeError(f"none of {DEALS} deals could have led to this state")

    def _with_picks(self, picks: tuple[Pick, ...]) -> TileRummyState:
        """Return the state that the same actions lead to with different *picks*.

        Raises ValueError if this makes an action illegal.
        """
        numbers = iter(self.round.game.encoding.kinds.number(pick.tile) for pick in picks)
        before = 1 + len(self.round.handfuls)  # the starter and the handfuls are picked first
        again: TileRummyState = self.get_game().new_initial_state()
        for i, action in enumerate(self.history()):
            is_tile = again.is_chance_node() and i >= before
            again.apply_action(next(numbers) if is_tile else action)
        return again

    def __str__(self) -> str:
        state, dealt = self.round.state, " ".join(str(pick.tile) for pick in self.round.picks)
        if state is None:
            return f"starter {self.round.starter} handfuls {self.round.handfuls} tiles {dealt}"
        decision, drawing = self.round.decision, self.round.drawing
        chosen = f" | chosen {decision.chosen}" if decision and decision.chosen else ""
        return f"{state}{chosen}" + (f" | drawing {drawing}" if drawing is not None else "")


class TileRummyObserver:
    """A seat's observations, encoded in the same way as in the other environments.

    With perfect recall, ``placed`` counts the tiles that each seat has placed from its rack,
    starting with the observing seat. The string then contains everything that the seat has seen, so
    it is a complete information state. The tensor is only a summary.
    """

    def __init__(self, game: TileRummyGame, kind: pyspiel.IIGObservationType) -> None:
        self.game, self.recalls = game, kind.perfect_recall
        self.sees_own = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        seats, kinds = game.setup.seats, len(game.setup.encoding.kinds)
        sizes: dict[str, tuple[int, ...]] = {
            "player": (seats,),
            "observation": (game.observer.size,),
        }
        if self.recalls:
            sizes["placed"] = (seats, kinds)
        ends = [0, *accumulate(int(np.prod(shape)) for shape in sizes.values())]
        self.tensor = np.zeros(ends[-1], np.float32)
        self.dict = {
            name: self.tensor[start:end].reshape(shape)
            for (name, shape), (start, end) in zip(sizes.items(), pairwise(ends), strict=True)
        }

    def set_from(self, state: TileRummyState, player: int) -> None:
        """Set the observation to *player*'s view of *state*."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        now, observer = state.round, self.game.observer
        if now.state is None:
            own = [pick.tile for pick in now.picks if pick.seat == player and self.sees_own]
            self.dict["observation"][observer.fields["rack"]] = observer.kinds.counts(own)
            return
        chosen = now.decision.chosen if now.decision and now.state.to_move == player else ()
        self.dict["observation"][:] = observer.observe(now.state, player, Rack(chosen))
        if not self.sees_own:
            for field in ("rack", "chosen"):
                self.dict["observation"][observer.fields[field]] = 0
        if self.recalls:
            for event in now.events:
                if isinstance(event, Played):
                    seat = (event.seat - player) % now.game.seats
                    self.dict["placed"][seat] += observer.kinds.counts(event.placed)

    def string_from(self, state: TileRummyState, player: int) -> str:
        """Return *player*'s view of *state*, including its history if perfect recall is enabled."""
        now = state.round
        viewer = player if self.sees_own else None
        if now.state is None:
            own = Rack(pick.tile for pick in now.picks if pick.seat == viewer)
            return f"seat {player} | starter {now.starter} | dealt {own}"
        own_turn = now.state.to_move == viewer
        chosen = now.decision.chosen if now.decision and own_turn else Rack()
        ahead = f" | chosen {chosen}" if chosen else ""
        if own_turn and now.drawing is not None:
            ahead += f" | drawing {' '.join(map(str, now.drawing))}"
        if not self.recalls:
            return f"seat {player} | {conceal(now.state, viewer)}{ahead}"
        seen = "; ".join(repr(redact(event, viewer)) for event in now.events)
        return f"seat {player} | {seen}{ahead}"


pyspiel.register_game(_TYPE, TileRummyGame)
