"""Puzzles of all games: positions from computers' matches where one answer is clearly the best.

They know the engines and nothing else.
"""
