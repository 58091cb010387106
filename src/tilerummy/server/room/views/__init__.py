"""What of a room leaves the server: the views that each viewer is sent, made by allow-list."""
