-- What the migrations 0001 to 0020 come to: a PostgreSQL begins here, and goes on with those after them.
-- What each column is, is written where it was added.

CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,
    locale TEXT NOT NULL,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    challenger INTEGER NOT NULL,
    opponent INTEGER,
    secret BLOB NOT NULL,
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    pace INTEGER,
    rematch_of INTEGER,
    revision INTEGER NOT NULL DEFAULT 1,
    shown_revision INTEGER NOT NULL DEFAULT 0,
    laid_by INTEGER,
    made_at INTEGER,
    stale INTEGER NOT NULL DEFAULT 0,
    renewed_as INTEGER
);

CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenge INTEGER UNIQUE REFERENCES challenges (id),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    venue INTEGER,
    locale TEXT NOT NULL,
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,
    secret BLOB NOT NULL,
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    reason TEXT,
    plies INTEGER NOT NULL DEFAULT 0,
    posted_ply INTEGER NOT NULL DEFAULT 0,
    post INTEGER,
    pace INTEGER,
    due INTEGER,
    remind_at INTEGER,
    paused INTEGER,
    era INTEGER NOT NULL DEFAULT 0,
    ended_as INTEGER,
    adjudicated INTEGER NOT NULL DEFAULT 0,
    verdict TEXT NOT NULL DEFAULT '' CHECK (verdict IN ('', 'voided', 'restored')),
    rests_until INTEGER,
    patience_until INTEGER,
    patience_told INTEGER NOT NULL DEFAULT 0,
    awaits_computer INTEGER NOT NULL DEFAULT 0,
    film_ply INTEGER,
    fold_at INTEGER,
    window INTEGER
);

ALTER TABLE challenges ADD FOREIGN KEY (rematch_of) REFERENCES matches (id);

CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    turned INTEGER NOT NULL DEFAULT 0,
    hinted INTEGER NOT NULL DEFAULT 0,
    won INTEGER NOT NULL DEFAULT 0,
    gone_at INTEGER,
    PRIMARY KEY (match, seat)
);

CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE offers (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    what TEXT NOT NULL DEFAULT 'draw' CHECK (what IN ('draw', 'takeback', 'pause'))
);

CREATE TABLE people (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    left_at INTEGER,
    PRIMARY KEY (guild, member)
);

CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    language TEXT,
    threads INTEGER NOT NULL DEFAULT 1,
    pace INTEGER,
    window INTEGER,
    least_matches INTEGER,
    starters INTEGER,
    left_at INTEGER,
    log_channel INTEGER,
    season TEXT,
    season_since INTEGER,
    podium_channel INTEGER,
    champions INTEGER NOT NULL DEFAULT 0,
    seekers INTEGER,
    called_at INTEGER,
    faces INTEGER NOT NULL DEFAULT 1,
    theme TEXT NOT NULL DEFAULT ''
);

CREATE TABLE members (
    member INTEGER PRIMARY KEY,
    language TEXT,
    pings TEXT NOT NULL DEFAULT 'mention' CHECK (pings IN ('mention', 'message', 'none')),
    turned INTEGER NOT NULL DEFAULT 0,
    theme TEXT NOT NULL DEFAULT '',
    hidden INTEGER NOT NULL DEFAULT 0,
    challengers TEXT NOT NULL DEFAULT 'all' CHECK (challengers IN ('all', 'known', 'none')),
    nameless INTEGER NOT NULL DEFAULT 0,
    told INTEGER NOT NULL DEFAULT 0,
    at_once INTEGER NOT NULL DEFAULT 0,
    faceless INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE blocks (
    member INTEGER NOT NULL,
    blocked INTEGER NOT NULL,
    PRIMARY KEY (member, blocked)
);

CREATE TABLE house (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
);

CREATE TABLE ratings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    member INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,
    best_streak INTEGER NOT NULL,
    proven INTEGER NOT NULL DEFAULT 0,
    opponents INTEGER NOT NULL DEFAULT 0,
    witnesses INTEGER NOT NULL DEFAULT 0,
    known INTEGER NOT NULL DEFAULT 0,
    strangers REAL NOT NULL DEFAULT 0,
    first_at INTEGER NOT NULL DEFAULT 0,
    last_at INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (game, scope, member)
);

CREATE TABLE standings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,
    member INTEGER NOT NULL,
    points INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    merit INTEGER NOT NULL,
    weight REAL NOT NULL DEFAULT 0,
    against_known REAL NOT NULL DEFAULT 0,
    against_strangers REAL NOT NULL DEFAULT 0,
    PRIMARY KEY (game, scope, period, member)
);

CREATE TABLE results (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    rating INTEGER NOT NULL,
    gained INTEGER NOT NULL,
    provisional INTEGER NOT NULL,
    rating_everywhere INTEGER NOT NULL,
    gained_everywhere INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
);

CREATE TABLE guests (
    challenge INTEGER NOT NULL REFERENCES challenges (id),
    member INTEGER NOT NULL,
    number INTEGER NOT NULL,
    sent_away INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (challenge, member)
);

CREATE TABLE play_channels (
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (guild, channel)
);

CREATE TABLE bars (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    salt TEXT,
    seal TEXT,
    manager INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild, member)
);

CREATE TABLE acts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    manager INTEGER NOT NULL,
    what TEXT NOT NULL CHECK (what IN ('set', 'barred', 'lifted', 'ended', 'awarded', 'voided', 'restored')),
    member INTEGER,
    match INTEGER,
    setting TEXT,
    value TEXT,
    told INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE sealed_blocks (
    member INTEGER NOT NULL,
    salt TEXT NOT NULL,
    seal TEXT NOT NULL,
    PRIMARY KEY (member, salt)
);

