"""Runs the server on Starlette and uvicorn, which no other package imports.

:mod:`~tilerummy.server.asgi.server` runs uvicorn with the server's limits. Requests pass through
:mod:`~tilerummy.server.asgi.middleware`. :mod:`~tilerummy.server.asgi.endpoints` adapts
:mod:`tilerummy.server.http`, :mod:`~tilerummy.server.asgi.sockets` adapts
:mod:`tilerummy.server.ws`, and :mod:`~tilerummy.server.asgi.pages` serves the web client.
"""
