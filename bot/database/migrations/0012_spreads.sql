-- How far apart those are who are settled: what is believed of a newcomer. Made anew with all ratings.

CREATE TABLE spreads (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    members INTEGER NOT NULL,
    squares REAL NOT NULL,           -- of how far each may be from the start, added up
    PRIMARY KEY (game, scope)
) STRICT, WITHOUT ROWID;
