"""What is told of a match: what happened, whose turn it is, how it ended, what the board shows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bot.club import lots
from bot.club.challenge import Challenge
from bot.club.computers import computer, is_computer, level_of
from bot.club.deadlines import USUAL_PACE
from bot.club.match import Match
from bot.club.ratings import ABORTED, is_rated
from bot.club.standings import Change
from bot.club.stored import Seat, Stored
from bot.club.whereabouts import DIRECT
from bot.words.language import Language
from bot.words.naming import harmless, in_text
from engines import GAMES
from engines.choices import Choices
from engines.codes import Note, Value
from engines.game import Chosen, Game, Hint
from engines.moves import CHANCE, TABLE, Leave
from engines.quiz import Miss
from engines.record import Ply

SEAL = 32
"""Digits of a seal in a post: of 128 bits. Who likes to see it whole presses [Fair?] below."""


def who(match: Match, seat: int, words: Language, *, is_bold: bool = False) -> str:
    """The member of a seat, with what they play: `@Anneke (Red)`. `is_bold`: it stands among bold words."""
    called = _called(match, seat, words, is_bold=is_bold)
    side = words.side(match.game.name, match.position.side(seat))
    return f"{called} ({side})" if side else called


def _called(match: Match, seat: int, words: Language, *, is_bold: bool = False) -> str:
    """At the table a computer's name will do: how strong it plays was said when the match began."""
    member = match.members[seat]
    if seat not in match.computers:
        return words.mention(member)
    return words.computer(member) if is_bold else f"**{words.computer(member)}**"


def names(match: Stored, words: Language) -> tuple[str, ...]:
    """What those at the seats are called, plainly, as pictures name them; empty where that is not known."""
    return tuple(_name(seat, words) for seat in match.seats)


def _name(seat: Seat, words: Language) -> str:
    return words.computer(seat.member) if is_computer(seat.member) else seat.name


def told(match: Match, words: Language) -> str:
    """What just happened, a line a turn."""
    newest = match.played[-2 if match.is_left_to_computers else -1 :]
    turns = (newest,) if newest and newest[-1].who == TABLE else match.last_turns
    return "\n".join(filter(None, (_told(match, turn, words) for turn in turns)))


def told_since(match: Match, ply: int, words: Language) -> str:
    """What has happened since so many plies were played."""
    return _told(match, match.played[ply:], words)


def told_before(match: Match, words: Language) -> str:
    """What had happened when the turn that goes on began."""
    return _told(match, match.turn_before, words)


def told_last(match: Match, words: Language) -> str:
    """What the last ply did, alone."""
    return _told(match, match.played[-1:], words)


def _told(match: Match, plies: Sequence[Ply[Any]], words: Language) -> str:
    """A sentence for chance, and one for every seat that did something."""
    sentences: list[str] = []
    clauses: list[str] = []
    for number, played in enumerate(plies):
        if played.who < 0:
            sentences += _told_by_nobody(match, played, words)
            continue
        clauses += words.notes(match.game.name, "told", played.before.notes(played.who, played.move))
        if number + 1 == len(plies) or plies[number + 1].who != played.who:
            if clauses:
                sentences.append(f"{who(match, played.who, words)} {words.listing(clauses)}.")
            clauses = []
    return words.begun(" ".join(sentences))


def _told_by_nobody(match: Match, played: Ply[Any], words: Language) -> list[str]:
    """What chance brought, or the table wrote down."""
    if isinstance(played.move, Leave):
        key = "told.left_freely" if match.has_left_freely(played.move.seat) else "told.left"
        return [words.say(key, who=who(match, played.move.seat, words))]
    if played.who == TABLE:
        return []  # a draw: how it ended says it all
    notes = played.before.notes(played.who, played.move)
    return [
        words.of_game(match.game.name, f"told.{note.code}", **_with_member(match, note.values, words))
        for note in notes
    ]


def _with_member(match: Match, values: Mapping[str, Value], words: Language) -> dict[str, Value]:
    seat = values.get("seat")
    if not isinstance(seat, int):
        return dict(values)
    return {**values, "who": _called(match, seat, words)}


