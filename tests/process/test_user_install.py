"""Installed by a member for themselves: what is had everywhere, what in a direct message with the bot, and
what is said where the rest is not.
"""

from __future__ import annotations

from typing import Any

import pytest

from bot.words.language import language
from tests.process.club import Club
from tests.standin import Channel, Interaction, Payload, Person
from tests.standin.interactions import options_of
from tests.standin.world import DIRECT, new_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

EVERYWHERE = {
    "learn",
    "puzzle",
    "daily",
    "rules",
    "rating",
    "help",
    "games",
    "settings",
    "privacy",
    "block",
    "unblock",
}
ON_SERVERS = {"server", "season", "Challenge"}
"""The rest is had on servers that have the bot, and in direct messages with it."""
GUILD_INSTALL, USER_INSTALL = 0, 1
GUILD, BOT_DM, PRIVATE = 0, 1, 2
_STRING, _INTEGER, _USER = 3, 4, 6


def a_server_without_the_bot(_: Person) -> Channel:
    return Channel("elsewhere", new_id())


def a_talk_with_the_bot(person: Person) -> Channel:
    return Channel("", None, DIRECT, people=[person.user])


def a_talk_of_two(person: Person) -> Channel:
    return Channel("", None, DIRECT, people=[person.user, person.user])


ELSEWHERE = pytest.mark.parametrize("place", [a_server_without_the_bot, a_talk_of_two])
PLACES = pytest.mark.parametrize("place", [a_server_without_the_bot, a_talk_with_the_bot, a_talk_of_two])


def refusal(steady: Club, where: Channel, name: str = "move", locale: str = "en") -> str:
    words = language(locale)
    if name.split(maxsplit=1)[0] not in ON_SERVERS:
        return words.say("refusals.needs_direct", bot=f"<@{steady.discord.world.bot.id}>")
    return words.say(f"refusals.{'needs_server' if where.guild_id is None else 'needs_membership'}")


def is_everywhere(name: str) -> bool:
    return name.split(maxsplit=1)[0] in EVERYWHERE


def commands_of(steady: Club) -> list[tuple[str, Payload]]:
    """The whole names of all commands, subcommands among them, with what each is declared as."""
    named: list[tuple[str, Payload]] = []
    for command in steady.discord.world.commands:
        below = [one for one in command.get("options", ()) if one["type"] == 1]
        named += [(f"{command['name']} {one['name']}", one) for one in below] or [(command["name"], command)]
    return named


def filled(command: Payload, person: Person) -> dict[str, Any]:
    """Something for every option that must be there."""
    values: dict[int, Any] = {_STRING: "a1-a2", _INTEGER: 1, _USER: person}
    return {
        option["name"]: option["choices"][0]["value"] if option.get("choices") else values[option["type"]]
        for option in options_of(command)
        if option.get("required")
    }


async def asked(person: Person, name: str, command: Payload, where: Channel) -> Interaction:
    return await person.slash(name, where, **filled(command, person))


async def test_every_command_says_where_it_is_installed_and_used(steady: Club) -> None:
    for command in steady.discord.world.commands:
        name = command["name"]
        installs = [GUILD_INSTALL] if name in ON_SERVERS else [GUILD_INSTALL, USER_INSTALL]
        contexts = [GUILD] if name in ON_SERVERS else [GUILD, BOT_DM]
        contexts += [PRIVATE] if name in EVERYWHERE else []
        assert (command["integration_types"], command["contexts"]) == (installs, contexts), name
    assert {command["name"] for command in steady.discord.world.commands} > EVERYWHERE | ON_SERVERS


@PLACES
async def test_what_is_for_oneself_alone_is_had_everywhere(steady: Club, place: Any) -> None:
    anna = steady.discord.join("Anna")
    where = place(anna)
    for name, command in commands_of(steady):
        if is_everywhere(name):
            answer = await asked(anna, name, command, where)
            assert answer.private
            assert answer.text not in (refusal(steady, where), language("en").say("refusals.broken"))


@PLACES
async def test_the_rules_are_leafed_through_everywhere(steady: Club, place: Any) -> None:
    dora = steady.discord.join("Dora", locale="nl")
    answer = await dora.slash("rules", place(dora), game="knopen")
    for page in language("nl").beside(language("en")).pages("knopen"):
        assert answer.original
        assert answer.original.content.startswith(f"### {page.title}\n")
        answer = await dora.click(answer.original, "\N{BLACK RIGHT-POINTING TRIANGLE}")


@ELSEWHERE
async def test_the_rest_says_in_one_sentence_what_it_needs(steady: Club, place: Any) -> None:
    dora = steady.discord.join("Dora", locale="nl")
    where = place(dora)
    for name, command in commands_of(steady):
        if not is_everywhere(name):
            answer = await asked(dora, name, command, where)
            said = [message.content for message in answer.private]
            assert said == [refusal(steady, where, name, "nl")], name


async def test_what_only_a_server_has_says_so_in_a_direct_message(steady: Club) -> None:
    dora = steady.discord.join("Dora", locale="nl")
    where = steady.discord.direct(dora)
    for name, command in commands_of(steady):
        if name not in ON_SERVERS:
            continue
        answer = await asked(dora, name, command, where)
        assert [message.content for message in answer.private] == [
            language("nl").say("refusals.needs_server")
        ]


@ELSEWHERE
async def test_where_nothing_can_be_had_nothing_is_suggested(steady: Club, place: Any) -> None:
    anna = steady.discord.join("Anna")
    assert await anna.complete("move", "match", "1", place(anna)) == []
    assert not any("Traceback" in line for line in steady.bot.log)


async def test_of_a_server_without_the_bot_no_names_are_kept(steady: Club) -> None:
    anna = steady.discord.join("Anna")
    where = a_server_without_the_bot(anna)
    await anna.slash("help", where)
    await anna.slash("games", where)
    known = "SELECT DISTINCT guild, name FROM people WHERE member = ?"
    assert steady.rows(known, anna.user.id) == []
    await anna.slash("help", steady.discord.direct(anna))
    assert steady.rows(known, anna.user.id) == [(0, "Anna")]
    await anna.slash("games")
    assert len(steady.rows(known, anna.user.id)) == 2


async def test_buttons_that_hang_where_the_bot_was_sent_away_say_so(steady: Club) -> None:
    match = await steady.begin()
    board = match.venue.last
    await steady.discord.gateway.tell("GUILD_DELETE", {"id": str(steady.discord.world.guild_id)})
    for what in ("Move", "More"):
        answer = await match.anna.click(board, what)
        assert answer.text == language("en").say("refusals.needs_membership")
