"""`/board`, `/games`, `/rules`, `/help`, `/fair`: looking, reading, checking."""

from __future__ import annotations

import hashlib
import io

import pytest
from PIL import Image
from simcord.components import walk_components

from bot.words.language import LANGUAGES, language
from engines import GAMES
from tests.bot.playing import A_SHORT_MATCH, Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import label, say


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, target=8)


async def test_board_shows_the_board_privately_with_the_buttons_for_it(table: Table) -> None:
    answer = await table.red.command("board", where=table.venue)
    assert answer.private.pictures
    assert answer.private.labels == tuple(label(table.red, verb) for verb in ("move", "turn", "again"))
    composer = await table.red.press(answer, label(table.red, "move"))
    assert composer.asks(":compose:")
    theirs = await table.blue.command("board", where=table.venue)
    assert theirs.private.labels == tuple(label(table.blue, verb) for verb in ("turn", "again"))


async def test_a_spectator_sees_the_board_of_the_thread(table: Table, stranger: Member) -> None:
    answer = await stranger.command("board", where=table.venue)
    assert answer.private.pictures
    assert answer.private.labels == ()


async def test_a_finished_board_can_still_be_seen(table: Table) -> None:
    await table.play(*A_SHORT_MATCH)
    answer = await table.red.command("board", where=table.venue)
    assert answer.private.pictures
    assert answer.private.labels == ()


async def test_without_a_match_board_says_how_to_begin(club: Club, stranger: Member) -> None:
    answer = await stranger.command("board")
    assert answer.private.content == say(stranger, "refusals.no_running_match")
    answer = await stranger.command("board", match=77)
    assert answer.private.content == say(stranger, "refusals.no_match")


async def test_from_a_channel_that_still_exists_a_homeless_match_is_brought_home(
    table: Table, club: Club
) -> None:
    home = club.channel
    elsewhere = club.guild.create_text_channel("elsewhere")
    await club.delete_channel(table.venue)
    await club.delete_channel(home)
    shown = await table.red.command("board", where=elsewhere, match=table.id)
    await table.red.press(shown, label(table.red, "again"))
    (thread,) = elsewhere.threads
    post = club.posts(thread)[-1]
    assert post.labels == ("Move", "Rules", "More", "Learn it")
    await table.red.press(post, "Move")


async def test_games_lists_whose_turn_it_is(table: Table) -> None:
    mine = await table.red.command("games")
    assert say(table.red, "list.your_turn") in mine.private.content
    assert table.blue.mention in mine.private.content
    assert str(table.post.id) in mine.private.button(label(table.red, "open")).url, (
        "a link to the newest board"
    )
    theirs = await table.blue.command("games")
    assert say(table.blue, "list.their_turn") in theirs.private.content


@pytest.mark.on_both
async def test_a_match_of_former_rules_does_not_hide_the_others(
    table: Table, club: Club, stranger: Member
) -> None:
    other = await begin(club, table.red, stranger)
    await club.file.change("UPDATE matches SET rules_version = 0, remind_at = 1 WHERE id = ?", table.id)
    await club.file.change("UPDATE matches SET remind_at = 1 WHERE id = ?", other.id)
    shown = (await table.red.command("games")).private.content
    assert f"#{other.id} " in shown
    assert f"#{table.id} " not in shown
    await club.wait(minutes=2)
    assert "time for your turn" in club.posts(other.venue)[-1].content


async def test_games_lists_open_challenges_with_their_buttons(
    club: Club, alice: Member, bram: Member
) -> None:
    challenge = await alice.command("play knopen", opponent=bram)
    mine = await alice.command("games")
    assert mine.private.labels == ("Withdraw",)
    await alice.press(mine, "Withdraw")
    assert "withdrew" in club.again(challenge.public).content
    assert "withdrew" in mine.private.content
    none = await bram.command("games")
    assert none.private.content == say(bram, "list.none")


