-- To be forgotten: blocks against former members, and posts in Discord that still name them.

-- Who blocks somebody who was forgotten. The seal is a hash of the salt and of the number of Discord's that was
-- blocked: who comes back is still blocked, and nothing else tells who it was.
CREATE TABLE sealed_blocks (
    member INTEGER NOT NULL,         -- who blocks
    salt TEXT NOT NULL,
    seal TEXT NOT NULL,
    PRIMARY KEY (member, salt)
) STRICT, WITHOUT ROWID;

-- Matches and challenges whose posts in Discord may still name somebody who was forgotten.
CREATE TABLE traces (
    what TEXT NOT NULL CHECK (what IN ('match', 'challenge')),
    number INTEGER NOT NULL,         -- of the match or the challenge
    done_to INTEGER NOT NULL DEFAULT 0, -- of a match: the last message there that was looked at
    PRIMARY KEY (what, number)
) STRICT, WITHOUT ROWID;
