"""Putting a move together in private, step by step, for every game by its `choices`."""
