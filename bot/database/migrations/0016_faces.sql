-- Faces: what members look like in pictures, for a week after they were last met.

CREATE TABLE faces (
    guild INTEGER NOT NULL,          -- where it was chosen; 0: it is seen wherever there is no other
    member INTEGER NOT NULL,
    avatar TEXT NOT NULL,            -- as Discord calls it: a new one has another name
    met_at INTEGER NOT NULL,         -- when the member was last met with it, to the day
    picture BLOB NOT NULL,           -- last: what stands behind it takes long to read
    PRIMARY KEY (member, guild)
) STRICT;
CREATE INDEX faces_by_time ON faces (met_at);

ALTER TABLE members ADD COLUMN faceless INTEGER NOT NULL DEFAULT 0; -- they are seen as a token
ALTER TABLE servers ADD COLUMN faces INTEGER NOT NULL DEFAULT 1;    -- members are seen as what they look like
