"""What a room does after a message or a timer.

* :mod:`~tilerummy.server.rooms.policy.commands` executes commands, each once:
  :mod:`~tilerummy.server.rooms.policy.turns` judges what people do with tiles,
  :mod:`~tilerummy.server.rooms.policy.judging` asks the referee, off the event loop if it is slow.
* :mod:`~tilerummy.server.rooms.policy.questions` answers checks and hints;
  :mod:`~tilerummy.server.rooms.policy.remarks` passes on chat, reactions and previews.
* :mod:`~tilerummy.server.rooms.policy.automatic` is what happens without a message: deals, the end
  of a turn's time, proposals, and :mod:`~tilerummy.server.rooms.policy.computer_turns`.
* :mod:`~tilerummy.server.rooms.policy.supervisor` restarts tasks that should be running.
"""
