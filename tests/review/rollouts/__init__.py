"""Tests of the rollouts."""
