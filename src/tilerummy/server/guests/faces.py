"""Faces: the avatars used by human and computer players."""

from __future__ import annotations

from collections.abc import Callable, Collection
from hashlib import blake2b
from typing import Literal, NamedTuple, get_args

FaceName = Literal[
    "owl",
    "cat",
    "bear",
    "rabbit",
    "frog",
    "penguin",
    "panda",
    "hedgehog",
    "lion",
    "koala",
    "octopus",
]
"""The avatars that a guest can choose. The fox is reserved for the teacher."""
Colour = Literal["sky", "sun", "rose", "leaf", "blue", "sand", "mint", "amber", "lilac"]
"""The colours that a guest can choose for the disc behind the avatar."""

FACES: tuple[FaceName, ...] = get_args(FaceName)
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Face(NamedTuple):
    """An avatar on a coloured disc; both fields are empty if the player's face is unknown."""

    name: str = ""
    colour: str = ""


NO_FACE = Face()
"""The face shown for empty seats and deleted accounts."""


class Character(NamedTuple):
    """A computer player's name and face; the name must be readable in every language."""

    name: str
    face: Face


CHARACTERS = (
    Character("Tom", Face("bear", "leaf")),
    Character("Ana", Face("penguin", "sun")),
    Character("Lea", Face("rabbit", "blue")),
    Character("Max", Face("frog", "sand")),
    Character("Nina", Face("cat", "rose")),
    Character("Leo", Face("lion", "sky")),
    Character("Mona", Face("owl", "sun")),
    Character("Ben", Face("hedgehog", "lilac")),
    Character("Sara", Face("panda", "amber")),
    Character("Noa", Face("koala", "mint")),
    Character("Eva", Face("octopus", "leaf")),
)
"""The characters that computer players can have. Each level starts with a different one.
"""
_FIRST = {"casual": 0, "beginner": 2, "club": 5, "master": 6, "strong": 8, "expert": 10}


def face_for(seed: str, taken: Collection[str] = ()) -> Face:
    """Return the default face for *seed*. If possible, it is not one of the faces in *taken*.

    The same arguments always give the same face.

    >>> face_for("Ann") == face_for("Ann")
    True
    >>> face_for("Ann", [face_for("Ann").name]).name == face_for("Ann").name
    False
    """
    digest = blake2b(seed.encode(), digest_size=2).digest()
    first = digest[0] % len(FACES)
    order = FACES[first:] + FACES[:first]
    name = next((f for f in order if f not in taken), order[0])
    return Face(name, COLOURS[digest[1] % len(COLOURS)])


def character(
    level: str,
    names: Collection[str],
    faces: Collection[str] = (),
    *,
    same: Callable[[str, str], bool] = str.__eq__,
) -> Character:
    """Return a character for *level*. Its name does not look like any of *names*.

    If possible, its face differs from all *faces*. *same* returns whether two names look alike.
    """
    free = [c for c in characters_for(level) if not any(same(c.name, name) for name in names)]
    return next((c for c in free if c.face.name not in faces), free[0])


def characters_for(level: str) -> tuple[Character, ...]:
    """Return all characters in the order in which they are chosen for *level*."""
    first = _FIRST.get(level, 0)
    return CHARACTERS[first:] + CHARACTERS[:first]
