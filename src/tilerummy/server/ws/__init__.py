"""The WebSocket.

:mod:`tilerummy.server.asgi.sockets` says who may open one. :mod:`~tilerummy.server.ws.session`
receives the messages of a :mod:`~tilerummy.server.ws.channel`, whatever carries it,
:mod:`~tilerummy.server.ws.handler` handles each within
:mod:`~tilerummy.server.ws.message_limits`, and :mod:`~tilerummy.server.ws.send_queue` sends what
waits, in order and up to a bound. :mod:`tilerummy.server.connections` knows the sockets by their
guests.
"""
