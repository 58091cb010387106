"""The fixtures of the cluster tests."""

from tests.cluster.conftest import nodes, postgres, time

__all__ = ["nodes", "postgres", "time"]
