"""Robots play in real browsers. A package, so that fixtures can live as long as its tests."""
