"""The WebSocket connections between clients and the server.

:mod:`tilerummy.server.asgi.sockets` authorises sockets. :mod:`~tilerummy.server.ws.session`
receives messages over a :mod:`~tilerummy.server.ws.channel`, which hides the web framework.
:mod:`~tilerummy.server.ws.handler` handles each message within
:mod:`~tilerummy.server.ws.message_limits`, and :mod:`~tilerummy.server.ws.send_queue` sends
messages in order. :mod:`tilerummy.server.connections` finds the open sockets of a guest.
"""
