"""ASGI middleware: what is checked, counted and added for every request."""
