"""`/games`: one's matches and challenges, whose turn it is and for how long; and tables that stand open."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from discord import ButtonStyle, ui

from bot.club.challenge import Challenge
from bot.club.match import Match
from bot.club.stored import Stored
from bot.club.whereabouts import DIRECT
from bot.ui import controls, lists
from bot.ui.addresses import Address
from bot.ui.feature import Heard, Values
from bot.ui.lists import Button, Line
from bot.ui.readers import sight_of
from bot.ui.table import Interaction, is_direct, is_on_server, reach_of, table_of, words_for
from bot.words import challenging, histories, links
from bot.words.language import Language
from bot.words.naming import in_text

_FINISHED: Final = 5
_OPEN: Final = 25
"""Tables of others that are shown: the newest."""
_BESIDE: Final = {"accept": ButtonStyle.success, "join": ButtonStyle.success, "start": ButtonStyle.primary}


async def show(interaction: Interaction, page: int = 0) -> None:
    """The last page stands for those that are there no more."""
    words = words_for(interaction)
    pages = lists.paged(await _lines(interaction, words))
    if not pages:
        await lists.show(interaction, [ui.TextDisplay(words.say("list.none"))])
        return
    here = min(page, len(pages) - 1)
    leaf = lists.leaf(here, len(pages), words, lambda _, there: Address("play", "games", there))
    await lists.show(interaction, [*lists.shown(pages[here]), *leaf])


async def _turn_page(interaction: Interaction, address: Address, _: Values) -> None:
    await show(interaction, address.number)


async def _lines(interaction: Interaction, words: Language) -> list[Line]:
    """What is most urgent first."""
    table, member, reach = table_of(interaction), interaction.user.id, reach_of(interaction)
    running = await table.matches.running(member, reach)
    asked, own, others = await _open_challenges(interaction)
    finished = await table.archive.history(member, reach, most=_FINISHED)
    sections: dict[str, Iterable[Line]] = {
        "your_turn": (_running(interaction, one, words) for one in running if one.is_to_move(member)),
        "asked": (_challenge(interaction, one, words) for one in asked),
        "own": (_challenge(interaction, one, words) for one in own),
        "their_turn": (_running(interaction, one, words) for one in running if not one.is_to_move(member)),
        "challenges": (_challenge(interaction, one, words) for one in others),
        "finished": (_finished(interaction, one, words) for one in finished),
    }
    return [
        replace(line, heading=words.say(f"list.{section}"))
        for section, lines in sections.items()
        for line in lines
    ]


async def _open_challenges(interaction: Interaction) -> tuple[list[Challenge], ...]:
    """Those made to the member, those where they sit, and the newest of those that anybody may take up.

    Where there is no server, of all servers; but to answer them one goes there.
    """
    member, guild, stored = (
        interaction.user.id,
        reach_of(interaction),
        table_of(interaction).stored_challenges,
    )
    challenges = await (stored.open_with(member) if guild is None else stored.open_for(member, guild))
    asked = [one for one in challenges if one.opponent == member]
    own = [one for one in challenges if one.challenger == member or member in one.guests]
    others = [one for one in reversed(challenges) if one not in asked and one not in own]
    seen = await sight_of(interaction).sift(others)
    return asked, own, seen[:_OPEN]


# Matches


def _running(interaction: Interaction, match: Match, words: Language) -> Line:
    member = interaction.user.id
    told = _turn(match, member, words)
    if table_of(interaction).waiting.stay_away(match, member):
        told += f" {words.say('list.endable')}"
    return Line(f"{_heading(interaction, match.stored, words)}\n{told}", _to_board(match.stored, words))


def _finished(interaction: Interaction, match: Stored, words: Language) -> Line:
    by_name = not is_on_server(interaction)
    ended = histories.won_by(match, interaction.user.id, words, by_name=by_name)
    when = words.say("list.ended", ended=ended, when=f"<t:{match.ended_at}:R>")
    return Line(f"{_heading(interaction, match, words)}\n{when}", _to_board(match, words))


def _heading(interaction: Interaction, match: Stored, words: Language) -> str:
    """Which match it is, against whom and, if that is not on this server, where."""
    others = histories.others(match, interaction.user.id, words, by_name=not is_on_server(interaction))
    said = words.say("list.match", number=match.id, game=match.game.title, others=others)
    if match.guild == interaction.guild_id or (match.guild == DIRECT and is_direct(interaction)):
        return said
    if match.guild == DIRECT:
        return f"{said}, {words.say('list.in_direct_messages')}"
    server = interaction.client.get_guild(match.guild)
    return f"{said}, {words.say('list.on_server', server=in_text(server.name))}" if server else said


def _turn(match: Match, member: int, words: Language) -> str:
    """Whose turn it is, and how long it may take."""
    clock = "free"
    if match.stored.paused is not None:
        clock = "paused"
    elif match.stored.due is not None:
        clock = "answer" if match.in_window else "due"
    whose = "to_move" if match.is_to_move(member) else "waiting"
    to_move = [match.members[seat] for seat in sorted(match.position.to_move)]
    due = f"<t:{match.stored.due}:R>"
    return words.begun(words.say(f"list.{whose}.{clock}", who=words.mentions(to_move), due=due))


def _to_board(match: Stored, words: Language) -> Button:
    """A link to the newest board; before there is one, it is shown to who asks."""
    if match.post is None:
        return controls.button(Address("play", "look", match.id), words.say("buttons.look"))
    url = links.url(match.guild, match.venue or match.channel, match.post)
    return ui.Button(label=words.say("buttons.open"), url=url)


# Challenges


def _challenge(interaction: Interaction, challenge: Challenge, words: Language) -> Line:
    """With the buttons of its post, also if that was deleted; from elsewhere, a link to it."""
    member = interaction.user.id
    text = challenging.challenge_for(challenge, member, words)
    if not is_on_server(interaction):
        return Line(text, _to_post(challenge, words))
    buttons = [_button(challenge, verb, words) for verb in controls.verbs_for(challenge, member)]
    return Line(text, next(iter(buttons), None), tuple(buttons[1:]))


def _button(challenge: Challenge, verb: str, words: Language) -> Button:
    style = _BESIDE.get(verb, ButtonStyle.secondary)
    return controls.button(Address("challenge", verb, challenge.id), words.say(f"buttons.{verb}"), style)


def _to_post(challenge: Challenge, words: Language) -> Button | None:
    if challenge.message is None:
        return None
    url = links.url(challenge.guild, challenge.channel, challenge.message)
    return ui.Button(label=words.say("buttons.open"), url=url)


VERBS: Final[dict[str, Heard]] = {"games": _turn_page}
