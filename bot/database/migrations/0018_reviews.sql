-- Reviews of matches that are over: what luck and moves did to the odds, and where it tipped. What was played
-- stands in the record. Whatever is not made yet was asked for, and is gone on with after a restart.

CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    rules_version INTEGER NOT NULL,
    level INTEGER NOT NULL,          -- of the computer whose odds they are
    made_at INTEGER
) STRICT;
CREATE INDEX wanted_reviews ON reviews (match) WHERE made_at IS NULL;

CREATE TABLE review_odds (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,            -- so many were played: 0 is the start
    seat INTEGER NOT NULL,
    odds REAL NOT NULL,
    PRIMARY KEY (match, ply, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE review_seats (
    match INTEGER NOT NULL REFERENCES reviews (match),
    seat INTEGER NOT NULL,
    luck REAL NOT NULL,
    skill REAL NOT NULL,
    accuracy REAL,                   -- NULL: it decided nothing
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE review_turns (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,
    better TEXT,
    gives REAL NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;

-- Where the game says how many points were to be made, such as by the best build of Cubus.
CREATE TABLE review_points (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,
    made INTEGER NOT NULL,
    most INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
) STRICT, WITHOUT ROWID;
