"""URLs of push services, which come from browsers and must not lead into the operator's network."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from ipaddress import IPv6Address, IPv6Network, ip_address, ip_network
from typing import NamedTuple

HTTPS = 443
MAX_ADDRESSES = 4
"""The maximum number of addresses of a host to try."""

Resolve = Callable[[str, int, str], Awaitable[list[str]]]
"""Returns the addresses of a host for a port; the key is the guest or client that chose the host.

Raises TimeoutError.
"""

_URL = re.compile(r"https://([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([1-9]\d{0,4}))?(/[!-\"$-~]*)")

_UNICAST = IPv6Network("2000::/3")
"""All IPv6 addresses that are assigned to hosts on the internet (RFC 4291, IANA)."""
_SPECIAL = (
    *(ip_network("192.0.0.0/24"), ip_network("2001::/23")),  # protocols, including Teredo
    *(ip_network("192.88.99.0/24"), ip_network("2002::/16")),  # 6to4
    *(ip_network("2001:db8::/32"), ip_network("3fff::/20")),  # documentation
)
"""Networks that some versions of Python call global, although they never contain push services."""


class EndpointError(Exception):
    """Raised if an endpoint is not the URL of a push service that the server may contact."""


class PushEndpoint(NamedTuple):
    """A parsed endpoint: its host, port and path."""

    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        """The origin, without the default port."""
        return f"https://{self.host}" + (f":{self.port}" if self.port != HTTPS else "")


@dataclass(frozen=True, slots=True)
class PushServices:
    """The push services that the server may contact.

    These are all with a public address, on the default port. The origins in *private* may have any
    port and any address.
    """

    resolve: Resolve
    private: Collection[str] = ()

    async def resolved(self, url: str, key: str) -> tuple[PushEndpoint, list[str]]:
        """Return an endpoint and its addresses. The server may contact every one.

        Raises EndpointError. Connect to one of the addresses, because the name may resolve to other
        ones later. See ``Resolve`` for *key*.
        """
        endpoint = parsed(url)
        is_private = endpoint.origin in self.private
        if endpoint.port != HTTPS and not is_private:
            raise EndpointError
        try:
            found = await self.resolve(endpoint.host, endpoint.port, key)
        except TimeoutError:
            raise EndpointError from None
        addresses = found[:MAX_ADDRESSES]
        if not addresses or not (is_private or all(map(is_public, addresses))):
            raise EndpointError
        return endpoint, addresses


def parsed(url: str) -> PushEndpoint:
    """Parse an endpoint. Raises EndpointError.

    >>> parsed("https://push.example/abc").host
    'push.example'
    """
    found = _URL.fullmatch(url)
    if found is None:
        raise EndpointError
    return PushEndpoint(found[1], int(found[2] or HTTPS), found[3])


def is_public(address: str) -> bool:
    """Return whether an address is reachable from the entire internet, and not a way around that.

    IPv6 addresses that contain an IPv4 address, such as 6to4 and Teredo addresses, are never
    public.

    >>> [is_public(each) for each in ("1.1.1.1", "10.0.0.1", "127.0.0.1", "::ffff:1.1.1.1")]
    [True, False, False, False]
    """
    ip = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address) and ip not in _UNICAST:
        return False
    return ip.is_global and not ip.is_multicast and not any(ip in each for each in _SPECIAL)
