-- Where points come from: what decides a rating is all made anew by the first bot that opens the file.

ALTER TABLE ratings ADD COLUMN proven INTEGER NOT NULL DEFAULT 0;    -- matches since a long absence
ALTER TABLE ratings ADD COLUMN opponents INTEGER NOT NULL DEFAULT 0; -- each counted once
ALTER TABLE ratings ADD COLUMN witnesses INTEGER NOT NULL DEFAULT 0; -- of these, who had been there for a while
ALTER TABLE ratings ADD COLUMN known INTEGER NOT NULL DEFAULT 0;     -- of these, who were well known
ALTER TABLE ratings ADD COLUMN strangers REAL NOT NULL DEFAULT 0;    -- points from those who were not
ALTER TABLE ratings ADD COLUMN first_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE ratings ADD COLUMN last_at INTEGER NOT NULL DEFAULT 0;

-- What a member has from one opponent, at a game, in a scope.
CREATE TABLE exchanges (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    member INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    points REAL NOT NULL,            -- as if they were not bounded
    is_witness INTEGER NOT NULL,     -- the opponent had been there for a while
    is_known INTEGER NOT NULL,       -- and was well known
    PRIMARY KEY (game, scope, member, opponent)
) STRICT, WITHOUT ROWID;

-- How one played in a period, in matches: how many it counts, and what was won beyond a newcomer's share.
ALTER TABLE standings ADD COLUMN weight REAL NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN against_known REAL NOT NULL DEFAULT 0;
ALTER TABLE standings ADD COLUMN against_strangers REAL NOT NULL DEFAULT 0;
CREATE INDEX standings_settled ON standings (game, scope, last_at) WHERE period = 'all' AND settled = 1;

-- Who played with whom is in the exchanges.
DROP INDEX results_by_circle;
ALTER TABLE results DROP COLUMN circle;
