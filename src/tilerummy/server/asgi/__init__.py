"""The server on Starlette and uvicorn, which nothing else knows.

:mod:`~tilerummy.server.asgi.server` runs uvicorn with its limits. A request passes
:mod:`~tilerummy.server.asgi.middleware`; the rows of :mod:`tilerummy.server.http` are the
:mod:`~tilerummy.server.asgi.endpoints`, :mod:`~tilerummy.server.asgi.sockets` opens the socket of
:mod:`tilerummy.server.ws`, and :mod:`~tilerummy.server.asgi.pages` serves the page.
"""
