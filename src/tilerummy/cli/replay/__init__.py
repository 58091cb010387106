"""Recorded games shown step by step: ``tilerummy replay``.

``frames`` folds a record into one frame for each step, and ``pager`` shows the frame that the
pressed keys lead to.
"""
