"""Posts as they are laid out: in whose colour, what is said at first sight, what hangs there from before."""

from __future__ import annotations

import pytest
from discord import MessageFlags
from simcord.components import walk_components

from bot.ui.pictures import colour_of
from bot.words import sentences
from bot.words.language import language
from engines import GAMES
from engines.knopen.board import SIDES
from render import DRAWERS
from render.contrast import contrast, seen_on_any_ground
from tests.bot.alone import Alone, alone
from tests.bot.playing import A_SHORT_MATCH, Table, begin, lobby
from tests.bot.simulated import Club, Member, Shown
from tests.bot.test_play import label, say
from tests.bot.test_privacy import forgets


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    return await begin(club, alice, bram, target=8)


def is_laid_out(post: Shown) -> bool:
    return MessageFlags._from_value(post.payload["flags"]).components_v2


def edge(post: Shown) -> tuple[int, ...]:
    (container,) = post.payload["components"]
    return tuple(container["accent_color"].to_bytes(3, "big"))


def as_before(club: Club, post: Shown) -> Shown:
    """It hangs there as posts were before 0.2.0: words, a picture below them, and a row of buttons."""
    stored = club.env.backend.get_message(post.channel_id, post.id)
    stored.flags &= ~MessageFlags(components_v2=True).value
    stored.content = post.content
    rows = [part["components"] for part in walk_components(stored.components) if part["type"] == 1]
    stored.components = [{"type": 1, "components": row} for row in rows]
    club.bot.table.posts.boards._hanging.take(post.id)  # another process has posted it
    return club.again(post)


# In whose colour


async def test_a_board_has_the_colour_of_who_is_to_move_and_the_last_one_of_who_has_won(table: Table) -> None:
    sides = {code: seen_on_any_ground(colour) for code, colour in DRAWERS["knopen"].sides.items()}
    assert edge(table.post) == sides["red"]
    await table.play("b7-c6")
    assert edge(table.post) == sides["blue"]
    await table.go_to(("lot 0", *A_SHORT_MATCH))
    assert edge(table.post) == sides["blue"]
    assert f"**{table.blue.mention} (Blue) wins**" in table.post.content


async def test_a_draw_and_a_challenge_have_the_colour_of_the_game(table: Table, alice: Member) -> None:
    await table.club.rewrite(table.id, ("lot 0", "b7-c6", "b6-b7", "drawn"))
    await table.club.show_board(table.id)
    assert edge(table.post) == DRAWERS["knopen"].accent
    challenge = (await alice.command("play kriskras")).public
    assert edge(challenge) == DRAWERS["kriskras"].accent


@pytest.mark.parametrize("game", GAMES)
def test_every_side_of_every_game_has_a_colour_of_its_own(game: str) -> None:
    sides = {code: seen_on_any_ground(colour) for code, colour in DRAWERS[game].sides.items()}
    most = GAMES[game].seats[1]
    assert len(sides) == len(set(sides.values())) == most, "to be told apart"
    position = GAMES[game].start({}, GAMES[game].seats[0])
    known = {position.side(seat) for seat in range(GAMES[game].seats[0])} - {""}
    assert known <= sides.keys()
    for colour in sides.values():
        assert min(contrast(colour, ground) for ground in ((43, 45, 49), (255, 255, 255))) > 1.4
    red, green, blue = DRAWERS[game].accent
    assert colour_of(game, position) == red << 16 | green << 8 | blue, "nobody's turn yet"


def test_a_theme_of_strong_contrast_changes_the_colour_too() -> None:
    position = GAMES["knopen"].start({"first": 0}, 2)
    lot = GAMES["knopen"].read_move(position, -1, "lot 0")
    position = position.play(-1, lot)
    assert position.side(0) == SIDES[0]
    assert colour_of("knopen", position) != colour_of("knopen", position, "contrast")


# At first sight


async def test_the_aim_stands_on_the_challenge_and_on_boards_until_somebody_has_moved(
    club: Club, alice: Member, bram: Member
) -> None:
    aim = language("en").aim("knopen", {"target": 8})
    assert "eight" in aim
    challenge = (await alice.command("play knopen", opponent=bram, target=8)).public
    assert aim in challenge.content
    await bram.press(challenge, "accept")
    assert aim not in club.again(challenge).content
    (number,) = await club.stored.running_of(alice.id, club.guild.id)
    table = Table(club, number, alice, bram)
    assert aim in table.post.content
    await table.go_to(("lot 0", "b7-c6"))
    assert aim not in table.post.content


@pytest.mark.parametrize(("chosen", "words"), [("off", "Most points"), ("alone", "frees most tiles")])
async def test_what_is_chosen_may_change_the_aim(
    club: Club, alice: Member, bram: Member, chosen: str, words: str
) -> None:
    assert words in (await lobby(club, "cubus", alice, bram, demolition=chosen)).content


