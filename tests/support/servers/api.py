"""Sends HTTP requests to a local server from any local address, because limits are per address."""

from __future__ import annotations

import http.client
import json
from dataclasses import dataclass
from typing import Any

Json = Any


@dataclass(frozen=True, slots=True)
class Answered:
    """A response, whose body is JSON data or text."""

    status: int
    body: Json


def ask(
    port: int,
    path: str,
    body: Json = None,
    *,
    method: str = "",
    source: str = "127.0.0.1",
    token: str = "",
    timeout: float = 60,
) -> Answered:
    """Send a request, and return the response. Raises OSError if none arrives.

    The default *method* is POST if there is a body, and otherwise GET.
    """
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout, source_address=(source, 0))
    headers = {"Content-Type": "application/json", "X-Tile-Rummy": "1"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    text = None if body is None else json.dumps(body)
    try:
        connection.request(method or ("GET" if text is None else "POST"), path, text, headers)
        answer = connection.getresponse()
        found = answer.read().decode()
    except http.client.HTTPException as error:
        raise OSError(str(error)) from error
    finally:
        connection.close()
    is_json = answer.headers.get_content_type() == "application/json"
    return Answered(answer.status, json.loads(found) if is_json else found)


def answers(port: int, path: str = "/healthz") -> bool:
    """Return whether a server responds to a request for *path*.

    Before the server listens, a connection to its port may connect to itself. This does not count.
    """
    try:
        return ask(port, path, timeout=5).status == 200
    except OSError:
        return False
