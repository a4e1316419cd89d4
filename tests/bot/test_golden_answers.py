"""What one reads who asks, word for word and button for button, in every language: against golden posts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from bot.features.preferences import house, mine
from tests.bot.alone import alone
from tests.bot.finishing import drawn, won
from tests.bot.golden_posts import asked, compare, written
from tests.bot.playing import A_SHORT_MATCH, begin
from tests.bot.simulated import Answer, Club, Member

GoldenAnswer = Callable[[str, Answer], None]
_LOCALES: Final = {"en": "en-GB"}
"""Of the languages that Discord calls by another name."""

pytestmark = pytest.mark.usefixtures("code")


@pytest.fixture
def dora(club: Club, code: str) -> Member:
    """She asks."""
    return club.join("Dora", locale=_LOCALES.get(code, code))


@pytest.fixture
def mona(club: Club, code: str) -> Member:
    """She manages the server."""
    return club.join_manager("Mona", locale=_LOCALES.get(code, code))


@pytest.fixture
def golden(request: pytest.FixtureRequest, code: str, club: Club) -> GoldenAnswer:
    """Compares what was answered last with the golden answer of a name."""

    def golden(name: str, answer: Answer) -> None:
        users = club.env.backend.users
        names = {number: str(user.global_name or user.name) for number, user in users.items()}
        form = answer.result.modal
        letters = asked(form, names) if form else written(club.see(answer), names)
        compare(f"{name}.{code}", letters, renew=request.config.getoption("--renew-golden"))

    return golden


async def played(club: Club, *members: Member) -> int:
    """A match that the first of them has won."""
    match = await won(club.bot.table, [member.id for member in members], guild=club.guild.id)
    await club.file.change("UPDATE matches SET channel = ? WHERE id = ?", club.channel.id, match.id)
    return match.id


async def test_what_the_table_is(dora: Member, golden: GoldenAnswer) -> None:
    golden("help", await dora.command("help"))
    golden("rating", await dora.command("rating"))


async def test_matches_and_challenges(
    club: Club, alice: Member, bram: Member, dora: Member, golden: GoldenAnswer
) -> None:
    golden("games_none", await dora.command("games"))
    await begin(club, dora, alice, time=86_400)
    await alice.command("play kriskras", opponent=dora)
    await dora.command("play krabcek", opponent=bram)
    await bram.command("play cubus")
    await alone(club, dora)
    await played(club, dora, bram)
    golden("games", await dora.command("games"))


async def test_what_was_played(
    club: Club, alice: Member, bram: Member, dora: Member, golden: GoldenAnswer
) -> None:
    golden("history_none", await dora.command("history"))
    await played(club, dora, alice)
    await played(club, alice, dora)
    await drawn(club.bot.table, (dora.id, bram.id), guild=club.guild.id)
    golden("history", await dora.command("history"))
    golden("history_against", await dora.command("history", opponent=alice))
    golden("history_of_oneself", await dora.command("history", opponent=dora))
    golden("history_against_a_level", await dora.command("history", level=1))


async def test_a_match_that_is_over(club: Club, alice: Member, dora: Member, golden: GoldenAnswer) -> None:
    golden("fair_none", await dora.command("fair"))
    golden("replay_none", await dora.command("replay"))
    table = await begin(club, dora, alice, target=8)
    golden("fair_running", await dora.command("fair", match=table.id))
    await table.go_to(("lot 0", *A_SHORT_MATCH))
    golden("fair", await dora.command("fair", match=table.id))
    film = await dora.command("replay", match=table.id)
    golden("replay", film)
    golden("replay_record", await dora.press(film, "archive:record"))
    golden("replay_steps", await dora.press(film, "archive:steps"))


async def test_who_stands_where(
    club: Club, alice: Member, bram: Member, dora: Member, golden: GoldenAnswer
) -> None:
    golden("leaderboard_none", await dora.command("leaderboard"))
    await played(club, dora, alice)
    await played(club, alice, bram)
    await played(club, dora, bram)
    golden("leaderboard", await dora.command("leaderboard", game="knopen"))
    golden("leaderboard_everywhere", await dora.command("leaderboard", game="knopen", scope="everywhere"))
    golden("season", await dora.command("season"))
    golden("season_unknown", await dora.command("season", which="1999"))


async def test_how_a_member_likes_it(club: Club, alice: Member, dora: Member, golden: GoldenAnswer) -> None:
    page = await dora.command("settings")
    golden("settings", page)
    for theme in mine.PAGE.themes:
        golden(f"settings_{theme}", await dora.press(page, f"form:0:0:{theme}"))
    golden("block", await dora.command("block", member=alice))
    golden("block_oneself", await dora.command("block", member=dora))
    form = await dora.press(page, "form:0:0:board")
    golden("settings_changed", await dora.fill_in(form, turned="yes", theme="night"))
    golden("unblock", await dora.command("unblock", member=alice))
    golden("unblock_twice", await dora.command("unblock", member=alice))


async def test_how_a_server_likes_it(club: Club, mona: Member, golden: GoldenAnswer) -> None:
    page = await mona.command("server")
    golden("server", page)
    for theme in house.PAGE.themes:
        golden(f"server_{theme}", await mona.press(page, f"form_house:0:0:{theme}"))
    form = await mona.press(page, "form_house:0:0:places")
    golden("server_changed", await mona.fill_in(form, threads="no"))
    golden("server_forget", await mona.press(await mona.command("server"), "forget_house"))


async def test_who_manages_the_table(
    club: Club, alice: Member, bram: Member, mona: Member, golden: GoldenAnswer
) -> None:
    number = await played(club, alice, bram)
    page = await mona.press(await mona.command("server"), "managing:open")
    golden("managing", page)
    members = await mona.press(page, "managing:members")
    golden("managing_members", members)
    sure = await mona.choose(members, bram.actor, menu="managing:bar")
    golden("managing_bar", sure)
    golden("managing_barred", await mona.press(sure, "managing:bar_yes"))
    matches = await mona.press(
        await mona.press(await mona.command("server"), "managing:open"), "managing:matches"
    )
    golden("managing_matches", matches)
    form = await mona.press(matches, "managing:number")
    golden("managing_number", form)
    match = await mona.submit(form, line=str(number))
    golden("managing_match", match)
    sure = await mona.press(match, "managing:void")
    golden("managing_void", sure)
    golden("managing_voided", await mona.press(sure, "managing:void_yes"))
    page = await mona.press(await mona.command("server"), "managing:open")
    golden("managing_acts", await mona.press(page, "managing:acts"))


async def test_what_is_stored_about_a_member(
    club: Club, alice: Member, dora: Member, golden: GoldenAnswer
) -> None:
    await played(club, dora, alice)
    golden("privacy_export", await dora.command("privacy export"))
    golden("privacy_delete", await dora.command("privacy delete"))
    golden("privacy_kept", await dora.press(await dora.command("privacy delete"), "preferences:keep"))
    golden("privacy_deleted", await dora.press(await dora.command("privacy delete"), "preferences:erase"))
