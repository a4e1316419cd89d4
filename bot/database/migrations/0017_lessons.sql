-- Lessons: which of their tasks members have done.

CREATE TABLE lessons (
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    task TEXT NOT NULL,
    done_at INTEGER NOT NULL,
    shown INTEGER NOT NULL,          -- they asked to be shown, and have not found it themselves since
    PRIMARY KEY (member, game, task)
) STRICT;
