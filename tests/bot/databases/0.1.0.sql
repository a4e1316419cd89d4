CREATE TABLE blocks (
    member INTEGER NOT NULL,         -- who blocks
    blocked INTEGER NOT NULL,
    PRIMARY KEY (member, blocked)
) STRICT, WITHOUT ROWID;
INSERT INTO "blocks" VALUES(1100,4400);
INSERT INTO "blocks" VALUES(2200,4400);
CREATE TABLE challenges (
    id INTEGER PRIMARY KEY AUTOINCREMENT, -- never given twice: old buttons name it
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER,                 -- empty until it was posted
    locale TEXT NOT NULL,            -- language of its post
    game TEXT NOT NULL,
    options TEXT NOT NULL,           -- JSON
    challenger INTEGER NOT NULL,
    opponent INTEGER,                -- empty: anybody may accept
    secret BLOB NOT NULL,            -- 32 bytes; its seal stands on the challenge, before there is a lot
    expires_at INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    shown TEXT NOT NULL DEFAULT ''   -- the state its post shows: the outbox of challenges
, guests TEXT NOT NULL DEFAULT '[]', pace INTEGER, rematch_of INTEGER REFERENCES matches (id), look TEXT GENERATED ALWAYS AS (state || guests) VIRTUAL) STRICT;
INSERT INTO "challenges" VALUES(1,1,2,501,'en','knopen','{"target": 10, "first": null}',1100,2200,X'66053DC1B3E6C36D47315289817E3ACCADBC8941D5880FA75EACBFFF0D835C4D',1790971320,'accepted','accepted[]','[]',900,NULL);
INSERT INTO "challenges" VALUES(2,1,2,NULL,'en','knopen','{"target": 10, "first": null}',1100,2200,X'44FB9C5E4CA0BD1C552611414956ACD43E2BF6E653CAE7A22EA2438EA5B607CA',1790971860,'accepted','','[]',900,NULL);
INSERT INTO "challenges" VALUES(3,1,2,NULL,'en','cubus','{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',1100,NULL,X'861F5C081F615EA9B298F0E724E120E716391CB7EA8CF12C14FA29B946E7E0BD',1790972640,'accepted','','[2200,3300]',900,NULL);
INSERT INTO "challenges" VALUES(4,1,2,NULL,'en','krabcek','{"layout": null, "first": null}',3300,1100,X'555BCC08CF941AC688B22C54B9303F28561C274BDC0B2647F1B31925F6821F33',1790973780,'accepted','','[]',900,NULL);
INSERT INTO "challenges" VALUES(5,1,2,NULL,'en','knopen','{"target": 10, "first": null}',1100,2200,X'C773E70BA5E3793BDC6767F4794CDC71161B724CE1322EF0D15DAA0EF705EBD3',1790974080,'accepted','','[]',900,NULL);
INSERT INTO "challenges" VALUES(6,9,2,NULL,'en','cubus','{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',4400,NULL,X'CD1094F0EAEA3B3069D8F2CE44EB6C3A711ADEAE18F01F802F1A48B15FB0FDA3',1790974740,'accepted','','[3300,1100]',259200,NULL);
INSERT INTO "challenges" VALUES(7,1,2,NULL,'en','knopen','{"target": 10, "first": null}',1100,2200,X'804949ED9AD48097C7900EE885F975C518E5FD791CAF345EB9D8842493D313EC',1790976300,'accepted','','[]',900,NULL);
INSERT INTO "challenges" VALUES(8,1,2,511,'en','cubus','{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',1100,NULL,X'09D4DBC6AC64D6A994F791CDB0B671B08975E848C51CDA24AD36DA412F1307CD',1790977080,'open','open[3300,2200]','[3300,2200,5500]',900,NULL);
INSERT INTO "challenges" VALUES(9,1,2,512,'en','cubus','{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',4400,NULL,X'B83F4DE6D923D771EDBBD17FBC7AC2E24523A208527AE5075DB5665424708F40',1790977320,'open','open[5500]','[5500]',900,NULL);
INSERT INTO "challenges" VALUES(10,1,2,NULL,'en','knopen','{"target": 8, "first": null}',3300,1100,X'7C725EACC6F754D8A1775CAD07FBAB8CACA730BC0541FCEA52C8A07C5768CA43',1790977440,'open','','[]',900,NULL);
INSERT INTO "challenges" VALUES(11,1,2,513,'en','krabcek','{"layout": null, "first": null}',1100,3300,X'1675333165D62357DA15E699A6F5B8677D55C3BE1A073766CF8E9FDED8AEFC76',1790977500,'declined','declined[]','[]',900,NULL);
INSERT INTO "challenges" VALUES(12,1,2,NULL,'en','kriskras','{"first": null}',1100,NULL,X'3D917325A05AE31C5AE02A0DE8D0AA599604B63B9DB26B8A81276E7A12051FF9',1790977620,'withdrawn','','[]',900,NULL);
INSERT INTO "challenges" VALUES(13,1,2,NULL,'en','knopen','{"target": 10, "first": 1}',1100,2200,X'C839B52BFD73726B6A5231FD81EFFC9DE9B4D4851CBC76ACBDA96E291E3A8E73',1790977740,'open','','[]',900,2);
CREATE TABLE house (
    name TEXT PRIMARY KEY,
    value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "house" VALUES('alive',1790884860);
CREATE TABLE matches (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    challenge INTEGER UNIQUE REFERENCES challenges (id),
    guild INTEGER NOT NULL,
    channel INTEGER NOT NULL,        -- where the challenge was made
    place INTEGER,                   -- the thread or channel it is played in; empty until there is one
    locale TEXT NOT NULL,            -- language of its posts
    game TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,           -- JSON
    secret BLOB NOT NULL,            -- the challenge's: all chance of the match comes from it
    began_at INTEGER NOT NULL,
    ended_at INTEGER,
    reason TEXT,                     -- of the outcome
    winners TEXT,                    -- JSON, seats
    plies INTEGER NOT NULL DEFAULT 0,
    posted_ply INTEGER NOT NULL DEFAULT 0, -- plies that were shown: the outbox of matches
    post INTEGER                     -- the message that shows them
, pace INTEGER, due INTEGER, remind_at INTEGER, paused INTEGER, era INTEGER NOT NULL DEFAULT 0, ended_as INTEGER) STRICT;
INSERT INTO "matches" VALUES(1,1,1,2,70,'en','knopen',1,'{"target": 10, "first": null}',X'66053DC1B3E6C36D47315289817E3ACCADBC8941D5880FA75EACBFFF0D835C4D',1790885040,NULL,NULL,NULL,4,1,601,900,1790886300,1790886075,NULL,0,NULL);
INSERT INTO "matches" VALUES(2,2,1,2,71,'en','knopen',1,'{"target": 10, "first": null}',X'44FB9C5E4CA0BD1C552611414956ACD43E2BF6E653CAE7A22EA2438EA5B607CA',1790885580,1790886120,'left','[0]',6,6,602,900,NULL,NULL,NULL,0,0);
INSERT INTO "matches" VALUES(3,3,1,2,NULL,'en','cubus',1,'{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',X'861F5C081F615EA9B298F0E724E120E716391CB7EA8CF12C14FA29B946E7E0BD',1790886480,1790887260,'agreed','[]',20,20,603,900,NULL,NULL,NULL,0,1);
INSERT INTO "matches" VALUES(4,4,1,2,NULL,'en','krabcek',1,'{"layout": null, "first": null}',X'555BCC08CF941AC688B22C54B9303F28561C274BDC0B2647F1B31925F6821F33',1790887500,1790887560,'aborted','[]',3,0,NULL,900,NULL,NULL,NULL,0,2);
INSERT INTO "matches" VALUES(5,5,1,2,NULL,'en','knopen',1,'{"target": 10, "first": null}',X'C773E70BA5E3793BDC6767F4794CDC71161B724CE1322EF0D15DAA0EF705EBD3',1790887800,NULL,NULL,NULL,3,1,605,900,NULL,NULL,840,1,NULL);
INSERT INTO "matches" VALUES(6,6,9,2,NULL,'en','cubus',1,'{"claims": "guarded", "young": "off", "ending": "none", "demolition": "off", "hints": "off"}',X'CD1094F0EAEA3B3069D8F2CE44EB6C3A711ADEAE18F01F802F1A48B15FB0FDA3',1790888580,1790889780,'left','[0]',24,0,NULL,259200,NULL,NULL,NULL,0,3);
INSERT INTO "matches" VALUES(7,7,1,2,NULL,'en','knopen',1,'{"target": 10, "first": null}',X'804949ED9AD48097C7900EE885F975C518E5FD791CAF345EB9D8842493D313EC',1790890020,1790890560,'left','[1]',6,0,NULL,900,NULL,NULL,NULL,0,4);
CREATE TABLE members (
    member INTEGER PRIMARY KEY,
    language TEXT,                   -- empty: that of their Discord
    pings TEXT NOT NULL DEFAULT 'mention' CHECK (pings IN ('mention', 'message', 'none')),
    turned INTEGER NOT NULL DEFAULT 0,   -- sees boards from the other side
    theme TEXT NOT NULL DEFAULT '',
    hidden INTEGER NOT NULL DEFAULT 0,   -- stands on no leaderboard
    challengers TEXT NOT NULL DEFAULT 'all' CHECK (challengers IN ('all', 'known', 'none')),
    away_until INTEGER               -- on vacation: clocks stand still
) STRICT;
INSERT INTO "members" VALUES(1100,'nl','message',0,'',0,'all',NULL);
INSERT INTO "members" VALUES(2200,NULL,'mention',1,'',0,'known',1893456000);
INSERT INTO "members" VALUES(3300,NULL,'mention',0,'',1,'all',NULL);
CREATE TABLE offers (
    match INTEGER PRIMARY KEY REFERENCES matches (id),
    seat INTEGER NOT NULL,           -- who offers the draw
    ply INTEGER NOT NULL             -- after so many plies; it lapses with the other side's next one
, what TEXT NOT NULL DEFAULT 'draw'
    CHECK (what IN ('draw', 'takeback', 'pause'))) STRICT;
INSERT INTO "offers" VALUES(1,0,4,'draw');
CREATE TABLE people (
    guild INTEGER NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (guild, member)
) STRICT, WITHOUT ROWID;
INSERT INTO "people" VALUES(1,1100,'Ann');
INSERT INTO "people" VALUES(1,2200,'Bob');
INSERT INTO "people" VALUES(1,3300,'Cas');
INSERT INTO "people" VALUES(1,4400,'Dot');
CREATE TABLE plies (
    match INTEGER NOT NULL REFERENCES matches (id),
    ply INTEGER NOT NULL,
    text TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match, ply)         -- of two moves made at once for one ply, the second is refused
) STRICT, WITHOUT ROWID;
INSERT INTO "plies" VALUES(1,0,'lot 0',1790885040);
INSERT INTO "plies" VALUES(1,1,'b7-c6',1790885100);
INSERT INTO "plies" VALUES(1,2,'b6-b7',1790885220);
INSERT INTO "plies" VALUES(1,3,'take b7',1790885340);
INSERT INTO "plies" VALUES(2,0,'lot 0',1790885580);
INSERT INTO "plies" VALUES(2,1,'c2-c6',1790885640);
INSERT INTO "plies" VALUES(2,2,'take b7',1790885760);
INSERT INTO "plies" VALUES(2,3,'g9-g10',1790885880);
INSERT INTO "plies" VALUES(2,4,'hit -',1790886000);
INSERT INTO "plies" VALUES(2,5,'leave 1',1790886120);
INSERT INTO "plies" VALUES(3,0,'lot 2',1790886480);
INSERT INTO "plies" VALUES(3,1,'draw T',1790886480);
INSERT INTO "plies" VALUES(3,2,'none',1790886480);
INSERT INTO "plies" VALUES(3,3,'draw O',1790886480);
INSERT INTO "plies" VALUES(3,4,'none',1790886480);
INSERT INTO "plies" VALUES(3,5,'draw R',1790886480);
INSERT INTO "plies" VALUES(3,6,'none',1790886480);
INSERT INTO "plies" VALUES(3,7,'draw R',1790886480);
INSERT INTO "plies" VALUES(3,8,'build 1/1',1790886540);
INSERT INTO "plies" VALUES(3,9,'draw L',1790886540);
INSERT INTO "plies" VALUES(3,10,'build 11*/1',1790886660);
INSERT INTO "plies" VALUES(3,11,'draw L',1790886660);
INSERT INTO "plies" VALUES(3,12,'build 21*/1',1790886780);
INSERT INTO "plies" VALUES(3,13,'draw T',1790886780);
INSERT INTO "plies" VALUES(3,14,'build 21*/11',1790886900);
INSERT INTO "plies" VALUES(3,15,'draw R',1790886900);
INSERT INTO "plies" VALUES(3,16,'build 21*/21',1790887020);
INSERT INTO "plies" VALUES(3,17,'draw R',1790887020);
INSERT INTO "plies" VALUES(3,18,'none',1790887140);
INSERT INTO "plies" VALUES(3,19,'drawn',1790887260);
INSERT INTO "plies" VALUES(4,0,'lay A1B0B0A0A0A0B0B0A1B0A0A1A1A1A1A1',1790887500);
INSERT INTO "plies" VALUES(4,1,'lot 0',1790887500);
INSERT INTO "plies" VALUES(4,2,'aborted',1790887560);
INSERT INTO "plies" VALUES(5,0,'lot 0',1790887800);
INSERT INTO "plies" VALUES(5,1,'b7-c6',1790887860);
INSERT INTO "plies" VALUES(5,2,'b6-b7',1790888160);
INSERT INTO "plies" VALUES(6,0,'lot 2',1790888580);
INSERT INTO "plies" VALUES(6,1,'draw L',1790888580);
INSERT INTO "plies" VALUES(6,2,'none',1790888580);
INSERT INTO "plies" VALUES(6,3,'draw T',1790888580);
INSERT INTO "plies" VALUES(6,4,'none',1790888580);
INSERT INTO "plies" VALUES(6,5,'draw T',1790888580);
INSERT INTO "plies" VALUES(6,6,'none',1790888580);
INSERT INTO "plies" VALUES(6,7,'draw R',1790888580);
INSERT INTO "plies" VALUES(6,8,'build 2',1790888640);
INSERT INTO "plies" VALUES(6,9,'draw T',1790888640);
INSERT INTO "plies" VALUES(6,10,'none',1790888760);
INSERT INTO "plies" VALUES(6,11,'1 agree',1790888880);
INSERT INTO "plies" VALUES(6,12,'knock',1790888940);
INSERT INTO "plies" VALUES(6,13,'fail',1790889060);
INSERT INTO "plies" VALUES(6,14,'draw R',1790889060);
INSERT INTO "plies" VALUES(6,15,'build 2/1',1790889180);
INSERT INTO "plies" VALUES(6,16,'draw R',1790889180);
INSERT INTO "plies" VALUES(6,17,'build 2/2',1790889300);
INSERT INTO "plies" VALUES(6,18,'draw R',1790889300);
INSERT INTO "plies" VALUES(6,19,'build 2/2/1',1790889420);
INSERT INTO "plies" VALUES(6,20,'draw L',1790889420);
INSERT INTO "plies" VALUES(6,21,'none',1790889540);
INSERT INTO "plies" VALUES(6,22,'leave 2',1790889660);
INSERT INTO "plies" VALUES(6,23,'leave 1',1790889780);
INSERT INTO "plies" VALUES(7,0,'lot 0',1790890020);
INSERT INTO "plies" VALUES(7,1,'e2-f3',1790890080);
INSERT INTO "plies" VALUES(7,2,'g9-f10',1790890200);
INSERT INTO "plies" VALUES(7,3,'c2-e4',1790890320);
INSERT INTO "plies" VALUES(7,4,'take e4',1790890440);
INSERT INTO "plies" VALUES(7,5,'leave 0',1790890560);
CREATE TABLE ratings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    member INTEGER NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    matches INTEGER NOT NULL,
    streak INTEGER NOT NULL,         -- matches won in a row or, below zero, lost
    best_streak INTEGER NOT NULL,
    PRIMARY KEY (game, scope, member)
) STRICT, WITHOUT ROWID;
INSERT INTO "ratings" VALUES('cubus',0,1100,2.36224516306029528331e+01,7.85004763997109211715e+00,2,-1,0);
INSERT INTO "ratings" VALUES('cubus',0,2200,25.0,8.10723060766758329975e+00,1,0,0);
INSERT INTO "ratings" VALUES('cubus',0,3300,2.36224516306029528331e+01,7.85004763997109211715e+00,2,-1,0);
INSERT INTO "ratings" VALUES('cubus',0,4400,2.79108970872586859002e+01,8.19949100627016491671e+00,1,1,1);
INSERT INTO "ratings" VALUES('cubus',1,1100,25.0,8.10723060766758329975e+00,1,0,0);
INSERT INTO "ratings" VALUES('cubus',1,2200,25.0,8.10723060766758329975e+00,1,0,0);
INSERT INTO "ratings" VALUES('cubus',1,3300,25.0,8.10723060766758329975e+00,1,0,0);
INSERT INTO "ratings" VALUES('cubus',9,1100,2.35654756596252852314e+01,8.0582242228023783781e+00,1,-1,0);
INSERT INTO "ratings" VALUES('cubus',9,3300,2.35654756596252852314e+01,8.0582242228023783781e+00,1,-1,0);
INSERT INTO "ratings" VALUES('cubus',9,4400,2.78690486807494259831e+01,8.20524337739799314306e+00,1,1,1);
INSERT INTO "ratings" VALUES('knopen',0,1100,2.45886908073676266903e+01,7.82288719288111,2,-1,1);
INSERT INTO "ratings" VALUES('knopen',0,2200,2.54113091926323733096e+01,7.82288719288111,2,1,1);
INSERT INTO "ratings" VALUES('knopen',1,1100,2.45886908073676266903e+01,7.82288719288111,2,-1,1);
INSERT INTO "ratings" VALUES('knopen',1,2200,2.54113091926323733096e+01,7.82288719288111,2,1,1);
CREATE TABLE results (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    guild INTEGER NOT NULL,
    at INTEGER NOT NULL,
    circle TEXT NOT NULL,            -- JSON, the members of the match from the lowest up
    place INTEGER NOT NULL,          -- from 1
    result TEXT NOT NULL CHECK (result IN ('won', 'drawn', 'lost')),
    rating INTEGER NOT NULL,         -- in the guild, after the match
    gained INTEGER NOT NULL,
    provisional INTEGER NOT NULL,
    rating_everywhere INTEGER NOT NULL,
    gained_everywhere INTEGER NOT NULL,
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(2,0,1100,'knopen',1,1790886120,'[1100, 2200]',1,'won',1579,79,1,1579,79);
INSERT INTO "results" VALUES(2,1,2200,'knopen',1,1790886120,'[1100, 2200]',2,'lost',1421,-79,1,1421,-79);
INSERT INTO "results" VALUES(3,0,1100,'cubus',1,1790887260,'[1100, 2200, 3300]',1,'drawn',1500,0,1,1500,0);
INSERT INTO "results" VALUES(3,1,2200,'cubus',1,1790887260,'[1100, 2200, 3300]',1,'drawn',1500,0,1,1500,0);
INSERT INTO "results" VALUES(3,2,3300,'cubus',1,1790887260,'[1100, 2200, 3300]',1,'drawn',1500,0,1,1500,0);
INSERT INTO "results" VALUES(6,0,4400,'cubus',9,1790889780,'[1100, 3300, 4400]',1,'won',1586,86,1,1587,87);
INSERT INTO "results" VALUES(6,1,3300,'cubus',9,1790889780,'[1100, 3300, 4400]',2,'lost',1457,-43,1,1459,-41);
INSERT INTO "results" VALUES(6,2,1100,'cubus',9,1790889780,'[1100, 3300, 4400]',2,'lost',1457,-43,1,1459,-41);
INSERT INTO "results" VALUES(7,0,1100,'knopen',1,1790890560,'[1100, 2200]',2,'lost',1488,-91,1,1488,-91);
INSERT INTO "results" VALUES(7,1,2200,'knopen',1,1790890560,'[1100, 2200]',1,'won',1512,91,1,1512,91);
CREATE TABLE seats (
    match INTEGER NOT NULL REFERENCES matches (id),
    seat INTEGER NOT NULL,
    member INTEGER NOT NULL,
    turned INTEGER NOT NULL DEFAULT 0, hinted INTEGER NOT NULL DEFAULT 0, -- this member likes the board turned
    PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,1100,0,1);
INSERT INTO "seats" VALUES(1,1,2200,1,0);
INSERT INTO "seats" VALUES(2,0,1100,0,0);
INSERT INTO "seats" VALUES(2,1,2200,1,0);
INSERT INTO "seats" VALUES(3,0,1100,0,0);
INSERT INTO "seats" VALUES(3,1,2200,1,0);
INSERT INTO "seats" VALUES(3,2,3300,0,0);
INSERT INTO "seats" VALUES(4,0,3300,0,0);
INSERT INTO "seats" VALUES(4,1,1100,0,0);
INSERT INTO "seats" VALUES(5,0,1100,0,0);
INSERT INTO "seats" VALUES(5,1,2200,1,0);
INSERT INTO "seats" VALUES(6,0,4400,0,0);
INSERT INTO "seats" VALUES(6,1,3300,0,0);
INSERT INTO "seats" VALUES(6,2,1100,0,0);
INSERT INTO "seats" VALUES(7,0,1100,0,0);
INSERT INTO "seats" VALUES(7,1,2200,1,0);
CREATE TABLE servers (
    guild INTEGER PRIMARY KEY,
    language TEXT,                   -- empty: the server's own
    channels TEXT NOT NULL DEFAULT '[]', -- JSON; empty: everywhere
    threads INTEGER NOT NULL DEFAULT 1,  -- a thread for each match
    pace INTEGER,                    -- seconds a turn, unless the challenge says otherwise; 0: no limit
    window INTEGER,                  -- seconds to answer a claim while people are active
    least_matches INTEGER,           -- to stand on the leaderboard
    starters INTEGER,                -- the role that may start matches; empty: everybody
    left_at INTEGER                  -- the bot was removed: its data go some time after
) STRICT;
INSERT INTO "servers" VALUES(1,'nl','[7, 2]',0,900,300,2,5,NULL);
INSERT INTO "servers" VALUES(9,NULL,'[]',1,NULL,NULL,NULL,NULL,1790000000);
CREATE TABLE standings (
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    period TEXT NOT NULL,            -- 'all', a year '2026' or a month '2026-11', UTC
    member INTEGER NOT NULL,
    points INTEGER NOT NULL,         -- the rating as shown or, of a period, what it gained
    settled INTEGER NOT NULL,        -- stands before everybody whose rating is provisional
    matches INTEGER NOT NULL,
    won INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    last_at INTEGER NOT NULL,
    merit INTEGER NOT NULL,          -- points, and a million if settled; a generated column covers no index
    PRIMARY KEY (game, scope, period, member)
) STRICT, WITHOUT ROWID;
INSERT INTO "standings" VALUES('cubus',0,'2026',1100,-41,1,2,0,1,1,1790889780,999959);
INSERT INTO "standings" VALUES('cubus',0,'2026',2200,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',0,'2026',3300,-41,1,2,0,1,1,1790889780,999959);
INSERT INTO "standings" VALUES('cubus',0,'2026',4400,87,1,1,1,0,0,1790889780,1000087);
INSERT INTO "standings" VALUES('cubus',0,'2026-10',1100,-41,1,2,0,1,1,1790889780,999959);
INSERT INTO "standings" VALUES('cubus',0,'2026-10',2200,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',0,'2026-10',3300,-41,1,2,0,1,1,1790889780,999959);
INSERT INTO "standings" VALUES('cubus',0,'2026-10',4400,87,1,1,1,0,0,1790889780,1000087);
INSERT INTO "standings" VALUES('cubus',0,'all',1100,1459,0,2,0,1,1,1790889780,1459);
INSERT INTO "standings" VALUES('cubus',0,'all',2200,1500,0,1,0,1,0,1790887260,1500);
INSERT INTO "standings" VALUES('cubus',0,'all',3300,1459,0,2,0,1,1,1790889780,1459);
INSERT INTO "standings" VALUES('cubus',0,'all',4400,1587,0,1,1,0,0,1790889780,1587);
INSERT INTO "standings" VALUES('cubus',1,'2026',1100,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'2026',2200,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'2026',3300,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'2026-10',1100,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'2026-10',2200,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'2026-10',3300,0,1,1,0,1,0,1790887260,1000000);
INSERT INTO "standings" VALUES('cubus',1,'all',1100,1500,0,1,0,1,0,1790887260,1500);
INSERT INTO "standings" VALUES('cubus',1,'all',2200,1500,0,1,0,1,0,1790887260,1500);
INSERT INTO "standings" VALUES('cubus',1,'all',3300,1500,0,1,0,1,0,1790887260,1500);
INSERT INTO "standings" VALUES('cubus',9,'2026',1100,-43,1,1,0,0,1,1790889780,999957);
INSERT INTO "standings" VALUES('cubus',9,'2026',3300,-43,1,1,0,0,1,1790889780,999957);
INSERT INTO "standings" VALUES('cubus',9,'2026',4400,86,1,1,1,0,0,1790889780,1000086);
INSERT INTO "standings" VALUES('cubus',9,'2026-10',1100,-43,1,1,0,0,1,1790889780,999957);
INSERT INTO "standings" VALUES('cubus',9,'2026-10',3300,-43,1,1,0,0,1,1790889780,999957);
INSERT INTO "standings" VALUES('cubus',9,'2026-10',4400,86,1,1,1,0,0,1790889780,1000086);
INSERT INTO "standings" VALUES('cubus',9,'all',1100,1457,0,1,0,0,1,1790889780,1457);
INSERT INTO "standings" VALUES('cubus',9,'all',3300,1457,0,1,0,0,1,1790889780,1457);
INSERT INTO "standings" VALUES('cubus',9,'all',4400,1586,0,1,1,0,0,1790889780,1586);
INSERT INTO "standings" VALUES('knopen',0,'2026',1100,-12,1,2,1,0,1,1790890560,999988);
INSERT INTO "standings" VALUES('knopen',0,'2026',2200,12,1,2,1,0,1,1790890560,1000012);
INSERT INTO "standings" VALUES('knopen',0,'2026-10',1100,-12,1,2,1,0,1,1790890560,999988);
INSERT INTO "standings" VALUES('knopen',0,'2026-10',2200,12,1,2,1,0,1,1790890560,1000012);
INSERT INTO "standings" VALUES('knopen',0,'all',1100,1488,0,2,1,0,1,1790890560,1488);
INSERT INTO "standings" VALUES('knopen',0,'all',2200,1512,0,2,1,0,1,1790890560,1512);
INSERT INTO "standings" VALUES('knopen',1,'2026',1100,-12,1,2,1,0,1,1790890560,999988);
INSERT INTO "standings" VALUES('knopen',1,'2026',2200,12,1,2,1,0,1,1790890560,1000012);
INSERT INTO "standings" VALUES('knopen',1,'2026-10',1100,-12,1,2,1,0,1,1790890560,999988);
INSERT INTO "standings" VALUES('knopen',1,'2026-10',2200,12,1,2,1,0,1,1790890560,1000012);
INSERT INTO "standings" VALUES('knopen',1,'all',1100,1488,0,2,1,0,1,1790890560,1488);
INSERT INTO "standings" VALUES('knopen',1,'all',2200,1512,0,2,1,0,1,1790890560,1512);
CREATE INDEX open_challenges ON challenges (expires_at) WHERE state = 'open';
CREATE INDEX unshown_matches ON matches (id) WHERE posted_ply < plies;
CREATE INDEX matches_by_place ON matches (place) WHERE ended_at IS NULL;
CREATE INDEX seats_by_member ON seats (member, match);
CREATE INDEX unshown_challenges ON challenges (id) WHERE shown <> look;
CREATE INDEX matches_by_due ON matches (due) WHERE due IS NOT NULL;
CREATE INDEX matches_by_reminder ON matches (remind_at) WHERE remind_at IS NOT NULL;
CREATE INDEX rematches ON challenges (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE UNIQUE INDEX matches_in_order ON matches (ended_as) WHERE ended_as IS NOT NULL;
CREATE INDEX standings_by_merit ON standings (game, scope, period, merit DESC, member, matches);
CREATE INDEX results_by_member ON results (member, guild, at, match);
CREATE INDEX results_by_circle ON results (circle, game, at) WHERE seat = 0;
CREATE INDEX members_hidden ON members (member) WHERE hidden;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('challenges',13);
INSERT INTO "sqlite_sequence" VALUES('matches',7);
PRAGMA user_version = 3;
