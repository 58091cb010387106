"""Repeats work indefinitely, even if it sometimes fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tilerummy.server.ops.logs import log_failure


async def forever(
    name: str,
    work: Callable[[], Awaitable[None]],
    pause: Callable[[], Awaitable[object]],
    unlogged: type[Exception] | tuple[()] = (),
) -> None:
    """Alternate between *work* and *pause* until cancelled.

    Exceptions are logged under *name*, unless they have one of the *unlogged* types.
    """
    while True:
        try:
            await work()
        except unlogged:
            pass
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure(name, error)
        await pause()
