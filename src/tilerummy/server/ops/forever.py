"""Work that is done over and over, whatever goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tilerummy.server.ops.logs import log_failure


async def forever(
    name: str,
    work: Callable[[], Awaitable[None]],
    pause: Callable[[], Awaitable[object]],
    unlogged: type[Exception] | tuple[()] = (),
) -> None:
    """Do *work* with a *pause* after each time, until cancelled; what fails may work the next time.

    Failures are logged under *name*, except those of the kind *unlogged*.
    """
    while True:
        try:
            await work()
        except unlogged:
            pass
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure(name, error)
        await pause()
