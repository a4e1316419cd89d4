"""The matches that are over, ten a page, and how two members stand against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from discord import ui

from bot.club.computers import computer
from bot.club.ratings import ABORTED
from bot.club.refused import Refused
from bot.club.stored import Stored
from bot.club.tallies import LevelTally, Tally
from bot.ui import controls, lists
from bot.ui.addresses import Address, understood, whole_number
from bot.ui.feature import Values
from bot.ui.lists import Line
from bot.ui.readers import sight_of
from bot.ui.table import Interaction, reach_of, table_of, words_for
from bot.words import histories, links
from bot.words.language import Language
from engines import GAMES
from engines.players.thinking import LEVELS

_A_PAGE: Final = 8
"""Each takes a line, a row and two buttons, of the forty parts that Discord shows."""


ANY_LEVEL: Final = 0


@dataclass(frozen=True, slots=True)
class Sought:
    """Whose matches, against whom, of which game, and which page of them."""

    member: int
    opponent: int | None
    game: str | None
    page: int = 0
    level: int | None = None
    """Of the computers they are against; None: of no computers in particular."""

    @classmethod
    def read(cls, address: Address) -> Sought:
        """Raises Refused for what no button of ours says."""
        with understood():
            member, opponent, game, *more = address.rest
            against = whole_number(opponent) if opponent else None
            level = _READ_LEVEL[more[0]] if more else None
            of_game = GAMES[game].name if game else None
            sought = cls(whole_number(member), against, of_game, address.number, level)
        if 0 in (sought.member, sought.opponent):
            raise Refused("not_there")
        return sought

    def address(self, verb: str, page: int) -> Address:
        level = () if self.level is None else (str(self.level),)
        rest = (str(self.member), str(self.opponent or ""), self.game or "", *level)
        return Address("archive", verb, page, 0, rest)


_READ_LEVEL: Final = {str(level): level for level in (ANY_LEVEL, *LEVELS)}


async def show(interaction: Interaction, sought: Sought) -> None:
    """What its reader may see of it. How two stand against each other is known to all who meet them there."""
    archive, reach, reader = table_of(interaction).archive, reach_of(interaction), interaction.user.id
    words = words_for(interaction)
    sifted: dict[str, Any] = {"game": sought.game, "opponent": sought.opponent}
    if sought.member == sought.opponent:
        raise Refused("same_member")
    if reach is None and reader not in (sought.member, sought.opponent):
        raise Refused("others_on_servers")
    played = await archive.whereabouts(
        *(sought.member, reach),
        **sifted,
        with_computers=sought.level is not None,
        level=sought.level or None,
        reader=reader,
    )
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
    if sought.level is not None and played:
        levels = await table_of(interaction).levels.tallies(sought.member)
        heading += f"\n{_against_computers(sought, levels, words)}"
    pages = -(-length // _A_PAGE)
    lines = [_line(match, sought.member, words, by_name=reach is None) for match in listed]
    labels = ("newer", "older")
    leaf = lists.leaf(sought.page, pages, words, sought.address, labels)
    await lists.show(interaction, [ui.TextDisplay(heading), *lists.shown(lines), *leaf])


async def turn_page(interaction: Interaction, address: Address, _: Values) -> None:
    await show(interaction, Sought.read(address))


# Words


def _standing(opponent: int, tallies: Sequence[Tally], words: Language) -> str:
    """All games together, then each, if there are several."""
    lines = [words.say("history.against", who=words.mention(opponent), **_summed(tallies))]
    if len(tallies) > 1:
        lines += [
            words.say("history.at", game=GAMES[one.game].title, won=one.won, drawn=one.drawn, lost=one.lost)
            for one in tallies
        ]
    return "\n".join(lines)


def _against_computers(sought: Sought, tallies: Sequence[LevelTally], words: Language) -> str:
    """Level by level. Here as in a profile it is one number for all servers."""
    lines = [words.say("history.computers")]
    for level in LEVELS if sought.level == ANY_LEVEL else (sought.level,):
        of_level = [one for one in tallies if one.level == level and sought.game in (None, one.game)]
        if of_level and level:
            lines.append(
                words.say("history.against", who=words.mention(computer(level)), **_summed(of_level))
            )
    return "\n".join(lines if len(lines) > 1 else [words.say("history.computers_uncounted")])


def _summed(tallies: Sequence[Tally | LevelTally]) -> dict[str, int]:
    return {of: sum(getattr(tally, of) for tally in tallies) for of in ("won", "drawn", "lost")}


def _line(match: Stored, member: int, words: Language, *, by_name: bool) -> Line:
    """With a link to its last board; its film and its review are a tap away."""
    number = f"#{match.id}"
    said = words.say(
        "history.match",
        date=f"<t:{match.ended_at}:d>",
        number=links.link(match, number) or number,
        game=match.game.title,
        others=histories.others(match, member, words, by_name=by_name),
        result=histories.result(match, member, words),
    )
    verbs = ("watch", "review") if match.reason != ABORTED else ("watch",)
    below = (
        controls.button(Address("archive", verb, match.id), words.say(f"buttons.{verb}")) for verb in verbs
    )
    return Line(said, below=tuple(below))


VERBS: Final = {"newer": turn_page, "older": turn_page}
