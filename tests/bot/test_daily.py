"""Whoever plays the daily: one try that counts, alone or shown to all, and nothing given away before it."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import cast

import pytest

from bot.club import dailies as club_dailies
from bot.club.days import Daily, Streak, day_of, number_of
from bot.club.deadlines import DAY
from bot.club.ratings import Skill
from bot.database.exports import Exports
from bot.features.daily import today as asking
from bot.features.puzzles import tries
from bot.words.language import Language, language
from bot.words.puzzles import FOUND, MISSED, PARTLY, UNTRIED, merit, task
from engines import GAMES
from lessons import Task
from puzzles.daily import daily
from puzzles.puzzle import Puzzle, numbered, puzzles_of
from tests.bot.simulated import Answer, Club, Member, Shown
from tests.bot.test_learning import keys_of
from tests.bot.test_play import say
from tests.bot.test_privacy import forgets

EN, NL = language("en"), language("nl")
RIGHT, WRONG = (EN.say(f"puzzles.{how}", told="").splitlines()[-1] for how in ("right", "wrong"))
HERE = "here"


def today_of(club: Club) -> int:
    return day_of(int(club.env.now().timestamp()))


@dataclass
class Player:
    """Somebody with the daily in front of them."""

    member: Member
    words: Language = EN
    shown: Answer = field(init=False)

    @property
    def club(self) -> Club:
        return self.member.club

    @property
    def page(self) -> Shown:
        return self.shown.private

    @property
    def daily(self) -> Daily:
        day = today_of(self.club)
        return Daily(day, daily(day))

    @property
    def puzzle(self) -> Puzzle:
        return self.daily.puzzle

    async def opens(self) -> Shown:
        self.shown = await self.member.command("daily")
        return self.page

    async def presses(self, label: str, on: Shown | None = None) -> Shown:
        self.shown = await self.member.press(on or self.shown, self.words.say(f"buttons.{label}"))
        return self.page

    async def composes(self, text: str) -> Shown:
        """Until the board is shown as it would be."""
        game, puzzle = GAMES[self.puzzle.game], self.puzzle
        if not game.read_position(puzzle.position).can_list_moves(puzzle.seat):
            form = await self.member.press(self.shown, self.words.say("buttons.write"))
            self.shown = await self.member.submit(form, line=text.removeprefix("build "))
            return self.page
        asked = SimpleNamespace(position=game.read_position(puzzle.position), seat=puzzle.seat, game=game)
        for key in keys_of(cast("Task", asked), text):
            self.shown = await self.member.answer(self.shown, key)
        return self.page

    async def tries(self, text: str) -> Shown:
        page = await self.composes(text)
        last = ",build:" if text.startswith("build") else ":play:"
        self.shown = await self.member.press(page, last)
        return self.page

    async def finds(self) -> Shown:
        await self.opens()
        return await self.tries(self.puzzle.asked.answers[0])

    async def gives_up(self) -> Shown:
        await self.opens()
        await self.presses("give_up")
        return await self.presses("daily_given_up")

    @property
    def wrong(self) -> str:
        game, puzzle = GAMES[self.puzzle.game], self.puzzle
        position = game.read_position(puzzle.position)
        texts = map(game.write_move, position.legal_moves(puzzle.seat))
        return next(text for text in texts if text not in puzzle.asked.answers)


@pytest.fixture
async def player(club: Club, alice: Member) -> Player:
    player = Player(alice)
    await player.opens()
    return player


async def shares(club: Club, member: Member) -> dict[int, int]:
    return await club.bot.table.dailies.shares(member.id)


async def next_day(club: Club) -> None:
    await club.wait(hours=24)


async def until_cubus(club: Club, player: Player) -> None:
    while player.puzzle.game != "cubus":
        await next_day(club)


# One try


async def test_it_asks_one_thing_with_the_real_board_and_composer(player: Player) -> None:
    page = player.page
    assert page.private
    assert page.picture.alt
    number = player.daily.number
    assert page.content.startswith(
        EN.say("daily.heading", number=number, game=GAMES[player.puzzle.game].title)
    )
    assert task(player.puzzle, EN) in page.content
    assert f"<t:{player.daily.ends_at}:R>" in page.content


async def test_who_finds_it_is_told_so_and_it_counts(player: Player, club: Club, alice: Member) -> None:
    puzzle = player.puzzle
    page = await player.tries(puzzle.asked.answers[0])
    assert RIGHT in page.content
    assert f"{UNTRIED * 6}{FOUND} {EN.say('daily.streak.one')}" in page.content
    assert EN.say("daily.nobody") in page.content
    assert await shares(club, alice) == {player.daily.day: 1000}
    after = await club.bot.table.puzzles._stored.solver(alice.id, puzzle.game)
    assert after is not None
    assert f"{Skill().shown} → {after.shown}" in page.content, "it is a try of that puzzle, too"


async def test_who_finds_it_is_told_why(player: Player) -> None:
    puzzle = player.puzzle
    page = await player.tries(puzzle.asked.answers[0])
    why = merit(puzzle, puzzle.asked.answers[0], EN)
    assert why
    assert why in page.content


async def test_who_errs_is_told_so_and_has_no_second_try(player: Player, club: Club, alice: Member) -> None:
    answer = player.puzzle.asked.answers[0]
    page = await player.tries(player.wrong)
    assert WRONG in page.content
    assert answer not in page.content
    assert EN.say("buttons.try_again") not in page.labels
    assert MISSED in page.content
    again = await player.opens()
    assert EN.say("daily.before", end=f"<t:{player.daily.ends_at}:R>") in again.content
    assert all(":pick:" not in button.custom_id for button in again.buttons)
    assert again.menus == ()
    assert await shares(club, alice) == {player.daily.day: 0}


async def test_a_move_is_looked_at_before_it_counts(player: Player, club: Club, alice: Member) -> None:
    await club.bot.table.preferences.change_member(alice.id, at_once=True)
    page = await player.composes(player.wrong)
    assert EN.say("daily.sure") in page.content
    assert await shares(club, alice) == {}
    await player.presses("back")
    await player.opens()
    assert RIGHT in (await player.tries(player.puzzle.asked.answers[0])).content


async def test_who_gives_up_is_asked_first_and_then_shown_the_answer(
    player: Player, club: Club, alice: Member
) -> None:
    answer = player.puzzle.asked.answers[0]
    asked = await player.presses("give_up")
    assert EN.say("daily.give_up") in asked.content
    assert await shares(club, alice) == {}
    await player.presses("back")
    await player.presses("give_up")
    page = await player.presses("daily_given_up")
    assert EN.say("daily.given_up") in page.content
    assert await shares(club, alice) == {player.daily.day: 0}
    shown = await player.presses("daily_answer")
    assert "💡" in shown.content
    assert answer in shown.picture.alt, "it is the last move of that board"
    assert EN.say("puzzles.not_counted") not in shown.content


async def test_two_taps_at_once_are_one_try(player: Player, club: Club, alice: Member) -> None:
    page = await player.composes(player.puzzle.asked.answers[0])
    await club.deliver(*(alice.pressing(page, ":play:") for _ in range(2)))
    assert await shares(club, alice) == {player.daily.day: 1000}


async def test_a_composer_that_was_left_open_is_no_second_try(
    player: Player, club: Club, alice: Member
) -> None:
    left = await player.composes(player.wrong)
    await player.finds()
    (answer,) = await club.deliver(alice.pressing(left, ":play:"))
    assert await shares(club, alice) == {player.daily.day: 1000}
    assert WRONG not in answer.private.content


async def test_of_a_build_that_is_worth_a_part_the_part_counts(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = Player(alice)
    await until_cubus(club, player)
    puzzle = player.puzzle
    richer = replace(puzzle, asked=replace(puzzle.asked, points=2 * puzzle.asked.points))
    for module in (club_dailies, asking):
        monkeypatch.setattr(module, "numbered", lambda _: richer)
    await player.opens()
    page = await player.tries(puzzle.asked.answers[0])
    assert f"{PARTLY} " in page.content
    assert EN.say("daily.yours", how=EN.say("daily.partly", percent=50)) in (await player.opens()).content
    assert await shares(club, alice) == {player.daily.day: 500}


async def test_a_dutch_player_reads_dutch(club: Club, bram: Member) -> None:
    player = Player(bram, NL)
    page = await player.opens()
    assert "Dagpuzzel #" in page.content
    page = await player.gives_up()
    assert "eerste dag" in page.content


async def test_who_knew_the_puzzle_has_their_try_and_keeps_their_rating(
    player: Player, club: Club, alice: Member
) -> None:
    await club.file.change(
        "INSERT INTO puzzle_tries (member, puzzle, game, tried_at, share) VALUES (?, ?, ?, 0, 0)",
        *(alice.id, player.puzzle.number, player.puzzle.game),
    )
    page = await player.tries(player.puzzle.asked.answers[0])
    assert EN.say("daily.counted_before") in page.content
    assert await club.bot.table.puzzles._stored.solver(alice.id, player.puzzle.game) is None


# The day


async def test_it_is_the_same_on_every_server_and_in_direct_messages(player: Player, club: Club) -> None:
    outsider, elsewhere = club.elsewhere("Otto")
    there = (await outsider.command("daily", where=elsewhere)).private
    alone = (await player.member.directly.command("daily")).private
    assert there.picture.alt.split(".")[:3] == player.page.picture.alt.split(".")[:3]
    assert {there.content, alone.content} == {player.page.content}


async def test_at_midnight_it_is_another_of_another_game(player: Player, club: Club) -> None:
    before = player.puzzle
    await next_day(club)
    await player.opens()
    assert player.puzzle.game != before.game
    assert GAMES[player.puzzle.game].title in player.page.content


async def test_who_composes_over_midnight_is_too_late_and_has_lost_nothing(
    player: Player, club: Club, alice: Member
) -> None:
    puzzle = player.puzzle
    page = await player.composes(puzzle.asked.answers[0])
    await next_day(club)
    (late,) = await club.deliver(alice.pressing(page, ":play:"))
    assert late.private.content == say(alice, "refusals.daily_over")
    assert late.private.labels == (EN.say("buttons.daily_today"),)
    assert late.private.pictures == ()
    player.shown = late
    assert f"#{player.daily.number} " in (await player.presses("daily_today")).content
    assert await shares(club, alice) == {}
    assert await club.bot.table.puzzles._stored.tried(alice.id) == []


async def test_what_was_asked_once_stays_also_when_the_files_change(
    player: Player, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = player.page
    other = next(one for one in puzzles_of(player.puzzle.game) if one != player.puzzle)
    monkeypatch.setattr(club_dailies, "daily", lambda _: other)
    await club.restart()
    assert (await player.opens()).content == page.content
    assert player.page.picture.data == page.picture.data


@pytest.mark.on_both
async def test_one_that_is_gone_from_the_files_is_replaced(player: Player, club: Club) -> None:
    await club.file.change("UPDATE dailies SET puzzle = 7")
    assert (await player.opens()).private
    assert (await club.bot.table.dailies.of_today()).puzzle == player.puzzle


async def test_a_streak_counts_days_that_were_played_and_breaks_when_one_is_missed(
    player: Player, club: Club, alice: Member
) -> None:
    await player.finds()
    await next_day(club)
    page = await player.gives_up()
    assert f"{FOUND}{MISSED} {EN.say('daily.streak.other', count=2)}" in page.content
    await next_day(club)
    assert (await club.bot.table.dailies.streak(alice.id)).now == 2, "today can still be played"
    await next_day(club)
    page = await player.gives_up()
    assert f"{FOUND}{MISSED}{UNTRIED}{MISSED} {EN.say('daily.streak.one')}" in page.content
    assert await club.bot.table.dailies.streak(alice.id) == Streak(now=1, best=2, played=3, solved=1)


# Nobody sees an answer before having tried


def told(shown: Shown) -> str:
    """All that a message shows or hides: words, alt texts, names of files, addresses, labels."""
    pictures = [f"{picture.name} {picture.alt}" for picture in shown.pictures]
    buttons = [f"{button.label} {button.custom_id}" for button in shown.buttons]
    menus = [f"{menu.custom_id} {menu.labels} {menu.values}" for menu in shown.menus]
    return "\n".join([shown.content, *pictures, *buttons, *menus])


Told = dict[str, list[object]]


async def everything(club: Club, alice: Member, bram: Member) -> Told:
    """All that anybody is shown of the daily before their own try, also after that of somebody else."""
    player = Player(alice)
    pages = {
        "asked": await player.opens(),
        "composed": await player.composes(player.wrong),
        "giving up": await player.presses("give_up", await player.opens()),
        "posted": (await bram.command("daily", show=HERE)).public,
        "table": (await alice.press(club.posts()[-1], "daily:table:")).private,
        "yesterday": (await alice.press(club.posts()[-1], "daily:past:")).private,
        "shut": (await club.deliver(alice.forging(player.page, f"puzzle:show:{player.puzzle.number}:0")))[
            0
        ].private,
    }
    return {name: [told(shown), [one.data for one in shown.pictures]] for name, shown in pages.items()}


def another_answer(puzzle: Puzzle) -> Puzzle:
    return replace(puzzle, asked=replace(puzzle.asked, answers=("another",), line=("another", "line")))


@pytest.mark.parametrize("days", range(4), ids=lambda days: daily(day_of(1_767_225_600) + days).game)
async def test_all_that_is_shown_before_a_try_would_be_the_same_if_the_answer_were_another(
    club: Club, alice: Member, bram: Member, monkeypatch: pytest.MonkeyPatch, days: int
) -> None:
    await club.wait(hours=24 * days) if days else None
    player = Player(alice)
    if player.puzzle.game == "cubus":
        monkeypatch.setattr(Player, "wrong", player.puzzle.asked.answers[0])
    before = await everything(club, alice, bram)
    assert "b" in str(before)
    for module in (club_dailies, asking):
        monkeypatch.setattr(module, "numbered", lambda number: another_answer(numbered(number)))
    monkeypatch.setattr(club_dailies, "daily", lambda day: another_answer(daily(day)))
    after = await everything(club, alice, bram)
    for name, shown in before.items():
        assert _same(after[name]) == _same(shown), name


def _same(shown: list[object]) -> list[object]:
    """But for how often a composer was shown."""
    return [re.sub(r":0:\d+(?=\s|$)", "", str(shown[0])), shown[1]]


async def test_what_hangs_for_everybody_holds_nothing_but_the_day(club: Club, bram: Member) -> None:
    post = (await bram.command("daily", show=HERE)).public
    day = today_of(club)
    assert [button.custom_id for button in post.buttons] == [
        f"daily:open:{day}:0",
        f"daily:past:{day - 1}:0",
        f"daily:table:{day}:0",
    ]
    assert post.picture.name == f"{daily(day).game}-daily-{number_of(day)}.png"


@pytest.mark.parametrize("verb", sorted(tries.VERBS.keys() - {"next"}))
async def test_the_puzzle_of_the_day_is_shut_until_it_was_tried(
    player: Player, club: Club, alice: Member, verb: str
) -> None:
    """By every address that names a puzzle."""
    number = player.puzzle.number
    address = f"puzzle:{verb}:{number}:0::0"
    (shut,) = await club.deliver(alice.forging(player.page, address))
    assert shut.private.content == say(alice, "refusals.daily_first")
    assert await club.bot.table.puzzles._stored.tried(alice.id) == []


async def test_it_is_open_when_it_was_tried(player: Player, club: Club, alice: Member) -> None:
    await player.tries(player.wrong)
    page = await player.presses("daily_answer")
    assert "💡" in page.content
    assert await club.bot.table.puzzles._stored.tried(alice.id) == [
        (player.puzzle.game, player.puzzle.number)
    ]


@pytest.mark.on_both
async def test_puzzles_are_never_those_of_days_that_come_or_were_lately(club: Club, alice: Member) -> None:
    day = today_of(club)
    kept = {daily(one).number for one in range(day - 7, day + 60)}
    puzzles = club.bot.table.puzzles
    every = [one for game in puzzles.games for one in puzzles_of(game)]
    last = next(one for one in every if one.number not in kept)
    async with club.file.transaction() as writing:
        await writing.executemany(
            "INSERT INTO puzzle_tries (member, puzzle, game, tried_at, share) VALUES (?, ?, ?, 0, 0)",
            [(alice.id, one.number, one.game) for one in every if one.number not in {*kept, last.number}],
        )
    assert await puzzles.fitting(alice.id) == last
    await club.file.change(
        "INSERT INTO puzzle_tries (member, puzzle, game, tried_at, share) VALUES (?, ?, ?, 0, 0)",
        *(alice.id, last.number, last.game),
    )
    assert await puzzles.fitting(alice.id) is None


async def test_hints_and_replays_know_nothing_of_it(player: Player) -> None:
    for command, code in (("hint", "no_running_match"), ("replay", "name_match")):
        answer = (await player.member.command(command)).private
        assert answer.content == say(player.member, f"refusals.{code}")
        assert answer.pictures == ()


# Yesterday


async def test_yesterdays_is_shown_with_its_answer_a_tap_away(
    player: Player, club: Club, alice: Member
) -> None:
    await player.finds()
    before = player.puzzle
    await next_day(club)
    await player.opens()
    await player.gives_up()
    page = await player.presses("daily_yesterday")
    assert f"#{player.daily.number - 1}" in page.content
    assert FOUND in page.content
    assert EN.say("daily.world_over.one", percent=100) in page.content
    answer = await player.presses("daily_answer")
    assert GAMES[before.game].title in answer.content
    assert "💡" in answer.content
    assert answer.picture.data != page.picture.data


async def test_who_looks_at_an_answer_without_having_tried_loses_nothing(
    club: Club, alice: Member, bram: Member
) -> None:
    post = (await bram.command("daily", show=HERE)).public
    player = Player(alice)
    page = (await alice.press(post, "daily:past:")).private
    assert EN.say("daily.not_yours") in page.content
    player.shown = await alice.press(page, EN.say("buttons.daily_answer"))
    assert "💡" in player.page.content
    assert await club.bot.table.puzzles._stored.tried(alice.id) == []


async def test_one_leafs_back_a_week_and_no_further(player: Player, club: Club, alice: Member) -> None:
    await player.gives_up()
    page = await player.presses("daily_yesterday")
    for _ in range(6):
        assert EN.say("buttons.older") in page.labels
        page = await player.presses("older")
    assert EN.say("buttons.older") not in page.labels
    assert f"#{player.daily.number - 7} " in page.content
    await player.presses("newer")
    assert "#" in (await player.presses("daily_today")).content


@pytest.mark.parametrize("days", [0, 1, -8, -20_000])
async def test_no_other_day_is_told_of(player: Player, club: Club, alice: Member, days: int) -> None:
    address = f"daily:past:{player.daily.day + days}:0"
    (answer,) = await club.deliver(alice.forging(player.page, address))
    assert answer.private.content == say(alice, "refusals.no_daily")


async def test_a_post_of_a_day_that_is_over_leads_to_that_day_and_to_todays(
    club: Club, alice: Member, bram: Member
) -> None:
    post = (await bram.command("daily", show=HERE)).public
    await next_day(club)
    answer = await alice.press(post, "daily:open:")
    assert answer.private.content.startswith(f"### 📅 Daily #{number_of(today_of(club)) - 1} ")
    answer = await alice.press(answer, EN.say("buttons.daily_today"))
    assert answer.private.content.startswith(f"### 📅 Daily #{number_of(today_of(club))} ")


# Among others


async def test_shown_to_all_each_tries_it_alone(club: Club, alice: Member, bram: Member) -> None:
    post = (await bram.command("daily", show=HERE)).public
    assert "📅 Daily #" in post.content, "in the language of the server"
    player = Player(alice)
    player.shown = await alice.press(post, EN.say("buttons.daily_try"))
    page = await player.tries(player.puzzle.asked.answers[0])
    assert page.private
    assert RIGHT in page.content
    assert club.again(post).content == post.content
    assert len(club.posts()) == 1


async def test_a_result_is_shared_in_squares(player: Player, club: Club, bram: Member) -> None:
    await player.finds()
    answer = await player.member.press(player.shown, EN.say("buttons.daily_share"))
    post = answer.public
    game = GAMES[player.puzzle.game].title
    line = EN.say("daily.line", number=player.daily.number, game=game, how=EN.say("daily.found"))
    said, squares = post.content.splitlines()
    assert said == EN.say("daily.shared", who=player.member.mention, line=line)
    assert squares == f"{UNTRIED * 6}{FOUND} {EN.say('daily.streak.one')}"
    assert post.pinged == frozenset()
    assert post.pictures == ()
    other = await bram.press(post, EN.say("buttons.daily_try"))
    assert other.private.content.startswith("### 📅 Dagpuzzel")


async def test_who_has_not_tried_has_nothing_to_share(player: Player, club: Club) -> None:
    address = f"daily:share:{player.daily.day}:0"
    (answer,) = await club.deliver(player.member.forging(player.page, address))
    assert answer.private.content == say(player.member, "refusals.daily_untried")
    assert club.posts() == ()


async def test_in_a_direct_message_there_is_nobody_to_share_with(club: Club, alice: Member) -> None:
    page = (await alice.directly.command("daily")).private
    given = await alice.directly.press(page, EN.say("buttons.give_up"))
    done = await alice.directly.press(given, EN.say("buttons.daily_given_up"))
    assert EN.say("buttons.daily_share") not in done.private.labels
    assert EN.say("buttons.daily_table") not in done.private.labels
    refused = (await alice.directly.command("daily", show=HERE)).private
    assert refused.content == say(alice, "refusals.needs_server")


async def test_nobody_shares_without_end(player: Player, club: Club) -> None:
    page = await player.finds()
    for _ in range(5):
        await player.member.press(page, EN.say("buttons.daily_share"))
    refused = await player.member.press(page, EN.say("buttons.daily_share"))
    assert refused.private.content.startswith("You have shown a good many dailies")
    assert len(club.posts()) == 5


async def test_the_table_tells_who_played_here_and_how(
    player: Player, club: Club, bram: Member, stranger: Member
) -> None:
    table = await player.gives_up()
    await Player(bram, NL).finds()
    await Player(stranger).opens()
    table = await player.presses("daily_table")
    _, first, second, world, _ = table.content.splitlines()
    assert (first, second) == (f"{FOUND} {bram.mention}", f"{MISSED} {player.member.mention}")
    assert world == EN.say("daily.world.other", count=2, percent=50)
    assert stranger.mention not in table.content
    assert table.pinged == frozenset()


@pytest.mark.on_both
async def test_on_the_table_stands_who_opened_it_there(club: Club, alice: Member, bram: Member) -> None:
    alone = await alice.directly.press(await alice.directly.command("daily"), EN.say("buttons.give_up"))
    await alice.directly.press(alone, EN.say("buttons.daily_given_up"))
    post = (await bram.command("daily", show=HERE)).public
    table = (await bram.press(post, "daily:table:")).private
    assert table.content.splitlines()[1] == NL.say("daily.table_none")
    await alice.command("daily")
    table = (await bram.press(post, "daily:table:")).private
    assert alice.mention in table.content


async def _hides(club: Club, member: Member) -> None:
    await club.bot.table.preferences.change_member(member.id, hidden=True)


async def _is_barred(club: Club, member: Member) -> None:
    await club.bot.table.bars.bar(club.guild.id, member.id, club.bram.id)


async def _is_forgotten(club: Club, member: Member) -> None:
    del club
    await forgets(member)


async def _has_left(club: Club, member: Member) -> None:
    club.env.backend.remove_member(club.guild.id, member.id)
    await club.bot.table.names.note_departed(club.guild.id, [member.id])


@pytest.mark.parametrize("leaves", [_hides, _is_barred, _is_forgotten, _has_left])
async def test_who_is_not_to_stand_there_does_not(
    player: Player, club: Club, bram: Member, leaves: Callable[[Club, Member], Awaitable[None]]
) -> None:
    await player.finds()
    page = await Player(bram, NL).gives_up()
    await leaves(club, player.member)
    table = (await bram.press(page, NL.say("buttons.daily_table"))).private
    assert player.member.mention not in table.content
    assert bram.mention in table.content


async def test_who_may_not_play_here_tries_it_alone(player: Player, club: Club, bram: Member) -> None:
    await _is_barred(club, player.member)
    page = await player.finds()
    assert RIGHT in page.content
    shared = await player.member.press(page, EN.say("buttons.daily_share"))
    assert shared.private.content == say(player.member, "refusals.barred")
    posted = (await player.member.command("daily", show=HERE)).private
    assert posted.content == say(player.member, "refusals.barred")
    assert club.posts() == ()


async def test_where_one_does_not_play_nothing_of_it_is_posted(player: Player, club: Club) -> None:
    games = club.guild.create_text_channel("only-here")
    await club.bot.table.preferences.change_server(club.guild.id, channels=(games.id,))
    page = await player.finds()
    refused = (await player.member.press(page, EN.say("buttons.daily_share"))).private
    assert refused.content == say(player.member, "refusals.play_elsewhere", channels=(f"<#{games.id}>",))
    assert (await player.member.command("daily", show=HERE)).private
    assert club.posts() == ()


# Whose it is


async def test_the_profile_tells_of_streaks(player: Player, club: Club) -> None:
    await player.finds()
    await next_day(club)
    await player.gives_up()
    shown = (await player.member.command("profile")).public
    assert EN.say("profile.daily.other", count=2, best=2, solved=1, played=2) in shown.content


@pytest.mark.on_both
async def test_dailies_are_exported_and_forgotten(player: Player, club: Club) -> None:
    member = player.member
    await player.finds()
    exported = {kind: rows async for kind, rows in Exports(club.file).pages_of(member.id)}
    assert [row["share"] for row in exported["dailies"]] == [1000]
    assert [row["guild"] for row in exported["tables of dailies"]] == [club.guild.id]
    await forgets(member)
    for table in ("daily_tries", "daily_players"):
        assert await club.file.rows(f"SELECT * FROM {table} WHERE member = ?", member.id) == []
    assert await club.file.rows("SELECT * FROM dailies") != [], "which puzzle it was is nobody's"


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("daily:task:1:{day}", "no_puzzle"),
        ("daily:play:1:{day}::0", "no_puzzle"),
        ("daily:task:{other}:{day}", "daily_over"),
        ("daily:play:{other}:{day}::0", "daily_over"),
        ("daily:give_up:{puzzle}:{before}", "daily_over"),
        ("daily:play:{puzzle}:{day}::0", "stale"),
        ("daily:pick:{puzzle}:{day}:nonsense:0", None),
        ("daily:table:1:0", "no_daily"),
        ("daily:share:999999:0", "no_daily"),
    ],
)
async def test_what_is_forged_is_refused_in_one_sentence(
    player: Player, club: Club, alice: Member, address: str, code: str | None
) -> None:
    day, puzzle = player.daily.day, player.puzzle
    other = next(one for one in puzzles_of(puzzle.game) if one != puzzle)
    filled = address.format(day=day, before=day - 1, puzzle=puzzle.number, other=other.number)
    (answer,) = await club.deliver(alice.forging(player.page, filled))
    if code:
        assert answer.private.content == say(alice, f"refusals.{code}")
    assert await shares(club, alice) == {}


def test_a_streak_of_days_is_counted_by_the_calendar() -> None:
    assert Streak.of({}, 10) == Streak()
    assert Streak.of({8: 0, 9: 1000}, 10) == Streak(now=2, best=2, played=2, solved=1)
    assert Streak.of({7: 0, 8: 1000}, 10) == Streak(now=0, best=2, played=2, solved=1)
    assert Daily(9, daily(9)).ends_at == 10 * DAY
