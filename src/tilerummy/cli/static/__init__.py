"""``tilerummy static``: the game as a folder of files, for any web host."""