async def test_alone_the_aim_the_seal_and_its_proof_stand_on_the_first_board(
    club: Club, alice: Member
) -> None:
    match = await alone(club, alice)
    assert language("en").aim("knopen", {}) in match.post.content
    assert label(alice, "seal") in match.post.labels
    seal = (await match.match()).commitment
    assert seal in (await alice.press(match.post, label(alice, "seal"))).private.content
    await match.move()
    await match.answered()
    assert language("en").aim("knopen", {}) not in match.post.content
    assert label(alice, "seal") not in match.post.labels
    assert seal[:32] in match.post.content


async def test_the_thread_is_called_by_the_number_of_the_match(table: Table) -> None:
    assert str(table.venue.name) == f"Knopen {table.id}: Alice – Bram"  # noqa: RUF001 - as it is written


# What hangs there from before


async def test_a_match_goes_on_from_an_old_board_which_loses_its_buttons(table: Table, club: Club) -> None:
    old = as_before(club, table.post)
    assert not is_laid_out(old)
    composer = await table.red.press(old, "Move")
    assert composer.private.pictures, "the choice of a move"
    await table.play("b7-c6")
    assert is_laid_out(table.post)
    assert table.post.id != old.id
    assert club.again(old).labels == ()
    assert club.again(old).content == old.content


async def test_within_a_turn_an_old_board_is_laid_out_anew(table: Table, club: Club) -> None:
    await table.go_to(("lot 0", "e2-d3"))
    old = as_before(club, table.post)
    await table.play("take d3")
    assert table.post.id == old.id
    assert is_laid_out(table.post)
    assert not table.post.payload["content"]


async def test_an_old_board_that_discord_leaves_as_it_is_is_followed_by_a_new_one(
    table: Table, club: Club
) -> None:
    await table.go_to(("lot 0", "e2-d3"))
    old = as_before(club, table.post)
    path = f"/channels/{old.channel_id}/messages/{old.id}"
    club.env.inject_error("PATCH", path, status=400, code=50035, message="Invalid Form Body")
    await table.play("take d3")
    assert table.post.id != old.id
    assert is_laid_out(table.post)
    assert club.again(old).labels == ()


@pytest.mark.parametrize("verb", ["accept", "decline"])
async def test_an_old_challenge_is_answered(club: Club, alice: Member, bram: Member, verb: str) -> None:
    old = as_before(club, (await alice.command("play knopen", opponent=bram)).public)
    await bram.press(old, f"challenge:{verb}")
    assert is_laid_out(club.again(old))
    assert club.again(old).labels == ((say(alice, "buttons.seal"),) if verb == "accept" else ())
    assert club.again(old).pictures == ()


async def test_at_an_old_table_one_sits_down(club: Club, alice: Member, bram: Member) -> None:
    old = as_before(club, await lobby(club, "cubus", alice))
    await bram.press(old, "Join")
    assert bram.mention in club.again(old).content
    assert club.again(old).pictures == old.pictures


@pytest.mark.parametrize("restarted", [False, True], ids=["as it is known", "posted by another process"])
async def test_a_board_that_another_has_followed_asks_nobody_any_more(
    table: Table, club: Club, restarted: bool
) -> None:
    before, match = table.post, await table.match()
    asked, aim = (say(match, language("en")) for say in (sentences.turn, sentences.aim))
    assert asked in before.content
    if restarted:
        await club.restart()
    await table.play("b7-c6")
    after = club.again(before)
    assert after.labels == ()
    assert asked not in after.content
    kept = set(after.content.splitlines())
    assert {aim} <= kept <= set(before.content.splitlines())
    assert (after.pictures, edge(after)) == (before.pictures, edge(before))


async def test_how_a_match_ended_stays_on_its_board_when_it_is_posted_once_more(
    table: Table, club: Club, alice: Member
) -> None:
    await table.play("b7-c6")
    await club.bot.table.leaving.resign(table.id, alice.id)
    await club.show_board(table.id)
    before = table.post
    await club.bot.table.posts.boards.show_again(table.id)
    await club.wait(seconds=1)
    assert table.post.id != before.id
    assert club.again(before).content == before.content
    assert club.again(before).labels == ()


async def test_old_boards_no_longer_name_who_was_forgotten(table: Table, club: Club, bram: Member) -> None:
    old = as_before(club, table.post)
    await table.play("b7-c6")
    await forgets(bram)
    await club.wait(minutes=3)
    assert bram.mention not in "".join(board.content for board in table.boards)
    assert not is_laid_out(club.again(old)), "a word is changed, nothing else"


async def test_a_solo_match_from_before_goes_on_in_its_post(club: Club, alice: Member) -> None:
    match: Alone = await alone(club, alice)
    old = as_before(club, match.post)
    await match.move()
    await match.answered()
    assert match.post.id == old.id
    assert is_laid_out(match.post)
