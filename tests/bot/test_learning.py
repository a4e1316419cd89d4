"""Whoever learns a game: task by task, right and wrong, stuck, away and back, to a first match."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import cast

import pytest

from bot.club.computers import is_computer, level_of
from bot.database.exports import Exports
from bot.words.language import Language, language
from engines import GAMES
from engines.choices import Complete
from lessons import LESSONS, Lesson, Task
from tests.bot.alone import Alone, alone
from tests.bot.playing import begin
from tests.bot.simulated import Answer, Club, Member, Shown

EN, NL = language("en"), language("nl")


@dataclass
class Learner:
    """Somebody with a lesson in front of them."""

    member: Member
    game: str
    words: Language = EN
    shown: Answer = field(init=False)

    @property
    def lesson(self) -> Lesson:
        return LESSONS[self.game]

    @property
    def page(self) -> Shown:
        return self.shown.private

    @property
    def task(self) -> Task:
        """The one that is open."""
        heading = self.page.content.splitlines()[0]
        return next(task for task in self.lesson.tasks if self.heading(task) == heading)

    def heading(self, task: Task) -> str:
        return self.words.say(
            "lessons.heading",
            game=GAMES[self.game].title,
            number=self.lesson.place(task),
            tasks=len(self.lesson.tasks),
            title=self.say(task, "title"),
        )

    def say(self, task: Task, what: str) -> str:
        return self.words.say(f"lessons.{task.game_name}.{task.name}.{what}")

    async def learn(self) -> None:
        self.shown = await self.member.command("learn", game=self.game)

    async def press(self, label: str) -> None:
        self.shown = await self.member.press(self.shown, self.words.say(f"buttons.{label}"))

    async def compose(self, *keys: str) -> None:
        for key in keys:
            self.shown = await self.member.answer(self.shown, key)

    async def solve(self) -> Task:
        """By the buttons of the composer or, where builds are composed, in writing."""
        task = self.task
        if task.solution.startswith("build"):
            form = await self.member.press(self.shown, self.words.say("buttons.write"))
            await self.member.submit(form, line=task.solution.removeprefix("build "))
            await self.member.press(self.shown, ",build:")
        else:
            await self.compose(*keys_of(task, task.solution))
        return task


def keys_of(task: Task, text: str) -> tuple[str, ...]:
    """What is answered to come to a move in the fewest steps, without what has but one answer."""
    ways: deque[tuple[tuple[str, ...], tuple[str, ...]]] = deque([((), ())])
    while ways:
        partial, answered = ways.popleft()
        step = task.position.choices(task.seat, partial)
        if isinstance(step, Complete):
            if task.game.write_move(step.move) == text:
                return answered
            continue
        keys = [option.key for option in (*step.options, *step.aside) if option.key not in ("lift", "red")]
        ways.extend(((*partial, key), (*answered, key) if len(keys) > 1 else answered) for key in keys)
    raise AssertionError(f"nothing comes to {text}")


@pytest.fixture
async def learner(club: Club, alice: Member) -> Learner:
    learner = Learner(alice, "knopen")
    await learner.learn()
    return learner


# Task by task


async def test_the_first_task_tells_and_asks_and_has_the_real_board_and_composer(learner: Learner) -> None:
    first = learner.lesson.tasks[0]
    assert learner.task is first
    for what in ("tells", "asks"):
        assert learner.say(first, what) in learner.page.content
    assert learner.page.private
    assert learner.page.picture.alt
    assert EN.say("games.knopen.asks.stone", title="Knopen") in learner.page.content


async def test_who_does_it_right_is_told_why_and_goes_on(learner: Learner) -> None:
    first, second, *_ = learner.lesson.tasks
    await learner.compose("f9")
    assert learner.say(first, "asks") in learner.page.content
    assert learner.say(first, "tells") not in learner.page.content, "it was read"
    await learner.compose("f5")
    assert learner.say(first, "right") in learner.page.content
    assert learner.page.picture.alt
    await learner.press("next_task")
    assert learner.task is second


async def test_who_errs_is_told_why_and_tries_again(learner: Learner) -> None:
    first = learner.lesson.tasks[0]
    before = learner.page.picture.data
    await learner.compose("f9", "f8")
    assert learner.say(first, "why.elsewhere") in learner.page.content
    marked = learner.page.picture.data
    assert marked != before, "what to look at is marked"
    await learner.press("try_again")
    assert learner.task is first
    assert learner.page.picture.data == before
    await learner.compose("d9", "d6")
    assert learner.say(first, "why.otherwise") in learner.page.content


async def test_a_mistake_without_a_mark_is_shown_as_it_would_be(learner: Learner) -> None:
    learner.shown = await _opened(learner, learner.lesson.named("both"))
    await learner.compose("e8", "h8")
    assert learner.say(learner.task, "why.three") in learner.page.content
    assert "g9, h8" in learner.page.picture.alt


async def test_who_is_stuck_is_shown_and_goes_on_or_tries_it(learner: Learner, club: Club) -> None:
    first, second, *_ = learner.lesson.tasks
    await learner.press("show_me")
    assert learner.say(first, "right") in learner.page.content
    assert await done(club, learner.member) == {("knopen", first.name, 1)}
    await learner.press("try_it")
    await learner.solve()
    assert await done(club, learner.member) == {("knopen", first.name, 0)}, "it was found, too"
    await learner.press("next_task")
    assert learner.task is second


async def test_who_was_shown_what_they_had_found_has_found_it_all_the_same(
    learner: Learner, club: Club
) -> None:
    first = await learner.solve()
    await learner.learn()
    assert learner.task is not first
    (button,) = (each for each in learner.page.buttons if ":show:" in each.custom_id)
    forged = button.custom_id.replace(str(learner.task.number), str(first.number))
    await club.deliver(learner.member.forging(learner.page, forged))
    assert await done(club, learner.member) == {("knopen", first.name, 0)}


async def done(club: Club, member: Member) -> set[tuple[str, str, int]]:
    rows = await club.file.rows("SELECT game, task, shown FROM lessons WHERE member = ?", member.id)
    return {(game, task, shown) for game, task, shown in rows}


# Away and back


async def test_a_lesson_goes_on_where_it_was_left_also_after_a_restart(learner: Learner, club: Club) -> None:
    await learner.solve()
    await learner.press("next_task")
    await learner.solve()
    left = learner.shown
    await club.restart()
    await learner.learn()
    assert learner.task is learner.lesson.tasks[2]
    learner.shown = left
    await learner.press("next_task")
    assert learner.task is learner.lesson.tasks[2], "buttons from before are heard"


async def test_in_the_middle_of_a_move_a_restart_disturbs_nobody(learner: Learner, club: Club) -> None:
    first = learner.lesson.tasks[0]
    await learner.compose("f9")
    await club.restart()
    await learner.compose("f5")
    assert learner.say(first, "right") in learner.page.content


async def test_one_learner_is_nothing_to_another(learner: Learner, club: Club, stranger: Member) -> None:
    await learner.solve()
    other = Learner(stranger, "knopen")
    await other.learn()
    assert other.task is other.lesson.tasks[0]
    await other.learn()
    (answer,) = await club.deliver(stranger.forging(other.page, f"learn:show:{other.task.number}:0"))
    assert other.say(other.task, "right") in answer.private.content
    assert await done(club, learner.member) == {("knopen", "holes", 0)}


@pytest.mark.parametrize(
    "address", ["learn:task:4:0", "learn:begin:0:0:chess", "learn:over:0:0", "learn:pick:4:0"]
)
async def test_a_task_that_is_no_longer_there_is_refused(learner: Learner, club: Club, address: str) -> None:
    values = ("f9",) if ":pick:" in address else None
    (answer,) = await club.deliver(learner.member.forging(learner.page, address, values))
    code = "no_task" if ":4:" in address else "not_understood"
    assert answer.private.content == EN.say(f"refusals.{code}")


async def test_a_choice_that_is_not_there_is_refused_and_does_nothing(learner: Learner, club: Club) -> None:
    number = learner.task.number
    (answer,) = await club.deliver(learner.member.forging(learner.page, f"learn:compose:{number}:0:a1,a2:0"))
    said = EN.say("games.knopen.refusals.not_your_stone", square="a1")
    assert answer.private.content == said
    assert await done(club, learner.member) == set()


# All of it


@pytest.mark.parametrize("game", LESSONS)
async def test_every_lesson_is_learnt_with_the_buttons_to_its_end_and_a_match(
    club: Club, alice: Member, game: str
) -> None:
    learner = Learner(alice, game)
    await learner.learn()
    for task in learner.lesson.tasks:
        assert learner.task is task
        await learner.solve()
        assert learner.say(task, "right") in learner.page.content
        is_last = task is learner.lesson.tasks[-1]
        await learner.press("finish" if is_last else "next_task")
    assert GAMES[game].title in learner.page.content
    await learner.member.press(learner.shown, EN.say("buttons.first_match", who=EN.computer(1)))
    await club.bot.table.posts.answers.done()
    (number,) = await club.stored.running_of(alice.id)
    match = await club.bot.table.matches.load(number)
    assert match.game.name == game
    assert [level_of(member) for member in match.members if is_computer(member)] == [1]


async def test_who_has_done_all_of_it_may_do_any_again(learner: Learner) -> None:
    for _ in learner.lesson.tasks:
        await learner.press("show_me")
        await learner.press("next_task" if learner.task is not learner.lesson.tasks[-1] else "finish")
    await learner.learn()
    assert learner.say(learner.lesson.tasks[0], "title") in learner.page.menu.labels[0]
    learner.shown = await learner.member.choose(learner.shown, "both")
    assert learner.task.name == "both"


async def test_who_skips_some_is_told_how_many_are_left(learner: Learner) -> None:
    last = learner.lesson.tasks[-1]
    await learner.press("show_me")
    learner.shown = await _opened(learner, last)
    await learner.press("show_me")
    await learner.press("finish")
    tasks = len(learner.lesson.tasks)
    assert learner.page.content == EN.say(
        "lessons.some_left", game="Knopen", done=2, tasks=tasks, who=EN.computer(1)
    )
    await learner.press("go_on_learning")
    assert learner.task is learner.lesson.tasks[1]


async def _opened(learner: Learner, task: Task) -> Answer:
    member = learner.member
    (answer,) = await member.club.deliver(member.forging(learner.page, f"learn:task:{task.number}:0"))
    return answer


# Wherever they are, and in their language


async def test_in_a_direct_message_it_is_the_same(club: Club, alice: Member) -> None:
    learner = Learner(alice.directly, "kriskras")
    await learner.learn()
    task = await learner.solve()
    assert learner.say(task, "right") in learner.page.content


async def test_dutch_is_learnt_in_dutch(club: Club, bram: Member) -> None:
    learner = Learner(bram, "krabcek", NL)
    await learner.learn()
    task = await learner.solve()
    assert learner.say(task, "right") in learner.page.content


@pytest.mark.on_both
async def test_what_was_learnt_is_exported_and_forgotten(learner: Learner, club: Club) -> None:
    await learner.solve()
    found = {kind: rows async for kind, rows in Exports(club.file).pages_of(learner.member.id)}
    assert [(row["game"], row["task"], row["shown"]) for row in found["lessons"]] == [("knopen", "holes", 0)]
    await club.bot.table.departures.forget_member(learner.member.id)
    assert await done(club, learner.member) == set()


# Whoever plays for the first time is offered it


OFFER = "learn:begin:0:0:knopen"


def is_offered(post: Shown) -> bool:
    """In a line and with a button, or not at all."""
    offered = [button.custom_id for button in post.buttons if button.custom_id == OFFER]
    assert (EN.say("lessons.first_time", game="Knopen") in post.content) == bool(offered)
    return bool(offered)


async def test_a_newcomer_is_offered_the_lesson_with_the_first_board_and_not_with_the_second(
    club: Club, alice: Member
) -> None:
    first = await alone(club, alice, "knopen")
    assert is_offered(first.post)
    answer = await alice.press(first.post, EN.say("buttons.learn"))
    assert answer.private.content.startswith(Learner(alice, "knopen").heading(LESSONS["knopen"].tasks[0]))
    await _moved(first)
    assert not is_offered(first.post), "they play"
    assert not is_offered((await alone(club, alice, "knopen")).post)


async def _moved(match: Alone) -> None:
    found = await match.match()
    text = found.game.write_move(found.position.legal_moves(found.seat_of(match.member.id))[0])
    await match.member.command("move", text=text, match=match.id)
    await match.club.bot.table.posts.answers.done()


async def test_who_has_begun_to_learn_is_not_offered_it(learner: Learner, club: Club) -> None:
    await learner.solve()
    assert not is_offered((await alone(club, learner.member, "knopen")).post)


async def test_a_challenge_offers_it_once_to_whoever_is_new(club: Club, alice: Member, bram: Member) -> None:
    await alice.command("play knopen")
    assert is_offered(club.posts()[-1])
    await alice.command("play knopen")
    assert not is_offered(club.posts()[-1]), "once"
    await alice.command("play knopen", opponent=bram)
    assert is_offered(club.posts()[-1]), "Bram is new"


async def test_among_two_the_first_board_offers_it_if_one_of_them_is_new(
    club: Club, alice: Member, bram: Member, stranger: Member
) -> None:
    await begin(club, alice, bram)
    again = await begin(club, alice, bram)
    assert not is_offered(again.post)
    with_a_stranger = await begin(club, alice, stranger)
    assert is_offered(with_a_stranger.post)


async def test_anybody_who_reads_along_may_learn_by_the_button_of_others(
    club: Club, alice: Member, stranger: Member
) -> None:
    match = await alone(club, alice, "knopen")
    answer = await stranger.press(match.post, EN.say("buttons.learn"))
    assert answer.private.private


async def test_a_game_without_a_lesson_offers_none(
    club: Club, alice: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(cast("dict[str, Lesson]", LESSONS), "knopen")
    assert not is_offered((await alone(club, alice, "knopen")).post)


# Where else it is met


async def test_pages_of_rules_lead_to_the_task_that_shows_what_they_say(club: Club, alice: Member) -> None:
    pages = await alice.command("rules", game="knopen")
    assert pages.private.button(OFFER).label == EN.say("buttons.learn")
    await alice.choose(pages, "3")
    answer = await alice.press(pages, EN.say("buttons.try_it"))
    task = LESSONS["knopen"].named("pair")
    assert answer.private.content.startswith(Learner(alice, "knopen").heading(task))
    assert pages.private.menus, "the page stays open"


@pytest.mark.parametrize("game", LESSONS)
def test_every_page_that_leads_to_a_task_leads_to_the_same_in_all_languages(game: str) -> None:
    tasks = [[page.lesson for page in language(code).pages(game)] for code in ("en", "nl")]
    assert tasks[0] == tasks[1]
    assert len(set(filter(None, tasks[0]))) > len(tasks[0]) / 2
    assert {name for name in tasks[0] if name} <= set(LESSONS[game].names)


async def test_a_profile_tells_how_much_was_learnt(learner: Learner) -> None:
    await learner.solve()
    told = EN.say("profile.lesson", game="Knopen", done=1, tasks=len(learner.lesson.tasks))
    profile = await learner.member.command("profile")
    assert EN.say("profile.lessons", lessons=told) in profile.public.content
