-- Who sees what, and what members are called where. In `people`, guild 0 is what all of Discord calls them.

-- Of threads, Discord tells nothing once they are folded away, and of what is deleted, nothing at all.
CREATE TABLE venues (
    venue INTEGER PRIMARY KEY,       -- a channel or a thread where something was played or asked
    guild INTEGER NOT NULL,
    above INTEGER,                   -- the channel of a thread; empty: it is a channel
    secluded INTEGER NOT NULL,       -- a thread that only those see who are in it
    open INTEGER NOT NULL            -- all members of the server see it, or the channel above it
) STRICT;

ALTER TABLE people ADD COLUMN left_at INTEGER;   -- when it turned out that they had left; empty: here, for all we know
CREATE INDEX people_who_left ON people (guild, left_at) WHERE left_at IS NOT NULL;

ALTER TABLE members ADD COLUMN nameless INTEGER NOT NULL DEFAULT 0; -- on other servers they have no name
ALTER TABLE members ADD COLUMN told INTEGER NOT NULL DEFAULT 0;     -- that they stand on the board of all servers
