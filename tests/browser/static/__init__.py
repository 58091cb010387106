"""The game as static files, played without a server."""