def turn(match: Match, words: Language) -> str:
    """Whose turn it is and what may be done; who may do the same is named together. Computers think."""
    seats: dict[str, list[str]] = {}
    for seat in sorted(match.position.to_move - match.computers):
        seats.setdefault(_may(match, seat, words), []).append(who(match, seat, words))
    thinking = tuple(who(match, seat, words) for seat in match.computers_to_move)
    lines = [f"{words.listing(members)}, {may}" for may, members in seats.items()]
    if thinking:
        lines.append(words.say("computer.thinking", who=thinking, count=len(thinking)))
    return words.begun("\n".join(lines))


def met(match: Match, words: Language) -> str:
    """Against whom a member plays alone, until they have made a move of their own."""
    if not match.is_new_to_its_members:
        return ""
    return "\n".join(
        words.say(
            "computer.met",
            who=words.mention(match.members[seat]),
            about=words.say(f"computer.about.{level_of(match.members[seat])}"),
        )
        for seat in sorted(match.computers)
    )


def sealed(match: Match, words: Language) -> str:
    """What the lots and dice are bound to, of a match whose challenge has no post; empty when it is over."""
    return words.say("fair.seal", seal=match.commitment[:SEAL]) if match.is_solo and not match.outcome else ""


def lesson(game: Game[Any], words: Language) -> str:
    """For whoever plays it for the first time."""
    return words.say("lessons.first_time", game=game.title)


def aim(match: Match, words: Language) -> str:
    """What they play for, until one of them has moved."""
    if match.outcome or not match.is_new_to_its_members:
        return ""
    return words.aim(match.game.name, match.stored.options)


def answers(match: Match, words: Language) -> list[tuple[str, str]]:
    """Where who is to move has but a word to say: the keys and labels of these words."""
    seat = min(match.position.to_move, default=CHANCE)
    if seat < 0 or not match.position.answers_in_a_word(seat):
        return []
    step = match.position.choices(seat)
    if not isinstance(step, Choices) or step.options:
        return []
    game = match.game.name
    return [(option.key, words.listing(words.notes(game, "aside", option.notes))) for option in step.aside]


def due(match: Match) -> str:
    """When the time of who is to move is over, as Discord shows it to each reader."""
    return f"<t:{match.stored.due}:R>"


def time(match: Match, words: Language) -> str:
    """How long who is to move has, for what, and what silence means; empty where there is no hurry."""
    if match.stored.paused is not None:
        return words.say("time.paused")
    if match.stored.due is None:
        return ""
    if not match.in_window:
        return words.say("time.due", due=due(match))
    step = match.position.choices(min(match.position.to_move))
    own = f"time.{step.ask}" if isinstance(step, Choices) else ""
    if words.has(f"games.{match.game.name}.{own}"):
        return words.of_game(match.game.name, own, due=due(match))
    return words.say("time.window", due=due(match))


def hint(match: Match, hint: Hint, words: Language, *, kind: str = "hint") -> str:
    """`kind` is `review` where it comes after the event."""
    game, note = match.game.name, hint.note
    if hint.move is not None:
        return _best_move(game, hint, words)
    brings = words.clauses(words.notes(game, f"{kind}_brings", hint.brings))
    return words.of_game(game, f"{kind}.{note.code}", brings=brings, **note.values)


def _best_move(game: str, hint: Hint, words: Language) -> str:
    return words.say(f"hint.{hint.note.code}", why=why(game, hint.brings, words), **hint.note.values)


def why(game: str, reasons: Sequence[Note], words: Language, kinds: Sequence[str] = ("hints", "told")) -> str:
    """What speaks for a move, in brackets: as it is said where it is chosen or, failing that, when made."""
    brings = next(filter(None, (words.notes(game, kind, reasons) for kind in kinds)), [])
    brings += [words.say(key) for note in reasons if words.has(key := f"hint.brings.{note.code}")]
    return words.say("hint.why", brings=", ".join(brings).replace("*", "")) if brings else ""


def missed(game: str, miss: Miss | None, words: Language) -> str:
    """Why a try at a puzzle is not the answer, as its game says it or, failing that, as all do; None: nobody
    knows.
    """
    if miss is None:
        return words.say("puzzles.why.better")
    own, note = f"games.{game}.misses.{miss.note.code}", miss.note
    return words.say(own if words.has(own) else f"puzzles.why.{note.code}", **note.values)


