"""What managers decide about a match: to end it, to give it to a side, to void its result."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, Final

from discord import ButtonStyle, SelectOption, ui

from bot.club.match import Match
from bot.club.ratings import ABORTED
from bot.club.refused import Refused
from bot.club.rulings import check_winners
from bot.features.managing.panel import address, answer, back, button, log
from bot.ui import controls, limits
from bot.ui.addresses import Address, understood
from bot.ui.feature import Heard, Values
from bot.ui.installs import check_manager
from bot.ui.readers import check_match
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, words_for
from bot.words import links, outcomes, sentences
from bot.words.language import Language
from bot.words.naming import harmless

# Which match


async def _matches(interaction: Interaction, _: Address, __: Values) -> None:
    """That of this thread is offered first."""
    check_manager(interaction)
    words = words_for(interaction)
    items: list[ui.Item[Any]] = []
    here = await _played_here(interaction)
    if here is not None:
        label = f"#{here.id} {here.game.title}"
        items.append(controls.button(address("match", here.id), label, ButtonStyle.primary))
    items += [button("number", words), back(address("open"), words)]
    await answer(interaction, words.say("managing.which_match"), items)


async def _played_here(interaction: Interaction) -> Match | None:
    assert interaction.channel_id is not None
    with suppress(Refused):
        return await table_of(interaction).matches.newest_at(interaction.channel_id)
    return None


async def _number(interaction: Interaction, _: Address, __: Values) -> None:
    check_manager(interaction)
    words = words_for(interaction)
    form = controls.form(
        address("numbered"),
        words.say("managing.form_title"),
        words.say("managing.form_label"),
        words.say("managing.form_example"),
    )
    await interaction.response.send_modal(form)


async def _numbered(interaction: Interaction, _: Address, written: Values) -> None:
    check_manager(interaction)
    with understood():
        text = written[0].strip().removeprefix("#")
    if not (text.isdecimal() and text.isascii() and len(text) < 16):
        raise Refused("no_number")
    await check_match(interaction, int(text))
    await _show(interaction, int(text))


async def _match(interaction: Interaction, at: Address, _: Values) -> None:
    await _show(interaction, at.number)


async def _visit(interaction: Interaction, number: int) -> Match:
    """Raises Refused where this manager cannot decide about it."""
    guild = check_manager(interaction)
    return await table_of(interaction).rulings.visit(number, guild, interaction.user.id)


async def _show(interaction: Interaction, number: int, said: str = "") -> None:
    """The match, and what can be decided about it."""
    match, words = await _visit(interaction, number), words_for(interaction)
    members = tuple(sentences.who(match, seat, words) for seat in range(len(match.seats)))
    state = outcomes.ended(match, words) if match.outcome else words.say("managing.running")
    lines = [
        said,
        words.say("managing.match", game=match.game.title, number=match.id, members=members, state=state),
        links.where(match.stored, words),
    ]
    items = [button(verb, words, match.id, style=_STYLES[verb]) for verb in _verbs(match)]
    await answer(interaction, "\n".join(filter(None, lines)), [*items, back(address("matches"), words)])


_STYLES: Final = {
    "end": ButtonStyle.danger,
    "award": ButtonStyle.danger,
    "void": ButtonStyle.danger,
    "restore": ButtonStyle.primary,
}


def _verbs(match: Match) -> tuple[str, ...]:
    if match.outcome is None:
        return ("end", "award")
    if match.outcome.reason == ABORTED:
        return ()
    return ("restore",) if match.stored.voided else ("void",)


# Is it meant?


def _asking(verb: str) -> Heard:
    async def ask(interaction: Interaction, at: Address, _: Values) -> None:
        match, words = await _visit(interaction, at.number), words_for(interaction)
        if verb not in _verbs(match):
            raise Refused(_TOO_LATE[verb] if match.outcome else "not_over")
        yes = button(f"{verb}_yes", words, match.id, style=_STYLES[verb])
        sure = words.say(f"managing.{verb}_sure", number=match.id)
        await answer(interaction, sure, [yes, back(address("match", match.id), words)])

    return ask


_TOO_LATE: Final = {"end": "over", "void": "voided_already", "restore": "not_voided"}


async def _award(interaction: Interaction, at: Address, _: Values) -> None:
    """To whom? Who has left cannot win it."""
    match, words = await _visit(interaction, at.number), words_for(interaction)
    if match.outcome:
        raise Refused("over")
    playing = [seat for seat in range(len(match.seats)) if seat not in match.left]
    menu = ui.Select[ui.View](
        custom_id=str(address("winners", match.id)),
        placeholder=words.say("managing.choose_winners"),
        max_values=min(len(playing), len(match.seats) - 1),
        options=[SelectOption(label=_seat(match, seat, words), value=str(seat)) for seat in playing],
    )
    question = words.say("managing.award_ask", number=match.id)
    await answer(interaction, question, [menu, back(address("match", match.id), words)])


def _seat(match: Match, seat: int, words: Language) -> str:
    member = match.seats[seat]
    name = harmless(member.name) if member.member > 0 else words.say("former_member")
    side = words.side(match.game.name, match.position.side(seat))
    return (f"{name} ({side})" if side else name or str(seat + 1))[: limits.OPTION]


async def _winners(interaction: Interaction, at: Address, chosen: Values) -> None:
    match, words = await _visit(interaction, at.number), words_for(interaction)
    seats = _seats(chosen)
    check_winners(match, seats)
    winners = tuple(sentences.who(match, seat, words) for seat in seats)
    yes = button("award_yes", words, match.id, *map(str, seats), style=ButtonStyle.danger)
    sure = words.say("managing.award_sure", number=match.id, winners=winners)
    await answer(interaction, sure, [yes, back(address("award", match.id), words)])


def _seats(texts: Values) -> tuple[int, ...]:
    if not all(text.isdecimal() and text.isascii() and len(text) < 3 for text in texts):
        raise Refused("no_winners")
    with understood():
        return tuple(sorted({int(text) for text in texts}))


# It is


def _deciding(what: str, decide: Callable[[Interaction, Address], Awaitable[Match]]) -> Heard:
    async def decided(interaction: Interaction, at: Address, _: Values) -> None:
        words = words_for(interaction)

        async def respond(match: Match) -> None:
            await _show(interaction, at.number, words.say(f"managing.{what}", number=match.id))

        await save_and_show(interaction, decide(interaction, at), respond)
        log(interaction)
        table_of(interaction).recount.start()

    return decided


def _end(interaction: Interaction, at: Address) -> Awaitable[Match]:
    guild = check_manager(interaction)
    return table_of(interaction).rulings.end(at.number, guild, interaction.user.id)


def _give(interaction: Interaction, at: Address) -> Awaitable[Match]:
    guild = check_manager(interaction)
    winners = _seats(at.rest)
    return table_of(interaction).rulings.award(at.number, guild, interaction.user.id, winners)


def _void(interaction: Interaction, at: Address) -> Awaitable[Match]:
    guild = check_manager(interaction)
    return table_of(interaction).rulings.void(at.number, guild, interaction.user.id)


def _restore(interaction: Interaction, at: Address) -> Awaitable[Match]:
    guild = check_manager(interaction)
    return table_of(interaction).rulings.restore(at.number, guild, interaction.user.id)


OF_A_MATCH: Final = (
    *("match", "end", "void", "restore", "award", "winners"),
    *("end_yes", "award_yes", "void_yes", "restore_yes"),
)
"""The verbs that name one, and are for those only who see it."""
VERBS: Final[dict[str, Heard]] = {
    "matches": _matches,
    "number": _number,
    "numbered": _numbered,
    "match": _match,
    **{verb: _asking(verb) for verb in ("end", "void", "restore")},
    "award": _award,
    "winners": _winners,
    "end_yes": _deciding("ended", _end),
    "award_yes": _deciding("awarded", _give),
    "void_yes": _deciding("voided", _void),
    "restore_yes": _deciding("restored", _restore),
}
