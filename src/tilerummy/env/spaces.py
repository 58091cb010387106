"""The spaces of observations and actions, and observations in them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from tilerummy.env.actions.decisions import Encoding
from tilerummy.env.episode import Episode
from tilerummy.env.observation import Observer

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
