-- Lists have tables and columns of their own, for SQLite is not the only one that can read those. A place of
-- Discord is a venue, and a place in a ranking is a rank.

ALTER TABLE matches RENAME COLUMN place TO venue;
DROP INDEX matches_by_place;
CREATE INDEX matches_by_venue ON matches (venue);
ALTER TABLE results RENAME COLUMN place TO rank;

-- Who won: nobody while a match runs, and nobody in a draw.
ALTER TABLE seats ADD COLUMN won INTEGER NOT NULL DEFAULT 0;
UPDATE seats SET won = 1 WHERE EXISTS (
    SELECT 1 FROM matches, json_each(matches.winners) AS winner
    WHERE matches.id = seats.match AND winner.value = seats.seat
);
ALTER TABLE matches DROP COLUMN winners;

-- Of a lobby: who joined besides the challenger.
CREATE TABLE guests (
    challenge INTEGER NOT NULL REFERENCES challenges (id),
    member INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- grows in the order in which they joined
    PRIMARY KEY (challenge, member)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_member ON guests (member);
INSERT INTO guests (challenge, member, number)
SELECT challenges.id, guest.value, guest.key + 1 FROM challenges, json_each(challenges.guests) AS guest;

-- The outbox of challenges: whatever changes what a post shows makes a new revision.
ALTER TABLE challenges ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE challenges ADD COLUMN shown_revision INTEGER NOT NULL DEFAULT 0; -- the one that its post shows
UPDATE challenges SET shown_revision = revision WHERE shown = look;
DROP INDEX unshown_challenges;
ALTER TABLE challenges DROP COLUMN look;
ALTER TABLE challenges DROP COLUMN shown;
ALTER TABLE challenges DROP COLUMN guests;
CREATE INDEX unshown_challenges ON challenges (id) WHERE shown_revision < revision;

-- Where one plays on a server; none: everywhere.
CREATE TABLE play_channels (
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    number INTEGER NOT NULL,         -- grows in the order in which they were named
    PRIMARY KEY (guild, channel)
) STRICT, WITHOUT ROWID;
INSERT INTO play_channels (guild, channel, number)
SELECT servers.guild, chosen.value, chosen.key + 1 FROM servers, json_each(servers.channels) AS chosen;
ALTER TABLE servers DROP COLUMN channels;

DROP INDEX members_hidden;
CREATE INDEX members_hidden ON members (member) WHERE hidden = 1;
