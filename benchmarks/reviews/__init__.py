"""Measures how accurate the chances and the luck in reviews are."""
