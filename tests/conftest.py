"""Settings for the whole test suite."""

import os

from hypothesis import settings

from tilerummy.solver import HAS_KERNEL

# Others work on the same machine: a slow example says nothing, so there are no deadlines.
settings.register_profile("fast", deadline=None, max_examples=50, print_blob=True)
settings.register_profile("long", settings.get_profile("fast"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fast"))


def pytest_report_header() -> str:
    """Say which solvers are tested."""
    return f"solver: plain Python{' and the C++ kernel' if HAS_KERNEL else ', there is no kernel'}"
