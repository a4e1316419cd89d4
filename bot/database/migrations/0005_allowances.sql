-- How many challenges a member has made within a day, before there is one more.

CREATE INDEX challenges_by_challenger ON challenges (challenger, expires_at);
