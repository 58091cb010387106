"""A draft: the turn that a person is building, before it is submitted.

``draft`` is the table as it is being rearranged, with what is left on the rack, and its history
for undo and redo; it consists of ``piles``, which are melds or not yet. ``edits`` are the changes
that a person can type, as values. ``submit`` turns a finished draft into actions.
"""
