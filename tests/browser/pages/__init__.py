"""Home page, courses and other pages apart from the game, also offline."""
