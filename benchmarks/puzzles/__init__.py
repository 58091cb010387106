"""Measures the speed of mining puzzles, and how often casual players fail at them."""
