"""The store in a file, with SQLite."""
