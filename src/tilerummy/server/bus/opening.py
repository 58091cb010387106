"""Opens the bus that a URL names: the only place that knows which kinds there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tilerummy.lazy import exports
from tilerummy.quoting import install_command
from tilerummy.server.bus.address import SCHEMES, read_address
from tilerummy.server.bus.local import LocalBus
from tilerummy.server.bus.port import Bus, BusOpeningError

if TYPE_CHECKING:
    from tilerummy.server.bus.nats import NatsBus

_load, _ = exports(__name__, {"tilerummy.server.bus.nats": "NatsBus"})


def open_bus(url: str = "") -> Bus:
    """Return the bus at *url*, as ``nats://…``; without a URL, a bus on which nobody else is.

    It connects when it is first used, and again whenever the connection is lost; a server that is
    not there delays nobody. Raises BusOpeningError for a URL, file or package that is of no use.
    """
    if not url:
        return LocalBus()
    if not url.startswith(SCHEMES):
        raise BusOpeningError(f"a bus is {' or '.join(f'{each}…' for each in SCHEMES)}")
    address = read_address(url)
    try:
        return cast("type[NatsBus]", _load("NatsBus"))(address)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("tilerummy"):
            raise
        raise BusOpeningError(
            f"NATS needs one more package ({error.name} is not there); install it:"
            f" {install_command('nats')}"
        ) from error
