"""Racks as numbers, for what is asked thousands of times in a turn.

``packing`` packs racks into integers, ``covers`` finds the melds that lie in one, ``useful`` the
kinds of tiles that would make more of them.
"""
