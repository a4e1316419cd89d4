-- Ratings: what the finished matches did to them. All of it can be made anew from the records.
-- A scope is a guild, or 0 for everywhere.

ALTER TABLE matches ADD COLUMN ended_as INTEGER;  -- how many ended before it: two may end in one second
UPDATE matches SET ended_as = ended.place FROM (
    SELECT id, row_number() OVER (ORDER BY ended_at, id) - 1 AS place FROM matches WHERE ended_at IS NOT NULL
) AS ended WHERE ended.id = matches.id;
CREATE UNIQUE INDEX matches_in_order ON matches (ended_as) WHERE ended_as IS NOT NULL;

CREATE TABLE ratings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    member INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,         -- matches won in a row or, below zero, lost
    best_streak INTEGER NOT NULL,
    PRIMARY KEY (game, scope, member)
) STRICT, WITHOUT ROWID;

-- What the leaderboards are read from: a row a member, however many matches there were.
CREATE TABLE standings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,            -- 'all', a year '2026' or a month '2026-11', UTC
    member INTEGER NOT NULL,
    points INTEGER NOT NULL,         -- the rating as shown or, of a period, what it gained
    settled INTEGER NOT NULL,        -- stands before everybody whose rating is provisional
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    merit INTEGER NOT NULL,          -- points, and a million if settled; a generated column covers no index
    PRIMARY KEY (game, scope, period, member)
) STRICT, WITHOUT ROWID;

CREATE INDEX standings_by_merit ON standings (game, scope, period, merit DESC, member, matches);

-- A row a seat of every rated match.
CREATE TABLE results (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    circle TEXT NOT NULL,            -- JSON, the members of the match from the lowest up
    place INTEGER NOT NULL,          -- from 1
    result TEXT NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    rating INTEGER NOT NULL,         -- in the guild, after the match
    gained INTEGER NOT NULL,
    provisional INTEGER NOT NULL,
    rating_everywhere INTEGER NOT NULL,
    gained_everywhere INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX results_by_member ON results (member, guild, at, match);
CREATE INDEX results_by_circle ON results (circle, game, at) WHERE seat = 0;

CREATE INDEX members_hidden ON members (member) WHERE hidden;
