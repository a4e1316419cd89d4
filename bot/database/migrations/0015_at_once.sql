-- Whether moves are played as soon as they are put together, without the board as it would be.

ALTER TABLE members ADD COLUMN at_once INTEGER NOT NULL DEFAULT 0;
