"""How a match ended: who won and why, what that does to ratings, and what it comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.club.computers import computer
from bot.club.match import Match
from bot.club.ratings import ABORTED, is_rated
from bot.club.standings import Change
from bot.club.stored import Stored
from bot.words.language import Language
from bot.words.sentences import who
from engines.game import Outcome


def ended(match: Match, words: Language) -> str:
    """How the match ended: who won, and why."""
    outcome = match.outcome
    assert outcome is not None
    losers = tuple(seat for seat in range(len(match.seats)) if seat not in outcome.winners)
    said = words.of_game(
        match.game.name,
        _end(match.game.name, outcome, words),
        winners=tuple(who(match, seat, words, is_bold=True) for seat in outcome.winners),
        losers=tuple(who(match, seat, words) for seat in losers),
        most=max(outcome.scores),
        least=min(outcome.scores),
    )
    return words.begun("\n".join(filter(None, (said, _tally(match, words), *_rulings(match, words)))))


def _end(game: str, outcome: Outcome, words: Language) -> str:
    """Which sentence says it: wins by equal points, and wins that are shared, may have one of their own."""
    key = f"{'won' if outcome.winners else 'drawn'}.{outcome.reason}"
    if len(set(outcome.scores)) == 1 and words.has_of_game(game, f"{key}_level"):
        key = f"{key}_level"
    if len(outcome.winners) < 2:
        return key
    return f"{key}_shared" if words.has_of_game(game, f"{key}_shared") else "won.shared"


def _rulings(match: Match, words: Language) -> list[str]:
    """What managers decided about it."""
    decided = ["adjudicated"] if match.stored.adjudicated else []
    return [words.say(f"told.{what}") for what in (*decided, match.stored.verdict) if what]


def _tally(match: Match, words: Language) -> str:
    """What everybody has in the end; empty where a game has no words for it."""
    tally = words.notes(match.game.name, "tally", match.position.summary())
    return words.say("told.tally", tally=words.listing(tally)) if tally else ""


def series(played: Sequence[Stored], words: Language) -> str:
    """How a series of rematches stands: who won how many, shared wins among them; empty before the second."""
    if len(played) < 2:
        return ""
    wins = Counter(match.seats[seat].member for match in played for seat in match.winners)
    members = sorted({seat.member for match in played for seat in match.seats}, key=lambda one: -wins[one])
    standing = tuple(
        words.say("series.won", who=words.mention(member), won=wins[member]) for member in members
    )
    drawn = sum(not match.winners for match in played)
    return words.say("series.stands" if not drawn else "series.stands_drawn", standing=standing, drawn=drawn)


def ratings(match: Match, changes: Sequence[Change], words: Language) -> str:
    """What a finished match did to the ratings, or why it did nothing, unless that is known already."""
    assert match.outcome is not None
    if match.outcome.reason == ABORTED or match.stored.voided or match.is_practice:
        return ""
    if not changes:
        follow = is_rated(len(match.seats), match.played, match.outcome)
        return words.say("ladder.follow" if follow else "ladder.unrated")
    told = tuple(
        words.say(
            "ladder.change",
            who=words.mention(change.member),
            rating=change.rating,
            mark="?" if change.provisional else "",
            gained=gained(change.gained),
        )
        for change in changes
    )
    return words.say("ladder.changes", changes=told)


def gained(points: int) -> str:
    """With its sign: `+18`."""
    return f"{points:+}".replace("-", "\N{MINUS SIGN}")


def practice(match: Match, after: int | None, words: Language) -> list[str]:
    """What a finished match with computers comes to: that it was put away, that it does not count or, if they
    are of one level, which is to be played `after` it.
    """
    level, helped_by = match.stored.level, match.stored.helped_by
    assert match.outcome is not None
    if match.outcome.reason == ABORTED:
        # What has begun a member can only resign: so it was silence, unless somebody has ruled.
        is_asleep = match.is_solo and match.has_begun and not match.stored.adjudicated
        return [words.say("practice.slept")] if is_asleep else []
    if level is None:
        return []
    if helped_by:
        return [words.say(f"practice.{helped_by}", level=level)]
    if after is None:
        return []
    beaten, who = (words.mention(computer(one)) for one in (level, after))
    return [words.say("practice.next", beaten=beaten, who=who, about=words.say(f"computer.about.{after}"))]
