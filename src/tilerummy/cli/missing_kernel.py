"""What is said where the solver runs without its compiled kernel."""

from __future__ import annotations

from tilerummy.solver import HAS_KERNEL

NO_KERNEL = (
    "The C++ kernel is not there: the solver runs in plain Python, where hints and strong computer"
    " players take longer. Install tilerummy again where there is a C++ compiler."
)


def kernel_notice() -> tuple[str, ...]:
    """Return the line that says that there is no kernel; none where there is one."""
    return () if HAS_KERNEL else (NO_KERNEL,)
