-- Nobody is kept waiting for ever.

ALTER TABLE matches ADD COLUMN rests_until INTEGER;      -- a vacation has stopped the clock of this turn, until then
ALTER TABLE matches ADD COLUMN patience_until INTEGER;   -- whoever waits may end the match from then on
ALTER TABLE matches ADD COLUMN patience_told INTEGER NOT NULL DEFAULT 0; -- and was told so
-- Nobody was told of this before: in running matches it begins today.
UPDATE matches SET patience_until = 2592000 + coalesce(
    (SELECT value FROM house WHERE name = 'alive'),
    (SELECT max(at) FROM plies WHERE plies.match = matches.id),
    began_at
) WHERE ended_at IS NULL;
CREATE INDEX matches_by_patience ON matches (patience_until) WHERE patience_until IS NOT NULL;

ALTER TABLE seats ADD COLUMN gone_at INTEGER;            -- since when its member is known to have left the server
CREATE INDEX seats_of_the_gone ON seats (gone_at) WHERE gone_at IS NOT NULL;

-- When members were away, as far as it still counts; the last one may be under way.
CREATE TABLE vacations (
    member INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (member, began_at)
) STRICT, WITHOUT ROWID;
INSERT INTO vacations (member, began_at, ends_at)
SELECT member, value, CASE WHEN away_until < value + 2592000 THEN away_until ELSE value + 2592000 END
FROM members JOIN house ON name = 'alive' WHERE away_until > value;
ALTER TABLE members DROP COLUMN away_until;

-- Of a lobby: who may not sit down there again, and who laid the table, whoever is its host by now.
ALTER TABLE guests ADD COLUMN sent_away INTEGER NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN laid_by INTEGER;
UPDATE challenges SET laid_by = challenger;
DROP INDEX challenges_by_challenger;
CREATE INDEX challenges_by_layer ON challenges (laid_by, expires_at);
