"""`/replay` and `/history`: the film, the steps, the record, and what was played."""

from __future__ import annotations

import asyncio
import io
import json
import re
import sys
import threading
from asyncio.subprocess import PIPE
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.club.match import Match
from bot.database.archive import Archive
from bot.features.archive.history import Sought
from bot.ui import limits, pictures
from bot.words.language import language
from engines import GAMES
from engines.moves import Aborted
from render.film import Film
from render.film import film as draw_film
from tests.bot.finishing import rested
from tests.bot.playing import A_SHORT_MATCH, Table, begin
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_play import label, say
from tests.bot.test_privacy import forgets

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def table(club: Club, alice: Member, bram: Member) -> Table:
    """A match that is over; Blue took eight."""
    table = await begin(club, alice, bram, target=8)
    await table.play(*A_SHORT_MATCH)
    return table


@pytest.fixture(params=["alice", "bram"])
def reader(club: Club, request: pytest.FixtureRequest) -> Member:
    """One who reads English, and one who reads Dutch."""
    reader: Member = getattr(club, request.param)
    return reader


def opened(file: bytes) -> Image.Image:
    return Image.open(io.BytesIO(file))


def is_same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def stops(film: Image.Image) -> int:
    """How many pictures of a film stay for a while: between them things move."""
    count = 0
    for number in range(film.n_frames):  # type: ignore[attr-defined]  # of a picture that moves
        film.seek(number)
        count += film.info["duration"] >= 200
    return count


def last_board(film: Image.Image) -> Image.Image:
    """Without the rail at its foot."""
    film.seek(film.n_frames - 1)  # type: ignore[attr-defined]  # of a picture that moves
    return film.convert("RGB").crop((0, 0, film.width, film.width))


