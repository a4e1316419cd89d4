"""The buttons under a board, in the composer and in [More]."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final

import discord
from discord import ButtonStyle

from bot.club.coach import Called
from bot.club.match import Match
from bot.club.offers import Declined, Offered, Resumed
from bot.club.refused import Refused
from bot.club.whereabouts import DIRECT
from bot.features.play import turns
from bot.ui import controls, pictures
from bot.ui.acknowledgement import Acknowledgement, acknowledge
from bot.ui.addresses import Address, understood
from bot.ui.composing import composer
from bot.ui.composing.drafts import Draft
from bot.ui.feature import Heard, Values
from bot.ui.refusals import sentence
from bot.ui.saving import save_and_show
from bot.ui.table import Interaction, table_of, theme_for, words_for
from bot.words import links, sentences
from bot.words.language import language

# The composer


async def _move(interaction: Interaction, address: Address, _: Values) -> None:
    """[Move] opens the composer on the board of now, also from an older post."""
    match = await table_of(interaction).matches.load(address.number)
    await turns.go_on(interaction, match, Draft.of(match), first=True)


async def _compose(interaction: Interaction, address: Address, _: Values) -> None:
    await turns.compose(interaction, Draft.read(address))


async def _pick(interaction: Interaction, address: Address, chosen: Values) -> None:
    await turns.compose(interaction, Draft.read(address).plus("+".join(chosen)))


async def _play(interaction: Interaction, address: Address, _: Values) -> None:
    """It was looked at as it would be. Who presses twice meant it once."""
    draft = Draft.read(address)
    try:
        await turns.play_draft(interaction, draft, first=False)
    except Refused:
        if not await turns.is_played(interaction, draft):
            raise
        with suppress(discord.NotFound):
            await composer.put_away(interaction, words_for(interaction).say("composer.played"))


async def _say(interaction: Interaction, address: Address, _: Values) -> None:
    """A word for which no composer is needed, such as to agree: said on the post itself."""
    draft = Draft(address.number, address.ply, (_first_part(address),))
    await turns.play_draft(interaction, draft, first=True)


async def _to_write(interaction: Interaction, draft: Draft) -> tuple[Match, int]:
    """The match and the seat that may write a move there. Raises Refused."""
    match = await table_of(interaction).matches.load(draft.match)
    seat = match.seat_of(interaction.user.id)
    match.check_turn(seat, draft.ply)
    if match.position.can_list_moves(seat):
        raise Refused("no_choice")
    return match, seat


async def _write(interaction: Interaction, address: Address, __: Values) -> None:
    draft = Draft.read(address)
    match, _ = await _to_write(interaction, draft)
    await composer.ask_in_writing(interaction, match, draft)


async def _written(interaction: Interaction, address: Address, written: Values) -> None:
    draft = Draft.read(address)
    match, seat = await _to_write(interaction, draft)
    with understood():
        line = written[0]
    await turns.go_on(interaction, match, composer.written(match, seat, draft, line), first=False)


async def _go(interaction: Interaction, address: Address, _: Values) -> None:
    """The warning was read, the move is wanted all the same."""
    match = await table_of(interaction).matches.load(address.number)
    seat = match.seat_of(interaction.user.id)
    match.check_turn(seat, address.ply)
    await turns.play(interaction, match, match.read_move(seat, _first_part(address)), first=False)


def _first_part(address: Address) -> str:
    with understood():
        return address.rest[0]


def _closing(heard: Heard) -> Heard:
    """In a private answer a refusal takes the place of the buttons: they would only be refused again."""

    async def closing(interaction: Interaction, address: Address, values: Values) -> None:
        try:
            await heard(interaction, address, values)
        except Refused as refused:
            await composer.close_with(interaction, sentence(refused, words_for(interaction)))

    return closing


# What [More] offers


async def _more(interaction: Interaction, address: Address, _: Values) -> None:
    """Whether everybody is still here only Discord knows, and it may be slow to say so."""
    async with Acknowledgement(interaction, ephemeral=True, thinking=True):
        said = await _what_more(interaction, address)
    if interaction.response.is_done():
        await interaction.edit_original_response(**said)
    else:
        await interaction.response.send_message(**said, ephemeral=True)


async def _what_more(interaction: Interaction, address: Address) -> dict[str, Any]:
    table, member, words = table_of(interaction), interaction.user.id, words_for(interaction)
    match = await table.matches.load(address.number)
    seat = match.seat_of(member)
    if match.outcome:
        raise Refused("over")
    if not match.plays_on(member):
        raise Refused("stranger")
    match = await _with_who_left(interaction, match)
    sides = ["turn"] if match.game.has_sides else []
    verbs = [*sides, "again", *_offers(match, seat), "abort" if match.leaves_freely(seat) else "resign"]
    verbs += _ends(match, table.waiting.stay_away(match, member))
    items = [_button(match, verb, interaction, _STYLES.get(verb, ButtonStyle.secondary)) for verb in verbs]
    said = words.say("more", match=links.where(match.stored, words))
    if match.is_solo:
        items.insert(len(sides), controls.coach_button(match, words))
        said += "" if match.stored.coach is not None else f"\n{words.say('coach.offered')}"
    if grace := table.waiting.grace(match):
        gone, until = grace
        said += "\n" + words.say("gone", who=sentences.who(match, gone, words), until=f"<t:{until}:R>")
    return {"content": said, "view": controls.view(items)}


_STYLES = {
    "resign": ButtonStyle.danger,
    "abort": ButtonStyle.danger,
    "agree": ButtonStyle.success,
    "claim": ButtonStyle.primary,
}
_OF_MANY: Final = {"abort": "quit", "claim": "claim_seat"}
"""What a button is called where the others play on."""
_ALONE: Final = {"takeback": "take_back"}
"""What one is called where nobody else plays but computers."""


def _ends(match: Match, away: Sequence[int]) -> list[str]:
    """What can be done about those who stay away. Of two who have not begun, anybody ends it anyway."""
    if not away or (len(match.seats) == 2 and not match.has_begun):
        return []
    return ["claim", "call_off"] if len(match.seats) == 2 else ["claim"]


def _offers(match: Match, seat: int) -> list[str]:
    """What the seat may offer the other, or answer to an offer."""
    if match.offer:
        return [] if match.offer.seat == seat else ["agree", "disagree"]
    if match.stored.paused is not None:
        return ["resume"]
    are_two = len(match.seats) == 2
    offers = ["offer"] if are_two else []
    if are_two or match.is_solo:
        with suppress(Refused):
            match.takeback_of(seat)
            offers.append("takeback")
    if are_two and match.stored.due is not None:
        offers.append("pause")
    return offers


def _button(
    match: Match, verb: str, interaction: Interaction, style: ButtonStyle = ButtonStyle.secondary
) -> discord.ui.Button[discord.ui.View]:
    words = words_for(interaction)
    if match.offer and verb == "agree":
        label = words.say(f"offers.{match.offer.what}.agree")
    elif match.is_solo and verb in _ALONE:
        label = words.say(f"buttons.{_ALONE[verb]}")
    else:
        label = words.say(f"buttons.{_called(match, verb)}")
    ply = match.offer.ply if match.offer else match.ply
    address = Address("play", verb, match.id, ply)
    if verb in _FOR_GOOD:
        address = Address("play", "sure", match.id, ply, (verb,))
    return controls.button(address, label, style)


def _called(match: Match, verb: str) -> str:
    return _OF_MANY.get(verb, verb) if len(match.seats) > 2 else verb


async def _close_with(interaction: Interaction, key: str, **values: str) -> None:
    await composer.close_with(interaction, words_for(interaction).say(key, **values))


async def _resign(interaction: Interaction, address: Address, _: Values) -> None:
    match = await table_of(interaction).matches.load(address.number)
    match.seat_of(interaction.user.id)
    if match.outcome:
        raise Refused("over")
    words = words_for(interaction)
    items = [
        _button(match, "resign_yes", interaction, ButtonStyle.danger),
        _button(match, "keep", interaction),
    ]
    key = "resign.sure" if len(match.seats) == 2 else "resign.sure_of_many"
    await composer.respond(interaction, words.say(key), None, controls.view(items), first=False)


async def _resign_yes(interaction: Interaction, address: Address, _: Values) -> None:
    resigning = table_of(interaction).matches.resign(address.number, interaction.user.id)
    await save_and_show(interaction, resigning, lambda _: _close_with(interaction, "resign.done"))


async def _keep(interaction: Interaction, _: Address, __: Values) -> None:
    await _close_with(interaction, "resign.kept")


_FOR_GOOD: Final = ("abort", "call_off", "claim")
"""What ends a match, or a seat in it, though nobody resigns."""


async def _sure(interaction: Interaction, address: Address, _: Values) -> None:
    """A tap that ends a match is asked for twice."""
    verb = _first_part(address)
    if verb not in _FOR_GOOD:
        raise Refused("not_understood")
    match = await table_of(interaction).matches.load(address.number)
    match.seat_of(interaction.user.id)
    if match.outcome:
        raise Refused("over")
    words, key = words_for(interaction), f"sure.{_called(match, verb)}"
    yes = Address("play", verb, match.id, match.ply)
    items = [
        controls.button(yes, words.say(f"{key}.yes"), ButtonStyle.danger),
        _button(match, "keep", interaction),
    ]
    await composer.respond(interaction, words.say(f"{key}.ask"), None, controls.view(items), first=False)


async def _abort(interaction: Interaction, address: Address, _: Values) -> None:
    aborting = table_of(interaction).matches.abort(address.number, interaction.user.id)
    await save_and_show(
        interaction,
        aborting,
        lambda match: _close_with(interaction, "aborted" if match.outcome else "left_table"),
    )


def _offering(what: str) -> Heard:
    async def offer(interaction: Interaction, address: Address, _: Values) -> None:
        async def respond(saved: Offered | Declined | Match) -> None:
            await acknowledge(interaction)
            match saved:
                case Offered():
                    await _close_with(interaction, f"offers.{what}.sent")
                case Declined(computer=computer):
                    who = words_for(interaction).mention(computer)
                    await _close_with(interaction, f"offers.{what}.declined_at_once", who=who)
                case Match(is_solo=True) as match if what == "takeback":
                    # What counted before the first one counts no longer: it is said once.
                    became = "done_first" if match.stored.era == 1 and match.stored.level else "done"
                    await _close_with(interaction, f"offers.takeback.{became}", level=str(match.stored.level))
                case _:
                    await _close_with(interaction, f"offers.{what}.agreed")

        offering = table_of(interaction).offers.offer(address.number, interaction.user.id, what)
        async with Acknowledgement(interaction):  # a computer may think about it for a while
            await save_and_show(interaction, offering, respond)

    return offer


async def _agree(interaction: Interaction, address: Address, _: Values) -> None:
    table = table_of(interaction)
    offer = (await table.matches.load(address.number)).offer

    async def respond(match: Match) -> None:
        assert offer is not None
        await _answer_offer(interaction, match, f"offers.{offer.what}.agreed")

    await save_and_show(
        interaction, table.offers.agree(address.number, interaction.user.id, address.ply), respond
    )


async def _disagree(interaction: Interaction, address: Address, _: Values) -> None:
    async def respond(match: Match) -> None:
        assert match.offer is not None
        await _answer_offer(interaction, match, f"offers.{match.offer.what}.declined")

    refusing = table_of(interaction).offers.disagree(address.number, interaction.user.id, address.ply)
    await save_and_show(interaction, refusing, respond)


async def _resume(interaction: Interaction, address: Address, _: Values) -> None:
    words = words_for(interaction)

    async def respond(resumed: Resumed) -> None:
        await composer.close_with(interaction, words.say("resumed", due=sentences.due(resumed.match)))

    resuming = table_of(interaction).offers.resume(address.number, interaction.user.id)
    await save_and_show(interaction, resuming, respond)


async def _answer_offer(interaction: Interaction, match: Match, key: str) -> None:
    """On the offer's post for everybody, in the private menu for its reader."""
    message = interaction.message
    private = message is not None and message.flags.ephemeral
    words = words_for(interaction) if private else language(match.stored.locale)
    content = words.say(key, who=words.mention(interaction.user.id))
    await interaction.response.edit_message(
        content=content, view=None, allowed_mentions=discord.AllowedMentions.none()
    )


