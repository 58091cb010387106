"""Checks what clients of a server have sent and received, without using server code.

A history is a file of JSON lines in the order that the clients observed them. Every line has
``at`` (seconds on a common clock), ``client``, ``room`` and ``what``:

=========== ======================================================================================
``what``    additional fields
=========== ======================================================================================
``sent``    ``message``: a command, as in docs/protocol.md, repeated each time it is sent again
``watched`` ``connection``: a unique number; ``since``: entries after this version are requested,
            0 for a complete view
``heard``   ``connection``; ``message``: a result, snapshot or update, as received
=========== ======================================================================================

``python -m tests.history FILE`` reports each contradiction with the minimal lines that show it, and
exits with 1 if it finds any. The requirements, per room:

- *linearizable*: ordered by version, commands and views respect real time: anything that ended
  before something else began comes before it;
- *exactly once*: a command has one result, and at most one was executed at each version;
- *no loss*: a result is included in all later views, and its entry is the command's;
- *no fork, no gap*: an entry or view is always the same for a seat, entries are numbered without a
  gap, and public parts are the same for all viewers;
- *no leak*: viewers never see the tiles that another seat drew or has on its rack;
- *no tile lost*: in games without discards, table, pool and racks together keep their number of
  tiles.
"""
