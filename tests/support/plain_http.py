"""HTTP clients without TLS, because loading the certificates takes longer than a request."""

from __future__ import annotations

import ssl
from functools import partial

import httpx2

_TLS = ssl.create_default_context()

Client = partial(httpx2.Client, verify=_TLS)
request = partial(httpx2.request, verify=_TLS)
get = partial(httpx2.get, verify=_TLS)
options = partial(httpx2.options, verify=_TLS)
post = partial(httpx2.post, verify=_TLS)
