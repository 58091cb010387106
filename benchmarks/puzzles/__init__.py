"""Puzzles: how fast they are mined (``mining``), how often casual fails (``failing``)."""
