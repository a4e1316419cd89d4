-- Quiet threads, the time for an answer, and finding somebody.

ALTER TABLE matches ADD COLUMN film_ply INTEGER; -- after how many plies everybody was last shown its film, or a step
ALTER TABLE matches ADD COLUMN fold_at INTEGER;  -- when its thread is folded away, unless somebody writes there; empty: not, or done
ALTER TABLE matches ADD COLUMN window INTEGER;   -- seconds to answer a claim while people are active; empty: as the pace asks
CREATE INDEX matches_to_fold ON matches (fold_at) WHERE fold_at IS NOT NULL;

-- Those that run keep the time that they were begun with.
UPDATE matches SET window = coalesce((SELECT servers.window FROM servers WHERE servers.guild = matches.guild), 120)
WHERE ended_at IS NULL;

ALTER TABLE challenges ADD COLUMN made_at INTEGER;                   -- since when somebody waits; one lasts a day
ALTER TABLE challenges ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;  -- it has hung there for so long that it may be renewed
ALTER TABLE challenges ADD COLUMN renewed_as INTEGER;                -- the challenge that took its place
UPDATE challenges SET made_at = expires_at - 86400;

ALTER TABLE servers ADD COLUMN seekers INTEGER;   -- the role that challenges to anybody call
ALTER TABLE servers ADD COLUMN called_at INTEGER; -- when it was last called
