-- Lobbies, time, and what members and servers like.

-- A lobby: who joined besides the challenger, in order.
ALTER TABLE challenges ADD COLUMN guests TEXT NOT NULL DEFAULT '[]'; -- JSON, members
ALTER TABLE challenges ADD COLUMN pace INTEGER;          -- seconds a turn may take; empty: no limit
ALTER TABLE challenges ADD COLUMN rematch_of INTEGER REFERENCES matches (id);
ALTER TABLE challenges ADD COLUMN look TEXT GENERATED ALWAYS AS (state || guests) VIRTUAL;
-- `shown` is the look that its post has.
DROP INDEX unshown_challenges;
UPDATE challenges SET shown = shown || guests WHERE shown <> '';
CREATE INDEX unshown_challenges ON challenges (id) WHERE shown <> look;

ALTER TABLE matches ADD COLUMN pace INTEGER;             -- seconds a turn may take; empty: no limit
ALTER TABLE matches ADD COLUMN due INTEGER;              -- when the silence of who is to move is answered
ALTER TABLE matches ADD COLUMN remind_at INTEGER;        -- when who is to move is reminded; empty: was, or never
ALTER TABLE matches ADD COLUMN paused INTEGER;           -- seconds that were left when it was paused
ALTER TABLE matches ADD COLUMN era INTEGER NOT NULL DEFAULT 0; -- grows when plies are taken back
CREATE INDEX matches_by_due ON matches (due) WHERE due IS NOT NULL;
CREATE INDEX matches_by_reminder ON matches (remind_at) WHERE remind_at IS NOT NULL;

ALTER TABLE seats ADD COLUMN hinted INTEGER NOT NULL DEFAULT 0; -- has had its hint

-- What one seat offers the others: a draw, to take back a move, to pause.
ALTER TABLE offers ADD COLUMN what TEXT NOT NULL DEFAULT 'draw'
    CHECK (what IN ('draw', 'takeback', 'pause'));

-- What members are called, as they were last seen.
CREATE TABLE people (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;

-- How the servers like it; no row: as usual.
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    language TEXT,                   -- empty: the server's own
    channels TEXT NOT NULL DEFAULT '[]', -- JSON; empty: everywhere
    threads INTEGER NOT NULL DEFAULT 1,  -- a thread for each match
    pace INTEGER,                    -- seconds a turn, unless the challenge says otherwise; 0: no limit
    window INTEGER,                  -- seconds to answer a claim while people are active
    least_matches INTEGER,           -- to stand on the leaderboard
    starters INTEGER,                -- the role that may start matches; empty: everybody
    left_at INTEGER                  -- the bot was removed: its data go some time after
) STRICT;

-- How members like it; no row: as usual.
CREATE TABLE members (
    member INTEGER PRIMARY KEY,
    language TEXT,                   -- empty: that of their Discord
    pings TEXT NOT NULL DEFAULT 'mention' CHECK (pings IN ('mention', 'message', 'none')),
    turned INTEGER NOT NULL DEFAULT 0,   -- sees boards from the other side
    theme TEXT NOT NULL DEFAULT '',
    hidden INTEGER NOT NULL DEFAULT 0,   -- stands on no leaderboard
    challengers TEXT NOT NULL DEFAULT 'all' CHECK (challengers IN ('all', 'known', 'none')),
    away_until INTEGER               -- on vacation: clocks stand still
) STRICT;

CREATE TABLE blocks (
    member INTEGER NOT NULL,         -- who blocks
    blocked INTEGER NOT NULL,
    PRIMARY KEY (member, blocked)
) STRICT, WITHOUT ROWID;

-- The house: when the bot was last `alive`, so that nobody loses by its absence; how many members it has
-- `forgotten`, so that each of them has a number below zero of its own.
CREATE TABLE house (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX rematches ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
