-- What is asked at each challenge and when somebody is forgotten, in a club of two hundred thousand matches.

CREATE INDEX running_matches ON matches (id) WHERE ended_at IS NULL;
CREATE INDEX matches_by_guild ON matches (guild);
CREATE INDEX challenges_by_guild ON challenges (guild);
CREATE INDEX people_by_member ON people (member);
