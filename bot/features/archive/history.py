"""The matches that are over, ten a page, and how two members stand against each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord
from discord import SelectOption, ui

from bot.club.refused import Refused
from bot.club.stored import Stored, Tally
from bot.ui import controls, limits
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Values
from bot.ui.readers import sight_of
from bot.ui.table import Interaction, reach_of, table_of, words_for
from bot.words import sentences
from bot.words.language import Language
from engines import GAMES

_A_PAGE: Final = 10


@dataclass(frozen=True, slots=True)
class Sought:
    """Whose matches, against whom, of which game, and which page of them."""

    member: int
    opponent: int | None
    game: str | None
    page: int = 0

    @classmethod
    def read(cls, address: Address) -> Sought:
        """Raises Refused for what no button of ours says."""
        with understood():
            member, opponent, game = address.rest
            against = whole_number(opponent) if opponent else None
            sought = cls(whole_number(member), against, GAMES[game].name if game else None, address.number)
        if 0 in (sought.member, sought.opponent):
            raise Refused("not_there")
        return sought

    def address(self, verb: str, page: int) -> Address:
        rest = (str(self.member), str(self.opponent or ""), self.game or "")
        return Address("archive", verb, page, 0, rest)


async def show(interaction: Interaction, sought: Sought, *, first: bool) -> None:
    """What its reader may see of it. How two stand against each other is known to all who meet them there."""
    archive, reach, reader = table_of(interaction).archive, reach_of(interaction), interaction.user.id
    words = words_for(interaction)
    sifted: dict[str, Any] = {"game": sought.game, "opponent": sought.opponent}
    if sought.member == sought.opponent:
        raise Refused("same_member")
    if reach is None and reader not in (sought.member, sought.opponent):
        raise Refused("others_on_servers")
    played = await archive.whereabouts(sought.member, reach, **sifted, reader=reader)
    seen = await sight_of(interaction).sift(played)
    page = seen[sought.page * _A_PAGE : (sought.page + 1) * _A_PAGE]
    if sought.page and not page:
        raise Refused("not_there")
    listed = await archive.all_of([match.id for match in page])
    length = len(seen)
    key = "of" if length else "none"
    key = f"history.{key}_anywhere" if reach is None else f"history.{key}"
    heading = words.say(key, who=words.mention(sought.member))
    if sought.opponent and played:
        tallies = await archive.tallies(sought.member, reach, **sifted)
        heading += f"\n{_standing(sought.opponent, tallies, words)}"
    content = _fitting(heading, listed, sought.member, words, by_name=reach is None)
    view = controls.view(_items(sought, length, listed, words))
    if first:
        await interaction.response.send_message(content, view=view, ephemeral=True)
    else:
        await interaction.response.edit_message(content=content, view=view)


async def turn_page(interaction: Interaction, address: Address, _: Values) -> None:
    await show(interaction, Sought.read(address), first=False)


# Words


def _standing(opponent: int, tallies: Sequence[Tally], words: Language) -> str:
    """All games together, then each, if there are several."""
    won, drawn, lost = (sum(getattr(tally, of) for tally in tallies) for of in ("won", "drawn", "lost"))
    lines = [words.say("history.against", who=words.mention(opponent), won=won, drawn=drawn, lost=lost)]
    if len(tallies) > 1:
        lines += [
            words.say("history.at", game=GAMES[one.game].title, won=one.won, drawn=one.drawn, lost=one.lost)
            for one in tallies
        ]
    return "\n".join(lines)


def _fitting(heading: str, listed: Sequence[Stored], member: int, words: Language, *, by_name: bool) -> str:
    """With links to the boards, unless so many play in these matches that a post cannot hold all."""
    linked, plain = (
        "\n".join(
            [heading, *(_line(match, member, words, linked=linked, by_name=by_name) for match in listed)]
        )
        for linked in (True, False)
    )
    return linked if len(linked) <= limits.POST else plain


def _line(match: Stored, member: int, words: Language, *, linked: bool, by_name: bool) -> str:
    number = f"#{match.id}"
    return words.say(
        "history.match",
        date=f"<t:{match.ended_at}:d>",
        number=(linked and sentences.link(match, number)) or number,
        game=match.game.title,
        others=sentences.others(match, member, words, by_name=by_name),
        result=sentences.result(match, member, words),
    )


# Buttons


def _items(sought: Sought, length: int, listed: Sequence[Stored], words: Language) -> Iterator[ui.Item[Any]]:
    if listed:
        yield ui.Select(
            custom_id=str(sought.address("chosen", sought.page)),
            placeholder=words.say("history.replay"),
            options=[_entry(match, sought.member, words) for match in listed],
            row=0,
        )
    pages = -(-length // _A_PAGE)
    if pages < 2:
        return
    for verb, page in (("newer", sought.page - 1), ("older", sought.page + 1)):
        button = controls.button(sought.address(verb, max(page, 0)), words.say(f"buttons.{verb}"), row=1)
        button.disabled = not 0 <= page < pages
        yield button
    here = words.say("rules.page", page=sought.page + 1, pages=pages)
    yield discord.ui.Button(label=here, disabled=True, custom_id="here", row=1)


def _entry(match: Stored, member: int, words: Language) -> SelectOption:
    label = f"#{match.id} {match.game.title}: {sentences.result(match, member, words)}"
    return SelectOption(label=label[: limits.OPTION], value=str(match.id))


VERBS: Final = {"newer": turn_page, "older": turn_page}
