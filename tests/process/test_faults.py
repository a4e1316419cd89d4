"""Discord breaks, stalls or answers nonsense: one match waits, and no other; nothing is lost or doubled."""

from __future__ import annotations

import asyncio
import sqlite3
import struct
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.words.language import language
from tests.process.club import BEGUN_BY, PLAYED, Club, Match, club_with_bot
from tests.standin import ALWAYS, When
from tests.standin.faults import Faults

ANSWERS = "/interactions/*/callback"
POSTS = "/channels/*/messages"
POST = "/channels/*/messages/*"
THREADS = "/channels/*/messages/*/threads"
LOST = "a line that the disk has lost"
OFFENCE = "e2-d3"
"""With red buttons, whoever begins breaks the rule of two so, and the other may take a button."""

SHARED = pytest.mark.asyncio(loop_scope="module")
"""Where a test brings about nothing but for its own matches, it has a bot together with the others."""

Fault = Callable[[Faults, str], None]
"""What befalls the next post at that path."""

FAULTS: dict[str, Fault] = {
    "500": lambda faults, path: faults.fail("POST", path, 500),
    "500 although it was done": lambda faults, path: faults.fail("POST", path, 500, when=When.AFTER),
    "503": lambda faults, path: faults.fail("POST", path, 503),
    "429 twice": lambda faults, path: faults.limit("POST", path, 0.1, times=2),
    "429 for all": lambda faults, path: faults.limit("POST", path, 0.1, scope="global"),
    "429 because of others": lambda faults, path: faults.limit("POST", path, 0.1, scope="shared"),
    "a page of Cloudflare's": lambda faults, path: faults.ban("POST", path),
    "slow mode": lambda faults, path: faults.limit("POST", path, 0.1, code=20_016),
    "unauthorised": lambda faults, path: faults.fail("POST", path, 403, 40_001),
    "too many in the thread": lambda faults, path: faults.fail("POST", path, 400, 30_033),
    "HTML": lambda faults, path: faults.garble("POST", path),
    "HTML although it was done": lambda faults, path: faults.garble("POST", path, When.AFTER),
    "half of it": lambda faults, path: faults.truncate("POST", path),
    "half of it although it was done": lambda faults, path: faults.truncate("POST", path, When.AFTER),
    "cut off before": lambda faults, path: faults.drop("POST", path),
    "cut off after": lambda faults, path: faults.drop("POST", path, When.AFTER),
}
TWICE: dict[str, Fault] = {
    "503": lambda faults, path: faults.fail("POST", path, 503, times=2),
    "HTML": lambda faults, path: faults.garble("POST", path, times=2),
    "half of it": lambda faults, path: faults.truncate("POST", path, times=2),
    "cut off": lambda faults, path: faults.drop("POST", path, times=2),
    "unknown": lambda faults, path: faults.fail("POST", path, 418, 99_999, times=2),
}
"""Once when the move is made, and once more when the board is tried again."""


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
@SHARED
async def test_a_post_that_fails_is_made_good(steady: Club, fault: Fault) -> None:
    match, other = await steady.begin(), await steady.begin()
    fault(steady.discord.faults, match.posts)
    turn = match.next_turn()
    answer = await turn.play()
    await other.play_turn()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert PLAYED in answer.text
    check(steady, match, other)


@pytest.mark.parametrize("fault", TWICE.values(), ids=TWICE)
@SHARED
async def test_a_board_that_fails_again_holds_up_no_other_and_no_deadline(steady: Club, fault: Fault) -> None:
    match, other = await steady.begin(), await steady.begin()
    fault(steady.discord.faults, match.posts)
    await match.next_turn().play()
    await other.play_turn()
    await other.fall_silent()
    await match.settled()
    await match.play_turn()
    check(steady, match, other, lines=2)


@SHARED
async def test_a_post_that_hangs_holds_up_no_other_and_no_deadline(steady: Club) -> None:
    match, other = await steady.begin(), await steady.begin()
    hold = steady.discord.faults.hold("POST", match.posts)
    turn = match.next_turn()
    await turn.play()
    await hold.reached()
    await other.play_turn()
    await other.fall_silent()
    hold.release()
    await match.settled(turn.ply + 1)
    check(steady, match, other)


async def test_a_request_that_is_never_answered_is_given_up(tmp_path: Path) -> None:
    """Nobody cuts the connection: it would hang for minutes, and the match with it."""
    async with club_with_bot(tmp_path, test_haste="60", test_limit="5") as club:
        match = await club.begin()
        turn = match.next_turn()
        club.discord.faults.hold("POST", match.posts, times=2)  # it is tried twice, and then again later
        await turn.play()
        await match.settled(turn.ply + 1)
        await match.play_turn()
        check(club, match)