async def _turn(interaction: Interaction, address: Address, _: Values) -> None:
    match = await table_of(interaction).matches.turn_board(address.number, interaction.user.id)
    words = words_for(interaction)
    seat = match.seat_of(interaction.user.id)
    theme = theme_for(interaction)
    faces = await table_of(interaction).faces.at(match)
    files, letters = await pictures.board(match, words, faces, seat=match.seen_from(seat), theme=theme)
    items = [_button(match, "turn", interaction)]
    if match.is_to_move(interaction.user.id):
        items.insert(0, _button(match, "move", interaction, ButtonStyle.primary))
    await composer.respond(
        interaction, words.say("turned") + letters, files, controls.view(items), first=False
    )


def _coach(*, on: bool) -> Heard:
    """Under the first board, which says so from then on, or in [More]."""

    async def call(interaction: Interaction, address: Address, _: Values) -> None:
        is_private = interaction.message is not None and interaction.message.flags.ephemeral

        async def respond(_: Called) -> None:
            if is_private:
                await _close_with(interaction, f"coach.{'coach' if on else 'no_coach'}")
            else:
                await acknowledge(interaction)

        calling = table_of(interaction).coach.call(address.number, interaction.user.id, on=on)
        async with Acknowledgement(interaction):
            await save_and_show(interaction, calling, respond)

    return call


