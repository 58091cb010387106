"""Plays complete rounds with the given players."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.arguments import check_argument
from tilerummy.players.interface import HistoryPlayer, Player
from tilerummy.rules import Ruleset, begin, chance, decide_all
from tilerummy.rules.options import as_ruleset
from tilerummy.state import Action, Ended, Event, Phase, State, conceal, fold, redact


def play_round(
    rules: Ruleset | str,
    players: Sequence[Player],
    *,
    seed: bytes | int,
    starter: int | None = None,
    number: int = 0,
) -> tuple[*tuple[Event, ...], Ended]:
    """Play a round with one player per seat, and return its events, which end with ``Ended``.

    Players see only their own views of the game. The referee checks their choices. Raises
    IllegalActionError if a choice is illegal, TypeError if it is not a tuple of actions, and
    ValueError if it is empty.

    >>> from random import Random
    >>> from tilerummy.players import player
    >>> players = [player(each, Random(1)) for each in ("beginner", "casual")]
    >>> *events, ended = play_round("sabra", players, seed=1)
    >>> ended.ending.value, sum(ended.scores)
    ('went_out', 0)
    """
    rules = as_ruleset(rules)
    for other in players:
        if not callable(getattr(other, "choose", None)):
            raise TypeError(f'create players as in player("club", Random(1)), not {other!r}')
    seats = len(players)
    drawn = chance(rules.deal, rules.tiles, seats=seats, seed=seed, lots=starter is None)
    events = list(begin(rules, drawn, seats=seats, starter=starter, number=number))
    state = fold(events, State.before_deal(seats))
    while state.phase is not Phase.OVER:
        seat = state.to_move
        actions = chosen_actions(players[seat], rules, conceal(state, seat), seat, events)
        new = decide_all(rules, state, actions, seat=seat)
        events.extend(new)
        state = fold(new, state)
    *before, ended = events
    assert isinstance(ended, Ended)
    return (*before, ended)


def chosen_actions(
    player: Player, rules: Ruleset, view: State, seat: int, events: Sequence[Event]
) -> tuple[Action, ...]:
    """Return the actions that *player* chooses after the *events* so far.

    Raises TypeError if the choice is not a tuple of actions, and ValueError if it is empty.
    """
    if isinstance(player, HistoryPlayer) and player.needs_history:
        seen = tuple(redact(event, seat) for event in events)
        actions = player.choose(rules, view, seat, history=seen)
    else:
        actions = player.choose(rules, view, seat)
    who = f"the player of seat {seat}, {getattr(player, 'name', player)}"
    check_argument(actions, tuple | list, f"{who}, must choose a tuple of actions, like (Draw(),)")
    for action in actions:
        check_argument(action, Action, f"{who}, must choose actions, like Draw()")
    if not actions:
        raise ValueError(f"{who}, must choose at least one action")
    return tuple(actions)
