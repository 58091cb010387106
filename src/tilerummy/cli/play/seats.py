"""Who plays on each seat: people at the keyboard and computer players."""

from __future__ import annotations

from collections.abc import Sequence

from tilerummy.players import PLAYERS
from tilerummy.records import Participant
from tilerummy.rules_text.events import YOU

PERSON = "person"
DEFAULT_LEVEL = "casual"
"""The default level of computer players."""

_FORMER_NAMES = {"simple": "beginner"}
"""Former names of levels, which records still use."""

COMPUTERS = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hugo")
"""Names for computer players, in this order unless they are taken."""


def participants(
    people: int, players: int, kinds: Sequence[str], names: Sequence[str]
) -> tuple[Participant, ...]:
    """Return the participants: people first, then computer players of *kinds*, the last repeated.

    *names* belong to the seats in this order. Raises ValueError for numbers or names that do not
    fit together.
    """
    if people > players:
        raise ValueError(f"{people} people do not fit at a table for {players} players")
    if len(names) > players:
        raise ValueError(f"{len(names)} names are too many for {players} players")
    if len(kinds) > max(1, players - people):
        raise ValueError(f"{len(kinds)} kinds are too many for {players - people} computer players")
    for kind in kinds:
        if kind not in PLAYERS:
            raise ValueError(
                f"there is no computer player {kind!r}; known are {', '.join(PLAYERS)}"
            )
    every = [*names]
    if len(names) < people:
        numbers = range(len(names) + 1, people + 1)
        every += ["Player"] if people == 1 else [f"Player {number}" for number in numbers]
    taken = {name.lower() for name in every}
    every += [name for name in COMPUTERS if name.lower() not in taken][: players - len(every)]
    if len({name.lower() for name in every}) < len(every):
        raise ValueError("two players have the same name")
    return tuple(
        Participant(name, PERSON if seat < people else kinds[min(seat - people, len(kinds) - 1)])
        for seat, name in enumerate(every)
    )


def computer_level(kind: str) -> str | None:
    """Return the level of the computer players called *kind* in a record, None if there is none."""
    name = _FORMER_NAMES.get(kind, kind)
    return name if name in PLAYERS else None


def shown_names(players: Sequence[Participant]) -> tuple[str, ...]:
    """Return the names as they are shown: a person alone at the keyboard is called "You"."""
    people = [p for p in players if p.kind == PERSON]
    if len(people) != 1:
        return tuple(p.name for p in players)
    return tuple(YOU if p.kind == PERSON else p.name for p in players)