@SHARED
async def test_a_reminder_that_hangs_holds_up_no_deadline(steady: Club) -> None:
    match, other = await steady.begin(), await steady.begin()
    hold = steady.discord.faults.hold("POST", match.posts)
    steady.write("UPDATE matches SET remind_at = 1 WHERE id = ?", match.number)
    await hold.reached()
    await other.fall_silent()
    await other.settled()
    hold.release()
    check(steady, match, other)


@SHARED
async def test_nothing_waits_until_buttons_are_taken_off(steady: Club) -> None:
    """Discord limits edits of old boards to a few: that is no board's trouble."""
    match = await steady.begin()
    hold = steady.discord.faults.hold("PATCH", f"{match.posts}/*", times=ALWAYS)
    for _ in range(3):
        await match.play_turn()
    await hold.reached()
    hold.release()
    check(steady, match)


# Within a turn the post is edited


async def within_a_turn(club: Club) -> Match:
    """The first turn was an offence: whoever is to move answers it, and goes on then."""
    match = await club.begin()
    await match.play(OFFENCE)
    return match


@pytest.mark.parametrize(
    ("status", "code"), [(500, 0), (503, 0), (400, 50_083), (403, 50_013), (404, 10_008), (418, 99_999)]
)
@SHARED
async def test_an_edit_that_fails_is_made_good(steady: Club, status: int, code: int) -> None:
    match, other = await within_a_turn(steady), await steady.begin()
    steady.discord.faults.fail("PATCH", f"{match.posts}/{match.board.id}", status, code)
    turn = match.next_turn()
    await turn.play()
    await other.play_turn()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    check(steady, match, other)


@pytest.mark.parametrize("fault", ["garble", "truncate", "drop"])
@pytest.mark.parametrize("when", When)
@SHARED
async def test_an_edit_without_an_answer_is_made_good(steady: Club, fault: str, when: When) -> None:
    match = await within_a_turn(steady)
    getattr(steady.discord.faults, fault)("PATCH", f"{match.posts}/{match.board.id}", when)
    turn = match.next_turn()
    await turn.play()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    check(steady, match)


@SHARED
async def test_an_edit_that_is_limited_becomes_a_post(steady: Club) -> None:
    match = await within_a_turn(steady)
    steady.discord.faults.limit("PATCH", f"{match.posts}/{match.board.id}", retry_after=3600)
    posts, turn = len(match.venue.posts), match.next_turn()
    await turn.play()
    await match.settled(turn.ply + 1)
    assert len(match.venue.posts) == posts + 1
    check(steady, match)


@SHARED
async def test_an_edit_whose_answer_is_late_is_seen_and_no_post_follows(steady: Club) -> None:
    match = await within_a_turn(steady)
    hold = steady.discord.faults.hold("PATCH", f"{match.posts}/{match.board.id}", When.AFTER)
    posts, turn = len(match.venue.posts), match.next_turn()
    playing = asyncio.create_task(turn.play())
    await match.settled(turn.ply + 1)
    hold.release()
    await playing
    assert len(match.venue.posts) == posts
    check(steady, match)


# The answer to whoever pressed or wrote


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda faults: faults.fail("POST", ANSWERS, 500), id="500"),
        pytest.param(lambda faults: faults.fail("POST", ANSWERS, 503), id="503"),
        pytest.param(lambda faults: faults.fail("POST", ANSWERS, 404, 10_062), id="10062"),
        pytest.param(lambda faults: faults.fail("POST", ANSWERS, 400, 40_060), id="40060"),
        pytest.param(lambda faults: faults.drop("POST", ANSWERS), id="cut off before"),
        pytest.param(lambda faults: faults.drop("POST", ANSWERS, When.AFTER), id="cut off after"),
        pytest.param(lambda faults: faults.garble("POST", ANSWERS, When.AFTER), id="HTML"),
        pytest.param(lambda faults: faults.truncate("POST", ANSWERS, When.AFTER), id="half of it"),
    ],
)
@SHARED
async def test_a_move_counts_whatever_becomes_of_its_answer(
    steady: Club, fault: Callable[[Faults], None]
) -> None:
    match = await steady.begin()
    turn = match.next_turn()
    fault(steady.discord.faults)
    playing = asyncio.create_task(turn.play())
    await match.settled(turn.ply + 1)
    await match.play_turn()
    await given_up(playing)
    assert match.record[turn.ply] == turn.text
    check(steady, match)


