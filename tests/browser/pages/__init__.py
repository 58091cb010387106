"""The pages beside the game: the front page, the courses, and all of them without a connection."""
