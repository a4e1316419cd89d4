"""Who may not play on a server: to bar a member, and to let them play again."""

from __future__ import annotations

from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.club.acts import Bar
from bot.club.bars import Barred
from bot.club.refused import Refused
from bot.features.managing.panel import address, answer, back, button, log, member_in, pages
from bot.ui import limits
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_manager
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words.language import Language
from bot.words.naming import harmless

_A_PAGE: Final = 15


async def _members(interaction: Interaction, address: Address, _: Values) -> None:
    check_manager(interaction)
    await _show(interaction, page=address.number)


async def _show(interaction: Interaction, said: str = "", *, page: int = 0) -> None:
    """`said` is what has just been done."""
    guild, words = check_manager(interaction), words_for(interaction)
    barred = await table_of(interaction).bars.listed(guild)
    page = min(page, max(0, len(barred) - 1) // _A_PAGE)
    shown = list(enumerate(barred, start=1))[page * _A_PAGE :][:_A_PAGE]
    lines = [said] if said else []
    lines.append(words.say("managing.barred" if barred else "managing.none_barred"))
    lines += [_line(number, bar, words) for number, bar in shown]
    items: list[ui.Item[Any]] = [
        ui.UserSelect[ui.View](custom_id=str(address("bar")), placeholder=words.say("managing.choose_member"))
    ]
    if shown:
        items.append(
            ui.Select[ui.View](
                custom_id=str(address("lift")),
                placeholder=words.say("managing.choose_lift"),
                options=[_option(number, bar, words) for number, bar in shown],
            )
        )
    items += pages("members", page, len(barred), _A_PAGE, words)
    await answer(interaction, "\n".join(lines), [*items, back(address("open"), words)])


def _line(number: int, bar: Bar, words: Language) -> str:
    return words.say(
        "managing.bar",
        number=number,
        who=words.mention(bar.member),
        since=f"<t:{bar.at}:d>",
        manager=words.mention(bar.manager),
    )


def _option(number: int, bar: Bar, words: Language) -> SelectOption:
    """By the number of their line, where nobody has seen them here yet."""
    name = harmless(bar.name) if bar.member > 0 else words.say("former_member")
    label = f"{number}. {name}" if name else words.say("managing.unnamed", number=number)
    return SelectOption(label=label[: limits.OPTION], value=str(bar.member))


# To bar


async def _bar(interaction: Interaction, _: Address, chosen: Values) -> None:
    """Somebody was chosen: is it meant?"""
    guild, words, table = check_manager(interaction), words_for(interaction), table_of(interaction)
    with understood():
        member = member_in(chosen[0])
    if _is_bot(interaction, member):
        raise Refused("bots")
    if await table.bars.among(guild, [member]):
        await _offer_to_lift(interaction, member, words)
        return
    await table.bars.check(guild, member, interaction.user.id)
    lines = [words.say("managing.bar_sure", who=words.mention(member))]
    running = await table.matches.running(member, guild)
    if running:
        numbers = tuple(f"#{match.id}" for match in running)
        lines.append(words.say("managing.bar_running", count=len(running), matches=numbers))
    yes = button("bar_yes", words, 0, str(member), style=ButtonStyle.danger)
    await answer(interaction, "\n".join(lines), [yes, back(address("members"), words)])


async def _offer_to_lift(interaction: Interaction, member: int, words: Language) -> None:
    lift = button("lift", words, 0, str(member))
    content = words.say("managing.is_barred", who=words.mention(member))
    await answer(interaction, content, [lift, back(address("members"), words)])


def _is_bot(interaction: Interaction, member: int) -> bool:
    """As Discord says with what was chosen."""
    data: Any = interaction.data or {}
    known = data.get("resolved", {}).get("users", {}).get(str(member), {})
    return bool(known.get("bot"))


async def _bar_yes(interaction: Interaction, address: Address, _: Values) -> None:
    guild, words = check_manager(interaction), words_for(interaction)
    with understood():
        member = member_in(address.rest[0])

    async def respond(_: Barred) -> None:
        await _show(interaction, words.say("managing.barred_now", who=words.mention(member)))

    barring = table_of(interaction).bars.bar(guild, member, interaction.user.id)
    await save_and_show(interaction, barring, respond)
    log(interaction)


async def _lift(interaction: Interaction, address: Address, chosen: Values) -> None:
    guild, words = check_manager(interaction), words_for(interaction)
    with understood():
        member = member_in((chosen or address.rest)[0])
    await table_of(interaction).bars.lift(guild, member, interaction.user.id)
    log(interaction)
    await _show(interaction, words.say("managing.lifted", who=words.mention(member)))


VERBS: Final[dict[str, Heard]] = {"members": _members, "bar": _bar, "bar_yes": _bar_yes, "lift": _lift}