CREATE TABLE traces (
    what TEXT NOT NULL CHECK (what IN ('match', 'challenge')),
    number INTEGER NOT NULL,
    done_to INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (what, number)
);

CREATE TABLE exchanges (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    member INTEGER NOT NULL,
    opponent INTEGER NOT NULL,
    points REAL NOT NULL,
    is_witness INTEGER NOT NULL,
    is_known INTEGER NOT NULL,
    PRIMARY KEY (game, scope, member, opponent)
);

CREATE TABLE vacations (
    member INTEGER NOT NULL,
    began_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL,
    PRIMARY KEY (member, began_at)
);

CREATE TABLE venues (
    venue INTEGER PRIMARY KEY,
    guild INTEGER NOT NULL,
    above INTEGER,
    secluded INTEGER NOT NULL,
    open INTEGER NOT NULL
);

CREATE TABLE seasons (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    guild INTEGER NOT NULL,
    period TEXT NOT NULL,
    ended_at INTEGER NOT NULL,
    posted INTEGER NOT NULL,
    channel INTEGER,
    message INTEGER,
    UNIQUE (guild, period)
);

CREATE TABLE podiums (
    season INTEGER NOT NULL REFERENCES seasons (id),
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    champion INTEGER NOT NULL,
    points INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    PRIMARY KEY (season, game, member)
);

CREATE TABLE champion_roles (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    role INTEGER NOT NULL,
    PRIMARY KEY (guild, game)
);

CREATE TABLE crowns (
    guild INTEGER NOT NULL,
    game TEXT NOT NULL,
    member INTEGER NOT NULL,
    season INTEGER NOT NULL,
    PRIMARY KEY (guild, game, member)
);

CREATE TABLE spreads (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    members INTEGER NOT NULL,
    squares REAL NOT NULL,
    PRIMARY KEY (game, scope)
);

CREATE TABLE faces (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    avatar TEXT NOT NULL,
    met_at INTEGER NOT NULL,
    picture BLOB NOT NULL,
    PRIMARY KEY (member, guild)
);

CREATE TABLE lessons (
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    task TEXT NOT NULL,
    done_at INTEGER NOT NULL,
    shown INTEGER NOT NULL,
    PRIMARY KEY (member, game, task)
);

CREATE TABLE reviews (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    rules_version INTEGER NOT NULL,
    level INTEGER NOT NULL,
    made_at INTEGER
);

CREATE TABLE review_odds (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    odds REAL NOT NULL,
    PRIMARY KEY (match, ply, seat)
);

CREATE TABLE review_seats (
    match INTEGER NOT NULL REFERENCES reviews (match),
    seat INTEGER NOT NULL,
    luck REAL NOT NULL,
    skill REAL NOT NULL,
    accuracy REAL,
    PRIMARY KEY (match, seat)
);

CREATE TABLE review_turns (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,
    better TEXT,
    gives REAL NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE review_points (
    match INTEGER NOT NULL REFERENCES reviews (match),
    ply INTEGER NOT NULL,
    made INTEGER NOT NULL,
    most INTEGER NOT NULL,
    PRIMARY KEY (match, ply)
);

CREATE TABLE puzzle_tries (
    member INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    game TEXT NOT NULL,
    tried_at INTEGER NOT NULL,
    share INTEGER NOT NULL,
    PRIMARY KEY (member, puzzle)
);

CREATE TABLE puzzle_solvers (
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (member, game)
);

CREATE TABLE puzzle_ratings (
    puzzle INTEGER NOT NULL PRIMARY KEY,
    mu REAL NOT NULL,
    sigma REAL NOT NULL
);

CREATE INDEX open_challenges ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX unshown_challenges ON challenges (id) WHERE shown_revision < revision;
CREATE INDEX unshown_matches ON matches (id) WHERE posted_ply < plies;
CREATE INDEX matches_by_venue ON matches (venue);
CREATE INDEX seats_by_member ON seats (member, match);
CREATE INDEX matches_by_due ON matches (due) WHERE due IS NOT NULL;
CREATE INDEX matches_by_reminder ON matches (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX rematches ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX matches_in_order ON matches (ended_as) WHERE ended_as IS NOT NULL;
CREATE INDEX standings_by_merit ON standings (game, scope, period, merit DESC, member, matches);
CREATE INDEX results_by_member ON results (member, guild, at, match);
CREATE INDEX matches_by_patience ON matches (patience_until) WHERE patience_until IS NOT NULL;
CREATE INDEX members_hidden ON members (member) WHERE hidden = 1;
CREATE INDEX guests_by_member ON guests (member);
CREATE INDEX challenges_by_layer ON challenges (laid_by, expires_at);
CREATE INDEX bars_by_member ON bars (member);
CREATE INDEX acts_by_guild ON acts (guild, id);
CREATE INDEX acts_untold ON acts (guild, id) WHERE told = 0;
CREATE INDEX standings_settled ON standings (game, scope, last_at) WHERE period = 'all' AND settled = 1;
CREATE INDEX seats_of_the_gone ON seats (gone_at) WHERE gone_at IS NOT NULL;
CREATE INDEX people_who_left ON people (guild, left_at) WHERE left_at IS NOT NULL;
CREATE INDEX servers_with_champions ON servers (guild) WHERE champions = 1;
CREATE INDEX unposted_seasons ON seasons (id) WHERE posted = 0;
CREATE INDEX podiums_by_member ON podiums (member);
CREATE INDEX matches_awaiting ON matches (id) WHERE awaits_computer = 1;
CREATE INDEX matches_to_fold ON matches (fold_at) WHERE fold_at IS NOT NULL;
CREATE INDEX faces_by_time ON faces (met_at);
CREATE INDEX wanted_reviews ON reviews (match) WHERE made_at IS NULL;
