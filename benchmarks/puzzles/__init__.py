"""Puzzles: mining speed (``mining``) and failures of casual players (``failing``)."""