async def _again(interaction: Interaction, address: Address, _: Values) -> None:
    """Post the board once more. Where its venue is gone, the match moves here."""
    table = table_of(interaction)
    match = await table.matches.load(address.number)
    match.seat_of(interaction.user.id)
    await interaction.response.defer()
    match = await table.posts.boards.show_again(address.number, _place_for(match, interaction))
    words = words_for(interaction)
    await interaction.edit_original_response(
        content=words.say("shown_again", match=links.where(match.stored, words)),
        attachments=[],
        view=None,
    )


def _place_for(match: Match, interaction: Interaction) -> int | None:
    """A match does not leave its server, nor a direct message."""
    is_at_home = match.stored.guild == (interaction.guild_id or DIRECT)
    return interaction.channel_id if is_at_home else None


# Members who stay away


async def _with_who_left(interaction: Interaction, match: Match) -> Match:
    """With those who are no longer members of the server, as Discord knows it now."""
    table = table_of(interaction)
    others = [match.members[seat] for seat in match.playing if match.members[seat] != interaction.user.id]
    gone = await table.people.who_left_server(match.stored.guild, others)
    return match if gone is None else await table.waiting.note_gone(match, gone)


def _ending(*, won: bool) -> Heard:
    """For somebody who stays away: as a win, or without a result."""

    async def end(interaction: Interaction, address: Address, _: Values) -> None:
        waiting, member = table_of(interaction).waiting, interaction.user.id
        match = await table_of(interaction).matches.load(address.number)
        match.seat_of(member)
        async with Acknowledgement(interaction):
            await _with_who_left(interaction, match)
        await save_and_show(
            interaction,
            waiting.claim(match.id, member) if won else waiting.call_off(match.id, member),
            lambda match: _close_with(interaction, _ended(match)),
        )

    return end


