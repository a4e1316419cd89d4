"""Playing again: the same members, sides swapped, when both agree."""

from __future__ import annotations

import pytest

from engines import GAMES
from tests.bot.playing import A_SHORT_MATCH, Table, begin
from tests.bot.simulated import Club, Member
from tests.bot.test_play import say


@pytest.fixture
async def ended(club: Club, alice: Member, bram: Member) -> Table:
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    return table


async def newest(ended: Table) -> Table:
    number = max(await ended.club.stored.running_of(ended.red.id, ended.club.guild.id))
    return Table(ended.club, number, ended.red, ended.blue)


async def test_who_lost_the_lot_begins_the_rematch(ended: Table) -> None:
    await ended.red.press(ended.post, "Play again")
    asked = ended.club.posts(ended.venue)[-1]
    assert asked.pinged == {ended.blue.id}
    await ended.blue.press(asked, "Accept")
    again = await newest(ended)
    match = await again.match()
    assert again.id != ended.id
    assert match.stored.options["target"] == 8
    assert [match.members[seat] for seat in match.position.to_move] == [ended.blue.id]
    assert match.stored.venue == ended.venue.id
    assert f"Sides are swapped: {ended.blue.mention} plays Red" in again.post.content


async def test_a_series_is_counted_from_the_second_match_on(ended: Table) -> None:
    assert "The series stands" not in ended.post.content
    again = ended
    for loser, won in ((ended.blue, (1, 1)), (ended.red, (2, 1))):
        board = again.post
        await ended.blue.press(board, "Play again")
        await ended.red.press(board, "Play again")
        again = await newest(ended)
        await again.club.bot.table.leaving.forfeit(again.id, (await again.match()).seat_of(loser.id))
        await again.club.show_board(again.id)
        told = again.post.content
        assert f"{ended.blue.mention} {won[0]}" in told
        assert f"{ended.red.mention} {won[1]}" in told


async def test_asking_from_both_sides_is_an_agreement(ended: Table) -> None:
    board = ended.post
    await ended.blue.press(board, "Play again")
    await ended.red.press(board, "Play again")
    match = await (await newest(ended)).match()
    assert [match.members[seat] for seat in match.position.to_move] == [ended.blue.id]


async def test_two_clicks_at_once_make_one_rematch(ended: Table) -> None:
    board = ended.post
    await ended.club.deliver(ended.red.pressing(board, "Play again"), ended.red.pressing(board, "Play again"))
    assert len(await ended.club.bot.table.stored_challenges.open_for(ended.red.id, ended.club.guild.id)) == 1


async def test_a_stranger_asks_for_no_rematch(ended: Table, stranger: Member) -> None:
    answer = await stranger.press(ended.post, "Play again")
    assert answer.private.content == say(stranger, "refusals.stranger")


async def test_who_asked_waits_for_the_other(ended: Table) -> None:
    board = ended.post
    await ended.red.press(board, "Play again")
    answer = await ended.red.press(board, "Play again")
    assert answer.private.content == say(ended.red, "refusals.yourself_accept")


@pytest.mark.parametrize("game", [name for name, game in GAMES.items() if game.seats == (2, 2)])
async def test_in_every_game_who_did_not_begin_begins_the_rematch(
    game: str, club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram, game=game)
    match = await table.match()
    (seat,) = match.position.to_move
    began = match.members[seat]
    rooms = club.bot.table
    await table.play(match.game.suggestions(match.position, seat, "")[0])
    ended = await club.bot.table.leaving.abort(table.id, began)
    for presser in (alice, bram):
        challenge = await rooms.rematches.ask(ended.id, presser.id, club.channel.id)
        await rooms.challenges.withdraw(challenge.id, presser.id)
        start = ended.game.start(challenge.options, 2)
        assert challenge.options["first"] == (0 if presser.id != began else 1)
        assert start != ended.game.start({}, 2)