async def test_an_answer_that_is_too_late_is_given_up_at_once(hasty: Club) -> None:
    match = await hasty.begin()
    turn = match.next_turn()
    hold = hasty.discord.faults.hold("POST", ANSWERS)
    playing = asyncio.create_task(turn.play())
    await hold.reached()
    moment = len(hasty.discord.calls)
    hasty.discord.let_pass(3)
    hold.release()
    await match.settled(turn.ply + 1)
    await match.play_turn()
    await given_up(playing)
    answers = [call for call in hasty.discord.calls[moment:] if call.path.endswith("/callback")]
    assert len(answers) == 1, "only the answer to the next move"
    check(hasty, match)


@pytest.mark.parametrize("pressed", [False, True], ids=["a command", "a button"])
async def test_what_discord_tells_twice_is_done_once(hasty: Club, pressed: bool) -> None:
    """And answered once: else whoever has played might read that it is not their turn."""
    match = await hasty.begin()
    turn = match.next_turn()
    doing = turn.person.asking("move", turn.venue, text=turn.text)
    if pressed:
        address = f"play:go:{match.number}:{turn.ply}:{turn.text}"
        doing = turn.person.pressing(turn.person.whisper(match.venue), address)
    await asyncio.gather(*(turn.person.send(doing) for _ in range(2)))
    await match.settled(turn.ply + 1)
    await match.play_turn()
    assert PLAYED in doing.text + (doing.source.text if doing.source else "")
    assert len(hasty.discord.calls_of("POST", f"{doing.token}/callback")) == 1
    check(hasty, match)


async def test_a_film_that_is_ready_too_late_breaks_nothing(hasty: Club) -> None:
    """The token of an interaction is good for a quarter of an hour."""
    match = await hasty.begin()
    hold = hasty.discord.faults.hold("PATCH", "/webhooks/*")
    await match.anna.slash("replay", channel=match.venue)
    await hold.reached()
    hasty.discord.let_pass(15 * 60)
    hold.release()
    await hasty.discord.until(lambda: hasty.discord.calls[-1].status == 401)
    await match.play_turn()
    check(hasty, match)


async def given_up(playing: asyncio.Task[Any]) -> None:
    playing.cancel()
    await asyncio.gather(playing, return_exceptions=True)


@pytest.mark.parametrize("when", When)
async def test_a_challenge_whose_answer_is_cut_off_is_there_with_its_post_or_not_at_all(
    hasty: Club, when: When
) -> None:
    match = Match(hasty)
    hasty.discord.faults.drop("POST", ANSWERS, when)
    challenging = asyncio.create_task(match.challenge())
    await hasty.discord.until(lambda: hasty.discord.calls_of("POST", "/callback"))
    await hasty.told("SELECT 1 FROM challenges WHERE state <> 'open' OR shown_revision = revision")
    await given_up(challenging)
    ((state, message),) = hasty.rows("SELECT state, message FROM challenges")
    assert (state == "open") == (message in hasty.discord.table.posts)
    hasty.check_words()


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_match_begins_at_once_whatever_becomes_of_the_answer(patient: Club, seats: int) -> None:
    """[Accept] and [Start]: the next sweep is an hour away."""
    match = Match(patient, game="cubus" if seats > 2 else "knopen", seats=seats)
    challenge = await match.challenge()
    guests = match.members[1:] if match.is_lobby else []
    for guest in guests:
        await guest.click(challenge, "challenge:join:")
    patient.discord.faults.fail("POST", ANSWERS, 404, 10_062)
    person, what = (match.anna, "start") if guests else (match.ben, "accept")
    pressing = asyncio.create_task(person.click(challenge, f"challenge:{what}:"))
    await patient.told("SELECT 1 FROM matches WHERE posted_ply = plies")
    pressing.cancel()
    check(patient, match)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(lambda faults: faults.fail("POST", THREADS, 503), id="503"),
        pytest.param(lambda faults: faults.fail("POST", THREADS, 400, 160_006), id="too many threads"),
        pytest.param(lambda faults: faults.garble("POST", THREADS), id="HTML"),
        pytest.param(lambda faults: faults.drop("POST", THREADS), id="cut off before"),
        pytest.param(lambda faults: faults.drop("POST", THREADS, When.AFTER), id="cut off after"),
    ],
)
async def test_a_thread_that_cannot_be_opened_stops_nothing(
    hasty: Club, fault: Callable[[Faults], None]
) -> None:
    fault(hasty.discord.faults)
    match = await hasty.begin()
    await match.play_turn()
    assert len(hasty.discord.threads) <= 1
    check(hasty, match)


