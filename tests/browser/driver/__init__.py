"""What plays in a real browser: robots, the server that they share, and scripted scenes."""