async def _win(interaction: Interaction, address: Address, _: Values) -> None:
    """On a board that says that a computer cannot move. The board itself tells what became of it."""
    claiming = table_of(interaction).waiting.claim(address.number, interaction.user.id)
    async with Acknowledgement(interaction):
        await save_and_show(interaction, claiming, lambda _: acknowledge(interaction))


def _ended(match: Match) -> str:
    if match.outcome is None:
        return "claimed_seat"
    return "claimed" if match.outcome.winners else "aborted"


_IN_PUBLIC: dict[str, Heard] = {
    "move": _move,
    "more": _more,
    "say": _say,
    "written": _written,
    "win": _win,
    "coach": _coach(on=True),
    "no_coach": _coach(on=False),
}
_ON_AN_OFFER: dict[str, Heard] = {
    "agree": _agree,
    "disagree": _disagree,
    "draw_yes": _agree,  # as these buttons were called when only draws could be offered
    "draw_no": _disagree,
}
_IN_PRIVATE: dict[str, Heard] = {
    "compose": _compose,
    "pick": _pick,
    "play": _play,
    "write": _write,
    "go": _go,
    "resign": _resign,
    "resign_yes": _resign_yes,
    "keep": _keep,
    "sure": _sure,
    "abort": _abort,
    "offer": _offering("draw"),
    "takeback": _offering("takeback"),
    "pause": _offering("pause"),
    "resume": _resume,
    "turn": _turn,
    "again": _again,
    "claim": _ending(won=True),
    "call_off": _ending(won=False),
}

VERBS: Final[dict[str, Heard]] = {
    **_IN_PUBLIC,
    **_ON_AN_OFFER,
    **{verb: _closing(heard) for verb, heard in _IN_PRIVATE.items()},
}