def reminder(match: Match, words: Language) -> str:
    """To who is to move, before their time is over; in a window it says what for, once more."""
    called = words.mentions(match.members[seat] for seat in sorted(match.position.to_move))
    board = where(match.stored, words)
    if match.in_window:
        return f"{words.say('time.reminder_window', who=called, board=board)}\n{time(match, words)}"
    return words.say("time.reminder", who=called, due=due(match), board=board)


def _may(match: Match, seat: int, words: Language) -> str:
    step = match.position.choices(seat)
    assert isinstance(step, Choices), "a move that is all there is was played by the table"
    places = tuple(sorted((option.key for option in step.options), key=_written_order))
    values = {"count": len(places), "places": places, **step.values}
    return words.of_game(match.game.name, f"turn.{step.ask}", **values)


def _written_order(square: str) -> tuple[str, int, str]:
    """a2 before a10."""
    return square[:1], len(square), square


def ended(match: Match, words: Language) -> str:
    """How the match ended: who won, and why."""
    outcome = match.outcome
    assert outcome is not None
    losers = tuple(seat for seat in range(len(match.seats)) if seat not in outcome.winners)
    key = f"{'won' if outcome.winners else 'drawn'}.{outcome.reason}"
    level = f"{key}_level"  # won with equal points, where a game has such an end
    if len(set(outcome.scores)) == 1 and words.has(f"games.{match.game.name}.{level}"):
        key = level
    if len(outcome.winners) > 1:
        key = f"{key}_shared"
    said = words.of_game(
        match.game.name,
        key,
        winners=tuple(who(match, seat, words, is_bold=True) for seat in outcome.winners),
        losers=tuple(who(match, seat, words) for seat in losers),
        most=max(outcome.scores),
        least=min(outcome.scores),
    )
    return words.begun("\n".join(filter(None, (said, _tally(match, words), *_rulings(match, words)))))


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


def described(match: Match, words: Language, choices: Choices | None = None) -> str:
    """The position in words, with what is composed on it, for those who cannot see the picture."""
    game, position = match.game.name, match.position
    sentences = [f"{match.game.title}."]
    to_move = tuple(words.side(game, position.side(seat)) for seat in sorted(position.to_move))
    if to_move:
        sentences.append(words.say("alt.to_move", sides=to_move))
    if match.outcome:
        sentences.append(words.say("alt.over"))
    made = tuple(
        played.text
        for played in match.last
        if played.who >= 0 and not played.forced and match.is_open(played)
    )
    if made:
        sentences.append(words.say("alt.last", texts=made))
    if choices:
        sentences += words.notes(game, "composed", choices.in_words)
    return " ".join([*sentences, *words.notes(game, "summary", position.summary())])


def seated(match: Match, words: Language) -> str:
    """Whom a picture of it shows, for those who cannot see it; empty where no name is known."""
    players = []
    for seat, name in enumerate(names(match.stored, words)):
        if seen := harmless(name):
            side = words.side(match.game.name, match.position.side(seat))
            players.append(f"{seen} ({side})" if side else seen)
    return words.say("alt.seated", players=tuple(players)) if players else ""


def options(game: str, chosen: Mapping[str, Chosen], pace: int | None, words: Language) -> str:
    """Such as ` (to 8 buttons and 5 minutes a turn)`; empty where everything is usual."""
    usual = GAMES[game].read_options({})
    told = [words.option(game, name, str(value)) for name, value in chosen.items() if value != usual[name]]
    unusual = [text for text in told if text]
    if pace != USUAL_PACE:
        key = f"pace.{pace or 0}"
        unusual.append(words.say(key if words.has(key) else "pace.other", seconds=pace or 0))
    return f" ({words.listing(unusual)})" if unusual else ""


def challenge(asked: Challenge, words: Language) -> str:
    """The words of a challenge's post, open or answered."""
    key = "challenge.renewed" if asked.renewed_as else f"challenge.{asked.state}"
    if asked.is_lobby and asked.state in ("open", "accepted"):
        key = f"lobby.{asked.state}"
    elif asked.state == "open":
        key = "challenge.asked" if asked.opponent else "challenge.anybody"
    if asked.guild == DIRECT and asked.state in ("open", "expired"):
        key = f"lobby.{asked.state}_alone"
    least, most = asked.game.seats
    pace = USUAL_PACE if asked.guild == DIRECT else asked.pace  # nobody waits there, and nobody asks
    said = words.say(
        key,
        members=words.mentions(asked.members),
        count=len(asked.members),
        least=least,
        most=most,
        challenger=words.mention(asked.challenger),
        opponent=words.mention(asked.opponent) if asked.opponent else words.say("challenge.somebody"),
        game=asked.game.title,
        options=options(asked.game.name, asked.options, pace, words),
        since=f"<t:{asked.made_at}:R>",
        expires=_expires(asked),
    )
    said = words.begun(said)
    is_practice = key in ("lobby.open", "lobby.open_alone", "lobby.accepted") and any(
        map(is_computer, asked.guests)
    )
    return f"{said} {words.say('lobby.practice')}" if is_practice else said


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


