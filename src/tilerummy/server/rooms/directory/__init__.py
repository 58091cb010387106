"""All rooms of a server.

* :mod:`~tilerummy.server.rooms.directory.registry` holds the actors in memory, and loads others.
* :mod:`~tilerummy.server.rooms.directory.opening` makes a new room from its terms;
  :mod:`~tilerummy.server.rooms.directory.access` decides who may see one;
  :mod:`~tilerummy.server.rooms.directory.lobby` lists them.
* :mod:`~tilerummy.server.rooms.directory.cleaning` closes abandoned rooms and takes idle ones out
  of memory, to :mod:`~tilerummy.server.rooms.directory.dormant`.
* :mod:`~tilerummy.server.rooms.directory.accounts` deletes an account from all rooms.
* :mod:`~tilerummy.server.rooms.directory.rooms` is the interface of all this to handlers.
"""
