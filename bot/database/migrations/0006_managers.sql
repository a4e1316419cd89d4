-- What those who manage a server decide about who plays there and what was played, and what they did.

ALTER TABLE matches ADD COLUMN adjudicated INTEGER NOT NULL DEFAULT 0; -- a manager ended it
ALTER TABLE matches ADD COLUMN verdict TEXT NOT NULL DEFAULT ''        -- 'voided': its result counts for nobody
    CHECK (verdict IN ('', 'voided', 'restored'));
ALTER TABLE servers ADD COLUMN log_channel INTEGER;                    -- where acts are told; empty: nowhere

-- Who may not play on a server.
CREATE TABLE bars (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,         -- below zero: of a former member only the seal is known
    salt TEXT,
    seal TEXT,
    manager INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX bars_by_member ON bars (member);

-- What managers did, in order.
CREATE TABLE acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    manager INTEGER NOT NULL,
    what TEXT NOT NULL
        CHECK (what IN ('set', 'barred', 'lifted', 'ended', 'awarded', 'voided', 'restored')),
    member INTEGER,                  -- whom it concerns
    match INTEGER,
    setting TEXT,
    value TEXT,                      -- of the setting
    told INTEGER NOT NULL DEFAULT 0  -- in the log channel, or never to be
) STRICT;
CREATE INDEX acts_by_guild ON acts (guild, id);
CREATE INDEX acts_untold ON acts (guild, id) WHERE told = 0;

-- In the house: how many `rulings` changed what counts, how many of them the ratings follow (`rulings_counted`),
-- and how many `erasures` of members and servers there were.
