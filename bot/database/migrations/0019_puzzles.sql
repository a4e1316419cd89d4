-- Puzzles: who has tried which, and how good solvers and puzzles have turned out to be.

CREATE TABLE puzzle_tries (
    member INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,         -- its number: see puzzles/puzzle.py
    game TEXT NOT NULL,
    tried_at INTEGER NOT NULL,
    share INTEGER NOT NULL,          -- of the first try: thousandths of what could be had
    PRIMARY KEY (member, puzzle)
) STRICT;

CREATE TABLE puzzle_solvers (
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (member, game)
) STRICT;

CREATE TABLE puzzle_ratings (
    puzzle INTEGER NOT NULL PRIMARY KEY,
    mu REAL NOT NULL,
    sigma REAL NOT NULL
) STRICT;
