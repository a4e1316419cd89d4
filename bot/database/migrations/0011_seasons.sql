-- Seasons: stretches of time that end with a podium. Standings of quarters and half-years come with the ratings,
-- which are computed anew by the first bot that opens the file.

ALTER TABLE servers ADD COLUMN season TEXT;            -- how long one lasts: 'month', 'year', ..., 'none'; empty: as usual
ALTER TABLE servers ADD COLUMN season_since INTEGER;   -- when that was chosen: what ended before it has no podium
ALTER TABLE servers ADD COLUMN podium_channel INTEGER; -- where podiums are posted; empty: where one plays
ALTER TABLE servers ADD COLUMN champions INTEGER NOT NULL DEFAULT 0; -- they are given a role
CREATE INDEX servers_with_champions ON servers (guild) WHERE champions = 1;

-- Seasons that are over. What was written down here stays, whatever becomes of the ratings.
CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: Discord tells posts apart by it
    guild INTEGER NOT NULL,
    period TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    posted INTEGER NOT NULL,         -- its podium, or there is nothing to post: the outbox of seasons
    channel INTEGER,                 -- where its post hangs, or is about to
    message INTEGER,
    UNIQUE (guild, period)
) STRICT;
CREATE INDEX unposted_seasons ON seasons (id) WHERE posted = 0;

CREATE TABLE podiums (
    season INTEGER NOT NULL REFERENCES seasons (id),
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    rank INTEGER NOT NULL,           -- from 1 to 3; several may share one
    champion INTEGER NOT NULL,
    points INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (season, game, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX podiums_by_member ON podiums (member);

-- The role of each game's champions, where the server wants one.
CREATE TABLE champion_roles (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    role INTEGER NOT NULL,
    PRIMARY KEY (guild, game)
) STRICT, WITHOUT ROWID;

-- Who has such a role from us. Who is to have it follows from the last season and from what the server likes.
CREATE TABLE crowns (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    season INTEGER NOT NULL,         -- for which it was given last; 0: it is about to be given
    PRIMARY KEY (guild, game, member)
) STRICT, WITHOUT ROWID;
