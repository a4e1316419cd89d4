"""What is told of a challenge: on its post, and in a list."""

from __future__ import annotations

from collections.abc import Mapping

from bot.club import lots
from bot.club.challenge import Challenge
from bot.club.computers import is_computer
from bot.club.deadlines import USUAL_PACE
from bot.club.whereabouts import DIRECT
from bot.words.language import Language
from bot.words.sentences import SEAL
from engines import GAMES
from engines.game import Chosen


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


def options(game: str, chosen: Mapping[str, Chosen], pace: int | None, words: Language) -> str:
    """Such as ` (to 8 buttons and 5 minutes a turn)`; empty where everything is usual."""
    usual = GAMES[game].read_options({})
    told = [words.option(game, name, str(value)) for name, value in chosen.items() if value != usual[name]]
    unusual = [text for text in told if text]
    if pace != USUAL_PACE:
        key = f"pace.{pace or 0}"
        unusual.append(words.say(key if words.has(key) else "pace.other", seconds=pace or 0))
    return f" ({words.listing(unusual)})" if unusual else ""


def seal(asked: Challenge, words: Language) -> str:
    """What the lots and dice of the match are bound to, from before there is one."""
    return words.say("fair.seal", seal=lots.commitment(asked.secret)[:SEAL])
