-- A review is shown to all once; and those of matches that ended lately are made ahead.

ALTER TABLE reviews ADD COLUMN shown_to_all INTEGER NOT NULL DEFAULT 0;

CREATE INDEX matches_by_end ON matches (ended_at) WHERE ended_at IS NOT NULL;
