"""The expert in games with discards: all closed hands, and jokers saved."""

from __future__ import annotations

from dataclasses import replace

from tilerummy.players.draw_discard.strong import DRAW_DISCARD_STRONG, Tactician
from tilerummy.players.draw_discard.tactics.hunter import Hunter

DRAW_DISCARD_EXPERT = Tactician(
    ending=replace(DRAW_DISCARD_STRONG.ending, saves_jokers=5),
    hunter=Hunter(danger=0.1, together=100.0),
)
"""Hunts for every closed hand, and saves jokers while nobody else has fewer than five tiles.

Of the weights for hands together 10, 40, 100 and 300, that of 100 won most rounds of quick tactics,
if only by one in a hundred: ``python -m benchmarks.tactics.hunters``.
"""
