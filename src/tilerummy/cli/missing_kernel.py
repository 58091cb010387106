"""The message that commands show when the compiled kernel is missing."""

from __future__ import annotations

from tilerummy.solver import HAS_KERNEL
from tilerummy.solver.missing_kernel import NO_KERNEL

__all__ = ["NO_KERNEL", "kernel_notice"]


def kernel_notice() -> tuple[str, ...]:
    """Return the lines that report a missing kernel, or () if the kernel is installed."""
    return () if HAS_KERNEL else (NO_KERNEL,)
