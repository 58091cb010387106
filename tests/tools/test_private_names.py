"""The check for private names finds other packages' names that are imported or set."""

from __future__ import annotations

import pytest
from tools.private_names import private_names

PRIVATE = [
    "from uvicorn.middleware.proxy_headers import _TrustedHosts",
    "from uvicorn._types import Scope",
    "import starlette._utils",
    "import _socket_helper.x",
    "from uvicorn.protocols.utils import ClientDisconnected",
    "def f(app: object) -> None:\n    app._routes = []",
    "def f(app: object) -> None:\n    del app._routes",
]


@pytest.mark.parametrize("text", PRIVATE)
def test_a_private_name_of_another_package_is_found(text: str) -> None:
    assert len([*private_names(text)]) == 1


OWN = [
    "from __future__ import annotations",
    "from tilerummy.server.asgi import _x",
    "from . import _x",
    "from uvicorn import Config",
    "from opentelemetry.sdk._logs import LoggerProvider",
    "class A:\n    def f(self) -> None:\n        self._x = other._x = 1",
    "class A:\n    __slots__ = ('_x',)\n    def f(self, new: A) -> None:\n        new._x = 1",
]


@pytest.mark.parametrize("text", OWN)
def test_what_is_public_or_of_the_project_is_none(text: str) -> None:
    assert [*private_names(text)] == []


def test_tests_may_set_what_they_replace() -> None:
    assert [*private_names("app._routes = []", library=False)] == []
