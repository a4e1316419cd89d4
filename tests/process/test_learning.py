"""A lesson while the bot is a process of its own: killed within a task, and where there is no bot."""

from __future__ import annotations

from bot.words.language import language
from lessons import LESSONS
from tests.process.club import Club
from tests.process.test_user_install import a_server_without_the_bot
from tests.standin import Interaction, Message, Person

EN = language("en")
FIRST, SECOND, *_ = LESSONS["knopen"].tasks


def page(answer: Interaction) -> Message:
    assert answer.original is not None
    return answer.original


def title(task: str) -> str:
    return EN.say(f"lessons.knopen.{task}.title")


def done(club: Club, person: Person) -> list[tuple[str, int]]:
    rows = club.rows(
        "SELECT task, shown FROM lessons WHERE member = ? ORDER BY done_at, task", person.user.id
    )
    return [(task, shown) for task, shown in rows]


async def test_who_learns_while_the_bot_is_killed_goes_on_where_they_were(club: Club) -> None:
    anna = club.discord.join("Anna")
    lesson = page(await anna.slash("learn", game="knopen"))
    await anna.click(lesson, f"learn:compose:{FIRST.number}:0:f9:")
    await club.bot.kill()
    await club.bot.start()
    await anna.click(lesson, f"learn:compose:{FIRST.number}:0:f9,f5:")
    assert done(club, anna) == [(FIRST.name, 0)]
    await club.bot.kill()
    await club.bot.start()
    again = page(await anna.slash("learn", game="knopen"))
    assert title(SECOND.name) in again.text
    await anna.click(lesson, f"learn:task:{SECOND.number}:")
    assert lesson.text.startswith(again.text.splitlines()[0]), "the page from before is heard, too"


async def test_a_game_is_learnt_on_a_server_without_the_bot(club: Club) -> None:
    anna = club.discord.join("Anna")
    where = a_server_without_the_bot(anna)
    lesson = page(await anna.slash("learn", where, game="knopen"))
    await anna.click(lesson, f"learn:show:{FIRST.number}:")
    assert EN.say(f"lessons.knopen.{FIRST.name}.right") in lesson.text
    await anna.click(lesson, f"learn:task:{SECOND.number}:")
    assert title(SECOND.name) in lesson.text
    assert done(club, anna) == [(FIRST.name, 1)]


async def test_a_first_match_is_played_where_the_bot_is_a_member(club: Club) -> None:
    anna = club.discord.join("Anna")
    where = a_server_without_the_bot(anna)
    await anna.slash("learn", where, game="knopen")
    answer = await anna.send(anna.pressing(anna.whisper(where), "challenge:begin:1:0:knopen"))
    assert answer.text == EN.say("refusals.needs_membership")
    assert club.rows("SELECT count(*) FROM matches") == [(0,)]
