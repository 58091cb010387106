"""The updates of a change, as one server makes them and the others forward them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Raw, Struct


class EncodedUpdates(Struct, frozen=True, array_like=True):
    """The updates with new *entries*, encoded for every viewer.

    *entries* are as spectators may know them; *shared* is the update of all viewers but the *seats*
    that are sent another one. They say nothing of who is connected, so they are for servers at
    which every player is. A later release may add fields at the end, each with a default.
    """

    entries: tuple[bytes, ...]
    shared: bytes
    seats: Mapping[int, bytes]

    def of(self, viewer: int | None) -> Raw:
        """Return the update of a seat, or of spectators."""
        return Raw(self.shared if viewer is None else self.seats.get(viewer, self.shared))
