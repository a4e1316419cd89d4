-- The puzzle of each day, who has tried it, and where a server has it posted.

ALTER TABLE servers ADD COLUMN daily_channel INTEGER;  -- where it is posted each day; empty: nowhere
ALTER TABLE servers ADD COLUMN daily_hour INTEGER;     -- of UTC, from 0 to 23; empty: as usual
ALTER TABLE servers ADD COLUMN daily_role INTEGER;     -- which is called then; empty: nobody

-- Written down when it is first asked for: puzzles that are added later do not change it.
CREATE TABLE dailies (
    day INTEGER NOT NULL PRIMARY KEY,  -- of UTC, counted from 1970
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL          -- its number: see puzzles/puzzle.py
) STRICT;

CREATE TABLE daily_tries (
    member INTEGER NOT NULL,
    day INTEGER NOT NULL,
    tried_at INTEGER NOT NULL,
    share INTEGER NOT NULL,          -- of what could be had: thousandths
    PRIMARY KEY (member, day)
) STRICT;
CREATE INDEX daily_tries_by_day ON daily_tries (day);

-- On whose table of the day somebody stands: of each server where they tried it, or looked at it afterwards.
CREATE TABLE daily_players (
    guild INTEGER NOT NULL,
    day INTEGER NOT NULL,
    member INTEGER NOT NULL,
    PRIMARY KEY (guild, day, member)
) STRICT;
CREATE INDEX daily_players_by_member ON daily_players (member);

-- The outbox: the post of a day on a server, from when it is due. Only the newest of each server is kept.
CREATE TABLE daily_posts (
    guild INTEGER NOT NULL PRIMARY KEY,
    day INTEGER NOT NULL,
    posted INTEGER NOT NULL,
    failed INTEGER NOT NULL,         -- the server was told that it could not be
    channel INTEGER,                 -- where it hangs, or is about to
    message INTEGER
) STRICT;