def challenge_for(asked: Challenge, member: int, words: Language) -> str:
    """An open challenge in the list of one member."""
    whose = "mine" if asked.challenger == member else "for_me" if asked.opponent else "open"
    if whose == "mine" and asked.opponent is None:
        whose = "mine_open"
    if asked.is_lobby:
        whose = "lobby"
    said = words.say(
        f"list.challenge_{whose}",
        challenger=words.mention(asked.challenger),
        opponent=words.mention(asked.opponent) if asked.opponent else "",
        game=asked.game.title,
        options=options(asked.game.name, asked.options, asked.pace, words),
        since=f"<t:{asked.made_at}:R>",
        expires=_expires(asked),
    )
    if not asked.is_lobby:
        return said
    taken = {"count": len(asked.members), "most": asked.game.seats[1]}
    seated = words.say("list.seated", members=words.mentions(asked.members), **taken)
    return f"{said}\n{seated}"


def _expires(asked: Challenge) -> str:
    return f"<t:{asked.expires_at}:R>"


def seal(asked: Challenge, words: Language) -> str:
    """What the lots and dice of the match are bound to, from before there is one."""
    return words.say("fair.seal", seal=lots.commitment(asked.secret)[:SEAL])


def others(match: Stored, member: int, words: Language, *, by_name: bool = False) -> tuple[str, ...]:
    """Who plays with a member. `by_name`: as they were last called where it is played, for Discord may know
    nobody where this is read.
    """
    seats = (seat for seat in match.seats if seat.member != member)
    return tuple(_listed(seat, words, by_name=by_name) for seat in seats)


def _listed(seat: Seat, words: Language, *, by_name: bool) -> str:
    return (in_text(seat.name) if by_name else "") or words.mention(seat.member)


def where(match: Stored, words: Language) -> str:
    """A link to the newest board."""
    board = words.say("newest_board")
    return link(match, board) or (board if match.guild == DIRECT else f"<#{match.venue or match.channel}>")


def link(match: Stored, label: str) -> str | None:
    """A link to the newest board of a match; None before there is one."""
    return f"[{label}]({url(match.guild, match.venue or match.channel, match.post)})" if match.post else None


def url(guild: int, venue: int, message: int) -> str:
    where = "@me" if guild == DIRECT else guild
    return f"https://discord.com/channels/{where}/{venue}/{message}"


def listed(match: Stored, member: int, state: str, words: Language) -> str:
    """A match in a list that shows no mentions: with the others as they were last called."""
    others = (seat for seat in match.seats if seat.member != member)
    called = (
        harmless(_name(seat, words)) if seat.member > 0 else words.say("former_member") for seat in others
    )
    return " · ".join([f"#{match.id} {match.game.title}", *filter(None, called), state])


def result(match: Stored, member: int, words: Language) -> str:
    """How a finished match went for a member, and why: `won, by captures`. Knows no position."""
    return _with_reason(match, words.say(f"results.{match.result(member)}"), words)


def won_by(match: Stored, member: int, words: Language, *, by_name: bool = False) -> str:
    """Who won a finished match, told to a member of it, and why: `You won, by captures`."""
    winners = (match.seats[seat] for seat in match.winners)
    named = tuple(_listed(seat, words, by_name=by_name) for seat in winners if seat.member != member)
    said = words.say(f"list.{match.result(member)}", winners=named)
    return _with_reason(match, said[:1].upper() + said[1:], words)


def _with_reason(match: Stored, said: str, words: Language) -> str:
    if match.voided:
        return said
    keys = (f"games.{match.game.name}.reasons.{match.reason}", f"reasons.{match.reason}")
    reason = next((words.say(key) for key in keys if words.has(key)), "")
    return words.say("results.why", result=said, reason=reason) if reason else said
