"""Work that is repeated even if it fails."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tilerummy.server.ops.logs import log_failure


async def forever(
    name: str,
    work: Callable[[], Awaitable[None]],
    pause: Callable[[], Awaitable[object]],
    unlogged: type[Exception] | tuple[()] = (),
) -> None:
    """Repeat *work* and *pause*, logging failures under *name* unless they are *unlogged*."""
    while True:
        try:
            await work()
        except unlogged:
            pass
        except Exception as error:  # noqa: BLE001 - the next time it may work
            log_failure(name, error)
        await pause()
