-- A review is shown to all once.

ALTER TABLE reviews ADD COLUMN shown_to_all INTEGER NOT NULL DEFAULT 0;
