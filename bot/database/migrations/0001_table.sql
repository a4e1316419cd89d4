-- Challenges, matches and their records.
-- Ids of Discord (guild, channel, place, message, member) are its snowflakes. Times are whole seconds, UTC.

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: old buttons name it
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,                 -- empty until it was posted
    locale TEXT NOT NULL,            -- language of its post
    game TEXT NOT NULL,
    options TEXT NOT NULL,           -- JSON
    challenger INTEGER NOT NULL,
    opponent INTEGER,                -- empty: anybody may accept
    secret BLOB NOT NULL,            -- 32 bytes; its seal stands on the challenge, before there is a lot
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    shown TEXT NOT NULL DEFAULT ''   -- the state its post shows: the outbox of challenges
) STRICT;

CREATE INDEX open_challenges ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX unshown_challenges ON challenges (id) WHERE shown <> state;

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenge INTEGER UNIQUE REFERENCES challenges (id),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,        -- where the challenge was made
    place INTEGER,                   -- the thread or channel it is played in; empty until there is one
    locale TEXT NOT NULL,            -- language of its posts
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,           -- JSON
    secret BLOB NOT NULL,            -- the challenge's: all chance of the match comes from it
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    reason TEXT,                     -- of the outcome
    winners TEXT,                    -- JSON, seats
    plies INTEGER NOT NULL DEFAULT 0,
    posted_ply INTEGER NOT NULL DEFAULT 0, -- plies that were shown: the outbox of matches
    post INTEGER                     -- the message that shows them
) STRICT;

CREATE INDEX unshown_matches ON matches (id) WHERE posted_ply < plies;
CREATE INDEX matches_by_place ON matches (place) WHERE ended_at IS NULL;

CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    turned INTEGER NOT NULL DEFAULT 0, -- this member likes the board turned
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_member ON seats (member, match);

CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply)         -- of two moves made at once for one ply, the second is refused
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    seat INTEGER NOT NULL,           -- who offers the draw
    ply INTEGER NOT NULL             -- after so many plies; it lapses with the other side's next one
) STRICT;