def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told at once."""
    for name in ("_LONG", "_APART"):
        monkeypatch.setattr(f"bot.ui.patience.{name}", 0.0)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - Discord tells nobody when it shows something
            await asyncio.sleep(0)


async def resigned(club: Club, loser: Member, winner: Member, game: str = "knopen") -> int:
    """A match that is over at once."""
    rested(club.bot.table)
    challenge = await club.bot.table.challenges.challenge(
        game,
        {},
        guild=club.guild.id,
        channel=club.channel.id,
        locale="en",
        challenger=loser.id,
        opponent=None,
    )
    match = await club.bot.table.challenges.accept(challenge.id, winner.id)
    await club.bot.table.leaving.resign(match.id, loser.id)
    return match.id


async def visitor(club: Club, member: Member) -> tuple[Member, Any]:
    """The same person on another server where the bot is, and a channel there."""
    elsewhere = club.env.create_guild("Elsewhere")
    channel = elsewhere.create_text_channel("games")
    return Member(elsewhere.add_member(member.actor.user), club), channel


# The film


async def test_replay_answers_with_the_film_of_all_turns(table: Table, reader: Member) -> None:
    board = table.post
    answer = await reader.command("replay", where=table.venue, match=table.id)
    match = await table.match()
    film = opened(answer.private.picture.data)
    assert answer.private.picture.name == f"knopen-{table.id}.gif"
    assert stops(film) == len(match.turns)
    assert is_same(last_board(film), opened(board.pictures[0].data)), "it ends with the last board"
    assert "**Knopen #1**" in answer.private.content
    blue = say(reader, "games.knopen.sides.blue")
    assert f"**{table.blue.mention} ({blue})" in answer.private.content
    assert answer.private.labels == (
        say(reader, "buttons.share"),
        say(reader, "buttons.steps"),
        "Review" if reader is table.club.alice else "Nabeschouwing",
        say(reader, "buttons.curve"),
        "Record" if reader is table.club.alice else "Notatie",
    )
    assert str(len(match.turns)) in answer.private.picture.alt


async def test_the_last_board_has_the_replay_at_hand_for_everybody(
    table: Table, club: Club, stranger: Member
) -> None:
    posts = club.posts(table.venue)
    answer = await stranger.press(table.post, "Replay")
    assert answer.private.picture.name.endswith(".gif")
    expected = ("Show to all", "Step by step", "Review", "Film with the curve", "Record")
    assert answer.private.labels == expected
    assert club.posts(table.venue) == posts, "nobody else is disturbed"


async def test_in_its_thread_a_match_needs_no_number(table: Table, club: Club, alice: Member) -> None:
    answer = await alice.command("replay", where=table.venue)
    assert answer.private.pictures
    nowhere = await alice.command("replay", where=club.guild.create_text_channel("elsewhere"))
    assert nowhere.private.content == say(alice, "refusals.name_match")


async def test_every_game_has_a_film(club: Club, alice: Member, bram: Member) -> None:
    for game in GAMES:
        number = await resigned(club, alice, bram, game)
        answer = await bram.command("replay", match=number)
        assert answer.private.picture.name == f"{game}-{number}.gif"


async def test_a_running_match_is_shown_so_far_without_its_secret(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await begin(club, alice, bram)
    await table.play("e2-g4", "d2-e2")
    match = await table.match()
    answer = await stranger.command("replay", match=table.id)
    assert stops(opened(answer.private.picture.data)) == 3
    assert say(stranger, "replay.running") in answer.private.content
    record = (await stranger.press(answer, "Record")).private
    file = record.picture.data.decode()
    assert json.loads(file)["record"] == list(match.record)
    assert json.loads(file)["note"]["seal"] == match.commitment
    for seen in (answer.private.content, record.content, file):
        assert match.stored.secret.hex() not in seen


async def test_a_film_that_is_thinned_says_so(
    table: Table, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("render.tempo._ROOM", 3000)
    turns = len((await table.match()).turns)
    answer = await alice.command("replay", match=table.id)
    shown = stops(opened(answer.private.picture.data))
    assert shown < turns
    assert say(alice, "replay.thinned", shown=shown, turns=turns) in answer.private.content


async def test_a_film_tells_those_who_cannot_see_it_who_played_and_who_won(
    table: Table, reader: Member
) -> None:
    alt = (await reader.command("replay", match=table.id)).private.picture.alt
    match = await table.match()
    sides = [say(reader, f"games.knopen.sides.{match.position.side(seat)}") for seat in (0, 1)]
    players = [f"{seat.name} ({side})" for seat, side in zip(match.seats, sides, strict=True)]
    assert all(seat.name for seat in match.seats)
    assert all(player in alt for player in players)
    (winner,) = match.outcome.winners if match.outcome else ()
    assert say(reader, "replay.alt_won", winners=players[winner]) in alt
    assert str(len(match.turns)) in alt


async def test_a_film_tells_that_the_match_goes_on_or_that_nobody_won(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    running = (await alice.command("replay", match=table.id)).private.picture.alt
    assert say(alice, "replay.alt_running") in running
    offers = club.bot.table.offers
    await offers.offer(table.id, alice.id, "draw")
    await offers.agree(table.id, bram.id, (await table.match()).ply)
    drawn = (await alice.command("replay", match=table.id)).private.picture.alt
    assert say(alice, "replay.alt_drawn") in drawn


async def test_a_film_is_seen_as_its_reader_likes_boards(table: Table, alice: Member) -> None:
    async def film() -> Image.Image:
        return last_board(opened((await alice.command("replay", match=table.id)).private.picture.data))

    plain = await film()
    await table.club.bot.table.matches.turn_board(table.id, alice.id)
    turned = await film()
    assert not is_same(plain, turned)
    await table.club.bot.table.preferences.change_member(alice.id, theme="contrast")
    assert not is_same(turned, await film())


def held_film(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Films stop at the third turn until this is set."""
    seen = threading.Event()

    def slowly(scenes: Any, most_bytes: int, heard: Any, odds: Any) -> Film:
        heard(3, len(scenes))
        assert seen.wait(60)
        return draw_film(scenes, most_bytes, odds=odds)

    monkeypatch.setattr(pictures, "draw_film", slowly)
    no_pauses(monkeypatch)
    return seen


