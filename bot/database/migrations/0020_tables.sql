-- The table that everybody on a server sees; empty: the usual one. What a member chose stands in members already.

ALTER TABLE servers ADD COLUMN theme TEXT NOT NULL DEFAULT '';