async def test_the_post_of_a_lobby_is_known_from_whoever_presses_it(hasty: Club) -> None:
    """The bot was killed between posting and noting it, and is pressed before Discord lets it look back."""
    match = Match(hasty, game="cubus", seats=3)
    hold = hasty.discord.faults.hold("POST", ANSWERS, When.AFTER)
    challenging = asyncio.create_task(match.challenge())
    await hold.reached()
    await hasty.bot.kill()
    hold.lose()
    await asyncio.gather(challenging, return_exceptions=True)
    hold = hasty.discord.faults.hold("GET", POSTS, times=ALWAYS)
    await hasty.bot.start()
    await hold.reached()
    (lobby,) = hasty.discord.table.messages
    await match.accept(lobby)
    await hasty.told("SELECT 1 FROM matches")
    hold.release()
    await hasty.told(BEGUN_BY, lobby.id)
    ((match.number,),) = hasty.rows(BEGUN_BY, lobby.id)
    await match.settled()
    await hasty.discord.until(lambda: [button["label"] for button in lobby.buttons] == ["Fair?"])
    assert lobby.thread is match.venue
    assert hasty.discord.table.messages == [lobby]
    check(hasty, match)


# What lies in the file


async def test_a_match_whose_record_is_damaged_stops_nothing_else(hasty: Club) -> None:
    damaged, other = await hasty.begin(), await hasty.begin()
    await damaged.play_turn()
    await hasty.bot.kill()
    hasty.write("UPDATE plies SET text = 'no move' WHERE match = ? AND ply = 1", damaged.number)
    hasty.write("UPDATE matches SET posted_ply = 0, due = 1 WHERE id = ?", damaged.number)
    await hasty.bot.start()
    await other.play_turn()
    await other.fall_silent()
    await other.settled()
    check(hasty, other)


async def test_a_damaged_page_stops_nothing_else(hasty: Club) -> None:
    """The disk has lost a page in the middle of a long record."""
    damaged, other = await hasty.begin(), await hasty.begin()
    await damaged.play_turn()
    await hasty.bot.stop()
    for ply in range(2, 500):
        hasty.write("INSERT INTO plies (match, ply, text, at) VALUES (?, ?, ?, 1)", damaged.number, ply, LOST)
    hasty.write("UPDATE matches SET plies = 500, due = 1 WHERE id = ?", damaged.number)
    lose_a_page(hasty.database, b"%s" % LOST.encode())
    await hasty.bot.start()
    await other.play_turn()
    await other.fall_silent()
    await other.settled()
    asked = await damaged.anna.slash("board", channel=hasty.discord.table, match=damaged.number)
    await hasty.discord.until(lambda: asked.text)
    assert asked.text == language("en").say("refusals.damaged")
    check(hasty, other)


def lose_a_page(database: Path, content: bytes) -> None:
    """One of several that are full of this."""
    pages = database.read_bytes()
    (size,) = struct.unpack_from(">H", pages, 16)
    full = [start for start in range(0, len(pages), size) if pages[start : start + size].count(content) > 9]
    spoilt = full[len(full) // 2]
    with database.open("r+b") as file:
        file.seek(spoilt)
        file.write(bytes(size))


async def test_a_challenge_without_words_stops_nothing_else(hasty: Club) -> None:
    match, poison = await hasty.begin(), Match(hasty, 2)
    await poison.challenge()
    await hasty.bot.kill()
    hasty.write("UPDATE challenges SET pace = 77, revision = 9, expires_at = 1 WHERE state = 'open'")
    await hasty.bot.start()
    await match.play_turn()
    await match.fall_silent()
    await match.settled()
    games = await poison.anna.slash("games")
    assert games.messages
    check(hasty, match)


async def test_a_file_that_somebody_else_writes_is_waited_for_or_the_move_refused(hasty: Club) -> None:
    match = await hasty.begin()
    turn = match.next_turn()
    with closing(sqlite3.connect(hasty.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answer = await turn.play()
        other.execute("ROLLBACK")
    if PLAYED not in answer.text:
        assert len(match.record) == turn.ply
        await turn.play()
    await match.settled(turn.ply + 1)
    check(hasty, match)


async def test_a_match_under_old_rules_stops_nothing_and_costs_nothing(hasty: Club) -> None:
    old, other = await hasty.begin(), await hasty.begin()
    hasty.write("UPDATE matches SET rules_version = 0, posted_ply = 0, due = 1 WHERE id = ?", old.number)
    moment = len(hasty.discord.calls)
    await other.play_turn()
    await other.fall_silent()
    await other.settled()
    paths = [call.path for call in hasty.discord.calls[moment:]]
    assert not [path for path in paths if path.startswith(old.posts)]
    check(hasty, other)


def check(club: Club, *matches: Match, lines: int = 1) -> None:
    for match in matches:
        match.check_boards()
    club.check_words()
    club.check_log(lines)
