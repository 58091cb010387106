"""What a room does on a command, and by itself."""
