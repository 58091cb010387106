"""The bodies of HTTP requests and answers, as JSON: one type for each.

They are sorted by what they are about: guests, rooms, games, questions, puzzles.
"""
