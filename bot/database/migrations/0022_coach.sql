-- Whether a coach speaks to a seat, and has: such a match counts against no level. Whoever likes one has it in new ones.

ALTER TABLE seats ADD COLUMN coach INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN coached INTEGER NOT NULL DEFAULT 0;
ALTER TABLE members ADD COLUMN coach INTEGER NOT NULL DEFAULT 0;
