"""The table in the browser: rooms, clocks, the log, and the doors to them."""
