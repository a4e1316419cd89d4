-- Where a computer is to move: the bot thinks again after a start, and replays no match for it that sleeps.

ALTER TABLE matches ADD COLUMN awaits_computer INTEGER NOT NULL DEFAULT 0;
UPDATE matches SET awaits_computer = 1
    WHERE ended_at IS NULL AND id IN (SELECT match FROM seats WHERE member BETWEEN 1 AND 99);
CREATE INDEX matches_awaiting ON matches (id) WHERE awaits_computer = 1;
