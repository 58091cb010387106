"""Checks what clients of a server have sent and received, without any code of the server.

A history is a file of JSON lines in the order in which things happened to the clients. Every line
has ``at`` (seconds of one clock), ``client``, ``room`` and ``what``:

=========== ======================================================================================
``what``    more fields
=========== ======================================================================================
``sent``    ``message``: a command, as docs/protocol.md has it; the same again when it is sent again
``watched`` ``connection``: a number of its own for each; ``since``: the version after which entries
            are requested, 0 for a whole view
``heard``   ``connection``; ``message``: an answer, a snapshot or an update, as it came
=========== ======================================================================================

``python -m tests.history FILE`` names each contradiction with the fewest lines that show it, and
exits with 1 if there is any. What must hold, for each room:

- *linearizable*: all commands and views can be put in one order, that of their versions, in which
  whatever ended before another thing began comes before it;
- *exactly once*: a command has one answer, and no two were carried out at the same version;
- *no loss*: what was answered is there in all later views, and the entry is the command's;
- *no fork, no gap*: an entry or a view that a seat is shown is always the same, entries are
  numbered without a gap, and what is public is the same for all viewers;
- *no leak*: no viewer is shown tiles that another seat drew or holds;
- *no tile lost*: in games without discards, table, pool and racks together keep their number of
  tiles.
"""
