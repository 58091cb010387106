"""Faces: what a person or a computer player looks like at a table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from hashlib import blake2b
from typing import Literal, NamedTuple, get_args

FaceName = Literal[
    "fox",
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
"""The drawn faces that a person can choose."""
Colour = Literal["sky", "sun", "rose", "leaf", "blue", "sand", "mint", "amber", "lilac"]
"""The colours that a person can choose for the disc behind the face."""

FACES: tuple[FaceName, ...] = get_args(FaceName)
COLOURS: tuple[Colour, ...] = get_args(Colour)


class Face(NamedTuple):
    """A drawn face on a disc of a colour; both are empty where nobody is known."""

    name: str = ""
    colour: str = ""


NOBODY = Face()
"""The face of an empty seat, and of a person who was forgotten."""


class Character(NamedTuple):
    """A computer player as people see it: a name that all languages can read, and a face."""

    name: str
    face: Face


CHARACTERS = (
    Character("Mira", Face("fox", "sky")),
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
"""The computer players; each level begins at its own place in the list."""
_FIRST = {"casual": 0, "beginner": 3, "club": 6, "master": 7, "strong": 9, "expert": 11}


def face_for(seed: str, taken: Collection[str] = ()) -> Face:
    """Return the face of somebody who has chosen none: the same for the same *seed*.

    It is one that nobody *taken* has, as long as there is one.

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
    """Return who plays for a computer of *level*.

    The name looks like none of *names*; the face is none of *faces*, if that is possible.
    """
    free = [c for c in _from(level) if not any(same(c.name, name) for name in names)]
    return next((c for c in free if c.face.name not in faces), free[0])


def _from(level: str) -> Iterator[Character]:
    first = _FIRST.get(level, 0)
    yield from CHARACTERS[first:]
    yield from CHARACTERS[:first]
