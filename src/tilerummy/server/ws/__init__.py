"""The WebSocket.

:mod:`~tilerummy.server.ws.transport` reads and writes frames, and is the
:mod:`~tilerummy.server.ws.channel` of a session. :mod:`tilerummy.server.asgi.sockets` opens one
after the :mod:`~tilerummy.server.ws.handshake`. :mod:`~tilerummy.server.ws.session` receives
messages, :mod:`~tilerummy.server.ws.handler` handles each within
:mod:`~tilerummy.server.ws.message_limits`, and :mod:`~tilerummy.server.ws.sender` sends what waits
in its outbox, which the :mod:`~tilerummy.server.hub` knows by its guest.
"""
