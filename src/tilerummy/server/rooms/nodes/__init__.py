"""Rooms that several servers ("nodes") keep together, by one store.

Any node takes any command: it decides on its own copy of the room, which follows the log, and the
store takes its entries only onto the end that the node has seen. So no node owns a room.

* :mod:`~tilerummy.server.rooms.node_link` is the port of a room to the other nodes.
* :mod:`~tilerummy.server.rooms.nodes.node` is this process among the others.
* :mod:`~tilerummy.server.rooms.nodes.leases` are those that it holds, and its beats.
* :mod:`~tilerummy.server.rooms.nodes.telling` is what it tells the others.
* :mod:`~tilerummy.server.rooms.nodes.hearing` is what it makes of what they tell.
* :mod:`~tilerummy.server.rooms.nodes.following` reads what other nodes have stored.
"""
