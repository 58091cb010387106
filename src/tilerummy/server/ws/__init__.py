"""The WebSocket: sessions, what waits to be sent on each, and their transport."""
