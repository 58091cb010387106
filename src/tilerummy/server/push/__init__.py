"""Web Push: notifications of turns to browsers that have no connection to the game.

* :mod:`~tilerummy.server.push.endpoints` parses the URLs of push services, and refuses private
  addresses.
* :mod:`~tilerummy.server.push.quiet_hours` computes when a guest's quiet hours end.
* :mod:`~tilerummy.server.push.resolver` resolves their host names.
* :mod:`~tilerummy.server.push.service` sends the notifications that are due.
* :mod:`~tilerummy.server.push.web_push` encrypts and sends one message. Only this module needs the
  optional dependencies http-ece and py-vapid.

Rooms only store notifications (``store.push``). Every node claims some of those that are due, so
that each is sent once, even if its room is parked or has moved to another node.
"""