async def test_games_shows_what_anybody_may_take_up_and_what_was_played(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    await alice.command("play kriskras")
    shown = (await stranger.command("games")).private
    assert "looking for an opponent for **Kris-kras**" in shown.content
    assert shown.labels == ("Accept",)
    mine = (await alice.command("games")).private
    assert "You are looking for an opponent" in mine.content
    assert f"{say(alice, 'list.finished')}\n**#{table.id} Knopen**" in mine.content


async def test_fair_without_a_match_explains_the_seal(club: Club, bram: Member) -> None:
    answer = await bram.command("fair")
    assert answer.private.content == say(bram, "fair.what")


async def test_in_the_thread_of_a_finished_match_moving_is_over(table: Table) -> None:
    await table.play(*A_SHORT_MATCH)
    answer = await table.red.command("move", where=table.venue, text="a1-a2")
    assert answer.private.content == say(table.red, "refusals.over")


async def test_games_stays_within_a_post_for_a_busy_member(club: Club, bram: Member) -> None:
    others = [club.join(f"Player{number}") for number in range(10)]
    for other in others:
        challenge = await other.command("play knopen", opponent=bram)
        await bram.press(challenge, "Accept")
        await other.command("play knopen", opponent=bram)
    numbers: set[str] = set()
    page = (await bram.command("games")).private
    while True:
        assert len(list(walk_components(page.payload["components"]))) <= 40
        numbers |= {button.custom_id or button.url for button in page.buttons}
        if "▶" not in page.labels:
            break
        page = (await bram.press(page, "▶")).private
    assert len([one for one in numbers if "accept" in one]) == 10
    assert len([one for one in numbers if "https" in one]) == 10


@pytest.mark.parametrize("game", GAMES)
async def test_rules_are_leafed_through_in_the_readers_language(
    club: Club, alice: Member, bram: Member, game: str
) -> None:
    for member, code in ((alice, "en"), (bram, "nl")):
        pages = language(code).beside(language("en")).pages(game)
        answer = await member.command("rules", game=game)
        for number, page in enumerate(pages):
            shown = answer.private
            assert shown.content == f"### {page.title}\n{page.text}"
            assert bool(shown.pictures) == (page.figure is not None)
            assert language(code).say("rules.page", page=number + 1, pages=len(pages)) in {
                button.label for button in shown.buttons
            }
            answer = await member.press(answer, "▶")
        assert answer.private.content.startswith(f"### {pages[0].title}"), "round again"
        answer = await member.press(answer, "◀")
        assert answer.private.content.startswith(f"### {pages[-1].title}")


async def test_the_rules_button_is_for_everybody(table: Table, stranger: Member) -> None:
    answer = await stranger.press(table.post, "Rules")
    assert answer.private.content.startswith("### ")
    assert Image.open(io.BytesIO(answer.private.picture.data)).size == (800, 800)


async def test_the_rules_have_a_menu_of_their_pages(club: Club, bram: Member) -> None:
    answer = await bram.command("rules", game="krabcek")
    pages = language("nl").beside(language("en")).pages("krabcek")
    titles = tuple(f"{number}. {page.title}" for number, page in enumerate(pages, 1))
    assert answer.private.menu.labels == titles
    answer = await bram.choose(answer, "5")
    assert answer.private.content.startswith(f"### {pages[5].title}")
    answer = await bram.press(answer, "◀")
    assert answer.private.content.startswith(f"### {pages[4].title}")


async def test_the_rules_open_at_the_page_that_fits_the_turn(club: Club, alice: Member, bram: Member) -> None:
    """Where the turn asks for something of its own, such as a gate; else at the first page."""
    begun = await begin(club, alice, bram, game="krabcek")
    answer = await begun.red.press(begun.post, "Rules")
    assert answer.private.content.startswith("### The gates") or "### De poorten" in answer.private.content
    table = await begin(club, alice, bram)
    answer = await alice.press(table.post, "Rules")
    assert answer.private.content.startswith("### In one minute")


async def test_a_challenge_has_the_rules_at_hand(club: Club, bram: Member) -> None:
    challenge = (await bram.command("play knopen")).public
    answer = await bram.press(challenge, "Rules")
    assert answer.private.content.startswith(f"### {language('nl').pages('knopen')[0].title}")


async def test_help_names_every_game(club: Club, alice: Member, bram: Member) -> None:
    for member in (alice, bram):
        answer = await member.command("help")
        assert len(answer.private.content) <= 2000
        for game in GAMES.values():
            assert game.title in answer.private.content


async def test_a_running_match_shows_only_its_seal(table: Table) -> None:
    answer = await table.red.command("fair", where=table.venue)
    match = await table.match()
    assert match.commitment in answer.private.content
    assert match.stored.secret.hex() not in answer.private.content


async def test_the_lots_of_a_finished_match_are_drawn_again(table: Table, stranger: Member) -> None:
    await table.play(*A_SHORT_MATCH)
    answer = await stranger.press(table.post, "Was it fair?")
    match = await table.match()
    assert match.commitment == hashlib.sha256(match.stored.secret).hexdigest()
    assert match.stored.secret.hex() in answer.private.content
    assert f"✓ ply 0: `{match.record[0]}`" in answer.private.content
    assert "✗" not in answer.private.content


@pytest.mark.on_both
async def test_a_false_lot_would_be_seen(table: Table, club: Club) -> None:
    await table.play(*A_SHORT_MATCH)
    other = {"lot 0": "lot 1", "lot 1": "lot 0"}[(await table.record())[0]]
    await club.file.change("UPDATE plies SET text = ? WHERE ply = 0", other)
    club.bot.table.matches.forget_courses()
    answer = await table.red.command("fair", where=table.venue)
    assert "✗ ply 0" in answer.private.content


IN_MENUS = {"commands.challenge.name"}
"""Commands that are not typed."""


def test_every_command_is_named_in_every_language() -> None:
    names = {
        code: {
            key: text
            for key, text in language(code).sentences.items()
            if ("commands." in key) and key.endswith((".name", ".description", ".value"))
        }
        for code in LANGUAGES
    }
    for code, named in names.items():
        for key, text in named.items():
            limit = 32 if key.endswith(".name") else 100
            assert 0 < len(text) <= limit, (code, key)
            if key.endswith(".name") and key not in IN_MENUS:
                assert text == text.lower(), (code, key)
                assert " " not in text, (code, key)


async def test_discord_is_told_the_dutch_names(club: Club) -> None:
    commands = {name: command for (name, _), command in club.env.backend.commands[None].items()}
    shown = {"play", "move", "board", "games", "hint", "replay", "history", "rules", "help", "fair"}
    shown |= {"leaderboard", "season", "profile", "rating", "settings", "server", "block", "unblock"}
    shown |= {"privacy", "learn", "puzzle", "daily", "Challenge"}
    assert set(commands) == shown
    assert commands["move"]["name_localizations"]["nl"] == "zet"
    assert [command["name"] for command in commands["play"]["options"]] == list(GAMES)
    (knopen,) = [command for command in commands["play"]["options"] if command["name"] == "knopen"]
    opponent, level, target, *_ = knopen["options"]
    assert level["name_localizations"]["nl"] == "niveau"
    assert [choice["value"] for choice in level["choices"]] == [1, 2, 3, 4, 5]
    assert opponent["name_localizations"]["nl"] == "tegenstander"
    assert [choice["value"] for choice in target["choices"]] == [10, 9, 8, 7, 6, 5]
    assert target["choices"][0]["name_localizations"]["nl"] == "10 knopen"