async def test_who_waits_for_a_film_sees_how_far_it_is(
    table: Table, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is not ready before they have seen it; what they see in the end is the film."""
    seen = held_film(monkeypatch)
    making = say(alice, "replay.making", done=3, turns=len((await table.match()).turns))
    asking = asyncio.create_task(alice.command("replay", match=table.id))
    await until(lambda: any(making in message.content for message in alice.private_messages()))
    seen.set()
    answer = await asking
    assert making not in answer.private.content
    assert answer.private.picture.name.endswith(".gif")


async def test_who_shows_a_film_to_all_sees_how_far_it_is_where_they_asked(
    table: Table, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And what stood there before, as long as it takes and afterwards."""
    asked = await alice.command("replay", match=table.id)
    before, seen = asked.private.content, held_film(monkeypatch)
    making = say(alice, "replay.making", done=3, turns=len((await table.match()).turns))
    sharing = asyncio.create_task(alice.press(asked, "Show to all"))
    await until(lambda: asked.private.content == f"{before}\n{making}")
    seen.set()
    assert (await sharing).public.picture.name.endswith(".gif")
    assert asked.private.content == before
    assert asked.private.picture.name.endswith(".gif")


@pytest.mark.breaks
async def test_if_the_film_fails_there_is_a_board_in_letters(
    table: Table, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> Film:
        raise MemoryError

    monkeypatch.setattr(pictures, "draw_film", fails)
    answer = await alice.command("replay", match=table.id)
    assert "```" in answer.private.content
    expected = ("Show to all", "Step by step", "Review", "Film with the curve", "Record")
    assert answer.private.labels == expected


# To all


async def test_a_film_that_is_shown_to_all_speaks_the_language_of_the_server(
    table: Table, club: Club, alice: Member
) -> None:
    club.speak("nl")
    film = (await alice.press(await alice.command("replay", match=table.id), "Show to all")).public
    assert f"**{table.blue.mention} (Blauw) wint**" in film.content
    assert film.labels == ("Stap voor stap", "Nabeschouwing", "Film met de lijn", "Notatie")
    assert film.picture.name == f"knopen-{table.id}.gif"
    assert not film.pinged


async def test_where_a_match_is_played_all_speaks_its_language(
    table: Table, club: Club, alice: Member
) -> None:
    club.speak("nl")
    film = (await alice.press(await alice.command("replay", where=table.venue), "Show to all")).public
    assert f"**{table.blue.mention} (Blue) wins**" in film.content


@pytest.mark.on_both
async def test_below_what_is_shown_to_all_the_board_is_posted_again_and_calls_nobody(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await begin(club, alice, bram)
    board = table.post
    seen = await stranger.command("replay", where=table.venue)
    await stranger.press(seen, "Show to all")
    *_, film, newest = club.posts(table.venue)
    assert film.picture.name.endswith(".gif")
    assert (newest.content, newest.labels) == (board.content, board.labels)
    assert not newest.pinged
    assert not club.again(board).buttons, "the newest board alone has buttons"
    assert (await (await table.mover()).press(newest, "Move")).private.pictures


async def test_nobody_is_shown_a_match_twice_before_the_next_move(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    table = await begin(club, alice, bram)
    first = await alice.command("replay", where=table.venue)
    second = await stranger.command("replay", where=table.venue)
    both = await club.deliver(alice.pressing(first, "Show to all"), stranger.pressing(second, "Show to all"))
    (refused,) = [one.private.content for one in both if one.messages[-1].private]
    assert refused == say(alice, "refusals.shown_this_turn")
    await club.restart()
    assert (await alice.press(first, "Show to all")).private.content == refused
    await table.play("e2-g4")
    assert (await alice.press(first, "Show to all")).public.picture.name.endswith(".gif")


async def test_a_step_is_shown_to_all_as_everybody_sees_the_board(
    table: Table, club: Club, bram: Member
) -> None:
    await club.bot.table.matches.turn_board(table.id, bram.id)
    view = await bram.press(await steps(table, bram), "▶")
    posts = len(club.posts(table.venue))
    shown = (await bram.press(view, "archive:share")).public
    match = await table.match()
    assert where(match, club.alice, shown) == 2
    assert not is_same(opened(shown.picture.data), opened(view.private.picture.data))
    assert shown.labels == ("Step by step", "Review", "Film with the curve", "Record")
    assert len(club.posts(table.venue)) == posts, "the match is over, and this is another channel"


@pytest.mark.on_both
async def test_what_discord_did_not_take_can_be_shown_once_more(
    table: Table, club: Club, alice: Member
) -> None:
    film = await alice.command("replay", match=table.id)
    club.env.inject_error("POST", "/webhooks/*", status=503, code=0, message="busy", times=None)
    await alice.press(film, "Show to all")
    club.env.backend.faults.clear()
    assert (await alice.press(film, "Show to all")).public.pictures


# Step by step


async def steps(table: Table, reader: Member) -> Answer:
    answer = await reader.command("replay", match=table.id)
    return await reader.press(answer, "archive:steps")


def where(match: Match, reader: Member, shown: Shown) -> int:
    """Which turn is shown, from 1, by its words and by its picture."""
    step, total = map(int, re.findall(r"\d+", shown.content.partition("#")[2])[1:3])
    assert total == len(match.turns)
    expected = say(reader, "replay.step", game="Knopen", number=match.id, step=step, steps=total)
    assert shown.content.startswith(expected)
    assert shown.picture.name == f"knopen-{match.id}-{match.turns[step - 1]}.png"
    return step


async def test_one_goes_through_a_match_step_by_step(table: Table, reader: Member) -> None:
    match = await table.match()
    last = len(match.turns)
    view = await steps(table, reader)
    assert where(match, reader, view.private) == 1
    share = say(reader, "buttons.share")
    assert view.private.labels == ("▶", "⏭", share), "there is nothing before the first turn"
    for press, expected in (("▶", 2), ("▶", 3), ("◀", 2), ("⏭", last), ("◀", last - 1), ("⏮", 1)):
        view = await reader.press(view, press)
        assert where(match, reader, view.private) == expected
    view = await reader.press(view, "⏭")
    assert view.private.labels == ("⏮", "◀", share)
    assert is_same(opened(view.private.picture.data), opened(table.post.pictures[0].data))
    assert "🏆" in view.private.content


async def test_one_jumps_to_a_turn(table: Table, reader: Member) -> None:
    match = await table.match()
    view = await steps(table, reader)
    view = await reader.choose(view, 6)
    assert where(match, reader, view.private) == 7
    played = ", ".join(one.text for one in match.at(match.turns[6]).last)
    assert view.private.menu.labels[6].endswith(f": {played}")


async def test_what_one_seat_does_in_a_row_is_one_turn(table: Table, alice: Member) -> None:
    menu = (await steps(table, alice)).private.menu
    assert menu.values == ("1", "2", "3", "4", "6", "7", "9", "11", "12", "14", "15")
    assert menu.labels[4:7] == ("5 of 11: hit c2 g2, h2-h5", "6 of 11: h9-h10", "7 of 11: hit b5 i2, e2-i6")


async def test_a_long_match_offers_turns_evenly_spread(club: Club, alice: Member, bram: Member) -> None:
    table = await begin(club, alice, bram)
    match = await table.match()
    while len(match.turns) < 41:
        (seat,) = match.position.to_move
        move = match.position.legal_moves(seat)[0]
        match = await club.bot.table.matches.play(match, match.members[seat], move)
    view = await steps(table, alice)
    offered = [match.turns.index(int(value)) for value in view.private.menu.values]
    assert len(offered) == 25
    assert (offered[0], offered[-1]) == (0, 40)
    assert {after - before for before, after in pairwise(offered)} == {1, 2}


async def test_every_step_tells_what_happened_then(table: Table, alice: Member) -> None:
    view = await steps(table, alice)
    assert "By lot" in view.private.content
    view = await alice.press(view, "▶")
    assert f"{table.red.mention} (Red) moves e2 → g4" in view.private.content


async def test_a_player_sees_the_steps_from_the_own_side(table: Table, alice: Member, bram: Member) -> None:
    plain = (await steps(table, bram)).private.picture.data
    await table.club.bot.table.matches.turn_board(table.id, alice.id)
    turned = (await steps(table, alice)).private.picture.data
    assert not is_same(opened(plain), opened(turned))
    assert is_same(opened((await steps(table, bram)).private.picture.data), opened(plain))


async def test_a_stranger_may_go_through_it_too(table: Table, stranger: Member) -> None:
    view = await steps(table, stranger)
    assert (await stranger.press(view, "⏭")).private.pictures


async def test_the_buttons_live_on_after_a_restart(table: Table, club: Club, alice: Member) -> None:
    film = await alice.command("replay", match=table.id)
    view = await alice.press(film, "Step by step")
    await club.restart()
    match = await table.match()
    view = await alice.press(view, "▶")
    assert where(match, alice, view.private) == 2
    again = await alice.press(film, "Step by step")
    assert where(match, alice, again.private) == 1


# The record


async def test_the_record_is_a_file_that_the_engines_replay(table: Table, reader: Member) -> None:
    film = await reader.command("replay", match=table.id)
    answer = await reader.press(film, "archive:record")
    file = answer.private.picture
    assert file.name == f"knopen-{table.id}.json"
    assert answer.private.content == say(reader, "record.over", file=file.name)
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "engines"), stdin=PIPE, stdout=PIPE, cwd=ROOT
    )
    output, _ = await program.communicate(file.data)
    match = await table.match()
    (line,) = output.splitlines()
    assert json.loads(line) == {
        "position": match.game.write_position(match.position),
        "to_move": [],
        "chance": False,
        "outcome": {
            "reason": "target",
            "winners": list(match.outcome.winners),
            "scores": list(match.outcome.scores),
        }
        if match.outcome
        else None,
    }
    assert json.loads(file.data)["note"] == {
        "match": match.id,
        "rules_version": 1,
        "seal": match.commitment,
        "secret": match.stored.secret.hex(),
    }


async def test_fair_has_the_record_at_hand(table: Table, alice: Member) -> None:
    answer = await alice.command("fair", match=table.id)
    record = await alice.press(answer, "Record")
    assert record.private.picture.name.endswith(".json")


# Who may look


async def test_on_another_server_a_match_is_not_known(table: Table, club: Club, alice: Member) -> None:
    traveller, channel = await visitor(club, alice)
    for command in ("replay", "fair", "board"):
        answer = await traveller.command(command, where=channel, match=table.id)
        assert answer.private.content == say(alice, "refusals.no_match"), command
    listed = await traveller.command("history", where=channel)
    assert listed.private.content == say(alice, "history.none", who=alice.mention)
    assert await traveller.suggestions("replay", "match", "", where=channel) == {}


async def test_a_match_that_never_was_is_not_known(club: Club, reader: Member) -> None:
    answer = await reader.command("replay", match=77)
    assert answer.private.content == say(reader, "refusals.no_match")


async def test_replay_suggests_own_finished_matches(table: Table, club: Club, reader: Member) -> None:
    await begin(club, club.alice, club.bram)
    offered = await reader.suggestions("replay", "match", "")
    assert list(offered.values()) == [table.id]
    won = reader.id == table.blue.id
    (name,) = offered
    why = say(reader, "games.knopen.reasons.target")
    other = {club.alice.id: "Bram", club.bram.id: "Alice"}[reader.id]
    assert name == f"#1 Knopen · {other} · {say(reader, 'results.won' if won else 'results.lost')}, {why}"
    assert (await reader.suggestions("replay", "match", other)).keys() == offered.keys()
    assert await reader.suggestions("replay", "match", "kris") == {}
    assert await club.stranger.suggestions("replay", "match", "") == {}


# Course


def numbers(shown: Shown) -> list[int]:
    """Of the matches that are listed, in their order."""
    return [int(number) for number in re.findall(r"^<t:\d+:d> \*\*\[?#(\d+)", shown.content, re.MULTILINE)]


async def test_history_lists_what_was_played(table: Table, reader: Member) -> None:
    answer = await reader.command("history")
    other = table.blue if reader.id == table.red.id else table.red
    result = "results.lost" if reader.id == table.red.id else "results.won"
    match = await table.match()
    link = f"https://discord.com/channels/{match.stored.guild}/{table.venue.id}/{table.post.id}"
    why = say(
        reader, "results.why", result=say(reader, result), reason=say(reader, "games.knopen.reasons.target")
    )
    assert answer.private.content == (
        f"{say(reader, 'history.of', who=reader.mention)}\n"
        f"<t:{match.stored.ended_at}:d> **[#1]({link}) Knopen** · {other.mention}\n{why}"
    )
    assert answer.private.labels == (say(reader, "buttons.watch"), say(reader, "buttons.review"))


async def test_a_match_without_a_result_is_listed_with_its_film_alone(
    club: Club, alice: Member, bram: Member
) -> None:
    table = await begin(club, alice, bram)
    await club.bot.table.matches.settle(table.id, lambda _: Aborted())
    assert (await alice.command("history")).private.labels == ("Replay",)
    film = await alice.command("replay", match=table.id)
    assert film.private.labels == ("Show to all", "Step by step", "Record")


async def test_history_lists_eight_a_page(club: Club, alice: Member, bram: Member) -> None:
    for _ in range(19):
        await resigned(club, alice, bram)
    page = await bram.command("history")
    assert numbers(page.private) == list(range(19, 11, -1))
    assert page.private.labels == (*["Film", "Nabeschouwing"] * 8, "Ouder ▶")
    page = await bram.press(page, "Ouder ▶")
    assert numbers(page.private) == list(range(11, 3, -1))
    assert "2 van 3" in {button.label for button in page.private.buttons}
    await club.restart()
    page = await bram.press(page, "Ouder ▶")
    assert numbers(page.private) == [3, 2, 1]
    assert page.private.labels == (*["Film", "Nabeschouwing"] * 3, "◀ Nieuwer")
    page = await bram.press(page, "◀ Nieuwer")
    assert numbers(page.private) == list(range(11, 3, -1))


async def test_the_pages_keep_to_what_was_sought(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    for _ in range(11):
        await resigned(club, alice, bram, "kriskras")
        await resigned(club, alice, bram)
        await resigned(club, alice, stranger, "kriskras")
    page = await stranger.command("history", member=alice, opponent=bram, game="kriskras")
    assert numbers(page.private) == list(range(31, 9, -3))
    page = await stranger.press(page, "Older ▶")
    assert numbers(page.private) == [7, 4, 1]
    assert "Against" in page.private.content


async def test_head_to_head_counts_each_game_and_all(club: Club, alice: Member, bram: Member) -> None:
    for loser, winner, game in (
        (alice, bram, "knopen"),
        (alice, bram, "knopen"),
        (bram, alice, "knopen"),
        (bram, alice, "kriskras"),
    ):
        await resigned(club, loser, winner, game)
    await resigned(club, alice, club.stranger)
    drawn = await begin(club, alice, bram)
    offers = club.bot.table.offers
    await offers.offer(drawn.id, alice.id, "draw")
    await offers.agree(drawn.id, bram.id, (await drawn.match()).ply)
    answer = (await alice.command("history", opponent=bram)).private.content
    assert answer.splitlines()[1:4] == [
        say(alice, "history.against", who=bram.mention, won=2, drawn=1, lost=2),
        say(alice, "history.at", game="Knopen", won=1, drawn=1, lost=2),
        say(alice, "history.at", game="Kris-kras", won=1, drawn=0, lost=0),
    ]
    theirs = (await bram.command("history", opponent=alice, game="knopen")).private.content
    assert theirs.splitlines()[1] == say(bram, "history.against", who=alice.mention, won=2, drawn=1, lost=1)
    assert len(numbers((await bram.command("history", opponent=alice, game="knopen")).private)) == 4


@pytest.mark.on_both
async def test_an_aborted_match_is_listed_and_counts_for_nobody(
    club: Club, alice: Member, bram: Member
) -> None:
    numbered = [await resigned(club, alice, bram) for _ in range(2)]
    await club.file.change("UPDATE matches SET reason = 'aborted' WHERE id = 1")
    await club.file.change("UPDATE seats SET won = 0 WHERE match = 1")
    answer = (await bram.command("history", opponent=alice)).private
    assert numbers(answer) == numbered[::-1]
    assert say(bram, "history.against", who=alice.mention, won=1, drawn=0, lost=0) in answer.content
    assert f"\n{say(bram, 'results.aborted')}, {say(bram, 'reasons.aborted')}" in answer.content


async def test_who_never_played_is_told_so(club: Club, reader: Member, stranger: Member) -> None:
    answer = await reader.command("history", member=stranger)
    assert answer.private.content == say(reader, "history.none", who=stranger.mention)
    assert answer.private.menus == ()


async def test_nobody_is_their_own_opponent(table: Table, reader: Member) -> None:
    answer = await reader.command("history", opponent=reader)
    assert answer.private.content == say(reader, "refusals.same_member")


async def test_from_the_list_one_watches_a_match_again(table: Table, reader: Member) -> None:
    before = len(table.club.posts())
    answer = await reader.command("history")
    film = await reader.press(answer, say(reader, "buttons.watch"))
    assert film.private.picture.name.endswith(".gif")
    verbs = ("share", "steps", "review", "curve", "record")
    assert film.private.labels == tuple(label(reader, verb) for verb in verbs)
    assert len(table.club.posts()) == before, "nobody else sees it"


async def test_a_list_from_before_its_lines_had_buttons_is_still_heard(
    table: Table, club: Club, alice: Member
) -> None:
    old = (await alice.command("help")).private
    (film,) = await club.deliver(alice.forging(old, f"archive:chosen:0:0:{alice.id}::", (str(table.id),)))
    assert film.private.picture.name.endswith(".gif")
    (page,) = await club.deliver(alice.forging(old, f"archive:newer:0:0:{alice.id}::"))
    assert numbers(page.private) == [table.id]
    assert club.again(old).content == old.content, "a message without parts cannot come to have them"


@pytest.mark.on_both
async def test_a_match_of_former_rules_is_listed_but_not_replayed(
    table: Table, club: Club, reader: Member
) -> None:
    await club.file.change("UPDATE matches SET rules_version = 0")
    answer = await reader.command("history")
    assert numbers(answer.private) == [table.id]
    assert list((await reader.suggestions("replay", "match", "")).values()) == [table.id]
    assert f"#{table.id} " in (await reader.command("games")).private.content
    for refused in (
        await reader.command("replay", match=table.id),
        await reader.press(answer, say(reader, "buttons.watch")),
        await reader.press(table.post, "archive:replay"),
    ):
        assert refused.private.content == say(reader, "refusals.old_rules")


@pytest.mark.on_both
async def test_a_page_of_crowded_matches_fits_in_a_message(club: Club, alice: Member, bram: Member) -> None:
    for _ in range(8):
        number = await resigned(club, alice, bram)
        for seat in range(2, 6):
            stranger = alice.id + 1000 + seat
            await club.file.change(
                "INSERT INTO seats (match, seat, member) VALUES (?, ?, ?)", number, seat, stranger
            )
        await club.file.change("UPDATE matches SET post = 1234567890123456789 WHERE id = ?", number)
    answer = await alice.command("history", opponent=bram)
    assert len(answer.private.content) <= 4000
    assert len(numbers(answer.private)) == 8
    assert answer.private.content.count("https") == 8


def test_what_was_sought_has_room_in_an_address() -> None:
    longest = Sought(2**63 - 1, 2**63 - 1, max(GAMES, key=len), 10**9)
    for verb in ("newer", "older", "chosen"):
        address = longest.address(verb, longest.page)
        assert len(str(address)) <= limits.ADDRESS
        assert Sought.read(address) == longest


@pytest.mark.parametrize("with_opponent", [False, True])
async def test_history_is_looked_up_by_index(
    club: Club, alice: Member, bram: Member, with_opponent: bool
) -> None:
    await resigned(club, alice, bram)
    opponent = bram.id if with_opponent else None
    archive, file = Archive(club.file), club.file
    file.asked.clear()
    assert await archive.history(alice.id, club.guild.id, most=10)
    assert await archive.whereabouts(alice.id, club.guild.id, opponent=opponent, reader=bram.id)
    if opponent:
        await archive.tallies(alice.id, club.guild.id, game=None, opponent=opponent)
    asked = [
        str(row[3])
        for sql in list(file.asked)
        for row in await file.rows(f"EXPLAIN QUERY PLAN {sql}", *[None] * _values(sql))
    ]
    assert asked
    assert [line for line in asked if line.startswith("SCAN")] == []


def _values(sql: str) -> int:
    """How many it asks for."""
    return max((int(number) for number in re.findall(r"\?(\d)", sql)), default=sql.count("?"))


@pytest.mark.parametrize("code", ["en", "nl"])
def test_every_end_has_its_short_reason(code: str) -> None:
    words = language(code)
    for game in GAMES:
        ends = {
            key.rsplit(".", 1)[1].removesuffix("_level").removesuffix("_shared")
            for key in words.sentences
            if re.match(rf"games\.{game}\.(won|drawn)\.", key)
        }
        assert ends
        assert [
            end
            for end in ends
            if not words.has(f"games.{game}.reasons.{end}") and not words.has(f"reasons.{end}")
        ] == []


@pytest.mark.parametrize(
    "rest", ["-1::", "0::", "{me}:-1:", "{me}:0:", "-1:-2:knopen", "{me}", "me::", "1:2:3:4"]
)
async def test_no_forged_button_lists_what_a_former_member_played(
    club: Club, table: Table, alice: Member, bram: Member, rest: str
) -> None:
    await forgets(bram)
    listed = await alice.command("history")
    assert "a former member" in listed.private.content
    forged = f"archive:newer:0:0:{rest.format(me=alice.id)}"
    (answer,) = await club.deliver(alice.forging(listed, forged))
    refusals = ("refusals.not_there", "refusals.not_understood")
    assert answer.private.content in [say(alice, code) for code in refusals]
