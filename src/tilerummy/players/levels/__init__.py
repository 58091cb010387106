"""The levels of computer players: beginner, casual, club, strong, expert and master.

``PLAYERS`` maps names to levels, and ``player`` creates a player at a level. A level consists of a
name, a description, a pace, and two policies, one for each type of game. The policies are in
:mod:`tilerummy.players.manipulation`, :mod:`tilerummy.players.draw_discard` and
:mod:`tilerummy.players.master`.
"""

from random import Random

from tilerummy.arguments import check_argument
from tilerummy.players.draw_discard.beginner import DrawDiscardBeginner
from tilerummy.players.draw_discard.by_policy import ByPolicy
from tilerummy.players.draw_discard.casual import DrawDiscardCasual
from tilerummy.players.draw_discard.club import DrawDiscardClub
from tilerummy.players.levels.level import BuiltinPlayer, Level
from tilerummy.players.manipulation.beginner import beginner
from tilerummy.players.manipulation.casual import casual
from tilerummy.players.manipulation.club import club
from tilerummy.players.manipulation.expert import expert, waiting_pays
from tilerummy.players.manipulation.strong import strong
from tilerummy.players.master.playing import DiscardingMaster, Master
from tilerummy.simulator import Policy

BEGINNER = Level(
    name="beginner",
    about="Lays its own melds and single tiles, but overlooks many.",
    pace=1.6,
    manipulation=beginner,
    draw_discard=DrawDiscardBeginner(),
)

CASUAL = Level(
    name="casual",
    about="Plays what it can by rearranging at most two melds at a time.",
    pace=1.3,
    manipulation=casual,
    draw_discard=DrawDiscardCasual(),
)

CLUB = Level(
    name="club",
    about="Plays the most tiles possible while changing few melds.",
    pace=1.0,
    manipulation=club,
    draw_discard=DrawDiscardClub(),
)

STRONG = Level(
    name="strong",
    about="Plays like the club player, and saves its jokers for going out.",
    pace=1.0,
    manipulation=strong,
    draw_discard=ByPolicy(Policy.HUNT),
)

EXPERT = Level(
    name="expert",
    about="Saves its jokers, and holds tiles back to lay them all together.",
    pace=1.2,
    manipulation=expert,
    draw_discard=ByPolicy(Policy.HUNT),
    repeats=lambda rules, seats: rules.draws_and_discards or not waiting_pays(rules, seats),
)

MASTER = Level(
    name="master",
    about="Simulates the round many times and picks what wins most often.",
    pace=1.4,
    manipulation=Master(),
    draw_discard=DiscardingMaster(),
    milliseconds=1200,
    needs_history=True,
    repeats=lambda rules, seats: not waiting_pays(rules, seats),
)

PLAYERS: dict[str, Level] = {
    level.name: level for level in (BEGINNER, CASUAL, CLUB, STRONG, EXPERT, MASTER)
}
"""All levels of computer players, keyed by name, from weakest to strongest.

>>> from tilerummy import PLAYERS
>>> [*PLAYERS]
['beginner', 'casual', 'club', 'strong', 'expert', 'master']
"""


def player(name: str, rng: Random, *, milliseconds: float | None = None) -> BuiltinPlayer:
    """Return a new computer player at the level *name*. All its random numbers come from *rng*.

    Without a time limit, the same random numbers lead to the same choices on every machine.
    *milliseconds* limits the time per turn (``PLAYERS[name].milliseconds`` is the level's usual
    limit). Choices may then depend on the machine.

    Raises ValueError if the name is not in :data:`PLAYERS`.

    >>> from random import Random
    >>> from tilerummy import play_round, player
    >>> players = [player("club", Random(1)), player("casual", Random(2))]
    >>> *events, ended = play_round("sabra", players, seed=1)
    >>> sum(ended.scores)
    0
    """
    check_argument(rng, Random, "rng is a random.Random, for example Random(1)")
    if name not in PLAYERS:
        raise ValueError(f"there is no computer player {name!r}; choose from {', '.join(PLAYERS)}")
    return PLAYERS[name](rng, milliseconds)
